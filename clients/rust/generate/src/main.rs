//! Writes the generated code anew: `cargo run -p generate`.

use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    for generated in generate::generate()? {
        fs::write(generated.path, generated.text)?;
    }
    Ok(())
}

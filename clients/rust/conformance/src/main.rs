//! `conformance VECTORS-FILE HOST:PORT`

use std::error::Error;
use std::process::ExitCode;

use belote_referee::Referee;
use conformance::{replay, v1::ConformanceSuite};
use prost::Message;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, target] = &arguments[..] else {
        eprintln!("usage: conformance VECTORS-FILE HOST:PORT");
        return Ok(ExitCode::from(2));
    };
    let suite = ConformanceSuite::decode(&*std::fs::read(file)?)?;
    let mut said = String::new();
    let well = replay(&suite, &Referee::connect(target)?, &mut said).await?;
    print!("{said}");
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

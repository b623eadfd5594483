//! The generated code in the repository is what the contract gives.

use std::fs;

#[test]
fn the_generated_code_is_that_of_the_contract() {
    let all = generate::generate().expect("the contract compiles");
    assert!(!all.is_empty());
    for generated in all {
        let kept = fs::read_to_string(&generated.path).unwrap_or_default();
        assert!(kept == generated.text, "{} is out of date: cargo run -p generate", generated.path.display());
    }
}

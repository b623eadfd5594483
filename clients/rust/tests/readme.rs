//! The programs that the README shows and names are the examples, and they run.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn the_readme_shows_the_example() {
    let readme = include_str!("../README.md");
    let blocks: Vec<_> = readme.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.contains(&include_str!("../examples/ask.rs")), "README.md does not show examples/ask.rs as it is");
    for block in blocks {
        assert!(block == include_str!("../examples/ask.rs"), "nothing compiles this block of README.md:\n{block}");
    }
}

/// What an example prints when it is run against the referee of `REFEREE_TARGET`, or nothing when there is none.
fn printed(example: &str) -> Option<String> {
    let Ok(target) = std::env::var("REFEREE_TARGET") else {
        // Not by a macro, whose words are shown only when a test fails.
        let _ = writeln!(std::io::stderr(), "SKIPPED: {example} was not run, since REFEREE_TARGET is not set");
        return None;
    };
    let folder: PathBuf = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("examples");
    let program = folder.join(Path::new(example).with_extension(std::env::consts::EXE_EXTENSION));
    let ended = Command::new(program).arg(target).output().expect("cargo test builds the examples");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    Some(String::from_utf8(ended.stdout).unwrap())
}

#[test]
fn the_snippet_of_the_readme_runs() {
    let Some(printed) = printed("ask") else { return };
    assert!(printed.starts_with("may: 7H\nnot: AS play/must_trump "), "{printed}");
    assert!(printed.contains("\nPRESET_UNKNOWN, known are: "), "{printed}");
}

#[test]
fn the_hand_is_dealt_and_a_card_refused() {
    let Some(printed) = printed("deal_a_hand") else { return };
    assert!(printed.starts_with("WEST deals and turns up "), "{printed}");
    assert!(printed.contains("\nSOUTH takes ") && printed.contains("\nbut not "), "{printed}");
}

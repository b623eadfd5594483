//! The Rust code of the contract and of the conformance vectors, made from their `.proto` files without any other program.
#![deny(missing_docs)]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use tonic_prost_build::Builder;

/// A generated file.
pub struct Generated {
    /// Where it belongs.
    pub path: PathBuf,
    /// What is to be in it.
    pub text: String,
}

/// Generates every file. Nothing is written but a temporary folder.
///
/// Fails when the contract cannot be read or does not compile.
pub fn generate() -> Result<Vec<Generated>, Box<dyn Error>> {
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = client.join("../..");
    let contract = root.join("proto");
    let vectors = root.join("tests/conformance/proto");
    let builder = || tonic_prost_build::configure().build_server(false).emit_rerun_if_changed(false).btree_map(".");
    Ok(vec![
        one(builder(), &[&contract], "belote.referee.v1", &client.join("src/generated"))?,
        one(
            builder().extern_path(".belote.referee.v1", "::belote_referee::v1"),
            &[&vectors, &contract],
            "belote.conformance.v1",
            &client.join("conformance/src/generated"),
        )?,
    ])
}

/// Generates the file of one package, which lies in the first of the roots.
fn one(builder: Builder, roots: &[&Path], package: &str, folder: &Path) -> Result<Generated, Box<dyn Error>> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(roots[0].join(package.replace('.', "/")))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "proto") {
            sources.push(path);
        }
    }
    // A folder has no order of its own, and the code comes in the order of the files.
    sources.sort();
    let name = format!("{package}.rs");
    let out = tempfile::tempdir()?;
    builder.out_dir(out.path()).compile_fds(protox::compile(sources, roots)?)?;
    Ok(Generated { path: folder.join(&name), text: fs::read_to_string(out.path().join(&name))? })
}

//! Reads the structure of the repository from its sources: which module imports which ([`modules`]), how long
//! files and functions are, where docstrings may be missing ([`lints`]), and the exceptions that are still to be
//! removed ([`allowed`]). [`source`] parses the files.

pub mod allowed;
pub mod lints;
pub mod modules;
pub mod source;

use source::Contents;
use std::fs;
use std::path::{Path, PathBuf};

/// The repository's folder.
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the tests are in a folder of the repository").to_path_buf()
}

/// The files below a folder whose names end with `ending`, sorted, as paths from the repository's root.
///
/// # Panics
/// If there are none, or a folder cannot be read.
pub fn files(folder: &str, ending: &str) -> Vec<String> {
    let root = root();
    let mut all = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                let name = path.strip_prefix(&root).expect("it is below the root");
                all.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    assert!(!all.is_empty(), "{folder} has no files {ending}");
    all.sort();
    all
}

/// A file's text.
///
/// # Panics
/// If it cannot be read.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The Rust files below a folder, parsed, without those that are compiled for tests only.
///
/// # Panics
/// If there are none, or one cannot be parsed as Rust.
pub fn contents(folder: &str) -> Vec<(String, Contents)> {
    let all = files(folder, ".rs").into_iter().filter(|file| !is_test(file));
    all.map(|file| {
        let contents = Contents::of(&file, &read(&file));
        (file, contents)
    })
    .collect()
}

/// The string literals in Rust files below a folder, without those of tests.
pub fn literals(folder: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (_, contents) in contents(folder) {
        for part in contents.with_inline() {
            all.extend(part.literals.iter().cloned());
        }
    }
    all
}

/// Whether a file is compiled for tests only.
fn is_test(file: &str) -> bool {
    file.split('/').any(|part| {
        let part = part.trim_end_matches(".rs");
        part == "tests" || part.ends_with("_tests") || part.starts_with("test_")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_by_their_names() {
        assert!(is_test("engine/storage/src/btree/tests/mod.rs") && !is_test("x/latest.rs"));
    }
}

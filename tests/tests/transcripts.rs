//! Recorded transcripts of PostgreSQL 15: the engine prints the same, line for line, apart from what
//! `compare::comparable` leaves out.
//!
//! A script beside its recording is a test. To record one anew, run the script with
//! `cargo run -p toastscope-tests --bin record -- FILE.sql...` where PostgreSQL 15 is installed.

use std::fs;
use std::path::{Path, PathBuf};
use toastscope_tests::compare::difference;
use toastscope_tests::engine;

/// Scripts whose statements need what is not built yet: the write-ahead log.
const WAITING: [&str; 2] = ["05-bytea-append", "08-wal"];

fn scripts(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts").join(folder);
    let mut scripts: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of transcripts")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "sql"))
        .collect();
    scripts.sort();
    scripts
}

/// Runs a folder's scripts and fails with every difference there is.
fn check(folder: &str) {
    let mut differences = String::new();
    for script in scripts(folder) {
        let stem = script.file_stem().expect("a script has a name").to_string_lossy();
        if WAITING.contains(&&*stem) {
            continue;
        }
        let sql = fs::read_to_string(&script).expect("a readable script");
        let expected = fs::read_to_string(script.with_extension("out")).expect("its recording");
        let name = script.file_name().expect("a script has a name").to_string_lossy();
        let difference = difference(&expected, &engine::transcript(&name, &sql));
        if !difference.is_empty() {
            differences.push_str(&format!("--- {folder}/{name}\n{difference}\n"));
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
}

#[test]
fn the_reference_scripts() {
    check("pg15");
}

#[test]
fn rows_and_values() {
    check("rows");
}

#[test]
fn tutorials() {
    check("tutorials");
}

#[test]
fn plans() {
    check("plans");
}

/// As other people write them: functions, counters, documents, databases.
#[test]
fn authors() {
    check("authors");
}

#[test]
fn workshop() {
    check("workshop");
}

/// What the page's lessons run: `web/src/lessons`.
#[test]
fn lessons() {
    check("lessons");
}

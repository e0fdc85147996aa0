//! Recorded transcripts of PostgreSQL 15: the engine prints the same, line for line, apart from what
//! `compare::comparable` leaves out.
//!
//! A script beside its recording is a test. To record one anew, run the script with
//! `cargo run -p toastscope-tests --bin record -- FILE.sql...` where PostgreSQL 15 is installed.

use std::fs;
use std::path::{Path, PathBuf};
use toastscope_tests::compare::{comparable, difference};
use toastscope_tests::engine;

/// Scripts whose recordings have lines that must differ: [`the_log`] looks at them.
const BY_ITSELF: [&str; 1] = ["08-wal"];

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
        if BY_ITSELF.contains(&&*stem) {
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

/// A line's numbers, and what stands between them without spaces and rules.
fn numbers(line: &str) -> (Vec<i64>, String) {
    let mut numbers = Vec::new();
    let mut rest = String::new();
    let mut digits = String::new();
    for c in line.chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        numbers.extend(std::mem::take(&mut digits).parse::<i64>());
        if !" -+".contains(c) {
            rest.push(c);
        }
    }
    (numbers, rest)
}

/// `08-wal`, whose pages are compressed with the LSN in them, which moves a stream by some bytes.
/// Left out are the catalog pages that the server's first INSERT reads, the sizes zstd gives, and
/// when the last transaction ended.
#[test]
fn the_log() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts/pg15");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a recording");
    let expected = comparable(&read("08-wal.out"));
    let actual = comparable(&engine::transcript("08-wal.sql", &read("08-wal.sql")));
    assert_eq!(expected.len(), actual.len());
    let zstd = expected.iter().position(|l| l.contains("= zstd")).unwrap_or(expected.len());
    let mut warm = false;
    for (at, (e, a)) in expected.iter().zip(&actual).enumerate() {
        if e == a || (e.contains("COMMIT") && a.contains("COMMIT")) {
            continue;
        }
        let ((expected, words), (actual, ours)) = (numbers(e), numbers(a));
        assert_eq!(words, ours, "line {}", at + 1);
        let first_run = e.contains("Buffers:") && !std::mem::replace(&mut warm, true);
        let near = expected.iter().zip(&actual).all(|(e, a)| (e - a).abs() <= 8);
        assert!(near || first_run || at > zstd, "line {}: {e} {a}", at + 1);
    }
}

/// What is logged by what authors of such scripts try.
#[test]
fn scripts_about_the_log() {
    check("wal");
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

/// Views, triggers: what the catalog keeps as SQL.
#[test]
fn objects() {
    check("objects");
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

//! Recorded transcripts of PostgreSQL 15, and of 16, 17 and 18 in `pg16`, `pg17`, `pg18`: the engine prints the
//! same, line for line, apart from what `compare::comparable` leaves out and what a script's `.differs` names.
//!
//! Each script below `tests/transcripts` is a test: `cargo test --test transcripts 03-jsonb` runs those
//! whose name has that in it. `tests/transcripts/README.md` says what each folder holds, and how to
//! record one.

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::process::ExitCode;
use toastscope_tests::scripts::{Script, found, not_accounted_for, of_versions};

/// The folder whose transcripts are the engine's own.
const SNAPSHOTS: &str = "engine/";

/// Compares what the engine prints for a script with what was recorded.
fn check(script: &Script) -> Result<(), Failed> {
    let actual = script.printed();
    if script.name.starts_with(SNAPSHOTS) && std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(script.path.with_extension("out"), &actual)?;
    }
    let difference = script.difference(&actual);
    if difference.is_empty() { Ok(()) } else { Err(format!("\n{difference}").into()) }
}

fn main() -> ExitCode {
    let mut scripts = found("transcripts");
    scripts.extend(of_versions("transcripts"));
    let named: usize = scripts.iter().map(|s| s.exceptions().len()).sum();
    println!("{} scripts, {named} lines that are named in .differs", scripts.len());
    let mut tests: Vec<Trial> =
        scripts.into_iter().map(|s| Trial::test(s.name.clone(), move || check(&s))).collect();
    tests.push(Trial::test("every script is recorded on 17 and 18, or left out by name", || {
        let names = not_accounted_for("transcripts");
        if names.is_empty() { Ok(()) } else { Err(names.join("\n").into()) }
    }));
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

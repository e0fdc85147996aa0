//! Runs each of the prototypes' scripts on the engine. The lines must be the prototype's, except those
//! that the script's `.differs` names; the costs must be those in `docs/fidelity-toasters.md`, and show
//! what the talk promises.
//!
//! The scripts make gigabytes of documents, so a build without optimization ignores them, and prints that.
//! To write the table anew: `UPDATE_TABLE=1 cargo test --profile quick -p toastscope-tests --test toasters`.

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use toastscope_tests::prototypes::{Pair, cost, pairs, scripts, table, transcript, without_costs};
use toastscope_tests::scripts::Script;

const HEAD: &str = "# The prototypes' statements, there and here

Every statement of `tests/prototypes` whose plan names its cost: buffers (hit and read) and WAL of the
whole statement, from the prototype's server (there) and from `toastscope --server toasters` or
`--server strategies` (here). Written by `tests/tests/toasters.rs`, which also compares them.

Ids in pointers differ everywhere. `length` and `pg_column_size` of an appended bytea, which the
prototype gets wrong, are right here; and `bytea_toaster` refuses columns that do not use it.
";

/// The document with the table of costs.
fn document() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/fidelity-toasters.md")
}

/// What must hold of a script's statements beyond their numbers.
type ScriptCheck = fn(&[Pair]) -> Result<(), Failed>;

/// Checks what a script prints, its costs against the document, and what must hold of them.
fn check(script: &Script) -> Result<(), Failed> {
    let printed = transcript(script);
    let difference = script.difference_as(&printed, without_costs);
    if !difference.is_empty() {
        return Err(format!("\n{difference}").into());
    }
    let all = pairs(script, &printed);
    let promises: &[ScriptCheck] = match script.name.as_str() {
        "strategies/01-jsonb-strategies" => &[short_keys_of_shared_documents],
        "strategies/02-bytea-append" => &[a_byte_more],
        "toasters/03-jsonb-access" => &[short_keys_of_toasted_documents],
        _ => &[],
    };
    promises.iter().try_for_each(|promise| promise(&all))?;
    let measured = table(&all);
    let written = fs::read_to_string(document())?;
    let section = written.find(&format!("\n## {}\n", script.name)).map(|at| {
        let end = written[at + 1..].find("\n## ").map_or(written.len(), |next| at + 1 + next);
        &written[at..end]
    });
    if section.unwrap_or_default() == measured {
        return Ok(());
    }
    Err("docs/fidelity-toasters.md has other costs than were measured: UPDATE_TABLE=1".into())
}

/// Checks that the document has its head, and a section for each script whose statements print a
/// cost.
fn the_document(scripts: &[Script]) -> Result<(), Failed> {
    let written = fs::read_to_string(document())?;
    let sections: Vec<&str> = written.lines().filter_map(|l| l.strip_prefix("## ")).collect();
    let with_costs = scripts.iter().filter(|s| s.recorded().contains("Buffers:"));
    let names: Vec<&str> = with_costs.map(|s| s.name.as_str()).collect();
    if !written.starts_with(HEAD) || sections != names {
        return Err(format!("docs/fidelity-toasters.md has {sections:?}, not {names:?}").into());
    }
    Ok(())
}

/// What a statement cost here; fails if it prints no cost.
fn cost_here(pair: &Pair) -> Result<toastscope_tests::prototypes::Cost, Failed> {
    cost(&pair.ours).ok_or_else(|| format!("{} names no cost", pair.sql).into())
}

/// Checks that appending a byte to 100 MB costs two buffers and at most 160 bytes of log.
fn a_byte_more(all: &[Pair]) -> Result<(), Failed> {
    let byte = |p: &&Pair| p.sql.contains("'x'") || p.sql.contains("'y'");
    let appends: Vec<&Pair> =
        all.iter().filter(|p| p.sql.contains("EXPLAIN")).filter(byte).collect();
    assert_eq!(appends.len(), 2);
    for p in appends {
        let c = cost_here(p)?;
        if c.buffers > 2 || c.wal.is_none_or(|(_, bytes)| bytes > 160) {
            return Err(format!("{}: {c:?}", p.sql).into());
        }
    }
    Ok(())
}

/// Checks that reading a short key of the 13 MB document costs at most two pages more than `pages` gives for its row.
fn short_keys(all: &[Pair], table: &str, pages: impl Fn(&Pair) -> u64) -> Result<(), Failed> {
    let keys = ["key1", "key3"].map(|key| format!("SELECT jb->'{key}' FROM {table}"));
    let asks = |p: &&Pair| {
        p.sql.contains("WHERE id = 100")
            && p.sql.contains("EXPLAIN")
            && keys.iter().any(|key| p.sql.contains(key))
    };
    let reads: Vec<&Pair> = all.iter().filter(asks).collect();
    assert_eq!(reads.len(), 2);
    for p in reads {
        if cost_here(p)?.buffers > pages(p) + 2 {
            return Err(format!("{}: {:?}", p.sql, cost_here(p)?).into());
        }
    }
    Ok(())
}

/// A short key of a document of `jsonb_toaster` costs two buffers.
fn short_keys_of_toasted_documents(all: &[Pair]) -> Result<(), Failed> {
    short_keys(all, "tsr", |_| 2)
}

/// Checks short keys in the table `shared`: where the plan reads the whole table, the row itself
/// costs all of its pages.
fn short_keys_of_shared_documents(all: &[Pair]) -> Result<(), Failed> {
    let size = all.iter().find(|p| p.sql.contains("pg_relation_size('shared')")).expect("a size");
    let bytes = size.ours.get(2).and_then(|row| row.split('|').next()?.trim().parse::<u64>().ok());
    let heap = bytes.expect("a number of bytes") / 8192;
    let whole = |p: &Pair| p.ours.iter().any(|line| line.contains("Seq Scan on shared"));
    short_keys(all, "shared", |p| if whole(p) { heap } else { 2 })
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let all = scripts();
    if std::env::var_os("UPDATE_TABLE").is_some() {
        let tables = all.iter().map(|s| table(&pairs(s, &transcript(s))));
        let text = format!("{HEAD}{}", tables.collect::<String>());
        fs::write(document(), text).expect("a writable docs folder");
    }
    let named: usize = all.iter().map(|s| s.exceptions().len()).sum();
    println!("{} scripts, {named} blocks of lines that are named in .differs", all.len());
    let slow = cfg!(unoptimized);
    if slow {
        println!("ignored: these need --profile quick or --release");
    }
    let documents = all.clone();
    let mut tests: Vec<Trial> = all
        .into_iter()
        .map(|s| Trial::test(s.name.clone(), move || check(&s)).with_ignored_flag(slow))
        .collect();
    tests.push(Trial::test("the_document", move || the_document(&documents)));
    libtest_mimic::run(&arguments, tests).exit_code()
}

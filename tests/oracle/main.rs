//! Live comparison: random SQL programs run on a real PostgreSQL and on the engine, everything
//! that is printed compared, and with it every page of heap, TOAST and index.
//!
//! `cargo run --release -p toastscope-tests --bin oracle -- [--server 15|16|17|18] [--programs N] [--seed FIRST] [--wide] [--whole] [--show SEED] [--script FILE] [--keep FOLDER] [--wal on|off]`
//! `... --bin oracle -- [--server 15|16|17|18] --functions N [--seed S]`
//! `... --bin oracle -- [--server 15|16|17|18] --queries N [--seed S]`
//! `... --bin oracle -- [--server 15|16|17|18] --changed N [--seed S] [--show SEED]`
//!
//! `--server` names the major version, 15 if it is left out. It is looked for in the folder that the
//! environment variable `PGBIN` names (`PGTOOLS` where psql is in another one), then where `pg_config`
//! and Debian have it. For a server that was compiled without lz4 the programs use pglz in its place.
//!
//! `--show` prints a program; `--script` runs a file instead; with `--keep` what the server printed
//! is kept, and not asked for again; `--whole` leaves programs as they are; `--wide` writes programs
//! with more in them. `--wal` compares what is logged instead, with `full_page_writes` on or off.
//!
//! `--functions` makes calls of functions, operators, casts and aggregates instead (`calls`), and
//! prints, of each that gives something else than the server, one call. `--queries` makes queries over
//! the tables of a shop (`queries`), and prints those with another plan or other rows. `--changed` runs
//! recorded scripts with changed copies of their statements (`changed`), and prints those that differ.
//!
//! A program that differs is made as small as it can be while it still differs, and printed. If the server prints
//! something else when it runs the program again, that is said, and the program is not counted.

mod bytes;
mod calls;
mod changed;
mod pieces;
mod program;
mod queries;
mod wal;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::process::ExitCode;
use toastscope_tests::compare::difference;
use toastscope_tests::engine;
use toastscope_tests::server::Server;

struct Oracle {
    server: Server,
    /// The server's major version, which the engine is asked for too.
    version: String,
    script: PathBuf,
    keep: Option<PathBuf>,
    /// Compare what is logged, with `full_page_writes` on or off.
    wal: Option<bool>,
}

impl Oracle {
    /// The difference between the log records of server and engine for these statements, empty if
    /// there is none, and how much was logged. `fpw` is `full_page_writes`.
    fn records(&self, statements: &[String], fpw: bool) -> Result<(String, wal::Totals), String> {
        let mut all = vec![wal::before(fpw)];
        all.extend(wal::marked(statements));
        let (expected, actual) = self.both(&all, wal::RECORDS)?;
        Ok(wal::difference(statements, &expected, &actual, fpw))
    }

    /// How the engine's transcript of these statements differs from the server's; empty if it does
    /// not.
    fn difference(&self, statements: &[String]) -> Result<String, String> {
        if let Some(fpw) = self.wal {
            return Ok(self.records(statements, fpw)?.0);
        }
        let (expected, actual) = self.both(statements, program::PAGES)?;
        Ok(difference(&expected, &actual))
    }

    /// Where the pages differ after these statements.
    fn bytes(&self, statements: &[String]) -> Result<String, String> {
        let (expected, actual) = self.both(statements, bytes::BYTES)?;
        Ok(bytes::difference(&expected, &actual))
    }

    /// The statements of the program with this seed, for this server.
    fn program(&self, seed: u64, wide: bool) -> Vec<String> {
        let statements = program::statements(seed, wide);
        if self.server.has_lz4 {
            return statements;
        }
        statements.iter().map(|s| s.replace("lz4", "pglz")).collect()
    }

    /// What server and engine print for the statements, followed by the query `look`.
    fn both(&self, statements: &[String], look: &str) -> Result<(String, String), String> {
        let sql = format!("{}\n{look}", statements.join("\n"));
        fs::write(&self.script, &sql).map_err(|e| e.to_string())?;
        let run =
            if self.wal.is_some() { engine::transcript_with_log } else { engine::transcript_on };
        Ok((self.expected(&sql)?, run(&self.version, "program.sql", &sql)))
    }

    /// What the server prints for this SQL, taken from the folder of kept answers if it is there.
    fn expected(&self, sql: &str) -> Result<String, String> {
        let Some(folder) = &self.keep else { return self.server.transcript(&self.script) };
        let mut hash = DefaultHasher::new();
        sql.hash(&mut hash);
        self.version.hash(&mut hash);
        let file = folder.join(format!("{:016x}.out", hash.finish()));
        if let Ok(kept) = fs::read_to_string(&file) {
            return Ok(kept);
        }
        let printed = self.server.transcript(&self.script)?;
        fs::write(file, &printed).map_err(|e| e.to_string())?;
        Ok(printed)
    }

    /// Whether the server prints the same for these statements when it runs them again, a part of 200 ms later each time.
    /// It may not: its log's writer looks every 200 ms (`wal_writer_delay`), and what it has flushed decides which rows
    /// VACUUM finds committed.
    fn is_settled(&self, statements: &[String]) -> Result<bool, String> {
        let sql = format!("{}\n{}", statements.join("\n"), program::PAGES);
        let mut printed = BTreeSet::new();
        for delay in ["0", "0.05", "0.1", "0.15"] {
            fs::write(&self.script, format!("\\! sleep {delay}\n{sql}"))
                .map_err(|e| e.to_string())?;
            let text = self.server.transcript(&self.script)?;
            printed.insert(text.split_once('\n').map(|(_, rest)| rest.to_owned()));
        }
        Ok(printed.len() == 1)
    }

    /// What server and engine print for a script of numbered pieces, which `script` gives from a piece on.
    fn both_of_pieces(&self, script: impl Fn(usize) -> String) -> Result<(String, String), String> {
        let whole = script(0);
        fs::write(&self.script, &whole).map_err(|e| e.to_string())?;
        Ok((self.expected(&whole)?, pieces::engine(&self.version, script)))
    }

    /// Runs `calls` random calls on both sides, and prints those that differ. Returns how many
    /// differ.
    fn calls(&self, calls: u64, first: u64) -> Result<u64, String> {
        let mut all: BTreeMap<String, (u64, String)> = BTreeMap::new();
        let mut refused = 0;
        for batch in 0..calls.div_ceil(calls::BATCH) {
            let size = calls::BATCH.min(calls - batch * calls::BATCH);
            let batch = calls::Batch::new(first + batch, size);
            let (expected, actual) = self.both_of_pieces(|from| batch.script(from))?;
            let (differing, more) = batch.compare(&expected, &actual);
            refused += more;
            for (name, (n, example)) in differing {
                all.entry(name).or_insert((0, example)).0 += n;
            }
        }
        for (name, (n, example)) in &all {
            println!("{name}: {n} calls\n{example}");
        }
        let differing = all.values().map(|c| c.0).sum();
        println!("{calls} calls, {differing} with differences; {refused} are refused");
        Ok(differing)
    }

    /// Runs `queries` random queries on both sides, and prints those that differ. Returns how many
    /// differ.
    fn queries(&self, queries: u64, first: u64) -> Result<u64, String> {
        let (mut plans, mut answers, mut refused) = (0, 0, 0);
        for batch in 0..queries.div_ceil(queries::BATCH) {
            let done = batch * queries::BATCH;
            let batch = queries::Batch::new(first + done, queries::BATCH.min(queries - done));
            let (expected, actual) = self.both_of_pieces(|from| batch.script(from))?;
            let findings = batch.compare(&expected, &actual);
            print!("{}", findings.shown);
            plans += findings.plans;
            answers += findings.answers;
            refused += findings.refused;
        }
        println!(
            "{queries} queries, {plans} with another plan, {answers} with other answers; {refused} are refused"
        );
        Ok(plans + answers)
    }

    /// Runs recorded scripts with changed statements on both sides, and prints the statements that
    /// differ. Returns how many do.
    fn changed(&self, scripts: u64, first: u64) -> Result<u64, String> {
        let recorded = changed::recorded(self.server.has_lz4);
        let (mut statements, mut different, mut refused) = (0, 0, 0);
        for seed in first..first + scripts {
            let script = changed::Script::new(&recorded, seed);
            let (expected, actual) = self.both_of_pieces(|from| script.text(from))?;
            let findings = script.compare(&expected, &actual);
            if !findings.shown.is_empty() {
                println!("Script {seed}\n{}", findings.shown);
            }
            statements += findings.statements;
            different += findings.different;
            refused += findings.refused;
        }
        println!(
            "{statements} changed statements, {different} are different; {refused} are refused"
        );
        Ok(different)
    }

    /// Removes statements while the rest still differs: first from the end, halving the number each
    /// time.
    fn shrink(&self, mut statements: Vec<String>) -> Result<Vec<String>, String> {
        let (mut same, mut differs) = (0, statements.len());
        while same + 1 < differs {
            let middle = (same + differs) / 2;
            if self.difference(&statements[..middle])?.is_empty() {
                same = middle;
            } else {
                differs = middle;
            }
        }
        statements.truncate(differs);
        let mut size = statements.len() / 2;
        while size > 0 {
            let mut from = 0;
            while from + size <= statements.len() {
                let mut fewer = statements.clone();
                fewer.drain(from..from + size);
                if self.difference(&fewer)?.is_empty() {
                    from += size;
                } else {
                    statements = fewer;
                }
            }
            size /= 2;
        }
        Ok(statements)
    }
}

/// What is to be done.
struct Request {
    server: String,
    programs: u64,
    first: u64,
    shrink: bool,
    wide: bool,
    keep: Option<PathBuf>,
    script: Option<PathBuf>,
    wal: Option<bool>,
    functions: Option<u64>,
    queries: Option<u64>,
    changed: Option<u64>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |name: &str| {
        let at = arguments.iter().position(|a| a == name)?;
        arguments.get(at + 1)
    };
    let number = |name: &str| text(name)?.parse::<u64>().ok();
    let wide = arguments.iter().any(|a| a == "--wide");
    if let Some(seed) = number("--show") {
        if arguments.iter().any(|a| a == "--changed") {
            println!("{}", changed::Script::new(&changed::recorded(true), seed).text(0));
            return ExitCode::SUCCESS;
        }
        println!("{}\n{}", program::statements(seed, wide).join("\n"), program::PAGES);
        return ExitCode::SUCCESS;
    }
    let wish = Request {
        server: text("--server").map_or_else(|| "15".to_owned(), Clone::clone),
        programs: number("--programs").unwrap_or(20),
        first: number("--seed").unwrap_or(1),
        wide,
        shrink: !arguments.iter().any(|a| a == "--whole"),
        keep: text("--keep").map(PathBuf::from),
        script: text("--script").map(PathBuf::from),
        wal: text("--wal").map(|w| w == "on"),
        functions: number("--functions"),
        queries: number("--queries"),
        changed: number("--changed"),
    };
    match run(wish) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the programs, and returns how many differ.
fn run(wish: Request) -> Result<u64, String> {
    let Request {
        server: version,
        programs,
        first,
        shrink,
        wide,
        keep,
        script,
        wal,
        functions,
        queries,
        changed,
    } = wish;
    let Some(server) = Server::prepare_version(&version) else {
        if version == "15" {
            println!("Left out: PostgreSQL 15 is not installed (Debian: postgresql-15).");
            return Ok(0);
        }
        return Err(format!(
            "PostgreSQL {version} was not found: set PGBIN to the folder of its postgres and initdb."
        ));
    };
    let server = server?;
    if !server.has_lz4 {
        println!("This server was compiled without lz4: the programs use pglz in its place.");
    }
    let folder = std::env::temp_dir().join(format!("toastscope-oracle-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let oracle = Oracle { server, version, script: folder.join("program.sql"), keep, wal };
    let (mut differing, mut unsettled) = (0, 0);
    let mut logged = wal::Totals::default();
    let counted = functions
        .map(|calls| oracle.calls(calls, first))
        .or_else(|| Some(oracle.queries(queries?, first)))
        .or_else(|| Some(oracle.changed(changed?, first)));
    if let Some(differing) = counted {
        let _ = fs::remove_dir_all(&folder);
        return differing;
    }
    if let Some(script) = script {
        let statements = [fs::read_to_string(script).map_err(|e| e.to_string())?];
        let bytes = if wal.is_some() { String::new() } else { oracle.bytes(&statements)? };
        println!("{}{bytes}", oracle.difference(&statements)?);
        return Ok(0);
    }
    for seed in first..first + programs {
        let statements = oracle.program(seed, wide);
        let difference = if let Some(fpw) = wal {
            let (difference, totals) = oracle.records(&statements, fpw)?;
            logged += totals;
            difference
        } else {
            oracle.difference(&statements)?
        };
        if difference.is_empty() {
            continue;
        }
        if wal.is_none() && !oracle.is_settled(&statements)? {
            unsettled += 1;
            println!("Program {seed}: the server prints something else when it runs again.");
            continue;
        }
        differing += 1;
        println!("Program {seed} differs.");
        if shrink && differing <= 10 {
            let small = oracle.shrink(statements)?;
            println!("{}", small.join("\n"));
            let bytes = if wal.is_some() { String::new() } else { oracle.bytes(&small)? };
            println!("{}{bytes}", oracle.difference(&small)?);
        } else {
            println!("{difference}");
        }
    }
    let _ = fs::remove_dir_all(&folder);
    if wal.is_some() {
        let wal::Totals { statements, records, expected, actual, deviation, .. } = logged;
        println!(
            "{statements} statements logged {records} records, {expected} bytes; here {actual}"
        );
        println!("largest difference of a statement: {deviation} bytes");
        let (all, same) = logged.catalog;
        let (theirs, ours) = logged.catalog_bytes;
        println!(
            "{all} statements changed the catalog, {same} record for record; {theirs} bytes, here {ours}"
        );
    }
    if unsettled > 0 {
        println!("{unsettled} programs in which the server differs from itself are not counted");
    }
    println!("{} programs, {differing} with differences", programs - unsettled);
    println!("{} passed, {differing} failed", programs - unsettled - differing);
    Ok(differing)
}

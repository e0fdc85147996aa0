//! Live comparison: random SQL programs run on a real PostgreSQL 15 and on the engine, everything
//! that is printed compared, and with it every page of heap, TOAST and index.
//!
//! `cargo run --release -p toastscope-tests --bin oracle -- [--programs N] [--seed FIRST] [--show SEED]`
//!
//! A program that differs is made as small as it can be while it still differs, and printed.

mod program;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use toastscope_tests::compare::difference;
use toastscope_tests::engine;
use toastscope_tests::server::Server;

struct Oracle {
    server: Server,
    script: PathBuf,
}

impl Oracle {
    /// How the engine's transcript of these statements differs from the server's; empty if it does
    /// not.
    fn difference(&self, statements: &[String]) -> Result<String, String> {
        let sql = format!("{}\n{}", statements.join("\n"), program::PAGES);
        fs::write(&self.script, &sql).map_err(|e| e.to_string())?;
        let expected = self.server.transcript(&self.script)?;
        Ok(difference(&expected, &engine::transcript("program.sql", &sql)))
    }

    /// Leaves out statements as long as the rest still differs.
    fn shrink(&self, mut statements: Vec<String>) -> Result<Vec<String>, String> {
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

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| {
        let at = arguments.iter().position(|a| a == name)?;
        arguments.get(at + 1)?.parse::<u64>().ok()
    };
    if let Some(seed) = number("--show") {
        println!("{}\n{}", program::statements(seed).join("\n"), program::PAGES);
        return ExitCode::SUCCESS;
    }
    let (programs, first) = (number("--programs").unwrap_or(20), number("--seed").unwrap_or(1));
    match run(programs, first, !arguments.iter().any(|a| a == "--whole")) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the programs and gives how many differ.
fn run(programs: u64, first: u64, shrink: bool) -> Result<u64, String> {
    let Some(server) = Server::prepare() else {
        println!("Left out: PostgreSQL 15 is not installed (Debian: postgresql-15).");
        return Ok(0);
    };
    let folder = std::env::temp_dir().join(format!("toastscope-oracle-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let oracle = Oracle { server: server?, script: folder.join("program.sql") };
    let mut differing = 0;
    for seed in first..first + programs {
        let statements = program::statements(seed);
        let difference = oracle.difference(&statements)?;
        if difference.is_empty() {
            continue;
        }
        differing += 1;
        println!("Program {seed} differs.");
        if shrink && differing <= 5 {
            let small = oracle.shrink(statements)?;
            println!("{}", small.join("\n"));
            println!("{}", oracle.difference(&small)?);
        } else {
            println!("{difference}");
        }
    }
    let _ = fs::remove_dir_all(&folder);
    println!("{} programs, {differing} with differences", programs);
    println!("{} passed, {differing} failed", programs - differing);
    Ok(differing)
}

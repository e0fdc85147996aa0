//! `toastscope advise FILE...`: which storage the rows of a file are best kept in.
//!
//! ```text
//! toastscope advise events.csv                       a CSV or TSV with a line of names
//! toastscope advise --goal size api.ndjson           JSON documents, one a line, or a JSON array
//! toastscope advise --table orders dump.sql          a script, such as pg_dump writes: its largest table
//! toastscope advise --table orders shop.dump         a dump in custom format, which pg_dump -Fc writes
//! toastscope advise --sample-script > sample.sql     a script for psql that samples a table of a live server
//! toastscope advise --check check.out check.sql      what psql printed for the script that --check-script wrote
//! toastscope advise *.pdf                            files, each a value
//! ```

mod options;
mod read;
mod talk;

use advise::advisor::{Advisor, Settings};
use advise::check::{self, Verdict};
use advise::load::Refused;
use advise::sample::rows_said;
use advise::table::ROWS;
use advise::text;
use options::{Asked, Command};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;
use talk::Talk;

/// The name of the table that a file's rows are loaded into.
const TABLE: &str = "your_table";
/// Rows that are refused are named one by one, up to so many.
const NAMED: usize = 10;

/// Runs the subcommand `advise`; an error says why it ended early.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<ExitCode, String> {
    match options::parse(arguments) {
        Ok(Command::Help) => crate::print(&options::help()),
        Ok(Command::SampleScript) => crate::print(advise::SAMPLE),
        Ok(Command::Advise(asked)) => match &asked.check {
            Some(output) => compare(output, &asked.files[0]),
            None => advise(&asked),
        },
        Err(why) => {
            let hint = "hint: Try \"toastscope advise --help\" for more information.";
            Err(format!("{why}\ntoastscope: {hint}"))
        }
    }
}

/// Reads the files, tries the ways to store their rows, and prints the report.
fn advise(asked: &Asked) -> Result<ExitCode, String> {
    let mut talk = Talk::new(asked.server.as_deref());
    let (table, read) = match read::kind(&asked.files) {
        read::Kind::Script => {
            let text = read::script(&asked.files[0])?;
            let table = talk.run_file(&asked.files[0], &text, asked.table.as_deref())?;
            (table, rows_said(&text))
        }
        kind => {
            let read = read::read(kind, &asked.files, asked.limit)?;
            let refused = talk.load(&read.sample, TABLE)?;
            for bad in read.refused.iter().chain(&refused).take(NAMED) {
                print_refused(bad);
            }
            let count = read.refused.len() + refused.len();
            if count > 0 {
                eprintln!("{count} rows kept aside, {} read.", read.sample.seen());
            }
            (TABLE.to_owned(), Some(read.sample.seen()))
        }
    };
    let total_rows = asked.total_rows.or(read);
    let mut advisor = Advisor::new(Settings { table, goal: asked.goal, total_rows });
    let shows = std::io::stderr().is_terminal();
    while let Some(script) = advisor.next_script() {
        if shows {
            let (what, done, all) = advisor.progress();
            eprint!("\r\x1b[K{done}/{all} {what}");
        }
        advisor.answer(&talk.ask(&script))?;
    }
    if shows {
        eprint!("\r\x1b[K");
    }
    if let Some(file) = &asked.check_script {
        let script = advisor.check_script(&talk.ask(&format!("COPY {ROWS} TO STDOUT;\n")));
        std::fs::write(file, script).map_err(|e| crate::failed(&file.to_string_lossy(), &e))?;
    }
    let report = advisor.report()?;
    if asked.json {
        let json = serde_json::to_string_pretty(&report).map_err(|e| e.to_string())?;
        return crate::print(&(json + "\n"));
    }
    crate::print(&text::text(&report))
}

/// Compares what a server's psql printed for a script with what the engine prints at its version. The exit code is 1
/// if a line differs.
fn compare(output: &Path, script: &Path) -> Result<ExitCode, String> {
    let read = |file: &Path| {
        let bytes = std::fs::read(file).map_err(|e| crate::failed(&file.to_string_lossy(), &e))?;
        Ok::<_, String>(String::from_utf8_lossy(&bytes).into_owned())
    };
    let (theirs, script) = (read(output)?, read(script)?);
    let release = check::release(&theirs)?;
    let ours = Talk::new(Some(release)).ask(&script);
    let comparison = check::compare(&script, &ours, &theirs);
    crate::print(&comparison.text())?;
    Ok(ExitCode::from(u8::from(comparison.count(Verdict::Different) > 0)))
}

/// Prints which row was refused, and why.
fn print_refused(bad: &Refused) {
    eprintln!("line {}: {}", bad.number, bad.why);
}

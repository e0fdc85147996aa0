//! Writes `docs/scoreboard.md`: how the engine does on tests that others wrote, and on those of `tests`.
//!
//! `npm run scoreboard -- --source FOLDER [--server 15|16|17|18] [--programs N] [--calls N] [--seconds N] [--show SUITE]`
//!
//! `FOLDER` is a checkout of PostgreSQL's source, whose own test scripts are run on a live server and on the engine
//! ([`suites`]), and compared statement by statement ([`statements`]). A difference without a reason in `triage.txt`
//! is printed, and the command fails. `--show` prints all differences of one suite, and writes nothing.
//!
//! `--programs` says how many random programs, and as many random queries, `oracle` runs, `--calls` how many calls of
//! functions, `--seconds` how long `fuzz` runs changed inputs through each of its targets.

mod document;
mod statements;
mod suites;
mod triage;

use document::{Document, SuiteResult};
use statements::{Verdict, compare};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use suites::SUITES;
use toastscope_tests::engine;
use toastscope_tests::prototypes::{Pair, pairs};
use toastscope_tests::scripts::{Script, found, in_folder, of_versions};
use toastscope_tests::server::Server;

/// What is to be done.
struct Request {
    source: PathBuf,
    server: String,
    programs: String,
    calls: String,
    seconds: String,
    show: Option<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |name: &str| {
        let at = arguments.iter().position(|a| a == name)?;
        arguments.get(at + 1).cloned()
    };
    let Some(source) = text("--source") else {
        eprintln!(
            "--source FOLDER: a checkout of PostgreSQL's source, with src/test/regress and contrib"
        );
        return ExitCode::from(2);
    };
    let request = Request {
        source: source.into(),
        server: text("--server").unwrap_or_else(|| "15".to_owned()),
        programs: text("--programs").unwrap_or_else(|| "300".to_owned()),
        calls: text("--calls").unwrap_or_else(|| "20000".to_owned()),
        seconds: text("--seconds").unwrap_or_else(|| "60".to_owned()),
        show: text("--show"),
    };
    match run(&request) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(n) => {
            eprintln!("{n} differences have no reason in tests/scoreboard/triage.txt.");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Runs everything and writes the document. Returns how many differences have no reason.
fn run(request: &Request) -> Result<usize, String> {
    let server = Server::prepare_version(&request.server)
        .ok_or_else(|| format!("PostgreSQL {} was not found: set PGBIN", request.server))??;
    let reasons = triage::reasons();
    let mut suites = Vec::new();
    let mut unexplained = 0;
    for suite in SUITES.iter().filter(|s| request.show.as_ref().is_none_or(|name| name == s.name)) {
        let statements = suite_statements(&server, request, suite)?;
        let mut result = SuiteResult::new(suite.name);
        for statement in &statements {
            let reason = (statement.verdict == Verdict::Different)
                .then(|| triage::explains(&reasons, suite.name, statement))
                .flatten();
            result.count(statement.verdict, reason.map(|r| r.text));
            let without_reason = statement.verdict == Verdict::Different && reason.is_none();
            unexplained += usize::from(without_reason);
            if without_reason || request.show.is_some() && statement.verdict != Verdict::Equal {
                println!("{}: {:?}\n{}", suite.name, statement.verdict, statement.sql);
                statement.differing().for_each(|line| println!("{line}"));
            }
        }
        suites.push(result);
    }
    if request.show.is_some() {
        return Ok(unexplained);
    }
    let document = Document {
        release: server.release()?,
        source: commit(&request.source),
        suites,
        transcripts: transcripts(),
        cases: cases(),
        programs: oracle(request, &["--programs", &request.programs, "--seed", "1"])?,
        queries: oracle(request, &["--queries", &request.programs, "--seed", "1"])?,
        calls: oracle(request, &["--functions", &request.calls])?,
        fuzzing: printed("fuzz", &["--seconds", &request.seconds])?
            .lines()
            .filter(|line| line.contains(" inputs in "))
            .map(str::to_owned)
            .collect(),
    };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/scoreboard.md");
    fs::write(file, document.text()).map_err(|e| e.to_string())?;
    Ok(unexplained)
}

/// What server and engine print for a suite's statements.
fn suite_statements(
    server: &Server,
    request: &Request,
    suite: &suites::Suite,
) -> Result<Vec<statements::Statement>, String> {
    let text = suite.text(&request.source)?;
    let folder = std::env::temp_dir().join(format!("toastscope-scoreboard-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let file = format!("{}.sql", suite.name.rsplit('/').next().unwrap_or(suite.name));
    let script = folder.join(&file);
    fs::write(&script, &text).map_err(|e| e.to_string())?;
    let printed = server.transcript(&script);
    // Nothing is lost if it stays.
    let _ = fs::remove_dir_all(&folder);
    let ours = engine::transcript_on(&request.server, &file, &text);
    Ok(compare(&text, &printed?, &ours))
}

/// The commit of a checkout, and its branch; empty if it is none.
fn commit(source: &Path) -> String {
    let asked = Command::new("git")
        .arg("-C")
        .arg(source)
        .args(["log", "-1", "--format=commit %h of %cs"])
        .output();
    let text = asked.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    text.unwrap_or_default()
}

/// How many recorded transcripts are equal, of how many.
fn transcripts() -> (usize, usize) {
    let mut scripts = found("transcripts");
    scripts.extend(of_versions("transcripts"));
    let equal = |script: &&Script| script.difference(&script.printed()).is_empty();
    (scripts.iter().filter(equal).count(), scripts.len())
}

/// The statements of the cases that people reported, as recorded and as the engine prints them.
fn cases() -> Vec<Pair> {
    let scripts = in_folder("transcripts", "cases");
    scripts.iter().flat_map(|s| pairs(s, &s.printed())).collect()
}

/// What a program prints that is built beside this one.
fn printed(name: &str, arguments: &[&str]) -> Result<String, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?.with_file_name(name);
    let done = Command::new(&program).args(arguments).output();
    let text = done.map_err(|e| format!("{}: {e}", program.display()))?.stdout;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// What `oracle` counts: the last line that tells of differences.
fn oracle(request: &Request, arguments: &[&str]) -> Result<String, String> {
    let text = printed("oracle", &[&["--server", &request.server], arguments].concat())?;
    let counts = |line: &&str| line.contains("with differences") || line.contains("other answers");
    let line = text.lines().rev().find(counts);
    line.map(str::to_owned).ok_or_else(|| format!("oracle printed no count:\n{text}"))
}

//! `psql -X -a -f FILE`, line by line: the echo, the tables, the tags, the errors
//! (`src/bin/psql/mainloop.c`, `common.c`).
//!
//! ```text
//! SELECT 1/0;                                  <- -a echoes each line before it is read
//! psql:demo.sql:1: ERROR:  division by zero    <- the file, the line the statement ended on
//! ```
//!
//! [`run_script`] does a whole file; [`Psql`] takes lines one at a time, for a prompt. Standard
//! output and standard error are one stream here.
//!
//! | module | what it does |
//! |---|---|
//! | [`scan`], [`slash`] | where a statement ends; variables; the arguments of backslash commands |
//! | [`command`], [`pset`], [`copy`] | backslash commands: `\set`, `\if`, `\pset`, `\copy` ... |
//! | [`describe`] | `\d` and its kin, which ask the server in SQL |
//! | [`block`] | blocks and savepoints that psql makes by itself |
//! | [`results`], [`crosstab`] | queries sent, and what their results are used for |
//! | [`files`] | files that results go to, and that `\copy` reads |
//! | [`mod@print`], [`width`], [`report`] | tables, errors and notices as text |
//! | [`connection`] | all that is asked of a server: text goes in, outcomes come back |
//!
//! Simplified: no shell and no files of commands (`\!`, `\i`, backquotes are refused), no pager; `\timing` prints
//! modelled time.

mod block;
mod command;
mod connection;
mod copy;
mod crosstab;
mod describe;
mod files;
pub mod print;
mod pset;
mod refused;
pub mod report;
mod results;
pub mod scan;
mod slash;
pub mod width;

pub use connection::Server;
pub use files::Files;
use print::Options;
use report::Verbosity;
use results::ResultUse;
use scan::{Input, ScanResult, Scanner, Variables};
use server::session::TransactionStatus;
use std::io::Write;
use storage::error::PgError;
use storage::versions::Release;

/// Runs a script as `psql -X -a -f file` (without `-a` when `echo_all` is false) and returns
/// psql's exit code: 0, or 3 when ON_ERROR_STOP ended it.
pub fn run_script(
    session: &mut dyn Server,
    file: &str,
    text: &str,
    echo_all: bool,
    out: &mut dyn Write,
) -> i32 {
    Psql::new(Some(file), echo_all).run(session, text, out)
}

/// A branch of `\if`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    /// Being run.
    True,
    /// Not run, and a later one may be.
    False,
    /// Not run, nor any later one.
    Ignored,
}

/// An open `\if`.
#[derive(Clone, Debug)]
struct Condition {
    branch: Branch,
    in_else: bool,
    /// Length of the query buffer when it began.
    buffer: usize,
}

/// The client's state.
#[derive(Clone)]
pub struct Psql {
    file: Option<String>,
    line: u64,
    echo_all: bool,
    options: Options,
    variables: Variables,
    scanner: Scanner,
    buffer: String,
    previous: String,
    conditions: Vec<Condition>,
    /// The key that ends `\restrict`.
    restrict_key: Option<String>,
    timing: bool,
    last_error: Option<(Box<PgError>, String)>,
    /// What is missing since its statement was refused.
    refused: refused::RefusedStatements,
    next_use: ResultUse,
    /// The file that all results go to: `\o`.
    output: Option<String>,
    /// The file that the rows of the next query go to: `\g FILE`.
    query_output: Option<String>,
    /// Options to come back to after one query.
    saved_options: Option<Options>,
    /// The data of a COPY FROM STDIN so far, and the query; without it, they are skipped.
    copying: Option<(String, Option<String>)>,
    /// The disk; a page has none.
    files: Option<&'static dyn Files>,
    /// What `\copy ... TO` wrote without a disk, by the file's name.
    copied: storage::map::SortedMap<String, String>,
    /// Whether a savepoint of psql's own was set before the statement.
    savepoint: bool,
    exit: Option<i32>,
    /// The version of the server and of psql.
    release: &'static Release,
    /// Whether the server went away: the rest of the line was for it.
    lost: bool,
}

impl Psql {
    /// Starts psql, interactive when no file's name is given. `echo_all`: each line is printed
    /// before it is read (`-a`).
    pub fn new(file: Option<&str>, echo_all: bool) -> Psql {
        let mut variables = Variables::new();
        for (name, value) in pset::INITIAL_VARIABLES {
            variables.insert(name.to_string(), value.to_string());
        }
        if !echo_all {
            variables.insert("ECHO".into(), "none".into());
        }
        Psql {
            file: file.map(str::to_string),
            line: 0,
            echo_all,
            options: Options::default(),
            variables,
            scanner: Scanner::default(),
            buffer: String::new(),
            previous: String::new(),
            conditions: Vec::new(),
            restrict_key: None,
            timing: false,
            last_error: None,
            refused: Default::default(),
            next_use: ResultUse::Print,
            output: None,
            query_output: None,
            saved_options: None,
            copying: None,
            files: None,
            copied: Default::default(),
            savepoint: false,
            exit: None,
            release: Default::default(),
            lost: false,
        }
    }

    /// Sets the variables that name the server's version and psql's, which is the same version
    /// here.
    fn set_version_variables(&mut self, release: &'static Release) {
        if std::mem::replace(&mut self.release, release) == release {
            return;
        }
        self.options.values_fill_rule = release.values_fill_rule;
        if release.has_since("18") {
            for (name, value) in pset::PIPELINE_COUNTS.into_iter().chain([pset::WATCH_INTERVAL]) {
                self.variables.insert(name.to_string(), value.to_string());
            }
        }
        let (name, number) = (release.server_version, release.server_version_num);
        let version = format!("PostgreSQL {name} on {}", release.compiled);
        for (variable, value) in [
            ("SERVER_VERSION_NAME", name),
            ("SERVER_VERSION_NUM", number),
            ("VERSION", &version),
            ("VERSION_NAME", name),
            ("VERSION_NUM", number),
        ] {
            self.variables.insert(variable.to_string(), value.to_string());
        }
    }

    /// The exit code, once the script has asked psql to end.
    pub fn exit_code(&self) -> Option<i32> {
        self.exit
    }

    /// Whether psql is between statements: nothing of the next one was read yet.
    pub fn at_start(&self) -> bool {
        self.buffer.is_empty() && !self.scanner.in_quote() && self.copying.is_none()
    }
    /// Begins another part of a script: the file's name, and the number of the line before it. An
    /// unfinished statement and a request to end are forgotten; variables and settings stay.
    pub fn begin(&mut self, file: &str, line: u64) {
        self.forget();
        self.file = Some(file.to_string());
        self.line = line;
        self.exit = None;
        self.conditions.clear();
    }
    /// Discards the unfinished statement, as Ctrl-C does.
    pub fn forget(&mut self) {
        self.buffer.clear();
        self.copying = None;
        self.scanner.reset();
    }

    /// The prompt that psql shows now: `postgres=# `, `postgres-# `, `postgres(# ` ...
    pub fn prompt(&self, session: &dyn Server) -> String {
        let star = match session.transaction_status() {
            TransactionStatus::Idle => "",
            TransactionStatus::InTransaction => "*",
            TransactionStatus::Failed => "!",
        };
        let mark = if self.at_start() { '=' } else { self.scanner.prompt_mark() };
        let mark = if self.active() { mark } else { '@' };
        let database = self.variables.get("DBNAME").map_or("postgres", String::as_str);
        format!("{database}{mark}{star}# ")
    }

    /// Whether the open branches of `\if` let statements run.
    fn active(&self) -> bool {
        self.conditions.last().is_none_or(|c| c.branch == Branch::True)
    }

    /// The prefix of messages, `psql:FILE:LINE: `; empty at a prompt.
    fn prefix(&self) -> String {
        match &self.file {
            Some(f) => format!("psql:{f}:{}: ", self.line),
            None => String::new(),
        }
    }
    /// Prints an error of psql's own (`pg_log_error`).
    fn log_error(&self, out: &mut dyn Write, message: &str) {
        let severity = if self.file.is_some() { "error: " } else { "" };
        print_text(out, &format!("{}{severity}{message}\n", self.prefix()));
    }
    /// Prints a warning of psql's own (`pg_log_warning`).
    fn log_warning(&self, out: &mut dyn Write, message: &str) {
        let severity = if self.file.is_some() { "warning: " } else { "" };
        print_text(out, &format!("{}{severity}{message}\n", self.prefix()));
    }
    /// Whether messages like `Timing is on.` are left out (`QUIET`).
    fn quiet(&self) -> bool {
        self.is_on("QUIET")
    }
    /// Whether the variable has the value `on`.
    fn is_on(&self, variable: &str) -> bool {
        self.variables.get(variable).is_some_and(|v| v == "on")
    }
    /// Whether a script ends at its first error (`ON_ERROR_STOP`).
    fn stops_on_error(&self) -> bool {
        self.file.is_some() && self.variables.get("ON_ERROR_STOP").is_some_and(|v| pset::is_true(v))
    }
    /// How much of an error is printed (`VERBOSITY`).
    fn verbosity(&self) -> Verbosity {
        match self.variables.get("VERBOSITY").map(String::as_str) {
            Some("terse") => Verbosity::Terse,
            Some("verbose") => Verbosity::Verbose,
            Some("sqlstate") => Verbosity::SqlState,
            _ => Verbosity::Default,
        }
    }

    /// Runs a script to its end and returns the exit code, as [`run_script`] does.
    pub fn run(&mut self, session: &mut dyn Server, text: &str, out: &mut dyn Write) -> i32 {
        let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        while !rest.is_empty() && self.exit_code().is_none() {
            let (line, more) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = more;
            self.line(session, line, out);
        }
        self.finish(session, out)
    }

    /// Takes one line of input, without its newline, and runs every command that it completes.
    pub fn line(&mut self, session: &mut dyn Server, line: &str, out: &mut dyn Write) {
        self.set_version_variables(session.release());
        self.line += 1;
        if let Some((data, _)) = &mut self.copying {
            let ended = line.trim_end_matches('\r') == "\\.";
            if !ended || session.release().copy_end_sent {
                data.push_str(line);
                data.push('\n');
            }
            if ended && !self.end_copy(session, out) && self.stops_on_error() {
                self.exit = Some(3);
            }
            return;
        }
        if line.is_empty() && !self.scanner.in_quote() {
            return;
        }
        if self.echo_all && self.file.is_some() {
            print_text(out, line);
            print_text(out, "\n");
        }
        let mut added_newline = None;
        if !self.buffer.is_empty() {
            self.buffer.push('\n');
            added_newline = Some(self.buffer.len());
        }
        let mut input = Input::new(line);
        self.lost = false;
        while self.exit.is_none() && !self.lost {
            let mut buffer = std::mem::take(&mut self.buffer);
            let stop = self.scanner.scan(&mut input, &mut buffer, &self.variables);
            self.buffer = buffer;
            let success = match stop {
                ScanResult::EndOfLine => return,
                ScanResult::Semicolon => {
                    added_newline = None;
                    !self.active() || self.send_buffer(session, out)
                }
                ScanResult::Backslash => {
                    if added_newline == Some(self.buffer.len()) {
                        self.buffer.pop();
                    }
                    added_newline = None;
                    match self.slash_command(session, &mut input, out) {
                        slash::BackslashResult::Ok => true,
                        slash::BackslashResult::Error => false,
                        slash::BackslashResult::Send => {
                            let success = self.send_buffer(session, out);
                            self.scanner.reset();
                            success
                        }
                    }
                }
            };
            if !success && self.stops_on_error() && self.exit.is_none() {
                self.exit = Some(3);
            }
        }
    }

    /// Ends the input: sends an unfinished statement. Returns the exit code.
    pub fn finish(&mut self, session: &mut dyn Server, out: &mut dyn Write) -> i32 {
        if self.exit.is_none() && self.file.is_some() {
            if self.copying.is_some() && !self.end_copy(session, out) && self.stops_on_error() {
                self.exit = Some(3);
            }
            if !self.buffer.is_empty()
                && self.active()
                && !self.send_buffer(session, out)
                && self.stops_on_error()
            {
                self.exit = Some(3);
            }
            if !self.conditions.is_empty() {
                self.log_error(out, "reached EOF without finding closing \\endif(s)");
                if self.stops_on_error() {
                    self.exit = Some(3);
                }
            }
        }
        self.exit.unwrap_or(0)
    }
}

/// Writes the text; write errors are ignored, as psql does.
fn print_text(out: &mut dyn Write, text: &str) {
    let _ = out.write_all(text.as_bytes());
}

#[cfg(test)]
mod tests;

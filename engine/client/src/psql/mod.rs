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
//! Simplified: no disk and no shell (`\!`, `\i`, backquotes are refused, `\o` throws away), no pager; `\timing`
//! prints modelled time.

mod command;
mod copy;
mod crosstab;
mod describe;
mod list;
pub mod print;
mod pset;
pub mod report;
pub mod scan;
mod slash;
pub mod width;

use print::{Options, Table};
use report::{Verbosity, format_report};
use scan::{Input, Scanner, Stop, Variables};
use server::session::{Column, Outcome, Session, TransactionStatus};
use std::io::Write;
use storage::error::{PgError, SqlState};

/// What psql needs of a server.
pub trait Server {
    /// Runs one simple-query message.
    fn execute(&mut self, sql: &str) -> Vec<Outcome>;
    /// Whether a transaction block is open.
    fn transaction_status(&self) -> TransactionStatus;
    /// Stops the server dead and starts it again ([`Session::crash`]); ours, no psql has it.
    fn crash(&mut self, _after: Option<u64>) -> Vec<Outcome> {
        Vec::new()
    }
    /// Goes to another database; false when it does not exist.
    fn connect(&mut self, _database: &str) -> bool {
        false
    }
    /// Gives the data of a COPY FROM STDIN.
    fn copy_in(&mut self, _data: &str) -> Vec<Outcome> {
        Vec::new()
    }
}

impl Server for Session {
    fn execute(&mut self, sql: &str) -> Vec<Outcome> {
        Session::execute(self, sql)
    }
    fn transaction_status(&self) -> TransactionStatus {
        Session::transaction_status(self)
    }
    fn crash(&mut self, after: Option<u64>) -> Vec<Outcome> {
        Session::crash(self, after)
    }
    fn copy_in(&mut self, data: &str) -> Vec<Outcome> {
        Session::copy_in(self, data)
    }
    fn connect(&mut self, database: &str) -> bool {
        Session::connect(self, database)
    }
}

/// Runs a script as `psql -X -a -f file` (without `-a` when `echo_all` is false) and returns
/// psql's exit code: 0, or 3 when ON_ERROR_STOP ended it.
pub fn run_script(
    session: &mut dyn Server,
    file: &str,
    text: &str,
    echo_all: bool,
    out: &mut dyn Write,
) -> i32 {
    let mut psql = Psql::new(Some(file), echo_all);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rest = text;
    while !rest.is_empty() && psql.exit_code().is_none() {
        let (line, more) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = more;
        psql.line(session, line, out);
    }
    psql.finish(session, out)
}

/// What psql says when the connection is gone (`libpq`), and when it is there again
/// (`CheckConnection`, as at a prompt: a script goes on here).
const LOST: &str = "server closed the connection unexpectedly\n\
    \tThis probably means the server terminated abnormally\n\
    \tbefore or while processing the request.\n";
const RESET: &str = "The connection to the server was lost. Attempting reset: Succeeded.\n";

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

/// What the statement sent next has its result used for.
#[derive(Clone, Debug, Default, PartialEq)]
enum Use {
    #[default]
    Print,
    Expanded,
    Set(String),
    Execute,
    /// Columns and their types only.
    Describe,
    /// As a grid.
    Crosstab(Box<crosstab::Arguments>),
    /// Its rows go to a file.
    Nothing,
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
    timing: bool,
    last_error: Option<(Box<PgError>, String)>,
    next_use: Use,
    /// Whether output goes to a file (`\o`), which there is none of.
    redirected: bool,
    /// Options to come back to after one query.
    saved_options: Option<Options>,
    /// The data of a COPY FROM STDIN so far, and the query.
    copying: Option<(String, String)>,
    /// What `\copy ... TO` wrote, by the file's name.
    files: std::collections::BTreeMap<String, String>,
    exit: Option<i32>,
    /// Whether the server went away: the rest of the line was for it.
    lost: bool,
}

impl Psql {
    /// Starts; without a file's name it is interactive.
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
            timing: false,
            last_error: None,
            next_use: Use::Print,
            redirected: false,
            saved_options: None,
            copying: None,
            files: Default::default(),
            exit: None,
            lost: false,
        }
    }

    /// The exit code, once the session has been told to end.
    pub fn exit_code(&self) -> Option<i32> {
        self.exit
    }

    /// Whether no statement is begun.
    pub fn at_start(&self) -> bool {
        self.buffer.is_empty() && !self.scanner.in_quote() && self.copying.is_none()
    }
    /// Goes on with another part of a script: the file's name, and the number of the line before
    /// it. What was begun, or told to end, before is forgotten; variables and settings stay.
    pub fn begin(&mut self, file: &str, line: u64) {
        self.forget();
        self.file = Some(file.to_string());
        self.line = line;
        self.exit = None;
        self.conditions.clear();
    }
    /// Throws away what is typed of a statement, as Ctrl-C does.
    pub fn forget(&mut self) {
        self.buffer.clear();
        self.copying = None;
        self.scanner.reset();
    }

    /// What psql would prompt with: `postgres=# `, `postgres-# `, `postgres(# ` ...
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

    /// Whether branches of `\if` let statements run.
    fn active(&self) -> bool {
        self.conditions.last().is_none_or(|c| c.branch == Branch::True)
    }

    /// `psql:FILE:LINE: ` in front of messages, or nothing at a prompt.
    fn prefix(&self) -> String {
        match &self.file {
            Some(f) => format!("psql:{f}:{}: ", self.line),
            None => String::new(),
        }
    }
    /// `pg_log_error`
    fn log_error(&self, out: &mut dyn Write, message: &str) {
        let severity = if self.file.is_some() { "error: " } else { "" };
        put(out, &format!("{}{severity}{message}\n", self.prefix()));
    }
    /// `pg_log_warning`
    fn log_warning(&self, out: &mut dyn Write, message: &str) {
        let severity = if self.file.is_some() { "warning: " } else { "" };
        put(out, &format!("{}{severity}{message}\n", self.prefix()));
    }
    fn quiet(&self) -> bool {
        self.variables.get("QUIET").is_some_and(|v| v == "on")
    }
    fn stops_on_error(&self) -> bool {
        self.file.is_some() && self.variables.get("ON_ERROR_STOP").is_some_and(|v| pset::is_true(v))
    }
    fn verbosity(&self) -> Verbosity {
        match self.variables.get("VERBOSITY").map(String::as_str) {
            Some("terse") => Verbosity::Terse,
            Some("verbose") => Verbosity::Verbose,
            Some("sqlstate") => Verbosity::SqlState,
            _ => Verbosity::Default,
        }
    }

    /// Reads one line (without its newline) and does all that it completes.
    pub fn line(&mut self, session: &mut dyn Server, line: &str, out: &mut dyn Write) {
        self.line += 1;
        if let Some((data, _)) = &mut self.copying {
            if line.trim_end_matches('\r') != "\\." {
                data.push_str(line);
                data.push('\n');
            } else if !self.end_copy(session, out) && self.stops_on_error() {
                self.exit = Some(3);
            }
            return;
        }
        if line.is_empty() && !self.scanner.in_quote() {
            return;
        }
        if self.echo_all && self.file.is_some() {
            put(out, line);
            put(out, "\n");
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
                Stop::EndOfLine => return,
                Stop::Semicolon => {
                    added_newline = None;
                    !self.active() || self.send_buffer(session, out)
                }
                Stop::Backslash => {
                    if added_newline == Some(self.buffer.len()) {
                        self.buffer.pop();
                    }
                    added_newline = None;
                    match self.slash_command(session, &mut input, out) {
                        slash::Status::Ok => true,
                        slash::Status::Error => false,
                        slash::Status::Send => {
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

    /// Ends the input: an unfinished statement is sent. Returns the exit code.
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

    fn send_buffer(&mut self, session: &mut dyn Server, out: &mut dyn Write) -> bool {
        let query = std::mem::take(&mut self.buffer);
        let success = self.send(session, &query, out);
        self.previous = query;
        success
    }

    /// Sends a query and prints what comes back (`SendQuery`).
    fn send(&mut self, session: &mut dyn Server, query: &str, out: &mut dyn Write) -> bool {
        if self.next_use == Use::Describe {
            self.next_use = Use::Print;
            return self.describe_result(session, query, out);
        }
        let outcomes = session.execute(query);
        self.outcomes(session, query, outcomes, out)
    }

    /// `\gdesc`: the columns of a query, without its rows.
    fn describe_result(
        &mut self,
        session: &mut dyn Server,
        query: &str,
        out: &mut dyn Write,
    ) -> bool {
        let inner = query.trim().trim_end_matches(';');
        let mut types = Vec::new();
        for outcome in session.execute(&format!("SELECT * FROM ({inner}) q LIMIT 0")) {
            match outcome {
                Outcome::Rows { columns, .. } => types = columns,
                Outcome::Error(_) => return self.send(session, query, out),
                _ => {}
            }
        }
        let mut rows = Vec::new();
        for c in types {
            let sql = format!("SELECT pg_catalog.format_type({}, {})", c.type_oid.0, c.typmod);
            let Some(t) = self.query_one(session, &sql, out) else { return false };
            rows.push(vec![c.name, t]);
        }
        let table = Table {
            title: None,
            headers: vec!["Column".into(), "Type".into()],
            right: vec![false, false],
            rows,
            footers: None,
        };
        put(out, &print::print(&table, &self.options));
        true
    }

    /// Sends the data of a COPY.
    fn end_copy(&mut self, session: &mut dyn Server, out: &mut dyn Write) -> bool {
        let Some((data, query)) = self.copying.take() else { return true };
        let outcomes = session.copy_in(&data);
        self.outcomes(session, &query, outcomes, out)
    }

    pub(super) fn outcomes(
        &mut self,
        session: &mut dyn Server,
        query: &str,
        outcomes: Vec<Outcome>,
        out: &mut dyn Write,
    ) -> bool {
        let used = std::mem::take(&mut self.next_use);
        let muted = self.redirected || used == Use::Nothing;
        let mut success = true;
        let mut state = SqlState::SUCCESSFUL_COMPLETION;
        let mut count = "0".to_string();
        for outcome in outcomes {
            match outcome {
                Outcome::CopyIn => {
                    self.copying = Some((String::new(), query.to_string()));
                    return true;
                }
                Outcome::CopyOut { data, tag } => {
                    count = tag_count(&tag);
                    if !muted {
                        put(out, &data);
                    }
                }
                Outcome::ConnectionLost { log } => {
                    self.lost = true;
                    put(out, LOST);
                    log.iter().for_each(|line| put(out, &format!("{line}\n")));
                    put(out, RESET);
                }
                Outcome::Notice(report) => self.report(&report, query, out),
                Outcome::Error(report) => {
                    self.report(&report, query, out);
                    success = false;
                    state = report.code;
                    self.variables.insert("LAST_ERROR_MESSAGE".into(), report.message.clone());
                    self.variables.insert("LAST_ERROR_SQLSTATE".into(), report.code.0.to_string());
                    count = "0".into();
                    self.last_error = Some((report, query.to_string()));
                }
                Outcome::Command { tag } => {
                    count = tag_count(&tag);
                    if !self.quiet() && !tag.is_empty() && !self.redirected {
                        put(out, &tag);
                        put(out, "\n");
                    }
                }
                Outcome::Rows { columns, rows, tag } => {
                    count = tag_count(&tag);
                    if tag.is_empty() {
                        count = rows.len().to_string();
                    }
                    if muted && matches!(used, Use::Print | Use::Expanded | Use::Nothing) {
                        continue;
                    }
                    success &= self.rows(session, &used, &columns, &rows, out);
                    let modifies = ["INSERT", "UPDATE", "DELETE"];
                    if modifies.iter().any(|m| tag.starts_with(m)) && !self.quiet() {
                        put(out, &tag);
                        put(out, "\n");
                    }
                }
            }
        }
        if let Some(saved) = self.saved_options.take() {
            self.options = saved;
        }
        self.variables.insert("ERROR".into(), (!success).to_string());
        self.variables.insert("SQLSTATE".into(), state.0.to_string());
        self.variables.insert("ROW_COUNT".into(), count);
        if self.timing {
            put(out, "Time: 0.000 ms\n");
        }
        success
    }

    fn report(&self, report: &PgError, query: &str, out: &mut dyn Write) {
        let text = format_report(report, query, self.verbosity());
        put(out, &format!("{}{text}", self.prefix()));
    }

    fn rows(
        &mut self,
        session: &mut dyn Server,
        used: &Use,
        columns: &[Column],
        rows: &[Vec<Option<String>>],
        out: &mut dyn Write,
    ) -> bool {
        match used {
            Use::Print | Use::Expanded => {
                let mut options = self.options.clone();
                if *used == Use::Expanded {
                    options.expanded = 1;
                }
                let table = Table {
                    title: options.title.clone(),
                    headers: columns.iter().map(|c| c.name.clone()).collect(),
                    right: columns.iter().map(|c| pset::right_aligned(c.type_oid.0)).collect(),
                    rows: rows
                        .iter()
                        .map(|r| {
                            let cell =
                                |c: &Option<String>| c.as_ref().unwrap_or(&options.null).clone();
                            r.iter().map(cell).collect()
                        })
                        .collect(),
                    footers: None,
                };
                put(out, &print::print(&table, &options));
                true
            }
            Use::Describe | Use::Nothing => true,
            Use::Crosstab(arguments) => {
                match crosstab::crosstab(arguments, columns, rows, &self.options.null) {
                    Ok(table) => {
                        let title = self.options.title.clone();
                        put(out, &print::print(&Table { title, ..table }, &self.options));
                        true
                    }
                    Err(why) => {
                        self.log_error(out, &format!("\\crosstabview: {why}"));
                        false
                    }
                }
            }
            Use::Set(prefix) => match rows {
                [] => {
                    self.log_error(out, "no rows returned for \\gset");
                    false
                }
                [row] => {
                    for (column, value) in columns.iter().zip(row) {
                        let name = format!("{prefix}{}", column.name);
                        match value {
                            Some(v) => self.variables.insert(name, v.clone()),
                            None => self.variables.remove(&name),
                        };
                    }
                    true
                }
                _ => {
                    self.log_error(out, "more than one row returned for \\gset");
                    false
                }
            },
            Use::Execute => {
                let mut success = true;
                for text in rows.iter().flatten().flatten() {
                    if self.echo_all {
                        put(out, text);
                        put(out, "\n");
                    }
                    if !self.send(session, text, out) {
                        success = false;
                        if self.stops_on_error() {
                            return false;
                        }
                    }
                }
                success
            }
        }
    }
}

/// The number at the end of a command tag.
fn tag_count(tag: &str) -> String {
    let last = tag.rsplit(' ').next().unwrap_or("");
    if !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit()) {
        last.to_string()
    } else {
        "0".to_string()
    }
}

/// Writes; a broken stream is not psql's concern.
fn put(out: &mut dyn Write, text: &str) {
    let _ = out.write_all(text.as_bytes());
}

#[cfg(test)]
mod tests;

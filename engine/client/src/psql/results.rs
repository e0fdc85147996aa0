//! Sends queries, and prints or uses their results (`SendQuery`).
//!
//! ```text
//! SELECT 1 AS a \gset b_    ResultUse::Set: the variable b_a is 1   nothing is printed
//! SELECT 1 AS a \gdesc      ResultUse::Describe                     Column | Type
//! SELECT 1 AS a;            ResultUse::Print                        a table, the tag
//! ```

use super::command::is_variable_name;
use super::print::{self, Table};
use super::report::format_report;
use super::{Psql, Server, block, crosstab, print_text, pset};
use server::session::{Column, Reply};
use std::io::Write;
use storage::error::{PgError, SqlState};

/// What psql says when the connection is gone (`libpq`), and when it is there again
/// (`CheckConnection`, as at a prompt: a script goes on here).
const LOST: &str = "server closed the connection unexpectedly\n\
    \tThis probably means the server terminated abnormally\n\
    \tbefore or while processing the request.\n";
const RESET: &str = "The connection to the server was lost. Attempting reset: Succeeded.\n";

/// What the result of the next statement is used for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum ResultUse {
    /// As a table.
    #[default]
    Print,
    /// As records: `\gx`.
    Expanded,
    /// Its one row sets variables, whose names begin with this prefix: `\gset`.
    Set(String),
    /// Its values are sent as queries: `\gexec`.
    Execute,
    /// Columns and their types only: `\gdesc`.
    Describe,
    /// As a grid: `\crosstabview`.
    Crosstab(Box<crosstab::Arguments>),
}

/// What a query returned, and the file of `\g` that its rows go to.
struct Answer<'a> {
    columns: &'a [Column],
    rows: &'a [Vec<Option<String>>],
    file: Option<&'a str>,
}

impl ResultUse {
    /// Whether only the last result of several is used so, and those before it are printed.
    fn takes_last(&self) -> bool {
        matches!(self, ResultUse::Set(_) | ResultUse::Execute | ResultUse::Crosstab(_))
    }
}

impl Psql {
    /// Sends the query buffer, which becomes the previous query; false after an error.
    pub(super) fn send_buffer(&mut self, session: &mut dyn Server, out: &mut dyn Write) -> bool {
        let query = std::mem::take(&mut self.buffer);
        let success = self.send(session, &query, out);
        self.previous = query;
        success
    }

    /// Sends a query and prints what comes back; false after an error (`SendQuery`).
    pub(super) fn send(
        &mut self,
        session: &mut dyn Server,
        query: &str,
        out: &mut dyn Write,
    ) -> bool {
        if !self.open_block(session, query, out) {
            self.next_use = ResultUse::Print;
            self.query_output = None;
            return false;
        }
        if self.variables.get("ECHO").is_some_and(|e| e == "queries") {
            print_text(out, query);
            print_text(out, "\n");
        }
        if self.next_use == ResultUse::Describe {
            self.next_use = ResultUse::Print;
            return self.describe_result(session, query, out);
        }
        let outcomes = session.execute(query);
        let success = self.print_outcomes(session, query, outcomes, out);
        if !success {
            self.skip_copy_data(session, query);
            if self.variables.get("ECHO").is_some_and(|e| e == "errors") {
                print_text(out, &format!("{}STATEMENT:  {query}\n", self.prefix()));
            }
        }
        success
    }

    /// Makes psql skip the lines of data that follow a COPY FROM STDIN of a script, if the statement failed and the
    /// release is one whose psql skips them (`failed_copies_skipped`).
    pub(super) fn skip_copy_data(&mut self, session: &dyn Server, query: &str) {
        let words: Vec<&str> =
            query.split([' ', '\t', '\n', '(', ')', ';']).filter(|w| !w.is_empty()).collect();
        let is =
            |at: usize, word: &str| words.get(at).is_some_and(|w| w.eq_ignore_ascii_case(word));
        let from_script = (1..words.len()).any(|i| is(i, "from") && is(i + 1, "stdin"));
        let skipped = session.release().failed_copies_skipped;
        if skipped && self.file.is_some() && is(0, "copy") && from_script {
            self.copying = Some((String::new(), None));
        }
    }

    /// `\gdesc`: prints the columns of a query, which is prepared and does not run; false after an error (`DescribeQuery`).
    fn describe_result(
        &mut self,
        session: &mut dyn Server,
        query: &str,
        out: &mut dyn Write,
    ) -> bool {
        const PREPARE: &str = "PREPARE \"\\gdesc\" AS ";
        let mut outcomes = session.execute(&format!("{PREPARE}{query}"));
        for outcome in &mut outcomes {
            let Reply::Error(e) = outcome else { continue };
            e.location = e.location.map(|at| at.saturating_sub(PREPARE.len()));
            if e.location == Some(0) && sql::parser::parse_for(self.release, query).is_ok() {
                self.log_error(out, "\\gdesc of a command that is no query is not modelled");
                return false;
            }
            return self.print_outcomes(session, query, outcomes, out);
        }
        let mut rows = Vec::new();
        for (name, type_oid, typmod) in session.take_prepared("\\gdesc") {
            let sql = format!("SELECT pg_catalog.format_type({}, {typmod})", type_oid.0);
            let Some(t) = self.query_value(session, &sql, out) else { return false };
            rows.push(vec![name, t]);
        }
        if rows.is_empty() {
            print_text(out, "The command has no result, or the result has no columns.\n");
            return true;
        }
        let table = Table {
            title: None,
            headers: vec!["Column".into(), "Type".into()],
            right: vec![false, false],
            rows,
            footers: None,
        };
        self.variables.insert("ROW_COUNT".into(), table.rows.len().to_string());
        self.print_result(&print::print(&table, &self.options), out);
        true
    }

    /// Sends the data that a COPY FROM STDIN asks for, if one waits; false after an error.
    pub(super) fn end_copy(&mut self, session: &mut dyn Server, out: &mut dyn Write) -> bool {
        let Some((data, Some(query))) = self.copying.take() else { return true };
        let outcomes = session.copy_in(&data);
        self.print_outcomes(session, &query, outcomes, out)
    }

    /// Prints a query's results, or uses them as `next_use` says; false after an error.
    pub(super) fn print_outcomes(
        &mut self,
        session: &mut dyn Server,
        query: &str,
        mut outcomes: Vec<Reply>,
        out: &mut dyn Write,
    ) -> bool {
        // A result is printed once the next one is there (`ExecQueryAndProcessResults`), and libpq tells at once what comes
        // behind that one (`pqParseInput3`).
        for at in 0..outcomes.len() {
            let is_result = |o: &&Reply| matches!(o, Reply::Rows { .. } | Reply::Command { .. });
            if matches!(outcomes[at], Reply::Notice(_)) {
                let over = outcomes[..at].iter().rev().take(2).take_while(is_result).count();
                outcomes[at - over..=at].rotate_right(1);
            }
        }
        let used = std::mem::take(&mut self.next_use);
        let file = self.query_output.take();
        let mut success = true;
        let mut state = SqlState::SUCCESSFUL_COMPLETION;
        let mut count = "0".to_string();
        let mut gone = false;
        let line = if self.file.is_some() { self.line } else { 0 };
        // Only the last result is stored, executed or made a grid; those before it are printed (`PrintQueryResult`).
        let last = outcomes.iter().rposition(|o| !matches!(o, Reply::Notice(_)));
        let shows_all = self.is_on("SHOW_ALL_RESULTS");
        for (i, outcome) in outcomes.into_iter().enumerate() {
            let is_last = last == Some(i);
            let hidden = !is_last && !shows_all;
            match outcome {
                Reply::CopyIn => {
                    self.copying = Some((String::new(), Some(query.to_string())));
                    return true;
                }
                Reply::CopyOut { data, tag } => {
                    count = tag_count(&tag);
                    success &= self.print_rows(file.as_deref(), &data, out);
                    // The tag is left out where it would follow the data.
                    if file.is_some() && !hidden {
                        self.print_tag(&tag, out);
                    }
                }
                Reply::ConnectionLost { log } => {
                    self.lost = true;
                    print_text(out, LOST);
                    log.iter().for_each(|line| print_text(out, &format!("{line}\n")));
                    print_text(out, RESET);
                }
                Reply::Notice(report) => {
                    let report = self.refused.skipped(report);
                    self.report(&report, query, out);
                }
                Reply::Error(report) => {
                    let report = self.refused.failed(report, query, line);
                    if matches!(used, ResultUse::Set(_)) {
                        self.refused.not_set(line);
                    }
                    self.report(&report, query, out);
                    success = false;
                    state = report.code;
                    self.variables.insert("LAST_ERROR_MESSAGE".into(), report.message.clone());
                    self.variables.insert("LAST_ERROR_SQLSTATE".into(), report.code.0.to_string());
                    count = "0".into();
                    self.last_error = Some((report, query.to_string()));
                }
                Reply::Command { tag } => {
                    gone |= block::ends_savepoint(&tag);
                    count = tag_count(&tag);
                    if hidden || tag.is_empty() {
                        continue;
                    }
                    self.print_tag(&tag, out);
                }
                Reply::Rows { columns, rows, tag } => {
                    count = tag_count(&tag);
                    if tag.is_empty() {
                        count = rows.len().to_string();
                    }
                    let here =
                        if is_last || !used.takes_last() { &used } else { &ResultUse::Print };
                    if hidden {
                        continue;
                    }
                    let answer = Answer { columns: &columns, rows: &rows, file: file.as_deref() };
                    success &= self.use_rows(session, here, &answer, out);
                    let modifies = ["INSERT", "UPDATE", "DELETE"];
                    if modifies.iter().any(|m| tag.starts_with(m)) {
                        self.print_tag(&tag, out);
                    }
                }
            }
        }
        if success {
            self.refused.succeeded(query);
        }
        self.close_savepoint(session, gone, out);
        if let Some(saved) = self.saved_options.take() {
            self.options = saved;
        }
        if success || state != SqlState::SUCCESSFUL_COMPLETION {
            self.set_result_variables(success, state.0, &count);
        } else if session.release().failed_use_sets_error {
            self.set_result_variables(false, "", "0");
            self.variables.insert("LAST_ERROR_MESSAGE".into(), String::new());
            self.variables.insert("LAST_ERROR_SQLSTATE".into(), String::new());
        }
        if self.timing {
            print_text(out, &timing(session.milliseconds()));
        }
        success
    }

    /// Sets the variables that tell how a query ended (`SetResultVariables`).
    fn set_result_variables(&mut self, success: bool, state: &str, count: &str) {
        self.variables.insert("ERROR".into(), (!success).to_string());
        self.variables.insert("SQLSTATE".into(), state.to_string());
        self.variables.insert("ROW_COUNT".into(), count.to_string());
    }

    /// Prints the tag of a command (`PrintQueryStatus`).
    fn print_tag(&mut self, tag: &str, out: &mut dyn Write) {
        self.variables.insert("LASTOID".into(), "0".into());
        if self.quiet() {
            return;
        }
        let text = match self.options.format {
            print::Format::Html => format!("<p>{tag}</p>\n"),
            _ => format!("{tag}\n"),
        };
        self.print_result(&text, out);
    }

    /// Prints rows to the file of `\g`, which is emptied, or to where results go; false when it could not be opened
    /// (`PrintQueryTuples`).
    fn print_rows(&mut self, file: Option<&str>, text: &str, out: &mut dyn Write) -> bool {
        match file {
            Some(name) => {
                let opened = self.open_output(name, out);
                if opened {
                    self.print_to(file, text, out);
                }
                opened
            }
            None => {
                self.print_result(text, out);
                true
            }
        }
    }

    /// Prints an error or notice with its position in the query.
    pub(super) fn report(&self, report: &PgError, query: &str, out: &mut dyn Write) {
        let text = format_report(report, query, self.verbosity());
        print_text(out, &format!("{}{text}", self.prefix()));
    }

    /// Prints the rows of a result, or uses them as `used` says. Returns false after an error.
    fn use_rows(
        &mut self,
        session: &mut dyn Server,
        used: &ResultUse,
        answer: &Answer,
        out: &mut dyn Write,
    ) -> bool {
        let Answer { columns, rows, file } = *answer;
        match used {
            ResultUse::Print | ResultUse::Expanded => {
                let mut options = self.options.clone();
                if *used == ResultUse::Expanded {
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
                self.print_rows(file, &print::print(&table, &options), out)
            }
            ResultUse::Describe => true,
            ResultUse::Crosstab(arguments) => {
                match crosstab::crosstab(arguments, columns, rows, &self.options.null) {
                    Ok(table) => {
                        let title = self.options.title.clone();
                        let text = print::print(&Table { title, ..table }, &self.options);
                        self.print_result(&text, out);
                        true
                    }
                    Err(why) => {
                        self.log_error(out, &format!("\\crosstabview: {why}"));
                        false
                    }
                }
            }
            ResultUse::Set(prefix) => match rows {
                [] => {
                    self.log_error(out, "no rows returned for \\gset");
                    false
                }
                [row] => {
                    for (column, value) in columns.iter().zip(row) {
                        let name = format!("{prefix}{}", column.name);
                        if !is_variable_name(&name) {
                            self.log_error(out, &format!("invalid variable name: \"{name}\""));
                            return false;
                        }
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
            ResultUse::Execute => {
                let mut success = true;
                for text in rows.iter().flatten().flatten() {
                    if self.echo_all {
                        print_text(out, text);
                        print_text(out, "\n");
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

/// The line of `\timing`: milliseconds, from one second on also in clock notation (`PrintTiming`).
fn timing(milliseconds: f64) -> String {
    if milliseconds < 1000.0 {
        return format!("Time: {milliseconds:.3} ms\n");
    }
    let seconds = milliseconds / 1000.0;
    let minutes = (seconds / 60.0).floor();
    let (hours, seconds) = ((minutes / 60.0).floor(), seconds - 60.0 * minutes);
    let minutes = minutes - 60.0 * hours;
    let days = (hours / 24.0).floor();
    let mut clock = format!("{minutes:02.0}:{seconds:06.3}");
    if hours > 0.0 {
        clock = format!("{:02.0}:{clock}", hours - 24.0 * days);
    }
    if days > 0.0 {
        clock = format!("{days:.0} d {clock}");
    }
    format!("Time: {milliseconds:.3} ms ({clock})\n")
}

/// The number at the end of a command tag; `0` if there is none.
fn tag_count(tag: &str) -> String {
    let last = tag.rsplit(' ').next().unwrap_or("");
    if !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit()) {
        last.to_string()
    } else {
        "0".to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::timing;

    #[test]
    fn a_second_and_more_is_told_as_a_clock_shows_it() {
        assert_eq!(timing(0.0421), "Time: 0.042 ms\n");
        assert_eq!(timing(1234.0), "Time: 1234.000 ms (00:01.234)\n");
        assert_eq!(timing(61_002.0), "Time: 61002.000 ms (01:01.002)\n");
        assert_eq!(timing(3_723_004.0), "Time: 3723004.000 ms (01:02:03.004)\n");
        assert_eq!(timing(90_061_000.0), "Time: 90061000.000 ms (1 d 01:01:01.000)\n");
    }
}

//! `\d` and its kin: what there is, and what it is like (`describe.c`).
//!
//! | command | module |
//! |---|---|
//! | `\d NAME` | [`relation`] with its [`columns`] and [`footers`] (indexes, constraints, triggers); [`sequence`] |
//! | `\d`, `\dt`, `\di`, `\ds`, `\dv`, `\dm` | [`relations`] |
//! | `\df`, `\sf` | [`functions`] |
//! | `\dT`, `\dD` | [`types`] |
//! | `\sv` | [`views`] |
//! | `\l`, `\dn`, `\db`, `\dx`, `\du`, `\dp`, `\dr`, `\dl` | [`lists`] |
//!
//! As in psql, all is asked in SQL: psql knows no catalog but the server's tables. The queries are
//! simpler than psql's own, and the joining and sorting are done here.
//!
//! ```text
//! \d t              SELECT ... FROM pg_class        which relations are named t
//!                   SELECT ... FROM pg_attribute    Column | Type | Collation | Nullable | Default
//!                   SELECT ... FROM pg_constraint   Indexes: ... Check constraints: ...
//!                   SELECT ... FROM pg_index
//! ```
//!
//! A function that fails has printed why and returns `None`; psql then gives the command up.

mod columns;
mod footers;
mod functions;
mod lists;
mod pattern;
mod relation;
mod relations;
mod sequence;
mod types;
mod views;

use super::print::{Options, Table, print};
use super::slash::BackslashResult;
use super::{Psql, Server};
use pattern::Pattern;
use server::session::Reply;
use std::io::Write;
use storage::sort::Arrange;

/// A result's row; NULL is none.
type Row = Vec<Option<String>>;

/// A command of the family at work: whom it asks, and where it prints.
struct Describe<'a> {
    psql: &'a mut Psql,
    server: &'a mut dyn Server,
    out: &'a mut dyn Write,
    asked: DescribeRequest<'a>,
}

/// What was asked for.
struct DescribeRequest<'a> {
    /// Whether more is shown: `+`.
    verbose: bool,
    /// Whether what belongs to the system is shown, too: `S`.
    system: bool,
    /// The name as it was typed, with its wildcards.
    name: Option<&'a str>,
    /// The pattern as parsed.
    pattern: Option<Pattern>,
}

impl DescribeRequest<'_> {
    /// Whether the object was asked for by name, or no name was given.
    fn named(&self, schema: &str, name: &str) -> bool {
        self.pattern.as_ref().is_none_or(|pattern| pattern.matches(schema, name))
    }

    /// Whether an object is listed, of which the last column of its row says if the search path finds it: one that it
    /// does not find only by a pattern with a schema.
    fn finds(&self, schema: &str, name: &str, row: &[String]) -> bool {
        let visible = row.last().is_some_and(|shown| shown == "t");
        self.pattern.as_ref().map_or(visible, |p| p.matches_visible(schema, name, visible))
    }

    /// Whether objects of the system are listed: with the letter `S`, or when a pattern was given.
    fn shows_system(&self) -> bool {
        self.system || self.pattern.is_some()
    }
}

/// Whether a schema is the system's.
fn is_system_schema(schema: &str) -> bool {
    matches!(schema, "pg_catalog" | "information_schema")
}

/// A list that one query makes: its columns are the list's, in order; more of them are for `keep`
/// alone.
struct ListQuery<'a> {
    title: &'a str,
    headers: &'a [&'a str],
    sql: &'a str,
}

/// The columns of lists that are empty only where they are NULL.
const NULL_IF_EMPTY: [&str; 11] = [
    "Description",
    "Access privileges",
    "Access method",
    "Table",
    "Result data type",
    "Internal name",
    "Locale",
    "ICU Rules",
    "Collation",
    "Nullable",
    "Default",
];

/// The value of a row's column as text; NULL is the empty text.
fn cell(row: &[Option<String>], i: usize) -> String {
    row.get(i).cloned().flatten().unwrap_or_default()
}

/// Whether a row's column is true.
fn is_true(row: &[Option<String>], i: usize) -> bool {
    row.get(i).is_some_and(|value| value.as_deref() == Some("t"))
}

impl Psql {
    /// Runs `\d...`, `\l`, `\z`, `\sf` or `\sv`.
    pub(super) fn describe(
        &mut self,
        server: &mut dyn Server,
        command: &str,
        name: Option<&str>,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let asked = DescribeRequest {
            verbose: command.contains('+'),
            system: command.contains('S'),
            name,
            pattern: name.map(Pattern::new),
        };
        // What \sf and \sv name is no pattern, and \dl takes none.
        let takes_none = ["s", "dl", "lo"].iter().any(|name| command.starts_with(name));
        let database = self.variables.get("DBNAME").map_or("postgres", String::as_str);
        let pattern = asked.pattern.as_ref().filter(|_| !takes_none);
        if let Some(why) = pattern.and_then(|p| p.refusal(command, database)) {
            self.log_error(out, &format!("{why}: {}", name.unwrap_or_default()));
            return BackslashResult::Error;
        }
        let expanded = self.options.expanded;
        if self.release.lists_expand && command.get(2..).is_some_and(|more| more.contains('x')) {
            self.options.expanded = 1;
        }
        let mut describe = Describe { psql: self, server, out, asked };
        // An operator is no regular expression, and no command has a sign behind its first letter, such as `\d;`.
        let second = command.as_bytes().get(1);
        let unknown = second.is_some_and(|b| *b != b'+' && !b.is_ascii_alphabetic());
        let judged = if takes_none || unknown || command.starts_with("do") {
            Some(())
        } else {
            describe.judge_pattern()
        };
        let done = judged.and_then(|()| describe.run(command));
        self.options.expanded = expanded;
        match done {
            Some(()) => BackslashResult::Ok,
            None => BackslashResult::Error,
        }
    }

    /// Runs `\sf` or `\sv` of the object that the rest of the line names (`exec_command_sf_sv`).
    pub(super) fn show_source(
        &mut self,
        server: &mut dyn Server,
        command: &str,
        line: &str,
        out: &mut dyn Write,
    ) -> BackslashResult {
        let end: &[char] = if self.release.source_name_ends { &[';', ' '] } else { &[' '] };
        let name = line.trim_end_matches(end);
        if name.is_empty() {
            let what = if command.starts_with("sf") { "function" } else { "view" };
            self.log_error(out, &format!("{what} name is required"));
            return BackslashResult::Error;
        }
        self.describe(server, command, Some(name), out)
    }

    /// Runs a query that psql itself makes; an error is printed (`PSQLexec`), and the result is
    /// `None`.
    pub(super) fn query(
        &mut self,
        server: &mut dyn Server,
        sql: &str,
        out: &mut dyn Write,
    ) -> Option<Vec<Row>> {
        let mut found = Vec::new();
        for outcome in server.execute(sql) {
            match outcome {
                Reply::Rows { rows, .. } => found = rows,
                Reply::Error(e) => {
                    self.report(&e, sql, out);
                    return None;
                }
                _ => {}
            }
        }
        Some(found)
    }

    /// Runs a query that gives one value, and returns it.
    pub(super) fn query_value(
        &mut self,
        server: &mut dyn Server,
        sql: &str,
        out: &mut dyn Write,
    ) -> Option<String> {
        let rows = self.query(server, sql, out)?;
        Some(rows.first().map(|row| cell(row, 0)).unwrap_or_default())
    }
}

/// Lists of psql that are not modelled, of catalogs that hold nothing of TOAST.
const NOT_MODELLED: &[&str] = &[
    "da", "dA", "dAc", "dAf", "dAo", "dAp", "dc", "dC", "dconfig", "dd", "ddp", "des", "det",
    "deu", "dew", "dF", "dFd", "dFp", "dFt", "dL", "do", "dO", "dP", "dPi", "dPt", "drds", "dRp",
    "dRs", "dX", "dy",
];

/// The letters of the relations that a list shows: `\dtv`.
const KINDS: [char; 6] = ['t', 'v', 'm', 'i', 's', 'E'];

/// The name of a command without what says nothing in it (`exec_command_d`): psql looks at its first letters, so `\dnx`
/// is `\dn`, and `\dx;` is `\dx`. What it takes whole, and what it does not know, keeps its letters but for `+` and
/// `S`. `expands`: `x` behind the letters is an option.
fn without_more(command: &str, expands: bool) -> &str {
    let plain = command.trim_end_matches(['+', 'S']);
    let first = match command.as_bytes() {
        [b'd', b'S' | b'+', ..] => 1,
        [b'd', b'c', ..] if command.starts_with("dconfig") => 7,
        [b'd', b'd', b'p', ..] => 3,
        [b'd', b'r', b'd', b's', ..] => 4,
        [b'd', b'r', b'g', ..] => 3,
        [b'd', letter, ..] if b"abcCdDglLnoOpTuxXy".contains(letter) => 2,
        [b'd', b'f', b'x', ..] if expands => 2,
        [b'd', b'f', letter, ..] if b"anptwS+".contains(letter) => 2,
        [b'd', b'R' | b'F' | b'e' | b'A' | b'P', letter, ..]
            if *letter != b'+' && !(expands && *letter == b'x') =>
        {
            3
        }
        [b'd', b'R' | b'F' | b'e' | b'A' | b'P', ..] => 2,
        _ => plain.len(),
    };
    &command[..first.min(plain.len())]
}

impl Describe<'_> {
    /// Lets the server look at the regular expressions of the pattern: it tells of one that is broken.
    fn judge_pattern(&mut self) -> Option<()> {
        let regexes: Vec<String> = self.asked.pattern.iter().flat_map(Pattern::regexes).collect();
        for regex in regexes {
            let regex = regex.replace('\\', "\\\\").replace('\'', "''");
            self.query(&format!("SELECT '' OPERATOR(pg_catalog.~) E'{regex}';"))?;
        }
        Some(())
    }

    /// Runs the command of this name.
    fn run(&mut self, command: &str) -> Option<()> {
        match without_more(command, self.psql.release.lists_expand) {
            "d" => match self.asked.name {
                None => self.list_relations("tvmsE"),
                Some(name) => self.describe_named(name),
            },
            "dn" => self.list_schemas(),
            "df" => self.list_functions(&command[2..]),
            "dx" if self.asked.verbose => {
                self.psql
                    .log_error(self.out, "\\dx+: what an extension consists of is not modelled");
                None
            }
            "dx" => self.list_extensions(),
            "dr" if self.has_toasters() == Some(true) => self.list_toasters(),
            "l" | "list" if self.asked.verbose => {
                self.psql.log_error(self.out, "\\l+: the size of a database is not modelled");
                None
            }
            "l" | "list" => self.list_databases(),
            "du" | "dg" => self.list_roles(),
            "dp" | "z" => self.list_privileges(),
            "dl" | "lo_list" => self.list_large_objects(),
            "db" if self.asked.verbose => {
                self.psql.log_error(self.out, "\\db+: the size of a tablespace is not modelled");
                None
            }
            "db" => self.list_tablespaces(),
            "dD" => self.list_domains(),
            "dT" if self.asked.verbose => self.list_types_verbosely(),
            "dT" => self.list_types(),
            "sf" => self.show_function(),
            "sv" => self.show_view(),
            kinds if kinds.starts_with('d') && kinds[1..].starts_with(KINDS) => {
                let letters = KINDS.iter().filter(|kind| kinds[1..].contains(**kind));
                self.list_relations(&letters.collect::<String>())
            }
            kind if NOT_MODELLED.contains(&kind)
                // Where the list of roles does not have it, a list of its own does.
                || kind == "drg" && !self.psql.release.memberships_listed =>
            {
                self.psql.log_error(self.out, &format!("\\{command} is not modelled"));
                None
            }
            _ => {
                self.psql.log_error(self.out, &format!("invalid command \\{command}"));
                None
            }
        }
    }

    /// Runs a query of `\d`; nothing is returned after an error, which is printed.
    fn query(&mut self, sql: &str) -> Option<Vec<Row>> {
        self.psql.query(self.server, sql, self.out)
    }

    /// The one value that a query of `\d` returns.
    fn query_value(&mut self, sql: &str) -> Option<String> {
        self.psql.query_value(self.server, sql, self.out)
    }

    /// Runs a query that gives one value. An error is printed as psql's own, without the position
    /// in the query.
    fn query_value_plainly(&mut self, sql: &str) -> Option<String> {
        let mut found = String::new();
        for outcome in self.server.execute(sql) {
            match outcome {
                Reply::Rows { rows, .. } => found = rows.first().map(|row| cell(row, 0))?,
                Reply::Error(e) => {
                    self.psql.log_error(self.out, &format!("ERROR:  {}", e.message));
                    return None;
                }
                _ => {}
            }
        }
        Some(found)
    }

    /// Whether the server has a `pg_toaster`.
    fn has_toasters(&mut self) -> Option<bool> {
        let sql = "SELECT 1 FROM pg_catalog.pg_class WHERE oid = 9861;";
        Some(!self.query(sql)?.is_empty())
    }

    /// Prints those rows of a query that `keep` accepts, sorted, as a list.
    fn list(
        &mut self,
        list: ListQuery,
        keep: impl Fn(&DescribeRequest, &[String]) -> bool,
    ) -> Option<()> {
        let mut rows: Vec<Vec<String>> = self
            .query(list.sql)?
            .into_iter()
            .map(|row| row.into_iter().map(Option::unwrap_or_default).collect())
            .filter(|row: &Vec<String>| keep(&self.asked, row))
            .collect();
        rows.arrange();
        for row in &mut rows {
            row.truncate(list.headers.len());
        }
        self.print_list(list.title, list.headers, rows, None)
    }

    /// Prints a list with a title, as `printQuery` does.
    fn print_list(
        &mut self,
        title: &str,
        headers: &[&str],
        rows: Vec<Vec<String>>,
        footers: Option<Vec<String>>,
    ) -> Option<()> {
        let right = vec![false; headers.len()];
        self.print_table(title.to_string(), headers, right, rows, footers);
        Some(())
    }

    /// Prints rows as a table; `right` says which columns are aligned right.
    fn print_table(
        &mut self,
        title: String,
        headers: &[&str],
        right: Vec<bool>,
        mut rows: Vec<Vec<String>>,
        footers: Option<Vec<String>>,
    ) {
        // The list of roles is no query's result.
        if self.psql.release.lists_show_null && footers.is_none() {
            for row in &mut rows {
                for (cell, header) in row.iter_mut().zip(headers) {
                    if cell.is_empty() && NULL_IF_EMPTY.contains(header) {
                        cell.clone_from(&self.psql.options.null);
                    }
                }
            }
        }
        let headers = headers.iter().map(|header| header.to_string()).collect();
        let table = Table { title: Some(title), headers, right, rows, footers };
        self.psql.print_result(&print(&table, &self.psql.options), self.out);
    }

    /// Prints the details of a relation, in columns even under `\x`.
    fn print_details(
        &mut self,
        title: String,
        headers: &[&str],
        rows: Vec<Vec<String>>,
        footers: Vec<String>,
    ) {
        let right = vec![false; headers.len()];
        let headers = headers.iter().map(|header| header.to_string()).collect();
        let table = Table { title: Some(title), headers, right, rows, footers: Some(footers) };
        let options = Options { expanded: 0, ..self.psql.options.clone() };
        self.psql.print_result(&print(&table, &options), self.out);
    }
}

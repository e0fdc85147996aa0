//! Remembers what a script lacks because a statement was refused as not modelled: an error that follows from it says
//! so, since no server would give that error.
//!
//! ```text
//! ERROR:  type int4range is not modelled                   line 3: CREATE TABLE people (... r int4range)
//! ERROR:  relation "people" does not exist: its CREATE TABLE at line 3 is not modelled
//! ```

use super::block::after_comments;
use storage::error::PgError;

/// Words that may stand between CREATE and the kind of the object.
const BEFORE_KIND: &[&str] = &[
    "or",
    "replace",
    "global",
    "local",
    "temp",
    "temporary",
    "unlogged",
    "recursive",
    "unique",
    "materialized",
    "foreign",
    "trusted",
    "constraint",
    "event",
];
/// Words that may stand between the kind and the name.
const BEFORE_NAME: &[&str] = &["concurrently", "if", "not", "exists", "only"];

/// How the error begins that every statement gets in a transaction that has failed (`exec_simple_query`).
const ABORTED: &str = "current transaction is aborted";

/// An object that is missing since its statement was refused.
#[derive(Clone, Debug, PartialEq)]
struct Missing {
    name: String,
    /// CREATE TABLE, ALTER TABLE, PREPARE ...
    statement: String,
    /// The line of the script on which the statement ended.
    line: u64,
}

/// The objects that are missing, and what else refusals left undone.
#[derive(Clone, Debug, Default)]
pub(super) struct RefusedStatements {
    missing: Vec<Missing>,
    /// The line of the refusal that was the last error but for those of an aborted transaction.
    last: Option<u64>,
    /// The line of a refused query whose columns `\gset` was to put into variables.
    unset: Option<u64>,
}

impl RefusedStatements {
    /// Records the object that a refused statement would have created; to a later error that
    /// follows from a refusal, adds which one.
    pub(super) fn failed(
        &mut self,
        mut report: Box<PgError>,
        query: &str,
        line: u64,
    ) -> Box<PgError> {
        let cause = self.cause(&report.message);
        if let Some(cause) = &cause {
            report.message.push_str(cause);
        }
        let refused = cause.is_some() || report.is_refusal();
        if !report.message.starts_with(ABORTED) {
            self.last = refused.then_some(line);
        }
        if refused && let Some((statement, name)) = made_object(query) {
            self.missing.retain(|m| m.name != name);
            self.missing.push(Missing { name, statement, line });
        }
        report
    }

    /// Adds to the notice that IF EXISTS gives which refusal it follows from, if it does.
    #[inline(never)]
    pub(super) fn skipped(&self, mut notice: Box<PgError>) -> Box<PgError> {
        if notice.message.ends_with("does not exist, skipping")
            && let Some(cause) = self.cause(&notice.message)
        {
            notice.message.push_str(&cause);
        }
        notice
    }

    /// Records that the query at this line, which `\gset` follows, failed: if it was refused, its
    /// variables are missing.
    pub(super) fn not_set(&mut self, line: u64) {
        if self.last == Some(line) {
            self.unset = Some(line);
        }
    }

    /// Forgets the refusal of an object that a later statement created.
    pub(super) fn succeeded(&mut self, query: &str) {
        if !self.missing.is_empty()
            && let Some((_, name)) = made_object(query)
        {
            self.missing.retain(|m| m.name != name);
        }
    }

    /// The addition to an error that says that an object does not exist: `: its CREATE TABLE at
    /// line 3 is not modelled`. `None` if no refused statement would have created the object.
    pub(super) fn cause(&self, message: &str) -> Option<String> {
        let place = |line: u64| match line {
            0 => String::new(),
            line => format!(" at line {line}"),
        };
        if message.starts_with(ABORTED) {
            return Some(format!(": the statement{} is not modelled", place(self.last?)));
        }
        if message == "syntax error at or near \":\"" {
            return Some(format!(": the query of \\gset{} is not modelled", place(self.unset?)));
        }
        let lacks = ["does not exist", "Did not find", "could not find a ", "has no default "];
        let lacks = lacks.iter().any(|words| message.contains(words));
        if self.missing.is_empty() || !lacks {
            return None;
        }
        let Some(missing) = self.missing.iter().find(|m| names(message, &m.name)) else {
            return self.extensions(message);
        };
        Some(format!(": its {}{} is not modelled", missing.statement, place(missing.line)))
    }

    /// The addition to an error that a function, type, operator or default operator class does not exist that may be one
    /// of a refused extension: what these have is not known by name.
    fn extensions(&self, message: &str) -> Option<String> {
        let kinds = ["function ", "type ", "operator ", "data type "];
        if !kinds.iter().any(|kind| message.starts_with(kind)) {
            return None;
        }
        let refused = self.missing.iter().filter(|m| m.statement == "CREATE EXTENSION");
        match refused.map(|m| m.name.as_str()).collect::<Vec<_>>().as_slice() {
            [] => None,
            [one] => Some(format!(": the extension {one} is not modelled")),
            several => Some(format!(": the extensions {} are not modelled", several.join(", "))),
        }
    }
}

/// Whether a message names this object, with or without a schema: in quotes, as an array type, as a function, as a
/// column or as an operator.
fn names(message: &str, name: &str) -> bool {
    let stands = |(at, found): (usize, &str)| {
        let after = &message[at + found.len()..];
        message[..at].ends_with(['"', '.', ' '])
            && (after.starts_with(['"', '(']) || after.starts_with("[]\""))
            || message[..at].ends_with('.') && after.starts_with(" does not exist")
            || message[..at].ends_with(' ')
                && after.starts_with(' ')
                && message.starts_with("operator does not exist: ")
    };
    message.match_indices(name).any(stands) || begins_as_sought(message, name)
}

/// Whether psql did not find a pattern that this name matches: `m*` or `app.m*`.
fn begins_as_sought(message: &str, name: &str) -> bool {
    let sought = message.starts_with("Did not find").then(|| message.split('"').nth(1)).flatten();
    let Some((beginning, "")) = sought.and_then(|s| s.split_once('*')) else { return false };
    name.starts_with(beginning.rsplit('.').next().unwrap_or(beginning))
}

/// The first words of a statement and the name of the object that it creates; `None` if it creates
/// none.
fn made_object(query: &str) -> Option<(String, String)> {
    let words: Vec<&str> = after_comments(query)
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ';' | ','))
        .filter(|word| !word.is_empty())
        .take(12)
        .collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let at = |i: usize| lower.get(i).map_or("", String::as_str);
    match at(0) {
        "create" => {
            let kind = (1..).find(|i| !BEFORE_KIND.contains(&at(*i)))?;
            let name = (kind + 1..).find(|i| !BEFORE_NAME.contains(&at(*i)))?;
            let is_unnamed_index = at(kind) == "index" && at(name) == "on";
            let name = words.get(name).filter(|_| !is_unnamed_index)?;
            Some((format!("CREATE {}", at(kind).to_ascii_uppercase()), last_part(name)))
        }
        "alter" if at(1) == "table" => {
            let table = (2..).find(|i| !BEFORE_NAME.contains(&at(*i)))?;
            if at(table + 1) != "add" {
                return None;
            }
            let column = (table + 2..).find(|i| {
                !BEFORE_NAME.contains(&at(*i)) && !matches!(at(*i), "column" | "constraint")
            })?;
            Some(("ALTER TABLE".into(), last_part(words.get(column)?)))
        }
        "prepare" | "declare" | "savepoint" => {
            Some((at(0).to_ascii_uppercase(), last_part(words.get(1)?)))
        }
        _ => None,
    }
}

/// A name without its schema and quotes, folded as the server folds it.
fn last_part(name: &str) -> String {
    let last = name.rsplit('.').next().unwrap_or(name);
    match last.strip_prefix('"') {
        Some(quoted) => quoted.trim_end_matches('"').to_string(),
        None => last.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use storage::error::SqlState;

    fn error(message: &str) -> Box<PgError> {
        PgError::new(SqlState::FEATURE_NOT_SUPPORTED, message)
    }

    #[test]
    fn an_error_points_back_to_the_refusal_it_follows_from() {
        let mut refused = RefusedStatements::default();
        let create =
            "/* who */ -- and when\nCREATE UNLOGGED TABLE IF NOT EXISTS s.People (r int4range)";
        refused.failed(error("type int4range is not modelled"), create, 3);
        let insert = refused.failed(error("relation \"people\" does not exist"), "INSERT ...", 4);
        assert_eq!(
            insert.message,
            "relation \"people\" does not exist: its CREATE TABLE at line 3 is not modelled"
        );
        let copy = "CREATE TABLE copy (LIKE people)";
        refused.failed(error("relation \"people\" does not exist"), copy, 9);
        let select = refused.failed(error("relation \"copy\" does not exist"), "SELECT ...", 10);
        assert!(select.message.ends_with(": its CREATE TABLE at line 9 is not modelled"));
        let other = refused.failed(error("relation \"nobody\" does not exist"), "SELECT ...", 11);
        assert_eq!(other.message, "relation \"nobody\" does not exist");
        let drop = refused.skipped(error("table \"people\" does not exist, skipping"));
        assert_eq!(
            drop.message,
            "table \"people\" does not exist, skipping: its CREATE TABLE at line 3 is not modelled"
        );
        let own = refused.skipped(error("relation \"people\" does not exist"));
        assert_eq!(own.message, "relation \"people\" does not exist");
    }

    #[test]
    fn what_is_made_after_all_is_no_longer_missing() {
        let mut refused = RefusedStatements::default();
        refused.failed(error("x is not modelled"), "create function F(int) returns ...", 1);
        assert!(refused.cause("function f(integer) does not exist").is_some());
        assert!(refused.cause("function s.f(integer) does not exist").is_some());
        assert!(refused.cause("could not find a function named \"s.f\"").is_some());
        refused.succeeded("CREATE OR REPLACE FUNCTION f(int) RETURNS int ...");
        assert_eq!(refused.cause("function f(integer) does not exist"), None);
    }

    #[test]
    fn a_transaction_that_a_refusal_aborted() {
        let mut refused = RefusedStatements::default();
        let aborted = "current transaction is aborted, commands ignored";
        refused.failed(error("WHERE CURRENT OF is not modelled"), "DELETE ...", 4);
        let savepoint = refused.failed(error(aborted), "SAVEPOINT One", 5);
        assert_eq!(
            savepoint.message,
            format!("{aborted}: the statement at line 4 is not modelled")
        );
        assert!(refused.cause("savepoint \"one\" does not exist").is_some());
        refused.failed(error("division by zero"), "SELECT 1 / 0", 9);
        assert_eq!(refused.failed(error(aborted), "SELECT 1", 10).message, aborted);
    }

    #[test]
    fn variables_of_a_refused_query() {
        let mut refused = RefusedStatements::default();
        refused.not_set(1);
        assert_eq!(refused.cause("syntax error at or near \":\""), None);
        refused.failed(error("function lo_open(integer) is not modelled"), "SELECT ...", 2);
        refused.not_set(2);
        let cause = refused.cause("syntax error at or near \":\"");
        assert_eq!(cause.as_deref(), Some(": the query of \\gset at line 2 is not modelled"));
    }

    #[test]
    fn what_an_extension_would_have() {
        let mut refused = RefusedStatements::default();
        let create = "CREATE EXTENSION IF NOT EXISTS pg_trgm";
        refused.failed(error("extension pg_trgm is not modelled"), create, 2);
        let cause = refused.cause("function similarity(unknown, unknown) does not exist");
        assert_eq!(cause.as_deref(), Some(": the extension pg_trgm is not modelled"));
        assert!(refused.cause("data type text has no default operator class").is_some());
        assert_eq!(refused.cause("relation \"t\" does not exist"), None);
    }

    #[test]
    fn patterns_of_names() {
        let mut refused = RefusedStatements::default();
        refused.failed(error("x is not modelled"), "CREATE TABLE app.m_2024 (i int)", 2);
        assert!(refused.cause("Did not find any relation named \"app.m*\"").is_some());
        assert_eq!(refused.cause("Did not find any relation named \"k*\""), None);
    }

    #[test]
    fn columns_and_prepared_statements() {
        let mut refused = RefusedStatements::default();
        refused.failed(
            error("x is not modelled"),
            "ALTER TABLE t ADD COLUMN IF NOT EXISTS r range",
            2,
        );
        refused.failed(error("x is not modelled"), "PREPARE p AS SELECT", 3);
        refused.failed(error("x is not modelled"), "CREATE INDEX ON t USING gin (r)", 5);
        let cause = |message: &str| refused.cause(message);
        assert!(cause("column \"r\" does not exist").is_some());
        assert!(cause("column t.r does not exist").is_some());
        assert_eq!(cause("column r.t does not exist"), None);
        refused.failed(error("x is not modelled"), "CREATE TYPE range AS (i inet)", 6);
        refused.failed(error("x is not modelled"), "CREATE OPERATOR s.*** (leftarg = int)", 7);
        let cause = |message: &str| refused.cause(message);
        assert!(cause("type \"range[]\" does not exist").is_some());
        assert!(cause("operator does not exist: integer *** integer").is_some());
        assert_eq!(cause("operator does not exist: integer **** integer"), None);
        assert!(cause("prepared statement \"p\" does not exist").is_some());
        assert_eq!(cause("relation \"t\" does not exist"), None);
    }
}

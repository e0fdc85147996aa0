//! Remembers what a script lacks because a statement was refused as not modelled: an error that follows from it says
//! so, since no server would give that error.
//!
//! ```text
//! ERROR:  type int4range is not modelled                   line 3: CREATE TABLE people (... r int4range)
//! ERROR:  relation "people" does not exist: its CREATE TABLE at line 3 is not modelled
//! ```

use storage::error::{PgError, SqlState};

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

/// An object that is missing since its statement was refused.
#[derive(Clone, Debug, PartialEq)]
struct Missing {
    name: String,
    /// CREATE TABLE, ALTER TABLE, PREPARE ...
    statement: String,
    /// The line of the script on which the statement ended.
    line: u64,
}

/// The objects that are missing.
#[derive(Clone, Debug, Default)]
pub(super) struct RefusedStatements {
    missing: Vec<Missing>,
    /// The first word and the line of the statement whose refusal aborted the transaction.
    aborted: Option<(String, u64)>,
}

/// Whether the error refuses what this engine does not model.
fn is_refusal(report: &PgError) -> bool {
    ["is not modelled", "are not modelled"].iter().any(|words| report.message.contains(words))
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
        let cause = if report.code == SqlState::IN_FAILED_SQL_TRANSACTION {
            let aborted = self.aborted.as_ref();
            aborted.map(|(word, line)| format!(": its {word}{} is not modelled", place(*line)))
        } else {
            let cause = self.cause(&report.message);
            let refused = cause.is_some() || is_refusal(&report);
            self.aborted = refused.then(|| (first_word(query), line));
            cause
        };
        if let Some(cause) = &cause {
            report.message.push_str(cause);
        }
        if (cause.is_some() || is_refusal(&report))
            && let Some((statement, name)) = made_object(query)
        {
            self.missing.retain(|m| m.name != name);
            self.missing.push(Missing { name, statement, line });
        }
        report
    }

    /// Forgets the refusal of an object that a later statement created, and what aborted the transaction.
    pub(super) fn succeeded(&mut self, query: &str) {
        self.aborted = None;
        if !self.missing.is_empty()
            && let Some((_, name)) = made_object(query)
        {
            self.missing.retain(|m| m.name != name);
        }
    }

    /// The addition to an error that says that an object does not exist: `: its CREATE TABLE at
    /// line 3 is not modelled`. `None` if no refused statement would have created the object.
    pub(super) fn cause(&self, message: &str) -> Option<String> {
        let lacks = message.contains("does not exist") || message.starts_with("Did not find");
        if self.missing.is_empty() || !lacks {
            return None;
        }
        let missing = self.missing.iter().find(|m| names(message, &m.name))?;
        Some(format!(": its {}{} is not modelled", missing.statement, place(missing.line)))
    }
}

/// Where a statement ends: ` at line 3`; nothing where lines are not counted.
fn place(line: u64) -> String {
    if line == 0 { String::new() } else { format!(" at line {line}") }
}

/// The first word of a statement, in capitals.
fn first_word(query: &str) -> String {
    let word = query.split(|c: char| !c.is_ascii_alphabetic()).find(|w| !w.is_empty());
    word.unwrap_or_default().to_ascii_uppercase()
}

/// Whether a message names this object: in quotes, with or without a schema, or as a function.
fn names(message: &str, name: &str) -> bool {
    message.contains(&format!("\"{name}\""))
        || message.contains(&format!(".{name}\""))
        || message.contains(&format!("function {name}("))
        || message.contains(&format!("procedure {name}("))
}

/// The first words of a statement and the name of the object that it creates; `None` if it creates
/// none.
fn made_object(query: &str) -> Option<(String, String)> {
    let words: Vec<&str> = query
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

    fn error(message: &str) -> Box<PgError> {
        PgError::new(SqlState::FEATURE_NOT_SUPPORTED, message)
    }

    #[test]
    fn an_error_points_back_to_the_refusal_it_follows_from() {
        let mut refused = RefusedStatements::default();
        let create = "CREATE UNLOGGED TABLE IF NOT EXISTS s.People (id int, r int4range)";
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
    }

    #[test]
    fn an_aborted_transaction_points_back_to_the_refusal() {
        let mut refused = RefusedStatements::default();
        let aborted = || PgError::new(SqlState::IN_FAILED_SQL_TRANSACTION, "aborted");
        refused.failed(error("x is not modelled"), "  fetch next from c", 3);
        assert_eq!(
            refused.failed(aborted(), "SELECT 1", 4).message,
            "aborted: its FETCH at line 3 is not modelled"
        );
        refused.succeeded("ROLLBACK");
        assert_eq!(refused.failed(aborted(), "SELECT 1", 6).message, "aborted");
        refused.failed(error("division by zero"), "SELECT 1/0", 7);
        assert_eq!(refused.failed(aborted(), "SELECT 1", 8).message, "aborted");
    }

    #[test]
    fn what_is_made_after_all_is_no_longer_missing() {
        let mut refused = RefusedStatements::default();
        refused.failed(error("x is not modelled"), "create function F(int) returns ...", 1);
        assert!(refused.cause("function f(integer) does not exist").is_some());
        refused.succeeded("CREATE OR REPLACE FUNCTION f(int) RETURNS int ...");
        assert_eq!(refused.cause("function f(integer) does not exist"), None);
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
        assert!(cause("prepared statement \"p\" does not exist").is_some());
        assert_eq!(cause("relation \"t\" does not exist"), None);
    }
}

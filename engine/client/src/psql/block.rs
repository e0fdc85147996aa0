//! The transaction blocks and savepoints that psql makes by itself (`SendQuery`).
//!
//! ```text
//! \set AUTOCOMMIT off            INSERT ...;    sent: BEGIN   INSERT ...
//! \set ON_ERROR_ROLLBACK on      SELECT 1/0;    sent: SAVEPOINT pg_psql_temporary_savepoint
//!                                                     SELECT 1/0
//!                                                     ROLLBACK TO pg_psql_temporary_savepoint
//! ```

use super::{Psql, Server, pset};
use server::session::TransactionStatus;
use std::io::Write;

impl Psql {
    /// Sends BEGIN first if AUTOCOMMIT is off and no transaction is open, and a savepoint if
    /// ON_ERROR_ROLLBACK asks for one. False if one of them failed.
    pub(super) fn open_block(
        &mut self,
        session: &mut dyn Server,
        query: &str,
        out: &mut dyn Write,
    ) -> bool {
        let idle = session.transaction_status() == TransactionStatus::Idle;
        if idle
            && !self.is_on("AUTOCOMMIT")
            && !begins_none(query)
            && self.query(session, "BEGIN", out).is_none()
        {
            return false;
        }
        if session.transaction_status() == TransactionStatus::InTransaction
            && !self.savepoint
            && self.rolls_back_on_error()
        {
            self.savepoint =
                self.query(session, "SAVEPOINT pg_psql_temporary_savepoint", out).is_some();
            return self.savepoint;
        }
        true
    }

    /// Releases the savepoint of ON_ERROR_ROLLBACK, or rolls back to it after an error. It is `gone` if
    /// the statement ended savepoints itself.
    pub(super) fn close_savepoint(
        &mut self,
        session: &mut dyn Server,
        gone: bool,
        out: &mut dyn Write,
    ) {
        if !std::mem::take(&mut self.savepoint) {
            return;
        }
        let command = match session.transaction_status() {
            TransactionStatus::Failed => "ROLLBACK TO pg_psql_temporary_savepoint",
            TransactionStatus::InTransaction if !gone => "RELEASE pg_psql_temporary_savepoint",
            _ => return,
        };
        self.query(session, command, out);
    }

    /// Whether psql sets a savepoint before each statement (`ON_ERROR_ROLLBACK`).
    fn rolls_back_on_error(&self) -> bool {
        match self.variables.get("ON_ERROR_ROLLBACK") {
            Some(v) if v.eq_ignore_ascii_case("interactive") => self.file.is_none(),
            Some(v) => pset::is_true(v),
            None => false,
        }
    }
}

/// Whether the command with this tag ends a savepoint that was set before it.
pub(super) fn ends_savepoint(tag: &str) -> bool {
    matches!(tag, "COMMIT" | "SAVEPOINT" | "RELEASE" | "ROLLBACK")
}

/// Whether a command controls transactions, or cannot run in a transaction block
/// (`command_no_begin`).
#[inline(never)]
fn begins_none(query: &str) -> bool {
    const BEGINNINGS: &str = "abort ;begin ;start ;commit ;end ;rollback ;vacuum ;prepare transaction ;create database ;\
        create tablespace ;create index concurrently ;create unique index concurrently ;alter system ;drop database ;\
        drop system ;drop tablespace ;drop index concurrently ;drop table concurrently ;discard all ";
    let text = words(query).replace("reindex ", "drop ");
    text == "cluster " || BEGINNINGS.split(';').any(|b| text.starts_with(b))
}

/// The first words of a command in lower case, a space behind each, without comments.
#[inline(never)]
fn words(query: &str) -> String {
    let (mut rest, mut words) = (query, String::new());
    loop {
        rest = after_comments(rest);
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        if end == 0 {
            return words;
        }
        words.push_str(&rest[..end].to_ascii_lowercase());
        words.push(' ');
        rest = &rest[end..];
    }
}

/// What stands behind the blanks and comments at the beginning of a command.
#[inline(never)]
pub(super) fn after_comments(query: &str) -> &str {
    let mut rest = query.trim_start();
    loop {
        let ending = match rest.get(..2) {
            Some("--") => "\n",
            Some("/*") => "*/",
            _ => return rest,
        };
        rest = rest.split_once(ending).map_or("", |(_, more)| more.trim_start());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_run_in_a_block_begins_none() {
        for query in ["vacuum (full) t", " /* a */ -- b\nBEGIN;", "CLUSTER;", "drop database x"] {
            assert!(begins_none(query), "{query}");
        }
        for query in ["reindex table concurrently t", "Create Unique Index Concurrently i ON t (a)"]
        {
            assert!(begins_none(query), "{query}");
        }
        for query in
            ["vacuumed", "CLUSTER t", "PREPARE p AS SELECT 1", "REINDEX TABLE t", "(SELECT 1)", ""]
        {
            assert!(!begins_none(query), "{query}");
        }
    }
}

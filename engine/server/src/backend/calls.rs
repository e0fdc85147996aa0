//! Calls of later modules: functions of `command` and `plpgsql` that the backend calls through
//! pointers.
//!
//! A statement runs functions, and a function runs statements: `DO` and `CALL` are commands whose bodies
//! are PL/pgSQL, which runs queries and commands; a query calls functions in SQL, which run commands; COPY
//! and CREATE SCHEMA run statements within theirs. PostgreSQL breaks this circle with pointers to functions that it
//! keeps in a catalog (`pg_language`: a call handler, an inline handler, a validator). Here they are handed
//! to the process when it is made, by the session, which knows all modules:
//!
//! ```text
//! session ── makes ──> Process { calls }
//! command, plpgsql  <── called through ──┘        queries, functions, transactions (this module)
//! ```

use super::{Backend, StatementResult};
use sql::analyze::CreatedFunction;
use sql::ast::{FuncCall, Statement};
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;

/// A row of INOUT arguments with its columns.
pub(crate) type InOut = (Vec<(String, Oid)>, Vec<Datum>);

/// What is called from below.
#[derive(Clone, Copy)]
pub(crate) struct UpwardCalls {
    /// Runs a statement within the transaction at hand.
    pub statement: fn(&mut Backend<'_>, &Statement) -> Result<StatementResult>,
    /// Runs a utility statement (`ProcessUtility`).
    pub utility: fn(&mut Backend<'_>, &Statement) -> Result<StatementResult>,
    /// What is done with temporary tables when a transaction commits (`PreCommit_on_commit_actions`).
    pub on_commit: fn(&mut Backend<'_>) -> Result<()>,
    /// Runs a function in PL/pgSQL; when the last argument is false it may end the transaction
    /// (`lanplcallfoid`).
    pub function:
        fn(&mut Backend<'_>, &CreatedFunction, &[Datum], &[Oid], bool) -> Result<Vec<Vec<Datum>>>,
    /// Runs the body of a DO (`laninline`).
    pub block: fn(&mut Backend<'_>, &str) -> Result<()>,
    /// Checks a function's body (`lanvalidator`).
    pub validate: fn(&mut Backend<'_>, &CreatedFunction) -> Result<()>,
    /// Runs a `CALL`, and returns the names, types and values of the output arguments, if there are
    /// any.
    pub procedure: fn(&mut Backend<'_>, &FuncCall) -> Result<Option<InOut>>,
}

impl Backend<'_> {
    /// Runs a statement within the current transaction.
    pub(crate) fn run(&mut self, stmt: &Statement) -> Result<StatementResult> {
        (self.calls.statement)(self, stmt)
    }
}

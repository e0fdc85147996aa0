//! The statement loop (`exec_simple_query`) and the dispatch of statements.

use super::Reply;
use crate::backend::MessageCost;
use crate::backend::{Backend, Block, StatementResult, UpwardCalls, query};
use crate::catalog::stored::objects as stored;
use crate::{command, plpgsql};
use sql::ast::{RawStmt, Statement, TransactionKind};
use sql::parser;
use storage::clock::{self, Kind};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::event::Event;
use storage::fmgr::EnvSession;

impl Backend<'_> {
    /// Runs one simple-query message, and keeps what it cost.
    pub(crate) fn simple_query(&mut self, text: &str) -> Vec<Reply> {
        self.client.text = text.into();
        self.log_writer();
        let out = self.timed(|b| b.statements(text));
        self.tick_reload();
        self.report_statistics();
        self.log_writer();
        out
    }

    /// Answers a message, and counts its time on the modelled clock.
    fn timed(&mut self, answer: impl FnOnce(&mut Self) -> Vec<Reply>) -> Vec<Reply> {
        let before = clock::now();
        self.client.asked_at = self.clock_timestamp();
        sql::quote::also_quoted(self.store.release);
        clock::add(Kind::Message, 1);
        let out = answer(self);
        self.session.recent_work.answered(&clock::now().since(&before));
        let work = clock::now().since(&before);
        let milliseconds = work.milliseconds(&self.store.prices);
        self.client.spent = MessageCost { work, milliseconds };
        self.store.statistics.pass(milliseconds / 1e3);
        out
    }

    /// Runs the statements of a message, one after the other, until one fails.
    fn statements(&mut self, text: &str) -> Vec<Reply> {
        let mut out = Vec::new();
        let release = self.store.release;
        let statements = match parser::parse_message(release, text, &mut self.client.notices) {
            Ok(s) => s,
            Err(e) => {
                self.start_command();
                self.fail_with(text, e, &mut out);
                return out;
            }
        };
        let several = statements.len() > 1;
        for (i, raw) in statements.iter().enumerate() {
            clock::add(Kind::Statement, 1);
            self.event(|| Event::StatementStarted {
                sql: text.get(raw.location..raw.location + raw.length).unwrap_or("").trim().into(),
            });
            match self.run_stmt(raw, several, i + 1 == statements.len()) {
                Ok(answer) => {
                    self.flush_notices(&mut out);
                    let tag = match answer {
                        StatementResult::Tag(tag) => {
                            out.push(Reply::Command { tag: tag.clone() });
                            tag
                        }
                        StatementResult::Rows(r) => {
                            out.push(Reply::Rows {
                                columns: r.columns,
                                rows: r.rows,
                                tag: r.tag.clone(),
                            });
                            r.tag
                        }
                        StatementResult::CopyIn => {
                            self.client.copy_statement =
                                Some((raw.clone(), self.client.text.clone()));
                            out.push(Reply::CopyIn);
                            String::new()
                        }
                        StatementResult::CopyOut { data, tag } => {
                            out.push(Reply::CopyOut { data, tag: tag.clone() });
                            tag
                        }
                    };
                    self.event(|| Event::StatementFinished { tag });
                }
                Err(e) => {
                    self.fail_with(text, e, &mut out);
                    break;
                }
            }
        }
        out
    }

    /// Lets the WAL writer run if it is due.
    fn log_writer(&mut self) {
        self.store.wal.writer_looks(self.store.statistics.now());
    }

    /// Runs the COPY that waits for its data.
    pub(crate) fn copy_in(&mut self, data: &str) -> Vec<Reply> {
        self.timed(|b| b.copy_lines(data))
    }

    /// Runs the COPY FROM STDIN that waits for its data.
    fn copy_lines(&mut self, data: &str) -> Vec<Reply> {
        let mut out = Vec::new();
        let Some((raw, text)) = self.client.copy_statement.take() else { return out };
        self.client.text.clone_from(&text);
        self.client.copy_data = Some(data.to_string());
        let done = self.run_stmt(&raw, false, true);
        self.client.copy_data = None;
        match done {
            Ok(answer) => {
                self.flush_notices(&mut out);
                if let StatementResult::Tag(tag) = answer {
                    out.push(Reply::Command { tag });
                }
            }
            Err(e) => self.fail_with(&text, e, &mut out),
        }
        out
    }

    /// Moves the notices that `client_min_messages` lets through to the replies.
    fn flush_notices(&mut self, out: &mut Vec<Reply>) {
        let floor = match self.settings.raw("client_min_messages") {
            Some("error") => 3,
            Some("warning") => 2,
            _ => 0,
        };
        for n in std::mem::take(&mut self.client.notices) {
            let rank = match n.severity {
                storage::error::Severity::Notice => 1,
                storage::error::Severity::Warning => 2,
                _ => 3,
            };
            if rank >= floor && (floor < 3 || n.severity == storage::error::Severity::Info) {
                out.push(Reply::Notice(n));
            }
        }
    }

    /// Ends a failed statement: its notices, the event, the transaction's state, then the error.
    fn fail_with(&mut self, text: &str, e: Box<PgError>, out: &mut Vec<Reply>) {
        self.flush_notices(out);
        let e = parser::refuse_later_features(self.store.release, text, e);
        self.event(|| Event::StatementFailed { message: e.message.clone() });
        self.fail();
        out.push(Reply::Error(e));
    }

    /// Runs one statement, and ends its transaction if it is outside of a block. `several`: the
    /// message has several statements; `last`: this is the last of them.
    fn run_stmt(&mut self, raw: &RawStmt, several: bool, last: bool) -> Result<StatementResult> {
        if self.transaction.block == Block::Failed && !ends_failure(&raw.stmt) {
            return err!(
                IN_FAILED_SQL_TRANSACTION,
                "current transaction is aborted, commands ignored until end of transaction block"
            );
        }
        self.start_command();
        if several && self.transaction.block == Block::Started {
            self.transaction.block = Block::Implicit;
        }
        let watched = self.watch(raw);
        self.start_timer();
        let done = self.run(&raw.stmt);
        let timer = self.client.timer.take();
        let answer = done?;
        stored::opened_by_storage(&mut self.catalog_store());
        timer.map_or(Ok(()), |timer| timer.check())?;
        if let Some(w) = watched {
            self.count(w, &raw.stmt, &answer);
        }
        let is_transaction = matches!(*raw.stmt, Statement::Transaction(_));
        if is_transaction && self.transaction.block != Block::Implicit {
            return Ok(answer);
        }
        if last && self.transaction.block == Block::Implicit {
            self.transaction.block = Block::Started;
        }
        self.finish_command()?;
        Ok(answer)
    }

    /// Runs BEGIN, COMMIT, ROLLBACK, the statements of savepoints and those of two-phase commit.
    fn transaction_statement(&mut self, t: &sql::ast::TransactionStmt) -> Result<StatementResult> {
        Ok(match &t.kind {
            TransactionKind::Begin | TransactionKind::Start => {
                self.begin_block();
                command::set::transaction_modes(self, &t.options, true)?;
                let start = t.kind == TransactionKind::Start;
                if start { "START TRANSACTION" } else { "BEGIN" }.into()
            }
            TransactionKind::Commit => self.commit_block(t.chain)?.into(),
            TransactionKind::Rollback => {
                self.rollback_block(t.chain)?;
                "ROLLBACK".into()
            }
            TransactionKind::Savepoint(name) => {
                self.savepoint(name)?;
                "SAVEPOINT".into()
            }
            TransactionKind::Release(name) => {
                self.release(name)?;
                "RELEASE".into()
            }
            TransactionKind::RollbackTo(name) => {
                self.rollback_to(name)?;
                "ROLLBACK".into()
            }
            TransactionKind::Prepare(_) => {
                let block = self.transaction.block;
                self.rollback_block(false)?;
                if block == Block::InBlock {
                    let q = if self.store.release.hinted_setting_quoted { "\"" } else { "" };
                    return Err(PgError::new(
                        SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE,
                        "prepared transactions are disabled",
                    )
                    .hint(format!("Set {q}max_prepared_transactions{q} to a nonzero value.")));
                }
                "ROLLBACK".into()
            }
            TransactionKind::CommitPrepared(id) => {
                self.prevent_in_block("COMMIT PREPARED")?;
                return no_prepared(id);
            }
            TransactionKind::RollbackPrepared(id) => {
                self.prevent_in_block("ROLLBACK PREPARED")?;
                return no_prepared(id);
            }
        })
    }

    /// Publishes the counters to the statistics views; only when the session is idle outside of a transaction.
    pub(crate) fn report_statistics(&mut self) {
        if self.transaction.block == Block::None {
            let at = self.clock_timestamp();
            let pool = &self.store.pool;
            let files = || pool.relation_usage().into_iter().map(|u| (u.file, u.usage)).collect();
            self.store.statistics.idle(at, files);
        }
    }

    /// Applies `pg_reload_conf` one statement late: it signals the postmaster, which signals the
    /// session, so that the next statement still runs under the old configuration.
    fn tick_reload(&mut self) {
        match self.session.reload_in {
            Some(0) => {
                self.session.reload_in = None;
                let process = &mut *self.process;
                process.settings.reload(&process.cluster.system_file);
                self.sync_settings();
            }
            Some(n) => self.session.reload_in = Some(n - 1),
            None => {}
        }
    }
}

/// The functions of this module, `command` and `plpgsql` that `backend`, which is below them, calls.
pub(super) const CALLS: UpwardCalls = UpwardCalls {
    statement: run,
    utility: command::run,
    on_commit: command::on_commit,
    function: plpgsql::call,
    block: plpgsql::run_block,
    validate: plpgsql::check,
    procedure: plpgsql::call_statement,
};

/// Runs a statement within the current transaction.
fn run(b: &mut Backend<'_>, stmt: &Statement) -> Result<StatementResult> {
    if b.settings.bool("transaction_read_only")
        && let Some(tag) = command::writes(stmt)
    {
        if let Statement::CreateTableAs(s) = stmt
            && query::is_query(&s.query)
        {
            b.analyze(&s.query)?;
        }
        return Err(sql::exec::refused_read_only(&tag));
    }
    if takes_snapshot(stmt) {
        b.transaction.queried = true;
        // Planning looks at rows, too (`get_actual_variable_range`): the horizon is that of a snapshot of now.
        let now = b.store.xact.snapshot();
        let held = b.store.xact.register(&now);
        b.store.xact.unregister(held);
    }
    match stmt {
        Statement::Select(s) if s.into.is_none() => query::run(b, stmt),
        Statement::Insert(_) | Statement::Update(_) | Statement::Delete(_) => query::run(b, stmt),
        Statement::Explain(e) => command::explain::explain(b, e),
        Statement::Transaction(t) => b.transaction_statement(t),
        other => {
            clock::add(Kind::Utility, 1);
            command::run(b, other)
        }
    }
}

/// Whether the statement needs a snapshot (`PlannedStmtRequiresSnapshot`).
fn takes_snapshot(stmt: &Statement) -> bool {
    !matches!(
        stmt,
        Statement::Transaction(_)
            | Statement::VariableSet(_)
            | Statement::VariableShow(_)
            | Statement::Lock(_)
            | Statement::Checkpoint
    )
}

/// The error for COMMIT PREPARED: no transaction is ever prepared, since
/// `max_prepared_transactions` is 0 (`LockGXact`).
fn no_prepared(id: &str) -> Result<StatementResult> {
    err!(UNDEFINED_OBJECT, "prepared transaction with identifier \"{id}\" does not exist")
}

/// Whether a failed block allows the statement (`IsTransactionExitStmt`).
fn ends_failure(stmt: &Statement) -> bool {
    matches!(stmt, Statement::Transaction(t) if matches!(
        t.kind,
        TransactionKind::Commit | TransactionKind::Rollback | TransactionKind::RollbackTo(_)
            | TransactionKind::Prepare(_)
    ))
}

//! The server stops dead and starts again: what a session finds then.
//!
//! Storage does its part in [`storage::replay`]. What the engine keeps beside pages goes back to the
//! last commit: the catalog is a value, and the one of the last commit is at hand. Then, as the
//! server does it: unlogged relations get their init forks back, sequences are what their page says
//! (values logged ahead are skipped), temporary relations are gone, counters begin at zero, and a
//! checkpoint ends it.
//!
//! Simplified: files of relations whose transaction never committed are swept; the server leaves
//! them where they are, owned by nobody.

use super::Reply;
use crate::backend::Backend;
use crate::backend::sequence;
use crate::backend::{StoppedCommit, Transaction};
use crate::catalog::Class;
use crate::command::objects;
use std::rc::Rc;
use storage::error::{PgError, Result, SqlState};
use storage::event::Event;
use storage::fmgr::EnvSession;
use storage::heap::{Persistence, RelKind};
use storage::ids::{ForkNumber, Oid, RelFileNode};
use storage::map::SortedSet;
use storage::replay::{self, Recovery};
use storage::store::PlannedStop;
use storage::types::datetime::timestamp_out;

impl Backend<'_> {
    /// Crashes the server once `records` more records are written.
    pub(super) fn stop_after(&mut self, records: u64) -> Vec<Reply> {
        self.stopping = Some(StoppedCommit { catalog: self.committed_catalog().clone() });
        let after = self.store.wal.usage().records + records;
        self.store.stops = Some(PlannedStop { after, stopped: None });
        Vec::new()
    }

    /// Called after a statement: crashes the server if the wanted number of records was written. If
    /// that happened within the statement, its replies are dropped.
    pub(super) fn stopped(&mut self, mut outcomes: Vec<Reply>) -> Vec<Reply> {
        let Some(stop) = &self.store.stops else { return outcomes };
        let due = stop.stopped.is_some() || self.store.wal.usage().records >= stop.after;
        if !due || matches!(outcomes.last(), Some(Reply::CopyIn)) {
            return outcomes;
        }
        if let Some(stopped) = self.store.stops.take().and_then(|s| s.stopped) {
            *self.store = *stopped;
            outcomes.clear();
        } else {
            // It stops right after the statement: what committed stays.
            self.stopping = None;
        }
        outcomes.extend(self.crash());
        outcomes
    }

    /// Crashes the server, and starts it again.
    pub(super) fn crash(&mut self) -> Vec<Reply> {
        if !self.store.pool.all_unfolded() {
            return vec![Reply::Error(PgError::new(
                SqlState::FEATURE_NOT_SUPPORTED,
                "a crash is not modelled where the tables take more than the memory at hand",
            ))];
        }
        self.store.events.unmute();
        match self.stop_and_start() {
            Ok(log) => vec![Reply::ConnectionLost { log }],
            Err(e) => vec![Reply::Error(e)],
        }
    }

    /// Recovers and starts again after a stop; returns what the server's log says meanwhile.
    fn stop_and_start(&mut self) -> Result<Vec<String>> {
        let now = self.clock_timestamp();
        let committed = self.stopping.take().map(|s| s.catalog);
        self.catalog = committed.unwrap_or_else(|| self.committed_catalog().clone());
        // What is remembered of the catalog's files is of after the stop.
        self.catalog.stored().states().for_each(|state| state.invalidate());
        self.catalog.stored().set_class_tids(self.catalog.classes());
        self.transaction = Transaction::new(now);
        self.forget_events(0);
        // It is written to a file when the server stops in order.
        if let Some(s) = &mut self.cluster.statements {
            s.entries.clear();
        }
        self.client.copy_statement = None;
        self.client.copy_data = None;
        self.session.function_depth = 0;
        self.session.recent_work = Default::default();
        self.client.notices.clear();
        self.session.bodies.clear();
        self.session.sql_bodies.clear();
        self.session.custom_plans.clear();
        self.store.wal.now = now;
        let up = self.last_known_up();
        replay::crash(self.store);
        let done = replay::recover(self.store)?;
        self.sweep();
        self.drop_temporary()?;
        self.reset_unlogged()?;
        for class in self.users() {
            class.state.invalidate();
            if class.persistence == Persistence::Permanent {
                sequence::reload(self, &class, ForkNumber::Main);
            }
        }
        self.store.checkpoint_after_recovery();
        self.store.statistics.restart(&self.store.pool.relation_usage());
        self.begin_session();
        let next_xid = self.store.xact.next_xid();
        self.event(|| Event::ServerStarted { next_xid });
        Ok(server_log(&up, &done))
    }

    /// The relations that are not the catalog's.
    fn users(&self) -> Vec<Rc<Class>> {
        let first = Oid(crate::catalog::FIRST_NORMAL_OID);
        self.catalog.classes().range(first..).map(|(_, c)| Rc::clone(c)).collect()
    }

    /// The time of the last checkpoint, as the server's log prints it.
    fn last_known_up(&self) -> String {
        let seconds = self.store.wal.recovery_start().checkpoint_time;
        timestamp_out((seconds - 946_684_800) * 1_000_000)
    }

    /// Removes files that belong to no relation: those of transactions that never committed.
    fn sweep(&mut self) {
        let others = self.cluster.databases.others.values().map(|(_, catalog)| catalog);
        let known: SortedSet<RelFileNode> = others
            .chain([&self.catalog])
            .flat_map(|c| c.classes().values().map(|class| class.file))
            .collect();
        for usage in self.store.pool.relation_usage() {
            if !known.contains(&usage.file) {
                self.store.pool.unlink_file(usage.file);
            }
        }
    }

    /// Removes the temporary relations of the session that the crash ended (`RemoveTempRelations`).
    fn drop_temporary(&mut self) -> Result<()> {
        self.start_command();
        let temporary = self.users().into_iter().filter(|c| c.persistence == Persistence::Temp);
        let temporary: Vec<_> = temporary.map(|c| c.oid).collect();
        for oid in &temporary {
            self.catalog.stored_mut().orphan(*oid);
        }
        for oid in temporary {
            objects::drop_relation(self, oid);
        }
        self.finish_command()
    }

    /// Resets unlogged relations to their initialisation forks (`ResetUnloggedRelations`).
    fn reset_unlogged(&mut self) -> Result<()> {
        for class in self.users().into_iter().filter(|c| c.persistence == Persistence::Unlogged) {
            let pool = &mut self.store.pool;
            if !pool.exists(class.file, ForkNumber::Main) {
                continue;
            }
            for fork in [ForkNumber::Main, ForkNumber::Fsm, ForkNumber::VisibilityMap] {
                pool.truncate(class.file, fork, 0);
            }
            class.state.invalidate();
            match class.kind {
                RelKind::Index => {
                    if let Some(index) = self.catalog.relation(class.oid) {
                        storage::btree::build_empty(self.store, &index)?;
                    }
                }
                RelKind::Sequence => sequence::reset(self, &class)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// The lines that the server logs about the recovery, without their times.
fn server_log(up: &str, done: &Recovery) -> Vec<String> {
    let mut log = vec![
        format!("LOG:  database system was interrupted; last known up at {up} UTC"),
        "LOG:  database system was not properly shut down; automatic recovery in progress".into(),
    ];
    // The server reports where the log ends, also if it has no record to replay.
    let end = format!("LOG:  invalid record length at {}: wanted 24, got 0", done.end);
    match (done.first, done.last) {
        (Some(first), Some(last)) => log.extend([
            format!("LOG:  redo starts at {first}"),
            end,
            format!("LOG:  redo done at {last}"),
        ]),
        _ => log.extend([end, "LOG:  redo is not required".into()]),
    }
    log.push("LOG:  database system is ready to accept connections".into());
    log
}

#[cfg(test)]
mod tests;

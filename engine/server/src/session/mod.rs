//! The facade: one session of the server. SQL text in; rows, messages, counters and events out.
//!
//! [`Session::execute`] treats its text as one simple-query message (`exec_simple_query` in
//! `postgres.c`): several statements in one text are one implicit transaction, which a failing
//! statement ends. What statements work on is the [`Backend`]: store, catalog, settings.
//!
//! Simplified: there is exactly one session, so locks are never waited for.

mod crash;
mod host;
mod instance;
mod mark;
mod run;
mod trigger;

pub use host::out_of_memory;
pub use instance::Instance;
pub use mark::Mark;

pub use crate::backend::{Column, MessageCost, TransactionStatus};

/// What a session has, by the name its readers know.
pub type Backend = Instance;

use std::rc::Rc;
use storage::clock::Prices;
use storage::error::PgError;
use storage::event::{Detail, Event};
use storage::ids::Oid;

/// What a session is made with.
pub struct Config {
    /// `shared_buffers` in 8 kB pages; 262144 (2 GB) on the recorded servers.
    pub shared_buffers: usize,
    /// Bytes that tables and values together may take before statements fail with 53200.
    pub memory_limit: usize,
    /// The wall clock in µs since 2000-01-01 UTC.
    pub clock: Box<dyn Fn() -> i64>,
    /// Seeds `random()` until `setseed` is called.
    pub seed: u64,
    /// Bytes of the log that are kept at least; `None`: three segments.
    pub wal_keep: Option<usize>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            shared_buffers: 262_144,
            memory_limit: 4 << 30,
            // 2025-01-01 00:00:00 UTC
            clock: Box::new(|| 788_918_400_000_000),
            seed: 0x70_6f_73_74,
            wal_keep: None,
        }
    }
}

/// What the server sends back for a statement, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Rows, as text by the output functions (`None`: NULL).
    Rows {
        /// The columns.
        columns: Vec<Column>,
        /// The values.
        rows: Vec<Vec<Option<String>>>,
        /// The command tag: `SELECT 3`.
        tag: String,
    },
    /// A command without rows: its tag.
    Command {
        /// The command tag: `INSERT 0 1`.
        tag: String,
    },
    /// COPY FROM STDIN waits for its data: [`Session::copy_in`].
    CopyIn,
    /// What COPY TO STDOUT wrote.
    CopyOut {
        /// The lines.
        data: String,
        /// The command tag: `COPY 3`.
        tag: String,
    },
    /// The server stopped dead and came back; what it wrote into its own log.
    ConnectionLost {
        /// The lines of the server's log.
        log: Vec<String>,
    },
    /// A notice, warning or info.
    Notice(Box<PgError>),
    /// An error; the rest of the text was not run.
    Error(Box<PgError>),
}

/// One session of the modelled server.
pub struct Session {
    /// What statements work on.
    pub backend: Instance,
}

impl Session {
    /// A fresh cluster with one session connected to the database `postgres` as `postgres`.
    pub fn new(config: Config) -> Session {
        Session { backend: Instance::new(config) }
    }
    /// Runs one simple-query message and returns all that the server answers, in order.
    pub fn execute(&mut self, sql: &str) -> Vec<Reply> {
        let outcomes = self.backend.backend().simple_query(sql);
        self.backend.backend().stopped(outcomes)
    }
    /// Gives the data of a COPY FROM STDIN, after [`Reply::CopyIn`]; without the `\\.` at its end.
    pub fn copy_in(&mut self, data: &str) -> Vec<Reply> {
        let outcomes = self.backend.backend().copy_in(data);
        self.backend.backend().stopped(outcomes)
    }
    /// Takes a prepared statement away, and returns the names, types and modifiers of its columns.
    #[inline(never)]
    pub fn take_prepared(&mut self, name: &str) -> Vec<(String, Oid, i32)> {
        let prepared = self.backend.backend().session.prepared.remove(name);
        prepared.and_then(|p| p.results.clone()).unwrap_or_default()
    }
    /// Crashes the server and starts it again: recovery, then a new session. With `after` it
    /// crashes once so many more log records are written.
    pub fn crash(&mut self, after: Option<u64>) -> Vec<Reply> {
        match after {
            None => self.backend.backend().crash(),
            Some(records) => self.backend.backend().stop_after(records),
        }
    }
    /// Ends the session and begins one in another database; false when that does not exist.
    pub fn connect(&mut self, database: &str) -> bool {
        self.backend.backend().connect(database)
    }
    /// The modelled time of the last call of `execute` or `copy_in`.
    pub fn spent(&self) -> &MessageCost {
        &self.backend.client.spent
    }
    /// Sets the prices of work from now on ([`storage::clock`]).
    pub fn set_prices(&mut self, prices: Prices) {
        self.backend.store.prices = Rc::new(prices);
    }
    /// Whether a transaction block is open.
    pub fn transaction_status(&self) -> TransactionStatus {
        self.backend.status()
    }
    /// Sets the level of detail at which events are recorded from now on.
    pub fn set_detail(&mut self, detail: Detail) {
        self.backend.store.events.set_detail(detail);
    }
    /// Takes the events collected since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.backend.store.events.take()
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod toaster_tests;

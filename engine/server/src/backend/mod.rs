//! The backend: the process that serves a session, with the store it works on.
//!
//! What commands work on are two things that are borrowed apart: the [`Store`] (files, buffers,
//! transactions' status, the log) and the [`Process`] (catalog, settings and all that the server keeps in
//! memory). [`Backend`] is the pair; it reads as its process does: `b.catalog`, `b.settings`.
//!
//! ```text
//! Instance { store, process }            what a session owns
//!    └─ Backend { &mut store, &mut process }      what commands are given
//!          └─ Host { &mut store, &mut dyn HostSession }   what planner, executor and functions are given
//! ```
//!
//! | module | what |
//! |---|---|
//! | `process`, `answer` | what is kept in memory; what a statement gives |
//! | `given` | what SET may be given |
//! | `calls` | where the circle is cut: what stands above and is called from below |
//! | `transaction` | blocks, savepoints, what a rollback takes back (`xact.c`) |
//! | `analysis` | names, types and expressions of definitions; expressions of indexes |
//! | `inout`, `reg` | values as text; names of objects as values |
//! | `query` | SELECT, INSERT, UPDATE, DELETE; created functions, in SQL and PL/pgSQL |
//! | `ri`, `sequence` | foreign keys (`ri_triggers.c`); `nextval` |
//! | `statements` | what pg_stat_statements keeps |
//! | `timeout` | `statement_timeout` and `pg_sleep` |

mod analysis;
mod calls;
mod given;
mod plan_cache;
mod process;
pub(crate) mod query;
pub(crate) mod reg;
mod ri;
pub(crate) mod sequence;
mod statement_result;
mod statements;
mod timeout;
mod transaction;
mod type_io;

pub(crate) use analysis::{RowEval, compile_over_row, missing_on_table, missing_relation};
pub(crate) use calls::UpwardCalls;
pub(crate) use given::{PREDEFINED_ROLES, check_role};
pub(crate) use plan_cache::result_columns;
pub use process::{ClientConnection, MessageCost, Process};
pub(crate) use process::{
    Cluster, Cursor, CursorQuery, Databases, Declared, KeptPlan, KeyQuery, Prepared, SessionState,
};
pub(crate) use ri::TriggerQueue;
pub use statement_result::Column;
pub(crate) use statement_result::{ResultSet, StatementResult};
pub(crate) use statements::{StatementEntry, Statements};
pub(crate) use timeout::StatementTimer;
pub use transaction::TransactionStatus;
pub(crate) use transaction::{Block, StoppedCommit, Transaction};

use crate::catalog::stored::CatalogStore;
use crate::catalog::{Catalog, FIRST_NORMAL_OID, View};
use sql::host::Host;
use sql::settings::Settings;
use std::ops::{Deref, DerefMut};
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result};
use storage::fmgr::EnvSession;
use storage::ids::{Oid, RelFileNode};
use storage::store::{BuildLimits, Store};
use storage::toaster;
use storage::wal::WalCompression;

/// The process id of the one session.
pub(crate) const BACKEND_PID: i32 = 4242;

/// The process with the store it works on.
pub struct Backend<'a> {
    /// Files, buffers, transactions.
    pub store: &'a mut Store,
    /// All else.
    pub process: &'a mut Process,
}

impl Deref for Backend<'_> {
    type Target = Process;
    fn deref(&self) -> &Process {
        self.process
    }
}

impl DerefMut for Backend<'_> {
    fn deref_mut(&mut self) -> &mut Process {
        self.process
    }
}

impl Process {
    /// A [`Backend`] over a process and a store.
    pub fn with<'a>(&'a mut self, store: &'a mut Store) -> Backend<'a> {
        Backend { store, process: self }
    }

    /// The catalog as analysis reads it, as it is now.
    pub fn view(&self) -> View<'_> {
        View { catalog: &self.catalog, settings: &self.settings }
    }

    /// A copy of the catalog and the settings, to be read while the process works. It costs a few
    /// reference counts.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot { catalog: self.catalog.clone(), settings: self.settings.clone() }
    }

    /// The text of the statements being run.
    pub fn statement_text(&self) -> String {
        self.client.text.to_string()
    }
}

/// Catalog and settings as they were at a moment.
pub(crate) struct Snapshot {
    catalog: Catalog,
    settings: Settings,
}

impl Snapshot {
    /// Whether catalog and settings are surely unchanged since the copy was made. It is a quick
    /// test: false may be wrong.
    pub fn holds(&self, p: &Process) -> bool {
        self.catalog.same(&p.catalog) && self.settings.same(&p.settings)
    }
    /// The catalog at the time of the copy, as analysis reads it.
    pub fn view(&self) -> View<'_> {
        View { catalog: &self.catalog, settings: &self.settings }
    }
}

impl Backend<'_> {
    /// A backend over the store and process of this one, for a shorter time.
    pub fn reborrow(&mut self) -> Backend<'_> {
        Backend { store: self.store, process: self.process }
    }
    /// The [`Host`] that planner, executor and functions run in.
    pub fn host(&mut self) -> Host<'_> {
        Host { store: self.store, session: self.process, snapshot: None, uncollated: false }
    }
    /// The catalog together with the store that its rows are in.
    pub(crate) fn catalog_store(&mut self) -> CatalogStore<'_> {
        CatalogStore { store: self.store, catalog: &mut self.process.catalog }
    }
    /// The payload of a varlena in any form.
    pub fn detoast(&mut self, datum: &Datum) -> Result<Bytes> {
        toaster::detoast(self.store, datum)
    }

    /// Relations that get back the files which they had in `before` go on with the counts of the present ones.
    #[inline(never)]
    pub(crate) fn keep_counts(&mut self, before: &Catalog) {
        for (oid, class) in before.classes().range(Oid(FIRST_NORMAL_OID)..) {
            if let Some(now) = self.catalog.class(*oid).map(|c| c.file).filter(|f| *f != class.file)
            {
                self.count_on(now, class.file);
            }
        }
    }

    /// A relation that had the file `from` goes on with its counts in the file `to`, whose own are left out.
    pub(crate) fn count_on(&mut self, from: RelFileNode, to: RelFileNode) {
        let usage = [from, to].map(|file| self.store.pool.file_usage(file));
        self.store.statistics.leave_out(to, usage[1]);
        self.store.statistics.file_replaced(from, to, usage[0]);
    }

    /// Gives the store its copies of settings and of the TOAST relations.
    pub(crate) fn sync_store(&mut self) {
        self.store.toast_relations = self.catalog.toast_relations();
        let toasters = self.process.catalog.toasters().values();
        self.store.toasters.set_toasters(toasters.map(|t| (t.oid, t.handler.as_str())));
        self.sync_settings();
    }

    /// Gives a parameter a value, until the transaction ends if it is `local` (`set_config_option`).
    pub(crate) fn change_setting(&mut self, name: &str, value: &str, local: bool) -> Result<()> {
        given::refuse_unmodelled(name, value)?;
        if !name.eq_ignore_ascii_case("seed") {
            self.mode_may_change(name, value)?;
            return self.settings.set(name, value, local);
        }
        self.change_seed(value)
    }

    /// Sets the seed of `random()`, a parameter that cannot be shown (`check_random_seed`, `assign_random_seed`).
    #[inline(never)]
    fn change_seed(&mut self, value: &str) -> Result<()> {
        let Ok(seed) = value.trim().parse::<f64>() else {
            return err!(
                INVALID_PARAMETER_VALUE,
                "invalid value for parameter \"seed\": \"{value}\""
            );
        };
        if !(-1.0..=1.0).contains(&seed) {
            return err!(
                INVALID_PARAMETER_VALUE,
                "{} is outside the valid range for parameter \"seed\" (-1 .. 1)",
                storage::types::float::general(seed, 6)
            );
        }
        self.set_seed(seed)?;
        self.settings.put("seed", "unavailable", false);
        Ok(())
    }

    /// Gives the store its copies of settings.
    pub(crate) fn sync_settings(&mut self) {
        use storage::tuple::Compression;
        self.store.default_toast_compression = match self.settings.raw("default_toast_compression")
        {
            Some("lz4") => Compression::Lz4,
            _ => Compression::Pglz,
        };
        self.process.settings.set_release(self.store.release);
        self.store.toasters.settings = self.settings.toast_settings();
        let (wal, settings) = (&mut self.store.wal, &self.process.settings);
        self.store.build_limits = BuildLimits {
            planned: settings.int("max_parallel_maintenance_workers") as u32,
            // One of the processes launches workers of logical replication.
            launched: settings
                .int("max_parallel_workers")
                .min(settings.int("max_worker_processes") - 1) as u32,
            pages: settings.int("min_parallel_table_scan_size") as u32,
            memory: settings.int("maintenance_work_mem") as u32,
        };
        wal.compression = match settings.raw("wal_compression") {
            Some("pglz") => WalCompression::Pglz,
            Some("lz4") => WalCompression::Lz4,
            Some("zstd") => WalCompression::Zstd,
            _ => WalCompression::Off,
        };
        wal.synchronous_commit = settings.raw("synchronous_commit") != Some("off");
        wal.consistency_checking = settings.raw("wal_consistency_checking") == Some("all");
        wal.set_full_page_writes(settings.raw("full_page_writes") != Some("off"));
    }

    /// Sends a WARNING or NOTICE to the client.
    pub fn warning(&mut self, report: Box<PgError>) {
        self.client.notices.push(report.severity(storage::error::Severity::Warning));
    }
}

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

mod inout;

use crate::catalog::{Catalog, View};
use crate::command::prepare::Prepared;
use sql::exec::Host;
use sql::settings::Settings;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::error::{PgError, Result};
use storage::ids::Oid;
use storage::store::Store;
use storage::toaster;
use storage::tuple::TupleDesc;
use storage::types::random::Prng;
use storage::wal::WalCompression;

/// What a server keeps in memory beside its buffers.
pub struct Process {
    /// What the server knows of its objects.
    pub catalog: Catalog,
    /// The run-time configuration.
    pub settings: Settings,
    /// The transaction at hand.
    pub(crate) transaction: crate::session::Transaction,
    /// Foreign keys that changed rows may break.
    pub(crate) ri: crate::session::ri::Queue,
    /// What was committed when the server stops in the middle of a statement, if it is to.
    pub(crate) stopping: Option<crate::session::Stopping>,
    /// What belongs to no session.
    pub(crate) cluster: Cluster,
    /// What is said to the client, and heard from it.
    pub client: Client,
    /// What goes with the session.
    pub(crate) session: SessionState,
}

/// What belongs to the cluster, whoever is connected.
pub(crate) struct Cluster {
    /// Its databases.
    pub databases: crate::command::database::Databases,
    /// Roles besides `postgres`, by name.
    pub roles: BTreeSet<String>,
    /// What ALTER SYSTEM wrote.
    pub system_file: BTreeMap<String, String>,
    /// Bytes that tables and values together may take.
    pub memory_limit: usize,
    /// The wall clock in µs since 2000-01-01 UTC.
    pub clock: Box<dyn Fn() -> i64>,
}

/// The conversation with the client.
#[derive(Default)]
pub struct Client {
    /// Notices and warnings of the running statement, in order.
    pub notices: Vec<Box<PgError>>,
    /// Set by the user to end the running statement.
    pub cancel: Rc<Cell<bool>>,
    /// Asked now and then whether the running statement is to end.
    pub interrupt: Option<Box<dyn Fn() -> bool>>,
    /// Text of the statements being run.
    pub(crate) text: Rc<str>,
    /// The COPY that waits for its data, with its text.
    pub(crate) copy_statement: Option<(sql::ast::RawStmt, Rc<str>)>,
    /// The data, while it runs.
    pub(crate) copy_data: Option<String>,
    /// Its lines, for the INSERT that does its work.
    pub(crate) copy_rows: Option<sql::exec::copy::CopyRows>,
}

/// What a session makes and nobody else sees.
pub(crate) struct SessionState {
    /// Prepared statements by name.
    pub prepared: BTreeMap<String, Rc<Prepared>>,
    /// Open cursors.
    pub cursors: BTreeMap<String, crate::command::cursor::Cursor>,
    /// Statements that are still to pass before a reload of the configuration is seen.
    pub reload_in: Option<u32>,
    /// The sequence that `lastval` speaks of.
    pub last_sequence: Option<Oid>,
    /// Bodies of functions in PL/pgSQL, parsed.
    pub bodies: BTreeMap<Oid, Rc<crate::plpgsql::Body>>,
    /// How deep SQL functions call each other.
    pub function_depth: usize,
    /// Anonymous row types, by the number their values carry (`RecordCacheArray`).
    pub row_types: Vec<Rc<TupleDesc>>,
    /// Where `random()` stands.
    pub random: Prng,
}

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
    /// The pair of this and the store.
    pub fn with<'a>(&'a mut self, store: &'a mut Store) -> Backend<'a> {
        Backend { store, process: self }
    }

    /// The catalog as analysis reads it, as of now.
    pub fn view(&self) -> View<'_> {
        View { catalog: &self.catalog, settings: &self.settings }
    }

    /// The same, kept as it is now, to be read while the process is at work: a copy that costs a few
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
    /// As analysis reads them.
    pub fn view(&self) -> View<'_> {
        View { catalog: &self.catalog, settings: &self.settings }
    }
}

impl Backend<'_> {
    /// The same, lent for a while.
    pub fn reborrow(&mut self) -> Backend<'_> {
        Backend { store: self.store, process: self.process }
    }
    /// What planner, executor and functions are given.
    pub fn host(&mut self) -> Host<'_> {
        Host { store: self.store, session: self.process }
    }
    /// The payload of a varlena in whatever form it is stored.
    pub fn detoast(&mut self, datum: &Datum) -> Result<Bytes> {
        toaster::detoast(self.store, datum)
    }

    /// Tells storage of settings and TOAST relations it keeps copies of.
    pub(crate) fn sync_store(&mut self) {
        self.store.toast_relations = self.catalog.toast_relations();
        let toasters = self.process.catalog.toasters().values();
        self.store.toasters.set_toasters(toasters.map(|t| (t.oid, t.handler.as_str())));
        self.sync_settings();
    }

    /// Tells storage of settings it keeps copies of.
    pub(crate) fn sync_settings(&mut self) {
        use storage::tuple::Compression;
        self.store.default_toast_compression = match self.settings.raw("default_toast_compression")
        {
            Some("lz4") => Compression::Lz4,
            _ => Compression::Pglz,
        };
        self.store.toasters.settings = self.settings.toast_settings();
        let (wal, settings) = (&mut self.store.wal, &self.process.settings);
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

    /// Wakes the user up to something that is no error.
    pub fn warning(&mut self, report: Box<PgError>) {
        self.client.notices.push(report.severity(storage::error::Severity::Warning));
    }
}

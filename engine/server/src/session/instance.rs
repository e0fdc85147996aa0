//! A running server with its one session: what is on disk and in memory.

use super::Config;
use super::run::CALLS;
use crate::backend::{
    Backend, ClientConnection, Cluster, Process, SessionState, Transaction, TriggerQueue,
};
use crate::catalog::Catalog;
use sql::settings::Settings;
use std::ops::{Deref, DerefMut};
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::{Oid, TransactionId};
use storage::map::SortedMap;
use storage::store::{Store, StoreConfig};
use storage::tuple::Attribute;
use storage::types::random::Prng;

/// The first xid handed out on the recorded cluster.
const FIRST_XID: TransactionId = TransactionId(728);

/// The store and the process that works on it. It reads as its process does: `catalog`, `settings`.
pub struct Instance {
    /// Files, buffers, transactions.
    pub store: Store,
    /// All else.
    pub process: Process,
}

impl Deref for Instance {
    type Target = Process;
    fn deref(&self) -> &Process {
        &self.process
    }
}

impl DerefMut for Instance {
    fn deref_mut(&mut self) -> &mut Process {
        &mut self.process
    }
}

impl Instance {
    /// A fresh cluster without a session.
    pub fn new(config: Config) -> Instance {
        sql::catalog::hand_down(crate::functions::EXTRA_TABLES);
        let mut store = Store::new(StoreConfig {
            shared_buffers: config.shared_buffers as u32,
            memory_limit: config.memory_limit,
            first_xid: FIRST_XID,
        });
        let now = (config.clock)();
        store.wal.now = now;
        // Counting began with initdb, a minute ago.
        store.wal.started = now - 60_000_000;
        if let Some(bytes) = config.wal_keep {
            store.wal.log.set_keep(bytes);
        }
        store.start_log();
        let catalog = Catalog::new();
        crate::functions::large_objects::initialize(&mut store, &catalog)
            .expect("there is memory for two pages");
        let mut settings = Settings::new();
        settings.put_default("shared_buffers", &config.shared_buffers.to_string());
        let process = Process {
            catalog,
            settings,
            transaction: Transaction::new(now),
            ri: TriggerQueue::default(),
            stopping: None,
            cluster: Cluster {
                databases: Default::default(),
                system_file: SortedMap::new(),
                statements: None,
                memory_limit: config.memory_limit,
                started: now,
                clock: config.clock,
                slept: 0,
            },
            calls: CALLS,
            client: ClientConnection::default(),
            session: SessionState {
                atomic: false,
                writing_loops: 0,
                prepared: SortedMap::new(),
                key_queries: SortedMap::new(),
                cursors: SortedMap::new(),
                recent_work: Default::default(),
                reload_in: None,
                last_sequence: None,
                unnamed_portals: 0,
                bodies: SortedMap::new(),
                sql_bodies: SortedMap::new(),
                custom_plans: Vec::new(),
                inlining: Vec::new(),
                expected_columns: None,
                unseen: None,
                only_explained: false,
                function_depth: 0,
                row_types: Vec::new(),
                random: Prng::seed(config.seed),
            },
        };
        Instance { store, process }
    }

    /// The backend: process and store together.
    pub(crate) fn backend(&mut self) -> Backend<'_> {
        self.process.with(&mut self.store)
    }

    /// The text of a value of any type, by its output function.
    pub fn output(&mut self, type_oid: Oid, datum: &Datum) -> Result<String> {
        self.backend().output(type_oid, datum)
    }

    /// The element type of an array type, or none.
    pub fn element_type(&self, type_oid: Oid) -> Oid {
        self.process.catalog.element_type(type_oid)
    }

    /// A column of an anonymous row type, with the length, alignment and storage of its type.
    pub fn column_of(&self, name: &str, type_oid: Oid, typmod: i32) -> Attribute {
        self.process.catalog.attribute_of(name, type_oid, typmod)
    }

    /// The type beneath a domain, or the type itself.
    pub fn base_type(&self, type_oid: Oid) -> Oid {
        self.process.catalog.base_type(type_oid)
    }
}

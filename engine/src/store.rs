//! What all storage code shares: files and buffers, transactions, counters, the trace, limits.
//!
//! `&mut Store` is handed to everything that touches pages.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::buffer::BufferPool;
use crate::event::EventSink;
use crate::heap::Relation;
use crate::ids::{Oid, TransactionId};
use crate::toaster::Registry;
use crate::tuple::Compression;
use crate::xact::TransactionManager;

/// How much may be used.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of all pages together; past it, error 53200.
    pub memory: usize,
}

/// Hands out OIDs (`GetNewObjectId`).
#[derive(Clone, Copy, Debug)]
pub struct OidCounter(u32);

impl OidCounter {
    /// Starts at `FirstNormalObjectId`, 16384.
    pub fn new() -> OidCounter {
        OidCounter(16384)
    }
    /// The next OID; after 4294967295 comes 16384 again.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Oid {
        if self.0 < 16384 {
            self.0 = 16384;
        }
        let oid = Oid(self.0);
        self.0 = self.0.wrapping_add(1);
        oid
    }
    /// The next OID that its catalog has no row with yet (`GetNewOidWithIndex`).
    pub fn next_unless(&mut self, taken: impl Fn(Oid) -> bool) -> Oid {
        loop {
            let oid = self.next();
            if !taken(oid) {
                return oid;
            }
        }
    }
    /// What `next` will return.
    pub fn peek(&self) -> Oid {
        Oid(self.0.max(16384))
    }
    /// Sets what `next` will return.
    pub fn set(&mut self, next: Oid) {
        self.0 = next.0;
    }
}

impl Default for OidCounter {
    fn default() -> Self {
        OidCounter::new()
    }
}

/// What a store is made with.
#[derive(Clone, Copy, Debug)]
pub struct StoreConfig {
    /// Pages of shared buffers; PostgreSQL's default is 16384 (128 MB).
    pub shared_buffers: u32,
    /// Bytes of all pages together.
    pub memory_limit: usize,
    /// The first transaction id handed out.
    pub first_xid: TransactionId,
}

impl Default for StoreConfig {
    fn default() -> Self {
        StoreConfig { shared_buffers: 16384, memory_limit: 2 << 30, first_xid: TransactionId(728) }
    }
}

/// The storage of one database.
#[derive(Clone, Debug)]
pub struct Store {
    /// Files and the pages of them that are resident.
    pub pool: BufferPool,
    /// Transactions.
    pub xact: TransactionManager,
    /// The trace.
    pub events: EventSink,
    /// The OID counter.
    pub oids: OidCounter,
    /// How much may be used.
    pub limits: Limits,
    /// `default_toast_compression`.
    pub default_toast_compression: Compression,
    /// TOAST relations by OID, kept by the catalog, so that a pointer finds its chunks.
    pub toast_relations: BTreeMap<Oid, Rc<Relation>>,
    /// The toasters, so that a pointer finds the one that wrote it.
    pub toasters: Registry,
}

impl Store {
    /// An empty store.
    pub fn new(config: StoreConfig) -> Store {
        let events = EventSink::default();
        Store {
            pool: BufferPool::new(config.shared_buffers, config.memory_limit, events.clone()),
            xact: TransactionManager::new(config.first_xid, events.clone()),
            events,
            oids: OidCounter::new(),
            limits: Limits { memory: config.memory_limit },
            default_toast_compression: Compression::Pglz,
            toast_relations: BTreeMap::new(),
            toasters: Registry::default(),
        }
    }
    /// Commits the transaction and gives all pins up.
    pub fn commit(&mut self) {
        self.xact.commit();
        self.pool.flush_log();
        self.pool.release_all();
    }
    /// Aborts the transaction and gives all pins up.
    pub fn abort(&mut self) {
        self.xact.abort();
        self.pool.release_all();
    }
}

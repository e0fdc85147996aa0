//! Records that change no page: transactions' ends, checkpoints, files (`xact.c`, `xlog.c`,
//! `standby.c`, `storage.c`).

use super::insert::{BlockHeader, relation_bytes};
use super::layout::{DATABASE, TABLESPACE, TIMELINE, XLR_SPECIAL_REL_UPDATE};
use super::{Lsn, RecoveryStart, Rmgr, Wal};
use crate::ids::{CommandId, ForkNumber, Oid, RelFileNode, TransactionId};
use crate::versions::{InPlaceRecords, Release};

/// `xl_info`, the resource manager's half.
#[allow(
    missing_docs,
    reason = "named as in pg_control.h, xact.h, storage_xlog.h, standbydefs.h, heapam_xlog.h, nbtxlog.h and sequence.h of PostgreSQL 15 to 18, without XLOG_ where the rest tells them apart"
)]
pub mod info {
    pub const XLOG_CHECKPOINT_SHUTDOWN: u8 = 0x00;
    pub const XLOG_CHECKPOINT_ONLINE: u8 = 0x10;
    pub const XLOG_NOOP: u8 = 0x20;
    pub const XLOG_NEXTOID: u8 = 0x30;
    pub const XLOG_SWITCH: u8 = 0x40;
    pub const XLOG_BACKUP_END: u8 = 0x50;
    pub const XLOG_PARAMETER_CHANGE: u8 = 0x60;
    pub const XLOG_RESTORE_POINT: u8 = 0x70;
    pub const XLOG_FPW_CHANGE: u8 = 0x80;
    pub const XLOG_END_OF_RECOVERY: u8 = 0x90;
    pub const XLOG_FPI_FOR_HINT: u8 = 0xA0;
    pub const XLOG_CHECKPOINT_REDO: u8 = 0xE0;
    pub const XLOG_FPI: u8 = 0xB0;
    pub const XLOG_OVERWRITE_CONTRECORD: u8 = 0xD0;
    pub const XLOG_MULTIXACT_ZERO_OFF_PAGE: u8 = 0x00;
    pub const XLOG_MULTIXACT_ZERO_MEM_PAGE: u8 = 0x10;
    pub const XLOG_MULTIXACT_CREATE_ID: u8 = 0x20;

    pub const XACT_COMMIT: u8 = 0x00;
    pub const XACT_PREPARE: u8 = 0x10;
    pub const XACT_ABORT: u8 = 0x20;
    pub const XACT_COMMIT_PREPARED: u8 = 0x30;
    pub const XACT_ABORT_PREPARED: u8 = 0x40;
    pub const XACT_ASSIGNMENT: u8 = 0x50;
    pub const XACT_INVALIDATIONS: u8 = 0x60;
    pub const XACT_OPMASK: u8 = 0x70;
    pub const XACT_HAS_INFO: u8 = 0x80;
    pub const XACT_XINFO_HAS_DBINFO: u32 = 1 << 0;
    pub const XACT_XINFO_HAS_SUBXACTS: u32 = 1 << 1;
    pub const XACT_XINFO_HAS_RELFILENODES: u32 = 1 << 2;
    pub const XACT_XINFO_HAS_INVALS: u32 = 1 << 3;
    pub const XACT_XINFO_HAS_TWOPHASE: u32 = 1 << 4;
    pub const XACT_XINFO_HAS_ORIGIN: u32 = 1 << 5;
    pub const XACT_XINFO_HAS_AE_LOCKS: u32 = 1 << 6;
    pub const XACT_XINFO_HAS_GID: u32 = 1 << 7;
    pub const XACT_XINFO_HAS_DROPPED_STATS: u32 = 1 << 8;
    pub const XACT_COMPLETION_APPLY_FEEDBACK: u32 = 1 << 29;
    pub const XACT_COMPLETION_UPDATE_RELCACHE_FILE: u32 = 1 << 30;
    pub const XACT_COMPLETION_FORCE_SYNC_COMMIT: u32 = 1 << 31;

    pub const SMGR_CREATE: u8 = 0x10;
    pub const SMGR_TRUNCATE: u8 = 0x20;
    /// The forks that are cut.
    pub const SMGR_TRUNCATE_HEAP: u32 = 1;
    pub const SMGR_TRUNCATE_VM: u32 = 2;
    pub const SMGR_TRUNCATE_ALL: u32 = 7;

    pub const STANDBY_LOCK: u8 = 0x00;
    pub const RUNNING_XACTS: u8 = 0x10;
    pub const STANDBY_INVALIDATIONS: u8 = 0x20;

    pub const HEAP_INSERT: u8 = 0x00;
    pub const HEAP_DELETE: u8 = 0x10;
    pub const HEAP_UPDATE: u8 = 0x20;
    pub const HEAP_TRUNCATE: u8 = 0x30;
    pub const HEAP_HOT_UPDATE: u8 = 0x40;
    pub const HEAP_CONFIRM: u8 = 0x50;
    pub const HEAP_LOCK: u8 = 0x60;
    pub const HEAP_INPLACE: u8 = 0x70;
    pub const HEAP_OPMASK: u8 = 0x70;
    pub const HEAP_INIT_PAGE: u8 = 0x80;

    pub const HEAP2_REWRITE: u8 = 0x00;
    pub const HEAP2_PRUNE: u8 = 0x10;
    pub const HEAP2_VACUUM: u8 = 0x20;
    pub const HEAP2_FREEZE_PAGE: u8 = 0x30;
    pub const HEAP2_PRUNE_ON_ACCESS: u8 = 0x10;
    pub const HEAP2_PRUNE_VACUUM_SCAN: u8 = 0x20;
    pub const HEAP2_PRUNE_VACUUM_CLEANUP: u8 = 0x30;
    pub const HEAP2_VISIBLE: u8 = 0x40;
    pub const HEAP2_MULTI_INSERT: u8 = 0x50;
    pub const HEAP2_LOCK_UPDATED: u8 = 0x60;
    pub const HEAP2_NEW_CID: u8 = 0x70;

    pub const BTREE_INSERT_LEAF: u8 = 0x00;
    pub const BTREE_INSERT_UPPER: u8 = 0x10;
    pub const BTREE_INSERT_META: u8 = 0x20;
    pub const BTREE_SPLIT_L: u8 = 0x30;
    pub const BTREE_SPLIT_R: u8 = 0x40;
    pub const BTREE_INSERT_POST: u8 = 0x50;
    pub const BTREE_DEDUP: u8 = 0x60;
    pub const BTREE_DELETE: u8 = 0x70;
    pub const BTREE_UNLINK_PAGE: u8 = 0x80;
    pub const BTREE_UNLINK_PAGE_META: u8 = 0x90;
    pub const BTREE_NEWROOT: u8 = 0xA0;
    pub const BTREE_MARK_PAGE_HALFDEAD: u8 = 0xB0;
    pub const BTREE_VACUUM: u8 = 0xC0;
    pub const BTREE_REUSE_PAGE: u8 = 0xD0;
    pub const BTREE_META_CLEANUP: u8 = 0xE0;

    pub const SEQ_LOG: u8 = 0x00;

    pub const XLH_INSERT_ALL_VISIBLE_CLEARED: u8 = 1 << 0;
    pub const XLH_INSERT_LAST_IN_MULTI: u8 = 1 << 1;
    pub const XLH_INSERT_IS_SPECULATIVE: u8 = 1 << 2;
    pub const XLH_INSERT_ALL_FROZEN_SET: u8 = 1 << 5;
    pub const XLH_UPDATE_OLD_ALL_VISIBLE_CLEARED: u8 = 1 << 0;
    pub const XLH_UPDATE_NEW_ALL_VISIBLE_CLEARED: u8 = 1 << 1;
    pub const XLH_UPDATE_PREFIX_FROM_OLD: u8 = 1 << 5;
    pub const XLH_UPDATE_SUFFIX_FROM_OLD: u8 = 1 << 6;
    pub const XLH_DELETE_ALL_VISIBLE_CLEARED: u8 = 1 << 0;
    pub const XLH_DELETE_IS_SUPER: u8 = 1 << 3;
    pub const XLH_LOCK_ALL_FROZEN_CLEARED: u8 = 1 << 0;
    pub const XLHP_IS_CATALOG_REL: u8 = 1 << 1;
    pub const XLHP_CLEANUP_LOCK: u8 = 1 << 2;
    pub const XLHP_HAS_CONFLICT_HORIZON: u8 = 1 << 3;
    pub const XLHP_HAS_FREEZE_PLANS: u8 = 1 << 4;
    pub const XLHP_HAS_REDIRECTIONS: u8 = 1 << 5;
    pub const XLHP_HAS_DEAD_ITEMS: u8 = 1 << 6;
    pub const XLHP_HAS_NOW_UNUSED_ITEMS: u8 = 1 << 7;
    pub const XLHL_XMAX_IS_MULTI: u8 = 0x01;
    pub const XLHL_XMAX_LOCK_ONLY: u8 = 0x02;
    pub const XLHL_XMAX_EXCL_LOCK: u8 = 0x04;
    pub const XLHL_XMAX_KEYSHR_LOCK: u8 = 0x08;
    pub const XLHL_KEYS_UPDATED: u8 = 0x10;
}

/// The number of wal_level replica (`WAL_LEVEL_REPLICA`).
const REPLICA: u32 = 1;

/// `PGPROC_MAX_CACHED_SUBXIDS`: so many subtransactions standbys learn of by themselves.
const MAX_CACHED_SUBXIDS: usize = 64;

/// What a checkpoint says of transactions and OIDs.
#[derive(Clone, Copy, Debug)]
pub struct CheckPointState {
    /// The next xid.
    pub next_xid: TransactionId,
    /// The last one that ended.
    pub latest_completed: TransactionId,
    /// The top transaction that runs, if it has an xid.
    pub running: Option<TransactionId>,
    /// The next OID; online those logged ahead are counted in.
    pub next_oid: Oid,
    /// The next multixact, and where its members begin.
    pub next_multixact: (TransactionId, u32),
}

/// What a cache must forget (`SharedInvalidationMessage`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalidation {
    /// An entry of a catalog cache.
    CatCache {
        /// The cache.
        id: u8,
        /// The hash of its key.
        hash: u32,
    },
    /// A relation's entry.
    RelCache(Oid),
    /// Snapshots of a catalog that has no cache.
    Snapshot(Oid),
}

impl Invalidation {
    /// The message on an entry of the catalog cache with this number in 15.
    pub fn cache(release: &Release, id: u8, hash: u32) -> Invalidation {
        /// The first cache after those of extensions (`FOREIGNDATAWRAPPERNAME`).
        const AFTER: u8 = 27;
        let more = if release.extension_caches && id >= AFTER { 2 } else { 0 };
        Invalidation::CatCache { id: id + more, hash }
    }
    /// The message as a record has it (`SharedInvalidationMessage`).
    fn bytes(self) -> [u8; 16] {
        /// What marks the message of a relation's entry (`SHAREDINVALRELCACHE_ID`).
        const RELCACHE: u8 = -2i8 as u8;
        /// What marks the message of a catalog's snapshots (`SHAREDINVALSNAPSHOT_ID`).
        const SNAPSHOT: u8 = -5i8 as u8;
        let (id, what) = match self {
            Invalidation::CatCache { id, hash } => (id, hash),
            Invalidation::RelCache(rel) => (RELCACHE, rel.0),
            Invalidation::Snapshot(catalog) => (SNAPSHOT, catalog.0),
        };
        let mut b = [0; 16];
        b[0] = id;
        b[4..8].copy_from_slice(&DATABASE.to_le_bytes());
        b[8..12].copy_from_slice(&what.to_le_bytes());
        b
    }
}

/// What else a transaction's end says.
#[derive(Clone, Copy, Debug, Default)]
pub struct XactEndDetails<'a> {
    /// Subtransactions that end with it.
    pub children: &'a [TransactionId],
    /// Files that go.
    pub files: &'a [RelFileNode],
    /// Objects whose statistics go: kind (`PGSTAT_KIND_RELATION` is 2) and OID.
    pub statistics: &'a [(u32, Oid)],
}

impl Wal {
    /// Adds an invalidation message to be sent when the transaction commits.
    pub fn invalidate(&mut self, command: CommandId, what: Invalidation) {
        // A command tells of a relation once (`AddRelcacheInvalidationMessage`).
        let from = self.messages_from.min(self.invalidations.len());
        let cat = matches!(what, Invalidation::CatCache { .. });
        if cat || !self.invalidations[from..].contains(&(command, what)) {
            self.invalidations.push((command, what));
        }
    }
    /// The relations whose relcache entries will be invalidated when the transaction commits.
    pub fn invalidated_relations(&self) -> Vec<Oid> {
        let relations = self.invalidations.iter().filter_map(|(_, what)| match what {
            Invalidation::RelCache(rel) => Some(*rel),
            _ => None,
        });
        relations.collect()
    }
    /// Begins to collect the invalidation messages of another catalog change; returns the relations of
    /// the last one.
    pub fn next_messages(&mut self) -> Vec<Oid> {
        let from = self.messages_from.min(self.invalidations.len());
        self.messages_from = self.invalidations.len();
        let relations = self.invalidations[from..].iter().filter_map(|(_, what)| match what {
            Invalidation::RelCache(rel) => Some(*rel),
            _ => None,
        });
        relations.collect()
    }
    /// Removes the invalidation messages of an aborted subtransaction's commands, from its first on.
    pub fn forget_invalidations(&mut self, from: CommandId) {
        self.invalidations.retain(|(command, _)| *command < from);
    }
    /// Notes that the server logs changes of catalog rows in this transaction that the model does
    /// not log.
    pub fn changed_unlogged(&mut self) {
        self.unlogged_change = true;
    }
    /// Notes that the server logs a row of `pg_statistic` here. The model has no pages for it; the
    /// note makes the commit flush as the server's does.
    pub fn statistics_written(&mut self) {
        self.wrote = true;
    }
    /// The bytes of the invalidation messages, those to catalog caches first.
    fn messages(&self) -> Vec<u8> {
        let cat = |i: &Invalidation| matches!(i, Invalidation::CatCache { .. });
        let (first, rest): (Vec<Invalidation>, Vec<_>) =
            self.invalidations.iter().map(|(_, what)| *what).partition(cat);
        first.into_iter().chain(rest).flat_map(Invalidation::bytes).collect()
    }
    /// Logs the cache invalidations of a transaction without an xid (`LogStandbyInvalidations`).
    pub fn standby_invalidations(&mut self) {
        if self.invalidations.is_empty() {
            return;
        }
        let mut main = DATABASE.to_le_bytes().to_vec();
        main.extend_from_slice(&TABLESPACE.to_le_bytes());
        main.extend_from_slice(&0u32.to_le_bytes()); // relcacheInitFileInval
        main.extend_from_slice(&(self.invalidations.len() as u32).to_le_bytes());
        main.extend_from_slice(&self.messages());
        let op = info::STANDBY_INVALIDATIONS;
        self.insert_plain(TransactionId::INVALID, Rmgr::Standby, op, &main);
    }

    /// Logs a commit (`committed`, `XactLogCommitRecord`) or an abort (`XactLogAbortRecord`).
    pub fn transaction_end(
        &mut self,
        committed: bool,
        xid: TransactionId,
        e: XactEndDetails<'_>,
    ) -> Lsn {
        let XactEndDetails { children, files: dropped, statistics } = e;
        let mut xinfo = if self.exclusive_locks { info::XACT_XINFO_HAS_AE_LOCKS } else { 0 };
        let mut rest = Vec::new();
        let tells = committed && !self.invalidations.is_empty();
        if tells {
            xinfo |= info::XACT_XINFO_HAS_DBINFO | info::XACT_XINFO_HAS_INVALS;
            rest.extend_from_slice(&DATABASE.to_le_bytes());
            rest.extend_from_slice(&TABLESPACE.to_le_bytes());
        }
        if !children.is_empty() {
            xinfo |= info::XACT_XINFO_HAS_SUBXACTS;
            rest.extend_from_slice(&(children.len() as u32).to_le_bytes());
            children.iter().for_each(|x| rest.extend_from_slice(&x.0.to_le_bytes()));
        }
        let mut op = if committed { info::XACT_COMMIT } else { info::XACT_ABORT };
        if !dropped.is_empty() {
            xinfo |= info::XACT_XINFO_HAS_RELFILENODES;
            op |= XLR_SPECIAL_REL_UPDATE;
            rest.extend_from_slice(&(dropped.len() as u32).to_le_bytes());
            dropped.iter().for_each(|f| rest.extend_from_slice(&relation_bytes(f.0)));
        }
        if !statistics.is_empty() {
            xinfo |= info::XACT_XINFO_HAS_DROPPED_STATS;
            rest.extend_from_slice(&(statistics.len() as u32).to_le_bytes());
            for (kind, oid) in statistics {
                for n in [*kind, DATABASE, oid.0] {
                    rest.extend_from_slice(&n.to_le_bytes());
                }
                rest.resize(rest.len() + self.release.statistics_ids.size() - 4, 0);
            }
        }
        if tells {
            rest.extend_from_slice(&(self.invalidations.len() as u32).to_le_bytes());
            rest.extend_from_slice(&self.messages());
        }
        let mut main = self.now.to_le_bytes().to_vec();
        if xinfo != 0 {
            op |= info::XACT_HAS_INFO;
            main.extend_from_slice(&xinfo.to_le_bytes());
        }
        main.extend_from_slice(&rest);
        let flush = committed && (self.must_flush() || !dropped.is_empty());
        let end = self.insert_plain(xid, Rmgr::Transaction, op, &main);
        if flush {
            self.flush();
        }
        end
    }

    /// Notes that a subtransaction got an xid; every 64 of them are logged for standbys
    /// (`AssignTransactionId`).
    pub fn assigned(&mut self, top: TransactionId, sub: TransactionId) {
        self.unreported.push(sub);
        if self.unreported.len() >= MAX_CACHED_SUBXIDS {
            let mut main = top.0.to_le_bytes().to_vec();
            main.extend_from_slice(&(self.unreported.len() as u32).to_le_bytes());
            self.unreported.iter().for_each(|x| main.extend_from_slice(&x.0.to_le_bytes()));
            self.unreported.clear();
            self.insert_plain(sub, Rmgr::Transaction, info::XACT_ASSIGNMENT, &main);
        }
    }
    /// Forgets the transaction's subtransactions and locks that were not logged yet.
    pub fn forget_transaction(&mut self) {
        self.unreported.clear();
        self.wrote = false;
        self.invalidations.clear();
        self.messages_from = 0;
        self.unlogged_change = false;
        self.exclusive_locks = false;
    }

    /// Logs that a catalog's row was changed in place, on a page that the model does not have
    /// (`HEAP_INPLACE`).
    pub fn row_in_place(
        &mut self,
        xid: TransactionId,
        catalog: Oid,
        row: &[u8],
        invalidations: &[Invalidation],
    ) {
        let page = BlockHeader { file: RelFileNode(catalog.0), block: 0, data: row };
        let main = self.in_place(0, invalidations);
        self.insert_absent(xid, Rmgr::Heap, info::HEAP_INPLACE, page, &main);
    }

    /// The main data of an in-place update (`xl_heap_inplace`): the row's offset and, if the version
    /// logs them, the invalidation messages.
    pub(crate) fn in_place(&self, offset: u16, invalidations: &[Invalidation]) -> Vec<u8> {
        let mut main = offset.to_le_bytes().to_vec();
        if self.release.in_place_records == InPlaceRecords::WithInvalidations {
            main.resize(4, 0);
            main.extend_from_slice(&DATABASE.to_le_bytes());
            main.extend_from_slice(&TABLESPACE.to_le_bytes());
            main.extend_from_slice(&0u32.to_le_bytes()); // relcacheInitFileInval
            main.extend_from_slice(&(invalidations.len() as u32).to_le_bytes());
            invalidations.iter().for_each(|what| main.extend_from_slice(&what.bytes()));
        }
        main
    }

    /// Logs that a file was created (`log_smgrcreate`).
    pub fn file_created(&mut self, xid: TransactionId, file: RelFileNode, fork: ForkNumber) {
        let mut main = relation_bytes(file.0).to_vec();
        main.extend_from_slice(&(fork as u32).to_le_bytes());
        let op = info::SMGR_CREATE | XLR_SPECIAL_REL_UPDATE;
        self.insert_plain(xid, Rmgr::Storage, op, &main);
    }
    /// Logs that a relation and its maps are cut to `blocks` (`RelationTruncate`).
    pub fn file_truncated(
        &mut self,
        xid: TransactionId,
        file: RelFileNode,
        blocks: u32,
        forks: u32,
    ) {
        let mut main = blocks.to_le_bytes().to_vec();
        main.extend_from_slice(&relation_bytes(file.0));
        main.extend_from_slice(&forks.to_le_bytes());
        let op = info::SMGR_TRUNCATE | XLR_SPECIAL_REL_UPDATE;
        self.insert_plain(xid, Rmgr::Storage, op, &main);
        self.flush();
    }
    /// Logs that OIDs up to `next` may be used (`XLogPutNextOid`).
    pub fn next_oid(&mut self, xid: TransactionId, next: Oid) {
        self.insert_plain(xid, Rmgr::Xlog, info::XLOG_NEXTOID, &next.0.to_le_bytes());
    }
    /// Logs an ACCESS EXCLUSIVE lock for standbys (`LogAccessExclusiveLock`).
    pub fn exclusive_lock(&mut self, xid: TransactionId, rel: Oid) {
        let mut main = 1u32.to_le_bytes().to_vec();
        main.extend_from_slice(&xid.0.to_le_bytes());
        main.extend_from_slice(&DATABASE.to_le_bytes());
        main.extend_from_slice(&rel.0.to_le_bytes());
        self.insert_plain(xid, Rmgr::Standby, info::STANDBY_LOCK, &main);
        self.exclusive_locks = true;
    }

    /// Logs the running transactions (`LogCurrentRunningXacts`).
    pub(crate) fn running_xacts(&mut self, s: &CheckPointState) {
        let mut main = Vec::with_capacity(28);
        let count = s.running.iter().count() as u32;
        let oldest = s.running.unwrap_or(s.next_xid);
        for word in [count, 0, 0, s.next_xid.0, oldest.0, s.latest_completed.0] {
            main.extend_from_slice(&word.to_le_bytes());
        }
        s.running.iter().for_each(|x| main.extend_from_slice(&x.0.to_le_bytes()));
        self.insert_plain(TransactionId::INVALID, Rmgr::Standby, info::RUNNING_XACTS, &main);
    }

    /// Logs a checkpoint (`CreateCheckPoint`). The first change of each page after its start has a
    /// full-page image. `shutdown`: it is that of a shutdown.
    pub fn checkpoint(&mut self, s: &CheckPointState, shutdown: bool) {
        self.by_checkpointer(|wal| wal.write_checkpoint(s, shutdown));
    }

    /// Writes a checkpoint: what is running, then the record itself (`CreateCheckPoint`).
    fn write_checkpoint(&mut self, s: &CheckPointState, shutdown: bool) {
        let redo = self.log.insert_lsn();
        let mut oldest_active = TransactionId::INVALID;
        if !shutdown {
            if self.release.redo_records {
                let (op, level) = (info::XLOG_CHECKPOINT_REDO, REPLICA.to_le_bytes());
                self.insert_plain(TransactionId::INVALID, Rmgr::Xlog, op, &level);
            }
            self.running_xacts(s);
            oldest_active = s.running.unwrap_or(s.next_xid);
        }
        /// `oldestXid` and its database, template1, on a fresh cluster.
        const OLDEST_XID: (u32, u32) = (716, 1);
        let mut c = [0u8; 88];
        let mut put = |at: usize, bytes: &[u8]| c[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &redo.0.to_le_bytes());
        put(8, &TIMELINE.to_le_bytes());
        put(12, &TIMELINE.to_le_bytes());
        put(16, &[u8::from(self.full_page_writes)]);
        if self.release.checkpoint_level {
            put(20, &REPLICA.to_le_bytes());
        }
        put(24, &u64::from(s.next_xid.0).to_le_bytes());
        put(32, &s.next_oid.0.to_le_bytes());
        put(36, &s.next_multixact.0.0.to_le_bytes());
        put(40, &s.next_multixact.1.to_le_bytes());
        put(44, &OLDEST_XID.0.to_le_bytes());
        put(48, &OLDEST_XID.1.to_le_bytes());
        put(52, &1u32.to_le_bytes()); // oldestMulti
        put(56, &DATABASE.to_le_bytes());
        // Seconds since 1970 of a time in microseconds since 2000.
        let checkpoint_time = self.now / 1_000_000 + 946_684_800;
        put(64, &checkpoint_time.to_le_bytes());
        put(80, &oldest_active.0.to_le_bytes());
        let op =
            if shutdown { info::XLOG_CHECKPOINT_SHUTDOWN } else { info::XLOG_CHECKPOINT_ONLINE };
        self.checkpoint = self.log.insert_lsn();
        self.insert_plain(TransactionId::INVALID, Rmgr::Xlog, op, &c);
        self.redo = redo;
        let (next_xid, next_oid) = (s.next_xid, s.next_oid);
        self.recovery = RecoveryStart { from: redo, next_xid, next_oid, checkpoint_time };
        self.log.set_needed(self.log.geometry().pos(redo));
        self.flush();
    }

    /// Ends the segment (`RequestXLogSwitch`), and returns where its last record ended. Nothing
    /// happens at a segment's start.
    pub fn switch(&mut self) -> Lsn {
        let end = self.log.end_lsn();
        if end.0.is_multiple_of(self.log.geometry().segment_size) {
            return end;
        }
        self.insert_plain(TransactionId::INVALID, Rmgr::Xlog, info::XLOG_SWITCH, &[]);
        let end = self.log.skip_segment();
        self.flush();
        end
    }
}

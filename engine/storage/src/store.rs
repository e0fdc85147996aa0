//! What all storage code shares: files and buffers, transactions, counters, the trace, limits.
//!
//! `&mut Store` is handed to everything that touches pages.

use crate::clock::{self, Kind, Prices};
use crate::map::SortedMap;
use std::rc::Rc;

use crate::buffer::{BufferId, BufferPool, BufferTag};
use crate::error::Result;
use crate::event::{Event, EventSink};
use crate::heap::{Persistence, RelKind, Relation};
use crate::ids::{CommandId, ForkNumber, Lsn, Oid, RelFileNode, Rmgr, TransactionId};
use crate::page::{self, PageBytes};
use crate::sort::Arrange;
use crate::toaster::Registry;
use crate::tuple::Compression;
use crate::versions::Release;
use crate::wal::info;
use crate::wal::layout::{REGBUF_FORCE_IMAGE, REGBUF_STANDARD};
use crate::wal::{CheckPointState, Invalidation, Wal, XactEndDetails};
use crate::xact::TransactionManager;

/// How much may be used.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of all pages together; past it, error 53200.
    pub memory: usize,
}

/// Hands out OIDs (`GetNewObjectId`).
#[derive(Clone, Copy, Debug)]
pub struct OidCounter {
    next: u32,
    /// How many more the log allows (`oidCount`).
    allowed: u32,
    /// What the next record of the log must be preceded by: OIDs up to this are in use.
    unlogged: Option<Oid>,
}

/// `VAR_OID_PREFETCH`: one log record reserves so many OIDs.
const OID_PREFETCH: u32 = 8192;

impl OidCounter {
    /// A counter that starts at `FirstNormalObjectId`, 16384.
    pub fn new() -> OidCounter {
        OidCounter { next: 16384, allowed: 0, unlogged: None }
    }
    /// The next OID; after 4294967295 comes 16384 again.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Oid {
        if self.next < 16384 {
            self.next = 16384;
            self.allowed = 0;
        }
        if self.allowed == 0 {
            self.unlogged = Some(Oid(self.next.wrapping_add(OID_PREFETCH)));
            self.allowed = OID_PREFETCH;
        }
        let oid = Oid(self.next);
        self.next = self.next.wrapping_add(1);
        self.allowed -= 1;
        oid
    }
    /// The next OID that is not in use in its catalog (`GetNewOidWithIndex`).
    pub fn next_unless(&mut self, taken: impl Fn(Oid) -> bool) -> Oid {
        loop {
            let oid = self.next();
            if !taken(oid) {
                return oid;
            }
        }
    }
    /// The OID that [`OidCounter::next`] will return.
    pub fn peek(&self) -> Oid {
        Oid(self.next.max(16384))
    }
    /// Sets the OID that [`OidCounter::next`] will return.
    pub fn set(&mut self, next: Oid) {
        self.next = next.0;
    }
    /// After a crash, continues at the OID of the log or the last checkpoint: OIDs logged ahead and not
    /// used are skipped.
    pub fn restart(&mut self, next: Oid) {
        *self = OidCounter { next: next.0, allowed: 0, unlogged: None };
    }
    /// The first OID that needs a log record before it is used.
    pub fn logged(&self) -> Oid {
        Oid(self.next.wrapping_add(self.allowed))
    }
}

impl Default for OidCounter {
    fn default() -> Self {
        OidCounter::new()
    }
}

/// What says how many workers help to build an index.
#[derive(Clone, Copy, Debug)]
pub struct BuildLimits {
    /// The most workers that are planned for a build (`max_parallel_maintenance_workers`).
    pub planned: u32,
    /// The most workers that can run at once (`max_parallel_workers`).
    pub launched: u32,
    /// How many pages a table has at least for a worker to help (`min_parallel_table_scan_size`).
    pub pages: u32,
    /// How many kB a build may use for its sort (`maintenance_work_mem`).
    pub memory: u32,
}

impl Default for BuildLimits {
    fn default() -> Self {
        BuildLimits { planned: 2, launched: 8, pages: 1024, memory: 65536 }
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
    /// The PostgreSQL version.
    pub release: &'static Release,
    /// Files and the pages of them that are resident.
    pub pool: BufferPool,
    /// Transactions.
    pub xact: TransactionManager,
    /// The log.
    pub wal: Wal,
    /// What work costs, for the time that is modelled.
    pub prices: Rc<Prices>,
    /// The trace.
    pub events: EventSink,
    /// The OID counter.
    pub oids: OidCounter,
    /// How much may be used.
    pub limits: Limits,
    /// The method by which values are compressed where a column names none
    /// (`default_toast_compression`).
    pub default_toast_compression: Compression,
    /// For parallel builds of indexes.
    pub build_limits: BuildLimits,
    /// Rows read and written, live and dead, by relation.
    pub statistics: crate::heap::counters::RelationStatistics,
    /// TOAST relations by OID, kept by the catalog, so that a pointer finds its chunks.
    pub toast_relations: SortedMap<Oid, Rc<Relation>>,
    /// The toasters, so that a pointer finds the one that wrote it.
    pub toasters: Registry,
    /// After how many records, counted from the start, the server stops dead; and what it was then.
    pub stops: Option<PlannedStop>,
    /// The catalog's own files, once they are needed.
    pub system: Option<Box<SystemFiles>>,
    /// Pages that were written past the pool and are to be logged together.
    written: Vec<BufferTag>,
    /// It is the catalog's files that are at hand: what is read and written is not the user's.
    on_system: bool,
}

/// Files of the catalog with their buffers, apart from those of users' relations: nobody counts or
/// watches what happens there, but it is logged.
#[derive(Clone, Debug)]
pub struct SystemFiles {
    /// Files and buffers.
    pub pool: BufferPool,
    statistics: crate::heap::counters::RelationStatistics,
    events: EventSink,
    /// The command that changes rows here, and the transaction's when it began. It counts from where no transaction's
    /// command ids come to, so that the pairs of which combo command ids are made are of other numbers than users' rows'.
    command: CommandId,
    began: CommandId,
}

impl SystemFiles {
    /// The catalogs' files in this pool.
    pub fn new(pool: BufferPool) -> SystemFiles {
        let events = EventSink::default();
        let command = CommandId(1 << 31);
        SystemFiles { pool, statistics: Default::default(), events, command, began: CommandId(0) }
    }
    /// Begins the next command in the catalog's files (`CommandCounterIncrement`).
    pub fn next_command(&mut self) {
        self.command.0 = self.command.0.wrapping_add(1);
    }
    /// The command id for changes of catalog rows while the transaction's is `now`.
    pub fn command_id(&mut self, now: CommandId) -> CommandId {
        if self.began != now {
            self.began = now;
            self.next_command();
        }
        self.command
    }
}

/// A server that is to stop in the middle of a statement.
#[derive(Clone, Debug)]
pub struct PlannedStop {
    /// Records of the log, counted from its start, after which it stops.
    pub after: u64,
    /// What there was when the next one was about to be written. The statement goes on, unheard:
    /// nothing of that happened.
    pub stopped: Option<Box<Store>>,
}

impl Store {
    /// An empty store.
    pub fn new(config: StoreConfig) -> Store {
        let events = EventSink::default();
        Store {
            release: Default::default(),
            pool: BufferPool::new(config.shared_buffers, config.memory_limit, events.clone()),
            xact: TransactionManager::new(config.first_xid, events.clone()),
            wal: Wal::new(events.clone(), config.memory_limit),
            prices: Rc::default(),
            events,
            oids: OidCounter::new(),
            limits: Limits { memory: config.memory_limit },
            default_toast_compression: Compression::Pglz,
            build_limits: BuildLimits::default(),
            statistics: Default::default(),
            toast_relations: SortedMap::new(),
            toasters: Registry::default(),
            stops: None,
            system: None,
            written: Vec::new(),
            on_system: false,
        }
    }
    /// Switches between the files of the catalogs and those of users.
    pub fn switch_files(&mut self) {
        if let Some(system) = &mut self.system {
            std::mem::swap(&mut self.pool, &mut system.pool);
            std::mem::swap(&mut self.statistics, &mut system.statistics);
            std::mem::swap(&mut self.events, &mut system.events);
            self.on_system = !self.on_system;
        }
    }
    /// Commits a transaction that dropped no file, and releases all pins.
    pub fn commit(&mut self) {
        self.commit_dropping(&[]);
    }
    /// Commits the transaction and releases all pins. The commit record names the files `dropped`, if any; the caller
    /// removes them.
    pub fn commit_dropping(&mut self, dropped: &[RelFileNode]) {
        clock::add(Kind::Transaction, 1);
        clock::add(Kind::Commit, u64::from(self.xact.top_xid_if_any().is_some()));
        self.log_end(true, dropped);
        self.xact.commit();
        self.statistics.end(true);
        self.pool.flush_log();
        self.pool.release_all();
    }
    /// Aborts a transaction that made no file, and releases all pins.
    pub fn abort(&mut self) {
        self.abort_dropping(&[]);
    }
    /// Aborts the transaction and releases all pins. The abort record names the files `dropped` that it made, if any;
    /// the caller removes them.
    pub fn abort_dropping(&mut self, dropped: &[RelFileNode]) {
        clock::add(Kind::Transaction, 1);
        self.log_end(false, dropped);
        self.xact.abort();
        self.statistics.end(false);
        self.pool.release_all();
    }
    /// Begins a subtransaction.
    pub fn sub_begin(&mut self) {
        self.xact.sub_begin();
        self.statistics.sub_begin();
    }
    /// Commits the innermost subtransaction.
    pub fn sub_commit(&mut self) -> Result<()> {
        self.statistics.sub_end(true);
        self.xact.sub_commit()
    }
    /// Rolls back the innermost subtransaction, and logs that if it had an xid. The record names the files
    /// `dropped` that it made; the caller removes them.
    pub fn sub_abort(&mut self, dropped: &[RelFileNode]) {
        if self.xact.nest_level() > 1 {
            let xids = self.xact.ending_sub_xids();
            if let Some((&own, children)) = xids.split_last() {
                self.put_next_oid();
                let statistics = self.xact.ending_statistics(false);
                let ending = XactEndDetails { children, files: dropped, statistics: &statistics };
                self.wal.transaction_end(false, own, ending);
            }
            self.wal.forget_invalidations(self.xact.first_command());
            self.statistics.sub_end(false);
        }
        self.xact.sub_abort();
    }

    /// Logs the end of the top transaction, if it has an xid: its commit if `committed`, else its
    /// abort.
    fn log_end(&mut self, committed: bool, dropped: &[RelFileNode]) {
        if let Some(xid) = self.xact.top_xid_if_any() {
            self.put_next_oid();
            let children = self.xact.committed_children();
            let statistics = self.xact.ending_statistics(committed);
            let ending =
                XactEndDetails { children: &children, files: dropped, statistics: &statistics };
            let end = self.wal.transaction_end(committed, xid, ending);
            let flushed = self.flushed();
            if committed && end > flushed {
                self.xact.commit_async(xid, &children, end, flushed);
            }
        } else if committed {
            self.wal.standby_invalidations();
        }
        self.wal.wake_writer(self.statistics.now());
        self.wal.forget_transaction();
    }

    /// The LSN up to which the log is on disk, also where a page's write has forced it there.
    fn flushed(&self) -> Lsn {
        self.wal.flushed().max(self.pool.log_forced())
    }
    /// Looks up how a transaction ended; whether a page could reach the disk before its commit record
    /// (`XLogNeedsFlush` in `SetHintBits`).
    pub(crate) fn commit_is_ahead_of(&mut self, xid: TransactionId, buffer: BufferId) -> bool {
        let flushed = self.flushed();
        let commit = self.xact.fetch(xid, flushed);
        commit > flushed
            && self.pool.is_permanent(self.pool.tag(buffer).file)
            && page::lsn(self.pool.page(buffer).bytes()) < commit.0
    }

    /// If the user asked for a crash before the next record, keeps a copy of the store as it is
    /// now, and stops recording events.
    fn stop_if_due(&mut self) {
        let Some(stop) = &self.stops else { return };
        if stop.stopped.is_none() && self.wal.usage().records >= stop.after {
            let mut stopped = Box::new(Store { stops: None, ..self.clone() });
            if stopped.on_system {
                stopped.switch_files();
            }
            self.stops = Some(PlannedStop { after: stop.after, stopped: Some(stopped) });
            self.events.mute();
        }
    }

    /// Logs the next range of OIDs ahead of their use, when that is due.
    pub fn put_next_oid(&mut self) {
        self.stop_if_due();
        for (top, sub) in self.xact.take_assigned() {
            self.wal.assigned(top, sub);
        }
        if let Some(next) = self.oids.unlogged.take() {
            let xid = self.xact.xid_if_assigned().unwrap_or(TransactionId::INVALID);
            self.wal.next_oid(xid, next);
        }
    }

    /// Writes the record that `wal.begin()` began (`XLogInsert`), and sets the LSN of the registered
    /// pages. Returns where the record ends.
    pub fn log(&mut self, rmgr: Rmgr, info: u8) -> Lsn {
        self.put_next_oid();
        let xid = self.xact.xid_if_assigned().unwrap_or(TransactionId::INVALID);
        let end = self.wal.insert(&mut self.pool, xid, rmgr, info);
        // While the catalog's files are at hand, the users' pages are not: the next record will do.
        if !self.on_system && self.wal.should_move_recovery_start() {
            self.begin_recovery_here();
        }
        end
    }

    /// Writes all pages to disk as they are, so that recovery can begin here and earlier log
    /// records need not be kept. The server's background writer does so in the long run. For
    /// everything that is counted, the pages stay dirty. All changes must be logged.
    fn begin_recovery_here(&mut self) {
        let state = self.checkpoint_state();
        self.wal.begin_recovery_at(&state);
        self.pool.write_all_silently();
    }

    /// Logs a whole page (`log_newpage_buffer`). `standard`: the page has the usual hole, which is
    /// left out.
    pub fn log_new_page(&mut self, buffer: BufferId, standard: bool) {
        self.wal.begin();
        let flags = REGBUF_FORCE_IMAGE | if standard { REGBUF_STANDARD } else { 0 };
        self.wal.buffer(0, &self.pool, buffer, flags);
        self.log(Rmgr::Xlog, info::XLOG_FPI);
    }

    /// Marks a page of a relation's map dirty, whose last entries were cleared; with checksums it is
    /// logged whole (`FreeSpaceMapPrepareTruncateRel`, `visibilitymap_prepare_truncate`).
    pub fn map_cut(&mut self, rel: &Relation, buffer: BufferId) {
        self.pool.mark_dirty(buffer);
        if self.release.checksums && rel.needs_wal() {
            self.log_new_page(buffer, false);
        }
        self.pool.release(buffer);
    }

    /// Marks a page dirty after a hint bit was set, which is not logged (`MarkBufferDirtyHint`).
    /// With checksums a torn page would be damaged, so the first hint after a checkpoint logs the
    /// whole page (`XLogSaveBufferForHint`). `standard`: the page has the usual hole, which its
    /// image leaves out.
    #[inline]
    pub fn mark_dirty_hint(&mut self, buffer: BufferId, standard: bool) {
        if self.release.checksums {
            self.log_hint(buffer, standard);
        }
        self.pool.mark_dirty_hint(buffer);
    }

    /// Logs the page whole before its first hint bit after a checkpoint, which checksums need
    /// (`XLogSaveBufferForHint`).
    fn log_hint(&mut self, buffer: BufferId, standard: bool) {
        if self.pool.is_dirty(buffer) || !self.pool.is_permanent(self.pool.tag(buffer).file) {
            return;
        }
        self.wal.learn_redo();
        if page::lsn(self.pool.page(buffer).bytes()) > self.wal.redo().0 {
            return;
        }
        self.wal.begin();
        let flags = if standard { REGBUF_STANDARD } else { 0 };
        self.wal.buffer(0, &self.pool, buffer, flags);
        self.log(Rmgr::Xlog, info::XLOG_FPI_FOR_HINT);
    }

    /// Logs a page that is written without the pool, and sets its LSN (`log_newpage`).
    pub fn log_raw_page(&mut self, tag: BufferTag, page: &mut PageBytes) {
        self.wal.begin();
        self.wal.block(0, tag, page, REGBUF_FORCE_IMAGE | REGBUF_STANDARD);
        let lsn = self.log(Rmgr::Xlog, info::XLOG_FPI);
        // A page that was never initialised has no place for it.
        if !page::is_new(page) {
            page::set_lsn(page, lsn);
        }
    }

    /// Logs a page that was written without a shared buffer. Pages are collected until a record is
    /// full (`smgr_bulk_flush`), and are in it by block; with `last` the record is written even if
    /// it is not full.
    pub(crate) fn log_written_page(&mut self, tag: BufferTag, last: bool) {
        /// How many pages a record takes at most when they are logged together
        /// (`XLR_MAX_BLOCK_ID`).
        const MOST: usize = 32;
        self.written.push(tag);
        if self.written.len() < MOST && !last {
            return;
        }
        let mut tags = std::mem::take(&mut self.written);
        tags.arrange_by_key(|tag| tag.block.0);
        self.wal.begin();
        for (id, tag) in tags.iter().enumerate() {
            if let Some(page) = self.pool.raw_page(*tag) {
                self.wal.block(id, *tag, page.bytes(), REGBUF_FORCE_IMAGE | REGBUF_STANDARD);
            }
        }
        let lsn = self.log(Rmgr::Xlog, info::XLOG_FPI);
        for tag in tags {
            self.pool.write_raw(tag, |page| {
                if !page::is_new(page) {
                    page::set_lsn(page, lsn);
                }
            });
        }
    }

    /// Creates a relation's file (`RelationCreateStorage`). That of a temporary relation is not
    /// logged. An unlogged table also gets its initialisation fork, logged, so that it is empty
    /// after a crash; an unlogged index gets it when it is built, a sequence when it is filled
    /// (`heapam_relation_set_new_filenode`, `index_build`, `fill_seq_with_data`).
    pub fn create_file(&mut self, file: RelFileNode, persistence: Persistence, kind: RelKind) {
        self.pool.create_file(file, ForkNumber::Main);
        match persistence {
            Persistence::Temp => self.pool.set_local(file),
            Persistence::Permanent => self.log_file_created(file, ForkNumber::Main),
            _ if matches!(kind, RelKind::Index | RelKind::Sequence) => self.pool.set_unlogged(file),
            _ => {
                self.pool.set_unlogged(file);
                self.pool.create_file(file, ForkNumber::Init);
                self.log_file_created(file, ForkNumber::Init);
            }
        }
    }

    /// Logs that a file was created.
    pub fn log_file_created(&mut self, file: RelFileNode, fork: ForkNumber) {
        self.put_next_oid();
        let xid = self.xact.xid_if_assigned().unwrap_or(TransactionId::INVALID);
        self.wal.file_created(xid, file, fork);
    }

    /// Logs that a relation was cut to `blocks` blocks; `forks` says which of its forks
    /// (`SMGR_TRUNCATE_...`).
    pub fn log_file_truncated(&mut self, file: RelFileNode, blocks: u32, forks: u32) {
        self.put_next_oid();
        let xid = self.xact.xid_if_assigned().unwrap_or(TransactionId::INVALID);
        self.wal.file_truncated(xid, file, blocks, forks);
    }
    /// Logs an in-place update of a catalog's row (`heap_inplace_update`).
    pub fn log_row_in_place(&mut self, catalog: Oid, row: &[u8], invalidations: &[Invalidation]) {
        self.put_next_oid();
        let xid = self.xact.xid_if_assigned().unwrap_or(TransactionId::INVALID);
        self.wal.row_in_place(xid, catalog, row, invalidations);
    }

    /// Takes an ACCESS EXCLUSIVE lock. It is logged for standbys, so the transaction gets an xid
    /// (`LockAcquireExtended`, `LogAccessExclusiveLock`).
    pub fn lock_exclusively(&mut self, rel: Oid) {
        if self.xact.lock_exclusively(rel) {
            self.log_exclusive_lock(rel);
        }
    }

    /// Logs an ACCESS EXCLUSIVE lock, even if the transaction holds it already, as when a worker takes
    /// it.
    pub(crate) fn log_exclusive_lock(&mut self, rel: Oid) {
        self.put_next_oid();
        let xid = self.xact.assign_xid();
        self.put_next_oid();
        self.wal.exclusive_lock(xid, rel);
    }

    /// The next multixact, and where its members begin.
    fn next_multixact(&self) -> (TransactionId, u32) {
        let all = &self.xact.multixacts;
        (all.next(), all.next_offset())
    }

    /// Makes a checkpoint: writes all dirty pages. Afterwards the first change of each page is
    /// logged with a full-page image.
    pub fn checkpoint(&mut self) {
        self.put_next_oid();
        let state = self.checkpoint_state();
        self.wal.checkpoint(&state, false);
        let (redo, pages) = (self.wal.redo(), self.pool.checkpoint(false));
        self.events.emit(|| Event::CheckpointDone { redo, pages });
    }

    /// What a checkpoint's record says of transactions and OIDs.
    fn checkpoint_state(&self) -> CheckPointState {
        CheckPointState {
            next_xid: self.xact.next_xid(),
            latest_completed: self.xact.latest_completed(),
            running: self.xact.top_xid_if_any(),
            next_oid: self.oids.logged(),
            next_multixact: self.next_multixact(),
        }
    }

    /// The checkpoint that ends recovery (`CHECKPOINT_END_OF_RECOVERY`).
    pub fn checkpoint_after_recovery(&mut self) {
        let state = CheckPointState {
            next_xid: self.xact.next_xid(),
            latest_completed: self.xact.latest_completed(),
            running: None,
            next_oid: self.oids.peek(),
            next_multixact: self.next_multixact(),
        };
        self.wal.checkpoint(&state, true);
        self.pool.checkpoint(true);
    }

    /// Turns this store into a fresh cluster of another PostgreSQL version; false if that is too late, because
    /// a transaction has got an xid.
    pub fn become_release(&mut self, release: &'static Release) -> bool {
        if self.release == release {
            return true;
        }
        if self.xact.next_xid() != self.release.first_xid {
            return false;
        }
        self.release = release;
        self.pool.set_checksums(release.checksums);
        self.xact.begin_at(release.first_xid);
        self.wal.begin_anew(release);
        self.start_log();
        true
    }

    /// Writes the log of a fresh cluster as initdb leaves it: two shutdowns and one transaction.
    pub fn start_log(&mut self) {
        let first = self.xact.next_xid();
        let before = TransactionId(first.0 - 1);
        let state = |next_xid: TransactionId, latest: u32| CheckPointState {
            next_xid,
            latest_completed: TransactionId(latest),
            running: None,
            next_oid: self.oids.peek(),
            next_multixact: self.next_multixact(),
        };
        let (old, new) = (state(before, before.0 - 1), state(first, before.0));
        self.wal.checkpoint(&old, true);
        self.wal.running_xacts(&old);
        self.wal.transaction_end(true, before, XactEndDetails::default());
        self.wal.flush();
        self.wal.checkpoint(&new, true);
    }
}

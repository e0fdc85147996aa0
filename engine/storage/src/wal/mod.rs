//! The write-ahead log: every change of a page as a record, before the page itself is written.
//!
//! | part | what |
//! |---|---|
//! | `layout`, `crc` | where things are in segments, pages, records; the checksum |
//! | `log` | the bytes written so far, by position and by LSN |
//! | `insert` | a record put together: blocks, full-page images, data |
//! | `records` | records that belong to no page: commits, checkpoints, files |
//! | `read`, `xact_end`, `describe` | any record's bytes taken apart, and in the words of `pg_waldump` |
//! | `segment` | 16 MB files |
//!
//! An INSERT of `(1)` into an empty table writes `Heap/INSERT+INIT` (59 bytes: header 24, block
//! 20, tuple 10, main header and data 5) and `Transaction/COMMIT` (34).
//!
//! Simplified: not all rows that DDL writes into the catalog are logged (`catalog::stored`). Segments are
//! not recycled.

pub mod crc;
pub mod describe;
mod insert;
pub mod layout;
mod log;
mod piece;
pub mod read;
mod records;
pub mod segment;
pub(crate) mod words;
pub mod xact_end;

pub use crate::ids::{Lsn, Rmgr};
pub use insert::relation_bytes;
pub use log::{Log, SegmentGeometry};
pub use records::{CheckPointState, Invalidation, XactEndDetails, info};

use crate::clock::{self, Kind};
use crate::event::EventSink;
use crate::ids::{CommandId, Oid, TransactionId};
use crate::versions::Release;

/// How images of pages are compressed (`wal_compression`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WalCompression {
    /// Images as they are.
    #[default]
    Off,
    /// By pglz.
    Pglz,
    /// By lz4.
    Lz4,
    /// By zstd.
    Zstd,
}

/// How much was logged (`WalUsage` of `instrument.h`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalUsage {
    /// How many records were logged.
    pub records: u64,
    /// How many images of pages are in them.
    pub images: u64,
    /// Bytes of all records, without page headers and alignment.
    pub bytes: u64,
}

impl std::ops::Sub for WalUsage {
    type Output = WalUsage;
    fn sub(self, o: WalUsage) -> WalUsage {
        WalUsage {
            records: self.records - o.records,
            images: self.images - o.images,
            bytes: self.bytes - o.bytes,
        }
    }
}

impl std::ops::Add for WalUsage {
    type Output = WalUsage;
    fn add(self, o: WalUsage) -> WalUsage {
        WalUsage {
            records: self.records + o.records,
            images: self.images + o.images,
            bytes: self.bytes + o.bytes,
        }
    }
}

/// What recovery begins with (`checkPointCopy` in `pg_control`).
#[derive(Clone, Copy, Debug)]
pub struct RecoveryStart {
    /// Where: at the last checkpoint's redo point, or later when all that was logged before is in the
    /// files already.
    pub from: Lsn,
    /// The next xid there.
    pub next_xid: TransactionId,
    /// The next OID there.
    pub next_oid: Oid,
    /// When the last checkpoint was, seconds since 1970.
    pub checkpoint_time: i64,
}

/// Bytes of records that are kept at most, unless recovery needs more.
const KEEP: usize = 48 << 20;
/// And at most this part of what the relations may take.
const KEEP_PART: usize = 32;

/// How often the log's writer wakes, by default, in seconds (`wal_writer_delay`).
const WRITER_DELAY: f64 = 0.2;

/// From how many pages of the log on the writer flushes them, by default (`wal_writer_flush_after`).
const WRITER_FLUSH_AFTER: u64 = 128;

/// Where a fresh cluster's first record is: the recorded one was given its OIDs by `pg_resetwal`,
/// which starts segment 2.
const START: Lsn = Lsn(0x0200_0028);

/// The log of a cluster.
#[derive(Clone, Debug)]
pub struct Wal {
    /// The PostgreSQL version.
    pub(crate) release: &'static Release,
    events: EventSink,
    /// The bytes.
    pub log: Log,
    slots: Vec<insert::RegisteredBuffer>,
    slots_used: usize,
    main: Vec<u8>,
    /// Where the last checkpoint's redo begins: pages not changed since are logged whole.
    redo: Lsn,
    /// The redo point as far as the session knows it (`RedoRecPtr` of a backend).
    known_redo: Lsn,
    /// `full_page_writes` as far as the session knows (`doPageWrites`).
    known_full_page_writes: bool,
    /// Where the last checkpoint's record is.
    checkpoint: Lsn,
    recovery: RecoveryStart,
    full_page_writes: bool,
    /// How images of pages are compressed (`wal_compression`).
    pub compression: WalCompression,
    /// Whether each record has the image of its pages, to compare replay with
    /// (`wal_consistency_checking = all`).
    pub consistency_checking: bool,
    usage: WalUsage,
    flushed: Lsn,
    /// How often the log was written out.
    writes: u64,
    /// Whether the transaction logged anything (`XactLastRecEnd`).
    wrote: bool,
    /// Whether a commit waits until its record is on disk (`synchronous_commit`).
    pub synchronous_commit: bool,
    /// When something was left to the log's own writer to write, in modelled seconds.
    left: Option<f64>,
    /// When the writer had something on disk last.
    writer_flushed: f64,
    /// What was counted when `pg_stat_wal` was reset.
    counted: (WalUsage, u64),
    /// The time that commits carry, µs since 2000-01-01.
    pub now: i64,
    /// When counting began.
    pub started: i64,
    /// The transaction holds exclusive locks on relations, which its end says
    /// (`XACT_FLAGS_ACQUIREDACCESSEXCLUSIVELOCK`).
    pub exclusive_locks: bool,
    /// What caches must forget when the transaction commits, and by which command.
    invalidations: Vec<(CommandId, Invalidation)>,
    /// Where those of the change at hand begin.
    messages_from: usize,
    /// It changed rows of the catalog that the server logs, and that are not logged here.
    unlogged_change: bool,
    /// Subtransactions whose parents standbys do not know yet (`unreportedXids`).
    unreported: Vec<TransactionId>,
}

impl Wal {
    /// An empty log. Its own limit follows from `memory`, the most bytes that the relations may
    /// have.
    pub fn new(events: EventSink, memory: usize) -> Wal {
        Wal {
            release: Default::default(),
            events,
            log: Log::new(layout::SEGMENT_SIZE, START, KEEP.min(memory / KEEP_PART)),
            slots: Vec::new(),
            slots_used: 0,
            main: Vec::new(),
            redo: Lsn::INVALID,
            checkpoint: Lsn::INVALID,
            recovery: RecoveryStart {
                from: START,
                next_xid: TransactionId::INVALID,
                next_oid: Oid::INVALID,
                checkpoint_time: 0,
            },
            known_redo: Lsn::INVALID,
            known_full_page_writes: true,
            full_page_writes: true,
            compression: WalCompression::Off,
            consistency_checking: false,
            usage: WalUsage::default(),
            flushed: START,
            writes: 0,
            wrote: false,
            synchronous_commit: true,
            left: None,
            writer_flushed: f64::NEG_INFINITY,
            counted: Default::default(),
            now: 0,
            started: 0,
            exclusive_locks: false,
            invalidations: Vec::new(),
            messages_from: 0,
            unlogged_change: false,
            unreported: Vec::new(),
        }
    }
    /// Empties the log, as that of a fresh cluster of this version.
    pub(crate) fn begin_anew(&mut self, release: &'static Release) {
        let fresh = Wal::new(self.events.clone(), 0);
        let log = Log::new(layout::SEGMENT_SIZE, START, self.log.keep());
        let (now, started) = (self.now, self.started);
        let (usage, writes) = (self.usage, self.writes);
        *self = Wal { log, release, now, started, usage, writes, ..fresh };
    }
    /// Switches `full_page_writes` on or off, and logs the change (`UpdateFullPageWrites`).
    pub fn set_full_page_writes(&mut self, on: bool) {
        if on != self.full_page_writes {
            self.full_page_writes = on;
            // The checkpointer does that, and writes it out.
            self.by_checkpointer(|wal| {
                let xid = TransactionId::INVALID;
                wal.insert_plain(xid, Rmgr::Xlog, info::XLOG_FPW_CHANGE, &[u8::from(on)]);
                wal.flush();
            });
        }
    }
    /// Runs `work` as another process would: the session does not notice it.
    fn by_checkpointer(&mut self, work: impl FnOnce(&mut Wal)) {
        let known = (self.wrote, self.known_redo, self.known_full_page_writes);
        clock::aside(|| work(self));
        (self.wrote, self.known_redo, self.known_full_page_writes) = known;
    }
    /// The counters of the log so far (`WalUsage`).
    pub fn usage(&self) -> WalUsage {
        self.usage
    }
    /// The LSN of the last checkpoint's record (`ControlFile->checkPoint`).
    pub fn last_checkpoint(&self) -> Lsn {
        self.checkpoint
    }
    /// Where recovery would begin, and the state at that place.
    pub fn recovery_start(&self) -> RecoveryStart {
        self.recovery
    }
    /// Whether half of the log that may be kept was written since the place where recovery would
    /// begin: then all pages should be written to the files, so that recovery can begin later.
    pub(crate) fn should_move_recovery_start(&self) -> bool {
        let from = self.log.geometry().pos(self.recovery.from);
        (self.log.end_pos() - from) as usize > self.log.keep() / 2
    }
    /// Notes that the files contain everything logged so far: recovery can begin here.
    pub(crate) fn begin_recovery_at(&mut self, s: &CheckPointState) {
        self.flush();
        let checkpoint_time = self.recovery.checkpoint_time;
        let (next_xid, next_oid) = (s.next_xid, s.next_oid);
        let from = self.log.insert_lsn();
        self.recovery = RecoveryStart { from, next_xid, next_oid, checkpoint_time };
        self.log.set_needed(self.log.end_pos());
    }
    /// Removes the log from `end` on, as a crash does. The counters continue.
    pub fn crash(&mut self, end: Lsn) {
        self.begin();
        self.log.cut(end);
        self.flushed = end;
        self.forget_transaction();
        self.left = None;
        self.writer_flushed = f64::NEG_INFINITY;
        self.reset_statistics(self.now);
    }
    /// The redo LSN of the last checkpoint (`RedoRecPtr`).
    pub fn redo(&self) -> Lsn {
        self.redo
    }
    /// The LSN up to which the log is flushed.
    pub fn flushed(&self) -> Lsn {
        self.flushed
    }
    /// Flushes the log (`XLogFlush`).
    pub fn flush(&mut self) {
        self.left = None;
        if self.flushed != self.log.end_lsn() {
            clock::add(Kind::WalFlush, 1);
            self.flushed = self.log.end_lsn();
            self.writes += 1;
        }
    }
    /// Whether the running transaction has logged something that must be flushed when it commits.
    fn must_flush(&self) -> bool {
        self.unlogged_change || self.wrote && self.synchronous_commit
    }
    /// Lets the WAL writer flush what is due at `now` (`WalWriterMain`): the log of asynchronous
    /// commits, aborts and reading statements reaches the disk within `wal_writer_delay` of
    /// modelled time.
    pub fn writer_looks(&mut self, now: f64) {
        if self.flushed == self.log.end_lsn() {
            self.left = None;
        } else if now - *self.left.get_or_insert(now) >= WRITER_DELAY {
            clock::aside(|| self.flush());
            self.writer_flushed = now;
        }
    }
    /// Called when a transaction ends. If its commit was asynchronous and a page of the log is full, or many are,
    /// the WAL writer is woken (`XLogSetAsyncXactLSN`) and flushes the full pages, unless they are few and it
    /// flushed just before (`XLogBackgroundFlush`).
    pub fn wake_writer(&mut self, now: f64) {
        let full = self.log.end_lsn().0 / layout::XLOG_BLCKSZ;
        let pages = full.saturating_sub(self.flushed.0 / layout::XLOG_BLCKSZ);
        let rested = !self.release.log_writer_waits && now - self.writer_flushed >= WRITER_DELAY;
        if self.wrote && (pages >= WRITER_FLUSH_AFTER || pages > 0 && rested) {
            self.flushed = Lsn(full * layout::XLOG_BLCKSZ);
            self.writes += 1;
            self.writer_flushed = now;
        }
    }
    /// The figures that `pg_stat_wal` shows: what was logged, and how often the log was written.
    pub fn statistics(&self) -> (WalUsage, u64) {
        (self.usage - self.counted.0, self.writes - self.counted.1)
    }
    /// Resets the statistics of the WAL at the time `now` (`pg_stat_reset_shared('wal')`).
    pub fn reset_statistics(&mut self, now: i64) {
        self.counted = (self.usage, self.writes);
        self.started = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log_pages(wal: &mut Wal) {
        for _ in 0..3 {
            wal.insert_plain(TransactionId(728), Rmgr::Xlog, info::XLOG_NEXTOID, &[0; 4000]);
        }
    }

    #[test]
    fn a_writer_that_is_woken_up_has_full_pages_on_disk_every_now_and_then() {
        let mut wal = Wal::new(EventSink::default(), 1 << 30);
        log_pages(&mut wal);
        wal.wake_writer(1.0);
        assert_eq!(wal.flushed(), Lsn(0x0200_2000));
        log_pages(&mut wal);
        wal.wake_writer(1.1);
        assert_eq!(wal.flushed(), Lsn(0x0200_2000));
        wal.wake_writer(1.5);
        assert_eq!(wal.flushed(), Lsn(0x0200_4000));
        wal.forget_transaction();
        wal.wake_writer(9.0);
        assert_eq!(wal.flushed(), Lsn(0x0200_4000));
    }
}

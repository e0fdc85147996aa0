//! A crash, and what follows it (`StartupXLOG`, `PerformWalRecovery`).
//!
//! ```text
//! ------ redo ------------- flushed ------ end
//!   files have all before   log on disk    lost
//!          |------ replayed ------|
//! ```
//!
//! [`crash`] leaves the files as they were last written and the log as far as it was flushed;
//! [`recover`] replays the log since the last checkpoint's redo point, record after record, and
//! puts xids and OIDs where the log says. Every record is an event, with what it did to its pages.

use super::{FileChange, Pages, redo};
use crate::error::{PgError, Result, SqlState};
use crate::event::{Event, ReplayedBlock};
use crate::ids::{Lsn, Oid, Rmgr, TransactionId};
use crate::store::Store;
use crate::versions::Release;
use crate::wal::RecoveryStart;
use crate::wal::describe::type_name;
use crate::wal::info::*;
use crate::wal::layout::XLR_INFO_MASK;
use crate::wal::read::Record;
use crate::wal::words::RecordWords;
use crate::wal::xact_end::XactEnd;

/// What was only in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostAtCrash {
    /// Pages changed and not written.
    pub pages: u32,
    /// Bytes of the log that were not flushed.
    pub log: u64,
}

/// What recovery did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// The first record replayed, none when there was nothing to replay.
    pub first: Option<Lsn>,
    /// The last.
    pub last: Option<Lsn>,
    /// Where the log ends, and goes on.
    pub end: Lsn,
    /// How many records were replayed.
    pub records: u32,
}

/// Crashes the server: buffers and the unflushed log are lost, files are as they were last written.
pub fn crash(st: &mut Store) -> LostAtCrash {
    st.stops = None;
    st.events.unmute();
    // A page is written only after the log that speaks of it.
    let flushed = Lsn(st.wal.flushed().0.max(st.pool.log_forced().0));
    let g = st.wal.log.geometry();
    // The last page on disk may begin a record whose rest is missing: the log ends before that record.
    let flushed = st.wal.log.covering(g.pos(flushed)).map_or(flushed, |pos| g.end(pos));
    let log = st.wal.log.end_pos().saturating_sub(g.pos(flushed));
    st.events.stops();
    let lost = LostAtCrash { pages: st.pool.crash(), log };
    st.wal.crash(flushed);
    st.xact.multixacts.lose_after(flushed);
    st.events.emit(|| Event::ServerStopped { lost_pages: lost.pages, lost_log: log, flushed });
    lost
}

/// Replays the log from the last checkpoint's redo point. If the log is long, the files already have
/// the result of its beginning, and only its end is replayed (`Store::begin_recovery_here`).
///
/// # Errors
/// XX000 when a record cannot be replayed, 53200 when there is no memory for a page.
pub fn recover(st: &mut Store) -> Result<Recovery> {
    let log = st.wal.log.clone();
    let g = log.geometry();
    let RecoveryStart { from, next_xid, next_oid, .. } = st.wal.recovery_start();
    let checkpoint = st.wal.last_checkpoint();
    let release = st.release;
    let mut counters = Counters { release, next_xid, next_oid };
    // A shutdown's checkpoint has its redo point at itself.
    let begins = |pos: u64| from != checkpoint || g.start(pos) != checkpoint;
    let todo = || log.records(from).filter(|(pos, _)| begins(*pos));
    let mut result = Recovery { end: log.end_lsn(), ..Recovery::default() };
    let (mut count, mut bytes) = (0, 0);
    for (_, record) in todo() {
        count += 1;
        bytes += record.len() as u64;
    }
    st.events.emit(|| Event::RecoveryStarted { redo: from, records: count, bytes });
    let mut pages = Pages::of(&st.pool);
    for (pos, bytes) in todo() {
        let lsn = g.start(pos);
        let end = g.end(pos + (bytes.len() as u64).next_multiple_of(8));
        let damaged = |why: &str| {
            let text = format!("WAL record at {lsn} cannot be replayed: {why}");
            PgError::new(SqlState::INTERNAL_ERROR, text)
        };
        let record = Record::parse(&bytes, true).map_err(|_| damaged("it is malformed"))?;
        // The catalog's own pages are what they were: nothing reads them (`catalog::stored`).
        let own =
            record.blocks.first().is_some_and(|b| b.locator.file < crate::ids::FIRST_NORMAL_OID);
        let blocks = match own {
            true => Vec::new(),
            false => redo(release, &mut pages, &record, end).map_err(|e| damaged(e.0))?,
        };
        apply_file_changes(st, &mut pages)?;
        counters.advance(&record);
        emit_replayed(st, &record, lsn, blocks);
        result.first.get_or_insert(lsn);
        result.last = Some(lsn);
        result.records += 1;
    }
    st.xact.restart(counters.next_xid);
    st.oids.restart(counters.next_oid);
    let (last, records) = (result.last, result.records);
    st.events.emit(|| Event::RecoveryDone { last, records });
    Ok(result)
}

/// Applies to the files in the store what replay did to the pages.
fn apply_file_changes(st: &mut Store, pages: &mut Pages) -> Result<()> {
    let done = pages.take_done();
    for (i, what) in done.iter().enumerate() {
        match *what {
            // Where a record changes a page several times, the last change counts.
            FileChange::Written(tag) if !done[i + 1..].contains(what) => {
                if let Some(page) = pages.shared(tag) {
                    st.pool.replayed(tag, page.clone())?;
                }
            }
            FileChange::Written(_) => {}
            FileChange::Created(file, fork) => st.pool.create_file(file, fork),
            FileChange::Cut(file, fork, blocks) => st.pool.truncate(file, fork, blocks),
            FileChange::Removed(file) => st.pool.unlink_file(file),
        }
    }
    Ok(())
}

/// Emits the event of a replayed record.
fn emit_replayed(st: &Store, record: &Record<'_>, lsn: Lsn, blocks: Vec<ReplayedBlock>) {
    let Some(rmgr) = record.rmgr() else { return };
    let what = || format!("{}/{}", rmgr.name(), type_name(st.release, record.rmid, record.info));
    let fpi_length = record.fpi_length() as u32;
    let (info, xid, length) = (record.info, record.xid, record.bytes.len() as u32);
    st.events.emit(|| Event::RecordReplayed {
        rmgr,
        info,
        what: what(),
        lsn,
        xid,
        length,
        fpi_length,
        blocks,
    });
}

/// The next xid and OID, as the log knows them (`ShmemVariableCache`).
struct Counters {
    release: &'static Release,
    next_xid: TransactionId,
    next_oid: Oid,
}

impl Counters {
    /// Raises the counters of xids and OIDs by what a record says
    /// (`AdvanceNextFullTransactionIdPastXid`, `xlog_redo`, `xact_redo`).
    fn advance(&mut self, record: &Record<'_>) {
        self.past(record.xid);
        let d = RecordWords(record.main);
        match (record.rmgr(), record.info & !XLR_INFO_MASK) {
            (Some(Rmgr::Xlog), XLOG_NEXTOID) => self.next_oid = Oid(d.u32(0)),
            (Some(Rmgr::Xlog), XLOG_CHECKPOINT_ONLINE) => {
                self.past(TransactionId(d.u32(24).wrapping_sub(1)));
            }
            (Some(Rmgr::Transaction), _) => {
                let ended = XactEnd::of(record, self.release.statistics_ids);
                let ended = ended.map(|e| e.subxacts).unwrap_or_default();
                ended.into_iter().for_each(|xid| self.past(xid));
            }
            _ => {}
        }
    }
    /// Makes the next xid greater than this one (`AdvanceNextFullTransactionIdPastXid`).
    fn past(&mut self, xid: TransactionId) {
        if xid.is_normal() && !xid.precedes(self.next_xid) {
            self.next_xid = TransactionId(xid.0.wrapping_add(1).max(3));
        }
    }
}

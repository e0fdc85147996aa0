//! The part of transactions that storage has: xids, commands and commit status. The session decides
//! what BEGIN, COMMIT and savepoints do.
//!
//! There is one session, so a transaction in progress is always its own: the commit log alone says
//! which xids are "current".

use super::combo::ComboCids;
use super::horizon::older;
use super::{GlobalVis, MultiXacts, RegisteredSnapshot, Snapshot};
use crate::err;
use crate::error::Result;
use crate::event::{Event, EventSink};
use crate::ids::{CommandId, Lsn, Oid, TransactionId};
use crate::map::SortedMap;
use crate::sort::Arrange;
use crate::tuple::header;
use crate::tuple::layout::infomask::HEAP_COMBOCID;

/// What became of a transaction (`clog.c`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Still running: the own transaction or a subtransaction of it.
    InProgress,
    /// It committed.
    Committed,
    /// It aborted.
    Aborted,
}

/// How many transactions share one LSN in a page of the commit log (`CLOG_XACTS_PER_LSN_GROUP`).
const XACTS_PER_LSN_GROUP: u32 = 32;

/// The number of the statistics of relations (`PGSTAT_KIND_RELATION`).
pub const RELATION_STATISTICS: u32 = 2;
/// The number of the statistics of functions (`PGSTAT_KIND_FUNCTION`).
pub const FUNCTION_STATISTICS: u32 = 3;

/// Statistics that are made or dropped with an object when the transaction ends
/// (`PgStat_PendingDroppedStatsItem`).
#[derive(Clone, Copy, Debug)]
struct PendingStatistics {
    kind: u32,
    oid: Oid,
    created: bool,
}

/// One level of the transaction stack (`TransactionStateData`).
#[derive(Clone, Debug, Default)]
struct Level {
    xid: Option<TransactionId>,
    /// Xids of subtransactions that committed into this level.
    children: Vec<TransactionId>,
    /// Relations it locked exclusively.
    locks: Vec<Oid>,
    /// Objects made and dropped, whose statistics go with them.
    statistics: Vec<PendingStatistics>,
    /// The command id that it began with.
    first_command: CommandId,
}

/// Transactions of the one session.
#[derive(Clone, Debug)]
pub struct TransactionManager {
    events: EventSink,
    first_xid: TransactionId,
    next_xid: TransactionId,
    latest_completed: TransactionId,
    /// Status of each xid from `first_xid` on.
    clog: Vec<Status>,
    stack: Vec<Level>,
    command_id: CommandId,
    command_id_used: bool,
    combo: ComboCids,
    registered: Vec<(u32, TransactionId)>,
    next_handle: u32,
    /// The oldest xid that the session's snapshots need (`MyProc->xmin`).
    my_xmin: TransactionId,
    /// xmin of the last snapshot taken.
    recent_xmin: TransactionId,
    /// `recent_xmin` when the horizons were last computed.
    horizons_xmin: TransactionId,
    /// For permanent relations, and for temporary ones.
    vis: [GlobalVis; 2],
    /// Subtransactions whose parent is not in the log yet.
    assigned: Vec<(TransactionId, TransactionId)>,
    /// Where the last commit record is among those of 32 transactions that nobody waited for (`group_lsn`),
    /// by transaction id / 32; what is on disk by now may be left out.
    async_commits: SortedMap<u32, Lsn>,
    /// The last of them (`asyncXactLSN`).
    last_async: Lsn,
    /// The transaction whose end was looked up last, and the LSN that was found then (`cachedFetchXid`,
    /// `cachedCommitLSN`).
    fetched: (TransactionId, Lsn),
    /// What the query sees whose function of the server runs (`GetActiveSnapshot`); `None` outside of queries.
    query_snapshot: Option<Snapshot>,
    /// What the running function sees, if it sees no more than the query that called it.
    pub fixed_snapshot: Option<Snapshot>,
    /// Whether all statements of a transaction see what its first one sees (REPEATABLE READ).
    pub keeps_snapshot: bool,
    /// `xmin` and `xmax` of that (`FirstXactSnapshot`).
    first_snapshot: Option<(TransactionId, TransactionId)>,
    /// The last speculative insertion's token (`speculativeInsertionToken`).
    speculative_token: u32,
    /// What rows have as xmax that several transactions hold.
    pub multixacts: MultiXacts,
}

impl TransactionManager {
    /// The manager of a cluster in which the first xid handed out is `first_xid`.
    pub fn new(first_xid: TransactionId, events: EventSink) -> TransactionManager {
        TransactionManager {
            events,
            first_xid,
            next_xid: first_xid,
            latest_completed: TransactionId(first_xid.0.wrapping_sub(1)),
            clog: Vec::new(),
            stack: Vec::new(),
            command_id: CommandId(0),
            command_id_used: false,
            combo: ComboCids::default(),
            registered: Vec::new(),
            next_handle: 0,
            my_xmin: TransactionId::INVALID,
            recent_xmin: TransactionId::INVALID,
            horizons_xmin: TransactionId::INVALID,
            vis: [GlobalVis::new(first_xid); 2],
            assigned: Vec::new(),
            async_commits: SortedMap::new(),
            last_async: Lsn::INVALID,
            fetched: (TransactionId::INVALID, Lsn::INVALID),
            query_snapshot: None,
            fixed_snapshot: None,
            keeps_snapshot: false,
            first_snapshot: None,
            speculative_token: 0,
            multixacts: MultiXacts::default(),
        }
    }
    /// Sets the first xid, for a cluster in which nothing has run yet.
    pub(crate) fn begin_at(&mut self, first_xid: TransactionId) {
        self.first_xid = first_xid;
        self.next_xid = first_xid;
        self.latest_completed = TransactionId(first_xid.0.wrapping_sub(1));
        self.vis = [GlobalVis::new(first_xid); 2];
    }
    /// Notes an asynchronous commit, whose record may not be on disk (`TransactionIdAsyncCommitTree`).
    pub(crate) fn commit_async(
        &mut self,
        xid: TransactionId,
        children: &[TransactionId],
        end: Lsn,
        flushed: Lsn,
    ) {
        if self.last_async <= flushed {
            self.async_commits = SortedMap::new();
        }
        for xid in children.iter().chain([&xid]) {
            self.async_commits.insert(xid.0 / XACTS_PER_LSN_GROUP, end);
        }
        self.last_async = end;
    }
    /// Looks up how a transaction ended, and returns the LSN up to which the log must be flushed before a page
    /// may have a hint bit that it committed (`TransactionLogFetch`, `TransactionIdGetCommitLSN`). The LSN of the
    /// transaction that was looked up last is not asked again: an asynchronous commit since then that shares
    /// its LSN does not count. `flushed` is how much of the log is on disk.
    pub(crate) fn fetch(&mut self, xid: TransactionId, flushed: Lsn) -> Lsn {
        if self.fetched.0 != xid {
            let found = match self.last_async > flushed {
                true => self.async_commits.get(&(xid.0 / XACTS_PER_LSN_GROUP)).copied(),
                false => None,
            };
            self.fetched = (xid, found.unwrap_or(Lsn::INVALID));
        }
        self.fetched.1
    }
    /// Begins another backend's session, which counts its speculative tokens from 0.
    pub fn begin_session(&mut self) {
        self.speculative_token = 0;
        self.fetched = (TransactionId::INVALID, Lsn::INVALID);
    }
    /// The next speculative insertion's token, never 0 (`SpeculativeInsertionLockAcquire`).
    pub fn next_speculative_token(&mut self) -> u32 {
        self.speculative_token = self.speculative_token.checked_add(1).unwrap_or(1);
        self.speculative_token
    }
    /// Starts a transaction (no xid yet).
    pub fn begin(&mut self) {
        self.stack.clear();
        self.stack.push(Level::default());
        self.command_id = CommandId(0);
        self.command_id_used = false;
        self.first_snapshot = None;
    }
    /// Whether a transaction is running.
    pub fn in_transaction(&self) -> bool {
        !self.stack.is_empty()
    }
    /// Ends the transaction with its live subtransactions (`ProcArrayEndTransaction`).
    fn end(&mut self, status: Status) {
        let mut latest = TransactionId::INVALID;
        let top = self.top_xid_if_any();
        for level in std::mem::take(&mut self.stack) {
            for xid in level.children.into_iter().chain(level.xid) {
                self.set_status(xid, status);
                if !latest.is_valid() || latest.precedes(xid) {
                    latest = xid;
                }
            }
        }
        if latest.is_valid() && self.latest_completed.precedes(latest) {
            self.latest_completed = latest;
        }
        self.combo.clear();
        self.multixacts.end_transaction();
        self.registered.clear();
        self.my_xmin = TransactionId::INVALID;
        if let Some(xid) = top {
            self.events.emit(|| match status {
                Status::Committed => Event::TransactionCommitted { xid },
                _ => Event::TransactionAborted { xid },
            });
        }
    }
    /// Commits the transaction with its live subtransactions. Call [`crate::store::Store::commit`]
    /// instead, which also releases the buffers.
    pub fn commit(&mut self) {
        self.end(Status::Committed);
    }
    /// Aborts the transaction.
    pub fn abort(&mut self) {
        self.end(Status::Aborted);
    }
    /// Starts a subtransaction (`PushTransaction`), and returns its nesting level, from 2 on.
    pub fn sub_begin(&mut self) -> u32 {
        self.stack.push(Level { first_command: self.command_id, ..Level::default() });
        self.nest_level()
    }
    /// Commits the innermost subtransaction into its parent.
    pub fn sub_commit(&mut self) -> Result<()> {
        self.command_counter_increment()?;
        if self.stack.len() > 1
            && let Some(level) = self.stack.pop()
            && let Some(parent) = self.stack.last_mut()
        {
            parent.children.extend(level.xid);
            parent.children.extend(level.children);
            parent.locks.extend(level.locks);
            parent.statistics.extend(level.statistics);
        }
        Ok(())
    }
    /// Aborts the innermost subtransaction. The id of the command that failed is not used again.
    pub fn sub_abort(&mut self) {
        self.catalog_changes(u32::from(self.command_id_used));
        if self.stack.len() > 1
            && let Some(level) = self.stack.pop()
        {
            for xid in level.children.into_iter().chain(level.xid) {
                self.set_status(xid, Status::Aborted);
                if self.latest_completed.precedes(xid) {
                    self.latest_completed = xid;
                }
            }
        }
    }
    /// After a crash: running transactions are aborted, and xids continue from `next`.
    pub fn restart(&mut self, next: TransactionId) {
        let known = next.0.wrapping_sub(self.first_xid.0) as usize;
        self.clog.resize(known, Status::Aborted);
        for status in self.clog.iter_mut().filter(|s| **s == Status::InProgress) {
            *status = Status::Aborted;
        }
        *self = TransactionManager {
            first_xid: self.first_xid,
            clog: std::mem::take(&mut self.clog),
            multixacts: std::mem::take(&mut self.multixacts),
            ..TransactionManager::new(next, self.events.clone())
        };
    }
    /// Depth: 0 none, 1 the top transaction, more in subtransactions
    /// (`GetCurrentTransactionNestLevel`).
    pub fn nest_level(&self) -> u32 {
        self.stack.len() as u32
    }

    /// Notes that an object with statistics was created or dropped (`pgstat_create_transactional`,
    /// `pgstat_drop_transactional`).
    pub fn object_with_statistics(&mut self, kind: u32, oid: Oid, created: bool) {
        if let Some(level) = self.stack.last_mut() {
            level.statistics.push(PendingStatistics { kind, oid, created });
        }
    }
    /// Returns the objects whose statistics are dropped when the innermost transaction ends:
    /// dropped ones if it commits (`committed`), created ones if it aborts
    /// (`pgstat_get_transactional_drops`).
    pub fn ending_statistics(&self, committed: bool) -> Vec<(u32, Oid)> {
        let pending = self.stack.last().map_or(&[][..], |l| &l.statistics);
        pending.iter().filter(|p| p.created != committed).map(|p| (p.kind, p.oid)).collect()
    }

    /// Takes an ACCESS EXCLUSIVE lock on a relation, which is logged for standbys; false if the
    /// transaction has it already.
    pub fn lock_exclusively(&mut self, rel: Oid) -> bool {
        if self.stack.iter().any(|l| l.locks.contains(&rel)) {
            return false;
        }
        if let Some(level) = self.stack.last_mut() {
            level.locks.push(rel);
        }
        true
    }

    /// The xids of subtransactions that committed so far (`xactGetCommittedChildren` at the top).
    pub fn committed_children(&self) -> Vec<TransactionId> {
        let mut all: Vec<_> = self.stack.iter().flat_map(|l| l.children.iter().copied()).collect();
        all.arrange();
        all
    }
    /// The xids that would abort with the innermost subtransaction, its own last; empty if it has
    /// none.
    pub fn ending_sub_xids(&self) -> Vec<TransactionId> {
        match self.stack.last() {
            Some(Level { xid: Some(own), children, .. }) => {
                let mut all = children.clone();
                all.push(*own);
                all
            }
            _ => Vec::new(),
        }
    }
    /// The last xid that ended (`latestCompletedXid`).
    pub fn latest_completed(&self) -> TransactionId {
        self.latest_completed
    }
    /// The subtransactions that got an xid since the last call, each with its top transaction.
    pub fn take_assigned(&mut self) -> Vec<(TransactionId, TransactionId)> {
        std::mem::take(&mut self.assigned)
    }

    /// Takes the next xid.
    fn assign(&mut self) -> TransactionId {
        let xid = self.next_xid;
        self.next_xid = TransactionId(xid.0.wrapping_add(1).max(3));
        self.clog.push(Status::InProgress);
        self.events.emit(|| Event::TransactionStarted { xid });
        xid
    }
    /// Writes the outcome of an xid into the commit log.
    fn set_status(&mut self, xid: TransactionId, status: Status) {
        if let Some(s) = self.clog.get_mut(xid.0.wrapping_sub(self.first_xid.0) as usize) {
            *s = status;
        }
    }
    /// The innermost transaction's xid, assigned now if it has none (`GetCurrentTransactionId`);
    /// parents get theirs first.
    pub fn assign_xid(&mut self) -> TransactionId {
        if self.stack.is_empty() {
            self.begin();
        }
        for i in 0..self.stack.len() {
            if self.stack[i].xid.is_none() {
                let xid = self.assign();
                self.stack[i].xid = Some(xid);
                if i > 0
                    && let Some(top) = self.stack[0].xid
                {
                    self.assigned.push((top, xid));
                }
            }
        }
        self.stack.last().and_then(|l| l.xid).expect("it was just assigned")
    }
    /// The xid of the innermost transaction, if one is assigned.
    pub fn xid_if_assigned(&self) -> Option<TransactionId> {
        self.stack.last().and_then(|l| l.xid)
    }
    /// The top transaction's xid, assigned now if it has none (`txid_current`).
    pub fn top_xid(&mut self) -> TransactionId {
        if self.stack.is_empty() {
            self.begin();
        }
        match self.stack[0].xid {
            Some(xid) => xid,
            None => {
                let xid = self.assign();
                self.stack[0].xid = Some(xid);
                xid
            }
        }
    }
    /// The xid of the top transaction, if one is assigned.
    pub fn top_xid_if_any(&self) -> Option<TransactionId> {
        self.stack.first().and_then(|l| l.xid)
    }
    /// Whether this is the own transaction or a live subtransaction
    /// (`TransactionIdIsCurrentTransactionId`).
    #[inline]
    pub fn is_current(&self, xid: TransactionId) -> bool {
        self.status(xid) == Status::InProgress
    }
    /// Whether a transaction committed, aborted or runs (`TransactionIdDidCommit` and others). Xids
    /// before the first one handed out are committed, those not handed out yet are aborted.
    #[inline]
    pub fn status(&self, xid: TransactionId) -> Status {
        if xid.precedes(self.first_xid) {
            return if xid.is_valid() { Status::Committed } else { Status::Aborted };
        }
        let at = xid.0.wrapping_sub(self.first_xid.0) as usize;
        self.clog.get(at).copied().unwrap_or(Status::Aborted)
    }
    /// The next xid to be handed out.
    pub fn next_xid(&self) -> TransactionId {
        self.next_xid
    }
    /// The current command id; `used` says that rows will contain it (`GetCurrentCommandId`).
    pub fn current_command_id(&mut self, used: bool) -> CommandId {
        self.command_id_used |= used;
        self.command_id
    }
    /// Makes the command's changes visible to the next (`CommandCounterIncrement`). A no-op when
    /// the id was not used. Fails after 2^32-2 commands.
    pub fn command_counter_increment(&mut self) -> Result<()> {
        if self.command_id_used {
            if self.command_id.0 >= u32::MAX - 1 {
                return err!(
                    PROGRAM_LIMIT_EXCEEDED,
                    "cannot have more than 2^32-2 commands in a transaction"
                );
            }
            self.command_id.0 += 1;
            self.command_id_used = false;
        }
        Ok(())
    }
    /// Lets a query of a volatile function see what the statement that calls it has done so far
    /// (`_SPI_execute_plan`, `fmgr_sql`).
    pub fn begin_inner_query(&mut self) -> Result<()> {
        if self.fixed_snapshot.is_some() {
            return Ok(());
        }
        self.command_counter_increment()
    }
    /// Counts `n` changes of the catalog that DDL makes, each visible to the next
    /// (`CatalogTupleInsert` with a `CommandCounterIncrement` after it). Rows that the transaction
    /// writes afterwards carry the later command id.
    pub fn catalog_changes(&mut self, n: u32) {
        for _ in 0..n {
            self.current_command_id(true);
            // At the limit the next command is refused.
            let _ = self.command_counter_increment();
        }
    }

    /// The command id with which the innermost subtransaction began.
    pub fn first_command(&self) -> CommandId {
        self.stack.last().map_or(CommandId(0), |l| l.first_command)
    }

    /// The xid after the latest that has ended: the `xmax` of a new snapshot.
    fn next_completed(&self) -> TransactionId {
        TransactionId(self.latest_completed.0.wrapping_add(1).max(3))
    }
    /// A snapshot of now (`GetSnapshotData`), which also moves the horizons.
    pub fn snapshot(&mut self) -> Snapshot {
        if let Some(fixed) = self.fixed_snapshot {
            return fixed;
        }
        if let (true, Some((xmin, xmax))) = (self.keeps_snapshot, self.first_snapshot) {
            return Snapshot::Mvcc { xmin, xmax, curcid: self.command_id };
        }
        let xmax = self.next_completed();
        let own = self.top_xid_if_any().unwrap_or(TransactionId::INVALID);
        let xmin = older(xmax, own);
        if !self.my_xmin.is_valid() {
            self.my_xmin = xmin;
        }
        self.vis[0].raise_definitely_needed(xmin);
        self.vis[1].raise_definitely_needed(if own.is_valid() { own } else { xmax });
        self.recent_xmin = xmin;
        self.first_snapshot = Some((xmin, xmax)).filter(|_| self.keeps_snapshot);
        Snapshot::Mvcc { xmin, xmax, curcid: self.command_id }
    }
    /// Notes what the query sees that calls a function of the server, or that no query does.
    pub fn set_query_snapshot(&mut self, snapshot: Option<Snapshot>) {
        self.query_snapshot = snapshot;
    }
    /// What the query sees that called the running function of the server; a new snapshot if no query did
    /// (`GetActiveSnapshot`).
    pub fn query_snapshot(&mut self) -> Snapshot {
        self.query_snapshot.unwrap_or_else(|| self.snapshot())
    }
    /// Registers a snapshot, which holds back the horizon (`RegisterSnapshot`, `PushActiveSnapshot`). Tests
    /// call it, to keep deleted rows from being removed.
    pub fn register(&mut self, snapshot: &Snapshot) -> RegisteredSnapshot {
        self.next_handle += 1;
        if let Snapshot::Mvcc { xmin, .. } = snapshot {
            self.registered.push((self.next_handle, *xmin));
            self.my_xmin = older(self.my_xmin, *xmin);
        }
        RegisteredSnapshot(self.next_handle)
    }
    /// Releases a registered snapshot (`UnregisterSnapshot`).
    pub fn unregister(&mut self, handle: RegisteredSnapshot) {
        self.registered.retain(|(h, _)| *h != handle.0);
        self.my_xmin = self
            .registered
            .iter()
            .fold(TransactionId::INVALID, |oldest, (_, xmin)| older(oldest, *xmin));
    }

    /// Computes the oldest xids that matter for permanent and for temporary relations
    /// (`ComputeXidHorizons`), and returns the one for permanent relations.
    fn compute_horizons(&mut self) -> TransactionId {
        let next = self.next_completed();
        let own = self.top_xid_if_any().unwrap_or(TransactionId::INVALID);
        let data = older(next, older(own, self.my_xmin));
        let temp = if own.is_valid() { own } else { next };
        self.vis[0].update(data);
        self.vis[1].update(temp);
        self.horizons_xmin = self.recent_xmin;
        data
    }
    /// The oldest xid whose deletions may still matter, computed anew
    /// (`GetOldestNonRemovableTransactionId`): VACUUM's OldestXmin for permanent relations.
    pub fn oldest_xmin(&mut self) -> TransactionId {
        self.compute_horizons()
    }
    /// Whether rows of a permanent relation deleted by `xid` can be removed
    /// (`GlobalVisTestIsRemovableXid`).
    pub fn is_removable(&mut self, xid: TransactionId) -> bool {
        self.is_removable_from(xid, false)
    }
    /// Whether rows deleted by `xid` can be removed, also from temporary relations.
    pub fn is_removable_from(&mut self, xid: TransactionId, temporary: bool) -> bool {
        let i = usize::from(temporary);
        let vis = self.vis[i];
        if xid.precedes(vis.maybe_needed) {
            return true;
        }
        if !xid.precedes(vis.definitely_needed) {
            return false;
        }
        // GlobalVisTestShouldUpdate
        let worth = !self.horizons_xmin.is_valid()
            || (vis.maybe_needed.precedes(vis.definitely_needed)
                && self.recent_xmin != self.horizons_xmin);
        if worth {
            self.compute_horizons();
            return xid.precedes(self.vis[i].maybe_needed);
        }
        false
    }

    /// The command that inserted the row, for a row of the own transaction
    /// (`HeapTupleHeaderGetCmin`).
    #[inline]
    pub fn cmin(&self, tuple: &[u8]) -> CommandId {
        let raw = CommandId(header::raw_command_id(tuple));
        if header::infomask(tuple) & HEAP_COMBOCID != 0 { self.combo.pair(raw).0 } else { raw }
    }
    /// The command that deleted the row, for a row of the own transaction
    /// (`HeapTupleHeaderGetCmax`).
    #[inline]
    pub fn cmax(&self, tuple: &[u8]) -> CommandId {
        let raw = CommandId(header::raw_command_id(tuple));
        if header::infomask(tuple) & HEAP_COMBOCID != 0 { self.combo.pair(raw).1 } else { raw }
    }
    /// Returns the command id to store when deleting a row, and whether it is a combo command id
    /// (`HeapTupleHeaderAdjustCmax`).
    pub fn adjust_cmax(&mut self, tuple: &[u8], cid: CommandId) -> (CommandId, bool) {
        if !header::xmin_committed(tuple) && self.is_current(header::raw_xmin(tuple)) {
            let cmin = self.cmin(tuple);
            return (self.combo.number(cmin, cid), true);
        }
        (cid, false)
    }
    /// Notes that a catalog row for which the model has no page was replaced. If this transaction
    /// wrote the row, a combo command id is assigned.
    pub fn replaced(&mut self, xmin: TransactionId, cmin: CommandId, cmax: CommandId) {
        if self.is_current(xmin) {
            self.combo.number(cmin, cmax);
        }
    }
}

//! The transaction state machine's storage half: xids, commands, status. What BEGIN, COMMIT and
//! savepoints mean to the user is the session's.

use super::{GlobalVis, RegisteredSnapshot, Snapshot};
use crate::error::Result;
use crate::event::EventSink;
use crate::ids::{CommandId, TransactionId};

/// What became of a transaction (`clog.c`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Still running: the own transaction or a subtransaction of it.
    InProgress,
    /// Committed.
    Committed,
    /// Aborted.
    Aborted,
}

/// Transactions of the one session.
#[derive(Debug)]
pub struct TransactionManager {
    events: EventSink,
    next_xid: TransactionId,
    vis: GlobalVis,
}

impl TransactionManager {
    /// Nothing ran yet; the first transaction that changes something gets `first_xid` (728 on the
    /// recorded clusters after `CREATE EXTENSION`-free initdb).
    pub fn new(first_xid: TransactionId, events: EventSink) -> TransactionManager {
        TransactionManager { events, next_xid: first_xid, vis: GlobalVis::default() }
    }
    /// Starts a transaction (no xid yet).
    pub fn begin(&mut self) {
        todo!("begin")
    }
    /// Whether one is running.
    pub fn in_transaction(&self) -> bool {
        todo!("in_transaction")
    }
    /// Commits it with all its live subtransactions. Call [`crate::store::Store::commit`] instead,
    /// which also does the buffers' part.
    pub fn commit(&mut self) {
        todo!("commit")
    }
    /// Aborts it.
    pub fn abort(&mut self) {
        todo!("abort")
    }
    /// Starts a subtransaction (`PushTransaction`); its depth from 2 on is returned.
    pub fn sub_begin(&mut self) -> u32 {
        todo!("sub_begin")
    }
    /// Ends the innermost subtransaction, keeping its work for its parent.
    pub fn sub_commit(&mut self) {
        todo!("sub_commit")
    }
    /// Undoes the innermost subtransaction.
    pub fn sub_abort(&mut self) {
        todo!("sub_abort")
    }
    /// Depth: 0 none, 1 the top transaction, more in subtransactions (`GetCurrentTransactionNestLevel`).
    pub fn nest_level(&self) -> u32 {
        todo!("nest_level")
    }
    /// The innermost transaction's xid, assigned now if it has none (`GetCurrentTransactionId`).
    pub fn current_xid(&mut self) -> TransactionId {
        todo!("current_xid")
    }
    /// The innermost transaction's xid if it has one.
    pub fn current_xid_if_any(&self) -> Option<TransactionId> {
        todo!("current_xid_if_any")
    }
    /// The top transaction's xid, assigned now if it has none (`txid_current`).
    pub fn top_xid(&mut self) -> TransactionId {
        todo!("top_xid")
    }
    /// The top transaction's xid if it has one.
    pub fn top_xid_if_any(&self) -> Option<TransactionId> {
        todo!("top_xid_if_any")
    }
    /// Whether this is the own transaction or a live subtransaction
    /// (`TransactionIdIsCurrentTransactionId`).
    pub fn is_current(&self, _xid: TransactionId) -> bool {
        todo!("is_current")
    }
    /// What became of it (`TransactionIdDidCommit` and friends).
    pub fn status(&self, _xid: TransactionId) -> Status {
        todo!("status")
    }
    /// The next xid to be handed out.
    pub fn next_xid(&self) -> TransactionId {
        self.next_xid
    }
    /// The current command id; `used` says that rows will carry it (`GetCurrentCommandId`).
    pub fn current_command_id(&mut self, _used: bool) -> CommandId {
        todo!("current_command_id")
    }
    /// Makes the command's changes visible to the next (`CommandCounterIncrement`). A no-op when
    /// the id was not used. Fails after 2^32-2 commands.
    pub fn command_counter_increment(&mut self) -> Result<()> {
        todo!("command_counter_increment")
    }
    /// A snapshot of now (`GetSnapshotData`), which also moves the horizons.
    pub fn snapshot(&mut self) -> Snapshot {
        let _ = (&self.events, &self.vis);
        todo!("snapshot")
    }
    /// Keeps a snapshot holding back the horizon (`RegisterSnapshot`, `PushActiveSnapshot`).
    pub fn register(&mut self, _snapshot: &Snapshot) -> RegisteredSnapshot {
        todo!("register")
    }
    /// Gives a registered snapshot up.
    pub fn unregister(&mut self, _handle: RegisteredSnapshot) {
        todo!("unregister")
    }
    /// The oldest xid whose deletions may still matter, computed afresh
    /// (`GetOldestNonRemovableTransactionId`): VACUUM's OldestXmin.
    pub fn oldest_xmin(&mut self) -> TransactionId {
        todo!("oldest_xmin")
    }
    /// Whether rows deleted by `xid` can be removed (`GlobalVisTestIsRemovableXid`).
    pub fn is_removable(&mut self, _xid: TransactionId) -> bool {
        todo!("is_removable")
    }
    /// The command that inserted the row, for a row of the own transaction (`HeapTupleHeaderGetCmin`).
    pub fn cmin(&self, _tuple: &[u8]) -> CommandId {
        todo!("cmin")
    }
    /// The command that deleted the row, for a row of the own transaction (`HeapTupleHeaderGetCmax`).
    pub fn cmax(&self, _tuple: &[u8]) -> CommandId {
        todo!("cmax")
    }
    /// `HeapTupleHeaderAdjustCmax`: the command id to store when deleting, and whether it is combo.
    pub fn adjust_cmax(&mut self, _tuple: &[u8], _cid: CommandId) -> (CommandId, bool) {
        todo!("adjust_cmax")
    }
}

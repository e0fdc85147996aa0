//! Whether a tuple is live, dead or being changed, as seen by other transactions while the statement runs:
//! transactions have the status they had when it began, and those that began since count as running.

use client::inspect::TupleLife;
use storage::ids::TransactionId;
use storage::page::layout::SIZE_OF_HEAP_TUPLE_HEADER;
use storage::tuple::header;
use storage::tuple::layout::infomask::{
    HEAP_XMAX_INVALID, HEAP_XMAX_LOCK_ONLY, HEAP_XMIN_COMMITTED, HEAP_XMIN_INVALID,
};
use storage::xact::{Status, TransactionManager};

/// The status of all transactions when the statement began.
pub(super) struct StatementVisibility {
    known: TransactionManager,
    /// The first transaction that was running.
    running: TransactionId,
}

impl StatementVisibility {
    /// The status of all transactions as a statement begins.
    pub(super) fn new(xact: &TransactionManager) -> StatementVisibility {
        let running = xact.top_xid_if_any().unwrap_or(xact.next_xid());
        StatementVisibility { known: xact.clone(), running }
    }

    /// The transaction's status as another session sees it during the statement.
    fn status(&self, xid: TransactionId) -> Status {
        if xid.is_normal() && !xid.precedes(self.running) {
            Status::InProgress
        } else {
            self.known.status(xid)
        }
    }

    /// Whether the tuple is live, dead, or being inserted or deleted.
    pub(super) fn life(&self, tuple: &[u8]) -> TupleLife {
        if tuple.len() < SIZE_OF_HEAP_TUPLE_HEADER {
            return TupleLife::Dead;
        }
        let mask = header::infomask(tuple);
        let xmin = match mask & (HEAP_XMIN_COMMITTED | HEAP_XMIN_INVALID) {
            0 => self.status(header::raw_xmin(tuple)),
            HEAP_XMIN_INVALID => Status::Aborted,
            _ => Status::Committed,
        };
        if xmin == Status::Aborted {
            return TupleLife::Aborted;
        }
        let xmax = header::raw_xmax(tuple);
        let gone = if mask & (HEAP_XMAX_INVALID | HEAP_XMAX_LOCK_ONLY) != 0 || !xmax.is_valid() {
            Status::Aborted
        } else {
            self.status(xmax)
        };
        match (xmin, gone) {
            (_, Status::InProgress) => TupleLife::Deleting,
            (_, Status::Committed) => TupleLife::Dead,
            (Status::InProgress, _) => TupleLife::Inserting,
            _ => TupleLife::Live,
        }
    }
}

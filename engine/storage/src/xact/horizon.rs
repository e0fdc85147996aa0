//! Which rows nobody can see any more (`GlobalVisState`, `ComputeXidHorizons` in `procarray.c`).
//!
//! Two bounds are kept, so that most questions need no look at who is running. A deleter before
//! `maybe_needed` matters to nobody, one from `definitely_needed` on may matter; in between the
//! bounds are computed afresh, once a snapshot.

use crate::ids::TransactionId;

/// The bounds `GlobalVisTestIsRemovableXid` compares with.
#[derive(Clone, Copy, Debug)]
pub struct GlobalVis {
    /// Deleters from here on may still matter.
    pub definitely_needed: TransactionId,
    /// Deleters before this matter to nobody.
    pub maybe_needed: TransactionId,
}

impl GlobalVis {
    /// The horizon of a cluster whose first xid is `first`.
    pub(super) fn new(first: TransactionId) -> GlobalVis {
        GlobalVis { definitely_needed: first, maybe_needed: first }
    }

    /// Raises the horizon when a snapshot is taken.
    pub(super) fn raise_definitely_needed(&mut self, xid: TransactionId) {
        self.definitely_needed = newer(self.definitely_needed, xid);
    }

    /// Updates the horizon from the oldest running transaction.
    pub(super) fn update(&mut self, oldest: TransactionId) {
        self.maybe_needed = oldest;
        self.definitely_needed = newer(self.maybe_needed, self.definitely_needed);
    }
}

/// The later of two xids.
pub(super) fn newer(a: TransactionId, b: TransactionId) -> TransactionId {
    if a.precedes(b) { b } else { a }
}

/// The earlier of two xids, of which an invalid one is ignored (`TransactionIdOlder`).
pub(super) fn older(a: TransactionId, b: TransactionId) -> TransactionId {
    match (a.is_valid(), b.is_valid()) {
        (false, _) => b,
        (_, false) => a,
        _ if a.precedes(b) => a,
        _ => b,
    }
}

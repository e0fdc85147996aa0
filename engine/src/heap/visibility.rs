//! Who sees a row (`heapam_visibility.c`).

use crate::buffer::BufferId;
use crate::ids::{CommandId, OffsetNumber, TransactionId};
use crate::store::Store;
use crate::xact::Snapshot;

/// `TM_Result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TupleState {
    /// Can be changed.
    Ok,
    /// Not there yet for this command.
    Invisible,
    /// Changed by the own transaction, in this command or later.
    SelfModified,
    /// Updated by a committed transaction.
    Updated,
    /// Deleted by a committed transaction.
    Deleted,
}

/// `HTSV_Result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacuumState {
    /// Nobody can see it.
    Dead,
    /// Live.
    Live,
    /// Deleted, but somebody may still see it.
    RecentlyDead,
    /// Its inserter runs.
    InsertInProgress,
    /// Its deleter runs.
    DeleteInProgress,
}

/// Whether the snapshot sees the tuple (`HeapTupleSatisfiesVisibility`), setting hint bits.
pub fn satisfies_visibility(
    _st: &mut Store,
    _buffer: BufferId,
    _off: OffsetNumber,
    _snapshot: &Snapshot,
) -> bool {
    todo!("satisfies_visibility")
}

/// Whether the tuple can be changed (`HeapTupleSatisfiesUpdate`), setting hint bits.
pub fn satisfies_update(
    _st: &mut Store,
    _buffer: BufferId,
    _off: OffsetNumber,
    _cid: CommandId,
) -> TupleState {
    todo!("satisfies_update")
}

/// What VACUUM makes of the tuple (`HeapTupleSatisfiesVacuum`), setting hint bits.
pub fn satisfies_vacuum(
    _st: &mut Store,
    _buffer: BufferId,
    _off: OffsetNumber,
    _oldest_xmin: TransactionId,
) -> VacuumState {
    todo!("satisfies_vacuum")
}

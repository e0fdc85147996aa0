//! Snapshots (`snapshot.h`).

use crate::ids::{CommandId, TransactionId};

/// What a scan sees. With one session no foreign transaction is ever in progress, so the list of
/// running xids is empty and `xmax` alone decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snapshot {
    /// Rows as of a moment and a command of the own transaction (`SNAPSHOT_MVCC`).
    Mvcc {
        /// Everything before has ended.
        xmin: TransactionId,
        /// Nothing from here on is seen, except the own transaction's.
        xmax: TransactionId,
        /// Changes of earlier commands of the own transaction are seen.
        curcid: CommandId,
    },
    /// Everything valid at this instant, the own current command included (`SNAPSHOT_SELF`).
    SelfSnapshot,
    /// Everything (`SNAPSHOT_ANY`).
    Any,
    /// TOAST chunks: visible unless their insertion aborted (`SNAPSHOT_TOAST`).
    Toast,
    /// Like Self, and in-progress changes too (`SNAPSHOT_DIRTY`): what unique checks use.
    Dirty,
    /// Everything not dead to all (`SNAPSHOT_NON_VACUUMABLE`).
    NonVacuumable,
}

/// Names a registered snapshot, which holds back the horizon until it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisteredSnapshot(pub(super) u32);

impl Snapshot {
    /// Whether an xid of another session was running when the snapshot was taken (`XidInMVCCSnapshot`).
    /// The session's own transactions are decided by their command ids.
    #[inline]
    pub fn in_progress(&self, xid: TransactionId) -> bool {
        match self {
            Snapshot::Mvcc { xmax, .. } => !xid.precedes(*xmax),
            _ => false,
        }
    }
}

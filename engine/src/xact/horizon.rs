//! Which rows nobody can see any more (`GlobalVisState`, `procarray.c`).

use crate::ids::TransactionId;

/// The bounds `GlobalVisTestIsRemovableXid` compares with.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlobalVis {
    /// Deleters from here on may still matter (`definitely_needed`).
    pub definitely_needed: TransactionId,
    /// Deleters before this matter to nobody (`maybe_needed`).
    pub maybe_needed: TransactionId,
}

//! Pruning a page (`pruneheap.c`).

use super::Relation;
use super::VacuumState;
use crate::buffer::BufferId;
use crate::error::Result;
use crate::ids::OffsetNumber;
use crate::store::Store;

/// What pruning did.
#[derive(Clone, Debug, Default)]
pub struct PruneResult {
    /// Tuples removed from the page (`ndeleted`).
    pub deleted: usize,
    /// Line pointers that became LP_DEAD now (`nnewlpdead`).
    pub new_dead: usize,
    /// State of each tuple before pruning (`prstate.htsv`), indexed by offset.
    pub states: Vec<Option<VacuumState>>,
    /// Whether the page changed.
    pub changed: bool,
}

/// Prunes if the page looks worth it (`heap_page_prune_opt`).
pub fn prune_page_opt(_st: &mut Store, _rel: &Relation, _buffer: BufferId) -> Result<()> {
    todo!("prune_page_opt")
}

/// Prunes (`heap_page_prune`). VACUUM calls it with the rows it may remove judged by the same
/// horizon. `off_loc` errors are not modelled.
pub fn prune_page(_st: &mut Store, _rel: &Relation, _buffer: BufferId) -> Result<PruneResult> {
    let _ = OffsetNumber::FIRST;
    todo!("prune_page")
}

//! The free space map (`freespace.c`, `fsmpage.c`, `indexfsm.c`).

use super::Relation;
use crate::error::Result;
use crate::ids::BlockNumber;
use crate::store::Store;

/// A page with at least `needed` bytes free (`GetPageWithFreeSpace`).
pub fn get_page_with_free_space(
    _st: &mut Store,
    _rel: &Relation,
    _needed: usize,
) -> Result<Option<BlockNumber>> {
    todo!("get_page_with_free_space")
}

/// Records what a page has left and looks for another (`RecordAndGetPageWithFreeSpace`).
pub fn record_and_get_page_with_free_space(
    _st: &mut Store,
    _rel: &Relation,
    _old: BlockNumber,
    _old_avail: usize,
    _needed: usize,
) -> Result<Option<BlockNumber>> {
    todo!("record_and_get_page_with_free_space")
}

/// Records what a page has left, without touching upper levels (`RecordPageWithFreeSpace`).
pub fn record_page_with_free_space(
    _st: &mut Store,
    _rel: &Relation,
    _block: BlockNumber,
    _avail: usize,
) -> Result<()> {
    todo!("record_page_with_free_space")
}

/// What the map says of a page, in bytes (`GetRecordedFreeSpace`).
pub fn recorded_free_space(_st: &mut Store, _rel: &Relation, _block: BlockNumber) -> Result<usize> {
    todo!("recorded_free_space")
}

/// Corrects the upper levels (`FreeSpaceMapVacuum`).
pub fn vacuum(_st: &mut Store, _rel: &Relation) -> Result<()> {
    todo!("vacuum")
}

/// The same for a range of heap blocks, `end` excluded (`FreeSpaceMapVacuumRange`).
pub fn vacuum_range(
    _st: &mut Store,
    _rel: &Relation,
    _start: BlockNumber,
    _end: BlockNumber,
) -> Result<()> {
    todo!("vacuum_range")
}

/// Clears entries from `blocks` on and returns the map's new size when it is to be truncated
/// (`FreeSpaceMapPrepareTruncateRel`).
pub fn prepare_truncate(_st: &mut Store, _rel: &Relation, _blocks: u32) -> Result<Option<u32>> {
    todo!("prepare_truncate")
}

/// A free page of an index, taken from the map (`GetFreeIndexPage`).
pub fn get_free_index_page(_st: &mut Store, _rel: &Relation) -> Result<Option<BlockNumber>> {
    todo!("get_free_index_page")
}

/// Records a page of an index as free (`RecordFreeIndexPage`).
pub fn record_free_index_page(_st: &mut Store, _rel: &Relation, _block: BlockNumber) -> Result<()> {
    todo!("record_free_index_page")
}

/// Corrects the upper levels of an index's map (`IndexFreeSpaceMapVacuum`).
pub fn index_vacuum(st: &mut Store, rel: &Relation) -> Result<()> {
    vacuum(st, rel)
}

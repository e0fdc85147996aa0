//! The visibility map: two bits a heap page (`visibilitymap.c`).

use super::Relation;
use crate::buffer::BufferId;
use crate::error::Result;
use crate::ids::BlockNumber;
use crate::store::Store;

/// `VISIBILITYMAP_ALL_VISIBLE`.
pub const ALL_VISIBLE: u8 = 1;
/// `VISIBILITYMAP_ALL_FROZEN`.
pub const ALL_FROZEN: u8 = 2;

/// Pins the map's page for a heap block, making it if need be, unless `held` is it already
/// (`visibilitymap_pin`).
pub fn pin(
    _st: &mut Store,
    _rel: &Relation,
    _block: BlockNumber,
    _held: &mut Option<BufferId>,
) -> Result<()> {
    todo!("pin")
}

/// Sets bits; the heap page's PD_ALL_VISIBLE is set already (`visibilitymap_set`).
pub fn set(
    _st: &mut Store,
    _rel: &Relation,
    _block: BlockNumber,
    _map: BufferId,
    _flags: u8,
) -> Result<()> {
    todo!("set")
}

/// Clears bits; whether any was set (`visibilitymap_clear`).
pub fn clear(
    _st: &mut Store,
    _rel: &Relation,
    _block: BlockNumber,
    _map: BufferId,
    _flags: u8,
) -> Result<bool> {
    todo!("clear")
}

/// The bits of a heap block; pins the map's page into `held` (`visibilitymap_get_status`).
pub fn get_status(
    _st: &mut Store,
    _rel: &Relation,
    _block: BlockNumber,
    _held: &mut Option<BufferId>,
) -> Result<u8> {
    todo!("get_status")
}

/// How many pages are all-visible and all-frozen (`visibilitymap_count`).
pub fn count(_st: &mut Store, _rel: &Relation) -> Result<(u32, u32)> {
    todo!("count")
}

/// Clears bits from `blocks` on and returns the map's new size when it is to be truncated
/// (`visibilitymap_prepare_truncate`).
pub fn prepare_truncate(_st: &mut Store, _rel: &Relation, _blocks: u32) -> Result<Option<u32>> {
    todo!("prepare_truncate")
}

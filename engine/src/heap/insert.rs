//! INSERT (`heap_insert`, `hio.c`).

use super::Relation;
use crate::buffer::{BufferId, Strategy};
use crate::error::Result;
use crate::ids::{CommandId, ItemPointer};
use crate::store::Store;

/// `HEAP_INSERT_*`.
#[derive(Clone, Copy, Debug, Default)]
pub struct InsertOptions {
    /// Do not look into the free space map.
    pub skip_fsm: bool,
    /// Insert as frozen.
    pub frozen: bool,
}

/// `BulkInsertState`: keeps the current page pinned, and writes through a ring.
#[derive(Debug)]
pub struct BulkInsert {
    pub(super) strategy: Strategy,
    pub(super) current: Option<BufferId>,
}

impl BulkInsert {
    /// `GetBulkInsertState`.
    pub fn new(_st: &Store) -> BulkInsert {
        todo!("BulkInsert::new")
    }
    /// `FreeBulkInsertState`.
    pub fn finish(self, _st: &mut Store) {
        todo!("BulkInsert::finish")
    }
}

/// Puts a formed (and toasted) tuple on a page (`heap_insert` after `heap_prepare_insert`'s toast
/// call). The header's transaction fields are set here; the tuple's bytes end up as stored.
/// The caller must have had the xid assigned before toasting (`xact.current_xid()`).
pub fn insert(
    _st: &mut Store,
    _rel: &Relation,
    _tuple: &mut [u8],
    _cid: CommandId,
    _options: InsertOptions,
    _bulk: Option<&mut BulkInsert>,
) -> Result<ItemPointer> {
    todo!("insert")
}

/// Puts several tuples, filling a page at a time (`heap_multi_insert`, COPY).
pub fn multi_insert(
    _st: &mut Store,
    _rel: &Relation,
    _tuples: &mut [Vec<u8>],
    _cid: CommandId,
    _options: InsertOptions,
    _bulk: Option<&mut BulkInsert>,
) -> Result<Vec<ItemPointer>> {
    todo!("multi_insert")
}

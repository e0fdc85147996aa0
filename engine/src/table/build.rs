//! CREATE INDEX and REINDEX over a heap (`heapam_index_build_range_scan`).

use super::IndexExprs;
use crate::error::Result;
use crate::heap::Relation;
use crate::store::Store;
use std::rc::Rc;

/// Fills an index whose file is empty from its heap, and sets `relpages` and `reltuples` of both
/// (`index_build`). Returns whether a HOT chain was broken (`ii_BrokenHotChain`).
pub fn index_build(
    _st: &mut Store,
    _heap: &Rc<Relation>,
    _index: &Rc<Relation>,
    _exprs: &mut dyn IndexExprs,
) -> Result<bool> {
    todo!("index_build")
}

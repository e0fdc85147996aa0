//! Index entries of a row (`execIndexing.c`).

use super::IndexExprs;
use crate::datum::Datum;
use crate::error::Result;
use crate::heap::Relation;
use crate::ids::{AttrNumber, ItemPointer, Oid};
use crate::store::Store;
use std::rc::Rc;

/// Makes the row's entry in every index (`ExecInsertIndexTuples`); `changed` are the columns an
/// UPDATE sets.
pub fn insert_index_entries(
    _st: &mut Store,
    _rel: &Rc<Relation>,
    _values: &[Datum],
    _tid: ItemPointer,
    _changed: Option<&[AttrNumber]>,
    _exprs: &mut dyn IndexExprs,
) -> Result<()> {
    todo!("insert_index_entries")
}

/// Looks for a row with the same key in the arbiter indexes (`ExecCheckIndexConstraints`).
pub fn check_constraints(
    _st: &mut Store,
    _rel: &Rc<Relation>,
    _values: &[Datum],
    _arbiters: &[Oid],
    _exprs: &mut dyn IndexExprs,
) -> Result<Option<ItemPointer>> {
    todo!("check_constraints")
}

/// Visits the inserted row once more, to take the speculation's mark off (`heap_finish_speculative`).
pub(super) fn finish_speculative(
    _st: &mut Store,
    _rel: &Relation,
    _tid: ItemPointer,
) -> Result<()> {
    todo!("finish_speculative")
}

//! Index tuples (`indextuple.c`).

use super::TupleDesc;
use crate::datum::Datum;
use crate::error::Result;
use crate::ids::{AttrNumber, ItemPointer};

/// An index tuple pointing at `tid` (`index_form_tuple`). External values must have been fetched
/// and long ones compressed by the caller (`TOAST_INDEX_HACK`). Fails when longer than 8191 bytes.
pub fn index_form(_desc: &TupleDesc, _values: &[Datum], _tid: ItemPointer) -> Result<Vec<u8>> {
    todo!("index_form")
}

/// Replaces `out` with the first `natts` columns of an index tuple (`index_deform_tuple`).
pub fn index_deform(
    _desc: &TupleDesc,
    _tuple: &[u8],
    _natts: usize,
    _out: &mut Vec<Datum>,
) -> Result<()> {
    todo!("index_deform")
}

/// One column of an index tuple (`index_getattr`).
pub fn index_attribute(_desc: &TupleDesc, _tuple: &[u8], _attno: AttrNumber) -> Result<Datum> {
    todo!("index_attribute")
}

/// `t_tid`.
pub fn index_tid(tuple: &[u8]) -> ItemPointer {
    ItemPointer::from_bytes([tuple[0], tuple[1], tuple[2], tuple[3], tuple[4], tuple[5]])
}

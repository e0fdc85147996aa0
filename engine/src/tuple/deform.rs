//! From bytes to values (`heap_deform_tuple`).

use super::TupleDesc;
use crate::datum::Datum;
use crate::error::Result;
use crate::ids::AttrNumber;

/// Replaces `out` with the first `natts` columns. Columns the tuple is too old to have get their
/// missing value.
pub fn deform(
    _desc: &TupleDesc,
    _tuple: &[u8],
    _natts: usize,
    _out: &mut Vec<Datum>,
) -> Result<()> {
    todo!("deform")
}

/// One column (`heap_getattr`), user columns only.
pub fn attribute(_desc: &TupleDesc, _tuple: &[u8], _attno: AttrNumber) -> Result<Datum> {
    todo!("attribute")
}

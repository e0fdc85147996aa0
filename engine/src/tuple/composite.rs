//! Rows as values (`heap_copy_tuple_as_datum`).

use super::TupleDesc;
use crate::datum::Datum;
use crate::error::Result;
use crate::ids::Oid;

/// A composite datum. The values must be detoasted by the caller (`toast_flatten_tuple_to_datum`).
pub fn composite(_desc: &TupleDesc, _values: &[Datum], _typeid: Oid, _typmod: i32) -> Datum {
    todo!("composite")
}

/// The columns of a composite datum's bytes (with their 4-byte header).
pub fn composite_deform(_desc: &TupleDesc, _bytes: &[u8]) -> Result<Vec<Datum>> {
    todo!("composite_deform")
}

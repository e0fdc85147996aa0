//! From values to bytes (`heap_form_tuple`, `heap_fill_tuple`).

use super::TupleDesc;
use crate::datum::Datum;

/// The bytes the columns take, without header, bitmap and end padding (`heap_compute_data_size`).
/// Values past the end of `values` are not stored.
pub fn compute_data_size(_desc: &TupleDesc, _values: &[Datum]) -> usize {
    todo!("compute_data_size")
}

/// `t_hoff` of a tuple with this many columns.
pub fn header_size(_natts: usize, _has_nulls: bool) -> usize {
    todo!("header_size")
}

/// A whole heap tuple, header included (`heap_form_tuple`). xmin, xmax, cid and ctid are for the
/// heap to set.
pub fn form(_desc: &TupleDesc, _values: &[Datum]) -> Vec<u8> {
    todo!("form")
}

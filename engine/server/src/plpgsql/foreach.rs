//! What FOREACH goes through (`array_create_iterator`).

use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::types::array::Array;

/// The elements of an array; with SLICE the subarrays of its last `slice` dimensions.
pub(super) fn slices(a: Array, slice: usize) -> Result<Vec<Datum>> {
    let Some(outer) = a.dims.len().checked_sub(slice) else {
        let most = a.dims.len();
        return err!(
            ARRAY_SUBSCRIPT_ERROR,
            "slice dimension ({slice}) is out of the valid range 0..{most}"
        );
    };
    if slice == 0 {
        return Ok(a.values);
    }
    let (dims, lower) = (&a.dims[outer..], &a.lower[outer..]);
    let length = dims.iter().product::<i32>().max(1) as usize;
    let part = |values: &[Datum]| {
        Array {
            element: a.element,
            dims: dims.to_vec(),
            lower: lower.to_vec(),
            values: values.to_vec(),
            bitmap: values.iter().any(Datum::is_null),
        }
        .to_datum()
    };
    a.values.chunks(length).map(part).collect()
}

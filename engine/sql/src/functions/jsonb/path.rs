//! Paths: text arrays whose elements are keys or subscripts.

use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::FnCtx;
use storage::types::array::Array;

/// The elements of a path argument (`text[]`), which must have one dimension.
pub fn flat_path(ctx: &mut FnCtx<'_>, datum: &Datum) -> Result<Vec<Option<Vec<u8>>>> {
    let array = Array::from_datum(ctx.env, datum)?;
    if array.dims.len() > 1 {
        return storage::err!(ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts");
    }
    path(ctx, datum)
}

/// The elements of a path argument (`text[]`), of any number of dimensions; `None` for NULL.
pub fn path(ctx: &mut FnCtx<'_>, datum: &Datum) -> Result<Vec<Option<Vec<u8>>>> {
    Array::from_datum(ctx.env, datum)?
        .values
        .iter()
        .map(|value| match value {
            Datum::Null => Ok(None),
            text => Ok(Some(storage::types::detoast(ctx.env, text)?.to_vec())),
        })
        .collect()
}

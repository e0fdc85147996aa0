//! Values inside other values: rows in a composite, keys in an index. Neither may hold a pointer.

use super::{detoast_external, plain};
use crate::datum::Datum;
use crate::error::Result;
use crate::ids::Oid;
use crate::store::Store;
use crate::tuple::{self, TupleDesc};
use crate::varlena;

/// Builds a composite datum (`toast_flatten_tuple_to_datum`). If any column is out of line, all
/// columns that are out of line or compressed are fetched and decompressed; otherwise they stay as
/// they are.
pub fn composite(
    st: &mut Store,
    desc: &TupleDesc,
    values: &[Datum],
    type_oid: Oid,
    typmod: i32,
) -> Result<Datum> {
    let varlenas = |i: usize| desc.attrs[i].len == -1 && !values[i].is_null();
    let external =
        (0..values.len()).any(|i| varlenas(i) && varlena::is_external(values[i].bytes()));
    if !external {
        return Ok(tuple::composite(desc, values, type_oid, typmod));
    }
    let mut flat = values.to_vec();
    for (i, value) in flat.iter_mut().enumerate() {
        if varlenas(i)
            && (varlena::is_external(value.bytes()) || varlena::is_compressed(value.bytes()))
        {
            *value = plain(st, value)?;
        }
    }
    Ok(tuple::composite(desc, &flat, type_oid, typmod))
}

/// Fetches TOAST pointers among index keys, and makes expanded arrays flat. Long keys are compressed later, by `index_form_tuple`.
pub fn index_keys(st: &mut Store, desc: &TupleDesc, keys: &mut [Datum]) -> Result<()> {
    for (attr, key) in desc.attrs.iter().zip(keys) {
        if attr.len == -1 && !key.is_null() && varlena::is_external(key.bytes()) {
            *key = detoast_external(st, key)?;
        }
        key.flatten();
    }
    Ok(())
}

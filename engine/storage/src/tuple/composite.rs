//! Rows as values (`heap_copy_tuple_as_datum`): a tuple whose first twelve bytes are a varlena
//! header, the type modifier and the row type's OID.

use super::layout::*;
use super::{TupleDesc, deform, form};
use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::ids::Oid;

/// A composite datum of these columns, which the caller must have detoasted
/// (`toast_flatten_tuple_to_datum`).
pub fn composite(desc: &TupleDesc, values: &[Datum], typeid: Oid, typmod: i32) -> Datum {
    let mut t = form(desc, values);
    let len = (t.len() as u32) << 2;
    t[DATUM_LEN..DATUM_LEN + 4].copy_from_slice(&len.to_le_bytes());
    t[DATUM_TYPMOD..DATUM_TYPMOD + 4].copy_from_slice(&typmod.to_le_bytes());
    t[DATUM_TYPEID..DATUM_TYPEID + 4].copy_from_slice(&typeid.0.to_le_bytes());
    Datum::Ref(Bytes::from(t))
}

/// The row type and type modifier in a composite datum's header.
pub fn composite_type(bytes: &[u8]) -> Result<(Oid, i32)> {
    let Some(b) = bytes.get(..T_BITS) else {
        return err!(DATA_CORRUPTED, "composite value is too short");
    };
    let typmod = i32::from_le_bytes([b[4], b[5], b[6], b[7]]);
    Ok((Oid(u32::from_le_bytes([b[8], b[9], b[10], b[11]])), typmod))
}

/// The columns of a composite datum's bytes (with their 4-byte header).
pub fn composite_deform(desc: &TupleDesc, bytes: &[u8]) -> Result<Vec<Datum>> {
    let mut out = Vec::new();
    deform(desc, bytes, desc.attrs.len(), &mut out)?;
    Ok(out)
}

//! One key column against another, on the bytes of index tuples.
//!
//! Fixed-width types and plain or short texts are compared where they lie, without making a
//! [`Datum`] of them: a descent compares a dozen keys a level. Everything else goes through the
//! type's own comparison. The collation is "C": texts compare as bytes.

use crate::bytes::Bytes;
use crate::codec;
use crate::datum::Datum;
use crate::error::Result;
use crate::ids::Oid;
use crate::tuple::Attribute;
use crate::types::{self, oid};
use crate::varlena;
use std::borrow::Cow;
use std::cmp::Ordering;

/// How a type's bytes compare.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Little-endian two's complement.
    Signed,
    /// Little-endian unsigned.
    Unsigned,
    /// The bytes as they are.
    Memory,
    /// A varlena's payload as bytes.
    Text,
    /// Bytes without trailing blanks.
    Blank,
    /// By the type's function.
    Other,
}

/// How values of the type are compared where they lie.
#[inline]
fn class(type_oid: Oid) -> Class {
    match type_oid {
        oid::INT2
        | oid::INT4
        | oid::INT8
        | oid::DATE
        | oid::TIME
        | oid::TIMESTAMP
        | oid::TIMESTAMPTZ => Class::Signed,
        oid::BOOL | oid::CHAR | oid::OID | oid::XID | oid::CID => Class::Unsigned,
        oid::UUID | oid::NAME => Class::Memory,
        oid::TEXT | oid::VARCHAR | oid::BYTEA => Class::Text,
        oid::BPCHAR => Class::Blank,
        _ if types::is_reg_type(type_oid) => Class::Unsigned,
        _ => Class::Other,
    }
}

/// A signed integer of 1, 2, 4 or 8 bytes.
#[inline]
fn signed(raw: &[u8]) -> i64 {
    match *raw {
        [a] => i64::from(a as i8),
        [a, b] => i64::from(i16::from_le_bytes([a, b])),
        [a, b, c, d] => i64::from(i32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => i64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

/// An unsigned integer of at most 8 bytes.
#[inline]
fn unsigned(raw: &[u8]) -> u64 {
    let mut b = [0; 8];
    let n = raw.len().min(8);
    b[..n].copy_from_slice(&raw[..n]);
    u64::from_le_bytes(b)
}

/// The datum of a column's stored bytes.
pub(super) fn datum_from_raw(raw: &[u8], att: &Attribute) -> Datum {
    if !att.by_val {
        let raw = if att.len == -2 { &raw[..raw.len().saturating_sub(1)] } else { raw };
        return Datum::Ref(Bytes::from(raw));
    }
    Datum::Word(match class(att.type_oid) {
        Class::Unsigned => unsigned(raw),
        _ if att.type_oid == oid::FLOAT4 => unsigned(raw),
        _ => signed(raw) as u64,
    })
}

/// A varlena's payload, decompressed if it is compressed.
pub(super) fn payload(v: &[u8]) -> Result<Cow<'_, [u8]>> {
    if varlena::is_compressed(v)
        && let Some((rawsize, method)) = varlena::compressed_header(v)
    {
        let stream = varlena::compressed_stream(v);
        return Ok(Cow::Owned(codec::decompress(method, stream, rawsize)?));
    }
    Ok(Cow::Borrowed(varlena::payload(v)))
}

/// The text without its trailing blanks, which do not count in bpchar.
fn trim(b: &[u8]) -> &[u8] {
    let end = b.iter().rposition(|&c| c != b' ').map_or(0, |p| p + 1);
    &b[..end]
}

/// Compares two stored values of the same column.
pub(super) fn compare_raw(att: &Attribute, collation: Oid, a: &[u8], b: &[u8]) -> Result<Ordering> {
    Ok(match class(att.type_oid) {
        Class::Signed => signed(a).cmp(&signed(b)),
        Class::Unsigned => unsigned(a).cmp(&unsigned(b)),
        Class::Memory => a.cmp(b),
        Class::Text => payload(a)?.as_ref().cmp(payload(b)?.as_ref()),
        Class::Blank => trim(&payload(a)?).cmp(trim(&payload(b)?)),
        Class::Other => {
            let (a, b) = (plain(datum_from_raw(a, att), att)?, plain(datum_from_raw(b, att), att)?);
            types::compare(att.type_oid, collation, &a, &b)
        }
    })
}

/// Decompresses a varlena, for comparison functions that want it plain.
fn plain(d: Datum, att: &Attribute) -> Result<Datum> {
    if att.len == -1
        && let Datum::Ref(b) = &d
        && varlena::is_compressed(b)
    {
        return Ok(Datum::varlena(&payload(b)?));
    }
    Ok(d)
}

/// Compares a stored value with a key's argument, which may be of a related type (`arg_type`; 0 for the
/// column's).
#[inline]
pub(super) fn compare_to_datum(
    att: &Attribute,
    collation: Oid,
    raw: &[u8],
    arg: &Datum,
    arg_type: Oid,
) -> Result<Ordering> {
    if arg_type.is_valid()
        && arg_type != att.type_oid
        && !(is_integer(arg_type) && is_integer(att.type_oid))
        && let Some(order) = types::compare_cross(
            att.type_oid,
            arg_type,
            &plain(datum_from_raw(raw, att), att)?,
            arg,
        )
    {
        return Ok(order);
    }
    Ok(match class(att.type_oid) {
        Class::Signed => signed(raw).cmp(&arg.as_i64()),
        Class::Unsigned => unsigned(raw).cmp(&arg.word()),
        // A cstring's end is in the tuple, and not in the datum.
        Class::Memory if att.len == -2 => raw[..raw.len().saturating_sub(1)].cmp(arg.bytes()),
        Class::Memory => raw.cmp(arg.bytes()),
        Class::Text => payload(raw)?.as_ref().cmp(payload(arg.bytes())?.as_ref()),
        Class::Blank => trim(&payload(raw)?).cmp(trim(&payload(arg.bytes())?)),
        Class::Other => {
            let a = plain(datum_from_raw(raw, att), att)?;
            types::compare(att.type_oid, collation, &a, &plain(arg.clone(), att)?)
        }
    })
}

/// Compares two datums of a column, given their types, to compare scan keys with each other; `None`
/// when the types cannot be compared.
pub(super) fn compare_datums(
    type_oid: Oid,
    collation: Oid,
    a: &Datum,
    a_type: Oid,
    b: &Datum,
    b_type: Oid,
) -> Option<Ordering> {
    let ta = if a_type.is_valid() { a_type } else { type_oid };
    let tb = if b_type.is_valid() { b_type } else { type_oid };
    if ta == tb {
        return Some(types::compare(ta, collation, a, b));
    }
    types::compare_cross(ta, tb, a, b)
}

/// Whether the type is int2, int4 or int8, which compare with one another.
fn is_integer(type_oid: Oid) -> bool {
    matches!(type_oid, oid::INT2 | oid::INT4 | oid::INT8)
}

/// Whether two values have the same bytes, whatever the forms of their headers (`datum_image_eq`).
pub(super) fn image_eq(att: &Attribute, a: &[u8], b: &[u8]) -> Result<bool> {
    if att.len != -1 || (!varlena::is_compressed(a) && !varlena::is_compressed(b)) {
        return Ok(if att.len == -1 { varlena::payload(a) == varlena::payload(b) } else { a == b });
    }
    Ok(raw_size(a) == raw_size(b) && payload(a)? == payload(b)?)
}

/// The length of a value's payload before compression, in bytes.
fn raw_size(v: &[u8]) -> usize {
    if varlena::is_compressed(v) {
        varlena::compressed_header(v).map_or(0, |h| h.0)
    } else {
        varlena::payload(v).len()
    }
}

/// A number that sorts as the attribute does, for the sort before a build: entries with equal
/// numbers are compared in full, as with PostgreSQL's abbreviated keys. `None` if the type has no
/// such number.
pub(super) fn abbreviate(att: &Attribute, raw: &[u8]) -> Result<Option<u64>> {
    Ok(match class(att.type_oid) {
        Class::Signed => Some((signed(raw) as u64) ^ (1 << 63)),
        Class::Unsigned => Some(unsigned(raw)),
        Class::Memory => Some(prefix(raw)),
        Class::Text => Some(prefix(&payload(raw)?)),
        Class::Blank | Class::Other => None,
    })
}

/// The first 8 bytes as a number that compares as they do.
fn prefix(b: &[u8]) -> u64 {
    let mut p = [0; 8];
    let n = b.len().min(8);
    p[..n].copy_from_slice(&b[..n]);
    u64::from_be_bytes(p)
}

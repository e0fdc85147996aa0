//! Arrays (`array.h`, `arrayfuncs.c`).
//!
//! ```text
//!  vl_len | ndim | dataoffset | elemtype | dims[ndim] | lbounds[ndim] | null bitmap | pad | elements
//!  4        4      4            4          4 each       4 each          1 bit each
//! ```
//!
//! `dataoffset` is 0 without a null bitmap. The elements begin at a multiple of 8 and each takes its
//! size rounded up to its type's alignment. `'{1,2}'::int[]` is, after its varlena header,
//! `01 00 00 00 | 00 00 00 00 | 17 00 00 00 | 02 00 00 00 | 01 00 00 00 | 01 00 00 00 | 02 00 00 00`.

mod stack;
mod text;

pub use stack::ArrayStack;
pub use text::{input, output, parse, print, vector};

use super::{oid, payload};
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::fmgr::Env;
use crate::ids::Oid;
use crate::types::TypeInfo;
use std::cmp::Ordering;

/// The most dimensions (`MAXDIM`).
pub const MAXDIM: usize = 6;

/// How an element lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// Its type.
    pub oid: Oid,
    /// Bytes, -1 for a varlena, -2 for a cstring.
    pub len: i16,
    /// Whether it is a word.
    pub by_val: bool,
    /// Alignment in bytes.
    pub align: u8,
}

impl Element {
    /// The element type with this OID. Types that users created are taken for varlenas aligned to
    /// 8, since only the catalog can tell them from enums; [`Element::known`] asks the catalog.
    pub fn of(type_oid: Oid) -> Element {
        match super::info(type_oid) {
            Some(&TypeInfo { oid, len, by_val, align, .. }) => Element { oid, len, by_val, align },
            None => Element::of_row(type_oid),
        }
    }
    /// The element type with this OID; created types are looked up in the catalog.
    pub fn known(env: &dyn Env, type_oid: Oid) -> Element {
        if super::info(type_oid).is_some() {
            return Element::of(type_oid);
        }
        let column = env.column_of("", type_oid, -1);
        Element { oid: type_oid, len: column.len, by_val: column.by_val, align: column.align }
    }
    /// The element type for an array of rows.
    pub fn of_row(oid: Oid) -> Element {
        Element { oid, len: -1, by_val: false, align: 8 }
    }
}

/// An array taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The elements' type.
    pub element: Element,
    /// Elements in each dimension; empty for an array without elements.
    pub dims: Vec<i32>,
    /// The first subscript of each dimension.
    pub lower: Vec<i32>,
    /// The elements, the last subscript running fastest.
    pub values: Vec<Datum>,
    /// Whether there is a bitmap of NULLs. One that is no longer needed stays: a part of an array with
    /// a NULL keeps it, and is larger for it.
    pub bitmap: bool,
}

/// The 32-bit number at a place; 0 where there is none.
fn word(bytes: &[u8], at: usize) -> i32 {
    match bytes.get(at..at + 4) {
        Some(&[a, b, c, d]) => i32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

/// The element type of an array type; for `anyarray`, the one that the value itself names.
pub fn element_type(array_type: Oid) -> Oid {
    super::info(array_type).map_or(Oid::INVALID, |t| t.element)
}

/// The built-in array type over an element type, if there is one.
pub fn array_type(element: Oid) -> Option<Oid> {
    super::info(element).map(|t| t.array).filter(|t| t.is_valid())
}

impl Array {
    /// An array of one dimension, subscripts from 1; without elements it has no dimension.
    pub fn of(element: Oid, values: Vec<Datum>) -> Array {
        let n = values.len() as i32;
        let one = |v: i32| if n == 0 { vec![] } else { vec![v] };
        let words = values.iter().any(|v| matches!(v, Datum::Word(_)));
        let element = if words && super::info(element).is_none() {
            Element { oid: element, len: 4, by_val: true, align: 4 }
        } else {
            Element::of(element)
        };
        Array { element, dims: one(n), lower: one(1), values, bitmap: false }
    }

    /// Reads an array's payload (what follows its varlena header).
    pub fn from_payload(bytes: &[u8]) -> Array {
        let element = Oid(word(bytes, 8) as u32);
        let created = super::info(element).is_none();
        let array = Array::read(bytes, Element::of(element));
        // A row takes 24 bytes at least, an enum 4.
        let there = array.values.iter().filter(|v| !v.is_null());
        let short = |v: &Datum| v.bytes().len() < 24;
        if created && there.clone().any(short) {
            let word = Element { oid: element, len: 4, by_val: true, align: 4 };
            return Array::read(bytes, word);
        }
        array
    }

    /// Reads an array from its payload.
    fn read(bytes: &[u8], element: Element) -> Array {
        // Offsets in the array's header count from its varlena header.
        let at = |offset: usize| offset - 4;
        let ndim = (word(bytes, at(4)).max(0) as usize).min(MAXDIM);
        let data_offset = word(bytes, at(8)).max(0) as usize;
        let dims: Vec<i32> = (0..ndim).map(|i| word(bytes, at(16 + 4 * i)).max(0)).collect();
        let lower = (0..ndim).map(|i| word(bytes, at(16 + 4 * (ndim + i)))).collect();
        let n = if ndim == 0 {
            0
        } else {
            dims.iter().fold(1usize, |n, &d| n.saturating_mul(d as usize)).min(bytes.len() * 8)
        };
        let bitmap = 16 + 8 * ndim;
        let mut offset = if data_offset > 0 { data_offset } else { bitmap.next_multiple_of(8) };
        let mut values = Vec::with_capacity(n);
        for i in 0..n {
            let there = data_offset == 0
                || bytes.get(at(bitmap + i / 8)).is_some_and(|b| b >> (i % 8) & 1 == 1);
            if !there {
                values.push(Datum::Null);
                continue;
            }
            let rest = bytes.get(at(offset)..).unwrap_or(&[]);
            let (value, size) = read_element(element, rest);
            values.push(value);
            offset = (offset + size).next_multiple_of(element.align.into());
        }
        Array { element, dims, lower, values, bitmap: data_offset > 0 }
    }

    /// Reads an array datum, fetching it first if it is TOASTed.
    ///
    /// # Errors
    /// The errors of fetching.
    pub fn from_datum(env: &mut dyn Env, datum: &Datum) -> Result<Array> {
        let bytes = super::detoast(env, datum)?;
        let element = Oid(word(&bytes, 8) as u32);
        if super::info(element).is_some() {
            return Ok(Array::from_payload(&bytes));
        }
        let element = Element::known(env, element);
        Ok(Array::read(&bytes, element))
    }

    /// The datum (`construct_md_array`). Elements that are varlenas must be plain, or short.
    ///
    /// # Errors
    /// 54000 when it would pass 1 GB.
    pub fn to_datum(&self) -> Result<Datum> {
        if self.values.is_empty() {
            return Ok(Datum::from_varlena_buf(header(self.element.oid, &[], &[], 0)));
        }
        // `ArrayCheckBounds`
        for (dim, lower) in self.dims.iter().zip(&self.lower) {
            if lower.checked_add(*dim).is_none() {
                return err!(PROGRAM_LIMIT_EXCEEDED, "array lower bound is too large: {lower}");
            }
        }
        let ndim = self.dims.len();
        let bitmap = 16 + 8 * ndim;
        let nulls = self.bitmap || self.values.iter().any(Datum::is_null);
        let bitmap_size = if nulls { self.values.len().div_ceil(8) } else { 0 };
        let data = (bitmap + bitmap_size).next_multiple_of(8);
        let offset = if nulls { data as i32 } else { 0 };
        let mut out = header(self.element.oid, &self.dims, &self.lower, offset);
        out.resize(data, 0);
        for (i, value) in self.values.iter().enumerate() {
            if value.is_null() {
                continue;
            }
            if nulls {
                out[bitmap + i / 8] |= 1 << (i % 8);
            }
            write_element(self.element, value, &mut out);
            out.resize(out.len().next_multiple_of(self.element.align.into()), 0);
            if out.len() > crate::varlena::MAX_SIZE {
                return err!(
                    PROGRAM_LIMIT_EXCEEDED,
                    "array size exceeds the maximum allowed ({})",
                    crate::varlena::MAX_SIZE
                );
            }
        }
        Ok(Datum::from_varlena_buf(out))
    }

    /// The element with these subscripts, one for each dimension; `None` outside the bounds
    /// (`array_get_element`).
    pub fn get(&self, subscripts: &[i32]) -> Option<&Datum> {
        if subscripts.len() != self.dims.len() || self.dims.is_empty() {
            return None;
        }
        let mut index = 0usize;
        for ((&s, &lower), &n) in subscripts.iter().zip(&self.lower).zip(&self.dims) {
            let place = s.checked_sub(lower)?;
            if !(0..n).contains(&place) {
                return None;
            }
            index = index * n as usize + place as usize;
        }
        self.values.get(index)
    }
}

/// The header of an array, with zeros for its length: dimensions, offset of the data, type of the
/// elements.
fn header(element: Oid, dims: &[i32], lower: &[i32], data_offset: i32) -> Vec<u8> {
    let mut out = vec![0; 4];
    let words = [dims.len() as i32, data_offset, element.0 as i32];
    for word in words.iter().chain(dims).chain(lower) {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out
}

/// Reads an element, and returns it with the bytes that it takes.
fn read_element(element: Element, bytes: &[u8]) -> (Datum, usize) {
    if element.by_val {
        let size = element.len.max(1) as usize;
        let mut word = [0u8; 8];
        let n = size.min(bytes.len()).min(8);
        word[..n].copy_from_slice(&bytes[..n]);
        let raw = u64::from_le_bytes(word);
        // Words are sign-extended, but for unsigned types and floats, which fill their low bits.
        let unsigned = matches!(
            element.oid,
            oid::OID | oid::XID | oid::CID | oid::BOOL | oid::CHAR | oid::FLOAT4 | oid::REGCLASS
        ) || super::is_reg_type(element.oid);
        let value = match size {
            1 => u64::from(raw as u8),
            2 if !unsigned => i64::from(raw as i16) as u64,
            4 if !unsigned => i64::from(raw as i32) as u64,
            _ => raw,
        };
        return (Datum::Word(value), size);
    }
    let size = match element.len {
        -1 => crate::varlena::size_any(bytes),
        -2 => bytes.iter().position(|&b| b == 0).map_or(bytes.len(), |n| n + 1),
        n => n as usize,
    };
    let size = size.clamp(1, bytes.len().max(1));
    let value = bytes.get(..size).unwrap_or(&[]);
    let value = if element.len == -2 { value.strip_suffix(&[0]).unwrap_or(value) } else { value };
    (Datum::Ref(value.into()), size)
}

/// Appends an element as arrays hold it.
fn write_element(element: Element, value: &Datum, out: &mut Vec<u8>) {
    match value {
        Datum::Word(word) => {
            out.extend_from_slice(&word.to_le_bytes()[..element.len.clamp(1, 8) as usize]);
        }
        // Elements have 4-byte headers, whatever they had before.
        Datum::Ref(bytes) if element.len == -1 && crate::varlena::is_short(bytes) => {
            out.extend_from_slice(Datum::varlena(crate::varlena::payload(bytes)).bytes());
        }
        Datum::Ref(bytes) => {
            out.extend_from_slice(bytes);
            if element.len == -2 {
                out.push(0);
            }
        }
        Datum::Null => {}
    }
}

/// Compares detoasted arrays element by element, then by length, dimensions, bounds (`btarraycmp`).
pub fn compare(_type_oid: Oid, collation: Oid, a: &Datum, b: &Datum) -> Ordering {
    let order = compare_by(a, b, &mut |t, x, y| Ok(super::compare(t, collation, x, y)));
    order.unwrap_or(Ordering::Equal)
}

/// Compares two arrays by a function that compares two elements of a type.
///
/// # Errors
/// The errors of comparing elements.
pub fn compare_by(
    a: &Datum,
    b: &Datum,
    element: &mut dyn FnMut(Oid, &Datum, &Datum) -> Result<Ordering>,
) -> Result<Ordering> {
    let (a, b) = (Array::from_payload(payload(a)), Array::from_payload(payload(b)));
    for (x, y) in a.values.iter().zip(&b.values) {
        let order = match (x.is_null(), y.is_null()) {
            (false, false) => element(a.element.oid, x, y)?,
            (x, y) => x.cmp(&y),
        };
        if order != Ordering::Equal {
            return Ok(order);
        }
    }
    Ok((a.values.len().cmp(&b.values.len()))
        .then_with(|| a.dims.len().cmp(&b.dims.len()))
        .then_with(|| a.dims.cmp(&b.dims))
        .then_with(|| a.lower.cmp(&b.lower)))
}

/// Returns the hash of an array: equal arrays have equal hashes (`hash_array`).
pub fn hash(_type_oid: Oid, d: &Datum) -> u32 {
    hash_by(d, &mut |t, value| Ok(super::hash(t, value))).unwrap_or(0)
}

/// Hashes an array by a function that hashes an element of a type.
///
/// # Errors
/// The errors of hashing elements.
pub fn hash_by(d: &Datum, element: &mut dyn FnMut(Oid, &Datum) -> Result<u32>) -> Result<u32> {
    let array = Array::from_payload(payload(d));
    let mut hash = 1u32;
    for value in &array.values {
        let own = if value.is_null() { 0 } else { element(array.element.oid, value)? };
        hash = hash.wrapping_mul(31).wrapping_add(own);
    }
    Ok(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_real_array() {
        let array = Array::of(oid::INT4, vec![Datum::i32(1), Datum::i32(2)]);
        let datum = array.to_datum().unwrap();
        let expected =
            [1, 0, 23, 2, 1, 1, 2].iter().flat_map(|w: &i32| w.to_le_bytes()).collect::<Vec<u8>>();
        assert_eq!(payload(&datum), expected);
        assert_eq!(Array::from_payload(payload(&datum)), array);
    }

    #[test]
    fn nulls_have_a_bit_and_no_bytes() {
        let values = vec![Datum::text("a"), Datum::Null, Datum::text("ccc")];
        let array = Array::of(oid::TEXT, values);
        let datum = array.to_datum().unwrap();
        // 24 bytes of header, one of bitmap, up to 32; "a" takes 5, padded to 8; "ccc" takes 7.
        assert_eq!(datum.bytes().len(), 48);
        assert_eq!(Array::from_payload(payload(&datum)).values[1], Datum::Null);
        assert_eq!(array.get(&[3]), Some(&Datum::text("ccc")));
        assert_eq!(array.get(&[4]), None);
    }
}

//! From values to bytes (`heap_form_tuple`, `heap_fill_tuple`).
//!
//! A plain varlena of up to 126 bytes of payload gets a 1-byte header on the way, unless its
//! column's storage is PLAIN, and then needs no alignment:
//!
//! ```text
//! (int4 1, text 'abc'):  header 24 bytes | 01 00 00 00 | 09 61 62 63
//! ```

use super::header;
use super::layout::infomask::*;
use super::layout::*;
use super::{Attribute, Storage, TupleDesc};
use crate::bytes::Bytes;
use crate::clock::{self, Kind};
use crate::datum::Datum;
use crate::ids::ItemPointer;
use crate::page::layout::maxalign;

/// The largest total size of a varlena with a 1-byte header (`VARATT_SHORT_MAX`).
const SHORT_MAX: usize = 0x7f;

/// Rounds `at` up to a multiple of `to`, a power of two.
#[inline]
pub(super) fn align(at: usize, to: u8) -> usize {
    let to = usize::from(to.max(1));
    (at + to - 1) & !(to - 1)
}

/// The value's size with a 1-byte header, if it may have one (`VARATT_CAN_MAKE_SHORT`,
/// `VARATT_CONVERTED_SHORT_SIZE`): an expanded value does not get one.
#[inline]
fn short_size(att: &Attribute, v: &Bytes) -> Option<usize> {
    let plain = v.len() >= 4 && v[0] & 3 == 0;
    (plain && v.len() - 3 <= SHORT_MAX && att.storage != Storage::Plain && !v.is_expanded())
        .then(|| v.len() - 3)
}

/// Whether a varlena has a 1-byte header, as TOAST pointers have too.
#[inline]
fn is_one_byte(v: &[u8]) -> bool {
    v.first().is_some_and(|b| b & 1 == 1)
}

/// The length of the columns in bytes, without header, null bitmap and padding at the end
/// (`heap_compute_data_size`).
pub fn compute_data_size(desc: &TupleDesc, values: &[Datum]) -> usize {
    let mut size = 0;
    for (att, value) in desc.attrs.iter().zip(values) {
        match value {
            Datum::Null => {}
            Datum::Word(_) => size = align(size, att.align) + att.len.max(0) as usize,
            Datum::Ref(v) => match att.len {
                -1 => {
                    if let Some(short) = short_size(att, v) {
                        size += short;
                    } else if is_one_byte(v) {
                        size += v.len();
                    } else {
                        size = align(size, att.align) + v.len();
                    }
                }
                -2 => size += v.len() + 1,
                n => size = align(size, att.align) + n as usize,
            },
        }
    }
    size
}

/// Returns the bytes of a tuple's header with this many columns, up to the first one (`t_hoff`);
/// `has_nulls` makes room for the null bitmap.
pub const fn header_size(natts: usize, has_nulls: bool) -> usize {
    maxalign(T_BITS + if has_nulls { natts.div_ceil(8) } else { 0 })
}

/// Appends the columns to `out` and writes the null bitmap at offset `bits` (`heap_fill_tuple`).
/// Returns the HASNULL, HASVARWIDTH and HASEXTERNAL bits.
pub(super) fn fill(
    desc: &TupleDesc,
    values: &[Datum],
    out: &mut Vec<u8>,
    bits: Option<usize>,
) -> u16 {
    let base = out.len();
    let mut mask = 0;
    let pad = |out: &mut Vec<u8>, att: &Attribute| {
        let to = base + align(out.len() - base, att.align);
        out.resize(to, 0);
    };
    for (i, (att, value)) in desc.attrs.iter().zip(values).enumerate() {
        if let Datum::Null = value {
            mask |= HEAP_HASNULL;
            continue;
        }
        if let Some(at) = bits {
            out[at + i / 8] |= 1 << (i % 8);
        }
        match value {
            Datum::Null => {}
            Datum::Word(w) => {
                pad(out, att);
                out.extend_from_slice(&w.to_le_bytes()[..att.len.clamp(0, 8) as usize]);
            }
            Datum::Ref(v) => match att.len {
                -1 => {
                    mask |= HEAP_HASVARWIDTH;
                    if let Some(short) = short_size(att, v) {
                        out.push((short as u8) << 1 | 1);
                        out.extend_from_slice(&v[4..]);
                    } else {
                        if is_one_byte(v) {
                            if v[0] == 1 {
                                mask |= HEAP_HASEXTERNAL;
                            }
                        } else {
                            pad(out, att);
                        }
                        out.extend_from_slice(v);
                    }
                }
                -2 => {
                    mask |= HEAP_HASVARWIDTH;
                    out.extend_from_slice(v);
                    out.push(0);
                }
                n => {
                    pad(out, att);
                    let n = n as usize;
                    out.extend_from_slice(&v[..v.len().min(n)]);
                    out.resize(out.len() + n.saturating_sub(v.len()), 0);
                }
            },
        }
    }
    mask
}

/// A whole heap tuple, header included (`heap_form_tuple`). The heap sets xmin, xmax, cid and ctid
/// later.
pub fn form(desc: &TupleDesc, values: &[Datum]) -> Vec<u8> {
    let natts = desc.attrs.len().min(values.len());
    let has_nulls = values[..natts].iter().any(Datum::is_null);
    let hoff = header_size(natts, has_nulls);
    let mut out = Vec::with_capacity(hoff + compute_data_size(desc, values));
    out.resize(hoff, 0);
    let mask = fill(desc, &values[..natts], &mut out, has_nulls.then_some(T_BITS));
    out[T_HOFF] = hoff as u8;
    header::set_ctid(&mut out, ItemPointer::INVALID);
    header::set_infomask(&mut out, mask);
    header::set_infomask2(&mut out, natts as u16);
    clock::add(Kind::TupleFormed, 1);
    clock::add(Kind::TupleByte, out.len() as u64);
    out
}

/// Forms a heap tuple without changing the values' varlena headers, like a copy of the tuple that they
/// were read from.
pub fn form_as_is(desc: &TupleDesc, values: &[Datum]) -> Vec<u8> {
    let long = |(att, value): (&Attribute, &Datum)| matches!(value, Datum::Ref(v) if att.len == -1 && short_size(att, v).is_some());
    if !desc.attrs.iter().zip(values).any(long) {
        return form(desc, values);
    }
    let mut plain = desc.clone();
    plain.attrs.iter_mut().for_each(|att| att.storage = Storage::Plain);
    form(&plain, values)
}

//! From bytes to values (`heap_deform_tuple`).

use super::form::align;
use super::{Attribute, TupleDesc, header};
use crate::bytes::Bytes;
use crate::clock::{self, Kind};
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::ids::AttrNumber;
use crate::tuple::layout::T_BITS;

/// The size of the varlena that starts here, header included, if it is all there.
#[inline]
fn varlena_size(b: &[u8]) -> Option<usize> {
    let size = crate::varlena::size_any(b.get(..1).map(|_| b)?);
    let pointer = crate::varlena::is_external(b);
    (size >= 1 && size <= b.len() && !(pointer && size <= 2)).then_some(size)
}

/// Walks over the columns of a tuple's data.
pub(super) struct Columns<'a> {
    data: &'a [u8],
    bits: Option<&'a [u8]>,
    at: usize,
    index: usize,
}

impl<'a> Columns<'a> {
    /// The columns of a tuple's data; `bits` is its null bitmap.
    pub(super) fn new(data: &'a [u8], bits: Option<&'a [u8]>) -> Self {
        Columns { data, bits, at: 0, index: 0 }
    }

    /// The bytes of the next column, or `None` for NULL.
    #[inline]
    pub(super) fn next(&mut self, att: &Attribute) -> Result<Option<&'a [u8]>> {
        let i = self.index;
        self.index += 1;
        if let Some(bits) = self.bits
            && bits.get(i / 8).is_none_or(|b| b & (1 << (i % 8)) == 0)
        {
            return Ok(None);
        }
        let rest = |at: usize| self.data.get(at..).unwrap_or(&[]);
        let (start, size) = match att.len {
            -1 => {
                // A non-zero byte here is a 1-byte header; zero may be padding (att_align_pointer).
                let unpadded = self.data.get(self.at).is_some_and(|&b| b != 0);
                let start = if unpadded { self.at } else { align(self.at, att.align) };
                let start = if unpadded && rest(start)[0] & 1 == 0 {
                    align(start, att.align)
                } else {
                    start
                };
                (start, varlena_size(rest(start)))
            }
            -2 => (self.at, rest(self.at).iter().position(|&b| b == 0).map(|n| n + 1)),
            n => (align(self.at, att.align), Some(n as usize)),
        };
        let bytes = size.and_then(|n| self.data.get(start..start + n));
        let Some(bytes) = bytes else {
            return err!(DATA_CORRUPTED, "unexpected end of tuple data in column {}", i + 1);
        };
        self.at = start + bytes.len();
        Ok(Some(bytes))
    }

    /// How many bytes of the data were read.
    pub(super) fn consumed(&self) -> usize {
        self.at
    }
}

/// Makes a datum of a column's bytes.
#[inline]
pub fn datum(att: &Attribute, bytes: &[u8]) -> Datum {
    if att.by_val {
        let mut word = [0u8; 8];
        let n = bytes.len().min(8);
        word[..n].copy_from_slice(&bytes[..n]);
        let w = u64::from_le_bytes(word);
        // Signed integers are sign-extended; other types' upper bits are zero either way they are
        // read, except that a 4-byte oid or float must not be extended.
        Datum::Word(match (n, signed(att)) {
            (2, true) => i64::from(w as i16) as u64,
            (4, true) => i64::from(w as i32) as u64,
            _ => w,
        })
    } else if att.len == -2 {
        Datum::Ref(Bytes::from(&bytes[..bytes.len().saturating_sub(1)]))
    } else {
        Datum::Ref(Bytes::from(bytes))
    }
}

/// Whether the type is a signed integer of 2 or 4 bytes: int2, int4, date (and domains keep their
/// base type's width, so unknown 2- and 4-byte types count as signed unless listed).
#[inline]
fn signed(att: &Attribute) -> bool {
    // oid, xid, cid, float4, regproc ... regdatabase are unsigned words.
    !matches!(
        att.type_oid.0,
        24 | 26 | 28 | 29 | 700 | 2202..=2206 | 3734 | 3769 | 4089 | 4096 | 4191
    )
}

/// The null bitmap of a tuple, if it has one.
fn bitmap(tuple: &[u8]) -> Option<&[u8]> {
    header::has_nulls(tuple).then(|| tuple.get(T_BITS..header::hoff(tuple)).unwrap_or(&[]))
}

/// Fails if the header is shorter than it says, or than it must be.
fn check_header(tuple: &[u8]) -> Result<()> {
    if tuple.len() < T_BITS || header::hoff(tuple) > tuple.len() || header::hoff(tuple) < T_BITS {
        return err!(DATA_CORRUPTED, "tuple header is damaged");
    }
    Ok(())
}

/// The value of a column in a row that was written before the column was added (`getmissingattr`).
fn missing(att: &Attribute) -> Datum {
    att.missing.clone().unwrap_or(Datum::Null)
}

/// Replaces `out` with the first `natts` columns. Columns the tuple is too old to have get their
/// missing value.
pub fn deform(desc: &TupleDesc, tuple: &[u8], natts: usize, out: &mut Vec<Datum>) -> Result<()> {
    out.clear();
    check_header(tuple)?;
    clock::add(Kind::AttributeRead, natts as u64);
    let stored = header::natts(tuple);
    let mut columns = Columns::new(&tuple[header::hoff(tuple)..], bitmap(tuple));
    for (i, att) in desc.attrs.iter().take(natts).enumerate() {
        if i >= stored {
            out.push(missing(att));
        } else {
            out.push(columns.next(att)?.map_or(Datum::Null, |b| datum(att, b)));
        }
    }
    Ok(())
}

/// The value of one user column (`heap_getattr`).
pub fn attribute(desc: &TupleDesc, tuple: &[u8], attno: AttrNumber) -> Result<Datum> {
    Ok(match attribute_bytes(desc, tuple, attno)? {
        Column::Null => Datum::Null,
        Column::Missing => missing(desc.attr(attno)),
        Column::Stored(b) => datum(desc.attr(attno), b),
    })
}

/// One column as it lies in the tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column<'a> {
    /// It is NULL.
    Null,
    /// The tuple is older than the column.
    Missing,
    /// Its bytes.
    Stored(&'a [u8]),
}

/// The bytes of one column, in place.
pub fn attribute_bytes<'a>(
    desc: &TupleDesc,
    tuple: &'a [u8],
    attno: AttrNumber,
) -> Result<Column<'a>> {
    check_header(tuple)?;
    let n = attno.0 as usize;
    if n > header::natts(tuple) {
        return Ok(Column::Missing);
    }
    let mut columns = Columns::new(&tuple[header::hoff(tuple)..], bitmap(tuple));
    let mut last = None;
    clock::add(Kind::AttributeRead, n as u64);
    for att in &desc.attrs[..n] {
        last = columns.next(att)?;
    }
    Ok(last.map_or(Column::Null, Column::Stored))
}

/// Splits a tuple's raw data into its columns' bytes (`heap_page_item_attrs`,
/// `tuple_data_split`): `None` for NULL and for columns the tuple does not have.
pub fn split<'a>(
    desc: &TupleDesc,
    natts: usize,
    data: &'a [u8],
    bits: Option<&'a [u8]>,
) -> Result<(Vec<Option<&'a [u8]>>, usize)> {
    let mut columns = Columns::new(data, bits);
    let mut out = Vec::with_capacity(desc.attrs.len());
    for (i, att) in desc.attrs.iter().enumerate() {
        out.push(if i >= natts { None } else { columns.next(att)? });
    }
    Ok((out, columns.consumed()))
}

//! Index tuples (`indextuple.c`): the TID of the row, `t_info`, and the columns.

use super::deform::{Columns, datum};
use super::form::fill;
use super::layout::infomask::HEAP_HASVARWIDTH;
use super::layout::*;
use super::{TupleDesc, compute_data_size};
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::ids::{AttrNumber, ItemPointer};
use crate::page::layout::maxalign;

/// Where the columns start (`IndexInfoFindDataOffset`).
fn data_offset(info: u16) -> usize {
    if info & INDEX_NULL_MASK != 0 { 16 } else { SIZE_OF_INDEX_TUPLE }
}

/// An index tuple pointing at `tid` (`index_form_tuple`). External values must have been fetched
/// and long ones compressed by the caller (`TOAST_INDEX_HACK`). Fails when longer than 8191 bytes.
pub fn index_form(desc: &TupleDesc, values: &[Datum], tid: ItemPointer) -> Result<Vec<u8>> {
    let has_nulls = values.iter().any(Datum::is_null);
    let mut info = if has_nulls { INDEX_NULL_MASK } else { 0 };
    let hoff = data_offset(info);
    let size = maxalign(hoff + compute_data_size(desc, values));
    if size > usize::from(INDEX_SIZE_MASK) {
        return err!(
            PROGRAM_LIMIT_EXCEEDED,
            "index row requires {size} bytes, maximum size is {INDEX_SIZE_MASK}"
        );
    }
    let mut out = Vec::with_capacity(size);
    out.extend_from_slice(&tid.to_bytes());
    out.resize(hoff, 0);
    let mask = fill(desc, values, &mut out, has_nulls.then_some(SIZE_OF_INDEX_TUPLE));
    out.resize(size, 0);
    if mask & HEAP_HASVARWIDTH != 0 {
        info |= INDEX_VAR_MASK;
    }
    info |= size as u16;
    out[T_INFO..T_INFO + 2].copy_from_slice(&info.to_le_bytes());
    Ok(out)
}

/// Begins to read the columns of an index tuple, one after the other.
fn columns(tuple: &[u8]) -> Result<Columns<'_>> {
    if tuple.len() < SIZE_OF_INDEX_TUPLE {
        return err!(INDEX_CORRUPTED, "index tuple is too short");
    }
    let info = u16::from_le_bytes([tuple[T_INFO], tuple[T_INFO + 1]]);
    let bits =
        (info & INDEX_NULL_MASK != 0).then(|| tuple.get(SIZE_OF_INDEX_TUPLE..16).unwrap_or(&[]));
    Ok(Columns::new(tuple.get(data_offset(info)..).unwrap_or(&[]), bits))
}

/// Replaces `out` with the first `natts` columns of an index tuple (`index_deform_tuple`).
pub fn index_deform(
    desc: &TupleDesc,
    tuple: &[u8],
    natts: usize,
    out: &mut Vec<Datum>,
) -> Result<()> {
    out.clear();
    let mut columns = columns(tuple)?;
    for att in desc.attrs.iter().take(natts) {
        out.push(columns.next(att)?.map_or(Datum::Null, |b| datum(att, b)));
    }
    Ok(())
}

/// One column of an index tuple (`index_getattr`).
pub fn index_attribute(desc: &TupleDesc, tuple: &[u8], attno: AttrNumber) -> Result<Datum> {
    let mut columns = columns(tuple)?;
    let (att, before) = desc.attrs[..attno.0 as usize].split_last().expect("columns start at 1");
    for earlier in before {
        columns.next(earlier)?;
    }
    Ok(columns.next(att)?.map_or(Datum::Null, |b| datum(att, b)))
}

/// The bytes of the first `natts` columns of an index tuple, `None` for NULL; fewer where the tuple is
/// damaged.
pub fn index_split<'a>(desc: &TupleDesc, tuple: &'a [u8], natts: usize) -> Vec<Option<&'a [u8]>> {
    let Ok(mut columns) = columns(tuple) else { return Vec::new() };
    desc.attrs.iter().take(natts).map_while(|att| columns.next(att).ok()).collect()
}

/// The TID in an index tuple (`t_tid`).
pub fn index_tid(tuple: &[u8]) -> ItemPointer {
    ItemPointer::from_bytes([tuple[0], tuple[1], tuple[2], tuple[3], tuple[4], tuple[5]])
}

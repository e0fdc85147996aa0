//! Keys: attributes of index tuples, insertion scan keys, comparison, suffix truncation
//! (`_bt_mkscankey`, `_bt_compare`, `_bt_truncate`, `_bt_keep_natts_fast`).
//!
//! The key space of an index is its columns **and then the heap TID**: no two leaf entries are
//! equal. A pivot keeps only the leading columns that tell its two sides apart; what was cut off
//! counts as minus infinity.

use super::compare::{compare_raw, compare_to_datum, datum_from_raw, image_eq};
use super::layout::*;
use super::pages::item;
use crate::datum::Datum;
use crate::error::Result;
use crate::heap::{IndexInfo, Relation};
use crate::ids::ItemPointer;
use crate::tuple::{Attribute, TupleDesc};
use crate::types::oid;
use crate::varlena;
use std::cmp::Ordering;

/// The index definition of a relation that is an index.
///
/// # Panics
/// If `rel` is not an index: a caller mixed up relations.
#[inline]
pub(super) fn info(rel: &Relation) -> &IndexInfo {
    rel.index.as_ref().expect("an index relation has index information")
}

/// Returns how many key columns the index has, the included ones not counted
/// (`IndexRelationGetNumberOfKeyAttributes`).
#[inline]
pub(super) fn nkeys(rel: &Relation) -> usize {
    info(rel).nkey_atts
}

/// Returns the bytes of attribute `n`, counted from 0, header included; `None` is NULL
/// (`index_getattr`).
#[inline]
pub(super) fn attr<'t>(t: &'t [u8], desc: &TupleDesc, n: usize) -> Option<&'t [u8]> {
    let nulls = tuple::info(t) & INDEX_NULL != 0;
    if n == 0 && !nulls {
        let (from, to) = extent(t, TUPLE_HEADER, &desc.attrs[0]);
        return Some(&t[from..to]);
    }
    let is_null = |i: usize| nulls && t[TUPLE_HEADER + i / 8] & (1 << (i % 8)) == 0;
    if is_null(n) {
        return None;
    }
    let mut at = tuple::data_offset(t);
    for (i, att) in desc.attrs.iter().enumerate().take(n + 1) {
        if is_null(i) {
            continue;
        }
        let (from, to) = extent(t, at, att);
        if i == n {
            return Some(&t[from..to]);
        }
        at = to;
    }
    None
}

/// Where an attribute begins and ends that follows byte `at`: the beginning is aligned for its
/// type.
#[inline]
fn extent(t: &[u8], at: usize, att: &Attribute) -> (usize, usize) {
    let align = att.align as usize;
    match att.len {
        -1 => {
            // A short header needs no alignment, and a pad byte is zero.
            let at = if t[at] != 0 { at } else { (at + align - 1) & !(align - 1) };
            (at, at + varlena::size_any(&t[at..]))
        }
        len if len > 0 => {
            let at = (at + align - 1) & !(align - 1);
            (at, at + len as usize)
        }
        _ => {
            let end = t[at..].iter().position(|&b| b == 0).map_or(t.len(), |p| at + p + 1);
            (at, end)
        }
    }
}

/// The key values of an index tuple as datums (`index_deform_tuple`).
pub(super) fn values(t: &[u8], desc: &TupleDesc) -> Vec<Datum> {
    let n = tuple::natts(t, desc.attrs.len()).min(desc.attrs.len());
    (0..n)
        .map(|i| match attr(t, desc, i) {
            Some(raw) => datum_from_raw(raw, &desc.attrs[i]),
            None => Datum::Null,
        })
        .collect()
}

/// One column of an [`InsertKey`].
#[derive(Clone, Debug)]
pub(super) struct InsertKeyPart {
    /// What to compare with; NULL sorts by the column's NULLS FIRST or LAST.
    pub arg: Datum,
    /// The argument's type, when it is not the column's (`sk_subtype`).
    pub arg_type: crate::ids::Oid,
}

/// `BTScanInsertData`: a key to find a place in the tree with.
#[derive(Clone, Debug)]
pub(super) struct InsertKey {
    /// A prefix of the index columns.
    pub parts: Vec<InsertKeyPart>,
    /// The tiebreaker; none while uniqueness is checked and in scans.
    pub scantid: Option<ItemPointer>,
    /// Find the first item greater than the key, rather than greater or equal.
    pub nextkey: bool,
    /// Find the leaf whose high key is exactly this one (page deletion).
    pub pivotsearch: bool,
    /// Some part is NULL (and NULLs are distinct).
    pub anynullkeys: bool,
    /// Whether equal keys have equal bytes (`btm_allequalimage`).
    pub allequalimage: bool,
}

impl InsertKey {
    /// Returns the key of a tuple (`_bt_mkscankey`); `allequalimage` comes from the metapage.
    pub fn of_tuple(rel: &Relation, t: &[u8], allequalimage: bool) -> InsertKey {
        let n = nkeys(rel).min(tuple::natts(t, rel.desc.attrs.len()));
        let parts: Vec<InsertKeyPart> = (0..n)
            .map(|i| InsertKeyPart {
                arg: attr(t, &rel.desc, i)
                    .map_or(Datum::Null, |raw| datum_from_raw(raw, &rel.desc.attrs[i])),
                arg_type: crate::ids::Oid::INVALID,
            })
            .collect();
        let anynullkeys = !info(rel).nulls_not_distinct
            && (n < nkeys(rel) || parts.iter().any(|p| p.arg.is_null()));
        InsertKey {
            parts,
            scantid: tuple::heap_tid(t),
            nextkey: false,
            pivotsearch: false,
            anynullkeys,
            allequalimage,
        }
    }
}

/// Compares the key with item `off` of a page (`_bt_compare`).
pub(super) fn compare(
    rel: &Relation,
    key: &InsertKey,
    pg: &PageBytes,
    off: u16,
) -> Result<Ordering> {
    let opaque = Opaque::of(pg);
    if !opaque.is_leaf() && off == opaque.first_data_key() {
        return Ok(Ordering::Greater); // The first downlink is minus infinity.
    }
    compare_tuple(rel, key, item(pg, off))
}

/// Compares a key with a tuple (`_bt_compare`).
pub(super) fn compare_tuple(rel: &Relation, key: &InsertKey, t: &[u8]) -> Result<Ordering> {
    let natts = tuple::natts(t, rel.desc.attrs.len());
    let info = info(rel);
    for (i, part) in key.parts.iter().enumerate().take(natts) {
        let column = &info.keys[i];
        let order = match (attr(t, &rel.desc, i), part.arg.is_null()) {
            (None, true) => Ordering::Equal,
            (Some(_), true) if column.nulls_first => Ordering::Less,
            (Some(_), true) => Ordering::Greater,
            (None, false) if column.nulls_first => Ordering::Greater,
            (None, false) => Ordering::Less,
            (Some(raw), false) => {
                let order = compare_to_datum(
                    &rel.desc.attrs[i],
                    column.collation,
                    raw,
                    &part.arg,
                    part.arg_type,
                )?;
                if column.descending { order } else { order.reverse() }
            }
        };
        if order.is_ne() {
            return Ok(order);
        }
    }
    if key.parts.len() > natts {
        return Ok(Ordering::Greater);
    }
    let heap_tid = tuple::heap_tid(t);
    let Some(scantid) = key.scantid else {
        // A pivot without tiebreaker that equals the key: what we look for is to its right.
        let truncated = !key.pivotsearch && key.parts.len() == natts && heap_tid.is_none();
        return Ok(if truncated { Ordering::Greater } else { Ordering::Equal });
    };
    let Some(heap_tid) = heap_tid else {
        return Ok(Ordering::Greater);
    };
    let order = scantid.cmp(&heap_tid);
    if order.is_le() || !tuple::is_posting(t) {
        return Ok(order);
    }
    Ok(if scantid > tuple::max_heap_tid(t) { Ordering::Greater } else { Ordering::Equal })
}

/// Compares two leaf tuples, and returns whether equal columns contain a NULL
/// (`comparetup_index_btree`).
pub(super) fn compare_tuples(rel: &Relation, a: &[u8], b: &[u8]) -> Result<(Ordering, bool)> {
    let mut has_null = false;
    for (i, column) in info(rel).keys.iter().enumerate().take(nkeys(rel)) {
        let order = match (attr(a, &rel.desc, i), attr(b, &rel.desc, i)) {
            (None, None) => {
                has_null = true;
                Ordering::Equal
            }
            (None, Some(_)) if column.nulls_first => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) if column.nulls_first => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(x), Some(y)) => {
                let order = compare_raw(&rel.desc.attrs[i], column.collation, x, y)?;
                if column.descending { order.reverse() } else { order }
            }
        };
        if order.is_ne() {
            return Ok((order, has_null));
        }
    }
    Ok((Ordering::Equal, has_null))
}

/// Returns 1 + the number of leading columns whose bytes are equal (`_bt_keep_natts_fast`).
pub(super) fn keep_natts_fast(rel: &Relation, a: &[u8], b: &[u8]) -> Result<usize> {
    let mut keep = 1;
    for i in 0..nkeys(rel) {
        match (attr(a, &rel.desc, i), attr(b, &rel.desc, i)) {
            (None, None) => {}
            (Some(x), Some(y)) if image_eq(&rel.desc.attrs[i], x, y)? => {}
            _ => break,
        }
        keep += 1;
    }
    Ok(keep)
}

/// Returns 1 + the number of leading columns that are equal (`_bt_keep_natts`).
fn keep_natts(rel: &Relation, a: &[u8], b: &[u8]) -> Result<usize> {
    let mut keep = 1;
    for (i, column) in info(rel).keys.iter().enumerate().take(nkeys(rel)) {
        match (attr(a, &rel.desc, i), attr(b, &rel.desc, i)) {
            (None, None) => {}
            (Some(x), Some(y))
                if compare_raw(&rel.desc.attrs[i], column.collation, x, y)?.is_eq() => {}
            _ => break,
        }
        keep += 1;
    }
    Ok(keep)
}

/// Returns the high key of a leaf page whose last tuple is `lastleft` and whose right sibling
/// begins with `firstright` (`_bt_truncate`).
pub(super) fn truncate(rel: &Relation, lastleft: &[u8], firstright: &[u8]) -> Result<Vec<u8>> {
    let nkeys = nkeys(rel);
    let keep = keep_natts(rel, lastleft, firstright)?;
    let mut pivot = truncate_tuple(&rel.desc, firstright, keep.min(nkeys));
    if tuple::is_posting(&pivot) {
        let size = maxalign(tuple::block(firstright) as usize);
        pivot.truncate(size);
        tuple::set_size(&mut pivot, size);
    }
    if keep <= nkeys {
        tuple::set_natts(&mut pivot, keep, false);
        return Ok(pivot);
    }
    let size = maxalign(pivot.len()) + maxalign(TID_SIZE);
    pivot.resize(size, 0);
    tuple::set_size(&mut pivot, size);
    tuple::set_natts(&mut pivot, nkeys, true);
    pivot[size - TID_SIZE..].copy_from_slice(&tuple::max_heap_tid(lastleft).to_bytes());
    Ok(pivot)
}

/// Returns the tuple with its first `leave` attributes only (`index_truncate_tuple`).
fn truncate_tuple(desc: &TupleDesc, t: &[u8], leave: usize) -> Vec<u8> {
    let size = tuple::size(t);
    if leave == desc.attrs.len() {
        return t[..size].to_vec();
    }
    let nulls = tuple::info(t) & INDEX_NULL != 0;
    let is_null = |i: usize| nulls && t[TUPLE_HEADER + i / 8] & (1 << (i % 8)) == 0;
    let from = tuple::data_offset(t);
    let mut at = from;
    let (mut any_null, mut any_var) = (false, false);
    let mut bitmap = [0u8; 8];
    for (i, att) in desc.attrs.iter().enumerate().take(leave) {
        if is_null(i) {
            any_null = true;
            continue;
        }
        bitmap[i / 8] |= 1 << (i % 8);
        any_var |= att.len == -1;
        at = extent(t, at, att).1;
    }
    let mut out = Vec::with_capacity(maxalign(at) + 8);
    out.extend_from_slice(&t[..6]);
    out.extend_from_slice(&[0; 2]);
    if any_null {
        out.extend_from_slice(&bitmap);
    }
    out.extend_from_slice(&t[from..at]);
    out.resize(maxalign(out.len()), 0);
    let flags = if any_null { INDEX_NULL } else { 0 } | if any_var { INDEX_VAR } else { 0 };
    let info = flags | out.len() as u16;
    put_u16(&mut out, 6, info);
    out
}

/// Whether equal keys of these columns always have equal bytes (`_bt_allequalimage`): those of the
/// btree operator classes with an `equalimage` support function; intervals lost it in 15.5.
pub(super) fn allequalimage(rel: &Relation) -> bool {
    nkeys(rel) == rel.desc.attrs.len()
        && rel.desc.attrs.iter().all(|att| {
            !matches!(
                att.type_oid,
                oid::NUMERIC | oid::FLOAT4 | oid::FLOAT8 | oid::JSONB | oid::INTERVAL | oid::RECORD
            ) && crate::types::info(att.type_oid).is_none_or(|t| t.category != 'A')
        })
}

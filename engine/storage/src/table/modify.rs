//! INSERT, UPDATE and DELETE of one row (`heap_prepare_insert`, `ExecInsert`, `ExecUpdate`).

use super::index::{self, check_constraints};
use super::{Conflict, IndexExprs};
use crate::datum::Datum;
use crate::error::Result;
use crate::event::{Event, FormedColumn};
use crate::heap::{self, BulkInsert, InsertOptions, RelKind, Relation, TupleState, UpdateOutcome};
use crate::ids::{AttrNumber, CommandId, ItemPointer, Oid};
use crate::store::Store;
use crate::toaster::default::layout::{TOAST_TUPLE_TARGET, TOAST_TUPLE_THRESHOLD};
use crate::toaster::{self, ToastOptions, rounds};
use crate::tuple::{self, Storage, header};
use crate::varlena;
use std::borrow::Cow;
use std::rc::Rc;

/// Whether the relation's rows may be toasted at all.
fn toastable(rel: &Relation) -> bool {
    matches!(rel.kind, RelKind::Table | RelKind::MaterializedView)
}

/// Whether one of the row's values is a TOAST pointer.
fn has_external(rel: &Relation, values: &[Datum]) -> bool {
    rel.desc.attrs.iter().zip(values).any(|(attr, value)| {
        attr.len == -1 && !value.is_null() && varlena::is_external(value.bytes())
    })
}

/// The length of the row's tuple in bytes, header included.
fn row_length(rel: &Relation, values: &[Datum]) -> usize {
    header_length(values) + tuple::compute_data_size(&rel.desc, values)
}

/// Bytes of the header of the row's tuple.
fn header_length(values: &[Datum]) -> usize {
    tuple::header_size(values.len(), values.iter().any(Datum::is_null))
}

/// Emits `TupleFormed`: the row's columns before it is toasted. `length` is the tuple's length, if
/// the tuple is formed already.
fn tell_formed(st: &Store, rel: &Relation, values: &[Datum], length: Option<usize>) {
    st.events.emit(|| {
        let columns = rel.desc.attrs.iter().zip(values).enumerate().map(|(i, (attr, value))| {
            let varlena = attr.len == -1 && !value.is_null();
            FormedColumn {
                attribute: i as i16 + 1,
                size: match attr.len {
                    _ if value.is_null() => 0,
                    -1 => varlena::make_short(value.bytes())
                        .filter(|_| attr.storage != Storage::Plain && !value.bytes().is_expanded())
                        .map_or(varlena::size_any(value.bytes()), |short| short.len())
                        as u32,
                    -2 => value.bytes().len() as u32,
                    n => n as u32,
                },
                compressed: varlena && varlena::is_compressed(value.bytes()),
                external: varlena && varlena::is_external(value.bytes()),
            }
        });
        Event::TupleFormed {
            rel: rel.oid,
            length: length.unwrap_or_else(|| row_length(rel, values)),
            header: header_length(values),
            target: rel.options.toast_tuple_target.map_or(TOAST_TUPLE_TARGET, |t| t as usize),
            columns: columns.collect(),
        }
    });
}

/// Toasts a row that needs it and forms its tuple (`heap_prepare_insert`).
pub fn form_row(
    st: &mut Store,
    rel: &Relation,
    values: &[Datum],
    options: ToastOptions,
) -> Result<Vec<u8>> {
    st.xact.assign_xid();
    let values = &*toaster::lay_out_row(st, rel, values)?;
    tell_formed(st, rel, values, None);
    if toastable(rel)
        && (row_length(rel, values) > TOAST_TUPLE_THRESHOLD || has_external(rel, values))
        && let Some(toasted) = rounds::insert_or_update(st, rel, values, None, options)?
    {
        return Ok(tuple::form(&rel.desc, &toasted));
    }
    Ok(tuple::form(&rel.desc, values))
}

/// Inserts a row: toaster, heap, all indexes. `values` have passed the columns' constraints.
///
/// `stored` is set when the row comes from a scan that passes stored tuples on: its first so many columns
/// keep their varlena headers.
#[allow(clippy::too_many_arguments)]
pub fn insert(
    st: &mut Store,
    rel: &Rc<Relation>,
    values: &[Datum],
    stored: Option<usize>,
    cid: CommandId,
    exprs: &mut dyn IndexExprs,
    options: InsertOptions,
    bulk: Option<&mut BulkInsert>,
) -> Result<ItemPointer> {
    let toast = ToastOptions { insert: options, rewritten_toast: None };
    let mut tuple = form_source(st, rel, values, stored, toast)?;
    let tid = heap::insert(st, rel, &mut tuple, cid, options, bulk)?;
    index::insert_index_entries(st, rel, values, tid, None, exprs)?;
    Ok(tid)
}

/// Forms the tuple of a row. If the row was `stored`, its values keep their varlena headers unless
/// the toaster changes them.
fn form_source(
    st: &mut Store,
    rel: &Relation,
    values: &[Datum],
    stored: Option<usize>,
    toast: ToastOptions,
) -> Result<Vec<u8>> {
    let laid_out = toaster::lay_out_row(st, rel, values)?;
    let Some(natts) = stored.filter(|_| matches!(laid_out, Cow::Borrowed(_))) else {
        return form_row(st, rel, values, toast);
    };
    st.xact.assign_xid();
    let there = &values[..natts.min(values.len())];
    let tuple = tuple::form_as_is(&rel.desc, there);
    tell_formed(st, rel, there, Some(tuple.len()));
    if toastable(rel)
        && (tuple.len() > TOAST_TUPLE_THRESHOLD || header::has_external(&tuple))
        && let Some(toasted) = rounds::insert_or_update(st, rel, values, None, toast)?
    {
        return Ok(tuple::form(&rel.desc, &toasted));
    }
    Ok(tuple)
}

/// Inserts several rows as COPY does: toasts all, puts them on heap pages one page after the other,
/// then makes the index entries row by row. After an error `at` is the index of the row that
/// failed.
#[allow(clippy::too_many_arguments)]
pub fn insert_many(
    st: &mut Store,
    rel: &Rc<Relation>,
    rows: &[Vec<Datum>],
    cid: CommandId,
    exprs: &mut dyn IndexExprs,
    options: InsertOptions,
    bulk: Option<&mut BulkInsert>,
    at: &mut usize,
) -> Result<Vec<ItemPointer>> {
    let toast = ToastOptions { insert: options, rewritten_toast: None };
    *at = rows.len();
    let mut tuples = Vec::with_capacity(rows.len());
    for values in rows {
        tuples.push(form_row(st, rel, values, toast)?);
    }
    let tids = heap::multi_insert(st, rel, &mut tuples, cid, options, bulk)?;
    for (i, (values, &tid)) in rows.iter().zip(&tids).enumerate() {
        *at = i;
        index::insert_index_entries(st, rel, values, tid, None, exprs)?;
    }
    Ok(tids)
}

/// INSERT ... ON CONFLICT: searches the arbiter indexes (all unique ones if the list is empty) for the key
/// first, and inserts only if it is not there (`ExecCheckIndexConstraints`, then a speculative insertion).
pub fn insert_on_conflict(
    st: &mut Store,
    rel: &Rc<Relation>,
    values: &[Datum],
    stored: Option<usize>,
    cid: CommandId,
    arbiters: &[Oid],
    exprs: &mut dyn IndexExprs,
) -> Result<Conflict> {
    if rel.indexes.is_empty() {
        return insert(st, rel, values, stored, cid, exprs, InsertOptions::default(), None)
            .map(Conflict::Inserted);
    }
    if let Some(tid) = check_constraints(st, rel, values, arbiters, exprs)? {
        return Ok(Conflict::Existing(tid));
    }
    let options = InsertOptions::default();
    let toast = ToastOptions { insert: options, rewritten_toast: None };
    let mut tuple = form_source(st, rel, values, stored, toast)?;
    let speculative = Some(st.xact.next_speculative_token());
    let speculative = InsertOptions { speculative, ..options };
    let tid = heap::insert(st, rel, &mut tuple, cid, speculative, None)?;
    index::insert_index_entries(st, rel, values, tid, None, exprs)?;
    index::finish_speculative(st, rel, tid)?;
    Ok(Conflict::Inserted(tid))
}

/// Replaces the row at `tid`. `changed` are the columns the statement sets. If the outcome's state is not
/// `Ok`, nothing was changed.
pub fn update(
    st: &mut Store,
    rel: &Rc<Relation>,
    tid: ItemPointer,
    values: &[Datum],
    changed: &[AttrNumber],
    cid: CommandId,
    exprs: &mut dyn IndexExprs,
) -> Result<UpdateOutcome> {
    let all = values;
    let values = &*toaster::lay_out_row(st, rel, values)?;
    let formed = tuple::form(&rel.desc, values);
    tell_formed(st, rel, values, None);
    let mut toast = |st: &mut Store, new: Vec<u8>, old: &[u8]| -> Result<Vec<u8>> {
        let mut before = Vec::new();
        tuple::deform(&rel.desc, old, rel.desc.attrs.len(), &mut before)?;
        let toasted =
            rounds::insert_or_update(st, rel, values, Some(&before), ToastOptions::default())?;
        Ok(match toasted {
            None => new,
            Some(toasted) => {
                let mut tuple = tuple::form(&rel.desc, &toasted);
                keep_header(&mut tuple, &new);
                tuple
            }
        })
    };
    let outcome = heap::update(st, rel, tid, formed, cid, &mut toast)?;
    if outcome.state == TupleState::Ok && !outcome.hot {
        index::insert_index_entries(st, rel, all, outcome.tid, Some(changed), exprs)?;
    }
    Ok(outcome)
}

/// Copies the header fields that the heap has set in the new tuple into its toasted form.
pub(super) fn keep_header(toasted: &mut [u8], new: &[u8]) {
    use crate::tuple::layout::infomask::{HEAP_NATTS_MASK, HEAP_XACT_MASK};
    toasted[..18].copy_from_slice(&new[..18]);
    let mask = header::infomask(toasted) & !HEAP_XACT_MASK | header::infomask(new) & HEAP_XACT_MASK;
    header::set_infomask(toasted, mask);
    let mask2 =
        header::infomask2(toasted) & HEAP_NATTS_MASK | header::infomask2(new) & !HEAP_NATTS_MASK;
    header::set_infomask2(toasted, mask2);
}

/// Deletes the row at `tid` and its external values.
pub fn delete(
    st: &mut Store,
    rel: &Rc<Relation>,
    tid: ItemPointer,
    cid: CommandId,
) -> Result<UpdateOutcome> {
    let outcome = heap::delete(st, rel, tid, cid)?;
    if outcome.state == TupleState::Ok && toastable(rel) && header::has_external(&outcome.old) {
        let mut values = Vec::new();
        tuple::deform(&rel.desc, &outcome.old, rel.desc.attrs.len(), &mut values)?;
        rounds::delete(st, rel, &values, false)?;
    }
    Ok(outcome)
}

//! `bytea_toaster`: appending costs what is appended.
//!
//! A value's pointer carries a tail, bytes that are not in chunks yet. `||` makes a new pointer with
//! a longer tail and fetches nothing. When the row gets too long, the tail goes to the chunks under
//! the same value id ([`super::versioned`]); full chunks are shared by all versions of the row:
//!
//! ```text
//!  row version 1   | pointer v1 | 'w'            chunks  a a a a a ... a    (100 MB)
//!  row version 2   | pointer v1 | 'wx'           the same
//!  row version 3   | pointer v1 | 'wx' + 2 kB    too long for the row:
//!                  | pointer v2 |                chunks  a a a a a ... a'   only the last one anew
//! ```
//!
//! The payload of its custom pointer is the prototype's `AppendableToastData`, 32 bytes and the tail:
//!
//! ```text
//!  04e1f505 00e1f505 36400000 34400000 | 0100000000000000 | 01000000 | 77 ...
//!  raw size, stored, value id, relation  version           tail length, the tail from byte 32
//! ```
//!
//! Where the prototype keeps 4 bytes of padding with whatever was in memory, zeros stand here; and
//! raw sizes count the tail, which its did not. On the server of 2021 (`strategies`) the same is
//! written in that prototype's form: [`crate::varlena::TAG_VERSIONED_TAIL`].

mod pointer;

use super::{Append, ColumnSpec, Operations, Target, Toaster, versioned};
use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::event::{Event, PointerPart};
use crate::store::Store;
use crate::tuple::Storage;
use crate::types::oid::BYTEA;
use crate::varlena::{self, MAX_SIZE};
pub use pointer::{AppendablePointer, parts_of_2021};

/// Appendable bytea.
#[derive(Clone, Copy, Debug)]
pub struct ByteaToaster;

impl Toaster for ByteaToaster {
    fn name(&self) -> &'static str {
        "bytea_toaster"
    }

    fn requirement(&self) -> &'static str {
        "It takes columns of type bytea with storage EXTERNAL and no compression method."
    }

    fn validate(&self, column: &ColumnSpec) -> bool {
        column.type_oid == BYTEA
            && column.storage == Storage::External
            && column.compression.is_none()
    }

    fn toast(
        &self,
        st: &mut Store,
        to: &Target<'_>,
        value: &Datum,
        _old: Option<&Datum>,
    ) -> Result<Datum> {
        if let Some(pointer) = AppendablePointer::decode(value.bytes()) {
            return move_tail_to_chunks(st, to, &pointer);
        }
        let value = super::plain(st, value)?;
        let first = if to.toaster.is_valid() { versioned::FIRST_VERSION } else { 0 };
        let stored = versioned::save(st, to, &value, first)?;
        st.events.emit(|| Event::ValueToasted {
            rel: to.rel.oid,
            attribute: to.attribute.0,
            field: Some(String::new()),
            value: stored.pointer.value_id,
            raw: stored.size + 4,
            stored: stored.size,
        });
        Ok(AppendablePointer { toaster: to.toaster, stored, tail: &[] }.to_datum())
    }

    fn update(
        &self,
        st: &mut Store,
        to: &Target<'_>,
        new: &Datum,
        old: &Datum,
    ) -> Result<Option<Datum>> {
        let (Some(new), Some(old)) =
            (AppendablePointer::decode(new.bytes()), AppendablePointer::decode(old.bytes()))
        else {
            return Ok(None);
        };
        let same = new.stored == old.stored && new.toaster == to.toaster;
        if !same || !to.owns(&new.stored.pointer) {
            return Ok(None);
        }
        if to.toaster.is_valid() && !st.toasters.settings.bytea_inline_tail {
            return move_tail_to_chunks(st, to, &new).map(Some);
        }
        Ok(Some(new.to_datum()))
    }

    fn detoast(&self, st: &mut Store, value: &Datum) -> Result<Bytes> {
        self.detoast_slice(st, value, 0, -1)
    }

    fn detoast_slice(
        &self,
        st: &mut Store,
        value: &Datum,
        offset: usize,
        length: i64,
    ) -> Result<Bytes> {
        let pointer = decode(value)?;
        let total = pointer.size();
        let from = offset.min(total);
        let to = if length < 0 { total } else { from.saturating_add(length as usize).min(total) };
        let in_chunks = pointer.stored.size;
        let mut out = Vec::with_capacity(to - from);
        if from < in_chunks {
            versioned::fetch(st, &pointer.stored, from, to.min(in_chunks) - from, &mut out)?;
        }
        if to > in_chunks {
            let tail = pointer.tail.get(from.saturating_sub(in_chunks)..to - in_chunks);
            out.extend_from_slice(tail.unwrap_or(&[]));
        }
        if offset == 0 && length < 0 {
            let varlena::ToastPointer { toast_rel, value_id, .. } = pointer.stored.pointer;
            st.events.emit(|| Event::ValueDetoasted { toast_rel, value: value_id, raw: total + 4 });
        }
        Ok(out.into())
    }

    fn delete(&self, st: &mut Store, value: &Datum, _speculative: bool) -> Result<()> {
        versioned::delete(st, &decode(value)?.stored)
    }

    fn stored_size(&self, value: &[u8]) -> usize {
        AppendablePointer::decode(value).map_or(0, |pointer| pointer.size())
    }

    fn pointers(&self, value: &[u8]) -> Vec<varlena::ToastPointer> {
        AppendablePointer::decode(value).map(|p| p.stored.pointer).into_iter().collect()
    }

    fn parts(&self, payload: &[u8]) -> Vec<PointerPart> {
        pointer::parts(payload).unwrap_or_else(|| super::parts::whole(payload))
    }

    fn operations(&self) -> Operations {
        Operations { append: Some(append as Append), ..Operations::default() }
    }
}

/// Reads the pointer; fails if the value is none of this toaster's.
fn decode(value: &Datum) -> Result<AppendablePointer<'_>> {
    match AppendablePointer::decode(value.bytes()) {
        Some(pointer) => Ok(pointer),
        None => err!(DATA_CORRUPTED, "invalid TOAST pointer"),
    }
}

/// Moves the bytes beside the pointer (its tail) into chunks, and returns the new pointer.
fn move_tail_to_chunks(
    st: &mut Store,
    to: &Target<'_>,
    pointer: &AppendablePointer<'_>,
) -> Result<Datum> {
    if pointer.tail.is_empty() {
        return Ok(pointer.to_datum());
    }
    let manner = match to.toaster.is_valid() {
        true => versioned::Rewrite::Update,
        false => versioned::Rewrite::DeleteAndInsert,
    };
    let stored = versioned::append(st, &pointer.stored, pointer.tail, manner, to.options)?;
    st.events.emit(|| Event::ValueToasted {
        rel: to.rel.oid,
        attribute: to.attribute.0,
        field: Some(String::new()),
        value: stored.pointer.value_id,
        raw: stored.size + 4,
        stored: pointer.tail.len(),
    });
    Ok(AppendablePointer { toaster: pointer.toaster, stored, tail: &[] }.to_datum())
}

/// Appends `tail` to the bytes beside the pointer; no chunk is read.
fn append(st: &mut Store, value: &Datum, tail: &[u8]) -> Result<Datum> {
    let pointer = decode(value)?;
    let size = pointer.size() + tail.len();
    if size + 4 > MAX_SIZE {
        return err!(PROGRAM_LIMIT_EXCEEDED, "attribute length too large");
    }
    let added = tail.len();
    let tail = [pointer.tail, tail].concat();
    let varlena::ToastPointer { toast_rel, value_id: value, .. } = pointer.stored.pointer;
    let (stored, length) = (pointer.stored.size, tail.len());
    st.events.emit(|| Event::TailGrown { toast_rel, value, stored, added, tail: length });
    Ok(AppendablePointer { tail: &tail, ..pointer }.to_datum())
}

//! The pointers and chunks of the prototype of 2021, for values of any type: each chunk begins with a
//! version, and a pointer names one. A column with STORAGE TAPAS keeps the beginning of a stored
//! value in its row.
//!
//! ```text
//!  01 13 | varatt_external, 16 bytes | version, 8 bytes                                  26 bytes
//!  01 14 | varatt_external, 16 bytes | version, 8 bytes | length of head, 4 bytes | head
//!  chunk   version, 8 bytes | at most 1988 of data
//! ```
//!
//! `strategies/01`: `toast_save_datum_internal` of the branch, `VARTAG_ONDISK_VERSIONED` and
//! `VARTAG_ONDISK_INLINE_HEAD`. Versions other than 0 are those of an appended bytea ([`super::bytea`]).

use super::default::{self, chunks};
use super::jsonb;
use super::{JsonbOperations, Operations, TOAST_MAX_CHUNK_SIZE, Target, Toaster};
use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::event::{Event, PointerPart, PointerRole, ValueLink};
use crate::store::Store;
use crate::varlena::{
    POINTER_SIZE, TAG_INLINE_HEAD, TAG_ONDISK, TAG_VERSIONED, ToastPointer, VERSIONED_SIZE,
};

/// Bytes of a version before a chunk's data.
pub const VERSION_SIZE: usize = 8;
/// Bytes of a pointer before its head.
pub const HEAD_POINTER_SIZE: usize = VERSIONED_SIZE + 4;

/// A versioned pointer, with or without the beginning (head) of the value it points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadPointer<'a> {
    /// The whole value: its stored size counts the head.
    pub pointer: ToastPointer,
    /// The first of the stored bytes; the chunks hold the rest. Empty with [`TAG_VERSIONED`].
    pub head: &'a [u8],
}

impl<'a> HeadPointer<'a> {
    /// Reads the pointer that `value` begins with, of either tag; `None` if it is of another kind or
    /// damaged.
    pub fn decode(value: &'a [u8]) -> Option<Self> {
        let tag = *value.get(1).filter(|_| value[0] == 1)?;
        let mut plain: [u8; POINTER_SIZE] = *value.first_chunk()?;
        plain[1] = TAG_ONDISK;
        let pointer = ToastPointer::decode(&plain)?;
        let length = match tag {
            TAG_VERSIONED => 0,
            TAG_INLINE_HEAD => {
                let word = value.get(VERSIONED_SIZE..HEAD_POINTER_SIZE)?;
                u32::from_le_bytes(*word.first_chunk()?) as usize
            }
            _ => return None,
        };
        let head = match length {
            0 => &[],
            _ => value.get(HEAD_POINTER_SIZE..)?.get(..length)?,
        };
        (value.len() >= VERSIONED_SIZE && length <= pointer.extsize())
            .then_some(HeadPointer { pointer, head })
    }

    /// The pointer as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.pointer.encode().to_vec();
        bytes[1] = if self.head.is_empty() { TAG_VERSIONED } else { TAG_INLINE_HEAD };
        bytes.extend_from_slice(&[0; VERSION_SIZE]);
        if !self.head.is_empty() {
            bytes.extend_from_slice(&(self.head.len() as u32).to_le_bytes());
            bytes.extend_from_slice(self.head);
        }
        bytes
    }

    /// The TOAST pointer to the chunks.
    pub fn chunks(&self) -> ToastPointer {
        let method = self.pointer.extinfo & !crate::varlena::EXTSIZE_MASK;
        let stored = (self.pointer.extsize() - self.head.len()) as u32;
        ToastPointer { extinfo: stored | method, ..self.pointer }
    }

    /// The whole stored value, as a varlena.
    fn stored(&self, st: &mut Store) -> Result<Vec<u8>> {
        let mut bytes = vec![0; 4];
        bytes.extend_from_slice(self.head);
        let chunks = self.chunks();
        chunks::fetch_after_head(st, &chunks, VERSION_SIZE, 0, chunks.extsize(), &mut bytes)?;
        let compressed = u32::from(self.pointer.is_compressed()) << 1;
        let header = (bytes.len() as u32) << 2 | compressed;
        bytes[..4].copy_from_slice(&header.to_le_bytes());
        Ok(bytes)
    }
}

/// Stores a value (plain, short or compressed). The row keeps a pointer and as many of the first
/// stored bytes as fit into `room` bytes with it.
pub fn store(st: &mut Store, to: &Target<'_>, value: &Datum, room: usize) -> Result<Datum> {
    let whole = value.bytes();
    let (raw, method) = match crate::varlena::compressed_header(whole) {
        Some((raw, method)) if crate::varlena::is_compressed(whole) => (raw, Some(method)),
        _ => (crate::varlena::payload(whole).len(), None),
    };
    let stored = match method {
        Some(_) => &whole[4..crate::varlena::size_any(whole)],
        None => crate::varlena::payload(whole),
    };
    let length = room.saturating_sub(HEAD_POINTER_SIZE).min(stored.len().saturating_sub(1));
    let (head, rest) = stored.split_at(length);
    let rest = Datum::varlena(rest);
    let saved = chunks::save(st, to, rest.bytes(), None, &[0; VERSION_SIZE])?;
    let pointer = ToastPointer::new(raw + 4, stored.len(), method, saved.value_id, saved.toast_rel);
    chunks::toasted(st, to, &pointer, None);
    Ok(Datum::Ref(HeadPointer { pointer, head }.encode().into()))
}

/// What stores the values of the server of 2021.
#[derive(Clone, Copy, Debug)]
pub struct TapasStore;

impl Toaster for TapasStore {
    fn name(&self) -> &'static str {
        "tapas"
    }

    fn toast(
        &self,
        st: &mut Store,
        to: &Target<'_>,
        value: &Datum,
        _old: Option<&Datum>,
    ) -> Result<Datum> {
        store(st, to, value, 0)
    }

    fn copy(&self, st: &mut Store, value: &Datum) -> Result<Datum> {
        Ok(Datum::Ref(decode(value)?.stored(st)?.into()))
    }

    fn detoast(&self, st: &mut Store, value: &Datum) -> Result<Bytes> {
        let pointer = decode(value)?;
        let stored = pointer.stored(st)?;
        let ToastPointer { toast_rel, value_id: value, rawsize, .. } = pointer.pointer;
        st.events.emit(|| Event::ValueDetoasted { toast_rel, value, raw: rawsize as usize });
        if !pointer.pointer.is_compressed() {
            return Ok(stored[4..].to_vec().into());
        }
        let whole = default::decompress(&stored)?;
        Ok(whole)
    }

    fn delete(&self, st: &mut Store, value: &Datum, speculative: bool) -> Result<()> {
        chunks::delete(st, &decode(value)?.pointer, speculative)
    }

    fn stored_size(&self, value: &[u8]) -> usize {
        HeadPointer::decode(value).map_or(0, |p| p.pointer.extsize())
    }

    fn pointers(&self, value: &[u8]) -> Vec<ToastPointer> {
        HeadPointer::decode(value).map(|p| p.chunks()).into_iter().collect()
    }

    fn operations(&self) -> Operations {
        let edit = |_: &mut Store, _: &Datum, _: &crate::types::jsonb::JsonbEdit<'_>| Ok(None);
        Operations {
            jsonb: Some(JsonbOperations { get: jsonb::get, edit }),
            ..Operations::default()
        }
    }
}

/// Reads the pointer; fails if the value is none of this toaster's.
fn decode(value: &Datum) -> Result<HeadPointer<'_>> {
    match HeadPointer::decode(value.bytes()) {
        Some(pointer) => Ok(pointer),
        None => err!(DATA_CORRUPTED, "invalid TOAST pointer"),
    }
}

/// The parts of a pointer of this toaster; `None` for other values, and for a pointer without head to what is not
/// compressed, which may be one of the appendable bytea.
pub fn parts(value: &[u8]) -> Option<Vec<PointerPart>> {
    let p = HeadPointer::decode(value)?;
    if p.head.is_empty() && !p.pointer.is_compressed() {
        return None;
    }
    let counted = if p.head.is_empty() { 0 } else { HEAD_POINTER_SIZE - VERSIONED_SIZE };
    let runs = [
        (PointerRole::Pointer, "", POINTER_SIZE - 2, 0),
        (PointerRole::Number, "version", VERSION_SIZE, 0),
        (PointerRole::Number, "bytes of the beginning", counted, p.head.len() as u32),
        (PointerRole::Prefix, "", p.head.len(), 0),
    ];
    let length = runs.iter().map(|run| run.2).sum();
    let mut field = PointerPart::new(PointerRole::Field, "", 2, length);
    let mut at = 2;
    for (role, name, length, number) in runs.into_iter().filter(|run| run.2 > 0) {
        let mut part = PointerPart::new(role, name, at, length);
        part.number = number;
        at += length;
        field.children.push(part);
    }
    let chunks = p.chunks();
    field.link = Some(ValueLink {
        value: p.pointer.value_id.0,
        relation: p.pointer.toast_rel.0,
        raw: p.pointer.rawsize.saturating_sub(4),
        stored: chunks.extsize() as u32,
        method: p.pointer.compression().map(|method| method as u8),
        version: Some(0),
        chunks: chunks.extsize().div_ceil(TOAST_MAX_CHUNK_SIZE - VERSION_SIZE) as u32,
        ..ValueLink::default()
    });
    Some(vec![PointerPart::new(PointerRole::Tag, "", 0, 2), field])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Oid;
    use crate::tuple::Compression;

    #[test]
    fn a_head_is_behind_its_pointer() {
        let pointer = ToastPointer::new(9004, 3000, Some(Compression::Pglz), Oid(77), Oid(66));
        for head in [&b"0123456789"[..], b""] {
            let made = HeadPointer { pointer, head };
            let bytes = made.encode();
            assert_eq!(HeadPointer::decode(&bytes), Some(made));
            assert_eq!(crate::varlena::size_any(&bytes), bytes.len());
            assert_eq!(made.chunks().extsize(), 3000 - head.len());
            let parts = parts(&bytes).unwrap();
            let children = &parts[1].children;
            let end = children.last().map(|p| p.at + p.length);
            assert_eq!(end, Some(bytes.len() as u32));
            assert_eq!(parts[1].link.unwrap().chunks, 2);
            assert_eq!(HeadPointer::decode(&bytes[..bytes.len() - 1]), None);
        }
    }
}

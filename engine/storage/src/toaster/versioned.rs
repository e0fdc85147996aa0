//! Chunks with versions: a value that grows without being written anew (`toast_update_datum` and
//! the visibility check of the prototype's `bytea_toaster.c`).
//!
//! Each chunk begins with the version of the value that wrote it. An append rewrites the last chunk
//! if it is not full, as a new version of its row, and adds chunks after it:
//!
//! ```text
//!  value of version 1     (id, 0) v1   (id, 1) v1   (id, 2) v1, 700 bytes
//!  3000 bytes appended    (id, 0) v1   (id, 1) v1   (id, 2) v2, full   (id, 3) v2
//! ```
//!
//! A reader who has a pointer of version `n` takes of each chunk the latest version up to `n` that
//! no rolled-back transaction wrote. So an old row version, under an old snapshot, still reads what
//! it had, and two attempts at the same version, of which one was rolled back, do not get mixed up.
//! VACUUM removes a chunk's old versions when no snapshot can see the rows that need them: both
//! were replaced by the same transaction.

use super::default::chunks::{
    CHUNK_HEADER, Chunks, form_chunk, index_chunk, key, read_chunk, toast_relation, valid_index,
    value_key, write_chunk,
};
use super::{TOAST_MAX_CHUNK_SIZE, Target, ToastOptions};
use crate::btree::{ScanKey, ScanStrategy};
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::event::Event;
use crate::heap::{self, Relation};
use crate::ids::{ItemPointer, Oid};
use crate::page;
use crate::store::Store;
use crate::tuple::header;
use crate::varlena::ToastPointer;
use crate::xact::Status;
use std::rc::Rc;

/// Bytes of a version before a chunk's data.
const VERSION_SIZE: usize = 8;
/// Bytes of data in a full chunk.
pub const CHUNK_DATA: usize = TOAST_MAX_CHUNK_SIZE - VERSION_SIZE;
/// The version of a value that was never appended to (`BYTEA_FIRST_VERSION`).
pub const FIRST_VERSION: u64 = 1;

/// Where a growing value's chunks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersionedValue {
    /// Value id and TOAST relation.
    pub pointer: ToastPointer,
    /// The version to read.
    pub version: u64,
    /// Bytes in chunks.
    pub size: usize,
}

/// Stores a plain value in new chunks of this version.
pub fn save(
    st: &mut Store,
    to: &Target<'_>,
    value: &Datum,
    version: u64,
) -> Result<VersionedValue> {
    let pointer =
        super::default::chunks::save(st, to, value.bytes(), None, &version.to_le_bytes())?;
    Ok(VersionedValue { pointer, version, size: pointer.extsize() })
}

/// Appends `length` bytes from `offset` of the value to `out`.
pub fn fetch(
    st: &mut Store,
    stored: &VersionedValue,
    offset: usize,
    length: usize,
    out: &mut Vec<u8>,
) -> Result<()> {
    if length == 0 {
        return Ok(());
    }
    let (start, end) = (offset / CHUNK_DATA, (offset + length - 1) / CHUNK_DATA);
    st.events.emit(|| Event::PointerRead {
        toast_rel: stored.pointer.toast_rel,
        value: stored.pointer.value_id,
        raw: stored.size,
        stored: stored.size,
        compressed: false,
        first: start,
        last: end,
        chunks: stored.size.div_ceil(CHUNK_DATA),
        full: CHUNK_DATA,
        inline: 0,
        lazy: false,
        stride: 0,
    });
    let mut keys = vec![value_key(stored.pointer.value_id)];
    if start == end {
        keys.push(seq(ScanStrategy::Equal, start));
    } else if start > 0 || end < (stored.size - 1) / CHUNK_DATA {
        keys.push(seq(ScanStrategy::GreaterEqual, start));
        keys.push(seq(ScanStrategy::LessEqual, end));
    }
    let mut reader = Reader { stored: *stored, offset, length, expected: start, end, out };
    let mut best = None;
    visit(st, stored, keys, |st, rel, row| {
        if !row.aborted {
            reader.offer(st, rel, &mut best, row)?;
        }
        Ok(())
    })?;
    reader.take(st, &mut best)?;
    if reader.expected != end + 1 {
        return missing(stored, reader.expected);
    }
    Ok(())
}

/// The error of a chunk that is not there.
fn missing<T>(stored: &VersionedValue, number: usize) -> Result<T> {
    let ToastPointer { value_id, toast_rel, .. } = stored.pointer;
    err!(
        DATA_CORRUPTED,
        "missing chunk number {number} for toast value {value_id} in pg_toast relation {toast_rel}"
    )
}

/// A condition on the number of a chunk.
fn seq(strategy: ScanStrategy, number: usize) -> ScanKey {
    key(2, strategy, Datum::i32(number as i32))
}

/// A chunk's row as a scan comes to it.
struct Row<'a> {
    tid: ItemPointer,
    seq: i32,
    version: u64,
    data: &'a [u8],
    aborted: bool,
    /// Not deleted or replaced by anybody whose work counts.
    live: bool,
}

/// The best version of a chunk so far.
struct BestVersion {
    seq: i32,
    version: u64,
    tid: ItemPointer,
    data: Vec<u8>,
}

struct Reader<'o> {
    stored: VersionedValue,
    offset: usize,
    length: usize,
    expected: usize,
    end: usize,
    out: &'o mut Vec<u8>,
}

impl Reader<'_> {
    /// Takes a row of a chunk if it is the newest version so far that the pointer can see. The
    /// first row of the next chunk ends the one before.
    fn offer(
        &mut self,
        st: &Store,
        rel: &Relation,
        best: &mut Option<BestVersion>,
        row: &Row<'_>,
    ) -> Result<()> {
        if best.as_ref().is_some_and(|b| b.seq != row.seq) {
            self.take(st, best)?;
        }
        let better = best.as_ref().is_none_or(|b| b.version < row.version);
        if row.version <= self.stored.version && better {
            let Row { tid, seq, version, .. } = *row;
            *best = Some(BestVersion { seq, version, tid, data: row.data.to_vec() });
            let (toast_rel, value) = (rel.oid, self.stored.pointer.value_id);
            let size = row.data.len() + VERSION_SIZE;
            st.events.emit(|| Event::ChunkRead { toast_rel, value, seq, size, tid });
        }
        Ok(())
    }

    /// Takes the wanted bytes of the best version of a chunk, after all its versions were seen.
    fn take(&mut self, _st: &Store, best: &mut Option<BestVersion>) -> Result<()> {
        let Some(chunk) = best.take() else { return Ok(()) };
        if chunk.seq != self.expected as i32 {
            return missing(&self.stored, self.expected);
        }
        let from =
            if self.expected * CHUNK_DATA < self.offset { self.offset % CHUNK_DATA } else { 0 };
        let to = if self.expected == self.end {
            (self.offset + self.length - 1) % CHUNK_DATA + 1
        } else {
            CHUNK_DATA
        };
        let Some(part) = chunk.data.get(from..to) else {
            return err!(
                DATA_CORRUPTED,
                "unexpected chunk size {} in chunk {} for toast value {}",
                chunk.data.len(),
                chunk.seq,
                self.stored.pointer.value_id
            );
        };
        self.out.extend_from_slice(part);
        self.expected += 1;
        Ok(())
    }
}

/// Calls `each` for every version of every chunk that the keys select.
fn visit(
    st: &mut Store,
    stored: &VersionedValue,
    keys: Vec<ScanKey>,
    each: impl FnMut(&Store, &Relation, &Row<'_>) -> Result<()>,
) -> Result<()> {
    visit_and_stay(st, stored, keys, each)?.end(st)
}

/// Calls `each` for every version of every chunk that the keys select. The scan stays open, with
/// its last page pinned so that it is not pruned.
fn visit_and_stay(
    st: &mut Store,
    stored: &VersionedValue,
    keys: Vec<ScanKey>,
    mut each: impl FnMut(&Store, &Relation, &Row<'_>) -> Result<()>,
) -> Result<Chunks> {
    let toast = toast_relation(st, stored.pointer.toast_rel)?;
    let index = valid_index(&toast)?;
    let mut chunks = Chunks::begin(st, &toast, &index, keys, true)?;
    while let Some(tid) = chunks.next_entry(st)? {
        let Some(page) = chunks.page(st) else { continue };
        for offset in heap::hot_chain(page, tid.offset) {
            let tuple = page::item(page, offset);
            let (seq, chunk) = read_chunk(tuple, &toast, stored.pointer.value_id)?;
            let Some((version, data)) = chunk.split_first_chunk::<VERSION_SIZE>() else {
                return missing(stored, seq as usize);
            };
            let version = u64::from_le_bytes(*version);
            let tid = ItemPointer { block: tid.block, offset };
            let row =
                Row { tid, seq, version, data, aborted: aborted(st, tuple), live: live(st, tuple) };
            each(st, &toast, &row)?;
        }
    }
    Ok(chunks)
}

/// Whether the tuple was inserted by a transaction that was rolled back.
fn aborted(st: &Store, tuple: &[u8]) -> bool {
    !header::xmin_committed(tuple)
        && (header::xmin_invalid(tuple)
            || st.xact.status(header::raw_xmin(tuple)) == Status::Aborted)
}

/// Whether the tuple is neither rolled back nor deleted by a transaction that counts.
fn live(st: &Store, tuple: &[u8]) -> bool {
    use crate::tuple::layout::infomask::HEAP_XMAX_INVALID;
    let mask = header::infomask(tuple);
    let xmax = st.xact.update_xid(tuple);
    !aborted(st, tuple)
        && (mask & HEAP_XMAX_INVALID != 0
            || header::xmax_locked_only(mask)
            || st.xact.status(xmax) == Status::Aborted)
}

/// How a chunk that is not full becomes a longer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// As a new version of its row, maybe on the same page without an index entry.
    Update,
    /// As another row, as the prototype of 2021 did it.
    DeleteAndInsert,
}

/// Appends bytes to a value, and returns its next version.
pub fn append(
    st: &mut Store,
    stored: &VersionedValue,
    tail: &[u8],
    manner: Rewrite,
    options: ToastOptions,
) -> Result<VersionedValue> {
    let toast = toast_relation(st, stored.pointer.toast_rel)?;
    let index = valid_index(&toast)?;
    let cid = st.xact.current_command_id(true);
    let version = stored.version + 1;
    let (head, value) = (version.to_le_bytes(), stored.pointer.value_id);
    let mut number = stored.size / CHUNK_DATA;
    let mut rest = tail;
    let mut tuple = Vec::with_capacity(CHUNK_HEADER + TOAST_MAX_CHUNK_SIZE);
    let kept = stored.size % CHUNK_DATA;
    st.events.emit(|| Event::TailMoved {
        toast_rel: toast.oid,
        value,
        version,
        stored: stored.size,
        tail: tail.len(),
        first: number,
        last: (stored.size + tail.len() - 1) / CHUNK_DATA,
        kept,
        full: CHUNK_DATA,
    });
    let mut open = None;
    if kept > 0 {
        let keys = vec![value_key(value), seq(ScanStrategy::GreaterEqual, number)];
        let mut last: Option<BestVersion> = None;
        // As in `toast_write_slice`, the scan ends when all is written.
        let scan = visit_and_stay(st, stored, keys, |_, _, row| {
            let better = last.as_ref().is_none_or(|b| b.version < row.version);
            if !row.aborted && row.version <= stored.version && better {
                let Row { tid, seq, version, .. } = *row;
                last = Some(BestVersion { seq, version, tid, data: row.data.to_vec() });
            }
            Ok(())
        })?;
        let Some(mut last) = last.filter(|l| l.data.len() >= kept) else {
            return missing(stored, number);
        };
        match manner {
            Rewrite::Update => open = Some(scan),
            Rewrite::DeleteAndInsert => scan.end(st)?,
        }
        last.data.truncate(kept);
        let (now, later) = rest.split_at(rest.len().min(CHUNK_DATA - kept));
        last.data.extend_from_slice(now);
        form_chunk(&mut tuple, (value, number as i32), &head, &last.data);
        match manner {
            Rewrite::Update => {
                let tuple = std::mem::take(&mut tuple);
                replace(st, &toast, &index, last.tid, tuple, (value, number as i32))?;
            }
            Rewrite::DeleteAndInsert => {
                let from = vec![value_key(value), seq(ScanStrategy::GreaterEqual, number)];
                delete_chunks(st, stored, from)?;
                write_chunk(st, &toast, &index, &mut tuple, cid, options)?;
            }
        }
        rest = later;
        number += 1;
    }
    for data in rest.chunks(CHUNK_DATA) {
        form_chunk(&mut tuple, (value, number as i32), &head, data);
        write_chunk(st, &toast, &index, &mut tuple, cid, options)?;
        number += 1;
    }
    if let Some(scan) = open {
        scan.end(st)?;
    }
    let size = stored.size + tail.len();
    let pointer = ToastPointer::new(size + 4, size, None, value, stored.pointer.toast_rel);
    Ok(VersionedValue { pointer, version, size })
}

/// Replaces the row of a chunk by a new version.
fn replace(
    st: &mut Store,
    toast: &Rc<Relation>,
    index: &Rc<Relation>,
    tid: ItemPointer,
    tuple: Vec<u8>,
    (value, seq): (Oid, i32),
) -> Result<()> {
    let cid = st.xact.current_command_id(true);
    let size = tuple.len() - CHUNK_HEADER;
    st.events.emit(|| Event::ChunkCut { toast_rel: toast.oid, value, seq, size });
    let mut as_it_is = |_: &mut Store, tuple: Vec<u8>, _: &[u8]| Ok(tuple);
    let outcome = heap::update(st, toast, tid, tuple, cid, &mut as_it_is)?;
    refuse(outcome.state, "updated")?;
    if !outcome.hot {
        index_chunk(st, toast, index, (value, seq), outcome.tid)?;
    }
    let tid = outcome.tid;
    st.events.emit(|| Event::ChunkWritten { toast_rel: toast.oid, value, seq, size, tid });
    Ok(())
}

/// Turns the refusal to change a chunk's row into an error.
fn refuse(state: heap::TupleState, done: &str) -> Result<()> {
    match state {
        heap::TupleState::Ok => Ok(()),
        heap::TupleState::SelfModified => {
            err!(INTERNAL_ERROR, "TOAST tuple already {done} by self")
        }
        heap::TupleState::Deleted => err!(INTERNAL_ERROR, "TOAST tuple concurrently deleted"),
        _ => err!(INTERNAL_ERROR, "TOAST tuple concurrently updated"),
    }
}

/// Deletes the latest version of each chunk of a value.
pub fn delete(st: &mut Store, stored: &VersionedValue) -> Result<()> {
    delete_chunks(st, stored, vec![value_key(stored.pointer.value_id)])
}

/// Deletes the latest version of each chunk that the keys select.
fn delete_chunks(st: &mut Store, stored: &VersionedValue, keys: Vec<ScanKey>) -> Result<()> {
    let toast = toast_relation(st, stored.pointer.toast_rel)?;
    let value = stored.pointer.value_id;
    let mut doomed = Vec::new();
    visit(st, stored, keys, |_, _, row| {
        if row.live {
            doomed.push((row.tid, row.seq));
        }
        Ok(())
    })?;
    for (tid, seq) in doomed {
        let cid = st.xact.current_command_id(true);
        refuse(heap::delete(st, &toast, tid, cid)?.state, "deleted")?;
        st.events.emit(|| Event::ChunkDeleted { toast_rel: toast.oid, value, seq, tid });
    }
    Ok(())
}

/// The latest version of one chunk that the value's version sees: its TID and its row.
fn latest(
    st: &mut Store,
    stored: &VersionedValue,
    number: usize,
) -> Result<(ItemPointer, Vec<u8>)> {
    let keys = vec![value_key(stored.pointer.value_id), seq(ScanStrategy::Equal, number)];
    let mut best: Option<BestVersion> = None;
    visit(st, stored, keys, |st, rel, row| {
        let better = best.as_ref().is_none_or(|b| b.version < row.version);
        if !row.aborted && row.version <= stored.version && better {
            let Row { tid, seq, version, .. } = *row;
            let (toast_rel, value) = (rel.oid, stored.pointer.value_id);
            let size = row.data.len() + VERSION_SIZE;
            st.events.emit(|| Event::ChunkRead { toast_rel, value, seq, size, tid });
            best = Some(BestVersion { seq, version, tid, data: row.data.to_vec() });
        }
        Ok(())
    })?;
    match best {
        Some(best) => Ok((best.tid, best.data)),
        None => missing(stored, number),
    }
}

/// The data of one chunk, whatever its length.
pub fn chunk(st: &mut Store, stored: &VersionedValue, number: usize) -> Result<Vec<u8>> {
    Ok(latest(st, stored, number)?.1)
}

/// Stores the field `key` in chunks of various lengths, at most [`CHUNK_DATA`] each.
pub fn save_chunks(
    st: &mut Store,
    to: &Target<'_>,
    pieces: &[Vec<u8>],
    key: &[u8],
) -> Result<VersionedValue> {
    let head = FIRST_VERSION.to_le_bytes();
    let first = Datum::varlena(pieces.first().map_or(&[][..], |p| p));
    let pointer = super::default::chunks::save(st, to, first.bytes(), None, &head)?;
    let stored = VersionedValue { pointer, version: FIRST_VERSION, size: 0 };
    let size = pieces.iter().map(|p| VERSION_SIZE + p.len()).sum();
    let (toast_rel, value, chunks) = (pointer.toast_rel, pointer.value_id, pieces.len());
    st.events.emit(|| Event::ValueCut { toast_rel, value, size, chunks, full: 0 });
    let Some(toast) = to.rel.toast.clone() else { return Ok(stored) };
    let index = valid_index(&toast)?;
    let cid = st.xact.current_command_id(true);
    let mut tuple = Vec::new();
    for (number, data) in pieces.iter().enumerate().skip(1) {
        form_chunk(&mut tuple, (pointer.value_id, number as i32), &head, data);
        write_chunk(st, &toast, &index, &mut tuple, cid, to.options)?;
    }
    st.events.emit(|| Event::ValueToasted {
        rel: to.rel.oid,
        attribute: to.attribute.0,
        field: Some(String::from_utf8_lossy(key).into_owned()),
        value,
        raw: size,
        stored: size,
    });
    Ok(stored)
}

/// Writes the chunks of a value's next version: `(number, whether the chunk existed, data)`.
pub fn put_chunks(
    st: &mut Store,
    stored: &VersionedValue,
    chunks: &[(usize, bool, Vec<u8>)],
    options: ToastOptions,
) -> Result<VersionedValue> {
    let toast = toast_relation(st, stored.pointer.toast_rel)?;
    let index = valid_index(&toast)?;
    let version = stored.version + 1;
    let value = stored.pointer.value_id;
    for (number, there, data) in chunks {
        let key = (value, *number as i32);
        let mut tuple = Vec::new();
        form_chunk(&mut tuple, key, &version.to_le_bytes(), data);
        if *there {
            let (tid, _) = latest(st, stored, *number)?;
            replace(st, &toast, &index, tid, tuple, key)?;
        } else {
            let cid = st.xact.current_command_id(true);
            write_chunk(st, &toast, &index, &mut tuple, cid, options)?;
        }
    }
    Ok(VersionedValue { version, ..*stored })
}

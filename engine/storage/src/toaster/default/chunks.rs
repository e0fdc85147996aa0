//! Values as rows of the TOAST relation (`toast_internals.c`, `heap_fetch_toast_slice`).
//!
//! ```text
//! tuple   0            18   20   22 23  24         28          32       36
//!         | xmin .. ctid |0300|0208|18|00| chunk_id | chunk_seq | length | up to 1996 bytes |
//! index   (chunk_id, chunk_seq) -> tid, unique
//! ```
//!
//! A value id is the next OID of the cluster that the index does not have yet; looking it up costs
//! the descent of the index. `chunk_data` is PLAIN, so its header is always 4 bytes.

use super::layout::TOAST_MAX_CHUNK_SIZE;
use crate::btree::{self, BtScan, Direction, ScanKey, ScanStrategy, ScanTest, UniqueCheck};
use crate::buffer::{BufferId, BufferTag};
use crate::clock::{self, Kind};
use crate::datum::Datum;
use crate::err;
use crate::error::{PgError, Result};
use crate::event::Event;
use crate::heap::{self, Relation};
use crate::ids::{AttrNumber, CommandId, ForkNumber, ItemPointer, Oid};
use crate::page;
use crate::store::Store;
use crate::toaster::{Target, ToastOptions};
use crate::tuple::header;
use crate::tuple::header_size;
use crate::tuple::layout::infomask::HEAP_HASVARWIDTH;
use crate::tuple::layout::{T_HOFF, T_INFOMASK, T_INFOMASK2};
use crate::varlena::{self, ToastPointer};
use crate::xact::Snapshot;
use std::rc::Rc;

/// Where a chunk's columns start (`t_hoff`: three columns, no nulls).
const CHUNK_HOFF: usize = header_size(3, false);
/// Bytes before a chunk's data: tuple header, chunk_id, chunk_seq, varlena header.
pub(in crate::toaster) const CHUNK_HEADER: usize = CHUNK_HOFF + 4 + 4 + 4;

/// The TOAST relation with this OID.
pub fn toast_relation(st: &Store, oid: Oid) -> Result<Rc<Relation>> {
    match st.toast_relations.get(&oid) {
        Some(rel) => {
            rel.opened_with_indexes();
            Ok(Rc::clone(rel))
        }
        None => err!(INTERNAL_ERROR, "could not open relation with OID {oid}"),
    }
}

/// The TOAST relation's valid index (`toast_open_indexes`).
pub fn valid_index(rel: &Relation) -> Result<Rc<Relation>> {
    match rel.indexes.iter().find(|i| i.index.as_ref().is_some_and(|info| info.valid)) {
        Some(index) => Ok(Rc::clone(index)),
        None => {
            err!(INTERNAL_ERROR, "no valid index found for toast relation with Oid {}", rel.oid)
        }
    }
}

/// Emits the event that a value was moved to chunks; `key` names the field of a document.
pub fn toasted(st: &Store, to: &Target<'_>, pointer: &ToastPointer, key: Option<&[u8]>) {
    st.events.emit(|| Event::ValueToasted {
        rel: to.rel.oid,
        attribute: to.attribute.0,
        field: key.map(|key| String::from_utf8_lossy(key).into_owned()),
        value: pointer.value_id,
        raw: pointer.rawsize as usize,
        stored: pointer.extsize(),
    });
}

/// Stores a value (plain, short or compressed) in chunks that each begin with `head`
/// (`toast_save_datum`). `old` is the pointer by which the value was fetched, if it was.
pub fn save(
    st: &mut Store,
    to: &Target<'_>,
    value: &[u8],
    old: Option<&ToastPointer>,
    head: &[u8],
) -> Result<ToastPointer> {
    let (rel, options) = (to.rel, to.options);
    let cid = st.xact.current_command_id(true);
    let Some(toast) = rel.toast.clone() else {
        return err!(INTERNAL_ERROR, "relation {} has no TOAST table", rel.oid);
    };
    clock::add(Kind::ToastValue, 1);
    toast.opened_with_indexes();
    let index = valid_index(&toast)?;
    let (rawsize, method, stored) = if varlena::is_compressed(value) {
        let Some((raw, method)) = varlena::compressed_header(value) else {
            return err!(DATA_CORRUPTED, "invalid compression method id");
        };
        (raw + 4, Some(method), &value[4..varlena::size_any(value)])
    } else {
        let payload = varlena::payload(value);
        (payload.len() + 4, None, payload)
    };
    let owner = options.rewritten_toast.unwrap_or(toast.oid);
    let mut pointer = ToastPointer::new(rawsize, stored.len(), method, Oid::INVALID, owner);
    let transient = options.insert.transient;
    let mut already_there = false;
    match options.rewritten_toast {
        None => pointer.value_id = new_value_id(st, &toast, &index, transient)?,
        Some(old_toast) => {
            if let Some(kept) = old.filter(|p| p.toast_rel == old_toast) {
                pointer.value_id = kept.value_id;
                already_there = value_exists(st, &toast, &index, kept.value_id, transient)?;
            } else {
                let old_rel = toast_relation(st, old_toast)?;
                let old_index = valid_index(&old_rel)?;
                loop {
                    pointer.value_id = new_value_id(st, &toast, &index, transient)?;
                    if !value_exists(st, &old_rel, &old_index, pointer.value_id, false)? {
                        break;
                    }
                }
            }
        }
    }
    if already_there {
        return Ok(pointer);
    }
    st.events.emit(|| Event::ValueCut {
        toast_rel: toast.oid,
        value: pointer.value_id,
        size: stored.len(),
        chunks: stored.len().div_ceil(TOAST_MAX_CHUNK_SIZE - head.len()),
        full: TOAST_MAX_CHUNK_SIZE - head.len(),
    });
    let mut tuple = Vec::with_capacity(CHUNK_HEADER + TOAST_MAX_CHUNK_SIZE);
    for (seq, data) in stored.chunks(TOAST_MAX_CHUNK_SIZE - head.len()).enumerate() {
        form_chunk(&mut tuple, (pointer.value_id, seq as i32), head, data);
        write_chunk(st, &toast, &index, &mut tuple, cid, options)?;
    }
    Ok(pointer)
}

/// The tuple of one chunk (`heap_form_tuple`).
pub(in crate::toaster) fn form_chunk(
    tuple: &mut Vec<u8>,
    (value, seq): (Oid, i32),
    head: &[u8],
    data: &[u8],
) {
    tuple.clear();
    tuple.resize(CHUNK_HOFF, 0);
    tuple[T_INFOMASK2..T_INFOMASK2 + 2].copy_from_slice(&3u16.to_le_bytes());
    tuple[T_INFOMASK..T_INFOMASK + 2].copy_from_slice(&HEAP_HASVARWIDTH.to_le_bytes());
    tuple[T_HOFF] = CHUNK_HOFF as u8;
    tuple.extend_from_slice(&value.0.to_le_bytes());
    tuple.extend_from_slice(&seq.to_le_bytes());
    tuple.extend_from_slice(&(((head.len() + data.len()) as u32 + 4) << 2).to_le_bytes());
    tuple.extend_from_slice(head);
    tuple.extend_from_slice(data);
}

/// The value id and sequence number in a tuple that [`form_chunk`] made.
fn chunk_key(tuple: &[u8]) -> (Oid, i32) {
    let word =
        |at: usize| u32::from_le_bytes([tuple[at], tuple[at + 1], tuple[at + 2], tuple[at + 3]]);
    (Oid(word(CHUNK_HOFF)), word(CHUNK_HOFF + 4) as i32)
}

/// Stores a formed chunk and its index entry.
pub(in crate::toaster) fn write_chunk(
    st: &mut Store,
    toast: &Rc<Relation>,
    index: &Rc<Relation>,
    tuple: &mut [u8],
    cid: CommandId,
    options: ToastOptions,
) -> Result<()> {
    let (value, seq) = chunk_key(tuple);
    let size = tuple.len() - CHUNK_HEADER;
    st.events.emit(|| Event::ChunkCut { toast_rel: toast.oid, value, seq, size });
    clock::add(Kind::ChunkWritten, 1);
    st.xact.assign_xid();
    let tid = heap::insert(st, toast, tuple, cid, options.insert, None)?;
    index_chunk(st, toast, index, (value, seq), tid)?;
    st.events.emit(|| Event::ChunkWritten { toast_rel: toast.oid, value, seq, size, tid });
    Ok(())
}

/// Makes the index entry of a chunk.
pub(in crate::toaster) fn index_chunk(
    st: &mut Store,
    toast: &Rc<Relation>,
    index: &Rc<Relation>,
    (value, seq): (Oid, i32),
    tid: ItemPointer,
) -> Result<()> {
    let keys = [Datum::u32(value.0), Datum::i32(seq)];
    let outcome =
        btree::insert(st, index, &btree::heap_of(toast), &keys, tid, UniqueCheck::Yes, false)?;
    if let btree::Inserted::Conflict(_) = outcome {
        return err!(
            UNIQUE_VIOLATION,
            "duplicate key value violates unique constraint \"{}\"",
            index.name
        )
        .map_err(|e: Box<PgError>| {
            e.detail(format!("Key (chunk_id, chunk_seq)=({value}, {seq}) already exists."))
        });
    }
    Ok(())
}

/// An OID that the TOAST index does not have yet (`GetNewOidWithIndex`). `transient`: the relation
/// is that of a rewrite, whose scan is not counted.
fn new_value_id(
    st: &mut Store,
    toast: &Rc<Relation>,
    index: &Rc<Relation>,
    transient: bool,
) -> Result<Oid> {
    loop {
        let oid = st.oids.next();
        if !value_exists(st, toast, index, oid, transient)? {
            return Ok(oid);
        }
    }
}

/// Whether there is any chunk of the value, dead or alive (`toastrel_valueid_exists`). The scan is
/// counted, unless the relation is a transient one.
fn value_exists(
    st: &mut Store,
    toast: &Rc<Relation>,
    index: &Rc<Relation>,
    value: Oid,
    transient: bool,
) -> Result<bool> {
    let mut chunks = Chunks::begin(st, toast, index, vec![value_key(value)], true)?;
    chunks.is_counted = !transient;
    let found = chunks.next(st)?.is_some();
    chunks.end(st)?;
    Ok(found)
}

/// Appends `length` stored bytes of a value, from `offset` on, to `out` (`heap_fetch_toast_slice`).
pub fn fetch(
    st: &mut Store,
    pointer: &ToastPointer,
    offset: usize,
    length: usize,
    out: &mut Vec<u8>,
) -> Result<()> {
    fetch_after_head(st, pointer, 0, offset, length, out)
}

/// Like [`fetch`], for a value whose chunks begin with `head` bytes that are not part of it.
pub fn fetch_after_head(
    st: &mut Store,
    pointer: &ToastPointer,
    head: usize,
    offset: usize,
    length: usize,
    out: &mut Vec<u8>,
) -> Result<()> {
    if length == 0 {
        return Ok(());
    }
    clock::add(Kind::ValueFetched, 1);
    let most = TOAST_MAX_CHUNK_SIZE - head;
    let toast = toast_relation(st, pointer.toast_rel)?;
    let index = valid_index(&toast)?;
    let size = pointer.extsize();
    let value = pointer.value_id;
    let total = (size - 1) / most + 1;
    let start = offset / most;
    let end = (offset + length - 1) / most;
    st.events.emit(|| Event::PointerRead {
        toast_rel: toast.oid,
        value,
        raw: pointer.rawsize as usize - 4,
        stored: size,
        compressed: pointer.is_compressed(),
        first: start,
        last: end,
        chunks: total,
        full: most,
        inline: 0,
        lazy: false,
        stride: 0,
    });
    let seq_key = |strategy, seq: usize| key(2, strategy, Datum::i32(seq as i32));
    let mut keys = vec![value_key(value)];
    if !(start == 0 && end == total - 1) {
        if start == end {
            keys.push(seq_key(ScanStrategy::Equal, start));
        } else {
            keys.push(seq_key(ScanStrategy::GreaterEqual, start));
            keys.push(seq_key(ScanStrategy::LessEqual, end));
        }
    }
    let mut expected = start;
    let mut chunks = Chunks::begin(st, &toast, &index, keys, false)?;
    while let Some(tid) = chunks.next(st)? {
        let (seq, data) = read_chunk(chunks.tuple(st, tid), &toast, value)?;
        let data = data.get(head..).unwrap_or(&[]);
        if seq != expected as i32 {
            return err!(
                DATA_CORRUPTED,
                "unexpected chunk number {seq} (expected {expected}) for toast value {value} in {}",
                toast.name
            );
        }
        if expected > end {
            return err!(
                DATA_CORRUPTED,
                "unexpected chunk number {seq} (out of range {start}..{end}) for toast value {value} in {}",
                toast.name
            );
        }
        let full = if expected + 1 < total { most } else { size - (total - 1) * most };
        if data.len() != full {
            return err!(
                DATA_CORRUPTED,
                "unexpected chunk size {} (expected {full}) in chunk {seq} of {total} for toast value {value} in {}",
                data.len(),
                toast.name
            );
        }
        let from = if expected == start { offset % most } else { 0 };
        let to = if expected == end { (offset + length - 1) % most + 1 } else { data.len() };
        let Some(part) = data.get(from..to) else {
            return err!(DATA_CORRUPTED, "invalid slice of toast value {value} in {}", toast.name);
        };
        out.extend_from_slice(part);
        let size = data.len();
        st.events.emit(|| Event::ChunkRead { toast_rel: toast.oid, value, seq, size, tid });
        expected += 1;
    }
    chunks.end(st)?;
    if expected != end + 1 {
        return err!(
            DATA_CORRUPTED,
            "missing chunk number {expected} for toast value {value} in {}",
            toast.name
        );
    }
    Ok(())
}

/// Deletes all chunks of a value (`toast_delete_datum`), in the same way whether the row was a
/// speculative insertion or not.
pub fn delete(st: &mut Store, pointer: &ToastPointer, _speculative: bool) -> Result<()> {
    let toast = toast_relation(st, pointer.toast_rel)?;
    let index = valid_index(&toast)?;
    let value = pointer.value_id;
    let mut chunks = Chunks::begin(st, &toast, &index, vec![value_key(value)], false)?;
    while let Some(tid) = chunks.next(st)? {
        let (seq, _) = read_chunk(chunks.tuple(st, tid), &toast, value)?;
        let cid = st.xact.current_command_id(true);
        match heap::delete(st, &toast, tid, cid)?.state {
            heap::TupleState::Ok => {}
            heap::TupleState::SelfModified => {
                return err!(INTERNAL_ERROR, "tuple already updated by self");
            }
            heap::TupleState::Updated | heap::TupleState::BeingModified => {
                return err!(INTERNAL_ERROR, "tuple concurrently updated");
            }
            heap::TupleState::Deleted => {
                return err!(INTERNAL_ERROR, "tuple concurrently deleted");
            }
            heap::TupleState::Invisible => {
                return err!(INTERNAL_ERROR, "attempted to delete invisible tuple");
            }
        }
        st.events.emit(|| Event::ChunkDeleted { toast_rel: toast.oid, value, seq, tid });
    }
    chunks.end(st)?;
    Ok(())
}

/// The scan key `chunk_id = value`.
pub(in crate::toaster) fn value_key(value: Oid) -> ScanKey {
    key(1, ScanStrategy::Equal, Datum::u32(value.0))
}

/// A scan key on a column of the TOAST index.
pub(in crate::toaster) fn key(column: i16, strategy: ScanStrategy, arg: Datum) -> ScanKey {
    ScanKey {
        attno: AttrNumber(column),
        test: ScanTest::Compare(strategy, arg),
        arg_type: Oid::INVALID,
    }
}

/// The sequence number and data of a chunk.
pub(in crate::toaster) fn read_chunk<'a>(
    tuple: &'a [u8],
    toast: &Relation,
    value: Oid,
) -> Result<(i32, &'a [u8])> {
    let hoff = header::hoff(tuple);
    if let (Some(seq), Some(chunk)) = (tuple.get(hoff + 4..hoff + 8), tuple.get(hoff + 8..))
        && !chunk.is_empty()
    {
        if varlena::is_external(chunk) || varlena::is_compressed(chunk) {
            return err!(
                INTERNAL_ERROR,
                "found toasted toast chunk for toast value {value} in {}",
                toast.name
            );
        }
        let seq = i32::from_le_bytes([seq[0], seq[1], seq[2], seq[3]]);
        clock::add(Kind::ChunkFetched, 1);
        clock::add(Kind::ChunkByte, chunk.len() as u64);
        return Ok((seq, varlena::payload(chunk)));
    }
    err!(DATA_CORRUPTED, "invalid toast chunk for toast value {value} in {}", toast.name)
}

/// An ordered scan of the TOAST index that keeps the last heap page pinned, so that chunks on one
/// page count it once (`systable_getnext_ordered`).
pub(in crate::toaster) struct Chunks {
    toast: Rc<Relation>,
    scan: BtScan,
    buffer: Option<BufferId>,
    /// `SnapshotAny` instead of `SnapshotToast`.
    any: bool,
    /// Entries read and chunks fetched, for the statistics.
    counted: (u64, u64),
    is_counted: bool,
}

impl Chunks {
    /// Begins a scan of a TOAST index. With `any` it also returns chunks of rolled-back insertions.
    pub(in crate::toaster) fn begin(
        st: &mut Store,
        toast: &Rc<Relation>,
        index: &Rc<Relation>,
        keys: Vec<ScanKey>,
        any: bool,
    ) -> Result<Chunks> {
        let snapshot = if any { Snapshot::Any } else { Snapshot::Toast };
        let mut scan = BtScan::begin(index, &snapshot, false);
        scan.rescan(st, keys)?;
        Ok(Chunks {
            toast: Rc::clone(toast),
            scan,
            buffer: None,
            any,
            counted: (0, 0),
            is_counted: true,
        })
    }

    /// The TID of the next index entry; its heap page is pinned, and may be pruned.
    pub(in crate::toaster) fn next_entry(&mut self, st: &mut Store) -> Result<Option<ItemPointer>> {
        let Some(tid) = self.scan.next(st, Direction::Forward)? else { return Ok(None) };
        self.counted.0 += 1;
        let tag = BufferTag { file: self.toast.file, fork: ForkNumber::Main, block: tid.block };
        let before = self.buffer.take();
        let buffer = st.pool.release_and_read(before, tag)?;
        self.buffer = Some(buffer);
        if before != Some(buffer) {
            heap::prune_page_opt(st, &self.toast, buffer)?;
        }
        Ok(Some(tid))
    }

    /// The heap page of the entry that `next_entry` returned.
    pub(in crate::toaster) fn page<'a>(&self, st: &'a Store) -> Option<&'a page::PageBytes> {
        self.buffer.map(|buffer| st.pool.page(buffer).bytes())
    }

    /// The TID of the next chunk that the snapshot sees.
    pub(in crate::toaster) fn next(&mut self, st: &mut Store) -> Result<Option<ItemPointer>> {
        while let Some(tid) = self.next_entry(st)? {
            let Some(page) = self.page(st) else { continue };
            if tid.offset.0 > page::max_offset(page) || !page::item_id(page, tid.offset).is_normal()
            {
                continue;
            }
            // SnapshotToast sees all chunks but those of aborted insertions, deleted ones too.
            let tuple = page::item(page, tid.offset);
            let seen = header::xmin_committed(tuple)
                || !header::xmin_invalid(tuple) && header::raw_xmin(tuple).is_valid();
            if self.any || seen {
                self.counted.1 += 1;
                return Ok(Some(tid));
            }
        }
        Ok(None)
    }

    /// The tuple of the chunk that `next` returned.
    pub(in crate::toaster) fn tuple<'a>(&self, st: &'a Store, tid: ItemPointer) -> &'a [u8] {
        match self.buffer {
            Some(buffer) => page::item(st.pool.page(buffer).bytes(), tid.offset),
            None => &[],
        }
    }

    /// The heap page that the scan has pinned.
    pub(in crate::toaster) fn buffer(&self) -> Option<BufferId> {
        self.buffer
    }

    /// Ends the scan, and counts it in the statistics.
    pub(in crate::toaster) fn end(mut self, st: &mut Store) -> Result<()> {
        if let Some(buffer) = self.buffer {
            st.pool.release(buffer);
        }
        let (read, fetched) = self.counted;
        if self.is_counted {
            let index = self.scan.index().oid;
            st.statistics.scan(index);
            st.statistics.returned(index, read);
            st.statistics.fetched(index, fetched);
        }
        self.scan.end(st)
    }
}

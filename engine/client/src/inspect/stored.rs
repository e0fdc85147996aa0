//! The chunks of a value: each version of a chunk once, with the row versions that read it.
//!
//! ```text
//!  row (0,1) dead ──┬─> chunk 0   chunk 1   chunk 2, version 1
//!  row (0,2) live ──┴─> the same, the same, chunk 2, version 2
//! ```
//!
//! Chunks that have no versions are read by all who point to the value.

use super::index::{ChunkEntry, chunk_entries};
use super::owners::{ValueOwner, owners};
use super::page::peek_page;
use super::tuple::{Tid, life};
use super::words::TupleLife;
use server::catalog::Class;
use server::session::Backend;
use storage::event::ValueLink;
use storage::heap::hot_chain;
use storage::ids::{ForkNumber, ItemPointer, OffsetNumber, Oid};
use storage::page::{self, PageBytes};
use storage::sort::Arrange;
use storage::tuple::header;

/// Chunks at each end of a value that are listed one by one.
const LISTED: usize = 64;

/// A chunk of a value, or a version of one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Chunk {
    /// Its number among the value's chunks, from 0 (`chunk_seq`).
    pub seq: i32,
    /// Bytes of `chunk_data`, without its header.
    pub size: u32,
    /// Where it is in the TOAST table.
    pub tid: Tid,
    /// Where its entry is in the TOAST table's index: block and item.
    pub entry: Tid,
    /// The version of the value that wrote it, when the value has versions.
    pub version: Option<u32>,
    /// Whether it is live now, dead, or being written or deleted.
    pub life: TupleLife,
    /// The transaction that wrote it (`t_xmin`).
    pub xmin: u32,
    /// Who reads it: a bit for each of the value's owners, the lowest for the first.
    pub owners: u32,
    /// How many chunks this stands for: itself, and those after it that differ from it in number
    /// and place alone, and lie item by item after it, entries too.
    pub run: u32,
    /// Where the last of them is.
    pub end: Tid,
    /// Where its entry is.
    pub entry_end: Tid,
}

/// The chunks of one value in chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct StoredValue {
    /// The column, from 0, in [`super::TupleView::columns`].
    pub column: u32,
    /// The number that the value's chunks have in common (`chunk_id`).
    pub value_id: u32,
    /// The TOAST table's OID.
    pub toast_relation: u32,
    /// The OID of its index.
    pub toast_index: u32,
    /// Its chunks in order; the versions of a chunk from the oldest on. Where there are very many,
    /// those in the middle are runs.
    pub chunks: Vec<Chunk>,
    /// The row versions that point to it, the oldest first; at most 32.
    pub owners: Vec<ValueOwner>,
}

/// The chunks of a value that the row at `tid` points to.
pub(super) fn stored_value(
    b: &Backend,
    class: &Class,
    tid: ItemPointer,
    column: u32,
    link: ValueLink,
) -> Option<StoredValue> {
    let mut value = chunks_of(b, column, link)?;
    value.owners = owners(b, class, tid, column, link);
    let mut first = 0;
    while first < value.chunks.len() {
        let seq = value.chunks[first].seq;
        let end = first + value.chunks[first..].iter().take_while(|c| c.seq == seq).count();
        note_readers(&mut value.chunks[first..end], &value.owners);
        first = end;
    }
    value.chunks = in_runs(value.chunks);
    Some(value)
}

/// Joins chunks that are alike into runs, but for the first and last ones, so that a value of 100
/// MB needs only some hundred entries.
fn in_runs(chunks: Vec<Chunk>) -> Vec<Chunk> {
    if chunks.len() <= 2 * LISTED { chunks } else { runs(chunks) }
}

/// Joins very many chunks into runs.
#[inline(never)]
fn runs(chunks: Vec<Chunk>) -> Vec<Chunk> {
    let last = chunks.len() - LISTED;
    let mut runs: Vec<Chunk> = Vec::new();
    for (i, chunk) in chunks.into_iter().enumerate() {
        match runs.last_mut() {
            Some(run) if i > LISTED && i < last && continues(run, &chunk) => {
                run.run += 1;
                run.end = chunk.tid;
                run.entry_end = chunk.entry;
            }
            _ => runs.push(chunk),
        }
    }
    runs
}

/// Whether a chunk follows the last one of a run and is like it.
fn continues(run: &Chunk, next: &Chunk) -> bool {
    let behind = |end: Tid, at: Tid| match at.block == end.block {
        true => at.offset == end.offset + 1,
        false => at.block > end.block && at.offset <= 2,
    };
    next.seq == run.seq + run.run as i32
        && (next.size, next.version, next.life, next.xmin, next.owners)
            == (run.size, run.version, run.life, run.xmin, run.owners)
        && next.tid.block <= run.end.block + 1
        && behind(run.end, next.tid)
        && behind(run.entry_end, next.entry)
}

/// Notes on each version of one chunk which row versions read it: the latest version up to the one
/// that the row's pointer names; versions of rolled-back transactions are skipped
/// (`toaster::versioned`). A row version that was rolled back reads what was there when it was
/// written, and what its own transaction wrote.
fn note_readers(versions: &mut [Chunk], owners: &[ValueOwner]) {
    for (i, owner) in owners.iter().enumerate() {
        let bit = 1 << i;
        let Some(reads) = owner.version else {
            versions.iter_mut().for_each(|chunk| chunk.owners |= bit);
            continue;
        };
        let undone = owner.life == TupleLife::Aborted;
        let best = versions
            .iter_mut()
            .filter(|chunk| match chunk.life {
                TupleLife::Aborted => undone && chunk.xmin == owner.xmin,
                _ => !undone || chunk.xmin < owner.xmin,
            })
            .filter(|chunk| chunk.version.is_none_or(|version| version <= reads))
            // Among equal ones, the one that a scan comes to first.
            .reduce(|a, b| if b.version > a.version { b } else { a });
        if let Some(chunk) = best {
            chunk.owners |= bit;
        }
    }
}

/// The chunks of a value, without the rows that own it.
pub(super) fn chunks_of(b: &Backend, column: u32, link: ValueLink) -> Option<StoredValue> {
    let toast = b.catalog.relation(Oid(link.relation))?;
    let index = toast.indexes.first()?;
    let mut chunks: Vec<Chunk> = Vec::new();
    for entry in chunk_entries(b, index, link.value) {
        let Some(kept) = peek_page(b, toast.file, ForkNumber::Main, entry.tid.block.0) else {
            continue;
        };
        let p = kept.bytes();
        for offset in hot_chain(p, entry.tid.offset) {
            chunks.extend(chunk(b, p, &entry, offset, link));
        }
    }
    chunks.arrange_by_key(|c| (c.seq, c.version));
    Some(StoredValue {
        column,
        value_id: link.value,
        toast_relation: toast.oid.0,
        toast_index: index.oid.0,
        chunks,
        owners: Vec::new(),
    })
}

/// The chunk at this place, if it belongs to the value.
fn chunk(
    b: &Backend,
    p: &PageBytes,
    entry: &ChunkEntry,
    offset: OffsetNumber,
    link: ValueLink,
) -> Option<Chunk> {
    let t = page::try_item(p, offset)?;
    let data = t.get(usize::from(*t.get(22)?)..)?;
    if data.get(..4)? != link.value.to_le_bytes() {
        return None;
    }
    let data = storage::varlena::payload(data.get(8..)?);
    let version = match link.version {
        Some(_) => Some(u32::from_le_bytes(data.get(..4)?.try_into().ok()?)),
        None => None,
    };
    let tid = Tid { block: entry.tid.block.0, offset: offset.0 };
    Some(Chunk {
        seq: entry.seq,
        size: data.len() as u32,
        tid,
        entry: entry.at,
        version,
        life: life(&b.store.xact, t),
        xmin: header::raw_xmin(t).0,
        owners: 0,
        run: 1,
        end: tid,
        entry_end: entry.at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chunk with this number, in a table with four chunks on a page, each with its index entry.
    fn chunk(seq: i32) -> Chunk {
        let tid = Tid { block: seq as u32 / 4, offset: seq as u16 % 4 + 1 };
        let entry = Tid { block: 1, offset: seq as u16 + 1 };
        let (end, entry_end) = (tid, entry);
        let (life, version, owners) = (TupleLife::Live, None, 1);
        Chunk {
            seq,
            size: 1996,
            tid,
            entry,
            version,
            life,
            xmin: 7,
            owners,
            run: 1,
            end,
            entry_end,
        }
    }

    #[test]
    fn the_middle_of_many_chunks_is_listed_in_runs() {
        let few: Vec<Chunk> = (0..100).map(chunk).collect();
        assert_eq!(in_runs(few.clone()), few);
        let mut many: Vec<Chunk> = (0..1000).map(chunk).collect();
        many[500].size = 100;
        let chunks = in_runs(many);
        assert_eq!(chunks.iter().map(|c| c.run).sum::<u32>(), 1000);
        let runs: Vec<(i32, u32)> =
            chunks.iter().filter(|c| c.run > 1).map(|c| (c.seq, c.run)).collect();
        let (first, last) = (LISTED as i32, 1000 - LISTED as i32);
        assert_eq!(runs, [(first, 500 - first as u32), (501, last as u32 - 501)]);
        let run = chunks.iter().find(|c| c.seq == 501).map(|c| (c.end, c.entry_end));
        assert_eq!(run, Some((chunk(last - 1).tid, chunk(last - 1).entry)));
    }
}

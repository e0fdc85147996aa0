//! nbtree indexes: PostgreSQL 15's B-link trees, page for page.
//!
//! ```text
//! block 0  metapage: root, fast root, allequalimage
//! block 3  root, level 1    [ -inf -> 1 | 367 -> 2 | 733 -> 4 ]
//! block 1  leaf   <-> block 2  leaf   <-> block 4  leaf
//!          [high key 367 | 1 (0,1) | 2 (0,2) ...]        [733 (4,57) | ...]   no high key
//! ```
//!
//! | part | what |
//! |---|---|
//! | `layout`, `pages`, `root` | bytes; items and buffers; metapage and its cache |
//! | `compare`, `key` | one column against another; keys, their truncation |
//! | `search`, `scankey`, `startkey`, `scan` | descents; a scan's conditions, its start, the scan itself |
//! | `insert`, `unique`, `split`, `splitloc` | one entry in; its uniqueness; page splits and where |
//! | `posting`, `dedup`, `delete` | several rows in one tuple; deletion without VACUUM |
//! | `build` | CREATE INDEX: sort, then leaf after leaf, level above level |
//! | `vacuum`, `pagedel` | what VACUUM does: entries out, empty pages out, pages recycled |
//! | `heap_check`, `views` | what an index asks the heap; what pageinspect shows |
//!
//! Simplified: no concurrency, so no page locks, no half-done splits of others, no waiting for other
//! transactions; no INCLUDE columns.

mod build;
#[cfg(test)]
mod churn_tests;
mod compare;
mod dedup;
mod delete;
mod heap_check;
mod insert;
mod key;
pub mod layout;
mod log;
mod pagedel;
pub(crate) mod pages;
pub(crate) mod posting;
pub(crate) mod replaying;
mod root;
mod scan;
#[cfg(test)]
mod scan_tests;
mod scankey;
mod search;
mod split;
mod splitloc;
mod startkey;
#[cfg(test)]
mod tests;
mod unique;
mod vacuum;
mod views;

pub use crate::qsort::pg_qsort;
pub use build::{BuildStats, Builder, Built, build_empty, initialize};
pub use heap_check::{
    DeleteOp, DeleteStatus, DeleteTid, IndexedHeap, TableHeap, TupleCheck, heap_of,
};
pub use insert::insert;
pub use root::root_height;
pub use scan::{BtScan, Direction};
pub use scankey::{RowMember, ScanKey, ScanStrategy, ScanTest};
pub use vacuum::{BulkDeleteResult, bulk_delete, vacuum_cleanup};
pub use views::{ItemView, PageStats, metap, page_items, page_stats};

use crate::codec;
use crate::datum::Datum;
use crate::error::Result;
use crate::heap::Relation;
use crate::ids::ItemPointer;
use crate::store::Store;
use crate::tuple::{Storage, index_form};
use crate::varlena;

/// What an insertion does about uniqueness (`IndexUniqueCheck`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniqueCheck {
    /// Nothing: the index is not unique.
    No,
    /// Refuses a second row with the key.
    Yes,
    /// Inserts anyway and tells: ON CONFLICT's speculative insertion, deferrable constraints.
    Partial,
    /// Only checks an entry that is there already: deferred constraints at their time.
    Existing,
}

/// What came of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// It is in, and no other live row has its key (or nobody asked).
    Unique,
    /// It is in; another live row may have its key, or uniqueness was not checked.
    MaybeDuplicate,
    /// It is not in: this live row has its key already.
    Conflict(ItemPointer),
}

/// `TOAST_INDEX_TARGET`, a sixteenth of a heap tuple's maximum: longer values are compressed.
const TOAST_INDEX_TARGET: usize = 510;

/// Makes an index tuple, and compresses long values as the server does (`index_form_tuple`,
/// `TOAST_INDEX_HACK`). TOAST pointers must have been fetched by the caller.
pub(crate) fn form_tuple(st: &Store, rel: &Relation, values: &[Datum]) -> Result<Vec<u8>> {
    let mut own: Option<Vec<Datum>> = None;
    for (i, (value, att)) in values.iter().zip(&rel.desc.attrs).enumerate() {
        let (Datum::Ref(v), -1) = (value, att.len) else { continue };
        if varlena::is_extended(v)
            || v.len() <= TOAST_INDEX_TARGET
            || !matches!(att.storage, Storage::Extended | Storage::Main)
        {
            continue;
        }
        let method = att.compression.unwrap_or(st.default_toast_compression);
        let payload = varlena::payload(v);
        let mut out = vec![0; varlena::VARHDRSZ_COMPRESSED];
        // Kept if it saves more than two bytes (toast_compress_datum).
        if codec::compress_into(method, payload, &mut out) && out.len() < payload.len() - 2 {
            varlena::set_compressed_header(&mut out, payload.len(), method);
            own.get_or_insert_with(|| values.to_vec())[i] = Datum::Ref(out.into());
        }
    }
    index_form(&rel.desc, own.as_deref().unwrap_or(values), ItemPointer::default())
}

/// Whether the index merges duplicates (`BTGetDeduplicateItems`).
fn deduplicates(rel: &Relation) -> bool {
    rel.options.deduplicate_items.unwrap_or(true)
}

/// Returns 0, since no page is split while VACUUM works on the index (`_bt_vacuum_cycleid`).
fn vacuum_cycle_id(_rel: &Relation) -> u16 {
    0
}

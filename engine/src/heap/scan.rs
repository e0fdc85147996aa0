//! Reading rows: the sequential scan (`heapgettup_pagemode`) and fetches by TID.

use std::rc::Rc;

use super::{HeapTuple, Relation};
use crate::buffer::BufferId;
use crate::error::Result;
use crate::ids::ItemPointer;
use crate::store::Store;
use crate::xact::Snapshot;

/// A sequential scan, page at a time.
#[derive(Debug)]
pub struct HeapScan {
    rel: Rc<Relation>,
}

impl HeapScan {
    /// Starts at the first block. The number of blocks is fixed now; more than a quarter of
    /// shared_buffers makes the scan use a ring.
    pub fn begin(_st: &Store, rel: &Rc<Relation>, _snapshot: Snapshot) -> HeapScan {
        HeapScan { rel: Rc::clone(rel) }
    }
    /// Starts over (`heap_rescan`).
    pub fn rescan(&mut self, _st: &mut Store) {
        todo!("rescan {:?}", self.rel)
    }
    /// Goes to the next visible row.
    pub fn advance(&mut self, _st: &mut Store) -> Result<Option<ItemPointer>> {
        todo!("advance")
    }
    /// The bytes of the row `advance` came to, on their page.
    pub fn current<'a>(&self, _st: &'a Store) -> &'a [u8] {
        todo!("current")
    }
    /// `advance`, with the bytes copied out.
    pub fn next(&mut self, _st: &mut Store) -> Result<Option<HeapTuple>> {
        todo!("next")
    }
    /// Gives the pinned page up (`heap_endscan`).
    pub fn end(&mut self, _st: &mut Store) {
        todo!("end")
    }
}

/// The row at `tid` itself, if the snapshot sees it (`heap_fetch`): no HOT chain.
pub fn fetch(
    _st: &mut Store,
    _rel: &Relation,
    _tid: ItemPointer,
    _snapshot: &Snapshot,
) -> Result<Option<HeapTuple>> {
    todo!("fetch")
}

/// Fetches rows for an index scan, keeping the last page pinned (`IndexFetchHeapData`): going on
/// within a page is not counted.
#[derive(Debug, Default)]
pub struct IndexFetch {
    buffer: Option<BufferId>,
}

/// What an index entry led to.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// The visible member of the HOT chain.
    pub tuple: Option<HeapTuple>,
    /// Nobody sees any member: the index entry can be killed.
    pub all_dead: bool,
}

impl IndexFetch {
    /// Nothing pinned yet.
    pub fn new() -> IndexFetch {
        IndexFetch::default()
    }
    /// Follows the HOT chain from `tid` (`heapam_index_fetch_tuple`), pruning the page first when
    /// it is a new one.
    pub fn fetch(
        &mut self,
        _st: &mut Store,
        _rel: &Relation,
        _tid: ItemPointer,
        _snapshot: &Snapshot,
    ) -> Result<Fetched> {
        todo!("fetch {:?}", self.buffer)
    }
    /// Gives the page up (`heapam_index_fetch_reset`).
    pub fn reset(&mut self, _st: &mut Store) {
        todo!("reset")
    }
}

/// One such fetch with a begin and an end around it (`table_index_fetch_tuple_check` and others).
pub fn index_fetch(
    _st: &mut Store,
    _rel: &Relation,
    _tid: ItemPointer,
    _snapshot: &Snapshot,
) -> Result<Fetched> {
    todo!("index_fetch")
}

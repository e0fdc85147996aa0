//! Reading rows: the sequential scan (`heapgetpage`, `heapgettup_pagemode`) and fetches by TID.

use crate::clock::{self, Kind};
use std::rc::Rc;

use super::hio::main_tag;
use super::visibility::is_surely_dead;
use super::{HeapTuple, Persistence, Relation, prune_page_opt, satisfies_visibility};
use crate::buffer::{BufferId, BufferTag, ReadStream, Strategy, StrategyKind};
use crate::bytes::Bytes;
use crate::error::Result;
use crate::ids::{BlockNumber, ForkNumber, ItemPointer, OffsetNumber, TransactionId};
use crate::page;
use crate::store::Store;
use crate::tuple::header;
use crate::xact::Snapshot;

/// A sequential scan, page at a time.
#[derive(Debug)]
pub struct HeapScan {
    rel: Rc<Relation>,
    snapshot: Snapshot,
    blocks: u32,
    /// The rows wanted, both included (`rs_mintid`, `rs_maxtid`).
    range: Option<(ItemPointer, ItemPointer)>,
    strategy: Option<Strategy>,
    stream: Option<ReadStream>,
    next_block: u32,
    /// The block that the stream asks for next.
    next_ahead: u32,
    buffer: Option<BufferId>,
    visible: Vec<OffsetNumber>,
    next_visible: usize,
}

impl HeapScan {
    /// Begins a scan at the first block. The number of blocks is fixed now; if it exceeds a quarter
    /// of shared_buffers, the scan uses a ring.
    pub fn begin(st: &Store, rel: &Rc<Relation>, snapshot: Snapshot) -> HeapScan {
        let blocks = st.pool.nblocks(rel.file, ForkNumber::Main);
        let shared = st.pool.shared_buffers();
        let big = rel.persistence != Persistence::Temp && blocks > shared / 4;
        let strategy = big.then(|| Strategy::new(StrategyKind::BulkRead, st.release, shared));
        HeapScan {
            rel: Rc::clone(rel),
            snapshot,
            blocks,
            range: None,
            stream: ReadStream::new(st.release, &st.pool, rel.file, strategy.as_ref()),
            strategy,
            next_block: 0,
            next_ahead: 0,
            buffer: None,
            visible: Vec::new(),
            next_visible: 0,
        }
    }
    /// Limits the scan to the rows from `low` to `high`, both included; other pages are not read
    /// (`heap_set_tidrange`). It uses no ring, as `table_beginscan_tidrange` asks for none.
    pub fn within(mut self, low: ItemPointer, high: ItemPointer) -> HeapScan {
        self.strategy = None;
        self.next_block = low.block.0;
        self.next_ahead = low.block.0;
        self.blocks = self.blocks.min(high.block.0.saturating_add(1));
        self.range = Some((low, high));
        self
    }
    /// Starts over (`heap_rescan`).
    pub fn rescan(&mut self, st: &mut Store) {
        self.end(st);
        self.blocks = st.pool.nblocks(self.rel.file, ForkNumber::Main);
        self.next_block = 0;
        self.next_ahead = 0;
    }
    /// Whether the scan has read a page since it was started or restarted.
    pub fn is_started(&self) -> bool {
        self.next_block > 0
    }
    /// The scanned relation.
    pub fn relation(&self) -> &Rc<Relation> {
        &self.rel
    }

    /// Goes to a page, prunes it, and notes its visible rows (`heapgetpage`). A snapshot that is
    /// not MVCC neither prunes nor trusts the page's all-visible flag.
    fn get_page(&mut self, st: &mut Store, block: u32) -> Result<()> {
        if let Some(old) = self.buffer.take() {
            st.pool.release(old);
        }
        self.visible.clear();
        self.next_visible = 0;
        let tag = main_tag(&self.rel, BlockNumber(block));
        let strategy = self.strategy.as_mut();
        let buffer = match &mut self.stream {
            None => st.pool.read_with_strategy(tag, strategy)?,
            Some(stream) => {
                let (next, end) = (&mut self.next_ahead, self.blocks);
                let mut blocks = || {
                    let block = BlockNumber(*next);
                    *next += 1;
                    (block.0 < end).then_some(BufferTag { block, ..tag })
                };
                match stream.next(&mut st.pool, strategy, &mut blocks)? {
                    Some(buffer) => buffer,
                    None => return Ok(()),
                }
            }
        };
        self.buffer = Some(buffer);
        let mvcc = matches!(self.snapshot, Snapshot::Mvcc { .. });
        if mvcc {
            prune_page_opt(st, &self.rel, buffer)?;
        }
        let bytes = st.pool.page(buffer).bytes();
        let all_visible = mvcc && page::is_all_visible(bytes);
        clock::add(Kind::TupleSeen, u64::from(page::max_offset(bytes)));
        for o in 1..=page::max_offset(bytes) {
            let off = OffsetNumber(o);
            let bytes = st.pool.page(buffer).bytes();
            if page::item_id(bytes, off).is_normal()
                && (all_visible || satisfies_visibility(st, buffer, off, &self.snapshot))
            {
                self.visible.push(off);
            }
        }
        if let Some((low, high)) = self.range {
            let wanted = |&offset: &OffsetNumber| {
                let tid = ItemPointer { block: BlockNumber(block), offset };
                low <= tid && tid <= high
            };
            self.visible.retain(wanted);
        }
        Ok(())
    }

    /// Goes to the next visible row.
    #[inline]
    pub fn advance(&mut self, st: &mut Store) -> Result<Option<ItemPointer>> {
        loop {
            if self.buffer.is_some() && self.next_visible < self.visible.len() {
                let offset = self.visible[self.next_visible];
                self.next_visible += 1;
                let block = BlockNumber(self.next_block - 1);
                return Ok(Some(ItemPointer { block, offset }));
            }
            if self.next_block >= self.blocks {
                self.end(st);
                return Ok(None);
            }
            self.next_block += 1;
            self.get_page(st, self.next_block - 1)?;
        }
    }
    /// The bytes of the current row, on their page.
    ///
    /// # Panics
    /// If the last `advance` did not come to a row.
    #[inline]
    pub fn current<'a>(&self, st: &'a Store) -> &'a [u8] {
        let buffer = self.buffer.expect("the scan is on a row");
        page::item(st.pool.page(buffer).bytes(), self.visible[self.next_visible - 1])
    }
    /// The bytes of the next visible row, copied.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self, st: &mut Store) -> Result<Option<HeapTuple>> {
        Ok(self.advance(st)?.map(|tid| HeapTuple { tid, bytes: Bytes::from(self.current(st)) }))
    }
    /// Unpins the page (`heap_endscan`).
    pub fn end(&mut self, st: &mut Store) {
        if let Some(buffer) = self.buffer.take() {
            st.pool.release(buffer);
        }
        if let Some(stream) = &mut self.stream {
            stream.reset(&mut st.pool);
        }
        self.visible.clear();
        self.next_visible = 0;
    }
}

/// The row version at `tid`, if the snapshot sees it (`heap_fetch`); its HOT chain is not followed.
pub fn fetch(
    st: &mut Store,
    rel: &Relation,
    tid: ItemPointer,
    snapshot: &Snapshot,
) -> Result<Option<HeapTuple>> {
    let mut slot = None;
    let found = fetch_into(st, rel, tid, snapshot, &mut slot);
    slot.into_iter().for_each(|buffer| st.pool.release(buffer));
    found
}

/// [`fetch`], after which the `slot` pins the row's page in place of the page that it pinned before.
pub fn fetch_into(
    st: &mut Store,
    rel: &Relation,
    tid: ItemPointer,
    snapshot: &Snapshot,
    slot: &mut Option<BufferId>,
) -> Result<Option<HeapTuple>> {
    if tid.block.0 >= st.pool.nblocks(rel.file, ForkNumber::Main) {
        return Ok(None);
    }
    let buffer = st.pool.read(main_tag(rel, tid.block))?;
    slot.replace(buffer).into_iter().for_each(|old| st.pool.release(old));
    clock::add(Kind::TupleSeen, 1);
    let bytes = st.pool.page(buffer).bytes();
    let there = tid.offset.0 >= 1
        && tid.offset.0 <= page::max_offset(bytes)
        && page::item_id(bytes, tid.offset).is_normal();
    let found = there && satisfies_visibility(st, buffer, tid.offset, snapshot);
    let tuple = found.then(|| HeapTuple {
        tid,
        bytes: Bytes::from(page::item(st.pool.page(buffer).bytes(), tid.offset)),
    });
    Ok(tuple)
}

/// What an index entry led to.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// The visible member of the HOT chain.
    pub tuple: Option<HeapTuple>,
    /// Nobody sees any member: the index entry can be killed.
    pub all_dead: bool,
}

/// The row at `tid`, without counting a buffer access, for a caller that has its page pinned.
pub fn peek_row(st: &Store, rel: &Relation, tid: ItemPointer) -> Option<HeapTuple> {
    let kept = st.pool.raw_page(main_tag(rel, tid.block))?;
    let page = kept.bytes();
    let there = tid.offset.0 >= 1
        && tid.offset.0 <= page::max_offset(page)
        && page::item_id(page, tid.offset).is_normal();
    there.then(|| HeapTuple { tid, bytes: page::item(page, tid.offset).into() })
}

/// The offsets of all rows of a HOT chain from its root on (`heap_hot_search_buffer` under
/// SnapshotAny).
pub fn hot_chain(page: &page::PageBytes, root: OffsetNumber) -> Vec<OffsetNumber> {
    let mut members = Vec::new();
    let mut offset = root;
    while offset.0 >= 1 && offset.0 <= page::max_offset(page) && members.len() < 300 {
        let id = page::item_id(page, offset);
        if id.is_redirected() && members.is_empty() && offset == root {
            offset = OffsetNumber(id.redirect_to());
            continue;
        }
        if !id.is_normal() {
            break;
        }
        let tuple = page::item(page, offset);
        if offset == root && header::is_heap_only(tuple) {
            break;
        }
        members.push(offset);
        if !header::is_hot_updated(tuple) {
            break;
        }
        offset = header::ctid(tuple).offset;
    }
    members
}

/// Follows a HOT chain on a pinned page (`heap_hot_search_buffer`, first call). Returns the offset
/// of the visible member, and whether all members are dead to everyone.
pub fn hot_search(
    st: &mut Store,
    rel: &Relation,
    buffer: BufferId,
    tid: ItemPointer,
    snapshot: &Snapshot,
) -> (Option<OffsetNumber>, bool) {
    let mut off = tid.offset;
    let mut at_start = true;
    let mut all_dead = true;
    let mut prev_xmax = TransactionId::INVALID;
    loop {
        let bytes = st.pool.page(buffer).bytes();
        if off.0 < 1 || off.0 > page::max_offset(bytes) {
            break;
        }
        let id = page::item_id(bytes, off);
        if !id.is_normal() {
            if id.is_redirected() && at_start {
                off = OffsetNumber(id.redirect_to());
                at_start = false;
                continue;
            }
            break;
        }
        clock::add(Kind::TupleSeen, 1);
        let t = page::item(bytes, off);
        if at_start && header::is_heap_only(t) {
            break;
        }
        if prev_xmax.is_valid() && prev_xmax != header::xmin(t) {
            break;
        }
        if satisfies_visibility(st, buffer, off, snapshot) {
            return (Some(off), false);
        }
        if all_dead && !is_surely_dead(st, buffer, off, rel.persistence == Persistence::Temp) {
            all_dead = false;
        }
        let t = page::item(st.pool.page(buffer).bytes(), off);
        if !header::is_hot_updated(t) {
            break;
        }
        off = header::ctid(t).offset;
        at_start = false;
        prev_xmax = st.xact.update_xid(t);
    }
    (None, all_dead)
}

/// Fetches rows for an index scan, keeping the last page pinned (`IndexFetchHeapData`): going on
/// within a page is not counted.
#[derive(Debug, Default)]
pub struct IndexFetch {
    buffer: Option<BufferId>,
    /// The page with the row in the scan's slot, which pins it too.
    slot: Option<BufferId>,
}

impl IndexFetch {
    /// A fetch with no page pinned.
    pub fn new() -> IndexFetch {
        IndexFetch::default()
    }
    /// Follows the HOT chain from `tid`, pruning a page when it is first pinned
    /// (`heapam_index_fetch_tuple`). Returns where the visible row is, without its bytes.
    pub fn locate(
        &mut self,
        st: &mut Store,
        rel: &Relation,
        tid: ItemPointer,
        snapshot: &Snapshot,
    ) -> Result<(Option<ItemPointer>, bool)> {
        let old = self.buffer.take();
        let buffer = st.pool.release_and_read(old, main_tag(rel, tid.block))?;
        self.buffer = Some(buffer);
        if old != Some(buffer) {
            prune_page_opt(st, rel, buffer)?;
        }
        let (off, all_dead) = hot_search(st, rel, buffer, tid, snapshot);
        Ok((off.map(|offset| ItemPointer { block: tid.block, offset }), all_dead))
    }
    /// Goes to a page that is pinned already, pruning it: the next rows are there.
    pub fn go_to(&mut self, st: &mut Store, rel: &Relation, buffer: BufferId) -> Result<()> {
        self.reset(st);
        self.buffer = Some(buffer);
        prune_page_opt(st, rel, buffer)
    }
    /// The bytes of the row that [`IndexFetch::locate`] found, on their page.
    pub fn bytes<'a>(&self, st: &'a Store, tid: ItemPointer) -> &'a [u8] {
        match self.buffer {
            Some(buffer) => page::item(st.pool.page(buffer).bytes(), tid.offset),
            None => &[],
        }
    }
    /// The bytes of the row at a place, copied; see [`IndexFetch::locate`].
    pub fn fetch(
        &mut self,
        st: &mut Store,
        rel: &Relation,
        tid: ItemPointer,
        snapshot: &Snapshot,
    ) -> Result<Fetched> {
        let (found, all_dead) = self.locate(st, rel, tid, snapshot)?;
        let tuple = found.map(|tid| HeapTuple { tid, bytes: Bytes::from(self.bytes(st, tid)) });
        Ok(Fetched { tuple, all_dead })
    }
    /// Puts the row that was just found into the scan's slot, which pins its page until the next row is there
    /// (`ExecStoreBufferHeapTuple`): the scan does not prune the page when it comes back to it meanwhile.
    pub fn fill_slot(&mut self, st: &mut Store) {
        if self.slot != self.buffer {
            self.buffer.iter().for_each(|b| st.pool.pin_again(*b));
            let old = std::mem::replace(&mut self.slot, self.buffer);
            old.into_iter().for_each(|b| st.pool.release(b));
        }
    }
    /// Unpins the pages (`heapam_index_fetch_reset`, `ExecClearTuple`).
    pub fn reset(&mut self, st: &mut Store) {
        let pinned = self.buffer.take().into_iter().chain(self.slot.take());
        pinned.for_each(|b| st.pool.release(b));
    }
}

/// Fetches a single row for a TID from an index (`table_index_fetch_tuple_check` and others).
pub fn index_fetch(
    st: &mut Store,
    rel: &Relation,
    tid: ItemPointer,
    snapshot: &Snapshot,
) -> Result<Fetched> {
    let mut fetch = IndexFetch::new();
    let fetched = fetch.fetch(st, rel, tid, snapshot);
    fetch.reset(st);
    fetched
}

//! INSERT (`heap_insert`, `heap_multi_insert`).

use super::hio::{MapPins, get_buffer_for_tuple, put_heap_tuple};
use super::{Relation, log, visibility_map};
use crate::buffer::{BufferId, Strategy, StrategyKind};
use crate::clock::{self, Kind};
use crate::error::Result;
use crate::event::Event;
use crate::ids::{BlockNumber, CommandId, ItemPointer, TransactionId};
use crate::page::{self, BLCKSZ, layout::*};
use crate::store::Store;
use crate::tuple::header;
use crate::tuple::layout::infomask::*;

/// How a row is inserted (`HEAP_INSERT_*`).
#[derive(Clone, Copy, Debug, Default)]
pub struct InsertOptions {
    /// Do not look into the free space map.
    pub skip_fsm: bool,
    /// Insert as frozen.
    pub frozen: bool,
    /// The row may be taken back: the token of `INSERT ... ON CONFLICT`, which stands in `t_ctid` until
    /// all indexes have taken the row.
    pub speculative: Option<u32>,
    /// The relation is the transient one of a rewrite, whose counters go with it.
    pub transient: bool,
}

/// `BulkInsertState`: keeps the current page pinned, and writes through a ring.
#[derive(Debug)]
pub struct BulkInsert {
    pub(super) strategy: Strategy,
    pub(super) current: Option<BufferId>,
    /// Pages that were added and have no rows yet: the first, the last.
    pub(super) unused: Option<(BlockNumber, BlockNumber)>,
    /// How many pages were added so far (`already_extended_by`).
    pub(super) added: u32,
}

impl BulkInsert {
    /// Begins a bulk insertion (`GetBulkInsertState`).
    pub fn new(st: &Store) -> BulkInsert {
        let strategy = Strategy::new(StrategyKind::BulkWrite, st.release, st.pool.shared_buffers());
        BulkInsert { strategy, current: None, unused: None, added: 0 }
    }
    /// Ends the bulk insertion and releases its page (`FreeBulkInsertState`).
    pub fn finish(self, st: &mut Store) {
        if let Some(current) = self.current {
            st.pool.release(current);
        }
    }
}

/// Sets the header's transaction fields (`heap_prepare_insert`). `frozen`: the row is visible to
/// everyone at once.
fn prepare(tuple: &mut [u8], xid: TransactionId, cid: CommandId, frozen: bool) {
    let mut mask = header::infomask(tuple) & !HEAP_XACT_MASK | HEAP_XMAX_INVALID;
    if frozen {
        mask |= HEAP_XMIN_FROZEN;
    }
    let mask2 = header::infomask2(tuple) & !HEAP2_XACT_MASK;
    header::set_infomask(tuple, mask);
    header::set_infomask2(tuple, mask2);
    header::set_xmin(tuple, xid);
    header::set_cmin(tuple, cid.0);
    header::set_xmax(tuple, TransactionId::INVALID);
}

/// Clears the page's all-visible flag and its bits in the visibility map. The caller logs it.
pub(super) fn clear_all_visible(
    st: &mut Store,
    rel: &Relation,
    buffer: BufferId,
    map: &mut Option<BufferId>,
) -> Result<()> {
    let block = st.pool.block(buffer);
    page::set_flag(st.pool.page_mut(buffer).bytes_mut(), PD_ALL_VISIBLE, false);
    visibility_map::pin(st, rel, block, map)?;
    if let Some(map) = *map {
        visibility_map::clear(st, rel, block, map, visibility_map::VALID_BITS)?;
    }
    Ok(())
}

/// Puts a formed and toasted tuple on a page (`heap_insert`, after the toaster was called). Sets
/// the header's transaction fields; `tuple` then has the bytes as stored. The caller must have
/// assigned the xid before toasting (`xact.assign_xid()`).
pub fn insert(
    st: &mut Store,
    rel: &Relation,
    tuple: &mut [u8],
    cid: CommandId,
    options: InsertOptions,
    bulk: Option<&mut BulkInsert>,
) -> Result<ItemPointer> {
    let xid = st.xact.assign_xid();
    prepare(tuple, xid, cid, options.frozen);
    clock::add(Kind::HeapInsert, 1);
    let mut maps = MapPins::default();
    let buffer = get_buffer_for_tuple(st, rel, (tuple.len(), 1), None, options, bulk, &mut maps)?;
    let tid = put_heap_tuple(st, buffer, tuple, options.speculative)?;
    let cleared = page::is_all_visible(st.pool.page(buffer).bytes()) && !options.frozen;
    if cleared {
        clear_all_visible(st, rel, buffer, &mut maps.found)?;
    }
    let cleared = maps.found.filter(|_| cleared);
    st.pool.mark_dirty(buffer);
    if rel.needs_wal() {
        log::insert(st, buffer, tuple, tid.offset, cleared, options.speculative.is_some());
    }
    st.pool.release(buffer);
    maps.release(st);
    if !options.transient {
        st.statistics.inserted(rel.oid, 1);
    }
    st.events.emit(|| Event::TupleInserted { rel: rel.oid, tid, length: tuple.len(), xid });
    Ok(tid)
}

/// How many pages the tuples take if each page is filled from the start
/// (`heap_multi_insert_pages`); `save` bytes stay free on each. After a tuple that is larger than that leaves room
/// for, no page is counted any more: the server's unsigned subtraction wraps around.
fn pages_needed(tuples: &[Vec<u8>], save: usize) -> u32 {
    let room = (BLCKSZ - SIZE_OF_PAGE_HEADER).saturating_sub(save);
    let (mut pages, mut left) = (1, room);
    for tuple in tuples {
        let size = SIZE_OF_ITEM_ID + maxalign(tuple.len());
        if left < size {
            pages += 1;
            left = room;
        }
        left = left.wrapping_sub(size);
    }
    pages
}

/// Puts several tuples on pages, filling one page after the other (`heap_multi_insert`, COPY).
pub fn multi_insert(
    st: &mut Store,
    rel: &Relation,
    tuples: &mut [Vec<u8>],
    cid: CommandId,
    options: InsertOptions,
    mut bulk: Option<&mut BulkInsert>,
) -> Result<Vec<ItemPointer>> {
    let xid = st.xact.assign_xid();
    let save = rel.target_free_space();
    tuples.iter_mut().for_each(|t| prepare(t, xid, cid, options.frozen));
    let mut tids = Vec::with_capacity(tuples.len());
    clock::add(Kind::HeapInsert, tuples.len() as u64);
    let mut maps = MapPins::default();
    let (mut pages, mut empty) = (0u32, false);
    while tids.len() < tuples.len() {
        let first = tids.len();
        pages = if empty { pages.saturating_sub(1) } else { pages_needed(&tuples[first..], save) };
        let need = (tuples[first].len(), pages.max(1));
        let buffer =
            get_buffer_for_tuple(st, rel, need, None, options, bulk.as_deref_mut(), &mut maps)?;
        empty = page::max_offset(st.pool.page(buffer).bytes()) == 0;
        let init = page::max_offset(st.pool.page(buffer).bytes()) == 0;
        let all_frozen = options.frozen && init;
        for tuple in &mut tuples[first..] {
            let free = page::heap_free_space(st.pool.page(buffer).bytes());
            if tids.len() > first && free < maxalign(tuple.len()) + save {
                break;
            }
            let tid = put_heap_tuple(st, buffer, tuple, None)?;
            tids.push(tid);
            let length = tuple.len();
            st.events.emit(|| Event::TupleInserted { rel: rel.oid, tid, length, xid });
        }
        let cleared = page::is_all_visible(st.pool.page(buffer).bytes()) && !options.frozen;
        if cleared {
            clear_all_visible(st, rel, buffer, &mut maps.found)?;
        } else if all_frozen {
            page::set_flag(st.pool.page_mut(buffer).bytes_mut(), PD_ALL_VISIBLE, true);
        }
        st.pool.mark_dirty(buffer);
        if rel.needs_wal() {
            let offsets: Vec<_> = tids[first..].iter().map(|tid| tid.offset).collect();
            let record = log::MultiInsert {
                tuples: &tuples[first..tids.len()],
                offsets: &offsets,
                init,
                cleared: maps.found.filter(|_| cleared),
                all_frozen,
                last: tids.len() == tuples.len(),
            };
            log::multi_insert(st, buffer, &record);
        }
        if all_frozen && let Some(map) = maps.found {
            let set = visibility_map::BitsToSet {
                heap: buffer,
                cutoff: TransactionId::INVALID,
                flags: visibility_map::VALID_BITS,
            };
            visibility_map::set(st, rel, map, set)?;
        }
        st.pool.release(buffer);
    }
    maps.release(st);
    st.statistics.inserted(rel.oid, tids.len() as u64);
    Ok(tids)
}

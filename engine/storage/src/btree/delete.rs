//! Deleting entries without VACUUM, when a leaf is full: those known dead, and, where an UPDATE
//! brings yet another version of a row, old versions (`_bt_simpledel_pass`,
//! `_bt_bottomupdel_pass`, `_bt_delitems_delete_check`).

use super::dedup::PendingPosting;
use super::heap_check::{DeleteOp, DeleteStatus, DeleteTid, IndexedHeap};
use super::key::{keep_natts_fast, nkeys};
use super::layout::*;
use super::pages::*;
use super::posting;
use crate::buffer::BufferId;
use crate::error::Result;
use crate::event::Event;
use crate::heap::Relation;
use crate::ids::{BlockNumber, OffsetNumber, TransactionId};
use crate::page::{self, BLCKSZ};
use crate::sort::Arrange;
use crate::store::Store;

impl DeleteOp {
    /// Nothing to delete so far; `free_space` is what deletion should gain.
    fn new(bottom_up: bool, free_space: usize) -> DeleteOp {
        let latest_removed = TransactionId::INVALID;
        DeleteOp { bottom_up, free_space, tids: vec![], status: vec![], latest_removed }
    }
    /// Adds a row's TID that may be deleted, with what is known of it.
    fn push(&mut self, tid: crate::ids::ItemPointer, status: DeleteStatus) {
        self.tids.push(DeleteTid { tid, id: self.status.len() as u16 });
        self.status.push(status);
    }
}

/// Deletes the LP_DEAD entries at `dead`, and other dead entries found on the heap blocks that are
/// visited for them (`_bt_simpledel_pass`).
pub(super) fn simple_pass(
    st: &mut Store,
    rel: &Relation,
    heap: &dyn IndexedHeap,
    buf: BufferId,
    dead: &[u16],
    new: &[u8],
) -> Result<()> {
    let pg = bytes(st, buf);
    let mut blocks: Vec<BlockNumber> = tids_of(pg, dead).iter().map(|t| t.block).collect();
    blocks.push(tuple::t_tid(new).block);
    blocks.arrange();
    blocks.dedup();
    let mut op = DeleteOp::new(false, 0);
    for offset in Opaque::of(pg).first_data_key()..=max_offset(pg) {
        let deletable = is_dead(pg, offset);
        for tid in tuple::heap_tids(item(pg, offset)) {
            if blocks.binary_search(&tid.block).is_ok() {
                op.push(tid, DeleteStatus { offset, deletable, promising: false, free_space: 0 });
            }
        }
    }
    delete_check(st, rel, heap, buf, &mut op)
}

/// Asks the heap which of the page's duplicates are old versions, and deletes them
/// (`_bt_bottomupdel_pass`). True if the page needs no deduplication now.
pub(super) fn bottom_up_pass(
    st: &mut Store,
    rel: &Relation,
    heap: &dyn IndexedHeap,
    buf: BufferId,
    newsz: usize,
) -> Result<bool> {
    let newsz = newsz + ITEM_ID;
    let pg = bytes(st, buf);
    let n = nkeys(rel);
    let mut op = DeleteOp::new(true, (BLCKSZ / 16).max(newsz));
    let mut pending = PendingPosting::new(BLCKSZ);
    let min = Opaque::of(pg).first_data_key();
    let mut first = min;
    let mut any_duplicates = false;
    let max = max_offset(pg);
    for offset in min..=max {
        let t = item(pg, offset);
        if offset == min {
            pending.start(t);
        } else if keep_natts_fast(rel, &pending.base, t)? > n && pending.save(t) {
            // Another version with the same key.
        } else {
            any_duplicates |= finish_interval(pg, first..offset, &mut op);
            pending.start(t);
            first = offset;
        }
    }
    if first <= max {
        any_duplicates |= finish_interval(pg, first..max + 1, &mut op);
    }
    if op.tids.is_empty() {
        return Ok(true);
    }
    delete_check(st, rel, heap, buf, &mut op)?;
    Ok(!any_duplicates || exact_free_space(bytes(st, buf)) >= (BLCKSZ / 24).max(newsz))
}

/// Appends the TIDs of a run of equal entries to `op` (`_bt_bottomupdel_finish_pending`). Returns
/// whether the run has several entries.
fn finish_interval(pg: &PageBytes, offsets: std::ops::Range<u16>, op: &mut DeleteOp) -> bool {
    let duplicates = offsets.len() > 1;
    for offset in offsets {
        let t = item(pg, offset);
        if !tuple::is_posting(t) {
            let free_space = (item_len(pg, offset) + ITEM_ID) as u16;
            let status =
                DeleteStatus { offset, deletable: false, promising: duplicates, free_space };
            op.push(tuple::t_tid(t), status);
            continue;
        }
        // At most one row of a list is taken for an old version: one on its predominant block.
        let n = tuple::n_posting(t);
        let block = |i: usize| tuple::posting_n(t, i).block;
        let first = duplicates && block(0) == block(n / 2);
        let last = duplicates && !first && block(n / 2) == block(n - 1);
        for (i, tid) in tuple::heap_tids(t).enumerate() {
            let promising = (first && i == 0) || (last && i == n - 1);
            let status =
                DeleteStatus { offset, deletable: false, promising, free_space: TID_SIZE as u16 };
            op.push(tid, status);
        }
    }
    duplicates
}

/// Asks the heap, then deletes what it allowed (`_bt_delitems_delete_check`).
fn delete_check(
    st: &mut Store,
    rel: &Relation,
    heap: &dyn IndexedHeap,
    buf: BufferId,
    op: &mut DeleteOp,
) -> Result<()> {
    heap.delete_tuples(st, op)?;
    if op.tids.is_empty() {
        return Ok(());
    }
    op.tids.arrange_by_key(|d| d.id);
    let pg = bytes(st, buf);
    let (mut deletable, mut updatable) = (vec![], vec![]);
    let mut i = 0;
    while i < op.tids.len() {
        let offset = op.status[op.tids[i].id as usize].offset;
        let end = op.tids[i..]
            .iter()
            .position(|d| op.status[d.id as usize].offset != offset)
            .map_or(op.tids.len(), |n| i + n);
        let gone: Vec<_> = op.tids[i..end]
            .iter()
            .filter(|d| op.status[d.id as usize].deletable)
            .map(|d| d.tid)
            .collect();
        let t = item(pg, offset);
        let places: Vec<u16> = tuple::heap_tids(t)
            .enumerate()
            .filter(|(_, tid)| gone.contains(tid))
            .map(|(p, _)| p as u16)
            .collect();
        let n = if tuple::is_posting(t) { tuple::n_posting(t) } else { 1 };
        if places.len() == n {
            deletable.push(offset);
        } else if !places.is_empty() {
            updatable.push((offset, places));
        }
        i = end;
    }
    if deletable.is_empty() && updatable.is_empty() {
        return Ok(());
    }
    delete_items(st, rel, buf, &deletable, &updatable, Some(op.latest_removed))
}

/// Shortens posting lists, then removes whole entries (`_bt_delitems_delete` or, without
/// `latest_removed`, `_bt_delitems_vacuum`). `updatable` has for each posting list the offset of its
/// entry and the positions of the TIDs to remove; `deletable` has the offsets of whole entries.
pub(super) fn delete_items(
    st: &mut Store,
    rel: &Relation,
    buf: BufferId,
    deletable: &[u16],
    updatable: &[(u16, Vec<u16>)],
    latest_removed: Option<TransactionId>,
) -> Result<()> {
    let pg = bytes_mut(st, buf);
    for (offset, places) in updatable {
        let new = posting::without(item(pg, *offset), places);
        if !page::index_tuple_overwrite(pg, OffsetNumber(*offset), &new)? {
            return crate::err!(
                INTERNAL_ERROR,
                "failed to update partially dead item in index \"{}\"",
                rel.name
            );
        }
    }
    if !deletable.is_empty() {
        let offs: Vec<OffsetNumber> = deletable.iter().map(|&o| OffsetNumber(o)).collect();
        page::index_multi_delete(pg, &offs)?;
    }
    Opaque::change(pg, |o| {
        o.flags &= !BTP_HAS_GARBAGE;
        if latest_removed.is_none() {
            o.cycleid = 0;
        }
    });
    st.pool.mark_dirty(buf);
    if rel.needs_wal() {
        super::log::delete_items(st, buf, deletable, updatable, latest_removed);
    }
    let block = BlockNumber(block_of(st, buf));
    let count = deletable.len() + updatable.iter().map(|(_, p)| p.len()).sum::<usize>();
    st.events.emit(|| Event::IndexEntriesDeleted { index: rel.oid, block, count });
    Ok(())
}

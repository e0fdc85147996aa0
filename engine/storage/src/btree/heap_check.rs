//! What an index asks the heap: is this row alive, is it dead to everyone, which of these many
//! rows are (`table_index_fetch_tuple_check`, `heap_index_delete_tuples`).

use super::pg_qsort;
use crate::buffer::{BufferId, BufferTag};
use crate::error::Result;
use crate::heap::{Relation, advance_latest_removed, index_fetch, satisfies_visibility};
use crate::ids::{BlockNumber, ForkNumber, ItemPointer, OffsetNumber, TransactionId};
use crate::page;
use crate::sort::Arrange;
use crate::store::Store;
use crate::tuple::header;
use crate::xact::Snapshot;

/// The answer about one row (a HOT chain).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TupleCheck {
    /// A version is alive, or may become so when its transaction commits.
    pub found: bool,
    /// No version is visible to anybody.
    pub all_dead: bool,
}

/// One row that could be deletable (`TM_IndexDelete`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeleteTid {
    /// The row.
    pub tid: ItemPointer,
    /// Its place in [`DeleteOp::status`].
    pub id: u16,
}

/// What is known of it (`TM_IndexStatus`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeleteStatus {
    /// Its entry's line pointer on the index page.
    pub offset: u16,
    /// It can go; in: the entry is LP_DEAD; out: the heap says so.
    pub deletable: bool,
    /// Bottom-up: it is one of several versions with the same key.
    pub promising: bool,
    /// Bottom-up: bytes its deletion gives back.
    pub free_space: u16,
}

/// A question about all the rows of an index page (`TM_IndexDeleteOp`).
#[derive(Clone, Debug)]
pub struct DeleteOp {
    /// Version churn is suspected: look where it pays, stop when enough was found.
    pub bottom_up: bool,
    /// Bottom-up: bytes wanted.
    pub free_space: usize,
    /// The rows; the heap sorts and shortens this.
    pub tids: Vec<DeleteTid>,
    /// What is known of each.
    pub status: Vec<DeleteStatus>,
    /// Out: the newest xid whose deletion of a row counts (`latestRemovedXid`).
    pub latest_removed: TransactionId,
}

/// The table under an index.
pub trait IndexedHeap {
    /// The table's name, for error details.
    fn name(&self) -> &str;
    /// Looks a row up for a unique check (`table_index_fetch_tuple_check`, dirty snapshot).
    fn fetch_check(&self, st: &mut Store, tid: ItemPointer) -> Result<TupleCheck>;
    /// Whether the row to be inserted is itself alive (`table_index_fetch_tuple_check`, self
    /// snapshot).
    fn is_live(&self, st: &mut Store, tid: ItemPointer) -> Result<bool>;
    /// Finds out which rows' entries can be deleted (`table_index_delete_tuples`).
    fn delete_tuples(&self, st: &mut Store, op: &mut DeleteOp) -> Result<()>;
}

/// A heap relation, asked for real.
#[derive(Clone, Copy, Debug)]
pub struct TableHeap<'a>(pub &'a Relation);

/// The heap of an index, for the questions that the index asks it (`HeapCheck`).
pub fn heap_of(rel: &Relation) -> TableHeap<'_> {
    TableHeap(rel)
}

/// `BOTTOMUP_MAX_NBLOCKS`: heap blocks looked at at most.
const MAX_BLOCKS: usize = 6;
/// `BOTTOMUP_TOLERANCE_NBLOCKS`: how near blocks must be to count as contiguous.
const TOLERANCE_BLOCKS: i64 = 3;

impl IndexedHeap for TableHeap<'_> {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn fetch_check(&self, st: &mut Store, tid: ItemPointer) -> Result<TupleCheck> {
        let fetched = index_fetch(st, self.0, tid, &Snapshot::Dirty)?;
        Ok(TupleCheck { found: fetched.tuple.is_some(), all_dead: fetched.all_dead })
    }

    fn is_live(&self, st: &mut Store, tid: ItemPointer) -> Result<bool> {
        Ok(index_fetch(st, self.0, tid, &Snapshot::SelfSnapshot)?.tuple.is_some())
    }

    /// Asks the heap which entries can go, heap block by heap block (`heap_index_delete_tuples`).
    fn delete_tuples(&self, st: &mut Store, op: &mut DeleteOp) -> Result<()> {
        op.tids.arrange_by_key(|d| d.tid);
        op.latest_removed = TransactionId::INVALID;
        let mut favorable = if op.bottom_up { bottom_up_order(op)? } else { 0 };
        let (mut target, mut freed, mut last_freed) = (op.free_space, 0usize, 0usize);
        let (mut blocks_read, mut final_block) = (0, false);
        let mut pinned: Option<(BlockNumber, BufferId)> = None;
        let mut done = 0;
        for i in 0..op.tids.len() {
            let DeleteTid { tid, id } = op.tids[i];
            if pinned.is_none_or(|(block, _)| block != tid.block) {
                if op.bottom_up {
                    if final_block || (blocks_read >= 1 && freed == last_freed) {
                        break;
                    }
                    last_freed = freed;
                    if favorable > 0 {
                        favorable -= 1;
                    } else {
                        target /= 2;
                    }
                }
                if let Some((_, buf)) = pinned.take() {
                    st.pool.release(buf);
                }
                let tag = BufferTag { file: self.0.file, fork: ForkNumber::Main, block: tid.block };
                pinned = Some((tid.block, st.pool.read(tag)?));
                blocks_read += 1;
            }
            let Some((_, buf)) = pinned else { break };
            let status = &mut op.status[id as usize];
            if !status.deletable {
                if hot_chain_needed(st, buf, tid) {
                    continue;
                }
                status.deletable = true;
                if op.bottom_up {
                    freed += status.free_space as usize;
                    final_block |= freed >= target;
                }
            }
            advance_over_chain(st, buf, tid, &mut op.latest_removed);
            done = i + 1;
        }
        if let Some((_, buf)) = pinned {
            st.pool.release(buf);
        }
        op.tids.truncate(done);
        Ok(())
    }
}

/// Whether some version in a HOT chain may still be visible to somebody (`heap_hot_search_buffer`
/// under a non-vacuumable snapshot).
fn hot_chain_needed(st: &mut Store, buf: BufferId, tid: ItemPointer) -> bool {
    let mut off = tid.offset;
    let mut at_start = true;
    let mut prior_xmax: Option<TransactionId> = None;
    loop {
        let pg = st.pool.page(buf).bytes();
        if off.0 == 0 || off.0 > page::max_offset(pg) {
            return false;
        }
        let lp = page::item_id(pg, off);
        if !lp.is_normal() {
            if lp.is_redirected() && at_start {
                off = OffsetNumber(lp.redirect_to());
                at_start = false;
                continue;
            }
            return false;
        }
        let t = page::item(pg, off);
        let broken = prior_xmax.is_some_and(|xmax| xmax != header::xmin(t));
        if (at_start && header::is_heap_only(t)) || broken {
            return false;
        }
        let next =
            header::is_hot_updated(t).then(|| (header::ctid(t).offset, st.xact.update_xid(t)));
        if satisfies_visibility(st, buf, off, &Snapshot::NonVacuumable) {
            return true;
        }
        let Some((next, xmax)) = next else { return false };
        off = next;
        prior_xmax = Some(xmax);
        at_start = false;
    }
}

/// Raises `latest` to the newest xid that removed a row version of the entry's HOT chain.
fn advance_over_chain(st: &Store, buf: BufferId, tid: ItemPointer, latest: &mut TransactionId) {
    let pg = st.pool.page(buf).bytes();
    let mut off = tid.offset;
    let mut prior_xmax: Option<TransactionId> = None;
    while off.0 > 0 && off.0 <= page::max_offset(pg) {
        let lp = page::item_id(pg, off);
        if lp.is_redirected() {
            off = OffsetNumber(lp.redirect_to());
            continue;
        }
        if !lp.is_normal() {
            return;
        }
        let t = page::item(pg, off);
        if prior_xmax.is_some_and(|xmax| xmax != header::xmin(t)) {
            return;
        }
        advance_latest_removed(&st.xact, t, latest);
        if !header::is_hot_updated(t) {
            return;
        }
        off = header::ctid(t).offset;
        prior_xmax = Some(st.xact.update_xid(t));
    }
}

/// The rows of one heap block (`IndexDeleteCounts`).
#[derive(Clone, Copy)]
struct Group {
    promising: u32,
    count: u32,
    first: usize,
}

/// Sorts `op` by heap block, the most promising blocks first, and keeps only a few blocks
/// (`bottomup_sort_and_shrink`). Returns how many of these are neighbours.
fn bottom_up_order(op: &mut DeleteOp) -> Result<usize> {
    let mut groups: Vec<Group> = vec![];
    for (i, d) in op.tids.iter().enumerate() {
        let new = i == 0 || op.tids[i - 1].tid.block != d.tid.block;
        if new {
            groups.push(Group { promising: 0, count: 0, first: i });
        }
        if let Some(g) = groups.last_mut() {
            g.count += 1;
            g.promising += u32::from(op.status[d.id as usize].promising);
        }
    }
    for g in &mut groups {
        g.promising = if g.promising <= 4 { 4 } else { g.promising.next_power_of_two() };
    }
    pg_qsort(&mut groups, &mut |a, b| {
        Ok(b.promising
            .cmp(&a.promising)
            .then(b.count.next_power_of_two().cmp(&a.count.next_power_of_two()))
            .then(a.first.cmp(&b.first)))
    })?;
    groups.truncate(MAX_BLOCKS);
    let mut favorable = 0;
    let mut last: Option<i64> = None;
    for g in &groups {
        let block = i64::from(op.tids[g.first].tid.block.0);
        if last.is_some_and(|l| (block - l).abs() > TOLERANCE_BLOCKS) {
            break;
        }
        favorable += 1;
        last = Some(block);
    }
    op.tids = groups
        .iter()
        .flat_map(|g| op.tids[g.first..g.first + g.count as usize].iter().copied())
        .collect();
    Ok(favorable)
}

//! VACUUM's work on one heap page (`vacuumlazy.c`: `lazy_scan_prune`, `lazy_vacuum_heap_page`,
//! `heap_page_is_all_visible`).
//!
//! ```text
//! first pass   prune:   dead rows with index entries  LP_NORMAL -> LP_DEAD    (their space is free)
//!              freeze:  old xids in the rows that stay
//! indexes      entries that lead to LP_DEAD go
//! second pass  LP_DEAD -> LP_UNUSED, unused line pointers at the end are cut off
//! ```
//!
//! Row 2 of the recorded `07-storage-anatomy` was updated (row 5) and deleted; the table has no
//! index, so one pass leaves line pointer 2 unused and cuts line pointer 5 off.

use super::log_prune::{self, PruneChanges, PruneReason};
use super::prune::{PruneOptions, PruneResult};
use super::vacuum_freeze::{self, FreezeCutoffs, FrozenHeader, Kept, Oldest};
use super::{Relation, VacuumState, visibility_map};
use crate::buffer::BufferId;
use crate::error::Result;
use crate::event::Event;
use crate::heap;
use crate::ids::{ItemPointer, OffsetNumber, TransactionId};
use crate::page::layout::PD_ALL_VISIBLE;
use crate::page::{self, ItemId};
use crate::store::Store;
use crate::tuple::header;
use crate::versions::{PageFreezing, PruneRecords};

/// The horizons of one VACUUM.
#[derive(Clone, Copy, Debug)]
pub struct Cutoffs {
    /// Rows deleted before this are dead to everyone (`OldestXmin`).
    pub oldest_xmin: TransactionId,
    /// What is frozen.
    pub freeze: FreezeCutoffs,
}

/// What the first pass found on a page (`LVPagePruneState` and counts).
#[derive(Clone, Debug, Default)]
pub struct PrunedPage {
    /// Something is left that keeps the page from being cut off.
    pub has_tuples: bool,
    /// Everybody sees everything that is left.
    pub all_visible: bool,
    /// And it is frozen.
    pub all_frozen: bool,
    /// The newest xid that rows which live were inserted by (`visibility_cutoff_xid`).
    pub cutoff: TransactionId,
    /// Line pointers that are dead now.
    pub dead: Vec<OffsetNumber>,
    /// Rows that were frozen.
    pub frozen: u64,
    /// Rows removed by pruning.
    pub deleted: u64,
    /// Rows that live.
    pub live: u64,
    /// Rows that are dead but that somebody may see.
    pub recently_dead: u64,
}

/// Counts a row of a pruned page, and notes whether everyone sees it.
#[inline]
fn count(
    st: &mut Store,
    buffer: BufferId,
    off: OffsetNumber,
    oldest_xmin: TransactionId,
    found: &mut PrunedPage,
) {
    match heap::satisfies_vacuum(st, buffer, off, oldest_xmin) {
        VacuumState::Live => {
            found.live += 1;
            if found.all_visible {
                found.all_visible = visible_to_all(st, buffer, off, oldest_xmin);
                if found.all_visible {
                    raise_cutoff(st, buffer, off, &mut found.cutoff);
                }
            }
        }
        // Pruning turns dead rows into dead line pointers; none should be left.
        VacuumState::Dead | VacuumState::RecentlyDead => {
            found.recently_dead += 1;
            found.all_visible = false;
        }
        VacuumState::InsertInProgress => found.all_visible = false,
        VacuumState::DeleteInProgress => {
            found.live += 1;
            found.all_visible = false;
        }
    }
}

/// Prunes a page, freezes its old rows, and counts the remaining ones (`lazy_scan_prune`). Lowers
/// `oldest` to the oldest xid that remains.
pub fn scan_prune(
    st: &mut Store,
    rel: &Relation,
    buffer: BufferId,
    cutoffs: &Cutoffs,
    oldest: &mut Kept,
) -> Result<PrunedPage> {
    let images = st.wal.usage().images;
    let unified = st.release.prune_records == PruneRecords::Unified;
    let options = PruneOptions { unused_now: unified && rel.indexes.is_empty(), unlogged: unified };
    let pruned = heap::prune_page(st, rel, buffer, options)?;
    let mut found = PrunedPage {
        all_visible: true,
        all_frozen: true,
        deleted: pruned.deleted as u64,
        ..PrunedPage::default()
    };
    let mut frozen: Vec<(OffsetNumber, FrozenHeader)> = Vec::new();
    let mut stays = Oldest { frozen: oldest.xid, not_frozen: oldest.xid, multi: oldest.multi };
    let mut required = st.release.page_freezing == PageFreezing::OldRows;
    for off in 1..=page::max_offset(st.pool.page(buffer).bytes()) {
        let off = OffsetNumber(off);
        let item = page::item_id(st.pool.page(buffer).bytes(), off);
        if !item.is_used() {
            continue;
        }
        if item.is_redirected() {
            found.has_tuples = true;
            continue;
        }
        if item.is_dead() {
            found.dead.push(off);
            continue;
        }
        count(st, buffer, off, cutoffs.oldest_xmin, &mut found);
        found.has_tuples = true;
        let tuple = page::item(st.pool.page(buffer).bytes(), off);
        let plan = vacuum_freeze::prepare(&st.xact, tuple, cutoffs.freeze, &mut stays)?;
        if let Some(new) = plan.header {
            frozen.push((off, new));
        }
        required |= plan.required;
        found.all_frozen = found.all_frozen && plan.totally_frozen;
    }
    let whole = found.all_visible && found.all_frozen;
    let freezes = required
        || frozen.is_empty()
        || whole && {
            let logged_whole = st.wal.usage().images > images;
            match st.release.page_freezing {
                PageFreezing::WithImage => logged_whole,
                _ => logged_whole || will_be_logged_whole(st, rel, buffer, &pruned),
            }
        };
    oldest.xid = if freezes { stays.frozen } else { stays.not_frozen };
    oldest.multi = stays.multi;
    if !freezes {
        frozen.clear();
        found.all_frozen = false;
    }
    if !frozen.is_empty() {
        st.pool.mark_dirty(buffer);
        let bytes = st.pool.page_mut(buffer).bytes_mut();
        for (off, new) in &frozen {
            vacuum_freeze::execute(page::item_mut(bytes, *off), new);
        }
        found.frozen = frozen.len() as u64;
    }
    let mut conflict = match st.release.page_freezing {
        _ if frozen.is_empty() => TransactionId::INVALID,
        PageFreezing::OldRows => cutoffs.freeze.freeze_limit,
        _ if whole => found.cutoff,
        _ => TransactionId(cutoffs.oldest_xmin.0.wrapping_sub(1)),
    };
    if whole && !frozen.is_empty() && st.release.page_freezing != PageFreezing::OldRows {
        found.cutoff = TransactionId::INVALID;
    }
    if unified && conflict.precedes(pruned.latest_removed) {
        conflict = pruned.latest_removed;
    }
    let changes = match unified {
        true => PruneChanges {
            conflict,
            redirected: &pruned.redirected,
            dead: &pruned.dead,
            unused: &pruned.unused,
            frozen: &frozen,
        },
        false => PruneChanges { conflict, frozen: &frozen, ..PruneChanges::default() },
    };
    if unified && pruned.hint && frozen.is_empty() {
        st.mark_dirty_hint(buffer, true);
    }
    if rel.needs_wal() && (!frozen.is_empty() || unified && pruned.changed) {
        log_prune::changed(st, buffer, PruneReason::Scan, &changes);
    }
    let block = st.pool.tag(buffer).block;
    for (off, _) in frozen {
        let tid = ItemPointer { block, offset: off };
        st.events.emit(|| Event::TupleFrozen { rel: rel.oid, tid });
    }
    found.all_visible = found.all_visible && found.dead.is_empty();
    Ok(found)
}

/// Whether the log record of pruning, or of setting the all-visible flag, would have a full-page
/// image (`XLogCheckBufferNeedsBackup`).
fn will_be_logged_whole(
    st: &Store,
    rel: &Relation,
    buffer: BufferId,
    pruned: &PruneResult,
) -> bool {
    rel.needs_wal()
        && (pruned.changed || pruned.hint && st.release.checksums)
        && st.wal.needs_backup(st.pool.page(buffer).bytes())
}

/// Whether the inserter of a live row is known to be committed, and old enough for everyone to see
/// the row.
fn visible_to_all(
    st: &Store,
    buffer: BufferId,
    off: OffsetNumber,
    oldest_xmin: TransactionId,
) -> bool {
    let tuple = page::item(st.pool.page(buffer).bytes(), off);
    header::xmin_committed(tuple) && header::xmin(tuple).precedes(oldest_xmin)
}

/// Raises `cutoff` to the xid of a row's inserter.
fn raise_cutoff(st: &Store, buffer: BufferId, off: OffsetNumber, cutoff: &mut TransactionId) {
    let xmin = header::xmin(page::item(st.pool.page(buffer).bytes(), off));
    if cutoff.precedes(xmin) && (st.release.frozen_horizons || xmin.is_normal()) {
        *cutoff = xmin;
    }
}

/// Makes dead line pointers unused and cuts unused ones off the end (`lazy_vacuum_heap_page`). Returns
/// the visibility map bits that were set because the page is all-visible now.
pub fn vacuum_page(
    st: &mut Store,
    rel: &Relation,
    buffer: BufferId,
    dead: &[OffsetNumber],
    oldest_xmin: TransactionId,
    map: &mut Option<BufferId>,
) -> Result<u8> {
    let block = st.pool.tag(buffer).block;
    let bytes = st.pool.page_mut(buffer).bytes_mut();
    for &off in dead {
        page::set_item_id(bytes, off, ItemId::UNUSED);
    }
    page::truncate_line_pointer_array(bytes);
    st.pool.mark_dirty(buffer);
    if rel.needs_wal() {
        let unused: Vec<u16> = dead.iter().map(|off| off.0).collect();
        let changes = PruneChanges { unused: &unused, ..PruneChanges::default() };
        log_prune::changed(st, buffer, PruneReason::Cleanup, &changes);
    }
    st.events.emit(|| Event::PageVacuumed { rel: rel.oid, block, unused: dead.len() });
    let (visible, frozen, cutoff) = page_is_all_visible(st, buffer, oldest_xmin);
    if visible {
        page::set_flag(st.pool.page_mut(buffer).bytes_mut(), PD_ALL_VISIBLE, true);
    }
    let mut flags = 0;
    if page::is_all_visible(st.pool.page(buffer).bytes()) {
        let status = visibility_map::get_status(st, rel, block, map)?;
        if status & visibility_map::ALL_VISIBLE == 0 {
            flags |= visibility_map::ALL_VISIBLE;
        }
        if status & visibility_map::ALL_FROZEN == 0 && frozen {
            flags |= visibility_map::ALL_FROZEN;
        }
        if flags != 0 {
            mark_all_visible(
                st,
                rel,
                map,
                visibility_map::BitsToSet { heap: buffer, cutoff, flags },
            )?;
        }
    }
    Ok(flags)
}

/// Sets bits in the visibility map.
pub fn mark_all_visible(
    st: &mut Store,
    rel: &Relation,
    map: &mut Option<BufferId>,
    set: visibility_map::BitsToSet,
) -> Result<()> {
    let block = st.pool.block(set.heap);
    visibility_map::pin(st, rel, block, map)?;
    if let Some(map) = *map {
        visibility_map::set(st, rel, map, set)?;
        st.events.emit(|| Event::PageAllVisible { rel: rel.oid, block });
    }
    Ok(())
}

/// Whether everybody sees all rows of the page, whether all are frozen, and the newest xid that
/// inserted one (`heap_page_is_all_visible`).
fn page_is_all_visible(
    st: &mut Store,
    buffer: BufferId,
    oldest_xmin: TransactionId,
) -> (bool, bool, TransactionId) {
    let mut all_frozen = true;
    let mut cutoff = TransactionId::INVALID;
    for off in 1..=page::max_offset(st.pool.page(buffer).bytes()) {
        let off = OffsetNumber(off);
        let item = page::item_id(st.pool.page(buffer).bytes(), off);
        if !item.is_used() || item.is_redirected() {
            continue;
        }
        if item.is_dead()
            || heap::satisfies_vacuum(st, buffer, off, oldest_xmin) != VacuumState::Live
            || !visible_to_all(st, buffer, off, oldest_xmin)
        {
            return (false, false, cutoff);
        }
        raise_cutoff(st, buffer, off, &mut cutoff);
        let tuple = page::item(st.pool.page(buffer).bytes(), off);
        all_frozen = all_frozen && !vacuum_freeze::needs_eventual_freeze(tuple);
    }
    (true, all_frozen, cutoff)
}

/// Whether all line pointers of the page are unused, so that VACUUM may cut the page off
/// (`count_nondeletable_pages`).
pub fn page_is_deletable(bytes: &page::PageBytes) -> bool {
    page::is_new(bytes)
        || (1..=page::max_offset(bytes))
            .all(|off| !page::item_id(bytes, OffsetNumber(off)).is_used())
}

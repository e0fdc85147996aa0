//! The passes of VACUUM over one heap and its indexes (`lazy_scan_heap`, `lazy_vacuum`).

use super::MaintenanceHost;
use super::vacuum::truncate_relation;
use super::vacuum_report::Report;
use crate::btree::{self, BulkDeleteResult};
use crate::buffer::{BufferId, BufferTag, Strategy};
use crate::clock::{self, Kind};
use crate::error::Result;
use crate::heap::vacuum::{self as page_vacuum, Cutoffs, PrunedPage};
use crate::heap::vacuum_freeze::Kept;
use crate::heap::{Relation, fsm, visibility_map};
use crate::ids::{BlockNumber, ForkNumber, ItemPointer, OffsetNumber, TransactionId};
use crate::page::layout::{PD_ALL_VISIBLE, SIZE_OF_PAGE_HEADER};
use crate::page::{self, BLCKSZ};
use crate::store::Store;
use crate::versions::{MapLookAhead, PageFreezing};
use std::rc::Rc;

/// A range of the visibility map shorter than this is scanned all the same
/// (`SKIP_PAGES_THRESHOLD`).
const SKIP_PAGES_THRESHOLD: u32 = 32;
/// Dead line pointers on less than this part of the pages leave the indexes alone
/// (`BYPASS_THRESHOLD_PAGES`).
const BYPASS_THRESHOLD_PAGES: f64 = 0.02;
/// ... unless there are this many (32 MB of 6-byte TIDs).
const BYPASS_MAX_ITEMS: u64 = 32 * 1024 * 1024 / 6;
/// Empty pages at the end are cut off when there are this many (`REL_TRUNCATE_MINIMUM`) ...
const REL_TRUNCATE_MINIMUM: u32 = 1000;
/// ... or this part of the table (`REL_TRUNCATE_FRACTION`).
const REL_TRUNCATE_FRACTION: u32 = 16;
/// Without indexes the free space map is corrected upwards this often
/// (`VACUUM_FSM_EVERY_PAGES`, 8 GB).
const VACUUM_FSM_EVERY_PAGES: u32 = 1 << 20;
/// One VACUUM of one heap (`LVRelState`).
pub(super) struct Vacuum<'a> {
    pub rel: &'a Rc<Relation>,
    pub cutoffs: Cutoffs,
    pub aggressive: bool,
    pub skip_with_map: bool,
    pub skipped_all_visible: bool,
    pub consider_bypass: bool,
    pub do_index_vacuuming: bool,
    pub do_index_cleanup: bool,
    pub rel_pages: u32,
    pub scanned_pages: u32,
    pub removed_pages: u32,
    pub dead_item_pages: u32,
    pub nonempty_pages: u32,
    pub dead_items: Vec<ItemPointer>,
    pub oldest: Kept,
    pub index_stats: Vec<Option<BulkDeleteResult>>,
    pub index_scans: u32,
    pub tuples_deleted: u64,
    pub dead_item_count: u64,
    pub live_tuples: u64,
    pub recently_dead: u64,
    pub new_live_tuples: f64,
    pub new_rel_tuples: f64,
    pub frozen: Frozen,
}

/// What was frozen, and what the visibility map has more than before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frozen {
    /// Pages with rows that were frozen.
    pub pages: u32,
    /// Rows that were frozen.
    pub rows: u64,
    /// Pages that are all-visible now.
    pub set_visible: u32,
    /// Pages that are both all-visible and all-frozen now, and were neither.
    pub set_both: u32,
    /// Pages that were all-visible and are all-frozen now.
    pub set_frozen: u32,
}

impl Frozen {
    /// Counts a page whose map bits were set: `visible_before` says that it was all-visible before,
    /// `flags` which bits are new.
    fn set(&mut self, visible_before: bool, flags: u8) {
        let frozen = u32::from(flags & visibility_map::ALL_FROZEN != 0);
        if visible_before {
            self.set_frozen += frozen;
        } else {
            self.set_visible += 1;
            self.set_both += frozen;
        }
    }
}

impl Vacuum<'_> {
    /// Names a block of the heap for the buffer pool.
    fn tag(&self, block: u32) -> BufferTag {
        BufferTag { file: self.rel.file, fork: ForkNumber::Main, block: BlockNumber(block) }
    }

    /// Scans the heap, and removes dead rows from it and from its indexes (`lazy_scan_heap`).
    pub fn scan_heap(&mut self, st: &mut Store, strategy: &mut Strategy) -> Result<()> {
        let rel = Rc::clone(self.rel);
        let mut map: Option<BufferId> = None;
        let (apart, late) = match st.release.map_look_ahead {
            MapLookAhead::Shared => (false, false),
            MapLookAhead::AfterPage => (true, true),
            MapLookAhead::BeforePage => (true, false),
        };
        let mut ahead: Option<BufferId> = None;
        let mut next_fsm_block = 0;
        let (mut unskippable, mut unskippable_visible, mut skipping) =
            self.scan_skip(st, if apart { &mut ahead } else { &mut map }, 0)?;
        for block in 0..self.rel_pages {
            let visible_by_map;
            if late && block > unskippable {
                (unskippable, unskippable_visible, skipping) =
                    self.scan_skip(st, &mut ahead, block)?;
            }
            if block == unskippable {
                visible_by_map = unskippable_visible;
                if !late {
                    let map = if apart { &mut ahead } else { &mut map };
                    (unskippable, unskippable_visible, skipping) =
                        self.scan_skip(st, map, block + 1)?;
                }
            } else {
                if skipping {
                    continue;
                }
                visible_by_map = true;
            }
            self.scanned_pages += 1;
            clock::add(Kind::PageVacuumed, 1);
            visibility_map::pin(st, &rel, BlockNumber(block), &mut map)?;
            let buffer = st.pool.read_with_strategy(self.tag(block), Some(strategy))?;
            if self.new_or_empty(st, buffer, block, &mut map)? {
                continue;
            }
            let found = page_vacuum::scan_prune(st, &rel, buffer, &self.cutoffs, &mut self.oldest)?;
            self.count(block, &found);
            if rel.indexes.is_empty() && !found.dead.is_empty() {
                self.dead_items.clear();
                let oldest_xmin = self.cutoffs.oldest_xmin;
                let flags =
                    page_vacuum::vacuum_page(st, &rel, buffer, &found.dead, oldest_xmin, &mut map)?;
                if flags != 0 {
                    self.frozen.set(false, flags);
                }
                if block - next_fsm_block >= VACUUM_FSM_EVERY_PAGES {
                    let (from, to) = (BlockNumber(next_fsm_block), BlockNumber(block));
                    fsm::vacuum_range(st, &rel, from, to)?;
                    next_fsm_block = block;
                }
                record_free_space(st, &rel, buffer, block)?;
                continue;
            }
            self.set_visible(st, buffer, block, visible_by_map, &found, &mut map)?;
            if !found.dead.is_empty() && self.do_index_vacuuming {
                st.pool.release(buffer);
            } else {
                record_free_space(st, &rel, buffer, block)?;
            }
        }
        for map in map.into_iter().chain(ahead) {
            st.pool.release(map);
        }
        self.new_live_tuples = self.estimate_tuples();
        self.new_rel_tuples = self.new_live_tuples.max(0.0) + self.recently_dead as f64;
        if !self.dead_items.is_empty() {
            self.vacuum_dead_items(st, strategy)?;
        }
        if self.rel_pages > next_fsm_block {
            let (from, to) = (BlockNumber(next_fsm_block), BlockNumber(self.rel_pages));
            fsm::vacuum_range(st, &rel, from, to)?;
        }
        if self.do_index_cleanup {
            // Known only when every page was looked at.
            let heap_tuples =
                (self.scanned_pages >= self.rel_pages).then_some(self.new_rel_tuples as u64);
            for (i, index) in rel.indexes.iter().enumerate() {
                let before = self.index_stats[i].take();
                self.index_stats[i] =
                    btree::vacuum_cleanup(st, index, before, Some(strategy), heap_tuples)?;
            }
        }
        Ok(())
    }

    /// Adds a page's counts and dead line pointers to those of the table.
    fn count(&mut self, block: u32, found: &PrunedPage) {
        if found.has_tuples {
            self.nonempty_pages = block + 1;
        }
        if !found.dead.is_empty() {
            self.dead_item_pages += 1;
            self.dead_item_count += found.dead.len() as u64;
            let block = BlockNumber(block);
            self.dead_items.extend(found.dead.iter().map(|&offset| ItemPointer { block, offset }));
        }
        self.tuples_deleted += found.deleted;
        self.frozen.pages += u32::from(found.frozen > 0);
        self.frozen.rows += found.frozen;
        self.live_tuples += found.live;
        self.recently_dead += found.recently_dead;
    }

    /// The next block that must be scanned, whether the map says that it is all-visible, and
    /// whether the blocks before it are skipped (`lazy_scan_skip`).
    fn scan_skip(
        &mut self,
        st: &mut Store,
        map: &mut Option<BufferId>,
        next: u32,
    ) -> Result<(u32, bool, bool)> {
        let mut block = next;
        let mut visible = true;
        let mut skips_visible = false;
        while block < self.rel_pages {
            let bits = visibility_map::get_status(st, self.rel, BlockNumber(block), map)?;
            if bits & visibility_map::ALL_VISIBLE == 0 {
                visible = false;
                break;
            }
            if block == self.rel_pages - 1 || !self.skip_with_map {
                break;
            }
            if bits & visibility_map::ALL_FROZEN == 0 {
                if self.aggressive {
                    break;
                }
                skips_visible = true;
            }
            block += 1;
        }
        let skipping = block - next >= SKIP_PAGES_THRESHOLD;
        if skipping && skips_visible {
            self.skipped_all_visible = true;
        }
        Ok((block, visible, skipping))
    }

    /// Handles a page that has no line pointers. Returns whether this page has none
    /// (`lazy_scan_new_or_empty`).
    fn new_or_empty(
        &mut self,
        st: &mut Store,
        buffer: BufferId,
        block: u32,
        map: &mut Option<BufferId>,
    ) -> Result<bool> {
        let bytes = st.pool.page(buffer).bytes();
        if page::is_new(bytes) {
            st.pool.release(buffer);
            if fsm::recorded_free_space(st, self.rel, BlockNumber(block))? == 0 {
                let free = BLCKSZ - SIZE_OF_PAGE_HEADER;
                fsm::record_page_with_free_space(st, self.rel, BlockNumber(block), free)?;
            }
            return Ok(true);
        }
        if !page::is_empty(bytes) {
            return Ok(false);
        }
        if !page::is_all_visible(bytes) {
            st.pool.mark_dirty(buffer);
            // A page that was added but never logged: replay must know it.
            if self.rel.needs_wal() && page::lsn(st.pool.page(buffer).bytes()) == 0 {
                st.log_new_page(buffer, true);
            }
            page::set_flag(st.pool.page_mut(buffer).bytes_mut(), PD_ALL_VISIBLE, true);
            let flags = visibility_map::ALL_VISIBLE | visibility_map::ALL_FROZEN;
            let cutoff = TransactionId::INVALID;
            let set = visibility_map::BitsToSet { heap: buffer, cutoff, flags };
            page_vacuum::mark_all_visible(st, self.rel, map, set)?;
            self.frozen.set(false, flags);
        }
        record_free_space(st, self.rel, buffer, block)?;
        Ok(true)
    }

    /// Sets the page's bits in the visibility map if all of its rows are visible, or frozen.
    /// `visible_by_map`: the map has the all-visible bit already.
    fn set_visible(
        &mut self,
        st: &mut Store,
        buffer: BufferId,
        block: u32,
        visible_by_map: bool,
        found: &PrunedPage,
        map: &mut Option<BufferId>,
    ) -> Result<()> {
        let number = BlockNumber(block);
        if !visible_by_map && found.all_visible {
            let mut flags = visibility_map::ALL_VISIBLE;
            if found.all_frozen {
                flags |= visibility_map::ALL_FROZEN;
            }
            page::set_flag(st.pool.page_mut(buffer).bytes_mut(), PD_ALL_VISIBLE, true);
            st.pool.mark_dirty(buffer);
            let set = visibility_map::BitsToSet { heap: buffer, cutoff: found.cutoff, flags };
            page_vacuum::mark_all_visible(st, self.rel, map, set)?;
            self.frozen.set(false, flags);
        } else if visible_by_map && found.all_visible && found.all_frozen {
            let bits = visibility_map::get_status(st, self.rel, number, map)?;
            if bits & visibility_map::ALL_FROZEN == 0 {
                let flags = match st.release.page_freezing {
                    PageFreezing::OldRows => visibility_map::ALL_FROZEN,
                    _ => visibility_map::ALL_VISIBLE | visibility_map::ALL_FROZEN,
                };
                let cutoff = TransactionId::INVALID;
                let set = visibility_map::BitsToSet { heap: buffer, cutoff, flags };
                page_vacuum::mark_all_visible(st, self.rel, map, set)?;
                self.frozen.set(true, flags);
            }
        }
        Ok(())
    }

    /// How many rows the heap has, from those on the pages that were scanned.
    fn estimate_tuples(&self) -> f64 {
        let old = (self.rel.state.relpages.get(), f64::from(self.rel.state.reltuples.get()));
        estimate_tuples(self.rel_pages, self.scanned_pages, self.live_tuples as f64, old)
    }

    /// Removes the index entries of dead rows, then their line pointers; or keeps both, if there
    /// are few (`lazy_vacuum`).
    fn vacuum_dead_items(&mut self, st: &mut Store, strategy: &mut Strategy) -> Result<()> {
        if !self.do_index_vacuuming {
            self.dead_items.clear();
            return Ok(());
        }
        let threshold = (f64::from(self.rel_pages) * BYPASS_THRESHOLD_PAGES) as u32;
        if self.consider_bypass
            && self.rel_pages > 0
            && self.dead_item_pages < threshold
            && self.dead_item_count < BYPASS_MAX_ITEMS
        {
            self.do_index_vacuuming = false;
            self.dead_items.clear();
            return Ok(());
        }
        let rel = Rc::clone(self.rel);
        let dead = std::mem::take(&mut self.dead_items);
        for (i, index) in rel.indexes.iter().enumerate() {
            let before = self.index_stats[i].take();
            let is_dead = |tid: ItemPointer| dead.binary_search(&tid).is_ok();
            let stats = btree::bulk_delete(st, index, before, Some(strategy), &is_dead)?;
            self.index_stats[i] = Some(stats);
        }
        self.index_scans += 1;
        self.second_pass(st, strategy, &dead)
    }

    /// Makes dead line pointers unused (`lazy_vacuum_heap_rel`).
    fn second_pass(
        &mut self,
        st: &mut Store,
        strategy: &mut Strategy,
        dead: &[ItemPointer],
    ) -> Result<()> {
        let mut map = None;
        for page in dead.chunk_by(|a, b| a.block == b.block) {
            let block = page[0].block;
            let offsets: Vec<OffsetNumber> = page.iter().map(|tid| tid.offset).collect();
            let buffer = st.pool.read_with_strategy(self.tag(block.0), Some(strategy))?;
            let oldest_xmin = self.cutoffs.oldest_xmin;
            let flags =
                page_vacuum::vacuum_page(st, self.rel, buffer, &offsets, oldest_xmin, &mut map)?;
            if flags != 0 {
                self.frozen.set(false, flags);
            }
            record_free_space(st, self.rel, buffer, block.0)?;
        }
        if let Some(map) = map {
            st.pool.release(map);
        }
        Ok(())
    }

    /// Writes the indexes' new figures into `pg_class` (`update_relstats_all_indexes`).
    pub fn update_index_stats(&self, st: &mut Store) {
        for (index, stats) in self.rel.indexes.iter().zip(&self.index_stats) {
            if let Some(stats) = stats.as_ref().filter(|s| !s.estimated_count) {
                let state = &index.state;
                let tuples = stats.num_index_tuples as f32;
                if state.relpages.get() != stats.num_pages || state.reltuples.get() != tuples {
                    state.relpages.set(stats.num_pages);
                    state.reltuples.set(tuples);
                    state.invalidate();
                    crate::heap::class_row::changed_in_place(st, index);
                }
            }
        }
    }

    /// Whether cutting off the empty end of the table is worthwhile (`should_attempt_truncation`).
    pub fn should_truncate(&self) -> bool {
        let free = self.rel_pages - self.nonempty_pages;
        free > 0 && (free >= REL_TRUNCATE_MINIMUM || free >= self.rel_pages / REL_TRUNCATE_FRACTION)
    }

    /// Cuts empty pages off the end of the table (`lazy_truncate_heap`). The exclusive lock is
    /// logged for standbys, which assigns an xid.
    pub fn truncate(
        &mut self,
        st: &mut Store,
        strategy: &mut Strategy,
        report: &mut Report,
        host: &mut dyn MaintenanceHost,
    ) -> Result<()> {
        st.lock_exclusively(self.rel.oid);
        let mut keep = self.rel_pages;
        while keep > self.nonempty_pages {
            let buffer = st.pool.read_with_strategy(self.tag(keep - 1), Some(strategy))?;
            let deletable = page_vacuum::page_is_deletable(st.pool.page(buffer).bytes());
            st.pool.release(buffer);
            if !deletable {
                break;
            }
            keep -= 1;
        }
        if keep >= self.rel_pages {
            return Ok(());
        }
        truncate_relation(st, self.rel, keep)?;
        report.truncated(self.rel, self.rel_pages, keep, host);
        self.removed_pages += self.rel_pages - keep;
        self.rel_pages = keep;
        Ok(())
    }
}

/// Releases the page and records its free space.
fn record_free_space(st: &mut Store, rel: &Relation, buffer: BufferId, block: u32) -> Result<()> {
    let free = page::heap_free_space(st.pool.page(buffer).bytes());
    st.pool.release(buffer);
    fsm::record_page_with_free_space(st, rel, BlockNumber(block), free)
}

/// The live tuples of the whole table, estimated from those on the scanned pages and from the pages
/// and tuples known before (`vac_estimate_reltuples`). The last page is always scanned, so a single
/// scanned page changes nothing.
pub fn estimate_tuples(pages: u32, scanned: u32, live: f64, old: (u32, f64)) -> f64 {
    let (old_pages, old_tuples) = old;
    if scanned >= pages {
        return live;
    }
    let share = f64::from(scanned);
    if scanned <= 1 || (old_pages == pages && share < f64::from(pages) * 0.02) {
        return old_tuples;
    }
    if old_tuples < 0.0 || old_pages == 0 {
        return (live / share * f64::from(pages) + 0.5).floor();
    }
    let density = old_tuples / f64::from(old_pages);
    (density * (f64::from(pages) - share) + live + 0.5).floor()
}

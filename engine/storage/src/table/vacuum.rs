//! VACUUM (`vacuumlazy.c`, `vacuum_rel`): the passes over heap and indexes, and what follows from
//! them.
//!
//! ```text
//! for every block that the visibility map does not let us skip (ranges of 32 and more):
//!     prune, freeze, note dead line pointers; all-visible pages into the map; free space
//! indexes:     entries of the dead line pointers go, unless they are on less than 2 % of the pages
//! second pass: dead line pointers become unused (without indexes: at once, page by page)
//! free space map upwards, indexes' clean-up, empty pages at the end cut off, pg_class
//! ```
//!
//! Simplified: one session, so no page is ever locked by others; memory for dead line pointers
//! never runs out; the wraparound failsafe and parallel workers are not modelled.

use super::MaintenanceHost;
use super::vacuum_report::Report;
use super::vacuum_scan::Vacuum;
use crate::buffer::Strategy;
use crate::error::Result;
use crate::heap::class_row::changed_in_place;
use crate::heap::vacuum::Cutoffs;
use crate::heap::vacuum_freeze::{FreezeCutoffs, Kept};
use crate::heap::{Relation, fsm, visibility_map};
use crate::ids::{BlockNumber, ForkNumber, TransactionId};
use crate::store::Store;
use crate::versions::PageFreezing;
use crate::wal::info::SMGR_TRUNCATE_ALL;
use std::rc::Rc;

/// `autovacuum_freeze_max_age`, which bounds the other ages.
const FREEZE_MAX_AGE: u32 = 200_000_000;

/// Whether dead rows' index entries are removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndexCleanup {
    /// Indexes are cleaned up unless there is close to nothing to remove.
    #[default]
    Auto,
    /// Indexes are always cleaned up.
    On,
    /// Indexes are never cleaned up.
    Off,
}

/// Options of VACUUM. `vacuum_index_cleanup` and `vacuum_truncate` of the table count where an
/// option is `None`.
#[derive(Clone, Debug)]
pub struct VacuumOptions {
    /// FREEZE: all rows that can be.
    pub freeze: bool,
    /// Whether a report is printed (VERBOSE).
    pub verbose: bool,
    /// Whether pages that the visibility map has are read too (DISABLE_PAGE_SKIPPING).
    pub disable_page_skipping: bool,
    /// Whether indexes are cleaned up (INDEX_CLEANUP).
    pub index_cleanup: Option<IndexCleanup>,
    /// Whether empty pages at the end are cut off (TRUNCATE).
    pub truncate: Option<bool>,
    /// Whether the table itself is vacuumed (PROCESS_MAIN).
    pub process_main: bool,
    /// Whether the TOAST table is vacuumed too (PROCESS_TOAST).
    pub process_toast: bool,
    /// The size of the ring of buffers in kB; 0 is no ring (`vacuum_buffer_usage_limit`).
    pub ring: u32,
    /// How many transactions old an xmin must be to be frozen (`vacuum_freeze_min_age`).
    pub freeze_min_age: u32,
    /// How many transactions old the table's frozen xid must be for all pages that are not frozen
    /// to be read (`vacuum_freeze_table_age`).
    pub freeze_table_age: u32,
}

impl Default for VacuumOptions {
    fn default() -> Self {
        VacuumOptions {
            freeze: false,
            verbose: false,
            disable_page_skipping: false,
            index_cleanup: None,
            truncate: None,
            process_main: true,
            process_toast: true,
            ring: 256,
            freeze_min_age: 50_000_000,
            freeze_table_age: 150_000_000,
        }
    }
}

/// Vacuums a table and then its TOAST relation. Called inside a transaction; between the two it is
/// committed and the next one begun.
pub fn vacuum(
    st: &mut Store,
    rel: &Rc<Relation>,
    options: &VacuumOptions,
    host: &mut dyn MaintenanceHost,
) -> Result<()> {
    let mut strategy = Strategy::vacuum(options.ring, st.pool.shared_buffers());
    host.open(st, rel.oid, false);
    if options.process_main {
        vacuum_heap(st, rel, &options_for(rel, options), &mut strategy, host)?;
    }
    if options.process_toast
        && let Some(toast) = rel.toast.clone()
    {
        st.commit();
        st.xact.begin();
        host.open(st, toast.oid, false);
        vacuum_heap(st, &toast, &options_for(&toast, options), &mut strategy, host)?;
    }
    Ok(())
}

/// The options of VACUUM for one relation: what the command leaves open is decided by the storage parameters of this
/// relation; a table's parameters do not apply to its TOAST relation (`vacuum_rel`).
fn options_for(rel: &Relation, given: &VacuumOptions) -> VacuumOptions {
    let mut options = given.clone();
    options.index_cleanup.get_or_insert(match rel.options.vacuum_index_cleanup.as_deref() {
        Some("on" | "true" | "yes" | "1") => IndexCleanup::On,
        Some("off" | "false" | "no" | "0") => IndexCleanup::Off,
        _ => IndexCleanup::Auto,
    });
    options.truncate.get_or_insert(rel.options.vacuum_truncate.unwrap_or(true));
    options
}

/// Returns the horizons, and whether the whole table must be scanned (`vacuum_set_xid_limits`).
pub(super) fn cutoffs(
    st: &mut Store,
    rel: &Relation,
    min_age: u32,
    table_age: u32,
) -> (Cutoffs, bool) {
    let oldest_xmin = st.xact.oldest_xmin();
    let back = |xid: TransactionId, age: u32| {
        let limit = TransactionId(xid.0.wrapping_sub(age));
        if limit.is_normal() { limit } else { TransactionId::FIRST_NORMAL }
    };
    let freeze_limit = back(oldest_xmin, min_age.min(FREEZE_MAX_AGE / 2));
    let rel_frozen_xid = rel.state.relfrozenxid.get();
    let age = table_age.min((f64::from(FREEZE_MAX_AGE) * 0.95) as u32);
    let aggressive = rel_frozen_xid.precedes_or_equals(back(st.xact.next_xid(), age));
    let may_freeze = match st.release.page_freezing {
        PageFreezing::OldRows => freeze_limit,
        _ => oldest_xmin,
    };
    let multixacts = min_age == 0 || st.release.page_freezing != PageFreezing::OldRows;
    let freeze = FreezeCutoffs { rel_frozen_xid, freeze_limit, may_freeze, multixacts };
    (Cutoffs { oldest_xmin, freeze }, aggressive)
}

/// Vacuums one heap with its indexes, and puts the new numbers into its state (`heap_vacuum_rel`).
fn vacuum_heap(
    st: &mut Store,
    rel: &Rc<Relation>,
    options: &VacuumOptions,
    strategy: &mut Strategy,
    host: &mut dyn MaintenanceHost,
) -> Result<()> {
    let (min_age, table_age) =
        if options.freeze { (0, 0) } else { (options.freeze_min_age, options.freeze_table_age) };
    let (cutoffs, aggressive) = cutoffs(st, rel, min_age, table_age);
    let cleanup = options.index_cleanup.unwrap_or_default();
    let mut v = Vacuum {
        rel,
        cutoffs,
        aggressive: aggressive || options.disable_page_skipping,
        skip_with_map: !options.disable_page_skipping,
        skipped_all_visible: false,
        consider_bypass: cleanup != IndexCleanup::On,
        do_index_vacuuming: cleanup != IndexCleanup::Off,
        do_index_cleanup: cleanup != IndexCleanup::Off,
        rel_pages: st.pool.nblocks(rel.file, ForkNumber::Main),
        scanned_pages: 0,
        removed_pages: 0,
        dead_item_pages: 0,
        nonempty_pages: 0,
        dead_items: Vec::new(),
        oldest: Kept { xid: cutoffs.oldest_xmin, multi: st.xact.multixacts.next() },
        index_stats: vec![None; rel.indexes.len()],
        index_scans: 0,
        tuples_deleted: 0,
        dead_item_count: 0,
        live_tuples: 0,
        recently_dead: 0,
        new_live_tuples: 0.0,
        new_rel_tuples: 0.0,
        frozen: Default::default(),
    };
    let mut report = Report::begin(st, &v, options.verbose, host);
    host.open(st, rel.oid, true);
    v.scan_heap(st, strategy)?;
    if v.do_index_cleanup {
        v.update_index_stats(st);
    }
    if options.truncate.unwrap_or(true) && v.should_truncate() {
        v.truncate(st, strategy, &mut report, host)?;
    }
    let kept = if v.skipped_all_visible { Kept::default() } else { v.oldest };
    let mapped = visibility_map::count(st, rel)?;
    let advanced = update_stats(st, rel, v.rel_pages, v.new_live_tuples as f32, mapped, kept);
    report.finish(st, &v, advanced, host);
    Ok(())
}

/// Writes the new figures into `pg_class` (`vac_update_relstats`), and invalidates the relation if they
/// changed. `mapped` says how many pages are all-visible and all-frozen. Returns whether
/// `relfrozenxid` and `relminmxid` advanced.
pub(super) fn update_stats(
    st: &mut Store,
    rel: &Relation,
    pages: u32,
    tuples: f32,
    mapped: (u32, u32),
    kept: Kept,
) -> (bool, bool) {
    let state = &rel.state;
    let all_visible = mapped.0.min(pages);
    let all_frozen = mapped.1.min(all_visible);
    let old = state.relfrozenxid.get();
    let advanced = kept.xid.is_normal()
        && old != kept.xid
        && (old.precedes(kept.xid) || st.xact.next_xid().precedes(old));
    let multi_advanced = state.relminmxid.get().0 < kept.multi.0;
    let dirty = state.no_index_left.take()
        || state.relpages.get() != pages
        || state.reltuples.get() != tuples
        || state.relallvisible.get() != all_visible
        || st.release.all_frozen_pages_kept && state.relallfrozen.get() != all_frozen
        || advanced
        || multi_advanced;
    state.relpages.set(pages);
    state.reltuples.set(tuples);
    state.relallvisible.set(all_visible);
    state.relallfrozen.set(all_frozen);
    if advanced {
        state.relfrozenxid.set(kept.xid);
    }
    if multi_advanced {
        state.relminmxid.set(kept.multi);
    }
    if dirty {
        state.invalidate();
        changed_in_place(st, rel);
    }
    (advanced, multi_advanced)
}

/// Cuts a relation and its maps to `blocks` (`RelationTruncate`).
pub(super) fn truncate_relation(st: &mut Store, rel: &Relation, blocks: u32) -> Result<()> {
    rel.state.file_changed();
    let mut fsm_blocks = None;
    if st.pool.exists(rel.file, ForkNumber::Fsm) {
        fsm_blocks = fsm::prepare_truncate(st, rel, blocks)?;
    }
    let mut map_blocks = None;
    if st.pool.exists(rel.file, ForkNumber::VisibilityMap) {
        map_blocks = visibility_map::prepare_truncate(st, rel, blocks)?;
    }
    if rel.needs_wal() {
        st.log_file_truncated(rel.file, blocks, SMGR_TRUNCATE_ALL);
    }
    st.pool.truncate(rel.file, ForkNumber::Main, blocks);
    if let Some(n) = map_blocks {
        st.pool.truncate(rel.file, ForkNumber::VisibilityMap, n);
    }
    if let Some(n) = fsm_blocks {
        st.pool.truncate(rel.file, ForkNumber::Fsm, n);
        rel.state.file_changed();
        fsm::vacuum_range(st, rel, BlockNumber(blocks), BlockNumber::INVALID)?;
    }
    rel.state.file_changed();
    Ok(())
}

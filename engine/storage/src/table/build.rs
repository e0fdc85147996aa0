//! CREATE INDEX and REINDEX over a heap (`heapam_index_build_range_scan`, `index_build`).

use super::IndexExprs;
use super::index::form_keys;
use crate::btree;
use crate::buffer::{BufferId, BufferTag, Strategy, StrategyKind};
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::heap::{self, Persistence, Relation, VacuumState, visibility_map};
use crate::ids::{BlockNumber, ForkNumber, ItemPointer, OffsetNumber};
use crate::page::{self, PageBytes};
use crate::store::Store;
use crate::tuple::{self, header};
use crate::xact::TransactionManager;
use std::rc::Rc;

/// What becomes of a row in an index that is built.
enum IndexDecision {
    Skip,
    /// Indexed; unique checks look at it when alive.
    Index {
        alive: bool,
    },
}

/// Fills an index whose file is empty from its heap, and sets `relpages` and `reltuples` of both
/// (`index_build`). `first` says that the heap had no index before, `unchecked` that the rows were unique before, so that
/// equal entries are old versions or contain NULLs, and are merged (`skip_constraint_checks`). Returns whether a HOT chain was
/// broken (`ii_BrokenHotChain`).
pub fn index_build(
    st: &mut Store,
    rel: &Rc<Relation>,
    index: &Rc<Relation>,
    first: bool,
    unchecked: bool,
    exprs: &mut dyn IndexExprs,
) -> Result<bool> {
    let Some(info) = index.index.as_ref() else {
        return err!(WRONG_OBJECT_TYPE, "\"{}\" is not an index", index.name);
    };
    let needed = (info.keys.iter().map(|k| k.attno.0).chain(info.expr_attrs.iter().map(|a| a.0)))
        .max()
        .unwrap_or(0)
        .max(0) as usize;
    // An expression may use the whole row, which `expr_attrs` tells by a 0.
    let whole = info.keys.iter().any(|k| k.attno.0 == 0) || info.partial;
    let natts = if whole { rel.desc.attrs.len() } else { needed };
    let oldest_xmin = st.xact.oldest_xmin();
    let blocks = st.pool.nblocks(rel.file, ForkNumber::Main);
    for _ in 0..workers(st, rel, info.parallel_safe, blocks) {
        st.log_exclusive_lock(index.oid);
    }
    let mut strategy = (blocks > st.pool.shared_buffers() / 4)
        .then(|| Strategy::new(StrategyKind::BulkRead, st.release, st.pool.shared_buffers()));
    let mut builder = btree::Builder::new(index, &rel.name, unchecked);
    let mut values: Vec<Datum> = Vec::new();
    let mut live = 0f64;
    let mut broken = false;
    let mut read = 0;
    for block in 0..blocks {
        let block = BlockNumber(block);
        let tag = BufferTag { file: rel.file, fork: ForkNumber::Main, block };
        let buffer = st.pool.read_with_strategy(tag, strategy.as_mut())?;
        let roots = root_offsets(&st.xact, st.pool.page(buffer).bytes());
        for off in 1..=page::max_offset(st.pool.page(buffer).bytes()) {
            let off = OffsetNumber(off);
            if !page::item_id(st.pool.page(buffer).bytes(), off).is_normal() {
                continue;
            }
            read += 1;
            let state = heap::satisfies_vacuum(st, buffer, off, oldest_xmin);
            let IndexDecision::Index { alive } =
                is_indexed(st, buffer, off, state, &mut live, &mut broken)
            else {
                continue;
            };
            let bytes = page::item(st.pool.page(buffer).bytes(), off);
            let root = if header::is_heap_only(bytes) {
                match roots.get(usize::from(off.0)) {
                    Some(&root) if root != 0 => OffsetNumber(root),
                    _ => {
                        return err!(
                            DATA_CORRUPTED,
                            "failed to find parent tuple for heap-only tuple at ({block},{off}) in table \"{}\"",
                            rel.name
                        );
                    }
                }
            } else {
                off
            };
            tuple::deform(&rel.desc, bytes, natts, &mut values)?;
            if info.partial && !exprs.satisfies_predicate(st, index, &values)? {
                continue;
            }
            let keys = form_keys(st, index, &values, exprs)?;
            builder.add(st, &keys, ItemPointer { block, offset: root }, alive)?;
        }
        st.pool.release(buffer);
    }
    st.statistics.scan(rel.oid);
    st.statistics.returned(rel.oid, read);
    let entries = finish(st, index, builder, exprs)?;
    if st.release.builds_count {
        let mapped = visibility_map::count(st, rel)?;
        update_stats(st, rel, first, blocks, live, mapped);
    } else if first {
        rel.state.has_index.set(true);
        heap::class_row::changed_in_place(st, rel);
    } else {
        heap::class_row::invalidate(st, rel.oid);
    }
    let pages = st.pool.nblocks(index.file, ForkNumber::Main);
    update_stats(st, index, false, pages, entries, (0, 0));
    Ok(broken)
}

/// Returns how many parallel workers the server would use (`plan_create_index_workers`,
/// `compute_parallel_worker`); none unless `parallel_safe`: all expressions of the index may run in
/// one. The index does not depend on it; but each worker takes a lock (`_bt_parallel_build_main`),
/// which is logged.
fn workers(st: &Store, rel: &Relation, parallel_safe: bool, blocks: u32) -> u32 {
    /// Kilobytes of `maintenance_work_mem` that each who takes part should have.
    const SHARE: u32 = 32_768;
    /// What a table that was never vacuumed is thought to have at least (`estimate_rel_size`).
    const AT_LEAST: u32 = 10;
    let limits = st.build_limits;
    if rel.persistence == Persistence::Temp || !parallel_safe {
        return 0;
    }
    let given = rel.options.given.iter().find(|(name, _)| name == "parallel_workers");
    if let Some(n) = given.and_then(|(_, n)| n.parse::<u32>().ok()) {
        return n.min(limits.planned).min(limits.launched);
    }
    let vacuumed = rel.state.reltuples.get() >= 0.0;
    let pages = u64::from(if vacuumed { blocks } else { blocks.max(AT_LEAST) });
    let mut step = u64::from(limits.pages.max(1));
    let mut workers = u32::from(pages >= u64::from(limits.pages));
    while workers > 0 && pages >= step * 3 {
        workers += 1;
        step *= 3;
    }
    workers = workers.min(limits.planned);
    while workers > 0 && limits.memory / (workers + 1) < SHARE {
        workers -= 1;
    }
    workers.min(limits.launched)
}

/// Decides whether a row is indexed, and counts live rows.
fn is_indexed(
    st: &Store,
    buffer: BufferId,
    off: OffsetNumber,
    state: VacuumState,
    live: &mut f64,
    broken: &mut bool,
) -> IndexDecision {
    let tuple = page::item(st.pool.page(buffer).bytes(), off);
    match state {
        VacuumState::Dead => IndexDecision::Skip,
        VacuumState::Live => {
            *live += 1.0;
            IndexDecision::Index { alive: true }
        }
        VacuumState::RecentlyDead if header::is_hot_updated(tuple) => {
            *broken = true;
            IndexDecision::Skip
        }
        VacuumState::RecentlyDead => IndexDecision::Index { alive: false },
        VacuumState::InsertInProgress => {
            *live += 1.0;
            IndexDecision::Index { alive: true }
        }
        // Deleted by the own transaction: a HOT successor stands for it.
        VacuumState::DeleteInProgress if header::is_hot_updated(tuple) => {
            *broken = true;
            IndexDecision::Skip
        }
        VacuumState::DeleteInProgress => IndexDecision::Index { alive: false },
    }
}

/// Sorts the entries and writes the index; an error if two rows have one unique key. Returns the
/// number of entries.
fn finish(
    st: &mut Store,
    index: &Relation,
    builder: btree::Builder,
    exprs: &mut dyn IndexExprs,
) -> Result<f64> {
    match builder.finish(st)? {
        btree::Built::Done(stats) => Ok(stats.index_tuples as f64),
        btree::Built::Duplicate(keys) => {
            let text = exprs.describe(st, index, &keys)?;
            err!(UNIQUE_VIOLATION, "could not create unique index \"{}\"", index.name).map_err(
                |e: Box<crate::error::PgError>| e.detail(format!("Key {text} is duplicated.")),
            )
        }
    }
}

/// Sets `relpages` and `reltuples` (`index_update_stats`); an empty relation that was never
/// vacuumed keeps its "unknown". `indexed` says that it has got its first index, `mapped` how many pages are all-visible
/// and all-frozen.
pub(super) fn update_stats(
    st: &mut Store,
    rel: &Relation,
    indexed: bool,
    pages: u32,
    tuples: f64,
    mapped: (u32, u32),
) {
    let state = &rel.state;
    let tuples = tuples as f32;
    let all_visible = mapped.0.min(pages);
    let all_frozen = mapped.1.min(all_visible);
    let known = tuples != 0.0 || state.reltuples.get() >= 0.0;
    let changed = known
        && (state.relpages.get() != pages
            || state.reltuples.get() != tuples
            || state.relallvisible.get() != all_visible
            || st.release.all_frozen_pages_kept && state.relallfrozen.get() != all_frozen);
    if changed {
        state.relpages.set(pages);
        state.reltuples.set(tuples);
        state.relallvisible.set(all_visible);
        state.relallfrozen.set(all_frozen);
        state.invalidate();
    }
    if indexed {
        state.has_index.set(true);
    }
    if changed || indexed {
        heap::class_row::changed_in_place(st, rel);
    } else {
        heap::class_row::invalidate(st, rel.oid);
    }
}

/// The root line pointer of every heap-only tuple of a page, by offset; 0 for none
/// (`heap_get_root_tuples`).
fn root_offsets(xact: &TransactionManager, bytes: &PageBytes) -> Vec<u16> {
    let max = page::max_offset(bytes);
    let mut roots = vec![0u16; usize::from(max) + 1];
    for off in 1..=max {
        let item = page::item_id(bytes, OffsetNumber(off));
        let (mut next, mut prior_xmax);
        if item.is_normal() {
            let tuple = page::item(bytes, OffsetNumber(off));
            if header::is_heap_only(tuple) {
                continue;
            }
            roots[usize::from(off)] = off;
            if !header::is_hot_updated(tuple) {
                continue;
            }
            next = header::ctid(tuple).offset.0;
            prior_xmax = Some(xact.update_xid(tuple));
        } else if item.is_redirected() {
            next = item.redirect_to();
            prior_xmax = None;
        } else {
            continue;
        }
        while (1..=max).contains(&next) && roots[usize::from(next)] == 0 {
            let item = page::item_id(bytes, OffsetNumber(next));
            if !item.is_normal() {
                break;
            }
            let tuple = page::item(bytes, OffsetNumber(next));
            if prior_xmax.is_some_and(|x| x != header::xmin(tuple)) {
                break;
            }
            roots[usize::from(next)] = off;
            if !header::is_hot_updated(tuple) {
                break;
            }
            next = header::ctid(tuple).offset.0;
            prior_xmax = Some(xact.update_xid(tuple));
        }
    }
    roots
}

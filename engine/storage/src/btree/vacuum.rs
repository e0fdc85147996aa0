//! VACUUM of an index (`btbulkdelete`, `btvacuumscan`, `btvacuumcleanup`): every block in physical
//! order; entries of dead rows go, pages left empty are deleted and, when nobody can come by any
//! more, recycled.

use super::delete::delete_items;
use super::layout::*;
use super::pagedel::delete_page;
use super::pages::*;
use super::root::{set_cleanup_info, vacuum_needs_cleanup};
use crate::buffer::Strategy;
use crate::error::Result;
use crate::heap::{Relation, fsm};
use crate::ids::{ForkNumber, ItemPointer};
use crate::store::Store;

/// What VACUUM did to an index and left of it (`IndexBulkDeleteResult`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BulkDeleteResult {
    /// Blocks of the index (`num_pages`).
    pub num_pages: u32,
    /// `estimated_count`: `num_index_tuples` counts tuples, not rows.
    pub estimated_count: bool,
    /// Rows that remain (`num_index_tuples`).
    pub num_index_tuples: u64,
    /// Rows that were removed (`tuples_removed`).
    pub tuples_removed: u64,
    /// Pages that this VACUUM deleted (`pages_newly_deleted`).
    pub pages_newly_deleted: u32,
    /// All pages that are deleted (`pages_deleted`).
    pub pages_deleted: u32,
    /// Deleted pages that are ready to be used again (`pages_free`).
    pub pages_free: u32,
}

/// One pass over an index (`BTVacState`).
pub(super) struct Vacuum<'a> {
    pub stats: &'a mut BulkDeleteResult,
    /// Pages deleted in this pass, with the xid from when on they may be used again.
    pub pending: Vec<(u32, u64)>,
}

/// Removes the entries of all rows for which `dead` is true (`btbulkdelete`). Pass the result of an
/// earlier round of the same VACUUM, if any.
pub fn bulk_delete(
    st: &mut Store,
    rel: &Relation,
    stats: Option<BulkDeleteResult>,
    strategy: Option<&mut Strategy>,
    dead: &dyn Fn(ItemPointer) -> bool,
) -> Result<BulkDeleteResult> {
    let mut stats = stats.unwrap_or_default();
    scan(st, rel, &mut stats, strategy, Some(dead))?;
    Ok(stats)
}

/// The last step of VACUUM for an index (`btvacuumcleanup`). Without a bulk deletion before, it scans
/// the index only if enough deleted pages can be recycled; `None` if it did not.
pub fn vacuum_cleanup(
    st: &mut Store,
    rel: &Relation,
    stats: Option<BulkDeleteResult>,
    strategy: Option<&mut Strategy>,
    heap_tuples: Option<u64>,
) -> Result<Option<BulkDeleteResult>> {
    let mut stats = match stats {
        Some(stats) => stats,
        None => {
            if !vacuum_needs_cleanup(st, rel)? {
                return Ok(None);
            }
            let mut stats = BulkDeleteResult::default();
            scan(st, rel, &mut stats, strategy, None)?;
            stats.estimated_count = true;
            stats
        }
    };
    set_cleanup_info(st, rel, stats.pages_deleted - stats.pages_free)?;
    if let Some(n) = heap_tuples {
        stats.num_index_tuples = stats.num_index_tuples.min(n);
    }
    Ok(Some(stats))
}

/// Scans all blocks of the index in physical order, for both steps of VACUUM (`btvacuumscan`).
fn scan(
    st: &mut Store,
    rel: &Relation,
    stats: &mut BulkDeleteResult,
    mut strategy: Option<&mut Strategy>,
    dead: Option<&dyn Fn(ItemPointer) -> bool>,
) -> Result<()> {
    stats.num_pages = 0;
    stats.num_index_tuples = 0;
    stats.pages_deleted = 0;
    stats.pages_free = 0;
    let mut vacuum = Vacuum { stats, pending: vec![] };
    let pages = st.pool.nblocks(rel.file, ForkNumber::Main);
    for block in METAPAGE + 1..pages {
        vacuum_page(st, rel, &mut vacuum, block, strategy.as_deref_mut(), dead)?;
    }
    vacuum.stats.num_pages = pages;
    // Pages deleted just now can often be recycled at once (_bt_pendingfsm_finalize).
    if dead.is_some() && !vacuum.pending.is_empty() {
        st.xact.oldest_xmin();
        for (block, xid) in std::mem::take(&mut vacuum.pending) {
            if !removable(st, xid) {
                break;
            }
            record_free(st, rel, block)?;
            vacuum.stats.pages_free += 1;
        }
    }
    if vacuum.stats.pages_free > 0 {
        fsm::index_vacuum(st, rel)?;
    }
    Ok(())
}

/// Deletes a page's entries of dead rows, and the page if it is left empty; without `dead` all
/// entries stay (`btvacuumpage`).
fn vacuum_page(
    st: &mut Store,
    rel: &Relation,
    vacuum: &mut Vacuum<'_>,
    block: u32,
    strategy: Option<&mut Strategy>,
    dead: Option<&dyn Fn(ItemPointer) -> bool>,
) -> Result<()> {
    let buf = st.pool.read_with_strategy(tag(rel, block), strategy)?;
    let new = u16_at(bytes(st, buf), 14) == 0;
    if !new {
        check(st, rel, buf)?;
    }
    let o = Opaque::of(bytes(st, buf));
    if new || is_recyclable(st, buf) {
        record_free(st, rel, block)?;
        vacuum.stats.pages_deleted += 1;
        vacuum.stats.pages_free += 1;
    } else if o.is_deleted() {
        vacuum.stats.pages_deleted += 1;
    } else if o.is_half_dead() {
        return delete_page(st, rel, buf, vacuum);
    } else if o.is_leaf() {
        let pg = bytes(st, buf);
        let min = o.first_data_key();
        let mut live = 0u64;
        let (mut deletable, mut updatable, mut removed) = (vec![], vec![], 0u64);
        if let Some(dead) = dead {
            for off in min..=max_offset(pg) {
                let t = item(pg, off);
                let gone: Vec<u16> = tuple::heap_tids(t)
                    .enumerate()
                    .filter(|(_, tid)| dead(*tid))
                    .map(|(i, _)| i as u16)
                    .collect();
                let n = if tuple::is_posting(t) { tuple::n_posting(t) } else { 1 };
                live += (n - gone.len()) as u64;
                removed += gone.len() as u64;
                if gone.len() == n {
                    deletable.push(off);
                } else if !gone.is_empty() {
                    updatable.push((off, gone));
                }
            }
        }
        if removed > 0 {
            delete_items(st, rel, buf, &deletable, &updatable, None)?;
            vacuum.stats.tuples_removed += removed;
        }
        let max = max_offset(bytes(st, buf));
        if min > max {
            return delete_page(st, rel, buf, vacuum);
        }
        vacuum.stats.num_index_tuples +=
            if dead.is_some() { live } else { u64::from(max - min + 1) };
    }
    release(st, buf);
    Ok(())
}

//! Pruning a page (`pruneheap.c`): HOT chains lose their dead members, dead roots become LP_DEAD,
//! and the free space is brought together. A scan prunes a page that may gain
//! from it, and VACUUM prunes every page.
//!
//! ```text
//! before:  1 -> v1 (dead) -> v2 (dead) -> v3        after:  1 redirects to 3, 2 unused, 3 -> v3
//! ```

use super::log_prune::{self, PruneChanges, PruneReason};
use super::visibility::{set_hints, vacuum_horizon};
use super::{Persistence, Relation, VacuumState};
use crate::buffer::BufferId;
use crate::clock::{self, Kind};
use crate::error::Result;
use crate::event::Event;
use crate::ids::{OffsetNumber, TransactionId};
use crate::page::{self, ItemId, layout::*};
use crate::store::Store;
use crate::tuple::header;
use crate::versions::PruneRecords;
use crate::xact::{Status, TransactionManager};

/// What pruning did.
#[derive(Clone, Debug, Default)]
pub struct PruneResult {
    /// Tuples removed from the page (`ndeleted`).
    pub deleted: usize,
    /// Line pointers that became LP_DEAD now (`nnewlpdead`).
    pub new_dead: usize,
    /// State of each tuple before pruning (`prstate.htsv`), indexed by offset.
    pub states: Vec<Option<VacuumState>>,
    /// Whether the page changed.
    pub changed: bool,
    /// Line pointers that lead to others now, dead ones, unused ones.
    pub(super) redirected: Vec<(u16, u16)>,
    pub(super) dead: Vec<u16>,
    pub(super) unused: Vec<u16>,
    /// The newest xid whose change goes with the rows.
    pub(super) latest_removed: TransactionId,
    /// The page says something else of what is to be pruned, and nothing else changed.
    pub(super) hint: bool,
}

/// How a page is pruned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruneOptions {
    /// Line pointers that would be dead are unused at once: there are no indexes
    /// (`HEAP_PAGE_PRUNE_MARK_UNUSED_NOW`).
    pub unused_now: bool,
    /// The caller logs what was done, with what it does itself.
    pub unlogged: bool,
}

/// Prunes a page if it seems worthwhile (`heap_page_prune_opt`): a deletion on it may be visible to
/// all, the page has little space, and nobody else has it pinned.
#[inline]
pub fn prune_page_opt(st: &mut Store, rel: &Relation, buffer: BufferId) -> Result<()> {
    let bytes = st.pool.page(buffer).bytes();
    let prune_xid = page::prune_xid(bytes);
    if !prune_xid.is_valid()
        || !st.xact.is_removable_from(prune_xid, rel.persistence == Persistence::Temp)
        || !short_of_space(rel, st.pool.page(buffer).bytes())
        || st.pool.pins(buffer) != 1
    {
        return Ok(());
    }
    let found = prune_page(st, rel, buffer, PruneOptions::default())?;
    st.statistics.pruned(rel.oid, found.deleted - found.new_dead);
    Ok(())
}

/// Whether the page has so little room that pruning it pays (`heap_page_prune_opt`).
fn short_of_space(rel: &Relation, bytes: &page::PageBytes) -> bool {
    let min = rel.target_free_space().max(page::BLCKSZ / 10);
    page::is_full(bytes) || page::heap_free_space(bytes) < min
}

/// Raises `latest` to the xid that deleted a removed row, unless its inserter aborted or is the deleter
/// (`HeapTupleHeaderAdvanceLatestRemovedXid`).
pub(crate) fn advance_latest_removed(
    xact: &TransactionManager,
    tuple: &[u8],
    latest: &mut TransactionId,
) {
    let (xmin, xmax) = (header::xmin(tuple), xact.update_xid(tuple));
    let committed = header::xmin_committed(tuple)
        || (!header::xmin_invalid(tuple) && xact.status(xmin) == Status::Committed);
    if committed && xmax != xmin && latest.precedes(xmax) {
        *latest = xmax;
    }
}

/// The changes planned (`PruneState`).
struct Plan {
    max: u16,
    states: Vec<Option<VacuumState>>,
    marked: Vec<bool>,
    prune_xid: TransactionId,
    redirected: Vec<(u16, u16)>,
    dead: Vec<u16>,
    unused: Vec<u16>,
    deleted: usize,
    /// The newest xid whose change goes with the rows (`latestRemovedXid`).
    latest_removed: TransactionId,
    unused_now: bool,
}

impl Plan {
    /// Notes that the page can be pruned again once this transaction is over
    /// (`heap_prune_record_prunable`).
    fn prunable(&mut self, xid: TransactionId) {
        if !self.prune_xid.is_valid() || xid.precedes(self.prune_xid) {
            self.prune_xid = xid;
        }
    }
    /// Makes a line pointer redirect to another (`heap_prune_record_redirect`).
    fn redirect(&mut self, from: u16, to: u16) {
        self.redirected.push((from, to));
        self.marked[usize::from(from)] = true;
        self.marked[usize::from(to)] = true;
    }
    /// Makes an item LP_DEAD (`heap_prune_record_dead`), or unused at once where nothing points to it
    /// from an index (`heap_prune_record_dead_or_unused`).
    fn dead(&mut self, off: u16) {
        if self.unused_now {
            return self.unused(off);
        }
        self.dead.push(off);
        self.marked[usize::from(off)] = true;
    }
    /// Makes a line pointer unused (`heap_prune_record_unused`).
    fn unused(&mut self, off: u16) {
        self.unused.push(off);
        self.marked[usize::from(off)] = true;
    }

    /// Decides which members of a HOT chain are removed (`heap_prune_chain`).
    fn chain(&mut self, xact: &TransactionManager, bytes: &page::PageBytes, root: u16) {
        let id = |o: u16| page::item_id(bytes, OffsetNumber(o));
        let tuple = |o: u16| page::item(bytes, OffsetNumber(o));
        let root_id = id(root);
        if root_id.is_normal() && header::is_heap_only(tuple(root)) {
            if self.states[usize::from(root)] == Some(VacuumState::Dead)
                && !header::is_hot_updated(tuple(root))
            {
                self.unused(root);
                advance_latest_removed(xact, tuple(root), &mut self.latest_removed);
                self.deleted += 1;
            }
            return;
        }
        let mut members: Vec<u16> = Vec::new();
        let mut latest_dead = None;
        let mut prior_xmax = TransactionId::INVALID;
        let mut off = root;
        while off >= 1 && off <= self.max && !self.marked[usize::from(off)] {
            let lp = id(off);
            if lp.is_redirected() {
                if !members.is_empty() {
                    break;
                }
                members.push(off);
                off = lp.redirect_to();
                continue;
            }
            if !lp.is_normal() {
                break;
            }
            let t = tuple(off);
            if prior_xmax.is_valid() && header::xmin(t) != prior_xmax {
                break;
            }
            members.push(off);
            match self.states[usize::from(off)] {
                Some(VacuumState::Dead) => {
                    latest_dead = Some(off);
                    advance_latest_removed(xact, t, &mut self.latest_removed);
                }
                Some(VacuumState::RecentlyDead) => self.prunable(xact.update_xid(t)),
                Some(VacuumState::DeleteInProgress) => {
                    self.prunable(xact.update_xid(t));
                    break;
                }
                _ => break,
            }
            if !header::is_hot_updated(t) {
                break;
            }
            off = header::ctid(t).offset.0;
            prior_xmax = xact.update_xid(t);
        }
        if let Some(latest) = latest_dead {
            let gone = members.iter().position(|m| *m == latest).map_or(1, |i| i + 1);
            self.deleted += gone - 1 + usize::from(root_id.is_normal());
            match members.get(gone) {
                Some(&next) => self.redirect(root, next),
                None => self.dead(root),
            }
            members[1..gone].iter().for_each(|m| self.unused(*m));
        } else if members.len() < 2 && root_id.is_redirected() {
            self.dead(root);
        }
    }
}

/// Prunes a page by the current horizon (`heap_page_prune`). VACUUM calls it too.
pub fn prune_page(
    st: &mut Store,
    rel: &Relation,
    buffer: BufferId,
    options: PruneOptions,
) -> Result<PruneResult> {
    clock::add(Kind::PagePruned, 1);
    let max = page::max_offset(st.pool.page(buffer).bytes());
    let mut plan = Plan {
        max,
        states: vec![None; usize::from(max) + 1],
        marked: vec![false; usize::from(max) + 1],
        prune_xid: TransactionId::INVALID,
        redirected: Vec::new(),
        dead: Vec::new(),
        unused: Vec::new(),
        deleted: 0,
        latest_removed: TransactionId::INVALID,
        unused_now: options.unused_now,
    };
    for o in (1..=max).rev() {
        let off = OffsetNumber(o);
        let bytes = st.pool.page(buffer).bytes();
        let id = page::item_id(bytes, off);
        if !id.is_normal() {
            if id.is_dead() && options.unused_now {
                plan.unused(o);
            }
            continue;
        }
        let mut hints = 0;
        let (mut state, dead_after) = vacuum_horizon(&st.xact, page::item(bytes, off), &mut hints);
        set_hints(st, buffer, off, hints);
        if state == VacuumState::RecentlyDead
            && st.xact.is_removable_from(dead_after, rel.persistence == Persistence::Temp)
        {
            state = VacuumState::Dead;
        }
        plan.states[usize::from(o)] = Some(state);
    }
    let bytes = st.pool.page(buffer).bytes();
    let chains = |heap_only: Option<bool>, plan: &mut Plan| {
        for o in 1..=max {
            let id = page::item_id(bytes, OffsetNumber(o));
            if plan.marked[usize::from(o)] || !id.is_used() || id.is_dead() {
                continue;
            }
            let inner =
                || id.is_normal() && header::is_heap_only(page::item(bytes, OffsetNumber(o)));
            if heap_only.is_none_or(|wanted| wanted == inner()) {
                plan.chain(&st.xact, bytes, o);
            }
        }
    };
    match st.release.prune_records {
        PruneRecords::Split => chains(None, &mut plan),
        // Chains begin at their roots; what no chain leads to comes last.
        PruneRecords::Unified => {
            chains(Some(false), &mut plan);
            chains(Some(true), &mut plan);
        }
    }
    let changed = !plan.redirected.is_empty() || !plan.dead.is_empty() || !plan.unused.is_empty();
    if changed {
        let bytes = st.pool.page_mut(buffer).bytes_mut();
        execute(bytes, &plan)?;
        page::set_prune_xid(bytes, plan.prune_xid);
        page::set_flag(bytes, PD_PAGE_FULL, false);
        st.pool.mark_dirty(buffer);
        if rel.needs_wal() && !options.unlogged {
            let Plan { latest_removed, redirected, dead, unused, .. } = &plan;
            let conflict = *latest_removed;
            let changes = PruneChanges { conflict, redirected, dead, unused, frozen: &[] };
            log_prune::changed(st, buffer, PruneReason::Access, &changes);
        }
        let block = st.pool.block(buffer);
        st.events.emit(|| Event::PagePruned {
            rel: rel.oid,
            block,
            removed: plan.deleted,
            redirected: plan.redirected.len(),
        });
    }
    let bytes = st.pool.page(buffer).bytes();
    let hint = !changed && (page::prune_xid(bytes) != plan.prune_xid || page::is_full(bytes));
    if hint {
        let bytes = st.pool.page_mut(buffer).bytes_mut();
        page::set_prune_xid(bytes, plan.prune_xid);
        page::set_flag(bytes, PD_PAGE_FULL, false);
        if !options.unlogged {
            st.mark_dirty_hint(buffer, true);
        }
    }
    Ok(PruneResult {
        deleted: plan.deleted,
        new_dead: plan.dead.len(),
        states: plan.states,
        changed,
        redirected: plan.redirected,
        dead: plan.dead,
        unused: plan.unused,
        latest_removed: plan.latest_removed,
        hint,
    })
}

/// Applies the plan to the page (`heap_page_prune_execute`).
fn execute(bytes: &mut page::PageBytes, plan: &Plan) -> Result<()> {
    for &(from, to) in &plan.redirected {
        page::set_item_id(bytes, OffsetNumber(from), ItemId::redirect(to));
    }
    for &off in &plan.dead {
        page::set_item_id(bytes, OffsetNumber(off), ItemId::DEAD);
    }
    for &off in &plan.unused {
        page::set_item_id(bytes, OffsetNumber(off), ItemId::UNUSED);
    }
    page::repair_fragmentation(bytes)
}

//! Who sees a row (`heapam_visibility.c`).
//!
//! Each test reads the tuple's header and comes back with an answer and the hint bits it learned,
//! which are then set on the page: a page is written (and copied, if somebody else holds it) only
//! when there is something new to write.

use crate::buffer::BufferId;
use crate::ids::{CommandId, ItemPointer, OffsetNumber, TransactionId};
use crate::page;
use crate::store::Store;
use crate::tuple::header;
use crate::tuple::layout::infomask::*;
use crate::xact::{Snapshot, Status, TransactionManager};

/// Whether a row can be changed, and if not, why (`TM_Result`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TupleState {
    /// Can be changed.
    Ok,
    /// Not there yet for this command.
    Invisible,
    /// Changed by the own transaction, in this command or later.
    SelfModified,
    /// Updated by a committed transaction.
    Updated,
    /// Deleted by a committed transaction.
    Deleted,
    /// Locked, by the own transaction as there is no other.
    BeingModified,
}

/// What a tuple is to VACUUM (`HTSV_Result`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacuumState {
    /// Nobody can see it.
    Dead,
    /// Live.
    Live,
    /// Deleted, but somebody may still see it.
    RecentlyDead,
    /// Its inserter runs.
    InsertInProgress,
    /// Its deleter runs.
    DeleteInProgress,
}

/// What xmin says.
enum Xmin {
    Committed,
    Own,
    Gone,
}

/// The state of the transaction in xmin; hint bits that it allows are added to `hints`.
#[inline]
fn xmin_state(xact: &TransactionManager, t: &[u8], hints: &mut u16) -> Xmin {
    if header::xmin_committed(t) {
        return Xmin::Committed;
    }
    if header::xmin_invalid(t) {
        return Xmin::Gone;
    }
    match xact.status(header::raw_xmin(t)) {
        Status::InProgress => Xmin::Own,
        Status::Committed => {
            *hints |= HEAP_XMIN_COMMITTED;
            Xmin::Committed
        }
        Status::Aborted => {
            *hints |= HEAP_XMIN_INVALID;
            Xmin::Gone
        }
    }
}

/// A hint about xmax where it is one transaction; 0 where it is a multixact, which gets none.
#[inline]
fn of_one(mask: u16, hint: u16) -> u16 {
    if mask & HEAP_XMAX_IS_MULTI == 0 { hint } else { 0 }
}

/// Whether an MVCC snapshot sees the tuple at command `curcid` (`HeapTupleSatisfiesMVCC`).
#[inline]
fn satisfies_mvcc(
    xact: &TransactionManager,
    t: &[u8],
    snapshot: &Snapshot,
    curcid: CommandId,
    hints: &mut u16,
) -> bool {
    let mask = header::infomask(t);
    if !header::xmin_committed(t) {
        if header::xmin_invalid(t) {
            return false;
        }
        let xmin = header::raw_xmin(t);
        match xact.status(xmin) {
            Status::InProgress => {
                if xact.cmin(t) >= curcid {
                    return false;
                }
                if mask & HEAP_XMAX_INVALID != 0 || header::xmax_locked_only(mask) {
                    return true;
                }
                if !xact.is_current(xact.update_xid(t)) {
                    *hints |= of_one(mask, HEAP_XMAX_INVALID);
                    return true;
                }
                return xact.cmax(t) >= curcid;
            }
            _ if snapshot.in_progress(xmin) => return false,
            Status::Committed => *hints |= HEAP_XMIN_COMMITTED,
            Status::Aborted => {
                *hints |= HEAP_XMIN_INVALID;
                return false;
            }
        }
    } else if !header::xmin_frozen(t) && snapshot.in_progress(header::raw_xmin(t)) {
        return false;
    }
    if mask & HEAP_XMAX_INVALID != 0 || header::xmax_locked_only(mask) {
        return true;
    }
    let xmax = xact.update_xid(t);
    if mask & HEAP_XMAX_COMMITTED != 0 {
        return snapshot.in_progress(xmax);
    }
    match xact.status(xmax) {
        Status::InProgress => xact.cmax(t) >= curcid,
        _ if snapshot.in_progress(xmax) => true,
        Status::Aborted => {
            *hints |= of_one(mask, HEAP_XMAX_INVALID);
            true
        }
        Status::Committed => {
            *hints |= of_one(mask, HEAP_XMAX_COMMITTED);
            false
        }
    }
}

/// Whether the tuple is live now, the current command's changes included
/// (`HeapTupleSatisfiesSelf`). With one session, `HeapTupleSatisfiesDirty` is the same test.
fn satisfies_self(xact: &TransactionManager, t: &[u8], hints: &mut u16) -> bool {
    let mask = header::infomask(t);
    match xmin_state(xact, t, hints) {
        Xmin::Gone => return false,
        Xmin::Own => {
            if mask & HEAP_XMAX_INVALID != 0 || header::xmax_locked_only(mask) {
                return true;
            }
            if !xact.is_current(xact.update_xid(t)) {
                *hints |= of_one(mask, HEAP_XMAX_INVALID);
                return true;
            }
            return false;
        }
        Xmin::Committed => {}
    }
    if mask & HEAP_XMAX_INVALID != 0 {
        return true;
    }
    if mask & HEAP_XMAX_COMMITTED != 0 {
        return header::xmax_locked_only(mask);
    }
    if mask & HEAP_XMAX_IS_MULTI != 0 && header::xmax_locked_only(mask) {
        return true;
    }
    match xact.status(xact.update_xid(t)) {
        Status::InProgress => header::xmax_locked_only(mask),
        Status::Aborted => {
            *hints |= of_one(mask, HEAP_XMAX_INVALID);
            true
        }
        Status::Committed if header::xmax_locked_only(mask) => {
            *hints |= HEAP_XMAX_INVALID;
            true
        }
        Status::Committed => {
            *hints |= of_one(mask, HEAP_XMAX_COMMITTED);
            false
        }
    }
}

/// Whether a chunk can be read (`HeapTupleSatisfiesToast`); xmax is not looked at.
fn satisfies_toast(t: &[u8]) -> bool {
    header::xmin_committed(t) || (!header::xmin_invalid(t) && header::raw_xmin(t).is_valid())
}

/// Returns whether the tuple can be updated, deleted or locked, and if not, why
/// (`HeapTupleSatisfiesUpdate`).
fn update_state(
    xact: &TransactionManager,
    t: &[u8],
    tid: ItemPointer,
    cid: CommandId,
    hints: &mut u16,
) -> TupleState {
    let mask = header::infomask(t);
    let xmax = xact.update_xid(t);
    // Others than the updater hold the row.
    let held = || mask & HEAP_XMAX_IS_MULTI != 0 && xact.multixact_runs(header::raw_xmax(t));
    let own_change = |t: &[u8]| {
        if xact.cmax(t) >= cid { TupleState::SelfModified } else { TupleState::Invisible }
    };
    match xmin_state(xact, t, hints) {
        Xmin::Gone => return TupleState::Invisible,
        Xmin::Own => {
            if xact.cmin(t) >= cid {
                return TupleState::Invisible;
            }
            if mask & HEAP_XMAX_INVALID != 0 {
                return TupleState::Ok;
            }
            if header::xmax_locked_only(mask) {
                let locked = match mask & HEAP_XMAX_IS_MULTI {
                    0 => xact.is_current(xmax),
                    _ => held(),
                };
                return if locked { TupleState::BeingModified } else { TupleState::Ok };
            }
            if !xact.is_current(xmax) {
                if held() {
                    return TupleState::BeingModified;
                }
                *hints |= of_one(mask, HEAP_XMAX_INVALID);
                return TupleState::Ok;
            }
            return own_change(t);
        }
        Xmin::Committed => {}
    }
    if mask & HEAP_XMAX_INVALID != 0 {
        return TupleState::Ok;
    }
    let changed = || {
        if header::ctid(t) != tid { TupleState::Updated } else { TupleState::Deleted }
    };
    let locked = header::xmax_locked_only(mask);
    if mask & HEAP_XMAX_COMMITTED != 0 {
        return if locked { TupleState::Ok } else { changed() };
    }
    match xact.status(xmax) {
        _ if locked && held() => TupleState::BeingModified,
        Status::InProgress if locked => TupleState::BeingModified,
        Status::InProgress => own_change(t),
        _ if held() => TupleState::BeingModified,
        Status::Committed if !locked => {
            *hints |= of_one(mask, HEAP_XMAX_COMMITTED);
            changed()
        }
        _ => {
            *hints |= HEAP_XMAX_INVALID;
            TupleState::Ok
        }
    }
}

/// Returns the state of a tuple for VACUUM (`HeapTupleSatisfiesVacuumHorizon`); if RECENTLY_DEAD,
/// also the xid of its deleter.
pub(super) fn vacuum_horizon(
    xact: &TransactionManager,
    t: &[u8],
    hints: &mut u16,
) -> (VacuumState, TransactionId) {
    const NONE: TransactionId = TransactionId::INVALID;
    let mask = header::infomask(t);
    let xmax = xact.update_xid(t);
    let locked = header::xmax_locked_only(mask);
    // Somebody holds the row.
    let held = || match mask & HEAP_XMAX_IS_MULTI {
        0 => xact.is_current(xmax),
        _ => xact.multixact_runs(header::raw_xmax(t)),
    };
    match xmin_state(xact, t, hints) {
        Xmin::Gone => return (VacuumState::Dead, NONE),
        Xmin::Own => {
            let deleted = mask & HEAP_XMAX_INVALID == 0 && !locked && xact.is_current(xmax);
            return if deleted {
                (VacuumState::DeleteInProgress, NONE)
            } else {
                (VacuumState::InsertInProgress, NONE)
            };
        }
        Xmin::Committed => {}
    }
    if mask & HEAP_XMAX_INVALID != 0 {
        return (VacuumState::Live, NONE);
    }
    if locked {
        if mask & HEAP_XMAX_COMMITTED == 0 && !held() {
            *hints |= HEAP_XMAX_INVALID;
        }
        return (VacuumState::Live, NONE);
    }
    if mask & HEAP_XMAX_COMMITTED == 0 {
        match xact.status(xmax) {
            Status::InProgress => return (VacuumState::DeleteInProgress, NONE),
            Status::Committed => *hints |= of_one(mask, HEAP_XMAX_COMMITTED),
            Status::Aborted => {
                if !held() {
                    *hints |= HEAP_XMAX_INVALID;
                }
                return (VacuumState::Live, NONE);
            }
        }
    }
    (VacuumState::RecentlyDead, xmax)
}

/// The state of a tuple as VACUUM would see it, computed without setting hint bits, for the
/// inspector.
pub fn peek(xact: &TransactionManager, tuple: &[u8]) -> VacuumState {
    vacuum_horizon(xact, tuple, &mut 0).0
}

/// Takes back the hint that a transaction committed if its record could reach the disk after the page; the
/// transactions that the hints tell of have been looked up.
#[inline(never)]
fn without_early(st: &mut Store, buffer: BufferId, off: OffsetNumber, hints: u16) -> u16 {
    let t = page::item(st.pool.page(buffer).bytes(), off);
    let (xmin, xmax) = (header::raw_xmin(t), header::raw_xmax(t));
    let xmax_aborted = of_one(header::infomask(t), HEAP_XMAX_INVALID);
    let ends =
        [(HEAP_XMIN_COMMITTED, HEAP_XMIN_INVALID, xmin), (HEAP_XMAX_COMMITTED, xmax_aborted, xmax)];
    ends.into_iter().fold(hints, |kept, (committed, aborted, xid)| {
        let told = hints & (committed | aborted) != 0;
        if told && st.commit_is_ahead_of(xid, buffer) { kept & !committed } else { kept }
    })
}

/// Sets hint bits on the page (`SetHintBits`). A commit is hinted only if its record is on disk, or
/// will be before the page.
#[inline]
pub(super) fn set_hints(st: &mut Store, buffer: BufferId, off: OffsetNumber, mut hints: u16) {
    if hints != 0 {
        hints = without_early(st, buffer, off, hints);
    }
    if hints != 0 {
        let t = page::item_mut(st.pool.page_mut(buffer).bytes_mut(), off);
        let mask = header::infomask(t);
        header::set_infomask(t, mask | hints);
        st.mark_dirty_hint(buffer, true);
    }
}

/// Whether the snapshot sees the tuple (`HeapTupleSatisfiesVisibility`), setting hint bits.
#[inline]
pub fn satisfies_visibility(
    st: &mut Store,
    buffer: BufferId,
    off: OffsetNumber,
    snapshot: &Snapshot,
) -> bool {
    let mut hints = 0;
    let t = page::item(st.pool.page(buffer).bytes(), off);
    let visible = match snapshot {
        Snapshot::Mvcc { curcid, .. } => satisfies_mvcc(&st.xact, t, snapshot, *curcid, &mut hints),
        Snapshot::SelfSnapshot | Snapshot::Dirty => satisfies_self(&st.xact, t, &mut hints),
        Snapshot::Any => true,
        Snapshot::Toast => satisfies_toast(t),
        Snapshot::NonVacuumable => {
            let (state, dead_after) = vacuum_horizon(&st.xact, t, &mut hints);
            match state {
                VacuumState::Dead => false,
                VacuumState::RecentlyDead => !st.xact.is_removable(dead_after),
                _ => true,
            }
        }
    };
    set_hints(st, buffer, off, hints);
    visible
}

/// Whether the tuple can be changed (`HeapTupleSatisfiesUpdate`), setting hint bits.
pub fn satisfies_update(
    st: &mut Store,
    buffer: BufferId,
    off: OffsetNumber,
    cid: CommandId,
) -> TupleState {
    let mut hints = 0;
    let tid = ItemPointer { block: st.pool.block(buffer), offset: off };
    let t = page::item(st.pool.page(buffer).bytes(), off);
    let state = update_state(&st.xact, t, tid, cid, &mut hints);
    set_hints(st, buffer, off, hints);
    state
}

/// The tuple's state for VACUUM (`HeapTupleSatisfiesVacuum`); sets hint bits.
pub fn satisfies_vacuum(
    st: &mut Store,
    buffer: BufferId,
    off: OffsetNumber,
    oldest_xmin: TransactionId,
) -> VacuumState {
    let mut hints = 0;
    let t = page::item(st.pool.page(buffer).bytes(), off);
    let (state, dead_after) = vacuum_horizon(&st.xact, t, &mut hints);
    set_hints(st, buffer, off, hints);
    if state == VacuumState::RecentlyDead && dead_after.precedes(oldest_xmin) {
        return VacuumState::Dead;
    }
    state
}

/// Whether the tuple is surely dead to everyone, by its hint bits alone (`HeapTupleIsSurelyDead`).
/// `temp`: its relation is temporary.
pub(super) fn is_surely_dead(
    st: &mut Store,
    buffer: BufferId,
    off: OffsetNumber,
    temp: bool,
) -> bool {
    let t = page::item(st.pool.page(buffer).bytes(), off);
    let mask = header::infomask(t);
    if !header::xmin_committed(t) {
        return header::xmin_invalid(t);
    }
    if mask & HEAP_XMAX_INVALID != 0
        || header::xmax_locked_only(mask)
        || mask & HEAP_XMAX_COMMITTED == 0
    {
        return false;
    }
    let xmax = header::raw_xmax(t);
    st.xact.is_removable_from(xmax, temp)
}

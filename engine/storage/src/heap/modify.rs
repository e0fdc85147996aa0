//! UPDATE, DELETE and row locks (`heap_update`, `heap_delete`, `heap_lock_tuple`).
//!
//! An UPDATE writes a new version and points the old one at it. When the new version stays on the
//! page and no indexed column changed, it is "heap-only": indexes keep pointing at the old one
//! (HOT). While the toaster works, or another page is looked for, the old version is marked
//! locked.

use super::hio::{MapPins, get_buffer_for_tuple, main_tag, put_heap_tuple};
use super::insert::{InsertOptions, clear_all_visible};
use super::row_locks::{LockMode, Xmax, holds, multixact_bits, new_xmax};
use super::{RelKind, Relation, TupleState, log, satisfies_update, visibility_map};
use crate::buffer::BufferId;
use crate::bytes::Bytes;
use crate::clock::{self, Kind};
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::event::{Event, Hot};
use crate::ids::{AttrNumber, CommandId, ItemPointer, OffsetNumber, TransactionId};
use crate::page::{self, layout::*};
use crate::store::Store;
use crate::tuple::layout::infomask::*;
use crate::tuple::{Column, TupleDesc, attribute_bytes, header};

/// `TOAST_TUPLE_THRESHOLD`: longer rows go through the toaster.
pub const TOAST_TUPLE_THRESHOLD: usize = 2032;

/// What `update` calls where `heap_update` toasts: gets the new tuple and the old one, returns the
/// tuple to store.
pub type Toast<'a> = &'a mut dyn FnMut(&mut Store, Vec<u8>, &[u8]) -> Result<Vec<u8>>;

/// What an UPDATE or DELETE did.
#[derive(Clone, Debug)]
pub struct UpdateOutcome {
    /// `Ok` when it was done; else why not (already changed by the own command, gone).
    pub state: TupleState,
    /// Where the new version is.
    pub tid: ItemPointer,
    /// Whether it needs no new index entries (`HeapTupleIsHeapOnly`).
    pub hot: bool,
    /// The old version's bytes as they were before.
    pub old: Bytes,
    /// The new version as stored (toasted); empty for a DELETE.
    pub new: Vec<u8>,
}

/// The columns of all indexes (`INDEX_ATTR_BITMAP_ALL`), or with `keys_only` those of unique
/// indexes without expressions and predicates (`INDEX_ATTR_BITMAP_KEY`).
fn index_columns(rel: &Relation, keys_only: bool) -> Vec<AttrNumber> {
    let mut columns = Vec::new();
    for info in rel.indexes.iter().filter_map(|i| i.index.as_ref()) {
        let expressions = info.keys.iter().any(|k| k.attno.0 == 0);
        if !keys_only {
            columns.extend(info.keys.iter().map(|k| k.attno).filter(|a| a.0 != 0));
            columns.extend(info.expr_attrs.iter().copied());
        } else if info.unique && !expressions && !info.partial {
            columns.extend(info.keys[..info.nkey_atts].iter().map(|k| k.attno));
        }
    }
    columns
}

/// The lock that an UPDATE of these columns takes (`ExecUpdateLockMode`).
pub fn update_lock_mode(rel: &Relation, columns: &[AttrNumber]) -> LockMode {
    let key = index_columns(rel, true).iter().any(|n| columns.contains(n));
    if key { LockMode::Exclusive } else { LockMode::NoKeyExclusive }
}

/// Whether any of the columns differs, byte by byte (`HeapDetermineColumnsInfo`). Another form of
/// one value, such as plain for compressed, counts as different.
fn any_changed(desc: &TupleDesc, columns: &[AttrNumber], old: &[u8], new: &[u8]) -> Result<bool> {
    for &attno in columns {
        if attno.0 <= 0 {
            return Ok(true);
        }
        let same = match (attribute_bytes(desc, old, attno)?, attribute_bytes(desc, new, attno)?) {
            (Column::Missing, Column::Missing) | (Column::Null, Column::Null) => true,
            (Column::Missing, new) => match (&desc.attr(attno).missing, new) {
                (None | Some(Datum::Null), Column::Null) => true,
                (Some(Datum::Ref(a)), Column::Stored(b)) => **a == *b,
                (Some(Datum::Word(w)), Column::Stored(b)) => w.to_le_bytes().starts_with(b),
                _ => false,
            },
            (a, b) => a == b,
        };
        if !same {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Pins the page of a row that is to be changed, and its visibility map page if the page is
/// all-visible.
fn pin_row(
    st: &mut Store,
    rel: &Relation,
    tid: ItemPointer,
    map: &mut Option<BufferId>,
) -> Result<BufferId> {
    let buffer = st.pool.read(main_tag(rel, tid.block))?;
    let bytes = st.pool.page(buffer).bytes();
    let there = (1..=page::max_offset(bytes)).contains(&tid.offset.0)
        && page::item_id(bytes, tid.offset).is_normal();
    if !there {
        st.pool.release(buffer);
        return err!(INTERNAL_ERROR, "there is no row at {tid} of \"{}\"", rel.name);
    }
    if page::is_all_visible(bytes) {
        visibility_map::pin(st, rel, tid.block, map)?;
    }
    Ok(buffer)
}

/// The bytes of the tuple with this line pointer.
fn row(st: &Store, buffer: BufferId, off: OffsetNumber) -> &[u8] {
    page::item(st.pool.page(buffer).bytes(), off)
}

/// Writes xmax and its bits into a tuple on its page, removing the old ones; `change` writes
/// further fields.
fn mark(
    st: &mut Store,
    buffer: BufferId,
    off: OffsetNumber,
    Xmax { xmax, bits }: Xmax,
    change: impl FnOnce(&mut [u8]),
) {
    let t = page::item_mut(st.pool.page_mut(buffer).bytes_mut(), off);
    let mask = header::infomask(t) & !(HEAP_XMAX_BITS | HEAP_MOVED) | bits.0;
    let mask2 = header::infomask2(t) & !HEAP_KEYS_UPDATED | bits.1;
    header::set_infomask(t, mask);
    header::set_infomask2(t, mask2);
    header::set_xmax(t, xmax);
    change(t);
}

/// Clears HEAP_HOT_UPDATED.
fn clear_hot_updated(t: &mut [u8]) {
    let mask2 = header::infomask2(t) & !HEAP_HOT_UPDATED;
    header::set_infomask2(t, mask2);
}

/// Releases the pins of a row that cannot be changed, and returns the reason as an outcome.
fn refused(
    st: &mut Store,
    buffer: BufferId,
    off: OffsetNumber,
    map: Option<BufferId>,
    state: TupleState,
) -> UpdateOutcome {
    let old = Bytes::from(row(st, buffer, off));
    let tid = header::ctid(&old);
    st.pool.release(buffer);
    map.into_iter().for_each(|m| st.pool.release(m));
    UpdateOutcome { state, tid, hot: false, old, new: Vec::new() }
}

/// Locks the old row while the new one is toasted or a page is searched for it, during which the
/// server releases the buffer's lock.
fn lock_old(
    st: &mut Store,
    rel: &Relation,
    (buffer, otid): (BufferId, ItemPointer),
    lock: Xmax,
    (cmax, combo): (CommandId, bool),
    map: Option<BufferId>,
) -> Result<()> {
    let off = otid.offset;
    mark(st, buffer, off, lock, |t| {
        clear_hot_updated(t);
        header::set_cmax(t, cmax.0, combo);
        header::set_ctid(t, otid);
    });
    let mut cleared = false;
    if page::is_all_visible(st.pool.page(buffer).bytes())
        && let Some(map) = map
    {
        let bits = visibility_map::ALL_FROZEN;
        cleared = visibility_map::clear(st, rel, otid.block, map, bits)?;
    }
    st.pool.mark_dirty(buffer);
    if rel.needs_wal() {
        log::lock(st, buffer, off, map.filter(|_| cleared));
    }
    Ok(())
}

/// The xmax of the new version: if the old version is locked, the lock passes on to the new one.
#[inline]
fn xmax_passed_on(st: &Store, old: &[u8]) -> Xmax {
    let old_mask = header::infomask(old);
    let xmax = header::raw_xmax(old);
    if old_mask & HEAP_XMAX_INVALID != 0 || !xmax.is_valid() {
        return Xmax { xmax: TransactionId::INVALID, bits: (HEAP_XMAX_INVALID, 0) };
    }
    let bits = match old_mask & HEAP_XMAX_IS_MULTI {
        0 => (HEAP_XMAX_KEYSHR_LOCK | HEAP_XMAX_LOCK_ONLY, 0),
        _ => multixact_bits(st, xmax),
    };
    Xmax { xmax, bits }
}

/// Emits the event that a row was updated, with the reason if it is no HOT update.
#[inline]
fn tell_update(
    st: &mut Store,
    rel: &Relation,
    (old, new): (ItemPointer, ItemPointer),
    length: usize,
    (hot, hot_allowed): (bool, bool),
) {
    st.events.emit(|| Event::TupleUpdated {
        rel: rel.oid,
        old,
        new,
        length,
        hot: match (hot, hot_allowed) {
            (true, _) => Hot::Yes,
            (false, false) => Hot::IndexedColumnChanged,
            (false, true) => Hot::NoRoom,
        },
    });
}

/// Sets the header of a new version (`heap_update`).
#[inline]
fn prepare_update(t: &mut [u8], (xid, cid): (TransactionId, CommandId), Xmax { xmax, bits }: Xmax) {
    let mask = header::infomask(t) & !HEAP_XACT_MASK | HEAP_UPDATED | bits.0;
    let mask2 = header::infomask2(t) & !HEAP2_XACT_MASK | bits.1;
    header::set_infomask(t, mask);
    header::set_infomask2(t, mask2);
    header::set_xmin(t, xid);
    header::set_cmin(t, cid.0);
    header::set_xmax(t, xmax);
}

/// Whether `heap_update` calls the toaster: the old or new tuple has external values, or the new
/// one is longer than 2,032 bytes.
#[inline]
fn needs_toast(rel: &Relation, old: &[u8], new: &[u8]) -> bool {
    let is_table = matches!(rel.kind, RelKind::Table | RelKind::MaterializedView);
    is_table
        && (header::has_external(old)
            || header::has_external(new)
            || new.len() > TOAST_TUPLE_THRESHOLD)
}

/// Replaces the row at `otid` by `new` (a formed tuple, not toasted yet). `toast` is called for
/// tables when `heap_update` would: the old or new tuple has external values, or the new one is
/// longer than 2032 bytes.
pub fn update(
    st: &mut Store,
    rel: &Relation,
    otid: ItemPointer,
    mut new: Vec<u8>,
    cid: CommandId,
    toast: Toast<'_>,
) -> Result<UpdateOutcome> {
    let xid = st.xact.assign_xid();
    clock::add(Kind::HeapUpdate, 1);
    let mut maps = MapPins::default();
    let buffer = pin_row(st, rel, otid, &mut maps.other)?;
    let off = otid.offset;
    let keys = index_columns(rel, true);
    let key_intact = !any_changed(&rel.desc, &keys, row(st, buffer, off), &new)?;
    let mode = if key_intact { LockMode::NoKeyExclusive } else { LockMode::Exclusive };
    let indexed = index_columns(rel, false);
    let hot_allowed = !any_changed(&rel.desc, &indexed, row(st, buffer, off), &new)?;

    let state = satisfies_update(st, buffer, off, cid);
    match state {
        TupleState::Ok | TupleState::BeingModified => {}
        TupleState::Invisible => {
            st.pool.release(buffer);
            maps.release(st);
            return err!(OBJECT_NOT_IN_PREREQUISITE_STATE, "attempted to update invisible tuple");
        }
        _ => return Ok(refused(st, buffer, off, maps.other, state)),
    }

    let old = Bytes::from(row(st, buffer, off));
    let updated = new_xmax(st, &old, xid, mode, true);
    let passed_on = xmax_passed_on(st, &old);
    let prepare = |t: &mut [u8]| prepare_update(t, (xid, cid), passed_on);
    prepare(&mut new);
    let (cmax, combo) = st.xact.adjust_cmax(&old, cid);

    let need_toast = needs_toast(rel, &old, &new);
    let free = page::heap_free_space(st.pool.page(buffer).bytes());
    let mut target = buffer;
    if need_toast || maxalign(new.len()) > free {
        let lock = new_xmax(st, &old, xid, mode, false);
        lock_old(st, rel, (buffer, otid), lock, (cmax, combo), maps.other)?;
        if need_toast {
            new = toast(st, new, &old)?;
            prepare(&mut new);
        }
        if maxalign(new.len()) > free {
            target = get_buffer_for_tuple(
                st,
                rel,
                (new.len(), 1),
                Some(buffer),
                InsertOptions::default(),
                None,
                &mut maps,
            )?;
        }
    }

    let hot = target == buffer && hot_allowed;
    if target != buffer {
        page::set_flag(st.pool.page_mut(buffer).bytes_mut(), PD_PAGE_FULL, true);
    }
    page::set_prunable(st.pool.page_mut(buffer).bytes_mut(), xid);
    let mask2 = header::infomask2(&new) & !HEAP_ONLY_TUPLE;
    header::set_infomask2(&mut new, if hot { mask2 | HEAP_ONLY_TUPLE } else { mask2 });
    let tid = put_heap_tuple(st, target, &mut new, None)?;
    mark(st, buffer, off, updated, |t| {
        let mask2 = header::infomask2(t) & !HEAP_HOT_UPDATED;
        header::set_infomask2(t, if hot { mask2 | HEAP_HOT_UPDATED } else { mask2 });
        header::set_cmax(t, cmax.0, combo);
        header::set_ctid(t, tid);
    });
    let old_cleared = page::is_all_visible(st.pool.page(buffer).bytes());
    if old_cleared {
        clear_all_visible(st, rel, buffer, &mut maps.other)?;
    }
    let mut new_cleared = false;
    if target != buffer {
        new_cleared = page::is_all_visible(st.pool.page(target).bytes());
        if new_cleared {
            clear_all_visible(st, rel, target, &mut maps.found)?;
        }
        st.pool.mark_dirty(target);
    }
    st.pool.mark_dirty(buffer);
    if rel.needs_wal() {
        let record = log::Update {
            old_buffer: buffer,
            new_buffer: target,
            old_off: off,
            new_off: tid.offset,
            old: &old,
            new: &new,
            hot,
            old_cleared: maps.other.filter(|_| old_cleared),
            new_cleared: maps.found.filter(|_| new_cleared),
        };
        log::update(st, &record);
    }
    if target != buffer {
        st.pool.release(target);
    }
    st.pool.release(buffer);
    maps.release(st);
    st.statistics.updated(rel.oid, hot, target != buffer);
    tell_update(st, rel, (otid, tid), new.len(), (hot, hot_allowed));
    Ok(UpdateOutcome { state: TupleState::Ok, tid, hot, old, new })
}

/// Deletes the row at `tid`. The caller then deletes the external values of `old`
/// (`heap_toast_delete`).
pub fn delete(
    st: &mut Store,
    rel: &Relation,
    tid: ItemPointer,
    cid: CommandId,
) -> Result<UpdateOutcome> {
    let xid = st.xact.assign_xid();
    clock::add(Kind::HeapDelete, 1);
    let mut map = None;
    let buffer = pin_row(st, rel, tid, &mut map)?;
    let off = tid.offset;
    let state = satisfies_update(st, buffer, off, cid);
    match state {
        TupleState::Ok | TupleState::BeingModified => {}
        TupleState::Invisible => {
            st.pool.release(buffer);
            map.into_iter().for_each(|m| st.pool.release(m));
            return err!(OBJECT_NOT_IN_PREREQUISITE_STATE, "attempted to delete invisible tuple");
        }
        _ => return Ok(refused(st, buffer, off, map, state)),
    }
    let old = Bytes::from(row(st, buffer, off));
    let (cmax, combo) = st.xact.adjust_cmax(&old, cid);
    let deleted = new_xmax(st, &old, xid, LockMode::Exclusive, true);
    page::set_prunable(st.pool.page_mut(buffer).bytes_mut(), xid);
    let cleared = page::is_all_visible(st.pool.page(buffer).bytes());
    if cleared {
        clear_all_visible(st, rel, buffer, &mut map)?;
    }
    mark(st, buffer, off, deleted, |t| {
        clear_hot_updated(t);
        header::set_cmax(t, cmax.0, combo);
        header::set_ctid(t, tid);
    });
    st.pool.mark_dirty(buffer);
    if rel.needs_wal() {
        log::delete(st, buffer, off, map.filter(|_| cleared), false);
    }
    st.pool.release(buffer);
    map.into_iter().for_each(|m| st.pool.release(m));
    st.statistics.deleted(rel.oid);
    st.events.emit(|| Event::TupleDeleted { rel: rel.oid, tid });
    Ok(UpdateOutcome { state: TupleState::Ok, tid, hot: false, old, new: Vec::new() })
}

/// Locks a row for `SELECT ... FOR UPDATE` and the weaker modes (`heap_lock_tuple`).
pub fn lock_tuple(
    st: &mut Store,
    rel: &Relation,
    tid: ItemPointer,
    cid: CommandId,
    mode: LockMode,
) -> Result<TupleState> {
    let (state, buffer) = lock_and_pin(st, rel, tid, cid, mode)?;
    st.pool.release(buffer);
    Ok(state)
}

/// Locks a row like [`lock_tuple`], and leaves its page pinned, as the slot is that gets the row
/// (`heapam_tuple_lock`).
pub fn lock_and_pin(
    st: &mut Store,
    rel: &Relation,
    tid: ItemPointer,
    cid: CommandId,
    mode: LockMode,
) -> Result<(TupleState, BufferId)> {
    let mut map = None;
    let buffer = pin_row(st, rel, tid, &mut map)?;
    let off = tid.offset;
    let state = satisfies_update(st, buffer, off, cid);
    let held = state == TupleState::BeingModified && holds(st, row(st, buffer, off), mode);
    let lock = matches!(state, TupleState::Ok | TupleState::BeingModified) && !held;
    if lock {
        let xid = st.xact.assign_xid();
        let old = Bytes::from(row(st, buffer, off));
        let locked = new_xmax(st, &old, xid, mode, false);
        mark(st, buffer, off, locked, |t| {
            clear_hot_updated(t);
            header::set_ctid(t, tid);
        });
        let mut cleared = false;
        if page::is_all_visible(st.pool.page(buffer).bytes())
            && let Some(map) = map
        {
            let bits = visibility_map::ALL_FROZEN;
            cleared = visibility_map::clear(st, rel, tid.block, map, bits)?;
        }
        st.pool.mark_dirty(buffer);
        if rel.needs_wal() {
            log::lock(st, buffer, off, map.filter(|_| cleared));
        }
    }
    map.into_iter().for_each(|m| st.pool.release(m));
    Ok((if lock || held { TupleState::Ok } else { state }, buffer))
}

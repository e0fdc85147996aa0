//! Is there another row with this key (`_bt_check_unique`)?
//!
//! Every entry with an equal key is looked up in the heap, in index order, and then in its right
//! siblings as long as they begin with the same key. Rows found dead to everyone are marked in
//! passing (LP_DEAD), which later lets the page be cleaned instead of split.

use super::key::compare;
use super::layout::*;
use super::pages::*;
use super::search::{InsertState, binsrch_insert, fell_off};
use super::{IndexedHeap, UniqueCheck};
use crate::buffer::BufferId;
use crate::error::{PgError, Result, SqlState};
use crate::heap::Relation;
use crate::ids::ItemPointer;
use crate::store::Store;

/// What the check found.
pub(super) enum Uniqueness {
    /// No conflict.
    Unique,
    /// A conflict, which a partial check leaves to others.
    Maybe,
    /// A conflict with this row.
    Conflict(ItemPointer),
}

/// Searches for another live row with this key (`_bt_check_unique`). The search bounds stay in `s`
/// for the insertion that follows.
pub(super) fn check_unique(
    st: &mut Store,
    rel: &Relation,
    heap: &dyn IndexedHeap,
    s: &mut InsertState,
    check: UniqueCheck,
) -> Result<Uniqueness> {
    let mut right: Option<BufferId> = None;
    let result = check_from(st, rel, heap, s, check, &mut right);
    if let Some(buf) = right {
        release(st, buf);
    }
    result
}

/// Checks the entries from the place found for the new one; `right` gets the pinned sibling if the
/// search went there.
fn check_from(
    st: &mut Store,
    rel: &Relation,
    heap: &dyn IndexedHeap,
    s: &mut InsertState,
    check: UniqueCheck,
    right: &mut Option<BufferId>,
) -> Result<Uniqueness> {
    let own = tuple::t_tid(&s.itup);
    let mut found = false;
    let mut off = binsrch_insert(st, rel, s)?;
    let mut buf = s.buf;
    let mut max = max_offset(bytes(st, buf));
    'pages: loop {
        while off <= max {
            if right.is_none() && off == s.stricthigh {
                break 'pages; // The search has seen that this one is greater.
            }
            let pg = bytes(st, buf);
            if is_dead(pg, off) {
                off += 1;
                continue;
            }
            if compare(rel, &s.key, pg, off)?.is_ne() {
                break 'pages;
            }
            let tids: Vec<ItemPointer> = tuple::heap_tids(item(pg, off)).collect();
            let mut all_dead = true;
            for &tid in &tids {
                if check == UniqueCheck::Existing && tid == own {
                    found = true;
                    all_dead = false;
                    continue;
                }
                let row = heap.fetch_check(st, tid)?;
                if row.found {
                    if check == UniqueCheck::Partial {
                        return Ok(Uniqueness::Maybe);
                    }
                    // Only a conflict if the row to insert is itself still alive.
                    if !heap.is_live(st, own)? {
                        break 'pages;
                    }
                    return Ok(Uniqueness::Conflict(tid));
                }
                all_dead &= row.all_dead;
            }
            if all_dead {
                let pg = bytes_mut(st, buf);
                mark_dead(pg, off);
                Opaque::change(pg, |o| o.flags |= BTP_HAS_GARBAGE);
                st.mark_dirty_hint(buf, true);
            }
            off += 1;
        }
        let pg = bytes(st, buf);
        let o = Opaque::of(pg);
        if o.rightmost() || compare(rel, &s.key, pg, P_HIKEY)?.is_ne() {
            break;
        }
        let mut next = o.next;
        loop {
            let b = release_and_get(st, rel, right.take(), next)?;
            *right = Some(b);
            buf = b;
            let o = Opaque::of(bytes(st, b));
            if !o.ignore() {
                off = o.first_data_key();
                max = max_offset(bytes(st, b));
                break;
            }
            if o.rightmost() {
                return fell_off(rel);
            }
            next = o.next;
        }
    }
    if check == UniqueCheck::Existing && !found {
        return Err(PgError::new(
            SqlState::INTERNAL_ERROR,
            format!("failed to re-find tuple within index \"{}\"", rel.name),
        )
        .hint("This may be because of a non-immutable index expression."));
    }
    Ok(Uniqueness::Unique)
}

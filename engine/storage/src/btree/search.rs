//! Descending the tree and finding a place on a page (`nbtsearch.c`).

use super::key::{InsertKey, compare};
use super::layout::*;
use super::pages::*;
use super::root::{get_root, get_true_root};
use super::split::finish_split;
use crate::buffer::BufferId;
use crate::clock::{self, Kind};
use crate::err;
use crate::error::Result;
use crate::event::{Detail, Event};
use crate::heap::Relation;
use crate::ids::{BlockNumber, ItemPointer};
use crate::store::Store;

/// One level of the way down (`BTStackData`): an internal page and the downlink taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct DescentStep {
    /// The page.
    pub block: u32,
    /// The downlink's offset on it.
    pub offset: u16,
}

/// The way down, root first.
pub(super) type DescentStack = Vec<DescentStep>;

/// Descends to the leaf where a key belongs (`_bt_search`). Returns the path and the pinned leaf;
/// no leaf if the tree is empty and `write` is false.
pub(super) fn search(
    st: &mut Store,
    rel: &Relation,
    key: &InsertKey,
    write: bool,
) -> Result<(DescentStack, Option<BufferId>)> {
    let mut stack = DescentStack::new();
    let Some(mut buf) = get_root(st, rel, write)? else {
        return Ok((stack, None));
    };
    loop {
        buf = move_right(st, rel, key, buf, write, &mut stack)?;
        let pg = bytes(st, buf);
        if Opaque::of(pg).is_leaf() {
            break;
        }
        let offset = binsrch(rel, key, pg)?;
        let child = tuple::block(item(pg, offset));
        stack.push(DescentStep { block: block_of(st, buf), offset });
        buf = release_and_get(st, rel, Some(buf), child)?;
    }
    clock::add(Kind::IndexDescent, 1);
    clock::add(Kind::IndexLevel, stack.len() as u64 + 1);
    if st.events.detail() == Detail::Full {
        let leaf = block_of(st, buf);
        let path = stack.iter().map(|s| BlockNumber(s.block)).chain([BlockNumber(leaf)]).collect();
        st.events.emit(|| Event::IndexDescended { index: rel.oid, path });
    }
    Ok((stack, Some(buf)))
}

/// Follows right links while the key is beyond the page's high key (`_bt_moveright`). `for_update`:
/// incomplete splits on the way are finished.
fn move_right(
    st: &mut Store,
    rel: &Relation,
    key: &InsertKey,
    mut buf: BufferId,
    for_update: bool,
    stack: &mut DescentStack,
) -> Result<BufferId> {
    loop {
        let pg = bytes(st, buf);
        let o = Opaque::of(pg);
        if o.rightmost() {
            if o.ignore() {
                return fell_off(rel);
            }
            return Ok(buf);
        }
        if for_update && o.incomplete_split() {
            let block = block_of(st, buf);
            finish_split(st, rel, buf, stack)?;
            buf = get(st, rel, block)?;
            continue;
        }
        if !o.ignore() {
            let order = compare(rel, key, pg, P_HIKEY)?;
            if if key.nextkey { order.is_lt() } else { order.is_le() } {
                return Ok(buf);
            }
        }
        buf = release_and_get(st, rel, Some(buf), o.next)?;
    }
}

/// The error for a page without a right sibling where one is expected.
pub(super) fn fell_off<T>(rel: &Relation) -> Result<T> {
    err!(INTERNAL_ERROR, "fell off the end of index \"{}\"", rel.name)
}

/// Searches a page for a key (`_bt_binsrch`), and returns on a leaf the first item not less than
/// the key (greater, for `nextkey`), on an internal page the downlink to follow.
pub(super) fn binsrch(rel: &Relation, key: &InsertKey, pg: &PageBytes) -> Result<u16> {
    let o = Opaque::of(pg);
    let mut low = o.first_data_key();
    let mut high = max_offset(pg);
    if high < low {
        return Ok(low);
    }
    high += 1;
    while high > low {
        let mid = low + (high - low) / 2;
        let order = compare(rel, key, pg, mid)?;
        if order.is_gt() || (key.nextkey && order.is_eq()) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    Ok(if o.is_leaf() { low } else { low - 1 })
}

/// What an insertion knows of its place so far (`BTInsertStateData`).
pub(super) struct InsertState {
    /// The tuple to insert.
    pub itup: Vec<u8>,
    /// Its aligned size.
    pub itemsz: usize,
    /// Its key.
    pub key: InsertKey,
    /// The leaf.
    pub buf: BufferId,
    /// Whether `low` and `stricthigh` were found on this very state of the page.
    pub bounds_valid: bool,
    /// The first item not less than the key.
    pub low: u16,
    /// The first item known to be greater.
    pub stricthigh: u16,
    /// Where in an existing posting list the new TID belongs; -1: the list is dead.
    pub postingoff: i32,
}

/// Searches a leaf for an insertion, and remembers the bounds for the next search
/// (`_bt_binsrch_insert`).
pub(super) fn binsrch_insert(st: &Store, rel: &Relation, s: &mut InsertState) -> Result<u16> {
    let pg = bytes(st, s.buf);
    let o = Opaque::of(pg);
    let (mut low, mut high) =
        if s.bounds_valid { (s.low, s.stricthigh) } else { (o.first_data_key(), max_offset(pg)) };
    if high < low {
        s.low = 0;
        s.stricthigh = 0;
        s.bounds_valid = false;
        return Ok(low);
    }
    if !s.bounds_valid {
        high += 1;
    }
    let mut stricthigh = high;
    while high > low {
        let mid = low + (high - low) / 2;
        let order = compare(rel, &s.key, pg, mid)?;
        if order.is_gt() {
            low = mid + 1;
        } else {
            high = mid;
            if order.is_ne() {
                stricthigh = high;
            }
        }
        if order.is_eq()
            && let Some(tid) = s.key.scantid
        {
            if s.postingoff != 0 {
                return err!(
                    INDEX_CORRUPTED,
                    "table tid from new index tuple {tid} cannot find insert offset between offsets {low} and {stricthigh} of block {} in index \"{}\"",
                    block_of(st, s.buf),
                    rel.name
                );
            }
            s.postingoff = binsrch_posting(tid, pg, mid);
        }
    }
    s.low = low;
    s.stricthigh = stricthigh;
    s.bounds_valid = true;
    Ok(low)
}

/// Returns the position in a posting list where a TID belongs (`_bt_binsrch_posting`).
fn binsrch_posting(tid: ItemPointer, pg: &PageBytes, off: u16) -> i32 {
    let t = item(pg, off);
    if !tuple::is_posting(t) {
        return 0;
    }
    if is_dead(pg, off) {
        return -1;
    }
    let (mut low, mut high) = (0, tuple::n_posting(t));
    while high > low {
        let mid = low + (high - low) / 2;
        match tid.cmp(&tuple::posting_n(t, mid)) {
            std::cmp::Ordering::Greater => low = mid + 1,
            std::cmp::Ordering::Less => high = mid,
            std::cmp::Ordering::Equal => return mid as i32,
        }
    }
    low as i32
}

/// Returns the first or last page of a level, pinned (`_bt_get_endpoint`). `rightmost`: the last.
pub(super) fn get_endpoint(
    st: &mut Store,
    rel: &Relation,
    level: u32,
    rightmost: bool,
) -> Result<Option<BufferId>> {
    let root = if level == 0 { get_root(st, rel, false)? } else { get_true_root(st, rel)? };
    let Some(mut buf) = root else { return Ok(None) };
    let mut path = vec![];
    loop {
        let mut o = Opaque::of(bytes(st, buf));
        while o.ignore() || (rightmost && !o.rightmost()) {
            if o.next == P_NONE {
                return fell_off(rel);
            }
            buf = release_and_get(st, rel, Some(buf), o.next)?;
            o = Opaque::of(bytes(st, buf));
        }
        path.push(BlockNumber(block_of(st, buf)));
        if o.level == level {
            break;
        }
        if o.level < level {
            return err!(
                INDEX_CORRUPTED,
                "btree level {level} not found in index \"{}\"",
                rel.name
            );
        }
        let pg = bytes(st, buf);
        let off = if rightmost { max_offset(pg) } else { o.first_data_key() };
        let child = tuple::block(item(pg, off));
        buf = release_and_get(st, rel, Some(buf), child)?;
    }
    if level == 0 {
        st.events.emit(|| Event::IndexDescended { index: rel.oid, path });
    }
    Ok(Some(buf))
}

/// Returns the left sibling of the page `own`, whose link says that it is `left`, pinned
/// (`_bt_walk_left`,
/// `_bt_lock_and_validate_left`); none if pages were deleted until `own` became the leftmost.
pub(super) fn left_sibling(
    st: &mut Store,
    rel: &Relation,
    mut left: u32,
    mut own: u32,
) -> Result<Option<BufferId>> {
    loop {
        let mut buf = get(st, rel, left)?;
        let mut tries = 0;
        loop {
            let o = Opaque::of(bytes(st, buf));
            if !o.is_deleted() && o.next == own {
                return Ok(Some(buf));
            }
            tries += 1;
            if o.rightmost() || tries > 4 {
                break;
            }
            buf = release_and_get(st, rel, Some(buf), o.next)?;
        }
        // The page we came from is gone, or the left sibling was split: start from it again.
        buf = release_and_get(st, rel, Some(buf), own)?;
        let mut o = Opaque::of(bytes(st, buf));
        if !o.is_deleted() && o.prev == left {
            return err!(
                INTERNAL_ERROR,
                "could not find left sibling of block {own} in index \"{}\"",
                rel.name
            );
        }
        while o.is_deleted() {
            if o.rightmost() {
                return fell_off(rel);
            }
            buf = release_and_get(st, rel, Some(buf), o.next)?;
            o = Opaque::of(bytes(st, buf));
        }
        (own, left) = (block_of(st, buf), o.prev);
        release(st, buf);
        if o.leftmost() {
            return Ok(None);
        }
    }
}

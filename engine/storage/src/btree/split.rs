//! Splitting a page in two and telling the level above (`_bt_split`, `_bt_insert_parent`,
//! `_bt_newroot`).
//!
//! ```text
//! before        ... | 5 6 7 8 | ...            insert 6½, split between 6½ and 7
//! after         ... | [7) 5 6 6½ | 7 8 | ...    the left page keeps its block and gets a high key,
//!                                              the right page is new and keeps the old high key
//! parent        ... (k, left) ...   becomes   ... (k, left) (7, right) ...
//! ```

use super::insert::insert_on_page;
use super::key::truncate;
use super::layout::*;
use super::log;
use super::pages::*;
use super::search::{DescentStack, DescentStep, get_endpoint};
use super::splitloc::find_split_loc;
use crate::buffer::BufferId;
use crate::clock::{self, Kind};
use crate::err;
use crate::error::{PgError, Result, SqlState};
use crate::event::Event;
use crate::heap::Relation;
use crate::ids::BlockNumber;
use crate::page::BLCKSZ;
use crate::store::Store;

/// Clears the flag of an incomplete split (`BTP_INCOMPLETE_SPLIT`).
pub(super) fn clear_incomplete(st: &mut Store, buf: BufferId) {
    Opaque::change(bytes_mut(st, buf), |o| o.flags &= !BTP_INCOMPLETE_SPLIT);
    st.pool.mark_dirty(buf);
}

/// Appends a tuple to a page (`_bt_pgaddtup`). `minus_infinity`: it is the first data item of an
/// internal page, which loses its key and stands for minus infinity.
fn append(pg: &mut PageBytes, t: &[u8], off: &mut u16, minus_infinity: bool) -> Result<()> {
    if minus_infinity {
        let mut head = t[..TUPLE_HEADER].to_vec();
        put_u16(&mut head, 6, TUPLE_HEADER as u16);
        tuple::set_natts(&mut head, 0, false);
        add(pg, &head, *off)?;
    } else {
        add(pg, t, *off)?;
    }
    *off += 1;
    Ok(())
}

/// A posting list whose range a new TID fell into, just before the new tuple.
pub(super) struct Posting {
    /// The list that replaces it.
    pub list: Vec<u8>,
    /// The new TID's place in it.
    pub place: i32,
    /// The new tuple as it was asked for.
    pub asked: Vec<u8>,
}

/// Makes room for `new` at `newoff` by moving the upper part of the page to a new right sibling,
/// which is returned pinned (`_bt_split`).
#[allow(clippy::too_many_arguments)]
#[inline(never)]
pub(super) fn split(
    st: &mut Store,
    rel: &Relation,
    buf: BufferId,
    child: Option<BufferId>,
    newoff: u16,
    newsz: usize,
    new: &[u8],
    posting: Option<Posting>,
) -> Result<BufferId> {
    let block = block_of(st, buf);
    clock::add(Kind::IndexSplit, 1);
    let orig: PageBytes = *bytes(st, buf);
    let o = Opaque::of(&orig);
    let max = max_offset(&orig);
    let leaf = o.is_leaf();
    let (firstright, new_on_left) = find_split_loc(rel, &orig, newoff, newsz, new)?;
    let item_at = |off: u16| match &posting {
        Some(p) if off == newoff - 1 => p.list.as_slice(),
        _ => item(&orig, off),
    };

    // The left page's high key tells the last item on the left from the first on the right.
    let right_item = if !new_on_left && newoff == firstright { new } else { item_at(firstright) };
    let high_key = if leaf {
        let left_item =
            if new_on_left && newoff == firstright { new } else { item_at(firstright - 1) };
        truncate(rel, left_item, right_item)?
    } else {
        right_item.to_vec()
    };
    let mut left = [0u8; BLCKSZ];
    init(&mut left);
    left[..8].copy_from_slice(&orig[..8]); // pd_lsn
    let mut left_off = P_HIKEY;
    append(&mut left, &high_key, &mut left_off, false)?;

    let right_buf = get_new(st, rel)?;
    let right_block = block_of(st, right_buf);
    let cycleid = super::vacuum_cycle_id(rel);
    let flags = o.flags & !(BTP_ROOT | BTP_SPLIT_END | BTP_HAS_GARBAGE);
    Opaque {
        prev: o.prev,
        next: right_block,
        level: o.level,
        flags: flags | BTP_INCOMPLETE_SPLIT,
        cycleid,
    }
    .put(&mut left);
    let mut right = *bytes(st, right_buf);
    let mut right_opaque = Opaque { prev: block, next: o.next, level: o.level, flags, cycleid };
    let mut right_off = P_HIKEY;
    if !o.rightmost() {
        append(&mut right, item(&orig, P_HIKEY), &mut right_off, false)?;
    }
    let minus_infinity = if leaf { 0 } else { right_off };
    for off in o.first_data_key()..=max {
        if off == newoff {
            if new_on_left {
                append(&mut left, new, &mut left_off, false)?;
            } else {
                let first = right_off == minus_infinity;
                append(&mut right, new, &mut right_off, first)?;
            }
        }
        if off < firstright {
            append(&mut left, item_at(off), &mut left_off, false)?;
        } else {
            let first = right_off == minus_infinity;
            append(&mut right, item_at(off), &mut right_off, first)?;
        }
    }
    if max < newoff {
        let first = right_off == minus_infinity;
        append(&mut right, new, &mut right_off, first)?;
    }
    let mut sibling_buf = None;
    if !o.rightmost() {
        let sibling = get(st, rel, o.next)?;
        let so = Opaque::of(bytes(st, sibling));
        check_left_link(rel, block, o.next, so.prev)?;
        if so.cycleid != cycleid {
            right_opaque.flags |= BTP_SPLIT_END;
        }
        sibling_buf = Some(sibling);
    }
    write(st, buf, &left);
    right_opaque.put(&mut right);
    write(st, right_buf, &right);
    if let Some(sibling) = sibling_buf {
        Opaque::change(bytes_mut(st, sibling), |s| s.prev = right_block);
        st.pool.mark_dirty(sibling);
    }
    if let Some(child) = child {
        clear_incomplete(st, child);
    }
    if rel.needs_wal() {
        // A list that goes to the right page is logged with it.
        let posting = posting.as_ref().filter(|_| newoff - 1 < firstright);
        let record = log::Split {
            left: buf,
            right: right_buf,
            sibling: sibling_buf,
            child,
            first_right: firstright,
            new_offset: newoff,
            new_on_left,
            place: posting.map_or(0, |p| p.place),
            new: posting.map_or(new, |p| p.asked.as_slice()),
        };
        log::split(st, &record);
    }
    for b in sibling_buf.into_iter().chain(child) {
        release(st, b);
    }
    if leaf {
        emit_split(st, rel, (block, &left), (right_block, &right), firstright, new);
    }
    Ok(right_buf)
}

/// Emits the event that a leaf was split, and where the new entry is.
fn emit_split(
    st: &mut Store,
    rel: &Relation,
    (block, left): (u32, &PageBytes),
    (right_block, right): (u32, &PageBytes),
    first_right: u16,
    new: &[u8],
) {
    let tid = tuple::t_tid(new);
    let (on, at) = place_of(left, right, block, right_block, new);
    st.events.emit(|| Event::LeafSplit {
        index: rel.oid,
        left: BlockNumber(block),
        right: BlockNumber(right_block),
        first_right,
    });
    st.events.emit(|| Event::IndexEntryInserted {
        index: rel.oid,
        block: BlockNumber(on),
        offset: at,
        tid,
    });
}

/// Fails if the right sibling (`next`) does not link back to the page that is split (`block`); `prev`
/// is its left link.
fn check_left_link(rel: &Relation, block: u32, next: u32, prev: u32) -> Result<()> {
    if prev == block {
        return Ok(());
    }
    err!(
        INDEX_CORRUPTED,
        "right sibling's left-link doesn't match: block {next} links to {prev} instead of expected {block} in index \"{}\"",
        rel.name
    )
}

/// The page and offset of the new tuple after a split, for the event.
fn place_of(left: &PageBytes, right: &PageBytes, lblk: u32, rblk: u32, new: &[u8]) -> (u32, u16) {
    for (pg, block) in [(left, lblk), (right, rblk)] {
        let first = Opaque::of(pg).first_data_key();
        if let Some(off) = (first..=max_offset(pg)).find(|&o| item(pg, o)[..8] == new[..8]) {
            return (block, off);
        }
    }
    (rblk, 0)
}

/// Puts a new state of a page into its buffer.
fn write(st: &mut Store, buf: BufferId, pg: &PageBytes) {
    *bytes_mut(st, buf) = *pg;
    st.pool.mark_dirty(buf);
}

/// Inserts the downlink to `right` next to that of `left` (`_bt_insert_parent`). It takes over both
/// pins. `is_root`: the split page was the root; `is_only`: it was the only page of its level.
#[inline(never)]
pub(super) fn insert_parent(
    st: &mut Store,
    rel: &Relation,
    left: BufferId,
    right: BufferId,
    stack: &mut [DescentStep],
    is_root: bool,
    is_only: bool,
) -> Result<()> {
    if is_root {
        let root = new_root(st, rel, left, right)?;
        release(st, root);
        release(st, right);
        release(st, left);
        return Ok(());
    }
    let (block, right_block) = (block_of(st, left), block_of(st, right));
    let mut fake = [DescentStep { block: 0, offset: 0 }];
    let stack = if stack.is_empty() {
        let level = Opaque::of(bytes(st, left)).level + 1;
        if let Some(p) = get_endpoint(st, rel, level, false)? {
            fake[0].block = block_of(st, p);
            release(st, p);
        }
        &mut fake[..]
    } else {
        stack
    };
    let mut downlink = item(bytes(st, left), P_HIKEY).to_vec();
    tuple::set_block(&mut downlink, right_block);
    let Some(step) = stack.len().checked_sub(1) else {
        return err!(INTERNAL_ERROR, "a page that is not the root has a parent");
    };
    let parent = get_stack_buf(st, rel, stack, block)?;
    release(st, right);
    let Some(parent) = parent else {
        return err!(
            INDEX_CORRUPTED,
            "failed to re-find parent key in index \"{}\" for split pages {block}/{right_block}",
            rel.name
        );
    };
    let off = stack[step].offset + 1;
    let size = maxalign(tuple::size(&downlink));
    insert_on_page(st, rel, parent, Some(left), &mut stack[..step], downlink, size, off, 0, is_only)
}

/// Completes a split whose downlink is missing (`_bt_finish_split`).
pub(super) fn finish_split(
    st: &mut Store,
    rel: &Relation,
    left: BufferId,
    stack: &mut DescentStack,
) -> Result<()> {
    let lo = Opaque::of(bytes(st, left));
    let right = get(st, rel, lo.next)?;
    let ro = Opaque::of(bytes(st, right));
    let mut was_root = false;
    if stack.is_empty() {
        let meta = get(st, rel, METAPAGE)?;
        was_root = Meta::of(bytes(st, meta)).root == block_of(st, left);
        release(st, meta);
    }
    insert_parent(st, rel, left, right, stack, was_root, lo.leftmost() && ro.rightmost())
}

/// Returns the parent page that has the downlink to `child`, pinned (`_bt_getstackbuf`); the last
/// step of the stack is moved to it.
pub(super) fn get_stack_buf(
    st: &mut Store,
    rel: &Relation,
    stack: &mut [DescentStep],
    child: u32,
) -> Result<Option<BufferId>> {
    let Some((step, above)) = stack.split_last_mut() else { return Ok(None) };
    let mut block = step.block;
    let mut start = step.offset;
    loop {
        let buf = get(st, rel, block)?;
        let pg = bytes(st, buf);
        let o = Opaque::of(pg);
        if o.incomplete_split() {
            finish_split(st, rel, buf, &mut above.to_vec())?;
            continue;
        }
        if !o.ignore() {
            let (min, max) = (o.first_data_key(), max_offset(pg));
            start = start.max(min).min(max + 1);
            let links = |off: &u16| tuple::block(item(pg, *off)) == child;
            let found = (start..=max).find(links).or_else(|| (min..start).rev().find(links));
            if let Some(offset) = found {
                *step = DescentStep { block, offset };
                return Ok(Some(buf));
            }
        }
        release(st, buf);
        if o.rightmost() {
            return Ok(None);
        }
        block = o.next;
        start = 0;
    }
}

/// Makes a root above the two halves of the old one, and returns it pinned (`_bt_newroot`).
fn new_root(st: &mut Store, rel: &Relation, left: BufferId, right: BufferId) -> Result<BufferId> {
    let root = get_new(st, rel)?;
    let block = block_of(st, root);
    let (left_block, right_block) = (block_of(st, left), block_of(st, right));
    let meta_buf = get(st, rel, METAPAGE)?;
    let left_page = bytes(st, left);
    let level = Opaque::of(left_page).level + 1;
    let mut right_item = item(left_page, P_HIKEY).to_vec();
    tuple::set_block(&mut right_item, right_block);
    let mut left_item = vec![0; TUPLE_HEADER];
    put_u16(&mut left_item, 6, TUPLE_HEADER as u16);
    tuple::set_block(&mut left_item, left_block);
    tuple::set_natts(&mut left_item, 0, false);

    let pg = bytes_mut(st, root);
    Opaque { prev: P_NONE, next: P_NONE, level, flags: BTP_ROOT, cycleid: 0 }.put(pg);
    add(pg, &left_item, P_HIKEY)?;
    add(pg, &right_item, P_FIRSTKEY)?;
    let pg = bytes_mut(st, meta_buf);
    Meta { root: block, level, fastroot: block, fastlevel: level, ..Meta::of(pg) }.put(pg);
    clear_incomplete(st, left);
    st.pool.mark_dirty(root);
    st.pool.mark_dirty(meta_buf);
    if rel.needs_wal() {
        log::new_root(st, root, Some(left), meta_buf);
    }
    release(st, meta_buf);
    st.events.emit(|| Event::RootSplit { index: rel.oid, root: BlockNumber(block), level });
    Ok(root)
}

/// The error for a damaged index.
pub(super) fn corrupted(text: String) -> Box<PgError> {
    PgError::new(SqlState::INDEX_CORRUPTED, text)
}

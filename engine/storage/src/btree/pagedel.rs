//! Deleting an empty leaf from the tree (`_bt_pagedel`).
//!
//! In two steps, each of which leaves a tree that works: first its downlink goes (the right sibling
//! takes over its key space) and the leaf is half-dead; then it is unlinked from its siblings and
//! marked deleted with the next transaction id, so that no scan that still has a link to it finds
//! something else there. A parent whose only child the leaf is goes the same way, from the top down.

use super::key::InsertKey;
use super::layout::*;
use super::log;
use super::pages::*;
use super::root;
use super::search::{DescentStack, DescentStep, search};
use super::split::{corrupted, get_stack_buf};
use super::vacuum::Vacuum;
use crate::buffer::BufferId;
use crate::error::Result;
use crate::heap::Relation;
use crate::ids::OffsetNumber;
use crate::page;
use crate::store::Store;

/// Deletes the leaf, if possible, and empty right siblings after it (`_bt_pagedel`). Takes over the
/// pin.
pub(super) fn delete_page(
    st: &mut Store,
    rel: &Relation,
    leaf: BufferId,
    vacuum: &mut Vacuum<'_>,
) -> Result<()> {
    let scan_block = block_of(st, leaf);
    let mut leaf = leaf;
    let mut stack: Option<DescentStack> = None;
    loop {
        let pg = bytes(st, leaf);
        let o = Opaque::of(pg);
        let stays = !o.is_leaf()
            || o.is_deleted()
            || o.rightmost()
            || o.is_root()
            || o.first_data_key() <= max_offset(pg)
            || o.incomplete_split();
        if stays {
            release(st, leaf);
            return Ok(());
        }
        if !o.is_half_dead() {
            let path = match &mut stack {
                Some(path) => path,
                None => {
                    let block = block_of(st, leaf);
                    let high_key = item(pg, P_HIKEY).to_vec();
                    if left_sibling_is_splitting(st, rel, o.prev, block)? {
                        release(st, leaf);
                        return Ok(());
                    }
                    let equal = root::allequalimage(st, rel)?;
                    let mut key = InsertKey::of_tuple(rel, &high_key, equal);
                    key.pivotsearch = true;
                    let (path, found) = search(st, rel, &key, false)?;
                    if let Some(buf) = found {
                        release(st, buf);
                    }
                    stack.insert(path)
                }
            };
            if !mark_half_dead(st, rel, leaf, path)? {
                release(st, leaf);
                return Ok(());
            }
        }
        let mut right_is_empty = false;
        while Opaque::of(bytes(st, leaf)).is_half_dead() {
            right_is_empty = unlink(st, rel, leaf, scan_block, vacuum)?;
        }
        let right = Opaque::of(bytes(st, leaf)).next;
        release(st, leaf);
        if !right_is_empty {
            return Ok(());
        }
        leaf = get(st, rel, right)?;
    }
}

/// Whether `left` is splitting and `target` is its new right half (`_bt_leftsib_splitflag`).
fn left_sibling_is_splitting(
    st: &mut Store,
    rel: &Relation,
    left: u32,
    target: u32,
) -> Result<bool> {
    if left == P_NONE {
        return Ok(false);
    }
    let buf = get(st, rel, left)?;
    let o = Opaque::of(bytes(st, buf));
    release(st, buf);
    Ok(o.next == target && o.incomplete_split())
}

/// Removes the downlink to the leaf, or to its topmost ancestor that has only this branch below
/// (`_bt_mark_page_halfdead`). Returns false if the leaf cannot be deleted now.
fn mark_half_dead(
    st: &mut Store,
    rel: &Relation,
    leaf: BufferId,
    stack: &mut DescentStack,
) -> Result<bool> {
    let leaf_block = block_of(st, leaf);
    let leaf_right = Opaque::of(bytes(st, leaf)).next;
    // _bt_rightsib_halfdeadflag
    let right = get(st, rel, leaf_right)?;
    let right_half_dead = Opaque::of(bytes(st, right)).is_half_dead();
    release(st, right);
    if right_half_dead {
        return Ok(false);
    }
    let Some(sub) = subtree_parent(st, rel, leaf_block, leaf_right, &mut stack[..])? else {
        return Ok(false);
    };
    let pg = bytes(st, sub.parent);
    let next = tuple::block(item(pg, sub.offset + 1));
    if next != sub.top_right {
        return Err(corrupted(format!(
            "right sibling {} of block {} is not next child {next} of block {} in index \"{}\"",
            sub.top_right,
            sub.top,
            block_of(st, sub.parent),
            rel.name
        )));
    }
    // The leaf's key space goes to its right sibling: its downlink now leads there, and the
    // sibling's own downlink goes.
    let pg = bytes_mut(st, sub.parent);
    tuple::set_block(item_mut(pg, sub.offset), sub.top_right);
    page::index_tuple_delete(pg, OffsetNumber(sub.offset + 1))?;
    let pg = bytes_mut(st, leaf);
    Opaque::change(pg, |o| o.flags |= BTP_HALF_DEAD);
    let mut dummy = [0u8; TUPLE_HEADER];
    put_u16(&mut dummy, 6, TUPLE_HEADER as u16);
    set_top_parent(&mut dummy, if sub.top == leaf_block { u32::MAX } else { sub.top });
    page::index_tuple_overwrite(pg, OffsetNumber(P_HIKEY), &dummy)?;
    st.pool.mark_dirty(sub.parent);
    st.pool.mark_dirty(leaf);
    if rel.needs_wal() {
        let top = if sub.top == leaf_block { u32::MAX } else { sub.top };
        log::half_dead(st, leaf, sub.parent, sub.offset, top);
    }
    release(st, sub.parent);
    Ok(true)
}

/// Writes into a half-dead leaf's high key which page is to be unlinked next
/// (`BTreeTupleSetTopParent`).
pub(crate) fn set_top_parent(t: &mut [u8], block: u32) {
    tuple::set_block(t, block);
    tuple::set_natts(t, 0, false);
}

/// Where a subtree of one page per level hangs.
struct Subtree {
    /// The page with the downlink to its top, pinned.
    parent: BufferId,
    /// The line pointer of the downlink.
    offset: u16,
    /// Its top: the leaf itself, or an internal page.
    top: u32,
    /// The top's right sibling.
    top_right: u32,
}

/// Goes up while the page is its parent's only child (`_bt_lock_subtree_parent`). Returns the
/// topmost page to delete and its parent; `None` if the page cannot be deleted.
fn subtree_parent(
    st: &mut Store,
    rel: &Relation,
    child: u32,
    child_right: u32,
    stack: &mut [DescentStep],
) -> Result<Option<Subtree>> {
    let Some(parent) = get_stack_buf(st, rel, stack, child)? else { return Ok(None) };
    let Some((step, above)) = stack.split_last_mut() else { return Ok(None) };
    let pg = bytes(st, parent);
    let (o, max) = (Opaque::of(pg), max_offset(pg));
    if step.offset < max {
        return Ok(Some(Subtree {
            parent,
            offset: step.offset,
            top: child,
            top_right: child_right,
        }));
    }
    // The rightmost child stays, unless it is the only one and the parent can go too.
    let only = step.offset == o.first_data_key() && !o.rightmost();
    release(st, parent);
    if !only || left_sibling_is_splitting(st, rel, o.prev, step.block)? {
        return Ok(None);
    }
    let block = step.block;
    subtree_parent(st, rel, block, o.next, above)
}

/// Unlinks the half-dead leaf, or the topmost page of its branch that is still linked
/// (`_bt_unlink_halfdead_page`). Returns whether the right sibling is empty too.
fn unlink(
    st: &mut Store,
    rel: &Relation,
    leaf: BufferId,
    scan_block: u32,
    vacuum: &mut Vacuum<'_>,
) -> Result<bool> {
    let leaf_block = block_of(st, leaf);
    let top = tuple::block(item(bytes(st, leaf), P_HIKEY));
    let leaf_opaque = Opaque::of(bytes(st, leaf));
    let leaf_siblings = (leaf_opaque.prev, leaf_opaque.next);
    let (target, buf) =
        if top == u32::MAX { (leaf_block, leaf) } else { (top, get(st, rel, top)?) };
    let o = Opaque::of(bytes(st, buf));
    let left = match o.prev {
        P_NONE => None,
        prev => Some(get(st, rel, prev)?),
    };
    if let Some(l) = left {
        let lo = Opaque::of(bytes(st, l));
        if lo.is_deleted() || lo.next != target {
            return Err(corrupted(format!(
                "target page left link unexpectedly changed from {} to {} in block {target} of index \"{}\"",
                o.prev, lo.next, rel.name
            )));
        }
    }
    // The next page down the branch, kept in the leaf until the leaf's own turn.
    let next_top = if target == leaf_block {
        u32::MAX
    } else {
        let pg = bytes(st, buf);
        match tuple::block(item(pg, o.first_data_key())) {
            child if child == leaf_block => u32::MAX,
            child => child,
        }
    };
    let right = get(st, rel, o.next)?;
    let pg = bytes(st, right);
    let ro = Opaque::of(pg);
    if ro.prev != target {
        return Err(corrupted(format!(
            "right sibling's left-link doesn't match: block {} links to {} instead of expected {target} in index \"{}\"",
            o.next, ro.prev, rel.name
        )));
    }
    let right_is_empty = ro.first_data_key() > max_offset(pg);
    // The right sibling is about to be alone on its level: the new fast root, perhaps.
    let mut meta = None;
    if o.leftmost() && ro.rightmost() {
        let m = get(st, rel, METAPAGE)?;
        if Meta::of(bytes(st, m)).fastlevel > o.level + 1 {
            release(st, m);
        } else {
            meta = Some(m);
        }
    }
    if let Some(l) = left {
        Opaque::change(bytes_mut(st, l), |lo| lo.next = o.next);
    }
    Opaque::change(bytes_mut(st, right), |ro| ro.prev = o.prev);
    if target != leaf_block {
        set_top_parent(item_mut(bytes_mut(st, leaf), P_HIKEY), next_top);
    }
    let xid = u64::from(st.xact.next_xid().0);
    set_deleted(bytes_mut(st, buf), xid);
    if let Some(m) = meta {
        let pg = bytes_mut(st, m);
        Meta { fastroot: o.next, fastlevel: o.level, ..Meta::of(pg) }.put(pg);
        st.pool.mark_dirty(m);
    }
    st.pool.mark_dirty(right);
    st.pool.mark_dirty(buf);
    if let Some(l) = left {
        st.pool.mark_dirty(l);
    }
    if target != leaf_block {
        st.pool.mark_dirty(leaf);
    }
    if rel.needs_wal() {
        let record = log::Unlink {
            target: buf,
            left,
            right,
            leaf: (target != leaf_block).then_some(leaf),
            meta,
            opaque: o,
            safe_xid: xid,
            leaf_siblings,
            leaf_top: next_top,
        };
        log::unlink(st, &record);
    }
    for b in meta.into_iter().chain(left) {
        release(st, b);
    }
    release(st, right);
    if target != leaf_block {
        release(st, buf);
    }
    vacuum.stats.pages_newly_deleted += 1;
    if target <= scan_block {
        vacuum.stats.pages_deleted += 1;
    }
    vacuum.pending.push((target, xid));
    Ok(right_is_empty)
}

/// Marks a page as deleted (`BTPageSetDeleted`); the transaction id replaces the tuples.
pub(crate) fn set_deleted(pg: &mut PageBytes, xid: u64) {
    Opaque::change(pg, |o| {
        o.flags = (o.flags & !BTP_HALF_DEAD) | BTP_DELETED | BTP_HAS_FULLXID;
        o.cycleid = 0;
    });
    put_u16(pg, 12, (PAGE_HEADER + 8) as u16);
    let special = u16_at(pg, 16);
    put_u16(pg, 14, special);
    pg[PAGE_HEADER..PAGE_HEADER + 8].copy_from_slice(&xid.to_le_bytes());
}

//! Getting at items, pages and buffers of an index (`_bt_getbuf`, `_bt_relandgetbuf`,
//! `_bt_pageinit`).
//!
//! One session needs no page locks; pins and the number of times a page is asked for are as in
//! PostgreSQL, because they are what `EXPLAIN (BUFFERS)` counts.

use super::layout::*;
use crate::buffer::{BufferId, BufferTag};
use crate::err;
use crate::error::Result;
use crate::heap::{Relation, fsm};
use crate::ids::{BlockNumber, ForkNumber, ItemPointer, OffsetNumber};
use crate::page;
use crate::store::Store;

/// Returns how many items the page has, which is the last one's offset number
/// (`PageGetMaxOffsetNumber`).
#[inline]
pub(crate) fn max_offset(pg: &PageBytes) -> u16 {
    let lower = u16_at(pg, 12) as usize;
    (lower.saturating_sub(PAGE_HEADER) / ITEM_ID) as u16
}

/// The line pointer with this number.
#[inline]
fn line_pointer(pg: &PageBytes, off: u16) -> u32 {
    u32_at(pg, PAGE_HEADER + (off as usize - 1) * ITEM_ID)
}

/// Returns the tuple at a line pointer, as long as the line pointer says (`PageGetItem`).
#[inline]
pub(crate) fn item(pg: &PageBytes, off: u16) -> &[u8] {
    let lp = line_pointer(pg, off);
    let at = (lp & 0x7fff) as usize;
    &pg[at..at + (lp >> 17) as usize]
}

/// An item's bytes, to change them in place.
pub(crate) fn item_mut(pg: &mut PageBytes, off: u16) -> &mut [u8] {
    let lp = line_pointer(pg, off);
    let at = (lp & 0x7fff) as usize;
    &mut pg[at..at + (lp >> 17) as usize]
}

/// Returns the length of an item in bytes (`ItemIdGetLength`).
pub(super) fn item_len(pg: &PageBytes, off: u16) -> usize {
    (line_pointer(pg, off) >> 17) as usize
}

/// Whether the entry was marked as dead (`ItemIdIsDead`).
#[inline]
pub(super) fn is_dead(pg: &PageBytes, off: u16) -> bool {
    (line_pointer(pg, off) >> 15) & 3 == 3
}

/// Marks the entry as dead (`ItemIdMarkDead`).
pub(super) fn mark_dead(pg: &mut PageBytes, off: u16) {
    let lp = line_pointer(pg, off) | (3 << 15);
    put_u32(pg, PAGE_HEADER + (off as usize - 1) * ITEM_ID, lp);
}

/// Returns the bytes that fit on the page after one more line pointer (`PageGetFreeSpace`).
pub(super) fn free_space(pg: &PageBytes) -> usize {
    exact_free_space(pg).saturating_sub(ITEM_ID)
}

/// Returns the free bytes, without reserving a line pointer (`PageGetExactFreeSpace`).
pub(super) fn exact_free_space(pg: &PageBytes) -> usize {
    (u16_at(pg, 14) as usize).saturating_sub(u16_at(pg, 12) as usize)
}

/// Makes an empty index page (`_bt_pageinit`).
pub(crate) fn init(pg: &mut PageBytes) {
    page::init(pg, OPAQUE_SIZE);
}

/// Adds a tuple at `off`, moving later line pointers up; the caller has checked that it fits.
pub(crate) fn add(pg: &mut PageBytes, t: &[u8], off: u16) -> Result<()> {
    match page::add_item(pg, t, Some(OffsetNumber(off)), false) {
        Some(_) => Ok(()),
        None => err!(INTERNAL_ERROR, "failed to add item to the index page"),
    }
}

/// The tag of a block of the index's main fork.
pub(super) fn tag(rel: &Relation, block: u32) -> BufferTag {
    BufferTag { file: rel.file, fork: ForkNumber::Main, block: BlockNumber(block) }
}

/// The bytes of a pinned page.
#[inline]
pub(super) fn bytes(st: &Store, buf: BufferId) -> &PageBytes {
    st.pool.page(buf).bytes()
}

/// The bytes of a pinned page, to write; the caller marks it dirty.
pub(super) fn bytes_mut(st: &mut Store, buf: BufferId) -> &mut PageBytes {
    st.pool.page_mut(buf).bytes_mut()
}

/// The block number of a pinned page.
pub(super) fn block_of(st: &Store, buf: BufferId) -> u32 {
    st.pool.tag(buf).block.0
}

/// Reads a block of the index, and pins it (`_bt_getbuf`). A page that is no B-tree page is
/// refused.
pub(super) fn get(st: &mut Store, rel: &Relation, block: u32) -> Result<BufferId> {
    let buf = st.pool.read(tag(rel, block))?;
    if let Err(e) = check(st, rel, buf) {
        st.pool.release(buf);
        return Err(e);
    }
    Ok(buf)
}

/// Fails for a page that is empty or not an index page, with XX002 (`_bt_checkpage`).
pub(super) fn check(st: &Store, rel: &Relation, buf: BufferId) -> Result<()> {
    let pg = bytes(st, buf);
    let problem = if u16_at(pg, 14) == 0 {
        "unexpected zero page"
    } else if u16_at(pg, 16) as usize != OPAQUE {
        "corrupted page"
    } else {
        return Ok(());
    };
    Err(crate::error::PgError::new(
        crate::error::SqlState::INDEX_CORRUPTED,
        format!("index \"{}\" contains {problem} at block {}", rel.name, block_of(st, buf)),
    )
    .hint("Please REINDEX it."))
}

/// Releases the pin (`_bt_relbuf`).
pub(super) fn release(st: &mut Store, buf: BufferId) {
    st.pool.release(buf);
}

/// Releases a page and pins another (`_bt_relandgetbuf`). If it is the same page nothing is
/// counted.
pub(super) fn release_and_get(
    st: &mut Store,
    rel: &Relation,
    old: Option<BufferId>,
    block: u32,
) -> Result<BufferId> {
    let buf = st.pool.release_and_read(old, tag(rel, block))?;
    if let Err(e) = check(st, rel, buf) {
        st.pool.release(buf);
        return Err(e);
    }
    Ok(buf)
}

/// Returns a page to write to, pinned: a recycled one from the free space map, else a new one
/// (`_bt_getbuf` of `P_NEW`).
pub(super) fn get_new(st: &mut Store, rel: &Relation) -> Result<BufferId> {
    while let Some(block) = fsm::get_free_index_page(st, rel)? {
        let buf = st.pool.read(tag(rel, block.0))?;
        let recyclable = u16_at(bytes(st, buf), 14) == 0 || is_recyclable(st, buf);
        if recyclable {
            if rel.needs_wal() && u16_at(bytes(st, buf), 14) != 0 {
                let xid = delete_xid(bytes(st, buf));
                super::log::reuse_page(st, rel, block.0, xid);
            }
            init(bytes_mut(st, buf));
            return Ok(buf);
        }
        st.pool.release(buf);
    }
    let buf = st.pool.extend(rel.file, ForkNumber::Main, None)?;
    init(bytes_mut(st, buf));
    Ok(buf)
}

/// Whether the page was deleted so long ago that no scan can reach it (`BTPageIsRecyclable`).
pub(super) fn is_recyclable(st: &mut Store, buf: BufferId) -> bool {
    let pg = bytes(st, buf);
    if !Opaque::of(pg).is_deleted() {
        return false;
    }
    let xid = delete_xid(pg);
    removable(st, xid)
}

/// Whether the xid is older than every running transaction (`GlobalVisCheckRemovableFullXid`).
pub(super) fn removable(st: &mut Store, xid: u64) -> bool {
    st.xact.is_removable(crate::ids::TransactionId(xid as u32))
}

/// Returns the full transaction id that a deleted page has in the place of its tuples
/// (`BTPageGetDeleteXid`).
pub(super) fn delete_xid(pg: &PageBytes) -> u64 {
    if Opaque::of(pg).flags & BTP_HAS_FULLXID == 0 {
        return 3;
    }
    u64::from(u32_at(pg, PAGE_HEADER)) | (u64::from(u32_at(pg, PAGE_HEADER + 4)) << 32)
}

/// Records in the free space map that a page can be used again (`RecordFreeIndexPage`).
pub(super) fn record_free(st: &mut Store, rel: &Relation, block: u32) -> Result<()> {
    fsm::record_free_index_page(st, rel, BlockNumber(block))
}

/// All TIDs of the entries at `offs`, for events and checks.
pub(super) fn tids_of(pg: &PageBytes, offs: &[u16]) -> Vec<ItemPointer> {
    offs.iter().flat_map(|&o| tuple::heap_tids(item(pg, o)).collect::<Vec<_>>()).collect()
}

//! Reading a page. None of these panics for arbitrary bytes, except `item` when its line pointer
//! leads outside the page; [`try_item`] is for pages of unknown origin.

use super::item::ItemId;
use super::layout::*;
use super::{BLCKSZ, PageBytes};
use crate::ids::{OffsetNumber, TransactionId};

/// Reads a little-endian 16-bit field at a byte offset.
#[inline]
pub fn get_u16(page: &PageBytes, at: usize) -> u16 {
    u16::from_le_bytes([page[at], page[at + 1]])
}

/// Reads a little-endian 32-bit field at a byte offset.
#[inline]
pub fn get_u32(page: &PageBytes, at: usize) -> u32 {
    u32::from_le_bytes([page[at], page[at + 1], page[at + 2], page[at + 3]])
}

/// Returns the page's LSN as one number (`pd_lsn`).
pub fn lsn(page: &PageBytes) -> u64 {
    (u64::from(get_u32(page, PD_LSN)) << 32) | u64::from(get_u32(page, PD_LSN + 4))
}
/// Returns the checksum that the page holds; it is not compared (`pd_checksum`).
pub fn checksum(page: &PageBytes) -> u16 {
    get_u16(page, PD_CHECKSUM)
}
/// Returns the page's flags (`pd_flags`).
pub fn flags(page: &PageBytes) -> u16 {
    get_u16(page, PD_FLAGS)
}
/// Returns the byte offset where the line pointers end (`pd_lower`).
pub fn lower(page: &PageBytes) -> usize {
    usize::from(get_u16(page, PD_LOWER))
}
/// Returns the byte offset where the tuples begin (`pd_upper`).
pub fn upper(page: &PageBytes) -> usize {
    usize::from(get_u16(page, PD_UPPER))
}
/// Returns the byte offset where the special space begins (`pd_special`).
pub fn special(page: &PageBytes) -> usize {
    usize::from(get_u16(page, PD_SPECIAL))
}
/// The page size in the page's header (`PageGetPageSize`).
pub fn page_size(page: &PageBytes) -> u16 {
    get_u16(page, PD_PAGESIZE_VERSION) & 0xff00
}
/// The layout version in the page's header (`PageGetPageLayoutVersion`).
pub fn version(page: &PageBytes) -> u16 {
    get_u16(page, PD_PAGESIZE_VERSION) & 0x00ff
}
/// Returns the oldest xid whose end makes pruning worth a try, or 0 (`pd_prune_xid`).
pub fn prune_xid(page: &PageBytes) -> TransactionId {
    TransactionId(get_u32(page, PD_PRUNE_XID))
}
/// Whether the page was never initialised (`PageIsNew`).
pub fn is_new(page: &PageBytes) -> bool {
    upper(page) == 0
}
/// Whether the page has no line pointers (`PageIsEmpty`).
pub fn is_empty(page: &PageBytes) -> bool {
    lower(page) <= SIZE_OF_PAGE_HEADER
}
/// Whether the page is marked as one whose tuples everybody sees (`PageIsAllVisible`).
pub fn is_all_visible(page: &PageBytes) -> bool {
    flags(page) & PD_ALL_VISIBLE != 0
}
/// Whether the page has the hint that an UPDATE found no space on it (`PageIsFull`).
pub fn is_full(page: &PageBytes) -> bool {
    flags(page) & PD_PAGE_FULL != 0
}
/// Whether the page has the hint that there may be unused line pointers
/// (`PageHasFreeLinePointers`).
pub fn has_free_line_pointers(page: &PageBytes) -> bool {
    flags(page) & PD_HAS_FREE_LINES != 0
}
/// The number of line pointers (`PageGetMaxOffsetNumber`).
#[inline]
pub fn max_offset(page: &PageBytes) -> u16 {
    let lower = lower(page);
    if lower <= SIZE_OF_PAGE_HEADER {
        0
    } else {
        ((lower.min(BLCKSZ) - SIZE_OF_PAGE_HEADER) / SIZE_OF_ITEM_ID) as u16
    }
}
/// The line pointer `off` (from 1); unused past the end of the page.
#[inline]
pub fn item_id(page: &PageBytes, off: OffsetNumber) -> ItemId {
    let at = SIZE_OF_PAGE_HEADER + SIZE_OF_ITEM_ID * (usize::from(off.0).wrapping_sub(1) & 0xffff);
    if at + 4 > BLCKSZ { ItemId::UNUSED } else { ItemId(get_u32(page, at)) }
}
/// The bytes of an item.
///
/// # Panics
/// If the line pointer leads outside the page.
#[inline]
pub fn item(page: &PageBytes, off: OffsetNumber) -> &[u8] {
    let id = item_id(page, off);
    &page[id.offset()..id.offset() + id.length()]
}
/// The bytes of an item, or `None` when its line pointer leads outside the page.
pub fn try_item(page: &PageBytes, off: OffsetNumber) -> Option<&[u8]> {
    let id = item_id(page, off);
    page.get(id.offset()..id.offset() + id.length())
}
/// Free bytes less one line pointer (`PageGetFreeSpace`).
pub fn free_space(page: &PageBytes) -> usize {
    let space = upper(page).saturating_sub(lower(page));
    space.saturating_sub(SIZE_OF_ITEM_ID)
}
/// Free bytes, counting nothing for a line pointer (`PageGetExactFreeSpace`).
pub fn exact_free_space(page: &PageBytes) -> usize {
    upper(page).saturating_sub(lower(page))
}
/// Free bytes for a heap tuple: 0 when the page has all its 291 line pointers in use
/// (`PageGetHeapFreeSpace`).
pub fn heap_free_space(page: &PageBytes) -> usize {
    let space = free_space(page);
    if space == 0 {
        return 0;
    }
    let nline = max_offset(page);
    if nline < MAX_HEAP_TUPLES_PER_PAGE {
        return space;
    }
    if has_free_line_pointers(page) {
        let unused = (1..=nline).any(|o| !item_id(page, OffsetNumber(o)).is_used());
        if unused { space } else { 0 }
    } else {
        0
    }
}

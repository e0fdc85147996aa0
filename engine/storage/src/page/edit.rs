//! Changing a page: initialising it and putting items on it (`bufpage.c`).

use super::item::ItemId;
use super::layout::*;
use super::view::*;
use super::{BLCKSZ, PageBytes};
use crate::err;
use crate::error::Result;
use crate::ids::{Lsn, OffsetNumber, TransactionId};

/// Writes a little-endian 16-bit field at a byte offset.
#[inline]
pub fn put_u16(page: &mut PageBytes, at: usize, value: u16) {
    page[at..at + 2].copy_from_slice(&value.to_le_bytes());
}
/// Writes a little-endian 32-bit field at a byte offset.
#[inline]
pub fn put_u32(page: &mut PageBytes, at: usize, value: u32) {
    page[at..at + 4].copy_from_slice(&value.to_le_bytes());
}
/// Sets `pd_lsn` (`PageSetLSN`).
#[inline]
pub fn set_lsn(page: &mut PageBytes, lsn: Lsn) {
    put_u32(page, PD_LSN, (lsn.0 >> 32) as u32);
    put_u32(page, PD_LSN + 4, lsn.0 as u32);
}
/// Sets `pd_flags`.
pub fn set_flags(page: &mut PageBytes, flags: u16) {
    put_u16(page, PD_FLAGS, flags);
}
/// Sets one flag on or off.
pub fn set_flag(page: &mut PageBytes, flag: u16, on: bool) {
    let f = flags(page);
    set_flags(page, if on { f | flag } else { f & !flag });
}
/// Sets `pd_lower`.
pub fn set_lower(page: &mut PageBytes, lower: usize) {
    put_u16(page, PD_LOWER, lower as u16);
}
/// Sets `pd_upper`.
pub fn set_upper(page: &mut PageBytes, upper: usize) {
    put_u16(page, PD_UPPER, upper as u16);
}
/// Sets `pd_prune_xid`.
pub fn set_prune_xid(page: &mut PageBytes, xid: TransactionId) {
    put_u32(page, PD_PRUNE_XID, xid.0);
}
/// Lowers `pd_prune_xid` to `xid` when that is older, or sets it (`PageSetPrunable`).
pub fn set_prunable(page: &mut PageBytes, xid: TransactionId) {
    let old = prune_xid(page);
    if !old.is_valid() || xid.precedes(old) {
        set_prune_xid(page, xid);
    }
}
/// Sets the line pointer `off`.
#[inline]
pub fn set_item_id(page: &mut PageBytes, off: OffsetNumber, id: ItemId) {
    put_u32(page, SIZE_OF_PAGE_HEADER + SIZE_OF_ITEM_ID * (usize::from(off.0) - 1), id.0);
}
/// The bytes of an item, to change.
///
/// # Panics
/// If the line pointer leads outside the page.
#[inline]
pub fn item_mut(page: &mut PageBytes, off: OffsetNumber) -> &mut [u8] {
    let id = item_id(page, off);
    &mut page[id.offset()..id.offset() + id.length()]
}
/// The special space, to change.
pub fn special_space_mut(page: &mut PageBytes) -> &mut [u8] {
    let at = special(page).min(BLCKSZ);
    &mut page[at..]
}

/// Zeroes the page and gives it a header and `special_size` bytes of special space (`PageInit`).
pub fn init(page: &mut PageBytes, special_size: usize) {
    page.fill(0);
    let special = BLCKSZ - maxalign(special_size);
    set_lower(page, SIZE_OF_PAGE_HEADER);
    set_upper(page, special);
    put_u16(page, PD_SPECIAL, special as u16);
    put_u16(page, PD_PAGESIZE_VERSION, BLCKSZ as u16 | PAGE_LAYOUT_VERSION);
}

/// Puts an item on the page (`PageAddItemExtended` without `PAI_OVERWRITE`): at the line pointer
/// `at`, moving later ones, or at the first unused one. `None` if it does not fit. `is_heap`: the
/// page is a heap page, which has at most 291 line pointers.
pub fn add_item(
    page: &mut PageBytes,
    bytes: &[u8],
    at: Option<OffsetNumber>,
    is_heap: bool,
) -> Option<OffsetNumber> {
    let limit = max_offset(page) + 1;
    let mut shuffle = false;
    let off = match at {
        Some(off) => {
            shuffle = off.0 < limit;
            off.0
        }
        None if has_free_line_pointers(page) => {
            let found = (1..limit).find(|&o| item_id(page, OffsetNumber(o)).0 & !0x7fff == 0);
            if found.is_none() {
                set_flag(page, PD_HAS_FREE_LINES, false);
            }
            found.unwrap_or(limit)
        }
        None => limit,
    };
    if off > limit || off == 0 || (is_heap && off > MAX_HEAP_TUPLES_PER_PAGE) {
        return None;
    }
    let grows = off == limit || shuffle;
    let new_lower = lower(page) + if grows { SIZE_OF_ITEM_ID } else { 0 };
    let new_upper = upper(page).checked_sub(maxalign(bytes.len()))?;
    if new_lower > new_upper {
        return None;
    }
    if shuffle {
        let from = SIZE_OF_PAGE_HEADER + SIZE_OF_ITEM_ID * usize::from(off - 1);
        let end = SIZE_OF_PAGE_HEADER + SIZE_OF_ITEM_ID * usize::from(limit - 1);
        page.copy_within(from..end, from + SIZE_OF_ITEM_ID);
    }
    set_item_id(page, OffsetNumber(off), ItemId::normal(new_upper as u16, bytes.len() as u16));
    page[new_upper..new_upper + bytes.len()].copy_from_slice(bytes);
    set_lower(page, new_lower);
    set_upper(page, new_upper);
    Some(OffsetNumber(off))
}

/// One item to be moved by [`compactify`] (`itemIdCompactData`).
#[derive(Clone, Copy)]
pub(super) struct Compact {
    pub(super) line: u16,
    pub(super) offset: usize,
    pub(super) aligned: usize,
}

/// Moves the items to the end of the page in the order given (`compactify_tuples`). Stale bytes
/// below the new `pd_upper` stay as they are, as in PostgreSQL.
pub(super) fn compactify(page: &mut PageBytes, items: &[Compact]) {
    let scratch = *page;
    let mut upper = special(page);
    for c in items {
        upper -= c.aligned;
        page[upper..upper + c.aligned].copy_from_slice(&scratch[c.offset..c.offset + c.aligned]);
        let off = OffsetNumber(c.line);
        let id = item_id(page, off);
        set_item_id(page, off, ItemId((id.0 & !0x7fff) | upper as u32));
    }
    set_upper(page, upper);
}

/// Fails if `pd_lower`, `pd_upper` and `pd_special` contradict each other.
pub(super) fn check_pointers(page: &PageBytes) -> Result<()> {
    let (lower, upper, special) = (lower(page), upper(page), special(page));
    if lower < SIZE_OF_PAGE_HEADER
        || lower > upper
        || upper > special
        || special > BLCKSZ
        || special != maxalign(special)
    {
        return err!(
            DATA_CORRUPTED,
            "corrupted page pointers: lower = {lower}, upper = {upper}, special = {special}"
        );
    }
    Ok(())
}

/// Closes the gaps of a heap page after pruning, and cuts unused line pointers off the end of the
/// array (`PageRepairFragmentation`).
pub fn repair_fragmentation(page: &mut PageBytes) -> Result<()> {
    check_pointers(page)?;
    let nline = max_offset(page);
    let mut items = Vec::with_capacity(usize::from(nline));
    let mut unused = 0;
    let mut last_used = 0;
    let mut total = 0;
    for o in 1..=nline {
        let off = OffsetNumber(o);
        let id = item_id(page, off);
        if !id.is_used() {
            set_item_id(page, off, ItemId::UNUSED);
            unused += 1;
            continue;
        }
        last_used = o;
        if id.has_storage() {
            if id.offset() < upper(page) || id.offset() >= special(page) {
                return err!(DATA_CORRUPTED, "corrupted line pointer: {}", id.offset());
            }
            let aligned = maxalign(id.length());
            total += aligned;
            items.push(Compact { line: o, offset: id.offset(), aligned });
        }
    }
    let available = special(page) - lower(page);
    if total > available {
        return err!(
            DATA_CORRUPTED,
            "corrupted item lengths: total {total}, available space {available}"
        );
    }
    compactify(page, &items);
    let cut = nline - last_used;
    if cut > 0 {
        let lower = lower(page) - SIZE_OF_ITEM_ID * usize::from(cut);
        set_lower(page, lower);
    }
    set_flag(page, PD_HAS_FREE_LINES, unused > cut);
    Ok(())
}

/// Cuts unused line pointers off the end of the array, always leaving one
/// (`PageTruncateLinePointerArray`, VACUUM's second pass).
pub fn truncate_line_pointer_array(page: &mut PageBytes) {
    let nline = max_offset(page);
    let used = |page: &PageBytes, o: u16| item_id(page, OffsetNumber(o)).is_used();
    let mut keep = nline;
    while keep > 1 && !used(page, keep) {
        keep -= 1;
    }
    let lower = lower(page) - SIZE_OF_ITEM_ID * usize::from(nline - keep);
    set_lower(page, lower);
    let hint = (1..=keep).any(|o| !used(page, o));
    set_flag(page, PD_HAS_FREE_LINES, hint);
}

//! Taking items off index pages (`bufpage.c`).

use super::PageBytes;
use super::edit::*;
use super::item::ItemId;
use super::layout::*;
use super::view::*;
use crate::err;
use crate::error::Result;
use crate::ids::OffsetNumber;

/// A line pointer that is there and points into the page.
fn checked_item(page: &PageBytes, off: OffsetNumber) -> Result<ItemId> {
    check_pointers(page)?;
    if off.0 == 0 || off.0 > max_offset(page) {
        return err!(INTERNAL_ERROR, "invalid index offnum: {off}");
    }
    let id = item_id(page, off);
    check_bounds(page, id)?;
    Ok(id)
}

/// Fails if the line pointer does not point into the tuples of the page.
fn check_bounds(page: &PageBytes, id: ItemId) -> Result<()> {
    let (offset, size) = (id.offset(), id.length());
    if offset < upper(page) || offset + size > special(page) || offset != maxalign(offset) {
        return err!(DATA_CORRUPTED, "corrupted line pointer: offset = {offset}, size = {size}");
    }
    Ok(())
}

/// Moves everything between `pd_upper` and `offset` up by `size` and corrects the line pointers.
fn close_gap(page: &mut PageBytes, offset: usize, size: usize) {
    let start = upper(page);
    if offset > start {
        page.copy_within(start..offset, start + size);
    }
    set_upper(page, start + size);
    for o in 1..=max_offset(page) {
        let id = item_id(page, OffsetNumber(o));
        if id.has_storage() && id.offset() <= offset {
            set_item_id(page, OffsetNumber(o), ItemId(id.0 + size as u32));
        }
    }
}

/// Removes an item and its line pointer (`PageIndexTupleDelete`).
pub fn index_tuple_delete(page: &mut PageBytes, off: OffsetNumber) -> Result<()> {
    let id = checked_item(page, off)?;
    let at = SIZE_OF_PAGE_HEADER + SIZE_OF_ITEM_ID * (usize::from(off.0) - 1);
    let end = lower(page);
    page.copy_within(at + SIZE_OF_ITEM_ID..end, at);
    set_lower(page, end - SIZE_OF_ITEM_ID);
    close_gap(page, id.offset(), maxalign(id.length()));
    Ok(())
}

/// Removes several items, given in ascending order (`PageIndexMultiDelete`).
pub fn index_multi_delete(page: &mut PageBytes, offs: &[OffsetNumber]) -> Result<()> {
    if offs.len() <= 2 {
        return offs.iter().rev().try_for_each(|&off| index_tuple_delete(page, off));
    }
    check_pointers(page)?;
    let nline = max_offset(page);
    let mut kept = Vec::with_capacity(usize::from(nline));
    let mut items = Vec::with_capacity(usize::from(nline));
    let mut gone = offs.iter().peekable();
    let mut total = 0;
    for o in 1..=nline {
        let id = item_id(page, OffsetNumber(o));
        check_bounds(page, id)?;
        if gone.next_if(|off| off.0 == o).is_none() {
            kept.push(id);
            let aligned = maxalign(id.length());
            total += aligned;
            items.push(Compact { line: kept.len() as u16, offset: id.offset(), aligned });
        }
    }
    if gone.next().is_some() {
        return err!(INTERNAL_ERROR, "incorrect index offsets supplied");
    }
    let available = special(page) - lower(page);
    if total > available {
        return err!(
            DATA_CORRUPTED,
            "corrupted item lengths: total {total}, available space {available}"
        );
    }
    for (i, id) in kept.iter().enumerate() {
        set_item_id(page, OffsetNumber(i as u16 + 1), *id);
    }
    set_lower(page, SIZE_OF_PAGE_HEADER + SIZE_OF_ITEM_ID * kept.len());
    compactify(page, &items);
    Ok(())
}

/// Replaces an item in place, moving the others if its aligned size changes
/// (`PageIndexTupleOverwrite`). Returns false if the new item does not fit.
pub fn index_tuple_overwrite(
    page: &mut PageBytes,
    off: OffsetNumber,
    bytes: &[u8],
) -> Result<bool> {
    let id = checked_item(page, off)?;
    let (old, new) = (maxalign(id.length()), maxalign(bytes.len()));
    let (start, offset) = (upper(page), id.offset());
    if new > old + (start - lower(page)) {
        return Ok(false);
    }
    if old != new {
        let to = start + old - new;
        page.copy_within(start..offset, to);
        set_upper(page, to);
        for o in 1..=max_offset(page) {
            let other = item_id(page, OffsetNumber(o));
            if other.has_storage() && other.offset() <= offset {
                let moved = (other.offset() + old - new) as u32;
                set_item_id(page, OffsetNumber(o), ItemId((other.0 & !0x7fff) | moved));
            }
        }
    }
    let at = offset + old - new;
    set_item_id(page, off, ItemId::pack(at as u16, id.state(), bytes.len() as u16));
    page[at..at + bytes.len()].copy_from_slice(bytes);
    Ok(true)
}

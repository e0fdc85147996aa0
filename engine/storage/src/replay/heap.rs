//! Replays records of Heap and Heap2 (`heap_redo`, `heap2_redo`).

use super::{Redo, ReplayError, Result};
use crate::heap::visibility_map;
use crate::ids::{ForkNumber, ItemPointer, OffsetNumber, RelFileNode, TransactionId};
use crate::page::layout::{PD_ALL_VISIBLE, SIZE_OF_HEAP_TUPLE_HEADER, maxalign};
use crate::page::{self, ItemId, PageBytes};
use crate::tuple::header;
use crate::tuple::layout::infomask::*;
use crate::versions::{FreezePlans, PruneRecords};
use crate::wal::info::*;
use crate::wal::words::RecordWords;

/// Replays a record of the resource manager Heap (`heap_redo`).
pub(super) fn redo(r: &mut Redo<'_, '_>) -> Result<()> {
    match r.record.info & HEAP_OPMASK {
        HEAP_INSERT => insert(r),
        HEAP_DELETE => delete(r),
        HEAP_UPDATE => update(r, false),
        HEAP_HOT_UPDATE => update(r, true),
        HEAP_CONFIRM => {
            let off = OffsetNumber(r.main().u16(0));
            r.change(0, |bytes, block| {
                let tid = ItemPointer::new(block.block, off.0);
                header::set_ctid(row(bytes, off)?, tid);
                Ok(())
            })
            .map(drop)
        }
        HEAP_LOCK => lock(r),
        HEAP_INPLACE => {
            let off = OffsetNumber(r.main().u16(0));
            r.change(0, |bytes, block| {
                // A relation without a row on the page is said to have one at 0 (`heap::class_row`).
                if off.0 == 0 {
                    return Ok(());
                }
                let tuple = row(bytes, off)?;
                let at = header::hoff(tuple);
                let place = tuple.get_mut(at..at + block.data.len());
                place.ok_or(ReplayError("a row of another length"))?.copy_from_slice(block.data);
                Ok(())
            })
            .map(drop)
        }
        _ => Ok(()),
    }
}

/// Replays a record of the resource manager Heap2 (`heap2_redo`).
pub(super) fn redo2(r: &mut Redo<'_, '_>) -> Result<()> {
    let op = r.record.info & HEAP_OPMASK;
    if r.release.prune_records == PruneRecords::Unified
        && matches!(
            op,
            HEAP2_PRUNE_ON_ACCESS | HEAP2_PRUNE_VACUUM_SCAN | HEAP2_PRUNE_VACUUM_CLEANUP
        )
    {
        return changed(r);
    }
    match op {
        HEAP2_PRUNE => prune(r),
        HEAP2_VACUUM => r
            .change(0, |bytes, block| {
                offsets(block.data).for_each(|off| page::set_item_id(bytes, off, ItemId::UNUSED));
                page::truncate_line_pointer_array(bytes);
                Ok(())
            })
            .map(drop),
        HEAP2_FREEZE_PAGE if r.release.freeze_plans == FreezePlans::Shared => {
            let count = usize::from(r.main().u16(4));
            r.change(0, |bytes, block| {
                let (plans, rows) = block.data.split_at((12 * count).min(block.data.len()));
                freeze(bytes, plans, rows)
            })
            .map(drop)
        }
        HEAP2_FREEZE_PAGE => r
            .change(0, |bytes, block| {
                for plan in block.data.chunks_exact(12).map(RecordWords) {
                    let tuple = row(bytes, OffsetNumber(plan.u16(4)))?;
                    header::set_xmax(tuple, TransactionId(plan.u32(0)));
                    header::set_infomask2(tuple, plan.u16(6));
                    header::set_infomask(tuple, plan.u16(8));
                }
                Ok(())
            })
            .map(drop),
        HEAP2_VISIBLE => visible(r),
        HEAP2_MULTI_INSERT => multi_insert(r),
        _ => Ok(()),
    }
}

/// A record's 16-bit words as offsets.
fn offsets(data: &[u8]) -> impl Iterator<Item = OffsetNumber> + '_ {
    data.chunks_exact(2).map(|b| OffsetNumber(u16::from_le_bytes([b[0], b[1]])))
}

/// The bytes of a row on its page.
fn row(bytes: &mut PageBytes, off: OffsetNumber) -> Result<&mut [u8]> {
    let there = (1..=page::max_offset(bytes)).contains(&off.0)
        && page::item_id(bytes, off).is_normal()
        && page::try_item(bytes, off).is_some_and(|t| t.len() >= SIZE_OF_HEAP_TUPLE_HEADER);
    if !there {
        return Err(ReplayError("there is no such row"));
    }
    Ok(page::item_mut(bytes, off))
}

/// Puts a row at a line pointer, which is unused or the next (`PageAddItem` with overwriting).
fn put(bytes: &mut PageBytes, off: OffsetNumber, tuple: &[u8]) -> Result<()> {
    if off.0 == page::max_offset(bytes) + 1 {
        let added = page::add_item(bytes, tuple, Some(off), true);
        return added.map(drop).ok_or(ReplayError("a row does not fit"));
    }
    let fits = off.0 >= 1
        && off.0 <= page::max_offset(bytes)
        && !page::item_id(bytes, off).is_used()
        && page::exact_free_space(bytes) >= maxalign(tuple.len());
    if !fits {
        return Err(ReplayError("a row does not fit"));
    }
    let upper = page::upper(bytes) - maxalign(tuple.len());
    page::set_item_id(bytes, off, ItemId::normal(upper as u16, tuple.len() as u16));
    bytes[upper..upper + tuple.len()].copy_from_slice(tuple);
    page::set_upper(bytes, upper);
    Ok(())
}

/// Clears bits of a heap page in the visibility map, which is changed with the heap's record.
fn clear_map(r: &mut Redo<'_, '_>, id: u8, bits: u8) -> Result<()> {
    let block = r.block(id)?;
    let file = RelFileNode(block.locator.file);
    let (map, byte, shift) = visibility_map::place_of(block.block);
    if r.pages.blocks(file, ForkNumber::VisibilityMap) > map {
        let page = r.pages.page_mut(file, ForkNumber::VisibilityMap, map);
        page[byte] &= !(bits << shift);
    }
    Ok(())
}

/// Cuts the visibility map to the size of its table (`visibilitymap_prepare_truncate`).
pub(super) fn truncate_map(pages: &mut super::Pages, file: RelFileNode, blocks: u32) {
    let fork = ForkNumber::VisibilityMap;
    let (map, byte, shift) = visibility_map::place_of(blocks);
    if pages.blocks(file, fork) > map {
        let page = pages.page_mut(file, fork, map);
        page[byte] &= (1 << shift) - 1;
        page[byte + 1..].fill(0);
        let begins = visibility_map::place_of(blocks) == (map, visibility_map::CONTENTS, 0);
        pages.truncate(file, fork, map + u32::from(!begins));
    }
}

/// Forms a row from what the log has of it: `xl_heap_header`, and everything after the first 23
/// bytes.
fn form(head: &[u8], rest: &[u8], xmin: TransactionId, tid: ItemPointer) -> Result<Vec<u8>> {
    if head.len() < 5 {
        return Err(ReplayError("no row"));
    }
    let h = RecordWords(head);
    let mut tuple = vec![0; SIZE_OF_HEAP_TUPLE_HEADER];
    tuple.extend_from_slice(rest);
    header::set_infomask2(&mut tuple, h.u16(0));
    header::set_infomask(&mut tuple, h.u16(2));
    tuple[22] = h.u8(4);
    header::set_xmin(&mut tuple, xmin);
    header::set_cmin(&mut tuple, 0);
    header::set_ctid(&mut tuple, tid);
    Ok(tuple)
}

/// Replays INSERT (`heap_xlog_insert`).
fn insert(r: &mut Redo<'_, '_>) -> Result<()> {
    let (d, xid, info) = (r.main(), r.record.xid, r.record.info);
    let (off, flags) = (OffsetNumber(d.u16(0)), d.u8(2));
    if flags & XLH_INSERT_ALL_VISIBLE_CLEARED != 0 {
        clear_map(r, 0, visibility_map::VALID_BITS)?;
    }
    r.change(0, |bytes, block| {
        if info & HEAP_INIT_PAGE != 0 {
            page::init(bytes, 0);
        }
        let (head, rest) = block.data.split_at_checked(5).ok_or(ReplayError("no row"))?;
        let tuple = form(head, rest, xid, ItemPointer::new(block.block, off.0))?;
        put(bytes, off, &tuple)?;
        if flags & XLH_INSERT_ALL_VISIBLE_CLEARED != 0 {
            page::set_flag(bytes, PD_ALL_VISIBLE, false);
        }
        Ok(())
    })
    .map(drop)
}

/// Replays MULTI_INSERT (`heap_xlog_multi_insert`).
fn multi_insert(r: &mut Redo<'_, '_>) -> Result<()> {
    let (d, xid) = (r.main(), r.record.xid);
    let init = r.record.info & HEAP_INIT_PAGE != 0;
    let (flags, count) = (d.u8(0), d.u16(2));
    if flags & XLH_INSERT_ALL_VISIBLE_CLEARED != 0 {
        clear_map(r, 0, visibility_map::VALID_BITS)?;
    }
    r.change(0, |bytes, block| {
        if init {
            page::init(bytes, 0);
        }
        let mut at = 0;
        for i in 0..count {
            let off = if init { i + 1 } else { d.u16(4 + 2 * usize::from(i)) };
            at += at % 2;
            let length = usize::from(RecordWords(block.data).u16(at));
            let head = block.data.get(at + 2..at + 7).ok_or(ReplayError("no row"))?;
            let rest = block.data.get(at + 7..at + 7 + length).ok_or(ReplayError("no row"))?;
            let tuple = form(head, rest, xid, ItemPointer::new(block.block, off))?;
            put(bytes, OffsetNumber(off), &tuple)?;
            at += 7 + length;
        }
        if flags & XLH_INSERT_ALL_VISIBLE_CLEARED != 0 {
            page::set_flag(bytes, PD_ALL_VISIBLE, false);
        }
        if flags & XLH_INSERT_ALL_FROZEN_SET != 0 {
            page::set_flag(bytes, PD_ALL_VISIBLE, true);
        }
        Ok(())
    })
    .map(drop)
}

/// Sets the bits (`fix_infomask_from_infobits`); the caller has cleared the old ones.
fn set_bits(tuple: &mut [u8], bits: u8) {
    let mut mask = header::infomask(tuple) & !(HEAP_XMAX_BITS | HEAP_MOVED);
    let mut mask2 = header::infomask2(tuple) & !HEAP_KEYS_UPDATED;
    for (bit, flag) in [
        (XLHL_XMAX_IS_MULTI, HEAP_XMAX_IS_MULTI),
        (XLHL_XMAX_LOCK_ONLY, HEAP_XMAX_LOCK_ONLY),
        (XLHL_XMAX_EXCL_LOCK, HEAP_XMAX_EXCL_LOCK),
        (XLHL_XMAX_KEYSHR_LOCK, HEAP_XMAX_KEYSHR_LOCK),
    ] {
        if bits & bit != 0 {
            mask |= flag;
        }
    }
    if bits & XLHL_KEYS_UPDATED != 0 {
        mask2 |= HEAP_KEYS_UPDATED;
    }
    header::set_infomask(tuple, mask);
    header::set_infomask2(tuple, mask2);
}

/// Sets or clears HEAP_HOT_UPDATED.
fn set_hot_updated(tuple: &mut [u8], on: bool) {
    let mask2 = header::infomask2(tuple) & !HEAP_HOT_UPDATED;
    header::set_infomask2(tuple, if on { mask2 | HEAP_HOT_UPDATED } else { mask2 });
}

/// Replays DELETE (`heap_xlog_delete`).
fn delete(r: &mut Redo<'_, '_>) -> Result<()> {
    let (d, xid) = (r.main(), r.record.xid);
    let (xmax, off) = (TransactionId(d.u32(0)), OffsetNumber(d.u16(4)));
    let (bits, flags) = (d.u8(6), d.u8(7));
    if flags & XLH_DELETE_ALL_VISIBLE_CLEARED != 0 {
        clear_map(r, 0, visibility_map::VALID_BITS)?;
    }
    r.change(0, |bytes, block| {
        let tuple = row(bytes, off)?;
        set_bits(tuple, bits);
        set_hot_updated(tuple, false);
        if flags & XLH_DELETE_IS_SUPER != 0 {
            header::set_xmin(tuple, TransactionId::INVALID);
        } else {
            header::set_xmax(tuple, xmax);
        }
        header::set_cmax(tuple, 0, false);
        header::set_ctid(tuple, ItemPointer::new(block.block, off.0));
        page::set_prunable(bytes, xid);
        if flags & XLH_DELETE_ALL_VISIBLE_CLEARED != 0 {
            page::set_flag(bytes, PD_ALL_VISIBLE, false);
        }
        Ok(())
    })
    .map(drop)
}

/// Replays LOCK (`heap_xlog_lock`).
fn lock(r: &mut Redo<'_, '_>) -> Result<()> {
    let d = r.main();
    let (xmax, off) = (TransactionId(d.u32(0)), OffsetNumber(d.u16(4)));
    let (bits, flags) = (d.u8(6), d.u8(7));
    if flags & XLH_LOCK_ALL_FROZEN_CLEARED != 0 {
        clear_map(r, 0, visibility_map::ALL_FROZEN)?;
    }
    r.change(0, |bytes, block| {
        let tuple = row(bytes, off)?;
        set_bits(tuple, bits);
        if header::xmax_locked_only(header::infomask(tuple)) {
            set_hot_updated(tuple, false);
            header::set_ctid(tuple, ItemPointer::new(block.block, off.0));
        }
        header::set_xmax(tuple, xmax);
        header::set_cmax(tuple, 0, false);
        Ok(())
    })
    .map(drop)
}

/// Replays UPDATE and HOT_UPDATE (`heap_xlog_update`).
fn update(r: &mut Redo<'_, '_>, hot: bool) -> Result<()> {
    let (d, xid, info) = (r.main(), r.record.xid, r.record.info);
    let (old_xmax, old_off) = (TransactionId(d.u32(0)), OffsetNumber(d.u16(4)));
    let (bits, flags) = (d.u8(6), d.u8(7));
    let (new_xmax, new_off) = (TransactionId(d.u32(8)), OffsetNumber(d.u16(12)));
    let same_page = r.record.block(1).is_none();
    let old_id = u8::from(!same_page);
    let new_tid = ItemPointer::new(r.block(0)?.block, new_off.0);
    if flags & XLH_UPDATE_OLD_ALL_VISIBLE_CLEARED != 0 {
        clear_map(r, old_id, visibility_map::VALID_BITS)?;
    }
    let mark = |bytes: &mut PageBytes| -> Result<Vec<u8>> {
        let tuple = row(bytes, old_off)?;
        let before = tuple.to_vec();
        set_bits(tuple, bits);
        set_hot_updated(tuple, hot);
        header::set_xmax(tuple, old_xmax);
        header::set_cmax(tuple, 0, false);
        header::set_ctid(tuple, new_tid);
        page::set_prunable(bytes, xid);
        if flags & XLH_UPDATE_OLD_ALL_VISIBLE_CLEARED != 0 {
            page::set_flag(bytes, PD_ALL_VISIBLE, false);
        }
        Ok(before)
    };
    if !same_page {
        r.change(1, |bytes, _| mark(bytes).map(drop))?;
        if flags & XLH_UPDATE_NEW_ALL_VISIBLE_CLEARED != 0 {
            clear_map(r, 0, visibility_map::VALID_BITS)?;
        }
    }
    r.change(0, |bytes, block| {
        let old = if same_page { mark(bytes)? } else { Vec::new() };
        if info & HEAP_INIT_PAGE != 0 {
            page::init(bytes, 0);
        }
        let mut data = block.data;
        let mut length = |present: bool| -> Result<usize> {
            if !present {
                return Ok(0);
            }
            let (n, rest) = data.split_at_checked(2).ok_or(ReplayError("no row"))?;
            data = rest;
            Ok(usize::from(RecordWords(n).u16(0)))
        };
        let prefix = length(flags & XLH_UPDATE_PREFIX_FROM_OLD != 0)?;
        let suffix = length(flags & XLH_UPDATE_SUFFIX_FROM_OLD != 0)?;
        let (head, rest) = data.split_at_checked(5).ok_or(ReplayError("no row"))?;
        let bitmap = usize::from(head[4]).saturating_sub(SIZE_OF_HEAP_TUPLE_HEADER);
        let (bitmap, middle) = rest.split_at_checked(bitmap).ok_or(ReplayError("no row"))?;
        let mut body = bitmap.to_vec();
        if prefix + suffix > 0 {
            let from = header::hoff(&old);
            let part =
                |a: usize, b: usize| old.get(a..b).ok_or(ReplayError("the old row is shorter"));
            body.extend_from_slice(part(from, from + prefix)?);
            body.extend_from_slice(middle);
            body.extend_from_slice(part(old.len().saturating_sub(suffix), old.len())?);
        } else {
            body.extend_from_slice(middle);
        }
        let mut tuple = form(head, &body, xid, new_tid)?;
        header::set_xmax(&mut tuple, new_xmax);
        put(bytes, new_off, &tuple)?;
        if flags & XLH_UPDATE_NEW_ALL_VISIBLE_CLEARED != 0 {
            page::set_flag(bytes, PD_ALL_VISIBLE, false);
        }
        Ok(())
    })
    .map(drop)
}

/// Replays PRUNE (`heap_xlog_prune`).
fn prune(r: &mut Redo<'_, '_>) -> Result<()> {
    let d = r.main();
    let (redirected, dead) = (usize::from(d.u16(4)), usize::from(d.u16(6)));
    r.change(0, |bytes, block| {
        let all: Vec<OffsetNumber> = offsets(block.data).collect();
        if all.len() < 2 * redirected + dead {
            return Err(ReplayError("too few offsets"));
        }
        let (pairs, rest) = all.split_at(2 * redirected);
        let (dead, unused) = rest.split_at(dead);
        for pair in pairs.chunks_exact(2) {
            page::set_item_id(bytes, pair[0], ItemId::redirect(pair[1].0));
        }
        dead.iter().for_each(|off| page::set_item_id(bytes, *off, ItemId::DEAD));
        unused.iter().for_each(|off| page::set_item_id(bytes, *off, ItemId::UNUSED));
        page::repair_fragmentation(bytes).map_err(|_| ReplayError("a page's pointers"))
    })
    .map(drop)
}

/// Freezes rows by plans; each plan says for how many of the rows it is.
fn freeze(bytes: &mut PageBytes, plans: &[u8], rows: &[u8]) -> Result<()> {
    let mut rows = offsets(rows);
    for plan in plans.chunks_exact(12).map(RecordWords) {
        for off in rows.by_ref().take(usize::from(plan.u16(10))) {
            let tuple = row(bytes, off)?;
            header::set_xmax(tuple, TransactionId(plan.u32(0)));
            header::set_infomask2(tuple, plan.u16(4));
            header::set_infomask(tuple, plan.u16(6));
        }
    }
    Ok(())
}

/// Replays a record of pruning, freezing or vacuuming (`heap_xlog_prune_freeze`).
fn changed(r: &mut Redo<'_, '_>) -> Result<()> {
    let flags = r.main().u8(1);
    r.change(0, |bytes, block| {
        let mut data = block.data;
        let mut take = |flag: u8, head: usize, size: usize| {
            if flags & flag == 0 {
                return &[][..];
            }
            let count = usize::from(RecordWords(data).u16(0));
            let end = (head + count * size).min(data.len());
            let (items, rest) = data.split_at(end);
            data = rest;
            items.get(head..).unwrap_or_default()
        };
        let plans = take(XLHP_HAS_FREEZE_PLANS, 4, 12);
        let redirected = take(XLHP_HAS_REDIRECTIONS, 2, 4);
        let dead = take(XLHP_HAS_DEAD_ITEMS, 2, 2);
        let unused = take(XLHP_HAS_NOW_UNUSED_ITEMS, 2, 2);
        let pairs: Vec<OffsetNumber> = offsets(redirected).collect();
        for pair in pairs.chunks_exact(2) {
            page::set_item_id(bytes, pair[0], ItemId::redirect(pair[1].0));
        }
        offsets(dead).for_each(|off| page::set_item_id(bytes, off, ItemId::DEAD));
        offsets(unused).for_each(|off| page::set_item_id(bytes, off, ItemId::UNUSED));
        if flags & XLHP_CLEANUP_LOCK == 0 {
            page::truncate_line_pointer_array(bytes);
        } else if !(redirected.is_empty() && dead.is_empty() && unused.is_empty()) {
            page::repair_fragmentation(bytes).map_err(|_| ReplayError("a page's pointers"))?;
        }
        freeze(bytes, plans, data)
    })
    .map(drop)
}

/// Sets the page's all-visible flag and the bits in the map. The page's LSN stays, since the flag does not need
/// the log to be flushed.
fn visible(r: &mut Redo<'_, '_>) -> Result<()> {
    let flags = r.main().u8(4);
    let heap = r.block(1)?;
    let (file, fork, number) = (RelFileNode(heap.locator.file), heap.fork, heap.block);
    let older = r.pages.page(file, fork, number).is_some_and(|p| page::lsn(p) < r.end.0);
    if older {
        page::set_flag(r.pages.page_mut(file, fork, number), PD_ALL_VISIBLE, true);
    }
    let map = r.block(0)?;
    let (fork, map_block) = (map.fork, map.block);
    // The map's page may not have been logged before (`RBM_ZERO_ON_ERROR`).
    if r.pages.page(file, fork, map_block).is_none_or(page::is_new) {
        page::init(r.pages.page_mut(file, fork, map_block), 0);
    }
    r.change(0, |bytes, _| {
        let (_, byte, shift) = visibility_map::place_of(number);
        bytes[byte] |= flags << shift;
        Ok(())
    })
    .map(drop)
}

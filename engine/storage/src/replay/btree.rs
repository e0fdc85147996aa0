//! Replays records of Btree (`btree_redo`).

use super::{Redo, ReplayError, Result};
use crate::btree::layout::*;
use crate::btree::pages::{add, init, item, item_mut, max_offset};
use crate::btree::posting;
use crate::btree::replaying::{Dedup, set_deleted, set_top_parent};
use crate::ids::OffsetNumber;
use crate::page;
use crate::wal::info::*;
use crate::wal::layout::XLR_INFO_MASK;
use crate::wal::words::RecordWords;

const NO_BLOCK: u32 = u32::MAX;

/// Replays a B-tree record (`btree_redo`).
pub(super) fn redo(r: &mut Redo<'_, '_>) -> Result<()> {
    match r.record.info & !XLR_INFO_MASK {
        BTREE_INSERT_LEAF => insert(r),
        BTREE_INSERT_POST => insert_into_list(r),
        BTREE_INSERT_UPPER => {
            clear_incomplete(r, 1)?;
            insert(r)
        }
        BTREE_INSERT_META => {
            clear_incomplete(r, 1)?;
            insert(r)?;
            restore_meta(r, 2)
        }
        BTREE_SPLIT_L => split(r, true),
        BTREE_SPLIT_R => split(r, false),
        BTREE_DEDUP => dedup(r),
        BTREE_VACUUM => delete(r, 0),
        BTREE_DELETE => delete(r, 4),
        BTREE_MARK_PAGE_HALFDEAD => half_dead(r),
        BTREE_UNLINK_PAGE | BTREE_UNLINK_PAGE_META => unlink(r),
        BTREE_NEWROOT => new_root(r),
        BTREE_META_CLEANUP => restore_meta(r, 0),
        _ => Ok(()),
    }
}

/// Adds an entry at a line pointer.
fn put(pg: &mut PageBytes, t: &[u8], off: u16) -> Result<()> {
    add(pg, t, off).map_err(|_| ReplayError("an entry does not fit"))
}

/// The index tuple at the beginning of some bytes, padded to its alignment.
fn tuple_at(data: &[u8]) -> Result<&[u8]> {
    if data.len() < TUPLE_HEADER {
        return Err(ReplayError("no entry"));
    }
    let size = maxalign(tuple::size(data));
    match data.get(..size) {
        Some(t) if size >= TUPLE_HEADER => Ok(t),
        _ => Err(ReplayError("no entry")),
    }
}

/// The entry of a line pointer; fails without one.
fn entry(pg: &PageBytes, off: u16) -> Result<&[u8]> {
    let there = (1..=max_offset(pg)).contains(&off)
        && page::try_item(pg, OffsetNumber(off)).is_some_and(|t| t.len() >= TUPLE_HEADER);
    if there { Ok(item(pg, off)) } else { Err(ReplayError("there is no such entry")) }
}

/// Rebuilds a page from its tuples in the order of their addresses, so that the last line pointer's
/// comes first (`_bt_restore_page`).
fn restore(pg: &mut PageBytes, mut data: &[u8]) -> Result<()> {
    let mut tuples = Vec::new();
    while !data.is_empty() {
        let t = tuple_at(data)?;
        tuples.push(t);
        data = &data[t.len()..];
    }
    (1..).zip(tuples.iter().rev()).try_for_each(|(off, t)| put(pg, t, off))
}

/// Rebuilds the metapage (`_bt_restore_meta`).
fn restore_meta(r: &mut Redo<'_, '_>, id: u8) -> Result<()> {
    r.change(id, |pg, block| {
        let d = RecordWords(block.data);
        init(pg);
        Meta {
            magic: MAGIC,
            version: d.u32(0),
            root: d.u32(4),
            level: d.u32(8),
            fastroot: d.u32(12),
            fastlevel: d.u32(16),
            last_cleanup_num_delpages: d.u32(20),
            last_cleanup_num_heap_tuples: -1.0,
            allequalimage: d.u8(24) != 0,
        }
        .put(pg);
        Opaque::change(pg, |o| o.flags = BTP_META);
        page::set_lower(pg, PAGE_HEADER + Meta::SIZE);
        Ok(())
    })
    .map(drop)
}

/// Says in a page that its split is finished: the level above has its downlink.
fn clear_incomplete(r: &mut Redo<'_, '_>, id: u8) -> Result<()> {
    r.change(id, |pg, _| {
        Opaque::change(pg, |o| o.flags &= !BTP_INCOMPLETE_SPLIT);
        Ok(())
    })
    .map(drop)
}

/// Inserts an entry (`btree_xlog_insert`).
fn insert(r: &mut Redo<'_, '_>) -> Result<()> {
    let off = r.main().u16(0);
    r.change(0, |pg, block| put(pg, block.data, off)).map(drop)
}

/// Inserts an entry that splits a posting list (`XLOG_BTREE_INSERT_POST`).
fn insert_into_list(r: &mut Redo<'_, '_>) -> Result<()> {
    let off = r.main().u16(0);
    r.change(0, |pg, block| {
        let (place, t) = block.data.split_at_checked(2).ok_or(ReplayError("no entry"))?;
        let mut new = tuple_at(t)?.to_vec();
        let list = swap(&mut new, entry(pg, off.wrapping_sub(1))?, RecordWords(place).u16(0))?;
        item_mut(pg, off - 1)[..list.len()].copy_from_slice(&list);
        put(pg, &new, off)
    })
    .map(drop)
}

/// Splits a posting list at a place: `new` and the list change rows (`_bt_swap_posting`).
fn swap(new: &mut [u8], list: &[u8], place: u16) -> Result<Vec<u8>> {
    if !tuple::is_posting(list) {
        return Err(ReplayError("no posting list"));
    }
    posting::swap(new, list, usize::from(place))
        .map_err(|_| ReplayError("a place outside the list"))
}

/// Splits a page in two (`btree_xlog_split`).
fn split(r: &mut Redo<'_, '_>, new_on_left: bool) -> Result<()> {
    let d = r.main();
    let (level, first_right, new_off, place) = (d.u32(0), d.u16(4), d.u16(6), d.u16(8));
    let leaf = level == 0;
    let (left_block, right_block) = (r.block(0)?.block, r.block(1)?.block);
    let sibling = r.record.block(2).map_or(P_NONE, |b| b.block);
    if !leaf {
        clear_incomplete(r, 3)?;
    }
    let leaf_flag = if leaf { BTP_LEAF } else { 0 };
    r.change(1, |pg, block| {
        init(pg);
        Opaque { prev: left_block, next: sibling, level, flags: leaf_flag, cycleid: 0 }.put(pg);
        restore(pg, block.data)
    })?;
    r.change(0, |pg, block| {
        let orig = *pg;
        let o = Opaque::of(&orig);
        let mut data = block.data;
        let mut new = Vec::new();
        let mut list = None;
        if new_on_left || place != 0 {
            new = tuple_at(data)?.to_vec();
            data = &data[new.len()..];
            if place != 0 {
                list = Some(swap(&mut new, entry(&orig, new_off.wrapping_sub(1))?, place)?);
            }
        }
        let high_key = tuple_at(data)?;
        init(pg);
        put(pg, high_key, P_HIKEY)?;
        let mut at = P_FIRSTKEY;
        for off in o.first_data_key()..first_right {
            if let Some(list) = list.as_ref().filter(|_| off + 1 == new_off) {
                put(pg, list, at)?;
                at += 1;
                continue;
            }
            if new_on_left && off == new_off {
                put(pg, &new, at)?;
                at += 1;
            }
            put(pg, entry(&orig, off)?, at)?;
            at += 1;
        }
        if new_on_left && new_off == first_right {
            put(pg, &new, at)?;
        }
        let flags = BTP_INCOMPLETE_SPLIT | leaf_flag;
        Opaque { prev: o.prev, next: right_block, level: o.level, flags, cycleid: 0 }.put(pg);
        Ok(())
    })?;
    if sibling != P_NONE {
        r.change(2, |pg, _| {
            Opaque::change(pg, |o| o.prev = right_block);
            Ok(())
        })?;
    }
    Ok(())
}

/// Deduplicates a page: runs of entries become posting lists (`btree_xlog_dedup`).
fn dedup(r: &mut Redo<'_, '_>) -> Result<()> {
    r.change(0, |pg, block| {
        let intervals: Vec<(u16, u16)> = block
            .data
            .chunks_exact(4)
            .map(|b| (RecordWords(b).u16(0), RecordWords(b).u16(2)))
            .collect();
        let orig = *pg;
        let o = Opaque::of(&orig);
        init(pg);
        Opaque { flags: o.flags & !BTP_HAS_GARBAGE, ..o }.put(pg);
        if !o.rightmost() {
            put(pg, entry(&orig, P_HIKEY)?, P_HIKEY)?;
        }
        let mut next = intervals.iter().peekable();
        let mut off = o.first_data_key();
        while off <= max_offset(&orig) {
            let mut merged = Dedup::begin(entry(&orig, off)?);
            let count =
                next.next_if(|(base, _)| *base == off).map_or(1, |(_, n)| (*n).clamp(1, 0xfff));
            for o in off + 1..off + count {
                merged.take(entry(&orig, o)?);
            }
            let at = max_offset(pg) + 1;
            put(pg, &merged.finish(), at)?;
            off += count;
        }
        Ok(())
    })
    .map(drop)
}

/// Replays the deletion of entries by VACUUM or an insertion; the counts are at offset `at` of the
/// main data.
fn delete(r: &mut Redo<'_, '_>, at: usize) -> Result<()> {
    let d = r.main();
    let (deleted, updated) = (usize::from(d.u16(at)), usize::from(d.u16(at + 2)));
    let vacuum = at == 0;
    r.change(0, |pg, block| {
        let w = RecordWords(block.data);
        let mut places = 2 * (deleted + updated);
        for i in 0..updated {
            let off = w.u16(2 * (deleted + i));
            let count = usize::from(w.u16(places));
            let gone: Vec<u16> = (1..=count).map(|n| w.u16(places + 2 * n)).collect();
            places += 2 + 2 * count;
            let list = entry(pg, off)?;
            if !tuple::is_posting(list) {
                return Err(ReplayError("no posting list"));
            }
            let shorter = posting::without(list, &gone);
            if !matches!(page::index_tuple_overwrite(pg, OffsetNumber(off), &shorter), Ok(true)) {
                return Err(ReplayError("an entry cannot be shortened"));
            }
        }
        if deleted > 0 {
            let offs: Vec<_> = (0..deleted).map(|i| OffsetNumber(w.u16(2 * i))).collect();
            page::index_multi_delete(pg, &offs)
                .map_err(|_| ReplayError("entries cannot be deleted"))?;
        }
        Opaque::change(pg, |o| {
            o.flags &= !BTP_HAS_GARBAGE;
            if vacuum {
                o.cycleid = 0;
            }
        });
        Ok(())
    })
    .map(drop)
}

/// Builds a half-dead leaf page.
fn half_dead_leaf(pg: &mut PageBytes, siblings: (u32, u32), top: u32) -> Result<()> {
    init(pg);
    let (prev, next) = siblings;
    Opaque { prev, next, level: 0, flags: BTP_HALF_DEAD | BTP_LEAF, cycleid: 0 }.put(pg);
    let mut dummy = [0u8; TUPLE_HEADER];
    dummy[6] = TUPLE_HEADER as u8;
    set_top_parent(&mut dummy, top);
    put(pg, &dummy, P_HIKEY)
}

/// Replays the first stage of deleting a page (`btree_xlog_mark_page_halfdead`).
fn half_dead(r: &mut Redo<'_, '_>) -> Result<()> {
    let d = r.main();
    let (off, siblings, top) = (d.u16(0), (d.u32(8), d.u32(12)), d.u32(16));
    r.change(1, |pg, _| {
        let right = tuple::block(entry(pg, off.wrapping_add(1))?);
        tuple::set_block(item_mut(pg, off), right);
        page::index_tuple_delete(pg, OffsetNumber(off + 1))
            .map_err(|_| ReplayError("a downlink cannot be deleted"))
    })?;
    r.change(0, |pg, _| half_dead_leaf(pg, siblings, top)).map(drop)
}

/// Takes a page out of its level (`btree_xlog_unlink_page`).
fn unlink(r: &mut Redo<'_, '_>) -> Result<()> {
    let d = r.main();
    let (left, right, level) = (d.u32(0), d.u32(4), d.u32(8));
    if left != P_NONE {
        r.change(1, |pg, _| {
            Opaque::change(pg, |o| o.next = right);
            Ok(())
        })?;
    }
    r.change(0, |pg, _| {
        init(pg);
        let flags = if level == 0 { BTP_LEAF } else { 0 };
        Opaque { prev: left, next: right, level, flags, cycleid: 0 }.put(pg);
        set_deleted(pg, d.u64(16));
        Ok(())
    })?;
    r.change(2, |pg, _| {
        Opaque::change(pg, |o| o.prev = left);
        Ok(())
    })?;
    if r.record.block(3).is_some() {
        let siblings = (d.u32(24), d.u32(28));
        let top = d.u32(32);
        r.change(3, |pg, _| half_dead_leaf(pg, siblings, if top == 0 { NO_BLOCK } else { top }))?;
    }
    if r.record.block(4).is_some() {
        restore_meta(r, 4)?;
    }
    Ok(())
}

/// Makes a new root (`btree_xlog_newroot`).
fn new_root(r: &mut Redo<'_, '_>) -> Result<()> {
    let level = r.main().u32(4);
    r.change(0, |pg, block| {
        init(pg);
        let flags = BTP_ROOT | if level == 0 { BTP_LEAF } else { 0 };
        Opaque { prev: P_NONE, next: P_NONE, level, flags, cycleid: 0 }.put(pg);
        if level > 0 { restore(pg, block.data) } else { Ok(()) }
    })?;
    if level > 0 {
        clear_incomplete(r, 1)?;
    }
    restore_meta(r, 2)
}

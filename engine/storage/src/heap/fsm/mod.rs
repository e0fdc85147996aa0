//! The free space map (`freespace.c`, `indexfsm.c`): a tree of three levels whose pages each hold
//! a binary tree of one byte a page below. A category is 32 bytes of room.
//!
//! ```text
//! block 0: root (level 2)    block 1: level 1, page 0    block 2: level 0, heap pages 0..4068
//! ```
//!
//! Up to PostgreSQL 15 the pages are made outside the buffer pool, so that the first look at one counts as a read.

pub mod page;

use self::page::{SLOTS, SlotSearch};
use super::Relation;
use crate::buffer::{BufferId, BufferTag};
use crate::error::Result;
use crate::ids::{BlockNumber, ForkNumber};
use crate::page::layout::MAX_HEAP_TUPLE_SIZE;
use crate::store::Store;
use crate::versions::MapGrowth;

/// The level of the map's root; heap pages are below level 0 (`FSM_ROOT_LEVEL`).
const ROOT_LEVEL: u32 = 2;

/// The place of a page in the tree: its level, and its number there (`FSMAddress`).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Address {
    level: u32,
    page: u32,
}

const ROOT: Address = Address { level: ROOT_LEVEL, page: 0 };

impl Address {
    /// Returns the map page and the slot of a heap block (`fsm_get_location`).
    fn of(heap: u32) -> (Address, u32) {
        (Address { level: 0, page: heap / SLOTS }, heap % SLOTS)
    }
    /// Returns the map page above, and the slot of this page on it (`fsm_get_parent`).
    fn parent(self) -> (Address, u32) {
        (Address { level: self.level + 1, page: self.page / SLOTS }, self.page % SLOTS)
    }
    /// Returns the map page below a slot (`fsm_get_child`).
    fn child(self, slot: u32) -> Address {
        Address { level: self.level - 1, page: self.page * SLOTS + slot }
    }
    /// Returns the block of a map page (`fsm_logical_to_physical`).
    fn block(self) -> u32 {
        let mut leaf = u64::from(self.page) * u64::from(SLOTS).pow(self.level);
        let mut pages = 0;
        for _ in 0..=ROOT_LEVEL {
            pages += leaf + 1;
            leaf /= u64::from(SLOTS);
        }
        (pages - u64::from(self.level) - 1) as u32
    }
}

/// Returns the category of a number of free bytes (`fsm_space_avail_to_cat`).
fn avail_to_cat(avail: usize) -> u8 {
    if avail >= MAX_HEAP_TUPLE_SIZE { 255 } else { (avail / 32).min(254) as u8 }
}
/// Returns the free bytes that a category stands for (`fsm_space_cat_to_avail`).
fn cat_to_avail(cat: u8) -> usize {
    if cat == 255 { MAX_HEAP_TUPLE_SIZE } else { usize::from(cat) * 32 }
}
/// Returns the lowest category with at least `needed` free bytes (`fsm_space_needed_to_cat`).
fn needed_to_cat(needed: usize) -> u8 {
    if needed == 0 { 1 } else { needed.div_ceil(32).min(255) as u8 }
}

/// Extends a map up to page `block`, and pins that page (`ExtendBufferedRelTo`).
pub(super) fn grow(
    st: &mut Store,
    rel: &Relation,
    fork: ForkNumber,
    block: u32,
) -> Result<BufferId> {
    loop {
        let buffer = st.pool.extend(rel.file, fork, None)?;
        if st.pool.block(buffer).0 >= block {
            crate::page::init(st.pool.page_mut(buffer).bytes_mut(), 0);
            return Ok(buffer);
        }
        st.pool.release(buffer);
    }
}

/// Pins a page of the map. With `extend` it and those before it are created if they are missing
/// (`fsm_readbuf`).
fn read(st: &mut Store, rel: &Relation, addr: Address, extend: bool) -> Result<Option<BufferId>> {
    let block = addr.block();
    let mut have = st.pool.nblocks(rel.file, ForkNumber::Fsm);
    if block >= have {
        if !extend {
            return Ok(None);
        }
        st.pool.create_file(rel.file, ForkNumber::Fsm);
        if st.release.map_growth == MapGrowth::InBuffers {
            return grow(st, rel, ForkNumber::Fsm, block).map(Some);
        }
        while have <= block {
            st.pool.extend_raw(rel.file, ForkNumber::Fsm, |p| crate::page::init(p, 0))?;
            have += 1;
        }
    }
    let tag = BufferTag { file: rel.file, fork: ForkNumber::Fsm, block: BlockNumber(block) };
    let buffer = st.pool.read(tag)?;
    if crate::page::is_new(st.pool.page(buffer).bytes()) {
        crate::page::init(st.pool.page_mut(buffer).bytes_mut(), 0);
    }
    Ok(Some(buffer))
}

/// Searches a page for a slot of at least `min`, and moves its `fp_next_slot` without marking it
/// dirty (`fsm_search_avail`). `advance`: the next search begins after the slot found.
fn search_page(st: &mut Store, buffer: BufferId, min: u8, advance: bool) -> Option<u32> {
    loop {
        match page::search(st.pool.page(buffer).bytes(), min) {
            SlotSearch::Nothing => return None,
            SlotSearch::Slot(slot) => {
                let next = slot + u32::from(advance);
                if page::next_slot(st.pool.page(buffer).bytes()) != next as i32 {
                    page::set_next_slot(st.pool.page_mut(buffer).bytes_mut(), next);
                }
                return Some(slot);
            }
            SlotSearch::Corrupt => {
                let changed = page::rebuild(st.pool.page_mut(buffer).bytes_mut());
                st.mark_dirty_hint(buffer, false);
                if !changed {
                    return None;
                }
            }
        }
    }
}

/// Sets a slot of a map page, and marks the page dirty if that changed it.
fn set_slot(st: &mut Store, buffer: BufferId, slot: u32, value: u8) {
    if page::would_change(st.pool.page(buffer).bytes(), slot, value) {
        page::set_avail(st.pool.page_mut(buffer).bytes_mut(), slot, value);
        st.mark_dirty_hint(buffer, false);
    }
}

/// Sets a slot, then searches its page for a slot of at least `min` (`fsm_set_and_search`); 0 means
/// no search.
fn set_and_search(
    st: &mut Store,
    rel: &Relation,
    addr: Address,
    slot: u32,
    value: u8,
    min: u8,
) -> Result<Option<u32>> {
    let Some(buffer) = read(st, rel, addr, true)? else { return Ok(None) };
    set_slot(st, buffer, slot, value);
    let found = if min == 0 { None } else { search_page(st, buffer, min, addr.level == 0) };
    st.pool.release(buffer);
    Ok(found)
}

/// Searches from the root down for a page of at least category `min` (`fsm_search`); lowers parents
/// whose value is too high.
fn search(st: &mut Store, rel: &Relation, min: u8) -> Result<Option<BlockNumber>> {
    let mut addr = ROOT;
    let mut restarts = 0;
    loop {
        let mut max_avail = 0;
        let slot = match read(st, rel, addr, false)? {
            Some(buffer) => {
                let slot = search_page(st, buffer, min, addr.level == 0);
                if slot.is_none() {
                    max_avail = page::max_avail(st.pool.page(buffer).bytes());
                }
                st.pool.release(buffer);
                slot
            }
            None => None,
        };
        match slot {
            Some(slot) if addr.level == 0 => {
                return Ok(Some(BlockNumber(addr.page * SLOTS + slot)));
            }
            Some(slot) => addr = addr.child(slot),
            None if addr.level == ROOT_LEVEL => return Ok(None),
            None => {
                let (parent, slot) = addr.parent();
                set_and_search(st, rel, parent, slot, max_avail, 0)?;
                restarts += 1;
                if restarts > 10000 {
                    return Ok(None);
                }
                addr = ROOT;
            }
        }
    }
}

/// A page with at least `needed` bytes free (`GetPageWithFreeSpace`).
pub fn get_page_with_free_space(
    st: &mut Store,
    rel: &Relation,
    needed: usize,
) -> Result<Option<BlockNumber>> {
    search(st, rel, needed_to_cat(needed))
}

/// Records a page's free space and searches for another page (`RecordAndGetPageWithFreeSpace`).
pub fn record_and_get_page_with_free_space(
    st: &mut Store,
    rel: &Relation,
    old: BlockNumber,
    old_avail: usize,
    needed: usize,
) -> Result<Option<BlockNumber>> {
    let min = needed_to_cat(needed);
    let (addr, slot) = Address::of(old.0);
    match set_and_search(st, rel, addr, slot, avail_to_cat(old_avail), min)? {
        Some(slot) => Ok(Some(BlockNumber(addr.page * SLOTS + slot))),
        None => search(st, rel, min),
    }
}

/// Records a page's free space on the lowest level of the map only (`RecordPageWithFreeSpace`).
pub fn record_page_with_free_space(
    st: &mut Store,
    rel: &Relation,
    block: BlockNumber,
    avail: usize,
) -> Result<()> {
    let (addr, slot) = Address::of(block.0);
    set_and_search(st, rel, addr, slot, avail_to_cat(avail), 0)?;
    Ok(())
}

/// The free space of a page according to the map, in bytes (`GetRecordedFreeSpace`).
pub fn recorded_free_space(st: &mut Store, rel: &Relation, block: BlockNumber) -> Result<usize> {
    let (addr, slot) = Address::of(block.0);
    let Some(buffer) = read(st, rel, addr, false)? else { return Ok(0) };
    let cat = page::avail(st.pool.page(buffer).bytes(), slot);
    st.pool.release(buffer);
    Ok(cat_to_avail(cat))
}

/// Corrects the upper levels of the map (`FreeSpaceMapVacuum`).
pub fn vacuum(st: &mut Store, rel: &Relation) -> Result<()> {
    vacuum_page(st, rel, ROOT, 0, u32::MAX)?;
    Ok(())
}

/// Updates the upper pages for a range of heap blocks, `end` excluded (`FreeSpaceMapVacuumRange`).
pub fn vacuum_range(
    st: &mut Store,
    rel: &Relation,
    start: BlockNumber,
    end: BlockNumber,
) -> Result<()> {
    if end > start {
        vacuum_page(st, rel, ROOT, start.0, end.0)?;
    }
    Ok(())
}

/// Corrects a map page from the pages below it (`fsm_vacuum_page`). Returns its greatest category;
/// `None` after the end of the map.
fn vacuum_page(
    st: &mut Store,
    rel: &Relation,
    addr: Address,
    start: u32,
    end: u32,
) -> Result<Option<u8>> {
    let Some(buffer) = read(st, rel, addr, false)? else { return Ok(None) };
    if addr.level > 0 {
        let (mut first, mut first_slot) = Address::of(start);
        let (mut last, mut last_slot) = Address::of(end.wrapping_sub(1));
        while first.level < addr.level {
            (first, first_slot) = first.parent();
            (last, last_slot) = last.parent();
        }
        let from = if first.page == addr.page { first_slot } else { 0 };
        let to = if last.page == addr.page { last_slot } else { SLOTS - 1 };
        let mut eof = first.page > addr.page || last.page < addr.page;
        for slot in from..=to {
            let child = if eof {
                0
            } else {
                let below = vacuum_page(st, rel, addr.child(slot), start, end)?;
                eof = below.is_none();
                below.unwrap_or(0)
            };
            if page::avail(st.pool.page(buffer).bytes(), slot) != child {
                page::set_avail(st.pool.page_mut(buffer).bytes_mut(), slot, child);
                st.mark_dirty_hint(buffer, false);
            }
        }
    }
    let max = page::max_avail(st.pool.page(buffer).bytes());
    if page::next_slot(st.pool.page(buffer).bytes()) != 0 {
        page::set_next_slot(st.pool.page_mut(buffer).bytes_mut(), 0);
    }
    st.pool.release(buffer);
    Ok(Some(max))
}

/// Clears the entries of `blocks` and later blocks; returns the map's new size if the map gets shorter
/// (`FreeSpaceMapPrepareTruncateRel`).
pub fn prepare_truncate(st: &mut Store, rel: &Relation, blocks: u32) -> Result<Option<u32>> {
    if !st.pool.exists(rel.file, ForkNumber::Fsm) {
        return Ok(None);
    }
    let (addr, slot) = Address::of(blocks);
    if slot > 0 {
        let Some(buffer) = read(st, rel, addr, false)? else { return Ok(None) };
        page::truncate_avail(st.pool.page_mut(buffer).bytes_mut(), slot);
        st.map_cut(rel, buffer);
        return Ok(Some(addr.block() + 1));
    }
    let new = addr.block();
    Ok((st.pool.nblocks(rel.file, ForkNumber::Fsm) > new).then_some(new))
}

/// A free page of an index, taken from the map (`GetFreeIndexPage`).
pub fn get_free_index_page(st: &mut Store, rel: &Relation) -> Result<Option<BlockNumber>> {
    let found = get_page_with_free_space(st, rel, 8192 / 2)?;
    if let Some(block) = found {
        record_page_with_free_space(st, rel, block, 0)?;
    }
    Ok(found)
}

/// Records a page of an index as free (`RecordFreeIndexPage`).
pub fn record_free_index_page(st: &mut Store, rel: &Relation, block: BlockNumber) -> Result<()> {
    record_page_with_free_space(st, rel, block, 8192 - 1)
}

/// Corrects the upper levels of an index's map (`IndexFreeSpaceMapVacuum`).
pub fn index_vacuum(st: &mut Store, rel: &Relation) -> Result<()> {
    vacuum(st, rel)
}

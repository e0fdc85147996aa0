//! The visibility map: two bits a heap page (`visibilitymap.c`).
//!
//! ```text
//! a byte of the map:  | page 3 | page 2 | page 1 | page 0 |    each: all-frozen, all-visible
//! ```

use super::Relation;
use crate::buffer::{BufferId, BufferTag};
use crate::err;
use crate::error::Result;
use crate::event::Event;
use crate::ids::{BlockNumber, ForkNumber, TransactionId};
use crate::page;
use crate::store::Store;
use crate::versions::MapGrowth;
use crate::wal::info::SMGR_TRUNCATE_VM;

/// The bit that says that everybody sees all tuples of the page (`VISIBILITYMAP_ALL_VISIBLE`).
pub const ALL_VISIBLE: u8 = 1;
/// The bit that says that all tuples of the page are frozen (`VISIBILITYMAP_ALL_FROZEN`).
pub const ALL_FROZEN: u8 = 2;
/// Both bits (`VISIBILITYMAP_VALID_BITS`).
pub const VALID_BITS: u8 = ALL_VISIBLE | ALL_FROZEN;

/// Byte offset of the bits on a page (`PageGetContents`).
pub(crate) const CONTENTS: usize = 24;
/// How many heap pages one page of the map speaks of (`HEAPBLOCKS_PER_PAGE`).
const HEAP_BLOCKS_PER_PAGE: u32 = (8192 - CONTENTS as u32) * 4;

/// The map page, the byte on it and the shift within the byte that have a heap block's bits.
fn place(heap: BlockNumber) -> (u32, usize, u32) {
    let within = heap.0 % HEAP_BLOCKS_PER_PAGE;
    (heap.0 / HEAP_BLOCKS_PER_PAGE, CONTENTS + (within / 4) as usize, within % 4 * 2)
}

/// The map page, byte and shift of a heap block's bits, for replay.
pub(crate) fn place_of(heap: u32) -> (u32, usize, u32) {
    place(BlockNumber(heap))
}

/// Pins a page of the map (`vm_readbuf`); with `extend` it is created if it is missing.
fn read(st: &mut Store, rel: &Relation, block: u32, extend: bool) -> Result<Option<BufferId>> {
    let mut have = st.pool.nblocks(rel.file, ForkNumber::VisibilityMap);
    if block >= have {
        if !extend {
            return Ok(None);
        }
        st.pool.create_file(rel.file, ForkNumber::VisibilityMap);
        if st.release.map_growth == MapGrowth::InBuffers {
            return super::fsm::grow(st, rel, ForkNumber::VisibilityMap, block).map(Some);
        }
        while have <= block {
            st.pool.extend_raw(rel.file, ForkNumber::VisibilityMap, |p| page::init(p, 0))?;
            have += 1;
        }
    }
    let fork = ForkNumber::VisibilityMap;
    let buffer = st.pool.read(BufferTag { file: rel.file, fork, block: BlockNumber(block) })?;
    if page::is_new(st.pool.page(buffer).bytes()) {
        page::init(st.pool.page_mut(buffer).bytes_mut(), 0);
    }
    Ok(Some(buffer))
}

/// Whether `held` is the map's page for a heap block (`visibilitymap_pin_ok`).
pub fn pin_ok(st: &Store, block: BlockNumber, held: Option<BufferId>) -> bool {
    held.is_some_and(|b| st.pool.block(b).0 == place(block).0)
}

/// Pins the map's page for a heap block, and creates it if it is missing; nothing happens if `held` is
/// that page (`visibilitymap_pin`).
pub fn pin(
    st: &mut Store,
    rel: &Relation,
    block: BlockNumber,
    held: &mut Option<BufferId>,
) -> Result<()> {
    if pin_ok(st, block, *held) {
        return Ok(());
    }
    if let Some(old) = held.take() {
        st.pool.release(old);
    }
    *held = read(st, rel, place(block).0, true)?;
    Ok(())
}

/// Fails if the pinned page of the map is not the one with this heap block's bits.
fn check(st: &Store, block: BlockNumber, map: BufferId) -> Result<()> {
    if st.pool.block(map).0 != place(block).0 {
        return err!(INTERNAL_ERROR, "wrong VM buffer passed for heap block {block}");
    }
    Ok(())
}

/// What bits to set.
#[derive(Clone, Copy, Debug)]
pub struct BitsToSet {
    /// The heap page.
    pub heap: BufferId,
    /// The newest xid that its rows were inserted by.
    pub cutoff: TransactionId,
    /// The bits.
    pub flags: u8,
}

/// Sets bits in the map (`visibilitymap_set`); the heap page must have PD_ALL_VISIBLE already.
pub fn set(st: &mut Store, rel: &Relation, map: BufferId, set: BitsToSet) -> Result<()> {
    let BitsToSet { heap, cutoff, flags } = set;
    let block = st.pool.block(heap);
    check(st, block, map)?;
    let (_, byte, shift) = place(block);
    let now = st.pool.page(map).bytes()[byte];
    if (now >> shift) & VALID_BITS != flags {
        st.pool.page_mut(map).bytes_mut()[byte] = now | flags << shift;
        st.pool.mark_dirty(map);
        super::log::visible(st, rel, heap, map, cutoff, flags);
        st.events.emit(|| Event::PageAllVisible { rel: rel.oid, block });
    }
    Ok(())
}

/// Clears the bits `flags` of a heap block in the pinned map page (`visibilitymap_clear`). Returns
/// whether one of them was set.
pub fn clear(
    st: &mut Store,
    _rel: &Relation,
    block: BlockNumber,
    map: BufferId,
    flags: u8,
) -> Result<bool> {
    check(st, block, map)?;
    let (_, byte, shift) = place(block);
    let now = st.pool.page(map).bytes()[byte];
    let mask = flags << shift;
    if now & mask == 0 {
        return Ok(false);
    }
    st.pool.page_mut(map).bytes_mut()[byte] = now & !mask;
    st.pool.mark_dirty(map);
    Ok(true)
}

/// The bits of a heap block; pins the map's page into `held` (`visibilitymap_get_status`).
pub fn get_status(
    st: &mut Store,
    rel: &Relation,
    block: BlockNumber,
    held: &mut Option<BufferId>,
) -> Result<u8> {
    let (map, byte, shift) = place(block);
    if !pin_ok(st, block, *held) {
        if let Some(old) = held.take() {
            st.pool.release(old);
        }
        *held = read(st, rel, map, false)?;
    }
    Ok(held.map_or(0, |b| (st.pool.page(b).bytes()[byte] >> shift) & VALID_BITS))
}

/// How many heap pages are all-visible, and how many all-frozen (`visibilitymap_count`).
pub fn count(st: &mut Store, rel: &Relation) -> Result<(u32, u32)> {
    let (mut visible, mut frozen) = (0, 0);
    let mut block = 0;
    while let Some(buffer) = read(st, rel, block, false)? {
        for byte in &st.pool.page(buffer).bytes()[CONTENTS..] {
            visible += (byte & 0x55).count_ones();
            frozen += (byte & 0xaa).count_ones();
        }
        st.pool.release(buffer);
        block += 1;
    }
    Ok((visible, frozen))
}

/// Clears the bits of `blocks` and later blocks; returns the map's new size if the map gets shorter
/// (`visibilitymap_prepare_truncate`).
pub fn prepare_truncate(st: &mut Store, rel: &Relation, blocks: u32) -> Result<Option<u32>> {
    if !st.pool.exists(rel.file, ForkNumber::VisibilityMap) {
        return Ok(None);
    }
    let (map, byte, shift) = place(BlockNumber(blocks));
    let mut new = map;
    if byte != CONTENTS || shift != 0 {
        new += 1;
        let Some(buffer) = read(st, rel, map, false)? else { return Ok(None) };
        let bits = st.pool.page_mut(buffer).bytes_mut();
        bits[byte + 1..].fill(0);
        bits[byte] &= (1 << shift) - 1;
        st.map_cut(rel, buffer);
    }
    Ok((st.pool.nblocks(rel.file, ForkNumber::VisibilityMap) > new).then_some(new))
}

/// Empties the map (`pg_truncate_visibility_map`); a rollback does not restore it.
pub fn forget(st: &mut Store, rel: &Relation) -> Result<()> {
    let cut = prepare_truncate(st, rel, 0)?;
    if rel.needs_wal() {
        st.log_file_truncated(rel.file, 0, SMGR_TRUNCATE_VM);
    }
    if let Some(blocks) = cut {
        st.pool.truncate(rel.file, ForkNumber::VisibilityMap, blocks);
    }
    Ok(())
}

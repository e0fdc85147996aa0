//! Finding a page for a tuple (`hio.c`).

use super::insert::{BulkInsert, InsertOptions};
use super::{Relation, fsm, visibility_map};
use crate::buffer::{BufferId, BufferTag};
use crate::err;
use crate::error::Result;
use crate::ids::{BlockNumber, ForkNumber, ItemPointer};
use crate::page::{self, layout::*};
use crate::store::Store;
use crate::tuple::header;
use crate::versions::BulkGrowth;

/// The tag of a block of a relation's main fork.
#[inline]
pub(crate) fn main_tag(rel: &Relation, block: BlockNumber) -> BufferTag {
    BufferTag { file: rel.file, fork: ForkNumber::Main, block }
}

/// Adds the tuple to the page, and writes its TID into its ctid, on the page and in `tuple`
/// (`RelationPutHeapTuple`); a `speculative` token is written instead of the TID.
pub(super) fn put_heap_tuple(
    st: &mut Store,
    buffer: BufferId,
    tuple: &mut [u8],
    speculative: Option<u32>,
) -> Result<ItemPointer> {
    let block = st.pool.block(buffer);
    let bytes = st.pool.page_mut(buffer).bytes_mut();
    let Some(offset) = page::add_item(bytes, tuple, None, true) else {
        return err!(INTERNAL_ERROR, "failed to add tuple to page");
    };
    let tid = ItemPointer { block, offset };
    let ctid = speculative.map_or(tid, header::speculative_ctid);
    header::set_ctid(page::item_mut(bytes, offset), ctid);
    header::set_ctid(tuple, ctid);
    Ok(tid)
}

/// Pins a page, or a new one for `None` (`ReadBufferBI`). With `bulk` it is read through the bulk
/// insertion's ring, which keeps its last page pinned.
fn read_bulk(
    st: &mut Store,
    rel: &Relation,
    block: Option<BlockNumber>,
    bulk: Option<&mut BulkInsert>,
) -> Result<BufferId> {
    let Some(bulk) = bulk else {
        return match block {
            Some(block) => st.pool.read(main_tag(rel, block)),
            None => st.pool.extend(rel.file, ForkNumber::Main, None),
        };
    };
    if let Some(current) = bulk.current {
        if Some(st.pool.block(current)) == block {
            st.pool.pin_again(current);
            return Ok(current);
        }
        st.pool.release(current);
        bulk.current = None;
    }
    let buffer = match block {
        Some(block) => {
            st.pool.read_with_strategy(main_tag(rel, block), Some(&mut bulk.strategy))?
        }
        None => st.pool.extend(rel.file, ForkNumber::Main, Some(&mut bulk.strategy))?,
    };
    st.pool.pin_again(buffer);
    bulk.current = Some(buffer);
    Ok(buffer)
}

/// Adds pages to a table (`RelationAddBlocks`): as many as are needed, or as the statement has
/// added before. Returns the first one, pinned; the others have no header yet. Those not needed now
/// are recorded in the free space map.
fn add_pages(
    st: &mut Store,
    rel: &Relation,
    needed: u32,
    options: InsertOptions,
    bulk: Option<&mut BulkInsert>,
) -> Result<BufferId> {
    /// The most pages that are added at once (`MAX_BUFFERS_TO_EXTEND_BY`).
    const MOST: u32 = 64;
    let mut bulk = bulk;
    let count = match &bulk {
        None if options.skip_fsm => 1,
        None => needed.min(MOST),
        Some(bulk) => needed.max(bulk.added).min(MOST),
    };
    let unknown = if needed > 1 && bulk.is_none() { 1 } else { needed };
    if let Some(bulk) = bulk.as_deref_mut()
        && let Some(current) = bulk.current.take()
    {
        st.pool.release(current);
    }
    let mut added = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let ring = bulk.as_deref_mut().map(|b| &mut b.strategy);
        added.push(st.pool.extend(rel.file, ForkNumber::Main, ring)?);
    }
    let buffer = added[0];
    let first = st.pool.block(buffer);
    let last = BlockNumber(first.0 + count - 1);
    // The first is used before the map is looked at, so that nobody finds it there.
    page::init(st.pool.page_mut(buffer).bytes_mut(), 0);
    st.pool.mark_dirty(buffer);
    for (i, other) in added.into_iter().enumerate().skip(1) {
        st.pool.release(other);
        if !options.skip_fsm && i as u32 >= unknown {
            let block = BlockNumber(first.0 + i as u32);
            fsm::record_page_with_free_space(st, rel, block, page::BLCKSZ - SIZE_OF_PAGE_HEADER)?;
        }
    }
    if !options.skip_fsm && unknown < count {
        let end = last.0 + u32::from(st.release.last_added_block_in_map);
        fsm::vacuum_range(st, rel, BlockNumber(first.0 + unknown), BlockNumber(end))?;
    }
    if let Some(bulk) = bulk {
        bulk.unused = (count > 1).then(|| (BlockNumber(first.0 + 1), last));
        st.pool.pin_again(buffer);
        bulk.current = Some(buffer);
        bulk.added += count;
    }
    Ok(buffer)
}

/// Pins the visibility map's page if the heap page is all-visible.
fn pin_map_if_visible(
    st: &mut Store,
    rel: &Relation,
    buffer: BufferId,
    map: &mut Option<BufferId>,
) -> Result<()> {
    if page::is_all_visible(st.pool.page(buffer).bytes()) {
        visibility_map::pin(st, rel, st.pool.block(buffer), map)?;
    }
    Ok(())
}

/// The pins a caller of [`get_buffer_for_tuple`] holds on the visibility map.
#[derive(Default)]
pub(super) struct MapPins {
    /// For the page found.
    pub(super) found: Option<BufferId>,
    /// For the page of the tuple being updated.
    pub(super) other: Option<BufferId>,
}

impl MapPins {
    /// Releases the pins.
    pub(super) fn release(self, st: &mut Store) {
        for buffer in [self.found, self.other].into_iter().flatten() {
            st.pool.release(buffer);
        }
    }
}

/// Pins a page with room for `len` bytes; `pages` is how many pages all rows to insert need
/// (`RelationGetBufferForTuple`). `other` is the page of the tuple being updated; if that page is
/// found, it is not pinned again.
pub(super) fn get_buffer_for_tuple(
    st: &mut Store,
    rel: &Relation,
    (len, pages): (usize, u32),
    other: Option<BufferId>,
    options: InsertOptions,
    mut bulk: Option<&mut BulkInsert>,
    maps: &mut MapPins,
) -> Result<BufferId> {
    let len = maxalign(len);
    if len > MAX_HEAP_TUPLE_SIZE {
        return err!(
            PROGRAM_LIMIT_EXCEEDED,
            "row is too big: size {len}, maximum size {MAX_HEAP_TUPLE_SIZE}"
        );
    }
    let save = rel.target_free_space();
    let nearly_empty =
        MAX_HEAP_TUPLE_SIZE - usize::from(MAX_HEAP_TUPLES_PER_PAGE) / 8 * SIZE_OF_ITEM_ID;
    let needed = if len + save > nearly_empty { len.max(nearly_empty) } else { len + save };
    let other_block = other.map(|b| st.pool.block(b));

    let mut target = match bulk.as_ref().and_then(|b| b.current) {
        Some(current) => Some(st.pool.block(current)),
        None => rel.state.target_block.get(),
    };
    if target.is_none() && !options.skip_fsm {
        target = fsm::get_page_with_free_space(st, rel, needed)?;
    }
    if target.is_none() {
        target = st.pool.nblocks(rel.file, ForkNumber::Main).checked_sub(1).map(BlockNumber);
    }

    while let Some(block) = target {
        let buffer = if other_block == Some(block) {
            other.expect("its block was asked for")
        } else {
            read_bulk(st, rel, Some(block), bulk.as_deref_mut())?
        };
        pin_map_if_visible(st, rel, buffer, &mut maps.found)?;
        if other.is_none() && options.frozen && page::max_offset(st.pool.page(buffer).bytes()) == 0
        {
            visibility_map::pin(st, rel, block, &mut maps.found)?;
        }
        if let Some(other) = other {
            pin_map_if_visible(st, rel, other, &mut maps.other)?;
        }
        if page::is_new(st.pool.page(buffer).bytes()) {
            page::init(st.pool.page_mut(buffer).bytes_mut(), 0);
            st.pool.mark_dirty(buffer);
        }
        let free = page::heap_free_space(st.pool.page(buffer).bytes());
        if needed <= free {
            rel.state.target_block.set(Some(block));
            return Ok(buffer);
        }
        if other_block != Some(block) {
            st.pool.release(buffer);
        }
        if let Some(b) = bulk.as_deref_mut()
            && let Some((next, last)) = b.unused
        {
            if !options.skip_fsm {
                fsm::record_page_with_free_space(st, rel, block, free)?;
            }
            b.unused = (next < last).then_some((BlockNumber(next.0 + 1), last));
            target = Some(next);
            continue;
        }
        if options.skip_fsm {
            break;
        }
        target = fsm::record_and_get_page_with_free_space(st, rel, block, free, needed)?;
    }

    let buffer = match st.release.bulk_growth {
        BulkGrowth::OnePage => read_bulk(st, rel, None, bulk)?,
        BulkGrowth::Doubling => add_pages(st, rel, pages, options, bulk)?,
    };
    page::init(st.pool.page_mut(buffer).bytes_mut(), 0);
    st.pool.mark_dirty(buffer);
    let block = st.pool.block(buffer);
    if options.frozen {
        visibility_map::pin(st, rel, block, &mut maps.found)?;
    }
    rel.state.target_block.set(Some(block));
    Ok(buffer)
}

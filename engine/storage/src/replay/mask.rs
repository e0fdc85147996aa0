//! What two pages may differ in though both are right (`bufmask.c`, `heap_mask`, `btree_mask`), and
//! the check that `wal_consistency_checking` is for.

use super::Pages;
use crate::btree::layout::{BTP_HAS_GARBAGE, BTP_SPLIT_END, OPAQUE, Opaque};
use crate::ids::{BlockNumber, ItemPointer, OffsetNumber, RelFileNode, Rmgr, TransactionId};
use crate::page::layout::*;
use crate::page::{self, ItemId, PageBytes};
use crate::tuple::header;
use crate::tuple::layout::infomask::*;
use crate::wal::read::Record;

/// Zeroes the parts of a page that are not logged, so that a replayed page can be compared
/// (`heap_mask`, `btree_mask`). An index page is recognized by its special space.
pub fn mask(bytes: &mut PageBytes, block: BlockNumber) {
    bytes[..PD_FLAGS].fill(0);
    page::set_flags(bytes, 0);
    page::set_prune_xid(bytes, TransactionId::INVALID);
    let (lower, upper) = (page::lower(bytes), page::upper(bytes));
    if lower >= SIZE_OF_PAGE_HEADER && lower <= upper && upper <= page::BLCKSZ {
        bytes[lower..upper].fill(0);
    }
    match page::special(bytes) {
        page::BLCKSZ => mask_rows(bytes, block),
        OPAQUE => mask_index(bytes),
        _ => {}
    }
}

/// Masks the rows of a heap page: hint bits and what else is not logged (`heap_mask`).
fn mask_rows(bytes: &mut PageBytes, block: BlockNumber) {
    for off in 1..=page::max_offset(bytes) {
        let off = OffsetNumber(off);
        let id = page::item_id(bytes, off);
        let long_enough =
            page::try_item(bytes, off).is_some_and(|t| t.len() >= SIZE_OF_HEAP_TUPLE_HEADER);
        if id.is_normal() && long_enough {
            let tuple = page::item_mut(bytes, off);
            let mask = header::infomask(tuple);
            header::set_infomask(
                tuple,
                if header::xmin_frozen(tuple) {
                    mask & !(HEAP_XMAX_INVALID | HEAP_XMAX_COMMITTED)
                } else {
                    mask & !HEAP_XACT_MASK
                },
            );
            header::set_raw_command_id(tuple, 0);
            // Replaying an insertion does not know of its token.
            if header::is_speculative(tuple) {
                header::set_ctid(tuple, ItemPointer { block, offset: off });
            }
        }
        if id.has_storage() && long_enough {
            let end = id.offset() + id.length();
            let padded = maxalign(end).min(page::BLCKSZ);
            bytes[end..padded].fill(0);
        }
    }
}

/// Masks the entries of an index page: LP_DEAD is not logged (`btree_mask`).
fn mask_index(bytes: &mut PageBytes) {
    if Opaque::of(bytes).is_leaf() {
        for off in 1..=page::max_offset(bytes) {
            let off = OffsetNumber(off);
            let id = page::item_id(bytes, off);
            if id.is_used() {
                page::set_item_id(bytes, off, ItemId(id.0 & !(3 << 15)));
            }
        }
    }
    Opaque::change(bytes, |o| {
        o.flags &= !(BTP_HAS_GARBAGE | BTP_SPLIT_END);
        o.cycleid = 0;
    });
}

/// Compares pages with their images in a replayed record (`verifyBackupPageConsistency`). Returns the
/// first page that differs.
pub fn verify(pages: &Pages, record: &Record<'_>) -> Result<(), (RelFileNode, BlockNumber)> {
    if !matches!(record.rmgr(), Some(Rmgr::Heap | Rmgr::Heap2 | Rmgr::Btree | Rmgr::Sequence)) {
        return Ok(());
    }
    for b in &record.blocks {
        let Some(image) = b.image.as_ref().filter(|i| !i.apply()) else { continue };
        let file = RelFileNode(b.locator.file);
        let replayed = pages.page(file, b.fork, b.block);
        let (Some(mut logged), Some(replayed)) = (image.page(), replayed) else {
            return Err((file, BlockNumber(b.block)));
        };
        let mut replayed = *replayed;
        mask(&mut logged, BlockNumber(b.block));
        mask(&mut replayed, BlockNumber(b.block));
        if *logged != replayed {
            return Err((file, BlockNumber(b.block)));
        }
    }
    Ok(())
}

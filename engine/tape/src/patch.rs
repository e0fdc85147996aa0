//! Pages as patches; see the header of [`super`].

use super::words::NO_ITEMS;
use client::inspect::{TupleLife, page_items, page_summary};
use storage::ids::{BlockNumber, RelFileNode};
use storage::page::{self, PageBytes};

/// Bytes of a B-tree page's special space (`BTPageOpaqueData`).
const BTREE_SPECIAL: usize = 16;

/// Appends a page's summary and items to a patch.
pub(super) fn put(
    out: &mut Vec<u16>,
    (file, block): (RelFileNode, BlockNumber),
    p: &PageBytes,
    items: bool,
    life: &dyn Fn(&[u8]) -> TupleLife,
) {
    let index = !page::is_new(p) && page::special(p) == page::BLCKSZ - BTREE_SPECIAL;
    for word in [file.0, block.0] {
        out.extend_from_slice(&[word as u16, (word >> 16) as u16]);
    }
    out.extend_from_slice(&page_summary(p, index, life));
    if items {
        page_items(p, index, life, out);
    } else {
        out.push(NO_ITEMS);
    }
}

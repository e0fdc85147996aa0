//! What pageinspect shows of an index (`contrib/pageinspect/btreefuncs.c`).

use super::layout::*;
use super::pages::{free_space, is_dead, item, max_offset};
use crate::ids::ItemPointer;

/// The metapage as `bt_metap` shows it; `None` if the page is none.
pub fn metap(pg: &PageBytes) -> Option<Meta> {
    (Opaque::of(pg).flags & BTP_META != 0).then(|| Meta::of(pg))
}

/// The row of a page in `bt_page_stats`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageStats {
    /// `type`: r root, i internal, l leaf, e half-dead, d deleted leaf, D deleted internal page.
    pub kind: char,
    /// How many items are not marked dead, the high key counted (`live_items`).
    pub live_items: i32,
    /// How many items are marked dead (`dead_items`).
    pub dead_items: i32,
    /// Bytes of an item on average, rounded down (`avg_item_size`).
    pub avg_item_size: i32,
    /// Bytes of the page, 8192 (`page_size`).
    pub page_size: i32,
    /// Bytes that are free on it (`free_size`).
    pub free_size: i32,
    /// `btpo_prev`, `btpo_next`, `btpo_level`, `btpo_flags`, `btpo_cycleid`.
    pub opaque: Opaque,
}

/// The statistics of a page as `bt_page_stats` shows them.
pub fn page_stats(pg: &PageBytes) -> PageStats {
    let o = Opaque::of(pg);
    let mut max = max_offset(pg);
    let kind = if o.is_deleted() {
        max = 0;
        if o.is_leaf() || o.flags & BTP_HAS_FULLXID == 0 { 'd' } else { 'D' }
    } else if o.ignore() {
        'e'
    } else if o.is_leaf() {
        'l'
    } else if o.is_root() {
        'r'
    } else {
        'i'
    };
    let dead = (1..=max).filter(|&off| is_dead(pg, off)).count() as i32;
    let size: usize = (1..=max).map(|off| tuple::size(item(pg, off))).sum();
    PageStats {
        kind,
        live_items: i32::from(max) - dead,
        dead_items: dead,
        avg_item_size: (size as i32).checked_div(i32::from(max)).unwrap_or(0),
        page_size: i32::from(u16_at(pg, 18) & 0xff00),
        free_size: free_space(pg) as i32,
        opaque: o,
    }
}

/// One row of `bt_page_items`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemView {
    /// The item's offset number (`itemoffset`).
    pub offset: u16,
    /// The tuple's `t_tid` as it is (`ctid`).
    pub ctid: ItemPointer,
    /// Bytes of the tuple (`itemlen`).
    pub len: i32,
    /// Whether some attribute is NULL (`nulls`).
    pub nulls: bool,
    /// Whether some attribute has no fixed length (`vars`).
    pub vars: bool,
    /// `data`: the attributes as `01 00 00 00 ...`.
    pub data: String,
    /// Whether it is marked dead; not shown for pivots (`dead`).
    pub dead: Option<bool>,
    /// The heap TID, of a posting list the lowest (`htid`).
    pub htid: Option<ItemPointer>,
    /// The heap TIDs of a posting list (`tids`).
    pub tids: Option<Vec<ItemPointer>>,
}

/// The items of a page as `bt_page_items` shows them; none of a deleted page. Items that do not fit
/// their page are left out.
///
/// # Errors
/// The first item whose header tells of bytes that it does not have.
pub fn page_items(pg: &PageBytes) -> std::result::Result<Vec<ItemView>, u16> {
    let o = Opaque::of(pg);
    if o.is_deleted() {
        return Ok(vec![]);
    }
    (1..=max_offset(pg))
        .filter_map(|offset| {
            let t = crate::page::try_item(pg, crate::ids::OffsetNumber(offset))?;
            if !tuple::is_whole(t) {
                return Some(Err(offset));
            }
            let size = tuple::size(t);
            let posting = tuple::is_posting(t);
            let end = if posting {
                tuple::block(t) as usize
            } else if tuple::is_pivot(t) && tuple::heap_tid(t).is_some() {
                size - maxalign(TID_SIZE)
            } else {
                size
            };
            let data = t.get(tuple::data_offset(t)..end).unwrap_or(&[]);
            let pivot_place = !o.is_leaf() || (!o.rightmost() && offset == P_HIKEY);
            let htid = tuple::heap_tid(t).filter(|_| !pivot_place || tuple::is_pivot(t));
            Some(Ok(ItemView {
                offset,
                ctid: tuple::t_tid(t),
                len: size as i32,
                nulls: tuple::info(t) & INDEX_NULL != 0,
                vars: tuple::info(t) & INDEX_VAR != 0,
                data: data.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" "),
                dead: (!pivot_place).then(|| is_dead(pg, offset)),
                htid,
                tids: posting.then(|| tuple::heap_tids(t).collect()),
            }))
        })
        .collect()
}

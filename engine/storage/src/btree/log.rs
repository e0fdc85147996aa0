//! What an index writes into the log (`nbtxlog.h`): one function a record.
//!
//! ```text
//! INSERT_LEAF   offset 2                      block 0: tuple
//! INSERT_UPPER  the same                      block 1: the child whose split this completes
//! INSERT_META   the same                      block 2: metapage 28
//! INSERT_POST   offset 2                      block 0: place in the list 2 | tuple as it was asked for
//! SPLIT_L, _R   level 4 | first right 2 | new 2 | place 2
//!               block 0: [new tuple] high key | block 1: all of the right page's tuples
//!               block 2: right sibling | block 3: child
//! DEDUP         intervals 2                   block 0: base 2, items 2 of each
//! VACUUM        deleted 2 | updated 2         block 0: offsets | offsets | which TIDs of each
//! DELETE        latest removed xid 4, then the same
//! NEWROOT       block 4 | level 4             block 0: tuples | block 1: left child | block 2: metapage
//! ```

use super::layout::*;
use super::pages::bytes;
use crate::buffer::BufferId;
use crate::heap::Relation;
use crate::ids::{Rmgr, TransactionId};
use crate::store::Store;
use crate::wal::info::*;
use crate::wal::layout::{REGBUF_STANDARD, REGBUF_WILL_INIT};
use crate::wal::relation_bytes;

const META_FLAGS: u8 = REGBUF_WILL_INIT | REGBUF_STANDARD;

/// The bytes of the metapage in a record (`xl_btree_metadata`).
fn metadata(m: &Meta) -> [u8; 28] {
    let mut b = [0; 28];
    let words = [m.version, m.root, m.level, m.fastroot, m.fastlevel, m.last_cleanup_num_delpages];
    for (at, word) in words.into_iter().enumerate() {
        put_u32(&mut b, 4 * at, word);
    }
    b[24] = u8::from(m.allequalimage);
    b
}

/// The bytes from `pd_upper` to the special space: all tuples.
fn tuples(pg: &PageBytes) -> &[u8] {
    &pg[u16_at(pg, 14) as usize..u16_at(pg, 16) as usize]
}

/// An entry put on a page without a split.
pub(super) struct Insert<'a> {
    pub buf: BufferId,
    pub child: Option<BufferId>,
    pub meta: Option<BufferId>,
    pub offset: u16,
    /// The place in the posting list before it whose range it fell into, or 0.
    pub place: i32,
    /// The tuple as it was asked for.
    pub tuple: &'a [u8],
}

/// Logs an insertion that splits no page (`_bt_insertonpg`).
pub(super) fn insert(st: &mut Store, i: &Insert<'_>) {
    let leaf = Opaque::of(bytes(st, i.buf)).is_leaf();
    let meta = i.meta.map(|b| metadata(&Meta::of(bytes(st, b))));
    let w = &mut st.wal;
    w.begin();
    w.data(&i.offset.to_le_bytes());
    w.buffer(0, &st.pool, i.buf, REGBUF_STANDARD);
    let mut op = if i.place != 0 { BTREE_INSERT_POST } else { BTREE_INSERT_LEAF };
    if !leaf {
        op = BTREE_INSERT_UPPER;
        if let Some(child) = i.child {
            w.buffer(1, &st.pool, child, REGBUF_STANDARD);
        }
        if let (Some(buf), Some(meta)) = (i.meta, meta) {
            op = BTREE_INSERT_META;
            w.buffer(2, &st.pool, buf, META_FLAGS);
            w.buffer_data(2, &meta);
        }
    }
    if i.place != 0 {
        w.buffer_data(0, &(i.place as u16).to_le_bytes());
    }
    w.buffer_data(0, &i.tuple[..tuple::size(i.tuple)]);
    st.log(Rmgr::Btree, op);
}

/// A page split as the log sees it.
pub(super) struct Split<'a> {
    pub left: BufferId,
    pub right: BufferId,
    pub sibling: Option<BufferId>,
    pub child: Option<BufferId>,
    pub first_right: u16,
    pub new_offset: u16,
    pub new_on_left: bool,
    /// The place in the posting list before the new entry, when that stays on the left, or 0.
    pub place: i32,
    /// The new entry; with a place, as it was asked for.
    pub new: &'a [u8],
}

/// Logs a split (`_bt_split`).
pub(super) fn split(st: &mut Store, s: &Split<'_>) {
    let level = Opaque::of(bytes(st, s.right)).level;
    let Store { wal: w, pool, .. } = st;
    let (left, right) = (pool.page(s.left).bytes(), pool.page(s.right).bytes());
    w.begin();
    w.data(&level.to_le_bytes());
    w.data(&s.first_right.to_le_bytes());
    w.data(&s.new_offset.to_le_bytes());
    w.data(&(s.place as u16).to_le_bytes());
    w.buffer(0, pool, s.left, REGBUF_STANDARD);
    w.buffer(1, pool, s.right, REGBUF_WILL_INIT);
    if let Some(sibling) = s.sibling {
        w.buffer(2, pool, sibling, REGBUF_STANDARD);
    }
    if let Some(child) = s.child {
        w.buffer(3, pool, child, REGBUF_STANDARD);
    }
    if s.new_on_left || s.place != 0 {
        w.buffer_data(0, &s.new[..maxalign(tuple::size(s.new))]);
    }
    let high_key = super::pages::item(left, P_HIKEY);
    w.buffer_data(0, &high_key[..maxalign(tuple::size(high_key))]);
    w.buffer_data(1, tuples(right));
    st.log(Rmgr::Btree, if s.new_on_left { BTREE_SPLIT_L } else { BTREE_SPLIT_R });
}

/// Logs a new root (`_bt_newroot`), or the first leaf of a tree (`_bt_getroot`), which has no
/// `left`.
pub(super) fn new_root(st: &mut Store, root: BufferId, left: Option<BufferId>, meta: BufferId) {
    let m = metadata(&Meta::of(bytes(st, meta)));
    let Store { wal: w, pool, .. } = st;
    let (pg, block) = (pool.page(root).bytes(), pool.block(root));
    let level = Opaque::of(pg).level;
    w.begin();
    w.data(&block.0.to_le_bytes());
    w.data(&level.to_le_bytes());
    w.buffer(0, pool, root, REGBUF_WILL_INIT);
    if let Some(left) = left {
        w.buffer(1, pool, left, REGBUF_STANDARD);
        w.buffer_data(0, tuples(pg));
    }
    w.buffer(2, pool, meta, META_FLAGS);
    w.buffer_data(2, &m);
    st.log(Rmgr::Btree, BTREE_NEWROOT);
}

/// Logs the cleanup fields of the metapage (`_bt_set_cleanup_info`).
pub(super) fn meta_cleanup(st: &mut Store, meta: BufferId) {
    let m = metadata(&Meta::of(bytes(st, meta)));
    let w = &mut st.wal;
    w.begin();
    w.buffer(0, &st.pool, meta, META_FLAGS);
    w.buffer_data(0, &m);
    st.log(Rmgr::Btree, BTREE_META_CLEANUP);
}

/// Logs a deduplication (`_bt_dedup_pass`): the intervals, each the offset of its first tuple and
/// the number of tuples that it merges.
pub(super) fn dedup(st: &mut Store, buf: BufferId, intervals: &[(u16, u16)]) {
    let w = &mut st.wal;
    w.begin();
    w.buffer(0, &st.pool, buf, REGBUF_STANDARD);
    w.data(&(intervals.len() as u16).to_le_bytes());
    for (base, items) in intervals {
        w.buffer_data(0, &base.to_le_bytes());
        w.buffer_data(0, &items.to_le_bytes());
    }
    st.log(Rmgr::Btree, BTREE_DEDUP);
}

/// Logs deleted and shortened entries (`_bt_delitems_vacuum`; with `latest_removed`
/// `_bt_delitems_delete`).
pub(super) fn delete_items(
    st: &mut Store,
    buf: BufferId,
    deletable: &[u16],
    updatable: &[(u16, Vec<u16>)],
    latest_removed: Option<TransactionId>,
) {
    let catalog = st.release.catalog_flag;
    let w = &mut st.wal;
    w.begin();
    if let Some(xid) = latest_removed {
        w.data(&xid.0.to_le_bytes());
    }
    w.data(&(deletable.len() as u16).to_le_bytes());
    w.data(&(updatable.len() as u16).to_le_bytes());
    if catalog && latest_removed.is_some() {
        w.data(&[0]);
    }
    w.buffer(0, &st.pool, buf, REGBUF_STANDARD);
    for off in deletable.iter().chain(updatable.iter().map(|(off, _)| off)) {
        w.buffer_data(0, &off.to_le_bytes());
    }
    for (_, places) in updatable {
        w.buffer_data(0, &(places.len() as u16).to_le_bytes());
        places.iter().for_each(|p| w.buffer_data(0, &p.to_le_bytes()));
    }
    st.log(Rmgr::Btree, if latest_removed.is_some() { BTREE_DELETE } else { BTREE_VACUUM });
}

/// Logs that a leaf became half-dead (`_bt_mark_page_halfdead`); `top` is the topmost page of the
/// branch to delete, or `u32::MAX` if that is the leaf.
pub(super) fn half_dead(st: &mut Store, leaf: BufferId, parent: BufferId, poffset: u16, top: u32) {
    let o = Opaque::of(bytes(st, leaf));
    let block = st.pool.block(leaf);
    let w = &mut st.wal;
    w.begin();
    w.buffer(0, &st.pool, leaf, REGBUF_WILL_INIT);
    w.buffer(1, &st.pool, parent, REGBUF_STANDARD);
    w.data(&u32::from(poffset).to_le_bytes());
    for word in [block.0, o.prev, o.next, top] {
        w.data(&word.to_le_bytes());
    }
    st.log(Rmgr::Btree, BTREE_MARK_PAGE_HALFDEAD);
}

/// A page taken out of its level.
pub(super) struct Unlink {
    pub target: BufferId,
    pub left: Option<BufferId>,
    pub right: BufferId,
    /// The leaf of the branch when the target is above it.
    pub leaf: Option<BufferId>,
    pub meta: Option<BufferId>,
    /// The special space of the target page before it is unlinked.
    pub opaque: Opaque,
    pub safe_xid: u64,
    pub leaf_siblings: (u32, u32),
    pub leaf_top: u32,
}

/// Logs that a page was unlinked (`_bt_unlink_halfdead_page`).
pub(super) fn unlink(st: &mut Store, u: &Unlink) {
    let meta = u.meta.map(|b| metadata(&Meta::of(bytes(st, b))));
    let w = &mut st.wal;
    w.begin();
    w.buffer(0, &st.pool, u.target, REGBUF_WILL_INIT);
    if let Some(left) = u.left {
        w.buffer(1, &st.pool, left, REGBUF_STANDARD);
    }
    w.buffer(2, &st.pool, u.right, REGBUF_STANDARD);
    if let Some(leaf) = u.leaf {
        w.buffer(3, &st.pool, leaf, REGBUF_WILL_INIT);
    }
    for word in [u.opaque.prev, u.opaque.next, u.opaque.level, 0] {
        w.data(&word.to_le_bytes());
    }
    w.data(&u.safe_xid.to_le_bytes());
    for word in [u.leaf_siblings.0, u.leaf_siblings.1, u.leaf_top] {
        w.data(&word.to_le_bytes());
    }
    let mut op = BTREE_UNLINK_PAGE;
    if let (Some(buf), Some(meta)) = (u.meta, meta) {
        w.buffer(4, &st.pool, buf, META_FLAGS);
        w.buffer_data(4, &meta);
        op = BTREE_UNLINK_PAGE_META;
    }
    st.log(Rmgr::Btree, op);
}

/// Logs that a deleted page is used again (`_bt_log_reuse_page`).
pub(super) fn reuse_page(st: &mut Store, rel: &Relation, block: u32, safe_xid: u64) {
    let catalog: &[u8] = if st.release.catalog_flag { &[0] } else { &[] };
    let w = &mut st.wal;
    w.begin();
    w.data(&relation_bytes(rel.file.0));
    w.data(&block.to_le_bytes());
    w.data(&safe_xid.to_le_bytes());
    w.data(catalog);
    st.log(Rmgr::Btree, BTREE_REUSE_PAGE);
}

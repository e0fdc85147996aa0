//! What the heap writes into the log (`heapam_xlog.h`): one function a record.
//!
//! ```text
//! INSERT        offset 2 | flags 1                          block 0: infomask2 2 | infomask 2 | hoff 1 | row
//! DELETE        xmax 4 | offset 2 | infobits 1 | flags 1    block 0
//! UPDATE        old xmax 4 | old offset 2 | infobits 1 | flags 1 | new xmax 4 | new offset 2
//!               block 0: [prefix 2] [suffix 2] header 5 | what is between | block 1: old page, if another
//! VISIBLE       cutoff xid 4 | flags 1                      block 0: map | block 1: page
//! ```
//!
//! A row goes without its first 23 bytes, which replay knows. An UPDATE that stays on its page
//! leaves out what the two versions have in common at the front and at the end: setting one int4
//! in a wide row logs 70 bytes. What pruning and freezing write is in `log_prune`.

use super::Relation;
use crate::buffer::BufferId;
use crate::ids::{OffsetNumber, Rmgr, TransactionId};
use crate::page;
use crate::page::layout::SIZE_OF_HEAP_TUPLE_HEADER;
use crate::store::Store;
use crate::tuple::header;
use crate::tuple::layout::infomask::*;
use crate::wal::Invalidation;
use crate::wal::info::*;
use crate::wal::layout::{REGBUF_NO_IMAGE, REGBUF_STANDARD, REGBUF_WILL_INIT};

/// A prefix or suffix must save more than the two bytes its length takes.
const WORTH_LEAVING_OUT: usize = 3;

/// Returns the bits of the infomasks that log records keep (`compute_infobits`).
fn infobits(mask: u16, mask2: u16) -> u8 {
    let bit = |on: bool, bit: u8| if on { bit } else { 0 };
    bit(mask & HEAP_XMAX_IS_MULTI != 0, XLHL_XMAX_IS_MULTI)
        | bit(mask & HEAP_XMAX_LOCK_ONLY != 0, XLHL_XMAX_LOCK_ONLY)
        | bit(mask & HEAP_XMAX_EXCL_LOCK != 0, XLHL_XMAX_EXCL_LOCK)
        | bit(mask & HEAP_XMAX_KEYSHR_LOCK != 0, XLHL_XMAX_KEYSHR_LOCK)
        | bit(mask2 & HEAP_KEYS_UPDATED != 0, XLHL_KEYS_UPDATED)
}

/// Returns what a record keeps of a row's header: both masks and where the columns start
/// (`xl_heap_header`).
fn row_header(tuple: &[u8]) -> [u8; 5] {
    let mask2 = header::infomask2(tuple).to_le_bytes();
    let mask = header::infomask(tuple).to_le_bytes();
    [mask2[0], mask2[1], mask[0], mask[1], header::hoff(tuple) as u8]
}

/// Whether this row is the only one on its page, so that replay can begin with an empty page.
fn is_only(bytes: &page::PageBytes, off: OffsetNumber) -> bool {
    off == OffsetNumber::FIRST && page::max_offset(bytes) == 1
}

/// Adds to the record the visibility map page in which bits were cleared, in versions that log it.
fn map_page(st: &mut Store, id: usize, map: Option<BufferId>) {
    if let Some(map) = map.filter(|_| st.release.map_pages_logged) {
        st.wal.buffer(id, &st.pool, map, 0);
    }
}

/// Logs an insertion (`heap_insert`). `speculative`: for ON CONFLICT.
pub(super) fn insert(
    st: &mut Store,
    buffer: BufferId,
    tuple: &[u8],
    off: OffsetNumber,
    cleared: Option<BufferId>,
    speculative: bool,
) {
    let init = is_only(st.pool.page(buffer).bytes(), off);
    let mut flags = if cleared.is_some() { XLH_INSERT_ALL_VISIBLE_CLEARED } else { 0 };
    if speculative {
        flags |= XLH_INSERT_IS_SPECULATIVE;
    }
    let w = &mut st.wal;
    w.begin();
    let offset = off.0.to_le_bytes();
    w.data(&[offset[0], offset[1], flags]);
    let init_flag = if init { REGBUF_WILL_INIT } else { 0 };
    w.buffer(0, &st.pool, buffer, REGBUF_STANDARD | init_flag);
    w.buffer_data(0, &row_header(tuple));
    w.buffer_data(0, &tuple[SIZE_OF_HEAP_TUPLE_HEADER..]);
    map_page(st, 1, cleared);
    st.log(Rmgr::Heap, HEAP_INSERT | if init { HEAP_INIT_PAGE } else { 0 });
}

/// What `heap_multi_insert` put on one page.
pub(super) struct MultiInsert<'a> {
    pub tuples: &'a [Vec<u8>],
    pub offsets: &'a [OffsetNumber],
    /// The page was empty.
    pub init: bool,
    /// The page of the visibility map in which the page's bits were cleared.
    pub cleared: Option<BufferId>,
    pub all_frozen: bool,
    pub last: bool,
}

/// Logs an insertion of several rows on a page (`heap_multi_insert`).
pub(super) fn multi_insert(st: &mut Store, buffer: BufferId, m: &MultiInsert<'_>) {
    let mut flags = 0;
    if m.cleared.is_some() {
        flags |= XLH_INSERT_ALL_VISIBLE_CLEARED;
    }
    if m.all_frozen {
        flags |= XLH_INSERT_ALL_FROZEN_SET;
    }
    if m.last {
        flags |= XLH_INSERT_LAST_IN_MULTI;
    }
    let w = &mut st.wal;
    w.begin();
    w.data(&[flags, 0]);
    w.data(&(m.tuples.len() as u16).to_le_bytes());
    if !m.init {
        m.offsets.iter().for_each(|o| w.data(&o.0.to_le_bytes()));
    }
    let init_flag = if m.init { REGBUF_WILL_INIT } else { 0 };
    w.buffer(0, &st.pool, buffer, REGBUF_STANDARD | init_flag);
    let mut written = 0;
    for tuple in m.tuples {
        if written % 2 != 0 {
            w.buffer_data(0, &[0]);
            written += 1;
        }
        let row = &tuple[SIZE_OF_HEAP_TUPLE_HEADER..];
        w.buffer_data(0, &(row.len() as u16).to_le_bytes());
        w.buffer_data(0, &row_header(tuple));
        w.buffer_data(0, row);
        written += 7 + row.len();
    }
    map_page(st, 1, m.cleared);
    st.log(Rmgr::Heap2, HEAP2_MULTI_INSERT | if m.init { HEAP_INIT_PAGE } else { 0 });
}

/// One UPDATE as the log sees it.
pub(super) struct Update<'a> {
    pub old_buffer: BufferId,
    pub new_buffer: BufferId,
    pub old_off: OffsetNumber,
    pub new_off: OffsetNumber,
    /// The old version as it was before.
    pub old: &'a [u8],
    pub new: &'a [u8],
    pub hot: bool,
    /// The pages of the visibility map in which bits were cleared, of the old page and the new.
    pub old_cleared: Option<BufferId>,
    pub new_cleared: Option<BufferId>,
}

/// Logs an update (`log_heap_update`).
pub(super) fn update(st: &mut Store, u: &Update<'_>) {
    let (old_hoff, new_hoff) = (header::hoff(u.old), header::hoff(u.new));
    let (mut prefix, mut suffix) = (0, 0);
    let page = st.pool.page(u.new_buffer).bytes();
    if u.old_buffer == u.new_buffer && !st.wal.needs_backup(page) {
        let (old, new) = (&u.old[old_hoff..], &u.new[new_hoff..]);
        let common = old.len().min(new.len());
        prefix = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        if prefix < WORTH_LEAVING_OUT {
            prefix = 0;
        }
        let backwards = old.iter().rev().zip(new.iter().rev()).take(common - prefix);
        suffix = backwards.take_while(|(a, b)| a == b).count();
        if suffix < WORTH_LEAVING_OUT {
            suffix = 0;
        }
    }
    let init = is_only(page, u.new_off);
    let mut flags = 0;
    for (on, flag) in [
        (u.old_cleared.is_some(), XLH_UPDATE_OLD_ALL_VISIBLE_CLEARED),
        (u.new_cleared.is_some(), XLH_UPDATE_NEW_ALL_VISIBLE_CLEARED),
        (prefix > 0, XLH_UPDATE_PREFIX_FROM_OLD),
        (suffix > 0, XLH_UPDATE_SUFFIX_FROM_OLD),
    ] {
        if on {
            flags |= flag;
        }
    }
    // The old version as it is now: with the updater's xmax.
    let marked = page::item(st.pool.page(u.old_buffer).bytes(), u.old_off);
    let old_xmax = header::raw_xmax(marked);
    let bits = infobits(header::infomask(marked), header::infomask2(marked));
    let w = &mut st.wal;
    w.begin();
    let init_flag = if init { REGBUF_WILL_INIT } else { 0 };
    w.buffer(0, &st.pool, u.new_buffer, REGBUF_STANDARD | init_flag);
    if u.old_buffer != u.new_buffer {
        w.buffer(1, &st.pool, u.old_buffer, REGBUF_STANDARD);
    }
    w.data(&old_xmax.0.to_le_bytes());
    w.data(&u.old_off.0.to_le_bytes());
    w.data(&[bits, flags]);
    w.data(&header::raw_xmax(u.new).0.to_le_bytes());
    w.data(&u.new_off.0.to_le_bytes());
    if prefix > 0 {
        w.buffer_data(0, &(prefix as u16).to_le_bytes());
    }
    if suffix > 0 {
        w.buffer_data(0, &(suffix as u16).to_le_bytes());
    }
    w.buffer_data(0, &row_header(u.new));
    w.buffer_data(0, &u.new[SIZE_OF_HEAP_TUPLE_HEADER..new_hoff]);
    w.buffer_data(0, &u.new[new_hoff + prefix..u.new.len() - suffix]);
    map_page(st, 2, u.new_cleared);
    map_page(st, 3, u.old_cleared.filter(|map| u.new_cleared != Some(*map)));
    let op = if u.hot { HEAP_HOT_UPDATE } else { HEAP_UPDATE };
    st.log(Rmgr::Heap, op | if init { HEAP_INIT_PAGE } else { 0 });
}

/// Logs a deletion (`heap_delete`); with `is_super` that of a speculatively inserted row
/// (`heap_abort_speculative`).
pub(super) fn delete(
    st: &mut Store,
    buffer: BufferId,
    off: OffsetNumber,
    cleared: Option<BufferId>,
    is_super: bool,
) {
    let tuple = page::item(st.pool.page(buffer).bytes(), off);
    let bits = infobits(header::infomask(tuple), header::infomask2(tuple));
    let xmax = header::raw_xmax(tuple);
    let mut flags = if cleared.is_some() { XLH_DELETE_ALL_VISIBLE_CLEARED } else { 0 };
    if is_super {
        flags |= XLH_DELETE_IS_SUPER;
    }
    let w = &mut st.wal;
    w.begin();
    w.data(&xmax.0.to_le_bytes());
    w.data(&off.0.to_le_bytes());
    w.data(&[bits, flags]);
    w.buffer(0, &st.pool, buffer, REGBUF_STANDARD);
    map_page(st, 1, cleared);
    st.log(Rmgr::Heap, HEAP_DELETE);
}

/// Logs a row lock (`heap_lock_tuple`; also `heap_update`, which locks the old version while it
/// toasts).
pub(super) fn lock(
    st: &mut Store,
    buffer: BufferId,
    off: OffsetNumber,
    cleared_frozen: Option<BufferId>,
) {
    let tuple = page::item(st.pool.page(buffer).bytes(), off);
    let bits = infobits(header::infomask(tuple), header::infomask2(tuple));
    let xmax = header::raw_xmax(tuple);
    let w = &mut st.wal;
    w.begin();
    w.buffer(0, &st.pool, buffer, REGBUF_STANDARD);
    w.data(&xmax.0.to_le_bytes());
    w.data(&off.0.to_le_bytes());
    w.data(&[bits, if cleared_frozen.is_some() { XLH_LOCK_ALL_FROZEN_CLEARED } else { 0 }]);
    map_page(st, 1, cleared_frozen);
    st.log(Rmgr::Heap, HEAP_LOCK);
}

/// Logs an in-place update (`heap_inplace_update`): the new row without its header, and the
/// invalidation messages.
pub(super) fn in_place(
    st: &mut Store,
    buffer: BufferId,
    off: OffsetNumber,
    row: &[u8],
    invalidations: &[Invalidation],
) {
    let w = &mut st.wal;
    let main = w.in_place(off.0, invalidations);
    w.begin();
    w.data(&main);
    w.buffer(0, &st.pool, buffer, REGBUF_STANDARD);
    w.buffer_data(0, row);
    st.log(Rmgr::Heap, HEAP_INPLACE);
}

/// Logs that a speculatively inserted row stays (`heap_finish_speculative`).
pub(crate) fn confirm(st: &mut Store, buffer: BufferId, off: OffsetNumber) {
    let w = &mut st.wal;
    w.begin();
    w.data(&off.0.to_le_bytes());
    w.buffer(0, &st.pool, buffer, REGBUF_STANDARD);
    st.log(Rmgr::Heap, HEAP_CONFIRM);
}

/// Logs that bits were set in the visibility map (`log_heap_visible`). The heap page needs no
/// image.
pub(super) fn visible(
    st: &mut Store,
    rel: &Relation,
    heap: BufferId,
    map: BufferId,
    cutoff: TransactionId,
    flags: u8,
) {
    if !rel.needs_wal() {
        return;
    }
    let image = if st.release.checksums { 0 } else { REGBUF_NO_IMAGE };
    let w = &mut st.wal;
    w.begin();
    w.data(&cutoff.0.to_le_bytes());
    w.data(&[flags]);
    w.buffer(0, &st.pool, map, 0);
    w.buffer(1, &st.pool, heap, REGBUF_STANDARD | image);
    st.log(Rmgr::Heap2, HEAP2_VISIBLE);
}

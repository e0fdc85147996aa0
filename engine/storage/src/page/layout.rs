//! Where things are on a page (`bufpage.h`, `itemid.h`).
//!
//! ```text
//! 0        8         10     12      14      16        18        20         24
//! | pd_lsn | checksum | flags | lower | upper | special | size+version | prune_xid | line pointers ->
//! |  ...  <- lower      free space      upper ->   items   | special -> 8192
//! ```
//!
//! A line pointer is 32 bits: offset (15), flags (2), length (15), from the low bit up.

use super::BLCKSZ;

/// Byte offset of `pd_lsn` (two 32-bit halves, high first).
pub const PD_LSN: usize = 0;
/// Byte offset of `pd_checksum`.
pub const PD_CHECKSUM: usize = 8;
/// Byte offset of `pd_flags`.
pub const PD_FLAGS: usize = 10;
/// Byte offset of `pd_lower`: where free space starts.
pub const PD_LOWER: usize = 12;
/// Byte offset of `pd_upper`: where free space ends.
pub const PD_UPPER: usize = 14;
/// Byte offset of `pd_special`: where special space starts.
pub const PD_SPECIAL: usize = 16;
/// Byte offset of `pd_pagesize_version`.
pub const PD_PAGESIZE_VERSION: usize = 18;
/// Byte offset of `pd_prune_xid`: the oldest deleter whose tuple may be prunable, or 0.
pub const PD_PRUNE_XID: usize = 20;
/// Bytes of the header (`SizeOfPageHeaderData`).
pub const SIZE_OF_PAGE_HEADER: usize = 24;
/// Bytes of a line pointer (`sizeof(ItemIdData)`).
pub const SIZE_OF_ITEM_ID: usize = 4;
/// The version of the page's layout (`PG_PAGE_LAYOUT_VERSION`).
pub const PAGE_LAYOUT_VERSION: u16 = 4;

/// `PD_HAS_FREE_LINES`: some line pointers may be unused (a hint).
pub const PD_HAS_FREE_LINES: u16 = 0x0001;
/// `PD_PAGE_FULL`: an UPDATE found no room here (a hint).
pub const PD_PAGE_FULL: u16 = 0x0002;
/// `PD_ALL_VISIBLE`: all tuples are visible to everyone.
pub const PD_ALL_VISIBLE: u16 = 0x0004;

/// Bytes of a tuple's header without null bitmap and padding (`SizeofHeapTupleHeader`).
pub const SIZE_OF_HEAP_TUPLE_HEADER: usize = 23;
/// The most tuples that fit a heap page, 291 (`MaxHeapTuplesPerPage`).
pub const MAX_HEAP_TUPLES_PER_PAGE: u16 = ((BLCKSZ - SIZE_OF_PAGE_HEADER)
    / (maxalign(SIZE_OF_HEAP_TUPLE_HEADER) + SIZE_OF_ITEM_ID))
    as u16;
/// The most bytes of a heap tuple, 8160 (`MaxHeapTupleSize`).
pub const MAX_HEAP_TUPLE_SIZE: usize = BLCKSZ - maxalign(SIZE_OF_PAGE_HEADER + SIZE_OF_ITEM_ID);

/// Rounds up to 8 (`MAXALIGN`).
pub const fn maxalign(n: usize) -> usize {
    (n + 7) & !7
}

//! Where things are in a heap tuple and an index tuple (`htup_details.h`, `itup.h`).
//!
//! ```text
//! heap tuple
//! 0     4     8          12        18         20        22    23            hoff (multiple of 8)
//! | xmin | xmax | cid/xvac | t_ctid  | infomask2 | infomask | hoff | null bits | columns ...
//!
//! index tuple
//! 0        6        8
//! | t_tid  | t_info | (null bits, 4 bytes, then padding to 16) | columns ...
//! ```
//!
//! An UPDATE's first bytes on a real page: `d8020000 d9020000 00000000 0000 0000 0200 0240 0201 18`:
//! xmin 728, xmax 729, cid 0, ctid (0,2), infomask2 0x4002 (HOT_UPDATED, 2 columns), infomask
//! 0x0102 (XMIN_COMMITTED, HASVARWIDTH), hoff 24.

use crate::ids::OffsetNumber;
use crate::page::layout::SIZE_OF_HEAP_TUPLE_HEADER;

/// Byte offset of `t_xmin`.
pub const T_XMIN: usize = 0;
/// Byte offset of `t_xmax`.
pub const T_XMAX: usize = 4;
/// Byte offset of `t_cid` (also `t_xvac`; in a composite datum see below).
pub const T_FIELD3: usize = 8;
/// Byte offset of `t_ctid`.
pub const T_CTID: usize = 12;
/// Byte offset of `t_infomask2`.
pub const T_INFOMASK2: usize = 18;
/// Byte offset of `t_infomask`.
pub const T_INFOMASK: usize = 20;
/// Byte offset of `t_hoff`.
pub const T_HOFF: usize = 22;
/// Byte offset of the null bitmap, which follows the header.
pub const T_BITS: usize = SIZE_OF_HEAP_TUPLE_HEADER;

/// The line pointer in `t_ctid` that says its block is the token of a speculative insertion
/// (`SpecTokenOffsetNumber`).
pub const SPEC_TOKEN_OFFSET_NUMBER: OffsetNumber = OffsetNumber(0xfffe);

/// In a composite datum, byte offset of the varlena header (`datum_len_`).
pub const DATUM_LEN: usize = 0;
/// In a composite datum, byte offset of `datum_typmod`.
pub const DATUM_TYPMOD: usize = 4;
/// In a composite datum, byte offset of `datum_typeid`.
pub const DATUM_TYPEID: usize = 8;

/// The most columns that a tuple of any kind can have (`MaxTupleAttributeNumber`).
pub const MAX_TUPLE_ATTRIBUTES: usize = 1664;
/// The most columns that a table can have (`MaxHeapAttributeNumber`).
pub const MAX_HEAP_ATTRIBUTES: usize = 1600;

/// Bits of `t_infomask`.
pub mod infomask {
    /// Has a null bitmap.
    pub const HEAP_HASNULL: u16 = 0x0001;
    /// Has columns of variable width.
    pub const HEAP_HASVARWIDTH: u16 = 0x0002;
    /// Has TOAST pointers.
    pub const HEAP_HASEXTERNAL: u16 = 0x0004;
    /// Has an OID field (until 11).
    pub const HEAP_HASOID_OLD: u16 = 0x0008;
    /// xmax is a key-shared locker.
    pub const HEAP_XMAX_KEYSHR_LOCK: u16 = 0x0010;
    /// The cid field is a combo cid.
    pub const HEAP_COMBOCID: u16 = 0x0020;
    /// xmax is an exclusive locker.
    pub const HEAP_XMAX_EXCL_LOCK: u16 = 0x0040;
    /// xmax only locked.
    pub const HEAP_XMAX_LOCK_ONLY: u16 = 0x0080;
    /// xmax is a shared locker.
    pub const HEAP_XMAX_SHR_LOCK: u16 = HEAP_XMAX_EXCL_LOCK | HEAP_XMAX_KEYSHR_LOCK;
    /// All lock bits.
    pub const HEAP_LOCK_MASK: u16 = HEAP_XMAX_SHR_LOCK;
    /// xmin committed (hint).
    pub const HEAP_XMIN_COMMITTED: u16 = 0x0100;
    /// xmin aborted (hint).
    pub const HEAP_XMIN_INVALID: u16 = 0x0200;
    /// Frozen: both of the above.
    pub const HEAP_XMIN_FROZEN: u16 = HEAP_XMIN_COMMITTED | HEAP_XMIN_INVALID;
    /// xmax committed (hint).
    pub const HEAP_XMAX_COMMITTED: u16 = 0x0400;
    /// xmax aborted or none (hint).
    pub const HEAP_XMAX_INVALID: u16 = 0x0800;
    /// xmax is a multixact.
    pub const HEAP_XMAX_IS_MULTI: u16 = 0x1000;
    /// The row came from an UPDATE.
    pub const HEAP_UPDATED: u16 = 0x2000;
    /// Moved off by VACUUM FULL before 9.0.
    pub const HEAP_MOVED_OFF: u16 = 0x4000;
    /// Moved in by VACUUM FULL before 9.0.
    pub const HEAP_MOVED_IN: u16 = 0x8000;
    /// Moved off or in.
    pub const HEAP_MOVED: u16 = HEAP_MOVED_OFF | HEAP_MOVED_IN;
    /// All bits about visibility.
    pub const HEAP_XACT_MASK: u16 = 0xfff0;
    /// All bits about xmax.
    pub const HEAP_XMAX_BITS: u16 = HEAP_XMAX_COMMITTED
        | HEAP_XMAX_INVALID
        | HEAP_XMAX_IS_MULTI
        | HEAP_LOCK_MASK
        | HEAP_XMAX_LOCK_ONLY;

    /// `infomask2`: the number of columns.
    pub const HEAP_NATTS_MASK: u16 = 0x07ff;
    /// `infomask2`: key columns changed, or the row was deleted.
    pub const HEAP_KEYS_UPDATED: u16 = 0x2000;
    /// `infomask2`: updated on the same page without new index entries.
    pub const HEAP_HOT_UPDATED: u16 = 0x4000;
    /// `infomask2`: a HOT successor: no index entry leads here.
    pub const HEAP_ONLY_TUPLE: u16 = 0x8000;
    /// `infomask2`: bits about visibility.
    pub const HEAP2_XACT_MASK: u16 = 0xe000;
}

/// Byte offset of an index tuple's `t_info`.
pub const T_INFO: usize = 6;
/// Bytes of an index tuple's header (`sizeof(IndexTupleData)`).
pub const SIZE_OF_INDEX_TUPLE: usize = 8;
/// `t_info`: the tuple's size.
pub const INDEX_SIZE_MASK: u16 = 0x1fff;
/// `t_info`: has columns of variable width.
pub const INDEX_VAR_MASK: u16 = 0x4000;
/// `t_info`: has nulls.
pub const INDEX_NULL_MASK: u16 = 0x8000;
/// The most columns that an index can have (`INDEX_MAX_KEYS`).
pub const INDEX_MAX_KEYS: usize = 32;

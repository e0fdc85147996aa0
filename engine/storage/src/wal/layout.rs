//! Where things are in the log (`xlogrecord.h`, `xlog_internal.h`, `transam/README`).
//!
//! ```text
//! segment  16 MB of pages of 8 kB; the first page's header is long
//! page     0       2      4     8        16       20  24      32         36
//!          | magic | info | tli | pageaddr | rem_len | pad | sysid | seg size | blcksz |   40 bytes
//!          \----------------- 24 bytes on all other pages ----/
//!          then records, each starting at a multiple of 8 and going on over page boundaries
//!
//! record   0         4     8      16     17    18    20    24
//!          | tot_len | xid | prev | info | rmid | pad | crc | block headers | main header | data
//!
//! block    | id | fork+flags | data length 2 | image header 5 | hole length 2 | relation 12 | block 4 |
//!                                            \-- if image ---/\-- if packed -/\- if other -/
//! main     | 255 | length 1 |   or   | 254 | length 4 |
//! data     of block 0: its image, its data; of block 1 ...; main data
//! ```
//!
//! A deletion, 54 bytes: header 24; `00 60 00 00` block 0 of fork 0, "standard" data of 0 bytes;
//! 12 bytes relation, 4 bytes block; `ff 08` main data of 8 bytes; `xmax offset infobits flags`.

/// Bytes of a record's header (`SizeOfXLogRecord`).
pub const RECORD_HEADER: usize = 24;
/// Byte offset of `xl_xid`.
pub const XL_XID: usize = 4;
/// Byte offset of `xl_prev`.
pub const XL_PREV: usize = 8;
/// Byte offset of `xl_info`.
pub const XL_INFO: usize = 16;
/// Byte offset of `xl_rmid`.
pub const XL_RMID: usize = 17;
/// Byte offset of `xl_crc`.
pub const XL_CRC: usize = 20;

/// Bytes of a page of the WAL (`XLOG_BLCKSZ`).
pub const XLOG_BLCKSZ: u64 = 8192;
/// Bytes of the header of a page that does not begin a segment (`SizeOfXLogShortPHD`).
pub const SHORT_PAGE_HEADER: u64 = 24;
/// Bytes of the header of a segment's first page (`SizeOfXLogLongPHD`).
pub const LONG_PAGE_HEADER: u64 = 40;
/// `XLP_FIRST_IS_CONTRECORD`: the page starts in the middle of a record.
pub const XLP_FIRST_IS_CONTRECORD: u16 = 0x0001;
/// The flag of a page whose header is the long one (`XLP_LONG_HEADER`).
pub const XLP_LONG_HEADER: u16 = 0x0002;
/// `XLP_BKP_REMOVABLE`: set on every page that is not written during a backup.
pub const XLP_BKP_REMOVABLE: u16 = 0x0004;
/// Bytes of a segment, by default (`wal_segment_size`).
pub const SEGMENT_SIZE: u64 = 16 << 20;
/// The timeline; there is only one.
pub const TIMELINE: u32 = 1;

/// `XLR_INFO_MASK`: the bits of `xl_info` that are not the resource manager's.
pub const XLR_INFO_MASK: u8 = 0x0f;
/// The bit of `xl_info` that says that the record changes files beyond the pages it names
/// (`XLR_SPECIAL_REL_UPDATE`).
pub const XLR_SPECIAL_REL_UPDATE: u8 = 0x01;
/// The highest number of a page in a record (`XLR_MAX_BLOCK_ID`).
pub const MAX_BLOCK_ID: u8 = 32;
/// What precedes main data whose length takes one byte (`XLR_BLOCK_ID_DATA_SHORT`).
pub const ID_DATA_SHORT: u8 = 255;
/// What precedes main data whose length takes four bytes (`XLR_BLOCK_ID_DATA_LONG`).
pub const ID_DATA_LONG: u8 = 254;
/// What precedes the replication origin (`XLR_BLOCK_ID_ORIGIN`).
pub const ID_ORIGIN: u8 = 253;
/// What precedes the xid of the top transaction (`XLR_BLOCK_ID_TOPLEVEL_XID`).
pub const ID_TOPLEVEL_XID: u8 = 252;

/// The bits that hold the fork's number (`BKPBLOCK_FORK_MASK`).
pub const BKPBLOCK_FORK_MASK: u8 = 0x0f;
/// The flag of a page whose image is in the record (`BKPBLOCK_HAS_IMAGE`).
pub const BKPBLOCK_HAS_IMAGE: u8 = 0x10;
/// The flag of a page that has data of its own in the record (`BKPBLOCK_HAS_DATA`).
pub const BKPBLOCK_HAS_DATA: u8 = 0x20;
/// `BKPBLOCK_WILL_INIT`: replay makes the page anew.
pub const BKPBLOCK_WILL_INIT: u8 = 0x40;
/// `BKPBLOCK_SAME_REL`: of the same relation as the block before.
pub const BKPBLOCK_SAME_REL: u8 = 0x80;

/// The flag of an image without the free bytes between the line pointers and the tuples
/// (`BKPIMAGE_HAS_HOLE`).
pub const BKPIMAGE_HAS_HOLE: u8 = 0x01;
/// `BKPIMAGE_APPLY`: replay puts the image in place.
pub const BKPIMAGE_APPLY: u8 = 0x02;
/// The flag of an image compressed by pglz (`BKPIMAGE_COMPRESS_PGLZ`).
pub const BKPIMAGE_PGLZ: u8 = 0x04;
/// The flag of an image compressed by lz4 (`BKPIMAGE_COMPRESS_LZ4`).
pub const BKPIMAGE_LZ4: u8 = 0x08;
/// The flag of an image compressed by zstd (`BKPIMAGE_COMPRESS_ZSTD`).
pub const BKPIMAGE_ZSTD: u8 = 0x10;

/// The whole page is logged (`REGBUF_FORCE_IMAGE`).
pub const REGBUF_FORCE_IMAGE: u8 = 0x01;
/// The whole page is never logged (`REGBUF_NO_IMAGE`).
pub const REGBUF_NO_IMAGE: u8 = 0x02;
/// `REGBUF_WILL_INIT`: replay makes the page anew, so no image.
pub const REGBUF_WILL_INIT: u8 = 0x04 | 0x02;
/// `REGBUF_STANDARD`: between `pd_lower` and `pd_upper` is nothing.
pub const REGBUF_STANDARD: u8 = 0x08;

/// The tablespace of all relations (`DEFAULTTABLESPACE_OID`).
pub const TABLESPACE: u32 = 1663;
/// The database of all relations (`PostgresDbOid`).
pub const DATABASE: u32 = 5;

//! Where things are in an archive, and the numbers that stand for them.
//!
//! ```text
//! magic "PGDMP" | major minor revision | int size | offset size | format | compression | seven ints of the time
//! | name of the database | version of the server | version of pg_dump | number of entries | entry | entry | ...
//!
//! int      a byte that is not 0 if it is negative, then its bytes, the lowest first
//! text     an int, its length (-1: there is none), then its bytes
//! offset   a byte (OFFSET_*), then its bytes, the lowest first
//! ```

/// What an archive begins with (`WriteHead` of `pg_backup_archiver.c`).
pub const MAGIC: &[u8] = b"PGDMP";
/// The table access method of each entry is written from this version on: PostgreSQL 12 (`K_VERS_1_14`).
pub const WITH_TABLE_ACCESS_METHOD: u8 = 14;
/// The compression is named, where it was a level before: 16 (`K_VERS_1_15`).
pub const WITH_ALGORITHM: u8 = 15;
/// Each entry has its relation's kind: 17 (`K_VERS_1_16`).
pub const WITH_RELATION_KIND: u8 = 16;
/// `archCustom` and `archTar` of `pg_backup.h`: what an archive's format is. A directory's `toc.dat` has that of tar
/// (`_CloseArchive` of `pg_backup_directory.c`).
pub const FORMAT_CUSTOM: u8 = 1;
pub const FORMAT_TAR: u8 = 3;
/// What the header of a file in tar has (`src/port/tar.c`), and where.
pub const TAR_MAGIC: &[u8] = b"ustar";
pub const TAR_MAGIC_AT: usize = 257;
/// `PG_COMPRESSION_*` of `common/compression.h`.
pub const NONE: u8 = 0;
pub const GZIP: u8 = 1;
pub const LZ4: u8 = 2;
pub const ZSTD: u8 = 3;
/// `K_OFFSET_*` of `pg_backup_archiver.h`: whether an entry's place is known. It is not if pg_dump wrote to a pipe.
pub const OFFSET_NOT_SET: u8 = 1;
pub const OFFSET_SET: u8 = 2;
pub const OFFSET_NO_DATA: u8 = 3;
/// `BLK_DATA` and `BLK_BLOBS` of `pg_backup_archiver.h`: what a block holds.
pub const BLOCK_DATA: u8 = 1;
pub const BLOCK_LARGE_OBJECTS: u8 = 3;

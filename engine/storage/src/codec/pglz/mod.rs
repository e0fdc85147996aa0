//! pglz, PostgreSQL's own compressor (`pg_lzcompress.c`).
//!
//! A stream is a row of groups: one control byte, then eight items, one for each of its bits from
//! the lowest. A clear bit is a literal byte; a set bit is a match of two or three bytes:
//!
//! ```text
//!  offset high | length-3     offset low        only if length-3 is 15
//!  +----+----+              +----------+        +-----------+
//!  | oooo llll |            | oooooooo |        | length-18 |
//!  +-----------+            +----------+        +-----------+
//! ```
//!
//! Offsets go back 1 to 4094 bytes, lengths from 3 to 273. `repeat('abc', 1000)` is
//!
//! ```text
//! f8 61 62 63  0f 03 ff  0f 03 ff  0f 03 ff  0f 03 ff  0f 03 ff
//! |  a  b  c   five matches: 3 back, 18 + 255 = 273 bytes
//! 11111000
//! ```
//!
//! The server keeps its history as doubly linked lists of 4096 recycled entries; here a position
//! simply links to the one before it with the same hash. A match is refused from 4095 bytes back,
//! which is sooner than an entry would be recycled, so the two find the same matches and the
//! output is the same on all inputs.

mod decode;
mod encode;
mod resume;

pub use decode::{decompress_into, tokens};
pub use encode::{Strategy, compress, compress_into, try_compress_into};
pub use resume::Decoder;

/// The longest match (`PGLZ_MAX_MATCH`).
pub const MAX_MATCH: usize = 273;

/// The first offset that does not fit a match.
pub const OFFSET_LIMIT: usize = 0x0fff;

/// How many bytes of a stream suffice to decompress its first `rawsize` bytes
/// (`pglz_maximum_compressed_size`): nine bits for each, and the rest of a match begun in them.
pub fn maximum_compressed_size(rawsize: usize, total_compressed_size: usize) -> usize {
    ((rawsize as u64 * 9).div_ceil(8) + 2).min(total_compressed_size as u64) as usize
}

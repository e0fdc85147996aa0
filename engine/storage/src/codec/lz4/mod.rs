//! lz4's block format, with the bytes liblz4's `LZ4_compress_default` gives.
//!
//! A stream is a row of sequences: a token, literals, and a match with a 16-bit offset; the last
//! sequence has literals only.
//!
//! ```text
//!  token        more literal      literals   offset       more match
//!  +----+----+  length, each 255             (LE, 2 B)    length, each 255
//!  |lit |len |  then one less     a b c      03 00        then one less
//!  +----+----+
//!  high nibble: literals; low nibble: match length - 4; 15 in a nibble says "and more follows"
//! ```
//!
//! `repeat('abc', 1000)` is `3f 61 62 63 03 00 ff*11 a8 50 62 63 61 62 63`: three literals, a
//! match 3 back of 4 + 15 + 11*255 + 168 bytes, five last literals.
//!
//! Decoding whole values is lz4_flex's; prefixes are decoded here, as `LZ4_decompress_safe_partial`
//! does. The encoder is ours since PostgreSQL stores what liblz4 makes and lz4_flex's streams
//! differ in places.

mod decode;
mod encode;
mod resume;

pub use decode::{decompress_into, decompress_prefix_into, tokens};
pub(crate) use encode::put_stream;
pub use encode::{compress, compress_into};
pub use resume::Decoder;

/// The shortest match (`MINMATCH`).
pub const MIN_MATCH: usize = 4;

//! What the streams of pglz and lz4 have in common: literals, matches, and what can be wrong with them.

use std::ops::Range;

/// One step of a compressed stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// Bytes that stand as they are.
    Literals {
        /// Where they stand in the stream.
        stream: Range<usize>,
        /// How many there are.
        length: usize,
    },
    /// A copy of bytes that were already produced.
    Match {
        /// Where the reference stands in the stream.
        stream: Range<usize>,
        /// How far back in the output the copy begins.
        offset: usize,
        /// How many bytes it copies; more than `offset` when it overlaps itself.
        length: usize,
    },
}

/// Why a stream cannot be decompressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorruptStream {
    /// The stream ends inside a token.
    Truncated,
    /// A match reaches back to before the first byte, or not back at all.
    BadOffset,
    /// The output is not exactly as long as the header says, or input is left over.
    WrongLength,
}

/// Appends `length` bytes of `out` itself, from `offset` bytes back; the areas may overlap, as in
/// `aaaa...`, which is one literal and one match at offset 1.
pub(crate) fn copy_back(out: &mut Vec<u8>, offset: usize, length: usize) {
    let start = out.len() - offset;
    let mut left = length;
    let mut span = offset;
    while left > 0 {
        // What was copied repeats with the period `offset`, so each round may copy twice as much.
        let n = span.min(left);
        out.extend_from_within(start..start + n);
        left -= n;
        span += n;
    }
}

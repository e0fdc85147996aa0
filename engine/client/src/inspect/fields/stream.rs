//! A compressed stream's tokens as numbers, to draw thousands of them: where each stands, what it
//! makes and where from.

use storage::codec::{self, CorruptStream, Token};
use storage::tuple::Compression;

/// Numbers a token: where it stands in the stream and how many bytes it is there, where what it makes
/// stands in the value and how many bytes that is, how far back it copies from (0: literals, which
/// stand in the stream themselves).
pub const TOKEN_WIDTH: usize = 5;

/// [`TOKEN_WIDTH`] numbers for each token of the stream that begins at `start` of what is stored.
/// Bytes between tokens are pglz's control bytes and lz4's lengths. Together the tokens make the value.
///
/// # Errors
/// [`CorruptStream`] when the stream breaks a rule of its format.
pub fn tokens(
    method: Compression,
    stored: &[u8],
    start: usize,
    rawsize: usize,
) -> Result<Vec<u32>, CorruptStream> {
    let mut out = Vec::new();
    let mut made = 0;
    for token in codec::tokens(method, stored.get(start..).unwrap_or(&[]), rawsize)? {
        let (range, offset, length) = match token {
            Token::Literals { stream, length } => (stream, 0, length),
            Token::Match { stream, offset, length } => (stream, offset, length),
        };
        let length = length.min(rawsize.saturating_sub(made));
        let numbers = [start + range.start, range.len(), made, length, offset];
        out.extend(numbers.map(|n| n as u32));
        made += length;
    }
    Ok(out)
}

//! The decoder, for values and for the first bytes of values (`pglz_decompress`).

use super::super::stream::{CorruptStream, Token, copy_back};
use crate::clock::{self, Kind};

/// One item of a stream: a literal byte, or a match.
enum Item {
    Literal(u8),
    Match { offset: usize, length: usize },
}

/// Reads the literal or match at an offset, and returns it with the offset after it. `is_match`:
/// it is a match.
#[inline(always)]
fn item(stream: &[u8], at: usize, is_match: bool) -> Result<(Item, usize), CorruptStream> {
    if !is_match {
        return Ok((Item::Literal(stream[at]), at + 1));
    }
    let [first, second] = *stream.get(at..at + 2).ok_or(CorruptStream::Truncated)? else {
        return Err(CorruptStream::Truncated);
    };
    let offset = (usize::from(first & 0xf0) << 4) | usize::from(second);
    let mut length = usize::from(first & 0x0f) + 3;
    let mut next = at + 2;
    if length == 18 {
        length += usize::from(*stream.get(next).ok_or(CorruptStream::Truncated)?);
        next += 1;
    }
    if offset == 0 {
        return Err(CorruptStream::BadOffset);
    }
    Ok((Item::Match { offset, length }, next))
}

/// Appends the first `rawsize` bytes that the stream decompresses to. With `complete` these must be
/// all, and use up the whole stream.
///
/// # Errors
/// [`CorruptStream`]; `out` may then hold some of the value.
pub fn decompress_into(
    stream: &[u8],
    rawsize: usize,
    complete: bool,
    out: &mut Vec<u8>,
) -> Result<(), CorruptStream> {
    let start = out.len();
    // A group of nine bytes yields at most eight matches, so a header that promises more is a lie
    // for which no memory is set aside.
    out.reserve(rawsize.min(stream.len().saturating_mul(super::MAX_MATCH)));
    let end = start + rawsize;
    let (mut at, mut matches) = (0, 0);
    while at < stream.len() && out.len() < end {
        let control = stream[at];
        at += 1;
        if control == 0 && at + 8 <= stream.len() && out.len() + 8 <= end {
            out.extend_from_slice(&stream[at..at + 8]);
            at += 8;
            continue;
        }
        for bit in 0..8 {
            if at >= stream.len() || out.len() >= end {
                break;
            }
            let (item, next) = item(stream, at, control >> bit & 1 == 1)?;
            at = next;
            match item {
                Item::Literal(byte) => out.push(byte),
                Item::Match { offset, length } => {
                    if offset > out.len() - start {
                        return Err(CorruptStream::BadOffset);
                    }
                    matches += 1;
                    copy_back(out, offset, length.min(end - out.len()));
                }
            }
        }
    }
    clock::add(Kind::PglzMatch, matches);
    if complete && (out.len() != end || at != stream.len()) {
        return Err(CorruptStream::WrongLength);
    }
    Ok(())
}

/// The literals and matches of the stream in order; neighbouring literals of a group are one token.
///
/// # Errors
/// [`CorruptStream`] when the stream ends inside a match or a match reaches too far back.
pub fn tokens(stream: &[u8], rawsize: usize) -> Result<Vec<Token>, CorruptStream> {
    let mut tokens = Vec::new();
    let (mut at, mut produced) = (0, 0);
    while at < stream.len() && produced < rawsize {
        let control = stream[at];
        at += 1;
        let mut run: Option<(usize, usize)> = None;
        for bit in 0..8 {
            if at >= stream.len() || produced >= rawsize {
                break;
            }
            let (item, next) = item(stream, at, control >> bit & 1 == 1)?;
            match item {
                Item::Literal(_) => {
                    let (from, n) = run.unwrap_or((at, 0));
                    run = Some((from, n + 1));
                    produced += 1;
                }
                Item::Match { offset, length } => {
                    push_literals(&mut tokens, run.take());
                    if offset > produced {
                        return Err(CorruptStream::BadOffset);
                    }
                    tokens.push(Token::Match { stream: at..next, offset, length });
                    produced += length;
                }
            }
            at = next;
        }
        push_literals(&mut tokens, run);
    }
    Ok(tokens)
}

/// Adds a token for a run of literal bytes: where it begins in the stream, and its length.
fn push_literals(tokens: &mut Vec<Token>, run: Option<(usize, usize)>) {
    if let Some((from, length)) = run {
        tokens.push(Token::Literals { stream: from..from + length, length });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &[u8] = &[0xf8, 0x61, 0x62, 0x63, 0x0f, 3, 0xff, 0x0f, 3, 0xff, 0x0f, 3, 0xff];

    #[test]
    fn a_prefix_needs_only_a_prefix() {
        let mut out = Vec::new();
        decompress_into(&ABC[..7], 7, false, &mut out).unwrap();
        assert_eq!(out, b"abcabca");
    }

    #[test]
    fn broken_streams_are_refused() {
        let mut out = Vec::new();
        assert_eq!(decompress_into(&ABC[..5], 100, true, &mut out), Err(CorruptStream::Truncated));
        assert_eq!(
            decompress_into(ABC, 5000, true, &mut Vec::new()),
            Err(CorruptStream::WrongLength)
        );
        let zero = [0x01, 0x00, 0x00];
        assert_eq!(decompress_into(&zero, 3, true, &mut Vec::new()), Err(CorruptStream::BadOffset));
        let before = [0x02, 0x61, 0x00, 0x05];
        assert_eq!(
            decompress_into(&before, 4, true, &mut Vec::new()),
            Err(CorruptStream::BadOffset)
        );
    }

    #[test]
    fn tokens_say_what_each_byte_of_the_stream_is() {
        let tokens = tokens(ABC, 3 + 3 * 273).unwrap();
        assert_eq!(tokens[0], Token::Literals { stream: 1..4, length: 3 });
        assert_eq!(tokens[1], Token::Match { stream: 4..7, offset: 3, length: 273 });
        assert_eq!(tokens.len(), 4);
    }
}

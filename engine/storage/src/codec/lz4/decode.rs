//! The decoder: whole values through lz4_flex, prefixes and token lists here.

use super::super::stream::{CorruptStream, Token, copy_back};
use super::MIN_MATCH;
use crate::clock::{self, Kind};
use std::ops::Range;

/// One sequence: its literals, then its match unless it is the last.
struct Sequence {
    literals: Range<usize>,
    reference: Option<Reference>,
}

struct Reference {
    stream: Range<usize>,
    offset: usize,
    length: usize,
}

/// Reads the rest of a length whose first four bits are all set.
fn long_length(stream: &[u8], at: &mut usize, nibble: u8) -> Result<usize, CorruptStream> {
    let mut length = usize::from(nibble);
    if nibble == 15 {
        loop {
            let byte = *stream.get(*at).ok_or(CorruptStream::Truncated)?;
            *at += 1;
            length = length.checked_add(byte.into()).ok_or(CorruptStream::WrongLength)?;
            if byte != 255 {
                break;
            }
        }
    }
    Ok(length)
}

/// Reads the sequence at `at` and moves past it.
fn sequence(stream: &[u8], at: &mut usize) -> Result<Sequence, CorruptStream> {
    let token = *stream.get(*at).ok_or(CorruptStream::Truncated)?;
    *at += 1;
    let length = long_length(stream, at, token >> 4)?;
    let literals = *at..at.checked_add(length).ok_or(CorruptStream::Truncated)?;
    *at = literals.end;
    if literals.end >= stream.len() {
        return Ok(Sequence { literals, reference: None });
    }
    let from = *at;
    let [low, high] = *stream.get(from..from + 2).ok_or(CorruptStream::Truncated)? else {
        return Err(CorruptStream::Truncated);
    };
    *at += 2;
    let length = long_length(stream, at, token & 15)? + MIN_MATCH;
    let offset = usize::from(u16::from_le_bytes([low, high]));
    Ok(Sequence { literals, reference: Some(Reference { stream: from..*at, offset, length }) })
}

/// Counts the work of decoding a stream for the clock: its sequences, and the bytes of long
/// matches, which are copied in a loop of their own.
fn count(stream: &[u8]) {
    let (mut at, mut sequences, mut long) = (0, 0, 0);
    while at < stream.len() {
        let Ok(Sequence { reference, .. }) = sequence(stream, &mut at) else { break };
        sequences += 1;
        long += reference.map_or(0, |r| long_bytes(r.length));
    }
    clock::add(Kind::Lz4Sequence, sequences);
    clock::add(Kind::Lz4Long, long);
}

/// The length of a match if it does not fit into a token; otherwise 0.
pub(super) fn long_bytes(length: usize) -> u64 {
    if length >= MIN_MATCH + 15 { length as u64 } else { 0 }
}

/// Appends exactly `rawsize` bytes to `out` from a whole stream (`LZ4_decompress_safe`).
///
/// # Errors
/// [`CorruptStream`] when it is not a whole valid stream of that many bytes.
pub fn decompress_into(
    stream: &[u8],
    rawsize: usize,
    out: &mut Vec<u8>,
) -> Result<(), CorruptStream> {
    // One byte of a stream stands for at most 255 bytes of the value.
    if rawsize > stream.len().saturating_mul(255) {
        return Err(CorruptStream::WrongLength);
    }
    let start = out.len();
    out.resize(start + rawsize, 0);
    count(stream);
    match lz4_flex::block::decompress_into(stream, &mut out[start..]) {
        Ok(n) if n == rawsize => Ok(()),
        Ok(_) => Err(CorruptStream::WrongLength),
        Err(lz4_flex::block::DecompressError::OffsetOutOfBounds) => Err(CorruptStream::BadOffset),
        Err(_) => Err(CorruptStream::Truncated),
    }
}

/// Appends the first `want` bytes of what the stream decompresses to, or all if there are fewer
/// (`LZ4_decompress_safe_partial`). The stream may be cut off where these bytes no longer need it.
///
/// # Errors
///
/// [`CorruptStream`] when it is not valid up to these bytes.
pub fn decompress_prefix_into(
    stream: &[u8],
    want: usize,
    out: &mut Vec<u8>,
) -> Result<(), CorruptStream> {
    let start = out.len();
    let end = start + want;
    let mut at = 0;
    while at < stream.len() && out.len() < end {
        let Sequence { literals, reference } = sequence(stream, &mut at)?;
        clock::add(Kind::Lz4Sequence, 1);
        let n = literals.len().min(end - out.len());
        let wanted = literals.start..literals.start + n;
        out.extend_from_slice(stream.get(wanted).ok_or(CorruptStream::Truncated)?);
        if let Some(Reference { offset, length, .. }) = reference
            && out.len() < end
        {
            if offset == 0 || offset > out.len() - start {
                return Err(CorruptStream::BadOffset);
            }
            let length = length.min(end - out.len());
            clock::add(Kind::Lz4Long, long_bytes(length));
            copy_back(out, offset, length);
        }
    }
    Ok(())
}

/// The stream's literals and matches in order.
///
/// # Errors
/// [`CorruptStream`] when a rule of the format is broken.
pub fn tokens(stream: &[u8]) -> Result<Vec<Token>, CorruptStream> {
    let mut tokens = Vec::new();
    let (mut at, mut produced) = (0, 0usize);
    while at < stream.len() {
        let Sequence { literals, reference } = sequence(stream, &mut at)?;
        if literals.end > stream.len() {
            return Err(CorruptStream::Truncated);
        }
        produced += literals.len();
        if !literals.is_empty() {
            tokens.push(Token::Literals { length: literals.len(), stream: literals });
        }
        if let Some(Reference { stream, offset, length }) = reference {
            if offset == 0 || offset > produced {
                return Err(CorruptStream::BadOffset);
            }
            produced += length;
            tokens.push(Token::Match { stream, offset, length });
        }
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::super::compress;
    use super::*;

    #[test]
    fn what_was_compressed_comes_back_whole_and_in_part() {
        let mut seed = 7u32;
        for size in (0..300).chain([5000, 65_546, 65_547, 200_000]) {
            let source: Vec<u8> = (0..size)
                .map(|_| {
                    seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
                    if seed >> 30 == 0 { (seed >> 16) as u8 } else { b'x' }
                })
                .collect();
            let stream = compress(&source);
            let mut whole = Vec::new();
            decompress_into(&stream, size, &mut whole).unwrap();
            assert_eq!(whole, source);
            let mut part = Vec::new();
            decompress_prefix_into(&stream, size / 2, &mut part).unwrap();
            assert_eq!(part, source[..size / 2]);
            let total: usize = tokens(&stream)
                .unwrap()
                .iter()
                .map(|t| match t {
                    Token::Literals { length, .. } | Token::Match { length, .. } => *length,
                })
                .sum();
            assert_eq!(total, size);
        }
    }

    #[test]
    fn broken_streams_are_refused() {
        assert!(decompress_into(&[0x1f, 0x61], 100, &mut Vec::new()).is_err());
        assert!(decompress_into(&[0x10, 0x61, 0x05, 0x00], 5, &mut Vec::new()).is_err());
        assert_eq!(tokens(&[0x10, 0x61, 0x05, 0x00]), Err(CorruptStream::BadOffset));
        assert_eq!(tokens(&[0xf0, 0xff]), Err(CorruptStream::Truncated));
    }
}

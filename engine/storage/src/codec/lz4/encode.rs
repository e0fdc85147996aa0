//! The encoder: liblz4's fast compressor at acceleration 1 (`LZ4_compress_generic`).
//!
//! One hash table remembers the latest position of each hash. Small inputs use 8192 slots and the
//! hash of four bytes (`byU16`), larger ones 4096 slots and the hash of five (`byU32`, on 64-bit
//! machines). Where no match is found the search takes longer and longer steps.

use super::MIN_MATCH;
use crate::clock::{self, Kind};

/// No match begins in the last 12 bytes (`MFLIMIT`).
const MATCH_FIND_LIMIT: usize = 12;
/// The last 5 bytes are literals (`LASTLITERALS`).
const LAST_LITERALS: usize = 5;
/// From this size on, positions need 32 bits (`LZ4_64Klimit`).
const SMALL_LIMIT: usize = 65536 + MATCH_FIND_LIMIT - 1;
/// How far back a match may be (`LZ4_DISTANCE_MAX`).
const DISTANCE_MAX: usize = 65535;
/// After so many misses (as a power of two) the step grows by one (`LZ4_skipTrigger`).
const SKIP_TRIGGER: u32 = 6;

/// The four bytes at a place as a number.
#[inline(always)]
fn read32(source: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(source[at..at + 4].try_into().expect("four bytes"))
}

/// The eight bytes at a place as a number.
#[inline(always)]
fn read64(source: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(source[at..at + 8].try_into().expect("eight bytes"))
}

/// Where a hash was seen last: the two widths of liblz4's table.
trait Positions {
    /// Too old positions are refused only where they can be too old.
    const CHECK_DISTANCE: bool;
    /// The hash of the bytes at a position.
    fn hash(source: &[u8], at: usize) -> usize;
    /// The latest position with this hash.
    fn get(&self, hash: usize) -> usize;
    /// Makes a position the latest with this hash.
    fn put(&mut self, hash: usize, at: usize);
}

/// The last positions by hash for short inputs, whose positions fit 16 bits (`byU16`).
struct Table16(Box<[u16; 8192]>);

impl Positions for Table16 {
    const CHECK_DISTANCE: bool = false;
    #[inline(always)]
    fn hash(source: &[u8], at: usize) -> usize {
        (read32(source, at).wrapping_mul(2_654_435_761) >> (32 - 13)) as usize
    }
    #[inline(always)]
    fn get(&self, hash: usize) -> usize {
        self.0[hash & 8191].into()
    }
    #[inline(always)]
    fn put(&mut self, hash: usize, at: usize) {
        self.0[hash & 8191] = at as u16;
    }
}

/// The last positions by hash for longer inputs (`byU32`).
struct Table32(Box<[u32; 4096]>);

impl Positions for Table32 {
    const CHECK_DISTANCE: bool = true;
    #[inline(always)]
    fn hash(source: &[u8], at: usize) -> usize {
        ((read64(source, at) << 24).wrapping_mul(889_523_592_379) >> (64 - 12)) as usize
    }
    #[inline(always)]
    fn get(&self, hash: usize) -> usize {
        self.0[hash & 4095] as usize
    }
    #[inline(always)]
    fn put(&mut self, hash: usize, at: usize) {
        self.0[hash & 4095] = at as u32;
    }
}

/// Returns how many bytes from `a` on equal those from `b` on, up to `limit` (`LZ4_count`).
#[inline(always)]
fn count(source: &[u8], a: usize, b: usize, limit: usize) -> usize {
    let (here, there) = (&source[a..limit], &source[b..b + (limit - a)]);
    let mut n = 0;
    for (x, y) in here.chunks_exact(8).zip(there.chunks_exact(8)) {
        let differ = u64::from_le_bytes(x.try_into().expect("eight bytes"))
            ^ u64::from_le_bytes(y.try_into().expect("eight bytes"));
        if differ != 0 {
            return n + differ.trailing_zeros() as usize / 8;
        }
        n += 8;
    }
    n + here[n..].iter().zip(&there[n..]).take_while(|(x, y)| x == y).count()
}

/// Writes the rest of a length of 15 or more: bytes of 255, and a last one below.
#[inline(always)]
fn put_length(out: &mut Vec<u8>, mut rest: usize) {
    if rest >= 255 {
        out.resize(out.len() + rest / 255, 255);
        rest %= 255;
    }
    out.push(rest as u8);
}

/// Writes a token and its literals. Returns the offset of the token.
#[inline(always)]
fn put_literals(out: &mut Vec<u8>, literals: &[u8]) -> usize {
    let token = out.len();
    if literals.len() >= 15 {
        out.push(0xf0);
        put_length(out, literals.len() - 15);
    } else {
        out.push((literals.len() as u8) << 4);
    }
    out.extend_from_slice(literals);
    token
}

/// Compresses `source` (`LZ4_compress_generic`). Returns at how many positions a match was
/// searched.
fn compress_generic<P: Positions>(source: &[u8], mut table: P, out: &mut Vec<u8>) -> u64 {
    let end = source.len();
    let mut anchor = 0;
    let mut looked = 0;
    if end > MATCH_FIND_LIMIT {
        let find_limit = end - MATCH_FIND_LIMIT + 1;
        let match_limit = end - LAST_LITERALS;
        let near = |matched: usize, at: usize| !P::CHECK_DISTANCE || matched + DISTANCE_MAX >= at;
        table.put(P::hash(source, 0), 0);
        let mut at = 1;
        let mut forward_hash = P::hash(source, at);
        'search: loop {
            // Find a match.
            let mut forward = at;
            let mut step = 1;
            let mut searched = 1usize << SKIP_TRIGGER;
            let mut matched;
            loop {
                let hash = forward_hash;
                let current = forward;
                matched = table.get(hash);
                at = forward;
                forward += step;
                step = searched >> SKIP_TRIGGER;
                searched += 1;
                looked += 1;
                if forward > find_limit {
                    break 'search;
                }
                forward_hash = P::hash(source, forward);
                table.put(hash, current);
                if near(matched, current) && read32(source, matched) == read32(source, at) {
                    break;
                }
            }
            // Catch up: the match may begin earlier.
            while at > anchor && matched > 0 && source[at - 1] == source[matched - 1] {
                at -= 1;
                matched -= 1;
            }
            let mut token = put_literals(out, &source[anchor..at]);
            loop {
                out.extend_from_slice(&((at - matched) as u16).to_le_bytes());
                let more = count(source, at + MIN_MATCH, matched + MIN_MATCH, match_limit);
                at += more + MIN_MATCH;
                if more >= 15 {
                    out[token] |= 15;
                    put_length(out, more - 15);
                } else {
                    out[token] |= more as u8;
                }
                anchor = at;
                if at >= find_limit {
                    break 'search;
                }
                table.put(P::hash(source, at - 2), at - 2);
                // Perhaps the next match begins right here.
                let hash = P::hash(source, at);
                matched = table.get(hash);
                table.put(hash, at);
                if near(matched, at) && read32(source, matched) == read32(source, at) {
                    token = out.len();
                    out.push(0);
                    continue;
                }
                break;
            }
            at += 1;
            forward_hash = P::hash(source, at);
        }
    }
    put_literals(out, &source[anchor..]);
    looked
}

/// Compresses `source` and appends the stream to `out`: the bytes of `LZ4_compress_default` with
/// room for `LZ4_compressBound`.
pub fn compress_into(source: &[u8], out: &mut Vec<u8>) {
    let before = out.len();
    let looked = put_stream(source, out);
    clock::add(Kind::Lz4Call, 1);
    clock::add(Kind::Lz4Byte, source.len() as u64);
    clock::add(Kind::Lz4Searched, looked);
    clock::add(Kind::Lz4Written, (out.len() - before) as u64);
}

/// Compresses without counting work on the clock. Returns at how many positions a match was searched.
pub(crate) fn put_stream(source: &[u8], out: &mut Vec<u8>) -> u64 {
    if source.len() < SMALL_LIMIT {
        compress_generic(source, Table16(Box::new([0; 8192])), out)
    } else {
        compress_generic(source, Table32(Box::new([0; 4096])), out)
    }
}

/// Compresses to an LZ4 block.
pub fn compress(source: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(source.len() / 4 + 16);
    compress_into(source, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_word_is_as_in_a_real_table() {
        let hex: String =
            compress("abc".repeat(1000).as_bytes()).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(hex, "3f6162630300ffffffffffffffffffffffa8506263616263");
    }

    #[test]
    fn short_inputs_are_literals() {
        assert_eq!(compress(b""), [0]);
        assert_eq!(compress(b"aaaaaaaaaaaa")[0], 0xc0);
    }
}

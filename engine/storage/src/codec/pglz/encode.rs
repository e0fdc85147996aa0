//! The encoder: the same search, in the same order, as the server's, and so the same bytes.

use super::{MAX_MATCH, OFFSET_LIMIT};
use crate::clock::{self, Kind};
use crate::event::Incompressible;
use std::cell::Cell;

/// How hard to try, and when to give up (`PGLZ_Strategy`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Shorter inputs are not compressed, in bytes.
    pub min_input_size: usize,
    /// Longer inputs are not compressed, in bytes.
    pub max_input_size: usize,
    /// The saving that is owed, in percent.
    pub min_comp_rate: u32,
    /// Give up when this much was put out without one match, in bytes.
    pub first_success_by: usize,
    /// A match of this length ends the search, in bytes.
    pub match_size_good: u32,
    /// With each candidate looked at, be content with a match this much shorter, in percent.
    pub match_size_drop: u32,
}

impl Strategy {
    /// What TOAST uses (`PGLZ_strategy_default`).
    pub const DEFAULT: Strategy = Strategy {
        min_input_size: 32,
        max_input_size: i32::MAX as usize,
        min_comp_rate: 25,
        first_success_by: 1024,
        match_size_good: 128,
        match_size_drop: 10,
    };
    /// Compress whatever it costs (`PGLZ_strategy_always`).
    pub const ALWAYS: Strategy = Strategy {
        min_input_size: 0,
        max_input_size: i32::MAX as usize,
        min_comp_rate: 0,
        first_success_by: i32::MAX as usize,
        match_size_good: 128,
        match_size_drop: 6,
    };

    /// For each candidate of a search, the length of a match that ends the search. It shrinks from candidate to
    /// candidate, and stays the same after [`GOOD_MATCH_STEPS`] of them.
    fn good_match_lengths(self) -> [u32; GOOD_MATCH_STEPS] {
        let mut steps = [0; GOOD_MATCH_STEPS];
        let mut good = self.match_size_good.clamp(17, MAX_MATCH as u32);
        let drop = self.match_size_drop.min(100);
        for step in &mut steps {
            *step = good;
            good -= good * drop / 100;
        }
        steps
    }
}

/// The number of candidates after which a good match of either strategy gets no shorter.
const GOOD_MATCH_STEPS: usize = 64;

/// The most lists of the history (`PGLZ_MAX_HISTORY_LISTS`).
const MAX_HISTORY_LISTS: usize = 8192;
/// How many of the last positions the history remembers (`PGLZ_HISTORY_SIZE`).
const WINDOW: usize = 4096;

/// The largest number of history lists that is used for a value of `len` bytes.
fn history_lists(len: usize) -> usize {
    match len {
        0..128 => 512,
        128..256 => 1024,
        256..512 => 2048,
        512..1024 => 4096,
        _ => MAX_HISTORY_LISTS,
    }
}

/// What the search remembers of positions, used again for the next value (`hist_start`, `hist_entries`).
struct Tables {
    /// For each hash the latest position with it, plus one; 0 is none.
    heads: [u32; MAX_HISTORY_LISTS],
    /// For each position of the window how far back the one before it with its hash is;
    /// [`OFFSET_LIMIT`] stands for too far.
    back: [u16; WINDOW],
}

thread_local! {
    static SPARE: Cell<Option<Box<Tables>>> = const { Cell::new(None) };
}

/// The positions seen so far, by the hash of their four bytes.
struct History<'a> {
    source: &'a [u8],
    mask: usize,
    tables: Box<Tables>,
    /// How many positions were compared with.
    compared: Cell<u64>,
}

impl<'a> History<'a> {
    /// Empty history lists for a source, in tables that an earlier call may have left.
    fn new(source: &'a [u8]) -> Self {
        let lists = history_lists(source.len());
        let fresh = || Box::new(Tables { heads: [0; MAX_HISTORY_LISTS], back: [0; WINDOW] });
        let mut tables = SPARE.take().unwrap_or_else(fresh);
        tables.heads[..lists].fill(0);
        History { source, mask: lists - 1, tables, compared: Cell::new(0) }
    }

    /// Returns the hash of the bytes at a position (`pglz_hist_idx`). Bytes are C's signed chars:
    /// one of 0x80 or more sets all higher bits.
    #[inline(always)]
    fn hash(&self, at: usize) -> usize {
        let signed = |b: u8| i32::from(b as i8);
        let hash = match self.source[at..] {
            [a, b, c, d, ..] => (signed(a) << 6) ^ (signed(b) << 4) ^ (signed(c) << 2) ^ signed(d),
            [a, ..] => signed(a),
            [] => 0,
        };
        hash as usize & self.mask & (MAX_HISTORY_LISTS - 1)
    }

    /// Adds a position to the history (`pglz_hist_add`).
    #[inline(always)]
    fn add(&mut self, at: usize) {
        let head = &mut self.tables.heads[self.hash(at)];
        let distance = (at + 1).wrapping_sub(*head as usize);
        let known = *head != 0 && distance < OFFSET_LIMIT;
        self.tables.back[at % WINDOW] = if known { distance as u16 } else { OFFSET_LIMIT as u16 };
        *head = at as u32 + 1;
    }

    /// Adds all positions of a match, as if one by one.
    ///
    /// A match longer than its offset repeats bytes with a period of that offset. From the second
    /// period on, each position has the four bytes, and so the hash, of the position one period
    /// before, and the nearest earlier position with this hash is at the same distance. So the
    /// distances repeat too, and are copied. Of the last period each position becomes the latest with its
    /// hash.
    #[inline(always)]
    fn add_match(&mut self, at: usize, length: usize, offset: usize) {
        // The last three positions look at bytes after the match.
        let end = at + length - 3;
        if end <= at + 2 * offset {
            (at..at + length).for_each(|position| self.add(position));
            return;
        }
        (at..at + offset).for_each(|position| self.add(position));
        self.repeat_distances(at, offset, end);
        for position in end - offset..end {
            let hash = self.hash(position);
            self.tables.heads[hash] = position as u32 + 1;
        }
        (end..at + length).for_each(|position| self.add(position));
    }

    /// Copies the distances of the `period` positions from `at` again and again, up to `end`.
    #[inline(always)]
    fn repeat_distances(&mut self, at: usize, period: usize, end: usize) {
        let (start, stop) = (at % WINDOW, at % WINDOW + (end - at));
        if stop > WINDOW {
            for position in at + period..end {
                self.tables.back[position % WINDOW] =
                    self.tables.back[(position - period) % WINDOW];
            }
            return;
        }
        // Each round copies twice as much as the one before.
        let mut done = start + period;
        while done < stop {
            let n = (done - start).min(stop - done);
            self.tables.back.copy_within(start..start + n, done);
            done += n;
        }
    }

    /// Returns length and offset of the best match at `at`, if one is longer than 2
    /// (`pglz_find_match`).
    #[inline(always)]
    fn find(&self, at: usize, good_lengths: &[u32; GOOD_MATCH_STEPS]) -> Option<(usize, usize)> {
        let head = self.tables.heads[self.hash(at)] as usize;
        if head == 0 {
            return None;
        }
        let here = &self.source[at..self.source.len().min(at + MAX_MATCH)];
        let mut offset = at + 1 - head;
        let (mut best, mut best_offset) = (2, 0);
        let (mut candidates, mut compared) = (0, 0);
        while offset < OFFSET_LIMIT {
            compared += 1;
            let from = at - offset;
            // Only a longer match counts, so the byte that would make it longer is looked at first.
            if best < here.len() && self.source[from + best] == here[best] {
                let length = common_prefix(here, &self.source[from..]);
                if length > best {
                    (best, best_offset) = (length, offset);
                }
            }
            let back = self.tables.back[from % WINDOW] as usize;
            if back >= OFFSET_LIMIT {
                break;
            }
            if best as u32 >= good_lengths[candidates] {
                break;
            }
            candidates = (candidates + 1).min(GOOD_MATCH_STEPS - 1);
            offset += back;
        }
        self.compared.set(self.compared.get() + compared);
        (best > 2).then_some((best, best_offset))
    }
}

/// How many bytes of `a` also begin `b`, eight at a time.
#[inline(always)]
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let limit = a.len().min(b.len());
    let (a, b) = (&a[..limit], &b[..limit]);
    let mut n = 0;
    for (x, y) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        let differ = u64::from_le_bytes(x.try_into().expect("eight bytes"))
            ^ u64::from_le_bytes(y.try_into().expect("eight bytes"));
        if differ != 0 {
            return n + differ.trailing_zeros() as usize / 8;
        }
        n += 8;
    }
    n + a[n..].iter().zip(&b[n..]).take_while(|(x, y)| x == y).count()
}

/// Groups of eight items after their control byte.
struct Groups<'a> {
    out: &'a mut Vec<u8>,
    control: usize,
    bit: u8,
}

impl Groups<'_> {
    /// Begins an item; if the group is full, begins a new group first. `is_match`: it is a match.
    #[inline(always)]
    fn item(&mut self, is_match: bool) {
        if self.bit == 0 {
            self.control = self.out.len();
            self.out.push(0);
            self.bit = 1;
        }
        if is_match {
            self.out[self.control] |= self.bit;
        }
        self.bit <<= 1;
    }
}

/// Compresses `source` and appends the stream to `out` (`pglz_compress`). Returns false if the
/// strategy gives up; `out` is then unchanged.
pub fn compress_into(source: &[u8], strategy: Strategy, out: &mut Vec<u8>) -> bool {
    try_compress_into(source, strategy, out).is_ok()
}

/// Compresses a value; the error is the rule that made the strategy give up.
pub fn try_compress_into(
    source: &[u8],
    strategy: Strategy,
    out: &mut Vec<u8>,
) -> Result<(), Incompressible> {
    let len = source.len();
    if strategy.match_size_good == 0
        || len < strategy.min_input_size
        || len > strategy.max_input_size
    {
        return Err(Incompressible::TooSmall);
    }
    let owed = 100 - strategy.min_comp_rate.min(99) as usize;
    // The server avoids an overflow here, and so rounds differently for large values.
    let result_max =
        if len > i32::MAX as usize / 100 { len / 100 * owed } else { len * owed / 100 };

    let start = out.len();
    let good_lengths = strategy.good_match_lengths();
    let mut history = History::new(source);
    let mut groups = Groups { out, control: start, bit: 0 };
    let mut found_match = false;
    let (mut at, mut tokens) = (0, 0);
    while at < len {
        let size = groups.out.len() - start;
        if size >= result_max || (!found_match && size >= strategy.first_success_by) {
            end(history, at, tokens, size);
            groups.out.truncate(start);
            return Err(if size >= result_max {
                Incompressible::TooLittleSaved
            } else {
                Incompressible::NoEarlyMatch
            });
        }
        tokens += 1;
        if let Some((length, offset)) = history.find(at, &good_lengths) {
            groups.item(true);
            let high = ((offset & 0xf00) >> 4) as u8;
            if length > 17 {
                groups.out.extend_from_slice(&[high | 0x0f, offset as u8, (length - 18) as u8]);
            } else {
                groups.out.extend_from_slice(&[high | (length - 3) as u8, offset as u8]);
            }
            history.add_match(at, length, offset);
            at += length;
            found_match = true;
        } else {
            groups.item(false);
            groups.out.push(source[at]);
            history.add(at);
            at += 1;
        }
    }
    let size = groups.out.len() - start;
    end(history, at, tokens, size);
    let success = size < result_max;
    if !success {
        groups.out.truncate(start);
        return Err(Incompressible::TooLittleSaved);
    }
    Ok(())
}

/// Ends a search, and counts its work for the clock: bytes of the value, positions compared, bytes
/// written.
fn end(history: History<'_>, bytes: usize, tokens: u64, written: usize) {
    clock::add(Kind::PglzCall, 1);
    clock::add(Kind::PglzByte, bytes as u64);
    clock::add(Kind::PglzCompared, history.compared.get());
    clock::add(Kind::PglzToken, tokens);
    clock::add(Kind::PglzWritten, written as u64);
    SPARE.set(Some(history.tables));
}

/// The compressed stream, or `None` when the strategy gives up.
pub fn compress(source: &[u8], strategy: Strategy) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(source.len() / 4 + 16);
    compress_into(source, strategy, &mut out).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::super::decompress_into;
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|b| format!("{b:02x}")).collect()
    }

    #[test]
    fn a_repeated_word_is_three_literals_and_long_matches() {
        let stream = compress("abc".repeat(1000).as_bytes(), Strategy::DEFAULT).unwrap();
        // From heap_page_items of a real table: see the module's header.
        assert_eq!(
            hex(&stream),
            "f86162630f03ff0f03ff0f03ff0f03ff0f03ff3f0f03ff0f03ff0f03ff0f03ff0f03ff0f03f9"
        );
    }

    #[test]
    fn it_gives_up_below_32_bytes_without_a_saving_and_after_1024_bytes_without_a_match() {
        assert!(compress(&[b'a'; 31], Strategy::DEFAULT).is_none());
        assert!(compress(&[b'a'; 32], Strategy::DEFAULT).is_some());
        let distinct: Vec<u8> = (0..=255).collect();
        assert!(compress(&distinct, Strategy::DEFAULT).is_none());
        // An xorshift generator: no four bytes come twice in the first thousand.
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        let mut late: Vec<u8> = std::iter::repeat_with(|| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            (x >> 32) as u8
        })
        .take(2000)
        .collect();
        late.extend_from_slice(&[b'z'; 20_000]);
        assert!(compress(&late, Strategy::DEFAULT).is_none());
        assert!(compress(&late, Strategy::ALWAYS).is_some());
    }

    #[test]
    fn what_was_compressed_comes_back() {
        let mut seed = 1u32;
        for size in (0..400).chain([4000, 5000, 70_000]) {
            let source: Vec<u8> = (0..size)
                .map(|_| {
                    seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
                    if seed >> 31 == 0 { b'a' } else { (seed >> 20) as u8 }
                })
                .collect();
            if let Some(stream) = compress(&source, Strategy::ALWAYS) {
                let mut back = Vec::new();
                decompress_into(&stream, source.len(), true, &mut back).unwrap();
                assert_eq!(back, source);
            }
        }
    }
}

//! A block of LZ4 as liblz4's high compression writes it at levels 3 to 9 (`LZ4_compress_HC`,
//! `lz4hc.c`). The format is that of any LZ4 block; the search for matches takes longer.
//!
//! The fast compressor remembers one position of each hash. This one chains all positions of the last
//! 64 kB that share a hash, tries some of them, by level 4 to 256, for the longest match, and before it
//! writes a match looks whether one that begins a little later is longer, and one after that:
//!
//! ```text
//! one    ├──────────────┤
//! two          ├────────────────────┤        longer: one ends where two begins
//! three                    ├──────────────────────┤    if there is room; else two is dropped
//! ```

/// The shortest match (`MINMATCH`).
const SHORTEST: usize = 4;
/// The longest match whose length fits its token (`OPTIMAL_ML`).
const TOKEN_HOLDS: usize = 18;
/// How far back a match may be (`LZ4_DISTANCE_MAX`).
const FARTHEST: usize = 65_535;
/// Bits of the hash (`LZ4HC_HASH_LOG`).
const HASH_BITS: u32 = 15;
/// No match begins in the last 12 bytes (`MFLIMIT`).
const BEGIN_BEFORE: usize = 12;
/// None ends in the last 5 (`LASTLITERALS`).
const END_BEFORE: usize = 5;

/// Bytes that were there before.
#[derive(Clone, Copy, Debug)]
struct Match {
    /// Where they are.
    at: usize,
    /// How far back they were.
    distance: usize,
    len: usize,
}

impl Match {
    /// Where the match ends.
    fn end(&self) -> usize {
        self.at + self.len
    }
    /// Takes the first `bytes` bytes off the match.
    fn skip(&mut self, bytes: usize) {
        self.at += bytes;
        self.len = self.len.saturating_sub(bytes);
    }
}

/// All positions so far, by the hash of four bytes.
struct Finder<'a> {
    source: &'a [u8],
    /// How many earlier positions are tried for a match.
    attempts: usize,
    /// The latest of each hash, counted from one.
    latest: Vec<u32>,
    /// The one before each of the last 64 kB, counted from one.
    before: Vec<u32>,
    /// The first that is not in the tables.
    next: usize,
}

impl Finder<'_> {
    /// The hash of the four bytes at a place.
    fn hash(&self, at: usize) -> usize {
        let four = self.source[at..at + 4].try_into().expect("four bytes");
        (u32::from_le_bytes(four).wrapping_mul(2_654_435_761) >> (32 - HASH_BITS)) as usize
    }

    /// The longest match that covers `at`, begins at `low` or later and is longer than `longest`.
    fn wider(&mut self, at: usize, low: usize, longest: usize) -> Option<Match> {
        while self.next < at {
            let hash = self.hash(self.next);
            self.before[self.next & FARTHEST] = self.latest[hash];
            self.latest[hash] = self.next as u32 + 1;
            self.next += 1;
        }
        let (mut longest, mut found) = (longest, None);
        let mut candidate = self.latest[self.hash(at)] as usize;
        for _ in 0..self.attempts {
            if candidate == 0 || at - (candidate - 1) > FARTHEST {
                break;
            }
            let earlier = candidate - 1;
            let ahead = self.same_ahead(earlier, at);
            if ahead >= SHORTEST {
                let behind = self.same_behind(earlier, at, at - low);
                if ahead + behind > longest {
                    longest = ahead + behind;
                    found = Some(Match { at: at - behind, distance: at - earlier, len: longest });
                }
            }
            candidate = self.before[earlier & FARTHEST] as usize;
        }
        found
    }

    /// How many bytes from `at` on equal those from `earlier` on.
    fn same_ahead(&self, earlier: usize, at: usize) -> usize {
        let end = self.source.len() - END_BEFORE;
        let pairs = self.source[at..end].iter().zip(&self.source[earlier..]);
        pairs.take_while(|(a, b)| a == b).count()
    }

    /// How many bytes before the two positions are equal, `most` at most.
    fn same_behind(&self, earlier: usize, at: usize, most: usize) -> usize {
        let pairs = self.source[..at].iter().rev().zip(self.source[..earlier].iter().rev());
        pairs.take(most).take_while(|(a, b)| a == b).count()
    }
}

/// Writes sequences: literals, then a match.
struct Writer<'a> {
    source: &'a [u8],
    out: Vec<u8>,
    /// The first byte that is not written yet.
    from: usize,
}

impl Writer<'_> {
    /// Writes the literals before a match, and the match.
    fn sequence(&mut self, found: Match) {
        self.literals(found.at, found.len - SHORTEST);
        self.out.extend((found.distance as u16).to_le_bytes());
        self.rest(found.len - SHORTEST);
        self.from = found.end();
    }

    /// Writes the token and the literals up to `end`.
    fn literals(&mut self, end: usize, of_match: usize) {
        let literals = &self.source[self.from..end];
        self.out.push((literals.len().min(15) << 4 | of_match.min(15)) as u8);
        self.rest(literals.len());
        self.out.extend_from_slice(literals);
    }

    /// Writes the rest of a length that does not fit into its half of the token.
    fn rest(&mut self, length: usize) {
        if let Some(rest) = length.checked_sub(15) {
            self.out.extend(std::iter::repeat_n(255, rest / 255));
            self.out.push((rest % 255) as u8);
        }
    }
}

/// Compresses to one block: at level 3 four positions are tried for each match, at each higher
/// level twice as many.
pub fn block(level: u32, source: &[u8]) -> Vec<u8> {
    let mut writer = Writer { source, out: Vec::with_capacity(source.len() / 2), from: 0 };
    if let Some(last) = source.len().checked_sub(BEGIN_BEFORE) {
        let (latest, before) = (vec![0; 1 << HASH_BITS], vec![0; FARTHEST + 1]);
        let attempts = 4 << level.saturating_sub(3);
        let mut finder = Finder { source, attempts, latest, before, next: 0 };
        let mut at = 0;
        while at <= last {
            match finder.wider(at, at, SHORTEST - 1) {
                Some(one) => at = choose(&mut finder, &mut writer, one, last),
                None => at += 1,
            }
        }
    }
    writer.literals(source.len(), 0);
    writer.out
}

/// Writes a match, or better ones that overlap it. Returns the position after them.
fn choose(finder: &mut Finder<'_>, writer: &mut Writer<'_>, first: Match, last: usize) -> usize {
    let (mut one, mut kept) = (first, first);
    loop {
        let Some(mut two) = later(finder, one, 2, last) else {
            writer.sequence(one);
            return one.end();
        };
        if kept.at < one.at && two.at < kept.end() {
            one = kept;
        }
        if two.at - one.at < 3 {
            one = two;
            continue;
        }
        loop {
            room(&one, &mut two);
            let Some(three) = later(finder, two, 3, last) else {
                one.len = one.len.min(two.at - one.at);
                writer.sequence(one);
                writer.sequence(two);
                return two.end();
            };
            if three.at >= one.end() + 3 {
                if two.at < one.end() {
                    one.len = room(&one, &mut two);
                }
                writer.sequence(one);
                (one, two) = (two, three);
            } else if three.at >= one.end() {
                // No room for two between one and three.
                two.skip(one.end().saturating_sub(two.at));
                if two.len < SHORTEST {
                    two = three;
                }
                writer.sequence(one);
                (one, kept) = (three, two);
                break;
            } else {
                two = three;
            }
        }
    }
}

/// Finds a longer match that begins within `one`, searching from `from_end` bytes before its end.
fn later(finder: &mut Finder<'_>, one: Match, from_end: usize, last: usize) -> Option<Match> {
    let at = one.end() - from_end;
    if one.end() <= last { finder.wider(at, one.at, one.len) } else { None }
}

/// The length to write of `one`, which `two` overlaps: up to the start of `two`. If the matches are
/// so close that a longer one costs no byte, the first is extended to what a token holds, and `two`
/// starts after it.
fn room(one: &Match, two: &mut Match) -> usize {
    let apart = two.at - one.at;
    if apart >= TOKEN_HOLDS {
        return apart;
    }
    let len = one.len.min(TOKEN_HOLDS).min(apart + two.len - SHORTEST);
    two.skip(len.saturating_sub(apart));
    len
}

#[cfg(test)]
mod tests {
    use super::block;

    fn decompressed(source: &[u8]) -> Vec<u8> {
        lz4_flex::block::decompress(&block(9, source), source.len()).expect("a valid block")
    }

    #[test]
    fn what_is_written_reads_back() {
        for size in [0, 1, 4, 12, 13, 17, 18, 300, 70_000] {
            let letters: Vec<u8> =
                (0..size).map(|i: u32| b'a' + (i.wrapping_mul(i) / 7 % 5) as u8).collect();
            assert_eq!(decompressed(&letters), letters, "{size} letters");
            let one = vec![b'x'; size as usize];
            assert_eq!(decompressed(&one), one, "{size} times one letter");
            let noise: Vec<u8> =
                (0..size).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
            assert_eq!(decompressed(&noise), noise, "{size} bytes of noise");
        }
    }

    #[test]
    fn level_nine_is_shorter_than_the_fast_compressor() {
        let words = ["stone", "river", "the", "of", "light", "mountain", "was", "never"];
        let text: String =
            (0..20_000usize).map(|i| words[i * i * 7 % 83 % 8].to_owned() + " ").collect();
        let fast = lz4_flex::block::compress(text.as_bytes());
        assert_eq!(decompressed(text.as_bytes()), text.as_bytes());
        assert!(block(9, text.as_bytes()).len() < fast.len());
    }
}

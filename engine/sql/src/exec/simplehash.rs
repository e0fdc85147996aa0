//! The hash table whose order one sees: `simplehash.h` as `execGrouping.c` uses it.
//!
//! HashAggregate, hashed DISTINCT and hashed set operations print their groups in the order in which
//! the table is walked, so the table is the server's: open addressing with robin-hood insertion,
//! a power-of-two size that starts at the planner's estimate and doubles at 90 % (or on long
//! runs), walked **backwards** from the first free bucket.
//!
//! ```text
//! bucket     0    1    2    3    4    5    6    7      first free bucket: 2
//!          [ a ][ b ][   ][ c ][ d ][   ][   ][ e ]    walked: b a e d c
//! ```

use storage::clock::{self, Kind};
use storage::error::Result;
pub use storage::types::hash::murmurhash32;

const FILLFACTOR: f64 = 0.9;
const GROW_MAX_DIB: u32 = 25;
const GROW_MAX_MOVE: u32 = 150;
const GROW_MIN_FILLFACTOR: f64 = 0.1;

/// Combines the hashes of a key's columns, `None` for NULL (`TupleHashTableHash_internal` with an
/// initial value of 0, as without parallel workers).
pub fn combine(hashes: impl Iterator<Item = Option<u32>>) -> u32 {
    let mut key = 0u32;
    for hash in hashes {
        key = key.rotate_left(1);
        if let Some(hash) = hash {
            key ^= hash;
        }
    }
    murmurhash32(key)
}

/// A `tuplehash` table of entries kept by their number, in order of arrival.
#[derive(Debug, Default)]
pub struct SimpleHash<T> {
    buckets: Vec<u32>,
    hashes: Vec<u32>,
    /// The entries in order of arrival.
    pub entries: Vec<T>,
    members: usize,
    first_size: usize,
    /// A whole number, so that a bucket is always free.
    grow_threshold: usize,
}

const EMPTY: u32 = u32::MAX;

impl<T> SimpleHash<T> {
    /// An empty table with room for `elements` entries (`SH_CREATE`).
    pub fn new(elements: u32) -> Self {
        let mut table = SimpleHash {
            buckets: Vec::new(),
            hashes: Vec::new(),
            entries: Vec::new(),
            members: 0,
            first_size: 0,
            grow_threshold: 0,
        };
        table.set_size((f64::from(elements) / FILLFACTOR) as u64);
        table.first_size = table.size();
        table
    }

    /// The number of buckets that the table had at first and after each time that it grew.
    pub fn sizes(&self) -> impl Iterator<Item = usize> {
        let last = self.size();
        std::iter::successors(Some(self.first_size), move |&n| (n < last).then_some(n * 2))
    }

    /// The number of buckets.
    pub fn size(&self) -> usize {
        self.buckets.len()
    }

    /// Makes the table anew with this many buckets, rounded up to a power of two
    /// (`SH_COMPUTE_PARAMETERS`).
    fn set_size(&mut self, newsize: u64) {
        let size = newsize.max(2).next_power_of_two() as usize;
        self.buckets = vec![EMPTY; size];
        self.grow_threshold = (size as f64 * FILLFACTOR) as usize;
    }

    /// What cuts a hash to a bucket's number.
    fn mask(&self) -> u32 {
        (self.buckets.len() - 1) as u32
    }

    /// Doubles the table, and moves the entries in the server's order (`SH_GROW`).
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.set_size(old.len() as u64 * 2);
        let mask = self.mask();
        let mut start = 0;
        for (i, &entry) in old.iter().enumerate() {
            // The optimal place is looked for in the new, larger table, as the server does.
            if entry == EMPTY || (self.hashes[entry as usize] & mask) as usize == i {
                start = i;
                break;
            }
        }
        for i in 0..old.len() {
            let entry = old[(start + i) % old.len()];
            if entry == EMPTY {
                continue;
            }
            let mut at = self.hashes[entry as usize] & mask;
            while self.buckets[at as usize] != EMPTY {
                at = (at + 1) & mask;
            }
            self.buckets[at as usize] = entry;
        }
    }

    /// Grows a table that is full. The server does so before it looks a key up that it will add if it is new, even when
    /// the key turns out to be there.
    pub fn make_room(&mut self) {
        if self.members >= self.grow_threshold {
            self.grow();
        }
    }

    /// The index of the entry with this hash for which `same` returns true.
    pub fn find(
        &self,
        hash: u32,
        mut same: impl FnMut(&T) -> Result<bool>,
    ) -> Result<Option<usize>> {
        clock::add(Kind::HashProbe, 1);
        let mask = self.mask();
        let mut at = hash & mask;
        loop {
            let entry = self.buckets[at as usize];
            if entry == EMPTY {
                return Ok(None);
            }
            if self.hashes[entry as usize] == hash && same(&self.entries[entry as usize])? {
                return Ok(Some(entry as usize));
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds an entry that is known to be new, and returns its index.
    pub fn append(&mut self, hash: u32, entry: T) -> usize {
        let new = self.insert(hash, |_| Ok(false), || entry);
        new.map_or(self.entries.len() - 1, |(at, _)| at)
    }

    /// Finds an entry, or inserts the one that `make` returns (`SH_INSERT_HASH_INTERNAL`). Returns
    /// its index, and whether it was found.
    pub fn insert(
        &mut self,
        hash: u32,
        mut same: impl FnMut(&T) -> Result<bool>,
        make: impl FnOnce() -> T,
    ) -> Result<(usize, bool)> {
        'restart: loop {
            self.make_room();
            let mask = self.mask();
            let mut at = hash & mask;
            let mut distance = 0u32;
            loop {
                let entry = self.buckets[at as usize];
                if entry == EMPTY {
                    return Ok((self.insert_at(at, hash, make), false));
                }
                let entry_hash = self.hashes[entry as usize];
                if entry_hash == hash && same(&self.entries[entry as usize])? {
                    return Ok((entry as usize, true));
                }
                if distance > at.wrapping_sub(entry_hash & mask) & mask {
                    let mut free = at;
                    let mut moved = 0u32;
                    loop {
                        free = (free + 1) & mask;
                        if self.buckets[free as usize] == EMPTY {
                            break;
                        }
                        moved += 1;
                        if moved > GROW_MAX_MOVE && self.crowded() {
                            self.grow_threshold = 0;
                            continue 'restart;
                        }
                    }
                    while free != at {
                        let before = free.wrapping_sub(1) & mask;
                        self.buckets[free as usize] = self.buckets[before as usize];
                        free = before;
                    }
                    return Ok((self.insert_at(at, hash, make), false));
                }
                at = (at + 1) & mask;
                distance += 1;
                if distance > GROW_MAX_DIB && self.crowded() {
                    self.grow_threshold = 0;
                    continue 'restart;
                }
            }
        }
    }

    /// Whether the table is full enough that a long chain makes it grow.
    fn crowded(&self) -> bool {
        self.members as f64 / self.buckets.len() as f64 >= GROW_MIN_FILLFACTOR
    }

    /// Puts a new entry into this bucket, and returns its index among the entries.
    fn insert_at(&mut self, at: u32, hash: u32, make: impl FnOnce() -> T) -> usize {
        let number = self.entries.len();
        self.entries.push(make());
        self.hashes.push(hash);
        self.buckets[at as usize] = number as u32;
        self.members += 1;
        number
    }

    /// The indexes of the entries in the order of `tuplehash_iterate`.
    pub fn order(&self) -> Vec<u32> {
        let size = self.buckets.len();
        let start = self.buckets.iter().position(|&b| b == EMPTY).unwrap_or(0);
        (0..size)
            .map(|i| self.buckets[(start + size - i) % size])
            .filter(|&entry| entry != EMPTY)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_backwards_from_the_first_free_bucket() {
        let mut t = SimpleHash::new(4);
        assert_eq!(t.size(), 4);
        for hash in [0u32, 1, 3] {
            t.insert(hash, |_| Ok(false), || hash).unwrap();
        }
        assert_eq!(t.order(), [1, 0, 2]);
    }

    #[test]
    fn a_bucket_is_always_free() {
        for elements in 1..40 {
            let mut t = SimpleHash::new(elements);
            for hash in 0..100u32 {
                t.insert(hash, |e| Ok(*e == hash), || hash).unwrap();
                assert_eq!(t.find(1000, |_| Ok(false)).unwrap(), None);
            }
        }
    }

    #[test]
    fn the_combined_hash_is_murmured() {
        assert_eq!(murmurhash32(1), 0x514e_28b7);
        assert_eq!(combine([Some(1), None].into_iter()), murmurhash32(2));
    }
}

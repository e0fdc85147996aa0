//! A hash table of pages, and of what was counted for each page.
//!
//! Every pin of a statement looks its page up, and the B-tree of std would compare some ten keys each time. This table
//! uses open addressing: it compares one key or two. The keys are sorted only when they are read.
//!
//! ```text
//! places   [ 0 | 2 | 0 | 0 | 1 | 0 | 3 | 0 ]     0: free; else the number of an entry, from 1
//! entries  [ (key, value), (key, value), (key, value) ]
//! ```

use storage::sort::Arrange;

/// A file, what of it, and a block, as two numbers: quick to compare.
pub(super) type Key = (u64, u32);

/// The key of a block of a file, with one more word (such as the kind of pin) between them.
pub(super) fn key(file: u32, what: u32, block: u32) -> Key {
    (u64::from(file) << 32 | u64::from(what), block)
}

/// The file, word and block of a key.
pub(super) fn parts((file_and_what, block): Key) -> [u32; 3] {
    [(file_and_what >> 32) as u32, file_and_what as u32, block]
}

/// Places of an empty table's first entries; a power of two, as all lengths of the list are.
const FIRST: usize = 64;

/// Values by their keys, in the order in which they came.
pub(super) struct PageTable<V> {
    entries: Vec<(Key, V)>,
    places: Vec<u32>,
}

impl<V> Default for PageTable<V> {
    fn default() -> PageTable<V> {
        PageTable { entries: Vec::new(), places: Vec::new() }
    }
}

impl<V> PageTable<V> {
    /// How many entries the table has.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The index in `places` of a key's slot, or of the free slot where it belongs; and the index of its
    /// entry in `entries`, `None` if the table does not have the key.
    fn find(&self, key: &Key) -> (usize, Option<usize>) {
        let mask = self.places.len() - 1;
        let mixed = (key.0 ^ u64::from(key.1).rotate_left(21)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = (mixed >> 32) as usize & mask;
        loop {
            match self.places[at] {
                0 => return (at, None),
                n if self.entries[n as usize - 1].0 == *key => return (at, Some(n as usize - 1)),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Makes room for one more entry: half of the slots stay free.
    fn grow(&mut self) {
        if self.places.len() > 2 * self.entries.len() {
            return;
        }
        self.places = vec![0; FIRST.max(2 * self.places.len())];
        for n in 0..self.entries.len() {
            let (at, _) = self.find(&self.entries[n].0);
            self.places[at] = n as u32 + 1;
        }
    }

    /// The value of a key; `first` makes it if there is none.
    pub(super) fn entry(&mut self, key: Key, first: impl FnOnce() -> V) -> &mut V {
        self.grow();
        let (at, found) = self.find(&key);
        let n = found.unwrap_or_else(|| {
            self.entries.push((key, first()));
            self.places[at] = self.entries.len() as u32;
            self.entries.len() - 1
        });
        &mut self.entries[n].1
    }

    /// Sets a key's value.
    pub(super) fn put(&mut self, key: Key, value: V) {
        let mut value = Some(value);
        let place = self.entry(key, || value.take().expect("it is given once"));
        if let Some(value) = value {
            *place = value;
        }
    }

    /// Takes over the entries of another table; under a key that both have, the other one's value.
    pub(super) fn put_all(&mut self, other: PageTable<V>) {
        for (key, value) in other.entries {
            self.put(key, value);
        }
    }

    /// All entries, in the order in which they were added.
    pub(super) fn into_entries(self) -> Vec<(Key, V)> {
        self.entries
    }

    /// All entries, sorted by key.
    pub(super) fn into_sorted(mut self) -> Vec<(Key, V)> {
        self.entries.arrange_by_key(|(key, _)| *key);
        self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_comes_again_and_sorts_at_the_end() {
        let mut table = PageTable::default();
        for n in (0..1000u32).rev().chain(0..1000) {
            *table.entry(key(n % 7, 1, n), || 0) += n;
        }
        assert_eq!(table.len(), 1000);
        let sorted = table.into_sorted();
        assert!(sorted.is_sorted_by_key(|(key, _)| *key));
        assert!(sorted.iter().all(|(key, sum)| *sum == 2 * parts(*key)[2]));
    }

    #[test]
    fn keeps_the_last_value() {
        let mut table = PageTable::default();
        table.put(key(1, 2, 3), "first");
        table.put(key(3, 2, 1), "other");
        table.put(key(1, 2, 3), "last");
        assert_eq!(table.into_entries(), [(key(1, 2, 3), "last"), (key(3, 2, 1), "other")]);
    }
}

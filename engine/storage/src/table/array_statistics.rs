//! Statistics of arrays' elements (`array_typanalyze.c`, `compute_array_stats`): in how many arrays each of the most
//! common elements is, and how many different ones an array has.
//!
//! ```text
//! {1,2,2}  {2,3,NULL}  {2}     elements 1 2 3    shares 1/3 1 1/3 | least 1/3, most 1, with NULL 1/3
//!                              different: 2 2 1   histogram 1 .. 2 2 | mean 5/3
//! ```
//!
//! Elements are counted by Lossy Counting (Manku and Motwani, 2002): after each batch those go that are too rare to
//! matter. Which of equally common ones are kept depends on the order in which the server's hash table (`dynahash.c`)
//! gives them, so that it is rebuilt here.

use crate::datum::Datum;
use crate::error::Result;
use crate::heap::statistics::ColumnStats;
use crate::ids::Oid;
use crate::qsort::pg_qsort;
use crate::sort::Arrange;
use crate::types::{self, array, oid};
use std::cmp::Ordering;

/// Arrays above this size are not looked at (`ARRAY_WIDTH_THRESHOLD`).
pub const ARRAY_WIDTH_THRESHOLD: usize = 0x10000;

/// An element that is counted (`TrackItem`).
struct TrackedElement {
    value: Datum,
    hash: u32,
    /// Arrays that it was found in, and how many more there may be.
    frequency: usize,
    delta: usize,
    /// The array that it was found in last.
    last: usize,
}

/// A hash table that grows by one bucket at a time (`expand_table`).
struct Table {
    buckets: Vec<Vec<TrackedElement>>,
    entries: usize,
    low_mask: usize,
    high_mask: usize,
}

impl Table {
    /// An empty table for about this many elements.
    fn new(size: usize) -> Table {
        let buckets = size.next_power_of_two();
        Table {
            buckets: (0..buckets).map(|_| Vec::new()).collect(),
            entries: 0,
            low_mask: buckets - 1,
            high_mask: 2 * buckets - 1,
        }
    }
    /// Returns the bucket of a hash (`calc_bucket`).
    fn bucket(&self, hash: u32) -> usize {
        let bucket = hash as usize & self.high_mask;
        if bucket < self.buckets.len() { bucket } else { bucket & self.low_mask }
    }
    /// Adds a bucket, and moves to it what belongs there now.
    fn grow(&mut self) {
        let new = self.buckets.len();
        let old = std::mem::take(&mut self.buckets[new & self.low_mask]);
        self.buckets.push(Vec::new());
        if new > self.high_mask {
            self.low_mask = self.high_mask;
            self.high_mask = new | self.low_mask;
        }
        for t in old {
            let bucket = self.bucket(t.hash);
            self.buckets[bucket].push(t);
        }
    }
}

/// Elements of a column's arrays as they are counted.
pub struct ElementCounter {
    element: Oid,
    collation: Oid,
    /// The column's statistics target (`attstattarget`).
    target: usize,
    tracked: Table,
    /// Elements of a batch, the batch at hand, elements so far.
    width: usize,
    batch: usize,
    seen: usize,
    /// For each array: how many different elements it has.
    different: Vec<usize>,
    with_null: usize,
}

impl ElementCounter {
    /// A counter for a column of this type; `None` when its values are no arrays, or their elements
    /// cannot be compared and hashed.
    pub fn new(type_oid: Oid, collation: Oid, target: usize) -> Option<ElementCounter> {
        let element = array::element_type(type_oid);
        let known = array::array_type(element) == Some(type_oid)
            && super::comparability(element) == super::Comparability::Ordered
            && !matches!(element, oid::BIT | oid::VARBIT | oid::MONEY);
        known.then(|| ElementCounter {
            element,
            collation,
            target,
            tracked: Table::new(10 * target),
            width: 10 * target * 1000 / 7,
            batch: 1,
            seen: 0,
            different: Vec::new(),
            with_null: 0,
        })
    }

    /// Counts the elements of an array, detoasted.
    pub fn add(&mut self, value: &Datum) {
        let before = self.seen;
        let mut null = false;
        for value in array::Array::from_payload(types::payload(value)).values {
            if value.is_null() {
                null = true;
            } else if self.count(value) {
                self.seen += 1;
                if self.seen.is_multiple_of(self.width) {
                    self.prune();
                }
            }
        }
        self.with_null += usize::from(null);
        self.different.push(self.seen - before);
    }

    /// Counts an element, unless it occurred in the array before. Returns whether it was counted.
    fn count(&mut self, value: Datum) -> bool {
        let (number, delta) = (self.different.len(), self.batch - 1);
        let hash = types::hash(self.element, &value);
        let table = &mut self.tracked;
        if table.entries >= table.buckets.len() {
            table.grow();
        }
        let bucket = table.bucket(hash);
        let (element, collation) = (self.element, self.collation);
        let same = |t: &&mut TrackedElement| {
            t.hash == hash && types::compare(element, collation, &t.value, &value).is_eq()
        };
        match table.buckets[bucket].iter_mut().find(same) {
            Some(t) if t.last == number => return false,
            Some(t) => {
                t.frequency += 1;
                t.last = number;
            }
            None => {
                let t = TrackedElement { value, hash, frequency: 1, delta, last: number };
                table.buckets[bucket].push(t);
                table.entries += 1;
            }
        }
        true
    }

    /// Removes rare elements (`prune_element_hashtable`).
    fn prune(&mut self) {
        let batch = self.batch;
        for bucket in &mut self.tracked.buckets {
            bucket.retain(|t| t.frequency + t.delta > batch);
        }
        self.tracked.entries = self.tracked.buckets.iter().map(Vec::len).sum();
        self.batch += 1;
    }

    /// Adds the elements' frequencies to the column's statistics.
    pub fn finish(self, stats: &mut ColumnStats) -> Result<()> {
        let ElementCounter { element, collation, target, seen, mut different, .. } = self;
        let arrays = different.len();
        if arrays == 0 {
            return Ok(());
        }
        let share = |n: usize| (n as f64 / arrays as f64) as f32;
        let cutoff = 9 * seen / self.width;
        let common = self.tracked.buckets.into_iter().flatten();
        let mut common: Vec<TrackedElement> = common.filter(|t| t.frequency > cutoff).collect();
        let all = || common.iter().map(|t| t.frequency);
        let (mut least, most) = (all().min(), all().max());
        if common.len() > 10 * target {
            pg_qsort(&mut common, &mut |a, b| Ok(b.frequency.cmp(&a.frequency)))?;
            common.truncate(10 * target);
            least = common.last().map(|t| t.frequency);
        }
        if let (Some(least), Some(most)) = (least, most) {
            let order = |a: &TrackedElement, b: &TrackedElement| -> Ordering {
                types::compare(element, collation, &a.value, &b.value)
            };
            common.arrange_by(order);
            let further = [least, most, self.with_null];
            let shares = common.iter().map(|t| t.frequency).chain(further);
            stats.element_shares = shares.map(share).collect();
            stats.elements = common.into_iter().map(|t| t.value).collect();
        }
        different.arrange();
        let bounds = target.max(2);
        let bound = |i| different[i * (arrays - 1) / (bounds - 1)] as f32;
        let mean = (seen as f64 / arrays as f64) as f32;
        stats.element_counts = (0..bounds).map(bound).chain([mean]).collect();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTS: Oid = Oid(1007);

    fn stats_of(arrays: &[&[Option<i32>]], target: usize) -> ColumnStats {
        let mut elements = ElementCounter::new(INTS, Oid::INVALID, target).unwrap();
        for a in arrays {
            let values = a.iter().map(|v| v.map_or(Datum::Null, Datum::i32)).collect();
            elements.add(&array::Array::of(oid::INT4, values).to_datum().unwrap());
        }
        let mut stats = ColumnStats::default();
        elements.finish(&mut stats).unwrap();
        stats
    }

    #[test]
    fn an_element_counts_once_in_an_array() {
        let stats = stats_of(&[&[Some(1), Some(2), Some(2)], &[Some(2), Some(3), None]], 3);
        assert_eq!(stats.elements, [1, 2, 3].map(Datum::i32));
        assert_eq!(stats.element_shares, [0.5, 1.0, 0.5, 0.5, 1.0, 0.5]);
        assert_eq!(stats.element_counts, [2.0, 2.0, 2.0, 2.0]);
    }

    #[test]
    fn no_more_than_ten_times_the_target_are_kept() {
        let many: Vec<Option<i32>> = (1..=40).map(Some).collect();
        let stats = stats_of(&[&many, &[Some(7)]], 1);
        assert_eq!(stats.elements.len(), 10);
        assert!(stats.elements.contains(&Datum::i32(7)));
        assert_eq!(stats.element_shares[10..], [0.5, 1.0, 0.0]);
        assert_eq!(stats.element_counts, [1.0, 40.0, 20.5]);
    }

    #[test]
    fn what_is_no_array_has_no_elements() {
        assert!(ElementCounter::new(oid::INT4, Oid::INVALID, 100).is_none());
        // bit[]: nothing to hash it by.
        assert!(ElementCounter::new(Oid(1561), Oid::INVALID, 100).is_none());
    }
}

//! Stable sorting, compiled once.
//!
//! `slice::sort` is compiled anew for every type and every comparison, seven kilobytes each time;
//! all of them were a fifteenth of the WebAssembly module. Here a list is what can compare and swap
//! two of its places, so that only that is compiled anew. Short lists are sorted where they are; of
//! longer ones the places are merged, and the elements then moved along the cycles of that order.
//!
//! ```
//! use toastscope_storage::sort::Arrange;
//! let mut chunks = vec![(2, "b"), (1, "x"), (2, "a")];
//! chunks.arrange_by_key(|(seq, _)| *seq);
//! assert_eq!(chunks, [(1, "x"), (2, "b"), (2, "a")]);
//! ```
//!
//! Where PostgreSQL's own order of equals shows, it is [`crate::qsort`] that sorts.

use std::cmp::Ordering;

/// Lists up to this length are sorted by insertion, which allocates nothing.
const SHORT: usize = 12;

/// Stable sorts for slices.
pub trait Arrange<T> {
    /// Sorts by the elements' own order.
    fn arrange(&mut self)
    where
        T: Ord;
    /// Sorts by a comparison.
    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
    /// Sorts by a key that is computed for each element.
    fn arrange_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> Arrange<T> for [T] {
    fn arrange(&mut self)
    where
        T: Ord,
    {
        self.arrange_by(T::cmp);
    }
    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        let length = self.len();
        sort(&mut Compared { list: self, compare }, length);
    }
    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.arrange_by(|a, b| key(a).cmp(&key(b)));
    }
}

/// What a list must be able to do to be sorted.
trait List {
    /// Whether the element at the first index sorts after the one at the second.
    fn after(&mut self, first: usize, second: usize) -> bool;
    /// Exchanges two elements.
    fn swap(&mut self, first: usize, second: usize);
}

struct Compared<'a, T, F> {
    list: &'a mut [T],
    compare: F,
}

impl<T, F: FnMut(&T, &T) -> Ordering> List for Compared<'_, T, F> {
    fn after(&mut self, first: usize, second: usize) -> bool {
        (self.compare)(&self.list[first], &self.list[second]).is_gt()
    }
    fn swap(&mut self, first: usize, second: usize) {
        self.list.swap(first, second);
    }
}

/// Sorts the first `length` places: short lists by insertion, long ones by merging.
fn sort(list: &mut dyn List, length: usize) {
    if length > SHORT {
        let order = merged(list, length);
        follow(list, order);
        return;
    }
    for next in 1..length {
        let mut at = next;
        while at > 0 && list.after(at - 1, at) {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// For each position, the index of the element that belongs there, by a merge sort.
fn merged(list: &mut dyn List, length: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    let mut next = Vec::with_capacity(length);
    let mut run = 1;
    while run < length {
        next.clear();
        for pair in order.chunks(2 * run) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            while let (Some((l, more)), Some((r, others))) =
                (left.split_first(), right.split_first())
            {
                if list.after(*l, *r) {
                    next.push(*r);
                    right = others;
                } else {
                    next.push(*l);
                    left = more;
                }
            }
            next.extend_from_slice(left);
            next.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut next);
        run *= 2;
    }
    order
}

/// Moves each element to its position, cycle by cycle.
fn follow(list: &mut dyn List, mut order: Vec<usize>) {
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at);
            if from == start {
                break;
            }
            list.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without an order of their own.
    fn numbers(length: usize, below: u64) -> Vec<u64> {
        let mut x = 0x9e37_79b9_7f4a_7c15 ^ length as u64;
        let next = |_| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x % below
        };
        (0..length).map(next).collect()
    }

    #[test]
    fn sorts_as_the_library_does_and_keeps_equals_in_order() {
        for length in (0..40).chain([63, 64, 65, 1000, 4097]) {
            for below in [2, 10, u64::MAX] {
                let mut ours: Vec<_> = numbers(length, below).into_iter().enumerate().collect();
                let mut theirs = ours.clone();
                ours.arrange_by_key(|(_, n)| *n);
                theirs.sort_by_key(|(_, n)| *n);
                assert_eq!(ours, theirs);
                ours.arrange_by(|a, b| b.1.cmp(&a.1));
                theirs.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
                assert_eq!(ours, theirs);
                ours.arrange();
                theirs.sort();
                assert_eq!(ours, theirs);
            }
        }
    }
}

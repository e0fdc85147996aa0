//! The server's sort: not stable, so that ties come out as they do there.
//!
//! `sort_template.h` is Bentley and McIlroy's quicksort with a check for presorted input; a sort
//! under LIMIT keeps a bounded heap instead (`tuplesort.c`). Both are followed step by step.

use std::cmp::Ordering;
pub use storage::btree::pg_qsort as qsort;
use storage::error::Result;

/// The bounded heap of a sort under LIMIT: keeps the `bound` least tuples, the greatest on top
/// (`make_bounded_heap`, `puttuple_common`).
pub struct BoundedHeap<T> {
    bound: usize,
    heap: Vec<T>,
}

impl<T> BoundedHeap<T> {
    /// Makes a heap of the tuples collected so far, and returns those that do not belong to it
    /// (`make_bounded_heap`). Tuples that later ones push out are not returned: the server does not
    /// free their memory either. The comparator given to every method is that of the sort; the heap
    /// reverses it.
    pub fn new(
        tuples: Vec<T>,
        bound: usize,
        cmp: &mut impl FnMut(&T, &T) -> Result<Ordering>,
    ) -> Result<(Self, Vec<T>)> {
        let mut h = BoundedHeap { bound, heap: Vec::with_capacity(bound) };
        let mut refused = Vec::new();
        for t in tuples {
            if h.heap.len() == bound && bound > 0 && cmp(&t, &h.heap[0])?.is_ge() {
                refused.push(t);
            } else if h.heap.len() == bound {
                h.replace_top(t, cmp)?;
            } else {
                h.offer(t, cmp)?;
            }
        }
        Ok((h, refused))
    }

    /// Adds a tuple. If the heap is full, returns the greatest tuple, which is dropped.
    pub fn offer(
        &mut self,
        t: T,
        cmp: &mut impl FnMut(&T, &T) -> Result<Ordering>,
    ) -> Result<Option<T>> {
        if self.heap.len() < self.bound {
            // tuplesort_heap_insert: sift up from the end.
            self.heap.push(t);
            let mut j = self.heap.len() - 1;
            while j > 0 {
                let i = (j - 1) >> 1;
                if cmp(&self.heap[i], &self.heap[j])?.is_ge() {
                    break;
                }
                self.heap.swap(i, j);
                j = i;
            }
            return Ok(None);
        }
        if !self.heap.is_empty() && cmp(&t, &self.heap[0])?.is_lt() {
            return self.replace_top(t, cmp).map(Some);
        }
        Ok(Some(t))
    }

    /// Replaces the heap's top, and returns the old one (`tuplesort_heap_replace_top`).
    fn replace_top(&mut self, t: T, cmp: &mut impl FnMut(&T, &T) -> Result<Ordering>) -> Result<T> {
        let old = std::mem::replace(&mut self.heap[0], t);
        self.sift_down(cmp)?;
        Ok(old)
    }

    /// Moves the top down until no child is greater (`tuplesort_heap_replace_top`).
    fn sift_down(&mut self, cmp: &mut impl FnMut(&T, &T) -> Result<Ordering>) -> Result<()> {
        let n = self.heap.len();
        let mut i = 0;
        loop {
            let mut j = 2 * i + 1;
            if j >= n {
                return Ok(());
            }
            if j + 1 < n && cmp(&self.heap[j], &self.heap[j + 1])?.is_lt() {
                j += 1;
            }
            if cmp(&self.heap[i], &self.heap[j])?.is_ge() {
                return Ok(());
            }
            self.heap.swap(i, j);
            i = j;
        }
    }

    /// The tuples in order (`sort_bounded_heap`).
    pub fn finish(mut self, cmp: &mut impl FnMut(&T, &T) -> Result<Ordering>) -> Result<Vec<T>> {
        let mut sorted = Vec::with_capacity(self.heap.len());
        while let Some(last) = self.heap.pop() {
            if self.heap.is_empty() {
                sorted.push(last);
                break;
            }
            let top = std::mem::replace(&mut self.heap[0], last);
            sorted.push(top);
            // tuplesort_heap_delete_top puts the last tuple on top and sifts it down.
            self.sift_down(cmp)?;
        }
        sorted.reverse();
        Ok(sorted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts() {
        let mut v: Vec<u32> = (0..1000).map(|i| (i * 7919) % 1009).collect();
        qsort(&mut v, &mut |a, b| Ok(a.cmp(b))).unwrap();
        assert!(v.is_sorted());
        let mut cmp = |a: &u32, b: &u32| Ok(a.cmp(b));
        let tuples: Vec<u32> = v.iter().rev().copied().collect();
        let (h, refused) = BoundedHeap::new(tuples, 5, &mut cmp).unwrap();
        assert!(refused.iter().all(|t| *t > v[4]));
        assert_eq!(h.finish(&mut cmp).unwrap(), v[..5]);
    }
}

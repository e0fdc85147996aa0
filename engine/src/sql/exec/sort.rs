//! The server's sort: not stable, so that ties come out as they do there.
//!
//! `sort_template.h` is Bentley and McIlroy's quicksort with a check for presorted input; a sort
//! under LIMIT keeps a bounded heap instead (`tuplesort.c`). Both are followed step by step.

use crate::error::Result;
use std::cmp::Ordering;

/// Sorts in place as `qsort_tuple` does. The comparator may fail (it may have to detoast).
pub fn qsort<T>(a: &mut [T], cmp: &mut impl FnMut(&T, &T) -> Result<Ordering>) -> Result<()> {
    let mut a = a;
    loop {
        let n = a.len();
        if n < 7 {
            for m in 1..n {
                let mut l = m;
                while l > 0 && cmp(&a[l - 1], &a[l])?.is_gt() {
                    a.swap(l, l - 1);
                    l -= 1;
                }
            }
            return Ok(());
        }
        let mut presorted = true;
        for m in 1..n {
            if cmp(&a[m - 1], &a[m])?.is_gt() {
                presorted = false;
                break;
            }
        }
        if presorted {
            return Ok(());
        }
        let mut pm = n / 2;
        if n > 7 {
            let mut pl = 0;
            let mut pn = n - 1;
            if n > 40 {
                let d = n / 8;
                pl = med3(a, pl, pl + d, pl + 2 * d, cmp)?;
                pm = med3(a, pm - d, pm, pm + d, cmp)?;
                pn = med3(a, pn - 2 * d, pn - d, pn, cmp)?;
            }
            pm = med3(a, pl, pm, pn, cmp)?;
        }
        a.swap(0, pm);
        // pc and pd may step below zero in the server's pointers; they are kept one too high here.
        let (mut pa, mut pb) = (1, 1);
        let (mut pc, mut pd) = (n, n);
        loop {
            while pb < pc {
                let r = cmp(&a[pb], &a[0])?;
                if r.is_gt() {
                    break;
                }
                if r.is_eq() {
                    a.swap(pa, pb);
                    pa += 1;
                }
                pb += 1;
            }
            while pb < pc {
                let r = cmp(&a[pc - 1], &a[0])?;
                if r.is_lt() {
                    break;
                }
                if r.is_eq() {
                    a.swap(pc - 1, pd - 1);
                    pd -= 1;
                }
                pc -= 1;
            }
            if pb >= pc {
                break;
            }
            a.swap(pb, pc - 1);
            pb += 1;
            pc -= 1;
        }
        let d = pa.min(pb - pa);
        swap_n(a, 0, pb - d, d);
        let d = (pd - pc).min(n - pd);
        swap_n(a, pb, n - d, d);
        let d1 = pb - pa;
        let d2 = pd - pc;
        let whole = a;
        if d1 <= d2 {
            let (left, right) = whole.split_at_mut(n - d2);
            if d1 > 1 {
                qsort(&mut left[..d1], cmp)?;
            }
            if d2 <= 1 {
                return Ok(());
            }
            a = right;
        } else {
            let (left, right) = whole.split_at_mut(n - d2);
            if d2 > 1 {
                qsort(right, cmp)?;
            }
            if d1 <= 1 {
                return Ok(());
            }
            a = &mut left[..d1];
        }
    }
}

fn swap_n<T>(a: &mut [T], from: usize, to: usize, n: usize) {
    for i in 0..n {
        a.swap(from + i, to + i);
    }
}

fn med3<T>(
    a: &[T],
    x: usize,
    y: usize,
    z: usize,
    cmp: &mut impl FnMut(&T, &T) -> Result<Ordering>,
) -> Result<usize> {
    Ok(if cmp(&a[x], &a[y])?.is_lt() {
        if cmp(&a[y], &a[z])?.is_lt() {
            y
        } else if cmp(&a[x], &a[z])?.is_lt() {
            z
        } else {
            x
        }
    } else if cmp(&a[y], &a[z])?.is_gt() {
        y
    } else if cmp(&a[x], &a[z])?.is_lt() {
        x
    } else {
        z
    })
}

/// The bounded heap of a sort under LIMIT: keeps the `bound` least tuples, the greatest on top
/// (`make_bounded_heap`, `puttuple_common`).
pub struct BoundedHeap<T> {
    bound: usize,
    heap: Vec<T>,
}

impl<T> BoundedHeap<T> {
    /// Turns the tuples collected so far into a heap. The comparator given to every method is the
    /// sort's own; the heap reverses it.
    pub fn new(
        tuples: Vec<T>,
        bound: usize,
        cmp: &mut impl FnMut(&T, &T) -> Result<Ordering>,
    ) -> Result<Self> {
        let mut h = BoundedHeap { bound, heap: Vec::with_capacity(bound) };
        for t in tuples {
            h.offer(t, cmp)?;
        }
        Ok(h)
    }

    /// Takes one more tuple, or drops it.
    pub fn offer(&mut self, t: T, cmp: &mut impl FnMut(&T, &T) -> Result<Ordering>) -> Result<()> {
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
            return Ok(());
        }
        if !self.heap.is_empty() && cmp(&t, &self.heap[0])?.is_lt() {
            self.replace_top(t, cmp)?;
        }
        Ok(())
    }

    fn replace_top(
        &mut self,
        t: T,
        cmp: &mut impl FnMut(&T, &T) -> Result<Ordering>,
    ) -> Result<()> {
        let n = self.heap.len();
        self.heap[0] = t;
        let mut i = 0;
        loop {
            let mut j = 2 * i + 1;
            if j >= n {
                break;
            }
            if j + 1 < n && cmp(&self.heap[j], &self.heap[j + 1])?.is_lt() {
                j += 1;
            }
            if cmp(&self.heap[i], &self.heap[j])?.is_ge() {
                break;
            }
            self.heap.swap(i, j);
            i = j;
        }
        Ok(())
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
            let n = self.heap.len();
            let mut i = 0;
            loop {
                let mut j = 2 * i + 1;
                if j >= n {
                    break;
                }
                if j + 1 < n && cmp(&self.heap[j], &self.heap[j + 1])?.is_lt() {
                    j += 1;
                }
                if cmp(&self.heap[i], &self.heap[j])?.is_ge() {
                    break;
                }
                self.heap.swap(i, j);
                i = j;
            }
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
        let h = BoundedHeap::new(v.iter().rev().copied().collect(), 5, &mut cmp).unwrap();
        assert_eq!(h.finish(&mut cmp).unwrap(), v[..5]);
    }
}

//! PostgreSQL's own quicksort (`lib/sort_template.h`): Bentley and McIlroy's, with a check for
//! input that is sorted already.
//!
//! It is not stable, so where ties exist the result depends on the algorithm itself: which of two
//! equally good split points comes first, and which of several duplicates CREATE UNIQUE INDEX
//! complains about.

use crate::error::Result;
use std::cmp::Ordering;

/// Sorts `a`; an error of the comparison ends the sort at once.
pub fn pg_qsort<T, F>(mut a: &mut [T], cmp: &mut F) -> Result<()>
where
    F: FnMut(&T, &T) -> Result<Ordering>,
{
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
        // Elements equal to the pivot gather at both ends: [0, pa) and (pd, n).
        let (mut pa, mut pb) = (1usize, 1usize);
        let (mut pc, mut pd) = (n as isize - 1, n as isize - 1);
        loop {
            while pb as isize <= pc {
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
            while pb as isize <= pc {
                let r = cmp(&a[pc as usize], &a[0])?;
                if r.is_lt() {
                    break;
                }
                if r.is_eq() {
                    a.swap(pc as usize, pd as usize);
                    pd -= 1;
                }
                pc -= 1;
            }
            if pb as isize > pc {
                break;
            }
            a.swap(pb, pc as usize);
            pb += 1;
            pc -= 1;
        }
        let d = pa.min(pb - pa);
        swap_n(a, 0, pb - d, d);
        let d = ((pd - pc) as usize).min((n as isize - pd - 1) as usize);
        swap_n(a, pb, n - d, d);
        let d1 = pb - pa;
        let d2 = (pd - pc) as usize;
        if d1 <= d2 {
            if d1 > 1 {
                pg_qsort(&mut a[..d1], cmp)?;
            }
            if d2 <= 1 {
                return Ok(());
            }
            a = &mut a[n - d2..];
        } else {
            if d2 > 1 {
                pg_qsort(&mut a[n - d2..], cmp)?;
            }
            if d1 <= 1 {
                return Ok(());
            }
            a = &mut a[..d1];
        }
    }
}

/// Swaps two runs of `n` elements (`DO_SWAPN`).
fn swap_n<T>(a: &mut [T], x: usize, y: usize, n: usize) {
    for i in 0..n {
        a.swap(x + i, y + i);
    }
}

/// The place of the middle one of three elements (`DO_MED3`).
fn med3<T, F>(a: &[T], x: usize, y: usize, z: usize, cmp: &mut F) -> Result<usize>
where
    F: FnMut(&T, &T) -> Result<Ordering>,
{
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_and_is_not_stable_in_postgresqls_way() {
        let mut v: Vec<(i32, i32)> = (0..100).map(|i| ((i * 37) % 10, i)).collect();
        pg_qsort(&mut v, &mut |a, b| Ok(a.0.cmp(&b.0))).unwrap();
        assert!(v.windows(2).all(|w| w[0].0 <= w[1].0));
        assert!(v.windows(2).any(|w| w[0].0 == w[1].0 && w[0].1 > w[1].1));
        let mut sorted: Vec<i32> = (0..50).collect();
        pg_qsort(&mut sorted, &mut |a, b| Ok(a.cmp(b))).unwrap();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
    }
}

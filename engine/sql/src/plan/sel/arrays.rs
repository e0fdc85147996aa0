//! How many arrays contain an element, or lie within a list, by the most common elements that ANALYZE found
//! (`array_selfuncs.c`). The elements are taken as independent of each other; numbers are of 32 bits where the
//! server's are.

use super::defaults::clamp;
use super::variable::VarData;
use std::cmp::Ordering;
use storage::datum::Datum;
use storage::heap::statistics::ColumnStats;
use storage::ids::Oid;
use storage::types;

/// The part of arrays that contain something nothing is known of (`DEFAULT_CONTAIN_SEL`).
const CONTAINS: f64 = 0.005;

/// Operations on the common elements beyond which the rarer elements of a list are left out (`EFFORT`).
const EFFORT: usize = 100;

/// What an operator on arrays tests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArrayTest {
    /// `@>`: all of these elements.
    All,
    /// `&&`: one of them.
    Any,
    /// `<@`: no others.
    Only,
}

/// The default selectivity if the elements are not known.
pub(super) fn default(operator: &str) -> f64 {
    if operator == "&&" { 2.0 * CONTAINS } else { CONTAINS }
}

/// The share of a column's arrays that an operator with these elements selects (`mcelem_array_selec`).
pub(super) fn selectivity(
    data: &VarData,
    element: Oid,
    collation: Oid,
    mut wanted: Vec<Datum>,
    test: ArrayTest,
) -> f64 {
    let order = |a: &Datum, b: &Datum| types::compare(element, collation, a, b);
    let all = wanted.len();
    wanted.retain(|d| !d.is_null());
    if test == ArrayTest::All && wanted.len() < all {
        return 0.0;
    }
    wanted.sort_by(order);
    wanted.dedup_by(|a, b| order(a, b) == Ordering::Equal);
    let stats = data.stats.as_deref();
    let known = stats.filter(|s| s.element_shares.len() == s.elements.len() + 3);
    let s = match (test, known) {
        (ArrayTest::Only, Some(s)) if s.element_counts.len() >= 3 => {
            f64::from(only(s, &wanted, &order))
        }
        (ArrayTest::Only, _) => CONTAINS,
        _ => {
            let mut s = if test == ArrayTest::All { 1.0 } else { 0.0 };
            for d in &wanted {
                let one = share(known, d, &order).0;
                s = clamp(if test == ArrayTest::All { s * one } else { s + one - s * one });
            }
            s
        }
    };
    clamp(s * (1.0 - stats.map_or(0.0, |s| f64::from(s.null_frac))))
}

/// The share of arrays that contain an element, and its index among the common elements.
fn share(
    known: Option<&ColumnStats>,
    wanted: &Datum,
    order: &dyn Fn(&Datum, &Datum) -> Ordering,
) -> (f64, Option<usize>) {
    let Some(s) = known else { return (CONTAINS, None) };
    match s.elements.binary_search_by(|e| order(e, wanted)) {
        Ok(at) => (f64::from(s.element_shares[at]), Some(at)),
        Err(_) => (CONTAINS.min(f64::from(s.element_shares[s.elements.len()] / 2.0)), None),
    }
}

/// The share of arrays that have no element outside of a list (`mcelem_array_contained_selec`).
fn only(s: &ColumnStats, wanted: &[Datum], order: &dyn Fn(&Datum, &Datum) -> Ordering) -> f32 {
    let common = &s.element_shares[..s.elements.len()];
    let (mean, counts) = s.element_counts.split_last().map_or((0.0, &[][..]), |(m, c)| (*m, c));
    let found: Vec<(f64, Option<usize>)> =
        wanted.iter().map(|d| share(Some(s), d, order)).collect();
    let mut others = 1.0f32;
    let mut rare = mean;
    for (i, f) in common.iter().enumerate() {
        if !found.iter().any(|(_, at)| *at == Some(i)) {
            others *= 1.0 - f;
        }
        rare -= f;
    }
    others *= f64::from(-rare).exp() as f32;
    let mut shares: Vec<f32> = found.iter().map(|(f, _)| *f as f32).collect();
    let n = common.len();
    if n + shares.len() > 0 && shares.len() > EFFORT * n / (n + shares.len()) {
        let b = n as f64;
        shares.sort_by(|x, y| y.total_cmp(x));
        shares.truncate((((b * b + 4.0 * EFFORT as f64 * b).sqrt() - b) / 2.0) as usize);
    }
    let most = shares.len();
    let among = by_count(&shares, most, 0.0);
    let of_all = by_count(common, most, rare);
    let parts = parts_by_count(counts, most);
    let mut sum = 0.0f32;
    for i in 0..=most {
        if of_all[i] > 0.0 {
            sum += parts[i] * others * among[i] / of_all[i];
        }
    }
    (sum * (1.0 - s.element_shares[n + 2])).clamp(0.0, 1.0)
}

/// The share of arrays with each number of distinct elements, 0 to `most`, by the histogram of that
/// number (`calc_hist`).
fn parts_by_count(bounds: &[f32], most: usize) -> Vec<f32> {
    let bin = 1.0 / (bounds.len() as f32 - 1.0);
    let (mut i, mut before) = (0, 0.0f32);
    let half = |width: f32| if width > 0.0 { 0.5 / width } else { 0.0 };
    let part = |k| {
        let first = i;
        while i < bounds.len() && bounds[i] <= k as f32 {
            i += 1;
        }
        if i == first {
            return if before > 0.0 { bin / before } else { 0.0 };
        }
        let after = if i < bounds.len() { bounds[i] - bounds[i - 1] } else { 0.0 };
        let boxes = (i - first - 1) as f32 + half(after) + half(before);
        before = after;
        bin * boxes
    };
    (0..=most).map(part).collect()
}

/// The probability that 0 to `most` of some elements occur together, given the share of each,
/// besides `rare` others on average (`calc_distr`).
#[inline(never)]
fn by_count(shares: &[f32], most: usize, rare: f32) -> Vec<f32> {
    let mut row = vec![0.0f32; most + 1];
    row[0] = 1.0;
    for (i, t) in shares.iter().enumerate() {
        for j in (0..=most.min(i + 1)).rev() {
            let without = if j <= i { row[j] * (1.0 - t) } else { 0.0 };
            row[j] = if j > 0 { without + row[j - 1] * t } else { without };
        }
    }
    if f64::from(rare) <= CONTAINS {
        return row;
    }
    let mut all = vec![0.0f32; most + 1];
    let mut t = f64::from(-rare).exp() as f32;
    for i in 0..=most {
        for j in 0..=most - i {
            all[i + j] += row[j] * t;
        }
        t *= rare / (i as f32 + 1.0);
    }
    all
}

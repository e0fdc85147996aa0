//! From the sampled values of one column to its statistics (`analyze.c`: `compute_scalar_stats`,
//! `compute_distinct_stats`, `compute_trivial_stats`, `analyze_mcv_list`).
//!
//! The sorted sample is one pass of groups of equal values:
//!
//! ```text
//! values   3 3 3 3 | 5 | 7 7 | 8 | 9        tupno  0 2 5 6 | 1 | 3 8 | 4 | 7
//!          most common   |  histogram bounds: 5 7 8 9 (what the MCV list leaves)
//! ```

use crate::datum::Datum;
use crate::error::Result;
use crate::heap::statistics::ColumnStats;
use crate::sort::Arrange;
use std::cmp::Ordering;

/// Values whose raw size is above this are counted but not looked at (`WIDTH_THRESHOLD`).
pub const WIDTH_THRESHOLD: usize = 1024;

/// One sampled value of a column.
pub struct SampledValue {
    /// The value, detoasted; `None` when it is too wide to look at.
    pub value: Option<Datum>,
    /// Bytes it takes in its row, a TOAST pointer counting as a pointer.
    pub stored: usize,
}

/// What kind of statistics a type allows.
#[derive(Clone, Copy)]
pub enum StatisticsKind<'a> {
    /// It has an order: `compute_scalar_stats`.
    Scalar(&'a dyn Fn(&Datum, &Datum) -> Ordering),
    /// It has an equality only: `compute_distinct_stats`.
    Distinct(&'a dyn Fn(&Datum, &Datum) -> bool),
    /// It has neither: `compute_trivial_stats`.
    Trivial,
}

/// A column to compute statistics for.
pub struct Column<'a> {
    /// What its type allows.
    pub method: StatisticsKind<'a>,
    /// Its type's fixed width in bytes, negative when it varies (`typlen`).
    pub len: i16,
    /// How many most common values and histogram bins to keep (`attstattarget`).
    pub target: usize,
}

/// A group of equal values in the sorted sample.
#[derive(Clone, Copy)]
struct Group {
    count: usize,
    first: usize,
}

/// Computes a column's statistics from a sample of `sample_rows` rows of about `total_rows`.
/// `next` gives the rows' values in physical order: `None` at the end, `Some(None)` for NULL.
pub fn compute(
    column: &Column<'_>,
    sample_rows: usize,
    total_rows: f64,
    mut next: impl FnMut() -> Result<Option<Option<SampledValue>>>,
) -> Result<Option<ColumnStats>> {
    let mut nulls = 0usize;
    let mut too_wide = 0usize;
    let mut width = 0f64;
    let mut nonnull = 0usize;
    let mut values: Vec<Datum> = Vec::new();
    while let Some(row) = next()? {
        let Some(sampled) = row else {
            nulls += 1;
            continue;
        };
        nonnull += 1;
        width += sampled.stored as f64;
        match sampled.value {
            Some(v) if !matches!(column.method, StatisticsKind::Trivial) => values.push(v),
            Some(_) => {}
            None => too_wide += 1,
        }
    }
    if nonnull == 0 && nulls == 0 {
        return Ok(None);
    }
    let mut stats = ColumnStats::default();
    if nonnull == 0 {
        stats.null_frac = 1.0;
        stats.avg_width = i32::from(column.len.max(0));
        return Ok(Some(stats));
    }
    stats.null_frac = (nulls as f64 / sample_rows as f64) as f32;
    stats.avg_width =
        if column.len < 0 { (width / nonnull as f64) as i32 } else { i32::from(column.len) };
    let sample = SampleCounts { rows: sample_rows, nulls, nonnull, too_wide, total_rows };
    match column.method {
        StatisticsKind::Scalar(compare) if !values.is_empty() => {
            scalar(&mut stats, values, compare, &sample, column.target);
        }
        StatisticsKind::Distinct(equal) => {
            distinct(&mut stats, &values, equal, &sample, column.target)
        }
        StatisticsKind::Scalar(_) => stats.n_distinct = -(1.0 - stats.null_frac),
        StatisticsKind::Trivial => {}
    }
    Ok(Some(stats))
}

/// Counts of the sample as a whole.
struct SampleCounts {
    rows: usize,
    nulls: usize,
    nonnull: usize,
    too_wide: usize,
    total_rows: f64,
}

impl SampleCounts {
    /// The Duj1 estimator of Haas and Stokes: n·d / (n − f1 + f1·n/N).
    fn estimate_distinct(&self, once: usize, several: usize, null_frac: f32) -> f32 {
        let d = (once + several) as f64;
        let once = once as f64;
        let n = (self.rows - self.nulls) as f64;
        let total = self.total_rows * (1.0 - f64::from(null_frac));
        let mut estimate =
            if total > 0.0 { (n * d) / ((n - once) + once * n / total) } else { 0.0 };
        if estimate < d {
            estimate = d;
        }
        if estimate > total {
            estimate = total;
        }
        (estimate + 0.5).floor() as f32
    }

    /// The number of distinct values as `stadistinct` stores it: if it exceeds a tenth of the rows,
    /// negative, as a share of the rows.
    fn scale(&self, n_distinct: f32) -> f32 {
        if f64::from(n_distinct) > 0.1 * self.total_rows {
            (-(f64::from(n_distinct) / self.total_rows)) as f32
        } else {
            n_distinct
        }
    }
}

/// Computes the statistics of values that have an order (`compute_scalar_stats`).
fn scalar(
    stats: &mut ColumnStats,
    values: Vec<Datum>,
    compare: &dyn Fn(&Datum, &Datum) -> Ordering,
    sample: &SampleCounts,
    target: usize,
) {
    let count = values.len();
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.arrange_by(|&a, &b| compare(&values[a as usize], &values[b as usize]).then(a.cmp(&b)));
    let at = |i: usize| &values[order[i] as usize];

    let mut track: Vec<Group> = Vec::new();
    let (mut distinct, mut multiple, mut dups) = (0usize, 0usize, 0usize);
    let mut xysum = 0f64;
    for (i, &tupno) in order.iter().enumerate() {
        xysum += i as f64 * f64::from(tupno);
        dups += 1;
        if i + 1 == count || compare(at(i), at(i + 1)) != Ordering::Equal {
            distinct += 1;
            if dups > 1 {
                multiple += 1;
                keep(&mut track, Group { count: dups, first: i + 1 - dups }, target);
            }
            dups = 0;
        }
    }
    stats.n_distinct = if multiple == 0 {
        -(1.0 - stats.null_frac)
    } else if sample.too_wide == 0 && multiple == distinct {
        distinct as f32
    } else {
        let once = distinct - multiple + sample.too_wide;
        sample.estimate_distinct(once, multiple, stats.null_frac)
    };
    stats.n_distinct = sample.scale(stats.n_distinct);

    let complete = track.len() == distinct
        && sample.too_wide == 0
        && stats.n_distinct > 0.0
        && track.len() <= target;
    if !complete {
        let counts: Vec<usize> = track.iter().map(|g| g.count).collect();
        track.truncate(worth_storing(&counts, stats, sample));
    }
    stats.most_common = track
        .iter()
        .map(|g| (at(g.first).clone(), (g.count as f64 / sample.rows as f64) as f32))
        .collect();

    let bounds = (distinct - track.len()).min(target + 1);
    if bounds >= 2 {
        track.arrange_by_key(|g| g.first);
        let mut common = track.iter().peekable();
        let mut rest: Vec<u32> = Vec::with_capacity(count);
        let mut i = 0;
        while i < count {
            match common.peek() {
                Some(g) if g.first == i => {
                    i += g.count;
                    common.next();
                }
                _ => {
                    rest.push(order[i]);
                    i += 1;
                }
            }
        }
        stats.histogram = (0..bounds)
            .map(|b| values[rest[b * (rest.len() - 1) / (bounds - 1)] as usize].clone())
            .collect();
    }
    if count > 1 {
        let n = count as f64;
        let xsum = (n - 1.0) * n / 2.0;
        let x2sum = (n - 1.0) * n * (2.0 * n - 1.0) / 6.0;
        stats.correlation = Some(((n * xysum - xsum * xsum) / (n * x2sum - xsum * xsum)) as f32);
    }
}

/// Puts a group into the list of the `target` most common ones, sorted by descending count.
fn keep(track: &mut Vec<Group>, group: Group, target: usize) {
    if track.len() >= target && track.last().is_none_or(|last| group.count <= last.count) {
        return;
    }
    if track.len() >= target {
        track.pop();
    }
    let place = track.iter().rposition(|g| g.count >= group.count).map_or(0, |p| p + 1);
    track.insert(place, group);
}

/// Computes the statistics of values that are only equal or not (`compute_distinct_stats`).
fn distinct(
    stats: &mut ColumnStats,
    values: &[Datum],
    equal: &dyn Fn(&Datum, &Datum) -> bool,
    sample: &SampleCounts,
    target: usize,
) {
    let room = (2 * target).max(10);
    let mut track: Vec<(&Datum, usize)> = Vec::new();
    for value in values {
        let found = track.iter().position(|(v, _)| equal(value, v));
        if let Some(mut j) = found {
            track[j].1 += 1;
            while j > 0 && track[j].1 > track[j - 1].1 {
                track.swap(j, j - 1);
                j -= 1;
            }
        } else {
            let once = track.iter().position(|&(_, c)| c == 1).unwrap_or(track.len());
            if track.len() == room {
                if once == room {
                    continue;
                }
                track.pop();
            }
            track.insert(once, (value, 1));
        }
    }
    let multiple = track.iter().take_while(|&&(_, c)| c > 1).count();
    let sum: usize = track[..multiple].iter().map(|&(_, c)| c).sum();
    let all = track.len() < room && sample.too_wide == 0;
    stats.n_distinct = if multiple == 0 {
        -(1.0 - stats.null_frac)
    } else if all && multiple == track.len() {
        track.len() as f32
    } else {
        sample.estimate_distinct(sample.nonnull - sum, multiple, stats.null_frac)
    };
    stats.n_distinct = sample.scale(stats.n_distinct);
    let keep = if all && stats.n_distinct > 0.0 && track.len() <= target {
        track.len()
    } else {
        let counts: Vec<usize> = track.iter().take(target).map(|&(_, c)| c).collect();
        worth_storing(&counts, stats, sample)
    };
    stats.most_common = track[..keep]
        .iter()
        .map(|&(v, c)| (v.clone(), (c as f64 / sample.rows as f64) as f32))
        .collect();
}

/// How many of the most common values are significantly more common than the rest
/// (`analyze_mcv_list`).
fn worth_storing(counts: &[usize], stats: &ColumnStats, sample: &SampleCounts) -> usize {
    let total = sample.total_rows;
    let mut num = counts.len();
    if sample.rows as f64 == total || total <= 1.0 {
        return num;
    }
    let mut distinct = f64::from(stats.n_distinct);
    if distinct < 0.0 {
        distinct *= -total;
    }
    let rows = sample.rows as f64;
    let mut sum: f64 = counts.iter().take(num.saturating_sub(1)).map(|&c| c as f64).sum();
    while num > 0 {
        let mut selectivity = (1.0 - sum / rows - f64::from(stats.null_frac)).clamp(0.0, 1.0);
        let others = distinct - (num - 1) as f64;
        if others > 1.0 {
            selectivity /= others;
        }
        let count = counts[num - 1] as f64;
        let k = total * count / rows;
        let variance = rows * k * (total - k) * (total - rows) / (total * total * (total - 1.0));
        if count > selectivity * rows + 2.0 * variance.sqrt() + 0.5 {
            break;
        }
        num -= 1;
        if num > 0 {
            sum -= counts[num - 1] as f64;
        }
    }
    num
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats_of(values: &[Option<i32>]) -> ColumnStats {
        let order = |a: &Datum, b: &Datum| a.as_i32().cmp(&b.as_i32());
        let column = Column { method: StatisticsKind::Scalar(&order), len: 4, target: 100 };
        let mut rows = values.iter();
        compute(&column, values.len(), values.len() as f64, || {
            Ok(rows
                .next()
                .map(|v| v.map(|v| SampledValue { value: Some(Datum::i32(v)), stored: 4 })))
        })
        .unwrap()
        .unwrap()
    }

    #[test]
    fn a_serial_column_is_unique_and_correlated() {
        let values: Vec<_> = (1..=1000).map(Some).collect();
        let stats = stats_of(&values);
        assert_eq!(stats.n_distinct, -1.0);
        assert_eq!(stats.correlation, Some(1.0));
        assert_eq!(stats.histogram.len(), 101);
        assert_eq!(stats.histogram[1], Datum::i32(10));
        assert!(stats.most_common.is_empty());
    }

    #[test]
    fn few_values_are_all_most_common() {
        let values: Vec<_> = (0..100).map(|i| (i % 4 != 0).then_some(i % 4)).collect();
        let stats = stats_of(&values);
        assert_eq!(stats.null_frac, 0.25);
        assert_eq!(stats.n_distinct, 3.0);
        assert_eq!(stats.most_common.len(), 3);
        assert_eq!(stats.most_common[0], (Datum::i32(1), 0.25));
        assert!(stats.histogram.is_empty());
    }
}

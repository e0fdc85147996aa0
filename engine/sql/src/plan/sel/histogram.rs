//! How much of a histogram lies below a value (`scalarineqsel`, `ineq_histogram_selectivity`), and how
//! far two sorted columns overlap (`mergejoinscansel`).

use super::defaults::{DEFAULT_INEQ_SEL, clamp};
use super::endpoint::endpoint;
use super::variable::{VarData, examine, num_distinct, same_form, variable_range};
use crate::expr::{Expr, OpCall};
use crate::plan::root::{Planner, Root};
use std::borrow::Cow;
use std::cmp::Ordering;
use storage::datum::Datum;
use storage::heap::statistics::ColumnStats;
use storage::ids::Oid;
use storage::types::datetime::calendar::DAY;
use storage::types::{self, oid};

/// Returns the share of rows less than a value of this type, or (`gt`) greater; `eq`: or equal. `sorted`: whether the
/// histogram is in the order of the operator, which that of `~<~` is not (`scalarineqsel`).
#[allow(clippy::too_many_arguments)]
pub(super) fn scalar_ineq(
    pl: &mut Planner<'_>,
    root: &Root,
    data: &VarData,
    stats: &ColumnStats,
    var: &Expr,
    gt: bool,
    eq: bool,
    sorted: bool,
    value: (&Datum, Oid),
) -> f64 {
    let holds = |v: &Datum| {
        if !same_form(value.0, v) {
            return false;
        }
        let order = match (moment(var.type_oid, v), moment(value.1, value.0)) {
            (Some(v), Some(value)) => v.cmp(&value),
            _ => types::compare(var.type_oid, var.collation, v, value.0),
        };
        match order {
            Ordering::Less => !gt,
            Ordering::Equal => eq,
            Ordering::Greater => gt,
        }
    };
    let mut mcv = 0.0;
    let mut common = 0.0;
    for (v, f) in &stats.most_common {
        if holds(v) {
            mcv += f64::from(*f);
        }
        common += f64::from(*f);
    }
    let mut s = 1.0 - f64::from(stats.null_frac) - common;
    let share = match sorted {
        true => histogram_ineq(pl, root, data, stats, var, gt, eq, value, &holds),
        false => counted_share(&stats.histogram, &holds),
    };
    s *= share.unwrap_or(0.5);
    clamp(s + mcv)
}

/// The share of a histogram's bounds that satisfy a condition; `None` without a histogram (`ineq_histogram_selectivity`,
/// of a histogram in another order).
fn counted_share(bounds: &[Datum], holds: &dyn Fn(&Datum) -> bool) -> Option<f64> {
    let last = bounds.len().checked_sub(1).filter(|last| *last > 0)?;
    let share = bounds.iter().filter(|v| holds(v)).count() as f64 / bounds.len() as f64;
    let cutoff = 0.01 / last as f64;
    Some(share.clamp(cutoff, 1.0 - cutoff))
}

/// Puts the column's first or last value of now in place of the bound `end` of its histogram; false if no index has it.
#[inline(never)]
fn replace_end(
    pl: &mut Planner<'_>,
    root: &Root,
    data: &VarData,
    var: &Expr,
    bounds: &mut Cow<'_, [Datum]>,
    end: usize,
) -> bool {
    let now = endpoint(pl, root, data, var, end > 0);
    now.map(|now| bounds.to_mut()[end] = now).is_some()
}

/// Returns the share of the histogram less than a value, or (`gt`) greater; `eq`: or equal; `None`
/// without a histogram. `holds` says whether a bound satisfies the condition
/// (`ineq_histogram_selectivity`).
#[allow(clippy::too_many_arguments)]
pub(super) fn histogram_ineq(
    pl: &mut Planner<'_>,
    root: &Root,
    data: &VarData,
    stats: &ColumnStats,
    var: &Expr,
    gt: bool,
    eq: bool,
    value: (&Datum, Oid),
    holds: &dyn Fn(&Datum) -> bool,
) -> Option<f64> {
    let mut h = Cow::Borrowed(&stats.histogram[..]);
    if h.len() < 2 {
        return None;
    }
    let last = h.len() - 1;
    let mut real = false;
    let (mut low, mut high) = (0, h.len());
    while low < high {
        let probe = (low + high) / 2;
        // The search replaces both bounds of a histogram of two when it comes to the last, where it begins.
        if probe == last || probe == 0 && last > 1 {
            real = (last > 1 || replace_end(pl, root, data, var, &mut h, 0))
                && replace_end(pl, root, data, var, &mut h, probe);
        }
        if holds(&h[probe]) != gt {
            low = probe + 1;
        } else {
            high = probe;
        }
    }
    let i = low;
    let frac = if i == 0 {
        0.0
    } else if i >= h.len() {
        1.0
    } else {
        let mut eq_sel = 0.0;
        if i == 1 || gt == eq {
            let others = num_distinct(root, data).0 - stats.most_common.len() as f64;
            if others > 1.0 {
                eq_sel = 1.0 / others;
            }
        }
        let bin = match (
            scalar(value.1, value.0),
            scalar(var.type_oid, &h[i - 1]),
            scalar(var.type_oid, &h[i]),
        ) {
            (Some(v), Some(lo), Some(hi)) => {
                if hi <= lo {
                    0.5
                } else if v <= lo {
                    0.0
                } else if v >= hi {
                    1.0
                } else {
                    (v - lo) / (hi - lo)
                }
            }
            _ => string_bin(var.type_oid, value.0, &h[i - 1], &h[i]).unwrap_or(0.5),
        };
        let mut frac = ((i - 1) as f64 + bin) / (h.len() - 1) as f64;
        if i == 1 {
            frac += eq_sel * (1.0 - bin);
        }
        if gt == eq {
            frac -= eq_sel;
        }
        frac
    };
    let s = if gt { 1.0 - frac } else { frac };
    // What ANALYZE saw last is not taken as the very end.
    let cutoff = if real { 0.0 } else { 0.01 / last as f64 };
    Some(s.clamp(cutoff, 1.0 - cutoff))
}

/// A date, or a timestamp, in microseconds since 2000; `None` for other types (`convert_timevalue_to_scalar`).
pub(super) fn moment(type_oid: Oid, d: &Datum) -> Option<i128> {
    match type_oid {
        oid::TIMESTAMP | oid::TIMESTAMPTZ => Some(i128::from(d.as_i64())),
        oid::DATE => Some(match d.as_i32() {
            i32::MIN => i128::MIN,
            i32::MAX => i128::MAX,
            days => i128::from(days) * i128::from(DAY),
        }),
        _ => None,
    }
}

/// A date as the timestamp at its midnight, and such a timestamp as the date, if a column of the first type is compared
/// with a value of the second; any other value as it is.
pub(super) fn in_type_of(column: Oid, value_type: Oid, d: Datum) -> Datum {
    match (column, moment(value_type, &d)) {
        (oid::TIMESTAMP | oid::TIMESTAMPTZ, Some(m)) if value_type == oid::DATE => {
            Datum::i64(m.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
        }
        (oid::DATE, Some(m)) if value_type != oid::DATE && m % i128::from(DAY) == 0 => {
            Datum::i32((m / i128::from(DAY)) as i32)
        }
        _ => d,
    }
}

/// `convert_to_scalar` for types that are numbers.
fn scalar(type_oid: Oid, d: &Datum) -> Option<f64> {
    if type_oid == oid::NUMERIC {
        let Datum::Ref(_) = d else { return None };
        return Some(types::numeric::Numeric::from_payload(types::payload(d)).to_f64_lossy());
    }
    let Datum::Word(w) = d else { return None };
    if let Some(moment) = moment(type_oid, d) {
        return Some(moment as f64);
    }
    Some(match type_oid {
        oid::FLOAT4 => f64::from(f32::from_bits(*w as u32)),
        oid::FLOAT8 => f64::from_bits(*w),
        oid::OID | oid::REGCLASS | oid::XID => *w as u32 as f64,
        _ => *w as i64 as f64,
    })
}

/// `convert_string_to_scalar` for text-like types.
fn string_bin(type_oid: Oid, v: &Datum, lo: &Datum, hi: &Datum) -> Option<f64> {
    if !matches!(type_oid, oid::TEXT | oid::VARCHAR | oid::BPCHAR | oid::NAME | oid::BYTEA) {
        return None;
    }
    let bytes = |d| match type_oid {
        oid::NAME => Datum::as_name(d).as_bytes(),
        _ => types::payload(d),
    };
    let (v, lo, hi) = (bytes(v), bytes(lo), bytes(hi));
    let mut range_lo = 255u8;
    let mut range_hi = 0u8;
    if type_oid == oid::BYTEA {
        (range_lo, range_hi) = (0, 255);
    } else {
        for &c in lo.iter().chain(hi) {
            range_lo = range_lo.min(c);
            range_hi = range_hi.max(c);
        }
        let overlaps = |a: u8, b: u8| range_lo <= b && range_hi >= a;
        let (mut l, mut h) = (range_lo, range_hi);
        for (a, b) in [(b'A', b'Z'), (b'a', b'z'), (b'0', b'9')] {
            if overlaps(a, b) {
                l = l.min(a);
                h = h.max(b);
            }
        }
        (range_lo, range_hi) = (l, h);
        if range_lo >= range_hi {
            (range_lo, range_hi) = (b' ', 127);
        }
    }
    let mut skip = 0;
    while skip < lo.len()
        && skip < hi.len()
        && skip < v.len()
        && lo[skip] == hi[skip]
        && lo[skip] == v[skip]
    {
        skip += 1;
    }
    let base = f64::from(range_hi) - f64::from(range_lo) + 1.0;
    let number = |s: &[u8]| {
        let mut n = 0.0;
        let mut unit = base;
        for &c in s[skip.min(s.len())..].iter().take(12) {
            let c = f64::from(c);
            let c = c.clamp(f64::from(range_lo) - 1.0, f64::from(range_hi) + 1.0);
            n += (c - f64::from(range_lo)) / unit;
            unit *= base;
        }
        n
    };
    let (v, lo, hi) = (number(v), number(lo), number(hi));
    Some(if hi <= lo {
        0.5
    } else if v <= lo {
        0.0
    } else if v >= hi {
        1.0
    } else {
        (v - lo) / (hi - lo)
    })
}

/// Returns where a merge starts and ends on the left and on the right side, as shares of their
/// rows, in the order that `descending` and `nulls_first` say; `None` without statistics
/// (`mergejoinscansel`).
pub fn merge_scan(
    pl: &mut Planner<'_>,
    root: &Root,
    o: &OpCall,
    descending: bool,
    nulls_first: bool,
) -> Option<((f64, f64), (f64, f64))> {
    let (left, right) = (&o.args[0], &o.args[1]);
    let (dl, dr) = (examine(pl, root, left), examine(pl, root, right));
    let (mut lr, mut rr) = (variable_range(&dl, left)?, variable_range(&dr, right)?);
    if descending {
        std::mem::swap(&mut lr.0, &mut lr.1);
        std::mem::swap(&mut rr.0, &mut rr.1);
    }
    let mut part = |data: &VarData, e: &Expr, eq: bool, value: (&Datum, Oid)| {
        let stats = data.stats.as_ref()?;
        Some(scalar_ineq(pl, root, data, stats, e, descending, eq, true, value))
            .filter(|s| *s != DEFAULT_INEQ_SEL)
    };
    let mut left_end = part(&dl, left, true, (&rr.1, right.type_oid)).unwrap_or(1.0);
    let mut right_end = part(&dr, right, true, (&lr.1, left.type_oid)).unwrap_or(1.0);
    if left_end > right_end {
        left_end = 1.0;
    } else if left_end < right_end {
        right_end = 1.0;
    } else {
        (left_end, right_end) = (1.0, 1.0);
    }
    let mut left_start = part(&dl, left, false, (&rr.0, right.type_oid)).unwrap_or(0.0);
    let mut right_start = part(&dr, right, false, (&lr.0, left.type_oid)).unwrap_or(0.0);
    if left_start < right_start {
        left_start = 0.0;
    } else if left_start > right_start {
        right_start = 0.0;
    } else {
        (left_start, right_start) = (0.0, 0.0);
    }
    if nulls_first {
        let nulls = |d: &VarData| d.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
        let (l, r) = (nulls(&dl), nulls(&dr));
        (left_start, left_end) = (clamp(left_start + l), clamp(left_end + l));
        (right_start, right_end) = (clamp(right_start + r), clamp(right_end + r));
    }
    if left_start >= left_end {
        (left_start, left_end) = (0.0, 1.0);
    }
    if right_start >= right_end {
        (right_start, right_end) = (0.0, 1.0);
    }
    Some(((left_start, left_end), (right_start, right_end)))
}

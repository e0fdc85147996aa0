//! The frames of a window's rows (`update_frameheadpos`, `update_frametailpos` in `nodeWindowAgg.c`).

use crate::analyze::{FrameBound, FrameUnits};
use crate::expr::{EvalEnv, Expr, Rows};
use crate::plan::WindowAgg;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::FnCtx;
use storage::ids::Oid;
use storage::types::datetime::Interval;
use storage::types::numeric::{Kind, Numeric};
use storage::types::{self, oid};

/// Which rows of a partition are equal in its order.
#[derive(Default)]
pub(super) struct Peers {
    /// The first row of each row's group.
    pub(super) first: Vec<usize>,
    /// The row after its last.
    pub(super) end: Vec<usize>,
    /// The number of its group.
    pub(super) group: Vec<usize>,
}

/// The offset expression of a bound that has one.
fn written(bound: &FrameBound) -> Option<&Expr> {
    match bound {
        FrameBound::Preceding(e) | FrameBound::Following(e) => Some(e),
        _ => None,
    }
}

/// The offset of a frame's bound, which is one for all rows; NULL for a bound that has none
/// (`calculate_frame_offsets`). `what`: starting or ending.
pub(super) fn offset(
    ex: &mut dyn EvalEnv,
    bound: &FrameBound,
    units: FrameUnits,
    what: &str,
) -> Result<Datum> {
    let Some(e) = written(bound) else { return Ok(Datum::Null) };
    let d = crate::expr::compile(e, &mut |_| None)?.eval(ex, Rows::default())?;
    if d.is_null() {
        return err!(NULL_VALUE_NOT_ALLOWED, "frame {what} offset must not be null");
    }
    if units != FrameUnits::Range && d.as_i64() < 0 {
        return err!(
            INVALID_PRECEDING_OR_FOLLOWING_SIZE,
            "frame {what} offset must not be negative"
        );
    }
    Ok(d)
}

/// The frame of each row: its first row, and the row after its last.
pub(super) fn frames(
    ex: &mut dyn EvalEnv,
    window: &WindowAgg,
    rows: &[Vec<Datum>],
    order_type: Oid,
    peers: &Peers,
    offsets: &(Datum, Datum),
) -> Result<Vec<(usize, usize)>> {
    let n = rows.len();
    let frame = &window.frame;
    // Where a bound by distance lies for each row.
    let mut edges = |bound: &FrameBound, offset, tail| match written(bound) {
        Some(e) if frame.mode == FrameUnits::Range => {
            let range = Range { window, rows, order_type, offset, offset_type: e.type_oid };
            ranges(ex, &range, matches!(bound, FrameBound::Preceding(_)), tail).map(Some)
        }
        _ => Ok(None),
    };
    let starts = edges(&frame.start, &offsets.0, false)?;
    let ends = edges(&frame.end, &offsets.1, true)?;
    let groups = frame.mode == FrameUnits::Groups;
    let by_rows = frame.mode == FrameUnits::Rows;
    let counted = frame.mode != FrameUnits::Range;
    let size = |d: &Datum| if counted && !d.is_null() { d.as_i64() } else { 0 };
    // The row that a bound by a count lies at; for the end of a frame, the row after it.
    let counted_to = |i: usize, bound: &FrameBound, by: i64, tail: bool| {
        let by = if matches!(bound, FrameBound::Preceding(_)) { -by } else { by };
        let by = by.saturating_add(i64::from(tail));
        if groups {
            // The first row of the group that is so far away.
            let wanted = (peers.group[i] as i64).saturating_add(by);
            peers.group.partition_point(|g| (*g as i64) < wanted)
        } else {
            (i as i64).saturating_add(by).clamp(0, n as i64) as usize
        }
    };
    let (by_start, by_end) = (size(&offsets.0), size(&offsets.1));
    let range = |i: usize| {
        let start = match &frame.start {
            FrameBound::UnboundedPreceding => 0,
            FrameBound::CurrentRow if by_rows => i,
            FrameBound::CurrentRow => peers.first[i],
            FrameBound::UnboundedFollowing => n,
            bound => match &starts {
                Some(starts) => starts[i],
                None => counted_to(i, bound, by_start, false),
            },
        };
        let end = match &frame.end {
            FrameBound::UnboundedFollowing => n,
            FrameBound::CurrentRow if by_rows => i + 1,
            FrameBound::CurrentRow => peers.end[i],
            FrameBound::UnboundedPreceding => 0,
            bound => match &ends {
                Some(ends) => ends[i],
                None => counted_to(i, bound, by_end, true),
            },
        };
        (start, end.max(start))
    };
    Ok((0..n).map(range).collect())
}

/// A bound of RANGE with an offset.
struct Range<'a> {
    window: &'a WindowAgg,
    rows: &'a [Vec<Datum>],
    order_type: Oid,
    offset: &'a Datum,
    offset_type: Oid,
}

/// Where the frame of each row starts (or ends: `tail`), if it is bounded by a distance in the
/// order's value.
fn ranges(
    ex: &mut dyn EvalEnv,
    range: &Range<'_>,
    preceding: bool,
    tail: bool,
) -> Result<Vec<usize>> {
    let Some(order) = range.window.order.first() else { return Ok(Vec::new()) };
    let value = |i: usize| &range.rows[i][order.column];
    let (sub, less) = (preceding != order.descending, tail != order.descending);
    let mut at = 0;
    let mut out = Vec::with_capacity(range.rows.len());
    for i in 0..range.rows.len() {
        while at < range.rows.len() {
            let (edge, current) = (value(at), value(i));
            // NULLs are at one end, and as far from any value as can be.
            let advance = match (edge.is_null(), current.is_null()) {
                (false, false) => in_range(ex, range, edge, current, sub, less)? == tail,
                (edge, current) if tail && order.nulls_first => edge || !current,
                (_, current) if tail => current,
                (edge, current) if order.nulls_first => edge && !current,
                (edge, current) => !edge && current,
            };
            if !advance {
                break;
            }
            at += 1;
        }
        out.push(at);
    }
    Ok(out)
}

/// The error of an offset below zero.
fn negative() -> Result<bool> {
    err!(
        INVALID_PRECEDING_OR_FOLLOWING_SIZE,
        "invalid preceding or following size in window function"
    )
}

/// The answer for value, base and offset as floats (`in_range_float8_float8`, and `in_range_numeric_numeric` for
/// what is not finite).
fn in_range_of_floats([v, b, o]: [f64; 3], sub: bool, less: bool) -> Result<bool> {
    if o.is_nan() || o < 0.0 {
        return negative();
    }
    if v.is_nan() {
        return Ok(b.is_nan() || !less);
    }
    if b.is_nan() {
        return Ok(less);
    }
    if o.is_infinite() && b.is_infinite() && (b > 0.0) == sub {
        return Ok(true);
    }
    let sum = if sub { b - o } else { b + o };
    Ok(if less { v <= sum } else { v >= sum })
}

/// Whether a value is at most (`less`) or at least as far from `base` as the offset says (the
/// `in_range` support functions of B-tree operator classes).
fn in_range(
    ex: &mut dyn EvalEnv,
    range: &Range<'_>,
    value: &Datum,
    base: &Datum,
    sub: bool,
    less: bool,
) -> Result<bool> {
    let offset = range.offset;
    match range.order_type {
        oid::INT2 | oid::INT4 | oid::INT8 | oid::TIME => {
            let [v, b] = [value, base].map(|d| i128::from(d.as_i64()));
            let o = match range.order_type {
                oid::TIME => Interval::from_datum(offset).time,
                _ => offset.as_i64(),
            };
            let o = i128::from(o);
            if o < 0 {
                return negative();
            }
            let sum = if sub { b - o } else { b + o };
            Ok(if less { v <= sum } else { v >= sum })
        }
        oid::FLOAT4 | oid::FLOAT8 => {
            let wide = |d: &Datum| match range.order_type {
                oid::FLOAT4 => f64::from(d.as_f32()),
                _ => d.as_f64(),
            };
            in_range_of_floats([wide(value), wide(base), offset.as_f64()], sub, less)
        }
        t => {
            let o = range.offset_type;
            if t == oid::NUMERIC {
                let mut all = [const { Numeric::ZERO }; 3];
                for (n, d) in all.iter_mut().zip([value, base, offset]) {
                    *n = Numeric::from_payload(&types::detoast(ex.env(), d)?);
                }
                if !all.iter().all(Numeric::is_finite) {
                    // Beside what is not finite numbers are zero, but for their sign.
                    let f = all.map(|n| match n.kind {
                        Kind::NaN => f64::NAN,
                        Kind::Infinite(_) => f64::from(n.signum()) * f64::INFINITY,
                        Kind::Finite(_) => f64::from(n.signum().min(0)),
                    });
                    return in_range_of_floats(f, sub, less);
                }
            }
            let (minus, _) = operate(ex, "-", (Oid(0), o), std::slice::from_ref(offset))?;
            let (below, _) = operate(ex, "<", (o, o), &[offset.clone(), minus])?;
            if below.as_bool() {
                return negative();
            }
            let name = if sub { "-" } else { "+" };
            let (sum, of) = operate(ex, name, (t, o), &[base.clone(), offset.clone()])?;
            let name = if less { "<=" } else { ">=" };
            Ok(operate(ex, name, (t, of), &[value.clone(), sum])?.0.as_bool())
        }
    }
}

/// What an operator gives, and its type.
fn operate(
    ex: &mut dyn EvalEnv,
    name: &str,
    types: (Oid, Oid),
    args: &[Datum],
) -> Result<(Datum, Oid)> {
    let Some(op) = crate::catalog::operator_exact(name, types.0, types.1) else {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "RANGE with an offset in this order is not modelled: its operator {name} is missing"
        );
    };
    let both = [types.0, types.1];
    let arg_types = if types.0 == Oid(0) { &both[1..] } else { &both[..] };
    let mut ctx = FnCtx { env: ex.env(), arg_types, ret_type: op.ret };
    Ok(((op.run)(&mut ctx, args)?, op.ret))
}

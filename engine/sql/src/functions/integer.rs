//! Arithmetic and bit operations on int2, int4 and int8, in all their mixtures, with PostgreSQL's
//! overflow errors (`int.c`, `int8.c`).
//!
//! `int2 + int4` is an int4, `int4 + int8` an int8: the wider type's word holds the result and is
//! checked against its range.

use super::support::{division_by_zero, out_of_range};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, Operator, ScalarFn, SelectivityEstimator, operator, scalar};
use storage::ids::Oid;
use storage::types::oid::*;

/// The least and greatest value of an integer type, and its name.
const fn range(t: Oid) -> (i64, i64, &'static str) {
    match t.0 {
        21 => (i16::MIN as i64, i16::MAX as i64, "smallint"),
        23 => (i32::MIN as i64, i32::MAX as i64, "integer"),
        _ => (i64::MIN, i64::MAX, "bigint"),
    }
}

/// The result, if type `t` can hold it.
fn fit(t: Oid, v: Option<i64>) -> Result<Datum> {
    let (min, max, name) = range(t);
    match v {
        Some(v) if v >= min && v <= max => Ok(Datum::i64(v)),
        _ => Err(out_of_range(name)),
    }
}

/// The quotient, towards 0.
fn divide(t: Oid, a: i64, b: i64) -> Result<Datum> {
    if b == 0 { division_by_zero() } else { fit(t, a.checked_div(b)) }
}

/// The remainder, with the dividend's sign.
fn modulo(a: i64, b: i64) -> Result<Datum> {
    if b == 0 { division_by_zero() } else { Ok(Datum::i64(a.wrapping_rem(b))) }
}

/// An operator of two integers.
const fn binary(
    name: &'static str,
    commutator: &'static str,
    (left, right, ret): (Oid, Oid, Oid),
    run: ScalarFn,
) -> Operator {
    operator(name, left, right, ret, run).known(commutator, "", SelectivityEstimator::No)
}

macro_rules! four {
    ($left:expr, $right:expr, $ret:expr) => {{
        const T: (Oid, Oid, Oid) = ($left, $right, $ret);
        [
            binary("+", "+", T, |_, a| fit(T.2, a[0].as_i64().checked_add(a[1].as_i64()))),
            binary("-", "", T, |_, a| fit(T.2, a[0].as_i64().checked_sub(a[1].as_i64()))),
            binary("*", "*", T, |_, a| fit(T.2, a[0].as_i64().checked_mul(a[1].as_i64()))),
            binary("/", "", T, |_, a| divide(T.2, a[0].as_i64(), a[1].as_i64())),
        ]
    }};
}

static ARITHMETIC: [[Operator; 4]; 9] = [
    four!(INT2, INT2, INT2),
    four!(INT4, INT4, INT4),
    four!(INT8, INT8, INT8),
    four!(INT2, INT4, INT4),
    four!(INT4, INT2, INT4),
    four!(INT2, INT8, INT8),
    four!(INT8, INT2, INT8),
    four!(INT4, INT8, INT8),
    four!(INT8, INT4, INT8),
];

/// Shifts to the `left` or the right by the low bits of the count, as x86 does.
fn shift(t: Oid, v: i64, n: i32, left: bool) -> Datum {
    match (t, left) {
        (INT2, true) => Datum::i16((v as i32).wrapping_shl(n as u32) as i16),
        (INT2, false) => Datum::i16((v as i32).wrapping_shr(n as u32) as i16),
        (INT4, true) => Datum::i32((v as i32).wrapping_shl(n as u32)),
        (INT4, false) => Datum::i32((v as i32).wrapping_shr(n as u32)),
        (_, true) => Datum::i64(v.wrapping_shl(n as u32)),
        (_, false) => Datum::i64(v.wrapping_shr(n as u32)),
    }
}

macro_rules! bits {
    ($t:expr) => {{
        const T: (Oid, Oid, Oid) = ($t, $t, $t);
        const SHIFT: (Oid, Oid, Oid) = ($t, INT4, $t);
        const NONE: Oid = Oid(0);
        [
            binary("%", "", T, |_, a| modulo(a[0].as_i64(), a[1].as_i64())),
            binary("&", "&", T, |_, a| Ok(Datum::i64(a[0].as_i64() & a[1].as_i64()))),
            binary("|", "|", T, |_, a| Ok(Datum::i64(a[0].as_i64() | a[1].as_i64()))),
            binary("#", "#", T, |_, a| Ok(Datum::i64(a[0].as_i64() ^ a[1].as_i64()))),
            binary("<<", "", SHIFT, |_, a| Ok(shift(T.0, a[0].as_i64(), a[1].as_i32(), true))),
            binary(">>", "", SHIFT, |_, a| Ok(shift(T.0, a[0].as_i64(), a[1].as_i32(), false))),
            operator("~", NONE, $t, $t, |_, a| Ok(Datum::i64(!a[0].as_i64()))),
            operator("-", NONE, $t, $t, |_, a| fit(T.0, a[0].as_i64().checked_neg())),
            operator("+", NONE, $t, $t, |_, a| Ok(a[0].clone())),
            operator("@", NONE, $t, $t, |_, a| fit(T.0, a[0].as_i64().checked_abs())),
        ]
    }};
}

static BITS: [[Operator; 10]; 3] = [bits!(INT2), bits!(INT4), bits!(INT8)];

/// The operators `+ - * /` of all pairs of types.
pub static OPERATORS: &[Operator] = ARITHMETIC.as_flattened();
/// `% & | # << >>` and the prefix operators.
pub static BIT_OPERATORS: &[Operator] = BITS.as_flattened();

/// The greatest common divisor of absolute values, by Euclid's algorithm.
fn gcd(a: i64, b: i64) -> u64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The SQL function `gcd`.
fn gcd_of(t: Oid, a: i64, b: i64) -> Result<Datum> {
    fit(t, i64::try_from(gcd(a, b)).ok())
}

/// The SQL function `lcm`.
fn lcm_of(t: Oid, a: i64, b: i64) -> Result<Datum> {
    if a == 0 || b == 0 {
        return Ok(Datum::i64(0));
    }
    let g = gcd(a, b) as i128;
    fit(t, i64::try_from((i128::from(a) / g * i128::from(b)).abs()).ok())
}

/// Returns in which of `count` equal parts from `low` to `high` a value lies, 0 and `count + 1` for
/// outside; NaN, infinite and equal bounds are refused (`width_bucket_float8`). `kept`: what is inside is in one of them.
fn bucket(kept: bool, v: f64, (low, high): (f64, f64), count: i32) -> Result<Datum> {
    if count <= 0 {
        return err!(INVALID_ARGUMENT_FOR_WIDTH_BUCKET, "count must be greater than zero");
    }
    if v.is_nan() || low.is_nan() || high.is_nan() {
        return err!(
            INVALID_ARGUMENT_FOR_WIDTH_BUCKET,
            "operand, lower bound, and upper bound cannot be NaN"
        );
    }
    if low.is_infinite() || high.is_infinite() {
        return err!(INVALID_ARGUMENT_FOR_WIDTH_BUCKET, "lower and upper bounds must be finite");
    }
    if low == high {
        return err!(INVALID_ARGUMENT_FOR_WIDTH_BUCKET, "lower bound cannot equal upper bound");
    }
    let (below, beyond) = if low < high { (v < low, v >= high) } else { (v > low, v <= high) };
    if below {
        return fit(INT4, Some(0));
    }
    if beyond {
        return fit(INT4, Some(i64::from(count) + 1));
    }
    if kept {
        let halves = if (high - low).is_infinite() { 0.5 } else { 1.0 };
        let part = (v * halves - low * halves) / (high * halves - low * halves);
        return Ok(Datum::i32(((f64::from(count) * part) as i32).min(count - 1) + 1));
    }
    // Not checked on the server either: what an integer cannot hold is the processor's least.
    let bucket = f64::from(count) * (v - low) / (high - low) + 1.0;
    let fits = bucket > f64::from(i32::MIN) - 1.0 && bucket < f64::from(i32::MAX) + 1.0;
    Ok(Datum::i32(if fits { bucket as i32 } else { i32::MIN }))
}

/// Functions of integers.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("abs", &[INT2], INT2, |_, a| fit(INT2, a[0].as_i64().checked_abs())),
    scalar("abs", &[INT4], INT4, |_, a| fit(INT4, a[0].as_i64().checked_abs())),
    scalar("abs", &[INT8], INT8, |_, a| fit(INT8, a[0].as_i64().checked_abs())),
    scalar("mod", &[INT2, INT2], INT2, |_, a| modulo(a[0].as_i64(), a[1].as_i64())),
    scalar("mod", &[INT4, INT4], INT4, |_, a| modulo(a[0].as_i64(), a[1].as_i64())),
    scalar("mod", &[INT8, INT8], INT8, |_, a| modulo(a[0].as_i64(), a[1].as_i64())),
    scalar("gcd", &[INT4, INT4], INT4, |_, a| gcd_of(INT4, a[0].as_i64(), a[1].as_i64())),
    scalar("gcd", &[INT8, INT8], INT8, |_, a| gcd_of(INT8, a[0].as_i64(), a[1].as_i64())),
    scalar("lcm", &[INT4, INT4], INT4, |_, a| lcm_of(INT4, a[0].as_i64(), a[1].as_i64())),
    scalar("lcm", &[INT8, INT8], INT8, |_, a| lcm_of(INT8, a[0].as_i64(), a[1].as_i64())),
    scalar("int4inc", &[INT4], INT4, |_, a| fit(INT4, a[0].as_i64().checked_add(1))),
    scalar("int8inc", &[INT8], INT8, |_, a| fit(INT8, a[0].as_i64().checked_add(1))),
    scalar("int4pl", &[INT4, INT4], INT4, |_, a| {
        fit(INT4, a[0].as_i64().checked_add(a[1].as_i64()))
    }),
    scalar("int4mul", &[INT4, INT4], INT4, |_, a| {
        fit(INT4, a[0].as_i64().checked_mul(a[1].as_i64()))
    }),
    scalar("width_bucket", &[FLOAT8, FLOAT8, FLOAT8, INT4], INT4, |ctx, a| {
        let kept = ctx.env.release().buckets_kept_between;
        bucket(kept, a[0].as_f64(), (a[1].as_f64(), a[2].as_f64()), a[3].as_i32())
    }),
    scalar("to_hex", &[INT4], TEXT, |_, a| Ok(Datum::text(&format!("{:x}", a[0].as_i32())))),
    scalar("to_bin", &[INT4], TEXT, |_, a| Ok(Datum::text(&format!("{:b}", a[0].as_i32())))),
    scalar("to_bin", &[INT8], TEXT, |_, a| Ok(Datum::text(&format!("{:b}", a[0].as_i64())))),
    scalar("to_oct", &[INT4], TEXT, |_, a| Ok(Datum::text(&format!("{:o}", a[0].as_i32())))),
    scalar("to_oct", &[INT8], TEXT, |_, a| Ok(Datum::text(&format!("{:o}", a[0].as_i64())))),
    scalar("to_hex", &[INT8], TEXT, |_, a| Ok(Datum::text(&format!("{:x}", a[0].as_i64())))),
];

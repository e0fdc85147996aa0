//! Arithmetic and mathematics of float4 and float8 (`float.c`): overflow and underflow are errors,
//! NaN and infinity pass through.

use super::support::{division_by_zero, overflow, underflow};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, Operator, ScalarFn, SelectivityEstimator, operator, scalar};
use storage::ids::Oid;
use storage::types::oid::*;

type Binary = fn(f64, f64) -> Result<f64>;

/// Fails where a result overflows or underflows that may not (`check_float_val`).
fn checked(v: f64, may_overflow: bool, may_be_zero: bool) -> Result<f64> {
    if v.is_infinite() && !may_overflow {
        return overflow();
    }
    if v == 0.0 && !may_be_zero {
        return underflow();
    }
    Ok(v)
}

const ADD: Binary = |a, b| checked(a + b, a.is_infinite() || b.is_infinite(), true);
const SUB: Binary = |a, b| checked(a - b, a.is_infinite() || b.is_infinite(), true);
const MUL: Binary = |a, b| checked(a * b, a.is_infinite() || b.is_infinite(), a == 0.0 || b == 0.0);
const DIV: Binary = |a, b| {
    if b == 0.0 && !a.is_nan() {
        return division_by_zero();
    }
    checked(a / b, a.is_infinite(), a == 0.0 || b.is_infinite())
};

/// Arithmetic on float4: the result is rounded to a float4 before it is checked.
fn single(a: f32, b: f32, op: u8) -> Result<Datum> {
    let inf = a.is_infinite() || b.is_infinite();
    let (v, may_overflow, may_be_zero) = match op {
        b'+' => (a + b, inf, true),
        b'-' => (a - b, inf, true),
        b'*' => (a * b, inf, a == 0.0 || b == 0.0),
        _ if b == 0.0 && !a.is_nan() => return division_by_zero(),
        _ => (a / b, a.is_infinite(), a == 0.0 || b.is_infinite()),
    };
    checked(v.into(), may_overflow, may_be_zero).map(|_| Datum::f32(v))
}

/// An operator of two floats.
const fn binary(
    name: &'static str,
    commutator: &'static str,
    (left, right): (Oid, Oid),
    ret: Oid,
    run: ScalarFn,
) -> Operator {
    operator(name, left, right, ret, run).known(commutator, "", SelectivityEstimator::No)
}

macro_rules! four {
    ($left:expr, $right:expr, $get_left:expr, $get_right:expr) => {{
        const T: (Oid, Oid) = ($left, $right);
        const L: fn(&Datum) -> f64 = $get_left;
        const R: fn(&Datum) -> f64 = $get_right;
        [
            binary("+", "+", T, FLOAT8, |_, a| ADD(L(&a[0]), R(&a[1])).map(Datum::f64)),
            binary("-", "", T, FLOAT8, |_, a| SUB(L(&a[0]), R(&a[1])).map(Datum::f64)),
            binary("*", "*", T, FLOAT8, |_, a| MUL(L(&a[0]), R(&a[1])).map(Datum::f64)),
            binary("/", "", T, FLOAT8, |_, a| DIV(L(&a[0]), R(&a[1])).map(Datum::f64)),
        ]
    }};
}

const F4: fn(&Datum) -> f64 = |d| d.as_f32().into();
const F8: fn(&Datum) -> f64 = |d| d.as_f64();

static ARITHMETIC: [[Operator; 4]; 4] = [
    four!(FLOAT8, FLOAT8, F8, F8),
    four!(FLOAT4, FLOAT8, F4, F8),
    four!(FLOAT8, FLOAT4, F8, F4),
    [
        binary("+", "+", (FLOAT4, FLOAT4), FLOAT4, |_, a| {
            single(a[0].as_f32(), a[1].as_f32(), b'+')
        }),
        binary("-", "", (FLOAT4, FLOAT4), FLOAT4, |_, a| {
            single(a[0].as_f32(), a[1].as_f32(), b'-')
        }),
        binary("*", "*", (FLOAT4, FLOAT4), FLOAT4, |_, a| {
            single(a[0].as_f32(), a[1].as_f32(), b'*')
        }),
        binary("/", "", (FLOAT4, FLOAT4), FLOAT4, |_, a| {
            single(a[0].as_f32(), a[1].as_f32(), b'/')
        }),
    ],
];

/// The arithmetic operators `+ - * /`.
pub static OPERATORS: &[Operator] = ARITHMETIC.as_flattened();

const NONE: Oid = Oid(0);

/// Prefix operators and powers.
pub static OTHER_OPERATORS: &[Operator] = &[
    operator("-", NONE, FLOAT4, FLOAT4, |_, a| Ok(Datum::f32(-a[0].as_f32()))),
    operator("-", NONE, FLOAT8, FLOAT8, |_, a| Ok(Datum::f64(-a[0].as_f64()))),
    operator("+", NONE, FLOAT4, FLOAT4, |_, a| Ok(a[0].clone())),
    operator("+", NONE, FLOAT8, FLOAT8, |_, a| Ok(a[0].clone())),
    operator("@", NONE, FLOAT4, FLOAT4, |_, a| Ok(Datum::f32(a[0].as_f32().abs()))),
    operator("@", NONE, FLOAT8, FLOAT8, |_, a| Ok(Datum::f64(a[0].as_f64().abs()))),
    operator("|/", NONE, FLOAT8, FLOAT8, |_, a| square_root(a[0].as_f64())),
    operator("^", FLOAT8, FLOAT8, FLOAT8, |_, a| power(a[0].as_f64(), a[1].as_f64())),
];

/// The SQL function `sqrt`.
fn square_root(v: f64) -> Result<Datum> {
    if v < 0.0 {
        return err!(
            INVALID_ARGUMENT_FOR_POWER_FUNCTION,
            "cannot take square root of a negative number"
        );
    }
    Ok(Datum::f64(v.sqrt()))
}

/// The SQL function `power`.
fn power(a: f64, b: f64) -> Result<Datum> {
    // 1 to the power of NaN, and NaN to that of 0, are 1.
    if a.is_nan() || b.is_nan() {
        return Ok(Datum::f64(a.powf(b)));
    }
    if a == 0.0 && b < 0.0 {
        return err!(
            INVALID_ARGUMENT_FOR_POWER_FUNCTION,
            "zero raised to a negative power is undefined"
        );
    }
    if a < 0.0 && b.floor() != b {
        return err!(
            INVALID_ARGUMENT_FOR_POWER_FUNCTION,
            "a negative number raised to a non-integer power yields a complex result"
        );
    }
    let v = a.powf(b);
    let finite = a.is_finite() && b.is_finite();
    checked(v, !finite, !finite || a == 0.0).map(Datum::f64)
}

/// The SQL function `exp`.
fn exp(v: f64) -> Result<Datum> {
    checked(v.exp(), v.is_infinite(), v.is_infinite()).map(Datum::f64)
}

/// A logarithm; fails for 0 and below.
fn logarithm(v: f64, f: fn(f64) -> f64) -> Result<Datum> {
    if v == 0.0 {
        return err!(INVALID_ARGUMENT_FOR_LOG, "cannot take logarithm of zero");
    }
    if v < 0.0 {
        return err!(INVALID_ARGUMENT_FOR_LOG, "cannot take logarithm of a negative number");
    }
    Ok(Datum::f64(f(v)))
}

/// The error of an argument for which the function is not defined.
fn out_of_range<T>() -> Result<T> {
    err!(NUMERIC_VALUE_OUT_OF_RANGE, "input is out of range")
}

/// Applies a function that is defined for finite numbers only.
fn finite(v: f64, f: fn(f64) -> f64) -> Result<Datum> {
    if v.is_infinite() { out_of_range() } else { Ok(Datum::f64(f(v))) }
}

/// A function that is only defined between two numbers.
fn within(v: f64, low: f64, high: f64, f: fn(f64) -> f64) -> Result<Datum> {
    if v < low || v > high { out_of_range() } else { Ok(Datum::f64(f(v))) }
}

/// Applies `rint`, `trunc` and other functions without errors.
fn plain(a: &[Datum], f: fn(f64) -> f64) -> Result<Datum> {
    Ok(Datum::f64(f(a[0].as_f64())))
}

/// The sine of an angle in degrees (`sind`), exact at multiples of 30.
fn sine_of_degrees(v: f64) -> f64 {
    let mut x = v % 360.0;
    let mut sign = 1.0;
    if x < 0.0 {
        x = -x;
        sign = -sign;
    }
    if x > 180.0 {
        x = 360.0 - x;
        sign = -sign;
    }
    if x > 90.0 {
        x = 180.0 - x;
    }
    sign * if x <= 30.0 { sine_to_30(x) } else { cosine_to_60(90.0 - x) }
}

/// The sine of 0 to 30 degrees (`sind_0_to_30`).
fn sine_to_30(x: f64) -> f64 {
    x.to_radians().sin() / 30f64.to_radians().sin() / 2.0
}

/// The cosine of 0 to 60 degrees (`cosd_0_to_60`).
fn cosine_to_60(x: f64) -> f64 {
    1.0 - (1.0 - x.to_radians().cos()) / (1.0 - 60f64.to_radians().cos()) / 2.0
}

/// The cosine of an angle in degrees (`cosd`), exact at multiples of 30.
fn cosine_of_degrees(v: f64) -> f64 {
    let mut x = (v % 360.0).abs();
    if x > 180.0 {
        x = 360.0 - x;
    }
    let sign = if x > 90.0 { -1.0 } else { 1.0 };
    if x > 90.0 {
        x = 180.0 - x;
    }
    sign * if x <= 60.0 { cosine_to_60(x) } else { sine_to_30(90.0 - x) }
}

/// A function of one float8.
const fn unary(name: &'static str, run: ScalarFn) -> Builtin {
    scalar(name, &[FLOAT8], FLOAT8, run)
}

/// The SQL function `random`.
fn random(ctx: &mut FnCtx<'_>, _: &[Datum]) -> Result<Datum> {
    Ok(Datum::f64(ctx.env.random()))
}

/// The SQL function `setseed`.
fn set_seed(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let seed = a[0].as_f64();
    if !(-1.0..=1.0).contains(&seed) {
        return err!(
            INVALID_PARAMETER_VALUE,
            "setseed parameter {} is out of allowed range [-1,1]",
            storage::types::float::general(seed, 6)
        );
    }
    ctx.env.set_seed(seed)?;
    Ok(Datum::Word(0))
}

/// Functions of floats.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("abs", &[FLOAT4], FLOAT4, |_, a| Ok(Datum::f32(a[0].as_f32().abs()))),
    unary("abs", |_, a| plain(a, f64::abs)),
    unary("ceil", |_, a| plain(a, f64::ceil)),
    unary("ceiling", |_, a| plain(a, f64::ceil)),
    unary("floor", |_, a| plain(a, f64::floor)),
    unary("round", |_, a| plain(a, f64::round_ties_even)),
    unary("trunc", |_, a| plain(a, f64::trunc)),
    unary("sign", |_, a| {
        plain(a, |v| {
            if v > 0.0 {
                1.0
            } else if v < 0.0 {
                -1.0
            } else {
                0.0
            }
        })
    }),
    unary("sqrt", |_, a| square_root(a[0].as_f64())),
    unary("exp", |_, a| exp(a[0].as_f64())),
    unary("ln", |_, a| logarithm(a[0].as_f64(), f64::ln)),
    unary("log", |_, a| logarithm(a[0].as_f64(), f64::log10)),
    unary("log10", |_, a| logarithm(a[0].as_f64(), f64::log10)),
    scalar("power", &[FLOAT8, FLOAT8], FLOAT8, |_, a| power(a[0].as_f64(), a[1].as_f64())),
    scalar("pow", &[FLOAT8, FLOAT8], FLOAT8, |_, a| power(a[0].as_f64(), a[1].as_f64())),
    scalar("pi", &[], FLOAT8, |_, _| Ok(Datum::f64(std::f64::consts::PI))),
    unary("degrees", |_, a| DIV(a[0].as_f64(), std::f64::consts::PI / 180.0).map(Datum::f64)),
    unary("radians", |_, a| MUL(a[0].as_f64(), std::f64::consts::PI / 180.0).map(Datum::f64)),
    unary("sin", |_, a| finite(a[0].as_f64(), f64::sin)),
    unary("cos", |_, a| finite(a[0].as_f64(), f64::cos)),
    unary("tan", |_, a| finite(a[0].as_f64(), f64::tan)),
    unary("cot", |_, a| finite(a[0].as_f64(), |v| 1.0 / v.tan())),
    unary("asin", |_, a| within(a[0].as_f64(), -1.0, 1.0, f64::asin)),
    unary("acos", |_, a| within(a[0].as_f64(), -1.0, 1.0, f64::acos)),
    unary("atan", |_, a| plain(a, f64::atan)),
    scalar("atan2", &[FLOAT8, FLOAT8], FLOAT8, |_, a| {
        Ok(Datum::f64(a[0].as_f64().atan2(a[1].as_f64())))
    }),
    unary("sinh", |_, a| plain(a, f64::sinh)),
    unary("cosh", |_, a| plain(a, f64::cosh)),
    unary("tanh", |_, a| plain(a, f64::tanh)),
    unary("asinh", |_, a| plain(a, f64::asinh)),
    unary("acosh", |_, a| within(a[0].as_f64(), 1.0, f64::INFINITY, f64::acosh)),
    unary("atanh", |_, a| within(a[0].as_f64(), -1.0, 1.0, f64::atanh)),
    unary("sind", |_, a| finite(a[0].as_f64(), sine_of_degrees)),
    unary("cosd", |_, a| finite(a[0].as_f64(), cosine_of_degrees)),
    scalar("random", &[], FLOAT8, random).volatile(),
    scalar("setseed", &[FLOAT8], VOID, set_seed).volatile(),
];

//! Operators and functions of numeric (`numeric.c`).

use super::support::bytes;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, Operator, SelectivityEstimator, operator, scalar};
use storage::ids::Oid;
use storage::types::numeric::{Kind, Numeric};
use storage::types::oid::*;

/// Argument `i`, as a numeric.
pub fn arg(ctx: &mut FnCtx<'_>, a: &[Datum], i: usize) -> Result<Numeric> {
    Ok(Numeric::from_payload(&bytes(ctx, &a[i])?))
}

/// Computes a function of one numeric.
fn unary(
    ctx: &mut FnCtx<'_>,
    a: &[Datum],
    f: impl FnOnce(Numeric) -> Result<Numeric>,
) -> Result<Datum> {
    let n = arg(ctx, a, 0)?;
    f(n).map(|r| r.to_datum())
}

/// Computes a function of two numerics.
fn binary(
    ctx: &mut FnCtx<'_>,
    a: &[Datum],
    f: impl FnOnce(&Numeric, &Numeric) -> Result<Numeric>,
) -> Result<Datum> {
    let (x, y) = (arg(ctx, a, 0)?, arg(ctx, a, 1)?);
    f(&x, &y).map(|r| r.to_datum())
}

/// The logarithm to the base 10.
fn log10(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    unary(ctx, a, |n| Numeric::from_i64(10).log_of(&n))
}

/// `round` and `trunc` to a number of decimals, limited to what numeric can store.
fn to_scale(ctx: &mut FnCtx<'_>, a: &[Datum], round: bool) -> Result<Datum> {
    let scale = a.get(1).map_or(0, Datum::as_i32).clamp(-131_073, 16_383);
    unary(ctx, a, |n| {
        let mut r = if round { n.round_to(scale) } else { n.trunc_to(scale) };
        r.dscale = r.dscale.max(0);
        r.checked()
    })
}

/// The SQL function `width_bucket`.
fn width_bucket(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (v, low, high) = (arg(ctx, a, 0)?, arg(ctx, a, 1)?, arg(ctx, a, 2)?);
    let count = a[3].as_i32();
    let fail = |text: &str| err!(INVALID_ARGUMENT_FOR_WIDTH_BUCKET, "{text}");
    if count <= 0 {
        return fail("count must be greater than zero");
    }
    if [&v, &low, &high].iter().any(|n| n.kind == Kind::NaN) {
        return fail("operand, lower bound, and upper bound cannot be NaN");
    }
    if !low.is_finite() || !high.is_finite() {
        return fail("lower and upper bounds must be finite");
    }
    if low == high {
        return fail("lower bound cannot equal upper bound");
    }
    let (below, beyond) = if low < high { (v < low, v >= high) } else { (v > low, v <= high) };
    if below {
        return Ok(Datum::i32(0));
    }
    if beyond {
        return match count.checked_add(1) {
            Some(n) => Ok(Datum::i32(n)),
            None => Err(super::support::out_of_range("integer")),
        };
    }
    let part = v.sub(&low).mul(&Numeric::from_i64(count.into()))?.div(&high.sub(&low))?;
    let bucket = part.floor().to_i128().and_then(|n| i32::try_from(n + 1).ok());
    let kept = ctx.env.release().buckets_kept_between;
    let bucket = bucket.map(|n| if kept { n.min(count) } else { n });
    bucket.map(Datum::i32).ok_or_else(|| super::support::out_of_range("integer"))
}

/// The SQL function `power`.
fn power(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let scale = ctx.env.release().power_scale;
    binary(ctx, a, |base, exponent| base.power(exponent, scale))
}

/// The operator, which is its own commutator.
const fn symmetric(mut o: Operator) -> Operator {
    o.commutator = o.name;
    o.restrict = SelectivityEstimator::No;
    o
}

const NONE: Oid = Oid(0);

/// Operators of numeric.
pub static OPERATORS: &[Operator] = &[
    symmetric(operator("+", NUMERIC, NUMERIC, NUMERIC, |c, a| {
        binary(c, a, |x, y| x.add(y).checked())
    })),
    operator("-", NUMERIC, NUMERIC, NUMERIC, |c, a| binary(c, a, |x, y| x.sub(y).checked())),
    symmetric(operator("*", NUMERIC, NUMERIC, NUMERIC, |c, a| binary(c, a, Numeric::mul))),
    operator("/", NUMERIC, NUMERIC, NUMERIC, |c, a| binary(c, a, Numeric::div)),
    operator("%", NUMERIC, NUMERIC, NUMERIC, |c, a| binary(c, a, Numeric::rem)),
    operator("^", NUMERIC, NUMERIC, NUMERIC, power),
    operator("-", NONE, NUMERIC, NUMERIC, |c, a| unary(c, a, |n| Ok(n.negated()))),
    operator("+", NONE, NUMERIC, NUMERIC, |c, a| unary(c, a, Ok)),
    operator("@", NONE, NUMERIC, NUMERIC, |c, a| unary(c, a, |n| Ok(n.abs()))),
];

/// Functions of numeric.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("abs", &[NUMERIC], NUMERIC, |c, a| unary(c, a, |n| Ok(n.abs()))),
    scalar("round", &[NUMERIC, INT4], NUMERIC, |c, a| to_scale(c, a, true)),
    scalar("round", &[NUMERIC], NUMERIC, |c, a| to_scale(c, a, true)),
    scalar("trunc", &[NUMERIC, INT4], NUMERIC, |c, a| to_scale(c, a, false)),
    scalar("trunc", &[NUMERIC], NUMERIC, |c, a| to_scale(c, a, false)),
    scalar("ceil", &[NUMERIC], NUMERIC, |c, a| unary(c, a, |n| Ok(n.ceil()))),
    scalar("ceiling", &[NUMERIC], NUMERIC, |c, a| unary(c, a, |n| Ok(n.ceil()))),
    scalar("floor", &[NUMERIC], NUMERIC, |c, a| unary(c, a, |n| Ok(n.floor()))),
    scalar("sign", &[NUMERIC], NUMERIC, |c, a| {
        unary(c, a, |n| match n.kind {
            Kind::NaN => Ok(n),
            _ => Ok(Numeric::from_i64(n.signum().into())),
        })
    }),
    scalar("mod", &[NUMERIC, NUMERIC], NUMERIC, |c, a| binary(c, a, Numeric::rem)),
    scalar("div", &[NUMERIC, NUMERIC], NUMERIC, |c, a| binary(c, a, Numeric::div_trunc)),
    scalar("sqrt", &[NUMERIC], NUMERIC, |c, a| unary(c, a, |n| n.sqrt())),
    scalar("exp", &[NUMERIC], NUMERIC, |c, a| unary(c, a, |n| n.exp())),
    scalar("ln", &[NUMERIC], NUMERIC, |c, a| unary(c, a, |n| n.ln())),
    scalar("log", &[NUMERIC, NUMERIC], NUMERIC, |c, a| binary(c, a, Numeric::log_of)),
    scalar("log", &[NUMERIC], NUMERIC, log10),
    scalar("log10", &[NUMERIC], NUMERIC, log10),
    scalar("power", &[NUMERIC, NUMERIC], NUMERIC, power),
    scalar("pow", &[NUMERIC, NUMERIC], NUMERIC, power),
    scalar("factorial", &[INT8], NUMERIC, |_, a| {
        Numeric::factorial(a[0].as_i64()).map(|n| n.to_datum())
    }),
    scalar("gcd", &[NUMERIC, NUMERIC], NUMERIC, |c, a| binary(c, a, Numeric::gcd)),
    scalar("lcm", &[NUMERIC, NUMERIC], NUMERIC, |c, a| binary(c, a, Numeric::lcm)),
    scalar("scale", &[NUMERIC], INT4, |c, a| {
        let n = arg(c, a, 0)?;
        Ok(if n.is_finite() { Datum::i32(n.dscale) } else { Datum::Null })
    }),
    scalar("min_scale", &[NUMERIC], INT4, |c, a| {
        let n = arg(c, a, 0)?;
        Ok(if n.is_finite() { Datum::i32(n.min_scale()) } else { Datum::Null })
    }),
    scalar("trim_scale", &[NUMERIC], NUMERIC, |c, a| {
        unary(c, a, |mut n| {
            n.dscale = n.min_scale();
            Ok(n)
        })
    }),
    scalar("width_bucket", &[NUMERIC, NUMERIC, NUMERIC, INT4], INT4, width_bucket),
];

//! Bit strings (`varbit.c`), and the operators that compare texts bytewise (`~<~`).

use super::support::bytes;
use super::text::{overlaid, substring_range};
use std::cmp::Ordering;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, Operator, ScalarFn, SelectivityEstimator, operator, scalar};
use storage::ids::Oid;
use storage::types::bit::{bit_length, from_bits, to_bits};
use storage::types::oid::{BIT, BOOL, BPCHAR, INT4, INT8, TEXT, VARBIT};
use storage::types::string::bpchar_true;

/// The argument's bits.
fn bits(ctx: &mut FnCtx<'_>, d: &Datum) -> Result<Vec<bool>> {
    Ok(to_bits(&bytes(ctx, d)?))
}

/// Combines two strings of one length bit by bit; `name` is in the error.
fn both(
    ctx: &mut FnCtx<'_>,
    a: &[Datum],
    name: &str,
    combine: fn(bool, bool) -> bool,
) -> Result<Datum> {
    let (x, y) = (bits(ctx, &a[0])?, bits(ctx, &a[1])?);
    if x.len() != y.len() {
        return err!(STRING_DATA_LENGTH_MISMATCH, "cannot {name} bit strings of different sizes");
    }
    Ok(from_bits(&x.iter().zip(&y).map(|(&x, &y)| combine(x, y)).collect::<Vec<_>>()))
}

/// The SQL operator `~`.
fn not(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(from_bits(&bits(ctx, &a[0])?.iter().map(|b| !b).collect::<Vec<_>>()))
}

/// Shifts bits to the left, or to the right if `sign` or the count is negative; zeros are shifted
/// in.
fn shift(ctx: &mut FnCtx<'_>, a: &[Datum], sign: i64) -> Result<Datum> {
    let x = bits(ctx, &a[0])?;
    let n = i64::from(a[1].as_i32()) * sign;
    let at = |i: usize| usize::try_from(i as i64 + n).ok().and_then(|i| x.get(i).copied());
    Ok(from_bits(&(0..x.len()).map(|i| at(i).unwrap_or(false)).collect::<Vec<_>>()))
}

/// The SQL operator `||`.
fn concat(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let mut x = bits(ctx, &a[0])?;
    x.extend(bits(ctx, &a[1])?);
    Ok(from_bits(&x))
}

/// `length`: how many bits.
fn length(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::i32(bit_length(&bytes(ctx, &a[0])?) as i32))
}

/// The SQL function `octet_length`.
fn octets(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::i32(bit_length(&bytes(ctx, &a[0])?).div_ceil(8) as i32))
}

/// The SQL function `bit_count`.
fn count(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::i64(bits(ctx, &a[0])?.iter().filter(|&&b| b).count() as i64))
}

/// Checks the index of a bit.
///
/// # Errors
///
/// 2202E when it is outside the bit string.
fn index(x: &[bool], n: i32) -> Result<usize> {
    match usize::try_from(n) {
        Ok(i) if i < x.len() => Ok(i),
        _ => err!(
            ARRAY_SUBSCRIPT_ERROR,
            "bit index {n} out of valid range (0..{})",
            x.len() as i64 - 1
        ),
    }
}

/// The SQL function `get_bit`.
fn get_bit(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let x = bits(ctx, &a[0])?;
    Ok(Datum::i32(x[index(&x, a[1].as_i32())?].into()))
}

/// The SQL function `set_bit`.
fn set_bit(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let mut x = bits(ctx, &a[0])?;
    let i = index(&x, a[1].as_i32())?;
    x[i] = match a[2].as_i32() {
        0 => false,
        1 => true,
        _ => return err!(INVALID_PARAMETER_VALUE, "new bit must be 0 or 1"),
    };
    Ok(from_bits(&x))
}

/// The SQL function `substring`.
fn substring(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let x = bits(ctx, &a[0])?;
    let Some((first, n)) = substring_range(a[1].as_i32(), a.get(2).map(Datum::as_i32))? else {
        return Ok(from_bits(&[]));
    };
    let rest = x.into_iter().skip(first as usize - 1);
    let part: Vec<bool> = match n {
        Some(n) => rest.take(n.max(0) as usize).collect(),
        None => rest.collect(),
    };
    Ok(from_bits(&part))
}

/// The SQL function `overlay` (`bit_overlay`).
fn overlay(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (x, with) = (bits(ctx, &a[0])?, bits(ctx, &a[1])?);
    let count = a.get(3).map_or(with.len() as i32, Datum::as_i32);
    let (head, after) = overlaid(a[2].as_i32(), count)?;
    let head = &x[..head.min(x.len())];
    let tail = x.get(after..).unwrap_or_default();
    Ok(from_bits(&[head, &with, tail].concat()))
}

/// The SQL function `position`.
fn position(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (hay, needle) = (bits(ctx, &a[0])?, bits(ctx, &a[1])?);
    let at = match needle.len() {
        0 => usize::from(!hay.is_empty()),
        n => hay.windows(n).position(|w| w == needle).map_or(0, |i| i + 1),
    };
    Ok(Datum::i32(at as i32))
}

/// Compares the bytes of two texts; of bpchar without trailing blanks.
fn order(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Ordering> {
    let padded = ctx.arg_types.first() == Some(&BPCHAR);
    let (x, y) = (bytes(ctx, &a[0])?, bytes(ctx, &a[1])?);
    Ok(if padded { bpchar_true(&x).cmp(bpchar_true(&y)) } else { x[..].cmp(&y[..]) })
}

/// One of the operators `~<~`, `~<=~` ...
const fn pattern(
    name: &'static str,
    commutator: &'static str,
    negator: &'static str,
    restrict: SelectivityEstimator,
    t: &'static [Oid; 2],
    run: ScalarFn,
) -> Operator {
    operator(name, t[0], t[1], BOOL, run).known(commutator, negator, restrict)
}

const TEXTS: &[Oid; 2] = &[TEXT, TEXT];
const PADDED: &[Oid; 2] = &[BPCHAR, BPCHAR];

/// The operators of this module.
pub static OPERATORS: &[Operator] = &[
    operator("&", BIT, BIT, BIT, |c, a| both(c, a, "AND", |x, y| x & y)),
    operator("|", BIT, BIT, BIT, |c, a| both(c, a, "OR", |x, y| x | y)),
    operator("#", BIT, BIT, BIT, |c, a| both(c, a, "XOR", |x, y| x ^ y)),
    operator("~", Oid(0), BIT, BIT, not),
    operator("<<", BIT, INT4, BIT, |c, a| shift(c, a, 1)),
    operator(">>", BIT, INT4, BIT, |c, a| shift(c, a, -1)),
    operator("||", VARBIT, VARBIT, VARBIT, concat),
    pattern("~<~", "~>~", "~>=~", SelectivityEstimator::Lt, TEXTS, |c, a| {
        Ok(Datum::bool(order(c, a)?.is_lt()))
    }),
    pattern("~<=~", "~>=~", "~>~", SelectivityEstimator::Le, TEXTS, |c, a| {
        Ok(Datum::bool(order(c, a)?.is_le()))
    }),
    pattern("~>=~", "~<=~", "~<~", SelectivityEstimator::Ge, TEXTS, |c, a| {
        Ok(Datum::bool(order(c, a)?.is_ge()))
    }),
    pattern("~>~", "~<~", "~<=~", SelectivityEstimator::Gt, TEXTS, |c, a| {
        Ok(Datum::bool(order(c, a)?.is_gt()))
    }),
    pattern("~<~", "~>~", "~>=~", SelectivityEstimator::Lt, PADDED, |c, a| {
        Ok(Datum::bool(order(c, a)?.is_lt()))
    }),
    pattern("~<=~", "~>=~", "~>~", SelectivityEstimator::Le, PADDED, |c, a| {
        Ok(Datum::bool(order(c, a)?.is_le()))
    }),
    pattern("~>=~", "~<=~", "~<~", SelectivityEstimator::Ge, PADDED, |c, a| {
        Ok(Datum::bool(order(c, a)?.is_ge()))
    }),
    pattern("~>~", "~<~", "~<=~", SelectivityEstimator::Gt, PADDED, |c, a| {
        Ok(Datum::bool(order(c, a)?.is_gt()))
    }),
];

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("length", &[BIT], INT4, length),
    scalar("bit_length", &[BIT], INT4, length),
    scalar("octet_length", &[BIT], INT4, octets),
    scalar("bit_count", &[BIT], INT8, count),
    scalar("get_bit", &[BIT, INT4], INT4, get_bit),
    scalar("set_bit", &[BIT, INT4, INT4], BIT, set_bit),
    scalar("substring", &[BIT, INT4], BIT, substring),
    scalar("substring", &[BIT, INT4, INT4], BIT, substring),
    scalar("overlay", &[BIT, BIT, INT4], BIT, overlay),
    scalar("overlay", &[BIT, BIT, INT4, INT4], BIT, overlay),
    scalar("position", &[BIT, BIT], INT4, position),
];

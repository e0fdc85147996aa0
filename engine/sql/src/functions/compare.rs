//! `=`, `<>`, `<`, `<=`, `>`, `>=` of all types that have an order, and the hash functions by name.
//!
//! Integers of all widths are compared as they are held, sign-extended. Equality of text and bytea
//! looks at the lengths first, which a TOAST pointer carries, so that unequal lengths cost no fetch
//! (`texteq`).

use super::support::raw_size;
use std::cmp::Ordering;
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, Operator, ScalarFn, SelectivityEstimator, operator, scalar};
use storage::ids::Oid;
use storage::types::oid::*;
use storage::types::{self, datetime, float};

type Compare = fn(&mut FnCtx<'_>, &Datum, &Datum) -> Result<Ordering>;

/// An operator for one of `<`, `<=`, `=`, `<>`, `>=`, `>`.
pub(super) const fn comparison(
    name: &'static str,
    commutator: &'static str,
    negator: &'static str,
    restrict: SelectivityEstimator,
    (left, right): (Oid, Oid),
    run: ScalarFn,
) -> Operator {
    operator(name, left, right, BOOL, run).known(commutator, negator, restrict)
}

/// The six operators of a pair of types from one comparison.
macro_rules! six {
    ($left:expr, $right:expr, $compare:expr) => {{
        const TYPES: (Oid, Oid) = ($left, $right);
        const COMPARE: Compare = $compare;
        [
            comparison("=", "=", "<>", SelectivityEstimator::Eq, TYPES, |c, a| {
                Ok(Datum::bool(COMPARE(c, &a[0], &a[1])?.is_eq()))
            }),
            comparison("<>", "<>", "=", SelectivityEstimator::Ne, TYPES, |c, a| {
                Ok(Datum::bool(COMPARE(c, &a[0], &a[1])?.is_ne()))
            }),
            comparison("<", ">", ">=", SelectivityEstimator::Lt, TYPES, |c, a| {
                Ok(Datum::bool(COMPARE(c, &a[0], &a[1])?.is_lt()))
            }),
            comparison("<=", ">=", ">", SelectivityEstimator::Le, TYPES, |c, a| {
                Ok(Datum::bool(COMPARE(c, &a[0], &a[1])?.is_le()))
            }),
            comparison(">", "<", "<=", SelectivityEstimator::Gt, TYPES, |c, a| {
                Ok(Datum::bool(COMPARE(c, &a[0], &a[1])?.is_gt()))
            }),
            comparison(">=", "<=", "<", SelectivityEstimator::Ge, TYPES, |c, a| {
                Ok(Datum::bool(COMPARE(c, &a[0], &a[1])?.is_ge()))
            }),
        ]
    }};
}

/// The six operators of text-like types, whose equality looks at the lengths first.
macro_rules! six_by_length {
    ($type:expr) => {{
        let mut six = six!($type, $type, |c, a, b| plain(c, $type, a, b));
        six[0].run = |c, a| {
            let same = raw_size(&a[0]) == raw_size(&a[1]);
            Ok(Datum::bool(same && plain(c, $type, &a[0], &a[1])?.is_eq()))
        };
        six[1].run = |c, a| {
            let same = raw_size(&a[0]) == raw_size(&a[1]);
            Ok(Datum::bool(!same || plain(c, $type, &a[0], &a[1])?.is_ne()))
        };
        six
    }};
}

/// Compares two values of one type, detoasting them first.
fn plain(ctx: &mut FnCtx<'_>, t: Oid, a: &Datum, b: &Datum) -> Result<Ordering> {
    if matches!(t, TEXT | BYTEA) {
        let (x, y) = (types::detoast(ctx.env, a)?, types::detoast(ctx.env, b)?);
        return Ok(x[..].cmp(&y[..]));
    }
    let (x, y) = (fetched(ctx, a)?, fetched(ctx, b)?);
    let (x, y) = (x.as_ref().unwrap_or(a), y.as_ref().unwrap_or(b));
    types::compare_any(ctx.env, t, Oid::INVALID, x, y)
}

/// The detoasted value of a varlena that is compressed or out of line; `None` if it is neither.
fn fetched(ctx: &mut FnCtx<'_>, d: &Datum) -> Result<Option<Datum>> {
    match d.bytes().first() {
        Some(&h) if h == 1 || h & 3 == 2 => ctx.env.detoast(d).map(|b| Some(Datum::varlena(&b))),
        _ => Ok(None),
    }
}

const WORDS: Compare = |_, a, b| Ok(a.as_i64().cmp(&b.as_i64()));
const UNSIGNED: Compare = |_, a, b| Ok(a.word().cmp(&b.word()));
/// `date`, `timestamp` and `timestamptz` with each other: dates become timestamps.
const DATE_AND_TIME: Compare =
    |_, a, b| Ok(datetime::date_to_timestamp_saturating(a.as_i32()).cmp(&b.as_i64()));
const TIME_AND_DATE: Compare =
    |_, a, b| Ok(a.as_i64().cmp(&datetime::date_to_timestamp_saturating(b.as_i32())));
const NAME_AND_TEXT: Compare = |c, a, b| {
    let b = types::detoast(c.env, b)?;
    Ok(a.as_name().as_bytes().cmp(&b[..]))
};
const TEXT_AND_NAME: Compare = |c, a, b| NAME_AND_TEXT(c, b, a).map(Ordering::reverse);

static SIXES: [[Operator; 6]; 48] = [
    six!(BOOL, BOOL, UNSIGNED),
    six!(CHAR, CHAR, UNSIGNED),
    six!(INT2, INT2, WORDS),
    six!(INT4, INT4, WORDS),
    six!(INT8, INT8, WORDS),
    six!(INT2, INT4, WORDS),
    six!(INT4, INT2, WORDS),
    six!(INT2, INT8, WORDS),
    six!(INT8, INT2, WORDS),
    six!(INT4, INT8, WORDS),
    six!(INT8, INT4, WORDS),
    six!(OID, OID, |_, a, b| Ok(a.as_u32().cmp(&b.as_u32()))),
    six!(XID8, XID8, UNSIGNED),
    six!(PG_LSN, PG_LSN, UNSIGNED),
    six!(TID, TID, |_, a, b| Ok(types::scalar::tid_compare(a, b))),
    six!(UUID, UUID, |_, a, b| Ok(a.bytes()[..].cmp(&b.bytes()[..]))),
    six!(FLOAT4, FLOAT4, |_, a, b| Ok(float::compare(a.as_f32().into(), b.as_f32().into()))),
    six!(FLOAT8, FLOAT8, |_, a, b| Ok(float::compare(a.as_f64(), b.as_f64()))),
    six!(FLOAT4, FLOAT8, |_, a, b| Ok(float::compare(a.as_f32().into(), b.as_f64()))),
    six!(FLOAT8, FLOAT4, |_, a, b| Ok(float::compare(a.as_f64(), b.as_f32().into()))),
    six!(NUMERIC, NUMERIC, |c, a, b| plain(c, NUMERIC, a, b)),
    six_by_length!(TEXT),
    six_by_length!(BYTEA),
    six!(BPCHAR, BPCHAR, |c, a, b| plain(c, BPCHAR, a, b)),
    six!(NAME, NAME, |_, a, b| Ok(a.as_name().as_bytes().cmp(b.as_name().as_bytes()))),
    six!(NAME, TEXT, NAME_AND_TEXT),
    six!(TEXT, NAME, TEXT_AND_NAME),
    six!(BIT, BIT, |c, a, b| plain(c, BIT, a, b)),
    six!(VARBIT, VARBIT, |c, a, b| plain(c, VARBIT, a, b)),
    six!(DATE, DATE, WORDS),
    six!(TIME, TIME, WORDS),
    six!(TIMETZ, TIMETZ, |_, a, b| Ok(datetime::timetz_compare(a, b))),
    six!(TIMESTAMP, TIMESTAMP, WORDS),
    six!(TIMESTAMPTZ, TIMESTAMPTZ, WORDS),
    six!(TIMESTAMP, TIMESTAMPTZ, WORDS),
    six!(TIMESTAMPTZ, TIMESTAMP, WORDS),
    six!(DATE, TIMESTAMP, DATE_AND_TIME),
    six!(TIMESTAMP, DATE, TIME_AND_DATE),
    six!(DATE, TIMESTAMPTZ, DATE_AND_TIME),
    six!(TIMESTAMPTZ, DATE, TIME_AND_DATE),
    six!(INTERVAL, INTERVAL, |_, a, b| Ok(datetime::interval_compare(a, b))),
    six!(JSONB, JSONB, |c, a, b| plain(c, JSONB, a, b)),
    six!(ANYARRAY, ANYARRAY, by_argument_type),
    six!(ANYENUM, ANYENUM, UNSIGNED),
    six!(RECORD, RECORD, |c, a, b| types::record::compare_rows(c.env, a, b)),
    six!(OIDVECTOR, OIDVECTOR, |c, a, b| plain(c, OIDVECTOR, a, b)),
    six!(MACADDR, MACADDR, |_, a, b| Ok(a.bytes()[..].cmp(&b.bytes()[..]))),
    six!(MONEY, MONEY, WORDS),
];

/// Compares two values by the type of the first argument.
fn by_argument_type(ctx: &mut FnCtx<'_>, a: &Datum, b: &Datum) -> Result<Ordering> {
    let t = ctx.arg_types.first().copied().unwrap_or(ANYARRAY);
    plain(ctx, t, a, b)
}

/// `xid` and `cid` know only equality.
static EQUALITIES: [Operator; 5] = [
    comparison("=", "=", "<>", SelectivityEstimator::Eq, (XID, XID), |_, a| {
        Ok(Datum::bool(a[0] == a[1]))
    }),
    comparison("<>", "<>", "=", SelectivityEstimator::Ne, (XID, XID), |_, a| {
        Ok(Datum::bool(a[0] != a[1]))
    }),
    comparison("=", "", "<>", SelectivityEstimator::Eq, (XID, INT4), |_, a| {
        Ok(Datum::bool(a[0].as_u32() == a[1].as_u32()))
    }),
    comparison("<>", "", "=", SelectivityEstimator::Ne, (XID, INT4), |_, a| {
        Ok(Datum::bool(a[0].as_u32() != a[1].as_u32()))
    }),
    comparison("=", "=", "", SelectivityEstimator::Eq, (CID, CID), |_, a| {
        Ok(Datum::bool(a[0] == a[1]))
    }),
];

/// Comparison operators with an order.
pub static OPERATORS: &[Operator] = SIXES.as_flattened();
/// Comparison operators without one.
pub static EQUALITY_OPERATORS: &[Operator] = &EQUALITIES;

/// The hash of the first argument, which is fetched if it is stored elsewhere.
fn hash_first(ctx: &mut FnCtx<'_>, t: Oid, a: &[Datum]) -> Result<Datum> {
    let fetched = match &a[0] {
        Datum::Ref(_) if types::info(t).is_some_and(|i| i.len == -1) => fetched(ctx, &a[0])?,
        _ => None,
    };
    Ok(Datum::i32(types::hash(t, fetched.as_ref().unwrap_or(&a[0])) as i32))
}

/// The hash functions and btree comparisons that SQL can call by name.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("hashtext", &[TEXT], INT4, |c, a| hash_first(c, TEXT, a)),
    scalar("hashint2", &[INT2], INT4, |c, a| hash_first(c, INT2, a)),
    scalar("hashint4", &[INT4], INT4, |c, a| hash_first(c, INT4, a)),
    scalar("hashint8", &[INT8], INT4, |c, a| hash_first(c, INT8, a)),
    scalar("hashoid", &[OID], INT4, |c, a| hash_first(c, OID, a)),
    scalar("hashchar", &[CHAR], INT4, |c, a| hash_first(c, CHAR, a)),
    scalar("hashname", &[NAME], INT4, |c, a| hash_first(c, NAME, a)),
    scalar("hashfloat4", &[FLOAT4], INT4, |c, a| hash_first(c, FLOAT4, a)),
    scalar("hashfloat8", &[FLOAT8], INT4, |c, a| hash_first(c, FLOAT8, a)),
    scalar("hash_numeric", &[NUMERIC], INT4, |c, a| hash_first(c, NUMERIC, a)),
    scalar("hashbpchar", &[BPCHAR], INT4, |c, a| hash_first(c, BPCHAR, a)),
    scalar("uuid_hash", &[UUID], INT4, |c, a| hash_first(c, UUID, a)),
    scalar("timestamp_hash", &[TIMESTAMP], INT4, |c, a| hash_first(c, TIMESTAMP, a)),
    scalar("time_hash", &[TIME], INT4, |c, a| hash_first(c, TIME, a)),
    scalar("timetz_hash", &[TIMETZ], INT4, |c, a| hash_first(c, TIMETZ, a)),
    scalar("interval_hash", &[INTERVAL], INT4, |c, a| hash_first(c, INTERVAL, a)),
    scalar("btint4cmp", &[INT4, INT4], INT4, |_, a| {
        Ok(Datum::i32(a[0].as_i32().cmp(&a[1].as_i32()) as i32))
    }),
    scalar("bttextcmp", &[TEXT, TEXT], INT4, |c, a| {
        // What `memcmp` gives is the difference of the first bytes that differ.
        let (x, y) = (types::detoast(c.env, &a[0])?, types::detoast(c.env, &a[1])?);
        let differ = x.iter().zip(&y[..]).find(|(x, y)| x != y);
        Ok(Datum::i32(match differ {
            Some((x, y)) => i32::from(*x) - i32::from(*y),
            None => x.len().cmp(&y.len()) as i32,
        }))
    }),
];

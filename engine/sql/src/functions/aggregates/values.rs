//! Aggregates that choose or collect: `min`, `max`, `bool_and`, `string_agg`, `array_agg`.

use super::super::search::check_enlarged;
use super::super::support::packed;
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::{AggState, Builtin, Env, FnCtx, aggregate};
use storage::ids::Oid;
use storage::types::array::{Array, ArrayStack};
use storage::types::oid::{
    ANYARRAY, ANYENUM, ANYNONARRAY, BOOL, BPCHAR, BYTEA, DATE, FLOAT4, FLOAT8, INT2, INT4, INT8,
    INTERVAL, NUMERIC, OID, PG_LSN, TEXT, TID, TIME, TIMESTAMP, TIMESTAMPTZ, TIMETZ, XID8,
};
use storage::types::{compare, detoast};

macro_rules! extremes {
    ($($t:ident),* $(,)?) => {
        &[
            $(
                aggregate("min", &[$t], $t, true, |c| Extreme::state(c, false)),
                aggregate("max", &[$t], $t, true, |c| Extreme::state(c, true)),
            )*
            aggregate("bool_and", &[BOOL], BOOL, true, |_| Box::new(BoolAggregate(None, |a, b| a && b))),
            aggregate("every", &[BOOL], BOOL, true, |_| Box::new(BoolAggregate(None, |a, b| a && b))),
            aggregate("bool_or", &[BOOL], BOOL, true, |_| Box::new(BoolAggregate(None, |a, b| a || b))),
            aggregate("string_agg", &[TEXT, TEXT], TEXT, false, |_| Box::new(StringAgg::default())),
            aggregate("string_agg", &[BYTEA, BYTEA], BYTEA, false, |_| Box::new(StringAgg::default())),
            aggregate("array_agg", &[ANYNONARRAY], ANYARRAY, false, ArrayAgg::state),
            aggregate("array_agg", &[ANYARRAY], ANYARRAY, false, ArrayOfArraysAgg::state),
        ]
    };
}

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = extremes!(
    INT2,
    INT4,
    INT8,
    OID,
    FLOAT4,
    FLOAT8,
    NUMERIC,
    TEXT,
    BPCHAR,
    DATE,
    TIME,
    TIMETZ,
    TIMESTAMP,
    TIMESTAMPTZ,
    INTERVAL,
    TID,
    PG_LSN,
    XID8,
    ANYARRAY,
    ANYENUM,
);

/// A value detoasted, since it outlives its row and is compared.
fn plain(env: &mut dyn Env, type_oid: Oid, datum: &Datum) -> Result<Datum> {
    let varlena = storage::types::info(type_oid).is_none_or(|t| t.len == -1);
    if !varlena || matches!(datum, Datum::Word(_)) || storage::varlena::is_4b_plain(datum.bytes()) {
        return Ok(datum.clone());
    }
    Ok(Datum::varlena(&detoast(env, datum)?))
}

struct Extreme {
    type_oid: Oid,
    greatest: bool,
    best: Option<Datum>,
    /// Whether a value took the place of one in a chunk of the same size.
    replaced: bool,
}

/// How many bytes a value takes that is not passed by value.
fn kept_bytes(d: &Datum) -> usize {
    if let Datum::Ref(b) = d { b.len() } else { 0 }
}

impl Extreme {
    /// The state before the first row.
    fn state(ctx: &FnCtx<'_>, greatest: bool) -> Box<dyn AggState> {
        Box::new(Extreme { type_oid: ctx.arg_types[0], greatest, best: None, replaced: false })
    }
}

impl AggState for Extreme {
    fn step(&mut self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        let Some(best) = self.best.take() else {
            self.best = Some(args[0].clone());
            return Ok(());
        };
        // Both are fetched to be compared. What is kept is what was fetched (`text_larger`), but for
        // arrays; a numeric has a long header then.
        let t = self.type_oid;
        let (old, new) = match t {
            TEXT | BPCHAR => (packed(ctx, &best)?, packed(ctx, &args[0])?),
            _ => (plain(ctx.env, t, &best)?, plain(ctx.env, t, &args[0])?),
        };
        let order = compare(t, C_COLLATION, &old, &new);
        let order = if self.greatest { order } else { order.reverse() };
        // Among equal values the later one is kept; for bpchar the first.
        let first = order.is_gt() || order.is_eq() && t == BPCHAR;
        let (old, new) = match t {
            TEXT | BPCHAR | NUMERIC => (old, new),
            _ => (best, args[0].clone()),
        };
        let chunk = |d: &Datum| kept_bytes(d).next_power_of_two();
        self.replaced |= !first && chunk(&old) == chunk(&new);
        self.best = Some(if first { old } else { new });
        Ok(())
    }
    fn kept(&self) -> (usize, bool) {
        (self.best.as_ref().map_or(0, kept_bytes), self.replaced)
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        Ok(self.best.take().unwrap_or(Datum::Null))
    }
}

/// Everything is compared under the "C" collation.
const C_COLLATION: Oid = Oid(950);

struct BoolAggregate(Option<bool>, fn(bool, bool) -> bool);

impl AggState for BoolAggregate {
    fn step(&mut self, _ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        let next = args[0].as_bool();
        self.0 = Some(self.0.map_or(next, |value| (self.1)(value, next)));
        Ok(())
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        Ok(self.0.map_or(Datum::Null, Datum::bool))
    }
}

/// The state of `string_agg`: NULLs are skipped, the delimiter is that of each further row.
#[derive(Default)]
struct StringAgg(Option<Vec<u8>>);

impl AggState for StringAgg {
    fn step(&mut self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        if args[0].is_null() {
            return Ok(());
        }
        let value = detoast(ctx.env, &args[0])?;
        let delimiter = match &args[1] {
            Datum::Null => None,
            delimiter => Some(detoast(ctx.env, delimiter)?),
        };
        // Four bytes in front are room for the result's header.
        let first = self.0.is_none();
        let joined = self.0.get_or_insert_with(|| vec![0; 4]);
        for part in [delimiter.filter(|_| !first), Some(value)].into_iter().flatten() {
            check_enlarged(ctx, joined.len() - 4, part.len())?;
            joined.extend_from_slice(&part);
        }
        Ok(())
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        Ok(self.0.take().map_or(Datum::Null, Datum::from_varlena_buf))
    }
    fn kept(&self) -> (usize, bool) {
        // The first chunk has room for 1,023 (`initStringInfo`).
        let bytes = self.0.as_ref().map_or(0, Vec::len);
        (if bytes < 1024 { 0 } else { bytes }, false)
    }
}

/// `array_agg` of values: NULLs are kept; NULL over no rows.
struct ArrayAgg {
    element: Oid,
    values: Option<Vec<Datum>>,
}

impl ArrayAgg {
    /// The state before the first row.
    fn state(ctx: &FnCtx<'_>) -> Box<dyn AggState> {
        Box::new(ArrayAgg { element: ctx.arg_types[0], values: None })
    }
}

impl AggState for ArrayAgg {
    fn step(&mut self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        let value = match &args[0] {
            Datum::Null => Datum::Null,
            value => plain(ctx.env, self.element, value)?,
        };
        self.values.get_or_insert_default().push(value);
        Ok(())
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        self.values
            .take()
            .map_or(Ok(Datum::Null), |values| Array::of(self.element, values).to_datum())
    }
    fn kept(&self) -> (usize, bool) {
        // The first chunks have room for 64 values (`initArrayResult`).
        let values = self.values.as_deref().unwrap_or_default();
        let slots = if values.len() > 64 { 9 * values.len() } else { 0 };
        (slots + values.iter().map(kept_bytes).sum::<usize>(), false)
    }
}

/// `array_agg` of arrays: one dimension more.
struct ArrayOfArraysAgg(ArrayStack);

impl ArrayOfArraysAgg {
    /// The state before the first row.
    fn state(_ctx: &FnCtx<'_>) -> Box<dyn AggState> {
        Box::new(ArrayOfArraysAgg(ArrayStack::default()))
    }
}

impl AggState for ArrayOfArraysAgg {
    fn step(&mut self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        self.0.push(ctx.env, &args[0])
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        self.0.take().map_or(Ok(Datum::Null), |array| array.to_datum())
    }
}

//! Functions that make rows out of nothing or out of arrays: `generate_series`, `unnest`,
//! `generate_subscripts`.

use crate::functions::operator_function;
use std::cmp::Ordering;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, RowSource, ScalarFn, set};
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::oid::{
    ANYARRAY, ANYELEMENT, BOOL, INT4, INT8, INTERVAL, NUMERIC, TEXT, TIMESTAMP, TIMESTAMPTZ,
};
use storage::types::{compare, detoast};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    set("generate_series", &[INT4, INT4], INT4, &[], int4_series),
    set("generate_series", &[INT4, INT4, INT4], INT4, &[], int4_series),
    set("generate_series", &[INT8, INT8], INT8, &[], int8_series),
    set("generate_series", &[INT8, INT8, INT8], INT8, &[], int8_series),
    set("generate_series", &[NUMERIC, NUMERIC], NUMERIC, &[], numeric_series),
    set("generate_series", &[NUMERIC, NUMERIC, NUMERIC], NUMERIC, &[], numeric_series),
    set("generate_series", &[TIMESTAMP, TIMESTAMP, INTERVAL], TIMESTAMP, &[], time_series),
    set("generate_series", &[TIMESTAMPTZ, TIMESTAMPTZ, INTERVAL], TIMESTAMPTZ, &[], time_series)
        .stable(),
    set("unnest", &[ANYARRAY], ANYELEMENT, &[], unnest),
    not_strict(set("string_to_table", &[TEXT, TEXT], TEXT, &[], string_to_table)),
    not_strict(set("string_to_table", &[TEXT, TEXT, TEXT], TEXT, &[], string_to_table)),
    set("generate_subscripts", &[ANYARRAY, INT4], INT4, &[], subscripts),
    set("generate_subscripts", &[ANYARRAY, INT4, BOOL], INT4, &[], subscripts),
];

/// The function, called with NULLs too.
const fn not_strict(mut f: Builtin) -> Builtin {
    f.strict = false;
    f
}

/// The parts that `string_to_array` returns, as rows.
fn string_to_table(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    let parts = match super::array::from_string(ctx, args)? {
        Datum::Null => Vec::new(),
        array => Array::from_datum(ctx.env, &array)?.values,
    };
    super::jsonb::expand::rows(parts.into_iter().map(|part| vec![part]).collect())
}

/// Whole numbers; `next` is `None` once the end was passed or would overflow.
struct Integers {
    next: Option<i64>,
    stop: i64,
    step: i64,
    narrow: bool,
}

impl RowSource for Integers {
    fn next(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Option<Vec<Datum>>> {
        let Some(value) = self.next else { return Ok(None) };
        if if self.step > 0 { value > self.stop } else { value < self.stop } {
            self.next = None;
            return Ok(None);
        }
        self.next = value.checked_add(self.step);
        if self.narrow && self.next.is_some_and(|n| i32::try_from(n).is_err()) {
            self.next = None;
        }
        Ok(Some(vec![Datum::i64(value)]))
    }
}

/// `generate_series` of integers; `narrow` is of int4.
fn integers(args: &[Datum], narrow: bool) -> Result<Box<dyn RowSource>> {
    let step = args.get(2).map_or(1, Datum::as_i64);
    if step == 0 {
        return err!(INVALID_PARAMETER_VALUE, "step size cannot equal zero");
    }
    Ok(Box::new(Integers { next: Some(args[0].as_i64()), stop: args[1].as_i64(), step, narrow }))
}

/// `generate_series` of int4.
fn int4_series(_ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    integers(args, true)
}

/// `generate_series` of int8.
fn int8_series(_ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    integers(args, false)
}

/// Values of any type that can be added to and compared, by the operators SQL has for them.
struct Steps {
    next: Datum,
    stop: Datum,
    step: Datum,
    up: bool,
    type_oid: Oid,
    add: ScalarFn,
}

impl RowSource for Steps {
    fn next(&mut self, ctx: &mut FnCtx<'_>) -> Result<Option<Vec<Datum>>> {
        let order = compare(self.type_oid, Oid::INVALID, &self.next, &self.stop);
        if order == if self.up { Ordering::Greater } else { Ordering::Less } {
            return Ok(None);
        }
        let following = (self.add)(ctx, &[self.next.clone(), self.step.clone()])?;
        Ok(Some(vec![std::mem::replace(&mut self.next, following)]))
    }
}

/// The rows of `generate_series`; `step_type` is the type of `step`, which must not be zero.
fn steps(
    ctx: &mut FnCtx<'_>,
    type_oid: Oid,
    [start, stop, step]: [Datum; 3],
    step_type: Oid,
) -> Result<Box<dyn RowSource>> {
    let zero = ctx.env.input(step_type, "0", -1)?;
    let direction = compare(step_type, Oid::INVALID, &step, &zero);
    if direction == Ordering::Equal {
        return err!(INVALID_PARAMETER_VALUE, "step size cannot equal zero");
    }
    let add = operator_function("+", type_oid, step_type);
    let up = direction == Ordering::Greater;
    Ok(Box::new(Steps { next: start, stop, step, up, type_oid, add }))
}

/// `generate_series` of numerics.
fn numeric_series(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    for (arg, name) in args.iter().zip(["start value", "stop value", "step size"]) {
        let text = ctx.env.output(NUMERIC, arg)?;
        if text == "NaN" {
            return err!(INVALID_PARAMETER_VALUE, "{name} cannot be NaN");
        }
        if text.contains("Infinity") {
            return err!(INVALID_PARAMETER_VALUE, "{name} cannot be infinity");
        }
    }
    let step = match args.get(2) {
        Some(step) => step.clone(),
        None => ctx.env.input(NUMERIC, "1", -1)?,
    };
    let start = Datum::varlena(&detoast(ctx.env, &args[0])?);
    steps(ctx, NUMERIC, [start, args[1].clone(), step], NUMERIC)
}

/// `generate_series` of timestamps with an interval between.
fn time_series(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    let type_oid = ctx.arg_types[0];
    steps(ctx, type_oid, [args[0].clone(), args[1].clone(), args[2].clone()], INTERVAL)
}

struct Elements(std::vec::IntoIter<Datum>);

impl RowSource for Elements {
    fn next(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Option<Vec<Datum>>> {
        Ok(self.0.next().map(|element| vec![element]))
    }
}

/// The SQL function `unnest`.
fn unnest(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    Ok(Box::new(Elements(Array::from_datum(ctx.env, &args[0])?.values.into_iter())))
}

/// The SQL function `generate_subscripts`.
fn subscripts(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    let array = Array::from_datum(ctx.env, &args[0])?;
    let dimension = usize::try_from(args[1].as_i32()).ok().and_then(|d| d.checked_sub(1));
    let backwards = args.get(2).is_some_and(Datum::as_bool);
    let mut values: Vec<Datum> =
        match dimension.and_then(|d| array.lower.get(d).zip(array.dims.get(d))) {
            Some((&lower, &n)) => (0..n).map(|i| Datum::i32(lower.wrapping_add(i))).collect(),
            None => vec![],
        };
    if backwards {
        values.reverse();
    }
    Ok(Box::new(Elements(values.into_iter())))
}

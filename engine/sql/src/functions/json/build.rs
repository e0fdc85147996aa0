//! Builds json text (`json.c`): each function has its own spacing, as the server has it.

use crate::functions::jsonb::convert::{is_array, iso_text, key_text};
use crate::functions::support::string;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{AggFn, AggState, Builtin, Env, FnCtx, Volatility, aggregate, scalar};
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::jsonb::escape_json;
use storage::types::oid::{
    self, ANY, ANYARRAY, ANYELEMENT, BOOL, JSON, RECORD, TEXT_ARRAY, UNKNOWN,
};
use storage::types::{detoast, output, record};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("to_json", &[ANYELEMENT], JSON, to_json).stable(),
    scalar("array_to_json", &[ANYARRAY], JSON, to_json).stable(),
    scalar("array_to_json", &[ANYARRAY, BOOL], JSON, to_json).stable(),
    scalar("row_to_json", &[RECORD], JSON, to_json).stable(),
    scalar("row_to_json", &[RECORD, BOOL], JSON, to_json).stable(),
    scalar("json_build_object", &[ANY], JSON, build_object).variadic(ANY).stable().not_strict(),
    scalar("json_build_object", &[], JSON, build_object).stable().not_strict(),
    scalar("json_build_array", &[ANY], JSON, build_array).variadic(ANY).stable().not_strict(),
    scalar("json_build_array", &[], JSON, build_array).stable().not_strict(),
    scalar("json_object", &[TEXT_ARRAY], JSON, object),
    scalar("json_object", &[TEXT_ARRAY, TEXT_ARRAY], JSON, object_two),
    stable_aggregate("json_agg", &[ANYELEMENT], |ctx| {
        Box::new(ArrayAgg { type_oid: ctx.arg_types[0], text: None })
    }),
    stable_aggregate("json_object_agg", &[ANY, ANY], |ctx| {
        Box::new(ObjectAgg { types: [ctx.arg_types[0], ctx.arg_types[1]], text: None })
    }),
];

/// An aggregate that returns json and is STABLE.
const fn stable_aggregate(name: &'static str, args: &'static [Oid], run: AggFn) -> Builtin {
    let mut b = aggregate(name, args, JSON, false, run);
    b.volatility = Volatility::Stable;
    b
}

/// Whether a text is a number as JSON writes it (`IsValidJsonNumber`).
fn is_json_number(text: &str) -> bool {
    !text.contains(['N', 'I'])
}

/// Appends a value as JSON (`datum_to_json`); with `lines` each part is on its own line.
fn append(
    env: &mut dyn Env,
    type_oid: Oid,
    datum: &Datum,
    lines: bool,
    out: &mut String,
) -> Result<()> {
    if datum.is_null() {
        out.push_str("null");
        return Ok(());
    }
    let type_oid = env.base_type(type_oid);
    match type_oid {
        oid::BOOL => out.push_str(if datum.as_bool() { "true" } else { "false" }),
        oid::INT2 | oid::INT4 | oid::INT8 | oid::NUMERIC | oid::FLOAT4 | oid::FLOAT8 => {
            let text = output(type_oid, datum, env)?;
            if is_json_number(&text) {
                out.push_str(&text);
            } else {
                escape_json(&text, out);
            }
        }
        oid::JSON => out.push_str(&String::from_utf8_lossy(&detoast(env, datum)?)),
        oid::JSONB => out.push_str(&output(type_oid, datum, env)?),
        oid::DATE | oid::TIMESTAMP | oid::TIMESTAMPTZ => {
            escape_json(&iso_text(env, type_oid, datum)?, out);
        }
        _ if is_array(env, type_oid) => {
            let array = Array::from_datum(env, datum)?;
            if array.values.is_empty() {
                out.push_str("[]");
            } else {
                append_array(env, array.element.oid, &array.dims, &array.values, lines, out)?;
            }
        }
        _ if record::is_row_type(env, type_oid) => {
            out.push('{');
            for (i, (name, type_oid, value)) in record::fields(env, datum)?.iter().enumerate() {
                if i > 0 {
                    out.push_str(if lines { ",\n " } else { "," });
                }
                escape_json(name, out);
                out.push(':');
                append(env, *type_oid, value, false, out)?;
            }
            out.push('}');
        }
        _ => escape_json(&env.output(type_oid, datum)?, out),
    }
    Ok(())
}

/// Appends the elements of an array of these dimensions as JSON; with `lines` those of the
/// outermost one stand on lines of their own (`array_dim_to_json`).
fn append_array(
    env: &mut dyn Env,
    element: Oid,
    dims: &[i32],
    values: &[Datum],
    lines: bool,
    out: &mut String,
) -> Result<()> {
    out.push('[');
    let separator = if lines { ",\n " } else { "," };
    match dims {
        [n, inner @ ..] if !inner.is_empty() => {
            let each = (values.len() / (*n).max(1) as usize).max(1);
            for (i, part) in values.chunks(each).enumerate() {
                if i > 0 {
                    out.push_str(separator);
                }
                append_array(env, element, inner, part, false, out)?;
            }
        }
        _ => {
            for (i, value) in values.iter().enumerate() {
                if i > 0 {
                    out.push_str(separator);
                }
                append(env, element, value, false, out)?;
            }
        }
    }
    out.push(']');
    Ok(())
}

/// Returns a value as JSON (`to_json`, `array_to_json` and `row_to_json`).
fn to_json(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let type_oid = ctx.arg_types[0];
    if type_oid == UNKNOWN {
        return err!(INVALID_PARAMETER_VALUE, "could not determine input data type");
    }
    let lines = a.get(1).is_some_and(Datum::as_bool);
    let mut out = String::new();
    append(ctx.env, type_oid, &a[0], lines, &mut out)?;
    Ok(Datum::text(&out))
}

/// Appends a key and ` : `.
fn append_key(env: &mut dyn Env, type_oid: Oid, key: &Datum, out: &mut String) -> Result<()> {
    escape_json(&key_text(env, type_oid, key)?, out);
    out.push_str(" : ");
    Ok(())
}

/// The SQL function `json_build_object`.
fn build_object(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    if !a.len().is_multiple_of(2) {
        return Err(PgError::new(
            SqlState::INVALID_PARAMETER_VALUE,
            "argument list must have even number of elements",
        )
        .hint(
            "The arguments of json_build_object() must consist of alternating keys and values.",
        ));
    }
    let mut out = String::from("{");
    for (i, pair) in a.chunks_exact(2).enumerate() {
        if pair[0].is_null() {
            if ctx.env.release().null_keys_named {
                return null_key();
            }
            return Err(PgError::new(
                SqlState::INVALID_PARAMETER_VALUE,
                format!("argument {} cannot be null", 2 * i + 1),
            )
            .hint("Object keys should be text."));
        }
        if i > 0 {
            out.push_str(", ");
        }
        append_key(ctx.env, ctx.arg_types[2 * i], &pair[0], &mut out)?;
        append(ctx.env, ctx.arg_types[2 * i + 1], &pair[1], false, &mut out)?;
    }
    out.push('}');
    Ok(Datum::text(&out))
}

/// The SQL function `json_build_array`.
fn build_array(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let mut out = String::from("[");
    for (i, (arg, &type_oid)) in a.iter().zip(ctx.arg_types).enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        append(ctx.env, type_oid, arg, false, &mut out)?;
    }
    out.push(']');
    Ok(Datum::text(&out))
}

/// An object of these keys and values, all text.
fn object_of<'a>(
    ctx: &mut FnCtx<'_>,
    pairs: impl Iterator<Item = (&'a Datum, &'a Datum)>,
) -> Result<Datum> {
    let mut out = String::from("{");
    for (i, (key, value)) in pairs.enumerate() {
        if key.is_null() {
            return err!(NULL_VALUE_NOT_ALLOWED, "null value not allowed for object key");
        }
        if i > 0 {
            out.push_str(", ");
        }
        escape_json(&string(ctx, key)?, &mut out);
        out.push_str(" : ");
        if value.is_null() {
            out.push_str("null");
        } else {
            escape_json(&string(ctx, value)?, &mut out);
        }
    }
    out.push('}');
    Ok(Datum::text(&out))
}

/// `json_object(text[])`.
fn object(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let array = Array::from_datum(ctx.env, &a[0])?;
    match array.dims[..] {
        [n] if n % 2 != 0 => {
            return err!(ARRAY_SUBSCRIPT_ERROR, "array must have even number of elements");
        }
        [] | [_] | [_, 2] => {}
        [_, _] => return err!(ARRAY_SUBSCRIPT_ERROR, "array must have two columns"),
        _ => return err!(ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts"),
    }
    object_of(ctx, array.values.chunks_exact(2).map(|p| (&p[0], &p[1])))
}

/// `json_object(keys, values)`.
fn object_two(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let keys = Array::from_datum(ctx.env, &a[0])?;
    let values = Array::from_datum(ctx.env, &a[1])?;
    if keys.dims.len() > 1 || keys.dims.len() != values.dims.len() {
        return err!(ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts");
    }
    if keys.values.len() != values.values.len() {
        return err!(ARRAY_SUBSCRIPT_ERROR, "mismatched array dimensions");
    }
    object_of(ctx, keys.values.iter().zip(&values.values))
}

/// The state of `json_agg`: NULL over no rows; arrays and rows begin on lines of their own.
struct ArrayAgg {
    type_oid: Oid,
    text: Option<String>,
}

impl AggState for ArrayAgg {
    fn step(&mut self, ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<()> {
        let out = match &mut self.text {
            None => self.text.insert(String::from("[")),
            Some(out) => {
                out.push_str(", ");
                let parts =
                    is_array(ctx.env, self.type_oid) || record::is_row_type(ctx.env, self.type_oid);
                if !a[0].is_null() && parts {
                    out.push_str("\n ");
                }
                out
            }
        };
        append(ctx.env, self.type_oid, &a[0], false, out)?;
        ctx.env.check_alloc(out.len())
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        Ok(self.text.take().map_or(Datum::Null, |text| Datum::text(&(text + "]"))))
    }
    fn kept(&self) -> (usize, bool) {
        let bytes = self.text.as_ref().map_or(0, String::len);
        (if bytes < 1024 { 0 } else { bytes }, false)
    }
}

/// The error for a key that is NULL, from 16 on.
fn null_key<T>() -> Result<T> {
    err!(NULL_VALUE_NOT_ALLOWED, "null value not allowed for object key")
}

/// The state of `json_object_agg`: NULL over no rows; keys may repeat.
struct ObjectAgg {
    types: [Oid; 2],
    text: Option<String>,
}

impl AggState for ObjectAgg {
    fn step(&mut self, ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<()> {
        if a[0].is_null() {
            if ctx.env.release().null_keys_named {
                return null_key();
            }
            return err!(INVALID_PARAMETER_VALUE, "field name must not be null");
        }
        let out = match &mut self.text {
            None => self.text.insert(String::from("{ ")),
            Some(out) => {
                out.push_str(", ");
                out
            }
        };
        append_key(ctx.env, self.types[0], &a[0], out)?;
        append(ctx.env, self.types[1], &a[1], false, out)?;
        ctx.env.check_alloc(out.len())
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        Ok(self.text.take().map_or(Datum::Null, |text| Datum::text(&(text + " }"))))
    }
    fn kept(&self) -> (usize, bool) {
        let bytes = self.text.as_ref().map_or(0, String::len);
        (if bytes < 1024 { 0 } else { bytes }, false)
    }
}

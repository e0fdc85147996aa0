//! Builds jsonb documents: `to_jsonb`, `jsonb_build_object`, `jsonb_build_array`, `jsonb_object`,
//! and the aggregates `jsonb_agg` and `jsonb_object_agg`.

use super::convert::{key_text, to_value};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{AggState, Builtin, FnCtx, Volatility, aggregate, scalar};
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::jsonb::{ArrayBuilder, ObjectBuilder, Value};
use storage::types::oid::{ANY, ANYELEMENT, JSONB, TEXT_ARRAY, UNKNOWN};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("to_jsonb", &[ANYELEMENT], JSONB, to_jsonb).stable(),
    scalar("jsonb_build_object", &[ANY], JSONB, build_object).variadic(ANY).stable().not_strict(),
    scalar("jsonb_build_object", &[], JSONB, build_object).stable().not_strict(),
    scalar("jsonb_build_array", &[ANY], JSONB, build_array).variadic(ANY).stable().not_strict(),
    scalar("jsonb_build_array", &[], JSONB, build_array).stable().not_strict(),
    scalar("jsonb_object", &[TEXT_ARRAY], JSONB, object),
    scalar("jsonb_object", &[TEXT_ARRAY, TEXT_ARRAY], JSONB, object_two),
    stable_aggregate("jsonb_agg", &[ANYELEMENT], |ctx| {
        Box::new(ArrayAgg { type_oid: ctx.arg_types[0], array: None })
    }),
    stable_aggregate("jsonb_object_agg", &[ANY, ANY], |ctx| {
        Box::new(ObjectAgg { types: [ctx.arg_types[0], ctx.arg_types[1]], object: None })
    }),
];

/// An aggregate that returns jsonb and is STABLE.
const fn stable_aggregate(
    name: &'static str,
    args: &'static [Oid],
    run: storage::fmgr::AggFn,
) -> Builtin {
    let mut b = aggregate(name, args, JSONB, false, run);
    b.volatility = Volatility::Stable;
    b
}

/// The SQL function `to_jsonb`.
fn to_jsonb(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let type_oid = ctx.arg_types[0];
    if type_oid == UNKNOWN {
        return err!(INVALID_PARAMETER_VALUE, "could not determine input data type");
    }
    Ok(to_value(ctx.env, type_oid, &args[0])?.to_datum())
}

/// The SQL function `jsonb_build_object`.
fn build_object(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if !args.len().is_multiple_of(2) {
        return Err(PgError::new(
            SqlState::INVALID_PARAMETER_VALUE,
            "argument list must have even number of elements",
        )
        .hint(
            "The arguments of jsonb_build_object() must consist of alternating keys and values.",
        ));
    }
    let mut object = ObjectBuilder::default();
    for (i, pair) in args.chunks_exact(2).enumerate() {
        if pair[0].is_null() {
            return err!(INVALID_PARAMETER_VALUE, "argument {}: key must not be null", 2 * i + 1);
        }
        let (key_type, value_type) = (ctx.arg_types[2 * i], ctx.arg_types[2 * i + 1]);
        let key = key_text(ctx.env, key_type, &pair[0])?;
        let value = to_value(ctx.env, value_type, &pair[1])?;
        object.push(key.as_bytes(), value)?;
    }
    Ok(object.finish()?.to_datum())
}

/// The SQL function `jsonb_build_array`.
fn build_array(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let mut array = ArrayBuilder::default();
    for (arg, &type_oid) in args.iter().zip(ctx.arg_types) {
        array.push(to_value(ctx.env, type_oid, arg)?.view());
    }
    Ok(array.finish()?.to_datum())
}

/// A text as a string of jsonb, NULL as null.
fn string_value(ctx: &mut FnCtx<'_>, datum: &Datum) -> Result<Value> {
    Ok(match datum {
        Datum::Null => Value::Null,
        text => Value::String(storage::types::detoast(ctx.env, text)?.to_vec()),
    })
}

/// An object of these keys and values, all text.
fn object_of(ctx: &mut FnCtx<'_>, pairs: &[(&Datum, &Datum)]) -> Result<Datum> {
    let mut object = ObjectBuilder::default();
    for (key, value) in pairs {
        if key.is_null() {
            return err!(NULL_VALUE_NOT_ALLOWED, "null value not allowed for object key");
        }
        let key = storage::types::detoast(ctx.env, key)?;
        let value = string_value(ctx, value)?;
        object.push(&key, value)?;
    }
    Ok(object.finish()?.to_datum())
}

/// `jsonb_object(text[])`.
fn object(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let array = Array::from_datum(ctx.env, &args[0])?;
    match array.dims[..] {
        [] => {}
        [n] if n % 2 != 0 => {
            return err!(ARRAY_SUBSCRIPT_ERROR, "array must have even number of elements");
        }
        [_] => {}
        [_, 2] => {}
        [_, _] => return err!(ARRAY_SUBSCRIPT_ERROR, "array must have two columns"),
        _ => return err!(ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts"),
    }
    let pairs: Vec<_> = array.values.chunks_exact(2).map(|p| (&p[0], &p[1])).collect();
    object_of(ctx, &pairs)
}

/// `jsonb_object(keys, values)`.
fn object_two(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let keys = Array::from_datum(ctx.env, &args[0])?;
    let values = Array::from_datum(ctx.env, &args[1])?;
    if keys.dims.len() > 1 || keys.dims.len() != values.dims.len() {
        return err!(ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts");
    }
    if keys.values.len() != values.values.len() {
        return err!(ARRAY_SUBSCRIPT_ERROR, "mismatched array dimensions");
    }
    let pairs: Vec<_> = keys.values.iter().zip(&values.values).collect();
    object_of(ctx, &pairs)
}

/// The state of `jsonb_agg`: NULL over no rows.
struct ArrayAgg {
    type_oid: Oid,
    array: Option<ArrayBuilder>,
}

impl AggState for ArrayAgg {
    fn step(&mut self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        let value = to_value(ctx.env, self.type_oid, &args[0])?;
        self.array.get_or_insert_default().push(value.view());
        Ok(())
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        self.array.take().map_or(Ok(Datum::Null), |array| Ok(array.finish()?.to_datum()))
    }
    fn kept(&self) -> (usize, bool) {
        // Each element is a `JsonbValue` beside its bytes.
        let bytes = self.array.as_ref().map_or(0, |a| a.byte_size() + 32 * a.len());
        (if bytes < 1024 { 0 } else { bytes }, false)
    }
}

/// The state of `jsonb_object_agg`: NULL over no rows.
struct ObjectAgg {
    types: [Oid; 2],
    object: Option<ObjectBuilder>,
}

impl AggState for ObjectAgg {
    fn step(&mut self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        if args[0].is_null() {
            return err!(INVALID_PARAMETER_VALUE, "field name must not be null");
        }
        let key = key_text(ctx.env, self.types[0], &args[0])?;
        let value = to_value(ctx.env, self.types[1], &args[1])?;
        self.object.get_or_insert_default().push(key.as_bytes(), value)
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        self.object.take().map_or(Ok(Datum::Null), |object| Ok(object.finish()?.to_datum()))
    }
}

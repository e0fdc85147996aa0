//! A value of any type as a jsonb node (`datum_to_jsonb`).

use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::Env;
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::datetime::output::{date_out, timestamp_as};
use storage::types::datetime::style::{DateOrder, DateStyle};
use storage::types::jsonb::{ArrayBuilder, Container, ObjectBuilder, Value};
use storage::types::numeric::Numeric;
use storage::types::{detoast, oid, output, record};

/// The value as a jsonb node: numbers, booleans, documents, arrays and rows become their JSON form,
/// anything else a string.
///
/// # Errors
/// The errors of fetching and printing the value.
pub fn to_value(env: &mut dyn Env, type_oid: Oid, datum: &Datum) -> Result<Value> {
    if datum.is_null() {
        return Ok(Value::Null);
    }
    let type_oid = env.base_type(type_oid);
    Ok(match type_oid {
        oid::BOOL => Value::Bool(datum.as_bool()),
        oid::INT2 | oid::INT4 | oid::INT8 => number(datum.as_i64())?,
        oid::NUMERIC | oid::FLOAT4 | oid::FLOAT8 => {
            let text = output(type_oid, datum, env)?;
            if text.contains(['N', 'I']) {
                Value::String(text.into_bytes())
            } else {
                Value::Numeric(Numeric::parse(&text)?.to_datum().bytes().clone())
            }
        }
        oid::JSONB => Container::new(&detoast(env, datum)?).root().to_value(),
        oid::JSON => {
            let text = detoast(env, datum)?;
            storage::types::json::parse(&String::from_utf8_lossy(&text))?
        }
        oid::DATE | oid::TIMESTAMP | oid::TIMESTAMPTZ => {
            Value::String(iso_text(env, type_oid, datum)?.into_bytes())
        }
        _ if is_array(env, type_oid) => {
            let array = Array::from_datum(env, datum)?;
            array_value(env, array.element.oid, &array.dims, &array.values)?
        }
        _ if record::is_row_type(env, type_oid) => {
            let mut object = ObjectBuilder::default();
            for (name, type_oid, value) in record::fields(env, datum)? {
                let value = to_value(env, type_oid, &value)?;
                object.push(name.as_bytes(), value)?;
            }
            object.finish()?
        }
        _ => Value::String(env.output(type_oid, datum)?.into_bytes()),
    })
}

/// Whether a type, domains looked through, is a true array, also one of types that users made
/// (`JSONTYPE_ARRAY` of `json_categorize_type`).
pub fn is_array(env: &dyn Env, type_oid: Oid) -> bool {
    match storage::types::info(type_oid) {
        Some(t) => t.is_true_array(),
        None => env.element_type(env.base_type(type_oid)).is_valid(),
    }
}

/// A date or time in ISO 8601, with a `T`, whatever the session's style (`JsonEncodeDateTime`).
pub fn iso_text(env: &mut dyn Env, type_oid: Oid, datum: &Datum) -> Result<String> {
    if type_oid == oid::DATE {
        return Ok(date_out(datum.as_i32()));
    }
    let style = (DateStyle::Xsd, DateOrder::Ymd);
    timestamp_as(datum.as_i64(), type_oid == oid::TIMESTAMPTZ, style, env)
}

/// An integer as a jsonb node; small integers, which arrays often consist of, take a short path.
pub fn number(n: i64) -> Result<Value> {
    let datum = match u16::try_from(n) {
        // NUMERIC_SHORT, weight 0, scale 0: no digit for zero, one below 10,000.
        Ok(0) => Datum::varlena(&[0x00, 0x80]),
        Ok(digit @ ..10_000) => {
            let [low, high] = digit.to_le_bytes();
            Datum::varlena(&[0x00, 0x80, low, high])
        }
        _ => Numeric::parse(&n.to_string())?.to_datum(),
    };
    Ok(Value::Numeric(datum.bytes().clone()))
}

/// An SQL array as a jsonb array, dimension by dimension.
fn array_value(env: &mut dyn Env, element: Oid, dims: &[i32], values: &[Datum]) -> Result<Value> {
    let mut array = ArrayBuilder::default();
    if let [n, inner @ ..] = dims
        && !inner.is_empty()
    {
        for part in values.chunks((values.len() / (*n).max(1) as usize).max(1)) {
            array.push(array_value(env, element, inner, part)?.view());
        }
    } else {
        for value in values {
            array.push(to_value(env, element, value)?.view());
        }
    }
    array.finish()
}

/// The text that a value has as an object's key.
///
/// # Errors
/// 22023 "key value must be scalar, not array, composite, or json".
pub fn key_text(env: &mut dyn Env, type_oid: Oid, datum: &Datum) -> Result<String> {
    let type_oid = env.base_type(type_oid);
    if matches!(type_oid, oid::JSON | oid::JSONB)
        || is_array(env, type_oid)
        || record::is_row_type(env, type_oid)
    {
        return err!(
            INVALID_PARAMETER_VALUE,
            "key value must be scalar, not array, composite, or json"
        );
    }
    match type_oid {
        oid::BOOL => Ok(if datum.as_bool() { "true" } else { "false" }.to_owned()),
        oid::DATE | oid::TIMESTAMP | oid::TIMESTAMPTZ => iso_text(env, type_oid, datum),
        _ => env.output(type_oid, datum),
    }
}

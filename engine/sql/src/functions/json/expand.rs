//! Takes json text apart into rows.

use super::{Part, Shape, shape};
use crate::functions::jsonb::expand::rows;
use crate::functions::support::string;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, RowSource, set};
use storage::types::oid::{JSON, RECORD, TEXT};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    set("json_each", &[JSON], RECORD, &[("key", TEXT), ("value", JSON)], |ctx, a| {
        pairs(ctx, a, |p| p.to_json())
    })
    .named(&["from_json"]),
    set("json_each_text", &[JSON], RECORD, &[("key", TEXT), ("value", TEXT)], |ctx, a| {
        pairs(ctx, a, |p| p.to_text())
    })
    .named(&["from_json"]),
    set("json_array_elements", &[JSON], JSON, &[("value", JSON)], |ctx, a| {
        elements(ctx, a, "json_array_elements", |p| p.to_json())
    })
    .named(&["from_json"]),
    set("json_array_elements_text", &[JSON], TEXT, &[("value", TEXT)], |ctx, a| {
        elements(ctx, a, "json_array_elements_text", |p| p.to_text())
    })
    .named(&["from_json"]),
    set("json_object_keys", &[JSON], TEXT, &[], object_keys),
];

/// `json_each` and `json_each_text`: a row for each pair; `show` makes the value.
fn pairs(
    ctx: &mut FnCtx<'_>,
    a: &[Datum],
    show: fn(&Part<'_>) -> Datum,
) -> Result<Box<dyn RowSource>> {
    let text = string(ctx, &a[0])?;
    match shape(&text)? {
        Shape::Object(pairs) => {
            rows(pairs.iter().map(|(k, v)| vec![Datum::varlena(k), show(v)]).collect())
        }
        Shape::Array(_) => {
            err!(INVALID_PARAMETER_VALUE, "cannot deconstruct an array as an object")
        }
        Shape::Scalar(_) => err!(INVALID_PARAMETER_VALUE, "cannot deconstruct a scalar"),
    }
}

/// `json_array_elements` and its like: a row for each element.
fn elements(
    ctx: &mut FnCtx<'_>,
    a: &[Datum],
    name: &str,
    show: fn(&Part<'_>) -> Datum,
) -> Result<Box<dyn RowSource>> {
    let text = string(ctx, &a[0])?;
    match shape(&text)? {
        Shape::Array(parts) => rows(parts.iter().map(|p| vec![show(p)]).collect()),
        Shape::Object(_) => {
            err!(INVALID_PARAMETER_VALUE, "cannot call {name} on a non-array")
        }
        Shape::Scalar(_) => err!(INVALID_PARAMETER_VALUE, "cannot call {name} on a scalar"),
    }
}

/// The SQL function `json_object_keys`.
fn object_keys(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Box<dyn RowSource>> {
    let text = string(ctx, &a[0])?;
    match shape(&text)? {
        Shape::Object(pairs) => rows(pairs.iter().map(|(k, _)| vec![Datum::varlena(k)]).collect()),
        Shape::Array(_) => {
            err!(INVALID_PARAMETER_VALUE, "cannot call json_object_keys on an array")
        }
        Shape::Scalar(_) => {
            err!(INVALID_PARAMETER_VALUE, "cannot call json_object_keys on a scalar")
        }
    }
}

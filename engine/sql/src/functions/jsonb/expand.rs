//! Takes jsonb documents apart into rows.

use super::access::as_text;
use super::{document, root};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, RowSource, set};
use storage::types::jsonb::{Container, JsonbView};
use storage::types::oid::{JSONB, RECORD, TEXT};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    set("jsonb_each", &[JSONB], RECORD, &[("key", TEXT), ("value", JSONB)], |ctx, args| {
        pairs(ctx, &args[0], "jsonb_each", |view| view.to_datum())
    })
    .named(&["from_json"]),
    set("jsonb_each_text", &[JSONB], RECORD, &[("key", TEXT), ("value", TEXT)], |ctx, args| {
        pairs(ctx, &args[0], "jsonb_each_text", |view| as_text(Some(view)))
    })
    .named(&["from_json"]),
    set("jsonb_array_elements", &[JSONB], JSONB, &[("value", JSONB)], |ctx, args| {
        elements(ctx, &args[0], |view| view.to_datum())
    })
    .named(&["from_json"]),
    set("jsonb_array_elements_text", &[JSONB], TEXT, &[("value", TEXT)], |ctx, args| {
        elements(ctx, &args[0], |view| as_text(Some(view)))
    })
    .named(&["from_json"]),
    set("jsonb_object_keys", &[JSONB], TEXT, &[], object_keys),
];

/// Rows that were all made at once, as the server does for these functions.
struct Rows(std::vec::IntoIter<Vec<Datum>>);

impl RowSource for Rows {
    fn next(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Option<Vec<Datum>>> {
        Ok(self.0.next())
    }
}

/// A row source that yields these rows.
pub(in crate::functions) fn rows(rows: Vec<Vec<Datum>>) -> Result<Box<dyn RowSource>> {
    Ok(Box::new(Rows(rows.into_iter())))
}

/// `jsonb_each` and `jsonb_each_text`: a row for each pair; `show` makes the value.
fn pairs(
    ctx: &mut FnCtx<'_>,
    datum: &Datum,
    name: &str,
    show: fn(JsonbView<'_>) -> Datum,
) -> Result<Box<dyn RowSource>> {
    let document = document(ctx, datum)?;
    if !root(&document).is_object() {
        return err!(INVALID_PARAMETER_VALUE, "cannot call {name} on a non-object");
    }
    rows(
        root(&document)
            .pairs()
            .map(|(key, value)| vec![Datum::varlena(key), show(value)])
            .collect(),
    )
}

/// `jsonb_array_elements` and its like: a row for each element.
fn elements(
    ctx: &mut FnCtx<'_>,
    datum: &Datum,
    show: fn(JsonbView<'_>) -> Datum,
) -> Result<Box<dyn RowSource>> {
    let document = document(ctx, datum)?;
    match root(&document) {
        c if c.is_scalar() => {
            err!(INVALID_PARAMETER_VALUE, "cannot extract elements from a scalar")
        }
        c if c.is_object() => {
            err!(INVALID_PARAMETER_VALUE, "cannot extract elements from an object")
        }
        c => rows(c.elements().map(|element| vec![show(element)]).collect()),
    }
}

/// The SQL function `jsonb_object_keys`.
fn object_keys(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    let document = document(ctx, &args[0])?;
    let object: Container<'_> = root(&document);
    if object.is_scalar() {
        return err!(INVALID_PARAMETER_VALUE, "cannot call jsonb_object_keys on a scalar");
    }
    if !object.is_object() {
        return err!(INVALID_PARAMETER_VALUE, "cannot call jsonb_object_keys on an array");
    }
    rows(object.pairs().map(|(key, _)| vec![Datum::varlena(key)]).collect())
}

//! Changes jsonb documents: every change builds a whole new document.

use super::path::flat_path;
use super::{document, root, text};
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, Operator, operator, scalar};
use storage::types::array::Array;
use storage::types::jsonb::{
    ArrayBuilder, Container, JsonbEdit, JsonbView, ObjectBuilder, PathOperation, Value, at_path,
    in_scalar,
};
use storage::types::oid::{BOOL, INT4, JSONB, TEXT, TEXT_ARRAY};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("jsonb_concat", &[JSONB, JSONB], JSONB, concat),
    scalar("jsonb_delete", &[JSONB, TEXT], JSONB, delete_key),
    scalar("jsonb_delete", &[JSONB, INT4], JSONB, delete_index),
    scalar("jsonb_delete", &[JSONB, TEXT_ARRAY], JSONB, delete_keys).variadic(TEXT),
    scalar("jsonb_delete_path", &[JSONB, TEXT_ARRAY], JSONB, delete_path),
    scalar("jsonb_set", &[JSONB, TEXT_ARRAY, JSONB, BOOL], JSONB, set)
        .named(&["jsonb_in", "path", "replacement", "create_if_missing"])
        .defaults(&["true"]),
    scalar("jsonb_set_lax", &[JSONB, TEXT_ARRAY, JSONB, BOOL, TEXT], JSONB, set_lax)
        .named(&["jsonb_in", "path", "replacement", "create_if_missing", "null_value_treatment"])
        .defaults(&["true", "'use_json_null'"])
        .not_strict(),
    scalar("jsonb_insert", &[JSONB, TEXT_ARRAY, JSONB, BOOL], JSONB, insert)
        .named(&["jsonb_in", "path", "replacement", "insert_after"])
        .defaults(&["false"]),
    scalar("jsonb_strip_nulls", &[JSONB], JSONB, strip_nulls),
];

/// The operators of this module.
pub static OPERATORS: &[Operator] = &[
    operator("||", JSONB, JSONB, JSONB, concat),
    operator("-", JSONB, TEXT, JSONB, delete_key),
    operator("-", JSONB, INT4, JSONB, delete_index),
    operator("-", JSONB, TEXT_ARRAY, JSONB, delete_keys),
    operator("#-", JSONB, TEXT_ARRAY, JSONB, delete_path),
];

/// The SQL operator `||`.
fn concat(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let b = document(ctx, &args[1])?;
    if let Some(done) = ctx.env.jsonb_edit(&args[0], &JsonbEdit::Concat(root(&b)))? {
        return Ok(done);
    }
    let a = document(ctx, &args[0])?;
    let (a, b) = (root(&a), root(&b));
    if a.is_object() && b.is_object() {
        let mut object = ObjectBuilder::default();
        for (key, value) in a.pairs().chain(b.pairs()) {
            object.push(key, value.to_value())?;
        }
        return Ok(object.finish()?.to_datum());
    }
    let mut array = ArrayBuilder::default();
    for part in [a, b] {
        if part.is_object() {
            array.push(JsonbView::Container(part));
        } else {
            part.elements().for_each(|element| array.push(element));
        }
    }
    Ok(array.finish()?.to_datum())
}

/// The document without the keys, or the elements that are strings, for which `drop` is true.
fn without(document: Container<'_>, drop: &dyn Fn(&[u8]) -> bool) -> Result<Value> {
    if document.is_object() {
        let mut object = ObjectBuilder::default();
        for (key, value) in document.pairs().filter(|(key, _)| !drop(key)) {
            object.push(key, value.to_value())?;
        }
        return object.finish();
    }
    let mut array = ArrayBuilder::default();
    document
        .elements()
        .filter(|element| !matches!(element, JsonbView::String(s) if drop(s)))
        .for_each(|element| array.push(element));
    array.finish()
}

/// Fails for a scalar.
fn check_container(document: Container<'_>, deed: &str) -> Result<()> {
    if document.is_scalar() {
        return err!(INVALID_PARAMETER_VALUE, "cannot {deed} scalar");
    }
    Ok(())
}

/// The SQL operator `jsonb - key`.
fn delete_key(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let key = text(ctx, &args[1])?;
    if let Some(done) =
        ctx.env.jsonb_edit(&args[0], &JsonbEdit::DeleteKeys(std::slice::from_ref(&key)))?
    {
        return Ok(done);
    }
    let document = document(ctx, &args[0])?;
    check_container(root(&document), "delete from")?;
    Ok(without(root(&document), &|k| k == &key[..])?.to_datum())
}

/// The SQL operator `jsonb - keys`.
fn delete_keys(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let array = Array::from_datum(ctx.env, &args[1])?;
    if array.dims.len() > 1 {
        return err!(ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts");
    }
    let mut keys: Vec<Bytes> = Vec::new();
    for key in array.values.iter().filter(|v| !v.is_null()) {
        keys.push(text(ctx, key)?);
    }
    if let Some(done) = ctx.env.jsonb_edit(&args[0], &JsonbEdit::DeleteKeys(&keys))? {
        return Ok(done);
    }
    let document = document(ctx, &args[0])?;
    check_container(root(&document), "delete from")?;
    Ok(without(root(&document), &|k| keys.iter().any(|key| k == &key[..]))?.to_datum())
}

/// The SQL operator `jsonb - index`.
fn delete_index(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let document = document(ctx, &args[0])?;
    let array = root(&document);
    check_container(array, "delete from")?;
    if array.is_object() {
        return err!(INVALID_PARAMETER_VALUE, "cannot delete from object using integer index");
    }
    let index = i64::from(args[1].as_i32());
    let index = if index < 0 { index + array.count() as i64 } else { index };
    let mut rest = ArrayBuilder::default();
    for (_, element) in array.elements().enumerate().filter(|(i, _)| *i as i64 != index) {
        rest.push(element);
    }
    Ok(rest.finish()?.to_datum())
}

/// Does the change at the path; a toaster that can do it without fetching all is asked first.
fn run(ctx: &mut FnCtx<'_>, args: &[Datum], verb: &str, deed: PathOperation<'_>) -> Result<Datum> {
    let path = flat_path(ctx, &args[1])?;
    if !path.is_empty()
        && let Some(done) = ctx.env.jsonb_edit(&args[0], &JsonbEdit::Path(&path, deed))?
    {
        return Ok(done);
    }
    let document = document(ctx, &args[0])?;
    let container = root(&document);
    if container.is_scalar() && matches!(deed, PathOperation::Set { fill: true, .. }) {
        return Err(in_scalar());
    }
    check_container(container, verb)?;
    let creates = !matches!(deed, PathOperation::Delete | PathOperation::Set { create: false, .. });
    if path.is_empty() || container.count() == 0 && !creates {
        return Ok(JsonbView::Container(container).to_datum());
    }
    Ok(at_path(JsonbView::Container(container), &path, 0, deed)?.to_datum())
}

/// The SQL operator `#-`.
fn delete_path(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    run(ctx, args, "delete path in", PathOperation::Delete)
}

/// The SQL function `jsonb_set`.
fn set(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let value = document(ctx, &args[2])?;
    // `SET j['a'] = v` calls it without the fourth (`jsonb_set_element`).
    let create = args.get(3).is_none_or(Datum::as_bool);
    let deed = PathOperation::Set { value: root(&value).root(), create, fill: args.len() == 3 };
    run(ctx, args, "set path in", deed)
}

/// The SQL function `jsonb_set_lax`.
fn set_lax(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if args[0].is_null() || args[1].is_null() || args[3].is_null() {
        return Ok(Datum::Null);
    }
    if args[4].is_null() {
        return err!(
            INVALID_PARAMETER_VALUE,
            "null_value_treatment must be \"delete_key\", \"return_target\", \"use_json_null\", \
             or \"raise_exception\""
        );
    }
    if !args[2].is_null() {
        return set(ctx, args);
    }
    let treatment = text(ctx, &args[4])?;
    match &treatment[..] {
        b"raise_exception" => {
            err!(NULL_VALUE_NOT_ALLOWED, "JSON value must not be null").map_err(
                |e: Box<storage::error::PgError>| {
                    e.detail("Exception was raised because null_value_treatment is \"raise_exception\".")
                        .hint("To avoid, either change the null_value_treatment argument or ensure that an SQL NULL is not passed.")
                },
            )
        }
        b"use_json_null" => {
            let deed = PathOperation::Set { value: JsonbView::Null, create: args[3].as_bool(), fill: false };
            run(ctx, args, "set path in", deed)
        }
        b"delete_key" => delete_path(ctx, args),
        b"return_target" => Ok(args[0].clone()),
        _ => err!(
            INVALID_PARAMETER_VALUE,
            "null_value_treatment must be \"delete_key\", \"return_target\", \"use_json_null\", \
             or \"raise_exception\""
        ),
    }
}

/// The SQL function `jsonb_insert`.
fn insert(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let value = document(ctx, &args[2])?;
    let deed = PathOperation::Insert { value: root(&value).root(), after: args[3].as_bool() };
    run(ctx, args, "set path in", deed)
}

/// The value without fields that are null.
fn stripped(view: JsonbView<'_>) -> Result<Value> {
    let JsonbView::Container(container) = view else {
        return Ok(view.to_value());
    };
    if container.is_object() {
        let mut object = ObjectBuilder::default();
        for (key, value) in container.pairs().filter(|(_, v)| !matches!(v, JsonbView::Null)) {
            object.push(key, stripped(value)?)?;
        }
        return object.finish();
    }
    let mut array = ArrayBuilder::default();
    for element in container.elements() {
        array.push(stripped(element)?.view());
    }
    array.finish()
}

/// The SQL function `jsonb_strip_nulls`.
fn strip_nulls(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let document = document(ctx, &args[0])?;
    if root(&document).is_scalar() {
        return Ok(args[0].clone());
    }
    Ok(stripped(JsonbView::Container(root(&document)))?.to_datum())
}

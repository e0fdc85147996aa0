//! Reads parts of jsonb documents: operators and functions such as `->`, `#>`, `@>`, `?` and
//! `jsonb_typeof`.

use super::path::path;
use super::{document, root, text};
use std::cmp::Ordering;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, Operator, SelectivityEstimator, operator, scalar};
use storage::types::array::Array;
use storage::types::jsonb::{
    Container, JB_CMASK, JB_FARRAY, JB_FOBJECT, JsonbView, LookupResult, PathStep, compare_views,
    follow, print_pretty, print_view,
};
use storage::types::oid::{BOOL, INT4, JSONB, TEXT, TEXT_ARRAY};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("jsonb_object_field", &[JSONB, TEXT], JSONB, field).named(&["from_json", "field_name"]),
    scalar("jsonb_object_field_text", &[JSONB, TEXT], TEXT, field_text)
        .named(&["from_json", "field_name"]),
    scalar("jsonb_array_element", &[JSONB, INT4], JSONB, element)
        .named(&["from_json", "element_index"]),
    scalar("jsonb_array_element_text", &[JSONB, INT4], TEXT, element_text)
        .named(&["from_json", "element_index"]),
    scalar("jsonb_extract_path", &[JSONB, TEXT_ARRAY], JSONB, at_path).variadic(TEXT),
    scalar("jsonb_extract_path_text", &[JSONB, TEXT_ARRAY], TEXT, at_path_text).variadic(TEXT),
    scalar("jsonb_array_length", &[JSONB], INT4, array_length),
    scalar("jsonb_typeof", &[JSONB], TEXT, type_of),
    scalar("jsonb_pretty", &[JSONB], TEXT, pretty),
    scalar("jsonb_contains", &[JSONB, JSONB], BOOL, contains),
    scalar("jsonb_contained", &[JSONB, JSONB], BOOL, contained),
    scalar("jsonb_exists", &[JSONB, TEXT], BOOL, exists),
    scalar("jsonb_exists_any", &[JSONB, TEXT_ARRAY], BOOL, exists_any),
    scalar("jsonb_exists_all", &[JSONB, TEXT_ARRAY], BOOL, exists_all),
    scalar("jsonb_cmp", &[JSONB, JSONB], INT4, |ctx, args| match order(ctx, args)? {
        // For strings the server returns the difference of the first bytes that differ.
        order if order.is_ne() && may_contain(ctx, args)? => {
            err!(FEATURE_NOT_SUPPORTED, "jsonb_cmp of strings that differ is not modelled")
        }
        order => Ok(Datum::i32(order as i32)),
    }),
    scalar("jsonb_hash", &[JSONB], INT4, |ctx, args| {
        let document = document(ctx, &args[0])?;
        Ok(Datum::i32(storage::types::jsonb::hash(&document) as i32))
    }),
];

/// The operators of this module.
pub static OPERATORS: &[Operator] = &[
    operator("->", JSONB, TEXT, JSONB, field),
    operator("->>", JSONB, TEXT, TEXT, field_text),
    operator("->", JSONB, INT4, JSONB, element),
    operator("->>", JSONB, INT4, TEXT, element_text),
    operator("#>", JSONB, TEXT_ARRAY, JSONB, at_path),
    operator("#>>", JSONB, TEXT_ARRAY, TEXT, at_path_text),
    operator("@>", JSONB, JSONB, BOOL, contains).known("<@", "", SelectivityEstimator::Cont),
    operator("<@", JSONB, JSONB, BOOL, contained).known("@>", "", SelectivityEstimator::Cont),
    operator("?", JSONB, TEXT, BOOL, exists).known("", "", SelectivityEstimator::Cont),
    operator("?|", JSONB, TEXT_ARRAY, BOOL, exists_any).known("", "", SelectivityEstimator::Cont),
    operator("?&", JSONB, TEXT_ARRAY, BOOL, exists_all).known("", "", SelectivityEstimator::Cont),
];

/// How two documents compare.
fn order(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Ordering> {
    let (a, b) = (document(ctx, &args[0])?, document(ctx, &args[1])?);
    Ok(storage::types::jsonb::compare(&a, &b))
}

/// Whether containment is possible: both are strings, or both are containers.
fn may_contain(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<bool> {
    let (a, b) = (document(ctx, &args[0])?, document(ctx, &args[1])?);
    let (a, b) = (root(&a).root(), root(&b).root());
    Ok(matches!(
        (a, b),
        (JsonbView::String(_), JsonbView::String(_))
            | (JsonbView::Container(_), JsonbView::Container(_))
    ))
}

/// A found node as jsonb.
fn as_jsonb(found: Option<JsonbView<'_>>) -> Result<Datum> {
    Ok(found.map_or(Datum::Null, JsonbView::to_datum))
}

/// A found node as text: a string without its quotes, null as NULL (`JsonbValueAsText`).
pub(super) fn as_text(found: Option<JsonbView<'_>>) -> Datum {
    match found {
        None | Some(JsonbView::Null) => Datum::Null,
        Some(JsonbView::String(s)) => Datum::varlena(s),
        Some(view) => {
            let mut out = String::new();
            print_view(view, &mut out);
            Datum::text(&out)
        }
    }
}

/// The value at the end of a path in a stored document, if the toaster can find it without fetching
/// all; else `None`.
fn found(ctx: &mut FnCtx<'_>, datum: &Datum, path: &[PathStep]) -> Result<Option<Datum>> {
    Ok(match ctx.env.jsonb_get(datum, path)? {
        LookupResult::NoShortcut => None,
        LookupResult::Nothing => Some(Datum::Null),
        LookupResult::Value(value) => Some(value),
    })
}

/// The value that a path leads to, as text.
fn found_text(ctx: &mut FnCtx<'_>, datum: &Datum, path: &[PathStep]) -> Result<Option<Datum>> {
    Ok(match found(ctx, datum, path)? {
        None => None,
        Some(Datum::Null) => Some(Datum::Null),
        Some(value) => Some(as_text(Some(root(&document(ctx, &value)?).root()))),
    })
}

/// The SQL operator `jsonb -> key`.
fn field(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let key = text(ctx, &args[1])?;
    if let Some(found) = found(ctx, &args[0], &[PathStep::Key(key.clone())])? {
        return Ok(found);
    }
    let document = document(ctx, &args[0])?;
    as_jsonb(root(&document).get(&key))
}

/// The SQL operator `jsonb ->> key`.
fn field_text(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let key = text(ctx, &args[1])?;
    if let Some(found) = found_text(ctx, &args[0], &[PathStep::Key(key.clone())])? {
        return Ok(found);
    }
    let document = document(ctx, &args[0])?;
    Ok(as_text(root(&document).get(&key)))
}

/// The element at an index; the root of a scalar, which is stored as an array, has none.
fn element_of(document: Container<'_>, index: i32) -> Option<JsonbView<'_>> {
    if document.is_scalar() && index != 0 && index != -1 {
        return None;
    }
    document.element(index.into())
}

/// The SQL operator `jsonb -> index`.
fn element(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if let Some(found) = found(ctx, &args[0], &[PathStep::Index(args[1].as_i32().into())])? {
        return Ok(found);
    }
    let document = document(ctx, &args[0])?;
    as_jsonb(element_of(root(&document), args[1].as_i32()))
}

/// The SQL operator `jsonb ->> index`.
fn element_text(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if let Some(found) = found_text(ctx, &args[0], &[PathStep::Index(args[1].as_i32().into())])? {
        return Ok(found);
    }
    let document = document(ctx, &args[0])?;
    Ok(as_text(element_of(root(&document), args[1].as_i32())))
}

/// The elements of a path as steps; `None` if one is NULL.
fn steps(path: &[Option<Vec<u8>>]) -> Option<Vec<PathStep>> {
    path.iter().map(|e| e.as_ref().map(|e| PathStep::Either(e.as_slice().into()))).collect()
}

/// The SQL operator `jsonb #> path`.
fn at_path(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let path = path(ctx, &args[1])?;
    if let Some(steps) = steps(&path).filter(|s| !s.is_empty())
        && let Some(found) = found(ctx, &args[0], &steps)?
    {
        return Ok(found);
    }
    let document = document(ctx, &args[0])?;
    as_jsonb(follow(root(&document).root(), &path))
}

/// The SQL operator `jsonb #>> path`.
fn at_path_text(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let path = path(ctx, &args[1])?;
    if let Some(steps) = steps(&path).filter(|s| !s.is_empty())
        && let Some(found) = found_text(ctx, &args[0], &steps)?
    {
        return Ok(found);
    }
    let document = document(ctx, &args[0])?;
    Ok(as_text(follow(root(&document).root(), &path)))
}

/// The SQL function `jsonb_array_length`.
fn array_length(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if let Some(word) = ctx.env.jsonb_head(&args[0])?.filter(|word| word & JB_FARRAY != 0) {
        return Ok(Datum::i32((word & JB_CMASK) as i32));
    }
    let document = document(ctx, &args[0])?;
    match root(&document) {
        c if c.is_scalar() => err!(INVALID_PARAMETER_VALUE, "cannot get array length of a scalar"),
        c if c.is_object() => {
            err!(INVALID_PARAMETER_VALUE, "cannot get array length of a non-array")
        }
        c => Ok(Datum::i32(c.count() as i32)),
    }
}

/// The SQL function `jsonb_typeof`.
fn type_of(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    if let Some(word) = ctx.env.jsonb_head(&args[0])? {
        return Ok(Datum::text(if word & JB_FOBJECT != 0 { "object" } else { "array" }));
    }
    let document = document(ctx, &args[0])?;
    Ok(Datum::text(match root(&document).root() {
        JsonbView::Null => "null",
        JsonbView::Bool(_) => "boolean",
        JsonbView::Numeric(_) => "number",
        JsonbView::String(_) => "string",
        JsonbView::Container(c) if c.is_object() => "object",
        JsonbView::Container(_) => "array",
    }))
}

/// The SQL function `jsonb_pretty`.
fn pretty(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let document = document(ctx, &args[0])?;
    let mut out = String::new();
    print_pretty(JsonbView::Container(root(&document)), 0, &mut out);
    Ok(Datum::text(&out))
}

/// Whether all of `b` is found in `a` (`JsonbDeepContains`).
fn deep_contains(a: Container<'_>, b: Container<'_>) -> bool {
    if a.is_object() != b.is_object() {
        return false;
    }
    let part = |mine: JsonbView<'_>, theirs: JsonbView<'_>| match (mine, theirs) {
        (JsonbView::Container(mine), JsonbView::Container(theirs)) => deep_contains(mine, theirs),
        _ => compare_views(mine, theirs).is_eq(),
    };
    if b.is_object() {
        return a.count() >= b.count()
            && b.pairs().all(|(key, theirs)| a.get(key).is_some_and(|mine| part(mine, theirs)));
    }
    // An array may contain a scalar, a scalar no array.
    if a.is_scalar() && !b.is_scalar() {
        return false;
    }
    b.elements().all(|theirs| a.elements().any(|mine| part(mine, theirs)))
}

/// The SQL operator `@>`.
fn contains(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let (a, b) = (document(ctx, &args[0])?, document(ctx, &args[1])?);
    Ok(Datum::bool(deep_contains(root(&a), root(&b))))
}

/// The SQL operator `<@`.
fn contained(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let (a, b) = (document(ctx, &args[0])?, document(ctx, &args[1])?);
    Ok(Datum::bool(deep_contains(root(&b), root(&a))))
}

/// Whether a string is a key of an object or an element of an array.
fn has(document: Container<'_>, key: &[u8]) -> bool {
    if document.is_object() {
        return document.find(key).is_some();
    }
    document.elements().any(|element| matches!(element, JsonbView::String(s) if s == key))
}

/// The SQL operator `?`.
fn exists(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let (document, key) = (document(ctx, &args[0])?, text(ctx, &args[1])?);
    Ok(Datum::bool(has(root(&document), &key)))
}

/// The elements of an array of text, without NULLs.
fn keys(ctx: &mut FnCtx<'_>, datum: &Datum) -> Result<Vec<storage::bytes::Bytes>> {
    let array = Array::from_datum(ctx.env, datum)?;
    array.values.iter().filter(|v| !v.is_null()).map(|v| text(ctx, v)).collect()
}

/// `?|`: whether the document has one of the keys.
fn exists_any(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let (document, keys) = (document(ctx, &args[0])?, keys(ctx, &args[1])?);
    Ok(Datum::bool(keys.iter().any(|key| has(root(&document), key))))
}

/// The SQL operator `?&`.
fn exists_all(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let (document, keys) = (document(ctx, &args[0])?, keys(ctx, &args[1])?);
    Ok(Datum::bool(keys.iter().all(|key| has(root(&document), key))))
}

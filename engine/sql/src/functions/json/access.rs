//! Reads parts of json text (`get_worker` and others of `jsonfuncs.c`).

use super::{Part, Shape, shape};
use crate::functions::jsonb::path::path;
use crate::functions::support::string;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, Operator, operator, scalar};
use storage::types::json::{Lexer, Token};
use storage::types::jsonb::escape_json;
use storage::types::jsonb::subscript;
use storage::types::oid::{INT4, JSON, TEXT, TEXT_ARRAY};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("json_object_field", &[JSON, TEXT], JSON, field).named(&["from_json", "field_name"]),
    scalar("json_object_field_text", &[JSON, TEXT], TEXT, field_text)
        .named(&["from_json", "field_name"]),
    scalar("json_array_element", &[JSON, INT4], JSON, element)
        .named(&["from_json", "element_index"]),
    scalar("json_array_element_text", &[JSON, INT4], TEXT, element_text)
        .named(&["from_json", "element_index"]),
    scalar("json_extract_path", &[JSON, TEXT_ARRAY], JSON, at_path).variadic(TEXT),
    scalar("json_extract_path_text", &[JSON, TEXT_ARRAY], TEXT, at_path_text).variadic(TEXT),
    scalar("json_array_length", &[JSON], INT4, array_length),
    scalar("json_typeof", &[JSON], TEXT, type_of),
    scalar("json_strip_nulls", &[JSON], JSON, strip_nulls),
];

/// The operators of this module.
pub static OPERATORS: &[Operator] = &[
    operator("->", JSON, TEXT, JSON, field),
    operator("->>", JSON, TEXT, TEXT, field_text),
    operator("->", JSON, INT4, JSON, element),
    operator("->>", JSON, INT4, TEXT, element_text),
    operator("#>", JSON, TEXT_ARRAY, JSON, at_path),
    operator("#>>", JSON, TEXT_ARRAY, TEXT, at_path_text),
];

/// The value of a key; if the key is there several times, the last.
fn by_key<'a>(shape: Shape<'a>, key: &[u8]) -> Option<Part<'a>> {
    match shape {
        Shape::Object(pairs) => pairs.into_iter().rev().find(|(k, _)| k == key).map(|p| p.1),
        _ => None,
    }
}

/// The element at an index; a negative one counts from the end.
fn by_index(shape: Shape<'_>, index: i64) -> Option<Part<'_>> {
    let Shape::Array(mut parts) = shape else { return None };
    let index = if index < 0 { index + parts.len() as i64 } else { index };
    let index = usize::try_from(index).ok()?;
    (index < parts.len()).then(|| parts.swap_remove(index))
}

/// The part as json; NULL if there is none.
fn as_json(part: Option<Part<'_>>) -> Datum {
    part.map_or(Datum::Null, |p| p.to_json())
}

/// The part as text; NULL if there is none.
fn as_text(part: Option<Part<'_>>) -> Datum {
    part.map_or(Datum::Null, |p| p.to_text())
}

/// The SQL operator `json -> key`.
fn field(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (text, key) = (string(ctx, &a[0])?, string(ctx, &a[1])?);
    Ok(as_json(by_key(shape(&text)?, key.as_bytes())))
}

/// The SQL operator `json ->> key`.
fn field_text(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (text, key) = (string(ctx, &a[0])?, string(ctx, &a[1])?);
    Ok(as_text(by_key(shape(&text)?, key.as_bytes())))
}

/// The SQL operator `json -> index`.
fn element(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let text = string(ctx, &a[0])?;
    Ok(as_json(by_index(shape(&text)?, a[1].as_i32().into())))
}

/// The SQL operator `json ->> index`.
fn element_text(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let text = string(ctx, &a[0])?;
    Ok(as_text(by_index(shape(&text)?, a[1].as_i32().into())))
}

/// The value at the end of a path; for an empty path the whole document.
fn follow<'a>(text: &'a str, path: &[Option<Vec<u8>>]) -> Result<Option<Part<'a>>> {
    if path.iter().any(Option::is_none) {
        return Ok(None);
    }
    let mut part = super::whole(text)?;
    for step in path.iter().flatten() {
        let next = match part.open()? {
            array @ Shape::Array(_) => subscript(step).and_then(|i| by_index(array, i)),
            other => by_key(other, step),
        };
        match next {
            Some(next) => part = next,
            None => return Ok(None),
        }
    }
    Ok(Some(part))
}

/// The SQL operator `json #> path`.
fn at_path(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (text, path) = (string(ctx, &a[0])?, path(ctx, &a[1])?);
    Ok(as_json(follow(&text, &path)?))
}

/// The SQL operator `json #>> path`.
fn at_path_text(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (text, path) = (string(ctx, &a[0])?, path(ctx, &a[1])?);
    Ok(as_text(follow(&text, &path)?))
}

/// The SQL function `json_array_length`.
fn array_length(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let text = string(ctx, &a[0])?;
    match shape(&text)? {
        Shape::Array(parts) => Ok(Datum::i32(parts.len() as i32)),
        Shape::Object(_) => {
            err!(INVALID_PARAMETER_VALUE, "cannot get array length of a non-array")
        }
        Shape::Scalar(_) => err!(INVALID_PARAMETER_VALUE, "cannot get array length of a scalar"),
    }
}

/// The SQL function `json_typeof`.
fn type_of(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let text = string(ctx, &a[0])?;
    let mut lexer = Lexer::new(&text, false);
    lexer.advance()?;
    Ok(Datum::text(match lexer.token {
        Token::ObjectStart => "object",
        Token::ArrayStart => "array",
        Token::String => "string",
        Token::Number => "number",
        Token::True | Token::False => "boolean",
        _ => "null",
    }))
}

/// Appends a value without keys whose value is null, and without spaces.
fn stripped(part: &Part<'_>, out: &mut String) -> Result<()> {
    match part.open()? {
        Shape::Object(pairs) => {
            out.push('{');
            let mut first = true;
            for (key, value) in pairs.iter().filter(|p| p.1.token != Token::Null) {
                if !first {
                    out.push(',');
                }
                first = false;
                escape_json(&String::from_utf8_lossy(key), out);
                out.push(':');
                stripped(value, out)?;
            }
            out.push('}');
        }
        Shape::Array(parts) => {
            out.push('[');
            for (i, value) in parts.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                stripped(value, out)?;
            }
            out.push(']');
        }
        Shape::Scalar(s) if s.token == Token::String => {
            escape_json(&String::from_utf8_lossy(&s.string), out);
        }
        Shape::Scalar(s) => out.push_str(s.text),
    }
    Ok(())
}

/// The SQL function `json_strip_nulls`.
fn strip_nulls(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let text = string(ctx, &a[0])?;
    let mut out = String::with_capacity(text.len());
    let whole = Part { text: &text, token: Token::End, string: Vec::new() };
    stripped(&whole, &mut out)?;
    Ok(Datum::text(&out))
}

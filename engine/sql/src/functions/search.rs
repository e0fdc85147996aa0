//! Finding and replacing in text: position, replace, translate, split_part; quoting; `format`.

use super::support::{bytes, packed, string};
use super::text::result;
use crate::quote::{quote_identifier as quote_ident, quote_literal};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result};
use storage::fmgr::{Builtin, FnCtx, scalar};
use storage::types::oid::*;
use storage::types::payload;
use storage::types::string::char_count;
use storage::varlena::MAX_SIZE;

/// The offset in bytes at which `needle` first occurs in `hay`.
pub(super) fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    let (Some(&first), true) = (needle.first(), needle.len() <= hay.len()) else {
        return needle.is_empty().then_some(0);
    };
    let last = hay.len() - needle.len();
    let mut at = 0;
    while at <= last {
        let step = hay[at..=last].iter().position(|&c| c == first)?;
        at += step;
        if &hay[at..at + needle.len()] == needle {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// `position`, `strpos`: in characters from 1, or 0.
fn position(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (hay, needle) = (bytes(ctx, &a[0])?, bytes(ctx, &a[1])?);
    let at = find(&hay, &needle).map_or(0, |i| char_count(&hay[..i]) + 1);
    Ok(Datum::i32(at as i32))
}

/// `position` of bytea.
fn byte_position(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (hay, needle) = (bytes(ctx, &a[0])?, bytes(ctx, &a[1])?);
    Ok(Datum::i32(find(&hay, &needle).map_or(0, |i| i + 1) as i32))
}

/// The SQL function `replace`.
fn replace(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let source = packed(ctx, &a[0])?;
    let s = payload(&source);
    let (from, to) = (bytes(ctx, &a[1])?, bytes(ctx, &a[2])?);
    if from.is_empty() || find(s, &from).is_none() {
        return Ok(source);
    }
    let mut out = vec![0; 4];
    let mut rest = s;
    while let Some(i) = find(rest, &from) {
        out.extend_from_slice(&rest[..i]);
        out.extend_from_slice(&to);
        rest = &rest[i + from.len()..];
        ctx.env.check_alloc(out.len())?;
    }
    out.extend_from_slice(rest);
    ctx.env.check_alloc(out.len())?;
    Ok(Datum::from_varlena_buf(out))
}

/// The SQL function `translate`.
fn translate(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (s, from, to) = (string(ctx, &a[0])?, string(ctx, &a[1])?, string(ctx, &a[2])?);
    if s.is_empty() {
        return Ok(a[0].clone());
    }
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    let out: String = s
        .chars()
        .filter_map(|c| match from.iter().position(|&f| f == c) {
            None => Some(c),
            Some(i) => to.get(i).copied(),
        })
        .collect();
    result(ctx, &[out.as_bytes()])
}

/// The SQL function `split_part`.
fn split_part(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (s, sep, n) = (bytes(ctx, &a[0])?, bytes(ctx, &a[1])?, a[2].as_i32());
    if n == 0 {
        return err!(INVALID_PARAMETER_VALUE, "field position must not be zero");
    }
    let mut fields: Vec<&[u8]> = Vec::new();
    let mut rest = &s[..];
    if !sep.is_empty() {
        while let Some(i) = find(rest, &sep) {
            fields.push(&rest[..i]);
            rest = &rest[i + sep.len()..];
        }
    }
    fields.push(rest);
    // Without a separator the text itself is given back, however it is held.
    if fields.len() == 1
        && matches!(n, 1 | -1)
        && !s.is_empty()
        && storage::varlena::is_short(a[0].bytes())
    {
        return Ok(a[0].clone());
    }
    let index = if n > 0 { i64::from(n) - 1 } else { fields.len() as i64 + i64::from(n) };
    let field = usize::try_from(index).ok().and_then(|i| fields.get(i).copied());
    result(ctx, &[field.unwrap_or(b"")])
}

/// The SQL function `quote_nullable`.
fn quote_nullable(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    if a[0].is_null() {
        return Ok(Datum::text("NULL"));
    }
    quote_any(ctx, a)
}

/// `quote_literal` of a value of any type: quotes its text.
fn quote_any(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let t = ctx.arg_types.first().copied().unwrap_or(TEXT);
    let s = ctx.env.output(t, &a[0])?;
    result(ctx, &[quote_literal(&s).as_bytes()])
}

/// The argument number `i` of `format` as text; nothing for NULL.
fn output_of(ctx: &mut FnCtx<'_>, a: &[Datum], i: usize) -> Result<Option<String>> {
    match a.get(i) {
        None => err!(INVALID_PARAMETER_VALUE, "too few arguments for format()"),
        Some(Datum::Null) => Ok(None),
        Some(d) => {
            let t = ctx.arg_types.get(i).copied().unwrap_or(TEXT);
            ctx.env.output(t, d).map(Some)
        }
    }
}

/// Fails if a `StringInfo` would grow past 1 GB (`enlargeStringInfo`).
pub(super) fn check_enlarged(ctx: &FnCtx<'_>, length: usize, more: usize) -> Result<()> {
    if length.saturating_add(more) < MAX_SIZE {
        return Ok(());
    }
    let text = match ctx.env.release().string_limit_named {
        true => "string buffer exceeds maximum allowed length (1073741823 bytes)",
        false => "out of memory",
    };
    err!(PROGRAM_LIMIT_EXCEEDED, "{text}").map_err(|e: Box<PgError>| {
        e.detail(format!(
            "Cannot enlarge string buffer containing {length} bytes by {more} more bytes."
        ))
    })
}

/// The number that `n$` gives an argument (`text_format_parse_format`).
fn argument_number(digits: &str) -> Result<usize> {
    match digits.parse().unwrap_or(usize::MAX) {
        0 => err!(
            INVALID_PARAMETER_VALUE,
            "format specifies argument 0, but arguments are numbered from 1"
        ),
        n => Ok(n),
    }
}

/// Formats a text by `%s`, `%I` and `%L`, with `n$` positions, `-` and widths (`text_format`).
fn format(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    if a[0].is_null() {
        return Ok(Datum::Null);
    }
    let pattern = string(ctx, &a[0])?;
    let mut out = String::new();
    let mut chars = pattern.chars().peekable();
    let mut next = 1usize;
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let unterminated = || {
            PgError::new(
                storage::error::SqlState::INVALID_PARAMETER_VALUE,
                "unterminated format() type specifier",
            )
            .hint("For a single \"%\" use \"%%\".")
        };
        if chars.peek() == Some(&'%') {
            chars.next();
            out.push('%');
            continue;
        }
        let mut number = String::new();
        while let Some(d) = chars.next_if(char::is_ascii_digit) {
            number.push(d);
        }
        let mut width = 0i64;
        let mut minus = false;
        let mut argument = None;
        if chars.peek() == Some(&'$') && !number.is_empty() {
            chars.next();
            argument = Some(argument_number(&number)?);
            number.clear();
        }
        if number.is_empty() {
            while chars.next_if_eq(&'-').is_some() {
                minus = true;
            }
            if chars.next_if_eq(&'*').is_some() {
                let mut n = String::new();
                while let Some(d) = chars.next_if(char::is_ascii_digit) {
                    n.push(d);
                }
                let i = if !n.is_empty() && chars.next_if_eq(&'$').is_some() {
                    argument_number(&n)?
                } else {
                    next
                };
                if let Some(w) = output_of(ctx, a, i)? {
                    let forms = ctx.env.release().number_forms;
                    width = storage::types::scalar::int4_in(&w, forms)?.as_i64();
                }
                next = i + 1;
            } else {
                while let Some(d) = chars.next_if(char::is_ascii_digit) {
                    number.push(d);
                }
            }
        }
        if !number.is_empty() {
            width = match number.parse::<i32>() {
                Ok(width) => width.into(),
                Err(_) => return err!(NUMERIC_VALUE_OUT_OF_RANGE, "number is out of range"),
            };
        }
        if width < 0 {
            minus = true;
            width = -width;
        }
        let kind = chars.next().ok_or_else(unterminated)?;
        if !matches!(kind, 's' | 'I' | 'L') {
            return Err(PgError::new(
                storage::error::SqlState::INVALID_PARAMETER_VALUE,
                format!("unrecognized format() type specifier \"{kind}\""),
            )
            .hint("For a single \"%\" use \"%%\"."));
        }
        let i = argument.unwrap_or(next);
        next = i + 1;
        let value = output_of(ctx, a, i)?;
        let text = match (kind, value) {
            ('s', v) => v.unwrap_or_default(),
            ('L', v) => v.map_or("NULL".into(), |v| quote_literal(&v)),
            (_, Some(v)) => quote_ident(&v),
            (_, None) => {
                return err!(
                    NULL_VALUE_NOT_ALLOWED,
                    "null values cannot be formatted as an SQL identifier"
                );
            }
        };
        let fill = (width as usize).saturating_sub(text.chars().count());
        if fill > 0 {
            check_enlarged(ctx, out.len() + if minus { text.len() } else { 0 }, fill)?;
            ctx.env.check_alloc(out.len() + fill)?;
        }
        let fill = " ".repeat(fill);
        if minus {
            out.push_str(&text);
            out.push_str(&fill);
        } else {
            out.push_str(&fill);
            out.push_str(&text);
        }
        ctx.env.check_alloc(out.len())?;
    }
    result(ctx, &[out.as_bytes()])
}

/// Functions that search, replace and quote.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("position", &[TEXT, TEXT], INT4, position),
    scalar("strpos", &[TEXT, TEXT], INT4, position),
    scalar("position", &[BYTEA, BYTEA], INT4, byte_position),
    scalar("replace", &[TEXT, TEXT, TEXT], TEXT, replace),
    scalar("translate", &[TEXT, TEXT, TEXT], TEXT, translate),
    scalar("split_part", &[TEXT, TEXT, INT4], TEXT, split_part),
    scalar("quote_ident", &[TEXT], TEXT, |c, a| {
        let s = string(c, &a[0])?;
        result(c, &[quote_ident(&s).as_bytes()])
    }),
    scalar("quote_literal", &[TEXT], TEXT, quote_any),
    scalar("quote_literal", &[ANYELEMENT], TEXT, quote_any).stable(),
    scalar("quote_nullable", &[TEXT], TEXT, quote_nullable).not_strict(),
    scalar("quote_nullable", &[ANYELEMENT], TEXT, quote_nullable).stable().not_strict(),
    scalar("format", &[TEXT, ANY], TEXT, format).variadic(ANY).stable().not_strict(),
    scalar("format", &[TEXT], TEXT, format).stable().not_strict(),
];

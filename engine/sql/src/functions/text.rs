//! Functions of text: lengths, parts, padding, trimming, case (`varlena.c`, `oracle_compat.c`).
//!
//! The encoding is UTF-8, so positions count characters. `substr` of a value that is compressed or
//! stored elsewhere fetches only a slice from its start: (start + length) * 4 bytes, as many as the
//! characters could at most take (`text_substring`).

use super::support::{buffer, bytes, packed, raw_size};
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{Builtin, FnCtx, Operator, Volatility, operator, scalar};
use storage::types::oid::*;
use storage::types::string::{char_count, char_offset};
use storage::varlena;

/// A text or bytea that joins these bytes.
pub(super) fn result(ctx: &FnCtx<'_>, parts: &[&[u8]]) -> Result<Datum> {
    let mut v = buffer(ctx, parts.iter().map(|p| p.len()).sum())?;
    parts.iter().for_each(|p| v.extend_from_slice(p));
    Ok(Datum::from_varlena_buf(v))
}

/// A text of the bytes from `from` to `to` of another one.
fn part(ctx: &FnCtx<'_>, whole: &Bytes, from: usize, to: usize) -> Result<Datum> {
    result(ctx, &[&whole[from..to]])
}

/// The error of a result longer than a value may be.
fn too_large() -> Box<PgError> {
    PgError::new(SqlState::PROGRAM_LIMIT_EXCEEDED, "requested length too large")
}

/// Refuses a result of `count` times `each` bytes if `palloc` would (`MaxAllocSize`).
fn worst_case(count: i64, each: i64) -> Result<()> {
    match count.checked_mul(each) {
        Some(n) if n + 4 <= varlena::MAX_SIZE as i64 => Ok(()),
        _ => Err(too_large()),
    }
}

/// `length`: in characters.
fn length(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::i32(char_count(&bytes(ctx, &a[0])?) as i32))
}

/// `length` of bpchar: without trailing blanks.
fn bpchar_length(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(ctx, &a[0])?;
    Ok(Datum::i32(char_count(storage::types::string::bpchar_true(&b)) as i32))
}

/// The first position and the count of characters for SUBSTRING's start and length; a count of
/// `None` means to the end, an outer `None` an empty result.
pub(super) fn substring_range(
    start: i32,
    length: Option<i32>,
) -> Result<Option<(i32, Option<i32>)>> {
    let first = start.max(1);
    match length {
        None => Ok(Some((first, None))),
        Some(l) if l < 0 => {
            err!(SUBSTRING_ERROR, "negative substring length not allowed")
        }
        Some(l) => match start.checked_add(l) {
            None => Ok(Some((first, None))),
            Some(end) if end < 1 => Ok(None),
            Some(end) => Ok(Some((first, Some(end - first)))),
        },
    }
}

/// `length` characters from position `start`, fetching only the bytes that may hold them
/// (`text_substring`).
pub fn substring(ctx: &mut FnCtx<'_>, d: &Datum, start: i32, length: Option<i32>) -> Result<Datum> {
    let Some((first, count)) = substring_range(start, length)? else {
        return result(ctx, &[]);
    };
    let raw: &[u8] = d.bytes();
    let slice = if varlena::is_compressed(raw) || varlena::is_external(raw) {
        // A count that is known comes with an end that did not overflow.
        let end = count.map(|_| start + length.unwrap_or(0));
        let size = end.and_then(|e| e.checked_mul(4)).map_or(-1, i64::from);
        ctx.env.detoast_slice(d, 0, size)?
    } else {
        bytes(ctx, d)?
    };
    let from = char_offset(&slice, (first - 1) as usize);
    let to = match count {
        Some(n) => from + char_offset(&slice[from..], n.max(0) as usize),
        None => slice.len(),
    };
    part(ctx, &slice, from, to)
}

/// The SQL function `left`.
fn left(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let n = a[1].as_i32();
    if n >= 0 {
        return substring(ctx, &a[0], 1, Some(n));
    }
    let b = bytes(ctx, &a[0])?;
    let keep = char_count(&b) as i64 + i64::from(n);
    let to = char_offset(&b, keep.max(0) as usize);
    part(ctx, &b, 0, to)
}

/// The SQL function `right`.
fn right(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (b, n) = (bytes(ctx, &a[0])?, a[1].as_i32());
    // The least of all numbers is its own negative, and leaves nothing out.
    let skip =
        if n < 0 { i64::from(n.wrapping_neg()) } else { char_count(&b) as i64 - i64::from(n) };
    let from = char_offset(&b, skip.max(0) as usize);
    part(ctx, &b, from, b.len())
}

/// Appends `count` characters, repeating those of `fill`.
fn fill_up(out: &mut Vec<u8>, fill: &[u8], count: usize) {
    let each = char_count(fill);
    if each == 0 {
        return;
    }
    if fill.len() == 1 {
        out.resize(out.len() + count, fill[0]);
        return;
    }
    for _ in 0..count / each {
        out.extend_from_slice(fill);
    }
    out.extend_from_slice(&fill[..char_offset(fill, count % each)]);
}

/// `lpad`, `rpad`.
fn pad(ctx: &mut FnCtx<'_>, a: &[Datum], at_left: bool) -> Result<Datum> {
    let s = bytes(ctx, &a[0])?;
    let fill = match a.get(2) {
        Some(f) => bytes(ctx, f)?,
        None => b" "[..].into(),
    };
    let mut want = a[1].as_i32().max(0) as usize;
    let kept = char_count(&s).min(want);
    if fill.is_empty() {
        want = kept;
    }
    worst_case(want as i64, 4)?;
    let s = &s[..char_offset(&s, kept)];
    let more = want - kept;
    let room = (more / char_count(&fill).max(1) + 1).saturating_mul(fill.len());
    let room = if fill.len() <= 1 { more } else { room };
    let mut v = buffer(ctx, s.len() + room)?;
    if at_left {
        fill_up(&mut v, &fill, more);
        v.extend_from_slice(s);
    } else {
        v.extend_from_slice(s);
        fill_up(&mut v, &fill, more);
    }
    Ok(Datum::from_varlena_buf(v))
}

/// The SQL function `repeat`.
fn repeat(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (s, n) = (bytes(ctx, &a[0])?, a[1].as_i32().max(0));
    worst_case(n.into(), s.len() as i64)?;
    let end = 4 + n as usize * s.len();
    let mut v = buffer(ctx, end - 4)?;
    if n > 0 {
        v.extend_from_slice(&s);
    }
    // What is there is copied after itself, twice as much each time.
    while v.len() < end {
        ctx.env.check_cancel()?;
        v.extend_from_within(4..v.len().min(4 + end - v.len()));
    }
    Ok(Datum::from_varlena_buf(v))
}

/// Removes the characters of a set from the beginning (`at_left`), the end (`at_right`) or both
/// (`dotrim`).
fn trim(ctx: &mut FnCtx<'_>, a: &[Datum], at_left: bool, at_right: bool) -> Result<Datum> {
    let b = bytes(ctx, &a[0])?;
    let set = match a.get(1) {
        Some(s) => super::support::string(ctx, s)?,
        None => " ".to_string(),
    };
    let Ok(s) = std::str::from_utf8(&b) else {
        return Ok(a[0].clone());
    };
    let in_set = |c: char| set.contains(c);
    let mut t = s;
    if at_left {
        t = t.trim_start_matches(in_set);
    }
    if at_right {
        t = t.trim_end_matches(in_set);
    }
    result(ctx, &[t.as_bytes()])
}

/// The text with each byte changed by `f`: `upper`, `lower` in the collation "C".
fn map_bytes(ctx: &mut FnCtx<'_>, a: &[Datum], f: impl Fn(u8) -> u8) -> Result<Datum> {
    let b = bytes(ctx, &a[0])?;
    let mut v = buffer(ctx, b.len())?;
    v.extend(b.iter().map(|&c| f(c)));
    Ok(Datum::from_varlena_buf(v))
}

/// `initcap` in the C locale: letters and digits of ASCII make words.
fn initcap(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(ctx, &a[0])?;
    let mut v = buffer(ctx, b.len())?;
    let mut in_word = false;
    for &c in b.iter() {
        v.push(if in_word { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() });
        in_word = c.is_ascii_alphanumeric();
    }
    Ok(Datum::from_varlena_buf(v))
}

/// The SQL function `reverse`.
fn reverse(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(ctx, &a[0])?;
    let mut v = buffer(ctx, b.len())?;
    match std::str::from_utf8(&b) {
        Ok(s) if !s.is_ascii() => {
            v.extend_from_slice(s.chars().rev().collect::<String>().as_bytes())
        }
        _ => v.extend(b.iter().rev()),
    }
    Ok(Datum::from_varlena_buf(v))
}

/// `||` of texts.
fn concatenate(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (x, y) = (bytes(ctx, &a[0])?, bytes(ctx, &a[1])?);
    result(ctx, &[&x, &y])
}

/// `||` of a text and a value of another type.
fn text_any(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let x = bytes(ctx, &a[0])?;
    let y = ctx.env.output(ctx.arg_types[1], &a[1])?;
    result(ctx, &[&x, y.as_bytes()])
}

/// `||` of a value of another type and a text.
fn any_text(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let x = ctx.env.output(ctx.arg_types[0], &a[0])?;
    let y = bytes(ctx, &a[1])?;
    result(ctx, &[x.as_bytes(), &y])
}

/// How many units `overlay` keeps in front of the new part, and how many of the value are before those that it keeps
/// behind it (`text_overlay`).
///
/// # Errors
///
/// 22011 for a start before the first unit; 22003 when the end is no integer.
pub fn overlaid(start: i32, count: i32) -> Result<(usize, usize)> {
    if start <= 0 {
        return err!(SUBSTRING_ERROR, "negative substring length not allowed");
    }
    let Some(after) = start.checked_add(count) else {
        return err!(NUMERIC_VALUE_OUT_OF_RANGE, "integer out of range");
    };
    Ok((start as usize - 1, after.max(1) as usize - 1))
}

/// The SQL function `overlay`.
fn overlay(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let with = bytes(ctx, &a[1])?;
    let count = a.get(3).map_or(char_count(&with) as i32, Datum::as_i32);
    let (head, after) = overlaid(a[2].as_i32(), count)?;
    let source = packed(ctx, &a[0])?;
    let head = substring(ctx, &source, 1, Some(head as i32))?;
    let tail = substring(ctx, &source, after as i32 + 1, None)?;
    let (head, tail) = (bytes(ctx, &head)?, bytes(ctx, &tail)?);
    result(ctx, &[&head, &with, &tail])
}

/// `ascii`: the code of the first character.
fn ascii(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let s = super::support::string(ctx, &a[0])?;
    Ok(Datum::i32(s.chars().next().map_or(0, |c| c as i32)))
}

/// The SQL function `chr`.
fn chr(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let n = a[0].as_i32();
    if n < 0 {
        return err!(INVALID_PARAMETER_VALUE, "character number must be positive");
    }
    if n == 0 {
        return err!(PROGRAM_LIMIT_EXCEEDED, "null character not permitted");
    }
    match char::from_u32(n as u32) {
        Some(c) => result(ctx, &[c.encode_utf8(&mut [0; 4]).as_bytes()]),
        None if n > 0x10_FFFF => {
            err!(PROGRAM_LIMIT_EXCEEDED, "requested character too large for encoding: {n}")
        }
        None => {
            err!(PROGRAM_LIMIT_EXCEEDED, "requested character not valid for encoding: {n}")
        }
    }
}

/// The SQL function `concat`.
fn concat(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    join(ctx, a, 0, b"")
}

/// The SQL function `concat_ws`.
fn concat_ws(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    if a[0].is_null() {
        return Ok(Datum::Null);
    }
    let separator = bytes(ctx, &a[0])?;
    join(ctx, a, 1, &separator)
}

/// The text of each argument that is not NULL, with the separator between them.
fn join(ctx: &mut FnCtx<'_>, a: &[Datum], from: usize, separator: &[u8]) -> Result<Datum> {
    let mut v = vec![0; 4];
    for (i, d) in a.iter().enumerate().skip(from).filter(|(_, d)| !d.is_null()) {
        let t = ctx.arg_types.get(i).copied().unwrap_or(TEXT);
        if v.len() > 4 || a[from..i].iter().any(|d| !d.is_null()) {
            v.extend_from_slice(separator);
        }
        if matches!(t, TEXT | VARCHAR) {
            v.extend_from_slice(&bytes(ctx, d)?);
        } else {
            v.extend_from_slice(ctx.env.output(t, d)?.as_bytes());
        }
        ctx.env.check_alloc(v.len())?;
    }
    Ok(Datum::from_varlena_buf(v))
}

/// `substr(text, start)`.
fn substr2(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    substring(ctx, &a[0], a[1].as_i32(), None)
}

/// `substr(text, start, count)`.
fn substr3(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    substring(ctx, &a[0], a[1].as_i32(), Some(a[2].as_i32()))
}

/// `octet_length`: from the header alone, without fetching.
fn octets(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::i32(raw_size(&a[0]) as i32))
}

/// The SQL function `bit_length`.
fn bits(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    Ok(Datum::i32(8 * raw_size(&a[0]) as i32))
}

/// `starts_with`, `^@`.
fn starts_with(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let length = raw_size(&a[1]);
    if length > raw_size(&a[0]) {
        return Ok(Datum::bool(false));
    }
    // The size of the prefix is taken with its header.
    let start = substring(ctx, &a[0], 1, Some(length as i32 + 4))?;
    let (s, p) = (bytes(ctx, &start)?, bytes(ctx, &a[1])?);
    Ok(Datum::bool(s.starts_with(&p)))
}

/// Functions of text.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("length", &[TEXT], INT4, length),
    scalar("char_length", &[TEXT], INT4, length),
    scalar("character_length", &[TEXT], INT4, length),
    scalar("length", &[BPCHAR], INT4, bpchar_length),
    scalar("char_length", &[BPCHAR], INT4, bpchar_length),
    scalar("character_length", &[BPCHAR], INT4, bpchar_length),
    scalar("octet_length", &[TEXT], INT4, octets),
    scalar("octet_length", &[BPCHAR], INT4, octets),
    scalar("octet_length", &[BYTEA], INT4, octets),
    scalar("bit_length", &[TEXT], INT4, bits),
    scalar("bit_length", &[BYTEA], INT4, bits),
    scalar("lower", &[TEXT], TEXT, |c, a| map_bytes(c, a, |b| b.to_ascii_lowercase())),
    scalar("upper", &[TEXT], TEXT, |c, a| map_bytes(c, a, |b| b.to_ascii_uppercase())),
    scalar("initcap", &[TEXT], TEXT, initcap),
    scalar("substr", &[TEXT, INT4, INT4], TEXT, substr3),
    scalar("substr", &[TEXT, INT4], TEXT, substr2),
    scalar("substring", &[TEXT, INT4, INT4], TEXT, substr3),
    scalar("substring", &[TEXT, INT4], TEXT, substr2),
    scalar("left", &[TEXT, INT4], TEXT, left),
    scalar("right", &[TEXT, INT4], TEXT, right),
    scalar("lpad", &[TEXT, INT4, TEXT], TEXT, |c, a| pad(c, a, true)),
    scalar("rpad", &[TEXT, INT4, TEXT], TEXT, |c, a| pad(c, a, false)),
    scalar("lpad", &[TEXT, INT4], TEXT, |c, a| pad(c, a, true)),
    scalar("rpad", &[TEXT, INT4], TEXT, |c, a| pad(c, a, false)),
    scalar("repeat", &[TEXT, INT4], TEXT, repeat),
    scalar("ltrim", &[TEXT, TEXT], TEXT, |c, a| trim(c, a, true, false)),
    scalar("rtrim", &[TEXT, TEXT], TEXT, |c, a| trim(c, a, false, true)),
    scalar("btrim", &[TEXT, TEXT], TEXT, |c, a| trim(c, a, true, true)),
    scalar("ltrim", &[TEXT], TEXT, |c, a| trim(c, a, true, false)),
    scalar("rtrim", &[TEXT], TEXT, |c, a| trim(c, a, false, true)),
    scalar("btrim", &[TEXT], TEXT, |c, a| trim(c, a, true, true)),
    scalar("reverse", &[TEXT], TEXT, reverse),
    scalar("textcat", &[TEXT, TEXT], TEXT, concatenate),
    scalar("overlay", &[TEXT, TEXT, INT4, INT4], TEXT, overlay),
    scalar("overlay", &[TEXT, TEXT, INT4], TEXT, overlay),
    scalar("ascii", &[TEXT], INT4, ascii),
    scalar("chr", &[INT4], TEXT, chr),
    scalar("concat", &[ANY], TEXT, concat).variadic(ANY).stable().not_strict(),
    scalar("concat_ws", &[TEXT, ANY], TEXT, concat_ws).variadic(ANY).stable().not_strict(),
    scalar("starts_with", &[TEXT, TEXT], BOOL, starts_with),
];

/// The operator as STABLE: it calls output functions.
const fn stable(mut o: Operator) -> Operator {
    o.volatility = Volatility::Stable;
    o
}

/// Operators of text.
pub static OPERATORS: &[Operator] = &[
    operator("||", TEXT, TEXT, TEXT, concatenate),
    stable(operator("||", TEXT, ANYNONARRAY, TEXT, text_any)),
    stable(operator("||", ANYNONARRAY, TEXT, TEXT, any_text)),
    operator("^@", TEXT, TEXT, BOOL, starts_with),
];

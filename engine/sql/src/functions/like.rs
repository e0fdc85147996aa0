//! LIKE and ILIKE (`like.c`, `like_match.c`): `%` any characters, `_` one, `\` takes the next as is.

use super::support::{bytes, string};
use super::text::result;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, Operator, ScalarFn, SelectivityEstimator, operator, scalar};
use storage::ids::Oid;
use storage::types::oid::*;

/// The length in bytes of the first character of a text (`is_text`); 1 for bytea.
fn char_len(s: &[u8], is_text: bool) -> usize {
    let n = match s[0] {
        0xF0.. if is_text => 4,
        0xE0.. if is_text => 3,
        0xC0.. if is_text => 2,
        _ => 1,
    };
    n.min(s.len())
}

/// Whether the bytes match the pattern; after a mismatch the last `%` takes one more character.
/// `is_text`: not bytea (`MatchText`).
pub fn matches(s: &[u8], p: &[u8], is_text: bool) -> Result<bool> {
    let (mut i, mut j) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let step = match p.get(j) {
            None => i == s.len(),
            Some(b'%') => {
                j += 1;
                retry = Some((i, j));
                if j == p.len() {
                    return Ok(true);
                }
                continue;
            }
            Some(b'_') if i < s.len() => {
                i += char_len(&s[i..], is_text);
                j += 1;
                continue;
            }
            Some(b'\\') => match p.get(j + 1) {
                None if i < s.len() => {
                    return err!(
                        INVALID_ESCAPE_SEQUENCE,
                        "LIKE pattern must not end with escape character"
                    );
                }
                Some(c) if s.get(i) == Some(c) => {
                    i += 1;
                    j += 2;
                    continue;
                }
                _ => false,
            },
            Some(c) if s.get(i) == Some(c) => {
                i += 1;
                j += 1;
                continue;
            }
            _ => false,
        };
        if step {
            return Ok(true);
        }
        match retry {
            Some((from, pattern)) if from < s.len() => {
                i = from + char_len(&s[from..], is_text);
                j = pattern;
                retry = Some((i, j));
            }
            _ => return Ok(false),
        }
    }
}

/// LIKE, or NOT LIKE if `want` is false.
fn like(ctx: &mut FnCtx<'_>, a: &[Datum], want: bool) -> Result<Datum> {
    let (s, p) = (bytes(ctx, &a[0])?, bytes(ctx, &a[1])?);
    Ok(Datum::bool(matches(&s, &p, true)? == want))
}

/// LIKE of bytea.
fn bytea_like(ctx: &mut FnCtx<'_>, a: &[Datum], want: bool) -> Result<Datum> {
    let (s, p) = (bytes(ctx, &a[0])?, bytes(ctx, &a[1])?);
    Ok(Datum::bool(matches(&s, &p, false)? == want))
}

/// LIKE of names.
fn name_like(ctx: &mut FnCtx<'_>, a: &[Datum], want: bool) -> Result<Datum> {
    let p = bytes(ctx, &a[1])?;
    Ok(Datum::bool(matches(a[0].as_name().as_bytes(), &p, true)? == want))
}

/// ILIKE: letters of either case match.
fn ilike(ctx: &mut FnCtx<'_>, a: &[Datum], want: bool) -> Result<Datum> {
    let s = match ctx.arg_types.first() {
        Some(&NAME) => a[0].as_name().as_bytes().to_ascii_lowercase(),
        _ => bytes(ctx, &a[0])?.to_ascii_lowercase(),
    };
    let p = bytes(ctx, &a[1])?.to_ascii_lowercase();
    Ok(Datum::bool(matches(&s, &p, true)? == want))
}

/// Rewrites a pattern with another escape character to one with backslashes (`like_escape`).
fn like_escape(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    // In a bytea every byte is a character.
    let binary = ctx.arg_types.first() == Some(&BYTEA);
    let mut read = |d: &Datum| -> Result<String> {
        match binary {
            true => Ok(bytes(ctx, d)?.iter().map(|b| char::from(*b)).collect()),
            false => string(ctx, d),
        }
    };
    let (pattern, escape) = (read(&a[0])?, read(&a[1])?);
    let mut e = escape.chars();
    let escape = match (e.next(), e.next()) {
        (Some('\\'), None) => return Ok(a[0].clone()),
        (c, None) => c,
        _ => {
            return Err(storage::error::PgError::new(
                storage::error::SqlState::INVALID_ESCAPE_SEQUENCE,
                "invalid escape string",
            )
            .hint("Escape string must be empty or one character."));
        }
    };
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut after_escape = false;
    for c in pattern.chars() {
        if Some(c) == escape && !after_escape {
            out.push('\\');
            after_escape = true;
        } else {
            if c == '\\' && !after_escape {
                out.push('\\');
            }
            out.push(c);
            after_escape = false;
        }
    }
    if binary {
        let out: Vec<u8> = out.chars().map(|c| c as u8).collect();
        return result(ctx, &[&out]);
    }
    result(ctx, &[out.as_bytes()])
}

/// One of these operators.
const fn op(
    name: &'static str,
    negator: &'static str,
    left: Oid,
    right: Oid,
    run: ScalarFn,
) -> Operator {
    let restrict = match name.as_bytes()[0] {
        b'!' => SelectivityEstimator::Ne,
        _ => SelectivityEstimator::Like,
    };
    operator(name, left, right, BOOL, run).known("", negator, restrict)
}

/// The operators behind LIKE and ILIKE.
pub static OPERATORS: &[Operator] = &[
    op("~~", "!~~", TEXT, TEXT, |c, a| like(c, a, true)),
    op("!~~", "~~", TEXT, TEXT, |c, a| like(c, a, false)),
    op("~~", "!~~", BPCHAR, TEXT, |c, a| like(c, a, true)),
    op("!~~", "~~", BPCHAR, TEXT, |c, a| like(c, a, false)),
    op("~~", "!~~", NAME, TEXT, |c, a| name_like(c, a, true)),
    op("!~~", "~~", NAME, TEXT, |c, a| name_like(c, a, false)),
    op("~~", "!~~", BYTEA, BYTEA, |c, a| bytea_like(c, a, true)),
    op("!~~", "~~", BYTEA, BYTEA, |c, a| bytea_like(c, a, false)),
    op("~~*", "!~~*", TEXT, TEXT, |c, a| ilike(c, a, true)),
    op("!~~*", "~~*", TEXT, TEXT, |c, a| ilike(c, a, false)),
    op("~~*", "!~~*", BPCHAR, TEXT, |c, a| ilike(c, a, true)),
    op("!~~*", "~~*", BPCHAR, TEXT, |c, a| ilike(c, a, false)),
    op("~~*", "!~~*", NAME, TEXT, |c, a| ilike(c, a, true)),
    op("!~~*", "~~*", NAME, TEXT, |c, a| ilike(c, a, false)),
];

/// LIKE as functions.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("like", &[TEXT, TEXT], BOOL, |c, a| like(c, a, true)),
    scalar("notlike", &[TEXT, TEXT], BOOL, |c, a| like(c, a, false)),
    scalar("like", &[BYTEA, BYTEA], BOOL, |c, a| bytea_like(c, a, true)),
    scalar("notlike", &[BYTEA, BYTEA], BOOL, |c, a| bytea_like(c, a, false)),
    scalar("like_escape", &[TEXT, TEXT], TEXT, like_escape),
    scalar("like_escape", &[BYTEA, BYTEA], BYTEA, like_escape),
];

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        let m = |s: &str, p: &str| matches(s.as_bytes(), p.as_bytes(), true).unwrap();
        assert!(m("pg_toast_16384", "pg\\_toast%"));
        assert!(m("abc", "a_c") && m("a€c", "a_c") && m("", "%") && m("abcabc", "%b%c"));
        assert!(!m("abc", "ab") && !m("ab", "abc") && !m("", "_") && !m("axc", "a\\_c"));
        assert!(matches(b"a", b"\\", true).is_err());
    }
}

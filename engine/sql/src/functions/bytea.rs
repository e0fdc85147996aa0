//! Functions of bytea: parts, bytes and bits, digests, encodings (`varlena.c`, `encode.c`,
//! `cryptohashfuncs.c`).
//!
//! `substr(bytea, …)` asks for exactly the bytes it returns, so on a value stored EXTERNAL it
//! fetches only the chunks they are in.

use super::support::{buffer, bytes, packed, string};
use super::text::{overlaid, result, substring_range};
use crate::settings::parse::{clean_encoding, is_other_encoding};
use md5::Md5;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, Operator, operator, scalar};
use storage::types::oid::*;
use storage::types::payload;
use storage::types::string::{escape_decode, escape_encode, hex_decode, hex_encode};

/// `substring`: fetches only the bytes that are returned.
fn substring(ctx: &mut FnCtx<'_>, d: &Datum, start: i32, length: Option<i32>) -> Result<Datum> {
    match substring_range(start, length)? {
        None => result(ctx, &[]),
        Some((first, count)) => {
            let count = count.map_or(-1, i64::from);
            let b = ctx.env.detoast_slice(d, (first - 1) as usize, count)?;
            result(ctx, &[&b])
        }
    }
}

/// Returns the bytes as they are (`textsend`, `byteasend`).
fn send(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = ctx.env.detoast(&a[0])?;
    result(ctx, &[&b])
}

/// `substr(bytea, start, count)`.
fn substr3(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    substring(ctx, &a[0], a[1].as_i32(), Some(a[2].as_i32()))
}

/// `substr(bytea, start)`.
fn substr2(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    substring(ctx, &a[0], a[1].as_i32(), None)
}

/// The SQL function `overlay`.
fn overlay(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let with = bytes(ctx, &a[1])?;
    let count = a.get(3).map_or(with.len() as i32, Datum::as_i32);
    let (head, after) = overlaid(a[2].as_i32(), count)?;
    let source = packed(ctx, &a[0])?;
    let head = ctx.env.detoast_slice(&source, 0, head as i64)?;
    let tail = ctx.env.detoast_slice(&source, after, -1)?;
    result(ctx, &[&head, &with, &tail])
}

/// `||`: a value whose toaster can append is not fetched.
fn concatenate(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let y = bytes(ctx, &a[1])?;
    if let Some(appended) = ctx.env.append(&a[0], &y)? {
        return Ok(appended);
    }
    let x = bytes(ctx, &a[0])?;
    result(ctx, &[&x, &y])
}

/// `btrim`, `ltrim`, `rtrim`.
fn trim(ctx: &mut FnCtx<'_>, a: &[Datum], at_left: bool, at_right: bool) -> Result<Datum> {
    let source = packed(ctx, &a[0])?;
    let set = bytes(ctx, &a[1])?;
    let mut rest = payload(&source);
    if rest.is_empty() || set.is_empty() {
        return Ok(source);
    }
    while at_left
        && let [first, tail @ ..] = rest
        && set.contains(first)
    {
        rest = tail;
    }
    while at_right
        && let [head @ .., last] = rest
        && set.contains(last)
    {
        rest = head;
    }
    result(ctx, &[rest])
}

/// A digest in hexadecimal, as text: `md5`.
fn hex_digest<D: Digest>(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(ctx, &a[0])?;
    let mut out = vec![0; 4];
    hex_encode(&D::digest(&b[..]), &mut out);
    Ok(Datum::from_varlena_buf(out))
}

/// A digest as bytea: `sha256` and its like.
fn digest<D: Digest>(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(ctx, &a[0])?;
    Ok(Datum::varlena(&D::digest(&b[..])))
}

/// pgcrypto's `gen_random_bytes`, from the session's generator, so that a seed repeats it.
fn random_bytes(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let n = a[0].as_i32();
    if !(1..=1024).contains(&n) {
        return Err(storage::error::PgError::new(
            storage::error::SqlState("39000"),
            "Length not in range",
        ));
    }
    let b: Vec<u8> = (0..n).map(|_| (ctx.env.random() * 256.0) as u8).collect();
    Ok(Datum::varlena(&b))
}

/// Returns the digest of a bytea by the algorithm that the second argument names (pgcrypto's
/// `digest`).
fn named_digest(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let name = string(ctx, &a[1])?;
    let lower = name.to_ascii_lowercase();
    // Other algorithms that OpenSSL has.
    let others = ["sha", "sm3", "md", "blake2", "ripemd", "rmd", "rsa-", "ssl3-", "whirlpool"];
    match lower.as_str() {
        "md5" => digest::<Md5>(ctx, a),
        "sha224" | "sha-224" => digest::<Sha224>(ctx, a),
        "sha256" | "sha-256" => digest::<Sha256>(ctx, a),
        "sha384" | "sha-384" => digest::<Sha384>(ctx, a),
        "sha512" | "sha-512" => digest::<Sha512>(ctx, a),
        _ if others.iter().any(|o| lower.starts_with(o)) => {
            err!(FEATURE_NOT_SUPPORTED, "the hash algorithm {lower} is not modelled")
        }
        _ => err!(INVALID_PARAMETER_VALUE, "Cannot use \"{name}\": No such hash algorithm"),
    }
}

/// The error of a byte or bit that the value does not have.
fn index_error<T>(n: i64, len: i64) -> Result<T> {
    err!(ARRAY_SUBSCRIPT_ERROR, "index {n} out of valid range, 0..{}", len - 1)
}

/// The SQL function `get_byte`.
fn get_byte(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (b, n) = (bytes(ctx, &a[0])?, a[1].as_i32());
    match usize::try_from(n).ok().and_then(|i| b.get(i)) {
        Some(&byte) => Ok(Datum::i32(byte.into())),
        None => index_error(n.into(), b.len() as i64),
    }
}

/// The SQL function `get_bit`.
fn get_bit(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (b, n) = (bytes(ctx, &a[0])?, a[1].as_i64());
    match usize::try_from(n).ok().and_then(|i| b.get(i / 8)) {
        Some(&byte) => Ok(Datum::i32((byte >> (n % 8) & 1).into())),
        None => index_error(n, b.len() as i64 * 8),
    }
}

/// The SQL function `set_byte`.
fn set_byte(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (b, n) = (bytes(ctx, &a[0])?, a[1].as_i32());
    let mut v = buffer(ctx, b.len())?;
    v.extend_from_slice(&b);
    match usize::try_from(n).ok().filter(|&i| i < b.len()) {
        Some(i) => v[4 + i] = a[2].as_i32() as u8,
        None => return index_error(n.into(), b.len() as i64),
    }
    Ok(Datum::from_varlena_buf(v))
}

/// The SQL function `set_bit`.
fn set_bit(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (b, n) = (bytes(ctx, &a[0])?, a[1].as_i64());
    let mut v = buffer(ctx, b.len())?;
    v.extend_from_slice(&b);
    let Some(i) = usize::try_from(n).ok().filter(|&i| i / 8 < b.len()) else {
        return index_error(n, b.len() as i64 * 8);
    };
    match a[2].as_i32() {
        0 => v[4 + i / 8] &= !(1 << (i % 8)),
        1 => v[4 + i / 8] |= 1 << (i % 8),
        _ => return err!(INVALID_PARAMETER_VALUE, "new bit must be 0 or 1"),
    }
    Ok(Datum::from_varlena_buf(v))
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns bytes as base64, in lines of 76 characters (`pg_base64_encode`).
fn base64_encode(b: &[u8]) -> String {
    let mut out = String::with_capacity(b.len() * 4 / 3 + b.len() / 57 + 4);
    let mut line = 0;
    for c in b.chunks(3) {
        let n = c.iter().fold(0u32, |n, &x| n << 8 | u32::from(x)) << (8 * (3 - c.len()));
        for i in 0..4 {
            let digit = BASE64[(n >> (18 - 6 * i) & 63) as usize] as char;
            out.push(if i <= c.len() { digit } else { '=' });
        }
        line += 4;
        if line >= 76 && c.len() == 3 {
            out.push('\n');
            line = 0;
        }
    }
    out
}

/// Decodes a base64 text, white space skipped, into a value with its 4-byte header, still zero;
/// other signs and a missing end are refused (`pg_base64_decode`).
fn base64_decode(s: &str) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(4 + s.len() * 3 / 4);
    out.extend_from_slice(&[0; 4]);
    let (mut bits, mut pos, mut end) = (0u32, 0, 0);
    for c in s.chars() {
        if matches!(c, ' ' | '\t' | '\n' | '\r') {
            continue;
        }
        let digit = if c == '=' {
            if end == 0 {
                end = match pos {
                    2 => 1,
                    3 => 2,
                    _ => {
                        return err!(
                            INVALID_PARAMETER_VALUE,
                            "unexpected \"=\" while decoding base64 sequence"
                        );
                    }
                };
            }
            0
        } else {
            match BASE64.iter().position(|&d| d as char == c) {
                Some(d) => d as u32,
                None => {
                    return err!(
                        INVALID_PARAMETER_VALUE,
                        "invalid symbol \"{c}\" found while decoding base64 sequence"
                    );
                }
            }
        };
        bits = bits << 6 | digit;
        pos += 1;
        if pos == 4 {
            let bytes = bits.to_be_bytes();
            out.push(bytes[1]);
            if end == 0 || end > 1 {
                out.push(bytes[2]);
            }
            if end == 0 || end > 2 {
                out.push(bytes[3]);
            }
            (bits, pos) = (0, 0);
        }
    }
    if pos != 0 {
        return Err(storage::error::PgError::new(
            storage::error::SqlState::INVALID_PARAMETER_VALUE,
            "invalid base64 end sequence",
        )
        .hint("Input data is missing padding, is truncated, or is otherwise corrupted."));
    }
    Ok(out)
}

/// The error of a format that `encode` does not have.
fn unknown_format<T>(name: &str) -> Result<T> {
    err!(INVALID_PARAMETER_VALUE, "unrecognized encoding: \"{name}\"")
}

/// The SQL function `encode`.
fn encode(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (b, name) = (bytes(ctx, &a[0])?, string(ctx, &a[1])?);
    match name.to_ascii_lowercase().as_str() {
        "hex" => {
            let mut v = buffer(ctx, b.len() * 2)?;
            hex_encode(&b, &mut v);
            Ok(Datum::from_varlena_buf(v))
        }
        "base64" => {
            ctx.env.check_alloc(b.len() / 3 * 4 + b.len() / 57 + 8)?;
            result(ctx, &[base64_encode(&b).as_bytes()])
        }
        "escape" => {
            ctx.env.check_alloc(b.len())?;
            // In this format bytes past ASCII and zero are octal, all else stays.
            let mut out = String::with_capacity(b.len());
            for &c in b.iter() {
                match c {
                    0 | 0x80.. => out.push_str(&escape_encode(&[c])),
                    b'\\' => out.push_str("\\\\"),
                    _ => out.push(c as char),
                }
            }
            result(ctx, &[out.as_bytes()])
        }
        _ => unknown_format(&name),
    }
}

/// The SQL function `decode`.
fn decode(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (s, name) = (string(ctx, &a[0])?, string(ctx, &a[1])?);
    let v = match name.to_ascii_lowercase().as_str() {
        "hex" => hex_decode(&s)?,
        "base64" => base64_decode(&s)?,
        "escape" => escape_decode(&s)?,
        _ => return unknown_format(&name),
    };
    Ok(Datum::from_varlena_buf(v))
}

/// Only encodings that text as UTF-8 can be turned into byte by byte.
/// An encoding by one of its names: UTF8, LATIN1 and SQL_ASCII are modelled.
fn charset(name: &str, what: &str) -> Result<&'static str> {
    match clean_encoding(name).as_str() {
        "utf8" | "unicode" => Ok("UTF8"),
        "latin1" | "iso88591" => Ok("LATIN1"),
        "sqlascii" => Ok("SQL_ASCII"),
        other if is_other_encoding(other) => {
            err!(FEATURE_NOT_SUPPORTED, "the encoding \"{name}\" is not modelled")
        }
        _ => err!(INVALID_PARAMETER_VALUE, "invalid {what} encoding name \"{name}\""),
    }
}

/// The SQL function `convert_to`.
fn convert_to(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    if charset(a[1].as_name(), "destination")? != "LATIN1" {
        return match ctx.env.release().unconverted_kept {
            true => packed(ctx, &a[0]),
            false => bytes(ctx, &a[0]).and_then(|b| result(ctx, &[&b])),
        };
    }
    let b = bytes(ctx, &a[0])?;
    let s = storage::types::string::into_string(b);
    let latin: std::result::Result<Vec<u8>, char> =
        s.chars().map(|c| u8::try_from(c as u32).map_err(|_| c)).collect();
    match latin {
        Ok(v) => result(ctx, &[&v]),
        Err(c) => {
            let hex: Vec<String> = c.to_string().bytes().map(|b| format!("0x{b:02x}")).collect();
            err!(
                UNTRANSLATABLE_CHARACTER,
                "character with byte sequence {} in encoding \"UTF8\" has no equivalent in encoding \"LATIN1\"",
                hex.join(" ")
            )
        }
    }
}

/// Checks that bytes are UTF-8.
///
/// # Errors
///
/// 22021 `invalid byte sequence for encoding "UTF8": 0xff` (`report_invalid_encoding`).
fn check_utf8(b: &[u8]) -> Result<()> {
    let valid = match std::str::from_utf8(b) {
        Ok(_) => b.len(),
        Err(e) => e.valid_up_to(),
    };
    let bad = b[..valid].iter().position(|&c| c == 0).unwrap_or(valid);
    if bad == b.len() {
        return Ok(());
    }
    let length = match b[bad] {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        _ => 1,
    };
    let hex: Vec<String> = b[bad..].iter().take(length).map(|b| format!("0x{b:02x}")).collect();
    err!(
        CHARACTER_NOT_IN_REPERTOIRE,
        "invalid byte sequence for encoding \"UTF8\": {}",
        hex.join(" ")
    )
}

/// The SQL function `convert_from`.
fn convert_from(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(ctx, &a[0])?;
    if charset(a[1].as_name(), "source")? == "LATIN1" {
        let s: String = b.iter().map(|&c| c as char).collect();
        return result(ctx, &[s.as_bytes()]);
    }
    check_utf8(&b)?;
    result(ctx, &[&b])
}

/// The SQL function `bit_count`.
fn bit_count(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let b = bytes(ctx, &a[0])?;
    Ok(Datum::i64(b.iter().map(|c| i64::from(c.count_ones())).sum()))
}

/// Functions of bytea.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("length", &[BYTEA], INT4, |_, a| Ok(Datum::i32(super::support::raw_size(&a[0]) as i32))),
    scalar("substr", &[BYTEA, INT4, INT4], BYTEA, substr3),
    scalar("substr", &[BYTEA, INT4], BYTEA, substr2),
    scalar("substring", &[BYTEA, INT4, INT4], BYTEA, substr3),
    scalar("substring", &[BYTEA, INT4], BYTEA, substr2),
    scalar("overlay", &[BYTEA, BYTEA, INT4, INT4], BYTEA, overlay),
    scalar("overlay", &[BYTEA, BYTEA, INT4], BYTEA, overlay),
    scalar("byteacat", &[BYTEA, BYTEA], BYTEA, concatenate),
    scalar("btrim", &[BYTEA, BYTEA], BYTEA, |c, a| trim(c, a, true, true)),
    scalar("ltrim", &[BYTEA, BYTEA], BYTEA, |c, a| trim(c, a, true, false)),
    scalar("rtrim", &[BYTEA, BYTEA], BYTEA, |c, a| trim(c, a, false, true)),
    scalar("md5", &[TEXT], TEXT, hex_digest::<Md5>),
    scalar("md5", &[BYTEA], TEXT, hex_digest::<Md5>),
    scalar("sha224", &[BYTEA], BYTEA, digest::<Sha224>),
    scalar("gen_random_bytes", &[INT4], BYTEA, random_bytes).volatile(),
    scalar("digest", &[BYTEA, TEXT], BYTEA, named_digest),
    scalar("digest", &[TEXT, TEXT], BYTEA, named_digest),
    scalar("sha256", &[BYTEA], BYTEA, digest::<Sha256>),
    scalar("sha384", &[BYTEA], BYTEA, digest::<Sha384>),
    scalar("sha512", &[BYTEA], BYTEA, digest::<Sha512>),
    scalar("get_byte", &[BYTEA, INT4], INT4, get_byte),
    scalar("set_byte", &[BYTEA, INT4, INT4], BYTEA, set_byte),
    scalar("get_bit", &[BYTEA, INT8], INT4, get_bit),
    scalar("set_bit", &[BYTEA, INT8, INT4], BYTEA, set_bit),
    scalar("bit_count", &[BYTEA], INT8, bit_count),
    scalar("encode", &[BYTEA, TEXT], TEXT, encode),
    scalar("decode", &[TEXT, TEXT], BYTEA, decode),
    scalar("int2send", &[INT2], BYTEA, |c, a| result(c, &[&a[0].as_i16().to_be_bytes()])),
    scalar("int4send", &[INT4], BYTEA, |c, a| result(c, &[&a[0].as_i32().to_be_bytes()])),
    scalar("int8send", &[INT8], BYTEA, |c, a| result(c, &[&a[0].as_i64().to_be_bytes()])),
    scalar("oidsend", &[OID], BYTEA, |c, a| result(c, &[&a[0].as_u32().to_be_bytes()])),
    scalar("float4send", &[FLOAT4], BYTEA, |c, a| result(c, &[&a[0].as_f32().to_be_bytes()])),
    scalar("float8send", &[FLOAT8], BYTEA, |c, a| result(c, &[&a[0].as_f64().to_be_bytes()])),
    scalar("boolsend", &[BOOL], BYTEA, |c, a| result(c, &[&[u8::from(a[0].as_bool())]])),
    scalar("uuid_send", &[UUID], BYTEA, |c, a| result(c, &[a[0].bytes()])),
    scalar("textsend", &[TEXT], BYTEA, send).stable(),
    scalar("byteasend", &[BYTEA], BYTEA, send),
    scalar("convert_to", &[TEXT, NAME], BYTEA, convert_to).stable(),
    scalar("convert_from", &[BYTEA, NAME], TEXT, convert_from).stable(),
];

/// Operators of bytea.
pub static OPERATORS: &[Operator] = &[operator("||", BYTEA, BYTEA, BYTEA, concatenate)];

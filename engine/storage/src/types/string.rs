//! text, varchar, bpchar, name and bytea: bytes, which each type reads, prints and compares in its
//! own way.
//!
//! ```text
//! varchar(n)  too long is an error, unless what is too much is spaces
//! char(n)     padded with spaces to n characters; they do not count in comparisons
//! name        64 bytes, zero-padded, cut at 63
//! bytea       "\xdeadbeef" or "\\000abc" in, hex out unless bytea_output = 'escape'
//! ```

use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::fmgr::Env;
use std::cmp::Ordering;

/// The text of bytes that a sound database guarantees to be UTF-8; invalid bytes are replaced.
pub fn into_string(b: Bytes) -> String {
    String::from_utf8(b.into_vec())
        .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// How many characters the UTF-8 bytes have (`pg_mbstrlen_with_len`): the bytes that begin a
/// character.
pub fn char_count(b: &[u8]) -> usize {
    // Sums of bytes in runs below 256, so that the compiler can add many lanes at once.
    b.chunks(192)
        .map(|c| usize::from(c.iter().map(|&x| u8::from((x as i8) >= -64)).sum::<u8>()))
        .sum()
}

/// The offset in bytes at which character `n` (from 0) begins; the length if there are not so many.
pub fn char_offset(b: &[u8], n: usize) -> usize {
    let mut at = 0;
    let mut left = n;
    while left >= 1024 && at < b.len() {
        let end = (at + left).min(b.len());
        let here = char_count(&b[at..end]);
        left -= here;
        at = end;
    }
    while at < b.len() && (left > 0 || (b[at] as i8) < -64) {
        if (b[at] as i8) >= -64 {
            left -= 1;
        }
        at += 1;
        if left == 0 {
            while at < b.len() && (b[at] as i8) < -64 {
                at += 1;
            }
            break;
        }
    }
    at
}

/// Returns how many bytes a varchar(n) keeps; `None` if the value fits (`varchar_input`).
/// `explicit`: it is an explicit cast, which may cut more than spaces.
///
/// # Errors
///
/// 22001 when a value is too long, unless only spaces are lost or the cast is explicit.
pub fn varchar_limit(b: &[u8], typmod: i32, explicit: bool) -> Result<Option<usize>> {
    if typmod < 4 {
        return Ok(None);
    }
    let max = (typmod - 4) as usize;
    if b.len() <= max || char_count(b) <= max {
        return Ok(None);
    }
    let cut = char_offset(b, max);
    if !explicit && b[cut..].iter().any(|&c| c != b' ') {
        return err!(
            STRING_DATA_RIGHT_TRUNCATION,
            "value too long for type character varying({max})"
        );
    }
    Ok(Some(cut))
}

/// Reads a varchar(n) (`varcharin`). One too long is cut if only spaces are lost, otherwise refused
/// with 22001.
pub fn varchar_in(text: &str, typmod: i32) -> Result<Datum> {
    let cut = varchar_limit(text.as_bytes(), typmod, false)?;
    Ok(Datum::varlena(&text.as_bytes()[..cut.unwrap_or(text.len())]))
}

/// Returns the value cut or padded to the n characters of a char(n); `None` if it has that length
/// or the type has no n (`bpchar_input`). `explicit`: it is an explicit cast, which may cut more than spaces.
pub fn bpchar_fit(b: &[u8], typmod: i32, explicit: bool) -> Result<Option<Datum>> {
    if typmod < 4 {
        return Ok(None);
    }
    let max = (typmod - 4) as usize;
    let have = char_count(b);
    if have == max {
        return Ok(None);
    }
    if have > max {
        let cut = char_offset(b, max);
        if !explicit && b[cut..].iter().any(|&c| c != b' ') {
            return err!(STRING_DATA_RIGHT_TRUNCATION, "value too long for type character({max})");
        }
        return Ok(Some(Datum::varlena(&b[..cut])));
    }
    let mut v = Vec::with_capacity(4 + b.len() + max - have);
    v.extend_from_slice(&[0; 4]);
    v.extend_from_slice(b);
    v.resize(4 + b.len() + max - have, b' ');
    Ok(Some(Datum::from_varlena_buf(v)))
}

/// Reads a char(n), and pads it with spaces (`bpcharin`). One too long is cut if only spaces are
/// lost, otherwise refused with 22001.
pub fn bpchar_in(text: &str, typmod: i32) -> Result<Datum> {
    Ok(bpchar_fit(text.as_bytes(), typmod, false)?.unwrap_or_else(|| Datum::text(text)))
}

/// Reads a name, and cuts it to 63 bytes at a character's border (`namein`).
pub fn name_in(text: &str) -> Datum {
    let mut end = text.len().min(63);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    Datum::name(&text[..end])
}

/// Decodes hex digits into a buffer that begins with four bytes kept free for the varlena header.
/// White space is allowed between the pairs; other signs, and an odd digit, are refused (`hex_decode`).
pub fn hex_decode(text: &str) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(4 + text.len() / 2);
    out.extend_from_slice(&[0; 4]);
    let b = text.as_bytes();
    let digit = |i: usize| match (b[i] as char).to_digit(16) {
        Some(d) => Ok(d as u8),
        None => err!(INVALID_PARAMETER_VALUE, "invalid hexadecimal digit: \"{}\"", {
            text[i..].chars().next().unwrap_or('?')
        }),
    };
    let mut i = 0;
    while i < b.len() {
        if matches!(b[i], b' ' | b'\n' | b'\t' | b'\r') {
            i += 1;
            continue;
        }
        let high = digit(i)?;
        i += 1;
        if i >= b.len() {
            return err!(INVALID_PARAMETER_VALUE, "invalid hexadecimal data: odd number of digits");
        }
        out.push(high << 4 | digit(i)?);
        i += 1;
    }
    Ok(out)
}

/// Decodes bytea's escape format into a buffer that begins with four bytes kept free for the
/// varlena header (`byteain`, `esc_decode`).
pub fn escape_decode(text: &str) -> Result<Vec<u8>> {
    let b = text.as_bytes();
    let mut out = Vec::with_capacity(4 + b.len());
    out.extend_from_slice(&[0; 4]);
    let mut i = 0;
    while i < b.len() {
        if b[i] != b'\\' {
            out.push(b[i]);
            i += 1;
            continue;
        }
        match b.get(i + 1..i + 4) {
            Some(&[x @ b'0'..=b'3', y @ b'0'..=b'7', z @ b'0'..=b'7']) => {
                out.push((x - b'0') << 6 | (y - b'0') << 3 | (z - b'0'));
                i += 4;
            }
            _ if b.get(i + 1) == Some(&b'\\') => {
                out.push(b'\\');
                i += 2;
            }
            _ => {
                return err!(INVALID_TEXT_REPRESENTATION, "invalid input syntax for type bytea");
            }
        }
    }
    Ok(out)
}

/// Reads a bytea: hexadecimal digits after `\x`, otherwise the escape format (`byteain`).
pub fn bytea_in(text: &str) -> Result<Datum> {
    let v = match text.strip_prefix("\\x") {
        Some(hex) => hex_decode(hex)?,
        None => escape_decode(text)?,
    };
    Ok(Datum::from_varlena_buf(v))
}

/// Appends the hex digits of bytes.
pub fn hex_encode(bytes: &[u8], out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for &b in bytes {
        out.extend_from_slice(&[DIGITS[usize::from(b >> 4)], DIGITS[usize::from(b & 15)]]);
    }
}

/// Encodes bytes in the escape format: `\\` for a backslash, octal for bytes that are not printable
/// (`byteaout`).
pub fn escape_encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &b in bytes {
        match b {
            b'\\' => out.push_str("\\\\"),
            0x20..=0x7e => out.push(b as char),
            _ => {
                out.push('\\');
                out.extend([b >> 6, b >> 3 & 7, b & 7].map(|d| (b'0' + d) as char));
            }
        }
    }
    out
}

/// Returns a bytea as text in the format of the setting bytea_output (`byteaout`). What is too
/// large to be allocated is refused.
pub fn bytea_out(bytes: &[u8], env: &mut dyn Env) -> Result<String> {
    if env.setting("bytea_output").as_deref() == Some("escape") {
        env.check_alloc(bytes.len() + 1)?;
        return Ok(escape_encode(bytes));
    }
    env.check_alloc(bytes.len() * 2 + 3)?;
    let mut out = Vec::with_capacity(bytes.len() * 2 + 2);
    out.extend_from_slice(b"\\x");
    hex_encode(bytes, &mut out);
    Ok(String::from_utf8(out).unwrap_or_default())
}

/// A bpchar without its padding (`bcTruelen`).
pub fn bpchar_true(b: &[u8]) -> &[u8] {
    let end = b.iter().rposition(|&c| c != b' ').map_or(0, |i| i + 1);
    &b[..end]
}

/// Compares two char(n) by their bytes, without the spaces at the end (`bpcharcmp`).
pub fn bpchar_compare(a: &[u8], b: &[u8]) -> Ordering {
    bpchar_true(a).cmp(bpchar_true(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_and_found() {
        let s = "añ€😀z".repeat(500);
        assert_eq!(char_count(s.as_bytes()), 2500);
        for n in [0, 1, 2, 3, 4, 5, 1024, 1500, 2499, 2500, 9999] {
            let want = s.char_indices().nth(n).map_or(s.len(), |(i, _)| i);
            assert_eq!(char_offset(s.as_bytes(), n), want, "{n}");
        }
    }

    #[test]
    fn what_does_not_fit() {
        assert_eq!(
            varchar_in("abc", 6).unwrap_err().message,
            "value too long for type character varying(2)"
        );
        assert_eq!(varchar_in("ab ", 6).unwrap(), Datum::text("ab"));
        assert_eq!(bpchar_in("ab", 8).unwrap(), Datum::text("ab  "));
    }

    #[test]
    fn bytea_reads_both_formats() {
        assert_eq!(bytea_in("\\xDE ad").unwrap(), Datum::varlena(&[0xde, 0xad]));
        assert_eq!(bytea_in("a\\001\\\\").unwrap(), Datum::varlena(b"a\x01\\"));
        assert_eq!(
            bytea_in("\\x1").unwrap_err().message,
            "invalid hexadecimal data: odd number of digits"
        );
        assert_eq!(bytea_in("\\1").unwrap_err().message, "invalid input syntax for type bytea");
        assert_eq!(escape_encode(b"a\x01\\\xff"), "a\\001\\\\\\377");
    }
}

//! bit and varbit (`varbit.c`): an int4 count of bits, then the bits from the highest down.

use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use std::cmp::Ordering;

/// How many bits a payload holds.
pub fn bit_length(payload: &[u8]) -> usize {
    payload.get(..4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize)
}

/// A value from its bits.
pub fn from_bits(bits: &[bool]) -> Datum {
    let mut v = vec![0u8; 8 + bits.len().div_ceil(8)];
    v[4..8].copy_from_slice(&(bits.len() as u32).to_le_bytes());
    for (i, _) in bits.iter().enumerate().filter(|b| *b.1) {
        v[8 + i / 8] |= 0x80 >> (i % 8);
    }
    Datum::from_varlena_buf(v)
}

/// The bits of a payload.
pub fn to_bits(payload: &[u8]) -> Vec<bool> {
    let n = bit_length(payload).min((payload.len().max(4) - 4) * 8);
    (0..n).map(|i| payload[4 + i / 8] & (0x80 >> (i % 8)) != 0).collect()
}

/// Reads the bits of a literal: `101`, `b101` or `xA5`.
fn parse(text: &str) -> Result<Vec<bool>> {
    let (hex, digits) = match text.as_bytes().first() {
        Some(b'x' | b'X') => (true, &text[1..]),
        Some(b'b' | b'B') => (false, &text[1..]),
        _ => (false, text),
    };
    let mut bits = Vec::with_capacity(digits.len() * if hex { 4 } else { 1 });
    for c in digits.chars() {
        match c.to_digit(if hex { 16 } else { 2 }) {
            Some(d) if hex => bits.extend((0..4).map(|i| d & (8 >> i) != 0)),
            Some(d) => bits.push(d == 1),
            None => {
                let kind = if hex { "hexadecimal" } else { "binary" };
                return err!(INVALID_TEXT_REPRESENTATION, "\"{c}\" is not a valid {kind} digit");
            }
        }
    }
    Ok(bits)
}

/// Reads a `bit(n)` from binary digits, or hexadecimal ones after an X (`bit_in`). Refused: other
/// digits (22P02) and another length than `typmod` (22026).
pub fn bit_in(text: &str, typmod: i32) -> Result<Datum> {
    let bits = parse(text)?;
    if typmod > 0 && bits.len() != typmod as usize {
        return err!(
            STRING_DATA_LENGTH_MISMATCH,
            "bit string length {} does not match type bit({typmod})",
            bits.len()
        );
    }
    Ok(from_bits(&bits))
}

/// Reads a `varbit(n)` from the same digits (`varbit_in`). Refused: other digits (22P02) and more
/// bits than `typmod` (22001).
pub fn varbit_in(text: &str, typmod: i32) -> Result<Datum> {
    let bits = parse(text)?;
    if typmod > 0 && bits.len() > typmod as usize {
        return err!(
            STRING_DATA_RIGHT_TRUNCATION,
            "bit string too long for type bit varying({typmod})"
        );
    }
    Ok(from_bits(&bits))
}

/// Returns the bits of a payload as digits (`bit_out`, `varbit_out`).
pub fn output(payload: &Bytes) -> String {
    to_bits(payload).iter().map(|&b| if b { '1' } else { '0' }).collect()
}

/// Compares two payloads by their bytes, then by their lengths (`bit_cmp`).
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let bytes = |p: &'_ [u8]| -> Vec<u8> { p.get(4..).unwrap_or(&[]).to_vec() };
    let (x, y) = (bytes(a), bytes(b));
    let n = x.len().min(y.len());
    x[..n].cmp(&y[..n]).then(bit_length(a).cmp(&bit_length(b)))
}

//! `to_char` and `to_number` of numbers (`formatting.c`): what each type writes by a format.

use super::number_output::{Digits, write, write_roman};
use super::number_picture::{Part, Picture};
use super::numeric::arg;
use super::support::string;
use super::text::result;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, scalar};
use storage::types::numeric::Numeric;
use storage::types::oid::*;

/// Returns the roman numeral of 1 to 3999; else `None` (`int_to_roman`).
fn roman(mut n: i128) -> Option<String> {
    if !(1..=3999).contains(&n) {
        return None;
    }
    let mut out = String::new();
    for (v, s) in [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ] {
        while n >= v {
            out.push_str(s);
            n -= v;
        }
    }
    Some(out)
}

/// The numeral of an integer, or 15 `#` for one that has none.
fn numeral(n: i128) -> String {
    roman(n).unwrap_or_else(|| "#".repeat(15))
}

/// `d.ddde+XX` of a numeric, without a space for the sign; `None` if it is not finite (`numeric_out_sci`).
fn scientific(n: &Numeric, decimals: usize) -> Result<Option<String>> {
    if !n.is_finite() {
        return Ok(None);
    }
    let text = n.clone().abs().to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let exponent = match whole.trim_start_matches('0').len() {
        0 => fraction.find(|c| c != '0').map_or(0, |zeros| -(zeros as i32) - 1),
        digits => digits as i32 - 1,
    };
    // One digit more than are shown says how they are rounded.
    let digits = text.chars().filter(char::is_ascii_digit).skip_while(|c| *c == '0');
    let digits: String = digits.take(decimals + 2).collect();
    let first = digits.get(..1).unwrap_or("0");
    let rest = digits.get(1..).unwrap_or_default();
    let shifted = Numeric::parse(&format!("{first}.{rest}"))?.round_to(decimals as i32);
    let sign = if n.is_negative() { "-" } else { "" };
    Ok(Some(format!("{sign}{}", with_exponent(&shifted.to_string(), exponent))))
}

/// A number and its power of ten, as `printf("%e")` does: `1.5e+03`.
fn with_exponent(number: &str, power: i32) -> String {
    let side = if power < 0 { '-' } else { '+' };
    format!("{number}e{side}{:02}", power.abs())
}

/// What `EEEE` writes for a number that is not finite: `#` for each digit.
fn no_exponent(picture: &Picture) -> String {
    let mut out = format!(" {}", "#".repeat(picture.pre + picture.post + 5));
    out.replace_range(picture.pre + 1..=picture.pre + 1, ".");
    out
}

/// With a space where a positive number has no sign.
fn with_room_for_sign(text: String) -> String {
    if text.starts_with('-') { text } else { format!(" {text}") }
}

/// A numeric by a format (`numeric_to_char`).
fn numeric_by(n: &Numeric, picture: &Picture) -> Result<String> {
    if picture.exponent {
        let text = scientific(n, picture.post)?;
        return Ok(text.map_or_else(|| no_exponent(picture), with_room_for_sign));
    }
    let scaled = match picture.shift {
        0 => n.clone(),
        k => n.mul(&Numeric::parse(&format!("1e{k}"))?)?,
    };
    let text = scaled.round_to(picture.post as i32).to_string();
    write(
        picture,
        &Digits {
            negative: text.starts_with('-'),
            text: text.trim_start_matches('-').to_owned(),
            pre: picture.pre + picture.shift,
            post: picture.post,
        },
    )
}

/// An integer by a format, shifted to the left already (`int4_to_char`, `int8_to_char`).
fn integer_by(n: i64, picture: &Picture) -> Result<String> {
    let mut text = n.unsigned_abs().to_string();
    if picture.post > 0 {
        text.push('.');
        text.push_str(&"0".repeat(picture.post));
    }
    let (pre, post) = (picture.pre + picture.shift, picture.post);
    write(picture, &Digits { negative: n < 0, text, pre, post })
}

/// A float by a format: `shifted` is the number times ten for each digit behind `V`, `digits` the decimal digits
/// that its type holds (`float4_to_char`, `float8_to_char`).
fn float_by(n: f64, shifted: f64, digits: usize, picture: &Picture) -> Result<String> {
    if picture.roman {
        let integer = n.round_ties_even();
        let in_range = (1.0..4000.0).contains(&integer);
        return Ok(write_roman(picture, &numeral(if in_range { integer as i128 } else { 0 })));
    }
    if picture.exponent {
        if !n.is_finite() {
            return Ok(no_exponent(picture));
        }
        let text = format!("{n:.*e}", picture.post);
        let (number, power) = text.split_once('e').unwrap_or((&text, "0"));
        return Ok(with_room_for_sign(with_exponent(number, power.parse().unwrap_or_default())));
    }
    let fixed = |decimals: usize| match shifted {
        n if n.is_nan() => "NaN".to_owned(),
        n if n.is_infinite() => "Infinity".to_owned(),
        n => format!("{:.decimals$}", n.abs()),
    };
    let post = picture.post.min(digits.saturating_sub(fixed(0).len()));
    let pre = picture.pre + picture.shift;
    let negative = shifted.is_sign_negative() && !shifted.is_nan();
    write(picture, &Digits { negative, text: fixed(post), pre, post })
}

/// `to_char` of a number: `by` writes it by the format. An empty format gives an empty text.
fn to_char(
    ctx: &mut FnCtx<'_>,
    format: &Datum,
    by: impl FnOnce(&Picture) -> Result<String>,
) -> Result<Datum> {
    let picture = Picture::parse(&string(ctx, format)?)?;
    result(ctx, &[by(&picture)?.as_bytes()])
}

/// `to_char(integer, text)`.
fn int4_to_char(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let n = a[0].as_i64() as i32;
    to_char(ctx, &a[1], |picture| {
        if picture.roman {
            return Ok(write_roman(picture, &numeral(n.into())));
        }
        if picture.exponent {
            return float_by(n.into(), n.into(), 15, picture);
        }
        // A power that no integer holds is the least one, as x86 converts it.
        let shift = 10i32.checked_pow(picture.shift as u32).unwrap_or(i32::MIN);
        integer_by(n.wrapping_mul(shift).into(), picture)
    })
}

/// `to_char(bigint, text)`.
fn int8_to_char(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let n = a[0].as_i64();
    to_char(ctx, &a[1], |picture| {
        if picture.roman {
            let n = Numeric::from_i64(n).to_int("integer", i32::MIN.into(), i32::MAX.into())?;
            return Ok(write_roman(picture, &numeral(n.into())));
        }
        if picture.exponent {
            return numeric_by(&Numeric::from_i64(n), picture);
        }
        let power = 10i64.checked_pow(picture.shift as u32);
        match power.and_then(|power| n.checked_mul(power)) {
            Some(shifted) => integer_by(shifted, picture),
            None => err!(NUMERIC_VALUE_OUT_OF_RANGE, "bigint out of range"),
        }
    })
}

/// `to_char(numeric, text)`.
fn numeric_to_char(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let n = arg(ctx, a, 0)?;
    to_char(ctx, &a[1], |picture| {
        if !picture.roman {
            return numeric_by(&n, picture);
        }
        let integer = n.to_int("integer", i32::MIN.into(), i32::MAX.into())?;
        Ok(write_roman(picture, &numeral(integer.into())))
    })
}

/// `to_char(real, text)`.
fn float4_to_char(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let n = a[0].as_f32();
    to_char(ctx, &a[1], |picture| {
        let shifted = n * 10f32.powi(picture.shift as i32);
        float_by(n.into(), shifted.into(), 6, picture)
    })
}

/// `to_char(double precision, text)`.
fn float8_to_char(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let n = a[0].as_f64();
    to_char(ctx, &a[1], |picture| float_by(n, n * 10f64.powi(picture.shift as i32), 15, picture))
}

/// Reads the digits and sign of a text, with the decimal point where the format has it
/// (`numeric_to_number`).
fn to_number(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (text, format) = (string(ctx, &a[0])?, string(ctx, &a[1])?);
    if format.is_empty() {
        return Ok(Datum::Null);
    }
    let p = Picture::parse(&format)?;
    if p.exponent {
        return err!(FEATURE_NOT_SUPPORTED, "\"EEEE\" not supported for input");
    }
    let plain = |c: char| c.is_ascii_digit() || " +-.,<>$".contains(c);
    if let Some(c) = text.chars().find(|&c| !plain(c)) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "reading \"{c}\" by the format of a number is not modelled"
        );
    }
    let signs = [Part::Sign, Part::Minus, Part::Plus, Part::SignOrPlus, Part::Brackets];
    if p.parts.iter().filter(|part| signs.contains(part)).count() > 1 || p.shifted {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "reading a number by the format \"{format}\" is not modelled"
        );
    }
    let room = p.parts.iter().filter(|x| matches!(x, Part::Nine | Part::Zero)).count();
    let sign_within = text
        .trim()
        .char_indices()
        .any(|(i, c)| "+-<".contains(c) && i > 0 && text.trim().len() > i + 1);
    if text.chars().filter(char::is_ascii_digit).count() > room || sign_within {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "reading \"{text}\" by the format \"{format}\" is not modelled"
        );
    }
    if p.parts.iter().any(|x| matches!(x, Part::Literal(_))) || p.roman {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "reading a number by the format \"{format}\" is not modelled"
        );
    }
    let has_point = p.point;
    let negative = text.contains('-') || p.brackets && text.contains('<');
    let digits: String =
        text.chars().filter(|c| c.is_ascii_digit() || has_point && *c == '.').collect();
    if !digits.bytes().any(|c| c.is_ascii_digit()) {
        return err!(INVALID_TEXT_REPRESENTATION, "invalid input syntax for type numeric: \" \"");
    }
    let n = Numeric::parse(&digits)?;
    let shown = p.parts.iter().skip_while(|x| **x != Part::Point);
    let decimals = shown.filter(|x| matches!(x, Part::Nine | Part::Zero)).count() as i32;
    let n = n.trunc_to(decimals.min(digits.split_once('.').map_or(0, |d| d.1.len() as i32)));
    Ok(if negative { n.negated() } else { n }.to_datum())
}

/// `to_char` and `to_number` of numbers.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("to_char", &[INT4, TEXT], TEXT, int4_to_char).stable(),
    scalar("to_char", &[INT8, TEXT], TEXT, int8_to_char).stable(),
    scalar("to_char", &[NUMERIC, TEXT], TEXT, numeric_to_char).stable(),
    scalar("to_char", &[FLOAT4, TEXT], TEXT, float4_to_char).stable(),
    scalar("to_char", &[FLOAT8, TEXT], TEXT, float8_to_char).stable(),
    scalar("to_number", &[TEXT, TEXT], NUMERIC, to_number).stable(),
];

//! float4 and float8: their text as PostgreSQL prints it, and their order.
//!
//! With `extra_float_digits` above 0 (the default is 1) a float prints as the shortest decimal that
//! reads back as the same float (`common/d2s.c`, `f2s.c`), where "reads back" leaves no tie to the
//! reader: a decimal exactly between two floats is not accepted. Fixed notation is used for decimal
//! exponents from -4 up to 14 (float8) or 5 (float4), else `1e+15`.

use super::scalar::{invalid_syntax, is_space, trim};
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::fmgr::Env;
use std::cmp::Ordering;

/// The setting `extra_float_digits`; 1 if it is not set.
pub fn extra_digits(env: &dyn Env) -> i32 {
    env.setting("extra_float_digits").and_then(|s| s.parse().ok()).unwrap_or(1)
}

/// The length of the number at the start of a text, as `strtod` finds it; `None` if there is none.
pub fn number_prefix(t: &[u8]) -> Option<usize> {
    let digits = |from: usize| t[from..].iter().take_while(|c| c.is_ascii_digit()).count();
    let mut i = usize::from(matches!(t.first(), Some(b'+' | b'-')));
    let whole = digits(i);
    i += whole;
    let mut fraction = 0;
    if t.get(i) == Some(&b'.') {
        fraction = digits(i + 1);
        if whole + fraction > 0 {
            i += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(t.get(i), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(t.get(i + 1), Some(b'+' | b'-')));
        let n = if i + 1 + sign <= t.len() { digits(i + 1 + sign) } else { 0 };
        if n > 0 {
            i += 1 + sign + n;
        }
    }
    Some(i)
}

/// The value of a special word, such as `Infinity`, at the start of a text, and the word's length.
fn special_prefix(t: &[u8]) -> Option<(f64, usize)> {
    let words: [(&str, f64); 7] = [
        ("nan", f64::NAN),
        ("infinity", f64::INFINITY),
        ("+infinity", f64::INFINITY),
        ("-infinity", f64::NEG_INFINITY),
        ("inf", f64::INFINITY),
        ("+inf", f64::INFINITY),
        ("-inf", f64::NEG_INFINITY),
    ];
    words.iter().find_map(|(w, v)| {
        let head = t.get(..w.len())?;
        head.eq_ignore_ascii_case(w.as_bytes()).then_some((*v, w.len()))
    })
}

/// Reads a float of the type `name`: `read` turns digits into one, `special` NaN and the
/// infinities.
fn parse<T>(
    text: &str,
    name: &str,
    read: impl Fn(&str) -> T,
    special: impl Fn(f64) -> T,
) -> Result<T>
where
    T: Copy + Into<f64>,
{
    let start = text.bytes().take_while(|&c| is_space(c)).count();
    let t = &text[start..];
    let (value, used) = match number_prefix(t.as_bytes()) {
        Some(n) => {
            let v = read(&t[..n]);
            let wide: f64 = v.into();
            let mantissa = t[..n].split(['e', 'E']).next().unwrap_or("");
            let nonzero = mantissa.bytes().any(|c| (b'1'..=b'9').contains(&c));
            if wide.is_infinite() || wide == 0.0 && nonzero {
                return err!(
                    NUMERIC_VALUE_OUT_OF_RANGE,
                    "\"{}\" is out of range for type {name}",
                    &t[..n]
                );
            }
            (v, n)
        }
        None => match special_prefix(t.as_bytes()) {
            Some((v, n)) => (special(v), n),
            None => return Err(invalid_syntax(name, text)),
        },
    };
    if !t.as_bytes()[used..].iter().all(|&c| is_space(c)) {
        return Err(invalid_syntax(name, text));
    }
    Ok(value)
}

/// Reads a `real` (`float4in`). Refused: text that is no number (22P02) and a number too large or
/// too close to 0 (22003).
pub fn float4_in(text: &str) -> Result<f32> {
    parse(text, "real", |t| t.parse::<f32>().unwrap_or(f32::NAN), |v| v as f32)
}

/// Reads a `double precision` (`float8in`); the same is refused.
pub fn float8_in(text: &str) -> Result<f64> {
    parse(text, "double precision", |t| t.parse::<f64>().unwrap_or(f64::NAN), |v| v)
}

/// The text of NaN and the infinities.
fn special(v: f64) -> Option<&'static str> {
    if v.is_nan() {
        Some("NaN")
    } else if v.is_infinite() {
        Some(if v > 0.0 { "Infinity" } else { "-Infinity" })
    } else {
        None
    }
}

/// Returns a `real` as text (`float4out`). `extra`, the setting extra_float_digits: above 0 the
/// shortest text that reads back as the same number, else 6 digits plus `extra`.
pub fn float4_out(v: f32, extra: i32) -> String {
    if let Some(s) = special(v.into()) {
        return s.into();
    }
    if extra <= 0 {
        return general(v.into(), (6 + extra).max(1) as usize);
    }
    let bits = v.to_bits();
    let (m, e) = (bits & 0x7F_FFFF, (bits >> 23) & 0xFF);
    let parts = if e == 0 { (m, -149) } else { (m | 0x80_0000, e as i32 - 150) };
    let lone = m == 0 && e > 1;
    let same = |s: &str| s.parse::<f32>().is_ok_and(|x| x == v.abs());
    layout(
        v.is_sign_negative(),
        &shortest(
            &format!("{:e}", v.abs()),
            &same,
            &|n| format!("{:.*e}", n, v.abs()),
            (parts.0.into(), parts.1),
            lone,
            9,
        ),
        6,
    )
}

/// Returns a `double precision` as text (`float8out`): with `extra` above 0 the shortest text that
/// reads back as the same number, else 15 digits plus `extra`.
pub fn float8_out(v: f64, extra: i32) -> String {
    if let Some(s) = special(v) {
        return s.into();
    }
    if extra <= 0 {
        return general(v, (15 + extra).max(1) as usize);
    }
    let bits = v.to_bits();
    let (m, e) = (bits & 0xF_FFFF_FFFF_FFFF, (bits >> 52) & 0x7FF);
    let parts = if e == 0 { (m, -1074) } else { (m | 1 << 52, e as i32 - 1075) };
    let lone = m == 0 && e > 1;
    let same = |s: &str| s.parse::<f64>().is_ok_and(|x| x == v.abs());
    layout(
        v.is_sign_negative(),
        &shortest(
            &format!("{:e}", v.abs()),
            &same,
            &|n| format!("{:.*e}", n, v.abs()),
            parts,
            lone,
            17,
        ),
        15,
    )
}

/// Digits and exponent of `d.ddde±x`.
fn split_exp(s: &str) -> (u64, i32) {
    let (m, e) = s.split_once('e').unwrap_or((s, "0"));
    let fraction = m.split_once('.').map_or(0, |(_, f)| f.len());
    let digits: u64 = m.replace('.', "").parse().unwrap_or(0);
    (digits, e.parse::<i32>().unwrap_or(0) - fraction as i32)
}

/// Whether `digits * 10^exp` lies exactly on the border between two neighbouring floats, so that it
/// may round to either; `lone`: the next smaller float is half as far away as the next larger one.
fn on_border(digits: u64, exp: i32, (m, e): (u64, i32), lone: bool) -> bool {
    let odd = |v: u128| (v >> v.trailing_zeros(), v.trailing_zeros() as i32);
    let (d, d2) = odd(digits.into());
    let m = u128::from(m);
    let low = if lone { (4 * m - 1, e - 2) } else { (2 * m - 1, e - 1) };
    [(2 * m + 1, e - 1), low].iter().any(|&(b, q)| {
        let (b, b2) = odd(b);
        let Some(five) = 5u128.checked_pow(exp.unsigned_abs()) else { return false };
        let (left, right) =
            if exp >= 0 { (d.checked_mul(five), Some(b)) } else { (Some(d), b.checked_mul(five)) };
        left.is_some() && left == right && d2 + exp == b2 + q
    })
}

/// The shortest decimal that lies strictly inside the interval of decimals that round to the float,
/// as digits and exponent.
fn shortest(
    first: &str,
    same: &dyn Fn(&str) -> bool,
    with_digits: &dyn Fn(usize) -> String,
    parts: (u64, i32),
    lone: bool,
    max: usize,
) -> (u64, i32) {
    let (mut digits, mut exp) = split_exp(first);
    if digits == 0 {
        return (0, 0);
    }
    if on_border(digits, exp, parts, lone) {
        let least = digits.to_string().len();
        'search: for n in least..=max {
            let (d, x) = split_exp(&with_digits(n - 1));
            for d in [d, d + 1, d - 1] {
                if same(&format!("{d}e{x}")) && !on_border(d, x, parts, lone) {
                    (digits, exp) = (d, x);
                    break 'search;
                }
            }
        }
    }
    while digits % 10 == 0 {
        digits /= 10;
        exp += 1;
    }
    (digits, exp)
}

/// Prints decimal digits with their exponent: without one from 1e-4 up to `fixed_below` digits,
/// else as `1.5e+20`.
fn layout(negative: bool, &(digits, exp): &(u64, i32), fixed_below: i32) -> String {
    let sign = if negative { "-" } else { "" };
    let s = digits.to_string();
    let point = s.len() as i32 + exp; // digits before the decimal point
    let x = point - 1;
    if digits == 0 {
        return format!("{sign}0");
    }
    if (-4..fixed_below).contains(&x) {
        return if point <= 0 {
            format!("{sign}0.{}{s}", "0".repeat(-point as usize))
        } else if point as usize >= s.len() {
            format!("{sign}{s}{}", "0".repeat(point as usize - s.len()))
        } else {
            format!("{sign}{}.{}", &s[..point as usize], &s[point as usize..])
        };
    }
    let rest = if s.len() > 1 { format!(".{}", &s[1..]) } else { String::new() };
    let e = if x < 0 { '-' } else { '+' };
    format!("{sign}{}{rest}e{e}{:02}", &s[..1], x.abs())
}

/// Returns a number with so many significant digits, as `printf("%.*g")` does.
pub fn general(v: f64, precision: usize) -> String {
    if !v.is_finite() {
        return if v.is_nan() {
            "NaN"
        } else if v > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        }
        .into();
    }
    if v == 0.0 {
        return if v.is_sign_negative() { "-0".into() } else { "0".into() };
    }
    let (digits, exp) = split_exp(&format!("{:.*e}", precision.min(18) - 1, v.abs()));
    let (mut digits, mut exp) = (digits, exp);
    while digits % 10 == 0 {
        digits /= 10;
        exp += 1;
    }
    layout(v < 0.0, &(digits, exp), precision as i32)
}

/// Compares two numbers; NaN is equal to itself and above all else (`float8_cmp_internal`).
pub fn compare(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

/// Reads a point, `x,y` with or without parentheses (`point_in`); other text is refused with 22P02.
pub fn point_in(text: &str) -> Result<Datum> {
    let bad = || invalid_syntax("point", text);
    let inner = trim(text);
    let inner = match inner.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')').ok_or_else(bad)?,
        None => inner,
    };
    let mut bytes = Vec::with_capacity(16);
    let (x, y) = inner.split_once(',').ok_or_else(bad)?;
    for part in [x, y] {
        let number = float8_in(part).map_err(|_| bad())?;
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    Ok(Datum::Ref(bytes.into()))
}

/// The x (0) or y (1) of a point; `None` for other subscripts.
pub fn point_coordinate(point: &[u8], i: usize) -> Option<f64> {
    let bytes = point.get(i.checked_mul(8)?..)?.first_chunk()?;
    Some(f64::from_le_bytes(*bytes))
}

/// Returns a point as `(x,y)`, its numbers as [`float8_out`] writes them (`point_out`).
pub fn point_out(point: &[u8], extra: i32) -> String {
    let part = |i| float8_out(point_coordinate(point, i).unwrap_or(0.0), extra);
    format!("({},{})", part(0), part(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_the_server() {
        let out = |v| float8_out(v, 1);
        assert_eq!(out(0.1), "0.1");
        assert_eq!(out(1e15), "1e+15");
        assert_eq!(out(123456789012345.0), "123456789012345");
        assert_eq!(out(0.0001), "0.0001");
        assert_eq!(out(0.00001), "1e-05");
        assert_eq!(out(-0.0), "-0");
        assert_eq!(out(f64::MAX), "1.7976931348623157e+308");
        assert_eq!(out(5e-324), "5e-324");
        assert_eq!(float4_out(0.1, 1), "0.1");
        assert_eq!(float4_out(1e6, 1), "1e+06");
        assert_eq!(float4_out(16777216.0, 1), "1.6777216e+07");
        assert_eq!(float8_out(0.1 + 0.2, 0), "0.3");
        assert_eq!(float8_out(100000.0, 0), "100000");
    }

    #[test]
    fn reads_as_the_server() {
        assert_eq!(float8_in(" 1.5e3 ").unwrap(), 1500.0);
        assert_eq!(
            float8_in("1e400").unwrap_err().message,
            "\"1e400\" is out of range for type double precision"
        );
        assert_eq!(
            float4_in("x").unwrap_err().message,
            "invalid input syntax for type real: \"x\""
        );
    }
}

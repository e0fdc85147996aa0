//! `to_char` and `to_number` of numbers (`formatting.c`): `9 0 . , D G S MI PL SG PR FM V TH L RN`.

use super::numeric::arg;
use super::support::string;
use super::text::result;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, scalar};
use storage::types::float::general;
use storage::types::numeric::Numeric;
use storage::types::oid::*;

/// One element of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Nine,
    Zero,
    Point,
    Comma,
    Sign,
    Minus,
    Plus,
    SignOrPlus,
    Shift,
    Ordinal(bool),
    Currency,
    Literal(char),
}

/// A pattern taken apart.
#[derive(Default)]
struct Pattern {
    parts: Vec<Part>,
    fill: bool,
    angle: bool,
    roman: Option<bool>,
}

/// Parses a number format. Unlike the server, letters without meaning are not copied between the
/// digits, and formats that contradict themselves are not refused.
fn pattern(text: &str) -> Result<Pattern> {
    let mut p = Pattern { fill: true, ..Pattern::default() };
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let upper = rest.get(..2).unwrap_or("").to_ascii_uppercase();
        let (part, used) = match (upper.as_str(), c) {
            ("FM", _) => {
                p.fill = false;
                (None, 2)
            }
            ("PR", _) => {
                p.angle = true;
                (None, 2)
            }
            ("RN", _) => {
                p.roman = Some(c == 'R');
                (None, 2)
            }
            ("MI", _) => (Some(Part::Minus), 2),
            ("PL", _) => (Some(Part::Plus), 2),
            ("SG", _) => (Some(Part::SignOrPlus), 2),
            ("TH", _) => (Some(Part::Ordinal(c == 'T')), 2),
            (_, '9') => (Some(Part::Nine), 1),
            (_, '0') => (Some(Part::Zero), 1),
            (_, '.' | 'D' | 'd') => (Some(Part::Point), 1),
            (_, ',' | 'G' | 'g') => (Some(Part::Comma), 1),
            (_, 'S' | 's') => (Some(Part::Sign), 1),
            (_, 'V' | 'v') => (Some(Part::Shift), 1),
            (_, 'L' | 'l') => (Some(Part::Currency), 1),
            (_, 'B' | 'b' | 'C' | 'c') => (None, 1),
            (_, '"') => {
                let body = &rest[1..];
                let end = body.find('"').unwrap_or(body.len());
                p.parts.extend(body[..end].chars().map(Part::Literal));
                (None, (end + 2).min(rest.len()))
            }
            _ if c.is_ascii_alphabetic() || c == '\\' => {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "\"{c}\" in the format of a number is not modelled"
                );
            }
            _ => (Some(Part::Literal(c)), c.len_utf8()),
        };
        p.parts.extend(part);
        rest = &rest[used..];
    }
    let count = |wanted: &[Part]| p.parts.iter().filter(|x| wanted.contains(x)).count();
    let signs = count(&[Part::Sign, Part::Minus, Part::Plus, Part::SignOrPlus]);
    let digits = count(&[Part::Nine, Part::Zero]);
    if signs + usize::from(p.angle) > 1
        || count(&[Part::Point]) + count(&[Part::Shift]) > 1
        || digits == 0 && p.roman.is_none() && !text.is_empty()
    {
        return err!(FEATURE_NOT_SUPPORTED, "the format \"{text}\" of a number is not modelled");
    }
    Ok(p)
}

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

/// The ending of an ordinal number (`get_th`).
fn ordinal(int: &str) -> &'static str {
    match (int.ends_with("11") || int.ends_with("12") || int.ends_with("13"), int.chars().last()) {
        (false, Some('1')) => "st",
        (false, Some('2')) => "nd",
        (false, Some('3')) => "rd",
        _ => "th",
    }
}

/// Formats a number by a pattern (`NUM_processor`).
fn format(n: &Numeric, text: &str) -> Result<String> {
    let p = pattern(text)?;
    if let Some(upper) = p.roman {
        let r = n.to_i128().and_then(roman).unwrap_or_else(|| "#".repeat(15));
        let r = if upper { r } else { r.to_ascii_lowercase() };
        return Ok(if p.fill { format!("{r:>15}") } else { r });
    }
    let is_digit = |p: &Part| matches!(p, Part::Nine | Part::Zero);
    let shift = p.parts.iter().position(|x| *x == Part::Shift);
    let point = p.parts.iter().position(|x| *x == Part::Point);
    let split = point.unwrap_or(p.parts.len());
    let after_shift = shift.map_or(0, |i| p.parts[i..].iter().filter(|x| is_digit(x)).count());
    let whole = p.parts[..split].iter().filter(|x| is_digit(x)).count();
    let decimals = p.parts[split..].iter().filter(|x| is_digit(x)).count();
    let scaled = match after_shift {
        0 => n.clone(),
        k => n.mul(&Numeric::from_i128(10i128.pow(k as u32)))?,
    };
    let shown = scaled.round_to(decimals as i32);
    let negative = n.is_negative() && !shown.is_zero();
    let body = shown.abs().to_string();
    let (int, fraction) = body.split_once('.').unwrap_or((&body, ""));
    let int = if int == "0" && decimals > 0 { "" } else { int };
    let overflow = int.len() > whole || !n.is_finite();
    let digits: Vec<char> = if overflow {
        vec!['#'; whole + decimals]
    } else {
        format!("{int:>whole$}{fraction}").chars().collect()
    };
    // Zeros are printed from the first `0` of the pattern, or from the first digit there is.
    let first_zero = p.parts[..split].iter().filter(|x| is_digit(x)).position(|x| *x == Part::Zero);
    let zeros = p.parts.iter().filter(|x| is_digit(x)).enumerate();
    let last_zero = zeros.filter(|z| *z.1 == Part::Zero).map(|z| z.0).last();
    let start = first_zero.unwrap_or(whole).min(whole - int.len().min(whole));
    let keep = match (p.fill, last_zero) {
        (true, _) => whole + decimals,
        (false, z) => {
            let used = fraction.trim_end_matches('0').len();
            (whole + used).max(z.map_or(0, |z| z + 1))
        }
    };
    let explicit_sign =
        p.parts.iter().any(|x| matches!(x, Part::Sign | Part::Minus | Part::SignOrPlus)) || p.angle;
    let mut sign = match (explicit_sign, negative) {
        (false, true) => Some('-'),
        (false, false) if p.fill => Some(' '),
        _ => None,
    };
    if p.angle {
        sign = if negative {
            Some('<')
        } else if p.fill {
            Some(' ')
        } else {
            None
        };
    }
    let leading_sign = p.parts.first() == Some(&Part::Sign);
    if leading_sign {
        sign = Some(if negative { '-' } else { '+' });
    }
    let mut out = String::new();
    let mut at = 0;
    let mut started = false;
    for (i, part) in p.parts.iter().enumerate() {
        match part {
            Part::Nine | Part::Zero => {
                if !started && (at >= start || at >= whole || overflow) {
                    out.extend(sign.take());
                    started = true;
                }
                if started && at < keep {
                    out.push(match digits.get(at) {
                        Some(' ') | None => '0',
                        Some(c) => *c,
                    });
                } else if !started && p.fill {
                    out.push(' ');
                }
                at += 1;
            }
            Part::Comma if started => out.push(','),
            Part::Comma if p.fill => out.push(' '),
            Part::Comma => {}
            Part::Point => {
                if !started {
                    out.extend(sign.take());
                    started = true;
                }
                out.push('.');
            }
            Part::Sign if i == 0 && leading_sign => {}
            Part::Sign | Part::SignOrPlus => out.push(if negative { '-' } else { '+' }),
            Part::Minus if negative => out.push('-'),
            Part::Plus if !negative => out.push('+'),
            Part::Minus | Part::Plus | Part::Currency if p.fill => out.push(' '),
            Part::Minus | Part::Plus | Part::Currency | Part::Shift => {}
            Part::Ordinal(upper) if !negative && decimals == 0 => {
                let s = ordinal(int);
                out.push_str(&if *upper { s.to_ascii_uppercase() } else { s.to_string() });
            }
            Part::Ordinal(_) => {}
            Part::Literal(c) => out.push(*c),
        }
    }
    if p.angle {
        if negative {
            out.push('>');
        } else if p.fill {
            out.push(' ');
        }
    }
    Ok(out)
}

/// `to_char` of a numeric.
fn to_char(ctx: &mut FnCtx<'_>, n: &Numeric, pattern: &Datum) -> Result<Datum> {
    let pattern = string(ctx, pattern)?;
    result(ctx, &[format(n, &pattern)?.as_bytes()])
}

/// `to_char` of a float with this many significant digits.
fn float_to_char(ctx: &mut FnCtx<'_>, v: f64, digits: usize, pattern: &Datum) -> Result<Datum> {
    if v == 0.0 && v.is_sign_negative() {
        return err!(FEATURE_NOT_SUPPORTED, "to_char of -0 is not modelled");
    }
    let n = if v.is_finite() {
        Numeric::parse(&general(v, digits))?
    } else {
        Numeric::from_f64(v, digits)?
    };
    to_char(ctx, &n, pattern)
}

/// Reads the digits and sign of a text, with the decimal point where the format has it
/// (`numeric_to_number`).
fn to_number(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (text, format) = (string(ctx, &a[0])?, string(ctx, &a[1])?);
    if format.is_empty() {
        return Ok(Datum::Null);
    }
    let p = pattern(&format)?;
    let plain = |c: char| c.is_ascii_digit() || " +-.,<>$".contains(c);
    if let Some(c) = text.chars().find(|&c| !plain(c)) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "reading \"{c}\" by the format of a number is not modelled"
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
    if p.parts.iter().any(|x| matches!(x, Part::Literal(_))) || p.roman.is_some() {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "reading a number by the format \"{format}\" is not modelled"
        );
    }
    let has_point = p.parts.contains(&Part::Point);
    let negative = text.contains('-') || p.angle && text.contains('<');
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
    scalar("to_char", &[INT4, TEXT], TEXT, |c, a| {
        to_char(c, &Numeric::from_i64(a[0].as_i64()), &a[1])
    })
    .stable(),
    scalar("to_char", &[INT8, TEXT], TEXT, |c, a| {
        to_char(c, &Numeric::from_i64(a[0].as_i64()), &a[1])
    })
    .stable(),
    scalar("to_char", &[NUMERIC, TEXT], TEXT, |c, a| {
        let n = arg(c, a, 0)?;
        to_char(c, &n, &a[1])
    })
    .stable(),
    scalar("to_char", &[FLOAT4, TEXT], TEXT, |c, a| {
        float_to_char(c, a[0].as_f32().into(), 6, &a[1])
    })
    .stable(),
    scalar("to_char", &[FLOAT8, TEXT], TEXT, |c, a| float_to_char(c, a[0].as_f64(), 15, &a[1]))
        .stable(),
    scalar("to_number", &[TEXT, TEXT], NUMERIC, to_number).stable(),
];

//! Finds the type that all values of a column have: each kind is possible until a value rules it
//! out.
//!
//! The first of [`KINDS`] that is still possible is taken; `text` takes all. A number with leading zeros is text, since
//! it would not come back as it was written; a bare JSON scalar is no document.

use serde::de::IgnoredAny;

/// A type that is inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `boolean`: true or false, t or f.
    Boolean,
    /// `integer`: four bytes.
    Integer,
    /// `bigint`: eight bytes.
    Bigint,
    /// `numeric`: digits with a point.
    Numeric,
    /// `double precision`: with an exponent.
    Double,
    /// `date`: 2024-02-29.
    Date,
    /// `timestamp`: a date and a time of day.
    Timestamp,
    /// `timestamptz`: with its offset from UTC.
    Timestamptz,
    /// `uuid`: hexadecimal digits in five groups.
    Uuid,
    /// `bytea`: `\x` and pairs of digits.
    Bytea,
    /// `real[]`: numbers between braces, or between brackets as JSON has them.
    Reals,
    /// `jsonb`: an object or an array.
    Jsonb,
    /// `text`: anything else.
    Text,
}

/// All, from the narrowest; a value of an earlier one may be one of a later one too.
pub const KINDS: [Kind; 13] = [
    Kind::Boolean,
    Kind::Integer,
    Kind::Bigint,
    Kind::Numeric,
    Kind::Double,
    Kind::Date,
    Kind::Timestamp,
    Kind::Timestamptz,
    Kind::Uuid,
    Kind::Bytea,
    Kind::Reals,
    Kind::Jsonb,
    Kind::Text,
];

impl Kind {
    /// The type's name in SQL.
    pub fn sql(self) -> &'static str {
        match self {
            Kind::Boolean => "boolean",
            Kind::Integer => "integer",
            Kind::Bigint => "bigint",
            Kind::Numeric => "numeric",
            Kind::Double => "double precision",
            Kind::Date => "date",
            Kind::Timestamp => "timestamp",
            Kind::Timestamptz => "timestamptz",
            Kind::Uuid => "uuid",
            Kind::Bytea => "bytea",
            Kind::Reals => "real[]",
            Kind::Jsonb => "jsonb",
            Kind::Text => "text",
        }
    }

    /// Whether the text of a value can be read as this type.
    pub fn takes(self, value: &str) -> bool {
        match self {
            Kind::Boolean => matches!(value, "true" | "false" | "t" | "f"),
            Kind::Integer => whole(value) && value.parse::<i32>().is_ok(),
            Kind::Bigint => whole(value) && value.parse::<i64>().is_ok(),
            Kind::Numeric => decimal(value),
            Kind::Double => number(value),
            Kind::Date => value.len() == 10 && date(value),
            Kind::Timestamp => timestamp(value).is_some_and(str::is_empty),
            Kind::Timestamptz => timestamp(value).is_some_and(offset),
            Kind::Uuid => uuid(value),
            Kind::Bytea => bytea(value),
            Kind::Reals => reals(value),
            Kind::Jsonb => document(value),
            Kind::Text => true,
        }
    }
}

/// The kinds that all values seen so far can have.
#[derive(Clone, Debug)]
pub struct Guess {
    possible: u16,
    seen: bool,
}

impl Default for Guess {
    fn default() -> Guess {
        Guess { possible: (1 << KINDS.len()) - 1, seen: false }
    }
}

impl Guess {
    /// Narrows the guess by one more value of the column, which is not NULL.
    pub fn add(&mut self, value: &str) {
        self.seen = true;
        for (i, kind) in KINDS.iter().enumerate() {
            if self.possible & (1 << i) != 0 && !kind.takes(value) {
                self.possible &= !(1 << i);
            }
        }
    }

    /// The narrowest kind that all values allow; text when all were NULL.
    pub fn kind(&self) -> Kind {
        let first = KINDS.iter().enumerate().find(|(i, _)| self.possible & (1 << i) != 0);
        first.filter(|_| self.seen).map_or(Kind::Text, |(_, kind)| *kind)
    }
}

/// Whether the text is one or more digits.
fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the text is digits that an integer type prints unchanged: no leading zero.
fn plain_digits(text: &str) -> bool {
    digits(text) && (text.len() == 1 || !text.starts_with('0'))
}

/// The value without its minus sign.
fn unsigned(value: &str) -> &str {
    value.strip_prefix('-').unwrap_or(value)
}

/// Whether the value is a whole number as PostgreSQL prints it.
fn whole(value: &str) -> bool {
    plain_digits(unsigned(value)) && value != "-0"
}

/// Whether the value is a number as numeric prints it.
fn decimal(value: &str) -> bool {
    match unsigned(value).split_once('.') {
        None => plain_digits(unsigned(value)),
        Some((before, after)) => plain_digits(before) && digits(after) && after.len() <= 16_383,
    }
}

/// Whether the text is a finite number as JSON writes it.
fn number(value: &str) -> bool {
    let (mantissa, exponent) = match value.split_once(['e', 'E']) {
        None => (value, None),
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
    };
    decimal(mantissa)
        && exponent.is_none_or(|e| digits(e.strip_prefix(['-', '+']).unwrap_or(e)))
        && value.parse::<f64>().is_ok_and(f64::is_finite)
}

/// The number in these places of the text, if all are digits.
fn part(text: &str, from: usize, to: usize) -> Option<u32> {
    text.get(from..to).filter(|t| digits(t))?.parse().ok()
}

/// Whether the ten characters are a date that exists.
fn date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let (Some(year), Some(month), Some(day)) =
        (part(text, 0, 4), part(text, 5, 7), part(text, 8, 10))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    year > 0 && (1..=days).contains(&day)
}

/// The rest of the text after a date and a time of day; `None` if it does not begin with these.
fn timestamp(value: &str) -> Option<&str> {
    value.get(..10).filter(|day| date(day))?;
    let time = value.get(10..)?.strip_prefix(['T', ' '])?;
    let colon = |at| time.as_bytes().get(at) == Some(&b':');
    let clock = part(time, 0, 2)? < 24 && colon(2) && part(time, 3, 5)? < 60;
    if !clock {
        return None;
    }
    let mut rest = time.get(5..)?;
    if colon(5) {
        part(time, 6, 8).filter(|seconds| *seconds < 60)?;
        rest = time.get(8..)?;
        if let Some(fraction) = rest.strip_prefix('.') {
            let end = fraction.find(|c: char| !c.is_ascii_digit()).unwrap_or(fraction.len());
            if !(1..=6).contains(&end) {
                return None;
            }
            rest = &fraction[end..];
        }
    }
    Some(rest)
}

/// Whether the text is an offset from UTC: `Z`, `+01`, `+0100` or `+01:00`.
fn offset(rest: &str) -> bool {
    if rest == "Z" {
        return true;
    }
    let Some(hours) = rest.strip_prefix(['+', '-']) else { return false };
    let minutes = hours.get(2..).map(|m| m.strip_prefix(':').unwrap_or(m));
    part(hours, 0, 2).is_some_and(|h| h <= 15)
        && minutes.is_some_and(|m| m.is_empty() || (m.len() == 2 && digits(m) && m < "60"))
}

/// Whether the value is a UUID.
fn uuid(value: &str) -> bool {
    value.len() == 36
        && value.bytes().enumerate().all(|(i, b)| match i {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}

/// Whether the value is a bytea in hexadecimal.
fn bytea(value: &str) -> bool {
    value.strip_prefix("\\x").is_some_and(|hex| {
        hex.len().is_multiple_of(2) && hex.bytes().all(|b| b.is_ascii_hexdigit())
    })
}

/// Whether the text is two or more numbers between brackets or braces.
fn reals(value: &str) -> bool {
    let inner = [("{", "}"), ("[", "]")]
        .iter()
        .find_map(|(open, close)| value.trim().strip_prefix(open)?.strip_suffix(close));
    inner.is_some_and(|inner| {
        inner.contains(',')
            && inner.split(',').all(|n| {
                let n = n.trim();
                number(n) && n.parse::<f32>().is_ok_and(f32::is_finite)
            })
    })
}

/// Whether the text is one JSON object or array.
fn document(value: &str) -> bool {
    value.trim_start().starts_with(['{', '['])
        && !value.contains("\\u0000")
        && serde_json::from_str::<IgnoredAny>(value).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(values: &[&str]) -> Kind {
        let mut guess = Guess::default();
        values.iter().for_each(|value| guess.add(value));
        guess.kind()
    }

    #[test]
    fn the_narrowest_type_that_takes_all_values() {
        for (values, expected) in [
            (&["1", "-2147483648"][..], Kind::Integer),
            (&["1", "2147483648"], Kind::Bigint),
            (&["1", "9223372036854775808"], Kind::Numeric),
            (&["1", "2.50"], Kind::Numeric),
            (&["1", "2.5e3"], Kind::Double),
            (&["007"], Kind::Text),
            (&["true", "f"], Kind::Boolean),
            (&["2024-02-29"], Kind::Date),
            (&["2023-02-29"], Kind::Text),
            (&["2024-02-29 12:00", "2024-02-29T12:00:00.5"], Kind::Timestamp),
            (&["2024-02-29T12:00:00Z", "2024-02-29 12:00:00+01:30"], Kind::Timestamptz),
            (&["3f0e1b4a-0000-4000-8000-0123456789ab"], Kind::Uuid),
            (&["\\x00ff"], Kind::Bytea),
            (&["\\x00f"], Kind::Text),
            (&["[0.1, -2e-3]", "{1,2}"], Kind::Reals),
            (&["[1,2]", "[1,\"a\"]"], Kind::Jsonb),
            (&["{\"a\": {}}"], Kind::Jsonb),
            (&["{\"a\": }"], Kind::Text),
            (&["true", "1"], Kind::Text),
            (&[], Kind::Text),
        ] {
            assert_eq!(kind(values), expected, "{values:?}");
        }
    }
}

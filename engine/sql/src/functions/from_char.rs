//! `to_date`, `to_timestamp` with a pattern (`do_to_timestamp` in `formatting.c`), the patterns in
//! common use.

use super::support::string;
use std::num::IntErrorKind;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, scalar};
use storage::types::datetime::calendar::{
    DATE_END_JULIAN, EPOCH_JDATE, MONTHS, Tm, days_in_month, put_together, to_julian,
};
use storage::types::oid::{DATE, TEXT, TIMESTAMPTZ};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("to_timestamp", &[TEXT, TEXT], TIMESTAMPTZ, to_timestamp).stable(),
    scalar("to_date", &[TEXT, TEXT], DATE, to_date).stable(),
];

/// Keywords, longer ones before their beginnings, with the most digits they take.
const KEYWORDS: &[(&str, usize)] = &[
    ("YYYY", 4),
    ("YY", 2),
    ("HH24", 2),
    ("HH12", 2),
    ("HH", 2),
    ("MI", 2),
    ("SSSSS", 5),
    ("SSSS", 4),
    ("SS", 2),
    ("MS", 3),
    ("US", 6),
    ("MONTH", 0),
    ("MON", 0),
    ("MM", 2),
    ("DDD", 3),
    ("DD", 2),
    ("AM", 0),
    ("PM", 0),
    ("A.M.", 0),
    ("P.M.", 0),
    ("FM", 0),
];

/// The error of a pattern that is not modelled.
fn unread<T>(what: &str) -> Result<T> {
    err!(FEATURE_NOT_SUPPORTED, "reading \"{what}\" by a format is not modelled")
}

/// Whether a character of a format is a separator: printable ASCII that is no letter and no digit
/// (`is_separator_char`).
fn is_separator(c: char) -> bool {
    c.is_ascii_graphic() && !c.is_ascii_alphanumeric()
}

/// The error for a text that does not fit a field; it shows the text up to the next blank.
fn invalid<T>(rest: &str, word: &str, detail: &str) -> Result<T> {
    let shown = rest.split(|c: char| c.is_ascii_whitespace()).next().unwrap_or("");
    err!(INVALID_DATETIME_FORMAT, "invalid value \"{shown}\" for \"{word}\"")
        .map_err(|e| e.detail(detail))
}

const NOT_ALLOWED: &str = "The given value did not match any of the allowed values for this field.";

/// The keyword at the start of the pattern, with its length.
fn keyword_of(format: &str) -> Option<(&'static str, usize)> {
    let begins = |k: &str| format.get(..k.len()).is_some_and(|head| head.eq_ignore_ascii_case(k));
    KEYWORDS.iter().copied().find(|k| begins(k.0))
}

/// A text, as far as it has been read.
struct Source<'a> {
    rest: &'a str,
    /// Characters skipped that the format did not ask for: a character of it takes one of them.
    extra: i32,
}

impl Source<'_> {
    /// Skips blanks in the text, and counts them.
    fn skip_blanks(&mut self) {
        let after = self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
        self.extra += (self.rest.len() - after.len()) as i32;
        self.rest = after;
    }
    /// Skips a character of the text.
    fn skip(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }
    /// Matches a character of the format that belongs to no field. A separator matches a separator
    /// or nothing, unless it is `quoted`; any other character skips one character, whichever it is.
    fn literal(&mut self, c: char, quoted: bool) {
        if !quoted && (c.is_ascii_whitespace() || is_separator(c)) {
            self.extra -= 1;
            if self.rest.starts_with(|r: char| r.is_ascii_whitespace() || is_separator(r)) {
                self.skip();
                self.extra += 1;
            }
        } else if self.extra > 0 {
            self.extra -= 1;
        } else {
            self.skip();
        }
    }
}

/// Completes a year of three or fewer digits to the one nearest to 2020
/// (`adjust_partial_year_to_2020`).
fn near_2020(year: i32) -> i32 {
    match year {
        ..70 | 100..520 => year + 2000,
        70..100 => year + 1900,
        520..1000 => year + 1000,
        _ => year,
    }
}

/// The parts of the timestamp whose fields were read, each within its limits (`do_to_timestamp`); `half` is AM or PM, if
/// given.
fn parts_of(
    text: &str,
    (y, mut m, mut d): (i32, i32, i32),
    day_of_year: Option<i32>,
    (mut h, mi, s, us): (i32, i32, i32, i32),
    half: Option<bool>,
) -> Result<Tm> {
    if let Some(pm) = half {
        if !(1..=12).contains(&h) {
            return err!(INVALID_DATETIME_FORMAT, "hour \"{h}\" is invalid for the 12-hour clock")
                .map_err(|e| e.hint("Use the 24-hour clock, or give an hour between 1 and 12."));
        }
        h = h % 12 + if pm { 12 } else { 0 };
    }
    // What is 0 was not given; a month or a day before the day of the year stays.
    (m, d) = (m.max(1), d.max(1));
    if let Some(n) = day_of_year.filter(|n| *n > 0 && (m == 1 || d == 1)) {
        if y == 0 {
            let text = "cannot calculate day of year without year information";
            return err!(INVALID_DATETIME_FORMAT, "{text}");
        }
        let (mut month, mut day) = (1, n);
        while month < 12 && day > days_in_month(y, month) {
            day -= days_in_month(y, month);
            month += 1;
        }
        (m, d) = (if m == 1 { month } else { m }, if d == 1 { day } else { d });
    }
    let fine = (1..=12).contains(&m)
        && (1..=days_in_month(y, m.clamp(1, 12))).contains(&d)
        && (0..24).contains(&h)
        && (0..60).contains(&mi)
        && (0..60).contains(&s);
    let tm = Tm {
        year: y,
        month: m,
        day: d,
        hour: h.into(),
        minute: mi.into(),
        second: s.into(),
        micro: us.into(),
    };
    if !fine {
        return err!(DATETIME_FIELD_OVERFLOW, "date/time field value out of range: \"{text}\"");
    }
    Ok(tm)
}

/// `to_timestamp` with a pattern.
fn to_timestamp(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (_, tm) = read(ctx, a)?;
    put_together(&tm).map(Datum::i64).ok_or_else(super::datetime::timestamp_out_of_range)
}

/// `to_date`: what the pattern reads of a time of day is not looked at.
fn to_date(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (text, tm) = read(ctx, a)?;
    let julian =
        (-4713..=5_874_897).contains(&tm.year).then(|| to_julian(tm.year, tm.month, tm.day));
    match julian.filter(|day| (0..DATE_END_JULIAN).contains(day)) {
        Some(day) => Ok(Datum::i32(day - EPOCH_JDATE)),
        None => err!(DATETIME_FIELD_OVERFLOW, "date out of range: \"{text}\""),
    }
}

/// The part of the timestamp that a keyword's number of so many digits is, and its value; `None` for a fraction of a
/// second.
fn number_part(word: &str, value: i32, digits: usize) -> Option<(char, i32)> {
    Some(match word {
        "YYYY" => ('y', value),
        "YY" => ('y', if digits < 4 { near_2020(value) } else { value }),
        "MM" => ('m', value),
        "DD" => ('d', value),
        "DDD" => ('n', value),
        "HH24" | "HH12" | "HH" => ('h', value),
        "MI" => ('i', value),
        "SS" => ('s', value),
        _ => return None,
    })
}

/// Notes the value that the keyword `given` has for a part of the timestamp (`from_char_set_int`).
///
/// # Errors
///
/// 22007 for another value than one before it that is not 0.
fn given_once(read: &mut Vec<(char, i32)>, part: char, value: i32, given: &str) -> Result<()> {
    if read.iter().any(|r| r.0 == part && r.1 != 0 && r.1 != value) {
        return err!(
            INVALID_DATETIME_FORMAT,
            "conflicting values for \"{given}\" field in formatting string"
        )
        .map_err(|e| {
            e.detail("This value contradicts a previous setting for the same field type.")
        });
    }
    read.push((part, value));
    Ok(())
}

/// Reads the text by the pattern; returns the text and the parts of the timestamp.
fn read(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<(String, Tm)> {
    let (text, pattern) = (string(ctx, &a[0])?, string(ctx, &a[1])?);
    let mut p = pattern.as_str();
    let mut from = Source { rest: &text, extra: 0 };
    from.skip_blanks();
    // Without a year it is the year 0, 1 BC.
    let (mut y, mut m, mut d, mut h, mut mi, mut s, mut us) = (0, 1, 1, 0, 0, 0, 0);
    let mut day_of_year = None;
    let (mut twelve, mut pm) = (false, false);
    let mut read = Vec::new();
    let mut free = false;
    let mut quoted = false;
    // Where the text ends, so does the reading.
    while let Some(c) = p.chars().next() {
        let Some((word, digits)) = keyword_of(p).filter(|_| !quoted) else {
            p = &p[c.len_utf8()..];
            if c == '"' {
                quoted = !quoted;
            } else if !quoted && (c.is_ascii_alphabetic() || c == '\\') {
                return unread(&c.to_string());
            } else if !from.rest.is_empty() {
                from.literal(c, quoted);
            }
            continue;
        };
        let given = &p[..word.len()];
        p = &p[word.len()..];
        if word == "FM" {
            free = true;
            continue;
        }
        from.skip_blanks();
        if from.rest.is_empty() {
            continue;
        }
        let rest = from.rest;
        let used = if digits == 0 {
            let lower = rest.to_ascii_lowercase();
            match word {
                "MONTH" | "MON" => {
                    let long = word == "MONTH";
                    let at = MONTHS.iter().position(|n| {
                        lower.starts_with(&n[..if long { n.len() } else { 3 }].to_ascii_lowercase())
                    });
                    let Some(at) = at else { return invalid(rest, given, NOT_ALLOWED) };
                    given_once(&mut read, 'm', at as i32 + 1, given)?;
                    m = at as i32 + 1;
                    if long { MONTHS[at].len() } else { 3 }
                }
                _ => {
                    let halves = if word.contains('.') { ["a.m.", "p.m."] } else { ["am", "pm"] };
                    let Some(at) = halves.iter().position(|half| lower.starts_with(half)) else {
                        return invalid(rest, given, NOT_ALLOWED);
                    };
                    (twelve, pm) = (true, at == 1);
                    word.len()
                }
            }
        } else {
            // A field may be longer than its keyword when something else than a digit follows it.
            let number_follows = keyword_of(p).is_some_and(|k| k.1 > 0)
                || p.starts_with(|c: char| c.is_ascii_digit());
            let fixed = number_follows && !free;
            let run = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let fraction = matches!(word, "MS" | "US");
            if rest.starts_with(['+', '-']) {
                return unread("a sign");
            }
            if fixed && run < digits || fraction && run > digits {
                return unread(&rest[..run]);
            }
            let n = if fixed { digits } else { run };
            let parsed = rest[..n].parse::<i32>();
            if parsed.as_ref().is_err_and(|e| *e.kind() == IntErrorKind::PosOverflow) {
                return err!(
                    DATETIME_FIELD_OVERFLOW,
                    "value for \"{given}\" in source string is out of range"
                )
                .map_err(|e| e.detail("Value must be in the range -2147483648 to 2147483647."));
            }
            let Ok(v) = parsed else {
                let shown: String = rest.chars().take(word.len()).collect();
                return err!(INVALID_DATETIME_FORMAT, "invalid value \"{shown}\" for \"{given}\"")
                    .map_err(|e| e.detail("Value must be an integer."));
            };
            if let Some((field, v)) = number_part(word, v, n) {
                given_once(&mut read, field, v, given)?;
            }
            match word {
                "YYYY" => y = v,
                "YY" if n < 4 => y = near_2020(v),
                "YY" => y = v,
                "MM" => m = v,
                "DD" => d = v,
                "DDD" => day_of_year = Some(v),
                "HH24" => h = v,
                "HH12" | "HH" => (twelve, h) = (true, v),
                "MI" => mi = v,
                "SS" => s = v,
                "SSSS" | "SSSSS" => (h, mi, s) = (v / 3600, v / 60 % 60, v % 60),
                "MS" => us = v * 10i32.pow(3 - n as u32) * 1000,
                _ => us = v * 10i32.pow(6 - n as u32),
            }
            n
        };
        free = false;
        from.rest = &rest[used..];
        from.extra = 0;
        from.skip_blanks();
    }
    let tm = parts_of(&text, (y, m, d), day_of_year, (h, mi, s, us), twelve.then_some(pm))?;
    Ok((text, tm))
}

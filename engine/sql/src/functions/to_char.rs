//! `to_char` of moments and intervals (`formatting.c`), the patterns in common use.

use super::support::string;
use super::text::result;
use std::sync::LazyLock;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, scalar};
use storage::types::datetime::Interval;
use storage::types::datetime::calendar::{
    DAYS, HOUR, MINUTE, MONTHS, SEC, Tm, day_of_week, iso_week, take_apart, to_julian,
};
use storage::types::oid::*;

/// The keywords, longer ones before their beginnings.
const KEYWORDS: &[&str] = &[
    "A.D.", "a.d.", "A.M.", "a.m.", "B.C.", "b.c.", "P.M.", "p.m.", "AD", "ad", "AM", "am", "BC",
    "bc", "CC", "DAY", "Day", "day", "DDD", "DD", "DY", "Dy", "dy", "D", "FF1", "FF2", "FF3",
    "FF4", "FF5", "FF6", "HH24", "HH12", "HH", "IDDD", "ID", "IW", "IYYY", "IYY", "IY", "I", "J",
    "MI", "MM", "MONTH", "Month", "month", "MON", "Mon", "mon", "MS", "OF", "PM", "pm", "Q", "RM",
    "rm", "SSSSS", "SSSS", "SS", "TZH", "TZM", "TZ", "tz", "US", "WW", "W", "Y,YYY", "YYYY", "YYY",
    "YY", "Y",
];

/// The keywords that an interval has no value for.
const OF_A_DATE: &[&str] =
    &["TZ", "TZH", "TZM", "OF", "A.D.", "B.C.", "AD", "BC", "MONTH", "MON", "DAY", "DY", "D", "ID"];

/// The keywords by the letter they begin with, in their order.
static BY_LETTER: LazyLock<[Vec<&'static str>; 26]> = LazyLock::new(|| {
    let mut lists = [const { Vec::new() }; 26];
    for k in KEYWORDS {
        lists[usize::from(k.as_bytes()[0].to_ascii_uppercase() - b'A')].push(*k);
    }
    lists
});

/// A number padded with zeros to `width`; with `fill` false (`FM`) without padding.
fn zeros(v: i64, width: usize, fill: bool) -> String {
    match (fill, v < 0) {
        (false, _) => v.to_string(),
        (_, true) => format!("-{:0width$}", -v),
        _ => format!("{v:0width$}"),
    }
}

/// The word in the case that the pattern is written in: `MON`, `Mon`, `mon`.
fn with_case(word: &str, like: &str) -> String {
    if like.chars().all(|c| !c.is_ascii_lowercase()) {
        word.to_ascii_uppercase()
    } else if like.starts_with(|c: char| c.is_ascii_lowercase()) {
        word.to_ascii_lowercase()
    } else {
        word.to_string()
    }
}

/// What TH adds to a number: `1st`, `12th` (`get_th`).
pub(super) fn ordinal(n: &str, upper: bool) -> &'static str {
    let digits: Vec<u8> = n.bytes().filter(u8::is_ascii_digit).collect();
    let teen = digits.len() > 1 && digits[digits.len() - 2] == b'1';
    match (digits.last(), teen, upper) {
        (Some(b'1'), false, true) => "ST",
        (Some(b'1'), false, _) => "st",
        (Some(b'2'), false, true) => "ND",
        (Some(b'2'), false, _) => "nd",
        (Some(b'3'), false, true) => "RD",
        (Some(b'3'), false, _) => "rd",
        (_, _, true) => "TH",
        _ => "th",
    }
}

const ROMAN_MONTHS: [&str; 12] =
    ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

/// The text of one keyword of the format. `fill`: pad with zeros or blanks; `is_interval`: the
/// value is an interval; `zone`: it has a time zone.
fn field(key: &str, tm: &Tm, fill: bool, is_interval: bool, zone: bool) -> String {
    let (y, m, d) = (tm.year, tm.month, tm.day);
    let shown = i64::from(if y > 0 || is_interval { y } else { 1 - y });
    let half = |h: i64| if h % 12 == 0 { 12 } else { h % 12 };
    let julian = to_julian(y, m.max(1), d);
    let dow = day_of_week(julian);
    let pad = |s: String, width: usize| if fill { format!("{s:<width$}") } else { s };
    let month = MONTHS.get((m - 1).max(0) as usize).copied().unwrap_or("");
    let day = DAYS[dow as usize];
    let part = |n: i64, digits: i64, width| zeros(n % digits, width, fill);
    let iso_year = || match iso_week(y, m, d).0 {
        year if year <= 0 && !is_interval => i64::from(1 - year),
        year => i64::from(year),
    };
    let day_of_year = || match is_interval {
        true => y.wrapping_mul(12).wrapping_add(m).wrapping_mul(30).wrapping_add(d),
        false => julian - to_julian(y, 1, 1) + 1,
    };
    match key {
        "YYYY" => zeros(shown, 4, fill),
        "Y,YYY" => format!("{},{:03}", shown / 1000, shown % 1000),
        "YYY" => part(shown, 1000, 3),
        "YY" => part(shown, 100, 2),
        "Y" => part(shown, 10, 1),
        "IYYY" => zeros(iso_year(), 4, fill),
        "IYY" => part(iso_year(), 1000, 3),
        "IY" => part(iso_year(), 100, 2),
        "I" => part(iso_year(), 10, 1),
        "CC" => {
            let century = if is_interval {
                y / 100
            } else if y > 0 {
                (y - 1) / 100 + 1
            } else {
                y / 100 - 1
            };
            zeros(century.into(), 2, fill)
        }
        "MM" => zeros(m.into(), 2, fill),
        "MONTH" | "Month" | "month" => with_case(&pad(month.into(), 9), key),
        "MON" | "Mon" | "mon" => with_case(&month[..3.min(month.len())], key),
        "RM" | "rm" if m == 0 && y == 0 => String::new(),
        "RM" | "rm" => {
            // The months of an interval count back from December where it is negative.
            let n = match m {
                0 if y < 0 => 1,
                0 => 12,
                1.. => m,
                _ => 13 + m,
            };
            with_case(&pad(ROMAN_MONTHS[n as usize - 1].into(), 4), key)
        }
        // The sign of a negative interval counts as one of the two places.
        "DD" if fill => format!("{d:02}"),
        "DD" => d.to_string(),
        "DDD" => zeros(day_of_year().into(), 3, fill),
        "IDDD" => {
            let (_, week) = iso_week(y, m, d);
            zeros(i64::from((week - 1) * 7 + (dow + 6) % 7 + 1), 3, fill)
        }
        "D" => (dow + 1).to_string(),
        "ID" => ((dow + 6) % 7 + 1).to_string(),
        "DAY" | "Day" | "day" => with_case(&pad(day.into(), 9), key),
        "DY" | "Dy" | "dy" => with_case(&day[..3], key),
        "WW" => zeros(i64::from((day_of_year() - 1) / 7 + 1), 2, fill),
        "IW" => zeros(iso_week(y, m, d).1.into(), 2, fill),
        "W" => ((d - 1) / 7 + 1).to_string(),
        "Q" => ((m - 1) / 3 + 1).to_string(),
        "J" => julian.to_string(),
        "HH24" => zeros(tm.hour, 2, fill),
        "HH12" | "HH" if is_interval => zeros(half(tm.hour), 2, fill),
        "HH12" | "HH" => zeros(half(tm.hour), 2, fill),
        "MI" => zeros(tm.minute, 2, fill),
        "SS" => zeros(tm.second, 2, fill),
        "MS" | "FF3" => format!("{:03}", tm.micro / 1000),
        "US" | "FF6" => format!("{:06}", tm.micro),
        "FF1" => (tm.micro / 100_000).to_string(),
        "FF2" => format!("{:02}", tm.micro / 10_000),
        "FF4" => format!("{:04}", tm.micro / 100),
        "FF5" => format!("{:05}", tm.micro / 10),
        "SSSS" | "SSSSS" => (tm.hour * 3600 + tm.minute * 60 + tm.second).to_string(),
        "AM" | "PM" => (if tm.hour % 24 >= 12 { "PM" } else { "AM" }).into(),
        "am" | "pm" => (if tm.hour % 24 >= 12 { "pm" } else { "am" }).into(),
        "A.M." | "P.M." => (if tm.hour % 24 >= 12 { "P.M." } else { "A.M." }).into(),
        "a.m." | "p.m." => (if tm.hour % 24 >= 12 { "p.m." } else { "a.m." }).into(),
        "AD" | "BC" => (if y <= 0 { "BC" } else { "AD" }).into(),
        "ad" | "bc" => (if y <= 0 { "bc" } else { "ad" }).into(),
        "A.D." | "B.C." => (if y <= 0 { "B.C." } else { "A.D." }).into(),
        "a.d." | "b.c." => (if y <= 0 { "b.c." } else { "a.d." }).into(),
        "TZ" if zone => "UTC".into(),
        "tz" if zone => "utc".into(),
        "TZH" | "OF" => "+00".into(),
        "TZM" => "00".into(),
        _ => String::new(),
    }
}

/// Formats a moment or (`is_interval`) an interval; `zone`: it has a time zone (`DCH_to_char`).
fn format(tm: &Tm, pattern: &str, is_interval: bool, zone: bool) -> Result<String> {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        if c == '"' {
            let mut body = rest[1..].chars();
            loop {
                match body.next() {
                    None | Some('"') => break,
                    Some('\\') => out.extend(body.next().or(Some('\\'))),
                    Some(c) => out.push(c),
                }
            }
            rest = body.as_str();
            continue;
        }
        let mut after = rest;
        let mut fill = true;
        loop {
            if let Some(r) = after.strip_prefix("FM").or_else(|| after.strip_prefix("fm")) {
                fill = false;
                after = r;
            } else if let Some(r) = after.strip_prefix("TM") {
                // Names in the language of lc_time are not padded.
                fill &= !keyword_at(r)
                    .is_some_and(|k| matches!(&*k.to_ascii_uppercase(), "MONTH" | "DAY"));
                after = r;
            } else if let Some(r) = after.strip_prefix("FX") {
                after = r;
            } else {
                break;
            }
        }
        let key = keyword_at(after);
        match key {
            Some(k) if is_interval && OF_A_DATE.contains(&k.to_ascii_uppercase().as_str()) => {
                return err!(
                    INVALID_DATETIME_FORMAT,
                    "invalid format specification for an interval value"
                )
                .map_err(|e| e.hint("Intervals are not tied to specific calendar dates."));
            }
            Some(k) => {
                let text = field(k, tm, fill, is_interval, zone);
                out.push_str(&text);
                rest = &after[k.len()..];
                for (suffix, upper) in [("TH", true), ("th", false)] {
                    if let Some(r) = rest.strip_prefix(suffix) {
                        out.push_str(ordinal(&text, upper));
                        rest = r;
                        break;
                    }
                }
            }
            None => {
                let (c, from) = match after.chars().next() {
                    Some('\\') if after[1..].starts_with('"') => (Some('"'), &after[1..]),
                    c => (c, after),
                };
                if let Some(c) = c {
                    out.push(c);
                }
                rest = from.get(c.map_or(0, char::len_utf8)..).unwrap_or("");
            }
        }
    }
    Ok(out)
}

/// The keyword that a text begins with. Numeric keywords may be written in any case, names in only
/// three.
fn keyword_at(text: &str) -> Option<&'static str> {
    let letter = text.bytes().next()?.to_ascii_uppercase().checked_sub(b'A')?;
    let in_lower_case = |k: &str| {
        text.get(..k.len()).is_some_and(|h| {
            h.eq_ignore_ascii_case(k)
                && !h.bytes().any(|b| b.is_ascii_uppercase())
                && !KEYWORDS.contains(&h)
        })
    };
    let list = BY_LETTER.get(usize::from(letter))?;
    list.iter().copied().find(|k| text.starts_with(k) || in_lower_case(k))
}

/// Formats a timestamp (`to_char(timestamp, text)`).
pub fn timestamp(ts: i64, pattern: &str) -> String {
    format(&take_apart(ts), pattern, false, false).unwrap_or_default()
}

/// `to_char` of a timestamp.
fn of_timestamp(ctx: &mut FnCtx<'_>, a: &[Datum], zone: bool) -> Result<Datum> {
    let (ts, pattern) = (a[0].as_i64(), string(ctx, &a[1])?);
    if ts == i64::MAX || ts == i64::MIN || pattern.is_empty() {
        return Ok(Datum::Null);
    }
    result(ctx, &[format(&take_apart(ts), &pattern, false, zone)?.as_bytes()])
}

/// `to_char` of an interval.
fn of_interval(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (i, pattern) = (Interval::from_datum(&a[0]), string(ctx, &a[1])?);
    if pattern.is_empty() {
        return Ok(Datum::Null);
    }
    let tm = Tm {
        year: i.month / 12,
        month: i.month % 12,
        day: i.day,
        hour: i.time / HOUR,
        minute: i.time / MINUTE % 60,
        second: i.time / SEC % 60,
        micro: i.time % SEC,
    };
    result(ctx, &[format(&tm, &pattern, true, false)?.as_bytes()])
}

/// `to_char` of moments.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("to_char", &[TIMESTAMP, TEXT], TEXT, |c, a| of_timestamp(c, a, false)).stable(),
    scalar("to_char", &[TIMESTAMPTZ, TEXT], TEXT, |c, a| of_timestamp(c, a, true)).stable(),
    scalar("to_char", &[INTERVAL, TEXT], TEXT, of_interval).stable(),
];

#[cfg(test)]
mod tests {
    use super::timestamp;

    #[test]
    fn patterns_as_the_server_fills_them() {
        // 2024-02-09 15:04:05.678
        let ts = 760_806_245_678_000;
        assert_eq!(timestamp(ts, "YYYY-MM-DD HH24:MI:SS.MS"), "2024-02-09 15:04:05.678");
        assert_eq!(
            timestamp(ts, "Day, DD Month YYYY HH12:MI:SS AM"),
            "Friday   , 09 February  2024 03:04:05 PM"
        );
        assert_eq!(
            timestamp(ts, "FMDay FMDD FMMonth YY Q D DDD IW J"),
            "Friday 9 February 24 1 6 040 06 2460350"
        );
        assert_eq!(
            timestamp(ts, "Dy Mon mon MON day DAY \"lit\" dy"),
            "Fri Feb feb FEB friday    FRIDAY    lit fri"
        );
    }
}

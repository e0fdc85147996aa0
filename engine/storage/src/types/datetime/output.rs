//! Dates and times as text, in the ISO style here: `2024-02-29 12:34:56.789+00`, `0044-03-15 BC`.

use super::calendar::{EPOCH_JDATE, SEC, Tm, from_julian, take_apart, time_apart};
use super::style::{self, DateOrder, DateStyle};
use super::styled;
use super::zone::Zone;
use crate::datum::Datum;
use crate::error::Result;
use crate::fmgr::Env;

/// Formats seconds, with the fraction unless it is 0.
pub fn seconds(second: i64, micro: i64) -> String {
    if micro == 0 {
        return format!("{second:02}");
    }
    let fraction = format!("{micro:06}");
    format!("{second:02}.{}", fraction.trim_end_matches('0'))
}

/// The year as it is printed: those before Christ count down from 1.
pub(super) fn shown_year(year: i32) -> i32 {
    if year > 0 { year } else { 1 - year }
}

/// The date without its era.
fn date_part(year: i32, month: i32, day: i32) -> String {
    format!("{:04}-{month:02}-{day:02}", shown_year(year))
}

/// The time with its fraction of a second.
pub(super) fn time_part(tm: &Tm) -> String {
    format!("{:02}:{:02}:{}", tm.hour, tm.minute, seconds(tm.second, tm.micro))
}

/// A zone in seconds west of Greenwich, as `+02`, `-03:30`; with minutes always if `minutes` (`EncodeTimezone`).
pub fn displacement(west: i32, minutes: bool) -> String {
    let (sign, s) = (if west <= 0 { '+' } else { '-' }, west.abs());
    let mut out = format!("{sign}{:02}", s / 3600);
    if minutes || s % 3600 != 0 {
        out.push_str(&format!(":{:02}", s / 60 % 60));
    }
    if s % 60 != 0 {
        out.push_str(&format!(":{:02}", s % 60));
    }
    out
}

/// What follows a date before Christ.
pub(super) fn era(year: i32) -> &'static str {
    if year <= 0 { " BC" } else { "" }
}

/// Returns a date, days since 2000-01-01, as text (`date_out`).
pub fn date_out(v: i32) -> String {
    match v {
        i32::MAX => "infinity".into(),
        i32::MIN => "-infinity".into(),
        _ => {
            let (y, m, d) = from_julian(v.wrapping_add(EPOCH_JDATE));
            format!("{}{}", date_part(y, m, d), era(y))
        }
    }
}

/// Returns a time of day, microseconds since midnight, as text (`time_out`).
pub fn time_out(v: i64) -> String {
    time_part(&time_apart(v))
}

/// The time of day and the zone of a timetz datum.
pub fn timetz_parts(d: &Datum) -> (i64, i32) {
    let b = d.bytes();
    match b.get(..12) {
        Some(b) => {
            let mut time = [0; 8];
            time.copy_from_slice(&b[..8]);
            (i64::from_le_bytes(time), i32::from_le_bytes([b[8], b[9], b[10], b[11]]))
        }
        None => (0, 0),
    }
}

/// A timetz datum.
pub fn timetz(time: i64, zone: i32) -> Datum {
    let mut v = time.to_le_bytes().to_vec();
    v.extend_from_slice(&zone.to_le_bytes());
    Datum::Ref(v.into())
}

/// Returns a time of day with its zone as text (`timetz_out`).
pub fn timetz_out(d: &Datum) -> String {
    let (time, west) = timetz_parts(d);
    format!("{}{}", time_out(time), displacement(west, false))
}

/// Returns a timestamp, microseconds since 2000-01-01, as text without a zone in the style `ISO`.
pub fn timestamp_out(v: i64) -> String {
    infinity(v).unwrap_or_else(|| iso(&take_apart(v), ' ', ""))
}

/// Returns a timestamp as text with the zone UTC in the style `ISO`.
pub fn timestamptz_out(v: i64) -> String {
    infinity(v).unwrap_or_else(|| iso(&take_apart(v), ' ', "+00"))
}

/// The word for a timestamp that is infinite; `None` for others.
fn infinity(v: i64) -> Option<String> {
    match v {
        i64::MAX => Some("infinity".into()),
        i64::MIN => Some("-infinity".into()),
        _ => None,
    }
}

/// A date and time with the text of its zone; `between` is between the two.
fn iso(tm: &Tm, between: char, zone: &str) -> String {
    let date = date_part(tm.year, tm.month, tm.day);
    format!("{date}{between}{}{zone}{}", time_part(tm), era(tm.year))
}

/// Returns a date as text in the session's style (`date_out`).
pub fn date_in_style(v: i32, env: &dyn Env) -> String {
    match style::date_style(env) {
        (DateStyle::Iso, _) => date_out(v),
        _ if v == i32::MAX || v == i32::MIN => date_out(v),
        (style, order) => {
            let (year, month, day) = from_julian(v.wrapping_add(EPOCH_JDATE));
            styled::date(&Tm { year, month, day, ..Tm::default() }, style, order)
        }
    }
}

/// Returns a timestamp as text in the session's style, and with the session's time zone if it has one (`timestamp_out`,
/// `timestamptz_out`).
///
/// # Errors
///
/// 0A000 before the zone's rule.
pub fn timestamp_in_style(v: i64, zoned: bool, env: &dyn Env) -> Result<String> {
    timestamp_as(v, zoned, style::date_style(env), env)
}

/// Returns a timestamp as text in a style.
///
/// # Errors
///
/// 0A000 before the zone's rule.
pub fn timestamp_as(
    v: i64,
    zoned: bool,
    (style, order): (DateStyle, DateOrder),
    env: &dyn Env,
) -> Result<String> {
    if let Some(word) = infinity(v) {
        return Ok(word);
    }
    let zone = zoned.then(|| Zone::session(env));
    let local = zone.as_ref().map(|zone| zone.at(v)).transpose()?;
    let west = local.map_or(0, |l| l.west);
    let tm = take_apart(v - i64::from(west) * SEC);
    Ok(match style {
        DateStyle::Iso | DateStyle::Xsd => {
            let xsd = style == DateStyle::Xsd;
            let zone = if zoned { displacement(west, xsd) } else { String::new() };
            iso(&tm, if xsd { 'T' } else { ' ' }, &zone)
        }
        _ => styled::timestamp(&tm, local.map(|l| &*l.abbreviation), style, order),
    })
}

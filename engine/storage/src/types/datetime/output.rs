//! Dates and times as text in the ISO style: `2024-02-29 12:34:56.789+00`, `0044-03-15 BC`.

use super::calendar::{EPOCH_JDATE, Tm, from_julian, take_apart, time_apart};
use crate::datum::Datum;

/// Formats seconds, with the fraction unless it is 0.
pub fn seconds(second: i64, micro: i64) -> String {
    if micro == 0 {
        return format!("{second:02}");
    }
    let fraction = format!("{micro:06}");
    format!("{second:02}.{}", fraction.trim_end_matches('0'))
}

/// The date; the years before Christ count down from 1.
fn date_part(year: i32, month: i32, day: i32) -> String {
    let shown = if year > 0 { year } else { 1 - year };
    format!("{shown:04}-{month:02}-{day:02}")
}

/// The time with its fraction of a second.
fn time_part(tm: &Tm) -> String {
    format!("{:02}:{:02}:{}", tm.hour, tm.minute, seconds(tm.second, tm.micro))
}

/// A zone in seconds west of Greenwich, as `+02`, `-03:30`.
fn zone(west: i32) -> String {
    let (sign, s) = (if west <= 0 { '+' } else { '-' }, west.abs());
    let mut out = format!("{sign}{:02}", s / 3600);
    if s % 3600 != 0 {
        out.push_str(&format!(":{:02}", s / 60 % 60));
    }
    if s % 60 != 0 {
        out.push_str(&format!(":{:02}", s % 60));
    }
    out
}

/// What follows a date before Christ.
fn era(year: i32) -> &'static str {
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
    format!("{}{}", time_out(time), zone(west))
}

/// A timestamp with the text of its zone, or nothing for that.
fn timestamp(v: i64, zone: &str) -> String {
    match v {
        i64::MAX => "infinity".into(),
        i64::MIN => "-infinity".into(),
        _ => {
            let tm = take_apart(v);
            let date = date_part(tm.year, tm.month, tm.day);
            format!("{date} {}{zone}{}", time_part(&tm), era(tm.year))
        }
    }
}

/// Returns a timestamp, microseconds since 2000-01-01, as text without a zone (`timestamp_out`).
pub fn timestamp_out(v: i64) -> String {
    timestamp(v, "")
}

/// Returns a timestamp as text with the zone UTC (`timestamptz_out`).
pub fn timestamptz_out(v: i64) -> String {
    timestamp(v, "+00")
}

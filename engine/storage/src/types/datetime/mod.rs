//! Dates, times and intervals, in UTC.
//!
//! | type | what it is |
//! |---|---|
//! | date | int4: days since 2000-01-01 |
//! | time | int8: microseconds of the day |
//! | timetz | time, then int4: seconds west of Greenwich |
//! | timestamp, timestamptz | int8: microseconds since 2000-01-01 (UTC) |
//! | interval | int8 microseconds, int4 days, int4 months |
//!
//! `date '2000-01-02'` is `01 00 00 00`. The greatest and least integers are infinity.
//! Simplified: only UTC as the session's zone, offsets and common abbreviations in input.

pub mod calendar;
pub mod interval;
pub mod output;
pub mod parse;

pub use interval::Interval;
pub use output::{date_out, time_out, timestamp_out, timestamptz_out, timetz_out};

use super::hash;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::fmgr::Env;
use calendar::{DATE_END_JULIAN, DAY, EPOCH_JDATE, SEC, Tm, UNIX_TO_POSTGRES, to_julian};
use parse::{Parsed, Special, parse, report, round_to};
use std::cmp::Ordering;

/// The timestamp that a special word, such as `now` or `infinity`, stands for.
fn special_moment(s: Special, env: &dyn Env) -> i64 {
    let now = env.transaction_timestamp();
    let today = now - now.rem_euclid(DAY);
    match s {
        Special::Infinity => i64::MAX,
        Special::MinusInfinity => i64::MIN,
        Special::Epoch => -UNIX_TO_POSTGRES,
        Special::Now => now,
        Special::Today => today,
        Special::Tomorrow => today + DAY,
        Special::Yesterday => today - DAY,
    }
}

/// The day of a timestamp; infinity stays infinity.
pub fn timestamp_to_date(ts: i64) -> i32 {
    match ts {
        i64::MAX => i32::MAX,
        i64::MIN => i32::MIN,
        _ => ts.div_euclid(DAY) as i32,
    }
}

/// Reads a date, and returns days since 2000-01-01 (`date_in`). Refused: text that is no date
/// (22007) and a date out of range (22008).
pub fn date_in(text: &str, env: &mut dyn Env) -> Result<Datum> {
    let p = parse(text).map_err(|bad| report(bad, text, "date", env))?;
    if let Some(s) = p.special {
        return Ok(Datum::i32(timestamp_to_date(special_moment(s, env))));
    }
    let Some((y, m, d)) = p.date else {
        return Err(report(parse::DateTimeError::Format, text, "date", env));
    };
    let out_of_range = || err!(DATETIME_FIELD_OVERFLOW, "date out of range: \"{text}\"");
    if !(-4713..=5_874_897).contains(&y) || (y == -4713 && (m, d) < (11, 24)) {
        return out_of_range();
    }
    let j = to_julian(y, m, d);
    if j >= DATE_END_JULIAN { out_of_range() } else { Ok(Datum::i32(j - EPOCH_JDATE)) }
}

/// Reads a time: microseconds of the day, and the zone in seconds west of Greenwich if one is
/// given.
fn time_of_day(text: &str, name: &str, env: &dyn Env) -> Result<(i64, Option<i32>)> {
    let p = parse::parse_as(text, true).map_err(|bad| report(bad, text, name, env))?;
    match (p.time, p.special) {
        (Some(t), None) => Ok((t, p.zone)),
        (None, Some(Special::Now)) => Ok((special_moment(Special::Now, env).rem_euclid(DAY), None)),
        _ => Err(report(parse::DateTimeError::Format, text, name, env)),
    }
}

/// Reads a time of day, and returns microseconds since midnight, rounded to `typmod` decimals
/// (`time_in`). A zone is read and ignored.
pub fn time_in(text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    let (t, _) = time_of_day(text, "time", env)?;
    Ok(Datum::i64(round_to(t, typmod)))
}

/// Reads a time of day with its zone, rounded to `typmod` decimals; without a zone it is in UTC
/// (`timetz_in`).
pub fn timetz_in(text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    let (t, zone) = time_of_day(text, "time with time zone", env)?;
    Ok(output::timetz(round_to(t, typmod), zone.unwrap_or(0)))
}

/// A parsed date and time as microseconds since 2000-01-01 in UTC.
fn moment(text: &str, p: &Parsed, typmod: i32, name: &str, env: &dyn Env) -> Result<i64> {
    if let Some(s) = p.special {
        return Ok(round_to(special_moment(s, env) + p.time.unwrap_or(0), typmod));
    }
    let Some((year, month, day)) = p.date else {
        return Err(report(parse::DateTimeError::Format, text, name, env));
    };
    let tm = Tm { year, month, day, ..calendar::time_apart(p.time.unwrap_or(0)) };
    let ts = calendar::put_together(&tm).and_then(|ts| {
        let zone = if name == "timestamp" { 0 } else { p.zone.unwrap_or(0) };
        ts.checked_add(i64::from(zone) * SEC)
    });
    match ts {
        Some(ts) => Ok(round_to(ts, typmod)),
        None => err!(DATETIME_FIELD_OVERFLOW, "timestamp out of range: \"{text}\""),
    }
}

/// Reads a timestamp, and returns microseconds since 2000-01-01, rounded to `typmod` decimals
/// (`timestamp_in`). A zone is read and ignored.
pub fn timestamp_in(text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    let p = parse(text).map_err(|bad| report(bad, text, "timestamp", env))?;
    moment(text, &p, typmod, "timestamp", env).map(Datum::i64)
}

/// Reads a timestamp, and returns microseconds since 2000-01-01 UTC, rounded to `typmod` decimals
/// (`timestamptz_in`). Without a zone it is in UTC.
pub fn timestamptz_in(text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    let name = "timestamp with time zone";
    let p = parse(text).map_err(|bad| report(bad, text, name, env))?;
    moment(text, &p, typmod, name, env).map(Datum::i64)
}

/// Reads an interval, whose fields and decimals `typmod` limits (`interval_in`).
pub fn interval_in(text: &str, typmod: i32, env: &dyn Env) -> Result<Datum> {
    let word = text.trim().trim_start_matches(['+', '-']);
    if word.eq_ignore_ascii_case("infinity") && env.release().infinite_intervals {
        return err!(FEATURE_NOT_SUPPORTED, "an infinite interval is not modelled");
    }
    Ok(Interval::parse(text, typmod)?.apply_typmod(typmod).to_datum())
}

/// Returns an interval as text (`interval_out`).
pub fn interval_out(d: &Datum, _env: &dyn Env) -> String {
    Interval::from_datum(d).to_text()
}

/// Compares times with zones by the moment in UTC, then by the zone (`timetz_cmp`).
pub fn timetz_compare(a: &Datum, b: &Datum) -> Ordering {
    let (x, y) = (output::timetz_parts(a), output::timetz_parts(b));
    let utc = |(t, z): (i64, i32)| t + i64::from(z) * SEC;
    utc(x).cmp(&utc(y)).then(x.1.cmp(&y.1))
}

/// Compares intervals by their length, a month as 30 days and a day as 24 hours (`interval_cmp`).
pub fn interval_compare(a: &Datum, b: &Datum) -> Ordering {
    Interval::from_datum(a).span().cmp(&Interval::from_datum(b).span())
}

/// Returns the hash of a time with its zone: that of the time XOR that of the zone (`timetz_hash`).
pub fn timetz_hash(d: &Datum) -> u32 {
    let (time, zone) = output::timetz_parts(d);
    hash::int8(time) ^ hash::uint32(zone as u32)
}

/// Returns the hash of an interval: equal lengths have equal hashes (`interval_hash`).
pub fn interval_hash(d: &Datum) -> u32 {
    hash::int8(Interval::from_datum(d).span() as i64)
}

/// Returns a date as a timestamp; dates past the last timestamp are above all
/// (`date2timestamp_no_overflow`).
pub fn date_to_timestamp_saturating(d: i32) -> i64 {
    match d {
        i32::MIN => i64::MIN,
        i32::MAX => i64::MAX,
        _ => i64::from(d).checked_mul(DAY).unwrap_or(i64::MAX),
    }
}

#[cfg(test)]
mod tests;

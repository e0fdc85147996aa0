//! Dates, times and intervals.
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

pub mod calendar;
pub mod decode;
mod fields;
pub mod interval;
mod interval_in;
mod interval_out;
pub mod numbers;
pub mod output;
pub mod style;
mod styled;
mod vocabulary;
pub mod zone;

pub use interval::Interval;
pub use output::{
    date_in_style, time_out, timestamp_in_style, timestamp_out, timestamptz_out, timetz_out,
};

use super::hash;
use crate::datum::Datum;
use crate::err;
use crate::error::{PgError, Result, SqlState};
use crate::fmgr::Env;
use calendar::{
    DATE_END_JULIAN, DAY, EPOCH_JDATE, SEC, UNIX_TO_POSTGRES, in_range, sum_of, to_julian,
};
use decode::{Moment, date_time, report};
use numbers::round_to;
use std::cmp::Ordering;

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
    let tm = match date_time(text, env).map_err(|bad| report(bad, text, "date", env))? {
        Moment::Infinity => return Ok(Datum::i32(i32::MAX)),
        Moment::MinusInfinity => return Ok(Datum::i32(i32::MIN)),
        Moment::Epoch => return Ok(Datum::i32(timestamp_to_date(-UNIX_TO_POSTGRES))),
        Moment::Parts(tm, _) => tm,
    };
    let (y, m, d) = (tm.year, tm.month, tm.day);
    let out_of_range = || err!(DATETIME_FIELD_OVERFLOW, "date out of range: \"{text}\"");
    if !(-4713..=5_874_897).contains(&y) || (y == -4713 && (m, d) < (11, 24)) {
        return out_of_range();
    }
    let j = to_julian(y, m, d);
    if j >= DATE_END_JULIAN { out_of_range() } else { Ok(Datum::i32(j - EPOCH_JDATE)) }
}

/// Reads a time of day, and returns microseconds since midnight, rounded to `typmod` decimals
/// (`time_in`). A zone is read and ignored.
pub fn time_in(text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    let time = decode::time_of_day(text, env).map_err(|bad| report(bad, text, "time", env))?;
    Ok(Datum::i64(round_to(time.0, typmod)))
}

/// Reads a time of day with its zone, rounded to `typmod` decimals; without a zone it is in the session's
/// (`timetz_in`).
pub fn timetz_in(text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    let (time, west) = decode::time_of_day(text, env)
        .map_err(|bad| report(bad, text, "time with time zone", env))?;
    Ok(output::timetz(round_to(time, typmod), west))
}

/// Reads a date and time as microseconds since 2000-01-01; in UTC if the type has a zone.
fn moment(text: &str, typmod: i32, zoned: bool, env: &dyn Env) -> Result<Datum> {
    let name = if zoned { "timestamp with time zone" } else { "timestamp" };
    let ts = match date_time(text, env).map_err(|bad| report(bad, text, name, env))? {
        Moment::Infinity => Some(i64::MAX),
        Moment::MinusInfinity => Some(i64::MIN),
        Moment::Epoch => Some(-UNIX_TO_POSTGRES),
        Moment::Parts(tm, west) => {
            let west = if zoned { i64::from(west) } else { 0 };
            sum_of(&tm).and_then(|ts| in_range(ts.checked_add(west * SEC)?))
        }
    };
    match ts {
        Some(ts) => Ok(Datum::i64(round_to(ts, typmod))),
        None => err!(DATETIME_FIELD_OVERFLOW, "timestamp out of range: \"{text}\""),
    }
}

/// Reads a timestamp, and returns microseconds since 2000-01-01, rounded to `typmod` decimals
/// (`timestamp_in`). A zone is read and ignored.
pub fn timestamp_in(text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    moment(text, typmod, false, env)
}

/// Reads a timestamp, and returns microseconds since 2000-01-01 UTC, rounded to `typmod` decimals
/// (`timestamptz_in`). Without a zone it is in the session's.
pub fn timestamptz_in(text: &str, typmod: i32, env: &mut dyn Env) -> Result<Datum> {
    moment(text, typmod, true, env)
}

/// Reads an interval, whose fields and decimals `typmod` limits (`interval_in`).
pub fn interval_in(text: &str, typmod: i32, env: &dyn Env) -> Result<Datum> {
    let word = text.trim().trim_start_matches(['+', '-']);
    let strict = env.release().infinite_intervals;
    if word.eq_ignore_ascii_case("infinity") && strict {
        return Err(infinite_interval());
    }
    let read = interval_in::read(text, typmod, style::interval_style(env), strict)?;
    Ok(read.apply_typmod(typmod)?.to_datum())
}

/// Reads an interval that a setting has; text that is none is refused.
pub fn interval_of(text: &str) -> Result<Interval> {
    interval_in::read(text, -1, style::IntervalStyle::Postgres, true)
}

/// Returns an interval as text (`interval_out`).
pub fn interval_out(d: &Datum, env: &dyn Env) -> Result<String> {
    let i = Interval::from_datum(d);
    if i.is_extreme() && env.release().infinite_intervals {
        return Err(infinite_interval());
    }
    Ok(i.to_text(style::interval_style(env)))
}

/// The refusal of an interval that is infinite from 17 on.
pub fn infinite_interval() -> Box<PgError> {
    let text = "an infinite interval is not modelled";
    PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text)
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

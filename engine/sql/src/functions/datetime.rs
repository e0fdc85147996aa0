//! Arithmetic, constructors and casts of dates, times and intervals (`date.c`, `timestamp.c`).

use super::cast::by;
use super::support::string;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::CastContext::{Assignment, Implicit};
use storage::fmgr::{Builtin, Cast, FnCtx, Operator, operator, scalar};
use storage::ids::Oid;
use storage::types::datetime::calendar::{
    DAY, END_TIMESTAMP, EPOCH_JDATE, HOUR, MIN_TIMESTAMP, MINUTE, SEC, Tm, UNIX_TO_POSTGRES,
    days_in_month, in_range, put_together, take_apart, to_julian,
};
use storage::types::datetime::decode::zone_named;
use storage::types::datetime::infinite_interval;
use storage::types::datetime::interval::out_of_range as interval_out_of_range;
use storage::types::datetime::numbers::round_to;
use storage::types::datetime::output::{timetz, timetz_parts};
use storage::types::datetime::zone::{from_local, to_local};
use storage::types::datetime::{Interval, timestamp_to_date};
use storage::types::oid::*;

/// Returns the error for a timestamp out of range.
pub(super) fn timestamp_out_of_range() -> Box<PgError> {
    PgError::new(SqlState::DATETIME_FIELD_OVERFLOW, "timestamp out of range")
}

/// The error of a date that cannot be.
fn date_out_of_range() -> Box<PgError> {
    PgError::new(SqlState::DATETIME_FIELD_OVERFLOW, "date out of range")
}

/// Whether a timestamp is `infinity` or `-infinity`.
pub(super) fn infinite(ts: i64) -> bool {
    ts == i64::MAX || ts == i64::MIN
}

/// Returns the microseconds since 2000 at which a day begins, given as days since 2000; infinite
/// dates become infinite timestamps, and days too late are refused (`date2timestamp`).
pub(super) fn date_to_timestamp(d: i32) -> Result<i64> {
    match d {
        i32::MAX => Ok(i64::MAX),
        i32::MIN => Ok(i64::MIN),
        _ => {
            let ts = i64::from(d).checked_mul(DAY).filter(|t| *t < END_TIMESTAMP);
            ts.ok_or_else(|| {
                PgError::new(SqlState::DATETIME_FIELD_OVERFLOW, "date out of range for timestamp")
            })
        }
    }
}

/// Adds an interval to a timestamp: months first (cut to the month's end), then days, then the time
/// (`timestamp_pl_interval`).
///
/// # Errors
///
/// 22008 when the sum is no timestamp.
pub fn add_interval(ts: i64, i: Interval) -> Result<i64> {
    if infinite(ts) {
        return Ok(ts);
    }
    let mut ts = ts;
    if i.month != 0 {
        let mut tm = take_apart(ts);
        let months = i64::from(tm.year) * 12 + i64::from(tm.month) - 1 + i64::from(i.month);
        tm.year = i32::try_from(months.div_euclid(12)).map_err(|_| timestamp_out_of_range())?;
        tm.month = months.rem_euclid(12) as i32 + 1;
        tm.day = tm.day.min(days_in_month(tm.year, tm.month));
        ts = put_together(&tm).ok_or_else(timestamp_out_of_range)?;
    }
    let valid = |ts: &i64| (MIN_TIMESTAMP..END_TIMESTAMP).contains(ts);
    i64::try_from(i128::from(ts) + i128::from(i.day) * i128::from(DAY))
        .ok()
        .filter(valid)
        .and_then(|ts| ts.checked_add(i.time))
        .filter(valid)
        .ok_or_else(timestamp_out_of_range)
}

/// The argument as an interval.
fn interval(d: &Datum) -> Interval {
    Interval::from_datum(d)
}

/// A timestamp and an interval, added or subtracted.
fn timestamp_plus(ts: &Datum, i: &Datum, minus: bool) -> Result<Datum> {
    let i = if minus { interval(i).checked_neg()? } else { interval(i) };
    add_interval(ts.as_i64(), i).map(Datum::i64)
}

/// A date and an interval, added or subtracted: a timestamp.
fn date_plus(d: &Datum, i: &Datum, minus: bool) -> Result<Datum> {
    let i = if minus { interval(i).checked_neg()? } else { interval(i) };
    add_interval(date_to_timestamp(d.as_i32())?, i).map(Datum::i64)
}

/// A date some days later; the infinities stay.
fn date_plus_days(d: i32, days: i64) -> Result<Datum> {
    if d == i32::MAX || d == i32::MIN {
        return Ok(Datum::i32(d));
    }
    let r = i64::from(d) + days;
    let max = i64::from(storage::types::datetime::calendar::DATE_END_JULIAN - EPOCH_JDATE);
    if r < i64::from(-EPOCH_JDATE) || r >= max {
        return Err(date_out_of_range());
    }
    Ok(Datum::i32(r as i32))
}

/// The days between two dates.
fn date_difference(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (x, y) = (a[0].as_i32(), a[1].as_i32());
    if [x, y].iter().any(|d| *d == i32::MAX || *d == i32::MIN) {
        return err!(DATETIME_FIELD_OVERFLOW, "cannot subtract infinite dates");
    }
    Ok(Datum::i32(x.wrapping_sub(y)))
}

/// Adds days to a date; the server's function is one in SQL, so that its errors have its context
/// (`integer_pl_date`).
fn int_plus_date(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    match date_plus_days(a[1].as_i32(), a[0].as_i64()) {
        Ok(date) => Ok(date),
        Err(_) => {
            err!(FEATURE_NOT_SUPPORTED, "an integer plus a date out of range is not modelled")
        }
    }
}

/// The interval between two timestamps, in days and time.
fn timestamp_difference(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (x, y) = (a[0].as_i64(), a[1].as_i64());
    if infinite(x) || infinite(y) {
        if ctx.env.release().infinite_intervals {
            if x == y {
                return Err(interval_out_of_range());
            }
            return Err(infinite_interval());
        }
        return err!(DATETIME_FIELD_OVERFLOW, "cannot subtract infinite timestamps");
    }
    let time = x.checked_sub(y).ok_or_else(interval_out_of_range)?;
    Ok(Interval { time, ..Interval::default() }.justify_hours()?.to_datum())
}

/// The timestamp of a date and a time.
fn date_plus_time(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let ts = date_to_timestamp(a[0].as_i32())?;
    Ok(Datum::i64(if infinite(ts) { ts } else { ts + a[1].as_i64() }))
}

/// A time and an interval's time, within the day.
fn time_plus(time: i64, i: &Datum, sign: i64) -> i64 {
    (time + sign * (interval(i).time % DAY)).rem_euclid(DAY)
}

/// An interval times a number.
fn interval_times(ctx: &mut FnCtx<'_>, i: &Datum, factor: f64) -> Result<Datum> {
    let i = interval(i);
    if factor.is_infinite() && i.span() != 0 && ctx.env.release().infinite_intervals {
        return Err(infinite_interval());
    }
    Ok(i.scaled(factor)?.to_datum())
}

/// An interval divided by a number.
fn interval_divided(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let divisor = a[1].as_f64();
    if divisor == 0.0 {
        return super::support::division_by_zero();
    }
    // The parts are divided, not multiplied by an inexact reciprocal.
    let i = interval(&a[0]);
    let round = |v: f64| (v * 1e6).round_ties_even() / 1e6;
    let (months, days) = (f64::from(i.month) / divisor, f64::from(i.day) / divisor);
    let fits = |v: f64| v > f64::from(i32::MIN) && v < f64::from(i32::MAX);
    if !fits(months) || !fits(days) {
        return Err(interval_out_of_range());
    }
    let (month, mut day) = (months as i32, days as i32);
    let month_days = round((months - f64::from(month)) * 30.0);
    let mut sec = round((days - f64::from(day) + month_days - month_days.trunc()) * 86400.0);
    if sec.abs() >= 86400.0 {
        day += (sec / 86400.0) as i32;
        sec -= f64::from((sec / 86400.0) as i32) * 86400.0;
    }
    day = day.checked_add(month_days as i32).ok_or_else(interval_out_of_range)?;
    let time = (i.time as f64 / divisor + sec * 1e6).round_ties_even();
    if !(time >= i64::MIN as f64 && time < -(i64::MIN as f64)) {
        return Err(interval_out_of_range());
    }
    let time = time as i64;
    Ok(Interval { month, day, time }.to_datum())
}

const NONE: Oid = Oid(0);
const T: Oid = TIMESTAMP;
const Z: Oid = TIMESTAMPTZ;
const I: Oid = INTERVAL;

/// Operators of dates, times and intervals.
pub static OPERATORS: &[Operator] = &[
    operator("+", DATE, INT4, DATE, |_, a| date_plus_days(a[0].as_i32(), a[1].as_i64())),
    operator("+", INT4, DATE, DATE, int_plus_date),
    operator("-", DATE, INT4, DATE, |_, a| date_plus_days(a[0].as_i32(), -a[1].as_i64())),
    operator("-", DATE, DATE, INT4, date_difference),
    operator("+", DATE, I, T, |_, a| date_plus(&a[0], &a[1], false)),
    operator("+", I, DATE, T, |_, a| date_plus(&a[1], &a[0], false)),
    operator("-", DATE, I, T, |_, a| date_plus(&a[0], &a[1], true)),
    operator("+", DATE, TIME, T, date_plus_time),
    operator("+", TIME, DATE, T, |c, a| date_plus_time(c, &[a[1].clone(), a[0].clone()])),
    operator("+", T, I, T, |_, a| timestamp_plus(&a[0], &a[1], false)),
    operator("+", I, T, T, |_, a| timestamp_plus(&a[1], &a[0], false)),
    operator("-", T, I, T, |_, a| timestamp_plus(&a[0], &a[1], true)),
    operator("+", Z, I, Z, |_, a| timestamp_plus(&a[0], &a[1], false)),
    operator("+", I, Z, Z, |_, a| timestamp_plus(&a[1], &a[0], false)),
    operator("-", Z, I, Z, |_, a| timestamp_plus(&a[0], &a[1], true)),
    operator("-", T, T, I, timestamp_difference),
    operator("-", Z, Z, I, timestamp_difference),
    operator("+", TIME, I, TIME, |_, a| Ok(Datum::i64(time_plus(a[0].as_i64(), &a[1], 1)))),
    operator("+", I, TIME, TIME, |_, a| Ok(Datum::i64(time_plus(a[1].as_i64(), &a[0], 1)))),
    operator("-", TIME, I, TIME, |_, a| Ok(Datum::i64(time_plus(a[0].as_i64(), &a[1], -1)))),
    operator("-", TIME, TIME, I, |_, a| {
        let time = a[0].as_i64() - a[1].as_i64();
        Ok(Interval { time, ..Interval::default() }.to_datum())
    }),
    operator("+", TIMETZ, I, TIMETZ, |_, a| {
        let (time, zone) = timetz_parts(&a[0]);
        Ok(timetz(time_plus(time, &a[1], 1), zone))
    }),
    operator("-", TIMETZ, I, TIMETZ, |_, a| {
        let (time, zone) = timetz_parts(&a[0]);
        Ok(timetz(time_plus(time, &a[1], -1), zone))
    }),
    operator("+", I, I, I, |_, a| Ok(interval(&a[0]).checked_add(interval(&a[1]))?.to_datum())),
    operator("-", I, I, I, |_, a| {
        Ok(interval(&a[0]).checked_add(interval(&a[1]).checked_neg()?)?.to_datum())
    }),
    operator("-", NONE, I, I, |_, a| Ok(interval(&a[0]).checked_neg()?.to_datum())),
    operator("*", I, FLOAT8, I, |c, a| interval_times(c, &a[0], a[1].as_f64())),
    operator("*", FLOAT8, I, I, |c, a| interval_times(c, &a[1], a[0].as_f64())),
    operator("/", I, FLOAT8, I, interval_divided),
];

/// The most bytes of a zone's name that are read (`TZ_STRLEN_MAX`).
const LONGEST_ZONE: usize = 255;

/// `timestamp AT TIME ZONE zone`: the moment at which clocks in the zone show this time; with
/// `back` the time that they show at a moment.
fn at_zone(ctx: &mut FnCtx<'_>, a: &[Datum], back: bool) -> Result<Datum> {
    let ts = a[1].as_i64();
    if infinite(ts) {
        return Ok(a[1].clone());
    }
    let name = string(ctx, &a[0])?;
    let zone = zone_named(&name[..name.floor_char_boundary(LONGEST_ZONE)])?;
    let moment = if back { to_local(&zone, ts)? } else { from_local(&zone, ts)? };
    in_range(moment).map(Datum::i64).ok_or_else(timestamp_out_of_range)
}

/// The SQL function `make_date`.
fn make_date(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    // It complains of the year as it is counted within, with a year 0.
    let y = a[0].as_i32();
    date_of(a, if y < 0 { y.checked_add(1).filter(|_| y > i32::MIN).unwrap_or(y) } else { y })
}

/// A date from its year, month and day; `shown` is the year that an error prints.
fn date_of(a: &[Datum], shown: i32) -> Result<Datum> {
    let (y, m, d) = (a[0].as_i32(), a[1].as_i32(), a[2].as_i32());
    let year = if y < 0 { y + 1 } else { y };
    let valid = y != 0 && (1..=12).contains(&m) && d >= 1 && d <= days_in_month(year, m);
    if !valid || !(-4713..=5_874_897).contains(&year) {
        let far = valid && year > 5_874_897;
        let what = if far { "date" } else { "date field value" };
        return err!(DATETIME_FIELD_OVERFLOW, "{what} out of range: {shown}-{m:02}-{d:02}");
    }
    Ok(Datum::i32(to_julian(year, m, d) - EPOCH_JDATE))
}

/// Hour, minute and second as microseconds of the day; fails out of range.
fn make_time_of(h: i32, m: i32, s: f64) -> Result<i64> {
    let seconds = (s * 1e6).round_ties_even() as i64;
    let time = (i64::from(h) * HOUR + i64::from(m) * MINUTE).saturating_add(seconds);
    if h < 0 || !(0..60).contains(&m) || !(0.0..=60.0).contains(&s) || time > DAY {
        return err!(
            DATETIME_FIELD_OVERFLOW,
            "time field value out of range: {h}:{m:02}:{:0>2}",
            storage::types::float::general(s, 6)
        );
    }
    Ok(time)
}

/// The SQL function `make_timestamp`.
fn make_timestamp(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let date = date_of(a, a[0].as_i32())?.as_i32();
    let time = make_time_of(a[3].as_i32(), a[4].as_i32(), a[5].as_f64())?;
    Ok(Datum::i64(date_to_timestamp(date)? + time))
}

/// The SQL function `make_interval`.
fn make_interval(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let n = |i: usize| i64::from(a[i].as_i32());
    let (months, days) = (n(0) * 12 + n(1), n(2) * 7 + n(3));
    let checked = ctx.env.release().interval_fields_checked;
    // Years and weeks must fit by themselves, before months and days are added.
    let fits = |n: i64| i32::try_from(n).is_ok();
    if checked && ![n(0) * 12, months, n(2) * 7, days].into_iter().all(fits) {
        return Err(interval_out_of_range());
    }
    // 15 and 16 do not look whether these fit.
    let (month, day) = (months as i32, days as i32);
    let sec = (a[6].as_f64() * 1e6).round_ties_even();
    // Their sum wraps in 15 and 16.
    let whole = n(4) * HOUR + n(5) * MINUTE;
    let wide = sec.abs() >= -(i64::MIN as f64);
    let over = wide || whole.checked_add(sec as i64).is_none();
    if !sec.is_finite() || checked && over {
        return Err(interval_out_of_range());
    }
    if wide {
        return err!(FEATURE_NOT_SUPPORTED, "an interval of so many seconds is not modelled");
    }
    let time = whole.wrapping_add(sec as i64);
    Ok(Interval { month, day, time }.to_datum())
}

/// `to_timestamp` of the seconds since 1970.
fn from_epoch(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let s = a[0].as_f64();
    if s.is_nan() {
        return err!(DATETIME_FIELD_OVERFLOW, "timestamp cannot be NaN");
    }
    if s.is_infinite() {
        return Ok(Datum::i64(if s > 0.0 { i64::MAX } else { i64::MIN }));
    }
    let ts = ((s - (UNIX_TO_POSTGRES / SEC) as f64) * 1e6).round_ties_even();
    if ts < MIN_TIMESTAMP as f64 || ts >= END_TIMESTAMP as f64 {
        return err!(
            DATETIME_FIELD_OVERFLOW,
            "timestamp out of range: \"{}\"",
            storage::types::float::general(s, 6)
        );
    }
    Ok(Datum::i64(ts as i64))
}

/// The SQL function `date_bin`.
fn date_bin(_: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let (stride, ts, origin) = (interval(&a[0]), a[1].as_i64(), a[2].as_i64());
    if infinite(ts) {
        return Ok(a[1].clone());
    }
    if infinite(origin) {
        return err!(DATETIME_FIELD_OVERFLOW, "origin out of range");
    }
    if stride.month != 0 {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "timestamps cannot be binned into intervals containing months or years"
        );
    }
    let whole = i64::from(stride.day).checked_mul(DAY).and_then(|d| d.checked_add(stride.time));
    let step = whole.ok_or_else(interval_out_of_range)?;
    if step <= 0 {
        return err!(DATETIME_FIELD_OVERFLOW, "stride must be greater than zero");
    }
    let apart = ts.checked_sub(origin).ok_or_else(interval_out_of_range)?;
    let binned = apart.div_euclid(step).checked_mul(step).and_then(|far| origin.checked_add(far));
    let binned = binned.filter(|t| (MIN_TIMESTAMP..END_TIMESTAMP).contains(t));
    Ok(Datum::i64(binned.ok_or_else(timestamp_out_of_range)?))
}

/// The SQL function `timeofday`.
fn time_of_day(ctx: &mut FnCtx<'_>, _: &[Datum]) -> Result<Datum> {
    let now = ctx.env.clock_timestamp();
    let text = super::to_char::timestamp(now, "Dy Mon DD HH24:MI:SS.US YYYY \"UTC\"");
    Ok(Datum::text(&text))
}

/// Constructors, clocks, zones.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("now", &[], Z, |c, _| Ok(Datum::i64(c.env.transaction_timestamp()))).stable(),
    scalar("transaction_timestamp", &[], Z, |c, _| Ok(Datum::i64(c.env.transaction_timestamp())))
        .stable(),
    scalar("statement_timestamp", &[], Z, |c, _| Ok(Datum::i64(c.env.statement_timestamp())))
        .stable(),
    scalar("clock_timestamp", &[], Z, |c, _| Ok(Datum::i64(c.env.clock_timestamp()))).volatile(),
    scalar("timeofday", &[], TEXT, time_of_day).volatile(),
    scalar("timezone", &[TEXT, T], Z, |c, a| at_zone(c, a, false)),
    scalar("timezone", &[TEXT, Z], T, |c, a| at_zone(c, a, true)),
    scalar("make_date", &[INT4, INT4, INT4], DATE, make_date).named(&["year", "month", "day"]),
    scalar("make_time", &[INT4, INT4, FLOAT8], TIME, |_, a| {
        make_time_of(a[0].as_i32(), a[1].as_i32(), a[2].as_f64()).map(Datum::i64)
    })
    .named(&["hour", "min", "sec"]),
    scalar("make_timestamp", &[INT4, INT4, INT4, INT4, INT4, FLOAT8], T, make_timestamp)
        .named(&["year", "month", "mday", "hour", "min", "sec"]),
    scalar("make_timestamptz", &[INT4, INT4, INT4, INT4, INT4, FLOAT8], Z, make_timestamp)
        .named(&["year", "month", "mday", "hour", "min", "sec"])
        .stable(),
    scalar("make_interval", &[INT4, INT4, INT4, INT4, INT4, INT4, FLOAT8], I, make_interval)
        .named(&["years", "months", "weeks", "days", "hours", "mins", "secs"])
        .defaults(&["0", "0", "0", "0", "0", "0", "0.0"]),
    scalar("to_timestamp", &[FLOAT8], Z, from_epoch),
    scalar("isfinite", &[DATE], BOOL, |_, a| {
        Ok(Datum::bool(a[0].as_i32() != i32::MAX && a[0].as_i32() != i32::MIN))
    }),
    scalar("isfinite", &[T], BOOL, |_, a| Ok(Datum::bool(!infinite(a[0].as_i64())))),
    scalar("isfinite", &[Z], BOOL, |_, a| Ok(Datum::bool(!infinite(a[0].as_i64())))),
    scalar("isfinite", &[I], BOOL, |_, _| Ok(Datum::bool(true))),
    scalar("date_bin", &[I, T, T], T, date_bin),
    scalar("date_bin", &[I, Z, Z], Z, date_bin),
    scalar("justify_hours", &[I], I, |_, a| Ok(interval(&a[0]).justify_hours()?.to_datum())),
    scalar("justify_days", &[I], I, |_, a| Ok(interval(&a[0]).justify_days()?.to_datum())),
    scalar("justify_interval", &[I], I, |_, a| Ok(interval(&a[0]).justify()?.to_datum())),
];

/// The modifier in the second argument; -1 without one.
fn typmod(a: &[Datum]) -> i32 {
    a.get(1).map_or(-1, Datum::as_i32)
}

/// The time of a timestamp; NULL for the infinities.
fn ts_to_time(ts: i64) -> Datum {
    if infinite(ts) { Datum::Null } else { Datum::i64(ts.rem_euclid(DAY)) }
}

/// Casts between dates and times, and to fewer decimals.
pub static CASTS: &[Cast] = &[
    by(DATE, T, Implicit, |_, a| date_to_timestamp(a[0].as_i32()).map(Datum::i64)),
    by(DATE, Z, Implicit, |_, a| date_to_timestamp(a[0].as_i32()).map(Datum::i64)),
    by(TIME, I, Implicit, |_, a| {
        Ok(Interval { time: a[0].as_i64(), ..Interval::default() }.to_datum())
    }),
    by(TIME, TIMETZ, Implicit, |_, a| Ok(timetz(a[0].as_i64(), 0))),
    by(T, DATE, Assignment, |_, a| Ok(Datum::i32(timestamp_to_date(a[0].as_i64())))),
    by(T, TIME, Assignment, |_, a| Ok(ts_to_time(a[0].as_i64()))),
    by(T, Z, Implicit, |_, a| Ok(a[0].clone())),
    by(Z, DATE, Assignment, |_, a| Ok(Datum::i32(timestamp_to_date(a[0].as_i64())))),
    by(Z, TIME, Assignment, |_, a| Ok(ts_to_time(a[0].as_i64()))),
    by(Z, T, Assignment, |_, a| Ok(a[0].clone())),
    by(Z, TIMETZ, Assignment, |_, a| {
        let ts = a[0].as_i64();
        Ok(if infinite(ts) { Datum::Null } else { timetz(ts.rem_euclid(DAY), 0) })
    }),
    by(I, TIME, Assignment, |_, a| Ok(Datum::i64(interval(&a[0]).time.rem_euclid(DAY)))),
    by(TIMETZ, TIME, Assignment, |_, a| Ok(Datum::i64(timetz_parts(&a[0]).0))),
    by(TIME, TIME, Implicit, |_, a| Ok(Datum::i64(round_to(a[0].as_i64(), typmod(a))))),
    by(T, T, Implicit, |_, a| Ok(Datum::i64(round_to(a[0].as_i64(), typmod(a))))),
    by(Z, Z, Implicit, |_, a| Ok(Datum::i64(round_to(a[0].as_i64(), typmod(a))))),
    by(I, I, Implicit, |_, a| Ok(interval(&a[0]).apply_typmod(typmod(a))?.to_datum())),
    by(TIMETZ, TIMETZ, Implicit, |_, a| {
        let (time, zone) = timetz_parts(&a[0]);
        Ok(timetz(round_to(time, typmod(a)), zone))
    }),
];

/// Puts a timestamp together from its parts (`tm2timestamp`).
pub(super) fn together(tm: &Tm) -> Result<i64> {
    put_together(tm).ok_or_else(timestamp_out_of_range)
}

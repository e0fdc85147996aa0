//! `extract`, `date_part`, `date_trunc` and `age` (`timestamp.c`).
//!
//! `extract` gives a numeric with the decimals of the unit (seconds have six), `date_part` the same
//! as a float8.

use super::datetime::{add_interval, date_to_timestamp, infinite, together};
use super::support::string;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result};
use storage::fmgr::{Builtin, FnCtx, scalar};
use storage::ids::Oid;
use storage::types::datetime::calendar::{
    DAY, HOUR, MINUTE, SEC, Tm, UNIX_TO_POSTGRES, day_of_week, days_in_month, from_julian,
    iso_week, take_apart, time_apart, to_julian,
};
use storage::types::datetime::output::timetz_parts;
use storage::types::datetime::{Interval, infinite_interval};
use storage::types::numeric::Numeric;
use storage::types::oid::*;
use storage::types::type_name;

/// A number with `decimals` decimals, given in units of the last one.
fn decimal(v: i128, decimals: i32) -> Result<Numeric> {
    Numeric::parse(&format!("{v}e-{decimals}"))
}

/// The unit's name in lower case, in the singular as the parser's table has it.
fn unit_of(s: &str) -> String {
    let mut s = s.to_ascii_lowercase();
    // As an identifier it has 63 bytes at most (`downcase_truncate_identifier`).
    s.truncate(s.floor_char_boundary(63));
    let known = match s.as_str() {
        "years" | "y" | "yr" | "yrs" => "year",
        "months" | "mon" | "mons" => "month",
        "days" | "d" => "day",
        "hours" | "h" | "hr" | "hrs" => "hour",
        "minutes" | "m" | "min" | "mins" => "minute",
        "seconds" | "s" | "sec" | "secs" => "second",
        "millisecond" | "ms" | "msec" | "msecs" | "msecond" | "mseconds" => "milliseconds",
        "microsecond" | "us" | "usec" | "usecs" | "usecond" | "useconds" => "microseconds",
        "weeks" | "w" => "week",
        "quarters" | "qtr" => "quarter",
        "decades" | "dec" | "decs" => "decade",
        "centuries" | "c" | "cent" => "century",
        "millennia" | "mil" | "mils" => "millennium",
        "j" | "jd" => "julian",
        other => other,
    };
    known.to_string()
}

const KNOWN: &[&str] = &[
    "year",
    "month",
    "day",
    "hour",
    "minute",
    "second",
    "milliseconds",
    "microseconds",
    "week",
    "quarter",
    "decade",
    "century",
    "millennium",
    "julian",
    "epoch",
    "dow",
    "isodow",
    "doy",
    "isoyear",
    "timezone",
    "timezone_hour",
    "timezone_minute",
    "timezone_h",
    "timezone_m",
];

/// The error of a unit that this type does not have, or that nothing has.
fn bad_unit<T>(unit: &str, t: Oid) -> Result<T> {
    let name = type_name(t);
    if KNOWN.contains(&unit) {
        err!(FEATURE_NOT_SUPPORTED, "unit \"{unit}\" not supported for type {name}")
    } else {
        err!(INVALID_PARAMETER_VALUE, "unit \"{unit}\" not recognized for type {name}")
    }
}

/// The error that a timestamp cannot be truncated to a unit. Units that only `extract` knows are
/// unknown to `date_trunc`.
fn untruncated<T>(unit: &str, t: Oid) -> Result<T> {
    match unit {
        "julian" | "epoch" | "dow" | "isodow" | "doy" | "isoyear" => {
            let name = type_name(t);
            err!(INVALID_PARAMETER_VALUE, "unit \"{unit}\" not recognized for type {name}")
        }
        _ => bad_unit(unit, t),
    }
}

/// The units of the time of day; nothing for other units.
fn time_unit(unit: &str, tm: &Tm) -> Result<Option<Numeric>> {
    let micros = i128::from(tm.second) * 1_000_000 + i128::from(tm.micro);
    Ok(Some(match unit {
        "microseconds" => decimal(micros, 0)?,
        "milliseconds" => decimal(micros, 3)?,
        "second" => decimal(micros, 6)?,
        "minute" => Numeric::from_i64(tm.minute),
        "hour" => Numeric::from_i64(tm.hour),
        _ => return Ok(None),
    }))
}

/// The number of the group of `size` years that a year is in: centuries count from 1, those before
/// Christ from -1.
fn grouped(year: i32, size: i32) -> i32 {
    if year > 0 { (year + size - 1) / size } else { -((size - 1 - (year - 1)) / size) }
}

/// The value of a unit that belongs to a date; None for the units of the time of day.
fn date_unit(unit: &str, tm: &Tm) -> Option<i32> {
    let julian = to_julian(tm.year, tm.month, tm.day);
    Some(match unit {
        "day" => tm.day,
        "month" => tm.month,
        "quarter" => (tm.month - 1) / 3 + 1,
        "week" => iso_week(tm.year, tm.month, tm.day).1,
        "year" if tm.year > 0 => tm.year,
        "year" => tm.year - 1,
        "isoyear" => {
            let y = iso_week(tm.year, tm.month, tm.day).0;
            if y <= 0 { y - 1 } else { y }
        }
        "decade" if tm.year >= 0 => tm.year / 10,
        "decade" => -((8 - (tm.year - 1)) / 10),
        "century" => grouped(tm.year, 100),
        "millennium" => grouped(tm.year, 1000),
        "dow" => day_of_week(julian),
        "isodow" => (day_of_week(julian) + 6) % 7 + 1,
        "doy" => julian - to_julian(tm.year, 1, 1) + 1,
        _ => return None,
    })
}

/// A unit of a timestamp.
fn of_timestamp(unit: &str, ts: i64, t: Oid) -> Result<Option<Numeric>> {
    let with_zone = t == TIMESTAMPTZ;
    if infinite(ts) {
        let grows = matches!(
            unit,
            "year" | "decade" | "century" | "millennium" | "julian" | "isoyear" | "epoch"
        );
        if !KNOWN.contains(&unit) {
            return bad_unit(unit, t);
        }
        return Ok(grows.then(|| Numeric::infinity(ts == i64::MIN)));
    }
    let tm = take_apart(ts);
    if let Some(n) = time_unit(unit, &tm)? {
        return Ok(Some(n));
    }
    if let Some(n) = date_unit(unit, &tm) {
        return Ok(Some(Numeric::from_i64(n.into())));
    }
    Ok(Some(match unit {
        "epoch" => decimal(i128::from(ts) + i128::from(UNIX_TO_POSTGRES), 6)?,
        "julian" => {
            let day = Numeric::from_i64(to_julian(tm.year, tm.month, tm.day).into());
            let part = Numeric::from_i64(ts.rem_euclid(DAY)).div(&Numeric::from_i64(DAY))?;
            day.add(&part)
        }
        _ if with_zone && unit.starts_with("timezone") => Numeric::ZERO,
        _ => return bad_unit(unit, t),
    }))
}

/// A unit of a date.
fn of_date(unit: &str, d: i32) -> Result<Option<Numeric>> {
    if d == i32::MAX || d == i32::MIN {
        if unit.starts_with("timezone") || time_unit(unit, &Tm::default())?.is_some() {
            return bad_unit(unit, DATE);
        }
        return of_timestamp(unit, if d == i32::MAX { i64::MAX } else { i64::MIN }, DATE);
    }
    let (year, month, day) = from_julian(d + storage::types::datetime::calendar::EPOCH_JDATE);
    let tm = Tm { year, month, day, ..Tm::default() };
    if let Some(n) = date_unit(unit, &tm) {
        return Ok(Some(Numeric::from_i64(n.into())));
    }
    Ok(Some(Numeric::from_i64(match unit {
        "julian" => to_julian(year, month, day).into(),
        "epoch" => i64::from(d) * 86400 + UNIX_TO_POSTGRES / SEC,
        _ => return bad_unit(unit, DATE),
    })))
}

/// A unit of an interval; `weeks`: weeks too, and the quarters of a negative one from its end.
fn of_interval(unit: &str, i: Interval, weeks: bool) -> Result<Option<Numeric>> {
    let t = i.time;
    let tm = Tm {
        hour: t / HOUR,
        minute: t / MINUTE % 60,
        second: t / SEC % 60,
        micro: t % SEC,
        ..Tm::default()
    };
    if let Some(n) = time_unit(unit, &tm)? {
        return Ok(Some(n));
    }
    let years = i.month / 12;
    Ok(Some(Numeric::from_i64(
        match unit {
            "day" => i.day,
            "month" => i.month % 12,
            "week" if weeks => i.day / 7,
            "quarter" if weeks && i.month < 0 => i.month % 12 / 3 - 1,
            "quarter" => i.month % 12 / 3 + 1,
            "year" => years,
            "decade" => years / 10,
            "century" => years / 100,
            "millennium" => years / 1000,
            "epoch" => {
                // A year has 365.25 days here, a month 30.
                let days = i128::from(years) * 36525 + i128::from(i.month % 12) * 3000;
                let seconds = days * 864 + i128::from(i.day) * 86400;
                return decimal(seconds * 1_000_000 + i128::from(t), 6).map(Some);
            }
            _ => return bad_unit(unit, INTERVAL),
        }
        .into(),
    )))
}

/// A unit of a time.
fn of_time(unit: &str, time: i64, zone: Option<i32>) -> Result<Option<Numeric>> {
    if let Some(n) = time_unit(unit, &time_apart(time))? {
        return Ok(Some(n));
    }
    let east = -i64::from(zone.unwrap_or(0));
    Ok(Some(match (unit, zone) {
        ("epoch", _) => decimal(i128::from(time) - i128::from(east) * 1_000_000, 6)?,
        ("timezone", Some(_)) => Numeric::from_i64(east),
        ("timezone_hour" | "timezone_h", Some(_)) => Numeric::from_i64(east / 3600),
        ("timezone_minute" | "timezone_m", Some(_)) => Numeric::from_i64(east / 60 % 60),
        _ => return bad_unit(unit, if zone.is_some() { TIMETZ } else { TIME }),
    }))
}

/// The unit that the first argument names, of the second, which has type `t`.
fn value(ctx: &mut FnCtx<'_>, a: &[Datum], t: Oid) -> Result<Option<Numeric>> {
    let unit = unit_of(&string(ctx, &a[0])?);
    match t {
        DATE => of_date(&unit, a[1].as_i32()),
        INTERVAL => {
            let weeks = ctx.env.release().interval_weeks;
            of_interval(&unit, Interval::from_datum(&a[1]), weeks)
        }
        TIME => of_time(&unit, a[1].as_i64(), None),
        TIMETZ => {
            let (time, zone) = timetz_parts(&a[1]);
            of_time(&unit, time, Some(zone))
        }
        _ => of_timestamp(&unit, a[1].as_i64(), t),
    }
}

/// `extract`, which gives a numeric.
fn extract(ctx: &mut FnCtx<'_>, a: &[Datum], t: Oid) -> Result<Datum> {
    Ok(value(ctx, a, t)?.map_or(Datum::Null, |n| n.to_datum()))
}

/// `date_part`, which gives a float8.
fn date_part(ctx: &mut FnCtx<'_>, a: &[Datum], t: Oid) -> Result<Datum> {
    // date_part of a date is that of the timestamp at its midnight.
    if t == DATE {
        let ts = Datum::i64(date_to_timestamp(a[1].as_i32())?);
        return date_part(ctx, &[a[0].clone(), ts], TIMESTAMP);
    }
    Ok(value(ctx, a, t)?.map_or(Datum::Null, |n| Datum::f64(n.to_f64_lossy())))
}

/// Cuts a timestamp, in microseconds since 2000, to a unit such as hour or quarter; infinite ones
/// stay, and units that do not fit the type `t` are refused (`timestamp_trunc`).
fn truncated(unit: &str, ts: i64, t: Oid) -> Result<i64> {
    if infinite(ts) {
        return Ok(ts);
    }
    let step = match unit {
        "microseconds" => 1,
        "milliseconds" => 1000,
        "second" => SEC,
        "minute" => MINUTE,
        "hour" => HOUR,
        "day" => DAY,
        _ => 0,
    };
    if step > 0 {
        return Ok(ts.div_euclid(step) * step);
    }
    let mut tm = take_apart(ts.div_euclid(DAY) * DAY);
    let start = |size: i32, y: i32| {
        if y > 0 {
            (y + size - 1) / size * size - size + 1
        } else {
            -((size - 1 - (y - 1)) / size) * size + 1
        }
    };
    match unit {
        "week" => {
            let julian = to_julian(tm.year, tm.month, tm.day);
            let monday = julian - (day_of_week(julian) + 6) % 7;
            (tm.year, tm.month, tm.day) = from_julian(monday);
        }
        "month" => tm.day = 1,
        "quarter" => (tm.month, tm.day) = (tm.month - (tm.month - 1) % 3, 1),
        "year" => (tm.month, tm.day) = (1, 1),
        "decade" => {
            let y = tm.year;
            let decade = if y > 0 { y / 10 * 10 } else { -((8 - (y - 1)) / 10) * 10 };
            (tm.year, tm.month, tm.day) = (decade, 1, 1);
        }
        "century" => (tm.year, tm.month, tm.day) = (start(100, tm.year), 1, 1),
        "millennium" => (tm.year, tm.month, tm.day) = (start(1000, tm.year), 1, 1),
        _ => return untruncated(unit, t),
    }
    together(&tm)
}

/// `date_trunc` of a timestamp.
fn trunc_timestamp(ctx: &mut FnCtx<'_>, a: &[Datum], t: Oid) -> Result<Datum> {
    let unit = unit_of(&string(ctx, &a[0])?);
    let ts = a[1].as_i64();
    if infinite(ts) && ctx.env.release().unit_of_infinity_checked {
        truncated(&unit, 0, t)?;
    }
    truncated(&unit, ts, t).map(Datum::i64)
}

/// `date_trunc` of an interval.
fn trunc_interval(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let unit = unit_of(&string(ctx, &a[0])?);
    let mut i = Interval::from_datum(&a[1]);
    let months = match unit.as_str() {
        "millennium" => 12000,
        "century" => 1200,
        "decade" => 120,
        "year" => 12,
        "quarter" => 3,
        "month" => 1,
        _ => 0,
    };
    let step = match unit.as_str() {
        "hour" => HOUR,
        "minute" => MINUTE,
        "second" => SEC,
        "milliseconds" => 1000,
        "microseconds" => 1,
        _ => 0,
    };
    if months > 0 {
        i = Interval { month: i.month / months * months, ..Interval::default() };
    } else if unit == "day" {
        i.time = 0;
    } else if step > 0 {
        i.time = i.time / step * step;
    } else {
        return untruncated(&unit, INTERVAL).map_err(|e: Box<PgError>| match unit.as_str() {
            "week" => e.detail("Months usually have fractional weeks."),
            _ => e,
        });
    }
    Ok(i.to_datum())
}

/// Returns the years, months and days between two timestamps as a calendar counts them
/// (`timestamp_age`). Releases without infinite intervals read `infinity` as the moment that its number would be,
/// and refuse `-infinity`, whose number is before the first day there is (`timestamp2tm`).
fn age(ctx: &FnCtx<'_>, x: i64, y: i64) -> Result<Interval> {
    let infinite = |t: i64| t == i64::MAX || t == i64::MIN;
    if ctx.env.release().infinite_intervals {
        if infinite(x) && x == y {
            return Err(storage::types::datetime::interval::out_of_range());
        }
        if infinite(x) || infinite(y) {
            return Err(infinite_interval());
        }
    } else if x == i64::MIN || y == i64::MIN {
        return Err(super::datetime::timestamp_out_of_range());
    }
    let (negative, (late, early)) = if x < y { (true, (y, x)) } else { (false, (x, y)) };
    let (a, b) = (take_apart(late), take_apart(early));
    let mut time = late.rem_euclid(DAY) - early.rem_euclid(DAY);
    let mut day = a.day - b.day;
    let mut month = (a.year - b.year) * 12 + a.month - b.month;
    if time < 0 {
        time += DAY;
        day -= 1;
    }
    while day < 0 {
        // A month is borrowed: the earlier moment's.
        day += days_in_month(b.year, b.month);
        month -= 1;
    }
    let i = Interval { month, day, time };
    if negative { i.checked_neg() } else { Ok(i) }
}

/// `age` with one argument: from it to today's midnight.
fn age_since(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let now = ctx.env.transaction_timestamp();
    let today = add_interval(now.div_euclid(DAY) * DAY, Interval::default())?;
    Ok(age(ctx, today, a[0].as_i64())?.to_datum())
}

/// Parts of dates and times.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("extract", &[TEXT, DATE], NUMERIC, |c, a| extract(c, a, DATE)),
    scalar("extract", &[TEXT, TIME], NUMERIC, |c, a| extract(c, a, TIME)),
    scalar("extract", &[TEXT, TIMETZ], NUMERIC, |c, a| extract(c, a, TIMETZ)),
    scalar("extract", &[TEXT, TIMESTAMP], NUMERIC, |c, a| extract(c, a, TIMESTAMP)),
    scalar("extract", &[TEXT, TIMESTAMPTZ], NUMERIC, |c, a| extract(c, a, TIMESTAMPTZ)).stable(),
    scalar("extract", &[TEXT, INTERVAL], NUMERIC, |c, a| extract(c, a, INTERVAL)),
    scalar("date_part", &[TEXT, DATE], FLOAT8, |c, a| date_part(c, a, DATE)),
    scalar("date_part", &[TEXT, TIME], FLOAT8, |c, a| date_part(c, a, TIME)),
    scalar("date_part", &[TEXT, TIMETZ], FLOAT8, |c, a| date_part(c, a, TIMETZ)),
    scalar("date_part", &[TEXT, TIMESTAMP], FLOAT8, |c, a| date_part(c, a, TIMESTAMP)),
    scalar("date_part", &[TEXT, TIMESTAMPTZ], FLOAT8, |c, a| date_part(c, a, TIMESTAMPTZ)).stable(),
    scalar("date_part", &[TEXT, INTERVAL], FLOAT8, |c, a| date_part(c, a, INTERVAL)),
    scalar("date_trunc", &[TEXT, TIMESTAMP], TIMESTAMP, |c, a| trunc_timestamp(c, a, TIMESTAMP)),
    scalar("date_trunc", &[TEXT, TIMESTAMPTZ], TIMESTAMPTZ, |c, a| {
        trunc_timestamp(c, a, TIMESTAMPTZ)
    })
    .stable(),
    scalar("date_trunc", &[TEXT, INTERVAL], INTERVAL, trunc_interval),
    scalar("age", &[TIMESTAMP, TIMESTAMP], INTERVAL, |c, a| {
        Ok(age(c, a[0].as_i64(), a[1].as_i64())?.to_datum())
    }),
    scalar("age", &[TIMESTAMPTZ, TIMESTAMPTZ], INTERVAL, |c, a| {
        Ok(age(c, a[0].as_i64(), a[1].as_i64())?.to_datum())
    }),
    scalar("age", &[TIMESTAMP], INTERVAL, age_since).stable(),
    scalar("age", &[TIMESTAMPTZ], INTERVAL, age_since).stable(),
];

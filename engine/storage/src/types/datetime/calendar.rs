//! Days and microseconds to years, hours and back (`date2j`, `j2date`, `timestamp2tm`).
//!
//! A date is days since 2000-01-01, a timestamp microseconds since then; the proleptic Gregorian
//! calendar goes back to 4714-11-24 BC, Julian day 0.

/// Microseconds of a second, a minute, an hour, a day.
pub const SEC: i64 = 1_000_000;
/// A minute.
pub const MINUTE: i64 = 60 * SEC;
/// An hour.
pub const HOUR: i64 = 60 * MINUTE;
/// A day.
pub const DAY: i64 = 24 * HOUR;
/// The Julian day of 2000-01-01 (`POSTGRES_EPOCH_JDATE`).
pub const EPOCH_JDATE: i32 = 2_451_545;
/// Microseconds from 1970 to 2000.
pub const UNIX_TO_POSTGRES: i64 = 10957 * DAY;
/// The first timestamp, 4714-11-24 BC (`MIN_TIMESTAMP`).
pub const MIN_TIMESTAMP: i64 = -211_813_488_000_000_000;
/// The first timestamp too late (`END_TIMESTAMP`).
pub const END_TIMESTAMP: i64 = 9_223_371_331_200_000_000;
/// The first date too late (`DATE_END_JULIAN`).
pub const DATE_END_JULIAN: i32 = 2_147_483_494;
/// Month names.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// Names of the days, from Sunday.
pub const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// A moment taken apart (`pg_tm`): a year of 0 is 1 BC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tm {
    /// Year, month, day.
    pub year: i32,
    /// 1 to 12.
    pub month: i32,
    /// 1 to 31.
    pub day: i32,
    /// 0 to 24.
    pub hour: i64,
    /// 0 to 59.
    pub minute: i64,
    /// 0 to 60.
    pub second: i64,
    /// Microseconds.
    pub micro: i64,
}

/// Returns the Julian day of a date; the year 0 is 1 BC (`date2j`).
pub fn to_julian(mut y: i32, mut m: i32, d: i32) -> i32 {
    if m > 2 {
        m += 1;
        y = y.wrapping_add(4800);
    } else {
        m += 13;
        y = y.wrapping_add(4799);
    }
    let century = y / 100;
    let j = y.wrapping_mul(365).wrapping_sub(32167);
    j.wrapping_add(y / 4 - century + century / 4)
        .wrapping_add(7834_i32.wrapping_mul(m) / 256)
        .wrapping_add(d)
}

/// Returns the year, month and day of a Julian day; the year 0 is 1 BC (`j2date`).
pub fn from_julian(jd: i32) -> (i32, i32, i32) {
    let mut julian = (jd as u32).wrapping_add(32044);
    let mut quad = julian / 146_097;
    let extra = (julian - quad * 146_097) * 4 + 3;
    julian = julian.wrapping_add(60 + quad * 3 + extra / 146_097);
    quad = julian / 1461;
    julian -= quad * 1461;
    let mut y = (julian * 4 / 1461) as i32;
    julian = if y != 0 { (julian + 305) % 365 } else { (julian + 306) % 366 } + 123;
    y += (quad * 4) as i32;
    let month_part = julian * 2141 / 65536;
    let day = julian - 7834 * month_part / 256;
    (y - 4800, ((month_part + 10) % 12 + 1) as i32, day as i32)
}

/// Whether it is a leap year.
pub fn is_leap(y: i32) -> bool {
    y % 4 == 0 && (y % 100 != 0 || y % 400 == 0)
}

/// How many days a month has.
pub fn days_in_month(y: i32, m: i32) -> i32 {
    match m {
        2 if is_leap(y) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Splits a finite timestamp into its parts (`timestamp2tm`).
pub fn take_apart(ts: i64) -> Tm {
    let (days, time) = (ts.div_euclid(DAY), ts.rem_euclid(DAY));
    let (year, month, day) = from_julian((days as i32).wrapping_add(EPOCH_JDATE));
    Tm { year, month, day, ..time_apart(time) }
}

/// Splits a time of day into its parts (`time2tm`).
pub fn time_apart(time: i64) -> Tm {
    Tm {
        hour: time / HOUR,
        minute: time / MINUTE % 60,
        second: time / SEC % 60,
        micro: time % SEC,
        ..Tm::default()
    }
}

/// The time of day in microseconds.
pub fn time_of(tm: &Tm) -> i64 {
    tm.hour * HOUR + tm.minute * MINUTE + tm.second * SEC + tm.micro
}

/// The timestamp of these parts; `None` if it is out of range (`tm2timestamp`).
pub fn put_together(tm: &Tm) -> Option<i64> {
    in_range(sum_of(tm)?)
}

/// The microseconds since 2000-01-01 of these parts, which may be a zone's offset out of range; `None` where they do not
/// fit.
pub fn sum_of(tm: &Tm) -> Option<i64> {
    if tm.year < -4713 || tm.year > 294_277 {
        return None;
    }
    let days = i64::from(to_julian(tm.year, tm.month, tm.day)) - i64::from(EPOCH_JDATE);
    days.checked_mul(DAY)?.checked_add(time_of(tm))
}

/// The timestamp, if it is in range (`IS_VALID_TIMESTAMP`).
pub fn in_range(ts: i64) -> Option<i64> {
    (MIN_TIMESTAMP..END_TIMESTAMP).contains(&ts).then_some(ts)
}

/// Day of the week, 0 for Sunday (`j2day`).
pub fn day_of_week(jd: i32) -> i32 {
    (jd + 1).rem_euclid(7)
}

/// ISO year and week (`date2isoyear`, `date2isoweek`).
pub fn iso_week(y: i32, m: i32, d: i32) -> (i32, i32) {
    let day = to_julian(y, m, d);
    let week1 = |y: i32| {
        let fourth = to_julian(y, 1, 4);
        fourth - (day_of_week(fourth - 1))
    };
    let mut year = y;
    let mut start = week1(year);
    if day < start {
        year -= 1;
        start = week1(year);
    } else if day >= week1(year + 1) {
        year += 1;
        start = week1(year);
    }
    (year, (day - start) / 7 + 1)
}

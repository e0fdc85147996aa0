//! Dates and times from text (`ParseDateTime`, `DecodeDateTime`): the ISO forms, American slashes,
//! month names, `YYYYMMDD`, time zones as offsets and common abbreviations, and the special words.
//!
//! The order of ambiguous numbers is month, day, year (`DateStyle` `ISO, MDY`).

use super::calendar::{DAYS, MONTHS, SEC, Tm, days_in_month, from_julian};
use crate::error::{PgError, SqlState};
use crate::fmgr::Env;

/// What a text says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parsed {
    /// Year, month, day; `None` when only a time was given.
    pub date: Option<(i32, i32, i32)>,
    /// Time of day in microseconds.
    pub time: Option<i64>,
    /// Seconds west of Greenwich.
    pub zone: Option<i32>,
    /// `infinity`, `now` and so on.
    pub special: Option<Special>,
}

/// Words that stand for a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// The word `infinity`: later than all others.
    Infinity,
    /// The word `-infinity`: earlier than all others.
    MinusInfinity,
    /// `epoch`: 1970-01-01 00:00:00+00.
    Epoch,
    /// `now`: the transaction's start.
    Now,
    /// `today`: midnight of the day.
    Today,
    /// `tomorrow`: the midnight after it.
    Tomorrow,
    /// `yesterday`: the midnight before it.
    Yesterday,
}

/// What can be wrong (`DTERR_*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateTimeError {
    /// Not understood.
    Format,
    /// A field out of its range.
    Field,
    /// A field is out of range, and another order of day and month may have been meant.
    MonthDay,
    /// A zone too far from Greenwich.
    Zone,
    /// A zone by the name of its area and place: `Europe/Berlin`.
    ZoneName,
}

/// The areas that names of zones begin with, in small letters (the folders of the zone database).
const AREAS: [&str; 14] = [
    "africa",
    "america",
    "antarctica",
    "arctic",
    "asia",
    "atlantic",
    "australia",
    "brazil",
    "canada",
    "chile",
    "europe",
    "indian",
    "pacific",
    "us",
];

/// Returns the error for a text that is no value of the type named (`DateTimeParseError`).
pub fn report(bad: DateTimeError, text: &str, type_name: &str, env: &dyn Env) -> Box<PgError> {
    let field = format!("date/time field value out of range: \"{text}\"");
    match bad {
        DateTimeError::Format => PgError::new(
            SqlState::INVALID_DATETIME_FORMAT,
            format!("invalid input syntax for type {type_name}: \"{text}\""),
        ),
        DateTimeError::Field => PgError::new(SqlState::DATETIME_FIELD_OVERFLOW, field),
        DateTimeError::MonthDay => PgError::new(SqlState::DATETIME_FIELD_OVERFLOW, field).hint(
            format!("Perhaps you need a different \"{}\" setting.", env.release().date_style),
        ),
        DateTimeError::ZoneName => PgError::new(
            SqlState::FEATURE_NOT_SUPPORTED,
            format!("the time zone in \"{text}\" is not modelled"),
        ),
        DateTimeError::Zone => PgError::new(
            SqlState::INVALID_TIME_ZONE_DISPLACEMENT_VALUE,
            format!("time zone displacement out of range: \"{text}\""),
        ),
    }
}

/// Offsets east of Greenwich in hours of the abbreviations in the `Default` set that are in use.
const ZONES: [(&str, i32); 34] = [
    ("utc", 0),
    ("gmt", 0),
    ("z", 0),
    ("zulu", 0),
    ("ut", 0),
    ("wet", 0),
    ("cet", 1),
    ("cest", 2),
    ("bst", 1),
    ("eet", 2),
    ("eest", 3),
    ("msk", 3),
    ("est", -5),
    ("edt", -4),
    ("cst", -6),
    ("cdt", -5),
    ("mst", -7),
    ("mdt", -6),
    ("pst", -8),
    ("pdt", -7),
    ("jst", 9),
    ("kst", 9),
    ("aest", 10),
    ("aedt", 11),
    ("awst", 8),
    ("nzst", 12),
    ("nzdt", 13),
    ("ist", 2),
    ("hst", -10),
    ("akst", -9),
    ("akdt", -8),
    ("ast", -4),
    ("adt", -3),
    ("sast", 2),
];

/// A zone's offset in seconds west: an abbreviation or `+hh[:mm[:ss]]`.
pub fn zone_offset(s: &str) -> Option<Result<i32, DateTimeError>> {
    let lower = s.to_ascii_lowercase();
    if let Some(z) = ZONES.iter().find(|z| z.0 == lower) {
        return Some(Ok(-z.1 * 3600));
    }
    if matches!(lower.as_str(), "etc/utc" | "etc/gmt" | "universal" | "greenwich") {
        return Some(Ok(0));
    }
    let (sign, digits) = match s.as_bytes().first()? {
        b'+' => (-1, &s[1..]),
        b'-' => (1, &s[1..]),
        _ => return None,
    };
    let parts: Vec<&str> = digits.split(':').collect();
    if parts.iter().any(|p| p.is_empty() || !p.bytes().all(|c| c.is_ascii_digit())) {
        return None;
    }
    let n = |i: usize| parts.get(i).map_or(0, |p| p.parse::<i32>().unwrap_or(9999));
    let (h, m, sec) = if parts.len() == 1 && digits.len() > 2 {
        (n(0) / 100, n(0) % 100, 0)
    } else {
        (n(0), n(1), n(2))
    };
    if h > 15 || m > 59 || sec > 59 || parts.len() > 3 {
        return Some(Err(DateTimeError::Zone));
    }
    Some(Ok(sign * (h * 3600 + m * 60 + sec)))
}

/// The number that the digits are, if there is nothing else.
fn number(s: &str) -> Option<i32> {
    (!s.is_empty() && s.bytes().all(|c| c.is_ascii_digit())).then(|| s.parse().ok()).flatten()
}

/// A fraction `.ffffff` rounded to microseconds.
fn micros(digits: &str) -> Option<i64> {
    if !digits.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let v: f64 = format!("0.{digits}0").parse().ok()?;
    Some((v * 1e6).round_ties_even() as i64)
}

/// Reads `hh:mm[:ss[.f]]`, and returns microseconds since midnight; `pm`: whether PM or AM was
/// written.
fn clock(s: &str, pm: Option<bool>) -> Result<i64, DateTimeError> {
    let mut parts = s.split(':');
    let mut next = || parts.next();
    let hour = next().and_then(number).ok_or(DateTimeError::Format)?;
    let minute = next().and_then(number).ok_or(DateTimeError::Format)?;
    let (second, micro) = match next() {
        None => (0, 0),
        Some(t) => {
            let (whole, fraction) = t.split_once('.').unwrap_or((t, ""));
            (
                number(whole).ok_or(DateTimeError::Format)?,
                micros(fraction).ok_or(DateTimeError::Format)?,
            )
        }
    };
    if next().is_some() {
        return Err(DateTimeError::Format);
    }
    let hour = match pm {
        Some(_) if hour > 12 => return Err(DateTimeError::Field),
        Some(true) if hour != 12 => hour + 12,
        Some(false) if hour == 12 => 0,
        _ => hour,
    };
    let tm = Tm {
        hour: hour.into(),
        minute: minute.into(),
        second: second.into(),
        micro,
        ..Tm::default()
    };
    let time = super::calendar::time_of(&tm);
    if minute > 59 || second > 60 || hour > 24 || time > super::calendar::DAY {
        return Err(DateTimeError::Field);
    }
    Ok(time)
}

/// A time of day written in digits only, `hhmm` or `hhmmss[.f]`, with its colons; `None` for another text
/// (`DecodeNumberField`).
fn clock_of_digits(s: &str) -> Option<String> {
    let (whole, fraction) = s.split_once('.').map_or((s, None), |(w, f)| (w, Some(f)));
    let digits = |t: &str| t.bytes().all(|c| c.is_ascii_digit());
    if !digits(whole) || !fraction.is_none_or(digits) {
        return None;
    }
    match (whole.len(), fraction) {
        (4, None) => Some(format!("{}:{}", &whole[..2], &whole[2..])),
        (6, _) => Some(format!("{}:{}:{}", &whole[..2], &whole[2..4], &s[4..])),
        _ => None,
    }
}

/// The month with this name or its first three letters.
fn month_name(s: &str) -> Option<i32> {
    let lower = s.to_ascii_lowercase();
    let at = MONTHS.iter().position(|m| {
        let m = m.to_ascii_lowercase();
        lower == m || lower == m[..3] || (lower == "sept" && m == "september")
    })?;
    Some(at as i32 + 1)
}

/// Whether this is a day of the week, or its first letters.
fn is_day_name(s: &str) -> bool {
    let lower = s.to_ascii_lowercase();
    lower.len() >= 3 && DAYS.iter().any(|d| d.to_ascii_lowercase().starts_with(&lower))
}

/// Completes a year of two digits: 0 to 69 are in the years from 2000, 70 to 99 in those from 1970
/// (`ValidateDate`).
fn full_year(y: i32, digits: usize) -> i32 {
    match y {
        _ if digits > 2 => y,
        0..70 => y + 2000,
        _ => y + 1900,
    }
}

/// Year, month and day from the fields of a date, as they were written: year and day of the year, or three fields of
/// which one may be the name of a month (`DecodeDate`). Without a name and a long year, month and day come first.
fn date_fields(fields: &[&str]) -> Result<(i32, i32, i32), DateTimeError> {
    let num = |i: usize| number(fields[i]).ok_or(DateTimeError::Format);
    if let [a, b] = fields
        && a.len() > 2
        && b.len() == 3
    {
        // YYYY-DDD
        let (y, doy) = (num(0)?, num(1)?);
        let (y2, m, d) = from_julian(super::calendar::to_julian(y, 1, 1) + doy - 1);
        return if y2 == y { Ok((y, m, d)) } else { Err(DateTimeError::Field) };
    }
    if fields.len() != 3 {
        return Err(DateTimeError::Format);
    }
    let month_at = fields.iter().position(|f| month_name(f).is_some());
    let (y, m, d, year_digits) = match month_at {
        Some(0) => (num(2)?, month_name(fields[0]), num(1)?, fields[2].len()),
        Some(1) if fields[0].len() > 2 => {
            (num(0)?, month_name(fields[1]), num(2)?, fields[0].len())
        }
        Some(1) => (num(2)?, month_name(fields[1]), num(0)?, fields[2].len()),
        Some(_) => return Err(DateTimeError::Format),
        None if fields[0].len() > 2 => (num(0)?, Some(num(1)?), num(2)?, fields[0].len()),
        None => (num(2)?, Some(num(0)?), num(1)?, fields[2].len()),
    };
    let m = m.ok_or(DateTimeError::Format)?;
    Ok((full_year(y, year_digits), m, d))
}

/// Checks year, month and day; a year before Christ becomes 0 or less (`ValidateDate`).
fn check_date((y, m, d): (i32, i32, i32), bc: bool) -> Result<(i32, i32, i32), DateTimeError> {
    let y = match (bc, y) {
        (_, 0) => return Err(DateTimeError::Field),
        (true, y) => 1 - y,
        _ => y,
    };
    if !(1..=12).contains(&m) || !(1..=31).contains(&d) {
        return Err(DateTimeError::MonthDay);
    }
    if d > days_in_month(y, m) { Err(DateTimeError::Field) } else { Ok((y, m, d)) }
}

/// Splits a text into fields: `2024-01-02T03:04:05+02` gives date, time and zone.
fn fields(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut current = String::new();
    let chars: Vec<char> = text.chars().collect();
    for (i, &c) in chars.iter().enumerate() {
        let after_digit = current.chars().last().is_some_and(|p| p.is_ascii_digit());
        let flush = match c {
            'T' | 't' => {
                after_digit
                    && chars.get(i + 1).is_some_and(char::is_ascii_digit)
                    && current.len() >= 8
            }
            '+' => !current.is_empty(),
            '-' => current.contains(':'),
            c if c.is_ascii_alphabetic() => {
                after_digit
                    && (current.contains(':') || current.bytes().all(|b| b.is_ascii_digit()))
            }
            _ => false,
        };
        if c.is_whitespace() || c == ',' || flush {
            if !current.is_empty() {
                out.push(std::mem::take(&mut current));
            }
            if c.is_whitespace() || c == ',' || matches!(c, 'T' | 't') {
                continue;
            }
        }
        current.push(c);
    }
    if !current.is_empty() {
        out.push(current);
    }
    out
}

/// Takes a date, a timestamp or a time apart (`DecodeDateTime`); fails with what is wrong with it.
pub fn parse(text: &str) -> Result<Parsed, DateTimeError> {
    parse_as(text, false)
}

/// Takes a date, a timestamp or a time apart. `time_only`: it is a time, and six digits are one
/// (`DecodeTimeOnly`).
pub fn parse_as(text: &str, time_only: bool) -> Result<Parsed, DateTimeError> {
    let fields = fields(text);
    let mut p = Parsed::default();
    let mut bc = false;
    let mut loose: Vec<&str> = Vec::new();
    let mut clock_text: Option<&str> = None;
    let mut pm = None;
    if fields.is_empty() {
        return Err(DateTimeError::Format);
    }
    for f in &fields {
        let lower = f.to_ascii_lowercase();
        let special = match lower.as_str() {
            "infinity" | "+infinity" => Some(Special::Infinity),
            "-infinity" => Some(Special::MinusInfinity),
            "epoch" => Some(Special::Epoch),
            "now" => Some(Special::Now),
            "today" => Some(Special::Today),
            "tomorrow" => Some(Special::Tomorrow),
            "yesterday" => Some(Special::Yesterday),
            _ => None,
        };
        let digits = f.bytes().all(|c| c.is_ascii_digit());
        if special.is_some() {
            if p.special.is_some() {
                return Err(DateTimeError::Format);
            }
            p.special = special;
        } else if lower == "allballs" {
            (p.time, p.zone) = (Some(0), Some(0));
        } else if matches!(lower.as_str(), "am" | "pm") {
            pm = Some(lower == "pm");
        } else if matches!(lower.as_str(), "bc" | "ad") {
            bc = lower == "bc";
        } else if f.contains(':') && !f.starts_with(['+', '-']) {
            if clock_text.replace(f).is_some() {
                return Err(DateTimeError::Format);
            }
        } else if let Some(zone) = zone_offset(f)
            && (clock_text.is_some() || p.time.is_some() || !f.starts_with(['+', '-']))
        {
            p.zone = Some(zone?);
        } else if let Some(j) = lower.strip_prefix('j').and_then(number) {
            p.date = Some(from_julian(j));
        } else if is_day_name(f) || matches!(lower.as_str(), "at" | "on" | "t") {
        } else if digits
            && (f.len() > 6 || f.len() == 6 && !time_only)
            && p.date.is_none()
            && loose.is_empty()
        {
            // The last two are the day, two before them the month, the rest is the year (`DecodeNumberField`).
            let (year, month_day) = f.split_at(f.len() - 4);
            p.date = Some((
                full_year(number(year).unwrap_or(0), year.len()),
                number(&month_day[..2]).unwrap_or(0),
                number(&month_day[2..]).unwrap_or(0),
            ));
        } else if let Some(time) = clock_of_digits(f)
            && (p.date.is_some() || loose.len() == 3 || time_only && loose.is_empty())
        {
            p.time = Some(clock(&time, None)?);
        } else if lower.split_once('/').is_some_and(|(area, _)| AREAS.contains(&area)) {
            return Err(DateTimeError::ZoneName);
        } else if f.contains(['-', '/', '.']) && f.as_bytes()[0].is_ascii_alphanumeric() {
            let parts: Vec<&str> = f.split(['-', '/', '.']).collect();
            if p.date.is_some() || !loose.is_empty() {
                return Err(DateTimeError::Format);
            }
            p.date = Some(date_fields(&parts)?);
        } else if digits || month_name(f).is_some() {
            loose.push(f);
        } else {
            return Err(DateTimeError::Format);
        }
    }
    if !loose.is_empty() {
        if p.date.is_some() {
            return Err(DateTimeError::Format);
        }
        p.date = Some(date_fields(&loose)?);
    }
    if let Some(date) = p.date {
        p.date = Some(check_date(date, bc)?);
    }
    if let Some(text) = clock_text {
        p.time = Some(clock(text, pm)?);
    }
    Ok(p)
}

/// Rounds microseconds to a precision (`AdjustTimestampForTypmod`).
pub fn round_to(v: i64, typmod: i32) -> i64 {
    if !(0..6).contains(&typmod) || v == i64::MAX || v == i64::MIN {
        return v;
    }
    let unit = SEC / 10i64.pow(typmod as u32);
    let half = unit / 2;
    // The server's sum wraps.
    if v >= 0 {
        v.wrapping_add(half) / unit * unit
    } else {
        -(v.wrapping_neg().wrapping_add(half) / unit * unit)
    }
}

//! interval: months, days and microseconds apart (`timestamp.c`); 16 bytes, the time first.
//!
//! For comparisons a month has 30 days and a day 24 hours.

use super::calendar::{DAY, HOUR, MINUTE, SEC};
use super::output::seconds;
use super::parse::round_to;
use crate::datum::Datum;
use crate::err;
use crate::error::{PgError, Result, SqlState};
use crate::types::format_type::INTERVAL_FULL_PRECISION;

/// The parts of an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// Months, of which 12 are a year.
    pub month: i32,
    /// Days, which need not have 24 hours.
    pub day: i32,
    /// The time of day and more, in microseconds.
    pub time: i64,
}

/// `interval out of range`.
pub fn out_of_range() -> Box<PgError> {
    PgError::new(SqlState::DATETIME_FIELD_OVERFLOW, "interval out of range")
}

impl Interval {
    /// The interval in a datum.
    pub fn from_datum(d: &Datum) -> Interval {
        let b = d.bytes();
        let Some(b) = b.get(..16) else { return Interval::default() };
        let word = |i: usize| i32::from_le_bytes([b[i], b[i + 1], b[i + 2], b[i + 3]]);
        let time = (i64::from(word(4)) << 32) | i64::from(word(0) as u32);
        Interval { month: word(12), day: word(8), time }
    }

    /// The interval as a datum.
    pub fn to_datum(self) -> Datum {
        let mut v = self.time.to_le_bytes().to_vec();
        v.extend_from_slice(&self.day.to_le_bytes());
        v.extend_from_slice(&self.month.to_le_bytes());
        Datum::Ref(v.into())
    }

    /// Returns the length in microseconds by which intervals are compared: a month has 30 days, a
    /// day 24 hours (`interval_cmp_value`).
    pub fn span(self) -> i128 {
        let days = i128::from(self.month) * 30 + i128::from(self.day);
        days * i128::from(DAY) + i128::from(self.time)
    }

    /// Adds months, days and microseconds.
    ///
    /// # Errors
    ///
    /// `interval out of range` on overflow.
    pub fn checked_add(self, o: Interval) -> Result<Interval> {
        let add = || {
            Some(Interval {
                month: self.month.checked_add(o.month)?,
                day: self.day.checked_add(o.day)?,
                time: self.time.checked_add(o.time)?,
            })
        };
        add().ok_or_else(out_of_range)
    }

    /// Returns the negated interval (`interval_um`).
    ///
    /// # Errors
    ///
    /// `interval out of range` on overflow.
    pub fn checked_neg(self) -> Result<Interval> {
        let neg = || {
            Some(Interval {
                month: self.month.checked_neg()?,
                day: self.day.checked_neg()?,
                time: self.time.checked_neg()?,
            })
        };
        neg().ok_or_else(out_of_range)
    }

    /// Returns the interval times `factor`; fractions of months become days, fractions of days become
    /// time (`interval_mul`). A result out of range is refused.
    pub fn scaled(self, factor: f64) -> Result<Interval> {
        let round = |v: f64| (v * 1e6).round_ties_even() / 1e6;
        let (months, days) = (f64::from(self.month) * factor, f64::from(self.day) * factor);
        if !months.is_finite() || months.abs() > 2147483647.0 || days.abs() > 2147483647.0 {
            return Err(out_of_range());
        }
        let (month, mut day) = (months as i32, days as i32);
        let month_days = round((months - f64::from(month)) * 30.0);
        let mut sec = round((days - f64::from(day) + month_days - month_days.trunc()) * 86400.0);
        if sec.abs() >= 86400.0 {
            day += (sec / 86400.0) as i32;
            sec -= ((sec / 86400.0) as i32) as f64 * 86400.0;
        }
        day = day.checked_add(month_days as i32).ok_or_else(out_of_range)?;
        let time = (self.time as f64 * factor + sec * 1e6).round_ties_even();
        if time.is_nan() || time.abs() >= 9.2e18 {
            return Err(out_of_range());
        }
        Ok(Interval { month, day, time: time as i64 })
    }

    /// Returns the interval with each 24 hours made a day (`interval_justify_hours`).
    ///
    /// # Errors
    /// 22008: more days than 32 bits hold.
    pub fn justify_hours(mut self) -> Result<Interval> {
        let days = (self.time / DAY) as i32;
        self.day = self.day.checked_add(days).ok_or_else(out_of_range)?;
        self.time %= DAY;
        self.give_time_sign_of_days();
        Ok(self)
    }

    /// Returns the interval with each 30 days made a month (`interval_justify_days`).
    ///
    /// # Errors
    /// 22008: more months than 32 bits hold.
    pub fn justify_days(mut self) -> Result<Interval> {
        self.days_to_months()?;
        if self.month > 0 && self.day < 0 {
            self.day += 30;
            self.month -= 1;
        } else if self.month < 0 && self.day > 0 {
            self.day -= 30;
            self.month += 1;
        }
        Ok(self)
    }

    /// Returns the interval with each 24 hours made a day and each 30 days a month, and with one sign
    /// (`interval_justify_interval`).
    ///
    /// # Errors
    /// 22008: more months than 32 bits hold.
    pub fn justify(mut self) -> Result<Interval> {
        // Days become months first where days and hours of one sign might add up to too many.
        if self.day > 0 && self.time > 0 || self.day < 0 && self.time < 0 {
            self.days_to_months()?;
        }
        self.day += (self.time / DAY) as i32;
        self.time %= DAY;
        self.days_to_months()?;
        if self.month > 0 && (self.day < 0 || self.day == 0 && self.time < 0) {
            self.day += 30;
            self.month -= 1;
        } else if self.month < 0 && (self.day > 0 || self.day == 0 && self.time > 0) {
            self.day -= 30;
            self.month += 1;
        }
        self.give_time_sign_of_days();
        Ok(self)
    }

    /// Moves 30 days into a month.
    fn days_to_months(&mut self) -> Result<()> {
        self.month = self.month.checked_add(self.day / 30).ok_or_else(out_of_range)?;
        self.day %= 30;
        Ok(())
    }

    /// Gives the time the sign of the days, by moving a day between them.
    fn give_time_sign_of_days(&mut self) {
        if self.day > 0 && self.time < 0 {
            self.time += DAY;
            self.day -= 1;
        } else if self.day < 0 && self.time > 0 {
            self.time -= DAY;
            self.day += 1;
        }
    }

    /// Keeps only the fields of the typmod, rounded (`AdjustIntervalForTypmod`).
    pub fn apply_typmod(mut self, typmod: i32) -> Interval {
        if typmod < 0 {
            return self;
        }
        let range = typmod >> 16 & 0x7FFF;
        let has = |bit: i32| range & (1 << bit) != 0;
        if range != 0x7FFF {
            let lowest_is = |bit: i32| range & ((1 << (bit + 1)) - 1) == 1 << bit || has(bit);
            if has(2) && !has(1) {
                self = Interval { month: self.month / 12 * 12, day: 0, time: 0 };
            } else if has(1) {
                self = Interval { day: 0, time: 0, ..self };
            } else if has(3) && !has(10) {
                self.time = 0;
            } else if has(10) && !has(11) {
                self.time = self.time / HOUR * HOUR;
            } else if lowest_is(11) && !has(12) {
                self.time = self.time / MINUTE * MINUTE;
            }
        }
        let precision = typmod & 0xFFFF;
        if precision != INTERVAL_FULL_PRECISION {
            self.time = round_to(self.time, precision);
        }
        self
    }

    /// Returns the interval as text in the style `postgres`: `1 year 2 mons 3 days 04:05:06.789`
    /// (`interval_out`).
    pub fn to_text(self) -> String {
        let mut out = String::new();
        let mut before = false;
        let mut part = |v: i32, unit: &str| {
            if v != 0 {
                let gap = if out.is_empty() { "" } else { " " };
                let plus = if before && v > 0 { "+" } else { "" };
                let s = if v == 1 { "" } else { "s" };
                out.push_str(&format!("{gap}{plus}{v} {unit}{s}"));
                before = v < 0;
            }
        };
        part(self.month / 12, "year");
        part(self.month % 12, "mon");
        part(self.day, "day");
        if out.is_empty() || self.time != 0 {
            let gap = if out.is_empty() { "" } else { " " };
            let sign = match (self.time < 0, before) {
                (true, _) => "-",
                (_, true) => "+",
                _ => "",
            };
            let t = self.time.unsigned_abs() as i64;
            let sec = seconds(t / SEC % 60, t % SEC);
            out.push_str(&format!("{gap}{sign}{:02}:{:02}:{sec}", t / HOUR, t / MINUTE % 60));
        }
        out
    }

    /// Reads an interval, without applying the typmod to it (`interval_in`); text that is none is
    /// refused.
    pub fn parse(text: &str, typmod: i32) -> Result<Interval> {
        let mut i = Parts::default();
        let done = match text.trim().strip_prefix('P') {
            Some(iso) => i.iso(iso),
            None => i.words(text, typmod),
        };
        if done.is_none() {
            return err!(
                INVALID_DATETIME_FORMAT,
                "invalid input syntax for type interval: \"{text}\""
            );
        }
        match i.finish() {
            Some((months, day, time)) => {
                let month = i32::try_from(months).map_err(|_| out_of_range())?;
                Ok(Interval { month, day, time })
            }
            None => err!(DATETIME_FIELD_OVERFLOW, "interval field value out of range: \"{text}\""),
        }
    }
}

/// What was read so far; microseconds in 128 bits so that only the end is checked.
#[derive(Default)]
struct Parts {
    years: i128,
    months: i128,
    days: i128,
    micros: i128,
    /// The fields that were read, as bits: each may be there once (`fmask`).
    fields: u16,
    /// Whether a field is larger than it may be: minutes over 59, months over 11.
    overflow: bool,
}

/// The bits of a time of day: hours to microseconds (`DTK_TIME_M`).
const ALL_TIME: u16 = 0x1F;

/// The bits of what a unit says; a fraction of seconds also says milliseconds and microseconds (`DTK_ALL_SECS_M`). 0 for
/// a word that is no unit.
fn field_bits(unit: &str, fraction: bool) -> u16 {
    match unit {
        "microsecond" | "us" | "usec" => 1,
        "millisecond" | "ms" | "msec" => 2,
        "second" | "sec" | "s" if fraction => 7,
        "second" | "sec" | "s" => 4,
        "minute" | "min" | "m" => 8,
        "hour" | "hr" | "h" => 0x10,
        "day" | "d" => 0x20,
        "week" | "w" => 0x40,
        "month" | "mon" => 0x80,
        "year" | "yr" | "y" => 0x100,
        "decade" | "dec" => 0x200,
        "century" | "cent" | "c" => 0x400,
        "millennium" | "mil" | "millennia" => 0x800,
        _ => 0,
    }
}

/// A unit as it was written, in small letters and without the s of its plural.
fn singular(unit: &str) -> String {
    let unit = unit.to_ascii_lowercase();
    match unit.as_str() {
        "us" | "ms" => unit,
        "centuries" => "century".into(),
        _ => unit.strip_suffix('s').filter(|u| u.len() > 1).unwrap_or(&unit).into(),
    }
}

/// The unit of the last number if none is written: the smallest of the fields in the typmod, seconds without one
/// (`DecodeInterval`).
fn unit_of_range(range: i32) -> &'static str {
    match range {
        4 => "year",
        2 | 6 => "month",
        8 => "day",
        0x400 | 0x408 => "hour",
        0x800 | 0xC00 | 0xC08 => "minute",
        _ => "second",
    }
}

impl Parts {
    /// Notes that fields are read; `None` if one of them was before.
    fn once(&mut self, fields: u16) -> Option<()> {
        let before = self.fields & fields;
        self.fields |= fields;
        (before == 0).then_some(())
    }

    /// Adds `text` times a unit; fractions are added to the smaller units. `None` if `text` is no
    /// number or the unit is unknown.
    fn add(&mut self, text: &str, unit: &str) -> Option<()> {
        let v: f64 = text.parse().ok().filter(|v: &f64| v.is_finite())?;
        let (digits, rest) = text.split_once('.').unwrap_or((text, ""));
        let whole: i128 = digits.parse().unwrap_or(0);
        // The fraction is read by itself: what v has of it is not as near to its digits.
        let fraction = format!("0.{rest}").parse::<f64>().ok()?.copysign(v);
        let micros = |f: f64, unit: i64| (f * unit as f64).round_ties_even() as i128;
        self.once(field_bits(unit, fraction != 0.0))?;
        match unit {
            "microsecond" | "us" | "usec" => self.micros += whole + micros(fraction, 1),
            "millisecond" | "ms" | "msec" => self.micros += whole * 1000 + micros(fraction, 1000),
            "second" | "sec" | "s" => {
                self.micros += whole * i128::from(SEC) + micros(fraction, SEC);
            }
            "minute" | "min" | "m" => {
                self.micros += whole * i128::from(MINUTE) + micros(fraction, MINUTE);
            }
            "hour" | "hr" | "h" => self.micros += whole * i128::from(HOUR) + micros(fraction, HOUR),
            "day" | "d" => {
                self.days += whole;
                self.micros += micros(fraction, DAY);
            }
            "week" | "w" => {
                self.days += whole * 7;
                self.add_days(fraction * 7.0);
            }
            "month" | "mon" => {
                self.months += whole;
                self.add_days(fraction * 30.0);
            }
            "year" | "yr" | "y" => self.add_years(whole, fraction, 1),
            "decade" | "dec" => self.add_years(whole, fraction, 10),
            "century" | "cent" | "c" => self.add_years(whole, fraction, 100),
            "millennium" | "mil" | "millennia" => self.add_years(whole, fraction, 1000),
            _ => return None,
        }
        Some(())
    }

    /// Adds days; a fraction of a day becomes time.
    fn add_days(&mut self, days: f64) {
        self.days += days as i128;
        self.micros += (days.fract() * DAY as f64).round_ties_even() as i128;
    }

    /// Adds units of so many years; a fraction becomes months.
    fn add_years(&mut self, whole: i128, fraction: f64, years: i128) {
        self.years += whole * years;
        self.months += (fraction * 12.0 * years as f64).round_ties_even() as i128;
    }

    /// Adds a time of day, `[-]hh:mm[:ss[.f]]`, or `mm:ss` if the typmod's fields are these; `None` if the text is none
    /// (`DecodeTimeForInterval`).
    fn clock(&mut self, text: &str, range: i32) -> Option<()> {
        let (sign, t) = match text.strip_prefix('-') {
            Some(t) => (-1, t),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let parts: Vec<&str> = t.split(':').collect();
        let mut time = Parts::default();
        match parts[..] {
            [m, s] if s.contains('.') || range == 0x1800 => {
                time.add(m, "minute")?;
                time.add(s, "second")?;
            }
            [h, m] => {
                time.add(h, "hour")?;
                time.add(m, "minute")?;
            }
            [h, m, s] => {
                time.add(h, "hour")?;
                time.add(m, "minute")?;
                time.add(s, "second")?;
            }
            _ => return None,
        }
        // Minutes come after hours, seconds after minutes.
        let below = |t: &str, most: f64| t.parse::<f64>().is_ok_and(|v| v < most);
        let last = parts.len() - 1;
        let minutes_end = parts.len() == 2 && !parts[last].contains('.') && range != 0x1800;
        self.overflow |= !below(parts[last], if minutes_end { 60.0 } else { 61.0 });
        self.overflow |= parts.len() == 3 && !below(parts[1], 60.0);
        self.micros += sign * time.micros;
        Some(())
    }

    /// Reads the usual forms: `1 day 2 hours`, `1-2`, `04:05:06`, `@ 1 minute ago`; `None` if the
    /// text is none of them.
    fn words(&mut self, text: &str, typmod: i32) -> Option<()> {
        let mut tokens: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            // `2h30m` is four tokens: numbers and units change places.
            let mut start = 0;
            for (i, c) in word.char_indices() {
                let letter = |c: char| c.is_ascii_alphabetic();
                if i > start && letter(c) != word[start..].starts_with(letter) {
                    tokens.push(word[start..i].to_string());
                    start = i;
                }
            }
            tokens.push(word[start..].to_string());
        }
        if tokens.first().is_some_and(|t| t == "@") {
            tokens.remove(0);
        }
        let ago = tokens.last().is_some_and(|t| t.eq_ignore_ascii_case("ago"));
        if ago {
            tokens.pop();
        }
        if tokens.is_empty() {
            return None;
        }
        let range = if typmod < 0 { 0x7FFF } else { typmod >> 16 & 0x7FFF };
        let (mut unit, mut unit_waits) = (String::new(), false);
        // From right to left, so that a unit is known before its number.
        for t in tokens.iter().rev() {
            if t.as_bytes()[0].is_ascii_alphabetic() {
                if unit_waits {
                    return None;
                }
                (unit, unit_waits) = (singular(t), true);
                continue;
            }
            unit_waits = false;
            let number = t.trim_start_matches(['-', '+']);
            if t.contains(':') {
                self.once(ALL_TIME)?;
                self.clock(t, range)?;
                unit = "day".into();
            } else if let Some((years, months)) = number.split_once('-') {
                let sign = if t.starts_with('-') { -1 } else { 1 };
                let months = months.parse::<i128>().ok()?;
                self.overflow |= months >= 12;
                self.once(field_bits("month", false))?;
                self.years += sign * years.parse::<i128>().ok()?;
                self.months += sign * months;
                unit = "month".into();
            } else {
                if unit.is_empty() {
                    unit = unit_of_range(range).into();
                }
                self.add(t, &unit)?;
                if matches!(unit.as_str(), "hour" | "hr" | "h") {
                    unit = "day".into();
                }
            }
        }
        if unit_waits {
            return None;
        }
        if ago {
            (self.years, self.months) = (-self.years, -self.months);
            (self.days, self.micros) = (-self.days, -self.micros);
        }
        Some(())
    }

    /// Reads ISO 8601, after its P: `1Y2M3DT4H5M6S`; `None` if the text is no such interval.
    fn iso(&mut self, text: &str) -> Option<()> {
        let mut in_time = false;
        let mut n = String::new();
        for c in text.chars() {
            match c {
                'T' => in_time = true,
                '0'..='9' | '.' | '-' | '+' => n.push(c),
                _ => {
                    let unit = match (c, in_time) {
                        ('Y', _) => "year",
                        ('M', false) => "month",
                        ('M', true) => "minute",
                        ('W', _) => "week",
                        ('D', _) => "day",
                        ('H', _) => "hour",
                        ('S', _) => "second",
                        _ => return None,
                    };
                    self.add(&std::mem::take(&mut n), unit)?;
                }
            }
        }
        n.is_empty().then_some(())
    }

    /// Months, days and microseconds; `None` if a field is out of range, but for years and months together.
    fn finish(&self) -> Option<(i64, i32, i64)> {
        if self.overflow {
            return None;
        }
        let (years, months) = (i32::try_from(self.years).ok()?, i32::try_from(self.months).ok()?);
        let days = i32::try_from(self.days).ok()?;
        let micros = i64::try_from(self.micros).ok()?;
        Some((i64::from(years) * 12 + i64::from(months), days, micros))
    }
}

//! Intervals from text (`DecodeInterval`, `DecodeISO8601Interval` in `datetime.c`).

use super::calendar::{DAY, HOUR, MINUTE, SEC, Tm, time_of};
use super::fields::{Field, Kind, split};
use super::interval::{Interval, out_of_range};
use super::numbers::{DateTimeError, Decoded, clock, fraction};
use super::style::IntervalStyle;
use super::vocabulary::{Unit, Word};
use crate::err;
use crate::error::Result;

use DateTimeError::{Field as FieldError, Format};

/// What was read so far (`pg_itm_in`).
#[derive(Default)]
struct Parts {
    years: i32,
    months: i32,
    days: i32,
    micros: i64,
    /// The fields that were read, as bits: each may be there once (`fmask`).
    fields: u16,
}

/// The bits of a time of day: hours, minutes, seconds and their parts (`DTK_TIME_M`).
const TIME: u16 = 0x1F;

/// The bits of what a unit says; a fraction of seconds also says milliseconds and microseconds (`DTK_ALL_SECS_M`).
fn field_bits(unit: Unit, fraction: bool) -> u16 {
    match unit {
        Unit::Microsecond => 1,
        Unit::Millisecond => 2,
        Unit::Second if fraction => 7,
        Unit::Second => 4,
        Unit::Minute => 8,
        Unit::Hour => 0x10,
        Unit::Day => 0x20,
        Unit::Week => 0x40,
        Unit::Month => 0x80,
        Unit::Year => 0x100,
        Unit::Decade => 0x200,
        Unit::Century => 0x400,
        _ => 0x800,
    }
}

/// The unit of the last number if none is written: the smallest of the fields in the typmod, seconds without one.
fn unit_of_range(range: i32) -> Unit {
    match range {
        4 => Unit::Year,
        2 | 6 => Unit::Month,
        8 => Unit::Day,
        0x400 | 0x408 => Unit::Hour,
        0x800 | 0xC00 | 0xC08 => Unit::Minute,
        _ => Unit::Second,
    }
}

/// The whole number that a text begins with, its sign included, and what follows it (`strtoi64`).
fn whole(text: &str) -> Decoded<(i64, &str)> {
    let signed = usize::from(text.starts_with(['+', '-']));
    let digits = text[signed..].find(|c: char| !c.is_ascii_digit());
    let end = digits.map_or(text.len(), |n| n + signed);
    match &text[signed..end] {
        "" => Ok((0, text)),
        _ => Ok((text[..end].parse().map_err(|_| FieldError)?, &text[end..])),
    }
}

impl Parts {
    /// Adds a number of units of so many microseconds, and a fraction of one (`AdjustMicroseconds`).
    fn add_micros(&mut self, value: i64, fraction: f64, unit: i64) -> Decoded<()> {
        let product = value.checked_mul(unit);
        let sum = product.and_then(|p| self.micros.checked_add(p)).ok_or(FieldError)?;
        let exact = fraction * unit as f64;
        let part = exact as i64;
        let rest = exact - part as f64;
        let up = i64::from(rest > 0.5) - i64::from(rest < -0.5);
        self.micros = sum.checked_add(part + up).ok_or(FieldError)?;
        Ok(())
    }

    /// Adds units of so many days; a fraction of a day becomes time (`AdjustDays`, `AdjustFractDays`).
    fn add_days(&mut self, value: i64, fraction: f64, unit: i32) -> Decoded<()> {
        let days = i32::try_from(value).ok().and_then(|v| v.checked_mul(unit));
        let sum = days.and_then(|d| self.days.checked_add(d)).ok_or(FieldError)?;
        self.days = sum;
        self.add_part_of_days(fraction * f64::from(unit))
    }

    /// Adds days and the fraction of one.
    fn add_part_of_days(&mut self, days: f64) -> Decoded<()> {
        self.days = self.days.checked_add(days as i32).ok_or(FieldError)?;
        self.add_micros(0, days - f64::from(days as i32), DAY)
    }

    /// Adds months; a fraction becomes days (`AdjustMonths`).
    fn add_months(&mut self, value: i64, fraction: f64) -> Decoded<()> {
        let months = i32::try_from(value).ok().and_then(|v| self.months.checked_add(v));
        self.months = months.ok_or(FieldError)?;
        self.add_part_of_days(fraction * 30.0)
    }

    /// Adds units of so many years; a fraction becomes months (`AdjustYears`, `AdjustFractYears`).
    fn add_years(&mut self, value: i64, fraction: f64, unit: i32) -> Decoded<()> {
        let years = i32::try_from(value).ok().and_then(|v| v.checked_mul(unit));
        self.years = years.and_then(|y| self.years.checked_add(y)).ok_or(FieldError)?;
        let months = (fraction * f64::from(unit) * 12.0).round_ties_even() as i32;
        self.months = self.months.checked_add(months).ok_or(FieldError)?;
        Ok(())
    }

    /// Adds a number of units, and the fraction of one.
    fn add(&mut self, value: i64, fraction: f64, unit: Unit) -> Decoded<()> {
        match unit {
            Unit::Microsecond => self.add_micros(value, fraction, 1),
            Unit::Millisecond => self.add_micros(value, fraction, 1000),
            Unit::Second => self.add_micros(value, fraction, SEC),
            Unit::Minute => self.add_micros(value, fraction, MINUTE),
            Unit::Hour => self.add_micros(value, fraction, HOUR),
            Unit::Day => self.add_days(value, fraction, 1),
            Unit::Week => self.add_days(value, fraction, 7),
            Unit::Month => self.add_months(value, fraction),
            Unit::Year => self.add_years(value, fraction, 1),
            Unit::Decade => self.add_years(value, fraction, 10),
            Unit::Century => self.add_years(value, fraction, 100),
            Unit::Millennium => self.add_years(value, fraction, 1000),
            _ => Err(Format),
        }
    }

    /// Notes that fields are read, each once.
    fn once(&mut self, fields: u16) -> Decoded<()> {
        let before = self.fields & fields;
        self.fields |= fields;
        if before == 0 { Ok(()) } else { Err(Format) }
    }

    /// Sets the time of day, `hh:mm:ss`; a sign is that of the whole time.
    fn clock(&mut self, text: &str, range: i32, negative: bool) -> Decoded<()> {
        let tm = clock(text.trim_start_matches(['+', '-']), range == 0x1800)?;
        let hours = tm.hour.checked_mul(HOUR);
        let time = hours.and_then(|h| h.checked_add(time_of(&Tm { hour: 0, ..tm })));
        let time = time.ok_or(FieldError)?;
        self.micros = if text.starts_with('-') || negative { -time } else { time };
        Ok(())
    }

    /// Adds a number that may have a fraction, or be `years-months`, in a unit.
    fn number(&mut self, text: &str, unit: Unit, negative: bool) -> Decoded<()> {
        let (mut value, rest) = whole(text)?;
        let (mut unit, mut part) = (unit, 0.0);
        if let Some(months) = rest.strip_prefix('-') {
            let (months, rest) = whole(months)?;
            if !(0..12).contains(&months) || months.to_string().len() > rest.len() + 2 {
                return Err(FieldError);
            }
            if !rest.is_empty() {
                return Err(Format);
            }
            unit = Unit::Month;
            let months = if text.starts_with('-') { -months } else { months };
            value = value.checked_mul(12).and_then(|v| v.checked_add(months)).ok_or(FieldError)?;
        } else if rest.starts_with('.') {
            part = fraction(rest)?;
            if text.starts_with('-') {
                part = -part;
            }
        } else if !rest.is_empty() {
            return Err(Format);
        }
        if negative {
            (value, part) = (-value.abs(), -part.abs());
        }
        self.add(value, part, unit)?;
        self.once(field_bits(unit, part != 0.0))
    }

    /// Reads the fields of `1 day 2 hours`, `1-2`, `04:05:06`, `@ 1 minute ago`, from the last to the first, so that a
    /// unit is known before its number. `strict`: a unit must have its number, and `ago` be the last word.
    fn fields(
        &mut self,
        fields: &[Field],
        range: i32,
        style: IntervalStyle,
        strict: bool,
    ) -> Decoded<()> {
        let minus = |f: &Field| f.1.starts_with('-');
        let signed = |f: &Field| f.1.starts_with(['-', '+']);
        let negative = style == IntervalStyle::SqlStandard
            && fields.split_first().is_some_and(|(f, more)| minus(f) && !more.iter().any(signed));
        let (mut unit, mut waits, mut ago) = (None, false, false);
        for (i, (kind, text)) in fields.iter().enumerate().rev() {
            match kind {
                Kind::Time => {
                    self.clock(text, range, negative)?;
                    self.once(TIME)?;
                    (unit, waits) = (Some(Unit::Day), false);
                }
                Kind::Signed if text.contains(':') && self.clock(text, range, negative).is_ok() => {
                    self.once(TIME)?;
                    (unit, waits) = (Some(Unit::Day), false);
                }
                Kind::Signed | Kind::Date | Kind::Number => {
                    let of = unit.unwrap_or_else(|| unit_of_range(range));
                    let months = whole(text)?.1.starts_with('-');
                    self.number(text, of, negative)?;
                    unit = Some(match of {
                        _ if months => Unit::Month,
                        Unit::Hour => Unit::Day,
                        _ => of,
                    });
                    waits = false;
                }
                Kind::Word | Kind::SignedWord => {
                    if strict && waits {
                        return Err(Format);
                    }
                    match Word::of_interval(text) {
                        Some(Word::Ignored) => {}
                        Some(Word::Unit(of)) => (unit, waits) = (Some(of), true),
                        Some(Word::Ago) if strict && i + 1 != fields.len() => return Err(Format),
                        Some(Word::Ago) => (ago, unit) = (true, Some(Unit::Other)),
                        _ => return Err(Format),
                    }
                }
            }
        }
        if self.fields == 0 || strict && waits {
            return Err(Format);
        }
        if ago {
            let negated = (|| {
                Some(Parts {
                    years: self.years.checked_neg()?,
                    months: self.months.checked_neg()?,
                    days: self.days.checked_neg()?,
                    micros: self.micros.checked_neg()?,
                    fields: self.fields,
                })
            })();
            *self = negated.ok_or(FieldError)?;
        }
        Ok(())
    }
}

/// Reads the number that a text begins with, `1.5` or `1e3` (`ParseISO8601Number`): its whole part, its fraction and what
/// follows.
fn iso_number(text: &str) -> Decoded<(i64, f64, &str)> {
    let run = |from: usize, holds: fn(char) -> bool| {
        text[from..].find(|c: char| !holds(c)).map_or(text.len(), |n| n + from)
    };
    let signed = usize::from(text.starts_with('-'));
    let mut end = run(signed, |c| c.is_ascii_digit() || c == '.');
    if end == signed {
        return Err(Format);
    }
    if text[end..].starts_with(['e', 'E']) {
        let digits = end + 1 + usize::from(text[end + 1..].starts_with(['+', '-']));
        let last = run(digits, |c| c.is_ascii_digit());
        end = if last > digits { last } else { end };
    }
    let value: f64 = text[..end].parse().map_err(|_| Format)?;
    if value.abs() > 1.0e15 {
        return Err(FieldError);
    }
    Ok((value as i64, value - (value as i64) as f64, &text[end..]))
}

/// Reads ISO 8601: `P1Y2M3DT4H5M6S`, `P0001-02-03T04:05:06`, `P00010203T040506`.
fn iso(text: &str) -> Decoded<Parts> {
    let mut parts = Parts::default();
    let mut rest = text.strip_prefix('P').filter(|t| !t.is_empty()).ok_or(Format)?;
    // In the date until T; a field with its unit was read.
    let (mut dates, mut before) = (true, false);
    while !rest.is_empty() {
        if let Some(time) = rest.strip_prefix('T') {
            (dates, before, rest) = (false, false, time);
            continue;
        }
        let start = rest;
        let (value, part, after) = iso_number(rest)?;
        let digits = start.trim_start_matches('-').bytes().take_while(u8::is_ascii_digit).count();
        let unit = after.chars().next();
        let known = match (unit, dates) {
            (Some('Y'), true) => Some(Unit::Year),
            (Some('M'), true) => Some(Unit::Month),
            (Some('W'), true) => Some(Unit::Week),
            (Some('D'), true) => Some(Unit::Day),
            (Some('H'), false) => Some(Unit::Hour),
            (Some('M'), false) => Some(Unit::Minute),
            (Some('S'), false) => Some(Unit::Second),
            _ => None,
        };
        if let Some(unit) = known {
            parts.add(value, part, unit)?;
            (before, rest) = (true, &after[1..]);
            continue;
        }
        let ends = unit.is_none() || dates && unit == Some('T');
        if before || !(ends || unit == Some(if dates { '-' } else { ':' })) {
            return Err(Format);
        }
        rest = if ends && digits == if dates { 8 } else { 6 } {
            let (high, middle, low) = (value / 10000, value / 100 % 100, value % 100);
            if dates {
                parts.add(high, 0.0, Unit::Year)?;
                parts.add(middle, 0.0, Unit::Month)?;
                parts.add(low, part, Unit::Day)?;
            } else {
                parts.add(high, 0.0, Unit::Hour)?;
                parts.add(middle, 0.0, Unit::Minute)?;
                parts.add(low, 0.0, Unit::Second)?;
                parts.add(0, part, Unit::Microsecond)?;
            }
            after
        } else {
            extended(&mut parts, (value, part, after), dates)?
        };
    }
    Ok(parts)
}

/// Reads the rest of `0001-02-03` or `04:05:06` after its first number; gives what follows: nothing, or T.
fn extended<'a>(parts: &mut Parts, first: (i64, f64, &'a str), dates: bool) -> Decoded<&'a str> {
    let (units, delimiter) = if dates {
        ([Unit::Year, Unit::Month, Unit::Day], '-')
    } else {
        ([Unit::Hour, Unit::Minute, Unit::Second], ':')
    };
    let (mut value, mut part, mut rest) = first;
    for (i, unit) in units.into_iter().enumerate() {
        parts.add(value, part, unit)?;
        if rest.is_empty() || dates && rest.starts_with('T') {
            return Ok(rest);
        }
        let more = rest.strip_prefix(delimiter).filter(|_| i < 2).ok_or(Format)?;
        (value, part, rest) = iso_number(more)?;
    }
    Err(Format)
}

/// Reads an interval, without applying the typmod to it; text that is none is refused (`interval_in`). `strict`: a
/// unit must have its number, as from 17 on.
pub fn read(text: &str, typmod: i32, style: IntervalStyle, strict: bool) -> Result<Interval> {
    let range = if typmod < 0 { 0x7FFF } else { typmod >> 16 & 0x7FFF };
    let fields = split(text).ok_or(Format).and_then(|fields| {
        let mut parts = Parts::default();
        parts.fields(&fields, range, style, strict).map(|()| parts)
    });
    let parts = match fields {
        Err(Format) => iso(text),
        other => other,
    };
    match parts {
        Ok(p) => {
            let month = i64::from(p.years) * 12 + i64::from(p.months);
            let month = i32::try_from(month).map_err(|_| out_of_range())?;
            Ok(Interval { month, day: p.days, time: p.micros })
        }
        Err(FieldError) => {
            err!(INTERVAL_FIELD_OVERFLOW, "interval field value out of range: \"{text}\"")
        }
        Err(_) => {
            err!(INVALID_DATETIME_FORMAT, "invalid input syntax for type interval: \"{text}\"")
        }
    }
}

//! The numbers of dates, times and intervals: clocks, fractions, offsets from Greenwich, and what can be wrong with them.

use super::calendar::{SEC, Tm};
use crate::error::PgError;

/// What can be wrong (`DTERR_*`).
#[derive(Debug)]
pub enum DateTimeError {
    /// Not understood.
    Format,
    /// A field out of its range.
    Field,
    /// A field is out of range, and another order of day and month may have been meant.
    MonthDay,
    /// A zone too far from Greenwich.
    Displacement,
    /// No zone has this name.
    Zone(String),
    /// This zone or abbreviation is not modelled.
    NotModelled(String),
    /// What the zone's rules say.
    Rule(Box<PgError>),
}

use DateTimeError::{Field as FieldError, Format};

/// What is decoded, or what is wrong with it.
pub type Decoded<T> = std::result::Result<T, DateTimeError>;

/// The number that a text begins with, and what follows it (`strtoint`).
pub fn leading(text: &str) -> Decoded<(i32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    match &text[..end] {
        "" => Ok((0, text)),
        digits => Ok((digits.parse().map_err(|_| FieldError)?, &text[end..])),
    }
}

/// A fraction, with its point, as a number below 1 (`ParseFraction`).
pub fn fraction(text: &str) -> Decoded<f64> {
    let digits = text.strip_prefix('.').ok_or(Format)?;
    if !digits.bytes().all(|c| c.is_ascii_digit()) {
        return Err(Format);
    }
    format!("0.{digits}0").parse().map_err(|_| Format)
}

/// A fraction of a second in microseconds (`ParseFractionalSecond`).
pub fn micros(text: &str) -> Decoded<i64> {
    Ok((fraction(text)? * 1e6).round_ties_even() as i64)
}

/// Reads `hh:mm[:ss[.f]]`, with hours as they come; two fields are minutes and seconds if `minutes_first`, or if they
/// end in a fraction (`DecodeTimeCommon`).
pub fn clock(text: &str, minutes_first: bool) -> Decoded<Tm> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let hour: i64 = text[..end].parse().map_err(|_| FieldError)?;
    let (minute, rest) = leading(text[end..].strip_prefix(':').ok_or(Format)?)?;
    let (mut tm, minute) = (Tm { hour, ..Tm::default() }, i64::from(minute));
    let shifted = |hour: i64| i32::try_from(hour).map(i64::from).map_err(|_| FieldError);
    match rest.as_bytes().first() {
        None if minutes_first => {
            (tm.hour, tm.minute, tm.second) = (0, shifted(hour)?, minute);
        }
        None => tm.minute = minute,
        Some(b'.') => {
            (tm.hour, tm.minute, tm.second) = (0, shifted(hour)?, minute);
            tm.micro = micros(rest)?;
        }
        Some(b':') => {
            let (second, rest) = leading(&rest[1..])?;
            (tm.minute, tm.second) = (minute, second.into());
            if rest.starts_with('.') {
                tm.micro = micros(rest)?;
            } else if !rest.is_empty() {
                return Err(Format);
            }
        }
        _ => return Err(Format),
    }
    if tm.minute > 59 || tm.second > 60 { Err(FieldError) } else { Ok(tm) }
}

/// Reads `+hh[:mm[:ss]]` or `+hhmm`, as seconds west of Greenwich (`DecodeTimezone`).
pub fn displacement(text: &str) -> Decoded<i32> {
    let sign = match text.as_bytes().first() {
        Some(b'+') => -1,
        Some(b'-') => 1,
        _ => return Err(Format),
    };
    let far = |_| DateTimeError::Displacement;
    let (mut hour, mut rest) = leading(&text[1..]).map_err(far)?;
    let (mut minute, mut second) = (0, 0);
    if let Some(more) = rest.strip_prefix(':') {
        (minute, rest) = leading(more).map_err(far)?;
        if let Some(more) = rest.strip_prefix(':') {
            (second, rest) = leading(more).map_err(far)?;
        }
    } else if rest.is_empty() && text.len() > 3 {
        (hour, minute) = (hour / 100, hour % 100);
    }
    if hour > 15 || minute > 59 || second > 59 {
        return Err(DateTimeError::Displacement);
    }
    if rest.is_empty() { Ok(sign * (hour * 3600 + minute * 60 + second)) } else { Err(Format) }
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

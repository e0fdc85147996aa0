//! interval: months, days and microseconds apart (`timestamp.c`); 16 bytes, the time first.
//!
//! For comparisons a month has 30 days and a day 24 hours.

use super::calendar::{DAY, HOUR, MINUTE, SEC};
use super::numbers::round_to;
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
    pub fn apply_typmod(mut self, typmod: i32) -> Result<Interval> {
        if typmod < 0 {
            return Ok(self);
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
            if self.time.checked_add(self.time.signum() * SEC / 2).is_none() {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "an interval of so many seconds is not modelled"
                );
            }
            self.time = round_to(self.time, precision);
        }
        Ok(self)
    }

    /// Whether it stands for infinity from 17 on (`INTERVAL_NOT_FINITE`).
    pub fn is_extreme(self) -> bool {
        [i64::MAX, i64::MIN].contains(&self.time)
            && i64::from(self.day) == self.time >> 32
            && self.month == self.day
    }
}

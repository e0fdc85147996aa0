//! Intervals as text, in each style (`EncodeInterval` in `datetime.c`).

use super::calendar::{HOUR, MINUTE, SEC};
use super::interval::Interval;
use super::output::seconds;
use super::style::IntervalStyle;
use std::fmt::Write;

impl Interval {
    /// Returns the interval as text in a style: `1 year 2 mons 3 days 04:05:06.789` in `postgres` (`interval_out`).
    pub fn to_text(self, style: IntervalStyle) -> String {
        match style {
            IntervalStyle::Postgres => self.postgres(),
            IntervalStyle::PostgresVerbose => self.verbose(),
            IntervalStyle::SqlStandard => self.sql_standard(),
            IntervalStyle::Iso8601 => self.iso_8601(),
        }
    }

    /// The time without its sign: hours, minutes, and seconds with their fraction.
    fn clock(self) -> (u64, u64, i64, i64) {
        let t = self.time.unsigned_abs();
        let (hour, minute, second) = (HOUR as u64, MINUTE as u64, SEC as u64);
        (t / hour, t / minute % 60, (t / second % 60) as i64, (t % second) as i64)
    }

    /// Returns `1 day -02:03:04`.
    fn postgres(self) -> String {
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
            let (hour, minute, second, micro) = self.clock();
            let second = seconds(second, micro);
            out.push_str(&format!("{gap}{sign}{hour:02}:{minute:02}:{second}"));
        }
        out
    }

    /// Returns `@ 1 day -2 hours`; the first field's sign is that of all, said by `ago`.
    fn verbose(self) -> String {
        let mut out = String::from("@");
        let mut ago = None;
        let (hour, minute, second, micro) = self.clock();
        let sign = self.time.signum();
        let fields = [
            (i64::from(self.month / 12), "year"),
            (i64::from(self.month % 12), "mon"),
            (i64::from(self.day), "day"),
            (sign * hour as i64, "hour"),
            (sign * minute as i64, "min"),
        ];
        for (value, unit) in fields.into_iter().filter(|f| f.0 != 0) {
            let value = if *ago.get_or_insert(value < 0) { -value } else { value };
            let s = if value == 1 { "" } else { "s" };
            let _ = write!(out, " {value} {unit}{s}");
        }
        if second != 0 || micro != 0 {
            let minus = if *ago.get_or_insert(sign < 0) == (sign < 0) { "" } else { "-" };
            let text = seconds(second, micro);
            let text = text.strip_prefix('0').filter(|t| !t.is_empty()).unwrap_or(&text);
            let s = if second != 1 || micro != 0 { "s" } else { "" };
            let _ = write!(out, " {minus}{text} sec{s}");
        }
        match ago {
            None => out.push_str(" 0"),
            Some(true) => out.push_str(" ago"),
            Some(false) => {}
        }
        out
    }

    /// Returns `1-2` or `1 2:03:04`; with signs of both kinds, or months beside days, `+1-2 -3 +4:05:06`.
    fn sql_standard(self) -> String {
        let Interval { month, day, time } = self;
        let negative = month < 0 || day < 0 || time < 0;
        let positive = month > 0 || day > 0 || time > 0;
        let (years, months) = (month.unsigned_abs() / 12, month.unsigned_abs() % 12);
        let days = day.unsigned_abs();
        let (hour, minute, second, micro) = self.clock();
        let clock = format!("{hour}:{minute:02}:{}", seconds(second, micro));
        let sign = |minus: bool| if minus { '-' } else { '+' };
        let minus = if negative { "-" } else { "" };
        if !negative && !positive {
            "0".into()
        } else if negative && positive || month != 0 && (day != 0 || time != 0) {
            format!(
                "{}{years}-{months} {}{days} {}{clock}",
                sign(month < 0),
                sign(day < 0),
                sign(time < 0)
            )
        } else if month != 0 {
            format!("{minus}{years}-{months}")
        } else if day != 0 {
            format!("{minus}{days} {clock}")
        } else {
            format!("{minus}{clock}")
        }
    }

    /// Returns `P1Y2M3DT4H5M6.789S`.
    fn iso_8601(self) -> String {
        if self == Interval::default() {
            return "PT0S".into();
        }
        let mut out = String::from("P");
        let sign = if self.time < 0 { "-" } else { "" };
        for (value, unit) in [(self.month / 12, 'Y'), (self.month % 12, 'M'), (self.day, 'D')] {
            if value != 0 {
                let _ = write!(out, "{value}{unit}");
            }
        }
        if self.time != 0 {
            out.push('T');
        }
        let (hour, minute, second, micro) = self.clock();
        for (value, unit) in [(hour, 'H'), (minute, 'M')] {
            if value != 0 {
                let _ = write!(out, "{sign}{value}{unit}");
            }
        }
        if second != 0 || micro != 0 {
            let text = seconds(second, micro);
            let text = text.strip_prefix('0').filter(|t| !t.is_empty()).unwrap_or(&text);
            let _ = write!(out, "{sign}{text}S");
        }
        out
    }
}

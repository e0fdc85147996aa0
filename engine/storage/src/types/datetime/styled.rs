//! Dates and times in the styles `SQL`, `Postgres` and `German` (`EncodeDateOnly`, `EncodeDateTime` in `datetime.c`).

use super::calendar::{DAYS, MONTHS, Tm, day_of_week, to_julian};
use super::output::{era, shown_year, time_part};
use super::style::{DateOrder, DateStyle};

/// The numbers of day and month in a date's order, with what is between them.
fn day_and_month(tm: &Tm, day_first: bool, between: char) -> String {
    let (first, second) = if day_first { (tm.day, tm.month) } else { (tm.month, tm.day) };
    format!("{first:02}{between}{second:02}")
}

/// A date without its era: `02/28/2024`.
fn numbers(tm: &Tm, style: DateStyle, order: DateOrder) -> String {
    let delimiter = match style {
        DateStyle::German => '.',
        DateStyle::Sql => '/',
        _ => '-',
    };
    let day_first = style == DateStyle::German || order == DateOrder::Dmy;
    format!("{}{delimiter}{:04}", day_and_month(tm, day_first, delimiter), shown_year(tm.year))
}

/// Returns a date as text: `02/28/2024`, `02-28-2024`, `28.02.2024`.
pub fn date(tm: &Tm, style: DateStyle, order: DateOrder) -> String {
    format!("{}{}", numbers(tm, style, order), era(tm.year))
}

/// Returns a timestamp as text, with the abbreviation of its zone if it has one: `Wed Feb 28 12:34:56 2024 UTC`.
pub fn timestamp(tm: &Tm, zone: Option<&str>, style: DateStyle, order: DateOrder) -> String {
    let clock = time_part(tm);
    let zone = zone.map(|z| format!(" {}", z.get(..10).unwrap_or(z))).unwrap_or_default();
    if style != DateStyle::Postgres {
        return format!("{} {clock}{zone}{}", numbers(tm, style, order), era(tm.year));
    }
    let weekday = &DAYS[day_of_week(to_julian(tm.year, tm.month, tm.day)) as usize][..3];
    let month = &MONTHS[(tm.month - 1) as usize][..3];
    let date = match order {
        DateOrder::Dmy => format!("{:02} {month}", tm.day),
        _ => format!("{month} {:02}", tm.day),
    };
    format!("{weekday} {date} {clock} {:04}{zone}{}", shown_year(tm.year), era(tm.year))
}

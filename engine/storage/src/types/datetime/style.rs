//! The session's settings of dates and times: `DateStyle`, `IntervalStyle`, `TimeZone`.

use crate::fmgr::Env;

/// How dates are printed (`DateStyle`'s first part).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DateStyle {
    /// `2024-02-28 12:34:56+00`.
    #[default]
    Iso,
    /// `02/28/2024 12:34:56 UTC`.
    Sql,
    /// `Wed Feb 28 12:34:56 2024 UTC`.
    Postgres,
    /// `28.02.2024 12:34:56 UTC`.
    German,
    /// `2024-02-28T12:34:56+00:00`: JSON has it, whatever the setting (`USE_XSD_DATES`).
    Xsd,
}

/// The order in which the numbers of a date are read (`DateStyle`'s second part).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DateOrder {
    /// Year, month, day.
    Ymd,
    /// Day, month, year; printed in this order too.
    Dmy,
    /// Month, day, year.
    #[default]
    Mdy,
}

/// How intervals are printed (`IntervalStyle`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntervalStyle {
    /// `1 day 02:03:04`.
    #[default]
    Postgres,
    /// `@ 1 day 2 hours 3 mins 4 secs`.
    PostgresVerbose,
    /// `1 2:03:04`; a leading sign is then read as the sign of all fields.
    SqlStandard,
    /// `P1DT2H3M4S`.
    Iso8601,
}

/// A date style and order as the setting has them: `SQL, DMY`.
pub fn date_style(env: &dyn Env) -> (DateStyle, DateOrder) {
    let Some(value) = env.changed_setting("DateStyle") else {
        return Default::default();
    };
    let style = match value.as_bytes().first() {
        Some(b'S') => DateStyle::Sql,
        Some(b'P') => DateStyle::Postgres,
        Some(b'G') => DateStyle::German,
        _ => DateStyle::Iso,
    };
    let order = match value.as_bytes() {
        [.., b'Y', b'M', b'D'] => DateOrder::Ymd,
        [.., b'D', b'M', b'Y'] => DateOrder::Dmy,
        _ => DateOrder::Mdy,
    };
    (style, order)
}

/// The style of intervals.
pub fn interval_style(env: &dyn Env) -> IntervalStyle {
    match env.changed_setting("IntervalStyle") {
        Some("postgres_verbose") => IntervalStyle::PostgresVerbose,
        Some("sql_standard") => IntervalStyle::SqlStandard,
        Some("iso_8601") => IntervalStyle::Iso8601,
        _ => IntervalStyle::Postgres,
    }
}

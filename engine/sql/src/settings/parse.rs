//! From what the user wrote to what is kept (`parse_and_validate_value`, check hooks).

use super::units::{self, Dimension};
use super::{Definition, Kind};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::versions::Release;

/// Checks a parameter's text and brings it into its standard form.
pub(super) fn value(d: &Definition, text: &str, release: &Release) -> Result<String> {
    match d.kind {
        Kind::Bool => match boolean(text) {
            Some(v) => Ok(if v { "on" } else { "off" }.to_string()),
            None => {
                err!(INVALID_PARAMETER_VALUE, "parameter \"{}\" requires a Boolean value", d.name)
            }
        },
        Kind::Int => integer(d, text, release),
        Kind::Real => real(d, text, release),
        Kind::Enum => word(d, text),
        Kind::String => string(d, text),
    }
}

/// The error of a value that the setting does not take.
fn invalid(d: &Definition, text: &str) -> Box<PgError> {
    PgError::new(
        SqlState::INVALID_PARAMETER_VALUE,
        format!("invalid value for parameter \"{}\": \"{text}\"", d.name),
    )
}

/// Reads a truth value: unique prefixes of true, false, yes, no; on, of, off; 1, 0 (`parse_bool`).
pub fn boolean(text: &str) -> Option<bool> {
    let t = text.to_ascii_lowercase();
    let prefix = |word: &str, least: usize| t.len() >= least && word.starts_with(&t);
    if prefix("true", 1) || prefix("yes", 1) || t == "on" || t == "1" {
        return Some(true);
    }
    if prefix("false", 1) || prefix("no", 1) || prefix("off", 2) || t == "0" {
        return Some(false);
    }
    None
}

/// A number and its unit, if it has one; `Err(true)` when the unit is invalid, `Err(false)` for the
/// number.
fn number(d: &Definition, text: &str) -> std::result::Result<f64, bool> {
    let t = text.trim_start_matches([' ', '\t', '\n']);
    if let Some(hex) = t.strip_prefix("0x").or_else(|| t.strip_prefix("0X")) {
        return i64::from_str_radix(hex.trim_end(), 16).map(|v| v as f64).map_err(|_| false);
    }
    let bytes = t.as_bytes();
    let mut end = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    while end < bytes.len() && (bytes[end].is_ascii_digit() || bytes[end] == b'.') {
        end += 1;
    }
    if end < bytes.len() && matches!(bytes[end], b'e' | b'E') {
        let mut e = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let digits = e;
        while e < bytes.len() && bytes[e].is_ascii_digit() {
            e += 1;
        }
        if e > digits {
            end = e;
        }
    }
    let v: f64 = t[..end].parse().map_err(|_| false)?;
    let unit = t[end..].trim();
    if unit.is_empty() {
        return Ok(v);
    }
    units::to_base(v, unit, d.unit).ok_or(units::dimension(d.unit) != Dimension::None)
}

/// The error of a number that cannot be read, with the units that there are.
fn bad_number(d: &Definition, text: &str, unit: bool) -> Box<PgError> {
    let e = invalid(d, text);
    match units::hint(units::dimension(d.unit)) {
        Some(h) if unit => e.hint(h),
        _ => e,
    }
}

/// A parameter's unit as an error message has it after a number, ` kB`: empty if it has none, and where ranges are printed
/// without units (`shown` is false).
fn unit(d: &Definition, shown: bool) -> String {
    if d.unit.is_empty() || !shown { String::new() } else { format!(" {}", d.unit) }
}

/// Checks the value of an integer setting, and returns it in the base unit.
fn integer(d: &Definition, text: &str, release: &Release) -> Result<String> {
    let v = number(d, text).map_err(|unit| bad_number(d, text, unit))?.round_ties_even();
    if v > f64::from(i32::MAX) || v < f64::from(i32::MIN) {
        return Err(invalid(d, text).hint("Value exceeds integer range."));
    }
    let v = v as i64;
    let (min, max): (i64, i64) = (d.min.parse().unwrap_or(0), d.max.parse().unwrap_or(i64::MAX));
    let limit = unit(d, release.ranges_with_units);
    if v < min || v > max {
        return err!(
            INVALID_PARAMETER_VALUE,
            "{v}{} is outside the valid range for parameter \"{}\" ({min}{limit} .. {max}{limit})",
            unit(d, true),
            d.name
        );
    }
    if d.name == super::RING && (1..128).contains(&v) {
        let stop = if release.ring_detail_stopped { "." } else { "" };
        return err!(INVALID_PARAMETER_VALUE, "invalid value for parameter \"{}\": {v}", d.name)
            .map_err(|e: Box<PgError>| {
                e.detail(format!("\"{}\" must be 0 or between 128 kB and {max} kB{stop}", d.name))
            });
    }
    Ok(v.to_string())
}

/// Checks the value of a real setting, and returns it in the base unit.
fn real(d: &Definition, text: &str, release: &Release) -> Result<String> {
    let v = number(d, text).map_err(|unit| bad_number(d, text, unit))?;
    let min: f64 = d.min.parse().unwrap_or(f64::MIN);
    let max: f64 =
        if d.max == "1.79769e+308" { f64::MAX } else { d.max.parse().unwrap_or(f64::MAX) };
    let limit = unit(d, release.ranges_with_units);
    if !(v >= min && v <= max) {
        return err!(
            INVALID_PARAMETER_VALUE,
            "{}{} is outside the valid range for parameter \"{}\" ({}{limit} .. {}{limit})",
            units::general(v),
            unit(d, true),
            d.name,
            d.min,
            d.max
        );
    }
    Ok(v.to_string())
}

/// The stored value for a spelling that is accepted but not listed (`hidden` in
/// `config_enum_entry`).
fn hidden(d: &Definition, t: &str) -> Option<&'static str> {
    let switch = matches!(t, "true" | "yes" | "1");
    let off = matches!(t, "false" | "no" | "0");
    match d.name {
        "client_min_messages" | "log_min_messages" | "log_min_error_statement" => match t {
            "debug" => Some("debug2"),
            "info" if d.name == "client_min_messages" => Some("info"),
            _ => None,
        },
        "wal_compression" if switch || t == "on" => Some("pglz"),
        "default_transaction_isolation" | "transaction_isolation" | "bytea_output" => None,
        _ if d.values.split(',').any(|v| v == "on") => match () {
            () if switch => Some("on"),
            () if off => Some("off"),
            () => None,
        },
        _ => None,
    }
}

/// Checks the value of a setting that takes one of some words.
fn word(d: &Definition, text: &str) -> Result<String> {
    let t = text.to_ascii_lowercase();
    if let Some(v) = hidden(d, &t) {
        return Ok(v.to_string());
    }
    if let Some(v) = d.values.split(',').find(|v| v.eq_ignore_ascii_case(text)) {
        return Ok(v.to_string());
    }
    Err(invalid(d, text)
        .hint(format!("Available values: {}.", d.values.split(',').collect::<Vec<_>>().join(", "))))
}

/// Checks the value of a setting that takes a text.
fn string(d: &Definition, text: &str) -> Result<String> {
    match d.name {
        "DateStyle" => date_style(d, text),
        "TimeZone" | "log_timezone" => time_zone(d, text),
        "client_encoding" => encoding(d, text),
        "default_table_access_method" if text != "heap" => {
            Err(invalid(d, text).detail(format!("Table access method \"{text}\" does not exist.")))
        }
        _ => Ok(text.to_string()),
    }
}

/// Reads a date style: "style, order" in any order (`check_datestyle`).
fn date_style(d: &Definition, text: &str) -> Result<String> {
    let (mut style, mut order) = (None, None);
    let mut implied = None;
    for token in text.split(',').map(str::trim) {
        let t = token.to_ascii_lowercase();
        match t.as_str() {
            "iso" => style = Some("ISO"),
            "sql" => style = Some("SQL"),
            "german" => {
                style = Some("German");
                implied = Some("DMY");
            }
            _ if t.starts_with("postgres") => style = Some("Postgres"),
            "ymd" => order = Some("YMD"),
            "dmy" => order = Some("DMY"),
            "mdy" => order = Some("MDY"),
            _ if t.starts_with("euro") => order = Some("DMY"),
            "us" | "noneuro" | "noneuropean" => order = Some("MDY"),
            "default" => {
                style = style.or(Some("ISO"));
                order = order.or(Some("MDY"));
            }
            _ => {
                return Err(invalid(d, text).detail(format!("Unrecognized key word: \"{token}\".")));
            }
        }
    }
    match (style.unwrap_or("ISO"), order.or(implied).unwrap_or("MDY")) {
        ("ISO", "MDY") => Ok("ISO, MDY".to_string()),
        (style, order) => not_modelled(d, &format!("{style}, {order}")),
    }
}

/// Refuses a value that the server accepts and the model does not implement.
fn not_modelled(d: &Definition, value: &str) -> Result<String> {
    err!(FEATURE_NOT_SUPPORTED, "{} \"{value}\" is not modelled", d.name)
}

/// Accepts UTC by any of its names; other zones are checked by their spelling, and refused as not
/// modelled.
fn time_zone(d: &Definition, text: &str) -> Result<String> {
    const AREAS: [&str; 12] = [
        "Africa/",
        "America/",
        "Antarctica/",
        "Arctic/",
        "Asia/",
        "Atlantic/",
        "Australia/",
        "Europe/",
        "Indian/",
        "Pacific/",
        "US/",
        "Etc/",
    ];
    const UTC: [&str; 8] =
        ["UTC", "GMT", "UCT", "Zulu", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Etc/Zulu"];
    const OTHERS: [&str; 8] = ["est", "mst", "hst", "cet", "eet", "met", "wet", "default"];
    if let Some(name) = UTC.iter().find(|n| n.eq_ignore_ascii_case(text)) {
        return Ok((*name).to_string());
    }
    let offset = text.parse::<f64>().is_ok_and(|hours| hours.abs() <= 168.0);
    if offset
        || text.starts_with("INTERVAL ")
        || OTHERS.contains(&text.to_ascii_lowercase().as_str())
        || AREAS.iter().any(|a| text.starts_with(a) && text.len() > a.len())
    {
        return not_modelled(d, text);
    }
    Err(invalid(d, text))
}

/// Checks an encoding's name, of which only UTF8 is modelled.
fn encoding(d: &Definition, text: &str) -> Result<String> {
    let key: String =
        text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    match key.as_str() {
        "utf8" | "unicode" => Ok("UTF8".to_string()),
        "latin1" | "iso88591" => not_modelled(d, "LATIN1"),
        "sqlascii" => not_modelled(d, "SQL_ASCII"),
        _ => Err(invalid(d, text)),
    }
}

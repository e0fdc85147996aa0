//! From what the user wrote to what is kept (`parse_and_validate_value`, check hooks).

use super::units::{self, Dimension};
use super::{Definition, Kind, date_time};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::versions::Release;

/// A parameter that is left from tables with OIDs.
pub const WITH_OIDS: &str = "default_with_oids";

/// Its value: old dumps set it to off, which is all that it can be (`check_default_with_oids`).
pub fn with_oids(value: &str) -> Result<String> {
    match boolean(value) {
        Some(false) => Ok("off".to_string()),
        Some(true) => {
            err!(FEATURE_NOT_SUPPORTED, "tables declared WITH OIDS are not supported")
        }
        None => {
            err!(INVALID_PARAMETER_VALUE, "parameter \"{WITH_OIDS}\" requires a Boolean value")
        }
    }
}

/// Checks a parameter's text and brings it into its standard form.
/// `current` is its value now.
pub(super) fn value(
    d: &Definition,
    text: &str,
    current: &str,
    release: &Release,
) -> Result<String> {
    match d.kind {
        Kind::Bool => match boolean(text) {
            Some(v) => Ok(if v { "on" } else { "off" }.to_string()),
            None => {
                err!(INVALID_PARAMETER_VALUE, "parameter \"{}\" requires a Boolean value", d.name)
            }
        },
        Kind::Int => integer(d, text, release),
        Kind::Real => real(d, text, release),
        Kind::Enum => word(d, text, release),
        Kind::String => string(d, text, current, release),
    }
}

/// The error of a value that the setting does not take.
pub(super) fn invalid(d: &Definition, text: &str) -> Box<PgError> {
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
fn word(d: &Definition, text: &str, release: &Release) -> Result<String> {
    let t = text.to_ascii_lowercase();
    if let Some(v) = hidden(d, &t) {
        return Ok(v.to_string());
    }
    if let Some(v) = d.values.split(',').find(|v| v.eq_ignore_ascii_case(text)) {
        return Ok(v.to_string());
    }
    let name = if d.name == "IntervalStyle" { release.interval_style } else { d.name };
    let shown = Definition { name, ..*d };
    Err(invalid(&shown, text)
        .hint(format!("Available values: {}.", d.values.split(',').collect::<Vec<_>>().join(", "))))
}

/// Whether this is the access method of tables; one of indexes is refused (`get_table_am_oid`).
pub fn is_table_method(name: &str) -> Result<bool> {
    if matches!(name, "btree" | "hash" | "gist" | "gin" | "spgist" | "brin") {
        return err!(
            OBJECT_NOT_IN_PREREQUISITE_STATE,
            "access method \"{name}\" is not of type TABLE"
        );
    }
    Ok(name == "heap")
}

/// Checks the value of a setting that takes a text.
fn string(d: &Definition, text: &str, current: &str, release: &Release) -> Result<String> {
    match d.name {
        "DateStyle" => date_time::style(d, text, current, release),
        "TimeZone" | "log_timezone" => date_time::zone(d, text),
        "client_encoding" => encoding(d, text),
        "default_table_access_method" if text.is_empty() => {
            let quote = if release.hinted_setting_quoted { "\"" } else { "" };
            Err(invalid(d, text).detail(format!("{quote}{}{quote} cannot be empty.", d.name)))
        }
        "default_table_access_method" if !is_table_method(text)? => {
            Err(invalid(d, text).detail(format!("Table access method \"{text}\" does not exist.")))
        }
        _ => Ok(text.to_string()),
    }
}

/// Refuses a value that the server accepts and the model does not implement.
fn not_modelled(d: &Definition, value: &str) -> Result<String> {
    err!(FEATURE_NOT_SUPPORTED, "{} \"{value}\" is not modelled", d.name)
}

/// What the names of the server's other encodings begin with (`pg_encname_tbl`).
const OTHER_ENCODINGS: &[&str] = &[
    "abc", "alt", "big5", "euc", "gb", "iso8859", "johab", "koi8", "latin", "mskanji", "mule",
    "shiftjis", "sjis", "tcvn", "uhc", "vscii", "win",
];

/// The letters and digits of an encoding's name in lower case, which alone count (`clean_encoding_name`).
pub fn clean_encoding(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Whether the server has an encoding of this clean name beside UTF8, LATIN1 and SQL_ASCII.
pub fn is_other_encoding(clean: &str) -> bool {
    OTHER_ENCODINGS.iter().any(|c| clean.starts_with(c))
}

/// Checks an encoding's name, of which only UTF8 is modelled.
fn encoding(d: &Definition, text: &str) -> Result<String> {
    let key = clean_encoding(text);
    match key.as_str() {
        "utf8" | "unicode" => Ok("UTF8".to_string()),
        "latin1" | "iso88591" => not_modelled(d, "LATIN1"),
        "sqlascii" => not_modelled(d, "SQL_ASCII"),
        other if is_other_encoding(other) => not_modelled(d, text),
        _ => Err(invalid(d, text)),
    }
}

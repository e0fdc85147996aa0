//! Units of settings (`guc.c`, `memory_unit_conversion_table`, `time_unit_conversion_table`).
//!
//! A parameter counts in its base unit; a value may be written with another, and is shown in the
//! largest one that divides it.

use super::{Definition, Kind};

/// Whether a base unit counts memory, time, or nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dimension {
    None,
    Memory,
    Time,
}

const MEMORY: [(&str, f64); 5] = [
    ("TB", 1024.0 * 1024.0 * 1024.0 * 1024.0),
    ("GB", 1024.0 * 1024.0 * 1024.0),
    ("MB", 1024.0 * 1024.0),
    ("kB", 1024.0),
    ("B", 1.0),
];

/// In µs.
const TIME: [(&str, f64); 6] =
    [("d", 86_400e6), ("h", 3_600e6), ("min", 60e6), ("s", 1e6), ("ms", 1e3), ("us", 1.0)];

/// Whether a unit measures memory, time or neither.
pub(super) fn dimension(unit: &str) -> Dimension {
    match unit {
        "B" | "kB" | "MB" | "8kB" => Dimension::Memory,
        "us" | "ms" | "s" | "min" => Dimension::Time,
        _ => Dimension::None,
    }
}

/// The units of a dimension, with how many base units each is.
fn table(d: Dimension) -> &'static [(&'static str, f64)] {
    match d {
        Dimension::None => &[],
        Dimension::Memory => &MEMORY,
        Dimension::Time => &TIME,
    }
}

/// The size of a base unit in bytes or microseconds.
fn base_size(unit: &str) -> f64 {
    match unit {
        "8kB" => 8192.0,
        u => table(dimension(u)).iter().find(|(n, _)| *n == u).map_or(1.0, |(_, s)| *s),
    }
}

/// Converts a value from `unit` to the parameter's base unit (`convert_to_base_unit`).
pub(super) fn to_base(value: f64, unit: &str, base: &str) -> Option<f64> {
    let size = table(dimension(base)).iter().find(|(n, _)| *n == unit)?.1;
    let ratio = size / base_size(base);
    let v = value * ratio;
    // A value that is not whole in the base unit is rounded to the next smaller unit written.
    let smaller = table(dimension(base)).iter().find(|(_, s)| *s < size).map(|(_, s)| *s);
    Some(match smaller {
        Some(s) => {
            let step = s / base_size(base);
            if step > 0.0 { (v / step).round_ties_even() * step } else { v }
        }
        None => v,
    })
}

/// A raw value as `SHOW` prints it (`ShowGUCOption`).
pub(super) fn show(d: &Definition, raw: &str) -> String {
    let dim = dimension(d.unit);
    match d.kind {
        Kind::Int if dim != Dimension::None => {
            let Ok(v) = raw.parse::<i64>() else { return raw.to_string() };
            if v <= 0 {
                return v.to_string();
            }
            let bytes = v as f64 * base_size(d.unit);
            for (name, size) in table(dim) {
                if *size >= base_size(d.unit).min(1024.0) && bytes % size == 0.0 {
                    return format!("{}{name}", (bytes / size) as i64);
                }
            }
            format!("{v}{}", d.unit)
        }
        Kind::Real if dim != Dimension::None => {
            let Ok(v) = raw.parse::<f64>() else { return raw.to_string() };
            if v <= 0.0 {
                return general(v);
            }
            let small = v * base_size(d.unit);
            for (name, size) in table(dim) {
                let x = small / size;
                // `convert_real_from_base_unit`: the first unit in which it is (nearly) whole.
                if x > 0.0 && (x.round_ties_even() / x - 1.0).abs() <= 1e-8 {
                    return format!("{}{name}", general(x));
                }
            }
            format!("{}{}", general(v), d.unit)
        }
        Kind::Real => raw.parse::<f64>().map_or_else(|_| raw.to_string(), general),
        _ => raw.to_string(),
    }
}

/// C's `%g`: six significant digits.
pub(super) fn general(v: f64) -> String {
    if v == 0.0 {
        return "0".to_string();
    }
    let sci = format!("{v:.5e}");
    let (mantissa, exp) = sci.split_once('e').unwrap_or((&sci, "0"));
    let exp: i32 = exp.parse().unwrap_or(0);
    let trim = |s: &str| -> String {
        if s.contains('.') {
            s.trim_end_matches('0').trim_end_matches('.').to_string()
        } else {
            s.to_string()
        }
    };
    if !(-4..6).contains(&exp) {
        let sign = if exp < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim(mantissa), exp.abs());
    }
    trim(&format!("{v:.*}", (5 - exp).max(0) as usize))
}

/// The hint about units (`memory_units_hint`, `time_units_hint`).
pub(super) fn hint(d: Dimension) -> Option<&'static str> {
    match d {
        Dimension::None => None,
        Dimension::Memory => {
            Some("Valid units for this parameter are \"B\", \"kB\", \"MB\", \"GB\", and \"TB\".")
        }
        Dimension::Time => Some(
            "Valid units for this parameter are \"us\", \"ms\", \"s\", \"min\", \"h\", and \"d\".",
        ),
    }
}

//! A type's name as SQL writes it (`format_type.c`), and the modifiers in parentheses: text to
//! `typmod` and back (the `typmodin` and `typmodout` functions).
//!
//! | type | typmod of (n) or (p,s) |
//! |---|---|
//! | varchar, bpchar | n + 4 |
//! | numeric | (p << 16 \| s) + 4, s in 11 bits, two's complement |
//! | bit, varbit | n |
//! | time, timestamp | n |
//! | interval | range of fields << 16 \| precision (0xFFFF: all, 0x7FFF) |

use super::{info, oid};
use crate::err;
use crate::error::Result;
use crate::ids::Oid;

/// The greatest n of varchar(n) and char(n) (`MaxAttrSize`).
pub const MAX_ATTR_SIZE: i32 = 10 * 1024 * 1024;
/// `INTERVAL_FULL_RANGE`: no restriction to certain fields.
pub const INTERVAL_FULL_RANGE: i32 = 0x7FFF;
/// `INTERVAL_FULL_PRECISION`: no precision given.
pub const INTERVAL_FULL_PRECISION: i32 = 0xFFFF;

/// Returns the name of a type with its modifier (`format_type_with_typemod`):
/// `format_type(1043, 14)` is `character varying(10)`. A type that is not built in gives `???`.
pub fn format_type(type_oid: Oid, typmod: i32) -> String {
    let Some(t) = info(type_oid) else {
        return if type_oid.is_valid() { "???" } else { "-" }.to_string();
    };
    if t.is_true_array() && t.element.is_valid() {
        return format!("{}[]", format_type(t.element, typmod));
    }
    let with = |name: &str| format!("{name}{}", typmod_out(type_oid, typmod));
    match type_oid {
        oid::BIT if typmod < 0 => "\"bit\"".into(),
        oid::BIT => with("bit"),
        oid::BOOL => "boolean".into(),
        oid::BPCHAR if typmod < 0 => "bpchar".into(),
        oid::BPCHAR => with("character"),
        oid::CHAR => "\"char\"".into(),
        oid::FLOAT4 => "real".into(),
        oid::FLOAT8 => "double precision".into(),
        oid::INT2 => "smallint".into(),
        oid::INT4 => "integer".into(),
        oid::INT8 => "bigint".into(),
        oid::NUMERIC => with("numeric"),
        oid::INTERVAL => with("interval"),
        oid::TIME => format!("{} without time zone", with("time")),
        oid::TIMETZ => format!("{} with time zone", with("time")),
        oid::TIMESTAMP => format!("{} without time zone", with("timestamp")),
        oid::TIMESTAMPTZ => format!("{} with time zone", with("timestamp")),
        oid::VARBIT => with("bit varying"),
        oid::VARCHAR => with("character varying"),
        oid::ANY => "\"any\"".into(),
        _ => t.name.into(),
    }
}

/// Returns the name of a type without a modifier (`format_type_be`). `bit` and `character` are
/// written so only here: `format_type` with modifier -1 writes them otherwise, since SQL's words
/// mean bit(1) and character(1).
pub fn type_name(type_oid: Oid) -> String {
    match type_oid {
        oid::BIT => "bit".into(),
        oid::BPCHAR => "character".into(),
        _ => match info(type_oid) {
            Some(t) if t.is_true_array() && t.element.is_valid() => {
                format!("{}[]", type_name(t.element))
            }
            _ => format_type(type_oid, -1),
        },
    }
}

/// The modifier as it is written after a type's name: `(10,2)`; empty if there is none.
pub fn typmod_out(type_oid: Oid, typmod: i32) -> String {
    match type_oid {
        oid::BPCHAR | oid::VARCHAR if typmod > 4 => format!("({})", typmod - 4),
        oid::NUMERIC if typmod >= 4 => {
            let (p, s) = numeric_parts(typmod);
            format!("({p},{s})")
        }
        oid::BIT | oid::VARBIT | oid::TIME | oid::TIMETZ | oid::TIMESTAMP | oid::TIMESTAMPTZ
            if typmod >= 0 =>
        {
            format!("({typmod})")
        }
        oid::INTERVAL if typmod >= 0 => {
            let (range, precision) = ((typmod >> 16) & 0x7FFF, typmod & 0xFFFF);
            let (y, mon, d, h, min, s) = (1 << 2, 1 << 1, 1 << 3, 1 << 10, 1 << 11, 1 << 12);
            let fields = [
                (y, " year"),
                (mon, " month"),
                (d, " day"),
                (h, " hour"),
                (min, " minute"),
                (s, " second"),
                (y | mon, " year to month"),
                (d | h, " day to hour"),
                (d | h | min, " day to minute"),
                (d | h | min | s, " day to second"),
                (h | min, " hour to minute"),
                (h | min | s, " hour to second"),
                (min | s, " minute to second"),
            ];
            let name = fields.iter().find(|f| f.0 == range).map_or("", |f| f.1);
            if precision == INTERVAL_FULL_PRECISION {
                name.to_string()
            } else {
                format!("{name}({precision})")
            }
        }
        _ => String::new(),
    }
}

/// Precision and scale of a numeric's modifier.
pub fn numeric_parts(typmod: i32) -> (i32, i32) {
    let t = typmod - 4;
    ((t >> 16) & 0xFFFF, ((t & 0x7FF) ^ 1024) - 1024)
}

/// The typmod for the numbers in a type's parentheses (`typmodin`). For interval these are the range of
/// fields and, if given, the precision.
pub fn typmod_in(type_oid: Oid, args: &[i32]) -> Result<i32> {
    let element = info(type_oid).filter(|t| t.is_true_array()).map_or(type_oid, |t| t.element);
    let one = |n: &[i32]| match n {
        [n] => Ok(*n),
        _ => err!(INVALID_PARAMETER_VALUE, "invalid type modifier"),
    };
    match element {
        oid::BPCHAR | oid::VARCHAR => {
            let name = if element == oid::BPCHAR { "char" } else { "varchar" };
            length(name, one(args)?, MAX_ATTR_SIZE).map(|n| n + 4)
        }
        oid::BIT => length("bit", one(args)?, MAX_ATTR_SIZE * 8),
        oid::VARBIT => length("varbit", one(args)?, MAX_ATTR_SIZE * 8),
        oid::NUMERIC => match *args {
            [p] | [p, _] if !(1..=1000).contains(&p) => {
                err!(INVALID_PARAMETER_VALUE, "NUMERIC precision {p} must be between 1 and 1000")
            }
            [p] => Ok((p << 16) + 4),
            [_, s] if !(-1000..=1000).contains(&s) => {
                err!(INVALID_PARAMETER_VALUE, "NUMERIC scale {s} must be between -1000 and 1000")
            }
            [p, s] => Ok((p << 16 | s & 0x7FF) + 4),
            _ => err!(INVALID_PARAMETER_VALUE, "invalid NUMERIC type modifier"),
        },
        oid::TIME | oid::TIMETZ | oid::TIMESTAMP | oid::TIMESTAMPTZ => {
            precision(element, one(args)?)
        }
        oid::INTERVAL => match *args {
            [range] if range == INTERVAL_FULL_RANGE => Ok(-1),
            [range] => Ok(range << 16 | INTERVAL_FULL_PRECISION),
            [range, p] => Ok(range << 16 | precision(element, p)?),
            _ => err!(INVALID_PARAMETER_VALUE, "invalid INTERVAL type modifier"),
        },
        _ => {
            err!(SYNTAX_ERROR, "type modifier is not allowed for type \"{}\"", {
                info(element).map_or("???", |t| t.name)
            })
        }
    }
}

/// Checks the length of a type with one: `varchar(n)`, `bit(n)`.
fn length(name: &str, n: i32, max: i32) -> Result<i32> {
    if n < 1 {
        return err!(INVALID_PARAMETER_VALUE, "length for type {name} must be at least 1");
    }
    if n > max {
        return err!(INVALID_PARAMETER_VALUE, "length for type {name} cannot exceed {max}");
    }
    Ok(n)
}

/// Checks the number of decimals of a time type; more than 6 become 6.
fn precision(type_oid: Oid, n: i32) -> Result<i32> {
    if n < 0 {
        return err!(INVALID_PARAMETER_VALUE, "{} must not be negative", {
            precision_of(type_oid, n)
        });
    }
    Ok(n.min(6))
}

/// How messages name the precision of a time type.
pub fn precision_of(type_oid: Oid, n: i32) -> String {
    let (name, zone) = match type_oid {
        oid::TIME => ("TIME", ""),
        oid::TIMETZ => ("TIME", " WITH TIME ZONE"),
        oid::TIMESTAMP => ("TIMESTAMP", ""),
        oid::TIMESTAMPTZ => ("TIMESTAMP", " WITH TIME ZONE"),
        _ => ("INTERVAL", ""),
    };
    format!("{name}({n}){zone} precision")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_modifiers() {
        let numeric = typmod_in(oid::NUMERIC, &[10, 2]).unwrap();
        assert_eq!(format_type(oid::NUMERIC, numeric), "numeric(10,2)");
        let numeric = typmod_in(oid::NUMERIC, &[3, -2]).unwrap();
        assert_eq!(format_type(oid::NUMERIC, numeric), "numeric(3,-2)");
        assert_eq!(format_type(oid::VARCHAR_ARRAY, 14), "character varying(10)[]");
        assert_eq!(format_type(oid::TIMESTAMPTZ, 3), "timestamp(3) with time zone");
        assert_eq!(format_type(oid::INTERVAL, 8 << 16 | 0xFFFF), "interval day");
        assert_eq!(format_type(oid::CHAR, -1), "\"char\"");
        assert_eq!(
            typmod_in(oid::VARCHAR, &[0]).unwrap_err().message,
            "length for type varchar must be at least 1"
        );
    }
}

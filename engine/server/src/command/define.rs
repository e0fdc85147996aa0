//! Reads the value of an option (`define.c`), in the same way for EXPLAIN, VACUUM, COPY and others.
//!
//! ```text
//! VACUUM (FREEZE)         no value at all: true
//! VACUUM (FREEZE 1)       the numbers 0 and 1, not '1'
//! VACUUM (FREEZE off)     on, off, true, false, whole words in any case
//! VACUUM (FREEZE yes)     ERROR:  freeze requires a Boolean value
//! ```
//!
//! Settings and storage parameters take more words than these: `settings::parse_bool`.

use sql::ast::{DefArg, DefElem};
use storage::err;
use storage::error::Result;

/// Reads a word for true or false; `None` if it is neither.
fn word(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" => Some(true),
        "false" | "off" => Some(false),
        _ => None,
    }
}

/// The value of a Boolean option, as [`boolean`] reads it; `None` instead of an error.
pub(super) fn truth(d: &DefElem) -> Option<bool> {
    match &d.arg {
        None | Some(DefArg::Integer(1)) => Some(true),
        Some(DefArg::Integer(0)) => Some(false),
        Some(DefArg::Integer(_)) => None,
        Some(other) => word(&other.text()),
    }
}

/// Returns the value of a Boolean option (`defGetBoolean`); another value is refused with 42601.
pub(super) fn boolean(d: &DefElem) -> Result<bool> {
    match truth(d) {
        Some(on) => Ok(on),
        None => err!(SYNTAX_ERROR, "{} requires a Boolean value", d.name),
    }
}

/// Returns the value of a text option (`defGetString`); an option without one is refused with
/// 42601.
pub(super) fn string(d: &DefElem) -> Result<String> {
    match &d.arg {
        Some(a) => Ok(a.text()),
        None => err!(SYNTAX_ERROR, "{} requires a parameter", d.name),
    }
}

/// Returns the value of an integer option (`defGetInt32`); another value is refused with 42601.
pub(super) fn int32(d: &DefElem) -> Result<i32> {
    match d.arg {
        Some(DefArg::Integer(i)) => Ok(i),
        _ => err!(SYNTAX_ERROR, "{} requires an integer value", d.name),
    }
}

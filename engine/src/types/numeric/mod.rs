//! numeric. To be written.

use crate::datum::Datum;
use crate::error::Result;
use std::cmp::Ordering;
use std::fmt;

/// A number of any size (`NumericVar`).
#[derive(Clone, Debug)]
pub struct Numeric;

impl Numeric {
    /// `numeric_in`, without its modifier.
    pub fn parse(_text: &str) -> Result<Numeric> {
        todo!("numeric_in")
    }
    /// From the payload of a numeric datum.
    pub fn from_payload(_payload: &[u8]) -> Numeric {
        todo!("numeric payload")
    }
    /// `apply_typmod`.
    pub fn apply_typmod(self, _typmod: i32) -> Result<Numeric> {
        todo!("apply_typmod")
    }
    /// The datum (`make_result`).
    pub fn to_datum(&self) -> Datum {
        todo!("make_result")
    }
}

impl fmt::Display for Numeric {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        todo!("numeric_out")
    }
}

/// `numeric_cmp`, on payloads.
pub fn compare(_a: &[u8], _b: &[u8]) -> Ordering {
    todo!("numeric_cmp")
}
/// `hash_numeric`, on a payload.
pub fn hash(_payload: &[u8]) -> u32 {
    todo!("hash_numeric")
}

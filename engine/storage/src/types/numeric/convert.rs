//! numeric from and to the other numbers.

use super::{Kind, NBASE, Numeric};
use crate::err;
use crate::error::Result;
use crate::types::float;

impl Numeric {
    /// Returns the integer as a number of scale 0 (`int64_to_numeric`).
    pub fn from_i64(v: i64) -> Numeric {
        Numeric::from_i128(v.into())
    }

    /// Returns the integer as a number of scale 0 (`int128_to_numericvar`).
    pub fn from_i128(v: i128) -> Numeric {
        let mut rest = v.unsigned_abs();
        let mut digits = Vec::new();
        while rest > 0 {
            digits.push((rest % NBASE as u128) as i16);
            rest /= NBASE as u128;
        }
        digits.reverse();
        let weight = digits.len() as i32 - 1;
        Numeric { kind: Kind::Finite(v < 0), weight, dscale: 0, digits }.strip()
    }

    /// The number rounded to an integer, if an `i128` holds it.
    pub fn to_i128(&self) -> Option<i128> {
        let n = self.clone().round_to(0);
        if !n.is_finite() || n.weight > 9 {
            return None;
        }
        let mut v: i128 = 0;
        for p in (0..=n.weight).rev() {
            v = v.checked_mul(NBASE.into())?.checked_add(n.digit(p).into())?;
        }
        Some(if n.is_negative() { -v } else { v })
    }

    /// Returns the number as an integer of the type with this name and range (`numeric_int2`,
    /// `numeric_int4`, `numeric_int8`).
    pub fn to_int(&self, name: &str, min: i64, max: i64) -> Result<i64> {
        match self.kind {
            Kind::NaN => return err!(FEATURE_NOT_SUPPORTED, "cannot convert NaN to {name}"),
            Kind::Infinite(_) => {
                return err!(FEATURE_NOT_SUPPORTED, "cannot convert infinity to {name}");
            }
            Kind::Finite(_) => {}
        }
        match self.to_i128().and_then(|v| i64::try_from(v).ok()) {
            Some(v) if (min..=max).contains(&v) => Ok(v),
            _ => err!(NUMERIC_VALUE_OUT_OF_RANGE, "{name} out of range"),
        }
    }

    /// Returns a double as a number of so many significant digits: 15 of a double precision, 6 of a
    /// real (`float8_numeric`, `float4_numeric`).
    pub fn from_f64(v: f64, digits: usize) -> Result<Numeric> {
        if v.is_nan() {
            return Ok(Numeric::NAN);
        }
        if v.is_infinite() {
            return Ok(Numeric::infinity(v < 0.0));
        }
        Numeric::parse(&float::general(v, digits))
    }

    /// Returns the nearest double; a number too large for one is refused with 22003
    /// (`numeric_float8`).
    pub fn to_f64(&self) -> Result<f64> {
        float::float8_in(&self.to_string())
    }

    /// Returns the nearest double (`numericvar_to_double_no_overflow`); infinite if the number is
    /// too large.
    pub fn to_f64_lossy(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }
}

//! numeric: decimal numbers of any size, byte for byte as on disk (`numeric.c`).
//!
//! Digits are in base 10000, from the highest; `weight` is the power of 10000 of the first, `dscale`
//! how many decimals are shown. The payload is little-endian 16-bit words:
//!
//! ```text
//!  short  10 s dddddd w wwwwww   s sign, d dscale (0..63), w weight (7 bits, two's complement)
//!  long   0s dddddddddddddd | weight: int16
//!  both   | digit | digit | ...      without zero digits at either end
//!  NaN 0xC000, Infinity 0xD000, -Infinity 0xF000
//! ```
//!
//! `12345.678` is `80 81` (header: short, dscale 3, weight 1) `01 00  29 09  7c 1a`: 1, 2345, 6780.
//!
//! Sums, products and quotients are exact to the digit the server shows. Logarithms and powers are
//! computed with guard digits of our own and rounded to the scale the server selects.

mod arith;
mod convert;
mod io;
mod sum;
mod transcendental;

pub use sum::NumericSum;

use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use std::cmp::Ordering;

/// The base of a digit (`NBASE`).
const NBASE: i32 = 10000;
/// Decimal digits in one (`DEC_DIGITS`).
const DEC_DIGITS: i32 = 4;
/// The most decimals a value can show (`NUMERIC_DSCALE_MAX`).
const DSCALE_MAX: i32 = 0x3FFF;
/// The most decimals that a quotient or root is computed to, and the greatest precision
/// (`NUMERIC_MAX_DISPLAY_SCALE`, `NUMERIC_MAX_PRECISION`).
const MAX_DISPLAY_SCALE: i32 = 1000;
/// How many significant digits quotients, roots and logarithms have at least
/// (`NUMERIC_MIN_SIG_DIGITS`).
const MIN_SIG_DIGITS: i32 = 16;

/// What kind of number it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number; true when it is negative.
    Finite(bool),
    /// Not a number; above all else in the order.
    NaN,
    /// Infinity; true for the negative one.
    Infinite(bool),
}

/// A number of any size (`NumericVar`).
#[derive(Clone, Debug)]
pub struct Numeric {
    /// Number, NaN or infinity.
    pub kind: Kind,
    /// Power of 10000 of the first digit.
    pub weight: i32,
    /// Decimals shown.
    pub dscale: i32,
    /// Digits in base 10000, without zeros at either end.
    pub digits: Vec<i16>,
}

impl Numeric {
    /// Zero.
    pub const ZERO: Numeric =
        Numeric { kind: Kind::Finite(false), weight: 0, dscale: 0, digits: Vec::new() };
    /// Not a number.
    pub const NAN: Numeric = Numeric { kind: Kind::NaN, weight: 0, dscale: 0, digits: Vec::new() };

    /// Returns infinity, or minus infinity if `negative`.
    pub fn infinity(negative: bool) -> Numeric {
        Numeric { kind: Kind::Infinite(negative), ..Numeric::ZERO }
    }
    /// Whether it is neither infinite nor NaN.
    pub fn is_finite(&self) -> bool {
        matches!(self.kind, Kind::Finite(_))
    }
    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.is_finite() && self.digits.is_empty()
    }
    /// Whether it is less than zero.
    pub fn is_negative(&self) -> bool {
        matches!(self.kind, Kind::Finite(true) | Kind::Infinite(true))
    }
    /// -1, 0 or 1; NaN counts as 1 (`numeric_sign_internal`).
    pub fn signum(&self) -> i32 {
        if self.is_zero() {
            0
        } else if self.is_negative() {
            -1
        } else {
            1
        }
    }
    /// The number with the opposite sign.
    pub fn negated(mut self) -> Numeric {
        self.kind = match self.kind {
            Kind::Finite(n) => Kind::Finite(!n && !self.digits.is_empty()),
            Kind::Infinite(n) => Kind::Infinite(!n),
            Kind::NaN => Kind::NaN,
        };
        self
    }
    /// Its absolute value.
    pub fn abs(self) -> Numeric {
        if self.is_negative() { self.negated() } else { self }
    }
    /// Whether it is a whole number.
    pub fn is_integral(&self) -> bool {
        self.is_finite() && self.digits.len() as i32 <= (self.weight + 1).max(0)
    }

    /// Removes the zero digits at both ends (`strip_var`); zero has weight 0 and no sign.
    fn strip(mut self) -> Numeric {
        let lead = self.digits.iter().take_while(|&&d| d == 0).count();
        self.digits.drain(..lead);
        self.weight -= lead as i32;
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        if self.digits.is_empty() && self.is_finite() {
            self.weight = 0;
            self.kind = Kind::Finite(false);
        }
        self
    }

    /// The number, or an error if the stored form cannot hold it (`make_result`).
    pub fn checked(self) -> Result<Numeric> {
        let fits = (i32::from(i16::MIN)..=i32::from(i16::MAX)).contains(&self.weight);
        if self.is_finite() && (!fits || self.dscale > DSCALE_MAX) {
            return err!(NUMERIC_VALUE_OUT_OF_RANGE, "value overflows numeric format");
        }
        Ok(self)
    }

    /// Reads the payload of a numeric datum (`set_var_from_num`).
    pub fn from_payload(payload: &[u8]) -> Numeric {
        let mut words = payload.chunks_exact(2).map(|w| u16::from_le_bytes([w[0], w[1]]));
        let header = words.next().unwrap_or(0xC000);
        let (kind, dscale, weight) = match header & 0xC000 {
            0xC000 => {
                return match header & 0xF000 {
                    0xD000 => Numeric::infinity(false),
                    0xF000 => Numeric::infinity(true),
                    _ => Numeric::NAN,
                };
            }
            0x8000 => {
                let low = i32::from(header & 0x3F);
                let weight = if header & 0x40 != 0 { low - 64 } else { low };
                (header & 0x2000 != 0, i32::from(header >> 7 & 0x3F), weight)
            }
            sign => {
                let weight = i32::from(words.next().unwrap_or(0) as i16);
                (sign == 0x4000, i32::from(header & 0x3FFF), weight)
            }
        };
        let digits = words.map(|w| (w as i16).clamp(0, 9999)).collect();
        Numeric { kind: Kind::Finite(kind), weight, dscale, digits }.strip()
    }

    /// For tests: the number as the payload of a datum (`make_result`).
    #[cfg(test)]
    pub fn to_payload(&self) -> Vec<u8> {
        let mut v = Vec::with_capacity(4 + 2 * self.digits.len());
        self.append_payload(&mut v);
        v
    }

    /// Appends the number's bytes, short or long form (`make_result`).
    fn append_payload(&self, v: &mut Vec<u8>) {
        let negative = match self.kind {
            Kind::Finite(n) => n && !self.digits.is_empty(),
            Kind::NaN => return v.extend_from_slice(&0xC000u16.to_le_bytes()),
            Kind::Infinite(n) => {
                let header: u16 = if n { 0xF000 } else { 0xD000 };
                return v.extend_from_slice(&header.to_le_bytes());
            }
        };
        let weight = if self.digits.is_empty() { 0 } else { self.weight };
        if self.dscale <= 63 && (-64..=63).contains(&weight) {
            let header = 0x8000
                | if negative { 0x2000 } else { 0 }
                | (self.dscale as u16) << 7
                | if weight < 0 { 0x40 } else { 0 }
                | (weight as u16 & 0x3F);
            v.extend_from_slice(&header.to_le_bytes());
        } else {
            let header = if negative { 0x4000 } else { 0 } | self.dscale as u16 & 0x3FFF;
            v.extend_from_slice(&header.to_le_bytes());
            v.extend_from_slice(&(weight as i16).to_le_bytes());
        }
        self.digits.iter().for_each(|d| v.extend_from_slice(&d.to_le_bytes()));
    }

    /// The number as a datum (`make_result`).
    pub fn to_datum(&self) -> Datum {
        let mut v = Vec::with_capacity(8 + 2 * self.digits.len());
        v.extend_from_slice(&[0; 4]);
        self.append_payload(&mut v);
        Datum::from_varlena_buf(v)
    }

    /// The order of two numbers' absolute values (`cmp_abs`).
    fn cmp_abs(&self, other: &Numeric) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => self.weight.cmp(&other.weight).then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

impl PartialEq for Numeric {
    fn eq(&self, other: &Numeric) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Numeric {}

impl PartialOrd for Numeric {
    fn partial_cmp(&self, other: &Numeric) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Numeric {
    /// Compares by value: -Infinity < numbers < Infinity < NaN (`cmp_numerics`).
    fn cmp(&self, other: &Numeric) -> Ordering {
        let rank = |n: &Numeric| match n.kind {
            Kind::Infinite(true) => 0,
            Kind::Finite(_) => 1,
            Kind::Infinite(false) => 2,
            Kind::NaN => 3,
        };
        rank(self).cmp(&rank(other)).then_with(|| match (self.signum(), other.signum()) {
            _ if !self.is_finite() => Ordering::Equal,
            (a, b) if a != b => a.cmp(&b),
            (-1, _) => other.cmp_abs(self),
            _ => self.cmp_abs(other),
        })
    }
}

/// Compares two payloads; NaN is above all else (`numeric_cmp`).
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    Numeric::from_payload(a).cmp(&Numeric::from_payload(b))
}

/// Returns the hash of a payload: of the digits' bytes and the weight; the scale does not count
/// (`hash_numeric`).
pub fn hash(payload: &[u8]) -> u32 {
    let n = Numeric::from_payload(payload);
    if !n.is_finite() {
        return 0;
    }
    if n.digits.is_empty() {
        return u32::MAX;
    }
    let bytes: Vec<u8> = n.digits.iter().flat_map(|d| d.to_le_bytes()).collect();
    super::hash::bytes(&bytes) ^ n.weight as u32
}

#[cfg(test)]
mod tests;

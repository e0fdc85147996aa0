//! numeric from text and to text, rounding, and the modifier (p,s).

use super::{DEC_DIGITS, Kind, NBASE, Numeric};
use crate::err;
use crate::error::Result;
use crate::types::format_type::numeric_parts;
use crate::types::scalar::{invalid_syntax, trim};
use std::fmt;

impl Numeric {
    /// Reads a number, without applying a typmod (`numeric_in`); other text is refused.
    pub fn parse(text: &str) -> Result<Numeric> {
        let t = trim(text);
        match t.to_ascii_lowercase().as_str() {
            "nan" => return Ok(Numeric::NAN),
            "infinity" | "+infinity" | "inf" | "+inf" => return Ok(Numeric::infinity(false)),
            "-infinity" | "-inf" => return Ok(Numeric::infinity(true)),
            _ => {}
        }
        let bad = || invalid_syntax("numeric", text);
        let (negative, body) = match t.as_bytes().first() {
            Some(b'-') => (true, &t[1..]),
            Some(b'+') => (false, &t[1..]),
            _ => (false, t),
        };
        let (mantissa, exponent) = match body.find(['e', 'E']) {
            Some(i) => (&body[..i], Some(&body[i + 1..])),
            None => (body, None),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits_only = |s: &str| s.bytes().all(|c| c.is_ascii_digit());
        if whole.is_empty() && fraction.is_empty() || !digits_only(whole) || !digits_only(fraction)
        {
            return Err(bad());
        }
        let exponent: i64 = match exponent {
            None => 0,
            Some(e) => {
                let unsigned = e.strip_prefix(['+', '-']).unwrap_or(e);
                if unsigned.is_empty() || !digits_only(unsigned) {
                    return Err(bad());
                }
                e.parse().unwrap_or(i64::MAX)
            }
        };
        if exponent.abs() >= i64::from(i32::MAX / 2) {
            return err!(NUMERIC_VALUE_OUT_OF_RANGE, "value overflows numeric format");
        }
        let exponent = exponent as i32;
        let decimals: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|c| c - b'0').collect();
        let dscale = (fraction.len() as i32 - exponent).max(0);
        let mut n = Numeric::from_decimals(&decimals, whole.len() as i32 - 1 + exponent);
        n.kind = Kind::Finite(negative && !n.digits.is_empty());
        n.dscale = dscale;
        n.checked()
    }

    /// From decimal digits, the first of which stands for 10^`dweight`.
    pub(super) fn from_decimals(decimals: &[u8], dweight: i32) -> Numeric {
        let weight = dweight.div_euclid(DEC_DIGITS);
        let offset = (weight + 1) * DEC_DIGITS - (dweight + 1);
        let mut digits = Vec::with_capacity(decimals.len() / 4 + 2);
        let mut at = -offset;
        while at < decimals.len() as i32 {
            let digit = (at..at + DEC_DIGITS).fold(0i16, |v, i| {
                let d = usize::try_from(i).ok().and_then(|i| decimals.get(i)).copied();
                v * 10 + i16::from(d.unwrap_or(0))
            });
            digits.push(digit);
            at += DEC_DIGITS;
        }
        Numeric { digits, weight, ..Numeric::ZERO }.strip()
    }

    /// The base-10,000 digit with weight `power`.
    pub(super) fn digit(&self, power: i32) -> i16 {
        let i = i64::from(self.weight) - i64::from(power);
        usize::try_from(i).ok().and_then(|i| self.digits.get(i)).copied().unwrap_or(0)
    }

    /// Rounds to `rscale` decimals (negative: before the point), half away from zero (`round_var`).
    pub fn round_to(self, rscale: i32) -> Numeric {
        self.cut(rscale, true)
    }

    /// Cuts the number off after `rscale` decimals (`trunc_var`).
    pub fn trunc_to(self, rscale: i32) -> Numeric {
        self.cut(rscale, false)
    }

    /// Cuts the number to `rscale` decimals, rounded or not.
    fn cut(mut self, rscale: i32, round: bool) -> Numeric {
        if !self.is_finite() {
            return self;
        }
        self.dscale = rscale;
        let decimals = i64::from(self.weight + 1) * 4 + i64::from(rscale); // kept
        if decimals < 0 || (decimals == 0 && !round) {
            return Numeric { dscale: rscale, ..Numeric::ZERO };
        }
        let keep = (decimals as usize).div_ceil(4);
        let inside = (decimals % 4) as u32; // decimals kept of the last digit, 0 for all
        if keep > self.digits.len() || keep == self.digits.len() && inside == 0 {
            return self;
        }
        let mut carry = 0i32;
        if inside == 0 {
            carry = i32::from(round && self.digits.get(keep).is_some_and(|&d| d >= 5000));
            self.digits.truncate(keep);
        } else {
            self.digits.truncate(keep);
            let unit = 10i32.pow(4 - inside);
            if let Some(last) = self.digits.last_mut() {
                let rest = i32::from(*last) % unit;
                let mut v = i32::from(*last) - rest;
                if round && rest >= unit / 2 {
                    v += unit;
                }
                carry = i32::from(v >= NBASE);
                *last = (v % NBASE) as i16;
                if carry > 0 {
                    self.digits.pop();
                }
            }
        }
        while carry > 0 {
            match self.digits.last_mut() {
                Some(9999) => {
                    self.digits.pop();
                }
                Some(d) => {
                    *d += 1;
                    carry = 0;
                }
                None => {
                    self.digits.push(1);
                    self.weight += 1;
                    carry = 0;
                }
            }
        }
        self.strip()
    }

    /// Rounds to the scale of the typmod, and refuses a number above its precision with 22003
    /// (`apply_typmod`).
    pub fn apply_typmod(self, typmod: i32) -> Result<Numeric> {
        if typmod < 4 || matches!(self.kind, Kind::NaN) {
            return Ok(self);
        }
        let (precision, scale) = numeric_parts(typmod);
        let fail = |detail: String| {
            err!(NUMERIC_VALUE_OUT_OF_RANGE, "numeric field overflow").map_err(|e| e.detail(detail))
        };
        if !self.is_finite() {
            return fail(format!(
                "A field with precision {precision}, scale {scale} cannot hold an infinite value."
            ));
        }
        let mut n = self.round_to(scale);
        n.dscale = n.dscale.max(0);
        let max = precision - scale;
        if n.decimal_weight().is_some_and(|w| w + 1 > max) {
            let limit = if max == 0 { "1".to_string() } else { format!("10^{max}") };
            return fail(format!(
                "A field with precision {precision}, scale {scale} must round to an absolute value less than {limit}."
            ));
        }
        Ok(n)
    }

    /// The power of ten of the first decimal digit; `None` for zero.
    pub fn decimal_weight(&self) -> Option<i32> {
        let first = i32::from(*self.digits.first()?);
        Some(self.weight * DEC_DIGITS + first.ilog10() as i32)
    }

    /// The fewest decimals that show the number exactly (`get_min_scale`).
    pub fn min_scale(&self) -> i32 {
        let Some(&last) = self.digits.last() else { return 0 };
        let mut scale = (self.digits.len() as i32 - self.weight - 1) * DEC_DIGITS;
        if scale > 0 {
            let mut last = last;
            while last % 10 == 0 {
                scale -= 1;
                last /= 10;
            }
        }
        scale.max(0)
    }
}

impl fmt::Display for Numeric {
    /// Writes the number with as many decimals as its scale says, or `NaN`, `Infinity`, `-Infinity`
    /// (`get_str_from_var`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::NaN => return f.write_str("NaN"),
            Kind::Infinite(n) => return f.write_str(if n { "-Infinity" } else { "Infinity" }),
            Kind::Finite(negative) => {
                if negative && !self.digits.is_empty() {
                    f.write_str("-")?;
                }
            }
        }
        let mut s = String::with_capacity(self.digits.len() * 4 + self.dscale.max(0) as usize + 8);
        if self.weight < 0 {
            s.push('0');
        } else {
            for p in (0..=self.weight).rev() {
                let d = self.digit(p);
                if s.is_empty() && p == self.weight {
                    s.push_str(&d.to_string());
                } else {
                    s.push_str(&format!("{d:04}"));
                }
            }
        }
        if self.dscale > 0 {
            s.push('.');
            let end = s.len() + self.dscale as usize;
            let mut p = -1;
            while s.len() < end {
                s.push_str(&format!("{:04}", self.digit(p)));
                p -= 1;
            }
            s.truncate(end);
        }
        f.write_str(&s)
    }
}

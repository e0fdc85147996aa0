//! Sums, differences, products, quotients and remainders (`add_var`, `mul_var`, `div_var` ...).

use super::{DEC_DIGITS, DSCALE_MAX, Kind, MAX_DISPLAY_SCALE, MIN_SIG_DIGITS, NBASE, Numeric};
use crate::err;
use crate::error::Result;
use std::cmp::Ordering;

impl Numeric {
    /// The sum of the absolute values (`add_abs`).
    fn add_abs(&self, other: &Numeric) -> Numeric {
        let (a, b) = (self, other);
        if a.digits.is_empty() || b.digits.is_empty() {
            let some = if a.digits.is_empty() { b } else { a };
            return Numeric { kind: Kind::Finite(false), ..some.clone() };
        }
        let high = a.weight.max(b.weight) + 1;
        let low = (a.weight - a.digits.len() as i32).min(b.weight - b.digits.len() as i32) + 1;
        let mut digits = vec![0i16; (high - low + 1) as usize];
        let mut carry = 0;
        for p in low..=high {
            let v = a.digit(p) + b.digit(p) + carry;
            carry = i16::from(i32::from(v) >= NBASE);
            digits[(high - p) as usize] = v - carry * NBASE as i16;
        }
        Numeric { digits, weight: high, ..Numeric::ZERO }.strip()
    }

    /// The difference of the absolute values, of which that of `self` is the greater.
    fn sub_abs(&self, other: &Numeric) -> Numeric {
        let (a, b) = (self, other);
        if b.digits.is_empty() {
            return Numeric { kind: Kind::Finite(false), ..a.clone() };
        }
        let high = a.weight;
        let low = (a.weight - a.digits.len() as i32).min(b.weight - b.digits.len() as i32) + 1;
        let mut digits = vec![0i16; (high - low + 1).max(0) as usize];
        let mut borrow = 0;
        for p in low..=high {
            let v = a.digit(p) - b.digit(p) - borrow;
            borrow = i16::from(v < 0);
            digits[(high - p) as usize] = v + borrow * NBASE as i16;
        }
        Numeric { digits, weight: high, ..Numeric::ZERO }.strip()
    }

    /// Returns the sum, with the greater of both scales (`numeric_add`): NaN if an operand is, or
    /// for infinities of opposite signs.
    pub fn add(&self, other: &Numeric) -> Numeric {
        match (self.kind, other.kind) {
            (Kind::NaN, _) | (_, Kind::NaN) => return Numeric::NAN,
            (Kind::Infinite(a), Kind::Infinite(b)) if a != b => return Numeric::NAN,
            (Kind::Infinite(_), _) => return self.clone(),
            (_, Kind::Infinite(_)) => return other.clone(),
            _ => {}
        }
        let mut r = match (self.is_negative(), other.is_negative()) {
            (a, b) if a == b => {
                let r = self.add_abs(other);
                if a { r.negated() } else { r }
            }
            (negative, _) => match self.cmp_abs(other) {
                Ordering::Equal => Numeric::ZERO,
                Ordering::Greater if negative => self.sub_abs(other).negated(),
                Ordering::Greater => self.sub_abs(other),
                Ordering::Less if negative => other.sub_abs(self),
                Ordering::Less => other.sub_abs(self).negated(),
            },
        };
        r.dscale = self.dscale.max(other.dscale);
        r
    }

    /// Returns the difference, with the greater of both scales (`numeric_sub`).
    pub fn sub(&self, other: &Numeric) -> Numeric {
        self.add(&other.clone().negated())
    }

    /// Returns the exact product rounded to `rscale` decimals (`mul_var`).
    pub(super) fn mul_scale(&self, other: &Numeric, rscale: i32) -> Numeric {
        let (a, b) = (&self.digits, &other.digits);
        if a.is_empty() || b.is_empty() {
            return Numeric { dscale: rscale, ..Numeric::ZERO };
        }
        let mut acc = vec![0u64; a.len() + b.len()];
        for (i, &x) in a.iter().enumerate().filter(|x| *x.1 != 0) {
            for (j, &y) in b.iter().enumerate() {
                acc[i + j + 1] += x as u64 * y as u64;
            }
        }
        let mut carry = 0;
        let mut digits = vec![0i16; acc.len()];
        for (d, v) in digits.iter_mut().zip(&acc).rev() {
            let v = v + carry;
            carry = v / NBASE as u64;
            *d = (v % NBASE as u64) as i16;
        }
        let kind = Kind::Finite(self.is_negative() != other.is_negative());
        let weight = self.weight + other.weight + 1;
        Numeric { kind, weight, dscale: 0, digits }.strip().round_to(rscale)
    }

    /// Returns the product, with as many decimals as both factors together (`numeric_mul`).
    pub fn mul(&self, other: &Numeric) -> Result<Numeric> {
        if !self.is_finite() || !other.is_finite() {
            return Ok(match self.signum() * other.signum() {
                _ if self.kind == Kind::NaN || other.kind == Kind::NaN => Numeric::NAN,
                0 => Numeric::NAN,
                s => Numeric::infinity(s < 0),
            });
        }
        self.mul_scale(other, (self.dscale + other.dscale).min(DSCALE_MAX)).checked()
    }

    /// Returns the quotient with `rscale` decimals, rounded if `round`, otherwise cut off
    /// (`div_var`). The divisor must not be zero.
    pub(super) fn div_scale(&self, other: &Numeric, rscale: i32, round: bool) -> Numeric {
        let zero = Numeric { dscale: rscale, ..Numeric::ZERO };
        if self.digits.is_empty() || other.digits.is_empty() {
            return zero;
        }
        // Quotient digits: of weight `weight` down to one past the last that is kept.
        let weight = self.weight - other.weight;
        let count = weight + 1 + (rscale + DEC_DIGITS - 1).div_euclid(DEC_DIGITS) + 1;
        if count <= 0 {
            return zero;
        }
        let digits = divide(&self.digits, &other.digits, count as usize + 1);
        let kind = Kind::Finite(self.is_negative() != other.is_negative());
        let q = Numeric { kind, weight, dscale: 0, digits }.strip();
        if round { q.round_to(rscale) } else { q.trunc_to(rscale) }
    }

    /// Returns how many decimals a quotient has (`select_div_scale`): at least 16 significant
    /// digits, and no fewer decimals than either operand.
    fn select_div_scale(&self, other: &Numeric) -> i32 {
        let first = |n: &Numeric| n.digits.first().copied().unwrap_or(0);
        let weight = |n: &Numeric| if n.digits.is_empty() { 0 } else { n.weight };
        let mut q = weight(self) - weight(other);
        if first(self) <= first(other) {
            q -= 1;
        }
        (MIN_SIG_DIGITS - q * DEC_DIGITS)
            .max(self.dscale)
            .max(other.dscale)
            .clamp(0, MAX_DISPLAY_SCALE)
    }

    /// The quotient if an operand is not finite; `None` for an ordinary division.
    ///
    /// # Errors
    ///
    /// 22012 for a division by zero.
    fn special_quotient(&self, other: &Numeric) -> Result<Option<Numeric>> {
        if self.kind == Kind::NaN || other.kind == Kind::NaN {
            return Ok(Some(Numeric::NAN));
        }
        if let Kind::Infinite(negative) = self.kind {
            if !other.is_finite() {
                return Ok(Some(Numeric::NAN));
            }
            if !other.is_zero() {
                return Ok(Some(Numeric::infinity(negative != other.is_negative())));
            }
        }
        if other.is_zero() {
            return err!(DIVISION_BY_ZERO, "division by zero");
        }
        Ok((!other.is_finite()).then_some(Numeric::ZERO))
    }

    /// Returns the quotient, with 16 significant digits or more (`numeric_div`). Refused: a
    /// division by zero (22012) and a result too large to be stored (22003).
    pub fn div(&self, other: &Numeric) -> Result<Numeric> {
        if let Some(r) = self.special_quotient(other)? {
            return Ok(r);
        }
        self.div_scale(other, self.select_div_scale(other), true).checked()
    }

    /// Returns the quotient cut off to an integer (`numeric_div_trunc`). The same is refused as by
    /// [`Numeric::div`].
    pub fn div_trunc(&self, other: &Numeric) -> Result<Numeric> {
        if let Some(r) = self.special_quotient(other)? {
            return Ok(r);
        }
        self.div_scale(other, 0, false).checked()
    }

    /// Returns the rest of the division, which has the sign of `self` (`numeric_mod`); a divisor of
    /// 0 is refused with 22012.
    pub fn rem(&self, other: &Numeric) -> Result<Numeric> {
        if self.kind == Kind::NaN || other.kind == Kind::NaN {
            return Ok(Numeric::NAN);
        }
        if other.is_zero() {
            return err!(DIVISION_BY_ZERO, "division by zero");
        }
        if !self.is_finite() {
            return Ok(Numeric::NAN);
        }
        if !other.is_finite() {
            return Ok(self.clone());
        }
        let q = self.div_scale(other, 0, false);
        self.sub(&other.mul_scale(&q, other.dscale)).checked()
    }

    /// Returns the least integer that is not less than the number (`numeric_ceil`).
    pub fn ceil(&self) -> Numeric {
        let t = self.clone().trunc_to(0);
        if self.is_finite() && t < *self { t.add(&Numeric::from_i64(1)) } else { t }
    }

    /// Returns the greatest integer that is not greater than the number (`numeric_floor`).
    pub fn floor(&self) -> Numeric {
        let t = self.clone().trunc_to(0);
        if self.is_finite() && t > *self { t.sub(&Numeric::from_i64(1)) } else { t }
    }

    /// Returns the greatest common divisor, with the greater of both scales; NaN if an operand is
    /// not finite (`numeric_gcd`).
    pub fn gcd(&self, other: &Numeric) -> Result<Numeric> {
        if !self.is_finite() || !other.is_finite() {
            return Ok(Numeric::NAN);
        }
        let scale = self.dscale.max(other.dscale);
        let (mut a, mut b) = (self.clone().abs(), other.clone().abs());
        while !b.is_zero() {
            let r = a.rem(&b)?;
            (a, b) = (b, r);
        }
        a.dscale = scale;
        Ok(a)
    }

    /// Returns the least common multiple, with the greater of both scales (`numeric_lcm`): NaN if
    /// an operand is not finite. One too large to be stored is refused with 22003.
    pub fn lcm(&self, other: &Numeric) -> Result<Numeric> {
        if !self.is_finite() || !other.is_finite() {
            return Ok(Numeric::NAN);
        }
        let scale = self.dscale.max(other.dscale);
        if self.is_zero() || other.is_zero() {
            return Ok(Numeric { dscale: scale, ..Numeric::ZERO });
        }
        let part = self.div_scale(&self.gcd(other)?, 0, false);
        let mut r = part.mul_scale(other, other.dscale).abs();
        r.dscale = scale;
        r.checked()
    }
}

/// The first `count` base-10000 digits of the quotient of two digit strings, by Knuth's algorithm
/// D. The first digit, which may be zero, has the difference of the operands' weights as its
/// weight.
fn divide(a: &[i16], b: &[i16], count: usize) -> Vec<i16> {
    let base = i64::from(NBASE);
    if let [d] = b {
        let d = i64::from(*d);
        let mut rest = 0;
        return (0..count)
            .map(|i| {
                let v = rest * base + i64::from(a.get(i).copied().unwrap_or(0));
                rest = v % d;
                (v / d) as i16
            })
            .collect();
    }
    let scale = base / (i64::from(b[0]) + 1);
    let scaled = |digits: &[i16], len: usize| -> Vec<i64> {
        let mut out = vec![0i64; len + 1];
        let mut carry = 0;
        for i in (0..len).rev() {
            let v = i64::from(digits.get(i).copied().unwrap_or(0)) * scale + carry;
            out[i + 1] = v % base;
            carry = v / base;
        }
        out[0] = carry;
        out
    };
    let mut u = scaled(a, a.len().max(count + b.len()));
    let v = &scaled(b, b.len())[1..];
    let n = v.len();
    let mut q = Vec::with_capacity(count);
    for j in 0..count {
        let top = u[j] * base + u[j + 1];
        let (mut guess, mut rest) = (top / v[0], top % v[0]);
        while guess >= base || guess * v[1] > rest * base + u.get(j + 2).copied().unwrap_or(0) {
            guess -= 1;
            rest += v[0];
            if rest >= base {
                break;
            }
        }
        let mut borrow = 0;
        for i in (0..n).rev() {
            let w = u[j + 1 + i] - guess * v[i] - borrow;
            borrow = -w.div_euclid(base);
            u[j + 1 + i] = w.rem_euclid(base);
        }
        u[j] -= borrow;
        if u[j] < 0 {
            guess -= 1;
            let mut carry = 0;
            for i in (0..n).rev() {
                let w = u[j + 1 + i] + v[i] + carry;
                carry = w / base;
                u[j + 1 + i] = w % base;
            }
            u[j] += carry;
        }
        q.push(guess as i16);
    }
    q
}

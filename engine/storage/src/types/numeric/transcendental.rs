//! Roots, powers, logarithms: computed with guard digits, rounded to the scale `numeric.c` selects.

use super::{DEC_DIGITS, Kind, MAX_DISPLAY_SCALE, MIN_SIG_DIGITS, NBASE, Numeric};
use crate::err;
use crate::error::Result;
use crate::versions::PowerScale;

/// The most decimals that a result can need (`NUMERIC_MAX_RESULT_SCALE`).
const MAX_RESULT_SCALE: f64 = 2000.0;
/// log10(e), as numeric.c writes it.
const LOG10_E: f64 = 0.434294481903252;

/// The error of a result that numeric cannot hold.
fn overflow<T>() -> Result<T> {
    err!(NUMERIC_VALUE_OUT_OF_RANGE, "value overflows numeric format")
}

/// The number 1.
fn one() -> Numeric {
    Numeric::from_i64(1)
}

/// The greatest of these scales, within what may be displayed.
fn clamp_scale(scale: i32, at_least: &[i32]) -> i32 {
    at_least.iter().copied().fold(scale, i32::max).clamp(0, MAX_DISPLAY_SCALE)
}

impl Numeric {
    /// The square root of a number that is not negative, rounded to `rscale` decimals (`sqrt_var`).
    /// Newton's iteration doubles the number of correct digits each time; the result is then compared
    /// with its neighbours, so that it is rounded exactly.
    pub fn sqrt_scale(&self, rscale: i32) -> Numeric {
        if self.is_zero() {
            return Numeric { dscale: rscale, ..Numeric::ZERO };
        }
        // A first guess from the leading digits, then twice as many correct digits each time.
        let work = rscale + 4;
        let half = Numeric::parse("0.5").unwrap_or_else(|_| one());
        let shift = self.weight.div_euclid(2);
        let mut lead = self.clone();
        lead.weight -= 2 * shift;
        lead.dscale = 20;
        let guess = lead.to_f64_lossy().sqrt();
        let mut x = Numeric::parse(&format!("{guess:.17e}")).unwrap_or_else(|_| one());
        x.weight += shift;
        let needed = (x.decimal_weight().unwrap_or(0) + work).max(0);
        let mut have = 14;
        while have < 2 * needed + 28 {
            let quotient = self.div_scale(&x, work, true);
            x = x.add(&quotient).mul_scale(&half, work);
            if x.is_zero() {
                break;
            }
            have *= 2;
        }
        // Exact rounding: the candidate is right unless half a unit next to it is on the other side.
        let r = x.round_to(rscale);
        let unit = Numeric { dscale: rscale, ..Numeric::power_of_ten(-rscale) };
        let half_unit = unit.mul_scale(&half, rscale + 1);
        let above = r.add(&half_unit);
        let below = r.sub(&half_unit);
        let mut r = if above.mul_scale(&above, 2 * rscale + 2) <= *self {
            r.add(&unit)
        } else if !below.is_negative() && below.mul_scale(&below, 2 * rscale + 2) > *self {
            r.sub(&unit)
        } else {
            r
        };
        r.dscale = rscale;
        r
    }

    /// 10 to this power.
    fn power_of_ten(exponent: i32) -> Numeric {
        let weight = exponent.div_euclid(DEC_DIGITS);
        let digit = 10i16.pow(exponent.rem_euclid(DEC_DIGITS) as u32);
        Numeric { weight, digits: vec![digit], dscale: (-exponent).max(0), ..Numeric::ZERO }
    }

    /// Returns the square root (`numeric_sqrt`); that of a negative number is refused with 2201F.
    pub fn sqrt(&self) -> Result<Numeric> {
        if self.is_negative() {
            return err!(
                INVALID_ARGUMENT_FOR_POWER_FUNCTION,
                "cannot take square root of a negative number"
            );
        }
        if !self.is_finite() {
            return Ok(self.clone());
        }
        let weight = (self.weight + 1) * DEC_DIGITS / 2 - 1;
        self.sqrt_scale(clamp_scale(MIN_SIG_DIGITS - weight, &[self.dscale])).checked()
    }

    /// Returns e to the power of the number, with `rscale` decimals (`exp_var`).
    fn exp_scale(&self, rscale: i32) -> Result<Numeric> {
        let mut v = self.to_f64_lossy();
        if v.abs() >= MAX_RESULT_SCALE * 3.0 {
            if v > 0.0 {
                return overflow();
            }
            return Ok(Numeric { dscale: rscale, ..Numeric::ZERO });
        }
        let dweight = (v * LOG10_E) as i32;
        let mut halvings = 0;
        while v.abs() > 0.01 {
            halvings += 1;
            v /= 2.0;
        }
        let digits = (1 + dweight + rscale + (f64::from(halvings) * 0.302) as i32).max(0) + 16;
        let scale = digits;
        let divisor = Numeric::from_i64(1 << halvings);
        let x = self.div_scale(&divisor, self.dscale.max(scale) + halvings, true);
        let mut sum = one().add(&x);
        let mut term = x.clone();
        for i in 2.. {
            term = term.mul_scale(&x, scale).div_scale(&Numeric::from_i64(i), scale, true);
            if term.is_zero() {
                break;
            }
            sum = sum.add(&term);
        }
        sum = sum.round_to(scale);
        for _ in 0..halvings {
            let scale = (digits - sum.weight * 2 * DEC_DIGITS).max(0);
            sum = sum.mul_scale(&sum, scale);
        }
        Ok(sum.round_to(rscale))
    }

    /// Returns e to the power of the number (`numeric_exp`); a result too large is refused with
    /// 22003.
    pub fn exp(&self) -> Result<Numeric> {
        match self.kind {
            Kind::Infinite(true) => return Ok(Numeric::ZERO),
            Kind::NaN | Kind::Infinite(false) => return Ok(self.clone()),
            Kind::Finite(_) => {}
        }
        let v = (self.to_f64_lossy() * LOG10_E).clamp(-MAX_RESULT_SCALE, MAX_RESULT_SCALE);
        self.exp_scale(clamp_scale(MIN_SIG_DIGITS - v as i32, &[self.dscale]))?.checked()
    }

    /// Returns an estimate of the power of ten of the logarithm's first digit
    /// (`estimate_ln_dweight`).
    fn ln_dweight(&self) -> i32 {
        if self.signum() <= 0 {
            return 0;
        }
        let v = self.to_f64_lossy();
        if (0.9..=1.1).contains(&v) {
            let x = self.sub(&one());
            return match x.digits.first() {
                Some(&d) => x.weight * DEC_DIGITS + f64::from(d).log10() as i32,
                None => 0,
            };
        }
        let (mut lead, mut weight) = (f64::from(self.digits[0]), self.weight * DEC_DIGITS);
        if let Some(&d) = self.digits.get(1) {
            lead = lead * f64::from(NBASE) + f64::from(d);
            weight -= DEC_DIGITS;
        }
        (lead.ln() + f64::from(weight) * std::f64::consts::LN_10).abs().log10() as i32
    }

    /// Returns the natural logarithm, with `rscale` decimals (`ln_var`).
    fn ln_scale(&self, rscale: i32) -> Result<Numeric> {
        match self.signum() {
            0 => return err!(INVALID_ARGUMENT_FOR_LOG, "cannot take logarithm of zero"),
            -1 => {
                return err!(
                    INVALID_ARGUMENT_FOR_LOG,
                    "cannot take logarithm of a negative number"
                );
            }
            _ => {}
        }
        // Roots bring the argument near 1, where ((x-1)/(x+1)) converges quickly.
        let mut x = self.clone();
        let mut factor = 2i64;
        let (low, high) = (Numeric::parse("0.9")?, Numeric::parse("1.1")?);
        let guard = 20;
        while x < low || x > high {
            let scale = (rscale + guard - x.weight * DEC_DIGITS / 2).max(0);
            x = x.sqrt_scale(scale);
            factor *= 2;
        }
        let scale = rscale + guard;
        let z = x.sub(&one()).div_scale(&x.add(&one()), scale, true);
        let square = z.mul_scale(&z, scale);
        let (mut sum, mut power) = (z.clone(), z);
        for i in (3..).step_by(2) {
            power = power.mul_scale(&square, scale);
            let term = power.div_scale(&Numeric::from_i64(i), scale, true);
            if term.is_zero() {
                break;
            }
            sum = sum.add(&term);
        }
        Ok(sum.mul_scale(&Numeric::from_i64(factor), rscale))
    }

    /// Returns the natural logarithm (`numeric_ln`); that of 0 or of a negative number is refused
    /// with 2201E.
    pub fn ln(&self) -> Result<Numeric> {
        if !self.is_finite() && !self.is_negative() {
            return Ok(self.clone());
        }
        let scale = clamp_scale(MIN_SIG_DIGITS - self.ln_dweight(), &[self.dscale]);
        self.ln_scale(scale)?.checked()
    }

    /// Returns the logarithm of `n` to the base `self` (`numeric_log`); both are refused as by
    /// [`Numeric::ln`].
    pub fn log_of(&self, n: &Numeric) -> Result<Numeric> {
        if !self.is_finite() || !n.is_finite() {
            if self.kind == Kind::NaN || n.kind == Kind::NaN {
                return Ok(Numeric::NAN);
            }
            if self.is_negative() || n.is_negative() {
                return err!(
                    INVALID_ARGUMENT_FOR_LOG,
                    "cannot take logarithm of a negative number"
                );
            }
            if self.is_zero() || n.is_zero() {
                return err!(INVALID_ARGUMENT_FOR_LOG, "cannot take logarithm of zero");
            }
            return Ok(match (self.is_finite(), n.is_finite()) {
                (false, false) => Numeric::NAN,
                (false, true) => Numeric::ZERO,
                _ => n.clone(),
            });
        }
        let (base_weight, n_weight) = (self.ln_dweight(), n.ln_dweight());
        let weight = n_weight - base_weight;
        let rscale = clamp_scale(MIN_SIG_DIGITS - weight, &[self.dscale, n.dscale]);
        let base = self.ln_scale((rscale + weight - base_weight + 16).max(0))?;
        let ln = n.ln_scale((rscale + weight - n_weight + 16).max(0))?;
        if base.is_zero() {
            return err!(DIVISION_BY_ZERO, "division by zero");
        }
        ln.div_scale(&base, rscale, true).checked()
    }

    /// The decimal weight of `self` raised to a whole exponent, estimated (`power_var_int`).
    fn power_weight(&self, exponent: i32) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        let (mut lead, mut p) = (f64::from(self.digits[0]), self.weight * DEC_DIGITS);
        for &d in self.digits.iter().skip(1).take(3) {
            lead = lead * f64::from(NBASE) + f64::from(d);
            p -= DEC_DIGITS;
        }
        f64::from(exponent) * (lead.log10() + f64::from(p))
    }

    /// Returns the number to a whole power, with the scale that follows from the result's weight
    /// (`power_var_int` of 16 to 18).
    fn power_int_of_result(&self, exponent: i32, exponent_scale: i32) -> Result<Numeric> {
        let weight = self.power_weight(exponent);
        if weight > 32768.0 * f64::from(DEC_DIGITS) {
            return overflow();
        }
        if weight + 1.0 < f64::from(-MAX_DISPLAY_SCALE) {
            return Ok(Numeric { dscale: MAX_DISPLAY_SCALE, ..Numeric::ZERO });
        }
        let scale = clamp_scale(MIN_SIG_DIGITS - weight as i32, &[self.dscale, exponent_scale]);
        self.power_int(exponent, scale)
    }

    /// Returns the number to a whole power, with `rscale` decimals (`power_var_int`).
    fn power_int(&self, exponent: i32, rscale: i32) -> Result<Numeric> {
        match exponent {
            0 => return Ok(Numeric { dscale: rscale, ..one() }),
            1 => return Ok(self.clone().round_to(rscale)),
            2 => return Ok(self.mul_scale(self, rscale)),
            _ => {}
        }
        if self.is_zero() {
            if exponent < 0 {
                return err!(DIVISION_BY_ZERO, "division by zero");
            }
            return Ok(Numeric { dscale: rscale, ..Numeric::ZERO });
        }
        if exponent == -1 {
            return Ok(one().div_scale(self, rscale, true));
        }
        let f = self.power_weight(exponent);
        if f > 3.0 * 32767.0 * f64::from(DEC_DIGITS) {
            return overflow();
        }
        if f + 1.0 < f64::from(-rscale) || f + 1.0 < f64::from(-MAX_DISPLAY_SCALE) {
            return Ok(Numeric { dscale: rscale, ..Numeric::ZERO });
        }
        let digits = 1 + rscale + f as i32 + f64::from(exponent).abs().ln() as i32 + 8;
        let mut mask = exponent.unsigned_abs();
        let mut base = self.clone();
        let mut r = if mask & 1 == 1 { self.clone() } else { one() };
        loop {
            mask >>= 1;
            if mask == 0 {
                break;
            }
            let scale = (digits - 2 * base.weight * DEC_DIGITS).min(2 * base.dscale).max(0);
            base = base.mul_scale(&base, scale);
            if mask & 1 == 1 {
                let scale = (digits - (base.weight + r.weight) * DEC_DIGITS)
                    .min(base.dscale + r.dscale)
                    .max(0);
                r = base.mul_scale(&r, scale);
            }
            if base.weight > 32767 || r.weight > 32767 {
                if exponent > 0 {
                    return overflow();
                }
                return Ok(Numeric { dscale: rscale, ..Numeric::ZERO });
            }
        }
        Ok(if exponent < 0 { one().div_scale(&r, rscale, true) } else { r.round_to(rscale) })
    }

    /// Returns the number to a power (`numeric_power`). `whole` says which scale a power to a whole
    /// exponent has.
    pub fn power(&self, exponent: &Numeric, whole: PowerScale) -> Result<Numeric> {
        if self.kind == Kind::NaN {
            return Ok(if exponent.is_zero() { one() } else { Numeric::NAN });
        }
        if exponent.kind == Kind::NaN {
            return Ok(if *self == one() { one() } else { Numeric::NAN });
        }
        if self.is_zero() && exponent.is_negative() {
            return err!(
                INVALID_ARGUMENT_FOR_POWER_FUNCTION,
                "zero raised to a negative power is undefined"
            );
        }
        let complex = || {
            err!(
                INVALID_ARGUMENT_FOR_POWER_FUNCTION,
                "a negative number raised to a non-integer power yields a complex result"
            )
        };
        let odd = exponent.is_integral()
            && exponent.digits.len() as i32 == exponent.weight + 1
            && exponent.digits.last().is_some_and(|d| d & 1 == 1);
        if !self.is_finite() || !exponent.is_finite() {
            if self.is_negative() && exponent.is_finite() && !exponent.is_integral() {
                return complex();
            }
            if *self == one() || exponent.is_zero() || *self == one().negated() {
                return Ok(one());
            }
            if self.is_zero() {
                return Ok(Numeric::ZERO);
            }
            let large = !self.is_finite() || self.clone().abs() > one();
            return Ok(if large == exponent.is_negative() {
                Numeric::ZERO
            } else {
                Numeric::infinity(self.is_negative() && odd)
            });
        }
        if exponent.is_integral()
            && let Some(e) = exponent.to_i128().and_then(|e| i32::try_from(e).ok())
        {
            let power = match whole {
                PowerScale::OfBase => {
                    self.power_int(e, clamp_scale(MIN_SIG_DIGITS, &[self.dscale]))
                }
                PowerScale::OfResult => self.power_int_of_result(e, exponent.dscale),
            };
            return power?.checked();
        }
        if self.is_zero() {
            return Ok(Numeric { dscale: MIN_SIG_DIGITS, ..Numeric::ZERO });
        }
        if self.is_negative() && !exponent.is_integral() {
            return complex();
        }
        let base = self.clone().abs();
        let ln_weight = base.ln_dweight();
        let rough = (8 - ln_weight).max(0);
        let v = base.ln_scale(rough)?.mul_scale(exponent, rough).to_f64_lossy();
        if v.abs() > MAX_RESULT_SCALE * 3.01 {
            if v > 0.0 {
                return overflow();
            }
            return Ok(Numeric { dscale: MAX_DISPLAY_SCALE, ..Numeric::ZERO });
        }
        let weight = (v * LOG10_E) as i32;
        let rscale = clamp_scale(MIN_SIG_DIGITS - weight, &[self.dscale, exponent.dscale]);
        let digits = (rscale + weight).max(0);
        let scale = (digits - ln_weight + 16).max(0);
        let product = base.ln_scale(scale)?.mul_scale(exponent, scale);
        let r = product.exp_scale(rscale)?;
        if self.is_negative() && odd { r.negated().checked() } else { r.checked() }
    }

    /// Returns the factorial (`numeric_fac`); that of a negative number, or of one above 32177, is
    /// refused with 22003.
    pub fn factorial(n: i64) -> Result<Numeric> {
        if n < 0 {
            return err!(NUMERIC_VALUE_OUT_OF_RANGE, "factorial of a negative number is undefined");
        }
        if n > 32177 {
            return overflow();
        }
        let mut r = one();
        for i in 2..=n {
            r = r.mul_scale(&Numeric::from_i64(i), 0);
        }
        r.checked()
    }
}

//! A running sum of many numerics (`NumericSumAccum`): digits are added without carrying, which is
//! done once at the end, or before 64 bits could overflow.

use super::{Kind, NBASE, Numeric};

/// The sum so far, and what `avg` needs besides.
#[derive(Clone, Debug, Default)]
pub struct NumericSum {
    /// Digit sums, from the highest.
    acc: Vec<i64>,
    weight: i32,
    dscale: i32,
    /// How many numbers were added, specials included (`N`).
    pub count: i64,
    nan: i64,
    infinite: [i64; 2],
    since_carry: i64,
}

impl NumericSum {
    /// Adds a number (`do_numeric_accum`).
    pub fn add(&mut self, n: &Numeric) {
        self.count += 1;
        let negative = match n.kind {
            Kind::NaN => return self.nan += 1,
            Kind::Infinite(negative) => return self.infinite[usize::from(negative)] += 1,
            Kind::Finite(negative) => negative,
        };
        self.dscale = self.dscale.max(n.dscale);
        if n.digits.is_empty() {
            return;
        }
        self.make_room(n.weight, n.weight - n.digits.len() as i32 + 1);
        let start = (self.weight - n.weight) as usize;
        for (a, &d) in self.acc[start..].iter_mut().zip(&n.digits) {
            *a += if negative { -i64::from(d) } else { i64::from(d) };
        }
        self.since_carry += 1;
        if self.since_carry > i64::MAX / 20_000 {
            let total = self.finite_sum();
            self.acc =
                total.digits.iter().map(|&d| i64::from(d) * i64::from(total.signum())).collect();
            self.weight = total.weight;
            self.since_carry = 0;
        }
    }

    /// Widens the sum to digits from weight `high` down to weight `low`.
    fn make_room(&mut self, high: i32, low: i32) {
        if self.acc.is_empty() {
            self.weight = high;
        }
        if high > self.weight {
            let more = vec![0; (high - self.weight) as usize];
            self.acc.splice(0..0, more);
            self.weight = high;
        }
        let need = (self.weight - low + 1).max(0) as usize;
        if self.acc.len() < need {
            self.acc.resize(need, 0);
        }
    }

    /// The sum with all carries done; NaN and the infinities are counted apart.
    fn finite_sum(&self) -> Numeric {
        // Carried with Euclid's remainder, the highest part takes the sign.
        let mut carry = 0i64;
        let mut digits: Vec<i16> = vec![0; self.acc.len()];
        let base = i64::from(NBASE);
        for (d, a) in digits.iter_mut().zip(&self.acc).rev() {
            let v = a + carry;
            *d = v.rem_euclid(base) as i16;
            carry = v.div_euclid(base);
        }
        let low = Numeric { digits, weight: self.weight, ..Numeric::ZERO }.strip();
        let mut high = Numeric::from_i64(carry);
        if !high.is_zero() {
            high.weight += self.weight + 1;
        }
        let mut sum = high.add(&low);
        sum.dscale = self.dscale;
        sum
    }

    /// The sum (`numeric_sum`).
    pub fn sum(&self) -> Numeric {
        match (self.nan, self.infinite) {
            (0, [0, 0]) => self.finite_sum(),
            (0, [_, 0]) => Numeric::infinity(false),
            (0, [0, _]) => Numeric::infinity(true),
            _ => Numeric::NAN,
        }
    }
}

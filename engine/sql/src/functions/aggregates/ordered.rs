//! Ordered-set aggregates (`orderedsetaggs.c`) and the statistics of pairs (`float8_regr_accum`).
//!
//! The executor hands the values over in their order, the direct arguments after each.

use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{AggState, Builtin, FnCtx, aggregate};
use storage::types::array::Array;
use storage::types::compare;
use storage::types::oid::{ANYARRAY, ANYELEMENT, FLOAT8, FLOAT8_ARRAY, INT8};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    aggregate("percentile_cont", &[FLOAT8, FLOAT8], FLOAT8, true, |_| Sorted::state(Kind::Between)),
    aggregate("percentile_cont", &[FLOAT8_ARRAY, FLOAT8], FLOAT8_ARRAY, true, |_| {
        Sorted::state(Kind::Between)
    }),
    aggregate("percentile_disc", &[FLOAT8, ANYELEMENT], ANYELEMENT, true, |_| {
        Sorted::state(Kind::One)
    }),
    aggregate("percentile_disc", &[FLOAT8_ARRAY, ANYELEMENT], ANYARRAY, true, |_| {
        Sorted::state(Kind::One)
    }),
    aggregate("mode", &[ANYELEMENT], ANYELEMENT, true, |_| Sorted::state(Kind::Mode)),
    aggregate("corr", &[FLOAT8, FLOAT8], FLOAT8, true, |_| {
        Pairs::state(|p| {
            let product = p.sxx * p.syy;
            (p.sxx != 0.0 && p.syy != 0.0).then(|| p.sxy / product.sqrt())
        })
    }),
    aggregate("covar_pop", &[FLOAT8, FLOAT8], FLOAT8, true, |_| {
        Pairs::state(|p| Some(p.sxy / p.n))
    }),
    aggregate("covar_samp", &[FLOAT8, FLOAT8], FLOAT8, true, |_| {
        Pairs::state(|p| (p.n > 1.0).then(|| p.sxy / (p.n - 1.0)))
    }),
    aggregate("regr_slope", &[FLOAT8, FLOAT8], FLOAT8, true, |_| {
        Pairs::state(|p| (p.sxx != 0.0).then(|| p.sxy / p.sxx))
    }),
    aggregate("regr_intercept", &[FLOAT8, FLOAT8], FLOAT8, true, |_| {
        Pairs::state(|p| (p.sxx != 0.0).then(|| (p.sy - p.sx * p.sxy / p.sxx) / p.n))
    }),
    aggregate("regr_r2", &[FLOAT8, FLOAT8], FLOAT8, true, |_| {
        Pairs::state(|p| match p {
            _ if p.sxx == 0.0 => None,
            _ if p.syy == 0.0 => Some(1.0),
            _ => Some((p.sxy * p.sxy) / (p.sxx * p.syy)),
        })
    }),
    aggregate("regr_avgx", &[FLOAT8, FLOAT8], FLOAT8, true, |_| Pairs::state(|p| Some(p.sx / p.n))),
    aggregate("regr_avgy", &[FLOAT8, FLOAT8], FLOAT8, true, |_| Pairs::state(|p| Some(p.sy / p.n))),
    aggregate("regr_count", &[FLOAT8, FLOAT8], INT8, true, |_| Pairs::state(|p| Some(p.n))),
];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Between two values, by their distance.
    Between,
    /// The first value that reaches the fraction.
    One,
    /// The value that comes most often.
    Mode,
}

struct Sorted {
    kind: Kind,
    values: Vec<Datum>,
    direct: Datum,
}

impl Sorted {
    /// The state before the first row.
    fn state(kind: Kind) -> Box<dyn AggState> {
        Box::new(Sorted { kind, values: Vec::new(), direct: Datum::Null })
    }

    /// The value at a fraction of the sorted rows, interpolated or not.
    fn at(&self, fraction: f64) -> Result<Datum> {
        if !(0.0..=1.0).contains(&fraction) {
            return err!(
                NUMERIC_VALUE_OUT_OF_RANGE,
                "percentile value {fraction} is not between 0 and 1"
            );
        }
        let n = self.values.len();
        if self.kind == Kind::One {
            let row = (fraction * n as f64).ceil().max(1.0) as usize;
            return Ok(self.values[row - 1].clone());
        }
        let place = fraction * (n - 1) as f64;
        let (low, high) = (place.floor() as usize, place.ceil() as usize);
        let (a, b) = (self.values[low].as_f64(), self.values[high].as_f64());
        let between = if low == high { a } else { a + (place - low as f64) * (b - a) };
        Ok(Datum::f64(between))
    }
}

impl AggState for Sorted {
    fn step(&mut self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        // One value is returned as it is stored.
        let stored = self.kind == Kind::One && ctx.arg_types.get(1) == Some(&FLOAT8);
        let flat = match &args[0] {
            d @ Datum::Ref(_)
                if !stored
                    && storage::types::info(ctx.arg_types[0]).is_none_or(|t| t.len == -1) =>
            {
                Datum::varlena(&ctx.env.detoast(d)?)
            }
            d => d.clone(),
        };
        self.values.push(flat);
        if let Some(d) = args.get(1) {
            self.direct = d.clone();
        }
        Ok(())
    }
    fn finish(&mut self, ctx: &mut FnCtx<'_>) -> Result<Datum> {
        if self.values.is_empty() {
            return Ok(Datum::Null);
        }
        let t = ctx.arg_types[0];
        if self.kind == Kind::Mode {
            let (mut best, mut best_count, mut from) = (0, 0, 0);
            for i in 1..=self.values.len() {
                let same = self.values.get(i).is_some_and(|v| {
                    compare(t, storage::ids::Oid::INVALID, v, &self.values[from]).is_eq()
                });
                if !same {
                    if i - from > best_count {
                        (best, best_count) = (from, i - from);
                    }
                    from = i;
                }
            }
            return Ok(self.values[best].clone());
        }
        if ctx.arg_types.get(1) != Some(&FLOAT8_ARRAY) {
            return self.at(self.direct.as_f64());
        }
        let wanted = Array::from_datum(ctx.env, &self.direct)?;
        let mut found = Vec::new();
        for w in &wanted.values {
            found.push(if w.is_null() { Datum::Null } else { self.at(w.as_f64())? });
        }
        let element = if self.kind == Kind::Between { FLOAT8 } else { t };
        let (dims, lower) = (wanted.dims, wanted.lower);
        Array { dims, lower, ..Array::of(element, found) }.to_datum()
    }
}

/// Sums over pairs, by Youngs and Cramer.
#[derive(Default)]
struct Pairs {
    n: f64,
    sx: f64,
    sxx: f64,
    sy: f64,
    syy: f64,
    sxy: f64,
    result: Option<fn(&Pairs) -> Option<f64>>,
}

impl Pairs {
    /// The state before the first row.
    fn state(result: fn(&Pairs) -> Option<f64>) -> Box<dyn AggState> {
        Box::new(Pairs { result: Some(result), ..Pairs::default() })
    }
}

impl AggState for Pairs {
    fn step(&mut self, _ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        let (y, x) = (args[0].as_f64(), args[1].as_f64());
        self.n += 1.0;
        self.sx += x;
        self.sy += y;
        if self.n > 1.0 {
            let (dx, dy) = (x * self.n - self.sx, y * self.n - self.sy);
            let scale = 1.0 / (self.n * (self.n - 1.0));
            self.sxx += dx * dx * scale;
            self.syy += dy * dy * scale;
            self.sxy += dx * dy * scale;
        } else {
            // A first value that is no number leaves no sum one.
            if !x.is_finite() {
                (self.sxx, self.sxy) = (f64::NAN, f64::NAN);
            }
            if !y.is_finite() {
                (self.syy, self.sxy) = (f64::NAN, f64::NAN);
            }
        }
        Ok(())
    }
    fn finish(&mut self, ctx: &mut FnCtx<'_>) -> Result<Datum> {
        if ctx.ret_type == INT8 {
            return Ok(Datum::i64(self.n as i64));
        }
        if self.n < 1.0 {
            return Ok(Datum::Null);
        }
        let found = self.result.and_then(|r| r(self));
        Ok(found.map_or(Datum::Null, Datum::f64))
    }
}

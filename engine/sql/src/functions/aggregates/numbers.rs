//! Aggregates that calculate: `count`, `sum`, `avg`, variances, bit operations.
//!
//! As in the server, sums of integers are kept in a wider integer, sums of numerics exactly, and
//! variances of floats by Youngs and Cramer's recurrence (`float8_accum`).

use crate::functions::operator_function;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{AggState, Builtin, FnCtx, ScalarFn, aggregate};
use storage::ids::Oid;
use storage::types::numeric::Numeric;
use storage::types::oid::{ANY, FLOAT4, FLOAT8, INT2, INT4, INT8, INTERVAL, NUMERIC};

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    aggregate("count", &[], INT8, false, |_| Box::new(Count(0))),
    aggregate("count", &[ANY], INT8, true, |_| Box::new(Count(0))),
    aggregate("sum", &[INT2], INT8, true, |_| Box::new(Integers::new(IntegerResult::Small))),
    aggregate("sum", &[INT4], INT8, true, |_| Box::new(Integers::new(IntegerResult::Small))),
    aggregate("sum", &[INT8], NUMERIC, true, |_| Box::new(Integers::new(IntegerResult::Sum))),
    aggregate("avg", &[INT2], NUMERIC, true, |_| Box::new(Integers::new(IntegerResult::Average))),
    aggregate("avg", &[INT4], NUMERIC, true, |_| Box::new(Integers::new(IntegerResult::Average))),
    aggregate("avg", &[INT8], NUMERIC, true, |_| Box::new(Integers::new(IntegerResult::Average))),
    aggregate("sum", &[NUMERIC], NUMERIC, true, |_| Box::new(SumOrAverage::new(NUMERIC, false))),
    aggregate("avg", &[NUMERIC], NUMERIC, true, |_| Box::new(SumOrAverage::new(NUMERIC, true))),
    aggregate("sum", &[INTERVAL], INTERVAL, true, |_| Box::new(SumOrAverage::new(INTERVAL, false))),
    aggregate("avg", &[INTERVAL], INTERVAL, true, |_| Box::new(SumOrAverage::new(INTERVAL, true))),
    aggregate("sum", &[FLOAT4], FLOAT4, true, |_| Box::new(FloatSum::<true>(None))),
    aggregate("sum", &[FLOAT8], FLOAT8, true, |_| Box::new(FloatSum::<false>(None))),
    aggregate("avg", &[FLOAT4], FLOAT8, true, |c| floats(c, Statistic::Average)),
    aggregate("avg", &[FLOAT8], FLOAT8, true, |c| floats(c, Statistic::Average)),
    aggregate("variance", &[FLOAT8], FLOAT8, true, |c| floats(c, Statistic::VarSamp)),
    aggregate("var_samp", &[FLOAT8], FLOAT8, true, |c| floats(c, Statistic::VarSamp)),
    aggregate("var_pop", &[FLOAT8], FLOAT8, true, |c| floats(c, Statistic::VarPop)),
    aggregate("stddev", &[FLOAT8], FLOAT8, true, |c| floats(c, Statistic::DevSamp)),
    aggregate("stddev_samp", &[FLOAT8], FLOAT8, true, |c| floats(c, Statistic::DevSamp)),
    aggregate("stddev_pop", &[FLOAT8], FLOAT8, true, |c| floats(c, Statistic::DevPop)),
    aggregate("variance", &[FLOAT4], FLOAT8, true, |c| floats(c, Statistic::VarSamp)),
    aggregate("var_samp", &[FLOAT4], FLOAT8, true, |c| floats(c, Statistic::VarSamp)),
    aggregate("var_pop", &[FLOAT4], FLOAT8, true, |c| floats(c, Statistic::VarPop)),
    aggregate("stddev", &[FLOAT4], FLOAT8, true, |c| floats(c, Statistic::DevSamp)),
    aggregate("stddev_samp", &[FLOAT4], FLOAT8, true, |c| floats(c, Statistic::DevSamp)),
    aggregate("stddev_pop", &[FLOAT4], FLOAT8, true, |c| floats(c, Statistic::DevPop)),
    aggregate("variance", &[NUMERIC], NUMERIC, true, |_| Squares::state(Statistic::VarSamp)),
    aggregate("var_samp", &[NUMERIC], NUMERIC, true, |_| Squares::state(Statistic::VarSamp)),
    aggregate("var_pop", &[NUMERIC], NUMERIC, true, |_| Squares::state(Statistic::VarPop)),
    aggregate("stddev", &[NUMERIC], NUMERIC, true, |_| Squares::state(Statistic::DevSamp)),
    aggregate("stddev_samp", &[NUMERIC], NUMERIC, true, |_| Squares::state(Statistic::DevSamp)),
    aggregate("stddev_pop", &[NUMERIC], NUMERIC, true, |_| Squares::state(Statistic::DevPop)),
    aggregate("variance", &[INT2], NUMERIC, true, |_| Squares::state(Statistic::VarSamp)),
    aggregate("variance", &[INT4], NUMERIC, true, |_| Squares::state(Statistic::VarSamp)),
    aggregate("variance", &[INT8], NUMERIC, true, |_| Squares::state(Statistic::VarSamp)),
    aggregate("var_samp", &[INT2], NUMERIC, true, |_| Squares::state(Statistic::VarSamp)),
    aggregate("var_samp", &[INT4], NUMERIC, true, |_| Squares::state(Statistic::VarSamp)),
    aggregate("var_samp", &[INT8], NUMERIC, true, |_| Squares::state(Statistic::VarSamp)),
    aggregate("var_pop", &[INT2], NUMERIC, true, |_| Squares::state(Statistic::VarPop)),
    aggregate("var_pop", &[INT4], NUMERIC, true, |_| Squares::state(Statistic::VarPop)),
    aggregate("var_pop", &[INT8], NUMERIC, true, |_| Squares::state(Statistic::VarPop)),
    aggregate("stddev", &[INT2], NUMERIC, true, |_| Squares::state(Statistic::DevSamp)),
    aggregate("stddev", &[INT4], NUMERIC, true, |_| Squares::state(Statistic::DevSamp)),
    aggregate("stddev", &[INT8], NUMERIC, true, |_| Squares::state(Statistic::DevSamp)),
    aggregate("stddev_samp", &[INT2], NUMERIC, true, |_| Squares::state(Statistic::DevSamp)),
    aggregate("stddev_samp", &[INT4], NUMERIC, true, |_| Squares::state(Statistic::DevSamp)),
    aggregate("stddev_samp", &[INT8], NUMERIC, true, |_| Squares::state(Statistic::DevSamp)),
    aggregate("stddev_pop", &[INT2], NUMERIC, true, |_| Squares::state(Statistic::DevPop)),
    aggregate("stddev_pop", &[INT4], NUMERIC, true, |_| Squares::state(Statistic::DevPop)),
    aggregate("stddev_pop", &[INT8], NUMERIC, true, |_| Squares::state(Statistic::DevPop)),
    aggregate("bit_and", &[INT2], INT2, true, |_| Box::new(Bits(None, |a, b| a & b))),
    aggregate("bit_or", &[INT2], INT2, true, |_| Box::new(Bits(None, |a, b| a | b))),
    aggregate("bit_xor", &[INT2], INT2, true, |_| Box::new(Bits(None, |a, b| a ^ b))),
    aggregate("bit_and", &[INT4], INT4, true, |_| Box::new(Bits(None, |a, b| a & b))),
    aggregate("bit_or", &[INT4], INT4, true, |_| Box::new(Bits(None, |a, b| a | b))),
    aggregate("bit_xor", &[INT4], INT4, true, |_| Box::new(Bits(None, |a, b| a ^ b))),
    aggregate("bit_and", &[INT8], INT8, true, |_| Box::new(Bits(None, |a, b| a & b))),
    aggregate("bit_or", &[INT8], INT8, true, |_| Box::new(Bits(None, |a, b| a | b))),
    aggregate("bit_xor", &[INT8], INT8, true, |_| Box::new(Bits(None, |a, b| a ^ b))),
];

struct Count(i64);

impl AggState for Count {
    fn step(&mut self, _ctx: &mut FnCtx<'_>, _args: &[Datum]) -> Result<()> {
        self.0 += 1;
        Ok(())
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        Ok(Datum::i64(self.0))
    }
}

/// What is asked of integers.
enum IntegerResult {
    /// The sum as int8.
    Small,
    /// The sum as numeric.
    Sum,
    /// The average as numeric.
    Average,
}

/// The sum of integers in 128 bits (`int4_sum`, `int8_avg_accum`).
struct Integers {
    want: IntegerResult,
    count: i64,
    sum: i128,
}

impl Integers {
    /// The sum before the first row; `want` says which result is asked for.
    fn new(want: IntegerResult) -> Self {
        Integers { want, count: 0, sum: 0 }
    }
}

/// A number as numeric.
fn numeric(ctx: &mut FnCtx<'_>, n: i128) -> Result<Datum> {
    ctx.env.input(NUMERIC, &n.to_string(), -1)
}

impl AggState for Integers {
    fn step(&mut self, _ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        self.count += 1;
        self.sum += i128::from(args[0].as_i64());
        Ok(())
    }
    fn finish(&mut self, ctx: &mut FnCtx<'_>) -> Result<Datum> {
        if self.count == 0 {
            return Ok(Datum::Null);
        }
        match self.want {
            IntegerResult::Small => match i64::try_from(self.sum) {
                Ok(sum) => Ok(Datum::i64(sum)),
                Err(_) => err!(NUMERIC_VALUE_OUT_OF_RANGE, "bigint out of range"),
            },
            IntegerResult::Sum => numeric(ctx, self.sum),
            IntegerResult::Average => {
                let (sum, count) = (numeric(ctx, self.sum)?, numeric(ctx, self.count.into())?);
                operator_function("/", NUMERIC, NUMERIC)(ctx, &[sum, count])
            }
        }
    }
}

/// The sum of a type's values by its operator `+`, or their average, by its `/` too.
struct SumOrAverage {
    type_oid: Oid,
    average: bool,
    add: ScalarFn,
    count: i64,
    sum: Option<Datum>,
}

impl SumOrAverage {
    /// The sum before the first row; with `average` the result is divided by the count.
    fn new(type_oid: Oid, average: bool) -> Self {
        let add = operator_function("+", type_oid, type_oid);
        SumOrAverage { type_oid, average, add, count: 0, sum: None }
    }
}

impl AggState for SumOrAverage {
    fn step(&mut self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        self.count += 1;
        self.sum = Some(match self.sum.take() {
            // The server's sum is a number of its own from the first value on: it has a plain header.
            None if self.type_oid == NUMERIC => {
                let zero = numeric(ctx, 0)?;
                (self.add)(ctx, &[zero, args[0].clone()])?
            }
            None => args[0].clone(),
            Some(sum) => (self.add)(ctx, &[sum, args[0].clone()])?,
        });
        Ok(())
    }
    fn finish(&mut self, ctx: &mut FnCtx<'_>) -> Result<Datum> {
        let Some(sum) = self.sum.take() else { return Ok(Datum::Null) };
        if !self.average {
            return Ok(sum);
        }
        if self.type_oid == INTERVAL {
            let count = Datum::f64(self.count as f64);
            return operator_function("/", INTERVAL, FLOAT8)(ctx, &[sum, count]);
        }
        let count = numeric(ctx, self.count.into())?;
        operator_function("/", NUMERIC, NUMERIC)(ctx, &[sum, count])
    }
}

struct FloatSum<const NARROW: bool>(Option<f64>);

impl<const NARROW: bool> AggState for FloatSum<NARROW> {
    fn step(&mut self, _ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        let next = if NARROW { f64::from(args[0].as_f32()) } else { args[0].as_f64() };
        let sum = match self.0 {
            None => next,
            // float4 is added as float4 (`float4pl`).
            Some(sum) if NARROW => f64::from(sum as f32 + next as f32),
            Some(sum) => sum + next,
        };
        if sum.is_infinite() && !next.is_infinite() && !self.0.is_some_and(f64::is_infinite) {
            return err!(NUMERIC_VALUE_OUT_OF_RANGE, "value out of range: overflow");
        }
        self.0 = Some(sum);
        Ok(())
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        Ok(match self.0 {
            None => Datum::Null,
            Some(sum) if NARROW => Datum::f32(sum as f32),
            Some(sum) => Datum::f64(sum),
        })
    }
}

/// What is asked of a distribution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Statistic {
    Average,
    VarSamp,
    VarPop,
    DevSamp,
    DevPop,
}

impl Statistic {
    /// Whether it is of a sample: divided by n - 1.
    fn is_sample(self) -> bool {
        matches!(self, Statistic::VarSamp | Statistic::DevSamp)
    }
    /// Whether it is the root of the variance.
    fn is_deviation(self) -> bool {
        matches!(self, Statistic::DevSamp | Statistic::DevPop)
    }
}

/// Count, sum and sum of squared differences (`float8_accum`).
struct Floats {
    moment: Statistic,
    narrow: bool,
    n: f64,
    sx: f64,
    sxx: f64,
}

/// The state of a statistic of floats.
fn floats(ctx: &FnCtx<'_>, moment: Statistic) -> Box<dyn AggState> {
    let narrow = ctx.arg_types.first() == Some(&FLOAT4);
    Box::new(Floats { moment, narrow, n: 0.0, sx: 0.0, sxx: 0.0 })
}

impl AggState for Floats {
    fn step(&mut self, _ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        let x = if self.narrow { f64::from(args[0].as_f32()) } else { args[0].as_f64() };
        let before = self.n;
        self.n += 1.0;
        self.sx += x;
        if before > 0.0 {
            let t = x * self.n - self.sx;
            self.sxx += t * t / (self.n * before);
        } else if !x.is_finite() {
            self.sxx = f64::NAN;
        }
        Ok(())
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        let least = if self.moment.is_sample() { 2.0 } else { 1.0 };
        if self.n < least {
            return Ok(Datum::Null);
        }
        let value = match self.moment {
            Statistic::Average => self.sx / self.n,
            moment if moment.is_sample() => self.sxx / (self.n - 1.0),
            _ => self.sxx / self.n,
        };
        Ok(Datum::f64(if self.moment.is_deviation() { value.sqrt() } else { value }))
    }
}

/// Count, sum and sum of squares, exactly (`numeric_accum`).
struct Squares {
    moment: Statistic,
    count: i64,
    sums: Option<(Datum, Datum)>,
}

impl Squares {
    /// The state of a statistic of numerics and integers.
    fn state(moment: Statistic) -> Box<dyn AggState> {
        Box::new(Squares { moment, count: 0, sums: None })
    }
}

impl AggState for Squares {
    fn step(&mut self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        let add = operator_function("+", NUMERIC, NUMERIC);
        let x = &match ctx.arg_types.first() {
            Some(&NUMERIC) | None => args[0].clone(),
            _ => numeric(ctx, args[0].as_i64().into())?,
        };
        let times = operator_function("*", NUMERIC, NUMERIC);
        let Ok(square) = times(ctx, &[x.clone(), x.clone()]) else {
            return err!(FEATURE_NOT_SUPPORTED, "a variance of numbers so large is not modelled");
        };
        self.count += 1;
        self.sums = Some(match self.sums.take() {
            None => (x.clone(), square),
            Some((sx, sxx)) => (add(ctx, &[sx, x.clone()])?, add(ctx, &[sxx, square])?),
        });
        Ok(())
    }
    fn finish(&mut self, ctx: &mut FnCtx<'_>) -> Result<Datum> {
        let least = if self.moment.is_sample() { 2 } else { 1 };
        let Some((sx, sxx)) = self.sums.take().filter(|_| self.count >= least) else {
            return Ok(Datum::Null);
        };
        let times = operator_function("*", NUMERIC, NUMERIC);
        let n = numeric(ctx, self.count.into())?;
        let squared = times(ctx, &[sx.clone(), sx])?;
        let scaled = times(ctx, &[n.clone(), sxx])?;
        let numerator = operator_function("-", NUMERIC, NUMERIC)(ctx, &[scaled, squared])?;
        let other = if self.moment.is_sample() {
            numeric(ctx, i128::from(self.count) - 1)?
        } else {
            n.clone()
        };
        let denominator = times(ctx, &[n, other])?;
        let number = |d: &Datum| Numeric::from_payload(storage::types::payload(d));
        let (numerator, denominator) = (number(&numerator), number(&denominator));
        if !numerator.is_finite() {
            return Ok(Numeric::NAN.to_datum());
        }
        if numerator.is_zero() || numerator.is_negative() {
            return Ok(Numeric::ZERO.to_datum());
        }
        let variance = numerator.div(&denominator)?;
        let scale = variance.dscale;
        let asked = if self.moment.is_deviation() { variance.sqrt_scale(scale) } else { variance };
        Ok(asked.checked()?.to_datum())
    }
}

struct Bits(Option<i64>, fn(i64, i64) -> i64);

impl AggState for Bits {
    fn step(&mut self, _ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()> {
        let next = args[0].as_i64();
        self.0 = Some(self.0.map_or(next, |bits| (self.1)(bits, next)));
        Ok(())
    }
    fn finish(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Datum> {
        Ok(self.0.map_or(Datum::Null, Datum::i64))
    }
}

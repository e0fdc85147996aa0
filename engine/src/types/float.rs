//! float4 and float8. To be written.

use crate::error::Result;
use crate::fmgr::Env;
use std::cmp::Ordering;

/// `extra_float_digits`, 1 by default.
pub fn extra_digits(env: &dyn Env) -> i32 {
    env.setting("extra_float_digits").and_then(|s| s.parse().ok()).unwrap_or(1)
}
/// `float4in`.
pub fn float4_in(_text: &str) -> Result<f32> {
    todo!("float4in")
}
/// `float8in`.
pub fn float8_in(_text: &str) -> Result<f64> {
    todo!("float8in")
}
/// `float4out`.
pub fn float4_out(_v: f32, _extra: i32) -> String {
    todo!("float4out")
}
/// `float8out`.
pub fn float8_out(_v: f64, _extra: i32) -> String {
    todo!("float8out")
}
/// `float8_cmp_internal`: NaN is equal to itself and above all else.
pub fn compare(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

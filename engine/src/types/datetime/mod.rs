//! Dates, times and intervals. To be written.

use crate::datum::Datum;
use crate::error::Result;
use crate::fmgr::Env;
use std::cmp::Ordering;

/// `date_in`.
pub fn date_in(_text: &str, _env: &mut dyn Env) -> Result<Datum> {
    todo!("date_in")
}
/// `time_in`.
pub fn time_in(_text: &str, _typmod: i32, _env: &mut dyn Env) -> Result<Datum> {
    todo!("time_in")
}
/// `timetz_in`.
pub fn timetz_in(_text: &str, _typmod: i32, _env: &mut dyn Env) -> Result<Datum> {
    todo!("timetz_in")
}
/// `timestamp_in`.
pub fn timestamp_in(_text: &str, _typmod: i32, _env: &mut dyn Env) -> Result<Datum> {
    todo!("timestamp_in")
}
/// `timestamptz_in`.
pub fn timestamptz_in(_text: &str, _typmod: i32, _env: &mut dyn Env) -> Result<Datum> {
    todo!("timestamptz_in")
}
/// `interval_in`.
pub fn interval_in(_text: &str, _typmod: i32) -> Result<Datum> {
    todo!("interval_in")
}
/// `date_out`.
pub fn date_out(_v: i32) -> String {
    todo!("date_out")
}
/// `time_out`.
pub fn time_out(_v: i64) -> String {
    todo!("time_out")
}
/// `timetz_out`.
pub fn timetz_out(_d: &Datum) -> String {
    todo!("timetz_out")
}
/// `timestamp_out`.
pub fn timestamp_out(_v: i64) -> String {
    todo!("timestamp_out")
}
/// `timestamptz_out`.
pub fn timestamptz_out(_v: i64) -> String {
    todo!("timestamptz_out")
}
/// `interval_out`.
pub fn interval_out(_d: &Datum, _env: &dyn Env) -> String {
    todo!("interval_out")
}
/// `timetz_cmp`.
pub fn timetz_compare(_a: &Datum, _b: &Datum) -> Ordering {
    todo!("timetz_cmp")
}
/// `interval_cmp`.
pub fn interval_compare(_a: &Datum, _b: &Datum) -> Ordering {
    todo!("interval_cmp")
}
/// `timetz_hash`.
pub fn timetz_hash(_d: &Datum) -> u32 {
    todo!("timetz_hash")
}
/// `interval_hash`.
pub fn interval_hash(_d: &Datum) -> u32 {
    todo!("interval_hash")
}
/// `date2timestamp_no_overflow`, as a timestamp.
pub fn date_to_timestamp_saturating(_d: i32) -> i64 {
    todo!("date2timestamp_no_overflow")
}

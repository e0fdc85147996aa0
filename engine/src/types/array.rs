//! Arrays. To be written.

use crate::datum::Datum;
use crate::error::Result;
use crate::fmgr::Env;
use crate::ids::Oid;
use std::cmp::Ordering;

/// `array_in`.
pub fn input(_type_oid: Oid, _text: &str, _typmod: i32, _env: &mut dyn Env) -> Result<Datum> {
    todo!("array_in")
}
/// `array_out`.
pub fn output(_type_oid: Oid, _d: &Datum, _env: &mut dyn Env) -> Result<String> {
    todo!("array_out")
}
/// `btarraycmp`.
pub fn compare(_type_oid: Oid, _collation: Oid, _a: &Datum, _b: &Datum) -> Ordering {
    todo!("btarraycmp")
}
/// `hash_array`.
pub fn hash(_type_oid: Oid, _d: &Datum) -> u32 {
    todo!("hash_array")
}

//! Rows as values. To be written.

use crate::datum::Datum;
use crate::error::Result;
use crate::fmgr::Env;
use crate::ids::Oid;
use std::cmp::Ordering;

/// `record_in`.
pub fn input(_type_oid: Oid, _text: &str, _typmod: i32, _env: &mut dyn Env) -> Result<Datum> {
    todo!("record_in")
}
/// `record_out`.
pub fn output(_type_oid: Oid, _d: &Datum, _env: &mut dyn Env) -> Result<String> {
    todo!("record_out")
}
/// `record_cmp`.
pub fn compare(_collation: Oid, _a: &Datum, _b: &Datum) -> Ordering {
    todo!("record_cmp")
}
/// `hash_record`.
pub fn hash(_d: &Datum) -> u32 {
    todo!("hash_record")
}

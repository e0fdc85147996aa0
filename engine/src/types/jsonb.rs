//! jsonb's binary form. To be written.

use crate::datum::Datum;
use crate::error::Result;
use std::cmp::Ordering;

/// `jsonb_in`.
pub fn input(_text: &str) -> Result<Datum> {
    todo!("jsonb_in")
}
/// `jsonb_out`, from the payload.
pub fn output(_payload: &[u8]) -> Result<String> {
    todo!("jsonb_out")
}
/// `compareJsonbContainers`.
pub fn compare(_a: &[u8], _b: &[u8]) -> Ordering {
    todo!("jsonb_cmp")
}
/// `jsonb_hash`.
pub fn hash(_payload: &[u8]) -> u32 {
    todo!("jsonb_hash")
}

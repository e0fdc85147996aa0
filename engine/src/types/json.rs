//! json, which is text that was checked. To be written.

use crate::datum::Datum;
use crate::error::Result;

/// `json_in`.
pub fn input(_text: &str) -> Result<Datum> {
    todo!("json_in")
}

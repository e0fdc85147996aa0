//! text, varchar, bpchar, name, bytea. To be written.

use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::error::Result;
use crate::fmgr::Env;
use std::cmp::Ordering;

/// Text from bytes that are valid UTF-8 in a sound database; anything else is made so.
pub fn into_string(b: Bytes) -> String {
    String::from_utf8(b.into_vec())
        .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}
/// `varcharin`.
pub fn varchar_in(_text: &str, _typmod: i32) -> Result<Datum> {
    todo!("varcharin")
}
/// `bpcharin`.
pub fn bpchar_in(_text: &str, _typmod: i32) -> Result<Datum> {
    todo!("bpcharin")
}
/// `namein`: cut to 63 bytes at a character's border.
pub fn name_in(_text: &str) -> Datum {
    todo!("namein")
}
/// `byteain`.
pub fn bytea_in(_text: &str) -> Result<Datum> {
    todo!("byteain")
}
/// `byteaout`.
pub fn bytea_out(_bytes: &[u8], _env: &mut dyn Env) -> Result<String> {
    todo!("byteaout")
}
/// A bpchar without its padding (`bcTruelen`).
pub fn bpchar_true(b: &[u8]) -> &[u8] {
    let end = b.iter().rposition(|&c| c != b' ').map_or(0, |i| i + 1);
    &b[..end]
}
/// `bpcharcmp`.
pub fn bpchar_compare(a: &[u8], b: &[u8]) -> Ordering {
    bpchar_true(a).cmp(bpchar_true(b))
}

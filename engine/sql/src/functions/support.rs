//! What most modules need: arguments as bytes or text, results without copies, common errors.

use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::FnCtx;
use storage::types;
use storage::varlena;

/// The payload of a varlena argument.
pub fn bytes(ctx: &mut FnCtx<'_>, d: &Datum) -> Result<Bytes> {
    types::detoast(ctx.env, d)
}

/// A text argument. Bytes that are not UTF-8 are replaced.
pub fn string(ctx: &mut FnCtx<'_>, d: &Datum) -> Result<String> {
    bytes(ctx, d).map(types::string::into_string)
}

/// An argument detoasted, with a long or short header (`PG_GETARG_TEXT_PP`), for functions that
/// return their argument.
pub fn packed(ctx: &mut FnCtx<'_>, d: &Datum) -> Result<Datum> {
    match d {
        Datum::Ref(b) if varlena::is_external(b) || varlena::is_compressed(b) => {
            Ok(Datum::varlena(&bytes(ctx, d)?))
        }
        _ => Ok(d.clone()),
    }
}

/// The length of the decompressed payload in bytes, without fetching it (`toast_raw_datum_size` -
/// `VARHDRSZ`).
pub fn raw_size(d: &Datum) -> usize {
    let b: &[u8] = d.bytes();
    if varlena::is_external(b) {
        varlena::external_raw_size(b).map_or(0, |raw| raw.max(4) - 4)
    } else if varlena::is_compressed(b) {
        varlena::compressed_header(b).map_or(0, |h| h.0)
    } else {
        types::payload(d).len()
    }
}

/// A buffer for a varlena with `payload` bytes and its header.
///
/// # Errors
///
/// Those of `palloc` for this size.
pub fn buffer(ctx: &FnCtx<'_>, payload: usize) -> Result<Vec<u8>> {
    ctx.env.check_alloc(payload.saturating_add(4))?;
    let mut v = Vec::with_capacity(payload + 4);
    v.extend_from_slice(&[0; 4]);
    Ok(v)
}

/// The error `integer out of range` and its siblings.
pub fn out_of_range(type_name: &str) -> Box<PgError> {
    PgError::new(SqlState::NUMERIC_VALUE_OUT_OF_RANGE, format!("{type_name} out of range"))
}

/// Refuses a division by zero.
pub fn division_by_zero<T>() -> Result<T> {
    err!(DIVISION_BY_ZERO, "division by zero")
}

/// Fails when a float8 result is infinite though the arguments are finite (`float_overflow_error`).
pub fn overflow<T>() -> Result<T> {
    err!(NUMERIC_VALUE_OUT_OF_RANGE, "value out of range: overflow")
}

/// Fails when a float8 result is zero though it should not be (`float_underflow_error`).
pub fn underflow<T>() -> Result<T> {
    err!(NUMERIC_VALUE_OUT_OF_RANGE, "value out of range: underflow")
}

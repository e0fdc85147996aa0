//! regclass, regtype and their kin: names in, names out, with quotes and schemas where needed
//! (`regproc.c`).

use super::text_of;
use super::{Args, ServerFunction, scalar};
use crate::backend::Backend;
use crate::backend::reg::reg_in;
use storage::datum::Datum;
use storage::error::{Result, SqlState};
use storage::ids::Oid;
use storage::types::oid;

/// The OID of the object with this name as a value of the reg type; NULL if there is none, or the name is ambiguous. A
/// name that cannot be looked up at all is an error.
fn to_reg(b: &mut Backend<'_>, args: &Args<'_>, type_oid: Oid) -> Result<Datum> {
    let text = text_of(b, &args[0])?;
    let malformed_named = b.store.release.missing_schema_named;
    reg_in(b, type_oid, &text).or_else(|e| match e.code {
        SqlState::SYNTAX_ERROR | SqlState::FEATURE_NOT_SUPPORTED => Err(e),
        SqlState::INVALID_NAME if malformed_named => Err(e),
        _ => Ok(Datum::Null),
    })
}

/// The SQL function `to_regclass`.
fn to_regclass(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    to_reg(b, args, oid::REGCLASS)
}
/// The SQL function `to_regtype`.
fn to_regtype(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    to_reg(b, args, oid::REGTYPE)
}
/// The SQL function `to_regnamespace`.
fn to_regnamespace(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    to_reg(b, args, oid::REGNAMESPACE)
}
/// The SQL function `to_regrole`.
fn to_regrole(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    to_reg(b, args, oid::REGROLE)
}

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("to_regclass", &[oid::TEXT], oid::REGCLASS, to_regclass).stable(),
    scalar("to_regtype", &[oid::TEXT], oid::REGTYPE, to_regtype).stable(),
    scalar("to_regnamespace", &[oid::TEXT], oid::REGNAMESPACE, to_regnamespace).stable(),
    scalar("to_regrole", &[oid::TEXT], oid::REGROLE, to_regrole).stable(),
];

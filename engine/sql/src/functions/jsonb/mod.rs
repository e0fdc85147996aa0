//! What SQL can do with jsonb: build it, look into it, change it, take it apart.
//!
//! | module | functions |
//! |---|---|
//! | [`convert`] | a value of any type as a node |
//! | [`build`] | `to_jsonb`, `jsonb_build_object`, `jsonb_object`, the aggregates |
//! | [`access`] | `->`, `->>`, `#>`, `#>>`, `?`, `@>`, `jsonb_typeof`, `jsonb_array_length` |
//! | [`change`] | the operators `\|\|`, `-`, `#-` and `jsonb_set`, `jsonb_insert`, `jsonb_strip_nulls` |
//! | [`casts`] | from and to json, to numbers and booleans |
//! | [`query`] | SQL/JSON paths: `jsonb_path_query`, `@?`, `@@` |
//! | [`path_text`] | their input and their text |
//! | [`expand`] | `jsonb_each`, `jsonb_array_elements`, `jsonb_object_keys` |
//!
//! Each reads its argument through [`document`], that is: detoasted whole, as the released server
//! does. What that costs is what this project is about.

pub mod access;
pub mod build;
pub mod casts;
pub mod change;
pub mod convert;
mod execute;
pub mod expand;
mod jsonpath;
pub mod path;
pub mod path_text;
pub mod query;

use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::FnCtx;
use storage::types::jsonb::{Container, LookupResult};

/// The payload of a jsonb argument: its root container's bytes.
pub(super) fn document(ctx: &mut FnCtx<'_>, datum: &Datum) -> Result<Bytes> {
    if let LookupResult::Value(whole) = ctx.env.jsonb_get(datum, &[])? {
        return storage::types::detoast(ctx.env, &whole);
    }
    storage::types::detoast(ctx.env, datum)
}

/// The root container in a payload.
pub(super) fn root(payload: &Bytes) -> Container<'_> {
    Container::new(payload)
}

/// A text argument.
pub(super) fn text(ctx: &mut FnCtx<'_>, datum: &Datum) -> Result<Bytes> {
    storage::types::detoast(ctx.env, datum)
}

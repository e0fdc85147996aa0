//! Casts between the two kinds of documents, and from jsonb's scalars to SQL's
//! (`jsonb_bool`, `jsonb_int4` ... of `jsonb.c`).

use super::{document, root};
use crate::functions::cast;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Cast, CastContext, CastMethod, FnCtx};
use storage::ids::Oid;
use storage::types::jsonb::JsonbView;
use storage::types::oid::{BOOL, FLOAT4, FLOAT8, INT2, INT4, INT8, JSON, JSONB, NUMERIC};

/// The casts of this module.
pub static CASTS: &[Cast] = &[
    Cast {
        source: JSON,
        target: JSONB,
        context: CastContext::Assignment,
        method: CastMethod::InOut,
    },
    Cast {
        source: JSONB,
        target: JSON,
        context: CastContext::Assignment,
        method: CastMethod::InOut,
    },
    cast::by(JSONB, BOOL, CastContext::Explicit, to_bool),
    cast::by(JSONB, NUMERIC, CastContext::Explicit, |c, a| to_number(c, a, NUMERIC, "numeric")),
    cast::by(JSONB, INT2, CastContext::Explicit, |c, a| to_number(c, a, INT2, "smallint")),
    cast::by(JSONB, INT4, CastContext::Explicit, |c, a| to_number(c, a, INT4, "integer")),
    cast::by(JSONB, INT8, CastContext::Explicit, |c, a| to_number(c, a, INT8, "bigint")),
    cast::by(JSONB, FLOAT4, CastContext::Explicit, |c, a| to_number(c, a, FLOAT4, "real")),
    cast::by(JSONB, FLOAT8, CastContext::Explicit, |c, a| {
        to_number(c, a, FLOAT8, "double precision")
    }),
];

/// Refuses the cast of a jsonb value to a type, with the kind of the value in the message
/// (`cannotCastJsonbValue`).
fn cannot<T>(view: JsonbView<'_>, target: &str) -> Result<T> {
    let kind = match view {
        JsonbView::Null => "null",
        JsonbView::Bool(_) => "boolean",
        JsonbView::Numeric(_) => "numeric",
        JsonbView::String(_) => "string",
        JsonbView::Container(c) if c.is_object() => "object",
        JsonbView::Container(_) => "array",
    };
    err!(INVALID_PARAMETER_VALUE, "cannot cast jsonb {kind} to type {target}")
}

/// jsonb as bool.
fn to_bool(ctx: &mut FnCtx<'_>, a: &[Datum]) -> Result<Datum> {
    let document = document(ctx, &a[0])?;
    match root(&document).root() {
        JsonbView::Bool(b) => Ok(Datum::bool(b)),
        JsonbView::Null if ctx.env.release().null_from_jsonb => Ok(Datum::Null),
        other => cannot(other, "boolean"),
    }
}

/// Casts the number in a document as a numeric would be cast.
fn to_number(ctx: &mut FnCtx<'_>, a: &[Datum], target: Oid, name: &str) -> Result<Datum> {
    let document = document(ctx, &a[0])?;
    let numeric = match root(&document).root() {
        JsonbView::Numeric(n) => Datum::varlena(JsonbView::numeric_payload(n)),
        JsonbView::Null if ctx.env.release().null_from_jsonb => return Ok(Datum::Null),
        other => return cannot(other, name),
    };
    if target == NUMERIC {
        return Ok(numeric);
    }
    let from_numeric = cast::CASTS
        .iter()
        .chain(cast::FLOAT_CASTS)
        .find(|c| c.source == NUMERIC && c.target == target)
        .map(|c| c.method);
    match from_numeric {
        Some(CastMethod::Function(run)) => {
            let mut ctx = FnCtx { env: &mut *ctx.env, arg_types: &[NUMERIC], ret_type: target };
            run(&mut ctx, &[numeric])
        }
        _ => cannot(root(&document).root(), name),
    }
}

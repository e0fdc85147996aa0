//! `enum_range`, `enum_first`, `enum_last` (`enum.c`).

use crate::catalog::UserTypeKind;
use crate::session::Backend;
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx, scalar};
use storage::types::array::Array;
use storage::types::oid::{ANYARRAY, ANYENUM};

/// The values of the enum that the arguments are of, in their order.
fn values(ctx: &mut FnCtx<'_>) -> Vec<Datum> {
    let type_oid = ctx.arg_types[0];
    let b = Backend::of(ctx.env);
    let Some(UserTypeKind::Enum(labels)) = b.catalog.types().get(&type_oid).map(|t| &t.kind) else {
        return Vec::new();
    };
    let mut labels: Vec<_> = labels.iter().map(|(oid, order, _)| (*order, *oid)).collect();
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    labels.into_iter().map(|(_, oid)| Datum::u32(oid.0)).collect()
}

fn range(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let mut all = values(ctx);
    if let [first, last] = args {
        let at = |d: &Datum| all.iter().position(|v| v == d);
        let (from, to) = (at(first).unwrap_or(0), at(last).map_or(all.len(), |n| n + 1));
        all = all.get(from..to).unwrap_or(&[]).to_vec();
    }
    Array::of(ctx.arg_types[0], all).to_datum()
}

fn first(ctx: &mut FnCtx<'_>, _args: &[Datum]) -> Result<Datum> {
    Ok(values(ctx).into_iter().next().unwrap_or(Datum::Null))
}

fn last(ctx: &mut FnCtx<'_>, _args: &[Datum]) -> Result<Datum> {
    Ok(values(ctx).pop().unwrap_or(Datum::Null))
}

/// The functions of this room.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("enum_range", &[ANYENUM], ANYARRAY, range).stable().not_strict(),
    scalar("enum_range", &[ANYENUM, ANYENUM], ANYARRAY, range).stable().not_strict(),
    scalar("enum_first", &[ANYENUM], ANYENUM, first).stable().not_strict(),
    scalar("enum_last", &[ANYENUM], ANYENUM, last).stable().not_strict(),
];

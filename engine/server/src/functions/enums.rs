//! `enum_range`, `enum_first`, `enum_last` (`enum.c`).

use super::{Args, ServerFunction, scalar};
use crate::backend::Backend;
use crate::catalog::UserTypeKind;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::sort::Arrange;
use storage::types::array::Array;
use storage::types::oid::{ANYARRAY, ANYENUM};

/// The values of the enum type of the arguments, in order.
fn values(b: &Backend<'_>, args: &Args<'_>) -> Vec<Datum> {
    let type_oid = args.types[0];
    let Some(UserTypeKind::Enum(labels)) = b.catalog.types().get(&type_oid).map(|t| &t.kind) else {
        return Vec::new();
    };
    let mut labels: Vec<_> = labels.iter().map(|(oid, order, _)| (*order, *oid)).collect();
    labels.arrange_by(|a, b| a.0.total_cmp(&b.0));
    labels.into_iter().map(|(_, oid)| Datum::u32(oid.0)).collect()
}

/// `enum_range`: all labels, or those from the first argument to the second.
fn range(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let mut all = values(b, args);
    if let [first, last] = &args[..] {
        let at = |d: &Datum| all.iter().position(|v| v == d);
        let (from, to) = (at(first).unwrap_or(0), at(last).map_or(all.len(), |n| n + 1));
        all = all.get(from..to).unwrap_or(&[]).to_vec();
    }
    for label in &all {
        b.check_safe_label(args.types[0], Oid(label.as_u32()))?;
    }
    Array::of(args.types[0], all).to_datum()
}

/// The first or last label, which must be one that values may have (`enum_endpoint`).
fn endpoint(b: &Backend<'_>, args: &Args<'_>, label: Option<Datum>) -> Result<Datum> {
    let t = args.types[0];
    let Some(label) = label else {
        return err!(
            OBJECT_NOT_IN_PREREQUISITE_STATE,
            "enum {} contains no values",
            b.type_name(t)
        );
    };
    b.check_safe_label(t, Oid(label.as_u32()))?;
    Ok(label)
}

/// The SQL function `enum_first`.
fn first(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    endpoint(b, args, values(b, args).into_iter().next())
}

/// The SQL function `enum_last`.
fn last(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    endpoint(b, args, values(b, args).pop())
}

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("enum_range", &[ANYENUM], ANYARRAY, range).stable().not_strict(),
    scalar("enum_range", &[ANYENUM, ANYENUM], ANYARRAY, range).stable().not_strict(),
    scalar("enum_first", &[ANYENUM], ANYENUM, first).stable().not_strict(),
    scalar("enum_last", &[ANYENUM], ANYENUM, last).stable().not_strict(),
];

//! Collations that are written: two in one call must be one (`assign_collations_walker`).

use crate::expr::{Expr, Node};
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;

/// The collation that COLLATE gives an expression, and where COLLATE stands; `None` if none is written in it, or if what
/// it gives has no collation.
fn written(e: &Expr) -> Option<(Oid, i32)> {
    if !e.collation.is_valid() {
        return None;
    }
    match &e.node {
        Node::Collate(_, collation) => Some((*collation, e.location)),
        Node::Relabel(a, _) | Node::CoerceViaIO(a, _) | Node::CoerceToDomain(a, _) => written(a),
        Node::Op(o) => o.args.iter().find_map(written),
        Node::Func(f) => f.args.iter().find_map(written),
        Node::Coalesce(list) | Node::MinMax(_, list) => list.iter().find_map(written),
        _ => None,
    }
}

/// Refuses arguments of one call that have two written collations (42P21).
pub(super) fn refuse_mismatch(args: &[Expr]) -> Result<()> {
    let mut first = None;
    for (collation, location) in args.iter().filter_map(written) {
        if *first.get_or_insert(collation) != collation {
            // The OIDs of `pg_collation.dat`.
            let name = |c: Oid| match c.0 {
                950 => "C",
                100 => "default",
                _ => "POSIX",
            };
            let text = format!(
                "collation mismatch between explicit collations \"{}\" and \"{}\"",
                name(first.unwrap_or(collation)),
                name(collation)
            );
            let error = PgError::new(SqlState::COLLATION_MISMATCH, text);
            return Err(match usize::try_from(location) {
                Ok(at) => error.at(at),
                Err(_) => error,
            });
        }
    }
    Ok(())
}

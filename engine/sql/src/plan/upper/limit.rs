//! LIMIT and OFFSET as the planner sees them: how much of the rows will be asked for
//! (`preprocess_limit`, `limit_needed`).

use crate::expr::{Expr, Node};
use crate::plan::fold::evaluate;
use crate::plan::root::{Path, Planner, Root};
use crate::plan::tree::relids;

/// A constant LIMIT or OFFSET as a count: 0 none, -1 unknown.
fn limit_value(pl: &mut Planner<'_>, e: &Option<Expr>) -> i64 {
    let Some(e) = e else { return 0 };
    if !relids(e).is_empty()
        || crate::plan::fold::has_exec_param(e)
        || !matches!(e.node, Node::Const(_))
    {
        return -1;
    }
    match evaluate(&mut pl.host, e) {
        Ok(d) if d.is_null() => 0,
        Ok(d) => {
            let n = d.as_i64();
            if n <= 0 { 1 } else { n }
        }
        Err(_) => -1,
    }
}

/// Returns the fraction or number of rows that will be read, and estimates of OFFSET and LIMIT: 0
/// if there is none, below 0 if unknown (`preprocess_limit`).
pub(in crate::plan) fn preprocess_limit(pl: &mut Planner<'_>, root: &Root) -> (f64, i64, i64) {
    let count = limit_value(pl, &root.query.limit);
    let offset = match &root.query.offset {
        None => 0,
        Some(_) => {
            let n = limit_value(pl, &root.query.offset);
            match (&root.query.offset, n) {
                (Some(Expr { node: Node::Const(d), .. }), 1) if !d.is_null() && d.as_i64() <= 0 => {
                    0
                }
                _ => n,
            }
        }
    };
    let mut fraction = root.tuple_fraction;
    if count != 0 {
        let limit_fraction = if count < 0 || offset < 0 { 0.10 } else { (count + offset) as f64 };
        fraction = if fraction >= 1.0 {
            if limit_fraction >= 1.0 { fraction.min(limit_fraction) } else { fraction }
        } else if fraction > 0.0 {
            if limit_fraction >= 1.0 { limit_fraction } else { fraction.min(limit_fraction) }
        } else {
            limit_fraction
        };
    } else if offset != 0 && fraction > 0.0 {
        let o = if offset < 0 { 0.10 } else { offset as f64 };
        if fraction >= 1.0 {
            if o >= 1.0 {
                fraction += o;
            } else {
                fraction = o;
            }
        } else if o < 1.0 {
            fraction = (fraction + o).min(1.0);
            if fraction >= 1.0 {
                fraction = 0.0;
            }
        }
    }
    (fraction, offset, count)
}

/// The share of a path's rows that will be read; `fraction` is a share or, from 1 on, a number of rows.
pub(super) fn path_fraction(fraction: f64, best: &Path) -> f64 {
    if fraction >= 1.0 && best.rows > 0.0 { fraction / best.rows } else { fraction }
}

/// Whether LIMIT limits anything: it is not the constant NULL.
pub(in crate::plan) fn limit_needed(e: &Expr) -> bool {
    !matches!(e.node, Node::Const(storage::datum::Datum::Null))
}

/// Whether OFFSET skips anything (`limit_needed`).
pub(in crate::plan) fn offset_needed(e: &Expr) -> bool {
    match &e.node {
        Node::Const(d) => !d.is_null() && d.as_i64() != 0,
        _ => true,
    }
}

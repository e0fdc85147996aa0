//! The elements of an array in `= ANY (...)`, as far as they are known (`scalararraysel`).

use super::variable::{bare_operand, strip_relabel};
use crate::analyze::{Query, RteKind};
use crate::expr::{Expr, Node};
use crate::plan::cost::clamp_row_est;
use crate::plan::root::Planner;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::AttrNumber;
use storage::types;

/// An element of an IN list.
pub enum ArrayItem {
    /// Known.
    Const(Datum),
    /// Not known.
    Expr(Expr),
}

/// The elements of an array that is a constant or an ARRAY[...].
pub fn array_elements(pl: &mut Planner<'_>, e: &Expr) -> Option<Vec<ArrayItem>> {
    match &bare_operand(e).node {
        Node::Const(d @ Datum::Ref(_)) => {
            let bytes = pl.host.detoast(d).ok()?;
            let array = types::array::Array::from_payload(&bytes);
            Some(array.values.into_iter().map(ArrayItem::Const).collect())
        }
        Node::Array(a) if !a.multi_dims => Some(
            a.elements
                .iter()
                .map(|e| match &e.node {
                    Node::Const(d) => ArrayItem::Const(d.clone()),
                    _ => ArrayItem::Expr(e.clone()),
                })
                .collect(),
        ),
        _ => None,
    }
}

/// Returns how many elements an array is expected to have (`estimate_array_length`).
pub fn array_length(pl: &mut Planner<'_>, e: &Expr) -> f64 {
    array_elements(pl, e).map_or_else(|| column_length(pl, e), |v| v.len() as f64)
}

/// How many elements an array has that is not known while planning.
pub(super) fn column_length(pl: &Planner<'_>, e: &Expr) -> f64 {
    let Node::Var(v) = &strip_relabel(e).node else { return 10.0 };
    let columns = pl.levels.last().filter(|_| v.levels_up == 0).map(|l| &l.array_lengths);
    let mut found = columns.into_iter().flatten().filter(|c| (c.0, c.1) == (v.rte, v.attno));
    found.next().map_or(10.0, |c| c.2)
}

/// The mean lengths of arrays that the statistics of a query's tables know, each with its range table entry and
/// column.
pub fn array_lengths(pl: &mut Planner<'_>, q: &Query) -> Result<Vec<(usize, i16, f64)>> {
    let mut known = Vec::new();
    for (i, rte) in q.rtable.iter().enumerate() {
        let RteKind::Relation { oid, .. } = rte.kind else { continue };
        for (c, a) in pl.host.open_relation(oid)?.desc.attrs.iter().enumerate() {
            if !types::array::element_type(a.type_oid).is_valid() {
                continue;
            }
            let attno = c as i16 + 1;
            let stats = pl.host.column_stats(oid, AttrNumber(attno));
            if let Some(mean) = stats.and_then(|s| s.element_counts.last().copied()) {
                known.push((i + 1, attno, clamp_row_est(f64::from(mean))));
            }
        }
    }
    Ok(known)
}

//! The elements of an array in `= ANY (...)`, as far as they are known (`scalararraysel`).

use super::variable::strip_relabel;
use crate::expr::{Expr, Node};
use crate::plan::root::Planner;
use storage::datum::Datum;
use storage::types::{self};

/// An element of an IN list.
pub enum ArrayItem {
    /// Known.
    Const(Datum),
    /// Not known.
    Expr(Expr),
}

/// The elements of an array that is a constant or an ARRAY[...].
pub fn array_elements(pl: &mut Planner<'_>, e: &Expr) -> Option<Vec<ArrayItem>> {
    match &strip_relabel(e).node {
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

/// `estimate_array_length`
pub fn array_length(pl: &mut Planner<'_>, e: &Expr) -> f64 {
    array_elements(pl, e).map_or(10.0, |v| v.len() as f64)
}

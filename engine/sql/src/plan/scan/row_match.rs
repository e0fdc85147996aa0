//! Comparisons of rows as conditions on several columns of an index: `(a, b) > (1, 2)`, by which keyset pagination goes
//! on (`match_rowcompare_to_indexcol`, `expand_indexqual_rowcompare` of `indxpath.c`).

use super::index_match::{btree_op, same_collation};
use crate::expr::{Expr, Node, OpCall, RowCompare, RowCompareKind};
use crate::plan::fold::{commutator, make_bool};
use crate::plan::relids::Relids;
use crate::plan::root::{IndexClause, IndexOpt, RcClause};
use crate::plan::sel::{self, bare_operand};
use std::rc::Rc;
use storage::fmgr::Operator;

/// Returns the comparison of rows `r` as a condition that the index checks from `column` on, counted from 0; `None` if its
/// first member is not that column. It has the members that the index has, in the index's order or not; if some are
/// left, it also lets rows pass that are equal so far.
#[inline(never)]
pub(super) fn row_clause(
    index: &IndexOpt,
    column: usize,
    clause: &RcClause,
    r: &RowCompare,
) -> Option<IndexClause> {
    let first_is = |e: &Expr| bare_operand(e) == bare_operand(&index.columns[column]);
    let own = Relids::single(index.rte);
    let key_is_left = first_is(&r.left[0]) && sel::indexable_value(&r.right[0], own);
    let (keys, values) = if key_is_left { (&r.left, &r.right) } else { (&r.right, &r.left) };
    let member = |n: usize, column: usize| {
        let of_index = &index.rel.index.as_ref()?.keys[column];
        let op = if key_is_left { r.ops[n] } else { commutator(r.ops[n])? };
        let fits = bare_operand(&keys[n]) == bare_operand(&index.columns[column])
            && sel::indexable_value(&values[n], own)
            && btree_op(op, of_index)
            && same_collation(of_index.collation, [&keys[n], &values[n]]);
        fits.then_some(op)
    };
    let mut ops = vec![member(0, column)?];
    let mut rest = Vec::new();
    for n in 1..keys.len() {
        let found = (0..index.key_columns).find_map(|other| Some((other, member(n, other)?)));
        let Some((other, op)) = found else { break };
        rest.push(other);
        ops.push(op);
    }
    let lossy = ops.len() < keys.len();
    let expr = match lossy || !key_is_left {
        true => shortened(&keys[..ops.len()], &values[..ops.len()], ops, lossy)?,
        false => clause.expr.clone(),
    };
    Some(IndexClause { clause: Rc::clone(clause), column, quals: vec![expr], rest, lossy })
}

/// A comparison of the first members of rows with the index's columns on the left; with `or_equal`, `<` is `<=`.
fn shortened(
    keys: &[Expr],
    values: &[Expr],
    mut ops: Vec<&'static Operator>,
    or_equal: bool,
) -> Option<Expr> {
    let less = ops[0].name.contains('<');
    if or_equal {
        let name = if less { "<=" } else { ">=" };
        let member = |op: &Operator| crate::catalog::operator_exact(name, op.left, op.right);
        ops = ops.into_iter().map(member).collect::<Option<_>>()?;
    }
    let node = match (keys, values) {
        ([key], [value]) => Node::Op(OpCall { op: ops[0], args: vec![key.clone(), value.clone()] }),
        _ => {
            let kind = match (less, ops[0].name.ends_with('=')) {
                (true, false) => RowCompareKind::Lt,
                (true, true) => RowCompareKind::Le,
                (false, true) => RowCompareKind::Ge,
                (false, false) => RowCompareKind::Gt,
            };
            let (left, right) = (keys.to_vec(), values.to_vec());
            Node::RowCompare(Box::new(RowCompare { kind, ops, left, right }))
        }
    };
    Some(Expr { node, ..make_bool(None) })
}

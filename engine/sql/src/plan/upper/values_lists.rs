//! `x IN (VALUES (1), (2))` as `x = ANY ('{1,2}')` (`convert_VALUES_to_ANY` of `subselect.c`).

use crate::analyze::{FromExpr, JoinTreeNode, Query, RteKind};
use crate::expr::{ArrayExpr, BoolOp, Expr, Node, Param, ScalarArrayOp, SubLink, SubLinkKind};
use crate::host::Host;
use crate::plan::fold::{fold, make_bool};
use crate::plan::prep::contains_volatile;
use crate::plan::tree::rewrite;
use storage::types::array::array_type;

/// Puts an array in the place of each list of constants that a condition of WHERE or ON compares a column with, here and
/// in the sub-queries of FROM.
pub(super) fn values_to_arrays(host: &mut Host<'_>, q: &mut Query) {
    for rte in &mut q.rtable {
        if let RteKind::Subquery { query, .. } = &mut rte.kind {
            values_to_arrays(host, query);
        }
    }
    if q.has_sub_links {
        in_from(host, &mut q.jointree);
    }
}

/// Looks at the conditions of a FROM tree.
fn in_from(host: &mut Host<'_>, f: &mut FromExpr) {
    f.from.iter_mut().for_each(|n| in_node(host, n));
    f.quals.iter_mut().for_each(|e| in_condition(host, e));
}

/// Looks at the conditions of a node of the join tree.
fn in_node(host: &mut Host<'_>, n: &mut JoinTreeNode) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => in_from(host, f),
        JoinTreeNode::Join(j) => {
            in_node(host, &mut j.left);
            in_node(host, &mut j.right);
            j.quals.iter_mut().for_each(|e| in_condition(host, e));
        }
    }
}

/// Looks at the parts of a condition that must all hold.
fn in_condition(host: &mut Host<'_>, e: &mut Expr) {
    match &mut e.node {
        Node::Bool(BoolOp::And, args) => args.iter_mut().for_each(|a| in_condition(host, a)),
        Node::SubLink(s) => {
            if let Some(compared) = as_array(host, s) {
                *e = compared;
            }
        }
        _ => {}
    }
}

/// The comparison with an array; `None` if the sub-query is no list of two constants or more without an order or a limit.
fn as_array(host: &mut Host<'_>, s: &SubLink) -> Option<Expr> {
    let q = &s.query;
    let (Some(test), [rte]) = (&s.test, &q.rtable[..]) else { return None };
    let plain = q.limit.is_none() && q.offset.is_none() && q.sort.is_empty();
    let (Node::Op(o), RteKind::Values { rows, .. }) = (&test.node, &rte.kind) else { return None };
    let [left, right] = &o.args[..] else { return None };
    if s.kind != SubLinkKind::Any || !plain || q.target.len() > 1 || rows.len() < 2 {
        return None;
    }
    let mut elements = Vec::new();
    for row in rows {
        let value = row.first().filter(|v| !contains_volatile(v))?;
        let mut element = right.clone();
        rewrite(&mut element, 0, &mut |e, _| {
            let column = matches!(e.node, Node::Param(Param::SubLink(_)));
            if column {
                *e = value.clone();
            }
            !column
        });
        fold(host, &mut element, false).ok()?;
        if !matches!(element.node, Node::Const(_)) {
            return None;
        }
        elements.push(element);
    }
    let element_type = right.type_oid;
    let mut array = Expr {
        node: Node::Array(ArrayExpr { elements, element_type, multi_dims: false }),
        type_oid: array_type(element_type)?,
        location: -1,
        ..right.clone()
    };
    fold(host, &mut array, false).ok()?;
    let args = Box::new([left.clone(), array]);
    Some(Expr {
        node: Node::ScalarArrayOp(ScalarArrayOp { op: o.op, use_or: true, args }),
        ..make_bool(None)
    })
}

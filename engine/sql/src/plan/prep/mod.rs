//! Before planning: sub-links become joins, simple sub-queries are pulled up, join aliases are
//! flattened, outer joins reduced (`prepjointree.c`, `subselect.c`).

mod contain;
mod outer;
mod sublink;
mod subquery;
mod union_all;

pub use contain::{
    contains_agg, contains_nonstrict, contains_sublink, contains_volatile, contains_window,
    expr_has_vars_of_level, query_has_vars_of_level, returns_set, volatility,
};
pub use outer::{check_locked_sides, nonnullable_rels, reduce_outer_joins};
pub use sublink::{pull_up_sublinks, simplify_exists};
pub(super) use subquery::is_simple_subquery;
pub use subquery::{flatten_join_aliases, pull_up_subqueries, whole_row};
pub use union_all::{flatten_union_all, is_append};

use crate::analyze::{Alias, FromExpr, JoinTreeNode, RangeTblEntry, RteKind};
use crate::expr::{BoolOp, Expr, Node, NullTest};
use crate::plan::relids::Relids;
use storage::ids::Oid;
use storage::types::oid;

/// `AND` of conditions; `None` when there are none.
pub fn make_and(mut quals: Vec<Expr>) -> Option<Expr> {
    match quals.len() {
        0 => None,
        1 => quals.pop(),
        _ => Some(bool_expr(BoolOp::And, quals)),
    }
}

/// An AND, OR or NOT of these expressions.
pub fn bool_expr(op: BoolOp, args: Vec<Expr>) -> Expr {
    Expr {
        node: Node::Bool(op, args),
        type_oid: oid::BOOL,
        typmod: -1,
        collation: Oid::INVALID,
        location: -1,
    }
}

/// A condition as a list of conditions that must all hold (`make_ands_implicit`).
pub fn conjuncts(e: Option<Expr>) -> Vec<Expr> {
    match e {
        None => Vec::new(),
        Some(Expr { node: Node::Bool(BoolOp::And, args), .. }) => {
            args.into_iter().flat_map(|a| conjuncts(Some(a))).collect()
        }
        Some(Expr { node: Node::Const(d), .. }) if !d.is_null() && d.as_bool() => Vec::new(),
        Some(e) => vec![e],
    }
}

/// `e IS NOT NULL`.
pub fn is_not_null(e: &Expr) -> Expr {
    let test = NullTest { arg: Box::new(e.clone()), is_null: false, arg_is_row: false };
    Expr { node: Node::NullTest(test), ..bool_expr(BoolOp::And, Vec::new()) }
}

/// An RTE that the planner makes.
pub fn make_rte(kind: RteKind, name: &str, columns: Vec<String>) -> RangeTblEntry {
    RangeTblEntry {
        kind,
        alias: None,
        eref: Alias { name: name.to_string(), columns },
        lateral: false,
        inh: false,
        in_from: true,
        placeholders: Vec::new(),
    }
}

/// The set of RTEs in a join tree.
pub fn tree_relids(n: &JoinTreeNode) -> Relids {
    match n {
        JoinTreeNode::Rte(r) => Relids::single(*r),
        JoinTreeNode::Join(j) => tree_relids(&j.left) | tree_relids(&j.right),
        JoinTreeNode::From(f) => from_relids(f),
    }
}

/// The set of RTEs in a FROM.
pub fn from_relids(f: &FromExpr) -> Relids {
    f.from.iter().map(tree_relids).fold(Relids::EMPTY, |a, b| a | b)
}

//! A UNION ALL whose branches have the types of its columns becomes an append relation: the query around it reads it as
//! one relation, whose members are its branches (`prepjointree.c`).
//!
//! ```text
//! FROM (SELECT id FROM a UNION ALL SELECT id FROM b WHERE x) u
//!     u, an append relation    ->    a: u.id is a.id
//!                              ->    the sub-query of b: u.id is its first column
//! ```

use super::make_rte;
use super::sublink::{offset_query_vars, pull_up_sublinks};
use super::subquery::{is_simple_subquery, pull_up_subqueries};
use crate::analyze::{AppendMember, JoinTreeNode, Query, RteKind, SetOp, SetOpTree, SetOperation};
use crate::expr::{Expr, Node, Var};
use crate::plan::relids::Relids;
use crate::plan::tree::{rewrite, shift_query_levels};

/// Whether this entry of the range table is an append relation.
pub fn is_append(q: &Query, rte: usize) -> bool {
    q.append_members.iter().any(|m| m.parent == rte)
}

/// Makes a query whose top is a simple UNION ALL one that reads an append relation, named by the leftmost leaf's entry, of
/// which the query's columns are. Returns false if it is not simple (`flatten_simple_union_all`).
#[inline(never)]
pub fn flatten_union_all(q: &mut Query, correlated: bool) -> bool {
    let room = q.rtable.len() < Relids::MAX_MEMBER;
    let Some(top) = q.set_operations.take_if(|top| room && has_one_kind(top)) else {
        return false;
    };
    let mut leaves = Vec::new();
    collect_leaves(&top, &mut leaves);
    let parent = leaves[0];
    q.rtable.push(q.rtable[parent - 1].clone());
    leaves[0] = q.rtable.len();
    q.jointree.from = vec![JoinTreeNode::Rte(parent)];
    let columns: Vec<Expr> = q.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    add_members(q, parent, &leaves, &columns, correlated);
    true
}

/// Makes an entry of FROM that is a simple UNION ALL an append relation. Returns false if it is not one
/// (`pull_up_simple_union_all`).
#[inline(never)]
pub(super) fn pull_up_union_all(q: &mut Query, number: usize, correlated: bool) -> bool {
    let rte = &q.rtable[number - 1];
    let RteKind::Subquery { query, .. } = &rte.kind else { return false };
    if !is_simple_union_all(query) || q.rtable.len() + query.rtable.len() > Relids::MAX_MEMBER {
        return false;
    }
    let lateral = rte.lateral;
    let mut query = (**query).clone();
    let Some(top) = query.set_operations.take() else { return false };
    shift_query_levels(&mut query, -1, 1);
    let mut leaves = Vec::new();
    collect_leaves(&top, &mut leaves);
    leaves.iter_mut().for_each(|leaf| *leaf += q.rtable.len());
    let columns: Vec<Expr> =
        query.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    query.rtable.iter_mut().for_each(|leaf| leaf.lateral |= lateral);
    q.rtable.append(&mut query.rtable);
    q.has_sub_links |= query.has_sub_links;
    add_members(q, number, &leaves, &columns, correlated);
    true
}

/// Whether a query is no more than a UNION ALL whose branches have the types of its columns (`is_simple_union_all`).
fn is_simple_union_all(q: &Query) -> bool {
    q.set_operations.as_deref().is_some_and(has_one_kind)
        && q.sort.is_empty()
        && q.limit.is_none()
        && q.offset.is_none()
        && !q.has_for_update
        && q.ctes.is_empty()
}

/// Whether the tree consists of UNION ALL only, and all leaves have the result's types (`is_simple_union_all_recurse`).
fn has_one_kind(o: &SetOperation) -> bool {
    let same = |tree: &SetOpTree, casts: &[Option<Expr>]| match tree {
        SetOpTree::Rte(_) => casts.iter().all(Option::is_none),
        SetOpTree::Op(inner) => {
            has_one_kind(inner)
                && inner.columns.iter().zip(&o.columns).all(|(a, b)| a.type_oid == b.type_oid)
        }
    };
    o.kind == SetOp::Union
        && o.all
        && same(&o.left, &o.left_casts)
        && same(&o.right, &o.right_casts)
}

/// The leaves of a tree of set operations, from left to right.
fn collect_leaves(o: &SetOperation, out: &mut Vec<usize>) {
    for side in [&o.left, &o.right] {
        match side {
            SetOpTree::Rte(leaf) => out.push(*leaf),
            SetOpTree::Op(inner) => collect_leaves(inner, out),
        }
    }
}

/// Makes the leaves members of the append relation `parent`, which has these columns; of `parent` itself only its columns
/// stay, and what says which other entries a LATERAL one reads; `correlated` as for `pull_up_sublinks`
/// (`pull_up_union_leaf_queries`).
fn add_members(q: &mut Query, parent: usize, leaves: &[usize], columns: &[Expr], correlated: bool) {
    let entry = &mut q.rtable[parent - 1];
    if let RteKind::Subquery { query, .. } = &mut entry.kind
        && !entry.lateral
    {
        let target = std::mem::take(&mut query.target);
        **query = Query { target, ..Query::default() };
    }
    let names = &q.rtable[parent - 1].eref.columns.clone();
    for &member in leaves {
        let column = |(i, e): (usize, &Expr)| {
            let var = Var { rte: member, attno: i as i16 + 1, levels_up: 0 };
            Expr { node: Node::Var(var), location: -1, ..e.clone() }
        };
        let columns = columns.iter().enumerate().map(column).collect();
        q.append_members.push(AppendMember { parent, member, columns, names: names.clone() });
        pull_up_member(q, q.append_members.len() - 1, correlated);
    }
}

/// Replaces a member that is a sub-query over one relation by that relation, if it only selects columns of it
/// (`pull_up_subqueries_recurse` with an `AppendRelInfo`, `pull_up_simple_subquery`).
fn pull_up_member(q: &mut Query, at: usize, correlated: bool) {
    let number = q.append_members[at].member;
    let may = |q: &Query| {
        let RteKind::Subquery { query, .. } = &q.rtable[number - 1].kind else { return false };
        is_simple_subquery(q, number, false, None) && only_relation(query).is_some()
    };
    if pull_up_union_all(q, number, correlated) || !may(q) {
        return;
    }
    let RteKind::Subquery { query, .. } = &q.rtable[number - 1].kind else { return };
    let mut sub = (**query).clone();
    pull_up_sublinks(&mut sub, correlated);
    pull_up_subqueries(&mut sub, correlated);
    let Some(only) = only_relation(&sub) else { return };
    if q.rtable.len() + sub.rtable.len() >= Relids::MAX_MEMBER {
        return;
    }
    if only == 0 {
        sub.rtable.push(make_rte(RteKind::Result, "*RESULT*", Vec::new()));
    }
    let offset = q.rtable.len();
    let member = offset + if only == 0 { sub.rtable.len() } else { only };
    offset_query_vars(&mut sub, offset);
    shift_query_levels(&mut sub, -1, 1);
    let targets: Vec<Expr> =
        sub.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    q.rtable[number - 1].kind = RteKind::Result;
    q.rtable.append(&mut sub.rtable);
    q.append_members.append(&mut sub.append_members);
    q.has_sub_links |= sub.has_sub_links;
    let own = &mut q.append_members[at];
    own.member = member;
    for e in &mut own.columns {
        rewrite(e, 0, &mut |e, _| {
            if let Node::Var(v) = &e.node
                && v.rte == number
            {
                *e = targets[v.attno as usize - 1].clone();
                return false;
            }
            true
        });
    }
}

/// The only relation that a query reads, without conditions; 0 if it has no FROM and `None` if it reads several or has
/// conditions (`is_safe_append_member`).
fn only_relation(q: &Query) -> Option<usize> {
    let mut from = &q.jointree;
    loop {
        match (&from.from[..], &from.quals) {
            ([], None) => return Some(0),
            ([JoinTreeNode::Rte(rte)], None) => return Some(*rte),
            ([JoinTreeNode::From(inner)], None) => from = inner,
            _ => return None,
        }
    }
}

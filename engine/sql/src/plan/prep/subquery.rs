//! Sub-queries in FROM that only select and join become part of their parent
//! (`pull_up_subqueries`).

use super::contain::{contains_nonstrict, contains_volatile, expr_has_vars_of_level, returns_set};
use super::sublink::{offset_query_vars, pull_up_sublinks, relids_around};
use super::union_all::{is_append, pull_up_union_all};
use super::{make_rte, tree_relids};
use crate::analyze::{
    CommandType, FromExpr, JoinTreeNode, JoinType, Query, RangeTblEntry, RteKind,
};
use crate::expr::{CoercionForm, Expr, Node};
use crate::plan::relids::Relids;
use crate::plan::tree::{rewrite_query, shift_levels, shift_query_levels};

// ---- pulling up sub-queries --------------------------------------------------------------------

/// Merges sub-queries in FROM that only select and join into their parent, and makes those that are a UNION ALL append
/// relations; `correlated` as for `pull_up_sublinks` (`pull_up_subqueries`).
pub fn pull_up_subqueries(q: &mut Query, correlated: bool) {
    pull_up_values(q);
    loop {
        let mut candidates = Vec::new();
        let tree = JoinTreeNode::From(Box::new(q.jointree.clone()));
        leaves(&tree, Nullable::Never, None, &mut candidates);
        let mut changed = false;
        for (number, nullable, around) in candidates {
            if is_append(q, number) {
                continue;
            }
            changed = if is_simple_subquery(q, number, nullable, around) {
                pull_up_one(q, number, nullable != Nullable::Never, correlated);
                true
            } else {
                combines(q, number) && pull_up_union_all(q, number, correlated)
            };
            if changed {
                break;
            }
        }
        if !changed {
            let Query { jointree, rtable, .. } = q;
            jointree.from.iter_mut().for_each(|n| remove_results(n, rtable));
            return;
        }
    }
}

/// Whether an entry of FROM is a sub-query with a set operation.
fn combines(q: &Query, number: usize) -> bool {
    matches!(&q.rtable[number - 1].kind, RteKind::Subquery { query, .. } if query.set_operations.is_some())
}

/// Makes a query that reads one row of VALUES, and nothing else, one without FROM (`is_simple_values`,
/// `pull_up_simple_values`).
pub(super) fn pull_up_values(q: &mut Query) {
    let ([entry], [JoinTreeNode::Rte(1)]) = (&q.rtable[..], &q.jointree.from[..]) else { return };
    let RteKind::Values { rows, .. } = &entry.kind else { return };
    let [row] = &rows[..] else { return };
    if row.iter().any(|e| returns_set(e) || contains_volatile(e)) {
        return;
    }
    let (row, names) = (row.clone(), entry.eref.columns.clone());
    q.jointree.from.clear();
    q.rtable[0].kind = RteKind::Result;
    replace_columns(q, 1, &row, &names, false);
}

/// Makes semi-joins whose right side is one row without a relation conditions of their left side; any other side of
/// an outer join or semi-join stays, as one row (`remove_useless_results_recurse`).
fn remove_results(n: &mut JoinTreeNode, rtable: &mut Vec<RangeTblEntry>) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => f.from.iter_mut().for_each(|n| remove_results(n, rtable)),
        JoinTreeNode::Join(j) => {
            remove_results(&mut j.left, rtable);
            remove_results(&mut j.right, rtable);
            if j.kind == JoinType::Semi && tree_relids(&j.right).is_empty() {
                let left = std::mem::replace(&mut j.left, JoinTreeNode::Rte(0));
                let quals = j.quals.take();
                *n = JoinTreeNode::From(Box::new(FromExpr { from: vec![left], quals }));
                return;
            }
            for side in [&mut j.left, &mut j.right] {
                if j.kind != JoinType::Inner && tree_relids(side).is_empty() {
                    rtable.push(make_rte(RteKind::Result, "*RESULT*", Vec::new()));
                    let row = JoinTreeNode::Rte(rtable.len());
                    let from = vec![row, std::mem::replace(side, JoinTreeNode::Rte(0))];
                    *side = JoinTreeNode::From(Box::new(FromExpr { from, quals: None }));
                }
            }
        }
    }
}

/// Whether an outer join may put NULLs in the place of a relation's columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nullable {
    /// None does.
    Never,
    /// A LEFT or RIGHT join, or an anti-join.
    ByOuter,
    /// A FULL join.
    ByFull,
}

/// A relation of a join tree, what may put NULLs in its place, and the relations of the lowest outer join or semi-join
/// above it (`lowest_outer_join`), if there is one.
type Leaf = (usize, Nullable, Option<Relids>);

/// Collects the range table entries of a join tree.
fn leaves(n: &JoinTreeNode, nullable: Nullable, around: Option<Relids>, out: &mut Vec<Leaf>) {
    match n {
        JoinTreeNode::Rte(r) => out.push((*r, nullable, around)),
        JoinTreeNode::From(f) => f.from.iter().for_each(|n| leaves(n, nullable, around, out)),
        JoinTreeNode::Join(j) => {
            let (l, r) = match j.kind {
                JoinType::Inner | JoinType::Semi => (nullable, nullable),
                JoinType::Left | JoinType::Anti => (nullable, nullable.max(Nullable::ByOuter)),
                JoinType::Right => (nullable.max(Nullable::ByOuter), nullable),
                _ => (Nullable::ByFull, Nullable::ByFull),
            };
            let around = match j.kind {
                JoinType::Inner => around,
                _ => Some(tree_relids(&j.left) | tree_relids(&j.right)),
            };
            leaves(&j.left, l, around, out);
            leaves(&j.right, r, around, out);
        }
    }
}

/// Whether a query returns the rows of its FROM unchanged: without groups, order, limits ...
fn is_plain(q: &Query) -> bool {
    q.command == CommandType::Select
        && q.set_operations.is_none()
        && !q.has_aggs
        && !q.has_window_funcs
        && !q.has_target_srfs
        && q.group.is_empty()
        && q.grouping_sets.is_empty()
        && q.having.is_none()
        && q.sort.is_empty()
        && q.distinct.is_empty()
        && q.limit.is_none()
        && q.offset.is_none()
        && !q.has_for_update
        && !q.security_barrier
        && q.ctes.is_empty()
        && !q.target.iter().any(|t| contains_volatile(&t.expr))
}

/// Whether a sub-query can be merged into its parent. One whose columns an outer join may make NULL
/// (`nullable`) is only when they are NULL as its relations' columns are, since there are no PlaceHolderVars here: plain
/// columns or strict expressions over them, of which a FULL join has plain columns only; and what it refers to must
/// be inside the outer join or semi-join it is in, whose relations are `around` (`is_simple_subquery`).
pub(in crate::plan) fn is_simple_subquery(
    q: &Query,
    number: usize,
    nullable: Nullable,
    around: Option<Relids>,
) -> bool {
    let rte = &q.rtable[number - 1];
    let RteKind::Subquery { query: sub, .. } = &rte.kind else { return false };
    if !is_plain(sub) || q.rtable.len() + sub.rtable.len() > Relids::MAX_MEMBER {
        return false;
    }
    let never = nullable == Nullable::Never;
    if sub.jointree.from.is_empty() && (!never || sub.jointree.quals.is_some()) {
        return false;
    }
    if rte.lateral && around.is_some_and(|inside| !relids_around(sub).is_subset(inside)) {
        return false;
    }
    let null_with_columns = |e: &Expr| match &e.node {
        Node::Var(v) => v.levels_up == 0,
        _ => {
            nullable == Nullable::ByOuter && expr_has_vars_of_level(e, 0) && !contains_nonstrict(e)
        }
    };
    never || sub.target.iter().all(|t| null_with_columns(&t.expr))
}

/// Pulls up the sub-query with this number; `must_read`: what it reads must stay a relation
/// (`pull_up_simple_subquery`).
fn pull_up_one(q: &mut Query, number: usize, must_read: bool, correlated: bool) {
    let RteKind::Subquery { query, .. } =
        std::mem::replace(&mut q.rtable[number - 1].kind, RteKind::Result)
    else {
        return;
    };
    let mut sub = *query;
    let lateral = q.rtable[number - 1].lateral;
    let offset = q.rtable.len();
    if !must_read {
        pull_up_values(&mut sub);
    }
    pull_up_sublinks(&mut sub, correlated);
    offset_query_vars(&mut sub, offset);
    shift_query_levels(&mut sub, -1, 1);
    let targets: Vec<Expr> =
        sub.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    let names = q.rtable[number - 1].eref.columns.clone();
    if lateral {
        for rte in &mut sub.rtable {
            if !matches!(rte.kind, RteKind::Relation { .. } | RteKind::Join(_)) {
                rte.lateral = true;
            }
        }
    }
    q.rtable.append(&mut sub.rtable);
    q.row_marks.append(&mut sub.row_marks);
    q.has_sub_links |= sub.has_sub_links;
    let tree = JoinTreeNode::From(Box::new(std::mem::take(&mut sub.jointree)));
    replace_leaf_in_from(&mut q.jointree, number, &mut Some(tree));
    replace_columns(q, number, &targets, &names, must_read);
    // The emptied entry stays for its number and is never scanned.
}

/// Replaces the columns of an entry by these expressions; its columns have these names. `nullable`: an outer join may
/// put NULL in the place of its row.
fn replace_columns(
    q: &mut Query,
    number: usize,
    targets: &[Expr],
    names: &[String],
    nullable: bool,
) {
    rewrite_query(q, 0, &mut |e, depth| {
        if let Node::Var(v) = &e.node
            && v.levels_up == depth
            && v.rte == number
        {
            let mut new = if v.attno > 0 {
                targets[v.attno as usize - 1].clone()
            } else {
                whole_row(e, targets, names)
            };
            if let (Node::Row(row), true) = (&mut new.node, nullable && v.attno == 0) {
                row.form = CoercionForm::Nullable;
            }
            shift_levels(&mut new, depth as i32, 0);
            *e = new;
            return false;
        }
        true
    });
}

/// A whole-row value of a sub-query that was pulled up, with its columns' names.
pub fn whole_row(like: &Expr, targets: &[Expr], names: &[String]) -> Expr {
    let mut names = names.to_vec();
    names.resize(targets.len(), String::new());
    Expr {
        node: Node::Row(crate::expr::RowExpr {
            args: targets.to_vec(),
            names,
            form: CoercionForm::ImplicitCast,
        }),
        location: -1,
        ..like.clone()
    }
}

/// Puts a tree in the place of a relation in FROM.
fn replace_leaf_in_from(f: &mut FromExpr, number: usize, by: &mut Option<JoinTreeNode>) {
    for n in &mut f.from {
        replace_leaf(n, number, by);
    }
}

/// Puts a tree in the place of a relation.
fn replace_leaf(n: &mut JoinTreeNode, number: usize, by: &mut Option<JoinTreeNode>) {
    match n {
        JoinTreeNode::Rte(r) if *r == number => {
            if let Some(tree) = by.take() {
                *n = tree;
            }
        }
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => replace_leaf_in_from(f, number, by),
        JoinTreeNode::Join(j) => {
            replace_leaf(&mut j.left, number, by);
            replace_leaf(&mut j.right, number, by);
        }
    }
}

// ---- join aliases ------------------------------------------------------------------------------

/// Replaces columns of joins by the columns they come from (`flatten_join_alias_vars`), in the whole
/// query.
pub fn flatten_join_aliases(q: &mut Query) {
    let joins: Vec<Option<Vec<Expr>>> = q
        .rtable
        .iter()
        .map(|r| match &r.kind {
            RteKind::Join(j) => Some(j.alias_vars.clone()),
            _ => None,
        })
        .collect();
    if joins.iter().all(Option::is_none) {
        return;
    }
    let names: Vec<Vec<String>> = q.rtable.iter().map(|r| r.eref.columns.clone()).collect();
    let mut passes = 0;
    loop {
        let mut changed = false;
        rewrite_query(q, 0, &mut |e, depth| {
            if let Node::Var(v) = &e.node
                && v.levels_up == depth
                && let Some(Some(columns)) = joins.get(v.rte.wrapping_sub(1))
            {
                let mut new = if v.attno > 0 {
                    columns[v.attno as usize - 1].clone()
                } else {
                    whole_row(e, columns, &names[v.rte - 1])
                };
                shift_levels(&mut new, depth as i32, 0);
                *e = new;
                changed = true;
            }
            true
        });
        passes += 1;
        if !changed || passes > 64 {
            return;
        }
    }
}

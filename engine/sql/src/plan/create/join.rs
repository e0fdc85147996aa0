//! Plan nodes that join two relations.

use super::sort::sort_plan;
use super::target::{finish_quals, nest_params, tlist_of};
use super::{SMALL, create, ordered, plan_of};
use crate::analyze::JoinType;
use crate::expr::{Expr, Node, Param};
use crate::plan::join::outer_join;
use crate::plan::relids::Relids;
use crate::plan::root::{JoinPath, Path, PathKind, Planner, RcClause, Root};
use crate::plan::tree::relids;
use crate::plan::{MergeClause, Plan, PlanKind};
use std::rc::Rc;
use storage::error::Result;

/// A cache over the inner side of a nested loop: its keys are parameters the outer row sets (`create_memoize_plan`).
pub(super) fn create_memoize_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
) -> Result<Plan> {
    let PathKind::Memoize { sub, keys, single_row, binary, .. } = &p.kind else {
        unreachable!("`create` chose by the kind of path")
    };
    let child = create(pl, root, sub, flags | SMALL)?;
    let mut list = Vec::new();
    for k in keys {
        let mut k = k.clone();
        nest_params(root, &mut k);
        let id = match &k.node {
            Node::Param(Param::Exec(id)) => *id,
            _ => usize::MAX,
        };
        list.push((k, id));
    }
    let target = child.target.clone();
    Ok(plan_of(
        PlanKind::Memoize { keys: list, single_row: *single_row, binary: *binary },
        p,
        target,
        Some(child),
    ))
}

/// A nested loop: columns of the outer row that the inner side uses become parameters of the inner side
/// (`create_nestloop_plan`).
pub(super) fn create_nestloop_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    j: &JoinPath,
) -> Result<Plan> {
    let saved_rels = root.outer_rels;
    let outer = create(pl, root, &j.outer, 0)?;
    root.outer_rels |= j.outer.relids;
    let inner = create(pl, root, &j.inner, 0)?;
    root.outer_rels = saved_rels;
    let mut params = Vec::new();
    let outer_ids = j.outer.relids;
    let mut rest = Vec::new();
    for (e, id) in std::mem::take(&mut root.outer_params) {
        if relids(&e).is_subset(outer_ids) {
            params.push((id, e));
        } else {
            rest.push((e, id));
        }
    }
    root.outer_params = rest;
    let (join_qual, other) = join_quals(root, &j.clauses, j.kind);
    let target = tlist_of(root, p);
    pl.params_change |= !params.is_empty();
    let kind = PlanKind::NestLoop { kind: j.kind, join_qual, params, inner_unique: j.inner_unique };
    let mut plan = plan_of(kind, p, target, Some(outer));
    plan.inner = Some(Box::new(inner));
    plan.qual = other;
    Ok(plan)
}

/// A merge join, its sides sorted and the inner one materialized where the path says so (`create_mergejoin_plan`).
pub(super) fn create_mergejoin_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
) -> Result<Plan> {
    let PathKind::MergeJoin {
        join: j,
        merge,
        outer_sort,
        inner_sort,
        skip_mark_restore,
        materialize,
    } = &p.kind
    else {
        unreachable!("`create` chose by the kind of path")
    };
    let mut outer = create(pl, root, &j.outer, if outer_sort.is_empty() { 0 } else { SMALL })?;
    let mut inner = create(pl, root, &j.inner, if inner_sort.is_empty() { 0 } else { SMALL })?;
    if !outer_sort.is_empty() {
        outer = sort_plan(pl, root, outer, outer_sort);
    }
    if !inner_sort.is_empty() {
        inner = sort_plan(pl, root, inner, inner_sort);
    }
    if *materialize {
        // It is not expected to spill: one operator for each row.
        let total = inner.total + pl.costs.cpu_operator_cost * inner.rows;
        inner = Plan { total, ..inner.materialized(&pl.costs) };
    }
    let rest: Vec<RcClause> =
        j.clauses.iter().filter(|c| !merge.iter().any(|m| Rc::ptr_eq(m, c))).cloned().collect();
    let (join_qual, other) = join_quals(root, &rest, j.kind);
    let keys = if outer_sort.is_empty() { &j.outer.pathkeys } else { outer_sort };
    let mut clauses = Vec::new();
    for c in merge {
        let expr = switched(c, j.outer.relids);
        if let Node::Op(o) = &expr.node {
            let ec = if c.left.is_subset(j.outer.relids) { c.left_ec } else { c.right_ec };
            let key = keys.iter().find(|k| ec.map(|e| root.ec(e)) == Some(root.ec(k.ec)));
            clauses.push(MergeClause {
                outer: o.args[0].clone(),
                inner: o.args[1].clone(),
                descending: key.is_some_and(|k| k.descending),
                nulls_first: key.is_some_and(|k| k.nulls_first),
                clause: expr.clone(),
            });
        }
    }
    let target = tlist_of(root, p);
    let kind = PlanKind::MergeJoin {
        kind: j.kind,
        join_qual,
        merge: clauses,
        inner_unique: j.inner_unique,
        skip_mark_restore: *skip_mark_restore,
    };
    let mut plan = plan_of(kind, p, target, Some(outer));
    plan.inner = Some(Box::new(inner));
    plan.qual = other;
    Ok(plan)
}

/// A hash join: the inner side goes under a Hash node (`create_hashjoin_plan`).
pub(super) fn create_hashjoin_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    j: &JoinPath,
    clauses: &[RcClause],
    batches: f64,
) -> Result<Plan> {
    let outer = create(pl, root, &j.outer, if batches > 1.0 { SMALL } else { 0 })?;
    let inner = create(pl, root, &j.inner, SMALL)?;
    let rest: Vec<RcClause> =
        j.clauses.iter().filter(|c| !clauses.iter().any(|m| Rc::ptr_eq(m, c))).cloned().collect();
    let (join_qual, other) = join_quals(root, &rest, j.kind);
    let clauses: Vec<Expr> = clauses.iter().map(|c| switched(c, j.outer.relids)).collect();
    let side = |i: usize| -> Vec<Expr> {
        clauses
            .iter()
            .filter_map(|c| match &c.node {
                Node::Op(o) => Some(o.args[i].clone()),
                _ => None,
            })
            .collect()
    };
    let (outer_keys, inner_keys) = (side(0), side(1));
    let hash = Plan {
        disabled: inner.disabled,
        startup: inner.total,
        total: inner.total,
        rows: inner.rows,
        width: inner.width,
        target: inner.target.clone(),
        qual: Vec::new(),
        kind: PlanKind::Hash { keys: inner_keys },
        outer: Some(Box::new(inner)),
        inner: None,
        init_plans: Vec::new(),
        ext_params: Vec::new(),
    };
    let target = tlist_of(root, p);
    let kind = PlanKind::HashJoin {
        kind: j.kind,
        join_qual,
        clauses,
        outer_keys,
        inner_unique: j.inner_unique,
    };
    let mut plan = plan_of(kind, p, target, Some(outer));
    plan.inner = Some(Box::new(hash));
    plan.qual = other;
    Ok(plan)
}

/// Divides conditions into those of the join and those checked after it
/// (`extract_actual_join_clauses`).
fn join_quals(root: &mut Root, list: &[RcClause], kind: JoinType) -> (Vec<Expr>, Vec<Expr>) {
    let outer = outer_join(kind);
    let (join, other): (Vec<RcClause>, Vec<RcClause>) =
        list.iter().cloned().partition(|c| !outer || !c.pushed_down);
    let join = ordered(join);
    let other = ordered(other);
    (finish_quals(root, join), finish_quals(root, other))
}

/// The expression of a clause, with the outer side on the left.
fn switched(c: &RcClause, outer: Relids) -> Expr {
    let mut e = c.expr.clone();
    if !c.left.is_subset(outer)
        && let Node::Op(o) = &mut e.node
        && let Some(op) = crate::plan::fold::commutator(o.op)
    {
        o.op = op;
        o.args.swap(0, 1);
    }
    e
}

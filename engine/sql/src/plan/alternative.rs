//! EXISTS in two ways (`AlternativeSubPlan`): asked anew for each row, or all keys of the sub-query at once in a hash table.
//! Which one costs less is known when the number of rows is:
//!
//! ```text
//! WHERE EXISTS (SELECT FROM o WHERE o.c = c.id) OR c.vip
//!     SubPlan 1           the rows of o with this c.id, for each c
//!     hashed SubPlan 2    every o.c, once
//! ```

use super::clauses::is_hashable;
use super::create::create_plan;
use super::fold::{canonicalize, commutator, fold};
use super::prep::{
    conjuncts, contains_sublink, contains_volatile, expr_has_vars_of_level, make_and,
    query_has_vars_of_level,
};
use super::root::Planner;
use super::sub::{sub_root, subplan_cost};
use super::tree::{children_mut, shift_levels};
use super::{Plan, PlanKind};
use crate::analyze::Query;
use crate::expr::{Expr, Node, OpCall, Param, SubLinkKind, SubPlan, TargetEntry};
use storage::error::Result;

/// Plans the sub-query of an EXISTS, simplified, so that its keys can be hashed; `None` unless its rows depend on the outer
/// row by equalities alone, and fit in memory (`convert_EXISTS_to_ANY`, `make_subplan`).
#[inline(never)]
pub(super) fn hashed_exists(pl: &mut Planner<'_>, mut query: Query) -> Result<Option<SubPlan>> {
    let Some(mut condition) = query.jointree.quals.take() else { return Ok(None) };
    if query_has_vars_of_level(&query, 1) || contains_volatile(&condition) {
        return Ok(None);
    }
    fold(&mut pl.host, &mut condition, false)?;
    let outer = |e: &Expr| expr_has_vars_of_level(e, 1);
    let (mut keys, mut rest) = (Vec::new(), Vec::new());
    for clause in conjuncts(Some(canonicalize(condition))) {
        let Node::Op(o) = &clause.node else {
            rest.push(clause);
            continue;
        };
        let sides = match &o.args[..] {
            [left, right] if is_hashable(o) && outer(left) => Some((o.op, left, right)),
            [left, right] if is_hashable(o) && outer(right) => match commutator(o.op) {
                Some(op) => Some((op, right, left)),
                None => return Ok(None),
            },
            _ => None,
        };
        match sides {
            Some((op, left, right)) => keys.push((op, left.clone(), right.clone())),
            None => rest.push(clause),
        }
    }
    let fits = |(_, left, right): &(_, Expr, Expr)| {
        !outer(right) && !expr_has_vars_of_level(left, 0) && !contains_sublink(left)
    };
    if keys.is_empty() || rest.iter().any(outer) || !keys.iter().all(fits) {
        return Ok(None);
    }
    query.jointree.quals = make_and(rest);
    let (mut tests, mut param_ids) = (Vec::new(), Vec::new());
    for (op, mut left, right) in keys {
        shift_levels(&mut left, -1, 1);
        let param = Expr { node: Node::Param(Param::Exec(pl.params)), ..right.clone() };
        param_ids.push(pl.params);
        pl.params += 1;
        query.target.push(TargetEntry {
            expr: right,
            resno: param_ids.len() as i16,
            name: None,
            sort_group_ref: 0,
            origin: None,
            junk: false,
        });
        let node = Node::Op(OpCall { op, args: vec![left, param] });
        tests.push(Expr { node, ..super::fold::make_bool(None) });
    }
    let here = pl.levels.len() - 1;
    let saved = std::mem::take(&mut pl.levels[here].plan_params);
    let sub = super::upper::plan_query(pl, query, 0.0)?.whole();
    pl.levels[here].plan_params = saved;
    let bytes = super::cost::relation_byte_size(sub.path.rows, sub.path.target.width);
    if bytes > pl.costs.hash_mem_bytes() {
        return Ok(None);
    }
    let plan = create_plan(pl, &sub)?;
    let plan_id = pl.subplans.len();
    pl.subplans.push((plan, sub_root(&sub)));
    Ok(Some(SubPlan {
        kind: SubLinkKind::Any,
        test: make_and(tests),
        param_ids,
        plan_id,
        plan_name: format!("SubPlan {}", plan_id + 1),
        use_hash_table: true,
        unknown_eq_false: true,
        par_param: Vec::new(),
        args: Vec::new(),
        hashed: None,
    }))
}

/// Chooses the ways of the sub-plans of a plan, those of its children first: a target list is computed once a row, conditions
/// are expected to be checked twice a row (`fix_alternative_subplan`).
#[inline(never)]
pub(super) fn choose_ways(pl: &mut Planner<'_>, plan: &mut Plan) {
    if let PlanKind::Append { plans, .. } | PlanKind::MergeAppend { plans, .. } = &mut plan.kind {
        plans.iter_mut().for_each(|p| choose_ways(pl, p));
    }
    for below in [&mut plan.outer, &mut plan.inner].into_iter().flatten() {
        choose_ways(pl, below);
    }
    let rows = plan.rows;
    plan.qual.iter_mut().for_each(|e| choose(pl, e, rows * 2.0));
    match &mut plan.kind {
        PlanKind::NestLoop { join_qual, .. }
        | PlanKind::MergeJoin { join_qual, .. }
        | PlanKind::HashJoin { join_qual, .. } => {
            join_qual.iter_mut().for_each(|e| choose(pl, e, rows * 2.0));
        }
        PlanKind::Result { constant_qual } => {
            constant_qual.iter_mut().for_each(|e| choose(pl, e, 1.0));
        }
        _ => {}
    }
    plan.target.iter_mut().for_each(|t| choose(pl, &mut t.expr, rows));
}

/// Chooses the ways in an expression that is computed so often. A sub-plan that several nodes name is chosen for the lowest,
/// which computes it.
fn choose(pl: &mut Planner<'_>, e: &mut Expr, times: f64) {
    if let Node::SubPlan(first) = &mut e.node
        && let Some(hashed) = first.hashed.take()
    {
        let ids = [first.plan_id, hashed.plan_id];
        let known = pl.ways_chosen.iter().find(|id| ids.contains(id)).copied();
        let chosen = known.unwrap_or_else(|| {
            let mut cost = |s: &SubPlan| {
                subplan_cost(pl, s).map_or(0.0, |(startup, per_call)| startup + times * per_call)
            };
            let chosen = if cost(&hashed) <= cost(first) { ids[1] } else { ids[0] };
            pl.ways_chosen.push(chosen);
            let left = if chosen == ids[0] { ids[1] } else { ids[0] };
            forget(&mut pl.subplans[left].0);
            chosen
        });
        if chosen == hashed.plan_id {
            e.node = Node::SubPlan(hashed);
        }
    }
    for c in children_mut(e) {
        choose(pl, c, times);
    }
}

/// Leaves nothing of a plan that is not used: its number is all that counts.
fn forget(plan: &mut Plan) {
    plan.kind = PlanKind::Result { constant_qual: Vec::new() };
    plan.target.clear();
    plan.qual.clear();
    plan.init_plans.clear();
    plan.outer = None;
    plan.inner = None;
}

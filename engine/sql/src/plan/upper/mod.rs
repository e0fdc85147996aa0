//! A query as a whole (`planner.c`): made simple, then scans and joins, then what stands above them.
//!
//! | file | what |
//! |---|---|
//! | `main` `baserel` | the relations in FROM, their sizes, scans and joins |
//! | `steps` | grouping, windows, DISTINCT, ORDER BY, LIMIT, one above the other |
//! | `grouping` `aggregates` `presorted` | GROUP BY; what aggregates cost, and the order they need |
//! | `window` `run_condition` `ordered` `limit` | the steps after that |
//! | `targetlist` | which columns each step gives to the next |
//! | `push_down` | conditions on a sub-query's rows, and columns that nobody reads |
//! | `values_lists` `functions_in_from` | `IN (VALUES ...)` as an array; functions as sub-queries |
//!
//! Simplified: no grouping sets; no partial or parallel aggregation.

mod aggregates;
mod baserel;
mod functions_in_from;
mod grouping;
mod limit;
mod main;
mod ordered;
mod presorted;
mod push_down;
mod run_condition;
mod steps;
mod targetlist;
mod values_lists;
mod window;

use crate::analyze::{FrameBound, JoinTreeNode, Query, RteKind, SortGroupClause};
use crate::expr::Node;
use crate::plan::arbiter;
use crate::plan::join::remove_useless_joins;
use crate::plan::predtest;
use crate::plan::prep::{
    check_locked_sides, conjuncts, contains_agg, contains_volatile, flatten_join_aliases,
    flatten_union_all, make_and, pull_up_sublinks, pull_up_subqueries, reduce_outer_joins,
};
use crate::plan::relids::Relids;
use crate::plan::root::{Level, PlannedQuery, Planner, Root};
use crate::plan::sel::array_lengths;
use crate::plan::sub::{preprocess, process_ctes, resolve_multi_assignments};
pub use aggregates::shared_input;
pub(in crate::plan) use baserel::{column_widths, outer_keys};
use functions_in_from::functions_in_from;
use grouping::drop_dependent_groups;
pub(in crate::plan) use limit::{limit_needed, offset_needed, preprocess_limit};
pub(in crate::plan) use ordered::{incremental_sort, ordered_paths};
use steps::grouping_planner;
use storage::clock::{self, Kind};
use storage::err;
use storage::error::Result;
use values_lists::values_to_arrays;

/// Plans a query or sub-query of which `tuple_fraction` of the rows will be read; 0 for all
/// (`subquery_planner`).
pub fn plan_query(pl: &mut Planner<'_>, q: Query, tuple_fraction: f64) -> Result<PlannedQuery> {
    plan_side(pl, q, tuple_fraction, &[])
}

/// Plans a side of a set operation that can use its rows in the order of their columns, each sorted as in `order`;
/// otherwise as [`plan_query`].
pub fn plan_side(
    pl: &mut Planner<'_>,
    q: Query,
    tuple_fraction: f64,
    order: &[SortGroupClause],
) -> Result<PlannedQuery> {
    clock::add(Kind::QueryPlanned, 1);
    pl.levels.push(Level::default());
    let root = Root { tuple_fraction, setop_order: order.to_vec(), ..Root::default() };
    let result = plan_inner(pl, root, q);
    pl.levels.pop();
    result
}

/// Plans one query (`subquery_planner`).
fn plan_inner(pl: &mut Planner<'_>, mut root: Root, mut q: Query) -> Result<PlannedQuery> {
    if !q.grouping_sets.is_empty() {
        return err!(FEATURE_NOT_SUPPORTED, "GROUPING SETS, ROLLUP and CUBE are not modelled");
    }
    if q.rtable.len() > Relids::MAX_MEMBER {
        let most = Relids::MAX_MEMBER;
        return err!(
            FEATURE_NOT_SUPPORTED,
            "more than {most} relations in a query are not modelled"
        );
    }
    process_ctes(pl, &mut root, &mut q)?;
    let correlated = pl.release.correlated_in_joined;
    if q.set_operations.is_some() && !flatten_union_all(&mut q, correlated) {
        return crate::plan::setop::plan_set_operations(pl, root, q);
    }
    if pl.release.values_as_array {
        values_to_arrays(&mut pl.host, &mut q);
    }
    pull_up_sublinks(&mut q, correlated);
    let depth = pl.levels.len();
    functions_in_from(pl, &mut q, depth)?;
    flatten_join_aliases(&mut q);
    pull_up_subqueries(&mut q, correlated);
    flatten_join_aliases(&mut q);
    if pl.release.array_lengths_known {
        let known = array_lengths(pl, &q)?;
        if let Some(level) = pl.levels.last_mut() {
            level.array_lengths = known;
        }
    }
    // Expressions, one by one.
    let mut target = std::mem::take(&mut q.target);
    for t in &mut target {
        preprocess(pl, &mut root, &mut t.expr, false)?;
    }
    target.iter_mut().for_each(|t| resolve_multi_assignments(&root, &mut t.expr));
    q.target = target;
    let mut returning = std::mem::take(&mut q.returning);
    for t in &mut returning {
        preprocess(pl, &mut root, &mut t.expr, false)?;
    }
    q.returning = returning;
    let mut tree = std::mem::take(&mut q.jointree);
    preprocess_tree(pl, &mut root, &mut tree)?;
    q.jointree = tree;
    if let Some(h) = &mut q.having {
        preprocess(pl, &mut root, h, true)?;
    }
    for e in [&mut q.limit, &mut q.offset].into_iter().flatten() {
        preprocess(pl, &mut root, e, false)?;
    }
    for w in &mut q.windows {
        for e in &mut w.run {
            preprocess(pl, &mut root, e, false)?;
        }
        for b in [&mut w.frame.start, &mut w.frame.end] {
            if let FrameBound::Preceding(e) | FrameBound::Following(e) = b {
                preprocess(pl, &mut root, e, false)?;
            }
        }
    }
    if let Some(c) = &mut q.on_conflict {
        if let Some(mut target) = c.target.take() {
            arbiter::fold_target(&mut pl.host, &mut target)?;
            c.arbiters = arbiter::infer(*target, &mut |p, said| predtest::implied_by(pl, p, said))?;
        }
        for t in &mut c.set {
            preprocess(pl, &mut root, &mut t.expr, false)?;
        }
        c.set.iter_mut().for_each(|t| resolve_multi_assignments(&root, &mut t.expr));
        if let Some(w) = &mut c.where_clause {
            preprocess(pl, &mut root, w, true)?;
        }
    }
    for rte in &mut q.rtable {
        for e in &mut rte.placeholders {
            preprocess(pl, &mut root, e, false)?;
        }
        match &mut rte.kind {
            RteKind::Function { functions, .. } => {
                for f in functions {
                    preprocess(pl, &mut root, &mut f.expr, false)?;
                }
            }
            RteKind::Values { rows, .. } => {
                for e in rows.iter_mut().flatten() {
                    preprocess(pl, &mut root, e, false)?;
                }
            }
            _ => {}
        }
    }
    let mut members = std::mem::take(&mut q.append_members);
    for e in members.iter_mut().flat_map(|m| &mut m.columns) {
        preprocess(pl, &mut root, e, false)?;
    }
    q.append_members = members;
    move_having(&mut q);
    if q.group.len() > 1 && q.grouping_sets.is_empty() {
        drop_dependent_groups(pl, &mut q);
    }
    reduce_outer_joins(&mut q);
    check_locked_sides(&q)?;
    remove_useless_joins(pl, &mut root, &mut q)?;
    root.query = q;
    grouping_planner(pl, root)
}

/// Makes conditions of HAVING without aggregates conditions of WHERE. One that is always true still says that there is
/// one group (`hasHavingQual`).
fn move_having(q: &mut Query) {
    let mut having = Vec::new();
    let whole = q.having.clone().filter(|_| q.group.is_empty());
    for h in conjuncts(q.having.take()) {
        if contains_agg(&h)
            || contains_volatile(&h)
            || crate::plan::tree::any(&h, &|e| matches!(e.node, Node::SubPlan(_)))
        {
            having.push(h);
        } else if !q.group.is_empty() {
            q.jointree.quals =
                make_and(conjuncts(q.jointree.quals.take()).into_iter().chain([h]).collect());
        } else {
            q.jointree.quals = make_and(
                conjuncts(q.jointree.quals.take()).into_iter().chain([h.clone()]).collect(),
            );
            having.push(h);
        }
    }
    q.having = make_and(having).or(whole);
}

/// Simplifies the conditions of a FROM tree (`preprocess_qual_conditions`).
fn preprocess_tree(
    pl: &mut Planner<'_>,
    root: &mut Root,
    f: &mut crate::analyze::FromExpr,
) -> Result<()> {
    for n in &mut f.from {
        preprocess_node(pl, root, n)?;
    }
    if let Some(e) = &mut f.quals {
        preprocess(pl, root, e, true)?;
    }
    Ok(())
}

/// Simplifies the conditions of a node of the join tree.
fn preprocess_node(pl: &mut Planner<'_>, root: &mut Root, n: &mut JoinTreeNode) -> Result<()> {
    match n {
        JoinTreeNode::Rte(_) => Ok(()),
        JoinTreeNode::From(f) => preprocess_tree(pl, root, f),
        JoinTreeNode::Join(j) => {
            preprocess_node(pl, root, &mut j.left)?;
            preprocess_node(pl, root, &mut j.right)?;
            match &mut j.quals {
                Some(e) => preprocess(pl, root, e, true),
                None => Ok(()),
            }
        }
    }
}

/// Plans a recursive WITH query's UNION; `wt` is the parameter that holds its working table
/// (`generate_recursion_path`).
pub fn plan_recursive(pl: &mut Planner<'_>, q: &mut Query, wt: usize) -> Result<PlannedQuery> {
    crate::plan::setop::plan_recursive(pl, q, wt)
}

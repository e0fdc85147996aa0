//! The size of each relation in FROM, and the paths that read it (`allpaths.c`).

use super::{plan_query, run_condition};
use crate::analyze::{CommandType, Query, RteKind};
use crate::expr::{Expr, Node};
use crate::plan::clauses::push_key;
use crate::plan::cost::clamp_row_est;
use crate::plan::path::set_cheapest;
use crate::plan::prep::{
    conjuncts, contains_sublink, contains_volatile, contains_window, make_and, returns_set,
};
use crate::plan::root::{PathKey, PathKind, PlannedQuery, Planner, Root};
use crate::plan::scan::{set_size, simple_scan, table_paths};
use crate::plan::sel;
use crate::plan::tree::pull_vars;
use storage::error::Result;

/// Estimates the rows and width of an item of the range table; a sub-query is planned for it
/// (`set_rel_size`).
pub(super) fn base_rel_size(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    let kind = root.query.rtable[rte - 1].kind.clone();
    match &kind {
        RteKind::Relation { .. } => {}
        RteKind::Subquery { query, .. } => {
            let mut sub_query = (**query).clone();
            push_down_quals(pl, root, rte, &mut sub_query);
            let here = pl.levels.len() - 1;
            let saved = std::mem::take(&mut pl.levels[here].plan_params);
            let sub = plan_query(pl, sub_query, 0.0)?;
            let params = std::mem::replace(&mut pl.levels[here].plan_params, saved);
            let rel = root.rel_mut(rte);
            rel.tuples = sub.path.rows;
            rel.sub_params = params;
            rel.widths.extend(column_widths(&sub));
            rel.sub = Some(sub);
        }
        RteKind::Function { functions, .. } => {
            let mut rows = 0.0f64;
            for f in functions {
                rows = rows.max(sel::set_rows(pl, &f.expr));
            }
            root.rel_mut(rte).tuples = rows;
        }
        RteKind::Values { rows, .. } => root.rel_mut(rte).tuples = rows.len() as f64,
        RteKind::Cte { name, levels_up, self_reference, .. } => {
            let level = pl.levels.len() - 1 - (*levels_up as usize).min(pl.levels.len() - 1);
            let rows = if *self_reference {
                pl.levels[level].recursive.as_ref().map_or(1.0, |r| clamp_row_est(10.0 * r.2))
            } else {
                pl.levels[level].ctes.iter().rev().find(|c| c.name == *name).map_or(1.0, |c| c.rows)
            };
            root.rel_mut(rte).tuples = rows;
        }
        RteKind::Result | RteKind::Join(_) => root.rel_mut(rte).tuples = 1.0,
    }
    set_size(pl, root, rte);
    Ok(())
}

/// The width of each column of a planned sub-query: from a table's statistics, else by type.
pub(in crate::plan) fn column_widths(sub: &PlannedQuery) -> Vec<(i16, i32)> {
    let root = sub.root.borrow();
    let width = |e: &Expr| {
        let known = match &e.node {
            Node::Var(v) => root
                .rels
                .get(v.rte)
                .and_then(|r| r.as_ref())
                .and_then(|r| r.widths.get(&v.attno))
                .copied(),
            _ => None,
        };
        known.unwrap_or_else(|| sel::type_width(e.type_oid, e.typmod))
    };
    let columns = sub.path.target.exprs.iter().enumerate();
    columns.map(|(i, e)| (i as i16 + 1, width(e))).collect()
}

/// Moves restrictions on a sub-query's rows into it, where that is safe (`subquery_push_qual`).
fn push_down_quals(pl: &Planner<'_>, root: &mut Root, rte: usize, sub: &mut Query) {
    if sub.limit.is_some()
        || sub.offset.is_some()
        || sub.set_operations.is_some()
        || sub.command != CommandType::Select
    {
        return;
    }
    let restrict = std::mem::take(&mut root.rel_mut(rte).restrict);
    let mut kept = Vec::new();
    for c in restrict {
        let mut vars = Vec::new();
        pull_vars(&c.expr, false, false, &mut vars);
        let safe = !vars.is_empty()
            && !contains_volatile(&c.expr)
            && !crate::plan::tree::any(&c.expr, &|e| {
                matches!(e.node, Node::SubPlan(_) | Node::Param(_))
            })
            && vars.iter().all(|v| match &v.node {
                Node::Var(v) if v.attno > 0 => {
                    let t = sub.target.iter().filter(|t| !t.junk).nth(v.attno as usize - 1);
                    t.is_some_and(|t| {
                        !returns_set(&t.expr)
                            && !contains_volatile(&t.expr)
                            && !contains_sublink(&t.expr)
                            && !contains_window(&t.expr)
                            && (sub.distinct.is_empty()
                                || !sub.has_distinct_on
                                || sub.distinct.iter().any(|d| d.tle_ref == t.sort_group_ref))
                    })
                }
                _ => false,
            })
            && (!sub.has_window_funcs || run_condition::of_partitions(rte, sub, &c.expr));
        if !safe {
            if run_condition::push(pl, rte, sub, &c.expr) {
                kept.push(c);
            }
            continue;
        }
        let mut e = c.expr.clone();
        let targets: Vec<Expr> =
            sub.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
        crate::plan::tree::rewrite(&mut e, 0, &mut |e, _| {
            if let Node::Var(v) = &e.node
                && v.rte == rte
            {
                *e = targets[v.attno as usize - 1].clone();
                return false;
            }
            true
        });
        if sub.has_aggs || !sub.group.is_empty() || sub.having.is_some() {
            sub.having = make_and(conjuncts(sub.having.take()).into_iter().chain([e]).collect());
        } else {
            sub.jointree.quals =
                make_and(conjuncts(sub.jointree.quals.take()).into_iter().chain([e]).collect());
        }
    }
    root.rel_mut(rte).restrict = kept;
}

/// Adds the paths that read an item of the range table, and picks the cheapest
/// (`set_rel_pathlist`).
pub(super) fn base_rel_paths(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    let kind = root.query.rtable[rte - 1].kind.clone();
    let costs = pl.costs.clone();
    let mut path = match &kind {
        RteKind::Relation { .. } => {
            table_paths(pl, root, rte)?;
            set_cheapest(root.rel_mut(rte));
            return Ok(());
        }
        RteKind::Subquery { .. } => {
            let rel = root.rel(rte);
            let Some(sub) = rel.sub.clone() else { return Ok(()) };
            let mut p =
                simple_scan(rel, PathKind::Subquery(sub.clone()), 0.0, costs.cpu_tuple_cost);
            let in_order = |(i, e): (usize, &Expr)| match &e.node {
                Node::Var(v) => v.rte == rte && v.attno as usize == i + 1,
                _ => false,
            };
            if pl.release.needless_scans_free
                && rel.restrict.is_empty()
                && rel.target.exprs.len() == sub.root.borrow().tlist.len()
                && rel.target.exprs.iter().enumerate().all(in_order)
            {
                (p.startup, p.total) = (0.0, 0.0);
            }
            p.startup += sub.path.startup;
            p.total += sub.path.total;
            p
        }
        RteKind::Function { functions, .. } => {
            let q = sel::exprs_cost(pl, functions.iter().map(|f| &f.expr));
            simple_scan(
                root.rel(rte),
                PathKind::Function,
                q.startup + q.per_tuple,
                costs.cpu_tuple_cost,
            )
        }
        RteKind::Values { .. } => simple_scan(
            root.rel(rte),
            PathKind::Values,
            0.0,
            costs.cpu_operator_cost + costs.cpu_tuple_cost,
        ),
        RteKind::Cte { name, levels_up, self_reference, .. } => {
            let level = pl.levels.len() - 1 - (*levels_up as usize).min(pl.levels.len() - 1);
            let kind = if *self_reference {
                let wt = pl.levels[level].recursive.as_ref().map_or(0, |r| r.1);
                PathKind::WorkTable(wt)
            } else {
                match pl.levels[level].ctes.iter().rev().find(|c| c.name == *name) {
                    Some(c) => PathKind::Cte(c.clone()),
                    None => return storage::err!(INTERNAL_ERROR, "could not find CTE \"{name}\""),
                }
            };
            simple_scan(root.rel(rte), kind, 0.0, 2.0 * costs.cpu_tuple_cost)
        }
        RteKind::Result | RteKind::Join(_) => {
            simple_scan(root.rel(rte), PathKind::ResultScan, 0.0, costs.cpu_tuple_cost)
        }
    };
    path.pathkeys = match &path.kind {
        PathKind::Subquery(sub) => outer_keys(root, rte, sub),
        PathKind::Cte(c) if pl.release.order_through_with => outer_keys(root, rte, &c.planned),
        _ => Vec::new(),
    };
    let rel = root.rel_mut(rte);
    crate::plan::path::add_path(rel, path);
    set_cheapest(rel);
    Ok(())
}

/// The order of a sub-query's rows as the query that reads them knows it: as far as its keys are columns that are read,
/// which a condition or a clause of that query compares or sorts (`convert_subquery_pathkeys`).
fn outer_keys(root: &Root, rte: usize, sub: &PlannedQuery) -> Vec<PathKey> {
    let below = sub.root.borrow();
    let read =
        |column: usize| {
            root.rel(rte).target.exprs.iter().find(
                |e| matches!(&e.node, Node::Var(v) if v.rte == rte && v.attno as usize == column),
            )
        };
    let mut keys: Vec<PathKey> = Vec::new();
    for key in &sub.path.pathkeys {
        let mut best: Option<(usize, PathKey)> = None;
        for (member, _) in &below.ecs[below.ec(key.ec)].members {
            let member = sel::strip_relabel(member);
            for (at, column) in below.tlist.iter().enumerate() {
                if column.junk || sel::strip_relabel(&column.expr) != member {
                    continue;
                }
                let Some(outer) = read(at + 1) else { continue };
                let known = (0..root.ecs.len()).find(|&i| {
                    root.ecs[i].merged.is_none()
                        && root.ecs[i].members.iter().any(|(m, _)| sel::strip_relabel(m) == outer)
                });
                let Some(ec) = known else { continue };
                let found = PathKey { ec, ..*key };
                let asked = root.query_pathkeys.get(keys.len()) == Some(&found);
                let score = root.ecs[ec].members.len() + usize::from(asked);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, found));
                }
            }
        }
        let Some((_, found)) = best else { break };
        push_key(root, &mut keys, found);
    }
    keys
}

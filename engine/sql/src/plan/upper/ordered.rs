//! DISTINCT and ORDER BY (`create_distinct_paths`, `create_ordered_paths` of `planner.c`).

use super::grouping::cheapest;
use crate::expr::{Expr, Node};
use crate::plan::cost::{AggStrategy, Cost, QualCost};
use crate::plan::path::{
    add_path_to, apply_projection, keys_contained, keys_in_common, limit, over, sort,
};
use crate::plan::root::{Path, PathKey, PathKind, Planner, RcPath, Root, Target};
use crate::plan::sel;
use crate::plan::tree::relids;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

/// Returns paths without the duplicates of DISTINCT; `grouped`: the rows are grouped or aggregated
/// already (`create_distinct_paths`).
#[inline(never)]
pub(super) fn distinct_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    input: &[RcPath],
    grouped: bool,
) -> Result<Vec<RcPath>> {
    let q = root.query.clone();
    let best = cheapest(input);
    let columns = root.distinct.clone();
    let exprs: Vec<Expr> = columns
        .iter()
        .filter_map(|g| root.tlist.iter().find(|t| t.sort_group_ref == g.tle_ref))
        .map(|t| t.expr.clone())
        .collect();
    let rows = if grouped { best.rows } else { sel::num_groups(pl, root, &exprs, best.rows) };
    let mut out = Vec::new();
    let matters = root.tuple_fraction > 0.0;
    if q.distinct.iter().all(|d| d.sortable) {
        let needed = if q.has_distinct_on && root.distinct_pathkeys.len() < root.sort_pathkeys.len()
        {
            root.sort_pathkeys.clone()
        } else {
            root.distinct_pathkeys.clone()
        };
        let keys = root.distinct_pathkeys.len();
        // All rows are equal: the first is enough.
        let one = keys == 0 && pl.release.redundant_groups_dropped;
        let bound = if one { 1.0 } else { -1.0 };
        let unique = |pl: &Planner<'_>, p: &RcPath| {
            if one {
                let count = Expr {
                    node: Node::Const(Datum::i64(1)),
                    type_oid: oid::INT8,
                    typmod: -1,
                    collation: Oid::INVALID,
                    location: -1,
                };
                return limit(p, None, Some(count), 0, 1, false);
            }
            let cost = Cost {
                startup: p.startup,
                total: p.total + pl.costs.cpu_operator_cost * p.rows * keys as f64,
            };
            over(p, PathKind::UpperUnique { sub: Rc::clone(p), keys }, cost, rows)
        };
        let partly = pl.release.partly_sorted_distinct;
        for p in input {
            for order in distinct_orders(pl, root, &needed, &p.pathkeys) {
                let common = keys_in_common(&order, &p.pathkeys);
                let incremental = common > 0 && pl.costs.enable_incremental_sort;
                let sorted = if common == order.len() {
                    Rc::clone(p)
                } else if partly && incremental {
                    Rc::new(incremental_sort(pl, root, p, &order, common, bound))
                } else if partly && Rc::ptr_eq(p, &best) {
                    Rc::new(sort(pl, p, &order, bound))
                } else {
                    continue;
                };
                let u = unique(pl, &sorted);
                add_path_to(&mut out, u, matters, false);
            }
        }
        let full = if needed.len() < root.sort_pathkeys.len() {
            root.sort_pathkeys.clone()
        } else {
            needed
        };
        if !partly && !keys_contained(&full, &best.pathkeys) {
            let s = Rc::new(sort(pl, &best, &full, -1.0));
            let u = unique(pl, &s);
            add_path_to(&mut out, u, matters, false);
        }
    }
    if !q.has_distinct_on
        && q.distinct.iter().all(|d| d.hashable)
        && (pl.costs.enable_hashagg || out.is_empty())
    {
        let cost = pl.costs.agg(
            AggStrategy::Hashed,
            QualCost::default(),
            QualCost::default(),
            0.0,
            root.aggs.len(),
            columns.len(),
            rows,
            Cost { startup: best.startup, total: best.total },
            best.rows,
            best.target.width,
        );
        let kind = PathKind::Agg {
            sub: Rc::clone(&best),
            strategy: AggStrategy::Hashed,
            clauses: columns.iter().map(|d| d.tle_ref).collect(),
            groups: rows,
            having: Vec::new(),
            trans_space: 0.0,
        };
        let mut p = over(&best, kind, cost, rows);
        p.disabled += pl.costs.disabled_node(pl.costs.enable_hashagg);
        // `create_agg_path` charges for its target, though the input has computed it.
        let t = best.target.cost;
        p.startup += t.startup;
        p.total += t.startup + t.per_tuple * rows;
        p.pathkeys.clear();
        add_path_to(&mut out, p, matters, false);
    }
    Ok(out)
}

/// The orders in which DISTINCT can use a path's rows: `needed`, and where the version reorders it the one that goes on
/// from the order that the path has (`get_useful_pathkeys_for_distinct`).
fn distinct_orders(
    pl: &Planner<'_>,
    root: &Root,
    needed: &[PathKey],
    have: &[PathKey],
) -> Vec<Vec<PathKey>> {
    let reordered = pl.release.distinct_reordered && pl.costs.enable_distinct_reordering;
    let on = root.query.has_distinct_on;
    let serves = |k: &PathKey| {
        reordered && needed.contains(k) && (!on || root.distinct_pathkeys.contains(k))
    };
    orders_from(pl, needed, have, needed.len(), &serves)
}

/// The order `needed`, and the one that goes on from the first keys that a path has and that serve, if these are `whole`
/// keys or an incremental sort may add the others.
#[inline(never)]
pub(super) fn orders_from(
    pl: &Planner<'_>,
    needed: &[PathKey],
    have: &[PathKey],
    whole: usize,
    serves: &dyn Fn(&PathKey) -> bool,
) -> Vec<Vec<PathKey>> {
    let mut orders = vec![needed.to_vec()];
    let mut order: Vec<PathKey> = have.iter().take_while(|k| serves(k)).copied().collect();
    let presorted = order.len();
    if presorted > 0 && (presorted >= whole || pl.costs.enable_incremental_sort) {
        order.extend(needed.iter().filter(|k| !have[..presorted].contains(k)));
        if order != needed {
            orders.push(order);
        }
    }
    orders
}

/// Returns the paths that yield the rows of `input` in the query's order with the columns of
/// `target`; `limit_tuples` is how many are wanted, below 0 for all (`create_ordered_paths`).
pub(in crate::plan) fn ordered_paths(
    pl: &mut Planner<'_>,
    root: &Root,
    input: &[RcPath],
    limit_tuples: f64,
    target: &Target,
) -> Vec<RcPath> {
    let keys = &root.sort_pathkeys;
    let best = cheapest(input);
    let mut out: Vec<RcPath> = Vec::new();
    for p in input {
        let common = keys_in_common(keys, &p.pathkeys);
        let sorted = common == keys.len();
        let mut candidates: Vec<RcPath> = Vec::new();
        if sorted {
            candidates.push(Rc::clone(p));
        } else {
            let partly = common > 0 && pl.costs.enable_incremental_sort;
            if Rc::ptr_eq(p, &best) && (!partly || pl.release.larger_sort_groups) {
                candidates.push(Rc::new(sort(pl, p, keys, limit_tuples)));
            }
            if partly {
                let s = incremental_sort(pl, root, p, keys, common, limit_tuples);
                candidates.push(Rc::new(s));
            }
        }
        for c in candidates {
            // The columns of a scan below DISTINCT may be those of the table or the index: they are chosen above it.
            let of_scan = pl.release.equal_columns_projected
                && match &c.kind {
                    PathKind::UpperUnique { sub, .. } => matches!(sub.kind, PathKind::Index { .. }),
                    _ => false,
                };
            let c = if c.target.exprs != target.exprs || of_scan {
                Rc::new(apply_projection(pl, &c, &Rc::new(target.clone())))
            } else if pl.release.equal_columns_projected && c.target.width != target.width {
                // What is known to be empty has no width below.
                Rc::new(Path { target: Rc::new(target.clone()), ..(*c).clone() })
            } else {
                c
            };
            add_path_to(&mut out, (*c).clone(), root.tuple_fraction > 0.0, false);
        }
    }
    out
}

/// `create_incremental_sort_path` with `cost_incremental_sort`.
pub(in crate::plan) fn incremental_sort(
    pl: &mut Planner<'_>,
    root: &Root,
    p: &RcPath,
    keys: &[PathKey],
    presorted: usize,
    limit: f64,
) -> Path {
    let tuples = p.rows.max(2.0);
    let exprs: Vec<Expr> = keys[..presorted]
        .iter()
        .filter_map(|k| root.ecs[root.ec(k.ec)].members.first().map(|m| m.0.clone()))
        .collect();
    let mut groups = f64::min(tuples, 200.0);
    if !exprs.iter().any(|e| relids(e).is_empty()) {
        groups = sel::num_groups(pl, root, &exprs, tuples);
    }
    let group_tuples = tuples / groups;
    let group_run = (p.total - p.startup) / groups;
    let group_size = if pl.release.larger_sort_groups { 1.5 * group_tuples } else { group_tuples };
    let (gs, gr) = pl.costs.tuplesort(group_size, p.target.width, limit);
    let startup = p.startup + gs + group_run;
    let mut run = gr + (gr + gs) * (groups - 1.0) + group_run * (groups - 1.0);
    run += pl.costs.cpu_tuple_cost * tuples;
    run += 2.0 * pl.costs.cpu_tuple_cost * groups;
    let mut s = over(
        p,
        PathKind::IncrementalSort(Rc::clone(p), presorted),
        Cost { startup, total: startup + run },
        tuples,
    );
    s.pathkeys = keys.to_vec();
    s
}

//! Nested loops (`cost_nestloop`), the inner side as it is, materialized or remembered.

use super::methods::{JoinCtx, new_join};
use super::param::with_values;
use crate::analyze::JoinType;
use crate::expr::{Expr, Node};
use crate::plan::clauses::is_hashable;
use crate::plan::cost::{Cost, relation_byte_size};
use crate::plan::path::{add_path, over};
use crate::plan::prep::contains_volatile;
use crate::plan::root::{JoinPath, Path, PathKind, Planner, RcClause, RcPath, Rel, Root};
use crate::plan::scan::{movable_to, useful_keys_for};
use crate::plan::sel::{self, clauses_cost};
use std::rc::Rc;
use storage::types::oid;

/// Returns the cost of reading a path's rows once more, from the second time on (`cost_rescan`).
fn rescan(pl: &mut Planner<'_>, root: &Root, p: &Path) -> Cost {
    match &p.kind {
        PathKind::Function => Cost { startup: 0.0, total: p.total - p.startup },
        PathKind::HashJoin { batches, .. } if *batches == 1.0 => {
            Cost { startup: 0.0, total: p.total - p.startup }
        }
        PathKind::Cte(_) | PathKind::WorkTable(_) => Cost {
            startup: 0.0,
            total: pl.costs.rescan_stored(pl.costs.cpu_tuple_cost, p.rows, p.target.width),
        },
        PathKind::Material(_) | PathKind::Sort(_) => Cost {
            startup: 0.0,
            total: pl.costs.rescan_stored(pl.costs.cpu_operator_cost, p.rows, p.target.width),
        },
        PathKind::Memoize { sub, keys, calls, .. } => {
            let costs = pl.costs.clone();
            let tuples = sub.rows;
            let entry = relation_byte_size(tuples, sub.target.width) + 72.0 + 16.0 * tuples;
            let entries = (costs.hash_mem_bytes() / entry).floor();
            let (mut distinct, default) = sel::num_groups_default(pl, root, keys, *calls);
            if default {
                distinct = *calls;
            }
            let evict = 1.0 - entries.min(distinct) / distinct;
            let hit = (1.0 / distinct * entries.min(distinct) - distinct / calls).max(0.0);
            let mut total = sub.total * (1.0 - hit) + costs.cpu_operator_cost;
            total += costs.cpu_tuple_cost * evict;
            total += costs.cpu_operator_cost / 10.0 * evict * tuples;
            total += costs.cpu_tuple_cost + costs.cpu_operator_cost * tuples;
            Cost { startup: sub.startup * (1.0 - hit) + costs.cpu_tuple_cost, total }
        }
        _ => Cost { startup: p.startup, total: p.total },
    }
}

/// Returns a path that keeps the inner side's rows for each value of its parameters; `None` if that
/// is disabled or no use (`get_memoize_path`).
pub(super) fn memoize(
    pl: &mut Planner<'_>,
    outer: &RcPath,
    inner: &RcPath,
    ctx: &JoinCtx<'_>,
    inner_rel: &Rel,
) -> Option<Path> {
    if !pl.costs.enable_memoize
        || outer.rows < 2.0
        || inner.required_outer.is_empty()
        || inner.param_clauses.is_empty() && inner_rel.lateral_vars.is_empty()
        || !inner.required_outer.is_subset(outer.relids)
        || !inner.required_outer.overlaps(outer.relids)
        || inner_rel.relids.len() != 1
    {
        return None;
    }
    if matches!(ctx.kind, JoinType::Semi | JoinType::Anti) && !ctx.inner_unique {
        return None;
    }
    if matches!(inner.kind, PathKind::Append(_)) && !pl.release.appends_memoized {
        return None;
    }
    if ctx.inner_unique && inner.param_clauses.len() < ctx.clauses.len() {
        return None;
    }
    let volatile = inner_rel.target.exprs.iter().any(contains_volatile)
        || inner_rel.restrict.iter().any(|c| contains_volatile(&c.expr));
    if volatile {
        return None;
    }
    let (keys, binary) = memoize_keys(pl.release.memoize_keys_once, inner, inner_rel, outer)?;
    let cost = Cost {
        startup: inner.startup + pl.costs.cpu_tuple_cost,
        total: inner.total + pl.costs.cpu_tuple_cost,
    };
    let kind = PathKind::Memoize {
        sub: Rc::clone(inner),
        keys,
        single_row: ctx.inner_unique,
        calls: outer.rows,
        binary,
    };
    let mut p = over(inner, kind, cost, inner.rows);
    p.param_clauses = inner.param_clauses.clone();
    Some(p)
}

/// The values of the outer row that the inner side's rows are kept by, and whether they are told apart by their bytes:
/// where another condition than a hashable equality reads them, or a LATERAL item does. `None` if a condition is no
/// comparison of the two sides, or a value cannot be hashed (`paraminfo_get_equal_hashops`). `once`: each value is there
/// once.
fn memoize_keys(
    once: bool,
    inner: &Path,
    inner_rel: &Rel,
    outer: &Path,
) -> Option<(Vec<Expr>, bool)> {
    let mut keys: Vec<Expr> = Vec::new();
    let mut binary = false;
    let mut add = |e: &Expr| {
        if e.type_oid == oid::JSON {
            return None;
        }
        if !once || !keys.contains(e) {
            keys.push(e.clone());
        }
        Some(())
    };
    for c in &inner.param_clauses {
        let Node::Op(o) = &c.expr.node else { return None };
        if o.args.len() != 2 {
            return None;
        }
        if c.left.is_subset(outer.relids) && c.right == inner_rel.relids {
            add(&o.args[0])?;
        } else if c.right.is_subset(outer.relids) && c.left == inner_rel.relids {
            add(&o.args[1])?;
        } else {
            return None;
        }
        binary |= !is_hashable(o);
    }
    for v in &inner_rel.lateral_vars {
        add(v)?;
        binary = true;
    }
    Some((keys, binary))
}

/// Whether the inner scan checks all of the join's clauses by an index (`has_indexed_join_quals`).
fn has_indexed_join_quals(inner: &Path) -> bool {
    let of_index = match &inner.kind {
        PathKind::BitmapHeap(bitmap) => &bitmap.kind,
        kind => kind,
    };
    let PathKind::Index { clauses, .. } = of_index else { return false };
    let by_index = |p: &RcClause| clauses.iter().any(|c| !c.lossy && c.clause.makes_redundant(p));
    !inner.required_outer.is_empty() && inner.param_clauses.iter().all(by_index)
}

/// Adds a nested loop of two paths to `rel`, if their parameters allow one (`try_nestloop_path`).
pub(super) fn nest_loop(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &RcPath,
    inner: &RcPath,
    ctx: &JoinCtx<'_>,
) {
    let required = (outer.required_outer | inner.required_outer) - outer.relids - inner.relids;
    if !required.is_empty() {
        let allowed = required.overlaps(ctx.sources);
        let star = inner.required_outer.overlaps(outer.relids)
            && !inner.required_outer.is_subset(outer.relids);
        if !allowed && !star {
            return;
        }
    }
    if outer.required_outer.overlaps(inner.relids) {
        return;
    }
    // Clauses the inner scan checks already are not checked again.
    let own: Vec<RcClause> = if inner.required_outer.overlaps(outer.relids) {
        ctx.clauses
            .iter()
            .filter(|c| {
                // Not if it compares with a relation that the scan has no values of.
                let moved = c.relids.is_subset(inner.relids | inner.required_outer)
                    && c.relids.overlaps(inner.relids);
                !(moved && (c.parent_ec.is_some() || movable_to(root, c, inner.relids)))
            })
            .cloned()
            .collect()
    } else {
        ctx.clauses.to_vec()
    };
    let Some((own, rows)) = with_values(pl, root, rel, (outer, inner), ctx.kind, own) else {
        return;
    };
    let costs = pl.costs.clone();
    let re = rescan(pl, root, inner);
    let outer_rows = outer.rows.max(1.0);
    let inner_rows = inner.rows.max(1.0);
    let mut startup = outer.startup + inner.startup;
    let mut run = outer.total - outer.startup;
    if outer_rows > 1.0 {
        run += (outer_rows - 1.0) * re.startup;
    }
    let inner_run = inner.total - inner.startup;
    let inner_rerun = re.total - re.startup;
    let ntuples;
    if matches!(ctx.kind, JoinType::Semi | JoinType::Anti) || ctx.inner_unique {
        let mut matched = (outer_rows * ctx.match_frac).round_ties_even();
        let mut unmatched = outer_rows - matched;
        let frac = 2.0 / (ctx.match_count + 1.0);
        let mut n = matched * inner_rows * frac;
        let indexed = own.is_empty() && has_indexed_join_quals(inner);
        if indexed {
            run += inner_run * frac;
            if matched > 1.0 {
                run += (matched - 1.0) * inner_rerun * frac;
            }
            run += unmatched * inner_rerun / inner_rows;
        } else {
            n += unmatched * inner_rows;
            run += inner_run;
            if unmatched >= 1.0 {
                unmatched -= 1.0;
            } else {
                matched -= 1.0;
            }
            if matched > 0.0 {
                run += matched * inner_rerun * frac;
            }
            if unmatched > 0.0 {
                run += unmatched * inner_rerun;
            }
        }
        ntuples = n;
    } else {
        run += inner_run;
        if outer_rows > 1.0 {
            run += (outer_rows - 1.0) * inner_rerun;
        }
        ntuples = outer_rows * inner_rows;
    }
    startup += costs.disable_cost(costs.enable_nestloop);
    let q = clauses_cost(&own);
    startup += q.startup;
    run += (costs.cpu_tuple_cost + q.per_tuple) * ntuples;
    startup += rel.target.cost.startup;
    run += rel.target.cost.per_tuple * rows;
    let keys = if matches!(ctx.kind, JoinType::Full | JoinType::Right) {
        Vec::new()
    } else {
        useful_keys_for(root, rel.relids, outer.pathkeys.clone())
    };
    let kind = PathKind::NestLoop(JoinPath {
        kind: ctx.kind,
        outer: Rc::clone(outer),
        inner: Rc::clone(inner),
        clauses: own,
        inner_unique: ctx.inner_unique,
    });
    let mut p = new_join(rel, kind, outer, inner, keys);
    p.rows = rows;
    p.disabled += costs.disabled_node(costs.enable_nestloop);
    p.startup = startup;
    p.total = startup + run;
    add_path(rel, p);
}

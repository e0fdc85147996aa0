//! Merge joins (`cost_mergejoin`), of inputs that have the order already or are sorted first.

use super::methods::{JoinCtx, new_join};
use crate::analyze::JoinType;
use crate::expr::Node;
use crate::plan::clauses::push_key;
use crate::plan::cost::{Cost, clamp_row_est, relation_byte_size};
use crate::plan::path::{add_path, by_startup, by_total, cheapest_of, keys_contained};
use crate::plan::relids::Relids;
use crate::plan::root::{JoinPath, Path, PathKey, PathKind, Planner, RcClause, RcPath, Rel, Root};
use crate::plan::scan::useful_keys_for;
use crate::plan::sel::{self, SelCtx, clauses_cost};
use std::rc::Rc;

/// The equivalence class of one side of a clause. `outer`: the outer side, which is `outer_ids`.
fn side_ec(root: &Root, c: &RcClause, outer: bool, outer_ids: Relids) -> Option<usize> {
    let left_is_outer = c.left.is_subset(outer_ids);
    let ec = if left_is_outer == outer { c.left_ec } else { c.right_ec };
    ec.map(|e| root.ec(e))
}

/// Adds the merge joins that sort both of their inputs to `rel` (`sort_inner_and_outer`).
#[allow(clippy::too_many_arguments)]
pub(super) fn sort_inner_outer(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &RcPath,
    inner: &RcPath,
    merge: &[RcClause],
    ctx: &JoinCtx<'_>,
    outer_ids: Relids,
) {
    // select_outer_pathkeys_for_merge: the query's order first when the clauses cover it.
    let mut ecs: Vec<usize> = Vec::new();
    for c in merge {
        if let Some(e) = side_ec(root, c, true, outer_ids)
            && !ecs.contains(&e)
        {
            ecs.push(e);
        }
    }
    let wanted = &root.query_pathkeys;
    let found = wanted.iter().take_while(|k| ecs.contains(&k.ec)).count();
    // The first keys that it asks for are of use if these are all that the join compares.
    let partly = pl.release.merges_by_first_keys && found == merge.len();
    let mut all: Vec<PathKey> = Vec::new();
    if found == wanted.len() || partly {
        all.extend(&wanted[..found]);
    }
    for e in &ecs {
        if !all.iter().any(|k| k.ec == *e) {
            push_key(root, &mut all, PathKey { ec: *e, descending: false, nulls_first: false });
        }
    }
    for i in 0..all.len() {
        let mut keys = all.clone();
        let front = keys.remove(i);
        keys.insert(0, front);
        let mut clauses: Vec<RcClause> = Vec::new();
        let mut inner_keys: Vec<PathKey> = Vec::new();
        for k in &keys {
            for c in merge {
                if side_ec(root, c, true, outer_ids) == Some(k.ec) {
                    clauses.push(Rc::clone(c));
                    if let Some(ie) = side_ec(root, c, false, outer_ids)
                        && !inner_keys.iter().any(|x: &PathKey| x.ec == ie)
                    {
                        inner_keys.push(PathKey { ec: ie, ..*k });
                    }
                }
            }
        }
        merge_join(pl, root, rel, outer, inner, clauses, keys.clone(), inner_keys, keys, ctx);
    }
}

/// Adds the merge joins over an outer path that is sorted already to `rel`; `unique`: inner rows
/// are made unique first (`generate_mergejoin_paths`).
#[allow(clippy::too_many_arguments)]
pub(super) fn merge_over(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &RcPath,
    inner: &Rel,
    inner_cheapest: &RcPath,
    unique: bool,
    merge: &[RcClause],
    ctx: &JoinCtx<'_>,
    outer_ids: Relids,
) {
    // find_mergeclauses_for_outer_pathkeys
    let mut clauses: Vec<RcClause> = Vec::new();
    let mut inner_keys: Vec<PathKey> = Vec::new();
    for k in &outer.pathkeys {
        let found: Vec<RcClause> = merge
            .iter()
            .filter(|c| side_ec(root, c, true, outer_ids) == Some(root.ec(k.ec)))
            .cloned()
            .collect();
        if found.is_empty() {
            break;
        }
        for c in found {
            if let Some(ie) = side_ec(root, &c, false, outer_ids)
                && !inner_keys.iter().any(|x| x.ec == ie)
            {
                inner_keys.push(PathKey { ec: ie, ..*k });
            }
            clauses.push(c);
        }
    }
    // A FULL join may have no condition left but constants.
    if clauses.is_empty() && ctx.kind != JoinType::Full {
        return;
    }
    // These kinds check all conditions by the keys (`useallclauses`).
    let all = ctx.kind.fills_right();
    if all && clauses.len() != merge.len() {
        return;
    }
    let keys = &outer.pathkeys;
    let mut join = |pl: &mut Planner<'_>, root: &mut Root, inner: &RcPath, c: &[RcClause], sort| {
        let (c, keys) = (c.to_vec(), keys.clone());
        merge_join(pl, root, rel, outer, inner, c, Vec::new(), sort, keys, ctx);
    };
    join(pl, root, inner_cheapest, &clauses, inner_keys.clone());
    if unique {
        return;
    }
    // Inner paths in the order of the keys, or of fewer, the other conditions being checked for each pair.
    let sorted = keys_contained(&inner_keys, &inner_cheapest.pathkeys);
    let cheapest = sorted.then(|| Rc::clone(inner_cheapest));
    let mut best = [cheapest.clone(), cheapest];
    while !inner_keys.is_empty() {
        for (n, order) in [by_total, by_startup].iter().enumerate() {
            if let Some(i) = cheapest_of(&inner.paths, &inner_keys, order)
                && best[n].as_ref().is_none_or(|b| order(&i, b).is_lt())
            {
                if n == 0 || !best[0].as_ref().is_some_and(|b| Rc::ptr_eq(b, &i)) {
                    join(pl, root, &i, &clauses, Vec::new());
                }
                best[n] = Some(i);
            }
        }
        let shorter = inner_keys.pop();
        if all {
            break;
        }
        clauses.retain(|c| side_ec(root, c, false, outer_ids) != shorter.map(|k| k.ec));
    }
}

/// The start and the end of the part of each side that is scanned, as shares of its rows: outer
/// start, outer end, inner start, inner end (`cached_scansel`).
fn scanned_fractions(
    pl: &mut Planner<'_>,
    root: &mut Root,
    outer: &RcPath,
    merge: &[RcClause],
    keys: &[PathKey],
    kind: JoinType,
) -> (f64, f64, f64, f64) {
    let (mut os, mut oe, mut is, mut ie) = (0.0, 1.0, 0.0, 1.0);
    if kind != JoinType::Full
        && let Some(first) = merge.first()
        && let Node::Op(o) = &first.expr.node
        && let Some(((ls, le), (rs, re))) = sel::merge_scan(
            pl,
            root,
            o,
            keys.first().is_some_and(|k| k.descending),
            keys.first().is_some_and(|k| k.nulls_first),
        )
    {
        if first.left.is_subset(outer.relids) {
            (os, oe, is, ie) = (ls, le, rs, re);
        } else {
            (os, oe, is, ie) = (rs, re, ls, le);
        }
        if matches!(kind, JoinType::Left | JoinType::Anti) {
            (os, oe) = (0.0, 1.0);
        } else if kind.fills_right() {
            (is, ie) = (0.0, 1.0);
        }
    }
    (os, oe, is, ie)
}

/// Adds a merge join of two paths, sorted where needed (`try_mergejoin_path`).
#[allow(clippy::too_many_arguments)]
fn merge_join(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &RcPath,
    inner: &RcPath,
    merge: Vec<RcClause>,
    outer_sort: Vec<PathKey>,
    inner_sort: Vec<PathKey>,
    keys: Vec<PathKey>,
    ctx: &JoinCtx<'_>,
) {
    let costs = pl.costs.clone();
    let outer_sort =
        if keys_contained(&outer_sort, &outer.pathkeys) { Vec::new() } else { outer_sort };
    let inner_sort =
        if keys_contained(&inner_sort, &inner.pathkeys) { Vec::new() } else { inner_sort };
    let outer_rows0 = outer.rows.max(1.0);
    let inner_rows0 = inner.rows.max(1.0);
    let (os, oe, is, ie) = scanned_fractions(pl, root, outer, &merge, &keys, ctx.kind);
    let outer_skip = (outer_rows0 * os).round_ties_even();
    let inner_skip = (inner_rows0 * is).round_ties_even();
    let outer_rows = clamp_row_est(outer_rows0 * oe);
    let inner_rows = clamp_row_est(inner_rows0 * ie);
    let (os, is) = (outer_skip / outer_rows0, inner_skip / inner_rows0);
    let (oe, ie) = (outer_rows / outer_rows0, inner_rows / inner_rows0);
    let side = |p: &RcPath, sort: &[PathKey], rows: f64| {
        if sort.is_empty() {
            Cost { startup: p.startup, total: p.total }
        } else {
            costs.sort(p.total, rows, p.target.width, -1.0)
        }
    };
    let o = side(outer, &outer_sort, outer_rows0);
    let i = side(inner, &inner_sort, inner_rows0);
    let mut startup = o.startup + (o.total - o.startup) * os;
    let mut run = (o.total - o.startup) * (oe - os);
    startup += i.startup + (i.total - i.startup) * is;
    let inner_run = (i.total - i.startup) * (ie - is);
    startup += costs.disable_cost(costs.enable_mergejoin);
    let sorts = u32::from(!outer_sort.is_empty()) + u32::from(!inner_sort.is_empty());
    let merge_cost = clauses_cost(&merge);
    let mut qp = clauses_cost(ctx.clauses);
    qp.startup -= merge_cost.startup;
    qp.per_tuple -= merge_cost.per_tuple;
    let skip_mark_restore = (matches!(ctx.kind, JoinType::Semi | JoinType::Anti)
        || ctx.inner_unique)
        && ctx.clauses.len() == merge.len();
    let sides = Some((outer.relids, inner.relids));
    let mut s = 1.0;
    for c in merge.iter().filter(|c| !c.redundant) {
        s *= sel::clause(pl, root, &c.expr, SelCtx { rel: 0, kind: JoinType::Inner, sides });
    }
    let tuples = clamp_row_est(s * outer.rows * inner.rows);
    let rescanned = if matches!(outer.kind, PathKind::Unique { .. }) || skip_mark_restore {
        0.0
    } else {
        (tuples - inner_rows0).max(0.0)
    };
    let ratio = 1.0 + rescanned / inner_rows;
    let bare = inner_run * ratio;
    let mat = inner_run + costs.cpu_operator_cost * inner_rows * ratio;
    let materialize = if skip_mark_restore {
        false
    } else if costs.enable_material && mat < bare || inner_sort.is_empty() && !supports_mark(inner)
    {
        true
    } else {
        costs.enable_material
            && !inner_sort.is_empty()
            && relation_byte_size(inner_rows0, inner.target.width) > costs.work_mem_bytes()
    };
    run += if materialize { mat } else { bare };
    startup += merge_cost.startup;
    startup += merge_cost.per_tuple * (outer_skip + inner_skip * ratio);
    run += merge_cost.per_tuple * ((outer_rows - outer_skip) + (inner_rows - inner_skip) * ratio);
    startup += qp.startup;
    run += (costs.cpu_tuple_cost + qp.per_tuple) * tuples;
    startup += rel.target.cost.startup;
    run += rel.target.cost.per_tuple * rel.rows;
    let keys =
        if ctx.kind.fills_right() { Vec::new() } else { useful_keys_for(root, rel.relids, keys) };
    let kind = PathKind::MergeJoin {
        join: JoinPath {
            kind: ctx.kind,
            outer: Rc::clone(outer),
            inner: Rc::clone(inner),
            clauses: ctx.clauses.to_vec(),
            inner_unique: ctx.inner_unique,
        },
        merge,
        outer_sort,
        inner_sort,
        skip_mark_restore,
        materialize,
    };
    let mut p = new_join(rel, kind, outer, inner, keys);
    p.disabled += costs.disabled_node(costs.enable_mergejoin);
    p.disabled += sorts * costs.disabled_node(costs.enable_sort);
    p.startup = startup;
    p.total = startup + run;
    add_path(rel, p);
}

/// Whether the path's rows can be returned to (`ExecSupportsMarkRestore`).
fn supports_mark(p: &Path) -> bool {
    matches!(
        p.kind,
        PathKind::Index { .. } | PathKind::Material(_) | PathKind::Sort(_) | PathKind::ResultScan
    )
}

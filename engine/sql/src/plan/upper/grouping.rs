//! GROUP BY and aggregates (`create_grouping_paths` of `planner.c`): sorted or hashed.

use super::aggregates::agg_costs;
use super::ordered::{incremental_sort, orders_from};
use crate::analyze::{Query, RteKind, SortGroupClause};
use crate::expr::{Expr, Node};
use crate::plan::clauses::pathkeys_for;
use crate::plan::cost::{AggStrategy, Cost, clamp_row_est};
use crate::plan::path::{add_path_to, by_total, keys_in_common, over, sort};
use crate::plan::root::{MinMaxAgg, Path, PathKey, PathKind, Planner, RcPath, Root, Target};
use crate::plan::sel;
use std::rc::Rc;
use storage::error::Result;

/// Puts the columns of GROUP BY in the order of ORDER BY where that is possible
/// (`preprocess_groupclause`).
pub(super) fn preprocess_group(q: &mut Query) {
    if q.group.is_empty() || q.sort.is_empty() {
        return;
    }
    let mut new: Vec<SortGroupClause> = Vec::new();
    for s in &q.sort {
        match q.group.iter().find(|g| g.tle_ref == s.tle_ref) {
            Some(_) => new.push(*s),
            None => break,
        }
    }
    if new.is_empty() {
        return;
    }
    for g in &q.group {
        if !new.iter().any(|n| n.tle_ref == g.tle_ref) {
            new.push(*g);
        }
    }
    q.group = new;
}

/// The columns of GROUP BY without those that have one value, or are equal to an earlier one
/// (`make_pathkeys_for_sortclauses_extended`).
pub(super) fn without_redundant(
    root: &mut Root,
    group: &[SortGroupClause],
) -> Vec<SortGroupClause> {
    let mut kept: Vec<SortGroupClause> = Vec::new();
    for g in group.iter().filter(|g| g.sortable) {
        kept.push(*g);
        if pathkeys_for(root, &kept).len() < kept.len() {
            kept.pop();
        }
    }
    if group.iter().all(|g| g.sortable) { kept } else { group.to_vec() }
}

/// The path with the lowest total cost.
pub(super) fn cheapest(paths: &[RcPath]) -> RcPath {
    let mut best = &paths[0];
    for p in paths {
        if by_total(p, best).is_lt() {
            best = p;
        }
    }
    Rc::clone(best)
}

/// The inputs that have a sort order, the cheapest one sorted, and with an incremental sort those that have the beginning of
/// the order: of the cheapest one from 16 on that alone (`add_paths_to_grouping_rel`, `make_ordered_path`).
fn in_order(
    pl: &mut Planner<'_>,
    root: &Root,
    input: &[RcPath],
    best: &RcPath,
    keys: &[PathKey],
) -> Vec<RcPath> {
    let mut out = Vec::new();
    for p in input {
        let common = keys_in_common(keys, &p.pathkeys);
        if common == keys.len() {
            out.push(Rc::clone(p));
            continue;
        }
        let by_part = common > 0 && pl.costs.enable_incremental_sort;
        if Rc::ptr_eq(p, best) && !(by_part && pl.release.presorted_aggregates) {
            out.push(Rc::new(sort(pl, p, keys, -1.0)));
        }
        if by_part {
            out.push(Rc::new(incremental_sort(pl, root, p, keys, common, -1.0)));
        }
    }
    out
}

/// The inputs in the order of the groups, and where the version reorders GROUP BY in the order that goes on from the one
/// that an input has, each with the columns of GROUP BY in that order (`get_useful_group_keys_orderings`).
#[inline(never)]
fn in_group_order(
    pl: &mut Planner<'_>,
    root: &Root,
    input: &[RcPath],
    best: &RcPath,
    refs: &[u32],
) -> Vec<(RcPath, Vec<u32>)> {
    let all = &root.group_pathkeys;
    let keys = &all[..refs.len().min(all.len())];
    let reordered = pl.release.groups_reordered && pl.costs.enable_group_by_reordering;
    let serves = |k: &PathKey| reordered && keys.contains(k);
    let mut out = Vec::new();
    for p in input {
        for order in orders_from(pl, all, &p.pathkeys, keys.len(), &serves) {
            let at = |k: &PathKey| keys.iter().position(|own| own == k);
            let refs: Vec<u32> = match order == *all {
                true => refs.to_vec(),
                false => order.iter().filter_map(at).map(|n| refs[n]).collect(),
            };
            let sorted = in_order(pl, root, std::slice::from_ref(p), best, &order);
            out.extend(sorted.into_iter().map(|p| (p, refs.clone())));
        }
    }
    out
}

/// Adds the cost and effect of HAVING and the target list to a path.
fn finish_path(
    pl: &mut Planner<'_>,
    root: &Root,
    (having, target): (&[Expr], &Rc<Target>),
    mut p: Path,
    groups: f64,
) -> Path {
    p.target = Rc::clone(target);
    p.rows = groups;
    if !having.is_empty() {
        let c = sel::exprs_cost(pl, having);
        p.startup += c.startup;
        p.total += c.startup + groups * c.per_tuple;
        let s = sel::exprs(pl, root, having, sel::SelCtx::restriction());
        p.rows = clamp_row_est(groups * s);
    }
    p.startup += target.cost.startup;
    p.total += target.cost.startup + target.cost.per_tuple * p.rows;
    p
}

/// What an aggregation costs (`cost_agg`).
fn agg_cost(
    pl: &Planner<'_>,
    strategy: AggStrategy,
    costs: &crate::plan::upper::aggregates::AggCosts,
    keys: usize,
    groups: f64,
    from: &Path,
) -> Cost {
    pl.costs.agg(
        strategy,
        costs.trans,
        costs.finals,
        costs.space,
        costs.count,
        keys,
        groups,
        Cost { startup: from.startup, total: from.total },
        from.rows,
        from.target.width,
    )
}

/// Returns the paths that group the rows of `input` and compute the aggregates, sorted and hashed
/// (`create_grouping_paths`).
#[inline(never)]
pub(super) fn grouping_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    input: &[RcPath],
    target: &Target,
    having: &[Expr],
    aggs: &[Expr],
    minmax: Option<Vec<MinMaxAgg>>,
) -> Result<Vec<RcPath>> {
    let q = root.query.clone();
    // A sub-query whose aggregates nobody reads is still one with aggregates.
    let has_aggs = q.has_aggs || !aggs.is_empty();
    let best = cheapest(input);
    let costs = agg_costs(pl, aggs);
    let group = root.grouped.clone();
    let group_exprs: Vec<Expr> = group
        .iter()
        .filter_map(|g| root.tlist.iter().find(|t| t.sort_group_ref == g.tle_ref))
        .map(|t| t.expr.clone())
        .collect();
    let refs: Vec<u32> = group.iter().map(|g| g.tle_ref).collect();
    let mut out: Vec<RcPath> = Vec::new();
    let target = Rc::new(target.clone());
    let startup_matters = root.tuple_fraction > 0.0;
    let group_keys = root.group_pathkeys.clone();
    if q.group.is_empty() {
        if let Some(list) = minmax {
            let p = crate::plan::minmax::path(pl, list, &target, having);
            add_path_to(&mut out, p, startup_matters, false);
        }
        let inputs = if group_keys.is_empty() {
            vec![Rc::clone(&best)]
        } else {
            in_order(pl, root, input, &best, &group_keys)
        };
        for from in inputs {
            // HAVING without aggregates or groups reads no rows (`create_degenerate_grouping_paths`).
            if !has_aggs {
                out.push(super::main::group_result_path(pl, having.to_vec(), target));
                break;
            }
            let cost = agg_cost(pl, AggStrategy::Plain, &costs, 0, 1.0, &from);
            let kind = PathKind::Agg {
                sub: Rc::clone(&from),
                strategy: AggStrategy::Plain,
                clauses: Vec::new(),
                groups: 1.0,
                having: having.to_vec(),
                trans_space: costs.space,
            };
            let mut p = over(&from, kind, cost, 1.0);
            p.pathkeys.clear();
            let p = finish_path(pl, root, (having, &target), p, 1.0);
            add_path_to(&mut out, p, startup_matters, false);
        }
        return Ok(out);
    }
    let groups = sel::num_groups(pl, root, &group_exprs, best.rows);
    let can_sort = q.group.iter().all(|g| g.sortable);
    let can_hash = q.group.iter().all(|g| g.hashable)
        && !aggs.iter().any(
            |a| matches!(&a.node, Node::Aggref(a) if !a.distinct.is_empty() || !a.order.is_empty()),
        );
    if can_sort {
        for (p, refs) in in_group_order(pl, root, input, &best, &refs) {
            let (kind, cost) = if !has_aggs {
                let total = p.total + pl.costs.cpu_operator_cost * p.rows * refs.len() as f64;
                (
                    PathKind::Group { sub: Rc::clone(&p), clauses: refs, having: having.to_vec() },
                    Cost { startup: p.startup, total },
                )
            } else {
                let cost = agg_cost(pl, AggStrategy::Sorted, &costs, refs.len(), groups, &p);
                (
                    PathKind::Agg {
                        sub: Rc::clone(&p),
                        strategy: AggStrategy::Sorted,
                        clauses: refs,
                        groups,
                        having: having.to_vec(),
                        trans_space: costs.space,
                    },
                    cost,
                )
            };
            let g = over(&p, kind, cost, groups);
            let g = finish_path(pl, root, (having, &target), g, groups);
            add_path_to(&mut out, g, startup_matters, false);
        }
    }
    if can_hash {
        let cost = agg_cost(pl, AggStrategy::Hashed, &costs, refs.len(), groups, &best);
        let kind = PathKind::Agg {
            sub: Rc::clone(&best),
            strategy: AggStrategy::Hashed,
            clauses: refs,
            groups,
            having: having.to_vec(),
            trans_space: costs.space,
        };
        let mut p = over(&best, kind, cost, groups);
        p.disabled += pl.costs.disabled_node(pl.costs.enable_hashagg);
        p.pathkeys.clear();
        let p = finish_path(pl, root, (having, &target), p, groups);
        add_path_to(&mut out, p, startup_matters, false);
    }
    if out.is_empty() {
        return storage::err!(FEATURE_NOT_SUPPORTED, "could not implement GROUP BY");
    }
    Ok(out)
}

/// Takes columns out of GROUP BY that its columns of a key of the same table decide (`remove_useless_groupby_columns`).
#[inline(never)]
pub(super) fn drop_dependent_groups(pl: &Planner<'_>, q: &mut Query) {
    let column = |q: &Query, g: &SortGroupClause| {
        let target = q.target.iter().find(|t| t.sort_group_ref == g.tle_ref)?;
        match &target.expr.node {
            Node::Var(v) if v.levels_up == 0 && v.attno > 0 && v.placeholder().is_none() => {
                Some((v.rte, v.attno))
            }
            _ => None,
        }
    };
    for rte in 1..=q.rtable.len() {
        let RteKind::Relation { oid, .. } = &q.rtable[rte - 1].kind else { continue };
        let grouped = |attno: i16| q.group.iter().any(|g| column(q, g) == Some((rte, attno)));
        let Ok(table) = pl.host.open_relation(*oid) else { continue };
        let not_null = |attno: i16| table.desc.attrs[attno as usize - 1].not_null;
        let by_unique = pl.release.groups_dropped_by_unique;
        let mut key: Vec<i16> = Vec::new();
        // The key of the fewest columns, and of such keys the last that was made.
        for i in table.indexes.iter().rev().filter_map(|i| i.index.as_ref()) {
            let of: Vec<i16> = i.keys[..i.nkey_atts].iter().map(|k| k.attno.0).collect();
            let decides = match by_unique {
                true => i.unique && i.valid && !i.partial,
                false => i.primary,
            };
            if decides
                && i.immediate
                && of.iter().all(|&k| grouped(k) && (i.nulls_not_distinct || not_null(k)))
                && (key.is_empty() || of.len() < key.len())
            {
                key = of;
            }
        }
        if key.is_empty() {
            continue;
        }
        let mut kept = q.group.clone();
        kept.retain(|g| column(q, g).is_none_or(|(r, attno)| r != rte || key.contains(&attno)));
        q.group = kept;
    }
}

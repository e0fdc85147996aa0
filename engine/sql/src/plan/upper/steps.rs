//! What stands above scans and joins, step by step (`grouping_planner` of `planner.c`).

use super::aggregates::collect_aggs;
use super::grouping::{grouping_paths, preprocess_group, without_redundant};
use super::limit::{limit_needed, offset_needed, path_fraction, preprocess_limit};
use super::main::query_planner;
use super::ordered::{distinct_paths, ordered_paths};
use super::targetlist::{input_target, preprocess_target, sort_input_target, target_of};
use super::window::window_paths;
use crate::analyze::Query;
use crate::expr::Expr;
use crate::plan::cost::Cost;
use crate::plan::path::{add_path_to, by_fraction, cost_target, limit, over, project};
use crate::plan::prep::conjuncts;
use crate::plan::root::{Path, PathKind, PlannedQuery, Planner, RcPath, Root, Target};
use crate::plan::srf;
use crate::plan::sub::finish;
use crate::plan::tree::pull_vars;
use std::rc::Rc;
use storage::error::Result;

/// What each step gives to the one above it.
struct StepTargets {
    scan_join: Target,
    grouping: Target,
    /// What ORDER BY sorts, before columns that may wait are added.
    sort_input: Target,
    result: Target,
}

/// How many rows LIMIT and OFFSET ask for.
struct RowLimit {
    /// The part of the rows, or their number, that will be read.
    fraction: f64,
    offset: i64,
    count: i64,
    /// LIMIT and OFFSET together, or -1.
    tuples: f64,
}

/// Plans what is above the scans and joins: grouping, windows, DISTINCT, ORDER BY and LIMIT
/// (`grouping_planner`).
pub(super) fn grouping_planner(pl: &mut Planner<'_>, mut root: Root) -> Result<PlannedQuery> {
    let limited = row_limit(pl, &root);
    root.tuple_fraction = limited.fraction;
    preprocess_group(&mut root.query);
    preprocess_target(pl, &mut root)?;
    let mut aggs = Vec::new();
    for t in &root.tlist {
        collect_aggs(&t.expr, &mut aggs);
    }
    if let Some(h) = &root.query.having {
        collect_aggs(h, &mut aggs);
    }
    root.aggs = aggs;
    root.limit_tuples = if reads_all(&root.query) { -1.0 } else { limited.tuples };
    let minmax = crate::plan::minmax::preprocess(pl, &root)?;
    root.has_minmax = minmax.is_some();
    let scans = query_planner(pl, &mut root)?;
    let having = conjuncts(root.query.having.clone());
    let aggs = root.aggs.clone();
    drop_redundant_partitions(pl, &mut root);
    let q = root.query.clone();
    let have_grouping = !q.group.is_empty() || !aggs.is_empty() || q.has_aggs || q.having.is_some();
    let targets = step_targets(pl, &root, &limited, have_grouping, &having);
    // Sets in the target are computed in steps, some before grouping, windows or sorting.
    let sets = q.has_target_srfs.then(|| {
        let of_scan = srf::split(pl, &root, &targets.scan_join, None);
        let of_groups = srf::split(pl, &root, &targets.grouping, Some(&targets.scan_join));
        let of_windows = srf::split(pl, &root, &targets.sort_input, Some(&targets.grouping));
        (of_scan, of_groups, of_windows)
    });
    let first = sets.as_ref().map_or(&targets.scan_join, |s| s.0.first()).clone();
    let mut current = apply_scanjoin_target(pl, scans, &Rc::new(first));
    if let Some((of_scan, ..)) = &sets {
        current = of_scan.put_on(pl, current);
    }
    if have_grouping {
        let target = sets.as_ref().map_or(&targets.grouping, |s| s.1.first()).clone();
        current = grouping_paths(pl, &mut root, &current, &target, &having, &aggs, minmax)?;
        if let Some((_, of_groups, _)) = &sets {
            current = of_groups.put_on(pl, current);
        }
    }
    if q.has_window_funcs {
        let target = sets.as_ref().map_or(&targets.sort_input, |s| s.2.first()).clone();
        current = window_paths(pl, &mut root, &current, &target)?;
    }
    if let Some((.., of_windows)) = &sets {
        current = of_windows.put_on(pl, current);
    }
    if !q.distinct.is_empty() {
        current = distinct_paths(pl, &mut root, &current, have_grouping)?;
    }
    if !q.sort.is_empty() {
        current = order_by(pl, &root, &current, &targets, limited.tuples);
    }
    let finals = final_paths(pl, &root, current, &limited);
    let cheapest = cheapest_for_fraction(&finals, limited.fraction);
    Ok(finish(pl, root, cheapest, finals))
}

/// Drops from PARTITION BY what has one value or is equal to an earlier column, where the release does
/// (`make_pathkeys_for_window`).
fn drop_redundant_partitions(pl: &Planner<'_>, root: &mut Root) {
    if pl.release.redundant_partitions_dropped {
        let mut windows = std::mem::take(&mut root.query.windows);
        for w in &mut windows {
            w.partition = without_redundant(root, &w.partition);
        }
        root.query.windows = windows;
    }
}

/// How many rows OFFSET and LIMIT let through, and the fraction to plan for.
fn row_limit(pl: &mut Planner<'_>, root: &Root) -> RowLimit {
    let (fraction, offset, count) = if root.query.limit.is_some() || root.query.offset.is_some() {
        preprocess_limit(pl, root)
    } else {
        (root.tuple_fraction, 0, 0)
    };
    let tuples = if count > 0 && offset >= 0 { (count + offset) as f64 } else { -1.0 };
    RowLimit { fraction, offset, count, tuples }
}

/// Whether some step reads all rows before it returns the first, so that a LIMIT makes sorting
/// below it no cheaper.
fn reads_all(q: &Query) -> bool {
    !q.group.is_empty()
        || !q.distinct.is_empty()
        || q.has_aggs
        || q.has_window_funcs
        || q.has_target_srfs
}

/// The columns of each step, from the top down (`make_sort_input_target`,
/// `make_window_input_target`, `make_group_input_target`). `have_grouping`: the query groups or
/// aggregates.
fn step_targets(
    pl: &mut Planner<'_>,
    root: &Root,
    limited: &RowLimit,
    have_grouping: bool,
    having: &[Expr],
) -> StepTargets {
    let q = &root.query;
    let mut result = target_of(&root.tlist);
    cost_target(pl, root, &mut result);
    let sort_input = if q.sort.is_empty() {
        result.clone()
    } else {
        sort_input_target(pl, root, &result, limited.tuples, limited.count)
    };
    let grouped: Vec<u32> = root.grouped.iter().map(|g| g.tle_ref).collect();
    let grouping = if q.has_window_funcs {
        window_input_target(pl, root, &sort_input, &grouped)
    } else {
        sort_input.clone()
    };
    let scan_join = if have_grouping {
        let mut t = input_target(&grouping, &grouped, false, having);
        cost_target(pl, root, &mut t);
        t
    } else {
        grouping.clone()
    };
    StepTargets { scan_join, grouping, sort_input, result }
}

/// The columns that window functions read: those of their windows and of GROUP BY, and those in
/// their arguments.
fn window_input_target(
    pl: &mut Planner<'_>,
    root: &Root,
    above: &Target,
    grouped: &[u32],
) -> Target {
    let windows = root.query.windows.iter();
    let mut keep: Vec<u32> =
        windows.flat_map(|w| w.partition.iter().chain(&w.order).map(|c| c.tle_ref)).collect();
    keep.extend(grouped);
    let mut t = Target::default();
    let mut rest = Vec::new();
    for (e, &r) in above.exprs.iter().zip(&above.sortrefs) {
        if r != 0 && keep.contains(&r) {
            t.exprs.push(e.clone());
            t.sortrefs.push(r);
        } else {
            rest.push(e.clone());
        }
    }
    let mut vars = Vec::new();
    for e in &rest {
        pull_vars(e, true, false, &mut vars);
    }
    for v in vars {
        if !t.exprs.contains(&v) {
            t.exprs.push(v);
            t.sortrefs.push(0);
        }
    }
    cost_target(pl, root, &mut t);
    t
}

/// Gives the paths of the scans and joins the columns of `target`
/// (`apply_scanjoin_target_to_paths`).
fn apply_scanjoin_target(pl: &Planner<'_>, paths: Vec<RcPath>, target: &Rc<Target>) -> Vec<RcPath> {
    let mut out = Vec::with_capacity(paths.len());
    for p in paths {
        let same = p.target.exprs == target.exprs;
        out.push(Rc::new(if same && p.target.width != target.width {
            // Columns of what is known to be empty have no width below.
            let target = Rc::new(Target { width: p.target.width, ..(**target).clone() });
            Path { target, ..(*p).clone() }
        } else if same {
            Path { target: Rc::clone(target), ..(*p).clone() }
        } else {
            project(pl, &p, target)
        }));
    }
    out
}

/// Adds ORDER BY, and above it the columns that are computed after the sort.
fn order_by(
    pl: &mut Planner<'_>,
    root: &Root,
    input: &[RcPath],
    targets: &StepTargets,
    limit_tuples: f64,
) -> Vec<RcPath> {
    if !root.query.has_target_srfs {
        return ordered_paths(pl, root, input, limit_tuples, &targets.result);
    }
    let sets = srf::split(pl, root, &targets.result, Some(&targets.sort_input));
    let limit_tuples = if sets.more() { -1.0 } else { limit_tuples };
    let sorted = ordered_paths(pl, root, input, limit_tuples, &sets.first().clone());
    sets.put_on(pl, sorted)
}

/// Adds FOR UPDATE and LIMIT to each path.
fn final_paths(
    pl: &Planner<'_>,
    root: &Root,
    input: Vec<RcPath>,
    limited: &RowLimit,
) -> Vec<RcPath> {
    let q = &root.query;
    let mut finals: Vec<RcPath> = Vec::new();
    for mut p in input {
        if !q.row_marks.is_empty() {
            let cost =
                Cost { startup: p.startup, total: p.total + pl.costs.cpu_tuple_cost * p.rows };
            let mut locked = over(&p, PathKind::LockRows(Rc::clone(&p)), cost, p.rows);
            locked.pathkeys.clear();
            p = Rc::new(locked);
        }
        if q.limit.as_ref().is_some_and(limit_needed)
            || q.offset.as_ref().is_some_and(offset_needed)
        {
            let (offset, count) = (q.offset.clone(), q.limit.clone());
            let ties = q.limit_with_ties;
            p = Rc::new(limit(&p, offset, count, limited.offset, limited.count, ties));
        }
        add_path_to(&mut finals, (*p).clone(), limited.fraction > 0.0, false);
    }
    finals
}

/// The path that returns the wanted fraction of rows at the lowest cost
/// (`get_cheapest_fractional_path`).
fn cheapest_for_fraction(paths: &[RcPath], fraction: f64) -> RcPath {
    let mut best = &paths[0];
    for p in paths {
        if p.required_outer.is_empty()
            && by_fraction(p, best, path_fraction(fraction, best)).is_lt()
        {
            best = p;
        }
    }
    Rc::clone(best)
}

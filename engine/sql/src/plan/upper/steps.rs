//! What stands above scans and joins, step by step (`grouping_planner` of `planner.c`).

use super::aggregates::collect_aggs;
use super::grouping::{grouping_paths, preprocess_group};
use super::limit::{limit_needed, offset_needed, path_fraction, preprocess_limit};
use super::main::query_planner;
use super::ordered::{distinct_paths, ordered_paths};
use super::targetlist::{input_target, preprocess_target, sort_input_target, target_of};
use super::window::window_paths;
use crate::plan::cost::Cost;
use crate::plan::path::{add_path_to, by_fraction, cost_target, limit, over, project};
use crate::plan::prep::conjuncts;
use crate::plan::root::{PathKind, PlannedQuery, Planner, RcPath, Root, Target};
use crate::plan::srf;
use crate::plan::sub::finish;
use crate::plan::tree::pull_vars;
use std::rc::Rc;
use storage::error::Result;

/// `grouping_planner`
pub(super) fn grouping_planner(pl: &mut Planner<'_>, mut root: Root) -> Result<PlannedQuery> {
    let (fraction, offset_est, count_est) =
        if root.query.limit.is_some() || root.query.offset.is_some() {
            preprocess_limit(pl, &root)
        } else {
            (root.tuple_fraction, 0, 0)
        };
    let mut limit_tuples = -1.0;
    if count_est > 0 && offset_est >= 0 {
        limit_tuples = (count_est + offset_est) as f64;
    }
    root.tuple_fraction = fraction;
    root.limit_tuples = limit_tuples;
    preprocess_group(&mut root.query);
    preprocess_target(pl, &mut root)?;
    let mut aggs = Vec::new();
    for t in &root.tlist {
        collect_aggs(&t.expr, &mut aggs);
    }
    if let Some(h) = &root.query.having {
        collect_aggs(h, &mut aggs);
    }
    root.aggs = aggs.clone();
    let has_group = !root.query.group.is_empty();
    if has_group
        || !root.query.distinct.is_empty()
        || root.query.has_aggs
        || root.query.has_window_funcs
        || root.query.has_target_srfs
        || !root.query.sort.is_empty()
    {
        let keep = root.query.group.is_empty()
            && root.query.distinct.is_empty()
            && !root.query.has_aggs
            && !root.query.has_window_funcs
            && !root.query.has_target_srfs;
        root.limit_tuples = if keep { limit_tuples } else { -1.0 };
    }
    let having = conjuncts(root.query.having.clone());
    // min/max through an index.
    let minmax = crate::plan::minmax::preprocess(pl, &root)?;
    let mut current = query_planner(pl, &mut root)?;
    let q = root.query.clone();
    let tlist = root.tlist.clone();
    let mut final_target = target_of(&tlist);
    cost_target(pl, &root, &mut final_target);
    let srfs = q.has_target_srfs;
    // make_sort_input_target
    let sort_input = if q.sort.is_empty() {
        final_target.clone()
    } else {
        sort_input_target(pl, &root, &final_target, limit_tuples, count_est)
    };
    let have_grouping = has_group || !aggs.is_empty() || q.has_aggs || q.having.is_some();
    let window_refs: Vec<u32> = q
        .windows
        .iter()
        .flat_map(|w| w.partition.iter().chain(&w.order).map(|c| c.tle_ref))
        .collect();
    let grouping_target = if q.has_window_funcs {
        let mut keep = window_refs.clone();
        keep.extend(q.group.iter().map(|g| g.tle_ref));
        let mut t = Target::default();
        let mut rest = Vec::new();
        for (e, &r) in sort_input.exprs.iter().zip(&sort_input.sortrefs) {
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
        cost_target(pl, &root, &mut t);
        t
    } else {
        sort_input.clone()
    };
    let scanjoin_target = if have_grouping {
        let keep: Vec<u32> = q.group.iter().map(|g| g.tle_ref).collect();
        let mut t = input_target(&grouping_target, &keep, false, &having);
        cost_target(pl, &root, &mut t);
        t
    } else {
        grouping_target.clone()
    };
    // Sets in the target are computed in steps, some before grouping, windows or sorting.
    let steps = srfs.then(|| {
        let of_scan = srf::split(pl, &root, &scanjoin_target, None);
        let of_groups = srf::split(pl, &root, &grouping_target, Some(&scanjoin_target));
        let of_windows = srf::split(pl, &root, &sort_input, Some(&grouping_target));
        (of_scan, of_groups, of_windows)
    });
    let first = Rc::new(steps.as_ref().map_or(&scanjoin_target, |s| s.0.first()).clone());
    let mut projected = Vec::new();
    for p in current {
        projected.push(if p.target.exprs == first.exprs {
            let mut p = (*p).clone();
            p.target = Rc::clone(&first);
            Rc::new(p)
        } else {
            Rc::new(project(pl, &p, &first))
        });
    }
    current = projected;
    if let Some((of_scan, ..)) = &steps {
        current = of_scan.put_on(pl, current);
    }
    if have_grouping {
        let target = steps.as_ref().map_or(&grouping_target, |s| s.1.first()).clone();
        current = grouping_paths(pl, &mut root, &current, &target, &having, &aggs, minmax)?;
        if let Some((_, of_groups, _)) = &steps {
            current = of_groups.put_on(pl, current);
        }
    }
    if q.has_window_funcs {
        let target = steps.as_ref().map_or(&sort_input, |s| s.2.first()).clone();
        current = window_paths(pl, &mut root, &current, &target)?;
    }
    if let Some((.., of_windows)) = &steps {
        current = of_windows.put_on(pl, current);
    }
    if !q.distinct.is_empty() {
        current = distinct_paths(pl, &mut root, &current, have_grouping)?;
    }
    if !q.sort.is_empty() {
        let after = srfs.then(|| srf::split(pl, &root, &final_target, Some(&sort_input)));
        let target = after.as_ref().map_or(&final_target, |s| s.first()).clone();
        let postponed = after.as_ref().is_some_and(|s| s.more());
        let limit_tuples = if postponed { -1.0 } else { limit_tuples };
        current = ordered_paths(pl, &root, &current, limit_tuples, &target);
        if let Some(after) = after {
            current = after.put_on(pl, current);
        }
    }
    // The rest is put on every path.
    let mut finals: Vec<RcPath> = Vec::new();
    for p in current {
        let mut p = p;
        if !q.row_marks.is_empty() {
            let cost =
                Cost { startup: p.startup, total: p.total + pl.costs.cpu_tuple_cost * p.rows };
            let rows = p.rows;
            let mut l = over(&p, PathKind::LockRows(Rc::clone(&p)), cost, rows);
            l.pathkeys.clear();
            p = Rc::new(l);
        }
        if q.limit.as_ref().is_some_and(limit_needed)
            || q.offset.as_ref().is_some_and(offset_needed)
        {
            p = Rc::new(limit(
                &p,
                q.offset.clone(),
                q.limit.clone(),
                offset_est,
                count_est,
                q.limit_with_ties,
            ));
        }
        add_path_to(&mut finals, (*p).clone(), root.tuple_fraction > 0.0 || fraction > 0.0, false);
    }
    let mut best = Rc::clone(&finals[0]);
    for p in &finals {
        if p.required_outer.is_empty()
            && by_fraction(p, &best, path_fraction(fraction, &best)).is_lt()
        {
            best = Rc::clone(p);
        }
    }
    Ok(finish(root, best))
}

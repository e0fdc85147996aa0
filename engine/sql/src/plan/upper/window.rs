//! Window functions, one node a window (`create_window_paths` of `planner.c`).

use super::grouping::cheapest;
use super::ordered::incremental_sort;
use crate::analyze::{FrameBound, FrameUnits, SortGroupClause, WindowClause, WindowFrame};
use crate::expr::{Expr, Node};
use crate::plan::clauses::pathkeys_for;
use crate::plan::cost::{Cost, QualCost, clamp_row_est};
use crate::plan::path::{add_path_to, cost_target, keys_in_common, over, sort};
use crate::plan::root::{Path, PathKey, PathKind, Planner, RcPath, Root, Target};
use crate::plan::sel;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::sort::Arrange;
use storage::versions::WindowFrames;

/// Returns the paths that compute the window functions: over the cheapest input, and over those that have a part of the
/// order already (`create_window_paths`).
#[inline(never)]
pub(super) fn window_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    input: &[RcPath],
    target: &Target,
) -> Result<Vec<RcPath>> {
    let used = active_windows(root);
    let best = cheapest(input);
    let mut out = Vec::new();
    for p in input {
        let wanted = &root.window_pathkeys;
        let useful = wanted.is_empty()
            || wanted.first().zip(p.pathkeys.first()).is_some_and(|(a, b)| a == b);
        if useful || Rc::ptr_eq(p, &best) {
            let path = one_window_path(pl, root, p, target, &used);
            add_path_to(&mut out, path, root.tuple_fraction > 0.0, false);
        }
    }
    Ok(out)
}

/// The windows that some function uses, those with the same order side by side, the longer one first
/// (`select_active_windows`, `common_prefix_cmp`).
pub(super) fn active_windows(root: &Root) -> Vec<usize> {
    let windows = &root.query.windows;
    let uses = |i: usize| {
        root.tlist.iter().any(|t| {
            crate::plan::tree::any(
                &t.expr,
                &|e| matches!(&e.node, Node::WindowFunc(w) if w.window == i),
            )
        })
    };
    let mut used: Vec<usize> = (0..windows.len()).filter(|i| uses(*i)).collect();
    let key = |i: usize| {
        let w = &windows[i];
        let order = w.order.iter().filter(|c| !w.partition.contains(c));
        let clauses = w.partition.iter().chain(order);
        clauses.map(|c| (c.tle_ref, c.descending, c.nulls_first)).collect::<Vec<_>>()
    };
    used.arrange_by(|&a, &b| key(b).cmp(&key(a)));
    used
}

/// The order of rows that a window needs (`make_pathkeys_for_window`).
pub(super) fn window_keys(root: &mut Root, window: usize) -> Vec<PathKey> {
    let w = &root.query.windows[window];
    let mut all = w.partition.clone();
    all.extend(w.order.iter().copied());
    pathkeys_for(root, &all)
}

/// Returns the path that computes the window functions over one input, one node per window, with a sort where the
/// order is not there yet (`create_one_window_path`).
fn one_window_path(
    pl: &mut Planner<'_>,
    root: &mut Root,
    input: &RcPath,
    target: &Target,
    used: &[usize],
) -> Path {
    let q = root.query.clone();
    let mut p = Rc::clone(input);
    let count = used.len();
    let names = names(used, &q.windows);
    for (n, &i) in used.iter().enumerate() {
        let w = q.windows[i].clone();
        let release = pl.release;
        let keys = window_keys(root, i);
        let presorted = keys_in_common(&keys, &p.pathkeys);
        if presorted < keys.len() {
            p = Rc::new(if presorted == 0 || !pl.costs.enable_incremental_sort {
                sort(pl, &p, &keys, -1.0)
            } else {
                incremental_sort(pl, root, &p, &keys, presorted, -1.0)
            });
        }
        let t = if n + 1 == count {
            target.clone()
        } else {
            let mut t = (*p.target).clone();
            for tle in &root.tlist {
                let mut found = Vec::new();
                collect_windows(&tle.expr, i, &mut found);
                for f in found {
                    if !t.exprs.contains(&f) {
                        t.exprs.push(f);
                        t.sortrefs.push(0);
                    }
                }
            }
            cost_target(pl, root, &mut t);
            t
        };
        let mut total = p.total;
        let mut startup = p.startup;
        let mut funcs = Vec::new();
        for tle in &root.tlist {
            collect_windows(&tle.expr, i, &mut funcs);
        }
        let frame = match release.window_frames {
            WindowFrames::AsWritten => w.frame.clone(),
            WindowFrames::Rows => cheapest_frame(&w.frame, &funcs),
        };
        for f in &funcs {
            let Node::WindowFunc(wf) = &f.node else { continue };
            let mut c = QualCost { startup: 0.0, per_tuple: pl.costs.cpu_operator_cost };
            for a in wf.args.iter().chain(&wf.filter) {
                sel::expr_cost(pl, a, &mut c);
            }
            startup += c.startup;
            total += c.per_tuple * p.rows;
        }
        total += pl.costs.cpu_operator_cost * (w.partition.len() + w.order.len()) as f64 * p.rows;
        total += pl.costs.cpu_tuple_cost * p.rows;
        let kind = PathKind::WindowAgg {
            sub: Rc::clone(&p),
            partition: w.partition.iter().map(|c| c.tle_ref).collect(),
            order: w.order.iter().map(|c| (c.tle_ref, c.descending, c.nulls_first)).collect(),
            frame: frame.clone(),
            run: w.run.clone(),
            window: i,
            name: names[n].clone(),
        };
        if release.window_first_row_costed {
            let rows = first_row_reads(pl, root, &w, &frame, p.rows);
            if rows > 1.0 {
                startup += (total - startup) / p.rows * (rows - 1.0);
            }
        }
        let mut path = over(&p, kind, Cost { startup, total }, p.rows);
        path.target = Rc::new(t);
        path.startup += path.target.cost.startup;
        path.total += path.target.cost.startup + path.target.cost.per_tuple * path.rows;
        p = Rc::new(path);
    }
    (*p).clone()
}

/// The windows' names; those without one are numbered (`name_active_windows`).
fn names(used: &[usize], windows: &[WindowClause]) -> Vec<String> {
    let given = |name: &str| used.iter().any(|i| windows[*i].name.as_deref() == Some(name));
    let mut numbered = (1..).map(|n| format!("w{n}")).filter(|name| !given(name));
    let name = |i: &usize| windows[*i].name.clone().or_else(|| numbered.next());
    used.iter().map(name).map(Option::unwrap_or_default).collect()
}

/// The cheapest frame that gives the same results: functions that only number rows need no peers
/// (`optimize_window_clauses`).
fn cheapest_frame(frame: &WindowFrame, funcs: &[Expr]) -> WindowFrame {
    const OF_ORDER: [&str; 6] =
        ["row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile"];
    let of_order = |f: &Expr| match &f.node {
        Node::WindowFunc(w) => OF_ORDER.contains(&w.func.name().as_str()),
        _ => false,
    };
    if funcs.is_empty() || !funcs.iter().all(of_order) {
        return frame.clone();
    }
    WindowFrame {
        written: true,
        between: false,
        mode: FrameUnits::Rows,
        start: FrameBound::UnboundedPreceding,
        end: FrameBound::CurrentRow,
    }
}

/// How many rows must be read before the first is returned (`get_windowclause_startup_tuples`).
fn first_row_reads(
    pl: &Planner<'_>,
    root: &Root,
    w: &WindowClause,
    frame: &WindowFrame,
    input: f64,
) -> f64 {
    /// The fraction of the rows that a comparison with an unknown value keeps (`DEFAULT_INEQ_SEL`).
    const DEFAULT_INEQ: f64 = 0.333_333_333_333_333_3;
    let groups = |clauses: &[SortGroupClause], rows: f64| {
        let exprs: Vec<Expr> = clauses
            .iter()
            .filter_map(|c| root.tlist.iter().find(|t| t.sort_group_ref == c.tle_ref))
            .map(|t| t.expr.clone())
            .collect();
        sel::num_groups(pl, root, &exprs, rows)
    };
    let partition =
        if w.partition.is_empty() { input } else { input / groups(&w.partition, input) };
    let peers = if w.order.is_empty() { 1.0 } else { partition / groups(&w.order, partition) };
    let rows = match (&frame.end, frame.mode) {
        (FrameBound::UnboundedFollowing, _) => partition,
        (FrameBound::CurrentRow, FrameUnits::Rows) => 1.0,
        (FrameBound::CurrentRow, _) if w.order.is_empty() => partition,
        (FrameBound::CurrentRow, _) => peers,
        (FrameBound::Following(offset), mode) => {
            let offset = match &offset.node {
                Node::Const(Datum::Word(n)) => *n as i64 as f64,
                Node::Const(_) => 1.0,
                _ => partition / peers * DEFAULT_INEQ,
            };
            if mode == FrameUnits::Rows { offset + 1.0 } else { peers * (offset + 1.0) }
        }
        _ => 1.0,
    };
    let more = if w.partition.is_empty() && w.order.is_empty() { 0.0 } else { 1.0 };
    clamp_row_est((rows + more).min(partition))
}

/// Adds the calls over this window.
fn collect_windows(e: &Expr, window: usize, out: &mut Vec<Expr>) {
    if matches!(&e.node, Node::WindowFunc(w) if w.window == window) {
        if !out.contains(e) {
            out.push(e.clone());
        }
        return;
    }
    for c in crate::plan::tree::children(e) {
        collect_windows(c, window, out);
    }
}

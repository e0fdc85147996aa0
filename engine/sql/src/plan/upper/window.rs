//! Window functions, one node a window (`create_window_paths` of `planner.c`).

use super::grouping::cheapest;
use crate::expr::{Expr, Node};
use crate::plan::clauses::pathkeys_for;
use crate::plan::cost::{Cost, QualCost};
use crate::plan::path::{cost_target, keys_contained, over, sort};
use crate::plan::root::{PathKind, Planner, RcPath, Root, Target};
use crate::plan::sel;
use std::rc::Rc;
use storage::error::Result;
use storage::sort::Arrange;

#[inline(never)]
pub(super) fn window_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    input: &[RcPath],
    target: &Target,
) -> Result<Vec<RcPath>> {
    let q = root.query.clone();
    let mut p = cheapest(input);
    let mut used: Vec<usize> = (0..q.windows.len())
        .filter(|i| {
            root.tlist.iter().any(|t| {
                crate::plan::tree::any(
                    &t.expr,
                    &|e| matches!(&e.node, Node::WindowFunc(w) if w.window == *i),
                )
            })
        })
        .collect();
    // Windows with more columns first, so that others can use their order.
    used.arrange_by_key(|&i| {
        std::cmp::Reverse(q.windows[i].partition.len() + q.windows[i].order.len())
    });
    let count = used.len();
    let mut done: Vec<usize> = Vec::new();
    for (n, i) in used.into_iter().enumerate() {
        let w = &q.windows[i];
        done.push(i);
        let mut all = w.partition.clone();
        all.extend(w.order.iter().copied());
        let keys = pathkeys_for(root, &all);
        if !keys_contained(&keys, &p.pathkeys) {
            p = Rc::new(sort(pl, &p, &keys, -1.0));
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
            frame: w.frame.clone(),
            window: i,
        };
        let mut path = over(&p, kind, Cost { startup, total }, p.rows);
        path.target = Rc::new(t);
        path.startup += path.target.cost.startup;
        path.total += path.target.cost.startup + path.target.cost.per_tuple * path.rows;
        p = Rc::new(path);
    }
    Ok(vec![p])
}

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

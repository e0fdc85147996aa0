//! Bitmap scans (`cost_bitmap_heap_scan`, `choose_bitmap_and`, `generate_bitmap_or_paths`).

use super::index_match::{ClauseSet, match_clauses, similar_arms};
use super::index_paths::{build_index_paths, param_clauses, param_rows};
use super::scan_path;
use crate::expr::{BoolOp, Expr, Node};
use crate::plan::clauses::make_clause;
use crate::plan::cost::clamp_row_est;
use crate::plan::predtest;
use crate::plan::prep::{bool_expr, conjuncts};
use crate::plan::relids::Relids;
use crate::plan::root::{IndexClause, IndexOpt, Path, PathKind, Planner, RcClause, RcPath, Root};
use crate::plan::sel::clauses_cost;
use std::rc::Rc;
use storage::error::Result;
use storage::sort::Arrange;

/// Returns the cost of building a path's bitmap and the fraction of the rows in it
/// (`cost_bitmap_tree_node`).
fn bitmap_cost(pl: &Planner<'_>, p: &RcPath) -> (f64, f64) {
    match &p.kind {
        PathKind::Index { index_total, selectivity, .. } => {
            (index_total + 0.1 * pl.costs.cpu_operator_cost * p.rows, *selectivity)
        }
        PathKind::BitmapAnd(_, s) | PathKind::BitmapOr(_, s) => (p.total, *s),
        _ => (p.total, 1.0),
    }
}

/// Returns the path of a bitmap heap scan over `bitmap`, done `loops` times with parameters from
/// the relations `outer` (`create_bitmap_heap_path`).
pub(super) fn bitmap_heap(
    pl: &mut Planner<'_>,
    root: &Root,
    rte: usize,
    bitmap: RcPath,
    outer: Relids,
    loops: f64,
) -> Path {
    let rel = root.rel(rte);
    let ppi = if !outer.is_empty() { param_clauses(pl, root, rte, outer) } else { Vec::new() };
    let rows = if !outer.is_empty() { param_rows(pl, root, rte, &ppi) } else { rel.rows };
    let costs = pl.costs.clone();
    let mut startup = costs.disable_cost(costs.enable_bitmapscan);
    let (index_total, s) = bitmap_cost(pl, &bitmap);
    let fetched = clamp_row_est(s * rel.tuples);
    let t = rel.pages.max(1.0);
    let mut pages = (2.0 * t * fetched) / (2.0 * t + fetched);
    if loops > 1.0 {
        let index_pages = index_pages_of(&bitmap);
        pages =
            costs.index_pages_fetched(fetched * loops, rel.pages, index_pages, root.total_pages)
                / loops;
    }
    pages = if pages >= t { t } else { pages.ceil() };
    startup += index_total;
    let per_page = if pages >= 2.0 {
        costs.random_page_cost - (costs.random_page_cost - costs.seq_page_cost) * (pages / t).sqrt()
    } else {
        costs.random_page_cost
    };
    let mut run = pages * per_page;
    let mut q = rel.restrict_cost;
    q += clauses_cost(&ppi);
    startup += q.startup;
    run += (costs.cpu_tuple_cost + q.per_tuple) * fetched;
    startup += rel.target.cost.startup;
    run += rel.target.cost.per_tuple * rows;
    let mut p = scan_path(rel, PathKind::BitmapHeap(bitmap), outer);
    p.rows = rows;
    p.disabled = costs.disabled_node(costs.enable_bitmapscan);
    p.startup = startup;
    p.total = startup + run;
    p.param_clauses = ppi;
    p
}

/// The pages of all indexes of a bitmap.
fn index_pages_of(p: &RcPath) -> f64 {
    match &p.kind {
        PathKind::Index { index, .. } => index.pages,
        PathKind::BitmapAnd(v, _) | PathKind::BitmapOr(v, _) => v.iter().map(index_pages_of).sum(),
        _ => 0.0,
    }
}

/// Chooses the indexes whose bitmaps are combined by AND, for the common case of one or two
/// (`choose_bitmap_and`).
pub(super) fn choose_bitmap(
    pl: &mut Planner<'_>,
    root: &Root,
    rte: usize,
    paths: &[RcPath],
) -> RcPath {
    if paths.len() == 1 {
        return Rc::clone(&paths[0]);
    }
    // One path per set of clauses: the cheapest.
    let mut kept: Vec<RcPath> = Vec::new();
    for p in paths {
        let key = bitmap_clauses(p, true);
        let same = |k: &RcPath| {
            let of_k = bitmap_clauses(k, true);
            key.iter().all(|c| of_k.contains(c)) && of_k.iter().all(|c| key.contains(c))
        };
        match kept.iter_mut().find(|k| same(k)) {
            Some(k) => {
                if bitmap_cost(pl, p).0 < bitmap_cost(pl, k).0 {
                    *k = Rc::clone(p);
                }
            }
            None => kept.push(Rc::clone(p)),
        }
    }
    kept.arrange_by(|a, b| {
        let (ca, sa) = bitmap_cost(pl, a);
        let (cb, sb) = bitmap_cost(pl, b);
        ca.total_cmp(&cb).then(sa.total_cmp(&sb))
    });
    let mut best: Option<(RcPath, f64)> = None;
    for i in 0..kept.len() {
        let mut group = vec![Rc::clone(&kept[i])];
        let mut used = bitmap_clauses(&kept[i], true);
        let mut cost = bitmap_heap(pl, root, rte, Rc::clone(&kept[i]), Relids::EMPTY, 1.0).total;
        for other in &kept[i + 1..] {
            let clauses = bitmap_clauses(other, true);
            let own = bitmap_clauses(other, false).len();
            let known: Vec<&Expr> = used.iter().collect();
            if clauses.iter().any(|c| used.contains(c))
                || clauses[own..].iter().any(|p| predtest::implied_by(pl, p, &known))
            {
                continue;
            }
            let mut trial = group.clone();
            trial.push(Rc::clone(other));
            let and = bitmap_and(pl, trial.clone());
            let c = bitmap_heap(pl, root, rte, and, Relids::EMPTY, 1.0).total;
            if c < cost {
                cost = c;
                group = trial;
                used.extend(clauses);
            }
        }
        let p = if group.len() == 1 { group.remove(0) } else { bitmap_and(pl, group) };
        if best.as_ref().is_none_or(|(_, c)| cost < *c) {
            best = Some((p, cost));
        }
    }
    best.map_or_else(|| Rc::clone(&paths[0]), |(p, _)| p)
}

/// The conditions of all indexes of a bitmap; with `predicates` also, behind them, the predicates of its partial indexes
/// (`find_indexpath_quals`).
fn bitmap_clauses(p: &RcPath, predicates: bool) -> Vec<Expr> {
    let mut found = Vec::new();
    each_index(p, &mut |clauses, _| found.extend(clauses.iter().map(|c| c.clause.expr.clone())));
    if predicates {
        each_index(p, &mut |_, index| found.extend(index.predicate.iter().cloned()));
    }
    found
}

/// Calls `f` with the conditions of each index scan of a bitmap, and its index.
fn each_index(p: &RcPath, f: &mut dyn FnMut(&[IndexClause], &IndexOpt)) {
    match &p.kind {
        PathKind::Index { clauses, index, .. } => f(clauses, index),
        PathKind::BitmapAnd(v, _) | PathKind::BitmapOr(v, _) => {
            v.iter().for_each(|part| each_index(part, f));
        }
        _ => {}
    }
}

/// The path that intersects bitmaps, with its cost (`cost_bitmap_and_node`).
fn bitmap_and(pl: &Planner<'_>, parts: Vec<RcPath>) -> RcPath {
    let mut total = 0.0;
    let mut s = 1.0;
    for (i, p) in parts.iter().enumerate() {
        let (c, one) = bitmap_cost(pl, p);
        s *= one;
        total += c;
        if i > 0 {
            total += 100.0 * pl.costs.cpu_operator_cost;
        }
    }
    let outer = parts.iter().fold(Relids::EMPTY, |a, p| a | p.required_outer);
    combined(parts, outer, total, s, true)
}

/// A BitmapAnd (`and`) or BitmapOr of bitmap paths; `total` is its cost, `s` its selectivity.
pub(super) fn combined(parts: Vec<RcPath>, outer: Relids, total: f64, s: f64, and: bool) -> RcPath {
    let mut p = (*parts[0]).clone();
    p.rows = 0.0;
    p.startup = total;
    p.total = total;
    p.pathkeys.clear();
    p.required_outer = outer;
    p.kind = if and { PathKind::BitmapAnd(parts, s) } else { PathKind::BitmapOr(parts, s) };
    Rc::new(p)
}

/// Adds to `out` a path for each OR among `clauses` whose arms can all use an index; an arm may be
/// joined with the clauses in `restrict` (`generate_bitmap_or_paths`).
pub(super) fn bitmap_or_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rte: usize,
    indexes: &[Rc<IndexOpt>],
    (clauses, restrict): (&[RcClause], &[RcClause]),
    out: &mut Vec<RcPath>,
) -> Result<()> {
    for c in clauses {
        let Node::Bool(BoolOp::Or, arms) = &c.expr.node else { continue };
        let groups = match pl.release.or_as_array {
            true => similar_arms(indexes, arms),
            false => arms.iter().map(|a| vec![a.clone()]).collect(),
        };
        let others = restrict.iter().filter(|r| !Rc::ptr_eq(r, c)).cloned().collect();
        let scans = ArmScans { rte, indexes, others };
        let mut parts: Vec<RcPath> = Vec::new();
        for group in groups {
            match scans.of_group(pl, root, group)? {
                Some(found) => parts.extend(found),
                None => {
                    parts.clear();
                    break;
                }
            }
        }
        if parts.is_empty() {
            continue;
        }
        let mut total = 0.0;
        let mut s = 0.0;
        for (i, p) in parts.iter().enumerate() {
            let (c, one) = bitmap_cost(pl, p);
            s += one;
            total += c;
            if i > 0 && !matches!(p.kind, PathKind::Index { .. }) {
                total += 100.0 * pl.costs.cpu_operator_cost;
            }
        }
        let outer = parts.iter().fold(Relids::EMPTY, |a, p| a | p.required_outer);
        out.push(combined(parts, outer, total, f64::min(s, 1.0), false));
    }
    Ok(())
}

/// The scans that answer arms of an OR.
struct ArmScans<'a> {
    rte: usize,
    indexes: &'a [Rc<IndexOpt>],
    /// The conditions on the table besides the OR.
    others: Vec<RcClause>,
}

impl ArmScans<'_> {
    /// Returns the scans for a group of arms that compare one column by one operator: one scan for all of them, or one
    /// for each if that costs less (`make_bitmap_paths_for_or_group`). `None` if an arm can use no index.
    fn of_group(
        &self,
        pl: &mut Planner<'_>,
        root: &mut Root,
        mut group: Vec<Expr>,
    ) -> Result<Option<Vec<RcPath>>> {
        if group.len() == 1 {
            return Ok(self.of_arm(pl, root, group.remove(0))?.map(|p| vec![p]));
        }
        let joint = self.of_arm(pl, root, bool_expr(BoolOp::Or, group.clone()))?;
        if joint.is_some() && self.others.is_empty() {
            return Ok(joint.map(|p| vec![p]));
        }
        let mut split = Vec::new();
        for arm in group {
            match self.of_arm(pl, root, arm)? {
                Some(p) => split.push(p),
                None => return Ok(joint.map(|p| vec![p])),
            }
        }
        let cost: f64 = split.iter().map(|p| p.total).sum();
        Ok(Some(match joint {
            Some(p) if p.total < cost => vec![p],
            _ => split,
        }))
    }
    /// Returns the cheapest index scan for one arm (`build_paths_for_OR`); `None` if it can use no index.
    fn of_arm(&self, pl: &mut Planner<'_>, root: &mut Root, arm: Expr) -> Result<Option<RcPath>> {
        let clauses: Vec<RcClause> = conjuncts(Some(arm))
            .into_iter()
            .map(|e| Rc::new(make_clause(pl, e, Relids::EMPTY, true, false)))
            .collect();
        let mut found: Vec<RcPath> = Vec::new();
        for index in self.indexes {
            // The arm may say what the predicate asks for.
            let said: Vec<&Expr> = clauses.iter().chain(&self.others).map(|c| &c.expr).collect();
            let serves = |p: &Expr| predtest::implied_by(pl, p, &said);
            if !index.usable && !index.predicate.iter().all(serves) {
                continue;
            }
            let mut set: ClauseSet = vec![Vec::new(); index.key_columns];
            match_clauses(pl, index, &clauses, &mut set);
            let helps = !index.usable;
            if set.iter().all(Vec::is_empty) && !helps {
                continue;
            }
            match_clauses(pl, index, &self.others, &mut set);
            for p in build_index_paths(pl, root, self.rte, index, &set, helps, false)? {
                found.push(Rc::new(p));
            }
        }
        if found.is_empty() {
            return Ok(None);
        }
        Ok(Some(choose_bitmap(pl, root, self.rte, &found)))
    }
}

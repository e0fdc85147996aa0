//! What an index scan costs (`cost_index`, `btcostestimate`, `genericcostestimate`).

use super::index_match::unsaid;
use super::index_paths::{param_clauses, param_rows};
use super::scan_path;
use crate::expr::Node;
use crate::plan::cost::{DISABLE_COST, QualCost, clamp_row_est};
use crate::plan::relids::Relids;
use crate::plan::root::{IndexClause, IndexOpt, Path, PathKey, PathKind, Planner, RcClause, Root};
use crate::plan::sel::{self, SelCtx};
use std::rc::Rc;
use storage::fmgr::Restrict;
use storage::ids::AttrNumber;

/// `create_index_path` with `cost_index` and `btcostestimate`.
#[allow(clippy::too_many_arguments)]
pub(super) fn index_path(
    pl: &mut Planner<'_>,
    root: &Root,
    rte: usize,
    index: &Rc<IndexOpt>,
    clauses: Vec<IndexClause>,
    keys: Vec<PathKey>,
    backward: bool,
    only: bool,
    outer: Relids,
    loops: f64,
) -> Path {
    let rel = root.rel(rte);
    let ppi = if !outer.is_empty() { param_clauses(pl, root, rte, outer) } else { Vec::new() };
    let rows = if !outer.is_empty() { param_rows(pl, root, rte, &ppi) } else { rel.rows };
    // Clauses left to check on the rows.
    let used = |c: &RcClause| {
        clauses.iter().any(|m| {
            !m.lossy
                && (Rc::ptr_eq(&m.clause, c)
                    || m.clause.expr == c.expr
                    || (m.clause.parent_ec.is_some() && m.clause.parent_ec == c.parent_ec))
        })
    };
    let mut qp = QualCost::default();
    for c in rel.restrict.iter().chain(&ppi) {
        if !used(c) && !c.pseudoconstant && !index.implied.contains(&c.expr) {
            qp += c.cost;
        }
    }
    let costs = pl.costs.clone();
    // btcostestimate
    let mut bound = Vec::new();
    let mut column = 0;
    let mut eq_here = false;
    let mut saop = false;
    let mut null_op = false;
    let mut sa_scans = 1.0;
    let mut all_quals = Vec::new();
    let mut total_saop = 1.0;
    for m in &clauses {
        for q in &m.quals {
            all_quals.push(q.clone());
            if let Node::ScalarArrayOp(s) = &q.node {
                let e = s.args[1].clone();
                let n = sel::array_length(pl, &e);
                if n > 1.0 {
                    total_saop *= n;
                }
            }
        }
    }
    for m in &clauses {
        if column != m.column {
            if !eq_here {
                break;
            }
            eq_here = false;
            column += 1;
            if column != m.column {
                break;
            }
        }
        for q in &m.quals {
            match &q.node {
                Node::Op(o) => eq_here |= o.op.restrict == Restrict::Eq,
                Node::ScalarArrayOp(s) => {
                    saop = true;
                    eq_here |= s.op.restrict == Restrict::Eq;
                    let e = s.args[1].clone();
                    let n = sel::array_length(pl, &e);
                    if n > 1.0 {
                        sa_scans *= n;
                    }
                }
                Node::NullTest(n) if n.is_null => {
                    null_op = true;
                    eq_here = true;
                }
                _ => {}
            }
            bound.push(q.clone());
        }
    }
    let mut index_tuples =
        if index.unique && column == index.key_columns - 1 && eq_here && !saop && !null_op {
            1.0
        } else {
            let mut quals = unsaid(pl, index, &bound);
            quals.extend(bound);
            let s = sel::exprs(pl, root, &quals, SelCtx::scan(rte));
            (s * rel.tuples / sa_scans).round_ties_even()
        };
    // genericcostestimate
    let mut quals = unsaid(pl, index, &all_quals);
    quals.extend(all_quals.iter().cloned());
    let selectivity = sel::exprs(pl, root, &quals, SelCtx::scan(rte));
    if index_tuples <= 0.0 {
        index_tuples = (selectivity * rel.tuples / total_saop).round_ties_even();
    }
    index_tuples = index_tuples.min(index.tuples).max(1.0);
    let index_pages = if index.pages > 1.0 && index.tuples > 1.0 {
        (index_tuples * index.pages / index.tuples).ceil()
    } else {
        1.0
    };
    let scans = total_saop * loops;
    let mut index_total = if scans > 1.0 {
        let fetched = costs.index_pages_fetched(
            index_pages * scans,
            index.pages,
            index.pages,
            root.total_pages,
        );
        fetched * costs.random_page_cost / loops
    } else {
        index_pages * costs.random_page_cost
    };
    let mut arg_cost = QualCost::default();
    for q in &all_quals {
        let other = match &q.node {
            Node::Op(o) => Some(o.args[1].clone()),
            Node::ScalarArrayOp(s) => Some(s.args[1].clone()),
            _ => None,
        };
        if let Some(e) = other {
            sel::expr_cost(pl, &e, &mut arg_cost);
        }
    }
    let arg_cost = arg_cost.startup + arg_cost.per_tuple;
    let op_cost = costs.cpu_operator_cost * all_quals.len() as f64;
    let mut index_startup = arg_cost;
    index_total += arg_cost;
    index_total += index_tuples * total_saop * (costs.cpu_index_tuple_cost + op_cost);
    if index.tuples > 1.0 {
        let descent = (index.tuples.ln() / 2f64.ln()).ceil() * costs.cpu_operator_cost;
        index_startup += descent;
        index_total += total_saop * descent;
    }
    let descent = (index.tree_height + 1.0) * 50.0 * costs.cpu_operator_cost;
    index_startup += descent;
    index_total += total_saop * descent;
    let mut correlation = 0.0;
    let (of, attno) = match (&index.columns[0].node, &rel.relation) {
        (Node::Var(v), Some(table)) => (table.oid, v.attno),
        _ => (index.rel.oid, 1),
    };
    if let Some(stats) = pl.host.column_stats(of, AttrNumber(attno))
        && let Some(c) = stats.correlation
    {
        correlation = f64::from(c);
        if index.rel.index.as_ref().is_some_and(|i| i.keys[0].descending) {
            correlation = -correlation;
        }
        if index.key_columns > 1 {
            correlation *= 0.75;
        }
    }
    // cost_index
    let mut startup = if costs.enable_indexscan { 0.0 } else { DISABLE_COST };
    startup += index_startup;
    let mut run = index_total - index_startup;
    let tuples_fetched = clamp_row_est(selectivity * rel.tuples);
    let visible = |p: f64| if only { (p * (1.0 - rel.allvisfrac)).ceil() } else { p };
    let (max_io, min_io);
    if loops > 1.0 {
        let p = costs.index_pages_fetched(
            tuples_fetched * loops,
            rel.pages,
            index.pages,
            root.total_pages,
        );
        max_io = visible(p) * costs.random_page_cost / loops;
        let p = (selectivity * rel.pages).ceil();
        let p = costs.index_pages_fetched(p * loops, rel.pages, index.pages, root.total_pages);
        min_io = visible(p) * costs.random_page_cost / loops;
    } else {
        let p = costs.index_pages_fetched(tuples_fetched, rel.pages, index.pages, root.total_pages);
        max_io = visible(p) * costs.random_page_cost;
        let p = visible((selectivity * rel.pages).ceil());
        min_io = if p > 0.0 {
            costs.random_page_cost + if p > 1.0 { (p - 1.0) * costs.seq_page_cost } else { 0.0 }
        } else {
            0.0
        };
    }
    let csquared = correlation * correlation;
    run += max_io + csquared * (min_io - max_io);
    startup += qp.startup;
    let mut cpu = (costs.cpu_tuple_cost + qp.per_tuple) * tuples_fetched;
    startup += rel.target.cost.startup;
    cpu += rel.target.cost.per_tuple * rows;
    run += cpu;
    let mut p = scan_path(
        rel,
        PathKind::Index {
            index: Rc::clone(index),
            clauses,
            backward,
            only,
            index_total,
            selectivity,
        },
        outer,
    );
    p.rows = rows;
    p.startup = startup;
    p.total = startup + run;
    p.pathkeys = keys;
    p.param_clauses = ppi;
    p
}

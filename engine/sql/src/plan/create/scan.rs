//! Plans that read relations.

use super::target::{finish_quals, nest_params, scan_target};
use super::{EXACT, by_cost, create_plan, ordered, plan_of};
use crate::analyze::RteKind;
use crate::expr::{Expr, Node};
use crate::plan::fold::commutator;
use crate::plan::predtest;
use crate::plan::root::{Path, PathKind, PlannedQuery, Planner, RcClause, RcPath, Root};
use crate::plan::tree::relids;
use crate::plan::{IndexQual, IndexQualOp, IndexScan, Plan, PlanKind};
use storage::error::Result;

/// The conditions that a scan checks, parameters' included.
pub(super) fn scan_clauses(root: &mut Root, p: &Path) -> Vec<RcClause> {
    let rte = p.relids.singleton().unwrap_or(0);
    let mut list = root.rel(rte).restrict.clone();
    list.extend(p.param_clauses.iter().cloned());
    list
}

/// A scan of rows by `ctid` or a range of ctids; the conditions that give them are not checked again
/// (`create_tidscan_plan`, `create_tidrangescan_plan`).
pub(super) fn create_tidscan_plan(
    root: &mut Root,
    p: &Path,
    flags: u8,
    quals: &[RcClause],
    kind: impl FnOnce(Vec<Expr>) -> PlanKind,
) -> Plan {
    let list = scan_clauses(root, p);
    let target = scan_target(root, p, flags);
    let checked = |c: &RcClause| quals.iter().any(|q| q.makes_redundant(c));
    let kept: Vec<RcClause> = list.into_iter().filter(|c| !checked(c)).collect();
    let quals = quals.iter().map(|c| c.expr.clone()).collect();
    let quals = finish_quals(root, quals);
    let mut plan = plan_of(kind(quals), p, target, None);
    plan.qual = finish_quals(root, ordered(kept));
    plan
}

/// The plan of a sub-query, whose references to this query level are parameters
/// (`create_subqueryscan_plan`).
pub(super) fn create_subqueryscan_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
    rte: usize,
    sub: &PlannedQuery,
) -> Result<Plan> {
    pl.params = pl.params.max(root.next_param);
    let inner = create_plan(pl, sub)?;
    root.next_param = root.next_param.max(pl.params);
    let params = root.rel(rte).sub_params.clone();
    for (e, id) in params {
        if root.outer_rels.overlaps(relids(&e)) && !root.outer_params.iter().any(|(_, i)| *i == id)
        {
            root.outer_params.push((e, id));
        }
    }
    let range = Box::new(inner);
    let rtable = crate::plan::sub::sub_root(sub).rtable.clone();
    Ok(scan(root, p, flags, PlanKind::SubqueryScan { rte, plan: range, rtable }))
}

/// Functions in FROM (`create_functionscan_plan`).
pub(super) fn create_functionscan_plan(
    root: &mut Root,
    p: &Path,
    flags: u8,
    rte: usize,
) -> Result<Plan> {
    let RteKind::Function { functions, ordinality } = root.query.rtable[rte - 1].kind.clone()
    else {
        return storage::err!(INTERNAL_ERROR, "a function RTE was expected");
    };
    let mut functions = functions;
    for f in &mut functions {
        nest_params(root, &mut f.expr);
    }
    Ok(scan(root, p, flags, PlanKind::FunctionScan { rte, functions, ordinality }))
}

/// A VALUES list (`create_valuesscan_plan`).
pub(super) fn create_valuesscan_plan(
    root: &mut Root,
    p: &Path,
    flags: u8,
    rte: usize,
) -> Result<Plan> {
    let RteKind::Values { rows, .. } = root.query.rtable[rte - 1].kind.clone() else {
        return storage::err!(INTERNAL_ERROR, "a VALUES RTE was expected");
    };
    let mut rows = rows;
    for e in rows.iter_mut().flatten() {
        nest_params(root, e);
    }
    Ok(scan(root, p, flags, PlanKind::ValuesScan { rte, rows }))
}

/// A single row without a table, if its conditions hold (`create_resultscan_plan`).
pub(super) fn create_resultscan_plan(root: &mut Root, p: &Path, flags: u8) -> Plan {
    let list = scan_clauses(root, p);
    let quals = finish_quals(root, by_cost(list));
    let target = scan_target(root, p, flags | EXACT);
    plan_of(PlanKind::Result { constant_qual: quals }, p, target, None)
}

/// The plan of a scan of this kind.
pub(super) fn scan(root: &mut Root, p: &Path, flags: u8, kind: PlanKind) -> Plan {
    let list = scan_clauses(root, p);
    let target = scan_target(root, p, flags);
    let mut plan = plan_of(kind, p, target, None);
    plan.qual = finish_quals(root, ordered(list));
    plan
}

/// The conditions of an index scan, and the ones they came from, to be checked again.
fn index_quals(
    root: &mut Root,
    clauses: &[crate::plan::root::IndexClause],
) -> (Vec<IndexQual>, Vec<Expr>) {
    let mut quals = Vec::new();
    let mut orig = Vec::new();
    for c in clauses {
        for q in &c.quals {
            let mut q = q.clone();
            nest_params(root, &mut q);
            let (op, value) = match &q.node {
                Node::Op(o) => (index_op(o.op.name, IndexQualOp::Eq), o.args[1].clone()),
                Node::ScalarArrayOp(s) => {
                    (index_op(s.op.name, IndexQualOp::EqAny), s.args[1].clone())
                }
                Node::NullTest(n) if n.is_null => (IndexQualOp::IsNull, (*n.arg).clone()),
                Node::NullTest(n) => (IndexQualOp::IsNotNull, (*n.arg).clone()),
                _ => continue,
            };
            quals.push(IndexQual { column: c.column, op, value });
            orig.push(q);
        }
    }
    (quals, orig)
}

/// How an operator compares, `<` as `~<~`; `equal` is what an equality does.
fn index_op(name: &str, equal: IndexQualOp) -> IndexQualOp {
    match name.trim_matches('~') {
        "<" => IndexQualOp::Lt,
        "<=" => IndexQualOp::Le,
        ">" => IndexQualOp::Gt,
        ">=" => IndexQualOp::Ge,
        _ => equal,
    }
}

/// Makes the plan of an index scan or index-only scan (`create_indexscan_plan`).
pub(super) fn index_scan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &RcPath,
    flags: u8,
) -> Result<Plan> {
    let PathKind::Index { index, clauses, backward, only, .. } = &p.kind else {
        return storage::err!(INTERNAL_ERROR, "an index path was expected");
    };
    let list = scan_clauses(root, p);
    let target = scan_target(root, p, flags);
    let given: Vec<&Expr> = clauses.iter().flat_map(|m| &m.quals).collect();
    let kept: Vec<RcClause> = list
        .into_iter()
        .filter(|c| {
            !clauses.iter().any(|m| !m.lossy && m.clause.makes_redundant(c))
                && !index.implied.contains(&c.expr)
                && !predtest::implied_by(pl, &c.expr, &given)
        })
        .collect();
    let (quals, quals_orig) = index_quals(root, clauses);
    let scan = IndexScan {
        rte: index.rte,
        index: index.rel.oid,
        index_name: index.rel.name.clone(),
        quals,
        quals_orig,
        backward: *backward,
        index_target: if *only { index.columns.clone() } else { Vec::new() },
    };
    let kind = if *only { PlanKind::IndexOnlyScan(scan) } else { PlanKind::IndexScan(scan) };
    let mut plan = plan_of(kind, p, target, None);
    plan.qual = finish_quals(root, ordered(kept));
    Ok(plan)
}

/// Makes the plan of a bitmap heap scan `p` over the bitmap `b`; the filter leaves out what the
/// bitmap's conditions say already (`create_bitmap_scan_plan`).
pub(super) fn bitmap_scan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &RcPath,
    b: &RcPath,
    flags: u8,
) -> Result<Plan> {
    let rte = p.relids.singleton().unwrap_or(0);
    let target = scan_target(root, p, flags);
    let list = scan_clauses(root, p);
    let (bitmap, mut quals, originals) = bitmap_plan(pl, root, b, root.rel(rte).tuples)?;
    let mut lossy = Vec::new();
    lossy_clauses(b, &mut lossy);
    let given: Vec<&Expr> = quals.iter().collect();
    let all = crate::plan::prep::make_and(quals.clone());
    let kept: Vec<RcClause> = list
        .into_iter()
        .filter(|c| {
            let mut e = c.expr.clone();
            nest_params(root, &mut e);
            lossy.contains(&c.expr)
                || !originals.contains(&c.expr)
                    && !quals.contains(&e)
                    && all.as_ref() != Some(&e)
                    && !predtest::implied_by(pl, &e, &given)
        })
        .collect();
    // What the filter checks anyway is not rechecked.
    quals.retain(|q| !lossy.contains(q));
    let mut plan =
        plan_of(PlanKind::BitmapHeapScan { rte, recheck: quals }, p, target, Some(bitmap));
    plan.qual = finish_quals(root, ordered(kept));
    Ok(plan)
}

/// Collects the conditions that an index of a bitmap scan checks only approximately.
fn lossy_clauses(b: &RcPath, out: &mut Vec<Expr>) {
    match &b.kind {
        PathKind::Index { clauses, .. } => {
            out.extend(clauses.iter().filter(|c| c.lossy).map(|c| c.clause.expr.clone()));
        }
        PathKind::BitmapAnd(parts, _) => parts.iter().for_each(|p| lossy_clauses(p, out)),
        _ => {}
    }
}

/// Turns an equality that an equivalence class implies so that its sides stand as in the server
/// (`create_join_clause`). Since PostgreSQL 16 both sides share one clause: if the other side
/// is a column of an earlier table and that has an index on it, the clause was made for that index,
/// with that column first. Else `q` stays as it is, with the column of `rte` first.
fn implied_equality(pl: &Planner<'_>, root: &Root, rte: usize, q: &Expr) -> Expr {
    let mut q = q.clone();
    if let Node::Op(o) = &mut q.node
        && pl.release.implied_equalities_shared
        && let Node::Var(v) = &o.args[1].node
        && v.rte < rte
        && root.rel(v.rte).indexes.iter().any(|i| i.columns[..i.key_columns].contains(&o.args[1]))
        && let Some(op) = commutator(o.op)
    {
        o.op = op;
        o.args.swap(0, 1);
    }
    q
}

/// The nodes of a bitmap, with the conditions to recheck and those that the indexes hold
/// (`create_bitmap_subplan`).
fn bitmap_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    b: &RcPath,
    tuples: f64,
) -> Result<(Plan, Vec<Expr>, Vec<Expr>)> {
    match &b.kind {
        PathKind::Index { index, clauses, index_total, selectivity, .. } => {
            let (quals, quals_orig) = index_quals(root, clauses);
            let originals: Vec<Expr> =
                clauses.iter().filter(|c| !c.lossy).map(|c| c.clause.expr.clone()).collect();
            let scan = IndexScan {
                rte: index.rte,
                index: index.rel.oid,
                index_name: index.rel.name.clone(),
                quals,
                quals_orig,
                backward: false,
                index_target: Vec::new(),
            };
            let mut plan = plan_of(PlanKind::BitmapIndexScan(scan), b, Vec::new(), None);
            plan.startup = 0.0;
            plan.total = *index_total;
            plan.rows = crate::plan::cost::clamp_row_est(selectivity * tuples);
            plan.width = 0;
            let mut recheck = Vec::new();
            for c in clauses {
                let mut q = match c.clause.parent_ec {
                    Some(_) => implied_equality(pl, root, index.rte, &c.quals[0]),
                    None => c.clause.expr.clone(),
                };
                nest_params(root, &mut q);
                recheck.push(q);
            }
            for p in &index.predicate {
                if !predtest::implied_by(pl, p, &recheck.iter().collect::<Vec<_>>()) {
                    recheck.push(p.clone());
                }
            }
            Ok((plan, recheck, originals))
        }
        PathKind::BitmapAnd(parts, s) | PathKind::BitmapOr(parts, s) => {
            let and = matches!(b.kind, PathKind::BitmapAnd(..));
            let mut plans = Vec::new();
            let mut all = Vec::new();
            let mut arms = Vec::new();
            let mut originals = Vec::new();
            for part in parts {
                let (plan, quals, orig) = bitmap_plan(pl, root, part, tuples)?;
                plans.push(plan);
                originals.extend(if and { orig } else { Vec::new() });
                if and {
                    for q in quals {
                        if !all.contains(&q) {
                            all.push(q);
                        }
                    }
                } else if let Some(arm) = crate::plan::prep::make_and(quals) {
                    arms.push(arm);
                }
            }
            if !and && plans.len() == 1 {
                return Ok((plans.remove(0), arms, originals));
            }
            if !and {
                all = vec![crate::plan::prep::bool_expr(crate::expr::BoolOp::Or, arms)];
            }
            let kind = if and { PlanKind::BitmapAnd(plans) } else { PlanKind::BitmapOr(plans) };
            let mut plan = plan_of(kind, b, Vec::new(), None);
            plan.rows = crate::plan::cost::clamp_row_est(s * tuples);
            plan.width = 0;
            Ok((plan, all, originals))
        }
        _ => storage::err!(INTERNAL_ERROR, "a bitmap path was expected"),
    }
}

//! Plans that read relations.

use super::target::{finish_quals, nest_params, scan_target};
use super::{EXACT, by_cost, create_plan, ordered, plan_of};
use crate::analyze::RteKind;
use crate::expr::{BoolOp, Expr, Node};
use crate::plan::predtest;
use crate::plan::prep::{bool_expr, make_and};
use crate::plan::root::{Path, PathKind, PlannedQuery, Planner, RcClause, RcPath, Root};
use crate::plan::tree::relids;
use crate::plan::{IndexQual, IndexQualOp, IndexScan, Plan, PlanKind};
use std::rc::Rc;
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
            let mut rest = Vec::new();
            let (op, value) = match &q.node {
                Node::Op(o) => (index_op(o.op.name, IndexQualOp::Eq), o.args[1].clone()),
                Node::ScalarArrayOp(s) => {
                    (index_op(s.op.name, IndexQualOp::EqAny), s.args[1].clone())
                }
                Node::NullTest(n) if n.is_null => (IndexQualOp::IsNull, (*n.arg).clone()),
                Node::NullTest(n) => (IndexQualOp::IsNotNull, (*n.arg).clone()),
                Node::RowCompare(r) => {
                    let further = r.right[1..].iter().cloned();
                    rest = c.rest.iter().copied().zip(further).collect();
                    (index_op(r.ops[0].name, IndexQualOp::Eq), r.right[0].clone())
                }
                _ => continue,
            };
            quals.push(IndexQual { column: c.column, op, value, rest });
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
    let (bitmap, quals) = bitmap_plan(pl, root, b, root.rel(rte).tuples)?;
    let given: Vec<&Expr> = quals.of_index.iter().collect();
    let kept: Vec<RcClause> = list
        .into_iter()
        .filter(|c| {
            !quals.of_index.contains(&c.expr)
                && c.parent_ec.is_none_or(|class| !quals.classes.contains(&class))
                && !predtest::implied_by(pl, &c.expr, &given)
        })
        .collect();
    // What the filter checks anyway is not rechecked.
    let filtered = |from: &RcClause| kept.iter().any(|c| Rc::ptr_eq(c, from));
    let recheck = quals.recheck.into_iter();
    let recheck = recheck.filter(|(_, from)| !from.as_ref().is_some_and(filtered)).map(|(e, _)| e);
    let recheck = finish_quals(root, recheck.collect());
    let mut plan = plan_of(PlanKind::BitmapHeapScan { rte, recheck }, p, target, Some(bitmap));
    plan.qual = finish_quals(root, ordered(kept));
    Ok(plan)
}

/// What the index scans of a bitmap check.
#[derive(Default)]
struct BitmapQuals {
    /// What is to be rechecked on lossy pages, and the condition it is, if it is one of the query's.
    recheck: Vec<(Expr, Option<RcClause>)>,
    /// The conditions as the indexes have them.
    of_index: Vec<Expr>,
    /// The equivalence classes that they come from.
    classes: Vec<usize>,
}

/// The nodes of a bitmap, and what they check (`create_bitmap_subplan`).
fn bitmap_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    b: &RcPath,
    tuples: f64,
) -> Result<(Plan, BitmapQuals)> {
    match &b.kind {
        PathKind::Index { index, clauses, index_total, selectivity, .. } => {
            let (quals, quals_orig) = index_quals(root, clauses);
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
            plan.disabled = 0;
            plan.startup = 0.0;
            plan.total = *index_total;
            plan.rows = crate::plan::cost::clamp_row_est(selectivity * tuples);
            plan.width = 0;
            let mut out = BitmapQuals::default();
            for c in clauses {
                out.recheck.push((c.clause.expr.clone(), Some(Rc::clone(&c.clause))));
                out.of_index.extend(c.quals.iter().cloned());
                out.classes.extend(c.clause.parent_ec);
            }
            for p in &index.predicate {
                let given: Vec<&Expr> = out.recheck.iter().map(|(e, _)| e).collect();
                if !predtest::implied_by(pl, p, &given) {
                    out.recheck.push((p.clone(), None));
                    out.of_index.push(p.clone());
                }
            }
            Ok((plan, out))
        }
        PathKind::BitmapAnd(parts, s) | PathKind::BitmapOr(parts, s) => {
            let and = matches!(b.kind, PathKind::BitmapAnd(..));
            let (mut plans, mut checks) = (Vec::new(), Vec::new());
            for part in parts {
                let (plan, check) = bitmap_plan(pl, root, part, tuples)?;
                plans.push(plan);
                checks.push(check);
            }
            let quals = if and { all_of(checks) } else { one_of(checks) };
            if !and && plans.len() == 1 {
                return Ok((plans.remove(0), quals));
            }
            let kind = if and { PlanKind::BitmapAnd(plans) } else { PlanKind::BitmapOr(plans) };
            let mut plan = plan_of(kind, b, Vec::new(), None);
            plan.disabled = 0;
            plan.rows = crate::plan::cost::clamp_row_est(s * tuples);
            plan.width = 0;
            Ok((plan, quals))
        }
        _ => storage::err!(INTERNAL_ERROR, "a bitmap path was expected"),
    }
}

/// What the parts of an AND of bitmaps check, each condition once.
fn all_of(parts: Vec<BitmapQuals>) -> BitmapQuals {
    let mut all = BitmapQuals::default();
    for part in parts {
        for q in part.recheck {
            if !all.recheck.iter().any(|(e, _)| *e == q.0) {
                all.recheck.push(q);
            }
        }
        for q in part.of_index {
            if !all.of_index.contains(&q) {
                all.of_index.push(q);
            }
        }
        all.classes.extend(part.classes);
    }
    all
}

/// What the arms of an OR of bitmaps check: one condition, or none if an arm has none.
fn one_of(mut arms: Vec<BitmapQuals>) -> BitmapQuals {
    if arms.len() == 1 {
        let BitmapQuals { recheck, of_index, .. } = arms.remove(0);
        let recheck = match recheck.len() {
            1 => recheck,
            _ => make_and(recheck.into_iter().map(|(e, _)| e).collect())
                .map(|e| (e, None))
                .into_iter()
                .collect(),
        };
        return BitmapQuals {
            recheck,
            of_index: make_and(of_index).into_iter().collect(),
            classes: Vec::new(),
        };
    }
    let any = |arms: Vec<Option<Expr>>| -> Option<Expr> {
        Some(bool_expr(BoolOp::Or, arms.into_iter().collect::<Option<_>>()?))
    };
    let (mut recheck, mut of_index) = (Vec::new(), Vec::new());
    for arm in arms {
        recheck.push(make_and(arm.recheck.into_iter().map(|(e, _)| e).collect()));
        of_index.push(make_and(arm.of_index));
    }
    BitmapQuals {
        recheck: any(recheck).map(|e| (e, None)).into_iter().collect(),
        of_index: any(of_index).into_iter().collect(),
        classes: Vec::new(),
    }
}

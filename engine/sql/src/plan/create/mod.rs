//! From the chosen path to a plan (`createplan.c`): each path becomes a node, with its columns, its
//! conditions in the order of their cost, and keys as places in the columns of its children.

mod join;
mod scan;
mod sort;
mod target;
mod upper;

use crate::analyze::CommandType;
use crate::expr::{Expr, Node, TargetEntry};
use crate::plan::root::{Path, PathKind, PlannedQuery, Planner, RcClause, RcPath, Root};
use crate::plan::{Plan, PlanKind};
use join::{
    create_hashjoin_plan, create_memoize_plan, create_mergejoin_plan, create_nestloop_plan,
};
use scan::{
    bitmap_scan, create_functionscan_plan, create_resultscan_plan, create_subqueryscan_plan,
    create_tidscan_plan, create_valuesscan_plan, index_scan, scan, scan_clauses,
};
use sort::{create_incrementalsort_plan, create_sort_plan};
use storage::error::Result;
use storage::sort::Arrange;
use target::{finish_quals, tlist_of};
use upper::{
    create_agg_plan, create_append_plan, create_group_plan, create_limit_plan,
    create_lockrows_plan, create_minmaxagg_plan, create_projection_plan,
    create_recursiveunion_plan, create_setop_plan, create_unique_plan, create_upper_unique_plan,
    create_windowagg_plan, modify_table, put_minmax_params,
};

/// The node above needs the columns of the path, in their order (`CP_EXACT_TLIST`).
const EXACT: u8 = 1;

/// The node above keeps rows: no column more than the path has (`CP_SMALL_TLIST`).
const SMALL: u8 = 2;

/// The node above puts its own columns in place of those of the plan (`CP_IGNORE_TLIST`).
const IGNORE: u8 = 4;

/// The node above groups: it finds the columns it groups by (`CP_LABEL_TLIST`).
const LABEL: u8 = 8;

/// Makes the plan of a finished path; its references are not resolved yet.
pub fn create_plan(pl: &mut Planner<'_>, sub: &PlannedQuery) -> Result<Plan> {
    let mut root = sub.root.borrow_mut();
    let root = &mut *root;
    // Those of min() and max() are in the path's cost already.
    let charged = root.init_plans.len();
    let mut plan = create(pl, root, &sub.path, EXACT)?;
    if !root.minmax_params.is_empty() {
        put_minmax_params(root, &mut plan);
    }
    // The names of the result's columns.
    let tlist = root.tlist.clone();
    if plan.target.len() >= tlist.len() {
        for (t, f) in plan.target.iter_mut().zip(&tlist) {
            t.name.clone_from(&f.name);
            t.junk = f.junk;
            t.resno = f.resno;
            t.origin = f.origin;
            t.sort_group_ref = f.sort_group_ref;
        }
    }
    if root.query.command != CommandType::Select {
        plan = modify_table(root, plan)?;
    }
    plan.init_plans = std::mem::take(&mut root.init_plans);
    // The path of a SELECT has the costs of these.
    if root.query.command != CommandType::Select {
        let cost = crate::plan::sub::init_plan_cost(pl, &plan.init_plans[..charged]);
        plan.startup += cost;
        plan.total += cost;
    }
    if pl.has_two_ways {
        crate::plan::alternative::choose_ways(pl, &mut plan);
    }
    Ok(plan)
}

/// A node with the costs and rows of its path.
fn plan_of(kind: PlanKind, p: &Path, target: Vec<TargetEntry>, outer: Option<Plan>) -> Plan {
    Plan {
        kind,
        disabled: p.disabled,
        startup: p.startup,
        total: p.total,
        rows: p.rows,
        width: p.target.width,
        target,
        qual: Vec::new(),
        outer: outer.map(Box::new),
        inner: None,
        init_plans: Vec::new(),
        ext_params: Vec::new(),
    }
}

/// The conditions that are checked for each row, sorted by cost; those of equal cost keep their order
/// (`order_qual_clauses`, `extract_actual_clauses`).
fn ordered(list: Vec<RcClause>) -> Vec<Expr> {
    let is_true =
        |c: &RcClause| matches!(&c.expr.node, Node::Const(d) if !d.is_null() && d.as_bool());
    by_cost(list.into_iter().filter(|c| !c.pseudoconstant && !is_true(c)).collect())
}

/// Conditions sorted by cost (`order_qual_clauses`).
fn by_cost(mut list: Vec<RcClause>) -> Vec<Expr> {
    list.arrange_by(|a, b| a.cost.per_tuple.total_cmp(&b.cost.per_tuple));
    list.into_iter().map(|c| c.expr.clone()).collect()
}

/// The conditions of a scan or a join that are the same for all rows, which are checked once before the first
/// (`get_gating_quals`).
fn gating_quals(root: &mut Root, p: &Path) -> Vec<Expr> {
    if !root.has_pseudoconstants {
        return Vec::new();
    }
    let list = match &p.kind {
        PathKind::NestLoop(j)
        | PathKind::MergeJoin { join: j, .. }
        | PathKind::HashJoin { join: j, .. } => j.clauses.clone(),
        kind if super::path::is_scan(kind) => scan_clauses(root, p),
        _ => Vec::new(),
    };
    let quals = by_cost(list.into_iter().filter(|c| c.pseudoconstant).collect());
    finish_quals(root, quals)
}

/// The plan of a path and of the paths below it, under a node that checks the conditions that are the same for all
/// rows (`create_gating_plan`).
fn create(pl: &mut Planner<'_>, root: &mut Root, p: &RcPath, flags: u8) -> Result<Plan> {
    let gating = gating_quals(root, p);
    if gating.is_empty() {
        return create_ungated(pl, root, p, flags);
    }
    let plan = create_ungated(pl, root, p, 0)?;
    let target = tlist_of(root, p);
    Ok(Plan { target, ..plan.below(PlanKind::Result { constant_qual: gating }) })
}

/// The plan of a path and of the paths below it (`create_plan_recurse`).
fn create_ungated(pl: &mut Planner<'_>, root: &mut Root, p: &RcPath, flags: u8) -> Result<Plan> {
    let rte = p.relids.singleton().unwrap_or(0);
    root.next_param = root.next_param.max(pl.params);
    let plan = match &p.kind {
        PathKind::SeqScan => scan(root, p, flags, PlanKind::SeqScan { rte }),
        PathKind::Index { .. } => index_scan(pl, root, p, flags)?,
        PathKind::BitmapHeap(b) => bitmap_scan(pl, root, p, b, flags)?,
        PathKind::BitmapAnd(..) | PathKind::BitmapOr(..) => {
            return storage::err!(INTERNAL_ERROR, "a bitmap path stands alone");
        }
        PathKind::Tid(quals) => {
            create_tidscan_plan(root, p, flags, quals, |quals| PlanKind::TidScan { rte, quals })
        }
        PathKind::TidRange(quals) => create_tidscan_plan(root, p, flags, quals, |quals| {
            PlanKind::TidRangeScan { rte, quals }
        }),
        PathKind::Subquery(sub) => create_subqueryscan_plan(pl, root, p, flags, rte, sub)?,
        PathKind::Function => create_functionscan_plan(root, p, flags, rte)?,
        PathKind::Values => create_valuesscan_plan(root, p, flags, rte)?,
        PathKind::Cte(c) => scan(
            root,
            p,
            flags,
            PlanKind::CteScan { rte, plan_id: c.plan_id, param: c.param, name: c.name.clone() },
        ),
        PathKind::WorkTable(param) => {
            scan(root, p, flags, PlanKind::WorkTableScan { rte, wt_param: *param })
        }
        PathKind::ResultScan => create_resultscan_plan(root, p, flags),
        PathKind::GroupResult(quals) => {
            let target = tlist_of(root, p);
            plan_of(PlanKind::Result { constant_qual: quals.clone() }, p, target, None)
        }
        PathKind::Dummy => {
            let target = tlist_of(root, p);
            let never = vec![crate::plan::fold::make_bool(Some(false))];
            plan_of(PlanKind::Result { constant_qual: never }, p, target, None)
        }
        PathKind::Material(s) => {
            let child = create(pl, root, s, flags | SMALL)?;
            let target = child.target.clone();
            plan_of(PlanKind::Material, p, target, Some(child))
        }
        PathKind::Memoize { .. } => create_memoize_plan(pl, root, p, flags)?,
        PathKind::Unique { sub, noop: true, .. } => return create(pl, root, sub, flags),
        PathKind::Unique { sub, exprs, hashed, .. } => {
            create_unique_plan(pl, root, p, sub, exprs, *hashed)?
        }
        PathKind::NestLoop(j) => create_nestloop_plan(pl, root, p, j)?,
        PathKind::MergeJoin { .. } => create_mergejoin_plan(pl, root, p)?,
        PathKind::HashJoin { join: j, clauses, batches } => {
            create_hashjoin_plan(pl, root, p, j, clauses, *batches)?
        }
        PathKind::Projection { sub, .. } => create_projection_plan(pl, root, p, flags, sub)?,
        PathKind::ProjectSet(s) => {
            let child = create(pl, root, s, 0)?;
            let target = tlist_of(root, p);
            plan_of(PlanKind::ProjectSet, p, target, Some(child))
        }
        PathKind::Sort(s) => create_sort_plan(pl, root, p, flags, s)?,
        PathKind::IncrementalSort(s, presorted) => {
            create_incrementalsort_plan(pl, root, p, flags, s, *presorted)?
        }
        PathKind::Group { sub, clauses, having } => {
            create_group_plan(pl, root, p, sub, clauses, having)?
        }
        PathKind::UpperUnique { sub, keys } => {
            create_upper_unique_plan(pl, root, p, flags, sub, *keys)?
        }
        PathKind::Agg { .. } => create_agg_plan(pl, root, p)?,
        PathKind::MinMax { list, having } => create_minmaxagg_plan(pl, root, p, list, having)?,
        PathKind::WindowAgg { .. } => create_windowagg_plan(pl, root, p)?,
        PathKind::SetOp { .. } => create_setop_plan(pl, root, p)?,
        PathKind::Append(members) => create_append_plan(pl, root, p, members)?,
        PathKind::RecursiveUnion { .. } => create_recursiveunion_plan(pl, root, p)?,
        PathKind::LockRows(s) => create_lockrows_plan(pl, root, p, flags, s)?,
        PathKind::Limit { .. } => create_limit_plan(pl, root, p, flags)?,
    };
    pl.params = pl.params.max(root.next_param);
    Ok(plan)
}

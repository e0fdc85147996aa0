//! From the chosen path to a plan (`createplan.c`).

use super::cost::AggStrategy;
use super::predtest;
use super::relids::Relids;
use super::root::{
    JoinPath, Path, PathKey, PathKind, PlannedQuery, Planner, RcClause, RcPath, Root,
};
use super::sel::strip_relabel;
use super::tree::{children_mut, relids};
use super::{
    IndexQual, IndexQualOp, IndexScan, MergeClause, ModifyTable, Plan, PlanKind, SortColumn,
    WindowAgg,
};
use crate::analyze::{CommandType, JoinType, RteKind};
use crate::expr::{Expr, Node, Param, SubPlan, TargetEntry, Var};
use std::rc::Rc;
use storage::error::Result;

const EXACT: u8 = 1;
const SMALL: u8 = 2;
const IGNORE: u8 = 4;

/// The plan of a finished sub-query, its references not resolved yet.
pub fn create_plan(pl: &mut Planner<'_>, sub: &PlannedQuery) -> Result<Plan> {
    let mut root = sub.root.borrow_mut();
    let root = &mut *root;
    // Those of min() and max() are in the path's cost already.
    let charged = root.init_plans.len();
    let mut plan = create(pl, root, &sub.path, EXACT)?;
    if !root.gating.is_empty() {
        let gating = std::mem::take(&mut root.gating);
        plan = Plan {
            kind: PlanKind::Result { constant_qual: gating },
            startup: plan.startup,
            total: plan.total,
            rows: plan.rows,
            width: plan.width,
            target: plan.target.clone(),
            qual: Vec::new(),
            outer: Some(Box::new(plan)),
            inner: None,
            init_plans: Vec::new(),
            ext_params: Vec::new(),
        };
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
    // SS_charge_for_initplans
    for s in &plan.init_plans[..charged] {
        if let Some((startup, per_call)) = super::sub::subplan_cost(pl, s) {
            plan.startup += startup + per_call;
            plan.total += startup + per_call;
        }
    }
    Ok(plan)
}

fn modify_table(root: &Root, child: Plan) -> Result<Plan> {
    let q = &root.query;
    let rte = q.result_relation;
    let RteKind::Relation { oid, .. } = q.rtable[rte - 1].kind else {
        return storage::err!(INTERNAL_ERROR, "the target is not a relation");
    };
    let ctid_column = child
        .target
        .iter()
        .position(|t| {
            t.junk && matches!(&t.expr.node, Node::Var(v) if v.rte == rte && v.attno == -1)
        })
        .unwrap_or(0);
    let returning = q.returning.clone();
    let (rows, width) = if returning.is_empty() { (0.0, 0) } else { (child.rows, child.width) };
    Ok(Plan {
        startup: child.startup,
        total: child.total,
        rows,
        width,
        target: returning.clone(),
        qual: Vec::new(),
        kind: PlanKind::ModifyTable(Box::new(ModifyTable {
            command: q.command,
            rte,
            relation: oid,
            update_columns: root.update_columns.clone(),
            ctid_column,
            returning,
            on_conflict: q.on_conflict.clone(),
            can_set_tag: true,
        })),
        outer: Some(Box::new(child)),
        inner: None,
        init_plans: Vec::new(),
        ext_params: Vec::new(),
    })
}

/// A target list of a path's expressions.
fn tlist_of(root: &mut Root, p: &Path) -> Vec<TargetEntry> {
    let exprs = p.target.exprs.clone();
    exprs
        .into_iter()
        .enumerate()
        .map(|(i, mut e)| {
            if !p.required_outer.is_empty() {
                nest_params(root, &mut e);
            }
            TargetEntry {
                expr: e,
                resno: i as i16 + 1,
                name: None,
                sort_group_ref: p.target.sortrefs.get(i).copied().unwrap_or(0),
                origin: None,
                junk: false,
            }
        })
        .collect()
}

/// `replace_nestloop_params`
fn nest_params(root: &mut Root, e: &mut Expr) {
    if root.outer_rels.is_empty() {
        return;
    }
    if let Node::Var(v) = &e.node
        && v.levels_up == 0
        && v.rte <= Relids::MAX_MEMBER
        && root.outer_rels.contains(v.rte)
    {
        let key = Expr { location: -1, ..e.clone() };
        let id = match root.outer_params.iter().find(|(x, _)| *x == key) {
            Some((_, id)) => *id,
            None => {
                let id = root.next_param;
                root.next_param += 1;
                root.outer_params.push((key, id));
                id
            }
        };
        e.node = Node::Param(Param::Exec(id));
        return;
    }
    for c in children_mut(e) {
        nest_params(root, c);
    }
}

fn plan_of(kind: PlanKind, p: &Path, target: Vec<TargetEntry>, outer: Option<Plan>) -> Plan {
    Plan {
        kind,
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

/// `order_qual_clauses`: cheap ones first, in their order.
fn ordered(list: Vec<RcClause>) -> Vec<Expr> {
    let mut list = list;
    list.sort_by(|a, b| a.cost.per_tuple.total_cmp(&b.cost.per_tuple));
    list.into_iter().map(|c| c.expr.clone()).collect()
}

fn scan_clauses(root: &mut Root, p: &Path) -> Vec<RcClause> {
    let rte = p.relids.singleton().unwrap_or(0);
    let mut list = root.rel(rte).restrict.clone();
    list.extend(p.param_clauses.iter().cloned());
    list
}

fn finish_quals(root: &mut Root, quals: Vec<Expr>) -> Vec<Expr> {
    let mut quals = quals;
    for q in &mut quals {
        nest_params(root, q);
    }
    quals
}

/// The whole row of a scan, when no projection is needed (`use_physical_tlist`).
fn physical(root: &Root, p: &Path, flags: u8) -> Option<Vec<TargetEntry>> {
    if flags & (EXACT | SMALL) != 0 || p.relids.len() != 1 {
        return None;
    }
    let rte = p.relids.singleton().unwrap_or(0);
    let whole_or_system = root.needed.range((rte, i16::MIN)..=(rte, 0)).next().is_some();
    if whole_or_system {
        return None;
    }
    if let PathKind::Index { index, only: true, .. } = &p.kind {
        return Some(
            index.columns.iter().enumerate().map(|(i, c)| entry(c.clone(), i, None)).collect(),
        );
    }
    let entry_kind = &root.query.rtable[rte - 1];
    let column = |i: usize, type_oid, typmod, collation, name: Option<String>| {
        let e = Expr {
            node: Node::Var(Var { rte, attno: i as i16 + 1, levels_up: 0 }),
            type_oid,
            typmod,
            collation,
            location: -1,
        };
        entry(e, i, name)
    };
    match &entry_kind.kind {
        RteKind::Relation { .. } => {
            let table = root.rel(rte).relation.clone()?;
            if table.desc.attrs.iter().any(|a| a.dropped || a.missing.is_some()) {
                return None;
            }
            Some(
                table
                    .desc
                    .attrs
                    .iter()
                    .enumerate()
                    .map(|(i, a)| {
                        column(i, a.type_oid, a.typmod, a.collation, Some(a.name.clone()))
                    })
                    .collect(),
            )
        }
        RteKind::Subquery { query, .. } => Some(
            query
                .target
                .iter()
                .filter(|t| !t.junk)
                .enumerate()
                .map(|(i, t)| {
                    column(i, t.expr.type_oid, t.expr.typmod, t.expr.collation, t.name.clone())
                })
                .collect(),
        ),
        RteKind::Values { columns, .. } | RteKind::Cte { columns, .. } => Some(
            columns
                .iter()
                .enumerate()
                .map(|(i, c)| column(i, c.type_oid, c.typmod, c.collation, Some(c.name.clone())))
                .collect(),
        ),
        RteKind::Function { functions, ordinality } => {
            let mut out: Vec<TargetEntry> = functions
                .iter()
                .flat_map(|f| f.columns.iter())
                .enumerate()
                .map(|(i, c)| column(i, c.type_oid, c.typmod, c.collation, Some(c.name.clone())))
                .collect();
            if *ordinality {
                let i = out.len();
                out.push(column(
                    i,
                    storage::types::oid::INT8,
                    -1,
                    storage::ids::Oid::INVALID,
                    Some("ordinality".into()),
                ));
            }
            Some(out)
        }
        _ => None,
    }
}

fn entry(expr: Expr, i: usize, name: Option<String>) -> TargetEntry {
    TargetEntry { expr, resno: i as i16 + 1, name, sort_group_ref: 0, origin: None, junk: false }
}

fn scan_target(root: &mut Root, p: &Path, flags: u8) -> Vec<TargetEntry> {
    if flags & IGNORE != 0 {
        return Vec::new();
    }
    match physical(root, p, flags) {
        Some(t) => t,
        None => tlist_of(root, p),
    }
}

/// The plan of a path and of those below it (`create_plan_recurse`).
fn create(pl: &mut Planner<'_>, root: &mut Root, p: &RcPath, flags: u8) -> Result<Plan> {
    let rte = p.relids.singleton().unwrap_or(0);
    root.next_param = root.next_param.max(pl.params);
    let plan = match &p.kind {
        PathKind::SeqScan => scan(root, p, flags, PlanKind::SeqScan { rte }),
        PathKind::Index { .. } => index_scan(pl, root, p, flags)?,
        PathKind::BitmapHeap(b) => bitmap_scan(pl, root, p, b, flags)?,
        PathKind::BitmapAnd(..) | PathKind::BitmapOr(..) => {
            return storage::err!(INTERNAL_ERROR, "a bitmap path stands alone");
        }
        PathKind::Tid(quals) => create_tidscan_plan(root, p, flags, rte, quals),
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
            let never = vec![super::fold::make_bool(Some(false))];
            plan_of(PlanKind::Result { constant_qual: never }, p, target, None)
        }
        PathKind::Material(s) => {
            let child = create(pl, root, s, flags | SMALL)?;
            let target = child.target.clone();
            plan_of(PlanKind::Material, p, target, Some(child))
        }
        PathKind::Memoize { .. } => create_memoize_plan(pl, root, p, flags)?,
        PathKind::Unique { sub, exprs, hashed, .. } => {
            create_unique_plan(pl, root, p, sub, exprs, *hashed)?
        }
        PathKind::NestLoop(j) => create_nestloop_plan(pl, root, p, j)?,
        PathKind::MergeJoin { .. } => create_mergejoin_plan(pl, root, p)?,
        PathKind::HashJoin { join: j, clauses, batches } => {
            create_hashjoin_plan(pl, root, p, j, clauses, *batches)?
        }
        PathKind::Projection { sub, .. } => create_projection_plan(pl, root, p, sub)?,
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
        PathKind::MinMax { plans, having } => create_minmaxagg_plan(root, p, plans, having),
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

/// A scan of rows by `ctid`; the conditions that give the place are not checked again (`create_tidscan_plan`).
fn create_tidscan_plan(
    root: &mut Root,
    p: &Path,
    flags: u8,
    rte: usize,
    quals: &[RcClause],
) -> Plan {
    let list = scan_clauses(root, p);
    let target = scan_target(root, p, flags);
    let kept: Vec<RcClause> =
        list.into_iter().filter(|c| !quals.iter().any(|q| Rc::ptr_eq(q, c))).collect();
    let quals = quals.iter().map(|c| c.expr.clone()).collect();
    let quals = finish_quals(root, quals);
    let mut plan = plan_of(PlanKind::TidScan { rte, quals }, p, target, None);
    plan.qual = finish_quals(root, ordered(kept));
    plan
}

/// A sub-query planned by itself, with what it asks of this level as parameters (`create_subqueryscan_plan`).
fn create_subqueryscan_plan(
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
    let rtable = super::sub::sub_root(sub).rtable.clone();
    Ok(scan(root, p, flags, PlanKind::SubqueryScan { rte, plan: range, rtable }))
}

/// Functions in FROM (`create_functionscan_plan`).
fn create_functionscan_plan(root: &mut Root, p: &Path, flags: u8, rte: usize) -> Result<Plan> {
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
fn create_valuesscan_plan(root: &mut Root, p: &Path, flags: u8, rte: usize) -> Result<Plan> {
    let RteKind::Values { rows, .. } = root.query.rtable[rte - 1].kind.clone() else {
        return storage::err!(INTERNAL_ERROR, "a VALUES RTE was expected");
    };
    let mut rows = rows;
    for e in rows.iter_mut().flatten() {
        nest_params(root, e);
    }
    Ok(scan(root, p, flags, PlanKind::ValuesScan { rte, rows }))
}

/// One row out of nothing, if the conditions hold (`create_resultscan_plan`).
fn create_resultscan_plan(root: &mut Root, p: &Path, flags: u8) -> Plan {
    let list = scan_clauses(root, p);
    let quals = finish_quals(root, ordered(list));
    let target = scan_target(root, p, flags | EXACT);
    plan_of(PlanKind::Result { constant_qual: quals }, p, target, None)
}

/// A cache over the inner side of a nested loop: its keys are parameters the outer row sets (`create_memoize_plan`).
fn create_memoize_plan(pl: &mut Planner<'_>, root: &mut Root, p: &Path, flags: u8) -> Result<Plan> {
    let PathKind::Memoize { sub, keys, single_row, binary, .. } = &p.kind else {
        unreachable!("`create` told the paths apart")
    };
    let child = create(pl, root, sub, flags | SMALL)?;
    let mut list = Vec::new();
    for k in keys {
        let mut k = k.clone();
        nest_params(root, &mut k);
        let id = match &k.node {
            Node::Param(Param::Exec(id)) => *id,
            _ => usize::MAX,
        };
        list.push((k, id));
    }
    let target = child.target.clone();
    Ok(plan_of(
        PlanKind::Memoize { keys: list, single_row: *single_row, binary: *binary },
        p,
        target,
        Some(child),
    ))
}

/// The rows of a semi-join's inner side once each, by hash or by sorting (`create_unique_plan`).
fn create_unique_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    sub: &RcPath,
    exprs: &[Expr],
    hashed: bool,
) -> Result<Plan> {
    let mut child = create(pl, root, sub, SMALL)?;
    let mut columns = Vec::new();
    for e in exprs {
        columns.push(column_for(&mut child, e));
    }
    let target = child.target.clone();
    Ok(if hashed {
        let kind = PlanKind::Agg {
            strategy: AggStrategy::Hashed,
            columns,
            num_groups: p.rows,
            trans_space: 0.0,
        };
        let mut target = target;
        if target.len() > exprs.len() && sub.target.exprs.len() == exprs.len() {
            target.truncate(exprs.len());
        }
        plan_of(kind, p, target, Some(child))
    } else {
        let keys = columns
            .iter()
            .map(|&column| SortColumn { column, descending: false, nulls_first: false })
            .collect();
        let c = pl.costs.sort(sub.total, sub.rows, sub.target.width, -1.0);
        let mut s = plan_of(PlanKind::Sort { keys }, p, target.clone(), Some(child));
        s.startup = c.startup;
        s.total = c.total;
        s.rows = sub.rows;
        plan_of(PlanKind::Unique { columns }, p, target, Some(s))
    })
}

/// A nested loop: columns of the outer row that the inner side uses become its parameters (`create_nestloop_plan`).
fn create_nestloop_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    j: &JoinPath,
) -> Result<Plan> {
    let saved_rels = root.outer_rels;
    let outer = create(pl, root, &j.outer, 0)?;
    root.outer_rels |= j.outer.relids;
    let inner = create(pl, root, &j.inner, 0)?;
    root.outer_rels = saved_rels;
    let mut params = Vec::new();
    let outer_ids = j.outer.relids;
    let mut rest = Vec::new();
    for (e, id) in std::mem::take(&mut root.outer_params) {
        if relids(&e).is_subset(outer_ids) {
            params.push((id, e));
        } else {
            rest.push((e, id));
        }
    }
    root.outer_params = rest;
    let (join_qual, other) = join_quals(root, &j.clauses, j.kind);
    let target = tlist_of(root, p);
    let kind = PlanKind::NestLoop { kind: j.kind, join_qual, params, inner_unique: j.inner_unique };
    let mut plan = plan_of(kind, p, target, Some(outer));
    plan.inner = Some(Box::new(inner));
    plan.qual = other;
    Ok(plan)
}

/// A merge join, its sides sorted and the inner one materialized where the path says so (`create_mergejoin_plan`).
fn create_mergejoin_plan(pl: &mut Planner<'_>, root: &mut Root, p: &Path) -> Result<Plan> {
    let PathKind::MergeJoin {
        join: j,
        merge,
        outer_sort,
        inner_sort,
        skip_mark_restore,
        materialize,
    } = &p.kind
    else {
        unreachable!("`create` told the paths apart")
    };
    let mut outer = create(pl, root, &j.outer, if outer_sort.is_empty() { 0 } else { SMALL })?;
    let mut inner = create(pl, root, &j.inner, if inner_sort.is_empty() { 0 } else { SMALL })?;
    if !outer_sort.is_empty() {
        outer = sort_plan(pl, root, outer, outer_sort, j.outer.relids, -1.0);
    }
    if !inner_sort.is_empty() {
        inner = sort_plan(pl, root, inner, inner_sort, j.inner.relids, -1.0);
    }
    if *materialize {
        let c = pl.costs.material(
            super::cost::Cost { startup: inner.startup, total: inner.total },
            inner.rows,
            inner.width,
        );
        let target = inner.target.clone();
        let (rows, width) = (inner.rows, inner.width);
        inner = Plan {
            kind: PlanKind::Material,
            startup: c.startup,
            total: c.total,
            rows,
            width,
            target,
            qual: Vec::new(),
            outer: Some(Box::new(inner)),
            inner: None,
            init_plans: Vec::new(),
            ext_params: Vec::new(),
        };
    }
    let rest: Vec<RcClause> =
        j.clauses.iter().filter(|c| !merge.iter().any(|m| Rc::ptr_eq(m, c))).cloned().collect();
    let (join_qual, other) = join_quals(root, &rest, j.kind);
    let keys = if outer_sort.is_empty() { &j.outer.pathkeys } else { outer_sort };
    let mut clauses = Vec::new();
    for c in merge {
        let expr = switched(c, j.outer.relids);
        if let Node::Op(o) = &expr.node {
            let ec = if c.left.is_subset(j.outer.relids) { c.left_ec } else { c.right_ec };
            let key = keys.iter().find(|k| ec.map(|e| root.ec(e)) == Some(root.ec(k.ec)));
            clauses.push(MergeClause {
                outer: o.args[0].clone(),
                inner: o.args[1].clone(),
                descending: key.is_some_and(|k| k.descending),
                nulls_first: key.is_some_and(|k| k.nulls_first),
                clause: expr.clone(),
            });
        }
    }
    let target = tlist_of(root, p);
    let kind = PlanKind::MergeJoin {
        kind: j.kind,
        join_qual,
        merge: clauses,
        inner_unique: j.inner_unique,
        skip_mark_restore: *skip_mark_restore,
    };
    let mut plan = plan_of(kind, p, target, Some(outer));
    plan.inner = Some(Box::new(inner));
    plan.qual = other;
    Ok(plan)
}

/// A hash join: the inner side goes under a Hash node (`create_hashjoin_plan`).
fn create_hashjoin_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    j: &JoinPath,
    clauses: &[RcClause],
    batches: f64,
) -> Result<Plan> {
    let outer = create(pl, root, &j.outer, if batches > 1.0 { SMALL } else { 0 })?;
    let inner = create(pl, root, &j.inner, SMALL)?;
    let rest: Vec<RcClause> =
        j.clauses.iter().filter(|c| !clauses.iter().any(|m| Rc::ptr_eq(m, c))).cloned().collect();
    let (join_qual, other) = join_quals(root, &rest, j.kind);
    let clauses: Vec<Expr> = clauses.iter().map(|c| switched(c, j.outer.relids)).collect();
    let side = |i: usize| -> Vec<Expr> {
        clauses
            .iter()
            .filter_map(|c| match &c.node {
                Node::Op(o) => Some(o.args[i].clone()),
                _ => None,
            })
            .collect()
    };
    let (outer_keys, inner_keys) = (side(0), side(1));
    let hash = Plan {
        startup: inner.total,
        total: inner.total,
        rows: inner.rows,
        width: inner.width,
        target: inner.target.clone(),
        qual: Vec::new(),
        kind: PlanKind::Hash { keys: inner_keys },
        outer: Some(Box::new(inner)),
        inner: None,
        init_plans: Vec::new(),
        ext_params: Vec::new(),
    };
    let target = tlist_of(root, p);
    let kind = PlanKind::HashJoin {
        kind: j.kind,
        join_qual,
        clauses,
        outer_keys,
        inner_unique: j.inner_unique,
    };
    let mut plan = plan_of(kind, p, target, Some(outer));
    plan.inner = Some(Box::new(hash));
    plan.qual = other;
    Ok(plan)
}

/// Other columns over a child: put on the child itself where it can compute them (`create_projection_plan`).
fn create_projection_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    sub: &RcPath,
) -> Result<Plan> {
    let projects = super::path::can_project(&sub.kind);
    let mut child = create(pl, root, sub, if projects { IGNORE } else { 0 })?;
    let target = tlist_of(root, p);
    let same = child.target.len() == target.len()
        && child.target.iter().zip(&target).all(|(a, b)| a.expr == b.expr);
    Ok(if projects || same {
        child.target = target;
        child.startup = p.startup;
        child.total = p.total;
        child.rows = p.rows;
        child.width = p.target.width;
        child
    } else {
        plan_of(PlanKind::Result { constant_qual: Vec::new() }, p, target, Some(child))
    })
}

/// A sort (`create_sort_plan`).
fn create_sort_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
    s: &RcPath,
) -> Result<Plan> {
    let child = create(pl, root, s, (flags | SMALL) & !IGNORE)?;
    let mut plan = sort_plan(pl, root, child, &p.pathkeys, p.relids, -1.0);
    plan.startup = p.startup;
    plan.total = p.total;
    plan.rows = p.rows;
    plan.width = p.target.width;
    Ok(plan)
}

/// A sort of rows that are sorted by the first columns already (`create_incrementalsort_plan`).
fn create_incrementalsort_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
    s: &RcPath,
    presorted: usize,
) -> Result<Plan> {
    let child = create(pl, root, s, (flags | SMALL) & !IGNORE)?;
    let mut plan = sort_plan(pl, root, child, &p.pathkeys, p.relids, -1.0);
    if let PlanKind::Sort { keys } = plan.kind {
        plan.kind = PlanKind::IncrementalSort { keys, presorted: presorted };
    }
    plan.startup = p.startup;
    plan.total = p.total;
    plan.rows = p.rows;
    Ok(plan)
}

/// Groups of sorted rows, without aggregates (`create_group_plan`).
fn create_group_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    sub: &RcPath,
    clauses: &[u32],
    having: &[Expr],
) -> Result<Plan> {
    let child = create(pl, root, sub, 0)?;
    let columns = group_columns(root, &child, clauses);
    let target = tlist_of(root, p);
    let mut plan = plan_of(PlanKind::Group { columns }, p, target, Some(child));
    plan.qual = having.to_vec();
    Ok(plan)
}

/// DISTINCT over sorted rows (`create_upper_unique_plan`).
fn create_upper_unique_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
    sub: &RcPath,
    keys: usize,
) -> Result<Plan> {
    let child = create(pl, root, sub, flags & !IGNORE)?;
    let mut columns = Vec::new();
    for k in sub.pathkeys.iter().take(keys) {
        if let Some(c) = find_key(root, &child, k) {
            columns.push(c);
        }
    }
    let target = child.target.clone();
    Ok(plan_of(PlanKind::Unique { columns }, p, target, Some(child)))
}

/// Aggregates, over all rows or by group (`create_agg_plan`).
fn create_agg_plan(pl: &mut Planner<'_>, root: &mut Root, p: &Path) -> Result<Plan> {
    let PathKind::Agg { sub, strategy, clauses, groups, having, trans_space } = &p.kind else {
        unreachable!("`create` told the paths apart")
    };
    let child = create(pl, root, sub, 0)?;
    let columns = if clauses.is_empty() && *strategy == AggStrategy::Hashed {
        (0..child.target.len()).collect()
    } else {
        group_columns(root, &child, clauses)
    };
    let target = tlist_of(root, p);
    let kind = PlanKind::Agg {
        strategy: *strategy,
        columns,
        num_groups: *groups,
        trans_space: *trans_space,
    };
    let mut plan = plan_of(kind, p, target, Some(child));
    plan.qual = having.clone();
    Ok(plan)
}

/// min() and max() as sub-queries that read one end of an index (`create_minmaxagg_plan`).
fn create_minmaxagg_plan(
    root: &mut Root,
    p: &Path,
    plans: &[(SubPlan, Expr)],
    having: &[Expr],
) -> Plan {
    let mut target = tlist_of(root, p);
    let mut quals = having.to_vec();
    for (s, agg) in plans {
        let id = s.param_ids[0];
        for e in target.iter_mut().map(|t| &mut t.expr).chain(&mut quals) {
            super::tree::rewrite(e, 0, &mut |e, _| {
                if *e == *agg {
                    e.node = Node::Param(Param::Exec(id));
                    return false;
                }
                true
            });
        }
        root.init_plans.push(s.clone());
    }
    plan_of(PlanKind::Result { constant_qual: quals }, p, target, None)
}

/// Window functions of one window (`create_windowagg_plan`).
fn create_windowagg_plan(pl: &mut Planner<'_>, root: &mut Root, p: &Path) -> Result<Plan> {
    let PathKind::WindowAgg { sub, partition, order, frame, window } = &p.kind else {
        unreachable!("`create` told the paths apart")
    };
    let child = create(pl, root, sub, SMALL)?;
    let partition = group_columns(root, &child, partition);
    let refs: Vec<u32> = order.iter().map(|o| o.0).collect();
    let columns = group_columns(root, &child, &refs);
    let order = columns
        .into_iter()
        .zip(order)
        .map(|(column, o)| SortColumn { column, descending: o.1, nulls_first: o.2 })
        .collect();
    let target = tlist_of(root, p);
    let kind = PlanKind::WindowAgg(Box::new(WindowAgg {
        partition,
        order,
        frame: frame.clone(),
        window: *window,
    }));
    Ok(plan_of(kind, p, target, Some(child)))
}

/// INTERSECT and EXCEPT over rows that carry a flag of their side (`create_setop_plan`).
fn create_setop_plan(pl: &mut Planner<'_>, root: &mut Root, p: &Path) -> Result<Plan> {
    let PathKind::SetOp { sub, hashed, intersect, all, columns, first_flag, groups } = &p.kind
    else {
        unreachable!("`create` told the paths apart")
    };
    let child = create(pl, root, sub, EXACT)?;
    let target = child.target.clone();
    let kind = PlanKind::SetOp {
        hashed: *hashed,
        intersect: *intersect,
        all: *all,
        columns: (0..*columns).collect(),
        flag_column: *columns,
        first_flag: *first_flag,
        num_groups: *groups,
    };
    Ok(plan_of(kind, p, target, Some(child)))
}

/// Rows of several children one after the other (`create_append_plan`).
fn create_append_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    members: &[RcPath],
) -> Result<Plan> {
    let mut plans = Vec::new();
    for m in members {
        plans.push(create(pl, root, m, EXACT)?);
    }
    let target = tlist_of(root, p);
    Ok(plan_of(PlanKind::Append(plans), p, target, None))
}

/// WITH RECURSIVE: the first part, then the second until it gives no rows (`create_recursiveunion_plan`).
fn create_recursiveunion_plan(pl: &mut Planner<'_>, root: &mut Root, p: &Path) -> Result<Plan> {
    let PathKind::RecursiveUnion { left, right, param, distinct, groups } = &p.kind else {
        unreachable!("`create` told the paths apart")
    };
    let l = create(pl, root, left, EXACT)?;
    let r = create(pl, root, right, EXACT)?;
    let target = tlist_of(root, p);
    let kind = PlanKind::RecursiveUnion {
        wt_param: *param,
        distinct: *distinct,
        num_groups: groups.min(f64::from(i32::MAX)) as u32,
    };
    let mut plan = plan_of(kind, p, target, Some(l));
    plan.inner = Some(Box::new(r));
    Ok(plan)
}

/// FOR UPDATE and its kin: which columns tell the rows to lock (`create_lockrows_plan`).
fn create_lockrows_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
    s: &RcPath,
) -> Result<Plan> {
    let child = create(pl, root, s, flags & !IGNORE)?;
    let mut marks = Vec::new();
    for m in &root.query.row_marks {
        if let Some(c) = child
            .target
            .iter()
            .position(|t| matches!(&t.expr.node, Node::Var(v) if v.rte == m.rte && v.attno == -1))
        {
            marks.push((m.rte, m.strength, c));
        }
    }
    let target = child.target.clone();
    Ok(plan_of(PlanKind::LockRows { marks }, p, target, Some(child)))
}

/// LIMIT and OFFSET; WITH TIES compares the columns of the order (`create_limit_plan`).
fn create_limit_plan(pl: &mut Planner<'_>, root: &mut Root, p: &Path, flags: u8) -> Result<Plan> {
    let PathKind::Limit { sub, offset, count, with_ties } = &p.kind else {
        unreachable!("`create` told the paths apart")
    };
    let child = create(pl, root, sub, flags & !IGNORE)?;
    let mut ties_columns = Vec::new();
    if *with_ties {
        for k in &sub.pathkeys {
            ties_columns.extend(find_key(root, &child, k));
        }
    }
    let target = child.target.clone();
    let kind = PlanKind::Limit {
        offset: offset.clone(),
        count: count.clone(),
        with_ties: *with_ties,
        ties_columns,
    };
    Ok(plan_of(kind, p, target, Some(child)))
}

fn scan(root: &mut Root, p: &Path, flags: u8, kind: PlanKind) -> Plan {
    let list = scan_clauses(root, p);
    let target = scan_target(root, p, flags);
    let mut plan = plan_of(kind, p, target, None);
    plan.qual = finish_quals(root, ordered(list));
    plan
}

fn join_quals(root: &mut Root, list: &[RcClause], kind: JoinType) -> (Vec<Expr>, Vec<Expr>) {
    let outer = matches!(kind, JoinType::Left | JoinType::Right | JoinType::Full | JoinType::Anti);
    let (join, other): (Vec<RcClause>, Vec<RcClause>) =
        list.iter().cloned().partition(|c| !outer || !c.pushed_down);
    let join = ordered(join);
    let other = ordered(other);
    (finish_quals(root, join), finish_quals(root, other))
}

/// A clause with the outer side on the left.
fn switched(c: &RcClause, outer: Relids) -> Expr {
    let mut e = c.expr.clone();
    if !c.left.is_subset(outer)
        && let Node::Op(o) = &mut e.node
        && let Some(op) = super::fold::commutator(o.op)
    {
        o.op = op;
        o.args.swap(0, 1);
    }
    e
}

fn sort_plan(
    pl: &Planner<'_>,
    root: &Root,
    child: Plan,
    keys: &[PathKey],
    _relids: Relids,
    limit: f64,
) -> Plan {
    let mut child = child;
    let mut columns = Vec::new();
    for k in keys {
        let column = match find_key(root, &child, k) {
            Some(c) => Some(c),
            None => {
                // A column of its own for an expression the child can compute.
                let member =
                    root.ecs[root.ec(k.ec)].members.iter().find(|(e, _)| computable(&child, e));
                member.map(|(e, _)| {
                    let e = e.clone();
                    column_for(&mut child, &e)
                })
            }
        };
        if let Some(column) = column {
            columns.push(super::root::sort_column(column, k));
        }
    }
    let c = pl.costs.sort(child.total, child.rows, child.width, limit);
    Plan {
        kind: PlanKind::Sort { keys: columns },
        startup: c.startup,
        total: c.total,
        rows: child.rows,
        width: child.width,
        target: child.target.clone(),
        qual: Vec::new(),
        outer: Some(Box::new(child)),
        inner: None,
        init_plans: Vec::new(),
        ext_params: Vec::new(),
    }
}

fn computable(child: &Plan, e: &Expr) -> bool {
    let mut vars = Vec::new();
    super::tree::pull_vars(e, true, true, &mut vars);
    vars.iter().all(|v| child.target.iter().any(|t| t.expr == *v))
}

fn find_key(root: &Root, child: &Plan, k: &PathKey) -> Option<usize> {
    let ec = &root.ecs[root.ec(k.ec)];
    if ec.sortref != 0
        && ec.has_volatile
        && let Some(i) = child.target.iter().position(|t| t.sort_group_ref == ec.sortref)
    {
        return Some(i);
    }
    child
        .target
        .iter()
        .position(|t| {
            ec.members
                .iter()
                .any(|(m, r)| !r.is_empty() && strip_relabel(m) == strip_relabel(&t.expr))
        })
        .or_else(|| {
            child.target.iter().position(|t| {
                ec.members.iter().any(|(m, _)| strip_relabel(m) == strip_relabel(&t.expr))
            })
        })
}

/// The column of a child that gives an expression, added when there is none.
fn column_for(child: &mut Plan, e: &Expr) -> usize {
    if let Some(i) =
        child.target.iter().position(|t| t.expr == *e || strip_relabel(&t.expr) == strip_relabel(e))
    {
        return i;
    }
    let i = child.target.len();
    child.target.push(TargetEntry { junk: true, ..entry(e.clone(), i, None) });
    i
}

fn group_columns(root: &Root, child: &Plan, refs: &[u32]) -> Vec<usize> {
    refs.iter()
        .filter_map(|r| {
            let e = &root.tlist.iter().find(|t| t.sort_group_ref == *r)?.expr;
            child
                .target
                .iter()
                .position(|t| t.expr == *e)
                .or_else(|| child.target.iter().position(|t| t.sort_group_ref == *r))
        })
        .collect()
}

fn index_quals(
    root: &mut Root,
    clauses: &[super::root::IndexClause],
) -> (Vec<IndexQual>, Vec<Expr>) {
    let mut quals = Vec::new();
    let mut orig = Vec::new();
    for c in clauses {
        for q in &c.quals {
            let mut q = q.clone();
            nest_params(root, &mut q);
            let (op, value) = match &q.node {
                Node::Op(o) => (
                    match o.op.name {
                        "<" => IndexQualOp::Lt,
                        "<=" => IndexQualOp::Le,
                        ">" => IndexQualOp::Gt,
                        ">=" => IndexQualOp::Ge,
                        _ => IndexQualOp::Eq,
                    },
                    o.args[1].clone(),
                ),
                Node::ScalarArrayOp(s) => (
                    match s.op.name {
                        "<" => IndexQualOp::Lt,
                        "<=" => IndexQualOp::Le,
                        ">" => IndexQualOp::Gt,
                        ">=" => IndexQualOp::Ge,
                        _ => IndexQualOp::EqAny,
                    },
                    s.args[1].clone(),
                ),
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

fn index_scan(pl: &mut Planner<'_>, root: &mut Root, p: &RcPath, flags: u8) -> Result<Plan> {
    let PathKind::Index { index, clauses, backward, only, .. } = &p.kind else {
        return storage::err!(INTERNAL_ERROR, "an index path was expected");
    };
    let list = scan_clauses(root, p);
    let target = scan_target(root, p, flags);
    let given: Vec<&Expr> = clauses.iter().flat_map(|m| &m.quals).collect();
    let kept: Vec<RcClause> = list
        .into_iter()
        .filter(|c| {
            !clauses.iter().any(|m| {
                !m.lossy
                    && (Rc::ptr_eq(&m.clause, c)
                        || m.clause.expr == c.expr
                        || (m.clause.parent_ec.is_some() && m.clause.parent_ec == c.parent_ec))
            }) && !index.implied.contains(&c.expr)
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

fn bitmap_scan(
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
    let all = super::prep::make_and(quals.clone());
    let kept: Vec<RcClause> = list
        .into_iter()
        .filter(|c| {
            lossy.contains(&c.expr)
                || !originals.contains(&c.expr)
                    && !quals.contains(&c.expr)
                    && all.as_ref() != Some(&c.expr)
                    && !predtest::implied_by(pl, &c.expr, &given)
        })
        .collect();
    // What the filter checks anyway is not rechecked.
    quals.retain(|q| !lossy.contains(q));
    let mut plan =
        plan_of(PlanKind::BitmapHeapScan { rte, recheck: quals }, p, target, Some(bitmap));
    plan.qual = finish_quals(root, ordered(kept));
    Ok(plan)
}

/// Conditions that a bitmap's index only approximates, where all must hold.
fn lossy_clauses(b: &RcPath, out: &mut Vec<Expr>) {
    match &b.kind {
        PathKind::Index { clauses, .. } => {
            out.extend(clauses.iter().filter(|c| c.lossy).map(|c| c.clause.expr.clone()));
        }
        PathKind::BitmapAnd(parts, _) => parts.iter().for_each(|p| lossy_clauses(p, out)),
        _ => {}
    }
}

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
            plan.rows = super::cost::clamp_row_est(selectivity * tuples);
            plan.width = 0;
            let mut recheck = Vec::new();
            for c in clauses {
                if c.lossy {
                    recheck.push(c.clause.expr.clone());
                } else {
                    recheck.extend(index_quals(root, std::slice::from_ref(c)).1);
                }
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
                } else if let Some(arm) = super::prep::make_and(quals) {
                    arms.push(arm);
                }
            }
            if !and {
                all = vec![super::prep::bool_expr(crate::expr::BoolOp::Or, arms)];
            }
            let kind = if and { PlanKind::BitmapAnd(plans) } else { PlanKind::BitmapOr(plans) };
            let mut plan = plan_of(kind, b, Vec::new(), None);
            plan.rows = super::cost::clamp_row_est(s * tuples);
            plan.width = 0;
            Ok((plan, all, originals))
        }
        _ => storage::err!(INTERNAL_ERROR, "a bitmap path was expected"),
    }
}

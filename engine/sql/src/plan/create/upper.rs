//! Plans that stand above scans and joins.

use super::sort::{column_for, find_key, group_columns};
use super::target::{may_give_whole_rows, tlist_of};
use super::{EXACT, IGNORE, LABEL, SMALL, create, create_plan, plan_of};
use crate::analyze::RteKind;
use crate::expr::{Expr, Node, Param, SubLinkKind, SubPlan};
use crate::plan::cost::AggStrategy;
use crate::plan::path;
use crate::plan::path::keys_contained;
use crate::plan::prep::is_append;
use crate::plan::root::{MinMaxAgg, Path, PathKind, Planner, RcPath, Root, sort_column};
use crate::plan::sel::exprs_cost;
use crate::plan::sub::sub_root;
use crate::plan::{ModifyTable, Plan, PlanKind, SortColumn, WindowAgg};
use storage::error::Result;
use storage::sort::Arrange;

/// Makes the plan of an INSERT, UPDATE or DELETE over the plan that yields its rows
/// (`create_modifytable_plan`).
pub(super) fn modify_table(root: &Root, child: Plan) -> Result<Plan> {
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
        disabled: child.disabled,
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

/// Makes the plan of a semi-join's inner rows once each, `hashed` by a hash table, else by sorting
/// (`create_unique_plan`).
pub(super) fn create_unique_plan(
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

/// Computes other columns over a child; in the child itself if it can (`create_projection_plan`).
pub(super) fn create_projection_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
    sub: &RcPath,
) -> Result<Plan> {
    let whole_rows = path::is_scan(&sub.kind) && may_give_whole_rows(root, p, flags);
    let projects = !whole_rows && path::can_project(&sub.kind);
    let mut child = create(pl, root, sub, if projects { IGNORE } else { 0 })?;
    let target = if whole_rows { child.target.clone() } else { tlist_of(root, p) };
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

/// The conditions of HAVING sorted by cost (`order_qual_clauses`).
fn by_cost(pl: &mut Planner<'_>, having: &[Expr]) -> Vec<Expr> {
    let cost = |e| (exprs_cost(pl, [e]).per_tuple, e);
    let mut list: Vec<(f64, &Expr)> = having.iter().map(cost).collect();
    list.arrange_by(|a, b| a.0.total_cmp(&b.0));
    list.into_iter().map(|(_, e)| e.clone()).collect()
}

/// A Group node over sorted rows, for groups without aggregates (`create_group_plan`).
pub(super) fn create_group_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    sub: &RcPath,
    clauses: &[u32],
    having: &[Expr],
) -> Result<Plan> {
    let child = create(pl, root, sub, LABEL)?;
    let columns = group_columns(root, &child, clauses);
    let target = tlist_of(root, p);
    let mut plan = plan_of(PlanKind::Group { columns }, p, target, Some(child));
    plan.qual = by_cost(pl, having);
    Ok(plan)
}

/// DISTINCT over sorted rows (`create_upper_unique_plan`).
pub(super) fn create_upper_unique_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
    sub: &RcPath,
    keys: usize,
) -> Result<Plan> {
    let child = create(pl, root, sub, flags & !IGNORE | LABEL)?;
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
pub(super) fn create_agg_plan(pl: &mut Planner<'_>, root: &mut Root, p: &Path) -> Result<Plan> {
    let PathKind::Agg { sub, strategy, clauses, groups, having, trans_space } = &p.kind else {
        unreachable!("`create` chose by the kind of path")
    };
    let child = create(pl, root, sub, LABEL)?;
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
    plan.qual = by_cost(pl, having);
    Ok(plan)
}

/// min() and max() as sub-queries that read one end of an index (`create_minmaxagg_plan`).
pub(super) fn create_minmaxagg_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    list: &[MinMaxAgg],
    having: &[Expr],
) -> Result<Plan> {
    let target = tlist_of(root, p);
    let quals = by_cost(pl, having);
    for MinMaxAgg { planned, param, agg } in list {
        root.minmax_params.push((agg.clone(), *param));
        pl.params = pl.params.max(root.next_param);
        let plan = create_plan(pl, planned)?;
        root.next_param = root.next_param.max(pl.params);
        let plan_id = pl.subplans.len();
        pl.subplans.push((plan, sub_root(planned)));
        root.init_plans.push(SubPlan {
            kind: SubLinkKind::Expr,
            test: None,
            param_ids: vec![*param],
            plan_id,
            plan_name: format!("InitPlan {} (returns ${param})", plan_id + 1),
            use_hash_table: false,
            unknown_eq_false: false,
            par_param: Vec::new(),
            args: Vec::new(),
            hashed: None,
        });
    }
    Ok(plan_of(PlanKind::Result { constant_qual: quals }, p, target, None))
}

/// Puts the parameters that min() and max() were read into in their place, in all nodes of a plan (`fix_upper_expr`).
#[inline(never)]
pub(super) fn put_minmax_params(root: &Root, plan: &mut Plan) {
    let mut node = Some(plan);
    while let Some(plan) = node {
        let own = match &mut plan.kind {
            PlanKind::Result { constant_qual } => Some(constant_qual),
            _ => None,
        };
        let target = plan.target.iter_mut().map(|t| &mut t.expr);
        for e in target.chain(&mut plan.qual).chain(own.into_iter().flatten()) {
            crate::plan::tree::rewrite(e, 0, &mut |e, _| {
                let param = root.minmax_params.iter().find(|(agg, _)| agg == e);
                if let Some((_, param)) = param {
                    e.node = Node::Param(Param::Exec(*param));
                }
                param.is_none()
            });
        }
        node = plan.outer.as_deref_mut();
    }
}

/// Window functions of one window (`create_windowagg_plan`).
pub(super) fn create_windowagg_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
) -> Result<Plan> {
    let PathKind::WindowAgg { sub, partition, order, frame, run, window, name } = &p.kind else {
        unreachable!("`create` chose by the kind of path")
    };
    let child = create(pl, root, sub, LABEL | SMALL)?;
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
        run: run.clone(),
        window: *window,
        name: name.clone(),
    }));
    Ok(plan_of(kind, p, target, Some(child)))
}

/// INTERSECT and EXCEPT of two sides, or over rows with a flag that tells their side (`create_setop_plan`).
pub(super) fn create_setop_plan(pl: &mut Planner<'_>, root: &mut Root, p: &Path) -> Result<Plan> {
    let PathKind::SetOp { sub, right, hashed, intersect, all, columns, first_flag, groups } =
        &p.kind
    else {
        unreachable!("`create` chose by the kind of path")
    };
    let child = create(pl, root, sub, EXACT)?;
    let inner = right.as_ref().map(|r| create(pl, root, r, EXACT)).transpose()?;
    let target = if inner.is_some() { tlist_of(root, p) } else { child.target.clone() };
    let kind = PlanKind::SetOp {
        hashed: *hashed,
        intersect: *intersect,
        all: *all,
        columns: (0..*columns).collect(),
        flag_column: *columns,
        first_flag: *first_flag,
        num_groups: *groups,
    };
    let mut plan = plan_of(kind, p, target, Some(child));
    plan.inner = inner.map(Box::new);
    Ok(plan)
}

/// Rows of several children one after the other, or merged in an order, for which those are sorted that do not have it
/// (`create_append_plan`, `create_merge_append_plan`).
pub(super) fn create_append_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    members: &[RcPath],
) -> Result<Plan> {
    let target = tlist_of(root, p);
    let rte = p.relids.singleton().filter(|rte| is_append(&root.query, *rte)).unwrap_or(0);
    let mut plan = plan_of(PlanKind::Append { plans: Vec::new(), rte }, p, target, None);
    let mut keys = Vec::new();
    if members.len() > 1 {
        for key in &p.pathkeys {
            keys.extend(find_key(root, &plan, key).map(|at| sort_column(at, key)));
        }
    }
    let limit = if root.all_baserels == p.relids { root.limit_tuples } else { -1.0 };
    let mut plans = Vec::new();
    for m in members {
        let mut child = create(pl, root, m, EXACT)?;
        if !keys.is_empty() && !keys_contained(&p.pathkeys, &m.pathkeys) {
            let cost = pl.costs.sort(child.total, child.rows, child.width, limit);
            let (startup, total) = (cost.startup, cost.total);
            let kind = PlanKind::Sort { keys: keys.clone() };
            let disabled = child.disabled + pl.costs.disabled_node(pl.costs.enable_sort);
            child = Plan { disabled, startup, total, ..child.below(kind) };
        }
        plans.push(child);
    }
    plan.kind = match keys.is_empty() {
        true => PlanKind::Append { plans, rte },
        false => PlanKind::MergeAppend { plans, keys, rte },
    };
    Ok(plan)
}

/// WITH RECURSIVE: the first part, then the second until it gives no rows (`create_recursiveunion_plan`).
pub(super) fn create_recursiveunion_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
) -> Result<Plan> {
    let PathKind::RecursiveUnion { left, right, param, distinct, groups } = &p.kind else {
        unreachable!("`create` chose by the kind of path")
    };
    let l = create(pl, root, left, EXACT)?;
    let r = create(pl, root, right, EXACT)?;
    let target = tlist_of(root, p);
    pl.params_change = true;
    let kind = PlanKind::RecursiveUnion {
        wt_param: *param,
        distinct: *distinct,
        num_groups: groups.min(f64::from(i32::MAX)) as u32,
    };
    let mut plan = plan_of(kind, p, target, Some(l));
    plan.inner = Some(Box::new(r));
    Ok(plan)
}

/// FOR UPDATE, FOR SHARE and so on: which columns identify the rows to lock (`create_lockrows_plan`).
pub(super) fn create_lockrows_plan(
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
pub(super) fn create_limit_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
) -> Result<Plan> {
    let PathKind::Limit { sub, offset, count, with_ties } = &p.kind else {
        unreachable!("`create` chose by the kind of path")
    };
    let child = create(pl, root, sub, flags & !IGNORE)?;
    let mut ties_columns = Vec::new();
    if *with_ties {
        for k in &root.sort_pathkeys {
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

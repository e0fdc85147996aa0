//! Sorts, and where in a child's columns the keys stand (`prepare_sort_from_pathkeys`).

use super::target::entry;
use super::{IGNORE, SMALL, create};
use crate::expr::{Expr, TargetEntry};
use crate::plan::root::{Path, PathKey, Planner, RcPath, Root};
use crate::plan::sel::strip_relabel;
use crate::plan::{Plan, PlanKind};
use storage::error::Result;

/// A sort (`create_sort_plan`).
pub(super) fn create_sort_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
    s: &RcPath,
) -> Result<Plan> {
    let child = create(pl, root, s, (flags | SMALL) & !IGNORE)?;
    let mut plan = sort_plan(pl, root, child, &p.pathkeys);
    plan.startup = p.startup;
    plan.total = p.total;
    plan.rows = p.rows;
    plan.width = p.target.width;
    Ok(plan)
}

/// A sort of rows that are sorted by the first columns already (`create_incrementalsort_plan`).
pub(super) fn create_incrementalsort_plan(
    pl: &mut Planner<'_>,
    root: &mut Root,
    p: &Path,
    flags: u8,
    s: &RcPath,
    presorted: usize,
) -> Result<Plan> {
    let child = create(pl, root, s, (flags | SMALL) & !IGNORE)?;
    let mut plan = sort_plan(pl, root, child, &p.pathkeys);
    if let PlanKind::Sort { keys } = plan.kind {
        plan.kind = PlanKind::IncrementalSort { keys, presorted };
    }
    plan.disabled = p.disabled;
    plan.startup = p.startup;
    plan.total = p.total;
    plan.rows = p.rows;
    Ok(plan)
}

/// A Sort over a plan (`create_sort_plan`).
pub(super) fn sort_plan(pl: &Planner<'_>, root: &Root, child: Plan, keys: &[PathKey]) -> Plan {
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
            columns.push(crate::plan::root::sort_column(column, k));
        }
    }
    let c = pl.costs.sort(child.total, child.rows, child.width, -1.0);
    Plan {
        kind: PlanKind::Sort { keys: columns },
        disabled: child.disabled + pl.costs.disabled_node(pl.costs.enable_sort),
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

/// Whether the child has all columns that the expression needs.
fn computable(child: &Plan, e: &Expr) -> bool {
    let mut vars = Vec::new();
    crate::plan::tree::pull_vars(e, true, true, &mut vars);
    vars.iter().all(|v| child.target.iter().any(|t| t.expr == *v))
}

/// The index of the child's column that equals a sort key; `None` if there is none.
pub(super) fn find_key(root: &Root, child: &Plan, k: &PathKey) -> Option<usize> {
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
            ec.all_members()
                .any(|(m, r)| !r.is_empty() && strip_relabel(m) == strip_relabel(&t.expr))
        })
        .or_else(|| {
            child.target.iter().position(|t| {
                ec.members.iter().any(|(m, _)| strip_relabel(m) == strip_relabel(&t.expr))
            })
        })
}

/// The index of the child's column with the value of an expression, which is added if it is
/// missing; an Append computes none, so that a Result above it does (`inject_projection_plan`).
pub(super) fn column_for(child: &mut Plan, e: &Expr) -> usize {
    if let Some(i) =
        child.target.iter().position(|t| t.expr == *e || strip_relabel(&t.expr) == strip_relabel(e))
    {
        return i;
    }
    if matches!(child.kind, PlanKind::Append { .. } | PlanKind::MergeAppend { .. }) {
        let append = std::mem::replace(child, Plan::empty());
        *child = append.below(PlanKind::Result { constant_qual: Vec::new() });
    }
    let i = child.target.len();
    child.target.push(TargetEntry { junk: true, ..entry(e.clone(), i, None) });
    i
}

/// The columns of a child that are grouped by (`extract_grouping_cols`).
pub(super) fn group_columns(root: &Root, child: &Plan, refs: &[u32]) -> Vec<usize> {
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

//! Scans and joins of a query (`planmain.c`): its relations are looked up, its conditions spread over
//! them, and the way to join them searched.

use super::baserel::{add_branches, base_rel_paths, base_rel_size};
use super::grouping::without_redundant;
use super::presorted::order_for_aggregates;
use super::targetlist::leaves_of;
use super::window::{active_windows, window_keys};
use crate::analyze::{JoinType, RteKind};
use crate::expr::{Expr, Node, Var};
use crate::plan::clauses::{
    base_equalities, deconstruct, derive_inner_constants, need_vars, pathkeys_for,
};
use crate::plan::join::{
    keep_constant_semijoins, need_anew, reduce_unique_semijoins, remove_self_joins,
};
use crate::plan::path::cost_target;
use crate::plan::prep::conjuncts;
use crate::plan::relids::Relids;
use crate::plan::root::{Path, PathKey, PathKind, Planner, RcPath, Rel, Root, Target};
use crate::plan::scan::{need_at_top, relation_info};
use crate::plan::sel;
use crate::plan::tree::{pull_vars, relids};
use std::rc::Rc;
use storage::err;
use storage::error::Result;

/// Returns the paths of the scans and joins (`query_planner`).
pub(super) fn query_planner(pl: &mut Planner<'_>, root: &mut Root) -> Result<Vec<RcPath>> {
    let tree = root.query.jointree.clone();
    // In the order of the range table, where those of merged sub-queries are the last.
    let found = leaves_of(&tree);
    let mut leaves: Vec<usize> =
        (1..=root.query.rtable.len()).filter(|rte| found.contains(rte)).collect();
    root.rels = (0..=root.query.rtable.len()).map(|_| None).collect();
    let tlist = root.tlist.clone();
    let having = root.query.having.clone();
    if leaves.is_empty() {
        return Ok(vec![group_result(pl, root, &tree)]);
    }
    for &rte in &leaves {
        let mut rel = Rel { relids: Relids::single(rte), ..Rel::default() };
        rel.consider_startup = root.tuple_fraction > 0.0;
        root.all_baserels |= Relids::single(rte);
        if let RteKind::Relation { oid, .. } = &root.query.rtable[rte - 1].kind.clone() {
            relation_info(pl, rte, *oid, &mut rel)?;
            root.total_pages += rel.pages;
        }
        root.rels[rte] = Some(rel);
    }
    if !root.query.append_members.is_empty() {
        add_branches(pl, root, &leaves)?;
    }
    for t in &tlist {
        let mut vars = Vec::new();
        pull_vars(&t.expr, false, false, &mut vars);
        for v in vars {
            need_at_top(root, &v);
        }
    }
    if let Some(h) = &having {
        let mut vars = Vec::new();
        pull_vars(h, false, false, &mut vars);
        for v in vars {
            need_at_top(root, &v);
        }
    }
    find_lateral_references(root, &leaves);
    deconstruct(pl, root, &tree);
    if !root.outer_equalities.is_empty() {
        derive_inner_constants(pl, root);
    }
    let left_behind = std::mem::take(&mut root.left_behind);
    left_behind.iter().for_each(|e| need_vars(root, e, Relids::EMPTY));
    base_equalities(pl, root);
    make_pathkeys(pl, root);
    if pl.release.needs_noted_anew && !left_behind.is_empty() {
        need_anew(root);
    }
    if !root.special.is_empty() {
        reduce_unique_semijoins(pl, root);
    }
    if pl.release.self_joins_removed && pl.costs.enable_self_join_elimination && leaves.len() > 1 {
        remove_self_joins(pl, root, &mut leaves);
    }
    if pl.release.equal_columns_unique_once && !root.special.is_empty() {
        keep_constant_semijoins(root);
    }
    for &rte in &leaves {
        base_rel_size(pl, root, rte)?;
    }
    if leaves.len() > 1 {
        crate::plan::join::find_foreign_keys(pl, root, &leaves);
    }
    // A row that comes soon is worth as much as all where one is enough (`set_base_rel_consider_startup`).
    for i in 0..root.special.len() {
        let join = &root.special[i];
        if matches!(join.kind, JoinType::Semi | JoinType::Anti)
            && let Some(rte) = join.syn_right.singleton()
        {
            root.rel_mut(rte).consider_param_startup = true;
        }
    }
    for &rte in &leaves {
        base_rel_paths(pl, root, rte)?;
    }
    let top = crate::plan::join::search(pl, root, &root.query.jointree.clone())?;
    let rel = root.find_rel(top).cloned().unwrap_or_default();
    let paths = rel.paths;
    if paths.is_empty() {
        return match root.special.iter().any(|join| join.kind == JoinType::Full) {
            true => err!(
                FEATURE_NOT_SUPPORTED,
                "FULL JOIN is only supported with merge-joinable or hash-joinable join conditions"
            ),
            false => err!(FEATURE_NOT_SUPPORTED, "a plan for this query is not modelled"),
        };
    }
    Ok(paths)
}

/// The only path of a query without FROM.
fn group_result(pl: &mut Planner<'_>, root: &mut Root, tree: &crate::analyze::FromExpr) -> RcPath {
    make_pathkeys(pl, root);
    let quals = conjuncts(tree.quals.clone());
    let mut t = Target::default();
    cost_target(pl, root, &mut t);
    group_result_path(pl, quals, Rc::new(t))
}

/// A path that gives one row, if the conditions let it (`create_group_result_path`).
pub(super) fn group_result_path(
    pl: &mut Planner<'_>,
    quals: Vec<Expr>,
    target: Rc<Target>,
) -> RcPath {
    let q = sel::exprs_cost(pl, &quals);
    let startup = q.startup + q.per_tuple + target.cost.startup;
    Rc::new(Path {
        kind: PathKind::GroupResult(quals),
        relids: Relids::EMPTY,
        rows: 1.0,
        disabled: 0,
        startup,
        total: startup + target.cost.per_tuple + pl.costs.cpu_tuple_cost,
        target,
        pathkeys: Vec::new(),
        required_outer: Relids::EMPTY,
        param_clauses: Vec::new(),
    })
}

/// Notes which relations a LATERAL item refers to, and marks their columns as needed by it
/// (`find_lateral_references`).
fn find_lateral_references(root: &mut Root, leaves: &[usize]) {
    for &rte in leaves {
        let own = Relids::single(rte);
        let entry = root.query.rtable[rte - 1].kind.clone();
        let mut vars: Vec<Expr> = Vec::new();
        match &entry {
            RteKind::Function { functions, .. } => {
                functions.iter().for_each(|f| pull_vars(&f.expr, false, false, &mut vars));
            }
            RteKind::Values { rows, .. } => {
                rows.iter().flatten().for_each(|e| pull_vars(e, false, false, &mut vars));
            }
            RteKind::Subquery { query, .. } if root.query.rtable[rte - 1].lateral => {
                crate::plan::tree::walk_query(query, 1, &mut |e, depth| {
                    if let Node::Var(v) = &e.node
                        && v.levels_up == depth
                    {
                        let here = Node::Var(Var { levels_up: 0, ..*v });
                        vars.push(Expr { node: here, ..e.clone() });
                    }
                    true
                });
            }
            _ => {}
        }
        let mut lateral = Relids::EMPTY;
        for v in &vars {
            lateral |= relids(v);
            crate::plan::clauses::need_vars(root, v, own | relids(v));
        }
        if !lateral.is_subset(own) {
            let rel = root.rel_mut(rte);
            rel.lateral = lateral - own;
            rel.lateral_vars = vars;
        }
    }
}

/// Whether an outer join gives rows where this relation has none.
pub(super) fn may_be_null(root: &Root, rte: usize) -> bool {
    root.special.iter().any(|join| match join.kind {
        JoinType::Semi => false,
        JoinType::Full => (join.syn_left | join.syn_right).contains(rte),
        _ => join.syn_right.contains(rte),
    })
}

/// The orders that the query's clauses ask for (`standard_qp_callback`).
fn make_pathkeys(pl: &Planner<'_>, root: &mut Root) {
    let q = root.query.clone();
    (root.grouped, root.distinct) = match pl.release.redundant_groups_dropped {
        true => (without_redundant(root, &q.group), without_redundant(root, &q.distinct)),
        false => (q.group.clone(), q.distinct.clone()),
    };
    root.group_pathkeys =
        if q.group.is_empty() { Vec::new() } else { pathkeys_for(root, &q.group) };
    if pl.release.presorted_aggregates && !root.has_minmax {
        order_for_aggregates(root);
    }
    let windows = if q.has_window_funcs { active_windows(root) } else { Vec::new() };
    root.window_pathkeys = windows.first().map_or(Vec::new(), |first| window_keys(root, *first));
    root.distinct_pathkeys =
        if q.distinct.is_empty() { Vec::new() } else { pathkeys_for(root, &q.distinct) };
    if pl.release.distinct_reordered {
        root.any_order_keys.push(root.distinct_pathkeys.clone());
    }
    if pl.release.groups_reordered {
        root.any_order_keys.push(root.group_pathkeys.clone());
    }
    root.sort_pathkeys = pathkeys_for(root, &q.sort);
    root.setop_pathkeys = setop_keys(root);
    root.query_pathkeys = if !root.group_pathkeys.is_empty() {
        root.group_pathkeys.clone()
    } else if !root.window_pathkeys.is_empty() {
        root.window_pathkeys.clone()
    } else if root.distinct_pathkeys.len() > root.sort_pathkeys.len() {
        root.distinct_pathkeys.clone()
    } else if !root.sort_pathkeys.is_empty() {
        root.sort_pathkeys.clone()
    } else {
        root.setop_pathkeys.clone()
    };
}

/// The order that a set operation asks of this side of it; none if a column cannot be sorted
/// (`generate_setop_child_grouplist`).
fn setop_keys(root: &mut Root) -> Vec<PathKey> {
    let mut order = std::mem::take(&mut root.setop_order);
    if !order.iter().all(|clause| clause.sortable) {
        return Vec::new();
    }
    let mut last = root.tlist.iter().map(|t| t.sort_group_ref).max().unwrap_or(0);
    for (column, clause) in root.tlist.iter_mut().filter(|t| !t.junk).zip(&mut order) {
        if column.sort_group_ref == 0 {
            last += 1;
            column.sort_group_ref = last;
        }
        clause.tle_ref = column.sort_group_ref;
    }
    pathkeys_for(root, &order)
}

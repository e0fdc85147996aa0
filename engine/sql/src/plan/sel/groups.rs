//! How many groups rows fall into (`estimate_num_groups`).

use super::set_rows::set_rows;
use super::variable::{VarData, examine, num_distinct, strip_relabel};
use crate::expr::{Expr, Node};
use crate::plan::cost::clamp_row_est;
use crate::plan::root::{Planner, Root};
use crate::plan::tree::{columns_in, relids};
use storage::types::oid;

/// Returns how many groups `input_rows` rows are expected to have by these expressions
/// (`estimate_num_groups`).
pub fn num_groups(pl: &Planner<'_>, root: &Root, groups: &[Expr], input_rows: f64) -> f64 {
    num_groups_default(pl, root, groups, input_rows).0
}

/// The estimated number of groups, and whether it is a default for want of statistics.
pub fn num_groups_default(
    pl: &Planner<'_>,
    root: &Root,
    groups: &[Expr],
    input_rows: f64,
) -> (f64, bool) {
    let input_rows = clamp_row_est(input_rows);
    if groups.is_empty() {
        return (1.0, false);
    }
    let mut used_default = false;
    let mut distinct = 1.0;
    let mut vars: Vec<(Expr, f64)> = Vec::new();
    let mut srf_multiplier = 1.0f64;
    for e in groups {
        srf_multiplier = srf_multiplier.max(set_rows(pl, e));
        if e.type_oid == oid::BOOL {
            distinct *= 2.0;
            continue;
        }
        let data = examine(pl, root, e);
        let stripped = strip_relabel(e);
        if matches!(&stripped.node, Node::Var(v) if v.placeholder().is_none())
            || data.stats.is_some()
        {
            add_var(root, &mut vars, stripped, &data, &mut used_default);
            continue;
        }
        let found = columns_in(&root.query.rtable, e);
        if found.is_empty() {
            if crate::plan::prep::contains_volatile(e) {
                return (input_rows, used_default);
            }
            continue;
        }
        for v in found {
            let data = examine(pl, root, &v);
            add_var(root, &mut vars, &v, &data, &mut used_default);
        }
    }
    if vars.is_empty() {
        distinct *= srf_multiplier;
        return (distinct.min(input_rows).ceil().max(1.0).min(input_rows.max(1.0)), used_default);
    }
    while let Some(first) = vars.first() {
        let rel = relids(&first.0);
        let (mine, rest): (Vec<_>, Vec<_>) =
            vars.iter().cloned().partition(|(v, _)| relids(v) == rel);
        vars = rest;
        let mut rel_distinct = 1.0;
        let mut max = 1.0f64;
        for (_, n) in &mine {
            rel_distinct *= n;
            max = max.max(*n);
        }
        let Some(r) = root.find_rel(rel) else {
            distinct *= rel_distinct;
            continue;
        };
        if r.tuples > 0.0 {
            let mut cap = r.tuples;
            if mine.len() > 1 {
                cap *= 0.1;
                if cap < max {
                    cap = max.min(r.tuples);
                }
            }
            if rel_distinct > cap {
                rel_distinct = cap;
            }
            if rel_distinct > 0.0 && r.rows < r.tuples {
                rel_distinct *=
                    1.0 - ((r.tuples - r.rows) / r.tuples).powf(r.tuples / rel_distinct);
            }
            rel_distinct = clamp_row_est(rel_distinct);
            distinct *= rel_distinct;
        }
    }
    distinct *= srf_multiplier;
    distinct = distinct.ceil();
    (distinct.clamp(1.0, input_rows.max(1.0)), used_default)
}

/// Adds an expression with its number of distinct values, unless a known one gives the same
/// (`add_unique_group_var`).
fn add_var(
    root: &Root,
    vars: &mut Vec<(Expr, f64)>,
    e: &Expr,
    data: &VarData,
    used_default: &mut bool,
) {
    let (n, default) = num_distinct(root, data);
    *used_default |= default;
    if vars.iter().any(|(v, _)| v == e) {
        return;
    }
    // If a class makes two columns equal, the column with fewer values counts (`exprs_known_equal`).
    let mut superseded = None;
    for (at, (v, values)) in vars.iter().enumerate() {
        if relids(v) != relids(e) && known_equal(root, v, e) {
            if *values <= n {
                return;
            }
            superseded = Some(at);
        }
    }
    if let Some(at) = superseded {
        vars.remove(at);
    }
    vars.push((e.clone(), n));
}

/// Whether an equivalence class has both expressions.
fn known_equal(root: &Root, a: &Expr, b: &Expr) -> bool {
    root.ecs.iter().any(|ec| {
        let has = |e: &Expr| ec.members.iter().any(|(m, _)| strip_relabel(m) == e);
        ec.merged.is_none() && !ec.has_volatile && has(a) && has(b)
    })
}

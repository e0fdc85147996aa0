//! The paths for a set operation that newer releases compare, 17 for UNION, 18 for INTERSECT and EXCEPT too: by
//! hashing, and from sorted inputs, whose order a final ORDER BY can use (`generate_union_paths`,
//! `generate_nonunion_paths`).

use super::cost::Cost;
use super::path::{add_path, cheapest_for_keys, keys_in_common, over, set_cheapest, sort};
use super::root::{Path, PathKey, PathKind, Planner, RcPath, Rel, Root};
use super::setop::{Part, append, keys_for, not_implementable, unique_hashed, unique_sorted};
use super::tree::pull_vars;
use super::upper::{incremental_sort, outer_keys};
use crate::analyze::{SetOp, SetOperation};
use crate::expr::{Expr, Node};
use std::rc::Rc;
use storage::error::Result;
use storage::page::layout::maxalign;

/// The part of the tree that these paths make, of which it keeps those that `add_path` keeps. `keys` is the order of
/// all columns; `construct` names the operation in the error if there are no paths.
fn part(
    root: &Root,
    paths: Vec<Path>,
    keys: &[PathKey],
    rows: f64,
    construct: &str,
) -> Result<Part> {
    let mut rel = Rel { consider_startup: root.tuple_fraction > 0.0, ..Rel::default() };
    paths.into_iter().for_each(|p| add_path(&mut rel, p));
    set_cheapest(&mut rel);
    let sorted = cheapest_for_keys(&rel.paths, keys);
    match rel.cheapest_total {
        Some(path) => Ok(Part { path, ways: rel.paths, sorted, groups: rows }),
        None => not_implementable(construct),
    }
}

/// Adds to a side that is a sub-query the paths that give its rows in the order of all columns, `keys`: its cheapest
/// path sorted, and each that has a part of the order sorted by the rest. A side that is another operation has those it
/// was planned with. `startup`: a low cost of the first row is worth keeping (`build_setop_child_paths`,
/// `add_setop_child_rel_equivalences`).
fn add_sorted(
    pl: &mut Planner<'_>,
    root: &mut Root,
    side: &mut Part,
    keys: &[PathKey],
    startup: bool,
) {
    let PathKind::Subquery(sub) = &side.path.kind else {
        side.sorted = cheapest_for_keys(&side.ways, keys);
        return;
    };
    let (base, sub) = (Rc::clone(&side.path), sub.clone());
    let Some(rte) = base.relids.singleton() else { return };
    for (column, key) in base.target.exprs.iter().zip(keys) {
        if matches!(column.node, Node::Var(_)) {
            root.ecs[key.ec].in_branches.push((column.clone(), base.relids));
        }
    }
    let (first, all) = (base.startup - sub.path.startup, base.total - sub.path.total);
    let mut rel = Rel { consider_startup: startup, ..Rel::default() };
    let mut add = |way: &RcPath| {
        let sub = sub.by(way);
        let pathkeys = outer_keys(root, rte, &sub);
        let (startup, total) = (way.startup + first, way.total + all);
        let (kind, disabled) = (PathKind::Subquery(sub), way.disabled);
        add_path(&mut rel, Path { disabled, startup, total, pathkeys, kind, ..(*base).clone() });
    };
    let below = sub.root.borrow();
    let wanted = &below.setop_pathkeys;
    for (i, way) in sub.ways.iter().enumerate() {
        let common = keys_in_common(wanted, &way.pathkeys);
        let in_order = common == wanted.len();
        if i == 0 || in_order {
            add(way);
        }
        let limit = below.limit_tuples;
        if in_order {
            continue;
        }
        if common > 0 && pl.costs.enable_incremental_sort {
            add(&Rc::new(incremental_sort(pl, &below, way, wanted, common, limit)));
        } else if i == 0 {
            add(&Rc::new(sort(pl, way, wanted, limit)));
        }
    }
    set_cheapest(&mut rel);
    side.sorted = cheapest_for_keys(&rel.paths, keys);
    if let Some(path) = rel.cheapest_total {
        side.path = path;
    }
    side.ways = rel.paths;
}

/// Plans a UNION of these members.
pub(super) fn union(
    pl: &mut Planner<'_>,
    root: &mut Root,
    o: &SetOperation,
    mut members: Vec<Part>,
) -> Result<Part> {
    let cheapest = |members: &[Part]| members.iter().map(|m| Rc::clone(&m.path)).collect();
    let shape = append(pl, root, cheapest(&members), &o.columns, false);
    let keys = keys_for(root, &shape.target.exprs);
    let startup = root.tuple_fraction > 0.0;
    members.iter_mut().for_each(|m| add_sorted(pl, root, m, &keys, startup));
    let p = Rc::new(append(pl, root, cheapest(&members), &o.columns, false));
    let group = &o.group;
    let mut ways = Vec::new();
    if group.iter().all(|g| g.hashable) {
        ways.push(unique_hashed(pl, &p, o));
    }
    if group.iter().all(|g| g.sortable) {
        let empty = keys.is_empty();
        let whole = if empty { Rc::clone(&p) } else { Rc::new(sort(pl, &p, &keys, -1.0)) };
        ways.push(unique_sorted(pl, &whole, o));
        if !empty
            && let Some(sorted) = members.into_iter().map(|m| m.sorted).collect::<Option<Vec<_>>>()
        {
            let merged = Rc::new(merge_append(pl, &p, sorted, &keys));
            ways.push(unique_sorted(pl, &merged, o));
        }
    }
    part(root, ways, &keys, p.rows, "UNION")
}

/// Returns the path that merges an Append's members, each in the order of all columns (`cost_merge_append`).
fn merge_append(pl: &Planner<'_>, append: &Path, members: Vec<RcPath>, keys: &[PathKey]) -> Path {
    let streams = members.len() as f64;
    let compare = 2.0 * pl.costs.cpu_operator_cost;
    let begin = compare * streams * streams.log2();
    let each = compare * streams.log2() + pl.costs.cpu_tuple_cost * 0.5;
    Path {
        disabled: members.iter().map(|m| m.disabled).sum(),
        startup: begin + members.iter().map(|m| m.startup).sum::<f64>(),
        total: begin + append.rows * each + members.iter().map(|m| m.total).sum::<f64>(),
        pathkeys: keys.to_vec(),
        kind: PathKind::Append(members),
        ..append.clone()
    }
}

/// Plans INTERSECT or EXCEPT of two sides.
pub(super) fn in_both_or_one(
    pl: &mut Planner<'_>,
    root: &mut Root,
    o: &SetOperation,
    (mut left, mut right): (Part, Part),
) -> Result<Part> {
    let intersect = o.kind == SetOp::Intersect;
    let columns = o.columns.len();
    let shape = Rc::new(append(pl, root, vec![Rc::clone(&left.path)], &o.columns, false));
    let keys = keys_for(root, &shape.target.exprs);
    // The sides are read whole.
    add_sorted(pl, root, &mut left, &keys, false);
    add_sorted(pl, root, &mut right, &keys, false);
    if intersect && left.groups > right.groups {
        std::mem::swap(&mut left, &mut right);
    }
    let groups = left.groups;
    let rows = match (o.all, intersect) {
        (false, _) => groups,
        (true, true) => left.path.rows.min(right.path.rows),
        (true, false) => left.path.rows,
    };
    let relids = left.path.relids | right.path.relids;
    let way = |pl: &Planner<'_>, l: &RcPath, r: &RcPath, hashed: bool| {
        let compared = pl.costs.cpu_operator_cost * (l.rows + r.rows) * columns as f64;
        let mut total = l.total + r.total + compared;
        let startup = if hashed { total } else { l.startup + r.startup };
        total += pl.costs.cpu_operator_cost * rows;
        let entry = (maxalign(l.target.width.max(0) as usize) + maxalign(15)) as f64;
        let large = entry * groups > pl.costs.hash_mem_bytes();
        let kind = PathKind::SetOp {
            sub: Rc::clone(l),
            right: Some(Rc::clone(r)),
            hashed,
            intersect,
            all: o.all,
            columns,
            first_flag: 0,
            groups,
        };
        let mut p = over(l, kind, Cost { startup, total }, rows);
        p.relids = relids;
        p.target = Rc::clone(&shape.target);
        p.disabled += r.disabled;
        if hashed {
            p.disabled += u32::from(!pl.costs.enable_hashagg) + u32::from(large);
            p.pathkeys.clear();
        }
        p
    };
    let mut ways = Vec::new();
    if o.group.iter().all(|g| g.hashable) {
        ways.push(way(pl, &left.path, &right.path, true));
    }
    if o.group.iter().all(|g| g.sortable) {
        let l = sorted_side(pl, root, &left);
        let r = sorted_side(pl, root, &right);
        ways.push(way(pl, &l, &r, false));
    }
    part(root, ways, &keys, rows, if intersect { "INTERSECT" } else { "EXCEPT" })
}

/// A side in the order of its columns; constants have none.
fn sorted_side(pl: &Planner<'_>, root: &mut Root, side: &Part) -> RcPath {
    if let Some(p) = &side.sorted {
        return Rc::clone(p);
    }
    let varies = |e: &&Expr| {
        let mut vars = Vec::new();
        pull_vars(e, false, false, &mut vars);
        !vars.is_empty()
    };
    let varying: Vec<Expr> = side.path.target.exprs.iter().filter(varies).cloned().collect();
    let own = keys_for(root, &varying);
    if own.is_empty() { Rc::clone(&side.path) } else { Rc::new(sort(pl, &side.path, &own, -1.0)) }
}

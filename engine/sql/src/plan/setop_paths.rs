//! The paths for a set operation that newer releases compare, 17 for UNION, 18 for INTERSECT and EXCEPT too: by
//! hashing, and from sorted inputs, whose order a final ORDER BY can use (`generate_union_paths`,
//! `generate_nonunion_paths`).

use super::cost::{Cost, DISABLE_COST};
use super::path::{add_path, cheapest_for_keys, over, set_cheapest, sort};
use super::root::{Path, PathKey, PathKind, Planner, RcPath, Rel, Root};
use super::setop::{Part, append, keys_for, not_implementable, unique_hashed, unique_sorted};
use super::tree::pull_vars;
use crate::analyze::{Query, SetOp, SetOperation, SortGroupClause};
use crate::expr::Expr;
use std::rc::Rc;
use storage::error::Result;
use storage::page::layout::maxalign;

/// The part of the tree that these paths make, of which it keeps the cheapest and the cheapest in the order of all
/// columns (`keys`). `construct` names the operation in the error if there are no paths.
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
        Some(path) => Ok(Part { path, sorted, groups: rows }),
        None => not_implementable(construct),
    }
}

/// Plans a UNION of these members.
pub(super) fn union(
    pl: &mut Planner<'_>,
    root: &mut Root,
    o: &SetOperation,
    members: Vec<Part>,
) -> Result<Part> {
    let paths = members.iter().map(|m| Rc::clone(&m.path)).collect();
    let p = Rc::new(append(pl, root, paths, &o.columns, false));
    let keys = keys_for(root, &p.target.exprs);
    let group = &o.group;
    let mut ways = Vec::new();
    if group.iter().all(|g| g.hashable) {
        ways.push(unique_hashed(pl, &p, o));
    }
    if group.iter().all(|g| g.sortable) {
        ways.push(unique_sorted(pl, &Rc::new(sort(pl, &p, &keys, -1.0)), o));
        if let Some(sorted) = members.into_iter().map(|m| m.sorted).collect::<Option<Vec<_>>>() {
            let merged = Rc::new(merge_append(pl, &p, sorted, &keys));
            ways.push(unique_sorted(pl, &merged, o));
        }
    }
    part(root, ways, &keys, p.rows, "UNION")
}

/// Returns the path that merges an Append's members, each in the order of all columns (`cost_merge_append`).
fn merge_append(pl: &Planner<'_>, append: &Path, members: Vec<RcPath>, keys: &[PathKey]) -> Path {
    let in_order = |m: RcPath| Rc::new(Path { pathkeys: keys.to_vec(), ..(*m).clone() });
    let members: Vec<RcPath> = members.into_iter().map(in_order).collect();
    let streams = members.len() as f64;
    let compare = 2.0 * pl.costs.cpu_operator_cost;
    let begin = compare * streams * streams.log2();
    let each = compare * streams.log2() + pl.costs.cpu_tuple_cost * 0.5;
    Path {
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
        let mut startup = if hashed { total } else { l.startup + r.startup };
        total += pl.costs.cpu_operator_cost * rows;
        let entry = (maxalign(l.target.width.max(0) as usize) + maxalign(15)) as f64;
        let large = entry * groups > pl.costs.hash_mem_bytes();
        for _ in 0..u32::from(hashed && !pl.costs.enable_hashagg) + u32::from(hashed && large) {
            startup += DISABLE_COST;
            total += DISABLE_COST;
        }
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
        if hashed {
            p.pathkeys.clear();
        }
        p
    };
    let mut ways = Vec::new();
    if o.group.iter().all(|g| g.hashable) {
        ways.push(way(pl, &left.path, &right.path, true));
    }
    if o.group.iter().all(|g| g.sortable) {
        let l = sorted_side(pl, root, &left, &keys);
        let r = sorted_side(pl, root, &right, &keys);
        ways.push(way(pl, &l, &r, false));
    }
    part(root, ways, &keys, rows, if intersect { "INTERSECT" } else { "EXCEPT" })
}

/// A side in the order of its columns; constants have none.
fn sorted_side(pl: &Planner<'_>, root: &mut Root, side: &Part, keys: &[PathKey]) -> RcPath {
    if let Some(p) = &side.sorted {
        return Rc::new(Path { pathkeys: keys.to_vec(), ..(**p).clone() });
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

/// A leaf's query with its rows in the order of its columns; none where it has an order of its own, or a column
/// that is constant.
pub(super) fn sorted_query(q: &Query, group: &[SortGroupClause]) -> Option<Query> {
    let mut q = q.clone();
    let mut last = q.target.iter().map(|t| t.sort_group_ref).max().unwrap_or(0);
    if !q.sort.is_empty() || q.limit.is_some() || q.set_operations.is_some() {
        return None;
    }
    let columns = q.target.iter_mut().filter(|t| !t.junk);
    for (t, g) in columns.zip(group) {
        let mut vars = Vec::new();
        pull_vars(&t.expr, true, true, &mut vars);
        if vars.is_empty() || !g.sortable {
            return None;
        }
        if t.sort_group_ref == 0 {
            last += 1;
            t.sort_group_ref = last;
        }
        q.sort.push(SortGroupClause { tle_ref: t.sort_group_ref, ..*g });
    }
    Some(q)
}

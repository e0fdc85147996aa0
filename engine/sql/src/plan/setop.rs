//! UNION, INTERSECT, EXCEPT, WITH RECURSIVE (`prepunion.c`).

use super::cost::{AggStrategy, Cost, QualCost, clamp_row_est};
use super::path::{add_path, apply_projection, cost_target, limit, over, set_cheapest, sort};
use super::relids::Relids;
use super::root::{Path, PathKind, PlannedQuery, Planner, RcPath, Rel, Root, Target};
use super::setop_paths;
use super::sub::{finish, int4, preprocess};
use super::upper::{limit_needed, offset_needed, preprocess_limit};
use crate::analyze::{ColumnInfo, Query, RteKind, SetOp, SetOpTree, SetOperation, SortGroupClause};
use crate::expr::{Expr, Node, TargetEntry, Var};
use std::rc::Rc;
use storage::error::Result;
use storage::page::layout::maxalign;

/// A planned part of a tree of set operations.
pub(super) struct Part {
    /// The path that is cheapest for all rows.
    pub path: RcPath,
    /// All paths that are worth keeping by their order and their costs, `path` among them.
    pub ways: Vec<RcPath>,
    /// The cheapest path that gives its rows in the order of all columns.
    pub sorted: Option<RcPath>,
    /// How many of its rows are different.
    pub groups: f64,
}

/// What an operation wants of a part of its tree.
struct Wanted<'a> {
    /// How the part's columns become the operation's, as [`SetOperation::left_casts`].
    casts: &'a [Option<Expr>],
    /// A column after the others that tells the sides apart.
    flag: Option<i32>,
    /// The order of the operation's columns, if rows in this order are of use to it; else empty.
    order: &'a [SortGroupClause],
}

impl<'a> Wanted<'a> {
    /// What the left side must give: the operation's types, and a flag for its side.
    fn left(o: &'a SetOperation, flag: Option<i32>) -> Wanted<'a> {
        Wanted { casts: &o.left_casts, flag, order: &[] }
    }
    /// What the right side must give.
    fn right(o: &'a SetOperation, flag: Option<i32>) -> Wanted<'a> {
        Wanted { casts: &o.right_casts, flag, order: &[] }
    }
    /// Also asks for the rows in this order, if that can be had.
    fn in_order(self, order: &'a [SortGroupClause]) -> Wanted<'a> {
        Wanted { order, ..self }
    }
}

/// Plans a query whose top is a set operation.
pub fn plan_set_operations(pl: &mut Planner<'_>, mut root: Root, q: Query) -> Result<PlannedQuery> {
    let mut q = q;
    for e in [&mut q.limit, &mut q.offset].into_iter().flatten() {
        preprocess(pl, &mut root, e, false)?;
    }
    root.query = q;
    root.rels = (0..=root.query.rtable.len()).map(|_| None).collect();
    let Some(top) = root.query.set_operations.clone() else {
        return storage::err!(INTERNAL_ERROR, "a set operation was expected");
    };
    let (mut offset_est, mut count_est) = (0, 0);
    if root.query.limit.is_some() || root.query.offset.is_some() {
        (root.tuple_fraction, offset_est, count_est) = preprocess_limit(pl, &root);
    }
    if !root.query.sort.is_empty() && !pl.release.several_union_ways {
        root.tuple_fraction = 0.0;
    }
    let part = operation(pl, &mut root, &top)?;
    name_columns(&mut root, &part.path);
    let mut t = (*part.path.target).clone();
    t.sortrefs = root.tlist.iter().map(|t| t.sort_group_ref).collect();
    let t = Rc::new(t);
    let mut ends = Rel { consider_startup: root.tuple_fraction > 0.0, ..Rel::default() };
    let bound =
        if count_est > 0 && offset_est >= 0 { (count_est + offset_est) as f64 } else { -1.0 };
    let sort_clauses = root.query.sort.clone();
    root.sort_pathkeys = super::clauses::pathkeys_for(&mut root, &sort_clauses);
    let named = |p: &RcPath| Rc::new(Path { target: Rc::clone(&t), ..(**p).clone() });
    let mut ways: Vec<RcPath> = part.ways.iter().map(named).collect();
    if !sort_clauses.is_empty() {
        ways = super::upper::ordered_paths(pl, &root, &ways, bound, &t);
    }
    let q = &root.query;
    let limited =
        q.limit.as_ref().is_some_and(limit_needed) || q.offset.as_ref().is_some_and(offset_needed);
    for mut p in ways {
        if limited {
            let (offset, count) = (q.offset.clone(), q.limit.clone());
            p = Rc::new(limit(&p, offset, count, offset_est, count_est, q.limit_with_ties));
        }
        add_path(&mut ends, (*p).clone());
    }
    set_cheapest(&mut ends);
    let Some(p) = ends.cheapest_total else {
        return storage::err!(INTERNAL_ERROR, "a set operation has a path");
    };
    Ok(finish(pl, root, p, ends.paths))
}

/// Names the result's columns in the target list, to which sort clauses refer; further columns of
/// the path are junk.
fn name_columns(root: &mut Root, p: &Path) {
    let mut list = root.query.target.clone();
    for (i, e) in p.target.exprs.iter().enumerate() {
        match list.get_mut(i) {
            Some(t) => t.expr = e.clone(),
            None => list.push(TargetEntry {
                expr: e.clone(),
                resno: i as i16 + 1,
                name: Some("flag".to_owned()),
                sort_group_ref: 0,
                origin: None,
                junk: true,
            }),
        }
    }
    root.tlist = list;
}

/// Plans a part of the tree, with its columns coerced to the operation's types
/// (`recurse_set_operations`).
fn recurse(
    pl: &mut Planner<'_>,
    root: &mut Root,
    tree: &SetOpTree,
    wanted: &Wanted<'_>,
) -> Result<Part> {
    match tree {
        SetOpTree::Rte(rte) => leaf(pl, root, *rte, wanted),
        SetOpTree::Op(o) => {
            let part = operation(pl, root, o)?;
            let own_flag = part.path.target.exprs.len() > o.columns.len();
            if wanted.flag.is_none() && wanted.casts.iter().all(Option::is_none) && !own_flag {
                return Ok(part);
            }
            let mut t = Target::default();
            let inputs = part.path.target.exprs.iter().take(o.columns.len());
            for (e, cast) in inputs.zip(wanted.casts) {
                t.exprs.push(coerced(cast.as_ref(), e));
            }
            end_target(pl, root, &mut t, wanted.flag);
            let path = Rc::new(apply_projection(pl, &part.path, &Rc::new(t)));
            Ok(Part { ways: vec![Rc::clone(&path)], path, sorted: None, groups: part.groups })
        }
    }
}

/// Plans a leaf: a scan of its sub-query.
fn leaf(pl: &mut Planner<'_>, root: &mut Root, rte: usize, wanted: &Wanted<'_>) -> Result<Part> {
    let RteKind::Subquery { query, .. } = root.query.rtable[rte - 1].kind.clone() else {
        return storage::err!(INTERNAL_ERROR, "a set operation's side is a sub-query");
    };
    // Columns that are converted are not in the order of those that are read.
    let needless = wanted.flag.is_none() && wanted.casts.iter().all(Option::is_none);
    let order = if needless { wanted.order } else { &[] };
    let sub = plan_leaf(pl, *query, root.tuple_fraction, order)?;
    let rows = clamp_row_est(sub.path.rows);
    let mut rel = Rel {
        relids: Relids::single(rte),
        tuples: rows,
        rows,
        sub: Some(sub.clone()),
        ..Rel::default()
    };
    rel.widths.extend(super::upper::column_widths(&*pl.host.session, &sub));
    root.rels[rte] = Some(rel);
    let own: Vec<Expr> =
        sub.root.borrow().tlist.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    let mut t = Target::default();
    for (i, (e, cast)) in own.into_iter().zip(wanted.casts).enumerate() {
        // Constants are taken as they are, which matters for those of no known type.
        let input = if matches!(e.node, Node::Const(_)) {
            e
        } else {
            let v = Var { rte, attno: i as i16 + 1, levels_up: 0 };
            Expr { node: Node::Var(v), location: -1, ..e }
        };
        t.exprs.push(coerced(cast.as_ref(), &input));
    }
    end_target(pl, root, &mut t, wanted.flag);
    let (startup, columns) = (t.cost.startup, t.cost.per_tuple * rows);
    let free = needless && pl.release.needless_scans_free;
    let scan = if free { 0.0 } else { pl.costs.cpu_tuple_cost * sub.path.rows };
    let path = Rc::new(Path {
        disabled: sub.path.disabled,
        startup: sub.path.startup + startup,
        total: sub.path.total + scan + (startup + columns),
        kind: PathKind::Subquery(sub),
        relids: Relids::single(rte),
        target: Rc::new(t),
        rows,
        pathkeys: Vec::new(),
        required_outer: Relids::EMPTY,
        param_clauses: Vec::new(),
    });
    let groups = distinct_rows(pl, &path);
    root.rel_mut(rte).target = (*path.target).clone();
    Ok(Part { ways: vec![Rc::clone(&path)], path, sorted: None, groups })
}

/// Plans a leaf's query; `order` as in [`plan_side`](super::upper::plan_side).
fn plan_leaf(
    pl: &mut Planner<'_>,
    query: Query,
    tuple_fraction: f64,
    order: &[SortGroupClause],
) -> Result<PlannedQuery> {
    let here = pl.levels.len() - 1;
    let saved = std::mem::take(&mut pl.levels[here].plan_params);
    let sub = super::upper::plan_side(pl, query, tuple_fraction, order)?;
    pl.levels[here].plan_params = saved;
    Ok(if pl.release.several_union_ways { sub.whole() } else { sub })
}

/// A cast with `input` in the place of its column.
fn coerced(cast: Option<&Expr>, input: &Expr) -> Expr {
    let Some(cast) = cast else { return input.clone() };
    let mut e = cast.clone();
    super::tree::rewrite(&mut e, 0, &mut |e, _| {
        let column = matches!(e.node, Node::Var(_));
        if column {
            *e = input.clone();
        }
        !column
    });
    e
}

/// Adds the column with the flag, numbers the columns, and computes their cost.
fn end_target(pl: &mut Planner<'_>, root: &Root, t: &mut Target, flag: Option<i32>) {
    t.sortrefs = (1..=t.exprs.len() as u32).collect();
    if let Some(flag) = flag {
        t.exprs.push(int4(flag));
        t.sortrefs.push(0);
    }
    cost_target(pl, root, t);
}

/// The members of nested UNIONs of the same kind (`plan_union_children`).
fn union_members<'a>(o: &'a SetOperation, out: &mut Vec<(&'a SetOpTree, Wanted<'a>)>) {
    for (side, wanted) in [(&o.left, Wanted::left(o, None)), (&o.right, Wanted::right(o, None))] {
        match side {
            SetOpTree::Op(i)
                if i.kind == SetOp::Union
                    && (i.all == o.all || i.all)
                    && i.columns.iter().zip(&o.columns).all(|(a, b)| a.type_oid == b.type_oid) =>
            {
                union_members(i, out);
            }
            other => out.push((other, wanted)),
        }
    }
}

/// An Append of several parts; its columns are those of range table entry 0, which stands for any
/// part. `flag`: rows get a column that tells the part.
pub(super) fn append(
    pl: &mut Planner<'_>,
    root: &Root,
    members: Vec<RcPath>,
    columns: &[ColumnInfo],
    flag: bool,
) -> Path {
    let rows: f64 = members.iter().map(|p| p.rows).sum();
    let total: f64 = members.iter().map(|p| p.total).sum();
    let mut t = Target::default();
    for (i, c) in columns.iter().enumerate() {
        let mut types =
            members.iter().map(|p| (p.target.exprs[i].type_oid, p.target.exprs[i].typmod));
        let first = types.next().unwrap_or((c.type_oid, -1));
        let typmod = if first.0 == c.type_oid && types.all(|o| o == first) { first.1 } else { -1 };
        t.exprs.push(Expr {
            node: Node::Var(Var { rte: 0, attno: i as i16 + 1, levels_up: 0 }),
            type_oid: c.type_oid,
            typmod,
            collation: c.collation,
            location: -1,
        });
    }
    end_target(pl, root, &mut t, None);
    if flag {
        let attno = columns.len() as i16 + 1;
        t.exprs.push(Expr { node: Node::Var(Var { rte: 0, attno, levels_up: 0 }), ..int4(0) });
        t.sortrefs.push(0);
        t.width += 4;
    }
    Path {
        relids: members.iter().fold(Relids::EMPTY, |a, p| a | p.relids),
        target: Rc::new(t),
        rows,
        disabled: members.iter().map(|p| p.disabled).sum(),
        startup: members[0].startup,
        total: total + pl.costs.cpu_tuple_cost * 0.5 * rows,
        pathkeys: Vec::new(),
        required_outer: Relids::EMPTY,
        param_clauses: Vec::new(),
        kind: PathKind::Append(members),
    }
}

/// How many distinct rows a leaf has, as estimated for its own query.
fn distinct_rows(pl: &Planner<'_>, p: &RcPath) -> f64 {
    let PathKind::Subquery(sub) = &p.kind else { return p.rows };
    let inner = sub.root.borrow();
    let q = &inner.query;
    if !q.group.is_empty() || !q.distinct.is_empty() || q.having.is_some() || q.has_aggs {
        return p.rows;
    }
    let exprs: Vec<Expr> = q.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    super::sel::num_groups(pl, &inner, &exprs, p.rows)
}

/// Plans a set operation (`recurse_set_operations`).
fn operation(pl: &mut Planner<'_>, root: &mut Root, o: &SetOperation) -> Result<Part> {
    let fraction = root.tuple_fraction;
    if o.kind != SetOp::Union || !o.all && !pl.release.several_union_ways {
        root.tuple_fraction = 0.0;
    }
    let path = if o.kind == SetOp::Union {
        let mut members = Vec::new();
        union_members(o, &mut members);
        let mut parts = Vec::new();
        let several = pl.release.several_union_ways && !o.all;
        for (tree, wanted) in members {
            let wanted = if several { wanted.in_order(&o.group) } else { wanted };
            parts.push(recurse(pl, root, tree, &wanted)?);
        }
        if several {
            root.tuple_fraction = fraction;
            return setop_paths::union(pl, root, o, parts);
        }
        let paths = parts.into_iter().map(|p| p.path).collect();
        let p = Rc::new(append(pl, root, paths, &o.columns, false));
        root.tuple_fraction = fraction;
        if o.all { p } else { Rc::new(unique(pl, root, &p, o)?) }
    } else if pl.release.set_operations_of_two {
        let left = Wanted::left(o, None).in_order(&o.group);
        let left = recurse(pl, root, &o.left, &left)?;
        let right = Wanted::right(o, None).in_order(&o.group);
        let right = recurse(pl, root, &o.right, &right)?;
        root.tuple_fraction = fraction;
        return setop_paths::in_both_or_one(pl, root, o, (left, right));
    } else {
        let left = recurse(pl, root, &o.left, &Wanted::left(o, Some(0)))?;
        let right = recurse(pl, root, &o.right, &Wanted::right(o, Some(1)))?;
        root.tuple_fraction = fraction;
        Rc::new(in_both_or_one(pl, root, o, left, right)?)
    };
    let groups = path.rows;
    Ok(Part { ways: vec![Rc::clone(&path)], path, sorted: None, groups })
}

/// Plans INTERSECT or EXCEPT (`generate_nonunion_paths`). The flag stays in the rows, after the
/// columns.
fn in_both_or_one(
    pl: &mut Planner<'_>,
    root: &mut Root,
    o: &SetOperation,
    left: Part,
    right: Part,
) -> Result<Path> {
    let intersect = o.kind == SetOp::Intersect;
    let groups = if intersect { left.groups.min(right.groups) } else { left.groups };
    let out_rows = match (o.all, intersect) {
        (false, _) => groups,
        (true, true) => left.path.rows.min(right.path.rows),
        (true, false) => left.path.rows,
    };
    // INTERSECT puts the side with fewer different rows first.
    let swap = intersect && left.groups > right.groups;
    let (first, second) = if swap { (right.path, left.path) } else { (left.path, right.path) };
    let app = Rc::new(append(pl, root, vec![first, second], &o.columns, true));
    let shown = if intersect { "INTERSECT" } else { "EXCEPT" };
    let hashed = choose_hashed(pl, root, o, &app, groups, out_rows, shown)?;
    let columns = o.columns.len();
    let sub = if hashed || columns == 0 {
        app
    } else {
        let keys = keys_for(root, &app.target.exprs[..columns]);
        Rc::new(sort(pl, &app, &keys, -1.0))
    };
    let cost = Cost {
        startup: sub.startup,
        total: sub.total + pl.costs.cpu_operator_cost * sub.rows * columns as f64,
    };
    let kind = PathKind::SetOp {
        sub: Rc::clone(&sub),
        right: None,
        hashed,
        intersect,
        all: o.all,
        columns,
        first_flag: i32::from(swap),
        groups,
    };
    Ok(over(&sub, kind, cost, out_rows))
}

/// The keys of an order by these columns.
pub(super) fn keys_for(root: &mut Root, exprs: &[Expr]) -> Vec<super::root::PathKey> {
    let mut keys = Vec::new();
    for e in exprs {
        let ty = super::clauses::family(e.type_oid).unwrap_or(e.type_oid);
        let ec = super::clauses::ec_for(root, e, ty, 0);
        super::clauses::push_key(
            root,
            &mut keys,
            super::root::PathKey { ec, descending: false, nulls_first: false },
        );
    }
    keys
}

/// Whether a set operation is done with a hash table rather than by sorting, by cost; refused if
/// neither is possible, with `construct` in the message (`choose_hashed_setop`).
fn choose_hashed(
    pl: &Planner<'_>,
    root: &Root,
    o: &SetOperation,
    input: &Path,
    groups: f64,
    out_rows: f64,
    construct: &str,
) -> Result<bool> {
    let can_sort = o.group.iter().all(|g| g.sortable);
    let can_hash = o.group.iter().all(|g| g.hashable);
    match (can_hash, can_sort) {
        (true, true) => {}
        (true, false) => return Ok(true),
        (false, true) => return Ok(false),
        (false, false) => return not_implementable(construct),
    }
    if !pl.costs.enable_hashagg {
        return Ok(false);
    }
    let width = input.target.width;
    let entry = maxalign(width.max(0) as usize) + maxalign(15);
    if entry as f64 * groups > pl.costs.hash_mem_bytes() {
        return Ok(false);
    }
    let hashed = hash_cost(pl, o, input, groups);
    let mut sorted = pl.costs.sort(input.total, input.rows, width, -1.0);
    sorted.total += pl.costs.cpu_operator_cost * input.rows * o.columns.len() as f64;
    let mut fraction = root.tuple_fraction;
    if fraction >= 1.0 {
        fraction /= out_rows;
    }
    let part = |c: &Cost| {
        if fraction <= 0.0 || fraction >= 1.0 {
            c.total
        } else {
            c.startup + fraction * (c.total - c.startup)
        }
    };
    Ok(part(&hashed)
        .total_cmp(&part(&sorted))
        .then(hashed.startup.total_cmp(&sorted.startup))
        .is_lt())
}

/// The error of a set operation whose columns can neither all be hashed nor all be sorted.
pub(super) fn not_implementable<T>(construct: &str) -> Result<T> {
    let why = "Some of the datatypes only support hashing, while others only support sorting.";
    storage::err!(FEATURE_NOT_SUPPORTED, "could not implement {construct}")
        .map_err(|e| e.detail(why))
}

/// The cost of finding distinct rows by a hash table.
fn hash_cost(pl: &Planner<'_>, o: &SetOperation, input: &Path, groups: f64) -> Cost {
    pl.costs.agg(
        AggStrategy::Hashed,
        QualCost::default(),
        QualCost::default(),
        0.0,
        0,
        o.columns.len(),
        groups,
        Cost { startup: input.startup, total: input.total },
        input.rows,
        input.target.width,
    )
}

/// Returns a path that removes the duplicates of a UNION, hashed or sorted (`make_union_unique`).
fn unique(pl: &mut Planner<'_>, root: &mut Root, p: &RcPath, o: &SetOperation) -> Result<Path> {
    let columns = o.columns.len();
    let groups = p.rows;
    if choose_hashed(pl, root, o, p, groups, groups, "UNION")? {
        return Ok(unique_hashed(pl, p, o));
    }
    if columns == 0 {
        return Ok(unique_sorted(pl, p, o));
    }
    let keys = keys_for(root, &p.target.exprs[..columns]);
    Ok(unique_sorted(pl, &Rc::new(sort(pl, p, &keys, -1.0)), o))
}

/// Returns the path that removes duplicate rows with a hash table.
pub(super) fn unique_hashed(pl: &Planner<'_>, p: &RcPath, o: &SetOperation) -> Path {
    let kind = PathKind::Agg {
        sub: Rc::clone(p),
        strategy: AggStrategy::Hashed,
        clauses: Vec::new(),
        groups: p.rows,
        having: Vec::new(),
        trans_space: 0.0,
    };
    let mut a = over(p, kind, hash_cost(pl, o, p, p.rows), p.rows);
    a.disabled += pl.costs.disabled_node(pl.costs.enable_hashagg);
    a.pathkeys.clear();
    a
}

/// Returns the path that removes duplicates from the rows of a sorted path (`create_upper_unique_path`).
pub(super) fn unique_sorted(pl: &Planner<'_>, s: &RcPath, o: &SetOperation) -> Path {
    let columns = o.columns.len();
    let cost = Cost {
        startup: s.startup,
        total: s.total + pl.costs.cpu_operator_cost * s.rows * columns as f64,
    };
    over(s, PathKind::UpperUnique { sub: Rc::clone(s), keys: columns }, cost, s.rows)
}

/// Plans a recursive WITH query's UNION; `wt` is the parameter that holds its working table
/// (`generate_recursion_path`).
pub fn plan_recursive(pl: &mut Planner<'_>, q: &mut Query, wt: usize) -> Result<PlannedQuery> {
    pl.levels.push(super::root::Level::default());
    let result = recursive_inner(pl, q, wt);
    pl.levels.pop();
    result
}

/// Plans the recursive part of WITH RECURSIVE, which reads the work table `wt`.
fn recursive_inner(pl: &mut Planner<'_>, q: &mut Query, wt: usize) -> Result<PlannedQuery> {
    let mut root = Root::default();
    super::sub::process_ctes(pl, &mut root, q)?;
    root.query = q.clone();
    root.rels = (0..=root.query.rtable.len()).map(|_| None).collect();
    let Some(top) = root.query.set_operations.clone() else {
        return storage::err!(INTERNAL_ERROR, "a recursive query is a UNION");
    };
    let ordered = pl.release.several_union_ways && !pl.release.set_operations_of_two && !top.all;
    let order = if ordered { &top.group[..] } else { &[] };
    let wanted = Wanted::left(&top, None).in_order(order);
    let left = recurse(pl, &mut root, &top.left, &wanted)?.path;
    let outer = pl.levels.len() - 2;
    if let Some(r) = &mut pl.levels[outer].recursive {
        r.2 = left.rows;
        r.3 = left.target.width;
    }
    let wanted = Wanted::right(&top, None).in_order(order);
    let right = recurse(pl, &mut root, &top.right, &wanted)?.path;
    if !top.all && !top.group.iter().all(|g| g.hashable) {
        return storage::err!(FEATURE_NOT_SUPPORTED, "could not implement recursive UNION")
            .map_err(|e| e.detail("All column datatypes must be hashable."));
    }
    let rows = left.rows + 10.0 * right.rows;
    let total = left.total + 10.0 * right.total + pl.costs.cpu_tuple_cost * rows;
    let groups = if top.all { 0.0 } else { rows };
    let mut p = over(
        &left,
        PathKind::RecursiveUnion {
            left: Rc::clone(&left),
            right: Rc::clone(&right),
            param: wt,
            distinct: !top.all,
            groups,
        },
        Cost { startup: left.startup, total },
        rows,
    );
    p.disabled += right.disabled;
    let width = left.target.width.max(right.target.width);
    let columns = append(pl, &root, vec![left, right], &top.columns, false).target;
    p.target = Rc::new(Target { width, ..(*columns).clone() });
    name_columns(&mut root, &p);
    let p = Rc::new(p);
    Ok(finish(pl, root, Rc::clone(&p), vec![p]))
}

//! UNION, INTERSECT, EXCEPT, WITH RECURSIVE (`prepunion.c`).

use super::cost::{AggStrategy, Cost, QualCost, clamp_row_est};
use super::path::{cost_target, limit, over, project, sort};
use super::prep::is_plain;
use super::relids::Relids;
use super::root::{Path, PathKind, PlannedQuery, Planner, RcPath, Rel, Root, Target};
use super::sub::{finish, int4, preprocess};
use crate::analyze::{
    ColumnInfo, JoinTreeNode, Query, RteKind, SetOpKind, SetOpTree, SetOperation,
};
use crate::expr::{CoercionForm, Expr, Node, TargetEntry, Var};
use std::rc::Rc;
use storage::error::Result;

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
    let mut p = operation(pl, &mut root, &top)?;
    // The target list names the result's columns; sort clauses refer to it.
    let mut tlist = root.query.target.clone();
    for (t, e) in tlist.iter_mut().zip(&p.target.exprs) {
        t.expr = e.clone();
    }
    root.tlist = tlist;
    let mut t = (*p.target).clone();
    t.sortrefs = root.tlist.iter().map(|t| t.sort_group_ref).collect();
    let t = Rc::new(t);
    let mut copy = (*p).clone();
    copy.target = Rc::clone(&t);
    p = Rc::new(copy);
    let (mut offset_est, mut count_est) = (0, 0);
    if let Some(Expr { node: Node::Const(d), .. }) = &root.query.limit
        && !d.is_null()
    {
        count_est = d.as_i64().max(1);
    } else if root.query.limit.is_some() {
        count_est = -1;
    }
    if let Some(Expr { node: Node::Const(d), .. }) = &root.query.offset
        && !d.is_null()
    {
        offset_est = d.as_i64().max(0);
    } else if root.query.offset.is_some() {
        offset_est = -1;
    }
    let bound =
        if count_est > 0 && offset_est >= 0 { (count_est + offset_est) as f64 } else { -1.0 };
    let sort_clauses = root.query.sort.clone();
    let keys = super::clauses::pathkeys_for(&mut root, &sort_clauses);
    if !keys.is_empty() && !super::path::keys_contained(&keys, &p.pathkeys) {
        p = Rc::new(sort(pl, &p, &keys, bound));
    }
    if root.query.limit.is_some() || root.query.offset.is_some() {
        p = Rc::new(limit(
            &p,
            root.query.offset.clone(),
            root.query.limit.clone(),
            offset_est,
            count_est,
            root.query.limit_with_ties,
        ));
    }
    Ok(finish(root, p))
}

/// A leaf: a scan of its sub-query, its columns coerced to the operation's types.
fn leaf(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rte: usize,
    columns: &[ColumnInfo],
) -> Result<RcPath> {
    let RteKind::Subquery { query, .. } = root.query.rtable[rte - 1].kind.clone() else {
        return storage::err!(INTERNAL_ERROR, "a set operation's side is a sub-query");
    };
    let own: Vec<Expr> = query.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    let here = pl.levels.len() - 1;
    let saved = std::mem::take(&mut pl.levels[here].plan_params);
    let sub = super::upper::plan_query(pl, *query, root.tuple_fraction)?;
    pl.levels[here].plan_params = saved;
    let mut rel = Rel {
        relids: Relids::single(rte),
        tuples: sub.path.rows,
        rows: sub.path.rows,
        ..Rel::default()
    };
    let mut exprs = Vec::new();
    for (i, (e, c)) in own.iter().zip(columns).enumerate() {
        let v = Expr {
            node: Node::Var(Var { rte, attno: i as i16 + 1, levels_up: 0 }),
            location: -1,
            ..e.clone()
        };
        let w = super::sel::type_width(e.type_oid, e.typmod);
        rel.widths.insert(i as i16 + 1, w);
        exprs.push(if e.type_oid == c.type_oid {
            v
        } else {
            Expr {
                type_oid: c.type_oid,
                typmod: c.typmod,
                collation: c.collation,
                location: -1,
                node: Node::Relabel(Box::new(v), CoercionForm::ImplicitCast),
            }
        });
    }
    rel.sub = Some(sub.clone());
    let mut t = Target { sortrefs: vec![0; exprs.len()], exprs, ..Target::default() };
    t.width = sub.path.target.width;
    let cost = Cost {
        startup: sub.path.startup,
        total: sub.path.total + pl.costs.cpu_tuple_cost * sub.path.rows,
    };
    let p = Path {
        kind: PathKind::Subquery(sub.clone()),
        relids: Relids::single(rte),
        target: Rc::new(t),
        rows: sub.path.rows,
        startup: cost.startup,
        total: cost.total,
        pathkeys: Vec::new(),
        required_outer: Relids::EMPTY,
        param_clauses: Vec::new(),
    };
    root.rels[rte] = Some(rel);
    Ok(Rc::new(p))
}

fn tree(
    pl: &mut Planner<'_>,
    root: &mut Root,
    n: &SetOpTree,
    columns: &[ColumnInfo],
) -> Result<RcPath> {
    match n {
        SetOpTree::Rte(r) => leaf(pl, root, *r, columns),
        SetOpTree::Op(o) => {
            let p = operation(pl, root, o)?;
            let same = o.columns.iter().zip(columns).all(|(a, b)| a.type_oid == b.type_oid);
            if same {
                return Ok(p);
            }
            let mut t = (*p.target).clone();
            for (e, c) in t.exprs.iter_mut().zip(columns) {
                if e.type_oid != c.type_oid {
                    *e = Expr {
                        type_oid: c.type_oid,
                        typmod: c.typmod,
                        collation: c.collation,
                        location: -1,
                        node: Node::Relabel(Box::new(e.clone()), CoercionForm::ImplicitCast),
                    };
                }
            }
            cost_target(pl, root, &mut t);
            Ok(Rc::new(project(pl, &p, &Rc::new(t))))
        }
    }
}

/// The members of nested UNIONs of the same kind (`plan_union_children`).
fn union_members<'a>(o: &'a SetOperation, out: &mut Vec<&'a SetOpTree>) {
    for side in [&o.left, &o.right] {
        match side {
            SetOpTree::Op(i)
                if i.kind == SetOpKind::Union
                    && (i.all == o.all || i.all)
                    && i.columns.iter().zip(&o.columns).all(|(a, b)| a.type_oid == b.type_oid) =>
            {
                union_members(i, out);
            }
            other => out.push(other),
        }
    }
}

fn append(pl: &Planner<'_>, members: Vec<RcPath>) -> Path {
    let rows: f64 = members.iter().map(|p| p.rows).sum();
    let total: f64 = members.iter().map(|p| p.total).sum();
    let mut target = (*members[0].target).clone();
    // Vars of an Append stand for any member's columns.
    target.width = if rows > 0.0 {
        let bytes: f64 = members.iter().map(|p| p.rows * f64::from(p.target.width)).sum();
        (bytes / rows).round_ties_even() as i32
    } else {
        target.width
    };
    let startup = members[0].startup;
    let total = total + pl.costs.cpu_tuple_cost * 0.5 * rows;
    Path {
        relids: members.iter().fold(Relids::EMPTY, |a, p| a | p.relids),
        target: Rc::new(target),
        rows,
        startup,
        total,
        pathkeys: Vec::new(),
        required_outer: Relids::EMPTY,
        param_clauses: Vec::new(),
        kind: PathKind::Append(members),
    }
}

/// UNION ALL scans its members directly, without a sub-query scan's share for every row, when they
/// are tables without conditions (`pull_up_simple_union_all`).
fn flattened(pl: &Planner<'_>, p: &RcPath) -> Path {
    let mut p = (**p).clone();
    if let PathKind::Append(members) = &p.kind {
        let direct = |m: &&RcPath| match &m.kind {
            PathKind::Subquery(sub) => is_append_member(&sub.root.borrow().query),
            _ => false,
        };
        let saved = members.iter().filter(direct).map(|m| m.rows * pl.costs.cpu_tuple_cost);
        p.total -= saved.sum::<f64>();
    }
    p
}

/// Whether a member's query is no more than a scan (`is_simple_subquery`, `is_safe_append_member`).
fn is_append_member(q: &Query) -> bool {
    if !is_plain(q) {
        return false;
    }
    let mut from = &q.jointree;
    loop {
        match (&from.from[..], &from.quals) {
            ([] | [JoinTreeNode::Rte(_)], None) => return true,
            ([JoinTreeNode::From(inner)], None) => from = inner,
            _ => return false,
        }
    }
}

/// How many different rows a side has, as its own query estimates them.
fn distinct_rows(pl: &Planner<'_>, root: &Root, p: &RcPath) -> f64 {
    let PathKind::Subquery(sub) = &p.kind else { return p.rows };
    let inner = sub.root.borrow();
    let q = &inner.query;
    if !q.group.is_empty() || !q.distinct.is_empty() || q.having.is_some() || q.has_aggs {
        return p.rows;
    }
    if q.set_operations.is_some() {
        return super::sel::num_groups(pl, root, &p.target.exprs, p.rows);
    }
    let exprs: Vec<Expr> = q.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    super::sel::num_groups(pl, &inner, &exprs, p.rows)
}

fn operation(pl: &mut Planner<'_>, root: &mut Root, o: &SetOperation) -> Result<RcPath> {
    if o.kind == SetOpKind::Union {
        let mut members = Vec::new();
        union_members(o, &mut members);
        let mut paths = Vec::new();
        for m in members {
            paths.push(tree(pl, root, m, &o.columns)?);
        }
        let p = Rc::new(append(pl, paths));
        if o.all {
            return Ok(Rc::new(flattened(pl, &p)));
        }
        return Ok(Rc::new(unique(pl, root, &p, o)));
    }
    let left = tree(pl, root, &o.left, &o.columns)?;
    let right = tree(pl, root, &o.right, &o.columns)?;
    let (lg, rg) = (distinct_rows(pl, root, &left), distinct_rows(pl, root, &right));
    // INTERSECT puts the smaller side first.
    let intersect = o.kind == SetOpKind::Intersect;
    let swap = intersect && lg > rg;
    let (l, r, first_flag) = if swap { (right, left, 1) } else { (left, right, 0) };
    let groups = if intersect { lg.min(rg) } else { lg };
    let out_rows = if o.all { if intersect { l.rows.min(r.rows) } else { l.rows } } else { groups };
    let flagged = |pl: &mut Planner<'_>, p: &RcPath, flag: i32| {
        let mut t = (*p.target).clone();
        t.exprs.push(int4(flag));
        t.sortrefs.push(0);
        t.width += 4;
        Rc::new(project(pl, p, &Rc::new(t)))
    };
    let (lf, rf) = if swap { (1, 0) } else { (0, 1) };
    let l = flagged(pl, &l, lf);
    let r = flagged(pl, &r, rf);
    let app = Rc::new(append(pl, vec![l, r]));
    let columns = o.columns.len();
    let can_hash = o.group.iter().all(|g| g.hashable);
    let hashed = Cost {
        startup: app.startup,
        total: app.total + app.rows * pl.costs.cpu_operator_cost * columns as f64,
    };
    let sorted = pl.costs.sort(app.total, app.rows, app.target.width, -1.0);
    let sorted_total = sorted.total + app.rows * pl.costs.cpu_operator_cost * columns as f64;
    let use_hash = can_hash && pl.costs.enable_hashagg && hashed.total <= sorted_total;
    let (sub, startup, total) = if use_hash {
        (Rc::clone(&app), hashed.startup, hashed.total)
    } else {
        let keys = keys_for(root, &app, columns);
        let s = Rc::new(sort(pl, &app, &keys, -1.0));
        let t = s.total + app.rows * pl.costs.cpu_operator_cost * columns as f64;
        let start = s.startup;
        (s, start, t)
    };
    let kind = PathKind::SetOp {
        sub: Rc::clone(&sub),
        hashed: use_hash,
        intersect,
        all: o.all,
        columns,
        first_flag,
        groups,
    };
    let mut p = over(&sub, kind, Cost { startup, total }, clamp_row_est(out_rows));
    let mut t = (*p.target).clone();
    t.exprs.truncate(columns + 1);
    p.target = Rc::new(t);
    let p = Rc::new(p);
    // The flag is not part of the result.
    let mut t = (*p.target).clone();
    t.exprs.truncate(columns);
    t.sortrefs.truncate(columns);
    let mut q = (*p).clone();
    q.target = Rc::new(t);
    Ok(Rc::new(q))
}

fn keys_for(root: &mut Root, p: &RcPath, columns: usize) -> Vec<super::root::PathKey> {
    let mut keys = Vec::new();
    for e in p.target.exprs.iter().take(columns) {
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

/// `make_union_unique`
fn unique(pl: &mut Planner<'_>, root: &mut Root, p: &RcPath, o: &SetOperation) -> Path {
    let columns = o.columns.len();
    let groups = p.rows;
    let can_hash = o.group.iter().all(|g| g.hashable);
    let agg = pl.costs.agg(
        AggStrategy::Hashed,
        QualCost::default(),
        QualCost::default(),
        0.0,
        0,
        columns,
        groups,
        Cost { startup: p.startup, total: p.total },
        p.rows,
        p.target.width,
    );
    let s = pl.costs.sort(p.total, p.rows, p.target.width, -1.0);
    let sorted = s.total + p.rows * pl.costs.cpu_operator_cost * columns as f64;
    if can_hash && pl.costs.enable_hashagg && agg.total <= sorted {
        let kind = PathKind::Agg {
            sub: Rc::clone(p),
            strategy: AggStrategy::Hashed,
            clauses: Vec::new(),
            groups,
            having: Vec::new(),
            trans_space: 0.0,
        };
        let mut a = over(p, kind, agg, groups);
        a.pathkeys.clear();
        return a;
    }
    let keys = keys_for(root, p, columns);
    let s = Rc::new(sort(pl, p, &keys, -1.0));
    let cost = Cost {
        startup: s.startup,
        total: s.total + pl.costs.cpu_operator_cost * s.rows * columns as f64,
    };
    over(&s, PathKind::UpperUnique { sub: Rc::clone(&s), keys: columns }, cost, groups)
}

/// `generate_recursion_path`
pub fn plan_recursive(pl: &mut Planner<'_>, q: &mut Query, wt: usize) -> Result<PlannedQuery> {
    pl.levels.push(super::root::Level::default());
    let result = recursive_inner(pl, q, wt);
    pl.levels.pop();
    result
}

fn recursive_inner(pl: &mut Planner<'_>, q: &mut Query, wt: usize) -> Result<PlannedQuery> {
    let mut root = Root::default();
    super::sub::process_ctes(pl, &mut root, q)?;
    root.query = q.clone();
    root.rels = (0..=root.query.rtable.len()).map(|_| None).collect();
    let Some(top) = root.query.set_operations.clone() else {
        return storage::err!(INTERNAL_ERROR, "a recursive query is a UNION");
    };
    let left = tree(pl, &mut root, &top.left, &top.columns)?;
    let outer = pl.levels.len() - 2;
    if let Some(r) = &mut pl.levels[outer].recursive {
        r.2 = left.rows;
        r.3 = left.target.width;
    }
    let right = tree(pl, &mut root, &top.right, &top.columns)?;
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
    let mut t = (*p.target).clone();
    t.width = t.width.max(right.target.width);
    p.target = Rc::new(t);
    let mut tlist: Vec<TargetEntry> = root.query.target.clone();
    for (t, e) in tlist.iter_mut().zip(&p.target.exprs) {
        t.expr = e.clone();
    }
    root.tlist = tlist;
    Ok(finish(root, Rc::new(p)))
}

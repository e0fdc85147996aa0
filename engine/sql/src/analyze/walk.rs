//! Walking through expressions and queries (`nodeFuncs.c`).

use super::{JoinTreeNode, Query, RteKind};
use crate::expr::{Expr, Node};
use storage::error::PgError;
use storage::ids::Oid;
use storage::map::SortedSet;

macro_rules! children {
    ($e:expr, $f:expr, $($m:tt)?) => {
        match $e {
            Node::Var(_) | Node::Const(_) | Node::Param(_) | Node::CaseTest => {}
            Node::CoerceToDomainValue | Node::SetToDefault | Node::SqlValue(_) => {}
            Node::NextValue(_) => {}
            Node::Func(c) => { for a in & $($m)? c.args { $f(a) } }
            Node::Op(c) | Node::Distinct(c) | Node::NullIf(c) => {
                for a in & $($m)? c.args { $f(a) }
            }
            Node::ScalarArrayOp(s) => { for a in & $($m)? s.args[..] { $f(a) } }
            Node::Bool(_, l) | Node::Grouping(l) | Node::Coalesce(l) | Node::MinMax(_, l) => {
                for a in l { $f(a) }
            }
            Node::Aggref(a) => {
                for d in & $($m)? a.direct_args { $f(d) }
                for t in & $($m)? a.args { $f(& $($m)? t.expr) }
                if let Some(x) = & $($m)? a.filter { $f(x) }
            }
            Node::WindowFunc(w) => {
                for a in & $($m)? w.args { $f(a) }
                if let Some(x) = & $($m)? w.filter { $f(x) }
            }
            Node::Case(c) => {
                if let Some(a) = & $($m)? c.arg { $f(a) }
                for (a, b) in & $($m)? c.whens { $f(a); $f(b) }
                $f(& $($m)? c.default)
            }
            Node::NullTest(n) => $f(& $($m)? *n.arg),
            Node::BooleanTest(_, a) | Node::FieldSelect(a, _) | Node::Relabel(a, _) => $f(a),
            Node::CoerceViaIO(a, _) | Node::CoerceToDomain(a, _) | Node::Collate(a, _) => $f(a),
            Node::NamedArg(_, a) => $f(a),
            Node::ArrayCoerce(a, b, _) => { $f(a); $f(b) }
            Node::Row(r) => { for a in & $($m)? r.args { $f(a) } }
            Node::RowCompare(r) => {
                for a in & $($m)? r.left { $f(a) }
                for a in & $($m)? r.right { $f(a) }
            }
            Node::Array(a) => { for x in & $($m)? a.elements { $f(x) } }
            Node::Subscript(s) => {
                $f(& $($m)? s.container);
                for x in (& $($m)? s.upper).into_iter().flatten() { $f(x) }
                for x in (& $($m)? s.lower).into_iter().flatten() { $f(x) }
                if let Some(x) = & $($m)? s.assign { $f(x) }
            }
            Node::FieldStore(a, l) => {
                $f(a);
                for (_, x) in l { $f(x) }
            }
            Node::SubLink(s) => { if let Some(t) = & $($m)? s.test { $f(t) } }
            Node::SubPlan(s) => {
                if let Some(t) = & $($m)? s.test { $f(t) }
                for a in & $($m)? s.args { $f(a) }
            }
        }
    };
}

/// Calls `f` for each direct child, but not for the query of a sub-link.
pub fn children(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    children!(&e.node, f,)
}

/// Calls `f` for each direct child, which it may change.
pub fn children_mut(e: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    children!(&mut e.node, f, mut)
}

/// Calls `f` for the expression and all expressions inside it, from the outside in; sub-links'
/// queries are skipped.
pub fn visit(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    f(e);
    children(e, &mut |c| visit(c, f));
}

/// Calls `f` for the expression and all expressions inside it, from the inside out; `f` may change
/// them.
pub fn visit_mut(e: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    children_mut(e, &mut |c| visit_mut(c, f));
    f(e);
}

/// Whether some node of the expression satisfies `p`.
pub fn contains(e: &Expr, p: &dyn Fn(&Expr) -> bool) -> bool {
    if p(e) {
        return true;
    }
    let mut found = false;
    children(e, &mut |c| found = found || contains(c, p));
    found
}

/// Calls `f` with every top-level expression of a query and its sub-queries, and how many levels deeper
/// it is.
pub fn visit_query(q: &Query, level: u32, f: &mut dyn FnMut(&Expr, u32)) {
    tops(q, &mut |e| deep(e, level, f));
    for r in &q.rtable {
        if let RteKind::Subquery { query, .. } = &r.kind {
            visit_query(query, level + 1, f);
        }
    }
    for c in &q.ctes {
        visit_query(&c.query, level + 1, f);
    }
}

/// Calls `f` with every expression that is the query's own.
pub(super) fn tops(q: &Query, f: &mut dyn FnMut(&Expr)) {
    q.target.iter().chain(&q.returning).for_each(|t| f(&t.expr));
    [&q.jointree.quals, &q.having, &q.limit, &q.offset].into_iter().flatten().for_each(&mut *f);
    q.jointree.from.iter().for_each(|j| join_quals(j, f));
    if let Some(oc) = &q.on_conflict {
        oc.set.iter().for_each(|t| f(&t.expr));
        oc.where_clause.iter().for_each(&mut *f);
    }
    for r in &q.rtable {
        match &r.kind {
            RteKind::Function { functions, .. } => functions.iter().for_each(|x| f(&x.expr)),
            RteKind::Values { rows, .. } => rows.iter().flatten().for_each(&mut *f),
            _ => {}
        }
    }
}

/// Calls `f` with the query and every query written in it: sub-queries in FROM, WITH and
/// expressions. The queries of views are not among them.
pub fn written_queries(q: &Query, f: &mut dyn FnMut(&Query)) {
    f(q);
    for r in &q.rtable {
        if let RteKind::Subquery { query, view: None, .. } = &r.kind {
            written_queries(query, f);
        }
    }
    q.ctes.iter().for_each(|c| written_queries(&c.query, f));
    tops(q, &mut |e| {
        visit(e, &mut |x| {
            if let Node::SubLink(s) = &x.node {
                written_queries(&s.query, f);
            }
        });
    });
}

/// The relations and views that a query names, also in its sub-queries.
pub fn relations(q: &Query) -> SortedSet<Oid> {
    let mut found = SortedSet::new();
    named(q, &mut found);
    visit_query(q, 0, &mut |e, _| {
        if let Node::SubLink(s) = &e.node {
            named(&s.query, &mut found);
        }
    });
    found
}

/// Adds the tables that a query names, its sub-queries included.
fn named(q: &Query, found: &mut SortedSet<Oid>) {
    for r in &q.rtable {
        match &r.kind {
            RteKind::Relation { oid, .. } => {
                found.insert(*oid);
            }
            RteKind::Subquery { query, view } => {
                found.extend(*view);
                named(query, found);
            }
            _ => {}
        }
    }
    q.ctes.iter().for_each(|c| named(&c.query, found));
}

/// Calls `f` for the conditions of a join tree.
fn join_quals(j: &JoinTreeNode, f: &mut dyn FnMut(&Expr)) {
    match j {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::Join(j) => {
            join_quals(&j.left, f);
            join_quals(&j.right, f);
            j.quals.iter().for_each(&mut *f);
        }
        JoinTreeNode::From(fr) => {
            fr.from.iter().for_each(|j| join_quals(j, f));
            fr.quals.iter().for_each(&mut *f);
        }
    }
}

/// Calls `f` for every node, also in the queries of sub-links, with the node's query level.
pub(super) fn deep(e: &Expr, level: u32, f: &mut dyn FnMut(&Expr, u32)) {
    f(e, level);
    children(e, &mut |c| deep(c, level, f));
    if let Node::SubLink(s) = &e.node {
        visit_query(&s.query, level + 1, f);
    }
}

/// The position where an analyzed expression begins (`exprLocation`): for a call, an operator or a
/// cast, the leftmost of its own position and its first argument's.
pub(super) fn place(e: &Expr) -> i32 {
    let first = match &e.node {
        Node::Func(c) => c.args.first(),
        Node::Op(c) | Node::Distinct(c) | Node::NullIf(c) => c.args.first(),
        Node::ScalarArrayOp(s) => s.args.first(),
        Node::Bool(_, l) => l.first(),
        Node::NullTest(n) => Some(&*n.arg),
        Node::BooleanTest(_, a)
        | Node::FieldSelect(a, _)
        | Node::Relabel(a, _)
        | Node::CoerceViaIO(a, _)
        | Node::CoerceToDomain(a, _)
        | Node::Collate(a, _)
        | Node::ArrayCoerce(a, _, _) => Some(&**a),
        Node::Subscript(s) => Some(&s.container),
        Node::SubLink(s) => s.test.as_ref(),
        _ => None,
    };
    match first.map_or(-1, place) {
        inner if inner < 0 => e.location,
        inner if e.location < 0 => inner,
        inner => inner.min(e.location),
    }
}

/// Whether a set-returning function is anywhere in an expression (`expression_returns_set`).
pub(crate) fn returns_set(e: &Expr) -> bool {
    contains(e, &|x| match &x.node {
        Node::Func(f) => f.returns_set,
        _ => false,
    })
}

/// The position of the last set-returning function (`p_last_srf`).
pub(super) fn set_location(e: &Expr) -> i32 {
    let mut at = e.location;
    visit(e, &mut |x| {
        if matches!(&x.node, Node::Func(f) if f.returns_set) {
            at = x.location;
        }
    });
    at
}

/// The position of an aggregate of this query level in the expression; `None` if there is none.
pub(super) fn find_agg(e: &Expr) -> Option<i32> {
    let mut at = None;
    deep(e, 0, &mut |x, level| {
        if let Node::Aggref(a) = &x.node
            && a.levels_up == level
            && at.is_none()
        {
            at = Some(x.location);
        }
    });
    at
}

/// The position of the first window function of this query level; `None` if there is none.
pub(super) fn find_window_func(e: &Expr) -> Option<i32> {
    let mut at = None;
    visit(e, &mut |x| {
        if matches!(x.node, Node::WindowFunc(_)) && at.is_none() {
            at = Some(x.location);
        }
    });
    at
}

/// The position of the first column of this query level; `None` if there is none.
pub(super) fn find_var(e: &Expr) -> Option<i32> {
    let mut at = None;
    deep(e, 0, &mut |x, level| {
        if let Node::Var(v) = &x.node
            && v.levels_up == level
            && at.is_none()
        {
            at = Some(x.location);
        }
    });
    at
}

/// Adds the hint of errors about a set where one value is wanted.
pub(super) fn into_lateral(e: Box<PgError>) -> Box<PgError> {
    e.hint("You might be able to move the set-returning function into a LATERAL FROM item.")
}

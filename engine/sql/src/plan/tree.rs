//! Walking and rewriting expressions and queries (`nodeFuncs.c`, `rewriteManip.c`).

use super::relids::Relids;
use crate::analyze::{FrameBound, FromExpr, JoinTreeNode, Query, RangeTblEntry, RteKind};
use crate::expr::{Expr, Node, Var};
use std::rc::Rc;

macro_rules! children_of {
    ($node:expr, $out:ident, $iter:ident, $ref:ident $(, $m:ident)?) => {
        match $node {
            Node::Func(f) => $out.extend(f.args.$iter()),
            Node::Op(o) | Node::Distinct(o) | Node::NullIf(o) => $out.extend(o.args.$iter()),
            Node::ScalarArrayOp(s) => $out.extend(s.args.$iter()),
            Node::Bool(_, v) | Node::Grouping(v) | Node::Coalesce(v) | Node::MinMax(_, v) => {
                $out.extend(v.$iter())
            }
            Node::Aggref(a) => {
                $out.extend(a.direct_args.$iter());
                $out.extend(a.args.$iter().map(|t| &$($m)? t.expr));
                $out.extend(a.filter.$iter());
            }
            Node::WindowFunc(w) => {
                $out.extend(w.args.$iter());
                $out.extend(w.filter.$iter());
            }
            Node::Case(c) => {
                $out.extend(c.arg.$iter());
                for (a, b) in c.whens.$iter() {
                    $out.push(a);
                    $out.push(b);
                }
                $out.push(&$($m)? c.default);
            }
            Node::NullTest(n) => $out.push(n.arg.$ref()),
            Node::BooleanTest(_, e)
            | Node::FieldSelect(e, _)
            | Node::Relabel(e, _)
            | Node::CoerceViaIO(e, _)
            | Node::CoerceToDomain(e, _)
            | Node::Collate(e, _)
            | Node::NamedArg(_, e) => $out.push(e.$ref()),
            Node::ArrayCoerce(e, _, _) => $out.push(e.$ref()),
            Node::Row(r) => $out.extend(r.args.$iter()),
            Node::RowCompare(r) => {
                $out.extend(r.left.$iter());
                $out.extend(r.right.$iter());
            }
            Node::Array(a) => $out.extend(a.elements.$iter()),
            Node::Subscript(s) => {
                $out.push(&$($m)? s.container);
                $out.extend(s.upper.$iter().flatten());
                $out.extend(s.lower.$iter().flatten());
                $out.extend(s.assign.$iter());
            }
            Node::FieldStore(e, v) => {
                $out.push(e.$ref());
                $out.extend(v.$iter().map(|(_, e)| e));
            }
            Node::SubLink(s) => $out.extend(s.test.$iter()),
            Node::SubPlan(s) => {
                $out.extend(s.test.$iter());
                $out.extend(s.args.$iter());
                $out.extend(s.hashed.$iter().flat_map(|way| way.test.$iter()));
            }
            Node::Var(_)
            | Node::Const(_)
            | Node::Param(_)
            | Node::CaseTest
            | Node::CoerceToDomainValue
            | Node::SetToDefault
            | Node::SqlValue(_)
            | Node::NextValue(_) => {}
        }
    };
}

/// The expressions directly within an expression; not those of a sub-link's query.
pub fn children(e: &Expr) -> Vec<&Expr> {
    let mut out: Vec<&Expr> = Vec::new();
    children_of!(&e.node, out, iter, as_ref);
    out
}

/// The direct sub-expressions, to change them.
pub fn children_mut(e: &mut Expr) -> Vec<&mut Expr> {
    let mut out: Vec<&mut Expr> = Vec::new();
    children_of!(&mut e.node, out, iter_mut, as_mut, mut);
    out
}

/// Visits an expression and all within it, sub-queries included (at `depth` + 1), from the top;
/// `f` says whether to go further down.
pub fn walk(e: &Expr, depth: u32, f: &mut dyn FnMut(&Expr, u32) -> bool) {
    if !f(e, depth) {
        return;
    }
    if let Node::SubLink(s) = &e.node {
        walk_query(&s.query, depth + 1, f);
    }
    for c in children(e) {
        walk(c, depth, f);
    }
}

/// Visits all expressions of a query, which are at `depth`, and those within them; see [`walk`].
pub fn walk_query(q: &Query, depth: u32, f: &mut dyn FnMut(&Expr, u32) -> bool) {
    for e in query_exprs(q) {
        walk(e, depth, f);
    }
    for rte in &q.rtable {
        if let RteKind::Subquery { query, .. } = &rte.kind {
            walk_query(query, depth + 1, f);
        }
    }
    for cte in &q.ctes {
        walk_query(&cte.query, depth + 1, f);
    }
}

/// Rewrites an expression and all within it, from the top; `f` says whether to go further down.
pub fn rewrite(e: &mut Expr, depth: u32, f: &mut dyn FnMut(&mut Expr, u32) -> bool) {
    if !f(e, depth) {
        return;
    }
    if let Node::SubLink(s) = &mut e.node {
        rewrite_query(&mut s.query, depth + 1, f);
    }
    for c in children_mut(e) {
        rewrite(c, depth, f);
    }
}

/// Rewrites all expressions of a query, which are at `depth`; see [`rewrite`].
pub fn rewrite_query(q: &mut Query, depth: u32, f: &mut dyn FnMut(&mut Expr, u32) -> bool) {
    for e in query_exprs_mut(q) {
        rewrite(e, depth, f);
    }
    for rte in &mut q.rtable {
        if let RteKind::Subquery { query, .. } = &mut rte.kind {
            rewrite_query(query, depth + 1, f);
        }
    }
    for cte in &mut q.ctes {
        rewrite_query(Rc::make_mut(&mut cte.query), depth + 1, f);
    }
}

macro_rules! exprs_of {
    ($q:ident, $iter:ident, $deref:ident, $tree:ident $(, $m:ident)?) => {{
        let mut out = Vec::new();
        out.extend($q.target.$iter().map(|t| &$($m)? t.expr));
        out.extend($q.returning.$iter().map(|t| &$($m)? t.expr));
        $tree(&$($m)? $q.jointree, &mut out);
        out.extend($q.having.$iter());
        out.extend($q.limit.$iter());
        out.extend($q.offset.$iter());
        if let Some(c) = &$($m)? $q.on_conflict {
            out.extend(c.set.$iter().map(|t| &$($m)? t.expr));
            out.extend(c.where_clause.$iter());
        }
        for w in $q.windows.$iter() {
            out.extend(w.run.$iter());
            for bound in [&$($m)? w.frame.start, &$($m)? w.frame.end] {
                if let FrameBound::Preceding(e) | FrameBound::Following(e) = bound {
                    out.push(&$($m)? **e);
                }
            }
        }
        for rte in $q.rtable.$iter() {
            match &$($m)? rte.kind {
                RteKind::Function { functions, .. } => {
                    out.extend(functions.$iter().map(|f| &$($m)? f.expr))
                }
                RteKind::Values { rows, .. } => out.extend(rows.$iter().flatten()),
                RteKind::Join(j) => out.extend(j.alias_vars.$iter()),
                _ => {}
            }
            out.extend(rte.placeholders.$iter());
        }
        for member in $q.append_members.$iter() {
            out.extend(member.columns.$iter());
        }
        out
    }};
}

/// All expressions of a query, without those of its sub-queries.
pub fn query_exprs(q: &Query) -> Vec<&Expr> {
    exprs_of!(q, iter, as_deref, from_exprs)
}

/// All expressions of a query, without those of its sub-queries, to change them.
pub fn query_exprs_mut(q: &mut Query) -> Vec<&mut Expr> {
    exprs_of!(q, iter_mut, as_deref_mut, from_exprs_mut, mut)
}

/// Adds the conditions of a FROM tree.
fn from_exprs<'a>(f: &'a FromExpr, out: &mut Vec<&'a Expr>) {
    for n in &f.from {
        node_exprs(n, out);
    }
    out.extend(f.quals.iter());
}

/// Adds the conditions of a node of the join tree.
fn node_exprs<'a>(n: &'a JoinTreeNode, out: &mut Vec<&'a Expr>) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::Join(j) => {
            node_exprs(&j.left, out);
            node_exprs(&j.right, out);
            out.extend(j.quals.iter());
        }
        JoinTreeNode::From(f) => from_exprs(f, out),
    }
}

/// Adds the conditions of a FROM tree, to be changed.
fn from_exprs_mut<'a>(f: &'a mut FromExpr, out: &mut Vec<&'a mut Expr>) {
    for n in &mut f.from {
        node_exprs_mut(n, out);
    }
    out.extend(f.quals.iter_mut());
}

/// Adds the conditions of a node of the join tree, to be changed.
pub(super) fn node_exprs_mut<'a>(n: &'a mut JoinTreeNode, out: &mut Vec<&'a mut Expr>) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::Join(j) => {
            node_exprs_mut(&mut j.left, out);
            node_exprs_mut(&mut j.right, out);
            out.extend(j.quals.iter_mut());
        }
        JoinTreeNode::From(f) => from_exprs_mut(f, out),
    }
}

/// Whether `f` holds for any node of the expression; sub-queries are not searched.
pub fn any(e: &Expr, f: &dyn Fn(&Expr) -> bool) -> bool {
    f(e) || children(e).into_iter().any(|c| any(c, f))
}

/// Adds `by` to the level of Vars and aggregates that refer outside (`IncrementVarSublevelsUp`).
pub fn shift_levels(e: &mut Expr, by: i32, min_level: u32) {
    rewrite(e, min_level, &mut |e, depth| {
        shift_one(e, by, depth);
        true
    });
}

/// Shifts the levels of a query's outer references; its own level is `min_level`.
pub fn shift_query_levels(q: &mut Query, by: i32, min_level: u32) {
    rewrite_query(q, min_level, &mut |e, depth| {
        shift_one(e, by, depth);
        true
    });
    shift_cte_levels(q, by, min_level);
}

/// Moves the levels of references to WITH entries.
fn shift_cte_levels(q: &mut Query, by: i32, min_level: u32) {
    for rte in &mut q.rtable {
        match &mut rte.kind {
            RteKind::Cte { levels_up, .. } if *levels_up >= min_level => {
                *levels_up = (*levels_up as i32 + by) as u32;
            }
            RteKind::Subquery { query, .. } => shift_cte_levels(query, by, min_level + 1),
            _ => {}
        }
    }
}

/// Moves the level of one node, if it refers out of `depth` levels.
fn shift_one(e: &mut Expr, by: i32, depth: u32) {
    match &mut e.node {
        Node::Var(v) if v.levels_up >= depth => v.levels_up = (v.levels_up as i32 + by) as u32,
        Node::Aggref(a) if a.levels_up >= depth && depth > 0 => {
            a.levels_up = (a.levels_up as i32 + by) as u32;
        }
        _ => {}
    }
}

/// The RTEs of this query level that an expression refers to, as a bit set of their numbers.
pub fn relids(e: &Expr) -> Relids {
    let mut set = Relids::EMPTY;
    walk(e, 0, &mut |e, depth| {
        if let Node::Var(v) = &e.node
            && v.levels_up == depth
            && v.rte <= Relids::MAX_MEMBER
        {
            set |= Relids::single(v.rte);
        }
        true
    });
    set
}

/// Collects all columns of this query level; aggregates and window functions are collected as they
/// are if `stop_at_aggs` and `stop_at_windows` say so (`pull_var_clause`).
pub fn pull_vars(e: &Expr, stop_at_aggs: bool, stop_at_windows: bool, out: &mut Vec<Expr>) {
    match &e.node {
        Node::Var(v) if v.levels_up == 0 => out.push(e.clone()),
        Node::Aggref(_) if stop_at_aggs => out.push(e.clone()),
        Node::WindowFunc(_) if stop_at_windows => out.push(e.clone()),
        _ => {
            for c in children(e) {
                pull_vars(c, stop_at_aggs, stop_at_windows, out);
            }
        }
    }
}

/// Collects all columns of this query level, also those in expressions that scans compute
/// (`PVC_RECURSE_PLACEHOLDERS`).
pub fn columns_in(rtable: &[RangeTblEntry], e: &Expr) -> Vec<Expr> {
    let mut e = e.clone();
    put_placeholders(rtable, &mut e);
    let mut found = Vec::new();
    pull_vars(&e, false, false, &mut found);
    found
}

/// Puts the expressions that a scan computes in the place of what stands for them.
pub fn put_placeholders(rtable: &[RangeTblEntry], e: &mut Expr) {
    rewrite(e, 0, &mut |e, _| {
        if let Node::Var(v) = &e.node
            && let Some(at) = v.placeholder()
            && let Some(entry) = rtable.get(v.rte - 1)
        {
            *e = entry.placeholders[at].clone();
        }
        true
    });
}

/// A Var for a column, with the type of another expression.
pub fn var(rte: usize, attno: i16, like: &Expr) -> Expr {
    Expr { node: Node::Var(Var { rte, attno, levels_up: 0 }), location: -1, ..like.clone() }
}

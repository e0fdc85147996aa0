//! What the query around a sub-query in FROM changes in it, before it is planned: conditions on its rows are checked within
//! it, where that is safe, and columns that nobody reads are not computed (`set_subquery_pathlist`).

use super::run_condition;
use crate::analyze::{ColumnInfo, CommandType, Query, RteKind, SetOp, SetOpTree, SetOperation};
use crate::expr::{Expr, FuncRef, Node};
use crate::plan::prep::{conjuncts, contains_volatile, contains_window, make_and, returns_set};
use crate::plan::root::{Planner, Root};
use crate::plan::tree::{any, pull_vars, rewrite};
use storage::datum::Datum;
use storage::fmgr::Operator;
use storage::ids::Oid;
use storage::types::oid::{
    ANYARRAY, ANYENUM, ANYMULTIRANGE, ANYRANGE, BOOL, DATE, FLOAT4, FLOAT8, INT2, INT4, INT8,
    JSONB, NUMERIC, RECORD, TIMESTAMP, TIMESTAMPTZ,
};

/// Moves restrictions on a sub-query's rows into it, and takes out of it what is not read.
#[inline(never)]
pub(super) fn fit_subquery(pl: &Planner<'_>, root: &mut Root, rte: usize, sub: &mut Query) {
    let checked = push_down_quals(pl, root, rte, sub);
    let mut read = Vec::new();
    for e in root.rel(rte).target.exprs.iter().chain(&checked) {
        pull_vars(e, false, false, &mut read);
    }
    forget_unread(rte, sub, &read);
}

/// Puts a NULL in the place of each column that is not among those `read` and that the query itself does not sort, group or
/// count its rows by (`remove_unused_subquery_outputs`).
fn forget_unread(rte: usize, sub: &mut Query, read: &[Expr]) {
    let numbers = |e: &Expr| match &e.node {
        Node::Var(v) if v.rte == rte => Some(v.attno),
        _ => None,
    };
    let read: Vec<i16> = read.iter().filter_map(numbers).collect();
    if sub.set_operations.is_some()
        || sub.command != CommandType::Select
        || !sub.distinct.is_empty() && !sub.has_distinct_on
        || read.contains(&0)
    {
        return;
    }
    for (t, number) in sub.target.iter_mut().filter(|t| !t.junk).zip(1..) {
        let own = t.sort_group_ref != 0 || returns_set(&t.expr) || contains_volatile(&t.expr);
        if !own && !read.contains(&number) {
            t.expr.node = Node::Const(Datum::Null);
            t.expr.location = -1;
        }
    }
    sub.has_window_funcs = sub.target.iter().any(|t| contains_window(&t.expr));
}

/// Moves restrictions on a sub-query's rows into it, where that is safe: into all branches of a UNION or INTERSECT, or none
/// (`subquery_is_pushdown_safe`). Returns those that stay, and those that a window of the sub-query checks.
fn push_down_quals(pl: &Planner<'_>, root: &mut Root, rte: usize, sub: &mut Query) -> Vec<Expr> {
    let mut leaves = Vec::new();
    let top = sub.set_operations.clone();
    let barrier = sub.security_barrier;
    let all = |root: &Root| root.rel(rte).restrict.iter().map(|c| c.expr.clone()).collect();
    if sub.command != CommandType::Select
        || is_limited(sub)
        || top.as_ref().is_some_and(|top| !collect_leaves(top, &mut leaves))
    {
        return all(root);
    }
    let mut branches: Vec<&mut Query> = Vec::new();
    if top.is_none() {
        branches.push(sub);
    } else {
        for (entry, number) in sub.rtable.iter_mut().zip(1..) {
            if let RteKind::Subquery { query, .. } = &mut entry.kind
                && leaves.contains(&number)
            {
                branches.push(query);
            }
        }
    }
    if top.is_some() && branches.iter().any(|q| is_limited(q) || q.set_operations.is_some()) {
        return all(root);
    }
    let columns = top.as_ref().map(|top| &top.columns[..]);
    let restrict = std::mem::take(&mut root.rel_mut(rte).restrict);
    let mut kept = Vec::new();
    let mut read = Vec::new();
    for c in restrict {
        let hidden = barrier && contains_leaked_vars(&c.expr);
        if !hidden && branches.iter().all(|q| is_safe(rte, q, columns, &c.expr)) {
            branches.iter_mut().for_each(|q| push(rte, q, &c.expr));
            continue;
        }
        read.push(c.expr.clone());
        if top.is_some() || run_condition::push(pl, rte, branches[0], &c.expr) {
            kept.push(c);
        }
    }
    root.rel_mut(rte).restrict = kept;
    read
}

/// Whether a query gives some of its rows only.
fn is_limited(q: &Query) -> bool {
    q.limit.is_some() || q.offset.is_some()
}

/// Collects the leaves of a tree of set operations. Returns false if one of the operations is EXCEPT
/// (`recurse_pushdown_safe`).
fn collect_leaves(o: &SetOperation, out: &mut Vec<usize>) -> bool {
    let mut side = |tree: &SetOpTree| match tree {
        SetOpTree::Rte(leaf) => {
            out.push(*leaf);
            true
        }
        SetOpTree::Op(inner) => collect_leaves(inner, out),
    };
    o.kind != SetOp::Except && side(&o.left) && side(&o.right)
}

/// Whether a query may check a condition on its rows, which are those of the entry `rte`; as a branch of a set operation
/// only on columns that have the types of the operation's `columns` (`qual_is_pushdown_safe`).
fn is_safe(rte: usize, sub: &Query, columns: Option<&[ColumnInfo]>, condition: &Expr) -> bool {
    let mut vars = Vec::new();
    pull_vars(condition, false, false, &mut vars);
    let once = sub.has_window_funcs || sub.has_target_srfs || !sub.distinct.is_empty();
    let volatile = contains_volatile(condition);
    (if volatile { !once } else { !vars.is_empty() })
        && !any(condition, &|e| matches!(e.node, Node::SubPlan(_)))
        && vars.iter().all(|v| match &v.node {
            Node::Var(v) if v.attno > 0 => {
                let at = v.attno as usize - 1;
                let shown = sub.target.iter().filter(|t| !t.junk).nth(at);
                shown.is_some_and(|t| {
                    columns.is_none_or(|c| c[at].type_oid == t.expr.type_oid)
                        && !returns_set(&t.expr)
                        && !contains_volatile(&t.expr)
                        && !contains_window(&t.expr)
                        && (sub.distinct.is_empty()
                            || !sub.has_distinct_on
                            || sub.distinct.iter().any(|d| d.tle_ref == t.sort_group_ref))
                })
            }
            _ => false,
        })
        && (!sub.has_window_funcs || run_condition::of_partitions(rte, sub, condition))
}

/// Whether a condition gives columns to a function that may tell their values, as an error's words do
/// (`contain_leaked_vars`, `proleakproof` in `pg_proc.dat`).
#[inline(never)]
fn contains_leaked_vars(condition: &Expr) -> bool {
    any(condition, &|e| {
        let leaks = match &e.node {
            Node::Func(f) => match &f.func {
                FuncRef::Sql(f) => !f.leakproof,
                FuncRef::Builtin(b) => !matches!(b.name, "starts_with" | "md5" | "sha256"),
                FuncRef::Cast(c, _) => {
                    let widths = [INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC];
                    let width = |of: Oid| widths.iter().position(|t| *t == of);
                    !matches!([c.source, c.target], [INT4, BOOL] | [BOOL, INT4])
                        && (width(c.source).is_none() || width(c.source) >= width(c.target))
                }
            },
            Node::Op(o) | Node::Distinct(o) | Node::NullIf(o) => !is_leakproof(o.op),
            Node::ScalarArrayOp(s) => !is_leakproof(s.op),
            Node::CoerceViaIO(..) | Node::Coalesce(_) | Node::CoerceToDomain(..) => true,
            _ => false,
        };
        let mut read = Vec::new();
        pull_vars(e, false, false, &mut read);
        leaks && !read.is_empty()
    })
}

/// Whether an operator tells nothing of what it compares (`proleakproof` in `pg_proc.dat`).
fn is_leakproof(o: &Operator) -> bool {
    let dated = |t| matches!(t, DATE | TIMESTAMP | TIMESTAMPTZ);
    let fails = |t| {
        matches!(t, NUMERIC | ANYARRAY | ANYENUM | ANYRANGE | ANYMULTIRANGE | RECORD | JSONB)
            || o.left != o.right && dated(t)
    };
    matches!(o.name, "=" | "<>" | "<" | "<=" | ">" | ">=" | "~<~" | "~<=~" | "~>~" | "~>=~" | "^@")
        && !fails(o.left)
        && !fails(o.right)
}

/// Adds a condition on a query's rows, which are those of the entry `rte`, to its own.
fn push(rte: usize, sub: &mut Query, condition: &Expr) {
    let mut e = condition.clone();
    let targets: Vec<Expr> =
        sub.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    rewrite(&mut e, 0, &mut |e, _| {
        if let Node::Var(v) = &e.node
            && v.rte == rte
        {
            *e = targets[v.attno as usize - 1].clone();
            return false;
        }
        true
    });
    let grouped = sub.has_aggs || !sub.group.is_empty() || sub.having.is_some();
    let quals = if grouped { &mut sub.having } else { &mut sub.jointree.quals };
    *quals = make_and(conjuncts(quals.take()).into_iter().chain([e]).collect());
}

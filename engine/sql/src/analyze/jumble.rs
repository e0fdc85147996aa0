//! A query without its constants and names: what pg_stat_statements counts as one (`queryjumble.c`).
//!
//! ```text
//! SELECT title AS t FROM docs WHERE id = 7     SELECT title FROM docs WHERE id = 3      one
//! SELECT title FROM docs WHERE id IN (7)       SELECT title FROM docs WHERE id IN (7, 3)   two
//! ```
//!
//! Simplified: the server makes a number of it, here the queries themselves are compared.

use super::{Alias, JoinTreeNode, Query, RteKind, visit_mut};
use crate::expr::{Expr, Node};
use storage::datum::Datum;

/// Normalizes a query for its query id (`JumbleQuery`): removes constants and names, and returns
/// where the constants stood in the text.
pub fn jumble(q: &mut Query) -> Vec<usize> {
    let mut at = Vec::new();
    query(q, &mut at);
    at.sort_unstable();
    at.dedup();
    at
}

/// Takes constants and names out of a query, and notes the constants' places in the text.
fn query(q: &mut Query, at: &mut Vec<usize>) {
    q.location = -1;
    for t in q.target.iter_mut().chain(&mut q.returning) {
        t.name = None;
        expr(&mut t.expr, at);
    }
    let single = [&mut q.jointree.quals, &mut q.having, &mut q.limit, &mut q.offset];
    single.into_iter().flatten().for_each(|e| expr(e, at));
    q.jointree.from.iter_mut().for_each(|j| join(j, at));
    if let Some(oc) = &mut q.on_conflict {
        oc.set.iter_mut().for_each(|t| expr(&mut t.expr, at));
        oc.where_clause.iter_mut().for_each(|e| expr(e, at));
    }
    for r in &mut q.rtable {
        r.alias = None;
        r.eref = Alias::default();
        match &mut r.kind {
            RteKind::Subquery { query: q, view: None } => query(q, at),
            RteKind::Join(j) => j.alias_vars.iter_mut().for_each(|e| expr(e, at)),
            RteKind::Function { functions, .. } => {
                for f in functions {
                    f.columns.iter_mut().for_each(|c| c.name.clear());
                    expr(&mut f.expr, at);
                }
            }
            RteKind::Values { rows, .. } => {
                rows.iter_mut().flatten().for_each(|e| expr(e, at));
            }
            _ => {}
        }
    }
    for c in &mut q.ctes {
        query(std::rc::Rc::make_mut(&mut c.query), at);
    }
}

/// Takes the constants out of the conditions of a join tree.
fn join(j: &mut JoinTreeNode, at: &mut Vec<usize>) {
    match j {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::Join(j) => {
            join(&mut j.left, at);
            join(&mut j.right, at);
            j.quals.iter_mut().for_each(|e| expr(e, at));
        }
        JoinTreeNode::From(f) => {
            f.from.iter_mut().for_each(|j| join(j, at));
            f.quals.iter_mut().for_each(|e| expr(e, at));
        }
    }
}

/// Takes the constants out of an expression; `at` gets the places where they stand in the text.
fn expr(e: &mut Expr, at: &mut Vec<usize>) {
    visit_mut(e, &mut |x| match &mut x.node {
        Node::Const(value) => {
            *value = Datum::Null;
            at.extend(usize::try_from(x.location));
        }
        Node::SubLink(s) => query(&mut s.query, at),
        _ => {}
    });
}

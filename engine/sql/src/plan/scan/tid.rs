//! Paths to rows by their place: `ctid = ...` (`create_tidscan_paths`, `cost_tidscan`), also where the place is a
//! value of other relations' rows, and ranges of places as in `ctid < '(100,0)'` (`cost_tidrangescan`), which read
//! only the pages that the range lies on.

use super::index_match::movable_clauses;
use super::index_paths::{param_clauses, param_rows};
use super::scan_path;
use crate::expr::{BoolOp, Expr, Node};
use crate::plan::clauses::{equalities_for_column, make_clause};
use crate::plan::cost::QualCost;
use crate::plan::path::add_path;
use crate::plan::prep::bool_expr;
use crate::plan::relids::Relids;
use crate::plan::root::{Path, PathKind, Planner, RcClause, Root};
use crate::plan::sel::{self, SelCtx, clauses_cost};
use crate::plan::tree::relids;
use std::rc::Rc;

/// Adds the paths by `ctid` that a table's conditions allow.
pub(super) fn tid_paths(pl: &mut Planner<'_>, root: &mut Root, rte: usize) {
    // A scan that is forbidden is not made where it would be counted.
    if pl.costs.disabled_node(pl.costs.enable_tidscan) > 0 {
        return;
    }
    let restrict = root.rel(rte).restrict.clone();
    let mut conditions = restrict.iter();
    if let Some(c) = conditions.find_map(|c| condition_of_places(pl, c, rte)) {
        add_tid_path(pl, root, rte, &c, Relids::EMPTY);
    }
    let range: Vec<RcClause> =
        restrict.into_iter().filter(|c| compares(&c.expr, rte, &["<", "<=", ">", ">="])).collect();
    if !range.is_empty() {
        let part = sel::clauses(pl, root, &range, SelCtx::restriction());
        let rel = root.rel(rte);
        let pages = (part * rel.pages).ceil().max(1.0);
        let tuples = part * rel.tuples;
        // The first page has to be sought, the others follow it.
        let disk = pl.costs.random_page_cost + pl.costs.seq_page_cost * (pages - 1.0);
        let path = scan_path(rel, PathKind::TidRange(range.clone()), rel.lateral);
        add(pl, root, path, &range, tuples, disk);
    }
    if root.all_baserels.len() < 2 {
        return;
    }
    let mut joins = equalities_for_column(pl, root, rte, &|e| is_ctid(e, rte));
    joins.extend(movable_clauses(root, rte));
    for c in joins {
        if compares(&c.expr, rte, &["="]) {
            let outer = (c.relids - Relids::single(rte)) | root.rel(rte).lateral;
            add_tid_path(pl, root, rte, &c, outer);
        }
    }
}

/// Whether the expression is the relation's `ctid`.
fn is_ctid(e: &Expr, rte: usize) -> bool {
    matches!(&e.node, Node::Var(v) if v.rte == rte && v.attno == -1)
}

/// Adds a path to the rows that one condition names, given rows of the `outer` relations.
fn add_tid_path(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rte: usize,
    clause: &RcClause,
    outer: Relids,
) {
    let tuples = places(pl, &clause.expr);
    let quals = vec![Rc::clone(clause)];
    let rel = root.rel(rte);
    let mut path = scan_path(rel, PathKind::Tid(quals.clone()), rel.lateral | outer);
    if !outer.is_empty() {
        path.param_clauses = param_clauses(pl, root, rte, outer);
        path.rows = param_rows(pl, root, rte, &path.param_clauses);
    }
    let disk = pl.costs.random_page_cost * tuples;
    add(pl, root, path, &quals, tuples, disk);
}

/// The condition on `ctid` that a condition contains: the condition itself, or one OR of the comparisons in its arms.
/// `None` if it limits `ctid` to no list.
fn condition_of_places(pl: &mut Planner<'_>, c: &RcClause, rte: usize) -> Option<RcClause> {
    let mut comparisons = comparisons_with_places(&c.expr, rte)?;
    let whole = match (&c.expr.node, &comparisons[..]) {
        (Node::Bool(BoolOp::Or, arms), _) => *arms == comparisons,
        (_, [only]) => *only == c.expr,
        _ => false,
    };
    if whole {
        return Some(Rc::clone(c));
    }
    let condition = match comparisons.len() {
        1 => comparisons.remove(0),
        _ => bool_expr(BoolOp::Or, comparisons),
    };
    Some(Rc::new(make_clause(pl, condition, c.required, c.pushed_down, c.outer_delayed)))
}

/// The comparisons of `ctid` with values, one of which holds for every row that fulfils the condition: the condition
/// itself, those of the first part of an AND that has some, or those of all arms of an OR. `None` if a row may fulfil
/// it without them (`TidQualFromRestrictInfoList`).
fn comparisons_with_places(e: &Expr, rte: usize) -> Option<Vec<Expr>> {
    match &e.node {
        Node::Bool(BoolOp::And, parts) => {
            parts.iter().find_map(|e| comparisons_with_places(e, rte))
        }
        Node::Bool(BoolOp::Or, arms) => {
            let arms: Option<Vec<Vec<Expr>>> =
                arms.iter().map(|e| comparisons_with_places(e, rte)).collect();
            arms.map(|arms| arms.concat())
        }
        _ => compares(e, rte, &["="]).then(|| vec![e.clone()]),
    }
}

/// How many TIDs a condition names.
fn places(pl: &mut Planner<'_>, e: &Expr) -> f64 {
    match &e.node {
        Node::Bool(_, arms) => arms.iter().map(|e| places(pl, e)).sum(),
        Node::ScalarArrayOp(s) => sel::array_length(pl, &s.args[1]),
        _ => 1.0,
    }
}

/// Whether a condition compares the relation's `ctid`, by one of these operators, with a value that
/// does not depend on the relation (`IsTidEqualClause`, `IsTidEqualAnyClause`, `IsTidRangeClause`).
fn compares(e: &Expr, rte: usize, operators: &[&str]) -> bool {
    let is_tid = |e: &Expr| is_ctid(e, rte);
    let free = |e: &Expr| !relids(e).contains(rte);
    match &e.node {
        Node::Op(o) if operators.contains(&o.op.name) && o.args.len() == 2 => {
            (is_tid(&o.args[0]) && free(&o.args[1])) || (is_tid(&o.args[1]) && free(&o.args[0]))
        }
        Node::ScalarArrayOp(s) => {
            let fits = s.use_or && s.op.name == "=" && operators.contains(&s.op.name);
            fits && is_tid(&s.args[0]) && free(&s.args[1])
        }
        _ => false,
    }
}

/// Adds one path: the TIDs are computed once, the other conditions checked for each row.
fn add(pl: &Planner<'_>, root: &mut Root, mut p: Path, quals: &[RcClause], tuples: f64, disk: f64) {
    let places: QualCost = clauses_cost(quals);
    let rte = p.relids.singleton().unwrap_or(0);
    let rel = root.rel(rte);
    let mut all = rel.restrict_cost;
    all += clauses_cost(&p.param_clauses);
    let mut startup = pl.costs.disable_cost(pl.costs.enable_tidscan);
    startup += all.startup + places.per_tuple + rel.target.cost.startup;
    let per_tuple = pl.costs.cpu_tuple_cost + all.per_tuple - places.per_tuple;
    p.startup = startup;
    p.total = startup + disk + per_tuple * tuples + rel.target.cost.per_tuple * p.rows;
    add_path(root.rel_mut(rte), p);
}

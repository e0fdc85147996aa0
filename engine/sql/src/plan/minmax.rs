//! `min()` and `max()` through an index (`planagg.c`).

use super::prep::is_not_null;
use super::relids::Relids;
use super::root::{MinMaxAgg, Path, PathKind, PlannedQuery, Planner, Root, Target};
use crate::analyze::{FromExpr, Query, RteKind, SortGroupClause};
use crate::expr::{Expr, Node};
use std::rc::Rc;
use storage::error::Result;
use storage::heap::Relation;
use storage::types::oid;

/// Returns the planned sub-queries, if all aggregates are min() or max() over an index
/// (`preprocess_minmax_aggregates`). Where nobody reads a query's aggregates none is planned: it reads no rows at all.
#[inline(never)]
pub fn preprocess(pl: &mut Planner<'_>, root: &Root) -> Result<Option<Vec<MinMaxAgg>>> {
    let q = &root.query;
    if !q.has_aggs || !q.group.is_empty() || q.has_window_funcs || root.has_ctes {
        return Ok(None);
    }
    let rte = match single_leaf(&q.jointree.from) {
        Some(r) => r,
        None => return Ok(None),
    };
    let table = match q.rtable[rte - 1].kind {
        RteKind::Relation { oid, .. } if oid.0 >= 16384 => pl.host.open_relation(oid).ok(),
        _ => None,
    };
    let append = super::prep::is_append(q, rte);
    let read = matches!(q.rtable[rte - 1].kind, RteKind::Relation { .. }) && root.aggs.is_empty();
    if table.is_none() && !append && !read {
        return Ok(None);
    }
    let mut out = Vec::new();
    for e in &root.aggs {
        let Node::Aggref(a) = &e.node else { return Ok(None) };
        let descending = match a.func.name().as_str() {
            "min" => false,
            "max" => true,
            _ => return Ok(None),
        };
        if a.args.len() != 1 || !a.order.is_empty() || a.filter.is_some() {
            return Ok(None);
        }
        let arg = &a.args[0].expr;
        if super::prep::contains_volatile(arg) {
            return Ok(None);
        }
        // A constant needs no order, so no index either.
        let constant = super::tree::relids(arg).is_empty();
        let indexed = constant
            || append
            || table.as_ref().is_some_and(|t| is_indexed(t, arg))
            || equals_value(&q.jointree, arg);
        if !indexed {
            return Ok(None);
        }
        let mut sub = q.clone();
        sub.target = vec![crate::expr::TargetEntry {
            expr: arg.clone(),
            resno: 1,
            name: Some("agg_target".into()),
            sort_group_ref: 1,
            origin: None,
            junk: false,
        }];
        sub.having = None;
        sub.distinct.clear();
        sub.has_aggs = false;
        sub.has_target_srfs = false;
        let not_null = Expr { location: super::fold::UNFOLDED, ..is_not_null(arg) };
        // What a NOT NULL column never is need not be asked.
        let never = pl.release.not_null_known
            && matches!(&arg.node, Node::Var(v)
                if table.as_ref().is_some_and(|t| t.desc.attrs.get(v.attno as usize - 1).is_some_and(|a| a.not_null)));
        let mut quals = if never { Vec::new() } else { vec![not_null.clone()] };
        quals.extend(
            super::prep::conjuncts(sub.jointree.quals.take())
                .into_iter()
                .filter(|q| *q != not_null),
        );
        sub.jointree.quals = super::prep::make_and(quals);
        sub.limit = Some(Expr {
            node: Node::Const(storage::datum::Datum::i64(1)),
            type_oid: oid::INT8,
            typmod: -1,
            collation: storage::ids::Oid::INVALID,
            location: -1,
        });
        sub.offset = None;
        let order = |nulls_first| SortGroupClause {
            tle_ref: 1,
            descending,
            nulls_first,
            sortable: true,
            hashable: true,
        };
        let Some(planned) = in_order(pl, sub, (!constant).then_some(order), descending)? else {
            return Ok(None);
        };
        out.push(MinMaxAgg { planned, param: 0, agg: e.clone() });
    }
    // Whether or not they are used, their results have numbers.
    for found in &mut out {
        found.param = pl.params;
        pl.params += 1;
    }
    Ok(Some(out))
}

/// Plans a sub-query so that an index gives its order, with NULLs last or first; `None` if none does. Where sorting
/// is cheaper, it is planned as if that could not be: it takes part in the choice all the same (`build_minmax_path`).
fn in_order(
    pl: &mut Planner<'_>,
    mut sub: Query,
    order: Option<impl Fn(bool) -> SortGroupClause>,
    descending: bool,
) -> Result<Option<PlannedQuery>> {
    let sorts = pl.costs.enable_sort;
    let ways: &[bool] = if sorts { &[true, false] } else { &[false] };
    for &may_sort in ways {
        for nulls_first in [descending, !descending] {
            sub.sort = order.iter().map(|order| order(nulls_first)).collect();
            pl.costs.enable_sort = may_sort;
            let planned = super::upper::plan_query(pl, sub.clone(), 1.0);
            pl.costs.enable_sort = sorts;
            let planned = planned?;
            // Only when the order comes from an index.
            let unordered = planned.root.borrow().sort_pathkeys.is_empty();
            if unordered || ordered_by_index(&planned.path) {
                return Ok(Some(planned));
            }
        }
    }
    Ok(None)
}

/// Whether an expression is a column of an index of the table.
fn is_indexed(table: &Relation, e: &Expr) -> bool {
    let Node::Var(v) = &super::sel::bare_operand(e).node else { return false };
    let indexes = table.indexes.iter().filter_map(|i| i.index.as_ref());
    indexes.flat_map(|info| &info.keys).any(|key| key.attno.0 == v.attno)
}

/// The only relation of FROM, if it is the only one.
fn single_leaf(from: &[crate::analyze::JoinTreeNode]) -> Option<usize> {
    use crate::analyze::JoinTreeNode;
    match from {
        [JoinTreeNode::Rte(r)] => Some(*r),
        [JoinTreeNode::From(f)] if f.quals.is_none() => single_leaf(&f.from),
        _ => None,
    }
}

/// Whether a condition says what the value of an expression is: then it has no order.
fn equals_value(tree: &FromExpr, e: &Expr) -> bool {
    super::prep::conjuncts(tree.quals.clone()).iter().any(|qual| match &qual.node {
        Node::Op(o) if o.op.name == "=" => o.args.contains(e),
        _ => false,
    })
}

/// Whether the path's order comes from an index.
fn ordered_by_index(p: &Path) -> bool {
    match &p.kind {
        PathKind::Limit { sub, .. } | PathKind::Projection { sub, .. } => ordered_by_index(sub),
        PathKind::Index { .. } | PathKind::Append(_) => !p.pathkeys.is_empty(),
        _ => false,
    }
}

/// Returns the path that answers `min` and `max` by one row of an index for each; its cost is the
/// sum of theirs, the target's and HAVING's (`create_minmaxagg_path`).
#[inline(never)]
pub fn path(
    pl: &mut Planner<'_>,
    list: Vec<MinMaxAgg>,
    target: &Rc<Target>,
    having: &[Expr],
) -> Path {
    let disabled = list.iter().map(|m| m.planned.path.disabled).sum();
    let mut startup: f64 = list.iter().map(|m| m.planned.path.total).sum();
    let mut total = startup + target.cost.startup + target.cost.per_tuple + pl.costs.cpu_tuple_cost;
    startup += target.cost.startup;
    if !having.is_empty() {
        let c = super::sel::exprs_cost(pl, having);
        startup += c.startup + c.per_tuple;
        total += c.startup + c.per_tuple;
    }
    Path {
        kind: PathKind::MinMax { list, having: having.to_vec() },
        relids: Relids::EMPTY,
        target: Rc::clone(target),
        rows: 1.0,
        disabled,
        startup,
        total,
        pathkeys: Vec::new(),
        required_outer: Relids::EMPTY,
        param_clauses: Vec::new(),
    }
}

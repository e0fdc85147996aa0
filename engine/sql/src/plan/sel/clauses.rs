//! Conditions together: what each keeps multiplied, and ranges seen as pairs (`clausesel.c`).

use super::SelCtx;
use super::arrays::ArrayTest;
use super::defaults::{DEFAULT_INEQ_SEL, DEFAULT_RANGE_INEQ_SEL, DEFAULT_UNK_SEL, clamp};
use super::elements::{ArrayItem, array_elements};
use super::join::join_sel;
use super::restriction::{eq_const, restriction};
use super::variable::{const_value, detoasted, examine, null_frac, strip_relabel};
use crate::expr::{BoolOp, BoolTest, Expr, Node, OpCall, ScalarArrayOp};
use crate::plan::root::{Planner, RcClause, Root};
use crate::plan::tree::relids;
use storage::datum::Datum;
use storage::fmgr::SelectivityEstimator;
use storage::ids::Oid;

/// The selectivity of clauses that must all hold (`clauselist_selectivity`).
pub fn clauses(pl: &mut Planner<'_>, root: &Root, list: &[RcClause], ctx: SelCtx) -> f64 {
    let exprs: Vec<&Expr> = list.iter().map(|c| &c.expr).collect();
    let pseudo: Vec<bool> = list.iter().map(|c| c.pseudoconstant || c.redundant).collect();
    list_sel(pl, root, &exprs, &pseudo, ctx)
}

/// The selectivity of a list of plain expressions, joined by AND.
pub fn exprs(pl: &mut Planner<'_>, root: &Root, list: &[Expr], ctx: SelCtx) -> f64 {
    let refs: Vec<&Expr> = list.iter().collect();
    list_sel(pl, root, &refs, &vec![false; refs.len()], ctx)
}

struct Range {
    var: Expr,
    low: Option<f64>,
    high: Option<f64>,
}

/// The selectivity of conditions together (`clauselist_selectivity`).
fn list_sel(
    pl: &mut Planner<'_>,
    root: &Root,
    list: &[&Expr],
    pseudo: &[bool],
    ctx: SelCtx,
) -> f64 {
    if list.len() == 1 {
        return if pseudo[0] && !matches!(list[0].node, Node::Const(_)) {
            1.0
        } else {
            clause(pl, root, list[0], ctx)
        };
    }
    let mut s = 1.0;
    let mut ranges: Vec<Range> = Vec::new();
    for (e, &pseudo) in list.iter().zip(pseudo) {
        if pseudo {
            if let Node::Const(_) = e.node {
                s *= clause(pl, root, e, ctx);
            }
            continue;
        }
        let one = clause(pl, root, e, ctx);
        if let Node::Op(o) = &e.node
            && o.args.len() == 2
            && matches!(
                o.op.restrict,
                SelectivityEstimator::Lt
                    | SelectivityEstimator::Le
                    | SelectivityEstimator::Gt
                    | SelectivityEstimator::Ge
            )
        {
            let (left, right) = (relids(&o.args[0]), relids(&o.args[1]));
            let single = (left | right).singleton().is_some();
            let varonleft = if single && right.is_empty() {
                Some(true)
            } else if single && left.is_empty() {
                Some(false)
            } else {
                None
            };
            if let Some(on_left) = varonleft {
                let lt =
                    matches!(o.op.restrict, SelectivityEstimator::Lt | SelectivityEstimator::Le);
                let var = if on_left { &o.args[0] } else { &o.args[1] };
                let is_low = lt != on_left;
                let at = match ranges.iter().position(|r| r.var == *var) {
                    Some(at) => at,
                    None => {
                        ranges.push(Range { var: var.clone(), low: None, high: None });
                        ranges.len() - 1
                    }
                };
                let slot = if is_low { &mut ranges[at].low } else { &mut ranges[at].high };
                *slot = Some(slot.map_or(one, |old: f64| old.min(one)));
                continue;
            }
        }
        s *= one;
    }
    for r in ranges.into_iter().rev() {
        match (r.low, r.high) {
            (Some(low), Some(high)) => {
                let both = if low == DEFAULT_INEQ_SEL || high == DEFAULT_INEQ_SEL {
                    DEFAULT_RANGE_INEQ_SEL
                } else {
                    let mut both = high + low - 1.0;
                    both += null_frac(pl, root, &r.var);
                    if both <= 0.0 {
                        both = if both < -0.01 { DEFAULT_RANGE_INEQ_SEL } else { 1.0e-10 };
                    }
                    both
                };
                s *= both;
            }
            (Some(one), None) | (None, Some(one)) => s *= one,
            (None, None) => {}
        }
    }
    s
}

/// Whether the condition is estimated as one between relations (`treat_as_join_clause`).
fn is_join_clause(e: &Expr, ctx: SelCtx) -> bool {
    ctx.rel == 0 && ctx.sides.is_some() && relids(e).len() > 1
}

/// Returns the fraction of the rows, from 0 to 1, that a condition is expected to keep
/// (`clause_selectivity`).
pub fn clause(pl: &mut Planner<'_>, root: &Root, e: &Expr, ctx: SelCtx) -> f64 {
    match &e.node {
        Node::Const(d) => f64::from(u8::from(!d.is_null() && d.as_bool())),
        Node::Var(_) => bool_var(pl, root, e),
        Node::Bool(BoolOp::Not, a) => 1.0 - clause(pl, root, &a[0], ctx),
        Node::Bool(BoolOp::And, a) => {
            let refs: Vec<&Expr> = a.iter().collect();
            list_sel(pl, root, &refs, &vec![false; refs.len()], ctx)
        }
        Node::Bool(BoolOp::Or, a) => {
            let mut s = 0.0;
            for arm in a {
                let one = clause(pl, root, arm, ctx);
                s = s + one - s * one;
            }
            s
        }
        Node::Op(o) => {
            if is_join_clause(e, ctx) {
                join_sel(pl, root, o, ctx)
            } else {
                restriction(pl, root, o, o.op.restrict, ctx)
            }
        }
        Node::Distinct(o) => {
            1.0 - if is_join_clause(e, ctx) {
                join_sel(pl, root, o, ctx)
            } else {
                restriction(pl, root, o, SelectivityEstimator::Eq, ctx)
            }
        }
        Node::ScalarArrayOp(s) => array_op(pl, root, e, s, ctx),
        Node::NullTest(n) => null_test(pl, root, n),
        Node::BooleanTest(kind, arg) => {
            // The shares of NULL, true and false (`booltestsel`); without statistics nothing is said of NULL.
            let (null, t, f) = match examine(pl, root, arg).stats {
                Some(stats) => {
                    let null = f64::from(stats.null_frac);
                    let t = match stats.most_common.first() {
                        Some((d, share)) if d.as_bool() => f64::from(*share),
                        Some((_, share)) => 1.0 - f64::from(*share) - null,
                        None => (1.0 - null) / 2.0,
                    };
                    (null, t, 1.0 - t - null)
                }
                None => {
                    let t = clause(pl, root, arg, ctx);
                    (DEFAULT_UNK_SEL, t, 1.0 - t)
                }
            };
            match kind {
                BoolTest::Unknown => null,
                BoolTest::NotUnknown => 1.0 - null,
                BoolTest::True => t,
                BoolTest::NotTrue => 1.0 - t,
                BoolTest::False => f,
                BoolTest::NotFalse => 1.0 - f,
            }
        }
        Node::Relabel(a, _) | Node::CoerceToDomain(a, _) => clause(pl, root, a, ctx),
        Node::Func(_) => 0.333_333_3,
        // The first columns decide for most rows (`rowcomparesel`).
        Node::RowCompare(r) => {
            let args = vec![r.left[0].clone(), r.right[0].clone()];
            let first = Node::Op(OpCall { op: r.ops[0], args });
            clause(pl, root, &Expr { node: first, ..e.clone() }, ctx)
        }
        _ => bool_var(pl, root, e),
    }
}

/// An operator over the elements of an array (`scalararraysel`).
fn array_op(pl: &mut Planner<'_>, root: &Root, e: &Expr, s: &ScalarArrayOp, ctx: SelCtx) -> f64 {
    let elements = match const_value(pl, &s.args[1]) {
        Some(Datum::Null) => return 0.0,
        Some(d) => array_elements(pl, &Expr { node: Node::Const(d), ..s.args[1].clone() }),
        None => array_elements(pl, &s.args[1]),
    };
    let element_type = s.op.right;
    let eq = s.op.restrict == SelectivityEstimator::Eq;
    let ne = s.op.restrict == SelectivityEstimator::Ne;
    if (eq || ne)
        && !is_join_clause(e, ctx)
        && let Some(part) = as_containment(pl, root, s, eq)
    {
        return part;
    }
    match elements {
        Some(values) => {
            let mut total = if s.use_or { 0.0 } else { 1.0 };
            let mut disjoint = total;
            for v in values {
                let o = OpCall {
                    op: s.op,
                    args: vec![
                        s.args[0].clone(),
                        match v {
                            ArrayItem::Const(d) => Expr {
                                node: Node::Const(d),
                                type_oid: element_type,
                                typmod: -1,
                                collation: s.args[1].collation,
                                location: -1,
                            },
                            ArrayItem::Expr(e) => e,
                        },
                    ],
                };
                let one = restriction(pl, root, &o, s.op.restrict, ctx);
                if s.use_or {
                    total = total + one - total * one;
                    if eq {
                        disjoint += one;
                    }
                } else {
                    total *= one;
                    if ne {
                        disjoint += one - 1.0;
                    }
                }
            }
            if ((s.use_or && eq) || (!s.use_or && ne)) && (0.0..=1.0).contains(&disjoint) {
                total = disjoint;
            }
            clamp(total)
        }
        None => {
            let o = OpCall { op: s.op, args: vec![s.args[0].clone(), unknown_value(element_type)] };
            let one = restriction(pl, root, &o, s.op.restrict, ctx);
            let mut total = if s.use_or { 0.0 } else { 1.0 };
            for _ in 0..10 {
                total = if s.use_or { total + one - total * one } else { total * one };
            }
            clamp(total)
        }
    }
}

/// Returns the fraction of the rows that IS NULL or IS NOT NULL keeps, from the statistics'
/// fraction of NULLs (`nulltestsel`).
fn null_test(pl: &mut Planner<'_>, root: &Root, n: &crate::expr::NullTest) -> f64 {
    let data = examine(pl, root, &n.arg);
    let s = if let Some(stats) = &data.stats {
        let f = f64::from(stats.null_frac);
        if n.is_null { f } else { 1.0 - f }
    } else if data.attno.is_some_and(|a| a < 0) {
        if n.is_null { 0.0 } else { 1.0 }
    } else if n.is_null {
        DEFAULT_UNK_SEL
    } else {
        1.0 - DEFAULT_UNK_SEL
    };
    clamp(s)
}

/// The selectivity of a value compared with the elements of a column's arrays
/// (`scalararraysel_containment`); `None` if that is not what the expression is. `equal`: the
/// operator is `=`, else `<>`.
fn as_containment(
    pl: &mut Planner<'_>,
    root: &Root,
    s: &ScalarArrayOp,
    equal: bool,
) -> Option<f64> {
    let array = &s.args[1];
    let data = examine(pl, root, array);
    data.rte?;
    let value = const_value(pl, &s.args[0])?;
    if value.is_null() {
        return Some(0.0);
    }
    let value = detoasted(pl, s.op.right, &value);
    let test = if s.use_or == equal { ArrayTest::All } else { ArrayTest::Only };
    let element = pl.host.element_type(strip_relabel(array).type_oid);
    let part = super::arrays::selectivity(&data, element, array.collation, vec![value], test);
    Some(if equal { part } else { 1.0 - part })
}

/// The selectivity of a boolean expression (`boolvarsel`).
fn bool_var(pl: &Planner<'_>, root: &Root, e: &Expr) -> f64 {
    let data = examine(pl, root, e);
    match &data.stats {
        Some(stats) => eq_const(root, &data, stats, e.type_oid, &Datum::bool(true)),
        None => 0.5,
    }
}

/// A value that is not known when planning.
fn unknown_value(type_oid: Oid) -> Expr {
    Expr {
        node: Node::Param(crate::expr::Param::Exec(usize::MAX)),
        type_oid,
        typmod: -1,
        collation: Oid::INVALID,
        location: -1,
    }
}

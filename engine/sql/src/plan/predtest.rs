//! Whether a query's conditions imply the predicate of a partial index
//! (`optimizer/util/predtest.c`): only then is every row that the query wants in the index.
//!
//! ```text
//! WHERE amount > 500            implies  amount > 100,  amount >= 500,  amount IS NOT NULL
//! WHERE state = 'new'           implies  state IN ('new', 'open'),  state <> 'done'
//! WHERE a = 1 AND (b = 2 OR c)  implies  a = 1
//! ```
//!
//! Simplified: weak implication (as CHECK constraints need it) is not there, nor are refutations.

use super::clauses::family;
use super::fold;
use super::root::Planner;
use super::sel::{ArrayItem, array_elements, strip_relabel};
use crate::expr::{BoolOp, Expr, Node, OpCall, ScalarArrayOp};
use storage::fmgr::{Operator, SelectivityEstimator};
use storage::types::oid;

/// The most elements of a list that is taken apart (`MAX_SAOP_ARRAY_SIZE`).
const LONGEST_LIST: usize = 100;

/// Whether the clauses together imply the predicate (`predicate_implied_by`).
pub fn implied_by(pl: &mut Planner<'_>, predicate: &Expr, clauses: &[&Expr]) -> bool {
    clauses.iter().any(|c| implies(pl, c, predicate))
}

/// Whether a clause implies the predicate: each arm of an OR must imply one arm of the predicate's,
/// which may be another for each (`predicate_implied_by_recurse`).
fn implies(pl: &mut Planner<'_>, clause: &Expr, predicate: &Expr) -> bool {
    if clause == predicate {
        return true;
    }
    match (&clause.node, &predicate.node) {
        (Node::Bool(BoolOp::And, _), Node::Bool(BoolOp::And, wanted)) => {
            return wanted.iter().all(|p| implies(pl, clause, p));
        }
        (Node::Bool(BoolOp::And, parts), wanted) => {
            return parts.iter().any(|c| implies(pl, c, predicate))
                || matches!(wanted, Node::Bool(BoolOp::Or, arms)
                    if arms.iter().any(|p| implies(pl, clause, p)));
        }
        (Node::Bool(BoolOp::Or, arms), Node::Bool(BoolOp::Or, wanted)) => {
            return arms.iter().all(|c| wanted.iter().any(|p| implies(pl, c, p)));
        }
        (Node::Bool(BoolOp::Or, arms), Node::ScalarArrayOp(list)) if list.use_or => {
            if let Some(wanted) = arms_of(pl, list, predicate) {
                return arms.iter().all(|c| wanted.iter().any(|p| implies(pl, c, p)));
            }
        }
        (Node::Bool(BoolOp::Or, arms), _) => return arms.iter().all(|c| implies(pl, c, predicate)),
        (Node::ScalarArrayOp(list), _) => {
            if let Some(arms) = arms_of(pl, list, clause) {
                let mut proves = |c| implies(pl, c, predicate);
                if list.use_or {
                    return !arms.is_empty() && arms.iter().all(proves);
                }
                if arms.iter().any(&mut proves) {
                    return true;
                }
            }
        }
        // An index checks x as `x = true`, and NOT x as `x = false`.
        (Node::Op(o), wanted) if o.op.left == oid::BOOL && pl.release.boolean_equalities_prove => {
            if let ("=", [x, Expr { node: Node::Const(value), .. }]) = (o.op.name, &o.args[..])
                && !value.is_null()
                && match wanted {
                    Node::Bool(BoolOp::Not, negated) => !value.as_bool() && negated[0] == *x,
                    _ => value.as_bool() && predicate == x,
                }
            {
                return true;
            }
        }
        _ => {}
    }
    match &predicate.node {
        Node::Bool(BoolOp::And, parts) => parts.iter().all(|p| implies(pl, clause, p)),
        Node::Bool(BoolOp::Or, arms) => arms.iter().any(|p| implies(pl, clause, p)),
        Node::ScalarArrayOp(list) => arms_of(pl, list, predicate).is_some_and(|arms| {
            let mut proven = |p| implies(pl, clause, p);
            if list.use_or { arms.iter().any(proven) } else { arms.iter().all(&mut proven) }
        }),
        // A strict condition is not true of NULL (`predicate_implied_by_simple_clause`).
        Node::NullTest(t) => !t.is_null && !t.arg_is_row && is_strict_for(clause, &t.arg),
        Node::Op(p) => match &clause.node {
            Node::Op(c) => operators_prove(pl, c, p),
            _ => false,
        },
        _ => false,
    }
}

/// `x op ANY (list)` as the arms of an OR, `x op ALL (list)` as those of an AND.
fn arms_of(pl: &mut Planner<'_>, list: &ScalarArrayOp, whole: &Expr) -> Option<Vec<Expr>> {
    let items = array_elements(pl, &list.args[1]).filter(|i| i.len() <= LONGEST_LIST)?;
    let arm = |item| {
        let value = match item {
            ArrayItem::Expr(e) => e,
            ArrayItem::Const(d) => Expr {
                node: Node::Const(d),
                type_oid: list.op.right,
                typmod: -1,
                collation: whole.collation,
                location: -1,
            },
        };
        let args = vec![list.args[0].clone(), value];
        Expr { node: Node::Op(OpCall { op: list.op, args }), ..whole.clone() }
    };
    Some(items.into_iter().map(arm).collect())
}

/// Whether the clause is not true when this part of it is NULL (`clause_is_strict_for`).
fn is_strict_for(clause: &Expr, part: &Expr) -> bool {
    let (clause, part) = (strip_relabel(clause), strip_relabel(part));
    if clause == part {
        return true;
    }
    match &clause.node {
        Node::Op(o) => o.op.strict && o.args.iter().any(|a| is_strict_for(a, part)),
        Node::Func(f) => f.func.strict() && f.args.iter().any(|a| is_strict_for(a, part)),
        Node::ScalarArrayOp(s) => s.use_or && s.op.strict && is_strict_for(&s.args[0], part),
        _ => false,
    }
}

/// A comparison with a constant on its right.
struct Comparison<'a> {
    side: &'a Expr,
    op: &'static Operator,
    value: &'a Expr,
}

/// The condition as a comparison of an expression with a constant, turned if needed.
fn comparison(o: &OpCall) -> Option<Comparison<'_>> {
    let [left, right] = &o.args[..] else { return None };
    let (left, right) = (strip_relabel(left), strip_relabel(right));
    if matches!(right.node, Node::Const(_)) {
        Some(Comparison { side: left, op: o.op, value: right })
    } else if matches!(left.node, Node::Const(_)) {
        Some(Comparison { side: right, op: fold::commutator(o.op)?, value: left })
    } else {
        None
    }
}

/// What must hold of two constants, the predicate's first, so that `x op1 c1` implies `x op2 c2`
/// (`BT_implic_table`, by the strategies of clause and predicate).
fn test_of(clause: SelectivityEstimator, predicate: SelectivityEstimator) -> Option<&'static str> {
    use SelectivityEstimator::{Eq, Ge, Gt, Le, Lt, Ne};
    Some(match (clause, predicate) {
        (Lt, Lt | Le) | (Le, Le) | (Lt, Ne) => ">=",
        (Le, Lt | Ne) => ">",
        (Eq, Lt) => ">",
        (Eq, Le) => ">=",
        (Eq, Eq) => "=",
        (Eq, Ge) => "<=",
        (Eq, Gt) => "<",
        (Eq, Ne) => "<>",
        (Ge, Ge) | (Gt, Ge | Gt) | (Gt, Ne) => "<=",
        (Ge, Gt | Ne) => "<",
        (Ne, Ne) => "=",
        _ => return None,
    })
}

/// Whether a comparison of two sides by the operator `clause` implies the comparison of these sides by `predicate`
/// (`BT_implies_table`).
fn operator_implies(clause: SelectivityEstimator, predicate: SelectivityEstimator) -> bool {
    use SelectivityEstimator::{Eq, Ge, Gt, Le, Lt, Ne};
    clause == predicate
        || matches!((clause, predicate), (Lt, Le | Ne) | (Eq, Le | Ge) | (Gt, Ge | Ne))
}

/// Whether the operator is one of a B-tree's, or its `<>`.
fn ordered(o: &Operator) -> bool {
    use SelectivityEstimator::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(
        (o.name, o.restrict),
        ("=", Eq) | ("<>", Ne) | ("<", Lt) | ("<=", Le) | (">", Gt) | (">=", Ge)
    ) && family(o.left).is_some()
        && family(o.left) == family(o.right)
}

/// Whether one comparison implies another: both of the same two sides, or of the same side with
/// constants (`operator_predicate_proof`).
fn operators_prove(pl: &mut Planner<'_>, clause: &OpCall, predicate: &OpCall) -> bool {
    if !ordered(clause.op) || !ordered(predicate.op) {
        return false;
    }
    if clause.args == predicate.args {
        return operator_implies(clause.op.restrict, predicate.op.restrict);
    }
    if let ([a, b], [c, d]) = (&clause.args[..], &predicate.args[..])
        && (a, b) == (d, c)
    {
        let turned = fold::commutator(predicate.op);
        return turned.is_some_and(|op| operator_implies(clause.op.restrict, op.restrict));
    }
    let (Some(c), Some(p)) = (comparison(clause), comparison(predicate)) else { return false };
    let known = |e: &Expr| matches!(&e.node, Node::Const(d) if !d.is_null());
    if c.side != p.side || !known(c.value) || !known(p.value) {
        return false;
    }
    let Some(name) = test_of(c.op.restrict, p.op.restrict) else { return false };
    let test = crate::catalog::operator_exact(name, p.op.right, c.op.right);
    let Some(op) = test.filter(|op| ordered(op)) else { return false };
    let test = Expr {
        node: Node::Op(OpCall { op, args: vec![p.value.clone(), c.value.clone()] }),
        type_oid: storage::types::oid::BOOL,
        typmod: -1,
        collation: c.value.collation,
        location: -1,
    };
    fold::evaluate(&mut pl.host, &test).is_ok_and(|d| !d.is_null() && d.as_bool())
}

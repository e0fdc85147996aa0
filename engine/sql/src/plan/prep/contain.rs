//! What an expression contains (`clauses.c`: `contain_volatile_functions` and its kin).

use crate::analyze::Query;
use crate::expr::{BoolOp, Expr, Node, ScalarArrayOp};
use crate::plan::tree::{any, walk, walk_query};
use storage::datum::Datum;
use storage::fmgr::Volatility;
use storage::types;

/// Whether the expression calls a volatile function.
pub fn contains_volatile(e: &Expr) -> bool {
    let mut found = false;
    walk(e, 0, &mut |e, _| {
        found |= volatility(e) == Some(Volatility::Volatile);
        !found
    });
    found
}

/// Whether the expression may give a value for a NULL in it (`contain_nonstrict_functions`).
pub fn contains_nonstrict(e: &Expr) -> bool {
    any(e, &is_not_strict)
}

/// Whether this node may give a value for a NULL.
fn is_not_strict(e: &Expr) -> bool {
    match &e.node {
        Node::Func(f) => !f.func.strict(),
        Node::Op(o) => !o.op.strict,
        Node::ScalarArrayOp(s) => !is_strict_array_op(s),
        Node::Const(_) | Node::Param(_) | Node::Var(_) | Node::FieldSelect(..) => false,
        Node::SqlValue(_) | Node::CoerceToDomain(..) => false,
        Node::Relabel(..) | Node::Collate(..) | Node::CoerceViaIO(..) => false,
        Node::Bool(op, _) => *op != BoolOp::Not,
        Node::Subscript(s) => s.assign.is_some(),
        _ => true,
    }
}

/// Whether `= ANY (...)` or `= ALL (...)` is NULL for a NULL in front of it (`is_strict_saop`): over no
/// elements it is not.
pub fn is_strict_array_op(s: &ScalarArrayOp) -> bool {
    s.op.strict
        && match &s.args[1].node {
            // An array's payload begins with the number of its dimensions.
            Node::Const(d @ Datum::Ref(_)) => !types::payload(d).starts_with(&[0; 4]),
            Node::Array(a) => !a.elements.is_empty() && !a.multi_dims,
            _ => false,
        }
}

/// The volatility of the function that this node calls, if it calls one.
pub fn volatility(e: &Expr) -> Option<Volatility> {
    match &e.node {
        Node::Func(f) => Some(f.func.volatility()),
        Node::Op(o) | Node::Distinct(o) | Node::NullIf(o) => Some(o.op.volatility),
        Node::ScalarArrayOp(s) => Some(s.op.volatility),
        Node::NextValue(_) => Some(Volatility::Volatile),
        Node::SqlValue(_) | Node::CoerceViaIO(..) => Some(Volatility::Stable),
        _ => None,
    }
}

/// Whether a set-returning function is in the expression.
pub fn returns_set(e: &Expr) -> bool {
    any(e, &|e| matches!(&e.node, Node::Func(f) if f.returns_set))
}

/// Whether a sub-query is in the expression.
pub fn contains_sublink(e: &Expr) -> bool {
    any(e, &|e| matches!(&e.node, Node::SubLink(_)))
}

/// Whether an aggregate of this query level is in the expression.
pub fn contains_agg(e: &Expr) -> bool {
    any(e, &|e| matches!(&e.node, Node::Aggref(a) if a.levels_up == 0))
}

/// Whether a window function is in the expression.
pub fn contains_window(e: &Expr) -> bool {
    any(e, &|e| matches!(&e.node, Node::WindowFunc(_)))
}

/// Whether a query refers to columns of the query `level` levels further out.
pub fn query_has_vars_of_level(q: &Query, level: u32) -> bool {
    let mut found = false;
    walk_query(q, 0, &mut |e, depth| {
        match &e.node {
            Node::Var(v) if v.levels_up == depth + level => found = true,
            Node::Aggref(a) if a.levels_up == depth + level && level > 0 => found = true,
            _ => {}
        }
        !found
    });
    found
}

/// Whether an expression refers to columns of the query `level` levels further out.
pub fn expr_has_vars_of_level(e: &Expr, level: u32) -> bool {
    let mut found = false;
    walk(e, 0, &mut |e, depth| {
        if let Node::Var(v) = &e.node
            && v.levels_up == depth + level
        {
            found = true;
        }
        !found
    });
    found
}

//! Where pretty printing may leave out parentheses (`isSimpleNode`).

use crate::expr::{BoolOp, CoercionForm, Expr, Node};

/// The name of a binary operator of one character, whose precedence is known; else `None`.
fn binary_op(e: &Expr) -> Option<&'static str> {
    match &e.node {
        Node::Op(o) if o.args.len() == 2 && o.op.name.len() == 1 => Some(o.op.name),
        _ => None,
    }
}

/// Whether the expression needs no parentheses under its parent.
pub(super) fn is_simple(e: &Expr, parent: &Expr) -> bool {
    match &e.node {
        Node::Var(_) | Node::Const(_) | Node::Param(_) | Node::CoerceToDomainValue => true,
        Node::SetToDefault | Node::Subscript(_) | Node::Array(_) | Node::Row(_) => true,
        Node::Coalesce(_) | Node::MinMax(..) | Node::SqlValue(_) | Node::NextValue(_) => true,
        Node::NullIf(_) | Node::Aggref(_) | Node::Grouping(_) | Node::WindowFunc(_) => true,
        Node::Func(_) | Node::Case(_) => true,
        Node::FieldSelect(..) => !matches!(parent.node, Node::FieldSelect(..)),
        Node::Relabel(a, _)
        | Node::CoerceViaIO(a, _)
        | Node::ArrayCoerce(a, _, _)
        | Node::CoerceToDomain(a, _) => is_simple(a, e),
        Node::Op(_) => {
            if let Node::Op(p) = &parent.node {
                let low = |o: &str| matches!(o, "+" | "-");
                let high = |o: &str| matches!(o, "*" | "/" | "%");
                let (Some(op), Some(up)) = (binary_op(e), binary_op(parent)) else { return false };
                if !(low(op) || high(op)) || !(low(up) || high(up)) {
                    return false;
                }
                if high(op) && low(up) {
                    return true;
                }
                if low(op) && high(up) {
                    return false;
                }
                return p.args.first().is_some_and(|f| std::ptr::eq(f, e));
            }
            under(parent)
        }
        Node::SubLink(_) | Node::NullTest(_) | Node::BooleanTest(..) | Node::Distinct(_) => {
            under(parent)
        }
        Node::Bool(op, _) => match &parent.node {
            Node::Bool(up, _) => match op {
                BoolOp::Not | BoolOp::And => matches!(up, BoolOp::And | BoolOp::Or),
                BoolOp::Or => *up == BoolOp::Or,
            },
            Node::Func(_) => under(parent),
            _ => under_container(parent),
        },
        _ => false,
    }
}

/// Whether an expression needs no parentheses below this parent.
fn under(parent: &Expr) -> bool {
    match &parent.node {
        Node::Func(f) => matches!(f.form, CoercionForm::Call | CoercionForm::Partly(_)),
        Node::Bool(..) => true,
        _ => under_container(parent),
    }
}

/// Whether the parent separates its parts by brackets or commas.
fn under_container(parent: &Expr) -> bool {
    matches!(
        parent.node,
        Node::Subscript(_)
            | Node::Array(_)
            | Node::Row(_)
            | Node::Coalesce(_)
            | Node::MinMax(..)
            | Node::NullIf(_)
            | Node::Aggref(_)
            | Node::Grouping(_)
            | Node::WindowFunc(_)
            | Node::Case(_)
    )
}

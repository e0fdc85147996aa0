//! Constant folding (`eval_const_expressions`). To come with the evaluator.

use super::{Expr, Node};
use crate::catalog;
use storage::fmgr::Volatility;

/// How volatile an expression is: the worst of all that is called in it (sub-links count as
/// volatile only for what stands in their test).
pub fn volatility(e: &Expr) -> Volatility {
    let mut worst = Volatility::Immutable;
    let mut add = |v: Volatility| {
        worst = match (worst, v) {
            (Volatility::Volatile, _) | (_, Volatility::Volatile) => Volatility::Volatile,
            (Volatility::Stable, _) | (_, Volatility::Stable) => Volatility::Stable,
            _ => Volatility::Immutable,
        };
    };
    crate::analyze::visit(e, &mut |x| match &x.node {
        Node::Func(f) => add(f.func.volatility()),
        Node::Op(o) | Node::Distinct(o) | Node::NullIf(o) => add(o.op.volatility),
        Node::ScalarArrayOp(o) => add(o.op.volatility),
        Node::CoerceViaIO(a, _) => {
            let fixed =
                catalog::output_is_immutable(a.type_oid) && catalog::input_is_immutable(x.type_oid);
            add(if fixed { Volatility::Immutable } else { Volatility::Stable });
        }
        Node::SqlValue(_) => add(Volatility::Stable),
        Node::NextValue(_) => add(Volatility::Volatile),
        _ => {}
    });
    worst
}

/// `contain_mutable_functions`
pub fn contains_mutable(e: &Expr) -> bool {
    volatility(e) != Volatility::Immutable
}

/// `contain_volatile_functions`
pub fn contains_volatile(e: &Expr) -> bool {
    volatility(e) == Volatility::Volatile
}

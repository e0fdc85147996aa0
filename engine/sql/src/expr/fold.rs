//! The volatility of expressions (`contain_mutable_functions`, `contain_volatile_functions`).

use super::{Expr, Node};
use crate::catalog;
use storage::fmgr::Volatility;

/// The volatility of a node itself, without its arguments.
fn of_node(x: &Expr) -> Volatility {
    match &x.node {
        Node::Func(f) => f.func.volatility(),
        Node::Op(o) | Node::Distinct(o) | Node::NullIf(o) => o.op.volatility,
        Node::ScalarArrayOp(o) => o.op.volatility,
        Node::CoerceViaIO(a, _) => {
            let fixed =
                catalog::output_is_immutable(a.type_oid) && catalog::input_is_immutable(x.type_oid);
            if fixed { Volatility::Immutable } else { Volatility::Stable }
        }
        Node::SqlValue(_) => Volatility::Stable,
        Node::NextValue(_) => Volatility::Volatile,
        _ => Volatility::Immutable,
    }
}

/// The volatility of an expression: the worst of its nodes. In a sub-link only the test expression
/// counts.
pub fn volatility(e: &Expr) -> Volatility {
    let mut worst = Volatility::Immutable;
    crate::analyze::visit(e, &mut |x| {
        worst = match (worst, of_node(x)) {
            (Volatility::Volatile, _) | (_, Volatility::Volatile) => Volatility::Volatile,
            (Volatility::Stable, _) | (_, Volatility::Stable) => Volatility::Stable,
            _ => Volatility::Immutable,
        };
    });
    worst
}

/// Whether an expression uses a stable or volatile function (`contain_mutable_functions`).
pub fn contains_mutable(e: &Expr) -> bool {
    volatility(e) != Volatility::Immutable
}

/// Whether an expression uses a volatile function (`contain_volatile_functions`).
pub fn contains_volatile(e: &Expr) -> bool {
    volatility(e) == Volatility::Volatile
}

/// Whether there is a volatile function other than `nextval`
/// (`contain_volatile_functions_not_nextval`).
pub fn contains_volatile_not_nextval(e: &Expr) -> bool {
    let mut found = false;
    crate::analyze::visit(e, &mut |x| {
        let next = match &x.node {
            Node::Func(f) => f.func.name() == "nextval",
            Node::NextValue(_) => true,
            _ => false,
        };
        found |= !next && of_node(x) == Volatility::Volatile;
    });
    found
}

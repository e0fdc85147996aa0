//! What evaluating an expression costs (`cost_qual_eval`), and how wide a type is.

use super::elements::array_length;
use crate::analyze::{CatalogView, TypeFacts, UserTypeKind};
use crate::expr::{Expr, Node};
use crate::plan::cost::{QualCost, function_cost};
use crate::plan::relids::Relids;
use crate::plan::root::{Planner, RcClause};
use crate::plan::tree::{children, relids};
use storage::fmgr::{SelectivityEstimator, Volatility};
use storage::ids::Oid;
use storage::types::{self, oid};

/// Adds what evaluating an expression costs to `out` (`cost_qual_eval_walker`).
pub fn expr_cost(pl: &mut Planner<'_>, e: &Expr, out: &mut QualCost) {
    let op = pl.costs.cpu_operator_cost;
    match &e.node {
        Node::Func(f) => {
            out.per_tuple += function_cost(&f.func) * op;
        }
        Node::Op(_) | Node::Distinct(_) | Node::NullIf(_) => out.per_tuple += op,
        Node::ScalarArrayOp(s) => {
            let n = array_length(pl, &s.args[1]);
            let hashed = s.use_or
                && s.op.restrict == SelectivityEstimator::Eq
                && matches!(s.args[1].node, Node::Const(_))
                && n >= 9.0;
            if hashed {
                out.startup += n * op;
                out.per_tuple += 2.0 * op;
            } else {
                out.per_tuple += op * n * 0.5;
            }
        }
        Node::Aggref(_) | Node::WindowFunc(_) => return,
        Node::Grouping(_) => {
            out.per_tuple += op;
            return;
        }
        Node::CoerceViaIO(..) => out.per_tuple += 2.0 * op,
        Node::ArrayCoerce(arg, elem, _) => {
            let mut per = QualCost::default();
            let elem = (**elem).clone();
            expr_cost(pl, &elem, &mut per);
            out.startup += per.startup;
            if per.per_tuple > 0.0 {
                let arg = (**arg).clone();
                out.per_tuple += per.per_tuple * array_length(pl, &arg);
            }
        }
        Node::RowCompare(r) => out.per_tuple += op * r.ops.len() as f64,
        Node::MinMax(..) | Node::SqlValue(_) | Node::CoerceToDomain(..) | Node::NextValue(_) => {
            out.per_tuple += op;
        }
        Node::SubPlan(s) => {
            if let Some((startup, per_call)) = crate::plan::sub::subplan_cost(pl, s) {
                out.startup += startup;
                out.per_tuple += per_call;
            }
            return;
        }
        _ => {}
    }
    for c in children(e) {
        expr_cost(pl, c, out);
    }
}

/// The cost of several expressions (`cost_qual_eval`).
pub fn exprs_cost<'a>(pl: &mut Planner<'_>, list: impl IntoIterator<Item = &'a Expr>) -> QualCost {
    let mut total = QualCost::default();
    for e in list {
        expr_cost(pl, e, &mut total);
    }
    total
}

/// What evaluating a list of clauses costs.
pub fn clauses_cost(list: &[RcClause]) -> QualCost {
    let mut total = QualCost::default();
    for c in list {
        total += c.cost;
    }
    total
}

/// Returns the width in bytes that a value of a type is expected to have (`get_typavgwidth`): that of an
/// enum or of a domain over a type of fixed length is the length.
pub fn type_width(view: &dyn CatalogView, type_oid: Oid, typmod: i32) -> i32 {
    let Some(info) = types::info(type_oid) else {
        return match view.user_type(type_oid).as_ref().map(|t| &t.kind) {
            Some(UserTypeKind::Enum { .. }) => 4,
            Some(UserTypeKind::Domain { .. }) => {
                type_width(view, view.base_type(type_oid, -1).0, -1)
            }
            _ => 32,
        };
    };
    if info.len > 0 {
        return i32::from(info.len);
    }
    if typmod < 0 {
        return 32;
    }
    let max = match type_oid {
        oid::BPCHAR | oid::VARCHAR => (typmod - 4).saturating_mul(4).saturating_add(4),
        oid::NUMERIC => {
            // numeric_maximum_size: digits of 4, a header of 8.
            let precision = ((typmod - 4) >> 16) & 0xffff;
            let digits = (precision + 6) / 4;
            8 + digits * 2
        }
        oid::BIT | oid::VARBIT => (typmod + 7) / 8 + 8,
        _ => return 32,
    };
    if type_oid == oid::BPCHAR || max <= 32 {
        max
    } else if max < 1000 {
        32 + (max - 32) / 2
    } else {
        32 + (1000 - 32) / 2
    }
}

/// Whether a comparison with a value of this volatility can use an index.
pub fn indexable_value(e: &Expr, own: Relids) -> bool {
    !relids(e).overlaps(own)
        && !crate::plan::prep::contains_volatile(e)
        && crate::plan::prep::volatility(e) != Some(Volatility::Volatile)
}

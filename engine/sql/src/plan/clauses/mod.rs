//! Conditions: what is known of each (`restrictinfo.c`), where it is checked, what it makes equal.

mod deconstruct;
mod equivalence;
mod outer_equalities;
mod pathkeys;

pub use deconstruct::{attach_unless_true, deconstruct, holds_always, need_vars};
pub use equivalence::{
    base_equalities, constant_equality, ec_for, equalities_for_column, equality, join_equalities,
};
pub use outer_equalities::derive_inner_constants;
pub use pathkeys::{pathkeys_for, pathkeys_in, push_key};

use crate::expr::{Expr, Node, OpCall};
use crate::plan::cost::QualCost;
use crate::plan::prep::contains_volatile;
use crate::plan::relids::Relids;
use crate::plan::root::{Clause, Planner};
use crate::plan::sel::expr_cost;
use crate::plan::tree::relids;
use storage::fmgr::SelectivityEstimator;
use storage::ids::{FIRST_NORMAL_OID, Oid};
use storage::types::array::element_type;
use storage::types::oid;

/// Whether `=` of these types is a btree and hash equality (`op_mergejoinable`).
pub fn is_equality(o: &OpCall) -> bool {
    o.args.len() == 2
        && o.op.name == "="
        && o.op.restrict == SelectivityEstimator::Eq
        && family(o.op.left) == family(o.op.right)
        && family(o.op.left).is_some()
}

/// Whether equal operands have equal hashes (`oprcanhash`): not so between a date and a timestamp, and bit strings have none.
pub fn is_hashable(o: &OpCall) -> bool {
    is_equality(o)
        && !matches!(o.op.left, oid::BIT | oid::VARBIT)
        && (o.op.left == o.op.right || family(o.op.left) != Some(oid::TIMESTAMP))
}

/// The operator family of a type's comparisons, represented by one of its types; `None` if it has
/// none. Arrays, enums and rows are compared by operators of `anyarray`, `anyenum` and `record`, which never compare one
/// kind with another: one type stands for all three families.
pub fn family(t: Oid) -> Option<Oid> {
    match t {
        oid::INT2 | oid::INT4 | oid::INT8 => Some(oid::INT8),
        oid::FLOAT4 | oid::FLOAT8 => Some(oid::FLOAT8),
        oid::TEXT | oid::VARCHAR | oid::NAME => Some(oid::TEXT),
        oid::DATE | oid::TIMESTAMP | oid::TIMESTAMPTZ => Some(oid::TIMESTAMP),
        oid::OID | oid::REGCLASS | oid::REGPROC | oid::REGTYPE => Some(oid::OID),
        oid::JSON | oid::XID | oid::CID => None,
        oid::ANYENUM | oid::RECORD | oid::RECORD_ARRAY => Some(oid::ANYARRAY),
        _ if t.0 >= FIRST_NORMAL_OID || element_type(t).is_valid() => Some(oid::ANYARRAY),
        other => Some(other),
    }
}

/// Makes a clause of a condition; `required` are the relations that it needs. `pushed_down`: it is
/// no condition of the outer join at which it is checked; `outer_delayed`: an outer join delays it.
pub fn make_clause(
    pl: &mut Planner<'_>,
    expr: Expr,
    required: Relids,
    pushed_down: bool,
    outer_delayed: bool,
) -> Clause {
    let ids = relids(&expr);
    let mut cost = QualCost::default();
    expr_cost(pl, &expr, &mut cost);
    let (mut left, mut right) = (Relids::EMPTY, Relids::EMPTY);
    let (mut can_join, mut equality) = (false, false);
    if let Node::Op(o) = &expr.node
        && o.args.len() == 2
    {
        left = relids(&o.args[0]);
        right = relids(&o.args[1]);
        can_join = !left.is_empty() && !right.is_empty() && !left.overlaps(right);
        equality = is_equality(o) && !contains_volatile(&expr);
    }
    let pseudoconstant = ids.is_empty() && !contains_volatile(&expr);
    if pseudoconstant {
        cost.startup += cost.per_tuple;
        cost.per_tuple = 0.0;
    }
    Clause {
        relids: ids,
        required: if required.is_empty() { ids } else { required },
        left,
        right,
        pushed_down,
        outer_delayed,
        nullable: Relids::EMPTY,
        can_join,
        equality,
        pseudoconstant,
        redundant: false,
        replaced_without: None,
        cost,
        left_ec: None,
        right_ec: None,
        parent_ec: None,
        expr,
    }
}

//! What equalities of outer joins say of constants (`reconsider_outer_join_clauses`).
//!
//! A condition of an outer join makes nothing equal, but its inner side can be read with a constant that its outer side is
//! equal to, and both sides of a FULL join with one that their merged column is equal to:
//!
//! ```text
//! p LEFT JOIN q ON q.p = p.id WHERE p.id = 7      p.id and 7 are one class
//!                                                 ->  q is read with q.p = 7
//! p FULL JOIN q USING (id) WHERE id = 7           COALESCE(p.id, q.id) and 7 are one class
//!                                                 ->  p is read with p.id = 7, q with q.id = 7
//! ```

use super::deconstruct::attach;
use super::equivalence::{equality, process_equivalence};
use super::{family, make_clause};
use crate::analyze::JoinType;
use crate::expr::{Expr, Node};
use crate::plan::cost::QualCost;
use crate::plan::prep::contains_nonstrict;
use crate::plan::relids::Relids;
use crate::plan::root::{Clause, EquivalenceClass, OuterEquality, Planner, Root};
use crate::plan::sel::strip_relabel;
use crate::plan::tree::relids;
use std::rc::Rc;
use storage::datum::Datum;
use storage::ids::Oid;
use storage::sort::Arrange;

impl OuterEquality {
    /// Returns the clause as such an equality if one of its operands has relations of `nonnullable` alone and the other
    /// one has none of them, or (`full`) if the join is a FULL join; else the clause. The clause is a mergejoinable
    /// equality.
    pub(super) fn of(
        clause: Clause,
        nonnullable: Relids,
        full: bool,
    ) -> Result<OuterEquality, Clause> {
        let is_outer = |side: Relids| side.is_subset(nonnullable);
        let is_inner = |side: Relids| !side.overlaps(nonnullable);
        let inner = match &clause {
            _ if full => None,
            c if is_outer(c.left) && is_inner(c.right) => Some(1),
            c if is_outer(c.right) && is_inner(c.left) => Some(0),
            _ => return Err(clause),
        };
        Ok(OuterEquality { clause, inner })
    }
}

/// Derives what constants the outer joins' equalities give for their inner sides, and attaches these equalities
/// (`reconsider_outer_join_clauses`).
#[inline(never)]
pub fn derive_inner_constants(pl: &mut Planner<'_>, root: &mut Root) {
    let mut waiting = std::mem::take(&mut root.outer_equalities);
    // Those whose outer side is on the left come first, those of FULL joins last.
    waiting.arrange_by_key(|e| e.inner.map_or(2, |side| 1 - side));
    loop {
        let before = waiting.len();
        let mut rest = Vec::new();
        for e in waiting {
            let gives = match e.inner {
                Some(side) => gives_constant(pl, root, &e.clause, side),
                None => gives_both_constant(pl, root, &e.clause),
            };
            if gives {
                let clause = without_selectivity(pl, root, e);
                attach(root, Rc::new(clause));
            } else {
                rest.push(e);
            }
        }
        waiting = rest;
        if waiting.len() == before {
            break;
        }
    }
    for e in waiting {
        attach(root, Rc::new(e.clause));
    }
}

/// Makes an operand equal to the constants of a class. Returns whether there is one that it compares with.
fn equals_constants(
    pl: &mut Planner<'_>,
    root: &mut Root,
    class: Oid,
    operand: &Expr,
    constants: &[Expr],
) -> bool {
    // Before 16 what stays when its columns are NULL is equal to nothing (`process_equivalence`).
    if !pl.release.outer_equalities_replaced && contains_nonstrict(operand) {
        return false;
    }
    let mut found = false;
    for constant in constants {
        if let Some(e) = equality(class, operand, constant) {
            let clause = make_clause(pl, e, relids(operand), true, false);
            found |= process_equivalence(root, &clause, true);
        }
    }
    found
}

/// The first class from `from` on that has a constant and a member that `is_member` knows: its number, the member's, and the
/// constants.
fn class_with_constant(
    root: &Root,
    from: usize,
    compared: Option<Oid>,
    is_member: &dyn Fn(&Expr) -> bool,
) -> Option<(usize, usize, Vec<Expr>)> {
    root.ecs.iter().enumerate().skip(from).find_map(|(class, ec)| {
        let usable = |ec: &EquivalenceClass| {
            ec.merged.is_none()
                && ec.has_const
                && !ec.has_volatile
                && family(ec.type_oid) == compared
        };
        let at = ec.members.iter().position(|(e, _)| is_member(e)).filter(|_| usable(ec))?;
        let constants = ec.members.iter().filter(|(_, ids)| ids.is_empty());
        Some((class, at, constants.map(|(e, _)| e.clone()).collect()))
    })
}

/// Makes the inner operand equal to the constants that the outer one is equal to. Returns false if there is none
/// (`reconsider_outer_join_clause`).
fn gives_constant(pl: &mut Planner<'_>, root: &mut Root, clause: &Clause, inner: usize) -> bool {
    let Node::Op(o) = &clause.expr.node else { return false };
    let outer = strip_relabel(&o.args[1 - inner]);
    let mut from = 0;
    while let Some((class, _, constants)) =
        class_with_constant(root, from, family(o.op.left), &|e| strip_relabel(e) == outer)
    {
        if equals_constants(pl, root, o.op.left, &o.args[inner], &constants) {
            return true;
        }
        from = class + 1;
    }
    false
}

/// Makes both operands of a FULL join's equality equal to the constants that their merged column is equal to, which then says
/// no more. Returns false if there is none (`reconsider_full_join_clause`).
#[inline(never)]
fn gives_both_constant(pl: &mut Planner<'_>, root: &mut Root, clause: &Clause) -> bool {
    let Node::Op(o) = &clause.expr.node else { return false };
    let merges = |e: &Expr| matches!(&e.node, Node::Coalesce(args) if *args == o.args);
    let found = class_with_constant(root, 0, family(o.op.left), &merges);
    let Some((class, at, constants)) = found else { return false };
    let left = equals_constants(pl, root, o.op.left, &o.args[0], &constants);
    let right = equals_constants(pl, root, o.op.left, &o.args[1], &constants);
    if left && right {
        root.ecs[class].members.remove(at);
    }
    left && right
}

/// An equality whose rows the inner side's constant has chosen already: it keeps all rows, and from 16 on it is TRUE. A join
/// below that may have put NULLs in the outer side leaves it as it is where it is done before.
fn without_selectivity(pl: &Planner<'_>, root: &Root, e: OuterEquality) -> Clause {
    let clause = e.clause;
    if !pl.release.outer_equalities_replaced {
        return Clause { redundant: true, ..clause };
    }
    let outer = match e.inner {
        Some(1) => clause.left,
        Some(_) => clause.right,
        None => Relids::EMPTY,
    };
    let mut nulled_by = Relids::EMPTY;
    for join in root.special.iter().filter(|s| s.kind == JoinType::Left) {
        if join.min_right.overlaps(outer) {
            nulled_by |= join.min_left;
        }
    }
    let expr = Expr { node: Node::Const(Datum::bool(true)), ..clause.expr.clone() };
    let always = Clause {
        expr,
        relids: Relids::EMPTY,
        left: Relids::EMPTY,
        right: Relids::EMPTY,
        can_join: false,
        equality: false,
        cost: QualCost::default(),
        left_ec: None,
        right_ec: None,
        ..clause.clone()
    };
    if nulled_by.is_empty() {
        return always;
    }
    Clause { replaced_without: Some((nulled_by, Rc::new(always))), ..clause }
}

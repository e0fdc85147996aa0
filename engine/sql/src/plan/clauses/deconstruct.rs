//! Where each condition is checked: as low as outer joins allow (`initsplan.c`).

use super::equivalence::{ec_for, process_equivalence};
use super::{is_equality, make_clause};
use crate::analyze::{FromExpr, JoinTreeNode, JoinType, RteKind};
use crate::expr::{BoolOp, Expr, Node};
use crate::plan::fold::make_bool;
use crate::plan::prep::{
    conjuncts, contains_nonstrict, contains_volatile, from_relids, is_not_null, nonnullable_rels,
    tree_relids,
};
use crate::plan::relids::Relids;
use crate::plan::root::{Clause, OuterEquality, Planner, RcClause, Root, SpecialJoin};
use crate::plan::sel::strip_relabel;
use crate::plan::tree::{pull_vars, relids};
use std::rc::Rc;

/// Distributes the conditions of FROM, its joins and WHERE to the relations that check them, and
/// notes the outer joins and semi-joins (`deconstruct_jointree`).
pub fn deconstruct(pl: &mut Planner<'_>, root: &mut Root, tree: &FromExpr) {
    let mut scope = Scope::default();
    from_item(pl, root, tree, false, &mut scope);
    for (clause, side) in std::mem::take(&mut root.postponed) {
        settle(pl, root, clause, Some(side));
    }
}

#[derive(Default)]
struct Scope {
    inner_join: Relids,
    /// Conditions that use relations beside their node: there a LATERAL sub-query was. The node above that has all of
    /// them checks them before its own (`postponed_qual_list`).
    postponed: Vec<Expr>,
}

impl Scope {
    /// The conditions that a node over the relations `here` checks: those of `own`, behind those of nodes below. What
    /// uses other relations waits for a node above.
    fn checked(&mut self, own: Option<Expr>, here: Relids) -> Vec<Expr> {
        let mut all = std::mem::take(&mut self.postponed);
        all.extend(conjuncts(own));
        let (now, later) = all.into_iter().partition(|q| relids(q).is_subset(here));
        self.postponed = later;
        now
    }
}

/// Spreads the conditions of a FROM tree (`deconstruct_recurse`).
fn from_item(
    pl: &mut Planner<'_>,
    root: &mut Root,
    f: &FromExpr,
    below_outer: bool,
    s: &mut Scope,
) {
    for n in &f.from {
        node_item(pl, root, n, below_outer, s);
    }
    let all = from_relids(f);
    s.inner_join = if f.from.len() > 1 { all } else { s.inner_join };
    for q in s.checked(f.quals.clone(), all) {
        distribute(pl, root, q, all, below_outer, None);
    }
}

/// Whether a condition holds for all rows, or for none, since columns in it are NOT NULL (`restriction_is_always_true`,
/// `restriction_is_always_false`). `nullable`: relations for whose rows an outer join below may have put NULLs.
pub fn holds_always(pl: &Planner<'_>, root: &Root, q: &Expr, nullable: Relids) -> Option<bool> {
    if !pl.release.not_null_known {
        return None;
    }
    let arms = match &q.node {
        Node::Bool(BoolOp::Or, arms) => &arms[..],
        _ => std::slice::from_ref(q),
    };
    let tests_null = |arm: &Expr| match &arm.node {
        Node::NullTest(t) if !t.arg_is_row && is_never_null(pl, root, &t.arg, nullable) => {
            Some(t.is_null)
        }
        _ => None,
    };
    if arms.iter().any(|arm| tests_null(arm) == Some(false)) {
        return Some(true);
    }
    arms.iter().all(|arm| tests_null(arm) == Some(true)).then_some(false)
}

/// Whether an expression is a column that is NOT NULL and no outer join fills with NULLs (`expr_is_nonnullable`).
fn is_never_null(pl: &Planner<'_>, root: &Root, e: &Expr, nullable: Relids) -> bool {
    let Node::Var(v) = &e.node else { return false };
    let Some(RteKind::Relation { oid, .. }) =
        root.query.rtable.get(v.rte.wrapping_sub(1)).map(|r| &r.kind)
    else {
        return false;
    };
    let column = |n: usize| {
        let relation = pl.host.relation_by_oid(*oid);
        relation.and_then(|r| r.desc.attrs.get(n).map(|a| a.not_null))
    };
    let attno = usize::try_from(v.attno).ok().and_then(|n| n.checked_sub(1));
    let filled = nullable.contains(v.rte);
    v.levels_up == 0 && !filled && attno.and_then(column).unwrap_or(v.attno < 0)
}

/// Whether a condition is that a column is NULL which an anti-join below makes NULL (`check_redundant_nullability_qual`).
fn is_null_by_anti_join(root: &Root, q: &Expr) -> bool {
    let of_anti_join =
        |rte| root.special.iter().any(|s| s.kind == JoinType::Anti && s.syn_right.contains(rte));
    matches!(&q.node, Node::NullTest(t) if t.is_null
        && !t.arg_is_row
        && matches!(&t.arg.node, Node::Var(v) if v.levels_up == 0 && v.placeholder().is_none() && of_anti_join(v.rte)))
}

/// Spreads the conditions of a node of the join tree.
fn node_item(
    pl: &mut Planner<'_>,
    root: &mut Root,
    n: &JoinTreeNode,
    below_outer: bool,
    s: &mut Scope,
) {
    match n {
        JoinTreeNode::Rte(_) => s.inner_join = Relids::EMPTY,
        JoinTreeNode::From(f) => from_item(pl, root, f, below_outer, s),
        JoinTreeNode::Join(j) => {
            let (left, right) = (tree_relids(&j.left), tree_relids(&j.right));
            let (lo, ro) = match j.kind {
                JoinType::Inner | JoinType::Semi => (below_outer, below_outer),
                JoinType::Left | JoinType::Anti => (below_outer, true),
                _ => (true, true),
            };
            node_item(pl, root, &j.left, lo, s);
            let left_inner = s.inner_join;
            node_item(pl, root, &j.right, ro, s);
            let right_inner = s.inner_join;
            let quals = s.checked(j.quals.clone(), left | right);
            if j.kind == JoinType::Inner {
                s.inner_join = left | right;
                for q in quals {
                    distribute(pl, root, q, left | right, below_outer, None);
                }
                return;
            }
            let special = make_special(root, left, right, right_inner, j.kind, &quals);
            let nonnullable = match j.kind {
                JoinType::Left | JoinType::Anti => left,
                JoinType::Full => left | right,
                _ => Relids::EMPTY,
            };
            if j.kind == JoinType::Semi {
                root.special.push(special);
                for q in quals {
                    distribute(pl, root, q, left | right, below_outer, None);
                }
            } else {
                let outer = Outer {
                    nonnullable,
                    scope: special.min_left | special.min_right,
                    // A left join that is strict in its left side can be exchanged with another one.
                    last: pl.release.outer_conditions_last
                        && j.kind == JoinType::Left
                        && special.lhs_strict,
                };
                for q in quals {
                    distribute(pl, root, q, left | right, below_outer, Some(&outer));
                }
                root.special.push(special);
            }
            s.inner_join = left_inner | right_inner;
        }
    }
}

/// Describes an outer join or semi-join of `left` and `right`: which relations of each side must be
/// joined before it; `right_inner` are the inner-joined ones on the right (`make_outerjoininfo`).
#[inline(never)]
fn make_special(
    root: &Root,
    left: Relids,
    right: Relids,
    right_inner: Relids,
    kind: JoinType,
    quals: &[Expr],
) -> SpecialJoin {
    let clause_ids = quals.iter().fold(Relids::EMPTY, |a, q| a | relids(q));
    let strict = quals.iter().fold(Relids::EMPTY, |a, q| a | nonnullable_rels(q));
    let lhs_strict = strict.overlaps(left);
    let mut min_left = clause_ids & left;
    let mut min_right = (clause_ids | right_inner) & right;
    if kind == JoinType::Full {
        min_left = left;
        min_right = right;
    }
    for lower in &root.special {
        let lower_all = lower.syn_left | lower.syn_right;
        if lower.kind == JoinType::Full {
            if left.overlaps(lower_all) {
                min_left |= lower_all & left;
            }
            if right.overlaps(lower_all) {
                min_right |= lower_all & right;
            }
            continue;
        }
        if left.overlaps(lower.syn_right)
            && lower.kind != JoinType::Semi
            && clause_ids.overlaps(lower.syn_right)
            && (kind == JoinType::Semi
                || kind == JoinType::Anti
                || !strict.overlaps(lower.min_right))
        {
            min_left |= lower_all;
        }
        if right.overlaps(lower.syn_right)
            && (clause_ids.overlaps(lower.syn_right)
                || !clause_ids.overlaps(lower.min_left)
                || matches!(kind, JoinType::Semi | JoinType::Anti)
                || matches!(lower.kind, JoinType::Semi | JoinType::Anti)
                || !lower.lhs_strict)
        {
            min_right |= lower_all;
        }
    }
    // What is computed on the right side is before this join.
    let computes = |rte: &usize| !root.query.rtable[*rte - 1].placeholders.is_empty();
    min_right = right.iter().filter(computes).fold(min_right, |all, rte| all | Relids::single(rte));
    min_left = min_left & left;
    min_right = min_right & right;
    if min_left.is_empty() {
        min_left = left;
    }
    if min_right.is_empty() {
        min_right = right;
    }
    let mut special = SpecialJoin {
        min_left,
        min_right,
        syn_left: left,
        syn_right: right,
        kind,
        lhs_strict,
        semi_rhs: Vec::new(),
        semi_can_unique: false,
    };
    if kind == JoinType::Semi {
        special.semi_rhs = semijoin_rhs(right, quals).unwrap_or_default();
        special.semi_can_unique = !special.semi_rhs.is_empty();
    }
    special
}

/// The expressions by which a semi-join's right side must be made unique (`compute_semijoin_info`);
/// `None` unless each condition between the sides is `left = right`, and if a volatile function is called.
fn semijoin_rhs(right: Relids, quals: &[Expr]) -> Option<Vec<Expr>> {
    let mut exprs = Vec::new();
    for q in quals {
        let all = relids(q);
        if !all.overlaps(right) || all.is_subset(right) {
            if contains_volatile(q) {
                return None;
            }
            continue;
        }
        let Node::Op(o) = &q.node else { return None };
        if o.args.len() != 2 || !is_equality(o) {
            return None;
        }
        let (a, b) = (relids(&o.args[0]), relids(&o.args[1]));
        if !b.is_empty() && b.is_subset(right) && !a.overlaps(right) {
            exprs.push(o.args[1].clone());
        } else if !a.is_empty() && a.is_subset(right) && !b.overlaps(right) {
            exprs.push(o.args[0].clone());
        } else {
            return None;
        }
    }
    (!exprs.iter().any(contains_volatile)).then_some(exprs)
}

/// Marks the columns of an expression as needed by the relations `at` (`add_vars_to_targetlist`).
pub fn need_vars(root: &mut Root, e: &Expr, at: Relids) {
    let mut vars = Vec::new();
    pull_vars(e, false, false, &mut vars);
    for v in vars {
        if let Node::Var(var) = &v.node {
            *root.needed.entry((var.rte, var.attno)).or_default() |= at;
            if let Some(Some(rel)) = root.rels.get_mut(var.rte)
                && !rel.target.exprs.contains(&v)
            {
                rel.target.exprs.push(Expr { location: -1, ..v });
                rel.target.sortrefs.push(0);
            }
        }
    }
}

/// The outer join whose condition is spread.
struct Outer {
    /// The sides whose rows stay.
    nonnullable: Relids,
    /// What must be joined where the condition is checked.
    scope: Relids,
    /// Whether the conditions on both sides come after all others (`postponed_oj_qual_list`).
    last: bool,
}

/// Attaches a condition written over the relations `scope` to those that check it, as a clause or
/// as an equivalence. `below_outer`: an outer join is above (`distribute_qual_to_rels`).
fn distribute(
    pl: &mut Planner<'_>,
    root: &mut Root,
    q: Expr,
    mut scope: Relids,
    below_outer: bool,
    outer: Option<&Outer>,
) {
    let mut ids = relids(&q);
    let mut pushed_down = true;
    let mut delayed = false;
    let mut nullable = Relids::EMPTY;
    let mut pseudo = false;
    if ids.is_empty() {
        if let Some(outer) = outer {
            ids = outer.scope;
        } else {
            if !contains_volatile(&q) {
                pseudo = true;
                root.has_pseudoconstants = true;
                // It is checked as high in the tree as it can be.
                if !below_outer {
                    scope = root.all_baserels;
                }
            }
            ids = scope;
        }
    }
    if ids.is_empty() {
        ids = root.all_baserels;
    }
    let mut maybe_ec;
    let of_outer = outer.filter(|outer| ids.overlaps(outer.nonnullable));
    if let Some(outer) = of_outer {
        pushed_down = false;
        maybe_ec = false;
        // A join below may have put NULLs in a column of it.
        for s in root.special.iter().filter(|s| s.kind != JoinType::Semi) {
            if ids.overlaps(s.min_right) {
                nullable |= s.min_right;
                delayed |= !(s.min_left | s.min_right).is_subset(ids);
            }
        }
        ids |= outer.scope;
    } else {
        if is_null_by_anti_join(root, &q) {
            return;
        }
        let delay = |ids| outer_join_delay(root, ids, scope, outer.is_some());
        let (all, filled) = delay(ids);
        nullable |= filled;
        delayed |= all != ids;
        // Each side must be free to meet the sides of other conditions (`check_equivalence_delay`).
        maybe_ec = !delayed
            && match &q.node {
                Node::Op(o) => o.args.iter().map(relids).all(|side| delay(side).0 == side),
                _ => true,
            };
        ids = all;
    }
    // A condition of an outer join on its inner side alone is checked below it.
    let below_outer = below_outer || outer.is_some();
    maybe_ec &= !below_outer || may_equal_below(pl, &q);
    let q = if maybe_ec && !pseudo { equal_to_itself(q) } else { q };
    let mut clause = make_clause(pl, q, ids, pushed_down, delayed);
    clause.nullable = nullable & clause.relids;
    clause.pseudoconstant = pseudo;
    clause.equality &= !pseudo;
    if ids.len() > 1 {
        let e = clause.expr.clone();
        need_vars(root, &e, ids);
    }
    if maybe_ec && clause.equality && process_equivalence(root, &clause, below_outer) {
        return;
    }
    // A FULL join is one whose both sides stay.
    let side = of_outer.map(|o| (o.nonnullable, o.nonnullable == scope));
    match side {
        Some(side) if outer.is_some_and(|outer| outer.last) => root.postponed.push((clause, side)),
        _ => settle(pl, root, clause, side),
    }
}

/// Adds to `ids` the relations of outer joins that must be done before a condition on them is checked; also returns the
/// relations in whose place these joins may put NULLs (`check_outerjoin_delay`).
fn outer_join_delay(
    root: &Root,
    mut ids: Relids,
    scope: Relids,
    of_outer: bool,
) -> (Relids, Relids) {
    let mut nullable = Relids::EMPTY;
    loop {
        let before = ids;
        for s in &root.special {
            if s.kind == JoinType::Semi || s.kind == JoinType::Anti && of_outer {
                continue;
            }
            let full = s.kind == JoinType::Full;
            let hits = ids.overlaps(s.min_right) || full && ids.overlaps(s.min_left);
            let all = s.min_left | s.min_right;
            if hits && s.syn_right.overlaps(scope) && all.is_subset(scope) {
                nullable |= if full { all } else { s.min_right };
                ids |= all;
            }
        }
        if ids == before {
            return (ids, nullable);
        }
    }
}

/// Attaches a clause, with the classes of its sides. `outer`: the side of an outer join whose rows stay, for a condition on
/// both of its sides, and whether the other one's stay, too.
fn settle(
    pl: &mut Planner<'_>,
    root: &mut Root,
    mut clause: Clause,
    outer: Option<(Relids, bool)>,
) {
    if clause.equality
        && clause.can_join
        && let Node::Op(o) = &clause.expr.node
    {
        let (a, b) = (o.args[0].clone(), o.args[1].clone());
        let ty = o.op.left;
        clause.left_ec = Some(ec_for(root, &a, ty, 0));
        clause.right_ec = Some(ec_for(root, &b, ty, 0));
        if let Some((nonnullable, full)) = outer {
            match OuterEquality::of(clause, nonnullable, full) {
                Ok(equality) => root.outer_equalities.push(equality),
                Err(clause) => attach(root, Rc::new(clause)),
            }
            return;
        }
    }
    attach_unless_true(pl, root, clause);
}

/// Attaches a clause, or FALSE if it never holds; none that always holds (`add_base_clause_to_rel`,
/// `add_join_clause_to_rels`).
pub fn attach_unless_true(pl: &mut Planner<'_>, root: &mut Root, mut clause: Clause) {
    match holds_always(pl, root, &clause.expr, clause.nullable) {
        Some(true) => return,
        Some(false) => {
            let never = make_bool(Some(false));
            let (ids, delayed) = (clause.required, clause.outer_delayed);
            clause = make_clause(pl, never, ids, clause.pushed_down, delayed);
        }
        None => {}
    }
    attach(root, Rc::new(clause));
}

/// A condition `x = x` holds where x is not NULL (`process_equivalence`).
fn equal_to_itself(qual: Expr) -> Expr {
    match &qual.node {
        Node::Op(o)
            if is_equality(o)
                && o.op.strict
                && strip_relabel(&o.args[0]) == strip_relabel(&o.args[1])
                && !contains_volatile(&qual) =>
        {
            is_not_null(&o.args[0])
        }
        _ => qual,
    }
}

/// Whether a condition checked below an outer join can make its sides equal: not if it has no columns, and before 16 not if a
/// side may have a value where its columns are NULL (`process_equivalence`).
fn may_equal_below(pl: &Planner<'_>, qual: &Expr) -> bool {
    let Node::Op(o) = &qual.node else { return false };
    let lasting = |e: &Expr| !relids(e).is_empty() && contains_nonstrict(e);
    !relids(qual).is_empty()
        && (pl.release.outer_equalities_replaced || !o.args.iter().any(lasting))
}

/// Attaches a clause to the relations that check it (`distribute_restrictinfo_to_rels`).
pub fn attach(root: &mut Root, c: RcClause) {
    let ids = c.required;
    if ids.singleton().is_some() {
        let rte = ids.singleton().unwrap_or(0);
        if let Some(Some(rel)) = root.rels.get_mut(rte) {
            rel.restrict.push(c);
        }
        return;
    }
    for rte in 1..root.rels.len() {
        if ids.contains(rte)
            && let Some(rel) = &mut root.rels[rte]
        {
            rel.joininfo.push(Rc::clone(&c));
        }
    }
}

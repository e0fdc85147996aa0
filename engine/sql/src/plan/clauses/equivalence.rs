//! Equivalence classes: expressions that conditions make equal (`equivclass.c`).

use super::deconstruct::{attach, need_vars};
use super::{family, is_hashable, make_clause};
use crate::expr::{Expr, Node, OpCall};
use crate::plan::fold::fold;
use crate::plan::prep::{contains_agg, contains_volatile, contains_window, returns_set};
use crate::plan::relids::Relids;
use crate::plan::root::{Clause, EquivalenceClass, Planner, RcClause, Root};
use crate::plan::sel::strip_relabel;
use crate::plan::tree::relids;
use std::rc::Rc;
use storage::ids::Oid;
use storage::types::oid;

/// The equivalence class of an expression (`get_eclass_for_sort_expr`); a new one if it has none.
pub fn ec_for(root: &mut Root, e: &Expr, ty: Oid, sortref: u32) -> usize {
    let volatile = contains_volatile(e);
    let stripped = strip_relabel(e);
    for i in 0..root.ecs.len() {
        let ec = &root.ecs[i];
        if ec.merged.is_some() || (volatile && ec.sortref != sortref) || ec.has_volatile != volatile
        {
            continue;
        }
        // Below an outer join a constant is not as constant as it looks.
        let is_it = |(m, ids): &(Expr, Relids)| {
            !(ids.is_empty() && ec.below_outer) && strip_relabel(m) == stripped
        };
        if family(ec.type_oid) == family(ty) && ec.members.iter().any(is_it) {
            return i;
        }
    }
    let ids = relids(e);
    let computed = || volatile || returns_set(e) || contains_agg(e) || contains_window(e);
    root.ecs.push(EquivalenceClass {
        members: vec![(e.clone(), ids)],
        has_const: ids.is_empty() && !computed(),
        has_volatile: volatile,
        type_oid: ty,
        sortref,
        ..EquivalenceClass::default()
    });
    root.ecs.len() - 1
}

/// Makes both sides of an equality members of one class; returns false if the condition is no plain
/// equality (`process_equivalence`). `below_outer`: an outer join above may put NULLs in their place.
pub(super) fn process_equivalence(root: &mut Root, c: &Clause, below_outer: bool) -> bool {
    let Node::Op(o) = &c.expr.node else { return false };
    let (a, b) = (o.args[0].clone(), o.args[1].clone());
    if strip_relabel(&a) == strip_relabel(&b) {
        return false;
    }
    let ty = o.op.left;
    let find = |root: &Root, e: &Expr| {
        (0..root.ecs.len()).find(|&i| {
            let ec = &root.ecs[i];
            ec.merged.is_none()
                && !ec.has_volatile
                && family(ec.type_oid) == family(ty)
                && ec.members.iter().any(|(m, ids)| {
                    // Below an outer join a constant is not as constant as it looks.
                    !(ids.is_empty() && (below_outer || ec.below_outer))
                        && strip_relabel(m) == strip_relabel(e)
                })
        })
    };
    let source = Rc::new(Clause {
        expr: c.expr.clone(),
        relids: c.relids,
        required: c.required,
        left: c.left,
        right: c.right,
        pushed_down: c.pushed_down,
        outer_delayed: c.outer_delayed,
        nullable: c.nullable,
        can_join: c.can_join,
        equality: true,
        pseudoconstant: false,
        redundant: c.redundant,
        replaced_without: None,
        cost: c.cost,
        left_ec: None,
        right_ec: None,
        parent_ec: None,
    });
    let const_of = |e: &Expr| relids(e).is_empty();
    match (find(root, &a), find(root, &b)) {
        (Some(x), Some(y)) if x == y => root.ecs[x].sources.push(source),
        (Some(x), Some(y)) => {
            let other = std::mem::take(&mut root.ecs[y]);
            let ec = &mut root.ecs[x];
            ec.members.extend(other.members);
            ec.sources.extend(other.sources);
            ec.sources.push(source);
            ec.has_const |= other.has_const;
            ec.below_outer |= other.below_outer || below_outer;
            root.ecs[y].merged = Some(x);
        }
        (Some(x), None) => {
            root.ecs[x].has_const |= const_of(&b);
            root.ecs[x].below_outer |= below_outer;
            root.ecs[x].members.push((b.clone(), relids(&b)));
            root.ecs[x].sources.push(source);
        }
        (None, Some(y)) => {
            root.ecs[y].has_const |= const_of(&a);
            root.ecs[y].below_outer |= below_outer;
            root.ecs[y].members.push((a.clone(), relids(&a)));
            root.ecs[y].sources.push(source);
        }
        (None, None) => root.ecs.push(EquivalenceClass {
            has_const: const_of(&a) || const_of(&b),
            below_outer,
            members: vec![(a.clone(), relids(&a)), (b.clone(), relids(&b))],
            sources: vec![source],
            type_oid: ty,
            ..EquivalenceClass::default()
        }),
    }
    true
}

/// Adds the conditions that classes with constants imply for single relations
/// (`generate_base_implied_equalities`).
pub fn base_equalities(pl: &mut Planner<'_>, root: &mut Root) {
    for i in 0..root.ecs.len() {
        let ec = root.ecs[i].clone();
        if ec.merged.is_some() || ec.members.len() < 2 || ec.has_volatile || ec.sources.is_empty() {
            continue;
        }
        let all = ec.members.iter().fold(Relids::EMPTY, |all, (_, ids)| all | *ids);
        if all.len() > 1 {
            root.rels
                .iter_mut()
                .flatten()
                .filter(|rel| rel.relids.is_subset(all))
                .for_each(|rel| rel.has_ec_joins = true);
        }
        if ec.has_const {
            // A clause as written that compares with the constant is used as it is.
            if ec.members.len() == 2 && ec.sources.len() == 1 {
                attach(root, Rc::clone(&ec.sources[0]));
                continue;
            }
            let Some(constant) = constant_member(&ec) else { continue };
            for (m, ids) in &ec.members {
                if *m == constant {
                    continue;
                }
                if ids.is_empty() {
                    constants_equal(pl, root, &ec, m, &constant);
                    continue;
                }
                if let Some(e) = equality(ec.type_oid, m, &constant) {
                    let c = make_clause(pl, e, *ids, true, false);
                    attach(root, Rc::new(c));
                }
            }
        } else {
            // Two members of the same relation.
            let mut last: Vec<(Relids, Expr)> = Vec::new();
            for (m, ids) in &ec.members {
                if ids.len() != 1 {
                    continue;
                }
                if let Some(prev) = last.iter_mut().find(|(r, _)| r == ids) {
                    if let Some(e) = equality(ec.type_oid, &prev.1, m) {
                        let e = ec
                            .sources
                            .iter()
                            .find(|s| matches!(&s.expr.node, Node::Op(o) if o.args[0] == prev.1 && o.args[1] == *m))
                            .map_or(e, |s| s.expr.clone());
                        let c = make_clause(pl, e, *ids, true, false);
                        attach(root, Rc::new(c));
                    }
                    prev.1 = m.clone();
                } else {
                    last.push((*ids, m.clone()));
                }
            }
            // Members that span relations are needed where they join.
            let members: Vec<Expr> = ec.members.iter().map(|(m, _)| m.clone()).collect();
            if all.len() > 1 {
                for m in members {
                    need_vars(root, &m, all);
                }
            }
        }
    }
    root.ec_merging_done = true;
}

/// The member of a class that the others are compared with: its first constant, else its last parameter or the like
/// (`generate_base_implied_equalities_const`); `None` if it has neither.
fn constant_member(ec: &EquivalenceClass) -> Option<Expr> {
    let fixed = || ec.members.iter().filter(|(_, ids)| ids.is_empty()).map(|(m, _)| m);
    fixed().find(|m| matches!(m.node, Node::Const(_))).or_else(|| fixed().next_back()).cloned()
}

/// The equality of a member of a class with the class's constant; `None` if it has none.
pub fn constant_equality(
    pl: &mut Planner<'_>,
    root: &Root,
    class: usize,
    member: &Expr,
) -> Option<RcClause> {
    let ec = root.ecs.get(class).filter(|ec| ec.has_const)?;
    let e = equality(ec.type_oid, member, &constant_member(ec)?)?;
    Some(Rc::new(make_clause(pl, e, relids(member), true, false)))
}

/// Adds the condition that two constants of a class are equal, which is the same for all rows and is checked once before
/// the first, as high in the tree as it can be; none if they are equal (`process_implied_equality`).
fn constants_equal(
    pl: &mut Planner<'_>,
    root: &mut Root,
    ec: &EquivalenceClass,
    member: &Expr,
    constant: &Expr,
) {
    let Some(mut e) = equality(ec.type_oid, member, constant) else { return };
    // What fails now fails again where it is checked.
    let _ = fold(&mut pl.host, &mut e, false);
    if matches!(&e.node, Node::Const(d) if !d.is_null() && d.as_bool()) {
        return;
    }
    let mut scope = root.all_baserels;
    if ec.below_outer {
        scope = ec.members.iter().fold(Relids::EMPTY, |all, (_, ids)| all | *ids);
    }
    root.has_pseudoconstants = true;
    let clause = make_clause(pl, e, scope, true, false);
    attach(root, Rc::new(clause));
}

/// `a = b` with the operator for their types, or that of the class's own type, by which arrays, rows and enums are compared
/// (`select_equality_operator`).
pub fn equality(class: Oid, a: &Expr, b: &Expr) -> Option<Expr> {
    use crate::catalog::operator_exact;
    let op = operator_exact("=", op_type(a), op_type(b)).or_else(|| match class {
        oid::ANYARRAY | oid::ANYENUM | oid::RECORD => operator_exact("=", class, class),
        _ => None,
    })?;
    Some(Expr {
        node: Node::Op(OpCall { op, args: vec![a.clone(), b.clone()] }),
        type_oid: oid::BOOL,
        typmod: -1,
        collation: Oid::INVALID,
        location: -1,
    })
}

/// The type that an expression is compared as: varchar as text.
fn op_type(e: &Expr) -> Oid {
    match e.type_oid {
        oid::VARCHAR => oid::TEXT,
        oid::REGCLASS | oid::REGTYPE | oid::REGPROC => oid::OID,
        other => other,
    }
}

/// Returns the clauses that equivalence classes imply for joining two sets of relations
/// (`generate_join_implied_equalities`).
pub fn join_equalities(
    pl: &mut Planner<'_>,
    root: &Root,
    join: Relids,
    outer: Relids,
    inner: Relids,
) -> Vec<RcClause> {
    let mut out = Vec::new();
    for i in 0..root.ecs.len() {
        let ec = &root.ecs[i];
        if ec.merged.is_some() || ec.has_const || ec.members.len() < 2 || ec.sources.is_empty() {
            continue;
        }
        let find = |side: Relids, own: bool| {
            ec.all_members()
                .filter(move |(_, r)| !r.is_empty() && r.is_subset(side))
                .filter(move |(_, r)| own || !r.is_empty())
                .cloned()
                .collect::<Vec<_>>()
        };
        let outers = find(outer, true);
        let inners = find(inner, true);
        // Members computable only with both sides.
        let news: Vec<_> = ec
            .members
            .iter()
            .filter(|(_, r)| r.is_subset(join) && !r.is_subset(outer) && !r.is_subset(inner))
            .cloned()
            .collect();
        let mut best: Option<(Expr, Expr)> = None;
        let mut score = -1;
        for (a, _) in &outers {
            for (b, _) in &inners {
                let Some(e) = equality(ec.type_oid, a, b) else { continue };
                let hashes = matches!(&e.node, Node::Op(o) if is_hashable(o));
                let simple = |e: &Expr| i32::from(matches!(strip_relabel(e).node, Node::Var(_)));
                let s = i32::from(hashes || !pl.costs.enable_hashjoin) + simple(a) + simple(b);
                if s > score {
                    score = s;
                    best = Some((a.clone(), b.clone()));
                }
            }
        }
        if let Some((a, b)) = &best {
            out.extend(join_clause(pl, root, i, (a, b), true));
        }
        // Each of them equals the next one, and the last one a member that was there.
        let old = outers.first().or(inners.first()).map(|(e, _)| e);
        let chain: Vec<&Expr> = news.iter().map(|(e, _)| e).chain(old).collect();
        if !news.is_empty() {
            for pair in chain.windows(2) {
                out.extend(join_clause(pl, root, i, (pair[0], pair[1]), false));
            }
        }
    }
    out
}

/// The equality of two members of a class, made once for both sides in this order; in versions where the other order shares it,
/// in the order that was asked for first. `redundant`: with another equality of the class, this one need not be
/// checked (`create_join_clause`).
fn join_clause(
    pl: &mut Planner<'_>,
    root: &Root,
    class: usize,
    (left, right): (&Expr, &Expr),
    redundant: bool,
) -> Option<RcClause> {
    let shared = pl.release.implied_equalities_shared;
    let parent_ec = redundant.then_some(class);
    let is_it = |c: &RcClause| {
        let Node::Op(o) = &c.expr.node else { return false };
        c.parent_ec == parent_ec
            && (o.args[0] == *left && o.args[1] == *right
                || shared && o.args[0] == *right && o.args[1] == *left)
    };
    let sources = root.ecs[class].sources.iter();
    if let Some(source) = sources.filter(|_| !redundant).find(|c| is_it(c)) {
        return Some(Rc::clone(source));
    }
    let derived = root.derived.borrow();
    if let Some((_, known)) = derived.iter().find(|(of, c)| *of == class && is_it(c)) {
        return Some(Rc::clone(known));
    }
    drop(derived);
    let e = equality(root.ecs[class].type_oid, left, right)?;
    let ids = relids(&e);
    let mut c = make_clause(pl, e, ids, true, false);
    c.left_ec = Some(class);
    c.right_ec = Some(class);
    c.parent_ec = parent_ec;
    let c = Rc::new(c);
    root.derived.borrow_mut().push((class, Rc::clone(&c)));
    Some(c)
}

/// The equalities of a relation's own expression, that `is_column` knows, with those of other relations: from the first
/// class that gives some (`generate_implied_equalities_for_column`).
pub fn equalities_for_column(
    pl: &mut Planner<'_>,
    root: &Root,
    rte: usize,
    is_column: &dyn Fn(&Expr) -> bool,
) -> Vec<RcClause> {
    let own = Relids::single(rte);
    let apart_from = own | root.nominal(own);
    for (class, ec) in root.ecs.iter().enumerate() {
        if ec.merged.is_some() || ec.has_const || ec.members.len() < 2 {
            continue;
        }
        let found = ec.all_members().find(|(e, relids)| *relids == own && is_column(e));
        let Some((column, _)) = found else { continue };
        let mut out = Vec::new();
        for (other, relids) in &ec.members {
            if !relids.overlaps(apart_from) {
                out.extend(join_clause(pl, root, class, (column, other), true));
            }
        }
        if !out.is_empty() {
            return out;
        }
    }
    Vec::new()
}

//! From a join tree to relations with their conditions (`initsplan.c`, `equivclass.c`).

use super::cost::QualCost;
use super::prep::{conjuncts, contains_volatile, from_relids, nonnullable_rels, tree_relids};
use super::relids::Relids;
use super::root::{Clause, EquivalenceClass, PathKey, Planner, RcClause, Root, SpecialJoin};
use super::sel::{expr_cost, strip_relabel};
use super::tree::{pull_vars, relids};
use crate::analyze::{FromExpr, JoinTreeNode, JoinType};
use crate::expr::{Expr, Node, OpCall};
use std::rc::Rc;
use storage::fmgr::Restrict;
use storage::ids::Oid;
use storage::types::oid;

/// Whether `=` of these types is a btree and hash equality (`op_mergejoinable`).
pub fn is_equality(o: &OpCall) -> bool {
    o.args.len() == 2
        && o.op.name == "="
        && o.op.restrict == Restrict::Eq
        && family(o.op.left) == family(o.op.right)
        && family(o.op.left).is_some()
}

/// The operator family a type's comparisons belong to, named by one of its types.
pub fn family(t: Oid) -> Option<Oid> {
    match t {
        oid::INT2 | oid::INT4 | oid::INT8 => Some(oid::INT8),
        oid::FLOAT4 | oid::FLOAT8 => Some(oid::FLOAT8),
        oid::TEXT | oid::VARCHAR | oid::NAME => Some(oid::TEXT),
        oid::DATE | oid::TIMESTAMP | oid::TIMESTAMPTZ => Some(oid::TIMESTAMP),
        oid::OID | oid::REGCLASS | oid::REGPROC | oid::REGTYPE => Some(oid::OID),
        oid::JSON | oid::XID | oid::CID => None,
        other => Some(other),
    }
}

/// Makes a clause of an expression.
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
        can_join,
        equality,
        pseudoconstant,
        cost,
        left_ec: None,
        right_ec: None,
        parent_ec: None,
        expr,
    }
}

/// `deconstruct_jointree`: spreads conditions over the relations; gives the items to join.
pub fn deconstruct(pl: &mut Planner<'_>, root: &mut Root, tree: &FromExpr) {
    let mut scope = Scope { inner_join: Relids::EMPTY };
    from_item(pl, root, tree, false, &mut scope);
}

struct Scope {
    inner_join: Relids,
}

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
    for q in conjuncts(f.quals.clone()) {
        distribute(pl, root, q, all, below_outer, None);
    }
}

fn node_item(
    pl: &mut Planner<'_>,
    root: &mut Root,
    n: &JoinTreeNode,
    below_outer: bool,
    s: &mut Scope,
) {
    match n {
        JoinTreeNode::Rte(r) => s.inner_join = Relids::single(*r),
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
            let quals = conjuncts(j.quals.clone());
            if j.kind == JoinType::Inner {
                s.inner_join = left_inner | right_inner;
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
                    distribute_semi(pl, root, q, left | right);
                }
            } else {
                let scope = special.min_left | special.min_right;
                for q in quals {
                    distribute(pl, root, q, left | right, below_outer, Some((nonnullable, scope)));
                }
                root.special.push(special);
            }
            s.inner_join = Relids::EMPTY;
        }
    }
}

/// `make_outerjoininfo`
fn make_special(
    root: &Root,
    left: Relids,
    right: Relids,
    right_inner: Relids,
    kind: JoinType,
    quals: &[Expr],
) -> SpecialJoin {
    let clause_ids = quals.iter().fold(Relids::EMPTY, |a, q| a | relids(q));
    let strict = quals.iter().fold(Relids::EMPTY, |a, q| a | nonnullable_rels(q, true));
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
        // compute_semijoin_info: every condition must be `lhs = rhs` or not touch the right side.
        let mut ok = true;
        for q in quals {
            match &q.node {
                Node::Op(o) if o.args.len() == 2 && is_equality(o) => {
                    let (a, b) = (relids(&o.args[0]), relids(&o.args[1]));
                    if !b.is_empty() && b.is_subset(right) && !a.overlaps(right) {
                        special.semi_rhs.push(o.args[1].clone());
                    } else if !a.is_empty() && a.is_subset(right) && !b.overlaps(right) {
                        special.semi_rhs.push(o.args[0].clone());
                    } else if (a | b).overlaps(right) {
                        ok = false;
                    }
                }
                _ if !relids(q).overlaps(right) => {}
                _ => ok = false,
            }
        }
        special.semi_can_unique =
            ok && !special.semi_rhs.is_empty() && !special.semi_rhs.iter().any(contains_volatile);
    }
    special
}

fn distribute_semi(pl: &mut Planner<'_>, root: &mut Root, q: Expr, scope: Relids) {
    distribute(pl, root, q, scope, false, None);
}

/// Marks columns as needed where a clause is evaluated.
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

/// `distribute_qual_to_rels`; `outer` is an outer join's nonnullable side and scope.
fn distribute(
    pl: &mut Planner<'_>,
    root: &mut Root,
    q: Expr,
    scope: Relids,
    below_outer: bool,
    outer: Option<(Relids, Relids)>,
) {
    let mut ids = relids(&q);
    let mut pushed_down = true;
    let mut delayed = false;
    let mut pseudo = false;
    if ids.is_empty() {
        if let Some((_, ojscope)) = outer {
            ids = ojscope;
        } else {
            ids = scope;
            if !contains_volatile(&q) {
                pseudo = true;
                root.has_pseudoconstants = true;
            }
        }
    }
    if ids.is_empty() {
        ids = root.all_baserels;
    }
    let mut maybe_ec;
    if let Some((nonnullable, ojscope)) = outer
        && (ids.overlaps(nonnullable))
    {
        pushed_down = false;
        maybe_ec = false;
        ids |= ojscope;
        delayed = true;
    } else {
        // check_outerjoin_delay
        let before = ids;
        loop {
            let mut changed = false;
            for s in &root.special {
                if s.kind == JoinType::Semi || s.kind == JoinType::Anti && outer.is_some() {
                    continue;
                }
                let hits = ids.overlaps(s.min_right)
                    || (s.kind == JoinType::Full && ids.overlaps(s.min_left));
                let all = s.min_left | s.min_right;
                if hits
                    && !all.is_subset(ids)
                    && s.syn_right.overlaps(scope)
                    && all.is_subset(scope)
                {
                    ids |= all;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        delayed |= ids != before;
        if outer.is_some() {
            pushed_down = false;
        }
        maybe_ec = !delayed && outer.is_none();
        if below_outer {
            maybe_ec = maybe_ec && relids(&q).len() >= 1;
        }
    }
    let mut clause = make_clause(pl, q, ids, pushed_down, delayed);
    clause.pseudoconstant = pseudo;
    if ids.len() > 1 {
        let e = clause.expr.clone();
        need_vars(root, &e, ids);
    }
    if maybe_ec && clause.equality && !below_outer && process_equivalence(root, &clause) {
        return;
    }
    if clause.equality
        && clause.can_join
        && let Node::Op(o) = &clause.expr.node
    {
        let (a, b) = (o.args[0].clone(), o.args[1].clone());
        let ty = family(o.op.left).unwrap_or(o.op.left);
        clause.left_ec = Some(ec_for(root, &a, ty, 0));
        clause.right_ec = Some(ec_for(root, &b, ty, 0));
    }
    attach(root, Rc::new(clause));
}

/// `distribute_restrictinfo_to_rels`
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

/// The class an expression belongs to (`get_eclass_for_sort_expr`), made when there is none.
pub fn ec_for(root: &mut Root, e: &Expr, ty: Oid, sortref: u32) -> usize {
    let volatile = contains_volatile(e);
    let stripped = strip_relabel(e);
    for i in 0..root.ecs.len() {
        let ec = &root.ecs[i];
        if ec.merged.is_some() || (volatile && ec.sortref != sortref) || ec.has_volatile != volatile
        {
            continue;
        }
        if family(ec.type_oid) == family(ty)
            && ec.members.iter().any(|(m, _)| strip_relabel(m) == stripped)
        {
            return i;
        }
    }
    root.ecs.push(EquivalenceClass {
        members: vec![(e.clone(), relids(e))],
        has_volatile: volatile,
        type_oid: ty,
        sortref,
        ..EquivalenceClass::default()
    });
    root.ecs.len() - 1
}

/// `process_equivalence`
fn process_equivalence(root: &mut Root, c: &Clause) -> bool {
    let Node::Op(o) = &c.expr.node else { return false };
    let (a, b) = (o.args[0].clone(), o.args[1].clone());
    if strip_relabel(&a) == strip_relabel(&b) {
        return false;
    }
    let ty = family(o.op.left).unwrap_or(o.op.left);
    let find = |root: &Root, e: &Expr| {
        (0..root.ecs.len()).find(|&i| {
            let ec = &root.ecs[i];
            ec.merged.is_none()
                && !ec.has_volatile
                && family(ec.type_oid) == Some(ty)
                && ec.members.iter().any(|(m, _)| strip_relabel(m) == strip_relabel(e))
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
        can_join: c.can_join,
        equality: true,
        pseudoconstant: false,
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
            root.ecs[y].merged = Some(x);
        }
        (Some(x), None) => {
            root.ecs[x].has_const |= const_of(&b);
            root.ecs[x].members.push((b.clone(), relids(&b)));
            root.ecs[x].sources.push(source);
        }
        (None, Some(y)) => {
            root.ecs[y].has_const |= const_of(&a);
            root.ecs[y].members.push((a.clone(), relids(&a)));
            root.ecs[y].sources.push(source);
        }
        (None, None) => root.ecs.push(EquivalenceClass {
            has_const: const_of(&a) || const_of(&b),
            members: vec![(a.clone(), relids(&a)), (b.clone(), relids(&b))],
            sources: vec![source],
            type_oid: ty,
            ..EquivalenceClass::default()
        }),
    }
    true
}

/// `generate_base_implied_equalities`
pub fn base_equalities(pl: &mut Planner<'_>, root: &mut Root) {
    for i in 0..root.ecs.len() {
        let ec = root.ecs[i].clone();
        if ec.merged.is_some() || ec.members.len() < 2 || ec.has_volatile || ec.sources.is_empty() {
            continue;
        }
        if ec.has_const {
            // A clause as written that compares with the constant is used as it is.
            if ec.members.len() == 2 && ec.sources.len() == 1 {
                attach_source(root, &ec.sources[0]);
                continue;
            }
            let Some((constant, _)) = ec.members.iter().find(|(_, r)| r.is_empty()).cloned() else {
                continue;
            };
            for (m, ids) in &ec.members {
                if *m == constant {
                    continue;
                }
                let existing = ec.sources.iter().find(|s| {
                    matches!(&s.expr.node, Node::Op(o)
                        if (o.args[0] == *m && o.args[1] == constant)
                            || (o.args[1] == *m && o.args[0] == constant))
                });
                match existing {
                    Some(s) => attach_source(root, &Rc::clone(s)),
                    None => {
                        if let Some(e) = equality(m, &constant) {
                            let c = make_clause(pl, e, *ids, true, false);
                            attach(root, Rc::new(c));
                        }
                    }
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
                    if let Some(e) = equality(&prev.1, m) {
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
            let mut all = Relids::EMPTY;
            for (_, ids) in &ec.members {
                all |= *ids;
            }
            for rte in 1..root.rels.len() {
                if all.contains(rte)
                    && let Some(rel) = &mut root.rels[rte]
                {
                    rel.has_ec_joins |= all.len() > 1;
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

fn attach_source(root: &mut Root, s: &RcClause) {
    attach(root, Rc::clone(s));
}

/// `a = b` with the operator for their types.
pub fn equality(a: &Expr, b: &Expr) -> Option<Expr> {
    let (ta, tb) = (op_type(a), op_type(b));
    let op = crate::catalog::operator_exact("=", ta, tb)?;
    Some(Expr {
        node: Node::Op(OpCall { op, args: vec![a.clone(), b.clone()] }),
        type_oid: oid::BOOL,
        typmod: -1,
        collation: Oid::INVALID,
        location: -1,
    })
}

fn op_type(e: &Expr) -> Oid {
    match e.type_oid {
        oid::VARCHAR => oid::TEXT,
        oid::REGCLASS | oid::REGTYPE | oid::REGPROC => oid::OID,
        other => other,
    }
}

/// `generate_join_implied_equalities`: the clauses classes give for joining two sets.
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
            ec.members
                .iter()
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
                let Some(_) = equality(a, b) else { continue };
                let simple = |e: &Expr| i32::from(matches!(strip_relabel(e).node, Node::Var(_)));
                let s = 1 + simple(a) + simple(b);
                if s > score {
                    score = s;
                    best = Some((a.clone(), b.clone()));
                }
            }
        }
        let mut push = |a: &Expr, b: &Expr| {
            let source = ec.sources.iter().find(|s| {
                matches!(&s.expr.node, Node::Op(o)
                    if (o.args[0] == *a && o.args[1] == *b) || (o.args[0] == *b && o.args[1] == *a))
            });
            let e = match source {
                Some(s) => Some(s.expr.clone()),
                None => equality(a, b),
            };
            if let Some(e) = e {
                let ids = relids(&e);
                let mut c = make_clause(pl, e, ids, true, false);
                c.left_ec = Some(i);
                c.right_ec = Some(i);
                c.parent_ec = Some(i);
                out.push(Rc::new(c));
            }
        };
        if let Some((a, b)) = &best {
            push(a, b);
        }
        if let Some((first, _)) = news.first()
            && let Some((old, _)) = outers.first().or(inners.first())
        {
            push(old, first);
        }
    }
    out
}

/// Order by these columns of a target list, redundant ones left out (`make_pathkeys_for_sortclauses`).
pub fn pathkeys_for(root: &mut Root, clauses: &[crate::analyze::SortGroupClause]) -> Vec<PathKey> {
    let mut keys: Vec<PathKey> = Vec::new();
    for c in clauses {
        let Some(e) =
            root.tlist.iter().find(|t| t.sort_group_ref == c.tle_ref).map(|t| t.expr.clone())
        else {
            continue;
        };
        let ty = family(e.type_oid).unwrap_or(e.type_oid);
        let ec = ec_for(root, &e, ty, c.tle_ref);
        let key = PathKey { ec, descending: c.descending, nulls_first: c.nulls_first };
        push_key(root, &mut keys, key);
    }
    keys
}

/// Adds a key unless it is redundant (`pathkey_is_redundant`).
pub fn push_key(root: &Root, keys: &mut Vec<PathKey>, key: PathKey) {
    let ec = &root.ecs[key.ec];
    if (ec.has_const && !ec.sources.is_empty()) || keys.iter().any(|k| k.ec == key.ec) {
        return;
    }
    keys.push(key);
}

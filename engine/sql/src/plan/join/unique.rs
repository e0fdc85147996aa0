//! When an outer row finds one inner row at most (`analyzejoins.c`): semi-joins that are plain joins, and left joins that
//! a query does not need, since nothing above uses the right table.

use super::methods::outer_join;
use crate::analyze::{CommandType, JoinTreeNode, JoinType, Query, RteKind, SortGroupClause};
use crate::expr::{Expr, Node, TargetEntry, Var};
use crate::plan::clauses::{attach_unless_true, ec_for, is_equality, join_equalities, need_vars};
use crate::plan::cost::QualCost;
use crate::plan::prep::{conjuncts, is_not_null, tree_relids};
use crate::plan::relids::Relids;
use crate::plan::root::{Clause, IndexOpt, Planner, RcClause, Rel, Root};
use crate::plan::sel::{self, strip_relabel};
use crate::plan::tree::{relids, rewrite, rewrite_query, walk, walk_query};
use std::rc::Rc;
use storage::error::Result;
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};

/// Turns semi-joins whose right side has at most one match for each row into plain joins, before sizes are estimated
/// (`reduce_unique_semijoins`).
#[inline(never)]
pub fn reduce_unique_semijoins(pl: &mut Planner<'_>, root: &mut Root) {
    let mut kept = Vec::new();
    for join in std::mem::take(&mut root.special) {
        let (left, right) = (join.min_left, join.min_right);
        if join.kind == JoinType::Semi
            && let Some(rte) = right.singleton()
            && may_be_unique(root, rte)
        {
            let mut clauses: Vec<RcClause> = root.rel(rte).joininfo.clone();
            clauses.retain(|c| c.relids.is_subset(left | right));
            clauses.extend(join_equalities(pl, root, left | right, left, right));
            if rel_is_unique(root, root.rel(rte), left, &clauses, JoinType::Semi) {
                continue;
            }
        }
        kept.push(join);
    }
    root.special = kept;
}

/// Does without unique rows for the semi-joins whose right sides are constants alone (`create_unique_path`).
#[inline(never)]
pub fn keep_constant_semijoins(root: &mut Root) {
    for mut join in std::mem::take(&mut root.special) {
        join.semi_can_unique &= !join.semi_rhs.iter().all(|e| {
            let class = ec_for(root, e, e.type_oid, 0);
            root.ecs[class].must_be_redundant()
        });
        root.special.push(join);
    }
}

/// Whether anything says that rows of a table or sub-query are unique (`rel_supports_distinctness`).
fn may_be_unique(root: &Root, rte: usize) -> bool {
    match &root.query.rtable[rte - 1].kind {
        RteKind::Subquery { query: q, .. } => {
            !q.distinct.is_empty()
                || !q.has_target_srfs
                    && (!q.group.is_empty()
                        || q.has_aggs
                        || q.having.is_some()
                        || q.set_operations.is_some())
        }
        _ => root.rel(rte).indexes.iter().any(is_unique),
    }
}

/// Whether each outer row finds at most one inner row (`innerrel_is_unique`).
pub(super) fn rel_is_unique(
    root: &Root,
    inner: &Rel,
    outer: Relids,
    clauses: &[RcClause],
    kind: JoinType,
) -> bool {
    if inner.relids.len() != 1 || clauses.is_empty() {
        return false;
    }
    let mut columns: Vec<&Expr> = Vec::new();
    for c in clauses {
        if outer_join(kind) && c.pushed_down {
            continue;
        }
        if !c.equality || !c.can_join {
            continue;
        }
        if let Node::Op(o) = &c.expr.node {
            if c.left.is_subset(outer) && c.right == inner.relids {
                columns.push(&o.args[1]);
            } else if c.right.is_subset(outer) && c.left == inner.relids {
                columns.push(&o.args[0]);
            }
        }
    }
    unique_by(root, inner, columns)
}

/// Whether a relation has at most one row for each value of these expressions: by its constants, by a unique index, or since
/// a sub-query gives each once (`relation_has_unique_index_for`, `query_is_distinct_for`).
pub(super) fn unique_by<'a>(root: &Root, inner: &'a Rel, mut columns: Vec<&'a Expr>) -> bool {
    for c in &inner.restrict {
        if let Node::Op(o) = &c.expr.node
            && crate::plan::clauses::is_equality(o)
        {
            if c.right.is_empty() {
                columns.push(&o.args[0]);
            } else if c.left.is_empty() {
                columns.push(&o.args[1]);
            }
        }
    }
    let kind = inner.relids.singleton().map(|rte| &root.query.rtable[rte - 1].kind);
    if let Some(RteKind::Subquery { query, .. }) = kind {
        return distinct_for(query, &columns);
    }
    inner.indexes.iter().any(|i| {
        is_unique(i)
            && i.columns[..i.key_columns]
                .iter()
                .all(|k| columns.iter().any(|c| sel::strip_relabel(c) == sel::strip_relabel(k)))
    })
}

/// Whether an index says that the rows of its whole table are unique.
fn is_unique(i: &Rc<IndexOpt>) -> bool {
    i.unique && i.immediate && i.predicate.is_empty()
}

/// Whether a sub-query gives each combination of these columns once (`query_is_distinct_for`).
fn distinct_for(q: &Query, columns: &[&Expr]) -> bool {
    let named = |t: &TargetEntry| {
        let is_it = |e: &Expr| matches!(&e.node, Node::Var(v) if v.attno == t.resno);
        columns.iter().any(|e| is_it(sel::strip_relabel(e)))
    };
    let covered = |list: &[SortGroupClause]| {
        let target = |c: &SortGroupClause| q.target.iter().find(|t| t.sort_group_ref == c.tle_ref);
        list.iter().all(|c| target(c).is_some_and(named))
    };
    if !q.distinct.is_empty() && covered(&q.distinct) {
        return true;
    }
    if let Some(top) = &q.set_operations {
        return !top.all && q.target.iter().all(|t| t.junk || named(t));
    }
    if q.has_target_srfs {
        return false;
    }
    if q.group.is_empty() { q.has_aggs || q.having.is_some() } else { covered(&q.group) }
}

/// A left join with one relation on its right side.
struct LeftJoin {
    right: usize,
    left: Relids,
    conditions: Vec<Expr>,
}

/// Takes the left joins out of a query that do not change its rows. Rows that are changed or locked may be checked
/// again, for which every table stays.
pub fn remove_useless_joins(pl: &mut Planner<'_>, root: &mut Root, q: &mut Query) -> Result<()> {
    if matches!(q.command, CommandType::Update | CommandType::Delete) || !q.row_marks.is_empty() {
        return Ok(());
    }
    loop {
        let mut joins = Vec::new();
        q.jointree.from.iter().for_each(|n| left_joins(n, &mut joins));
        let mut useless = None;
        for join in joins {
            if !used_elsewhere(q, &join) && matches_once(pl, q, &join)? {
                useless = Some(join.right);
                root.left_behind.extend(join.conditions);
                break;
            }
        }
        let Some(right) = useless else { return Ok(()) };
        q.jointree.from.iter_mut().for_each(|n| remove(n, right));
    }
}

/// The relation that a part of FROM consists of, if it is only one, and the conditions of the sub-queries that were
/// merged into it.
fn single(n: &JoinTreeNode) -> Option<(usize, Vec<Expr>)> {
    match n {
        JoinTreeNode::Rte(rte) => Some((*rte, Vec::new())),
        JoinTreeNode::From(f) if f.from.len() == 1 => {
            let (rte, mut conditions) = single(&f.from[0])?;
            conditions.extend(conjuncts(f.quals.clone()));
            Some((rte, conditions))
        }
        _ => None,
    }
}

/// Collects the left joins of a join tree that have one relation on their right side.
fn left_joins(n: &JoinTreeNode, out: &mut Vec<LeftJoin>) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => f.from.iter().for_each(|n| left_joins(n, out)),
        JoinTreeNode::Join(j) => {
            if let (JoinType::Left, Some((right, mut conditions))) = (j.kind, single(&j.right)) {
                conditions.extend(conjuncts(j.quals.clone()));
                out.push(LeftJoin { right, left: tree_relids(&j.left), conditions });
            }
            left_joins(&j.left, out);
            left_joins(&j.right, out);
        }
    }
}

/// Whether the query names the right relation outside the join's own condition and what it computes itself.
#[inline(never)]
fn used_elsewhere(q: &Query, join: &LeftJoin) -> bool {
    let names = |e: &Expr, depth: u32| matches!(&e.node, Node::Var(v) if v.rte == join.right && v.levels_up == depth);
    let (mut all, mut own) = (0, 0);
    walk_query(q, 0, &mut |e, depth| {
        all += u32::from(names(e, depth));
        true
    });
    for known in q.rtable[join.right - 1].placeholders.iter().chain(&join.conditions) {
        walk(known, 0, &mut |e, depth| {
            own += u32::from(names(e, depth));
            true
        });
    }
    all > own
}

/// Whether the conditions give every column of a unique index of the right relation a value, or of DISTINCT or GROUP
/// BY of a sub-query (`rel_is_distinct_for`).
#[inline(never)]
fn matches_once(pl: &mut Planner<'_>, q: &Query, join: &LeftJoin) -> Result<bool> {
    let mut known: Vec<&Expr> = Vec::new();
    for condition in &join.conditions {
        let Node::Op(o) = &condition.node else { continue };
        if !is_equality(o) {
            continue;
        }
        for (side, other) in [(0, 1), (1, 0)] {
            if column_of(&o.args[side], join.right).is_some()
                && relids(&o.args[other]).is_subset(join.left)
            {
                known.push(&o.args[side]);
            }
        }
    }
    let oid = match &q.rtable[join.right - 1].kind {
        RteKind::Relation { oid, .. } => *oid,
        RteKind::Subquery { query, .. } => return Ok(distinct_for(query, &known)),
        _ => return Ok(false),
    };
    let relation = pl.host.open_relation(oid)?;
    Ok(relation.indexes.iter().filter_map(|i| i.index.as_ref()).any(|i| {
        let keys = &i.keys[..i.nkey_atts.min(i.keys.len())];
        let given = |attno| known.iter().any(|e| column_of(e, join.right) == Some(attno));
        let plain = i.unique && i.immediate && i.valid && !i.partial;
        plain && keys.iter().all(|k| given(k.attno))
    }))
}

/// The column of this relation that an expression is.
fn column_of(e: &Expr, rte: usize) -> Option<AttrNumber> {
    match &strip_relabel(e).node {
        Node::Var(v) if v.rte == rte && v.levels_up == 0 => Some(AttrNumber(v.attno)),
        _ => None,
    }
}

/// Replaces the join with this relation by its left side.
fn remove(n: &mut JoinTreeNode, right: usize) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => f.from.iter_mut().for_each(|n| remove(n, right)),
        JoinTreeNode::Join(j)
            if j.kind == JoinType::Left
                && single(&j.right).is_some_and(|(rte, _)| rte == right) =>
        {
            *n = std::mem::replace(&mut j.left, JoinTreeNode::Rte(right));
        }
        JoinTreeNode::Join(j) => {
            remove(&mut j.left, right);
            remove(&mut j.right, right);
        }
    }
}

/// A table that a query joins with itself by a unique key, so that one reading of it is enough.
#[derive(Clone, Copy)]
struct SelfJoin {
    /// The one that is not read.
    removed: usize,
    /// The one that is.
    kept: usize,
    /// By how much the numbers of what the one that is not read computes rise.
    shift: i16,
}

/// Takes tables out of a query that are joined with themselves by a unique key (`remove_useless_self_joins`). What was found
/// before stays: classes of equal expressions are not merged, and orders have the columns of both.
#[inline(never)]
pub fn remove_self_joins(pl: &mut Planner<'_>, root: &mut Root, leaves: &mut Vec<usize>) {
    let table = |root: &Root, rte: usize| match &root.query.rtable[rte - 1].kind {
        RteKind::Relation { oid, kind: RelKind::Table } if rte != root.query.result_relation => {
            Some(*oid)
        }
        _ => None,
    };
    while let Some((at, join, equalities)) = find_self_join(pl, root, leaves, &table) {
        join.apply(pl, root, equalities);
        leaves.remove(at);
    }
}

/// The first two relations of a table of which one is enough, with the place of the one that goes and the equalities that
/// say so (`remove_self_joins_one_group`).
fn find_self_join(
    pl: &mut Planner<'_>,
    root: &Root,
    leaves: &[usize],
    table: &dyn Fn(&Root, usize) -> Option<Oid>,
) -> Option<(usize, SelfJoin, Vec<RcClause>)> {
    for (at, &removed) in leaves.iter().enumerate() {
        let Some(oid) = table(root, removed) else { continue };
        for &kept in &leaves[at + 1..] {
            let shift = root.query.rtable[kept - 1].placeholders.len() as i16;
            let join = SelfJoin { removed, kept, shift };
            if table(root, kept) == Some(oid)
                && let Some(equalities) = join.equalities(pl, root)
            {
                return Some((at, join, equalities));
            }
        }
    }
    None
}

/// Whether the equalities between two relations of one table, and constants that both have, give every column of a
/// unique index a value (`innerrel_is_unique_ext`, `match_unique_clauses`).
fn same_row(root: &Root, join: SelfJoin, equalities: &[RcClause]) -> bool {
    let SelfJoin { removed, kept, .. } = join;
    let moved = |e: &Expr| {
        let mut e = strip_relabel(e).clone();
        move_columns(&mut e, join);
        e
    };
    let mut joined: Vec<Expr> = Vec::new();
    for c in equalities {
        if let Node::Op(o) = &c.expr.node
            && o.args.len() == 2
            && moved(&o.args[0]) == moved(&o.args[1])
        {
            joined.push(moved(&o.args[0]));
        }
    }
    // Each constant as the column and the value.
    let constants = |rte: usize| -> Vec<(Expr, Expr)> {
        let mut found = Vec::new();
        for c in root.rel(rte).restrict.iter().filter(|c| c.equality) {
            if let Node::Op(o) = &c.expr.node {
                if c.right.is_empty() {
                    found.push((moved(&o.args[0]), o.args[1].clone()));
                } else if c.left.is_empty() {
                    found.push((moved(&o.args[1]), o.args[0].clone()));
                }
            }
        }
        found
    };
    let (theirs, ours) = (constants(removed), constants(kept));
    root.rel(kept).indexes.iter().any(|i| {
        let known = |column: &Expr| {
            let column = strip_relabel(column);
            joined.contains(column)
                || theirs.iter().find(|(c, _)| c == column).is_some_and(|c| ours.contains(c))
        };
        let plain = i.unique && i.immediate && i.predicate.is_empty();
        plain && i.columns[..i.key_columns].iter().all(known)
    })
}

/// Lets the columns of one relation be those of another one; the numbers of what it computes rise.
fn move_columns(e: &mut Expr, join: SelfJoin) {
    rewrite(e, 0, &mut |e, depth| {
        move_column(e, depth, join);
        true
    });
}

/// [`move_columns`] for one column.
fn move_column(e: &mut Expr, depth: u32, join: SelfJoin) {
    if let Node::Var(v) = &mut e.node
        && v.levels_up == depth
    {
        join.moved(v);
    }
}

impl SelfJoin {
    /// Lets a column of the relation that goes be one of the other.
    fn moved(&self, v: &mut Var) {
        if v.rte == self.removed {
            v.rte = self.kept;
            v.attno += if v.placeholder().is_some() { self.shift } else { 0 };
        }
    }

    /// The equalities between the two, if they are of one row.
    fn equalities(&self, pl: &mut Planner<'_>, root: &Root) -> Option<Vec<RcClause>> {
        let &SelfJoin { removed, kept, .. } = self;
        let mark = |rte: usize| {
            let marks = &mut root.query.row_marks.iter();
            marks.find(|m| m.rte == rte).map(|m| (m.strength, m.skip_locked))
        };
        let apart = root.special.iter().any(|s| {
            let divides = |side: Relids| side.contains(removed) != side.contains(kept);
            divides(s.syn_left) || divides(s.syn_right)
        });
        if apart || mark(removed) != mark(kept) {
            return None;
        }
        let (r, k) = (Relids::single(removed), Relids::single(kept));
        let equalities = join_equalities(pl, root, r | k, r, k);
        let same = !equalities.is_empty() && same_row(root, *self, &equalities);
        same.then_some(equalities)
    }

    /// A set with the relation that stays in place of the other one (`adjust_relid_set`).
    fn ids(&self, ids: Relids) -> Relids {
        match ids.contains(self.removed) {
            true => (ids - Relids::single(self.removed)) | Relids::single(self.kept),
            false => ids,
        }
    }

    /// A condition with the columns of the relation that stays: `x = x` is `x IS NOT NULL` (`replace_relid_callback`).
    fn clause(&self, c: &Clause) -> Clause {
        let mut new = c.clone();
        move_columns(&mut new.expr, *self);
        let sets =
            [&mut new.relids, &mut new.required, &mut new.left, &mut new.right, &mut new.nullable];
        sets.into_iter().for_each(|ids| *ids = self.ids(*ids));
        if new.relids.len() == 1
            && c.relids.len() > 1
            && new.equality
            && let Node::Op(o) = &new.expr.node
            && o.args[0] == o.args[1]
        {
            new.expr = is_not_null(&o.args[0]);
            new.cost = QualCost::default();
            (new.equality, new.can_join) = (false, false);
        }
        new
    }

    /// Takes one of the two out of the query (`remove_self_join_rel`).
    #[inline(never)]
    fn apply(&self, pl: &mut Planner<'_>, root: &mut Root, equalities: Vec<RcClause>) {
        let (from, to) = (self.removed, self.kept);
        let Some(gone) = root.rels[from].take() else { return };
        for rel in root.rels.iter_mut().flatten() {
            rel.joininfo.retain(|c| !c.required.contains(from));
            rel.lateral = self.ids(rel.lateral);
            rel.lateral_vars.iter_mut().for_each(|e| move_columns(e, *self));
        }
        for c in gone.joininfo.iter().chain(&gone.restrict).chain(&equalities) {
            let c = self.clause(c);
            let kept = root.rel(to);
            let known = if c.required.len() == 1 { &kept.restrict } else { &kept.joininfo };
            let alike = |old: &RcClause| {
                old.relids == c.relids
                    && (old.expr == c.expr && old.required == c.required
                        || old.parent_ec.is_some() && old.parent_ec == c.parent_ec)
            };
            if !known.iter().any(alike) {
                attach_unless_true(pl, root, c);
            }
        }
        for (class, ec) in root.ecs.iter_mut().enumerate() {
            if ec.members.iter().any(|(_, ids)| ids.contains(from)) {
                root.derived.get_mut().retain(|(of, _)| *of != class);
            }
            for (mut e, ids) in std::mem::take(&mut ec.members) {
                move_columns(&mut e, *self);
                let member = (e, self.ids(ids));
                if !ids.contains(from) || !ec.members.contains(&member) {
                    ec.members.push(member);
                }
            }
            for c in std::mem::take(&mut ec.sources) {
                let new = self.clause(&c);
                if !c.required.contains(from) || ec.sources.iter().all(|s| s.expr != new.expr) {
                    ec.sources.push(Rc::new(new));
                }
            }
        }
        for s in &mut root.special {
            let sets = [&mut s.min_left, &mut s.min_right, &mut s.syn_left, &mut s.syn_right];
            sets.into_iter().for_each(|ids| *ids = self.ids(*ids));
            s.semi_rhs.iter_mut().for_each(|e| move_columns(e, *self));
        }
        let computed = std::mem::take(&mut root.query.rtable[from - 1].placeholders);
        root.query.rtable[to - 1].placeholders.extend(computed);
        rewrite_query(&mut root.query, 0, &mut |e, depth| {
            move_column(e, depth, *self);
            true
        });
        root.tlist.iter_mut().for_each(|t| move_columns(&mut t.expr, *self));
        root.aggs.iter_mut().for_each(|e| move_columns(e, *self));
        root.query.row_marks.retain(|m| m.rte != from);
        root.query.jointree.from.retain_mut(|n| without(n, from));
        root.all_baserels = self.ids(root.all_baserels);
        root.total_pages -= gone.pages;
        for mut e in gone.target.exprs {
            move_columns(&mut e, *self);
            need_vars(root, &e, Relids::EMPTY);
        }
        for ((rte, attno), at) in std::mem::take(&mut root.needed) {
            let mut v = Var { rte, attno, levels_up: 0 };
            self.moved(&mut v);
            *root.needed.entry((v.rte, v.attno)).or_default() |= at;
        }
        need_anew(root);
    }
}

/// Notes anew which columns joins need, after one was removed: scans go on to give those that only it compared
/// (`rebuild_joinclause_attr_needed`, `rebuild_eclass_attr_needed`, `rebuild_lateral_attr_needed`).
#[inline(never)]
pub fn need_anew(root: &mut Root) {
    root.needed.values_mut().for_each(|at| *at = *at & Relids::RESULT);
    let mut needs: Vec<(Expr, Relids)> = Vec::new();
    for rel in root.rels.iter().flatten() {
        needs.extend(rel.joininfo.iter().map(|c| (c.expr.clone(), c.required)));
        needs.extend(rel.lateral_vars.iter().map(|e| (e.clone(), rel.relids | relids(e))));
    }
    for ec in root.ecs.iter().filter(|ec| ec.members.len() > 1 && !ec.has_const) {
        let all = ec.members.iter().map(|(_, ids)| *ids).collect();
        needs.extend(ec.members.iter().map(|(e, _)| (e.clone(), all)));
    }
    needs.retain(|(_, at)| at.len() > 1);
    needs.iter().for_each(|(e, at)| need_vars(root, e, *at));
}

/// Takes a relation out of a part of FROM. Returns whether something is left of it.
fn without(n: &mut JoinTreeNode, rte: usize) -> bool {
    match n {
        JoinTreeNode::Rte(r) => *r != rte,
        JoinTreeNode::From(f) => {
            f.from.retain_mut(|n| without(n, rte));
            !f.from.is_empty()
        }
        JoinTreeNode::Join(j) => {
            let sides = (without(&mut j.left, rte), without(&mut j.right, rte));
            let one = match sides {
                (true, true) => return true,
                (true, false) => &mut j.left,
                _ => &mut j.right,
            };
            *n = std::mem::replace(one, JoinTreeNode::Rte(rte));
            sides != (false, false)
        }
    }
}

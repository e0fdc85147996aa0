//! When an outer row finds one inner row at most (`analyzejoins.c`): semi-joins that are plain joins, and left joins that
//! a query does not need, since nothing above uses the right table.

use super::methods::outer_join;
use crate::analyze::{
    CommandType, FromExpr, JoinTreeNode, JoinType, Query, RteKind, SortGroupClause,
};
use crate::expr::{Expr, Node, NullTest, TargetEntry};
use crate::plan::clauses::{is_equality, join_equalities};
use crate::plan::prep::{conjuncts, tree_relids};
use crate::plan::relids::Relids;
use crate::plan::root::{IndexOpt, Planner, RcClause, Rel, Root};
use crate::plan::sel::{self, strip_relabel};
use crate::plan::tree::{relids, rewrite, rewrite_query, walk, walk_query};
use std::rc::Rc;
use storage::error::Result;
use storage::heap::RelKind;
use storage::ids::AttrNumber;

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
pub struct SelfJoin {
    /// The one that is not read.
    removed: usize,
    /// The one that is.
    pub kept: usize,
    /// By how much the numbers of what the other one computes rise.
    shift: i16,
    /// The conditions on the one that is read, in their order.
    pub conditions: Vec<Expr>,
    /// The columns of both as those of the one that is read, each with the relations that need it (`attr_needed`): the
    /// scan goes on to give those that only the lost join compared.
    pub columns: Vec<(Expr, Relids)>,
}

/// Returns a pair of relations of which one is enough; `None` if there is none (`remove_self_joins_one_group`).
#[inline(never)]
pub fn find_self_join(pl: &mut Planner<'_>, root: &Root, leaves: &[usize]) -> Option<SelfJoin> {
    let table = |rte: usize| {
        let table = root.rel(rte).relation.as_ref()?;
        (table.kind == RelKind::Table && rte != root.query.result_relation).then_some(table.oid)
    };
    let mark = |rte: usize| {
        let marks = &mut root.query.row_marks.iter();
        marks.find(|m| m.rte == rte).map(|m| (m.strength, m.skip_locked))
    };
    let mut sorted = leaves.to_vec();
    sorted.sort_unstable();
    for (at, &removed) in sorted.iter().enumerate() {
        for &kept in &sorted[at + 1..] {
            let apart = root.special.iter().any(|s| {
                let divides = |side: Relids| side.contains(removed) != side.contains(kept);
                divides(s.syn_left) || divides(s.syn_right)
            });
            if table(removed).is_none()
                || table(removed) != table(kept)
                || mark(removed) != mark(kept)
                || apart
            {
                continue;
            }
            let (r, k) = (Relids::single(removed), Relids::single(kept));
            let equalities = join_equalities(pl, root, r | k, r, k);
            if equalities.is_empty() || !same_row(root, removed, kept, &equalities) {
                continue;
            }
            let shift = root.query.rtable[kept - 1].placeholders.len() as i16;
            let (conditions, columns) = (Vec::new(), Vec::new());
            let join = SelfJoin { removed, kept, shift, conditions, columns };
            let conditions = join.gathered(root, &equalities);
            let columns = join.columns_of_both(root);
            return Some(SelfJoin { conditions, columns, ..join });
        }
    }
    None
}

/// Whether the equalities between two relations of one table, and constants that both have, give every column of a
/// unique index a value (`innerrel_is_unique_ext`, `match_unique_clauses`).
fn same_row(root: &Root, removed: usize, kept: usize, equalities: &[RcClause]) -> bool {
    let moved = |e: &Expr| {
        let mut e = strip_relabel(e).clone();
        move_columns(&mut e, removed, kept, 0);
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

/// Lets the columns of one relation be those of another one.
fn move_columns(e: &mut Expr, from: usize, to: usize, shift: i16) {
    rewrite(e, 0, &mut |e, depth| {
        move_column(e, depth, (from, to, shift));
        true
    });
}

/// Lets a column be that of another relation; the numbers of what that one computes rise.
fn move_column(e: &mut Expr, depth: u32, (from, to, shift): (usize, usize, i16)) {
    if let Node::Var(v) = &mut e.node
        && v.rte == from
        && v.levels_up == depth
    {
        v.rte = to;
        v.attno += if v.placeholder().is_some() { shift } else { 0 };
    }
}

impl SelfJoin {
    /// A condition with the columns of the relation that stays: `x = x` is `x IS NOT NULL` (`replace_relid_callback`).
    fn moved(&self, e: &Expr) -> Expr {
        let mut e = e.clone();
        move_columns(&mut e, self.removed, self.kept, self.shift);
        self.not_null(e)
    }

    /// `x IS NOT NULL` for `x = x` of the relation that stays, else the condition.
    fn not_null(&self, e: Expr) -> Expr {
        if let Node::Op(o) = &e.node
            && is_equality(o)
            && o.args[0] == o.args[1]
            && relids(&e) == Relids::single(self.kept)
        {
            let arg = Box::new(o.args[0].clone());
            let node = Node::NullTest(NullTest { arg, is_null: false, arg_is_row: false });
            return Expr { node, ..e };
        }
        e
    }

    /// The conditions on the relation that stays: its own, those between the two, the other one's, and the equalities.
    fn gathered(&self, root: &Root, equalities: &[RcClause]) -> Vec<Expr> {
        let (kept, removed) = (root.rel(self.kept), root.rel(self.removed));
        let both = kept.relids | removed.relids;
        let between = removed.joininfo.iter().filter(|c| c.relids.is_subset(both));
        let all = kept.restrict.iter().chain(between).chain(&removed.restrict).chain(equalities);
        all.map(|c| self.moved(&c.expr)).collect()
    }

    /// The columns that the scans of the two give, as those of the relation that stays.
    fn columns_of_both(&self, root: &Root) -> Vec<(Expr, Relids)> {
        let (gone, stays) = (Relids::single(self.removed), Relids::single(self.kept));
        let mut columns = Vec::new();
        for rte in [self.kept, self.removed] {
            for e in &root.rel(rte).target.exprs {
                let Node::Var(v) = &e.node else { continue };
                let Some(&at) = root.needed.get(&(v.rte, v.attno)) else { continue };
                let at = if at.contains(self.removed) { (at - gone) | stays } else { at };
                let mut e = e.clone();
                move_columns(&mut e, self.removed, self.kept, self.shift);
                columns.push((e, at));
            }
        }
        columns
    }

    /// Takes one of the two out of the query (`remove_self_join_rel`).
    #[inline(never)]
    pub fn apply(&self, root: &mut Root) {
        let (from, to) = (self.removed, self.kept);
        let computed = std::mem::take(&mut root.query.rtable[from - 1].placeholders);
        root.query.rtable[to - 1].placeholders.extend(computed);
        rewrite_query(&mut root.query, 0, &mut |e, depth| {
            move_column(e, depth, (from, to, self.shift));
            true
        });
        root.tlist.iter_mut().for_each(|t| move_columns(&mut t.expr, from, to, self.shift));
        root.aggs.iter_mut().for_each(|e| move_columns(e, from, to, self.shift));
        root.query.row_marks.retain(|m| m.rte != from);
        let tree = std::mem::take(&mut root.query.jointree);
        let mut quals = Vec::new();
        let node = self.without(JoinTreeNode::From(Box::new(tree)), &mut quals);
        root.query.jointree = match node {
            Some(JoinTreeNode::From(tree)) if quals.is_empty() => *tree,
            node => FromExpr {
                from: node.into_iter().collect(),
                quals: crate::plan::prep::make_and(quals),
            },
        };
    }

    /// A part of FROM without the relation; `None` if nothing is left. `quals` gets the conditions of what is not there
    /// any more.
    fn without(&self, n: JoinTreeNode, quals: &mut Vec<Expr>) -> Option<JoinTreeNode> {
        let own = |e: Option<Expr>| conjuncts(e).into_iter().map(|e| self.not_null(e));
        match n {
            JoinTreeNode::Rte(rte) => (rte != self.removed).then_some(JoinTreeNode::Rte(rte)),
            JoinTreeNode::From(mut f) => {
                let mut below: Vec<Expr> = own(f.quals.take()).collect();
                let parts = std::mem::take(&mut f.from);
                f.from = parts.into_iter().filter_map(|n| self.without(n, &mut below)).collect();
                if f.from.is_empty() {
                    quals.extend(below);
                    return None;
                }
                f.quals = crate::plan::prep::make_and(below);
                Some(JoinTreeNode::From(f))
            }
            JoinTreeNode::Join(mut j) => {
                let mut below: Vec<Expr> = own(j.quals.take()).collect();
                let ids = [tree_relids(&j.left), tree_relids(&j.right)];
                let [left, right] = ids.map(|i| (i.contains(self.removed), i.contains(self.kept)));
                // A semi-join of the two finds one row at most.
                let divided = left.0 && right.1 || left.1 && right.0;
                if divided && j.kind == JoinType::Semi {
                    j.kind = JoinType::Inner;
                }
                let none = JoinTreeNode::Rte(self.removed);
                let sides = [
                    std::mem::replace(&mut j.left, none.clone()),
                    std::mem::replace(&mut j.right, none),
                ];
                let outer = j.kind != JoinType::Inner;
                let mut hoisted = Vec::new();
                let [l, r] = sides.map(|n| self.without(n, &mut hoisted));
                below.extend(hoisted);
                match (l, r) {
                    (Some(l), Some(r)) => {
                        (j.left, j.right, j.quals) = (l, r, crate::plan::prep::make_and(below));
                        Some(JoinTreeNode::Join(j))
                    }
                    (Some(one), None) | (None, Some(one)) if !outer => {
                        let quals = crate::plan::prep::make_and(below);
                        Some(JoinTreeNode::From(Box::new(FromExpr { from: vec![one], quals })))
                    }
                    (one, other) => {
                        quals.extend(below);
                        one.or(other)
                    }
                }
            }
        }
    }
}

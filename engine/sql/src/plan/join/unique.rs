//! When an outer row finds one inner row at most (`analyzejoins.c`): semi-joins that are plain joins, and left joins that
//! a query does not need, since nothing above uses the right table.

use super::methods::outer_join;
use crate::analyze::{CommandType, JoinTreeNode, JoinType, Query, RteKind, SortGroupClause};
use crate::expr::{Expr, Node};
use crate::plan::clauses::{is_equality, join_equalities};
use crate::plan::prep::{conjuncts, tree_relids};
use crate::plan::relids::Relids;
use crate::plan::root::{Planner, RcClause, Rel, Root};
use crate::plan::sel::{self, strip_relabel};
use crate::plan::tree::{relids, walk, walk_query};
use storage::error::Result;
use storage::ids::AttrNumber;

/// Turns semi-joins whose right side has at most one match for each row into plain joins
/// (`reduce_unique_semijoins`).
pub fn reduce_unique_semijoins(pl: &mut Planner<'_>, root: &mut Root) {
    let mut kept = Vec::new();
    for join in std::mem::take(&mut root.special) {
        let (left, right) = (join.min_left, join.min_right);
        if join.kind == JoinType::Semi && right.singleton().is_some() {
            let inner = root.rel(right.singleton().unwrap_or(0));
            let mut clauses: Vec<RcClause> = inner.joininfo.clone();
            clauses.retain(|c| c.relids.is_subset(left | right));
            clauses.extend(join_equalities(pl, root, left | right, left, right));
            let inner = root.rel(right.singleton().unwrap_or(0));
            if rel_is_unique(inner, left, &clauses, JoinType::Semi) {
                continue;
            }
        }
        kept.push(join);
    }
    root.special = kept;
}

/// Whether each outer row finds at most one inner row (`innerrel_is_unique`).
pub(super) fn rel_is_unique(
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
    if let Some(sub) = &inner.sub {
        let root = sub.root.borrow();
        return distinct_for(&root.query, &columns);
    }
    inner.indexes.iter().any(|i| {
        i.unique
            && i.immediate
            && i.predicate.is_empty()
            && i.columns[..i.key_columns]
                .iter()
                .all(|k| columns.iter().any(|c| sel::strip_relabel(c) == sel::strip_relabel(k)))
    })
}

/// Whether a sub-query gives each combination of these columns once (`query_is_distinct_for`).
fn distinct_for(q: &Query, columns: &[&Expr]) -> bool {
    let covered = |list: &[SortGroupClause]| {
        list.iter().all(|c| {
            q.target.iter().any(|t| {
                t.sort_group_ref == c.tle_ref
                    && columns.iter().any(|e| {
                        matches!(&sel::strip_relabel(e).node, Node::Var(v) if v.attno == t.resno)
                    })
            })
        })
    };
    if !q.distinct.is_empty() && covered(&q.distinct) {
        return true;
    }
    if q.has_target_srfs || q.set_operations.is_some() {
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
pub fn remove_useless_joins(pl: &mut Planner<'_>, q: &mut Query) -> Result<()> {
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

/// Whether the query names the right relation outside the join's own condition. What a join calls its columns is
/// resolved by now, and does not count.
fn used_elsewhere(q: &Query, join: &LeftJoin) -> bool {
    let names = |e: &Expr, depth: u32| matches!(&e.node, Node::Var(v) if v.rte == join.right && v.levels_up == depth);
    let (mut all, mut own) = (0, 0);
    walk_query(q, 0, &mut |e, depth| {
        all += u32::from(names(e, depth));
        true
    });
    let columns = q.rtable.iter().filter_map(|rte| match &rte.kind {
        RteKind::Join(j) => Some(&j.alias_vars),
        _ => None,
    });
    for known in columns.flatten().chain(&join.conditions) {
        walk(known, 0, &mut |e, depth| {
            own += u32::from(names(e, depth));
            true
        });
    }
    all > own
}

/// Whether the conditions give every column of a unique index of the right relation a value, or of DISTINCT or GROUP
/// BY of a sub-query (`rel_is_distinct_for`).
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

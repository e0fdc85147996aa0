//! When an outer row finds one inner row at most (`analyzejoins.c`).

use super::methods::outer_join;
use crate::analyze::{JoinType, Query, SortGroupClause};
use crate::expr::{Expr, Node};
use crate::plan::clauses::join_equalities;
use crate::plan::relids::Relids;
use crate::plan::root::{Planner, RcClause, Rel, Root};
use crate::plan::sel::{self};

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

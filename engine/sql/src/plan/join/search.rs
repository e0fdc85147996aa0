//! The order of joins (`deconstruct_recurse`, `make_rel_from_joinlist`, `standard_join_search`).
//!
//! FROM is first cut into problems of a size that can be searched: tables with commas between them are one
//! problem, and JOINs are taken apart until `join_collapse_limit` items stand side by side. A problem is then
//! searched from the bottom: all pairs, all threes, and so on, so each set of relations is joined in its
//! cheapest way when a bigger one asks for it.
//!
//! ```text
//! FROM a, b, c JOIN d ON ...     [a b c d]           one problem of four
//! nine JOINs in a row            [[1 2 .. 8] 9 10]   the first eight, then that and the rest
//! ```
//!
//! From `geqo_threshold` items on there are too many sets. The server then breeds orders at random
//! (`geqo/`); here the cheapest join is done first, and again with what is left.

use super::rel::{make_join_rel, relevant};
use crate::analyze::{FromExpr, JoinTreeNode, JoinType};
use crate::plan::cost::CostSettings;
use crate::plan::path::set_cheapest;
use crate::plan::relids::Relids;
use crate::plan::root::{Planner, Root};
use storage::err;
use storage::error::Result;
use storage::sort::Arrange;

/// What is joined in one problem: a relation, or what another problem gives (`joinlist`).
#[derive(Clone, Debug, PartialEq)]
enum JoinItem {
    Relation(usize),
    Problem(Vec<JoinItem>),
}

/// Plans the join of all items of FROM, and returns its relation (`make_one_rel`).
pub fn search(pl: &mut Planner<'_>, root: &mut Root, from: &FromExpr) -> Result<Relids> {
    let items = from_join_list(from, &pl.costs);
    solve(pl, root, &items)
}

/// The join problem of a FROM; sub-problems are merged into it up to `from_collapse_limit`.
fn from_join_list(from: &FromExpr, limits: &CostSettings) -> Vec<JoinItem> {
    let mut list: Vec<JoinItem> = Vec::new();
    let mut remaining = from.from.len();
    for node in &from.from {
        let sub = node_join_list(node, limits);
        remaining -= 1;
        if sub.len() <= 1 || list.len() + sub.len() + remaining <= limits.from_collapse_limit {
            list.extend(sub);
        } else {
            list.push(JoinItem::Problem(sub));
        }
    }
    list
}

/// The join problem of a JOIN, up to `join_collapse_limit`. The sides of a full join stay separate.
fn node_join_list(node: &JoinTreeNode, limits: &CostSettings) -> Vec<JoinItem> {
    let join = match node {
        JoinTreeNode::Rte(rte) => return vec![JoinItem::Relation(*rte)],
        JoinTreeNode::From(from) => return from_join_list(from, limits),
        JoinTreeNode::Join(join) => join,
    };
    let mut left = node_join_list(&join.left, limits);
    let mut right = node_join_list(&join.right, limits);
    let part = |mut list: Vec<JoinItem>| match list.len() {
        1 => list.remove(0),
        _ => JoinItem::Problem(list),
    };
    if join.kind == JoinType::Full {
        vec![JoinItem::Problem(vec![part(left), part(right)])]
    } else if left.len() + right.len() <= limits.join_collapse_limit {
        left.append(&mut right);
        left
    } else {
        vec![part(left), part(right)]
    }
}

/// Solves a join problem, its sub-problems first (`make_rel_from_joinlist`).
fn solve(pl: &mut Planner<'_>, root: &mut Root, items: &[JoinItem]) -> Result<Relids> {
    let mut initial = Vec::with_capacity(items.len());
    for item in items {
        initial.push(match item {
            JoinItem::Relation(rte) => Relids::single(*rte),
            JoinItem::Problem(items) => solve(pl, root, items)?,
        });
    }
    match initial[..] {
        [only] => Ok(only),
        _ if pl.costs.geqo && initial.len() >= pl.costs.geqo_threshold => {
            greedy_join_search(pl, root, initial)
        }
        _ => standard_join_search(pl, root, &initial),
    }
}

/// Joins sets of two items, of three, and so on, until all items are joined
/// (`standard_join_search`).
#[inline(never)]
fn standard_join_search(
    pl: &mut Planner<'_>,
    root: &mut Root,
    initial: &[Relids],
) -> Result<Relids> {
    let mut levels: Vec<Vec<Relids>> = vec![Vec::new(), initial.to_vec()];
    for level in 2..=initial.len() {
        let made = join_search_one_level(pl, root, &levels)?;
        if made.is_empty() && root.special.is_empty() {
            return err!(INTERNAL_ERROR, "failed to build any {level}-way joins");
        }
        for &m in &made {
            if let Some(rel) = root.find_rel_mut(m) {
                set_cheapest(rel);
            }
        }
        levels.push(made);
    }
    match levels.last().and_then(|l| l.first()) {
        Some(&r) => Ok(r),
        None => err!(INTERNAL_ERROR, "failed to build any {}-way joins", initial.len()),
    }
}

/// The sets with one more item than the last level (`join_search_one_level`): first those of the
/// level before with one more item, then joins of two larger sets. Sets without a join condition
/// are tried only if there is no other way.
fn join_search_one_level(
    pl: &mut Planner<'_>,
    root: &mut Root,
    levels: &[Vec<Relids>],
) -> Result<Vec<Relids>> {
    let level = levels.len();
    let (initial, previous) = (&levels[1], &levels[level - 1]);
    let mut made: Vec<Relids> = Vec::new();
    for (i, &old) in previous.iter().enumerate() {
        let start = if level == 2 { i + 1 } else { 0 };
        let by_clauses = has_join_clauses(root, old);
        for &other in &initial[start..] {
            if !old.overlaps(other) && (!by_clauses || relevant(root, old, other)) {
                make_join_rel(pl, root, old, other, &mut made)?;
            }
        }
    }
    for k in 2..=level / 2 {
        let other_level = level - k;
        for (i, &a) in levels[k].iter().enumerate() {
            if !has_join_clauses(root, a) {
                continue;
            }
            let start = if k == other_level { i + 1 } else { 0 };
            for &b in &levels[other_level][start..] {
                if !a.overlaps(b) && relevant(root, a, b) {
                    make_join_rel(pl, root, a, b, &mut made)?;
                }
            }
        }
    }
    if made.is_empty() {
        for &old in previous {
            for &other in initial {
                if !old.overlaps(other) {
                    make_join_rel(pl, root, old, other, &mut made)?;
                }
            }
        }
    }
    Ok(made)
}

/// A join that a greedy search may do next.
struct Candidate {
    left: Relids,
    right: Relids,
    total: f64,
}

/// Joins the two items whose join is cheapest, again and again, until one is left. Items without a
/// join condition are joined last, the smallest first.
fn greedy_join_search(
    pl: &mut Planner<'_>,
    root: &mut Root,
    mut items: Vec<Relids>,
) -> Result<Relids> {
    let all = items.len();
    let mut candidates = Vec::new();
    for (i, &left) in items.iter().enumerate() {
        for &right in &items[i + 1..] {
            candidates.extend(join_connected(pl, root, left, right)?);
        }
    }
    while items.len() > 1 {
        let cheapest = candidates.iter().min_by(|a, b| a.total.total_cmp(&b.total));
        let (left, right) = match cheapest {
            Some(c) => (c.left, c.right),
            None => match join_smallest(pl, root, &items)? {
                Some(pair) => pair,
                None => return err!(INTERNAL_ERROR, "failed to build any {all}-way joins"),
            },
        };
        let joined = left | right;
        items.retain(|i| !i.overlaps(joined));
        candidates.retain(|c| !joined.overlaps(c.left | c.right));
        for &item in &items {
            candidates.extend(join_connected(pl, root, item, joined)?);
        }
        items.push(joined);
    }
    Ok(items[0])
}

/// Joins two items if a condition or an outer join connects them and they may be joined; else returns
/// `None`.
fn join_connected(
    pl: &mut Planner<'_>,
    root: &mut Root,
    left: Relids,
    right: Relids,
) -> Result<Option<Candidate>> {
    if !relevant(root, left, right) {
        return Ok(None);
    }
    Ok(join(pl, root, left, right)?.map(|total| Candidate { left, right, total }))
}

/// Makes the cross join of the two smallest items that may be joined, and returns the two; `None` if
/// no two may.
fn join_smallest(
    pl: &mut Planner<'_>,
    root: &mut Root,
    items: &[Relids],
) -> Result<Option<(Relids, Relids)>> {
    let mut by_rows = items.to_vec();
    let rows = |r: &Relids| root.find_rel(*r).map_or(0.0, |rel| rel.rows);
    by_rows.arrange_by(|a, b| rows(a).total_cmp(&rows(b)));
    for (i, &right) in by_rows.iter().enumerate() {
        for &left in &by_rows[..i] {
            if join(pl, root, left, right)?.is_some() {
                return Ok(Some((left, right)));
            }
        }
    }
    Ok(None)
}

/// Joins two items. Returns the cost of the cheapest path; `None` if they may not be joined.
fn join(pl: &mut Planner<'_>, root: &mut Root, left: Relids, right: Relids) -> Result<Option<f64>> {
    make_join_rel(pl, root, left, right, &mut Vec::new())?;
    Ok(root.find_rel_mut(left | right).and_then(|rel| {
        set_cheapest(rel);
        rel.cheapest_total.as_ref().map(|p| p.total)
    }))
}

/// Whether conditions or outer joins connect a set with something outside it.
fn has_join_clauses(root: &Root, ids: Relids) -> bool {
    let by_class = root.ecs.iter().any(|ec| {
        let relids = || ec.members.iter().map(|(_, r)| *r);
        ec.merged.is_none()
            && ec.members.len() > 1
            && relids().any(|r| r.overlaps(ids))
            && relids().any(|r| !r.is_subset(ids))
    });
    by_class
        || ids.iter().any(|r| {
            root.rels[r]
                .as_ref()
                .is_some_and(|rel| rel.joininfo.iter().any(|c| !c.required.is_subset(ids)))
        })
        || root.special.iter().any(|s| {
            let all = s.min_left | s.min_right;
            all.overlaps(ids) && !all.is_subset(ids)
        })
}

#[cfg(test)]
mod tests {
    use super::JoinItem::{Problem, Relation};
    use super::from_join_list;
    use crate::analyze::{FromExpr, JoinExpr, JoinTreeNode, JoinType};
    use crate::plan::cost::CostSettings;

    fn joined(kind: JoinType, left: JoinTreeNode, right: JoinTreeNode) -> JoinTreeNode {
        JoinTreeNode::Join(Box::new(JoinExpr { kind, left, right, quals: None, rte: 0 }))
    }

    /// Returns tables joined in a row: `1 JOIN 2 JOIN 3 ...`.
    fn row_of_joins(n: usize) -> FromExpr {
        let first = JoinTreeNode::Rte(1);
        let tree =
            (2..=n).fold(first, |left, rte| joined(JoinType::Inner, left, JoinTreeNode::Rte(rte)));
        FromExpr { from: vec![tree], quals: None }
    }

    #[test]
    fn tables_with_commas_are_one_problem_however_many() {
        let from = FromExpr { from: (1..=70).map(JoinTreeNode::Rte).collect(), quals: None };
        let list = from_join_list(&from, &CostSettings::default());
        assert_eq!(list, (1..=70).map(Relation).collect::<Vec<_>>());
    }

    #[test]
    fn joins_are_taken_apart_up_to_the_limit() {
        let limits = CostSettings::default();
        let eight: Vec<_> = (1..=8).map(Relation).collect();
        assert_eq!(from_join_list(&row_of_joins(8), &limits), eight);
        let ten = from_join_list(&row_of_joins(10), &limits);
        assert_eq!(ten, [Problem(eight), Relation(9), Relation(10)]);
    }

    #[test]
    fn sides_of_a_full_join_stay_apart() {
        let (left, right) = (JoinTreeNode::Rte(1), JoinTreeNode::Rte(2));
        let tree = joined(JoinType::Full, left, right);
        let from = FromExpr { from: vec![tree, JoinTreeNode::Rte(3)], quals: None };
        let list = from_join_list(&from, &CostSettings::default());
        assert_eq!(list, [Problem(vec![Relation(1), Relation(2)]), Relation(3)]);
    }
}

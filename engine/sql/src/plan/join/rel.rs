//! Two relations become one (`joinrels.c`): whether they may be joined, by which conditions, and how many
//! rows come out.

use super::methods::{add_joins, unique_path};
use super::param::join_rows;
use crate::analyze::JoinType;
use crate::expr::Node;
use crate::plan::clauses::join_equalities;
use crate::plan::relids::Relids;
use crate::plan::root::{Planner, RcClause, Rel, Root, checked_in};
use crate::plan::scan::{mark_dummy, put_computed_last};
use std::rc::Rc;
use storage::error::Result;

/// Whether a join clause, an equivalence or LATERAL connects both sets of relations
/// (`have_relevant_joinclause`).
pub(super) fn relevant(root: &Root, a: Relids, b: Relids) -> bool {
    let overlap =
        a.iter().any(|r| {
            root.rels[r].as_ref().is_some_and(|rel| {
                rel.joininfo.iter().any(|c| c.required.overlaps(b)) || rel.lateral.overlaps(b)
            })
        }) || b.iter().any(|r| root.rels[r].as_ref().is_some_and(|rel| rel.lateral.overlaps(a)));
    if overlap {
        return true;
    }
    let ec = root.ecs.iter().any(|ec| {
        // Also one with a constant: it chooses few rows of both.
        ec.merged.is_none()
            && ec.members.len() > 1
            && ec.members.iter().any(|(_, r)| r.overlaps(a))
            && ec.members.iter().any(|(_, r)| r.overlaps(b))
    });
    ec || root.special.iter().any(|s| {
        (s.min_left.is_subset(a) && s.min_right.is_subset(b))
            || (s.min_left.is_subset(b) && s.min_right.is_subset(a))
            || (s.kind == JoinType::Full
                && ((s.syn_left.is_subset(a) && s.syn_right.is_subset(b))
                    || (s.syn_left.is_subset(b) && s.syn_right.is_subset(a))))
    })
}

/// Returns which special join is made by joining the two sets, and whether the sides are reversed;
/// `None` if they may not be joined (`join_is_legal`).
fn legal(root: &Root, a: Relids, b: Relids) -> Option<(Option<usize>, bool)> {
    let join = a | b;
    let mut found: Option<(usize, bool)> = None;
    let mut must_be_leftjoin = false;
    for (i, s) in root.special.iter().enumerate() {
        if !s.min_right.overlaps(join) || join.is_subset(s.min_right) {
            continue;
        }
        let inside = |x: Relids| s.min_left.is_subset(x) && s.min_right.is_subset(x);
        if inside(a) || inside(b) {
            continue;
        }
        if s.kind == JoinType::Semi {
            if s.syn_right.is_subset(a) && s.syn_right != a {
                continue;
            }
            if s.syn_right.is_subset(b) && s.syn_right != b {
                continue;
            }
        }
        if s.min_left.is_subset(a) && s.min_right.is_subset(b) {
            if found.is_some() {
                return None;
            }
            found = Some((i, false));
        } else if s.min_left.is_subset(b) && s.min_right.is_subset(a) {
            if found.is_some() {
                return None;
            }
            found = Some((i, true));
        } else if s.kind == JoinType::Semi && s.syn_right == b && s.semi_can_unique {
            if found.is_some() {
                return None;
            }
            found = Some((i, false));
        } else if s.kind == JoinType::Semi && s.syn_right == a && s.semi_can_unique {
            if found.is_some() {
                return None;
            }
            found = Some((i, true));
        } else {
            if a.overlaps(s.min_right) && b.overlaps(s.min_right) {
                continue;
            }
            if s.kind != JoinType::Left || join.overlaps(s.min_left) {
                return None;
            }
            must_be_leftjoin = true;
        }
    }
    if must_be_leftjoin {
        match found {
            Some((i, _))
                if root.special[i].kind == JoinType::Left && root.special[i].lhs_strict => {}
            _ => return None,
        }
    }
    // Lateral references only from the inner side to the outer one.
    let lateral = |x: Relids| {
        x.iter().filter_map(|r| root.rels[r].as_ref()).map(|rel| rel.lateral).collect::<Relids>()
    };
    let (la, lb) = (lateral(a).overlaps(b), lateral(b).overlaps(a));
    if la && lb {
        return None;
    }
    if let Some((i, _)) = found
        && root.special[i].kind == JoinType::Full
        && (la || lb)
    {
        return None;
    }
    Some((found.map(|f| f.0), found.is_some_and(|f| f.1)))
}

/// Makes the relation that two sets of relations join to, with its paths, if they may be joined
/// (`make_join_rel`).
pub(super) fn make_join_rel(
    pl: &mut Planner<'_>,
    root: &mut Root,
    a: Relids,
    b: Relids,
    made: &mut Vec<Relids>,
) -> Result<()> {
    if root.find_rel(a).is_none() || root.find_rel(b).is_none() {
        return Ok(());
    }
    let Some((special, reversed)) = legal(root, a, b) else { return Ok(()) };
    let (a, b) = if reversed { (b, a) } else { (a, b) };
    let join = a | b;
    let kind = special.map_or(JoinType::Inner, |i| root.special[i].kind);
    if root.join_rels.get(&join).is_some_and(|rel| rel.no_rows) {
        return Ok(());
    }
    let clauses = restrict_list(pl, root, join, a, b);
    if !root.join_rels.contains_key(&join) {
        let mut rel = Rel { relids: join, ..Rel::default() };
        rel.consider_startup = root.tuple_fraction > 0.0;
        for side in [a, b] {
            if let Some(r) = root.find_rel(side) {
                for (e, s) in r.target.exprs.iter().zip(&r.target.sortrefs) {
                    if let Node::Var(v) = &e.node
                        && let Some(n) = root.needed.get(&(v.rte, v.attno))
                        && !n.is_subset(join)
                    {
                        rel.target.exprs.push(e.clone());
                        rel.target.sortrefs.push(*s);
                        rel.target.width += root
                            .rels
                            .get(v.rte)
                            .and_then(|r| r.as_ref())
                            .and_then(|r| r.widths.get(&v.attno))
                            .copied()
                            .unwrap_or(0);
                    }
                }
                rel.lateral |= r.lateral - join;
            }
        }
        // Before 16 a join gives the tables' columns first and then what scans compute, since both came in one loop only
        // with the change that `outer_conditions_last` is of (`build_joinrel_tlist`, `add_placeholders_to_joinrel`).
        if !pl.release.outer_conditions_last {
            put_computed_last(&mut rel.target);
        }
        rel.rows = join_rows(
            pl,
            root,
            kind,
            a,
            b,
            root.find_rel(a).map_or(1.0, |r| r.rows),
            root.find_rel(b).map_or(1.0, |r| r.rows),
            &clauses,
        );
        root.join_rels.insert(join, rel);
        made.push(join);
    }
    let mut rel = root.join_rels.remove(&join).unwrap_or_default();
    if no_rows(root, (a, b), special, &clauses) {
        mark_dummy(&mut rel);
        root.join_rels.insert(join, rel);
        return Ok(());
    }
    let (ra, rb) = (root.find_rel(a).cloned(), root.find_rel(b).cloned());
    if let (Some(ra), Some(mut rb)) = (ra, rb) {
        let unique_rhs =
            special.filter(|&i| kind == JoinType::Semi && root.special[i].semi_can_unique);
        match kind {
            JoinType::Inner => {
                add_joins(pl, root, &mut rel, &ra, &rb, JoinType::Inner, &clauses, None, special);
                add_joins(pl, root, &mut rel, &rb, &ra, JoinType::Inner, &clauses, None, special);
            }
            JoinType::Left => {
                add_joins(pl, root, &mut rel, &ra, &rb, JoinType::Left, &clauses, None, special);
                add_joins(pl, root, &mut rel, &rb, &ra, JoinType::Right, &clauses, None, special);
            }
            JoinType::Full => {
                add_joins(pl, root, &mut rel, &ra, &rb, JoinType::Full, &clauses, None, special);
                add_joins(pl, root, &mut rel, &rb, &ra, JoinType::Full, &clauses, None, special);
            }
            JoinType::Semi => {
                let i = special.unwrap_or(0);
                let (semi, right_semi) = (JoinType::Semi, JoinType::RightSemi);
                if root.special[i].min_left.is_subset(a) && root.special[i].min_right.is_subset(b) {
                    add_joins(pl, root, &mut rel, &ra, &rb, semi, &clauses, None, special);
                    if pl.release.right_semi_joins {
                        add_joins(
                            pl, root, &mut rel, &rb, &ra, right_semi, &clauses, None, special,
                        );
                    }
                }
                if unique_rhs.is_some() && root.special[i].syn_right == b {
                    let kind = JoinType::Inner;
                    let u = unique_path(pl, root, &mut rb, i);
                    let (inner, outer) = (Some((false, u.clone())), Some((true, u)));
                    add_joins(pl, root, &mut rel, &ra, &rb, kind, &clauses, inner, special);
                    add_joins(pl, root, &mut rel, &rb, &ra, kind, &clauses, outer, special);
                }
            }
            JoinType::Anti => {
                add_joins(pl, root, &mut rel, &ra, &rb, JoinType::Anti, &clauses, None, special);
                if pl.release.right_anti_joins {
                    let kind = JoinType::RightAnti;
                    add_joins(pl, root, &mut rel, &rb, &ra, kind, &clauses, None, special);
                }
            }
            _ => {}
        }
    }
    root.join_rels.insert(join, rel);
    Ok(())
}

/// Whether a join is known to give no rows, since a side gives none or a condition never holds. Where the condition is an
/// outer join's own, it is the right side that gives none (`populate_joinrel_with_paths`).
fn no_rows(
    root: &mut Root,
    (a, b): (Relids, Relids),
    special: Option<usize>,
    clauses: &[RcClause],
) -> bool {
    let empty = |side| root.find_rel(side).is_some_and(|r| r.no_rows);
    let (left, right) = (empty(a), empty(b));
    let false_above = clauses.iter().any(|c| c.never_holds() && c.pushed_down);
    let is_false = clauses.iter().any(|c| c.never_holds());
    match special.map(|i| (root.special[i].kind, root.special[i].syn_right)) {
        None | Some((JoinType::Semi, _)) => left || right || is_false,
        Some((JoinType::Full, _)) => left && right || false_above,
        Some((_, syn_right)) => {
            if is_false && b.is_subset(syn_right) {
                root.find_rel_mut(b).into_iter().for_each(mark_dummy);
            }
            left || false_above
        }
    }
}

/// Returns the clauses checked where `a` and `b` become `join`: those that need both sides, and
/// those of equivalence classes (`build_joinrel_restrictlist`).
fn restrict_list(
    pl: &mut Planner<'_>,
    root: &Root,
    join: Relids,
    a: Relids,
    b: Relids,
) -> Vec<RcClause> {
    let mut out: Vec<RcClause> = Vec::new();
    for side in [a, b] {
        for r in 1..root.rels.len() {
            if !side.contains(r) {
                continue;
            }
            let Some(rel) = &root.rels[r] else { continue };
            for c in &rel.joininfo {
                let c = checked_in(c, join);
                if c.required.is_subset(join)
                    && !c.required.is_subset(a)
                    && !c.required.is_subset(b)
                    && !out.iter().any(|o| Rc::ptr_eq(o, c))
                {
                    out.push(Rc::clone(c));
                }
            }
        }
    }
    out.extend(join_equalities(pl, root, join, a, b));
    out
}

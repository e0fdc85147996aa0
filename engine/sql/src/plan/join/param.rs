//! Joins that are done with the values of other relations: which relations they may need, what they check, and how many rows
//! they have (`get_joinrel_parampathinfo`, `param_source_rels` of `joinpath.c`).
//!
//! ```text
//! a LEFT JOIN (b JOIN c ON c.b = b.id) ON b.a = a.id AND c.k = b.k + a.k
//!     for each row of a:   b by an index on b.a,  c by an index on c.b,  and the join of the two checks c.k = b.k + a.k
//! ```

use super::foreign_keys::foreign_key_selectivity;
use crate::analyze::JoinType;
use crate::expr::Expr;
use crate::plan::clauses::{constant_equality, join_equalities};
use crate::plan::cost::clamp_row_est;
use crate::plan::relids::Relids;
use crate::plan::root::{Clause, Path, Planner, RcClause, Rel, Root};
use crate::plan::scan::movable_to;
use crate::plan::sel::{self, SelCtx};
use std::rc::Rc;

/// The relations whose values a join of these relations may need: if it has a part of an outer join's nullable side alone, all
/// that are not in there (`add_paths_to_joinrel`).
pub(super) fn sources(root: &Root, rel: &Rel) -> Relids {
    let mut sources = rel.lateral;
    for join in &root.special {
        let apart =
            |part: Relids, other: Relids| rel.relids.overlaps(part) && !rel.relids.overlaps(other);
        if apart(join.min_right, join.min_left) {
            sources |= root.all_baserels - join.min_right;
        }
        if join.kind == JoinType::Full && apart(join.min_left, join.min_right) {
            sources |= root.all_baserels - join.min_left;
        }
    }
    sources
}

/// Adds to a join's `own` conditions those that the values of other relations let it check and neither of its two paths, and
/// returns all with the join's rows: those of the relation, or with such values those that the first way with them gives. `None`
/// if a class might be checked by neither side; the server then makes another equality of it (`get_joinrel_parampathinfo`).
pub(super) fn with_values(
    pl: &mut Planner<'_>,
    root: &Root,
    rel: &mut Rel,
    (outer, inner): (&Path, &Path),
    kind: JoinType,
    own: Vec<RcClause>,
) -> Option<(Vec<RcClause>, f64)> {
    let needs = (outer.required_outer | inner.required_outer) - rel.relids;
    if needs.is_empty() {
        return Some((own, rel.rows));
    }
    let mut all = clauses_for(pl, root, rel, needs, (outer, inner))?;
    all.extend(own);
    if let Some((_, rows)) = rel.param_rows.iter().find(|(relids, _)| *relids == needs) {
        return Some((all, *rows));
    }
    let (kind, a, b) = match kind {
        JoinType::Right => (JoinType::Left, inner, outer),
        kind => (kind, outer, inner),
    };
    let rows = join_rows(pl, root, kind, a.relids, b.relids, a.rows, b.rows, &all).min(rel.rows);
    rel.param_rows.push((needs, rows));
    Some((all, rows))
}

/// The conditions that a join checks with the values of the relations `needs`, since neither of its sides can.
fn clauses_for(
    pl: &mut Planner<'_>,
    root: &Root,
    rel: &Rel,
    needs: Relids,
    (outer, inner): (&Path, &Path),
) -> Option<Vec<RcClause>> {
    let into = |c: &RcClause, p: &Path| {
        c.relids.is_subset(p.relids | p.required_outer)
            && c.relids.overlaps(p.relids)
            && (c.parent_ec.is_some() || movable_to(root, c, p.relids))
    };
    let mut out: Vec<RcClause> = Vec::new();
    for base in rel.relids.iter().filter_map(|r| root.rels[r].as_ref()) {
        for c in &base.joininfo {
            let here = c.relids.is_subset(rel.relids | needs) && movable_to(root, c, rel.relids);
            if here && !into(c, outer) && !into(c, inner) && !out.iter().any(|o| o.expr == c.expr) {
                out.push(Rc::new(Clause { pushed_down: true, ..(**c).clone() }));
            }
        }
    }
    for c in join_equalities(pl, root, rel.relids | needs, needs, rel.relids) {
        if into(&c, outer) {
            continue;
        }
        if !into(&c, inner) {
            out.push(c);
            continue;
        }
        // If the inner side has values of the outer one, too, it may check the class against either.
        let of_outer = |(_, r): &(Expr, Relids)| r.overlaps(outer.relids);
        let class = c.parent_ec.map(|class| &root.ecs[class]);
        if inner.required_outer.overlaps(outer.relids)
            && class.is_some_and(|ec| ec.members.iter().any(of_outer))
        {
            return None;
        }
    }
    Some(out)
}

/// How many rows a join gives (`calc_joinrel_size_estimate`).
#[allow(clippy::too_many_arguments)]
pub(super) fn join_rows(
    pl: &mut Planner<'_>,
    root: &Root,
    kind: JoinType,
    a: Relids,
    b: Relids,
    outer: f64,
    inner: f64,
    clauses: &[RcClause],
) -> f64 {
    let ctx = SelCtx { rel: 0, kind, sides: Some((a, b)) };
    let mut clauses = clauses.to_vec();
    let by_keys = match root.foreign_keys.is_empty() {
        true => 1.0,
        false => foreign_key_selectivity(root, (a, b), kind, &mut clauses, &mut |class, member| {
            let chosen = constant_equality(pl, root, class, member)?;
            Some(sel::clauses(pl, root, &[chosen], ctx))
        }),
    };
    let outer_kind = matches!(kind, JoinType::Left | JoinType::Full | JoinType::Anti);
    let (own, pushed): (Vec<RcClause>, Vec<RcClause>) = if outer_kind {
        clauses.into_iter().partition(|c| !c.pushed_down)
    } else {
        (clauses, Vec::new())
    };
    let j = by_keys * sel::clauses(pl, root, &own, ctx);
    let p = sel::clauses(pl, root, &pushed, ctx);
    let rows = match kind {
        JoinType::Left => f64::max(outer * inner * j, outer) * p,
        JoinType::Full => f64::max(f64::max(outer * inner * j, outer), inner) * p,
        JoinType::Semi => outer * j,
        JoinType::Anti => outer * (1.0 - j) * p,
        _ => outer * inner * j,
    };
    clamp_row_est(rows)
}

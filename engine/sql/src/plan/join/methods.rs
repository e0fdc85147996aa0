//! The ways to join two relations (`joinpath.c`): each outer path with each useful inner one.

use super::hash::hash_join;
use super::merge::{merge_over, sort_inner_outer};
use super::nestloop::{memoize, nest_loop};
use super::unique::{rel_is_unique, unique_by};
use crate::analyze::JoinType;
use crate::expr::{Expr, Node};
use crate::plan::clauses::{ec_for, is_hashable, push_key};
use crate::plan::cost::{Cost, relation_byte_size};
use crate::plan::path::{material, over};
use crate::plan::relids::Relids;
use crate::plan::root::{Path, PathKey, PathKind, Planner, RcClause, RcPath, Rel, Root};
use crate::plan::sel::{self, SelCtx};
use std::rc::Rc;

/// Leaves out columns that equal one before, and constants (`create_unique_path`).
#[inline(never)]
fn without_equal(root: &mut Root, exprs: &mut Vec<Expr>) {
    let mut keys = Vec::new();
    exprs.retain(|e| {
        let (ec, known) = (ec_for(root, e, e.type_oid, 0), keys.len());
        push_key(root, &mut keys, PathKey { ec, descending: false, nulls_first: false });
        keys.len() > known
    });
}

/// Returns a path of a relation's rows without duplicates in the right side of the semi-join
/// `special`, hashed or sorted by cost; `None` if the relation has no path (`create_unique_path`).
pub(super) fn unique_path(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    special: usize,
) -> Option<RcPath> {
    let sub = rel.cheapest_total.clone()?;
    let mut exprs = root.special[special].semi_rhs.clone();
    if rel.relids.len() == 1 && unique_by(root, rel, exprs.iter().collect()) {
        let cost = Cost { startup: sub.startup, total: sub.total };
        let kind = PathKind::Unique { sub: Rc::clone(&sub), exprs, hashed: false, noop: true };
        return Some(Rc::new(over(&sub, kind, cost, rel.rows)));
    }
    if pl.release.equal_columns_unique_once {
        without_equal(root, &mut exprs);
    }
    let rows = sel::num_groups(pl, root, &exprs, rel.rows);
    let sort = pl.costs.sort(sub.total, rel.rows, sub.target.width, -1.0);
    let sort_total = sort.total + pl.costs.cpu_operator_cost * rel.rows * exprs.len() as f64;
    let entry = relation_byte_size(1.0, sub.target.width) + 64.0 - 24.0;
    let hash_ok = entry * rows <= pl.costs.hash_mem_bytes();
    let agg = pl.costs.agg(
        crate::plan::cost::AggStrategy::Hashed,
        Default::default(),
        Default::default(),
        0.0,
        0,
        exprs.len(),
        rows,
        Cost { startup: sub.startup, total: sub.total },
        rel.rows,
        sub.target.width,
    );
    let off = |on| pl.costs.disabled_node(on);
    let (hash_off, sort_off) = (off(pl.costs.enable_hashagg), off(pl.costs.enable_sort));
    let cheaper = hash_off < sort_off || hash_off == sort_off && agg.total < sort_total;
    let hashed = hash_ok && cheaper;
    let cost = if hashed { agg } else { Cost { startup: sort.startup, total: sort_total } };
    let kind = PathKind::Unique { sub: Rc::clone(&sub), exprs, hashed, noop: false };
    let mut p = over(&sub, kind, cost, rows);
    p.disabled += if hashed { hash_off } else { sort_off };
    p.pathkeys.clear();
    Some(Rc::new(p))
}

pub(super) struct JoinCtx<'a> {
    pub(super) kind: JoinType,
    pub(super) clauses: &'a [RcClause],
    pub(super) inner_unique: bool,
    pub(super) match_frac: f64,
    pub(super) match_count: f64,
    /// The relations whose values a way of this join may need: those that an outer join or LATERAL keeps from being joined
    /// first (`param_source_rels`).
    pub(super) sources: Relids,
}

impl<'a> JoinCtx<'a> {
    fn new(kind: JoinType, clauses: &'a [RcClause], inner_unique: bool, sources: Relids) -> Self {
        JoinCtx { kind, clauses, inner_unique, match_frac: 1.0, match_count: 1.0, sources }
    }
}

/// Computes the share of outer rows with a match, and how many matches they have
/// (`compute_semi_anti_join_factors`).
fn semi_factors(
    pl: &mut Planner<'_>,
    root: &mut Root,
    (outer, inner): (&Rel, &Rel),
    semi_join: Option<(JoinType, (crate::plan::relids::Relids, crate::plan::relids::Relids))>,
    ctx: &mut JoinCtx<'_>,
) {
    let own: Vec<RcClause> = if outer_join(ctx.kind) {
        ctx.clauses.iter().filter(|c| !c.pushed_down).cloned().collect()
    } else {
        ctx.clauses.to_vec()
    };
    let sides = Some((outer.relids, inner.relids));
    // `eqjoinsel` goes by the kind of the special join, so that a unique inner side of an
    // inner join is estimated as any inner join is.
    let j = match semi_join {
        Some((kind, sides)) => {
            sel::clauses(pl, root, &own, SelCtx { rel: 0, kind, sides: Some(sides) })
        }
        None => sel::clauses(pl, root, &own, SelCtx { rel: 0, kind: JoinType::Inner, sides }),
    };
    let n = sel::clauses(pl, root, &own, SelCtx { rel: 0, kind: JoinType::Inner, sides });
    ctx.match_frac = j;
    ctx.match_count = if j > 0.0 { f64::max(1.0, n * inner.rows / j) } else { 1.0 };
}

/// The equalities between the two sides.
fn equalities(outer: &Rel, inner: &Rel, kind: JoinType, clauses: &[RcClause]) -> Vec<RcClause> {
    clauses
        .iter()
        .filter(|c| {
            c.equality
                && c.can_join
                && (!outer_join(kind) || !c.pushed_down)
                && ((c.left.is_subset(outer.relids) && c.right.is_subset(inner.relids))
                    || (c.left.is_subset(inner.relids) && c.right.is_subset(outer.relids)))
        })
        .cloned()
        .collect()
}

/// Those of the equalities that hash joins can use (`hash_inner_and_outer`).
fn hash_clauses(equalities: &[RcClause]) -> Vec<RcClause> {
    let hashable = |c: &&RcClause| matches!(&c.expr.node, Node::Op(o) if is_hashable(o));
    equalities.iter().filter(hashable).cloned().collect()
}

/// Those of the equalities that merge joins can use: both sides can be sorted by (`select_mergejoin_clauses`).
fn merge_clauses(root: &Root, equalities: &[RcClause]) -> Vec<RcClause> {
    let redundant =
        |ec: Option<usize>| ec.is_some_and(|e| root.ecs[root.ec(e)].must_be_redundant());
    let sortable = |c: &&RcClause| !redundant(c.left_ec) && !redundant(c.right_ec);
    equalities.iter().filter(sortable).cloned().collect()
}

/// Whether a merge join can check all conditions of the join itself. Constants do not hinder it.
fn only_merge(clauses: &[RcClause], merge_clauses: &[RcClause]) -> bool {
    clauses.iter().filter(|c| !c.pushed_down).all(|c| {
        matches!(c.expr.node, Node::Const(_)) || merge_clauses.iter().any(|m| Rc::ptr_eq(m, c))
    })
}

/// The inner paths of a nested loop: the cheapest, and those with parameters.
fn inner_paths(inner: &Rel, cheapest: &RcPath) -> Vec<RcPath> {
    let others = inner.paths.iter().filter(|p| !p.required_outer.is_empty());
    let others = others.filter(|p| !Rc::ptr_eq(p, cheapest));
    std::iter::once(cheapest).chain(others).cloned().collect()
}

/// Adds nested loops of an outer path over the inner paths: as they are, memoized, and materialized
/// (`match_unsorted_outer`).
fn nest_loops(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    o: &RcPath,
    (inner, cheapest): (&Rel, &RcPath),
    mat: Option<&RcPath>,
    ctx: &JoinCtx<'_>,
) {
    let candidates = inner_paths(inner, cheapest);
    for i in &candidates {
        nest_loop(pl, root, rel, o, i, ctx);
        if let Some(m) = memoize(pl, o, i, ctx, inner) {
            nest_loop(pl, root, rel, o, &Rc::new(m), ctx);
        }
    }
    if let Some(m) = mat {
        nest_loop(pl, root, rel, o, m, ctx);
    }
}

/// Adds hash joins of the cheapest outer path, of that with the lowest startup cost, and of paths that need values of
/// other tables, with those of `outer` (`hash_inner_and_outer`).
fn hash_inner_and_outer(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    (outer, first, startup): (Option<&Rel>, &RcPath, Option<&RcPath>),
    (inner, cheapest): (&Rel, &RcPath),
    clauses: &[RcClause],
    ctx: &JoinCtx<'_>,
) {
    if let Some(s) = startup.filter(|s| !Rc::ptr_eq(s, first)) {
        hash_join(pl, root, rel, s, cheapest, clauses, ctx);
    }
    let (outer, inner) = match outer {
        Some(outer) => (inner_paths(outer, first), inner_paths(inner, cheapest)),
        None => (vec![Rc::clone(first)], vec![Rc::clone(cheapest)]),
    };
    for o in &outer {
        for i in &inner {
            hash_join(pl, root, rel, o, i, clauses, ctx);
        }
    }
}

/// Returns the cheapest inner path with a Material node above it; `None` if it is not `wanted` or
/// brings nothing.
fn materialized(pl: &Planner<'_>, cheapest: &RcPath, wanted: bool) -> Option<RcPath> {
    if wanted
        && cheapest.required_outer.is_empty()
        && pl.costs.enable_material
        && !materializes(cheapest)
    {
        Some(Rc::new(material(pl, cheapest)))
    } else {
        None
    }
}

/// Adds all ways to join two relations to `rel`; `unique` is the path of one side's rows once each,
/// and whether that is the outer side (`add_paths_to_joinrel`). Ways that are disabled are not considered, but for FULL,
/// which may have no other.
#[allow(clippy::too_many_arguments)]
pub(super) fn add_joins(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &Rel,
    inner: &Rel,
    kind: JoinType,
    clauses: &[RcClause],
    unique: Option<(bool, Option<RcPath>)>,
    special: Option<usize>,
) {
    let semi_join = special
        .map(|i| &root.special[i])
        .filter(|s| matches!(s.kind, JoinType::Semi | JoinType::Anti))
        .map(|s| (s.kind, (s.min_left, s.min_right)));
    let inner_unique = match (&unique, kind) {
        (_, JoinType::Semi | JoinType::Anti) => false,
        (Some((false, _)), _) => {
            semi_join.is_some_and(|(_, (left, _))| left.is_subset(outer.relids))
        }
        _ => rel_is_unique(root, inner, outer.relids, clauses, kind),
    };
    let mut ctx = JoinCtx::new(kind, clauses, inner_unique, super::param::sources(root, rel));
    if matches!(kind, JoinType::Semi | JoinType::Anti) || inner_unique {
        semi_factors(pl, root, (outer, inner), semi_join, &mut ctx);
    }
    let (outer_paths, outer_cheapest): (Vec<RcPath>, Option<RcPath>) = match &unique {
        Some((true, u)) => (u.iter().cloned().collect(), u.clone()),
        _ => (outer.paths.clone(), outer.cheapest_total.clone()),
    };
    let inner_unique_path = match &unique {
        Some((false, u)) => Some(u.clone()),
        _ => None,
    };
    let inner_cheapest = match &inner_unique_path {
        Some(u) => u.clone(),
        None => inner.cheapest_total.clone(),
    };
    let (Some(outer_cheapest), Some(inner_cheapest)) = (outer_cheapest, inner_cheapest) else {
        return;
    };
    let equalities = equalities(outer, inner, kind, clauses);
    let hash_clauses = hash_clauses(&equalities);
    let merge_clauses = merge_clauses(root, &equalities);
    let full = kind == JoinType::Full;
    let hash_only = kind == JoinType::RightSemi;
    let all_merge = (full || pl.costs.enable_mergejoin)
        && (!kind.fills_right() || only_merge(clauses, &merge_clauses));
    // Sorting both sides.
    if all_merge
        && !hash_only
        && !merge_clauses.is_empty()
        && outer_cheapest.required_outer.is_empty()
        && inner_cheapest.required_outer.is_empty()
    {
        sort_inner_outer(
            pl,
            root,
            rel,
            &outer_cheapest,
            &inner_cheapest,
            &merge_clauses,
            &ctx,
            outer.relids,
        );
    }
    // Nested loops and merges over ordered outer paths.
    if !hash_only && (!kind.fills_right() || all_merge) {
        let nest_ok = !kind.fills_right();
        let mat = materialized(pl, &inner_cheapest, nest_ok && inner_unique_path.is_none());
        for o in &outer_paths {
            if o.required_outer.overlaps(inner.relids) {
                continue;
            }
            if matches!(&unique, Some((true, _))) && !Rc::ptr_eq(o, &outer_cheapest) {
                continue;
            }
            if nest_ok {
                if inner_unique_path.is_some() {
                    nest_loop(pl, root, rel, o, &inner_cheapest, &ctx);
                } else {
                    nest_loops(pl, root, rel, o, (inner, &inner_cheapest), mat.as_ref(), &ctx);
                }
            }
            if (full || !merge_clauses.is_empty())
                && all_merge
                && o.required_outer.is_empty()
                && inner_cheapest.required_outer.is_empty()
            {
                merge_over(
                    pl,
                    root,
                    rel,
                    o,
                    inner,
                    &inner_cheapest,
                    inner_unique_path.is_some(),
                    &merge_clauses,
                    &ctx,
                    outer.relids,
                );
            }
        }
    }
    if (full || pl.costs.enable_hashjoin) && !hash_clauses.is_empty() {
        let plain = Some(outer).filter(|_| unique.is_none());
        let startup = plain.and_then(|outer| outer.cheapest_startup.as_ref());
        let cheapest = (plain, &outer_cheapest, startup);
        hash_inner_and_outer(
            pl,
            root,
            rel,
            cheapest,
            (inner, &inner_cheapest),
            &hash_clauses,
            &ctx,
        );
    }
}

/// Whether a join of this kind has a nullable side, or is an anti-join.
pub fn outer_join(kind: JoinType) -> bool {
    !matches!(kind, JoinType::Inner | JoinType::Semi | JoinType::RightSemi)
}

/// Whether the path keeps its rows, so that reading them again costs little
/// (`ExecMaterializesOutput`).
fn materializes(p: &Path) -> bool {
    matches!(
        p.kind,
        PathKind::Material(_)
            | PathKind::Function
            | PathKind::Cte(_)
            | PathKind::WorkTable(_)
            | PathKind::Sort(_)
    )
}

/// A join path without rows and costs yet.
pub(super) fn new_join(
    rel: &Rel,
    kind: PathKind,
    outer: &RcPath,
    inner: &RcPath,
    keys: Vec<PathKey>,
) -> Path {
    Path {
        kind,
        relids: rel.relids,
        target: Rc::new(rel.target.clone()),
        rows: rel.rows,
        disabled: outer.disabled + inner.disabled,
        startup: 0.0,
        total: 0.0,
        pathkeys: keys,
        required_outer: (outer.required_outer | inner.required_outer) - rel.relids,
        param_clauses: Vec::new(),
    }
}

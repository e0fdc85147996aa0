//! Joining relations two by two (`allpaths.c`, `joinrels.c`, `joinpath.c`, `costsize.c`).

use super::clauses::{join_equalities, push_key};
use super::cost::{Cost, DISABLE_COST, clamp_row_est, page_size, relation_byte_size};
use super::path::{add_path, keys_contained, material, over, set_cheapest};
use super::relids::Relids;
use super::root::{JoinPath, Path, PathKey, PathKind, Planner, RcClause, RcPath, Rel, Root};
use super::scan::{movable_to, useful_keys_for};
use super::sel::{self, SelCtx, clauses_cost};
use crate::analyze::{JoinType, Query, SortGroupClause};
use crate::expr::{Expr, Node};
use std::rc::Rc;
use storage::err;
use storage::error::Result;

/// `standard_join_search`: the relation of all joined.
pub fn search(pl: &mut Planner<'_>, root: &mut Root) -> Result<Relids> {
    let base: Vec<Relids> = (1..root.rels.len())
        .filter(|&r| root.rels[r].is_some())
        .map(|r| Relids::single(r))
        .collect();
    if base.len() == 1 {
        return Ok(base[0]);
    }
    let mut levels: Vec<Vec<Relids>> = vec![Vec::new(), base.clone()];
    for level in 2..=base.len() {
        let mut made: Vec<Relids> = Vec::new();
        let previous = levels[level - 1].clone();
        for (i, &old) in previous.iter().enumerate() {
            let start = if level == 2 { i + 1 } else { 0 };
            if has_join_clauses(root, old) {
                for &other in &base[start.min(base.len())..] {
                    if !old.overlaps(other) && relevant(root, old, other) {
                        make_join_rel(pl, root, old, other, &mut made)?;
                    }
                }
            } else {
                for &other in &base[start.min(base.len())..] {
                    if !old.overlaps(other) {
                        make_join_rel(pl, root, old, other, &mut made)?;
                    }
                }
            }
        }
        for k in 2..=level / 2 {
            let other_level = level - k;
            for (i, &a) in levels[k].clone().iter().enumerate() {
                if !has_join_clauses(root, a) {
                    continue;
                }
                let start = if k == other_level { i + 1 } else { 0 };
                for &b in &levels[other_level].clone()[start..] {
                    if !a.overlaps(b) && relevant(root, a, b) {
                        make_join_rel(pl, root, a, b, &mut made)?;
                    }
                }
            }
        }
        if made.is_empty() {
            for &old in &previous {
                for &other in &base {
                    if !old.overlaps(other) {
                        make_join_rel(pl, root, old, other, &mut made)?;
                    }
                }
            }
        }
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
        None => err!(INTERNAL_ERROR, "failed to build any {}-way joins", base.len()),
    }
}

fn has_join_clauses(root: &Root, ids: Relids) -> bool {
    ids.iter().any(|r| {
        root.rels[r].as_ref().is_some_and(|rel| {
            rel.has_ec_joins || rel.joininfo.iter().any(|c| !c.required.is_subset(ids))
        })
    }) || root.special.iter().any(|s| {
        let all = s.min_left | s.min_right;
        all.overlaps(ids) && !all.is_subset(ids)
    })
}

fn relevant(root: &Root, a: Relids, b: Relids) -> bool {
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
        ec.merged.is_none()
            && !ec.has_const
            && !ec.sources.is_empty()
            && ec.members.iter().any(|(_, r)| !r.is_empty() && r.is_subset(a))
            && ec.members.iter().any(|(_, r)| !r.is_empty() && r.is_subset(b))
    });
    ec || root.special.iter().any(|s| {
        (s.min_left.is_subset(a) && s.min_right.is_subset(b))
            || (s.min_left.is_subset(b) && s.min_right.is_subset(a))
            || (s.kind == JoinType::Full
                && ((s.syn_left.is_subset(a) && s.syn_right.is_subset(b))
                    || (s.syn_left.is_subset(b) && s.syn_right.is_subset(a))))
    })
}

/// `join_is_legal`: the special join made by joining the two, and whether sides are reversed.
#[allow(clippy::type_complexity)]
fn legal(root: &Root, a: Relids, b: Relids) -> Option<(Option<usize>, bool, bool)> {
    let join = a | b;
    let mut found: Option<(usize, bool)> = None;
    let mut unique = false;
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
            unique = true;
        } else if s.kind == JoinType::Semi && s.syn_right == a && s.semi_can_unique {
            if found.is_some() {
                return None;
            }
            found = Some((i, true));
            unique = true;
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
    Some((found.map(|f| f.0), found.is_some_and(|f| f.1), unique))
}

fn make_join_rel(
    pl: &mut Planner<'_>,
    root: &mut Root,
    a: Relids,
    b: Relids,
    made: &mut Vec<Relids>,
) -> Result<()> {
    if root.find_rel(a).is_none() || root.find_rel(b).is_none() {
        return Ok(());
    }
    let Some((special, reversed, _unique)) = legal(root, a, b) else { return Ok(()) };
    let (a, b) = if reversed { (b, a) } else { (a, b) };
    let join = a | b;
    let kind = special.map_or(JoinType::Inner, |i| root.special[i].kind);
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
                            .unwrap_or_else(|| sel::type_width(e.type_oid, e.typmod));
                    }
                }
                rel.lateral |= r.lateral - join;
            }
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
                if root.special[i].min_left.is_subset(a) && root.special[i].min_right.is_subset(b) {
                    add_joins(
                        pl,
                        root,
                        &mut rel,
                        &ra,
                        &rb,
                        JoinType::Semi,
                        &clauses,
                        None,
                        special,
                    );
                }
                if unique_rhs.is_some() && root.special[i].syn_right == b {
                    let u = unique_path(pl, root, &mut rb, i);
                    add_joins(
                        pl,
                        root,
                        &mut rel,
                        &ra,
                        &rb,
                        JoinType::Inner,
                        &clauses,
                        Some((false, u.clone())),
                        special,
                    );
                    add_joins(
                        pl,
                        root,
                        &mut rel,
                        &rb,
                        &ra,
                        JoinType::Inner,
                        &clauses,
                        Some((true, u)),
                        special,
                    );
                }
            }
            JoinType::Anti => {
                add_joins(pl, root, &mut rel, &ra, &rb, JoinType::Anti, &clauses, None, special);
            }
            JoinType::Right => {}
        }
    }
    root.join_rels.insert(join, rel);
    Ok(())
}

/// `build_joinrel_restrictlist`
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

#[allow(clippy::too_many_arguments)]
fn join_rows(
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
    let outer_kind = matches!(kind, JoinType::Left | JoinType::Full | JoinType::Anti);
    let (own, pushed): (Vec<RcClause>, Vec<RcClause>) = if outer_kind {
        clauses.iter().cloned().partition(|c| !c.pushed_down)
    } else {
        (clauses.to_vec(), Vec::new())
    };
    let j = sel::clauses(pl, root, &own, ctx);
    let p = sel::clauses(pl, root, &pushed, ctx);
    let rows = match kind {
        JoinType::Inner | JoinType::Right => outer * inner * j,
        JoinType::Left => f64::max(outer * inner * j, outer) * p,
        JoinType::Full => f64::max(f64::max(outer * inner * j, outer), inner) * p,
        JoinType::Semi => outer * j,
        JoinType::Anti => outer * (1.0 - j) * p,
    };
    clamp_row_est(rows)
}

/// `create_unique_path`
fn unique_path(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    special: usize,
) -> Option<RcPath> {
    let sub = rel.cheapest_total.clone()?;
    let exprs = root.special[special].semi_rhs.clone();
    let rows = sel::num_groups(pl, root, &exprs, rel.rows);
    let sort = pl.costs.sort(sub.total, rel.rows, sub.target.width, -1.0);
    let sort_total = sort.total + pl.costs.cpu_operator_cost * rel.rows * exprs.len() as f64;
    let entry = relation_byte_size(1.0, sub.target.width) + 64.0 - 24.0;
    let hash_ok = entry * rows <= pl.costs.hash_mem_bytes();
    let agg = pl.costs.agg(
        super::cost::AggStrategy::Hashed,
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
    let hashed = hash_ok && agg.total < sort_total;
    let cost = if hashed { agg } else { Cost { startup: sort.startup, total: sort_total } };
    let kind = PathKind::Unique { sub: Rc::clone(&sub), exprs, hashed, noop: false };
    let mut p = over(&sub, kind, cost, rows);
    p.pathkeys.clear();
    Some(Rc::new(p))
}

struct JoinCtx<'a> {
    kind: JoinType,
    clauses: &'a [RcClause],
    inner_unique: bool,
    match_frac: f64,
    match_count: f64,
}

#[allow(clippy::too_many_arguments)]
fn add_joins(
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
        _ => rel_is_unique(inner, outer.relids, clauses, kind),
    };
    let mut ctx = JoinCtx { kind, clauses, inner_unique, match_frac: 1.0, match_count: 1.0 };
    if matches!(kind, JoinType::Semi | JoinType::Anti) || inner_unique {
        let own: Vec<RcClause> = if outer_join(kind) {
            clauses.iter().filter(|c| !c.pushed_down).cloned().collect()
        } else {
            clauses.to_vec()
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
    let merge_clauses: Vec<RcClause> = clauses
        .iter()
        .filter(|c| {
            c.equality
                && c.can_join
                && (!outer_join(kind) || !c.pushed_down)
                && ((c.left.is_subset(outer.relids) && c.right.is_subset(inner.relids))
                    || (c.left.is_subset(inner.relids) && c.right.is_subset(outer.relids)))
        })
        .cloned()
        .collect();
    let all_merge = !matches!(kind, JoinType::Full | JoinType::Right)
        || clauses
            .iter()
            .filter(|c| !c.pushed_down)
            .all(|c| merge_clauses.iter().any(|m| Rc::ptr_eq(m, c)));
    // Sorting both sides.
    if all_merge
        && !merge_clauses.is_empty()
        && !outer_cheapest.required_outer.overlaps(inner.relids)
        && !inner_cheapest.required_outer.overlaps(outer.relids)
        && !(!outer_cheapest.required_outer.is_empty() || !inner_cheapest.required_outer.is_empty())
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
    if !matches!(kind, JoinType::Right | JoinType::Full) || all_merge {
        let nest_ok = !matches!(kind, JoinType::Right | JoinType::Full);
        let mat = if nest_ok
            && inner_cheapest.required_outer.is_empty()
            && pl.costs.enable_material
            && !materializes(&inner_cheapest)
            && inner_unique_path.is_none()
        {
            Some(Rc::new(material(pl, &inner_cheapest)))
        } else {
            None
        };
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
                    let mut candidates: Vec<RcPath> = inner
                        .paths
                        .iter()
                        .filter(|p| !p.required_outer.is_empty() || Rc::ptr_eq(p, &inner_cheapest))
                        .cloned()
                        .collect();
                    if !candidates.iter().any(|p| Rc::ptr_eq(p, &inner_cheapest)) {
                        candidates.push(Rc::clone(&inner_cheapest));
                    }
                    for i in &candidates {
                        nest_loop(pl, root, rel, o, i, &ctx);
                        if let Some(m) = memoize(pl, o, i, &ctx, inner) {
                            nest_loop(pl, root, rel, o, &Rc::new(m), &ctx);
                        }
                    }
                    if let Some(m) = &mat {
                        nest_loop(pl, root, rel, o, m, &ctx);
                    }
                }
            }
            if !merge_clauses.is_empty()
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
    // Hash join.
    let hash_clauses: Vec<RcClause> = merge_clauses
        .iter()
        .filter(|c| !matches!(&c.expr.node, Node::Op(o) if o.op.left == storage::types::oid::TID))
        .cloned()
        .collect();
    if !hash_clauses.is_empty() {
        hash_join(pl, root, rel, &outer_cheapest, &inner_cheapest, &hash_clauses, &ctx);
        if unique.is_none()
            && let Some(s) = &outer.cheapest_startup
            && !Rc::ptr_eq(s, &outer_cheapest)
            && !s.required_outer.overlaps(inner.relids)
        {
            hash_join(pl, root, rel, s, &inner_cheapest, &hash_clauses, &ctx);
        }
    }
}

fn outer_join(kind: JoinType) -> bool {
    matches!(kind, JoinType::Left | JoinType::Right | JoinType::Full | JoinType::Anti)
}

/// A semi-join whose right side has at most one match for each row is a plain join
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
fn rel_is_unique(inner: &Rel, outer: Relids, clauses: &[RcClause], kind: JoinType) -> bool {
    if inner.relids.len() != 1 {
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
            && super::clauses::is_equality(o)
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

/// `query_is_distinct_for`: whether a sub-query gives each combination of these columns once.
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

/// `cost_rescan`
fn rescan(pl: &mut Planner<'_>, root: &Root, p: &Path) -> Cost {
    match &p.kind {
        PathKind::Function => Cost { startup: 0.0, total: p.total - p.startup },
        PathKind::HashJoin { batches, .. } if *batches == 1.0 => {
            Cost { startup: 0.0, total: p.total - p.startup }
        }
        PathKind::Cte(_) | PathKind::WorkTable(_) => Cost {
            startup: 0.0,
            total: pl.costs.rescan_stored(pl.costs.cpu_tuple_cost, p.rows, p.target.width),
        },
        PathKind::Material(_) | PathKind::Sort(_) => Cost {
            startup: 0.0,
            total: pl.costs.rescan_stored(pl.costs.cpu_operator_cost, p.rows, p.target.width),
        },
        PathKind::Memoize { sub, keys, calls, .. } => {
            let costs = pl.costs.clone();
            let tuples = sub.rows;
            let entry = relation_byte_size(tuples, sub.target.width) + 72.0 + 16.0 * tuples;
            let entries = (costs.hash_mem_bytes() / entry).floor();
            let (mut distinct, default) = sel::num_groups_default(pl, root, keys, *calls);
            if default {
                distinct = *calls;
            }
            let evict = 1.0 - entries.min(distinct) / distinct;
            let hit = (1.0 / distinct * entries.min(distinct) - distinct / calls).max(0.0);
            let mut total = sub.total * (1.0 - hit) + costs.cpu_operator_cost;
            total += costs.cpu_tuple_cost * evict;
            total += costs.cpu_operator_cost / 10.0 * evict * tuples;
            total += costs.cpu_tuple_cost + costs.cpu_operator_cost * tuples;
            Cost { startup: sub.startup * (1.0 - hit) + costs.cpu_tuple_cost, total }
        }
        _ => Cost { startup: p.startup, total: p.total },
    }
}

/// `get_memoize_path`
fn memoize(
    pl: &mut Planner<'_>,
    outer: &RcPath,
    inner: &RcPath,
    ctx: &JoinCtx<'_>,
    inner_rel: &Rel,
) -> Option<Path> {
    if !pl.costs.enable_memoize
        || outer.rows < 2.0
        || inner.required_outer.is_empty()
        || inner.param_clauses.is_empty()
        || !inner.required_outer.is_subset(outer.relids)
        || !inner.required_outer.overlaps(outer.relids)
        || inner_rel.relids.len() != 1
    {
        return None;
    }
    if matches!(ctx.kind, JoinType::Semi | JoinType::Anti) && !ctx.inner_unique {
        return None;
    }
    if ctx.inner_unique && inner.param_clauses.len() < ctx.clauses.len() {
        return None;
    }
    let mut keys: Vec<Expr> = Vec::new();
    for c in &inner.param_clauses {
        let Node::Op(o) = &c.expr.node else { return None };
        if !c.equality || o.args.len() != 2 {
            return None;
        }
        let e = if c.left.is_subset(outer.relids) && c.right == inner_rel.relids {
            &o.args[0]
        } else if c.right.is_subset(outer.relids) && c.left == inner_rel.relids {
            &o.args[1]
        } else {
            return None;
        };
        if !keys.contains(e) {
            keys.push(e.clone());
        }
    }
    let cost = Cost {
        startup: inner.startup + pl.costs.cpu_tuple_cost,
        total: inner.total + pl.costs.cpu_tuple_cost,
    };
    let kind = PathKind::Memoize {
        sub: Rc::clone(inner),
        keys,
        single_row: ctx.inner_unique,
        calls: outer.rows,
        binary: false,
    };
    let mut p = over(inner, kind, cost, inner.rows);
    p.param_clauses = inner.param_clauses.clone();
    Some(p)
}

fn new_join(rel: &Rel, kind: PathKind, outer: &RcPath, inner: &RcPath, keys: Vec<PathKey>) -> Path {
    Path {
        kind,
        relids: rel.relids,
        target: Rc::new(rel.target.clone()),
        rows: rel.rows,
        startup: 0.0,
        total: 0.0,
        pathkeys: keys,
        required_outer: (outer.required_outer | inner.required_outer) - rel.relids,
        param_clauses: Vec::new(),
    }
}

fn nest_loop(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &RcPath,
    inner: &RcPath,
    ctx: &JoinCtx<'_>,
) {
    let required = (outer.required_outer | inner.required_outer) - outer.relids - inner.relids;
    if !required.is_empty() {
        let allowed = required.is_subset(rel.lateral);
        let star = inner.required_outer.overlaps(outer.relids)
            && !inner.required_outer.is_subset(outer.relids);
        if !allowed && !star {
            return;
        }
    }
    if outer.required_outer.overlaps(inner.relids) {
        return;
    }
    // Clauses the inner scan checks already are not checked again.
    let own: Vec<RcClause> = if inner.required_outer.overlaps(outer.relids) {
        ctx.clauses
            .iter()
            .filter(|c| {
                let inner_rte = inner.relids.singleton().unwrap_or(0);
                let moved = inner.param_clauses.iter().any(|p| {
                    Rc::ptr_eq(p, c)
                        || p.expr == c.expr
                        || (p.parent_ec.is_some() && p.parent_ec == c.parent_ec)
                });
                !(moved && (c.parent_ec.is_some() || movable_to(root, c, inner_rte)))
            })
            .cloned()
            .collect()
    } else {
        ctx.clauses.to_vec()
    };
    let costs = pl.costs.clone();
    let re = rescan(pl, root, inner);
    let outer_rows = outer.rows.max(1.0);
    let inner_rows = inner.rows.max(1.0);
    let mut startup = outer.startup + inner.startup;
    let mut run = outer.total - outer.startup;
    if outer_rows > 1.0 {
        run += (outer_rows - 1.0) * re.startup;
    }
    let inner_run = inner.total - inner.startup;
    let inner_rerun = re.total - re.startup;
    let ntuples;
    if matches!(ctx.kind, JoinType::Semi | JoinType::Anti) || ctx.inner_unique {
        let mut matched = (outer_rows * ctx.match_frac).round_ties_even();
        let mut unmatched = outer_rows - matched;
        let frac = 2.0 / (ctx.match_count + 1.0);
        let mut n = matched * inner_rows * frac;
        let indexed = own.is_empty()
            && !inner.required_outer.is_empty()
            && match &inner.kind {
                PathKind::Index { clauses, .. } => inner
                    .param_clauses
                    .iter()
                    .all(|p| clauses.iter().any(|c| c.clause.expr == p.expr)),
                PathKind::BitmapHeap(b) => match &b.kind {
                    PathKind::Index { clauses, .. } => inner
                        .param_clauses
                        .iter()
                        .all(|p| clauses.iter().any(|c| c.clause.expr == p.expr)),
                    _ => false,
                },
                _ => false,
            };
        if indexed {
            run += inner_run * frac;
            if matched > 1.0 {
                run += (matched - 1.0) * inner_rerun * frac;
            }
            run += unmatched * inner_rerun / inner_rows;
        } else {
            n += unmatched * inner_rows;
            run += inner_run;
            if unmatched >= 1.0 {
                unmatched -= 1.0;
            } else {
                matched -= 1.0;
            }
            if matched > 0.0 {
                run += matched * inner_rerun * frac;
            }
            if unmatched > 0.0 {
                run += unmatched * inner_rerun;
            }
        }
        ntuples = n;
    } else {
        run += inner_run;
        if outer_rows > 1.0 {
            run += (outer_rows - 1.0) * inner_rerun;
        }
        ntuples = outer_rows * inner_rows;
    }
    if !costs.enable_nestloop {
        startup += DISABLE_COST;
    }
    let q = clauses_cost(&own);
    startup += q.startup;
    run += (costs.cpu_tuple_cost + q.per_tuple) * ntuples;
    startup += rel.target.cost.startup;
    run += rel.target.cost.per_tuple * rel.rows;
    let keys = if matches!(ctx.kind, JoinType::Full | JoinType::Right) {
        Vec::new()
    } else {
        useful_keys_for(root, rel.relids, outer.pathkeys.clone())
    };
    let kind = PathKind::NestLoop(JoinPath {
        kind: ctx.kind,
        outer: Rc::clone(outer),
        inner: Rc::clone(inner),
        clauses: own,
        inner_unique: ctx.inner_unique,
    });
    let mut p = new_join(rel, kind, outer, inner, keys);
    p.startup = startup;
    p.total = startup + run;
    add_path(rel, p);
}

/// The class of a clause's side.
fn side_ec(root: &Root, c: &RcClause, outer: bool, outer_ids: Relids) -> Option<usize> {
    let left_is_outer = c.left.is_subset(outer_ids);
    let ec = if left_is_outer == outer { c.left_ec } else { c.right_ec };
    ec.map(|e| root.ec(e))
}

#[allow(clippy::too_many_arguments)]
fn sort_inner_outer(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &RcPath,
    inner: &RcPath,
    merge: &[RcClause],
    ctx: &JoinCtx<'_>,
    outer_ids: Relids,
) {
    // select_outer_pathkeys_for_merge: the query's order first when the clauses cover it.
    let mut ecs: Vec<usize> = Vec::new();
    for c in merge {
        if let Some(e) = side_ec(root, c, true, outer_ids)
            && !ecs.contains(&e)
        {
            ecs.push(e);
        }
    }
    let mut all: Vec<PathKey> = Vec::new();
    if !root.query_pathkeys.is_empty() && root.query_pathkeys.iter().all(|k| ecs.contains(&k.ec)) {
        all = root.query_pathkeys.clone();
    }
    for e in &ecs {
        if !all.iter().any(|k| k.ec == *e) {
            push_key(root, &mut all, PathKey { ec: *e, descending: false, nulls_first: false });
        }
    }
    for i in 0..all.len() {
        let mut keys = all.clone();
        let front = keys.remove(i);
        keys.insert(0, front);
        let mut clauses: Vec<RcClause> = Vec::new();
        let mut inner_keys: Vec<PathKey> = Vec::new();
        for k in &keys {
            for c in merge {
                if side_ec(root, c, true, outer_ids) == Some(k.ec) {
                    clauses.push(Rc::clone(c));
                    if let Some(ie) = side_ec(root, c, false, outer_ids)
                        && !inner_keys.iter().any(|x: &PathKey| x.ec == ie)
                    {
                        inner_keys.push(PathKey { ec: ie, ..*k });
                    }
                }
            }
        }
        merge_join(pl, root, rel, outer, inner, clauses, keys.clone(), inner_keys, keys, ctx);
    }
}

#[allow(clippy::too_many_arguments)]
fn merge_over(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &RcPath,
    inner: &Rel,
    inner_cheapest: &RcPath,
    unique: bool,
    merge: &[RcClause],
    ctx: &JoinCtx<'_>,
    outer_ids: Relids,
) {
    // find_mergeclauses_for_outer_pathkeys
    let mut clauses: Vec<RcClause> = Vec::new();
    let mut inner_keys: Vec<PathKey> = Vec::new();
    for k in &outer.pathkeys {
        let found: Vec<RcClause> = merge
            .iter()
            .filter(|c| side_ec(root, c, true, outer_ids) == Some(root.ec(k.ec)))
            .cloned()
            .collect();
        if found.is_empty() {
            break;
        }
        for c in found {
            if let Some(ie) = side_ec(root, &c, false, outer_ids)
                && !inner_keys.iter().any(|x| x.ec == ie)
            {
                inner_keys.push(PathKey { ec: ie, ..*k });
            }
            clauses.push(c);
        }
    }
    if clauses.is_empty() {
        return;
    }
    if ctx.kind == JoinType::Full && clauses.len() != merge.len() {
        return;
    }
    let keys = outer.pathkeys.clone();
    if unique || !keys_contained(&inner_keys, &inner_cheapest.pathkeys) {
        merge_join(
            pl,
            root,
            rel,
            outer,
            inner_cheapest,
            clauses.clone(),
            Vec::new(),
            inner_keys.clone(),
            keys.clone(),
            ctx,
        );
    } else {
        merge_join(
            pl,
            root,
            rel,
            outer,
            inner_cheapest,
            clauses.clone(),
            Vec::new(),
            Vec::new(),
            keys.clone(),
            ctx,
        );
    }
    if unique {
        return;
    }
    if let Some(i) = super::path::cheapest_for_keys(&inner.paths, &inner_keys, None)
        && !Rc::ptr_eq(&i, inner_cheapest)
    {
        merge_join(pl, root, rel, outer, &i, clauses, Vec::new(), Vec::new(), keys, ctx);
    }
}

#[allow(clippy::too_many_arguments)]
fn merge_join(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &RcPath,
    inner: &RcPath,
    merge: Vec<RcClause>,
    outer_sort: Vec<PathKey>,
    inner_sort: Vec<PathKey>,
    keys: Vec<PathKey>,
    ctx: &JoinCtx<'_>,
) {
    let costs = pl.costs.clone();
    let outer_sort =
        if keys_contained(&outer_sort, &outer.pathkeys) { Vec::new() } else { outer_sort };
    let inner_sort =
        if keys_contained(&inner_sort, &inner.pathkeys) { Vec::new() } else { inner_sort };
    let outer_rows0 = outer.rows.max(1.0);
    let inner_rows0 = inner.rows.max(1.0);
    let (mut os, mut oe, mut is, mut ie) = (0.0, 1.0, 0.0, 1.0);
    if ctx.kind != JoinType::Full
        && let Some(first) = merge.first()
        && let Node::Op(o) = &first.expr.node
        && let Some(((ls, le), (rs, re))) = sel::merge_scan(
            pl,
            root,
            o,
            keys.first().is_some_and(|k| k.descending),
            keys.first().is_some_and(|k| k.nulls_first),
        )
    {
        if first.left.is_subset(outer.relids) {
            (os, oe, is, ie) = (ls, le, rs, re);
        } else {
            (os, oe, is, ie) = (rs, re, ls, le);
        }
        if matches!(ctx.kind, JoinType::Left | JoinType::Anti) {
            (os, oe) = (0.0, 1.0);
        } else if ctx.kind == JoinType::Right {
            (is, ie) = (0.0, 1.0);
        }
    }
    let outer_skip = (outer_rows0 * os).round_ties_even();
    let inner_skip = (inner_rows0 * is).round_ties_even();
    let outer_rows = clamp_row_est(outer_rows0 * oe);
    let inner_rows = clamp_row_est(inner_rows0 * ie);
    let (os, is) = (outer_skip / outer_rows0, inner_skip / inner_rows0);
    let (oe, ie) = (outer_rows / outer_rows0, inner_rows / inner_rows0);
    let side = |p: &RcPath, sort: &[PathKey], rows: f64| {
        if sort.is_empty() {
            Cost { startup: p.startup, total: p.total }
        } else {
            costs.sort(p.total, rows, p.target.width, -1.0)
        }
    };
    let o = side(outer, &outer_sort, outer_rows0);
    let i = side(inner, &inner_sort, inner_rows0);
    let mut startup = o.startup + (o.total - o.startup) * os;
    let mut run = (o.total - o.startup) * (oe - os);
    startup += i.startup + (i.total - i.startup) * is;
    let inner_run = (i.total - i.startup) * (ie - is);
    if !costs.enable_mergejoin {
        startup += DISABLE_COST;
    }
    let merge_cost = clauses_cost(&merge);
    let mut qp = clauses_cost(ctx.clauses);
    qp.startup -= merge_cost.startup;
    qp.per_tuple -= merge_cost.per_tuple;
    let skip_mark_restore = (matches!(ctx.kind, JoinType::Semi | JoinType::Anti)
        || ctx.inner_unique)
        && ctx.clauses.len() == merge.len();
    let sides = Some((outer.relids, inner.relids));
    let mut s = 1.0;
    for c in &merge {
        s *= sel::clause(pl, root, &c.expr, SelCtx { rel: 0, kind: JoinType::Inner, sides });
    }
    let tuples = clamp_row_est(s * outer.rows * inner.rows);
    let rescanned = if matches!(outer.kind, PathKind::Unique { .. }) || skip_mark_restore {
        0.0
    } else {
        (tuples - inner_rows0).max(0.0)
    };
    let ratio = 1.0 + rescanned / inner_rows;
    let bare = inner_run * ratio;
    let mat = inner_run + costs.cpu_operator_cost * inner_rows * ratio;
    let materialize = if skip_mark_restore {
        false
    } else if costs.enable_material && mat < bare || inner_sort.is_empty() && !supports_mark(inner)
    {
        true
    } else {
        costs.enable_material
            && !inner_sort.is_empty()
            && relation_byte_size(inner_rows0, inner.target.width) > costs.work_mem_bytes()
    };
    run += if materialize { mat } else { bare };
    startup += merge_cost.startup;
    startup += merge_cost.per_tuple * (outer_skip + inner_skip * ratio);
    run += merge_cost.per_tuple * ((outer_rows - outer_skip) + (inner_rows - inner_skip) * ratio);
    startup += qp.startup;
    run += (costs.cpu_tuple_cost + qp.per_tuple) * tuples;
    startup += rel.target.cost.startup;
    run += rel.target.cost.per_tuple * rel.rows;
    let keys = if matches!(ctx.kind, JoinType::Full | JoinType::Right) {
        Vec::new()
    } else {
        useful_keys_for(root, rel.relids, keys)
    };
    let kind = PathKind::MergeJoin {
        join: JoinPath {
            kind: ctx.kind,
            outer: Rc::clone(outer),
            inner: Rc::clone(inner),
            clauses: ctx.clauses.to_vec(),
            inner_unique: ctx.inner_unique,
        },
        merge,
        outer_sort,
        inner_sort,
        skip_mark_restore,
        materialize,
    };
    let mut p = new_join(rel, kind, outer, inner, keys);
    p.startup = startup;
    p.total = startup + run;
    add_path(rel, p);
}

fn supports_mark(p: &Path) -> bool {
    matches!(
        p.kind,
        PathKind::Index { .. } | PathKind::Material(_) | PathKind::Sort(_) | PathKind::ResultScan
    )
}

/// `ExecChooseHashTableSize`: buckets and batches.
pub fn hash_table_size(hash_mem: f64, rows: f64, width: i32) -> (f64, f64) {
    let rows = if rows <= 0.0 { 1000.0 } else { rows };
    let tuple =
        (super::cost::maxalign(16) + 16 + super::cost::maxalign(width.max(0) as usize)) as f64;
    let bytes = rows * tuple;
    let skew = hash_mem * 2.0 / 100.0;
    let allowed = hash_mem - skew.trunc();
    let mut max_pointers = (allowed / 8.0).floor().min((0x3fff_ffff / 8) as f64);
    max_pointers = prev_power2(max_pointers);
    let mut buckets = next_power2((rows).min(max_pointers).ceil().max(1024.0));
    let mut batches = 1.0;
    if bytes + buckets * 8.0 > allowed {
        let bucket_size = tuple + 8.0;
        let sbuckets = next_power2((allowed / bucket_size).floor());
        buckets = sbuckets.min(max_pointers);
        let bucket_bytes = buckets * 8.0;
        let d = (bytes / (allowed - bucket_bytes)).ceil();
        batches = next_power2(d.min(max_pointers).max(2.0));
    }
    (buckets, batches)
}

fn next_power2(n: f64) -> f64 {
    ((n.max(1.0)) as u64).next_power_of_two() as f64
}

fn prev_power2(n: f64) -> f64 {
    let n = n.max(1.0) as u64;
    (1u64 << (63 - n.leading_zeros())) as f64
}

fn hash_join(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &RcPath,
    inner: &RcPath,
    hash: &[RcClause],
    ctx: &JoinCtx<'_>,
) {
    let required = (outer.required_outer | inner.required_outer) - rel.relids;
    if outer.required_outer.overlaps(inner.relids)
        || inner.required_outer.overlaps(outer.relids)
        || !required.is_subset(rel.lateral)
    {
        return;
    }
    let costs = pl.costs.clone();
    let mut startup = outer.startup;
    let mut run = outer.total - outer.startup;
    startup += inner.total;
    startup += (costs.cpu_operator_cost * hash.len() as f64 + costs.cpu_tuple_cost) * inner.rows;
    run += costs.cpu_operator_cost * hash.len() as f64 * outer.rows;
    let (buckets, batches) =
        hash_table_size(costs.hash_mem_bytes(), inner.rows, inner.target.width);
    if batches > 1.0 {
        let op = page_size(outer.rows, outer.target.width);
        let ip = page_size(inner.rows, inner.target.width);
        startup += costs.seq_page_cost * ip;
        run += costs.seq_page_cost * (ip + 2.0 * op);
    }
    if !costs.enable_hashjoin {
        startup += DISABLE_COST;
    }
    let virtual_buckets = buckets * batches;
    let (mut bucket_size, mut mcv) = (1.0f64, 1.0f64);
    if matches!(inner.kind, PathKind::Unique { .. }) {
        bucket_size = 1.0 / virtual_buckets;
        mcv = 0.0;
    } else {
        for c in hash {
            let Node::Op(o) = &c.expr.node else { continue };
            let key = if c.right.is_subset(inner.relids) { &o.args[1] } else { &o.args[0] };
            let (b, m) = bucket_stats(pl, root, key, virtual_buckets);
            bucket_size = bucket_size.min(b);
            mcv = mcv.min(m);
        }
    }
    if relation_byte_size(clamp_row_est(inner.rows * mcv), inner.target.width)
        > costs.hash_mem_bytes()
    {
        startup += DISABLE_COST;
    }
    let hash_cost = clauses_cost(hash);
    let mut qp = clauses_cost(ctx.clauses);
    qp.startup -= hash_cost.startup;
    qp.per_tuple -= hash_cost.per_tuple;
    let tuples;
    if matches!(ctx.kind, JoinType::Semi | JoinType::Anti) || ctx.inner_unique {
        let matched = (outer.rows * ctx.match_frac).round_ties_even();
        let frac = 2.0 / (ctx.match_count + 1.0);
        startup += hash_cost.startup;
        run += hash_cost.per_tuple * matched * clamp_row_est(inner.rows * bucket_size * frac) * 0.5;
        run += hash_cost.per_tuple
            * (outer.rows - matched)
            * clamp_row_est(inner.rows / virtual_buckets)
            * 0.05;
        tuples = if ctx.kind == JoinType::Anti { outer.rows - matched } else { matched };
    } else {
        startup += hash_cost.startup;
        run += hash_cost.per_tuple * outer.rows * clamp_row_est(inner.rows * bucket_size) * 0.5;
        let sides = Some((outer.relids, inner.relids));
        let mut s = 1.0;
        for c in hash {
            s *= sel::clause(pl, root, &c.expr, SelCtx { rel: 0, kind: JoinType::Inner, sides });
        }
        tuples = clamp_row_est(s * outer.rows * inner.rows);
    }
    startup += qp.startup;
    run += (costs.cpu_tuple_cost + qp.per_tuple) * tuples;
    startup += rel.target.cost.startup;
    run += rel.target.cost.per_tuple * rel.rows;
    let kind = PathKind::HashJoin {
        join: JoinPath {
            kind: ctx.kind,
            outer: Rc::clone(outer),
            inner: Rc::clone(inner),
            clauses: ctx.clauses.to_vec(),
            inner_unique: ctx.inner_unique,
        },
        clauses: hash.to_vec(),
        batches,
    };
    let mut p = new_join(rel, kind, outer, inner, Vec::new());
    p.startup = startup;
    p.total = startup + run;
    add_path(rel, p);
}

/// `estimate_hash_bucket_stats`: the part of the rows in a bucket, and of the most common value.
fn bucket_stats(pl: &Planner<'_>, root: &Root, key: &Expr, buckets: f64) -> (f64, f64) {
    let data = sel::examine(pl, root, key);
    let (mut distinct, default) = sel::num_distinct(root, &data);
    let (nulls, mcv) = sel::frequencies(&data);
    if default {
        return (f64::max(0.1, mcv), mcv);
    }
    let avg = (1.0 - nulls) / distinct;
    if let Some(rel) = sel::rel_of(root, &data)
        && rel.tuples > 0.0
    {
        distinct *= rel.rows / rel.tuples;
        distinct = clamp_row_est(distinct);
    }
    let mut fract = if distinct > buckets { 1.0 / buckets } else { 1.0 / distinct };
    if avg > 0.0 && mcv > avg {
        fract *= mcv / avg;
    }
    (fract.clamp(1.0e-6, 1.0), mcv)
}

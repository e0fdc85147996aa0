//! The paths that scan an index (`create_index_paths`, `build_index_paths` of `indxpath.c`): with
//! conditions on the table alone, and with conditions that take a value from an outer row.

use super::bitmap::{bitmap_heap, bitmap_or_paths, choose_bitmap};
use super::index_cost::{IndexScanOf, index_path};
use super::index_match::{ClauseSet, boolean_of, match_clauses, movable_clauses};
use crate::analyze::JoinType;
use crate::expr::{Expr, Node};
use crate::plan::clauses::{equalities_for_column, join_equalities};
use crate::plan::cost::clamp_row_est;
use crate::plan::path::{add_path, keys_in_common};
use crate::plan::relids::Relids;
use crate::plan::root::{
    IndexClause, IndexOpt, Path, PathKey, PathKind, Planner, RcClause, RcPath, Rel, Root,
};
use crate::plan::sel::num_groups;
use crate::plan::sel::{self, SelCtx, bare_operand, clauses_cost, strip_relabel};
use std::rc::Rc;
use storage::clock::{self, Kind};
use storage::error::Result;
use storage::versions::ArrayScans;

/// Adds the paths of a table's index scans and bitmap scans, plain ones and ones with parameters
/// from other relations (`create_index_paths`).
pub(super) fn index_paths(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    let indexes = root.rel(rte).indexes.clone();
    let restrict = root.rel(rte).restrict.clone();
    let mut bitmap: Vec<RcPath> = Vec::new();
    let mut join_bitmap: Vec<RcPath> = Vec::new();
    for index in &indexes {
        if !index.usable {
            continue;
        }
        clock::add(Kind::IndexWeighed, 1);
        let pred_useful = !index.predicate.is_empty();
        let mut set: ClauseSet = vec![Vec::new(); index.key_columns];
        let asked = restrict.iter().filter(|c| !index.implied.contains(&c.expr));
        match_clauses(pl, index, asked, &mut set);
        let mut with_order = build_index_paths(pl, root, rte, index, &set, pred_useful, true)?;
        for p in with_order.drain(..) {
            let selective =
                matches!(&p.kind, PathKind::Index { selectivity, .. } if *selectivity < 1.0);
            if p.pathkeys.is_empty() || selective {
                bitmap.push(Rc::new(p.clone()));
            }
            add_path(root.rel_mut(rte), p);
        }
        if root.all_baserels.len() > 1 {
            join_index_paths(pl, root, (rte, index), &set, &mut join_bitmap)?;
        }
    }
    bitmap_or_paths(pl, root, rte, &indexes, (&restrict, &restrict), &mut bitmap)?;
    let joins = movable_clauses(root, rte);
    bitmap_or_paths(pl, root, rte, &indexes, (&joins, &restrict), &mut join_bitmap)?;
    if !bitmap.is_empty() {
        let chosen = choose_bitmap(pl, root, rte, &bitmap);
        let p = bitmap_heap(pl, root, rte, chosen, Relids::EMPTY, 1.0);
        add_path(root.rel_mut(rte), p);
    }
    let mut outers: Vec<Relids> = Vec::new();
    for p in &join_bitmap {
        if !outers.contains(&p.required_outer) {
            outers.push(p.required_outer);
        }
    }
    for max in outers {
        let mut these: Vec<RcPath> =
            join_bitmap.iter().filter(|p| p.required_outer.is_subset(max)).cloned().collect();
        these.extend(bitmap.iter().cloned());
        let chosen = choose_bitmap(pl, root, rte, &these);
        let outer = chosen.required_outer;
        let loops = loop_count(pl, root, rte, outer);
        let p = bitmap_heap(pl, root, rte, chosen, outer, loops);
        add_path(root.rel_mut(rte), p);
    }
    Ok(())
}

/// Adds the paths of an index whose conditions take values from other relations: from each set of relations that a condition
/// names, and from unions of them (`consider_index_join_clauses`).
#[inline(never)]
fn join_index_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    (rte, index): (usize, &Rc<IndexOpt>),
    own: &ClauseSet,
    bitmap: &mut Vec<RcPath>,
) -> Result<()> {
    let mut loose: ClauseSet = vec![Vec::new(); index.key_columns];
    match_clauses(pl, index, &movable_clauses(root, rte), &mut loose);
    let mut implied: ClauseSet = vec![Vec::new(); index.key_columns];
    for column in &index.columns[..index.key_columns] {
        let is_column = |e: &Expr| bare_operand(e) == bare_operand(column);
        let clauses = equalities_for_column(pl, root, rte, &is_column);
        match_clauses(pl, index, &clauses, &mut implied);
    }
    let sets = JoinClauses { own, loose: &loose, implied: &implied };
    let mut considered: Vec<Relids> = Vec::new();
    let mut clauses = 0;
    for list in loose.iter().zip(&implied).flat_map(|(loose, implied)| [loose, implied]) {
        clauses += list.len();
        for m in list {
            let relids = m.clause.relids;
            if considered.contains(&relids) {
                continue;
            }
            for old in considered.clone() {
                let of_class_used = m.clause.parent_ec.is_some_and(|class| {
                    let used = |o: &IndexClause| o.clause.parent_ec == Some(class);
                    list.iter().any(|o| used(o) && o.clause.relids.is_subset(old))
                });
                if relids.is_subset(old) || old.is_subset(relids) || of_class_used {
                    continue;
                }
                if considered.len() >= 10 * clauses {
                    break;
                }
                sets.add_paths(pl, root, (rte, index), old | relids, &mut considered, bitmap)?;
            }
            sets.add_paths(pl, root, (rte, index), relids, &mut considered, bitmap)?;
        }
    }
    Ok(())
}

/// The conditions that an index can check, by its columns.
struct JoinClauses<'a> {
    /// On the table alone.
    own: &'a ClauseSet,
    /// With values of other relations.
    loose: &'a ClauseSet,
    /// Equalities of classes.
    implied: &'a ClauseSet,
}

impl JoinClauses<'_> {
    /// Adds the paths with all conditions on these relations, if they were not considered yet; of the equalities of classes
    /// one for a column (`get_join_index_paths`).
    fn add_paths(
        &self,
        pl: &mut Planner<'_>,
        root: &mut Root,
        (rte, index): (usize, &Rc<IndexOpt>),
        relids: Relids,
        considered: &mut Vec<Relids>,
        bitmap: &mut Vec<RcPath>,
    ) -> Result<()> {
        if considered.contains(&relids) {
            return Ok(());
        }
        considered.push(relids);
        let within = |m: &&IndexClause| m.clause.relids.is_subset(relids);
        let mut combined: ClauseSet = vec![Vec::new(); index.key_columns];
        for (column, slot) in combined.iter_mut().enumerate() {
            slot.extend(self.loose[column].iter().filter(within).cloned());
            slot.extend(self.implied[column].iter().find(within).cloned());
            slot.extend(self.own[column].iter().cloned());
        }
        let pred_useful = !index.predicate.is_empty();
        for p in build_index_paths(pl, root, rte, index, &combined, pred_useful, true)? {
            let selective =
                matches!(&p.kind, PathKind::Index { selectivity, .. } if *selectivity < 1.0);
            if p.pathkeys.is_empty() || selective {
                bitmap.push(Rc::new(p.clone()));
            }
            add_path(root.rel_mut(rte), p);
        }
        Ok(())
    }
}

/// Whether a join clause may be checked in a parameterized path of some of its relations
/// (`join_clause_is_movable_to`).
pub fn movable_to(root: &Root, c: &RcClause, own: Relids) -> bool {
    if !c.relids.overlaps(own) || c.relids.is_subset(own) || c.pseudoconstant {
        return false;
    }
    let own = root.nominal(own);
    // Not below an outer join that may put NULLs in place of the relation before the clause is checked.
    if c.nullable.overlaps(own) {
        return false;
    }
    for s in &root.special {
        if matches!(s.kind, crate::analyze::JoinType::Semi) {
            continue;
        }
        if s.kind == crate::analyze::JoinType::Full {
            if (s.min_left | s.min_right).overlaps(own) {
                return false;
            }
            continue;
        }
        if !c.pushed_down && s.min_left.overlaps(own) && s.min_right.overlaps(c.relids) {
            return false;
        }
    }
    true
}

/// How often a parameterized scan runs: once for each row of the smallest outer relation
/// (`get_loop_count`).
pub fn loop_count(pl: &Planner<'_>, root: &Root, rte: usize, outer: Relids) -> f64 {
    outer
        .iter()
        .filter_map(|r| {
            let rel = root.rels.get(r)?.as_ref()?;
            Some(adjust_rowcount_for_semijoins(pl, root, rte, r, rel.rows))
        })
        .reduce(f64::min)
        .unwrap_or(1.0)
}

/// The rows of an outer relation that is inside a semi-join: if it is joined before the semi-join's
/// left side, its rows are made unique first.
fn adjust_rowcount_for_semijoins(
    pl: &Planner<'_>,
    root: &Root,
    rte: usize,
    outer: usize,
    mut rows: f64,
) -> f64 {
    for s in &root.special {
        if s.kind == JoinType::Semi && s.syn_left.contains(rte) && s.syn_right.contains(outer) {
            let inside = s.syn_right.iter().filter_map(|r| root.rels.get(r)?.as_ref());
            let raw = inside.map(|rel| rel.rows).product();
            rows = rows.min(num_groups(pl, root, &s.semi_rhs, raw));
        }
    }
    rows
}

/// Returns the paths of an index for a set of clauses. `pred_useful`: its predicate is implied by
/// the query's conditions; `ordered`: paths that only give an order count too
/// (`build_index_paths`).
pub(super) fn build_index_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rte: usize,
    index: &Rc<IndexOpt>,
    set: &ClauseSet,
    pred_useful: bool,
    ordered: bool,
) -> Result<Vec<Path>> {
    let mut out = Vec::new();
    let mut skip_lower = false;
    let per_element = pl.release.array_scans == ArrayScans::PerElement;
    for pass in 0..2 {
        let mut clauses = Vec::new();
        let mut outer = root.rel(rte).lateral;
        let mut lower_saop = false;
        for (column, list) in set.iter().enumerate() {
            for m in list {
                if per_element && column > 0 && matches!(m.clause.expr.node, Node::ScalarArrayOp(_))
                {
                    if pass == 0 {
                        skip_lower = true;
                        continue;
                    }
                    lower_saop = true;
                }
                clauses.push(m.clone());
                outer |= m.clause.relids;
            }
        }
        if pass == 1 && !skip_lower {
            break;
        }
        outer = outer - Relids::single(rte);
        let loops = loop_count(pl, root, rte, outer);
        let keys_useful = ordered && !lower_saop && has_useful_keys(root, rte);
        let only = check_index_only(pl, root, rte, index);
        let forward = if keys_useful { index_keys(root, index, false) } else { Vec::new() };
        let forward = useful_keys(root, rte, forward);
        let backward = if keys_useful { index_keys(root, index, true) } else { Vec::new() };
        let backward = useful_keys(root, rte, backward);
        let scan = IndexScanOf { rte, index, outer, loops, only };
        if !clauses.is_empty() || !forward.is_empty() || pred_useful || only {
            out.push(index_path(pl, root, &scan, clauses.clone(), forward, false));
        }
        if !backward.is_empty() {
            out.push(index_path(pl, root, &scan, clauses, backward, true));
        }
    }
    Ok(out)
}

/// Whether an order of this relation's rows can be of use to a join or to the query
/// (`has_useful_pathkeys`).
fn has_useful_keys(root: &Root, rte: usize) -> bool {
    let rel = root.rel(rte);
    !rel.joininfo.is_empty() || rel.has_ec_joins || !root.query_pathkeys.is_empty()
}

/// Returns the sort order of an index, or (`backward`) of its backward scan
/// (`build_index_pathkeys`).
fn index_keys(root: &mut Root, index: &IndexOpt, backward: bool) -> Vec<PathKey> {
    let mut keys = Vec::new();
    let Some(info) = &index.rel.index else { return keys };
    let restrict = &root.rel(index.rte).restrict;
    for (column, k) in index.columns.iter().zip(&info.keys).take(index.key_columns) {
        let descending = k.descending != backward;
        let nulls_first = k.nulls_first != backward;
        // Only classes that exist already matter.
        let same = |m: &Expr| {
            bare_operand(m) == bare_operand(column)
                && (!k.collation.is_valid() || strip_relabel(m).collation == k.collation)
        };
        let found = (0..root.ecs.len()).find(|&i| {
            root.ecs[i].merged.is_none() && root.ecs[i].all_members().any(|(m, _)| same(m))
        });
        match found {
            // An order by `~<~` is not the one that a query asks for, unless the column has one value.
            Some(ec) if k.pattern_ops && !root.ecs[ec].has_const => break,
            Some(ec) => crate::plan::clauses::push_key(
                root,
                &mut keys,
                PathKey { ec, descending, nulls_first },
            ),
            // A boolean that has one value gives no order, and no class (`indexcol_is_bool_constant_for_query`).
            None if restrict
                .iter()
                .any(|c| boolean_of(&c.expr, bare_operand(column)).is_some()) => {}
            None => break,
        }
    }
    keys
}

/// Returns the leading sort keys that are useful above a table (`truncate_useless_pathkeys`).
pub fn useful_keys(root: &Root, rte: usize, keys: Vec<PathKey>) -> Vec<PathKey> {
    let relids = Relids::single(rte);
    useful_keys_for(root, relids, keys)
}

/// Whether merge joins are to sort in this direction: the one that the query asks for, else ascending
/// (`right_merge_direction`).
fn merges_in_this_direction(root: &Root, key: &PathKey) -> bool {
    let asked = root.query_pathkeys.iter().find(|asked| root.ec(asked.ec) == root.ec(key.ec));
    asked.map_or(!key.descending, |asked| asked.descending == key.descending)
}

/// The leading sort keys that are useful above a relation, a base one or a join.
pub fn useful_keys_for(root: &Root, ids: Relids, mut keys: Vec<PathKey>) -> Vec<PathKey> {
    let ids = root.nominal(ids);
    // For merging: keys whose class joins to relations outside, in a row.
    let mut merge = 0;
    for k in &keys {
        let ec = &root.ecs[root.ec(k.ec)];
        let ec_outside = !ec.has_const
            && ec.members.iter().any(|(_, r)| !r.is_empty() && !r.overlaps(ids))
            && ec.sources.iter().any(|_| true);
        let clause = ids.iter().any(|r| {
            root.rels[r].as_ref().is_some_and(|rel| {
                rel.joininfo.iter().any(|c| {
                    let is_of = |side: Option<usize>| side.map(|e| root.ec(e)) == Some(k.ec);
                    !c.required.is_subset(ids) && (is_of(c.left_ec) || is_of(c.right_ec))
                })
            })
        });
        if (ec_outside || clause) && merges_in_this_direction(root, k) {
            merge += 1;
        } else {
            break;
        }
    }
    // For the query's order: all of it, or (with incremental sort) a part.
    let common = keys_in_common(&root.query_pathkeys, &keys)
        .max(keys_in_common(&root.setop_pathkeys, &keys));
    // For DISTINCT and GROUP BY, in any order of their columns, where the version reorders them.
    let count = |any: &Vec<PathKey>| keys.iter().take_while(|k| any.contains(k)).count();
    let reordered = root.any_order_keys.iter().map(count).max().unwrap_or(0);
    keys.truncate(merge.max(common).max(reordered));
    keys
}

/// Whether an index has all the columns of its table that the query needs, and index-only scans are
/// enabled (`check_index_only`).
fn check_index_only(pl: &Planner<'_>, root: &Root, rte: usize, index: &IndexOpt) -> bool {
    if !pl.costs.enable_indexonlyscan {
        return false;
    }
    let rel = root.rel(rte);
    let mut attrs: Vec<i16> = Vec::new();
    let mut add = |e: &Expr| {
        for v in crate::plan::tree::columns_in(&root.query.rtable, e) {
            if let Node::Var(v) = &v.node
                && v.rte == rte
            {
                attrs.push(v.attno);
            }
        }
    };
    rel.target.exprs.iter().for_each(&mut add);
    // What the index's predicate says needs no column (`indrestrictinfo`).
    let asked = rel.restrict.iter().filter(|c| !index.implied.contains(&c.expr));
    asked.for_each(|c| add(&c.expr));
    attrs.iter().all(|a| {
        *a > 0 && index.columns.iter().any(|c| matches!(&c.node, Node::Var(v) if v.attno == *a))
    })
}

/// The clauses that a parameterized scan of `rte` must check (`get_baserel_parampathinfo`).
pub fn param_clauses(
    pl: &mut Planner<'_>,
    root: &Root,
    rte: usize,
    outer: Relids,
) -> Vec<RcClause> {
    let own = Relids::single(rte);
    let mut list: Vec<RcClause> = root
        .rel(rte)
        .joininfo
        .iter()
        .filter(|c| c.relids.is_subset(own | outer) && movable_to(root, c, own))
        .cloned()
        .collect();
    list.extend(join_equalities(pl, root, own | outer, outer, own));
    list
}

/// Returns the rows that a scan of a table yields if it also checks these join clauses, at most
/// those without them (`get_parameterized_baserel_size`).
pub fn param_rows(pl: &mut Planner<'_>, root: &Root, rte: usize, clauses: &[RcClause]) -> f64 {
    let rel = root.rel(rte);
    let mut all = clauses.to_vec();
    all.extend(rel.restrict.iter().cloned());
    let s = sel::clauses(pl, root, &all, SelCtx::scan(rte));
    clamp_row_est(rel.tuples * s).min(rel.rows)
}

/// A path with more parameters: it checks the conditions with their values, too. `None` if its kind cannot
/// (`reparameterize_path`).
pub fn reparameterize(
    pl: &mut Planner<'_>,
    root: &Root,
    rel: &Rel,
    path: &Path,
    outer: Relids,
) -> Option<Path> {
    let rte = rel.relids.singleton()?;
    if let PathKind::Index { index, clauses, backward, only, .. } = &path.kind {
        let scan = IndexScanOf { rte, index, outer, loops: 1.0, only: *only };
        return Some(index_path(
            pl,
            root,
            &scan,
            clauses.clone(),
            path.pathkeys.clone(),
            *backward,
        ));
    }
    let mut read = rel.tuples;
    let mut total = path.total;
    match &path.kind {
        PathKind::SeqScan | PathKind::ResultScan => {}
        PathKind::Subquery(sub) => {
            read = sub.path.rows;
            // A scan that does nothing gets something to do.
            if path.total == sub.path.total {
                total += pl.costs.cpu_tuple_cost * read;
            }
        }
        _ => return None,
    }
    let checked = param_clauses(pl, root, rte, outer);
    let cost = clauses_cost(&checked);
    let rows = param_rows(pl, root, rte, &checked);
    total += rel.target.cost.per_tuple * (rows - path.rows);
    Some(Path {
        startup: path.startup + cost.startup,
        total: total + cost.startup + cost.per_tuple * read,
        rows,
        required_outer: outer,
        param_clauses: checked,
        ..path.clone()
    })
}

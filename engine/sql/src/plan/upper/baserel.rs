//! The size of each relation in FROM, and the paths that read it (`allpaths.c`).
//!
//! A UNION ALL is an append relation: the query reads it as one relation, of which each branch has the query's conditions,
//! columns, orders and parameters in its own words (`inherit.c`).

use super::main::may_be_null;
use super::plan_query;
use super::push_down::fit_subquery;
use crate::analyze::{AppendMember, CatalogView, RteKind};
use crate::expr::{Expr, Node};
use crate::plan::clauses::{holds_always, make_clause, push_key};
use crate::plan::cost::{Cost, clamp_row_est};
use crate::plan::fold::fold;
use crate::plan::path::{
    add_path, by_fraction, by_startup, by_total, cheapest_for_keys, cheapest_of, keys_contained,
    set_cheapest,
};
use crate::plan::prep::{conjuncts, is_append, is_simple_subquery, whole_row};
use crate::plan::relids::Relids;
use crate::plan::root::{
    Clause, Path, PathKey, PathKind, PlannedQuery, Planner, RcClause, RcPath, Rel, Root,
};
use crate::plan::scan::{
    param_clauses, param_rows, relation_info, reparameterize, scan_path, set_dummy, set_size,
    simple_scan, table_paths,
};
use crate::plan::sel::{self, clauses_cost};
use crate::plan::tree::rewrite;
use std::rc::Rc;
use storage::error::Result;

/// Estimates the rows and width of an item of the range table; a sub-query is planned for it
/// (`set_rel_size`).
pub(super) fn base_rel_size(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    let rel = root.rel_mut(rte);
    let alone = pl.release.false_among_others_found || rel.restrict.len() == 1;
    if alone && rel.restrict.iter().any(|c| c.never_holds()) {
        set_dummy(rel);
        return Ok(());
    }
    if is_append(&root.query, rte) {
        return append_size(pl, root, rte);
    }
    let kind = root.query.rtable[rte - 1].kind.clone();
    match &kind {
        RteKind::Relation { .. } => {}
        RteKind::Subquery { query, .. } => {
            let mut sub_query = (**query).clone();
            fit_subquery(pl, root, rte, &mut sub_query);
            let here = pl.levels.len() - 1;
            let saved = std::mem::take(&mut pl.levels[here].plan_params);
            let sub = plan_query(pl, sub_query, fraction_of_scan(root))?.whole();
            let params = std::mem::replace(&mut pl.levels[here].plan_params, saved);
            let rel = root.rel_mut(rte);
            rel.tuples = sub.path.rows;
            rel.sub_params = params;
            if gives_no_rows(&sub.path) {
                set_dummy(rel);
                return Ok(());
            }
            rel.widths.extend(column_widths(&*pl.host.session, &sub));
            rel.sub = Some(sub);
        }
        RteKind::Function { functions, .. } => {
            let mut rows = 0.0f64;
            for f in functions {
                rows = rows.max(sel::estimated_set_rows(pl, &f.expr));
            }
            root.rel_mut(rte).tuples = rows;
        }
        RteKind::Values { rows, .. } => root.rel_mut(rte).tuples = rows.len() as f64,
        RteKind::Cte { name, levels_up, self_reference, .. } => {
            let level = pl.levels.len() - 1 - (*levels_up as usize).min(pl.levels.len() - 1);
            let rows = if *self_reference {
                pl.levels[level].recursive.as_ref().map_or(1.0, |r| clamp_row_est(10.0 * r.2))
            } else {
                pl.levels[level].ctes.iter().rev().find(|c| c.name == *name).map_or(1.0, |c| c.rows)
            };
            root.rel_mut(rte).tuples = rows;
        }
        RteKind::Result | RteKind::Join(_) => root.rel_mut(rte).tuples = 1.0,
    }
    set_size(pl, root, rte);
    Ok(())
}

/// How many of the rows of what it scans a query will read, 0 for all: it reads all where it joins, groups or sorts
/// (`set_subquery_pathlist`).
fn fraction_of_scan(root: &Root) -> f64 {
    let q = &root.query;
    let reads_all = q.has_aggs
        || !q.group.is_empty()
        || q.having.is_some()
        || !q.distinct.is_empty()
        || !q.sort.is_empty()
        || root.all_baserels.len() > 1;
    if reads_all { 0.0 } else { root.tuple_fraction }
}

/// Whether a path is known to give no rows (`is_dummy_rel`).
fn gives_no_rows(path: &Path) -> bool {
    match &path.kind {
        PathKind::Dummy => true,
        PathKind::Projection { sub, .. } => gives_no_rows(sub),
        _ => false,
    }
}

/// The width of each column of a planned sub-query: from a table's statistics, else by type.
pub(in crate::plan) fn column_widths(
    view: &dyn CatalogView,
    sub: &PlannedQuery,
) -> Vec<(i16, i32)> {
    let root = sub.root.borrow();
    let width = |e: &Expr| {
        let known = match &e.node {
            Node::Var(v) => root
                .rels
                .get(v.rte)
                .and_then(|r| r.as_ref())
                .and_then(|r| r.widths.get(&v.attno))
                .copied(),
            _ => None,
        };
        known.unwrap_or_else(|| sel::type_width(view, e.type_oid, e.typmod))
    };
    let columns = sub.path.target.exprs.iter().enumerate();
    columns.map(|(i, e)| (i as i16 + 1, width(e))).collect()
}

/// Adds the paths that read an item of the range table, and picks the cheapest
/// (`set_rel_pathlist`).
pub(super) fn base_rel_paths(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    if root.rel(rte).no_rows {
        return Ok(());
    }
    if is_append(&root.query, rte) {
        return append_paths(pl, root, rte);
    }
    let kind = root.query.rtable[rte - 1].kind.clone();
    let costs = pl.costs.clone();
    let mut path = match &kind {
        RteKind::Relation { .. } => {
            table_paths(pl, root, rte)?;
            set_cheapest(root.rel_mut(rte));
            return Ok(());
        }
        RteKind::Subquery { .. } => {
            let rel = root.rel(rte);
            let Some(sub) = rel.sub.clone() else { return Ok(()) };
            let mut p = simple_scan(&costs, rel, PathKind::Subquery(sub.clone()), 0.0, 0.0);
            check_lateral(pl, root, rte, &mut p);
            let rel = root.rel(rte);
            let in_order = |(i, e): (usize, &Expr)| match &e.node {
                Node::Var(v) => v.rte == rte && v.attno as usize == i + 1,
                _ => false,
            };
            let below = sub.root.borrow();
            // The column that tells the sides of a set operation apart is not one of its own.
            let set = below.query.set_operations.is_some();
            let columns = below.tlist.iter().filter(|t| !(set && t.junk)).count();
            let needless = || {
                rel.restrict.is_empty()
                    && p.param_clauses.is_empty()
                    && rel.target.exprs.len() == columns
                    && rel.target.exprs.iter().enumerate().all(in_order)
            };
            // The server has none where a column is only kept apart from the NULLs of an outer join (`PlaceHolderVar`).
            let kept_apart = || {
                may_be_null(root, rte)
                    && rel.parent.is_none()
                    && is_simple_subquery(&root.query, rte, false, None)
            };
            if pl.release.needless_scans_free && needless() || kept_apart() {
                (p.startup, p.total) = (0.0, 0.0);
            }
            let ways: Vec<Path> = sub
                .ways
                .iter()
                .map(|way| Path {
                    kind: PathKind::Subquery(sub.by(way)),
                    disabled: way.disabled,
                    startup: p.startup + way.startup,
                    total: p.total + way.total,
                    pathkeys: outer_keys(root, rte, &sub.by(way)),
                    ..p.clone()
                })
                .collect();
            drop(below);
            let rel = root.rel_mut(rte);
            ways.into_iter().for_each(|p| add_path(rel, p));
            set_cheapest(rel);
            return Ok(());
        }
        RteKind::Function { functions, .. } => {
            let q = sel::exprs_cost(pl, functions.iter().map(|f| &f.expr));
            simple_scan(&costs, root.rel(rte), PathKind::Function, q.startup + q.per_tuple, 0.0)
        }
        RteKind::Values { .. } => {
            simple_scan(&costs, root.rel(rte), PathKind::Values, 0.0, costs.cpu_operator_cost)
        }
        RteKind::Cte { name, levels_up, self_reference, .. } => {
            let level = pl.levels.len() - 1 - (*levels_up as usize).min(pl.levels.len() - 1);
            let kind = if *self_reference {
                let wt = pl.levels[level].recursive.as_ref().map_or(0, |r| r.1);
                PathKind::WorkTable(wt)
            } else {
                match pl.levels[level].ctes.iter().rev().find(|c| c.name == *name) {
                    Some(c) => PathKind::Cte(c.clone()),
                    None => return storage::err!(INTERNAL_ERROR, "could not find CTE \"{name}\""),
                }
            };
            simple_scan(&costs, root.rel(rte), kind, 0.0, costs.cpu_tuple_cost)
        }
        RteKind::Result | RteKind::Join(_) => {
            simple_scan(&costs, root.rel(rte), PathKind::ResultScan, 0.0, 0.0)
        }
    };
    path.pathkeys = match &path.kind {
        PathKind::Cte(c) if pl.release.order_through_with => outer_keys(root, rte, &c.planned),
        PathKind::Function => ordinality_keys(root, rte),
        _ => Vec::new(),
    };
    check_lateral(pl, root, rte, &mut path);
    let rel = root.rel_mut(rte);
    add_path(rel, path);
    set_cheapest(rel);
    Ok(())
}

/// Lets the scan of a LATERAL item check the join conditions with the relations that it uses
/// (`get_baserel_parampathinfo` for `lateral_relids`).
#[inline(never)]
fn check_lateral(pl: &mut Planner<'_>, root: &Root, rte: usize, p: &mut Path) {
    let rel = root.rel(rte);
    if rel.lateral.is_empty() {
        return;
    }
    let checked = param_clauses(pl, root, rte, rel.lateral);
    if checked.is_empty() {
        return;
    }
    let cost = clauses_cost(&checked);
    let rows = param_rows(pl, root, rte, &checked);
    p.startup += cost.startup;
    p.total += cost.startup + cost.per_tuple * rel.tuples;
    p.total += rel.target.cost.per_tuple * (rows - p.rows);
    (p.rows, p.param_clauses) = (rows, checked);
}

/// The order of a sub-query's rows as the query that reads them knows it: as far as its keys are columns that are read,
/// which a condition or a clause of that query compares or sorts (`convert_subquery_pathkeys`).
pub(in crate::plan) fn outer_keys(root: &Root, rte: usize, sub: &PlannedQuery) -> Vec<PathKey> {
    let below = sub.root.borrow();
    let read =
        |column: usize| {
            root.rel(rte).target.exprs.iter().find(
                |e| matches!(&e.node, Node::Var(v) if v.rte == rte && v.attno as usize == column),
            )
        };
    let mut keys: Vec<PathKey> = Vec::new();
    for key in &sub.path.pathkeys {
        let mut best: Option<(usize, PathKey)> = None;
        for (member, _) in &below.ecs[below.ec(key.ec)].members {
            let member = sel::strip_relabel(member);
            for (at, column) in below.tlist.iter().enumerate() {
                if column.junk || sel::strip_relabel(&column.expr) != member {
                    continue;
                }
                let Some(outer) = read(at + 1) else { continue };
                let Some(ec) = class_of(root, outer) else { continue };
                let found = PathKey { ec, ..*key };
                let asked = root.query_pathkeys.get(keys.len()) == Some(&found);
                let score = root.ecs[ec].members.len() + usize::from(asked);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, found));
                }
            }
        }
        let Some((_, found)) = best else { break };
        push_key(root, &mut keys, found);
    }
    keys
}

/// The class that an expression is in, if there is one.
fn class_of(root: &Root, e: &Expr) -> Option<usize> {
    (0..root.ecs.len()).find(|&i| {
        let ec = &root.ecs[i];
        ec.merged.is_none() && ec.all_members().any(|(m, _)| sel::strip_relabel(m) == e)
    })
}

/// The order of a function's rows, which WITH ORDINALITY counts (`set_function_pathlist`).
fn ordinality_keys(root: &Root, rte: usize) -> Vec<PathKey> {
    let rte_of = &root.query.rtable[rte - 1];
    let RteKind::Function { ordinality: true, .. } = rte_of.kind else { return Vec::new() };
    let number = root.rel(rte).target.exprs.iter().find(
        |e| matches!(&e.node, Node::Var(v) if v.rte == rte && v.attno as usize == rte_of.eref.columns.len()),
    );
    let mut keys = Vec::new();
    if let Some(ec) = number.and_then(|e| class_of(root, e)) {
        push_key(root, &mut keys, PathKey { ec, descending: false, nulls_first: false });
    }
    keys
}

// ---- UNION ALL --------------------------------------------------------------------------------

/// The branches of an append relation.
fn branches(root: &Root, rte: usize) -> Vec<AppendMember> {
    root.query.append_members.iter().filter(|m| m.parent == rte).cloned().collect()
}

/// Adds a relation for each branch of the append relations among these, and of theirs (`add_other_rels_to_query`).
#[inline(never)]
pub(super) fn add_branches(pl: &mut Planner<'_>, root: &mut Root, rtes: &[usize]) -> Result<()> {
    for &rte in rtes {
        for AppendMember { member, .. } in branches(root, rte) {
            let mut rel = Rel { relids: Relids::single(member), ..Rel::default() };
            rel.consider_startup = root.tuple_fraction > 0.0;
            rel.parent = Some(root.rel(rte).parent.unwrap_or(rte));
            if let RteKind::Relation { oid, .. } = root.query.rtable[member - 1].kind {
                relation_info(pl, member, oid, &mut rel)?;
                root.total_pages += rel.pages;
            }
            root.rels[member] = Some(rel);
            add_branches(pl, root, &[member])?;
        }
    }
    Ok(())
}

/// An expression over the append relation in the words of a branch; its whole row is a row of the branch's columns
/// (`adjust_appendrel_attrs`).
fn in_branch(e: &Expr, branch: &AppendMember) -> Expr {
    let mut e = e.clone();
    rewrite(&mut e, 0, &mut |e, _| {
        let Node::Var(v) = &e.node else { return true };
        if v.rte != branch.parent {
            return true;
        }
        *e = match usize::try_from(v.attno - 1) {
            Ok(at) => branch.columns[at].clone(),
            Err(_) => whole_row(e, &branch.columns, &branch.names),
        };
        false
    });
    e
}

/// A condition over the append relation and others in the words of a branch.
fn clause_in_branch(pl: &mut Planner<'_>, c: &Clause, branch: &AppendMember) -> RcClause {
    let swapped = |set: Relids| match set.contains(branch.parent) {
        true => (set - Relids::single(branch.parent)) | Relids::single(branch.member),
        false => set,
    };
    let e = in_branch(&c.expr, branch);
    let made = make_clause(pl, e, swapped(c.required), c.pushed_down, c.outer_delayed);
    // A column that is a constant in this branch is of the branch all the same.
    Rc::new(Clause {
        relids: swapped(c.relids),
        left: swapped(c.left),
        right: swapped(c.right),
        nullable: c.nullable,
        can_join: c.can_join,
        equality: c.equality,
        pseudoconstant: c.pseudoconstant,
        redundant: c.redundant,
        left_ec: c.left_ec,
        right_ec: c.right_ec,
        parent_ec: c.parent_ec,
        ..made
    })
}

/// The conditions on the append relation's rows in the words of a branch, simplified; `None` if none of the branch's rows
/// can fulfil them (`apply_child_basequals`).
fn restrictions(
    pl: &mut Planner<'_>,
    root: &mut Root,
    parent: &Rel,
    branch: &AppendMember,
) -> Result<Option<Vec<RcClause>>> {
    let mut kept = Vec::new();
    for c in &parent.restrict {
        let mut e = in_branch(&c.expr, branch);
        fold(&mut pl.host, &mut e, false)?;
        if let Node::Const(d) = &e.node {
            if d.is_null() || !d.as_bool() {
                return Ok(None);
            }
            continue;
        }
        for e in conjuncts(Some(e)) {
            match holds_always(pl, root, &e, Relids::EMPTY) {
                Some(true) => continue,
                Some(false) => return Ok(None),
                None => {}
            }
            let own = Relids::single(branch.member);
            let clause = make_clause(pl, e, own, c.pushed_down, c.outer_delayed);
            root.has_pseudoconstants |= clause.pseudoconstant;
            kept.push(Rc::new(clause));
        }
    }
    Ok(Some(kept))
}

/// Estimates the rows and widths of an append relation as the sums and means of its branches, which get its conditions and
/// columns; those that give no rows are left out (`set_append_rel_size`).
#[inline(never)]
fn append_size(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    let parent = root.rel(rte).clone();
    let mut tuples = 0.0;
    let mut rows = 0.0;
    let mut bytes = 0.0;
    let mut column_bytes = vec![0.0; parent.target.exprs.len()];
    let ordered =
        parent.has_ec_joins || !parent.joininfo.is_empty() || !root.query_pathkeys.is_empty();
    for branch in branches(root, rte) {
        let member = branch.member;
        let Some(restrict) = restrictions(pl, root, &parent, &branch)? else {
            root.total_pages -= root.rel(member).pages;
            root.rel_mut(member).no_rows = true;
            continue;
        };
        let joininfo = parent.joininfo.iter().map(|c| clause_in_branch(pl, c, &branch)).collect();
        let rel = root.rel_mut(member);
        rel.lateral = parent.lateral;
        rel.restrict = restrict;
        rel.joininfo = joininfo;
        rel.target.exprs = parent.target.exprs.iter().map(|e| in_branch(e, &branch)).collect();
        rel.target.sortrefs.clone_from(&parent.target.sortrefs);
        rel.has_ec_joins = parent.has_ec_joins;
        if ordered {
            add_to_classes(root, rte, &branch);
        }
        base_rel_size(pl, root, member)?;
        let rel = root.rel(member);
        if rel.no_rows {
            continue;
        }
        tuples += rel.tuples;
        rows += rel.rows;
        bytes += f64::from(rel.target.width) * rel.rows;
        for (sum, e) in column_bytes.iter_mut().zip(&rel.target.exprs) {
            let known = match &e.node {
                Node::Var(v) if v.rte == member => rel.widths.get(&v.attno).copied(),
                _ => None,
            };
            let width = known.filter(|w| *w > 0);
            let width =
                width.unwrap_or_else(|| sel::type_width(&*pl.host.session, e.type_oid, e.typmod));
            *sum += f64::from(width) * rel.rows;
        }
    }
    let rel = root.rel_mut(rte);
    if rows == 0.0 {
        set_dummy(rel);
        return Ok(());
    }
    for (sum, e) in column_bytes.iter().zip(&parent.target.exprs) {
        if let Node::Var(v) = &e.node {
            rel.widths.insert(v.attno, (sum / rows).round_ties_even() as i32);
        }
    }
    rel.rows = rows;
    rel.tuples = if pl.release.branches_tuples_summed { tuples } else { rows };
    rel.target.width = (bytes / rows).round_ties_even() as i32;
    Ok(())
}

/// Adds what members of the equivalence classes are in a branch (`add_child_rel_equivalences`).
fn add_to_classes(root: &mut Root, rte: usize, branch: &AppendMember) {
    let parent = Relids::single(rte);
    for ec in root.ecs.iter_mut().filter(|ec| ec.merged.is_none() && !ec.has_volatile) {
        let of_parent = ec.all_members().filter(|(_, relids)| *relids == parent);
        let new: Vec<_> =
            of_parent.map(|(e, _)| (in_branch(e, branch), Relids::single(branch.member))).collect();
        ec.in_branches.extend(new);
    }
}

/// Adds the paths of an append relation: its branches one after the other, each in its cheapest way, or in the way whose
/// first rows come soonest; merged in an order that one of them has; with the parameters that one of them takes
/// (`set_append_rel_pathlist`, `add_paths_to_append_rel`).
#[inline(never)]
fn append_paths(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    let mut live = Vec::new();
    for branch in branches(root, rte) {
        if !root.rel(branch.member).no_rows {
            base_rel_paths(pl, root, branch.member)?;
            live.push(root.rel(branch.member).clone());
        }
    }
    let fraction = root.tuple_fraction;
    let rel = root.rel(rte).clone();
    let mut ways = Vec::new();
    let plain = |p: &&RcPath| p.required_outer.is_empty();
    let cheapest = |r: &Rel| r.cheapest_total.as_ref().filter(plain).cloned();
    let total: Option<Vec<RcPath>> = live.iter().map(cheapest).collect();
    if let Some(members) = &total {
        ways.push(append(pl, &rel, members, Relids::EMPTY));
    }
    if pl.release.startup_appends && rel.consider_startup {
        let soon = |r: &Rel| match pl.release.fraction_appends && fraction > 0.0 {
            true => cheapest_of_fraction(r, fraction),
            false => r.cheapest_startup.clone(),
        };
        if let Some(members) = live.iter().map(soon).collect::<Option<Vec<_>>>() {
            ways.push(append(pl, &rel, &members, Relids::EMPTY));
        }
    }
    if total.is_some() {
        merged_paths(pl, root, &rel, &live, &mut ways);
    }
    for outer in distinct(&live, |p| p.required_outer, |r| r.is_empty()) {
        let with_these = |r: &Rel| cheapest_with(pl, root, r, outer);
        if let Some(members) = live.iter().map(with_these).collect::<Option<Vec<_>>>() {
            let mut p = append(pl, &rel, &members, outer);
            p.param_clauses = param_clauses(pl, root, rte, outer);
            ways.push(p);
        }
    }
    let rel = root.rel_mut(rte);
    ways.into_iter().for_each(|p| add_path(rel, p));
    set_cheapest(rel);
    Ok(())
}

/// What the branches' paths have of something, each once, but what is `nothing`.
fn distinct<T: PartialEq>(
    live: &[Rel],
    of: impl Fn(&Path) -> T,
    nothing: impl Fn(&T) -> bool,
) -> Vec<T> {
    let mut found = Vec::new();
    for p in live.iter().flat_map(|r| &r.paths) {
        let one = of(p);
        if !nothing(&one) && !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// The path of a relation that gives so many of its rows soonest (`get_cheapest_fractional_path`).
fn cheapest_of_fraction(rel: &Rel, fraction: f64) -> Option<RcPath> {
    let mut best = rel.cheapest_total.clone()?;
    let part = if fraction >= 1.0 && best.rows > 0.0 { fraction / best.rows } else { fraction };
    for p in rel.paths.iter().filter(|p| p.required_outer.is_empty()) {
        if by_fraction(&best, p, part).is_gt() {
            best = Rc::clone(p);
        }
    }
    best.required_outer.is_empty().then_some(best)
}

/// Adds paths that merge the branches in each order that one of them has; the others are sorted
/// (`generate_orderedappend_paths`).
fn merged_paths(pl: &mut Planner<'_>, root: &Root, rel: &Rel, live: &[Rel], ways: &mut Vec<Path>) {
    let whole = (root.all_baserels == rel.relids).then_some(root.limit_tuples);
    for keys in distinct(live, |p| p.pathkeys.clone(), Vec::is_empty) {
        // A column that only orders is not added.
        let has = |k: &PathKey| {
            let ec = &root.ecs[root.ec(k.ec)];
            rel.target.exprs.iter().any(|e| ec.members.iter().any(|(m, _)| m == e))
        };
        if live.len() > 1 && !keys.iter().all(has) {
            continue;
        }
        let mut startup = Vec::new();
        let mut total = Vec::new();
        let mut part = Vec::new();
        for r in live {
            let Some(cheapest) = &r.cheapest_total else { return };
            let of_total = cheapest_for_keys(&r.paths, &keys).unwrap_or(Rc::clone(cheapest));
            let best = |order: &dyn Fn(&Path, &Path) -> std::cmp::Ordering| {
                cheapest_of(&r.paths, &keys, order).unwrap_or(Rc::clone(&of_total))
            };
            startup.push(best(&by_startup));
            let fraction = root.tuple_fraction;
            if fraction > 0.0 {
                let fraction = if fraction >= 1.0 { fraction / r.rows } else { fraction };
                part.push(best(&|a, b| by_fraction(a, b, fraction)));
            }
            total.push(of_total);
        }
        let differ = startup.iter().zip(&total).any(|(a, b)| !Rc::ptr_eq(a, b));
        ways.push(merge_append(pl, rel, &startup, &keys, whole));
        if differ {
            ways.push(merge_append(pl, rel, &total, &keys, whole));
        }
        if !part.is_empty() {
            ways.push(merge_append(pl, rel, &part, &keys, whole));
        }
    }
}

/// The cheapest path of a branch with exactly these parameters; one that has fewer checks the conditions, too. `None` if
/// there is none (`get_cheapest_parameterized_child_path`).
fn cheapest_with(pl: &mut Planner<'_>, root: &Root, rel: &Rel, outer: Relids) -> Option<RcPath> {
    let fits = |p: &&RcPath| p.required_outer.is_subset(outer);
    let mut best: Option<RcPath> = None;
    for p in rel.paths.iter().filter(fits) {
        if best.as_ref().is_none_or(|b| by_total(p, b).is_lt()) {
            best = Some(Rc::clone(p));
        }
    }
    if best.as_ref()?.required_outer == outer {
        return best;
    }
    best = None;
    for p in rel.paths.iter().filter(fits) {
        if best.as_ref().is_some_and(|b| !by_total(p, b).is_lt()) {
            continue;
        }
        let p = match p.required_outer == outer {
            true => Rc::clone(p),
            false => match reparameterize(pl, root, rel, p, outer) {
                Some(p) => Rc::new(p),
                None => continue,
            },
        };
        if best.as_ref().is_none_or(|b| by_total(&p, b).is_lt()) {
            best = Some(p);
        }
    }
    best
}

/// The members of an Append; those of one below it become its own (`accumulate_append_subpath`).
fn flat(members: &[RcPath]) -> Vec<RcPath> {
    let mut out = Vec::new();
    for p in members {
        match &p.kind {
            PathKind::Append(below) => out.extend(below.iter().cloned()),
            _ => out.push(Rc::clone(p)),
        }
    }
    out
}

/// A path of the branches one after the other; one alone costs what it costs (`create_append_path`, `cost_append`).
fn append(pl: &Planner<'_>, rel: &Rel, members: &[RcPath], outer: Relids) -> Path {
    let members = flat(members);
    let mut p = scan_path(rel, PathKind::Append(Vec::new()), outer);
    p.startup = members[0].startup;
    p.total = members.iter().map(|m| m.total).sum();
    p.rows = members.iter().map(|m| m.rows).sum();
    p.disabled = members.iter().map(|m| m.disabled).sum();
    match &members[..] {
        [only] => p.pathkeys.clone_from(&only.pathkeys),
        _ => p.total += pl.costs.cpu_tuple_cost * 0.5 * p.rows,
    }
    p.kind = PathKind::Append(members);
    p
}

/// A path that merges the branches in an order; those that do not have it are sorted. `limit`: how many rows the query
/// wants if it reads nothing else (`create_merge_append_path`, `cost_merge_append`).
fn merge_append(
    pl: &Planner<'_>,
    rel: &Rel,
    members: &[RcPath],
    keys: &[PathKey],
    limit: Option<f64>,
) -> Path {
    let members = flat(members);
    let mut p = scan_path(rel, PathKind::Append(Vec::new()), Relids::EMPTY);
    p.rows = members.iter().map(|m| m.rows).sum();
    for m in &members {
        let sorted = keys_contained(keys, &m.pathkeys);
        let cost = match sorted {
            true => Cost { startup: m.startup, total: m.total },
            false => pl.costs.sort(m.total, m.rows, m.target.width, limit.unwrap_or(-1.0)),
        };
        p.disabled += m.disabled + pl.costs.disabled_node(pl.costs.enable_sort || sorted);
        p.startup += cost.startup;
        p.total += cost.total;
    }
    if members.len() > 1 {
        let streams = members.len() as f64;
        let compare = 2.0 * pl.costs.cpu_operator_cost;
        let begin = compare * streams * streams.log2();
        let each = compare * streams.log2() + pl.costs.cpu_tuple_cost * 0.5;
        p.startup += begin;
        p.total += begin + p.rows * each;
    }
    p.pathkeys = keys.to_vec();
    p.kind = PathKind::Append(members);
    p
}

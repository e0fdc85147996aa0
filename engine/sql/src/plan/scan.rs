//! Base relations: their sizes and the ways to scan them (`allpaths.c`, `plancat.c`, `indxpath.c`).

use super::clauses::{family, join_equalities, need_vars};
use super::cost::{DISABLE_COST, QualCost, clamp_row_est};
use super::path::add_path;
use super::predtest;
use super::relids::Relids;
use super::root::{
    IndexClause, IndexOpt, Path, PathKey, PathKind, Planner, RcClause, RcPath, Rel, Root,
};
use super::sel::{self, SelCtx, clauses_cost, strip_relabel};
use super::tree::relids;
use crate::analyze::{CommandType, RteKind};
use crate::expr::{Expr, Node, Var};
use std::rc::Rc;
use storage::error::Result;
use storage::fmgr::Restrict;
use storage::heap::Relation;
use storage::ids::{AttrNumber, ForkNumber, Oid};
use storage::types::oid;

/// Expected width of a stored column (`get_attavgwidth`, `get_typavgwidth`).
fn column_width(pl: &Planner<'_>, rel: Oid, attno: i16, type_oid: Oid, typmod: i32) -> i32 {
    match pl.host.column_stats(rel, AttrNumber(attno)) {
        Some(s) if s.avg_width > 0 => s.avg_width,
        _ => sel::type_width(type_oid, typmod),
    }
}

/// `get_relation_info`: sizes and indexes of a table.
pub fn relation_info(pl: &mut Planner<'_>, rte: usize, rel_oid: Oid, rel: &mut Rel) -> Result<()> {
    // System catalogs and sequences have no pages here.
    let is_virtual = rel_oid.0 < 16384
        || pl
            .host
            .open_relation(rel_oid)
            .map_or(true, |r| r.kind == storage::heap::RelKind::Sequence);
    if is_virtual {
        let rows = pl.host.virtual_rows(rel_oid)?.map_or(0, |r| r.len());
        rel.tuples = (rows as f64).max(1.0);
        rel.pages = (rel.tuples / 30.0).ceil().max(1.0);
        return Ok(());
    }
    let table = pl.host.open_relation(rel_oid)?;
    let mut pages = f64::from(pl.host.store().pool.nblocks(table.file, ForkNumber::Main));
    let (relpages, reltuples, visible) = (
        f64::from(table.state.relpages.get()),
        f64::from(table.state.reltuples.get()),
        f64::from(table.state.relallvisible.get()),
    );
    if pages < 10.0 && reltuples < 0.0 {
        pages = 10.0;
    }
    rel.pages = pages;
    if pages > 0.0 {
        let density = if reltuples >= 0.0 && relpages > 0.0 {
            reltuples / relpages
        } else {
            let mut width = 0;
            for (i, a) in table.desc.attrs.iter().enumerate() {
                if !a.dropped {
                    let w = column_width(pl, rel_oid, i as i16 + 1, a.type_oid, a.typmod);
                    rel.widths.insert(i as i16 + 1, w);
                    width += w;
                }
            }
            f64::from((8192 - 24) / (width + 24 + 4))
        };
        rel.tuples = (density * pages).round_ties_even();
        rel.allvisfrac = if visible == 0.0 {
            0.0
        } else if visible >= pages {
            1.0
        } else {
            visible / pages
        };
    }
    for index in table.indexes.iter().rev() {
        let Some(info) = &index.index else { continue };
        if !info.valid {
            continue;
        }
        let (mut exprs, predicate) = pl.host.index_expressions(index.oid);
        for e in &mut exprs {
            renumber(e, rte);
        }
        let mut exprs = exprs.into_iter();
        let mut columns = Vec::new();
        for k in &info.keys {
            if k.attno.0 == 0 {
                if let Some(e) = exprs.next() {
                    columns.push(e);
                }
            } else {
                let a = table.desc.attr(k.attno);
                columns.push(Expr {
                    node: Node::Var(Var { rte, attno: k.attno.0, levels_up: 0 }),
                    type_oid: a.type_oid,
                    typmod: a.typmod,
                    collation: a.collation,
                    location: -1,
                });
            }
        }
        let predicate: Vec<Expr> = super::prep::conjuncts(predicate)
            .into_iter()
            .map(|mut e| {
                renumber(&mut e, rte);
                e
            })
            .collect();
        let blocks = f64::from(pl.host.store().pool.nblocks(index.file, ForkNumber::Main));
        let tree_height = storage::btree::root_height(pl.host.store(), index)?;
        // A partial index's own count, brought up to date as the table's is (`estimate_rel_size`).
        let tuples = if predicate.is_empty() {
            rel.tuples
        } else {
            index_tuples(pl, index, blocks).min(rel.tuples)
        };
        rel.indexes.push(Rc::new(IndexOpt {
            rel: Rc::clone(index),
            rte,
            columns,
            key_columns: info.nkey_atts,
            unique: info.unique,
            immediate: info.immediate,
            pages: blocks,
            tuples,
            tree_height: f64::from(tree_height),
            usable: predicate.is_empty(),
            predicate,
            implied: Vec::new(),
        }));
    }
    rel.relation = Some(table);
    Ok(())
}

/// `estimate_rel_size` of an index: tuples a page as of the last VACUUM or ANALYZE.
fn index_tuples(pl: &mut Planner<'_>, index: &Rc<Relation>, blocks: f64) -> f64 {
    let (relpages, reltuples) =
        (f64::from(index.state.relpages.get()), f64::from(index.state.reltuples.get()));
    let (pages, old) = ((blocks - 1.0).max(0.0), (relpages - 1.0).max(0.0));
    if blocks == 0.0 {
        return 0.0;
    }
    let density = if reltuples >= 0.0 && relpages > 0.0 && old > 0.0 {
        reltuples / old
    } else {
        let mut width = 0;
        for (i, a) in index.desc.attrs.iter().enumerate() {
            width += column_width(pl, index.oid, i as i16 + 1, a.type_oid, a.typmod);
        }
        f64::from((8192 - 24) / (width + 8 + 4))
    };
    (density * pages).round_ties_even()
}

fn renumber(e: &mut Expr, rte: usize) {
    super::tree::rewrite(e, 0, &mut |e, depth| {
        if let Node::Var(v) = &mut e.node
            && v.levels_up == depth
        {
            v.rte = rte;
        }
        true
    });
}

/// `set_baserel_size_estimates` and `set_rel_width`.
pub fn set_size(pl: &mut Planner<'_>, root: &mut Root, rte: usize) {
    let restrict = root.rel(rte).restrict.clone();
    let s = sel::clauses(pl, root, &restrict, SelCtx::restriction());
    let tuples = root.rel(rte).tuples;
    let cost = clauses_cost(&restrict);
    let rel_oid = match &root.query.rtable[rte - 1].kind {
        RteKind::Relation { oid, .. } => Some(*oid),
        _ => None,
    };
    let mut rel = root.rels[rte].take().unwrap_or_default();
    rel.rows = clamp_row_est(tuples * s);
    rel.restrict_cost = cost;
    rel.target.width = 0;
    rel.target.cost = QualCost::default();
    for i in 0..rel.target.exprs.len() {
        let e = rel.target.exprs[i].clone();
        let Node::Var(v) = &e.node else {
            rel.target.width += sel::type_width(e.type_oid, e.typmod);
            sel::expr_cost(pl, &e, &mut rel.target.cost);
            continue;
        };
        let width = if v.attno == 0 {
            match &rel.relation {
                Some(table) => {
                    let mut w = 24;
                    for (i, a) in table.desc.attrs.iter().enumerate() {
                        if !a.dropped {
                            w += column_width(pl, table.oid, i as i16 + 1, a.type_oid, a.typmod);
                        }
                    }
                    w
                }
                None => 32,
            }
        } else if let Some(&w) = rel.widths.get(&v.attno).filter(|w| **w > 0) {
            w
        } else if let (Some(oid), true) = (rel_oid, v.attno > 0) {
            column_width(pl, oid, v.attno, e.type_oid, e.typmod)
        } else {
            sel::type_width(e.type_oid, e.typmod)
        };
        rel.widths.insert(v.attno, width);
        rel.target.width += width;
    }
    root.rels[rte] = Some(rel);
}

/// A scan path without cost.
pub fn scan_path(rel: &Rel, kind: PathKind, required_outer: Relids) -> Path {
    Path {
        kind,
        relids: rel.relids,
        target: Rc::new(rel.target.clone()),
        rows: rel.rows,
        startup: 0.0,
        total: 0.0,
        pathkeys: Vec::new(),
        required_outer,
        param_clauses: Vec::new(),
    }
}

/// `cost_seqscan`
pub fn seq_scan(pl: &Planner<'_>, rel: &Rel) -> Path {
    let mut p = scan_path(rel, PathKind::SeqScan, rel.lateral);
    let mut startup = 0.0;
    if !pl.costs.enable_seqscan {
        startup += DISABLE_COST;
    }
    let disk = pl.costs.seq_page_cost * rel.pages;
    let q = rel.restrict_cost;
    startup += q.startup;
    let mut cpu = (pl.costs.cpu_tuple_cost + q.per_tuple) * rel.tuples;
    startup += rel.target.cost.startup;
    cpu += rel.target.cost.per_tuple * p.rows;
    p.startup = startup;
    p.total = startup + cpu + disk;
    p
}

/// The common form of scans of functions, VALUES, CTEs and sub-queries.
pub fn simple_scan(rel: &Rel, kind: PathKind, startup: f64, per_tuple: f64) -> Path {
    let mut p = scan_path(rel, kind, rel.lateral);
    let q = rel.restrict_cost;
    let startup = startup + q.startup + rel.target.cost.startup;
    let mut run = (per_tuple + q.per_tuple) * rel.tuples;
    run += rel.target.cost.per_tuple * p.rows;
    p.startup = startup;
    p.total = startup + run;
    p
}

/// All paths of a table.
pub fn table_paths(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    let path = seq_scan(pl, root.rel(rte));
    add_path(root.rel_mut(rte), path);
    if root.rel(rte).relation.is_some() {
        index_paths(pl, root, rte)?;
        tid_paths(pl, root, rte);
    }
    Ok(())
}

fn tid_paths(pl: &mut Planner<'_>, root: &mut Root, rte: usize) {
    let rel = root.rel(rte);
    let is_tid = |e: &Expr| matches!(&e.node, Node::Var(v) if v.rte == rte && v.attno == -1);
    let quals: Vec<RcClause> = rel
        .restrict
        .iter()
        .filter(|c| match &c.expr.node {
            Node::Op(o) if o.op.name == "=" && o.args.len() == 2 => {
                (is_tid(&o.args[0]) && relids(&o.args[1]).is_empty())
                    || (is_tid(&o.args[1]) && relids(&o.args[0]).is_empty())
            }
            Node::ScalarArrayOp(s) => {
                s.use_or && s.op.name == "=" && is_tid(&s.args[0]) && relids(&s.args[1]).is_empty()
            }
            _ => false,
        })
        .take(1)
        .cloned()
        .collect();
    if quals.is_empty() {
        return;
    }
    let mut tuples = 0.0;
    for c in &quals {
        tuples += match &c.expr.node {
            Node::ScalarArrayOp(s) => {
                let e = s.args[1].clone();
                sel::array_length(pl, &e)
            }
            _ => 1.0,
        };
    }
    let tid_cost = clauses_cost(&quals);
    let rel = root.rel(rte);
    let mut p = scan_path(rel, PathKind::Tid(quals), rel.lateral);
    let mut startup = if pl.costs.enable_tidscan { 0.0 } else { DISABLE_COST };
    let mut run = pl.costs.random_page_cost * tuples;
    startup += rel.restrict_cost.startup + tid_cost.per_tuple;
    run += (pl.costs.cpu_tuple_cost + rel.restrict_cost.per_tuple - tid_cost.per_tuple) * tuples;
    startup += rel.target.cost.startup;
    run += rel.target.cost.per_tuple * p.rows;
    p.startup = startup;
    p.total = startup + run;
    add_path(root.rel_mut(rte), p);
}

/// Whether an operator can search an index column of this type, and whether it is an equality.
fn btree_op(o_name: &str, restrict: Restrict, left: Oid, column: Oid) -> Option<bool> {
    let ok = family(left).is_some() && family(left) == family(column);
    match (o_name, restrict) {
        ("=", Restrict::Eq) if ok => Some(true),
        ("<", Restrict::Lt) | ("<=", Restrict::Le) | (">", Restrict::Gt) | (">=", Restrict::Ge)
            if ok =>
        {
            Some(false)
        }
        _ => None,
    }
}

/// `match_clause_to_indexcol`
fn match_clause(
    pl: &mut Planner<'_>,
    index: &IndexOpt,
    column: usize,
    c: &RcClause,
) -> Option<IndexClause> {
    let own = Relids::single(index.rte);
    let key = strip_relabel(&index.columns[column]);
    let key_type = index.rel.index.as_ref()?.keys[column].type_oid;
    let made = |quals: Vec<Expr>, lossy: bool| {
        Some(IndexClause { clause: Rc::clone(c), column, quals, lossy })
    };
    if c.pseudoconstant {
        return None;
    }
    match &c.expr.node {
        Node::Op(o) if o.args.len() == 2 => {
            let (l, r) = (&o.args[0], &o.args[1]);
            if strip_relabel(l) == key && sel::indexable_value(r, own) {
                if btree_op(o.op.name, o.op.restrict, o.op.left, key_type).is_some()
                    && family(o.op.right) == family(key_type)
                {
                    return made(vec![c.expr.clone()], false);
                }
                if o.op.restrict == Restrict::Like {
                    return like_quals(pl, o.op.name, l, r, key_type)
                        .and_then(|(q, lossy)| made(q, lossy));
                }
            }
            if strip_relabel(r) == key && sel::indexable_value(l, own) {
                let swapped = super::fold::commutator(o.op)?;
                btree_op(swapped.name, swapped.restrict, swapped.left, key_type)?;
                let mut flipped = c.expr.clone();
                if let Node::Op(f) = &mut flipped.node {
                    f.op = swapped;
                    f.args.swap(0, 1);
                }
                return made(vec![flipped], false);
            }
            None
        }
        Node::ScalarArrayOp(s) if s.use_or => {
            if strip_relabel(&s.args[0]) == key
                && sel::indexable_value(&s.args[1], own)
                && btree_op(s.op.name, s.op.restrict, s.op.left, key_type).is_some()
            {
                return made(vec![c.expr.clone()], false);
            }
            None
        }
        Node::NullTest(n) if !n.arg_is_row && strip_relabel(&n.arg) == key => {
            made(vec![c.expr.clone()], false)
        }
        Node::Var(_) if c.expr.type_oid == oid::BOOL && c.expr == *key => {
            let t = super::fold::make_bool(Some(true));
            made(vec![super::clauses::equality(&c.expr, &t)?], false)
        }
        Node::Bool(crate::expr::BoolOp::Not, a) if a[0].type_oid == oid::BOOL && a[0] == *key => {
            let f = super::fold::make_bool(Some(false));
            made(vec![super::clauses::equality(&a[0], &f)?], false)
        }
        _ => None,
    }
}

/// `like_fixed_prefix`: a pattern's fixed beginning as a range (RcClause collation).
fn like_quals(
    pl: &mut Planner<'_>,
    op: &str,
    column: &Expr,
    pattern: &Expr,
    key_type: Oid,
) -> Option<(Vec<Expr>, bool)> {
    if !matches!(op, "~~" | "~~*" | "~" | "~*" | "^@")
        || !matches!(key_type, oid::TEXT | oid::VARCHAR)
    {
        return None;
    }
    let Node::Const(d @ storage::datum::Datum::Ref(_)) = &pattern.node else { return None };
    let bytes = pl.host.detoast(d).ok()?;
    let super::pattern::Prefix { bytes: prefix, exact, .. } =
        super::pattern::fixed_prefix(op, &bytes);
    if prefix.is_empty() {
        return None;
    }
    let text = |b: &[u8]| Expr {
        node: Node::Const(storage::datum::Datum::varlena(b)),
        type_oid: oid::TEXT,
        typmod: -1,
        collation: column.collation,
        location: -1,
    };
    let make = |name: &str, value: Expr| {
        let op = crate::catalog::operator_exact(name, oid::TEXT, oid::TEXT)?;
        Some(Expr {
            node: Node::Op(crate::expr::OpCall { op, args: vec![column.clone(), value] }),
            type_oid: oid::BOOL,
            typmod: -1,
            collation: Oid::INVALID,
            location: -1,
        })
    };
    if exact {
        return Some((vec![make("=", text(&prefix))?], true));
    }
    let mut quals = vec![make(">=", text(&prefix))?];
    if let Some(greater) = super::pattern::greater(&prefix) {
        quals.push(make("<", text(&greater))?);
    }
    Some((quals, true))
}

type ClauseSet = Vec<Vec<IndexClause>>;

/// Join clauses that can be checked at the relation, given rows of others: its own that may move
/// down to it, and those that follow from equalities.
fn join_clauses(pl: &mut Planner<'_>, root: &Root, rte: usize) -> Vec<RcClause> {
    let own = Relids::single(rte);
    let joins = root.rel(rte).joininfo.iter();
    let mut list: Vec<RcClause> = joins.filter(|c| movable_to(root, c, rte)).cloned().collect();
    for other in (1..root.rels.len()).filter(|o| *o != rte && root.rels[*o].is_some()) {
        list.extend(join_equalities(
            pl,
            root,
            own | Relids::single(other),
            Relids::single(other),
            own,
        ));
    }
    list
}

/// `check_index_predicates`: which partial indexes serve, and what their predicates say already.
fn check_predicates(pl: &mut Planner<'_>, root: &mut Root, rte: usize) {
    let rel = root.rel(rte);
    if rel.indexes.iter().all(|i| i.predicate.is_empty()) {
        return;
    }
    let mut indexes = rel.indexes.clone();
    let restrict = rel.restrict.clone();
    let joins = join_clauses(pl, root, rte);
    let all: Vec<&Expr> = restrict.iter().chain(&joins).map(|c| &c.expr).collect();
    // Rows that are changed or locked may be looked at again, when all conditions must be there.
    let again = !root.query.row_marks.is_empty()
        || matches!(root.query.command, CommandType::Update | CommandType::Delete);
    for index in indexes.iter_mut().filter(|i| !i.predicate.is_empty()) {
        let index = Rc::make_mut(index);
        index.usable = index.predicate.iter().all(|p| predtest::implied_by(pl, p, &all));
        let said: Vec<&Expr> = index.predicate.iter().collect();
        index.implied = match again {
            true => Vec::new(),
            false => restrict
                .iter()
                .filter(|c| predtest::implied_by(pl, &c.expr, &said))
                .map(|c| c.expr.clone())
                .collect(),
        };
    }
    root.rel_mut(rte).indexes = indexes;
}

fn index_paths(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    check_predicates(pl, root, rte);
    let indexes = root.rel(rte).indexes.clone();
    let restrict = root.rel(rte).restrict.clone();
    let own = Relids::single(rte);
    let mut bitmap: Vec<RcPath> = Vec::new();
    let mut join_bitmap: Vec<RcPath> = Vec::new();
    for index in &indexes {
        if !index.usable {
            continue;
        }
        let pred_useful = !index.predicate.is_empty();
        let mut set: ClauseSet = vec![Vec::new(); index.key_columns];
        for c in restrict.iter().filter(|c| !index.implied.contains(&c.expr)) {
            for (column, slot) in set.iter_mut().enumerate() {
                if let Some(m) = match_clause(pl, index, column, c) {
                    slot.push(m);
                    break;
                }
            }
        }
        let mut with_order = build_index_paths(pl, root, rte, index, &set, pred_useful, true)?;
        for p in with_order.drain(..) {
            let selective =
                matches!(&p.kind, PathKind::Index { selectivity, .. } if *selectivity < 1.0);
            if p.pathkeys.is_empty() || selective {
                bitmap.push(Rc::new(p.clone()));
            }
            add_path(root.rel_mut(rte), p);
        }
        // Join clauses: parameterized paths.
        let mut jset: ClauseSet = vec![Vec::new(); index.key_columns];
        let mut outer_sets: Vec<Relids> = Vec::new();
        let candidates = join_clauses(pl, root, rte);
        for c in &candidates {
            for (column, slot) in jset.iter_mut().enumerate() {
                if let Some(m) = match_clause(pl, index, column, c) {
                    let outer = c.relids - own;
                    if !outer_sets.contains(&outer) {
                        outer_sets.push(outer);
                    }
                    slot.push(m);
                    break;
                }
            }
        }
        let singles = outer_sets.clone();
        for (i, a) in singles.iter().enumerate() {
            for b in &singles[..i] {
                let both = *a | *b;
                if !outer_sets.contains(&both) && outer_sets.len() < 10 {
                    outer_sets.push(both);
                }
            }
        }
        for outer in outer_sets {
            let mut combined = set.clone();
            let mut any = false;
            for (column, list) in jset.iter().enumerate() {
                let mut ec_used: Vec<usize> = Vec::new();
                for m in list {
                    if m.clause.relids.is_subset(own | outer) {
                        if let Some(ec) = m.clause.parent_ec {
                            if ec_used.contains(&ec) {
                                continue;
                            }
                            ec_used.push(ec);
                        }
                        combined[column].push(m.clone());
                        any = true;
                    }
                }
            }
            if !any {
                continue;
            }
            for p in build_index_paths(pl, root, rte, index, &combined, pred_useful, true)? {
                let selective =
                    matches!(&p.kind, PathKind::Index { selectivity, .. } if *selectivity < 1.0);
                if p.pathkeys.is_empty() || selective {
                    join_bitmap.push(Rc::new(p.clone()));
                }
                add_path(root.rel_mut(rte), p);
            }
        }
    }
    bitmap_or_paths(pl, root, rte, &indexes, &restrict, &mut bitmap)?;
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
        let loops = loop_count(root, rte, outer);
        let p = bitmap_heap(pl, root, rte, chosen, outer, loops);
        add_path(root.rel_mut(rte), p);
    }
    Ok(())
}

/// Whether a join clause may be checked at the scan of one of its relations.
pub fn movable_to(root: &Root, c: &RcClause, rte: usize) -> bool {
    let own = Relids::single(rte);
    if !c.relids.overlaps(own) || c.relids == own || c.pseudoconstant {
        return false;
    }
    // Not below an outer join that makes the relation nullable, unless it is that join's own clause.
    if c.outer_delayed && c.pushed_down {
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

/// `get_loop_count`: how often a parameterized scan is expected to run.
pub fn loop_count(root: &Root, _rte: usize, outer: Relids) -> f64 {
    let mut result = 0.0;
    for r in 1..root.rels.len() {
        if outer.contains(r)
            && let Some(rel) = &root.rels[r]
        {
            let mut rows = rel.rows;
            for s in &root.special {
                if s.kind == crate::analyze::JoinType::Semi
                    && s.syn_right.contains(r)
                    && s.semi_can_unique
                {
                    rows = rows.min(rel.rows);
                }
            }
            if result == 0.0 || result > rows {
                result = rows;
            }
        }
    }
    if result > 0.0 { result } else { 1.0 }
}

fn build_index_paths(
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
    for pass in 0..2 {
        let mut clauses = Vec::new();
        let mut outer = root.rel(rte).lateral;
        let mut lower_saop = false;
        for (column, list) in set.iter().enumerate() {
            for m in list {
                if column > 0 && matches!(m.clause.expr.node, Node::ScalarArrayOp(_)) {
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
        let loops = loop_count(root, rte, outer);
        let keys_useful = ordered && !lower_saop && has_useful_keys(root, rte);
        let only = check_index_only(pl, root, rte, index);
        let forward = if keys_useful { index_keys(root, index, false) } else { Vec::new() };
        let forward = useful_keys(root, rte, forward);
        if !clauses.is_empty() || !forward.is_empty() || pred_useful || only {
            out.push(index_path(
                pl,
                root,
                rte,
                index,
                clauses.clone(),
                forward,
                false,
                only,
                outer,
                loops,
            ));
        }
        if keys_useful {
            let backward = index_keys(root, index, true);
            let backward = useful_keys(root, rte, backward);
            if !backward.is_empty() {
                out.push(index_path(
                    pl, root, rte, index, clauses, backward, true, only, outer, loops,
                ));
            }
        }
    }
    Ok(out)
}

fn has_useful_keys(root: &Root, rte: usize) -> bool {
    let rel = root.rel(rte);
    !rel.joininfo.is_empty() || rel.has_ec_joins || !root.query_pathkeys.is_empty()
}

/// `build_index_pathkeys`
fn index_keys(root: &mut Root, index: &IndexOpt, backward: bool) -> Vec<PathKey> {
    let mut keys = Vec::new();
    let Some(info) = &index.rel.index else { return keys };
    for (column, k) in index.columns.iter().zip(&info.keys).take(index.key_columns) {
        let descending = k.descending != backward;
        let nulls_first = k.nulls_first != backward;
        // Only classes that exist already matter.
        let stripped = strip_relabel(column);
        let found = (0..root.ecs.len()).find(|&i| {
            root.ecs[i].merged.is_none()
                && root.ecs[i].members.iter().any(|(m, _)| strip_relabel(m) == stripped)
        });
        match found {
            Some(ec) => {
                super::clauses::push_key(root, &mut keys, PathKey { ec, descending, nulls_first })
            }
            None => break,
        }
    }
    keys
}

/// `truncate_useless_pathkeys`
pub fn useful_keys(root: &Root, rte: usize, keys: Vec<PathKey>) -> Vec<PathKey> {
    let relids = Relids::single(rte);
    useful_keys_for(root, relids, keys)
}

/// The same for any relation.
pub fn useful_keys_for(root: &Root, ids: Relids, mut keys: Vec<PathKey>) -> Vec<PathKey> {
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
                    c.left_ec.map(|e| root.ec(e)) == Some(k.ec)
                        || c.right_ec.map(|e| root.ec(e)) == Some(k.ec)
                })
            })
        });
        if ec_outside || clause {
            merge += 1;
        } else {
            break;
        }
    }
    // For the query's order: all of it, or (with incremental sort) a part.
    let common = keys.iter().zip(&root.query_pathkeys).take_while(|(a, b)| a == b).count();
    keys.truncate(merge.max(common));
    keys
}

/// What the predicate says beyond the conditions given to the index (`add_predicate_to_index_quals`).
fn unsaid(pl: &mut Planner<'_>, index: &IndexOpt, quals: &[Expr]) -> Vec<Expr> {
    let given: Vec<&Expr> = quals.iter().collect();
    let said = |p: &&Expr| !predtest::implied_by(pl, p, &given);
    index.predicate.iter().filter(said).cloned().collect()
}

/// `check_index_only`
fn check_index_only(pl: &Planner<'_>, root: &Root, rte: usize, index: &IndexOpt) -> bool {
    if !pl.costs.enable_indexonlyscan {
        return false;
    }
    let rel = root.rel(rte);
    let mut attrs: Vec<i16> = Vec::new();
    let mut add = |e: &Expr| {
        let mut vars = Vec::new();
        super::tree::pull_vars(e, false, false, &mut vars);
        for v in vars {
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

/// Clauses a parameterized scan of `rte` must check (`get_baserel_parampathinfo`).
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
        .filter(|c| c.relids.is_subset(own | outer) && movable_to(root, c, rte))
        .cloned()
        .collect();
    list.extend(join_equalities(pl, root, own | outer, outer, own));
    list
}

/// `get_parameterized_baserel_size`
pub fn param_rows(pl: &mut Planner<'_>, root: &Root, rte: usize, clauses: &[RcClause]) -> f64 {
    let rel = root.rel(rte);
    let mut all = clauses.to_vec();
    all.extend(rel.restrict.iter().cloned());
    let s = sel::clauses(pl, root, &all, SelCtx::scan(rte));
    clamp_row_est(rel.tuples * s).min(rel.rows)
}

/// `create_index_path` with `cost_index` and `btcostestimate`.
#[allow(clippy::too_many_arguments)]
fn index_path(
    pl: &mut Planner<'_>,
    root: &Root,
    rte: usize,
    index: &Rc<IndexOpt>,
    clauses: Vec<IndexClause>,
    keys: Vec<PathKey>,
    backward: bool,
    only: bool,
    outer: Relids,
    loops: f64,
) -> Path {
    let rel = root.rel(rte);
    let ppi = if !outer.is_empty() { param_clauses(pl, root, rte, outer) } else { Vec::new() };
    let rows = if !outer.is_empty() { param_rows(pl, root, rte, &ppi) } else { rel.rows };
    // Clauses left to check on the rows.
    let used = |c: &RcClause| {
        clauses.iter().any(|m| {
            !m.lossy
                && (Rc::ptr_eq(&m.clause, c)
                    || m.clause.expr == c.expr
                    || (m.clause.parent_ec.is_some() && m.clause.parent_ec == c.parent_ec))
        })
    };
    let mut qp = QualCost::default();
    for c in rel.restrict.iter().chain(&ppi) {
        if !used(c) && !c.pseudoconstant && !index.implied.contains(&c.expr) {
            qp += c.cost;
        }
    }
    let costs = pl.costs.clone();
    // btcostestimate
    let mut bound = Vec::new();
    let mut column = 0;
    let mut eq_here = false;
    let mut saop = false;
    let mut null_op = false;
    let mut sa_scans = 1.0;
    let mut all_quals = Vec::new();
    let mut total_saop = 1.0;
    for m in &clauses {
        for q in &m.quals {
            all_quals.push(q.clone());
            if let Node::ScalarArrayOp(s) = &q.node {
                let e = s.args[1].clone();
                let n = sel::array_length(pl, &e);
                if n > 1.0 {
                    total_saop *= n;
                }
            }
        }
    }
    for m in &clauses {
        if column != m.column {
            if !eq_here {
                break;
            }
            eq_here = false;
            column += 1;
            if column != m.column {
                break;
            }
        }
        for q in &m.quals {
            match &q.node {
                Node::Op(o) => eq_here |= o.op.restrict == Restrict::Eq,
                Node::ScalarArrayOp(s) => {
                    saop = true;
                    eq_here |= s.op.restrict == Restrict::Eq;
                    let e = s.args[1].clone();
                    let n = sel::array_length(pl, &e);
                    if n > 1.0 {
                        sa_scans *= n;
                    }
                }
                Node::NullTest(n) if n.is_null => {
                    null_op = true;
                    eq_here = true;
                }
                _ => {}
            }
            bound.push(q.clone());
        }
    }
    let mut index_tuples =
        if index.unique && column == index.key_columns - 1 && eq_here && !saop && !null_op {
            1.0
        } else {
            let mut quals = unsaid(pl, index, &bound);
            quals.extend(bound);
            let s = sel::exprs(pl, root, &quals, SelCtx::scan(rte));
            (s * rel.tuples / sa_scans).round_ties_even()
        };
    // genericcostestimate
    let mut quals = unsaid(pl, index, &all_quals);
    quals.extend(all_quals.iter().cloned());
    let selectivity = sel::exprs(pl, root, &quals, SelCtx::scan(rte));
    if index_tuples <= 0.0 {
        index_tuples = (selectivity * rel.tuples / total_saop).round_ties_even();
    }
    index_tuples = index_tuples.min(index.tuples).max(1.0);
    let index_pages = if index.pages > 1.0 && index.tuples > 1.0 {
        (index_tuples * index.pages / index.tuples).ceil()
    } else {
        1.0
    };
    let scans = total_saop * loops;
    let mut index_total = if scans > 1.0 {
        let fetched = costs.index_pages_fetched(
            index_pages * scans,
            index.pages,
            index.pages,
            root.total_pages,
        );
        fetched * costs.random_page_cost / loops
    } else {
        index_pages * costs.random_page_cost
    };
    let mut arg_cost = QualCost::default();
    for q in &all_quals {
        let other = match &q.node {
            Node::Op(o) => Some(o.args[1].clone()),
            Node::ScalarArrayOp(s) => Some(s.args[1].clone()),
            _ => None,
        };
        if let Some(e) = other {
            sel::expr_cost(pl, &e, &mut arg_cost);
        }
    }
    let arg_cost = arg_cost.startup + arg_cost.per_tuple;
    let op_cost = costs.cpu_operator_cost * all_quals.len() as f64;
    let mut index_startup = arg_cost;
    index_total += arg_cost;
    index_total += index_tuples * total_saop * (costs.cpu_index_tuple_cost + op_cost);
    if index.tuples > 1.0 {
        let descent = (index.tuples.ln() / 2f64.ln()).ceil() * costs.cpu_operator_cost;
        index_startup += descent;
        index_total += total_saop * descent;
    }
    let descent = (index.tree_height + 1.0) * 50.0 * costs.cpu_operator_cost;
    index_startup += descent;
    index_total += total_saop * descent;
    let mut correlation = 0.0;
    let (of, attno) = match (&index.columns[0].node, &rel.relation) {
        (Node::Var(v), Some(table)) => (table.oid, v.attno),
        _ => (index.rel.oid, 1),
    };
    if let Some(stats) = pl.host.column_stats(of, AttrNumber(attno))
        && let Some(c) = stats.correlation
    {
        correlation = f64::from(c);
        if index.rel.index.as_ref().is_some_and(|i| i.keys[0].descending) {
            correlation = -correlation;
        }
        if index.key_columns > 1 {
            correlation *= 0.75;
        }
    }
    // cost_index
    let mut startup = if costs.enable_indexscan { 0.0 } else { DISABLE_COST };
    startup += index_startup;
    let mut run = index_total - index_startup;
    let tuples_fetched = clamp_row_est(selectivity * rel.tuples);
    let visible = |p: f64| if only { (p * (1.0 - rel.allvisfrac)).ceil() } else { p };
    let (max_io, min_io);
    if loops > 1.0 {
        let p = costs.index_pages_fetched(
            tuples_fetched * loops,
            rel.pages,
            index.pages,
            root.total_pages,
        );
        max_io = visible(p) * costs.random_page_cost / loops;
        let p = (selectivity * rel.pages).ceil();
        let p = costs.index_pages_fetched(p * loops, rel.pages, index.pages, root.total_pages);
        min_io = visible(p) * costs.random_page_cost / loops;
    } else {
        let p = costs.index_pages_fetched(tuples_fetched, rel.pages, index.pages, root.total_pages);
        max_io = visible(p) * costs.random_page_cost;
        let p = visible((selectivity * rel.pages).ceil());
        min_io = if p > 0.0 {
            costs.random_page_cost + if p > 1.0 { (p - 1.0) * costs.seq_page_cost } else { 0.0 }
        } else {
            0.0
        };
    }
    let csquared = correlation * correlation;
    run += max_io + csquared * (min_io - max_io);
    startup += qp.startup;
    let mut cpu = (costs.cpu_tuple_cost + qp.per_tuple) * tuples_fetched;
    startup += rel.target.cost.startup;
    cpu += rel.target.cost.per_tuple * rows;
    run += cpu;
    let mut p = scan_path(
        rel,
        PathKind::Index {
            index: Rc::clone(index),
            clauses,
            backward,
            only,
            index_total,
            selectivity,
        },
        outer,
    );
    p.rows = rows;
    p.startup = startup;
    p.total = startup + run;
    p.pathkeys = keys;
    p.param_clauses = ppi;
    p
}

/// `cost_bitmap_tree_node`
fn bitmap_cost(pl: &Planner<'_>, p: &RcPath) -> (f64, f64) {
    match &p.kind {
        PathKind::Index { index_total, selectivity, .. } => {
            (index_total + 0.1 * pl.costs.cpu_operator_cost * p.rows, *selectivity)
        }
        PathKind::BitmapAnd(_, s) | PathKind::BitmapOr(_, s) => (p.total, *s),
        _ => (p.total, 1.0),
    }
}

fn bitmap_heap(
    pl: &mut Planner<'_>,
    root: &Root,
    rte: usize,
    bitmap: RcPath,
    outer: Relids,
    loops: f64,
) -> Path {
    let rel = root.rel(rte);
    let ppi = if !outer.is_empty() { param_clauses(pl, root, rte, outer) } else { Vec::new() };
    let rows = if !outer.is_empty() { param_rows(pl, root, rte, &ppi) } else { rel.rows };
    let costs = pl.costs.clone();
    let mut startup = if costs.enable_bitmapscan { 0.0 } else { DISABLE_COST };
    let (index_total, s) = bitmap_cost(pl, &bitmap);
    let fetched = clamp_row_est(s * rel.tuples);
    let t = rel.pages.max(1.0);
    let mut pages = (2.0 * t * fetched) / (2.0 * t + fetched);
    if loops > 1.0 {
        let index_pages = index_pages_of(&bitmap);
        pages =
            costs.index_pages_fetched(fetched * loops, rel.pages, index_pages, root.total_pages)
                / loops;
    }
    pages = if pages >= t { t } else { pages.ceil() };
    startup += index_total;
    let per_page = if pages >= 2.0 {
        costs.random_page_cost - (costs.random_page_cost - costs.seq_page_cost) * (pages / t).sqrt()
    } else {
        costs.random_page_cost
    };
    let mut run = pages * per_page;
    let mut q = rel.restrict_cost;
    q += clauses_cost(&ppi);
    startup += q.startup;
    run += (costs.cpu_tuple_cost + q.per_tuple) * fetched;
    startup += rel.target.cost.startup;
    run += rel.target.cost.per_tuple * rows;
    let mut p = scan_path(rel, PathKind::BitmapHeap(bitmap), outer);
    p.rows = rows;
    p.startup = startup;
    p.total = startup + run;
    p.param_clauses = ppi;
    p
}

fn index_pages_of(p: &RcPath) -> f64 {
    match &p.kind {
        PathKind::Index { index, .. } => index.pages,
        PathKind::BitmapAnd(v, _) | PathKind::BitmapOr(v, _) => v.iter().map(index_pages_of).sum(),
        _ => 0.0,
    }
}

/// `choose_bitmap_and`, for the common case of one or two indexes.
fn choose_bitmap(pl: &mut Planner<'_>, root: &Root, rte: usize, paths: &[RcPath]) -> RcPath {
    if paths.len() == 1 {
        return Rc::clone(&paths[0]);
    }
    // One path per set of clauses: the cheapest.
    let mut kept: Vec<RcPath> = Vec::new();
    for p in paths {
        let key = bitmap_clauses(p);
        match kept.iter_mut().find(|k| bitmap_clauses(k) == key) {
            Some(k) => {
                if bitmap_cost(pl, p).0 < bitmap_cost(pl, k).0 {
                    *k = Rc::clone(p);
                }
            }
            None => kept.push(Rc::clone(p)),
        }
    }
    kept.sort_by(|a, b| {
        let (ca, sa) = bitmap_cost(pl, a);
        let (cb, sb) = bitmap_cost(pl, b);
        ca.total_cmp(&cb).then(sa.total_cmp(&sb))
    });
    let mut best: Option<(RcPath, f64)> = None;
    for i in 0..kept.len() {
        let mut group = vec![Rc::clone(&kept[i])];
        let mut used = bitmap_clauses(&kept[i]);
        let mut cost = bitmap_heap(pl, root, rte, Rc::clone(&kept[i]), Relids::EMPTY, 1.0).total;
        for other in &kept[i + 1..] {
            let clauses = bitmap_clauses(other);
            if clauses.iter().any(|c| used.contains(c)) {
                continue;
            }
            let mut trial = group.clone();
            trial.push(Rc::clone(other));
            let and = bitmap_and(pl, trial.clone());
            let c = bitmap_heap(pl, root, rte, and, Relids::EMPTY, 1.0).total;
            if c < cost {
                cost = c;
                group = trial;
                used.extend(clauses);
            }
        }
        let p = if group.len() == 1 { group.remove(0) } else { bitmap_and(pl, group) };
        if best.as_ref().is_none_or(|(_, c)| cost < *c) {
            best = Some((p, cost));
        }
    }
    best.map_or_else(|| Rc::clone(&paths[0]), |(p, _)| p)
}

fn bitmap_clauses(p: &RcPath) -> Vec<Expr> {
    match &p.kind {
        PathKind::Index { clauses, .. } => clauses.iter().map(|c| c.clause.expr.clone()).collect(),
        PathKind::BitmapAnd(v, _) | PathKind::BitmapOr(v, _) => {
            v.iter().flat_map(bitmap_clauses).collect()
        }
        _ => Vec::new(),
    }
}

fn bitmap_and(pl: &Planner<'_>, parts: Vec<RcPath>) -> RcPath {
    let mut total = 0.0;
    let mut s = 1.0;
    for (i, p) in parts.iter().enumerate() {
        let (c, one) = bitmap_cost(pl, p);
        s *= one;
        total += c;
        if i > 0 {
            total += 100.0 * pl.costs.cpu_operator_cost;
        }
    }
    let outer = parts.iter().fold(Relids::EMPTY, |a, p| a | p.required_outer);
    combined(parts, outer, total, s, true)
}

fn combined(parts: Vec<RcPath>, outer: Relids, total: f64, s: f64, and: bool) -> RcPath {
    let mut p = (*parts[0]).clone();
    p.rows = 0.0;
    p.startup = total;
    p.total = total;
    p.pathkeys.clear();
    p.required_outer = outer;
    p.kind = if and { PathKind::BitmapAnd(parts, s) } else { PathKind::BitmapOr(parts, s) };
    Rc::new(p)
}

/// `generate_bitmap_or_paths`
fn bitmap_or_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rte: usize,
    indexes: &[Rc<IndexOpt>],
    restrict: &[RcClause],
    out: &mut Vec<RcPath>,
) -> Result<()> {
    for c in restrict {
        let Node::Bool(crate::expr::BoolOp::Or, arms) = &c.expr.node else { continue };
        let mut parts: Vec<RcPath> = Vec::new();
        for arm in arms {
            let ands = super::prep::conjuncts(Some(arm.clone()));
            let clauses: Vec<RcClause> = ands
                .into_iter()
                .map(|e| Rc::new(super::clauses::make_clause(pl, e, Relids::EMPTY, true, false)))
                .collect();
            let mut found: Vec<RcPath> = Vec::new();
            for index in indexes {
                // The arm may say what the predicate asks for (`build_paths_for_OR`).
                let said: Vec<&Expr> = clauses.iter().chain(restrict).map(|c| &c.expr).collect();
                let serves = |p: &Expr| predtest::implied_by(pl, p, &said);
                if !index.usable && !index.predicate.iter().all(serves) {
                    continue;
                }
                let mut set: ClauseSet = vec![Vec::new(); index.key_columns];
                for c in &clauses {
                    for (column, slot) in set.iter_mut().enumerate() {
                        if let Some(m) = match_clause(pl, index, column, c) {
                            slot.push(m);
                            break;
                        }
                    }
                }
                let helps = !index.usable;
                if set.iter().all(Vec::is_empty) && !helps {
                    continue;
                }
                for p in build_index_paths(pl, root, rte, index, &set, helps, false)? {
                    found.push(Rc::new(p));
                }
            }
            if found.is_empty() {
                parts.clear();
                break;
            }
            parts.push(choose_bitmap(pl, root, rte, &found));
        }
        if parts.is_empty() {
            continue;
        }
        let mut total = 0.0;
        let mut s = 0.0;
        for (i, p) in parts.iter().enumerate() {
            let (c, one) = bitmap_cost(pl, p);
            s += one;
            total += c;
            if i > 0 && !matches!(p.kind, PathKind::Index { .. }) {
                total += 100.0 * pl.costs.cpu_operator_cost;
            }
        }
        let outer = parts.iter().fold(Relids::EMPTY, |a, p| a | p.required_outer);
        out.push(combined(parts, outer, total, f64::min(s, 1.0), false));
    }
    Ok(())
}

/// Marks the columns of an expression as needed above all joins.
pub fn need_at_top(root: &mut Root, e: &Expr) {
    need_vars(root, e, Relids::RESULT);
}

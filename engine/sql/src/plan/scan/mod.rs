//! Ways to read one relation (`allpaths.c`, `indxpath.c`, `plancat.c`, `costsize.c`).
//!
//! A table can be read from its first page to its last, by `ctid`, through an index, or through a bitmap
//! that indexes filled. Each way is a [`Path`] with its cost; those not beaten in cost or order are kept.

mod bitmap;
mod cluster;
mod index_cost;
mod index_match;
mod index_paths;
mod relation;
mod row_match;
mod tid;

pub use cluster::cluster_sorts;
pub use index_match::same_collation;
pub use index_paths::{movable_to, param_clauses, param_rows, reparameterize, useful_keys_for};
pub use relation::relation_info;

use crate::analyze::RteKind;
use crate::expr::{Expr, Node};
use crate::plan::clauses::need_vars;
use crate::plan::cost::{CostSettings, QualCost, clamp_row_est};
use crate::plan::path::{add_path, set_cheapest};
use crate::plan::relids::Relids;
use crate::plan::root::{Path, PathKind, Planner, Rel, Root, Target};
use crate::plan::sel::{self, SelCtx, clauses_cost};
use index_paths::index_paths;
use relation::column_width;
use std::rc::Rc;
use storage::error::Result;
use tid::tid_paths;

/// Estimates a relation's rows and row width (`set_baserel_size_estimates`, `set_rel_width`).
pub fn set_size(pl: &mut Planner<'_>, root: &mut Root, rte: usize) {
    index_match::check_predicates(pl, root, rte);
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
    let mut whole_row = false;
    put_computed_last(&mut rel.target);
    for i in 0..rel.target.exprs.len() {
        let e = rel.target.exprs[i].clone();
        let Node::Var(v) = &e.node else {
            rel.target.width += sel::type_width(&*pl.host.session, e.type_oid, e.typmod);
            sel::expr_cost(pl, &e, &mut rel.target.cost);
            continue;
        };
        if v.attno == 0 {
            whole_row = true;
            continue;
        }
        if let Some(at) = v.placeholder() {
            let computed = root.query.rtable[rte - 1].placeholders[at].clone();
            sel::expr_cost(pl, &computed, &mut rel.target.cost);
        }
        let width = if let Some(&w) = rel.widths.get(&v.attno).filter(|w| **w > 0) {
            w
        } else if let (Some(oid), true) = (rel_oid, v.attno > 0 && v.placeholder().is_none()) {
            column_width(pl, oid, v.attno, e.type_oid, e.typmod)
        } else {
            sel::type_width(&*pl.host.session, e.type_oid, e.typmod)
        };
        rel.widths.insert(v.attno, width);
        rel.target.width += width;
    }
    if whole_row {
        let width = row_width(pl, &rel);
        rel.widths.insert(0, width);
        rel.target.width += width;
    }
    root.rels[rte] = Some(rel);
}

/// Orders the columns that a relation gives: first those of tables, then what scans compute (`PlaceHolderVar`).
pub fn put_computed_last(target: &mut Target) {
    let is_computed = |e: &Expr| matches!(&e.node, Node::Var(v) if v.placeholder().is_some());
    let mut last = target.exprs.len();
    for at in (0..last).rev() {
        if is_computed(&target.exprs[at]) {
            last -= 1;
            target.exprs[at..=last].rotate_left(1);
        }
    }
}

/// The width of a whole row: of a table, its header and all columns; otherwise the columns known so
/// far.
fn row_width(pl: &mut Planner<'_>, rel: &Rel) -> i32 {
    let header = storage::tuple::layout::T_BITS.next_multiple_of(8) as i32;
    header
        + match &rel.relation {
            Some(table) => (1i16..)
                .zip(table.desc.attrs.iter())
                .filter(|(_, a)| !a.dropped)
                .map(|(n, a)| column_width(pl, table.oid, n, a.type_oid, a.typmod))
                .sum(),
            None => rel.widths.iter().filter(|(n, _)| **n > 0).map(|(_, w)| *w).sum::<i32>(),
        }
}

/// A scan path whose cost is not computed yet.
pub fn scan_path(rel: &Rel, kind: PathKind, required_outer: Relids) -> Path {
    Path {
        kind,
        relids: rel.relids,
        target: Rc::new(rel.target.clone()),
        rows: rel.rows,
        disabled: 0,
        startup: 0.0,
        total: 0.0,
        pathkeys: Vec::new(),
        required_outer,
        param_clauses: Vec::new(),
    }
}

/// Notes that a relation gives no rows: nothing is read for it (`mark_dummy_rel`).
pub fn mark_dummy(rel: &mut Rel) {
    rel.rows = 0.0;
    rel.no_rows = true;
    rel.paths = vec![Rc::new(scan_path(rel, PathKind::Dummy, rel.lateral))];
    set_cheapest(rel);
}

/// Notes that an item of the range table gives no rows; nothing is known of its columns' widths
/// (`set_dummy_rel_pathlist`).
pub fn set_dummy(rel: &mut Rel) {
    rel.target.width = 0;
    mark_dummy(rel);
}

/// Returns the path of a sequential scan with its cost (`cost_seqscan`).
pub fn seq_scan(pl: &Planner<'_>, rel: &Rel) -> Path {
    let mut p = scan_path(rel, PathKind::SeqScan, rel.lateral);
    p.disabled = pl.costs.disabled_node(pl.costs.enable_seqscan);
    let mut startup = pl.costs.disable_cost(pl.costs.enable_seqscan);
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

/// A path for a scan with a cost per row: of a function, VALUES, a CTE or a sub-query.
pub fn simple_scan(
    costs: &CostSettings,
    rel: &Rel,
    kind: PathKind,
    startup: f64,
    more: f64,
) -> Path {
    let mut p = scan_path(rel, kind, rel.lateral);
    let q = rel.restrict_cost;
    let startup = startup + q.startup + rel.target.cost.startup;
    let mut run = (more + (costs.cpu_tuple_cost + q.per_tuple)) * rel.tuples;
    run += rel.target.cost.per_tuple * p.rows;
    p.startup = startup;
    p.total = startup + run;
    p
}

/// Adds all paths of a table.
pub fn table_paths(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    let path = seq_scan(pl, root.rel(rte));
    add_path(root.rel_mut(rte), path);
    if root.rel(rte).relation.is_some() {
        index_paths(pl, root, rte)?;
        tid_paths(pl, root, rte);
    }
    Ok(())
}

/// Marks the columns of an expression as needed above all joins.
pub fn need_at_top(root: &mut Root, e: &Expr) {
    need_vars(root, e, Relids::RESULT);
}

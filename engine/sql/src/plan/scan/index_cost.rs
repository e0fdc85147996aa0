//! What an index scan costs (`cost_index`, `btcostestimate`, `genericcostestimate`).
//!
//! The index first: how many of its entries the conditions leave, how many leaf pages hold them, and the
//! descent from the root. Then the heap, between two ends: entries in the order of the table touch each page
//! once, entries in no order touch a page each (`index_pages_fetched`). The square of the correlation that
//! ANALYZE found says where between the two a scan lies.

use super::index_match::unsaid;
use super::index_paths::{param_clauses, param_rows};
use super::scan_path;
use crate::expr::{Expr, Node};
use crate::plan::cost::{QualCost, clamp_row_est};
use crate::plan::relids::Relids;
use crate::plan::root::{
    IndexClause, IndexOpt, Path, PathKey, PathKind, Planner, RcClause, Rel, Root,
};
use crate::plan::sel::{self, SelCtx};
use std::rc::Rc;
use storage::fmgr::SelectivityEstimator;
use storage::ids::AttrNumber;
use storage::versions::ArrayScans;

/// A scan of an index that is to be costed.
pub(super) struct IndexScanOf<'a> {
    pub rte: usize,
    pub index: &'a Rc<IndexOpt>,
    /// The relations that give values to its conditions.
    pub outer: Relids,
    /// How often it is run.
    pub loops: f64,
    /// Whether the index has all columns the query asks for.
    pub only: bool,
}

/// What the index's own part of a scan costs.
struct IndexCost {
    startup: f64,
    total: f64,
    /// The part of the table's rows it leads to.
    selectivity: f64,
    /// How far the order of entries is that of rows.
    correlation: f64,
}

/// Returns the path of an index scan in the order `keys`, or (`backward`) of a backward scan, with
/// its cost (`create_index_path`, `cost_index`).
pub(super) fn index_path(
    pl: &mut Planner<'_>,
    root: &Root,
    scan: &IndexScanOf<'_>,
    clauses: Vec<IndexClause>,
    keys: Vec<PathKey>,
    backward: bool,
) -> Path {
    let IndexScanOf { rte, index, outer, only, .. } = *scan;
    let rel = root.rel(rte);
    let ppi = if outer.is_empty() { Vec::new() } else { param_clauses(pl, root, rte, outer) };
    let rows = if outer.is_empty() { rel.rows } else { param_rows(pl, root, rte, &ppi) };
    let left = left_to_check(rel, index, &clauses, &ppi);
    let cost = btree_cost(pl, root, scan, &clauses);
    let mut startup = pl.costs.disable_cost(pl.costs.enable_indexscan);
    startup += cost.startup;
    let mut run = cost.total - cost.startup;
    let tuples_fetched = clamp_row_est(cost.selectivity * rel.tuples);
    let (min_io, max_io) = heap_io(pl, root, scan, cost.selectivity, tuples_fetched);
    let csquared = cost.correlation * cost.correlation;
    run += max_io + csquared * (min_io - max_io);
    startup += left.startup;
    let mut cpu = (pl.costs.cpu_tuple_cost + left.per_tuple) * tuples_fetched;
    startup += rel.target.cost.startup;
    cpu += rel.target.cost.per_tuple * rows;
    run += cpu;
    let kind = PathKind::Index {
        index: Rc::clone(index),
        clauses,
        backward,
        only,
        index_total: cost.total,
        selectivity: cost.selectivity,
    };
    let mut p = scan_path(rel, kind, outer);
    p.rows = rows;
    p.disabled = pl.costs.disabled_node(pl.costs.enable_indexscan);
    p.startup = startup;
    p.total = startup + run;
    p.pathkeys = keys;
    p.param_clauses = ppi;
    p
}

/// The cost for each row of the conditions that the index does not check
/// (`extract_nonindex_conditions`).
fn left_to_check(
    rel: &Rel,
    index: &IndexOpt,
    clauses: &[IndexClause],
    ppi: &[RcClause],
) -> QualCost {
    let used = |c: &RcClause| clauses.iter().any(|m| !m.lossy && m.clause.makes_redundant(c));
    let mut cost = QualCost::default();
    for c in rel.restrict.iter().chain(ppi) {
        if !used(c) && !c.pseudoconstant && !index.implied.contains(&c.expr) {
            cost += c.cost;
        }
    }
    cost
}

/// The conditions that bound the part of the index read: equalities on the first columns, and what
/// follows on the next.
#[derive(Default)]
struct Boundary {
    /// Those that choose entries: without redundant ones.
    quals: Vec<Expr>,
    /// The last column bound.
    column: usize,
    /// Whether that column is bound by an equality.
    equal: bool,
    has_array: bool,
    has_null_test: bool,
    /// How many descents `= ANY` and skipped columns make.
    scans: f64,
    /// The conditions on that column, if none is an equality: the column is skipped within them.
    ranges: Vec<Expr>,
    /// Whether a skipped column was one of the table's, not an expression.
    saw_column: bool,
}

/// Which conditions bound the scan, so that it begins and ends in the index (`btcostestimate`).
fn boundary(
    pl: &mut Planner<'_>,
    root: &Root,
    scan: &IndexScanOf<'_>,
    clauses: &[IndexClause],
) -> Boundary {
    let mut b = Boundary { scans: 1.0, ..Boundary::default() };
    for m in clauses {
        if b.column != m.column {
            if b.equal && b.column + 1 == m.column {
                b.equal = false;
                b.column += 1;
                b.ranges.clear();
            } else if !pl.release.skip_scans || !skip_columns(pl, root, scan, &mut b, m.column) {
                break;
            }
        }
        for q in &m.quals {
            match &q.node {
                Node::Op(o) => b.equal |= o.op.restrict == SelectivityEstimator::Eq,
                Node::ScalarArrayOp(s) => {
                    b.has_array = true;
                    b.equal |= s.op.restrict == SelectivityEstimator::Eq;
                    b.scans *= sel::array_length(pl, &s.args[1]).max(1.0);
                }
                Node::NullTest(n) if n.is_null => {
                    b.has_null_test = true;
                    b.equal = true;
                }
                _ => {}
            }
            if !m.clause.redundant {
                b.quals.push(q.clone());
            }
            if !b.equal && b.column + 1 < scan.index.key_columns {
                b.ranges.push(q.clone());
            }
        }
    }
    b
}

/// Counts the values of the columns that a scan skips up to the next condition's column. Returns whether that condition
/// bounds the scan: not if a column's values are unknown, few of them are asked for, or there are more than the index has
/// pages (`btcostestimate` of 18).
#[inline(never)]
fn skip_columns(
    pl: &mut Planner<'_>,
    root: &Root,
    scan: &IndexScanOf<'_>,
    b: &mut Boundary,
    column: usize,
) -> bool {
    let before = b.scans;
    if std::mem::take(&mut b.equal) {
        b.column += 1;
        b.ranges.clear();
    }
    while b.column < column {
        b.has_array = true;
        b.saw_column |= matches!(scan.index.columns[b.column].node, Node::Var(_));
        let rte = b.saw_column.then_some(scan.rte);
        let data = sel::index_column(pl, scan.index, b.column, rte);
        let (mut values, guessed) = sel::num_distinct(root, &data);
        let ranges = std::mem::take(&mut b.ranges);
        let mut bounds = !guessed;
        if ranges.is_empty() {
            // The search for the first value is one more.
            values += 1.0;
        } else if bounds {
            let mut quals = unsaid(pl, scan.index, &ranges);
            quals.extend(ranges);
            let share = sel::exprs(pl, root, &quals, SelCtx::scan(scan.rte));
            bounds = share >= sel::DEFAULT_RANGE_INEQ_SEL;
            values = (values * share).round_ties_even().max(1.0);
        }
        b.scans *= values;
        if !bounds || scan.index.pages < b.scans {
            b.scans = before;
            return false;
        }
        b.column += 1;
    }
    true
}

/// Returns the cost of a B-tree index scan with these conditions (`btcostestimate`).
fn btree_cost(
    pl: &mut Planner<'_>,
    root: &Root,
    scan: &IndexScanOf<'_>,
    clauses: &[IndexClause],
) -> IndexCost {
    let IndexScanOf { rte, index, .. } = *scan;
    let tuples = root.rel(rte).tuples;
    let bound = boundary(pl, root, scan, clauses);
    let one_entry = index.unique
        && bound.column == index.key_columns - 1
        && bound.equal
        && !bound.has_array
        && !bound.has_null_test;
    let mut array_scans = None;
    let entries = if one_entry {
        1.0
    } else {
        let mut quals = unsaid(pl, index, &bound.quals);
        quals.extend(bound.quals);
        let s = sel::exprs(pl, root, &quals, SelCtx::scan(rte));
        let scans = match pl.release.array_scans {
            // Several elements may be found in one descent: not more than a third of the pages.
            ArrayScans::PerLeaf => {
                bound.scans.min((index.pages * (1.0 / 3.0)).ceil().max(1.0)).max(1.0)
            }
            ArrayScans::PerElement => bound.scans,
        };
        array_scans = Some(scans);
        (s * tuples / scans).round_ties_even()
    };
    let mut cost = generic_cost(pl, root, scan, clauses, entries, array_scans);
    cost.correlation = correlation(pl, root.rel(rte), index);
    cost
}

/// Returns the cost of an index scan by the pages it reads, and the descents that `btcostestimate`
/// adds (`genericcostestimate`).
fn generic_cost(
    pl: &mut Planner<'_>,
    root: &Root,
    scan: &IndexScanOf<'_>,
    clauses: &[IndexClause],
    mut entries: f64,
    array_scans: Option<f64>,
) -> IndexCost {
    let IndexScanOf { rte, index, loops, .. } = *scan;
    let all: Vec<Expr> = clauses.iter().flat_map(|m| &m.quals).cloned().collect();
    let mut elements = 1.0;
    for q in &all {
        if let Node::ScalarArrayOp(s) = &q.node {
            elements *= sel::array_length(pl, &s.args[1]).max(1.0);
        }
    }
    let array_scans = match pl.release.array_scans {
        ArrayScans::PerElement => elements,
        ArrayScans::PerLeaf => array_scans.unwrap_or(1.0),
    };
    let mut quals = unsaid(pl, index, &all);
    quals.extend(clauses.iter().filter(|m| !m.clause.redundant).flat_map(|m| &m.quals).cloned());
    let selectivity = sel::exprs(pl, root, &quals, SelCtx::scan(rte));
    if entries <= 0.0 {
        entries = (selectivity * root.rel(rte).tuples / array_scans).round_ties_even();
    }
    entries = entries.min(index.tuples).max(1.0);
    let pages = if index.pages > 1.0 && index.tuples > 1.0 {
        (entries * index.pages / index.tuples).ceil()
    } else {
        1.0
    };
    let costs = pl.costs.clone();
    let scans = array_scans * loops;
    let mut total = if scans > 1.0 {
        let fetched =
            costs.index_pages_fetched(pages * scans, index.pages, index.pages, root.total_pages);
        fetched * costs.random_page_cost / loops
    } else {
        pages * costs.random_page_cost
    };
    let arg_cost = arguments_cost(pl, &all);
    let mut startup = arg_cost;
    total += arg_cost;
    total += entries
        * array_scans
        * (costs.cpu_index_tuple_cost + costs.cpu_operator_cost * all.len() as f64);
    let mut descend = |cost: f64| {
        startup += cost;
        total += array_scans * cost;
    };
    if index.tuples > 1.0 {
        descend((index.tuples.ln() / 2f64.ln()).ceil() * costs.cpu_operator_cost);
    }
    descend((index.tree_height + 1.0) * 50.0 * costs.cpu_operator_cost);
    IndexCost { startup, total, selectivity, correlation: 0.0 }
}

/// The cost of computing the values that are searched for (`index_other_operands_eval_cost`).
fn arguments_cost(pl: &mut Planner<'_>, quals: &[Expr]) -> f64 {
    let mut cost = QualCost::default();
    for q in quals {
        match &q.node {
            Node::Op(o) => sel::expr_cost(pl, &o.args[1], &mut cost),
            Node::ScalarArrayOp(s) => sel::expr_cost(pl, &s.args[1], &mut cost),
            Node::RowCompare(r) => r.right.iter().for_each(|e| sel::expr_cost(pl, e, &mut cost)),
            _ => {}
        }
    }
    cost.startup + cost.per_tuple
}

/// The correlation between the index order and the heap's order; weaker if there are further
/// columns. Of an order by `~<~` it is not known.
fn correlation(pl: &mut Planner<'_>, rel: &Rel, index: &IndexOpt) -> f64 {
    if index.rel.index.as_ref().is_some_and(|i| i.keys[0].pattern_ops) {
        return 0.0;
    }
    let (owner, attno) = match (&index.columns[0].node, &rel.relation) {
        (Node::Var(v), Some(table)) => (table.oid, v.attno),
        _ => (index.rel.oid, 1),
    };
    let stats = pl.host.column_stats(owner, AttrNumber(attno));
    let Some(found) = stats.and_then(|s| s.correlation) else { return 0.0 };
    let mut correlation = f64::from(found);
    if index.rel.index.as_ref().is_some_and(|i| i.keys[0].descending) {
        correlation = -correlation;
    }
    if index.key_columns > 1 {
        correlation *= 0.75;
    }
    correlation
}

/// The cost of reading the heap, at least and at most, depending on the correlation with the index.
fn heap_io(
    pl: &Planner<'_>,
    root: &Root,
    scan: &IndexScanOf<'_>,
    selectivity: f64,
    tuples_fetched: f64,
) -> (f64, f64) {
    let (rel, index, costs) = (root.rel(scan.rte), scan.index, &pl.costs);
    let loops = scan.loops;
    let visible = |p: f64| if scan.only { (p * (1.0 - rel.allvisfrac)).ceil() } else { p };
    let fetched =
        |tuples: f64| costs.index_pages_fetched(tuples, rel.pages, index.pages, root.total_pages);
    if loops > 1.0 {
        let max = visible(fetched(tuples_fetched * loops)) * costs.random_page_cost / loops;
        let pages = (selectivity * rel.pages).ceil();
        let min = visible(fetched(pages * loops)) * costs.random_page_cost / loops;
        return (min, max);
    }
    let max = visible(fetched(tuples_fetched)) * costs.random_page_cost;
    let pages = visible((selectivity * rel.pages).ceil());
    let further = if pages > 1.0 { (pages - 1.0) * costs.seq_page_cost } else { 0.0 };
    let min = if pages > 0.0 { costs.random_page_cost + further } else { 0.0 };
    (min, max)
}

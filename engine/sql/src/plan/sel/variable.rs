//! What is known of a column or an expression: its statistics, how many values it has
//! (`examine_variable`, `get_variable_numdistinct` of `selfuncs.c`).

use super::defaults::DEFAULT_NUM_DISTINCT;
use crate::analyze::{RteKind, SortGroupClause};
use crate::expr::{Expr, Node};
use crate::plan::cost::clamp_row_est;
use crate::plan::fold::evaluate;
use crate::plan::root::{IndexOpt, Planner, Root};
use crate::plan::tree::relids;
use std::cmp::Ordering;
use std::rc::Rc;
use storage::datum::Datum;
use storage::heap::statistics::ColumnStats;
use storage::ids::{AttrNumber, Oid};
use storage::types::{self, oid};

/// What is known of an expression (`VariableStatData`).
pub struct VarData {
    pub(super) stats: Option<Rc<ColumnStats>>,
    pub(super) rte: Option<usize>,
    pub(super) unique: bool,
    pub(super) type_oid: Oid,
    pub(super) attno: Option<i16>,
    pub(super) values_rte: bool,
}

/// The expression without the casts that do not change its bytes.
pub fn strip_relabel(e: &Expr) -> &Expr {
    match &e.node {
        Node::Relabel(inner, _) => strip_relabel(inner),
        _ => e,
    }
}

/// The expression without casts that do not change its bytes, and without collations (`match_index_to_operand`).
pub fn bare_operand(e: &Expr) -> &Expr {
    match &e.node {
        Node::Relabel(inner, _) | Node::Collate(inner, _) => bare_operand(inner),
        _ => e,
    }
}

/// Returns what is known of an expression for estimates: its column and the statistics of it, and
/// whether its values are unique (`examine_variable`).
pub fn examine(pl: &Planner<'_>, root: &Root, e: &Expr) -> VarData {
    let base = bare_operand(e);
    let mut data = VarData {
        stats: None,
        rte: None,
        unique: false,
        type_oid: e.type_oid,
        attno: None,
        values_rte: false,
    };
    let ids = relids(base);
    if ids.singleton().is_some() {
        data.rte = Some(ids.singleton().unwrap_or(0));
    }
    if let Node::Var(v) = &base.node
        && v.levels_up == 0
        && v.placeholder().is_none()
        && v.rte >= 1
        && v.rte <= root.query.rtable.len()
    {
        data.attno = Some(v.attno);
        match &root.query.rtable[v.rte - 1].kind {
            RteKind::Relation { oid, .. } => {
                if v.attno > 0 {
                    data.stats = pl.host.column_stats(*oid, AttrNumber(v.attno));
                }
                if let Some(Some(rel)) = root.rels.get(v.rte) {
                    data.unique = rel.indexes.iter().any(|i| {
                        i.unique
                            && i.key_columns == 1
                            && matches!(&i.columns[0].node, Node::Var(c) if c.attno == v.attno)
                            && i.predicate.is_empty()
                    });
                }
            }
            RteKind::Values { .. } => data.values_rte = true,
            RteKind::Subquery { .. } => {
                if let Some(sub) = root.rels.get(v.rte).and_then(|r| r.as_ref()?.sub.as_ref()) {
                    look_below(pl, &sub.root.borrow(), v.attno, &mut data);
                }
            }
            RteKind::Cte { name, levels_up, self_reference: false, .. }
                if pl.release.statistics_through_with =>
            {
                if let Some(below) = pl.with_query(*levels_up, name).map(|c| &c.planned.root) {
                    look_below(pl, &below.borrow(), v.attno, &mut data);
                }
            }
            _ => {}
        }
    } else if let Some(Some(rel)) = data.rte.and_then(|r| root.rels.get(r)) {
        // An expression that an index has: ANALYZE looked at the index's column.
        for index in &rel.indexes {
            let Some(at) = index.columns.iter().position(|c| strip_relabel(c) == base) else {
                continue;
            };
            data.unique |= index.unique && index.key_columns == 1 && index.predicate.is_empty();
            // Those of a partial index say nothing of the other rows.
            if !index.predicate.is_empty() {
                continue;
            }
            data.stats = pl.host.column_stats(index.rel.oid, AttrNumber(at as i16 + 1));
            if data.stats.is_some() {
                break;
            }
        }
    }
    data
}

/// Adds what is known of a column of a planned sub-query or WITH query, counted from 1: the statistics of the table's
/// column that it is, or whether its values are unique (`examine_simple_variable`).
fn look_below(pl: &Planner<'_>, below: &Root, column: i16, data: &mut VarData) {
    let query = &below.query;
    let list = if query.returning.is_empty() { &query.target } else { &query.returning };
    let Some(shown) = list.iter().filter(|t| !t.junk).nth((column - 1).max(0) as usize) else {
        return;
    };
    if column <= 0 || query.set_operations.is_some() {
        return;
    }
    let only = |clauses: &[SortGroupClause]| {
        let [one] = clauses else { return false };
        shown.sort_group_ref > 0 && one.tle_ref == shown.sort_group_ref
    };
    if !query.group.is_empty() && !pl.release.groups_known_unique {
        return;
    }
    if !query.distinct.is_empty() {
        data.unique |= only(&query.distinct);
    } else if !query.group.is_empty() {
        data.unique |= only(&query.group);
    } else if let Node::Var(v) = &shown.expr.node
        && v.levels_up == 0
    {
        let inner = examine(pl, below, &shown.expr);
        data.stats = inner.stats;
        let table = below.query.rtable.get(v.rte.wrapping_sub(1)).map(|r| &r.kind);
        data.unique |= inner.unique && !matches!(table, Some(RteKind::Relation { .. }));
    }
}

/// Returns what is known of an index's column, counted from 0: the statistics of the table's column, or of an expression.
/// `rte`: the table, if its number of rows counts (`examine_indexcol_variable`).
pub fn index_column(
    pl: &Planner<'_>,
    index: &IndexOpt,
    column: usize,
    rte: Option<usize>,
) -> VarData {
    let (owner, attno) = match (&index.columns[column].node, &index.rel.index) {
        (Node::Var(v), Some(info)) => (info.heap, v.attno),
        _ => (index.rel.oid, column as i16 + 1),
    };
    VarData {
        stats: pl.host.column_stats(owner, AttrNumber(attno)),
        rte,
        unique: false,
        type_oid: Oid::INVALID,
        attno: None,
        values_rte: false,
    }
}

/// The rows of the relation that a column belongs to.
pub(super) fn rel_tuples(root: &Root, data: &VarData) -> Option<f64> {
    root.rels.get(data.rte?)?.as_ref().map(|r| r.tuples)
}

/// Returns how many different values an expression has, and whether that is only the default
/// (`get_variable_numdistinct`).
pub fn num_distinct(root: &Root, data: &VarData) -> (f64, bool) {
    let null_frac = data.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
    let mut distinct = if let Some(s) = &data.stats {
        f64::from(s.n_distinct)
    } else if data.type_oid == oid::BOOL {
        2.0
    } else if data.values_rte || data.attno == Some(-1) {
        -1.0
    } else if data.attno == Some(-6) {
        1.0
    } else {
        0.0
    };
    if data.unique {
        distinct = -(1.0 - null_frac);
    }
    if distinct > 0.0 {
        return (clamp_row_est(distinct), false);
    }
    let Some(tuples) = rel_tuples(root, data).filter(|&t| t > 0.0) else {
        return (DEFAULT_NUM_DISTINCT, true);
    };
    if distinct < 0.0 {
        return (clamp_row_est(-distinct * tuples), false);
    }
    if tuples < DEFAULT_NUM_DISTINCT {
        return (clamp_row_est(tuples), false);
    }
    (DEFAULT_NUM_DISTINCT, true)
}

/// The share of NULLs in a column.
pub(super) fn null_frac(pl: &Planner<'_>, root: &Root, e: &Expr) -> f64 {
    examine(pl, root, e).stats.map_or(0.0, |s| f64::from(s.null_frac))
}

/// The value of an expression that is constant during the statement.
pub(super) fn const_value(pl: &mut Planner<'_>, e: &Expr) -> Option<Datum> {
    if let Node::Const(d) = &e.node {
        return Some(d.clone());
    }
    if !relids(e).is_empty()
        || crate::plan::fold::has_exec_param(e)
        || crate::plan::prep::contains_volatile(e)
        || crate::plan::tree::any(e, &|e| {
            matches!(e.node, Node::SubPlan(_) | Node::Param(_) | Node::Aggref(_) | Node::SubLink(_))
        })
    {
        return None;
    }
    let value = evaluate(&mut pl.host, e);
    pl.kept(value)
}

/// The value detoasted.
pub(super) fn detoasted(pl: &mut Planner<'_>, type_oid: Oid, d: &Datum) -> Datum {
    if types::info(type_oid).is_some_and(|t| t.len == -1)
        && let Ok(bytes) = pl.host.detoast(d)
    {
        return Datum::varlena(&bytes);
    }
    d.clone()
}

/// Whether two values are both words, or both bytes; only then they can be compared.
pub(super) fn same_form(b: &Datum, sample: &Datum) -> bool {
    matches!((b, sample), (Datum::Word(_), Datum::Word(_)) | (Datum::Ref(_), Datum::Ref(_)))
}

/// Returns the smallest and largest value in the statistics (`get_variable_range`).
pub(super) fn variable_range(data: &VarData, e: &Expr) -> Option<(Datum, Datum)> {
    let stats = data.stats.as_ref()?;
    let mut range = match (stats.histogram.first(), stats.histogram.last()) {
        (Some(a), Some(b)) => Some((a.clone(), b.clone())),
        _ => None,
    };
    let common: f64 = stats.most_common.iter().map(|(_, f)| f64::from(*f)).sum();
    if range.is_some() || common + f64::from(stats.null_frac) > 0.99999 {
        for (v, _) in &stats.most_common {
            let (low, high) = range.get_or_insert_with(|| (v.clone(), v.clone()));
            if types::compare(e.type_oid, e.collation, v, low) == Ordering::Less {
                *low = v.clone();
            }
            if types::compare(e.type_oid, e.collation, v, high) == Ordering::Greater {
                *high = v.clone();
            }
        }
    }
    range
}

/// The share of NULLs in a column, and that of its most common value.
pub fn frequencies(data: &VarData) -> (f64, f64) {
    match &data.stats {
        Some(s) => {
            (f64::from(s.null_frac), s.most_common.first().map_or(0.0, |(_, f)| f64::from(*f)))
        }
        None => (0.0, 0.0),
    }
}

/// The relation that a column belongs to.
pub fn rel_of<'a>(root: &'a Root, data: &VarData) -> Option<&'a crate::plan::root::Rel> {
    root.rels.get(data.rte?)?.as_ref()
}

//! A condition on one relation (`restriction_selectivity`: `eqsel`, `scalarltsel`, `likesel`).

use super::SelCtx;
use super::arrays::{self, ArrayTest};
use super::defaults::{DEFAULT_EQ_SEL, DEFAULT_INEQ_SEL, DEFAULT_MATCH_SEL, clamp};
use super::histogram::{histogram_ineq, in_type_of, scalar_ineq};
use super::variable::{
    VarData, const_value, detoasted, examine, num_distinct, rel_of, rel_tuples, same_form,
};
use crate::expr::{Expr, OpCall};
use crate::functions::regex::{Flags, functions as regex};
use crate::plan::clauses::family;
use crate::plan::pattern::{self, Probe};
use crate::plan::relids::Relids;
use crate::plan::root::{Planner, Rel, Root};
use crate::plan::scan::same_collation;
use crate::plan::tree::relids;
use std::cmp::Ordering;
use storage::datum::Datum;
use storage::fmgr::SelectivityEstimator;
use storage::heap::statistics::ColumnStats;
use storage::ids::{ItemPointer, Oid};
use storage::types::array::{Array, element_type};
use storage::types::{self, oid};

/// Whether the expression is an array.
fn is_array(e: &Expr) -> bool {
    element_type(e.type_oid).is_valid()
}

/// Returns the share of the rows that an operator keeps, by the estimator `restrict`
/// (`restriction_selectivity`).
pub(super) fn restriction(
    pl: &mut Planner<'_>,
    root: &Root,
    o: &OpCall,
    restrict: SelectivityEstimator,
    ctx: SelCtx,
) -> f64 {
    if restrict == SelectivityEstimator::No {
        return 0.5;
    }
    let default = match restrict {
        SelectivityEstimator::Eq => DEFAULT_EQ_SEL,
        SelectivityEstimator::Ne => 1.0 - DEFAULT_EQ_SEL,
        SelectivityEstimator::Like => DEFAULT_MATCH_SEL,
        SelectivityEstimator::Cont if is_array(&o.args[0]) => arrays::default(o.op.name),
        SelectivityEstimator::Cont => 0.01,
        _ => DEFAULT_INEQ_SEL,
    };
    if o.args.len() != 2 {
        return default;
    }
    let own = |e: &Expr| match ctx.rel {
        0 => relids(e),
        rte => relids(e) & Relids::single(rte),
    };
    let (left, right) = (own(&o.args[0]), own(&o.args[1]));
    let (var, other, on_left) = match (left.len(), right.len()) {
        (1, 0) => (&o.args[0], &o.args[1], true),
        (0, 1) => (&o.args[1], &o.args[0], false),
        _ => return default,
    };
    let data = examine(pl, root, var);
    let value = const_value(pl, other);
    let negated = o.op.name.starts_with("!~");
    if restrict == SelectivityEstimator::Like || negated {
        if !on_left {
            return default;
        }
        let Some(d) = value else { return default };
        if d.is_null() {
            return 0.0;
        }
        return pattern_sel(pl, root, o, &data, &d, negated);
    }
    match restrict {
        SelectivityEstimator::Cont if is_array(var) => {
            let test = match (o.op.name, on_left) {
                ("&&", _) => ArrayTest::Any,
                ("@>", true) | ("<@", false) => ArrayTest::All,
                _ => ArrayTest::Only,
            };
            match value {
                None => default,
                Some(Datum::Null) => 0.0,
                Some(d) => {
                    let Ok(bytes) = pl.host.detoast(&d) else { return default };
                    let array = Array::from_payload(&bytes);
                    let element = array.element.oid;
                    arrays::selectivity(&data, element, var.collation, array.values, test)
                }
            }
        }
        SelectivityEstimator::Cont if var.type_oid == oid::JSONB => {
            let Some(d) = value else { return default };
            if d.is_null() {
                return 0.0;
            }
            let probe = Probe { call: o, on_left, value: &d };
            let stats = data.stats.clone();
            clamp(probe.selectivity(pl, stats.as_deref(), default))
        }
        SelectivityEstimator::Eq | SelectivityEstimator::Ne => {
            let negate = restrict == SelectivityEstimator::Ne;
            equality(pl, root, &data, value.as_ref(), (var, other), negate)
        }
        SelectivityEstimator::Lt
        | SelectivityEstimator::Le
        | SelectivityEstimator::Gt
        | SelectivityEstimator::Ge => {
            let Some(d) = value else { return DEFAULT_INEQ_SEL };
            if d.is_null() {
                return 0.0;
            }
            let mut gt = matches!(restrict, SelectivityEstimator::Gt | SelectivityEstimator::Ge);
            let eq = matches!(restrict, SelectivityEstimator::Le | SelectivityEstimator::Ge);
            if !on_left {
                gt = !gt;
            }
            let Some(stats) = data.stats.clone() else {
                return match (data.attno, rel_of(root, &data)) {
                    (Some(-1), Some(rel)) => ctid_ineq(rel, gt, eq, &d),
                    _ => DEFAULT_INEQ_SEL,
                };
            };
            let d = detoasted(pl, other.type_oid, &d);
            // The histogram is in the order of the column's type and collation (`comparison_ops_are_compatible`).
            let column = family(super::strip_relabel(var).type_oid);
            let sorted = !o.op.name.starts_with('~')
                && family(var.type_oid) == column
                && same_collation(super::bare_operand(var).collation, &o.args);
            scalar_ineq(pl, root, &data, &stats, var, gt, eq, sorted, (&d, other.type_oid))
        }
        SelectivityEstimator::Like | SelectivityEstimator::Cont => default,
        SelectivityEstimator::No => 0.5,
    }
}

/// The selectivity of a column compared with a value by `=` or `<>` (`eqsel_internal`,
/// `var_eq_const`, `var_eq_non_const`). `negate`: for `<>`.
fn equality(
    pl: &mut Planner<'_>,
    root: &Root,
    data: &VarData,
    value: Option<&Datum>,
    (var, other): (&Expr, &Expr),
    negate: bool,
) -> f64 {
    let nulls = data.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
    let tuples = rel_tuples(root, data);
    let mut s = match value {
        Some(Datum::Null) => return 0.0,
        _ if data.unique && tuples.is_some_and(|t| t >= 1.0) => 1.0 / tuples.unwrap_or(1.0),
        Some(d) => match &data.stats {
            Some(stats) => {
                let d = detoasted(pl, other.type_oid, d);
                let d = in_type_of(var.type_oid, other.type_oid, d);
                eq_const(root, data, stats, var.type_oid, &d)
            }
            None => 1.0 / num_distinct(root, data).0,
        },
        None => match &data.stats {
            Some(stats) => {
                let mut s = 1.0 - nulls;
                let n = num_distinct(root, data).0;
                if n > 1.0 {
                    s /= n;
                }
                if let Some((_, f)) = stats.most_common.first()
                    && s > f64::from(*f)
                {
                    s = f64::from(*f);
                }
                s
            }
            None => 1.0 / num_distinct(root, data).0,
        },
    };
    if negate {
        s = 1.0 - s - nulls;
    }
    clamp(s)
}

/// The share of a table that lies before a TID, or (`gt`) after it; `eq`: or at it. All pages but
/// the last count as equally full (`scalarineqsel` for `ctid`, which has no statistics).
fn ctid_ineq(rel: &Rel, gt: bool, eq: bool, place: &Datum) -> f64 {
    let Ok(six) = <[u8; 6]>::try_from(&place.bytes()[..]) else { return DEFAULT_INEQ_SEL };
    if rel.pages == 0.0 {
        return 1.0;
    }
    let tid = ItemPointer::from_bytes(six);
    let mut block = f64::from(tid.block.0);
    let pages = rel.pages - 0.5;
    let mut density = rel.tuples / pages;
    if block >= rel.pages - 1.0 {
        density *= 0.5;
    }
    if density > 0.0 {
        block += (f64::from(tid.offset.0) / density).min(1.0);
    }
    let mut part = block / pages;
    if eq == gt && rel.tuples >= 1.0 {
        part -= 1.0 / rel.tuples;
    }
    clamp(if gt { 1.0 - part } else { part })
}

/// Returns the share of rows that match a pattern, or (`negated`) do not (`patternsel_common`).
fn pattern_sel(
    pl: &mut Planner<'_>,
    root: &Root,
    o: &OpCall,
    data: &VarData,
    value: &Datum,
    negated: bool,
) -> f64 {
    let mut positive = o.clone();
    if negated {
        let Some(op) = crate::plan::fold::negator(o.op) else { return 1.0 - DEFAULT_MATCH_SEL };
        positive.op = op;
    }
    let var = &o.args[0];
    let Ok(bytes) = pl.host.detoast(value) else { return DEFAULT_MATCH_SEL };
    let op = positive.op.name;
    if matches!(op, "~" | "~*") {
        let flags = Flags { ignore_case: op == "~*", ..Flags::default() };
        pl.kept(regex::compile(&String::from_utf8_lossy(&bytes), flags));
    }
    let prefix = pattern::fixed_prefix(op, &bytes);
    let stats = data.stats.clone();
    let nulls = stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
    let first = Datum::varlena(&prefix.bytes);
    let equal = |root: &Root| match &stats {
        _ if data.unique && rel_tuples(root, data).is_some_and(|t| t >= 1.0) => {
            1.0 / rel_tuples(root, data).unwrap_or(1.0)
        }
        Some(stats) => eq_const(root, data, stats, var.type_oid, &first),
        None => 1.0 / num_distinct(root, data).0,
    };
    let mut s = if prefix.exact {
        equal(root)
    } else {
        let mut guess = prefix.rest;
        if !prefix.bytes.is_empty() {
            let mut bound = |gt: bool, value: &Datum| {
                let stats = stats.as_ref()?;
                let holds = |v: &Datum| {
                    same_form(value, v)
                        && match types::compare(var.type_oid, var.collation, v, value) {
                            Ordering::Less => !gt,
                            Ordering::Equal => gt,
                            Ordering::Greater => gt,
                        }
                };
                histogram_ineq(pl, root, data, stats, var, gt, gt, (value, var.type_oid), &holds)
            };
            guess *= match bound(true, &first) {
                None => DEFAULT_MATCH_SEL,
                Some(low) => {
                    let high = pattern::greater(&prefix.bytes)
                        .and_then(|g| bound(false, &Datum::varlena(&g)));
                    high.map_or(low, |high| high + low - 1.0).max(equal(root))
                }
            };
        }
        let probe = Probe { call: &positive, on_left: true, value };
        probe.selectivity(pl, stats.as_deref(), guess)
    };
    if negated {
        s = 1.0 - s - nulls;
    }
    clamp(s)
}

/// Returns the share of rows that equal a constant (`var_eq_const`).
pub(super) fn eq_const(
    root: &Root,
    data: &VarData,
    stats: &ColumnStats,
    type_oid: Oid,
    value: &Datum,
) -> f64 {
    let nulls = f64::from(stats.null_frac);
    let found = stats
        .most_common
        .iter()
        .find(|(v, _)| same_form(value, v) && types::equal(type_oid, v, value));
    clamp(match found {
        Some((_, f)) => f64::from(*f),
        None => {
            let common: f64 = stats.most_common.iter().map(|(_, f)| f64::from(*f)).sum();
            let mut s = clamp(1.0 - common - nulls);
            let others = num_distinct(root, data).0 - stats.most_common.len() as f64;
            if others > 1.0 {
                s /= others;
            }
            if let Some((_, last)) = stats.most_common.last()
                && s > f64::from(*last)
            {
                s = f64::from(*last);
            }
            s
        }
    })
}

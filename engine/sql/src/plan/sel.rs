//! How many rows a condition leaves (`clausesel.c`, `selfuncs.c`).

use super::cost::{QualCost, clamp_row_est};
use super::fold::evaluate;
use super::pattern::{self, Probe};
use super::relids::Relids;
use super::root::{Planner, RcClause, Root};
use super::tree::{children, pull_vars, relids};
use crate::analyze::{JoinType, RteKind};
use crate::expr::{BoolOp, BoolTestKind, Expr, FuncRef, Node, OpCall};
use std::cmp::Ordering;
use std::rc::Rc;
use storage::datum::Datum;
use storage::fmgr::{Restrict, Volatility};
use storage::heap::statistics::ColumnStats;
use storage::ids::{AttrNumber, Oid};
use storage::types::{self, oid};

const DEFAULT_EQ_SEL: f64 = 0.005;
const DEFAULT_INEQ_SEL: f64 = 0.333_333_333_333_333_3;
const DEFAULT_RANGE_INEQ_SEL: f64 = 0.005;
const DEFAULT_MATCH_SEL: f64 = 0.005;
const DEFAULT_UNK_SEL: f64 = 0.005;
const DEFAULT_NUM_DISTINCT: f64 = 200.0;

/// Which estimate is wanted (`varRelid`, `jointype`, `sjinfo` of the server's functions).
#[derive(Clone, Copy)]
pub struct SelCtx {
    /// Only this RTE's columns count as variables (0: all).
    pub rel: usize,
    /// How the join counts its left rows.
    pub kind: JoinType,
    /// Left and right sides when a join is estimated.
    pub sides: Option<(Relids, Relids)>,
}

impl SelCtx {
    /// For restrictions of one relation.
    pub fn restriction() -> SelCtx {
        SelCtx { rel: 0, kind: JoinType::Inner, sides: None }
    }
    /// For a scan whose other sides are given.
    pub fn scan(rel: usize) -> SelCtx {
        SelCtx { rel, kind: JoinType::Inner, sides: None }
    }
}

/// What is known of an expression (`VariableStatData`).
pub struct VarData {
    stats: Option<Rc<ColumnStats>>,
    rte: Option<usize>,
    unique: bool,
    type_oid: Oid,
    attno: Option<i16>,
    values_rte: bool,
}

fn clamp(p: f64) -> f64 {
    p.clamp(0.0, 1.0)
}

/// Strips what does not change the value.
pub fn strip_relabel(e: &Expr) -> &Expr {
    match &e.node {
        Node::Relabel(inner, _) => strip_relabel(inner),
        _ => e,
    }
}

/// `examine_variable`
pub fn examine(pl: &Planner<'_>, root: &Root, e: &Expr) -> VarData {
    let base = strip_relabel(e);
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
            RteKind::Subquery { query, .. } => {
                // DISTINCT or GROUP BY on just this column makes it unique.
                let tle =
                    query.target.iter().filter(|t| !t.junk).nth((v.attno - 1).max(0) as usize);
                if let Some(tle) = tle {
                    let one = |c: &[crate::analyze::SortGroupClause]| {
                        c.len() == 1 && c[0].tle_ref == tle.sort_group_ref && tle.sort_group_ref > 0
                    };
                    data.unique = (one(&query.distinct) && !query.has_distinct_on)
                        || (query.distinct.is_empty() && one(&query.group));
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
            data.stats = pl.host.column_stats(index.rel.oid, AttrNumber(at as i16 + 1));
            if data.stats.is_some() {
                break;
            }
        }
    }
    data
}

fn rel_tuples(root: &Root, data: &VarData) -> Option<f64> {
    root.rels.get(data.rte?)?.as_ref().map(|r| r.tuples)
}

/// `get_variable_numdistinct`: the number, and whether it is only the default.
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

/// The selectivity of clauses that must all hold (`clauselist_selectivity`).
pub fn clauses(pl: &mut Planner<'_>, root: &Root, list: &[RcClause], ctx: SelCtx) -> f64 {
    let exprs: Vec<&Expr> = list.iter().map(|c| &c.expr).collect();
    let pseudo: Vec<bool> = list.iter().map(|c| c.pseudoconstant).collect();
    list_sel(pl, root, &exprs, &pseudo, ctx)
}

/// The same over plain expressions.
pub fn exprs(pl: &mut Planner<'_>, root: &Root, list: &[Expr], ctx: SelCtx) -> f64 {
    let refs: Vec<&Expr> = list.iter().collect();
    list_sel(pl, root, &refs, &vec![false; refs.len()], ctx)
}

struct Range {
    var: Expr,
    low: Option<f64>,
    high: Option<f64>,
}

fn list_sel(
    pl: &mut Planner<'_>,
    root: &Root,
    list: &[&Expr],
    pseudo: &[bool],
    ctx: SelCtx,
) -> f64 {
    if list.len() == 1 {
        return if pseudo[0] && !matches!(list[0].node, Node::Const(_)) {
            1.0
        } else {
            clause(pl, root, list[0], ctx)
        };
    }
    let mut s = 1.0;
    let mut ranges: Vec<Range> = Vec::new();
    for (e, &pseudo) in list.iter().zip(pseudo) {
        if pseudo {
            if let Node::Const(_) = e.node {
                s *= clause(pl, root, e, ctx);
            }
            continue;
        }
        let one = clause(pl, root, e, ctx);
        if let Node::Op(o) = &e.node
            && o.args.len() == 2
            && matches!(o.op.restrict, Restrict::Lt | Restrict::Le | Restrict::Gt | Restrict::Ge)
        {
            let (left, right) = (relids(&o.args[0]), relids(&o.args[1]));
            let single = (left | right).singleton().is_some();
            let varonleft = if single && right.is_empty() {
                Some(true)
            } else if single && left.is_empty() {
                Some(false)
            } else {
                None
            };
            if let Some(on_left) = varonleft {
                let lt = matches!(o.op.restrict, Restrict::Lt | Restrict::Le);
                let var = if on_left { &o.args[0] } else { &o.args[1] };
                let is_low = lt != on_left;
                let at = match ranges.iter().position(|r| r.var == *var) {
                    Some(at) => at,
                    None => {
                        ranges.push(Range { var: var.clone(), low: None, high: None });
                        ranges.len() - 1
                    }
                };
                let slot = if is_low { &mut ranges[at].low } else { &mut ranges[at].high };
                *slot = Some(slot.map_or(one, |old: f64| old.min(one)));
                continue;
            }
        }
        s *= one;
    }
    for r in ranges.into_iter().rev() {
        match (r.low, r.high) {
            (Some(low), Some(high)) => {
                let both = if low == DEFAULT_INEQ_SEL || high == DEFAULT_INEQ_SEL {
                    DEFAULT_RANGE_INEQ_SEL
                } else {
                    let mut both = high + low - 1.0;
                    both += null_frac(pl, root, &r.var);
                    if both <= 0.0 {
                        both = if both < -0.01 { DEFAULT_RANGE_INEQ_SEL } else { 1.0e-10 };
                    }
                    both
                };
                s *= both;
            }
            (Some(one), None) | (None, Some(one)) => s *= one,
            (None, None) => {}
        }
    }
    s
}

fn null_frac(pl: &Planner<'_>, root: &Root, e: &Expr) -> f64 {
    examine(pl, root, e).stats.map_or(0.0, |s| f64::from(s.null_frac))
}

fn is_join_clause(e: &Expr, ctx: SelCtx) -> bool {
    ctx.rel == 0 && ctx.sides.is_some() && relids(e).len() > 1
}

/// `clause_selectivity`
pub fn clause(pl: &mut Planner<'_>, root: &Root, e: &Expr, ctx: SelCtx) -> f64 {
    match &e.node {
        Node::Const(d) => f64::from(u8::from(!d.is_null() && d.as_bool())),
        Node::Var(_) => bool_var(pl, root, e),
        Node::Bool(BoolOp::Not, a) => 1.0 - clause(pl, root, &a[0], ctx),
        Node::Bool(BoolOp::And, a) => {
            let refs: Vec<&Expr> = a.iter().collect();
            list_sel(pl, root, &refs, &vec![false; refs.len()], ctx)
        }
        Node::Bool(BoolOp::Or, a) => {
            let mut s = 0.0;
            for arm in a {
                let one = clause(pl, root, arm, ctx);
                s = s + one - s * one;
            }
            s
        }
        Node::Op(o) => {
            if is_join_clause(e, ctx) {
                join_sel(pl, root, o, ctx)
            } else {
                restriction(pl, root, o, o.op.restrict, ctx)
            }
        }
        Node::Distinct(o) => {
            1.0 - if is_join_clause(e, ctx) {
                join_sel(pl, root, o, ctx)
            } else {
                restriction(pl, root, o, Restrict::Eq, ctx)
            }
        }
        Node::ScalarArrayOp(s) => {
            let elements = array_elements(pl, &s.args[1]);
            let element_type = s.op.right;
            let eq = s.op.restrict == Restrict::Eq;
            let ne = s.op.restrict == Restrict::Ne;
            match elements {
                Some(values) => {
                    let mut total = if s.use_or { 0.0 } else { 1.0 };
                    let mut disjoint = total;
                    for v in values {
                        let o = OpCall {
                            op: s.op,
                            args: vec![
                                s.args[0].clone(),
                                match v {
                                    ArrayItem::Const(d) => Expr {
                                        node: Node::Const(d),
                                        type_oid: element_type,
                                        typmod: -1,
                                        collation: s.args[1].collation,
                                        location: -1,
                                    },
                                    ArrayItem::Expr(e) => e,
                                },
                            ],
                        };
                        let one = restriction(pl, root, &o, s.op.restrict, ctx);
                        if s.use_or {
                            total = total + one - total * one;
                            if eq {
                                disjoint += one;
                            }
                        } else {
                            total *= one;
                            if ne {
                                disjoint += one - 1.0;
                            }
                        }
                    }
                    if ((s.use_or && eq) || (!s.use_or && ne)) && (0.0..=1.0).contains(&disjoint) {
                        total = disjoint;
                    }
                    clamp(total)
                }
                None => {
                    let o = OpCall {
                        op: s.op,
                        args: vec![s.args[0].clone(), unknown_value(element_type)],
                    };
                    let one = restriction(pl, root, &o, s.op.restrict, ctx);
                    let mut total = if s.use_or { 0.0 } else { 1.0 };
                    for _ in 0..10 {
                        total = if s.use_or { total + one - total * one } else { total * one };
                    }
                    clamp(total)
                }
            }
        }
        Node::NullTest(n) => {
            let data = examine(pl, root, &n.arg);
            let s = if let Some(stats) = &data.stats {
                let f = f64::from(stats.null_frac);
                if n.is_null { f } else { 1.0 - f }
            } else if data.attno.is_some_and(|a| a < 0) {
                if n.is_null { 0.0 } else { 1.0 }
            } else if n.is_null {
                DEFAULT_UNK_SEL
            } else {
                1.0 - DEFAULT_UNK_SEL
            };
            clamp(s)
        }
        Node::BooleanTest(kind, arg) => {
            let t = clause(pl, root, arg, ctx);
            match kind {
                BoolTestKind::IsUnknown => DEFAULT_UNK_SEL,
                BoolTestKind::IsNotUnknown => 1.0 - DEFAULT_UNK_SEL,
                BoolTestKind::IsTrue | BoolTestKind::IsNotFalse => t,
                BoolTestKind::IsFalse | BoolTestKind::IsNotTrue => 1.0 - t,
            }
        }
        Node::Relabel(a, _) | Node::CoerceToDomain(a, _) => clause(pl, root, a, ctx),
        Node::Func(_) => 0.333_333_3,
        Node::RowCompare(_) => DEFAULT_INEQ_SEL,
        _ => bool_var(pl, root, e),
    }
}

fn bool_var(pl: &Planner<'_>, root: &Root, e: &Expr) -> f64 {
    let data = examine(pl, root, e);
    match &data.stats {
        Some(stats) => eq_const(root, &data, stats, e.type_oid, &Datum::bool(true), false),
        None => 0.5,
    }
}

fn unknown_value(type_oid: Oid) -> Expr {
    Expr {
        node: Node::Param(crate::expr::Param::Exec(usize::MAX)),
        type_oid,
        typmod: -1,
        collation: Oid::INVALID,
        location: -1,
    }
}

/// An element of an IN list.
pub enum ArrayItem {
    /// Known.
    Const(Datum),
    /// Not known.
    Expr(Expr),
}

/// The elements of an array that is a constant or an ARRAY[...].
pub fn array_elements(pl: &mut Planner<'_>, e: &Expr) -> Option<Vec<ArrayItem>> {
    match &strip_relabel(e).node {
        Node::Const(d @ Datum::Ref(_)) => {
            let bytes = pl.host.detoast(d).ok()?;
            let array = types::array::Array::from_payload(&bytes);
            Some(array.values.into_iter().map(ArrayItem::Const).collect())
        }
        Node::Array(a) if !a.multi_dims => Some(
            a.elements
                .iter()
                .map(|e| match &e.node {
                    Node::Const(d) => ArrayItem::Const(d.clone()),
                    _ => ArrayItem::Expr(e.clone()),
                })
                .collect(),
        ),
        _ => None,
    }
}

/// `estimate_array_length`
pub fn array_length(pl: &mut Planner<'_>, e: &Expr) -> f64 {
    array_elements(pl, e).map_or(10.0, |v| v.len() as f64)
}

fn restriction(
    pl: &mut Planner<'_>,
    root: &Root,
    o: &OpCall,
    restrict: Restrict,
    ctx: SelCtx,
) -> f64 {
    if restrict == Restrict::No {
        return 0.5;
    }
    let default = match restrict {
        Restrict::Eq => DEFAULT_EQ_SEL,
        Restrict::Ne => 1.0 - DEFAULT_EQ_SEL,
        Restrict::Like => DEFAULT_MATCH_SEL,
        Restrict::Cont => 0.01,
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
    if restrict == Restrict::Like || negated {
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
        Restrict::Cont if var.type_oid == oid::JSONB => {
            let Some(d) = value else { return default };
            if d.is_null() {
                return 0.0;
            }
            let probe = Probe { call: o, on_left, value: &d };
            let stats = data.stats.clone();
            clamp(probe.selectivity(pl, stats.as_deref(), default))
        }
        Restrict::Eq | Restrict::Ne => {
            let negate = restrict == Restrict::Ne;
            let nulls = data.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
            let tuples = rel_tuples(root, &data);
            let mut s = match &value {
                Some(Datum::Null) => return 0.0,
                _ if data.unique && tuples.is_some_and(|t| t >= 1.0) => 1.0 / tuples.unwrap_or(1.0),
                Some(d) => match &data.stats {
                    Some(stats) => {
                        let d = detoasted(pl, other.type_oid, d);
                        eq_const(root, &data, stats, var.type_oid, &d, false)
                    }
                    None => 1.0 / num_distinct(root, &data).0,
                },
                None => match &data.stats {
                    Some(stats) => {
                        let mut s = 1.0 - nulls;
                        let n = num_distinct(root, &data).0;
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
                    None => 1.0 / num_distinct(root, &data).0,
                },
            };
            if negate {
                s = 1.0 - s - nulls;
            }
            clamp(s)
        }
        Restrict::Lt | Restrict::Le | Restrict::Gt | Restrict::Ge => {
            let Some(d) = value else { return DEFAULT_INEQ_SEL };
            if d.is_null() {
                return 0.0;
            }
            let mut gt = matches!(restrict, Restrict::Gt | Restrict::Ge);
            let eq = matches!(restrict, Restrict::Le | Restrict::Ge);
            if !on_left {
                gt = !gt;
            }
            let Some(stats) = data.stats.clone() else { return DEFAULT_INEQ_SEL };
            let d = detoasted(pl, other.type_oid, &d);
            scalar_ineq(root, &data, &stats, var, gt, eq, &d)
        }
        Restrict::Like | Restrict::Cont => default,
        Restrict::No => 0.5,
    }
}

/// `patternsel_common`
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
        let Some(op) = super::fold::negator(o.op) else { return 1.0 - DEFAULT_MATCH_SEL };
        positive.op = op;
    }
    let var = &o.args[0];
    let Ok(bytes) = pl.host.detoast(value) else { return DEFAULT_MATCH_SEL };
    let prefix = pattern::fixed_prefix(positive.op.name, &bytes);
    let stats = data.stats.clone();
    let nulls = stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
    let first = Datum::varlena(&prefix.bytes);
    let equal = |root: &Root| match &stats {
        _ if data.unique && rel_tuples(root, data).is_some_and(|t| t >= 1.0) => {
            1.0 / rel_tuples(root, data).unwrap_or(1.0)
        }
        Some(stats) => eq_const(root, data, stats, var.type_oid, &first, false),
        None => 1.0 / num_distinct(root, data).0,
    };
    let mut s = if prefix.exact {
        equal(root)
    } else {
        let mut guess = prefix.rest;
        if !prefix.bytes.is_empty() {
            let bound = |gt: bool, value: &Datum| {
                let stats = stats.as_ref()?;
                let holds = |v: &Datum| {
                    same_form(value, v)
                        && match types::compare(var.type_oid, var.collation, v, value) {
                            Ordering::Less => !gt,
                            Ordering::Equal => gt,
                            Ordering::Greater => gt,
                        }
                };
                histogram_ineq(root, data, stats, var, gt, gt, value, &holds)
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

/// The value of a constant or of what is constant during the statement.
fn const_value(pl: &mut Planner<'_>, e: &Expr) -> Option<Datum> {
    if let Node::Const(d) = &e.node {
        return Some(d.clone());
    }
    if !relids(e).is_empty()
        || super::fold::has_exec_param(e)
        || super::prep::contains_volatile(e)
        || super::tree::any(e, &|e| {
            matches!(e.node, Node::SubPlan(_) | Node::Param(_) | Node::Aggref(_) | Node::SubLink(_))
        })
    {
        return None;
    }
    evaluate(pl.host, e).ok()
}

fn detoasted(pl: &mut Planner<'_>, type_oid: Oid, d: &Datum) -> Datum {
    if types::info(type_oid).is_some_and(|t| t.len == -1)
        && let Ok(bytes) = pl.host.detoast(d)
    {
        return Datum::varlena(&bytes);
    }
    d.clone()
}

/// Whether two values are both words, or both bytes: only such are compared.
fn same_form(b: &Datum, sample: &Datum) -> bool {
    matches!((b, sample), (Datum::Word(_), Datum::Word(_)) | (Datum::Ref(_), Datum::Ref(_)))
}

fn eq_const(
    root: &Root,
    data: &VarData,
    stats: &ColumnStats,
    type_oid: Oid,
    value: &Datum,
    negate: bool,
) -> f64 {
    let nulls = f64::from(stats.null_frac);
    let found = stats
        .most_common
        .iter()
        .find(|(v, _)| same_form(value, v) && types::equal(type_oid, v, value));
    let mut s = match found {
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
    };
    if negate {
        s = 1.0 - s - nulls;
    }
    clamp(s)
}

/// `scalarineqsel`
fn scalar_ineq(
    root: &Root,
    data: &VarData,
    stats: &ColumnStats,
    var: &Expr,
    gt: bool,
    eq: bool,
    value: &Datum,
) -> f64 {
    let holds = |v: &Datum| {
        if !same_form(value, v) {
            return false;
        }
        match types::compare(var.type_oid, var.collation, v, value) {
            Ordering::Less => !gt,
            Ordering::Equal => eq,
            Ordering::Greater => gt,
        }
    };
    let mut mcv = 0.0;
    let mut common = 0.0;
    for (v, f) in &stats.most_common {
        if holds(v) {
            mcv += f64::from(*f);
        }
        common += f64::from(*f);
    }
    let mut s = 1.0 - f64::from(stats.null_frac) - common;
    s *= histogram_ineq(root, data, stats, var, gt, eq, value, &holds).unwrap_or(0.5);
    clamp(s + mcv)
}

#[allow(clippy::too_many_arguments)]
fn histogram_ineq(
    root: &Root,
    data: &VarData,
    stats: &ColumnStats,
    var: &Expr,
    gt: bool,
    eq: bool,
    value: &Datum,
    holds: &dyn Fn(&Datum) -> bool,
) -> Option<f64> {
    let h = &stats.histogram;
    if h.len() < 2 {
        return None;
    }
    let (mut low, mut high) = (0, h.len());
    while low < high {
        let probe = (low + high) / 2;
        if holds(&h[probe]) != gt {
            low = probe + 1;
        } else {
            high = probe;
        }
    }
    let i = low;
    let frac = if i == 0 {
        0.0
    } else if i >= h.len() {
        1.0
    } else {
        let mut eq_sel = 0.0;
        if i == 1 || gt == eq {
            let others = num_distinct(root, data).0 - stats.most_common.len() as f64;
            if others > 1.0 {
                eq_sel = 1.0 / others;
            }
        }
        let bin = match (
            scalar(var.type_oid, value),
            scalar(var.type_oid, &h[i - 1]),
            scalar(var.type_oid, &h[i]),
        ) {
            (Some(v), Some(lo), Some(hi)) => {
                if hi <= lo {
                    0.5
                } else if v <= lo {
                    0.0
                } else if v >= hi {
                    1.0
                } else {
                    (v - lo) / (hi - lo)
                }
            }
            _ => string_bin(var.type_oid, value, &h[i - 1], &h[i]).unwrap_or(0.5),
        };
        let mut frac = ((i - 1) as f64 + bin) / (h.len() - 1) as f64;
        if i == 1 {
            frac += eq_sel * (1.0 - bin);
        }
        if gt == eq {
            frac -= eq_sel;
        }
        frac
    };
    let s = if gt { 1.0 - frac } else { frac };
    // The server looks the actual extremes up in an index when the probe ends at a bound.
    let cutoff = 0.01 / (h.len() - 1) as f64;
    Some(s.clamp(cutoff, 1.0 - cutoff))
}

/// `convert_to_scalar` for types that are numbers.
fn scalar(type_oid: Oid, d: &Datum) -> Option<f64> {
    if type_oid == oid::NUMERIC {
        let Datum::Ref(_) = d else { return None };
        return Some(types::numeric::Numeric::from_payload(types::payload(d)).to_f64_lossy());
    }
    let Datum::Word(w) = d else { return None };
    Some(match type_oid {
        oid::FLOAT4 => f64::from(f32::from_bits(*w as u32)),
        oid::FLOAT8 => f64::from_bits(*w),
        oid::OID | oid::REGCLASS | oid::XID => *w as u32 as f64,
        _ => *w as i64 as f64,
    })
}

/// `convert_string_to_scalar` for text-like types.
fn string_bin(type_oid: Oid, v: &Datum, lo: &Datum, hi: &Datum) -> Option<f64> {
    if !matches!(type_oid, oid::TEXT | oid::VARCHAR | oid::BPCHAR | oid::NAME | oid::BYTEA) {
        return None;
    }
    let (v, lo, hi) = (types::payload(v), types::payload(lo), types::payload(hi));
    let mut range_lo = 255u8;
    let mut range_hi = 0u8;
    if type_oid == oid::BYTEA {
        (range_lo, range_hi) = (0, 255);
    } else {
        for &c in lo.iter().chain(hi) {
            range_lo = range_lo.min(c);
            range_hi = range_hi.max(c);
        }
        let overlaps = |a: u8, b: u8| range_lo <= b && range_hi >= a;
        let (mut l, mut h) = (range_lo, range_hi);
        for (a, b) in [(b'A', b'Z'), (b'a', b'z'), (b'0', b'9')] {
            if overlaps(a, b) {
                l = l.min(a);
                h = h.max(b);
            }
        }
        (range_lo, range_hi) = (l, h);
        if range_lo >= range_hi {
            (range_lo, range_hi) = (b' ', 127);
        }
    }
    let mut skip = 0;
    while skip < lo.len()
        && skip < hi.len()
        && skip < v.len()
        && lo[skip] == hi[skip]
        && lo[skip] == v[skip]
    {
        skip += 1;
    }
    let base = f64::from(range_hi) - f64::from(range_lo) + 1.0;
    let number = |s: &[u8]| {
        let mut n = 0.0;
        let mut unit = base;
        for &c in s[skip.min(s.len())..].iter().take(12) {
            let c = f64::from(c);
            let c = c.clamp(f64::from(range_lo) - 1.0, f64::from(range_hi) + 1.0);
            n += (c - f64::from(range_lo)) / unit;
            unit *= base;
        }
        n
    };
    let (v, lo, hi) = (number(v), number(lo), number(hi));
    Some(if hi <= lo {
        0.5
    } else if v <= lo {
        0.0
    } else if v >= hi {
        1.0
    } else {
        (v - lo) / (hi - lo)
    })
}

/// `get_variable_range`: the least and the greatest value that statistics know of.
fn variable_range(data: &VarData, e: &Expr) -> Option<(Datum, Datum)> {
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

/// `mergejoinscansel`: where a merge starts and ends on the left and on the right side.
pub fn merge_scan(
    pl: &Planner<'_>,
    root: &Root,
    o: &OpCall,
    descending: bool,
    nulls_first: bool,
) -> Option<((f64, f64), (f64, f64))> {
    let (left, right) = (&o.args[0], &o.args[1]);
    let (dl, dr) = (examine(pl, root, left), examine(pl, root, right));
    let (mut lr, mut rr) = (variable_range(&dl, left)?, variable_range(&dr, right)?);
    if descending {
        std::mem::swap(&mut lr.0, &mut lr.1);
        std::mem::swap(&mut rr.0, &mut rr.1);
    }
    let part = |data: &VarData, e: &Expr, eq: bool, value: &Datum| {
        let stats = data.stats.as_ref()?;
        Some(scalar_ineq(root, data, stats, e, descending, eq, value))
            .filter(|s| *s != DEFAULT_INEQ_SEL)
    };
    let mut left_end = part(&dl, left, true, &rr.1).unwrap_or(1.0);
    let mut right_end = part(&dr, right, true, &lr.1).unwrap_or(1.0);
    if left_end > right_end {
        left_end = 1.0;
    } else if left_end < right_end {
        right_end = 1.0;
    } else {
        (left_end, right_end) = (1.0, 1.0);
    }
    let mut left_start = part(&dl, left, false, &rr.0).unwrap_or(0.0);
    let mut right_start = part(&dr, right, false, &lr.0).unwrap_or(0.0);
    if left_start < right_start {
        left_start = 0.0;
    } else if left_start > right_start {
        right_start = 0.0;
    } else {
        (left_start, right_start) = (0.0, 0.0);
    }
    if nulls_first {
        let nulls = |d: &VarData| d.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
        let (l, r) = (nulls(&dl), nulls(&dr));
        (left_start, left_end) = (clamp(left_start + l), clamp(left_end + l));
        (right_start, right_end) = (clamp(right_start + r), clamp(right_end + r));
    }
    if left_start >= left_end {
        (left_start, left_end) = (0.0, 1.0);
    }
    if right_start >= right_end {
        (right_start, right_end) = (0.0, 1.0);
    }
    Some(((left_start, left_end), (right_start, right_end)))
}

/// `eqjoinsel` and the defaults of the other join estimators.
fn join_sel(pl: &mut Planner<'_>, root: &Root, o: &OpCall, ctx: SelCtx) -> f64 {
    match o.op.restrict {
        Restrict::Eq | Restrict::Ne => {}
        Restrict::Lt | Restrict::Le | Restrict::Gt | Restrict::Ge => return DEFAULT_INEQ_SEL,
        Restrict::Like => return DEFAULT_MATCH_SEL,
        Restrict::Cont => return 0.01,
        Restrict::No => return 0.5,
    }
    let (left_side, right_side) = ctx.sides.unwrap_or_default();
    let mut a = &o.args[0];
    let mut b = &o.args[1];
    let reversed =
        relids(a).is_subset(right_side) && !relids(a).is_empty() && relids(b).is_subset(left_side);
    if reversed {
        std::mem::swap(&mut a, &mut b);
    }
    let da = examine(pl, root, a);
    let db = examine(pl, root, b);
    let (na, default_a) = num_distinct(root, &da);
    let (nb, default_b) = num_distinct(root, &db);
    let inner = eq_join_inner(&da, &db, na, nb, a.type_oid);
    let s = match ctx.kind {
        JoinType::Semi | JoinType::Anti => {
            let inner_rel = root.find_rel(right_side).map_or(f64::INFINITY, |r| r.rows);
            eq_join_semi(&da, &db, na, nb, default_a, default_b, inner_rel, a.type_oid, root)
                .min(inner_rel * inner)
        }
        _ => inner,
    };
    clamp(if o.op.restrict == Restrict::Ne {
        let nulls = da.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
        if matches!(ctx.kind, JoinType::Semi | JoinType::Anti) { 1.0 - nulls } else { 1.0 - s }
    } else {
        s
    })
}

fn eq_join_inner(a: &VarData, b: &VarData, na: f64, nb: f64, type_oid: Oid) -> f64 {
    let null_a = a.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
    let null_b = b.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
    if let (Some(sa), Some(sb)) = (&a.stats, &b.stats)
        && !sa.most_common.is_empty()
        && !sb.most_common.is_empty()
    {
        let (ma, mb) = (&sa.most_common, &sb.most_common);
        let mut used = vec![false; mb.len()];
        let mut matched_a = vec![false; ma.len()];
        let mut product = 0.0;
        let mut matches = 0.0;
        for (i, (va, fa)) in ma.iter().enumerate() {
            for (j, (vb, fb)) in mb.iter().enumerate() {
                if !used[j] && same_form(va, vb) && types::equal(type_oid, va, vb) {
                    used[j] = true;
                    matched_a[i] = true;
                    product += f64::from(*fa) * f64::from(*fb);
                    matches += 1.0;
                    break;
                }
            }
        }
        let product = clamp(product);
        let sum = |m: &[(Datum, f32)], hit: &[bool], want: bool| -> f64 {
            clamp(
                m.iter()
                    .zip(hit)
                    .filter(|(_, h)| **h == want)
                    .map(|((_, f), _)| f64::from(*f))
                    .sum(),
            )
        };
        let match_a = sum(ma, &matched_a, true);
        let unmatch_a = sum(ma, &matched_a, false);
        let match_b = sum(mb, &used, true);
        let unmatch_b = sum(mb, &used, false);
        let other_a = clamp(1.0 - null_a - match_a - unmatch_a);
        let other_b = clamp(1.0 - null_b - match_b - unmatch_b);
        let mut total_a = product;
        if nb > mb.len() as f64 {
            total_a += unmatch_a * other_b / (nb - mb.len() as f64);
        }
        if nb > matches {
            total_a += other_a * (other_b + unmatch_b) / (nb - matches);
        }
        let mut total_b = product;
        if na > ma.len() as f64 {
            total_b += unmatch_b * other_a / (na - ma.len() as f64);
        }
        if na > matches {
            total_b += other_b * (other_a + unmatch_a) / (na - matches);
        }
        return total_a.min(total_b);
    }
    let s = (1.0 - null_a) * (1.0 - null_b);
    if na > nb { s / na } else { s / nb }
}

#[allow(clippy::too_many_arguments)]
fn eq_join_semi(
    a: &VarData,
    b: &VarData,
    na: f64,
    nb: f64,
    default_a: bool,
    default_b: bool,
    inner_rows: f64,
    type_oid: Oid,
    root: &Root,
) -> f64 {
    let null_a = a.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
    let mut nb = nb;
    let mut default_b = default_b;
    if let Some(rte) = b.rte
        && let Some(Some(rel)) = root.rels.get(rte)
        && nb >= rel.rows
    {
        nb = rel.rows;
        default_b = false;
    }
    if nb >= inner_rows {
        nb = inner_rows;
        default_b = false;
    }
    if let (Some(sa), Some(sb)) = (&a.stats, &b.stats)
        && !sa.most_common.is_empty()
        && !sb.most_common.is_empty()
    {
        let take = sb.most_common.len().min(nb.ceil() as usize);
        let mut used = vec![false; take];
        let mut match_freq = 0.0;
        let mut matches = 0.0;
        for (va, fa) in &sa.most_common {
            for (j, (vb, _)) in sb.most_common.iter().take(take).enumerate() {
                if !used[j] && same_form(va, vb) && types::equal(type_oid, va, vb) {
                    used[j] = true;
                    match_freq += f64::from(*fa);
                    matches += 1.0;
                    break;
                }
            }
        }
        let match_freq = clamp(match_freq);
        let uncertain_frac = if !default_a && !default_b {
            let (na, nb) = (na - matches, nb - matches);
            if na <= nb || nb < 0.0 { 1.0 } else { nb / na }
        } else {
            0.5
        };
        let uncertain = clamp(1.0 - match_freq - null_a);
        return match_freq + uncertain_frac * uncertain;
    }
    if !default_a && !default_b {
        if na <= nb || nb < 0.0 { 1.0 - null_a } else { (nb / na) * (1.0 - null_a) }
    } else {
        0.5 * (1.0 - null_a)
    }
}

/// `estimate_num_groups`
pub fn num_groups(pl: &Planner<'_>, root: &Root, groups: &[Expr], input_rows: f64) -> f64 {
    num_groups_default(pl, root, groups, input_rows).0
}

/// The same, and whether a default was used.
pub fn num_groups_default(
    pl: &Planner<'_>,
    root: &Root,
    groups: &[Expr],
    input_rows: f64,
) -> (f64, bool) {
    let input_rows = clamp_row_est(input_rows);
    if groups.is_empty() {
        return (1.0, false);
    }
    let mut used_default = false;
    let mut distinct = 1.0;
    let mut vars: Vec<(Expr, f64)> = Vec::new();
    let mut srf_multiplier = 1.0f64;
    for e in groups {
        srf_multiplier = srf_multiplier.max(set_rows(e));
        if e.type_oid == oid::BOOL {
            distinct *= 2.0;
            continue;
        }
        let data = examine(pl, root, e);
        let stripped = strip_relabel(e);
        if matches!(stripped.node, Node::Var(_)) || data.stats.is_some() {
            add_var(root, &mut vars, stripped, &data, &mut used_default);
            continue;
        }
        let mut found = Vec::new();
        pull_vars(e, false, false, &mut found);
        if found.is_empty() {
            if super::prep::contains_volatile(e) {
                return (input_rows, used_default);
            }
            continue;
        }
        for v in found {
            let data = examine(pl, root, &v);
            add_var(root, &mut vars, &v, &data, &mut used_default);
        }
    }
    if vars.is_empty() {
        distinct *= srf_multiplier;
        return (distinct.min(input_rows).ceil().max(1.0).min(input_rows.max(1.0)), used_default);
    }
    while let Some(first) = vars.first() {
        let rel = relids(&first.0);
        let (mine, rest): (Vec<_>, Vec<_>) =
            vars.iter().cloned().partition(|(v, _)| relids(v) == rel);
        vars = rest;
        let mut rel_distinct = 1.0;
        let mut max = 1.0f64;
        for (_, n) in &mine {
            rel_distinct *= n;
            max = max.max(*n);
        }
        let Some(r) = root.find_rel(rel) else {
            distinct *= rel_distinct;
            continue;
        };
        if r.tuples > 0.0 {
            let mut cap = r.tuples;
            if mine.len() > 1 {
                cap *= 0.1;
                if cap < max {
                    cap = max.min(r.tuples);
                }
            }
            if rel_distinct > cap {
                rel_distinct = cap;
            }
            if rel_distinct > 0.0 && r.rows < r.tuples {
                rel_distinct *=
                    1.0 - ((r.tuples - r.rows) / r.tuples).powf(r.tuples / rel_distinct);
            }
            rel_distinct = clamp_row_est(rel_distinct);
            distinct *= rel_distinct;
        }
    }
    distinct *= srf_multiplier;
    distinct = distinct.ceil();
    (distinct.clamp(1.0, input_rows.max(1.0)), used_default)
}

fn add_var(
    root: &Root,
    vars: &mut Vec<(Expr, f64)>,
    e: &Expr,
    data: &VarData,
    used_default: &mut bool,
) {
    let (n, default) = num_distinct(root, data);
    *used_default |= default;
    if !vars.iter().any(|(v, _)| v == e) {
        vars.push((e.clone(), n));
    }
}

/// Rows a set-returning expression gives (`expression_returns_set_rows`).
pub fn set_rows(e: &Expr) -> f64 {
    let mut rows = match &e.node {
        Node::Func(f) if f.returns_set => clamp_row_est(function_rows(f)),
        _ => 1.0,
    };
    for c in children(e) {
        rows = f64::max(rows, set_rows(c));
    }
    rows
}

fn const_f64(e: &Expr) -> Option<f64> {
    match (&e.node, e.type_oid) {
        (Node::Const(Datum::Word(w)), oid::INT4 | oid::INT8 | oid::INT2) => Some(*w as i64 as f64),
        _ => None,
    }
}

/// `get_function_rows`
fn function_rows(f: &crate::expr::FuncCall) -> f64 {
    let name = f.func.name();
    match name.as_str() {
        "generate_series" if f.args.len() >= 2 && f.args[0].type_oid != oid::NUMERIC => {
            let null = |e: &Expr| matches!(e.node, Node::Const(Datum::Null));
            if f.args.iter().any(null) {
                return 0.0;
            }
            let step = match f.args.get(2) {
                None => Some(1.0),
                Some(s) => const_f64(s),
            };
            match (const_f64(&f.args[0]), const_f64(&f.args[1]), step) {
                (Some(start), Some(finish), Some(step)) if step != 0.0 => {
                    ((finish - start + step) / step).floor()
                }
                _ => 1000.0,
            }
        }
        "unnest" => match &strip_relabel(&f.args[0]).node {
            Node::Array(a) => a.elements.len() as f64,
            Node::Const(d @ Datum::Ref(_)) => {
                types::array::Array::from_payload(types::payload(d)).values.len() as f64
            }
            Node::Const(Datum::Null) => 0.0,
            _ => 10.0,
        },
        "json_array_elements"
        | "json_array_elements_text"
        | "json_object_keys"
        | "json_each"
        | "json_each_text"
        | "json_populate_recordset"
        | "json_to_recordset"
        | "jsonb_array_elements"
        | "jsonb_array_elements_text"
        | "jsonb_object_keys"
        | "jsonb_each"
        | "jsonb_each_text"
        | "jsonb_populate_recordset"
        | "jsonb_to_recordset"
        | "pg_available_extensions" => 100.0,
        "regexp_matches" => {
            if f.args.len() == 2 {
                1.0
            } else {
                10.0
            }
        }
        "pg_get_keywords" => 500.0,
        "pg_options_to_table" => 3.0,
        "pg_config" => 23.0,
        _ => 1000.0,
    }
}

/// `cost_qual_eval_walker`: what evaluating an expression costs.
pub fn expr_cost(pl: &mut Planner<'_>, e: &Expr, out: &mut QualCost) {
    let op = pl.costs.cpu_operator_cost;
    match &e.node {
        Node::Func(f) => {
            let factor = match &f.func {
                FuncRef::Sql(_) => 100.0,
                FuncRef::Builtin(b) => match b.name {
                    "obj_description" | "col_description" | "shobj_description" => 100.0,
                    "pg_get_keywords"
                    | "pg_table_is_visible"
                    | "pg_type_is_visible"
                    | "pg_function_is_visible"
                    | "pg_relation_is_updatable" => 10.0,
                    _ => 1.0,
                },
                FuncRef::Cast(..) => 1.0,
            };
            out.per_tuple += factor * op;
        }
        Node::Op(_) | Node::Distinct(_) | Node::NullIf(_) => out.per_tuple += op,
        Node::ScalarArrayOp(s) => {
            let n = array_length(pl, &s.args[1]);
            let hashed = s.use_or
                && s.op.restrict == Restrict::Eq
                && matches!(s.args[1].node, Node::Const(_))
                && n >= 9.0;
            if hashed {
                out.startup += n * op;
                out.per_tuple += 2.0 * op;
            } else {
                out.per_tuple += op * n * 0.5;
            }
        }
        Node::Aggref(_) | Node::WindowFunc(_) => return,
        Node::Grouping(_) => {
            out.per_tuple += op;
            return;
        }
        Node::CoerceViaIO(..) => out.per_tuple += 2.0 * op,
        Node::ArrayCoerce(arg, elem, _) => {
            let mut per = QualCost::default();
            let elem = (**elem).clone();
            expr_cost(pl, &elem, &mut per);
            out.startup += per.startup;
            if per.per_tuple > 0.0 {
                let arg = (**arg).clone();
                out.per_tuple += per.per_tuple * array_length(pl, &arg);
            }
        }
        Node::RowCompare(r) => out.per_tuple += op * r.ops.len() as f64,
        Node::MinMax(..) | Node::SqlValue(_) | Node::CoerceToDomain(..) | Node::NextValue(_) => {
            out.per_tuple += op;
        }
        Node::SubPlan(s) => {
            if let Some((startup, per_call)) = super::sub::subplan_cost(pl, s) {
                out.startup += startup;
                out.per_tuple += per_call;
            }
            return;
        }
        _ => {}
    }
    for c in children(e) {
        expr_cost(pl, c, out);
    }
}

/// The cost of several expressions (`cost_qual_eval`).
pub fn exprs_cost<'a>(pl: &mut Planner<'_>, list: impl IntoIterator<Item = &'a Expr>) -> QualCost {
    let mut total = QualCost::default();
    for e in list {
        expr_cost(pl, e, &mut total);
    }
    total
}

/// The cost of clauses.
pub fn clauses_cost(list: &[RcClause]) -> QualCost {
    let mut total = QualCost::default();
    for c in list {
        total += c.cost;
    }
    total
}

/// `get_typavgwidth`
pub fn type_width(type_oid: Oid, typmod: i32) -> i32 {
    let Some(info) = types::info(type_oid) else { return 32 };
    if info.len > 0 {
        return i32::from(info.len);
    }
    if typmod < 0 {
        return 32;
    }
    let max = match type_oid {
        oid::BPCHAR | oid::VARCHAR => (typmod - 4).saturating_mul(4).saturating_add(4),
        oid::NUMERIC => {
            // numeric_maximum_size: digits of 4, a header of 8.
            let precision = ((typmod - 4) >> 16) & 0xffff;
            let digits = (precision + 6) / 4;
            8 + digits * 2
        }
        oid::BIT | oid::VARBIT => (typmod + 7) / 8 + 8,
        _ => return 32,
    };
    if type_oid == oid::BPCHAR || max <= 32 {
        max
    } else if max < 1000 {
        32 + (max - 32) / 2
    } else {
        32 + (1000 - 32) / 2
    }
}

/// Whether a volatility keeps a comparison out of an index.
pub fn indexable_value(e: &Expr, own: Relids) -> bool {
    !relids(e).overlaps(own)
        && !super::prep::contains_volatile(e)
        && super::prep::volatility(e) != Some(Volatility::Volatile)
}

/// The part of NULLs, and of the most common value.
pub fn frequencies(data: &VarData) -> (f64, f64) {
    match &data.stats {
        Some(s) => {
            (f64::from(s.null_frac), s.most_common.first().map_or(0.0, |(_, f)| f64::from(*f)))
        }
        None => (0.0, 0.0),
    }
}

/// The relation a variable belongs to.
pub fn rel_of<'a>(root: &'a Root, data: &VarData) -> Option<&'a super::root::Rel> {
    root.rels.get(data.rte?)?.as_ref()
}

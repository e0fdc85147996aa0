//! What the aggregates of a query cost (`prepagg.c`: `get_agg_clause_costs`).
//!
//! Simplified: what `pg_aggregate` says of each is written down here.

use crate::analyze::{CatalogView, TypeFacts};
use crate::expr::{Expr, Node};
use crate::plan::cost::QualCost;
use crate::plan::prep::contains_volatile;
use crate::plan::root::Planner;
use crate::plan::sel;
use storage::ids::Oid;
use storage::page::layout::maxalign;
use storage::types::{self, oid};

/// What is known of an aggregate: whether it has a final function, and its state's size
/// (`pg_aggregate`; 0 for by-value states).
fn agg_facts(view: &dyn CatalogView, name: &str, arg: Option<Oid>, result: Oid) -> (bool, f64) {
    let by_val = |t: Oid| types::info(t).is_some_and(|i| i.by_val) || view.is_enum(t);
    let varlena = 32.0 + 2.0 * 8.0;
    match name {
        "count" => (false, 0.0),
        "sum" => match arg {
            Some(oid::INT2 | oid::INT4 | oid::FLOAT4 | oid::FLOAT8) => (false, 0.0),
            Some(oid::INT8) => (true, 48.0),
            Some(oid::NUMERIC) => (true, 128.0),
            _ => (false, 16.0),
        },
        "avg" => match arg {
            Some(oid::INT8) => (true, 48.0),
            Some(oid::NUMERIC) => (true, 128.0),
            _ => (true, varlena),
        },
        "min" | "max" | "bool_and" | "bool_or" | "every" | "bit_and" | "bit_or" | "bit_xor" => {
            if by_val(result) {
                (false, 0.0)
            } else {
                (false, f64::from(sel::type_width(view, result, -1)) + 16.0)
            }
        }
        n if n.starts_with("stddev") || n.starts_with("var") => match arg {
            Some(oid::INT2 | oid::INT4 | oid::INT8 | oid::NUMERIC) => (true, 128.0),
            _ => (true, varlena),
        },
        _ => (true, 8192.0),
    }
}

/// Which transition function several aggregates have (`pg_aggregate`): equal ones over equal input share a state.
fn shared_transition(name: &str, arg: Option<Oid>) -> Option<char> {
    match (name, arg) {
        ("avg", _) | ("sum", Some(oid::INT8 | oid::NUMERIC)) => Some('a'),
        _ if name.starts_with("stddev") || name.starts_with("var") => match arg {
            Some(oid::FLOAT4 | oid::FLOAT8) => Some('a'),
            _ => Some('v'),
        },
        ("regr_count", _) => None,
        ("corr", _) => Some('r'),
        _ if name.starts_with("regr_") || name.starts_with("covar_") => Some('r'),
        _ => None,
    }
}

/// What an aggregate call computes its state from, if others share their state with it (`find_compatible_trans`).
pub fn shared_input(e: &Expr) -> Option<impl PartialEq + use<'_>> {
    let Node::Aggref(a) = &e.node else { return None };
    let arg = a.args.iter().find(|t| !t.junk).map(|t| t.expr.type_oid);
    let kind = shared_transition(&a.func.name(), arg).filter(|_| !contains_volatile(e))?;
    Some((kind, &a.args, &a.order, &a.distinct, &a.filter))
}

pub(super) struct AggCosts {
    pub(super) trans: QualCost,
    pub(super) finals: QualCost,
    pub(super) space: f64,
    pub(super) count: usize,
}

/// Returns the cost of the transition and final functions of some aggregates, counting equal ones, and the states that
/// they share (`find_compatible_trans`), once, and the bytes of their states (`get_agg_clause_costs`).
pub(super) fn agg_costs(pl: &mut Planner<'_>, aggs: &[Expr]) -> AggCosts {
    let op = pl.costs.cpu_operator_cost;
    let mut c =
        AggCosts { trans: QualCost::default(), finals: QualCost::default(), space: 0.0, count: 0 };
    let mut seen: Vec<&Expr> = Vec::new();
    let mut states = Vec::new();
    for e in aggs {
        if seen.contains(&e) && !contains_volatile(e) {
            continue;
        }
        seen.push(e);
        let Node::Aggref(a) = &e.node else { continue };
        let arg = a.args.iter().find(|t| !t.junk).map(|t| t.expr.type_oid);
        let name = a.func.name();
        let (has_final, space) = agg_facts(&*pl.host.session, &name, arg, e.type_oid);
        if has_final {
            c.finals.per_tuple += op;
        }
        if let Some(input) = shared_input(e) {
            if states.contains(&input) {
                continue;
            }
            states.push(input);
        }
        c.count += 1;
        c.trans.per_tuple += op;
        for t in &a.args {
            sel::expr_cost(pl, &t.expr, &mut c.trans);
        }
        if let Some(f) = &a.filter {
            sel::expr_cost(pl, f, &mut c.trans);
        }
        if space > 0.0 && space != 8192.0 && arg != Some(oid::NUMERIC) && arg != Some(oid::INT8) {
            // A by-reference state: its width plus what the allocator adds.
            c.space += maxalign(space as usize) as f64;
        } else {
            c.space += space;
        }
    }
    c
}

/// Collects the aggregate calls of an expression.
pub(super) fn collect_aggs(e: &Expr, out: &mut Vec<Expr>) {
    if matches!(&e.node, Node::Aggref(a) if a.levels_up == 0) {
        if contains_volatile(e) || !out.contains(e) {
            out.push(e.clone());
        }
        return;
    }
    for c in crate::plan::tree::children(e) {
        collect_aggs(c, out);
    }
}

//! How many rows a set-returning function gives (`get_function_rows`, the support functions).

use super::elements::column_length;
use super::variable::strip_relabel;
use crate::expr::{Expr, FuncRef, Node};
use crate::plan::cost::clamp_row_est;
use crate::plan::fold::fold;
use crate::plan::root::Planner;
use crate::plan::tree::children;
use storage::datum::Datum;
use storage::types::datetime::Interval;
use storage::types::numeric::Numeric;
use storage::types::{self, oid};

/// The number of rows that a set-returning expression is estimated to return
/// (`expression_returns_set_rows`).
pub fn set_rows(pl: &Planner<'_>, e: &Expr) -> f64 {
    let mut rows = match &e.node {
        Node::Func(f) if f.returns_set => clamp_row_est(function_rows(pl, f)),
        _ => 1.0,
    };
    for c in children(e) {
        rows = f64::max(rows, set_rows(pl, c));
    }
    rows
}

/// As [`set_rows`], where calls of stable functions count as constant too (`estimate_expression_value`).
#[inline(never)]
pub fn estimated_set_rows(pl: &mut Planner<'_>, e: &Expr) -> f64 {
    let mut e = e.clone();
    let _ = fold(&mut pl.host, &mut e, true);
    set_rows(pl, &e)
}

/// How many rows `generate_series` gives for constants, `None` where that is not known (`generate_series_int8_support`,
/// `generate_series_numeric_support`, `generate_series_timestamp_support`).
#[inline(never)]
fn series_rows(args: &[Expr]) -> Option<f64> {
    let mut values = Vec::new();
    for a in args {
        match &a.node {
            Node::Const(Datum::Null) => return Some(0.0),
            Node::Const(d) => values.push(d),
            _ => {}
        }
    }
    if values.len() < args.len() {
        return None;
    }
    let (start, finish, step) = (values[0], values[1], values.get(2));
    match args[0].type_oid {
        oid::NUMERIC => numeric_rows(start, finish, step.copied()),
        oid::TIMESTAMP | oid::TIMESTAMPTZ => time_rows(start.as_i64(), finish.as_i64(), step?),
        _ => {
            let step = step.map_or(1.0, |d| d.as_i64() as f64);
            let way = finish.as_i64() as f64 - start.as_i64() as f64;
            (step != 0.0).then(|| ((way + step) / step).floor())
        }
    }
}

/// How many rows a series of numeric values has; `None` where the step is 0 or the number infinite.
#[inline(never)]
fn numeric_rows(start: &Datum, finish: &Datum, step: Option<&Datum>) -> Option<f64> {
    let number = |d: &Datum| Numeric::from_payload(types::payload(d));
    let step = step.map_or_else(|| Numeric::from_i64(1), number);
    let steps = number(finish).sub(&number(start)).div_trunc(&step).ok()?;
    steps.is_finite().then(|| steps.to_f64_lossy() + 1.0)
}

/// How many rows a series of timestamps has; `None` where the step is 0 or an end infinite.
#[inline(never)]
fn time_rows(start: i64, finish: i64, step: &Datum) -> Option<f64> {
    let step = Interval::from_datum(step).span() as f64;
    let way = finish.checked_sub(start).filter(|_| {
        step != 0.0 && ![i64::MIN, i64::MAX].iter().any(|e| [start, finish].contains(e))
    })?;
    Some((way as f64 / step + 1.0).floor())
}

/// Returns how many rows a set-returning function is expected to return (`get_function_rows`).
fn function_rows(pl: &Planner<'_>, f: &crate::expr::FuncCall) -> f64 {
    if let FuncRef::Sql(created) = &f.func {
        return created.rows;
    }
    let name = f.func.name();
    match name.as_str() {
        "generate_series"
            if matches!(f.args[0].type_oid, oid::INT4 | oid::INT8)
                || pl.release.all_series_estimated =>
        {
            series_rows(&f.args).unwrap_or(1000.0)
        }
        "unnest" => match &strip_relabel(&f.args[0]).node {
            Node::Array(a) => a.elements.len() as f64,
            Node::Const(d @ Datum::Ref(_)) => {
                types::array::Array::from_payload(types::payload(d)).values.len() as f64
            }
            Node::Const(Datum::Null) => 0.0,
            _ => column_length(pl, &f.args[0]),
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
        // They return a row, not a set of rows.
        "jsonb_to_record" | "json_to_record" => 1.0,
        "pg_get_keywords" => 500.0,
        "pg_options_to_table" => 3.0,
        "pg_config" => 23.0,
        _ => 1000.0,
    }
}

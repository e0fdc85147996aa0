//! How many rows a set-returning function gives (`get_function_rows`, the support functions).

use super::elements::column_length;
use super::variable::strip_relabel;
use crate::expr::{Expr, FuncRef, Node};
use crate::plan::cost::clamp_row_est;
use crate::plan::root::Planner;
use crate::plan::tree::children;
use storage::datum::Datum;
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

/// The constant as a number.
fn const_f64(e: &Expr) -> Option<f64> {
    match (&e.node, e.type_oid) {
        (Node::Const(Datum::Word(w)), oid::INT4 | oid::INT8 | oid::INT2) => Some(*w as i64 as f64),
        _ => None,
    }
}

/// Returns how many rows a set-returning function is expected to return (`get_function_rows`).
fn function_rows(pl: &Planner<'_>, f: &crate::expr::FuncCall) -> f64 {
    if let FuncRef::Sql(created) = &f.func {
        return created.rows;
    }
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

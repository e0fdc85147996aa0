//! Calls of functions in SQL become what the functions are: an expression (`inline_function` in clauses.c) or, in FROM, a
//! query (`inline_set_returning_function`).
//!
//! ```text
//! CREATE FUNCTION next(int) RETURNS int LANGUAGE sql AS 'SELECT $1 + 1';
//! WHERE next(a) = 5     becomes   WHERE a + 1 = 5
//! ```

use super::cost::function_cost;
use super::fold::written_in_sql;
use super::prep::{contains_nonstrict, contains_sublink, contains_volatile, volatility};
use super::tree::{any, rewrite, walk};
use crate::analyze::{CommandType, CreatedFunction, Query};
use crate::expr::{Expr, FuncRef, Node, Param};
use crate::host::Host;
use std::rc::Rc;
use storage::error::{PgError, Result};
use storage::fmgr::Volatility;
use storage::ids::Oid;
use storage::types::oid;

/// Replaces a call of a function in SQL by its expression, if the function is one SELECT of an expression and the call means
/// the same then. Returns the function, which must be ended with `end_inlining` when its expression is folded.
///
/// # Errors
///
/// Those of the function's text, with their context.
#[inline(never)]
pub fn inline_call(host: &mut Host<'_>, e: &mut Expr) -> Result<Option<Rc<CreatedFunction>>> {
    let (args, f) = match &e.node {
        Node::Func(call) => match &call.func {
            FuncRef::Sql(f) => (&call.args, Rc::clone(f)),
            FuncRef::Builtin(b) => {
                let Some(f) = built_in(e, b.args, b.ret, b.strict, b.volatility) else {
                    return Ok(None);
                };
                (&call.args, f)
            }
            FuncRef::Cast(..) => return Ok(None),
        },
        Node::Op(o) => {
            let op = o.op;
            let Some(f) = built_in(e, &[op.left, op.right], op.ret, op.strict, op.volatility)
            else {
                return Ok(None);
            };
            (&o.args, f)
        }
        _ => return Ok(None),
    };
    if f.language != "sql" || f.returns_set || f.ret == oid::RECORD {
        return Ok(None);
    }
    if args.len() != f.args.len() || args.iter().any(depends_on_context) {
        return Ok(None);
    }
    let Some((f, query)) = query_of(host, &f, args)? else { return Ok(None) };
    let Some(mut expr) = expression(&f, query, args) else {
        host.end_inlining();
        return Ok(None);
    };
    if e.collation.is_valid() && expr.collation.is_valid() && expr.collation != e.collation {
        expr.node = Node::Collate(Box::new(expr.clone()), e.collation);
        expr.collation = e.collation;
    }
    *e = expr;
    Ok(Some(f))
}

/// A built-in function that the server writes in SQL, as if a user had made it.
fn built_in(
    e: &Expr,
    args: &[Oid],
    ret: Oid,
    strict: bool,
    volatility: Volatility,
) -> Option<Rc<CreatedFunction>> {
    let (name, definition) = written_in_sql(e)?;
    Some(Rc::new(CreatedFunction {
        oid: Oid::INVALID,
        name: name.to_owned(),
        schema: "pg_catalog".to_owned(),
        args: args.to_vec(),
        arg_names: vec![String::new(); args.len()],
        parameters: Vec::new(),
        defaults: Vec::new(),
        variadic: None,
        ret,
        out: Vec::new(),
        returns_set: false,
        strict,
        definer: false,
        leakproof: false,
        volatility,
        parallel: 's',
        cost: 1.0,
        rows: 0.0,
        language: "sql".to_owned(),
        source: format!("SELECT {definition}"),
        sql_body: false,
        procedure: false,
    }))
}

/// Adds to an error that it came up when a function was put in its place (`sql_inline_error_callback`).
pub fn during_inlining(f: &CreatedFunction, error: Box<PgError>) -> Box<PgError> {
    error.push_context(format!("SQL function \"{}\" during inlining", f.name))
}

/// The function as it is now and its query; `None` if it is not one SELECT, or is being put in its own place.
pub fn query_of(
    host: &mut Host<'_>,
    f: &CreatedFunction,
    args: &[Expr],
) -> Result<Option<(Rc<CreatedFunction>, Query)>> {
    let types: Vec<Oid> = args.iter().map(|a| a.type_oid).collect();
    host.begin_inlining(f, &types).map_err(|e| during_inlining(f, e))
}

/// Whether the value of an argument is that of a CASE or a domain around the call
/// (`contain_context_dependent_node`).
fn depends_on_context(e: &Expr) -> bool {
    let own = |e: &Expr| matches!(e.node, Node::Case(_) | Node::ArrayCoerce(..));
    any(e, &|e| matches!(e.node, Node::CaseTest | Node::CoerceToDomainValue)) && !any(e, &own)
}

/// The expression of the function's query with the arguments in it; `None` if it would not mean the same.
fn expression(f: &CreatedFunction, mut query: Query, args: &[Expr]) -> Option<Expr> {
    let plain = query.command == CommandType::Select
        && query.rtable.is_empty()
        && query.jointree.from.is_empty()
        && query.jointree.quals.is_none()
        && query.ctes.is_empty()
        && query.group.is_empty()
        && query.grouping_sets.is_empty()
        && query.having.is_none()
        && query.windows.is_empty()
        && query.distinct.is_empty()
        && query.sort.is_empty()
        && query.limit.is_none()
        && query.offset.is_none()
        && query.set_operations.is_none()
        && !query.has_aggs
        && !query.has_window_funcs
        && !query.has_target_srfs
        && !query.has_sub_links
        && query.target.len() == 1;
    if !plain {
        return None;
    }
    let mut expr = query.target.pop()?.expr;
    let stable = |e: &Expr| volatility(e) == Some(Volatility::Stable);
    let changes = match f.volatility {
        Volatility::Immutable => contains_volatile(&expr) || any(&expr, &stable),
        Volatility::Stable => contains_volatile(&expr),
        Volatility::Volatile => false,
    };
    if expr.type_oid != f.ret || changes || f.strict && contains_nonstrict(&expr) {
        return None;
    }
    let mut uses = vec![0; args.len()];
    rewrite(&mut expr, 0, &mut |e, _| match e.node {
        Node::Param(Param::Extern(n)) if n > 0 && n <= args.len() => {
            uses[n - 1] += 1;
            *e = args[n - 1].clone();
            false
        }
        _ => true,
    });
    for (arg, uses) in args.iter().zip(uses) {
        let refused = match uses {
            0 => f.strict,
            1 => false,
            _ => has_sub_query(arg) || cost(arg) > 10.0 || contains_volatile(arg),
        };
        if refused {
            return None;
        }
    }
    Some(expr)
}

/// Whether a sub-query is in the expression.
pub fn has_sub_query(e: &Expr) -> bool {
    contains_sublink(e) || any(e, &|e| matches!(e.node, Node::SubPlan(_)))
}

/// What evaluating an argument costs, in `cpu_operator_cost`.
fn cost(e: &Expr) -> f64 {
    let mut total = 0.0;
    walk(e, 0, &mut |e, _| {
        total += match &e.node {
            Node::Func(f) => function_cost(&f.func),
            Node::CoerceViaIO(..) => 2.0,
            Node::Op(_) | Node::Distinct(_) | Node::NullIf(_) | Node::ScalarArrayOp(_) => 1.0,
            Node::MinMax(..) | Node::SqlValue(_) | Node::CoerceToDomain(..) => 1.0,
            _ => 0.0,
        };
        true
    });
    total
}

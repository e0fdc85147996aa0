//! Functions in FROM that become sub-queries, which are then pulled up: those in SQL that are one SELECT
//! (`inline_set_returning_function`), and those that return one constant (`pull_up_constant_function`).

use crate::analyze::{
    CommandType, CreatedFunction, Query, RangeTblFunction, RteKind, other_columns,
};
use crate::expr::{Expr, FuncCall, FuncRef, Node, Param, TargetEntry};
use crate::plan::fold::fold;
use crate::plan::inline::{during_inlining, has_sub_query, query_of};
use crate::plan::prep::{contains_volatile, returns_set};
use crate::plan::root::Planner;
use crate::plan::tree::{rewrite_query, shift_levels};
use storage::error::Result;
use storage::fmgr::Volatility;
use storage::ids::Oid;
use storage::types::oid;

/// How deep queries may be in each other for a function in FROM to be put in its place: a function that reads
/// itself is called from there on.
const DEEPEST: usize = 50;

/// Turns functions in FROM into sub-queries where the call means the same then, also in sub-queries that may be pulled
/// up (`preprocess_function_rtes`). The sides of a set operation are seen to when they are planned: not at all, if a
/// condition is false.
///
/// # Errors
///
/// Those of the text of a function in SQL, and of computing constants.
pub fn functions_in_from(pl: &mut Planner<'_>, q: &mut Query, depth: usize) -> Result<()> {
    if q.set_operations.is_some() || depth > DEEPEST {
        return Ok(());
    }
    for rte in &mut q.rtable {
        if let RteKind::Function { functions, ordinality: false } = &rte.kind
            && let [f] = functions.as_slice()
        {
            let query = match &f.expr.node {
                Node::Func(FuncCall { func: FuncRef::Sql(function), args, .. })
                    if function.language == "sql" && function.returns_set =>
                {
                    query_of_function(pl, f, function, args)?
                }
                _ => query_of_constant(pl, f)?,
            };
            if let Some(query) = query {
                rte.kind = RteKind::Subquery { query: Box::new(query), view: None };
            }
        }
        if let RteKind::Subquery { query, .. } = &mut rte.kind {
            functions_in_from(pl, query, depth + 1)?;
        }
    }
    Ok(())
}

/// The query of a function that returns one constant.
fn query_of_constant(pl: &mut Planner<'_>, f: &RangeTblFunction) -> Result<Option<Query>> {
    if f.returns_row || f.column_definitions || returns_set(&f.expr) {
        return Ok(None);
    }
    let mut expr = f.expr.clone();
    fold(&mut pl.host, &mut expr, false)?;
    if !matches!(expr.node, Node::Const(_)) {
        return Ok(None);
    }
    let target = vec![TargetEntry {
        expr,
        resno: 1,
        name: None,
        sort_group_ref: 0,
        origin: None,
        junk: false,
    }];
    Ok(Some(Query { target, ..Query::default() }))
}

/// The query of a function in FROM with the arguments in it; `None` if it is not one SELECT, or the call would mean
/// something else.
#[inline(never)]
fn query_of_function(
    pl: &mut Planner<'_>,
    f: &RangeTblFunction,
    function: &CreatedFunction,
    args: &[Expr],
) -> Result<Option<Query>> {
    if function.strict
        || function.volatility == Volatility::Volatile
        || function.ret == oid::VOID
        || args.len() != function.args.len()
        || args.iter().any(|a| contains_volatile(a) || has_sub_query(a))
    {
        return Ok(None);
    }
    let found = query_of(&mut pl.host, function, args)?;
    let Some((_, mut query)) = found else { return Ok(None) };
    pl.host.end_inlining();
    if query.command != CommandType::Select {
        return Ok(None);
    }
    let given: Vec<Oid> = query.returned().map(|t| t.expr.type_oid).collect();
    let wanted: Vec<Oid> = f.columns.iter().map(|c| c.type_oid).collect();
    if given != wanted && f.column_definitions {
        let e = other_columns(&*pl.host.session, function, &given, &wanted);
        return Err(during_inlining(function, e));
    }
    if given != wanted {
        return Ok(None);
    }
    rewrite_query(&mut query, 0, &mut |e, depth| match e.node {
        Node::Param(Param::Extern(n)) if n > 0 && n <= args.len() => {
            let mut arg = args[n - 1].clone();
            shift_levels(&mut arg, depth as i32 + 1, 0);
            *e = arg;
            false
        }
        _ => true,
    });
    Ok(Some(query))
}

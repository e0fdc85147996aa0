//! The last statement of an SQL function gives what the function returns: its columns are converted as by an
//! assignment (`check_sql_fn_retval` in `functions.c`).

use super::entry::analyze_function_body;
use super::state::{Analyzer, Level, make};
use super::types::TypeFacts;
use super::{CatalogView, CommandType, CreatedFunction, Query};
use crate::ast;
use crate::expr::{CoercionForm, Node, RowExpr};
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{CastContext, Env};
use storage::ids::Oid;
use storage::types::oid;

/// Analyzes a statement of an SQL function's body; the columns of the last one are converted to the function's result.
///
/// # Errors
///
/// 42P13 if the last one gives something else.
pub fn analyze_function_statement(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    stmt: &ast::Statement,
    function: &CreatedFunction,
    arg_types: &[Oid],
    last: bool,
) -> Result<Query> {
    let mut query = analyze_function_body(view, env, stmt, function, arg_types)?;
    if !last || convert(view, env, &mut query, function)? {
        return Ok(query);
    }
    // Its columns cannot be changed where they are, so they are changed above it.
    let ast::Statement::Select(inner) = stmt else { return Ok(query) };
    let above = ast::Statement::Select(Box::new(all_of((**inner).clone())));
    query = analyze_function_body(view, env, &above, function, arg_types)?;
    convert(view, env, &mut query, function)?;
    Ok(query)
}

/// `SELECT * FROM (query)`.
fn all_of(query: ast::SelectStmt) -> ast::SelectStmt {
    let all = ast::ColumnRef { fields: vec![ast::Field::Star], location: 0 };
    ast::SelectStmt {
        target_list: vec![ast::ResTarget {
            name: None,
            indirection: Vec::new(),
            val: Some(ast::Expr::ColumnRef(all)),
            location: 0,
        }],
        from: vec![ast::FromItem::Subselect(Box::new(ast::RangeSubselect {
            lateral: false,
            subquery: query,
            alias: Some(ast::Alias { name: "*SELECT*".into(), columns: Vec::new() }),
        }))],
        ..ast::SelectStmt::default()
    }
}

/// Converts the columns of a query to a function's result. False if they are sorted by, made unique or come
/// out of a set operation, and so must stay as they are.
fn convert(
    view: &dyn CatalogView,
    env: &mut dyn Env,
    query: &mut Query,
    function: &CreatedFunction,
) -> Result<bool> {
    let ret = function.ret;
    if ret == oid::VOID {
        return Ok(true);
    }
    let mismatch = |detail: String| mismatch(view, function, detail);
    let select = query.command == CommandType::Select;
    if !select && query.returning.is_empty() {
        return Err(mismatch(no_rows(view)));
    }
    let movable = !select || query.set_operations.is_none();
    let targets = if select { &mut query.target } else { &mut query.returning };
    let mut an = Analyzer::new(view, env);
    an.levels.push(Level::new());
    let given = targets.iter().filter(|t| !t.junk).count();
    let row = if ret == oid::RECORD {
        (!function.out.is_empty())
            .then(|| function.out.iter().map(|(_, t)| (*t, -1)).collect::<Vec<_>>())
    } else {
        view.row_desc(ret).map(|d| {
            d.attrs.iter().filter(|a| !a.dropped).map(|a| (a.type_oid, a.typmod)).collect()
        })
    };
    let composite = row.is_some() || ret == oid::RECORD;
    let (context, form) = (CastContext::Assignment, CoercionForm::ImplicitCast);
    if composite
        && given == 1
        && let Some(t) = targets.iter_mut().find(|t| !t.junk)
        && let Some(cast) = an.coerce_to_target(t.expr.clone(), ret, -1, context, form, -1)?
    {
        let same = cast == t.expr;
        let here = same || movable && t.sort_group_ref == 0;
        if here {
            t.expr = cast;
        }
        return Ok(here);
    }
    let wanted = match row {
        Some(row) => row,
        None if composite => return Ok(true),
        None if given != 1 => {
            return Err(mismatch("Final statement must return exactly one column.".into()));
        }
        None => vec![(ret, -1)],
    };
    let mut done = true;
    for (at, t) in targets.iter_mut().filter(|t| !t.junk).enumerate() {
        let Some(&(want, typmod)) = wanted.get(at) else {
            return Err(mismatch(TOO_MANY_OR_FEW[0].into()));
        };
        let from = t.expr.type_oid;
        match an.coerce_to_target(t.expr.clone(), want, typmod, context, form, -1)? {
            None if composite => {
                return Err(mismatch(other_column(view, from, want, at + 1)));
            }
            None => return Err(mismatch(format!("Actual return type is {}.", view.name(from)))),
            // The one field of a row: the column is the row.
            Some(cast) if composite && given == 1 && wanted.len() == 1 => {
                let here = movable && t.sort_group_ref == 0;
                done &= here;
                if here {
                    let row = RowExpr { args: vec![cast], names: Vec::new(), form };
                    t.expr = make(Node::Row(row), ret, -1, Oid::INVALID, -1);
                }
            }
            Some(cast) if cast == t.expr => {}
            Some(cast) if movable && t.sort_group_ref == 0 => t.expr = cast,
            Some(_) => done = false,
        }
    }
    if given < wanted.len() {
        return Err(mismatch(TOO_MANY_OR_FEW[1].into()));
    }
    Ok(done)
}

/// What is said of a last statement that returns no rows.
fn no_rows(view: &dyn CatalogView) -> String {
    let merge = if view.release().merge_returning { "/MERGE" } else { "" };
    format!("Function's final statement must be SELECT or INSERT/UPDATE/DELETE{merge} RETURNING.")
}

/// The error of a function whose last statement is not what it must be.
fn mismatch(view: &dyn CatalogView, function: &CreatedFunction, detail: String) -> Box<PgError> {
    let shown = view.name(function.ret);
    let text = format!("return type mismatch in function declared to return {shown}");
    PgError::new(SqlState("42P13"), text).detail(detail)
}

/// The error of a function that returns columns of other types than those defined where it is called.
pub fn other_columns(
    view: &dyn CatalogView,
    function: &CreatedFunction,
    given: &[Oid],
    wanted: &[Oid],
) -> Box<PgError> {
    let pairs = given.iter().zip(wanted).zip(1..);
    let detail = match pairs.into_iter().find(|((given, wanted), _)| given != wanted) {
        Some(((given, wanted), column)) => other_column(view, *given, *wanted, column),
        None => TOO_MANY_OR_FEW[usize::from(given.len() < wanted.len())].to_string(),
    };
    mismatch(view, function, detail)
}

/// What is said of a last statement with too many or too few columns.
const TOO_MANY_OR_FEW: [&str; 2] =
    ["Final statement returns too many columns.", "Final statement returns too few columns."];

/// What is said of a column of another type.
fn other_column(view: &dyn CatalogView, given: Oid, wanted: Oid, column: usize) -> String {
    let (given, wanted) = (view.name(given), view.name(wanted));
    format!("Final statement returns {given} instead of {wanted} at column {column}.")
}

/// Checks a function whose last statement is no query, or that has no statement.
///
/// # Errors
///
/// 42P13 if the function returns something.
pub fn check_no_rows(view: &dyn CatalogView, function: &CreatedFunction) -> Result<()> {
    if function.ret == oid::VOID {
        return Ok(());
    }
    Err(mismatch(view, function, no_rows(view)))
}

//! Queries: analysed, planned, run; their rows as text; created functions, whose body is in SQL or PL/pgSQL.

use super::{Column, ResultSet, Snapshot, StatementResult};
use crate::backend::Backend;
use sql::analyze::{self, CommandType, CreatedFunction, Query};
use sql::ast::Statement;
use sql::exec::node::NodeState;
use sql::exec::state::Exec;
use sql::exec::tuple_shortener::TupleShortener;
use sql::host::Host;
use sql::host::HostSession;
use sql::plan::PlannedStmt;
use sql::{exec, plan};
use std::cell::RefCell;
use std::rc::Rc;
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::EnvSession;
use storage::heap::{BulkInsert, InsertOptions, Relation};
use storage::ids::{CommandId, Oid};
use storage::types;

/// Runs SELECT, INSERT, UPDATE or DELETE.
pub(crate) fn run(b: &mut Backend<'_>, stmt: &Statement) -> Result<StatementResult> {
    let query = b.analyze(stmt)?;
    run_query(b, &query, &[])
}

/// Runs an analysed query with parameter values.
pub(crate) fn run_query(
    b: &mut Backend<'_>,
    query: &Query,
    params: &[Datum],
) -> Result<StatementResult> {
    let planned = plan::plan(query, &mut b.host())?;
    run_plan(b, query, &planned, params)
}

/// Runs the plan of a query with parameter values.
pub(crate) fn run_plan(
    b: &mut Backend<'_>,
    query: &Query,
    planned: &PlannedStmt,
    params: &[Datum],
) -> Result<StatementResult> {
    let columns: Vec<Column> = query
        .returned()
        .map(|t| Column {
            name: t.name.clone().unwrap_or_else(|| "?column?".to_string()),
            // A client gets the base type of a domain.
            type_oid: b.base_type(t.expr.type_oid),
            typmod: t.expr.typmod,
        })
        .collect();
    let types: Vec<Oid> = query.returned().map(|t| t.expr.type_oid).collect();
    let mut rows = Vec::new();
    let done = exec::run(planned, &mut b.host(), params, &mut |host, row| {
        let mut texts = Vec::with_capacity(columns.len());
        clock::add(Kind::RowSent, 1);
        for (t, d) in types.iter().zip(row) {
            texts.push(if d.is_null() { None } else { Some(host.output(*t, d)?) });
        }
        rows.push(texts);
        Ok(())
    })?;
    let n = done.processed;
    let (tag, returns) = match query.command {
        CommandType::Select => (format!("SELECT {n}"), true),
        CommandType::Insert => (format!("INSERT 0 {n}"), !query.returning.is_empty()),
        CommandType::Update => (format!("UPDATE {n}"), !query.returning.is_empty()),
        CommandType::Delete => (format!("DELETE {n}"), !query.returning.is_empty()),
    };
    Ok(if returns {
        StatementResult::Rows(ResultSet { columns, rows, tag })
    } else {
        StatementResult::Tag(tag)
    })
}

/// A result with one text column, a row for each line.
pub(crate) fn lines(name: &str, lines: Vec<String>, tag: &str) -> StatementResult {
    StatementResult::Rows(ResultSet {
        columns: vec![Column { name: name.to_string(), type_oid: types::oid::TEXT, typmod: -1 }],
        rows: lines.into_iter().map(|l| vec![Some(l)]).collect(),
        tag: tag.to_string(),
    })
}

impl Backend<'_> {
    /// Counts one more nested function call; fails if there are too many.
    pub(crate) fn enter_function(&mut self) -> Result<()> {
        self.check_cancel()?;
        if self.session.function_depth > 200 {
            return Err(PgError::stack_depth_exceeded());
        }
        self.session.function_depth += 1;
        Ok(())
    }
}

/// Runs a function in SQL or PL/pgSQL within the statement that calls it, and returns its rows: in SQL those of its last
/// statement.
pub(crate) fn run_created_function(
    b: &mut Backend<'_>,
    function: &CreatedFunction,
    args: &[Datum],
    arg_types: &[Oid],
) -> Result<Vec<Vec<Datum>>> {
    run_function(b, function, args, arg_types, true)
}

/// Runs a function in SQL or PL/pgSQL; a procedure that is not `atomic` may end the transaction. The expressions
/// of indexes, constraints and views keep a function as it was when they were made: what runs is the
/// definition that its OID has now (`fmgr_info`).
pub(crate) fn run_function(
    b: &mut Backend<'_>,
    function: &CreatedFunction,
    args: &[Datum],
    arg_types: &[Oid],
    atomic: bool,
) -> Result<Vec<Vec<Datum>>> {
    b.enter_function()?;
    clock::add(Kind::CallRoutine, 1);
    let now = b.catalog.functions().get(&function.oid).map(|f| Rc::clone(&f.function));
    let function = now.as_deref().unwrap_or(function);
    if function.language == "plpgsql" {
        let result = (b.calls.function)(b, function, args, arg_types, atomic);
        b.session.function_depth -= 1;
        return result;
    }
    let result = body(b, function, args, arg_types);
    b.session.function_depth -= 1;
    result
}

/// A function's body as the running statement keeps it (`SQLFunctionCache`).
pub(crate) struct SqlBody {
    source: String,
    statements: Vec<(Rc<Statement>, RefCell<Option<Rc<PlannedQuery>>>)>,
}

/// A query of a body, planned, and what it was planned for.
struct PlannedQuery {
    known: Snapshot,
    cid: CommandId,
    changes: bool,
    planned: PlannedStmt,
}

/// The parsed statements of an SQL function for these argument types, kept in the session until its
/// source changes.
fn body_of(
    b: &mut Backend<'_>,
    function: &CreatedFunction,
    arg_types: &[Oid],
) -> Result<Rc<SqlBody>> {
    let key = (function.oid, arg_types.to_vec());
    if let Some(kept) = b.session.sql_bodies.get(&key)
        && kept.source == function.source
    {
        return Ok(Rc::clone(kept));
    }
    let statements = sql::parser::parse_for(b.store.release, &function.source)?;
    let statements = statements.into_iter().map(|raw| (raw.stmt, RefCell::default())).collect();
    let body = Rc::new(SqlBody { source: function.source.clone(), statements });
    b.session.sql_bodies.insert(key, Rc::clone(&body));
    Ok(body)
}

/// An error of a body: its place is in the body's text.
fn in_body(function: &CreatedFunction, mut e: Box<PgError>) -> Box<PgError> {
    if e.location.is_some() && e.query.is_none() {
        e.query = Some(function.source.clone());
    }
    e
}

/// The function as its OID means it now, and its query for arguments of these types, if it is one SELECT and is not being
/// put in its place already.
///
/// # Errors
///
/// Those of the query's analysis, with their places in the body.
pub(crate) fn begin_inlining(
    b: &mut Backend<'_>,
    function: &CreatedFunction,
    arg_types: &[Oid],
) -> Result<Option<(Rc<CreatedFunction>, Query)>> {
    // A built-in function that is written in SQL has no entry.
    let now = match function.oid {
        Oid::INVALID => Some(Rc::new(function.clone())),
        oid => b.catalog.functions().get(&oid).map(|f| Rc::clone(&f.function)),
    };
    let inlining = &b.session.inlining;
    let fits =
        |f: &CreatedFunction| f.language == "sql" && !f.definer && !inlining.contains(&f.oid);
    let Some(f) = now.filter(|f| fits(f)) else { return Ok(None) };
    let body = body_of(b, &f, arg_types)?;
    let [(stmt, _)] = body.statements.as_slice() else { return Ok(None) };
    if !matches!(**stmt, Statement::Select(_)) {
        return Ok(None);
    }
    let known = b.snapshot();
    let query = analyze::analyze_function_statement(
        &known.view(),
        &mut b.host(),
        stmt,
        &f,
        arg_types,
        true,
    );
    let query = query.map_err(|e| in_body(&f, e))?;
    b.session.inlining.push(f.oid);
    Ok(Some((f, query)))
}

/// The arguments as constants, if its statements get a custom plan (`init_execution_state`).
#[inline(never)]
fn constants(
    b: &mut Backend<'_>,
    function: &CreatedFunction,
    args: &[Datum],
    arg_types: &[Oid],
) -> Result<Option<Vec<Datum>>> {
    if !b.store.release.arguments_planned || !b.is_custom((function.oid, Oid::INVALID, 0)) {
        return Ok(None);
    }
    args.iter()
        .zip(arg_types)
        .map(|(d, t)| b.constant(d.clone(), *t))
        .collect::<Result<_>>()
        .map(Some)
}

/// Runs the statements of an SQL function one after the other, and returns the rows of the last.
fn body(
    b: &mut Backend<'_>,
    function: &CreatedFunction,
    args: &[Datum],
    arg_types: &[Oid],
) -> Result<Vec<Vec<Datum>>> {
    let body = body_of(b, function, arg_types)?;
    let constants = constants(b, function, args, arg_types)?;
    let args = constants.as_deref().unwrap_or(args);
    let mut last: Vec<Vec<Datum>> = Vec::new();
    for (i, (stmt, kept)) in body.statements.iter().enumerate() {
        last.clear();
        let is_last = i + 1 == body.statements.len();
        let place = |what| format!("SQL function \"{}\" {what}", function.name);
        b.store.xact.begin_inner_query()?;
        let cid = b.store.xact.current_command_id(false);
        let fresh = kept.borrow().clone().filter(|q| q.cid == cid && q.known.holds(b));
        let query = match fresh {
            None if is_query(stmt) => {
                let made = plan_statement(b, stmt, function, arg_types, is_last)
                    .map_err(|e| in_body(function, e).push_context(place("during startup".into())));
                let made = Rc::new(made?);
                *kept.borrow_mut() = Some(Rc::clone(&made));
                Some(made)
            }
            fresh => fresh,
        };
        let ran = match query {
            Some(query) => run_planned(b, &query, args, &mut last),
            None if matches!(&**stmt, Statement::Copy(c) if c.filename.is_none()) => {
                let at = match b.store.release.arguments_planned {
                    true => format!("statement {}", i + 1),
                    false => "during startup".into(),
                };
                return err!(FEATURE_NOT_SUPPORTED, "cannot COPY to/from client in an SQL function")
                    .map_err(|e| e.push_context(place(at)));
            }
            None => (b.calls.utility)(b, stmt).map(drop).map_err(|e| match e.code {
                SqlState::UNDEFINED_PARAMETER | SqlState::UNDEFINED_COLUMN => PgError::new(
                    SqlState::FEATURE_NOT_SUPPORTED,
                    "an argument in a statement of a function in SQL that is no query is not modelled",
                ),
                _ => e,
            }),
        };
        ran.map_err(|e| e.push_context(place(format!("statement {}", i + 1))))?;
    }
    // One that returns nothing gives NULL (`fmgr_sql`).
    if function.ret == types::oid::VOID {
        last.clear();
    }
    Ok(last)
}

/// Whether a statement is planned: SELECT, INSERT, UPDATE, DELETE.
pub(crate) fn is_query(stmt: &Statement) -> bool {
    matches!(
        stmt,
        Statement::Select(_) | Statement::Insert(_) | Statement::Update(_) | Statement::Delete(_)
    )
}

/// Runs a planned query with these arguments and appends what it returns to `rows`.
fn run_planned(
    b: &mut Backend<'_>,
    query: &PlannedQuery,
    args: &[Datum],
    rows: &mut Vec<Vec<Datum>>,
) -> Result<()> {
    exec::run(&query.planned, &mut b.host(), args, &mut |_, row| {
        rows.push(row.to_vec());
        Ok(())
    })?;
    // The rows came out of a tuplestore (`fmgr_sql`).
    let columns = query.planned.plan.target.iter().map(|t| t.expr.type_oid);
    let former = TupleShortener::new(&b.host(), columns);
    rows.iter_mut().for_each(|row| former.form(row));
    if query.changes {
        b.store.xact.command_counter_increment()?;
    }
    Ok(())
}

/// Analyzes and plans one statement of an SQL function, whose parameters are its arguments. The `last` one
/// gives the function's result.
fn plan_statement(
    b: &mut Backend<'_>,
    stmt: &Statement,
    function: &CreatedFunction,
    arg_types: &[Oid],
    last: bool,
) -> Result<PlannedQuery> {
    let cid = b.store.xact.current_command_id(false);
    let known = b.snapshot();
    let view = known.view();
    let host = &mut b.host();
    let query = analyze::analyze_function_statement(&view, host, stmt, function, arg_types, last)?;
    let planned = plan::plan(&query, &mut b.host())?;
    Ok(PlannedQuery { known, cid, changes: query.command != CommandType::Select, planned })
}

/// A table that a query's rows go to as CREATE TABLE AS puts them (`intorel_receive`).
pub(crate) struct NewRows {
    relation: Rc<Relation>,
    options: InsertOptions,
    cid: CommandId,
    bulk: BulkInsert,
}

impl NewRows {
    /// Begins to write rows into a new table; `frozen` as COPY FREEZE does.
    pub fn into(b: &mut Backend<'_>, rel: Oid, frozen: bool) -> Result<NewRows> {
        Ok(NewRows {
            relation: b.open_relation(rel)?,
            options: InsertOptions { skip_fsm: true, frozen, ..InsertOptions::default() },
            cid: b.store.xact.current_command_id(true),
            bulk: BulkInsert::new(b.store),
        })
    }

    /// Inserts a row. `stored` says that it is the stored tuple of another table, and may have
    /// fewer columns than that table.
    pub fn receive(&mut self, host: &mut Host<'_>, row: &[Datum], stored: bool) -> Result<()> {
        let stored = stored.then_some(row.len());
        let mut row = row.to_vec();
        row.resize(self.relation.desc.attrs.len(), Datum::Null);
        let (st, mut exprs) = host.index_exprs();
        let (options, cid, bulk) = (self.options, self.cid, Some(&mut self.bulk));
        storage::table::insert(st, &self.relation, &row, stored, cid, &mut exprs, options, bulk)?;
        Ok(())
    }

    /// Ends the bulk insertion (`FreeBulkInsertState`).
    pub fn finish(self, b: &mut Backend<'_>) {
        self.bulk.finish(b.store);
    }
}

impl Backend<'_> {
    /// Inserts a query's rows into a new table, as CREATE TABLE AS does; `frozen` as REFRESH
    /// MATERIALIZED VIEW does. Returns the number of rows.
    pub(crate) fn insert_query(
        &mut self,
        rel: Oid,
        planned: &PlannedStmt,
        params: &[Datum],
        frozen: bool,
    ) -> Result<u64> {
        let mut table = NewRows::into(self, rel, frozen)?;
        let mut host = self.host();
        let mut ex = Exec::new(planned, &mut host, params, false)?;
        let mut node = NodeState::new(&mut ex, &planned.plan)?;
        let stored = node.keep_stored();
        let done = exec::run_to_end(&mut ex, &mut node, &mut |host, row| {
            table.receive(host, row, stored)
        })?;
        table.finish(self);
        Ok(done.processed)
    }
}

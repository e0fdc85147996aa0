//! CREATE TABLE AS, SELECT INTO, materialized views (`createas.c`, `matview.c`).

use super::create::{check_column_name, check_method, exists_skip, specified_once, target};
use super::objects::{self, NewRelation};
use super::options::{self, OptionOwner};
use super::rewrite;
use super::safe_path::with_safe_path;
use crate::backend::{Backend, StatementResult};
use crate::catalog::{Class, ViewEntry};
use sql::analyze::{CommandType, Query, RteKind};
use sql::ast::{CreateTableAsStmt, RangeVar, RefreshMatViewStmt, SelectStmt, Statement};
use sql::expr::quote_identifier;
use sql::plan;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{Persistence, RelKind};
use storage::ids::Oid;
use storage::tuple::{Attribute, TupleDesc};

/// Creates a table with the columns of a query (`create_ctas_internal`).
fn from_columns(
    b: &mut Backend<'_>,
    relation: &RangeVar,
    into: &sql::ast::IntoClause,
    columns: Vec<Attribute>,
    kind: RelKind,
    view: Option<ViewEntry>,
) -> Result<Oid> {
    let (namespace, persistence) = target(b, relation)?;
    let on_commit = super::create::on_commit_letter(into.on_commit, persistence)?;
    let heap_options = options::check(b.store.release, &into.options, OptionOwner::Heap)?;
    specified_once(&columns)?;
    check_method(into.access_method.as_deref())?;
    columns.iter().try_for_each(|a| check_column_name(&a.name))?;
    let rel = objects::create(
        b,
        NewRelation {
            kind,
            options: heap_options,
            view,
            on_commit,
            ..NewRelation::table(
                crate::catalog::clip(&relation.name, 63),
                namespace,
                persistence,
                TupleDesc { attrs: columns },
            )
        },
    )?;
    let toast_options = options::check(b.store.release, &into.options, OptionOwner::Toast)?;
    objects::create_toast_if_needed(b, rel, toast_options)?;
    b.sync_store();
    Ok(rel)
}

/// Whether IF NOT EXISTS finds the table of CREATE TABLE AS (`CreateTableAsRelExists`).
fn already_there(b: &mut Backend<'_>, s: &CreateTableAsStmt) -> Result<bool> {
    let (namespace, _) = target(b, &s.into.relation)?;
    exists_skip(b, namespace, &s.into.relation.name, s.if_not_exists)
}

/// `CREATE TABLE AS` and `CREATE MATERIALIZED VIEW`.
#[inline(never)]
pub(super) fn table_as(b: &mut Backend<'_>, s: &CreateTableAsStmt) -> Result<StatementResult> {
    let Some((query, params)) = query_of(b, s)? else {
        let tag = if s.matview { "CREATE MATERIALIZED VIEW" } else { "CREATE TABLE AS" };
        return Ok(tag.into());
    };
    super::tablespace::check(s.into.tablespace.as_deref())?;
    let done = fill(b, &s.into, &query, &params, s.matview)?;
    // A prepared query counts its rows also where it does not run (`ExecuteQuery`).
    let counted = s.into.skip_data && matches!(s.query, Statement::Execute(_));
    Ok(if counted { "SELECT 0".into() } else { done })
}

/// The query of CREATE TABLE AS and the values of its parameters; `None` if IF NOT EXISTS finds the
/// table. A query is analyzed before the table is looked for, a prepared one after that.
pub(crate) fn query_of(
    b: &mut Backend<'_>,
    s: &CreateTableAsStmt,
) -> Result<Option<(Query, Vec<Datum>)>> {
    if let Statement::Select(query) = &s.query {
        sql::analyze::refuse_into(query)?;
    }
    if let Statement::Execute(e) = &s.query {
        if already_there(b, s)? {
            return Ok(None);
        }
        let (kept, values) = super::prepare::bound(b, e)?;
        return match kept.query.command {
            CommandType::Select => Ok(Some((kept.query.clone(), values))),
            _ => err!(WRONG_OBJECT_TYPE, "prepared statement is not a SELECT"),
        };
    }
    let analyzed = analyzed(b, s)?;
    if s.matview && uses_temporary(b, &analyzed.0) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "materialized views must not use temporary tables or views"
        );
    }
    Ok(if already_there(b, s)? { None } else { Some(analyzed) })
}

/// The analyzed query of CREATE TABLE AS, and the values that the client bound to its parameters.
fn analyzed(b: &mut Backend<'_>, s: &CreateTableAsStmt) -> Result<(Query, Vec<Datum>)> {
    let bound = std::mem::take(&mut b.client.bound);
    if bound.is_empty() {
        return Ok((b.analyze(&s.query)?, Vec::new()));
    }
    if s.matview {
        b.analyze(&s.query).map_err(|e| match e.code {
            SqlState::UNDEFINED_PARAMETER => PgError::new(
                SqlState::FEATURE_NOT_SUPPORTED,
                "materialized views may not be defined using bound parameters",
            ),
            _ => e,
        })?;
    }
    let (values, mut types): (Vec<_>, Vec<_>) =
        bound.into_iter().map(|(value, type_oid)| (value, Some(type_oid))).unzip();
    let known = b.snapshot();
    let query = sql::analyze::analyze_with_params(
        &known.view(),
        &mut b.host(),
        &s.query,
        &mut types,
        false,
    )?;
    Ok((query, values))
}

/// Runs `SELECT ... INTO`: makes a table of the query's rows.
pub(super) fn select_into(b: &mut Backend<'_>, s: &SelectStmt) -> Result<StatementResult> {
    let mut plain = s.clone();
    let Some(into) = plain.into.take() else {
        return err!(INTERNAL_ERROR, "SELECT without INTO is a query");
    };
    let query = b.analyze(&Statement::Select(Box::new(plain)))?;
    let (namespace, _) = target(b, &into.relation)?;
    exists_skip(b, namespace, &into.relation.name, false)?;
    fill(b, &into, &query, &[], false)
}

/// Makes the table or materialized view, and, unless WITH NO DATA is said, inserts the query's
/// rows.
fn fill(
    b: &mut Backend<'_>,
    into: &sql::ast::IntoClause,
    query: &sql::analyze::Query,
    params: &[storage::datum::Datum],
    matview: bool,
) -> Result<StatementResult> {
    if matview && !into.skip_data && b.store.release.matviews_refreshed {
        let empty = sql::ast::IntoClause { skip_data: true, ..into.clone() };
        let rel = table_of(b, &empty, query, matview)?;
        let n = refill(b, rel, query, false)?;
        return Ok(StatementResult::Tag(format!("SELECT {n}")));
    }
    if into.skip_data {
        table_of(b, into, query, matview)?;
        let tag = if matview { "CREATE MATERIALIZED VIEW" } else { "CREATE TABLE AS" };
        return Ok(tag.into());
    }
    // The query is planned before there is a table (`ExecCreateTableAs`), and its snapshot is older.
    let planned = plan::plan(query, &mut b.host())?;
    let rel = table_of(b, into, query, matview)?;
    b.session.unseen = Some(rel);
    let done = b.insert_query(rel, &planned, params, false);
    b.session.unseen = None;
    let n = done?;
    Ok(StatementResult::Tag(format!("SELECT {n}")))
}

/// Makes the empty table for a query's rows, or with `matview` the materialized view.
pub(crate) fn table_of(
    b: &mut Backend<'_>,
    into: &sql::ast::IntoClause,
    query: &sql::analyze::Query,
    matview: bool,
) -> Result<Oid> {
    let mut attrs = Vec::new();
    for t in query.target.iter().filter(|t| !t.junk) {
        let name = t.name.clone().unwrap_or_else(|| "?column?".to_string());
        let mut a = b.catalog.attribute_of(&name, t.expr.type_oid, t.expr.typmod);
        if t.expr.collation.is_valid() {
            a.collation = t.expr.collation;
        }
        super::columns::refuse_pseudo_type(b, &a)?;
        attrs.push(a);
    }
    if matview && into.relation.persistence == Persistence::Unlogged {
        return err!(FEATURE_NOT_SUPPORTED, "materialized views cannot be unlogged");
    }
    if into.columns.len() > attrs.len() {
        return err!(SYNTAX_ERROR, "too many column names were specified");
    }
    for (a, n) in attrs.iter_mut().zip(&into.columns) {
        a.name.clone_from(n);
    }
    let view = matview.then(|| ViewEntry { query: Rc::new(query.clone()) });
    let kind = if matview { RelKind::MaterializedView } else { RelKind::Table };
    let rel = from_columns(b, &into.relation, into, attrs, kind, view)?;
    if matview {
        // Its rule `_RETURN`.
        b.store.oids.next();
    }
    if into.skip_data {
        if matview && let Some(c) = b.catalog.class_mut(rel) {
            c.populated = false;
            b.store.xact.catalog_changes(1);
        }
    } else if matview {
        // Its rule, and that it is populated.
        b.store.xact.catalog_changes(2);
    }
    Ok(rel)
}

/// Whether a query names a temporary table or view (`isQueryUsingTempRelation`).
pub(super) fn uses_temporary(b: &Backend<'_>, query: &sql::analyze::Query) -> bool {
    let temporary =
        |oid: Oid| b.catalog.class(oid).is_some_and(|c| c.persistence == Persistence::Temp);
    let mut found = sql::analyze::relations(query).into_iter().any(temporary);
    sql::analyze::written_queries(query, &mut |q| {
        found |= q.rtable.iter().any(|rte| match &rte.kind {
            RteKind::Subquery { view: Some(view), .. } => temporary(*view),
            _ => false,
        });
    });
    found
}

/// `REFRESH MATERIALIZED VIEW`: fills a transient table and swaps it with the view
/// (`ExecRefreshMatView`).
pub(super) fn refresh(b: &mut Backend<'_>, s: &RefreshMatViewStmt) -> Result<StatementResult> {
    let class = b.find_relation(&s.relation)?;
    let Some(view) = class.view.clone().filter(|_| class.kind == RelKind::MaterializedView) else {
        let table = if class.kind == RelKind::Table { "" } else { "table or " };
        return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a {table}materialized view", class.name);
    };
    if s.concurrent {
        return Err(refuse_concurrently(b, &class, s.skip_data));
    }
    super::objects::refuse_in_use(b, class.oid, "REFRESH MATERIALIZED VIEW")?;
    let query = b.view().current_query(&view.query, &class);
    refill(b, class.oid, &query, s.skip_data)?;
    Ok("REFRESH MATERIALIZED VIEW".into())
}

/// Gives a materialized view the rows of its query in new files, or with `skip_data` none, and returns how many
/// there are (`RefreshMatViewByOid`).
fn refill(
    b: &mut Backend<'_>,
    view: Oid,
    query: &sql::analyze::Query,
    skip_data: bool,
) -> Result<u64> {
    if let Some(c) = b.catalog.class_mut(view) {
        c.populated = !skip_data;
    }
    let Some(class) = b.catalog.class(view).cloned() else { return Ok(0) };
    b.store.xact.catalog_changes(1);
    let transient = rewrite::make_new_heap(b, &class, class.persistence)?;
    let rows = match skip_data {
        true => 0,
        false => with_safe_path(b, |b| {
            let planned = plan::plan(query, &mut b.host())?;
            b.insert_query(transient, &planned, &[], true)
        })?,
    };
    rewrite::finish_heap_swap(b, &class, transient, None)?;
    b.store.statistics.truncated(class.oid);
    b.store.statistics.inserted(class.oid, rows);
    Ok(rows)
}

/// Returns the error why a materialized view cannot be refreshed CONCURRENTLY. `skip_data`: WITH NO
/// DATA was written.
fn refuse_concurrently(b: &Backend<'_>, class: &Class, skip_data: bool) -> Box<PgError> {
    if !class.populated {
        let m = "CONCURRENTLY cannot be used when the materialized view is not populated";
        return PgError::new(SqlState::FEATURE_NOT_SUPPORTED, m);
    }
    if skip_data {
        let m = "CONCURRENTLY and WITH NO DATA options cannot be used together";
        return PgError::new(SqlState::SYNTAX_ERROR, m);
    }
    let usable = |i: &&Rc<Class>| {
        i.index
            .as_ref()
            .is_some_and(|e| e.unique && e.immediate && e.predicate.is_none() && e.exprs.is_empty())
    };
    if !b.catalog.indexes_of(class.oid).iter().any(usable) {
        let schema = quote_identifier(b.catalog.namespace_name(class.namespace));
        let m = format!(
            "cannot refresh materialized view \"{schema}.{}\" concurrently",
            quote_identifier(&class.name)
        );
        return PgError::new(SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE, m).hint(
            "Create a unique index with no WHERE clause on one or more columns of the \
             materialized view.",
        );
    }
    let m = "REFRESH MATERIALIZED VIEW CONCURRENTLY is not modelled";
    PgError::new(SqlState::FEATURE_NOT_SUPPORTED, m)
}

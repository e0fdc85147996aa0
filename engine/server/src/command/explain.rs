//! EXPLAIN (`explain.c`): its options, and the query it is about.

use super::define;
use crate::backend::query::{NewRows, is_query, lines};
use crate::backend::{Backend, KeptPlan, StatementResult};
use sql::analyze::{self, Query, RteKind};
use sql::ast::{DefArg, DefElem, ExplainStmt, Statement};
use sql::explain::{self as explainer, RowDestination};
use sql::host::Host;
use sql::plan;
use std::rc::Rc;
use storage::clock;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::types;
use storage::versions::BuffersShown;

/// The result that EXPLAIN returns (`ExplainResultDesc`).
fn plan_lines(format: explainer::Format, text: Vec<String>) -> StatementResult {
    let mut answer = lines("QUERY PLAN", text, "EXPLAIN");
    if let (StatementResult::Rows(r), explainer::Format::Json) = (&mut answer, format) {
        r.columns[0].type_oid = types::oid::JSON;
    }
    answer
}

/// A line for each index of a table in the query that is not modelled and that the server might
/// have used.
fn left_out(b: &Backend<'_>, query: &Query) -> Vec<String> {
    let mut lines = Vec::new();
    for table in analyze::relations(query) {
        for index in b.catalog.indexes_of(table) {
            lines.extend(crate::catalog::left_out(index));
        }
    }
    lines
}

/// The value of SERIALIZE: whether rows are serialized.
fn serialized(d: &DefElem) -> Result<bool> {
    match d.arg.as_ref().map(DefArg::text).as_deref() {
        None | Some("text") => Ok(true),
        Some("none" | "off") => Ok(false),
        Some("binary") => {
            err!(FEATURE_NOT_SUPPORTED, "EXPLAIN option SERIALIZE with BINARY is not modelled")
        }
        Some(word) => Err(PgError::new(
            SqlState::INVALID_PARAMETER_VALUE,
            format!("unrecognized value for EXPLAIN option \"serialize\": \"{word}\""),
        )
        .at(d.location)),
    }
}

/// A query whose parameters have no values.
fn with_parameters(b: &mut Backend<'_>, query: &Statement) -> Result<Query> {
    let known = b.snapshot();
    analyze::analyze_with_params(&known.view(), &mut b.host(), query, &mut Vec::new(), true)
}

/// The value of FORMAT.
fn format(d: &DefElem) -> Result<explainer::Format> {
    let word = define::string(d)?;
    Ok(match word.as_str() {
        "text" => explainer::Format::Text,
        "json" => explainer::Format::Json,
        "xml" => explainer::Format::Xml,
        "yaml" => explainer::Format::Yaml,
        _ => {
            return Err(PgError::new(
                SqlState::INVALID_PARAMETER_VALUE,
                format!("unrecognized value for EXPLAIN option \"format\": \"{word}\""),
            )
            .at(d.location));
        }
    })
}

/// Whether parameters may be without values (GENERIC_PLAN), which the server asks when it analyzes the query
/// (`transformExplainStmt`).
fn generic_plan(b: &Backend<'_>, s: &ExplainStmt) -> Result<bool> {
    let known = b.store.release.explain_generic_plan;
    match s.options.iter().rev().find(|d| known && d.name == "generic_plan") {
        Some(d) => define::boolean(d),
        None => Ok(false),
    }
}

/// The options, checked.
fn options(b: &mut Backend<'_>, s: &ExplainStmt, generic: bool) -> Result<explainer::Options> {
    let mut o = explainer::Options::default();
    let (mut timing, mut summary, mut buffers) = (None, None, None);
    let release = b.store.release;
    for d in &s.options {
        let flag = || define::boolean(d);
        match d.name.as_str() {
            "analyze" => o.analyze = flag()?,
            "verbose" => o.verbose = flag()?,
            "costs" => o.costs = flag()?,
            "buffers" => buffers = Some(flag()?),
            "wal" => o.wal = flag()?,
            "settings" => o.settings = flag()?.then(|| b.settings.explained()),
            "timing" => timing = Some(flag()?),
            "summary" => summary = Some(flag()?),
            "format" => o.format = format(d)?,
            "generic_plan" if release.explain_generic_plan => {}
            "serialize" if release.explain_serialize => o.serialize = serialized(d)?,
            "memory" if release.explain_serialize => {
                if flag()? {
                    return err!(FEATURE_NOT_SUPPORTED, "EXPLAIN option MEMORY is not modelled");
                }
            }
            other => {
                return Err(PgError::new(
                    SqlState::SYNTAX_ERROR,
                    format!("unrecognized EXPLAIN option \"{other}\""),
                )
                .at(d.location));
            }
        }
    }
    if o.wal && !o.analyze {
        return err!(INVALID_PARAMETER_VALUE, "EXPLAIN option WAL requires ANALYZE");
    }
    if timing == Some(true) && !o.analyze {
        return err!(INVALID_PARAMETER_VALUE, "EXPLAIN option TIMING requires ANALYZE");
    }
    if o.serialize && !o.analyze {
        return err!(INVALID_PARAMETER_VALUE, "EXPLAIN option SERIALIZE requires ANALYZE");
    }
    if generic && o.analyze {
        return err!(
            INVALID_PARAMETER_VALUE,
            "EXPLAIN options ANALYZE and GENERIC_PLAN cannot be used together"
        );
    }
    let shown = release.buffers_shown == BuffersShown::Analyzed;
    o.buffers = buffers.unwrap_or(shown && o.analyze);
    o.timing = timing.unwrap_or(o.analyze);
    o.summary = summary.unwrap_or(o.analyze);
    o.io_timing = b.settings.raw("track_io_timing") == Some("on");
    Ok(o)
}

/// What a statement is to EXPLAIN.
enum Explained {
    /// A query, with the values of its parameters.
    Query(Query, Vec<Datum>),
    /// An EXECUTE, whose plan may have been made before, with the values of its parameters.
    Execute(Rc<KeptPlan>, Vec<Datum>),
    /// CREATE TABLE IF NOT EXISTS AS, of a table that is there.
    TableExists,
    /// A statement without a plan.
    Utility,
}

/// The query that is explained (`ExplainOneUtility`). `generic`: parameters have no values.
fn explained(b: &mut Backend<'_>, s: &ExplainStmt, generic: bool) -> Result<Explained> {
    let query = match &s.query {
        Statement::Execute(e) => {
            let (kept, values) = super::prepare::bound(b, e)?;
            return Ok(Explained::Execute(kept, values));
        }
        Statement::CreateTableAs(c) => match super::create_as::query_of(b, c)? {
            Some(query) => query,
            None => return Ok(Explained::TableExists),
        },
        Statement::DeclareCursor(c) if c.scroll == Some(true) => {
            return err!(FEATURE_NOT_SUPPORTED, "EXPLAIN of a SCROLL cursor is not modelled");
        }
        Statement::DeclareCursor(c) => (super::cursor::query_of(b, c)?, Vec::new()),
        Statement::Select(_)
        | Statement::Insert(_)
        | Statement::Update(_)
        | Statement::Delete(_) => {
            let query = if generic { with_parameters(b, &s.query)? } else { b.analyze(&s.query)? };
            (query, Vec::new())
        }
        _ => return Ok(Explained::Utility),
    };
    Ok(Explained::Query(query.0, query.1))
}

/// Refuses a plan that reads a system catalog: it has no pages, indexes or statistics here, so another plan is made.
#[inline(never)]
fn refuse_catalogs(b: &Backend<'_>, planned: &plan::PlannedStmt) -> Result<()> {
    let catalog = planned.rtable.iter().find_map(|rte| match &rte.kind {
        RteKind::Relation { oid, .. } => b.catalog.class(*oid).filter(|c| c.has_no_pages()),
        _ => None,
    });
    match catalog {
        Some(c) => {
            err!(FEATURE_NOT_SUPPORTED, "EXPLAIN of a query that reads {} is not modelled", c.name)
        }
        None => Ok(()),
    }
}

/// Runs `EXPLAIN`, and returns the plan's text. With ANALYZE the query is run, and its rows are
/// dropped or go to the table that is made.
pub(crate) fn explain(b: &mut Backend<'_>, s: &ExplainStmt) -> Result<StatementResult> {
    let generic = generic_plan(b, s)?;
    let mut o = match options(b, s, generic) {
        Ok(options) => options,
        Err(error) => {
            // The server analyzes the query before it reads the options.
            match &s.query {
                Statement::CreateTableAs(c) if is_query(&c.query) => drop(b.analyze(&c.query)?),
                query if is_query(query) => drop(explained(b, s, generic)?),
                _ => {}
            }
            return Err(error);
        }
    };
    b.session.only_explained = !o.analyze;
    let mut before = clock::now();
    let (kept, params) = match explained(b, s, generic)? {
        Explained::Execute(kept, params) => (kept, params),
        Explained::Query(query, params) => {
            before = clock::now();
            let plan = match &s.query {
                Statement::DeclareCursor(_) => plan::plan_cursor(&query, &mut b.host())?,
                _ => plan::plan(&query, &mut b.host())?,
            };
            (b.kept(query, plan), params)
        }
        Explained::TableExists => return Ok(lines("QUERY PLAN", Vec::new(), "EXPLAIN")),
        Explained::Utility => return Ok(plan_lines(o.format, explainer::no_plan(o.format))),
    };
    let KeptPlan { query, plan: planned, .. } = &*kept;
    refuse_catalogs(b, planned)?;
    o.planning = clock::now().since(&before).milliseconds(&b.store.prices);
    b.ri.forget_calls();
    let left_out = left_out(b, query);
    let into = match &s.query {
        Statement::CreateTableAs(c) if o.analyze => Some(c),
        _ => None,
    };
    let Some(c) = into else {
        let mut text =
            explainer::explain(planned, &mut b.host(), &o, &params, RowDestination::Dropped)?;
        if matches!(o.format, explainer::Format::Text) {
            text.extend(left_out);
        } else {
            let code = SqlState::FEATURE_NOT_SUPPORTED;
            left_out.into_iter().for_each(|line| b.warning(PgError::new(code, line)));
        }
        return Ok(plan_lines(o.format, text));
    };
    let rel = super::create_as::table_of(b, &c.into, query, c.matview)?;
    if c.into.skip_data {
        let rows = RowDestination::NotFetched;
        let text = explainer::explain(planned, &mut b.host(), &o, &params, rows)?;
        return Ok(plan_lines(o.format, text));
    }
    let mut table = NewRows::into(b, rel, false)?;
    let mut receive =
        |host: &mut Host<'_>, row: &[Datum], stored: bool| table.receive(host, row, stored);
    let rows = RowDestination::Received(&mut receive);
    let text = explainer::explain(planned, &mut b.host(), &o, &params, rows)?;
    table.finish(b);
    Ok(plan_lines(o.format, text))
}

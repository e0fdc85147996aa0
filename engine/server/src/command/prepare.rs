//! PREPARE, EXECUTE, DEALLOCATE.

use crate::backend::Backend;
use crate::backend::query::run_query;
use crate::backend::{Prepared, StatementResult};
use sql::analyze::{self, ExprPlace, Query};
use sql::ast::{DeallocateStmt, ExecuteStmt, PrepareStmt};
use sql::host::HostSession;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::oid;

/// `PREPARE`.
pub(super) fn prepare(b: &mut Backend<'_>, s: &PrepareStmt) -> Result<StatementResult> {
    if b.session.prepared.contains_key(&s.name) {
        return Err(PgError::new(
            SqlState("42P05"),
            format!("prepared statement \"{}\" already exists", s.name),
        ));
    }
    let mut params = Vec::new();
    for t in &s.argtypes {
        params.push(Some(b.bind_type(t)?.0));
    }
    let known = b.snapshot();
    let view = known.view();
    analyze::analyze_with_params(&view, &mut b.host(), &s.query, &mut params, true)?;
    let at = b.clock_timestamp();
    let p = Prepared {
        statement: Rc::clone(&s.query),
        params: params.into_iter().map(|p| p.unwrap_or(storage::types::oid::TEXT)).collect(),
        text: b.statement_text(),
        at,
    };
    b.session.prepared.insert(s.name.clone(), Rc::new(p));
    Ok("PREPARE".into())
}

/// The query and the values of an EXECUTE. It is planned for these values, as the server does it the first
/// five times, unless `plan_cache_mode` asks for one plan for all.
pub(crate) fn bound(b: &mut Backend<'_>, s: &ExecuteStmt) -> Result<(Query, Vec<Datum>)> {
    let Some(p) = b.session.prepared.get(&s.name).cloned() else {
        return Err(PgError::new(
            SqlState("26000"),
            format!("prepared statement \"{}\" does not exist", s.name),
        ));
    };
    if s.params.len() != p.params.len() {
        return Err(PgError::new(
            SqlState::SYNTAX_ERROR,
            format!("wrong number of parameters for prepared statement \"{}\"", s.name),
        )
        .detail(format!(
            "Expected {} parameters but got {}.",
            p.params.len(),
            s.params.len()
        )));
    }
    let known = b.snapshot();
    let view = known.view();
    let mut values = Vec::new();
    for (i, (e, t)) in s.params.iter().zip(&p.params).enumerate() {
        let x = analyze::analyze_expr(&view, &mut b.host(), e, None, ExprPlace::ExecuteParameter)?;
        let from = x.type_oid;
        let Some(x) = analyze::coerce_for_assignment(&view, &mut b.host(), x, *t, -1)? else {
            return Err(PgError::new(
                SqlState::DATATYPE_MISMATCH,
                format!(
                    "parameter ${} of type {} cannot be coerced to the expected type {}",
                    i + 1,
                    b.type_name(from),
                    b.type_name(*t)
                ),
            )
            .hint("You will need to rewrite or cast the expression."));
        };
        values.push(b.evaluate(&x, &[])?);
    }
    if b.settings.raw("plan_cache_mode") != Some("force_generic_plan") {
        let query =
            analyze::analyze_with_values(&view, &mut b.host(), &p.statement, &p.params, &values)?;
        return Ok((query, values));
    }
    let mut params: Vec<Option<Oid>> = p.params.iter().map(|t| Some(*t)).collect();
    let query =
        analyze::analyze_with_params(&view, &mut b.host(), &p.statement, &mut params, false)?;
    Ok((query, values))
}

/// `EXECUTE`.
pub(super) fn execute(b: &mut Backend<'_>, s: &ExecuteStmt) -> Result<StatementResult> {
    let (query, values) = bound(b, s)?;
    run_query(b, &query, &values)
}

/// `DEALLOCATE`.
pub(super) fn deallocate(b: &mut Backend<'_>, s: &DeallocateStmt) -> Result<StatementResult> {
    match &s.name {
        None => {
            b.session.prepared.clear();
            Ok("DEALLOCATE ALL".into())
        }
        Some(n) => {
            if b.session.prepared.remove(n).is_none() {
                return Err(PgError::new(
                    SqlState("26000"),
                    format!("prepared statement \"{n}\" does not exist"),
                ));
            }
            Ok("DEALLOCATE".into())
        }
    }
}

/// `regtype[]`
fn type_array(types: &[Oid]) -> Datum {
    let elements = types.iter().map(|t| Datum::u32(t.0)).collect();
    Array::of(oid::REGTYPE, elements).to_datum().unwrap_or(Datum::Null)
}

impl Backend<'_> {
    /// The rows of `pg_prepared_statements`.
    pub(crate) fn prepared_rows(&self) -> Vec<Vec<Datum>> {
        self.session
            .prepared
            .iter()
            .map(|(n, p)| {
                vec![
                    Datum::text(n),
                    Datum::text(&p.text),
                    Datum::i64(p.at),
                    type_array(&p.params),
                    Datum::bool(true),
                    Datum::i64(0),
                    Datum::i64(0),
                ]
            })
            .collect()
    }
}

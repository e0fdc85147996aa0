//! PREPARE, EXECUTE, DEALLOCATE.

use crate::backend::Backend;
use crate::backend::query::run_plan;
use crate::backend::{KeptPlan, Prepared, StatementResult, result_columns};
use sql::analyze::{self, ExprPlace};
use sql::ast::{DeallocateStmt, ExecuteStmt, PrepareStmt};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::EnvSession;
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::oid;

/// Runs `PREPARE`: keeps an analyzed statement under a name for the session. Parameters whose type
/// nothing tells are text; a name in use is refused with 42P05.
pub(super) fn prepare(b: &mut Backend<'_>, s: &PrepareStmt) -> Result<StatementResult> {
    let mut params = Vec::new();
    for t in &s.argtypes {
        params.push(Some(b.bind_type(t)?.0));
    }
    let known = b.snapshot();
    let view = known.view();
    let query = analyze::analyze_with_params(&view, &mut b.host(), &s.query, &mut params, true)?;
    if b.session.prepared.contains_key(&s.name) {
        return Err(PgError::new(
            SqlState("42P05"),
            format!("prepared statement \"{}\" already exists", s.name),
        ));
    }
    let results = result_columns(&query);
    let at = b.clock_timestamp();
    let params = params.into_iter().map(|p| p.unwrap_or(storage::types::oid::TEXT)).collect();
    let made = Prepared::new(Rc::clone(&s.query), params, b.statement_text());
    let p = Prepared { results, at, ..made };
    b.session.prepared.insert(s.name.clone(), Rc::new(p));
    Ok("PREPARE".into())
}

/// The plan and the parameter values of an EXECUTE: a custom plan has the values put in, the generic one has
/// parameters.
pub(crate) fn bound(b: &mut Backend<'_>, s: &ExecuteStmt) -> Result<(Rc<KeptPlan>, Vec<Datum>)> {
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
        let (from, at) = (x.type_oid, e.location());
        let Some(x) = analyze::coerce_for_assignment(&view, &mut b.host(), x, *t, -1)? else {
            let refused = PgError::new(
                SqlState::DATATYPE_MISMATCH,
                format!(
                    "parameter ${} of type {} cannot be coerced to the expected type {}",
                    i + 1,
                    b.type_name(from),
                    b.type_name(*t)
                ),
            )
            .hint("You will need to rewrite or cast the expression.");
            return Err(match at {
                Some(at) => refused.at(at),
                None => refused,
            });
        };
        let mut value = b.evaluate(&x, &[])?;
        value.flatten();
        values.push(value);
    }
    let mut p = (*p).clone();
    let kept = b.plan_for(&mut p, &values)?;
    if result_columns(&kept.query) != p.results {
        return err!(FEATURE_NOT_SUPPORTED, "cached plan must not change result type");
    }
    b.session.prepared.insert(s.name.clone(), Rc::new(p));
    Ok((kept, values))
}

/// Runs `EXECUTE`: the prepared statement with the values given.
pub(super) fn execute(b: &mut Backend<'_>, s: &ExecuteStmt) -> Result<StatementResult> {
    let (kept, values) = bound(b, s)?;
    run_plan(b, &kept.query, &kept.plan, &values)
}

/// Runs `DEALLOCATE`: forgets one prepared statement, or all. An unknown name is refused with
/// 26000.
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

/// The types as `regtype[]`.
fn type_array(types: &[Oid]) -> Datum {
    let elements = types.iter().map(|t| Datum::u32(t.0)).collect();
    Array::of(oid::REGTYPE, elements).to_datum().unwrap_or(Datum::Null)
}

impl Backend<'_> {
    /// The types of the columns that a prepared statement returns, as `regtype[]`; NULL if it returns no rows.
    pub(crate) fn result_types(&self, name: &str) -> Datum {
        let p = self.session.prepared.get(name);
        let results = p.and_then(|p| p.results.as_ref());
        let types = |columns: &Vec<(String, Oid, i32)>| columns.iter().map(|c| c.1).collect();
        results.map(types).map_or(Datum::Null, |types: Vec<Oid>| type_array(&types))
    }
    /// The rows of `pg_prepared_statements`.
    #[inline(never)]
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
                    Datum::i64(p.plans.generic),
                    Datum::i64(p.plans.custom),
                ]
            })
            .collect()
    }
}

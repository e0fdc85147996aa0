//! PREPARE, EXECUTE, DEALLOCATE.

use crate::backend::Backend;
use crate::backend::query::run_query;
use crate::backend::{PlansMade, Prepared, StatementResult};
use sql::analyze::{self, ExprPlace, Query};
use sql::ast::{DeallocateStmt, ExecuteStmt, PrepareStmt};
use std::rc::Rc;
use storage::clock;
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
    let p = Prepared {
        statement: Rc::clone(&s.query),
        params: params.into_iter().map(|p| p.unwrap_or(storage::types::oid::TEXT)).collect(),
        results,
        text: b.statement_text(),
        at,
        plans: PlansMade::default(),
    };
    b.session.prepared.insert(s.name.clone(), Rc::new(p));
    Ok("PREPARE".into())
}

/// The query and the parameter values of an EXECUTE: for a custom plan with the values put in, for
/// the generic one with parameters.
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
        values.push(b.evaluate(&x, &[])?);
    }
    let mut plans = p.plans;
    let mut query = None;
    let fixed = |query: Query| match result_columns(&query) == p.results {
        true => Ok(query),
        false => err!(FEATURE_NOT_SUPPORTED, "cached plan must not change result type"),
    };
    let mut custom = prefers_custom(b, &p, &plans);
    if !custom {
        let mut params: Vec<Option<Oid>> = p.params.iter().map(|t| Some(*t)).collect();
        let generic = fixed(analyze::analyze_with_params(
            &view,
            &mut b.host(),
            &p.statement,
            &mut params,
            false,
        )?)?;
        if plans.generic_cost.is_none() {
            plans.generic_cost = Some(plan_cost(b, &generic, false)?);
            custom = prefers_custom(b, &p, &plans);
        }
        query = Some(generic);
    }
    let query = match query {
        Some(generic) if !custom => {
            plans.generic += 1;
            generic
        }
        _ => {
            let (statement, types) = (&p.statement, &p.params);
            let host = &mut b.host();
            let query =
                fixed(analyze::analyze_with_values(&view, host, statement, types, &values)?)?;
            plans.custom_cost += plan_cost(b, &query, true)?;
            plans.custom += 1;
            query
        }
    };
    b.session.prepared.insert(s.name.clone(), Rc::new(Prepared { plans, ..(*p).clone() }));
    Ok((query, values))
}

/// The columns that a query returns, each with its name, type and type modifier; `None` if it returns no rows
/// (`PlanCacheComputeResultDesc`).
fn result_columns(query: &Query) -> Option<Vec<(String, Oid, i32)>> {
    let columns = query
        .returned()
        .map(|t| (t.name.clone().unwrap_or_default(), t.expr.type_oid, t.expr.typmod));
    Some(columns.collect()).filter(|c: &Vec<_>| !c.is_empty())
}

/// Whether a custom plan is made: five times, and afterwards as long as it is cheaper than the
/// generic plan (`choose_custom_plan`).
fn prefers_custom(b: &Backend<'_>, p: &Prepared, plans: &PlansMade) -> bool {
    if p.params.is_empty() {
        return false;
    }
    match b.settings.raw("plan_cache_mode") {
        Some("force_generic_plan") => return false,
        Some("force_custom_plan") => return true,
        _ => {}
    }
    plans.custom < 5
        || plans.generic_cost.is_some_and(|all| all >= plans.custom_cost / plans.custom as f64)
}

/// Returns the cost of a plan; `with_planning` adds that of planning (`cached_plan_cost`).
fn plan_cost(b: &mut Backend<'_>, query: &Query, with_planning: bool) -> Result<f64> {
    let operator: f64 =
        b.settings.raw("cpu_operator_cost").and_then(|v| v.parse().ok()).unwrap_or(0.0025);
    let plan = clock::aside(|| sql::plan::plan(query, &mut b.host()))?;
    let planning = 1000.0 * operator * (plan.rtable.len() as f64 + 1.0);
    Ok(plan.plan.total + if with_planning { planning } else { 0.0 })
}

/// Runs `EXECUTE`: the prepared statement with the values given.
pub(super) fn execute(b: &mut Backend<'_>, s: &ExecuteStmt) -> Result<StatementResult> {
    let (query, values) = bound(b, s)?;
    run_query(b, &query, &values)
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

//! Chooses the function that a call means among the candidates, or says why there is none
//! (`func_get_detail`).

use super::CallInfo;
use super::candidate::Candidate;
use super::left_out::{is_left_out, unknown_fits};
use crate::analyze::coerce::CoercionPath;
use crate::analyze::state::Analyzer;
use crate::analyze::types::TypeFacts;
use crate::ast;
use crate::catalog;
use crate::expr::FuncRef;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Which function a name means for these arguments (`func_get_detail`): an exact match of types;
    /// else, for a type's name and one argument, a cast; else the best match by coercion.
    pub(super) fn func_get_detail(
        &mut self,
        names: &ast::QualifiedName,
        actual: &[Oid],
        arg_names: &[String],
        call: Option<&ast::FuncCall>,
    ) -> Result<FuncDetail> {
        names.schema_in(self.view.database())?;
        let expand_variadic = !call.is_some_and(|c| c.variadic);
        if matches!(actual, [oid::UNKNOWN]) && unknown_fits(&names.last, None) == Some(true) {
            return Ok(FuncDetail::Multiple);
        }
        let all = self.candidates(names, actual.len(), arg_names, expand_variadic, true);
        let found = |c: &Candidate| match c.ambiguous {
            true => FuncDetail::Multiple,
            false => FuncDetail::Found(c.clone()),
        };
        if let Some(same) = all.iter().find(|c| c.types == actual) {
            return Ok(found(same));
        }
        if let [source] = actual
            && call.is_some()
            && arg_names.is_empty()
            && let Some(target) = self.func_name_as_type(names)
            && self.castable_by_name(target, *source)
        {
            return Ok(FuncDetail::Coercion(target));
        }
        let lists: Vec<Vec<Oid>> = all.iter().map(|c| c.types.clone()).collect();
        let matching = self.match_argtypes(actual, &lists);
        Ok(match matching.as_slice() {
            [] => FuncDetail::NotFound,
            [only] => found(&all[only.0]),
            _ => match self.select_candidate(actual, matching) {
                Some(i) => found(&all[i]),
                None => FuncDetail::Multiple,
            },
        })
    }

    /// Whether `type(value)` may be a cast: a binary-coercible one, or one through text, but not
    /// from a row to a string.
    fn castable_by_name(&self, target: Oid, source: Oid) -> bool {
        source == oid::UNKNOWN
            || match self.coercion_path(target, source, CastContext::Explicit) {
                CoercionPath::Relabel => true,
                CoercionPath::ViaIo => {
                    !((source == oid::RECORD || self.view.row_desc(source).is_some())
                        && self.view.category(target).0 == 'S')
                }
                _ => false,
            }
    }

    /// The error "function ... is not unique".
    pub(super) fn func_is_not_unique(
        &self,
        names: &ast::QualifiedName,
        arg_names: &[String],
        actual: &[Oid],
        info: &CallInfo<'_>,
    ) -> Box<PgError> {
        let what = if info.proc_call { "procedure" } else { "function" };
        let signature = self.signature(names, arg_names, actual);
        PgError::new(SqlState::AMBIGUOUS_FUNCTION, format!("{what} {signature} is not unique"))
            .hint(format!(
                "Could not choose a best candidate {what}. You might need to add explicit type \
                 casts."
            ))
    }

    /// The error "function ... does not exist", with the right hint.
    pub(super) fn func_does_not_exist(
        &self,
        names: &ast::QualifiedName,
        arg_names: &[String],
        actual: &[Oid],
        info: &CallInfo<'_>,
    ) -> Box<PgError> {
        let what = if info.proc_call { "procedure" } else { "function" };
        let signature = self.signature(names, arg_names, actual);
        let schema = names.path.last();
        if schema.is_none_or(|s| s == "pg_catalog")
            && is_left_out(self.view.release(), &names.last, actual)
            && self.view.extension_function_visible(&names.last)
            || schema.is_some_and(|s| s == "information_schema") && names.last.starts_with("_pg_")
        {
            let text = format!("{what} {signature} is not modelled");
            return PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text);
        }
        if let Some(schema) = names.path.last()
            && !self.view.schema_exists(schema)
        {
            let text = format!("schema \"{schema}\" does not exist");
            return PgError::new(SqlState::INVALID_SCHEMA_NAME, text);
        }
        if matches!(&*names.last, "rank" | "dense_rank" | "percent_rank" | "cume_dist")
            && info.call.is_some()
            && !actual.is_empty()
        {
            let text = format!("WITHIN GROUP is required for ordered-set aggregate {names}");
            return PgError::new(SqlState::WRONG_OBJECT_TYPE, text);
        }
        let misplaced = info.call.is_some_and(|c| c.order_by.len() > 1 && !c.within_group);
        PgError::new(SqlState::UNDEFINED_FUNCTION, format!("{what} {signature} does not exist"))
            .hint(if misplaced {
                "No aggregate function matches the given name and argument types. Perhaps you \
                 misplaced ORDER BY; ORDER BY must appear after all regular arguments of the \
                 aggregate."
                    .to_string()
            } else {
                format!(
                    "No {what} matches the given name and argument types. You might need to add \
                     explicit type casts."
                )
            })
    }

    /// Returns a call as an error shows it, `f(integer, b => text)` (`func_signature_string`).
    pub(in crate::analyze) fn signature(
        &self,
        names: &ast::QualifiedName,
        arg_names: &[String],
        t: &[Oid],
    ) -> String {
        let positional = t.len() - arg_names.len();
        let parts: Vec<String> = t
            .iter()
            .enumerate()
            .map(|(i, &t)| match i.checked_sub(positional) {
                Some(n) => format!("{} => {}", arg_names[n], self.format_type(t)),
                None => self.format_type(t),
            })
            .collect();
        format!("{names}({})", parts.join(", "))
    }
}

/// What a name with its arguments turns out to be (`FuncDetailCode`).
pub(super) enum FuncDetail {
    NotFound,
    Multiple,
    Found(Candidate),
    /// The name of a type: `int4(x)` is a cast.
    Coercion(Oid),
}

/// How a function may be called (`prokind`).
#[derive(Clone, Copy, PartialEq)]
pub(super) enum FuncKind {
    Function,
    Procedure,
    Aggregate,
    Window,
}

impl FuncKind {
    /// Whether a function is an aggregate, a window function, a procedure or a plain function.
    pub(super) fn of_function(func: &FuncRef) -> FuncKind {
        match func {
            FuncRef::Builtin(b) if catalog::is_aggregate(b) => FuncKind::Aggregate,
            FuncRef::Builtin(b) if catalog::is_window_function(b) => FuncKind::Window,
            FuncRef::Sql(s) if s.procedure => FuncKind::Procedure,
            _ => FuncKind::Function,
        }
    }
}

/// The error for a procedure in an expression, or (`proc_call`) a function after CALL.
pub(super) fn wrong_call(signature: &str, proc_call: bool) -> Box<PgError> {
    let (message, hint) = if proc_call {
        (format!("{signature} is not a procedure"), "To call a function, use SELECT.")
    } else {
        (format!("{signature} is a procedure"), "To call a procedure, use CALL.")
    };
    PgError::new(SqlState::WRONG_OBJECT_TYPE, message).hint(hint)
}

/// Refuses WITHIN GROUP, OVER and so on where this kind of function does not take them, or needs them.
pub(super) fn check_decoration(
    call: &ast::FuncCall,
    shown: &ast::QualifiedName,
    kind: FuncKind,
    func: &FuncRef,
) -> Result<()> {
    let ordered_set =
        kind == FuncKind::Aggregate && catalog::direct_arguments(&func.name()).is_some();
    let text = match kind {
        FuncKind::Aggregate if ordered_set && !call.within_group => {
            format!("WITHIN GROUP is required for ordered-set aggregate {shown}")
        }
        FuncKind::Aggregate if ordered_set && call.over.is_some() => {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "OVER is not supported for ordered-set aggregate {shown}"
            );
        }
        FuncKind::Aggregate if !ordered_set && call.within_group => {
            format!("{shown} is not an ordered-set aggregate, so it cannot have WITHIN GROUP")
        }
        FuncKind::Window if call.over.is_none() => {
            format!("window function {shown} requires an OVER clause")
        }
        FuncKind::Window if call.within_group => {
            format!("window function {shown} cannot have WITHIN GROUP")
        }
        FuncKind::Aggregate | FuncKind::Window => return Ok(()),
        _ => return check_undecorated(call, shown),
    };
    err!(WRONG_OBJECT_TYPE, "{text}")
}

/// Refuses DISTINCT, FILTER, OVER and so on for a function that is neither an aggregate nor a window
/// function.
fn check_undecorated(call: &ast::FuncCall, shown: &ast::QualifiedName) -> Result<()> {
    let what = if call.star {
        format!("{shown}(*)")
    } else if call.distinct {
        "DISTINCT".into()
    } else if call.within_group {
        "WITHIN GROUP".into()
    } else if !call.order_by.is_empty() {
        "ORDER BY".into()
    } else if call.filter.is_some() {
        "FILTER".into()
    } else if call.over.is_some() {
        return err!(
            WRONG_OBJECT_TYPE,
            "OVER specified, but {shown} is not a window function nor an aggregate function"
        );
    } else {
        return Ok(());
    };
    err!(WRONG_OBJECT_TYPE, "{what} specified, but {shown} is not an aggregate function")
}

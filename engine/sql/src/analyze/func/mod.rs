//! Function calls (`parse_func.c`).
//!
//! `f(a, b)` is looked up by name and number of arguments; among several functions the one whose types fit best
//! is taken. The same syntax means a cast where `f` is a type, and a column where `a` is a row.

mod arguments;
mod candidate;
mod left_out;
mod lookup;
mod projection;

use crate::analyze::state::{Analyzer, At, ExprKind, make};
use crate::analyze::types::TypeFacts;
use crate::ast;
use crate::expr::{CoercionForm, Expr, FuncCall, FuncRef, Node, Notation};
use candidate::{Candidate, is_decorated, take_argument_names};
pub(in crate::analyze) use left_out::{is_operator_left_out, unknown_fits};
use lookup::{FuncDetail, FuncKind, check_decoration, wrong_call};
use storage::err;
use storage::error::Result;
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

/// The arguments that a procedure is run with: those of its OUT parameters are left out
/// (`ExecuteCallStmt`).
fn without_out(func: &FuncRef, args: Vec<Expr>) -> Vec<Expr> {
    let FuncRef::Sql(f) = func else { return args };
    if !f.procedure {
        return args;
    }
    let mut modes = f.parameters.iter().map(|p| p.0);
    args.into_iter().filter(|_| modes.next() != Some('o')).collect()
}

/// How a call is shown, of whose written arguments the first `positional` have no name.
fn notation(found: &Candidate, positional: usize) -> CoercionForm {
    let notation = match &found.positions {
        Some(places) => Notation::new(positional, &places[positional..]),
        None if found.defaults > 0 => Notation::new(positional, &[]),
        None => None,
    };
    notation.map_or(CoercionForm::Call, CoercionForm::Partly)
}

impl Analyzer<'_> {
    /// Analyzes a call of a function, or a column in function notation; `Ok(None)` if column
    /// notation names neither (`ParseFuncOrColumn`).
    pub(in crate::analyze) fn func_or_column(
        &mut self,
        names: &ast::QualifiedName,
        mut args: Vec<Expr>,
        info: CallInfo<'_>,
    ) -> Result<Option<Expr>> {
        let (location, call) = (info.location, info.call);
        let filter = self.filter_clause(call)?;
        if args.len() > 100 {
            return err!(TOO_MANY_ARGUMENTS, "cannot pass more than 100 arguments to a function")
                .at_loc(location);
        }
        let arg_names = take_argument_names(&mut args)?;
        let actual: Vec<Oid> = args.iter().map(|a| a.type_oid).collect();
        let projectable = args.len() == 1
            && !info.proc_call
            && !is_decorated(call)
            && arg_names.is_empty()
            && names.path.is_empty()
            && (actual[0] == oid::RECORD || self.view.row_desc(actual[0]).is_some());
        if projectable
            && call.is_none()
            && let Some(e) = self.complex_projection(&names.last, &args[0], location)?
        {
            return Ok(Some(e));
        }
        let found = match self.func_get_detail(names, &actual, &arg_names, call).at_loc(location)? {
            FuncDetail::Coercion(target) => {
                let arg = args.remove(0);
                let ctx = CastContext::Explicit;
                let e = self.coerce_type(arg, target, -1, ctx, CoercionForm::Call, location)?;
                return Ok(Some(e));
            }
            FuncDetail::Found(candidate) => candidate,
            FuncDetail::NotFound | FuncDetail::Multiple if call.is_none() => return Ok(None),
            FuncDetail::Multiple => {
                return Err(self.func_is_not_unique(names, &arg_names, &actual, &info))
                    .at_loc(location);
            }
            FuncDetail::NotFound => {
                if projectable
                    && let Some(e) = self.complex_projection(&names.last, &args[0], location)?
                {
                    return Ok(Some(e));
                }
                return Err(self.func_does_not_exist(names, &arg_names, &actual, &info))
                    .at_loc(location);
            }
        };
        let kind = FuncKind::of_function(&found.func);
        if info.proc_call != (kind == FuncKind::Procedure) {
            let s = self.signature(names, &arg_names, &actual);
            return Err(wrong_call(&s, info.proc_call)).at_loc(location);
        }
        if let Some(c) = call {
            check_decoration(c, names, kind, &found.func).at_loc(location)?;
        }
        let explicit_variadic = call.is_some_and(|c| c.variadic);
        let nargs = args.len();
        let (args, ret, variadic) =
            self.make_fn_arguments(&found, args, &actual, explicit_variadic)?;
        let args = without_out(&found.func, args);
        match (call, kind) {
            (Some(c), FuncKind::Aggregate | FuncKind::Window) if c.over.is_some() => {
                let is_agg = kind == FuncKind::Aggregate;
                self.window_call(found.func, ret, args, filter, c, is_agg, location).map(Some)
            }
            (Some(c), FuncKind::Aggregate) => {
                self.aggregate_call(found.func, ret, args, filter, c, variadic, location).map(Some)
            }
            (None, FuncKind::Aggregate) => {
                let plain = ast::FuncCall::plain(names.clone());
                self.aggregate_call(found.func, ret, args, filter, &plain, variadic, location)
                    .map(Some)
            }
            (None, FuncKind::Window) => Ok(None),
            _ => {
                if found.returns_set {
                    self.check_srf_placement(location)?;
                }
                let form = if call.is_some_and(|c| c.sql_syntax) {
                    CoercionForm::SqlSyntax
                } else {
                    let named = arg_names.iter().filter(|n| !n.is_empty()).count();
                    notation(&found, nargs - named)
                };
                crate::analyze::collation::refuse_mismatch(&args)?;
                let (func, returns_set) = (found.func, found.returns_set);
                let call = FuncCall { func, args, returns_set, variadic, form };
                let collation = self.view.collation_of(ret);
                Ok(Some(make(Node::Func(call), ret, -1, collation, location)))
            }
        }
    }

    /// The condition of FILTER.
    fn filter_clause(&mut self, call: Option<&ast::FuncCall>) -> Result<Option<Expr>> {
        let Some(filter) = call.and_then(|c| c.filter.as_ref()) else { return Ok(None) };
        let saved = self.kind();
        let filter = self.transform_where(filter, ExprKind::Filter, "FILTER")?;
        self.top().kind = saved;
        Ok(Some(filter))
    }
}

/// What a call's decoration demands.
pub(in crate::analyze) struct CallInfo<'c> {
    pub call: Option<&'c ast::FuncCall>,
    pub proc_call: bool,
    pub location: i32,
}

//! Function calls (`parse_func.c`).

use super::coerce::Path;
use super::state::{Analyzer, At, make};
use super::types::{TypeFacts, split_name};
use super::{SqlFunction, UserTypeKind};
use crate::ast;
use crate::catalog;
use crate::expr::{ArrayExpr, CoercionForm, Expr, FuncCall, FuncRef, Node};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{CastContext, CastMethod};
use storage::ids::Oid;
use storage::types::{self, oid};

/// A function that may be meant (`FuncCandidateList`).
#[derive(Clone)]
struct Candidate {
    func: FuncRef,
    /// One type for each actual argument, variadic ones repeated, in the call's order.
    types: Vec<Oid>,
    /// How many actual arguments a VARIADIC takes.
    variadic_count: usize,
    /// How many defaults are used.
    defaults: usize,
    /// For named notation: position of each actual argument.
    positions: Option<Vec<usize>>,
    ret: Oid,
    returns_set: bool,
}

/// What a call's decoration demands.
pub(super) struct CallInfo<'c> {
    pub call: Option<&'c ast::FuncCall>,
    pub proc_call: bool,
    pub location: i32,
}

fn func_args(f: &FuncRef) -> (Vec<Oid>, Option<Oid>, usize, Vec<String>) {
    match f {
        FuncRef::Builtin(b) => (
            b.args.to_vec(),
            b.variadic,
            b.defaults.len(),
            b.arg_names.iter().map(|s| s.to_string()).collect(),
        ),
        FuncRef::Cast(c, _) => (vec![c.source], None, 0, vec![]),
        FuncRef::Sql(s) => (s.args.clone(), s.variadic, s.defaults.len(), s.arg_names.clone()),
    }
}

fn func_ret(f: &FuncRef) -> (Oid, bool) {
    match f {
        FuncRef::Builtin(b) => (b.ret, catalog::returns_set(b)),
        FuncRef::Cast(c, _) => (c.target, false),
        FuncRef::Sql(s) => (s.ret, s.returns_set),
    }
}

impl Analyzer<'_> {
    /// All functions of a name (`FuncnameGetCandidates` before arguments are looked at).
    fn functions_named(&self, names: &[String]) -> Vec<FuncRef> {
        let (schema, name) = split_name(names);
        let mut out = Vec::new();
        if schema.is_none_or(|s| s == "pg_catalog" || s == "public") {
            for b in catalog::functions_named(name) {
                if self.view.extension_function_visible(name) {
                    out.push(FuncRef::Builtin(b));
                }
            }
            if let Some(t) = types::by_name(name) {
                for c in catalog::casts_to(t.oid) {
                    if let CastMethod::Function(f) = c.method
                        && c.source != c.target
                        && catalog::function_exact(name, &[c.source]).is_none()
                    {
                        out.push(FuncRef::Cast(c, f));
                    }
                }
            }
        }
        let own: Vec<Rc<SqlFunction>> = self.view.functions(schema, name);
        out.extend(own.into_iter().map(FuncRef::Sql));
        out
    }

    fn candidates(
        &self,
        names: &[String],
        nargs: usize,
        arg_names: &[String],
        expand_variadic: bool,
        expand_defaults: bool,
    ) -> Vec<Candidate> {
        let mut out: Vec<Candidate> = Vec::new();
        for f in self.functions_named(names) {
            let (declared, variadic, ndefaults, fnames) = func_args(&f);
            let pronargs = declared.len();
            let (ret, returns_set) = func_ret(&f);
            if !arg_names.is_empty() {
                // MatchNamedCall
                let positional = nargs - arg_names.len();
                if nargs > pronargs || fnames.len() < pronargs {
                    continue;
                }
                if variadic.is_some() && expand_variadic {
                    continue;
                }
                let mut positions: Vec<usize> = (0..positional).collect();
                let mut ok = true;
                for n in arg_names {
                    match fnames.iter().position(|f| f == n) {
                        Some(p) if p < pronargs && !positions.contains(&p) => positions.push(p),
                        _ => ok = false,
                    }
                }
                let missing: Vec<usize> =
                    (0..pronargs).filter(|p| !positions.contains(p)).collect();
                if !ok || missing.iter().any(|&p| p < pronargs - ndefaults) {
                    continue;
                }
                if !missing.is_empty() && !expand_defaults {
                    continue;
                }
                let types = positions.iter().map(|&p| declared[p]).collect();
                out.push(Candidate {
                    func: f,
                    types,
                    variadic_count: 0,
                    defaults: missing.len(),
                    positions: Some(positions),
                    ret,
                    returns_set,
                });
                continue;
            }
            let (mut types, mut variadic_count, mut defaults) = (declared.clone(), 0, 0);
            if let Some(element) = variadic
                && expand_variadic
                && nargs >= pronargs
                && pronargs > 0
            {
                variadic_count = nargs - pronargs + 1;
                types.truncate(pronargs - 1);
                types.extend(std::iter::repeat_n(element, variadic_count));
            } else if nargs < pronargs {
                if !expand_defaults || nargs + ndefaults < pronargs {
                    continue;
                }
                defaults = pronargs - nargs;
                types.truncate(nargs);
            } else if nargs != pronargs {
                continue;
            }
            let c = Candidate {
                func: f,
                types,
                variadic_count,
                defaults,
                positions: None,
                ret,
                returns_set,
            };
            // The same types twice: without variadic expansion or defaults wins.
            if let Some(old) = out.iter_mut().find(|o| o.types == c.types) {
                let better =
                    c.defaults < old.defaults || (c.variadic_count == 0 && old.variadic_count > 0);
                if better {
                    *old = c;
                }
                continue;
            }
            out.push(c);
        }
        out
    }

    /// `ParseFuncOrColumn`. `Ok(None)` for column notation that names neither.
    pub(super) fn func_or_column(
        &mut self,
        names: &[String],
        mut args: Vec<Expr>,
        info: CallInfo<'_>,
    ) -> Result<Option<Expr>> {
        let location = info.location;
        let call = info.call;
        let is_column = call.is_none();
        let shown = names.join(".");
        let filter = match call.and_then(|c| c.filter.as_ref()) {
            Some(f) => {
                let saved = self.kind();
                let f = self.transform_where(f, super::state::ExprKind::Filter, "FILTER")?;
                self.top().kind = saved;
                Some(f)
            }
            None => None,
        };
        if args.len() > 100 {
            return err!(TOO_MANY_ARGUMENTS, "cannot pass more than 100 arguments to a function")
                .at_loc(location);
        }
        // Named arguments.
        let mut arg_names: Vec<String> = Vec::new();
        for a in &mut args {
            match &mut a.node {
                Node::NamedArg(n, inner) => {
                    if arg_names.contains(n) {
                        return err!(SYNTAX_ERROR, "argument name \"{n}\" used more than once")
                            .at_loc(a.location);
                    }
                    arg_names.push(std::mem::take(n));
                    let inner = std::mem::replace(&mut inner.node, Node::SetToDefault);
                    a.node = inner;
                }
                _ if !arg_names.is_empty() => {
                    return err!(SYNTAX_ERROR, "positional argument cannot follow named argument")
                        .at_loc(a.location);
                }
                _ => {}
            }
        }
        let actual: Vec<Oid> = args.iter().map(|a| a.type_oid).collect();
        let nargs = args.len();
        let decorated = call.is_some_and(|c| {
            !c.order_by.is_empty()
                || c.filter.is_some()
                || c.star
                || c.distinct
                || c.over.is_some()
                || c.variadic
        });
        let projectable = nargs == 1
            && !info.proc_call
            && !decorated
            && arg_names.is_empty()
            && names.len() == 1
            && (actual[0] == oid::RECORD || self.view.row_desc(actual[0]).is_some());
        if projectable
            && is_column
            && let Some(e) = self.complex_projection(&names[0], &args[0], location)?
        {
            return Ok(Some(e));
        }
        let expand_variadic = !call.is_some_and(|c| c.variadic);
        let all = self.candidates(names, nargs, &arg_names, expand_variadic, true);
        let mut multiple = false;
        let mut best: Option<Candidate> = all.iter().find(|c| c.types == actual).cloned();
        if best.is_none() {
            if nargs == 1
                && call.is_some()
                && arg_names.is_empty()
                && let Some(t) = self.func_name_as_type(names)
            {
                let source = actual[0];
                let castable = source == oid::UNKNOWN
                    || match self.coercion_path(t, source, CastContext::Explicit) {
                        Path::Relabel => true,
                        Path::ViaIo => {
                            !((source == oid::RECORD || self.view.row_desc(source).is_some())
                                && self.view.category(t).0 == 'S')
                        }
                        _ => false,
                    };
                if castable {
                    let arg = args.remove(0);
                    let ctx = CastContext::Explicit;
                    let e = self.coerce_type(arg, t, -1, ctx, CoercionForm::Call, location)?;
                    return Ok(Some(e));
                }
            }
            let lists: Vec<Vec<Oid>> = all.iter().map(|c| c.types.clone()).collect();
            let matching = self.match_argtypes(&actual, &lists);
            best = match matching.as_slice() {
                [] => None,
                [one] => Some(all[one.0].clone()),
                _ => match self.select_candidate(&actual, matching) {
                    Some(i) => Some(all[i].clone()),
                    None => {
                        multiple = true;
                        None
                    }
                },
            };
        }
        let Some(best) = best else {
            if is_column {
                return Ok(None);
            }
            if !multiple
                && projectable
                && let Some(e) = self.complex_projection(&names[0], &args[0], location)?
            {
                return Ok(Some(e));
            }
            let what = if info.proc_call { "procedure" } else { "function" };
            let signature = self.signature(names, &arg_names, &actual);
            let e = if multiple {
                PgError::new(
                    SqlState::AMBIGUOUS_FUNCTION,
                    format!("{what} {signature} is not unique"),
                )
                .hint(format!(
                    "Could not choose a best candidate {what}. You might need to add explicit \
                     type casts."
                ))
            } else {
                let misplaced = call.is_some_and(|c| c.order_by.len() > 1 && !c.within_group);
                PgError::new(
                    SqlState::UNDEFINED_FUNCTION,
                    format!("{what} {signature} does not exist"),
                )
                .hint(if misplaced {
                    "No aggregate function matches the given name and argument types. Perhaps you \
                     misplaced ORDER BY; ORDER BY must appear after all regular arguments of the \
                     aggregate."
                        .to_string()
                } else {
                    format!(
                        "No {what} matches the given name and argument types. You might need to \
                         add explicit type casts."
                    )
                })
            };
            return Err(e).at_loc(location);
        };
        let (is_agg, is_window, is_proc) = match &best.func {
            FuncRef::Builtin(b) => {
                (catalog::is_aggregate(b), catalog::is_window_function(b), false)
            }
            FuncRef::Sql(s) => (false, false, s.procedure),
            FuncRef::Cast(..) => (false, false, false),
        };
        if info.proc_call != is_proc {
            let s = self.signature(names, &arg_names, &actual);
            let e = if is_proc {
                PgError::new(SqlState::WRONG_OBJECT_TYPE, format!("{s} is a procedure"))
                    .hint("To call a procedure, use CALL.")
            } else {
                PgError::new(SqlState::WRONG_OBJECT_TYPE, format!("{s} is not a procedure"))
                    .hint("To call a function, use SELECT.")
            };
            return Err(e).at_loc(location);
        }
        if let Some(c) = call
            && !is_agg
            && !is_window
        {
            let not = |what: &str| -> Result<Option<Expr>> {
                err!(
                    WRONG_OBJECT_TYPE,
                    "{what} specified, but {shown} is not an aggregate function"
                )
                .at_loc(location)
            };
            if c.star {
                return not(&format!("{shown}(*)"));
            }
            if c.distinct {
                return not("DISTINCT");
            }
            if c.within_group {
                return not("WITHIN GROUP");
            }
            if !c.order_by.is_empty() {
                return not("ORDER BY");
            }
            if c.filter.is_some() {
                return not("FILTER");
            }
            if c.over.is_some() {
                return err!(
                    WRONG_OBJECT_TYPE,
                    "OVER specified, but {shown} is not a window function nor an aggregate function"
                )
                .at_loc(location);
            }
        }
        // Defaults, polymorphism, coercion of arguments.
        let (declared_all, variadic, ndef, _) = func_args(&best.func);
        let mut declared = best.types.clone();
        let mut actual_all = actual.clone();
        let mut default_exprs: Vec<(usize, Expr)> = Vec::new();
        if best.defaults > 0 {
            let first_default = declared_all.len() - ndef;
            let missing: Vec<usize> = match &best.positions {
                Some(p) => (0..declared_all.len()).filter(|i| !p.contains(i)).collect(),
                None => (nargs..declared_all.len()).collect(),
            };
            for m in missing {
                let e = self.default_argument(&best.func, m - first_default, declared_all[m])?;
                declared.push(declared_all[m]);
                actual_all.push(e.type_oid);
                default_exprs.push((m, e));
            }
        }
        let ret =
            self.enforce_generics(&actual_all, &mut declared, best.ret, false).at_loc(location)?;
        let mut args = self.coerce_args(args, &declared)?;
        let explicit_variadic = !expand_variadic;
        let mut func_variadic = explicit_variadic && variadic.is_some();
        if let Some(p) = &best.positions {
            // Into the function's order.
            let mut slots: Vec<Option<Expr>> = vec![None; declared_all.len()];
            for (a, &i) in args.into_iter().zip(p) {
                slots[i] = Some(a);
            }
            for (m, e) in default_exprs.drain(..) {
                slots[m] = Some(e);
            }
            args = slots.into_iter().flatten().collect();
        } else {
            let extra: Vec<Expr> = default_exprs.into_iter().map(|d| d.1).collect();
            let types = declared[nargs..].to_vec();
            args.extend(self.coerce_args(extra, &types)?);
        }
        if best.variadic_count > 0 && variadic != Some(oid::ANY) {
            let rest = args.split_off(nargs - best.variadic_count);
            let element_type = rest[0].type_oid;
            let loc = rest[0].location;
            let Some(array) = self.view.array_type(element_type) else {
                return err!(
                    UNDEFINED_OBJECT,
                    "could not find array type for data type {}",
                    self.format_type(element_type)
                )
                .at_loc(loc);
            };
            let node = Node::Array(ArrayExpr { elements: rest, element_type, multi_dims: false });
            args.push(make(node, array, -1, self.view.collation_of(array), loc));
            func_variadic = true;
        }
        if variadic == Some(oid::ANY)
            && explicit_variadic
            && nargs > 0
            && self.view.element_type(actual[nargs - 1]).is_none()
        {
            return err!(DATATYPE_MISMATCH, "VARIADIC argument must be an array")
                .at_loc(args[nargs - 1].location);
        }
        if let Some(c) = call {
            if c.over.is_some() && (is_agg || is_window) {
                return self
                    .window_call(best.func, ret, args, filter, c, is_agg, location)
                    .map(Some);
            }
            if is_window {
                return err!(WRONG_OBJECT_TYPE, "window function {shown} requires an OVER clause")
                    .at_loc(location);
            }
            if is_agg {
                return self
                    .aggregate_call(best.func, ret, args, filter, c, func_variadic, location)
                    .map(Some);
            }
        } else if is_agg || is_window {
            return Ok(None);
        }
        if best.returns_set {
            self.check_srf_placement(location)?;
        }
        let form = if call.is_some_and(|c| c.sql_syntax) {
            CoercionForm::SqlSyntax
        } else {
            CoercionForm::Call
        };
        let collation = self.call_collation(ret, &args);
        let fc = FuncCall {
            func: best.func,
            args,
            returns_set: best.returns_set,
            variadic: func_variadic,
            form,
        };
        Ok(Some(make(Node::Func(fc), ret, -1, collation, location)))
    }

    pub(super) fn call_collation(&self, ret: Oid, _args: &[Expr]) -> Oid {
        self.view.collation_of(ret)
    }

    fn default_argument(&mut self, f: &FuncRef, index: usize, declared: Oid) -> Result<Expr> {
        match f {
            FuncRef::Builtin(b) => {
                let text = b.defaults[index];
                let e = super::entry::parse_expression(text)?;
                let e = self.expression_here(&e)?;
                let t = if super::polymorphic::is_polymorphic(declared) || declared == oid::ANY {
                    e.type_oid
                } else {
                    declared
                };
                let from = e.type_oid;
                let (c, form) = (CastContext::Assignment, CoercionForm::ImplicitCast);
                match self.coerce_to_target(e, t, -1, c, form, -1)? {
                    Some(mut e) => {
                        super::walk::visit_mut(&mut e, &mut |e| e.location = -1);
                        Ok(e)
                    }
                    None => err!(
                        DATATYPE_MISMATCH,
                        "a default of {} is of type {}",
                        b.name,
                        self.format_type(from)
                    ),
                }
            }
            FuncRef::Sql(s) => Ok(s.defaults[index].clone()),
            FuncRef::Cast(..) => err!(INTERNAL_ERROR, "a cast has no defaults"),
        }
    }

    /// `FuncNameAsType`
    fn func_name_as_type(&self, names: &[String]) -> Option<Oid> {
        let t = self.type_by_name(names)?;
        if types::info(t).is_none()
            && self
                .view
                .user_type(t)
                .is_some_and(|u| matches!(u.kind, UserTypeKind::Composite { .. }))
        {
            return None;
        }
        Some(t)
    }

    /// `func_signature_string`
    pub(super) fn signature(&self, names: &[String], arg_names: &[String], t: &[Oid]) -> String {
        let positional = t.len() - arg_names.len();
        let parts: Vec<String> = t
            .iter()
            .enumerate()
            .map(|(i, &t)| match i.checked_sub(positional) {
                Some(n) => format!("{} => {}", arg_names[n], self.format_type(t)),
                None => self.format_type(t),
            })
            .collect();
        format!("{}({})", names.join("."), parts.join(", "))
    }

    /// `ParseComplexProjection`: a column of a composite value.
    pub(super) fn complex_projection(
        &mut self,
        column: &str,
        arg: &Expr,
        location: i32,
    ) -> Result<Option<Expr>> {
        if let Node::Var(v) = &arg.node
            && v.attno == 0
        {
            return self.column_of_rte(v.levels_up, v.rte, column, location);
        }
        if let Node::Row(r) = &arg.node
            && arg.type_oid == oid::RECORD
        {
            if let Some(i) = r.names.iter().position(|n| n == column) {
                let e = &r.args[i];
                let (t, m, c) = (e.type_oid, e.typmod, e.collation);
                let node = Node::FieldSelect(Box::new(arg.clone()), i as i16 + 1);
                return Ok(Some(make(node, t, m, c, location)));
            }
            return Ok(None);
        }
        if arg.type_oid == oid::RECORD {
            // A record function's OUT columns.
            if let Some(cols) = self.record_columns(arg)
                && let Some(i) = cols.iter().position(|c| c.name == column)
            {
                let c = &cols[i];
                let node = Node::FieldSelect(Box::new(arg.clone()), i as i16 + 1);
                return Ok(Some(make(node, c.type_oid, c.typmod, c.collation, location)));
            }
            return Ok(None);
        }
        let Some(desc) = self.view.row_desc(arg.type_oid) else { return Ok(None) };
        for (i, a) in desc.attrs.iter().enumerate() {
            if a.name == column && !a.dropped {
                let node = Node::FieldSelect(Box::new(arg.clone()), i as i16 + 1);
                return Ok(Some(make(node, a.type_oid, a.typmod, a.collation, location)));
            }
        }
        Ok(None)
    }

    /// The columns of an expression of type record, when they are known from its function.
    pub(super) fn record_columns(&self, e: &Expr) -> Option<Vec<super::ColumnInfo>> {
        let Node::Func(f) = &e.node else {
            let Node::Row(r) = &e.node else { return None };
            return Some(
                r.args
                    .iter()
                    .zip(&r.names)
                    .map(|(a, n)| super::ColumnInfo {
                        name: n.clone(),
                        type_oid: a.type_oid,
                        typmod: a.typmod,
                        collation: a.collation,
                    })
                    .collect(),
            );
        };
        let out: Vec<(String, Oid)> = match &f.func {
            FuncRef::Builtin(b) => b.out.iter().map(|(n, t)| (n.to_string(), *t)).collect(),
            FuncRef::Sql(s) => s.out.clone(),
            FuncRef::Cast(..) => vec![],
        };
        if out.is_empty() {
            return None;
        }
        Some(
            out.into_iter()
                .map(|(name, type_oid)| super::ColumnInfo {
                    name,
                    type_oid,
                    typmod: -1,
                    collation: self.view.collation_of(type_oid),
                })
                .collect(),
        )
    }
}

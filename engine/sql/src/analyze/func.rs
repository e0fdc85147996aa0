//! Function calls (`parse_func.c`).

use super::coerce::Path;
use super::state::{Analyzer, At, ExprKind, make};
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

/// What a name with its arguments turns out to be (`FuncDetailCode`).
enum FuncDetail {
    NotFound,
    Multiple,
    Found(Candidate),
    /// The name of a type: `int4(x)` is a cast.
    Coercion(Oid),
}

/// How a function may be called (`prokind`).
#[derive(Clone, Copy, PartialEq)]
enum FuncKind {
    Function,
    Procedure,
    Aggregate,
    Window,
}

impl FuncKind {
    fn of_function(func: &FuncRef) -> FuncKind {
        match func {
            FuncRef::Builtin(b) if catalog::is_aggregate(b) => FuncKind::Aggregate,
            FuncRef::Builtin(b) if catalog::is_window_function(b) => FuncKind::Window,
            FuncRef::Sql(s) if s.procedure => FuncKind::Procedure,
            _ => FuncKind::Function,
        }
    }
}

/// Whether anything of a call is more than a name and arguments.
fn is_decorated(call: Option<&ast::FuncCall>) -> bool {
    call.is_some_and(|c| {
        !c.order_by.is_empty()
            || c.filter.is_some()
            || c.star
            || c.distinct
            || c.over.is_some()
            || c.variadic
    })
}

/// The names of arguments that have one, which must be the last; the arguments lose them.
fn take_argument_names(args: &mut [Expr]) -> Result<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for a in args {
        match &mut a.node {
            Node::NamedArg(n, inner) => {
                if names.contains(n) {
                    return err!(SYNTAX_ERROR, "argument name \"{n}\" used more than once")
                        .at_loc(a.location);
                }
                names.push(std::mem::take(n));
                a.node = std::mem::replace(&mut inner.node, Node::SetToDefault);
            }
            _ if !names.is_empty() => {
                return err!(SYNTAX_ERROR, "positional argument cannot follow named argument")
                    .at_loc(a.location);
            }
            _ => {}
        }
    }
    Ok(names)
}

/// A procedure in an expression, or a function after CALL.
fn wrong_call(signature: &str, proc_call: bool) -> Box<PgError> {
    let (message, hint) = if proc_call {
        (format!("{signature} is not a procedure"), "To call a function, use SELECT.")
    } else {
        (format!("{signature} is a procedure"), "To call a procedure, use CALL.")
    };
    PgError::new(SqlState::WRONG_OBJECT_TYPE, message).hint(hint)
}

/// Refuses what only aggregates and window functions take.
fn check_undecorated(call: &ast::FuncCall, shown: &str) -> Result<()> {
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
            && names.len() == 1
            && (actual[0] == oid::RECORD || self.view.row_desc(actual[0]).is_some());
        if projectable
            && call.is_none()
            && let Some(e) = self.complex_projection(&names[0], &args[0], location)?
        {
            return Ok(Some(e));
        }
        let found = match self.func_get_detail(names, &actual, &arg_names, call) {
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
                    && let Some(e) = self.complex_projection(&names[0], &args[0], location)?
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
        let shown = names.join(".");
        let takes_decoration = matches!(kind, FuncKind::Aggregate | FuncKind::Window);
        if let Some(c) = call
            && !takes_decoration
        {
            check_undecorated(c, &shown).at_loc(location)?;
        }
        let explicit_variadic = call.is_some_and(|c| c.variadic);
        let (args, ret, variadic) =
            self.make_fn_arguments(&found, args, &actual, explicit_variadic, location)?;
        match (call, kind) {
            (Some(c), FuncKind::Aggregate | FuncKind::Window) if c.over.is_some() => {
                let is_agg = kind == FuncKind::Aggregate;
                self.window_call(found.func, ret, args, filter, c, is_agg, location).map(Some)
            }
            (Some(_), FuncKind::Window) => {
                err!(WRONG_OBJECT_TYPE, "window function {shown} requires an OVER clause")
                    .at_loc(location)
            }
            (Some(c), FuncKind::Aggregate) => {
                self.aggregate_call(found.func, ret, args, filter, c, variadic, location).map(Some)
            }
            (None, FuncKind::Aggregate | FuncKind::Window) => Ok(None),
            _ => {
                if found.returns_set {
                    self.check_srf_placement(location)?;
                }
                let form = if call.is_some_and(|c| c.sql_syntax) {
                    CoercionForm::SqlSyntax
                } else {
                    CoercionForm::Call
                };
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

    /// Which function a name means for these arguments (`func_get_detail`): the one whose types are the
    /// same; a type's name with one argument is a cast; otherwise the best that arguments can be coerced to.
    fn func_get_detail(
        &mut self,
        names: &[String],
        actual: &[Oid],
        arg_names: &[String],
        call: Option<&ast::FuncCall>,
    ) -> FuncDetail {
        let expand_variadic = !call.is_some_and(|c| c.variadic);
        let all = self.candidates(names, actual.len(), arg_names, expand_variadic, true);
        if let Some(same) = all.iter().find(|c| c.types == actual) {
            return FuncDetail::Found(same.clone());
        }
        if let [source] = actual
            && call.is_some()
            && arg_names.is_empty()
            && let Some(target) = self.func_name_as_type(names)
            && self.castable_by_name(target, *source)
        {
            return FuncDetail::Coercion(target);
        }
        let lists: Vec<Vec<Oid>> = all.iter().map(|c| c.types.clone()).collect();
        let matching = self.match_argtypes(actual, &lists);
        match matching.as_slice() {
            [] => FuncDetail::NotFound,
            [only] => FuncDetail::Found(all[only.0].clone()),
            _ => match self.select_candidate(actual, matching) {
                Some(i) => FuncDetail::Found(all[i].clone()),
                None => FuncDetail::Multiple,
            },
        }
    }

    /// Whether `type(value)` may be a cast: one of bytes that are the same, or through text but not from
    /// rows to strings.
    fn castable_by_name(&self, target: Oid, source: Oid) -> bool {
        source == oid::UNKNOWN
            || match self.coercion_path(target, source, CastContext::Explicit) {
                Path::Relabel => true,
                Path::ViaIo => {
                    !((source == oid::RECORD || self.view.row_desc(source).is_some())
                        && self.view.category(target).0 == 'S')
                }
                _ => false,
            }
    }

    fn func_is_not_unique(
        &self,
        names: &[String],
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

    fn func_does_not_exist(
        &self,
        names: &[String],
        arg_names: &[String],
        actual: &[Oid],
        info: &CallInfo<'_>,
    ) -> Box<PgError> {
        let what = if info.proc_call { "procedure" } else { "function" };
        let signature = self.signature(names, arg_names, actual);
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

    /// The arguments as the function takes them (`make_fn_arguments`): defaults added, polymorphic types
    /// settled, each coerced, named ones put in order, variadic ones in an array. Gives the result's type
    /// too, and whether the last argument is such an array.
    fn make_fn_arguments(
        &mut self,
        found: &Candidate,
        args: Vec<Expr>,
        actual: &[Oid],
        explicit_variadic: bool,
        location: i32,
    ) -> Result<(Vec<Expr>, Oid, bool)> {
        let nargs = args.len();
        let (declared_all, variadic, ndef, _) = func_args(&found.func);
        let mut declared = found.types.clone();
        let mut actual_all = actual.to_vec();
        let mut defaults: Vec<(usize, Expr)> = Vec::new();
        if found.defaults > 0 {
            let first_default = declared_all.len() - ndef;
            let missing: Vec<usize> = match &found.positions {
                Some(p) => (0..declared_all.len()).filter(|i| !p.contains(i)).collect(),
                None => (nargs..declared_all.len()).collect(),
            };
            for m in missing {
                let e = self.default_argument(&found.func, m - first_default, declared_all[m])?;
                declared.push(declared_all[m]);
                actual_all.push(e.type_oid);
                defaults.push((m, e));
            }
        }
        let ret =
            self.enforce_generics(&actual_all, &mut declared, found.ret, false).at_loc(location)?;
        let mut args = self.coerce_args(args, &declared)?;
        if let Some(positions) = &found.positions {
            let mut slots: Vec<Option<Expr>> = vec![None; declared_all.len()];
            for (a, &i) in args.into_iter().zip(positions) {
                slots[i] = Some(a);
            }
            for (m, e) in defaults {
                slots[m] = Some(e);
            }
            args = slots.into_iter().flatten().collect();
        } else {
            let extra: Vec<Expr> = defaults.into_iter().map(|d| d.1).collect();
            args.extend(self.coerce_args(extra, &declared[nargs..])?);
        }
        let gathered = found.variadic_count > 0 && variadic != Some(oid::ANY);
        if gathered {
            let rest = args.split_off(nargs - found.variadic_count);
            args.push(self.variadic_array(rest)?);
        }
        if variadic == Some(oid::ANY)
            && explicit_variadic
            && nargs > 0
            && self.view.element_type(actual[nargs - 1]).is_none()
        {
            return err!(DATATYPE_MISMATCH, "VARIADIC argument must be an array")
                .at_loc(args[nargs - 1].location);
        }
        Ok((args, ret, gathered || (explicit_variadic && variadic.is_some())))
    }

    /// Variadic arguments as one array.
    fn variadic_array(&self, elements: Vec<Expr>) -> Result<Expr> {
        let (element_type, location) = (elements[0].type_oid, elements[0].location);
        let Some(array) = self.view.array_type(element_type) else {
            return err!(
                UNDEFINED_OBJECT,
                "could not find array type for data type {}",
                self.format_type(element_type)
            )
            .at_loc(location);
        };
        let node = Node::Array(ArrayExpr { elements, element_type, multi_dims: false });
        Ok(make(node, array, -1, self.view.collation_of(array), location))
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

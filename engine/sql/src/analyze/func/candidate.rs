//! The functions a name may mean, by the arguments of a call (`FuncnameGetCandidates`).

use crate::analyze::state::{Analyzer, At};
use crate::analyze::{CreatedFunction, UserTypeKind};
use crate::ast;
use crate::catalog;
use crate::expr::{CoercionForm, Expr, FuncRef, Node};
use std::rc::Rc;
use storage::err;
use storage::error::Result;
use storage::fmgr::{CastContext, CastMethod};
use storage::ids::Oid;
use storage::types::{self, oid};

impl Analyzer<'_> {
    /// All functions of a name (`FuncnameGetCandidates` before arguments are looked at).
    fn functions_named(&self, names: &ast::QualifiedName) -> Vec<FuncRef> {
        let (schema, name) = (names.path.last().map(String::as_str), &*names.last);
        let mut out = Vec::new();
        let later = super::left_out::is_later(self.view.release(), name);
        if !later && schema.is_none_or(|s| s == "pg_catalog" || s == "public") {
            for b in catalog::functions_named(name) {
                if self.view.extension_function_visible(name)
                    && super::left_out::is_there(self.view.release(), name, b.args.len())
                {
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
        let own: Vec<Rc<CreatedFunction>> = self.view.functions(schema, name);
        out.extend(own.into_iter().map(FuncRef::Sql));
        out
    }

    /// Returns the functions of this name that can take `nargs` arguments, the last ones with the
    /// names `arg_names`. `expand_variadic`: a VARIADIC array may stand for single arguments;
    /// `expand_defaults`: defaults may stand for missing ones (`FuncnameGetCandidates`).
    pub(super) fn candidates(
        &self,
        names: &ast::QualifiedName,
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
                let candidate = Candidate {
                    ambiguous: false,
                    func: f,
                    types,
                    variadic_count: 0,
                    defaults: missing.len(),
                    positions: Some(positions),
                    ret,
                    returns_set,
                };
                candidate.admit(&mut out);
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
            let candidate = Candidate {
                ambiguous: false,
                func: f,
                types,
                variadic_count,
                defaults,
                positions: None,
                ret,
                returns_set,
            };
            candidate.admit(&mut out);
        }
        out
    }

    /// The default of an argument, coerced to its type.
    pub(super) fn default_argument(
        &mut self,
        f: &FuncRef,
        index: usize,
        declared: Oid,
    ) -> Result<Expr> {
        match f {
            FuncRef::Builtin(b) => {
                let text = b.defaults[index];
                let e = crate::analyze::entry::parse_expression(text)?;
                let e = self.expression_here(&e)?;
                let t = if crate::analyze::polymorphic::is_polymorphic(declared)
                    || declared == oid::ANY
                {
                    e.type_oid
                } else {
                    declared
                };
                let from = e.type_oid;
                let (c, form) = (CastContext::Assignment, CoercionForm::ImplicitCast);
                match self.coerce_to_target(e, t, -1, c, form, -1)? {
                    Some(mut e) => {
                        crate::analyze::walk::visit_mut(&mut e, &mut |e| e.location = -1);
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

    /// Returns the type that a function's name means, for `type(value)` as a cast; `None` for
    /// composite types and if there is none (`FuncNameAsType`).
    pub(super) fn func_name_as_type(&self, names: &ast::QualifiedName) -> Option<Oid> {
        let t = self.type_by_name(names).ok()??;
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
}

/// A function that may be meant (`FuncCandidateList`).
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) func: FuncRef,
    /// Whether another function of the schema takes these arguments as well.
    pub(super) ambiguous: bool,
    /// One type for each actual argument, variadic ones repeated, in the call's order.
    pub(super) types: Vec<Oid>,
    /// How many actual arguments a VARIADIC takes.
    pub(super) variadic_count: usize,
    /// How many defaults are used.
    pub(super) defaults: usize,
    /// For named notation: position of each actual argument.
    pub(super) positions: Option<Vec<usize>>,
    pub(super) ret: Oid,
    pub(super) returns_set: bool,
}

impl Candidate {
    /// Adds the candidate. Of two with the same types the schema that is earlier in the path wins, then the one
    /// without variadic expansion.
    fn admit(self, all: &mut Vec<Candidate>) {
        let Some(old) = all.iter_mut().find(|o| o.types == self.types) else {
            return all.push(self);
        };
        if let (FuncRef::Sql(known), FuncRef::Sql(f)) = (&old.func, &self.func) {
            if known.schema != f.schema {
                return;
            }
            old.ambiguous |= (old.variadic_count > 0) == (self.variadic_count > 0);
        }
        let better =
            self.defaults < old.defaults || (self.variadic_count == 0 && old.variadic_count > 0);
        if better && !old.ambiguous {
            *old = self;
        }
    }
}

/// Argument types, element type of a variadic argument, number of defaults, and argument names of a
/// function.
pub(super) fn func_args(f: &FuncRef) -> (Vec<Oid>, Option<Oid>, usize, Vec<String>) {
    match f {
        FuncRef::Builtin(b) => (
            b.args.to_vec(),
            b.variadic,
            b.defaults.len(),
            b.arg_names.iter().map(|s| s.to_string()).collect(),
        ),
        FuncRef::Cast(c, _) => (vec![c.source], None, 0, vec![]),
        FuncRef::Sql(s) => {
            let (types, names) = s.called_with();
            (types, s.variadic, s.defaults.len(), names)
        }
    }
}

/// What the function returns, and whether it returns a set.
fn func_ret(f: &FuncRef) -> (Oid, bool) {
    match f {
        FuncRef::Builtin(b) => (b.ret, catalog::returns_set(b)),
        FuncRef::Cast(c, _) => (c.target, false),
        FuncRef::Sql(s) => (s.ret, s.returns_set),
    }
}

/// Whether a call has more than a name and arguments, such as DISTINCT, FILTER or OVER.
pub(super) fn is_decorated(call: Option<&ast::FuncCall>) -> bool {
    call.is_some_and(|c| {
        !c.order_by.is_empty()
            || c.filter.is_some()
            || c.star
            || c.distinct
            || c.over.is_some()
            || c.variadic
    })
}

/// Removes the names from named arguments, which must come last, and returns them.
pub(super) fn take_argument_names(args: &mut [Expr]) -> Result<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for a in args {
        match &mut a.node {
            Node::NamedArg(n, inner) => {
                if names.contains(n) {
                    return err!(SYNTAX_ERROR, "argument name \"{n}\" used more than once")
                        .at_loc(a.location);
                }
                names.push(std::mem::take(n));
                a.location = inner.location;
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

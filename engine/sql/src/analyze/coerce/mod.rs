//! Coercions (`parse_coerce.c`): how a value of one type becomes one of another, and when that
//! happens implicitly.

mod common;
mod row;

pub(in crate::analyze) use common::common_typmod;
pub(in crate::analyze) use row::relabel;

use crate::analyze::polymorphic::is_polymorphic;
use crate::analyze::state::{Analyzer, At, make, make_const};
use crate::analyze::types::TypeFacts;
use crate::analyze::walk;
use crate::catalog;
use crate::expr::{CoercionForm, Expr, FuncCall, FuncRef, Node};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Cast, CastContext, CastMethod, ScalarFn};
use storage::ids::Oid;
use storage::types::{self, oid};

impl Analyzer<'_> {
    /// Returns how a value of one type becomes one of another in this context, domains looked
    /// through (`find_coercion_pathway`).
    pub(in crate::analyze) fn coercion_path(
        &self,
        target: Oid,
        source: Oid,
        context: CastContext,
    ) -> CoercionPath {
        let source = self.view.base_type(source, -1).0;
        let target = self.view.base_type(target, -1).0;
        if source == target {
            return CoercionPath::Relabel;
        }
        if let Some(c) = catalog::cast(source, target) {
            if context < c.context {
                return CoercionPath::None;
            }
            return match c.method {
                CastMethod::Function(f) => CoercionPath::Func(c, f),
                CastMethod::Binary => CoercionPath::Relabel,
                CastMethod::InOut => CoercionPath::ViaIo,
            };
        }
        let (te, se) = (self.view.element_type(target), self.view.element_type(source));
        if let (Some(te), Some(se)) = (te, se)
            && target != oid::OIDVECTOR
            && target != oid::INT2VECTOR
        {
            match self.coercion_path(te, se, context) {
                CoercionPath::None => {}
                _ => return CoercionPath::Array,
            }
        }
        if context >= CastContext::Assignment && self.view.category(target).0 == 'S'
            || context >= CastContext::Explicit && self.view.category(source).0 == 'S'
        {
            return CoercionPath::ViaIo;
        }
        CoercionPath::None
    }

    /// Whether values of these types can all be coerced to these targets, which may be polymorphic
    /// (`can_coerce_type`).
    pub(in crate::analyze) fn can_coerce(
        &self,
        inputs: &[Oid],
        targets: &[Oid],
        ctx: CastContext,
    ) -> bool {
        let mut generics = false;
        for (&input, &target) in inputs.iter().zip(targets) {
            if input == target || target == oid::ANY {
                continue;
            }
            if is_polymorphic(target) {
                generics = true;
                continue;
            }
            if input == oid::UNKNOWN {
                continue;
            }
            if !matches!(self.coercion_path(target, input, ctx), CoercionPath::None) {
                continue;
            }
            let (ic, tc) =
                (self.view.row_desc(input).is_some(), self.view.row_desc(target).is_some());
            if input == oid::RECORD && tc || ic && target == oid::RECORD {
                continue;
            }
            if target == oid::RECORD_ARRAY && self.is_row_array(input) {
                continue;
            }
            return false;
        }
        !generics || self.generics_consistent(inputs, targets)
    }

    /// Whether the type is an array of rows with a name (`is_complex_array`).
    fn is_row_array(&self, t: Oid) -> bool {
        self.view.element_type(t).is_some_and(|e| self.view.row_desc(e).is_some())
    }

    /// Coerces an expression to a type and its modifier; `None` if this context allows no such
    /// coercion (`coerce_to_target_type`).
    #[allow(clippy::too_many_arguments)]
    pub(in crate::analyze) fn coerce_to_target(
        &mut self,
        expr: Expr,
        target: Oid,
        typmod: i32,
        ctx: CastContext,
        form: CoercionForm,
        location: i32,
    ) -> Result<Option<Expr>> {
        let source = expr.type_oid;
        if !self.can_coerce(&[source], &[target], ctx) {
            return Ok(None);
        }
        let was_const = matches!(expr.node, Node::Const(_));
        let same = source == target;
        let out = self.coerce_type(expr, target, typmod, ctx, form, location)?;
        let still_const = was_const && matches!(out.node, Node::Const(_));
        let hide = !(same || still_const);
        self.coerce_typmod(out, target, typmod, ctx, form, location, hide).map(Some)
    }

    /// Coerces through the output and input functions (`CoerceViaIO`).
    pub(in crate::analyze) fn via_io(&mut self, e: Expr, t: Oid, typmod: i32) -> Result<Expr> {
        if e.type_oid == t {
            return Ok(e);
        }
        let (c, f) = (CastContext::Explicit, CoercionForm::ImplicitCast);
        self.build_coercion(e, CoercionPath::ViaIo, t, typmod, c, f, -1)
    }

    /// Coerces an expression to a type without its modifier, which the caller has found possible
    /// with [`Analyzer::can_coerce`] (`coerce_type`).
    pub(in crate::analyze) fn coerce_type(
        &mut self,
        expr: Expr,
        target: Oid,
        typmod: i32,
        ctx: CastContext,
        form: CoercionForm,
        location: i32,
    ) -> Result<Expr> {
        let source = expr.type_oid;
        if source == target
            || matches!(target, oid::ANY | oid::ANYELEMENT | oid::ANYNONARRAY | oid::ANYCOMPATIBLE)
            || target == oid::ANYCOMPATIBLENONARRAY
        {
            return Ok(expr);
        }
        if matches!(target, oid::ANYARRAY | oid::ANYENUM | oid::ANYRANGE | oid::ANYCOMPATIBLEARRAY)
            && source != oid::UNKNOWN
        {
            let base = self.view.base_type(source, -1).0;
            return Ok(if base == source { expr } else { relabel(expr, base, -1, form, location) });
        }
        if source == oid::UNKNOWN {
            if let Node::Const(value) = &expr.node {
                let (base, base_mod) = self.view.base_type(target, typmod);
                let input_mod = if base == oid::INTERVAL { base_mod } else { -1 };
                let value = match value {
                    Datum::Null => Datum::Null,
                    d => {
                        let text = String::from_utf8_lossy(d.bytes()).into_owned();
                        self.input_literal(base, &text, input_mod).at_loc(expr.location)?
                    }
                };
                let mut c = make_const(value, base, input_mod, expr.location);
                c.collation = self.view.collation_of(base);
                if base != target {
                    c = self.coerce_to_domain(c, base_mod, target, ctx, form, location, false)?;
                }
                return Ok(c);
            }
            if let Node::Param(crate::expr::Param::Extern(n)) = expr.node
                && self.variable_params
            {
                if let Some(slot) = self.params.get_mut(n - 1)
                    && slot.is_none()
                {
                    *slot = Some(target);
                }
                let t = self.params.get(n - 1).copied().flatten().unwrap_or(target);
                if t != target {
                    return err!(
                        AMBIGUOUS_PARAMETER,
                        "inconsistent types deduced for parameter ${n}"
                    )
                    .at_loc(expr.location);
                }
                let mut e = expr;
                e.type_oid = target;
                e.collation = self.view.collation_of(target);
                return Ok(e);
            }
        }
        if let Node::Collate(arg, c) = expr.node {
            let inner = self.coerce_type(*arg, target, typmod, ctx, form, location)?;
            let (t, m) = (inner.type_oid, inner.typmod);
            if !self.view.collation_of(t).is_valid() {
                return Ok(inner);
            }
            return Ok(make(Node::Collate(Box::new(inner), c), t, m, c, expr.location));
        }
        match self.coercion_path(target, source, ctx) {
            CoercionPath::None => {}
            CoercionPath::Relabel => {
                let (base, base_mod) = self.view.base_type(target, typmod);
                if base != target {
                    return self
                        .coerce_to_domain(expr, base_mod, target, ctx, form, location, false);
                }
                return Ok(self.relabel_to(expr, target, -1, form, location));
            }
            path => {
                let (base, base_mod) = self.view.base_type(target, typmod);
                let mut e = self.build_coercion(expr, path, base, base_mod, ctx, form, location)?;
                if base != target {
                    e = self.coerce_to_domain(e, base_mod, target, ctx, form, location, true)?;
                }
                return Ok(e);
            }
        }
        if source == oid::RECORD && self.view.row_desc(target).is_some() {
            return self.record_to_complex(expr, target, ctx, form, location);
        }
        if target == oid::RECORD || target == oid::RECORD_ARRAY && self.is_row_array(source) {
            return Ok(expr);
        }
        err!(
            INTERNAL_ERROR,
            "failed to find conversion function from {} to {}",
            self.format_type(source),
            self.format_type(target)
        )
    }

    /// The value of a literal, by its type's input function.
    pub(in crate::analyze) fn input_literal(
        &mut self,
        t: Oid,
        text: &str,
        typmod: i32,
    ) -> Result<Datum> {
        if types::info(t).is_none() {
            return self.env.input(t, text, typmod);
        }
        types::input(t, text, typmod, self.env)
    }

    /// Relabels the expression as of this type.
    fn relabel_to(&self, e: Expr, t: Oid, typmod: i32, form: CoercionForm, location: i32) -> Expr {
        let collation = self.cast_collation(&e, t);
        let mut r = relabel(e, t, typmod, form, location);
        r.collation = collation;
        r
    }

    /// The collation of a value that is cast to this type: its own, if both have one, else the type's
    /// (`assign_collations_walker`).
    fn cast_collation(&self, e: &Expr, t: Oid) -> Oid {
        let collation = self.view.collation_of(t);
        if collation.is_valid() && e.collation.is_valid() { e.collation } else { collation }
    }

    /// Makes the node of a cast along the path that was found (`build_coercion_expression`).
    #[allow(clippy::too_many_arguments)]
    fn build_coercion(
        &mut self,
        expr: Expr,
        path: CoercionPath,
        target: Oid,
        typmod: i32,
        ctx: CastContext,
        form: CoercionForm,
        location: i32,
    ) -> Result<Expr> {
        let collation = self.cast_collation(&expr, target);
        let node = match path {
            CoercionPath::Func(cast, f) => {
                let mut args = vec![expr];
                let mut result_mod = -1;
                if cast.source == cast.target || target == oid::BIT {
                    args.push(make_const(Datum::i32(typmod), oid::INT4, -1, -1));
                    let explicit = ctx == CastContext::Explicit;
                    args.push(make_const(Datum::bool(explicit), oid::BOOL, -1, -1));
                    result_mod = typmod;
                }
                let call = FuncCall {
                    func: FuncRef::Cast(cast, f),
                    args,
                    returns_set: false,
                    variadic: false,
                    form,
                };
                return Ok(make(Node::Func(call), target, result_mod, collation, location));
            }
            CoercionPath::Array => {
                let se = self.view.element_type(expr.type_oid).unwrap_or(expr.type_oid);
                let te = self.view.element_type(target).unwrap_or(target);
                let case = make(Node::CaseTest, se, expr.typmod, self.view.collation_of(se), -1);
                let elem = self.coerce_to_target(case, te, typmod, ctx, form, location)?;
                let Some(elem) = elem else {
                    return err!(INTERNAL_ERROR, "failed to coerce array element type as expected");
                };
                let m = elem.typmod;
                let node = Node::ArrayCoerce(Box::new(expr), Box::new(elem), form);
                return Ok(make(node, target, m, collation, location));
            }
            _ => Node::CoerceViaIO(Box::new(expr), form),
        };
        Ok(make(node, target, -1, collation, location))
    }

    /// Cuts or rounds a value to a type modifier; `hide` marks the coercions below as implicit
    /// (`coerce_type_typmod`).
    #[allow(clippy::too_many_arguments)]
    pub(in crate::analyze) fn coerce_typmod(
        &mut self,
        mut expr: Expr,
        target: Oid,
        typmod: i32,
        ctx: CastContext,
        form: CoercionForm,
        location: i32,
        hide: bool,
    ) -> Result<Expr> {
        if typmod == expr.typmod {
            return Ok(expr);
        }
        if hide {
            hide_coercion(&mut expr);
        }
        let path = if typmod < 0 { CoercionPath::None } else { self.typmod_path(target) };
        if !matches!(path, CoercionPath::None) {
            return self.build_coercion(expr, path, target, typmod, ctx, form, location);
        }
        let collation = expr.collation;
        if let Node::Const(_) = expr.node {
            expr.typmod = typmod;
            return Ok(expr);
        }
        let mut r = relabel(expr, target, typmod, form, location);
        r.collation = collation;
        Ok(r)
    }

    /// Returns how a value of a type is cut or rounded to a type modifier
    /// (`find_typmod_coercion_function`).
    fn typmod_path(&self, t: Oid) -> CoercionPath {
        let base = self.view.element_type(t);
        match catalog::cast(base.unwrap_or(t), base.unwrap_or(t)).map(|c| (c, c.method)) {
            Some((c, CastMethod::Function(f))) => {
                if base.is_some() {
                    CoercionPath::Array
                } else {
                    CoercionPath::Func(c, f)
                }
            }
            _ => CoercionPath::None,
        }
    }

    /// Coerces a condition to boolean; other types and sets are refused, with `construct` in the
    /// message (`coerce_to_boolean`).
    pub(in crate::analyze) fn coerce_to_boolean(
        &mut self,
        e: Expr,
        construct: &str,
    ) -> Result<Expr> {
        self.coerce_to_specific(e, oid::BOOL, construct)
    }

    /// Coerces an argument to the type `t` as an assignment would; other types and sets are
    /// refused, with `what` in the message (`coerce_to_specific_type`).
    pub(in crate::analyze) fn coerce_to_specific(
        &mut self,
        e: Expr,
        t: Oid,
        what: &str,
    ) -> Result<Expr> {
        let (from, location) = (e.type_oid, walk::place(&e));
        let set = crate::analyze::walk::returns_set(&e);
        let mut e = e;
        if from != t {
            let ctx = CastContext::Assignment;
            match self.coerce_to_target(e, t, -1, ctx, CoercionForm::ImplicitCast, -1)? {
                Some(c) => e = c,
                None => {
                    return err!(
                        DATATYPE_MISMATCH,
                        "argument of {what} must be type {}, not type {}",
                        self.format_type(t),
                        self.format_type(from)
                    )
                    .at_loc(location);
                }
            }
        }
        if set {
            return err!(DATATYPE_MISMATCH, "argument of {what} must not return a set")
                .at_loc(location);
        }
        Ok(e)
    }
}

/// How to get from one type to another (`CoercionPathType`).
#[derive(Clone, Copy)]
pub(in crate::analyze) enum CoercionPath {
    None,
    Relabel,
    Func(&'static Cast, ScalarFn),
    ViaIo,
    Array,
}

/// Marks an expression's outermost coercion as implicit, so that it is not shown
/// (`hide_coercion_node`).
fn hide_coercion(e: &mut Expr) {
    match &mut e.node {
        Node::Func(f) => f.form = CoercionForm::ImplicitCast,
        Node::Relabel(_, f)
        | Node::CoerceViaIO(_, f)
        | Node::ArrayCoerce(_, _, f)
        | Node::CoerceToDomain(_, f) => *f = CoercionForm::ImplicitCast,
        Node::Row(r) => r.form = CoercionForm::ImplicitCast,
        _ => {}
    }
}

//! Coercions (`parse_coerce.c`): which are possible, and the nodes that do them.

use super::polymorphic::is_polymorphic;
use super::state::{Analyzer, At, make, make_const, null_const};
use super::types::TypeFacts;
use crate::catalog;
use crate::expr::{CoercionForm, Expr, FuncCall, FuncRef, Node, RowExpr};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Cast, CastContext, CastMethod, ScalarFn};
use storage::ids::Oid;
use storage::types::{self, oid};

/// How to get from one type to another (`CoercionPathType`).
#[derive(Clone, Copy)]
pub(super) enum Path {
    None,
    Relabel,
    Func(&'static Cast, ScalarFn),
    ViaIo,
    Array,
}

impl Analyzer<'_> {
    /// `find_coercion_pathway`
    pub(super) fn coercion_path(&self, target: Oid, source: Oid, context: CastContext) -> Path {
        let source = self.view.base_type(source, -1).0;
        let target = self.view.base_type(target, -1).0;
        if source == target {
            return Path::Relabel;
        }
        if let Some(c) = catalog::cast(source, target) {
            if context < c.context {
                return Path::None;
            }
            return match c.method {
                CastMethod::Function(f) => Path::Func(c, f),
                CastMethod::Binary => Path::Relabel,
                CastMethod::InOut => Path::ViaIo,
            };
        }
        let (te, se) = (self.view.element_type(target), self.view.element_type(source));
        if let (Some(te), Some(se)) = (te, se)
            && target != oid::OIDVECTOR
            && target != oid::INT2VECTOR
        {
            match self.coercion_path(te, se, context) {
                Path::None => {}
                _ => return Path::Array,
            }
        }
        if context >= CastContext::Assignment && self.view.category(target).0 == 'S'
            || context >= CastContext::Explicit && self.view.category(source).0 == 'S'
        {
            return Path::ViaIo;
        }
        Path::None
    }

    /// `can_coerce_type`
    pub(super) fn can_coerce(&self, inputs: &[Oid], targets: &[Oid], ctx: CastContext) -> bool {
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
            if !matches!(self.coercion_path(target, input, ctx), Path::None) {
                continue;
            }
            let (ic, tc) =
                (self.view.row_desc(input).is_some(), self.view.row_desc(target).is_some());
            if input == oid::RECORD && tc || ic && target == oid::RECORD {
                continue;
            }
            return false;
        }
        !generics || self.generics_consistent(inputs, targets)
    }

    /// `coerce_to_target_type`; `None` when it cannot be done.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn coerce_to_target(
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

    /// Through the output and the input function, whatever the types.
    pub(super) fn via_io(&mut self, e: Expr, t: Oid, typmod: i32) -> Result<Expr> {
        if e.type_oid == t {
            return Ok(e);
        }
        let (c, f) = (CastContext::Explicit, CoercionForm::ImplicitCast);
        self.build_coercion(e, Path::ViaIo, t, typmod, c, f, -1)
    }

    /// `coerce_type`: the types only; the caller has asked [`Analyzer::can_coerce`].
    pub(super) fn coerce_type(
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
            Path::None => {}
            Path::Relabel => {
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
        if target == oid::RECORD {
            return Ok(expr);
        }
        if source == oid::UNKNOWN {
            // A sub-query's or parameter's unknown value: through text's form.
            return self.build_coercion(expr, Path::ViaIo, target, typmod, ctx, form, location);
        }
        err!(
            INTERNAL_ERROR,
            "failed to find conversion function from {} to {}",
            self.format_type(source),
            self.format_type(target)
        )
    }

    /// A literal's value by its type's input function.
    pub(super) fn input_literal(&mut self, t: Oid, text: &str, typmod: i32) -> Result<Datum> {
        if types::info(t).is_none() {
            return self.env.input(t, text, typmod);
        }
        types::input(t, text, typmod, self.env)
    }

    fn relabel_to(&self, e: Expr, t: Oid, typmod: i32, form: CoercionForm, location: i32) -> Expr {
        let mut r = relabel(e, t, typmod, form, location);
        r.collation = self.view.collation_of(t);
        r
    }

    #[allow(clippy::too_many_arguments)]
    fn build_coercion(
        &mut self,
        expr: Expr,
        path: Path,
        target: Oid,
        typmod: i32,
        ctx: CastContext,
        form: CoercionForm,
        location: i32,
    ) -> Result<Expr> {
        let collation = self.view.collation_of(target);
        let node = match path {
            Path::Func(cast, f) => {
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
            Path::Array => {
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

    /// `coerce_type_typmod`
    #[allow(clippy::too_many_arguments)]
    pub(super) fn coerce_typmod(
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
        let path = if typmod < 0 { Path::None } else { self.typmod_path(target) };
        if !matches!(path, Path::None) {
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

    /// `find_typmod_coercion_function`
    fn typmod_path(&self, t: Oid) -> Path {
        let base = self.view.element_type(t);
        match catalog::cast(base.unwrap_or(t), base.unwrap_or(t)).map(|c| (c, c.method)) {
            Some((c, CastMethod::Function(f))) => {
                if base.is_some() {
                    Path::Array
                } else {
                    Path::Func(c, f)
                }
            }
            _ => Path::None,
        }
    }

    /// `coerce_to_domain`
    #[allow(clippy::too_many_arguments)]
    fn coerce_to_domain(
        &mut self,
        mut expr: Expr,
        base_mod: i32,
        domain: Oid,
        ctx: CastContext,
        form: CoercionForm,
        location: i32,
        hide: bool,
    ) -> Result<Expr> {
        if hide {
            hide_coercion(&mut expr);
        }
        let base = self.view.base_type(domain, -1).0;
        let inner = self.coerce_typmod(
            expr,
            base,
            base_mod,
            ctx,
            CoercionForm::ImplicitCast,
            location,
            false,
        )?;
        let m = -1;
        let collation = inner.collation;
        Ok(make(Node::CoerceToDomain(Box::new(inner), form), domain, m, collation, location))
    }

    /// `coerce_record_to_complex`
    fn record_to_complex(
        &mut self,
        expr: Expr,
        target: Oid,
        ctx: CastContext,
        form: CoercionForm,
        location: i32,
    ) -> Result<Expr> {
        let fields: Vec<Expr> = match &expr.node {
            Node::Row(r) => r.args.clone(),
            Node::Var(v) if v.attno == 0 => self.expand_whole_row(&expr),
            _ => {
                return err!(
                    CANNOT_COERCE,
                    "cannot cast type record to {}",
                    self.format_type(target)
                )
                .at_loc(location);
            }
        };
        let desc = self.view.row_desc(target).unwrap_or_default();
        let mut out = Vec::new();
        let mut names = Vec::new();
        let mut it = fields.into_iter();
        let cannot = |an: &Self, detail: String| -> Result<Expr> {
            Err(storage::error::PgError::new(
                storage::error::SqlState::CANNOT_COERCE,
                format!("cannot cast type record to {}", an.format_type(target)),
            )
            .detail(detail))
            .at_loc(location)
        };
        for (i, a) in desc.attrs.iter().enumerate() {
            names.push(a.name.clone());
            if a.dropped {
                out.push(null_const(oid::INT4, -1));
                continue;
            }
            let Some(f) = it.next() else {
                return cannot(self, "Input has too few columns.".into());
            };
            let (from, loc) = (f.type_oid, f.location);
            let c = self.coerce_to_target(
                f,
                a.type_oid,
                a.typmod,
                ctx,
                CoercionForm::ImplicitCast,
                loc,
            )?;
            match c {
                Some(c) => out.push(c),
                None => {
                    let d = format!(
                        "Cannot cast type {} to {} in column {}.",
                        self.format_type(from),
                        self.format_type(a.type_oid),
                        i + 1
                    );
                    return cannot(self, d);
                }
            }
        }
        if it.next().is_some() {
            return cannot(self, "Input has too many columns.".into());
        }
        let base = self.view.base_type(target, -1).0;
        let row =
            make(Node::Row(RowExpr { args: out, names, form }), base, -1, Oid::INVALID, location);
        if base != target {
            return self.coerce_to_domain(row, -1, target, ctx, form, location, false);
        }
        Ok(row)
    }

    /// `coerce_to_boolean`
    pub(super) fn coerce_to_boolean(&mut self, e: Expr, construct: &str) -> Result<Expr> {
        self.coerce_to_specific(e, oid::BOOL, construct)
    }

    /// `coerce_to_specific_type`
    pub(super) fn coerce_to_specific(&mut self, e: Expr, t: Oid, what: &str) -> Result<Expr> {
        let (from, location) = (e.type_oid, e.location);
        let set = super::walk::returns_set(&e);
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

    /// `select_common_type`; `context: None` gives `None` instead of an error.
    pub(super) fn common_type(
        &self,
        exprs: &[(Oid, i32)],
        context: Option<&str>,
    ) -> Result<Option<(Oid, usize)>> {
        let mut ptype = exprs[0].0;
        let mut which = 0;
        if ptype != oid::UNKNOWN && exprs.iter().all(|e| e.0 == ptype) {
            return Ok(Some((ptype, 0)));
        }
        ptype = self.view.base_type(ptype, -1).0;
        let (mut pcat, mut ppref) = self.view.category(ptype);
        for (i, &(t, location)) in exprs.iter().enumerate().skip(1) {
            let n = self.view.base_type(t, -1).0;
            if n == oid::UNKNOWN || n == ptype {
                continue;
            }
            let (ncat, npref) = self.view.category(n);
            if ptype == oid::UNKNOWN {
                (ptype, pcat, ppref, which) = (n, ncat, npref, i);
            } else if ncat != pcat {
                let Some(context) = context else { return Ok(None) };
                return err!(
                    DATATYPE_MISMATCH,
                    "{context} types {} and {} cannot be matched",
                    self.format_type(ptype),
                    self.format_type(n)
                )
                .at_loc(location);
            } else if !ppref
                && self.can_coerce(&[ptype], &[n], CastContext::Implicit)
                && !self.can_coerce(&[n], &[ptype], CastContext::Implicit)
            {
                (ptype, pcat, ppref, which) = (n, ncat, npref, i);
            }
        }
        if ptype == oid::UNKNOWN {
            ptype = oid::TEXT;
        }
        Ok(Some((ptype, which)))
    }

    /// `select_common_type` over expressions.
    pub(super) fn common_type_of(&self, exprs: &[&Expr], context: &str) -> Result<Oid> {
        let list: Vec<_> = exprs.iter().map(|e| (e.type_oid, e.location)).collect();
        Ok(self.common_type(&list, Some(context))?.map_or(oid::TEXT, |t| t.0))
    }

    /// `coerce_to_common_type`
    pub(super) fn coerce_common(&mut self, e: Expr, t: Oid, context: &str) -> Result<Expr> {
        let from = e.type_oid;
        if from == t {
            return Ok(e);
        }
        let location = e.location;
        if self.can_coerce(&[from], &[t], CastContext::Implicit) {
            let (c, f) = (CastContext::Implicit, CoercionForm::ImplicitCast);
            return self.coerce_type(e, t, -1, c, f, -1);
        }
        err!(
            CANNOT_COERCE,
            "{context} could not convert type {} to {}",
            self.format_type(from),
            self.format_type(t)
        )
        .at_loc(location)
    }
}

/// `select_common_typmod`
pub(super) fn common_typmod(exprs: &[&Expr], t: Oid) -> i32 {
    let first = exprs.first().map_or(-1, |e| e.typmod);
    if exprs.iter().all(|e| e.type_oid == t && e.typmod == first) { first } else { -1 }
}

/// `makeRelabelType`, merging with a relabel or constant beneath as `applyRelabelType` does.
pub(super) fn relabel(e: Expr, t: Oid, typmod: i32, form: CoercionForm, location: i32) -> Expr {
    let collation = super::types::type_collation(t);
    make(Node::Relabel(Box::new(e), form), t, typmod, collation, location)
}

/// `hide_coercion_node`
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

//! ARRAY, subscripts and fields (`transformArrayExpr`, `transformIndirection`).

use crate::analyze::func::CallInfo;
use crate::analyze::state::{Analyzer, At, make, make_const};
use crate::analyze::types::TypeFacts;
use crate::analyze::walk;
use crate::ast;
use crate::expr::{ArrayExpr, CoercionForm, Expr, Node, Subscript};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Analyzes `ARRAY[...]`; `cast` is (array type, element type, typmod) if it is cast, as in
    /// `ARRAY[...]::int[]` (`transformArrayExpr`).
    pub(super) fn array_expr(
        &mut self,
        elements: &[ast::Expr],
        location: i32,
        cast: Option<(Oid, Oid, i32)>,
    ) -> Result<Expr> {
        let mut out = Vec::new();
        let mut multi_dims = false;
        for e in elements {
            let x = match e {
                ast::Expr::Array { elements, location } => {
                    multi_dims = true;
                    self.array_expr(elements, *location as i32, cast)?
                }
                e => {
                    let x = self.expression_here(e)?;
                    if !multi_dims
                        && x.type_oid != oid::INT2VECTOR
                        && x.type_oid != oid::OIDVECTOR
                        && self.view.element_type(x.type_oid).is_some()
                    {
                        multi_dims = true;
                    }
                    x
                }
            };
            out.push(x);
        }
        let (array_type, element_type, target, explicit, typmod);
        if let Some((at, et, m)) = cast {
            (array_type, element_type) = (at, et);
            target = if multi_dims { at } else { et };
            explicit = true;
            typmod = m;
        } else {
            if out.is_empty() {
                return err!(INDETERMINATE_DATATYPE, "cannot determine type of empty array")
                    .map_err(|e| {
                        e.hint(
                            "Explicitly cast to the desired type, for example ARRAY[]::integer[].",
                        )
                    })
                    .at_loc(location);
            }
            let t = self.common_type_of(&out.iter().collect::<Vec<_>>(), "ARRAY")?;
            target = t;
            explicit = false;
            typmod = -1;
            if multi_dims {
                array_type = t;
                match self.view.element_type(t) {
                    Some(e) => element_type = e,
                    None => {
                        return err!(
                            UNDEFINED_OBJECT,
                            "could not find element type for data type {}",
                            self.format_type(t)
                        )
                        .at_loc(location);
                    }
                }
            } else {
                element_type = t;
                match self.view.array_type(t) {
                    Some(a) => array_type = a,
                    None => {
                        return err!(
                            UNDEFINED_OBJECT,
                            "could not find array type for data type {}",
                            self.format_type(t)
                        )
                        .at_loc(location);
                    }
                }
            }
        }
        let mut done = Vec::new();
        for e in out {
            if explicit {
                let from = e.type_oid;
                let at = walk::place(&e);
                let (c, f) = (CastContext::Explicit, CoercionForm::ExplicitCast);
                match self.coerce_to_target(e, target, typmod, c, f, -1)? {
                    Some(x) => done.push(x),
                    None => {
                        return err!(
                            CANNOT_COERCE,
                            "cannot cast type {} to {}",
                            self.format_type(from),
                            self.format_type(target)
                        )
                        .at_loc(at);
                    }
                }
            } else {
                done.push(self.coerce_common(e, target, "ARRAY")?);
            }
        }
        let c = self.view.collation_of(array_type);
        // The type modifier that all elements share (`exprTypmod`).
        let wanted = if multi_dims { array_type } else { element_type };
        let shared = done.first().map_or(-1, |e| e.typmod);
        let all = done.iter().all(|e| e.type_oid == wanted && e.typmod == shared);
        let node = Node::Array(ArrayExpr { elements: done, element_type, multi_dims });
        Ok(make(node, array_type, if all { shared } else { -1 }, c, location))
    }

    /// Analyzes subscripts and fields after an expression, `a[1].b`; a star is refused
    /// (`transformIndirection`).
    pub(super) fn indirection(&mut self, i: &ast::Indirection) -> Result<Expr> {
        let mut e = self.expression_here(&i.arg)?;
        let location = e.location;
        let mut pending: Vec<&ast::IndirectionStep> = Vec::new();
        for step in &i.indirection {
            match step {
                ast::IndirectionStep::Subscript(_) | ast::IndirectionStep::Slice { .. } => {
                    pending.push(step);
                }
                ast::IndirectionStep::Star => {
                    return err!(
                        FEATURE_NOT_SUPPORTED,
                        "row expansion via \"*\" is not supported here"
                    )
                    .at_loc(location);
                }
                ast::IndirectionStep::Field(name) => {
                    if !pending.is_empty() {
                        e = self.subscripts(e, &pending, None)?;
                        pending.clear();
                    }
                    e = self.field_of(e, name, location)?;
                }
            }
        }
        if !pending.is_empty() {
            e = self.subscripts(e, &pending, None)?;
        }
        Ok(e)
    }

    /// The field of a composite value: `(e).name`.
    fn field_of(&mut self, e: Expr, name: &str, location: i32) -> Result<Expr> {
        let t = e.type_oid;
        let row_of = match &e.node {
            Node::Var(v) if v.attno == 0 => Some(self.rte(v.levels_up, v.rte).eref.name.clone()),
            _ => None,
        };
        let info = CallInfo { call: None, proc_call: false, location };
        let unknown = self.refuse_unknown_record(&e, location);
        if let Some(x) = self.func_or_column(&name.into(), vec![e], info)? {
            return Ok(x);
        }
        // unknown_attribute
        if let Some(rel) = row_of {
            return err!(UNDEFINED_COLUMN, "column {rel}.{name} does not exist").at_loc(location);
        }
        if t != oid::RECORD && self.view.row_desc(t).is_some() {
            return err!(
                UNDEFINED_COLUMN,
                "column \"{name}\" not found in data type {}",
                self.format_type(t)
            )
            .at_loc(location);
        }
        if t == oid::RECORD {
            unknown?;
            return err!(
                UNDEFINED_COLUMN,
                "could not identify column \"{name}\" in record data type"
            )
            .at_loc(location);
        }
        err!(
            WRONG_OBJECT_TYPE,
            "column notation .{name} applied to type {}, which is not a composite type",
            self.format_type(t)
        )
        .at_loc(location)
    }

    /// Analyzes subscripts or slices of an array, jsonb or point; `assign` is the value to store
    /// there, if any (`transformContainerSubscripts`).
    pub(in crate::analyze) fn subscripts(
        &mut self,
        container: Expr,
        steps: &[&ast::IndirectionStep],
        assign: Option<Expr>,
    ) -> Result<Expr> {
        let location = container.location;
        let (ct, cm) = self.view.base_type(container.type_oid, container.typmod);
        let json = ct == oid::JSONB;
        let element_type = match ct {
            oid::JSONB => oid::JSONB,
            oid::INT2VECTOR => oid::INT2,
            oid::OIDVECTOR => oid::OID,
            oid::POINT => oid::FLOAT8,
            t => match self.view.element_type(t) {
                Some(e) => e,
                None => {
                    return err!(
                        DATATYPE_MISMATCH,
                        "cannot subscript type {} because it does not support subscripting",
                        self.format_type(container.type_oid)
                    )
                    .at_loc(location);
                }
            },
        };
        let is_slice = steps.iter().any(|s| matches!(s, ast::IndirectionStep::Slice { .. }));
        if ct == oid::POINT && (is_slice || assign.is_some()) {
            return err!(FEATURE_NOT_SUPPORTED, "of points, only coordinates are modelled")
                .at_loc(location);
        }
        if json && is_slice {
            // At the first subscript (`jsonb_subscript_transform`).
            let bound = match steps.first() {
                Some(ast::IndirectionStep::Slice { lower, upper }) => {
                    upper.as_deref().or(lower.as_deref())
                }
                Some(ast::IndirectionStep::Subscript(x)) => Some(&**x),
                _ => None,
            };
            let at = bound.and_then(ast::Expr::location).map_or(location, |at| at as i32);
            return err!(DATATYPE_MISMATCH, "jsonb subscript does not support slices").at_loc(at);
        }
        if steps.len() > 6 && !json {
            return err!(
                PROGRAM_LIMIT_EXCEEDED,
                "number of array dimensions ({}) exceeds the maximum allowed (6)",
                steps.len()
            );
        }
        let (mut upper, mut lower) = (vec![], vec![]);
        for s in steps {
            match s {
                ast::IndirectionStep::Subscript(x) => {
                    if is_slice {
                        lower.push(Some(make_const(Datum::i32(1), oid::INT4, -1, -1)));
                    }
                    upper.push(Some(self.subscript_value(x, json)?));
                }
                ast::IndirectionStep::Slice { lower: l, upper: u } => {
                    lower.push(match l {
                        Some(l) => Some(self.subscript_value(l, json)?),
                        None => None,
                    });
                    upper.push(match u {
                        Some(u) => Some(self.subscript_value(u, json)?),
                        None => None,
                    });
                }
                _ => {}
            }
        }
        let t = if json || is_slice || assign.is_some() { ct } else { element_type };
        let m = if json { -1 } else { cm };
        let collation = self.view.collation_of(t);
        let container_type = ct;
        let s = Subscript { container, container_type, element_type, upper, lower, assign };
        Ok(make(Node::Subscript(Box::new(s)), t, m, collation, location))
    }

    /// Analyzes a subscript: an integer, or for jsonb an integer or text.
    fn subscript_value(&mut self, x: &ast::Expr, json: bool) -> Result<Expr> {
        let e = self.expression_here(x)?;
        let (from, location) = (e.type_oid, walk::place(&e));
        if json {
            let ctx = CastContext::Implicit;
            let form = CoercionForm::ImplicitCast;
            let t = if self.can_coerce(&[from], &[oid::INT4], ctx) && from != oid::UNKNOWN {
                oid::INT4
            } else {
                oid::TEXT
            };
            if from == t {
                return Ok(e);
            }
            return match self.coerce_to_target(e, t, -1, ctx, form, -1)? {
                Some(e) => Ok(e),
                None => err!(
                    DATATYPE_MISMATCH,
                    "subscript type {} is not supported",
                    self.format_type(from)
                )
                .map_err(|e| e.hint("jsonb subscript must be coercible to either integer or text."))
                .at_loc(location),
            };
        }
        let (ctx, form) = (CastContext::Assignment, CoercionForm::ImplicitCast);
        match self.coerce_to_target(e, oid::INT4, -1, ctx, form, -1)? {
            Some(e) => Ok(e),
            None => {
                err!(DATATYPE_MISMATCH, "array subscript must have type integer").at_loc(location)
            }
        }
    }
}

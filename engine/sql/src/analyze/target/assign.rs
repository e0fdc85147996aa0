//! Values assigned to columns, elements and fields (`transformAssignedExpr`).

use crate::analyze::RelationInfo;
use crate::analyze::state::{Analyzer, At, make};
use crate::analyze::types::TypeFacts;
use crate::analyze::walk;
use crate::ast;
use crate::expr::{CoercionForm, Expr, Node, Var};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Coerces a value to the column, or the part of it that `indirection` leads to, that it is
    /// assigned to (`transformAssignedExpr`).
    #[allow(clippy::too_many_arguments)]
    pub(in crate::analyze) fn assigned_expr(
        &mut self,
        rel: &Rc<RelationInfo>,
        rte: usize,
        expr: Expr,
        column: &str,
        attno: i16,
        indirection: &[ast::IndirectionStep],
        location: i32,
    ) -> Result<Expr> {
        let a = rel.desc.attr(storage::ids::AttrNumber(attno)).clone();
        if let Node::SetToDefault = expr.node {
            let mut e = expr;
            (e.type_oid, e.typmod, e.collation) = (a.type_oid, a.typmod, a.collation);
            if !indirection.is_empty() {
                let what = match indirection[0] {
                    ast::IndirectionStep::Field(_) => "a subfield",
                    _ => "an array element",
                };
                return err!(FEATURE_NOT_SUPPORTED, "cannot set {what} to DEFAULT")
                    .at_loc(location);
            }
            return Ok(e);
        }
        if !indirection.is_empty() {
            let base = if self.top().is_insert {
                self.null_of(a.type_oid, a.typmod)
            } else {
                let v = Var { rte, attno, levels_up: 0 };
                make(Node::Var(v), a.type_oid, a.typmod, a.collation, location)
            };
            return self.assignment_indirection(
                base,
                column,
                a.type_oid,
                a.typmod,
                indirection,
                expr,
                location,
            );
        }
        let from = expr.type_oid;
        let at = walk::place(&expr);
        let (ctx, form) = (CastContext::Assignment, CoercionForm::ImplicitCast);
        match self.coerce_to_target(expr, a.type_oid, a.typmod, ctx, form, -1)? {
            Some(e) => Ok(e),
            None => Err(PgError::new(
                SqlState::DATATYPE_MISMATCH,
                format!(
                    "column \"{column}\" is of type {} but expression is of type {}",
                    self.format_type(a.type_oid),
                    self.format_type(from)
                ),
            )
            .hint("You will need to rewrite or cast the expression."))
            .at_loc(at),
        }
    }

    /// Builds the new value of a column of which an element or field is set: `base` with `rhs` at
    /// the place that `steps` lead to (`transformAssignmentIndirection`).
    #[allow(clippy::too_many_arguments)]
    pub(in crate::analyze) fn assignment_indirection(
        &mut self,
        base: Expr,
        target: &str,
        t: Oid,
        typmod: i32,
        steps: &[ast::IndirectionStep],
        rhs: Expr,
        location: i32,
    ) -> Result<Expr> {
        let n = steps.iter().take_while(|s| !matches!(s, ast::IndirectionStep::Field(_))).count();
        if n > 0 {
            let refs: Vec<&ast::IndirectionStep> = steps[..n].iter().collect();
            let fetch = self.subscripts(base, &refs, None)?;
            let Node::Subscript(mut s) = fetch.node else {
                return err!(INTERNAL_ERROR, "a subscripted assignment without subscripts");
            };
            let is_slice = !s.lower.is_empty();
            let elem = if s.container_type == oid::JSONB {
                oid::JSONB
            } else if is_slice {
                s.container_type
            } else {
                s.element_type
            };
            let m = if s.container_type == oid::JSONB { -1 } else { typmod };
            let value = if n < steps.len() {
                let mut inner = s.clone();
                inner.assign = None;
                let ct = make(Node::Subscript(inner), elem, m, Oid::INVALID, -1);
                self.assignment_indirection(ct, target, elem, m, &steps[n..], rhs, location)?
            } else {
                self.assign_coerce(rhs, elem, m, target, true, location)?
            };
            s.assign = Some(value);
            let container = s.container_type;
            let c = self.view.collation_of(container);
            let r = make(Node::Subscript(s), container, typmod, c, location);
            return self.as_column(r, t, typmod);
        }
        let Some(ast::IndirectionStep::Field(name)) = steps.first() else {
            return self.assign_coerce(rhs, t, typmod, target, false, location);
        };
        let Some(desc) = self.view.row_desc(t) else {
            return err!(
                DATATYPE_MISMATCH,
                "cannot assign to field \"{name}\" of column \"{target}\" because its type {} is \
                 not a composite type",
                self.format_type(t)
            )
            .at_loc(location);
        };
        let Some(i) = desc.attrs.iter().position(|a| !a.dropped && a.name == *name) else {
            return err!(
                UNDEFINED_COLUMN,
                "cannot assign to field \"{name}\" of column \"{target}\" because there is no \
                 such column in data type {}",
                self.format_type(t)
            )
            .at_loc(location);
        };
        let a = &desc.attrs[i];
        let no = i as i16 + 1;
        let sub = make(
            Node::FieldSelect(Box::new(base.clone()), no),
            a.type_oid,
            a.typmod,
            a.collation,
            -1,
        );
        let (ft, fm) = (a.type_oid, a.typmod);
        let value = self.assignment_indirection(sub, name, ft, fm, &steps[1..], rhs, location)?;
        let node = Node::FieldStore(Box::new(base), vec![(no, value)]);
        let (row, row_typmod) = self.view.base_type(t, typmod);
        let r = make(node, row, row_typmod, Oid::INVALID, location);
        self.as_column(r, t, typmod)
    }

    /// Coerces a container or row of which a part is assigned to the column's type, when that is a domain over it
    /// (`transformAssignmentIndirection`).
    fn as_column(&mut self, e: Expr, t: Oid, typmod: i32) -> Result<Expr> {
        if e.type_oid == t {
            return Ok(e);
        }
        let (cx, f) = (CastContext::Assignment, CoercionForm::ImplicitCast);
        match self.coerce_to_target(e, t, typmod, cx, f, -1)? {
            Some(e) => Ok(e),
            None => err!(INTERNAL_ERROR, "could not coerce an assigned container"),
        }
    }

    /// Coerces the value that is assigned to a part of a column to the type of that part; the error of an assignment names `target`
    /// (`transformAssignmentIndirection`). `subscripted`: the part is an element, else a field.
    fn assign_coerce(
        &mut self,
        rhs: Expr,
        t: Oid,
        typmod: i32,
        target: &str,
        subscripted: bool,
        location: i32,
    ) -> Result<Expr> {
        let from = rhs.type_oid;
        let (ctx, form) = (CastContext::Assignment, CoercionForm::ImplicitCast);
        let again = self.through_text.then(|| rhs.clone());
        match self.coerce_to_target(rhs, t, typmod, ctx, form, -1)? {
            Some(e) => Ok(e),
            None if let Some(e) = again => {
                let text = self.via_io(e, oid::TEXT, -1)?;
                let e = self.via_io(text, t, typmod)?;
                self.coerce_typmod(e, t, typmod, ctx, form, -1, false)
            }
            None => {
                let what = if subscripted { "subscripted assignment to" } else { "subfield" };
                Err(PgError::new(
                    SqlState::DATATYPE_MISMATCH,
                    format!(
                        "{what} \"{target}\" {} type {} but expression is of type {}",
                        if subscripted { "requires" } else { "is of" },
                        self.format_type(t),
                        self.format_type(from)
                    ),
                )
                .hint("You will need to rewrite or cast the expression."))
                .at_loc(location)
            }
        }
    }
}

//! Rows to composite types, values to domains.

use super::hide_coercion;
use crate::analyze::state::{Analyzer, At, make, null_const};
use crate::analyze::types::{DEFAULT_COLLATION, TypeFacts};
use crate::analyze::walk;
use crate::expr::{CoercionForm, Expr, Node, RowExpr};
use storage::err;
use storage::error::Result;
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Coerces a value to a domain and checks it; `hide` marks the coercions below as implicit
    /// (`coerce_to_domain`).
    #[allow(clippy::too_many_arguments)]
    pub(super) fn coerce_to_domain(
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
        let own = self.view.collation_of(domain);
        let collation = if own == DEFAULT_COLLATION { inner.collation } else { own };
        Ok(make(Node::CoerceToDomain(Box::new(inner), form), domain, m, collation, location))
    }

    /// Coerces a row without a named type to a composite type, column by column; refused if the
    /// columns do not fit (`coerce_record_to_complex`).
    pub(super) fn record_to_complex(
        &mut self,
        expr: Expr,
        target: Oid,
        ctx: CastContext,
        form: CoercionForm,
        location: i32,
    ) -> Result<Expr> {
        // parser_coercion_errposition
        let place = |of: i32| if location < 0 { of } else { location };
        let whole = place(walk::place(&expr));
        let fields: Vec<Expr> = match &expr.node {
            Node::Row(r) => r.args.clone(),
            Node::Var(v) if v.attno == 0 => self.expand_whole_row(&expr),
            _ => {
                return err!(
                    CANNOT_COERCE,
                    "cannot cast type record to {}",
                    self.format_type(target)
                )
                .at_loc(whole);
            }
        };
        let desc = self.view.row_desc(target).unwrap_or_default();
        let mut out = Vec::new();
        let mut names = Vec::new();
        let mut it = fields.into_iter();
        let cannot = |an: &Self, detail: String, at: i32| -> Result<Expr> {
            Err(storage::error::PgError::new(
                storage::error::SqlState::CANNOT_COERCE,
                format!("cannot cast type record to {}", an.format_type(target)),
            )
            .detail(detail))
            .at_loc(at)
        };
        for (i, a) in desc.attrs.iter().enumerate() {
            names.push(a.name.clone());
            if a.dropped {
                out.push(null_const(oid::INT4, -1));
                continue;
            }
            let Some(f) = it.next() else {
                return cannot(self, "Input has too few columns.".into(), whole);
            };
            let (from, loc) = (f.type_oid, walk::place(&f));
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
                    return cannot(self, d, place(loc));
                }
            }
        }
        if it.next().is_some() {
            return cannot(self, "Input has too many columns.".into(), whole);
        }
        let base = self.view.base_type(target, -1).0;
        let row =
            make(Node::Row(RowExpr { args: out, names, form }), base, -1, Oid::INVALID, location);
        if base != target {
            return self.coerce_to_domain(row, -1, target, ctx, form, location, false);
        }
        Ok(row)
    }
}

/// Gives a value another type without changing its bits (`makeRelabelType`).
pub(in crate::analyze) fn relabel(
    e: Expr,
    t: Oid,
    typmod: i32,
    form: CoercionForm,
    location: i32,
) -> Expr {
    let collation = crate::analyze::types::type_collation(t);
    make(Node::Relabel(Box::new(e), form), t, typmod, collation, location)
}

//! Casts, collations, calls, CASE and other forms with a keyword.

use crate::analyze::func::CallInfo;
use crate::analyze::state::{Analyzer, At, ExprKind, make, make_const};
use crate::analyze::types::TypeFacts;
use crate::analyze::walk;
use crate::ast;
use crate::expr::{Case, CoercionForm, Expr, Node};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Analyzes a cast (`transformTypeCast`).
    pub(super) fn type_cast(&mut self, c: &ast::TypeCast) -> Result<Expr> {
        let (target, typmod) = self.type_name(&c.type_name)?;
        let arg = match &c.arg {
            ast::Expr::Array { elements, location } => {
                let base = self.view.base_type(target, typmod);
                match self.view.element_type(base.0) {
                    Some(e) => {
                        self.array_expr(elements, *location as i32, Some((base.0, e, base.1)))?
                    }
                    None => self.expression_here(&c.arg)?,
                }
            }
            a => self.expression_here(a)?,
        };
        let from = arg.type_oid;
        let location = if c.location > 0 || c.type_name.location == 0 {
            c.location as i32
        } else {
            c.type_name.location as i32
        };
        let (ctx, form) = (CastContext::Explicit, CoercionForm::ExplicitCast);
        // What a literal stands for cannot be asked of an enum that is not named.
        let unnamed = from == oid::UNKNOWN && target == oid::ANYENUM;
        match self.coerce_to_target(arg, target, typmod, ctx, form, location)? {
            Some(e) if !unnamed => Ok(e),
            _ => err!(
                CANNOT_COERCE,
                "cannot cast type {} to {}",
                self.format_type(from),
                self.format_type(target)
            )
            .at_loc(location),
        }
    }

    /// Analyzes `a COLLATE x`; types without collations are refused (`transformCollateClause`).
    pub(super) fn collate(&mut self, c: &ast::CollateClause) -> Result<Expr> {
        let location = c.location as i32;
        let arg = self.expression_here(&c.arg)?;
        let t = arg.type_oid;
        if t != oid::UNKNOWN && !self.view.collation_of(t).is_valid() {
            return err!(
                DATATYPE_MISMATCH,
                "collations are not supported by type {}",
                self.format_type(t)
            )
            .at_loc(location);
        }
        let collation = self.collation_by_name(&c.collation, location)?;
        let m = arg.typmod;
        Ok(make(Node::Collate(Box::new(arg), collation), t, m, collation, location))
    }

    /// The OID of a collation by its name.
    pub(in crate::analyze) fn collation_by_name(
        &self,
        names: &ast::QualifiedName,
        location: i32,
    ) -> Result<Oid> {
        let schema = names.schema_in(self.view.database()).at_loc(location)?;
        match self.view.collation(schema, &names.last) {
            Some(c) => Ok(c),
            None if names.last.ends_with("-x-icu") => {
                err!(FEATURE_NOT_SUPPORTED, "collations of ICU are not modelled").at_loc(location)
            }
            None => {
                err!(UNDEFINED_OBJECT, "collation \"{names}\" for encoding \"UTF8\" does not exist")
                    .at_loc(location)
            }
        }
    }

    /// Analyzes a call of a function or aggregate, or a column written like a call;
    /// hypothetical-set aggregates are refused as not modelled (`transformFuncCall`).
    pub(super) fn func_call(&mut self, f: &ast::FuncCall) -> Result<Expr> {
        let mut args = Vec::with_capacity(f.args.len());
        for a in &f.args {
            if let Some(mut rows) = self.star_argument(a)? {
                args.append(&mut rows);
                continue;
            }
            args.push(self.expression_here(a)?);
        }
        if f.within_group {
            let name = &*f.name.last;
            if matches!(name, "rank" | "dense_rank" | "percent_rank" | "cume_dist") {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "the hypothetical-set aggregate {name} is not modelled"
                )
                .at_loc(f.location as i32);
            }
            for o in &f.order_by {
                args.push(self.expression_here(&o.node)?);
            }
        }
        let info = CallInfo { call: Some(f), proc_call: false, location: f.location as i32 };
        match self.func_or_column(&f.name, args, info)? {
            Some(e) => Ok(e),
            None => err!(INTERNAL_ERROR, "a call of neither a function nor a column"),
        }
    }

    /// The row that `t.*` means as the argument of a function: of an item of FROM, a variable or an
    /// argument (`transformColumnRef`); `None` for any other argument.
    fn star_argument(&mut self, a: &ast::Expr) -> Result<Option<Vec<Expr>>> {
        let ast::Expr::ColumnRef(c) = a else { return Ok(None) };
        if !c.is_star() {
            return Ok(None);
        }
        if let [ast::Field::Name(rel), ast::Field::Star] = c.fields.as_slice() {
            let location = c.location as i32;
            if let Some((up, i)) = self.find_item(rel, location)? {
                return Ok(Some(vec![self.whole_row(up, i, location)]));
            }
            return match self.argument_by_name(rel, location) {
                Some(row) => Ok(Some(vec![row])),
                None => Err(self.missing_rte(rel, location)),
            };
        }
        Ok(None)
    }

    /// `transformExpressionList` within ROW: stars are expanded.
    pub(in crate::analyze) fn row_args(&mut self, args: &[ast::Expr]) -> Result<Vec<Expr>> {
        let mut out = Vec::new();
        for a in args {
            match a {
                ast::Expr::ColumnRef(c) if matches!(c.fields.last(), Some(ast::Field::Star)) => {
                    out.extend(self.expand_star(c)?.into_iter().map(|x| x.0));
                }
                ast::Expr::Indirection(i)
                    if matches!(i.indirection.last(), Some(ast::IndirectionStep::Star)) =>
                {
                    out.extend(self.expand_indirection_star(i)?.into_iter().map(|x| x.0));
                }
                a => out.push(self.expression_here(a)?),
            }
        }
        Ok(out)
    }

    /// Analyzes CASE and coerces its results to their common type (`transformCaseExpr`).
    pub(super) fn case(&mut self, c: &ast::CaseExpr) -> Result<Expr> {
        let mut arg = None;
        let mut test = None;
        if let Some(a) = &c.arg {
            let mut a = self.expression_here(a)?;
            if a.type_oid == oid::UNKNOWN {
                a = self.coerce_common(a, oid::TEXT, "CASE")?;
            }
            test = Some(make(Node::CaseTest, a.type_oid, a.typmod, a.collation, -1));
            arg = Some(a);
        }
        let mut whens = Vec::new();
        for w in &c.whens {
            let mut cond = self.expression_here(&w.expr)?;
            if let Some(t) = &test {
                cond = self.make_op(&"=".into(), Some(t.clone()), cond, w.location as i32)?;
            }
            let cond = self.coerce_to_boolean(cond, "CASE/WHEN")?;
            whens.push((cond, self.expression_here(&w.result)?));
        }
        let default = match &c.default {
            Some(d) => self.expression_here(d)?,
            None => make_const(Datum::Null, oid::UNKNOWN, -2, -1),
        };
        let list: Vec<&Expr> =
            std::iter::once(&default).chain(whens.iter().map(|w| &w.1)).collect();
        let t = self.common_type_of(&list, "CASE")?;
        if let Some(a) = list.iter().find(|a| walk::returns_set(a)) {
            return err!(FEATURE_NOT_SUPPORTED, "set-returning functions are not allowed in CASE")
                .map_err(walk::into_lateral)
                .at_loc(walk::set_location(a));
        }
        let default = self.coerce_common(default, t, "CASE/ELSE")?;
        let mut out = Vec::new();
        for (c, r) in whens {
            out.push((c, self.coerce_common(r, t, "CASE/WHEN")?));
        }
        let refs: Vec<&Expr> = out.iter().map(|w| &w.1).chain([&default]).collect();
        let m = crate::analyze::coerce::common_typmod(&refs, t);
        let col = self.view.collation_of(t);
        let case = Case { arg, whens: out, default };
        Ok(make(Node::Case(Box::new(case)), t, m, col, c.location as i32))
    }

    /// Analyzes arguments and coerces them to their common type, as COALESCE and GREATEST do.
    pub(super) fn common_args(
        &mut self,
        args: &[ast::Expr],
        name: &str,
    ) -> Result<(Vec<Expr>, Oid)> {
        let mut out = Vec::new();
        for a in args {
            out.push(self.expression_here(a)?);
        }
        let t = self.common_type_of(&out.iter().collect::<Vec<_>>(), name)?;
        let mut done = Vec::new();
        for a in out {
            done.push(self.coerce_common(a, t, name)?);
        }
        Ok((done, t))
    }

    /// Analyzes a condition such as WHERE or HAVING, whose name for messages is `name`, and coerces
    /// it to boolean (`transformWhereClause`).
    pub(in crate::analyze) fn transform_where(
        &mut self,
        e: &ast::Expr,
        kind: ExprKind,
        name: &str,
    ) -> Result<Expr> {
        let q = self.transform_expr(e, kind)?;
        self.coerce_to_boolean(q, name)
    }
}

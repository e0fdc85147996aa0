//! Expressions (`parse_expr.c`): names become columns, operators find their functions, types are settled.

mod array;
mod call;
mod leaf;
mod operator;

use crate::analyze::state::{Analyzer, At, ExprKind, make, make_bool};
use crate::analyze::types::TypeFacts;
use crate::analyze::walk;
use crate::ast;
use crate::expr::{BoolOp, BoolTest, CoercionForm, Expr, Node, NullTest, RowExpr};
use leaf::sql_value;
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::tuple::layout::MAX_TUPLE_ATTRIBUTES;
use storage::types::oid;

impl Analyzer<'_> {
    /// Analyzes an expression of the clause `kind` (`transformExpr`).
    pub(in crate::analyze) fn transform_expr(
        &mut self,
        e: &ast::Expr,
        kind: ExprKind,
    ) -> Result<Expr> {
        let saved = self.top().kind;
        self.top().kind = kind;
        let r = self.expression_here(e);
        self.top().kind = saved;
        r
    }

    /// Analyzes an expression in the current clause (`transformExprRecurse`).
    pub(in crate::analyze) fn expression_here(&mut self, e: &ast::Expr) -> Result<Expr> {
        self.enter()?;
        let r = self.expression_inner(e);
        self.leave();
        r
    }

    /// Analyzes an expression with the function that knows its kind (`transformExprRecurse`).
    fn expression_inner(&mut self, e: &ast::Expr) -> Result<Expr> {
        match e {
            ast::Expr::ColumnRef(c) => self.column_ref(c),
            ast::Expr::ParamRef { number, location } => self.param_ref(*number, *location as i32),
            ast::Expr::Const(c) => self.constant(c),
            ast::Expr::TypeCast(c) => self.type_cast(c),
            ast::Expr::Collate(c) => self.collate(c),
            ast::Expr::AExpr(a) => self.a_expr(a),
            ast::Expr::BoolExpr(b) => {
                let name = match b.op {
                    BoolOp::And => "AND",
                    BoolOp::Or => "OR",
                    BoolOp::Not => "NOT",
                };
                let mut args = Vec::with_capacity(b.args.len());
                for a in &b.args {
                    let x = self.expression_here(a)?;
                    args.push(self.coerce_to_boolean(x, name)?);
                }
                Ok(make_bool(Node::Bool(b.op, args), b.location as i32))
            }
            ast::Expr::NullTest(n) => {
                let arg = self.expression_here(&n.arg)?;
                let arg_is_row =
                    arg.type_oid == oid::RECORD || self.view.row_desc(arg.type_oid).is_some();
                let t = NullTest { arg: Box::new(arg), is_null: !n.negated, arg_is_row };
                Ok(make_bool(Node::NullTest(t), n.location as i32))
            }
            ast::Expr::BooleanTest(b) => {
                let name = match b.test {
                    BoolTest::True => "IS TRUE",
                    BoolTest::NotTrue => "IS NOT TRUE",
                    BoolTest::False => "IS FALSE",
                    BoolTest::NotFalse => "IS NOT FALSE",
                    BoolTest::Unknown => "IS UNKNOWN",
                    BoolTest::NotUnknown => "IS NOT UNKNOWN",
                };
                let arg = self.expression_here(&b.arg)?;
                let arg = self.coerce_to_boolean(arg, name)?;
                Ok(make_bool(Node::BooleanTest(b.test, Box::new(arg)), b.location as i32))
            }
            ast::Expr::FuncCall(f) => self.func_call(f),
            ast::Expr::SqlValueFunction(f) => Ok(sql_value(f)),
            ast::Expr::Indirection(i) => self.indirection(i),
            ast::Expr::Array { elements, location } => {
                self.array_expr(elements, *location as i32, None)
            }
            ast::Expr::Row { args, explicit, location } => {
                let args = self.row_args(args)?;
                if args.len() > MAX_TUPLE_ATTRIBUTES {
                    return err!(TOO_MANY_COLUMNS, "ROW expressions can have at most 1664 entries")
                        .at_loc(*location as i32);
                }
                let names = (1..=args.len()).map(|i| format!("f{i}")).collect();
                let form = if *explicit { CoercionForm::Call } else { CoercionForm::ImplicitCast };
                let row = RowExpr { args, names, form };
                Ok(make(Node::Row(row), oid::RECORD, -1, Oid::INVALID, *location as i32))
            }
            ast::Expr::Case(c) => self.case(c),
            ast::Expr::Coalesce { args, location } => {
                let (args, t) = self.common_args(args, "COALESCE")?;
                if let Some(a) = args.iter().find(|a| walk::returns_set(a)) {
                    return err!(
                        FEATURE_NOT_SUPPORTED,
                        "set-returning functions are not allowed in COALESCE"
                    )
                    .map_err(walk::into_lateral)
                    .at_loc(walk::set_location(a));
                }
                let m = crate::analyze::coerce::common_typmod(&args.iter().collect::<Vec<_>>(), t);
                let c = self.view.collation_of(t);
                Ok(make(Node::Coalesce(args), t, m, c, *location as i32))
            }
            ast::Expr::MinMax { greatest, args, location } => {
                let name = if *greatest { "GREATEST" } else { "LEAST" };
                let (args, t) = self.common_args(args, name)?;
                let m = crate::analyze::coerce::common_typmod(&args.iter().collect::<Vec<_>>(), t);
                let c = self.view.collation_of(t);
                Ok(make(Node::MinMax(*greatest, args), t, m, c, *location as i32))
            }
            ast::Expr::SubLink(s) => self.sub_link(s),
            ast::Expr::Grouping { args, location } => {
                let what = "grouping operations";
                crate::analyze::agg::check_agg_kind(self.kind(), what, *location as i32)?;
                let mut out = Vec::new();
                for a in args {
                    out.push(self.expression_here(a)?);
                }
                Ok(make(Node::Grouping(out), oid::INT4, -1, Oid::INVALID, *location as i32))
            }
            ast::Expr::SetToDefault { location } => {
                err!(SYNTAX_ERROR, "DEFAULT is not allowed in this context")
                    .at_loc(*location as i32)
            }
            ast::Expr::CurrentOf { location, .. } => crate::analyze::state::unsupported(
                "WHERE CURRENT OF is not modelled",
                *location as i32,
            ),
            ast::Expr::MultiAssignRef { source, column, columns } => {
                self.multi_assign(source, *column, *columns)
            }
            ast::Expr::NamedArg { name, arg, location } => {
                let a = self.expression_here(arg)?;
                let (t, m, c) = (a.type_oid, a.typmod, a.collation);
                Ok(make(Node::NamedArg(name.clone(), Box::new(a)), t, m, c, *location as i32))
            }
            ast::Expr::List(l) => {
                err!(INTERNAL_ERROR, "a list of {} where one expression belongs", l.len())
            }
            ast::Expr::GroupingSet(g) => {
                err!(SYNTAX_ERROR, "grouping sets are only allowed in GROUP BY")
                    .at_loc(g.location as i32)
            }
        }
    }
}

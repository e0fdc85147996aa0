//! Expressions (`parse_expr.c`).

use super::func::CallInfo;
use super::state::{Analyzer, At, ExprKind, make, make_bool, make_const, null_const};
use super::types::{TypeFacts, split_name};
use super::walk;
use crate::ast;
use crate::expr::{
    ArrayExpr, BoolOp, BoolTestKind, Case, CoercionForm, Expr, Node, NullTest, OpCall, Param,
    RowExpr, SqlValueKind, Subscript,
};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// `transformExpr`
    pub(super) fn transform_expr(&mut self, e: &ast::Expr, kind: ExprKind) -> Result<Expr> {
        let saved = self.top().kind;
        self.top().kind = kind;
        let r = self.expression_here(e);
        self.top().kind = saved;
        r
    }

    /// `transformExprRecurse`: in the context that is set.
    pub(super) fn expression_here(&mut self, e: &ast::Expr) -> Result<Expr> {
        self.enter()?;
        let r = self.expression_inner(e);
        self.leave();
        r
    }

    fn expression_inner(&mut self, e: &ast::Expr) -> Result<Expr> {
        match e {
            ast::Expr::ColumnRef(c) => self.column_ref(c),
            ast::Expr::ParamRef { number, location } => self.param_ref(*number, *location as i32),
            ast::Expr::Const(c) => self.constant(c),
            ast::Expr::TypeCast(c) => self.type_cast(c),
            ast::Expr::Collate(c) => self.collate(c),
            ast::Expr::AExpr(a) => self.a_expr(a),
            ast::Expr::BoolExpr(b) => {
                let (op, name) = match b.op {
                    ast::BoolOp::And => (BoolOp::And, "AND"),
                    ast::BoolOp::Or => (BoolOp::Or, "OR"),
                    ast::BoolOp::Not => (BoolOp::Not, "NOT"),
                };
                let mut args = Vec::with_capacity(b.args.len());
                for a in &b.args {
                    let x = self.expression_here(a)?;
                    args.push(self.coerce_to_boolean(x, name)?);
                }
                Ok(make_bool(Node::Bool(op, args), b.location as i32))
            }
            ast::Expr::NullTest(n) => {
                let arg = self.expression_here(&n.arg)?;
                let arg_is_row =
                    arg.type_oid == oid::RECORD || self.view.row_desc(arg.type_oid).is_some();
                let t = NullTest { arg: Box::new(arg), is_null: !n.negated, arg_is_row };
                Ok(make_bool(Node::NullTest(t), n.location as i32))
            }
            ast::Expr::BooleanTest(b) => {
                let (kind, name) = match b.test {
                    ast::BoolTest::True => (BoolTestKind::IsTrue, "IS TRUE"),
                    ast::BoolTest::NotTrue => (BoolTestKind::IsNotTrue, "IS NOT TRUE"),
                    ast::BoolTest::False => (BoolTestKind::IsFalse, "IS FALSE"),
                    ast::BoolTest::NotFalse => (BoolTestKind::IsNotFalse, "IS NOT FALSE"),
                    ast::BoolTest::Unknown => (BoolTestKind::IsUnknown, "IS UNKNOWN"),
                    ast::BoolTest::NotUnknown => (BoolTestKind::IsNotUnknown, "IS NOT UNKNOWN"),
                };
                let arg = self.expression_here(&b.arg)?;
                let arg = self.coerce_to_boolean(arg, name)?;
                Ok(make_bool(Node::BooleanTest(kind, Box::new(arg)), b.location as i32))
            }
            ast::Expr::FuncCall(f) => self.func_call(f),
            ast::Expr::SqlValueFunction(f) => Ok(sql_value(f)),
            ast::Expr::Indirection(i) => self.indirection(i),
            ast::Expr::Array { elements, location } => {
                self.array_expr(elements, *location as i32, None)
            }
            ast::Expr::Row { args, explicit, location } => {
                let args = self.row_args(args)?;
                if args.len() > 1664 {
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
                    .map_err(|e| {
                        e.hint(
                            "You might be able to move the set-returning function into a LATERAL \
                             FROM item.",
                        )
                    })
                    .at_loc(a.location);
                }
                let m = super::coerce::common_typmod(&args.iter().collect::<Vec<_>>(), t);
                let c = self.view.collation_of(t);
                Ok(make(Node::Coalesce(args), t, m, c, *location as i32))
            }
            ast::Expr::MinMax { greatest, args, location } => {
                let name = if *greatest { "GREATEST" } else { "LEAST" };
                let (args, t) = self.common_args(args, name)?;
                let m = super::coerce::common_typmod(&args.iter().collect::<Vec<_>>(), t);
                let c = self.view.collation_of(t);
                Ok(make(Node::MinMax(*greatest, args), t, m, c, *location as i32))
            }
            ast::Expr::SubLink(s) => self.sub_link(s),
            ast::Expr::Grouping { args, location } => {
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
            ast::Expr::CurrentOf { location, .. } => {
                super::state::unsupported("WHERE CURRENT OF is not supported", *location as i32)
            }
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

    fn constant(&mut self, c: &ast::Const) -> Result<Expr> {
        let location = c.location as i32;
        Ok(match &c.value {
            ast::ConstValue::Integer(i) => make_const(Datum::i32(*i), oid::INT4, -1, location),
            ast::ConstValue::Float(s) => {
                if s.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit())
                    && let Ok(v) = s.parse::<i64>()
                {
                    let t = if i32::try_from(v).is_ok() { oid::INT4 } else { oid::INT8 };
                    make_const(Datum::i64(v), t, -1, location)
                } else {
                    let v = self.input_literal(oid::NUMERIC, s, -1).at_loc(location)?;
                    make_const(v, oid::NUMERIC, -1, location)
                }
            }
            ast::ConstValue::Boolean(b) => make_const(Datum::bool(*b), oid::BOOL, -1, location),
            ast::ConstValue::String(s) => {
                make_const(Datum::Ref(s.as_bytes().into()), oid::UNKNOWN, -2, location)
            }
            ast::ConstValue::BitString(s) => {
                let v = self.input_literal(oid::BIT, s, -1).at_loc(location)?;
                make_const(v, oid::BIT, -1, location)
            }
            ast::ConstValue::Null => make_const(Datum::Null, oid::UNKNOWN, -2, location),
        })
    }

    fn param_ref(&mut self, n: i32, location: i32) -> Result<Expr> {
        let missing = || err!(UNDEFINED_PARAMETER, "there is no parameter ${n}").at_loc(location);
        if self.variables.is_some()
            && let Some(e) = self.variable(&[&format!("${n}")], false, location)?
        {
            return Ok(e);
        }
        if n <= 0 || n > 65535 {
            return missing();
        }
        let i = n as usize;
        if i > self.params.len() {
            if !self.variable_params {
                return missing();
            }
            self.params.resize(i, None);
        }
        let t = self.params[i - 1].unwrap_or(oid::UNKNOWN);
        let c = self.view.collation_of(t);
        let node = match self.param_values.get(i - 1) {
            Some(value) => Node::Const(value.clone()),
            None => Node::Param(Param::Extern(i)),
        };
        Ok(make(node, t, -1, c, location))
    }

    /// `transformColumnRef`
    fn column_ref(&mut self, c: &ast::ColumnRef) -> Result<Expr> {
        let location = c.location as i32;
        if self.kind() == ExprKind::Default {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "cannot use column reference in DEFAULT expression"
            )
            .at_loc(location);
        }
        let mut names = Vec::new();
        for f in &c.fields {
            match f {
                ast::Field::Name(n) => names.push(n.as_str()),
                // `t.*` among operands is the whole row.
                ast::Field::Star if !names.is_empty() => {}
                ast::Field::Star => {
                    return err!(INTERNAL_ERROR, "a star where one column belongs");
                }
            }
        }
        // A SQL function's arguments come after columns.
        match names.as_slice() {
            [name] => {
                if let Some(e) = self.column_by_name(name, location)? {
                    self.no_variable(&[name], location)?;
                    return Ok(e);
                }
                if let Some(e) = self.variable(&[name], true, location)? {
                    return Ok(e);
                }
                if let Some((base, typmod)) = self.domain_value
                    && *name == "value"
                {
                    let col = self.view.collation_of(base);
                    return Ok(make(Node::CoerceToDomainValue, base, typmod, col, location));
                }
                if let Some((up, i)) = self.find_item(name, location)? {
                    return Ok(self.whole_row(up, i, location));
                }
                if let Some(e) = self.function_argument(name, location) {
                    return Ok(e);
                }
                Err(self.missing_column(None, name, location))
            }
            [rel, name] => {
                let Some((up, i)) = self.find_item(rel, location)? else {
                    if let Some(e) = self.variable(&[rel, name], true, location)? {
                        return Ok(e);
                    }
                    if *rel == self.function_name
                        && let Some(e) = self.function_argument(name, location)
                    {
                        return Ok(e);
                    }
                    if let Some(arg) = self.function_argument(rel, location)
                        && let Some(e) = self.complex_projection(name, &arg, location)?
                    {
                        return Ok(e);
                    }
                    return Err(self.missing_rte(rel, location));
                };
                self.column_of_item(up, i, rel, name, location)
            }
            [schema, rel, name] => {
                let Some((up, i)) = self.find_item_qualified(schema, rel, location)? else {
                    if let Some(e) = self.variable(&[schema, rel, name], true, location)? {
                        return Ok(e);
                    }
                    return Err(self.missing_rte(rel, location));
                };
                self.column_of_item(up, i, rel, name, location)
            }
            [_, schema, rel, name] => {
                let Some((up, i)) = self.find_item_qualified(schema, rel, location)? else {
                    return Err(self.missing_rte(rel, location));
                };
                self.column_of_item(up, i, rel, name, location)
            }
            _ => err!(
                SYNTAX_ERROR,
                "improper qualified name (too many dotted names): {}",
                names.join(".")
            )
            .at_loc(location),
        }
    }

    fn column_of_item(
        &mut self,
        up: usize,
        i: usize,
        rel: &str,
        name: &str,
        location: i32,
    ) -> Result<Expr> {
        if let Some(e) = self.scan_item(up, i, name, location)? {
            return Ok(e);
        }
        // Try it as a function call on the whole row.
        let row = self.whole_row(up, i, location);
        let info = CallInfo { call: None, proc_call: false, location };
        if let Some(e) = self.func_or_column(&[name.to_string()], vec![row], info)? {
            return Ok(e);
        }
        Err(self.missing_column(Some(rel), name, location))
    }

    /// A variable of a procedural language.
    pub(super) fn variable(
        &self,
        names: &[&str],
        sure: bool,
        location: i32,
    ) -> Result<Option<Expr>> {
        let Some(v) = &self.variables else { return Ok(None) };
        let Some((n, t, typmod)) = v.find(names, sure).at_loc(location)? else { return Ok(None) };
        let c = self.view.collation_of(t);
        Ok(Some(make(Node::Param(Param::Extern(n)), t, typmod, c, location)))
    }

    /// Fails where a name is a column's and a variable's (`plpgsql_post_column_ref`).
    fn no_variable(&self, names: &[&str], location: i32) -> Result<()> {
        let Some(v) = &self.variables else { return Ok(()) };
        if v.find(names, false)?.is_none() {
            return Ok(());
        }
        Err(storage::error::PgError::new(
            storage::error::SqlState::AMBIGUOUS_COLUMN,
            format!("column reference \"{}\" is ambiguous", names.join(".")),
        )
        .detail("It could refer to either a PL/pgSQL variable or a table column."))
        .at_loc(location)
    }

    fn function_argument(&self, name: &str, location: i32) -> Option<Expr> {
        let i = self.arg_names.iter().position(|a| a == name && !a.is_empty())?;
        let t = self.params.get(i).copied().flatten()?;
        let c = self.view.collation_of(t);
        Some(make(Node::Param(Param::Extern(i + 1)), t, -1, c, location))
    }

    /// `transformTypeCast`
    fn type_cast(&mut self, c: &ast::TypeCast) -> Result<Expr> {
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
        match self.coerce_to_target(arg, target, typmod, ctx, form, location)? {
            Some(e) => Ok(e),
            None => err!(
                CANNOT_COERCE,
                "cannot cast type {} to {}",
                self.format_type(from),
                self.format_type(target)
            )
            .at_loc(location),
        }
    }

    fn collate(&mut self, c: &ast::CollateClause) -> Result<Expr> {
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

    /// A collation's OID.
    pub(super) fn collation_by_name(&self, names: &[String], location: i32) -> Result<Oid> {
        let (schema, name) = split_name(names);
        match self.view.collation(schema, name) {
            Some(c) => Ok(c),
            None => err!(
                UNDEFINED_OBJECT,
                "collation \"{}\" for encoding \"UTF8\" does not exist",
                names.join(".")
            )
            .at_loc(location),
        }
    }

    fn func_call(&mut self, f: &ast::FuncCall) -> Result<Expr> {
        let mut args = Vec::with_capacity(f.args.len());
        for a in &f.args {
            if let Some(mut rows) = self.star_argument(a)? {
                args.append(&mut rows);
                continue;
            }
            args.push(self.expression_here(a)?);
        }
        if f.within_group {
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

    /// `f(t.*)`: the whole row.
    fn star_argument(&mut self, a: &ast::Expr) -> Result<Option<Vec<Expr>>> {
        let ast::Expr::ColumnRef(c) = a else { return Ok(None) };
        if !matches!(c.fields.last(), Some(ast::Field::Star)) {
            return Ok(None);
        }
        if let [ast::Field::Name(rel), ast::Field::Star] = c.fields.as_slice() {
            let location = c.location as i32;
            return match self.find_item(rel, location)? {
                Some((up, i)) => Ok(Some(vec![self.whole_row(up, i, location)])),
                None => Err(self.missing_rte(rel, location)),
            };
        }
        Ok(None)
    }

    /// `transformExpressionList` within ROW: stars are expanded.
    pub(super) fn row_args(&mut self, args: &[ast::Expr]) -> Result<Vec<Expr>> {
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

    fn a_expr(&mut self, a: &ast::AExpr) -> Result<Expr> {
        use ast::AExprKind as K;
        let location = a.location as i32;
        let missing = || {
            storage::error::PgError::new(
                storage::error::SqlState::INTERNAL_ERROR,
                "an operator without its operand",
            )
        };
        match a.kind {
            K::Op | K::Like | K::ILike | K::Similar => {
                let right = a.right.as_ref().ok_or_else(missing)?;
                // row op row, row op subselect
                if let Some(left) = &a.left {
                    if let (ast::Expr::Row { args: l, .. }, ast::Expr::Row { args: r, .. }) =
                        (left, right)
                        && a.kind == K::Op
                    {
                        let l = self.row_args(l)?;
                        let r = self.row_args(r)?;
                        return self.row_compare(&a.name, l, r, location);
                    }
                    if let (ast::Expr::Row { .. }, ast::Expr::SubLink(s)) = (left, right)
                        && s.kind == ast::SubLinkKind::Expr
                        && a.kind == K::Op
                    {
                        return self.row_sub_link(left, s, &a.name, location);
                    }
                }
                let l = match &a.left {
                    Some(l) => Some(self.expression_here(l)?),
                    None => None,
                };
                let r = self.expression_here(right)?;
                self.make_op(&a.name, l, r, location)
            }
            K::OpAny | K::OpAll => {
                let l = self.expression_here(a.left.as_ref().ok_or_else(missing)?)?;
                let r = self.expression_here(a.right.as_ref().ok_or_else(missing)?)?;
                self.make_scalar_array_op(&a.name, a.kind == K::OpAny, l, r, location)
            }
            K::Distinct | K::NotDistinct => {
                let left = a.left.as_ref().ok_or_else(missing)?;
                let right = a.right.as_ref().ok_or_else(missing)?;
                let e = self.distinct_from(left, right, &a.name, location)?;
                if a.kind == K::NotDistinct {
                    return Ok(make_bool(Node::Bool(BoolOp::Not, vec![e]), location));
                }
                Ok(e)
            }
            K::NullIf => {
                let l = self.expression_here(a.left.as_ref().ok_or_else(missing)?)?;
                let r = self.expression_here(a.right.as_ref().ok_or_else(missing)?)?;
                let e = self.make_op(&a.name, Some(l), r, location)?;
                let Node::Op(op) = e.node else {
                    return err!(INTERNAL_ERROR, "NULLIF without an operator");
                };
                if op.op.ret != oid::BOOL {
                    return err!(DATATYPE_MISMATCH, "NULLIF requires = operator to yield boolean")
                        .at_loc(location);
                }
                let (t, m, c) = (op.args[0].type_oid, op.args[0].typmod, op.args[0].collation);
                Ok(make(Node::NullIf(op), t, m, c, location))
            }
            K::In => self.in_list(a, location),
            K::Between | K::NotBetween | K::BetweenSym | K::NotBetweenSym => {
                self.between(a, location)
            }
        }
    }

    fn distinct_from(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        name: &[String],
        location: i32,
    ) -> Result<Expr> {
        let is_null = |e: &ast::Expr| matches!(e, ast::Expr::Const(c) if matches!(c.value, ast::ConstValue::Null));
        if is_null(right) || is_null(left) {
            let arg = self.expression_here(if is_null(right) { left } else { right })?;
            let arg_is_row = false;
            let t = NullTest { arg: Box::new(arg), is_null: false, arg_is_row };
            return Ok(make_bool(Node::NullTest(t), location));
        }
        let l = self.expression_here(left)?;
        let r = self.expression_here(right)?;
        if let (Node::Row(lr), Node::Row(rr)) = (&l.node, &r.node) {
            if lr.args.len() != rr.args.len() {
                return err!(SYNTAX_ERROR, "unequal number of entries in row expressions")
                    .at_loc(location);
            }
            let mut parts = Vec::new();
            for (a, b) in lr.args.clone().into_iter().zip(rr.args.clone()) {
                parts.push(self.make_distinct(name, a, b, location)?);
            }
            return Ok(match parts.len() {
                0 => make_const(Datum::bool(false), oid::BOOL, -1, location),
                1 => parts.remove(0),
                _ => make_bool(Node::Bool(BoolOp::Or, parts), location),
            });
        }
        self.make_distinct(name, l, r, location)
    }

    fn make_distinct(&mut self, name: &[String], l: Expr, r: Expr, location: i32) -> Result<Expr> {
        let e = self.make_op(name, Some(l), r, location)?;
        let Node::Op(op) = e.node else {
            return err!(INTERNAL_ERROR, "IS DISTINCT FROM without an operator");
        };
        if e.type_oid != oid::BOOL {
            return err!(
                DATATYPE_MISMATCH,
                "IS DISTINCT FROM requires = operator to yield boolean"
            )
            .at_loc(location);
        }
        Ok(make_bool(Node::Distinct(op), location))
    }

    /// `transformAExprIn`
    fn in_list(&mut self, a: &ast::AExpr, location: i32) -> Result<Expr> {
        let use_or = a.name.last().is_none_or(|n| n != "<>");
        let (Some(left), Some(ast::Expr::List(list))) = (&a.left, &a.right) else {
            return err!(INTERNAL_ERROR, "IN without a list");
        };
        let l = self.expression_here(left)?;
        let mut vars = Vec::new();
        let mut consts = Vec::new();
        let mut all = Vec::new();
        for x in list {
            let x = self.expression_here(x)?;
            if walk::contains(&x, &|n| matches!(n.node, Node::Var(_) | Node::SubLink(_))) {
                vars.push(x.clone());
            } else {
                consts.push(x.clone());
            }
            all.push(x);
        }
        let mut result: Option<Expr> = None;
        let mut rest = all;
        let left_is_row = matches!(l.node, Node::Row(_)) || l.type_oid == oid::RECORD;
        if consts.len() > 1 && !left_is_row {
            let mut types = vec![(l.type_oid, l.location)];
            types.extend(consts.iter().map(|c| (c.type_oid, c.location)));
            let scalar = self.common_type(&types, None)?.map(|t| t.0);
            let array = match scalar {
                Some(t) if t != oid::RECORD && self.has_equality(t) => self.view.array_type(t),
                _ => None,
            };
            if let (Some(t), Some(at)) = (scalar, array) {
                let mut elements = Vec::new();
                for c in consts {
                    elements.push(self.coerce_common(c, t, "IN")?);
                }
                let node = Node::Array(ArrayExpr { elements, element_type: t, multi_dims: false });
                let arr = make(node, at, -1, self.view.collation_of(at), -1);
                result =
                    Some(self.make_scalar_array_op(&a.name, use_or, l.clone(), arr, location)?);
                rest = vars;
            }
        }
        let mut parts: Vec<Expr> = result.into_iter().collect();
        for r in rest {
            let cmp = match (&l.node, &r.node) {
                (Node::Row(lr), Node::Row(rr)) => {
                    let (x, y) = (lr.args.clone(), rr.args.clone());
                    self.row_compare(&a.name, x, y, location)?
                }
                _ => self.make_op(&a.name, Some(l.clone()), r, location)?,
            };
            parts.push(self.coerce_to_boolean(cmp, "IN")?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => {
                let op = if use_or { BoolOp::Or } else { BoolOp::And };
                make_bool(Node::Bool(op, parts), location)
            }
        })
    }

    fn between(&mut self, a: &ast::AExpr, location: i32) -> Result<Expr> {
        use ast::AExprKind as K;
        let (Some(x), Some(ast::Expr::List(l))) = (&a.left, &a.right) else {
            return err!(INTERNAL_ERROR, "BETWEEN without its bounds");
        };
        let [lo, hi] = l.as_slice() else {
            return err!(INTERNAL_ERROR, "BETWEEN without two bounds");
        };
        let mut cmp = |op: &str, b: &ast::Expr| -> Result<Expr> {
            let xe = self.expression_here(x)?;
            let be = self.expression_here(b)?;
            let e = self.make_op(&[op.to_string()], Some(xe), be, location)?;
            self.coerce_to_boolean(e, "AND")
        };
        let join = |op, parts| make_bool(Node::Bool(op, parts), location);
        Ok(match a.kind {
            K::Between => join(BoolOp::And, vec![cmp(">=", lo)?, cmp("<=", hi)?]),
            K::NotBetween => join(BoolOp::Or, vec![cmp("<", lo)?, cmp(">", hi)?]),
            K::BetweenSym => {
                let one = join(BoolOp::And, vec![cmp(">=", lo)?, cmp("<=", hi)?]);
                let two = join(BoolOp::And, vec![cmp(">=", hi)?, cmp("<=", lo)?]);
                join(BoolOp::Or, vec![one, two])
            }
            _ => {
                let one = join(BoolOp::Or, vec![cmp("<", lo)?, cmp(">", hi)?]);
                let two = join(BoolOp::Or, vec![cmp("<", hi)?, cmp(">", lo)?]);
                join(BoolOp::And, vec![one, two])
            }
        })
    }

    /// `make_row_comparison_op`
    pub(super) fn row_compare(
        &mut self,
        name: &[String],
        left: Vec<Expr>,
        right: Vec<Expr>,
        location: i32,
    ) -> Result<Expr> {
        use crate::expr::{RowCompare, RowCompareKind};
        if left.len() != right.len() {
            return err!(SYNTAX_ERROR, "unequal number of entries in row expressions")
                .at_loc(location);
        }
        if left.is_empty() {
            return err!(FEATURE_NOT_SUPPORTED, "cannot compare rows of zero length")
                .at_loc(location);
        }
        let mut cmps = Vec::new();
        for (l, r) in left.into_iter().zip(right) {
            let e = self.make_op(name, Some(l), r, location)?;
            if e.type_oid != oid::BOOL {
                return err!(
                    DATATYPE_MISMATCH,
                    "row comparison operator must yield type boolean, not type {}",
                    self.format_type(e.type_oid)
                )
                .at_loc(location);
            }
            cmps.push(e);
        }
        if cmps.len() == 1 {
            return Ok(cmps.remove(0));
        }
        let shown = name.last().map_or("", String::as_str);
        let kind = match shown {
            "=" => return Ok(make_bool(Node::Bool(BoolOp::And, cmps), location)),
            "<>" | "!=" => return Ok(make_bool(Node::Bool(BoolOp::Or, cmps), location)),
            "<" => RowCompareKind::Lt,
            "<=" => RowCompareKind::Le,
            ">=" => RowCompareKind::Ge,
            ">" => RowCompareKind::Gt,
            _ => {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "could not determine interpretation of row comparison operator {shown}"
                )
                .map_err(|e| {
                    e.hint(
                        "Row comparison operators must be associated with btree operator families.",
                    )
                })
                .at_loc(location);
            }
        };
        let mut rc = RowCompare { kind, ops: vec![], left: vec![], right: vec![] };
        for c in cmps {
            if let Node::Op(OpCall { op, args }) = c.node {
                rc.ops.push(op);
                let mut it = args.into_iter();
                rc.left.extend(it.next());
                rc.right.extend(it.next());
            }
        }
        Ok(make_bool(Node::RowCompare(Box::new(rc)), location))
    }

    fn case(&mut self, c: &ast::CaseExpr) -> Result<Expr> {
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
                let eq = ["=".to_string()];
                cond = self.make_op(&eq, Some(t.clone()), cond, w.location as i32)?;
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
                .map_err(|e| {
                    e.hint(
                        "You might be able to move the set-returning function into a LATERAL FROM \
                         item.",
                    )
                })
                .at_loc(a.location);
        }
        let default = self.coerce_common(default, t, "CASE/ELSE")?;
        let mut out = Vec::new();
        for (c, r) in whens {
            out.push((c, self.coerce_common(r, t, "CASE/WHEN")?));
        }
        let refs: Vec<&Expr> = out.iter().map(|w| &w.1).chain([&default]).collect();
        let m = super::coerce::common_typmod(&refs, t);
        let col = self.view.collation_of(t);
        let case = Case { arg, whens: out, default };
        Ok(make(Node::Case(Box::new(case)), t, m, col, c.location as i32))
    }

    fn common_args(&mut self, args: &[ast::Expr], name: &str) -> Result<(Vec<Expr>, Oid)> {
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

    /// `transformArrayExpr`; `cast`: (array type, element type, typmod) when it is cast at once.
    fn array_expr(
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
                let at = e.location;
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
        let node = Node::Array(ArrayExpr { elements: done, element_type, multi_dims });
        Ok(make(node, array_type, -1, c, location))
    }

    /// `transformIndirection`
    fn indirection(&mut self, i: &ast::Indirection) -> Result<Expr> {
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

    fn field_of(&mut self, e: Expr, name: &str, location: i32) -> Result<Expr> {
        let t = e.type_oid;
        let row_of = match &e.node {
            Node::Var(v) if v.attno == 0 => Some(self.rte(v.levels_up, v.rte).eref.name.clone()),
            _ => None,
        };
        let info = CallInfo { call: None, proc_call: false, location };
        let names = [name.to_string()];
        if let Some(x) = self.func_or_column(&names, vec![e], info)? {
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

    /// `transformContainerSubscripts`
    pub(super) fn subscripts(
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
        if json && is_slice {
            return err!(DATATYPE_MISMATCH, "jsonb subscript does not support slices")
                .at_loc(location);
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

    fn subscript_value(&mut self, x: &ast::Expr, json: bool) -> Result<Expr> {
        let e = self.expression_here(x)?;
        let (from, location) = (e.type_oid, e.location);
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

    /// `transformWhereClause`
    pub(super) fn transform_where(
        &mut self,
        e: &ast::Expr,
        kind: ExprKind,
        name: &str,
    ) -> Result<Expr> {
        let q = self.transform_expr(e, kind)?;
        self.coerce_to_boolean(q, name)
    }

    /// A NULL of a type, for callers outside.
    pub(super) fn null_of(&self, t: Oid, typmod: i32) -> Expr {
        null_const(t, typmod)
    }
}

fn sql_value(f: &ast::SqlValueFunction) -> Expr {
    use ast::SqlValueFunctionOp as O;
    let (kind, t) = match f.op {
        O::CurrentDate => (SqlValueKind::CurrentDate, oid::DATE),
        O::CurrentTime => (SqlValueKind::CurrentTime, oid::TIMETZ),
        O::CurrentTimestamp => (SqlValueKind::CurrentTimestamp, oid::TIMESTAMPTZ),
        O::LocalTime => (SqlValueKind::LocalTime, oid::TIME),
        O::LocalTimestamp => (SqlValueKind::LocalTimestamp, oid::TIMESTAMP),
        O::CurrentRole => (SqlValueKind::CurrentRole, oid::NAME),
        O::CurrentUser => (SqlValueKind::CurrentUser, oid::NAME),
        O::User => (SqlValueKind::User, oid::NAME),
        O::SessionUser => (SqlValueKind::SessionUser, oid::NAME),
        O::CurrentCatalog => (SqlValueKind::CurrentCatalog, oid::NAME),
        O::CurrentSchema => (SqlValueKind::CurrentSchema, oid::NAME),
    };
    let c = super::types::type_collation(t);
    make(Node::SqlValue(kind), t, f.typmod.min(6), c, f.location as i32)
}

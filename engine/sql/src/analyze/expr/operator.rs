//! Operators and what is written like them: `IN`, BETWEEN, IS DISTINCT FROM, rows compared
//! (`transformAExprOp` and its kin).

use crate::analyze::state::{Analyzer, At, make, make_bool, make_const};
use crate::analyze::types::TypeFacts;
use crate::analyze::walk;
use crate::ast;
use crate::expr::{ArrayExpr, BoolOp, Expr, Node, NullTest, OpCall};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::CastContext;
use storage::types::oid;

impl Analyzer<'_> {
    /// `transformAExprOp` and its siblings: an operator, by its kind.
    pub(super) fn a_expr(&mut self, a: &ast::AExpr) -> Result<Expr> {
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
                    {
                        let l = self.row_args(l)?;
                        let r = self.row_args(r)?;
                        return self.row_compare(&a.name, l, r, location);
                    }
                    if let (ast::Expr::Row { .. }, ast::Expr::SubLink(s)) = (left, right)
                        && s.kind == ast::SubLinkKind::Expr
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
                let mut e = self.distinct_from(left, right, &a.name, location)?;
                if a.kind == K::NotDistinct {
                    if let Node::NullTest(test) = &mut e.node {
                        test.is_null = true;
                        return Ok(e);
                    }
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

    /// Analyzes IS [NOT] DISTINCT FROM, of values or of rows.
    fn distinct_from(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        name: &ast::QualifiedName,
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

    /// The node of IS DISTINCT FROM over two analyzed values (`make_distinct_op`).
    fn make_distinct(
        &mut self,
        name: &ast::QualifiedName,
        l: Expr,
        r: Expr,
        location: i32,
    ) -> Result<Expr> {
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

    /// Analyzes `x [NOT] IN (list)`: as an array of those elements that use no columns of this query, and
    /// comparisons with the others (`transformAExprIn`).
    fn in_list(&mut self, a: &ast::AExpr, location: i32) -> Result<Expr> {
        let use_or = a.name.last != "<>";
        let (Some(left), Some(ast::Expr::List(list))) = (&a.left, &a.right) else {
            return err!(INTERNAL_ERROR, "IN without a list");
        };
        let l = self.expression_here(left)?;
        let mut vars = Vec::new();
        let mut consts = Vec::new();
        let mut all = Vec::new();
        for x in list {
            let x = self.expression_here(x)?;
            let mut own = false;
            walk::deep(&x, 0, &mut |e, level| {
                own |= matches!(&e.node, Node::Var(v) if v.levels_up == level);
            });
            if own {
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
            let converts = |from, t| self.can_coerce(&[from], &[t], CastContext::Implicit);
            let scalar = self.common_type(&types, None)?.map(|t| t.0);
            // Where not all convert to it, each is compared by an operator of its own.
            let scalar = scalar.filter(|t| types.iter().all(|x| converts(x.0, *t)));
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

    /// Rewrites BETWEEN as two comparisons (`transformAExprBetween`).
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
            let e = self.make_op(&op.into(), Some(xe), be, location)?;
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

    /// Analyzes the comparison of two rows with as many columns; operators other than `=`, `<>`,
    /// `<`, `<=`, `>=` and `>` are refused (`make_row_comparison_op`).
    pub(in crate::analyze) fn row_compare(
        &mut self,
        name: &ast::QualifiedName,
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
        let shown = &*name.last;
        let kind = match shown {
            "=" => return Ok(make_bool(Node::Bool(BoolOp::And, cmps), location)),
            "<>" | "!=" => return Ok(make_bool(Node::Bool(BoolOp::Or, cmps), location)),
            "<" => RowCompareKind::Lt,
            "<=" => RowCompareKind::Le,
            ">=" => RowCompareKind::Ge,
            ">" => RowCompareKind::Gt,
            "~<~" | "~<=~" | "~>~" | "~>=~" => {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "a comparison of rows by {shown} is not modelled"
                )
                .at_loc(location);
            }
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
}

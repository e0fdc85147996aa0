//! Sub-queries in expressions (`transformSubLink`) and `SET (a, b) = ...`.

use super::Query;
use super::state::{Analyzer, At, ExprKind, make, make_bool};
use super::types::TypeFacts;
use crate::ast;
use crate::expr::{Expr, Node, Param, SubLink, SubLinkKind};
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Analyzes the query of a sub-query in an expression; an error where no sub-query may stand, as in CHECK.
    fn sub_link_query(&mut self, s: &ast::SelectStmt, location: i32) -> Result<Query> {
        use ExprKind::*;
        let what = match self.kind() {
            Check => "check constraint",
            Default | ParameterDefault => "DEFAULT expression",
            IndexExpression => "index expression",
            IndexPredicate => "index predicate",
            AlterTransform => "transform expression",
            ExecuteParameter => "EXECUTE parameter",
            Generated => "column generation expression",
            CallArgument => "CALL argument",
            TriggerWhen => "trigger WHEN condition",
            _ => "",
        };
        if !what.is_empty() {
            return err!(FEATURE_NOT_SUPPORTED, "cannot use subquery in {what}").at_loc(location);
        }
        self.top().has_sub_links = true;
        self.sub_query(s, true)
    }

    /// Analyzes a sub-query in an expression: EXISTS, IN, ANY, ALL, ARRAY or a single value
    /// (`transformSubLink`).
    pub(super) fn sub_link(&mut self, s: &ast::SubLink) -> Result<Expr> {
        let location = s.location as i32;
        let q = self.sub_link_query(&s.subselect, location)?;
        let columns: Vec<(Oid, i32, Oid)> = q
            .target
            .iter()
            .filter(|t| !t.junk)
            .map(|t| (t.expr.type_oid, t.expr.typmod, t.expr.collation))
            .collect();
        let link = |kind, test, name: &str, q| {
            Node::SubLink(Box::new(SubLink {
                kind,
                test,
                oper_name: name.to_string(),
                query: Box::new(q),
            }))
        };
        match s.kind {
            ast::SubLinkKind::Exists => {
                Ok(make_bool(link(SubLinkKind::Exists, None, "", q), location))
            }
            ast::SubLinkKind::Expr | ast::SubLinkKind::Array => {
                if columns.len() != 1 {
                    return err!(SYNTAX_ERROR, "subquery must return only one column")
                        .at_loc(location);
                }
                let (t, m, c) = columns[0];
                if s.kind == ast::SubLinkKind::Expr {
                    return Ok(make(link(SubLinkKind::Expr, None, "", q), t, m, c, location));
                }
                let stacked = || self.view.element_type(t).map(|_| t);
                let Some(at) = self.view.array_type(t).or_else(stacked) else {
                    return err!(
                        UNDEFINED_OBJECT,
                        "could not find array type for data type {}",
                        self.format_type(t)
                    )
                    .at_loc(location);
                };
                Ok(make(link(SubLinkKind::Array, None, "", q), at, m, c, location))
            }
            ast::SubLinkKind::Any | ast::SubLinkKind::All => {
                let Some(test) = &s.test else {
                    return err!(INTERNAL_ERROR, "ANY without a left side");
                };
                let left = match test {
                    ast::Expr::Row { args, .. } => self.row_args(args)?,
                    e => vec![self.expression_here(e)?],
                };
                let kind = if s.kind == ast::SubLinkKind::Any {
                    SubLinkKind::Any
                } else {
                    SubLinkKind::All
                };
                let name = s.operator.clone().unwrap_or_else(|| "=".into());
                let test = self.sub_link_test(left, &columns, &name, location)?;
                let shown = name.to_string();
                Ok(make_bool(link(kind, Some(test), &shown, q), location))
            }
        }
    }

    /// The comparison of the left side with the columns of the sub-query.
    fn sub_link_test(
        &mut self,
        left: Vec<Expr>,
        columns: &[(Oid, i32, Oid)],
        name: &ast::QualifiedName,
        location: i32,
    ) -> Result<Expr> {
        if left.len() < columns.len() {
            return err!(SYNTAX_ERROR, "subquery has too many columns").at_loc(location);
        }
        if left.len() > columns.len() {
            return err!(SYNTAX_ERROR, "subquery has too few columns").at_loc(location);
        }
        let right: Vec<Expr> = columns
            .iter()
            .enumerate()
            .map(|(i, &(t, m, c))| make(Node::Param(Param::SubLink(i + 1)), t, m, c, -1))
            .collect();
        self.row_compare(name, left, right, location)
    }

    /// Analyzes the comparison of a row with a sub-query's row, `(a, b) < (SELECT ...)`.
    pub(super) fn row_sub_link(
        &mut self,
        left: &ast::Expr,
        s: &ast::SubLink,
        name: &ast::QualifiedName,
        location: i32,
    ) -> Result<Expr> {
        let ast::Expr::Row { args, .. } = left else {
            return err!(INTERNAL_ERROR, "a row comparison without a row");
        };
        let q = self.sub_link_query(&s.subselect, s.location as i32)?;
        let columns: Vec<_> = q
            .target
            .iter()
            .filter(|t| !t.junk)
            .map(|t| (t.expr.type_oid, t.expr.typmod, t.expr.collation))
            .collect();
        let left = self.row_args(args)?;
        let test = self.sub_link_test(left, &columns, name, location)?;
        let node = SubLink {
            kind: SubLinkKind::RowCompare,
            test: Some(test),
            oper_name: name.to_string(),
            query: Box::new(q),
        };
        Ok(make_bool(Node::SubLink(Box::new(node)), location))
    }

    /// Analyzes the value of one of several columns set from a row or sub-query,
    /// `SET (a, b) = ...`: number `column` of `columns` (`transformMultiAssignRef`).
    pub(super) fn multi_assign(
        &mut self,
        source: &ast::Expr,
        column: usize,
        columns: usize,
    ) -> Result<Expr> {
        // The parser repeats the source for each column. The columns arrive in order; their numbers
        // begin with 0 or 1, which depends on where the tree was made.
        let location = source.location().map_or(-1, |l| l as i32);
        match source {
            ast::Expr::Row { args, .. }
                if args.iter().any(|a| matches!(a, ast::Expr::ColumnRef(c) if c.is_star())) =>
            {
                let mut values = self.row_args(args)?;
                if values.len() != columns || column > columns {
                    return err!(SYNTAX_ERROR, "number of columns does not match number of values")
                        .at_loc(location);
                }
                Ok(values.swap_remove(column.saturating_sub(1)))
            }
            ast::Expr::Row { args, .. } => {
                if args.len() != columns {
                    return err!(SYNTAX_ERROR, "number of columns does not match number of values")
                        .at_loc(location);
                }
                let Some(a) = args.get(column.saturating_sub(1)) else {
                    return err!(INTERNAL_ERROR, "a column without its value");
                };
                if matches!(a, ast::Expr::SetToDefault { .. }) {
                    return Ok(make(Node::SetToDefault, oid::UNKNOWN, -2, Oid::INVALID, location));
                }
                self.expression_here(a)
            }
            ast::Expr::SubLink(s) if s.kind == ast::SubLinkKind::Expr => {
                if column == 1 || self.top().multi_sublinks.is_empty() {
                    let q = self.sub_link_query(&s.subselect, s.location as i32)?;
                    let n = q.target.iter().filter(|t| !t.junk).count();
                    if n != columns {
                        return err!(
                            SYNTAX_ERROR,
                            "number of columns does not match number of values"
                        )
                        .at_loc(s.location as i32);
                    }
                    let id = self.top().multi_sublinks.len() + 1;
                    let node = SubLink {
                        kind: SubLinkKind::MultiExpr(id),
                        test: None,
                        oper_name: String::new(),
                        query: Box::new(q),
                    };
                    let node = Node::SubLink(Box::new(node));
                    let e = make(node, oid::RECORD, -1, Oid::INVALID, s.location as i32);
                    self.top().multi_sublinks.push(e);
                }
                let id = self.top().multi_sublinks.len();
                let Node::SubLink(link) = &self.top().multi_sublinks[id - 1].node else {
                    return err!(INTERNAL_ERROR, "a multi-assignment without its sub-query");
                };
                let Some(t) = link.query.target.iter().filter(|t| !t.junk).nth(column - 1) else {
                    return err!(INTERNAL_ERROR, "a column without its value");
                };
                let (ty, m, c) = (t.expr.type_oid, t.expr.typmod, t.expr.collation);
                let location = crate::analyze::walk::place(&t.expr);
                Ok(make(Node::Param(Param::MultiExpr(id, column)), ty, m, c, location))
            }
            _ => err!(
                SYNTAX_ERROR,
                "source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression"
            )
            .at_loc(location),
        }
    }
}

//! Functions in FROM (`transformRangeFunction`).

use crate::analyze::relation::convert_alias;
use crate::analyze::state::{Analyzer, At, ExprKind, NsItem};
use crate::analyze::types::TypeFacts;
use crate::analyze::{ColumnInfo, RangeTblFunction, RteKind, walk};
use crate::ast;
use crate::expr::{Expr, FuncRef, Node};
use std::borrow::Cow;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::types::oid;

impl Analyzer<'_> {
    /// Analyzes a function in FROM, or those of ROWS FROM, and adds it to the range table
    /// (`transformRangeFunction`).
    pub(super) fn from_function(&mut self, f: &ast::RangeFunction) -> Result<NsItem> {
        let saved = (self.top().lateral_active, self.kind());
        self.top().lateral_active = true;
        let mut functions = Vec::new();
        let mut first_name = String::new();
        // unnest of several arrays is several unnests side by side.
        let mut calls: Vec<(Cow<'_, ast::Expr>, &[ast::ColumnDef])> = Vec::new();
        for (e, defs) in &f.functions {
            match e {
                ast::Expr::FuncCall(c)
                    if c.name.unqualified() == Some("unnest")
                        && c.args.len() > 1
                        && defs.is_empty()
                        && f.columns.is_empty()
                        && !c.variadic =>
                {
                    for a in &c.args {
                        let mut one = (**c).clone();
                        one.args = vec![a.clone()];
                        calls.push((Cow::Owned(ast::Expr::FuncCall(Box::new(one))), &[]));
                    }
                }
                _ => calls.push((Cow::Borrowed(e), defs)),
            }
        }
        let n = calls.len();
        for (i, (e, coldefs)) in calls.iter().enumerate() {
            let expr = self.transform_expr(e, ExprKind::FromFunction)?;
            let name = crate::analyze::target::figure_colname(e);
            if i == 0 {
                first_name.clone_from(&name);
            }
            // A set nested in an argument is refused.
            let nested = match &expr.node {
                Node::Func(c) => c.args.iter().find(|a| walk::returns_set(a)),
                _ if walk::returns_set(&expr) => Some(&expr),
                _ => None,
            };
            if let Some(x) = nested {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "set-returning functions must appear at top level of FROM"
                )
                .at_loc(x.location);
            }
            let defs: &[ast::ColumnDef] = if !coldefs.is_empty() {
                coldefs
            } else if i == 0 && n == 1 {
                &f.columns
            } else {
                &[]
            };
            let alias_name = f.alias.as_ref().map(|a| a.name.as_str());
            let one_col = if n == 1 { alias_name } else { None };
            functions.push(self.function_columns(expr, &name, defs, one_col)?);
        }
        self.top().lateral_active = saved.0;
        self.top().kind = saved.1;
        let mut columns: Vec<ColumnInfo> =
            functions.iter().flat_map(|x| x.columns.iter().cloned()).collect();
        if f.ordinality {
            columns.push(self.column_info("ordinality", oid::INT8, -1));
        }
        let what = "table";
        let eref = self.eref_for(what, &first_name, f.alias.as_ref(), &columns)?;
        let alias = f.alias.as_ref().map(convert_alias);
        // What uses columns of its neighbours is LATERAL without the word.
        let mut lateral = f.lateral;
        for x in &functions {
            walk::deep(&x.expr, 0, &mut |e, level| {
                lateral |= matches!(&e.node, Node::Var(v) if v.levels_up == level);
            });
        }
        let kind = RteKind::Function { functions, ordinality: f.ordinality };
        Ok(self.add_rte(kind, alias, eref, columns, lateral, None))
    }

    /// The columns of a function in FROM.
    fn function_columns(
        &mut self,
        expr: Expr,
        name: &str,
        defs: &[ast::ColumnDef],
        one_col: Option<&str>,
    ) -> Result<RangeTblFunction> {
        let location = expr.location;
        let t = expr.type_oid;
        let out_columns = self.record_columns(&expr);
        if !defs.is_empty() {
            let refused = if self.view.row_desc(t).is_some() {
                "redundant for a function returning a named composite type"
            } else if t != oid::RECORD {
                "only allowed for functions returning \"record\""
            } else if out_columns.is_some() {
                "redundant for a function with OUT parameters"
            } else {
                ""
            };
            if !refused.is_empty() {
                return err!(SYNTAX_ERROR, "a column definition list is {refused}")
                    .at_loc(defs[0].location as i32);
            }
            let mut columns = Vec::new();
            for d in defs {
                let Some(tn) = &d.type_name else { continue };
                let (t, m) = self.type_name(tn)?;
                if columns.iter().any(|c: &ColumnInfo| c.name == d.name) {
                    return err!(
                        DUPLICATE_COLUMN,
                        "column name \"{}\" specified more than once",
                        d.name
                    )
                    .at_loc(d.location as i32);
                }
                columns.push(self.column_info(&d.name, t, m));
            }
            return Ok(RangeTblFunction {
                expr,
                columns,
                column_definitions: true,
                returns_row: true,
            });
        }
        if t == oid::RECORD {
            let Some(columns) = out_columns else {
                return err!(
                    SYNTAX_ERROR,
                    "a column definition list is required for functions returning \"record\""
                )
                .at_loc(location);
            };
            return Ok(RangeTblFunction {
                expr,
                columns,
                column_definitions: false,
                returns_row: true,
            });
        }
        if let Some(desc) = self.view.row_desc(t) {
            let columns = desc
                .attrs
                .iter()
                .filter(|a| !a.dropped)
                .map(|a| ColumnInfo {
                    name: a.name.clone(),
                    type_oid: a.type_oid,
                    typmod: a.typmod,
                    collation: a.collation,
                })
                .collect();
            return Ok(RangeTblFunction {
                expr,
                columns,
                column_definitions: false,
                returns_row: true,
            });
        }
        // A scalar: named by its OUT parameter, the alias, or the function (chooseScalarFunctionAlias).
        let out_name = match &expr.node {
            Node::Func(f) => match &f.func {
                FuncRef::Builtin(b) if b.out.len() == 1 => Some(b.out[0].0.to_string()),
                FuncRef::Sql(s) if s.out.len() == 1 => Some(s.out[0].0.clone()),
                _ => None,
            },
            _ => None,
        };
        let col = out_name
            .filter(|n| !n.is_empty())
            .unwrap_or_else(|| one_col.unwrap_or(name).to_string());
        let column =
            ColumnInfo { name: col, type_oid: t, typmod: expr.typmod, collation: expr.collation };
        Ok(RangeTblFunction {
            expr,
            columns: vec![column],
            column_definitions: false,
            returns_row: false,
        })
    }

    /// Refuses a set-returning function in a clause that cannot have one
    /// (`check_srf_call_placement`).
    pub(in crate::analyze) fn check_srf_placement(&mut self, location: i32) -> Result<()> {
        use ExprKind::*;
        let what = match self.kind() {
            None | FromSubselect | FromFunction => return Ok(()),
            SelectTarget | ValuesSingle | OrderBy | GroupBy | DistinctOn | WindowPartition
            | WindowOrder => {
                self.top().has_target_srfs = true;
                return Ok(());
            }
            JoinOn => "JOIN conditions",
            WindowFrameRange | WindowFrameRows | WindowFrameGroups => "window definitions",
            Check => "check constraints",
            Default | ParameterDefault => "DEFAULT expressions",
            IndexExpression => "index expressions",
            IndexPredicate => "index predicates",
            AlterTransform => "transform expressions",
            ExecuteParameter => "EXECUTE parameters",
            Generated => "column generation expressions",
            CallArgument => "CALL arguments",
            TriggerWhen => "trigger WHEN conditions",
            other => crate::analyze::agg::clause_name(other),
        };
        Err(PgError::new(
            SqlState::FEATURE_NOT_SUPPORTED,
            format!("set-returning functions are not allowed in {what}"),
        ))
        .at_loc(location)
    }
}

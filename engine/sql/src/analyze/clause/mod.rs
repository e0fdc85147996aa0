//! Clauses that name targets: ORDER BY, GROUP BY, DISTINCT; LIMIT (`parse_clause.c`).

mod distinct;
mod find_target;
mod group;

use crate::analyze::agg::clause_name;
use crate::analyze::state::{Analyzer, At, ExprKind};
use crate::analyze::{SortGroupClause, walk};
use crate::ast;
use crate::expr::{Expr, TargetEntry};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::types::oid;

impl Analyzer<'_> {
    /// Analyzes ORDER BY and returns its clauses. `sql99`: names are those of input columns, never
    /// of output columns (`transformSortClause`).
    pub(in crate::analyze) fn transform_sort(
        &mut self,
        list: &[ast::SortBy],
        targets: &mut Vec<TargetEntry>,
        kind: ExprKind,
        sql99: bool,
    ) -> Result<Vec<SortGroupClause>> {
        let mut out: Vec<SortGroupClause> = Vec::new();
        for s in list {
            let i = if sql99 {
                self.find_target_99(&s.node, targets, kind)?
            } else {
                self.find_target_92(&s.node, targets, kind)?
            };
            self.resolve_target(&mut targets[i])?;
            let existing = targets[i].sort_group_ref;
            if existing != 0 && out.iter().any(|c| c.tle_ref == existing) {
                continue;
            }
            let expr = targets[i].expr.clone();
            let r = assign_ref(targets, i);
            out.push(self.sort_clause_at(
                &expr,
                r,
                s,
                s.node.location().map_or(-1, |l| l as i32),
            )?);
        }
        Ok(out)
    }

    /// Returns the clause that sorts by an expression (`addTargetToSortList`). `r` is the number that
    /// links the clause with its target (`tleSortGroupRef`).
    pub(in crate::analyze) fn sort_clause(
        &self,
        e: &Expr,
        r: u32,
        s: &ast::SortBy,
    ) -> Result<SortGroupClause> {
        self.sort_clause_at(e, r, s, walk::place(e))
    }

    /// The sort clause of the target with the number `r`: its operator and where NULLs go
    /// (`addTargetToSortList`).
    fn sort_clause_at(
        &self,
        e: &Expr,
        r: u32,
        s: &ast::SortBy,
        location: i32,
    ) -> Result<SortGroupClause> {
        let (sortable, _, hashable) = self.sort_group_support(e.type_oid);
        if !sortable {
            return Err(PgError::new(
                SqlState::UNDEFINED_FUNCTION,
                format!(
                    "could not identify an ordering operator for type {}",
                    self.format_type(e.type_oid)
                ),
            )
            .hint("Use an explicit ordering operator or modify the query."))
            .at_loc(location);
        }
        let descending = match s.direction {
            ast::SortDirection::Desc => true,
            ast::SortDirection::Using => match s.use_op.as_ref().map(|op| &*op.last) {
                Some("<") => false,
                Some(">") => true,
                Some(pattern @ ("~<~" | "~>~")) => {
                    return err!(FEATURE_NOT_SUPPORTED, "an order by {pattern} is not modelled");
                }
                other => {
                    if let Some(names) = &s.use_op {
                        let at = s.location.map_or(-1, |l| l as i32);
                        self.find_oper(names, Some(e.type_oid), e.type_oid, at)?;
                    }
                    return Err(PgError::new(
                        SqlState::WRONG_OBJECT_TYPE,
                        format!(
                            "operator {} is not a valid ordering operator",
                            other.unwrap_or("")
                        ),
                    )
                    .hint(
                        "Ordering operators must be \"<\" or \">\" members of btree operator \
                         families.",
                    ))
                    .at_loc(s.location.map_or(-1, |l| l as i32));
                }
            },
            _ => false,
        };
        let nulls_first = match s.nulls {
            ast::SortNulls::Default => descending,
            ast::SortNulls::First => true,
            ast::SortNulls::Last => false,
        };
        Ok(SortGroupClause { tle_ref: r, descending, nulls_first, sortable, hashable })
    }

    /// Analyzes LIMIT or OFFSET, as `kind` says, and coerces it to bigint; columns are refused, and a
    /// LIMIT of NULL where `with_ties` says that it is FETCH FIRST ... WITH TIES
    /// (`transformLimitClause`).
    pub(in crate::analyze) fn limit_clause(
        &mut self,
        e: Option<&ast::Expr>,
        kind: ExprKind,
        with_ties: bool,
    ) -> Result<Option<Expr>> {
        let Some(e) = e else { return Ok(None) };
        let x = self.transform_expr(e, kind)?;
        let what = clause_name(kind);
        let x = self.coerce_to_specific(x, oid::INT8, what)?;
        if let Some(at) = walk::find_var(&x) {
            return err!(INVALID_COLUMN_REFERENCE, "argument of {what} must not contain variables")
                .at_loc(at);
        }
        let null = matches!(e, ast::Expr::Const(c) if matches!(c.value, ast::ConstValue::Null));
        if kind == ExprKind::Limit && with_ties && null {
            return err!(
                INVALID_ROW_COUNT_IN_LIMIT_CLAUSE,
                "row count cannot be null in FETCH FIRST ... WITH TIES clause"
            );
        }
        Ok(Some(x))
    }
}

/// Returns the sort-group reference of a target, assigned now if it has none
/// (`assignSortGroupRef`).
pub(in crate::analyze) fn assign_ref(targets: &mut [TargetEntry], i: usize) -> u32 {
    if targets[i].sort_group_ref == 0 {
        let max = targets.iter().map(|t| t.sort_group_ref).max().unwrap_or(0);
        targets[i].sort_group_ref = max + 1;
    }
    targets[i].sort_group_ref
}

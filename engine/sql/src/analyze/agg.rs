//! Aggregates (`parse_agg.c`): their level, where they may stand, and their arguments.

use super::state::{Analyzer, At, ExprKind, make};
use super::types::TypeFacts;
use super::walk;
use crate::ast;
use crate::catalog;
use crate::expr::{Aggref, Expr, FuncRef, Node, TargetEntry};
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Analyzes a call of an aggregate whose arguments are analyzed already; `variadic` says that
    /// the last one is marked VARIADIC (the second half of `ParseFuncOrColumn`,
    /// `transformAggregateCall`).
    #[allow(clippy::too_many_arguments)]
    pub(super) fn aggregate_call(
        &mut self,
        func: FuncRef,
        ret: Oid,
        mut args: Vec<Expr>,
        filter: Option<Expr>,
        call: &ast::FuncCall,
        variadic: bool,
        location: i32,
    ) -> Result<Expr> {
        let shown = &call.name;
        let direct = catalog::direct_arguments(&func.name());
        if args.is_empty() && !call.star && !call.within_group {
            return err!(
                WRONG_OBJECT_TYPE,
                "{shown}(*) must be used to call a parameterless aggregate function"
            )
            .at_loc(location);
        }
        if walk_set(&args) {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "aggregate function calls cannot contain set-returning function calls"
            )
            .map_err(walk::into_lateral)
            .at_loc(args.iter().find(|a| walk::returns_set(a)).map_or(-1, |a| a.location));
        }
        let mut direct_args = Vec::new();
        let mut order = Vec::new();
        let mut distinct = Vec::new();
        let mut targets: Vec<TargetEntry>;
        if let Some(direct) = direct {
            let rest = args.split_off(direct.min(args.len()));
            direct_args = args;
            targets = rest.into_iter().enumerate().map(|(i, e)| plain_target(e, i)).collect();
            for (t, by) in targets.iter_mut().zip(&call.order_by) {
                let i = order.len() as u32 + 1;
                t.sort_group_ref = i;
                order.push(self.sort_clause(&t.expr, i, by)?);
            }
        } else {
            targets = args.into_iter().enumerate().map(|(i, e)| plain_target(e, i)).collect();
            let saved = self.kind();
            order = self.transform_sort(&call.order_by, &mut targets, ExprKind::OrderBy, true)?;
            self.top().kind = saved;
            if call.distinct {
                distinct = self.distinct_clause(&mut targets, &order, true)?;
                for d in &distinct {
                    if !d.sortable {
                        let target = targets.iter().find(|t| t.sort_group_ref == d.tle_ref);
                        let (t, location) = target.map_or((oid::TEXT, location), |t| {
                            (t.expr.type_oid, walk::place(&t.expr))
                        });
                        return err!(
                            UNDEFINED_FUNCTION,
                            "could not identify an ordering operator for type {}",
                            self.format_type(t)
                        )
                        .map_err(|e| {
                            e.detail("Aggregates with DISTINCT must be able to sort their inputs.")
                        })
                        .at_loc(location);
                    }
                }
            }
        }
        let levels_up = self.check_agg_level(&direct_args, &targets, filter.as_ref(), location)?;
        let collation = self.view.collation_of(ret);
        let node = Node::Aggref(Box::new(Aggref {
            func,
            direct_args,
            args: targets,
            order,
            distinct,
            filter,
            within_group: direct.is_some(),
            presorted: false,
            star: call.star,
            variadic,
            levels_up,
        }));
        Ok(make(node, ret, -1, collation, location))
    }

    /// Finds the query that an aggregate belongs to, that of the innermost column or aggregate in
    /// its arguments, and returns how many levels out it is; nested aggregates, window functions
    /// inside and clauses without aggregates are refused (`check_agglevels_and_constraints`).
    fn check_agg_level(
        &mut self,
        direct: &[Expr],
        args: &[TargetEntry],
        filter: Option<&Expr>,
        location: i32,
    ) -> Result<u32> {
        // The level of the innermost variable or aggregate in the arguments.
        let mut min_var: Option<u32> = None;
        let mut min_agg: Option<u32> = None;
        for e in args.iter().map(|t| &t.expr).chain(filter) {
            walk::deep(e, 0, &mut |x, depth| match &x.node {
                Node::Var(v) if v.levels_up >= depth => {
                    let l = v.levels_up - depth;
                    min_var = Some(min_var.map_or(l, |m| m.min(l)));
                }
                Node::Aggref(a) if a.levels_up >= depth => {
                    let l = a.levels_up - depth;
                    min_agg = Some(min_agg.map_or(l, |m| m.min(l)));
                }
                _ => {}
            });
        }
        let level = min_var.into_iter().chain(min_agg).min().unwrap_or(0);
        check_direct_arguments(direct, level)?;
        if min_agg == Some(level) && level == min_agg.unwrap_or(u32::MAX) {
            let at = args
                .iter()
                .filter_map(|t| agg_at(&t.expr, level))
                .chain(filter.and_then(|f| agg_at(f, level)))
                .next();
            if let Some(at) = at {
                return err!(GROUPING_ERROR, "aggregate function calls cannot be nested")
                    .at_loc(at);
            }
        }
        if level == 0 {
            for e in args.iter().map(|t| &t.expr) {
                if let Some(at) = walk::find_window_func(e) {
                    return err!(
                        GROUPING_ERROR,
                        "aggregate function calls cannot contain window function calls"
                    )
                    .at_loc(at);
                }
            }
        }
        let i = self.levels.len() - 1 - (level as usize).min(self.levels.len() - 1);
        self.levels[i].has_aggs = true;
        let kind = self.levels[i].kind;
        check_agg_kind(kind, "aggregate functions", location)?;
        Ok(level)
    }
}

/// Fails where aggregates or GROUPING, `called` so in the error, may not stand (`check_agglevels_and_constraints`).
pub(super) fn check_agg_kind(kind: ExprKind, called: &str, location: i32) -> Result<()> {
    use ExprKind::*;
    let what = match kind {
        None | Having | WindowPartition | WindowOrder | SelectTarget | OrderBy | DistinctOn => {
            return Ok(());
        }
        JoinOn => "JOIN conditions",
        FromSubselect => "FROM clause of their own query level",
        FromFunction => "functions in FROM",
        WindowFrameRange => "window RANGE",
        WindowFrameRows => "window ROWS",
        WindowFrameGroups => "window GROUPS",
        Check => "check constraints",
        Default | ParameterDefault => "DEFAULT expressions",
        IndexExpression => "index expressions",
        IndexPredicate => "index predicates",
        AlterTransform => "transform expressions",
        ExecuteParameter => "EXECUTE parameters",
        Generated => "column generation expressions",
        CallArgument => "CALL arguments",
        TriggerWhen => "trigger WHEN conditions",
        other => clause_name(other),
    };
    err!(GROUPING_ERROR, "{called} are not allowed in {what}").at_loc(location)
}

/// Whether one of the arguments returns a set.
fn walk_set(args: &[Expr]) -> bool {
    args.iter().any(walk::returns_set)
}

/// The argument number `i` as an entry of a target list.
fn plain_target(expr: Expr, i: usize) -> TargetEntry {
    TargetEntry {
        expr,
        resno: i as i16 + 1,
        name: None,
        sort_group_ref: 0,
        origin: None,
        junk: false,
    }
}

/// Refuses in direct arguments variables below the aggregate's level, and aggregates that are not above it
/// (`check_agg_arguments`).
fn check_direct_arguments(direct: &[Expr], level: u32) -> Result<()> {
    let (mut lower, mut nested) = (None, None);
    for e in direct {
        walk::deep(e, 0, &mut |x, depth| match &x.node {
            Node::Var(v) if (depth..depth + level).contains(&v.levels_up) => {
                lower = lower.or(Some(x.location));
            }
            Node::Aggref(a) if (depth..=depth + level).contains(&a.levels_up) => {
                nested = nested.or(Some(x.location));
            }
            _ => {}
        });
    }
    match (lower, nested) {
        (Some(at), _) => err!(
            GROUPING_ERROR,
            "outer-level aggregate cannot contain a lower-level variable in its direct arguments"
        )
        .at_loc(at),
        (_, Some(at)) => {
            err!(GROUPING_ERROR, "aggregate function calls cannot be nested").at_loc(at)
        }
        _ => Ok(()),
    }
}

/// The position of an aggregate of this query level in an expression; `None` if there is none.
fn agg_at(e: &Expr, level: u32) -> Option<i32> {
    let mut at = None;
    walk::deep(e, 0, &mut |x, depth| {
        if let Node::Aggref(a) = &x.node
            && a.levels_up == depth + level
            && at.is_none()
        {
            at = Some(x.location);
        }
    });
    at
}

/// Returns the name of a clause for error messages (`ParseExprKindName`).
pub(super) fn clause_name(kind: ExprKind) -> &'static str {
    use ExprKind::*;
    match kind {
        None => "invalid expression context",
        JoinOn => "JOIN/ON",
        FromSubselect => "sub-SELECT in FROM",
        FromFunction => "function in FROM",
        Where => "WHERE",
        Having => "HAVING",
        Filter => "FILTER",
        WindowPartition => "window PARTITION BY",
        WindowOrder => "window ORDER BY",
        WindowFrameRange => "window RANGE",
        WindowFrameRows => "window ROWS",
        WindowFrameGroups => "window GROUPS",
        SelectTarget => "SELECT",
        UpdateSource => "UPDATE",
        GroupBy => "GROUP BY",
        OrderBy => "ORDER BY",
        DistinctOn => "DISTINCT ON",
        Limit => "LIMIT",
        Offset => "OFFSET",
        Returning => "RETURNING",
        Values | ValuesSingle => "VALUES",
        Check => "CHECK",
        Default | ParameterDefault => "DEFAULT",
        IndexExpression => "index expression",
        IndexPredicate => "index predicate",
        AlterTransform => "USING",
        ExecuteParameter => "EXECUTE",
        Generated => "GENERATED AS",
        CallArgument => "CALL",
        TriggerWhen => "WHEN",
    }
}

//! SELECT and VALUES (`transformSelectStmt`, `transformValuesClause`).

use super::state::{Analyzer, At, ExprKind, Level};
use super::{
    Alias, ColumnInfo, CommandType, FromExpr, JoinTreeNode, LockStrength, Query, RangeTblEntry,
    RowMark, RteKind, coerce, walk,
};
use crate::ast;
use crate::expr::{Expr, Node};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::types::oid;

/// Refuses the INTO of a query that is no statement of its own (`transformSelectStmt`, `transformSetOperationTree`).
pub fn refuse_into(s: &ast::SelectStmt) -> Result<()> {
    let Some(into) = &s.into else { return Ok(()) };
    let text = match s.set_op {
        Some(_) => "INTO is only allowed on first SELECT of UNION/INTERSECT/EXCEPT",
        None => "SELECT ... INTO is not allowed here",
    };
    Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(into.relation.location))
}

impl Analyzer<'_> {
    /// Analyzes a query one level below the current one (`parse_sub_analyze`). `resolve`: literals
    /// of unknown type in the target list become text.
    pub(super) fn sub_query(&mut self, s: &ast::SelectStmt, resolve: bool) -> Result<Query> {
        refuse_into(s)?;
        self.enter()?;
        self.levels.push(Level::new());
        self.top().resolve_unknowns = resolve;
        let r = self.select(s);
        self.levels.pop();
        self.leave();
        r
    }

    /// Analyzes a SELECT at the current level.
    pub(super) fn select(&mut self, s: &ast::SelectStmt) -> Result<Query> {
        if !s.values.is_empty() {
            return self.values_query(s);
        }
        if s.set_op.is_some() {
            return self.set_operation_query(s);
        }
        if let Some(w) = &s.with {
            self.transform_with(w)?;
        }
        self.top().window_defs.clone_from(&s.windows);
        let from = self.transform_from(&s.from)?;
        let mut targets = self.target_list(&s.target_list, ExprKind::SelectTarget)?;
        let quals = match &s.where_clause {
            Some(w) => Some(self.transform_where(w, ExprKind::Where, "WHERE")?),
            None => None,
        };
        let having = match &s.having {
            Some(h) => Some(self.transform_where(h, ExprKind::Having, "HAVING")?),
            None => None,
        };
        let sort = self.transform_sort(&s.order_by, &mut targets, ExprKind::OrderBy, false)?;
        let (group, grouping_sets) = self.transform_group_by(&s.group_by, &mut targets, &sort)?;
        let mut has_distinct_on = false;
        let distinct = match &s.distinct {
            ast::Distinct::All => vec![],
            ast::Distinct::Distinct => self.distinct_clause(&mut targets, &sort, false)?,
            ast::Distinct::On(l) => {
                has_distinct_on = true;
                self.distinct_on_clause(l, &mut targets, &sort)?
            }
        };
        let offset = self.limit_clause(s.limit_offset.as_ref(), ExprKind::Offset, s.with_ties)?;
        let limit = self.limit_clause(s.limit_count.as_ref(), ExprKind::Limit, s.with_ties)?;
        let windows = match self.top().window_defs.is_empty() {
            true => Vec::new(),
            false => self.transform_windows(&mut targets)?,
        };
        if self.top().resolve_unknowns {
            self.resolve_unknowns(&mut targets)?;
        }
        let mut q = Query {
            command: CommandType::Select,
            target: targets,
            jointree: FromExpr { from, quals },
            having,
            sort,
            group,
            group_distinct: s.group_distinct,
            grouping_sets,
            distinct,
            has_distinct_on,
            offset,
            limit,
            limit_with_ties: s.with_ties,
            windows,
            location: s.location as i32,
            ..Query::default()
        };
        self.finish(&mut q);
        self.locking(s, &mut q)?;
        if q.has_aggs || !q.group.is_empty() || !q.grouping_sets.is_empty() || q.having.is_some() {
            self.check_aggregates(&mut q)?;
        }
        Ok(q)
    }

    /// Moves the range table and the flags of the query level into the query.
    pub(super) fn finish(&mut self, q: &mut Query) {
        let l = self.top();
        q.rtable = std::mem::take(&mut l.rtable);
        q.has_aggs = l.has_aggs;
        q.has_window_funcs = l.has_window_funcs;
        q.has_target_srfs = l.has_target_srfs;
        q.has_sub_links = l.has_sub_links;
        q.has_modifying_cte = l.has_modifying_cte;
        q.ctes = l.ctes.drain(..).filter_map(super::cte::finished).collect();
        q.has_recursive = q.ctes.iter().any(|c| c.recursive);
        // The frames of window calls are known now.
        if q.has_window_funcs {
            let windows = q.windows.clone();
            for t in &mut q.target {
                walk::visit_mut(&mut t.expr, &mut |e| {
                    if let Node::WindowFunc(w) = &mut e.node
                        && let Some(c) = windows.get(w.window)
                    {
                        w.frame = c.frame.clone();
                    }
                });
            }
        }
    }

    /// Adds FOR UPDATE and its like: a mark for each relation that is named, or for all
    /// (`transformLockingClause`).
    fn locking(&mut self, s: &ast::SelectStmt, q: &mut Query) -> Result<()> {
        for l in &s.locking {
            let shown = l.strength.clause();
            check_locking(q, l.strength)?;
            q.has_for_update = true;
            if l.relations.is_empty() {
                for rte in 1..=q.rtable.len() {
                    lock_relation(q, rte, l, false)?;
                }
                continue;
            }
            for rv in &l.relations {
                if rv.schema.is_some() {
                    return err!(SYNTAX_ERROR, "{shown} must specify unqualified relation names")
                        .at_loc(rv.location as i32);
                }
                // What is called nothing is not visible by the name that it is shown with.
                let called = |r: &RangeTblEntry| match &r.kind {
                    RteKind::Join(j) if r.alias.is_none() => {
                        j.using_alias.as_ref().is_some_and(|a| a.name == rv.name)
                    }
                    RteKind::Subquery { view: None, .. } | RteKind::Values { .. }
                        if r.alias.is_none() =>
                    {
                        false
                    }
                    _ => r.eref.name == rv.name,
                };
                let found = q.rtable.iter().position(called);
                let Some(i) = found else {
                    return err!(
                        UNDEFINED_TABLE,
                        "relation \"{}\" in {shown} clause not found in FROM clause",
                        rv.name
                    )
                    .at_loc(rv.location as i32);
                };
                let not = match &q.rtable[i].kind {
                    RteKind::Join(_) => Some("a join"),
                    RteKind::Function { .. } => Some("a function"),
                    RteKind::Values { .. } => Some("VALUES"),
                    RteKind::Cte { .. } => Some("a WITH query"),
                    _ => None,
                };
                if let Some(n) = not {
                    return err!(FEATURE_NOT_SUPPORTED, "{shown} cannot be applied to {n}")
                        .at_loc(rv.location as i32);
                }
                lock_relation(q, i + 1, l, false)?;
            }
        }
        Ok(())
    }

    /// Analyzes the rows of VALUES: they must have one length, and each column gets a common type.
    pub(super) fn values_rows(
        &mut self,
        rows: &[Vec<ast::Expr>],
    ) -> Result<(Vec<Vec<Expr>>, Vec<ColumnInfo>)> {
        let mut out: Vec<Vec<Expr>> = Vec::with_capacity(rows.len());
        for r in rows {
            let saved = self.kind();
            self.top().kind = ExprKind::Values;
            let mut row = Vec::new();
            for e in r {
                if let ast::Expr::SetToDefault { location } = e {
                    return err!(SYNTAX_ERROR, "DEFAULT is not allowed in this context")
                        .at_loc(*location as i32);
                }
                row.extend(self.row_args(std::slice::from_ref(e))?);
            }
            self.top().kind = saved;
            if let Some(first) = out.first()
                && first.len() != row.len()
            {
                return err!(SYNTAX_ERROR, "VALUES lists must all be the same length")
                    .at_loc(row.first().map_or(-1, walk::place));
            }
            out.push(row);
        }
        let n = out[0].len();
        let mut columns = Vec::new();
        for c in 0..n {
            let list: Vec<&Expr> = out.iter().map(|r| &r[c]).collect();
            let t = self.common_type_of(&list, "VALUES")?;
            for r in &mut out {
                let e = std::mem::replace(&mut r[c], self.null_of(t, -1));
                r[c] = self.coerce_common(e, t, "VALUES")?;
            }
            let list: Vec<&Expr> = out.iter().map(|r| &r[c]).collect();
            let m = coerce::common_typmod(&list, t);
            columns.push(self.column_info(&format!("column{}", c + 1), t, m));
        }
        Ok((out, columns))
    }

    /// Adds a range table entry for VALUES rows.
    pub(super) fn add_values_rte(
        &mut self,
        rows: Vec<Vec<Expr>>,
        columns: Vec<ColumnInfo>,
    ) -> super::state::NsItem {
        let names = columns.iter().map(|c| c.name.clone()).collect();
        let eref = Alias { name: "*VALUES*".into(), columns: names };
        let kind = RteKind::Values { rows, columns: columns.clone() };
        let lateral = false;
        self.add_rte(kind, None, eref, columns, lateral, None)
    }

    /// Analyzes VALUES as a query of its own.
    fn values_query(&mut self, s: &ast::SelectStmt) -> Result<Query> {
        if let Some(w) = &s.with {
            self.transform_with(w)?;
        }
        let (rows, columns) = self.values_rows(&s.values)?;
        let item = self.add_values_rte(rows, columns);
        let rte = item.rte;
        let mut targets = Vec::new();
        for c in &item.columns {
            let e = super::relation::ns_column_expr(c, 0, -1);
            targets.push(self.target_entry(e, Some(c.name.clone())));
        }
        self.top().namespace.push(item);
        let sort = self.transform_sort(&s.order_by, &mut targets, ExprKind::OrderBy, false)?;
        let offset = self.limit_clause(s.limit_offset.as_ref(), ExprKind::Offset, s.with_ties)?;
        let limit = self.limit_clause(s.limit_count.as_ref(), ExprKind::Limit, s.with_ties)?;
        if let Some(lock) = s.locking.first() {
            let clause = lock.strength.clause();
            return err!(FEATURE_NOT_SUPPORTED, "{clause} cannot be applied to VALUES");
        }
        let mut q = Query {
            target: targets,
            jointree: FromExpr { from: vec![JoinTreeNode::Rte(rte)], quals: None },
            sort,
            offset,
            limit,
            limit_with_ties: s.with_ties,
            location: s.location as i32,
            ..Query::default()
        };
        self.finish(&mut q);
        Ok(q)
    }

    /// Whether the expression is of type unknown.
    pub(super) fn is_unknown(&self, e: &Expr) -> bool {
        e.type_oid == oid::UNKNOWN
    }
}

/// Refuses to lock rows of a query whose result no longer is rows of tables (`CheckSelectLocking`).
fn check_locking(q: &Query, strength: LockStrength) -> Result<()> {
    let with = if q.set_operations.is_some() {
        "UNION/INTERSECT/EXCEPT"
    } else if !q.distinct.is_empty() {
        "DISTINCT clause"
    } else if !q.group.is_empty() || !q.grouping_sets.is_empty() {
        "GROUP BY clause"
    } else if q.having.is_some() {
        "HAVING clause"
    } else if q.has_aggs {
        "aggregate functions"
    } else if q.has_window_funcs {
        "window functions"
    } else if q.has_target_srfs {
        "set-returning functions in the target list"
    } else {
        return Ok(());
    };
    err!(FEATURE_NOT_SUPPORTED, "{} is not allowed with {with}", strength.clause())
}

/// Locks the rows of a table, or of all tables of a sub-query; what is neither stays as it is. `in_view`: the query is a
/// view's, where the branches of UNION and its kin are passed over (`transformLockingClause`, `markQueryForLocking`).
fn lock_relation(
    q: &mut Query,
    rte: usize,
    lock: &ast::LockingClause,
    in_view: bool,
) -> Result<()> {
    match &mut q.rtable[rte - 1].kind {
        RteKind::Relation { .. } => {}
        RteKind::Subquery { query, view } => {
            let in_view = in_view || view.is_some();
            if !(in_view && query.set_operations.is_some()) {
                check_locking(query, lock.strength)?;
                for inner in 1..=query.rtable.len() {
                    lock_relation(query, inner, lock, in_view)?;
                }
            }
        }
        _ => return Ok(()),
    }
    let mark = RowMark { rte, strength: lock.strength, skip_locked: lock.skip_locked };
    add_mark(&mut q.row_marks, mark);
    Ok(())
}

/// Adds a lock of rows, or makes the one of the relation stronger (`applyLockingClause`).
fn add_mark(marks: &mut Vec<RowMark>, m: RowMark) {
    match marks.iter_mut().find(|o| o.rte == m.rte) {
        Some(o) => {
            o.strength = o.strength.max(m.strength);
            o.skip_locked |= m.skip_locked;
        }
        None => marks.push(m),
    }
}

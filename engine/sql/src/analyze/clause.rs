//! ORDER BY, GROUP BY, DISTINCT, LIMIT (`parse_clause.c`).

use super::agg::clause_name;
use super::state::{Analyzer, At, ExprKind};
use super::{GroupingSet, SortGroupClause, walk};
use crate::ast;
use crate::expr::{CoercionForm, Expr, Node, TargetEntry};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::CastContext;
use storage::types::oid;

/// Whether two lists of raw expressions say the same, places aside.
pub(super) fn same_ast_list(a: &[ast::Expr], b: &[ast::Expr]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| strip(x) == strip(y))
}

/// The same for ORDER BY.
pub(super) fn same_sort_list(a: &[ast::SortBy], b: &[ast::SortBy]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(x, y)| {
            x.direction == y.direction && x.nulls == y.nulls && strip(&x.node) == strip(&y.node)
        })
}

/// A text of the expression without places.
fn strip(e: &ast::Expr) -> String {
    let text = format!("{e:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(i) = rest.find("location: ") {
        out.push_str(&rest[..i]);
        rest = rest[i + 10..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out.push_str(rest);
    out
}

impl Analyzer<'_> {
    /// `findTargetlistEntrySQL92`: index in the target list, which may get a new junk entry.
    fn find_target_92(
        &mut self,
        e: &ast::Expr,
        targets: &mut Vec<TargetEntry>,
        kind: ExprKind,
    ) -> Result<usize> {
        let what = clause_name(kind);
        if let ast::Expr::ColumnRef(c) = e
            && let [ast::Field::Name(name)] = c.fields.as_slice()
        {
            let location = c.location as i32;
            let skip = kind == ExprKind::GroupBy && self.local_column(name, location)?;
            if !skip {
                let mut found: Option<usize> = None;
                for (i, t) in targets.iter().enumerate() {
                    if !t.junk && t.name.as_deref() == Some(name) {
                        if let Some(f) = found {
                            if targets[f].expr != t.expr {
                                return err!(AMBIGUOUS_COLUMN, "{what} \"{name}\" is ambiguous")
                                    .at_loc(location);
                            }
                        } else {
                            found = Some(i);
                        }
                    }
                }
                if let Some(i) = found {
                    self.check_target_in_clause(&targets[i].expr, kind)?;
                    return Ok(i);
                }
            }
        }
        if let ast::Expr::Const(c) = e {
            let location = c.location as i32;
            let ast::ConstValue::Integer(n) = c.value else {
                return err!(SYNTAX_ERROR, "non-integer constant in {what}").at_loc(location);
            };
            let mut seen = 0;
            for (i, t) in targets.iter().enumerate() {
                if !t.junk {
                    seen += 1;
                    if seen == n {
                        self.check_target_in_clause(&targets[i].expr, kind)?;
                        return Ok(i);
                    }
                }
            }
            return err!(INVALID_COLUMN_REFERENCE, "{what} position {n} is not in select list")
                .at_loc(location);
        }
        self.find_target_99(e, targets, kind)
    }

    /// Whether a name is a column of this level's FROM (`colNameToVar` with localonly).
    fn local_column(&mut self, name: &str, location: i32) -> Result<bool> {
        for i in 0..self.top().namespace.len() {
            if self.top().namespace[i].cols_visible
                && self.scan_item(0, i, name, location)?.is_some()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `checkTargetlistEntrySQL92`
    fn check_target_in_clause(&mut self, e: &Expr, kind: ExprKind) -> Result<()> {
        if kind == ExprKind::GroupBy {
            if let Some(at) = walk::find_agg(e) {
                return err!(GROUPING_ERROR, "aggregate functions are not allowed in GROUP BY")
                    .at_loc(at);
            }
            if let Some(at) = walk::find_window_func(e) {
                return err!(WINDOWING_ERROR, "window functions are not allowed in GROUP BY")
                    .at_loc(at);
            }
        }
        Ok(())
    }

    /// `findTargetlistEntrySQL99`
    fn find_target_99(
        &mut self,
        e: &ast::Expr,
        targets: &mut Vec<TargetEntry>,
        kind: ExprKind,
    ) -> Result<usize> {
        let expr = self.transform_expr(e, kind)?;
        for (i, t) in targets.iter().enumerate() {
            if strip_implicit(&t.expr) == &expr {
                return Ok(i);
            }
        }
        // A reference to a column of an aggregate's own list numbers from its length.
        let resno = targets.len() as i16 + 1;
        let entry =
            TargetEntry { expr, resno, name: None, sort_group_ref: 0, origin: None, junk: true };
        targets.push(entry);
        Ok(targets.len() - 1)
    }

    /// Gives an unknown literal in ORDER BY, GROUP BY or DISTINCT the type text.
    fn resolve_target(&mut self, t: &mut TargetEntry) -> Result<()> {
        if t.expr.type_oid == oid::UNKNOWN {
            let e = std::mem::replace(&mut t.expr, self.null_of(oid::TEXT, -1));
            let (c, f) = (CastContext::Implicit, CoercionForm::ImplicitCast);
            t.expr = self.coerce_type(e, oid::TEXT, -1, c, f, -1)?;
        }
        Ok(())
    }

    /// `transformSortClause`
    pub(super) fn transform_sort(
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

    /// `addTargetToSortList`: one clause.
    pub(super) fn sort_clause(&self, e: &Expr, r: u32, s: &ast::SortBy) -> Result<SortGroupClause> {
        self.sort_clause_at(e, r, s, e.location)
    }

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
            ast::SortDirection::Using => match s.use_op.last().map(String::as_str) {
                Some("<") => false,
                Some(">") => true,
                other => {
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

    /// `addTargetToGroupList`: a clause that groups by a target.
    pub(super) fn group_clause(&self, e: &Expr, r: u32, location: i32) -> Result<SortGroupClause> {
        let (sortable, eq, hashable) = self.sort_group_support(e.type_oid);
        if !eq {
            return err!(
                UNDEFINED_FUNCTION,
                "could not identify an equality operator for type {}",
                self.format_type(e.type_oid)
            )
            .at_loc(location);
        }
        Ok(SortGroupClause {
            tle_ref: r,
            descending: false,
            nulls_first: false,
            sortable,
            hashable,
        })
    }

    /// `transformGroupClause` for a flat list (also PARTITION BY).
    pub(super) fn transform_group_list(
        &mut self,
        list: &[ast::Expr],
        targets: &mut Vec<TargetEntry>,
        kind: ExprKind,
        sort: &[SortGroupClause],
    ) -> Result<Vec<SortGroupClause>> {
        let mut out = Vec::new();
        for e in list {
            self.group_item(e, targets, kind, sort, &mut out)?;
        }
        Ok(out)
    }

    /// One expression of GROUP BY; gives its reference.
    fn group_item(
        &mut self,
        e: &ast::Expr,
        targets: &mut Vec<TargetEntry>,
        kind: ExprKind,
        sort: &[SortGroupClause],
        out: &mut Vec<SortGroupClause>,
    ) -> Result<u32> {
        let i = if kind == ExprKind::GroupBy {
            self.find_target_92(e, targets, kind)?
        } else {
            self.find_target_99(e, targets, kind)?
        };
        self.resolve_target(&mut targets[i])?;
        let existing = targets[i].sort_group_ref;
        if existing != 0 {
            if out.iter().any(|c| c.tle_ref == existing) {
                return Ok(existing);
            }
            // The ordering of ORDER BY is taken over.
            if let Some(s) = sort.iter().find(|s| s.tle_ref == existing) {
                out.push(*s);
                return Ok(existing);
            }
        }
        let expr = targets[i].expr.clone();
        let r = assign_ref(targets, i);
        let location = e.location().map_or(-1, |l| l as i32);
        out.push(self.group_clause(&expr, r, location)?);
        Ok(r)
    }

    /// `transformGroupClause` with grouping sets: the clauses, and the sets when there are any.
    pub(super) fn transform_group_by(
        &mut self,
        list: &[ast::Expr],
        targets: &mut Vec<TargetEntry>,
        sort: &[SortGroupClause],
    ) -> Result<(Vec<SortGroupClause>, Vec<GroupingSet>)> {
        let mut clauses = Vec::new();
        let mut sets: Vec<Vec<u32>> = vec![vec![]];
        let mut any = false;
        for e in list {
            let alternatives = self.grouping_element(e, targets, sort, &mut clauses, &mut any)?;
            let mut next = Vec::new();
            for s in &sets {
                for a in &alternatives {
                    let mut t = s.clone();
                    for r in a {
                        if !t.contains(r) {
                            t.push(*r);
                        }
                    }
                    next.push(t);
                }
            }
            sets = next;
        }
        if !any {
            return Ok((clauses, vec![]));
        }
        Ok((clauses, sets.into_iter().map(|refs| GroupingSet { refs }).collect()))
    }

    fn grouping_element(
        &mut self,
        e: &ast::Expr,
        targets: &mut Vec<TargetEntry>,
        sort: &[SortGroupClause],
        clauses: &mut Vec<SortGroupClause>,
        any: &mut bool,
    ) -> Result<Vec<Vec<u32>>> {
        match e {
            ast::Expr::GroupingSet(g) => {
                *any = true;
                let mut parts = Vec::new();
                for c in &g.content {
                    parts.push(self.grouping_element(c, targets, sort, clauses, any)?);
                }
                Ok(match g.kind {
                    ast::GroupingSetKind::Empty => vec![vec![]],
                    ast::GroupingSetKind::Sets => parts.into_iter().flatten().collect(),
                    ast::GroupingSetKind::Rollup => {
                        let flat: Vec<Vec<u32>> =
                            parts.into_iter().map(|p| p.into_iter().flatten().collect()).collect();
                        (0..=flat.len()).rev().map(|n| flat[..n].concat()).collect()
                    }
                    ast::GroupingSetKind::Cube => {
                        let flat: Vec<Vec<u32>> =
                            parts.into_iter().map(|p| p.into_iter().flatten().collect()).collect();
                        let n = flat.len().min(12);
                        (0..1usize << n)
                            .rev()
                            .map(|bits| {
                                (0..n)
                                    .filter(|i| bits >> (n - 1 - i) & 1 == 1)
                                    .flat_map(|i| flat[i].clone())
                                    .collect()
                            })
                            .collect()
                    }
                })
            }
            ast::Expr::Row { args, explicit: false, .. } => {
                let mut refs = Vec::new();
                for a in args {
                    refs.push(self.group_item(a, targets, ExprKind::GroupBy, sort, clauses)?);
                }
                Ok(vec![refs])
            }
            e => {
                let r = self.group_item(e, targets, ExprKind::GroupBy, sort, clauses)?;
                Ok(vec![vec![r]])
            }
        }
    }

    /// `transformDistinctClause`
    pub(super) fn distinct_clause(
        &mut self,
        targets: &mut Vec<TargetEntry>,
        sort: &[SortGroupClause],
        is_agg: bool,
    ) -> Result<Vec<SortGroupClause>> {
        let mut out = Vec::new();
        for s in sort {
            let junk = targets.iter().find(|t| t.sort_group_ref == s.tle_ref);
            if let Some(t) = junk
                && t.junk
            {
                return if is_agg {
                    err!(
                        INVALID_COLUMN_REFERENCE,
                        "in an aggregate with DISTINCT, ORDER BY expressions must appear in \
                         argument list"
                    )
                } else {
                    err!(
                        INVALID_COLUMN_REFERENCE,
                        "for SELECT DISTINCT, ORDER BY expressions must appear in select list"
                    )
                }
                .at_loc(t.expr.location);
            }
            out.push(*s);
        }
        for i in 0..targets.len() {
            if targets[i].junk {
                continue;
            }
            let existing = targets[i].sort_group_ref;
            if existing != 0 && out.iter().any(|c: &SortGroupClause| c.tle_ref == existing) {
                continue;
            }
            self.resolve_target(&mut targets[i])?;
            let expr = targets[i].expr.clone();
            let r = assign_ref(targets, i);
            out.push(self.group_clause(&expr, r, expr.location)?);
        }
        Ok(out)
    }

    /// `transformDistinctOnClause`
    pub(super) fn distinct_on_clause(
        &mut self,
        list: &[ast::Expr],
        targets: &mut Vec<TargetEntry>,
        sort: &[SortGroupClause],
    ) -> Result<Vec<SortGroupClause>> {
        let mut refs = Vec::new();
        for e in list {
            let i = self.find_target_92(e, targets, ExprKind::DistinctOn)?;
            self.resolve_target(&mut targets[i])?;
            let r = assign_ref(targets, i);
            refs.push((r, e.location().map_or(-1, |l| l as i32), i));
        }
        let mut out: Vec<SortGroupClause> = Vec::new();
        let mut skipped = false;
        for s in sort {
            if refs.iter().any(|r| r.0 == s.tle_ref) {
                if skipped {
                    let at = refs.iter().find(|r| r.0 == s.tle_ref).map_or(-1, |r| r.1);
                    return err!(
                        INVALID_COLUMN_REFERENCE,
                        "SELECT DISTINCT ON expressions must match initial ORDER BY expressions"
                    )
                    .at_loc(at);
                }
                out.push(*s);
            } else {
                skipped = true;
            }
        }
        for (r, at, i) in refs {
            if out.iter().any(|o| o.tle_ref == r) {
                continue;
            }
            if skipped {
                return err!(
                    INVALID_COLUMN_REFERENCE,
                    "SELECT DISTINCT ON expressions must match initial ORDER BY expressions"
                )
                .at_loc(at);
            }
            let expr = targets[i].expr.clone();
            out.push(self.group_clause(&expr, r, at)?);
        }
        Ok(out)
    }

    /// `transformLimitClause`
    pub(super) fn limit_clause(
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

/// `assignSortGroupRef`
pub(super) fn assign_ref(targets: &mut [TargetEntry], i: usize) -> u32 {
    if targets[i].sort_group_ref == 0 {
        let max = targets.iter().map(|t| t.sort_group_ref).max().unwrap_or(0);
        targets[i].sort_group_ref = max + 1;
    }
    targets[i].sort_group_ref
}

/// `strip_implicit_coercions`
pub(super) fn strip_implicit(e: &Expr) -> &Expr {
    match &e.node {
        Node::Func(f) if f.form == CoercionForm::ImplicitCast && is_implicit(f.form) => {
            f.args.first().map_or(e, strip_implicit)
        }
        Node::Relabel(a, f)
        | Node::CoerceViaIO(a, f)
        | Node::ArrayCoerce(a, _, f)
        | Node::CoerceToDomain(a, f)
            if is_implicit(*f) =>
        {
            strip_implicit(a)
        }
        _ => e,
    }
}

fn is_implicit(f: CoercionForm) -> bool {
    matches!(f, CoercionForm::ImplicitCast)
}

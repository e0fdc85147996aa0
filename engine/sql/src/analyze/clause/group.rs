//! GROUP BY (`transformGroupClause`).

use super::assign_ref;
use crate::analyze::state::{Analyzer, At, ExprKind};
use crate::analyze::{GroupingSet, SortGroupClause};
use crate::ast;
use crate::expr::{Expr, TargetEntry};
use storage::err;
use storage::error::Result;

impl Analyzer<'_> {
    /// Returns the clause that groups by a target, whose reference is `r`; types without an
    /// operator `=` are refused (`addTargetToGroupList`).
    pub(in crate::analyze) fn group_clause(
        &self,
        e: &Expr,
        r: u32,
        location: i32,
    ) -> Result<SortGroupClause> {
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

    /// Analyzes the PARTITION BY of a window (`transformGroupClause` without grouping sets): adds the expressions that
    /// are missing to `targets`, and returns the clauses. A clause that `sort`, the window's ORDER BY, has too takes over
    /// its order.
    pub(in crate::analyze) fn transform_group_list(
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

    /// Analyzes one item of GROUP BY, and returns its sort-group reference.
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

    /// Analyzes GROUP BY; returns its clauses, and the grouping sets if there are any
    /// (`transformGroupClause`).
    pub(in crate::analyze) fn transform_group_by(
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

    /// Analyzes one element of GROUP BY: an expression, or a grouping set. Sets `any` if it is one.
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
}

//! DISTINCT and DISTINCT ON.

use super::assign_ref;
use crate::analyze::SortGroupClause;
use crate::analyze::state::{Analyzer, At, ExprKind};
use crate::analyze::walk;
use crate::ast;
use crate::expr::TargetEntry;
use storage::err;
use storage::error::Result;

impl Analyzer<'_> {
    /// `transformDistinctClause`. `is_agg`: it is the DISTINCT of an aggregate.
    pub(in crate::analyze) fn distinct_clause(
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
                .at_loc(walk::place(&t.expr));
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
            out.push(self.group_clause(&expr, r, walk::place(&expr))?);
        }
        Ok(out)
    }

    /// Analyzes the expressions of DISTINCT ON and returns their clauses; ORDER BY must begin with
    /// them (`transformDistinctOnClause`).
    pub(in crate::analyze) fn distinct_on_clause(
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
}

//! Target lists (`parse_target.c`).

mod assign;
mod name;
mod star;

pub(in crate::analyze) use name::figure_colname;
pub use name::suggested_name;

use crate::analyze::RteKind;
use crate::analyze::state::{Analyzer, ExprKind, make};
use crate::ast;
use crate::expr::{CoercionForm, Expr, Node, TargetEntry};
use storage::error::Result;
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// Analyzes the columns of a SELECT or RETURNING, each star replaced by its columns
    /// (`transformTargetList`).
    pub(in crate::analyze) fn target_list(
        &mut self,
        list: &[ast::ResTarget],
        kind: ExprKind,
    ) -> Result<Vec<TargetEntry>> {
        let mut out = Vec::new();
        let expands = kind != ExprKind::UpdateSource;
        for r in list {
            let Some(val) = &r.val else { continue };
            match val {
                // `SET a = t.*` assigns the whole row.
                ast::Expr::ColumnRef(c) if expands && c.is_star() => {
                    let saved = self.kind();
                    self.top().kind = kind;
                    for (e, name) in self.expand_star(c)? {
                        out.push(self.target_entry(e, Some(name)));
                    }
                    self.top().kind = saved;
                }
                ast::Expr::Indirection(i)
                    if expands
                        && matches!(i.indirection.last(), Some(ast::IndirectionStep::Star)) =>
                {
                    let saved = self.kind();
                    self.top().kind = kind;
                    for (e, name) in self.expand_indirection_star(i)? {
                        out.push(self.target_entry(e, Some(name)));
                    }
                    self.top().kind = saved;
                }
                _ => {
                    let e = if matches!(val, ast::Expr::SetToDefault { .. })
                        && kind == ExprKind::UpdateSource
                    {
                        let at = val.location().map_or(-1, |l| l as i32);
                        make(Node::SetToDefault, oid::UNKNOWN, -2, Oid::INVALID, at)
                    } else {
                        self.transform_expr(val, kind)?
                    };
                    let name = match &r.name {
                        Some(n) => n.clone(),
                        None => figure_colname(val),
                    };
                    out.push(self.target_entry(e, Some(name)));
                }
            }
        }
        Ok(out)
    }

    /// A target entry with the next number, and the table column that it comes from.
    pub(in crate::analyze) fn target_entry(
        &mut self,
        expr: Expr,
        name: Option<String>,
    ) -> TargetEntry {
        let resno = self.top().next_resno;
        self.top().next_resno += 1;
        let origin = self.origin(&expr);
        TargetEntry { expr, resno, name, sort_group_ref: 0, origin, junk: false }
    }

    /// Returns the table and column that an expression is, also through sub-queries
    /// (`markTargetListOrigin`).
    fn origin(&self, e: &Expr) -> Option<(Oid, i16)> {
        let Node::Var(v) = &e.node else { return None };
        if v.levels_up as usize >= self.levels.len() || v.attno <= 0 {
            return None;
        }
        match &self.rte(v.levels_up, v.rte).kind {
            RteKind::Relation { oid, .. } => Some((*oid, v.attno)),
            RteKind::Subquery { view: Some(o), .. } => Some((*o, v.attno)),
            RteKind::Subquery { query, .. } => {
                query.target.iter().find(|t| t.resno == v.attno && !t.junk).and_then(|t| t.origin)
            }
            _ => None,
        }
    }

    /// Makes literals of unknown type text (`resolveTargetListUnknowns`).
    pub(in crate::analyze) fn resolve_unknowns(&mut self, list: &mut [TargetEntry]) -> Result<()> {
        for t in list {
            if t.expr.type_oid == oid::UNKNOWN {
                let e = std::mem::replace(&mut t.expr, self.null_of(oid::TEXT, -1));
                let (c, f) = (CastContext::Implicit, CoercionForm::ImplicitCast);
                t.expr = self.coerce_type(e, oid::TEXT, -1, c, f, -1)?;
            }
        }
        Ok(())
    }
}

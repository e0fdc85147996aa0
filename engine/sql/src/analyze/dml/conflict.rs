//! ON CONFLICT (`transformOnConflictClause`). Which index decides is found when the query is planned
//! (`plan/arbiter.rs`).

use crate::analyze::state::{Analyzer, At, ExprKind};
use crate::analyze::{ArbiterElement, ArbiterTarget, OnConflict, RelationInfo, RteKind};
use crate::ast;
use crate::expr::{Expr, Node};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::RelKind;

impl Analyzer<'_> {
    /// Analyzes ON CONFLICT (`transformOnConflictClause`).
    pub(super) fn on_conflict(
        &mut self,
        oc: &ast::OnConflictClause,
        rel: &Rc<RelationInfo>,
        rte: usize,
    ) -> Result<OnConflict> {
        let update = oc.update.is_some();
        if update && oc.infer.is_none() {
            return Err(PgError::new(
                SqlState::SYNTAX_ERROR,
                "ON CONFLICT DO UPDATE requires inference specification or constraint name",
            )
            .hint("For example, ON CONFLICT (column_name)."))
            .at_loc(oc.location as i32);
        }
        // The arbiter cannot name `excluded`, but errors there hint at its columns.
        let excluded = match update {
            true => {
                let alias = ast::Alias { name: "excluded".into(), columns: vec![] };
                let item = self.add_relation_rte(rel, Some(&alias), false)?;
                let rte = &mut self.top().rtable[item.rte - 1];
                rte.in_from = false;
                // A row that is not stored has no system columns.
                if let RteKind::Relation { kind, .. } = &mut rte.kind {
                    *kind = RelKind::Composite;
                }
                Some(item)
            }
            false => None,
        };
        let mut constraint = None;
        let mut arbiters = Vec::new();
        let mut target = None;
        if let Some(infer) = &oc.infer {
            if let Some(n) = &infer.conname {
                constraint = Some(n.clone());
                match rel.unique_indexes.iter().find(|i| i.constraint && i.name == *n) {
                    Some(i) => arbiters.push(i.oid),
                    None => {
                        return err!(
                            UNDEFINED_OBJECT,
                            "constraint \"{n}\" for table \"{}\" does not exist",
                            rel.name
                        );
                    }
                }
            } else {
                target = Some(Box::new(self.arbiter_target(infer, rel)?));
            }
        }
        let mut set = Vec::new();
        let mut where_clause = None;
        let mut excluded_rte = 0;
        if let (Some(u), Some(item)) = (&oc.update, excluded) {
            excluded_rte = item.rte;
            self.top().namespace.push(item);
            self.top().is_insert = false;
            set = self.update_targets(u, rel, rte)?;
            if let Some(w) = &oc.where_clause {
                where_clause = Some(self.transform_where(w, ExprKind::Where, "WHERE")?);
            }
            self.top().is_insert = true;
            self.top().namespace.pop();
        }
        Ok(OnConflict { update, arbiters, target, set, where_clause, excluded_rte, constraint })
    }

    /// Analyzes `(column, expression ...) WHERE ...` (`resolve_unique_index_expr`).
    fn arbiter_target(
        &mut self,
        infer: &ast::InferClause,
        rel: &RelationInfo,
    ) -> Result<ArbiterTarget> {
        let location = infer.location as i32;
        let mut elements = Vec::new();
        for e in &infer.elems {
            let expr = match (&e.name, &e.expr) {
                (Some(name), _) => match self.column_by_name(name, location)? {
                    Some(column) => column,
                    None => return Err(self.missing_column(None, name, location)),
                },
                (None, Some(x)) => self.transform_expr(x, ExprKind::IndexExpression)?,
                (None, None) => continue,
            };
            let collation = match &e.collation {
                Some(name) => Some(self.collation_by_name(name, location)?),
                None => None,
            };
            let opclass = e.opclass.as_ref().map(|name| name.last.clone());
            elements.push(ArbiterElement { expr: of_index(expr), collation, opclass });
        }
        let predicate = match &infer.where_clause {
            Some(w) => {
                Some(of_index(self.transform_where(w, ExprKind::IndexPredicate, "WHERE")?))
            }
            None => None,
        };
        Ok(ArbiterTarget { elements, predicate, indexes: rel.unique_indexes.clone() })
    }
}

/// The expression with the table as RTE 1, as expressions of indexes have it.
fn of_index(mut expr: Expr) -> Expr {
    crate::analyze::walk::visit_mut(&mut expr, &mut |n| {
        if let Node::Var(v) = &mut n.node {
            v.rte = 1;
        }
    });
    expr
}

//! ON CONFLICT (`transformOnConflictClause`): which index decides.

use crate::analyze::state::{Analyzer, At, ExprKind};
use crate::analyze::{OnConflict, RelationInfo};
use crate::ast;
use crate::expr::{Expr, Node};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::sort::Arrange;

impl Analyzer<'_> {
    /// Analyzes ON CONFLICT, and finds the indexes that decide (`transformOnConflictClause`).
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
        let mut constraint = None;
        let mut arbiters = Vec::new();
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
                let mut attnos = Vec::new();
                let mut exprs = Vec::new();
                for e in &infer.elems {
                    if let Some(name) = &e.name {
                        match self.column_by_name(name, infer.location as i32)? {
                            Some(Expr { node: Node::Var(v), .. }) => attnos.push(v.attno),
                            _ => {
                                return Err(self.missing_column(None, name, infer.location as i32));
                            }
                        }
                    } else if let Some(x) = &e.expr {
                        let mut x = self.transform_expr(x, ExprKind::IndexExpression)?;
                        crate::analyze::walk::visit_mut(&mut x, &mut |n| {
                            if let Node::Var(v) = &mut n.node {
                                v.rte = 1;
                            }
                        });
                        exprs.push(x);
                    }
                }
                attnos.arrange();
                attnos.dedup();
                let has_where = infer.where_clause.is_some();
                if let Some(w) = &infer.where_clause {
                    self.transform_where(w, ExprKind::IndexPredicate, "WHERE")?;
                }
                for i in &rel.unique_indexes {
                    let mut keys: Vec<i16> =
                        i.keys.iter().map(|k| k.0).filter(|&k| k != 0).collect();
                    keys.arrange();
                    keys.dedup();
                    let same_exprs = i.exprs.iter().all(|e| exprs.contains(e))
                        && exprs.iter().all(|e| i.exprs.contains(e));
                    if keys == attnos && same_exprs && (i.predicate.is_none() || has_where) {
                        arbiters.push(i.oid);
                    }
                }
                if arbiters.is_empty() {
                    return err!(
                        INVALID_COLUMN_REFERENCE,
                        "there is no unique or exclusion constraint matching the ON CONFLICT \
                         specification"
                    );
                }
            }
        }
        let mut set = Vec::new();
        let mut where_clause = None;
        let mut excluded_rte = 0;
        if let Some(u) = &oc.update {
            let alias = ast::Alias { name: "excluded".into(), columns: vec![] };
            let mut item = self.add_relation_rte(rel, Some(&alias), false)?;
            let i = item.rte - 1;
            self.top().rtable[i].in_from = false;
            excluded_rte = item.rte;
            item.cols_visible = false;
            self.top().namespace.push(item);
            self.top().is_insert = false;
            set = self.update_targets(u, rel, rte)?;
            if let Some(w) = &oc.where_clause {
                where_clause = Some(self.transform_where(w, ExprKind::Where, "WHERE")?);
            }
            self.top().is_insert = true;
            self.top().namespace.pop();
        }
        Ok(OnConflict { update, arbiters, set, where_clause, excluded_rte, constraint })
    }
}

//! INSERT, UPDATE, DELETE (`analyze.c`).

mod conflict;
mod insert;
mod update;

use crate::analyze::state::{Analyzer, At, ExprKind, NsItem};
use crate::analyze::{CommandType, FromExpr, JoinTreeNode, Query, RelationInfo};
use crate::ast;
use crate::expr::{Expr, TargetEntry};
use std::rc::Rc;
use storage::err;
use storage::error::Result;
use storage::heap::RelKind;

impl Analyzer<'_> {
    /// Analyzes a SELECT, INSERT, UPDATE or DELETE, alone or in WITH.
    pub(in crate::analyze) fn statement(&mut self, s: &ast::Statement) -> Result<Query> {
        match s {
            ast::Statement::Select(s) => self.select(s),
            ast::Statement::Insert(i) => self.insert(i),
            ast::Statement::Update(u) => self.update(u),
            ast::Statement::Delete(d) => self.delete(d),
            _ => err!(FEATURE_NOT_SUPPORTED, "this statement cannot be analysed as a query"),
        }
    }

    /// Opens the table that is changed and makes it this query's target; what is no table is
    /// refused, and a view as not modelled, with `verb` in the message (`setTargetTable`).
    fn target_relation(&mut self, rv: &ast::RangeVar, verb: &str) -> Result<NsItem> {
        let location = rv.location as i32;
        let rel = self.open_relation(rv)?;
        // The executor refuses changes of sequences, TOAST tables and materialized views.
        crate::analyze::check_opened(self.view.release(), rel.kind, &rel.name).at_loc(location)?;
        if rel.kind == RelKind::View {
            return err!(FEATURE_NOT_SUPPORTED, "to {verb} view \"{}\" is not modelled", rel.name);
        }
        let mut item = self.add_relation_rte(&rel, rv.alias.as_ref(), rv.inherit)?;
        let i = item.rte - 1;
        self.top().rtable[i].in_from = false;
        item.rel_visible = true;
        let rte = item.rte;
        self.top().target = Some((rel, rte));
        Ok(item)
    }

    /// The relation that the statement changes, and its number in the range table.
    fn target_rel(&mut self) -> (Rc<RelationInfo>, usize) {
        let (r, i) = self.top().target.as_ref().expect("a target relation is open");
        (Rc::clone(r), *i)
    }

    /// Analyzes RETURNING.
    fn returning(&mut self, list: &[ast::ResTarget]) -> Result<Vec<TargetEntry>> {
        let saved = self.top().next_resno;
        self.top().next_resno = 1;
        let mut r = self.target_list(list, ExprKind::Returning)?;
        self.resolve_unknowns(&mut r)?;
        self.top().next_resno = saved;
        Ok(r)
    }

    /// Analyzes DELETE (`transformDeleteStmt`).
    fn delete(&mut self, d: &ast::DeleteStmt) -> Result<Query> {
        if let Some(w) = &d.with {
            self.transform_with(w)?;
        }
        let item = self.target_relation(&d.relation, "delete from")?;
        let (_, rte) = self.target_rel();
        self.top().namespace.push(NsItem { lateral_only: true, lateral_ok: false, ..item });
        let mut from = self.transform_from(&d.using)?;
        from.insert(0, JoinTreeNode::Rte(rte));
        let quals = match &d.where_clause {
            Some(w) => Some(self.transform_where(w, ExprKind::Where, "WHERE")?),
            None => None,
        };
        let returning = self.returning(&d.returning)?;
        let mut q = Query {
            command: CommandType::Delete,
            result_relation: rte,
            jointree: FromExpr { from, quals },
            returning,
            location: -1,
            ..Query::default()
        };
        self.finish(&mut q);
        Ok(q)
    }
}

/// An entry of a target list.
fn entry(expr: Expr, resno: i16, name: &str) -> TargetEntry {
    TargetEntry {
        expr,
        resno,
        name: Some(name.to_string()),
        sort_group_ref: 0,
        origin: None,
        junk: false,
    }
}

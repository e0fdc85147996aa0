//! Finding columns in the items of FROM (`colNameToVar`, `scanNSItemForColumn`).

use super::system_attribute;
use crate::analyze::RteKind;
use crate::analyze::state::{Analyzer, At, ExprKind, NsColumn, NsItem, make};
use crate::analyze::types::TypeFacts;
use crate::expr::{CoercionForm, Expr, Node, RowExpr, Var, system_column};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::RelKind;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// `refnameNamespaceItem` without a schema: the item, and how many query levels out it is.
    pub(in crate::analyze) fn find_item(
        &self,
        name: &str,
        location: i32,
    ) -> Result<Option<(usize, usize)>> {
        for (up, l) in self.levels.iter().rev().enumerate() {
            let mut found = None;
            for (i, it) in l.namespace.iter().enumerate() {
                if !it.rel_visible || (it.lateral_only && !l.lateral_active) || it.name != name {
                    continue;
                }
                if found.is_some() {
                    return err!(AMBIGUOUS_ALIAS, "table reference \"{name}\" is ambiguous")
                        .at_loc(location);
                }
                self.check_lateral(it, location)?;
                found = Some(i);
            }
            if let Some(i) = found {
                return Ok(Some((up, i)));
            }
        }
        Ok(None)
    }

    /// `refnameNamespaceItem` with a schema.
    pub(in crate::analyze) fn find_item_qualified(
        &self,
        schema: &str,
        name: &str,
        location: i32,
    ) -> Result<Option<(usize, usize)>> {
        let Some(rel) = self.view.relation(Some(schema), name)? else { return Ok(None) };
        for (up, l) in self.levels.iter().rev().enumerate() {
            for (i, it) in l.namespace.iter().enumerate() {
                let rte = &l.rtable[it.rte - 1];
                let same = matches!(&rte.kind, RteKind::Relation { oid, .. } if *oid == rel.oid)
                    || matches!(&rte.kind, RteKind::Subquery { view: Some(v), .. } if *v == rel.oid);
                if it.rel_visible && same && rte.alias.is_none() {
                    self.check_lateral(it, location)?;
                    return Ok(Some((up, i)));
                }
            }
        }
        Ok(None)
    }

    /// Fails if the item may not be named here, since LATERAL does not reach it
    /// (`check_lateral_ref_ok`).
    fn check_lateral(&self, it: &NsItem, location: i32) -> Result<()> {
        if it.lateral_only && !it.lateral_ok {
            return Err(PgError::new(
                SqlState::INVALID_COLUMN_REFERENCE,
                format!("invalid reference to FROM-clause entry for table \"{}\"", it.name),
            )
            .detail("The combining JOIN type must be INNER or LEFT for a LATERAL reference."))
            .at_loc(location);
        }
        Ok(())
    }

    /// Returns the column that an unqualified name means, in this query or one around it; `None` if
    /// there is none, and refused if several are (`colNameToVar`).
    pub(in crate::analyze) fn column_by_name(
        &mut self,
        name: &str,
        location: i32,
    ) -> Result<Option<Expr>> {
        for up in 0..self.levels.len() {
            let l = &self.levels[self.levels.len() - 1 - up];
            let mut found = None;
            for i in 0..l.namespace.len() {
                let it = &l.namespace[i];
                if !it.cols_visible || (it.lateral_only && !l.lateral_active) {
                    continue;
                }
                if let Some(e) = self.scan_item(up, i, name, location)? {
                    if found.is_some() {
                        return err!(AMBIGUOUS_COLUMN, "column reference \"{name}\" is ambiguous")
                            .at_loc(location);
                    }
                    self.check_lateral(it, location)?;
                    found = Some(e);
                }
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Returns the column with this name of an item of FROM; `None` if it has none, and refused if
    /// it has several (`scanNSItemForColumn`).
    pub(in crate::analyze) fn scan_item(
        &self,
        up: usize,
        item: usize,
        name: &str,
        location: i32,
    ) -> Result<Option<Expr>> {
        let l = &self.levels[self.levels.len() - 1 - up];
        let it = &l.namespace[item];
        let mut found: Option<&NsColumn> = None;
        for c in it.columns.iter().filter(|c| c.name == name && !c.name.is_empty()) {
            if found.is_some() {
                return err!(AMBIGUOUS_COLUMN, "column reference \"{name}\" is ambiguous")
                    .at_loc(location);
            }
            found = Some(c);
        }
        if let Some(c) = found {
            if !c.type_oid.is_valid() {
                return err!(
                    UNDEFINED_COLUMN,
                    "column \"{name}\" of relation \"{}\" does not exist",
                    it.name
                )
                .at_loc(location);
            }
            return Ok(Some(ns_column_expr(c, up as u32, location)));
        }
        let is_stored = |rte: usize| {
            let kind = &self.rte(up as u32, rte).kind;
            !matches!(kind, RteKind::Relation { kind: RelKind::Composite, .. })
        };
        if it.relation.is_some()
            && let Some((attno, t)) = system_attribute(name)
            && is_stored(it.rte)
        {
            if attno != system_column::TABLEOID {
                if self.kind() == ExprKind::Check {
                    return err!(
                        INVALID_COLUMN_REFERENCE,
                        "system column \"{name}\" reference in check constraint is invalid"
                    )
                    .at_loc(location);
                }
                if self.kind() == ExprKind::Generated {
                    return err!(
                        INVALID_COLUMN_REFERENCE,
                        "cannot use system column \"{name}\" in column generation expression"
                    )
                    .at_loc(location);
                }
            }
            let v = Var { rte: it.rte, attno, levels_up: up as u32 };
            return Ok(Some(make(Node::Var(v), t, -1, Oid::INVALID, location)));
        }
        Ok(None)
    }

    /// A column of a range table entry by name, for `(t).column` and `column(t)`.
    pub(in crate::analyze) fn column_of_rte(
        &mut self,
        levels_up: u32,
        rte: usize,
        name: &str,
        location: i32,
    ) -> Result<Option<Expr>> {
        let up = levels_up as usize;
        let l = &self.levels[self.levels.len() - 1 - up];
        match l.namespace.iter().position(|i| i.rte == rte) {
            Some(i) => self.scan_item(up, i, name, location),
            None => Ok(None),
        }
    }

    /// Returns the whole row of an item of FROM, or the value of a function that returns no rows
    /// (`transformWholeRowRef`).
    pub(in crate::analyze) fn whole_row(&mut self, up: usize, item: usize, location: i32) -> Expr {
        let l = &self.levels[self.levels.len() - 1 - up];
        let it = l.namespace[item].clone();
        let rte = &l.rtable[it.rte - 1];
        let scalar = match &rte.kind {
            RteKind::Function { functions, ordinality: false } => {
                functions.len() == 1 && !functions[0].returns_row
            }
            _ => false,
        };
        if scalar {
            return ns_column_expr(&it.columns[0], up as u32, location);
        }
        let t = match &rte.kind {
            RteKind::Relation { oid, .. } | RteKind::Subquery { view: Some(oid), .. } => {
                self.view.relation_by_oid(*oid).map_or(oid::RECORD, |r| r.row_type)
            }
            RteKind::Function { functions, ordinality: false } if functions.len() == 1 => {
                let t = functions[0].expr.type_oid;
                if self.view.row_desc(t).is_some() { t } else { oid::RECORD }
            }
            // What has no row type of its own: a join, functions side by side or numbered.
            RteKind::Join(_) | RteKind::Function { .. } => {
                let args: Vec<Expr> = it
                    .columns
                    .iter()
                    .filter(|c| c.type_oid.is_valid())
                    .map(|c| ns_column_expr(c, up as u32, location))
                    .collect();
                let names = it.columns.iter().map(|c| c.name.clone()).collect();
                let row = RowExpr { args, names, form: CoercionForm::ImplicitCast };
                return make(Node::Row(row), oid::RECORD, -1, Oid::INVALID, location);
            }
            _ => oid::RECORD,
        };
        let v = Var { rte: it.rte, attno: 0, levels_up: up as u32 };
        make(Node::Var(v), t, -1, Oid::INVALID, location)
    }

    /// The columns that a whole-row variable stands for.
    pub(in crate::analyze) fn expand_whole_row(&self, e: &Expr) -> Vec<Expr> {
        let Node::Var(v) = &e.node else { return vec![] };
        let l = &self.levels[self.levels.len() - 1 - v.levels_up as usize];
        l.namespace
            .iter()
            .find(|i| i.rte == v.rte)
            .map(|i| {
                i.columns
                    .iter()
                    .filter(|c| c.type_oid.is_valid())
                    .map(|c| ns_column_expr(c, v.levels_up, e.location))
                    .collect()
            })
            .unwrap_or_default()
    }
}

/// An expression for a name space column.
pub(in crate::analyze) fn ns_column_expr(c: &NsColumn, up: u32, location: i32) -> Expr {
    if let Some(e) = &c.expr {
        let mut e = (**e).clone();
        if up > 0 {
            crate::analyze::walk::visit_mut(&mut e, &mut |x| {
                if let Node::Var(v) = &mut x.node {
                    v.levels_up += up;
                }
            });
        }
        e.location = location;
        return e;
    }
    let v = Var { rte: c.rte, attno: c.attno, levels_up: up };
    make(Node::Var(v), c.type_oid, c.typmod, c.collation, location)
}

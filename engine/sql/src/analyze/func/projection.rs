//! Columns of a row value, and the columns a call gives (`ParseComplexProjection`, `expandRecordVariable`).

use crate::analyze::state::{Analyzer, At, make};
use crate::analyze::types::TypeFacts;
use crate::analyze::{ColumnInfo, RangeTblEntry, RteKind};
use crate::expr::{Expr, FuncRef, Node};
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

/// A column with a name, of an expression's type.
fn column_of(name: &str, e: &Expr) -> ColumnInfo {
    ColumnInfo {
        name: name.to_string(),
        type_oid: e.type_oid,
        typmod: e.typmod,
        collation: e.collation,
    }
}

impl Analyzer<'_> {
    /// Returns the column of a composite value with this name, if there is one
    /// (`ParseComplexProjection`).
    pub(in crate::analyze) fn complex_projection(
        &mut self,
        column: &str,
        arg: &Expr,
        location: i32,
    ) -> Result<Option<Expr>> {
        if let Node::Var(v) = &arg.node
            && v.attno == 0
        {
            return self.column_of_rte(v.levels_up, v.rte, column, location);
        }
        if let Node::Row(r) = &arg.node
            && arg.type_oid == oid::RECORD
        {
            if let Some(i) = r.names.iter().position(|n| n == column) {
                let e = &r.args[i];
                let (t, m, c) = (e.type_oid, e.typmod, e.collation);
                let node = Node::FieldSelect(Box::new(arg.clone()), i as i16 + 1);
                return Ok(Some(make(node, t, m, c, location)));
            }
            return Ok(None);
        }
        if arg.type_oid == oid::RECORD {
            // A record function's OUT columns.
            if let Some(cols) = self.record_columns(arg)
                && let Some(i) = cols.iter().position(|c| c.name == column)
            {
                let c = &cols[i];
                let node = Node::FieldSelect(Box::new(arg.clone()), i as i16 + 1);
                return Ok(Some(make(node, c.type_oid, c.typmod, c.collation, location)));
            }
            return Ok(None);
        }
        let Some(desc) = self.view.row_desc(arg.type_oid) else { return Ok(None) };
        for (i, a) in desc.attrs.iter().enumerate() {
            if a.name == column && !a.dropped {
                let node = Node::FieldSelect(Box::new(arg.clone()), i as i16 + 1);
                return Ok(Some(make(node, a.type_oid, a.typmod, a.collation, location)));
            }
        }
        Ok(None)
    }

    /// The columns of an expression of type record, when they are known from its function, or from what the column of a
    /// sub-query is (`expandRecordVariable`).
    pub(in crate::analyze) fn record_columns(&self, e: &Expr) -> Option<Vec<ColumnInfo>> {
        let levels = self.levels.iter().map(|l| l.rtable.as_slice()).collect();
        self.columns_within(e, levels)
    }

    /// Refuses the columns of a record that is a column, but of ROW(...) and of functions: their names are not kept.
    pub(in crate::analyze) fn refuse_unknown_record(&self, e: &Expr, location: i32) -> Result<()> {
        if matches!(e.node, Node::Var(_)) && self.record_columns(e).is_none() {
            return err!(FEATURE_NOT_SUPPORTED, "the columns of such a record are not modelled")
                .at_loc(location);
        }
        Ok(())
    }

    /// The columns of an expression of type record in a query whose range tables these are, the innermost last.
    fn columns_within<'a>(
        &'a self,
        e: &'a Expr,
        mut tables: Vec<&'a [RangeTblEntry]>,
    ) -> Option<Vec<ColumnInfo>> {
        if let Node::Var(v) = &e.node {
            tables.truncate(tables.len().checked_sub(v.levels_up as usize)?);
            let rte = tables.last()?.get(v.rte - 1)?;
            let n = (v.attno as usize).wrapping_sub(1);
            let query = match &rte.kind {
                RteKind::Subquery { query, .. } => &**query,
                RteKind::Cte { name, levels_up, .. } => {
                    tables.truncate(tables.len().checked_sub(*levels_up as usize)?);
                    let level = self.levels.get(tables.len().checked_sub(1)?)?;
                    let cte = level.ctes.iter().find(|c| c.name == *name)?;
                    cte.query.as_deref()?
                }
                RteKind::Join(j) => return self.columns_within(j.alias_vars.get(n)?, tables),
                _ => return None,
            };
            tables.push(&query.rtable);
            return self.columns_within(&query.target.get(n)?.expr, tables);
        }
        let Node::Func(f) = &e.node else {
            let Node::Row(r) = &e.node else { return None };
            return Some(r.args.iter().zip(&r.names).map(|(a, n)| column_of(n, a)).collect());
        };
        let out: Vec<(String, Oid)> = match &f.func {
            FuncRef::Builtin(b) => b.out.iter().map(|(n, t)| (n.to_string(), *t)).collect(),
            FuncRef::Sql(s) => s.out.clone(),
            FuncRef::Cast(..) => vec![],
        };
        if out.is_empty() {
            return None;
        }
        Some(
            out.into_iter()
                .map(|(name, type_oid)| ColumnInfo {
                    name,
                    type_oid,
                    typmod: -1,
                    collation: self.view.collation_of(type_oid),
                })
                .collect(),
        )
    }
}

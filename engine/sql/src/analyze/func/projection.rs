//! Columns of a row value, and the columns a call gives (`ParseComplexProjection`, `expandRecordVariable`).

use crate::analyze::RteKind;
use crate::analyze::state::{Analyzer, make};
use crate::analyze::types::TypeFacts;
use crate::expr::{Expr, FuncRef, Node};
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

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

    /// The columns of an expression of type record, when they are known from its function, or from that of the
    /// sub-query's column that it is (`expandRecordVariable`).
    pub(in crate::analyze) fn record_columns(
        &self,
        e: &Expr,
    ) -> Option<Vec<crate::analyze::ColumnInfo>> {
        if let Node::Var(v) = &e.node
            && v.attno > 0
            && let RteKind::Subquery { query, .. } = &self.rte(v.levels_up, v.rte).kind
        {
            let column = query.target.get(v.attno as usize - 1)?;
            let of_sub_query = matches!(column.expr.node, Node::Var(_));
            return if of_sub_query { None } else { self.record_columns(&column.expr) };
        }
        let Node::Func(f) = &e.node else {
            let Node::Row(r) = &e.node else { return None };
            return Some(
                r.args
                    .iter()
                    .zip(&r.names)
                    .map(|(a, n)| crate::analyze::ColumnInfo {
                        name: n.clone(),
                        type_oid: a.type_oid,
                        typmod: a.typmod,
                        collation: a.collation,
                    })
                    .collect(),
            );
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
                .map(|(name, type_oid)| crate::analyze::ColumnInfo {
                    name,
                    type_oid,
                    typmod: -1,
                    collation: self.view.collation_of(type_oid),
                })
                .collect(),
        )
    }
}

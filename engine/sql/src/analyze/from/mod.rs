//! FROM (`parse_clause.c`): each item becomes an entry of the range table and a node of the join tree.

mod function;
mod join;

use crate::analyze::relation::convert_alias;
use crate::analyze::state::{Analyzer, At, ExprKind, NsItem};
use crate::analyze::{ColumnInfo, JoinTreeNode, RangeTblEntry, RteKind};
use crate::ast;
use storage::err;
use storage::error::Result;

impl Analyzer<'_> {
    /// Analyzes the items of FROM from left to right and makes their columns visible
    /// (`transformFromClause`).
    pub(in crate::analyze) fn transform_from(
        &mut self,
        items: &[ast::FromItem],
    ) -> Result<Vec<JoinTreeNode>> {
        let mut out = Vec::new();
        for f in items {
            let (node, ns, _) = self.from_item(f)?;
            let l = self.top();
            check_name_conflicts(&l.rtable, &l.namespace, &ns)?;
            for n in ns {
                self.top().namespace.push(NsItem { lateral_only: true, lateral_ok: true, ..n });
            }
            out.push(node);
        }
        for n in &mut self.top().namespace {
            n.lateral_only = false;
            n.lateral_ok = true;
        }
        Ok(out)
    }

    /// Analyzes one item of FROM: its join tree node, the names that it makes visible, and the item
    /// for the whole of it.
    fn from_item(&mut self, f: &ast::FromItem) -> Result<(JoinTreeNode, Vec<NsItem>, NsItem)> {
        self.enter()?;
        let r = match f {
            ast::FromItem::Relation(rv) => {
                let item = self.from_relation(rv)?;
                (JoinTreeNode::Rte(item.rte), vec![item.clone()], item)
            }
            ast::FromItem::Subselect(s) => {
                let item = self.from_subselect(s)?;
                (JoinTreeNode::Rte(item.rte), vec![item.clone()], item)
            }
            ast::FromItem::Function(fu) => {
                let item = self.from_function(fu)?;
                (JoinTreeNode::Rte(item.rte), vec![item.clone()], item)
            }
            ast::FromItem::Join(j) => self.from_join(j)?,
            ast::FromItem::Sample(s) => {
                return crate::analyze::state::unsupported(
                    "TABLESAMPLE is not modelled",
                    s.location as i32,
                );
            }
        };
        self.leave();
        Ok(r)
    }

    /// A table, view or WITH entry in FROM.
    fn from_relation(&mut self, rv: &ast::RangeVar) -> Result<NsItem> {
        if rv.schema.is_none()
            && let Some(item) = self.from_cte(rv)?
        {
            return Ok(item);
        }
        let rel = self.open_relation(rv)?;
        crate::analyze::check_opened(self.view.release(), rel.kind, &rel.name)
            .at_loc(rv.location as i32)?;
        self.add_relation_rte(&rel, rv.alias.as_ref(), rv.inherit)
    }

    /// A sub-query in FROM (`transformRangeSubselect`).
    fn from_subselect(&mut self, s: &ast::RangeSubselect) -> Result<NsItem> {
        let saved = (self.top().lateral_active, self.kind());
        self.top().kind = ExprKind::FromSubselect;
        self.top().lateral_active = s.lateral;
        let q = self.sub_query(&s.subquery, true)?;
        self.top().lateral_active = saved.0;
        self.top().kind = saved.1;
        let columns: Vec<ColumnInfo> = q
            .target
            .iter()
            .filter(|t| !t.junk)
            .map(|t| ColumnInfo {
                name: t.name.clone().unwrap_or_default(),
                type_oid: t.expr.type_oid,
                typmod: t.expr.typmod,
                collation: t.expr.collation,
            })
            .collect();
        let eref = self.eref_for("table", "unnamed_subquery", s.alias.as_ref(), &columns)?;
        let alias = s.alias.as_ref().map(convert_alias);
        let kind = RteKind::Subquery { query: Box::new(q), view: None };
        let named = alias.is_some();
        let mut item = self.add_rte(kind, alias, eref, columns, s.lateral, None);
        // Without an alias its columns are visible, but no name of the whole.
        item.rel_visible = named;
        Ok(item)
    }
}

/// Refuses a name in FROM that is there already; tables of two schemas may have one (`checkNameSpaceConflicts`).
fn check_name_conflicts(rtable: &[RangeTblEntry], there: &[NsItem], new: &[NsItem]) -> Result<()> {
    let plain = |item: &NsItem| match &rtable[item.rte - 1] {
        RangeTblEntry { kind: RteKind::Relation { oid, .. }, alias: None, .. } => Some(*oid),
        _ => None,
    };
    for n in new.iter().filter(|n| n.rel_visible) {
        let mut named = there.iter().filter(|o| o.rel_visible && o.name == n.name);
        if named.any(|o| plain(o).is_none() || plain(n).is_none_or(|n| plain(o) == Some(n))) {
            return err!(DUPLICATE_ALIAS, "table name \"{}\" specified more than once", n.name);
        }
    }
    Ok(())
}

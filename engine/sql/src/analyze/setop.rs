//! UNION, INTERSECT, EXCEPT (`transformSetOperationStmt`).

use super::state::{Analyzer, At, ExprKind, Level};
use super::{
    Alias, ColumnInfo, FromExpr, Query, RteKind, SetOpKind, SetOpTree, SetOperation,
    SortGroupClause, coerce, walk,
};
use crate::ast;
use crate::expr::{Expr, Node, TargetEntry, Var};
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

/// A side with its columns as expressions (for their types, literals and places).
struct Side {
    tree: SetOpTree,
    columns: Vec<Expr>,
    names: Vec<String>,
}

impl Analyzer<'_> {
    pub(super) fn set_operation_query(&mut self, s: &ast::SelectStmt) -> Result<Query> {
        if let Some(w) = &s.with {
            self.transform_with(w)?;
        }
        if !s.locking.is_empty() {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "FOR UPDATE is not allowed with UNION/INTERSECT/EXCEPT"
            );
        }
        let Some(op) = &s.set_op else {
            return err!(INTERNAL_ERROR, "a set operation without its sides");
        };
        let side = self.set_op(op, s.location as i32)?;
        let SetOpTree::Op(tree) = side.tree else {
            return err!(INTERNAL_ERROR, "a set operation without an operation");
        };
        // The leftmost leaf names the columns; the target list's Vars are of its RTE.
        let mut leaf = &tree.left;
        let rte = loop {
            match leaf {
                SetOpTree::Rte(r) => break *r,
                SetOpTree::Op(o) => leaf = &o.left,
            }
        };
        let mut targets: Vec<TargetEntry> = Vec::new();
        for (i, (c, name)) in tree.columns.iter().zip(&side.names).enumerate() {
            let v = Var { rte, attno: i as i16 + 1, levels_up: 0 };
            let loc = side.columns[i].location;
            let e = super::state::make(Node::Var(v), c.type_oid, c.typmod, c.collation, loc);
            targets.push(self.target_entry(e, Some(name.clone())));
        }
        // ORDER BY sees the result's names only.
        let saved = std::mem::take(&mut self.top().namespace);
        let infos: Vec<ColumnInfo> = tree
            .columns
            .iter()
            .zip(&side.names)
            .map(|(c, n)| ColumnInfo { name: n.clone(), ..c.clone() })
            .collect();
        let n = self.top().rtable.len();
        let eref = Alias {
            name: "*SELECT*".into(),
            columns: infos.iter().map(|c| c.name.clone()).collect(),
        };
        let mut item = self.add_rte(RteKind::Result, None, eref, infos, false, None);
        self.top().rtable.truncate(n);
        item.rel_visible = false;
        for (c, t) in item.columns.iter_mut().zip(&targets) {
            if let Node::Var(v) = &t.expr.node {
                (c.rte, c.attno) = (v.rte, v.attno);
            }
        }
        self.top().namespace.push(item);
        let before = targets.len();
        let sort = self.transform_sort(&s.order_by, &mut targets, ExprKind::OrderBy, false)?;
        self.top().namespace = saved;
        if targets.len() > before {
            return err!(FEATURE_NOT_SUPPORTED, "invalid UNION/INTERSECT/EXCEPT ORDER BY clause")
                .map_err(|e| {
                    e.detail("Only result column names can be used, not expressions or functions.")
                        .hint(
                            "Add the expression/function to every SELECT, or move the UNION into \
                             a FROM clause.",
                        )
                })
                .at_loc(targets[before].expr.location);
        }
        let offset = self.limit_clause(s.limit_offset.as_ref(), ExprKind::Offset, s.with_ties)?;
        let limit = self.limit_clause(s.limit_count.as_ref(), ExprKind::Limit, s.with_ties)?;
        let mut q = Query {
            target: targets,
            jointree: FromExpr::default(),
            sort,
            offset,
            limit,
            limit_with_ties: s.with_ties,
            set_operations: Some(tree),
            location: s.location as i32,
            ..Query::default()
        };
        self.finish(&mut q);
        Ok(q)
    }

    fn set_op(&mut self, op: &ast::SetOperation, location: i32) -> Result<Side> {
        self.enter()?;
        let (kind, shown) = match op.op {
            ast::SetOp::Union => (SetOpKind::Union, "UNION"),
            ast::SetOp::Intersect => (SetOpKind::Intersect, "INTERSECT"),
            ast::SetOp::Except => (SetOpKind::Except, "EXCEPT"),
        };
        let left = self.set_op_side(&op.left)?;
        // The left arm of a recursive union settles the CTE's columns.
        if kind == SetOpKind::Union {
            self.settle_recursive(&left.columns, &left.names);
        }
        let right = self.set_op_side(&op.right)?;
        if left.columns.len() != right.columns.len() {
            return err!(SYNTAX_ERROR, "each {shown} query must have the same number of columns")
                .at_loc(right.columns.first().map_or(location, |c| c.location));
        }
        let mut columns = Vec::new();
        let mut shown_columns = Vec::new();
        let mut group = Vec::new();
        for (i, (l, r)) in left.columns.iter().zip(&right.columns).enumerate() {
            let t = self.common_type_of(&[l, r], shown)?;
            let m = {
                let (mut x, mut y) = (l.clone(), r.clone());
                for e in [&mut x, &mut y] {
                    if self.is_unknown(e) {
                        (e.type_oid, e.typmod) = (t, -1);
                    }
                }
                coerce::common_typmod(&[&x, &y], t)
            };
            self.coerce_leaf_column(&left.tree, i, l, t, shown)?;
            self.coerce_leaf_column(&right.tree, i, r, t, shown)?;
            let info = self.column_info("", t, m);
            let best = if l.type_oid == t || l.type_oid == oid::UNKNOWN { l } else { r };
            let mut e = best.clone();
            (e.type_oid, e.typmod, e.collation) = (t, m, info.collation);
            if !matches!(e.node, Node::Var(_)) {
                e.node = Node::SetToDefault;
            }
            if kind != SetOpKind::Union || !op.all {
                let mut c: SortGroupClause = self.group_clause(&e, i as u32 + 1, best.location)?;
                c.tle_ref = i as u32 + 1;
                group.push(c);
            }
            columns.push(info);
            shown_columns.push(e);
        }
        self.leave();
        let tree =
            SetOperation { kind, all: op.all, left: left.tree, right: right.tree, columns, group };
        Ok(Side { tree: SetOpTree::Op(Box::new(tree)), columns: shown_columns, names: left.names })
    }

    /// Unknown literals of a leaf get the common type.
    fn coerce_leaf_column(
        &mut self,
        tree: &SetOpTree,
        i: usize,
        shown: &Expr,
        t: Oid,
        context: &str,
    ) -> Result<()> {
        if shown.type_oid != oid::UNKNOWN {
            if shown.type_oid != t {
                let ctx = storage::fmgr::CastContext::Implicit;
                if !self.can_coerce(&[shown.type_oid], &[t], ctx) {
                    return err!(
                        CANNOT_COERCE,
                        "{context} could not convert type {} to {}",
                        self.format_type(shown.type_oid),
                        self.format_type(t)
                    )
                    .at_loc(shown.location);
                }
            }
            return Ok(());
        }
        let SetOpTree::Rte(r) = tree else { return Ok(()) };
        let null = self.null_of(t, -1);
        let RteKind::Subquery { query, .. } = &mut self.top().rtable[r - 1].kind else {
            return Ok(());
        };
        let Some(target) = query.target.iter_mut().filter(|t| !t.junk).nth(i) else {
            return Ok(());
        };
        let old = std::mem::replace(&mut target.expr, null);
        let new = self.coerce_common(old, t, context)?;
        if let RteKind::Subquery { query, .. } = &mut self.top().rtable[r - 1].kind
            && let Some(target) = query.target.iter_mut().filter(|t| !t.junk).nth(i)
        {
            target.expr = new;
        }
        Ok(())
    }

    fn set_op_side(&mut self, s: &ast::SelectStmt) -> Result<Side> {
        if let Some(into) = &s.into {
            return err!(
                SYNTAX_ERROR,
                "INTO is only allowed on first SELECT of UNION/INTERSECT/EXCEPT"
            )
            .at_loc(into.relation.location as i32);
        }
        let plain = s.order_by.is_empty()
            && s.limit_count.is_none()
            && s.limit_offset.is_none()
            && s.locking.is_empty()
            && s.with.is_none();
        if let Some(op) = &s.set_op
            && plain
        {
            return self.set_op(op, s.location as i32);
        }
        // A leaf: a sub-query that sees nothing of this level.
        let saved = std::mem::take(&mut self.top().namespace);
        self.levels.push(Level::new());
        self.top().resolve_unknowns = false;
        let q = self.select(s);
        self.levels.pop();
        self.top().namespace = saved;
        let q = q?;
        let mut outer_ref = None;
        walk::visit_query(&q, 0, &mut |e, level| {
            if let Node::Var(v) = &e.node
                && v.levels_up == level + 1
                && outer_ref.is_none()
            {
                outer_ref = Some(e.location);
            }
        });
        if let Some(at) = outer_ref {
            return err!(
                INVALID_COLUMN_REFERENCE,
                "UNION/INTERSECT/EXCEPT member statement cannot refer to other relations of same \
                 query level"
            )
            .at_loc(at);
        }
        let visible: Vec<&TargetEntry> = q.target.iter().filter(|t| !t.junk).collect();
        let names: Vec<String> =
            visible.iter().map(|t| t.name.clone().unwrap_or_default()).collect();
        let mut columns: Vec<Expr> = visible.iter().map(|t| t.expr.clone()).collect();
        let infos: Vec<ColumnInfo> = visible
            .iter()
            .zip(&names)
            .map(|(t, n)| ColumnInfo {
                name: n.clone(),
                type_oid: t.expr.type_oid,
                typmod: t.expr.typmod,
                collation: t.expr.collation,
            })
            .collect();
        let n = self.top().rtable.len() + 1;
        let eref = Alias { name: format!("*SELECT* {n}"), columns: names.clone() };
        let kind = RteKind::Subquery { query: Box::new(q), view: None };
        let item = self.add_rte(kind, None, eref, infos, false, None);
        let rte = item.rte;
        self.top().rtable[rte - 1].in_from = false;
        for c in &mut columns {
            if c.type_oid != oid::UNKNOWN {
                c.node = Node::SetToDefault;
            }
        }
        Ok(Side { tree: SetOpTree::Rte(rte), columns, names })
    }
}

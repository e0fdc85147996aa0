//! UNION, INTERSECT, EXCEPT (`transformSetOperationStmt`).

use super::state::{Analyzer, At, ExprKind, Level, make};
use super::{
    Alias, ColumnInfo, FromExpr, Query, RteKind, SetOp, SetOpTree, SetOperation, SortGroupClause,
    coerce, walk,
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
    /// Analyzes UNION, INTERSECT or EXCEPT with its WITH, ORDER BY and LIMIT
    /// (`transformSetOperationStmt`).
    pub(super) fn set_operation_query(&mut self, s: &ast::SelectStmt) -> Result<Query> {
        if let Some(w) = &s.with {
            self.transform_with(w)?;
        }
        no_locking(s)?;
        let Some(op) = &s.set_op else {
            return err!(INTERNAL_ERROR, "a set operation without its sides");
        };
        let side = self.set_op(op, true)?;
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
            let loc = match &self.top().rtable[rte - 1].kind {
                RteKind::Subquery { query, .. } => query
                    .target
                    .iter()
                    .filter(|t| !t.junk)
                    .nth(i)
                    .map_or(-1, |t| walk::place(&t.expr)),
                _ => -1,
            };
            let e = make(Node::Var(v), c.type_oid, c.typmod, c.collation, loc);
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
                .at_loc(walk::place(&targets[before].expr));
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

    /// A set operation: its sides, then the type of each column and how the sides come to it
    /// (`transformSetOperationTree`). `top`: it is not part of another set operation.
    fn set_op(&mut self, op: &ast::SetOperation, top: bool) -> Result<Side> {
        self.enter()?;
        let kind = op.op;
        let shown = match kind {
            SetOp::Union => "UNION",
            SetOp::Intersect => "INTERSECT",
            SetOp::Except => "EXCEPT",
        };
        let mut left = self.set_op_side(&op.left)?;
        // The left side of a recursive union determines the types of the CTE's columns.
        if top && kind == SetOp::Union {
            self.determine_recursive_types(&left.columns, &left.names)?;
        }
        let mut right = self.set_op_side(&op.right)?;
        if left.columns.len() != right.columns.len() {
            return err!(SYNTAX_ERROR, "each {shown} query must have the same number of columns")
                .at_loc(right.columns.first().map_or(-1, |c| c.location));
        }
        let recursive = self.in_recursion();
        let mut columns = Vec::new();
        let mut shown_columns = Vec::new();
        let mut group = Vec::new();
        let (mut left_casts, mut right_casts) = (Vec::new(), Vec::new());
        for i in 0..left.columns.len() {
            let (l, r) = (&left.columns[i], &right.columns[i]);
            let list = [(l.type_oid, l.location), (r.type_oid, r.location)];
            let (t, best) = self.common_type(&list, Some(shown))?.unwrap_or((oid::TEXT, 0));
            let best_location = list[best].1;
            left_casts.push(self.coerce_column(&mut left, i, t, shown)?);
            right_casts.push(self.coerce_column(&mut right, i, t, shown)?);
            let coerced = |casts: &[Option<Expr>], side: &Side| {
                casts.last().cloned().flatten().unwrap_or_else(|| side.columns[i].clone())
            };
            let (l, r) = (coerced(&left_casts, &left), coerced(&right_casts, &right));
            let info = self.column_info("", t, coerce::common_typmod(&[&l, &r], t));
            let e = make(Node::SetToDefault, t, info.typmod, info.collation, best_location);
            if kind != SetOp::Union || !op.all {
                let mut c: SortGroupClause = self.group_clause(&e, i as u32 + 1, best_location)?;
                c.tle_ref = i as u32 + 1;
                // A recursive union is always hashed.
                c.hashable |= recursive && matches!(t, oid::RECORD | oid::RECORD_ARRAY);
                group.push(c);
            }
            columns.push(info);
            shown_columns.push(e);
        }
        self.leave();
        let (left_tree, right_tree) = (left.tree, right.tree);
        let tree = SetOperation {
            kind,
            all: op.all,
            left: left_tree,
            right: right_tree,
            left_casts,
            right_casts,
            columns,
            group,
        };
        Ok(Side { tree: SetOpTree::Op(Box::new(tree)), columns: shown_columns, names: left.names })
    }

    /// Coerces column `i` of a side to type `t`: returns an expression over the side's column, or
    /// `None` if the type is right. Unknown literals and parameters of a leaf are coerced in the
    /// leaf's target list.
    fn coerce_column(
        &mut self,
        side: &mut Side,
        i: usize,
        t: Oid,
        context: &str,
    ) -> Result<Option<Expr>> {
        let shown = side.columns[i].clone();
        let rte = match &side.tree {
            SetOpTree::Rte(rte) => *rte,
            SetOpTree::Op(_) => 0,
        };
        if self.is_unknown(&shown)
            && rte != 0
            && matches!(shown.node, Node::Const(_) | Node::Param(_))
        {
            let new = self.coerce_common(shown, t, context)?;
            if let RteKind::Subquery { query, .. } = &mut self.top().rtable[rte - 1].kind
                && let Some(target) = query.target.iter_mut().filter(|t| !t.junk).nth(i)
            {
                target.expr = new.clone();
            }
            side.columns[i] = new;
            return Ok(None);
        }
        if shown.type_oid == t {
            return Ok(None);
        }
        let var = Var { rte, attno: i as i16 + 1, levels_up: 0 };
        let column = Expr { node: Node::Var(var), ..shown };
        self.coerce_common(column, t, context).map(Some)
    }

    /// Analyzes one side of a set operation: a query, or a set operation itself
    /// (`transformSetOperationTree`).
    fn set_op_side(&mut self, s: &ast::SelectStmt) -> Result<Side> {
        if let Some(into) = &s.into {
            return err!(
                SYNTAX_ERROR,
                "INTO is only allowed on first SELECT of UNION/INTERSECT/EXCEPT"
            )
            .at_loc(into.relation.location as i32);
        }
        no_locking(s)?;
        let plain = s.order_by.is_empty()
            && s.limit_count.is_none()
            && s.limit_offset.is_none()
            && s.with.is_none();
        if let Some(op) = &s.set_op
            && plain
        {
            return self.set_op(op, false);
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
            c.location = walk::place(c);
            if !matches!(c.node, Node::Const(_) | Node::Param(_)) {
                c.node = Node::SetToDefault;
            }
        }
        Ok(Side { tree: SetOpTree::Rte(rte), columns, names })
    }
}

/// Refuses FOR UPDATE and the other locking clauses in a part of a set operation.
fn no_locking(s: &ast::SelectStmt) -> Result<()> {
    match s.locking.first() {
        Some(l) => err!(
            FEATURE_NOT_SUPPORTED,
            "{} is not allowed with UNION/INTERSECT/EXCEPT",
            l.strength.clause()
        ),
        None => Ok(()),
    }
}

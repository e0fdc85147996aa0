//! JOINs in FROM: USING, NATURAL, the columns of both sides.

use crate::analyze::relation::{convert_alias, ns_column_expr};
use crate::analyze::state::{Analyzer, ExprKind, NsColumn, NsItem, make};
use crate::analyze::{Alias, ColumnInfo, JoinExpr, JoinRte, JoinTreeNode, JoinType, RteKind};
use crate::ast;
use crate::expr::{BoolOp, Expr, Node};
use storage::err;
use storage::error::Result;
use storage::ids::Oid;

/// The columns of a join, with the expressions that they stand for.
struct MergedColumns {
    quals: Option<Expr>,
    columns: Vec<NsColumn>,
    alias_vars: Vec<Expr>,
}

impl Analyzer<'_> {
    /// `transformFromClauseItem` for a join: its node, the names it makes visible, and its own.
    pub(super) fn from_join(
        &mut self,
        j: &ast::JoinExpr,
    ) -> Result<(JoinTreeNode, Vec<NsItem>, NsItem)> {
        let (left, mut lns, litem) = self.from_item(&j.left)?;
        // The left side is visible to LATERAL items on the right.
        let lateral_ok = matches!(j.kind, ast::JoinType::Inner | ast::JoinType::Left);
        let before = self.top().namespace.len();
        for n in &lns {
            let mut n = n.clone();
            n.lateral_only = true;
            n.lateral_ok = lateral_ok;
            self.top().namespace.push(n);
        }
        let (right, rns, ritem) = self.from_item(&j.right)?;
        self.top().namespace.truncate(before);
        super::check_name_conflicts(&self.top().rtable, &lns, &rns)?;
        lns.extend(rns);
        let mut my_ns = lns;
        let using: Vec<String> = if j.natural {
            litem
                .columns
                .iter()
                .filter(|c| c.type_oid.is_valid())
                .filter(|c| ritem.columns.iter().any(|r| r.name == c.name))
                .map(|c| c.name.clone())
                .collect()
        } else {
            j.using.clone()
        };
        let MergedColumns { mut quals, mut columns, alias_vars } =
            self.merge_columns(j, &using, &litem, &ritem)?;
        let merged = using.len();
        if let Some(on) = &j.quals {
            quals = Some(self.join_on(on, &my_ns)?);
        }
        let kind = match j.kind {
            ast::JoinType::Inner => JoinType::Inner,
            ast::JoinType::Left => JoinType::Left,
            ast::JoinType::Full => JoinType::Full,
            ast::JoinType::Right => JoinType::Right,
        };
        let name = j.alias.as_ref().map_or("unnamed_join".to_string(), |a| a.name.clone());
        if let Some(a) = &j.alias {
            if a.columns.len() > columns.len() {
                return err!(
                    SYNTAX_ERROR,
                    "column alias list for \"{}\" has too many entries",
                    a.name
                );
            }
            for (c, n) in columns.iter_mut().zip(&a.columns) {
                c.name.clone_from(n);
            }
        }
        let using_alias = j.using_alias.as_ref().map(convert_alias);
        let names: Vec<String> = columns.iter().map(|c| c.name.clone()).collect();
        let infos = columns
            .iter()
            .map(|c| ColumnInfo {
                name: c.name.clone(),
                type_oid: c.type_oid,
                typmod: c.typmod,
                collation: c.collation,
            })
            .collect();
        let rte_kind = RteKind::Join(Box::new(JoinRte {
            kind,
            merged,
            alias_vars,
            using_alias: using_alias.clone(),
        }));
        let alias = j.alias.as_ref().map(convert_alias);
        let mut item =
            self.add_rte(rte_kind, alias, Alias { name, columns: names }, infos, false, None);
        item.columns = columns;
        item.rel_visible = j.alias.is_some();
        item.cols_visible = true;
        if let Some(a) = &using_alias {
            let mut u = item.clone();
            u.name.clone_from(&a.name);
            u.columns.truncate(merged);
            u.rel_visible = true;
            u.cols_visible = false;
            super::check_name_conflicts(&self.top().rtable, &my_ns, std::slice::from_ref(&u))?;
            my_ns.push(u);
        }
        if j.alias.is_some() {
            my_ns.clear();
        } else {
            for n in &mut my_ns {
                n.cols_visible = false;
            }
        }
        my_ns.push(item.clone());
        let node =
            JoinTreeNode::Join(Box::new(JoinExpr { kind, left, right, quals, rte: item.rte }));
        Ok((node, my_ns, item))
    }

    /// The condition of USING or NATURAL, and the columns of the join: merged ones first.
    fn merge_columns(
        &mut self,
        j: &ast::JoinExpr,
        using: &[String],
        litem: &NsItem,
        ritem: &NsItem,
    ) -> Result<MergedColumns> {
        let mut quals = None;
        let mut columns: Vec<NsColumn> = Vec::new();
        let mut alias_vars: Vec<Expr> = Vec::new();
        let (mut lused, mut rused) = (vec![], vec![]);
        let mut conditions = Vec::new();
        for name in using {
            if columns.iter().any(|c| c.name == *name) {
                return err!(
                    DUPLICATE_COLUMN,
                    "column name \"{name}\" appears more than once in USING clause"
                );
            }
            let l = find_using(litem, name, "left")?;
            let r = find_using(ritem, name, "right")?;
            lused.push(l);
            rused.push(r);
            let le = ns_column_expr(&litem.columns[l], 0, -1);
            let re = ns_column_expr(&ritem.columns[r], 0, -1);
            // Where the types do not fit, what is made first says so.
            let m = match self.merged_var(le.clone(), re.clone(), j.kind) {
                Err(e) if !self.env.release().using_condition_first => return Err(e),
                made => made,
            };
            let cond = self.make_op(&"=".into(), Some(le), re, -1)?;
            conditions.push(self.coerce_to_boolean(cond, "JOIN/USING")?);
            let m = m?;
            columns.push(column_of(name, &m));
            alias_vars.push(m);
        }
        match conditions.len() {
            0 => {}
            1 => quals = conditions.pop(),
            _ => {
                quals =
                    Some(crate::analyze::state::make_bool(Node::Bool(BoolOp::And, conditions), -1))
            }
        }
        for (item, used) in [(litem, &lused), (ritem, &rused)] {
            for (i, c) in item.columns.iter().enumerate() {
                if used.contains(&i) || !c.type_oid.is_valid() {
                    continue;
                }
                alias_vars.push(ns_column_expr(c, 0, -1));
                columns.push(c.clone());
            }
        }
        Ok(MergedColumns { quals, columns, alias_vars })
    }

    /// The condition after ON (`transformJoinOnClause`).
    fn join_on(&mut self, on: &ast::Expr, sides: &[NsItem]) -> Result<Expr> {
        // Only the two sides are visible in ON, and what is outside through LATERAL.
        let saved = std::mem::take(&mut self.top().namespace);
        for n in sides {
            let mut n = n.clone();
            n.lateral_only = false;
            n.lateral_ok = true;
            self.top().namespace.push(n);
        }
        let q = self.transform_where(on, ExprKind::JoinOn, "JOIN/ON");
        self.top().namespace = saved;
        q
    }

    /// Returns the column that USING makes of one column of each side: the left or right one, or
    /// for FULL the first that is not NULL (`buildMergedJoinVar`).
    fn merged_var(&mut self, l: Expr, r: Expr, kind: ast::JoinType) -> Result<Expr> {
        let (t, m) = if l.type_oid == r.type_oid {
            (l.type_oid, if l.typmod == r.typmod { l.typmod } else { -1 })
        } else {
            let t = self.common_type_of(&[&l, &r], "JOIN/USING")?;
            (t, crate::analyze::coerce::common_typmod(&[&l, &r], t))
        };
        let ctx = storage::fmgr::CastContext::Implicit;
        let form = crate::expr::CoercionForm::ImplicitCast;
        let mut side = |e: Expr| -> Result<Expr> {
            if e.type_oid != t {
                return self.coerce_type(e, t, m, ctx, form, -1);
            }
            Ok(e)
        };
        let (l, r) = (side(l)?, side(r)?);
        Ok(match kind {
            ast::JoinType::Inner => {
                if matches!(l.node, Node::Var(_)) || !matches!(r.node, Node::Var(_)) {
                    l
                } else {
                    r
                }
            }
            ast::JoinType::Left => l,
            ast::JoinType::Right => r,
            ast::JoinType::Full => {
                let c = l.collation;
                make(Node::Coalesce(vec![l, r]), t, -1, c, -1)
            }
        })
    }
}

/// The column of one side that USING names; fails if there is none or more than one.
fn find_using(item: &NsItem, name: &str, side: &str) -> Result<usize> {
    let mut it = item.columns.iter().enumerate().filter(|(_, c)| c.name == name);
    match (it.next(), it.next()) {
        (Some((i, _)), None) => Ok(i),
        (Some(_), Some(_)) => err!(
            AMBIGUOUS_COLUMN,
            "common column name \"{name}\" appears more than once in {side} table"
        ),
        _ => err!(
            UNDEFINED_COLUMN,
            "column \"{name}\" specified in USING clause does not exist in {side} table"
        ),
    }
}

/// A column of the join: one of its relations', or the merged one of USING.
fn column_of(name: &str, e: &Expr) -> NsColumn {
    let (rte, attno, expr) = match &e.node {
        Node::Var(v) => (v.rte, v.attno, None),
        _ => (0, 0, Some(Box::new(e.clone()))),
    };
    NsColumn {
        name: name.to_string(),
        rte,
        attno,
        type_oid: e.type_oid,
        typmod: e.typmod,
        collation: if e.collation.is_valid() { e.collation } else { Oid::INVALID },
        hidden: false,
        expr,
    }
}

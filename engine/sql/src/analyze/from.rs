//! FROM: relations, sub-queries, functions, joins (`transformFromClauseItem`).

use super::relation::{convert_alias, ns_column_expr};
use super::state::{Analyzer, At, ExprKind, NsColumn, NsItem, make};
use super::types::TypeFacts;
use super::{
    Alias, ColumnInfo, JoinExpr, JoinRte, JoinTreeNode, JoinType, RangeTblFunction, RteKind, walk,
};
use crate::ast;
use crate::expr::{BoolOp, Expr, FuncRef, Node};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// `transformFromClause`
    pub(super) fn transform_from(&mut self, items: &[ast::FromItem]) -> Result<Vec<JoinTreeNode>> {
        let mut out = Vec::new();
        for f in items {
            let (node, ns, _) = self.from_item(f)?;
            self.check_name_conflicts(&ns)?;
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

    /// `checkNameSpaceConflicts`
    fn check_name_conflicts(&mut self, new: &[NsItem]) -> Result<()> {
        for n in new.iter().filter(|n| n.rel_visible) {
            let l = self.top();
            let clash = l.namespace.iter().filter(|o| o.rel_visible && o.name == n.name).any(|o| {
                let plain = |r: &super::RangeTblEntry| match &r.kind {
                    RteKind::Relation { oid, .. } if r.alias.is_none() => Some(*oid),
                    _ => None,
                };
                match (plain(&l.rtable[o.rte - 1]), plain(&l.rtable[n.rte - 1])) {
                    (Some(a), Some(b)) => a == b,
                    _ => true,
                }
            });
            if clash {
                return err!(DUPLICATE_ALIAS, "table name \"{}\" specified more than once", n.name);
            }
        }
        Ok(())
    }

    /// One item: its node, what it adds to the name space, and the item that stands for all of it.
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
                return super::state::unsupported(
                    "TABLESAMPLE is not supported",
                    s.location as i32,
                );
            }
        };
        self.leave();
        Ok(r)
    }

    fn from_relation(&mut self, rv: &ast::RangeVar) -> Result<NsItem> {
        if rv.schema.is_none()
            && let Some(item) = self.from_cte(rv)?
        {
            return Ok(item);
        }
        let rel = self.open_relation(rv)?;
        if matches!(rel.kind, 'i' | 'I' | 'c') {
            return err!(WRONG_OBJECT_TYPE, "cannot open relation \"{}\"", rel.name)
                .map_err(|e| e.detail(super::unsupported_kind(rel.kind)))
                .at_loc(rv.location as i32);
        }
        self.add_relation_rte(&rel, rv.alias.as_ref(), rv.inherit).at_loc(rv.location as i32)
    }

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
        Ok(self.add_rte(kind, alias, eref, columns, s.lateral, None))
    }

    fn from_function(&mut self, f: &ast::RangeFunction) -> Result<NsItem> {
        let saved = (self.top().lateral_active, self.kind());
        self.top().lateral_active = true;
        let mut functions = Vec::new();
        let mut first_name = String::new();
        // unnest of several arrays is several unnests side by side.
        let mut calls: Vec<(ast::Expr, Vec<ast::ColumnDef>)> = Vec::new();
        for (e, defs) in &f.functions {
            match e {
                ast::Expr::FuncCall(c)
                    if c.name == ["unnest"]
                        && c.args.len() > 1
                        && defs.is_empty()
                        && f.columns.is_empty()
                        && !c.variadic =>
                {
                    for a in &c.args {
                        let mut one = (**c).clone();
                        one.args = vec![a.clone()];
                        calls.push((ast::Expr::FuncCall(Box::new(one)), vec![]));
                    }
                }
                _ => calls.push((e.clone(), defs.clone())),
            }
        }
        let n = calls.len();
        for (i, (e, coldefs)) in calls.iter().enumerate() {
            let expr = self.transform_expr(e, ExprKind::FromFunction)?;
            let name = super::target::figure_colname(e);
            if i == 0 {
                first_name.clone_from(&name);
            }
            // A set nested in an argument is refused.
            let nested = match &expr.node {
                Node::Func(c) => c.args.iter().find(|a| walk::returns_set(a)),
                _ if walk::returns_set(&expr) => Some(&expr),
                _ => None,
            };
            if let Some(x) = nested {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "set-returning functions must appear at top level of FROM"
                )
                .at_loc(x.location);
            }
            let defs: &[ast::ColumnDef] = if !coldefs.is_empty() {
                coldefs
            } else if i == 0 && n == 1 {
                &f.columns
            } else {
                &[]
            };
            let alias_name = f.alias.as_ref().map(|a| a.name.as_str());
            let one_col = if n == 1 && !f.ordinality { alias_name } else { None };
            functions.push(self.function_columns(expr, &name, defs, one_col)?);
        }
        self.top().lateral_active = saved.0;
        self.top().kind = saved.1;
        let mut columns: Vec<ColumnInfo> =
            functions.iter().flat_map(|x| x.columns.iter().cloned()).collect();
        if f.ordinality {
            columns.push(self.column_info("ordinality", oid::INT8, -1));
        }
        let what = "table";
        let eref = self.eref_for(what, &first_name, f.alias.as_ref(), &columns)?;
        let alias = f.alias.as_ref().map(convert_alias);
        // What uses columns of its neighbours is LATERAL without the word.
        let mut lateral = f.lateral;
        for x in &functions {
            walk::deep(&x.expr, 0, &mut |e, level| {
                lateral |= matches!(&e.node, Node::Var(v) if v.levels_up == level);
            });
        }
        let kind = RteKind::Function { functions, ordinality: f.ordinality };
        Ok(self.add_rte(kind, alias, eref, columns, lateral, None))
    }

    /// The columns a function in FROM has.
    fn function_columns(
        &mut self,
        expr: Expr,
        name: &str,
        defs: &[ast::ColumnDef],
        one_col: Option<&str>,
    ) -> Result<RangeTblFunction> {
        let location = expr.location;
        let t = expr.type_oid;
        let out_columns = self.record_columns(&expr);
        if !defs.is_empty() {
            if t != oid::RECORD {
                return err!(
                    SYNTAX_ERROR,
                    "a column definition list is only allowed for functions returning \"record\""
                )
                .at_loc(defs[0].location as i32);
            }
            if out_columns.is_some() {
                return err!(
                    SYNTAX_ERROR,
                    "a column definition list is redundant for a function with OUT parameters"
                )
                .at_loc(defs[0].location as i32);
            }
            let mut columns = Vec::new();
            for d in defs {
                let Some(tn) = &d.type_name else { continue };
                let (t, m) = self.type_name(tn)?;
                if columns.iter().any(|c: &ColumnInfo| c.name == d.name) {
                    return err!(
                        DUPLICATE_COLUMN,
                        "column name \"{}\" specified more than once",
                        d.name
                    )
                    .at_loc(d.location as i32);
                }
                columns.push(self.column_info(&d.name, t, m));
            }
            return Ok(RangeTblFunction {
                expr,
                columns,
                column_definitions: true,
                returns_row: true,
            });
        }
        if t == oid::RECORD {
            let Some(columns) = out_columns else {
                return err!(
                    SYNTAX_ERROR,
                    "a column definition list is required for functions returning \"record\""
                )
                .at_loc(location);
            };
            return Ok(RangeTblFunction {
                expr,
                columns,
                column_definitions: false,
                returns_row: true,
            });
        }
        if let Some(desc) = self.view.row_desc(t) {
            let columns = desc
                .attrs
                .iter()
                .filter(|a| !a.dropped)
                .map(|a| ColumnInfo {
                    name: a.name.clone(),
                    type_oid: a.type_oid,
                    typmod: a.typmod,
                    collation: a.collation,
                })
                .collect();
            return Ok(RangeTblFunction {
                expr,
                columns,
                column_definitions: false,
                returns_row: true,
            });
        }
        // A scalar: named by its OUT parameter, the alias, or the function (chooseScalarFunctionAlias).
        let out_name = match &expr.node {
            Node::Func(f) => match &f.func {
                FuncRef::Builtin(b) if b.out.len() == 1 => Some(b.out[0].0.to_string()),
                FuncRef::Sql(s) if s.out.len() == 1 => Some(s.out[0].0.clone()),
                _ => None,
            },
            _ => None,
        };
        let col = out_name.unwrap_or_else(|| one_col.unwrap_or(name).to_string());
        let column =
            ColumnInfo { name: col, type_oid: t, typmod: expr.typmod, collation: expr.collation };
        Ok(RangeTblFunction {
            expr,
            columns: vec![column],
            column_definitions: false,
            returns_row: false,
        })
    }

    fn from_join(&mut self, j: &ast::JoinExpr) -> Result<(JoinTreeNode, Vec<NsItem>, NsItem)> {
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
        // checkNameSpaceConflicts between the sides.
        for r in rns.iter().filter(|r| r.rel_visible) {
            if lns.iter().any(|l| l.rel_visible && l.name == r.name) {
                return err!(DUPLICATE_ALIAS, "table name \"{}\" specified more than once", r.name);
            }
        }
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
        let mut quals = None;
        let mut columns: Vec<NsColumn> = Vec::new();
        let mut alias_vars: Vec<Expr> = Vec::new();
        let (mut lused, mut rused) = (vec![], vec![]);
        let merged = using.len();
        let mut conditions = Vec::new();
        for name in &using {
            let l = find_using(&litem, name, "left")?;
            let r = find_using(&ritem, name, "right")?;
            lused.push(l);
            rused.push(r);
            let le = ns_column_expr(&litem.columns[l], 0, -1);
            let re = ns_column_expr(&ritem.columns[r], 0, -1);
            let eq = ["=".to_string()];
            let cond = self.make_op(&eq, Some(le.clone()), re.clone(), -1)?;
            conditions.push(self.coerce_to_boolean(cond, "JOIN/USING")?);
            let m = self.merged_var(le, re, j.kind)?;
            columns.push(column_of(name, &m));
            alias_vars.push(m);
        }
        match conditions.len() {
            0 => {}
            1 => quals = conditions.pop(),
            _ => quals = Some(super::state::make_bool(Node::Bool(BoolOp::And, conditions), -1)),
        }
        for (item, used) in [(&litem, &lused), (&ritem, &rused)] {
            for (i, c) in item.columns.iter().enumerate() {
                if used.contains(&i) || !c.type_oid.is_valid() {
                    continue;
                }
                alias_vars.push(ns_column_expr(c, 0, -1));
                columns.push(c.clone());
            }
        }
        if let Some(on) = &j.quals {
            // Only the two sides are visible in ON, and what is outside through LATERAL.
            let saved = std::mem::take(&mut self.top().namespace);
            for n in &my_ns {
                let mut n = n.clone();
                n.lateral_only = false;
                n.lateral_ok = true;
                self.top().namespace.push(n);
            }
            let q = self.transform_where(on, ExprKind::JoinOn, "JOIN/ON");
            self.top().namespace = saved;
            quals = Some(q?);
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
        if j.alias.is_some() {
            my_ns.clear();
        } else {
            for n in &mut my_ns {
                n.cols_visible = false;
            }
        }
        if let Some(a) = &using_alias {
            let mut u = item.clone();
            u.name.clone_from(&a.name);
            u.columns.truncate(merged);
            u.rel_visible = true;
            u.cols_visible = false;
            my_ns.push(u);
        }
        my_ns.push(item.clone());
        let node =
            JoinTreeNode::Join(Box::new(JoinExpr { kind, left, right, quals, rte: item.rte }));
        Ok((node, my_ns, item))
    }

    /// `buildMergedJoinVar`
    fn merged_var(&mut self, l: Expr, r: Expr, kind: ast::JoinType) -> Result<Expr> {
        let (t, m) = if l.type_oid == r.type_oid {
            (l.type_oid, if l.typmod == r.typmod { l.typmod } else { -1 })
        } else {
            let t = self.common_type_of(&[&l, &r], "JOIN/USING")?;
            (t, super::coerce::common_typmod(&[&l, &r], t))
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

    /// `check_srf_call_placement`
    pub(super) fn check_srf_placement(&mut self, location: i32) -> Result<()> {
        use ExprKind::*;
        let what = match self.kind() {
            None | FromSubselect | FromFunction | ValuesSingle => return Ok(()),
            SelectTarget | OrderBy | GroupBy | DistinctOn | WindowPartition | WindowOrder => {
                self.top().has_target_srfs = true;
                return Ok(());
            }
            JoinOn => "JOIN conditions",
            WindowFrameRange | WindowFrameRows | WindowFrameGroups => "window definitions",
            Check => "check constraints",
            Default => "DEFAULT expressions",
            IndexExpression => "index expressions",
            IndexPredicate => "index predicates",
            AlterTransform => "transform expressions",
            ExecuteParameter => "EXECUTE parameters",
            Generated => "column generation expressions",
            CallArgument => "CALL arguments",
            other => super::agg::clause_name(other),
        };
        Err(PgError::new(
            SqlState::FEATURE_NOT_SUPPORTED,
            format!("set-returning functions are not allowed in {what}"),
        ))
        .at_loc(location)
    }
}

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

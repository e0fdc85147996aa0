//! INSERT (`transformInsertStmt`): rows brought into the order of the table's columns, with their defaults.

use super::entry;
use super::update::merge_assignments;
use crate::analyze::state::{Analyzer, At, ExprKind, make};
use crate::analyze::types::TypeFacts;
use crate::analyze::walk;
use crate::analyze::{
    Alias, ColumnInfo, CommandType, FromExpr, JoinTreeNode, Overriding, Query, RelationInfo,
    RteKind,
};
use crate::ast;
use crate::expr::{Expr, Node, TargetEntry};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::{AttrNumber, Oid};
use storage::types::oid;

impl Analyzer<'_> {
    /// Returns the columns that INSERT fills, each with its number; all of them if none are named
    /// (`checkInsertTargets`).
    fn insert_targets(&mut self, cols: &[ast::ResTarget]) -> Result<Vec<(ast::ResTarget, i16)>> {
        let (rel, _) = self.target_rel();
        let mut out: Vec<(ast::ResTarget, i16)> = Vec::new();
        if cols.is_empty() {
            for (i, a) in rel.desc.attrs.iter().enumerate() {
                if !a.dropped {
                    let t = ast::ResTarget {
                        name: Some(a.name.clone()),
                        indirection: vec![],
                        val: None,
                        location: 0,
                    };
                    out.push((t, i as i16 + 1));
                }
            }
            return Ok(out);
        }
        let mut whole = Vec::new();
        for c in cols {
            let name = c.name.clone().unwrap_or_default();
            let attno = self.attno(&rel, &name, c.location as i32)?;
            let duplicate = if c.indirection.is_empty() {
                whole.contains(&attno) || out.iter().any(|o| o.1 == attno)
            } else {
                whole.contains(&attno)
            };
            if duplicate {
                return err!(DUPLICATE_COLUMN, "column \"{name}\" specified more than once")
                    .at_loc(c.location as i32);
            }
            if c.indirection.is_empty() {
                whole.push(attno);
            }
            out.push((c.clone(), attno));
        }
        Ok(out)
    }

    /// The number of a column by its name.
    ///
    /// # Errors
    ///
    /// 42703 when there is no such column.
    pub(super) fn attno(&self, rel: &RelationInfo, name: &str, location: i32) -> Result<i16> {
        if let Some(i) = rel.desc.attrs.iter().position(|a| !a.dropped && a.name == name) {
            return Ok(i as i16 + 1);
        }
        err!(UNDEFINED_COLUMN, "column \"{name}\" of relation \"{}\" does not exist", rel.name)
            .at_loc(location)
    }

    /// Coerces a row's values to the columns that INSERT fills; too many values are refused, and too
    /// few if `written` says that the columns were named (`transformInsertRow`).
    fn insert_row(
        &mut self,
        exprs: Vec<Expr>,
        cols: &[(ast::ResTarget, i16)],
        written: bool,
    ) -> Result<Vec<Expr>> {
        let (rel, rte) = self.target_rel();
        if exprs.len() > cols.len() {
            return err!(SYNTAX_ERROR, "INSERT has more expressions than target columns")
                .at_loc(walk::place(&exprs[cols.len()]));
        }
        if written && exprs.len() < cols.len() {
            let mut e = PgError::new(
                SqlState::SYNTAX_ERROR,
                "INSERT has more target columns than expressions",
            );
            if exprs.len() == 1
                && matches!(&exprs[0].node, Node::Row(r) if r.args.len() == cols.len())
            {
                e = e.hint(
                    "The insertion source is a row expression containing the same number of \
                     columns expected by the INSERT. Did you accidentally use extra parentheses?",
                );
            }
            return Err(e).at_loc(cols[exprs.len()].0.location as i32);
        }
        let mut out = Vec::new();
        for (e, (c, attno)) in exprs.into_iter().zip(cols) {
            let name = c.name.clone().unwrap_or_default();
            let at = c.location as i32;
            out.push(self.assigned_expr(&rel, rte, e, &name, *attno, &c.indirection, at)?);
        }
        Ok(out)
    }

    /// Analyzes a row of VALUES in which DEFAULT may stand.
    fn values_with_defaults(&mut self, row: &[ast::Expr], kind: ExprKind) -> Result<Vec<Expr>> {
        let saved = self.kind();
        self.top().kind = kind;
        let mut out = Vec::new();
        for e in row {
            match e {
                ast::Expr::SetToDefault { location } => out.push(make(
                    Node::SetToDefault,
                    oid::UNKNOWN,
                    -2,
                    Oid::INVALID,
                    *location as i32,
                )),
                e => out.extend(self.row_args(std::slice::from_ref(e))?),
            }
        }
        self.top().kind = saved;
        Ok(out)
    }

    /// INSERT of several VALUES rows: adds them as a range table entry, and returns its columns.
    fn insert_values(
        &mut self,
        s: &ast::InsertStmt,
        values: &[Vec<ast::Expr>],
        rel: &Rc<RelationInfo>,
        cols: &[(ast::ResTarget, i16)],
        from: &mut Vec<JoinTreeNode>,
    ) -> Result<Vec<Expr>> {
        let written = !s.columns.is_empty();
        let mut rows: Vec<Vec<Expr>> = Vec::with_capacity(values.len());
        let mut len = None;
        for r in values {
            let row = self.values_with_defaults(r, ExprKind::Values)?;
            if *len.get_or_insert(row.len()) != row.len() {
                return err!(SYNTAX_ERROR, "VALUES lists must all be the same length")
                    .at_loc(row.first().map_or(-1, walk::place));
            }
            rows.push(self.insert_row(row, cols, written)?);
        }
        let n = rows.first().map_or(0, Vec::len);
        let columns: Vec<ColumnInfo> = (0..n)
            .map(|i| {
                let e = &rows[0][i];
                ColumnInfo {
                    name: format!("column{}", i + 1),
                    type_oid: e.type_oid,
                    typmod: if rows.iter().all(|r| r[i].typmod == e.typmod) {
                        e.typmod
                    } else {
                        -1
                    },
                    collation: e.collation,
                }
            })
            .collect();
        for r in &mut rows {
            for (i, e) in r.iter_mut().enumerate() {
                if let Node::SetToDefault = e.node {
                    let attno = cols[i].1;
                    // What OVERRIDING USER VALUE replaces has no default.
                    let a = rel.desc.attr(AttrNumber(attno));
                    *e = match s.overriding {
                        Overriding::User if a.identity.is_some() => {
                            self.null_of(a.type_oid, a.typmod)
                        }
                        _ => self.default_for(rel, attno)?,
                    };
                }
            }
        }
        self.check_multi_values(rel, cols, values, s.overriding)?;
        let item = self.add_values_rte(rows, columns);
        from.push(JoinTreeNode::Rte(item.rte));
        let exprs = item
            .columns
            .iter()
            .map(|c| crate::analyze::relation::ns_column_expr(c, 0, -1))
            .collect();
        self.insert_row(exprs, cols, written)
    }

    /// INSERT of a query: adds it as a range table entry, and returns its columns; `written`:
    /// columns were named, and there must be as many.
    fn insert_select(
        &mut self,
        sel: &ast::SelectStmt,
        cols: &[(ast::ResTarget, i16)],
        written: bool,
        from: &mut Vec<JoinTreeNode>,
    ) -> Result<Vec<Expr>> {
        let q = self.sub_query(sel, false)?;
        let visible: Vec<TargetEntry> = q.target.iter().filter(|t| !t.junk).cloned().collect();
        let infos: Vec<ColumnInfo> = visible
            .iter()
            .map(|t| ColumnInfo {
                name: t.name.clone().unwrap_or_default(),
                type_oid: t.expr.type_oid,
                typmod: t.expr.typmod,
                collation: t.expr.collation,
            })
            .collect();
        let names = infos.iter().map(|c| c.name.clone()).collect();
        let eref = Alias { name: "*SELECT*".into(), columns: names };
        let kind = RteKind::Subquery { query: Box::new(q), view: None };
        let item = self.add_rte(kind, None, eref, infos, false, None);
        from.push(JoinTreeNode::Rte(item.rte));
        let exprs = visible
            .iter()
            .zip(&item.columns)
            .map(|(t, c)| match &t.expr.node {
                Node::Const(_) | Node::Param(_) if t.expr.type_oid == oid::UNKNOWN => {
                    t.expr.clone()
                }
                _ => {
                    let loc = walk::place(&t.expr);
                    crate::analyze::relation::ns_column_expr(c, 0, loc)
                }
            })
            .collect();
        self.insert_row(exprs, cols, written)
    }

    /// INSERT (`transformInsertStmt`): the source of its rows, one expression for each column of the table,
    /// ON CONFLICT and RETURNING.
    pub(super) fn insert(&mut self, s: &ast::InsertStmt) -> Result<Query> {
        self.top().is_insert = true;
        if let Some(w) = &s.with {
            self.transform_with(w)?;
        }
        let plain_values = s.select.as_ref().filter(|v| {
            !v.values.is_empty()
                && v.order_by.is_empty()
                && v.limit_count.is_none()
                && v.limit_offset.is_none()
                && v.locking.is_empty()
                && v.with.is_none()
        });
        let target = self.target_relation(&s.relation, "insert into")?;
        let (rel, rte) = self.target_rel();
        let cols = self.insert_targets(&s.columns)?;
        let written = !s.columns.is_empty();
        let mut from = Vec::new();
        let exprs: Vec<Expr> = match (&s.select, plain_values) {
            (None, _) => vec![],
            (Some(_), Some(v)) if v.values.len() == 1 => {
                let row = self.values_with_defaults(&v.values[0], ExprKind::ValuesSingle)?;
                self.insert_row(row, &cols, written)?
            }
            (Some(_), Some(v)) => self.insert_values(s, &v.values, &rel, &cols, &mut from)?,
            (Some(sel), None) => self.insert_select(sel, &cols, written, &mut from)?,
        };
        // Assemble: several targets may go to one column (a[1], a[2]).
        let mut given: Vec<(i16, Expr)> = Vec::new();
        for (e, (_, attno)) in exprs.into_iter().zip(&cols) {
            match given.iter_mut().find(|g| g.0 == *attno) {
                Some(g) => g.1 = merge_assignments(g.1.clone(), e),
                None => given.push((*attno, e)),
            }
        }
        let target_list = self.complete_insert(&rel, given, s.overriding, from.is_empty())?;
        let mut q = Query {
            command: CommandType::Insert,
            result_relation: rte,
            target: target_list,
            jointree: FromExpr { from, quals: None },
            overriding: s.overriding,
            location: -1,
            ..Query::default()
        };
        self.top().namespace.clear();
        self.top().namespace.push(target);
        if let Some(oc) = &s.on_conflict {
            q.on_conflict = Some(Box::new(self.on_conflict(oc, &rel, rte)?));
        }
        q.returning = self.returning(&s.returning)?;
        self.finish(&mut q);
        Ok(q)
    }

    /// Checks each column for which a row of VALUES has more than DEFAULT: it must be one that may be
    /// assigned to.
    fn check_multi_values(
        &self,
        rel: &RelationInfo,
        cols: &[(ast::ResTarget, i16)],
        rows: &[Vec<ast::Expr>],
        overriding: Overriding,
    ) -> Result<()> {
        for (i, (_, attno)) in cols.iter().enumerate() {
            let all_default = rows
                .iter()
                .all(|r| matches!(r.get(i), None | Some(ast::Expr::SetToDefault { .. })));
            if !all_default {
                self.check_assignable(rel, *attno, overriding)?;
            }
        }
        Ok(())
    }

    /// Returns a column's default, or NULL, coerced to the column (`build_column_default`).
    pub(in crate::analyze) fn default_for(
        &mut self,
        rel: &RelationInfo,
        attno: i16,
    ) -> Result<Expr> {
        let a = rel.desc.attr(AttrNumber(attno)).clone();
        if a.generated.is_some() {
            return Ok(self.null_of(a.type_oid, a.typmod));
        }
        if a.identity.is_some()
            && let Some(seq) = self.view.identity_sequence(rel.oid, AttrNumber(attno))
        {
            return Ok(make(Node::NextValue(seq), a.type_oid, -1, Oid::INVALID, -1));
        }
        if let Some(d) = self.view.column_default(rel.oid, AttrNumber(attno)) {
            return Ok((*d).clone());
        }
        if self.view.is_domain(a.type_oid) {
            // The domain's default or NULL, which the domain may refuse.
            let t = self.view.user_type(a.type_oid);
            let inner = match t.as_ref().map(|u| &u.kind) {
                Some(crate::analyze::UserTypeKind::Domain { default: Some(d), .. }) => d.clone(),
                _ => {
                    let (base, m) = self.view.base_type(a.type_oid, -1);
                    self.null_of(base, m)
                }
            };
            let form = crate::expr::CoercionForm::ImplicitCast;
            return Ok(make(
                Node::CoerceToDomain(Box::new(inner), form),
                a.type_oid,
                -1,
                a.collation,
                -1,
            ));
        }
        Ok(self.null_of(a.type_oid, a.typmod))
    }

    /// Returns one entry for each column in order, defaults put in; `single`: the values are those
    /// of one row, not columns of a source (`rewriteTargetListIU`).
    fn complete_insert(
        &mut self,
        rel: &Rc<RelationInfo>,
        mut given: Vec<(i16, Expr)>,
        overriding: Overriding,
        single: bool,
    ) -> Result<Vec<TargetEntry>> {
        let mut out = Vec::new();
        for (i, a) in rel.desc.attrs.iter().enumerate() {
            let attno = i as i16 + 1;
            if a.dropped {
                out.push(entry(self.null_of(oid::INT4, -1), attno, &a.name));
                continue;
            }
            let at = given.iter().position(|g| g.0 == attno);
            let mut e = at.map(|p| given.remove(p).1);
            if matches!(&e, Some(x) if matches!(x.node, Node::SetToDefault)) {
                e = None;
            }
            if a.identity.is_some() && overriding == Overriding::User {
                e = None;
            }
            let from_values = matches!(&e, Some(x) if matches!(x.node, Node::Var(_))) && !single;
            if e.is_some() && !(from_values && a.identity.is_none() && a.generated.is_none()) {
                let skip = from_values && self.values_source();
                if !skip {
                    self.check_assignable(rel, attno, overriding)?;
                }
            }
            let e = match e {
                Some(e) => e,
                None => match self.default_for(rel, attno)? {
                    // COPY does not ask a domain about the NULL of a column left out (`BeginCopyFrom`).
                    Expr { node: Node::CoerceToDomain(inner, _), .. }
                        if overriding == Overriding::Copy
                            && matches!(inner.node, Node::Const(Datum::Null)) =>
                    {
                        self.null_of(a.type_oid, a.typmod)
                    }
                    default => default,
                },
            };
            out.push(entry(e, attno, &a.name));
        }
        Ok(out)
    }

    /// Whether the rows come from several VALUES rows, whose expressions were coerced already.
    fn values_source(&mut self) -> bool {
        self.top().rtable.iter().any(|r| matches!(r.kind, RteKind::Values { .. }))
    }
}

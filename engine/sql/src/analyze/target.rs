//! Target lists (`parse_target.c`).

use super::relation::ns_column_expr;
use super::state::{Analyzer, At, ExprKind, make};
use super::types::TypeFacts;
use super::{RelationInfo, RteKind};
use crate::ast;
use crate::expr::{CoercionForm, Expr, Node, TargetEntry, Var};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid;

impl Analyzer<'_> {
    /// `transformTargetList`
    pub(super) fn target_list(
        &mut self,
        list: &[ast::ResTarget],
        kind: ExprKind,
    ) -> Result<Vec<TargetEntry>> {
        let mut out = Vec::new();
        for r in list {
            let Some(val) = &r.val else { continue };
            match val {
                ast::Expr::ColumnRef(c) if matches!(c.fields.last(), Some(ast::Field::Star)) => {
                    let saved = self.kind();
                    self.top().kind = kind;
                    for (e, name) in self.expand_star(c)? {
                        out.push(self.target_entry(e, Some(name)));
                    }
                    self.top().kind = saved;
                }
                ast::Expr::Indirection(i)
                    if matches!(i.indirection.last(), Some(ast::IndirectionStep::Star)) =>
                {
                    let saved = self.kind();
                    self.top().kind = kind;
                    for (e, name) in self.expand_indirection_star(i)? {
                        out.push(self.target_entry(e, Some(name)));
                    }
                    self.top().kind = saved;
                }
                _ => {
                    let e = if matches!(val, ast::Expr::SetToDefault { .. })
                        && kind == ExprKind::UpdateSource
                    {
                        let at = val.location().map_or(-1, |l| l as i32);
                        make(Node::SetToDefault, oid::UNKNOWN, -2, Oid::INVALID, at)
                    } else {
                        self.transform_expr(val, kind)?
                    };
                    let name = match &r.name {
                        Some(n) => n.clone(),
                        None => figure_colname(val),
                    };
                    out.push(self.target_entry(e, Some(name)));
                }
            }
        }
        Ok(out)
    }

    /// A target entry with the next number, and where it comes from.
    pub(super) fn target_entry(&mut self, expr: Expr, name: Option<String>) -> TargetEntry {
        let resno = self.top().next_resno;
        self.top().next_resno += 1;
        let origin = self.origin(&expr);
        TargetEntry { expr, resno, name, sort_group_ref: 0, origin, junk: false }
    }

    /// `markTargetListOrigin`
    fn origin(&self, e: &Expr) -> Option<(Oid, i16)> {
        let Node::Var(v) = &e.node else { return None };
        if v.levels_up as usize >= self.levels.len() || v.attno <= 0 {
            return None;
        }
        match &self.rte(v.levels_up, v.rte).kind {
            RteKind::Relation { oid, .. } => Some((*oid, v.attno)),
            RteKind::Subquery { view: Some(o), .. } => Some((*o, v.attno)),
            RteKind::Subquery { query, .. } => {
                query.target.iter().find(|t| t.resno == v.attno && !t.junk).and_then(|t| t.origin)
            }
            _ => None,
        }
    }

    /// `resolveTargetListUnknowns`
    pub(super) fn resolve_unknowns(&mut self, list: &mut [TargetEntry]) -> Result<()> {
        for t in list {
            if t.expr.type_oid == oid::UNKNOWN {
                let e = std::mem::replace(&mut t.expr, self.null_of(oid::TEXT, -1));
                let (c, f) = (CastContext::Implicit, CoercionForm::ImplicitCast);
                t.expr = self.coerce_type(e, oid::TEXT, -1, c, f, -1)?;
            }
        }
        Ok(())
    }

    /// `ExpandColumnRefStar`
    pub(super) fn expand_star(&mut self, c: &ast::ColumnRef) -> Result<Vec<(Expr, String)>> {
        let location = c.location as i32;
        let names: Vec<&str> = c
            .fields
            .iter()
            .filter_map(|f| match f {
                ast::Field::Name(n) => Some(n.as_str()),
                ast::Field::Star => None,
            })
            .collect();
        if names.is_empty() {
            // ExpandAllTables
            let items: Vec<_> =
                self.top().namespace.iter().filter(|n| n.cols_visible).cloned().collect();
            if items.is_empty() {
                return err!(SYNTAX_ERROR, "SELECT * with no tables specified is not valid")
                    .at_loc(location);
            }
            return Ok(items
                .iter()
                .flat_map(|i| i.columns.iter().filter(|c| !c.hidden && c.type_oid.is_valid()))
                .map(|c| (ns_column_expr(c, 0, location), c.name.clone()))
                .collect());
        }
        let (up, i) = match names.as_slice() {
            [rel] => match self.find_item(rel, location)? {
                Some(f) => f,
                None => {
                    if let Some(e) = self.argument_by_name(rel, location) {
                        return self.expand_row(e, location);
                    }
                    return Err(self.missing_rte(rel, location));
                }
            },
            [schema, rel] | [_, schema, rel] => {
                match self.find_item_qualified(schema, rel, location)? {
                    Some(f) => f,
                    None => return Err(self.missing_rte(rel, location)),
                }
            }
            _ => {
                return err!(
                    SYNTAX_ERROR,
                    "improper qualified name (too many dotted names): {}.*",
                    names.join(".")
                )
                .at_loc(location);
            }
        };
        let l = &self.levels[self.levels.len() - 1 - up];
        Ok(l.namespace[i]
            .columns
            .iter()
            .filter(|c| !c.hidden && c.type_oid.is_valid())
            .map(|c| (ns_column_expr(c, up as u32, location), c.name.clone()))
            .collect())
    }

    fn argument_by_name(&self, name: &str, location: i32) -> Option<Expr> {
        if let Ok(Some(e)) = self.variable(&[name], true, location) {
            return Some(e);
        }
        let i = self.arg_names.iter().position(|a| a == name && !a.is_empty())?;
        let t = self.params.get(i).copied().flatten()?;
        let p = crate::expr::Param::Extern(i + 1);
        Some(make(Node::Param(p), t, -1, self.view.collation_of(t), location))
    }

    /// `ExpandIndirectionStar`: `(expr).*`.
    pub(super) fn expand_indirection_star(
        &mut self,
        i: &ast::Indirection,
    ) -> Result<Vec<(Expr, String)>> {
        let steps = &i.indirection[..i.indirection.len() - 1];
        let e = if steps.is_empty() {
            self.expression_here(&i.arg)?
        } else {
            let inner = ast::Indirection { arg: i.arg.clone(), indirection: steps.to_vec() };
            self.expression_here(&ast::Expr::Indirection(Box::new(inner)))?
        };
        let location = e.location;
        self.expand_row(e, location)
    }

    /// `ExpandRowReference`
    fn expand_row(&mut self, e: Expr, location: i32) -> Result<Vec<(Expr, String)>> {
        if let Node::Var(v) = &e.node
            && v.attno == 0
        {
            let up = v.levels_up;
            let l = &self.levels[self.levels.len() - 1 - up as usize];
            if let Some(item) = l.namespace.iter().find(|n| n.rte == v.rte) {
                return Ok(item
                    .columns
                    .iter()
                    .filter(|c| c.type_oid.is_valid())
                    .map(|c| (ns_column_expr(c, up, location), c.name.clone()))
                    .collect());
            }
        }
        let columns: Vec<(i16, String, Oid, i32, Oid)> =
            if let Some(d) = self.view.row_desc(e.type_oid) {
                d.attrs
                    .iter()
                    .enumerate()
                    .filter(|(_, a)| !a.dropped)
                    .map(|(i, a)| (i as i16 + 1, a.name.clone(), a.type_oid, a.typmod, a.collation))
                    .collect()
            } else if e.type_oid == oid::RECORD {
                match self.record_columns(&e) {
                    Some(cols) => cols
                        .into_iter()
                        .enumerate()
                        .map(|(i, c)| (i as i16 + 1, c.name, c.type_oid, c.typmod, c.collation))
                        .collect(),
                    None => {
                        return err!(WRONG_OBJECT_TYPE, "record type has not been registered")
                            .at_loc(location);
                    }
                }
            } else {
                return err!(
                    WRONG_OBJECT_TYPE,
                    "type {} is not composite",
                    self.format_type(e.type_oid)
                )
                .at_loc(location);
            };
        Ok(columns
            .into_iter()
            .map(|(n, name, t, m, c)| {
                let node = Node::FieldSelect(Box::new(e.clone()), n);
                (make(node, t, m, c, -1), name)
            })
            .collect())
    }

    /// `transformAssignedExpr`: a value for a column of the target.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn assigned_expr(
        &mut self,
        rel: &Rc<RelationInfo>,
        rte: usize,
        expr: Expr,
        column: &str,
        attno: i16,
        indirection: &[ast::IndirectionStep],
        location: i32,
    ) -> Result<Expr> {
        let a = rel.desc.attr(storage::ids::AttrNumber(attno)).clone();
        if let Node::SetToDefault = expr.node {
            let mut e = expr;
            (e.type_oid, e.typmod, e.collation) = (a.type_oid, a.typmod, a.collation);
            if !indirection.is_empty() {
                let what = match indirection[0] {
                    ast::IndirectionStep::Field(_) => "a subfield",
                    _ => "an array element",
                };
                return err!(FEATURE_NOT_SUPPORTED, "cannot set {what} to DEFAULT")
                    .at_loc(location);
            }
            return Ok(e);
        }
        if !indirection.is_empty() {
            let base = if self.top().is_insert {
                self.null_of(a.type_oid, a.typmod)
            } else {
                let v = Var { rte, attno, levels_up: 0 };
                make(Node::Var(v), a.type_oid, a.typmod, a.collation, location)
            };
            return self.assignment_indirection(
                base,
                column,
                a.type_oid,
                a.typmod,
                indirection,
                expr,
                location,
            );
        }
        let from = expr.type_oid;
        let at = expr.location;
        let (ctx, form) = (CastContext::Assignment, CoercionForm::ImplicitCast);
        match self.coerce_to_target(expr, a.type_oid, a.typmod, ctx, form, -1)? {
            Some(e) => Ok(e),
            None => Err(PgError::new(
                SqlState::DATATYPE_MISMATCH,
                format!(
                    "column \"{column}\" is of type {} but expression is of type {}",
                    self.format_type(a.type_oid),
                    self.format_type(from)
                ),
            )
            .hint("You will need to rewrite or cast the expression."))
            .at_loc(at),
        }
    }

    /// `transformAssignmentIndirection`
    #[allow(clippy::too_many_arguments)]
    fn assignment_indirection(
        &mut self,
        base: Expr,
        target: &str,
        t: Oid,
        typmod: i32,
        steps: &[ast::IndirectionStep],
        rhs: Expr,
        location: i32,
    ) -> Result<Expr> {
        let n = steps.iter().take_while(|s| !matches!(s, ast::IndirectionStep::Field(_))).count();
        if n > 0 {
            let refs: Vec<&ast::IndirectionStep> = steps[..n].iter().collect();
            let fetch = self.subscripts(base, &refs, None)?;
            let Node::Subscript(mut s) = fetch.node else {
                return err!(INTERNAL_ERROR, "a subscripted assignment without subscripts");
            };
            let is_slice = !s.lower.is_empty();
            let elem = if s.container_type == oid::JSONB {
                oid::JSONB
            } else if is_slice {
                s.container_type
            } else {
                s.element_type
            };
            let m = if s.container_type == oid::JSONB { -1 } else { typmod };
            let value = if n < steps.len() {
                let mut inner = s.clone();
                inner.assign = None;
                let ct = make(Node::Subscript(inner), elem, m, Oid::INVALID, -1);
                self.assignment_indirection(ct, target, elem, m, &steps[n..], rhs, location)?
            } else {
                self.assign_coerce(rhs, elem, m, target, is_slice || elem == oid::JSONB, location)?
            };
            s.assign = Some(value);
            let container = s.container_type;
            let c = self.view.collation_of(container);
            let r = make(Node::Subscript(s), container, typmod, c, location);
            if container != t {
                let (cx, f) = (CastContext::Assignment, CoercionForm::ImplicitCast);
                return match self.coerce_to_target(r, t, typmod, cx, f, -1)? {
                    Some(e) => Ok(e),
                    None => err!(INTERNAL_ERROR, "could not coerce an assigned container"),
                };
            }
            return Ok(r);
        }
        let Some(ast::IndirectionStep::Field(name)) = steps.first() else {
            return self.assign_coerce(rhs, t, typmod, target, false, location);
        };
        let Some(desc) = self.view.row_desc(t) else {
            return err!(
                DATATYPE_MISMATCH,
                "cannot assign to field \"{name}\" of column \"{target}\" because its type {} is \
                 not a composite type",
                self.format_type(t)
            )
            .at_loc(location);
        };
        let Some(i) = desc.attrs.iter().position(|a| !a.dropped && a.name == *name) else {
            return err!(
                UNDEFINED_COLUMN,
                "cannot assign to field \"{name}\" of column \"{target}\" because there is no \
                 such column in data type {}",
                self.format_type(t)
            )
            .at_loc(location);
        };
        let a = &desc.attrs[i];
        let no = i as i16 + 1;
        let sub = make(
            Node::FieldSelect(Box::new(base.clone()), no),
            a.type_oid,
            a.typmod,
            a.collation,
            -1,
        );
        let (ft, fm) = (a.type_oid, a.typmod);
        let value = self.assignment_indirection(sub, name, ft, fm, &steps[1..], rhs, location)?;
        let node = Node::FieldStore(Box::new(base), vec![(no, value)]);
        Ok(make(node, t, typmod, Oid::INVALID, location))
    }

    fn assign_coerce(
        &mut self,
        rhs: Expr,
        t: Oid,
        typmod: i32,
        target: &str,
        subscripted: bool,
        location: i32,
    ) -> Result<Expr> {
        let from = rhs.type_oid;
        let (ctx, form) = (CastContext::Assignment, CoercionForm::ImplicitCast);
        match self.coerce_to_target(rhs, t, typmod, ctx, form, -1)? {
            Some(e) => Ok(e),
            None => {
                let what = if subscripted { "subscripted assignment to" } else { "subfield" };
                Err(PgError::new(
                    SqlState::DATATYPE_MISMATCH,
                    format!(
                        "{what} \"{target}\" {} type {} but expression is of type {}",
                        if subscripted { "requires" } else { "is of" },
                        self.format_type(t),
                        self.format_type(from)
                    ),
                )
                .hint("You will need to rewrite or cast the expression."))
                .at_loc(location)
            }
        }
    }
}

/// `FigureColname`: the name of a result column that has none.
pub(super) fn figure_colname(e: &ast::Expr) -> String {
    let mut name = None;
    figure(e, &mut name);
    name.unwrap_or_else(|| "?column?".into())
}

/// `FigureIndexColname`
pub(super) fn figure_index_colname(e: &ast::Expr) -> Option<String> {
    let mut name = None;
    figure(e, &mut name);
    name
}

/// `FigureColnameInternal`: how good the name is (0 none, 1 weak, 2 good).
fn figure(e: &ast::Expr, name: &mut Option<String>) -> u8 {
    let mut set = |s: &str, strength| {
        *name = Some(s.to_string());
        strength
    };
    match e {
        ast::Expr::ColumnRef(c) => {
            let last = c.fields.iter().rev().find_map(|f| match f {
                ast::Field::Name(n) => Some(n.clone()),
                ast::Field::Star => None,
            });
            match last {
                Some(n) => set(&n, 2),
                None => 0,
            }
        }
        ast::Expr::Indirection(i) => {
            let field = i.indirection.iter().rev().find_map(|s| match s {
                ast::IndirectionStep::Field(f) => Some(f.clone()),
                _ => None,
            });
            match field {
                Some(f) => set(&f, 2),
                None => figure(&i.arg, name),
            }
        }
        ast::Expr::FuncCall(f) => match f.name.last() {
            Some(n) => set(n, 2),
            None => 0,
        },
        ast::Expr::AExpr(a) if a.kind == ast::AExprKind::NullIf => set("nullif", 2),
        ast::Expr::TypeCast(c) => {
            let strength = figure(&c.arg, name);
            if strength <= 1
                && let Some(n) = c.type_name.names.last()
            {
                *name = Some(n.clone());
                return 1;
            }
            strength
        }
        ast::Expr::Collate(c) => figure(&c.arg, name),
        ast::Expr::Grouping { .. } => set("grouping", 2),
        ast::Expr::SubLink(s) => match s.kind {
            ast::SubLinkKind::Exists => set("exists", 2),
            ast::SubLinkKind::Array => set("array", 2),
            ast::SubLinkKind::Expr => {
                let mut s = &*s.subselect;
                while let Some(op) = &s.set_op {
                    s = &op.left;
                }
                if let Some(t) = s.target_list.first() {
                    if let Some(n) = &t.name {
                        return set(n, 2);
                    }
                    if let Some(v) = &t.val {
                        return figure(v, name);
                    }
                } else if !s.values.is_empty() {
                    return set("column1", 2);
                }
                0
            }
            _ => 0,
        },
        ast::Expr::Case(c) => {
            let strength = match &c.default {
                Some(d) => figure(d, name),
                None => 0,
            };
            if strength <= 1 {
                *name = Some("case".into());
                return 1;
            }
            strength
        }
        ast::Expr::Array { .. } => set("array", 2),
        ast::Expr::Row { .. } => set("row", 2),
        ast::Expr::Coalesce { .. } => set("coalesce", 2),
        ast::Expr::MinMax { greatest, .. } => set(if *greatest { "greatest" } else { "least" }, 2),
        ast::Expr::SqlValueFunction(f) => {
            use ast::SqlValueFunctionOp as O;
            set(
                match f.op {
                    O::CurrentDate => "current_date",
                    O::CurrentTime => "current_time",
                    O::CurrentTimestamp => "current_timestamp",
                    O::LocalTime => "localtime",
                    O::LocalTimestamp => "localtimestamp",
                    O::CurrentRole => "current_role",
                    O::CurrentUser => "current_user",
                    O::User => "user",
                    O::SessionUser => "session_user",
                    O::CurrentCatalog => "current_catalog",
                    O::CurrentSchema => "current_schema",
                },
                2,
            )
        }
        _ => 0,
    }
}

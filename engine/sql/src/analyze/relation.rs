//! Names of relations and columns (`parse_relation.c`).

use super::state::{Analyzer, At, ExprKind, NsColumn, NsItem, make};
use super::types::TypeFacts;
use super::{Alias, ColumnInfo, RangeTblEntry, RelationInfo, RteKind};
use crate::ast;
use crate::expr::{CoercionForm, Expr, Node, RowExpr, Var, system_column};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;
use storage::types::oid;

/// `MAX_FUZZY_DISTANCE`
const MAX_FUZZY_DISTANCE: usize = 3;

/// Number and type of a system column.
pub(super) fn system_attribute(name: &str) -> Option<(i16, Oid)> {
    Some(match name {
        "ctid" => (system_column::CTID, oid::TID),
        "xmin" => (system_column::XMIN, oid::XID),
        "cmin" => (system_column::CMIN, oid::CID),
        "xmax" => (system_column::XMAX, oid::XID),
        "cmax" => (system_column::CMAX, oid::CID),
        "tableoid" => (system_column::TABLEOID, oid::OID),
        _ => return None,
    })
}

impl Analyzer<'_> {
    /// `parserOpenTable`: the relation a RangeVar names.
    pub(super) fn open_relation(&mut self, rv: &ast::RangeVar) -> Result<Rc<RelationInfo>> {
        let location = rv.location as i32;
        if let Some(r) = self.view.relation(rv.schema.as_deref(), &rv.name).at_loc(location)? {
            return Ok(r);
        }
        if let Some(s) = &rv.schema {
            return err!(UNDEFINED_TABLE, "relation \"{s}.{}\" does not exist", rv.name)
                .at_loc(location);
        }
        let future = self.levels.iter().any(|l| l.future_ctes.contains(&rv.name));
        let mut e = PgError::new(
            SqlState::UNDEFINED_TABLE,
            format!("relation \"{}\" does not exist", rv.name),
        );
        if future {
            e = e
                .detail(format!(
                    "There is a WITH item named \"{}\", but it cannot be referenced from this \
                     part of the query.",
                    rv.name
                ))
                .hint(
                    "Use WITH RECURSIVE, or re-order the WITH items to remove forward references.",
                );
        }
        Err(e).at_loc(location)
    }

    /// Adds an RTE and makes its name space item (`addNSItemToQuery` does not happen here).
    pub(super) fn add_rte(
        &mut self,
        kind: RteKind,
        alias: Option<Alias>,
        eref: Alias,
        columns: Vec<ColumnInfo>,
        lateral: bool,
        relation: Option<Oid>,
    ) -> NsItem {
        let in_from = true;
        let name = eref.name.clone();
        let inh = matches!(kind, RteKind::Relation { .. });
        let ns: Vec<_> = eref.columns.clone();
        self.top().rtable.push(RangeTblEntry { kind, alias, eref, lateral, inh, in_from });
        let rte = self.top().rtable.len();
        let columns = columns
            .into_iter()
            .zip(ns)
            .enumerate()
            .map(|(i, (c, name))| NsColumn {
                hidden: !c.type_oid.is_valid(),
                name,
                rte,
                attno: i as i16 + 1,
                type_oid: c.type_oid,
                typmod: c.typmod,
                collation: c.collation,
                expr: None,
            })
            .collect();
        NsItem {
            rte,
            name,
            columns,
            relation,
            rel_visible: true,
            cols_visible: true,
            lateral_only: false,
            lateral_ok: true,
        }
    }

    /// `addRangeTableEntryForRelation`
    pub(super) fn add_relation_rte(
        &mut self,
        rel: &Rc<RelationInfo>,
        alias: Option<&ast::Alias>,
        inh: bool,
    ) -> Result<NsItem> {
        let name = alias.map_or(rel.name.clone(), |a| a.name.clone());
        let mut names = Vec::new();
        let mut columns = Vec::new();
        let mut given = alias.map(|a| a.columns.iter()).into_iter().flatten();
        for a in &rel.desc.attrs {
            if a.dropped {
                names.push(String::new());
                columns.push(ColumnInfo {
                    name: String::new(),
                    type_oid: Oid::INVALID,
                    typmod: -1,
                    collation: Oid::INVALID,
                });
                continue;
            }
            names.push(given.next().cloned().unwrap_or_else(|| a.name.clone()));
            columns.push(ColumnInfo {
                name: a.name.clone(),
                type_oid: a.type_oid,
                typmod: a.typmod,
                collation: a.collation,
            });
        }
        if given.next().is_some() {
            let n = columns.iter().filter(|c| c.type_oid.is_valid()).count();
            let m = alias.map_or(0, |a| a.columns.len());
            return err!(
                INVALID_COLUMN_REFERENCE,
                "table \"{name}\" has {n} columns available but {m} columns specified"
            );
        }
        let kind = match &rel.view {
            Some(q) if rel.kind == 'v' => {
                RteKind::Subquery { query: Box::new((**q).clone()), view: Some(rel.oid) }
            }
            _ => RteKind::Relation { oid: rel.oid, kind: rel.kind },
        };
        let system = (rel.kind != 'v').then_some(rel.oid);
        let eref = Alias { name, columns: names };
        let alias = alias.map(convert_alias);
        let item = self.add_rte(kind, alias, eref, columns, false, system);
        let rte = item.rte - 1;
        self.top().rtable[rte].inh = inh;
        Ok(item)
    }

    /// Names of an RTE whose columns are not a relation's, the alias taken into account.
    pub(super) fn eref_for(
        &self,
        what: &str,
        default_name: &str,
        alias: Option<&ast::Alias>,
        columns: &[ColumnInfo],
    ) -> Result<Alias> {
        let name = alias.map_or(default_name.to_string(), |a| a.name.clone());
        let mut names: Vec<String> = columns.iter().map(|c| c.name.clone()).collect();
        if let Some(a) = alias {
            if a.columns.len() > names.len() {
                return err!(
                    INVALID_COLUMN_REFERENCE,
                    "{what} \"{name}\" has {} columns available but {} columns specified",
                    names.len(),
                    a.columns.len()
                );
            }
            for (n, g) in names.iter_mut().zip(&a.columns) {
                n.clone_from(g);
            }
        }
        Ok(Alias { name, columns: names })
    }

    /// `refnameNamespaceItem` without a schema: the item and how far out it is.
    pub(super) fn find_item(&self, name: &str, location: i32) -> Result<Option<(usize, usize)>> {
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
    pub(super) fn find_item_qualified(
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

    /// `colNameToVar`
    pub(super) fn column_by_name(&mut self, name: &str, location: i32) -> Result<Option<Expr>> {
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

    /// `scanNSItemForColumn`
    pub(super) fn scan_item(
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
        if it.relation.is_some()
            && let Some((attno, t)) = system_attribute(name)
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

    /// A column of an RTE by name, for `(t).column` and `column(t)` of a whole row.
    pub(super) fn column_of_rte(
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

    /// `transformWholeRowRef`
    pub(super) fn whole_row(&mut self, up: usize, item: usize, location: i32) -> Expr {
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
            RteKind::Join(_) => {
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

    /// The columns behind a whole-row variable.
    pub(super) fn expand_whole_row(&self, e: &Expr) -> Vec<Expr> {
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

    /// `errorMissingColumn`
    pub(super) fn missing_column(
        &self,
        relname: Option<&str>,
        name: &str,
        location: i32,
    ) -> Box<PgError> {
        let message = match relname {
            Some(r) => format!("column {r}.{name} does not exist"),
            None => format!("column \"{name}\" does not exist"),
        };
        let mut e = PgError::new(SqlState::UNDEFINED_COLUMN, message);
        let mut distance = MAX_FUZZY_DISTANCE + 1;
        let mut first: Option<(String, String)> = None;
        let mut second: Option<(String, String)> = None;
        for rte in self.levels.iter().rev().flat_map(|l| &l.rtable) {
            if matches!(rte.kind, RteKind::Join(_)) {
                continue;
            }
            let alias = &rte.eref.name;
            let penalty = match relname {
                Some(r) => levenshtein_less_equal(r, alias, MAX_FUZZY_DISTANCE + 1),
                None => 0,
            };
            let mut exact = false;
            for col in &rte.eref.columns {
                exact |= col == name;
                if penalty > distance || col.is_empty() {
                    continue;
                }
                let d = levenshtein_less_equal(col, name, (distance + 1).saturating_sub(penalty));
                if d > name.len() / 2 {
                    continue;
                }
                let d = d + penalty;
                if d < distance {
                    distance = d;
                    first = Some((alias.clone(), col.clone()));
                    second = None;
                } else if d == distance {
                    if second.is_some() {
                        first = None;
                        second = None;
                        distance = d.saturating_sub(1);
                    } else if first.is_some() {
                        second = Some((alias.clone(), col.clone()));
                    } else if distance <= MAX_FUZZY_DISTANCE {
                        first = Some((alias.clone(), col.clone()));
                    }
                }
            }
            let system =
                matches!(rte.kind, RteKind::Relation { .. }) && system_attribute(name).is_some();
            if (exact || system) && penalty == 0 {
                e = e.hint(format!(
                    "There is a column named \"{name}\" in table \"{alias}\", but it cannot be \
                     referenced from this part of the query."
                ));
                return at(e, location);
            }
        }
        if let Some((a, c)) = first {
            e = e.hint(match second {
                None => format!("Perhaps you meant to reference the column \"{a}.{c}\"."),
                Some((b, d)) => format!(
                    "Perhaps you meant to reference the column \"{a}.{c}\" or the column \
                     \"{b}.{d}\"."
                ),
            });
        }
        at(e, location)
    }

    /// `errorMissingRTE`
    pub(super) fn missing_rte(&self, name: &str, location: i32) -> Box<PgError> {
        // searchRangeTableForRel: the same relation under another name, or the same name out of
        // reach.
        let rel = self.view.relation(None, name).ok().flatten().map(|r| r.oid);
        let rte = self.levels.iter().rev().flat_map(|l| &l.rtable).find(|r| {
            let same = match &r.kind {
                RteKind::Relation { oid, .. } => Some(*oid) == rel,
                RteKind::Cte { name: n, .. } => n == name,
                _ => false,
            };
            same || r.eref.name == name
        });
        let e = match rte {
            None => PgError::new(
                SqlState::UNDEFINED_TABLE,
                format!("missing FROM-clause entry for table \"{name}\""),
            ),
            Some(r) => {
                let e = PgError::new(
                    SqlState::UNDEFINED_TABLE,
                    format!("invalid reference to FROM-clause entry for table \"{name}\""),
                );
                let bad_alias = r.alias.is_some()
                    && r.eref.name != name
                    && matches!(self.find_item(&r.eref.name, location), Ok(Some(_)));
                if bad_alias {
                    e.hint(format!(
                        "Perhaps you meant to reference the table alias \"{}\".",
                        r.eref.name
                    ))
                } else {
                    e.hint(format!(
                        "There is an entry for table \"{}\", but it cannot be referenced from \
                         this part of the query.",
                        r.eref.name
                    ))
                }
            }
        };
        at(e, location)
    }

    /// The collation columns of a type get.
    pub(super) fn column_info(&self, name: &str, t: Oid, typmod: i32) -> ColumnInfo {
        ColumnInfo { name: name.into(), type_oid: t, typmod, collation: self.view.collation_of(t) }
    }
}

fn at(e: Box<PgError>, location: i32) -> Box<PgError> {
    match usize::try_from(location) {
        Ok(l) => e.at(l),
        Err(_) => e,
    }
}

/// An expression for a name space column.
pub(super) fn ns_column_expr(c: &NsColumn, up: u32, location: i32) -> Expr {
    if let Some(e) = &c.expr {
        let mut e = (**e).clone();
        if up > 0 {
            super::walk::visit_mut(&mut e, &mut |x| {
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

/// An alias as written.
pub(super) fn convert_alias(a: &ast::Alias) -> Alias {
    Alias { name: a.name.clone(), columns: a.columns.clone() }
}

/// `varstr_levenshtein_less_equal` with costs of 1: the distance, or more than `max`.
fn levenshtein_less_equal(a: &str, b: &str, max: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > max {
        return max + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let substitute = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()].min(max + 1)
}

/// Says that an operation is not for relations of a kind (`errdetail_relkind_not_supported`).
pub fn unsupported_kind(kind: char) -> &'static str {
    match kind {
        'i' => "This operation is not supported for indexes.",
        'S' => "This operation is not supported for sequences.",
        't' => "This operation is not supported for TOAST tables.",
        'v' => "This operation is not supported for views.",
        'm' => "This operation is not supported for materialized views.",
        'c' => "This operation is not supported for composite types.",
        _ => "This operation is not supported for tables.",
    }
}

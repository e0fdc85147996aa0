//! The range table (`parse_relation.c`): relations opened, their entries made, columns found by name.

mod missing;
mod scan_item;

pub(in crate::analyze) use scan_item::ns_column_expr;

use crate::analyze::state::{Analyzer, At, NsColumn, NsItem};
use crate::analyze::types::TypeFacts;
use crate::analyze::{Alias, ColumnInfo, RangeTblEntry, RelationInfo, RteKind};
use crate::ast;
use crate::expr::system_column;
use std::rc::Rc;
use storage::clock::{self, Kind, ObjectKind};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::RelKind;
use storage::ids::Oid;
use storage::types::oid;
use storage::versions::Release;

impl Analyzer<'_> {
    /// Finds the relation that a name in FROM means (`parserOpenTable`).
    pub(in crate::analyze) fn open_relation(
        &mut self,
        rv: &ast::RangeVar,
    ) -> Result<Rc<RelationInfo>> {
        let location = rv.location as i32;
        let schema = rv.schema_in(self.view.database()).at_loc(location)?;
        clock::add(Kind::RelationOpened, 1);
        clock::meet(ObjectKind::Relation, &rv.name);
        if let Some(r) = self.view.relation(schema, &rv.name).at_loc(location)? {
            if r.desc.attrs.is_empty() && r.oid.0 < 16384 {
                // A relation of the server's own whose columns nobody wrote down.
                return err!(FEATURE_NOT_SUPPORTED, "{}.{} is not modelled", r.schema, r.name)
                    .at_loc(location);
            }
            return Ok(r);
        }
        if let Some(s) = schema {
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

    /// Refuses a name that is qualified with another database's name.
    pub(in crate::analyze) fn check_database(
        &self,
        database: &str,
        name: &str,
        location: i32,
    ) -> Result<()> {
        if self.view.database() == database {
            return Ok(());
        }
        err!(FEATURE_NOT_SUPPORTED, "cross-database references are not implemented: {name}")
            .at_loc(location)
    }

    /// Adds a range table entry, and returns its name space item; the item is not visible yet
    /// (`addNSItemToQuery`). `lateral`: LATERAL.
    pub(in crate::analyze) fn add_rte(
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
        self.top().rtable.push(RangeTblEntry {
            kind,
            alias,
            eref,
            lateral,
            inh,
            in_from,
            placeholders: Vec::new(),
        });
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

    /// Adds a relation to the range table; `inh` says that it was named without ONLY
    /// (`addRangeTableEntryForRelation`).
    pub(in crate::analyze) fn add_relation_rte(
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
            Some(q) if rel.kind == RelKind::View => {
                RteKind::Subquery { query: Box::new((**q).clone()), view: Some(rel.oid) }
            }
            _ => RteKind::Relation { oid: rel.oid, kind: rel.kind },
        };
        let system = (rel.kind != RelKind::View).then_some(rel.oid);
        let eref = Alias { name, columns: names };
        let alias = alias.map(convert_alias);
        let item = self.add_rte(kind, alias, eref, columns, false, system);
        let rte = item.rte - 1;
        self.top().rtable[rte].inh = inh;
        Ok(item)
    }

    /// The alias and column names of an RTE that is not a relation.
    pub(in crate::analyze) fn eref_for(
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

    /// A column with the collation of its type.
    pub(in crate::analyze) fn column_info(&self, name: &str, t: Oid, typmod: i32) -> ColumnInfo {
        ColumnInfo { name: name.into(), type_oid: t, typmod, collation: self.view.collation_of(t) }
    }
}

/// Number and type of a system column.
pub(in crate::analyze) fn system_attribute(name: &str) -> Option<(i16, Oid)> {
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

/// The error with its place in the text, if that is known.
fn at(e: Box<PgError>, location: i32) -> Box<PgError> {
    match usize::try_from(location) {
        Ok(l) => e.at(l),
        Err(_) => e,
    }
}

/// The alias in the form of an RTE.
pub(in crate::analyze) fn convert_alias(a: &ast::Alias) -> Alias {
    Alias { name: a.name.clone(), columns: a.columns.clone() }
}

/// Refuses an index and a composite type, which cannot be opened as a table (`table_open`).
pub fn check_opened(release: &Release, kind: RelKind, name: &str) -> Result<()> {
    let what = match kind {
        RelKind::Index => "an index",
        RelKind::Composite => "a composite type",
        _ => return Ok(()),
    };
    Err(opened_as_other(release.opened_kind_in_message, kind, name, what))
}

/// The error of a relation that is opened as one of another kind. `says_what`: of a release whose error says what the
/// relation is, as `what` does: "an index" or "not a sequence".
pub fn opened_as_other(says_what: bool, kind: RelKind, name: &str, what: &str) -> Box<PgError> {
    let error = |text| PgError::new(SqlState::WRONG_OBJECT_TYPE, text);
    if says_what {
        return error(format!("\"{name}\" is {what}"));
    }
    error(format!("cannot open relation \"{name}\"")).detail(unsupported_kind(kind))
}

/// The DETAIL line that an operation is not supported for relations of a kind
/// (`errdetail_relkind_not_supported`).
pub fn unsupported_kind(kind: RelKind) -> &'static str {
    match kind {
        RelKind::Index => "This operation is not supported for indexes.",
        RelKind::Sequence => "This operation is not supported for sequences.",
        RelKind::Toast => "This operation is not supported for TOAST tables.",
        RelKind::View => "This operation is not supported for views.",
        RelKind::MaterializedView => "This operation is not supported for materialized views.",
        RelKind::Composite => "This operation is not supported for composite types.",
        RelKind::Table => "This operation is not supported for tables.",
    }
}

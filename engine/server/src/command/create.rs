//! CREATE TABLE: its columns and constraints, LIKE, ON COMMIT.

use super::check::{self, DeferredConstraint};
use super::columns;
use super::objects::{self, NewRelation};
use super::options::{self, OptionOwner};
use super::{not_null, sequence};
use crate::backend::Backend;
use crate::backend::StatementResult;
use crate::catalog::stored::{objects as stored, remaining_changes};
use crate::catalog::{AttrDefault, ConstraintType};
use sql::ast::{
    ColumnDef, Constraint, ConstraintKind, CreateStmt, DefElem, ForeignKey, OnCommit,
    QualifiedName, RangeVar, TableElement, like,
};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{Persistence, RelKind};
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::tuple::{Attribute, TupleDesc};

/// Refuses an access method that is not that of tables (`get_table_am_oid`).
pub(super) fn check_method(name: Option<&str>) -> Result<()> {
    match name {
        Some(am) if !sql::settings::is_table_method(am)? => {
            err!(UNDEFINED_OBJECT, "access method \"{am}\" does not exist")
        }
        _ => Ok(()),
    }
}

/// The error for what is no access method of indexes (`DefineIndex`).
pub(super) fn no_index_method(am: &str) -> Box<PgError> {
    match am {
        "heap" => PgError::new(
            SqlState::INTERNAL_ERROR,
            "index access method handler function 3 did not return an IndexAmRoutine struct",
        ),
        _ => PgError::new(
            SqlState::UNDEFINED_OBJECT,
            format!("access method \"{am}\" does not exist"),
        ),
    }
}

/// The schema and persistence for a new relation (`RangeVarGetAndCheckCreationNamespace`).
pub(crate) fn target(b: &mut Backend<'_>, r: &RangeVar) -> Result<(Oid, Persistence)> {
    let schema = r.schema_in(&b.catalog.database)?;
    if r.persistence == Persistence::Temp {
        if let Some(s) = schema
            && s != "pg_temp"
        {
            let Some(schema) = b.catalog.namespace_named(s).map(|n| n.oid) else {
                return err!(INVALID_SCHEMA_NAME, "schema \"{s}\" does not exist");
            };
            if b.catalog.temp.is_none_or(|(t, _)| t != schema) {
                return err!(
                    INVALID_TABLE_DEFINITION,
                    "cannot create temporary relation in non-temporary schema"
                );
            }
        }
        return Ok((b.temp_namespace(), Persistence::Temp));
    }
    if let Some(schema @ ("pg_catalog" | "pg_toast")) = schema {
        // It has an OID by then (`heap_create`).
        b.store.oids.next();
        let m = format!("permission denied to create \"{schema}.{}\"", r.name);
        return Err(PgError::new(SqlState("42501"), m)
            .detail("System catalog modifications are currently disallowed."));
    }
    let namespace = creation_namespace(b, schema)?;
    // `RangeVarAdjustRelationPersistence`
    match (b.catalog.temp.filter(|(temp, _)| *temp == namespace), r.persistence) {
        (None, persistence) => Ok((namespace, persistence)),
        (Some(_), Persistence::Permanent) => Ok((namespace, Persistence::Temp)),
        (Some(_), _) => err!(
            INVALID_TABLE_DEFINITION,
            "only temporary relations may be created in temporary schemas"
        ),
    }
}

/// The schema in which an object of this name is created (`QualifiedNameGetCreationNamespace`).
pub(crate) fn named_namespace(b: &mut Backend<'_>, name: &QualifiedName) -> Result<Oid> {
    let schema = name.schema_in(&b.catalog.database)?;
    creation_namespace(b, schema)
}

/// The schema that is named, or the first of the search path.
pub(crate) fn creation_namespace(b: &mut Backend<'_>, schema: Option<&str>) -> Result<Oid> {
    let found = match schema {
        Some("pg_temp") => Some(b.temp_namespace()),
        Some(s) => b.catalog.namespace_named(s).map(|n| n.oid),
        None => {
            b.create_awaited_temp();
            b.view().creation_namespace()
        }
    };
    match (found, schema) {
        (Some(oid), _) if oid == crate::catalog::PG_CATALOG => {
            err!(INVALID_SCHEMA_NAME, "permission denied for schema pg_catalog")
        }
        (Some(oid), _) => Ok(oid),
        (None, _) => {
            let message = match schema {
                Some(s) => format!("schema \"{s}\" does not exist"),
                None => "no schema has been selected to create in".to_string(),
            };
            Err(PgError::new(SqlState::INVALID_SCHEMA_NAME, message))
        }
    }
}

/// Returns whether a relation of this name exists, after the notice "already exists, skipping";
/// without `if_not_exists` it is refused with 42P07.
pub(crate) fn exists_skip(
    b: &mut Backend<'_>,
    namespace: Oid,
    name: &str,
    if_not_exists: bool,
) -> Result<bool> {
    if b.catalog.class_named(namespace, name).is_none() {
        return Ok(false);
    }
    if !if_not_exists {
        return err!(DUPLICATE_TABLE, "relation \"{name}\" already exists");
    }
    let text = format!("relation \"{name}\" already exists, skipping");
    super::misc::notice(b, SqlState::DUPLICATE_TABLE, text);
    Ok(true)
}

/// What the columns of a CREATE TABLE bring beside themselves.
#[derive(Default)]
pub(crate) struct ColumnExtras<'a> {
    pub columns: Vec<Attribute>,
    /// The definitions of columns that are not complete.
    pub declared: Vec<(usize, &'a ColumnDef)>,
    /// DEFAULT and GENERATED: column, expression.
    pub defaults: Vec<(usize, sql::ast::Expr)>,
    /// serial and identity columns: column, kind 'a' or 'i', the sequence.
    pub sequences: Vec<(usize, char, Oid)>,
    /// Columns that are NOT NULL, from 0, with the names of their constraints.
    pub not_nulls: Vec<(usize, Option<String>)>,
    pub checks: Vec<&'a Constraint>,
    pub indexes: Vec<(&'a Constraint, Vec<String>)>,
    pub foreign: Vec<(&'a Constraint, &'a ForeignKey, Vec<String>)>,
    pub after: Vec<DeferredConstraint>,
}

/// Runs `CREATE TABLE`. Partitions, inheritance and typed tables are refused with 0A000.
#[inline(never)]
pub(super) fn table(b: &mut Backend<'_>, s: &CreateStmt) -> Result<StatementResult> {
    for e in &s.elements {
        if let TableElement::Column(c) = e {
            columns::check_grammar(b, c)?;
        }
    }
    if s.partition_of || s.partition_by.is_some() {
        return err!(FEATURE_NOT_SUPPORTED, "partitioned tables are not modelled");
    }
    if !s.inherits.is_empty() {
        return err!(FEATURE_NOT_SUPPORTED, "table inheritance is not modelled");
    }
    if s.of_type.is_some() {
        return err!(FEATURE_NOT_SUPPORTED, "typed tables are not modelled");
    }
    let (namespace, persistence) = target(b, &s.relation).map_err(|mut e| {
        if e.code != SqlState("42501") {
            e.location = Some(s.relation.location);
        }
        e
    })?;
    let name = crate::catalog::clip(&s.relation.name, 63).to_string();
    // Without IF NOT EXISTS the columns are looked at first.
    if s.if_not_exists && exists_skip(b, namespace, &name, true)? {
        return Ok("CREATE TABLE".into());
    }
    let mut parts = ColumnExtras::default();
    let oids = b.store.oids;
    for e in &s.elements {
        let made = match e {
            TableElement::Column(c) => column(b, &mut parts, c, &name, namespace, persistence),
            TableElement::Constraint(c) => {
                table_constraint(&mut parts, c);
                Ok(())
            }
            TableElement::Like(l) => copy_like(b, &mut parts, l, &name, namespace, persistence),
        };
        // Sequences are made when all columns are known.
        made.inspect_err(|_| b.store.oids = oids)?;
    }
    let on_commit = on_commit_letter(s.on_commit, persistence)?;
    super::tablespace::check(s.tablespace.as_deref())?;
    let heap_options = options::check(b.store.release, &s.options, OptionOwner::Heap)?;
    specified_once(&parts.columns)?;
    complete(b, &mut parts)?;
    check_method(s.access_method.as_deref())?;
    parts.columns.iter().try_for_each(|a| check_column_name(&a.name))?;
    parts.columns.iter().try_for_each(|a| columns::refuse_pseudo_type(b, a))?;
    mark_primary_keys(&mut parts, &name)?;
    let rel = objects::create(
        b,
        NewRelation {
            options: heap_options,
            on_commit,
            ..NewRelation::table(
                &name,
                namespace,
                persistence,
                TupleDesc { attrs: std::mem::take(&mut parts.columns) },
            )
        },
    )?;
    finish(b, rel, parts, &s.options)?;
    Ok("CREATE TABLE".into())
}

/// Completes the columns that were declared.
pub(super) fn complete(b: &mut Backend<'_>, parts: &mut ColumnExtras<'_>) -> Result<()> {
    let mut all = parts.declared.iter();
    all.try_for_each(|(at, def)| columns::complete(b, def, &mut parts.columns[*at]))
}

/// The letter that the catalog keeps for ON COMMIT, `None` for one that does nothing (`DefineRelation`).
///
/// # Errors
///
/// 42P16 for a table that is not temporary.
pub(super) fn on_commit_letter(what: OnCommit, persistence: Persistence) -> Result<Option<char>> {
    if what != OnCommit::Noop && persistence != Persistence::Temp {
        return err!(INVALID_TABLE_DEFINITION, "ON COMMIT can only be used on temporary tables");
    }
    Ok(match what {
        OnCommit::DeleteRows => Some('d'),
        OnCommit::Drop => Some('D'),
        OnCommit::Noop | OnCommit::PreserveRows => None,
    })
}

/// Adds defaults, CHECKs, the TOAST table, indexes and foreign keys, in this order.
pub(crate) fn finish(
    b: &mut Backend<'_>,
    rel: Oid,
    parts: ColumnExtras<'_>,
    given: &[DefElem],
) -> Result<()> {
    add_defaults(b, rel, &parts)?;
    if !b.catalog.class(rel).is_none_or(|c| c.defaults.is_empty()) {
        b.store.xact.catalog_changes(1);
    }
    check::add_checks(b, rel, &parts.checks)?;
    if b.store.release.not_null_constraints {
        stored::next_command(&mut b.catalog_store());
        not_null::add_all(b, rel, &parts.not_nulls);
        stored::next_command(&mut b.catalog_store());
    }
    if b.catalog
        .constraints_of(rel)
        .iter()
        .any(|k| matches!(k.kind, ConstraintType::Check | ConstraintType::NotNull))
    {
        b.store.xact.catalog_changes(1);
    }
    let toast_options = options::check(b.store.release, given, OptionOwner::Toast)?;
    objects::create_toast_if_needed(b, rel, toast_options)?;
    // The primary key comes first, whatever the order written.
    let (primary, other): (Vec<_>, Vec<_>) = parts
        .indexes
        .iter()
        .partition(|(c, _)| matches!(&c.kind, ConstraintKind::Index(i) if i.primary));
    for (c, cols) in primary.into_iter().chain(other) {
        super::index::constraint_index(b, rel, c, cols)?;
    }
    for (i, _, seq) in &parts.sequences {
        let kind = parts.sequences.iter().find(|(j, _, _)| j == i).map_or('a', |(_, k, _)| *k);
        sequence::set_owner(b, *seq, Some((rel, AttrNumber(*i as i16 + 1), kind)));
        b.store.xact.catalog_changes(1);
    }
    for d in parts.after {
        d.run(b, rel)?;
    }
    for (c, f, cols) in &parts.foreign {
        check::add_foreign_key(b, rel, c, f, cols)?;
    }
    Ok(())
}

/// Adds the rows of `pg_attrdef`.
pub(crate) fn add_defaults(b: &mut Backend<'_>, rel: Oid, parts: &ColumnExtras<'_>) -> Result<()> {
    let mut all: Vec<(usize, Option<&sql::ast::Expr>, Option<Oid>)> =
        parts.defaults.iter().map(|(i, e)| (*i, Some(e), None)).collect();
    all.extend(
        parts.sequences.iter().filter(|(_, k, _)| *k == 'a').map(|(i, _, q)| (*i, None, Some(*q))),
    );
    all.arrange_by_key(|(i, _, _)| *i);
    for (i, expr, seq) in all {
        let attno = AttrNumber(i as i16 + 1);
        let expr = match (expr, seq) {
            (Some(e), _) => b.default_expr(rel, attno, e)?,
            (None, Some(q)) => Some(sequence::nextval_expr(b, rel, attno, q)?),
            (None, None) => None,
        };
        let Some(expr) = expr else { continue };
        store_default(b, rel, attno, expr);
    }
    Ok(())
}

/// Stores a column default under a new OID.
pub(crate) fn store_default(
    b: &mut Backend<'_>,
    rel: Oid,
    attno: AttrNumber,
    expr: sql::expr::Expr,
) {
    remaining_changes::relation_changed(&mut b.catalog_store(), rel);
    let oid = b.store.oids.next();
    if let Some(c) = b.catalog.class_mut(rel) {
        c.defaults.insert(attno, AttrDefault { oid, expr: Rc::new(expr) });
    }
    stored::default_made(&mut b.catalog_store(), rel, attno);
}

/// The names of the system columns (`SysAtt`).
pub(in crate::command) const SYSTEM_COLUMNS: [&str; 6] =
    ["tableoid", "cmax", "xmax", "cmin", "xmin", "ctid"];

/// Fails if a column has the name of a system column (`check_for_column_name_collision`).
pub(super) fn check_column_name(name: &str) -> Result<()> {
    if SYSTEM_COLUMNS.contains(&name) {
        return err!(
            DUPLICATE_COLUMN,
            "column name \"{name}\" conflicts with a system column name"
        );
    }
    Ok(())
}

/// Fails if two columns have the same name; those of a composite type may be called like system columns
/// (`MergeAttributes`).
pub(super) fn specified_once(columns: &[Attribute]) -> Result<()> {
    for (i, a) in columns.iter().enumerate() {
        if columns[i + 1..].iter().any(|o| o.name == a.name) {
            return err!(DUPLICATE_COLUMN, "column \"{}\" specified more than once", a.name);
        }
    }
    Ok(())
}

/// Makes the columns of a primary key NOT NULL.
fn mark_primary_keys(parts: &mut ColumnExtras<'_>, table: &str) -> Result<()> {
    let mut seen = false;
    for (c, cols) in &parts.indexes {
        let ConstraintKind::Index(ix) = &c.kind else { continue };
        for name in cols {
            let Some(at) = parts.columns.iter().position(|a| a.name == *name) else {
                return Err(PgError::new(
                    SqlState::UNDEFINED_COLUMN,
                    format!("column \"{name}\" named in key does not exist"),
                )
                .at(c.location));
            };
            if ix.primary {
                parts.columns[at].not_null = true;
                if !parts.not_nulls.iter().any(|(column, _)| *column == at) {
                    parts.not_nulls.push((at, None));
                }
            }
        }
        if ix.primary && std::mem::replace(&mut seen, true) {
            return Err(PgError::new(
                SqlState::INVALID_TABLE_DEFINITION,
                format!("multiple primary keys for table \"{table}\" are not allowed"),
            )
            .at(c.location));
        }
    }
    Ok(())
}

/// Sorts a constraint of the table into the parts that are made after the columns.
fn table_constraint<'a>(parts: &mut ColumnExtras<'a>, c: &'a Constraint) {
    match &c.kind {
        ConstraintKind::Check(_) => parts.checks.push(c),
        ConstraintKind::Index(i) => parts.indexes.push((c, i.columns.clone())),
        ConstraintKind::Foreign(f) => parts.foreign.push((c, f, f.columns.clone())),
        _ => {}
    }
}

/// Makes a column and collects its constraints (`transformColumnDefinition`).
pub(crate) fn column<'a>(
    b: &mut Backend<'_>,
    parts: &mut ColumnExtras<'a>,
    def: &'a ColumnDef,
    table: &str,
    namespace: Oid,
    persistence: Persistence,
) -> Result<()> {
    let mut a = columns::declared(b, def)?;
    let at = parts.columns.len();
    parts.declared.push((at, def));
    let name = a.name.clone();
    let fault = |c: &Constraint, what: &str| {
        let text = format!("{what} for column \"{name}\" of table \"{table}\"");
        Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(c.location))
    };
    let (mut nullable, mut has_default, mut not_null_name) = (None::<bool>, false, None);
    let mut serial = false;
    if columns::serial_type(def.type_name.as_ref().expect("checked")).is_some() {
        let q = sequence::for_column(b, table, &name, namespace, persistence, a.type_oid, &[])?;
        parts.sequences.push((at, 'a', q));
        serial = true;
    }
    for c in &def.constraints {
        match &c.kind {
            ConstraintKind::Null => {
                let serial_first = serial && b.store.release.not_null_constraints;
                if nullable == Some(false) || a.not_null || serial_first {
                    return fault(c, "conflicting NULL/NOT NULL declarations");
                }
                nullable = Some(true);
            }
            ConstraintKind::NotNull => {
                if nullable == Some(true) {
                    return fault(c, "conflicting NULL/NOT NULL declarations");
                }
                nullable = Some(false);
                a.not_null = true;
                not_null_name = not_null_name.or(c.name.clone());
            }
            ConstraintKind::Default(e) => {
                if has_default {
                    let what = match (a.identity, a.generated) {
                        (Some(_), _) => "both default and identity specified",
                        (_, Some(_)) => "both default and generation expression specified",
                        _ => "multiple default values specified",
                    };
                    return fault(c, what);
                }
                has_default = true;
                parts.defaults.push((at, (**e).clone()));
            }
            ConstraintKind::Generated(e) => {
                if has_default {
                    let what = match (a.identity, a.generated) {
                        (_, Some(_)) => "multiple generation clauses specified",
                        (Some(_), _) => "both identity and generation expression specified",
                        _ => "both default and generation expression specified",
                    };
                    return fault(c, what);
                }
                has_default = true;
                a.generated = Some('s');
                parts.defaults.push((at, (**e).clone()));
            }
            ConstraintKind::Identity { always, options } => {
                if a.identity.is_some() {
                    return fault(c, "multiple identity specifications");
                }
                if has_default {
                    return fault(c, "both default and identity specified");
                }
                if nullable == Some(true) {
                    return fault(c, "conflicting NULL/NOT NULL declarations");
                }
                let q = sequence::for_column(
                    b,
                    table,
                    &name,
                    namespace,
                    persistence,
                    a.type_oid,
                    options,
                )?;
                parts.sequences.push((at, 'i', q));
                a.identity = Some(if *always { 'a' } else { 'd' });
                a.not_null = true;
                has_default = true;
            }
            ConstraintKind::Check(_) => parts.checks.push(c),
            ConstraintKind::Index(_) => parts.indexes.push((c, vec![name.clone()])),
            ConstraintKind::Foreign(f) => parts.foreign.push((c, f, vec![name.clone()])),
        }
    }
    // What serial says stands behind what is written, and has no place in the statement.
    if serial {
        let what = match (has_default, a.identity, a.generated) {
            (true, Some(_), _) => Some("both default and identity specified"),
            (true, _, Some(_)) => Some("both default and generation expression specified"),
            (true, ..) => Some("multiple default values specified"),
            _ if nullable == Some(true) => Some("conflicting NULL/NOT NULL declarations"),
            _ => None,
        };
        if let Some(what) = what {
            let text = format!("{what} for column \"{name}\" of table \"{table}\"");
            return Err(PgError::new(SqlState::SYNTAX_ERROR, text));
        }
        a.not_null = true;
    }
    let primary = |c: &Constraint| matches!(&c.kind, ConstraintKind::Index(i) if i.primary);
    if a.not_null || def.constraints.iter().any(primary) {
        parts.not_nulls.push((at, not_null_name));
    }
    parts.columns.push(a);
    Ok(())
}

/// `LIKE table INCLUDING ...` (`transformTableLikeClause`, `expandTableLikeClause`).
#[inline(never)]
fn copy_like(
    b: &mut Backend<'_>,
    parts: &mut ColumnExtras<'_>,
    l: &sql::ast::TableLikeClause,
    table: &str,
    namespace: Oid,
    persistence: Persistence,
) -> Result<()> {
    let location = l.relation.location;
    let source = b.find_relation(&l.relation).map_err(|e| e.at(location))?;
    if !matches!(
        source.kind,
        RelKind::Table | RelKind::View | RelKind::MaterializedView | RelKind::Composite
    ) {
        let m = format!("relation \"{}\" is invalid in LIKE clause", source.name);
        let e = PgError::new(SqlState::WRONG_OBJECT_TYPE, m).at(location);
        return Err(e.detail(source.unsupported()));
    }
    let with = |bit: u32| l.options & bit != 0;
    let comment = |b: &Backend<'_>, on| {
        b.catalog.comments().get(&on).filter(|_| with(like::COMMENTS)).cloned()
    };
    let first = parts.columns.len();
    let mut not_nulls = Vec::new();
    for (i, a) in source.desc.attrs.iter().enumerate().filter(|(_, a)| !a.dropped) {
        let attno = AttrNumber(i as i16 + 1);
        let mut new = b.catalog.attribute_of(&a.name, a.type_oid, a.typmod);
        new.collation = a.collation;
        new.not_null = a.not_null;
        new.ndims = a.ndims;
        let at = parts.columns.len();
        if with(like::STORAGE) {
            new.storage = a.storage;
            // TAPAS is a storage; a toaster is not taken over (`transformTableLikeClause`).
            if a.toaster == storage::toaster::TAPAS_OID {
                new.toaster = a.toaster;
            }
        }
        if with(like::COMPRESSION) {
            new.compression = a.compression;
        }
        let generated = a.generated.is_some();
        if generated && with(like::GENERATED) {
            new.generated = a.generated;
        }
        if let Some(d) = source.defaults.get(&attno)
            && with(if generated { like::GENERATED } else { like::DEFAULTS })
        {
            let expr = check::renumber(&d.expr, &source, first);
            parts.after.push(DeferredConstraint::Default { column: at, expr });
        }
        if a.identity.is_some() && with(like::IDENTITY) {
            let q =
                sequence::for_column(b, table, &a.name, namespace, persistence, a.type_oid, &[])?;
            parts.sequences.push((at, 'i', q));
            new.identity = a.identity;
        }
        parts.columns.push(new);
        if let Some(k) = not_null::of(b, source.oid, attno) {
            not_nulls.push((k.name.clone(), at));
        }
        if let Some(text) = comment(b, (source.oid, attno.0)) {
            parts.after.push(DeferredConstraint::Comment { column: at, text });
        }
    }
    not_nulls.arrange();
    parts.not_nulls.extend(not_nulls.into_iter().map(|(name, at)| (at, Some(name))));
    if with(like::CONSTRAINTS) {
        for k in b.catalog.constraints_of(source.oid) {
            if let Some(e) = &k.check {
                let expr = check::renumber(e, &source, first);
                let comment = comment(b, (k.oid, 0));
                let (name, no_inherit) = (k.name.clone(), k.no_inherit);
                parts.after.push(DeferredConstraint::Check { name, expr, no_inherit, comment });
            }
        }
    }
    if with(like::INDEXES) {
        for i in b.catalog.indexes_of(source.oid) {
            let comment = comment(b, (i.oid, 0));
            parts.after.push(DeferredConstraint::Index { source: i.oid, first, comment });
        }
    }
    Ok(())
}

/// Applies ON COMMIT to temporary tables. DELETE ROWS truncates the files in place, and only if a
/// temporary table was opened (`PreCommit_on_commit_actions`).
pub(crate) fn drop_temporary(b: &mut Backend<'_>) -> Result<()> {
    if b.catalog.temp.is_none() {
        return Ok(());
    }
    let mut used = false;
    let mut all: Vec<(Oid, char)> = Vec::new();
    for c in b.catalog.classes().values() {
        used |= c.state.used.replace(false);
        all.extend(c.on_commit.map(|what| (c.oid, what)));
    }
    let emptied: Vec<Oid> =
        all.iter().filter(|(_, what)| used && *what != 'D').map(|a| a.0).collect();
    for &rel in &emptied {
        let Some(&from) = super::drop::referring(b, &[rel], &emptied).first() else { continue };
        let name = |rel| b.catalog.class(rel).map_or("", |c| &c.name);
        let text = "unsupported ON COMMIT and foreign key combination";
        return Err(PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text).detail(format!(
            "Table \"{}\" references \"{}\", but they do not have the same ON COMMIT setting.",
            name(from),
            name(rel)
        )));
    }
    for (oid, what) in all {
        match what {
            'D' => objects::drop_relation(b, oid),
            _ if used => super::drop::truncate_in_place(b, oid)?,
            _ => {}
        }
        b.sync_store();
    }
    Ok(())
}

//! CREATE INDEX, and the indexes of constraints.

use super::create::SYSTEM_COLUMNS;
use super::objects::{self, NewRelation};
use super::opclass;
use super::options::{self, OptionOwner};
use super::safe_path::with_safe_path;
use super::{check, columns, index_constraint};
use crate::backend::{Backend, StatementResult};
use crate::catalog::stored::{objects as stored, remaining_changes};
use crate::catalog::{
    BTREE_AM, Class, Constraint, ConstraintType, IndexEntry, OTHER_INDEX_METHODS,
};
use sql::ast::{
    Constraint as ParsedConstraint, ConstraintKind, DefElem, IndexElem, IndexStmt, SortDirection,
    SortNulls,
};
use sql::expr::{Expr, Node};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{IndexKey, RelKind};
use storage::ids::{AttrNumber, Oid, TransactionId};
use storage::tuple::TupleDesc;
use storage::tuple::layout::INDEX_MAX_KEYS;
use storage::types::oid;

/// One key or included column, resolved.
struct ResolvedKey {
    name: String,
    attno: AttrNumber,
    expr: Option<Expr>,
    key: IndexKey,
    typmod: i32,
    opclass: Option<String>,
}

/// What an index is to be.
pub(super) struct IndexDefinition<'a> {
    pub name: Option<String>,
    pub keys: &'a [IndexElem],
    pub including: &'a [IndexElem],
    pub options: &'a [DefElem],
    pub predicate: Option<&'a sql::ast::Expr>,
    pub unique: bool,
    pub primary: bool,
    pub constraint: bool,
    pub nulls_not_distinct: bool,
    /// Left unfilled: the table is about to be rewritten.
    pub skip_build: bool,
    /// Left unfilled and invalid: it is built in a transaction of its own.
    pub concurrent: bool,
    /// Its access method.
    pub method: Oid,
    /// Whether nothing is made if there is a relation of this name.
    pub if_not_exists: bool,
}

/// Runs `CREATE INDEX` on a table or materialized view; other relations are refused with 42809.
#[inline(never)]
pub(super) fn create(b: &mut Backend<'_>, s: &IndexStmt) -> Result<StatementResult> {
    if s.concurrent {
        b.prevent_in_block("CREATE INDEX CONCURRENTLY")?;
    }
    let table = b.find_relation(&s.relation)?;
    stored::opened(&mut b.catalog_store(), table.oid);
    table.refuse_system()?;
    analyze_expressions(b, table.oid, s)?;
    sql::analyze::check_opened(b.store.release, table.kind, &table.name)?;
    if !matches!(table.kind, RelKind::Table | RelKind::MaterializedView) {
        return Err(PgError::new(
            SqlState::WRONG_OBJECT_TYPE,
            format!("cannot create index on relation \"{}\"", table.name),
        )
        .detail(table.unsupported()));
    }
    let am = if s.access_method.is_empty() { "btree" } else { &s.access_method };
    let other = OTHER_INDEX_METHODS.iter().find(|m| m.1 == am);
    if am != "btree" && other.is_none() {
        return Err(super::create::no_index_method(am));
    }
    super::tablespace::check(s.tablespace.as_deref())?;
    super::objects::refuse_in_use(b, table.oid, "CREATE INDEX")?;
    let index = define(
        b,
        table.oid,
        &IndexDefinition {
            name: s.name.clone(),
            keys: &s.params,
            including: &s.including,
            options: &s.options,
            predicate: s.where_clause.as_ref(),
            unique: s.unique,
            primary: false,
            constraint: false,
            nulls_not_distinct: s.nulls_not_distinct,
            skip_build: other.is_some(),
            concurrent: s.concurrent && other.is_none(),
            method: other.map_or(BTREE_AM, |m| m.0),
            if_not_exists: s.if_not_exists,
        },
    )?;
    if !index.is_valid() {
        return Ok("CREATE INDEX".into());
    }
    if other.is_some() {
        b.warning(PgError::new(
            SqlState::FEATURE_NOT_SUPPORTED,
            format!("{am} indexes are not modelled: plans, the log and sizes leave this one out"),
        ));
    }
    if s.concurrent {
        // The index is built, and then made valid, each in a transaction of its own. When it cannot be built it stays,
        // invalid.
        super::maintain::commit_and_begin(b)?;
        if other.is_none() {
            build_new(b, table.oid, index)?;
        }
        let _ = b.store.xact.assign_xid();
        super::maintain::commit_and_begin(b)?;
        let _ = b.store.xact.assign_xid();
        set_valid(b, index);
    }
    Ok("CREATE INDEX".into())
}

/// Analyzes the WHERE and the expressions of CREATE INDEX, which the server does before it looks at its columns, its
/// method and the kind of relation (`transformIndexStmt`).
fn analyze_expressions(b: &mut Backend<'_>, rel: Oid, s: &IndexStmt) -> Result<()> {
    if let Some(e) = &s.where_clause {
        b.index_predicate(rel, e)?;
    }
    for e in s.params.iter().filter_map(|p| p.expr.as_ref()) {
        b.index_expr(rel, e)?;
    }
    Ok(())
}

/// Makes an index (`DefineIndex`), and returns its OID; none if it is there and need not be made.
pub(super) fn define(b: &mut Backend<'_>, rel: Oid, d: &IndexDefinition<'_>) -> Result<Oid> {
    let Some(table) = b.catalog.class(rel).cloned() else {
        return err!(INTERNAL_ERROR, "cache lookup failed for relation {rel}");
    };
    if d.keys.len() + d.including.len() > INDEX_MAX_KEYS {
        return err!(TOO_MANY_COLUMNS, "cannot use more than 32 columns in an index");
    }
    opclass::check_abilities(d)?;
    if d.method != BTREE_AM && !d.options.is_empty() {
        let name = opclass::method_name(d.method);
        return err!(FEATURE_NOT_SUPPORTED, "parameters of {name} indexes are not modelled");
    }
    let opts = options::check(b.store.release, d.options, OptionOwner::Index)?;
    let mut keys = Vec::new();
    for (i, e) in d.keys.iter().chain(d.including).enumerate() {
        keys.push(key(b, &table, e, i >= d.keys.len(), d.method)?);
    }
    let predicate = match d.predicate {
        Some(e) => Some(b.index_predicate(rel, e)?),
        None => None,
    };
    if keys.iter().filter_map(|k| k.expr.as_ref()).chain(&predicate).any(check::reads_system_column)
    {
        return Err(system_column());
    }
    distinct_names(&mut keys, |k| &mut k.name);
    let name = match &d.name {
        Some(n) => crate::catalog::clip(n, 63).to_string(),
        None => choose(b, &table, &keys[..], d),
    };
    if d.if_not_exists && super::create::exists_skip(b, table.namespace, &name, true)? {
        return Ok(Oid::INVALID);
    }
    let mut attrs = Vec::new();
    for k in &keys {
        let mut a = b.catalog.attribute_of(&k.name, k.key.type_oid, k.typmod);
        columns::refuse_pseudo_type(b, &a)?;
        if let Some(t) = (k.attno.0 > 0).then(|| table.desc.attr(k.attno)) {
            a.storage = t.storage;
            a.compression = t.compression;
            a.ndims = t.ndims;
        }
        a.collation = k.key.collation;
        attrs.push(a);
    }
    let entry = IndexEntry {
        heap: rel,
        opclasses: keys.iter().map(|k| k.opclass.clone()).collect(),
        key_count: d.keys.len(),
        exprs: keys.iter().filter_map(|k| k.expr.clone()).collect(),
        keys: keys.into_iter().map(|k| k.key).collect(),
        predicate,
        unique: d.unique,
        primary: d.primary,
        immediate: true,
        nulls_not_distinct: d.nulls_not_distinct,
        clustered: false,
        replica_identity: false,
        check_xmin: None,
        valid: !d.concurrent,
    };
    let columns: Vec<AttrNumber> = entry.keys[..entry.key_count].iter().map(|k| k.attno).collect();
    let index = objects::create(
        b,
        NewRelation {
            kind: RelKind::Index,
            options: opts,
            index: Some(entry),
            ..NewRelation::table(&name, table.namespace, table.persistence, TupleDesc { attrs })
        },
    )?;
    if d.constraint {
        let oid = b.store.oids.next();
        let k = Constraint {
            oid,
            name: name.clone(),
            kind: ConstraintType::of_index(d.primary),
            rel,
            index,
            keys: columns,
            validated: true,
            no_inherit: true,
            deferrable: (false, false),
            check: None,
            foreign: None,
        };
        b.catalog.constraints_mut().insert(oid, Rc::new(k));
    }
    if let Some(c) = b.catalog.class_mut(index) {
        c.access_method = d.method;
    }
    stored::index_made(&mut b.catalog_store(), index);
    if !d.skip_build && !d.concurrent {
        build_new(b, rel, index)?;
    }
    if let Some(c) = b.catalog.class_mut(rel) {
        c.state.has_index.set(true);
    }
    Ok(index)
}

/// Fills a new index from its table. If it leaves out old versions of HOT chains, `indcheckxmin` is set
/// in its row of `pg_index`.
pub(crate) fn build_new(b: &mut Backend<'_>, rel: Oid, index: Oid) -> Result<()> {
    if build(b, rel, index, false)? {
        let xid = b.store.xact.assign_xid();
        set_check_xmin(b, index, Some(xid));
    }
    Ok(())
}

/// Marks an index as one that queries may use and commands keep up to date (`indisvalid`, `indisready`).
pub(super) fn set_valid(b: &mut Backend<'_>, index: Oid) {
    let entry = b.catalog.class_mut(index).and_then(|c| c.index.as_mut());
    if let Some(e) = entry.filter(|e| !e.valid) {
        Rc::make_mut(e).valid = true;
        b.sync_store();
    }
}

/// Sets `indcheckxmin`.
pub(super) fn set_check_xmin(b: &mut Backend<'_>, index: Oid, by: Option<TransactionId>) {
    if let Some(e) = b.catalog.class_mut(index).and_then(|c| c.index.as_mut()) {
        Rc::make_mut(e).check_xmin = by;
        remaining_changes::relation_changed(&mut b.catalog_store(), index);
    }
}

/// Fills an index from its table. Returns whether it leaves out old versions of HOT chains
/// (`ii_BrokenHotChain`). `unchecked`: a unique index is built as if it were none.
pub(super) fn build(b: &mut Backend<'_>, rel: Oid, index: Oid, unchecked: bool) -> Result<bool> {
    if b.catalog.class(index).is_some_and(|i| i.access_method != BTREE_AM) {
        return Ok(false);
    }
    let (Some(heap), Some(index)) = (b.catalog.relation(rel), b.catalog.relation(index)) else {
        return err!(INTERNAL_ERROR, "could not open relation with OID {index}");
    };
    let first = b.catalog.class(rel).is_some_and(|c| !c.state.has_index.get());
    b.sync_store();
    let broken = with_safe_path(b, |b| {
        let (st, mut exprs) = b.index_exprs();
        storage::table::index_build(st, &heap, &index, first, unchecked, &mut exprs)
    })?;
    Ok(broken)
}

/// Resolves one element of CREATE INDEX's list: its column or expression, collation, operator class
/// and order (`ComputeIndexAttrs`). `included` is of INCLUDE.
fn key(
    b: &mut Backend<'_>,
    table: &Class,
    e: &IndexElem,
    included: bool,
    method: Oid,
) -> Result<ResolvedKey> {
    if included {
        opclass::refuse_included(e)?;
    }
    let (name, attno, expr, type_oid, typmod, mut collation) = match (&e.name, &e.expr) {
        (Some(n), _) => {
            let Some(attno) = table.column(n) else {
                if SYSTEM_COLUMNS.contains(&n.as_str()) {
                    if !included && !matches!(&**n, "ctid" | "tableoid") {
                        let t = if n.starts_with('x') { oid::XID } else { oid::CID };
                        opclass::resolve(b, method, t, None)?;
                    }
                    return Err(system_column());
                }
                return err!(UNDEFINED_COLUMN, "column \"{n}\" does not exist");
            };
            let a = table.desc.attr(attno);
            (n.clone(), attno, None, a.type_oid, a.typmod, a.collation)
        }
        (None, Some(parsed)) => {
            let mut x = b.index_expr(table.oid, parsed)?;
            let (t, m, c) = (x.type_oid, x.typmod, x.collation);
            let name = sql::analyze::suggested_name(parsed).unwrap_or_else(|| "expr".into());
            // The index has the collation, its expression has not (`ComputeIndexAttrs`).
            while let Node::Collate(inner, _) = x.node {
                x = *inner;
            }
            (name, AttrNumber(0), Some(x), t, m, c)
        }
        (None, None) => return err!(INTERNAL_ERROR, "a key without a name or an expression"),
    };
    if let Some(named) = &e.collation {
        let named = columns::collation_named(b, named)?;
        if !collation.is_valid() {
            let t = b.type_name(type_oid);
            return err!(DATATYPE_MISMATCH, "collations are not supported by type {t}");
        }
        collation = named;
    }
    let mut opclass = e.opclass.as_ref().map(|name| opclass::named(b, name)).transpose()?;
    if let (Some(class), false) = (&opclass, e.opclass_options.is_empty()) {
        if method != BTREE_AM {
            return err!(FEATURE_NOT_SUPPORTED, "options of operator classes are not modelled");
        }
        return err!(INVALID_PARAMETER_VALUE, "operator class {class} has no options");
    }
    let mut compares = if included { type_oid } else { compared_as(b, type_oid) };
    if included {
        collation = Oid::INVALID;
    } else {
        opclass = opclass::resolve(b, method, type_oid, opclass.as_deref())?;
        if opclass.as_ref().is_some_and(|class| class.starts_with("bpchar_")) {
            compares = storage::types::oid::BPCHAR;
        }
        if method != BTREE_AM {
            opclass::refuse_order(e, method)?;
        }
    }
    let descending = e.ordering == SortDirection::Desc;
    let nulls_first = match e.nulls {
        SortNulls::First => true,
        SortNulls::Last => false,
        SortNulls::Default => descending,
    };
    Ok(ResolvedKey {
        name,
        attno,
        expr,
        key: IndexKey {
            attno,
            type_oid: compares,
            collation,
            descending,
            nulls_first,
            pattern_ops: opclass.as_deref().is_some_and(opclass::is_pattern_class),
        },
        typmod,
        opclass,
    })
}

/// The error for an index on a system column.
fn system_column() -> Box<PgError> {
    let text = "index creation on system columns is not supported";
    PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text)
}

/// The type whose operator class sorts a type: for a domain, its base type.
pub(super) fn compared_as(b: &Backend<'_>, type_oid: Oid) -> Oid {
    match b.catalog.types().get(&type_oid).map(|t| &t.kind) {
        Some(crate::catalog::UserTypeKind::Domain(d)) => compared_as(b, d.base),
        _ => type_oid,
    }
}

/// Makes the names of index columns distinct by adding numbers (`ChooseIndexColumnNames`).
pub(super) fn distinct_names<T>(keys: &mut [T], name: fn(&mut T) -> &mut String) {
    for i in 0..keys.len() {
        let base = name(&mut keys[i]).clone();
        let (mut own, mut n) = (base.clone(), 1);
        while keys[..i].iter_mut().any(|k| *name(k) == own) {
            own = format!("{base}{n}");
            n += 1;
        }
        *name(&mut keys[i]) = own;
    }
}

/// Returns a name for the index that no relation has (`ChooseIndexName`).
fn choose(b: &Backend<'_>, table: &Class, keys: &[ResolvedKey], d: &IndexDefinition<'_>) -> String {
    if d.primary {
        return objects::choose_name(b, &table.name, "", "pkey", table.namespace, true);
    }
    let mut addition = String::new();
    for k in keys {
        if !addition.is_empty() {
            addition.push('_');
        }
        addition.push_str(&k.name);
        if addition.len() >= 63 {
            break;
        }
    }
    let addition = crate::catalog::clip(&addition, 63);
    let label = if d.constraint { "key" } else { "idx" };
    objects::choose_name(b, &table.name, addition, label, table.namespace, d.constraint)
}

/// Makes the index of a PRIMARY KEY or UNIQUE constraint.
pub(super) fn constraint_index(
    b: &mut Backend<'_>,
    rel: Oid,
    c: &ParsedConstraint,
    columns: &[String],
) -> Result<Oid> {
    check_key(b, rel, c, columns)?;
    constraint_index_later(b, rel, c, columns, false)
}

/// Creates the index of a constraint whose key was checked ([`check_key`]); with `skip_build` it stays empty for now.
pub(super) fn constraint_index_later(
    b: &mut Backend<'_>,
    rel: Oid,
    c: &ParsedConstraint,
    columns: &[String],
    skip_build: bool,
) -> Result<Oid> {
    let ConstraintKind::Index(ix) = &c.kind else {
        return err!(INTERNAL_ERROR, "not an index constraint");
    };
    if ix.index_name.is_some() {
        return index_constraint::using_index(b, rel, c, ix);
    }
    let elem = |name: &String| IndexElem {
        name: Some(name.clone()),
        expr: None,
        collation: None,
        opclass: None,
        opclass_options: Vec::new(),
        ordering: SortDirection::Default,
        nulls: SortNulls::Default,
    };
    let keys: Vec<IndexElem> = columns.iter().map(elem).collect();
    let including: Vec<IndexElem> = ix.including.iter().map(elem).collect();
    define(
        b,
        rel,
        &IndexDefinition {
            name: c.name.clone(),
            keys: &keys,
            including: &including,
            options: &ix.options,
            predicate: None,
            unique: true,
            primary: ix.primary,
            constraint: true,
            nulls_not_distinct: ix.nulls_not_distinct,
            skip_build,
            concurrent: false,
            method: BTREE_AM,
            if_not_exists: false,
        },
    )
}

/// Checks the columns and the name of a key that gets an index (`transformIndexConstraint`, `DefineIndex`).
pub(super) fn check_key(
    b: &mut Backend<'_>,
    rel: Oid,
    c: &ParsedConstraint,
    columns: &[String],
) -> Result<()> {
    let ConstraintKind::Index(ix) = &c.kind else { return Ok(()) };
    let Some(t) = b.catalog.class(rel).cloned() else { return Ok(()) };
    for (i, n) in columns.iter().chain(&ix.including).enumerate() {
        if t.column(n).is_none() {
            // Columns of a primary key are made NOT NULL first (`transformIndexConstraint`).
            let of_table = format!("of relation \"{}\"", t.name);
            let of = if ix.primary && i < columns.len() { &of_table } else { "named in key" };
            let text = format!("column \"{n}\" {of} does not exist");
            let e = PgError::new(SqlState::UNDEFINED_COLUMN, text);
            return Err(if i < columns.len() { e } else { e.at(c.location) });
        }
        if i < columns.len() && columns[..i].contains(n) {
            let kind = if ix.primary { "primary key" } else { "unique" };
            let text = format!("column \"{n}\" appears twice in {kind} constraint");
            return Err(PgError::new(SqlState::DUPLICATE_COLUMN, text).at(c.location));
        }
    }
    if ix.primary
        && b.catalog.constraints_of(rel).iter().any(|k| k.kind == ConstraintType::PrimaryKey)
    {
        let text = format!("multiple primary keys for table \"{}\" are not allowed", t.name);
        return err!(INVALID_TABLE_DEFINITION, "{text}");
    }
    if let Some(n) = &c.name {
        super::create::exists_skip(b, t.namespace, n, false)?;
    }
    Ok(())
}

/// The columns of a key: those named, or those of the index that becomes the constraint's; none if there is no such
/// index (`transformIndexConstraint`).
pub(super) fn key_columns(
    b: &Backend<'_>,
    table: &Class,
    ix: &sql::ast::IndexConstraint,
) -> Vec<AttrNumber> {
    let Some(name) = &ix.index_name else {
        return ix.columns.iter().filter_map(|name| table.column(name)).collect();
    };
    let index = b.catalog.class_named(table.namespace, name);
    let entry = index.and_then(|i| i.index.as_ref()).filter(|e| e.heap == table.oid);
    entry.map_or(Vec::new(), |e| {
        e.keys[..e.key_count].iter().map(|k| k.attno).filter(|n| n.0 > 0).collect()
    })
}

/// Copies an index for another table that has the columns after its `first` ones (LIKE INCLUDING INDEXES).
pub(super) fn copy(b: &mut Backend<'_>, source: Oid, rel: Oid, first: usize) -> Result<Oid> {
    let (Some(old), Some(table)) =
        (b.catalog.class(source).cloned(), b.catalog.class(rel).cloned())
    else {
        return err!(INTERNAL_ERROR, "cache lookup failed for relation {source}");
    };
    let Some(mut entry) = old.index.as_ref().map(|e| (**e).clone()) else {
        return err!(INTERNAL_ERROR, "cache lookup failed for index {source}");
    };
    if let Some(heap) = b.catalog.class(entry.heap) {
        for k in entry.keys.iter_mut().filter(|k| k.attno.0 > 0) {
            k.attno = check::renumbered(k.attno, heap, first);
        }
        for e in entry.exprs.iter_mut().chain(&mut entry.predicate) {
            *e = check::renumber(e, heap, first);
        }
    }
    (entry.heap, entry.clustered, entry.check_xmin) = (rel, false, None);
    let constraint = b
        .catalog
        .constraints()
        .values()
        .any(|k| k.index == source && k.kind != ConstraintType::ForeignKey);
    let label = match (entry.primary, constraint) {
        (true, _) => "pkey",
        (_, true) => "key",
        _ => "idx",
    };
    let names: Vec<&str> = old.desc.attrs.iter().map(|a| a.name.as_str()).collect();
    let addition = if entry.primary { String::new() } else { names.join("_") };
    let name = objects::choose_name(b, &table.name, &addition, label, table.namespace, constraint);
    let keys: Vec<AttrNumber> = entry.keys[..entry.key_count].iter().map(|k| k.attno).collect();
    let primary = entry.primary;
    let index = objects::create(
        b,
        NewRelation {
            kind: RelKind::Index,
            options: old.options.clone(),
            index: Some(entry),
            ..NewRelation::table(&name, table.namespace, table.persistence, (*old.desc).clone())
        },
    )?;
    if constraint {
        let oid = b.store.oids.next();
        b.catalog.constraints_mut().insert(
            oid,
            Rc::new(Constraint {
                oid,
                name,
                kind: ConstraintType::of_index(primary),
                rel,
                index,
                keys,
                validated: true,
                no_inherit: true,
                deferrable: (false, false),
                check: None,
                foreign: None,
            }),
        );
    }
    stored::index_made(&mut b.catalog_store(), index);
    build_new(b, rel, index)?;
    if let Some(c) = b.catalog.class_mut(rel) {
        c.state.has_index.set(true);
    }
    Ok(index)
}

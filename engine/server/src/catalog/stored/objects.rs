//! The rows that make an object, in the order in which the server writes them (`heap_create_with_catalog`,
//! `index_create`, `StoreAttrDefault` ...).
//!
//! A function that makes rows is called once the entry of the object exists; one that deletes rows, before the entry is
//! removed. An error in writing these rows is not reported: SQL reads the entries.

use super::CatalogStore;
use super::depend::{self, Object};
use super::relation::*;
use super::rows::row_key;
use super::{delete, insert, look_up, look_up_row, nodes, update};
use crate::catalog::{Catalog, Class, Constraint, ConstraintType, system};
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::heap::{HeapScan, RelKind};
use storage::ids::{AttrNumber, Oid, RelFileNode};
use storage::sort::Arrange;

/// Asserts, in debug builds, that writing the catalog's rows succeeded.
pub(super) fn holds(done: Result<()>) {
    debug_assert!(done.is_ok(), "the catalog's rows: {done:?}");
}

/// Begins the next command (`CommandCounterIncrement`): processes the invalidation messages queued so
/// far, and reads the open relations again (`RelationClearRelation`).
pub fn next_command(cat: &mut CatalogStore<'_>) {
    if let Some(system) = &mut cat.store.system {
        system.next_command();
    }
    for rel in cat.store.wal.next_messages() {
        if let Some(class) = cat.catalog.class(rel) {
            class.state.invalidate();
        }
        if cat.catalog.stored().has(&row_key(CLASS, rel)) {
            read_anew(cat, rel);
        }
    }
}

/// Opens a relation: if it was invalidated since it was last open, its catalog rows and those of its
/// indexes are read again (`RelationBuildDesc`).
pub fn opened(cat: &mut CatalogStore<'_>, oid: Oid) {
    let anew = opened_alone(cat, oid);
    indexes_opened(cat, oid, anew);
}

/// Opens a relation without its indexes; returns whether it was read again.
pub fn opened_alone(cat: &mut CatalogStore<'_>, oid: Oid) -> bool {
    if !cat.catalog.stored.stale.contains(&oid) {
        return false;
    }
    Rc::make_mut(&mut cat.catalog.stored.stale).remove(&oid);
    let anew = cat.catalog.stored().has(&row_key(CLASS, oid));
    if anew {
        read_anew(cat, oid);
    }
    anew
}

/// Opens relations that storage has opened by itself, TOAST tables above all: what is read of the catalog for them is
/// read when the statement is done.
pub fn opened_by_storage(cat: &mut CatalogStore<'_>) {
    let stale = Rc::clone(&cat.catalog.stored.stale);
    for oid in stale.iter() {
        if cat.catalog.class(*oid).is_some_and(|c| c.state.loaded.get()) {
            opened(cat, *oid);
        }
    }
}

/// Opens the indexes of a relation. `anew`: they are listed again (`RelationGetIndexList`).
pub fn indexes_opened(cat: &mut CatalogStore<'_>, oid: Oid, anew: bool) {
    if anew {
        look_up(cat, INDEX, 0, &[oid.0]);
    }
    let indexes: Vec<Oid> = cat.catalog.indexes_of(oid).iter().map(|i| i.oid).collect();
    for index in indexes {
        opened(cat, index);
    }
}

/// Reads the rows of a relation that a new entry of the relation cache is made of
/// (`RelationBuildDesc`).
fn read_anew(cat: &mut CatalogStore<'_>, rel: Oid) {
    look_up(cat, CLASS, 0, &[rel.0]);
    if cat.catalog.stored().has(&row_key(INDEX, rel)) {
        look_up(cat, INDEX, 1, &[rel.0]);
    } else {
        look_up(cat, ATTRIBUTE, 1, &[rel.0]);
    }
}

/// Writes the catalog rows of a new relation that is not an index: types, class, columns, dependencies.
pub fn relation_made(cat: &mut CatalogStore<'_>, oid: Oid) {
    let Some(class) = cat.catalog.class(oid).cloned() else { return };
    holds(relation_rows(cat, &class));
    next_command(cat);
    // A view's rule is made after it, and one with rows says then that it has them (`DefineQueryRewrite`,
    // `SetMatViewPopulatedState`).
    let later = match class.kind {
        RelKind::View => 1,
        RelKind::MaterializedView => 1 + u32::from(class.populated),
        _ => 0,
    };
    for _ in 0..later {
        class_changed(cat, oid);
        next_command(cat);
    }
}

/// Writes the rows of a relation that is not an index.
fn relation_rows(cat: &mut CatalogStore<'_>, class: &Rc<Class>) -> Result<()> {
    let me = (CLASS, class.oid, 0);
    if class.row_type.is_valid() {
        type_made(cat, class.row_type, me)?;
        type_made(cat, class.array_type, (TYPE, class.row_type, 0))?;
    }
    insert(cat, CLASS, &[system::class_row(cat.catalog, class)], false)?;
    let (own, system) = attributes(cat.catalog, class);
    insert(cat, ATTRIBUTE, &own, true)?;
    insert(cat, ATTRIBUTE, &system, true)?;
    // The schema of a TOAST table is no dependency of it (`heap_create_with_catalog`).
    if !matches!(class.kind, RelKind::Composite | RelKind::Toast) {
        depend::record(cat, me, &[(NAMESPACE, class.namespace, 0)], 'n')?;
    }
    Ok(())
}

/// The `pg_attribute` rows of a relation: those of its own columns, and those of the system
/// columns.
pub(super) fn attributes(catalog: &Catalog, class: &Class) -> (Vec<Vec<Datum>>, Vec<Vec<Datum>>) {
    let toasters = !catalog.toasters().is_empty();
    system::attribute_rows(class, toasters, &mut |t, value| system::missing_array(t, value))
}

/// Writes the row of a type that belongs to another object, and its dependency.
fn type_made(cat: &mut CatalogStore<'_>, oid: Oid, with: Object) -> Result<()> {
    let Some(t) = cat.catalog.types().get(&oid).cloned() else { return Ok(()) };
    insert(cat, TYPE, &[system::type_row(&t)], false)?;
    depend::record(cat, (TYPE, oid, 0), &[with], 'i')
}

/// Writes the catalog rows of a new, empty index, and of its constraint if it has one.
pub fn index_made(cat: &mut CatalogStore<'_>, oid: Oid) {
    let Some(class) = cat.catalog.class(oid).cloned() else { return };
    holds(index_rows(cat, &class));
    next_command(cat);
}

/// Writes the rows of an index, and of what it depends on.
fn index_rows(cat: &mut CatalogStore<'_>, class: &Rc<Class>) -> Result<()> {
    let Some(entry) = class.index.clone() else { return Ok(()) };
    insert(cat, CLASS, &[system::class_row(cat.catalog, class)], false)?;
    let (own, _) = attributes(cat.catalog, class);
    insert(cat, ATTRIBUTE, &own, true)?;
    insert(cat, INDEX, &[system::index_row(cat.catalog, class).unwrap_or_default()], false)?;
    storage::heap::class_row::invalidate(cat.store, entry.heap);
    let me = (CLASS, class.oid, 0);
    let of_index = cat
        .catalog
        .constraints()
        .values()
        .find(|k| k.index == class.oid && k.kind != ConstraintType::ForeignKey);
    if let Some(k) = of_index.cloned() {
        return constraint_rows(cat, &k);
    }
    let named: Vec<AttrNumber> = entry.keys.iter().map(|k| k.attno).filter(|a| a.0 > 0).collect();
    let on = if named.is_empty() {
        vec![(CLASS, entry.heap, 0)]
    } else {
        columns(entry.heap, named.into_iter())
    };
    depend::record(cat, me, &on, 'a')?;
    // Each expression by itself (`recordDependencyOnSingleRelExpr`).
    for exprs in [&entry.exprs[..], entry.predicate.as_slice()] {
        let used = exprs.iter().flat_map(system::columns_used);
        depend::record(cat, me, &columns(entry.heap, used), 'a')?;
    }
    Ok(())
}

/// Columns as objects, each once.
fn columns(rel: Oid, numbers: impl Iterator<Item = AttrNumber>) -> Vec<Object> {
    let mut all: Vec<Object> = numbers.map(|a| (CLASS, rel, i32::from(a.0))).collect();
    all.arrange();
    all.dedup();
    all
}

/// Writes the row of `pg_sequence` for a new sequence.
pub fn sequence_made(cat: &mut CatalogStore<'_>, oid: Oid) {
    if let Some(row) = cat.catalog.class(oid).and_then(|c| system::sequence_row(c)) {
        holds(insert(cat, SEQUENCE, &[row], false));
    }
}

/// Rewrites the row of `pg_sequence`, as ALTER SEQUENCE does even if nothing changed.
pub fn sequence_changed(cat: &mut CatalogStore<'_>, oid: Oid) {
    if let Some(row) = cat.catalog.class(oid).and_then(|c| system::sequence_row(c)) {
        holds(update(cat, SEQUENCE, &row));
    }
}

/// Writes the dependency of a sequence on the column that owns it.
pub fn sequence_owned(cat: &mut CatalogStore<'_>, oid: Oid, column: (Oid, AttrNumber), kind: char) {
    let column = (CLASS, column.0, i32::from(column.1.0));
    holds(depend::record(cat, (CLASS, oid, 0), &[column], kind));
}

/// Writes the OID of a new TOAST table into its table's row, and the dependency between the two.
pub fn toast_made(cat: &mut CatalogStore<'_>, rel: Oid, toast: Oid) {
    class_changed(cat, rel);
    toast_belongs(cat, rel, toast);
}

/// Writes the dependency of a TOAST table on its table.
fn toast_belongs(cat: &mut CatalogStore<'_>, rel: Oid, toast: Oid) {
    holds(depend::record(cat, (CLASS, toast, 0), &[(CLASS, rel, 0)], 'i'));
}

/// Exchanges the TOAST tables of two tables in their dependencies (`swap_relation_files`).
pub fn toasts_swapped(cat: &mut CatalogStore<'_>, tables: [Oid; 2]) {
    for table in tables {
        let toast = cat.catalog.toast_of(table);
        for key in depend::of(cat, (CLASS, toast, 0)) {
            holds(delete(cat, key));
        }
    }
    for table in tables {
        let toast = cat.catalog.toast_of(table);
        if toast.is_valid() {
            toast_belongs(cat, table, toast);
        }
    }
}

/// Writes the `pg_class` rows after a table was rewritten: the new TOAST table (and its index) with
/// its final name, and then without `relrewrite` (`ResetRelRewrite`).
pub fn toast_renamed(cat: &mut CatalogStore<'_>, toast: Oid, index: Option<Oid>) {
    class_changed(cat, toast);
    if let Some(index) = index {
        class_changed(cat, index);
    }
    next_command(cat);
    if let Some(c) = cat.catalog.class_mut(toast) {
        c.rewrites = Oid::INVALID;
    }
    class_changed(cat, toast);
    next_command(cat);
}

/// Looks for columns of a relation's row type, as is done before its rows are written anew
/// (`find_composite_type_dependencies`).
pub fn row_type_sought(cat: &mut CatalogStore<'_>, class: &Class) {
    for oid in [class.row_type, class.array_type] {
        look_up(cat, DEPEND, 1, &[TYPE.0, oid.0]);
    }
}

/// Rewrites a relation's row of `pg_class`.
pub fn class_changed(cat: &mut CatalogStore<'_>, rel: Oid) {
    let Some(class) = cat.catalog.class(rel).cloned() else { return };
    let row = system::class_row(cat.catalog, &class);
    look_up_row(cat, &row_key(CLASS, rel));
    holds(update(cat, CLASS, &row));
    super::remaining_changes::own_state(cat, rel);
}

/// Reads every row of `pg_class`, as VACUUM does at its end (`vac_update_datfrozenxid`): this prunes its pages and sets
/// hint bits.
#[inline(never)]
pub fn classes_scanned(cat: &mut CatalogStore<'_>) {
    let Some(rel) = super::relation_of(cat.catalog, CLASS) else { return };
    let snapshot = cat.store.xact.snapshot();
    holds(super::on_files(cat.store, |st| {
        let mut scan = HeapScan::begin(st, &rel, snapshot);
        while scan.advance(st)?.is_some() {}
        scan.end(st);
        Ok(())
    }));
}

/// Writes the row of a new or renamed schema, or deletes that of a dropped one (`NamespaceCreate`, `RenameSchema`,
/// `DropGenericById`).
#[inline(never)]
pub fn schema_changed(cat: &mut CatalogStore<'_>, schema: Oid) {
    let key = row_key(NAMESPACE, schema);
    let row = cat.catalog.namespaces().get(&schema).map(system::namespace_row);
    let there = cat.catalog.stored().has(&key);
    if there {
        look_up_row(cat, &key);
    }
    holds(match row {
        Some(row) if there => update(cat, NAMESPACE, &row),
        Some(row) => insert(cat, NAMESPACE, &[row], false),
        None => delete(cat, key),
    });
    next_command(cat);
}

/// Writes a relation's new `relfilenode`.
pub fn new_file(cat: &mut CatalogStore<'_>, rel: Oid, file: RelFileNode) {
    let Some(class) = cat.catalog.class(rel).cloned() else { return };
    let row = system::class_row(cat.catalog, &Class { file, ..(*class).clone() });
    look_up_row(cat, &row_key(CLASS, rel));
    holds(update(cat, CLASS, &row));
    next_command(cat);
}

/// Writes the catalog rows of a column's new default: its own, the column's, and their
/// dependencies.
pub fn default_made(cat: &mut CatalogStore<'_>, rel: Oid, column: AttrNumber) {
    holds(default_rows(cat, rel, column));
}

/// Writes the row of a column's default, and the column's row, which says now that it has one.
fn default_rows(cat: &mut CatalogStore<'_>, rel: Oid, column: AttrNumber) -> Result<()> {
    let Some(class) = cat.catalog.class(rel).cloned() else { return Ok(()) };
    let Some(d) = class.defaults.get(&column) else { return Ok(()) };
    let mut row = system::default_row(rel, column, d);
    if let Some(text) = nodes::text(&d.expr, cat.store.release.places_stored) {
        row[3] = Datum::text(&text);
    }
    insert(cat, ATTRDEF, &[row], false)?;
    attribute_changed(cat, &class, column)?;
    let me = (ATTRDEF, d.oid, 0);
    depend::record(cat, me, &[(CLASS, rel, i32::from(column.0))], 'a')?;
    let mut on: Vec<Object> = system::sequences_used(&d.expr);
    on.retain(|o| cat.catalog.class(o.1).is_some());
    depend::record(cat, me, &on, 'n')
}

/// Writes a column's row of `pg_attribute` anew.
fn attribute_changed(
    cat: &mut CatalogStore<'_>,
    class: &Rc<Class>,
    column: AttrNumber,
) -> Result<()> {
    let (own, _) = attributes(cat.catalog, class);
    match own.get(column.0 as usize - 1) {
        Some(row) => update(cat, ATTRIBUTE, row),
        None => Ok(()),
    }
}

/// Writes the rows of those of these constraints that have none yet, in one command (`AddRelationNewConstraints`).
pub fn constraints_made(cat: &mut CatalogStore<'_>, all: &[Rc<Constraint>]) {
    let stored = cat.catalog.stored();
    let new = all.iter().filter(|k| !stored.has(&row_key(CONSTRAINT, k.oid)));
    let new: Vec<_> = new.collect();
    for k in &new {
        holds(constraint_rows(cat, k));
    }
    if !new.is_empty() {
        next_command(cat);
    }
}

/// Writes the rows of a NOT NULL constraint, and invalidates its table (`StoreRelNotNull`, `set_attnotnull`).
pub fn not_null_made(cat: &mut CatalogStore<'_>, k: &Constraint) {
    holds(constraint_rows(cat, k));
    storage::heap::class_row::invalidate(cat.store, k.rel);
}

/// Writes a constraint's row, its dependencies, and the table's new number of CHECKs. Its index depends on it, and on
/// nothing else from now on (`index_constraint_create`).
pub(super) fn constraint_rows(cat: &mut CatalogStore<'_>, k: &Constraint) -> Result<()> {
    let (me, index) = ((CONSTRAINT, k.oid, 0), (CLASS, k.index, 0));
    let owned = k.index.is_valid() && k.kind != ConstraintType::ForeignKey;
    if owned {
        for key in depend::of(cat, index) {
            delete(cat, key)?;
        }
    }
    insert(cat, CONSTRAINT, &[system::constraint_row(cat.catalog, k)], false)?;
    let columns = columns(k.rel, k.keys.iter().copied());
    depend::record(cat, me, &columns, 'a')?;
    if owned {
        depend::record(cat, index, &[me], 'i')?;
    }
    if k.kind == ConstraintType::Check && !super::remaining_changes::is_current(cat, k.rel) {
        class_changed(cat, k.rel);
    }
    Ok(())
}

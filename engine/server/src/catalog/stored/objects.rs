//! The rows that make an object, in the order in which the server writes them (`heap_create_with_catalog`,
//! `index_create`, `StoreAttrDefault` ...).
//!
//! Called when the entry is there already, or still. What goes wrong with these rows is nobody's error:
//! the entries are what counts.

use super::depend::{self, Object};
use super::relation::*;
use super::{find, insert, look_up, nodes, update};
use crate::backend::Backend;
use crate::catalog::{Class, Constraint, system};
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::{AttrNumber, Oid, RelFileNode};

/// The column `attmissingval` of `pg_attribute`, from 0.
const ATTMISSINGVAL: usize = 25;

pub(super) fn holds(done: Result<()>) {
    debug_assert!(done.is_ok(), "the catalog's rows: {done:?}");
}

/// The key of a row that its OID, or its relation's, tells from others.
pub(super) fn row_key(catalog: Oid, oid: Oid) -> super::Key {
    [catalog.0, oid.0, 0, 0, 0, 0, 0]
}

/// The next command begins (`CommandCounterIncrement`): what it tells caches is told again, and what
/// was told is heard. The relations at hand are read anew (`RelationClearRelation`).
pub fn next_command(b: &mut Backend<'_>) {
    for rel in b.store.wal.next_messages() {
        if b.catalog.stored().has(&row_key(CLASS, rel)) {
            read_anew(b, rel);
        }
    }
}

/// A relation is opened: if a commit told of it since it was last, its rows are read anew
/// (`RelationBuildDesc`), those of its indexes too.
pub fn opened(b: &mut Backend<'_>, oid: Oid) {
    if b.catalog.stored.stale.contains(&oid) {
        Rc::make_mut(&mut b.catalog.stored.stale).remove(&oid);
        if b.catalog.stored().has(&row_key(CLASS, oid)) {
            read_anew(b, oid);
            look_up(b, INDEX, 0, &[oid.0]);
        }
    }
    let indexes: Vec<Oid> = b.catalog.indexes_of(oid).iter().map(|i| i.oid).collect();
    for index in indexes {
        opened(b, index);
    }
}

fn read_anew(b: &mut Backend<'_>, rel: Oid) {
    look_up(b, CLASS, 0, &[rel.0]);
    if b.catalog.stored().has(&row_key(INDEX, rel)) {
        look_up(b, INDEX, 1, &[rel.0]);
    } else {
        look_up(b, ATTRIBUTE, 1, &[rel.0]);
    }
}

/// A relation other than an index was made: its types, its row, its columns, what it depends on.
pub fn relation_made(b: &mut Backend<'_>, oid: Oid) {
    let Some(class) = b.catalog.class(oid).cloned() else { return };
    holds(relation_rows(b, &class));
    next_command(b);
}

fn relation_rows(b: &mut Backend<'_>, class: &Rc<Class>) -> Result<()> {
    let me = (CLASS, class.oid, 0);
    if class.row_type.is_valid() {
        type_made(b, class.row_type, me)?;
        type_made(b, class.array_type, (TYPE, class.row_type, 0))?;
    }
    insert(b, CLASS, &[system::class_row(&b.catalog, class)], false)?;
    let (own, system) = attributes(b, class);
    insert(b, ATTRIBUTE, &own, true)?;
    insert(b, ATTRIBUTE, &system, true)?;
    if class.kind != 'c' {
        depend::record(b, me, &[(NAMESPACE, class.namespace, 0)], 'n')?;
    }
    Ok(())
}

/// The rows of a relation's own columns, and of the system's.
pub(super) fn attributes(
    b: &mut Backend<'_>,
    class: &Rc<Class>,
) -> (Vec<Vec<Datum>>, Vec<Vec<Datum>>) {
    let (mut own, system) = system::attribute_rows(b, class);
    for (row, a) in own.iter_mut().zip(&class.desc.attrs) {
        if let Some(value) = a.missing.as_ref().filter(|v| !v.is_null()) {
            row[ATTMISSINGVAL] = system::missing_array(a.type_oid, value);
        }
    }
    (own, system)
}

/// A type that goes with something else.
fn type_made(b: &mut Backend<'_>, oid: Oid, with: Object) -> Result<()> {
    let Some(t) = b.catalog.types().get(&oid).cloned() else { return Ok(()) };
    insert(b, TYPE, &[system::type_row(&t)], false)?;
    depend::record(b, (TYPE, oid, 0), &[with], 'i')
}

/// An index was made, with its constraint if it has one; nothing is in it yet.
pub fn index_made(b: &mut Backend<'_>, oid: Oid) {
    let Some(class) = b.catalog.class(oid).cloned() else { return };
    holds(index_rows(b, &class));
    next_command(b);
}

fn index_rows(b: &mut Backend<'_>, class: &Rc<Class>) -> Result<()> {
    let Some(entry) = class.index.clone() else { return Ok(()) };
    insert(b, CLASS, &[system::class_row(&b.catalog, class)], false)?;
    let (own, _) = attributes(b, class);
    insert(b, ATTRIBUTE, &own, true)?;
    insert(b, INDEX, &[system::index_row(class).unwrap_or_default()], false)?;
    storage::heap::class_row::told(b.store, entry.heap);
    let me = (CLASS, class.oid, 0);
    let of_index = b.catalog.constraints().values().find(|k| k.index == class.oid && k.kind != 'f');
    if let Some(k) = of_index.cloned() {
        constraint_rows(b, &k)?;
        return depend::record(b, me, &[(CONSTRAINT, k.oid, 0)], 'i');
    }
    let named: Vec<AttrNumber> = entry.keys.iter().map(|k| k.attno).filter(|a| a.0 > 0).collect();
    let on = if named.is_empty() && entry.exprs.is_empty() && entry.predicate.is_none() {
        vec![(CLASS, entry.heap, 0)]
    } else {
        columns(entry.heap, named.into_iter())
    };
    depend::record(b, me, &on, 'a')?;
    // Each expression by itself (`recordDependencyOnSingleRelExpr`).
    for exprs in [&entry.exprs[..], entry.predicate.as_slice()] {
        let used = exprs.iter().flat_map(system::columns_used);
        depend::record(b, me, &columns(entry.heap, used), 'a')?;
    }
    Ok(())
}

/// Columns as objects, each once.
fn columns(rel: Oid, numbers: impl Iterator<Item = AttrNumber>) -> Vec<Object> {
    let mut all: Vec<Object> = numbers.map(|a| (CLASS, rel, i32::from(a.0))).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A sequence's own row was written.
pub fn sequence_made(b: &mut Backend<'_>, oid: Oid) {
    if let Some(row) = b.catalog.class(oid).and_then(|c| system::sequence_row(c)) {
        holds(insert(b, SEQUENCE, &[row], false));
    }
}

/// ALTER SEQUENCE writes the row anew, changed or not.
pub fn sequence_changed(b: &mut Backend<'_>, oid: Oid) {
    if let Some(row) = b.catalog.class(oid).and_then(|c| system::sequence_row(c)) {
        holds(update(b, SEQUENCE, &row));
    }
}

/// A sequence belongs to a column now.
pub fn sequence_owned(b: &mut Backend<'_>, oid: Oid, column: (Oid, AttrNumber), kind: char) {
    let column = (CLASS, column.0, i32::from(column.1.0));
    holds(depend::record(b, (CLASS, oid, 0), &[column], kind));
}

/// A TOAST table was made for a table, which names it now.
pub fn toast_made(b: &mut Backend<'_>, rel: Oid, toast: Oid) {
    class_changed(b, rel);
    holds(depend::record(b, (CLASS, toast, 0), &[(CLASS, rel, 0)], 'i'));
}

/// A relation's row of `pg_class` is written anew.
pub fn class_changed(b: &mut Backend<'_>, rel: Oid) {
    let Some(class) = b.catalog.class(rel).cloned() else { return };
    let row = system::class_row(&b.catalog, &class);
    find(b, &row_key(CLASS, rel));
    holds(update(b, CLASS, &row));
}

/// A relation gets another file.
pub fn new_file(b: &mut Backend<'_>, rel: Oid, file: RelFileNode) {
    let Some(class) = b.catalog.class(rel).cloned() else { return };
    let row = system::class_row(&b.catalog, &Class { file, ..(*class).clone() });
    find(b, &row_key(CLASS, rel));
    holds(update(b, CLASS, &row));
    next_command(b);
}

/// A column got its default: the default's row, the column's, what both depend on.
pub fn default_made(b: &mut Backend<'_>, rel: Oid, column: AttrNumber) {
    holds(default_rows(b, rel, column));
}

fn default_rows(b: &mut Backend<'_>, rel: Oid, column: AttrNumber) -> Result<()> {
    let Some(class) = b.catalog.class(rel).cloned() else { return Ok(()) };
    let Some(d) = class.defaults.get(&column) else { return Ok(()) };
    let mut row = system::default_row(rel, column, d);
    if let Some(text) = nodes::text(&d.expr) {
        row[3] = Datum::text(&text);
    }
    insert(b, ATTRDEF, &[row], false)?;
    attribute_changed(b, &class, column)?;
    let me = (ATTRDEF, d.oid, 0);
    depend::record(b, me, &[(CLASS, rel, i32::from(column.0))], 'a')?;
    let mut on: Vec<Object> = system::sequences_used(&d.expr);
    on.retain(|o| b.catalog.class(o.1).is_some());
    depend::record(b, me, &on, 'n')
}

fn attribute_changed(b: &mut Backend<'_>, class: &Rc<Class>, column: AttrNumber) -> Result<()> {
    let (own, _) = attributes(b, class);
    match own.get(column.0 as usize - 1) {
        Some(row) => update(b, ATTRIBUTE, row),
        None => Ok(()),
    }
}

/// A constraint's row, what it depends on, and how many CHECKs its table has now.
pub(super) fn constraint_rows(b: &mut Backend<'_>, k: &Constraint) -> Result<()> {
    insert(b, CONSTRAINT, &[system::constraint_row(&b.catalog, k)], false)?;
    let columns = columns(k.rel, k.keys.iter().copied());
    depend::record(b, (CONSTRAINT, k.oid, 0), &columns, 'a')?;
    if k.kind == 'c' {
        class_changed(b, k.rel);
    }
    Ok(())
}

//! Writes the catalog rows for changes of entries that no command wrote rows for: mostly ALTER TABLE's
//! columns and options.

use super::CatalogStore;
use super::dropping::{constraint_dropped, relations_dropped};
use super::objects::*;
use super::relation::*;
use super::rows::row_key;
use super::{current, insert, look_up_column, look_up_row, shape, update};
use crate::catalog::{
    Catalog, Class, Constraint, FIRST_NORMAL_OID, UserType, UserTypeKind, system,
};
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::heap::{RelKind, RelState};
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::tuple;

/// Columns of `pg_class` that change where the row stands, from 0: relpages, reltuples,
/// relallvisible, relhasindex, relfrozenxid, relminmxid.
const IN_PLACE: [usize; 6] = [9, 10, 11, 13, 28, 29];

/// Writes the catalog rows of everything else that a statement changed: dropped objects, new and
/// changed ones, constraints.
pub fn store_remaining_changes(cat: &mut CatalogStore<'_>, before: &Catalog) {
    let users = before.classes().range(Oid(FIRST_NORMAL_OID)..);
    let gone = users.filter(|(oid, _)| cat.catalog.class(**oid).is_none()).map(|(oid, _)| *oid);
    let gone: Vec<Oid> = gone.collect();
    relations_dropped(cat, &gone);
    let constraints = before.constraints().keys();
    let gone = constraints.filter(|oid| !cat.catalog.constraints().contains_key(oid));
    for oid in gone.copied().collect::<Vec<_>>() {
        if cat.catalog.stored().has(&row_key(CONSTRAINT, oid)) {
            constraint_dropped(cat, oid);
        }
    }
    for oid in changed_since(cat, before) {
        let index = cat.catalog.class(oid).is_some_and(|c| c.kind == RelKind::Index);
        match cat.catalog.stored().has(&row_key(CLASS, oid)) {
            true => relation_changed(cat, oid),
            false if index => index_made(cat, oid),
            false => relation_made(cat, oid),
        }
    }
    others_changed(cat, before);
    for (oid, old) in before.namespaces() {
        if cat.catalog.namespaces().get(oid).is_none_or(|new| new.name != old.name) {
            schema_changed(cat, *oid);
        }
    }
    let all: Vec<Rc<Constraint>> = cat.catalog.constraints().values().cloned().collect();
    all.iter().for_each(|k| constraints_made(cat, std::slice::from_ref(k)));
}

/// Writes the rows of row types that a statement changed, then those of their arrays (`RenameTypeInternal`), and those
/// of changed constraints (`RenameConstraintById`).
#[inline(never)]
fn others_changed(cat: &mut CatalogStore<'_>, before: &Catalog) {
    let changed = |(oid, t): &(&Oid, &Rc<UserType>)| {
        before.types().get(oid).is_some_and(|old| !Rc::ptr_eq(old, t))
    };
    let types = cat.catalog.types().iter().filter(changed);
    let mut types: Vec<Rc<UserType>> = types.map(|(_, t)| Rc::clone(t)).collect();
    types.arrange_by_key(|t| matches!(t.kind, UserTypeKind::ArrayOf(_)));
    for t in types {
        look_up_row(cat, &row_key(TYPE, t.oid));
        holds(update(cat, TYPE, &system::type_row(&t)));
    }
    let constraints = cat.catalog.constraints().clone();
    for (oid, k) in &constraints {
        if before.constraints().get(oid).is_some_and(|old| !Rc::ptr_eq(old, k)) {
            look_up_row(cat, &row_key(CONSTRAINT, *oid));
            let row = system::constraint_row(cat.catalog, k);
            holds(update(cat, CONSTRAINT, &row));
        }
    }
}

/// Rewrites a column's row of `pg_attribute`, even if nothing changed.
pub fn column_changed(cat: &mut CatalogStore<'_>, rel: Oid, column: AttrNumber) {
    let Some(class) = cat.catalog.class(rel).cloned() else { return };
    let (own, _) = attributes(cat.catalog, &class);
    if let Some(row) = own.get(column.0 as usize - 1) {
        look_up_column(cat, row);
        holds(update(cat, ATTRIBUTE, row));
        next_command(cat);
    }
}

/// Writes the row of an index's column while its table is still being altered.
pub fn index_column_changed(cat: &mut CatalogStore<'_>, index: Oid, column: AttrNumber) {
    let Some(class) = cat.catalog.class(index).cloned() else { return };
    let (own, _) = attributes(cat.catalog, &class);
    if let Some(row) = own.get(column.0 as usize - 1) {
        look_up_row(cat, &super::key_of(ATTRIBUTE, row));
        holds(update(cat, ATTRIBUTE, row));
    }
}

/// Writes the catalog rows of everything else that a statement changed in a relation: its columns,
/// then the relation.
pub fn relation_changed(cat: &mut CatalogStore<'_>, oid: Oid) {
    let Some(class) = cat.catalog.class(oid).cloned() else { return };
    holds(changed_rows(cat, &class));
}

/// Writes each row of a relation that differs from its entry: columns first, then `pg_class`, then
/// `pg_index`.
fn changed_rows(cat: &mut CatalogStore<'_>, class: &Rc<Class>) -> Result<()> {
    let Some(old) = current(cat, &row_key(CLASS, class.oid)) else { return Ok(()) };
    let (own, _) = attributes(cat.catalog, class);
    let (mut new, mut changed) = (Vec::new(), false);
    for row in own {
        let key = super::key_of(ATTRIBUTE, &row);
        match current(cat, &key) {
            Some(before) if same(cat, ATTRIBUTE, &before, &row, &[]) => {}
            Some(before) => {
                look_up_column(cat, &before);
                update(cat, ATTRIBUTE, &row)?;
                changed = true;
            }
            None => new.push(row),
        }
    }
    insert(cat, ATTRIBUTE, &new, true)?;
    let row = system::class_row(cat.catalog, class);
    if !same(cat, CLASS, &old, &row, &IN_PLACE) {
        look_up_row(cat, &row_key(CLASS, class.oid));
        update(cat, CLASS, &row)?;
        own_state(cat, class.oid);
        changed = true;
    }
    if let (Some(row), Some(before)) =
        (system::index_row(cat.catalog, class), current(cat, &row_key(INDEX, class.oid)))
        && !same(cat, INDEX, &before, &row, &[])
    {
        update(cat, INDEX, &row)?;
        changed = true;
    }
    if changed {
        next_command(cat);
    }
    Ok(())
}

/// Whether a relation's row of `pg_class` equals its entry.
pub(super) fn is_current(cat: &mut CatalogStore<'_>, oid: Oid) -> bool {
    let (Some(class), Some(old)) =
        (cat.catalog.class(oid).cloned(), current(cat, &row_key(CLASS, oid)))
    else {
        return false;
    };
    let row = system::class_row(cat.catalog, &class);
    same(cat, CLASS, &old, &row, &IN_PLACE)
}

/// Gives the relation a state of its own in this transaction, so that a rollback undoes the
/// in-place changes to it.
pub fn own_state(cat: &mut CatalogStore<'_>, oid: Oid) {
    if let Some(class) = cat.catalog.class_mut(oid) {
        class.state = Rc::new(RelState::clone(&class.state));
    }
}

/// Whether a row on its page equals the one to write, except in the columns `but`.
fn same(
    cat: &mut CatalogStore<'_>,
    catalog: Oid,
    old: &[Datum],
    new: &[Datum],
    but: &[usize],
) -> bool {
    let Some(rel) = super::relation_of(cat.catalog, catalog) else { return true };
    let without = |row: &[Datum]| {
        let mut row = row.to_vec();
        but.iter().for_each(|i| row[*i] = Datum::Word(0));
        tuple::form(&rel.desc, &shape::stored(cat.catalog, &rel, &row))
    };
    without(old) == without(new)
}

/// The relations whose entries differ from those of an earlier catalog.
fn changed_since(cat: &CatalogStore<'_>, before: &Catalog) -> Vec<Oid> {
    let users = cat.catalog.classes().range(Oid(FIRST_NORMAL_OID)..);
    users
        .filter(|(oid, class)| before.class(**oid).is_none_or(|old| !Rc::ptr_eq(old, class)))
        .map(|(oid, _)| *oid)
        .collect()
}

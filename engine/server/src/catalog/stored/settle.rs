//! Whatever a statement changed in the catalog's entries and nobody wrote rows for: ALTER TABLE's columns
//! and options, mostly.

use super::dropping::{constraint_dropped, relations_dropped};
use super::objects::*;
use super::relation::*;
use super::{current, find, find_by_name, insert, update};
use crate::backend::Backend;
use crate::catalog::{Catalog, Class, Constraint, FIRST_NORMAL_OID, system};
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::{AttrNumber, Oid};
use storage::tuple;

/// Columns of `pg_class` that change where the row stands, from 0: relpages, reltuples,
/// relallvisible, relhasindex, relfrozenxid, relminmxid.
const IN_PLACE: [usize; 6] = [9, 10, 11, 13, 28, 29];

/// Whatever else a statement changed becomes rows: what is gone, what is new or other, constraints.
pub fn settle(b: &mut Backend<'_>, before: &Catalog) {
    let users = before.classes().range(Oid(FIRST_NORMAL_OID)..);
    let gone = users.filter(|(oid, _)| b.catalog.class(**oid).is_none()).map(|(oid, _)| *oid);
    let gone: Vec<Oid> = gone.collect();
    relations_dropped(b, &gone);
    let constraints = before.constraints().keys();
    let gone = constraints.filter(|oid| !b.catalog.constraints().contains_key(oid));
    for oid in gone.copied().collect::<Vec<_>>() {
        if b.catalog.stored().has(&row_key(CONSTRAINT, oid)) {
            constraint_dropped(b, oid);
        }
    }
    for oid in changed_since(b, before) {
        let index = b.catalog.class(oid).is_some_and(|c| c.kind == 'i');
        match b.catalog.stored().has(&row_key(CLASS, oid)) {
            true => relation_changed(b, oid),
            false if index => index_made(b, oid),
            false => relation_made(b, oid),
        }
    }
    let all: Vec<Rc<Constraint>> = b.catalog.constraints().values().cloned().collect();
    for k in all {
        if !b.catalog.stored().has(&row_key(CONSTRAINT, k.oid)) {
            holds(constraint_rows(b, &k));
            next_command(b);
        }
    }
}

/// A column's row is written anew, changed or not.
pub fn column_changed(b: &mut Backend<'_>, rel: Oid, column: AttrNumber) {
    let Some(class) = b.catalog.class(rel).cloned() else { return };
    let (own, _) = attributes(b, &class);
    if let Some(row) = own.get(column.0 as usize - 1) {
        find_by_name(b, row);
        holds(update(b, ATTRIBUTE, row));
        next_command(b);
    }
}

/// Whatever else a statement changed in a relation's entry becomes rows: columns, then the relation.
pub fn relation_changed(b: &mut Backend<'_>, oid: Oid) {
    let Some(class) = b.catalog.class(oid).cloned() else { return };
    holds(changed_rows(b, &class));
}

fn changed_rows(b: &mut Backend<'_>, class: &Rc<Class>) -> Result<()> {
    let Some(old) = current(b, &row_key(CLASS, class.oid)) else { return Ok(()) };
    let (own, _) = attributes(b, class);
    let (mut new, mut changed) = (Vec::new(), false);
    for row in own {
        let key = super::key_of(ATTRIBUTE, &row);
        match current(b, &key) {
            Some(before) if same(b, ATTRIBUTE, &before, &row, &[]) => {}
            Some(before) => {
                find_by_name(b, &before);
                update(b, ATTRIBUTE, &row)?;
                changed = true;
            }
            None => new.push(row),
        }
    }
    insert(b, ATTRIBUTE, &new, true)?;
    let row = system::class_row(&b.catalog, class);
    if !same(b, CLASS, &old, &row, &IN_PLACE) {
        find(b, &row_key(CLASS, class.oid));
        update(b, CLASS, &row)?;
        changed = true;
    }
    if let (Some(row), Some(before)) =
        (system::index_row(class), current(b, &row_key(INDEX, class.oid)))
        && !same(b, INDEX, &before, &row, &[])
    {
        update(b, INDEX, &row)?;
        changed = true;
    }
    if changed {
        next_command(b);
    }
    Ok(())
}

/// Whether a row on its page is the same as one that would be written, but for some columns.
fn same(b: &mut Backend<'_>, catalog: Oid, old: &[Datum], new: &[Datum], but: &[usize]) -> bool {
    let Some(rel) = super::relation_of(&b.catalog, catalog) else { return true };
    let without = |row: &[Datum]| {
        let mut row = row.to_vec();
        but.iter().for_each(|i| row[*i] = Datum::Word(0));
        tuple::form(&rel.desc, &row)
    };
    without(old) == without(new)
}

/// The relations whose entries are not those of another catalog.
fn changed_since(b: &Backend<'_>, before: &Catalog) -> Vec<Oid> {
    let users = b.catalog.classes().range(Oid(FIRST_NORMAL_OID)..);
    users
        .filter(|(oid, class)| before.class(**oid).is_none_or(|old| !Rc::ptr_eq(old, class)))
        .map(|(oid, _)| *oid)
        .collect()
}

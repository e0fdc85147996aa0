//! Rows that go with an object (`performMultipleDeletions`, `dependency.c`).
//!
//! ```text
//! DROP TABLE t    found and locked:  t, then what depends on it, the youngest first, and on that
//!                 deleted:           index of the TOAST table, TOAST table, indexes, defaults,
//!                                    array type, row type, t: each with its rows of pg_depend
//! ```

use super::CatalogStore;
use super::depend::{self, Object};
use super::objects::{holds, next_command, opened};
use super::relation::*;
use super::rows::row_key;
use super::{current, delete, keys, look_up, look_up_row, update};
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;
use storage::map::SortedSet;
use storage::sort::Arrange;
use storage::wal::Invalidation;

/// Deletes the rows of objects, after those of everything that depends on them
/// (`performMultipleDeletions`). All are locked before the first is deleted. Returns the relations
/// among them, in this order.
fn dropped(cat: &mut CatalogStore<'_>, roots: &[Object]) -> Vec<Oid> {
    let (mut seen, mut order) = (SortedSet::new(), Vec::new());
    for root in roots {
        visit(cat, *root, &mut seen, &mut order);
    }
    for object in &order {
        holds(delete_object(cat, *object));
    }
    order.into_iter().filter(|o| o.0 == CLASS).map(|o| o.1).collect()
}

/// Deletes the catalog rows of relations that are dropped together, in the order in which the
/// server deletes them.
pub fn relations_dropped(cat: &mut CatalogStore<'_>, oids: &[Oid]) -> Vec<Oid> {
    let there = |oid: &&Oid| cat.catalog.stored().has(&row_key(CLASS, **oid));
    let all: Vec<Object> = oids.iter().filter(there).map(|oid| (CLASS, *oid, 0)).collect();
    dropped(cat, &all)
}

/// Deletes the catalog rows of constraints, with their indexes, and of other indexes, all of which will be made
/// again (`ATPostAlterTypeCleanup`).
pub fn users_dropped(cat: &mut CatalogStore<'_>, constraints: &[Oid], indexes: &[Oid]) {
    let of = |catalog| move |oid: &Oid| (catalog, *oid, 0);
    let all = constraints.iter().map(of(CONSTRAINT)).chain(indexes.iter().map(of(CLASS)));
    dropped(cat, &all.collect::<Vec<Object>>());
}

/// Deletes the catalog rows of a constraint, if they did not go with a relation.
pub fn constraint_dropped(cat: &mut CatalogStore<'_>, oid: Oid) {
    if cat.catalog.stored().has(&row_key(CONSTRAINT, oid)) {
        dropped(cat, &[(CONSTRAINT, oid, 0)]);
    }
}

/// Deletes the catalog rows of a column's default (`RemoveAttrDefault`).
pub fn default_dropped(cat: &mut CatalogStore<'_>, oid: Oid) {
    dropped(cat, &[(ATTRDEF, oid, 0)]);
}

/// Locks the objects that depend on an object, and visits each in turn, the youngest first
/// (`findDependentObjects`).
fn visit(
    cat: &mut CatalogStore<'_>,
    object: Object,
    seen: &mut SortedSet<Object>,
    order: &mut Vec<Object>,
) {
    if !seen.insert(object) {
        return;
    }
    let mut dependents = depend::on(cat, object);
    for (class, oid, _) in &dependents {
        if *class == CLASS {
            cat.store.lock_exclusively(*oid);
        }
    }
    dependents.arrange_by(|a, b| (b.1, b.0, a.2).cmp(&(a.1, a.0, b.2)));
    for other in dependents {
        visit(cat, other, seen, order);
    }
    order.push(object);
}

/// Deletes the rows of an object and of its dependencies (`deleteOneObject`).
fn delete_object(cat: &mut CatalogStore<'_>, object: Object) -> Result<()> {
    let (catalog, oid, _) = object;
    match catalog {
        CLASS => delete_relation(cat, oid)?,
        ATTRDEF => {
            let row = current(cat, &row_key(ATTRDEF, oid));
            delete(cat, row_key(ATTRDEF, oid))?;
            if let Some([_, Datum::Word(rel), Datum::Word(column), _]) = row.as_deref() {
                let key = [ATTRIBUTE.0, *rel as u32, *column as u32, 0, 0, 0, 0];
                if let Some(mut attribute) = current(cat, &key) {
                    attribute[14] = Datum::bool(false);
                    update(cat, ATTRIBUTE, &attribute)?;
                }
            }
        }
        _ => {
            look_up_row(cat, &row_key(catalog, oid));
            if catalog == CONSTRAINT {
                leave_tables(cat, oid)?;
            }
            delete(cat, row_key(catalog, oid))?;
        }
    }
    for key in depend::of(cat, object) {
        delete(cat, key)?;
    }
    next_command(cat);
    Ok(())
}

/// Counts one CHECK constraint less in its table's row (`RemoveConstraintById`), or drops the triggers of a foreign key,
/// two on each of its tables, whose cached entries are invalidated (`RemoveTriggerById`).
fn leave_tables(cat: &mut CatalogStore<'_>, constraint: Oid) -> Result<()> {
    /// Where `contype`, `conrelid` and `confrelid` are, and where `relchecks` is.
    const OF_CONSTRAINT: [usize; 3] = [3, 7, 11];
    const CHECKS: usize = 18;
    let Some(row) = current(cat, &row_key(CONSTRAINT, constraint)) else { return Ok(()) };
    let [Datum::Word(kind), Datum::Word(rel), Datum::Word(other)] =
        OF_CONSTRAINT.map(|i| row[i].clone())
    else {
        return Ok(());
    };
    if kind as u8 == b'f' {
        for table in [rel, rel, other, other] {
            let command = cat.store.xact.current_command_id(false);
            cat.store.wal.invalidate(command, Invalidation::RelCache(Oid(table as u32)));
            cat.store.wal.invalidate(command, Invalidation::Snapshot(DEPEND));
            next_command(cat);
        }
    }
    let table = row_key(CLASS, Oid(rel as u32));
    if kind as u8 == b'c'
        && let Some(mut row) = current(cat, &table)
        && let Datum::Word(checks) = row[CHECKS]
    {
        look_up_row(cat, &table);
        row[CHECKS] = Datum::Word(checks.wrapping_sub(1));
        update(cat, CLASS, &row)?;
    }
    Ok(())
}

/// Deletes the rows of a relation (`heap_drop_with_catalog`, `index_drop`).
fn delete_relation(cat: &mut CatalogStore<'_>, oid: Oid) -> Result<()> {
    let index = current(cat, &row_key(INDEX, oid));
    if let Some(Datum::Word(heap)) = index.as_ref().and_then(|row| row.get(1)) {
        opened(cat, Oid(*heap as u32));
    }
    opened(cat, oid);
    if index.is_some() {
        look_up_row(cat, &row_key(INDEX, oid));
        delete(cat, row_key(INDEX, oid))?;
    }
    let mut attributes = keys(cat, ATTRIBUTE, &[oid.0]);
    attributes.arrange_by_key(|k| k[2] as i32);
    look_up(cat, ATTRIBUTE, 1, &[oid.0]);
    for key in attributes {
        delete(cat, key)?;
    }
    look_up_row(cat, &row_key(CLASS, oid));
    delete(cat, row_key(CLASS, oid))?;
    if let Some(Datum::Word(heap)) = index.as_ref().and_then(|row| row.get(1)) {
        storage::heap::class_row::invalidate(cat.store, Oid(*heap as u32));
    }
    delete(cat, row_key(SEQUENCE, oid))
}

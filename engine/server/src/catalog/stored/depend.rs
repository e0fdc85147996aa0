//! Rows of `pg_depend`: what depends on what, and what goes with it.

use super::CatalogStore;
use super::relation::*;
use super::{Key, insert, keys, look_up};
use crate::catalog::PUBLIC;
use crate::catalog::system::dependency_row;
use storage::error::Result;
use storage::ids::Oid;
use storage::sort::Arrange;

/// An object: its catalog, its OID, a column of it or 0.
pub type Object = (Oid, Oid, i32);

/// `FirstUnpinnedObjectId`; what initdb's bootstrap made, and nobody can drop, is not depended on.
const FIRST_UNPINNED: u32 = 12000;

/// Whether initdb made the object, so that its dependencies are not stored (`IsPinnedObject`).
fn is_pinned((_, oid, _): &Object) -> bool {
    oid.0 < FIRST_UNPINNED && *oid != PUBLIC
}

/// Writes that an object depends on others (`recordMultipleDependencies`).
pub(super) fn record(
    cat: &mut CatalogStore<'_>,
    object: Object,
    on: &[Object],
    kind: char,
) -> Result<()> {
    let rows: Vec<_> =
        on.iter().filter(|o| !is_pinned(o)).map(|o| dependency_row(object, *o, kind)).collect();
    insert(cat, DEPEND, &rows, true)
}

/// The keys of the rows that say on what an object depends, in the order of the index that finds
/// them.
pub(super) fn of(cat: &mut CatalogStore<'_>, (class, oid, _): Object) -> Vec<Key> {
    look_up(cat, DEPEND, 0, &[class.0, oid.0]);
    keys(cat, DEPEND, &[class.0, oid.0])
}

/// The objects that depend on an object or on a column of it, in the order of the index that finds
/// them.
pub(super) fn on(cat: &mut CatalogStore<'_>, (class, oid, column): Object) -> Vec<Object> {
    look_up(cat, DEPEND, 0, &[class.0, oid.0]);
    look_up(cat, DEPEND, 1, &[class.0, oid.0]);
    let mut found: Vec<Key> = keys(cat, DEPEND, &[])
        .into_iter()
        .filter(|k| k[4] == class.0 && k[5] == oid.0 && (column == 0 || k[6] == column as u32))
        .collect();
    found.arrange_by_key(|k| (k[6], cat.catalog.stored.rows.get(k).copied()));
    let mut objects: Vec<Object> = Vec::new();
    for object in found.iter().map(|k| (Oid(k[1]), Oid(k[2]), k[3] as i32)) {
        if !objects.contains(&object) {
            objects.push(object);
        }
    }
    objects
}

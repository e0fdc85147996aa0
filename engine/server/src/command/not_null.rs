//! NOT NULL as constraints: where a release keeps rows of them in `pg_constraint`, a column that becomes NOT NULL
//! gets one, and loses it when it may be null again. They have OIDs, so what is made after them has higher ones.

use super::check::constraint_name;
use crate::backend::Backend;
use crate::catalog::stored::objects as stored;
use crate::catalog::{Constraint, ConstraintType};
use std::rc::Rc;
use storage::ids::{AttrNumber, Oid};

/// Adds NOT NULL constraints to columns, numbered from 0, with the given names
/// (`AddRelationNotNullConstraints`).
pub(super) fn add_all(b: &mut Backend<'_>, rel: Oid, columns: &[(usize, Option<String>)]) {
    for (i, name) in columns {
        add(b, rel, AttrNumber(*i as i16 + 1), name.clone());
    }
}

/// Adds a column's NOT NULL constraint, if the release has such constraints and the column has none yet
/// (`StoreRelNotNull`).
pub(super) fn add(b: &mut Backend<'_>, rel: Oid, column: AttrNumber, name: Option<String>) {
    if !b.store.release.not_null_constraints || of(b, rel, column).is_some() {
        return;
    }
    let Some(table) = b.catalog.class(rel).cloned() else { return };
    let of_column = &table.desc.attr(column).name;
    let name = name.unwrap_or_else(|| constraint_name(b, rel, &table.name, of_column, "not_null"));
    let oid = b.store.oids.next();
    let k = Constraint {
        oid,
        name,
        kind: ConstraintType::NotNull,
        rel,
        index: Oid::INVALID,
        keys: vec![column],
        validated: true,
        no_inherit: false,
        deferrable: (false, false),
        check: None,
        foreign: None,
    };
    stored::not_null_made(&mut b.catalog_store(), &k);
    b.catalog.constraints_mut().insert(oid, Rc::new(k));
}

/// A column's NOT NULL constraint.
pub(super) fn of(b: &Backend<'_>, rel: Oid, column: AttrNumber) -> Option<Rc<Constraint>> {
    let own = b.catalog.constraints_of(rel);
    own.into_iter().find(|k| k.kind == ConstraintType::NotNull && k.keys == [column]).cloned()
}

/// Removes a column's NOT NULL constraint (`dropConstraintInternal`).
pub(super) fn remove(b: &mut Backend<'_>, rel: Oid, column: AttrNumber) {
    if let Some(k) = of(b, rel, column) {
        b.catalog.constraints_mut().remove(&k.oid);
        b.store.xact.catalog_changes(1);
    }
}

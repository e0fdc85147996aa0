//! ALTER TABLE ... REPLICA IDENTITY (`ATExecReplicaIdentity`): which columns of an old row a logical replica is sent.

use crate::backend::{Backend, missing_on_table};
use crate::catalog::{BTREE_AM, Class, IndexEntry};
use std::rc::Rc;
use storage::err;
use storage::error::Result;
use storage::ids::{AttrNumber, Oid};

/// Sets `relreplident`, and `indisreplident` of the index that is named.
pub(super) fn set_identity(
    b: &mut Backend<'_>,
    class: &Class,
    kind: char,
    index: Option<&str>,
) -> Result<()> {
    let chosen = match index {
        Some(name) => Some(check_index(b, class, name)?),
        None => None,
    };
    if let Some(c) = b.catalog.class_mut(class.oid) {
        c.replica_identity = kind;
    }
    let indexes: Vec<Oid> = b.catalog.indexes_of(class.oid).iter().map(|i| i.oid).collect();
    for index in indexes {
        let wanted = chosen == Some(index);
        let entry = b.catalog.class(index).and_then(|c| c.index.as_ref());
        if entry.is_some_and(|entry| entry.replica_identity != wanted)
            && let Some(c) = b.catalog.class_mut(index)
            && let Some(entry) = c.index.as_mut()
        {
            Rc::make_mut(entry).replica_identity = wanted;
        }
    }
    Ok(())
}

/// The index with this name, if it can identify rows for logical replication.
fn check_index(b: &Backend<'_>, class: &Class, name: &str) -> Result<Oid> {
    let Some(index) = b.catalog.class_named(class.namespace, name) else {
        return Err(missing_on_table("index", name, &class.name));
    };
    let Some(entry) = &index.index else {
        return err!(WRONG_OBJECT_TYPE, "\"{name}\" is not an index");
    };
    if entry.heap != class.oid {
        return err!(WRONG_OBJECT_TYPE, "\"{name}\" is not an index for table \"{}\"", class.name);
    }
    if index.access_method != BTREE_AM || !entry.unique {
        return err!(
            WRONG_OBJECT_TYPE,
            "cannot use non-unique index \"{name}\" as replica identity"
        );
    }
    let unusable = if !entry.immediate {
        Some("non-immediate")
    } else if !entry.exprs.is_empty() {
        Some("expression")
    } else if entry.predicate.is_some() {
        Some("partial")
    } else {
        None
    };
    if let Some(what) = unusable {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "cannot use {what} index \"{name}\" as replica identity"
        );
    }
    check_not_null(class, entry, name)?;
    Ok(index.oid)
}

/// Fails if a column of the index may be NULL.
fn check_not_null(class: &Class, entry: &IndexEntry, name: &str) -> Result<()> {
    for key in &entry.keys[..entry.key_count] {
        let column = class.desc.attr(key.attno);
        if !column.not_null {
            return err!(
                WRONG_OBJECT_TYPE,
                "index \"{name}\" cannot be used as replica identity because column \"{}\" is nullable",
                column.name
            );
        }
    }
    Ok(())
}

/// Whether a column is part of the index that is the table's replica identity.
pub(super) fn has_key(b: &Backend<'_>, class: &Class, attno: AttrNumber) -> bool {
    b.catalog.indexes_of(class.oid).iter().any(|index| {
        index.index.as_ref().is_some_and(|entry| {
            entry.replica_identity
                && entry.keys[..entry.key_count].iter().any(|key| key.attno == attno)
        })
    })
}

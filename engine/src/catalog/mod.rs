//! What the server knows of its objects: `pg_class` and friends.
//!
//! The catalog is a set of maps from OIDs to entries. A clone costs a few reference counts, and a
//! change copies only what it touches, so a transaction or savepoint keeps a clone and rolls back
//! by putting it back. OIDs are handed out in the server's order by whoever makes objects
//! (`sql::command`). The system catalogs that SQL can read (`pg_class` ...) are virtual: their rows
//! are made from these entries when asked for.
//!
//! Simplified: no catalog pages, so catalog look-ups cost no buffers and no WAL.

mod entry;

pub use entry::*;

use crate::ids::{AttrNumber, Oid};
use std::collections::BTreeMap;
use std::rc::Rc;

/// `pg_catalog`.
pub const PG_CATALOG: Oid = Oid(11);
/// `pg_toast`.
pub const PG_TOAST: Oid = Oid(99);
/// `public`.
pub const PUBLIC: Oid = Oid(2200);

/// All objects.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// `pg_namespace` by OID.
    pub namespaces: Rc<BTreeMap<Oid, Namespace>>,
    /// `pg_class` by OID, the system's virtual relations included.
    pub classes: Rc<BTreeMap<Oid, Rc<Class>>>,
    /// `pg_type` entries that are not built in: row types, their arrays, enums, domains.
    pub types: Rc<BTreeMap<Oid, Rc<UserType>>>,
    /// `pg_constraint` by OID.
    pub constraints: Rc<BTreeMap<Oid, Rc<Constraint>>>,
    /// `pg_proc` entries that are not built in.
    pub functions: Rc<BTreeMap<Oid, Rc<UserFunction>>>,
    /// `pg_extension` by OID.
    pub extensions: Rc<BTreeMap<Oid, Extension>>,
    /// `pg_description`: (object, column or 0) to comment.
    pub comments: Rc<BTreeMap<(Oid, i32), String>>,
}

impl Catalog {
    /// What initdb leaves behind.
    pub fn new() -> Catalog {
        Catalog::default()
    }
    /// The relation with this OID.
    pub fn class(&self, oid: Oid) -> Option<&Rc<Class>> {
        self.classes.get(&oid)
    }
    /// The relation of this name in this schema.
    pub fn class_named(&self, namespace: Oid, name: &str) -> Option<&Rc<Class>> {
        self.classes.values().find(|c| c.namespace == namespace && c.name == name)
    }
    /// The default (or generation) expression of a column.
    pub fn default_of(&self, rel: Oid, attno: AttrNumber) -> Option<&AttrDefault> {
        self.class(rel)?.defaults.get(&attno)
    }
}

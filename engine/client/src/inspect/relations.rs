//! The relations there are, and which tables, indexes and TOAST tables belong together.

use server::catalog::{Catalog, Class, FIRST_NORMAL_OID, PG_TOAST, PUBLIC};
use server::session::Backend;
use storage::heap::RelKind;
use storage::ids::{ForkNumber, Oid};

/// What a relation is to its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum RelationRole {
    /// A table, or a materialized view.
    Heap,
    /// An index of a table.
    Index,
    /// A TOAST table.
    Toast,
    /// The index of a TOAST table.
    ToastIndex,
    /// A sequence.
    Sequence,
}

/// A fork, as a viewer names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum Fork {
    /// The data itself.
    Main,
    /// The free space map.
    Fsm,
    /// The visibility map.
    Vm,
    /// The initialisation fork.
    Init,
}

impl From<ForkNumber> for Fork {
    fn from(fork: ForkNumber) -> Fork {
        match fork {
            ForkNumber::Main => Fork::Main,
            ForkNumber::Fsm => Fork::Fsm,
            ForkNumber::VisibilityMap => Fork::Vm,
            ForkNumber::Init => Fork::Init,
        }
    }
}

impl From<Fork> for ForkNumber {
    fn from(fork: Fork) -> ForkNumber {
        match fork {
            Fork::Main => ForkNumber::Main,
            Fork::Fsm => ForkNumber::Fsm,
            Fork::Vm => ForkNumber::VisibilityMap,
            Fork::Init => ForkNumber::Init,
        }
    }
}

/// A fork and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct ForkView {
    /// Which fork it is.
    pub fork: Fork,
    /// Its pages of 8192 bytes.
    pub blocks: u32,
}

/// A relation with pages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct RelationView {
    /// Its OID (`pg_class.oid`).
    pub oid: u32,
    /// `pg_class.relfilenode`: a rewrite gives it another.
    pub file: u32,
    /// Its name, with the schema unless that is `public` or `pg_toast`.
    pub name: String,
    /// Whether it is a table, an index, a TOAST table, its index or a sequence.
    pub role: RelationRole,
    /// The table of an index or TOAST table; the TOAST table of a TOAST index.
    pub parent: Option<u32>,
    /// The forks that exist.
    pub forks: Vec<ForkView>,
    /// The columns' names, dropped ones apart.
    pub columns: Vec<String>,
    /// The columns' names by number, empty for dropped columns.
    pub attributes: Vec<String>,
}

/// The relations of users that have a file, each table before its indexes and its TOAST table.
pub fn relations(b: &Backend) -> Vec<RelationView> {
    let classes = || b.catalog.classes().range(Oid(FIRST_NORMAL_OID)..).map(|(_, c)| c);
    let mut out = Vec::new();
    let mut add = |c: &Class, role: RelationRole, parent: Option<Oid>| {
        let forks = ForkNumber::ALL
            .into_iter()
            .filter(|f| b.store.pool.exists(c.file, *f))
            .map(|f| ForkView { fork: f.into(), blocks: b.store.pool.nblocks(c.file, f) })
            .collect();
        let columns = c.desc.attrs.iter().filter(|a| !a.dropped).map(|a| a.name.clone()).collect();
        let attributes = c.desc.attrs.iter();
        let attributes =
            attributes.map(|a| if a.dropped { String::new() } else { a.name.clone() }).collect();
        let name = name(&b.catalog, c);
        let parent = parent.map(|p| p.0);
        out.push(RelationView {
            oid: c.oid.0,
            file: c.file.0,
            name,
            role,
            parent,
            forks,
            columns,
            attributes,
        });
    };
    for table in classes().filter(|c| matches!(c.kind, RelKind::Table | RelKind::MaterializedView))
    {
        add(table, RelationRole::Heap, None);
        for index in b.catalog.indexes_of(table.oid) {
            add(index, RelationRole::Index, Some(table.oid));
        }
        if let Some(toast) = b.catalog.class(table.toast) {
            add(toast, RelationRole::Toast, Some(table.oid));
            for index in b.catalog.indexes_of(toast.oid) {
                add(index, RelationRole::ToastIndex, Some(toast.oid));
            }
        }
    }
    for sequence in classes().filter(|c| c.kind == RelKind::Sequence) {
        add(sequence, RelationRole::Sequence, None);
    }
    out
}

/// The relation's name as a viewer shows it.
pub(super) fn name(catalog: &Catalog, class: &Class) -> String {
    if class.namespace == PUBLIC || class.namespace == PG_TOAST {
        class.name.clone()
    } else {
        format!("{}.{}", catalog.namespace_name(class.namespace), class.name)
    }
}

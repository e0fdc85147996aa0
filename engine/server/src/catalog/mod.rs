//! What the server knows of its objects: `pg_class` and friends.
//!
//! The catalog is a set of maps from OIDs to entries. A clone costs a few reference counts, and a
//! change copies only what it touches, so a transaction or savepoint keeps a clone and rolls back
//! by putting it back. `command` makes the objects, and assigns OIDs in the server's order. The
//! system catalogs that SQL can read (`pg_class` ...) are virtual: their rows are made from these
//! entries ([`system`]) when `system_views` is asked for them.
//!
//! What DDL logs are rows on pages ([`stored`]); look-ups do not go there, and cost no buffers.

mod entry;
mod oids;
pub(crate) mod relation;
pub mod stored;
pub mod system;
mod types;
mod view;

pub use entry::*;
pub use oids::*;
pub use sql::analyze::Trigger;
pub use view::View;

use sql::analyze::{ForeignKeyInfo, RelationInfo};
use std::cell::RefCell;
use std::rc::Rc;
use storage::heap::{RelKind, Relation};
use storage::ids::{AttrNumber, Oid};
use storage::map::SortedMap;
use storage::sort::Arrange;
use storage::tuple::TupleDesc;
use storage::versions::Release;
use stored::rows::StoredRows;
use system::initdb;

type Map<T> = Rc<SortedMap<Oid, T>>;

/// All objects.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// The name of the database it is of.
    pub database: Rc<str>,
    namespaces: Map<Namespace>,
    classes: Map<Rc<Class>>,
    types: Map<Rc<UserType>>,
    constraints: Map<Rc<Constraint>>,
    functions: Map<Rc<UserFunction>>,
    extensions: Map<Extension>,
    toasters: Map<ToasterEntry>,
    comments: Rc<SortedMap<(Oid, i16), String>>,
    /// The schema of temporary tables and the one of their TOAST tables, once there are some.
    pub temp: Option<(Oid, Oid)>,
    /// The rows that were written, on their pages.
    stored: StoredRows,
    caches: Rc<Caches>,
}

/// The functions and schemas that a plan was made with.
#[derive(Clone, Debug)]
pub(crate) struct NamesSeen(Map<Rc<UserFunction>>, Map<Namespace>);

/// What was worked out from the entries; clones share it until one of them changes.
#[derive(Debug, Default)]
struct Caches {
    names: RefCell<Option<SortedMap<(Oid, String), Oid>>>,
    relations: RefCell<SortedMap<Oid, Rc<Relation>>>,
    infos: RefCell<SortedMap<Oid, Rc<RelationInfo>>>,
}

/// The `comment` of an extension's control file.
pub fn extension_comment(name: &str) -> &'static str {
    match name {
        "pageinspect" => "inspect the contents of database pages at a low level",
        "pg_visibility" => "examine the visibility map (VM) and page-level visibility info",
        "pg_walinspect" => "functions to inspect contents of PostgreSQL Write-Ahead Log",
        "pg_freespacemap" => "examine the free space map (FSM)",
        "pg_buffercache" => "examine the shared buffer cache",
        "pg_prewarm" => "prewarm relation data",
        "amcheck" => "functions for verifying relation integrity",
        "pgcrypto" => "cryptographic functions",
        "pg_stat_statements" => {
            "track planning and execution statistics of all SQL statements executed"
        }
        "pgstattuple" => "show tuple-level statistics",
        "plpgsql" => "PL/pgSQL procedural language",
        "bytea_toaster" => "bytea_toaster - appendable bytea toaster",
        "jsonb_toaster" => "jsonb_toaster - updatable jsonb toaster",
        _ => "",
    }
}

/// Shortens a name to this many bytes, at a character's boundary (`truncate_identifier`).
pub(crate) fn clip(name: &str, most: usize) -> &str {
    let mut end = name.len().min(most);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    &name[..end]
}

/// The access methods of indexes besides btree, which are there in name only.
pub const OTHER_INDEX_METHODS: [(Oid, &str); 5] = [
    (Oid(405), "hash"),
    (Oid(783), "gist"),
    (Oid(2742), "gin"),
    (Oid(4000), "spgist"),
    (Oid(3580), "brin"),
];

/// The name of an index's access method, unless it is btree.
pub fn other_method(c: &Class) -> Option<&'static str> {
    let found =
        OTHER_INDEX_METHODS.iter().find(|m| c.kind == RelKind::Index && m.0 == c.access_method);
    found.map(|m| m.1)
}

/// The sentence about an index that plans and VACUUM ignore.
pub(crate) fn left_out(index: &Class) -> Option<String> {
    let method = other_method(index)?;
    Some(format!("Left out: {method} index {} is not modelled", index.name))
}

impl Catalog {
    /// The catalogs of a database created from template1, without the extensions of the recorded
    /// clusters.
    pub fn pristine() -> Catalog {
        let mut c = Catalog::new();
        c.extensions_mut().retain(|oid, _| oid.0 < FIRST_NORMAL_OID);
        c
    }
    /// Gives the system's catalogs and views the columns that they have in a release.
    pub fn become_release(&mut self, release: &Release) {
        let mut all = initdb::relations();
        for oid in initdb::become_release(&mut all, release) {
            match all.get(&oid) {
                Some(class) => self.classes_mut().insert(oid, Rc::clone(class)),
                None => self.classes_mut().remove(&oid),
            };
        }
        let Some(view) = all.values().find(|c| c.name == "pg_stat_wal") else { return };
        let mut view = (**view).clone();
        const GONE: [&str; 4] = ["wal_write", "wal_sync", "wal_write_time", "wal_sync_time"];
        let mut attrs = view.desc.attrs.clone();
        attrs.retain(|a| release.log_writes_counted || !GONE.contains(&&*a.name));
        view.desc = Rc::new(TupleDesc { attrs });
        self.classes_mut().insert(view.oid, Rc::new(view));
        self.stored.become_release(&self.classes, release);
    }
    /// The catalogs of a fresh cluster, as initdb leaves them.
    pub fn new() -> Catalog {
        let mut c = Catalog { database: "postgres".into(), ..Catalog::default() };
        for (oid, name) in [
            (PG_CATALOG, "pg_catalog"),
            (PG_TOAST, "pg_toast"),
            (PUBLIC, "public"),
            (INFORMATION_SCHEMA, "information_schema"),
        ] {
            c.namespaces_mut().insert(oid, Namespace { oid, name: name.to_string() });
        }
        c.classes = Rc::new(initdb::relations());
        c.stored.attach(&c.classes);
        for (object, column, comment) in [
            (PUBLIC, 0, "standard public schema"),
            (Oid(1), SHARED, "default template for new databases"),
            (Oid(4), SHARED, "unmodifiable empty database"),
            (POSTGRES_DATABASE, SHARED, "default administrative connection database"),
        ] {
            c.comments_mut().insert((object, column), comment.to_string());
        }
        let e = c.extensions_mut();
        for (oid, name, version, namespace, relocatable) in [
            (13559, "plpgsql", "1.0", PG_CATALOG, false),
            (13560, "pageinspect", "1.11", PUBLIC, true),
            (13561, "pg_walinspect", "1.0", PUBLIC, true),
            (13562, "pg_visibility", "1.2", PUBLIC, true),
        ] {
            let extension = Extension {
                oid: Oid(oid),
                name: name.to_string(),
                version: version.to_string(),
                namespace,
                relocatable,
                taken: (Oid(oid), Vec::new()),
            };
            e.insert(Oid(oid), extension);
        }
        for e in c.extensions.clone().values() {
            c.comments_mut().insert((e.oid, 0), extension_comment(&e.name).to_string());
        }
        c
    }

    /// What an extension took in `pg_extension`, and its functions in `pg_proc`. Those of the recorded clusters were
    /// installed before OIDs were set back to 16384, while here their own OIDs are kept out of the way of users' objects.
    #[inline(never)]
    pub fn oids_of(&self, extension: Oid, release: &Release) -> (Oid, Vec<Oid>) {
        match release.extensions_took.get(extension.0.wrapping_sub(13560) as usize) {
            Some(bits) => {
                let mut all = (0..64).filter(|n| bits >> n & 1 == 1).map(|n| Oid(16384 + n));
                (all.next().unwrap_or(extension), all.collect())
            }
            None => {
                let known = self.extensions.get(&extension);
                known.map_or((extension, Vec::new()), |e| e.taken.clone())
            }
        }
    }

    /// Whether `pg_proc` has a row with this OID.
    pub fn function_oid_taken(&self, oid: Oid, release: &Release) -> bool {
        self.functions.contains_key(&oid)
            || self.extensions.keys().any(|e| self.oids_of(*e, release).1.contains(&oid))
    }

    /// Whether `pg_extension` has a row with this OID.
    pub fn extension_oid_taken(&self, oid: Oid, release: &Release) -> bool {
        self.extensions.keys().any(|e| self.oids_of(*e, release).0 == oid)
    }

    /// Whether two catalogs are surely equal. It is a quick test: false may be wrong.
    pub fn same(&self, other: &Catalog) -> bool {
        Rc::ptr_eq(&self.classes, &other.classes)
            && Rc::ptr_eq(&self.types, &other.types)
            && Rc::ptr_eq(&self.constraints, &other.constraints)
            && Rc::ptr_eq(&self.namespaces, &other.namespaces)
            && Rc::ptr_eq(&self.functions, &other.functions)
            && Rc::ptr_eq(&self.extensions, &other.extensions)
            && Rc::ptr_eq(&self.toasters, &other.toasters)
            && Rc::ptr_eq(&self.comments, &other.comments)
    }

    /// The functions and schemas as they are now.
    pub(crate) fn names_seen(&self) -> NamesSeen {
        NamesSeen(Rc::clone(&self.functions), Rc::clone(&self.namespaces))
    }
    /// Whether no function or schema changed since then.
    pub(crate) fn has_names(&self, seen: &NamesSeen) -> bool {
        Rc::ptr_eq(&self.functions, &seen.0) && Rc::ptr_eq(&self.namespaces, &seen.1)
    }

    /// Invalidates the cached entries of these relations, as a commit does: they are built again
    /// when next used, and the target block for inserts is forgotten.
    pub(crate) fn invalidate(&mut self, relations: &[Oid]) {
        self.stored.forget(relations.iter().copied());
        for class in relations.iter().filter_map(|rel| self.class(*rel)) {
            class.state.invalidate();
        }
    }
    /// The rows of the catalogs that are stored on pages.
    pub fn stored(&self) -> &StoredRows {
        &self.stored
    }
    /// The stored rows of the catalogs, to change them.
    pub fn stored_mut(&mut self) -> &mut StoredRows {
        &mut self.stored
    }
    /// Drops what was computed from entries, since one has changed.
    fn forget(&mut self) {
        self.caches = Rc::default();
    }

    /// Returns the schemas by OID (`pg_namespace`).
    pub fn namespaces(&self) -> &SortedMap<Oid, Namespace> {
        &self.namespaces
    }
    /// The schemas, to change them.
    pub fn namespaces_mut(&mut self) -> &mut SortedMap<Oid, Namespace> {
        self.forget();
        Rc::make_mut(&mut self.namespaces)
    }
    /// Returns the relations by OID, the system's virtual ones included (`pg_class`).
    pub fn classes(&self) -> &SortedMap<Oid, Rc<Class>> {
        &self.classes
    }
    /// The relations, to change them.
    pub fn classes_mut(&mut self) -> &mut SortedMap<Oid, Rc<Class>> {
        self.forget();
        Rc::make_mut(&mut self.classes)
    }
    /// Returns the types that are not built in, by OID (`pg_type`): row types, their arrays, enums,
    /// domains.
    pub fn types(&self) -> &SortedMap<Oid, Rc<UserType>> {
        &self.types
    }
    /// The types, to change them.
    pub fn types_mut(&mut self) -> &mut SortedMap<Oid, Rc<UserType>> {
        self.forget();
        Rc::make_mut(&mut self.types)
    }
    /// Returns the constraints by OID (`pg_constraint`).
    pub fn constraints(&self) -> &SortedMap<Oid, Rc<Constraint>> {
        &self.constraints
    }
    /// The constraints, to change them.
    pub fn constraints_mut(&mut self) -> &mut SortedMap<Oid, Rc<Constraint>> {
        self.forget();
        Rc::make_mut(&mut self.constraints)
    }
    /// Returns the functions that are not built in, by OID (`pg_proc`).
    pub fn functions(&self) -> &SortedMap<Oid, Rc<UserFunction>> {
        &self.functions
    }
    /// The functions, to change them.
    pub fn functions_mut(&mut self) -> &mut SortedMap<Oid, Rc<UserFunction>> {
        Rc::make_mut(&mut self.functions)
    }
    /// Returns the extensions by OID (`pg_extension`).
    pub fn extensions(&self) -> &SortedMap<Oid, Extension> {
        &self.extensions
    }
    /// The extensions, to change them.
    pub fn extensions_mut(&mut self) -> &mut SortedMap<Oid, Extension> {
        Rc::make_mut(&mut self.extensions)
    }
    /// Returns the toasters by OID (`pg_toaster`): none while nobody uses toasters, as in
    /// PostgreSQL 15.
    pub fn toasters(&self) -> &SortedMap<Oid, ToasterEntry> {
        &self.toasters
    }
    /// The toasters, to change them.
    pub fn toasters_mut(&mut self) -> &mut SortedMap<Oid, ToasterEntry> {
        Rc::make_mut(&mut self.toasters)
    }
    /// Makes the catalogs of the Toaster API: `pg_toaster`, `atttoaster`, `reltoasterids`.
    pub(crate) fn enable_toasters(&mut self, release: &Release) {
        initdb::add_toaster_catalogs(self.classes_mut());
        self.stored.become_release(&self.classes, release);
    }
    /// Returns the comments by object and column, 0 for the object itself (`pg_description`).
    pub fn comments(&self) -> &SortedMap<(Oid, i16), String> {
        &self.comments
    }
    /// The comments, to change them.
    pub fn comments_mut(&mut self) -> &mut SortedMap<(Oid, i16), String> {
        Rc::make_mut(&mut self.comments)
    }

    /// The relation with this OID.
    pub fn class(&self, oid: Oid) -> Option<&Rc<Class>> {
        self.classes.get(&oid)
    }
    /// The TOAST table of a table, [`Oid::INVALID`] when it has none.
    pub fn toast_of(&self, oid: Oid) -> Oid {
        self.class(oid).map_or(Oid::INVALID, |c| c.toast)
    }

    /// The relation with this OID, to be changed. Its rows and files stay as they are.
    pub fn class_mut(&mut self, oid: Oid) -> Option<&mut Class> {
        self.classes_mut().get_mut(&oid).map(Rc::make_mut)
    }
    /// The relation of this name in this schema.
    pub fn class_named(&self, namespace: Oid, name: &str) -> Option<&Rc<Class>> {
        let mut names = self.caches.names.borrow_mut();
        let names = names.get_or_insert_with(|| {
            self.classes.values().map(|c| ((c.namespace, c.name.clone()), c.oid)).collect()
        });
        self.classes.get(names.get(&(namespace, name.to_string()))?)
    }
    /// The schema of this name.
    pub fn namespace_named(&self, name: &str) -> Option<&Namespace> {
        self.namespaces.values().find(|n| n.name == name)
    }
    /// The name of a schema.
    pub fn namespace_name(&self, oid: Oid) -> &str {
        self.namespaces.get(&oid).map_or("", |n| &n.name)
    }
    /// The name of a schema in definitions: that of temporary objects has one name in every session
    /// (`get_namespace_name_or_temp`).
    pub fn shown_namespace(&self, oid: Oid) -> &str {
        match self.temp {
            Some((temp, _)) if temp == oid => "pg_temp",
            _ => self.namespace_name(oid),
        }
    }
    /// The default (or generation) expression of a column.
    pub fn default_of(&self, rel: Oid, attno: AttrNumber) -> Option<&AttrDefault> {
        self.class(rel)?.defaults.get(&attno)
    }
    /// The btree indexes of a table. Those of other methods have a catalog entry only, and no
    /// pages.
    pub fn kept_indexes_of(&self, rel: Oid) -> Vec<&Rc<Class>> {
        let mut all = self.indexes_of(rel);
        all.retain(|i| i.access_method == BTREE_AM);
        all
    }
    /// All indexes of a table.
    pub fn indexes_of(&self, rel: Oid) -> Vec<&Rc<Class>> {
        let has = self.class(rel).is_some_and(|c| c.state.has_index.get());
        if !has {
            return Vec::new();
        }
        let mine = |c: &&Rc<Class>| c.index.as_ref().is_some_and(|i| i.heap == rel);
        self.classes.values().filter(mine).collect()
    }
    /// The constraints of a table, in the order of their OIDs.
    pub fn constraints_of(&self, rel: Oid) -> Vec<&Rc<Constraint>> {
        self.constraints.values().filter(|c| c.rel == rel).collect()
    }
    /// The foreign keys of a table, by name (`RelationGetFKeyList`).
    pub fn foreign_keys_of(&self, rel: Oid) -> Vec<ForeignKeyInfo> {
        let mut keys = self.constraints_of(rel);
        keys.retain(|k| k.foreign.is_some());
        keys.arrange_by_key(|k| k.name.clone());
        let info = |k: &Rc<Constraint>| {
            let foreign = k.foreign.as_ref()?;
            let columns = k.keys.iter().zip(&foreign.keys).map(|(from, to)| (from.0, to.0));
            Some(ForeignKeyInfo { referenced: foreign.rel, columns: columns.collect() })
        };
        keys.into_iter().filter_map(info).collect()
    }
    /// The sequence that an identity or serial column owns.
    pub fn owned_sequence(&self, rel: Oid, attno: AttrNumber, kind: char) -> Option<&Rc<Class>> {
        self.classes
            .values()
            .find(|c| c.sequence.as_ref().is_some_and(|s| s.owner == Some((rel, attno, kind))))
    }
    /// The type of this name in this schema, row types included.
    pub fn type_named(&self, namespace: Oid, name: &str) -> Option<&Rc<UserType>> {
        self.types.values().find(|t| t.namespace == namespace && t.name == name)
    }
    /// The relation as the storage crate knows it.
    pub fn relation(&self, oid: Oid) -> Option<Rc<Relation>> {
        if let Some(r) = self.caches.relations.borrow().get(&oid) {
            return Some(Rc::clone(r));
        }
        let built = Rc::new(relation::build(self, self.class(oid)?));
        self.caches.relations.borrow_mut().insert(oid, Rc::clone(&built));
        Some(built)
    }
    /// All TOAST relations of users' tables, for the store.
    pub fn toast_relations(&self) -> SortedMap<Oid, Rc<Relation>> {
        self.classes
            .range(Oid(FIRST_NORMAL_OID)..)
            .filter(|(_, c)| c.kind == RelKind::Toast)
            .filter_map(|(oid, _)| Some((*oid, self.relation(*oid)?)))
            .collect()
    }
}

//! Making relations (`heap_create_with_catalog`, `create_toast_table`), and what they are made of.
//!
//! OIDs are taken in the server's order; a first `CREATE TABLE t (a text)` uses
//!
//! ```text
//! 16384 t     16385 type _t     16386 type t     16387 pg_toast_16384     16388 its index
//! ```

use crate::backend::Backend;
use crate::catalog::stored::{dropping, objects as stored};
use crate::catalog::system::toast_columns;
use crate::catalog::{
    BTREE_AM, Class, Constraint, ConstraintType, HEAP_AM, IndexEntry, PG_TOAST, SequenceEntry,
    UserType, UserTypeKind, ViewEntry,
};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::event::Event;
use storage::heap::{IndexKey, Persistence, RelKind, RelState};
use storage::ids::{AttrNumber, Oid, RelFileNode};
use storage::map::SortedMap;
use storage::sort::Arrange;
use storage::tuple::layout::MAX_HEAP_ATTRIBUTES;
use storage::tuple::{Storage, TupleDesc, header_size};
use storage::types::oid;
use storage::xact::RELATION_STATISTICS;

/// What a new relation is to be.
pub(crate) struct NewRelation {
    pub name: String,
    pub namespace: Oid,
    pub kind: RelKind,
    pub persistence: Persistence,
    pub desc: TupleDesc,
    pub options: Vec<(String, String)>,
    pub index: Option<IndexEntry>,
    pub view: Option<ViewEntry>,
    pub sequence: Option<SequenceEntry>,
    pub on_commit: Option<char>,
    pub rewrites: Oid,
}

impl NewRelation {
    /// A table with these columns.
    pub(crate) fn table(
        name: &str,
        namespace: Oid,
        persistence: Persistence,
        desc: TupleDesc,
    ) -> Self {
        NewRelation {
            name: name.to_string(),
            namespace,
            kind: RelKind::Table,
            persistence,
            desc,
            options: Vec::new(),
            index: None,
            view: None,
            sequence: None,
            on_commit: None,
            rewrites: Oid::INVALID,
        }
    }
}

/// Returns `name1_name2_label` within 63 bytes, the longer name cut first (`makeObjectName`).
pub(crate) fn object_name(name1: &str, name2: &str, label: &str) -> String {
    let mut overhead = 0;
    if !name2.is_empty() {
        overhead += 1;
    }
    if !label.is_empty() {
        overhead += label.len() + 1;
    }
    let available = 63 - overhead;
    let (mut a, mut b) = (name1.len(), name2.len());
    while a + b > available {
        if a > b {
            a -= 1;
        } else {
            b -= 1;
        }
    }
    let mut out = crate::catalog::clip(name1, a).to_string();
    if !name2.is_empty() {
        out.push('_');
        out.push_str(crate::catalog::clip(name2, b));
    }
    if !label.is_empty() {
        out.push('_');
        out.push_str(label);
    }
    out
}

/// A name of the form `name1_name2_label` that no relation or constraint has yet
/// (`ChooseRelationName`).
pub(crate) fn choose_name(
    b: &Backend<'_>,
    name1: &str,
    name2: &str,
    label: &str,
    namespace: Oid,
    constraint: bool,
) -> String {
    let mut pass = 0;
    let mut modified = label.to_string();
    loop {
        let name = object_name(name1, name2, &modified);
        let taken =
            b.catalog.class_named(namespace, &name).is_some()
                || (constraint
                    && (b.catalog.constraints().values().any(|k| {
                        k.name == name
                            && b.catalog.class(k.rel).is_some_and(|r| r.namespace == namespace)
                    }) || b.catalog.types().values().any(|t| {
                        t.namespace == namespace && t.checks().iter().any(|k| k.1 == name)
                    })));
        if !taken {
            return name;
        }
        pass += 1;
        modified = format!("{label}{pass}");
    }
}

/// Fails if a table has, or had, more columns than fit the header of a row (`MaxHeapAttributeNumber`).
pub(super) fn check_column_count(columns: usize) -> Result<()> {
    if columns > MAX_HEAP_ATTRIBUTES {
        return err!(TOO_MANY_COLUMNS, "tables can have at most 1600 columns");
    }
    Ok(())
}

/// Whether a type has this name. Refused is the name of an array type, which gets another (`moveArrayTypeName`).
pub(super) fn type_exists(b: &Backend<'_>, namespace: Oid, name: &str) -> Result<bool> {
    let found = b.catalog.type_named(namespace, name);
    if found.is_some_and(|t| matches!(t.kind, UserTypeKind::ArrayOf(_))) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "a type with the name of the array type \"{name}\" is not modelled"
        );
    }
    Ok(found.is_some())
}

/// Makes the relation, its row type and its file; returns its OID.
pub(crate) fn create(b: &mut Backend<'_>, new: NewRelation) -> Result<Oid> {
    check_column_count(new.desc.attrs.len())?;
    if b.catalog.class_named(new.namespace, &new.name).is_some() {
        return err!(DUPLICATE_TABLE, "relation \"{}\" already exists", new.name);
    }
    let has_type = matches!(
        new.kind,
        RelKind::Table | RelKind::View | RelKind::MaterializedView | RelKind::Composite
    );
    if has_type && type_exists(b, new.namespace, &new.name)? {
        return Err(storage::error::PgError::new(
            storage::error::SqlState::DUPLICATE_OBJECT,
            format!("type \"{}\" already exists", new.name),
        )
        .hint(
            "A relation has an associated type of the same name, so you must use a name that \
             doesn't conflict with any existing type.",
        ));
    }
    let oid = b.store.oids.next();
    let (array_type, row_type) = if has_type {
        (b.store.oids.next(), b.store.oids.next())
    } else {
        (Oid::INVALID, Oid::INVALID)
    };
    let stored = new.kind.has_storage();
    let file = RelFileNode(if stored { oid.0 } else { 0 });
    // An index is locked once its file is there (`index_create`).
    if new.kind != RelKind::Index {
        b.store.lock_exclusively(oid);
    }
    if stored {
        b.create_file(file, new.persistence, new.kind);
    }
    b.store.lock_exclusively(oid);
    b.store.xact.object_with_statistics(RELATION_STATISTICS, oid, true);
    let xid = b.store.xact.assign_xid();
    let state = RelState::new();
    state.used.set(new.persistence == Persistence::Temp);
    match new.kind {
        RelKind::Table | RelKind::Toast | RelKind::MaterializedView => {
            state.set_ages(xid, b.store.xact.multixacts.next());
        }
        RelKind::Index | RelKind::Sequence => state.reltuples.set(0.0),
        _ => {}
    }
    if has_type {
        let array_name = array_type_name(b, new.namespace, &new.name);
        add_type(b, row_type, &new.name, new.namespace, UserTypeKind::Row(oid), array_type);
        let kind = UserTypeKind::ArrayOf(row_type);
        add_type(b, array_type, &array_name, new.namespace, kind, Oid::INVALID);
    }
    let mut toasters: Vec<Oid> =
        new.desc.attrs.iter().map(|a| a.toaster).filter(|t| t.is_valid()).collect();
    toasters.dedup();
    let class = Class {
        oid,
        name: new.name.clone(),
        namespace: new.namespace,
        row_type,
        array_type,
        access_method: match new.kind {
            RelKind::Table | RelKind::Toast | RelKind::MaterializedView => HEAP_AM,
            RelKind::Index => BTREE_AM,
            _ => Oid::INVALID,
        },
        file,
        toast: Oid::INVALID,
        kind: new.kind,
        persistence: new.persistence,
        shared: false,
        hidden_columns: 0,
        toasters,
        desc: Rc::new(new.desc),
        options: new.options,
        defaults: SortedMap::new(),
        column_options: SortedMap::new(),
        has_triggers: false,
        triggers: Vec::new(),
        replica_identity: if new.kind == RelKind::Table || new.kind == RelKind::MaterializedView {
            'd'
        } else {
            'n'
        },
        populated: true,
        on_commit: new.on_commit,
        rewrites: new.rewrites,
        index: new.index.map(Rc::new),
        view: new.view.map(Rc::new),
        sequence: new.sequence.map(Rc::new),
        state,
    };
    b.catalog.classes_mut().insert(oid, Rc::new(class));
    b.event(|| Event::RelationCreated { oid, file, name: new.name });
    if new.kind != RelKind::Index {
        stored::relation_made(&mut b.catalog_store(), oid);
    }
    // An index and a sequence have an entry of their own besides pg_class's, a view its rule.
    b.store.xact.catalog_changes(
        if matches!(new.kind, RelKind::Index | RelKind::Sequence | RelKind::View) { 2 } else { 1 },
    );
    Ok(oid)
}

/// Adds the entry of a type.
pub(crate) fn add_type(
    b: &mut Backend<'_>,
    oid: Oid,
    name: &str,
    namespace: Oid,
    kind: UserTypeKind,
    array: Oid,
) {
    let t = UserType { oid, name: name.to_string(), namespace, kind, array };
    b.catalog.types_mut().insert(oid, Rc::new(t));
}

/// The name of an array type: `_name`, with more underscores while it exists (`makeArrayTypeName`).
pub(crate) fn array_type_name(b: &Backend<'_>, namespace: Oid, name: &str) -> String {
    let mut array = format!("_{name}");
    loop {
        array = crate::catalog::clip(&array, 63).to_string();
        if b.catalog.type_named(namespace, &array).is_none() {
            return array;
        }
        array = format!("_{array}");
    }
}

/// Whether rows with these columns may need a TOAST table (`heapam_relation_needs_toast_table`).
pub(crate) fn needs_toast_table(desc: &TupleDesc) -> bool {
    let mut length = 0usize;
    let mut unknown = false;
    let mut toastable = false;
    for a in desc.attrs.iter().filter(|a| !a.dropped) {
        length = length.next_multiple_of(usize::from(a.align.max(1)));
        if a.len > 0 {
            length += a.len as usize;
        } else {
            match maximum_size(a.type_oid, a.typmod) {
                Some(n) => length += n,
                None => unknown = true,
            }
            toastable |= a.storage != Storage::Plain;
        }
    }
    if !toastable {
        return false;
    }
    let header = header_size(desc.attrs.len(), true);
    unknown || header + length.next_multiple_of(8) > storage::toaster::TOAST_TUPLE_THRESHOLD
}

/// The most bytes a value can take (`type_maximum_size`).
fn maximum_size(type_oid: Oid, typmod: i32) -> Option<usize> {
    if typmod < 0 {
        return None;
    }
    let n = typmod as usize;
    match type_oid {
        oid::BPCHAR | oid::VARCHAR => Some(n.saturating_sub(4) * 4 + 4),
        oid::NUMERIC if typmod >= 4 => {
            let precision = ((typmod - 4) >> 16) as usize & 0xffff;
            Some(8 + precision.div_ceil(4).max((precision + 6) / 4) * 2)
        }
        oid::BIT | oid::VARBIT => Some(n.div_ceil(8) + 8),
        _ => None,
    }
}

/// Makes the TOAST table and its index if the table needs one and has none.
pub(crate) fn create_toast_if_needed(
    b: &mut Backend<'_>,
    rel: Oid,
    options: Vec<(String, String)>,
) -> Result<()> {
    let Some(class) = b.catalog.class(rel).cloned() else { return Ok(()) };
    if class.toast.is_valid()
        || !matches!(class.kind, RelKind::Table | RelKind::MaterializedView)
        || !needs_toast_table(&class.desc)
    {
        return Ok(());
    }
    create_toast(b, rel, options)
}

/// Makes a TOAST table for `rel`, named after its OID.
pub(crate) fn create_toast(
    b: &mut Backend<'_>,
    rel: Oid,
    options: Vec<(String, String)>,
) -> Result<()> {
    let Some(class) = b.catalog.class(rel).cloned() else { return Ok(()) };
    let namespace = match (class.persistence, b.catalog.temp) {
        (Persistence::Temp, Some((_, toast))) => toast,
        _ => PG_TOAST,
    };
    let mut columns = toast_columns();
    let name = format!("pg_toast_{rel}");
    let toast = create(
        b,
        NewRelation {
            kind: RelKind::Toast,
            options,
            rewrites: b.catalog.toast_of(class.rewrites),
            ..NewRelation::table(
                &name,
                namespace,
                class.persistence,
                TupleDesc { attrs: columns.clone() },
            )
        },
    )?;
    if let Some(t) = b.catalog.class_mut(toast) {
        t.replica_identity = 'n';
    }
    let key = |attno, type_oid| IndexKey {
        attno: AttrNumber(attno),
        type_oid,
        collation: Oid::INVALID,
        descending: false,
        nulls_first: false,
        pattern_ops: false,
    };
    columns.truncate(2);
    let entry = IndexEntry {
        heap: toast,
        keys: vec![key(1, oid::OID), key(2, oid::INT4)],
        opclasses: vec![None, None],
        key_count: 2,
        exprs: Vec::new(),
        predicate: None,
        unique: true,
        primary: true,
        immediate: true,
        nulls_not_distinct: false,
        clustered: false,
        replica_identity: false,
        check_xmin: None,
        valid: true,
    };
    let index = create(
        b,
        NewRelation {
            kind: RelKind::Index,
            index: Some(entry),
            ..NewRelation::table(
                &format!("{name}_index"),
                namespace,
                class.persistence,
                TupleDesc { attrs: columns },
            )
        },
    )?;
    stored::index_made(&mut b.catalog_store(), index);
    super::index::build_new(b, toast, index)?;
    if let Some(c) = b.catalog.class_mut(rel) {
        c.toast = toast;
    }
    stored::toast_made(&mut b.catalog_store(), rel, toast);
    stored::next_command(&mut b.catalog_store());
    b.store.xact.catalog_changes(1);
    b.sync_store();
    Ok(())
}

/// A relation that is part of another one and goes with it.
pub(super) struct OwnedRelation {
    /// The OID of what depends on the other directly: a constraint for its index.
    pub followed: Oid,
    /// The relation.
    pub relation: Oid,
}

/// The parts of a relation, as `pg_depend` lists them: its TOAST table, its indexes, the sequences that
/// its columns own.
pub(super) fn parts(b: &Backend<'_>, rel: Oid) -> Vec<OwnedRelation> {
    let Some(class) = b.catalog.class(rel) else { return Vec::new() };
    let constraint = |index: Oid| {
        let mut all = b.catalog.constraints().values();
        all.find(|k| k.index == index && k.kind != ConstraintType::ForeignKey).map(|k| k.oid)
    };
    let owner = |c: &Class| c.sequence.as_ref().and_then(|s| s.owner).map(|(rel, ..)| rel);
    let part = |oid: Oid| OwnedRelation { followed: oid, relation: oid };
    let toast = Some(class.toast).filter(|t| t.is_valid()).map(part);
    let indexes = b.catalog.indexes_of(rel).into_iter().map(|i| i.oid);
    let indexes =
        indexes.map(|i| OwnedRelation { followed: constraint(i).unwrap_or(i), relation: i });
    let sequences = b.catalog.classes().values().filter(|c| owner(c) == Some(rel));
    toast.into_iter().chain(indexes).chain(sequences.map(|c| part(c.oid))).collect()
}

/// The parts of a relation in the order in which they are dropped, the youngest first
/// (`object_address_comparator`).
pub(super) fn parts_to_drop(b: &Backend<'_>, rel: Oid) -> Vec<OwnedRelation> {
    let mut parts = parts(b, rel);
    parts.arrange_by_key(|p| std::cmp::Reverse(p.followed));
    parts
}

/// How many commands end while a constraint is dropped: one for it, and one for each of a foreign
/// key's triggers, two on either table (`createForeignKeyActionTriggers`,
/// `createForeignKeyCheckTriggers`).
pub(super) fn commands_to_drop(k: &Constraint) -> u32 {
    if k.foreign.is_some() { 5 } else { 1 }
}

/// Removes a relation from the catalog, and its file when the transaction commits. Its TOAST table,
/// indexes, types, defaults, constraints, comments and owned sequences are dropped before it.
pub(crate) fn drop_relation(b: &mut Backend<'_>, oid: Oid) {
    let Some(class) = b.catalog.class(oid).cloned() else { return };
    forget_relation(b, oid);
    b.event(|| Event::RelationDropped { oid, file: class.file });
}

/// Removes a transient table, without invalidation messages.
pub(super) fn forget_relation(b: &mut Backend<'_>, oid: Oid) {
    let Some(class) = b.catalog.class(oid).cloned() else { return };
    b.store.lock_exclusively(oid);
    class.opened();
    dropping::relations_dropped(&mut b.catalog_store(), &[oid]);
    for part in parts_to_drop(b, oid) {
        drop_relation(b, part.relation);
        // A constraint is an object of its own.
        b.store.xact.catalog_changes(u32::from(part.followed != part.relation));
    }
    // The rule of a view is an object of its own.
    let rule = matches!(class.kind, RelKind::View | RelKind::MaterializedView);
    let mut changes = u32::from(rule) + class.defaults.len() as u32;
    b.catalog.constraints_mut().retain(|_, k| {
        let referred = k.foreign.as_ref().is_some_and(|f| f.rel == oid);
        let stays = k.rel != oid && k.index != oid && !referred;
        // Those of indexes are counted with the indexes.
        if !stays && (k.foreign.is_some() || !k.index.is_valid()) {
            changes += commands_to_drop(k);
        }
        stays
    });
    b.store.xact.catalog_changes(changes);
    if class.row_type.is_valid() {
        b.catalog.types_mut().remove(&class.row_type);
        b.catalog.types_mut().remove(&class.array_type);
    }
    b.catalog.comments_mut().retain(|(o, _), _| *o != oid);
    b.drop_file(class.file);
    b.store.xact.object_with_statistics(RELATION_STATISTICS, oid, false);
    b.catalog.classes_mut().remove(&oid);
    // The row type and its array type are dropped each by itself.
    b.store.xact.catalog_changes(if class.row_type.is_valid() { 3 } else { 1 });
}

/// Gives a relation a new, empty file (`RelationSetNewRelfilenode`).
pub(crate) fn new_file(b: &mut Backend<'_>, oid: Oid) {
    let Some(class) = b.catalog.class(oid).cloned() else { return };
    let xid = b.store.xact.assign_xid();
    let file = RelFileNode(b.store.oids.next().0);
    b.drop_file(class.file);
    b.create_file(file, class.persistence, class.kind);
    b.store.xact.catalog_changes(1);
    set_file(b, oid, file, if class.kind == RelKind::Index { None } else { Some(xid) });
    stored::class_changed(&mut b.catalog_store(), oid);
    stored::next_command(&mut b.catalog_store());
}

/// Gives a relation another file, and resets its statistics and caches; a sequence gets its row again
/// (`RelationSetNewRelfilenode`).
pub(crate) fn set_file(
    b: &mut Backend<'_>,
    oid: Oid,
    file: RelFileNode,
    frozen: Option<storage::ids::TransactionId>,
) {
    let state = RelState::new();
    if let Some(xid) = frozen {
        state.set_ages(xid, b.store.xact.multixacts.next());
    }
    if let Some(old) = b.catalog.class(oid).map(|c| c.file) {
        let usage = b.store.pool.file_usage(old);
        b.store.statistics.file_replaced(old, file, usage);
    }
    if let Some(c) = b.catalog.class_mut(oid) {
        *state.columns.borrow_mut() = c.state.columns.borrow().clone();
        state.has_index.set(c.state.has_index.get());
        if c.kind == RelKind::Sequence {
            state.relpages.set(c.state.relpages.get());
            state.reltuples.set(c.state.reltuples.get());
        }
        c.file = file;
        c.state = state;
    }
}

/// Refuses a command that changes a table or an index which an open cursor reads, or a table with rows that are
/// to be checked yet (55006; `CheckTableNotInUse`).
pub(crate) fn refuse_in_use(b: &Backend<'_>, rel: Oid, command: &str) -> Result<()> {
    let why = if b.session.cursors.values().any(|c| !c.kept && c.reads.contains(&rel)) {
        "it is being used by active queries in this session"
    } else if b.has_pending_events(rel) {
        "it has pending trigger events"
    } else {
        return Ok(());
    };
    let name = b.catalog.class(rel).map_or("", |class| &class.name);
    Err(PgError::new(SqlState("55006"), format!("cannot {command} \"{name}\" because {why}")))
}

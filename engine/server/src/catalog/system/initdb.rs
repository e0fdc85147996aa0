//! The system relations that initdb makes.
//!
//! `relations.tsv` lists what initdb makes, one line a relation, as `pg_class` of the recorded
//! cluster had it, with its columns as `name:type[:typmod][!]` (`!`: not null), or for an index its
//! table, `u`nique, `p`rimary and columns:
//!
//! ```text
//! oid  relname  schema  kind  reltype  array  toast  relfilenode  shared  relpages  reltuples  relallvisible  columns
//! 1259 pg_class c r 83 273  0  14 410 14  oid:26! relname:19! relnamespace:26! ...
//! ```
//!
//! `later.tsv` says what 16, 17 and 18 changed, as their `pg_attribute` has it: the release, then a whole line for a
//! relation that is new, or the name and the columns of one that has others than before.

use crate::catalog::{
    BTREE_AM, Class, HEAP_AM, INFORMATION_SCHEMA, IndexEntry, PG_CATALOG, PG_TOAST, STORED,
};
use std::rc::Rc;
use storage::heap::{IndexKey, Persistence, RelKind, RelState};
use storage::ids::{AttrNumber, Oid, RelFileNode, TransactionId};
use storage::map::SortedMap;
use storage::tuple::{Attribute, Storage, TupleDesc};
use storage::types;
use storage::versions::Release;

/// The last xid that the recorded cluster's VACUUM FREEZE left in `relfrozenxid`.
const FROZEN_AT: TransactionId = TransactionId(727);

/// A column of a built-in type, as CREATE TABLE would make it.
pub fn attribute(name: &str, type_oid: Oid, typmod: i32) -> Attribute {
    let info = types::info(type_oid);
    Attribute {
        align: info.map_or(4, |t| t.align),
        ndims: i32::from(info.is_some_and(types::TypeInfo::is_true_array)),
        collation: collation_of(type_oid),
        ..types::record::column(name, type_oid, typmod)
    }
}

/// The columns of a TOAST table (`create_toast_table`).
pub fn toast_columns() -> Vec<Attribute> {
    use types::oid;
    [("chunk_id", oid::OID), ("chunk_seq", oid::INT4), ("chunk_data", oid::BYTEA)]
        .map(|(name, of)| Attribute { storage: Storage::Plain, ..attribute(name, of, -1) })
        .to_vec()
}

/// Returns the collation of a type (`typcollation`): "C" for `name`, the database's for the other
/// string types, 0 else.
pub fn collation_of(type_oid: Oid) -> Oid {
    use types::oid;
    match type_oid {
        oid::NAME => Oid(950),
        oid::TEXT | oid::VARCHAR | oid::BPCHAR => Oid(100),
        _ => match types::info(type_oid) {
            Some(t) if t.is_true_array() => collation_of(t.element),
            _ => Oid::INVALID,
        },
    }
}

/// The relations that initdb creates.
pub(in crate::catalog) fn relations() -> SortedMap<Oid, Rc<Class>> {
    let mut classes: SortedMap<Oid, Rc<Class>> = include_str!("relations.tsv")
        .lines()
        .filter_map(line)
        .map(|class| (class.oid, Rc::new(class)))
        .collect();
    for oid in STORED {
        let Some(mut index) = classes.get(&oid).map(|c| (**c).clone()) else { continue };
        let Some(mut entry) = index.index.as_deref().cloned() else { continue };
        let Some(heap) = classes.get(&entry.heap) else { continue };
        let attrs = entry.keys.iter().map(|key| heap.desc.attr(key.attno).clone()).collect();
        for key in &mut entry.keys {
            key.type_oid = heap.desc.attr(key.attno).type_oid;
        }
        (index.desc, index.hidden_columns) = (Rc::new(TupleDesc { attrs }), 0);
        index.index = Some(Rc::new(entry));
        classes.insert(oid, Rc::new(index));
    }
    classes
}

/// The lines of `later.tsv`, each with the release that it is for.
fn later() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("later.tsv").lines().filter_map(|l| l.split_once('\t'))
}

/// Gives the relations that initdb makes the columns that they have in a release, and adds those that are new in it.
/// Returns which relations some release changes.
pub(in crate::catalog) fn become_release(
    classes: &mut SortedMap<Oid, Rc<Class>>,
    release: &Release,
) -> Vec<Oid> {
    let mut changed = Vec::new();
    for (since, text) in later() {
        let there = release.has_since(since);
        if let Some(class) = line(text) {
            changed.push(class.oid);
            if there {
                classes.insert(class.oid, Rc::new(class));
            }
        } else if let Some((name, text)) = text.split_once('\t') {
            let Some(oid) = classes.values().find(|c| c.name == name).map(|c| c.oid) else {
                continue;
            };
            changed.push(oid);
            let Some(class) = classes.get_mut(&oid) else { continue };
            let old = Rc::clone(&class.desc);
            if there {
                let is_table = class.kind == RelKind::Table && class.namespace == PG_CATALOG;
                let made = if is_table { catalog_columns(text) } else { columns(text) };
                Rc::make_mut(class).desc = Rc::new(made);
            }
            let new = Rc::clone(&class.desc);
            changed.extend(move_keys(classes, oid, &old, &new));
        }
    }
    changed
}

/// Lets the keys of a relation's indexes be the columns of the same names, whose numbers have changed. Returns the indexes.
fn move_keys(
    classes: &mut SortedMap<Oid, Rc<Class>>,
    rel: Oid,
    old: &TupleDesc,
    new: &TupleDesc,
) -> Vec<Oid> {
    let mut indexes = Vec::new();
    for (oid, class) in classes.iter_mut() {
        if class.index.as_ref().is_none_or(|i| i.heap != rel) {
            continue;
        }
        indexes.push(*oid);
        let Some(entry) = &mut Rc::make_mut(class).index else { continue };
        for key in &mut Rc::make_mut(entry).keys {
            let name = &old.attr(key.attno).name;
            if let Some(at) = new.attrs.iter().position(|a| a.name == *name) {
                key.attno = AttrNumber(at as i16 + 1);
            }
        }
    }
    indexes
}

/// The columns that a relation has in `relations.tsv`, if it has others in this release.
pub(crate) fn first_columns(release: &Release, name: &str) -> Option<TupleDesc> {
    let is_of = |(since, text): (&str, &str)| {
        release.has_since(since) && text.split_once('\t').is_some_and(|(n, _)| n == name)
    };
    if !later().any(is_of) {
        return None;
    }
    let mut lines = include_str!("relations.tsv").lines().map(|l| l.split('\t'));
    let found = lines.find_map(|mut f| (f.nth(1) == Some(name)).then(|| f.next_back()).flatten());
    found.map(columns)
}

/// Reads one line of `relations.tsv`.
fn line(line: &str) -> Option<Class> {
    let f: Vec<&str> = line.split('\t').collect();
    let [
        oid,
        name,
        schema,
        kind,
        row_type,
        array,
        toast,
        file,
        shared,
        pages,
        tuples,
        visible,
        rest,
    ] = f[..]
    else {
        return None;
    };
    let number = |s: &str| s.parse::<u32>().unwrap_or(0);
    let kind = RelKind::from_char(kind.chars().next()?)?;
    let index = if kind == RelKind::Index { index_entry(rest) } else { None };
    let desc = match kind {
        RelKind::Index => TupleDesc::default(),
        RelKind::Table if schema == "c" => catalog_columns(rest),
        RelKind::Toast => TupleDesc { attrs: toast_columns() },
        _ => columns(rest),
    };
    let hidden_columns = index.as_ref().map_or(0, |i| i.keys.len());
    let state = RelState::new();
    state.relpages.set(number(pages));
    state.reltuples.set(tuples.parse().unwrap_or(-1.0));
    state.relallvisible.set(number(visible));
    if matches!(kind, RelKind::Table | RelKind::Toast) {
        state.has_index.set(schema != "i");
        state.set_ages(FROZEN_AT, TransactionId(1));
    }
    Some(Class {
        oid: Oid(number(oid)),
        name: name.to_string(),
        namespace: match schema {
            "t" => PG_TOAST,
            "i" => INFORMATION_SCHEMA,
            _ => PG_CATALOG,
        },
        row_type: Oid(number(row_type)),
        array_type: Oid(number(array)),
        access_method: match kind {
            RelKind::Table | RelKind::Toast => HEAP_AM,
            RelKind::Index => BTREE_AM,
            _ => Oid::INVALID,
        },
        file: RelFileNode(if file == "=" { number(oid) } else { number(file) }),
        toast: Oid(number(toast)),
        kind,
        persistence: Persistence::Permanent,
        shared: shared == "s",
        hidden_columns,
        desc: Rc::new(desc),
        options: if kind == RelKind::View && name == "pg_settings" {
            Vec::new()
        } else {
            security(name)
        },
        defaults: SortedMap::new(),
        column_options: SortedMap::new(),
        toasters: Vec::new(),
        has_triggers: false,
        triggers: Vec::new(),
        replica_identity: 'n',
        populated: true,
        on_commit: None,
        rewrites: Oid::INVALID,
        index: index.map(Rc::new),
        view: None,
        sequence: None,
        state,
    })
}

/// Adds the catalogs of the Toaster API: `pg_toaster`, and a column each in `pg_attribute` and
/// `pg_class`.
pub(in crate::catalog) fn add_toaster_catalogs(classes: &mut SortedMap<Oid, Rc<Class>>) {
    let lines = [
        "9861\tpg_toaster\tc\tr\t9865\t9866\t0\t=\t\t1\t1\t1\toid:26! tsrname:19! tsrhandler:24!",
        "9863\tpg_toaster_oid_index\tc\ti\t0\t0\t0\t=\t\t2\t1\t0\t9861 u p 1",
        "9862\tpg_toaster_name_index\tc\ti\t0\t0\t0\t=\t\t2\t1\t0\t9861 u 2",
    ];
    for class in lines.iter().filter_map(|l| line(l)) {
        classes.insert(class.oid, Rc::new(class));
    }
    for (catalog, column) in [(1249, "atttoaster:26!"), (1259, "reltoasterids:1028")] {
        if let Some(class) = classes.get_mut(&Oid(catalog)) {
            let desc = &mut Rc::make_mut(class).desc;
            Rc::make_mut(desc).attrs.extend(columns(column).attrs);
        }
    }
}

/// The options of a system view; most have none.
fn security(name: &str) -> Vec<(String, String)> {
    match name {
        "pg_stats" | "pg_stats_ext" | "pg_stats_ext_exprs" => {
            vec![("security_barrier".into(), "true".into())]
        }
        _ => Vec::new(),
    }
}

/// Reads the columns of a relation, each as `name:type[:typmod][!]`.
fn columns(text: &str) -> TupleDesc {
    let attrs = text.split_ascii_whitespace().filter_map(|word| {
        let bare = word.trim_end_matches('!');
        let mut parts = bare.split(':');
        let name = parts.next()?;
        let type_oid = Oid(parts.next()?.parse().ok()?);
        let typmod = parts.next().and_then(|m| m.parse().ok()).unwrap_or(-1);
        let mut a = attribute(name, type_oid, typmod);
        a.not_null = word.ends_with('!');
        Some(a)
    });
    TupleDesc { attrs: attrs.collect() }
}

/// Reads the columns of a catalog, as [`columns`] does: their collation is "C", whatever the database's is (`DefineAttr`
/// of `bootstrap.c`).
fn catalog_columns(text: &str) -> TupleDesc {
    let mut desc = columns(text);
    let texts = desc
        .attrs
        .iter_mut()
        .filter(|a| a.collation == Oid(100) || a.type_oid == types::oid::PG_NODE_TREE);
    texts.for_each(|a| a.collation = Oid(950));
    desc
}

/// Reads what a line says of an index: its table, its flags and its columns.
fn index_entry(text: &str) -> Option<IndexEntry> {
    let mut words = text.split_ascii_whitespace();
    let heap = Oid(words.next()?.parse().ok()?);
    let rest: Vec<&str> = words.collect();
    let keys: Vec<IndexKey> = rest
        .last()?
        .split(',')
        .map(|k| IndexKey {
            attno: AttrNumber(k.parse().unwrap_or(0)),
            type_oid: types::oid::OID,
            collation: Oid::INVALID,
            descending: false,
            nulls_first: false,
            pattern_ops: false,
        })
        .collect();
    Some(IndexEntry {
        heap,
        opclasses: vec![None; keys.len()],
        key_count: keys.len(),
        keys,
        exprs: Vec::new(),
        predicate: None,
        unique: rest.contains(&"u"),
        primary: rest.contains(&"p"),
        immediate: true,
        nulls_not_distinct: false,
        clustered: false,
        replica_identity: false,
        check_xmin: None,
        valid: true,
    })
}

//! The catalogs that rows are written to, and their indexes, as storage sees them.

use super::seed::CATALOGS;
use crate::catalog::Class;
use std::rc::Rc;
use storage::codec;
use storage::datum::Datum;
use storage::heap::{IndexInfo, IndexKey, Persistence, RelKind, RelState, Relation};
use storage::ids::{AttrNumber, Oid, RelFileNode};
use storage::map::SortedMap;
use storage::tuple::{Attribute, Compression, TupleDesc};
use storage::types::oid;
use storage::varlena;

/// `pg_type` ...
pub(super) const TYPE: Oid = Oid(1247);
pub(super) const ATTRIBUTE: Oid = Oid(1249);
pub(super) const CLASS: Oid = Oid(1259);
pub(super) const ATTRDEF: Oid = Oid(2604);
pub(super) const CONSTRAINT: Oid = Oid(2606);
pub(super) const DEPEND: Oid = Oid(2608);
pub(super) const INDEX: Oid = Oid(2610);
pub(super) const NAMESPACE: Oid = Oid(2615);
pub(super) const SEQUENCE: Oid = Oid(2224);

/// The columns, counted from 0, that identify a row of a catalog.
pub(super) fn key_columns(catalog: Oid) -> &'static [usize] {
    match catalog {
        ATTRIBUTE => &[0, 5],
        DEPEND => &[0, 1, 2, 3, 4, 5],
        _ => &[0],
    }
}

/// The index, counted from 0, through which a row is found, and how many columns of the key it has.
pub(super) fn key_index(catalog: Oid) -> (usize, usize) {
    match catalog {
        ATTRIBUTE => (1, 2),
        INDEX | ATTRDEF | NAMESPACE => (1, 1),
        CONSTRAINT => (4, 1),
        DEPEND => (0, 2),
        _ => (0, 1),
    }
}

/// All catalogs, each with its indexes in the order of their OIDs.
pub(super) fn all(classes: &SortedMap<Oid, Rc<Class>>) -> SortedMap<Oid, Rc<Relation>> {
    let heaps = CATALOGS.iter().filter_map(|oid| classes.get(&Oid(*oid)));
    heaps.map(|class| (class.oid, Rc::new(heap(classes, class)))).collect()
}

/// A catalog's table with its indexes.
fn heap(classes: &SortedMap<Oid, Rc<Class>>, class: &Class) -> Relation {
    let indexes =
        classes.values().filter(|i| i.index.as_ref().is_some_and(|e| e.heap == class.oid));
    Relation {
        indexes: indexes.map(|i| Rc::new(index(class, i))).collect(),
        ..bare(class, RelKind::Table, Rc::clone(&class.desc))
    }
}

/// A catalog's table or index without its own indexes.
fn bare(class: &Class, kind: RelKind, desc: Rc<TupleDesc>) -> Relation {
    Relation {
        oid: class.oid,
        name: class.name.clone(),
        namespace: class.namespace,
        file: RelFileNode(class.oid.0),
        kind,
        persistence: Persistence::Permanent,
        desc,
        options: Default::default(),
        toast: None,
        indexes: Vec::new(),
        index: None,
        state: RelState::new(),
    }
}

/// An index of a catalog.
fn index(heap: &Class, class: &Class) -> Relation {
    let Some(entry) = &class.index else { return bare(class, RelKind::Index, Rc::default()) };
    let column = |k: &IndexKey| heap.desc.attr(k.attno).clone();
    let attrs: Vec<Attribute> = entry.keys.iter().map(|k| kept_as(column(k))).collect();
    let keys = entry.keys.iter().zip(&attrs).map(|(k, a)| IndexKey {
        attno: AttrNumber(k.attno.0),
        type_oid: a.type_oid,
        collation: a.collation,
        descending: false,
        nulls_first: false,
        pattern_ops: false,
    });
    let info = IndexInfo {
        heap: heap.oid,
        keys: keys.collect(),
        nkey_atts: attrs.len(),
        unique: entry.unique,
        primary: entry.primary,
        immediate: true,
        nulls_not_distinct: false,
        valid: true,
        expr_attrs: Vec::new(),
        partial: false,
        parallel_safe: true,
        check_xmin: None,
    };
    Relation { index: Some(info), ..bare(class, RelKind::Index, Rc::new(TupleDesc { attrs })) }
}

/// The column as indexes store it: a `name` without padding (`name_ops` stores cstring).
fn kept_as(mut a: Attribute) -> Attribute {
    if a.type_oid == oid::NAME {
        (a.len, a.align, a.by_val) = (-2, 1, false);
    }
    a
}

/// The tuple with its longest value compressed; `None` if that value does not get shorter
/// (`heap_toast_insert_or_update`). Values of these catalogs never move out.
pub(super) fn compressed(desc: &TupleDesc, row: &[Datum], method: Compression) -> Option<Vec<u8>> {
    let length = |i: &usize| match &row[*i] {
        Datum::Ref(v) if desc.attrs[*i].len == -1 => v.len(),
        _ => 0,
    };
    let longest = (0..row.len()).max_by_key(length)?;
    let Datum::Ref(value) = &row[longest] else { return None };
    let payload = varlena::payload(value);
    let mut out = vec![0; varlena::VARHDRSZ_COMPRESSED];
    if !codec::compress_into(method, payload, &mut out) {
        return None;
    }
    varlena::set_compressed_header(&mut out, payload.len(), method);
    let mut row = row.to_vec();
    row[longest] = Datum::Ref(out.into());
    Some(storage::tuple::form(desc, &row))
}

/// The value of a column as an index stores it.
pub(super) fn index_value(a: &Attribute, value: &Datum) -> Datum {
    match value {
        Datum::Ref(v) if a.len == -2 => {
            let end = v.iter().position(|b| *b == 0).unwrap_or(v.len());
            Datum::Ref(v[..end].into())
        }
        other => other.clone(),
    }
}

//! `pg_class`, `pg_attribute`, `pg_index`, `pg_attrdef`, `pg_constraint`, `pg_type` and the other
//! catalogs of what relations are made of.

use super::row::*;
use crate::catalog::{
    AttrDefault, Catalog, Class, Constraint, ConstraintType, FIRST_NORMAL_OID, Namespace,
    POSTGRES_ROLE, PUBLIC, Trigger, UserType, UserTypeKind,
};
use storage::datum::Datum;
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::tuple::{Attribute, Compression, Storage};
use storage::types;

/// A row of `pg_namespace`.
pub(crate) fn namespace(n: &Namespace) -> Vec<Datum> {
    let owner = if n.oid == PUBLIC { Oid(6171) } else { POSTGRES_ROLE };
    // What initdb grants to everybody (`setup_privileges`, `setup_schema`).
    let acl = match n.name.as_str() {
        _ if n.oid.0 >= FIRST_NORMAL_OID => NULL,
        "public" => text_array(&["pg_database_owner=UC/pg_database_owner", "=U/pg_database_owner"]),
        "pg_catalog" | "information_schema" => text_array(&["postgres=UC/postgres", "=U/postgres"]),
        _ => NULL,
    };
    vec![id(n.oid), name(&n.name), id(owner), acl]
}

/// A row of `pg_class`.
pub(crate) fn class(c: &Catalog, r: &Class) -> Vec<Datum> {
    let toasters = (!c.toasters().is_empty()).then(|| match r.toasters.as_slice() {
        [] => NULL,
        some => oid_array(some),
    });
    let checks = c.constraints_of(r.oid).iter().filter(|k| k.kind == ConstraintType::Check).count();
    let natts = if r.hidden_columns > 0 { r.hidden_columns } else { r.desc.attrs.len() };
    let rewritten = matches!(r.kind, RelKind::View | RelKind::MaterializedView);
    let mut row = vec![
        id(r.oid),
        name(&r.name),
        id(r.namespace),
        id(r.row_type),
        id(Oid::INVALID),
        id(POSTGRES_ROLE),
        id(r.access_method),
        Datum::u32(r.file.0),
        id(if r.shared { Oid(1664) } else { Oid::INVALID }),
        if crate::catalog::other_method(r).is_some() {
            NULL
        } else {
            int(r.state.relpages.get() as i32)
        },
        Datum::f32(r.state.reltuples.get()),
        int(r.state.relallvisible.get() as i32),
        id(r.toast),
        flag(r.state.has_index.get()),
        flag(r.shared),
        letter(r.persistence.as_char()),
        letter(r.kind.as_char()),
        small(natts as i16),
        small(checks as i16),
        flag(rewritten),
        flag(r.has_triggers),
        flag(false),
        flag(false),
        flag(false),
        flag(r.populated),
        letter(r.replica_identity),
        flag(false),
        id(r.rewrites),
        Datum::u32(r.frozen_xid().0),
        Datum::u32(r.state.relminmxid.get().0),
        NULL,
        options(&r.options),
        NULL,
    ];
    row.extend(toasters);
    row
}

/// The row of `pg_sequence`; `None` for a relation that is no sequence.
pub(crate) fn sequence(r: &Class) -> Option<Vec<Datum>> {
    let s = r.sequence.as_ref()?;
    Some(vec![
        id(r.oid),
        id(s.type_oid),
        big(s.start),
        big(s.increment),
        big(s.max),
        big(s.min),
        big(s.cache),
        flag(s.cycle),
    ])
}

/// A row of `pg_trigger`.
pub(crate) fn trigger(r: &Class, t: &Trigger) -> Vec<Datum> {
    let columns: Vec<i16> = t.columns.iter().map(|a| a.0).collect();
    let args: Vec<u8> = t.args.iter().flat_map(|a| a.bytes().chain([0])).collect();
    let none = Oid::INVALID;
    vec![
        id(t.oid),
        id(r.oid),
        id(none),
        name(&t.name),
        id(t.function),
        small(t.kind),
        letter(t.enabled),
        flag(false),
        id(none),
        id(none),
        id(none),
        flag(false),
        flag(false),
        small(t.args.len() as i16),
        short_vector(&columns),
        Datum::varlena(&args),
        t.when.as_ref().map_or(NULL, |_| node_tree('t', t.oid)),
        NULL,
        NULL,
    ]
}

/// The system columns (`SysAtt`), from -1 down.
const SYSTEM: [(&str, u32); 6] =
    [("ctid", 27), ("xmin", 28), ("cmin", 29), ("xmax", 28), ("cmax", 29), ("tableoid", 26)];

/// The rows of `pg_attribute` for a relation: its own columns, then the system columns from -1 down.
/// `toasters` adds the column that toasters need; `missing` computes `attmissingval`.
pub(crate) fn attributes_of(
    r: &Class,
    toasters: bool,
    missing: &mut dyn FnMut(Oid, &Datum) -> Datum,
) -> (Vec<Vec<Datum>>, Vec<Vec<Datum>>) {
    let mut system = Vec::new();
    if matches!(
        r.kind,
        RelKind::Table | RelKind::Toast | RelKind::MaterializedView | RelKind::Sequence
    ) {
        for (i, (n, t)) in SYSTEM.iter().enumerate() {
            let mut a = super::attribute(n, Oid(*t), -1);
            a.not_null = true;
            a.stat_target = 0;
            system.push(attribute(r, &a, -(i as i16) - 1, toasters, missing));
        }
    }
    let own = r.desc.attrs.iter().enumerate();
    (own.map(|(i, a)| attribute(r, a, i as i16 + 1, toasters, missing)).collect(), system)
}

/// The letter of an alignment (`typalign`).
pub(crate) fn align_letter(align: u8) -> char {
    match align {
        1 => 'c',
        2 => 's',
        8 => 'd',
        _ => 'i',
    }
}

/// The letter of a storage strategy (`typstorage`).
pub(crate) fn storage_letter(s: Storage) -> char {
    match s {
        Storage::Plain => 'p',
        Storage::External => 'e',
        Storage::Main => 'm',
        Storage::Extended => 'x',
    }
}

/// A row of `pg_attribute`; `missing` makes the array of the value that older rows lack.
fn attribute(
    r: &Class,
    a: &Attribute,
    attno: i16,
    toasters: bool,
    missing: &mut dyn FnMut(Oid, &Datum) -> Datum,
) -> Vec<Datum> {
    let missing = match &a.missing {
        Some(d) if !d.is_null() => missing(a.type_oid, d),
        _ => NULL,
    };
    let mut row = vec![
        id(r.oid),
        name(&a.name),
        id(a.type_oid),
        int(a.stat_target),
        small(a.len),
        small(attno),
        int(a.ndims),
        int(-1),
        int(a.typmod),
        flag(a.by_val),
        letter(align_letter(a.align)),
        letter(storage_letter(a.storage)),
        letter(match a.compression {
            None => '\0',
            Some(Compression::Pglz) => 'p',
            Some(Compression::Lz4) => 'l',
        }),
        flag(a.not_null),
        flag(r.defaults.contains_key(&AttrNumber(attno))),
        flag(a.missing.is_some()),
        letter(a.identity.unwrap_or('\0')),
        letter(a.generated.unwrap_or('\0')),
        flag(a.dropped),
        flag(true),
        int(0),
        id(a.collation),
        NULL,
        r.column_options.get(&AttrNumber(attno)).map_or(NULL, |o| options(o)),
        NULL,
        missing,
    ];
    if toasters {
        row.push(id(crate::catalog::types::shown_toaster(a)));
    }
    row
}

/// The default B-tree operator class of a type, and its `=` (`pg_opclass.dat`, `pg_amop.dat`; initdb numbers classes from 10000 on).
#[rustfmt::skip]
const CLASSES: [(u16, u16, u16); 30] = [
    (16, 10003, 91), (17, 10006, 1955), (18, 10007, 92), (19, 10028, 93), (20, 3124, 410), (21, 1979, 94),
    (23, 1978, 96), (25, 3126, 98), (26, 1981, 607), (27, 10050, 387), (30, 10032, 649), (700, 10012, 620),
    (701, 3123, 670), (1042, 10004, 1054), (1082, 3122, 1093), (1083, 10038, 1108), (1114, 3128, 2060),
    (1184, 3127, 1320), (1186, 10022, 1330), (1266, 10041, 1550), (1560, 10002, 1784), (1562, 10043, 1804),
    (1700, 3125, 1752), (2249, 10034, 2988), (2277, 10000, 1070), (2950, 10065, 2972), (3220, 10067, 3222),
    (3500, 10069, 3516), (3802, 10088, 3240), (5069, 10053, 5068),
];

/// The operator `=` between two types of one family (`pg_amop.dat`).
#[rustfmt::skip]
const EQUALITIES: [(u16, u16, u16); 16] = [
    (19, 25, 254), (20, 21, 1868), (20, 23, 416), (21, 20, 1862), (21, 23, 532), (23, 20, 15), (23, 21, 533),
    (25, 19, 260), (700, 701, 1120), (701, 700, 1130), (1082, 1114, 2347), (1082, 1184, 2360),
    (1114, 1082, 2373), (1114, 1184, 2536), (1184, 1082, 2386), (1184, 1114, 2542),
];

/// The row of [`CLASSES`] for a type of key.
fn class_of(type_oid: Oid) -> Option<(Oid, Oid)> {
    let t = if type_oid == types::oid::VARCHAR { types::oid::TEXT } else { type_oid };
    let row = CLASSES.iter().find(|row| u32::from(row.0) == t.0)?;
    Some((Oid(row.1.into()), Oid(row.2.into())))
}

/// `pg_opclass.oid` of a key: of its btree operator class as written, or of its type's default.
fn opclass(c: &Catalog, key: &storage::heap::IndexKey, written: Option<&str>) -> Oid {
    match written {
        Some("text_pattern_ops") => Oid(4217),
        Some("varchar_pattern_ops") => Oid(4218),
        Some("bpchar_pattern_ops") => Oid(4219),
        Some("varchar_ops") => Oid(10044),
        _ => class_of(c.class_type(key.type_oid)).map_or(Oid::INVALID, |row| row.0),
    }
}

/// The operators `=` by which a foreign key compares two columns: its table's with the other, the other's values, its own
/// (`ATAddForeignKeyConstraint`).
#[inline(never)]
fn key_equalities(c: &Catalog, own: Oid, other: Oid) -> [Oid; 3] {
    let (own, other) = (c.base_type(own), c.class_type(other));
    let equal = class_of(other).map_or(Oid::INVALID, |row| row.1);
    let pair = (own.0, other.0);
    let crossing = EQUALITIES.iter().find(|row| (row.1.into(), row.0.into()) == pair);
    match (crossing, class_of(own)) {
        (Some(row), Some(own)) => [Oid(row.2.into()), equal, own.1],
        _ => [equal; 3],
    }
}

/// The row of `pg_index`; `None` for a relation that is no index.
pub(crate) fn index(c: &Catalog, r: &Class) -> Option<Vec<Datum>> {
    let i = r.index.as_ref()?;
    let keys: Vec<i16> = i.keys.iter().map(|k| k.attno.0).collect();
    let key_part = &i.keys[..i.key_count];
    let collations: Vec<Oid> = key_part.iter().map(|k| k.collation).collect();
    let written = i.opclasses.iter().map(Option::as_deref).chain(std::iter::repeat(None));
    let classes: Vec<Oid> = key_part.iter().zip(written).map(|(k, w)| opclass(c, k, w)).collect();
    let flags: Vec<i16> = key_part
        .iter()
        .map(|k| i16::from(k.descending) | (i16::from(k.nulls_first) << 1))
        .collect();
    let exprs = if i.exprs.is_empty() { NULL } else { node_tree('x', r.oid) };
    let pred = i.predicate.as_ref().map_or(NULL, |_| node_tree('p', r.oid));
    Some(vec![
        id(r.oid),
        id(i.heap),
        small(i.keys.len() as i16),
        small(i.key_count as i16),
        flag(i.unique),
        flag(i.nulls_not_distinct),
        flag(i.primary),
        flag(false),
        flag(i.immediate),
        flag(i.clustered),
        flag(i.valid),
        flag(i.check_xmin.is_some()),
        flag(i.valid),
        flag(true),
        flag(i.replica_identity),
        short_vector(&keys),
        oid_vector(&collations),
        oid_vector(&classes),
        short_vector(&flags),
        exprs,
        pred,
    ])
}

/// The rows of `pg_attrdef`.
pub(crate) fn defaults(c: &Catalog) -> Vec<Vec<Datum>> {
    let mut rows = Vec::new();
    for r in c.classes().values() {
        for (attno, d) in &r.defaults {
            rows.push((d.oid, default(r.oid, *attno, d)));
        }
    }
    rows.arrange_by_key(|(oid, _)| *oid);
    rows.into_iter().map(|(_, r)| r).collect()
}

/// A row of `pg_attrdef`.
pub(crate) fn default(rel: Oid, column: AttrNumber, d: &AttrDefault) -> Vec<Datum> {
    vec![id(d.oid), id(rel), small(column.0), node_tree('d', d.oid)]
}

/// A row of `pg_constraint`.
pub(crate) fn constraint(c: &Catalog, k: &Constraint) -> Vec<Datum> {
    let f = k.foreign.as_ref();
    let numbers = |a: &[AttrNumber]| short_array(&a.iter().map(|n| n.0).collect::<Vec<_>>());
    let check = k.check.as_ref().map_or(NULL, |_| node_tree('c', k.oid));
    let equal = |operator: usize| {
        let (f, own) = (f?, &c.class(k.rel)?.desc);
        let other = &c.class(f.rel)?.desc;
        let pairs = k.keys.iter().zip(&f.keys);
        let operators = pairs.map(|(a, b)| {
            key_equalities(c, own.attr(*a).type_oid, other.attr(*b).type_oid)[operator]
        });
        Some(oid_array(&operators.collect::<Vec<_>>()))
    };
    vec![
        id(k.oid),
        name(&k.name),
        id(c.class(k.rel).map_or(Oid::INVALID, |r| r.namespace)),
        letter(k.kind.as_char()),
        flag(k.deferrable.0),
        flag(k.deferrable.1),
        flag(k.validated),
        id(k.rel),
        id(Oid::INVALID),
        id(k.index),
        id(Oid::INVALID),
        id(f.map_or(Oid::INVALID, |f| f.rel)),
        letter(f.map_or(' ', |f| f.on_update)),
        letter(f.map_or(' ', |f| f.on_delete)),
        letter(f.map_or(' ', |f| f.match_type)),
        flag(true),
        int(0),
        flag(k.no_inherit),
        if k.keys.is_empty() { NULL } else { numbers(&k.keys) },
        f.map_or(NULL, |f| numbers(&f.keys)),
        equal(0).unwrap_or(NULL),
        equal(1).unwrap_or(NULL),
        equal(2).unwrap_or(NULL),
        NULL,
        NULL,
        check,
    ]
}

/// A row of `pg_type`.
#[allow(clippy::too_many_arguments)]
fn type_row(
    oid: Oid,
    type_name: &str,
    namespace: Oid,
    (len, by_val, align, storage): (i16, bool, u8, Storage),
    (kind, category, preferred): (char, char, bool),
    (rel, element, array): (Oid, Oid, Oid),
    (base, typmod, not_null): (Oid, i32, bool),
    collation: Oid,
) -> Vec<Datum> {
    let none = || id(Oid::INVALID);
    vec![
        id(oid),
        name(type_name),
        id(namespace),
        id(POSTGRES_ROLE),
        small(len),
        flag(by_val),
        letter(kind),
        letter(category),
        flag(preferred),
        flag(true),
        letter(','),
        id(rel),
        none(),
        id(element),
        id(array),
        none(),
        none(),
        none(),
        none(),
        none(),
        none(),
        none(),
        letter(align_letter(align)),
        letter(storage_letter(storage)),
        flag(not_null),
        id(base),
        int(typmod),
        int(0),
        id(collation),
        NULL,
        NULL,
        NULL,
    ]
}

/// A row of `pg_type` for a built-in type.
pub(crate) fn builtin_type(t: &types::TypeInfo) -> Vec<Datum> {
    type_row(
        t.oid,
        t.name,
        crate::catalog::PG_CATALOG,
        (t.len, t.by_val, t.align, t.storage),
        (t.kind, t.category, t.preferred),
        (Oid::INVALID, t.element, t.array),
        (Oid::INVALID, -1, false),
        super::collation_of(t.oid),
    )
}

/// A row of `pg_type` for a created type.
pub(crate) fn user_type(t: &UserType) -> Vec<Datum> {
    let none = Oid::INVALID;
    // How it is stored where it is no varlena, its letters, and the types that it is made of.
    let (stored, letters, (rel, element, array), base) = match &t.kind {
        UserTypeKind::Row(rel) => (None, ('c', 'C'), (*rel, none, t.array), None),
        UserTypeKind::ArrayOf(element) => (None, ('b', 'A'), (none, *element, none), None),
        UserTypeKind::Enum(_) => {
            (Some((4, true, 4, Storage::Plain)), ('e', 'E'), (none, none, t.array), None)
        }
        UserTypeKind::Domain(d) => {
            (None, ('d', 'U'), (none, none, t.array), Some((d.base, d.typmod, d.not_null)))
        }
    };
    type_row(
        t.oid,
        &t.name,
        t.namespace,
        stored.unwrap_or((-1, false, 8, Storage::Extended)),
        (letters.0, letters.1, false),
        (rel, element, array),
        base.unwrap_or((none, -1, false)),
        none,
    )
}

/// A row of `pg_depend`.
pub(crate) fn dependency(
    (class, object, sub): (Oid, Oid, i32),
    (rc, ro, rs): (Oid, Oid, i32),
    kind: char,
) -> Vec<Datum> {
    vec![id(class), id(object), int(sub), id(rc), id(ro), int(rs), letter(kind)]
}

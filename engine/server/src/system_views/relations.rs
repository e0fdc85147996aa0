//! `pg_class`, `pg_attribute`, `pg_type` and the other catalogs of what relations are made of, as SQL reads them.

use crate::backend::Backend;
use crate::catalog::system::attribute;
use crate::catalog::system::relations::*;
use crate::catalog::system::row::{self, *};
use crate::catalog::{
    Catalog, Class, Constraint, ConstraintType, FIRST_NORMAL_OID, Namespace, UserType, UserTypeKind,
};
use sql::expr::Expr;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::heap::IndexKey;
use storage::ids::Oid;
use storage::sort::Arrange;
use storage::tuple::{Attribute, TupleDesc};
use storage::types::{self, oid};

/// The schemas in the order of their rows: initdb grants on pg_catalog after it made pg_toast, whose row it updates.
pub(super) fn schemas(c: &Catalog) -> Vec<&Namespace> {
    let mut all: Vec<_> = c.namespaces().values().collect();
    all.swap(0, 1);
    all
}

/// The rows of `pg_constraint`: of tables and of domains, in the order of their OIDs.
#[inline(never)]
fn constraints(c: &Catalog) -> Vec<Vec<Datum>> {
    let mut all: Vec<(Oid, Vec<Datum>)> =
        c.constraints().values().map(|k| (k.oid, constraint(c, k))).collect();
    all.extend(c.types().values().flat_map(|t| domain_constraints(c, t)));
    all.arrange_by_key(|(oid, _)| *oid);
    all.into_iter().map(|(_, row)| row).collect()
}

/// The rows of a catalog of this module; `None` for other relations.
pub(super) fn rows(b: &mut Backend<'_>, name: &str) -> Result<Option<Vec<Vec<Datum>>>> {
    let c = b.catalog.clone();
    Ok(Some(match name {
        "pg_class" => super::scanned(&c).iter().map(|r| class(&c, r)).collect(),
        "pg_attribute" => c.classes().values().flat_map(|r| attributes(b, r)).collect(),
        "pg_index" => c.classes().values().filter_map(|r| index(&c, r)).collect(),
        "pg_attrdef" => defaults(&c),
        "pg_trigger" => {
            let all = c.classes().values().flat_map(|r| r.triggers.iter().map(|t| trigger(r, t)));
            all.collect()
        }
        "pg_constraint" => constraints(&c),
        "pg_toaster" => c
            .toasters()
            .values()
            .map(|t| vec![id(t.oid), row::name(&t.name), id(t.handler_oid)])
            .collect(),
        "pg_namespace" => schemas(&c).into_iter().map(namespace).collect(),
        "pg_type" => {
            let mut all: Vec<((Oid, bool), Vec<Datum>)> =
                types::info::TYPES.iter().map(|t| ((t.oid, false), builtin_type(t))).collect();
            all.extend(c.classes().values().filter(|r| r.oid.0 < FIRST_NORMAL_OID).flat_map(|r| {
                let of = |oid: Oid, array: bool| {
                    let kind = if array {
                        UserTypeKind::ArrayOf(r.row_type)
                    } else {
                        UserTypeKind::Row(r.oid)
                    };
                    let name = if array { format!("_{}", r.name) } else { r.name.clone() };
                    let other = if array { Oid::INVALID } else { r.array_type };
                    let of = UserType { oid, name, namespace: r.namespace, kind, array: other };
                    ((oid, array), user_type(&of))
                };
                [(r.row_type, false), (r.array_type, true)]
                    .into_iter()
                    .filter(|(t, _)| t.is_valid() && types::info(*t).is_none())
                    .map(move |(t, array)| of(t, array))
            }));
            // A created type stands before its array, whose OID is the lower one.
            let place = |t: &UserType| match t.kind {
                UserTypeKind::ArrayOf(_) => (t.oid, true),
                _ if t.array.is_valid() => (t.array.min(t.oid), false),
                _ => (t.oid, false),
            };
            all.extend(c.types().values().map(|t| (place(t), created_type(b, t))));
            all.arrange_by_key(|(place, _)| *place);
            all.into_iter().map(|(_, row)| row).collect()
        }
        "pg_sequence" => c.classes().values().filter_map(|r| sequence(r)).collect(),
        "pg_am" => {
            let row = |o, n, handler, kind| {
                vec![id(Oid(o)), row::name(n), id(Oid(handler)), letter(kind)]
            };
            vec![
                row(2, "heap", 3, 't'),
                row(403, "btree", 330, 'i'),
                row(405, "hash", 331, 'i'),
                row(783, "gist", 332, 'i'),
                row(2742, "gin", 333, 'i'),
                row(4000, "spgist", 334, 'i'),
                row(3580, "brin", 335, 'i'),
            ]
        }
        _ => return Ok(None),
    }))
}

/// The rows of `pg_constraint` of a domain, each with its OID: its CHECKs, and NOT NULL where the release keeps that.
fn domain_constraints(c: &Catalog, t: &UserType) -> Vec<(Oid, Vec<Datum>)> {
    const NAMESPACE: usize = 2;
    const TYPE: usize = 8;
    let UserTypeKind::Domain(d) = &t.kind else { return Vec::new() };
    let checks = d.checks.iter().map(|(oid, name, e)| (oid, name, Some(e)));
    let not_null = d.not_null_constraint.iter().map(|(oid, name)| (oid, name, None));
    let row = |(oid, name, check): (&Oid, &String, Option<&Expr>)| {
        let k = Constraint {
            oid: *oid,
            name: name.clone(),
            kind: if check.is_some() { ConstraintType::Check } else { ConstraintType::NotNull },
            rel: Oid::INVALID,
            index: Oid::INVALID,
            keys: Vec::new(),
            validated: true,
            no_inherit: false,
            deferrable: (false, false),
            check: check.map(|e| Rc::new(e.clone())),
            foreign: None,
        };
        let mut row = constraint(c, &k);
        row[NAMESPACE] = id(t.namespace);
        row[TYPE] = id(t.oid);
        (*oid, row)
    };
    checks.chain(not_null).map(row).collect()
}

/// The row of `pg_type` of a created type: an array is aligned as its elements are, a domain is stored as its base
/// type and has its default.
fn created_type(b: &mut Backend<'_>, t: &UserType) -> Vec<Datum> {
    const LENGTH: usize = 4;
    const BY_VALUE: usize = 5;
    const CATEGORY: usize = 7;
    const ALIGN: usize = 22;
    const STORAGE: usize = 23;
    const DIMENSIONS: usize = 27;
    const COLLATION: usize = 28;
    /// The place of `typdefaultbin`, which `typdefault` follows.
    const DEFAULT: usize = 29;
    let mut row = user_type(t);
    let a = b.catalog.attribute_of("", t.oid, -1);
    row[ALIGN] = letter(align_letter(a.align));
    row[COLLATION] = id(a.collation);
    if let UserTypeKind::Domain(d) = &t.kind {
        let base = b.catalog.base_type(d.base);
        let category = match b.catalog.types().get(&base).map(|t| &t.kind) {
            Some(UserTypeKind::ArrayOf(_)) => 'A',
            Some(UserTypeKind::Enum(_)) => 'E',
            _ => types::info(base).map_or('C', |i| i.category),
        };
        row[LENGTH] = small(a.len);
        row[BY_VALUE] = flag(a.by_val);
        row[CATEGORY] = letter(category);
        row[STORAGE] = letter(storage_letter(a.storage));
        row[DIMENSIONS] = int(b.catalog.attribute_of("", d.base, -1).ndims);
        if let Some(e) = &d.default {
            row[DEFAULT] = node_tree('y', t.oid);
            row[DEFAULT + 1] = Datum::text(&b.deparse_styled(e, None, false));
        }
    }
    row
}

/// The rows of `pg_attribute` of a relation, the system columns first.
fn attributes(b: &mut Backend<'_>, r: &Class) -> Vec<Vec<Datum>> {
    let of_catalog = r.index.as_ref().filter(|_| r.desc.attrs.is_empty());
    if let Some((index, heap)) = of_catalog.and_then(|i| Some((i, b.catalog.class(i.heap)?))) {
        // An index of a catalog has the columns of its table; names are kept as strings of any length.
        let column = |key: &IndexKey| {
            let of = heap.desc.attrs.get(usize::try_from(key.attno.0 - 1).ok()?)?;
            let t = if of.type_oid == oid::NAME { oid::CSTRING } else { of.type_oid };
            Some(Attribute { collation: of.collation, ..attribute(&of.name, t, -1) })
        };
        let attrs: Vec<Attribute> = index.keys.iter().filter_map(column).collect();
        if !attrs.is_empty() {
            return attributes(b, &Class { desc: Rc::new(TupleDesc { attrs }), ..r.clone() });
        }
    }
    let toasters = !b.catalog.toasters().is_empty();
    let (mut own, system) = attributes_of(r, toasters, &mut |t, value| any_array(b, t, value));
    let mut rows: Vec<Vec<Datum>> = system.into_iter().rev().collect();
    rows.append(&mut own);
    rows
}

/// Returns an array of the column's type with one element (`attmissingval`).
fn any_array(b: &mut Backend<'_>, element: Oid, value: &Datum) -> Datum {
    let shown = b.output(element, value).unwrap_or_default();
    text_array(&[shown])
}

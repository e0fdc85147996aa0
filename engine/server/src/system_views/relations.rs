//! `pg_class`, `pg_attribute`, `pg_type` and the other catalogs of what relations are made of, as SQL reads them.

use crate::backend::Backend;
use crate::catalog::system::relations::*;
use crate::catalog::system::row::{self, *};
use crate::catalog::{Class, FIRST_NORMAL_OID, UserType, UserTypeKind};
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;
use storage::sort::Arrange;
use storage::types;

/// The rows of a catalog of this module; `None` for other relations.
pub(super) fn rows(b: &mut Backend<'_>, name: &str) -> Result<Option<Vec<Vec<Datum>>>> {
    let c = b.catalog.clone();
    Ok(Some(match name {
        "pg_class" => c.classes().values().map(|r| class(&c, r)).collect(),
        "pg_attribute" => c.classes().values().flat_map(|r| attributes(b, r)).collect(),
        "pg_index" => c.classes().values().filter_map(|r| index(r)).collect(),
        "pg_attrdef" => defaults(&c),
        "pg_trigger" => {
            let all = c.classes().values().flat_map(|r| r.triggers.iter().map(|t| trigger(r, t)));
            all.collect()
        }
        "pg_constraint" => c.constraints().values().map(|k| constraint(&c, k)).collect(),
        "pg_toaster" => c
            .toasters()
            .values()
            .map(|t| vec![id(t.oid), row::name(&t.name), id(t.handler_oid)])
            .collect(),
        "pg_namespace" => c.namespaces().values().map(namespace).collect(),
        "pg_type" => {
            let mut all: Vec<(Oid, Vec<Datum>)> =
                types::info::TYPES.iter().map(|t| (t.oid, builtin_type(t))).collect();
            all.extend(c.classes().values().filter(|r| r.oid.0 < FIRST_NORMAL_OID).flat_map(|r| {
                let of = |oid: Oid, array: bool| {
                    let kind = if array {
                        UserTypeKind::ArrayOf(r.row_type)
                    } else {
                        UserTypeKind::Row(r.oid)
                    };
                    let name = if array { format!("_{}", r.name) } else { r.name.clone() };
                    let other = if array { Oid::INVALID } else { r.array_type };
                    (
                        oid,
                        user_type(&UserType {
                            oid,
                            name,
                            namespace: r.namespace,
                            kind,
                            array: other,
                        }),
                    )
                };
                [(r.row_type, false), (r.array_type, true)]
                    .into_iter()
                    .filter(|(t, _)| t.is_valid())
                    .map(move |(t, array)| of(t, array))
            }));
            all.extend(c.types().values().map(|t| (t.oid, user_type(t))));
            all.arrange_by_key(|(oid, _)| *oid);
            all.into_iter().map(|(_, row)| row).collect()
        }
        "pg_sequence" => c.classes().values().filter_map(|r| sequence(r)).collect(),
        "pg_am" => {
            let row = |o, n, kind| vec![id(Oid(o)), row::name(n), id(Oid::INVALID), letter(kind)];
            vec![
                row(2, "heap", 't'),
                row(403, "btree", 'i'),
                row(405, "hash", 'i'),
                row(783, "gist", 'i'),
                row(2742, "gin", 'i'),
                row(4000, "spgist", 'i'),
                row(3580, "brin", 'i'),
            ]
        }
        _ => return Ok(None),
    }))
}

/// The rows of `pg_attribute` of a relation, the system columns first.
fn attributes(b: &mut Backend<'_>, r: &Class) -> Vec<Vec<Datum>> {
    let toasters = !b.catalog.toasters().is_empty();
    let (mut own, system) = attributes_of(r, toasters, &mut |t, value| any_array(b, t, value));
    let mut rows: Vec<Vec<Datum>> = system.into_iter().rev().collect();
    rows.append(&mut own);
    if b.store.release.statistics_target_null {
        /// The place of the column's statistics target in its row (`attstattarget`).
        const TARGET: usize = 3;
        for row in rows.iter_mut().filter(|row| row[TARGET] == int(-1)) {
            row[TARGET] = NULL;
        }
    }
    rows
}

/// Returns an array of the column's type with one element (`attmissingval`).
fn any_array(b: &mut Backend<'_>, element: Oid, value: &Datum) -> Datum {
    let shown = b.output(element, value).unwrap_or_default();
    text_array(&[shown])
}

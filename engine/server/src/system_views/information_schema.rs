//! `information_schema`: the views of the SQL standard over the same entries.

use super::updatable::{self, DELETE, INSERT, UPDATE};
use crate::backend::Backend;
use crate::catalog::system::row::*;
use crate::catalog::{Catalog, Class, ConstraintType, Namespace, PG_TOAST, Trigger, UserTypeKind};
use std::rc::Rc;
use storage::datum::Datum;
use storage::heap::{Persistence, RelKind};
use storage::ids::AttrNumber;
use storage::sort::Arrange;
use storage::tuple::Attribute;
use storage::types;

const OWNER: &str = "postgres";

type Rows = Vec<Vec<Datum>>;

/// The name of the database, which begins most rows.
fn database() -> Datum {
    name("postgres")
}

/// The schema of a relation.
fn schema(c: &Catalog, r: &Class) -> Datum {
    name(c.namespace_name(r.namespace))
}

/// Returns `YES` or `NO`, as the standard's views write a boolean (`yes_or_no`).
fn yes_or_no(v: bool) -> Datum {
    text(if v { "YES" } else { "NO" })
}

/// The rows of a view of `information_schema`; none for views that are not modelled.
#[inline(never)]
pub(super) fn rows(b: &mut Backend<'_>, view: &str) -> Rows {
    let c = b.catalog.clone();
    let mut shown = super::scanned(&c);
    shown.retain(|r| matches!(r.kind, RelKind::Table | RelKind::View) && r.namespace != PG_TOAST);
    match view {
        "tables" => tables(&c, &shown),
        "columns" => {
            let mut rows = Vec::new();
            for r in &shown {
                for (i, a) in r.desc.attrs.iter().enumerate().filter(|(_, a)| !a.dropped) {
                    rows.push(column(b, &c, r, a, AttrNumber(i as i16 + 1)));
                }
            }
            rows
        }
        "triggers" => {
            let mut rows = Vec::new();
            for r in &shown {
                rows.extend(triggers(b, &c, r));
            }
            rows
        }
        "schemata" => schemata(&c),
        "views" => views(b, &c, &shown),
        "sequences" => sequences(&c),
        "table_constraints" => {
            let mut rows = table_constraints(&c);
            if !b.store.release.not_null_constraints {
                rows.extend(not_null_rows(&c, &shown));
            }
            rows
        }
        "key_column_usage" => key_column_usage(&c),
        _ => Vec::new(),
    }
}

/// Returns the rows of `information_schema.tables`.
fn tables(c: &Catalog, shown: &[Rc<Class>]) -> Rows {
    shown
        .iter()
        .map(|r| {
            let kind = match (r.kind, r.persistence) {
                (_, Persistence::Temp) => "LOCAL TEMPORARY",
                (RelKind::View, _) => "VIEW",
                _ => "BASE TABLE",
            };
            vec![
                database(),
                schema(c, r),
                name(&r.name),
                text(kind),
                NULL,
                NULL,
                NULL,
                NULL,
                NULL,
                yes_or_no(updatable::events(c, r, None) & INSERT != 0),
                yes_or_no(false),
                NULL,
            ]
        })
        .collect()
}

/// Returns the rows of `information_schema.schemata`, one for each schema. The server hashes pg_namespace by owner: the
/// latest row of an owner comes first.
fn schemata(c: &Catalog) -> Rows {
    let mut schemas = super::relations::schemas(c);
    schemas.reverse();
    schemas.arrange_by_key(|n| n.name == "public");
    let row = |n: &Namespace| {
        let owner = if n.name == "public" { "pg_database_owner" } else { OWNER };
        vec![database(), name(&n.name), name(owner), NULL, NULL, NULL, NULL]
    };
    schemas.into_iter().map(row).collect()
}

/// Returns the rows of `information_schema.views`.
fn views(b: &mut Backend<'_>, c: &Catalog, shown: &[Rc<Class>]) -> Rows {
    shown
        .iter()
        .filter(|r| r.kind == RelKind::View)
        .map(|r| {
            let def = b.view_definition(r.oid, false, 0);
            let events = updatable::events(c, r, None);
            let check_option = r.options.iter().find(|o| o.0 == "check_option");
            let check_option = check_option.map_or("none", |o| o.1.as_str());
            vec![
                database(),
                schema(c, r),
                name(&r.name),
                opt_text(def.as_deref()),
                text(&check_option.to_ascii_uppercase()),
                yes_or_no(events & (UPDATE | DELETE) == UPDATE | DELETE),
                yes_or_no(events & INSERT != 0),
                yes_or_no(false),
                yes_or_no(false),
                yes_or_no(false),
            ]
        })
        .collect()
}

/// Returns the rows of `information_schema.sequences`.
fn sequences(c: &Catalog) -> Rows {
    c.classes()
        .values()
        .filter_map(|r| {
            let s = r.sequence.as_ref()?;
            if matches!(s.owner, Some((_, _, 'i'))) {
                return None;
            }
            let bits = match s.type_oid {
                types::oid::INT2 => 16,
                types::oid::INT4 => 32,
                _ => 64,
            };
            Some(vec![
                database(),
                schema(c, r),
                name(&r.name),
                text(&types::type_name(s.type_oid)),
                int(bits),
                int(2),
                int(0),
                text(&s.start.to_string()),
                text(&s.min.to_string()),
                text(&s.max.to_string()),
                text(&s.increment.to_string()),
                yes_or_no(s.cycle),
            ])
        })
        .collect()
}

/// Returns the rows of `information_schema.table_constraints`.
fn table_constraints(c: &Catalog) -> Rows {
    c.constraints()
        .values()
        .filter_map(|k| {
            let r = c.class(k.rel)?;
            let kind = match k.kind {
                ConstraintType::PrimaryKey => "PRIMARY KEY",
                ConstraintType::Unique => "UNIQUE",
                ConstraintType::ForeignKey => "FOREIGN KEY",
                ConstraintType::Check | ConstraintType::NotNull => "CHECK",
            };
            Some(vec![
                database(),
                schema(c, r),
                name(&k.name),
                database(),
                schema(c, r),
                name(&r.name),
                text(kind),
                yes_or_no(k.deferrable.0),
                yes_or_no(k.deferrable.1),
                yes_or_no(true),
                if k.kind == ConstraintType::Unique { yes_or_no(true) } else { NULL },
            ])
        })
        .collect()
}

/// The rows of `information_schema.table_constraints` for columns that are NOT NULL, where these are no constraints of
/// their own: the view makes up names for them (`information_schema.sql`).
fn not_null_rows(c: &Catalog, shown: &[Rc<Class>]) -> Rows {
    let tables = shown.iter().filter(|r| r.kind == RelKind::Table);
    let columns = tables.flat_map(|r| r.desc.attrs.iter().enumerate().map(move |(i, a)| (r, i, a)));
    columns
        .filter(|(_, _, a)| a.not_null && !a.dropped)
        .map(|(r, i, _)| {
            let made_up = format!("{}_{}_{}_not_null", r.namespace.0, r.oid.0, i + 1);
            vec![
                database(),
                schema(c, r),
                name(&made_up),
                database(),
                schema(c, r),
                name(&r.name),
                text("CHECK"),
                yes_or_no(false),
                yes_or_no(false),
                yes_or_no(true),
                NULL,
            ]
        })
        .collect()
}

/// Returns the rows of `information_schema.key_column_usage`: the columns of keys, in order.
fn key_column_usage(c: &Catalog) -> Rows {
    c.constraints()
        .values()
        .filter(|k| {
            matches!(
                k.kind,
                ConstraintType::PrimaryKey | ConstraintType::Unique | ConstraintType::ForeignKey
            )
        })
        .filter_map(|k| Some((k, c.class(k.rel)?)))
        .flat_map(|(k, r)| {
            k.keys
                .iter()
                .enumerate()
                .map(|(i, a)| {
                    vec![
                        database(),
                        schema(c, r),
                        name(&k.name),
                        database(),
                        schema(c, r),
                        name(&r.name),
                        name(&r.desc.attr(*a).name),
                        int(i as i32 + 1),
                        if k.kind == ConstraintType::ForeignKey { int(i as i32 + 1) } else { NULL },
                    ]
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

/// A table's rows of `information_schema.triggers`: one for each event.
fn triggers(b: &mut Backend<'_>, c: &Catalog, r: &Class) -> Vec<Vec<Datum>> {
    let (database, schema) = (database(), schema(c, r));
    let mut rows = Vec::new();
    for (event, word) in &Trigger::EVENTS[..3] {
        let mine = r.triggers.iter().filter(|t| t.kind & event != 0);
        for t in mine.clone() {
            let group = Trigger::ROW | Trigger::BEFORE;
            let same = |o: &&Rc<Trigger>| (o.kind ^ t.kind) & group == 0 && o.name <= t.name;
            let order = mine.clone().filter(same).count() as i32;
            let definition = b.trigger_definition(t.oid, false).unwrap_or_default();
            let (before, action) = definition.split_at(definition.find("EXECUTE").unwrap_or(0));
            let condition = before.split_once(" WHEN (").map(|(_, w)| w.trim_end_matches(") "));
            rows.push(vec![
                database.clone(),
                schema.clone(),
                name(&t.name),
                text(word),
                database.clone(),
                schema.clone(),
                name(&r.name),
                int(order),
                opt_text(condition),
                text(action),
                text(if t.is(Trigger::ROW) { "ROW" } else { "STATEMENT" }),
                text(if t.is(Trigger::BEFORE) { "BEFORE" } else { "AFTER" }),
                NULL,
                NULL,
                NULL,
                NULL,
                NULL,
            ]);
        }
    }
    rows
}

/// A row of `information_schema.columns`.
fn column(b: &mut Backend<'_>, c: &Catalog, r: &Class, a: &Attribute, n: AttrNumber) -> Vec<Datum> {
    use types::oid;
    let domain = match c.types().get(&a.type_oid).map(|t| (t, &t.kind)) {
        Some((t, UserTypeKind::Domain(d))) => Some((t, d)),
        _ => None,
    };
    let (t, typmod) = match domain {
        Some((_, d)) => (c.base_type(a.type_oid), d.typmod),
        None => (a.type_oid, a.typmod),
    };
    let expr = r.defaults.get(&n).map(|d| b.deparse(&d.expr, Some(r.oid)));
    let length = match t {
        oid::VARCHAR | oid::BPCHAR if typmod > 4 => Some(typmod - 4),
        oid::BIT | oid::VARBIT if typmod > 0 => Some(typmod),
        _ => None,
    };
    let octets = match t {
        oid::TEXT => Some(1 << 30),
        oid::VARCHAR | oid::BPCHAR => Some(length.map_or(1 << 30, |l| l.saturating_mul(4))),
        _ => None,
    };
    let (precision, radix, scale) = match t {
        oid::INT2 => (Some(16), Some(2), Some(0)),
        oid::INT4 => (Some(32), Some(2), Some(0)),
        oid::INT8 => (Some(64), Some(2), Some(0)),
        oid::FLOAT4 => (Some(24), Some(2), None),
        oid::FLOAT8 => (Some(53), Some(2), None),
        oid::NUMERIC if typmod >= 4 => {
            let m = typmod - 4;
            (Some((m >> 16) & 0xffff), Some(10), Some(m & 0x7ff))
        }
        oid::NUMERIC => (None, Some(10), None),
        _ => (None, None, None),
    };
    let time = match t {
        oid::DATE => Some(0),
        oid::TIME | oid::TIMETZ | oid::TIMESTAMP | oid::TIMESTAMPTZ | oid::INTERVAL => {
            Some(if typmod < 0 { 6 } else { typmod & 0xffff })
        }
        _ => None,
    };
    let opt = |v: Option<i32>| v.map_or(NULL, int);
    let info = types::info(t);
    let user = c.types().get(&t);
    let of_users = user.is_some_and(|t| matches!(t.kind, UserTypeKind::ArrayOf(_)));
    let shown = if of_users || info.is_some_and(types::TypeInfo::is_true_array) {
        "ARRAY".to_string()
    } else if user.is_some() {
        "USER-DEFINED".to_string()
    } else {
        types::type_name(t)
    };
    let identity = a.identity.and_then(|_| c.owned_sequence(r.oid, n, 'i'));
    let s = identity.and_then(|q| q.sequence.as_ref());
    let number = |v: Option<i64>| v.map_or(NULL, |v| text(&v.to_string()));
    let collation = a.collation.0 == 950;
    let not_null = a.not_null || domain.is_some_and(|(_, d)| d.not_null);
    vec![
        database(),
        schema(c, r),
        name(&r.name),
        name(&a.name),
        int(i32::from(n.0)),
        if a.generated.is_some() { NULL } else { opt_text(expr.as_deref()) },
        yes_or_no(!not_null),
        text(&shown),
        opt(length),
        opt(octets),
        opt(precision),
        opt(radix),
        opt(scale),
        opt(time),
        NULL,
        NULL,
        NULL,
        NULL,
        NULL,
        if collation { name("postgres") } else { NULL },
        if collation { name("pg_catalog") } else { NULL },
        if collation { name("C") } else { NULL },
        domain.map_or(NULL, |_| name("postgres")),
        domain.map_or(NULL, |(d, _)| name(c.namespace_name(d.namespace))),
        domain.map_or(NULL, |(d, _)| name(&d.name)),
        name("postgres"),
        name(user.map_or("pg_catalog", |u| c.namespace_name(u.namespace))),
        name(user.map_or_else(|| info.map_or("", |i| i.name), |u| &u.name)),
        NULL,
        NULL,
        NULL,
        NULL,
        name(&n.0.to_string()),
        yes_or_no(false),
        yes_or_no(a.identity.is_some()),
        match a.identity {
            Some('a') => text("ALWAYS"),
            Some(_) => text("BY DEFAULT"),
            None => NULL,
        },
        number(s.map(|s| s.start)),
        number(s.map(|s| s.increment)),
        number(s.map(|s| s.max)),
        number(s.map(|s| s.min)),
        yes_or_no(s.is_some_and(|s| s.cycle)),
        text(if a.generated.is_some() { "ALWAYS" } else { "NEVER" }),
        if a.generated.is_some() { opt_text(expr.as_deref()) } else { NULL },
        yes_or_no(updatable::events(c, r, Some(&[n.0])) & (UPDATE | DELETE) == UPDATE | DELETE),
    ]
}

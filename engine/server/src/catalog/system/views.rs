//! The system views over the catalogs, and `information_schema`.

use super::row::*;
use crate::backend::Backend;
use crate::catalog::UserTypeKind;
use crate::catalog::{Catalog, Class, INFORMATION_SCHEMA, PG_CATALOG, PG_TOAST, Trigger};
use sql::settings;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::AttrNumber;
use storage::tuple::Attribute;
use storage::types;
use storage::versions::Release;

const OWNER: &str = "postgres";

pub(super) fn rows(b: &mut Backend<'_>, view: &str) -> Result<Option<Vec<Vec<Datum>>>> {
    let c = b.catalog.clone();
    let schema = |r: &Class| name(c.namespace_name(r.namespace));
    let of_kind = |kinds: &'static str| {
        c.classes().values().filter(move |r| kinds.contains(r.kind)).cloned().collect::<Vec<_>>()
    };
    Ok(Some(match view {
        "pg_tables" => of_kind("r")
            .iter()
            .map(|r| {
                let space = if r.shared { name("pg_global") } else { NULL };
                vec![
                    schema(r),
                    name(&r.name),
                    name(OWNER),
                    space,
                    flag(r.has_index),
                    flag(false),
                    flag(false),
                    flag(false),
                ]
            })
            .collect(),
        "pg_indexes" => of_kind("i")
            .iter()
            .filter_map(|r| {
                let table = c.class(r.index.as_ref()?.heap)?;
                if !matches!(table.kind, 'r' | 'm') {
                    return None;
                }
                let def = b.index_definition(r.oid, None, false)?;
                Some(vec![schema(r), name(&table.name), name(&r.name), NULL, text(&def)])
            })
            .collect(),
        "pg_views" => of_kind("v")
            .iter()
            .map(|r| {
                let def = b.view_definition(r.oid, false, 0);
                vec![schema(r), name(&r.name), name(OWNER), opt_text(def.as_deref())]
            })
            .collect(),
        "pg_matviews" => of_kind("m")
            .iter()
            .map(|r| {
                let def = b.view_definition(r.oid, false, 0);
                vec![
                    schema(r),
                    name(&r.name),
                    name(OWNER),
                    NULL,
                    flag(r.has_index),
                    flag(r.populated),
                    opt_text(def.as_deref()),
                ]
            })
            .collect(),
        "pg_sequences" => of_kind("S")
            .iter()
            .filter_map(|r| {
                let s = r.sequence.as_ref()?;
                let last =
                    if s.state.is_called.get() { big(s.state.last_value.get()) } else { NULL };
                Some(vec![
                    schema(r),
                    name(&r.name),
                    name(OWNER),
                    id(s.type_oid),
                    big(s.start),
                    big(s.min),
                    big(s.max),
                    big(s.increment),
                    flag(s.cycle),
                    big(s.cache),
                    last,
                ])
            })
            .collect(),
        "pg_roles" => vec![vec![
            name(OWNER),
            flag(true),
            flag(true),
            flag(true),
            flag(true),
            flag(true),
            flag(true),
            int(-1),
            text("********"),
            NULL,
            flag(true),
            NULL,
            id(crate::catalog::POSTGRES_ROLE),
        ]],
        "pg_user" => vec![vec![
            name(OWNER),
            id(crate::catalog::POSTGRES_ROLE),
            flag(true),
            flag(true),
            flag(true),
            flag(true),
            text("********"),
            NULL,
            NULL,
        ]],
        "pg_settings" => settings_rows(b),
        "pg_available_extensions" => available(&c, b.store.release),
        "pg_prepared_statements" => b.prepared_rows(),
        "pg_cursors" => b.cursor_rows()?,
        _ => return Ok(None),
    }))
}

fn settings_rows(b: &Backend<'_>) -> Vec<Vec<Datum>> {
    let word = |c: char| match c {
        'u' => "user",
        'S' => "superuser",
        'h' => "sighup",
        'p' => "postmaster",
        'i' => "internal",
        'b' => "backend",
        _ => "superuser-backend",
    };
    let some = |s: &str| if s.is_empty() { NULL } else { text(s) };
    settings::definitions()
        .iter()
        .map(|d| {
            let values: Vec<&str> = d.values.split(',').collect();
            vec![
                text(d.name),
                opt_text(b.settings.raw(d.name)),
                some(d.unit),
                text(d.category),
                text(d.description),
                NULL,
                text(word(d.context)),
                text(match d.kind {
                    settings::Kind::Bool => "bool",
                    settings::Kind::Int => "integer",
                    settings::Kind::Real => "real",
                    settings::Kind::String => "string",
                    settings::Kind::Enum => "enum",
                }),
                text(b.settings.source(d)),
                some(d.min),
                some(d.max),
                if d.values.is_empty() { NULL } else { text_array(&values) },
                text(d.boot),
                text(d.setting),
                NULL,
                NULL,
                flag(false),
            ]
        })
        .collect()
}

/// Extensions that CREATE EXTENSION takes: name, version, comment.
pub const EXTENSIONS: &[(&str, &str, &str)] = &[
    ("amcheck", "1.3", "functions for verifying relation integrity"),
    ("pageinspect", "1.11", "inspect the contents of database pages at a low level"),
    ("pg_buffercache", "1.3", "examine the shared buffer cache"),
    ("pg_freespacemap", "1.2", "examine the free space map (FSM)"),
    ("pg_prewarm", "1.2", "prewarm relation data"),
    (
        "pg_stat_statements",
        "1.10",
        "track planning and execution statistics of all SQL statements executed",
    ),
    ("pg_visibility", "1.2", "examine the visibility map (VM) and page-level visibility info"),
    ("pg_walinspect", "1.0", "functions to inspect contents of PostgreSQL Write-Ahead Log"),
    ("pgcrypto", "1.3", "cryptographic functions"),
    ("pgstattuple", "1.5", "show tuple-level statistics"),
    ("plpgsql", "1.0", "PL/pgSQL procedural language"),
];

fn available(c: &Catalog, release: &Release) -> Vec<Vec<Datum>> {
    EXTENSIONS
        .iter()
        .map(|(n, version, comment)| {
            let installed = c.extensions().values().find(|e| e.name == *n);
            vec![
                name(n),
                text(release.extension_version(n, version)),
                opt_text(installed.map(|e| release.extension_version(n, &e.version))),
                text(comment),
            ]
        })
        .collect()
}

pub(super) fn information_schema(b: &mut Backend<'_>, view: &str) -> Result<Vec<Vec<Datum>>> {
    let c = b.catalog.clone();
    let database = || name("postgres");
    let schema = |r: &Class| name(c.namespace_name(r.namespace));
    let shown: Vec<_> = c
        .classes()
        .values()
        .filter(|r| matches!(r.kind, 'r' | 'v') && r.namespace != PG_TOAST)
        .cloned()
        .collect();
    let yes = |v: bool| text(if v { "YES" } else { "NO" });
    Ok(match view {
        "tables" => shown
            .iter()
            .map(|r| {
                let kind = match (r.kind, r.persistence) {
                    (_, 't') => "LOCAL TEMPORARY",
                    ('v', _) => "VIEW",
                    _ => "BASE TABLE",
                };
                vec![
                    database(),
                    schema(r),
                    name(&r.name),
                    text(kind),
                    NULL,
                    NULL,
                    NULL,
                    NULL,
                    NULL,
                    yes(r.kind == 'r'),
                    yes(false),
                    NULL,
                ]
            })
            .collect(),
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
        "schemata" => c
            .namespaces()
            .values()
            .map(|n| vec![database(), name(&n.name), name(OWNER), NULL, NULL, NULL, NULL])
            .collect(),
        "views" => shown
            .iter()
            .filter(|r| r.kind == 'v')
            .map(|r| {
                let def = b.view_definition(r.oid, false, 0);
                vec![
                    database(),
                    schema(r),
                    name(&r.name),
                    opt_text(def.as_deref()),
                    text("NONE"),
                    yes(false),
                    yes(false),
                    yes(false),
                    yes(false),
                    yes(false),
                ]
            })
            .collect(),
        "sequences" => c
            .classes()
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
                    schema(r),
                    name(&r.name),
                    text(&types::type_name(s.type_oid)),
                    int(bits),
                    int(2),
                    int(0),
                    text(&s.start.to_string()),
                    text(&s.min.to_string()),
                    text(&s.max.to_string()),
                    text(&s.increment.to_string()),
                    yes(s.cycle),
                ])
            })
            .collect(),
        "table_constraints" => c
            .constraints()
            .values()
            .filter_map(|k| {
                let r = c.class(k.rel)?;
                let kind = match k.kind {
                    'p' => "PRIMARY KEY",
                    'u' => "UNIQUE",
                    'f' => "FOREIGN KEY",
                    _ => "CHECK",
                };
                Some(vec![
                    database(),
                    schema(r),
                    name(&k.name),
                    database(),
                    schema(r),
                    name(&r.name),
                    text(kind),
                    yes(k.deferrable.0),
                    yes(k.deferrable.1),
                    yes(true),
                    if k.kind == 'u' { yes(true) } else { NULL },
                ])
            })
            .collect(),
        "key_column_usage" => c
            .constraints()
            .values()
            .filter(|k| matches!(k.kind, 'p' | 'u' | 'f'))
            .filter_map(|k| Some((k, c.class(k.rel)?)))
            .flat_map(|(k, r)| {
                k.keys
                    .iter()
                    .enumerate()
                    .map(|(i, a)| {
                        vec![
                            database(),
                            schema(r),
                            name(&k.name),
                            database(),
                            schema(r),
                            name(&r.name),
                            name(&r.desc.attr(*a).name),
                            int(i as i32 + 1),
                            if k.kind == 'f' { int(i as i32 + 1) } else { NULL },
                        ]
                    })
                    .collect::<Vec<_>>()
            })
            .collect(),
        _ => Vec::new(),
    })
}

/// A table's rows of `information_schema.triggers`: one for each event.
fn triggers(b: &mut Backend<'_>, c: &Catalog, r: &Class) -> Vec<Vec<Datum>> {
    let (database, schema) = (name("postgres"), name(c.namespace_name(r.namespace)));
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
    let shown = if info.is_some_and(types::TypeInfo::is_true_array) {
        "ARRAY".to_string()
    } else if user.is_some() {
        "USER-DEFINED".to_string()
    } else {
        types::type_name(t)
    };
    let identity = a.identity.and_then(|_| c.owned_sequence(r.oid, n, 'i'));
    let s = identity.and_then(|q| q.sequence.as_ref());
    let number = |v: Option<i64>| v.map_or(NULL, |v| text(&v.to_string()));
    let yes = |v: bool| text(if v { "YES" } else { "NO" });
    let collation = a.collation.0 == 950;
    let not_null = a.not_null || domain.is_some_and(|(_, d)| d.not_null);
    vec![
        name("postgres"),
        name(c.namespace_name(r.namespace)),
        name(&r.name),
        name(&a.name),
        int(i32::from(n.0)),
        if a.generated.is_some() { NULL } else { opt_text(expr.as_deref()) },
        yes(!not_null),
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
        yes(false),
        yes(a.identity.is_some()),
        match a.identity {
            Some('a') => text("ALWAYS"),
            Some(_) => text("BY DEFAULT"),
            None => NULL,
        },
        number(s.map(|s| s.start)),
        number(s.map(|s| s.increment)),
        number(s.map(|s| s.max)),
        number(s.map(|s| s.min)),
        yes(s.is_some_and(|s| s.cycle)),
        text(if a.generated.is_some() { "ALWAYS" } else { "NEVER" }),
        if a.generated.is_some() { opt_text(expr.as_deref()) } else { NULL },
        yes(r.kind == 'r' && r.namespace != PG_CATALOG && r.namespace != INFORMATION_SCHEMA),
    ]
}

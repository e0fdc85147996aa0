//! The system views over the catalogs: `pg_tables`, `pg_indexes`, `pg_settings` and their kin.

use crate::backend::Backend;
use crate::catalog::system::row::*;
use crate::catalog::{Catalog, Class};
use sql::settings;
use storage::datum::Datum;
use storage::error::Result;
use storage::heap::RelKind;
use storage::sort::Arrange;
use storage::types;
use storage::versions::Release;

const OWNER: &str = "postgres";

/// The rows of a view of this module; `None` for other relations.
pub(super) fn rows(b: &mut Backend<'_>, view: &str) -> Result<Option<Vec<Vec<Datum>>>> {
    let c = b.catalog.clone();
    let schema = |r: &Class| name(c.namespace_name(r.namespace));
    let of_kind = |kind: RelKind| {
        let mut all = super::scanned(&c);
        if kind == RelKind::Index {
            all.arrange_by_key(|r| r.oid);
        }
        all.retain(|r| r.kind == kind);
        all
    };
    Ok(Some(match view {
        "pg_tables" => of_kind(RelKind::Table)
            .iter()
            .map(|r| {
                let space = if r.shared { name("pg_global") } else { NULL };
                vec![
                    schema(r),
                    name(&r.name),
                    name(OWNER),
                    space,
                    flag(r.state.has_index.get()),
                    flag(false),
                    flag(r.has_triggers),
                    flag(false),
                ]
            })
            .collect(),
        "pg_indexes" => of_kind(RelKind::Index)
            .iter()
            .filter_map(|r| {
                let table = c.class(r.index.as_ref()?.heap)?;
                if !matches!(table.kind, RelKind::Table | RelKind::MaterializedView) {
                    return None;
                }
                let def = b.index_definition(r.oid, None, false)?;
                Some(vec![schema(r), name(&table.name), name(&r.name), NULL, text(&def)])
            })
            .collect(),
        "pg_views" => of_kind(RelKind::View)
            .iter()
            .map(|r| {
                let def = b.view_definition(r.oid, false, 0);
                vec![schema(r), name(&r.name), name(OWNER), opt_text(def.as_deref())]
            })
            .collect(),
        "pg_matviews" => of_kind(RelKind::MaterializedView)
            .iter()
            .map(|r| {
                let def = b.view_definition(r.oid, false, 0);
                vec![
                    schema(r),
                    name(&r.name),
                    name(OWNER),
                    NULL,
                    flag(r.state.has_index.get()),
                    flag(r.populated),
                    opt_text(def.as_deref()),
                ]
            })
            .collect(),
        "pg_sequences" => of_kind(RelKind::Sequence)
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
        // The row of `pg_authid`, with the OID at the end and no password.
        "pg_roles" => super::objects::roles(b.store.release)
            .into_iter()
            .map(|role| {
                let [oid, rest @ ..] = &role[..] else { return role };
                let mut row =
                    [&rest[..7], &rest[8..9], &[text("********"), NULL], &rest[7..8]].concat();
                row.extend([NULL, oid.clone()]);
                row
            })
            .collect(),
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
        "pg_prepared_statements" => hashed(b.prepared_rows(), 32),
        "pg_cursors" => hashed(b.cursor_rows()?, 16),
        _ => return Ok(None),
    }))
}

/// Rows whose first column is the key of a hash table of so many buckets, in the table's order (`hash_seq_search`).
fn hashed(mut rows: Vec<Vec<Datum>>, buckets: u32) -> Vec<Vec<Datum>> {
    rows.sort_by_key(|row| types::hash::bytes(types::payload(&row[0])) % buckets);
    rows
}

/// The rows of `pg_settings`.
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
    b.settings
        .known()
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
                text(if d.boot == d.setting { b.settings.initial(d) } else { d.boot }),
                text(b.settings.initial(d)),
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

/// The rows of `pg_available_extensions`.
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

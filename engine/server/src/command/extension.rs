//! CREATE EXTENSION, ALTER EXTENSION (`extension.c`).

use super::create::creation_namespace;
use super::misc::notice;
use crate::backend::{Backend, StatementResult, Statements};
use crate::catalog::{Class, Extension};
use sql::ast::{AlterExtensionStmt, CreateExtensionStmt, DefArg};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::EnvSession;
use storage::ids::Oid;

/// What PostgreSQL's own distribution has beside those of [`extension_objects`].
const NOT_MODELLED: [&str; 37] = [
    "adminpack",
    "autoinc",
    "bloom",
    "btree_gin",
    "btree_gist",
    "citext",
    "cube",
    "dblink",
    "dict_int",
    "dict_xsyn",
    "earthdistance",
    "file_fdw",
    "fuzzystrmatch",
    "hstore",
    "insert_username",
    "intagg",
    "intarray",
    "isn",
    "lo",
    "ltree",
    "moddatetime",
    "old_snapshot",
    "pg_surgery",
    "pg_trgm",
    "pgrowlocks",
    "postgres_fdw",
    "refint",
    "seg",
    "sslinfo",
    "tablefunc",
    "tcn",
    "tsm_system_rows",
    "tsm_system_time",
    "unaccent",
    "uuid-ossp",
    "xml2",
    "plpython3u",
];

/// The version of an extension on 15.
fn default_version(name: &str) -> Option<&'static str> {
    Some(match name {
        "pgstattuple" => "1.5",
        "pageinspect" => "1.11",
        "pg_walinspect" | "bytea_toaster" | "jsonb_toaster" => "1.0",
        "pg_visibility" | "pg_freespacemap" | "pg_prewarm" => "1.2",
        "pg_buffercache" | "amcheck" | "pgcrypto" => "1.3",
        "pg_stat_statements" => "1.10",
        _ => return None,
    })
}

/// How many functions, and then how many other objects, the scripts of an extension create, and how many of its
/// [`views`] then, again and again; each takes OIDs. Left out is what the toasters make themselves.
fn extension_objects(name: &str, version: &str) -> &'static [(u32, u32, usize)] {
    match (name, version) {
        ("pgstattuple", _) => &[(9, 0, 0)],
        ("pageinspect", _) => &[(42, 0, 0)],
        ("pg_walinspect", _) => &[(5, 0, 0)],
        ("pg_visibility", _) => &[(8, 0, 0)],
        ("pg_buffercache", "1.3") => &[(1, 0, 1)],
        ("pg_buffercache", "1.4") => &[(1, 0, 1), (2, 0, 0)],
        ("pg_buffercache", "1.5") => &[(1, 0, 1), (3, 0, 0)],
        ("pg_buffercache", _) => &[(1, 0, 1), (4, 4, 0), (3, 0, 0)],
        // Its scripts make views and make them again; the text of some is TOASTed.
        ("pg_stat_statements", "1.10") => &[(2, 4, 0), (2, 5, 0), (1, 0, 1), (1, 5, 0), (1, 0, 1)],
        ("pg_stat_statements", "1.11") => {
            &[(2, 4, 0), (2, 4, 0), (1, 0, 1), (1, 5, 0), (1, 5, 0), (1, 0, 1), (1, 0, 0)]
        }
        ("pg_stat_statements", _) => {
            &[(2, 4, 0), (2, 5, 0), (1, 0, 1), (1, 5, 0), (1, 5, 0), (2, 5, 0), (1, 0, 1)]
        }
        ("pg_freespacemap", _) => &[(2, 0, 0)],
        ("pg_prewarm", _) => &[(3, 0, 0)],
        ("amcheck", "1.3") => &[(6, 0, 0)],
        ("amcheck", "1.4") => &[(8, 0, 0)],
        ("amcheck", _) => &[(9, 0, 0)],
        ("pgcrypto", "1.3") => &[(36, 0, 0)],
        ("pgcrypto", _) => &[(37, 0, 0)],
        _ => &[],
    }
}

/// Runs `CREATE EXTENSION`. Extensions that are not modelled, or not known, are refused with 0A000.
#[inline(never)]
pub(super) fn create(b: &mut Backend<'_>, s: &CreateExtensionStmt) -> Result<StatementResult> {
    let name = &s.name;
    if b.catalog.extensions().values().any(|e| e.name == *name) {
        if s.if_not_exists {
            let text = format!("extension \"{name}\" already exists, skipping");
            notice(b, SqlState::DUPLICATE_OBJECT, text);
            return Ok("CREATE EXTENSION".into());
        }
        return err!(DUPLICATE_OBJECT, "extension \"{name}\" already exists");
    }
    if NOT_MODELLED.contains(&name.as_str()) {
        return err!(FEATURE_NOT_SUPPORTED, "extension \"{name}\" is not modelled");
    }
    let Some(version) = default_version(name) else {
        let text = format!("extension \"{name}\" is not available");
        let e = PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text).hint(
            "The extension must first be installed on the system where PostgreSQL is running.",
        );
        if !b.store.release.control_file_named {
            return Err(e);
        }
        let file =
            format!("/usr/share/postgresql/{}/extension/{name}.control", b.store.release.major());
        return Err(e.detail(format!(
            "Could not open extension control file \"{file}\": No such file or directory."
        )));
    };
    let version = b.store.release.extension_version(name, version);
    let option = |name: &str| {
        let given = s.options.iter().find(|d| d.name == name);
        given.and_then(|d| d.arg.as_ref()).map(DefArg::text)
    };
    let schema = option("schema");
    if let Some(wanted) = option("new_version")
        && wanted != version
    {
        return no_version(name, &wanted);
    }
    let namespace = creation_namespace(b, schema.as_deref())?;
    let _ = b.store.xact.assign_xid();
    let (release, catalog) = (b.store.release, &b.process.catalog);
    let oid = b.store.oids.next_unless(|oid| catalog.extension_oid_taken(oid, release));
    super::toaster::create_extension_objects(b, name, oid, namespace);
    let e = Extension {
        oid,
        name: name.clone(),
        version: version.to_string(),
        namespace,
        relocatable: true,
        taken: (oid, Vec::new()),
    };
    b.catalog.extensions_mut().insert(oid, e);
    let comment = crate::catalog::extension_comment(name);
    b.catalog.comments_mut().insert((oid, 0), comment.to_string());
    let mut functions = Vec::new();
    let text = views(b, name);
    let mut left = sql::parser::parse(&text)?.into_iter();
    for (made, others, views) in extension_objects(name, version) {
        for _ in 0..*made {
            let catalog = &b.process.catalog;
            functions
                .push(b.store.oids.next_unless(|oid| catalog.function_oid_taken(oid, release)));
        }
        (0..*others).for_each(|_| {
            b.store.oids.next();
        });
        for view in left.by_ref().take(*views) {
            let outside = std::mem::replace(&mut b.client.text, text.as_str().into());
            let made = b.run(&view.stmt);
            b.client.text = outside;
            made?;
        }
    }
    if name == "pg_stat_statements" {
        b.store.oids.next();
        if b.cluster.statements.is_none() {
            let since = b.clock_timestamp();
            b.cluster.statements = Some(Statements { entries: Vec::new(), since });
        }
    }
    if let Some(e) = b.catalog.extensions_mut().get_mut(&oid) {
        e.taken.1 = functions;
    }
    Ok("CREATE EXTENSION".into())
}

/// The columns of `pg_stat_statements` in 1.11 and later, over those that its function returns
/// (`pg_stat_statements--1.10--1.11.sql`, `--1.11--1.12.sql`). What is not modelled is NULL there.
fn statement_columns(version: &str) -> String {
    let newest = version == "1.12";
    let buffers = if newest { "0::bigint AS wal_buffers_full, " } else { "" };
    let workers = if newest {
        "0::bigint AS parallel_workers_to_launch, 0::bigint AS parallel_workers_launched, "
    } else {
        ""
    };
    format!(
        "userid, dbid, toplevel, queryid, query, plans, total_plan_time, min_plan_time, max_plan_time, \
         mean_plan_time, stddev_plan_time, calls, total_exec_time, min_exec_time, max_exec_time, \
         mean_exec_time, stddev_exec_time, rows, shared_blks_hit, shared_blks_read, \
         shared_blks_dirtied, shared_blks_written, local_blks_hit, local_blks_read, \
         local_blks_dirtied, local_blks_written, temp_blks_read, temp_blks_written, \
         blk_read_time AS shared_blk_read_time, blk_write_time AS shared_blk_write_time, \
         NULL::float8 AS local_blk_read_time, NULL::float8 AS local_blk_write_time, \
         temp_blk_read_time, temp_blk_write_time, wal_records, wal_fpi, wal_bytes, {buffers}\
         jit_functions, jit_generation_time, jit_inlining_count, jit_inlining_time, \
         jit_optimization_count, jit_optimization_time, jit_emission_count, jit_emission_time, \
         0::bigint AS jit_deform_count, 0::float8 AS jit_deform_time, {workers}\
         NULL::timestamptz AS stats_since, NULL::timestamptz AS minmax_stats_since"
    )
}

/// The statements that make the views over an extension's functions.
fn views(b: &Backend<'_>, name: &str) -> String {
    match name {
        "pg_buffercache" => {
            "CREATE VIEW pg_buffercache AS SELECT p.* FROM pg_buffercache_pages() p".to_string()
        }
        "pg_stat_statements" => {
            let columns = match b.store.release.extension_version(name, "") {
                "" => "*".to_string(),
                version => statement_columns(version),
            };
            format!(
                "CREATE VIEW pg_stat_statements_info AS SELECT * FROM pg_stat_statements_info();\
                 CREATE VIEW pg_stat_statements AS SELECT {columns} FROM pg_stat_statements(true)"
            )
        }
        _ => String::new(),
    }
}

/// The views that an extension made ([`views`]), which are dropped with it.
pub(super) fn views_of(b: &Backend<'_>, name: &str) -> Vec<Oid> {
    let Some(e) = b.catalog.extensions().values().find(|e| e.name == name) else {
        return Vec::new();
    };
    let made: &[&str] = match name {
        "pg_buffercache" => &["pg_buffercache"],
        "pg_stat_statements" => &["pg_stat_statements", "pg_stat_statements_info"],
        _ => &[],
    };
    let mine = |c: &Rc<Class>| c.namespace == e.namespace && made.contains(&c.name.as_str());
    b.catalog.classes().values().filter(|c| mine(c)).map(|c| c.oid).collect()
}

/// The error of a version that the extension does not have.
fn no_version(name: &str, wanted: &str) -> Result<StatementResult> {
    err!(
        INVALID_PARAMETER_VALUE,
        "extension \"{name}\" has no installation script nor update path for version \"{wanted}\""
    )
}

/// `ALTER EXTENSION ... UPDATE`: does nothing, since each extension has one version.
pub(super) fn alter(b: &mut Backend<'_>, s: &AlterExtensionStmt) -> Result<StatementResult> {
    let found = b.catalog.extensions().values().find(|e| e.name == s.name);
    let release = b.store.release;
    let Some(version) = found.map(|e| release.extension_version(&s.name, &e.version).to_string())
    else {
        return err!(UNDEFINED_OBJECT, "extension \"{}\" does not exist", s.name);
    };
    if let Some(wanted) = s.options.first().and_then(|d| d.arg.as_ref()).map(DefArg::text)
        && wanted != version
    {
        return err!(
            INVALID_PARAMETER_VALUE,
            "extension \"{}\" has no update path from version \"{version}\" to version \"{wanted}\"",
            s.name
        );
    }
    let text = format!("version \"{version}\" of extension \"{}\" is already installed", s.name);
    notice(b, SqlState::SUCCESSFUL_COMPLETION, text);
    Ok("ALTER EXTENSION".into())
}

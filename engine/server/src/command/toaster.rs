//! `CREATE TOASTER`, `DROP TOASTER`, a column's toaster, and the extensions that bring one
//! (`toastercmds.c` of the Toaster API's branch).
//!
//! The catalog has a `pg_toaster` from the moment somebody wants one: CREATE TOASTER, CREATE
//! EXTENSION, or `SET toastscope.server = 'toasters'`. Until then it looks like PostgreSQL 15's.

use super::misc::notice;
use crate::backend::Backend;
use crate::backend::StatementResult;
use crate::catalog::{Class, Extension, PUBLIC, ToasterEntry, UserFunction};
use sql::analyze::CreatedFunction;
use sql::ast::{CreateToasterStmt, DropBehavior, DropStmt};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::Volatility;
use storage::ids::Oid;
use storage::toaster::{ColumnSpec, DEFAULT_TOASTER_OID, TOASTER_HANDLER};
use storage::tuple::Attribute;
use storage::types::oid::INTERNAL;

/// The extensions that bring a toaster: name, type it is for, and comment of the toaster.
pub(crate) const EXTENSIONS: [(&str, &str); 2] = [
    ("bytea_toaster", "bytea_toaster is a appendable bytea toaster"),
    ("jsonb_toaster", "jsonb_toaster is a updatable jsonb toaster"),
];

/// The error of a toaster that does not exist.
fn undefined(name: &str) -> Box<PgError> {
    PgError::new(SqlState::UNDEFINED_OBJECT, format!("toaster \"{name}\" does not exist"))
}

/// The OID of a toaster (`get_toaster_oid`).
pub(crate) fn oid_of(b: &Backend<'_>, name: &str) -> Result<Oid> {
    match b.catalog.toasters().values().find(|t| t.name == name) {
        Some(t) => Ok(t.oid),
        None => Err(undefined(name)),
    }
}

/// Puts a handler function into the catalog.
fn add_handler(b: &mut Backend<'_>, oid: Oid, name: &str, schema: Oid) {
    let function = CreatedFunction {
        oid,
        name: name.to_string(),
        schema: b.catalog.namespace_name(schema).to_string(),
        args: vec![INTERNAL],
        arg_names: vec![String::new()],
        parameters: vec![('i', String::new(), INTERNAL)],
        defaults: Vec::new(),
        variadic: None,
        ret: TOASTER_HANDLER,
        out: Vec::new(),
        returns_set: false,
        strict: false,
        definer: false,
        leakproof: false,
        volatility: Volatility::Volatile,
        parallel: 'u',
        cost: 1.0,
        rows: 0.0,
        language: "c".to_string(),
        source: name.to_string(),
        sql_body: false,
        procedure: false,
    };
    let entry = UserFunction { namespace: schema, function: Rc::new(function) };
    b.catalog.functions_mut().insert(oid, Rc::new(entry));
}

/// Gives the catalog its `pg_toaster`, if it has none yet.
fn enable(b: &mut Backend<'_>) {
    if b.catalog.toasters().is_empty() {
        let release = b.store.release;
        b.catalog.enable_toasters(release);
        let oid = Oid(8893);
        add_handler(b, oid, "default_toaster_handler", crate::catalog::PG_CATALOG);
        add(b, DEFAULT_TOASTER_OID, "deftoaster", oid, "default_toaster_handler", None);
        b.catalog.comments_mut().insert((DEFAULT_TOASTER_OID, 0), "default toaster".to_string());
    }
}

/// Enters a toaster into the catalog.
fn add(
    b: &mut Backend<'_>,
    oid: Oid,
    name: &str,
    handler_oid: Oid,
    handler: &str,
    extension: Option<Oid>,
) {
    let (name, handler) = (name.to_string(), handler.to_string());
    let entry = ToasterEntry { oid, name, handler_oid, handler, extension };
    b.catalog.toasters_mut().insert(oid, entry);
}

/// Runs `CREATE TOASTER`: makes a toaster of a handler function. A handler that does not exist, or
/// returns something else, is refused.
pub(super) fn create(b: &mut Backend<'_>, s: &CreateToasterStmt) -> Result<StatementResult> {
    enable(b);
    if b.catalog.toasters().values().any(|t| t.name == s.name) {
        if s.if_not_exists {
            let text = format!("toaster \"{}\" already exists, skipping", s.name);
            notice(b, SqlState::DUPLICATE_OBJECT, text);
            return Ok("CREATE TOASTER".into());
        }
        return err!(DUPLICATE_OBJECT, "toaster \"{}\" already exists", s.name);
    }
    let _ = b.store.xact.assign_xid();
    let schema = s.handler.schema_in(&b.catalog.database)?;
    let handler = s.handler.last.clone();
    if let Some(schema) = schema.filter(|s| b.catalog.namespace_named(s).is_none()) {
        return err!(INVALID_SCHEMA_NAME, "schema \"{schema}\" does not exist");
    }
    let known = b.catalog.functions().values().find(|f| {
        f.function.name == handler && schema.is_none_or(|schema| f.function.schema == schema)
    });
    let handler_oid = match known.map(|f| (f.function.oid, f.function.ret)) {
        Some((oid, TOASTER_HANDLER)) => oid,
        Some(_) => {
            return err!(WRONG_OBJECT_TYPE, "function {handler} must return type toaster_handler");
        }
        // A handler that the embedding program registered is there like a loaded library's.
        None if b.store.toasters.handler(&handler).is_some() && !is_extensions(&handler) => {
            let oid = b.store.oids.next();
            add_handler(b, oid, &handler, PUBLIC);
            oid
        }
        None => {
            let name = &s.handler;
            return err!(UNDEFINED_FUNCTION, "function {name}(internal) does not exist");
        }
    };
    let oid = b.store.oids.next();
    add(b, oid, &s.name, handler_oid, &handler, None);
    Ok("CREATE TOASTER".into())
}

/// Whether the handler belongs to one of [`EXTENSIONS`].
fn is_extensions(handler: &str) -> bool {
    EXTENSIONS.iter().any(|(name, _)| handler == format!("{name}_handler"))
}

/// Makes the objects of one of [`EXTENSIONS`]: the handler and the toaster.
pub(super) fn create_extension_objects(
    b: &mut Backend<'_>,
    extension: &str,
    oid: Oid,
    schema: Oid,
) {
    let Some((name, comment)) = EXTENSIONS.iter().find(|(n, _)| *n == extension) else { return };
    enable(b);
    let handler = format!("{name}_handler");
    let handler_oid = b.store.oids.next();
    add_handler(b, handler_oid, &handler, schema);
    let toaster = b.store.oids.next();
    add(b, toaster, name, handler_oid, &handler, Some(oid));
    b.catalog.comments_mut().insert((toaster, 0), comment.to_string());
}

/// Installs the extensions that the modelled server has from the start.
pub(crate) fn install(b: &mut Backend<'_>) {
    if !b.store.toasters.settings.capabilities.installed_toasters {
        return;
    }
    // The recorded extension moves every append to the chunks at once.
    b.settings.put_default("bytea_toaster.inline_tail", "off");
    b.sync_settings();
    for (name, _) in EXTENSIONS {
        if !b.catalog.extensions().values().any(|e| e.name == name) {
            let oid = b.store.oids.next();
            let version = "1.0".to_string();
            let name = name.to_string();
            create_extension_objects(b, &name, oid, PUBLIC);
            let comment = crate::catalog::extension_comment(&name);
            b.catalog.comments_mut().insert((oid, 0), comment.to_string());
            let (namespace, taken) = (PUBLIC, (oid, Vec::new()));
            let e = Extension { oid, name, version, namespace, relocatable: true, taken };
            b.catalog.extensions_mut().insert(oid, e);
        }
    }
}

/// The columns that have a toaster or may hold values of it, for the DETAIL of a refusal.
fn users(b: &Backend<'_>, toaster: Oid) -> Vec<String> {
    let mut lines = Vec::new();
    for class in b.catalog.classes().range(Oid(crate::catalog::FIRST_NORMAL_OID)..).map(|(_, c)| c)
    {
        let description = |c: &Class| {
            let (kind, name) = (c.kind_word(), &c.name);
            let name_of = |a: &Attribute| format!("column {} of {kind} {name}", a.name);
            let mut columns = c.desc.attrs.iter().filter(|a| !a.dropped && a.toaster == toaster);
            columns.next().map_or_else(|| format!("{kind} {name}"), name_of)
        };
        let has = class.desc.attrs.iter().any(|a| !a.dropped && a.toaster == toaster);
        if has || class.toasters.contains(&toaster) {
            lines.push(description(class));
        }
    }
    lines
}

/// Refuses to drop a toaster that columns use: their values could not be read any more, so CASCADE
/// does not help either.
fn refuse_used(b: &Backend<'_>, toaster: &ToasterEntry, what: &str) -> Result<()> {
    let users = users(b, toaster.oid);
    if users.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> =
        users.iter().map(|u| format!("{u} depends on toaster {}", toaster.name)).collect();
    Err(PgError::new(
        SqlState::DEPENDENT_OBJECTS_STILL_EXIST,
        format!("cannot drop {what} because other objects depend on it"),
    )
    .detail(lines.join("\n"))
    .hint("Drop these columns or tables first: their values are stored by the toaster."))
}

/// Runs `DROP TOASTER`. The default one, an extension's, and one that is used are refused.
pub(super) fn drop(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    for name in &s.objects {
        let name = &name.last;
        let Some(toaster) = b.catalog.toasters().values().find(|t| t.name == *name).cloned() else {
            if s.missing_ok {
                let text = format!("toaster \"{name}\" does not exist, skipping");
                notice(b, SqlState::UNDEFINED_OBJECT, text);
                continue;
            }
            return Err(undefined(name));
        };
        if toaster.oid == DEFAULT_TOASTER_OID {
            return err!(
                DEPENDENT_OBJECTS_STILL_EXIST,
                "cannot drop toaster {name} because it is required by the database system"
            );
        }
        if let Some(e) = toaster.extension.and_then(|e| b.catalog.extensions().get(&e)) {
            let extension = &e.name;
            return Err(PgError::new(
                SqlState::DEPENDENT_OBJECTS_STILL_EXIST,
                format!("cannot drop toaster {name} because extension {extension} requires it"),
            )
            .hint(format!("You can drop extension {extension} instead.")));
        }
        refuse_used(b, &toaster, &format!("toaster {name}"))?;
        let _ = b.store.xact.assign_xid();
        b.catalog.toasters_mut().remove(&toaster.oid);
        b.catalog.comments_mut().remove(&(toaster.oid, 0));
    }
    Ok("DROP TOASTER".into())
}

/// For DROP FUNCTION of a toaster's handler: refuses it, or with CASCADE drops the toaster too.
pub(super) fn drop_handler(
    b: &mut Backend<'_>,
    function: Oid,
    behavior: DropBehavior,
) -> Result<()> {
    let toasters: Vec<ToasterEntry> =
        b.catalog.toasters().values().filter(|t| t.handler_oid == function).cloned().collect();
    let Some(handler) = toasters.first().map(|t| t.handler.clone()) else { return Ok(()) };
    let refused = |because: &str| {
        let message = format!("cannot drop function {handler}(internal) because {because}");
        PgError::new(SqlState::DEPENDENT_OBJECTS_STILL_EXIST, message)
    };
    if toasters.iter().any(|t| t.oid == DEFAULT_TOASTER_OID) {
        return Err(refused("it is required by the database system"));
    }
    if let Some(e) = toasters.iter().find_map(|t| b.catalog.extensions().get(&t.extension?)) {
        let hint = format!("You can drop extension {} instead.", e.name);
        return Err(refused(&format!("extension {} requires it", e.name)).hint(hint));
    }
    if behavior != DropBehavior::Cascade {
        let line = |t: &ToasterEntry| {
            format!("toaster {} depends on function {handler}(internal)", t.name)
        };
        return Err(refused("other objects depend on it")
            .detail(toasters.iter().map(line).collect::<Vec<_>>().join("\n"))
            .hint("Use DROP ... CASCADE to drop the dependent objects too."));
    }
    for toaster in toasters {
        refuse_used(b, &toaster, &format!("function {handler}(internal)"))?;
        let text = format!("drop cascades to toaster {}", toaster.name);
        notice(b, SqlState::SUCCESSFUL_COMPLETION, text);
        b.catalog.toasters_mut().remove(&toaster.oid);
        b.catalog.comments_mut().remove(&(toaster.oid, 0));
    }
    Ok(())
}

/// Drops the objects of an extension: its toaster, and others made with its handler.
pub(super) fn drop_extension_objects(
    b: &mut Backend<'_>,
    extension: &str,
    behavior: DropBehavior,
) -> Result<()> {
    let handler = format!("{extension}_handler");
    let mine: Vec<ToasterEntry> =
        b.catalog.toasters().values().filter(|t| t.handler == handler).cloned().collect();
    for toaster in &mine {
        refuse_used(b, toaster, &format!("extension {extension}"))?;
        if toaster.extension.is_none() && behavior != DropBehavior::Cascade {
            return Err(PgError::new(
                SqlState::DEPENDENT_OBJECTS_STILL_EXIST,
                format!("cannot drop extension {extension} because other objects depend on it"),
            )
            .detail(format!("toaster {} depends on function {handler}(internal)", toaster.name))
            .hint("Use DROP ... CASCADE to drop the dependent objects too."));
        }
    }
    for toaster in mine {
        b.catalog.toasters_mut().remove(&toaster.oid);
        b.catalog.comments_mut().remove(&(toaster.oid, 0));
        b.catalog.functions_mut().remove(&toaster.handler_oid);
    }
    Ok(())
}

/// The OID of the toaster with this name, if it can serve the column; 0 for the default one
/// (`validateToaster`).
pub(crate) fn of_column(b: &Backend<'_>, column: &Attribute, name: &str) -> Result<Oid> {
    let oid = oid_of(b, name)?;
    validate(b, column, oid)?;
    Ok(if oid == DEFAULT_TOASTER_OID { Oid::INVALID } else { oid })
}

/// Fails unless the toaster accepts the column as it is defined.
pub(crate) fn validate(b: &Backend<'_>, column: &Attribute, toaster: Oid) -> Result<()> {
    if !toaster.is_valid() {
        return Ok(());
    }
    let type_text = b.type_name(column.type_oid);
    if !b.catalog.is_toastable(column.type_oid) {
        return err!(FEATURE_NOT_SUPPORTED, "data type {type_text} can not be toasted");
    }
    let spec = ColumnSpec {
        type_oid: {
            use storage::fmgr::EnvSession;
            b.base_type(column.type_oid)
        },
        storage: column.storage,
        compression: column.compression,
    };
    let handler = b.store.toasters.by_oid(toaster)?;
    if handler.validate(&spec) {
        return Ok(());
    }
    let name = b.catalog.toasters().get(&toaster).map_or("", |t| t.name.as_str());
    let storage = match column.storage {
        storage::tuple::Storage::Plain => "PLAIN",
        storage::tuple::Storage::External => "EXTERNAL",
        storage::tuple::Storage::Main => "MAIN",
        storage::tuple::Storage::Extended => "EXTENDED",
    };
    let compression = column.compression.map_or(String::new(), |c| {
        format!(" and compression {}", format!("{c:?}").to_ascii_lowercase())
    });
    Err(PgError::new(
        SqlState::FEATURE_NOT_SUPPORTED,
        format!("toaster \"{name}\" does not take column \"{}\"", column.name),
    )
    .detail(format!("The column has type {type_text}, storage {storage}{compression}."))
    .hint(handler.requirement().to_string()))
}

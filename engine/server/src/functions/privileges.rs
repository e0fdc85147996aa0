//! `has_table_privilege` and its kin (`acl.c`): the only role may do all that there is. What does not exist,
//! and words that are no privilege of such an object, are refused; an OID that names nothing gives NULL.

use super::{Args, ServerFunction, scalar, text_of};
use crate::backend::reg::split_name;
use crate::backend::{Backend, Databases};
use crate::catalog::Class;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid::{BOOL, NAME, OID, TEXT};

/// Whether a list of privileges has one that there is; each must be one of `known` (`convert_any_priv_string`).
/// No role has RULE, a word of old releases.
fn any_of(b: &mut Backend<'_>, words: &Datum, known: &str) -> Result<Datum> {
    let mut any = false;
    for word in text_of(b, words)?.split(',').map(str::trim) {
        let upper = word.to_ascii_uppercase();
        let plain = upper.strip_suffix(" WITH GRANT OPTION").unwrap_or(&upper);
        if !known.split(' ').any(|k| k == plain) {
            return err!(INVALID_PARAMETER_VALUE, "unrecognized privilege type: \"{word}\"");
        }
        any |= plain != "RULE";
    }
    Ok(Datum::bool(any))
}

/// Privileges on what the last argument but one names, by name or OID; a role may stand before it.
fn has(
    b: &mut Backend<'_>,
    args: &Args<'_>,
    known: &str,
    check: fn(&Backend<'_>, &str) -> Result<()>,
    exists: fn(&Backend<'_>, Oid) -> bool,
) -> Result<Datum> {
    let [role @ .., object, words] = &**args else { return Ok(Datum::Null) };
    if let [role] = role {
        match role.as_name() {
            "postgres" => {}
            role if role == "public" || role.starts_with("pg_") => {
                return err!(FEATURE_NOT_SUPPORTED, "role \"{role}\" is not modelled");
            }
            role => return err!(UNDEFINED_OBJECT, "role \"{role}\" does not exist"),
        }
    }
    if let Datum::Word(oid) = object {
        let answer = any_of(b, words, known)?;
        return Ok(if exists(b, Oid(*oid as u32)) { answer } else { Datum::Null });
    }
    let name = text_of(b, object)?;
    check(b, &name)?;
    any_of(b, words, known)
}

/// The relation that a text names (`convert_table_name`).
fn relation(b: &Backend<'_>, name: &str) -> Result<Rc<Class>> {
    let name = split_name(name)?;
    b.relation_in(name.relation_schema_in(&b.catalog.database)?, &name.last)
}

/// The SQL function `has_table_privilege`.
fn on_table(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let known = b.store.release.table_privileges;
    has(b, args, known, |b, n| relation(b, n).map(|_| ()), |b, o| b.catalog.class(o).is_some())
}

/// The SQL function `has_column_privilege`, by names.
fn on_column(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let (name, column) = (text_of(b, &args[0])?, text_of(b, &args[1])?);
    let class = relation(b, &name)?;
    let system = (-6..0).any(|n| sql::quote::system_column_name(n) == column);
    if class.column(&column).is_none() && !system {
        let of = &class.name;
        return err!(UNDEFINED_COLUMN, "column \"{column}\" of relation \"{of}\" does not exist");
    }
    any_of(b, &args[2], "SELECT INSERT UPDATE REFERENCES")
}

/// The SQL function `has_schema_privilege`.
fn on_schema(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let check = |b: &Backend<'_>, name: &str| match b.catalog.namespace_named(name) {
        Some(_) => Ok(()),
        None => err!(INVALID_SCHEMA_NAME, "schema \"{name}\" does not exist"),
    };
    has(b, args, "CREATE USAGE", check, |b, o| {
        b.store.release.missing_objects_allowed || b.catalog.namespaces().get(&o).is_some()
    })
}

/// Fails if there is no database of this name (`get_database_oid`).
pub(crate) fn check_database(b: &Backend<'_>, name: &str) -> Result<()> {
    let databases = &b.cluster.databases;
    let template = Databases::TEMPLATES.iter().any(|t| t.1 == name);
    if template || *b.catalog.database == *name || databases.others.contains_key(name) {
        return Ok(());
    }
    err!(INVALID_CATALOG_NAME, "database \"{name}\" does not exist")
}

/// Whether there is a database with this OID.
pub(super) fn database_exists(b: &Backend<'_>, oid: Oid) -> bool {
    let databases = &b.cluster.databases;
    let template = Databases::TEMPLATES.iter().any(|t| t.0 == oid);
    template || databases.here == oid || databases.others.values().any(|d| d.0 == oid)
}

/// The SQL function `has_database_privilege`.
fn on_database(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    has(b, args, "CREATE TEMPORARY TEMP CONNECT", check_database, |b, o| {
        b.store.release.missing_objects_allowed || database_exists(b, o)
    })
}

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("has_table_privilege", &[TEXT, TEXT], BOOL, on_table).stable(),
    scalar("has_table_privilege", &[OID, TEXT], BOOL, on_table).stable(),
    scalar("has_table_privilege", &[NAME, TEXT, TEXT], BOOL, on_table).stable(),
    scalar("has_table_privilege", &[NAME, OID, TEXT], BOOL, on_table).stable(),
    scalar("has_schema_privilege", &[TEXT, TEXT], BOOL, on_schema).stable(),
    scalar("has_schema_privilege", &[OID, TEXT], BOOL, on_schema).stable(),
    scalar("has_schema_privilege", &[NAME, TEXT, TEXT], BOOL, on_schema).stable(),
    scalar("has_database_privilege", &[TEXT, TEXT], BOOL, on_database).stable(),
    scalar("has_database_privilege", &[OID, TEXT], BOOL, on_database).stable(),
    scalar("has_database_privilege", &[NAME, TEXT, TEXT], BOOL, on_database).stable(),
    scalar("has_column_privilege", &[TEXT, TEXT, TEXT], BOOL, on_column).stable(),
];

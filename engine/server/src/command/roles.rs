//! Statements about roles. There is one role, `postgres`; privileges are not modelled.

use crate::backend::{Backend, StatementResult};
use sql::ast::{AlterOwnerStmt, GrantStmt, ObjectType};
use storage::err;
use storage::error::Result;

/// The roles that every cluster has beside its superuser (`pg_authid.dat`).
const PREDEFINED: &[&str] = &[
    "pg_checkpoint",
    "pg_database_owner",
    "pg_execute_server_program",
    "pg_monitor",
    "pg_read_all_data",
    "pg_read_all_settings",
    "pg_read_all_stats",
    "pg_read_server_files",
    "pg_signal_backend",
    "pg_stat_scan_tables",
    "pg_write_all_data",
    "pg_write_server_files",
];

/// Fails if the role does not exist (`get_rolespec_oid`).
pub(super) fn check(role: &str) -> Result<()> {
    match role {
        "postgres" | "current_user" | "session_user" | "current_role" => Ok(()),
        _ if PREDEFINED.contains(&role) => {
            err!(FEATURE_NOT_SUPPORTED, "role \"{role}\" is not modelled")
        }
        _ => err!(UNDEFINED_OBJECT, "role \"{role}\" does not exist"),
    }
}

/// Refuses `GRANT` and `REVOKE` with 0A000, after failing as the server does if a table or role
/// does not exist.
pub(super) fn grant(b: &mut Backend<'_>, s: &GrantStmt) -> Result<StatementResult> {
    if matches!(s.object_type, Some(ObjectType::Table)) && !s.all_in_schema {
        for name in &s.objects {
            b.relation_named(name)?;
        }
    }
    for role in s.grantees.iter().filter(|r| *r != "public") {
        check(role)?;
    }
    let word = if s.is_grant { "GRANT" } else { "REVOKE" };
    err!(FEATURE_NOT_SUPPORTED, "{word} is not modelled")
}

/// `ALTER ... OWNER TO`: does nothing, since there is one role, which owns everything.
pub(super) fn owner(b: &mut Backend<'_>, s: &AlterOwnerStmt) -> Result<StatementResult> {
    check(&s.new_owner)?;
    let last = &*s.object.last;
    match s.object_type {
        ObjectType::Schema if b.catalog.namespace_named(last).is_none() => {
            err!(INVALID_SCHEMA_NAME, "schema \"{last}\" does not exist")
        }
        ObjectType::Type | ObjectType::Domain if b.view().user_type_named(None, last).is_none() => {
            err!(UNDEFINED_OBJECT, "type \"{}\" does not exist", s.object)
        }
        ObjectType::Schema => Ok("ALTER SCHEMA".into()),
        ObjectType::Domain => Ok("ALTER DOMAIN".into()),
        _ => Ok("ALTER TYPE".into()),
    }
}

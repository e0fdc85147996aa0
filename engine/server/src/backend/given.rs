//! What SET is given: values and roles that are refused whoever asks for them (`guc.c`, `variable.c`).

use storage::err;
use storage::error::{PgError, Result, SqlState};

/// The roles that every cluster has beside its superuser, in the order of `pg_authid.dat`: OID, name, and the release
/// that has it first.
pub(crate) const PREDEFINED_ROLES: &[(u32, &str, &str)] = &[
    (6171, "pg_database_owner", "15"),
    (6181, "pg_read_all_data", "15"),
    (6182, "pg_write_all_data", "15"),
    (3373, "pg_monitor", "15"),
    (3374, "pg_read_all_settings", "15"),
    (3375, "pg_read_all_stats", "15"),
    (3377, "pg_stat_scan_tables", "15"),
    (4569, "pg_read_server_files", "15"),
    (4570, "pg_write_server_files", "15"),
    (4571, "pg_execute_server_program", "15"),
    (4200, "pg_signal_backend", "15"),
    (4544, "pg_checkpoint", "15"),
    (6337, "pg_maintain", "17"),
    (4550, "pg_use_reserved_connections", "16"),
    (6304, "pg_create_subscription", "16"),
    (6392, "pg_signal_autovacuum_worker", "18"),
];

/// Fails if the role does not exist (`get_rolespec_oid`).
pub(crate) fn check_role(role: &str) -> Result<()> {
    match role {
        "postgres" | "current_user" | "session_user" | "current_role" => Ok(()),
        _ if PREDEFINED_ROLES.iter().any(|r| r.1 == role) => {
            err!(FEATURE_NOT_SUPPORTED, "role \"{role}\" is not modelled")
        }
        _ => err!(UNDEFINED_OBJECT, "role \"{role}\" does not exist"),
    }
}

/// Refuses a parameter whose effect is not modelled, and a role that does not exist: `postgres` is
/// the only one.
pub(super) fn refuse_unmodelled(name: &str, value: &str) -> Result<()> {
    if name.starts_with("pg_stat_statements.")
        || name.starts_with("plpgsql.") && name != "plpgsql.check_asserts"
    {
        return err!(FEATURE_NOT_SUPPORTED, "{name} is not modelled");
    }
    if matches!(name, "role" | "session_authorization")
        && !matches!(value, "postgres" | "none" | "default")
    {
        // A role that is not there is another error here (`check_role`).
        return check_role(value).map_err(|e| match e.code {
            SqlState::UNDEFINED_OBJECT => {
                PgError::new(SqlState::INVALID_PARAMETER_VALUE, e.message)
            }
            _ => e,
        });
    }
    Ok(())
}

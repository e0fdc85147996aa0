//! What SET is given: values and roles that are refused whoever asks for them (`guc.c`, `variable.c`).

use storage::err;
use storage::error::{PgError, Result, SqlState};

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
pub(crate) fn check_role(role: &str) -> Result<()> {
    match role {
        "postgres" | "current_user" | "session_user" | "current_role" => Ok(()),
        _ if PREDEFINED.contains(&role) => {
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

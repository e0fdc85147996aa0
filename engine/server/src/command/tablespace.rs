//! TABLESPACE in CREATE and ALTER: the only tablespaces are the two that initdb makes, and only one of them takes
//! tables.

use storage::err;
use storage::error::Result;

/// Refuses a tablespace that does not exist, and `pg_global`.
pub(super) fn check(name: Option<&str>) -> Result<()> {
    match name {
        None | Some("pg_default") => Ok(()),
        Some("pg_global") => err!(
            INVALID_PARAMETER_VALUE,
            "only shared relations can be placed in pg_global tablespace"
        ),
        Some(name) => err!(UNDEFINED_OBJECT, "tablespace \"{name}\" does not exist"),
    }
}

//! Statements about roles. There is one role, `postgres`; privileges are not modelled.

use crate::backend::{Backend, StatementResult, check_role};
use crate::functions::check_database;
use sql::ast::{AlterOwnerStmt, GrantStmt, ObjectType};
use storage::err;
use storage::error::Result;

/// Refuses `GRANT` and `REVOKE` with 0A000, after failing as the server does if a table, schema, database or role
/// does not exist.
pub(super) fn grant(b: &mut Backend<'_>, s: &GrantStmt) -> Result<StatementResult> {
    for name in s.objects.iter().filter(|_| !s.all_in_schema) {
        match s.object_type {
            Some(ObjectType::Table) => {
                b.relation_named(name)?;
            }
            Some(ObjectType::Schema) if b.catalog.namespace_named(&name.last).is_none() => {
                return err!(INVALID_SCHEMA_NAME, "schema \"{}\" does not exist", name.last);
            }
            Some(ObjectType::Database) => check_database(b, &name.last)?,
            _ => {}
        }
    }
    for role in s.grantees.iter().filter(|r| *r != "public") {
        check_role(role)?;
    }
    let word = if s.is_grant { "GRANT" } else { "REVOKE" };
    err!(FEATURE_NOT_SUPPORTED, "{word} is not modelled")
}

/// `ALTER ... OWNER TO`: does nothing, since there is one role, which owns everything.
pub(super) fn owner(b: &mut Backend<'_>, s: &AlterOwnerStmt) -> Result<StatementResult> {
    check_role(&s.new_owner)?;
    let last = &*s.object.last;
    Ok(match s.object_type {
        ObjectType::Schema if b.catalog.namespace_named(last).is_none() => {
            return err!(INVALID_SCHEMA_NAME, "schema \"{last}\" does not exist");
        }
        ObjectType::Schema => "ALTER SCHEMA".into(),
        kind => {
            super::rename::altered_type(b, kind, &s.object)?;
            let tag = if kind == ObjectType::Domain { "ALTER DOMAIN" } else { "ALTER TYPE" };
            tag.into()
        }
    })
}

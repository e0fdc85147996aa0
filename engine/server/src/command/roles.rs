//! Statements about roles. There is one role, `postgres`; privileges are not modelled.

use crate::backend::{Backend, StatementResult, check_role};
use crate::functions::check_database;
use sql::ast::{AlterOwnerStmt, GrantStmt, ObjectType};
use storage::err;
use storage::error::Result;

/// Refuses `GRANT` and `REVOKE` with 0A000, after failing as the server does if an object, or then a role, does not
/// exist (`ExecuteGrantStmt`, `GrantRole`).
#[inline(never)]
pub(super) fn grant(b: &mut Backend<'_>, s: &GrantStmt) -> Result<StatementResult> {
    for (name, args) in &s.objects {
        let (Some(kind), last) = (s.object_type, &*name.last) else { break };
        if s.all_in_schema || kind == ObjectType::Schema {
            check_schema(b, last)?;
            continue;
        }
        match kind {
            ObjectType::Table | ObjectType::Sequence => {
                b.relation_named(name)?;
            }
            ObjectType::Database => check_database(b, last)?,
            ObjectType::Function | ObjectType::Procedure | ObjectType::Routine => {
                let built_in = !sql::catalog::functions_named(last).is_empty();
                if !built_in || b.view().home_of_built_in(last).is_none() {
                    let args = args.as_deref();
                    super::named_functions::function_named(b, "GRANT", kind, name, args, false)?;
                }
            }
            ObjectType::Type | ObjectType::Domain => {
                super::types::named(b, name)?;
            }
            ObjectType::Language if !["c", "internal", "plpgsql", "sql"].contains(&last) => {
                return err!(UNDEFINED_OBJECT, "language \"{last}\" does not exist");
            }
            ObjectType::Tablespace if last != "pg_global" => super::tablespace::check(Some(last))?,
            _ => {}
        }
    }
    let granted = s.privileges.iter().filter(|_| s.object_type.is_none());
    for role in s.grantees.iter().chain(granted).filter(|r| *r != "public") {
        check_role(role)?;
    }
    let word = if s.is_grant { "GRANT" } else { "REVOKE" };
    err!(FEATURE_NOT_SUPPORTED, "{word} is not modelled")
}

/// Fails if there is no schema of this name (`get_namespace_oid`).
fn check_schema(b: &Backend<'_>, name: &str) -> Result<()> {
    if b.catalog.namespace_named(name).is_none() {
        return err!(INVALID_SCHEMA_NAME, "schema \"{name}\" does not exist");
    }
    Ok(())
}

/// `ALTER ... OWNER TO`: does nothing, since there is one role, which owns everything.
pub(super) fn owner(b: &mut Backend<'_>, s: &AlterOwnerStmt) -> Result<StatementResult> {
    check_role(&s.new_owner)?;
    Ok(match s.object_type {
        ObjectType::Schema => {
            check_schema(b, &s.object.last)?;
            "ALTER SCHEMA".into()
        }
        kind => {
            super::rename::altered_type(b, kind, &s.object)?;
            let tag = if kind == ObjectType::Domain { "ALTER DOMAIN" } else { "ALTER TYPE" };
            tag.into()
        }
    })
}

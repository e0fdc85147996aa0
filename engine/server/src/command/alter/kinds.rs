//! Which kinds of relation a sub-command of ALTER TABLE works on (`ATSimplePermissions`), and which kind ALTER INDEX,
//! ALTER VIEW and their like ask for (`RangeVarCallbackForAlterRelation`).

use crate::catalog::Class;
use sql::ast::{AlterTableCmd, AlterTableStmt, ObjectType};
use storage::err;
use storage::error::{PgError, Result, SqlState};

/// Refuses a relation that is not of the kind that the statement names.
pub(super) fn check_object_type(s: &AlterTableStmt, class: &Class) -> Result<()> {
    let (kind, what) = match s.object_type {
        ObjectType::Index => ('i', "an index"),
        ObjectType::View => ('v', "a view"),
        ObjectType::MatView => ('m', "a materialized view"),
        ObjectType::Sequence => ('S', "a sequence"),
        _ if class.kind == 'c' => {
            let message = format!("\"{}\" is a composite type", class.name);
            let error = PgError::new(SqlState::WRONG_OBJECT_TYPE, message);
            return Err(error.hint("Use ALTER TYPE instead."));
        }
        _ => return Ok(()),
    };
    if class.kind != kind {
        return err!(WRONG_OBJECT_TYPE, "\"{}\" is not {what}", class.name);
    }
    Ok(())
}

/// Refuses a sub-command that the relation's kind does not have.
pub(super) fn check_command(c: &AlterTableCmd, class: &Class) -> Result<()> {
    let (kinds, action) = kinds_and_action(c);
    if kinds.contains(class.kind) {
        return Ok(());
    }
    let message =
        format!("ALTER action {action} cannot be performed on relation \"{}\"", class.name);
    Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, message).detail(class.unsupported()))
}

/// The kinds (`relkind`) that `ATPrepCmd` allows, and the name that `alter_table_type_to_string` gives.
fn kinds_and_action(c: &AlterTableCmd) -> (&'static str, &'static str) {
    use AlterTableCmd as C;
    match c {
        C::AddColumn { .. } => ("r", "ADD COLUMN"),
        C::ColumnDefault { .. } => ("rv", "ALTER COLUMN ... SET DEFAULT"),
        C::DropNotNull(_) => ("r", "ALTER COLUMN ... DROP NOT NULL"),
        C::SetNotNull(_) => ("r", "ALTER COLUMN ... SET NOT NULL"),
        C::DropExpression { .. } => ("r", "ALTER COLUMN ... DROP EXPRESSION"),
        C::SetStatistics { .. } => ("rmi", "ALTER COLUMN ... SET STATISTICS"),
        C::SetOptions { .. } => ("rm", "ALTER COLUMN ... SET"),
        C::ResetOptions { .. } => ("rm", "ALTER COLUMN ... RESET"),
        C::SetStorage { .. } => ("rm", "ALTER COLUMN ... SET STORAGE"),
        C::SetToaster { .. } => ("rm", "ALTER COLUMN ... SET TOASTER"),
        C::SetCompression { .. } => ("rm", "ALTER COLUMN ... SET COMPRESSION"),
        C::DropColumn { .. } => ("r", "DROP COLUMN"),
        C::AlterColumnType { .. } => ("r", "ALTER COLUMN ... SET DATA TYPE"),
        C::AddIdentity { .. } => ("rv", "ALTER COLUMN ... ADD IDENTITY"),
        C::SetIdentity { .. } => ("rv", "ALTER COLUMN ... SET"),
        C::DropIdentity { .. } => ("rv", "ALTER COLUMN ... DROP IDENTITY"),
        C::AddConstraint(_) => ("r", "ADD CONSTRAINT"),
        C::AlterConstraint(_) => ("r", "ALTER CONSTRAINT"),
        C::ValidateConstraint(_) => ("r", "VALIDATE CONSTRAINT"),
        C::DropConstraint { .. } => ("r", "DROP CONSTRAINT"),
        C::ClusterOn(_) => ("rm", "CLUSTER ON"),
        C::DropCluster => ("rm", "SET WITHOUT CLUSTER"),
        C::SetLogged => ("rS", "SET LOGGED"),
        C::SetUnlogged => ("rS", "SET UNLOGGED"),
        C::SetRelOptions(_) => ("rvmi", "SET"),
        C::ResetRelOptions(_) => ("rvmi", "RESET"),
        C::SetAccessMethod(_) => ("rm", "SET ACCESS METHOD"),
        C::SetTablespace(_) => ("rmi", "SET TABLESPACE"),
        C::AddInherit(_) => ("r", "INHERIT"),
        C::DropInherit(_) => ("r", "NO INHERIT"),
        C::ReplicaIdentity { .. } => ("rm", "REPLICA IDENTITY"),
        C::Trigger(name, state) => ("r", trigger_action(name, *state)),
        C::RowSecurity => ("r", "ROW SECURITY"),
        C::ChangeOwner(_) | C::Other(_) => ("rvmiSt", ""),
    }
}

fn trigger_action(name: &str, state: char) -> &'static str {
    match (state, name) {
        ('A', _) => "ENABLE ALWAYS TRIGGER",
        ('R', _) => "ENABLE REPLICA TRIGGER",
        ('D', "all") => "DISABLE TRIGGER ALL",
        ('D', "user") => "DISABLE TRIGGER USER",
        ('D', _) => "DISABLE TRIGGER",
        (_, "all") => "ENABLE TRIGGER ALL",
        (_, "user") => "ENABLE TRIGGER USER",
        _ => "ENABLE TRIGGER",
    }
}

//! Which kinds of relation a sub-command of ALTER TABLE works on (`ATSimplePermissions`), and which kind ALTER INDEX,
//! ALTER VIEW and their like ask for (`RangeVarCallbackForAlterRelation`).

use crate::catalog::Class;
use sql::ast::{AlterTableCmd, ObjectType};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::RelKind;

/// Refuses a relation of another kind than the statement names.
pub(in crate::command) fn check_object_type(named: ObjectType, class: &Class) -> Result<()> {
    let (kind, what) = match named {
        ObjectType::Index => (RelKind::Index, "an index"),
        ObjectType::View => (RelKind::View, "a view"),
        ObjectType::MatView => (RelKind::MaterializedView, "a materialized view"),
        ObjectType::Sequence => (RelKind::Sequence, "a sequence"),
        _ if class.kind == RelKind::Composite => {
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

/// Refuses a subcommand that relations of this kind do not have.
pub(super) fn check_command(c: &AlterTableCmd, class: &Class) -> Result<()> {
    let (kinds, action) = kinds_and_action(c);
    if kinds.contains(&class.kind) {
        return Ok(());
    }
    let message =
        format!("ALTER action {action} cannot be performed on relation \"{}\"", class.name);
    Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, message).detail(class.unsupported()))
}

/// The kinds of relation that `ATPrepCmd` allows, and the name that `alter_table_type_to_string`
/// gives.
fn kinds_and_action(c: &AlterTableCmd) -> (&'static [RelKind], &'static str) {
    use AlterTableCmd as C;
    use RelKind::{Index, MaterializedView, Sequence, Table, Toast, View};
    match c {
        C::AddColumn { .. } => (&[Table], "ADD COLUMN"),
        C::ColumnDefault { .. } => (&[Table, View], "ALTER COLUMN ... SET DEFAULT"),
        C::DropNotNull(_) => (&[Table], "ALTER COLUMN ... DROP NOT NULL"),
        C::SetNotNull(_) => (&[Table], "ALTER COLUMN ... SET NOT NULL"),
        C::DropExpression { .. } => (&[Table], "ALTER COLUMN ... DROP EXPRESSION"),
        C::SetExpression { .. } => (&[Table], "ALTER COLUMN ... SET EXPRESSION"),
        C::SetStatistics { .. } => {
            (&[Table, MaterializedView, Index], "ALTER COLUMN ... SET STATISTICS")
        }
        C::SetOptions { .. } => (&[Table, MaterializedView], "ALTER COLUMN ... SET"),
        C::ResetOptions { .. } => (&[Table, MaterializedView], "ALTER COLUMN ... RESET"),
        C::SetStorage { .. } => (&[Table, MaterializedView], "ALTER COLUMN ... SET STORAGE"),
        C::SetToaster { .. } => (&[Table, MaterializedView], "ALTER COLUMN ... SET TOASTER"),
        C::SetCompression { .. } => {
            (&[Table, MaterializedView], "ALTER COLUMN ... SET COMPRESSION")
        }
        C::DropColumn { .. } => (&[Table], "DROP COLUMN"),
        C::AlterColumnType { .. } => (&[Table], "ALTER COLUMN ... SET DATA TYPE"),
        C::AddIdentity { .. } => (&[Table, View], "ALTER COLUMN ... ADD IDENTITY"),
        C::SetIdentity { .. } => (&[Table, View], "ALTER COLUMN ... SET"),
        C::DropIdentity { .. } => (&[Table, View], "ALTER COLUMN ... DROP IDENTITY"),
        C::AddConstraint(_) => (&[Table], "ADD CONSTRAINT"),
        C::AlterConstraint(_) => (&[Table], "ALTER CONSTRAINT"),
        C::ValidateConstraint(_) => (&[Table], "VALIDATE CONSTRAINT"),
        C::DropConstraint { .. } => (&[Table], "DROP CONSTRAINT"),
        C::ClusterOn(_) => (&[Table, MaterializedView], "CLUSTER ON"),
        C::DropCluster => (&[Table, MaterializedView], "SET WITHOUT CLUSTER"),
        C::SetLogged => (&[Table, Sequence], "SET LOGGED"),
        C::SetUnlogged => (&[Table, Sequence], "SET UNLOGGED"),
        C::SetRelOptions(_) => (&[Table, View, MaterializedView, Index], "SET"),
        C::ResetRelOptions(_) => (&[Table, View, MaterializedView, Index], "RESET"),
        C::SetAccessMethod(_) => (&[Table, MaterializedView], "SET ACCESS METHOD"),
        C::SetTablespace(_) => (&[Table, MaterializedView, Index], "SET TABLESPACE"),
        C::AddInherit(_) => (&[Table], "INHERIT"),
        C::DropInherit(_) => (&[Table], "NO INHERIT"),
        C::ReplicaIdentity { .. } => (&[Table, MaterializedView], "REPLICA IDENTITY"),
        C::Trigger(name, state) => (&[Table], trigger_action(name, *state)),
        C::RowSecurity => (&[Table], "ROW SECURITY"),
        C::ChangeOwner(_) | C::Other(_) => {
            (&[Table, View, MaterializedView, Index, Sequence, Toast], "")
        }
    }
}

/// ENABLE and DISABLE TRIGGER as messages name them.
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

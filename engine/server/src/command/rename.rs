//! ALTER ... RENAME and ALTER ... SET SCHEMA (`ExecRenameStmt`, `ExecAlterObjectSchemaStmt`).

use super::alter::check_object_type;
use super::misc::relation_or_skip;
use super::objects::{self};
use crate::backend::StatementResult;
use crate::backend::{Backend, missing_on_table};
use crate::catalog::{Class, Constraint, ConstraintType, PG_TOAST, UserTypeKind};
use sql::ast::{AlterObjectSchemaStmt, ObjectType, QualifiedName, RenameStmt};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::RelKind;
use storage::ids::Oid;

/// What psql prints for an ALTER of an object of this kind (`AlterObjectTypeCommandTag`).
pub(super) fn alter_tag(kind: ObjectType) -> &'static str {
    match kind {
        ObjectType::Index => "ALTER INDEX",
        ObjectType::Sequence => "ALTER SEQUENCE",
        ObjectType::View => "ALTER VIEW",
        ObjectType::MatView => "ALTER MATERIALIZED VIEW",
        ObjectType::Schema => "ALTER SCHEMA",
        ObjectType::Type => "ALTER TYPE",
        ObjectType::Domain => "ALTER DOMAIN",
        ObjectType::Extension => "ALTER EXTENSION",
        _ => "ALTER TABLE",
    }
}

/// Runs `ALTER ... RENAME` of a relation, a column, a constraint or another object.
#[inline(never)]
pub(super) fn rename(b: &mut Backend<'_>, s: &RenameStmt) -> Result<StatementResult> {
    if s.rename_type == ObjectType::Trigger {
        return super::trigger::rename(b, s);
    }
    let kind = match s.rename_type {
        ObjectType::Column | ObjectType::TableConstraint | ObjectType::Attribute => s.relation_type,
        t => t,
    };
    let tag = alter_tag(kind);
    let Some(relation) = &s.relation else {
        return rename_other(b, s, tag);
    };
    let Some(class) = relation_or_skip(b, relation, s.missing_ok)? else { return Ok(tag.into()) };
    let columns = matches!(s.rename_type, ObjectType::Column | ObjectType::Attribute);
    if columns && matches!(class.kind, RelKind::Toast | RelKind::Sequence) {
        let m = format!("cannot rename columns of relation \"{}\"", class.name);
        return Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, m).detail(class.unsupported()));
    }
    class.refuse_system()?;
    // A part's statement may name a relation of another kind, and ALTER INDEX may rename any.
    if kind == s.rename_type {
        let any = if kind == ObjectType::Index { ObjectType::Table } else { kind };
        check_object_type(any, &class)?;
    }
    if class.kind != RelKind::Index {
        b.store.lock_exclusively(class.oid);
    }
    let _ = b.store.xact.assign_xid();
    let new = crate::catalog::clip(&s.newname, 63).to_string();
    match s.rename_type {
        ObjectType::Column | ObjectType::Attribute => rename_column(b, s, &class, &new)?,
        ObjectType::TableConstraint => rename_constraint(b, s, &class, &new)?,
        _ => rename_relation(b, &class, &new)?,
    }
    Ok(tag.into())
}

/// Renames a column; those of indexes keep their names (`renameatt`).
fn rename_column(b: &mut Backend<'_>, s: &RenameStmt, class: &Class, new: &str) -> Result<()> {
    let old = s.subname.clone().unwrap_or_default();
    let has_system_columns = matches!(class.kind, RelKind::Table | RelKind::MaterializedView);
    let Some(n) = class.column(&old) else {
        if has_system_columns && super::create::SYSTEM_COLUMNS.contains(&&*old) {
            return err!(FEATURE_NOT_SUPPORTED, "cannot rename system column \"{old}\"");
        }
        return err!(UNDEFINED_COLUMN, "column \"{old}\" does not exist");
    };
    if has_system_columns {
        super::create::check_column_name(new)?;
    }
    if class.column(new).is_some() {
        return err!(
            DUPLICATE_COLUMN,
            "column \"{new}\" of relation \"{}\" already exists",
            class.name
        );
    }
    super::alter::change(b, class.oid, n, |a| new.clone_into(&mut a.name));
    Ok(())
}

/// Renames a constraint and its index (`RenameConstraint`).
fn rename_constraint(b: &mut Backend<'_>, s: &RenameStmt, class: &Class, new: &str) -> Result<()> {
    let old = s.subname.clone().unwrap_or_default();
    let all = b.catalog.constraints_of(class.oid);
    let found = all.iter().find(|k| k.name == old).map(|k| Rc::clone(k));
    let Some(k) = found else {
        return Err(missing_on_table("constraint", &old, &class.name));
    };
    match b.catalog.class(k.index).cloned() {
        Some(index) if k.kind != ConstraintType::ForeignKey => rename_relation(b, &index, new),
        _ => set_constraint_name(b, &k, new),
    }
}

/// Gives a constraint a name that its table does not have yet (`RenameConstraintById`).
fn set_constraint_name(b: &mut Backend<'_>, k: &Constraint, new: &str) -> Result<()> {
    if b.catalog.constraints_of(k.rel).iter().any(|other| other.name == new) {
        let table = b.catalog.class(k.rel).map_or("", |c| &c.name);
        return err!(
            DUPLICATE_OBJECT,
            "constraint \"{new}\" for relation \"{table}\" already exists"
        );
    }
    if let Some(k) = b.catalog.constraints_mut().get_mut(&k.oid) {
        new.clone_into(&mut Rc::make_mut(k).name);
    }
    Ok(())
}

/// Renames a relation with its row type, and with the constraint that it is the index of
/// (`RenameRelation`).
fn rename_relation(b: &mut Backend<'_>, class: &Class, new: &str) -> Result<()> {
    if b.catalog.class_named(class.namespace, new).is_some() {
        return err!(DUPLICATE_TABLE, "relation \"{new}\" already exists");
    }
    if let Some(c) = b.catalog.class_mut(class.oid) {
        new.clone_into(&mut c.name);
    }
    set_type_name(b, class.row_type, new)?;
    // A constraint follows its index.
    let constraint = b
        .catalog
        .constraints()
        .values()
        .find(|k| k.index == class.oid && k.kind != ConstraintType::ForeignKey)
        .cloned();
    constraint.map_or(Ok(()), |k| set_constraint_name(b, &k, new))
}

/// Gives a type a new name, and its array type a name made of it. An array type that has the name gets another
/// (`RenameTypeInternal`, `moveArrayTypeName`).
fn set_type_name(b: &mut Backend<'_>, t: Oid, new: &str) -> Result<()> {
    let Some(of) = b.catalog.types().get(&t).cloned() else { return Ok(()) };
    let named = b.catalog.type_named(of.namespace, new).cloned();
    let mut names = Vec::new();
    if let Some(other) = &named {
        if !matches!(other.kind, UserTypeKind::ArrayOf(_)) {
            return err!(DUPLICATE_OBJECT, "type \"{new}\" already exists");
        }
        names.push((other.oid, objects::array_type_name(b, of.namespace, new)));
    }
    names.push((t, new.to_string()));
    for (oid, name) in names {
        if let Some(t) = b.catalog.types_mut().get_mut(&oid) {
            Rc::make_mut(t).name = name;
        }
    }
    if named.is_none_or(|other| other.oid != of.array) {
        let name = objects::array_type_name(b, of.namespace, new);
        if let Some(t) = b.catalog.types_mut().get_mut(&of.array) {
            Rc::make_mut(t).name = name;
        }
    }
    Ok(())
}

/// The type that ALTER TYPE or ALTER DOMAIN means, and its kind if it was created: a table's row type is altered only
/// with the table, an array type with its elements' (`RenameType`, `AlterTypeOwner`).
pub(super) fn altered_type(
    b: &mut Backend<'_>,
    object_type: ObjectType,
    name: &QualifiedName,
) -> Result<(Oid, Option<UserTypeKind>)> {
    let t = super::types::named(b, name)?;
    let shown = b.type_name(t);
    let kind = b.catalog.types().get(&t).map(|t| t.kind.clone());
    let (what, hint) = match kind {
        Some(UserTypeKind::Domain(_)) => return Ok((t, kind)),
        _ if object_type == ObjectType::Domain => {
            return err!(WRONG_OBJECT_TYPE, "{shown} is not a domain");
        }
        Some(UserTypeKind::Row(rel))
            if b.catalog.class(rel).is_none_or(|c| c.kind != RelKind::Composite) =>
        {
            (format!("{shown} is a table's row type"), "Use ALTER TABLE instead.".to_string())
        }
        Some(UserTypeKind::ArrayOf(element)) => {
            let element = b.type_name(element);
            let hint =
                format!("You can alter type {element}, which will alter the array type as well.");
            (format!("cannot alter array type {shown}"), hint)
        }
        _ => return Ok((t, kind)),
    };
    Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, what).hint(hint))
}

/// Renames the type or the domain of this name, and a composite type's relation (`RenameType`).
fn rename_type(b: &mut Backend<'_>, s: &RenameStmt, name: &QualifiedName) -> Result<()> {
    let (t, kind) = altered_type(b, s.rename_type, name)?;
    let new = crate::catalog::clip(&s.newname, 63);
    match kind {
        Some(UserTypeKind::Row(rel)) => match b.catalog.class(rel).cloned() {
            Some(c) => rename_relation(b, &c, new),
            None => Ok(()),
        },
        Some(_) => set_type_name(b, t, new),
        None => err!(FEATURE_NOT_SUPPORTED, "ALTER TYPE of {} is not modelled", b.type_name(t)),
    }
}

/// Renames a schema, type or domain.
#[inline(never)]
fn rename_other(b: &mut Backend<'_>, s: &RenameStmt, tag: &str) -> Result<StatementResult> {
    let named = s.object.as_ref().map(|name| name.last.clone());
    let old = named.or_else(|| s.subname.clone()).unwrap_or_default();
    match s.rename_type {
        ObjectType::Schema => {
            let old = s.subname.clone().unwrap_or(old);
            let Some(ns) = b.catalog.namespace_named(&old).map(|n| n.oid) else {
                return err!(INVALID_SCHEMA_NAME, "schema \"{old}\" does not exist");
            };
            if b.catalog.namespace_named(&s.newname).is_some() {
                return err!(DUPLICATE_SCHEMA, "schema \"{}\" already exists", s.newname);
            }
            super::misc::refuse_reserved(&s.newname)?;
            let _ = b.store.xact.assign_xid();
            if let Some(n) = b.catalog.namespaces_mut().get_mut(&ns) {
                n.name.clone_from(&s.newname);
            }
            for f in b.catalog.functions_mut().values_mut().filter(|f| f.namespace == ns) {
                Rc::make_mut(&mut Rc::make_mut(f).function).schema.clone_from(&s.newname);
            }
        }
        ObjectType::Type | ObjectType::Domain => {
            let _ = b.store.xact.assign_xid();
            if let Some(name) = &s.object {
                rename_type(b, s, name)?;
            }
        }
        _ => return err!(FEATURE_NOT_SUPPORTED, "{tag} ... RENAME is not modelled"),
    }
    Ok(tag.into())
}

/// Fails for a sequence that belongs to a column: it moves with its table (`AlterTableNamespace`).
fn refuse_owned_sequence(b: &Backend<'_>, class: &Class) -> Result<()> {
    let owner = class.sequence.as_ref().and_then(|q| q.owner);
    let Some(table) = owner.and_then(|(table, _, _)| b.catalog.class(table)) else { return Ok(()) };
    let text = "cannot move an owned sequence into another schema";
    let detail = format!("Sequence \"{}\" is linked to table \"{}\".", class.name, table.name);
    Err(PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text).detail(detail))
}

/// The schema that a relation is moved to. Those of temporary and of TOAST tables are refused (`CheckSetNamespace`).
fn schema_to_move_to(b: &Backend<'_>, class: &Class, name: &str) -> Result<Oid> {
    let Some(to) = b.catalog.namespace_named(name).map(|n| n.oid) else {
        return err!(INVALID_SCHEMA_NAME, "schema \"{name}\" does not exist");
    };
    let temporary = |ns| b.catalog.temp.is_some_and(|(temp, toast)| ns == temp || ns == toast);
    if temporary(to) || temporary(class.namespace) {
        return err!(FEATURE_NOT_SUPPORTED, "cannot move objects into or out of temporary schemas");
    }
    if to == PG_TOAST {
        return err!(FEATURE_NOT_SUPPORTED, "cannot move objects into or out of TOAST schema");
    }
    Ok(to)
}

/// Runs `ALTER ... SET SCHEMA`: moves a relation with its indexes and sequences. Objects that are
/// no relations are refused with 0A000.
pub(super) fn set_schema(
    b: &mut Backend<'_>,
    s: &AlterObjectSchemaStmt,
) -> Result<StatementResult> {
    let tag = alter_tag(s.object_type);
    let Some(r) = &s.relation else {
        return err!(FEATURE_NOT_SUPPORTED, "SET SCHEMA of anything but relations is not modelled");
    };
    let Some(class) = relation_or_skip(b, r, s.missing_ok)? else { return Ok(tag.into()) };
    class.refuse_system()?;
    check_object_type(s.object_type, &class)?;
    let part = match class.kind {
        RelKind::Index => Some("index"),
        RelKind::Toast => Some("TOAST table"),
        _ => None,
    };
    if let Some(part) = part {
        let text = format!("cannot change schema of {part} \"{}\"", class.name);
        let e = PgError::new(SqlState::WRONG_OBJECT_TYPE, text);
        return Err(e.hint("Change the schema of the table instead."));
    }
    b.store.lock_exclusively(class.oid);
    refuse_owned_sequence(b, &class)?;
    let ns = schema_to_move_to(b, &class, &s.new_schema)?;
    if ns == class.namespace {
        return Ok(tag.into());
    }
    let mut all = vec![class.oid];
    all.extend(b.catalog.indexes_of(class.oid).iter().map(|i| i.oid));
    all.extend(
        b.catalog
            .classes()
            .values()
            .filter(|c| {
                c.sequence.as_ref().and_then(|q| q.owner).is_some_and(|(t, _, _)| t == class.oid)
            })
            .map(|c| c.oid),
    );
    let taken = |what: &str, name: &str| {
        let text = format!("{what} \"{name}\" already exists in schema \"{}\"", s.new_schema);
        let relation = what == "relation";
        let code = if relation { SqlState::DUPLICATE_TABLE } else { SqlState::DUPLICATE_OBJECT };
        Err(PgError::new(code, text))
    };
    for oid in all {
        let Some(part) = b.catalog.class(oid).cloned() else { continue };
        if b.catalog.class_named(ns, &part.name).is_some() {
            return taken("relation", &part.name);
        }
        if let Some(c) = b.catalog.class_mut(oid) {
            c.namespace = ns;
        }
        for t in [part.row_type, part.array_type] {
            let Some(of) = b.catalog.types().get(&t).cloned() else { continue };
            if b.catalog.type_named(ns, &of.name).is_some() {
                return taken("type", &of.name);
            }
            if let Some(t) = b.catalog.types_mut().get_mut(&t) {
                Rc::make_mut(t).namespace = ns;
            }
        }
    }
    Ok(tag.into())
}

//! ALTER ... RENAME and ALTER ... SET SCHEMA (`ExecRenameStmt`, `ExecAlterObjectSchemaStmt`).

use super::misc::relation_or_skip;
use super::objects::{self};
use crate::backend::StatementResult;
use crate::backend::{Backend, missing_on_table};
use crate::catalog::{Class, ConstraintType, PG_TOAST, UserTypeKind};
use sql::ast::{AlterObjectSchemaStmt, ObjectType, RenameStmt};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};

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
    let wrong = match kind {
        ObjectType::View => (class.kind != RelKind::View).then_some("view"),
        ObjectType::MatView => {
            (class.kind != RelKind::MaterializedView).then_some("materialized view")
        }
        ObjectType::Sequence => (class.kind != RelKind::Sequence).then_some("sequence"),
        _ => None,
    };
    if let Some(word) = wrong {
        return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a {word}", class.name);
    }
    class.refuse_system()?;
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

/// Renames a column, and index columns that have its name (`renameatt`).
fn rename_column(b: &mut Backend<'_>, s: &RenameStmt, class: &Class, new: &str) -> Result<()> {
    let old = s.subname.clone().unwrap_or_default();
    let Some(n) = class.column(&old) else {
        if super::create::SYSTEM_COLUMNS.contains(&&*old) {
            return err!(FEATURE_NOT_SUPPORTED, "cannot rename system column \"{old}\"");
        }
        return err!(UNDEFINED_COLUMN, "column \"{old}\" does not exist");
    };
    super::create::check_column_name(new)?;
    if class.column(new).is_some() {
        return err!(
            DUPLICATE_COLUMN,
            "column \"{new}\" of relation \"{}\" already exists",
            class.name
        );
    }
    set_column_name(b, class.oid, n, new);
    // Indexes whose column carries the old name follow.
    let indexes: Vec<Oid> = b.catalog.indexes_of(class.oid).iter().map(|i| i.oid).collect();
    for i in indexes {
        let at = b
            .catalog
            .class(i)
            .and_then(|c| c.index.as_ref()?.keys.iter().position(|k| k.attno == n));
        if let Some(at) = at {
            set_column_name(b, i, AttrNumber(at as i16 + 1), new);
        }
    }
    Ok(())
}

/// Renames a constraint and its index (`RenameConstraint`).
fn rename_constraint(b: &mut Backend<'_>, s: &RenameStmt, class: &Class, new: &str) -> Result<()> {
    let old = s.subname.clone().unwrap_or_default();
    let found = b.catalog.constraints_of(class.oid).iter().find(|k| k.name == old).map(|k| k.oid);
    let Some(oid) = found else {
        return Err(missing_on_table("constraint", &old, &class.name));
    };
    let mut index = Oid::INVALID;
    if let Some(k) = b.catalog.constraints_mut().get_mut(&oid) {
        let k = Rc::make_mut(k);
        new.clone_into(&mut k.name);
        if k.kind != ConstraintType::ForeignKey {
            index = k.index;
        }
    }
    if let Some(c) = b.catalog.class_mut(index) {
        c.name = new.to_string();
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
    if class.row_type.is_valid() {
        let array = objects::array_type_name(b, class.namespace, new);
        for (oid, name) in [(class.row_type, new.to_string()), (class.array_type, array)] {
            if let Some(t) = b.catalog.types_mut().get_mut(&oid) {
                Rc::make_mut(t).name = name;
            }
        }
    }
    // A constraint follows its index.
    let constraint = b
        .catalog
        .constraints()
        .values()
        .find(|k| k.index == class.oid && k.kind != ConstraintType::ForeignKey)
        .map(|k| k.oid);
    if let Some(k) = constraint.and_then(|k| b.catalog.constraints_mut().get_mut(&k)) {
        Rc::make_mut(k).name = new.to_string();
    }
    Ok(())
}

/// Puts the new name into the relation's descriptor.
fn set_column_name(b: &mut Backend<'_>, rel: Oid, n: AttrNumber, name: &str) {
    if let Some(c) = b.catalog.class_mut(rel) {
        Rc::make_mut(&mut c.desc).attrs[n.0 as usize - 1].name = name.to_string();
    }
}

/// Renames a type with its array type, and a composite type's relation (`RenameType`). A table's
/// row type is renamed only with the table.
fn rename_type(b: &mut Backend<'_>, t: Oid, old: &str, new: &str) -> Result<()> {
    let Some(kind) = b.catalog.types_mut().get(&t).map(|t| t.kind.clone()) else { return Ok(()) };
    if let UserTypeKind::Row(rel) = kind {
        if b.catalog.class(rel).is_some_and(|c| c.kind != RelKind::Composite) {
            let message = format!("{old} is a table's row type");
            let error = PgError::new(SqlState::WRONG_OBJECT_TYPE, message);
            return Err(error.hint("Use ALTER TABLE instead."));
        }
        if let Some(c) = b.catalog.class_mut(rel) {
            c.name = new.to_string();
        }
    }
    let array = b.catalog.types_mut().iter().find_map(|(oid, found)| match found.kind {
        UserTypeKind::ArrayOf(element) if element == t => Some(*oid),
        _ => None,
    });
    for (oid, name) in
        std::iter::once((t, new.to_string())).chain(array.map(|a| (a, format!("_{new}"))))
    {
        if let Some(found) = b.catalog.types_mut().get_mut(&oid) {
            Rc::make_mut(found).name = name;
        }
    }
    Ok(())
}

/// Renames a schema, type or domain.
fn rename_other(b: &mut Backend<'_>, s: &RenameStmt, tag: &str) -> Result<StatementResult> {
    let named = s.object.as_ref().map(|name| name.last.clone());
    let old = named.or_else(|| s.subname.clone()).unwrap_or_default();
    let _ = b.store.xact.assign_xid();
    match s.rename_type {
        ObjectType::Schema => {
            let old = s.subname.clone().unwrap_or(old);
            let Some(ns) = b.catalog.namespace_named(&old).map(|n| n.oid) else {
                return err!(INVALID_SCHEMA_NAME, "schema \"{old}\" does not exist");
            };
            if b.catalog.namespace_named(&s.newname).is_some() {
                return err!(DUPLICATE_SCHEMA, "schema \"{}\" already exists", s.newname);
            }
            if let Some(n) = b.catalog.namespaces_mut().get_mut(&ns) {
                n.name.clone_from(&s.newname);
            }
        }
        ObjectType::Type | ObjectType::Domain => {
            let Some(t) = b.view().user_type_named(None, &old) else {
                return err!(UNDEFINED_OBJECT, "type \"{old}\" does not exist");
            };
            rename_type(b, t, &old, &s.newname)?;
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
    b.store.lock_exclusively(class.oid);
    refuse_owned_sequence(b, &class)?;
    let ns = schema_to_move_to(b, &class, &s.new_schema)?;
    if ns == class.namespace {
        return Ok(tag.into());
    }
    if b.catalog.class_named(ns, &class.name).is_some() {
        let (name, schema) = (&class.name, &s.new_schema);
        return err!(DUPLICATE_TABLE, "relation \"{name}\" already exists in schema \"{schema}\"");
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
    for oid in all {
        if let Some(c) = b.catalog.class_mut(oid) {
            c.namespace = ns;
        }
    }
    for t in [class.row_type, class.array_type] {
        if let Some(t) = b.catalog.types_mut().get_mut(&t) {
            Rc::make_mut(t).namespace = ns;
        }
    }
    Ok(tag.into())
}

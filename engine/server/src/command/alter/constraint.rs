//! Constraints of a table: added, validated and dropped.

use super::{AlteredTable, change};
use crate::backend::Backend;
use crate::catalog::stored::dropping;
use crate::catalog::{Class, Constraint as Entry, ConstraintType};
use crate::command::dependencies::{Object, dependents_to_drop};
use crate::command::drop::drop_all;
use crate::command::rewrite::RowChecks;
use crate::command::{check, index, not_null, objects, rewrite};
use sql::ast::{Constraint, ConstraintKind, DropBehavior};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::ids::Oid;

/// Adds CHECK constraints to a table, and to `work` those that its rows are checked against when all
/// subcommands are done: not those that are NOT VALID.
pub(super) fn check_later(
    b: &mut Backend<'_>,
    rel: Oid,
    checks: &[&Constraint],
    work: &mut AlteredTable,
) -> Result<()> {
    let before: Vec<Oid> = b.catalog.constraints().keys().copied().collect();
    // Each is a sub-command of its own.
    for c in checks {
        check::add_checks(b, rel, &[*c]).map_err(PgError::without_location)?;
    }
    for k in b.catalog.constraints_of(rel) {
        if !before.contains(&k.oid)
            && k.validated
            && let Some(e) = &k.check
        {
            work.verify.checks.push((k.name.clone(), (**e).clone()));
        }
    }
    Ok(())
}

/// Adds a constraint, which the existing rows must satisfy unless it is NOT VALID (`ATExecAddConstraint`).
pub(super) fn add_constraint(
    b: &mut Backend<'_>,
    class: &Class,
    k: &Constraint,
    work: &mut AlteredTable,
) -> Result<()> {
    let rel = class.oid;
    // An index's columns and name are looked at before the names of constraints.
    if let ConstraintKind::Index(i) = &k.kind
        && i.index_name.is_none()
    {
        index::check_key(b, rel, k, &i.columns)?;
    }
    // A CHECK is analysed first, and an index is refused for its own name or for the index that it is to use.
    let looked_up_later = match &k.kind {
        ConstraintKind::Check(_) => true,
        ConstraintKind::Index(i) => {
            let taken = |name| b.catalog.class_named(class.namespace, name).is_some();
            i.index_name.is_some() || k.name.as_deref().is_some_and(taken)
        }
        _ => false,
    };
    if let Some(name) = k.name.as_ref().filter(|_| !looked_up_later)
        && b.catalog.constraints_of(rel).iter().any(|o| o.name == *name)
    {
        return err!(
            DUPLICATE_OBJECT,
            "constraint \"{name}\" for relation \"{}\" already exists",
            class.name
        );
    }
    match &k.kind {
        ConstraintKind::Check(_) => check_later(b, rel, &[k], work),
        ConstraintKind::Index(i) => {
            if i.primary {
                for n in index::key_columns(b, class, i) {
                    if !class.desc.attr(n).not_null {
                        work.verify.not_null.push(n);
                        change(b, rel, n, |a| a.not_null = true);
                        b.store.xact.catalog_changes(1);
                        not_null::add(b, rel, n, None);
                    }
                }
                if !work.rewrite {
                    let v = RowChecks {
                        checks: Vec::new(),
                        not_null: std::mem::take(&mut work.verify.not_null),
                    };
                    if !v.not_null.is_empty() {
                        rewrite::verify(b, rel, &v)?;
                    }
                }
            }
            index::constraint_index_later(b, rel, k, &i.columns, work.rewrite)?;
            Ok(())
        }
        ConstraintKind::Foreign(f) => {
            work.foreign_keys.push(check::add_foreign_key(b, rel, k, f, &f.columns)?);
            Ok(())
        }
        _ => err!(FEATURE_NOT_SUPPORTED, "a column's constraint in ADD CONSTRAINT is not modelled"),
    }
}

/// Drops a constraint, and with CASCADE the foreign keys that refer to it, which are an error else
/// (`ATExecDropConstraint`).
/// `missing_ok`: one that does not exist gives a NOTICE.
pub(super) fn drop_constraint(
    b: &mut Backend<'_>,
    class: &Class,
    name: &str,
    behavior: DropBehavior,
    missing_ok: bool,
) -> Result<()> {
    let found =
        b.catalog.constraints_of(class.oid).iter().find(|k| k.name == name).map(|k| (***k).clone());
    let Some(k) = found else {
        let text = format!("constraint \"{name}\" of relation \"{}\" does not exist", class.name);
        if missing_ok {
            b.client.notices.push(
                PgError::new(SqlState::UNDEFINED_OBJECT, format!("{text}, skipping"))
                    .severity(Severity::Notice),
            );
            return Ok(());
        }
        return err!(UNDEFINED_OBJECT, "{text}");
    };
    let others = dependents_to_drop(b, &[Object::Constraint(k.oid)], behavior)?;
    drop_all(b, &others);
    if k.kind == ConstraintType::NotNull {
        let column = class.desc.attr(k.keys[0]).name.clone();
        return super::column::drop_not_null(b, class, &column);
    }
    dropping::constraint_dropped(&mut b.catalog_store(), k.oid);
    b.catalog.constraints_mut().remove(&k.oid);
    // ALTER TABLE counts one itself.
    b.store.xact.catalog_changes(objects::commands_to_drop(&k) - 1);
    if k.kind != ConstraintType::ForeignKey && k.index.is_valid() {
        objects::drop_relation(b, k.index);
    }
    Ok(())
}
/// Marks a foreign key or CHECK as valid (`ATExecValidateConstraint`). The rows are checked against a foreign key at once,
/// against a CHECK when all subcommands are done.
pub(super) fn validate_constraint(
    b: &mut Backend<'_>,
    class: &Class,
    name: &str,
    work: &mut AlteredTable,
) -> Result<()> {
    let rel = class.oid;
    let found =
        b.catalog.constraints_of(rel).iter().find(|k| k.name == *name).map(|k| Rc::clone(k));
    let Some(k) = found else {
        return err!(
            UNDEFINED_OBJECT,
            "constraint \"{name}\" of relation \"{}\" does not exist",
            class.name
        );
    };
    if k.check.is_none() && k.foreign.is_none() && k.kind != ConstraintType::NotNull {
        if b.store.release.not_null_constraints {
            let text =
                format!("cannot validate constraint \"{name}\" of relation \"{}\"", class.name);
            return Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, text)
                .detail("This operation is not supported for this type of constraint."));
        }
        return err!(
            WRONG_OBJECT_TYPE,
            "constraint \"{name}\" of relation \"{}\" is not a foreign key or check constraint",
            class.name
        );
    }
    if k.validated {
        return Ok(());
    }
    match &k.check {
        Some(e) => work.verify.checks.push((name.to_string(), (**e).clone())),
        None => work.foreign_keys.push(Rc::new(Entry { validated: true, ..(*k).clone() })),
    }
    if let Some(k) = b.catalog.constraints_mut().get_mut(&k.oid) {
        Rc::make_mut(k).validated = true;
    }
    Ok(())
}

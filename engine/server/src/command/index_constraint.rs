//! An index that exists and becomes a constraint's: ALTER TABLE ... ADD PRIMARY KEY | UNIQUE USING INDEX.

use crate::backend::Backend;
use crate::catalog::{Class, Constraint, ConstraintType, IndexEntry};
use sql::ast::Constraint as ParsedConstraint;
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;

/// Makes an index that exists a constraint's (`ADD PRIMARY KEY | UNIQUE USING INDEX`), and names it
/// like the constraint. One that is not unique is refused with 42809.
pub(super) fn using_index(
    b: &mut Backend<'_>,
    rel: Oid,
    c: &ParsedConstraint,
    ix: &sql::ast::IndexConstraint,
) -> Result<Oid> {
    let Some(table) = b.catalog.class(rel).cloned() else {
        return err!(INTERNAL_ERROR, "cache lookup failed for relation {rel}");
    };
    let name = ix.index_name.clone().unwrap_or_default();
    let Some(index) = b.catalog.class_named(table.namespace, &name).cloned() else {
        return Err(PgError::new(
            SqlState::UNDEFINED_OBJECT,
            format!("index \"{name}\" does not exist"),
        )
        .at(c.location));
    };
    let new_name = c.name.clone().unwrap_or_else(|| name.clone());
    let Some(entry) = index.index.clone() else {
        return err!(WRONG_OBJECT_TYPE, "\"{name}\" is not an index");
    };
    check_usable(b, &table, &index, &entry).map_err(|e| e.at(c.location))?;
    let oid = b.store.oids.next();
    if new_name != name {
        let text = format!(
            "ALTER TABLE / ADD CONSTRAINT USING INDEX will rename index \"{name}\" to \"{new_name}\""
        );
        super::misc::notice(b, SqlState::SUCCESSFUL_COMPLETION, text);
        if b.catalog.class_named(table.namespace, &new_name).is_some() {
            return err!(DUPLICATE_TABLE, "relation \"{new_name}\" already exists");
        }
    }
    if b.catalog.constraints_of(rel).iter().any(|k| k.name == new_name) {
        let text = "duplicate key value violates unique constraint \
                    \"pg_constraint_conrelid_contypid_conname_index\"";
        let detail =
            format!("Key (conrelid, contypid, conname)=({rel}, 0, {new_name}) already exists.");
        return Err(PgError::new(SqlState::UNIQUE_VIOLATION, text).detail(detail));
    }
    if let Some(i) = b.catalog.class_mut(index.oid) {
        i.name.clone_from(&new_name);
        let e = Rc::make_mut(i.index.as_mut().expect("an index"));
        e.primary = ix.primary;
    }
    b.catalog.constraints_mut().insert(
        oid,
        Rc::new(Constraint {
            oid,
            name: new_name,
            kind: ConstraintType::of_index(ix.primary),
            rel,
            index: index.oid,
            keys: entry.keys[..entry.key_count].iter().map(|k| k.attno).collect(),
            validated: true,
            no_inherit: true,
            deferrable: (false, false),
            check: None,
            foreign: None,
        }),
    );
    Ok(index.oid)
}

/// Fails if an index cannot become the index of a constraint of `table`: it is one already, it belongs to another table,
/// it is not unique, or it orders its keys otherwise than the constraint's own would (`transformIndexConstraint`).
fn check_usable(b: &Backend<'_>, table: &Class, index: &Class, entry: &IndexEntry) -> Result<()> {
    let name = &index.name;
    let other = |state, text| Err(PgError::new(state, text));
    let unfit = |text| {
        let e = PgError::new(SqlState::WRONG_OBJECT_TYPE, text);
        Err(e.detail("Cannot create a primary key or unique constraint using such an index."))
    };
    let owned = |k: &Rc<Constraint>| k.index == index.oid && k.kind != ConstraintType::ForeignKey;
    if b.catalog.constraints().values().any(owned) {
        let text = format!("index \"{name}\" is already associated with a constraint");
        return other(SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE, text);
    }
    if entry.heap != table.oid {
        let text = format!("index \"{name}\" does not belong to table \"{}\"", table.name);
        return other(SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE, text);
    }
    if !entry.valid {
        let text = format!("index \"{name}\" is not valid");
        return other(SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE, text);
    }
    if !entry.unique {
        return unfit(format!("\"{name}\" is not a unique index"));
    }
    if !entry.exprs.is_empty() {
        return unfit(format!("index \"{name}\" contains expressions"));
    }
    if entry.predicate.is_some() {
        return unfit(format!("\"{name}\" is a partial index"));
    }
    let keys = entry.keys.iter().take(entry.key_count).enumerate();
    for (i, key) in keys {
        let opclass = entry.opclasses.get(i).is_some_and(Option::is_some);
        let collated = key.collation != table.desc.attr(key.attno).collation;
        if opclass || collated || key.descending || key.nulls_first {
            let n = i + 1;
            return unfit(format!(
                "index \"{name}\" column number {n} does not have default sorting behavior"
            ));
        }
    }
    Ok(())
}

//! What the table as a whole has: its options, its order, whether it is logged.

use super::AlteredTable;
use crate::backend::Backend;
use crate::catalog::Class;
use crate::catalog::stored::objects as stored;
use crate::command::options::OptionOwner;
use crate::command::{cluster, options};
use sql::ast::DefElem;
use storage::err;
use storage::error::Result;
use storage::heap::{Persistence, RelKind};

/// Sets the index that CLUSTER uses (`ATExecClusterOn`).
pub(super) fn cluster_on(b: &mut Backend<'_>, class: &Class, name: &str) -> Result<()> {
    let index = cluster::find_index(b, class, name)?;
    cluster::mark_clustered(b, class.oid, Some(index));
    Ok(())
}

/// SET LOGGED and SET UNLOGGED (`ATPrepChangePersistence`): marks the table to be rewritten.
pub(super) fn prep_change_persistence(
    b: &Backend<'_>,
    class: &Class,
    to: Persistence,
    work: &mut AlteredTable,
) -> Result<()> {
    if work.persistence.is_some() {
        return err!(FEATURE_NOT_SUPPORTED, "cannot change persistence setting twice");
    }
    if class.persistence == Persistence::Temp {
        return err!(
            INVALID_TABLE_DEFINITION,
            "cannot change logged status of table \"{}\" because it is temporary",
            class.name
        );
    }
    if class.persistence != to {
        check_references(b, class, to)?;
        work.rewrite = true;
        work.persistence = Some(to);
    }
    Ok(())
}

/// Refuses that a logged table references an unlogged one (`ATPrepChangePersistence`).
fn check_references(b: &Backend<'_>, class: &Class, to: Persistence) -> Result<()> {
    let logged = to == Persistence::Permanent;
    for k in b.catalog.constraints().values() {
        let Some(f) = &k.foreign else { continue };
        let (own, other) = if logged { (k.rel, f.rel) } else { (f.rel, k.rel) };
        let Some(other) = b.catalog.class(other).filter(|o| own == class.oid && o.oid != own)
        else {
            continue;
        };
        if (other.persistence == Persistence::Permanent) != logged {
            let (to, from) = if logged { ("logged", "unlogged") } else { ("unlogged", "logged") };
            return err!(
                INVALID_TABLE_DEFINITION,
                "could not change table \"{}\" to {to} because it references {from} table \"{}\"",
                class.name,
                other.name
            );
        }
    }
    Ok(())
}

/// Sets storage parameters of a table and of its TOAST table (`ATExecSetRelOptions`).
pub(super) fn set_rel_options(b: &mut Backend<'_>, class: &Class, given: &[DefElem]) -> Result<()> {
    let rel = class.oid;
    let owner = match class.kind {
        RelKind::Index => OptionOwner::Index,
        RelKind::View => OptionOwner::View,
        _ => OptionOwner::Heap,
    };
    if given.iter().any(|d| d.namespace.is_none() && d.name == "oids") {
        // Only CREATE TABLE still takes it.
        return err!(INVALID_PARAMETER_VALUE, "unrecognized parameter \"oids\"");
    }
    let new = options::check(b.store.release, given, owner)?;
    // The table's row is written before its TOAST table's options are looked at.
    let _ = b.store.xact.assign_xid();
    let toast_options = if owner == OptionOwner::Heap {
        options::check(b.store.release, given, OptionOwner::Toast)?
    } else {
        Vec::new()
    };
    if let Some(c) = b.catalog.class_mut(rel) {
        c.options = options::merge(&c.options, new);
    }
    if let Some(t) = b.catalog.class_mut(class.toast) {
        t.options = options::merge(&t.options, toast_options);
    }
    write_rel_options(b, class);
    Ok(())
}

/// Writes the rows of a table and of its TOAST table anew, changed or not (`ATExecSetRelOptions`).
fn write_rel_options(b: &mut Backend<'_>, class: &Class) {
    for oid in [class.oid, class.toast] {
        stored::class_changed(&mut b.catalog_store(), oid);
    }
}

/// Sets options back to their defaults (`ATExecSetRelOptions`).
pub(super) fn reset_rel_options(
    b: &mut Backend<'_>,
    class: &Class,
    given: &[DefElem],
) -> Result<()> {
    options::refuse_values(given)?;
    let rel = class.oid;
    for d in given {
        let target = if d.namespace.as_deref() == Some("toast") { class.toast } else { rel };
        if let Some(c) = b.catalog.class_mut(target) {
            c.options.retain(|(n, _)| *n != d.name);
        }
    }
    write_rel_options(b, class);
    Ok(())
}

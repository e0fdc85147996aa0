//! The system catalogs and views as SQL reads them: relations without pages, whose rows are made from the
//! catalog's entries and from what the process and the store know, when they are asked for.
//!
//! | module | what |
//! |---|---|
//! | `relations`, `objects` | `pg_class`, `pg_attribute`, `pg_type` ...; `pg_proc`, `pg_depend`, `pg_database` ... |
//! | `views`, `information_schema` | `pg_tables`, `pg_indexes`, `pg_settings` ...; the standard's views |
//! | `updatable` | which views the standard's views say can be changed |
//! | `added` | columns that later releases added or moved |
//! | `statistics` | what is counted: `pg_stat_user_tables`, `pg_statio_user_tables`, `pg_locks`, `pg_stats` ... |

mod information_schema;
mod later_columns;
mod objects;
mod relations;
mod statistics;
pub(crate) mod updatable;
mod views;

use crate::backend::Backend;
use crate::catalog::{
    Catalog, Class, FIRST_NORMAL_OID, INFORMATION_SCHEMA, POSTGRES_DATABASE, STORED, UserTypeKind,
};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::sort::Arrange;

/// Whether a catalog or view has no rows here: it is about what the model refuses, or about other
/// sessions.
fn is_empty(name: &str) -> bool {
    const BEGINNINGS: [&str; 10] = [
        "pg_foreign_",
        "pg_largeobject",
        "pg_publication",
        "pg_replication_",
        "pg_stat_progress_",
        "pg_stat_replication",
        "pg_stat_subscription",
        "pg_statistic_ext",
        "pg_subscription",
        "pg_user_mapping",
    ];
    const NAMES: [&str; 19] = [
        "pg_aios",
        "pg_db_role_setting",
        "pg_default_acl",
        "pg_event_trigger",
        "pg_inherits",
        "pg_parameter_acl",
        "pg_partitioned_table",
        "pg_policies",
        "pg_policy",
        "pg_prepared_xacts",
        "pg_seclabel",
        "pg_seclabels",
        "pg_shseclabel",
        "pg_stat_user_functions",
        "pg_stat_wal_receiver",
        "pg_stat_xact_user_functions",
        "pg_stats_ext",
        "pg_stats_ext_exprs",
        "pg_transform",
    ];
    BEGINNINGS.iter().any(|b| name.starts_with(b)) || NAMES.contains(&name)
}

/// The rows of a relation without pages; `None` for any other.
pub(crate) fn rows(b: &mut Backend<'_>, oid: Oid) -> Result<Option<Vec<Vec<Datum>>>> {
    let Some(class) = b.catalog.class(oid).cloned() else {
        return Ok(None);
    };
    let here = b.cluster.databases.here == POSTGRES_DATABASE;
    if class.oid.0 >= FIRST_NORMAL_OID || here && STORED.contains(&class.oid) {
        return Ok(None);
    }
    // What a function runs has a snapshot of its own.
    let unseen = b.session.unseen.filter(|_| b.session.function_depth == 0);
    let Some(unseen) = unseen else { return made_rows(b, &class).map(Some) };
    let seen = without(&b.catalog, unseen);
    let all = std::mem::replace(&mut b.catalog, seen);
    let rows = made_rows(b, &class);
    b.catalog = all;
    rows.map(Some)
}

/// The catalog as it was before this table was made: without it, its TOAST table and its types.
fn without(catalog: &Catalog, table: Oid) -> Catalog {
    let mut before = catalog.clone();
    let toast = catalog.class(table).map(|c| c.toast);
    let of_toast = |c: &Class| {
        Some(c.oid) == toast || c.index.as_ref().is_some_and(|index| Some(index.heap) == toast)
    };
    before.classes_mut().retain(|_, c| c.oid != table && !of_toast(c));
    let is_row = |kind: &UserTypeKind| matches!(kind, UserTypeKind::Row(rel) if *rel == table);
    let row = catalog.types().values().find(|t| is_row(&t.kind)).map(|t| t.oid);
    before.types_mut().retain(|_, t| match t.kind {
        UserTypeKind::ArrayOf(element) => Some(element) != row,
        _ => Some(t.oid) != row,
    });
    before
}

/// The relations in the order of a sequential scan of `pg_class`: users' first, by the TIDs of their rows, since its
/// first pages have room.
fn scanned(catalog: &Catalog) -> Vec<Rc<Class>> {
    let mut all: Vec<Rc<Class>> = catalog.classes().values().cloned().collect();
    all.arrange_by_key(|r| (r.oid.0 < FIRST_NORMAL_OID, r.state.class_row.get()));
    all
}

/// The rows of a catalog or a system view.
#[inline(never)]
fn made_rows(b: &mut Backend<'_>, class: &Class) -> Result<Vec<Vec<Datum>>> {
    let in_info = class.namespace == INFORMATION_SCHEMA;
    let rows = if in_info {
        information_schema::rows(b, &class.name)
    } else if let Some(rows) = relations::rows(b, &class.name)? {
        rows
    } else if let Some(rows) = objects::rows(b, &class.name)? {
        rows
    } else if let Some(rows) = statistics::rows(b, &class.name)? {
        rows
    } else {
        match views::rows(b, &class.name)? {
            Some(rows) => rows,
            None if is_empty(&class.name) => Vec::new(),
            None => return err!(FEATURE_NOT_SUPPORTED, "{} is not modelled", class.name),
        }
    };
    let rows = b.catalog.stored().in_scan_order(class.oid, rows);
    let rows = later_columns::of_release(b, class, rows);
    let width = class.desc.attrs.len();
    debug_assert!(rows.iter().all(|r| r.len() == width), "rows of {} have its columns", class.name);
    Ok(rows)
}

//! How a column is stored and what is known of it: storage, compression, toaster, statistics.

use super::{change, column_of};
use crate::backend::Backend;
use crate::catalog::Class;
use crate::catalog::stored::remaining_changes;
use crate::command::options::{self, OptionOwner};
use crate::command::{columns, toaster as toasters};
use sql::ast::{ColumnOrNumber, DefElem};
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::{AttrNumber, Oid};
use storage::tuple::Attribute;
use storage::types::oid;

/// The highest statistics target; greater ones are lowered to it (`MAX_STATISTICS_TARGET`).
const MAX_STATISTICS_TARGET: i32 = 10_000;

/// Sets the options of a column, or with `reset` removes them (`ATExecSetOptions`).
pub(super) fn column_options(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    given: &[DefElem],
    reset: bool,
) -> Result<()> {
    let n = column_of(class, column)?;
    let set = if reset {
        options::refuse_values(given)?;
        Vec::new()
    } else {
        options::check(b.store.release, given, OptionOwner::Column)?
    };
    if let Some(c) = b.catalog.class_mut(class.oid) {
        let mut now = c.column_options.remove(&n).unwrap_or_default();
        now.retain(|(name, _)| !given.iter().any(|d| d.name == *name));
        now.extend(set);
        if !now.is_empty() {
            c.column_options.insert(n, now);
        }
    }
    Ok(())
}

/// Sets a column's statistics target for ANALYZE (`ATExecSetStatistics`).
pub(super) fn set_statistics(
    b: &mut Backend<'_>,
    class: &Class,
    column: &ColumnOrNumber,
    value: i32,
) -> Result<()> {
    let rel = class.oid;
    if value < -1 {
        return err!(INVALID_PARAMETER_VALUE, "statistics target {value} is too low");
    }
    if value > MAX_STATISTICS_TARGET {
        let text = format!("lowering statistics target to {MAX_STATISTICS_TARGET}");
        b.warning(PgError::new(SqlState::INVALID_PARAMETER_VALUE, text));
    }
    let n = match column {
        ColumnOrNumber::Name(name) => column_of(class, name)?,
        ColumnOrNumber::Number(_) if class.index.is_none() => {
            return err!(FEATURE_NOT_SUPPORTED, "cannot refer to non-index column by number");
        }
        ColumnOrNumber::Number(n) if *n as usize > class.desc.attrs.len() => {
            return err!(
                UNDEFINED_COLUMN,
                "column number {n} of relation \"{}\" does not exist",
                class.name
            );
        }
        ColumnOrNumber::Number(n) => AttrNumber(*n as i16),
    };
    let value = value.min(MAX_STATISTICS_TARGET);
    let plain = class.index.as_ref().and_then(|i| i.keys.get((n.0 - 1).max(0) as usize));
    if plain.is_some_and(|k| k.attno.0 != 0) {
        let (column, index) = (&class.desc.attr(n).name, &class.name);
        let text = format!(
            "cannot alter statistics on non-expression column \"{column}\" of index \"{index}\""
        );
        return Err(PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text)
            .hint("Alter statistics on table column instead."));
    }
    if n.0 >= 1 && (n.0 as usize) <= class.desc.attrs.len() {
        change(b, rel, n, |a| a.stat_target = value);
    }
    Ok(())
}

/// Sets the storage of a column and of the indexes over it (`ATExecSetStorage`).
pub(super) fn set_storage(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    storage: &str,
) -> Result<()> {
    let rel = class.oid;
    let n = column_of(class, column);
    if n.is_err() && !b.store.release.column_storage {
        columns::storage(b, oid::TEXT, storage)?;
    }
    let n = n?;
    let (s, toaster) = columns::set_storage(b, class.desc.attr(n), storage)?;
    change(b, rel, n, |a| a.toaster = toaster);
    change(b, rel, n, |a| a.storage = s);
    remaining_changes::column_changed(&mut b.catalog_store(), rel, n);
    change_indexes(b, rel, n, |a| a.storage = s);
    Ok(())
}

/// Gives a column a toaster, and lets the toaster prepare the column.
pub(super) fn set_toaster(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    toaster: &str,
    location: usize,
) -> Result<()> {
    let rel = class.oid;
    columns::toasters_enabled(b, "TOASTER", location)?;
    let n = column_of(class, column)?;
    let oid = toasters::of_column(b, class.desc.attr(n), toaster)?;
    if let Some(c) = b.catalog.class_mut(rel) {
        c.use_toaster(n, oid);
    }
    let relation = b.catalog.relation(rel);
    if oid.is_valid()
        && let Some(relation) = relation
    {
        let handler = b.store.toasters.by_oid(oid)?;
        handler.init(b.store, &relation, n)?;
    }
    Ok(())
}

/// Sets the compression of a column and of the indexes over it (`ATExecSetCompression`).
pub(super) fn set_compression(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    method: &str,
) -> Result<()> {
    let rel = class.oid;
    let n = column_of(class, column)?;
    let m = columns::compression(b, class.desc.attr(n).type_oid, method)?;
    let new = Attribute { compression: m, ..class.desc.attr(n).clone() };
    toasters::validate(b, &new, new.toaster)?;
    change(b, rel, n, |a| a.compression = m);
    remaining_changes::column_changed(&mut b.catalog_store(), rel, n);
    change_indexes(b, rel, n, |a| a.compression = m);
    Ok(())
}

/// Applies a change of a column to the columns of its indexes (`SetIndexStorageProperties`). All
/// indexes are locked, and their columns' rows are written even if nothing changes.
fn change_indexes(b: &mut Backend<'_>, rel: Oid, n: AttrNumber, set: impl Fn(&mut Attribute)) {
    let indexes: Vec<Oid> = b.catalog.indexes_of(rel).iter().map(|i| i.oid).collect();
    for i in indexes {
        b.store.lock_exclusively(i);
    }
    for (i, key) in index_keys(b, rel, n) {
        change(b, i, key, &set);
        remaining_changes::index_column_changed(&mut b.catalog_store(), i, key);
    }
}

/// The index columns that stand for a column of the table: the index, and the column's number in it.
fn index_keys(b: &Backend<'_>, rel: Oid, n: AttrNumber) -> Vec<(Oid, AttrNumber)> {
    b.catalog
        .indexes_of(rel)
        .iter()
        .filter_map(|i| {
            let e = i.index.as_ref()?;
            let at = e.keys.iter().position(|k| k.attno == n)?;
            Some((i.oid, AttrNumber(at as i16 + 1)))
        })
        .collect()
}

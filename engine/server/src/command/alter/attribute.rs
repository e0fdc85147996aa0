//! How a column is stored and what is known of it: storage, compression, toaster, statistics.

use super::{change, column_of};
use crate::backend::Backend;
use crate::catalog::Class;
use crate::catalog::stored::settle;
use crate::command::{columns, toaster as toasters};
use sql::ast::{ColumnOrNumber, DefElem};
use storage::err;
use storage::error::Result;
use storage::ids::{AttrNumber, Oid};
use storage::tuple::Attribute;

/// Sets and resets a column's options (`ATExecSetOptions`).
pub(super) fn column_options(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    given: &[DefElem],
    reset: bool,
) -> Result<()> {
    let n = column_of(class, column)?;
    for d in given {
        if !matches!(d.name.as_str(), "n_distinct" | "n_distinct_inherited") {
            return err!(INVALID_PARAMETER_VALUE, "unrecognized parameter \"{}\"", d.name);
        }
    }
    if let Some(c) = b.catalog.class_mut(class.oid) {
        let mut now = c.column_options.remove(&n).unwrap_or_default();
        now.retain(|(name, _)| !given.iter().any(|d| d.name == *name));
        if !reset {
            for d in given {
                let value = d.arg.as_ref().map(sql::ast::DefArg::text).unwrap_or_default();
                now.push((d.name.clone(), value));
            }
        }
        if !now.is_empty() {
            c.column_options.insert(n, now);
        }
    }
    Ok(())
}

/// How closely ANALYZE looks at a column (`ATExecSetStatistics`).
pub(super) fn set_statistics(
    b: &mut Backend<'_>,
    class: &Class,
    column: &ColumnOrNumber,
    value: i32,
) -> Result<()> {
    let rel = class.oid;
    let n = match column {
        ColumnOrNumber::Name(name) => column_of(class, name)?,
        ColumnOrNumber::Number(n) => AttrNumber(*n as i16),
    };
    if value < -1 {
        return err!(INVALID_PARAMETER_VALUE, "statistics target {value} is too low");
    }
    let value = value.min(10000);
    if n.0 >= 1 && (n.0 as usize) <= class.desc.attrs.len() {
        change(b, rel, n, |a| a.stat_target = value);
    }
    Ok(())
}

/// `ATExecSetStorage`: of the column and of the indexes over it.
pub(super) fn set_storage(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    storage: &str,
) -> Result<()> {
    let rel = class.oid;
    let n = column_of(class, column)?;
    let (s, toaster) = columns::set_storage(b, class.desc.attr(n), storage)?;
    change(b, rel, n, |a| a.toaster = toaster);
    change(b, rel, n, |a| a.storage = s);
    settle::column_changed(&mut b.catalog_store(), rel, n);
    change_indexes(b, rel, n, |a| a.storage = s);
    Ok(())
}

/// Gives a column a toaster, which prepares what it needs.
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

/// `ATExecSetCompression`: of the column and of the indexes over it.
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
    settle::column_changed(&mut b.catalog_store(), rel, n);
    change_indexes(b, rel, n, |a| a.compression = m);
    Ok(())
}

/// A column's storage and compression are its indexes' too (`SetIndexStorageProperties`), all of
/// which are locked for it. Their columns' rows are written anew even if nothing is new.
fn change_indexes(b: &mut Backend<'_>, rel: Oid, n: AttrNumber, set: impl Fn(&mut Attribute)) {
    let indexes: Vec<Oid> = b.catalog.indexes_of(rel).iter().map(|i| i.oid).collect();
    for i in indexes {
        b.store.lock_exclusively(i);
    }
    for (i, key) in index_keys(b, rel, n) {
        change(b, i, key, &set);
        settle::index_column_changed(&mut b.catalog_store(), i, key);
    }
}

/// The columns of indexes that stand for a table's column.
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

//! ALTER TABLE's third phase: rows checked, or written anew (`ATRewriteTables`).

use super::objects::{self, NewRelation};
use crate::backend::Backend;
use crate::backend::{RowEval, compile_over_row};
use crate::catalog::Class;
use crate::catalog::stored::objects as stored;
use sql::expr::{Compiled, Expr, Rows};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{BulkInsert, HeapScan, InsertOptions, Persistence, RelState};
use storage::ids::{AttrNumber, Oid, TransactionId};
use storage::tuple::{self, TupleDesc};
use storage::types::scalar::parse_bool;

/// What a table's rows must satisfy.
#[derive(Clone, Debug, Default)]
pub(super) struct RowChecks {
    pub checks: Vec<(String, Expr)>,
    pub not_null: Vec<AttrNumber>,
}

/// How rows are to be written anew: for each column of the new shape, the expression over the
/// old row; `None` copies.
#[derive(Clone, Debug)]
pub(super) struct RowRewrite {
    pub old: Rc<TupleDesc>,
    pub values: Vec<(AttrNumber, Expr)>,
}

/// Fails if the row has a NULL in a column that becomes NOT NULL.
fn violates(b: &Backend<'_>, rel: Oid, v: &RowChecks, row: &[Datum]) -> Result<()> {
    let table = b.catalog.class(rel).map_or(String::new(), |c| c.name.clone());
    for n in &v.not_null {
        if row[n.0 as usize - 1].is_null() {
            let column =
                b.catalog.class(rel).map_or(String::new(), |c| c.desc.attr(*n).name.clone());
            return err!(
                NOT_NULL_VIOLATION,
                "column \"{column}\" of relation \"{table}\" contains null values"
            );
        }
    }
    Ok(())
}

/// Fails if the row does not satisfy one of these CHECK constraints, each with its name.
fn check_rows(
    b: &mut Backend<'_>,
    rel: Oid,
    compiled: &[(String, Compiled)],
    row: &[Datum],
) -> Result<()> {
    for (name, c) in compiled {
        let d = c.eval(&mut RowEval { host: b.host() }, Rows::scan(row))?;
        if matches!(d, Datum::Word(0)) {
            let table = b.catalog.class(rel).map_or(String::new(), |c| c.name.clone());
            return Err(PgError::new(
                SqlState::CHECK_VIOLATION,
                format!(
                    "check constraint \"{name}\" of relation \"{table}\" is violated by some row"
                ),
            ));
        }
    }
    Ok(())
}

/// The CHECK constraints to verify, each with its name.
fn compiled_checks(rel: Oid, v: &RowChecks) -> Result<Vec<(String, Compiled)>> {
    let check = |(n, e): &(String, Expr)| {
        Ok((n.clone(), compile_over_row(&sql::exec::of_table(e.clone(), rel))?))
    };
    v.checks.iter().map(check).collect()
}

/// Reads all rows and checks constraints, without a rewrite.
pub(super) fn verify(b: &mut Backend<'_>, rel: Oid, v: &RowChecks) -> Result<()> {
    let Some(relation) = b.catalog.relation(rel) else { return Ok(()) };
    let compiled = compiled_checks(rel, v)?;
    let snapshot = b.store.xact.snapshot();
    let mut scan = HeapScan::begin(b.store, &relation, snapshot);
    let mut row = Vec::new();
    b.store.statistics.scan(rel);
    while let Some(t) = scan.next(b.store)? {
        b.store.statistics.returned(rel, 1);
        tuple::deform(&relation.desc, &t.bytes, relation.desc.attrs.len(), &mut row)?;
        let checked = violates(b, rel, v, &row).and_then(|()| check_rows(b, rel, &compiled, &row));
        if let Err(e) = checked {
            scan.end(b.store);
            return Err(e);
        }
    }
    scan.end(b.store);
    Ok(())
}

/// Rewrites all rows into a transient table and swaps its files. The TOAST table is a new one: ALTER
/// TABLE swaps TOAST tables by link, not by content (`swap_toast_by_content` false).
pub(super) fn rewrite(
    b: &mut Backend<'_>,
    rel: Oid,
    plan: &RowRewrite,
    v: &RowChecks,
    persistence: Option<Persistence>,
) -> Result<()> {
    let Some(class) = b.catalog.class(rel).cloned() else { return Ok(()) };
    // `ATRewriteTables`
    let catalog = |(name, value): &(String, String)| {
        name == "user_catalog_table" && parse_bool(value) == Some(true)
    };
    if class.options.iter().any(catalog) {
        let name = &class.name;
        return err!(
            FEATURE_NOT_SUPPORTED,
            "cannot rewrite table \"{name}\" used as a catalog table"
        );
    }
    let Some(source) = b.catalog.relation(rel) else { return Ok(()) };
    let mut old_shape = (*source).clone();
    old_shape.desc = Rc::clone(&plan.old);
    let old_shape = Rc::new(old_shape);
    let transient = make_new_heap(b, &class, persistence.unwrap_or(class.persistence))?;
    let Some(target) = b.catalog.relation(transient) else { return Ok(()) };
    let mut compiled = Vec::new();
    for (n, e) in &plan.values {
        compiled.push((*n, compile_over_row(e)?));
    }
    let checks = compiled_checks(rel, v)?;
    let cid = b.store.xact.current_command_id(true);
    let snapshot = b.store.xact.snapshot();
    let mut scan = HeapScan::begin(b.store, &old_shape, snapshot);
    let mut bulk = BulkInsert::new(b.store);
    let options = InsertOptions { skip_fsm: true, ..InsertOptions::default() };
    let mut row = Vec::new();
    let width = class.desc.attrs.len();
    b.store.statistics.scan(rel);
    while let Some(t) = scan.next(b.store)? {
        b.store.statistics.returned(rel, 1);
        tuple::deform(&plan.old, &t.bytes, plan.old.attrs.len(), &mut row)?;
        let mut new = row.clone();
        new.resize(width, Datum::Null);
        for (i, a) in class.desc.attrs.iter().enumerate() {
            if a.dropped {
                new[i] = Datum::Null;
            }
        }
        let mut wide = row.clone();
        wide.resize(width, Datum::Null);
        for (n, c) in &compiled {
            let generated = class.desc.attr(*n).generated.is_some();
            let from = if generated { new.clone() } else { wide.clone() };
            new[n.0 as usize - 1] = c.eval(&mut RowEval { host: b.host() }, Rows::scan(&from))?;
        }
        violates(b, rel, v, &new)?;
        check_rows(b, rel, &checks, &new)?;
        let (st, mut exprs) = b.index_exprs();
        let bulk = Some(&mut bulk);
        storage::table::insert(st, &target, &new, None, cid, &mut exprs, options, bulk)?;
    }
    scan.end(b.store);
    bulk.finish(b.store);
    finish_heap_swap(b, &class, transient, None)
}

/// Makes the transient table of a rewrite: the same columns, of which none has a missing value, and new files
/// (`make_new_heap`).
pub(super) fn make_new_heap(
    b: &mut Backend<'_>,
    class: &Class,
    persistence: Persistence,
) -> Result<Oid> {
    let mut columns = (*class.desc).clone();
    columns.attrs.iter_mut().for_each(|a| a.missing = None);
    let transient = objects::create(
        b,
        NewRelation {
            options: class.options.clone(),
            rewrites: class.oid,
            ..NewRelation::table(
                &format!("pg_temp_{}", class.oid),
                class.namespace,
                persistence,
                columns,
            )
        },
    )?;
    let toast_options = b.catalog.class(class.toast).map_or_else(Vec::new, |t| t.options.clone());
    if objects::needs_toast_table(&class.desc) {
        objects::create_toast(b, transient, toast_options)?;
    }
    b.sync_store();
    Ok(transient)
}

/// Swaps the files of the transient table and the table, and rebuilds the indexes (`finish_heap_swap`). `frozen`: what
/// VACUUM FULL and CLUSTER froze all rows before; these keep the TOAST table, if there is one to swap its files with.
pub(super) fn finish_heap_swap(
    b: &mut Backend<'_>,
    class: &Class,
    transient: Oid,
    frozen: Option<TransactionId>,
) -> Result<()> {
    let toasts = [class.oid, transient].map(|rel| b.catalog.toast_of(rel));
    let by_content = frozen.is_some() && toasts.iter().all(|toast| toast.is_valid());
    let tables = [class.oid, transient];
    if !by_content {
        for (table, toast) in [(class.oid, toasts[1]), (transient, toasts[0])] {
            if let Some(c) = b.catalog.class_mut(table) {
                c.toast = toast;
            }
        }
    }
    exchange(b, tables, frozen);
    if by_content {
        exchange(b, toasts, frozen);
        let indexes = toasts.map(|t| b.catalog.indexes_of(t).first().map_or(t, |i| i.oid));
        indexes.iter().for_each(|i| b.store.lock_exclusively(*i));
        exchange(b, indexes, None);
    } else {
        stored::toasts_swapped(&mut b.catalog_store(), tables);
    }
    b.store.xact.catalog_changes(1);
    b.sync_store();
    super::reindex::reindex_own(b, class.oid, frozen.is_some())?;
    objects::forget_relation(b, transient);
    if !by_content {
        rename_toast(b, class.oid);
    }
    b.sync_store();
    Ok(())
}

/// Gives two relations each other's file, sizes and persistence (`swap_relation_files`). `frozen` is the new
/// `relfrozenxid` of the first.
fn exchange(b: &mut Backend<'_>, relations: [Oid; 2], frozen: Option<TransactionId>) {
    let [Some(old), Some(new)] = relations.map(|oid| b.catalog.class(oid).cloned()) else { return };
    b.count_on(old.file, new.file);
    // The transient one keeps its own `relfrozenxid` and `relminmxid`, and has no indexes.
    let left = Rc::new(RelState::clone(&old.state));
    left.put_ages(&new.state);
    left.has_index.set(new.state.has_index.get());
    *new.state.columns.borrow_mut() = old.state.columns.borrow().clone();
    new.state.has_index.set(old.state.has_index.get());
    if let Some(xid) = frozen {
        new.state.set_ages(xid, b.store.xact.multixacts.next());
    }
    for (to, from, state) in [(&old, &new, Rc::clone(&new.state)), (&new, &old, left)] {
        if let Some(c) = b.catalog.class_mut(to.oid) {
            c.file = from.file;
            c.persistence = from.persistence;
            c.state = state;
        }
    }
    relations.iter().for_each(|rel| stored::class_changed(&mut b.catalog_store(), *rel));
}

/// Gives the new TOAST table of a rewritten table, which has the transient one's name, the name that belongs to it.
fn rename_toast(b: &mut Backend<'_>, rel: Oid) {
    let toast = b.catalog.toast_of(rel);
    if !toast.is_valid() {
        return;
    }
    // The second change ends with the next command (`finish_heap_swap`).
    b.store.xact.catalog_changes(1);
    b.store.xact.current_command_id(true);
    let index = b.catalog.indexes_of(toast).first().map(|i| i.oid);
    if let Some(t) = b.catalog.class_mut(toast) {
        t.name = format!("pg_toast_{rel}");
    }
    if let Some(c) = index.and_then(|i| b.catalog.class_mut(i)) {
        c.name = format!("pg_toast_{rel}_index");
    }
    stored::toast_renamed(&mut b.catalog_store(), toast, index);
}

//! VACUUM FULL, CLUSTER, TRUNCATE, REINDEX: new files for a table (`cluster.c`,
//! `heapam_relation_copy_for_cluster`, `ExecuteTruncateGuts`, `reindex_index`).
//!
//! VACUUM FULL and CLUSTER fill a transient table, whose TOAST relation gets the values one by one; but the pointers
//! keep the old relation's OID and the value ids (`rd_toastoid`), since in the end the files are swapped. The new heap
//! is written around the buffer pool and has no free space or visibility map.

use super::vacuum::{cutoffs, truncate_relation};
use super::{IndexExprs, MaintenanceHost, index_build};
use crate::buffer::{BufferTag, Strategy, StrategyKind};
use crate::datum::Datum;
use crate::error::{PgError, Result, Severity, SqlState};
use crate::heap::rewrite::Rewrite;
use crate::heap::{self, InsertOptions, RelKind, RelState, Relation, VacuumState};
use crate::ids::{
    BlockNumber, ForkNumber, ItemPointer, OffsetNumber, Oid, RelFileNode, TransactionId,
};
use crate::page;
use crate::qsort::pg_qsort;
use crate::store::Store;
use crate::toaster::default::layout::TOAST_TUPLE_THRESHOLD;
use crate::toaster::{ToastOptions, rounds};
use crate::tuple::{self, header};
use crate::types;
use std::cmp::Ordering;
use std::rc::Rc;

/// The order that CLUSTER puts rows in.
pub struct Order {
    /// The index that has it.
    pub index: Rc<Relation>,
    /// Whether the table is read from its first page on and sorted; else the index is followed, which has
    /// rows of one key by their places.
    pub sorts: bool,
}

/// Counts of a rewrite.
#[derive(Default)]
struct Counts {
    kept: f64,
    removed: f64,
    recently_dead: f64,
}

/// What a table's new heap holds.
pub struct Copied {
    /// How many pages it has.
    pub pages: u32,
    /// How many rows.
    pub rows: f64,
    /// The transaction before which all of them are frozen.
    pub frozen: TransactionId,
}

/// Copies a table's rows, without the dead ones, to its new and empty heap, in the order of the index `order`
/// or in its own (`copy_table_data`). `new_heap` is the table with the files of the transient one, and no
/// indexes. `verbose`: the host gets a report.
pub fn copy_table_data(
    st: &mut Store,
    rel: &Rc<Relation>,
    new_heap: &Relation,
    order: Option<&Order>,
    verbose: bool,
    exprs: &mut dyn IndexExprs,
    host: &mut dyn MaintenanceHost,
) -> Result<Copied> {
    if let Some(toast) = &rel.toast {
        st.lock_exclusively(toast.oid);
    }
    let (mut cutoffs, _) = cutoffs(st, rel, 0, 0);
    let rel_frozen_xid = cutoffs.freeze.rel_frozen_xid;
    if rel_frozen_xid.is_valid() && cutoffs.freeze.freeze_limit.precedes(rel_frozen_xid) {
        cutoffs.freeze.freeze_limit = rel_frozen_xid;
    }
    cutoffs.freeze.may_freeze = cutoffs.freeze.freeze_limit;
    let schema = host.namespace(rel.namespace);
    let name = format!("{schema}.{}", rel.name);
    let mut say = |text: String, detail: Option<String>| {
        if verbose {
            let mut report = PgError::new(SqlState::SUCCESSFUL_COMPLETION, text);
            report.detail = detail;
            host.info(report.severity(Severity::Info));
        }
    };
    match order {
        None => say(format!("vacuuming \"{name}\""), None),
        Some(Order { sorts: true, .. }) => {
            say(format!("clustering \"{name}\" using sequential scan and sort"), None);
        }
        Some(Order { index, .. }) => {
            say(format!("clustering \"{name}\" using index scan on \"{}\"", index.name), None);
        }
    }
    let old_pages = st.pool.nblocks(rel.file, ForkNumber::Main);
    let counts = copy(st, rel, new_heap, order, exprs, cutoffs.oldest_xmin, cutoffs.freeze)?;
    st.statistics.scan(rel.oid);
    st.statistics.returned(rel.oid, (counts.kept + counts.removed) as u64);
    say(
        format!(
            "\"{name}\": found {:.0} removable, {:.0} nonremovable row versions in {old_pages} pages",
            counts.removed, counts.kept
        ),
        Some(format!(
            "{:.0} dead row versions cannot be removed yet.\n\
             CPU: not modelled.",
            counts.recently_dead
        )),
    );
    Ok(Copied {
        pages: st.pool.nblocks(new_heap.file, ForkNumber::Main),
        rows: counts.kept,
        frozen: cutoffs.freeze.freeze_limit,
    })
}

/// Truncates a table: it, its indexes and its TOAST relation get new, empty files. Returns the new file of each, by
/// OID; the catalog takes them over and unlinks the old ones when the transaction commits.
pub fn truncate(
    st: &mut Store,
    rel: &Rc<Relation>,
    exprs: &mut dyn IndexExprs,
) -> Result<Vec<(Oid, RelFileNode)>> {
    st.lock_exclusively(rel.oid);
    let frozen = st.xact.oldest_xmin();
    let mut files = Vec::new();
    let mut heaps = Vec::new();
    for heap in std::iter::once(rel).chain(&rel.toast) {
        st.lock_exclusively(heap.oid);
        let file = RelFileNode(st.oids.next().0);
        let mut new = with_file(st, heap, file);
        new.state = Rc::clone(&heap.state);
        set_stats(&heap.state, 0, -1.0);
        heap.state.set_ages(frozen, st.xact.multixacts.next());
        files.push((heap.oid, file));
        exprs.new_file(st, heap, file);
        heaps.push(Rc::new(new));
        st.xact.catalog_changes(1);
    }
    if st.release.toast_reindexed_first {
        heaps.reverse();
    }
    for heap in &heaps {
        for index in &heap.indexes {
            let file = reindex(st, heap, index, exprs)?;
            files.push((index.oid, file));
            st.xact.catalog_changes(2);
        }
    }
    Ok(files)
}

/// Truncates a table in place, as TRUNCATE does for a table that the same transaction made
/// (`heap_truncate_one_rel`).
pub fn truncate_in_place(
    st: &mut Store,
    rel: &Rc<Relation>,
    exprs: &mut dyn IndexExprs,
) -> Result<()> {
    for heap in std::iter::once(rel).chain(&rel.toast) {
        st.lock_exclusively(heap.oid);
        truncate_relation(st, heap, 0)?;
        for index in &heap.indexes {
            st.lock_exclusively(index.oid);
            truncate_relation(st, index, 0)?;
            index.state.invalidate();
            index_build(st, heap, index, false, false, exprs)?;
            st.xact.catalog_changes(1);
        }
    }
    Ok(())
}

/// Rebuilds an index in a new file, which is returned (`reindex_index`). Uniqueness is not checked.
pub(super) fn reindex(
    st: &mut Store,
    heap: &Rc<Relation>,
    index: &Rc<Relation>,
    exprs: &mut dyn IndexExprs,
) -> Result<RelFileNode> {
    st.lock_exclusively(index.oid);
    let file = RelFileNode(st.oids.next().0);
    let mut new = with_file(st, index, file);
    set_stats(&index.state, 0, -1.0);
    new.state = Rc::clone(&index.state);
    exprs.new_file(st, index, file);
    index_build(st, heap, &Rc::new(new), false, true, exprs)?;
    index.state.invalidate();
    Ok(file)
}

/// Puts the numbers of the new files into a relation's state.
fn set_stats(state: &RelState, pages: u32, tuples: f32) {
    state.relpages.set(pages);
    state.reltuples.set(tuples);
    state.relallvisible.set(0);
    state.relallfrozen.set(0);
    state.invalidate();
}

/// The relation with a new, empty file.
pub(super) fn with_file(st: &mut Store, rel: &Relation, file: RelFileNode) -> Relation {
    st.create_file(file, rel.persistence, rel.kind);
    let mut new = rel.clone();
    new.file = file;
    new.state = RelState::new();
    new
}

/// Copies the rows (`heapam_relation_copy_for_cluster`).
fn copy(
    st: &mut Store,
    old_heap: &Rc<Relation>,
    new_heap: &Relation,
    order: Option<&Order>,
    exprs: &mut dyn IndexExprs,
    oldest_xmin: TransactionId,
    freeze: crate::heap::vacuum_freeze::FreezeCutoffs,
) -> Result<Counts> {
    let mut counts = Counts::default();
    let options = ToastOptions {
        insert: InsertOptions { skip_fsm: true, transient: true, ..InsertOptions::default() },
        rewritten_toast: match (&old_heap.toast, &new_heap.toast) {
            (Some(old), Some(_)) => Some(old.oid),
            _ => None,
        },
    };
    let mut toast = |st: &mut Store, tuple: &[u8]| toast_raw(st, new_heap, tuple, options);
    let mut rewrite = Rewrite::begin(st, new_heap, oldest_xmin, freeze);
    let mut sorted: Vec<(ItemPointer, Vec<u8>)> = Vec::new();

    let blocks = st.pool.nblocks(old_heap.file, ForkNumber::Main);
    let mut strategy = (blocks > st.pool.shared_buffers() / 4)
        .then(|| Strategy::new(StrategyKind::BulkRead, st.release, st.pool.shared_buffers()));
    for block in 0..blocks {
        let block = BlockNumber(block);
        let tag = BufferTag { file: old_heap.file, fork: ForkNumber::Main, block };
        let buffer = st.pool.read_with_strategy(tag, strategy.as_mut())?;
        for off in 1..=page::max_offset(st.pool.page(buffer).bytes()) {
            let offset = OffsetNumber(off);
            if !page::item_id(st.pool.page(buffer).bytes(), offset).is_normal() {
                continue;
            }
            let tid = ItemPointer { block, offset };
            let state = heap::satisfies_vacuum(st, buffer, offset, oldest_xmin);
            let old = page::item(st.pool.page(buffer).bytes(), offset).to_vec();
            match state {
                VacuumState::Dead => {
                    counts.removed += 1.0;
                    if rewrite.dead_row(tid, &old) {
                        counts.removed += 1.0;
                        counts.recently_dead -= 1.0;
                    }
                    continue;
                }
                VacuumState::RecentlyDead | VacuumState::DeleteInProgress => {
                    counts.recently_dead += 1.0;
                }
                VacuumState::Live | VacuumState::InsertInProgress => {}
            }
            counts.kept += 1.0;
            if order.is_some() {
                sorted.push((tid, old));
            } else {
                let new = reform(old_heap, new_heap, &old)?;
                rewrite.row(st, tid, &old, new, &mut toast)?;
            }
        }
        st.pool.release(buffer);
    }
    if let Some(order) = order {
        sort_rows(st, old_heap, order, exprs, &mut sorted)?;
        for (tid, old) in sorted {
            let new = reform(old_heap, new_heap, &old)?;
            rewrite.row(st, tid, &old, new, &mut toast)?;
        }
    }
    rewrite.end(st, &mut toast)?;
    Ok(counts)
}

/// Forms the tuple again, without the values of dropped columns (`reform_and_rewrite_tuple`).
fn reform(old_heap: &Relation, new_heap: &Relation, tuple: &[u8]) -> Result<Vec<u8>> {
    let mut values = Vec::new();
    tuple::deform(&old_heap.desc, tuple, old_heap.desc.attrs.len(), &mut values)?;
    for (attr, value) in new_heap.desc.attrs.iter().zip(&mut values) {
        if attr.dropped {
            *value = Datum::Null;
        }
    }
    Ok(tuple::form(&new_heap.desc, &values))
}

/// Toasts a formed tuple that needs it, keeping its header; `None` if it does not.
fn toast_raw(
    st: &mut Store,
    rel: &Relation,
    tuple: &[u8],
    options: ToastOptions,
) -> Result<Option<Vec<u8>>> {
    let needed = header::has_external(tuple) || tuple.len() > TOAST_TUPLE_THRESHOLD;
    if rel.kind == RelKind::Toast || !needed {
        return Ok(None);
    }
    let mut values = Vec::new();
    tuple::deform(&rel.desc, tuple, rel.desc.attrs.len(), &mut values)?;
    let toasted = rounds::insert_or_update(st, rel, &values, None, options)?;
    Ok(toasted.map(|values| {
        let mut formed = tuple::form(&rel.desc, &values);
        super::modify::keep_header(&mut formed, tuple);
        formed
    }))
}

/// Sorts rows by the index's columns and expressions. Rows with equal keys are left as the sort
/// leaves them if `order.sorts`, else they are put in the order of their places.
fn sort_rows(
    st: &mut Store,
    heap: &Relation,
    order: &Order,
    exprs: &mut dyn IndexExprs,
    rows: &mut Vec<(ItemPointer, Vec<u8>)>,
) -> Result<()> {
    let Some(info) = &order.index.index else { return Ok(()) };
    let has_exprs = info.keys.iter().any(|key| key.attno.0 == 0);
    let mut keyed = Vec::with_capacity(rows.len());
    for (tid, bytes) in rows.drain(..) {
        let mut computed = Vec::new().into_iter();
        if has_exprs {
            let mut row = Vec::new();
            tuple::deform(&heap.desc, &bytes, heap.desc.attrs.len(), &mut row)?;
            computed = exprs.evaluate(st, &order.index, &row)?.into_iter();
        }
        let mut keys = Vec::with_capacity(info.keys.len());
        for (key, column) in info.keys.iter().zip(&order.index.desc.attrs).take(info.nkey_atts) {
            let mut value = match key.attno.0 {
                0 => computed.next().unwrap_or(Datum::Null),
                _ => tuple::attribute(&heap.desc, &bytes, key.attno)?,
            };
            if !value.is_null() && column.len == -1 {
                value = crate::toaster::plain(st, &value)?;
            }
            keys.push(value);
        }
        keyed.push((keys, tid, bytes));
    }
    pg_qsort(&mut keyed, &mut |(a, at, _), (b, bt, _)| {
        for (key, (a, b)) in info.keys.iter().zip(a.iter().zip(b)) {
            let by_key = match (a.is_null(), b.is_null()) {
                (true, true) => Ordering::Equal,
                (true, false) if key.nulls_first => Ordering::Less,
                (true, false) => Ordering::Greater,
                (false, true) if key.nulls_first => Ordering::Greater,
                (false, true) => Ordering::Less,
                (false, false) => {
                    let up = types::compare(key.type_oid, key.collation, a, b);
                    if key.descending { up.reverse() } else { up }
                }
            };
            if by_key != Ordering::Equal {
                return Ok(by_key);
            }
        }
        Ok(if order.sorts { Ordering::Equal } else { at.cmp(bt) })
    })?;
    rows.extend(keyed.into_iter().map(|(_, tid, bytes)| (tid, bytes)));
    Ok(())
}

//! Index entries of a row (`execIndexing.c`, `FormIndexDatum`).

use super::IndexExprs;
use crate::btree::{
    self, BtScan, Direction, Inserted, ScanKey, ScanStrategy, ScanTest, UniqueCheck,
};
use crate::buffer::BufferTag;
use crate::datum::Datum;
use crate::err;
use crate::error::{PgError, Result, SqlState};
use crate::heap::{IndexFetch, IndexInfo, Relation};
use crate::ids::{AttrNumber, ForkNumber, ItemPointer, Oid};
use crate::page;
use crate::store::Store;
use crate::toaster::flatten;
use crate::tuple::header;
use crate::xact::Snapshot;
use std::rc::Rc;

/// What makes the relation an index; fails for other relations.
fn info_of(index: &Relation) -> Result<&IndexInfo> {
    match index.index.as_ref() {
        Some(info) => Ok(info),
        None => err!(WRONG_OBJECT_TYPE, "\"{}\" is not an index", index.name),
    }
}

/// The row's values for the index's columns (`FormIndexDatum`), without TOAST pointers.
pub(super) fn form_keys(
    st: &mut Store,
    index: &Relation,
    row: &[Datum],
    exprs: &mut dyn IndexExprs,
) -> Result<Vec<Datum>> {
    let info = info_of(index)?;
    let mut computed = if info.keys.iter().any(|k| k.attno.0 == 0) {
        exprs.evaluate(st, index, row)?.into_iter()
    } else {
        Vec::new().into_iter()
    };
    let mut keys = Vec::with_capacity(info.keys.len());
    for key in &info.keys {
        let value = if key.attno.0 > 0 {
            row.get(key.attno.0 as usize - 1).cloned()
        } else {
            computed.next()
        };
        match value {
            Some(value) => keys.push(value),
            None => return err!(INTERNAL_ERROR, "wrong number of index expressions"),
        }
    }
    flatten::index_keys(st, &index.desc, &mut keys)?;
    Ok(keys)
}

/// Makes the row's entry in every index (`ExecInsertIndexTuples`); `changed` are the columns an
/// UPDATE sets.
pub fn insert_index_entries(
    st: &mut Store,
    rel: &Rc<Relation>,
    values: &[Datum],
    tid: ItemPointer,
    changed: Option<&[AttrNumber]>,
    exprs: &mut dyn IndexExprs,
) -> Result<()> {
    for index in &rel.indexes {
        let info = info_of(index)?;
        if info.partial && !exprs.satisfies_predicate(st, index, values)? {
            continue;
        }
        let keys = form_keys(st, index, values, exprs)?;
        let check = if info.unique { UniqueCheck::Yes } else { UniqueCheck::No };
        let unchanged = changed.is_some_and(|c| unchanged_by_update(info, c));
        let heap = btree::heap_of(rel);
        match btree::insert(st, index, &heap, &keys, tid, check, unchanged)? {
            Inserted::Unique | Inserted::MaybeDuplicate => {}
            Inserted::Conflict(_) => {
                let text = exprs.describe(st, index, &keys)?;
                return Err(PgError::new(
                    SqlState::UNIQUE_VIOLATION,
                    format!("duplicate key value violates unique constraint \"{}\"", index.name),
                )
                .detail(format!("Key {text} already exists.")));
            }
        }
    }
    Ok(())
}

/// Whether an UPDATE of these columns leaves the index's key as it was
/// (`index_unchanged_by_update`): a full page then looks for old versions before it splits.
fn unchanged_by_update(info: &IndexInfo, changed: &[AttrNumber]) -> bool {
    let mut keys = info.keys.iter().take(info.nkey_atts);
    let key_changed = keys.any(|k| changed.contains(&k.attno));
    let expressions = info.keys.iter().any(|k| k.attno.0 == 0);
    let expression_changed = expressions && info.expr_attrs.iter().any(|a| changed.contains(a));
    !key_changed && !expression_changed
}

/// Searches the arbiter indexes for a row with the same key (`ExecCheckIndexConstraints`); all unique
/// ones if the list is empty.
pub fn check_constraints(
    st: &mut Store,
    rel: &Rc<Relation>,
    values: &[Datum],
    arbiters: &[Oid],
    exprs: &mut dyn IndexExprs,
) -> Result<Option<ItemPointer>> {
    for index in &rel.indexes {
        let info = info_of(index)?;
        if !info.unique || !(arbiters.is_empty() || arbiters.contains(&index.oid)) {
            continue;
        }
        if !info.immediate {
            return err!(
                OBJECT_NOT_IN_PREREQUISITE_STATE,
                "ON CONFLICT does not support deferrable unique constraints/exclusion constraints as arbiters"
            );
        }
        if info.partial && !exprs.satisfies_predicate(st, index, values)? {
            continue;
        }
        let keys = form_keys(st, index, values, exprs)?;
        if let Some(tid) = find_key(st, rel, index, info, &keys)? {
            return Ok(Some(tid));
        }
    }
    Ok(None)
}

/// The row with this key that is live or being inserted (`check_exclusion_or_unique_constraint`);
/// `None` if there is none.
fn find_key(
    st: &mut Store,
    rel: &Rc<Relation>,
    index: &Rc<Relation>,
    info: &IndexInfo,
    keys: &[Datum],
) -> Result<Option<ItemPointer>> {
    let keys = &keys[..info.nkey_atts.min(keys.len())];
    if !info.nulls_not_distinct && keys.iter().any(Datum::is_null) {
        return Ok(None);
    }
    let conditions = (1i16..)
        .zip(keys)
        .map(|(n, key)| ScanKey {
            attno: AttrNumber(n),
            test: match key {
                Datum::Null => ScanTest::IsNull,
                key => ScanTest::Compare(ScanStrategy::Equal, key.clone()),
            },
            arg_type: Oid::INVALID,
        })
        .collect();
    let mut scan = BtScan::begin(index, &Snapshot::Dirty, false);
    st.statistics.scan(index.oid);
    scan.rescan(st, conditions)?;
    let mut fetch = IndexFetch::new();
    let mut found = None;
    while let Some(tid) = scan.next(st, Direction::Forward)? {
        st.statistics.returned(index.oid, 1);
        let row = fetch.fetch(st, rel, tid, &Snapshot::Dirty)?;
        if let Some(tuple) = row.tuple {
            st.statistics.fetched(index.oid, 1);
            found = Some(tuple.tid);
            break;
        }
        if row.all_dead {
            scan.kill_prior();
        }
    }
    fetch.reset(st);
    scan.end(st)?;
    Ok(found)
}

/// Replaces the speculative token of an inserted row by its own ctid (`heap_finish_speculative`).
pub(super) fn finish_speculative(st: &mut Store, rel: &Relation, tid: ItemPointer) -> Result<()> {
    let tag = BufferTag { file: rel.file, fork: ForkNumber::Main, block: tid.block };
    let buffer = st.pool.read(tag)?;
    header::set_ctid(page::item_mut(st.pool.page_mut(buffer).bytes_mut(), tid.offset), tid);
    st.pool.mark_dirty(buffer);
    if rel.needs_wal() {
        crate::heap::log::confirm(st, buffer, tid.offset);
    }
    st.pool.release(buffer);
    Ok(())
}

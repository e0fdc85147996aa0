//! The catalog's rows on pages, as far as DDL writes them: what `pg_class` and its kin log.
//!
//! SQL reads the catalog from its entries ([`super::system`]). What the server does beside keeping them
//! is write rows: CREATE TABLE t (id int, v text) logs some ninety records, rows of `pg_type`, `pg_class`,
//! `pg_attribute`, `pg_depend`, `pg_index` and their entries in B-trees. Here the same code that keeps
//! users' rows writes them, into files that start as initdb leaves them ([`seed`]); pages fill, split and
//! are pruned as they are there.
//!
//! ```text
//! command ─> objects ─> insert, update, delete ─┬─> heap, btree ─> log      files apart (Store::turn)
//!                 which rows, in which order          └─> invalidation messages   in the commit record
//! ```
//!
//! | part | what |
//! |---|---|
//! | [`seed`] | the files as they are when the server starts |
//! | `relation` | the catalogs and their indexes as storage sees them |
//! | `nodes` | expressions as the catalog keeps them |
//! | `messages` | which caches a changed row concerns (`inval.c`, `catcache.c`) |
//! | `depend` | rows of `pg_depend` |
//! | [`objects`], [`dropping`] | the rows that make an object, and go with it |
//! | [`remaining_changes`] | what else a statement changed |
//! | `rows` | where the rows are |
//! | `shape` | rows as a release stores them |
//!
//! The place of a row is kept beside the entries, so that a rollback takes it back too. Buffers, statistics
//! and events of these files are not counted or shown.

mod depend;
pub mod dropping;
mod messages;
mod nodes;
pub mod objects;
mod relation;
pub mod remaining_changes;
pub(super) mod rows;
pub mod seed;
pub(crate) mod shape;

pub use rows::{Key, StoredRows};

use super::Catalog;
use std::rc::Rc;
use storage::btree::{self, BtScan, Direction, ScanKey, ScanStrategy, ScanTest, UniqueCheck};
use storage::clock;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result};
use storage::heap::{self, IndexFetch, InsertOptions, Relation, TupleState};
use storage::ids::{AttrNumber, CommandId, ItemPointer, Oid};
use storage::store::{Store, SystemFiles};
use storage::tuple;
use storage::xact::Snapshot;

/// The catalog's files, which are made when they are first needed.
fn system(st: &mut Store) -> &mut SystemFiles {
    let release = st.release;
    let made = || clock::aside(|| Box::new(SystemFiles::new(seed::files(release))));
    st.system.get_or_insert_with(made)
}

/// Runs `work` on the catalog's files.
fn on_files<T>(st: &mut Store, work: impl FnOnce(&mut Store) -> T) -> T {
    system(st);
    st.switch_files();
    let done = work(st);
    st.switch_files();
    done
}

/// The catalog with the store that its rows lie in.
pub struct CatalogStore<'a> {
    /// The pages.
    pub store: &'a mut Store,
    /// The entries.
    pub catalog: &'a mut Catalog,
}

/// The command id for a change of the catalog. The transaction's command ids are counted where DDL
/// runs ([`storage::xact::TransactionManager::catalog_changes`]). Here a command ends with
/// [`next_command`], so that rows changed together give one combo command id.
fn command_id(cat: &mut CatalogStore<'_>) -> CommandId {
    let now = cat.store.xact.current_command_id(false);
    system(cat.store).command_id(now)
}

/// A catalog as a relation of the storage crate.
fn relation_of(catalog: &Catalog, oid: Oid) -> Option<Rc<Relation>> {
    catalog.stored.relations.get(&oid).cloned()
}

/// The key of a catalog row.
fn key_of(catalog: Oid, row: &[Datum]) -> Key {
    let mut key = [0; 7];
    key[0] = catalog.0;
    for (k, column) in key[1..].iter_mut().zip(relation::key_columns(catalog)) {
        if let Some(Datum::Word(w)) = row.get(*column) {
            *k = *w as u32;
        }
    }
    key
}

/// Inserts rows into a catalog: one by one (`CatalogTupleInsert`), or with `together` as one
/// insertion (`CatalogTuplesMultiInsertWithInfo`).
fn insert(
    cat: &mut CatalogStore<'_>,
    catalog: Oid,
    rows: &[Vec<Datum>],
    together: bool,
) -> Result<()> {
    let Some(rel) = relation_of(cat.catalog, catalog).filter(|_| !rows.is_empty()) else {
        return Ok(());
    };
    let cid = command_id(cat);
    let stored: Vec<_> = rows.iter().map(|r| shape::stored(cat.catalog, &rel, r)).collect();
    let mut tuples: Vec<Vec<u8>> = stored.iter().map(|r| tuple::form(&rel.desc, r)).collect();
    let tids = on_files(cat.store, |st| {
        let options = InsertOptions::default();
        let tids = if together {
            heap::multi_insert(st, &rel, &mut tuples, cid, options, None)?
        } else {
            let mut tids = Vec::new();
            for t in &mut tuples {
                tids.push(heap::insert(st, &rel, t, cid, options, None)?);
            }
            tids
        };
        for (row, tid) in stored.iter().zip(&tids) {
            index(st, &rel, row, *tid)?;
        }
        Ok::<_, Box<PgError>>(tids)
    })?;
    for (row, tid) in rows.iter().zip(tids) {
        put(cat, key_of(catalog, row), tid);
        messages::changed(cat.store, catalog, row, None);
    }
    Ok(())
}

/// Notes the TID of a row.
fn put(cat: &mut CatalogStore<'_>, key: Key, tid: ItemPointer) {
    Rc::make_mut(&mut cat.catalog.stored.rows).insert(key, tid);
    if let Some(class) = cat.catalog.class(Oid(key[1])).filter(|_| key[0] == relation::CLASS.0) {
        class.state.class_row.set(Some(tid));
    }
}

/// Scans an index of a catalog for rows with these key values (`systable_beginscan`). Nothing is returned: the scan
/// is made for what it changes. It prunes pages with dead versions and kills their index entries, as of the
/// snapshot that is taken for it (`GetCatalogSnapshot`).
fn look_up(cat: &mut CatalogStore<'_>, catalog: Oid, index: usize, values: &[u32]) {
    let values: Vec<Datum> = values.iter().map(|v| Datum::i32(*v as i32)).collect();
    look_up_values(cat, catalog, index, &values);
}

/// [`look_up`] with keys of any type.
fn look_up_values(cat: &mut CatalogStore<'_>, catalog: Oid, index: usize, values: &[Datum]) {
    let Some(rel) = relation_of(cat.catalog, catalog) else { return };
    let Some(index) = rel.indexes.get(index).cloned() else { return };
    let keys = values.iter().zip(&index.desc.attrs).enumerate().map(|(i, (v, a))| {
        let attno = AttrNumber(i as i16 + 1);
        let test = ScanTest::Compare(ScanStrategy::Equal, relation::index_value(a, v));
        ScanKey { attno, test, arg_type: Oid::INVALID }
    });
    let keys: Vec<ScanKey> = keys.collect();
    let _ = cat.store.xact.snapshot();
    let _ = on_files(cat.store, |st| -> Result<()> {
        let mut scan = BtScan::begin(&index, &Snapshot::SelfSnapshot, false);
        scan.rescan(st, keys)?;
        let mut fetch = IndexFetch::new();
        while let Some(tid) = scan.next(st, Direction::Forward)? {
            if fetch.fetch(st, &rel, tid, &Snapshot::SelfSnapshot)?.all_dead {
                scan.kill_prior();
            }
        }
        fetch.reset(st);
        scan.end(st)
    });
}

/// [`look_up`] of one row by its key.
fn look_up_row(cat: &mut CatalogStore<'_>, key: &Key) {
    let (index, columns) = relation::key_index(Oid(key[0]));
    look_up(cat, Oid(key[0]), index, &key[1..=columns]);
}

/// [`look_up_values`] of one column by its name (`SearchSysCacheAttName`).
fn look_up_column(cat: &mut CatalogStore<'_>, attribute: &[Datum]) {
    look_up_values(cat, relation::ATTRIBUTE, 0, &attribute[..2]);
}

/// Makes a row's entries in the catalog's indexes (`CatalogIndexInsert`).
fn index(st: &mut Store, rel: &Relation, row: &[Datum], tid: ItemPointer) -> Result<()> {
    for index in &rel.indexes {
        let Some(info) = &index.index else { continue };
        let keys: Vec<Datum> = info
            .keys
            .iter()
            .zip(&index.desc.attrs)
            .map(|(k, a)| relation::index_value(a, &row[k.attno.0 as usize - 1]))
            .collect();
        let check = if info.unique { UniqueCheck::Yes } else { UniqueCheck::No };
        btree::insert(st, index, &btree::heap_of(rel), &keys, tid, check, false)?;
    }
    Ok(())
}

/// Fails if the row to change was already changed by this command (`simple_heap_update`,
/// `simple_heap_delete`).
fn seen(state: TupleState) -> Result<()> {
    match state {
        TupleState::Ok => Ok(()),
        _ => err!(INTERNAL_ERROR, "tuple already updated by self"),
    }
}

/// Replaces the row with the same key (`CatalogTupleUpdate`). Nothing happens to a row that initdb
/// wrote, which is not kept.
fn update(cat: &mut CatalogStore<'_>, catalog: Oid, row: &[Datum]) -> Result<()> {
    let Some(rel) = relation_of(cat.catalog, catalog) else { return Ok(()) };
    let key = key_of(catalog, row);
    let Some(old) = cat.catalog.stored.rows.get(&key).copied() else { return Ok(()) };
    let cid = command_id(cat);
    let stored = shape::stored(cat.catalog, &rel, row);
    let new = tuple::form(&rel.desc, &stored);
    let method = cat.store.default_toast_compression;
    let done = on_files(cat.store, |st| {
        let done = heap::update(st, &rel, old, new, cid, &mut |_, new, _| {
            Ok(relation::compressed(&rel.desc, &stored, method).unwrap_or(new))
        })?;
        seen(done.state)?;
        if !done.hot {
            index(st, &rel, &stored, done.tid)?;
        }
        Ok::<_, Box<PgError>>(done)
    })?;
    put(cat, key, done.tid);
    let before = shape::read(cat.catalog, &rel, &done.old)?;
    messages::changed(cat.store, catalog, &before, Some(row));
    Ok(())
}

/// Writes, changes or deletes the row of a comment (`CreateComments`); `there` says that there is a
/// comment now.
pub fn commented(cat: &mut CatalogStore<'_>, object: (Oid, i16), there: bool) {
    let (xid, cid) = (cat.store.xact.assign_xid(), command_id(cat));
    let described = Rc::make_mut(&mut cat.catalog.stored.described);
    let before = match there {
        true => described.insert(object, (xid, cid)),
        false => described.remove(&object),
    };
    if let Some((xmin, cmin)) = before {
        cat.store.xact.replaced(xmin, cmin, cid);
    }
}

/// Deletes a row (`CatalogTupleDelete`).
fn delete(cat: &mut CatalogStore<'_>, key: Key) -> Result<()> {
    let catalog = Oid(key[0]);
    let Some(rel) = relation_of(cat.catalog, catalog) else { return Ok(()) };
    let Some(tid) = Rc::make_mut(&mut cat.catalog.stored.rows).remove(&key) else { return Ok(()) };
    let cid = command_id(cat);
    let done = on_files(cat.store, |st| heap::delete(st, &rel, tid, cid))?;
    seen(done.state)?;
    let row = shape::read(cat.catalog, &rel, &done.old)?;
    messages::changed(cat.store, catalog, &row, None);
    Ok(())
}

/// The values of a row, read from its page.
fn current(cat: &mut CatalogStore<'_>, key: &Key) -> Option<Vec<Datum>> {
    let tid = cat.catalog.stored.rows.get(key).copied()?;
    let rel = relation_of(cat.catalog, Oid(key[0]))?;
    let row = on_files(cat.store, |st| heap::peek_row(st, &rel, tid))?;
    let mut out = Vec::new();
    tuple::deform(&rel.desc, &row.bytes, rel.desc.attrs.len(), &mut out).ok()?;
    for (value, a) in out.iter_mut().zip(&rel.desc.attrs) {
        if let Datum::Ref(v) = value
            && a.len == -1
            && let Ok(plain) = storage::toaster::plain(cat.store, &Datum::Ref(v.clone()))
        {
            *value = plain;
        }
    }
    Some(shape::of_first(cat.catalog, &rel, out))
}

/// The keys of a catalog's rows that begin with `prefix`.
fn keys(cat: &CatalogStore<'_>, catalog: Oid, prefix: &[u32]) -> Vec<Key> {
    let mut from = [0; 7];
    from[0] = catalog.0;
    from[1..=prefix.len()].copy_from_slice(prefix);
    let mut to = [u32::MAX; 7];
    to[..=prefix.len()].copy_from_slice(&from[..=prefix.len()]);
    cat.catalog.stored.rows.range(from..=to).map(|(k, _)| *k).collect()
}

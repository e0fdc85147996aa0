//! Large objects (`be-fsstubs.c`, `inv_api.c`): the other way to keep what does not fit a row.
//!
//! ```text
//! pg_largeobject_metadata   50000                      that there is such an object
//! pg_largeobject            50000   0   2048 bytes     a row for every LOBLKSIZE bytes,
//!                           50000   1   2048 bytes     found by (loid, pageno);
//!                           50000  48   1699 bytes     none for a hole, which reads as zeros
//! ```
//!
//! They are tables like others, but without TOAST: a full row is compressed in line where that helps.
//!
//! Simplified: there are none in other databases than the first; no descriptors (`lo_open`).

use super::{Args, ServerFunction, scalar};
use crate::backend::Backend;
use crate::catalog::{Catalog, POSTGRES_DATABASE, POSTGRES_ROLE, STORED};
use sql::host::HostSession;
use std::rc::Rc;
use storage::btree::{self, BtScan, Direction, ScanKey, ScanStrategy, ScanTest};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::heap::{IndexFetch, InsertOptions, Relation};
use storage::ids::{AttrNumber, ForkNumber, ItemPointer, Oid};
use storage::store::Store;
use storage::types::oid::{BYTEA, INT4, INT8, OID, VOID};
use storage::xact::Snapshot;
use storage::{table, tuple};

/// How many bytes of a large object one row holds (`LOBLKSIZE`).
const PAGE: usize = 2048;
/// `pg_largeobject` and its index on (loid, pageno).
const OBJECTS: (Oid, Oid) = (STORED[0], STORED[1]);
/// `pg_largeobject_metadata` and its index on oid.
const METADATA: (Oid, Oid) = (STORED[2], STORED[3]);

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("lo_create", &[OID], OID, |b, a| {
        refuse_read_only(b, "lo_create()")?;
        make(b, a[0].as_u32())
    })
    .volatile(),
    scalar("lo_creat", &[INT4], OID, |b, _| {
        refuse_read_only(b, "lo_creat()")?;
        make(b, 0)
    })
    .volatile(),
    scalar("lo_from_bytea", &[OID, BYTEA], OID, |b, a| {
        refuse_read_only(b, "lo_from_bytea()")?;
        let bytes = b.detoast(&a[1])?;
        let made = make(b, a[0].as_u32())?;
        write(b, &made, 0, &bytes)?;
        Ok(made)
    })
    .volatile(),
    scalar("lo_get", &[OID], BYTEA, |b, a| get(b, &a[0], 0, None)).volatile(),
    scalar("lo_get", &[OID, INT8, INT4], BYTEA, |b, a| {
        let Ok(length) = usize::try_from(a[2].as_i32()) else {
            return err!(INVALID_PARAMETER_VALUE, "requested length cannot be negative");
        };
        let from = offset(b, &a[0], a[1].as_i64())?;
        get(b, &a[0], from, Some(length))
    })
    .volatile(),
    scalar("lo_put", &[OID, INT8, BYTEA], VOID, |b, a| {
        refuse_read_only(b, "lo_put()")?;
        let from = offset(b, &a[0], a[1].as_i64())?;
        exists(b, &a[0])?;
        let bytes = b.detoast(&a[2])?;
        write(b, &a[0], from, &bytes)?;
        Ok(Datum::Word(0))
    })
    .volatile(),
    scalar("lo_unlink", &[OID], INT4, unlink).volatile(),
];

/// Refuses to write large objects in a read-only transaction (`PreventCommandIfReadOnly`); 15 does not.
fn refuse_read_only(b: &Backend<'_>, function: &str) -> Result<()> {
    if b.store.release.read_only_large_objects && b.settings.bool("transaction_read_only") {
        return Err(sql::exec::refused_read_only(function));
    }
    Ok(())
}

/// Makes the files of large objects as initdb leaves them.
pub(crate) fn initialize(store: &mut Store, catalog: &Catalog) -> Result<()> {
    for (heap, index) in [OBJECTS, METADATA] {
        if let (Some(heap), Some(index)) = (catalog.relation(heap), catalog.relation(index)) {
            store.pool.create_file(heap.file, ForkNumber::Main);
            btree::initialize(store, &index)?;
        }
    }
    Ok(())
}

/// A catalog of large objects, and its index.
fn open(b: &Backend<'_>, which: (Oid, Oid)) -> Result<(Rc<Relation>, Rc<Relation>)> {
    if b.cluster.databases.here != POSTGRES_DATABASE {
        return err!(FEATURE_NOT_SUPPORTED, "large objects in another database are not modelled");
    }
    match (b.catalog.relation(which.0), b.catalog.relation(which.1)) {
        (Some(heap), Some(index)) => Ok((heap, index)),
        _ => err!(INTERNAL_ERROR, "could not open relation with OID {}", which.0),
    }
}

/// A scan of a catalog by its index (`systable_beginscan_ordered`).
struct CatalogScan {
    heap: Rc<Relation>,
    scan: BtScan,
    fetch: IndexFetch,
    snapshot: Snapshot,
}

impl CatalogScan {
    /// Begins a scan of an object's rows as they are now, in this table and index, from page `from` on.
    fn begin(
        b: &mut Backend<'_>,
        which: (Oid, Oid),
        object: &Datum,
        from: Option<usize>,
    ) -> Result<CatalogScan> {
        let snapshot = b.store.xact.snapshot();
        CatalogScan::begin_as_of(b, which, object, from, snapshot)
    }

    /// Begins a scan of an object's rows as a snapshot sees them.
    fn begin_as_of(
        b: &mut Backend<'_>,
        which: (Oid, Oid),
        object: &Datum,
        from: Option<usize>,
        snapshot: Snapshot,
    ) -> Result<CatalogScan> {
        let (heap, index) = open(b, which)?;
        let key = |attno, strategy, arg| ScanKey {
            attno: AttrNumber(attno),
            test: ScanTest::Compare(strategy, arg),
            arg_type: Oid::INVALID,
        };
        let mut keys = vec![key(1, ScanStrategy::Equal, object.clone())];
        if let Some(page) = from {
            keys.push(key(2, ScanStrategy::GreaterEqual, Datum::i32(page as i32)));
        }
        let mut scan = BtScan::begin(&index, &snapshot, false);
        scan.rescan(b.store, keys)?;
        Ok(CatalogScan { heap, scan, fetch: IndexFetch::new(), snapshot })
    }

    /// The next row that the snapshot sees, with its place.
    fn next(
        &mut self,
        b: &mut Backend<'_>,
        direction: Direction,
    ) -> Result<Option<(ItemPointer, Vec<Datum>)>> {
        while let Some(tid) = self.scan.next(b.store, direction)? {
            let found = self.fetch.fetch(b.store, &self.heap, tid, &self.snapshot)?;
            if found.all_dead {
                self.scan.kill_prior();
            }
            if let Some(row) = found.tuple {
                let mut values = Vec::new();
                tuple::deform(
                    &self.heap.desc,
                    &row.bytes,
                    self.heap.desc.attrs.len(),
                    &mut values,
                )?;
                return Ok(Some((row.tid, values)));
            }
        }
        Ok(None)
    }

    /// The next row of `pg_largeobject`: its TID, its page number and its bytes (`getdatafield`).
    fn next_page(
        &mut self,
        b: &mut Backend<'_>,
        direction: Direction,
    ) -> Result<Option<(ItemPointer, usize, Vec<u8>)>> {
        let Some((tid, row)) = self.next(b, direction)? else { return Ok(None) };
        let bytes = b.detoast(&row[2])?.to_vec();
        Ok(Some((tid, row[1].as_i32().max(0) as usize, bytes)))
    }

    /// Ends the scan and releases its pins.
    fn end(mut self, b: &mut Backend<'_>) -> Result<()> {
        self.fetch.reset(b.store);
        self.scan.end(b.store)
    }
}

/// Inserts a row into a catalog of large objects.
fn insert(b: &mut Backend<'_>, rel: &Rc<Relation>, values: &[Datum]) -> Result<()> {
    let cid = b.store.xact.current_command_id(true);
    b.store.xact.assign_xid();
    let (st, mut exprs) = b.index_exprs();
    let options = InsertOptions::default();
    table::insert(st, rel, values, None, cid, &mut exprs, options, None).map(drop)
}

/// Fails if there is no such large object now (`LargeObjectExists`).
fn exists(b: &mut Backend<'_>, object: &Datum) -> Result<()> {
    let now = b.store.xact.snapshot();
    exists_as_of(b, object, now)
}

/// Fails if a snapshot sees no such large object (`LargeObjectExistsWithSnapshot`).
fn exists_as_of(b: &mut Backend<'_>, object: &Datum, snapshot: Snapshot) -> Result<()> {
    let mut rows = CatalogScan::begin_as_of(b, METADATA, object, None, snapshot)?;
    let found = rows.next(b, Direction::Forward)?;
    rows.end(b)?;
    match found {
        Some(_) => Ok(()),
        None => err!(UNDEFINED_OBJECT, "large object {} does not exist", object.as_u32()),
    }
}

/// Creates a large object (`inv_create`); 0 asks for a new OID.
fn make(b: &mut Backend<'_>, wanted: u32) -> Result<Datum> {
    let mut oid = Datum::u32(wanted);
    while oid.as_u32() == 0 {
        let new = Datum::u32(b.store.oids.next().0);
        if exists(b, &new).is_err() {
            oid = new;
        }
    }
    let (metadata, _) = open(b, METADATA)?;
    insert(b, &metadata, &[oid.clone(), Datum::u32(POSTGRES_ROLE.0), Datum::Null])?;
    b.store.xact.command_counter_increment()?;
    Ok(oid)
}

/// Returns how long a large object is for a snapshot, in bytes (`inv_getsize`).
fn size(b: &mut Backend<'_>, object: &Datum, snapshot: Snapshot) -> Result<usize> {
    let mut rows = CatalogScan::begin_as_of(b, OBJECTS, object, None, snapshot)?;
    let last = rows.next_page(b, Direction::Backward)?;
    rows.end(b)?;
    Ok(last.map_or(0, |(_, page, bytes)| page * PAGE + bytes.len()))
}

/// Returns an offset into a large object; one before its start fails, once it is known that the object exists
/// (`inv_seek`).
fn offset(b: &mut Backend<'_>, object: &Datum, from: i64) -> Result<usize> {
    if let Ok(from) = usize::try_from(from) {
        return Ok(from);
    }
    exists(b, object)?;
    err!(INVALID_PARAMETER_VALUE, "invalid large object seek target: {from}")
}

/// Returns the bytes of a large object from `from` on, all or `length` of them
/// (`lo_get_fragment_internal`, `inv_read`); holes are zeros. They are what the query around it sees, before what the query
/// itself writes.
fn get(b: &mut Backend<'_>, object: &Datum, from: usize, length: Option<usize>) -> Result<Datum> {
    let snapshot = b.store.xact.query_snapshot();
    exists_as_of(b, object, snapshot)?;
    let rest = size(b, object, snapshot)?.saturating_sub(from);
    let length = length.map_or(rest, |n| n.min(rest));
    b.process.check_alloc(b.store, length)?;
    let mut out = vec![0; length];
    if length > 0 {
        let from_page = Some(from / PAGE);
        let mut rows = CatalogScan::begin_as_of(b, OBJECTS, object, from_page, snapshot)?;
        while let Some((_, page, bytes)) = rows.next_page(b, Direction::Forward)? {
            // Where the row's bytes lie in what is asked for.
            let start = page * PAGE;
            let skipped = from.saturating_sub(start).min(bytes.len());
            let at = (start + skipped).saturating_sub(from);
            let end = (at + bytes.len() - skipped).min(length);
            if at < end {
                out[at..end].copy_from_slice(&bytes[skipped..skipped + end - at]);
            }
            if start + PAGE >= from + length {
                break;
            }
        }
        rows.end(b)?;
    }
    Ok(Datum::varlena(&out))
}

/// Replaces existing rows and adds others (`inv_write`); a hole gets no rows.
fn write(b: &mut Backend<'_>, object: &Datum, offset: usize, bytes: &[u8]) -> Result<()> {
    let (rel, _) = open(b, OBJECTS)?;
    let mut rows = CatalogScan::begin(b, OBJECTS, object, Some(offset / PAGE))?;
    let mut old = None;
    let mut wants_row = true;
    let mut written = 0;
    while written < bytes.len() {
        if wants_row {
            old = rows.next_page(b, Direction::Forward)?;
            wants_row = false;
        }
        let (page, at) = ((offset + written) / PAGE, (offset + written) % PAGE);
        let n = (PAGE - at).min(bytes.len() - written);
        let there = old.take_if(|(_, number, _)| *number == page);
        let (tid, mut data) = there.map_or((None, Vec::new()), |(tid, _, data)| (Some(tid), data));
        if data.len() < at + n {
            data.resize(at + n, 0);
        }
        data[at..at + n].copy_from_slice(&bytes[written..written + n]);
        let values = [object.clone(), Datum::i32(page as i32), Datum::varlena(&data)];
        match tid {
            Some(tid) => {
                wants_row = true;
                let cid = b.store.xact.current_command_id(true);
                let (st, mut exprs) = b.index_exprs();
                table::update(st, &rel, tid, &values, &[AttrNumber(3)], cid, &mut exprs)?;
            }
            None => insert(b, &rel, &values)?,
        }
        written += n;
    }
    rows.end(b)?;
    b.store.xact.command_counter_increment()
}

/// Deletes a large object with its data, and returns 1 (`inv_drop`).
fn unlink(b: &mut Backend<'_>, a: &Args<'_>) -> Result<Datum> {
    refuse_read_only(b, "lo_unlink()")?;
    exists(b, &a[0])?;
    for which in [METADATA, OBJECTS] {
        let mut rows = CatalogScan::begin(b, which, &a[0], None)?;
        while let Some((tid, _)) = rows.next(b, Direction::Forward)? {
            let cid = b.store.xact.current_command_id(true);
            table::delete(b.store, &rows.heap, tid, cid)?;
        }
        rows.end(b)?;
    }
    b.store.xact.command_counter_increment()?;
    Ok(Datum::i32(1))
}

//! Large objects (`be-fsstubs.c`, `inv_api.c`): the other way to keep what does not fit a row.
//!
//! `pg_largeobject` has a row for every 2048 bytes (`LOBLKSIZE`); a full one is compressed in line
//! where that helps, since the table has no TOAST table.
//!
//! Simplified: an object is kept whole, its rows are made when they are read; holes read as zeros
//! and have rows too; descriptors (`lo_open`) are not there.

use super::{Args, ServerFunction, scalar};
use crate::backend::Backend;
use sql::exec::HostSession;
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid::{BYTEA, INT4, INT8, OID, VOID};

/// `LOBLKSIZE`
const PAGE: usize = 2048;

/// The functions of this room.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("lo_create", &[OID], OID, |c, a| make(c, a[0].as_u32(), &[])).volatile(),
    scalar("lo_creat", &[INT4], OID, |c, _| make(c, 0, &[])).volatile(),
    scalar("lo_from_bytea", &[OID, BYTEA], OID, |c, a| {
        let bytes = c.detoast(&a[1])?;
        make(c, a[0].as_u32(), &bytes)
    })
    .volatile(),
    scalar("lo_get", &[OID], BYTEA, |c, a| Ok(Datum::varlena(&whole(c, &a[0])?))).volatile(),
    scalar("lo_get", &[OID, INT8, INT4], BYTEA, |c, a| {
        let all = whole(c, &a[0])?;
        if a[2].as_i32() < 0 {
            return err!(INVALID_PARAMETER_VALUE, "requested length cannot be negative");
        }
        let from = (a[1].as_i64().max(0) as usize).min(all.len());
        let to = from.saturating_add(a[2].as_i32() as usize).min(all.len());
        Ok(Datum::varlena(&all[from..to]))
    })
    .volatile(),
    scalar("lo_put", &[OID, INT8, BYTEA], VOID, put).volatile(),
    scalar("lo_unlink", &[OID], INT4, unlink).volatile(),
];

fn make(b: &mut Backend<'_>, wanted: u32, bytes: &[u8]) -> Result<Datum> {
    let _ = b.store.xact.current_xid();
    let oid = if wanted == 0 {
        b.store.oids.next_unless(|o| b.process.catalog.large_objects.contains_key(&o))
    } else {
        Oid(wanted)
    };
    if b.catalog.large_objects.contains_key(&oid) {
        return err!(DUPLICATE_OBJECT, "large object {oid} already exists");
    }
    std::rc::Rc::make_mut(&mut b.catalog.large_objects).insert(oid, Bytes::from(bytes.to_vec()));
    Ok(Datum::u32(oid.0))
}

fn whole(b: &mut Backend<'_>, d: &Datum) -> Result<Bytes> {
    let oid = Oid(d.as_u32());
    match b.catalog.large_objects.get(&oid) {
        Some(bytes) => Ok(bytes.clone()),
        None => err!(UNDEFINED_OBJECT, "large object {oid} does not exist"),
    }
}

fn put(b: &mut Backend<'_>, a: &Args<'_>) -> Result<Datum> {
    let mut all = whole(b, &a[0])?.to_vec();
    let new = b.detoast(&a[2])?;
    let from = a[1].as_i64().max(0) as usize;
    b.process.check_alloc(b.store, from + new.len())?;
    if all.len() < from + new.len() {
        all.resize(from + new.len(), 0);
    }
    all[from..from + new.len()].copy_from_slice(&new);
    let _ = b.store.xact.current_xid();
    std::rc::Rc::make_mut(&mut b.catalog.large_objects)
        .insert(Oid(a[0].as_u32()), Bytes::from(all));
    Ok(Datum::Word(0))
}

fn unlink(b: &mut Backend<'_>, a: &Args<'_>) -> Result<Datum> {
    whole(b, &a[0])?;
    let _ = b.store.xact.current_xid();
    std::rc::Rc::make_mut(&mut b.catalog.large_objects).remove(&Oid(a[0].as_u32()));
    Ok(Datum::i32(1))
}

/// The rows of `pg_largeobject`.
pub(crate) fn rows(b: &Backend<'_>) -> Vec<Vec<Datum>> {
    let mut rows = Vec::new();
    for (oid, bytes) in b.catalog.large_objects.iter() {
        for (n, page) in bytes.chunks(PAGE).enumerate() {
            let plain = Datum::varlena(page);
            let stored = if page.len() > 1984 {
                let pglz = storage::tuple::Compression::Pglz;
                storage::toaster::default::compress_datum(&plain, pglz).unwrap_or(plain)
            } else {
                let short = storage::varlena::make_short(plain.bytes());
                short.map_or(plain, |s| Datum::Ref(s.into()))
            };
            rows.push(vec![Datum::u32(oid.0), Datum::i32(n as i32), stored]);
        }
    }
    rows
}

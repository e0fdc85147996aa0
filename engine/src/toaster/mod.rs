//! Values too big for a page: the [`Toaster`] API and who implements it.
//!
//! A row longer than [`TOAST_TUPLE_THRESHOLD`] bytes goes through four rounds
//! ([`rounds::insert_or_update`]) that compress its longest columns and move them out. *How* a
//! value is moved out, fetched and deleted is the column's toaster's business:
//!
//! ```text
//!  row    | id | ... | 01 12  e4 fd 03 00  e0 fd 03 00  05 40 00 00  03 40 00 00 |
//!                      |  |   rawsize      extsize      value id     TOAST relation
//!                      |  VARTAG_ONDISK (18): the default toaster
//!                      an external datum
//!  TOAST  (16389, 0, 1996 bytes) (16389, 1, 1996 bytes) (16389, 2, 1996 bytes) ...
//! ```
//!
//! Released PostgreSQL has one toaster, here [`default::DefaultToaster`]. The trait follows the
//! pluggable TOAST proposal (`tsrapi.h` of the Postgres Pro branch: `init`, `toast`, `update_toast`,
//! `copy_toast`, `detoast`, `deltoast`, `get_vtable`, `toastervalidate`), so that toasters for a
//! data type can join the registry.

pub mod default;
pub mod flatten;
pub mod rounds;

use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::heap::Relation;
use crate::ids::{AttrNumber, Oid};
use crate::store::Store;
use crate::tuple::{Compression, Storage};
use crate::varlena;
use std::any::Any;
use std::rc::Rc;

pub use default::DefaultToaster;
pub use default::layout::{
    TOAST_INDEX_TARGET, TOAST_MAX_CHUNK_SIZE, TOAST_TUPLE_TARGET, TOAST_TUPLE_THRESHOLD,
};

/// A column and what it may do, as a toaster is asked about it.
#[derive(Clone, Copy, Debug)]
pub struct ColumnSpec {
    /// Its type.
    pub type_oid: Oid,
    /// Its strategy.
    pub storage: Storage,
    /// Its compression method, if set.
    pub compression: Option<Compression>,
}

/// How the rows a toaster writes are inserted, and on whose behalf.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToastOptions {
    /// For `heap::insert` of the chunks.
    pub insert: crate::heap::InsertOptions,
    /// The TOAST relation whose OID pointers carry instead of the written one's, and whose value
    /// ids are kept (`rd_toastoid`): set while a table is rewritten.
    pub rewritten_toast: Option<Oid>,
}

/// Stores, fetches and deletes the big values of a column.
pub trait Toaster {
    /// `pg_toaster.tsrname`.
    fn name(&self) -> &'static str;
    /// Whether it takes such a column (`toastervalidate`).
    fn validate(&self, column: &ColumnSpec) -> bool;
    /// Moves a value (in memory: plain, short or compressed) out; the result is the pointer the
    /// row keeps. `old` is the external datum the value was fetched from, if it was.
    fn toast(
        &self,
        st: &mut Store,
        rel: &Relation,
        attribute: AttrNumber,
        value: &Datum,
        old: Option<&Datum>,
        options: ToastOptions,
    ) -> Result<Datum>;
    /// Turns an UPDATE of an external value into the new pointer; `None` when the toaster has no
    /// shortcut and the value is to be stored anew.
    fn update(
        &self,
        _st: &mut Store,
        _rel: &Relation,
        _attribute: AttrNumber,
        _new: &Datum,
        _old: &Datum,
        _options: ToastOptions,
    ) -> Result<Option<Datum>> {
        Ok(None)
    }
    /// A pointer of another relation (or version) as a value of this one: fetched, still
    /// compressed, for [`Toaster::toast`] to store (`copy_toast`).
    fn copy(&self, st: &mut Store, value: &Datum) -> Result<Datum>;
    /// The payload behind a pointer.
    fn detoast(&self, st: &mut Store, value: &Datum) -> Result<Bytes>;
    /// `length` bytes of the payload from `offset`, to the end when negative.
    fn detoast_slice(
        &self,
        st: &mut Store,
        value: &Datum,
        offset: usize,
        length: i64,
    ) -> Result<Bytes>;
    /// Deletes what the pointer points to.
    fn delete(&self, st: &mut Store, value: &Datum, speculative: bool) -> Result<()>;
    /// Operations of the type this toaster does without fetching all (`get_vtable`), for whoever
    /// knows what to look for.
    fn operations(&self) -> Option<Rc<dyn Any>> {
        None
    }
}

/// OID of the default toaster (`DEFAULT_TOASTER_OID` of the proposal).
pub const DEFAULT_TOASTER_OID: Oid = Oid(9864);

/// The toasters by the OID a column names.
pub fn by_oid(oid: Oid) -> Option<&'static dyn Toaster> {
    match oid {
        DEFAULT_TOASTER_OID => Some(&DefaultToaster),
        _ => None,
    }
}

/// The toaster that stores a column's values.
pub fn of_column(_rel: &Relation, _attribute: AttrNumber) -> &'static dyn Toaster {
    &DefaultToaster
}

/// The toaster that wrote an external datum.
pub fn of_pointer(value: &[u8]) -> Result<&'static dyn Toaster> {
    if varlena::is_external_on_disk(value) {
        return Ok(&DefaultToaster);
    }
    err!(INTERNAL_ERROR, "unrecognized TOAST vartag {}", value.get(1).copied().unwrap_or(0))
}

/// The payload of a varlena in whatever form it is stored (`detoast_attr`). Plain and short values
/// share their bytes.
pub fn detoast(st: &mut Store, value: &Datum) -> Result<Bytes> {
    let bytes = value.bytes();
    if varlena::is_external(bytes) {
        return of_pointer(bytes)?.detoast(st, value);
    }
    if varlena::is_compressed(bytes) {
        return default::decompress(bytes);
    }
    let header = varlena::size_any(bytes) - varlena::payload(bytes).len();
    Ok(bytes.slice(header, varlena::size_any(bytes)))
}

/// `length` bytes of a varlena's payload from `offset`, to the end when `length` is negative
/// (`detoast_attr_slice`). Past the end it is shorter or empty.
pub fn detoast_slice(st: &mut Store, value: &Datum, offset: usize, length: i64) -> Result<Bytes> {
    let bytes = value.bytes();
    if varlena::is_external(bytes) {
        return of_pointer(bytes)?.detoast_slice(st, value, offset, length);
    }
    let whole = if varlena::is_compressed(bytes) {
        default::decompress_for_slice(bytes, offset, length)?
    } else {
        detoast(st, value)?
    };
    Ok(cut(&whole, offset, length))
}

/// The value without an external pointer, possibly still compressed (`detoast_external_attr`).
pub fn detoast_external(st: &mut Store, value: &Datum) -> Result<Datum> {
    if varlena::is_external(value.bytes()) {
        return of_pointer(value.bytes())?.copy(st, value);
    }
    Ok(value.clone())
}

/// The value as a plain varlena, whatever it was; plain ones are shared.
pub fn plain(st: &mut Store, value: &Datum) -> Result<Datum> {
    if varlena::is_4b_plain(value.bytes()) {
        return Ok(value.clone());
    }
    let payload = detoast(st, value)?;
    Ok(Datum::varlena(&payload))
}

/// The size of the whole value with a 4-byte header (`toast_raw_datum_size`).
pub fn raw_size(value: &Datum) -> usize {
    let bytes = value.bytes();
    if varlena::is_external(bytes) {
        varlena::ToastPointer::decode(bytes).map_or(0, |p| p.rawsize as usize)
    } else if varlena::is_compressed(bytes) {
        varlena::compressed_header(bytes).map_or(0, |(raw, _)| raw) + 4
    } else {
        varlena::payload(bytes).len() + 4
    }
}

/// The bytes the value takes where it is stored, without the pointer to it
/// (`toast_datum_size`, what `pg_column_size` prints).
pub fn stored_size(value: &Datum) -> usize {
    let bytes = value.bytes();
    if varlena::is_external(bytes) {
        varlena::ToastPointer::decode(bytes).map_or(0, |p| p.extsize())
    } else {
        varlena::size_any(bytes)
    }
}

/// A part of a payload, as far as it is there.
fn cut(payload: &Bytes, offset: usize, length: i64) -> Bytes {
    let from = offset.min(payload.len());
    let to = if length < 0 {
        payload.len()
    } else {
        from.saturating_add(length as usize).min(payload.len())
    };
    payload.slice(from, to)
}

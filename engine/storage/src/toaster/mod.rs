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
//! pluggable TOAST proposal (`toasterapi.h` of the Postgres Pro branch `jsonb_toaster`: `init`,
//! `toast`, `update_toast`, `copy_toast`, `detoast`, `deltoast`, `get_vtable`, `toastervalidate`), so
//! that toasters for a data type can join the [`Registry`]. Theirs are [`bytea`] and [`jsonb`];
//! `docs/toasters.md` shows how to write one. What they leave in a row is a custom pointer, which
//! names its toaster, so a column may hold values of several:
//!
//! ```text
//!  01 04 | size of payload | raw size | toaster | payload      crate::varlena::CustomPointer
//! ```

pub mod bytea;
mod capabilities;
pub mod default;
pub mod flatten;
pub mod jsonb;
mod parts;
mod registry;
pub mod rounds;
mod settings;
pub mod tapas;
pub mod versioned;

use crate::bytes::Bytes;
use crate::clock::{self, Kind};
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::event::PointerPart;
use crate::heap::Relation;
use crate::ids::{AttrNumber, Oid};
use crate::store::Store;
use crate::tuple::{Attribute, Compression, Storage};
use crate::types::jsonb::{Container, JsonbEdit, LookupResult, PathStep, lay_out};
use crate::types::oid::{BYTEA, JSONB};
use crate::varlena;

pub use capabilities::Capabilities;
pub use default::DefaultToaster;
pub use default::layout::{
    TOAST_INDEX_TARGET, TOAST_MAX_CHUNK_SIZE, TOAST_TUPLE_TARGET, TOAST_TUPLE_THRESHOLD,
};
pub use parts::{links, parts};
pub use registry::Registry;
pub use settings::{JsonbStrategies, ToastSettings};

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

/// Where a value goes.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The table.
    pub rel: &'a Relation,
    /// The column.
    pub attribute: AttrNumber,
    /// The OID that pointers to the value are to name.
    pub toaster: Oid,
    /// Bytes the row has for the value, so that it keeps within its limit; 0 when it has none.
    pub room: usize,
    /// What the value was before round 1 compressed it, so that nobody has to decompress it.
    pub plain: Option<&'a Datum>,
    /// How chunks are inserted.
    pub options: ToastOptions,
}

impl Target<'_> {
    /// The column's definition.
    pub fn column(&self) -> &Attribute {
        self.rel.desc.attr(self.attribute)
    }
    /// The compression method of the column.
    pub fn compression(&self, st: &Store) -> Compression {
        self.column().compression.unwrap_or(st.default_toast_compression)
    }
    /// Whether chunks of this pointer are in the table's own TOAST relation.
    pub fn owns(&self, pointer: &varlena::ToastPointer) -> bool {
        self.rel.toast.as_ref().is_some_and(|t| t.oid == pointer.toast_rel)
    }
}

/// Stores, fetches and deletes the big values of a column.
///
/// Only `validate` to `detoast` must be there; the rest has a default that is right, if slow.
pub trait Toaster: std::fmt::Debug {
    /// The usual name of this toaster in `pg_toaster`.
    fn name(&self) -> &'static str;
    /// Which columns the toaster can store, as a sentence for an error message.
    fn requirement(&self) -> &'static str {
        "It takes every column whose type can be toasted."
    }
    /// Whether the toaster can store this column (`toastervalidate`).
    fn validate(&self, _column: &ColumnSpec) -> bool {
        true
    }
    /// Called when a column gets the toaster, after its TOAST relation was created (`init`).
    fn init(&self, _st: &mut Store, _rel: &Relation, _attribute: AttrNumber) -> Result<()> {
        Ok(())
    }
    /// Called before round 1 compresses a value. Returns what the row keeps; `None` if the value is
    /// to be compressed as a whole, as PostgreSQL does.
    fn toast_first(
        &self,
        _st: &mut Store,
        _to: &Target<'_>,
        _value: &Datum,
    ) -> Result<Option<Datum>> {
        Ok(None)
    }
    /// Moves a value out of its row, and returns what the row keeps. The value is plain, short or
    /// compressed, or a pointer returned by [`Toaster::update`] for which the row has no room.
    /// `old` is the external datum that the value was fetched from, if it was.
    fn toast(
        &self,
        st: &mut Store,
        to: &Target<'_>,
        value: &Datum,
        old: Option<&Datum>,
    ) -> Result<Datum>;
    /// Called when an UPDATE replaces an external value. Returns the new pointer, and deletes what
    /// only the old one used; `None` if the value is to be stored anew.
    fn update(
        &self,
        _st: &mut Store,
        _to: &Target<'_>,
        _new: &Datum,
        _old: &Datum,
    ) -> Result<Option<Datum>> {
        Ok(None)
    }
    /// The value of a pointer that belongs to another row, relation or version, for
    /// [`Toaster::toast`] to store: fetched, possibly still compressed (`copy_toast`).
    fn copy(&self, st: &mut Store, value: &Datum) -> Result<Datum> {
        Ok(Datum::varlena(&self.detoast(st, value)?))
    }
    /// The payload that a pointer leads to.
    fn detoast(&self, st: &mut Store, value: &Datum) -> Result<Bytes>;
    /// Returns `length` bytes of the payload from `offset`, or to the end if `length` is negative.
    fn detoast_slice(
        &self,
        st: &mut Store,
        value: &Datum,
        offset: usize,
        length: i64,
    ) -> Result<Bytes> {
        Ok(cut(&self.detoast(st, value)?, offset, length))
    }
    /// Deletes the stored value of a pointer. `speculative`: the row was a speculative insertion
    /// that is taken back.
    fn delete(&self, st: &mut Store, value: &Datum, speculative: bool) -> Result<()>;
    /// The bytes the value takes where it is stored (`pg_column_size`).
    fn stored_size(&self, value: &[u8]) -> usize {
        varlena::size_any(value)
    }
    /// The values in chunks that a pointer owns, for display; their sizes are the bytes in chunks.
    fn pointers(&self, _value: &[u8]) -> Vec<varlena::ToastPointer> {
        Vec::new()
    }
    /// The parts of a payload, for display: each byte is in one part.
    fn parts(&self, payload: &[u8]) -> Vec<PointerPart> {
        parts::whole(payload)
    }
    /// The operations of its type that the toaster does without fetching the whole value
    /// (`get_vtable`).
    fn operations(&self) -> Operations {
        Operations::default()
    }
}

/// What a toaster can do beside storing and fetching (`ByteaToastRoutine`, `JsonToastRoutine`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Operations {
    /// Appends to a bytea, as `||` does.
    pub append: Option<Append>,
    /// Parts of documents.
    pub jsonb: Option<JsonbOperations>,
}

/// What a toaster for jsonb can do with a stored document without fetching all of it.
#[derive(Clone, Copy, Debug)]
pub struct JsonbOperations {
    /// Where a path of at least one step leads: a key's value, an array's element.
    pub get: fn(&mut Store, &Datum, &[PathStep]) -> Result<LookupResult>,
    /// The document with a change, as a pointer in memory; `None` when it cannot.
    pub edit: fn(&mut Store, &Datum, &JsonbEdit<'_>) -> Result<Option<Datum>>,
}

/// A stored value with bytes after it, as a new pointer.
pub type Append = fn(&mut Store, &Datum, &[u8]) -> Result<Datum>;

/// OID of the default toaster (`DEFAULT_TOASTER_OID` of the proposal).
pub const DEFAULT_TOASTER_OID: Oid = Oid(9864);

/// The pseudo-type that handlers return (`TOASTER_HANDLEROID` of the proposal).
pub const TOASTER_HANDLER: Oid = Oid(8888);

/// Stands for STORAGE TAPAS of the server of 2021: what moves out leaves a part inline.
pub const TAPAS_OID: Oid = Oid(9867);

/// The toaster that stores a column's values, and the OID that its pointers contain.
pub fn of_column(st: &Store, column: &Attribute) -> Result<(Oid, &'static dyn Toaster)> {
    if column.toaster.is_valid() {
        return Ok((column.toaster, st.toasters.by_oid(column.toaster)?));
    }
    if st.toasters.settings.capabilities.appendable_bytea
        && column.type_oid == BYTEA
        && column.storage == Storage::External
    {
        return Ok((Oid::INVALID, &bytea::ByteaToaster));
    }
    if st.toasters.settings.capabilities.tapas_pointers {
        return Ok((Oid::INVALID, &tapas::TapasStore));
    }
    Ok((DEFAULT_TOASTER_OID, &DefaultToaster))
}

/// The toaster that wrote an external datum.
pub fn of_pointer(st: &Store, value: &[u8]) -> Result<&'static dyn Toaster> {
    if varlena::is_external_on_disk(value) {
        return Ok(&DefaultToaster);
    }
    if let Some(pointer) = varlena::CustomPointer::decode(value) {
        return st.toasters.by_oid(pointer.toaster);
    }
    // What may be appended to is plain.
    if tapas::HeadPointer::decode(value)
        .is_some_and(|p| !p.head.is_empty() || p.pointer.is_compressed())
    {
        return Ok(&tapas::TapasStore);
    }
    if varlena::is_custom(value) {
        return Ok(&bytea::ByteaToaster);
    }
    err!(INTERNAL_ERROR, "unrecognized TOAST vartag {}", value.get(1).copied().unwrap_or(0))
}

/// The TOAST pointers inside an external datum.
pub fn pointers(st: &Store, value: &[u8]) -> Vec<varlena::ToastPointer> {
    match varlena::ToastPointer::decode(value) {
        Some(pointer) => vec![pointer],
        None => of_pointer(st, value).map_or(Vec::new(), |toaster| toaster.pointers(value)),
    }
}

/// Appends to a value by the toaster that wrote it; `None` if that toaster cannot.
pub fn append(st: &mut Store, value: &Datum, tail: &[u8]) -> Result<Option<Datum>> {
    if !varlena::is_custom(value.bytes()) {
        return Ok(None);
    }
    match of_pointer(st, value.bytes())?.operations().append {
        Some(append) => append(st, value, tail).map(Some),
        None => Ok(None),
    }
}

/// Looks a path up in a stored document; its toaster reads only what it needs.
pub fn jsonb_get(st: &mut Store, value: &Datum, path: &[PathStep]) -> Result<LookupResult> {
    if !varlena::is_external(value.bytes()) {
        return Ok(LookupResult::NoShortcut);
    }
    // The servers with jsonb toasters read the default one's chunks as lazily.
    let of_2021 = tapas::HeadPointer::decode(value.bytes()).is_some();
    let toaster = match varlena::is_external_on_disk(value.bytes()) || of_2021 {
        true => &jsonb::JsonbToaster,
        false => of_pointer(st, value.bytes())?,
    };
    match toaster.operations().jsonb {
        Some(operations) => (operations.get)(st, value, path),
        None => Ok(LookupResult::NoShortcut),
    }
}

/// The header word of a stored document's root; its toaster reads only what it needs.
pub fn jsonb_head(st: &mut Store, value: &Datum) -> Result<Option<u32>> {
    match varlena::is_external(value.bytes()) {
        true => jsonb::head(st, value),
        false => Ok(None),
    }
}

/// Changes a stored document by the toaster that wrote it; `None` if that toaster cannot.
pub fn jsonb_edit(st: &mut Store, value: &Datum, edit: &JsonbEdit<'_>) -> Result<Option<Datum>> {
    if !varlena::is_custom(value.bytes()) {
        return Ok(None);
    }
    match of_pointer(st, value.bytes())?.operations().jsonb {
        Some(operations) => (operations.edit)(st, value, edit),
        None => Ok(None),
    }
}

/// A row's values in the form that their columns' toasters keep in memory: the documents of
/// `jsonb_toaster`, and all documents on the prototype servers, have their values sorted by length.
pub fn lay_out_row<'a>(
    st: &Store,
    rel: &Relation,
    values: &'a [Datum],
) -> Result<std::borrow::Cow<'a, [Datum]>> {
    let mut row = std::borrow::Cow::Borrowed(values);
    if !st.toasters.in_use() {
        return Ok(row);
    }
    let settings = st.toasters.settings;
    for (i, (attr, value)) in rel.desc.attrs.iter().zip(values).enumerate() {
        let Datum::Ref(bytes) = value else { continue };
        let plain = varlena::is_4b_plain(bytes) || varlena::is_short(bytes);
        if attr.type_oid != JSONB || !plain {
            continue;
        }
        let everywhere = settings.capabilities.lazy_documents;
        let sorted = settings.jsonb.sort_values && (everywhere || attr.toaster.is_valid());
        let payload = varlena::payload(bytes);
        if let Some(changed) = lay_out(Container::new(payload), sorted)? {
            row.to_mut()[i] = Datum::varlena(&changed);
        }
    }
    Ok(row)
}

/// The payload of a varlena in whatever form it is stored (`detoast_attr`). Plain and short values
/// share their bytes.
pub fn detoast(st: &mut Store, value: &Datum) -> Result<Bytes> {
    let bytes = value.bytes();
    if varlena::is_external(bytes) {
        let whole = of_pointer(st, bytes)?.detoast(st, value)?;
        clock::add(Kind::ByteDetoasted, whole.len() as u64);
        return Ok(whole);
    }
    if varlena::is_compressed(bytes) {
        let whole = default::decompress(bytes)?;
        clock::add(Kind::ByteDetoasted, whole.len() as u64);
        return Ok(whole);
    }
    let header = varlena::size_any(bytes) - varlena::payload(bytes).len();
    Ok(bytes.slice(header, varlena::size_any(bytes)))
}

/// Returns `length` bytes of a varlena's payload from `offset`, to the end when `length` is
/// negative (`detoast_attr_slice`). Past the end it is shorter or empty.
pub fn detoast_slice(st: &mut Store, value: &Datum, offset: usize, length: i64) -> Result<Bytes> {
    let bytes = value.bytes();
    if varlena::is_external(bytes) {
        let part = of_pointer(st, bytes)?.detoast_slice(st, value, offset, length)?;
        clock::add(Kind::ByteDetoasted, part.len() as u64);
        return Ok(part);
    }
    let whole = if varlena::is_compressed(bytes) {
        let part = default::decompress_for_slice(bytes, offset, length)?;
        clock::add(Kind::ByteDetoasted, part.len() as u64);
        part
    } else {
        detoast(st, value)?
    };
    Ok(cut(&whole, offset, length))
}

/// The value without an external pointer, possibly still compressed (`detoast_external_attr`).
pub fn detoast_external(st: &mut Store, value: &Datum) -> Result<Datum> {
    if varlena::is_external(value.bytes()) {
        return of_pointer(st, value.bytes())?.copy(st, value);
    }
    Ok(value.clone())
}

/// The value as a plain varlena, detoasted if need be; a plain one is shared.
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
        varlena::external_raw_size(bytes).unwrap_or(0)
    } else if varlena::is_compressed(bytes) {
        varlena::compressed_header(bytes).map_or(0, |(raw, _)| raw) + 4
    } else {
        varlena::payload(bytes).len() + 4
    }
}

/// The bytes the value takes where it is stored, without the pointer to it
/// (`toast_datum_size`, what `pg_column_size` prints).
pub fn stored_size(st: &Store, value: &Datum) -> usize {
    let bytes = value.bytes();
    if varlena::is_external(bytes) {
        of_pointer(st, bytes).map_or(0, |toaster| toaster.stored_size(bytes))
    } else {
        varlena::size_any(bytes)
    }
}

/// A part of a payload; shorter where the payload ends.
fn cut(payload: &Bytes, offset: usize, length: i64) -> Bytes {
    let from = offset.min(payload.len());
    let to = if length < 0 {
        payload.len()
    } else {
        from.saturating_add(length as usize).min(payload.len())
    };
    payload.slice(from, to)
}

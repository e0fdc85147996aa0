//! A heap tuple and its columns, each with its place in the page.

use super::words::TupleLife;
use server::session::Backend;
use storage::datum::Datum;
use storage::event::PointerPart;
use storage::heap::{VacuumState, peek};
use storage::ids::ItemPointer;
use storage::toaster;
use storage::tuple::layout::T_BITS;
use storage::tuple::{Attribute, Compression, TupleDesc, header, split};
use storage::types::format_type::format_type;
use storage::varlena::{self, CustomPointer, ToastPointer};
use storage::xact::TransactionManager;

/// Text of a value is cut after this many characters.
const PREVIEW: usize = 80;

/// A tuple's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Tid {
    /// The block.
    pub block: u32,
    /// The line pointer, from 1.
    pub offset: u16,
}

impl From<ItemPointer> for Tid {
    fn from(tid: ItemPointer) -> Tid {
        Tid { block: tid.block.0, offset: tid.offset.0 }
    }
}

/// The state of a tuple: live, dead, being inserted or being deleted (`HeapTupleSatisfiesVacuum`).
pub fn life(xact: &TransactionManager, tuple: &[u8]) -> TupleLife {
    if tuple.len() < T_BITS {
        return TupleLife::Dead;
    }
    match peek(xact, tuple) {
        VacuumState::Live => TupleLife::Live,
        VacuumState::InsertInProgress => TupleLife::Inserting,
        VacuumState::DeleteInProgress => TupleLife::Deleting,
        VacuumState::RecentlyDead => TupleLife::Dead,
        VacuumState::Dead => TupleLife::Aborted,
    }
}

/// How a column lies in its tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum ColumnForm {
    /// NULL: a bit of the bitmap, no bytes.
    Null,
    /// The tuple is older than the column.
    Missing,
    /// A value of fixed length.
    Fixed,
    /// A header of 1 byte, then the value.
    Short,
    /// A header of 4 bytes, then the value.
    Plain,
    /// Compressed in place: 8 bytes of header, then the stream.
    Compressed,
    /// 18 bytes that point into the TOAST table.
    Pointer,
}

/// The four numbers of a TOAST pointer, and what they say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct PointerView {
    /// The bytes of the value with its 4-byte header (`va_rawsize`).
    pub rawsize: u32,
    /// The bytes stored, and the method in the upper two bits (`va_extinfo`).
    pub extinfo: u32,
    /// Bytes stored in chunks.
    pub extsize: u32,
    /// The `chunk_id` of its chunks (`va_valueid`).
    pub value_id: u32,
    /// The OID of the TOAST table that has its chunks (`va_toastrelid`).
    pub toast_relation: u32,
}

/// A column of a tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct ColumnView {
    /// Its name; empty for a dropped column.
    pub name: String,
    /// Its type, as `format_type` prints it.
    pub type_name: String,
    /// Where its bytes start in the page.
    pub at: u16,
    /// How many they are, header included.
    pub length: u16,
    /// How they lie there.
    pub form: ColumnForm,
    /// The value's own bytes, plain and without header.
    pub raw: u32,
    /// How it is compressed, `pglz` or `lz4`, here or in its chunks; none if it is not.
    pub compression: Option<String>,
    /// The pointer, if it is one; where it leads to several values, the one to the first.
    pub pointer: Option<PointerView>,
    /// The name of the toaster, if a custom one wrote the pointer.
    pub toaster: Option<String>,
    /// What the bytes of a pointer are that a custom toaster wrote, with their places in the page.
    pub parts: Vec<PointerPart>,
    /// The value as text, if it is here and plain; cut short.
    pub text: Option<String>,
}

/// A tuple's header and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct TupleView {
    /// Whether it is live now, dead, or being written or deleted.
    pub life: TupleLife,
    /// The transaction that wrote it (`t_xmin`).
    pub xmin: u32,
    /// The transaction that deleted, replaced or locked it, 0 if none did (`t_xmax`).
    pub xmax: u32,
    /// Where the version is that replaced it, or itself (`t_ctid`).
    pub ctid: Tid,
    /// Bits about its columns and its transactions (`t_infomask`).
    pub infomask: u16,
    /// How many columns it has, and more bits (`t_infomask2`).
    pub infomask2: u16,
    /// The names of the bits that are set.
    pub flags: Vec<String>,
    /// The bytes of the header (`t_hoff`).
    pub hoff: u8,
    /// The columns.
    pub columns: Vec<ColumnView>,
}

/// Decodes a tuple; `at` is where it starts in its page. `None` if it is damaged.
pub(super) fn tuple_view(
    b: &mut Backend,
    desc: &TupleDesc,
    tuple: &[u8],
    at: usize,
) -> Option<TupleView> {
    let hoff = usize::from(*tuple.get(22)?);
    if hoff < T_BITS || hoff > tuple.len() {
        return None;
    }
    let natts = header::natts(tuple);
    let bits = header::has_nulls(tuple).then(|| &tuple[T_BITS..hoff]);
    let (parts, _) = split(desc, natts, &tuple[hoff..], bits).ok()?;
    let start = tuple.as_ptr() as usize;
    let columns = desc
        .attrs
        .iter()
        .zip(parts)
        .enumerate()
        .map(|(i, (att, bytes))| match bytes {
            Some(bytes) => column(b, att, bytes, at + (bytes.as_ptr() as usize - start)),
            None => column_without_bytes(
                att,
                if i >= natts { ColumnForm::Missing } else { ColumnForm::Null },
            ),
        })
        .collect();
    let (raw, combined) = header::infomask_names(header::infomask(tuple), header::infomask2(tuple));
    Some(TupleView {
        life: life(&b.store.xact, tuple),
        xmin: header::raw_xmin(tuple).0,
        xmax: header::raw_xmax(tuple).0,
        ctid: header::ctid(tuple).into(),
        infomask: header::infomask(tuple),
        infomask2: header::infomask2(tuple),
        flags: raw.into_iter().chain(combined).map(str::to_string).collect(),
        hoff: hoff as u8,
        columns,
    })
}

/// A column of which the tuple has no bytes.
fn column_without_bytes(att: &Attribute, form: ColumnForm) -> ColumnView {
    ColumnView {
        name: if att.dropped { String::new() } else { att.name.clone() },
        type_name: if att.dropped { String::new() } else { format_type(att.type_oid, att.typmod) },
        at: 0,
        length: 0,
        form,
        raw: 0,
        compression: None,
        pointer: None,
        toaster: None,
        parts: Vec::new(),
        text: None,
    }
}

/// A column's value in these bytes, which are at `at` in the page.
fn column(b: &mut Backend, att: &Attribute, bytes: &[u8], at: usize) -> ColumnView {
    let mut view = column_without_bytes(att, ColumnForm::Fixed);
    view.at = at as u16;
    view.length = bytes.len() as u16;
    view.raw = bytes.len() as u32;
    if att.len != -1 {
        view.text = text(b, att, bytes);
    } else if let Some(p) = ToastPointer::decode(bytes) {
        view.form = ColumnForm::Pointer;
        view.raw = p.rawsize.saturating_sub(4);
        view.compression = p.compression().map(method);
        view.pointer = Some(PointerView {
            rawsize: p.rawsize,
            extinfo: p.extinfo,
            extsize: p.extsize() as u32,
            value_id: p.value_id.0,
            toast_relation: p.toast_rel.0,
        });
    } else if varlena::is_custom(bytes) {
        view.form = ColumnForm::Pointer;
        view.raw = varlena::external_raw_size(bytes).unwrap_or(4).saturating_sub(4) as u32;
        view.toaster = Some(toaster_name(b, bytes));
        view.parts = toaster::parts(&b.store, bytes);
        view.parts.iter_mut().for_each(|part| part.shift(at as u32));
        view.pointer = toaster::pointers(&b.store, bytes).first().map(|p| PointerView {
            rawsize: p.rawsize,
            extinfo: p.extinfo,
            extsize: p.extsize() as u32,
            value_id: p.value_id.0,
            toast_relation: p.toast_rel.0,
        });
    } else if varlena::is_compressed(bytes) {
        view.form = ColumnForm::Compressed;
        if let Some((raw, compression)) = varlena::compressed_header(bytes) {
            view.raw = raw as u32;
            view.compression = Some(method(compression));
        }
    } else {
        view.form = if varlena::is_short(bytes) { ColumnForm::Short } else { ColumnForm::Plain };
        view.raw = varlena::payload(bytes).len() as u32;
        view.text = text(b, att, bytes);
    }
    view
}

/// The name of a pointer's toaster in `pg_toaster`; on the server of 2021 the toaster has no name.
pub(super) fn toaster_name(b: &Backend, value: &[u8]) -> String {
    let oid = CustomPointer::decode(value).map(|custom| custom.toaster);
    let entry = oid.and_then(|oid| b.catalog.toasters().get(&oid));
    match (oid, entry) {
        (_, Some(toaster)) => toaster.name.clone(),
        (Some(_), None) => "a toaster that is gone".to_string(),
        (None, None) => "appendable bytea".to_string(),
    }
}

/// The name of a compression method.
fn method(compression: Compression) -> String {
    match compression {
        Compression::Pglz => "pglz".to_string(),
        Compression::Lz4 => "lz4".to_string(),
    }
}

/// The text of a value's stored bytes, cut short.
fn text(b: &mut Backend, att: &Attribute, bytes: &[u8]) -> Option<String> {
    if att.dropped {
        return None;
    }
    preview(b, att, &storage::tuple::column_datum(att, bytes))
}

/// The text of a datum, cut short.
pub(super) fn preview(b: &mut Backend, att: &Attribute, datum: &Datum) -> Option<String> {
    let text = b.output(att.type_oid, datum).ok()?;
    match text.char_indices().nth(PREVIEW) {
        Some((end, _)) => Some(format!("{}…", &text[..end])),
        None => Some(text),
    }
}

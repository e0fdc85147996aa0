//! Opening a page, a value, a log record or a page image in one: its bytes, its tree, and what belongs to it.

use super::super::page::peek_page;
use super::super::relations::name;
use super::super::stored::{Chunk, chunks_of};
use super::super::tuple::Tid;
use super::build::{Span, cut, grouped, plural};
use super::{
    Field, JsonList, More, PageKind, Part, Place, array, image, json, maps, number, record, stream,
};
use super::{item_fields, page_fields, value, varlena as varlena_fields};
use server::catalog::{Class, PG_TOAST, PUBLIC};
use server::session::Backend;
use sql::expr::quote_identifier;
use std::rc::Rc;
use storage::codec;
use storage::datum::Datum;
use storage::event::ValueLink;
use storage::heap::RelKind;
use storage::ids::{ForkNumber, OffsetNumber, Oid};
use storage::page::{self, PageBytes};
use storage::tuple::layout::{T_BITS, T_HOFF};
use storage::tuple::{Attribute, Compression, column_datum, header, split};
use storage::types::format_type;
use storage::varlena::{self, ToastPointer, VARHDRSZ};

/// Bytes of a value that are shown; the rest is left out.
const SHOWN: usize = 4 << 20;
/// Bytes before a stream, in line or in chunks: raw size and method (`va_tcinfo`).
const TCINFO: usize = 4;
/// Characters of a value's text.
const TEXT: usize = 200;

/// A value, its chunks put together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct OpenedValue {
    /// The column's name.
    pub column: String,
    /// Its type.
    pub type_name: String,
    /// Where the row is.
    pub row: Tid,
    /// Bytes of the value, plain.
    pub raw: u32,
    /// Bytes as they are stored: when compressed, 4 of raw size and method, and the stream.
    pub stored: u32,
    /// How it is compressed, `pglz` or `lz4`; none if it is not.
    pub method: Option<String>,
    /// The `chunk_id` of its chunks, if it has been moved out.
    pub value_id: Option<u32>,
    /// The TOAST table's name as SQL takes it, if it has been moved out.
    pub toast: Option<String>,
    /// Its chunks in order.
    pub chunks: Vec<Chunk>,
    /// What is wrong with it, if it cannot be put together.
    pub damage: Option<String>,
}

/// What was opened, with its tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Opened {
    /// The place that is opened.
    pub place: Place,
    /// What kind of page, or a value.
    pub what: What,
    /// The relation's name as a viewer shows it; for a record, its type.
    pub relation: String,
    /// The relation's name as SQL takes it; for a record, where it starts.
    pub qualified: String,
    /// The tree.
    pub tree: Field,
    /// For a value: its chunks put together.
    pub value: Option<OpenedValue>,
}

/// Kinds of things to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum What {
    /// A page of rows.
    Heap,
    /// A page of chunks.
    Toast,
    /// A B-tree's metapage.
    BtreeMeta,
    /// Another page of a B-tree.
    Btree,
    /// A page of the free space map.
    Fsm,
    /// A page of the visibility map.
    Vm,
    /// A page that was never initialised.
    New,
    /// A value.
    Value,
    /// A record of the log.
    Record,
}

/// The bytes of what was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueBytes {
    /// As it is stored, chunks put together; for a page, the page.
    pub stored: Vec<u8>,
    /// Decompressed; empty when that is the same.
    pub plain: Vec<u8>,
    /// What the stream is made of; see [`stream::tokens`]. Empty when it is none.
    pub tokens: Vec<u32>,
}

/// A relation's name as SQL takes it.
fn qualified(b: &Backend, class: &Class) -> String {
    let quoted = quote_identifier(&class.name);
    match class.namespace {
        PUBLIC => quoted.to_string(),
        PG_TOAST => format!("pg_toast.{quoted}"),
        other => format!("{}.{quoted}", quote_identifier(b.catalog.namespace_name(other))),
    }
}

/// A page's bytes, read without counting a buffer.
fn page_of(b: &Backend, class: &Class, fork: ForkNumber, block: u32) -> Option<Box<PageBytes>> {
    peek_page(b, class.file, fork, block).map(|p| Box::new(*p.bytes()))
}

/// The fields of a page, a value, a log record or a page image in one; `None` when it is no longer
/// there.
pub fn open(b: &mut Backend, place: Place) -> Option<Opened> {
    match place {
        Place::Page { relation, fork, block, item } => {
            let class = Rc::clone(b.catalog.class(Oid(relation))?);
            let p = page_of(b, &class, fork.into(), block)?;
            Some(open_page(b, &class, fork.into(), block, item, &p))
        }
        Place::Value { plain, .. } => {
            let class = Rc::clone(b.catalog.class(Oid(place_relation(place)?))?);
            let found = find(b, place)?;
            let tree = value_tree(b, &found, plain);
            Some(Opened {
                place,
                what: What::Value,
                relation: name(&b.catalog, &class),
                qualified: qualified(b, &class),
                tree,
                value: Some(found.view),
            })
        }
        Place::Record { lsn } => {
            let (start, bytes) = record::find(b, lsn)?;
            let tree = record::record_fields(
                b.store.release,
                &|block| record::page_of(b, block),
                start,
                &bytes,
            );
            Some(Opened {
                place,
                what: What::Record,
                relation: tree.value.clone(),
                qualified: record::lsn_text(start),
                tree,
                value: None,
            })
        }
        Place::Image { lsn, id } => {
            let (start, bytes) = record::find(b, lsn)?;
            let image = image::image_of(&bytes, id)?;
            let class = image::class_of(b, &image);
            Some(image::open(b, &class, start, id, &image))
        }
    }
}

/// The fields of a page whose bytes the caller has.
pub fn open_page(
    b: &mut Backend,
    class: &Class,
    fork: ForkNumber,
    block: u32,
    item: u16,
    p: &PageBytes,
) -> Opened {
    let mut tree = page_fields(b, class, fork, block, p);
    let wanted = More::Item { item };
    if item > 0
        && let Some(field) = tree.children.iter_mut().find(|f| f.more == Some(wanted))
    {
        field.children = item_fields(b, class, p, block, item);
        field.more = None;
    }
    let what = match PageKind::new(class, fork, p) {
        PageKind::Heap if class.kind == RelKind::Toast => What::Toast,
        PageKind::Heap => What::Heap,
        PageKind::BtreeMeta => What::BtreeMeta,
        PageKind::Btree => What::Btree,
        PageKind::Fsm => What::Fsm,
        PageKind::Vm => What::Vm,
        PageKind::New => What::New,
    };
    let place = Place::Page { relation: class.oid.0, fork: fork.into(), block, item };
    let relation = name(&b.catalog, class);
    Opened { place, what, relation, qualified: qualified(b, class), tree, value: None }
}

/// The relation that a page or a value belongs to.
fn place_relation(place: Place) -> Option<u32> {
    match place {
        Place::Page { relation, .. } | Place::Value { relation, .. } => Some(relation),
        Place::Record { .. } | Place::Image { .. } => None,
    }
}

/// The stored bytes of a value; if they are compressed, also the decompressed ones and the stream's
/// tokens.
pub fn value_bytes(b: &mut Backend, place: Place) -> Option<ValueBytes> {
    match place {
        Place::Page { relation, fork, block, .. } => {
            let class = b.catalog.class(Oid(relation))?;
            let stored = peek_page(b, class.file, fork.into(), block)?.bytes().to_vec();
            Some(ValueBytes { stored, ..ValueBytes::default() })
        }
        Place::Record { lsn } => {
            let (_, stored) = record::find(b, lsn)?;
            Some(ValueBytes { stored, ..ValueBytes::default() })
        }
        Place::Image { lsn, id } => {
            let (_, bytes) = record::find(b, lsn)?;
            let stored = image::image_of(&bytes, id)?.page.to_vec();
            Some(ValueBytes { stored, ..ValueBytes::default() })
        }
        Place::Value { .. } => {
            let found = find(b, place)?;
            let tokens = found
                .method
                .and_then(|m| stream::tokens(m, &found.stored, TCINFO, found.plain.len()).ok())
                .unwrap_or_default();
            Some(ValueBytes { stored: found.stored, plain: found.plain, tokens })
        }
    }
}

/// The children of a field that were left out when it was opened, because there were too many.
pub fn expand(b: &mut Backend, place: Place, more: More) -> Vec<Field> {
    if let Place::Image { lsn, id } = place {
        let found = record::find(b, lsn).and_then(|(_, bytes)| image::image_of(&bytes, id));
        let Some(image) = found else { return Vec::new() };
        let class = image::class_of(b, &image);
        return image::expand(b, &class, &image, more);
    }
    let Some(class) = place_relation(place).and_then(|oid| b.catalog.class(Oid(oid))) else {
        return Vec::new();
    };
    let class = Rc::clone(class);
    let bytes: Vec<u8> = match place {
        Place::Page { fork, block, .. } => {
            let Some(p) = page_of(b, &class, fork.into(), block) else { return Vec::new() };
            match more {
                More::Item { item } => return item_fields(b, &class, &p, block, item),
                More::Map { from } => {
                    return maps::rest(&p, fork == super::Fork::Fsm, from as usize);
                }
                _ => p.to_vec(),
            }
        }
        Place::Record { .. } | Place::Image { .. } => return Vec::new(),
        Place::Value { plain, .. } => match find(b, place) {
            Some(found) if plain => found.into_plain(),
            Some(found) => found.stored,
            None => return Vec::new(),
        },
    };
    let whole = Span::whole(&bytes);
    match more {
        More::Json { at, end, list, from } => {
            let span = whole.slice(at as usize, end as usize);
            match list {
                JsonList::Whole => json::container(span, 0),
                JsonList::Entries => json::list_entries(span, from as usize),
                JsonList::Children => json::list_children(span, from as usize, 0),
            }
        }
        More::Array { at, end, from } => {
            array::elements(b, whole.slice(at as usize, end as usize), from as usize)
        }
        More::Digits { at, end, from } => {
            number::digits(whole.slice(at as usize, end as usize), from as usize)
        }
        More::Item { .. } | More::Map { .. } => Vec::new(),
    }
}

/// A value that was found.
struct FoundValue {
    view: OpenedValue,
    method: Option<Compression>,
    attribute: Attribute,
    toast: Option<u32>,
    stored: Vec<u8>,
    /// Empty when it is not compressed, or damaged.
    plain: Vec<u8>,
    /// Whether `stored` is a custom pointer.
    custom: bool,
}

impl FoundValue {
    /// The value's bytes, decompressed if they were compressed.
    fn into_plain(self) -> Vec<u8> {
        if self.method.is_some() { self.plain } else { self.stored }
    }
}

/// Finds a column's value and puts its chunks together; no buffer is counted.
fn find(b: &Backend, place: Place) -> Option<FoundValue> {
    let Place::Value { relation, block, item, column, .. } = place else { return None };
    let class = Rc::clone(b.catalog.class(Oid(relation))?);
    let p = page_of(b, &class, ForkNumber::Main, block)?;
    let off = OffsetNumber(item);
    if item == 0 || item > page::max_offset(&p) || !page::item_id(&p, off).is_normal() {
        return None;
    }
    let t = page::try_item(&p, off)?;
    let hoff = usize::from(*t.get(T_HOFF)?);
    let data = t.get(hoff..).filter(|_| hoff >= T_BITS)?;
    let bits = header::has_nulls(t).then(|| &t[T_BITS..hoff]);
    let (parts, _) = split(&class.desc, header::natts(t), data, bits).ok()?;
    let att = class.desc.attrs.get(usize::from(column))?;
    let bytes = (*parts.get(usize::from(column))?)?;
    Some(put_together(b, att, bytes, column, Tid { block, offset: item }))
}

/// Finds a column's value from its bytes in the row: its chunks, and its plain bytes.
fn put_together(b: &Backend, att: &Attribute, bytes: &[u8], column: u16, row: Tid) -> FoundValue {
    let mut view = OpenedValue {
        column: att.name.clone(),
        type_name: format_type(att.type_oid, att.typmod),
        row,
        raw: 0,
        stored: 0,
        method: None,
        value_id: None,
        toast: None,
        chunks: Vec::new(),
        damage: None,
    };
    let (mut method, mut toast) = (None, None);
    let mut stored = if att.len != -1 {
        bytes.to_vec()
    } else if let Some(pointer) = ToastPointer::decode(bytes) {
        method = pointer.compression();
        view.raw = pointer.rawsize.saturating_sub(4);
        view.value_id = Some(pointer.value_id.0);
        toast = Some(pointer.toast_rel.0);
        view.toast = b.catalog.class(pointer.toast_rel).map(|c| qualified(b, c));
        let (value, relation) = (pointer.value_id.0, pointer.toast_rel.0);
        let link = ValueLink { value, relation, ..ValueLink::default() };
        view.chunks = chunks_of(b, column.into(), link).map(|v| v.chunks).unwrap_or_default();
        let together = chunk_bytes(b, pointer.toast_rel, &view.chunks);
        if together.len() != pointer.extsize() {
            view.damage = Some(format!(
                "{} of {} bytes are there: chunks are gone",
                grouped(together.len() as u64),
                grouped(pointer.extsize() as u64)
            ));
        }
        together
    } else if varlena::is_custom(bytes) {
        // What its chunks mean only its toaster knows: the pointer is opened.
        view.raw = varlena::external_raw_size(bytes).unwrap_or(4).saturating_sub(4) as u32;
        bytes.to_vec()
    } else if varlena::is_compressed(bytes) {
        let header = varlena::compressed_header(bytes);
        method = header.map(|h| h.1);
        view.raw = header.map_or(0, |h| h.0 as u32);
        bytes[VARHDRSZ..].to_vec()
    } else {
        varlena::payload(bytes).to_vec()
    };
    view.stored = stored.len() as u32;
    if method.is_none() && !varlena::is_custom(bytes) {
        view.raw = view.stored;
    }
    view.method = method.map(|m| match m {
        Compression::Pglz => "pglz".to_string(),
        Compression::Lz4 => "lz4".to_string(),
    });
    let mut plain = Vec::new();
    if let Some(m) = method {
        let want = (view.raw as usize).min(SHOWN);
        let stream = stored.get(TCINFO..).unwrap_or(&[]);
        let done = if want == view.raw as usize {
            codec::decompress_into(m, stream, want, &mut plain)
        } else {
            codec::decompress_prefix_into(m, stream, want, &mut plain)
        };
        if let Err(e) = done {
            plain.clear();
            view.damage.get_or_insert(e.message.to_string());
        }
    }
    stored.truncate(SHOWN);
    let custom = varlena::is_custom(bytes);
    FoundValue { view, method, attribute: att.clone(), toast, stored, plain, custom }
}

/// The data of these chunks, joined.
fn chunk_bytes(b: &Backend, toast: Oid, chunks: &[Chunk]) -> Vec<u8> {
    let mut out = Vec::new();
    let Some(class) = b.catalog.class(toast) else { return out };
    for chunk in chunks {
        let page = peek_page(b, class.file, ForkNumber::Main, chunk.tid.block);
        let data = page
            .as_ref()
            .and_then(|p| page::try_item(p.bytes(), OffsetNumber(chunk.tid.offset)))
            .and_then(|t| t.get(usize::from(*t.get(T_HOFF)?) + 8..));
        out.extend_from_slice(data.map_or(&[][..], varlena::payload));
    }
    out
}

/// The fields of a value: of its stored bytes, or of its plain ones.
fn value_tree(b: &mut Backend, found: &FoundValue, plain: bool) -> Field {
    let view = &found.view;
    if found.custom {
        let span = Span::whole(&found.stored);
        let field = span.all(&view.column, Part::Pointer);
        return varlena_fields::pointer(b, field, &view.type_name, span, None);
    }
    if plain {
        let bytes = if found.method.is_some() { &found.plain } else { &found.stored };
        let span = Span::whole(bytes);
        let text = if view.damage.is_none() && bytes.len() < 1 << 20 {
            let datum = match found.attribute.len {
                -1 => Datum::varlena(bytes),
                _ => column_datum(&found.attribute, bytes),
            };
            b.output(found.attribute.type_oid, &datum).unwrap_or_default()
        } else {
            String::new()
        };
        let children = value::payload(b, found.attribute.type_oid, span, Part::Payload);
        return span
            .all(&view.column, Part::Payload)
            .value(cut(&text, TEXT))
            .note(format!(
                "{}, {} without a header",
                view.type_name,
                plural(view.raw as usize, "byte")
            ))
            .children(children);
    }
    let span = Span::whole(&found.stored);
    let part = if found.method.is_some() { Part::Compressed } else { Part::Payload };
    let mut at = 0;
    let head = |to: usize| varlena_fields::head_and_stream(span.slice(0, to), found.method);
    let mut children = if view.chunks.is_empty() { head(span.len()) } else { Vec::new() };
    for chunk in &view.chunks {
        let length = (chunk.size as usize).min(span.len().saturating_sub(at));
        let leads = found.toast.map(|relation| Place::Page {
            relation,
            fork: super::Fork::Main,
            block: chunk.tid.block,
            item: chunk.tid.offset,
        });
        children.push(
            span.field(&format!("chunk {}", chunk.seq), at, length, part)
                .value(plural(chunk.size as usize, "byte"))
                .note(format!("at ({},{}) of the TOAST table", chunk.tid.block, chunk.tid.offset))
                .leads(leads)
                .children(if at == 0 { head(length) } else { Vec::new() }),
        );
        at += length;
    }
    span.all(&view.column, part)
        .value(plural(view.stored as usize, "byte"))
        .note(match &view.method {
            Some(m) => format!("the stream that {m} made of {}", plural(view.raw as usize, "byte")),
            None => "not compressed".to_string(),
        })
        .children(children)
}

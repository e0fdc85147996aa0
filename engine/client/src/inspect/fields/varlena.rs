//! Varlena headers, TOAST pointers and values compressed in place, with the arithmetic that reads
//! them (`varatt.h`).

use super::build::{Span, grouped, little_endian, plural};
use super::value::ValueOrigin;
use super::{Field, Part, Place, custom};
use server::session::Backend;
use storage::ids::Oid;
use storage::toaster::TOAST_MAX_CHUNK_SIZE;
use storage::tuple::Compression;
use storage::varlena::{
    EXTSIZE_BITS, EXTSIZE_MASK, POINTER_SIZE, ToastPointer, is_custom, is_short, method_of,
};

/// The header of a plain or short value, and where the payload starts.
pub(super) fn header(span: Span) -> (Field, usize) {
    if is_short(span.bytes) {
        let byte = span.byte(0);
        let size = byte >> 1;
        let field = span
            .int("va_header", 0, 1, Part::Header)
            .value(size)
            .note(format!(
                "1-byte header: {}, this one included; the odd first byte says so",
                plural(size.into(), "byte")
            ))
            .steps(vec![
                span.hex(0, 1),
                format!("{byte:#04x} = {size} << 1 | 1"),
                plural(size.into(), "byte"),
            ]);
        return (field, 1);
    }
    let word = span.u32(0);
    let field = span
        .int("va_header", 0, 4, Part::Header)
        .value(word >> 2)
        .note(format!("4-byte header: {}, these 4 included", plural((word >> 2) as usize, "byte")))
        .steps(with(
            little_endian(span, 0, 4),
            [
                format!("{} << 2 | {}", grouped(word >> 2), word & 3),
                plural((word >> 2) as usize, "byte"),
            ],
        ));
    (field, 4.min(span.len()))
}

/// The steps of a computation with some more after them.
fn with<const N: usize>(mut steps: Vec<String>, more: [String; N]) -> Vec<String> {
    steps.extend(more);
    steps
}

/// The name of a compression method by its two bits in a size word.
pub(super) fn method_name(id: u32) -> &'static str {
    match method_of(id) {
        Some(Compression::Pglz) => "pglz",
        Some(Compression::Lz4) => "lz4",
        None => "no known method",
    }
}

/// The fields of a value compressed in place: two words, then the stream.
pub(super) fn compressed(
    field: Field,
    type_name: &str,
    span: Span,
    home: Option<ValueOrigin>,
) -> Field {
    let word = span.u32(0);
    let tcinfo = span.u32(4);
    let (raw, id) = (tcinfo & EXTSIZE_MASK, tcinfo >> EXTSIZE_BITS);
    let method = method_name(id);
    let stream = span.slice(8, span.len());
    let children = vec![
        span.int("va_header", 0, 4, Part::Header)
            .value(word >> 2)
            .note("4-byte header; the low bits 10 say that the value is compressed")
            .steps(with(
                little_endian(span, 0, 4),
                [
                    format!("{} << 2 | 0b10", grouped(word >> 2)),
                    plural((word >> 2) as usize, "byte"),
                ],
            )),
        size_and_method(span, "va_tcinfo", 4, "va_rawsize", "bytes of the value, without a header"),
        stream
            .all("stream", Part::Compressed)
            .value(plural(stream.len(), "byte"))
            .note(format!("{method} makes {} of it", plural(raw as usize, "byte")))
            .leads(home.map(|h| h.opened(false))),
    ];
    let share = (stream.len() * 100).checked_div(raw as usize).unwrap_or(0);
    field
        .value(format!(
            "{} as {} of {method}",
            plural(raw as usize, "byte"),
            grouped(stream.len() as u64)
        ))
        .note(format!("{type_name}, compressed in place to {share} %"))
        .leads(home.map(|h| h.opened(false)))
        .part(Part::Compressed)
        .children(children)
}

/// The field of a word that holds a size in 30 bits and a compression method in 2.
fn size_and_method(span: Span, name: &str, at: usize, size: &str, says: &str) -> Field {
    let word = span.u32(at);
    let (low, id) = (word & EXTSIZE_MASK, word >> EXTSIZE_BITS);
    let method = method_name(id);
    let part = if name == "va_extinfo" { Part::Pointer } else { Part::Header };
    span.int(name, at, 4, part)
        .note(format!("{word:#010X} = {method} << 30 | {low}").replace("0X", "0x"))
        .steps(with(
            little_endian(span, at, 4),
            [format!("{id} << 30 | {low}"), format!("{method}, {}", plural(low as usize, "byte"))],
        ))
        .children(vec![
            span.int(size, at, 4, part).bits(0, 30).value(low).note(says),
            span.int("method", at, 4, part)
                .bits(30, 2)
                .value(id)
                .note(format!("{method}; 0 is pglz, 1 is lz4")),
        ])
}

/// The fields of a compressed value's bytes in chunks: the word with raw size and method, then the
/// stream. Empty for a value that is not compressed.
pub(super) fn head_and_stream(span: Span, method: Option<Compression>) -> Vec<Field> {
    if method.is_none() || span.len() < 4 {
        return Vec::new();
    }
    let stream = span.slice(4, span.len());
    vec![
        size_and_method(span, "va_tcinfo", 0, "va_rawsize", "bytes of the value, without a header"),
        stream.all("stream", Part::Compressed).value(plural(stream.len(), "byte")),
    ]
}

/// The fields of a TOAST pointer: tag and four numbers.
pub(super) fn pointer(
    b: &mut Backend,
    field: Field,
    type_name: &str,
    span: Span,
    home: Option<ValueOrigin>,
) -> Field {
    if is_custom(span.bytes) {
        return custom::pointer(b, field, type_name, span);
    }
    let Some(p) = ToastPointer::decode(span.bytes) else {
        let what = span.all("pointer", Part::Pointer);
        return field
            .note(format!("{type_name}: a pointer to memory, which no page holds"))
            .children(vec![what]);
    };
    let chunks = p.extsize().div_ceil(TOAST_MAX_CHUNK_SIZE);
    let mut children = tag(span);
    children.extend(words(b, span.slice(2, span.len()), &p, home.map(|h| h.opened(false))));
    let stored = match p.compression() {
        Some(_) => format!(
            "{} stored, {}",
            grouped(p.extsize() as u64),
            method_name(p.extinfo >> EXTSIZE_BITS)
        ),
        None => "not compressed".to_string(),
    };
    field
        .value(format!(
            "→ {} in {}",
            plural(p.rawsize.saturating_sub(4) as usize, "byte"),
            plural(chunks, "chunk")
        ))
        .note(format!("{type_name}, TOAST pointer of {POINTER_SIZE} bytes; {stored}"))
        .leads(home.map(|h| h.opened(false)))
        .part(Part::Pointer)
        .children(children)
}

/// The two bytes at the start of a pointer.
pub(super) fn tag(span: Span) -> Vec<Field> {
    vec![
        span.int("va_header", 0, 1, Part::Header)
            .value("1")
            .note("0x01: not a value but a pointer to one"),
        span.int("va_tag", 1, 1, Part::Header).note(format!(
            "VARTAG_ONDISK: the value is in a TOAST table; {POINTER_SIZE} is also the pointer's size"
        )),
    ]
}

/// The four numbers of a TOAST pointer as fields; `chunks` is the place that opens its value.
pub(super) fn words(
    b: &Backend,
    span: Span,
    p: &ToastPointer,
    chunks: Option<Place>,
) -> Vec<Field> {
    let raw = p.rawsize.saturating_sub(4);
    let extinfo = if p.is_compressed() {
        size_and_method(
            span,
            "va_extinfo",
            4,
            "va_extsize",
            "bytes in the chunks: 4 of va_tcinfo, and the stream",
        )
    } else {
        span.int("va_extinfo", 4, 4, Part::Pointer)
            .note(format!(
                "{} in the chunks, as many as the value has: not compressed",
                plural(p.extsize(), "byte")
            ))
            .steps(with(
                little_endian(span, 4, 4),
                [
                    plural(p.extsize(), "byte"),
                    format!("= {} − 4, so not compressed", grouped(p.rawsize)),
                ],
            ))
    };
    let count = p.extsize().div_ceil(TOAST_MAX_CHUNK_SIZE);
    let mut all = vec![
        span.int("va_rawsize", 0, 4, Part::Pointer)
            .note(format!("the value plain: {} and 4 of header", plural(raw as usize, "byte")))
            .steps(with(
                little_endian(span, 0, 4),
                [format!("{} + 4", grouped(raw)), plural(raw as usize, "byte")],
            )),
        extinfo,
    ];
    all.extend(ids(b, span.slice(8, 16), &format!("its {}", plural(count, "chunk")), chunks));
    all
}

/// The last two fields of a TOAST pointer: value id and relation. The note of the first says whose chunk_id it
/// is: `what`, such as "its 3 chunks"; a click on it leads to `chunks`.
pub(super) fn ids(b: &Backend, span: Span, what: &str, chunks: Option<Place>) -> Vec<Field> {
    let (value, relation) = (span.u32(0), Oid(span.u32(4)));
    let toast = b.catalog.class(relation).map(|c| c.name.clone());
    vec![
        span.int("va_valueid", 0, 4, Part::Pointer)
            .note(format!("chunk_id of {what}"))
            .steps(with(little_endian(span, 0, 4), [grouped(value), format!("chunk_id = {value}")]))
            .leads(chunks),
        span.int("va_toastrelid", 4, 4, Part::Pointer)
            .note(toast.clone().unwrap_or_else(|| "a table that is gone".to_string()))
            .steps(with(
                little_endian(span, 4, 4),
                [grouped(relation.0), toast.unwrap_or_else(|| "gone".to_string())],
            ))
            .leads(toast_page(b, relation)),
    ]
}

/// The place of the first page of a TOAST relation.
fn toast_page(b: &Backend, relation: Oid) -> Option<Place> {
    b.catalog.class(relation)?;
    let fork = super::Fork::Main;
    Some(Place::Page { relation: relation.0, fork, block: 0, item: 0 })
}

impl Field {
    /// Sets the role of the field's bytes, which gives its colour.
    pub(super) fn part(mut self, part: Part) -> Field {
        self.part = part;
        self
    }
}

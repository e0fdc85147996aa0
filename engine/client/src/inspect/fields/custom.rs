//! Custom pointers of pluggable toasters, down to their fields: what [`storage::toaster::parts()`] says of
//! the bytes, with PostgreSQL's names where there are any.
//!
//! ```text
//!  01 04 | va_toasterdatalen | va_rawsize | va_toasterid | va_toasterdata
//!                                                          ├─ of bytea: pointer, version, tail
//!                                                          └─ of jsonb: the object, and in it for a
//!                                                             long value its own pointer
//! ```

use super::super::stored::chunks_of;
use super::super::tuple::toaster_name;
use super::build::{Span, cut, grouped, little_endian, plural};
use super::{Field, Fork, Part, Place, json, varlena};
use server::session::Backend;
use storage::event::{PointerPart, PointerRole, ValueLink};
use storage::toaster;
use storage::types::jsonb::Container;
use storage::varlena::{CUSTOM_HEADER, CustomPointer, POINTER_SIZE, ToastPointer};

/// Bytes of a tail or a beginning that stand beside its name.
const SHOWN: usize = 16;

/// The fields of a custom pointer, whose payload its toaster explains.
pub(super) fn pointer(b: &mut Backend, field: Field, type_name: &str, span: Span) -> Field {
    let parts = toaster::parts(&b.store, span.bytes);
    let name = toaster_name(b, span.bytes);
    let links = toaster::links(&parts);
    let raw = storage::varlena::external_raw_size(span.bytes).unwrap_or(4).saturating_sub(4);
    let ids: Vec<String> = links.iter().map(|link| link.value.to_string()).collect();
    let field = field
        .value(format!("→ {} by {name}", plural(raw, "byte")))
        .note(match ids.is_empty() {
            true => format!("{type_name}, pointer of {name}; nothing is in chunks"),
            false => {
                format!("{type_name}, pointer of {name}; values in chunks: {}", ids.join(", "))
            }
        })
        .part(Part::Pointer);
    let Some(custom) = CustomPointer::decode(span.bytes) else {
        return field.children(several(b, span, &parts, None));
    };
    let halves = "two halves of 16 bits, the high one first";
    let inside: Vec<PointerPart> =
        parts.into_iter().filter(|part| part.at as usize >= CUSTOM_HEADER).collect();
    let payload = span.slice(CUSTOM_HEADER, span.len());
    let says = format!("{} that {name} understands", plural(payload.len(), "byte"));
    let children = several(b, span, &inside, None);
    field.children(vec![
        span.int("va_header", 0, 1, Part::Header).value("1").note("0x01: a pointer to a value"),
        span.int("va_tag", 1, 1, Part::Header)
            .note("VARTAG_CUSTOM: the toaster named below knows where the value is"),
        span.int("va_toasterdatalen", 2, 4, Part::Pointer).value(custom.payload.len()).note(halves),
        span.int("va_rawsize", 6, 4, Part::Pointer).value(custom.rawsize).note(halves),
        span.int("va_toasterid", 10, 4, Part::Pointer).value(custom.toaster.0).note(name),
        payload.all("va_toasterdata", Part::Pointer).note(says).children(children),
    ])
}

/// The fields of successive parts of a pointer. The values of an object are named after the keys in
/// its container.
fn several(b: &Backend, span: Span, parts: &[PointerPart], link: Option<&ValueLink>) -> Vec<Field> {
    let end = parts.last().map_or(0, |p| (p.at + p.length) as usize);
    let object = parts.iter().find(|p| p.role == PointerRole::Entries).map(|p| {
        let object = span.slice(p.at as usize, end);
        (object, Container::new(object.bytes))
    });
    let mut values = object.map_or(0, |(_, c)| c.count());
    let mut out = Vec::new();
    for p in parts {
        let here = span.slice(p.at as usize, (p.at + p.length) as usize);
        match (p.role, object) {
            (PointerRole::Entries, Some((object, _))) => out.extend(json::head(object)),
            (PointerRole::Keys, Some((object, _))) => {
                let keys = here.all("keys", Part::Key).value(plural(p.number as usize, "key"));
                out.push(keys.children(json::keys(object)));
            }
            (PointerRole::Inline, Some((_, c))) => {
                out.push(json::value(here, c, values, 0));
                values += 1;
            }
            (PointerRole::Field | PointerRole::Compressed, _) => {
                values += 1;
                out.push(stored(b, span, here, p));
            }
            (PointerRole::Pointer, _) => out.extend(words(b, here, link)),
            _ => out.push(plain(here, p, link)),
        }
    }
    out
}

/// The field of a part that stands for a value: one in chunks, one compressed in the row, or an
/// object with values of these kinds.
fn stored(b: &Backend, span: Span, here: Span, p: &PointerPart) -> Field {
    let name = if p.name.is_empty() { "value" } else { &p.name };
    let part = if p.role == PointerRole::Compressed { Part::Compressed } else { Part::Pointer };
    let children = several(b, span, &p.children, p.link.as_ref());
    let field = here.all(name, part).children(children);
    let Some(link) = p.link else {
        return field.value("object").note("some of its values are stored elsewhere");
    };
    let raw = plural(link.raw as usize, "byte");
    if p.role == PointerRole::Compressed {
        return field
            .value(format!("{raw} as {}", grouped(link.stored)))
            .note(format!("{}, compressed and kept in the row", method(&link)));
    }
    let differences = p.children.iter().filter(|c| c.role == PointerRole::Difference).count();
    let beside = match differences {
        0 => String::new(),
        n => format!("; {} beside it", plural(n, "difference")),
    };
    let what = match link.stride {
        0 => method(&link).to_string(),
        n => format!("{} elements, {n} a chunk", grouped(link.elements)),
    };
    field
        .value(format!("→ {raw} in {}", plural(link.chunks as usize, "chunk")))
        .note(format!("value {}, {what}{beside}", link.value))
        .leads(first_chunk(b, link))
}

/// The name of the value's compression method.
fn method(link: &ValueLink) -> &'static str {
    link.method.map_or("not compressed", |method| varlena::method_name(method.into()))
}

/// The place of the page with a value's first chunk.
fn first_chunk(b: &Backend, link: ValueLink) -> Option<Place> {
    let chunks = chunks_of(b, 0, link)?.chunks;
    let tid = chunks.first()?.tid;
    Some(Place::Page {
        relation: link.relation,
        fork: Fork::Main,
        block: tid.block,
        item: tid.offset,
    })
}

/// The fields of a TOAST pointer inside a custom pointer: stored whole, without its two-byte tag,
/// or only with value id and relation.
fn words(b: &Backend, here: Span, link: Option<&ValueLink>) -> Vec<Field> {
    let chunks = link.and_then(|link| first_chunk(b, *link));
    if here.len() < POINTER_SIZE - 2 {
        return varlena::ids(b, here, "its chunks", chunks);
    }
    let (mut out, here) = match here.len() < POINTER_SIZE {
        true => (Vec::new(), here),
        false => (varlena::tag(here), here.slice(2, here.len())),
    };
    let bytes = [&[1, POINTER_SIZE as u8], here.bytes].concat();
    match ToastPointer::decode(&bytes) {
        Some(p) => out.extend(varlena::words(b, here, &p, chunks)),
        None => out.push(here.all("pointer", Part::Pointer)),
    }
    out
}

/// The field of a part that neither stands for a value nor is a TOAST pointer.
fn plain(here: Span, p: &PointerPart, link: Option<&ValueLink>) -> Field {
    let bytes = here.hex(0, SHOWN);
    let text = if here.len() > SHOWN { format!("{bytes} …") } else { bytes };
    let size = plural(here.len(), "byte");
    let to = u64::from(p.number) + u64::from(p.length.max(1)) - 1;
    match p.role {
        PointerRole::Tag => here.all("tag", Part::Header).value(text),
        PointerRole::Padding => here.all("padding", Part::Padding).value(size),
        PointerRole::Tail => here
            .all("tail", Part::Payload)
            .value(text)
            .note(format!("{size} behind those in chunks: the end of the value")),
        PointerRole::Prefix => here
            .all("beginning", link.map_or(Part::Payload, stream_part))
            .value(text)
            .note(format!("the first {size} of what is stored; the chunks hold the rest")),
        PointerRole::Difference if p.name == "element" => here
            .all("difference", Part::Payload)
            .value(text)
            .note(format!("element {} as it is now", grouped(p.number))),
        PointerRole::Difference => here.all("difference", Part::Payload).value(text).note(format!(
            "laid over bytes {} to {} of the plain value",
            grouped(p.number),
            grouped(to)
        )),
        PointerRole::Number => number(here, p),
        _ => here.all("va_toasterdata", Part::Pointer).value(cut(&text, 60)),
    }
}

/// The colour of the value's bytes: a compressed stream or a payload.
fn stream_part(link: &ValueLink) -> Part {
    if link.method.is_some() { Part::Compressed } else { Part::Payload }
}

/// The field of a number that a toaster wrote.
fn number(here: Span, p: &PointerPart) -> Field {
    let field = here.int(&p.name, 0, here.len(), Part::Pointer);
    match &p.name[..] {
        "kind and raw size" => {
            let word = here.u32(0);
            let (kind, raw) = (word >> 28, word & ((1 << 28) - 1));
            let mut steps = little_endian(here, 0, 4);
            steps.push(format!("{kind} << 28 | {}", grouped(raw)));
            let says = match kind & 7 {
                0 => "an object, some of whose values are stored elsewhere",
                1 => "a pointer",
                2 => "a compressed value",
                5 => "a pointer with parts beside it",
                7 => "an array in chunks of whole elements",
                _ => "of a kind that is not known",
            };
            field
                .value(format!("{word:#010x}"))
                .note(format!("{says}; {} plain", plural(raw as usize, "byte")))
                .steps(steps)
                .children(vec![
                    here.int("raw size", 0, 4, Part::Pointer).bits(0, 28).value(raw),
                    here.int("kind", 0, 4, Part::Pointer).bits(28, 4).value(kind).note(says),
                ])
        }
        "where, and how many bytes" => field.value(grouped(here.u32(0))).children(vec![
            here.int("where", 0, 4, Part::Pointer).note("the first byte or the element it is for"),
            here.int("how many bytes", 4, 4, Part::Pointer),
        ]),
        _ => field,
    }
}

//! Arrays: dimensions, lower bounds, null bitmap, elements (`array.h`).

use super::build::{Span, little_endian, plural};
use super::{Field, More, Part, value};
use server::session::Backend;
use storage::ids::Oid;
use storage::tuple::Attribute;
use storage::types::array::MAXDIM;
use storage::types::format_type;
use storage::varlena as va;

/// Elements shown before the rest is left for later.
const SHOWN: usize = 96;
/// Bytes of a 4-byte varlena header: offsets in an array count from it, whatever header it has.
const HEADER: usize = 4;

/// Where things are in an array's payload.
struct Shape {
    ndim: usize,
    /// Elements in all; never more than the bytes could hold.
    count: usize,
    /// Where the null bitmap is, if there is one.
    bitmap: Option<usize>,
    /// Where the elements start.
    data: usize,
    element: Attribute,
}

impl Shape {
    /// Reads dimensions and offsets from an array's header.
    fn read(b: &Backend, span: Span) -> Shape {
        let ndim = (span.u32(0) as usize).min(MAXDIM);
        let offset = span.u32(4) as usize;
        let count = (0..ndim)
            .map(|i| (span.u32(12 + 4 * i) as i32).max(0) as usize)
            .fold(usize::from(ndim > 0), usize::saturating_mul)
            .min(span.len() * 8);
        let dims = 12 + 8 * ndim;
        let data = if offset > 0 { offset } else { (HEADER + dims).next_multiple_of(8) };
        let mut element = b.column_of("", Oid(span.u32(8)), -1);
        element.align = element.align.max(1);
        Shape {
            ndim,
            count,
            bitmap: (offset > 0).then_some(dims),
            data: data.saturating_sub(HEADER).min(span.len()),
            element,
        }
    }
    /// Whether the element with this number is NULL.
    fn is_null(&self, span: Span, i: usize) -> bool {
        self.bitmap.is_some_and(|at| span.byte(at + i / 8) >> (i % 8) & 1 == 0)
    }
}

/// The fields of an array's payload.
pub(super) fn array(b: &mut Backend, span: Span) -> Vec<Field> {
    if span.len() < 12 {
        return vec![span.all("damaged", Part::Payload).note("An array has a header of 12 bytes.")];
    }
    let shape = Shape::read(b, span);
    let int = |name: &str, at| {
        span.int(name, at, 4, Part::Header)
            .value(span.u32(at) as i32)
            .steps(little_endian(span, at, 4))
    };
    let element = format_type(shape.element.type_oid, -1);
    let mut out = vec![
        int("ndim", 0).note("dimensions; 0 for an array without elements"),
        int("dataoffset", 4).note("0: no null bitmap; else where the elements start"),
        int("elemtype", 8).note(element),
    ];
    for i in 0..shape.ndim {
        out.push(int(&format!("dim {}", i + 1), 12 + 4 * i).note("elements in this dimension"));
    }
    for i in 0..shape.ndim {
        let at = 12 + 4 * (shape.ndim + i);
        out.push(int(&format!("lbound {}", i + 1), at).note("its first subscript"));
    }
    let mut here = 12 + 8 * shape.ndim;
    if let Some(at) = shape.bitmap {
        let bytes = shape.count.div_ceil(8).min(span.len().saturating_sub(at));
        out.push(
            span.field("null bitmap", at, bytes, Part::Bitmap)
                .value(
                    (0..shape.count.min(64))
                        .map(|i| if shape.is_null(span, i) { '0' } else { '1' })
                        .collect::<String>(),
                )
                .note("a bit for each element, 0 for NULL"),
        );
        here = at + bytes;
    }
    if shape.data > here {
        out.push(
            span.field("padding", here, shape.data - here, Part::Padding)
                .value(plural(shape.data - here, "byte"))
                .note("the elements start at a multiple of 8, counted from the varlena header"),
        );
    }
    if shape.count > 0 {
        let list = span
            .field("elements", shape.data, span.len() - shape.data, Part::Payload)
            .value(plural(shape.count, "element"));
        out.push(if shape.count <= SHOWN {
            list.children(elements(b, span, 0))
        } else {
            list.more(more(span, 0))
        });
    }
    out
}

/// What the page asks for to see the elements from `from` on.
fn more(span: Span, from: usize) -> More {
    More::Array { at: span.base as u32, end: (span.base + span.len()) as u32, from: from as u32 }
}

/// The elements with number `from` and later.
pub(super) fn elements(b: &mut Backend, span: Span, from: usize) -> Vec<Field> {
    let shape = Shape::read(b, span);
    let mut at = shape.data;
    let mut out = Vec::new();
    for i in 0..shape.count {
        if i == from + SHOWN {
            out.push(
                span.field("more elements", at, span.len().saturating_sub(at), Part::Payload)
                    .value((shape.count - i).to_string())
                    .more(more(span, i)),
            );
            break;
        }
        let name = format!("[{}]", i + 1);
        if shape.is_null(span, i) {
            if i >= from {
                let null = span.field(&name, at.min(span.len()), 0, Part::Payload);
                out.push(null.value("NULL").note("no bytes").faint(true));
            }
            continue;
        }
        let rest = span.slice(at, span.len());
        let length = match shape.element.len {
            -1 => va::size_any(rest.bytes),
            -2 => rest.bytes.iter().position(|&c| c == 0).map_or(rest.len(), |n| n + 1),
            n => n.max(1) as usize,
        };
        if length == 0 || length > rest.len() {
            out.push(rest.all("damaged", Part::Payload).note("The array ends inside an element."));
            break;
        }
        if i >= from {
            let mut field =
                value::column(b, &shape.element, rest.slice(0, length), Part::Payload, None);
            field.name = name;
            out.push(field);
        }
        at += length;
        let aligned = (HEADER + at).next_multiple_of(shape.element.align.into()) - HEADER;
        if i >= from && aligned > at && i + 1 < shape.count && aligned <= span.len() {
            out.push(
                span.field("padding", at, aligned - at, Part::Padding)
                    .value(plural(aligned - at, "byte")),
            );
        }
        at = aligned;
    }
    out
}

//! jsonb: header, JEntries, children (`jsonb.h`).

use super::build::{Span, cut, grouped, little_endian, plural};
use super::{Field, JsonList, More, Part, number};
use storage::types::jsonb::*;
use storage::types::numeric::Numeric;

/// Entries or children shown before the rest is left for later.
const SHOWN: usize = 96;
/// Containers within containers that are opened at once.
const DEPTH: usize = 2;

/// The fields of a jsonb payload.
pub(super) fn document(span: Span) -> Vec<Field> {
    let kind = describe(span);
    let root = span.all("root", Part::Payload).value(kind);
    vec![root.note("the root container").children(container(span, 0))]
}

/// A jsonb value in words: `object of 3 pairs`, `array of 2 elements`, `scalar`.
fn describe(span: Span) -> String {
    let c = Container::new(span.bytes);
    if c.is_scalar() {
        "a scalar".to_string()
    } else if c.is_object() {
        format!("object of {}", plural(c.count(), "pair"))
    } else {
        format!("array of {}", plural(c.count(), "element"))
    }
}

/// What the page asks for to see the children of this list from `from` on.
fn more(span: Span, list: JsonList, from: usize) -> More {
    let (at, end) = (span.base as u32, (span.base + span.len()) as u32);
    More::Json { at, end, list, from: from as u32 }
}

/// The fields of a container: its header, JEntries and children; `depth` is how many containers
/// surround it.
pub(super) fn container(span: Span, depth: usize) -> Vec<Field> {
    if span.len() < 4 {
        return vec![
            span.all("damaged", Part::Payload).note("A container has a header of 4 bytes."),
        ];
    }
    let c = Container::new(span.bytes);
    let n = c.children();
    let start = c.data_start().min(span.len());
    let children = span
        .field("children", start, span.len() - start, Part::Payload)
        .value(if c.is_object() {
            format!("{} and {}", plural(c.count(), "key"), plural(c.count(), "value"))
        } else {
            plural(n, "element")
        })
        .note(if c.is_object() {
            "the keys, shorter ones first, then the values in the order of their keys"
        } else {
            "one after the other"
        });
    let mut out = head(span);
    if n > 0 {
        out.push(if n <= SHOWN {
            children.children(list_children(span, 0, depth))
        } else {
            children.more(more(span, JsonList::Children, 0))
        });
    }
    out
}

/// What precedes a container's children: its header, the JEntries, and, for an object sorted by length,
/// the map from keys to values.
pub(super) fn head(span: Span) -> Vec<Field> {
    let c = Container::new(span.bytes);
    let n = c.children();
    let mut out = vec![header(span, c)];
    if n == 0 {
        return out;
    }
    let entries = span
        .field("JEntries", 4, 4 * n, Part::Header)
        .value(format!("{} of 4 bytes", grouped(n as u64)))
        .note("one a child: its type, and how long it is or where it ends");
    out.push(if n <= SHOWN {
        entries.children(list_entries(span, 0))
    } else {
        entries.more(more(span, JsonList::Entries, 0))
    });
    if c.is_sorted() {
        let from = 4 + 4 * n;
        let places: Vec<_> =
            (0..c.count().min(16)).map(|p| (c.value_of(p) - c.count()).to_string()).collect();
        out.push(
            span.field("map", from, c.data_start().min(span.len()).saturating_sub(from), Part::Header)
                .value(places.join(" "))
                .note("for each key, which of the values is its own: they stand in the order of their length"),
        );
    }
    out
}

/// The fields of an object's keys, each with its bytes.
pub(super) fn keys(span: Span) -> Vec<Field> {
    let c = Container::new(span.bytes);
    let start = c.data_start();
    let keys = (0..c.count().min(SHOWN)).map(|i| {
        let at = start + c.offset(i);
        let inside = span.slice(at, at + c.key(i).len());
        value(inside, c, i, 0)
    });
    keys.collect()
}

/// The container's header: its count and its flags.
fn header(span: Span, c: Container) -> Field {
    let word = span.u32(0);
    let flag = |name, bit: u8, says: &str| {
        let set = word >> bit & 1;
        span.field(name, 0, 4, Part::Header).bits(bit, 1).value(set).note(says).faint(set == 0)
    };
    let mut steps = little_endian(span, 0, 4);
    steps.push(format!("{:#x} << 28 | {}", word >> 28, word & JB_CMASK));
    steps.push(describe(span));
    span.int("header", 0, 4, Part::Header)
        .value(format!("{word:#010x}"))
        .note(describe(span))
        .steps(steps)
        .children(vec![
            span.field("JB_CMASK", 0, 4, Part::Header)
                .bits(0, 28)
                .value(word & JB_CMASK)
                .note(if c.is_object() { "pairs" } else { "elements" }),
            if c.is_sorted() {
                flag("JB_FSORTED", 28, "of the proposal: values in the order of their length")
            } else {
                flag("JB_FSCALAR", 28, "the root is a scalar, wrapped in an array of one")
            },
            flag("JB_FOBJECT", 29, "an object"),
            flag("JB_FARRAY", 30, "an array"),
        ])
}

/// What a JEntry says of its child's type.
fn type_name(entry: u32) -> &'static str {
    match entry & JENTRY_TYPEMASK {
        JENTRY_ISSTRING => "string",
        JENTRY_ISNUMERIC => "numeric",
        JENTRY_ISBOOL_FALSE => "false",
        JENTRY_ISBOOL_TRUE => "true",
        JENTRY_ISNULL => "null",
        JENTRY_ISCONTAINER => "container",
        JENTRY_ISSTORED => "stored elsewhere",
        _ => "unknown",
    }
}

/// The name of a child's field: the key of a pair, the number of an element.
fn child_name(c: Container, index: usize) -> String {
    if !c.is_object() {
        format!("[{index}]")
    } else if index < c.count() {
        format!("key {}", index + 1)
    } else {
        let mut pairs = 0..c.count();
        let pair = pairs.find(|pair| c.value_of(*pair) == index).unwrap_or(index - c.count());
        cut(&String::from_utf8_lossy(c.key(pair)), 40)
    }
}

/// The JEntries with number `from` and later.
pub(super) fn list_entries(span: Span, from: usize) -> Vec<Field> {
    let c = Container::new(span.bytes);
    let n = c.children();
    let end = (from + SHOWN).min(n);
    let mut out: Vec<Field> = (from..end).map(|i| entry(span, c, i)).collect();
    if end < n {
        out.push(
            span.field("more JEntries", 4 + 4 * end, 4 * (n - end), Part::Header)
                .value(grouped((n - end) as u64))
                .more(more(span, JsonList::Entries, end)),
        );
    }
    out
}

/// One JEntry: its type, and its child's length or end.
fn entry(span: Span, c: Container, index: usize) -> Field {
    let at = 4 + 4 * index;
    let word = span.u32(at);
    let low = word & JENTRY_OFFLENMASK;
    let has_off = word & JENTRY_HAS_OFF != 0;
    let what = if has_off { "ends at" } else { "length" };
    let kind = type_name(word);
    let mut steps = little_endian(span, at, 4);
    steps.push(format!("{:#x} << 28 | {low}", word >> 28));
    steps.push(format!("{kind}, {what} {low}"));
    let name = child_name(c, index);
    let note = if has_off {
        format!(
            "entry {index} is a multiple of {JB_OFFSET_STRIDE}, so it holds where its child ends, counted from the first child"
        )
    } else {
        "holds how long its child is, padding before it included".to_string()
    };
    span.int(&name, at, 4, Part::Header)
        .value(format!("{kind}, {what} {low}"))
        .note(note)
        .steps(steps)
        .children(vec![
            span.field("JENTRY_OFFLENMASK", at, 4, Part::Header).bits(0, 28).value(low).note(what),
            span.field("JENTRY_TYPEMASK", at, 4, Part::Header)
                .bits(28, 3)
                .value((word & JENTRY_TYPEMASK) >> 28)
                .note(kind),
            span.field("JENTRY_HAS_OFF", at, 4, Part::Header)
                .bits(31, 1)
                .value(u8::from(has_off))
                .note("1: an offset; 0: a length")
                .faint(!has_off),
        ])
}

/// The children with number `from` and later.
pub(super) fn list_children(span: Span, from: usize, depth: usize) -> Vec<Field> {
    let c = Container::new(span.bytes);
    let (n, start) = (c.children(), c.data_start());
    let end = (from + SHOWN).min(n);
    let mut out = Vec::new();
    let mut at = c.offset(from.min(n));
    for index in from..end {
        let word = c.entry(index);
        let low = (word & JENTRY_OFFLENMASK) as usize;
        let next = if word & JENTRY_HAS_OFF != 0 { low } else { at.saturating_add(low) };
        if next < at || start.saturating_add(next) > span.len() {
            let rest = span.slice(start.saturating_add(at), span.len());
            out.push(
                rest.all("damaged", Part::Payload).note("The JEntry leads out of the container."),
            );
            return out;
        }
        out.extend(child(span.slice(start + at, start + next), c, index, at, depth));
        at = next;
    }
    if end < n {
        let rest = span.slice(start.saturating_add(at), span.len());
        out.push(
            rest.all("more children", Part::Payload).value(grouped((n - end) as u64)).more(more(
                span,
                JsonList::Children,
                end,
            )),
        );
    }
    out
}

/// A child, with the padding before it; `offset` is where it starts, counted from the first child.
fn child(span: Span, c: Container, index: usize, offset: usize, depth: usize) -> Vec<Field> {
    let kind = c.entry(index) & JENTRY_TYPEMASK;
    let aligned = matches!(kind, JENTRY_ISNUMERIC | JENTRY_ISCONTAINER | JENTRY_ISSTORED);
    let skip = if aligned { (offset.next_multiple_of(4) - offset).min(span.len()) } else { 0 };
    let mut out = Vec::new();
    if skip > 0 {
        out.push(
            span.field("padding", 0, skip, Part::Padding)
                .value(plural(skip, "byte"))
                .note("so that the number or container starts at a multiple of 4"),
        );
    }
    out.push(value(span.slice(skip, span.len()), c, index, depth));
    out
}

/// The field of a child, without the padding before it.
pub(super) fn value(inside: Span, c: Container, index: usize, depth: usize) -> Field {
    let key = c.is_object() && index < c.count();
    let name = child_name(c, index);
    let field = inside.all(&name, if key { Part::Key } else { Part::Payload });
    match c.entry(index) & JENTRY_TYPEMASK {
        JENTRY_ISSTRING => {
            let text = format!("\"{}\"", cut(&String::from_utf8_lossy(inside.bytes), 60));
            field.value(text).note(if key { "key" } else { "string" })
        }
        JENTRY_ISNUMERIC => numeric(field, inside),
        JENTRY_ISCONTAINER => {
            let field = field.value(describe(inside)).note("container");
            if depth < DEPTH && inside.len() < 2048 {
                field.children(container(inside, depth + 1))
            } else {
                field.more(more(inside, JsonList::Whole, 0))
            }
        }
        JENTRY_ISSTORED => field.value("stored elsewhere").part(Part::Pointer),
        _ => field
            .value(type_name(c.entry(index)))
            .note("no bytes of its own: the JEntry says it all"),
    }
}

/// The numeric in a child, down to its digits.
fn numeric(field: Field, inside: Span) -> Field {
    let (header, at) = super::varlena::header(inside);
    let payload = inside.slice(at, inside.len());
    let mut children = vec![header];
    children.extend(number::numeric(payload));
    field
        .value(cut(&Numeric::from_payload(payload.bytes).to_string(), 60))
        .note("numeric, with a varlena header of its own")
        .children(children)
}

//! A column's value where it lies: of fixed length, or after one of the five varlena headers.

use super::super::tuple::preview;
use super::build::{Span, cut, plural};
use super::{Field, Part, Place, array, json, number, scalar, varlena};
use server::session::Backend;
use storage::datum::Datum;
use storage::ids::Oid;
use storage::tuple::{Attribute, column_datum};
use storage::types::{self, format_type};
use storage::varlena as va;

/// Characters of a value that stand beside its name.
const TEXT: usize = 60;

/// `pg_type.oid` of the types whose inside is shown.
const BYTEA: Oid = Oid(17);
const NUMERIC: Oid = Oid(1700);
const JSONB: Oid = Oid(3802);

/// Where a column's value is at home, so that what it points to can be opened.
#[derive(Clone, Copy)]
pub(super) struct ValueOrigin {
    pub(super) relation: u32,
    pub(super) at: (u32, u16),
    pub(super) column: u16,
}

impl ValueOrigin {
    /// The place that opens this value: as stored, or `plain`.
    pub(super) fn opened(self, plain: bool) -> Place {
        let ValueOrigin { relation, at: (block, item), column } = self;
        Place::Value { relation, block, item, column, plain }
    }
}

/// The field of a column's bytes. `home` is none for a value that cannot be opened alone: an index key,
/// an element.
pub(super) fn column(
    b: &mut Backend,
    att: &Attribute,
    span: Span,
    part: Part,
    home: Option<ValueOrigin>,
) -> Field {
    let name = if att.dropped { "(dropped)" } else { &att.name };
    let type_name = if att.dropped {
        "dropped column".to_string()
    } else {
        format_type(att.type_oid, att.typmod)
    };
    let field = span.all(name, part).note(type_name.clone());
    if att.len != -1 {
        let shown =
            if att.dropped { None } else { preview(b, att, &column_datum(att, span.bytes)) };
        let field = field.value(shown.unwrap_or_default());
        return scalar::fixed(field, b.base_type(att.type_oid), span);
    }
    let bytes = span.bytes;
    if va::is_external(bytes) {
        return varlena::pointer(b, field, &type_name, span, home);
    }
    if va::is_compressed(bytes) {
        return varlena::compressed(field, &type_name, span, home);
    }
    let (header, at) = varlena::header(span);
    let inside = span.slice(at, span.len());
    let text = if att.dropped { None } else { text_of(b, att.type_oid, bytes) };
    let mut children = vec![header];
    if att.dropped {
        children.push(inside.all("bytes", Part::Payload));
    } else {
        children.extend(payload(b, att.type_oid, inside, part));
    }
    let form = if at == 1 { "1-byte header" } else { "4-byte header" };
    field
        .value(cut(&text.unwrap_or_default(), TEXT))
        .note(format!("{type_name}, {form} and {}", plural(inside.len(), "byte")))
        .children(children)
}

/// The text of a varlena; `None` if its type's output function fails, as on damaged bytes.
fn text_of(b: &mut Backend, type_oid: Oid, bytes: &[u8]) -> Option<String> {
    b.output(type_oid, &Datum::Ref(bytes.into())).ok()
}

/// The fields of a payload, by its type.
pub(super) fn payload(b: &mut Backend, type_oid: Oid, span: Span, part: Part) -> Vec<Field> {
    let base = b.base_type(type_oid);
    if base == NUMERIC {
        return number::numeric(span);
    }
    if base == JSONB {
        return json::document(span);
    }
    if b.element_type(base).is_valid() && types::info(base).is_none_or(|t| t.len == -1) {
        return array::array(b, span);
    }
    if span.len() == 0 {
        return Vec::new();
    }
    let bytes = span.all(if base == BYTEA { "bytes" } else { "text" }, part);
    vec![match std::str::from_utf8(span.bytes) {
        Ok(text) if base != BYTEA => bytes.value(cut(text, TEXT)),
        _ => bytes.value(cut(&span.hex(0, TEXT / 3), TEXT)),
    }]
}

//! How a document moves out: fields one by one, elements by the chunk, or whole.
//!
//! The fields' way is the prototype's (`jsonb_toaster_save_object`): while the object is too long for
//! the row, its longest value is compressed, and stays if all then can fit; else it moves to chunks
//! of its own. When even pointers to all of them would not fit, the document moves out whole, and
//! leaves its beginning in the row:
//!
//! ```text
//! {"key1": 1, "key2": [...100000], "key3": 1, "key4": [...10000]}
//!   -> {"key1": 1, "key2": pointer, "key3": 1, "key4": pointer}      124 bytes
//! ```

use super::node::{self, Node, PointerNode};
use super::{array, pairs_of};
use crate::datum::Datum;
use crate::error::Result;
use crate::event::Event;
use crate::store::Store;
use crate::toaster::default::{self, chunks};
use crate::toaster::{JsonbStrategies, Target};
use crate::tuple::Storage;
use crate::types::jsonb::{Container, Part, Value, View, build_object, scalar_root};
use crate::varlena::{self, CUSTOM_HEADER, POINTER_SIZE, ToastPointer};

/// Bytes of a value that is a bare pointer.
const BARE: usize = 4 + POINTER_SIZE;
/// Bytes of a row's pointer before the node: header and alignment.
pub const HEAD: usize = CUSTOM_HEADER + 2;

fn aligned(size: usize) -> usize {
    (size + 3).next_multiple_of(4)
}

/// A field on its way out.
struct Field<'a> {
    key: &'a [u8],
    value: &'a FieldValue,
    /// Its container or scalar root, when it can move.
    container: Option<Vec<u8>>,
    compressed: Option<Datum>,
    node: Option<Vec<u8>>,
    size: usize,
    status: Status,
}

/// The value of a field in memory.
#[derive(Clone, Debug)]
pub enum FieldValue {
    /// A node.
    Plain(Value),
    /// What stands for one.
    Stored(Vec<u8>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Plain,
    Compressed,
    Toasted,
}

fn part_size(value: &Value) -> usize {
    Part::View(value.view()).size()
}

/// What moves out as a document of its own.
fn movable(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Container(bytes) => Some(bytes.clone()),
        Value::String(s) if s.len() > 2 * BARE => Some(scalar_root(value.view())),
        _ => None,
    }
}

/// An object's fields so that they fit `room`; `None` when they cannot.
pub fn fields(
    st: &mut Store,
    to: &Target<'_>,
    pairs: &[(Vec<u8>, FieldValue)],
    strategies: JsonbStrategies,
) -> Result<Option<Vec<u8>>> {
    let room = to.room;
    let header = 8 + 8 * pairs.len();
    if header > room {
        return Ok(None);
    }
    let mut fields: Vec<Field<'_>> = Vec::with_capacity(pairs.len());
    let mut least = 0;
    for (key, value) in pairs {
        let (container, node, size, status) = match value {
            FieldValue::Plain(v) => (movable(v), None, part_size(v), Status::Plain),
            FieldValue::Stored(n) => {
                let status = match node::decode(n)? {
                    Node::Compressed(_) => Status::Compressed,
                    _ => Status::Toasted,
                };
                (None, Some(n.clone()), n.len(), status)
            }
        };
        least += match container {
            Some(_) => aligned(BARE),
            None => aligned(size),
        };
        fields.push(Field { key, value, container, compressed: None, node, size, status });
    }
    let keys = pairs.iter().map(|(k, _)| k.len()).sum::<usize>().next_multiple_of(4);
    if header + keys + least > room {
        return Ok(None);
    }
    let mut total = header + keys + fields.iter().map(|f| aligned(f.size)).sum::<usize>();
    let mut compressing = strategies.compress_fields;
    while total > room {
        let longest = fields
            .iter()
            .enumerate()
            .filter(|(_, f)| f.container.is_some() && f.status != Status::Toasted)
            .filter(|(_, f)| !compressing || f.status == Status::Plain || f.size >= room)
            .fold(None, |best: Option<(usize, usize)>, (i, f)| match best {
                Some((_, size)) if size >= f.size => best,
                _ => Some((i, f.size)),
            });
        let Some((i, size)) = longest.filter(|(_, size)| *size > BARE) else {
            if compressing && strategies.toast_fields {
                compressing = false;
                continue;
            }
            return Ok(None);
        };
        total -= aligned(size);
        let field = &mut fields[i];
        let container = field.container.as_deref().unwrap_or(&[]);
        let whole = Datum::varlena(container);
        if field.compressed.is_none() {
            field.compressed = default::compress_datum(&whole, to.compression(st)).ok();
            if let Some(compressed) = &field.compressed
                && compressing
                && compressed.bytes().len() + least < room
            {
                let (from, after) = (whole.bytes().len(), compressed.bytes().len());
                let method = to.compression(st) as u8;
                let (rel, attribute) = (to.rel.oid, to.attribute.0);
                st.events.emit(|| Event::AttributeCompressed {
                    rel,
                    attribute,
                    method,
                    from,
                    to: after,
                });
                let scalar = Container::new(container).is_scalar();
                let bytes = compressed.bytes();
                let made = node::encode(&Node::Compressed(bytes), container.len(), scalar);
                field.size = made.len();
                field.node = Some(made);
                field.status = Status::Compressed;
                total += aligned(field.size);
                continue;
            }
        }
        if !strategies.toast_fields {
            return Ok(None);
        }
        let value = field.compressed.as_ref().unwrap_or(&whole);
        let pointer = chunks::save(st, to, value.bytes(), None, &[])?;
        st.events.emit(|| Event::ValueToasted {
            rel: to.rel.oid,
            attribute: to.attribute.0,
            value: pointer.value_id,
            raw: pointer.rawsize as usize,
            stored: pointer.extsize(),
        });
        let scalar = Container::new(container).is_scalar();
        let bare = Node::Pointer(PointerNode::bare(pointer));
        let made = node::encode(&bare, container.len(), scalar);
        field.size = made.len();
        field.node = Some(made);
        field.status = Status::Toasted;
        total += aligned(field.size);
    }
    let parts: Vec<(&[u8], Part<'_>)> = fields
        .iter()
        .map(|f| {
            let part = match (&f.node, f.value) {
                (Some(node), _) | (None, FieldValue::Stored(node)) => Part::Stored(node),
                (None, FieldValue::Plain(value)) => Part::View(value.view()),
            };
            (f.key, part)
        })
        .collect();
    build_object(&parts, strategies.sort_values).map(Some)
}

/// Stores a document: what its row keeps.
pub fn document(
    st: &mut Store,
    to: &Target<'_>,
    bytes: &[u8],
    strategies: JsonbStrategies,
) -> Result<Vec<u8>> {
    let root = Container::new(bytes);
    if let Some(pairs) = pairs_of(root)
        && (strategies.compress_fields || strategies.toast_fields)
        && let Some(object) = fields(st, to, &pairs, strategies)?
    {
        let raw = super::raw_size(Container::new(&object));
        return Ok(node::encode(&Node::Fields(&object), raw, false));
    }
    if root.is_array()
        && !root.is_scalar()
        && strategies.toast_arrays
        && let Some(array) = array::save(st, to, root)?
    {
        return Ok(node::encode(&Node::Array(array), bytes.len(), false));
    }
    whole(st, to, bytes, strategies)
}

/// A document in chunks, with its beginning inline if the row has room.
fn whole(
    st: &mut Store,
    to: &Target<'_>,
    bytes: &[u8],
    strategies: JsonbStrategies,
) -> Result<Vec<u8>> {
    let value = Datum::varlena(bytes);
    let compressed = match to.column().storage {
        Storage::Extended | Storage::Main => {
            default::compress_datum(&value, to.compression(st)).ok()
        }
        _ => None,
    };
    let (stored, method) = match &compressed {
        Some(c) => (&c.bytes()[4..], Some(to.compression(st))),
        None => (bytes, None),
    };
    // A node with parts has two more counted lengths than a bare one.
    let beside = HEAD + BARE + 4;
    let prefix = match strategies.inline_prefix {
        true => to.room.saturating_sub(beside).min(stored.len().saturating_sub(1)),
        false => 0,
    };
    let (inline, rest) = stored.split_at(prefix);
    let chunk_value = Datum::varlena(rest);
    let saved = chunks::save(st, to, chunk_value.bytes(), None, &[])?;
    let pointer =
        ToastPointer::new(bytes.len() + 4, stored.len(), method, saved.value_id, saved.toast_rel);
    st.events.emit(|| Event::ValueToasted {
        rel: to.rel.oid,
        attribute: to.attribute.0,
        value: pointer.value_id,
        raw: bytes.len() + varlena::VARHDRSZ,
        stored: stored.len(),
    });
    let node = PointerNode { pointer, prefix: inline.to_vec(), differences: Vec::new() };
    let scalar = Container::new(bytes).is_scalar();
    Ok(node::encode(&Node::Pointer(node), bytes.len(), scalar))
}

/// A value as what goes into an object beside stored ones.
pub fn view_of(value: &FieldValue) -> Part<'_> {
    match value {
        FieldValue::Plain(v) => Part::View(v.view()),
        FieldValue::Stored(n) => Part::Stored(n),
    }
}

/// The scalar or container that a moved value was.
pub fn unmoved(container: &[u8]) -> Value {
    match Container::new(container).root() {
        View::Container(c) => Value::Container(c.bytes.to_vec()),
        scalar => scalar.to_value(),
    }
}

//! Making an object fit a row, field by field (`jsonb_toaster_save_object`).
//!
//! While the object is too long, its longest field is taken: it is compressed, and stays if all then
//! can fit; else it moves to chunks of its own. An object among the fields need not go as one: if
//! with its own long fields out it has room, it stays, and so on down.
//!
//! ```text
//! {"id": 7, "meta": {"by": "ann", "log": [...]}, "body": [...]}
//!   -> {"id": 7, "meta": {"by": "ann", "log": pointer}, "body": pointer}
//! ```
//!
//! `meta` gets what the others leave when they fit. Only containers move out.
//!
//! Beyond the prototype, each a setting: `toast_fields_deep` gives `meta` also where the others do not
//! fit half of what would be free if all moved out. `toast_strings` moves strings. With
//! `toast_field_arrays` an array goes to chunks of whole elements where compression would not halve it
//! or the column's storage is EXTERNAL: any element is then one chunk away.
//!
//! Bytes are counted as the prototype counts them, each value with up to three of padding. Whether
//! all can fit is known beforehand, so nothing has been written when they cannot.

use super::node::{self, Node, PointerNode};
use super::object::{FieldValue, Pairs, stored_pairs};
use super::save::BARE;
use super::{array, materialize, object};
use crate::datum::Datum;
use crate::error::Result;
use crate::event::Event;
use crate::store::Store;
use crate::toaster::default::{self, chunks};
use crate::toaster::tapas::VERSION_SIZE;
use crate::toaster::{JsonbStrategies, Target};
use crate::tuple::Storage;
use crate::types::jsonb::{Container, ObjectValue, Value, build_object, scalar_root};
use std::borrow::Cow;

/// Bytes of an object's node before its JEntries.
const HEADER: usize = 8;
/// Bytes of a node that points to an array in chunks of elements.
const ARRAY: usize = 28;
/// How deep objects are looked into; what is further down moves with what it is in.
const DEPTH: usize = 16;

/// The room for a value of this size in an object: with the three bytes that its alignment may
/// take.
fn aligned(size: usize) -> usize {
    (size + 3).next_multiple_of(4)
}

/// What can be done with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// Nothing: it is short, or out.
    Done,
    /// It can be compressed, or moved out, or, an object, have its fields moved out.
    Plain,
    /// It can be moved out.
    Compressed,
    /// An object with stored fields: more of them can move out.
    Nested,
    /// In chunks, with changes beside its pointer that can move there.
    Changed,
}

/// A field on its way out.
struct Field<'a> {
    key: &'a [u8],
    value: Cow<'a, FieldValue>,
    /// The field compressed, once that was tried and helped.
    compressed: Option<Datum>,
    size: usize,
    /// The fewest bytes that it can come to.
    least: usize,
    status: Status,
}

/// Whether a value can be moved to chunks: containers can, long strings if the strategy is on.
fn movable(value: &Value, strategies: JsonbStrategies) -> bool {
    match value {
        Value::Container(_) => true,
        Value::String(s) => strategies.toast_strings && s.len() > 2 * BARE,
        _ => false,
    }
}

impl<'a> Field<'a> {
    /// Measures a field: how long it is, how short it can become, and what can still be done to it.
    fn new(
        key: &'a [u8],
        value: Cow<'a, FieldValue>,
        strategies: JsonbStrategies,
    ) -> Result<Field<'a>> {
        let mut size = value.part().size();
        let mut compressed = None;
        let (least, status) = match &*value {
            FieldValue::Plain(value) if movable(value, strategies) => {
                (aligned(BARE), Status::Plain)
            }
            FieldValue::Plain(Value::Null | Value::Bool(_)) => (0, Status::Done),
            FieldValue::Plain(_) => (aligned(size), Status::Done),
            FieldValue::Stored(bytes) => match node::decode(bytes)? {
                Node::Compressed(bytes) => {
                    compressed = Some(Datum::Ref(bytes.into()));
                    (aligned(BARE), Status::Compressed)
                }
                Node::Fields(object) => {
                    let pairs = stored_pairs(Container::new(object));
                    (aligned(least(&fields_of(&pairs, strategies)?)), Status::Nested)
                }
                Node::Pointer(p) if !p.differences.is_empty() => {
                    size -= node::wrapping(bytes);
                    (aligned(BARE), Status::Changed)
                }
                Node::Array(a) if !a.differences.is_empty() => (aligned(ARRAY), Status::Changed),
                _ => (aligned(size), Status::Done),
            },
        };
        Ok(Field { key, value, compressed, size, least, status })
    }

    /// Replaces the field's value by this node.
    fn becomes(&mut self, node: Vec<u8>, status: Status) {
        self.size = node.len();
        self.value = Cow::Owned(FieldValue::Stored(node));
        self.status = status;
        if status == Status::Done {
            self.least = aligned(self.size);
        }
    }

    /// The document that is moved to chunks: a container, or the root of a string.
    fn document(&self) -> Result<Cow<'_, [u8]>> {
        Ok(match (&*self.value, &self.compressed) {
            (FieldValue::Plain(Value::Container(bytes)), _) => Cow::Borrowed(&bytes[..]),
            (FieldValue::Plain(scalar), _) => Cow::Owned(scalar_root(scalar.view())),
            (_, Some(compressed)) => Cow::Owned(default::decompress(compressed.bytes())?.to_vec()),
            _ => Cow::Borrowed(&[]),
        })
    }
}

/// The fields of an object, each measured.
fn fields_of(pairs: &Pairs, strategies: JsonbStrategies) -> Result<Vec<Field<'_>>> {
    let field = |(key, value)| Field::new(key, Cow::Borrowed(value), strategies);
    pairs.iter().map(|(key, value)| (&key[..], value)).map(field).collect()
}

/// The length of an object's node without its values, in bytes.
fn frame(fields: &[Field<'_>]) -> usize {
    let keys = fields.iter().map(|f| f.key.len()).sum::<usize>();
    HEADER + 8 * fields.len() + keys.next_multiple_of(4)
}

/// The least total length of an object's values, in bytes.
fn least_values(fields: &[Field<'_>]) -> usize {
    fields.iter().map(|f| f.least).sum()
}

/// The least length of the object's node, in bytes.
fn least(fields: &[Field<'_>]) -> usize {
    frame(fields) + least_values(fields)
}

/// Stores an object whose node takes at most `room` bytes: long fields move to chunks. `None`, with
/// nothing written, if that is not possible.
pub fn fit(
    st: &mut Store,
    to: &Target<'_>,
    room: usize,
    pairs: &Pairs,
    strategies: JsonbStrategies,
) -> Result<Option<Vec<u8>>> {
    fit_at(st, to, room, pairs, strategies, 0)
}

/// [`fit`] for an object that is `depth` levels down in the document.
fn fit_at(
    st: &mut Store,
    to: &Target<'_>,
    room: usize,
    pairs: &Pairs,
    strategies: JsonbStrategies,
    depth: usize,
) -> Result<Option<Vec<u8>>> {
    if HEADER + 8 * pairs.len() > room {
        return Ok(None);
    }
    let fields = fields_of(pairs, strategies)?;
    if least(&fields) > room {
        return Ok(None);
    }
    let mut object = Object { fields, room, to, strategies, depth };
    match object.shrink(st)? {
        true => object.node().map(Some),
        false => Ok(None),
    }
}

/// An object that is made to fit.
struct Object<'a> {
    fields: Vec<Field<'a>>,
    room: usize,
    to: &'a Target<'a>,
    strategies: JsonbStrategies,
    depth: usize,
}

impl Object<'_> {
    /// The object's node, with its fields as they are now.
    fn node(&self) -> Result<Vec<u8>> {
        let parts: Vec<(&[u8], ObjectValue<'_>)> =
            self.fields.iter().map(|f| (f.key, f.value.part())).collect();
        let object = build_object(&parts, self.strategies.sort_values)?;
        Ok(object)
    }

    /// The length of the object's node, in bytes.
    fn total(&self) -> usize {
        frame(&self.fields) + self.fields.iter().map(|f| aligned(f.size)).sum::<usize>()
    }

    /// The length of the node without the value of one field.
    fn without(&self, i: usize) -> usize {
        self.total() - aligned(self.fields[i].size)
    }

    /// How many bytes a field may take if not all fields fit as they are: its least length, and
    /// half of what is free when all have their least length.
    fn share(&self, i: usize) -> usize {
        self.fields[i].least + self.room.saturating_sub(least(&self.fields)) / 2
    }

    /// The longest field that can be made shorter; of equally long ones the first. `compressing`: a
    /// compressed field counts only if it is longer than the room.
    fn longest(&self, compressing: bool) -> Option<usize> {
        let mut longest: Option<(usize, usize)> = None;
        for (i, field) in self.fields.iter().enumerate() {
            let candidate = match field.status {
                Status::Done => false,
                Status::Plain => field.size > BARE,
                Status::Compressed => {
                    field.size > BARE && (!compressing || field.size >= self.room)
                }
                Status::Nested | Status::Changed => aligned(field.size) > field.least,
            };
            if candidate && longest.is_none_or(|(_, size)| field.size > size) {
                longest = Some((i, field.size));
            }
        }
        longest.map(|(i, _)| i)
    }

    /// Shortens fields until the node fits. Returns whether it does.
    fn shrink(&mut self, st: &mut Store) -> Result<bool> {
        let mut compressing = self.strategies.compress_fields;
        while self.total() > self.room {
            let Some(i) = self.longest(compressing) else {
                if compressing && self.strategies.toast_fields {
                    compressing = false;
                    continue;
                }
                // With all of it out it fits, but for some bytes of padding.
                return Ok(self.strategies.toast_fields);
            };
            match self.fields[i].status {
                Status::Nested => self.shrink_nested(st, i)?,
                Status::Changed => self.finish_stored_field(st, i)?,
                _ => {
                    let left = self.room.saturating_sub(self.without(i));
                    if left > 0 && self.split(st, i, left)? {
                        // It fits; its own padding is not counted again.
                        return Ok(true);
                    }
                    if self.compress(st, i) && compressing && self.keep_compressed(st, i)? {
                        continue;
                    }
                    if !self.strategies.toast_fields {
                        return Ok(false);
                    }
                    let deep = self.strategies.toast_fields_deep;
                    if !deep || !self.split(st, i, self.share(i))? {
                        self.move_out(st, i)?;
                    }
                }
            }
        }
        Ok(true)
    }

    /// Moves further fields of a nested object, itself stored field by field, to chunks.
    fn shrink_nested(&mut self, st: &mut Store, i: usize) -> Result<()> {
        let FieldValue::Stored(bytes) = &*self.fields[i].value else { return Ok(()) };
        let Node::Fields(inner) = node::decode(bytes)? else { return Ok(()) };
        let (pairs, before) = (stored_pairs(Container::new(inner)), bytes.clone());
        let left = self.room.saturating_sub(self.without(i));
        let mut made = None;
        for room in [left, self.share(i)] {
            if made.is_none() {
                made = fit_at(st, self.to, room, &pairs, self.strategies, self.depth + 1)?;
            }
        }
        self.fields[i].becomes(made.unwrap_or(before), Status::Done);
        Ok(())
    }

    /// Writes the changes beside a pointer into its chunks; or, if that is not possible, reads the
    /// value into memory.
    fn finish_stored_field(&mut self, st: &mut Store, i: usize) -> Result<()> {
        let FieldValue::Stored(bytes) = &*self.fields[i].value else { return Ok(()) };
        let bytes = bytes.clone();
        if let Node::Array(a) = node::decode(&bytes)?
            && let Some(a) = array::flush(st, &a, self.to.options)?
        {
            let (raw, _) = node::header(&bytes);
            self.fields[i].becomes(node::encode(&Node::Array(a), raw, false), Status::Done);
            return Ok(());
        }
        let value = object::unmoved(&materialize(st, &bytes)?);
        let key = self.fields[i].key;
        self.fields[i] = Field::new(key, Cow::Owned(FieldValue::Plain(value)), self.strategies)?;
        Ok(())
    }

    /// Stores a nested object field by field within `room` bytes. Returns false if it cannot be
    /// made so short.
    fn split(&mut self, st: &mut Store, i: usize, room: usize) -> Result<bool> {
        if !self.strategies.toast_fields_recursively || self.depth == DEPTH {
            return Ok(false);
        }
        let pairs = object::plain_pairs(Container::new(&self.fields[i].document()?));
        let Some(pairs) = pairs else { return Ok(false) };
        match fit_at(st, self.to, room, &pairs, self.strategies, self.depth + 1)? {
            Some(node) => {
                self.fields[i].becomes(node, Status::Done);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// Compresses a plain field. Returns whether it got shorter.
    fn compress(&mut self, st: &Store, i: usize) -> bool {
        let field = &mut self.fields[i];
        if field.status != Status::Plain {
            return false;
        }
        let Ok(whole) = field.document().map(|document| Datum::varlena(&document)) else {
            return false;
        };
        field.compressed = default::compress_datum(&whole, self.to.compression(st)).ok();
        field.compressed.is_some()
    }

    /// Keeps a compressed field in the row if all fields then fit. Returns whether it does.
    fn keep_compressed(&mut self, st: &Store, i: usize) -> Result<bool> {
        let least = least_values(&self.fields);
        let field = &mut self.fields[i];
        let Some(compressed) = field.compressed.clone() else { return Ok(false) };
        let bytes = compressed.bytes();
        if bytes.len() + least >= self.room {
            return Ok(false);
        }
        let document = field.document()?;
        let (rel, attribute) = (self.to.rel.oid, self.to.attribute.0);
        let method = self.to.compression(st) as u8;
        let (from, to) = (document.len() + crate::varlena::VARHDRSZ, bytes.len());
        let key = String::from_utf8_lossy(field.key).into_owned();
        st.events.emit(|| {
            let field = Some(key);
            Event::AttributeCompressed { rel, attribute, field, method, from, to }
        });
        let scalar = Container::new(&document).is_scalar();
        let node = node::encode(&Node::Compressed(bytes), document.len(), scalar);
        drop(document);
        field.becomes(node, Status::Compressed);
        Ok(true)
    }

    /// Moves a field to chunks of its own.
    fn move_out(&mut self, st: &mut Store, i: usize) -> Result<()> {
        let document = self.fields[i].document()?;
        let root = Container::new(&document);
        if let Some(node) = self.array(st, i, root)? {
            drop(document);
            self.fields[i].becomes(node, Status::Done);
            return Ok(());
        }
        let whole = Datum::varlena(&document);
        let value = self.fields[i].compressed.as_ref().unwrap_or(&whole);
        let versioned = st.toasters.settings.capabilities.versioned_fields;
        let head: &[u8] = if versioned { &[0; VERSION_SIZE] } else { &[] };
        let pointer = chunks::save(st, self.to, value.bytes(), None, head)?;
        chunks::toasted(st, self.to, &pointer, Some(self.fields[i].key));
        let bare = Node::Pointer(PointerNode { versioned, ..PointerNode::of(pointer, root) });
        let node = node::encode(&bare, document.len(), root.is_scalar());
        drop(document);
        self.fields[i].becomes(node, Status::Done);
        Ok(())
    }

    /// Stores an array in chunks of whole elements, and returns its node; `None` if it is no array,
    /// compresses well, or does not fit.
    fn array(&self, st: &mut Store, i: usize, root: Container<'_>) -> Result<Option<Vec<u8>>> {
        let field = &self.fields[i];
        let compressible = field.compressed.as_ref().is_some_and(|compressed| {
            compressed.bytes().len() * 2 <= root.bytes.len()
                && self.to.column().storage != Storage::External
        });
        let fits = least(&self.fields) - field.least + aligned(ARRAY) <= self.room;
        let wanted = self.strategies.toast_field_arrays && root.is_array() && !root.is_scalar();
        if !wanted || compressible || !fits {
            return Ok(None);
        }
        let saved = array::save(st, self.to, root, field.key)?;
        Ok(saved.map(|a| node::encode(&Node::Array(a), root.bytes.len(), false)))
    }
}

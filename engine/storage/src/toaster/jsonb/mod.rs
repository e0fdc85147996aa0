//! `jsonb_toaster`: reads and updates that touch what they need.
//!
//! | strategy (`jsonb_toaster.`) | what need not be done |
//! |---|---|
//! | `partial_decompression` | decoding the bytes after a value that is looked up ([`lazy`]) |
//! | `partial_detoast` | fetching these bytes |
//! | `sort_values` | reading long values to find a short one after them ([`crate::types::jsonb::lay_out`]) |
//! | `inline_prefix` | fetching chunks for a value at the beginning of the document ([`save`]) |
//! | `compress_fields` | moving fields out of a row that has room once the longest are compressed |
//! | `toast_fields` | fetching and rewriting the other fields (shared TOAST, [`fields`]) |
//! | `toast_arrays` | fetching the other elements ([`mod@array`]) |
//! | `inplace_updates` | rewriting a field when its new value has the same size ([`mod@edit`]) |
//! | `toast_fields_recursively` | fetching the other fields of a nested object |
//! | `toast_fields_deep`, `toast_strings`, `toast_field_arrays` | the same, for fields that the prototype leaves alone |
//! | `many_differences` | rewriting a field when it changes for the second time |
//! | `fields_first` | decompressing all of a document that would fit its row compressed |
//!
//! A pointer's payload is a [`node`]. A change makes a new one in memory that shares the old one's
//! chunks; when it is stored by UPDATE, [`Toaster::update`] deletes the chunks that only the old one had.
//! Simpler than the prototype: chunks are always found through the index, and a plain value fits the row
//! or moves out as a whole, never as head and tail. Fields move out of objects that are in the row, at any
//! depth; a value in chunks is plain, so no field moves out of it.

mod array;
mod edit;
mod events;
mod fields;
mod lazy;
mod navigate;
pub mod node;
mod object;
mod owned;
mod parts;
mod save;

use super::{
    ColumnSpec, JsonbOperations, JsonbStrategies, Operations, TAPAS_OID, Target, Toaster,
    of_pointer,
};
use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::event::{Event, PointerPart, PointerRole};
use crate::ids::Oid;
use crate::store::Store;
use crate::toaster::default;
use crate::toaster::tapas::HeadPointer;
use crate::types::jsonb::{
    Container, JB_FARRAY, JB_FOBJECT, JB_FSCALAR, JsonbView, LookupResult, ObjectBuilder, PathStep,
    Value, step,
};
use crate::types::oid::JSONB;
use crate::varlena::{CustomPointer, ToastPointer};
use lazy::LazyDocument;
use node::{Node, PointerNode};
use object::{FieldValue, stored_pairs};
use owned::{OwnedChunks, owned};

/// The toaster for jsonb.
#[derive(Clone, Copy, Debug)]
pub struct JsonbToaster;

impl Toaster for JsonbToaster {
    fn name(&self) -> &'static str {
        "jsonb_toaster"
    }

    fn requirement(&self) -> &'static str {
        "It takes columns of type jsonb."
    }

    fn validate(&self, column: &ColumnSpec) -> bool {
        column.type_oid == JSONB
    }

    /// A document by its fields, if that fits: what the server of 2021 tries before it compresses, and
    /// with `fields_first` any.
    fn toast_first(&self, st: &mut Store, to: &Target<'_>, value: &Datum) -> Result<Option<Datum>> {
        let strategies = st.toasters.settings.jsonb;
        let asked = strategies.fields_first || to.toaster == TAPAS_OID;
        if !asked || !(strategies.compress_fields || strategies.toast_fields) {
            return Ok(None);
        }
        let document = super::detoast(st, value)?;
        let Some(pairs) = object::plain_pairs(Container::new(&document)) else { return Ok(None) };
        let node = fields::fit(st, to, save::node_room(to), &pairs, strategies)?;
        Ok(node.map(|node| pointer(to.toaster, &node)))
    }

    fn toast(
        &self,
        st: &mut Store,
        to: &Target<'_>,
        value: &Datum,
        _old: Option<&Datum>,
    ) -> Result<Datum> {
        let strategies = st.toasters.settings.jsonb;
        let Some(payload) = payload(value.bytes()) else {
            return save::document(st, to, value, strategies);
        };
        let (raw, scalar) = node::header(payload);
        match node::decode(payload)? {
            Node::Fields(object) => {
                let pairs = stored_pairs(Container::new(object));
                if let Some(node) = fields::fit(st, to, save::node_room(to), &pairs, strategies)? {
                    let kept: Vec<Oid> = owned(&node)?.into_iter().map(OwnedChunks::id).collect();
                    for owner in owned(payload)? {
                        if !kept.contains(&owner.id()) {
                            owned::delete(st, owner)?;
                        }
                    }
                    return Ok(pointer(to.toaster, &node));
                }
            }
            Node::Array(array) if !array.differences.is_empty() => {
                if let Some(array) = array::flush(st, &array, to.options)? {
                    let node = node::encode(&Node::Array(array), raw, scalar);
                    return Ok(pointer(to.toaster, &node));
                }
            }
            Node::Pointer(p) if !p.differences.is_empty() => {}
            _ => return Ok(value.clone()),
        }
        // It is stored anew.
        let before = owned(payload)?;
        let document = materialize(st, payload)?;
        let stored = save::document(st, to, &Datum::varlena(&document), strategies)?;
        for owner in before {
            owned::delete(st, owner)?;
        }
        Ok(stored)
    }

    fn update(
        &self,
        st: &mut Store,
        to: &Target<'_>,
        new: &Datum,
        old: &Datum,
    ) -> Result<Option<Datum>> {
        let Some(new_payload) = payload(new.bytes()).filter(|_| toaster_of(new) == to.toaster)
        else {
            return Ok(None);
        };
        let kept = owned(new_payload)?;
        let before = match payload(old.bytes()) {
            Some(old) => owned(old)?,
            None => Vec::new(),
        };
        if payload(old.bytes()).is_none() || kept.iter().any(|owner| !before.contains(owner)) {
            return Ok(None);
        }
        for owner in before.into_iter().filter(|owner| !kept.contains(owner)) {
            owned::delete(st, owner)?;
        }
        for owner in kept {
            let value = owner.id();
            let (rel, attribute) = (to.rel.oid, to.attribute.0);
            st.events.emit(|| Event::ValueKept { rel, attribute, value });
        }
        Ok(Some(new.clone()))
    }

    fn detoast(&self, st: &mut Store, value: &Datum) -> Result<Bytes> {
        match payload(value.bytes()) {
            Some(payload) => Ok(materialize(st, payload)?.into()),
            None => err!(DATA_CORRUPTED, "invalid TOAST pointer"),
        }
    }

    fn delete(&self, st: &mut Store, value: &Datum, _speculative: bool) -> Result<()> {
        let Some(payload) = payload(value.bytes()) else {
            return err!(DATA_CORRUPTED, "invalid TOAST pointer");
        };
        for owner in owned(payload)? {
            owned::delete(st, owner)?;
        }
        Ok(())
    }

    /// The size of the payload, as the prototype counts it; if the whole document is in chunks, their
    /// size.
    fn stored_size(&self, value: &[u8]) -> usize {
        let Some(node) = payload(value) else { return 0 };
        match node::decode(node) {
            Ok(Node::Pointer(p)) => p.pointer.extsize(),
            _ => node.len() + 2 + node::row_head(node).len(),
        }
    }

    fn pointers(&self, value: &[u8]) -> Vec<ToastPointer> {
        payload(value).and_then(|node| owned::pointers(node).ok()).unwrap_or_default()
    }

    fn parts(&self, payload: &[u8]) -> Vec<PointerPart> {
        let node = payload.get(2..).and_then(node::of_row);
        let Some(node) = node else { return super::parts::whole(payload) };
        let mut all = vec![PointerPart::new(PointerRole::Padding, "", 0, 2)];
        let at = payload.len() - node.len();
        if at > 2 {
            let mut number = PointerPart::new(PointerRole::Number, "raw size, size", 2, at - 2);
            number.number = node::header(node).0 as u32;
            all.push(number);
        }
        all.extend(parts::parts(node, at));
        all
    }

    fn operations(&self) -> Operations {
        Operations {
            jsonb: Some(JsonbOperations { get, edit: edit::edit }),
            ..Operations::default()
        }
    }
}

/// The node in a pointer of this toaster.
fn payload(value: &[u8]) -> Option<&[u8]> {
    node::of_row(CustomPointer::decode(value)?.payload.get(2..)?)
}

/// The OID of the toaster that a pointer names.
fn toaster_of(value: &Datum) -> Oid {
    CustomPointer::decode(value.bytes()).map_or(Oid::INVALID, |p| p.toaster)
}

/// The pointer that carries a node.
fn pointer(toaster: Oid, node: &[u8]) -> Datum {
    let (raw, _) = node::header(node);
    let payload = [&[0, 0], &node::row_head(node)[..], node].concat();
    let pointer = CustomPointer { rawsize: raw as u32 + 4, toaster, payload: &payload };
    Datum::Ref(pointer.encode().into())
}

/// The whole plain container that a node stands for.
fn materialize(st: &mut Store, node: &[u8]) -> Result<Vec<u8>> {
    match node::decode(node)? {
        Node::Compressed(bytes) => {
            let whole = default::decompress(bytes)?;
            Ok(whole.to_vec())
        }
        Node::Pointer(p) => {
            let mut doc = LazyDocument::open(&p, JsonbStrategies::WHOLE);
            let size = doc.size();
            let bytes = doc.read(st, 0, size)?;
            doc.close(st)?;
            events::detoasted(st, &p);
            Ok(bytes)
        }
        Node::Array(a) => array::materialize(st, &a),
        Node::Fields(object) => {
            let mut built = ObjectBuilder::default();
            for (key, value) in stored_pairs(Container::new(object)) {
                let value = match value {
                    FieldValue::Plain(value) => value,
                    FieldValue::Stored(node) => object::unmoved(&materialize(st, &node)?),
                };
                built.push(&key, value)?;
            }
            match built.finish()? {
                Value::Container(bytes) => Ok(bytes),
                _ => err!(INTERNAL_ERROR, "an object is a container"),
            }
        }
    }
}

/// The value at the end of a path in a document of this toaster; on the prototype servers also of
/// the default toaster.
pub fn get(st: &mut Store, value: &Datum, path: &[PathStep]) -> Result<LookupResult> {
    let settings = st.toasters.settings;
    if let Some(node) = of_default(st, value) {
        if path.is_empty() && !settings.capabilities.plain_pointers {
            return Ok(LookupResult::NoShortcut);
        }
        return in_chunks(st, LazyDocument::in_order(&node, settings.jsonb), path);
    }
    match payload(value.bytes()) {
        Some(node) if !path.is_empty() => {
            events::document_read(st, value.bytes(), path);
            in_node(st, toaster_of(value), node, path)
        }
        _ => Ok(LookupResult::NoShortcut),
    }
}

/// The node of a pointer that the default toaster wrote; `None` for other pointers, and on servers that read the
/// documents of the default toaster only as a whole.
fn of_default(st: &Store, value: &Datum) -> Option<PointerNode> {
    let settings = st.toasters.settings;
    let partial = settings.jsonb.partial_decompression || settings.jsonb.partial_detoast;
    if !settings.capabilities.lazy_documents || !partial {
        return None;
    }
    if let Some(HeadPointer { pointer, head }) = HeadPointer::decode(value.bytes()) {
        let prefix = head.to_vec();
        return Some(PointerNode { prefix, versioned: true, ..PointerNode::bare(pointer) });
    }
    ToastPointer::decode(value.bytes()).map(PointerNode::bare)
}

/// The header word of a document's root: array or object, and how many elements or pairs.
pub fn head(st: &mut Store, value: &Datum) -> Result<Option<u32>> {
    let strategies = st.toasters.settings.jsonb;
    let node = match of_default(st, value) {
        Some(node) => node,
        None => {
            let ours = of_pointer(st, value.bytes()).is_ok_and(|t| t.name() == JsonbToaster.name());
            let Some(bytes) = payload(value.bytes()).filter(|_| ours) else { return Ok(None) };
            match node::decode(bytes)? {
                Node::Pointer(p) if !node::header(bytes).1 => p,
                Node::Array(a) => return Ok(Some(JB_FARRAY | a.count)),
                Node::Fields(object) => {
                    return Ok(Some(JB_FOBJECT | Container::new(object).count() as u32));
                }
                _ => return Ok(None),
            }
        }
    };
    if node.head.is_some() {
        return Ok(node.head);
    }
    let mut doc = LazyDocument::in_order(&node, strategies);
    let word = doc.word(st, 0)?;
    doc.close(st)?;
    Ok(Some(word).filter(|word| word & JB_FSCALAR == 0 || word & JB_FOBJECT != 0))
}

/// Follows a path into a node, and fetches from chunks only what the path needs.
fn in_node(st: &mut Store, toaster: Oid, node: &[u8], path: &[PathStep]) -> Result<LookupResult> {
    let decoded = node::decode(node)?;
    let Some((first, rest)) = path.split_first() else {
        let plain = st.toasters.settings.capabilities.plain_pointers && !node::header(node).1;
        return Ok(LookupResult::Value(match decoded {
            Node::Pointer(p)
                if plain && p == PointerNode { head: p.head, ..PointerNode::bare(p.pointer) } =>
            {
                Datum::Ref(p.pointer.encode().as_slice().into())
            }
            _ => pointer(toaster, node),
        }));
    };
    match decoded {
        Node::Compressed(bytes) => {
            let bytes = default::decompress(bytes)?;
            Ok(found(in_memory(JsonbView::Container(Container::new(&bytes)), path)))
        }
        Node::Pointer(p) => in_chunks(st, LazyDocument::open(&p, st.toasters.settings.jsonb), path),
        Node::Array(a) => {
            let index = match first {
                PathStep::Key(_) => return Ok(LookupResult::Nothing),
                PathStep::Index(i) => Some(*i),
                PathStep::Either(text) => crate::types::jsonb::subscript(text),
            };
            let count = i64::from(a.count);
            let index = index.map(|i| if i < 0 { i + count } else { i });
            let Some(index) = index.filter(|i| (0..count).contains(i)) else {
                return Ok(LookupResult::Nothing);
            };
            let element = array::element(st, &a, index as u32)?;
            Ok(found(in_memory(element.view(), rest)))
        }
        Node::Fields(object) => {
            let object = Container::new(object);
            let key = match first {
                PathStep::Key(key) | PathStep::Either(key) => key,
                PathStep::Index(_) => return Ok(LookupResult::Nothing),
            };
            let Some(pair) = object.find(key) else { return Ok(LookupResult::Nothing) };
            let child = object.value_of(pair);
            match object.stored(child) {
                Some(node) => in_node(st, toaster, node, rest),
                None => Ok(found(in_memory(object.child(child), rest))),
            }
        }
    }
}

/// The value as the result of a look-up.
fn found(view: Option<JsonbView<'_>>) -> LookupResult {
    view.map_or(LookupResult::Nothing, |v| LookupResult::Value(v.to_datum()))
}

/// Follows the rest of a path in a value in memory.
fn in_memory<'a>(start: JsonbView<'a>, path: &[PathStep]) -> Option<JsonbView<'a>> {
    path.iter().try_fold(start, |node, next| match node {
        JsonbView::Container(c) => step(c, next),
        _ => None,
    })
}

/// Follows a path into a document that is in chunks.
fn in_chunks(st: &mut Store, mut doc: LazyDocument<'_>, path: &[PathStep]) -> Result<LookupResult> {
    let place = navigate::follow(&mut doc, st, path)?;
    let value = match place {
        Some(place) => Some(navigate::value(&mut doc, st, place)?),
        None => None,
    };
    doc.close(st)?;
    Ok(value.map_or(LookupResult::Nothing, |v| LookupResult::Value(v.to_datum())))
}

//! `jsonb_toaster`: reads and updates that touch what they need.
//!
//! | strategy (`jsonb_toaster.`) | what it saves |
//! |---|---|
//! | `partial_decompression` | decoding behind what is looked for ([`lazy`]) |
//! | `partial_detoast` | fetching it, too |
//! | `sort_values` | reading long values before short ones ([`crate::types::jsonb::lay_out`]) |
//! | `inline_prefix` | fetching at all, for what is at the front ([`save`]) |
//! | `compress_fields` | moving out, while the longest fields compressed leave room |
//! | `toast_fields` | fetching other fields, and rewriting them (shared TOAST, [`fields`]) |
//! | `toast_arrays` | fetching other elements ([`mod@array`]) |
//! | `inplace_updates` | rewriting a field for a new value of the same size ([`mod@edit`]) |
//! | `toast_fields_recursively` | fetching other fields of an object within |
//!
//! A pointer's payload is a [`node`]. A change makes a new one in memory that shares the old one's
//! chunks; when it is stored by UPDATE, [`Toaster::update`] deletes what only the old one had.
//! Simplified against the prototype: chunks are always found through the index, and a plain value
//! fits the row or moves, it never is cut into head and tail. What is in chunks is plain: fields move
//! out of objects that are in the row, at any depth, and not out of what has moved.

mod array;
mod edit;
mod fields;
mod lazy;
mod navigate;
pub mod node;
mod object;
mod owned;
mod parts;
mod save;
mod told;

use super::{ColumnSpec, JsonbOperations, JsonbStrategies, Operations, Server, Target, Toaster};
use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::event::{Event, PointerPart, PointerRole};
use crate::ids::Oid;
use crate::store::Store;
use crate::toaster::default;
use crate::types::jsonb::{Container, Found, ObjectBuilder, Step, Value, View, step};
use crate::types::oid::JSONB;
use crate::varlena::{self, CustomPointer, ToastPointer};
use lazy::Lazy;
use node::{Node, PointerNode};
use object::{FieldValue, stored_pairs};
use owned::{Owned, owned};

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

    fn toast(
        &self,
        st: &mut Store,
        to: &Target<'_>,
        value: &Datum,
        _old: Option<&Datum>,
    ) -> Result<Datum> {
        let strategies = st.toasters.settings.jsonb;
        let Some(payload) = payload(value.bytes()) else {
            let document = super::detoast(st, value)?;
            return store(st, to, &document, strategies);
        };
        let (raw, scalar) = node::header(payload);
        match node::decode(payload)? {
            Node::Fields(object) => {
                let pairs = stored_pairs(Container::new(object));
                if let Some(node) = fields::fit(st, to, save::node_room(to), &pairs, strategies)? {
                    let kept: Vec<Oid> = owned(&node)?.into_iter().map(Owned::id).collect();
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
        let stored = store(st, to, &document, strategies)?;
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

    /// The payload, as the prototype counts it; of a value that is in chunks whole, all of it.
    fn stored_size(&self, value: &[u8]) -> usize {
        let Some(payload) = payload(value) else { return 0 };
        match node::decode(payload) {
            Ok(Node::Pointer(p)) => p.pointer.extsize(),
            _ => payload.len() + 2,
        }
    }

    fn pointers(&self, value: &[u8]) -> Vec<ToastPointer> {
        payload(value).and_then(|node| owned::pointers(node).ok()).unwrap_or_default()
    }

    fn parts(&self, payload: &[u8]) -> Vec<PointerPart> {
        let Some(node) = payload.get(2..) else { return super::parts::whole(payload) };
        let mut all = vec![PointerPart::new(PointerRole::Padding, "", 0, 2)];
        all.extend(parts::parts(node, 2));
        all
    }

    fn operations(&self) -> Operations {
        Operations {
            jsonb: Some(JsonbOperations { get, edit: edit::edit }),
            ..Operations::default()
        }
    }
}

/// The node of a pointer of this toaster.
fn payload(value: &[u8]) -> Option<&[u8]> {
    CustomPointer::decode(value)?.payload.get(2..)
}

fn toaster_of(value: &Datum) -> Oid {
    CustomPointer::decode(value.bytes()).map_or(Oid::INVALID, |p| p.toaster)
}

/// The pointer that carries a node.
fn pointer(toaster: Oid, node: &[u8]) -> Datum {
    let (raw, _) = node::header(node);
    let payload = [&[0, 0], node].concat();
    let pointer = CustomPointer { rawsize: raw as u32 + 4, toaster, payload: &payload };
    Datum::Ref(pointer.encode().into())
}

fn store(
    st: &mut Store,
    to: &Target<'_>,
    document: &[u8],
    strategies: JsonbStrategies,
) -> Result<Datum> {
    let node = save::document(st, to, document, strategies)?;
    Ok(pointer(to.toaster, &node))
}

/// The whole plain container that a node stands for.
fn materialize(st: &mut Store, node: &[u8]) -> Result<Vec<u8>> {
    match node::decode(node)? {
        Node::Compressed(bytes) => {
            let whole = default::decompress(bytes)?;
            st.decompressed += whole.len() as u64;
            Ok(whole.to_vec())
        }
        Node::Pointer(p) => {
            let mut doc = Lazy::open(&p, JsonbStrategies::WHOLE);
            let size = doc.size();
            let bytes = doc.read(st, 0, size)?;
            doc.close(st)?;
            let ToastPointer { toast_rel, value_id, .. } = p.pointer;
            let raw = size + varlena::VARHDRSZ;
            st.events.emit(|| Event::ValueDetoasted { toast_rel, value: value_id, raw });
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

/// A look-up in a pointer of this toaster, or, on the servers that read so, of the default one.
fn get(st: &mut Store, value: &Datum, path: &[Step]) -> Result<Found> {
    let settings = st.toasters.settings;
    if let Some(pointer) = ToastPointer::decode(value.bytes()) {
        let partial = settings.jsonb.partial_decompression || settings.jsonb.partial_detoast;
        if settings.server == Server::Postgres15 || !partial {
            return Ok(Found::NoShortcut);
        }
        return in_chunks(st, &PointerNode::bare(pointer), path);
    }
    match payload(value.bytes()) {
        Some(node) => {
            told::document_read(st, value.bytes(), path);
            in_node(st, toaster_of(value), node, path)
        }
        None => Ok(Found::NoShortcut),
    }
}

fn in_node(st: &mut Store, toaster: Oid, node: &[u8], path: &[Step]) -> Result<Found> {
    let Some((first, rest)) = path.split_first() else {
        return Ok(Found::Value(pointer(toaster, node)));
    };
    match node::decode(node)? {
        Node::Compressed(bytes) => {
            let bytes = default::decompress(bytes)?;
            st.decompressed += bytes.len() as u64;
            Ok(found(in_memory(View::Container(Container::new(&bytes)), path)))
        }
        Node::Pointer(p) => in_chunks(st, &p, path),
        Node::Array(a) => {
            let index = match first {
                Step::Key(_) => return Ok(Found::Nothing),
                Step::Index(i) => Some(*i),
                Step::Either(text) => crate::types::jsonb::subscript(text),
            };
            let count = i64::from(a.count);
            let index = index.map(|i| if i < 0 { i + count } else { i });
            let Some(index) = index.filter(|i| (0..count).contains(i)) else {
                return Ok(Found::Nothing);
            };
            let element = array::element(st, &a, index as u32)?;
            Ok(found(in_memory(element.view(), rest)))
        }
        Node::Fields(object) => {
            let object = Container::new(object);
            let key = match first {
                Step::Key(key) | Step::Either(key) => key,
                Step::Index(_) => return Ok(Found::Nothing),
            };
            let Some(pair) = object.find(key) else { return Ok(Found::Nothing) };
            let child = object.value_of(pair);
            match object.stored(child) {
                Some(node) => in_node(st, toaster, node, rest),
                None => Ok(found(in_memory(object.child(child), rest))),
            }
        }
    }
}

fn found(view: Option<View<'_>>) -> Found {
    view.map_or(Found::Nothing, |v| Found::Value(v.to_datum()))
}

/// Follows the rest of a path in memory.
fn in_memory<'a>(start: View<'a>, path: &[Step]) -> Option<View<'a>> {
    path.iter().try_fold(start, |node, next| match node {
        View::Container(c) => step(c, next),
        _ => None,
    })
}

fn in_chunks(st: &mut Store, node: &PointerNode, path: &[Step]) -> Result<Found> {
    let mut doc = Lazy::open(node, st.toasters.settings.jsonb);
    let place = navigate::follow(&mut doc, st, path)?;
    let value = match place {
        Some(place) => Some(navigate::value(&mut doc, st, place)?),
        None => None,
    };
    doc.close(st)?;
    Ok(value.map_or(Found::Nothing, |v| Found::Value(v.to_datum())))
}

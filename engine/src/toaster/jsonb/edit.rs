//! Changes that keep what they do not touch.
//!
//! The result is a pointer in memory: an object whose other fields still point to their chunks, or
//! the same pointer with a difference beside it, when the new value has the old one's kind and size:
//!
//! ```text
//! jsonb_set(jb, '{key2,0}', '5')    {"key2": pointer}  ->  {"key2": pointer, 0x61a98: 20 00 .. 05 00}
//! ```
//!
//! A path is followed down through the objects that are in the row; only where it enters chunks is
//! anything fetched.

use super::lazy::Lazy;
use super::node::{self, ArrayNode, Node, PointerNode};
use super::object::{FieldValue, Pairs, fields_node, place_of, put, stored_pairs, unmoved};
use super::{array, materialize, navigate, payload, pointer, toaster_of, told};
use crate::datum::Datum;
use crate::error::Result;
use crate::store::Store;
use crate::types::jsonb::{
    Container, Deed, Edit, Step, Value, View, at_path, scalar_root, subscript,
};

/// The end of a path that is being followed, and what is to be done there.
#[derive(Clone, Copy)]
struct Way<'a> {
    path: &'a [Option<Vec<u8>>],
    /// How many of its elements are behind.
    level: usize,
    deed: Deed<'a>,
}

impl Way<'_> {
    /// The next element; `None` when it is NULL or there is none.
    fn next(&self) -> Option<&[u8]> {
        self.path.get(self.level)?.as_deref()
    }
    fn is_last(&self) -> bool {
        self.level + 1 == self.path.len()
    }
    fn deeper(self) -> Self {
        Way { level: self.level + 1, ..self }
    }
    /// The change to a value in memory, to which the path so far leads.
    fn apply(&self, value: View<'_>) -> Result<Value> {
        at_path(value, self.path, self.level, self.deed)
    }
}

/// The document with a change; `None` when all of it has to be fetched for that.
pub fn edit(st: &mut Store, value: &Datum, edit: &Edit<'_>) -> Result<Option<Datum>> {
    let Some(bytes) = payload(value.bytes()) else { return Ok(None) };
    let changed = match *edit {
        Edit::Path(path, deed) => follow(st, bytes, Way { path, level: 0, deed })?,
        Edit::Concat(other) => concat(st, bytes, other)?,
        Edit::DeleteKeys(keys) => match node::decode(bytes)? {
            Node::Fields(object) => {
                let mut pairs = stored_pairs(Container::new(object));
                pairs.retain(|(key, _)| !keys.iter().any(|k| k[..] == key[..]));
                Some(rebuilt(st, &pairs)?)
            }
            _ => None,
        },
    };
    Ok(changed.map(|node| pointer(toaster_of(value), &node)))
}

fn rebuilt(st: &Store, pairs: &Pairs) -> Result<Vec<u8>> {
    fields_node(pairs, st.toasters.settings.jsonb.sort_values)
}

/// `||` of an object in the row and another, or of an array in chunks of elements and something.
fn concat(st: &mut Store, bytes: &[u8], other: Container<'_>) -> Result<Option<Vec<u8>>> {
    match node::decode(bytes)? {
        Node::Fields(object) if other.is_object() => {
            let mut pairs = stored_pairs(Container::new(object));
            for (key, value) in other.pairs() {
                put(&mut pairs, key, FieldValue::Plain(value.to_value()));
            }
            rebuilt(st, &pairs).map(Some)
        }
        Node::Array(mut a) if st.toasters.settings.jsonb.inplace_updates => {
            match other.is_object() {
                true => push(st, &mut a, View::Container(other)),
                false => other.elements().for_each(|element| push(st, &mut a, element)),
            }
            Ok(Some(array_node(bytes, a)))
        }
        _ => Ok(None),
    }
}

/// A node with the change at the end of a path below it.
fn follow(st: &mut Store, bytes: &[u8], way: Way<'_>) -> Result<Option<Vec<u8>>> {
    match node::decode(bytes)? {
        Node::Fields(object) => {
            let mut pairs = stored_pairs(Container::new(object));
            match change_field(st, &mut pairs, way)? {
                true => rebuilt(st, &pairs).map(Some),
                false => Ok(None),
            }
        }
        Node::Pointer(p) => {
            let (raw, scalar) = node::header(bytes);
            let changed = in_place(st, &p, way)?;
            Ok(changed.map(|p| node::encode(&Node::Pointer(p), raw, scalar)))
        }
        Node::Array(a) => Ok(change_element(st, a, way)?.map(|a| array_node(bytes, a))),
        Node::Compressed(_) => Ok(None),
    }
}

/// Elements differ in size, and only their whole is counted when it is stored anew.
fn array_node(before: &[u8], array: ArrayNode) -> Vec<u8> {
    node::encode(&Node::Array(array), node::header(before).0, false)
}

/// Changes an object's field; whether that could be done so.
fn change_field(st: &mut Store, pairs: &mut Pairs, way: Way<'_>) -> Result<bool> {
    let Some(key) = way.next() else { return Ok(false) };
    let found = place_of(pairs, key);
    if way.is_last() {
        match (found, way.deed) {
            (Ok(i), Deed::Delete) => {
                pairs.remove(i);
            }
            // It complains of an existing key.
            (Ok(_), Deed::Insert { .. }) => return Ok(false),
            (Ok(_), Deed::Set { value, .. })
            | (Err(_), Deed::Set { value, create: true } | Deed::Insert { value, .. }) => {
                put(pairs, key, FieldValue::Plain(value.to_value()));
            }
            (Err(_), _) => {}
        }
        return Ok(true);
    }
    let Ok(i) = found else { return Ok(true) };
    let way = way.deeper();
    let changed = match &pairs[i].1 {
        FieldValue::Plain(value) => FieldValue::Plain(way.apply(value.view())?),
        FieldValue::Stored(bytes) => match follow(st, bytes, way)? {
            Some(node) => FieldValue::Stored(node),
            None => {
                let value = unmoved(&materialize(st, bytes)?);
                FieldValue::Plain(way.apply(value.view())?)
            }
        },
    };
    pairs[i].1 = changed;
    Ok(true)
}

/// The pointer with a difference, if the new value fits the old one's place.
fn in_place(st: &mut Store, node: &PointerNode, way: Way<'_>) -> Result<Option<PointerNode>> {
    let strategies = st.toasters.settings.jsonb;
    let Deed::Set { value, .. } = way.deed else { return Ok(None) };
    if !strategies.inplace_updates {
        return Ok(None);
    }
    let rest = way.path[way.level..].iter();
    let steps: Option<Vec<Step>> =
        rest.map(|e| e.as_ref().map(|e| Step::Either(e.as_slice().into()))).collect();
    let Some(steps) = steps else { return Ok(None) };
    let mut doc = Lazy::open(node, strategies);
    let place = navigate::follow(&mut doc, st, &steps)?;
    doc.close(st)?;
    let Some((at, bytes)) = place.and_then(|place| navigate::replacement(place, value)) else {
        return Ok(None);
    };
    told::kept(st, &node.pointer, (at, bytes.len()), false);
    let mut node = node.clone();
    node.differences.retain(|(a, b)| *a != at || b.len() != bytes.len());
    node.differences.push((at, bytes));
    Ok(Some(node))
}

/// An array with an element replaced or appended.
fn change_element(st: &mut Store, node: ArrayNode, way: Way<'_>) -> Result<Option<ArrayNode>> {
    let Deed::Set { value, create } = way.deed else { return Ok(None) };
    if !st.toasters.settings.jsonb.inplace_updates {
        return Ok(None);
    }
    let Some(index) = way.next().and_then(subscript) else { return Ok(None) };
    let mut node = node;
    let count = i64::from(node.count);
    let index = if index < 0 { index + count } else { index };
    if index < 0 {
        return Ok(None);
    }
    if index >= count {
        if way.is_last() && create {
            push(st, &mut node, value);
        }
        return Ok(Some(node));
    }
    let index = index as u32;
    let new = match way.is_last() {
        true => value.to_value(),
        false => {
            let old = array::element(st, &node, index)?;
            way.deeper().apply(old.view())?
        }
    };
    let new = root(new.view());
    told::kept(st, &node.stored.pointer, (index, new.len()), true);
    node.differences.retain(|(i, _)| *i != index);
    node.differences.push((index, new));
    Ok(Some(node))
}

fn push(st: &Store, node: &mut ArrayNode, element: View<'_>) {
    let new = root(element);
    told::kept(st, &node.stored.pointer, (node.count, new.len()), true);
    node.differences.push((node.count, new));
    node.count += 1;
}

fn root(view: View<'_>) -> Vec<u8> {
    match view {
        View::Container(c) => c.bytes.to_vec(),
        scalar => scalar_root(scalar),
    }
}

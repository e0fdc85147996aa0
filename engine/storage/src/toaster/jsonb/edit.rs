//! Changes of a stored document that leave the parts they do not touch as they are.
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

use super::lazy::LazyDocument;
use super::node::{self, ArrayNode, Node, PointerNode};
use super::object::{FieldValue, Pairs, fields_node, place_of, put, stored_pairs, unmoved};
use super::{array, events, materialize, navigate, object, payload, pointer, toaster_of};
use crate::datum::Datum;
use crate::error::Result;
use crate::ids::Oid;
use crate::store::Store;
use crate::types::jsonb::{
    Container, JsonbEdit, JsonbView, PathOperation, PathStep, Value, at_path, scalar_root,
    subscript,
};

/// The end of a path that is being followed, and what is to be done there.
#[derive(Clone, Copy)]
struct PathEnd<'a> {
    path: &'a [Option<Vec<u8>>],
    /// How many of its elements have been followed.
    level: usize,
    deed: PathOperation<'a>,
    /// The toaster of the document.
    toaster: Oid,
}

/// What became of what a path led into.
enum PathOutcome {
    /// Its node now.
    Node(Vec<u8>),
    /// It is changed in memory: the whole value as it was.
    Fetched(Vec<u8>),
    /// Nobody looked into it.
    Unread,
}

impl PathEnd<'_> {
    /// The next element of the path; `None` if it is NULL or the path has ended.
    fn next(&self) -> Option<&[u8]> {
        self.path.get(self.level)?.as_deref()
    }
    /// Whether the element at this level is the last of the path.
    fn is_last(&self) -> bool {
        self.level + 1 == self.path.len()
    }
    /// The path one level further down.
    fn deeper(self) -> Self {
        PathEnd { level: self.level + 1, ..self }
    }
    /// Applies the change to a value in memory, to which the path has led so far.
    fn apply(&self, value: JsonbView<'_>) -> Result<Value> {
        at_path(value, self.path, self.level, self.deed)
    }
}

/// The document with one change; `None` if all of it must be fetched for that.
pub fn edit(st: &mut Store, value: &Datum, edit: &JsonbEdit<'_>) -> Result<Option<Datum>> {
    let Some(bytes) = payload(value.bytes()) else { return Ok(None) };
    let toaster = toaster_of(value);
    let changed = match *edit {
        JsonbEdit::Path(path, deed) => {
            let way = PathEnd { path, level: 0, deed, toaster };
            match follow(st, bytes, way)? {
                PathOutcome::Node(node) => Some(node),
                PathOutcome::Fetched(document) => {
                    let changed = way.apply(unmoved(&document).view())?;
                    return Ok(Some(changed.view().to_datum()));
                }
                PathOutcome::Unread => None,
            }
        }
        JsonbEdit::Concat(other) => concat(st, bytes, other)?,
        JsonbEdit::DeleteKeys(keys) => match node::decode(bytes)? {
            Node::Fields(object) => {
                let mut pairs = stored_pairs(Container::new(object));
                pairs.retain(|(key, _)| !keys.iter().any(|k| k[..] == key[..]));
                Some(rebuilt(st, &pairs)?)
            }
            _ => None,
        },
    };
    // What has nothing elsewhere any more is a value like any other.
    Ok(changed.map(|node| match node::decode(&node) {
        Ok(Node::Fields(object)) if !object::keeps_any(Container::new(object)) => {
            Datum::varlena(object)
        }
        _ => pointer(toaster, &node),
    }))
}

/// The node of an object with these pairs.
fn rebuilt(st: &Store, pairs: &Pairs) -> Result<Vec<u8>> {
    fields_node(pairs, st.toasters.settings.jsonb.sort_values)
}

/// `||` of an object in the row and another object, or of an array in chunks of elements and any
/// value; `None` for all else.
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
                true => push(st, &mut a, JsonbView::Container(other)),
                false => other.elements().for_each(|element| push(st, &mut a, element)),
            }
            Ok(Some(array_node(bytes, a)))
        }
        _ => Ok(None),
    }
}

/// Applies the change to a node, at the end of the path below it.
fn follow(st: &mut Store, bytes: &[u8], way: PathEnd<'_>) -> Result<PathOutcome> {
    Ok(match node::decode(bytes)? {
        Node::Fields(object) => {
            let mut pairs = stored_pairs(Container::new(object));
            match change_field(st, &mut pairs, way)? {
                true => PathOutcome::Node(rebuilt(st, &pairs)?),
                false => PathOutcome::Unread,
            }
        }
        Node::Pointer(p) => in_place(st, bytes, &p, way)?,
        Node::Array(a) => match change_element(st, a, way)? {
            Some(a) => PathOutcome::Node(array_node(bytes, a)),
            None => PathOutcome::Unread,
        },
        Node::Compressed(_) => PathOutcome::Unread,
    })
}

/// The bytes of an array's node after a change. Its raw size stays that of `before`: elements
/// differ in size, so the true size is known only when the array is stored again.
fn array_node(before: &[u8], array: ArrayNode) -> Vec<u8> {
    node::encode(&Node::Array(array), node::header(before).0, false)
}

/// Changes a field of an object. Returns false if the field's value must be fetched for that.
fn change_field(st: &mut Store, pairs: &mut Pairs, way: PathEnd<'_>) -> Result<bool> {
    let Some(key) = way.next() else { return Ok(false) };
    let found = place_of(pairs, key);
    if way.is_last() {
        match (found, way.deed) {
            (Ok(i), PathOperation::Delete) => {
                pairs.remove(i);
            }
            // It complains of an existing key.
            (Ok(_), PathOperation::Insert { .. }) => return Ok(false),
            (Ok(_), PathOperation::Set { value, .. })
            | (
                Err(_),
                PathOperation::Set { value, create: true, .. }
                | PathOperation::Insert { value, .. },
            ) => {
                put(pairs, key, FieldValue::Plain(value.to_value()));
            }
            (Err(_), _) => {}
        }
        return Ok(true);
    }
    let Ok(i) = found else {
        return Ok(!matches!(way.deed, PathOperation::Set { fill: true, .. }));
    };
    let way = way.deeper();
    let changed = match &pairs[i].1 {
        FieldValue::Plain(value) => FieldValue::Plain(way.apply(value.view())?),
        FieldValue::Stored(bytes) => {
            let document = match follow(st, bytes, way)? {
                PathOutcome::Node(node) => {
                    pairs[i].1 = FieldValue::Stored(node::in_object(node, way.toaster));
                    return Ok(true);
                }
                PathOutcome::Fetched(document) => document,
                PathOutcome::Unread => materialize(st, bytes)?,
            };
            FieldValue::Plain(way.apply(unmoved(&document).view())?)
        }
    };
    pairs[i].1 = changed;
    Ok(true)
}

/// Keeps the change beside the pointer as a difference, if the new value takes the place of the old
/// one exactly; otherwise reads the rest of the value and changes it in memory.
fn in_place(
    st: &mut Store,
    bytes: &[u8],
    node: &PointerNode,
    way: PathEnd<'_>,
) -> Result<PathOutcome> {
    let strategies = st.toasters.settings.jsonb;
    let rest = way.path[way.level..].iter();
    let steps: Option<Vec<PathStep>> =
        rest.map(|e| e.as_ref().map(|e| PathStep::Either(e.as_slice().into()))).collect();
    let (raw, scalar) = node::header(bytes);
    let Some(steps) = steps.filter(|_| strategies.inplace_updates && !scalar) else {
        return Ok(PathOutcome::Unread);
    };
    let many = strategies.many_differences;
    let mut doc = LazyDocument::open(node, strategies);
    let place = navigate::follow(&mut doc, st, &steps)?;
    let mut difference = None;
    if let (Some(place), PathOperation::Set { value, .. }) = (place, way.deed) {
        if !many {
            navigate::look_at(&mut doc, st, place)?;
        }
        difference = navigate::replacement(place, value, many)
            .filter(|(at, _)| many || node.differences.iter().all(|(other, _)| other == at));
    }
    let Some((at, new)) = difference else {
        let size = doc.size();
        let document = doc.read(st, 0, size)?;
        doc.close(st)?;
        events::detoasted(st, node);
        return Ok(PathOutcome::Fetched(document));
    };
    doc.close(st)?;
    events::kept(st, &node.pointer, (at, new.len()), false);
    let mut node = node.clone();
    node.differences.retain(|(a, b)| *a != at || b.len() != new.len());
    node.differences.push((at, new));
    Ok(PathOutcome::Node(node::encode(&Node::Pointer(node), raw, scalar)))
}

/// Replaces or appends an element of an array in chunks of elements; `None` if the array must be
/// fetched for that.
fn change_element(st: &mut Store, node: ArrayNode, way: PathEnd<'_>) -> Result<Option<ArrayNode>> {
    let PathOperation::Set { value, create, fill } = way.deed else { return Ok(None) };
    if !st.toasters.settings.jsonb.inplace_updates {
        return Ok(None);
    }
    let Some(index) = way.next().and_then(subscript) else { return Ok(None) };
    let mut node = node;
    let count = i64::from(node.count);
    let index = if index < 0 { index + count } else { index };
    if index < 0 || fill && (index > count || !way.is_last() && index == count) {
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
    events::kept(st, &node.stored.pointer, (index, new.len()), true);
    node.differences.retain(|(i, _)| *i != index);
    node.differences.push((index, new));
    Ok(Some(node))
}

/// Appends an element to a stored array, as a difference beside its pointer.
fn push(st: &Store, node: &mut ArrayNode, element: JsonbView<'_>) {
    let new = root(element);
    events::kept(st, &node.stored.pointer, (node.count, new.len()), true);
    node.differences.push((node.count, new));
    node.count += 1;
}

/// The value as a document of its own: a scalar is in an array of one, as jsonb stores it.
fn root(view: JsonbView<'_>) -> Vec<u8> {
    match view {
        JsonbView::Container(c) => c.bytes.to_vec(),
        scalar => scalar_root(scalar),
    }
}

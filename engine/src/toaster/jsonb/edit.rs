//! Changes that keep what they do not touch.
//!
//! The result is a pointer in memory: an object whose other fields still point to their chunks, or
//! the same pointer with a difference beside it, when the new value has the old one's kind and size:
//!
//! ```text
//! jsonb_set(jb, '{key2,0}', '5')    {"key2": pointer}  ->  {"key2": pointer, 0x61a98: 20 00 .. 05 00}
//! ```

use super::lazy::Lazy;
use super::node::{self, ArrayNode, Node, PointerNode};
use super::save::{self, FieldValue};
use super::{fields_of, materialize, navigate, object_pointer, payload, pointer, toaster_of};
use crate::datum::Datum;
use crate::error::Result;
use crate::store::Store;
use crate::types::jsonb::{
    Container, Deed, Edit, Step, Value, View, at_path, compare_keys, scalar_root, subscript,
};

/// The document with a change; `None` when all of it has to be fetched for that.
pub fn edit(st: &mut Store, value: &Datum, edit: &Edit<'_>) -> Result<Option<Datum>> {
    let Some(bytes) = payload(value.bytes()) else { return Ok(None) };
    let toaster = toaster_of(value);
    let sorted = st.toasters.settings.jsonb.sort_values;
    match (node::decode(bytes)?, edit) {
        (Node::Fields(object), edit) => {
            let mut pairs = fields_of(Container::new(object));
            if !change_fields(st, &mut pairs, edit)? {
                return Ok(None);
            }
            object_pointer(toaster, &pairs, sorted).map(Some)
        }
        (Node::Pointer(p), Edit::Path(path, deed)) => {
            let changed = in_place(st, &p, path, *deed)?;
            let (raw, scalar) = node::header(bytes);
            Ok(changed.map(|p| pointer(toaster, &node::encode(&Node::Pointer(p), raw, scalar))))
        }
        (Node::Array(a), edit) => {
            let changed = change_array(st, &a, edit)?;
            let (raw, _) = node::header(bytes);
            Ok(changed.map(|a| {
                // Elements differ in size, and only their whole is counted when it is stored anew.
                pointer(toaster, &node::encode(&Node::Array(a), raw, false))
            }))
        }
        _ => Ok(None),
    }
}

/// Changes an object's fields; whether that could be done so.
fn change_fields(
    st: &mut Store,
    pairs: &mut Vec<(Vec<u8>, FieldValue)>,
    edit: &Edit<'_>,
) -> Result<bool> {
    match edit {
        Edit::DeleteKeys(keys) => {
            pairs.retain(|(key, _)| !keys.iter().any(|k| k[..] == key[..]));
            Ok(true)
        }
        Edit::Concat(other) if other.is_object() => {
            for (key, value) in other.pairs() {
                put(pairs, key, FieldValue::Plain(value.to_value()));
            }
            Ok(true)
        }
        Edit::Concat(_) => Ok(false),
        Edit::Path(path, deed) => change_path(st, pairs, path, *deed),
    }
}

fn place_of(pairs: &[(Vec<u8>, FieldValue)], key: &[u8]) -> std::result::Result<usize, usize> {
    pairs.binary_search_by(|(k, _)| compare_keys(k, key))
}

fn put(pairs: &mut Vec<(Vec<u8>, FieldValue)>, key: &[u8], value: FieldValue) {
    match place_of(pairs, key) {
        Ok(i) => pairs[i].1 = value,
        Err(i) => pairs.insert(i, (key.to_vec(), value)),
    }
}

fn change_path(
    st: &mut Store,
    pairs: &mut Vec<(Vec<u8>, FieldValue)>,
    path: &[Option<Vec<u8>>],
    deed: Deed<'_>,
) -> Result<bool> {
    let Some((Some(key), rest)) = path.split_first() else { return Ok(false) };
    let found = place_of(pairs, key);
    if rest.is_empty() {
        match (found, deed) {
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
    let value = match &pairs[i].1 {
        FieldValue::Plain(value) => at_path(value.view(), path, 1, deed)?,
        FieldValue::Stored(bytes) => {
            if let Node::Pointer(p) = node::decode(bytes)?
                && let Some(changed) = in_place(st, &p, rest, deed)?
            {
                let (raw, scalar) = node::header(bytes);
                pairs[i].1 = FieldValue::Stored(node::encode(&Node::Pointer(changed), raw, scalar));
                return Ok(true);
            }
            let value = save::unmoved(&materialize(st, bytes)?);
            at_path(value.view(), path, 1, deed)?
        }
    };
    pairs[i].1 = FieldValue::Plain(value);
    Ok(true)
}

/// The pointer with a difference, if the new value fits the old one's place.
fn in_place(
    st: &mut Store,
    node: &PointerNode,
    path: &[Option<Vec<u8>>],
    deed: Deed<'_>,
) -> Result<Option<PointerNode>> {
    let strategies = st.toasters.settings.jsonb;
    let Deed::Set { value, .. } = deed else { return Ok(None) };
    if !strategies.inplace_updates {
        return Ok(None);
    }
    let steps: Option<Vec<Step>> =
        path.iter().map(|e| e.as_ref().map(|e| Step::Either(e.as_slice().into()))).collect();
    let Some(steps) = steps else { return Ok(None) };
    let mut doc = Lazy::open(node, strategies);
    let place = navigate::follow(&mut doc, st, &steps)?;
    doc.close(st)?;
    let Some((at, bytes)) = place.and_then(|place| navigate::replacement(place, value)) else {
        return Ok(None);
    };
    let mut node = node.clone();
    node.differences.retain(|(a, b)| *a != at || b.len() != bytes.len());
    node.differences.push((at, bytes));
    Ok(Some(node))
}

/// An array with elements replaced or appended.
fn change_array(st: &mut Store, node: &ArrayNode, edit: &Edit<'_>) -> Result<Option<ArrayNode>> {
    let mut node = node.clone();
    if !st.toasters.settings.jsonb.inplace_updates {
        return Ok(None);
    }
    match edit {
        Edit::Concat(other) if !other.is_object() => {
            for element in other.elements() {
                push(&mut node, element);
            }
        }
        Edit::Concat(other) => push(&mut node, View::Container(*other)),
        Edit::DeleteKeys(_) => return Ok(None),
        Edit::Path(path, Deed::Set { value, create }) => {
            let [Some(text), rest @ ..] = path else { return Ok(None) };
            let Some(index) = subscript(text) else { return Ok(None) };
            let count = i64::from(node.count);
            let index = if index < 0 { index + count } else { index };
            if index < 0 {
                return Ok(None);
            }
            if index >= count {
                if !rest.is_empty() || !create {
                    return Ok(Some(node));
                }
                push(&mut node, *value);
                return Ok(Some(node));
            }
            let index = index as u32;
            let new = if rest.is_empty() {
                value.to_value()
            } else {
                let old: Value = super::array::element(st, &node, index)?;
                at_path(old.view(), path, 1, Deed::Set { value: *value, create: *create })?
            };
            node.differences.retain(|(i, _)| *i != index);
            node.differences.push((index, root(new.view())));
        }
        Edit::Path(..) => return Ok(None),
    }
    Ok(Some(node))
}

fn push(node: &mut ArrayNode, element: View<'_>) {
    node.differences.push((node.count, root(element)));
    node.count += 1;
}

fn root(view: View<'_>) -> Vec<u8> {
    match view {
        View::Container(c) => c.bytes.to_vec(),
        scalar => scalar_root(scalar),
    }
}

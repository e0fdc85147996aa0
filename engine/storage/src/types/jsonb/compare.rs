//! The order of documents and their hash (`compareJsonbContainers`, `jsonb_hash`).

use super::layout::{JB_FARRAY, JB_FOBJECT};
use super::{Container, JsonbView};
use crate::types::{hash as hashes, numeric};
use std::cmp::Ordering;

/// The number by which nodes of different types are ordered (`enum jbvType`).
fn rank(view: JsonbView<'_>) -> u8 {
    match view {
        JsonbView::Null => 0,
        JsonbView::String(_) => 1,
        JsonbView::Numeric(_) => 2,
        JsonbView::Bool(_) => 3,
        JsonbView::Container(c) if c.is_object() => 0x11,
        JsonbView::Container(_) => 0x10,
    }
}

/// Compares two scalars (`compareJsonbScalarValue`); scalars of different types are ordered by
/// type.
pub fn compare_scalars(a: JsonbView<'_>, b: JsonbView<'_>) -> Ordering {
    match (a, b) {
        (JsonbView::String(a), JsonbView::String(b)) => a.cmp(b),
        (JsonbView::Numeric(a), JsonbView::Numeric(b)) => {
            numeric::compare(JsonbView::numeric_payload(a), JsonbView::numeric_payload(b))
        }
        (JsonbView::Bool(a), JsonbView::Bool(b)) => a.cmp(&b),
        _ => rank(a).cmp(&rank(b)),
    }
}

/// Compares two nodes (`compareJsonbContainers`).
pub fn compare_views(a: JsonbView<'_>, b: JsonbView<'_>) -> Ordering {
    match (a, b) {
        (JsonbView::Container(a), JsonbView::Container(b)) => compare_containers(a, b),
        _ => compare_scalars(a, b),
    }
}

/// Compares two containers: arrays before objects, then by count, then child by child.
fn compare_containers(a: Container<'_>, b: Container<'_>) -> Ordering {
    if a.is_object() != b.is_object() {
        return a.is_object().cmp(&b.is_object());
    }
    let counts = a.count().cmp(&b.count());
    if counts != Ordering::Equal {
        return counts;
    }
    if a.is_object() {
        // Keys are compared as text here, not by length as they are sorted.
        let differ = a
            .pairs()
            .zip(b.pairs())
            .map(|((ka, va), (kb, vb))| ka.cmp(kb).then_with(|| compare_views(va, vb)));
        return first_difference(differ);
    }
    if a.is_scalar() != b.is_scalar() {
        return b.is_scalar().cmp(&a.is_scalar());
    }
    first_difference(a.elements().zip(b.elements()).map(|(a, b)| compare_views(a, b)))
}

/// The first result that is not equal.
fn first_difference(mut parts: impl Iterator<Item = Ordering>) -> Ordering {
    parts.find(|o| *o != Ordering::Equal).unwrap_or(Ordering::Equal)
}

/// Compares two payloads in the order of indexes (`jsonb_cmp`).
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    compare_containers(Container::new(a), Container::new(b))
}

/// Mixes a value into the hash (`JsonbHashScalarValue`).
fn hash_into(view: JsonbView<'_>, hash: &mut u32) {
    let own = match view {
        JsonbView::Container(c) if c.is_object() => {
            *hash ^= JB_FOBJECT;
            for (key, value) in c.pairs() {
                hash_into(JsonbView::String(key), hash);
                hash_into(value, hash);
            }
            return;
        }
        JsonbView::Container(c) => {
            *hash ^= JB_FARRAY;
            c.elements().for_each(|element| hash_into(element, hash));
            return;
        }
        JsonbView::Null => 0x01,
        JsonbView::String(s) => hashes::bytes(s),
        JsonbView::Numeric(n) => numeric::hash(JsonbView::numeric_payload(n)),
        JsonbView::Bool(true) => 0x02,
        JsonbView::Bool(false) => 0x04,
    };
    *hash = hash.rotate_left(1) ^ own;
}

/// Returns the hash of a payload: equal documents have equal hashes (`jsonb_hash`).
pub fn hash(payload: &[u8]) -> u32 {
    let root = Container::new(payload);
    let mut hash = 0;
    if root.count() > 0 {
        hash_into(JsonbView::Container(root), &mut hash);
    }
    hash
}

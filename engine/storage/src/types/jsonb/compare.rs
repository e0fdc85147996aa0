//! The order of documents and their hash (`compareJsonbContainers`, `jsonb_hash`).

use super::layout::{JB_FARRAY, JB_FOBJECT};
use super::{Container, View};
use crate::types::{hash as hashes, numeric};
use std::cmp::Ordering;

/// A node's place among the types (`enum jbvType`).
fn rank(view: View<'_>) -> u8 {
    match view {
        View::Null => 0,
        View::String(_) => 1,
        View::Numeric(_) => 2,
        View::Bool(_) => 3,
        View::Container(c) if c.is_object() => 0x11,
        View::Container(_) => 0x10,
    }
}

/// The order of two scalars; of different types, the types' order.
pub fn compare_scalars(a: View<'_>, b: View<'_>) -> Ordering {
    match (a, b) {
        (View::String(a), View::String(b)) => a.cmp(b),
        (View::Numeric(a), View::Numeric(b)) => {
            numeric::compare(View::numeric_payload(a), View::numeric_payload(b))
        }
        (View::Bool(a), View::Bool(b)) => a.cmp(&b),
        _ => rank(a).cmp(&rank(b)),
    }
}

/// The order of two nodes.
pub fn compare_views(a: View<'_>, b: View<'_>) -> Ordering {
    match (a, b) {
        (View::Container(a), View::Container(b)) => compare_containers(a, b),
        _ => compare_scalars(a, b),
    }
}

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

fn first_difference(mut parts: impl Iterator<Item = Ordering>) -> Ordering {
    parts.find(|o| *o != Ordering::Equal).unwrap_or(Ordering::Equal)
}

/// `jsonb_cmp`, on payloads.
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    compare_containers(Container::new(a), Container::new(b))
}

fn hash_into(view: View<'_>, hash: &mut u32) {
    let own = match view {
        View::Container(c) if c.is_object() => {
            *hash ^= JB_FOBJECT;
            for (key, value) in c.pairs() {
                hash_into(View::String(key), hash);
                hash_into(value, hash);
            }
            return;
        }
        View::Container(c) => {
            *hash ^= JB_FARRAY;
            c.elements().for_each(|element| hash_into(element, hash));
            return;
        }
        View::Null => 0x01,
        View::String(s) => hashes::bytes(s),
        View::Numeric(n) => numeric::hash(View::numeric_payload(n)),
        View::Bool(true) => 0x02,
        View::Bool(false) => 0x04,
    };
    *hash = hash.rotate_left(1) ^ own;
}

/// `jsonb_hash`, on a payload.
pub fn hash(payload: &[u8]) -> u32 {
    let root = Container::new(payload);
    let mut hash = 0;
    if root.count() > 0 {
        hash_into(View::Container(root), &mut hash);
    }
    hash
}

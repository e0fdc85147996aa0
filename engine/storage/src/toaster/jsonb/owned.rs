//! The values in a TOAST relation that a node, and the nodes inside it, own.

use super::node::{self, Node};
use crate::error::Result;
use crate::ids::Oid;
use crate::store::Store;
use crate::toaster::default::chunks;
use crate::toaster::versioned::{self, VersionedValue};
use crate::types::jsonb::Container;
use crate::varlena::ToastPointer;

/// A value in chunks: value id, relation, version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnedChunks {
    /// One that is never changed.
    Value(Oid, Oid),
    /// An array, whose chunks have versions.
    Array(Oid, Oid, u64),
}

impl OwnedChunks {
    /// The value id of the chunks.
    pub fn id(self) -> Oid {
        let (OwnedChunks::Value(id, _) | OwnedChunks::Array(id, ..)) = self;
        id
    }
}

/// The nodes inside the node of an object.
fn inner(object: &[u8]) -> impl Iterator<Item = &[u8]> {
    let object = Container::new(object);
    (0..object.children()).filter_map(move |child| object.stored(child))
}

/// The chunks that a node and the nodes inside it own.
pub fn owned(node: &[u8]) -> Result<Vec<OwnedChunks>> {
    Ok(match node::decode(node)? {
        Node::Compressed(_) => Vec::new(),
        Node::Pointer(p) => vec![OwnedChunks::Value(p.pointer.value_id, p.pointer.toast_rel)],
        Node::Array(a) => {
            let ToastPointer { toast_rel, value_id, .. } = a.stored.pointer;
            vec![OwnedChunks::Array(value_id, toast_rel, a.stored.version)]
        }
        Node::Fields(object) => {
            let mut all = Vec::new();
            for node in inner(object) {
                all.extend(owned(node)?);
            }
            all
        }
    })
}

/// The TOAST pointers in a node and in the nodes inside it.
pub fn pointers(node: &[u8]) -> Result<Vec<ToastPointer>> {
    Ok(match node::decode(node)? {
        Node::Compressed(_) => Vec::new(),
        Node::Pointer(p) => vec![p.chunks()],
        Node::Array(a) => vec![a.stored.pointer],
        Node::Fields(object) => {
            inner(object).filter_map(|node| pointers(node).ok()).flatten().collect()
        }
    })
}

/// Deletes the chunks.
pub fn delete(st: &mut Store, owner: OwnedChunks) -> Result<()> {
    let pointer =
        |value_id, toast_rel| ToastPointer { rawsize: 0, extinfo: 0, value_id, toast_rel };
    match owner {
        OwnedChunks::Value(value, rel) => chunks::delete(st, &pointer(value, rel), false),
        OwnedChunks::Array(value, rel, version) => {
            let stored = VersionedValue { pointer: pointer(value, rel), version, size: 0 };
            versioned::delete(st, &stored)
        }
    }
}

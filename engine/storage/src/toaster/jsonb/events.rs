//! The events that are emitted while documents are read and changed.

use super::node::{ArrayNode, PointerNode};
use crate::event::Event;
use crate::store::Store;
use crate::types::jsonb::PathStep;
use crate::varlena::ToastPointer;
use std::ops::Range;

/// Emits the event that a path is looked up in a stored document.
pub fn document_read(st: &Store, value: &[u8], path: &[PathStep]) {
    st.events.emit(|| Event::DocumentRead {
        path: path.iter().map(text).collect(),
        parts: crate::toaster::parts(st, value),
    });
}

/// A step of a path as the event shows it: a key, or a number.
fn text(step: &PathStep) -> String {
    match step {
        PathStep::Key(key) | PathStep::Either(key) => String::from_utf8_lossy(key).into_owned(),
        PathStep::Index(i) => i.to_string(),
    }
}

/// Emits the event that a value is about to be read chunk by chunk, as far as is needed.
pub fn opened(st: &Store, node: &PointerNode) {
    let in_chunks = node.chunks().extsize();
    let chunks = in_chunks.div_ceil(node.chunk_size());
    st.events.emit(|| Event::PointerRead {
        toast_rel: node.pointer.toast_rel,
        value: node.pointer.value_id,
        raw: node.raw(),
        stored: in_chunks,
        compressed: true,
        first: 0,
        last: chunks.saturating_sub(1),
        chunks,
        full: node.chunk_size(),
        inline: node.prefix.len(),
        lazy: true,
        stride: 0,
    });
}

/// Emits the event that the chunks with these numbers are about to be read.
pub fn fetched(st: &Store, node: &PointerNode, numbers: Range<usize>) {
    let in_chunks = node.chunks().extsize();
    st.events.emit(|| Event::PointerRead {
        toast_rel: node.pointer.toast_rel,
        value: node.pointer.value_id,
        raw: node.raw(),
        stored: in_chunks,
        compressed: false,
        first: numbers.start,
        last: numbers.end - 1,
        chunks: in_chunks.div_ceil(node.chunk_size()),
        full: node.chunk_size(),
        inline: 0,
        lazy: false,
        stride: 0,
    });
}

/// Emits the event that the chunks with these numbers of an array, stored in chunks of elements,
/// are about to be read.
pub fn array_read(st: &Store, node: &ArrayNode, numbers: Range<u32>) {
    let ToastPointer { toast_rel, value_id: value, .. } = node.stored.pointer;
    if numbers.is_empty() {
        return;
    }
    st.events.emit(|| Event::PointerRead {
        toast_rel,
        value,
        raw: 0,
        stored: 0,
        compressed: false,
        first: numbers.start as usize,
        last: numbers.end as usize - 1,
        chunks: node.in_chunks.div_ceil(node.stride) as usize,
        full: 0,
        inline: 0,
        lazy: false,
        stride: node.stride,
    });
}

/// Emits the event that a value was read completely.
pub fn detoasted(st: &Store, node: &PointerNode) {
    let ToastPointer { toast_rel, value_id: value, .. } = node.pointer;
    let raw = node.raw() + crate::varlena::VARHDRSZ;
    st.events.emit(|| Event::ValueDetoasted { toast_rel, value, raw });
}

/// Emits the event that a change is kept beside the pointer: at which byte or element, and how
/// long.
pub fn kept(st: &Store, pointer: &ToastPointer, (at, length): (u32, usize), element: bool) {
    let ToastPointer { toast_rel, value_id: value, .. } = *pointer;
    st.events.emit(|| Event::DifferenceKept { toast_rel, value, at, length, element });
}

/// Emits the event that bytes beside the pointer replace some of those that were read.
pub fn applied(st: &Store, node: &PointerNode, (at, new): (u32, &[u8]), read: Range<usize>) {
    let (from, to) = (at as usize, at as usize + new.len());
    if from < read.end && read.start < to {
        let ToastPointer { toast_rel, value_id: value, .. } = node.pointer;
        let length = new.len();
        st.events.emit(|| Event::DifferenceApplied {
            toast_rel,
            value,
            at,
            length,
            element: false,
        });
    }
}

/// Emits the event that an element beside the pointer replaces a stored one, at byte `at` of the value.
pub fn element_applied(st: &Store, node: &ArrayNode, at: u32, length: usize) {
    let ToastPointer { toast_rel, value_id: value, .. } = node.stored.pointer;
    st.events.emit(|| Event::DifferenceApplied { toast_rel, value, at, length, element: true });
}

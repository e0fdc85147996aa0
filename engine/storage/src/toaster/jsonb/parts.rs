//! What the bytes of a [`node`] are, run by run: see [`crate::toaster::parts()`].
//!
//! ```text
//!  fields   Entries | Keys | a part for each value: Inline, Compressed, Field
//!  others   a Field: Number | Pointer | Number | Prefix | Number | Difference ...
//! ```

use super::node::{self, Node};
use crate::event::{PointerPart, PointerRole, ValueLink};
use crate::types::jsonb::{
    Container, JENTRY_ISCONTAINER, JENTRY_ISNUMERIC, JENTRY_TYPEMASK, print_view,
};
use crate::varlena::{POINTER_SIZE, VERSIONED_SIZE, compressed_header};

/// How many characters of a value's text are shown, and twice the bytes of a difference.
const TEXT: usize = 24;

/// Puts one part after the other.
struct Run {
    at: usize,
    parts: Vec<PointerPart>,
}

impl Run {
    /// Adds a part of this length after the last.
    fn put(&mut self, role: PointerRole, name: &str, length: usize) -> &mut PointerPart {
        let at = self.at;
        self.at += length;
        self.parts.push(PointerPart::new(role, name, at, length));
        // It was just put there.
        let last = self.parts.len() - 1;
        &mut self.parts[last]
    }
    /// Adds the parts of a node's differences; `unit` says what they are.
    fn differences(&mut self, all: &[(u32, Vec<u8>)], unit: &str) {
        for (at, bytes) in all {
            self.put(PointerRole::Number, "where, and how many bytes", 8).number = *at;
            let part = self.put(PointerRole::Difference, unit, bytes.len());
            part.number = *at;
            part.text = hex(bytes);
        }
    }
}

/// The first bytes in hexadecimal.
fn hex(bytes: &[u8]) -> String {
    let shown: Vec<String> = bytes.iter().take(TEXT / 2).map(|b| format!("{b:02x}")).collect();
    shown.join(" ") + if bytes.len() > TEXT / 2 { " …" } else { "" }
}

/// The parts of a node's bytes; `at` is the offset of its first byte in the payload.
pub fn parts(node: &[u8], at: usize) -> Vec<PointerPart> {
    match node::decode(node) {
        Ok(Node::Fields(object)) => fields(object, at),
        _ => vec![stored("", node, at)],
    }
}

/// The parts of an object's node that begins at byte `at` of the payload: what precedes its values, then each value.
fn fields(object: &[u8], at: usize) -> Vec<PointerPart> {
    let mut run = Run { at, parts: Vec::new() };
    let c = Container::new(object);
    let (count, start) = (c.count(), c.data_start().min(object.len()));
    let keys = c.offset(count).min(object.len() - start);
    run.put(PointerRole::Entries, "", start);
    run.put(PointerRole::Keys, "", keys).number = count as u32;
    let base = run.at - keys;
    // Keys by the place of their value.
    let mut names = vec![String::new(); count];
    for pair in 0..count {
        let key = String::from_utf8_lossy(c.key(pair)).into_owned();
        if let Some(name) = names.get_mut(c.value_of(pair) - count) {
            *name = key;
        }
    }
    let mut offset = keys;
    for (i, name) in names.iter().enumerate() {
        let child = count + i;
        let end = c.offset(child + 1).clamp(offset, object.len() - start);
        let kind = c.entry(child) & JENTRY_TYPEMASK;
        let node = c.stored(child);
        let aligned = node.is_some() || matches!(kind, JENTRY_ISCONTAINER | JENTRY_ISNUMERIC);
        let skip = if aligned { offset.next_multiple_of(4).min(end) - offset } else { 0 };
        if skip > 0 {
            run.put(PointerRole::Padding, "", skip);
        }
        let from = base + offset + skip;
        match node {
            Some(node) => {
                run.parts.push(stored(name, node, from));
                run.at = from + node.len();
            }
            None => {
                let mut text = String::new();
                print_view(c.child(child), &mut text);
                let part = run.put(PointerRole::Inline, name, end - offset - skip);
                part.text = cut(text);
            }
        }
        offset = end;
    }
    run.parts
}

/// Shortens a text that is too long to be shown.
fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(TEXT) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The part that stands for one value, whose node begins at byte `at` of the payload.
fn stored(name: &str, node: &[u8], at: usize) -> PointerPart {
    let mut field = PointerPart::new(PointerRole::Field, name, at, node.len());
    let (raw, _) = node::header(node);
    let raw = raw as u32;
    let Ok(decoded) = node::decode(node) else {
        field.role = PointerRole::Payload;
        return field;
    };
    let mut run = Run { at, parts: Vec::new() };
    let mut link = ValueLink { raw, ..ValueLink::default() };
    match decoded {
        Node::Fields(object) => {
            field.children = fields(object, at);
            return field;
        }
        Node::Compressed(varlena) => {
            field.role = PointerRole::Compressed;
            link.stored = varlena.len() as u32;
            link.method = compressed_header(varlena).map(|(_, method)| method as u8);
        }
        Node::Pointer(p) => {
            let chunks = p.chunks();
            link.value = p.pointer.value_id.0;
            link.relation = p.pointer.toast_rel.0;
            link.version = p.versioned.then_some(0);
            link.stored = chunks.extsize() as u32;
            link.method = p.pointer.compression().map(|method| method as u8);
            link.chunks = chunks.extsize().div_ceil(p.chunk_size()) as u32;
            run.put(PointerRole::Number, "kind of container, or raw size", 4).number = raw;
            let wrapping = node::wrapping(node);
            if wrapping > 0 {
                run.put(PointerRole::Number, "a pointer of its own", wrapping).number = raw;
            }
            let size = if p.versioned { VERSIONED_SIZE } else { POINTER_SIZE };
            run.put(PointerRole::Pointer, "", size);
            if let Some((at, bytes)) = p.only_difference() {
                run.put(PointerRole::Number, "where", 4).number = *at;
                let part = run.put(PointerRole::Difference, "byte", bytes.len());
                part.number = *at;
                part.text = hex(bytes);
            } else if node.len() > 4 + size {
                let length = p.prefix.len();
                run.put(PointerRole::Number, "bytes of the beginning", 4).number = length as u32;
                if length > 0 {
                    run.put(PointerRole::Prefix, "", length);
                }
                run.differences(&p.differences, "byte");
            }
        }
        Node::Array(a) => {
            link.value = a.stored.pointer.value_id.0;
            link.relation = a.stored.pointer.toast_rel.0;
            link.version = Some(a.stored.version as u32);
            link.chunks = a.in_chunks.div_ceil(a.stride);
            (link.stride, link.elements) = (a.stride, a.count);
            let version = a.stored.version as u32;
            for (name, number) in [
                ("kind and raw size", raw),
                ("elements", a.count),
                ("elements in chunks", a.in_chunks),
                ("elements a chunk", a.stride),
                ("version", version),
            ] {
                run.put(PointerRole::Number, name, 4).number = number;
            }
            run.put(PointerRole::Pointer, "", 8);
            run.differences(&a.differences, "element");
        }
    }
    field.link = Some(link);
    field.children = run.parts;
    field
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Oid;
    use crate::toaster::jsonb::node::PointerNode;
    use crate::types::jsonb::{JsonbView, ObjectValue, Value, build_object};
    use crate::varlena::ToastPointer;

    /// Every byte is in one part, and in one part of that.
    fn tiles(parts: &[PointerPart], from: u32, to: u32) {
        let mut here = from;
        for part in parts {
            assert_eq!(part.at, here, "{part:?}");
            here += part.length;
            if !part.children.is_empty() {
                tiles(&part.children, part.at, here);
            }
        }
        assert_eq!(here, to, "{parts:?}");
    }

    fn difference() -> PointerNode {
        let pointer = ToastPointer::new(7004, 7000, None, Oid(77), Oid(66));
        let (prefix, differences) = (b"abcde".to_vec(), vec![(400, vec![5, 6])]);
        PointerNode { prefix, differences, ..PointerNode::bare(pointer) }
    }

    #[test]
    fn a_pointer_with_its_beginning_and_a_difference() {
        let node = node::encode(&Node::Pointer(difference()), 7000, false);
        let parts = parts(&node, 16);
        tiles(&parts, 16, 16 + node.len() as u32);
        let link = parts[0].link.unwrap();
        assert_eq!((link.value, link.stored, link.chunks), (77, 6995, 4));
        let found = |role| parts[0].children.iter().find(|p| p.role == role).unwrap();
        let bytes = |p: &PointerPart| &node[p.at as usize - 16..][..p.length as usize];
        assert_eq!(bytes(found(PointerRole::Prefix)), b"abcde");
        let change = found(PointerRole::Difference);
        assert_eq!((bytes(change), change.number, &change.text[..]), (&[5, 6][..], 400, "05 06"));
    }

    #[test]
    fn a_single_difference_in_a_row_and_in_an_object() {
        let p = PointerNode { prefix: Vec::new(), ..difference() };
        let bare = node::encode(&Node::Pointer(p.clone()), 7000, false);
        let inside = node::in_object(bare.clone(), Oid(55));
        assert_eq!(inside.len(), bare.len() + node::WRAPPING);
        for node in [bare, inside] {
            assert_eq!(node::decode(&node).unwrap(), Node::Pointer(p.clone()));
            let parts = parts(&node, 16);
            tiles(&parts, 16, 16 + node.len() as u32);
            let change = parts[0].children.last().unwrap();
            assert_eq!((change.role, change.number), (PointerRole::Difference, 400));
        }
    }

    #[test]
    fn an_object_whose_values_stand_in_the_order_of_their_length() {
        let stored = node::encode(&Node::Pointer(difference()), 7000, false);
        let long = Value::String(vec![b'x'; 90]);
        for sorted in [false, true] {
            // Beside what is stored elsewhere, values keep the order of their keys.
            let object = build_object(
                &[
                    (b"a", ObjectValue::View(long.view())),
                    (b"b", ObjectValue::Stored(&stored)),
                    (b"c", ObjectValue::View(JsonbView::Bool(true))),
                ],
                sorted,
            );
            let node = node::encode(&Node::Fields(&object.unwrap()), 7200, false);
            let parts = parts(&node, 0);
            tiles(&parts, 0, node.len() as u32);
            let part = |name: &str| parts.iter().find(|p| p.name == name).unwrap();
            assert_eq!((part("a").role, part("a").length), (PointerRole::Inline, 90));
            assert_eq!(part("b").link.map(|l| l.value), Some(77));
            assert_eq!((&part("c").text[..], part("c").length), ("true", 0));
        }
    }
}

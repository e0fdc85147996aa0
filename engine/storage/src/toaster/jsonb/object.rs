//! The pairs of a jsonb object in memory. A value is whole, or a node stands for it (`node`): a TOAST pointer,
//! compressed bytes, or an object with such values.

use super::node::{self, Node};
use crate::error::Result;
use crate::types::jsonb::{
    Container, JENTRY_ISCONTAINER, JENTRY_ISNUMERIC, JENTRY_TYPEMASK, JsonbView, ObjectValue,
    Value, build_object, compare_keys, lay_out,
};

/// The value of a field in memory.
#[derive(Clone, Debug)]
pub enum FieldValue {
    /// A value.
    Plain(Value),
    /// The node that stands for one.
    Stored(Vec<u8>),
}

impl FieldValue {
    /// The value in the form that building an object takes.
    pub fn part(&self) -> ObjectValue<'_> {
        match self {
            FieldValue::Plain(value) => ObjectValue::View(value.view()),
            // An object all of whose values are here is one like any other.
            FieldValue::Stored(node) if is_plain(node) => {
                ObjectValue::View(JsonbView::Container(Container::new(node)))
            }
            FieldValue::Stored(node) => ObjectValue::Stored(node),
        }
    }
}

/// Pairs in the order of their keys, each key once.
pub type Pairs = Vec<(Vec<u8>, FieldValue)>;

/// The pairs of a plain object; `None` for another document.
pub fn plain_pairs(root: Container<'_>) -> Option<Pairs> {
    let pair = |(k, v): (&[u8], JsonbView<'_>)| (k.to_vec(), FieldValue::Plain(v.to_value()));
    root.is_object().then(|| root.pairs().map(pair).collect())
}

/// The pairs of an object with stored values.
pub fn stored_pairs(object: Container<'_>) -> Pairs {
    (0..object.count())
        .map(|pair| {
            let child = object.value_of(pair);
            let value = match object.stored(child) {
                Some(node) => FieldValue::Stored(node.to_vec()),
                None => FieldValue::Plain(object.child(child).to_value()),
            };
            (object.key(pair).to_vec(), value)
        })
        .collect()
}

/// The position of a key in sorted pairs, or where it would be inserted.
pub fn place_of(pairs: &Pairs, key: &[u8]) -> std::result::Result<usize, usize> {
    pairs.binary_search_by(|(k, _)| compare_keys(k, key))
}

/// Sets the value of a key.
pub fn put(pairs: &mut Pairs, key: &[u8], value: FieldValue) {
    match place_of(pairs, key) {
        Ok(i) => pairs[i].1 = value,
        Err(i) => pairs.insert(i, (key.to_vec(), value)),
    }
}

/// The node of an object with these pairs; `sorted` orders its values by length.
///
/// # Errors
/// 54000 when it passes the format's limits.
pub fn fields_node(pairs: &Pairs, sorted: bool) -> Result<Vec<u8>> {
    // New containers get the layout that a row's have.
    let mut inner = Vec::with_capacity(pairs.len());
    for (_, value) in pairs {
        inner.push(match value {
            FieldValue::Plain(Value::Container(bytes)) => lay_out(Container::new(bytes), sorted)?,
            _ => None,
        });
    }
    let parts: Vec<(&[u8], ObjectValue<'_>)> = pairs
        .iter()
        .zip(&inner)
        .map(|((key, value), inner)| match inner {
            Some(bytes) => {
                (&key[..], ObjectValue::View(JsonbView::Container(Container::new(bytes))))
            }
            None => (&key[..], value.part()),
        })
        .collect();
    build_object(&parts, sorted)
}

/// Whether the node is an object all of whose values are whole, at any depth: no pointer, nothing compressed.
fn is_plain(node: &[u8]) -> bool {
    matches!(node::decode(node), Ok(Node::Fields(object)) if !keeps_any(Container::new(object)))
}

/// Whether any value in the object, at any depth, is a node other than an object: a pointer or compressed bytes.
pub fn keeps_any(object: Container<'_>) -> bool {
    (0..object.children()).any(|child| match object.stored(child) {
        Some(bytes) => match node::decode(bytes) {
            Ok(Node::Fields(inner)) => keeps_any(Container::new(inner)),
            _ => true,
        },
        None => false,
    })
}

/// The scalar or container of a document that was moved to chunks.
pub fn unmoved(document: &[u8]) -> Value {
    Container::new(document).root().to_value()
}

/// The size that an object would have with all its values inline.
pub fn raw_size(object: Container<'_>) -> usize {
    let mut size = 0usize;
    for pair in 0..object.count() {
        size += object.key(pair).len();
    }
    for pair in 0..object.count() {
        let child = object.value_of(pair);
        let kind = object.entry(child) & JENTRY_TYPEMASK;
        size = match object.stored(child).map(node::header) {
            // The root of a scalar: header and JEntry before the string.
            Some((raw, true)) => size + raw.saturating_sub(8),
            Some((raw, false)) => size.next_multiple_of(4) + raw,
            None => {
                let bytes = ObjectValue::View(object.child(child)).size();
                match kind {
                    JENTRY_ISNUMERIC | JENTRY_ISCONTAINER => size.next_multiple_of(4) + bytes,
                    _ => size + bytes,
                }
            }
        };
    }
    4 + 8 * object.count() + size
}

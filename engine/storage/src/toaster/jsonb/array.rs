//! Arrays in chunks of whole elements: reading an element takes one chunk.
//!
//! ```text
//! [e0, e1, ... ]   stride 128    chunk 0 = [e0 .. e127]   chunk 1 = [e128 .. e255] ...
//! element 200 is the 72nd of chunk 1: one descent of the index
//! ```
//!
//! Each chunk is a jsonb array by itself and carries a version ([`crate::toaster::versioned`]). New
//! elements are kept beside the pointer while the row has room, then their chunks are rewritten.

use super::events;
use super::node::ArrayNode;
use crate::error::Result;
use crate::sort::Arrange;
use crate::store::Store;
use crate::toaster::versioned::{self, CHUNK_DATA};
use crate::toaster::{Target, ToastOptions};
use crate::types::jsonb::{ArrayBuilder, Container, JsonbView, Value};

/// Strides that are tried, the longest first.
const STRIDES: [usize; 10] = [512, 256, 128, 64, 32, 16, 8, 4, 2, 1];

/// A jsonb array of these elements.
fn built(elements: &[JsonbView<'_>]) -> Result<Vec<u8>> {
    let mut array = ArrayBuilder::default();
    elements.iter().for_each(|e| array.push(*e));
    Ok(match array.finish()? {
        Value::Container(bytes) => bytes,
        _ => Vec::new(),
    })
}

/// The most bytes that an element can take in a chunk.
fn size(element: JsonbView<'_>) -> usize {
    4 + match element {
        JsonbView::String(s) => s.len(),
        JsonbView::Numeric(n) => n.len() + 3,
        JsonbView::Container(c) => c.bytes.len() + 3,
        JsonbView::Null | JsonbView::Bool(_) => 0,
    }
}

/// Stores an array in chunks; `None` if an element is too long for a chunk. `key` is the array's key in
/// its object, for events.
pub fn save(
    st: &mut Store,
    to: &Target<'_>,
    array: Container<'_>,
    key: &[u8],
) -> Result<Option<ArrayNode>> {
    let elements: Vec<JsonbView<'_>> = array.elements().collect();
    let fits = |stride: &&usize| {
        let mut groups = elements.chunks(**stride);
        groups.all(|g| 4 + g.iter().map(|e| size(*e)).sum::<usize>() <= CHUNK_DATA)
    };
    let Some(&stride) = STRIDES.iter().find(fits) else { return Ok(None) };
    let pieces: Result<Vec<Vec<u8>>> = elements.chunks(stride).map(built).collect();
    let stored = versioned::save_chunks(st, to, &pieces?, key)?;
    let count = elements.len() as u32;
    let stride = stride as u32;
    Ok(Some(ArrayNode { count, in_chunks: count, stride, stored, differences: Vec::new() }))
}

/// The array element with this index, which must exist.
pub fn element(st: &mut Store, node: &ArrayNode, index: u32) -> Result<Value> {
    if let Some((_, root)) = node.differences.iter().rev().find(|(i, _)| *i == index) {
        events::element_applied(st, node, index, root.len());
        return Ok(Container::new(root).root().to_value());
    }
    let number = index / node.stride;
    events::array_read(st, node, number..number + 1);
    let chunk = versioned::chunk(st, &node.stored, number as usize)?;
    let element = Container::new(&chunk).element(i64::from(index % node.stride));
    Ok(element.map_or(Value::Null, JsonbView::to_value))
}

/// Reads the whole array.
pub fn materialize(st: &mut Store, node: &ArrayNode) -> Result<Vec<u8>> {
    let mut values = Vec::with_capacity(node.count as usize);
    let chunks = node.in_chunks.div_ceil(node.stride);
    events::array_read(st, node, 0..chunks);
    for number in 0..chunks {
        let chunk = versioned::chunk(st, &node.stored, number as usize)?;
        values.extend(Container::new(&chunk).elements().map(JsonbView::to_value));
    }
    values.resize(node.count as usize, Value::Null);
    for (i, root) in &node.differences {
        events::element_applied(st, node, *i, root.len());
        if let Some(place) = values.get_mut(*i as usize) {
            *place = Container::new(root).root().to_value();
        }
    }
    let views: Vec<JsonbView<'_>> = values.iter().map(Value::view).collect();
    built(&views)
}

/// Moves the changes beside the pointer into the chunks; `None` if a chunk would then be too long.
pub fn flush(st: &mut Store, node: &ArrayNode, options: ToastOptions) -> Result<Option<ArrayNode>> {
    let mut numbers: Vec<u32> = node.differences.iter().map(|(i, _)| i / node.stride).collect();
    numbers.arrange();
    numbers.dedup();
    let mut changed = Vec::new();
    for number in numbers {
        let first = number * node.stride;
        let there = first < node.in_chunks;
        let mut values: Vec<Value> = Vec::new();
        if there {
            let chunk = versioned::chunk(st, &node.stored, number as usize)?;
            values.extend(Container::new(&chunk).elements().map(JsonbView::to_value));
        }
        values.resize((node.count - first).min(node.stride) as usize, Value::Null);
        for (i, root) in &node.differences {
            if i / node.stride == number {
                values[(i - first) as usize] = Container::new(root).root().to_value();
            }
        }
        let views: Vec<JsonbView<'_>> = values.iter().map(Value::view).collect();
        let chunk = built(&views)?;
        if chunk.len() > CHUNK_DATA {
            return Ok(None);
        }
        changed.push((number as usize, there, chunk));
    }
    let stored = versioned::put_chunks(st, &node.stored, &changed, options)?;
    let differences = Vec::new();
    Ok(Some(ArrayNode { in_chunks: node.count, stored, differences, ..node.clone() }))
}

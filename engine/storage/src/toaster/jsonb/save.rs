//! Moves a document out of its row: an object field by field ([`super::fields`]), an array in
//! chunks of elements, anything else as a whole.
//!
//! ```text
//! {"key1": 1, "key2": [...100000], "key3": 1, "key4": [...10000]}
//!   -> {"key1": 1, "key2": pointer, "key3": 1, "key4": pointer}      124 bytes
//! ```
//!
//! When even pointers to all fields would not fit, the document moves out whole; on the server of the
//! Toaster API by the default toaster (`jsonb_toaster_default_toast`). With `inline_prefix` it leaves
//! its beginning in the row: inline TOAST, as the talk calls it.

use super::node::{self, Node, PointerNode};
use super::{array, fields, object};
use crate::datum::Datum;
use crate::error::Result;
use crate::store::Store;
use crate::toaster::default::layout::TOAST_TUPLE_TARGET_MAIN;
use crate::toaster::default::{self, chunks};
use crate::toaster::{JsonbStrategies, Target, tapas};
use crate::tuple::Storage;
use crate::types::jsonb::Container;
use crate::varlena::{CUSTOM_HEADER, POINTER_SIZE, ToastPointer};

/// Bytes of a node that is a bare pointer.
pub const BARE: usize = 4 + POINTER_SIZE;
/// Bytes of a row's pointer before the node: header and alignment.
const HEAD: usize = CUSTOM_HEADER + 2;

/// How many bytes an object's node may take. As in the prototype, the header before it and some
/// padding are not counted: a row may become a few bytes longer than its target, unless the target
/// is the whole page.
pub fn node_room(to: &Target<'_>) -> usize {
    /// The header, and what padding may be short by.
    const SLACK: usize = HEAD + 16;
    let target = match to.column().storage {
        Storage::Main => TOAST_TUPLE_TARGET_MAIN,
        _ => to.rel.options.toast_tuple_target.map_or(0, |t| t as usize),
    };
    let hard = target + SLACK > TOAST_TUPLE_TARGET_MAIN;
    if hard { to.room.saturating_sub(SLACK) } else { to.room }
}

/// Stores a document, and returns the bytes that the row keeps. `value` is the document in the row,
/// perhaps compressed.
pub fn document(
    st: &mut Store,
    to: &Target<'_>,
    value: &Datum,
    strategies: JsonbStrategies,
) -> Result<Datum> {
    let document = crate::toaster::detoast(st, to.plain.unwrap_or(value))?;
    let bytes = &document[..];
    let root = Container::new(bytes);
    if let Some(pairs) = object::plain_pairs(root)
        && (strategies.compress_fields || strategies.toast_fields)
        && let Some(node) = fields::fit(st, to, node_room(to), &pairs, strategies)?
    {
        return Ok(super::pointer(to.toaster, &node));
    }
    if root.is_array()
        && !root.is_scalar()
        && strategies.toast_arrays
        && let Some(array) = array::save(st, to, root, &[])?
    {
        let node = node::encode(&Node::Array(array), bytes.len(), false);
        return Ok(super::pointer(to.toaster, &node));
    }
    if st.toasters.settings.capabilities.plain_pointers && !strategies.inline_prefix {
        let pointer = chunks::save(st, to, value.bytes(), None, &[])?;
        chunks::toasted(st, to, &pointer, Some(&[]));
        return Ok(Datum::Ref(pointer.encode().as_slice().into()));
    }
    if st.toasters.settings.capabilities.tapas_pointers {
        let room = if strategies.inline_prefix { to.room } else { 0 };
        return tapas::store(st, to, value, room);
    }
    let node = save_whole(st, to, value, bytes, strategies)?;
    Ok(super::pointer(to.toaster, &node))
}

/// Stores a document in chunks, with its beginning in the row if there is room.
fn save_whole(
    st: &mut Store,
    to: &Target<'_>,
    value: &Datum,
    bytes: &[u8],
    strategies: JsonbStrategies,
) -> Result<Vec<u8>> {
    let compressed = match to.column().storage {
        // Round 1 has compressed it.
        Storage::Extended | Storage::Main if to.plain.is_some() => Some(value.clone()),
        Storage::Extended | Storage::Main => {
            default::compress_datum(&Datum::varlena(bytes), to.compression(st)).ok()
        }
        _ => None,
    };
    let (stored, method) = match &compressed {
        Some(c) => (&c.bytes()[4..], Some(to.compression(st))),
        None => (bytes, None),
    };
    // A node with parts has two more counted lengths than a bare one.
    let beside = HEAD + BARE + 4;
    let prefix = match strategies.inline_prefix {
        true => to.room.saturating_sub(beside).min(stored.len().saturating_sub(1)),
        false => 0,
    };
    let (inline, rest) = stored.split_at(prefix);
    let chunk_value = Datum::varlena(rest);
    let saved = chunks::save(st, to, chunk_value.bytes(), None, &[])?;
    let pointer =
        ToastPointer::new(bytes.len() + 4, stored.len(), method, saved.value_id, saved.toast_rel);
    chunks::toasted(st, to, &pointer, Some(&[]));
    let root = Container::new(bytes);
    let node = PointerNode { prefix: inline.to_vec(), ..PointerNode::of(pointer, root) };
    let scalar = root.is_scalar();
    Ok(node::encode(&Node::Pointer(node), bytes.len(), scalar))
}

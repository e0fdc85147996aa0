//! jsonb's binary form (`jsonb.h`, `jsonb_util.c`).
//!
//! A document is a tree of containers. A container is a header word, one JEntry per child, and the
//! children's bytes one after another; an object's children are its keys, sorted by length and then
//! bytes, and after them its values in the same order.
//!
//! ```text
//!  header                 JEntry                        data
//!  count (28 bits)        length or end offset (28)     strings: bytes, unpadded
//!  1 scalar 2 object      type (3): 0 string 1 numeric  numerics, containers: at a multiple of 4,
//!  4 array                2 false 3 true 4 null           the padding counted to the child
//!                         5 container; top bit: offset
//! ```
//!
//! Every 32nd JEntry holds the offset at which its child ends, the others hold lengths: lengths
//! compress well (neighbours are alike), offsets make the n-th child reachable without adding up
//! all before it.
//!
//! `{"a": 1}` is `01 00 00 20 | 01 00 00 80 | 0b 00 00 90 | 61 | 00 00 00 | 20 00 00 00 00 80 01 00`: an object
//! of one pair; the key ends at 1; the value, a numeric, ends at 12 (both are 0th of 32 and hold
//! offsets); `a`, three bytes of padding, the numeric with its own varlena header.
//!
//! A container's bytes do not depend on where it stands, so one that was built can be put into
//! another as it is: builders ([`ArrayBuilder`], [`ObjectBuilder`]) work from the leaves up.

mod build;
mod compare;
mod edit;
mod layout;
mod print;
mod sorted;
mod value;
mod view;

pub use build::{ArrayBuilder, ObjectBuilder, ObjectValue, build_object, scalar_root};
pub use compare::{compare, compare_scalars, compare_views, hash};
pub use edit::{
    JsonbEdit, LookupResult, PathOperation, PathStep, at_path, follow, in_scalar, step, subscript,
};
pub use layout::*;
pub use print::{escape_json, print_container, print_pretty, print_view};
pub use sorted::lay_out;
pub use value::Value;
pub use view::{Container, JsonbView, compare_keys};

use crate::datum::Datum;
use crate::error::Result;

/// Reads a JSON text, and returns it as jsonb (`jsonb_in`).
///
/// # Errors
/// 22P02 "invalid input syntax for type json" with its DETAIL and CONTEXT.
pub fn input(text: &str) -> Result<Datum> {
    Ok(super::json::parse(text)?.to_datum())
}

/// Returns a payload as text (`jsonb_out`).
///
/// # Errors
/// None for a payload that the engine made.
pub fn output(payload: &[u8]) -> Result<String> {
    let mut out = String::with_capacity(payload.len());
    print_container(Container::new(payload), &mut out);
    Ok(out)
}

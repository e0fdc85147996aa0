//! The numbers (words) that describe a page and its items to the code that draws them: how many there are, and
//! what the codes among them mean. `engine/wasm/bindgen` makes constants for TypeScript from this file.

/// Words of a page in a summary: bytes live, dead, overhead (header, line pointers, special space), free; items live,
/// dead; level of an index page (0 leaf, [`META_LEVEL`] metapage) and 1 for an all-visible heap page.
pub const SUMMARY_WORDS: usize = 8;
/// The level that stands for an index's metapage.
pub const META_LEVEL: u16 = 255;
/// Words of an item: where it starts, its bytes, its state ([`TupleLife`]).
pub const ITEM_WORDS: usize = 3;
/// What a tuple is to those who look now: the state of an item, by code. An item of an index is live or dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum TupleLife {
    /// Everybody sees it.
    Live,
    /// Deleted or replaced, and committed.
    Dead,
    /// Its transaction was rolled back.
    Aborted,
    /// The open transaction wrote it.
    Inserting,
    /// The open transaction deleted or replaced it.
    Deleting,
}

//! How many words a page and its items are told in to whoever draws them, and what the codes among them mean. The
//! page's own constants are made of this file by `engine/wasm/bindgen`.

/// Words of a page in a summary: bytes live, dead, overhead (header, line pointers, special space), free; items live,
/// dead; level of an index page (0 leaf, [`META_LEVEL`] metapage) and 1 for an all-visible heap page.
pub const SUMMARY_WORDS: usize = 8;
/// The level that stands for an index's metapage.
pub const META_LEVEL: u16 = 255;
/// Words of an item: where it starts, its bytes, its state.
pub const ITEM_WORDS: usize = 3;
/// The states of an item, by code: as everybody sees it, deleted or replaced and committed, rolled back, written by the
/// open transaction, deleted by it.
pub const ITEM_STATES: [&str; 5] = ["live", "dead", "aborted", "inserting", "deleting"];

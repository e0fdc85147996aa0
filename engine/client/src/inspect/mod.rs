//! What a viewer wants to know, as plain structs: relations and their pages, a page and its items,
//! a row with its chunks and index entries, counters.
//!
//! Looking changes nothing: no buffer is pinned or counted, no hint bit set. Pages are read as they
//! lie, and what is said of a tuple is what VACUUM would say of it now.
//!
//! ```text
//! row (12,3) of t ── column b, pointer 18 bytes ──> chunk 0 at (40,1)  <── entry 7 of leaf 3
//!        ^                                          chunk 1 at (40,2)  <── entry 8 of leaf 3
//!        └── entry 5 of leaf 1 of t_pkey
//! ```
//!
//! With the feature `serde` the structs can be serialized for a viewer. Their TypeScript
//! types are made from this source by `engine/wasm/bindgen`.

mod counters;
pub mod fields;
mod index;
mod owners;
mod page;
mod relations;
mod row;
mod stored;
mod summary;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toaster_tests;
mod tuple;
pub mod words;

pub use counters::{Baseline, Counters, RelationUsage, Usage, counters};
pub use index::{IndexEntry, IndexPage};
pub use owners::ValueOwner;
pub use page::{Item, ItemState, PageView, page, page_bytes, rows_as_text};
pub use relations::{Fork, ForkView, RelationRole, RelationView, relations};
pub use row::{Entry, RowView, last_written, row};
pub use stored::{Chunk, StoredValue};
pub use summary::{outline, page_items, page_summary, summary};
pub use tuple::{ColumnForm, ColumnView, PointerView, Tid, TupleView, life};
pub use words::{SUMMARY_WORDS, TupleLife};

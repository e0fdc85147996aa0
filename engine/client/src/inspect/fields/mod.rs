//! Everything that has bytes as one tree of named fields: what a viewer shows beside the hex.
//!
//! A field says where it lies, what it reads and what that means; its children lie within it. Parts
//! that would be long are left for later ([`More`]) and asked for with [`expand`].
//!
//! ```text
//! heap page ─┬─ header ──── pd_lsn, pd_checksum, pd_flags (bit by bit), pd_lower ...
//!            ├─ line pointers ── 1: lp_off, lp_flags, lp_len
//!            ├─ free space
//!            └─ tuple 1 ─┬─ header ── t_xmin ... t_infomask (bit by bit), null bitmap
//!                        ├─ id   integer      = 1
//!                        ├─ padding
//!                        ├─ b    text ── pointer: va_rawsize, va_extinfo, va_valueid, va_toastrelid
//!                        └─ j    jsonb ── custom pointer: its parts, field by field
//! ```
//!
//! The line pointer `d8 9f 48 00` is 0x00489fd8 and gives three fields in the same four bytes: `lp_off`
//! 8152 (bits 0 to 14), `lp_flags` LP_NORMAL (15, 16), `lp_len` 36 (17 to 31).
//!
//! Bytes may come from anywhere: what is cut off or nonsense ends the tree there and is said so.
//! Values that are moved out are opened by themselves ([`value`]), since they lie in many pages.

mod array;
mod build;
mod custom;
mod heap;
mod image;
mod index;
mod json;
mod maps;
mod number;
mod open;
mod page;
mod record;
mod scalar;
mod segment;
mod stream;
#[cfg(test)]
mod tests;
mod value;
mod varlena;

pub use open::{Opened, OpenedValue, ValueBytes, What, expand, open, open_page, value_bytes};
pub use page::{PageKind, item_fields, page_fields};
pub use segment::{RecordWords, SegmentFile, SegmentView, TypeStats};
pub use stream::{TOKEN_WIDTH, tokens};

use super::relations::Fork;

/// What a byte is for; a viewer gives each its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum Part {
    /// Says something about what follows: of a page, a tuple, a value.
    Header,
    /// A line pointer.
    LinePointer,
    /// A tuple's bitmap of the columns that are not NULL.
    Bitmap,
    /// A tuple, index entry or other thing with parts.
    Item,
    /// Bytes of an item that no transaction sees any more.
    Dead,
    /// A value's own bytes.
    Payload,
    /// What is looked up: index keys, keys of an object.
    Key,
    /// Leads elsewhere: TOAST pointers, row and block numbers.
    Pointer,
    /// A compressed stream.
    Compressed,
    /// Nothing, so that what follows is aligned.
    Padding,
    /// Room for more items.
    Free,
}

/// Which bits of a field's little-endian word are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Bits {
    /// The number of the lowest bit, from 0.
    pub low: u8,
    /// How many bits.
    pub count: u8,
}

/// What can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "camelCase"))]
pub enum Place {
    /// A page, and an item on it (0: none).
    Page {
        /// The relation's OID (`pg_class.oid`).
        relation: u32,
        /// The fork.
        fork: Fork,
        /// The block.
        block: u32,
        /// The line pointer, from 1.
        item: u16,
    },
    /// A column's value with its chunks put together.
    Value {
        /// The table's OID.
        relation: u32,
        /// The row's block.
        block: u32,
        /// The row's line pointer.
        item: u16,
        /// The column, from 0, dropped ones included.
        column: u16,
        /// Decompressed; else as it is stored.
        plain: bool,
    },
    /// A record of the log.
    Record {
        /// Where one of its bytes is.
        lsn: u64,
    },
    /// The page that a record has the image of, as it was then.
    Image {
        /// Where the record is.
        lsn: u64,
        /// The block's number in it.
        id: u8,
    },
}

/// Children that are made when somebody asks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "camelCase"))]
pub enum More {
    /// An item of the page.
    Item {
        /// Its line pointer, from 1.
        item: u16,
    },
    /// A jsonb container's entries or children, some of them.
    Json {
        /// Where the container starts.
        at: u32,
        /// Where it ends.
        end: u32,
        /// What of it.
        list: JsonList,
        /// The first one.
        from: u32,
    },
    /// Elements of an array.
    Array {
        /// Where the payload starts (after the varlena header).
        at: u32,
        /// Where it ends.
        end: u32,
        /// The first one.
        from: u32,
    },
    /// Digits of a numeric.
    Digits {
        /// Where its header word is.
        at: u32,
        /// Where it ends.
        end: u32,
        /// The first one.
        from: u32,
    },
    /// Slots of a free space or visibility map's page.
    Map {
        /// The first one.
        from: u32,
    },
}

/// Which of a jsonb container's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum JsonList {
    /// All of a container: header, JEntries, children.
    Whole,
    /// The JEntries.
    Entries,
    /// The children: elements, or keys and then values.
    Children,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Field {
    /// PostgreSQL's name for it, or a plain one where it has none.
    pub name: String,
    /// The first byte, from where what was opened starts.
    pub at: u32,
    /// How many bytes; 0 for what is not stored.
    pub length: u32,
    /// The bits, when it is not all of the bytes.
    pub bits: Option<Bits>,
    /// What it reads.
    pub value: String,
    /// What that means.
    pub note: String,
    /// What it is for.
    pub part: Part,
    /// How the value comes from the bytes, one step after the other; empty when it is plain to see.
    pub steps: Vec<String>,
    /// A flag that is not set, a column that is NULL: shown faintly.
    pub faint: bool,
    /// The number of an item's line pointer, from 1; 0 for all other fields.
    pub item: u16,
    /// What it leads to.
    pub leads: Option<Place>,
    /// Its parts in order.
    pub children: Vec<Field>,
    /// How to get its parts, when they are not here.
    pub more: Option<More>,
}

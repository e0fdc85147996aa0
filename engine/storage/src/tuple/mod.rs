//! Rows as bytes (`htup_details.h`, `heaptuple.c`): descriptors, forming, deforming.

mod composite;
mod deform;
mod form;
pub mod header;
mod index;
pub mod layout;
#[cfg(test)]
mod tests;

use crate::datum::Datum;
use crate::ids::{AttrNumber, Oid};

pub use crate::varlena::Compression;
pub use composite::{composite, composite_deform, composite_type};
pub use deform::{Column, attribute, attribute_bytes, datum as column_datum, deform, split};
pub use form::{compute_data_size, form, form_as_is, header_size};
pub use index::{index_attribute, index_deform, index_form, index_split, index_tid};

/// `attstorage`: what TOAST may do with a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// 'p': never compressed or moved out.
    Plain,
    /// 'e': moved out, not compressed.
    External,
    /// 'm': compressed; moved out only as a last resort.
    Main,
    /// 'x': compressed, then moved out.
    Extended,
}

/// One column of a row type (`pg_attribute`).
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The column's name (`attname`).
    pub name: String,
    /// The OID of its type; 0 when it is dropped (`atttypid`).
    pub type_oid: Oid,
    /// The type modifier, or -1 (`atttypmod`).
    pub typmod: i32,
    /// `attlen`: bytes, -1 for a varlena, -2 for a cstring.
    pub len: i16,
    /// Whether a value is passed as a word, not by reference (`attbyval`).
    pub by_val: bool,
    /// How values are aligned, in bytes: 1, 2, 4 or 8 (`attalign`).
    pub align: u8,
    /// Whether values may be compressed and moved out of line (`attstorage`).
    pub storage: Storage,
    /// `attcompression`; `None` follows `default_toast_compression`.
    pub compression: Option<Compression>,
    /// `atttoaster` of the Toaster API; 0 for the default one.
    pub toaster: Oid,
    /// Whether NULL is refused (`attnotnull`).
    pub not_null: bool,
    /// Whether the column was dropped; its values stay in the rows (`attisdropped`).
    pub dropped: bool,
    /// `attmissingval`: what rows older than the column have in it.
    pub missing: Option<Datum>,
    /// `attidentity`: 'a' always, 'd' by default.
    pub identity: Option<char>,
    /// How the column is generated: 's' stored (`attgenerated`).
    pub generated: Option<char>,
    /// How many dimensions its array type was declared with, or 0; not enforced (`attndims`).
    pub ndims: i32,
    /// `attcollation` (100: default, 950: "C", 0: none).
    pub collation: Oid,
    /// The statistics target, or -1 for the default (`attstattarget`).
    pub stat_target: i32,
}

/// The columns of a row (`TupleDescData`).
#[derive(Clone, Debug, Default)]
pub struct TupleDesc {
    /// The columns in order, dropped ones included.
    pub attrs: Vec<Attribute>,
}

impl TupleDesc {
    /// The column with this number (from 1).
    pub fn attr(&self, n: AttrNumber) -> &Attribute {
        &self.attrs[n.0 as usize - 1]
    }
}

//! The sizes of TOAST (`heaptoast.h`), from the 8 kB page down.
//!
//! ```text
//! page 8192 = header 24 + 4 line pointers 16 (aligned to 40) + 4 tuples of at most 2032
//! chunk 2032 = tuple header 24 + chunk_id 4 + chunk_seq 4 + varlena header 4 + 1996 bytes of data
//! ```

use crate::page::BLCKSZ;
pub use crate::page::layout::{MAX_HEAP_TUPLE_SIZE, maxalign};
use crate::page::layout::{SIZE_OF_HEAP_TUPLE_HEADER, SIZE_OF_ITEM_ID, SIZE_OF_PAGE_HEADER};

/// The most bytes a tuple may have when `tuples` of them are to fit a page
/// (`MaximumBytesPerTuple`).
pub const fn maximum_bytes_per_tuple(tuples: usize) -> usize {
    ((BLCKSZ - maxalign(SIZE_OF_PAGE_HEADER + SIZE_OF_ITEM_ID * tuples)) / tuples) & !7
}

/// A row longer than this starts the toaster (`TOAST_TUPLE_THRESHOLD`, 2032).
pub const TOAST_TUPLE_THRESHOLD: usize = maximum_bytes_per_tuple(4);
/// What the toaster aims at unless `toast_tuple_target` says otherwise (`TOAST_TUPLE_TARGET`).
pub const TOAST_TUPLE_TARGET: usize = TOAST_TUPLE_THRESHOLD;
/// What round four aims at, so that MAIN columns stay inline (`TOAST_TUPLE_TARGET_MAIN`, 8160).
pub const TOAST_TUPLE_TARGET_MAIN: usize = maximum_bytes_per_tuple(1);
/// Bytes of data in a full chunk (`TOAST_MAX_CHUNK_SIZE`, 1996).
pub const TOAST_MAX_CHUNK_SIZE: usize =
    maximum_bytes_per_tuple(4) - maxalign(SIZE_OF_HEAP_TUPLE_HEADER) - 4 - 4 - 4;
/// Bytes of a TOAST pointer in a row (`TOAST_POINTER_SIZE`).
pub const TOAST_POINTER_SIZE: usize = 18;
/// An index key longer than this is compressed when the entry is formed (`TOAST_INDEX_TARGET`).
pub const TOAST_INDEX_TARGET: usize = MAX_HEAP_TUPLE_SIZE / 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_8_kb_build() {
        assert_eq!(TOAST_TUPLE_THRESHOLD, 2032);
        assert_eq!(TOAST_TUPLE_TARGET_MAIN, 8160);
        assert_eq!(TOAST_MAX_CHUNK_SIZE, 1996);
        assert_eq!(TOAST_INDEX_TARGET, 510);
    }
}

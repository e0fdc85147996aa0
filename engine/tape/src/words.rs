//! The words of a tape and what they mean. The page's own constants are made of this file by `engine/wasm/bindgen`.

use client::inspect::SUMMARY_WORDS;

/// Words of a pin: file, block, kind and fork, how often.
pub const PIN_WORDS: usize = 4;
/// What a pin did, by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinKind {
    /// The page was found in shared buffers.
    Hit,
    /// It was read into them.
    Read,
    /// It was changed, and was as on disk before.
    Dirtied,
    /// It was written to its file.
    Written,
}
/// Bits of a pin's third word that hold its kind; the fork's number stands above them.
pub const PIN_KIND_BITS: u32 = 3;
/// The block of pins that were counted by file.
pub const ANY_BLOCK: u32 = u32::MAX;
/// Words of a log record: what it is; bytes; bytes of page images among them; images; how many records it stands for.
/// The first has the resource manager and the info in 8 bits each, and above them what became of it.
pub const RECORD_WORDS: usize = 5;
/// What became of a log record, by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFate {
    /// The step wrote it.
    Written,
    /// Recovery replayed it.
    Replayed,
    /// Recovery restored a page from its image.
    Restored,
    /// Recovery found its pages newer.
    Skipped,
}
/// Words of a page in a patch before its items: file and block in two words each, low first, its summary, and the
/// number of its items.
pub const PAGE_WORDS: usize = 4 + SUMMARY_WORDS + 1;
/// Stands for the number of items when it is not known.
pub const NO_ITEMS: u16 = u16::MAX;

//! The tape: what one statement did, as frames that can be played forwards and backwards without
//! the engine.
//!
//! A [`Frame`] is one event with the buffers pinned since the frame before and what the pages it
//! changed look like now. The first rows of a statement and its last ones are on the tape event by
//! event; what lies between is cut into slices, one frame each, so that ten thousand rows are some
//! two hundred frames.
//!
//! ```text
//! INSERT of 10,000 rows
//! | row 1: formed, round 1, compressed, cut, chunk 0 placed ... | row 2 ... | row 24 |   head
//! | rows 25 to 71 | rows 72 to 118 | ...                                            |   slices
//! | row 9,997: formed ... | row 10,000 ... | finished                               |   tail
//! ```
//!
//! When a value has many chunks, only the first and the last have frames of their own.
//!
//! Pins, pages and log records are lists of numbers, called words; [`words`] defines each. **Pins**: a frame
//! of one event lists each pin; a slice counts the pins of each page, or, where there are very many
//! pages, of each file ([`words::ANY_BLOCK`]). **Patches** have each page that changed: the summary of
//! [`client::inspect::summary`], and its items as [`client::inspect::outline`] writes them, or
//! [`words::NO_ITEMS`] when there is only the summary. **Log records** stand in the order in which they
//! were written or replayed.
//!
//! Bounds: a tape has at most about 1,200 frames of one event and 200 slices. While a tape is made, pages
//! are held in memory: at most those of [`TAIL_EVENTS`] events and one slice.

// Module headers link to private items: they are written for readers of the code.
#![allow(rustdoc::private_intra_doc_links)]

mod bulk;
mod page_snapshot;
mod patch;
mod recorder;
mod recovered;
mod statement_visibility;
mod table;
#[cfg(test)]
mod tests;
pub mod words;

pub use bulk::Bulk;
pub use recorder::{Recorder, Recording};
pub use recovered::RecoveredPage;

use storage::event::Event;

/// How many events before the end are kept one by one.
pub const TAIL_EVENTS: usize = 160;

/// One thing to see.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Frame {
    /// What happened; none when pages were only pinned, and in a slice.
    pub event: Option<Event>,
    /// For a frame that stands for many events: how many of each kind.
    pub bulk: Option<Bulk>,
    /// Where its pins end in the tape's pins; they begin where those of the frame before end.
    pub pins: u32,
    /// Where its patches end.
    pub patch: u32,
    /// Where its log records end.
    pub wal: u32,
    /// The modelled clock at its end: milliseconds since the tape began.
    pub clock: f64,
}

/// A statement's frames with what they refer to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tape {
    /// In order.
    pub frames: Vec<Frame>,
    /// [`words::PIN_WORDS`] each.
    pub pins: Vec<u32>,
    /// Pages: [`words::PAGE_WORDS`] and the items of each.
    pub patch: Vec<u16>,
    /// Log records: [`words::RECORD_WORDS`] each.
    pub wal: Vec<u32>,
    /// After a crash: the rows of the pages that recovery changed, in the order of its frames.
    pub recovered: Vec<RecoveredPage>,
}

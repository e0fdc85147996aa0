//! Folded pages: compressed in memory, so that tables larger than the memory have room.
//!
//! A file's pages are in memory here, resident in the pool or not. Where half of the memory is in use, pages
//! that nobody has pinned are folded: their 8 kB are kept as a stream of lz4, and are there again when the
//! page is pinned next. This changes no counter, and costs nothing on the clock. A page of chunks cut from text that repeats itself
//! takes some 250 bytes, so a table of 16 GB finds room in a browser's tab.
//!
//! ```text
//! evicted, or met by a hand that goes round the pool  ->  folded, if that is half as long at most
//! pinned                                              ->  unfolded; the stream is given up
//! looked at without a pin (an inspector, the scene)   ->  a copy is unfolded, the page stays folded
//! ```

use crate::codec::lz4;
use std::rc::Rc;

use crate::page::{BLCKSZ, Page, PageBytes};

/// The streams of pages that are folded, by their place in the arena.
#[derive(Clone, Debug, Default)]
pub(super) struct Folded {
    /// Shared with the states that one can go back to.
    streams: Vec<Option<Rc<[u8]>>>,
    count: usize,
    bytes: usize,
    /// What a page is folded into first.
    room: Vec<u8>,
}

impl Folded {
    /// Compresses a page if that at least halves it. Returns whether it did.
    pub(super) fn fold(&mut self, page: u32, bytes: &PageBytes) -> bool {
        self.room.clear();
        lz4::put_stream(bytes, &mut self.room);
        if self.room.len() > BLCKSZ / 2 {
            return false;
        }
        let at = page as usize;
        if self.streams.len() <= at {
            self.streams.resize(at + 1, None);
        }
        self.count += 1;
        self.bytes += self.room.len();
        self.streams[at] = Some(self.room.as_slice().into());
        true
    }
    /// Whether the page is folded.
    pub(super) fn holds(&self, page: u32) -> bool {
        self.streams.get(page as usize).is_some_and(Option::is_some)
    }
    /// A decompressed copy of a folded page, for reading.
    pub(super) fn unfolded_copy(&self, page: u32) -> Option<Page> {
        let stream = self.streams.get(page as usize)?.as_ref()?;
        Some(unfold(stream))
    }
    /// Removes a page from the folded ones, and returns it decompressed.
    pub(super) fn take(&mut self, page: u32) -> Option<Page> {
        let bytes = self.unfolded_copy(page)?;
        self.forget(page);
        Some(bytes)
    }
    /// Removes a page that no longer exists.
    pub(super) fn forget(&mut self, page: u32) {
        if let Some(stream) = self.streams.get_mut(page as usize).and_then(Option::take) {
            self.count -= 1;
            self.bytes -= stream.len();
        }
    }
    /// How many pages are folded.
    pub(super) fn count(&self) -> usize {
        self.count
    }
    /// The compressed bytes of all folded pages together.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Decompresses a page.
fn unfold(stream: &[u8]) -> Page {
    let mut page = [0; BLCKSZ];
    lz4_flex::block::decompress_into(stream, &mut page).expect("a page that was folded unfolds");
    Page(Rc::new(page))
}

//! The catalog's files as initdb leaves them, as far as DDL reaches them.
//!
//! `pages-15.bin` to `pages-18.bin` were recorded from fresh clusters of these releases by `tests/oracle/catalog.rs`. Numbers
//! are written seven bits a byte, the low ones first; runs of zeros as their number, how many bytes
//! follow, and the bytes. Without that:
//!
//! ```text
//! relations
//!   OID, then of main fork, free space map, visibility map: blocks, pages
//!     block, kind
//!       0     a page without items: all after its LSN and checksum
//!       1, 2  flags, upper, length of the special space, its bytes, items,
//!               of each: length * 4 + state (of a redirect: where to * 4 + 2),
//!             1: byte by byte of all items, less the item's before; 2: items as they are
//! ```
//!
//! Blocks that are not there are empty pages that nothing comes to. Rows of heaps have their length and
//! header; their columns are 0. Entries of unique indexes do not say of which row they are.

use storage::buffer::{BufferPool, BufferTag};
use storage::event::EventSink;
use storage::ids::{BlockNumber, ForkNumber, OffsetNumber, RelFileNode};
use storage::page::{self, BLCKSZ, ItemId, LpState, layout::*};
use storage::versions::Release;

/// The catalogs whose rows are logged: `pg_type`, `pg_attribute`, `pg_class`, `pg_attrdef`,
/// `pg_constraint`, `pg_depend`, `pg_index`, `pg_sequence`, `pg_namespace`.
pub const CATALOGS: [u32; 9] = [1247, 1249, 1259, 2604, 2606, 2608, 2610, 2224, 2615];

/// Frames over the catalog's pages.
const FRAMES: u32 = 1024;

/// Reads the recording, zeros and all.
struct Reader {
    bytes: &'static [u8],
    zeros: usize,
    plain: usize,
}

/// Reads a number of seven bits a byte, the low ones first.
fn number(mut next: impl FnMut() -> u8) -> usize {
    let (mut n, mut shift) = (0, 0);
    loop {
        let byte = next();
        n |= usize::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 || shift > 28 {
            return n;
        }
    }
}

impl Reader {
    /// The next byte of the recording as it is stored.
    fn raw(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }
    /// The next byte of the pages, with the runs of zeros written out.
    fn byte(&mut self) -> u8 {
        while self.zeros == 0 && self.plain == 0 && !self.bytes.is_empty() {
            self.zeros = number(|| self.raw());
            self.plain = number(|| self.raw());
        }
        if self.zeros > 0 {
            self.zeros -= 1;
            return 0;
        }
        self.plain = self.plain.saturating_sub(1);
        self.raw()
    }
    /// The next number of the pages.
    fn number(&mut self) -> usize {
        number(|| self.byte())
    }
    /// Reads one page: all of its bytes, or its header, its line pointers and its items, row by row
    /// or column by column.
    fn page(&mut self, out: &mut [u8; BLCKSZ]) {
        let kind = self.number();
        if kind == 0 {
            out[PD_FLAGS..].fill_with(|| self.byte());
            return;
        }
        let flags = self.number() as u16;
        let upper = self.number();
        let special = self.number();
        page::init(out, special);
        page::set_flags(out, flags);
        page::set_upper(out, upper);
        out[BLCKSZ - special..].fill_with(|| self.byte());
        let count = self.number();
        page::set_lower(out, SIZE_OF_PAGE_HEADER + SIZE_OF_ITEM_ID * count);
        let mut end = BLCKSZ - special;
        let mut items = Vec::with_capacity(count);
        for i in 0..count {
            let word = self.number();
            let state = ItemId((word as u32 & 3) << 15).state();
            let (mut place, mut length) = (0, word >> 2);
            if state == LpState::Redirect {
                (place, length) = (length, 0);
            } else if length > 0 {
                end -= maxalign(length);
                place = end;
            }
            let id = ItemId::pack(place as u16, state, length as u16);
            page::set_item_id(out, OffsetNumber(i as u16 + 1), id);
            items.push((place, length));
        }
        if kind == 2 {
            items.iter().for_each(|(at, n)| out[*at..at + n].fill_with(|| self.byte()));
            return;
        }
        let longest = items.iter().map(|i| i.1).max().unwrap_or(0);
        for column in 0..longest {
            let mut before = 0u8;
            for (at, _) in items.iter().filter(|i| i.1 > column) {
                before = before.wrapping_add(self.byte());
                out[at + column] = before;
            }
        }
    }
}

/// The files of the catalogs as initdb of a release leaves them. The page loads the recordings of 16 to 18 when a server of
/// theirs runs its first DDL.
pub fn files(release: &Release) -> BufferPool {
    match release {
        r if r.has_since("18") => files_18(),
        r if r.has_since("17") => files_17(),
        r if r.has_since("16") => files_16(),
        _ => recorded(include_bytes!("pages-15.bin")),
    }
}

/// The files of 16.
#[inline(never)]
fn files_16() -> BufferPool {
    recorded(include_bytes!("pages-16.bin"))
}

/// The files of 17.
#[inline(never)]
fn files_17() -> BufferPool {
    recorded(include_bytes!("pages-17.bin"))
}

/// The files of 18.
#[inline(never)]
fn files_18() -> BufferPool {
    recorded(include_bytes!("pages-18.bin"))
}

/// The files that a recording holds.
#[inline(never)]
fn recorded(bytes: &'static [u8]) -> BufferPool {
    let mut pool = BufferPool::new(FRAMES, usize::MAX, EventSink::default());
    // A catalog that is empty has no pages in the recording, but it has a file.
    CATALOGS.iter().for_each(|file| pool.create_file(RelFileNode(*file), ForkNumber::Main));
    let mut reader = Reader { bytes, zeros: 0, plain: 0 };
    for _ in 0..reader.number() {
        let file = RelFileNode(reader.number() as u32);
        for fork in [ForkNumber::Main, ForkNumber::Fsm, ForkNumber::VisibilityMap] {
            let blocks = reader.number();
            if blocks > 0 || fork == ForkNumber::Main {
                pool.create_file(file, fork);
            }
            for _ in 0..blocks {
                // The pool has no limit.
                let _ = pool.extend_raw(file, fork, |_| {});
            }
            for _ in 0..reader.number() {
                let block = BlockNumber(reader.number() as u32);
                pool.write_raw(BufferTag { file, fork, block }, |page| reader.page(page));
            }
        }
    }
    pool
}

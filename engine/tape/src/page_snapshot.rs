//! How a page looks after a change, kept until a frame needs it.
//!
//! A page with more than [`FEW`] items is kept by reference, which is free until the page changes again: then its
//! 8 kB are copied. A page with few items, such as a page of chunks, is written as a patch at once, which is
//! faster than that copy.

use super::patch;
use super::words::{NO_ITEMS, PAGE_WORDS};
use client::inspect::TupleLife;
use client::inspect::words::ITEM_WORDS;
use std::rc::Rc;
use storage::ids::{BlockNumber, RelFileNode};
use storage::page::{self, Page};

/// Where a page is: its file, and its place in that.
pub(super) type PageId = (RelFileNode, BlockNumber);

/// Items of a page that is drawn at once.
const FEW: u16 = 9;
/// Words of a page with [`FEW`] items.
const WORDS: usize = PAGE_WORDS + ITEM_WORDS * FEW as usize;

/// The page, or its patch.
#[derive(Clone)]
pub(super) enum PageSnapshot {
    Held(Page),
    Drawn { words: [u16; WORDS], length: usize },
}

impl PageSnapshot {
    /// The snapshot of a page that changed. `life` says for a tuple whether it is live, dead or being written
    /// (`StatementVisibility::life`); `room` is scratch space in which the page's patch is made.
    pub(super) fn of(
        id: PageId,
        bytes: &Rc<[u8; page::BLCKSZ]>,
        life: &dyn Fn(&[u8]) -> TupleLife,
        room: &mut Vec<u16>,
    ) -> PageSnapshot {
        if page::max_offset(bytes) > FEW {
            return PageSnapshot::Held(Page(Rc::clone(bytes)));
        }
        room.clear();
        patch::put(room, id, bytes, true, life);
        let mut words = [0; WORDS];
        words[..room.len()].copy_from_slice(room);
        PageSnapshot::Drawn { words, length: room.len() }
    }

    /// Appends the page to a patch. `items`: with its items.
    pub(super) fn put(
        &self,
        out: &mut Vec<u16>,
        id: PageId,
        items: bool,
        life: &dyn Fn(&[u8]) -> TupleLife,
    ) {
        match self {
            PageSnapshot::Held(page) => patch::put(out, id, page.bytes(), items, life),
            PageSnapshot::Drawn { words, length } if items => {
                out.extend_from_slice(&words[..*length])
            }
            PageSnapshot::Drawn { words, .. } => {
                out.extend_from_slice(&words[..PAGE_WORDS - 1]);
                out.push(NO_ITEMS);
            }
        }
    }
}

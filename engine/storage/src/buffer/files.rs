//! Files: relfilenode x fork -> pages (`md.c`). A page is where its block's slot says; the slot
//! also says which frame of the pool holds it, so that finding a resident page hashes nothing.

use crate::map::SortedMap;

use super::folded::Folded;
use super::{BufferTag, BufferUsage};
use crate::err;
use crate::error::Result;
use crate::ids::{ForkNumber, RelFileNode};
use crate::page::{BLCKSZ, Page};

/// A slot's frame when the page is not resident.
pub(super) const NO_FRAME: u32 = u32::MAX;

/// One block of a fork: its page in the arena, its frame in the pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockSlot {
    pub(super) page: u32,
    pub(super) frame: u32,
}

/// One relation file with its forks.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) number: RelFileNode,
    pub(super) local: bool,
    pub(super) unlogged: bool,
    pub(super) usage: BufferUsage,
    pub(super) forks: [Option<Vec<BlockSlot>>; 4],
}

const CACHE: usize = 64;

/// All files, and the arena their pages live in.
#[derive(Clone, Debug)]
pub(super) struct Files {
    pub(super) list: Vec<File>,
    by_number: SortedMap<RelFileNode, u32>,
    free: Vec<u32>,
    cache: [(u32, u32); CACHE],
    pub(super) arena: Vec<Page>,
    /// What is on disk, where that is older than the page: since when it was read or written it was
    /// changed in the pool.
    pub(super) disk: Vec<Option<Page>>,
    free_pages: Vec<u32>,
    zero: Page,
    /// The pages of the arena that are kept as less than their bytes; the arena has zeros there.
    folded: Folded,
}

impl Files {
    /// An empty set of files.
    pub(super) fn new() -> Files {
        Files {
            list: Vec::new(),
            by_number: SortedMap::new(),
            free: Vec::new(),
            cache: [(0, NO_FRAME); CACHE],
            arena: Vec::new(),
            disk: Vec::new(),
            free_pages: Vec::new(),
            zero: Page::default(),
            folded: Folded::default(),
        }
    }

    /// The position of a file in `list`.
    #[inline]
    pub(super) fn find(&self, file: RelFileNode) -> Option<u32> {
        let (number, index) = self.cache[file.0 as usize % CACHE];
        if number == file.0 && index != NO_FRAME {
            return Some(index);
        }
        self.by_number.get(&file).copied()
    }

    /// Finds a file by its number; the last answer is cached.
    #[inline]
    pub(super) fn find_cached(&mut self, file: RelFileNode) -> Option<u32> {
        let (number, index) = self.cache[file.0 as usize % CACHE];
        if number == file.0 && index != NO_FRAME {
            return Some(index);
        }
        let index = *self.by_number.get(&file)?;
        self.cache[file.0 as usize % CACHE] = (file.0, index);
        Some(index)
    }

    /// Creates an empty fork.
    pub(super) fn create(&mut self, file: RelFileNode, fork: ForkNumber) {
        let index = match self.find(file) {
            Some(index) => index,
            None => {
                let new = File {
                    number: file,
                    local: false,
                    unlogged: false,
                    usage: BufferUsage::default(),
                    forks: [None, None, None, None],
                };
                let index = match self.free.pop() {
                    Some(i) => {
                        self.list[i as usize] = new;
                        i
                    }
                    None => {
                        self.list.push(new);
                        self.list.len() as u32 - 1
                    }
                };
                self.by_number.insert(file, index);
                index
            }
        };
        self.list[index as usize].forks[fork as usize].get_or_insert_default();
    }

    /// Removes a file; its buffers must have been dropped.
    pub(super) fn remove(&mut self, file: RelFileNode) {
        let Some(index) = self.by_number.remove(&file) else { return };
        self.cache[file.0 as usize % CACHE] = (0, NO_FRAME);
        for fork in std::mem::take(&mut self.list[index as usize].forks).into_iter().flatten() {
            self.free_pages_of(&fork);
        }
        self.free.push(index);
    }

    /// Frees the pages of these blocks for other files.
    fn free_pages_of(&mut self, slots: &[BlockSlot]) {
        for slot in slots {
            self.arena[slot.page as usize] = self.zero.clone();
            self.disk[slot.page as usize] = None;
            self.folded.forget(slot.page);
            self.free_pages.push(slot.page);
        }
    }

    /// Cuts a fork to `blocks` blocks; the buffers of later blocks must have been dropped.
    pub(super) fn truncate(&mut self, index: u32, fork: ForkNumber, blocks: u32) {
        if let Some(slots) = &mut self.list[index as usize].forks[fork as usize]
            && slots.len() > blocks as usize
        {
            let cut = slots.split_off(blocks as usize);
            self.free_pages_of(&cut);
        }
    }

    /// Adds a zeroed block at the end of an existing fork, and returns its number.
    pub(super) fn extend(&mut self, index: u32, fork: ForkNumber) -> u32 {
        let page = match self.free_pages.pop() {
            Some(p) => p,
            None => {
                self.arena.push(self.zero.clone());
                self.disk.push(None);
                self.arena.len() as u32 - 1
            }
        };
        let slots = self.list[index as usize].forks[fork as usize].get_or_insert_default();
        slots.push(BlockSlot { page, frame: NO_FRAME });
        slots.len() as u32 - 1
    }

    /// The position of the file and the slot of a page; the server's error if there is no such
    /// page.
    #[inline]
    pub(super) fn slot(&mut self, tag: BufferTag) -> Result<(u32, BlockSlot)> {
        if let Some(index) = self.find_cached(tag.file)
            && let Some(slots) = &self.list[index as usize].forks[tag.fork as usize]
            && let Some(slot) = slots.get(tag.block.0 as usize)
        {
            return Ok((index, *slot));
        }
        missing(tag, self.find(tag.file).is_some())
    }

    /// The slot of an existing block, to change it.
    pub(super) fn slot_mut(&mut self, index: u32, fork: ForkNumber, block: u32) -> &mut BlockSlot {
        let slots = self.list[index as usize].forks[fork as usize].as_mut();
        &mut slots.expect("a resident page's fork exists")[block as usize]
    }

    /// Keeps the page as it is on disk before it changes in the pool; both share its bytes until
    /// then.
    #[inline]
    pub(super) fn keep_written(&mut self, page: u32) {
        let kept = &mut self.disk[page as usize];
        if kept.is_none() {
            *kept = Some(self.arena[page as usize].clone());
        }
    }
    /// Notes that the page was written: the disk has its current bytes.
    #[inline]
    pub(super) fn written(&mut self, page: u32) {
        self.disk[page as usize] = None;
    }

    /// Whether a page is folded.
    #[inline]
    pub(super) fn is_folded(&self, page: u32) -> bool {
        self.folded.count() > 0 && self.folded.holds(page)
    }
    /// Compresses an unpinned page in memory, if that saves enough.
    pub(super) fn fold(&mut self, page: u32) {
        let at = page as usize;
        if !self.is_folded(page) && self.folded.fold(page, self.arena[at].bytes()) {
            self.arena[at] = self.zero.clone();
        }
    }
    /// Decompresses a folded page that is about to be pinned, or written without the pool.
    pub(super) fn unfold(&mut self, page: u32) {
        if let Some(bytes) = self.folded.take(page) {
            self.arena[page as usize] = bytes;
        }
    }
    /// A copy of a page's bytes.
    pub(super) fn page_copy(&self, page: u32) -> Page {
        self.folded.unfolded_copy(page).unwrap_or_else(|| self.arena[page as usize].clone())
    }
    /// Whether no page is folded.
    pub(super) fn all_unfolded(&self) -> bool {
        self.folded.count() == 0
    }

    /// Bytes that all pages in use take in memory.
    pub(super) fn memory(&self) -> usize {
        let whole = self.arena.len() - self.free_pages.len() - self.folded.count();
        whole * BLCKSZ + self.folded.bytes()
    }

    /// All files in the order of their numbers.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &File> {
        self.by_number.values().map(|&i| &self.list[i as usize])
    }
}

/// The error of reading a block that its file does not have, or of a missing file.
#[cold]
fn missing<T>(tag: BufferTag, file_exists: bool) -> Result<T> {
    let fork = ["", "_fsm", "_vm", "_init"][tag.fork as usize];
    if file_exists {
        err!(
            DATA_CORRUPTED,
            "could not read block {} in file \"base/5/{}{fork}\": read only 0 of 8192 bytes",
            tag.block,
            tag.file
        )
    } else {
        err!(
            UNDEFINED_FILE,
            "could not open file \"base/5/{}{fork}\": No such file or directory",
            tag.file
        )
    }
}

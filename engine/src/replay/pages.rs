//! The files that replay works on: pages by file and fork, shared with whoever gave them until they
//! change.

use crate::buffer::BufferPool;
use crate::ids::{BlockNumber, ForkNumber, RelFileNode};
use crate::page::{Page, PageBytes};
use std::collections::BTreeMap;

/// Pages by file and fork.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    forks: BTreeMap<(RelFileNode, ForkNumber), Vec<Page>>,
}

impl Pages {
    /// All pages as they are now, dirty or not: what a checkpoint writes.
    pub fn of(pool: &BufferPool) -> Pages {
        let mut pages = Pages::default();
        for usage in pool.relation_usage() {
            for fork in ForkNumber::ALL {
                if !pool.exists(usage.file, fork) {
                    continue;
                }
                let blocks = (0..pool.nblocks(usage.file, fork)).filter_map(|n| {
                    let block = BlockNumber(n);
                    let tag = crate::buffer::BufferTag { file: usage.file, fork, block };
                    pool.raw_page(tag).cloned()
                });
                pages.forks.insert((usage.file, fork), blocks.collect());
            }
        }
        pages
    }
    /// The files and forks there are.
    pub fn files(&self) -> impl Iterator<Item = (RelFileNode, ForkNumber)> + '_ {
        self.forks.keys().copied()
    }
    /// Blocks of a fork.
    pub fn blocks(&self, file: RelFileNode, fork: ForkNumber) -> u32 {
        self.forks.get(&(file, fork)).map_or(0, |f| f.len() as u32)
    }
    /// A page.
    pub fn page(&self, file: RelFileNode, fork: ForkNumber, block: u32) -> Option<&PageBytes> {
        self.forks.get(&(file, fork))?.get(block as usize).map(Page::bytes)
    }
    /// A page to write; the fork grows as far as need be (`XLogReadBufferExtended`).
    pub fn page_mut(&mut self, file: RelFileNode, fork: ForkNumber, block: u32) -> &mut PageBytes {
        let pages = self.forks.entry((file, fork)).or_default();
        if pages.len() <= block as usize {
            pages.resize(block as usize + 1, Page::default());
        }
        pages[block as usize].bytes_mut()
    }
    /// Makes an empty fork unless there is one.
    pub fn create(&mut self, file: RelFileNode, fork: ForkNumber) {
        self.forks.entry((file, fork)).or_default();
    }
    /// Cuts a fork.
    pub fn truncate(&mut self, file: RelFileNode, fork: ForkNumber, blocks: u32) {
        if let Some(pages) = self.forks.get_mut(&(file, fork)) {
            pages.truncate(blocks as usize);
        }
    }
    /// Forgets a file.
    pub fn remove(&mut self, file: RelFileNode) {
        self.forks.retain(|(f, _), _| *f != file);
    }
}

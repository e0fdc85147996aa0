//! The files that replay works on: pages by file and fork, shared with their source until they
//! change.

use crate::buffer::{BufferPool, BufferTag};
use crate::ids::{BlockNumber, ForkNumber, RelFileNode};
use crate::map::SortedMap;
use crate::page::{Page, PageBytes};

/// Pages by file and fork.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    forks: SortedMap<(RelFileNode, ForkNumber), Vec<Page>>,
    /// What was done since it was taken last.
    done: Vec<FileChange>,
}

/// Something done to the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// A page was asked for, to be written.
    Written(BufferTag),
    /// An empty fork was made.
    Created(RelFileNode, ForkNumber),
    /// A fork was cut to so many blocks.
    Cut(RelFileNode, ForkNumber, u32),
    /// A file is gone.
    Removed(RelFileNode),
}

impl Pages {
    /// All current pages of a pool, dirty or not: what a checkpoint would write.
    pub fn of(pool: &BufferPool) -> Pages {
        Pages::each(pool, |tag| pool.raw_page(tag))
    }
    /// All pages of a pool as they are on disk: what a crash would leave.
    pub fn on_disk(pool: &BufferPool) -> Pages {
        Pages::each(pool, |tag| pool.on_disk(tag).cloned().or_else(|| pool.raw_page(tag)))
    }
    /// Collects the pages of all files of a pool, each as `page` gives it.
    fn each(pool: &BufferPool, page: impl Fn(BufferTag) -> Option<Page>) -> Pages {
        let mut pages = Pages::default();
        for usage in pool.relation_usage() {
            for fork in ForkNumber::ALL {
                if !pool.exists(usage.file, fork) {
                    continue;
                }
                let blocks = (0..pool.nblocks(usage.file, fork)).filter_map(|n| {
                    let block = BlockNumber(n);
                    page(BufferTag { file: usage.file, fork, block })
                });
                pages.forks.insert((usage.file, fork), blocks.collect());
            }
        }
        pages
    }
    /// Adds the pages of another pool.
    pub fn with(mut self, pool: &BufferPool) -> Pages {
        self.forks.extend(Pages::of(pool).forks);
        self
    }
    /// The existing files and forks.
    pub fn files(&self) -> impl Iterator<Item = (RelFileNode, ForkNumber)> + '_ {
        self.forks.keys().copied()
    }
    /// How many blocks a fork has.
    pub fn blocks(&self, file: RelFileNode, fork: ForkNumber) -> u32 {
        self.forks.get(&(file, fork)).map_or(0, |f| f.len() as u32)
    }
    /// The bytes of a page; `None` if there is no such page.
    pub fn page(&self, file: RelFileNode, fork: ForkNumber, block: u32) -> Option<&PageBytes> {
        self.forks.get(&(file, fork))?.get(block as usize).map(Page::bytes)
    }
    /// A page, to write; the fork grows if it is too short (`XLogReadBufferExtended`).
    pub fn page_mut(&mut self, file: RelFileNode, fork: ForkNumber, block: u32) -> &mut PageBytes {
        self.done.push(FileChange::Written(BufferTag { file, fork, block: BlockNumber(block) }));
        let pages = self.forks.entry((file, fork)).or_default();
        if pages.len() <= block as usize {
            pages.resize(block as usize + 1, Page::default());
        }
        pages[block as usize].bytes_mut()
    }
    /// Makes an empty fork, unless it exists.
    pub fn create(&mut self, file: RelFileNode, fork: ForkNumber) {
        self.done.push(FileChange::Created(file, fork));
        self.forks.entry((file, fork)).or_default();
    }
    /// Cuts a fork to so many blocks.
    pub fn truncate(&mut self, file: RelFileNode, fork: ForkNumber, blocks: u32) {
        if let Some(pages) = self.forks.get_mut(&(file, fork)) {
            pages.truncate(blocks as usize);
            self.done.push(FileChange::Cut(file, fork, blocks));
        }
    }
    /// Removes a file.
    pub fn remove(&mut self, file: RelFileNode) {
        self.done.push(FileChange::Removed(file));
        self.forks.retain(|(f, _), _| *f != file);
    }
    /// What replay has done to files since the last call: pages written, forks made or cut, files
    /// removed.
    pub fn take_done(&mut self) -> Vec<FileChange> {
        std::mem::take(&mut self.done)
    }
    /// A page as it is shared with the pool; `None` if there is no such page.
    pub fn shared(&self, tag: BufferTag) -> Option<&Page> {
        self.forks.get(&(tag.file, tag.fork))?.get(tag.block.0 as usize)
    }
}

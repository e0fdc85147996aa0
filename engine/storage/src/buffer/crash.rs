//! What a crash leaves of pool and files.
//!
//! ```text
//! frame                 file
//! dirty, changed  x     as it was when the page was last read or written
//! clean           x     the page
//! extended        x     zeros: the file grew at once
//! ```

use super::frames::Frames;
use super::{BufferPool, BufferTag};
use crate::ids::{BlockNumber, ForkNumber, RelFileNode};
use crate::page::Page;

impl BufferPool {
    /// Empties the pool as a crash does: pages are as on disk, temporary files are gone, the counters
    /// stay. Returns how many dirty pages were lost.
    pub fn crash(&mut self) -> u32 {
        let disk = &self.files.disk;
        let changed =
            |f: &&super::frames::Frame| f.valid && f.dirty && disk[f.page as usize].is_some();
        let lost = self.shared.frames.iter().filter(changed).count() as u32;
        let temporary: Vec<RelFileNode> =
            self.files.in_order().filter(|f| f.local).map(|f| f.number).collect();
        temporary.into_iter().for_each(|file| self.unlink_file(file));
        let numbers: Vec<(RelFileNode, ForkNumber, u32)> = self
            .files
            .in_order()
            .flat_map(|f| {
                let blocks = |fork: ForkNumber| f.forks[fork as usize].as_ref().map(Vec::len);
                ForkNumber::ALL.map(|fork| (f.number, fork, blocks(fork).unwrap_or(0) as u32))
            })
            .collect();
        for (file, fork, blocks) in numbers {
            for block in (0..blocks).map(BlockNumber) {
                self.back_to_disk(BufferTag { file, fork, block });
            }
        }
        self.shared = Frames::new(self.shared.capacity, false);
        self.local = Frames::new(self.local.capacity, true);
        self.flush_log();
        lost
    }

    /// Takes a page out of its frame: its bytes are again those that were written last.
    fn back_to_disk(&mut self, tag: BufferTag) {
        let Some(index) = self.files.find_cached(tag.file) else { return };
        let slot = self.files.slot_mut(index, tag.fork, tag.block.0);
        slot.frame = super::files::NO_FRAME;
        let page = slot.page as usize;
        if let Some(written) = self.files.disk[page].take()
            && written.bytes() != self.files.arena[page].bytes()
        {
            self.files.arena[page] = written;
            let Page(now) = &self.files.arena[page];
            self.events.changed(tag.file, tag.fork, tag.block, now);
        }
    }

    /// Writes all pages to the files without an event or a count; no buffer becomes clean.
    pub fn write_all_silently(&mut self) {
        self.files.disk.fill(None);
    }

    /// The page as it is on disk, if it differs from the one in the pool.
    pub fn on_disk(&self, tag: BufferTag) -> Option<&Page> {
        let file = &self.files.list[self.files.find(tag.file)? as usize];
        let slot = file.forks[tag.fork as usize].as_ref()?.get(tag.block.0 as usize)?;
        self.files.disk[slot.page as usize].as_ref()
    }

    /// Replaces a page by the replayed one, which is counted as read and dirtied. The fork grows if it
    /// is too short.
    ///
    /// # Errors
    /// 53200 when there is no memory for it.
    pub fn replayed(&mut self, tag: BufferTag, page: Page) -> crate::error::Result<()> {
        self.create_file(tag.file, tag.fork);
        while self.nblocks(tag.file, tag.fork) < tag.block.0 {
            let buffer = self.extend(tag.file, tag.fork, None)?;
            self.release(buffer);
        }
        let buffer = if self.nblocks(tag.file, tag.fork) == tag.block.0 {
            self.extend(tag.file, tag.fork, None)?
        } else {
            self.read(tag)?
        };
        *self.page_mut(buffer) = page;
        self.mark_dirty(buffer);
        self.release(buffer);
        Ok(())
    }
}

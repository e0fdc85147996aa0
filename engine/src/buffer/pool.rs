//! The pool (`bufmgr.c`, `freelist.c`, `md.c`).

use super::{BufferId, BufferTag, BufferUsage, RelationUsage, Strategy};
use crate::error::Result;
use crate::event::EventSink;
use crate::ids::{ForkNumber, RelFileNode};
use crate::page::Page;

/// All files and the frames over them.
#[derive(Debug)]
pub struct BufferPool {
    events: EventSink,
    usage: BufferUsage,
}

impl BufferPool {
    /// No files; `shared_buffers` in pages; `limit` in bytes of all files together.
    pub fn new(_shared_buffers: u32, _limit: usize, events: EventSink) -> BufferPool {
        BufferPool { events, usage: BufferUsage::default() }
    }
    /// Makes an empty fork (`smgrcreate`); nothing happens when it exists.
    pub fn create_file(&mut self, _file: RelFileNode, _fork: ForkNumber) {
        todo!("create_file {:?}", self.events)
    }
    /// Says that a file belongs to a temporary relation: its counts are local ones.
    pub fn set_local(&mut self, _file: RelFileNode) {
        todo!("set_local")
    }
    /// Drops a file with all its forks and buffers.
    pub fn unlink_file(&mut self, _file: RelFileNode) {
        todo!("unlink_file")
    }
    /// Whether the fork exists (`smgrexists`).
    pub fn exists(&self, _file: RelFileNode, _fork: ForkNumber) -> bool {
        todo!("exists")
    }
    /// Blocks in the fork (`smgrnblocks`); 0 when it does not exist.
    pub fn nblocks(&self, _file: RelFileNode, _fork: ForkNumber) -> u32 {
        todo!("nblocks")
    }
    /// Cuts the fork to `blocks`, dropping buffers (`smgrtruncate`).
    pub fn truncate(&mut self, _file: RelFileNode, _fork: ForkNumber, _blocks: u32) {
        todo!("truncate")
    }
    /// Pins a page, counting a hit or a read (`ReadBuffer`).
    pub fn read(&mut self, _tag: BufferTag) -> Result<BufferId> {
        todo!("read")
    }
    /// The same within a ring (`ReadBufferExtended` with a strategy).
    pub fn read_with_strategy(
        &mut self,
        _tag: BufferTag,
        _strategy: Option<&mut Strategy>,
    ) -> Result<BufferId> {
        todo!("read_with_strategy")
    }
    /// Gives `old` up and pins `tag`; when they are the same page nothing is counted
    /// (`ReleaseAndReadBuffer`).
    pub fn release_and_read(
        &mut self,
        _old: Option<BufferId>,
        _tag: BufferTag,
    ) -> Result<BufferId> {
        todo!("release_and_read")
    }
    /// Adds a zeroed page at the end and pins it, counting a write (`ReadBuffer` with `P_NEW`).
    pub fn extend(
        &mut self,
        _file: RelFileNode,
        _fork: ForkNumber,
        _strategy: Option<&mut Strategy>,
    ) -> Result<BufferId> {
        todo!("extend")
    }
    /// The page, to read.
    pub fn page(&self, _buffer: BufferId) -> &Page {
        todo!("page")
    }
    /// The page, to write. Mark it dirty too.
    pub fn page_mut(&mut self, _buffer: BufferId) -> &mut Page {
        todo!("page_mut")
    }
    /// Which page the buffer holds.
    pub fn tag(&self, _buffer: BufferId) -> BufferTag {
        todo!("tag")
    }
    /// Marks it dirty, counting if it was clean (`MarkBufferDirty`).
    pub fn mark_dirty(&mut self, _buffer: BufferId) {
        todo!("mark_dirty")
    }
    /// Marks it dirty for a hint (`MarkBufferDirtyHint`).
    pub fn mark_dirty_hint(&mut self, _buffer: BufferId) {
        todo!("mark_dirty_hint")
    }
    /// Pins an already pinned buffer once more, uncounted (`IncrBufferRefCount`).
    pub fn pin_again(&mut self, _buffer: BufferId) {
        todo!("pin_again")
    }
    /// Gives a pin up (`ReleaseBuffer`).
    pub fn release(&mut self, _buffer: BufferId) {
        todo!("release")
    }
    /// How many pins the buffer has.
    pub fn pins(&self, _buffer: BufferId) -> u32 {
        todo!("pins")
    }
    /// Gives all pins up, at the end of a transaction (`AtEOXact_Buffers`).
    pub fn release_all(&mut self) {
        todo!("release_all")
    }
    /// Everything counted so far.
    pub fn usage(&self) -> BufferUsage {
        self.usage
    }
    /// The same by file, in the order of their numbers.
    pub fn relation_usage(&self) -> Vec<RelationUsage> {
        todo!("relation_usage")
    }
    /// `shared_buffers`, in pages.
    pub fn shared_buffers(&self) -> u32 {
        todo!("shared_buffers")
    }
    /// Sets `shared_buffers` and empties the pool, as a restart does.
    pub fn set_shared_buffers(&mut self, _pages: u32) {
        todo!("set_shared_buffers")
    }
    /// Writes all dirty pages out, uncounted (the checkpointer does it).
    pub fn checkpoint(&mut self) {
        todo!("checkpoint")
    }
    /// A page without pinning or counting, resident or not.
    pub fn raw_page(&self, _tag: BufferTag) -> Option<&Page> {
        todo!("raw_page")
    }
    /// Whether the page is in the pool, and dirty (`pg_buffercache`).
    pub fn residency(&self, _tag: BufferTag) -> Option<bool> {
        todo!("residency")
    }
    /// Bytes of all pages.
    pub fn memory(&self) -> usize {
        todo!("memory")
    }
}

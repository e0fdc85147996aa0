//! Files and the buffer pool: who has which page, and what reading it cost (`bufmgr.c`).
//!
//! A page exists once, in its file; a frame of the pool says that it is resident, how recently it
//! was used and whether it is dirty. Reading a page that is not resident counts as `read`, else as
//! `hit`; the first change after a write counts as `dirtied`; extending and evicting dirty frames
//! count as `written` (PostgreSQL 15's `ReadBuffer_common`, `MarkBufferDirty`, `FlushBuffer`).

mod crash;
mod files;
mod folded;
mod frames;
mod pool;
mod read_stream;
mod strategy;

use crate::ids::{BlockNumber, ForkNumber, RelFileNode};

pub use pool::BufferPool;
pub use read_stream::ReadStream;
pub use strategy::{Strategy, StrategyKind};

/// Pins of frames by their numbers, as they were at some time.
#[derive(Clone, Debug, Default)]
pub struct PinCounts {
    shared: Vec<(u32, u32)>,
    local: Vec<(u32, u32)>,
}

/// Names a resident page while it is pinned (`Buffer`): the number of its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferId(pub u32);

/// Which page of which file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BufferTag {
    /// The relation's file.
    pub file: RelFileNode,
    /// Its fork.
    pub fork: ForkNumber,
    /// The block in it.
    pub block: BlockNumber,
}

/// `BufferUsage` of `instrument.h`, the shared part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BufferUsage {
    /// Pages found in the pool.
    pub hit: u64,
    /// Pages brought in.
    pub read: u64,
    /// Clean pages made dirty.
    pub dirtied: u64,
    /// Pages written out, by eviction or by extending.
    pub written: u64,
    /// Pages of `written` that extended a file, temporary relations' too.
    pub extended: u64,
    /// Hits on pages of temporary relations, which live in local buffers.
    pub local_hit: u64,
    /// See `read`.
    pub local_read: u64,
    /// See `dirtied`.
    pub local_dirtied: u64,
    /// See `written`.
    pub local_written: u64,
}

impl std::ops::Sub for BufferUsage {
    type Output = BufferUsage;
    fn sub(self, o: BufferUsage) -> BufferUsage {
        BufferUsage {
            hit: self.hit - o.hit,
            read: self.read - o.read,
            dirtied: self.dirtied - o.dirtied,
            written: self.written - o.written,
            extended: self.extended - o.extended,
            local_hit: self.local_hit - o.local_hit,
            local_read: self.local_read - o.local_read,
            local_dirtied: self.local_dirtied - o.local_dirtied,
            local_written: self.local_written - o.local_written,
        }
    }
}

impl std::ops::Add for BufferUsage {
    type Output = BufferUsage;
    fn add(self, o: BufferUsage) -> BufferUsage {
        BufferUsage {
            hit: self.hit + o.hit,
            read: self.read + o.read,
            dirtied: self.dirtied + o.dirtied,
            written: self.written + o.written,
            extended: self.extended + o.extended,
            local_hit: self.local_hit + o.local_hit,
            local_read: self.local_read + o.local_read,
            local_dirtied: self.local_dirtied + o.local_dirtied,
            local_written: self.local_written + o.local_written,
        }
    }
}

/// Where counts go besides the total: one entry per relation file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelationUsage {
    /// The file.
    pub file: RelFileNode,
    /// The counts.
    pub usage: BufferUsage,
}

//! Files and the buffer pool: who has which page, and what reading it cost (`bufmgr.c`).
//!
//! A page exists once, in its file; a frame of the pool says that it is resident, how recently it
//! was used and whether it is dirty. Reading a page that is not resident counts as `read`, else as
//! `hit`; the first change after a write counts as `dirtied`; extending and evicting dirty frames
//! count as `written` (PostgreSQL 15's `ReadBuffer_common`, `MarkBufferDirty`, `FlushBuffer`).

use crate::ids::{BlockNumber, ForkNumber, Oid, RelFileNode};

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
}

/// Where counts go besides the total: one entry per relation file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelationUsage {
    /// The relation as the catalog knows it, when it does.
    pub rel: Oid,
    /// The file.
    pub file: RelFileNode,
    /// The counts.
    pub usage: BufferUsage,
}

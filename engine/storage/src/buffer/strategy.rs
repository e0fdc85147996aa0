//! Rings of buffers for big scans and bulk work (`freelist.c`, `GetAccessStrategy`).

use super::BufferId;
use crate::versions::Release;

/// What a ring of buffers is for (`BufferAccessStrategyType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyKind {
    /// A sequential scan of a table larger than a quarter of shared_buffers: 256 kB and more.
    BulkRead,
    /// COPY, CREATE TABLE AS, rewrites: 16 MB.
    BulkWrite,
    /// VACUUM: see [`Strategy::vacuum`].
    Vacuum,
}

/// A ring in use.
#[derive(Clone, Debug)]
pub struct Strategy {
    pub(super) kind: StrategyKind,
    pub(super) ring: Vec<Option<BufferId>>,
    pub(super) current: usize,
}

impl Strategy {
    /// An empty ring, of at most an eighth of `shared_buffers` pages.
    pub fn new(kind: StrategyKind, release: &Release, shared_buffers: u32) -> Strategy {
        let kb: u32 = match kind {
            StrategyKind::BulkRead => release.scan_ring,
            _ => 16 * 1024,
        };
        Strategy::sized(kind, kb, shared_buffers)
    }

    /// VACUUM's and ANALYZE's ring of this many kB; one of 0 stands for no ring
    /// (`GetAccessStrategyWithSize`).
    pub fn vacuum(kb: u32, shared_buffers: u32) -> Strategy {
        Strategy::sized(StrategyKind::Vacuum, kb, shared_buffers)
    }

    /// An empty ring of `kb` kB, but of at most an eighth of `shared_buffers` pages.
    fn sized(kind: StrategyKind, kb: u32, shared_buffers: u32) -> Strategy {
        let size = (kb / 8).min((shared_buffers / 8).max(1));
        Strategy { kind, ring: vec![None; size as usize], current: 0 }
    }
}

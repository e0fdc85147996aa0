//! What a session has been doing: the first statement of its kind takes longer than the ones that follow.
//!
//! A processor is quick with what it did just now: its code and the rows of the catalog that it needs
//! are in the caches, its branches are foreseen. A server that is asked for something else begins slowly,
//! and is at its best again after some messages of the same sort:
//!
//! ```text
//! SELECT 1       116 µs     after something else
//! SELECT 1        30
//! SELECT 1        23        and so on, as pgbench sees it
//! SELECT 'a'||'b' 99        what is new in it is slow again
//! ```
//!
//! Nobody counts misses of caches here. What is counted is which kinds of work a message has that the one
//! before did not have, which have not been in each of the last [`SETTLED`], the same of the relations and
//! functions that it has to do with, and how much of the cache the one before filled: after a value of a
//! megabyte even `SELECT 1` begins slowly.

use super::{KINDS, Kind, MET, ObjectKind, Work, add};

/// After so many messages in a row with a kind of work it is as fast as it will be.
const SETTLED: u8 = 8;

/// Kilobytes that a processor's own cache holds: more than that is no colder.
const CACHE: u64 = 1024;

/// What goes through the cache with each of a kind, in bytes.
const THROUGH: &[(Kind, u64)] = &[
    (Kind::BufferHit, 1024),
    (Kind::BufferRead, 8192),
    (Kind::BufferExtended, 8192),
    (Kind::ByteMade, 1),
    (Kind::ByteDigested, 1),
    (Kind::ByteMatched, 1),
    (Kind::ByteJson, 1),
    (Kind::ByteDetoasted, 1),
    (Kind::ChunkByte, 1),
    (Kind::PglzByte, 1),
    (Kind::Lz4Byte, 1),
    (Kind::TupleByte, 1),
];

/// What a session's last messages did.
#[derive(Clone, Debug)]
pub struct RecentWork {
    /// How many messages in a row, up to the last one, had each kind of work.
    rows: [u8; KINDS],
    /// What the last one met, by its hash, and how many in a row did.
    things: Vec<((ObjectKind, u32), u8)>,
    /// Kilobytes of the cache that the last one filled.
    filled: u64,
}

impl Default for RecentWork {
    fn default() -> RecentWork {
        RecentWork { rows: [0; KINDS], things: Vec::new(), filled: 0 }
    }
}

impl RecentWork {
    /// Counts as extra work what the answered message did that its session had not done lately.
    pub fn answered(&mut self, work: &Work) {
        let (mut turned, mut unsettled) = (0, 0);
        for (row, kind) in self.rows.iter_mut().zip(Kind::ALL) {
            if work.of(*kind) == 0 {
                *row = 0;
                continue;
            }
            turned += u64::from(*row == 0);
            unsettled += u64::from(*row < SETTLED);
            *row = SETTLED.min(*row + 1);
        }
        add(Kind::KindTurned, turned);
        add(Kind::KindUnsettled, unsettled);
        self.met();
        add(Kind::CacheDisplaced, self.filled);
        let through: u64 = THROUGH.iter().map(|(kind, bytes)| work.of(*kind) * bytes).sum();
        self.filled = CACHE.min(through / 1024);
    }

    /// Counts as extra work the first use of functions, operators and types.
    fn met(&mut self) {
        let met = MET.take();
        let row = |thing| self.things.iter().find(|(t, _)| *t == thing).map_or(0, |(_, n)| *n);
        let things: Vec<_> = met.into_iter().map(|thing| (thing, row(thing))).collect();
        for ((thing, _), row) in &things {
            let (turned, unsettled) = match thing {
                ObjectKind::Relation => (Kind::RelationTurned, Kind::RelationUnsettled),
                ObjectKind::Function => (Kind::FunctionTurned, Kind::FunctionUnsettled),
            };
            add(turned, u64::from(*row == 0));
            add(unsettled, u64::from(*row < SETTLED));
        }
        self.things =
            things.into_iter().map(|(thing, row)| (thing, SETTLED.min(row + 1))).collect();
    }
}

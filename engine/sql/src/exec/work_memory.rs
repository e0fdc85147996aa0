//! The memory that a sort or a tuplestore takes of `work_mem` (`USEMEM`, `grow_memtuples` in
//! `tuplesort.c` and `tuplestore.c`): an array of slots, which grows by doubling, and the tuples.

use super::sorting::tuple_size;
use super::state::Exec;
use crate::plan::Plan;
use storage::datum::Datum;
use storage::ids::Oid;
use storage::versions::{MemoryChunks, Release};

/// What keeps tuples in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TupleOwner {
    /// A sort of all rows.
    Sort,
    /// A sort that gives tuples back, since it needs the first only.
    BoundedSort,
    /// A tuplestore.
    Store,
}

/// The memory that a tuple of this size takes (`GetMemoryChunkSpace`): a power of two where tuples
/// are freed one by one, else its own size rounded up.
pub fn chunk(release: &Release, size: i64, owner: TupleOwner) -> i64 {
    let power = || {
        if size <= 8192 { (size.max(8) as u64).next_power_of_two() as i64 } else { aligned(size) }
    };
    match (release.memory_chunks, owner) {
        (MemoryChunks::Large, TupleOwner::Sort) => aligned(size) + 24,
        (MemoryChunks::Large, _) => power() + 16,
        (MemoryChunks::Small, TupleOwner::Sort) => aligned(size) + 8,
        (MemoryChunks::Bump | MemoryChunks::Generation, TupleOwner::Sort) => aligned(size),
        (MemoryChunks::Generation, TupleOwner::Store) => aligned(size) + 8,
        _ => power() + 8,
    }
}

/// The size rounded up to 8 bytes.
fn aligned(size: i64) -> i64 {
    (size + 7) / 8 * 8
}

/// The limit of `work_mem`, in bytes.
pub fn work_mem(ex: &Exec<'_, '_>) -> i64 {
    crate::plan::settings(&ex.host).work_mem_bytes() as i64
}

/// What is taken, and how much may be.
#[derive(Clone, Copy)]
pub struct WorkMemory {
    release: &'static Release,
    allowed: i64,
    bytes: i64,
    slots: i64,
    /// Bytes of a slot: a `SortTuple`, or a pointer.
    slot: i64,
    growing: bool,
    /// Whether it went over what is allowed, where the server begins to write files.
    pub spilled: bool,
}

impl WorkMemory {
    /// The memory of an empty sort: an array of 24-byte slots (`SortTuple`).
    pub fn of_sort(release: &'static Release, allowed: i64) -> WorkMemory {
        WorkMemory {
            release,
            allowed,
            bytes: 0,
            slots: 1024,
            slot: 24,
            growing: true,
            spilled: false,
        }
    }
    /// The memory of an empty tuplestore: an array of 8-byte slots.
    pub fn of_store(release: &'static Release, allowed: i64) -> WorkMemory {
        WorkMemory { slots: 2048, slot: 8, ..WorkMemory::of_sort(release, allowed) }
    }
    /// The memory of a tuplestore that holds these rows of a plan.
    pub fn of_rows(
        release: &'static Release,
        rows: &[Vec<Datum>],
        plan: &Plan,
        allowed: i64,
    ) -> WorkMemory {
        let types: Vec<Oid> = plan.target.iter().map(|t| t.expr.type_oid).collect();
        let mut space = WorkMemory::of_store(release, allowed);
        rows.iter().zip(1..).for_each(|(row, count)| space.put(row, &types, count));
        space
    }
    /// Adds a row to a tuplestore that has `count` rows with it (`tuplestore_puttuple_common`).
    pub fn put(&mut self, row: &[Datum], types: &[Oid], count: i64) {
        if self.spilled {
            return;
        }
        self.add(chunk(self.release, tuple_size(row, types), TupleOwner::Store));
        if self.is_full(count - 1) {
            self.grow();
        }
        self.spilled = self.lacks(count);
    }
    /// Adds the bytes of a tuple, or subtracts them if negative.
    pub fn add(&mut self, bytes: i64) {
        self.bytes += bytes;
    }
    /// Forgets the tuples of a tuplestore; its slots stay (`tuplestore_clear`).
    pub fn clear(&mut self) {
        self.bytes = 0;
    }
    /// The bytes in use.
    pub fn used(&self) -> i64 {
        let header = if self.release.memory_chunks == MemoryChunks::Large { 16 } else { 8 };
        self.slots * self.slot + header + self.bytes
    }
    /// Whether `count` tuples leave at most one slot free.
    pub fn is_full(&self, count: i64) -> bool {
        count >= self.slots - 1
    }
    /// Whether `count` tuples need more memory or slots than there are.
    pub fn lacks(&self, count: i64) -> bool {
        self.used() > self.allowed || count >= self.slots
    }
    /// Doubles the number of slots; the last time, takes as many as the memory allows
    /// (`grow_memtuples`).
    pub fn grow(&mut self) {
        let used = self.used();
        if !self.growing {
            return;
        }
        if used <= self.allowed - used {
            self.slots *= 2;
            return;
        }
        self.growing = false;
        let more = (self.slots as f64 * (self.allowed as f64 / used as f64)) as i64;
        if more > self.slots && self.allowed - used >= (more - self.slots) * self.slot {
            self.slots = more;
        }
    }
}

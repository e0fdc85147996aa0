//! The memory that a sort or a tuplestore takes of `work_mem` (`USEMEM`, `grow_memtuples` in
//! `tuplesort.c` and `tuplestore.c`): an array of slots, which grows by doubling, and the tuples.

use super::sorting::tuple_size;
use super::state::Exec;
use crate::plan::Plan;
use storage::datum::Datum;
use storage::ids::Oid;
use storage::versions::{MemoryChunks, Release};

/// Who keeps a tuple.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keeper {
    /// A sort of all rows.
    Sort,
    /// A sort that gives tuples back, since it needs the first only.
    BoundedSort,
    /// A tuplestore.
    Store,
}

/// What a tuple of this size takes (`GetMemoryChunkSpace`): chunks of powers of two where tuples are given back,
/// others one behind the other; each with the version's header.
pub fn chunk(release: &Release, size: i64, keeper: Keeper) -> i64 {
    let power = || {
        if size <= 8192 { (size.max(8) as u64).next_power_of_two() as i64 } else { aligned(size) }
    };
    match (release.memory_chunks, keeper) {
        (MemoryChunks::Large, Keeper::Sort) => aligned(size) + 24,
        (MemoryChunks::Large, _) => power() + 16,
        (MemoryChunks::Small, Keeper::Sort) => aligned(size) + 8,
        (MemoryChunks::Bump | MemoryChunks::Generation, Keeper::Sort) => aligned(size),
        (MemoryChunks::Generation, Keeper::Store) => aligned(size) + 8,
        _ => power() + 8,
    }
}

fn aligned(size: i64) -> i64 {
    (size + 7) / 8 * 8
}

/// `work_mem`, in bytes.
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
    /// Memory of a sort: slots of 24 bytes (`SortTuple`).
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
    /// Memory of a tuplestore: slots of 8 bytes.
    pub fn of_store(release: &'static Release, allowed: i64) -> WorkMemory {
        WorkMemory { slots: 2048, slot: 8, ..WorkMemory::of_sort(release, allowed) }
    }
    /// What a tuplestore of a plan's rows takes.
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
    /// A row goes into a tuplestore, which then has so many (`tuplestore_puttuple_common`).
    pub fn put(&mut self, row: &[Datum], types: &[Oid], count: i64) {
        if self.spilled {
            return;
        }
        self.add(chunk(self.release, tuple_size(row, types), Keeper::Store));
        if self.is_full(count - 1) {
            self.grow();
        }
        self.spilled = self.lacks(count);
    }
    /// Tuples' bytes come, or go.
    pub fn add(&mut self, bytes: i64) {
        self.bytes += bytes;
    }
    /// All bytes that are taken.
    pub fn used(&self) -> i64 {
        let header = if self.release.memory_chunks == MemoryChunks::Large { 16 } else { 8 };
        self.slots * self.slot + header + self.bytes
    }
    /// Whether there is at most one free slot beside so many tuples.
    pub fn is_full(&self, count: i64) -> bool {
        count >= self.slots - 1
    }
    /// Whether so many tuples have no room.
    pub fn lacks(&self, count: i64) -> bool {
        self.used() > self.allowed || count >= self.slots
    }
    /// Twice as many slots; a last time as many as fit.
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

//! What EXPLAIN says of a hash aggregation's memory (`hash_agg_update_metrics`, `aset.c`).
//!
//! The server counts whole blocks of three memory contexts: one for the table of buckets, one that
//! comes with the context its equality expression runs in, and one for group keys and transition
//! states. Each begins with a block of 8 kB and takes a next one, twice as large as the last, when
//! a chunk does not fit: 24 kB in all for a few groups.
//!
//! Simplified: chunks that were given back serve no others; aggregates that share a transition
//! function count twice.

use storage::ids::Oid;
use storage::types::oid;

/// `sizeof(TupleHashEntryData)`
const BUCKET: usize = 24;
/// `ALLOC_BLOCKHDRSZ`, `ALLOC_CHUNKHDRSZ`
const BLOCK_HEADER: usize = 40;
const CHUNK_HEADER: usize = 16;
/// `sizeof(AllocSetContext)`
const CONTEXT: usize = 224;
/// `ALLOC_CHUNK_LIMIT`, and the size of a context's first block.
const CHUNK_LIMIT: usize = 8192;
const FIRST_BLOCK: usize = 8192;
/// What the table's context holds besides the buckets: descriptors, a slot, the comparison.
const TABLE_OVERHEAD: usize = 2500;

/// A memory context.
struct AllocSet {
    total: usize,
    room: usize,
    next: usize,
    largest: usize,
}

impl AllocSet {
    fn new(largest: usize) -> AllocSet {
        let room = FIRST_BLOCK - CONTEXT - BLOCK_HEADER;
        AllocSet { total: FIRST_BLOCK, room, next: FIRST_BLOCK, largest }
    }
    fn alloc(&mut self, size: usize) {
        if size > CHUNK_LIMIT {
            self.total += size.next_multiple_of(8) + BLOCK_HEADER + CHUNK_HEADER;
            return;
        }
        let chunk = size.max(8).next_power_of_two() + CHUNK_HEADER;
        if self.room < chunk {
            let mut block = self.next;
            self.next = (self.next * 2).min(self.largest);
            while block < chunk + BLOCK_HEADER {
                block *= 2;
            }
            self.total += block;
            self.room = block - BLOCK_HEADER;
        }
        self.room -= chunk;
    }
    /// Frees a chunk: returns its memory to the system if it has a block of its own, else to the
    /// context's free list.
    fn free(&mut self, size: usize) {
        if size > CHUNK_LIMIT {
            self.total -= size.next_multiple_of(8) + BLOCK_HEADER + CHUNK_HEADER;
        }
    }
}

/// The size in bytes of a by-reference transition state of an aggregate over this type.
pub fn transition_bytes(name: &str, argument: Option<Oid>) -> Option<usize> {
    let integers = matches!(argument, Some(oid::INT2 | oid::INT4));
    match name {
        // int8[2]; Int128AggState; float8[3]; NumericAggState
        "avg" if integers => Some(40),
        "sum" | "avg" if argument == Some(oid::INT8) => Some(48),
        "sum" | "avg" if argument == Some(oid::NUMERIC) => Some(136),
        "avg" | "stddev" | "variance" | "stddev_samp" | "stddev_pop" | "var_samp" | "var_pop" => {
            match argument {
                Some(oid::FLOAT4 | oid::FLOAT8) => Some(48),
                Some(oid::NUMERIC) => Some(136),
                _ => Some(48),
            }
        }
        "array_agg" | "jsonb_agg" | "json_agg" | "string_agg" => Some(1024),
        _ => None,
    }
}

/// The memory of a hash table in bytes. `buckets` are its sizes over time, `keys` the bytes of each
/// group's key; each group has this many `transitions`, of which those in `by_reference` have these
/// sizes.
pub fn bytes(
    buckets: impl Iterator<Item = usize>,
    keys: impl Iterator<Item = usize>,
    transitions: usize,
    by_reference: &[usize],
) -> usize {
    let mut table = AllocSet::new(8 << 20);
    table.room -= TABLE_OVERHEAD;
    // A table that grows has the new buckets beside the old ones for a while.
    let mut before = 0;
    for size in buckets.map(|n| n * BUCKET) {
        table.alloc(size);
        table.free(before);
        before = size;
    }
    // At most a sixteenth of work_mem (`CreateWorkExprContext`).
    let mut groups = AllocSet::new(256 << 10);
    for key in keys {
        groups.alloc(16 + key);
        if transitions > 0 {
            groups.alloc(transitions * 16);
        }
        by_reference.iter().for_each(|&b| groups.alloc(b));
    }
    table.total + FIRST_BLOCK + groups.total
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn a_few_groups_take_three_blocks() {
        assert_eq!(bytes([16].into_iter(), [8; 10].into_iter(), 1, &[]), 24 * 1024);
    }

    #[test]
    fn buckets_that_were_left_keep_their_block() {
        let groups = || [8; 232].into_iter();
        let grown = bytes([256, 512].into_iter(), groups(), 0, &[]);
        assert_eq!(grown, bytes([512].into_iter(), groups(), 0, &[]) + 16 * 1024);
    }
}

//! What EXPLAIN says of a hash aggregation's memory (`hash_agg_update_metrics`, `aset.c`).
//!
//! The server counts whole blocks of three memory contexts: one for the table of buckets, one that
//! comes with the context its equality expression runs in, and one for group keys and transition
//! states. Each begins with a block of 8 kB and takes a next one, twice as large as the last, when
//! a chunk does not fit: 24 kB in all for a few groups. From 18 on keys and states that are values are in a
//! context of their own, one after the other: 32 kB.
//!
//! Simplified: statistics of numeric values have room for whole numbers below 10,000.

use storage::datum::Datum;
use storage::ids::Oid;
use storage::types::numeric::Numeric;
use storage::types::oid;
use storage::varlena::{is_4b_plain, is_short};
use storage::versions::{MemoryChunks, Release};

/// The bytes of a block's header (`ALLOC_BLOCKHDRSZ`, `Bump_BLOCKHDRSZ`).
const BLOCK_HEADER: usize = 40;
const BUMP_BLOCK_HEADER: usize = 32;
/// The bytes of a context itself (`sizeof(AllocSetContext)`, `sizeof(BumpContext)`).
const CONTEXT: usize = 224;
const BUMP_CONTEXT: usize = 112;
/// The most bytes of a chunk within a block, and the size of a context's first block
/// (`ALLOC_CHUNK_LIMIT`).
const CHUNK_LIMIT: usize = 8192;
const FIRST_BLOCK: usize = 8192;
/// What the table's context holds besides the buckets: descriptors, a slot, the comparison.
const TABLE_OVERHEAD: usize = 2500;

/// A memory context: chunks of powers of two with headers, or packed ones without (`bump.c`).
struct Context {
    total: usize,
    room: usize,
    next: usize,
    largest: usize,
    /// The size from which a chunk has a block to itself, those of blocks' and chunks' headers.
    limit: usize,
    block_header: usize,
    chunk_header: usize,
    packed: bool,
    /// How many chunks of each power of two are free.
    free: [usize; 14],
}

impl Context {
    /// A context as `AllocSetContextCreate` makes it, whose blocks grow to `largest`.
    fn new(release: &Release, largest: usize) -> Context {
        Context {
            total: FIRST_BLOCK,
            room: FIRST_BLOCK - CONTEXT - BLOCK_HEADER,
            next: FIRST_BLOCK,
            largest,
            limit: CHUNK_LIMIT,
            block_header: BLOCK_HEADER,
            chunk_header: if release.memory_chunks == MemoryChunks::Large { 16 } else { 8 },
            packed: false,
            free: [0; 14],
        }
    }
    /// A context whose chunks have no headers, as releases from 17 on use it (`BumpContextCreate`).
    fn packed(release: &Release, largest: usize) -> Context {
        Context {
            room: FIRST_BLOCK - BUMP_CONTEXT - BUMP_BLOCK_HEADER,
            limit: largest / 16,
            block_header: BUMP_BLOCK_HEADER,
            chunk_header: 0,
            packed: true,
            ..Context::new(release, largest)
        }
    }
    /// The size of a block for a chunk alone.
    fn alone(&self, size: usize) -> usize {
        size.next_multiple_of(8) + self.block_header + self.chunk_header
    }
    /// Allocates a chunk: in the block, in a new one, or alone if it is large.
    fn alloc(&mut self, size: usize) {
        if size > self.limit {
            self.total += self.alone(size);
            return;
        }
        let size = match self.packed {
            true => size.next_multiple_of(8),
            false => size.max(8).next_power_of_two(),
        };
        if !self.packed
            && let Some(left) = self.free[size.ilog2() as usize].checked_sub(1)
        {
            self.free[size.ilog2() as usize] = left;
            return;
        }
        let chunk = size + self.chunk_header;
        if self.room < chunk {
            // What is left of the block becomes free chunks, the largest first.
            while !self.packed && self.room >= 8 + self.chunk_header {
                let power = (self.room - self.chunk_header).ilog2();
                self.free[power as usize] += 1;
                self.room -= (1 << power) + self.chunk_header;
            }
            let mut block = self.next;
            self.next = (self.next * 2).min(self.largest);
            while block < chunk + self.block_header {
                block *= 2;
            }
            self.total += block;
            self.room = block - self.block_header;
        }
        self.room -= chunk;
    }
    /// Frees a chunk: returns its memory to the system if it has a block of its own, else to the
    /// context's free chunks.
    fn free(&mut self, size: usize) {
        if size > self.limit {
            self.total -= self.alone(size);
        } else if size > 0 {
            self.free[size.max(8).next_power_of_two().ilog2() as usize] += 1;
        }
    }
}

/// The chunks in bytes of a by-reference transition state of an aggregate over this type.
pub fn transition_bytes(name: &str, argument: Option<Oid>) -> &'static [usize] {
    match (name, argument) {
        // They come with the first value: see `Kept`.
        ("sum" | "avg", Some(oid::NUMERIC)) => &[],
        // NumericAggState, its sums of positive and of negative digits, and those of the squares
        ("stddev" | "variance" | "stddev_samp" | "stddev_pop" | "var_samp" | "var_pop", a) => {
            if a == Some(oid::NUMERIC) { &[136, 8, 8, 16, 16] } else { &[48] }
        }
        // int8[2]; Int128AggState; float8[3]
        ("avg", Some(oid::INT2 | oid::INT4)) => &[40],
        ("sum", Some(oid::INT8)) | ("avg", _) => &[48],
        ("array_agg" | "jsonb_agg" | "json_agg" | "string_agg", _) => &[1024],
        _ => &[],
    }
}

/// Bytes in a hash table's memory context besides its buckets, from 18 on: for each column a descriptor and the calls
/// of its hash and equality functions, and the steps that compare keys, in an array of at least 16.
fn overhead(columns: usize) -> usize {
    let steps = (3 + 4 * columns).max(16).next_power_of_two() - 16;
    3100 + 216 * columns + (24 + 120 * columns).next_power_of_two() + 64 * steps
}

/// The digits that a running sum of numerics has room for (`NumericSumAccum`).
#[derive(Default)]
pub struct NumericRoom {
    weight: i32,
    digits: i32,
    /// The digits that [`NumericRoom::grown`] has told of.
    told: i32,
}

impl NumericRoom {
    /// Makes room for a value, and for a carry before its first digit (`accum_sum_rescale`).
    pub fn add(&mut self, value: &Datum) {
        let Datum::Ref(b) = value else { return };
        if !is_short(b) && !is_4b_plain(b) {
            return;
        }
        let n = Numeric::from_payload(storage::types::payload(value));
        if !n.is_finite() {
            return;
        }
        let weight = self.weight.max(n.weight + 1).max(1);
        self.digits += weight - self.weight;
        self.weight = weight;
        let right = n.digits.len() as i32 - n.weight - 1;
        self.digits = self.digits.max(right + weight + 1);
    }
    /// The bytes of its digits before and now, if they have become more.
    pub fn grown(&mut self) -> Option<[usize; 2]> {
        let before = std::mem::replace(&mut self.told, self.digits);
        (before != self.digits).then(|| [before as usize * 4, self.digits as usize * 4])
    }
}

/// What a hash table keeps for each group: so many columns and transition states; and how sums grew while it had so many
/// groups: from so many bytes to so many, one for positive digits and one for negative ones.
pub struct Kept<'a> {
    pub columns: usize,
    pub states: usize,
    pub grown: &'a [[usize; 3]],
}

/// The memory of a hash table in bytes. `buckets` are its sizes over time, `groups` the bytes of each group's key and of
/// its transition values that are not passed by value. The last value to be replaced was there with the one of
/// `replacing` bytes.
pub fn bytes(
    release: &Release,
    kept: &Kept<'_>,
    buckets: impl Iterator<Item = usize>,
    groups: impl Iterator<Item = (usize, Vec<usize>)>,
    replacing: usize,
) -> usize {
    // `sizeof(TupleHashEntryData)`
    let bucket = if release.groups_packed { 16 } else { 24 };
    let mut table = Context::new(release, 8 << 20);
    table.room -= if release.groups_packed { overhead(kept.columns) } else { TABLE_OVERHEAD };
    // A table that grows has the new buckets beside the old ones for a while.
    let mut before = 0;
    for size in buckets.map(|n| n * bucket) {
        table.alloc(size);
        table.free(before);
        before = size;
    }
    // At most a sixteenth of work_mem (`CreateWorkExprContext`).
    const LARGEST: usize = 256 << 10;
    let mut values = Context::new(release, LARGEST);
    let mut packed = release.groups_packed.then(|| Context::packed(release, LARGEST));
    let mut grown = kept.grown.iter().peekable();
    for ((key, by_reference), count) in groups.zip(1..) {
        match &mut packed {
            Some(packed) => packed.alloc(16 + key + kept.states * 16),
            None => {
                values.alloc(16 + key);
                if kept.states > 0 {
                    values.alloc(kept.states * 16);
                }
            }
        }
        by_reference.iter().for_each(|&b| values.alloc(b));
        while let Some(&[_, before, now]) = grown.next_if(|g| g[0] == count) {
            if before == 0 {
                // The `NumericAggState`.
                values.alloc(136);
            }
            (0..2).for_each(|_| values.alloc(now));
            (0..2).for_each(|_| values.free(before));
        }
    }
    if replacing > 0 {
        values.alloc(replacing);
    }
    table.total + FIRST_BLOCK + values.total + packed.map_or(0, |p| p.total)
}

#[cfg(test)]
mod tests {
    use super::Kept;
    use storage::versions::Release;

    /// So many groups with keys of 8 bytes.
    fn keys(groups: usize) -> impl Iterator<Item = (usize, Vec<usize>)> {
        std::iter::repeat_n((8, Vec::new()), groups)
    }

    /// The memory of groups of one column that have so many states.
    fn bytes(release: &Release, buckets: &[usize], groups: usize, states: usize) -> usize {
        let kept = Kept { columns: 1, states, grown: &[] };
        super::bytes(release, &kept, buckets.iter().copied(), keys(groups), 0)
    }

    #[test]
    fn a_few_groups_take_three_blocks() {
        for (version, blocks) in [("15", 3), ("17", 3), ("18", 4)] {
            let release = Release::of_server(version);
            let taken = bytes(release, &[16], 10, 1);
            assert_eq!(taken, blocks * 8 * 1024);
        }
    }

    #[test]
    fn buckets_that_were_left_keep_their_block() {
        let release = Release::of_server("15");
        let grown = bytes(release, &[256, 512], 232, 0);
        assert_eq!(grown, bytes(release, &[512], 232, 0) + 16 * 1024);
    }
}

//! The rows ANALYZE looks at (`acquire_sample_rows`, `sampling.c`).
//!
//! In a table with at most `targrows` pages and rows all rows are taken, and the statistics are exact.
//! In a larger one pages are chosen by Knuth's algorithm S and rows by Vitter's reservoir. The
//! server seeds its generator by chance; we with a number, so the choice is another one than the
//! server's. Simplified: Vitter's algorithm X throughout, where the server changes to the faster Z.

use super::AnalyzeOptions;
use crate::buffer::{BufferTag, Strategy};
use crate::bytes::Bytes;
use crate::error::Result;
use crate::heap::{self, Relation, VacuumState};
use crate::ids::{BlockNumber, ForkNumber, ItemPointer, OffsetNumber};
use crate::page;
use crate::sort::Arrange;
use crate::store::Store;
use crate::tuple::header;
use crate::types::random::Prng;

/// What was sampled.
pub(super) struct RowSample {
    /// The rows in physical order.
    pub rows: Vec<Bytes>,
    /// Estimate of all live rows.
    pub total_rows: f64,
    /// Blocks looked at, and all.
    pub blocks: (u32, u32),
    /// Live and dead rows seen.
    pub seen: (u64, u64),
}

/// A random fraction, never 0 (`sampler_random_fract`).
fn fraction(prng: &mut Prng) -> f64 {
    loop {
        let f = prng.next_f64();
        if f != 0.0 {
            return f;
        }
    }
}

/// Knuth's algorithm S: which blocks to look at (`BlockSampler`).
struct BlockSampler {
    blocks: u32,
    wanted: u32,
    next: u32,
    chosen: u32,
    prng: Prng,
}

impl Iterator for BlockSampler {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        if self.next >= self.blocks || self.chosen >= self.wanted {
            return None;
        }
        let mut left = self.blocks - self.next;
        let need = self.wanted - self.chosen;
        if need < left {
            let v = fraction(&mut self.prng);
            let mut p = 1.0 - f64::from(need) / f64::from(left);
            while v < p {
                self.next += 1;
                left -= 1;
                p *= 1.0 - f64::from(need) / f64::from(left);
            }
        }
        self.chosen += 1;
        self.next += 1;
        Some(self.next - 1)
    }
}

/// How many rows to skip before one replaces a row of the reservoir (algorithm X); `passed` rows
/// were read, `wanted` are kept.
fn skip(prng: &mut Prng, passed: f64, wanted: f64) -> f64 {
    let v = fraction(prng);
    let mut t = passed + 1.0;
    let mut s = 0.0;
    let mut quotient = (t - wanted) / t;
    while quotient > v {
        s += 1.0;
        t += 1.0;
        quotient *= (t - wanted) / t;
    }
    s
}

/// Takes a random sample of up to `wanted` rows (`acquire_sample_rows`).
pub(super) fn acquire(
    st: &mut Store,
    rel: &Relation,
    wanted: usize,
    options: &AnalyzeOptions,
) -> Result<RowSample> {
    let total_blocks = st.pool.nblocks(rel.file, ForkNumber::Main);
    let oldest_xmin = st.xact.oldest_xmin();
    let mut sampler = BlockSampler {
        blocks: total_blocks,
        wanted: wanted as u32,
        next: 0,
        chosen: 0,
        prng: Prng::seed(u64::from(options.seed)),
    };
    let mut prng = Prng::seed(u64::from(options.seed) + 1);
    let mut strategy = Strategy::vacuum(options.ring, st.pool.shared_buffers());
    let mut rows: Vec<(ItemPointer, Bytes)> = Vec::new();
    let (mut live, mut dead, mut passed) = (0u64, 0u64, 0f64);
    let mut to_skip = -1.0;
    for block in sampler.by_ref() {
        let block = BlockNumber(block);
        let tag = BufferTag { file: rel.file, fork: ForkNumber::Main, block };
        let buffer = st.pool.read_with_strategy(tag, Some(&mut strategy))?;
        for off in 1..=page::max_offset(st.pool.page(buffer).bytes()) {
            let off = OffsetNumber(off);
            let item = page::item_id(st.pool.page(buffer).bytes(), off);
            if item.is_dead() {
                dead += 1;
            }
            if !item.is_normal() {
                continue;
            }
            let state = heap::satisfies_vacuum(st, buffer, off, oldest_xmin);
            let tuple = page::item(st.pool.page(buffer).bytes(), off);
            let take = match state {
                VacuumState::Live => true,
                VacuumState::Dead | VacuumState::RecentlyDead => {
                    dead += 1;
                    false
                }
                VacuumState::InsertInProgress => st.xact.is_current(header::raw_xmin(tuple)),
                VacuumState::DeleteInProgress => {
                    let own = st.xact.is_current(st.xact.update_xid(tuple));
                    dead += u64::from(own);
                    !own
                }
            };
            if !take {
                continue;
            }
            live += 1;
            let tid = ItemPointer { block, offset: off };
            if rows.len() < wanted {
                rows.push((tid, tuple.into()));
            } else {
                if to_skip < 0.0 {
                    to_skip = skip(&mut prng, passed, wanted as f64);
                }
                if to_skip <= 0.0 {
                    let k = (wanted as f64 * fraction(&mut prng)) as usize;
                    rows[k] = (tid, tuple.into());
                }
                to_skip -= 1.0;
            }
            passed += 1.0;
        }
        st.pool.release(buffer);
    }
    rows.arrange_by_key(|(tid, _)| *tid);
    let scanned = sampler.chosen;
    let total_rows = if scanned == 0 {
        0.0
    } else {
        (live as f64 / f64::from(scanned) * f64::from(total_blocks) + 0.5).floor()
    };
    Ok(RowSample {
        rows: rows.into_iter().map(|(_, bytes)| bytes).collect(),
        total_rows,
        blocks: (scanned, total_blocks),
        seen: (live, dead),
    })
}

//! What pruning, freezing and vacuuming a heap page write into the log (`heapam_xlog.h`).
//!
//! ```text
//! up to 16, a record each:
//! PRUNE         latest removed xid 4 | redirected 2 | dead 2 | [catalog 1]
//!               block 0: pairs of offsets | dead offsets | unused offsets
//! VACUUM        unused 2                          block 0: unused offsets
//! FREEZE_PAGE   cutoff xid 4 | rows 2             block 0: of each row xmax 4 | offset 2 | masks 4 | flags 2
//!               16: | plans 2 | catalog 1         block 0: plans | offsets
//! from 17 on one record, named after the reason:
//! PRUNE_...     0 1 | flags 1 | [conflict xid 4]  block 0: [plans 2, 0 2, plans] [count 2, redirected pairs]
//!                                                 [count 2, dead] [count 2, unused] [frozen offsets]
//! plan          xmax 4 | infomask2 2 | infomask 2 | flags 1 | 0 1 | rows 2, of rows that freeze alike
//! ```

use super::vacuum_freeze::FrozenHeader;
use crate::buffer::BufferId;
use crate::ids::{OffsetNumber, Rmgr, TransactionId};
use crate::sort::Arrange;
use crate::store::Store;
use crate::versions::{FreezePlans, PruneRecords};
use crate::wal::info::*;
use crate::wal::layout::REGBUF_STANDARD;

/// Why a page is changed (`PruneReason`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PruneReason {
    /// Somebody read it.
    Access,
    /// VACUUM's first pass.
    Scan,
    /// VACUUM's second pass: dead line pointers become unused.
    Cleanup,
}

/// What pruning, freezing or VACUUM changes on a page.
#[derive(Clone, Debug, Default)]
pub(super) struct PruneChanges<'a> {
    /// The newest xid whose rows go, or are frozen (`snapshotConflictHorizon`).
    pub conflict: TransactionId,
    pub redirected: &'a [(u16, u16)],
    pub dead: &'a [u16],
    pub unused: &'a [u16],
    pub frozen: &'a [(OffsetNumber, FrozenHeader)],
}

/// Offsets as 16-bit words.
#[inline(never)]
fn words(offsets: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * offsets.len());
    offsets.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
    bytes
}

/// Pairs of offsets as 16-bit words.
#[inline(never)]
fn pairs(offsets: &[(u16, u16)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 * offsets.len());
    offsets.iter().for_each(|(from, to)| bytes.extend_from_slice(&words(&[*from, *to])));
    bytes
}

/// The freeze plans, one for all rows with equal changes, and the offsets of their rows, plan by
/// plan (`heap_log_freeze_plan`).
fn plans(frozen: &[(OffsetNumber, FrozenHeader)]) -> (u16, Vec<u8>, Vec<u8>) {
    let mut sorted = frozen.to_vec();
    sorted.arrange_by_key(|(off, header)| (header.order(), off.0));
    let (mut count, mut bytes) = (0, Vec::new());
    for alike in sorted.chunk_by(|a, b| a.1 == b.1) {
        bytes.extend_from_slice(&alike[0].1.to_plan(alike.len() as u16));
        count += 1;
    }
    let offsets: Vec<u16> = sorted.iter().map(|(off, _)| off.0).collect();
    (count, bytes, words(&offsets))
}

/// Logs the changes of a page by pruning or VACUUM, in as many records as the version needs.
pub(super) fn changed(st: &mut Store, buffer: BufferId, reason: PruneReason, c: &PruneChanges<'_>) {
    match st.release.prune_records {
        PruneRecords::Unified => unified(st, buffer, reason, c),
        PruneRecords::Split if reason == PruneReason::Cleanup => vacuum(st, buffer, c.unused),
        PruneRecords::Split if !c.frozen.is_empty() => freeze(st, buffer, c),
        PruneRecords::Split => prune(st, buffer, c),
    }
}

/// Logs a pruning (`heap_page_prune`).
fn prune(st: &mut Store, buffer: BufferId, c: &PruneChanges<'_>) {
    let catalog: &[u8] = if st.release.catalog_flag { &[0] } else { &[] };
    let w = &mut st.wal;
    w.begin();
    w.data(&c.conflict.0.to_le_bytes());
    w.data(&words(&[c.redirected.len() as u16, c.dead.len() as u16]));
    w.data(catalog);
    w.buffer(0, &st.pool, buffer, REGBUF_STANDARD);
    w.buffer_data(0, &pairs(c.redirected));
    w.buffer_data(0, &words(c.dead));
    w.buffer_data(0, &words(c.unused));
    st.log(Rmgr::Heap2, HEAP2_PRUNE);
}

/// Logs that dead line pointers became unused (`lazy_vacuum_heap_page`).
fn vacuum(st: &mut Store, buffer: BufferId, unused: &[u16]) {
    let w = &mut st.wal;
    w.begin();
    w.data(&(unused.len() as u16).to_le_bytes());
    w.buffer(0, &st.pool, buffer, REGBUF_STANDARD);
    w.buffer_data(0, &words(unused));
    st.log(Rmgr::Heap2, HEAP2_VACUUM);
}

/// Logs frozen rows (`log_heap_freeze`, `heap_freeze_execute_prepared`).
fn freeze(st: &mut Store, buffer: BufferId, c: &PruneChanges<'_>) {
    let shared = st.release.freeze_plans == FreezePlans::Shared;
    let w = &mut st.wal;
    w.begin();
    w.data(&c.conflict.0.to_le_bytes());
    if shared {
        let (count, plans, offsets) = plans(c.frozen);
        w.data(&count.to_le_bytes());
        w.data(&[0]);
        w.buffer(0, &st.pool, buffer, REGBUF_STANDARD);
        w.buffer_data(0, &plans);
        w.buffer_data(0, &offsets);
    } else {
        w.data(&(c.frozen.len() as u16).to_le_bytes());
        w.buffer(0, &st.pool, buffer, REGBUF_STANDARD);
        c.frozen.iter().for_each(|(off, header)| w.buffer_data(0, &header.to_log(*off)));
    }
    st.log(Rmgr::Heap2, HEAP2_FREEZE_PAGE);
}

/// Logs pruning and freezing in one record (`log_heap_prune_and_freeze`).
fn unified(st: &mut Store, buffer: BufferId, reason: PruneReason, c: &PruneChanges<'_>) {
    let (info, lock) = match reason {
        PruneReason::Access => (HEAP2_PRUNE_ON_ACCESS, XLHP_CLEANUP_LOCK),
        PruneReason::Scan => (HEAP2_PRUNE_VACUUM_SCAN, XLHP_CLEANUP_LOCK),
        PruneReason::Cleanup => (HEAP2_PRUNE_VACUUM_CLEANUP, 0),
    };
    let mut flags = lock;
    let w = &mut st.wal;
    w.begin();
    w.buffer(0, &st.pool, buffer, REGBUF_STANDARD);
    let mut offsets = Vec::new();
    if !c.frozen.is_empty() {
        flags |= XLHP_HAS_FREEZE_PLANS;
        let plans = plans(c.frozen);
        offsets = plans.2;
        w.buffer_data(0, &words(&[plans.0, 0]));
        w.buffer_data(0, &plans.1);
    }
    for (flag, size, list) in [
        (XLHP_HAS_REDIRECTIONS, 4, pairs(c.redirected)),
        (XLHP_HAS_DEAD_ITEMS, 2, words(c.dead)),
        (XLHP_HAS_NOW_UNUSED_ITEMS, 2, words(c.unused)),
    ] {
        if !list.is_empty() {
            flags |= flag;
            w.buffer_data(0, &((list.len() / size) as u16).to_le_bytes());
            w.buffer_data(0, &list);
        }
    }
    w.buffer_data(0, &offsets);
    if c.conflict.is_valid() {
        flags |= XLHP_HAS_CONFLICT_HORIZON;
    }
    w.data(&[0, flags]);
    if c.conflict.is_valid() {
        w.data(&c.conflict.0.to_le_bytes());
    }
    st.log(Rmgr::Heap2, info);
}

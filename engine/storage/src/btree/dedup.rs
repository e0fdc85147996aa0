//! Merging duplicates into posting lists when a leaf is full (`_bt_dedup_pass`).

use super::key::{keep_natts_fast, nkeys};
use super::layout::*;
use super::pages::*;
use super::posting;
use crate::buffer::BufferId;
use crate::error::Result;
use crate::event::Event;
use crate::heap::Relation;
use crate::ids::{BlockNumber, ItemPointer};
use crate::page::BLCKSZ;
use crate::store::Store;

/// The tuple being built from duplicates (`BTDedupStateData`).
pub(super) struct PendingPosting {
    /// The longest posting list tuple to build, bytes.
    pub max_size: usize,
    /// How many lists could not grow for that reason.
    pub n_max: usize,
    /// The first tuple of the run.
    pub base: Vec<u8>,
    /// The size of its key.
    pub base_size: usize,
    /// All TIDs.
    pub tids: Vec<ItemPointer>,
    /// How many tuples they come from.
    pub n_items: usize,
}

impl PendingPosting {
    /// An empty posting list.
    pub fn new(max_size: usize) -> PendingPosting {
        PendingPosting { max_size, n_max: 0, base: vec![], base_size: 0, tids: vec![], n_items: 0 }
    }
    /// Begins a posting list with this tuple (`_bt_dedup_start_pending`).
    pub fn start(&mut self, base: &[u8]) {
        self.base.clear();
        self.base.extend_from_slice(base);
        self.base_size =
            if tuple::is_posting(base) { tuple::block(base) as usize } else { tuple::size(base) };
        self.tids.clear();
        self.tids.extend(tuple::heap_tids(base));
        self.n_items = 1;
    }
    /// Adds a tuple's TIDs (`_bt_dedup_save_htid`). Returns false, and adds nothing, if the list
    /// would get too long.
    pub fn save(&mut self, t: &[u8]) -> bool {
        let n = if tuple::is_posting(t) { tuple::n_posting(t) } else { 1 };
        if maxalign(self.base_size + (self.tids.len() + n) * TID_SIZE) > self.max_size {
            // A list this long counts as full.
            if self.tids.len() > 50 {
                self.n_max += 1;
            }
            return false;
        }
        self.tids.extend(tuple::heap_tids(t));
        self.n_items += 1;
        true
    }
    /// The tuple of the pending duplicates: a posting list, or the entry itself if there is only one.
    pub fn finish(&self) -> Vec<u8> {
        if self.n_items == 1 { self.base.clone() } else { posting::form(&self.base, &self.tids) }
    }
}

/// Merges duplicates on the page (`_bt_dedup_pass`). `after_deletion` says that a bottom-up
/// deletion pass came first: the page must not be split if that can be avoided.
pub(super) fn pass(
    st: &mut Store,
    rel: &Relation,
    buf: BufferId,
    new: &[u8],
    newsz: usize,
    after_deletion: bool,
) -> Result<()> {
    let newsz = newsz + ITEM_ID;
    let pg: PageBytes = *bytes(st, buf);
    let o = Opaque::of(&pg);
    let (min, max) = (o.first_data_key(), max_offset(&pg));
    let n = nkeys(rel);
    let mut pending = PendingPosting::new((MAX_ITEM_SIZE / 2).min(INDEX_SIZE_MASK as usize));
    let mut single = !after_deletion
        && max >= min
        && keep_natts_fast(rel, new, item(&pg, min))? > n
        && keep_natts_fast(rel, new, item(&pg, max))? > n;
    let mut merging = true;

    let mut out = [0u8; BLCKSZ];
    init(&mut out);
    out[..8].copy_from_slice(&pg[..8]); // pd_lsn
    o.put(&mut out);
    if !o.rightmost() {
        add(&mut out, item(&pg, P_HIKEY), P_HIKEY)?;
    }
    let mut intervals: Vec<(u16, u16)> = vec![];
    let mut base = min;
    let mut finish = |pending: &PendingPosting, base: u16, out: &mut PageBytes| -> Result<()> {
        if pending.n_items > 1 {
            intervals.push((base, pending.n_items as u16));
        }
        let off = max_offset(out) + 1;
        add(out, &pending.finish(), off)
    };
    for off in min..=max {
        let t = item(&pg, off);
        if off == min {
            pending.start(t);
        } else if merging && keep_natts_fast(rel, &pending.base, t)? > n && pending.save(t) {
            // Its TIDs are in the list.
        } else {
            finish(&pending, base, &mut out)?;
            if single {
                if pending.n_max == 5 {
                    single_value_fillfactor(&mut pending, newsz);
                } else if pending.n_max == 6 {
                    merging = false;
                    single = false;
                }
            }
            pending.start(t);
            base = off;
        }
    }
    if max >= min {
        finish(&pending, base, &mut out)?;
    }
    if intervals.is_empty() {
        return Ok(());
    }
    Opaque::change(&mut out, |o| o.flags &= !BTP_HAS_GARBAGE);
    let (before, after) = (max + 1 - min, max_offset(&out) + 1 - min);
    *bytes_mut(st, buf) = out;
    st.pool.mark_dirty(buf);
    if rel.needs_wal() {
        super::log::dedup(st, buf, &intervals);
    }
    let block = BlockNumber(block_of(st, buf));
    st.events.emit(|| Event::PageDeduplicated {
        index: rel.oid,
        block,
        before: before as usize,
        after: after as usize,
    });
    Ok(())
}

/// Shortens the sixth posting list of a page with a single value, so that the page will later split
/// where the single value strategy wants it (`_bt_singleval_fillfactor`).
fn single_value_fillfactor(pending: &mut PendingPosting, newsz: usize) {
    let free = PAGE_SPACE as f64 - (newsz + maxalign(TID_SIZE)) as f64;
    let reduction = (free * (f64::from(100 - SINGLEVAL_FILLFACTOR) / 100.0)) as usize;
    pending.max_size = pending.max_size.saturating_sub(reduction);
}

//! Steps of insertion and deletion that replay repeats.

use super::dedup::PendingPosting;
use super::layout::MAX_ITEM_SIZE;
pub(crate) use super::pagedel::{set_deleted, set_top_parent};

/// Tuples being merged, as `_bt_dedup_pass` merged them.
pub(crate) struct Dedup(PendingPosting);

impl Dedup {
    /// Begins with the first tuple of an interval.
    pub(crate) fn begin(base: &[u8]) -> Dedup {
        let mut pending = PendingPosting::new(MAX_ITEM_SIZE);
        pending.start(base);
        Dedup(pending)
    }
    /// Adds a tuple with the same key.
    pub(crate) fn take(&mut self, t: &[u8]) {
        self.0.save(t);
    }
    /// The posting list of all tuples that were added.
    pub(crate) fn finish(&self) -> Vec<u8> {
        self.0.finish()
    }
}

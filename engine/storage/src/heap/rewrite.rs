//! Writing a table anew (`rewriteheap.c`): pages are filled one after the other, without the buffer
//! pool, and update chains stay linked.
//!
//! ```text
//! old heap   (0,1) xmax 9 -> (3,7)      (3,7) xmin 9
//! seen first   (0,1): its successor has no place yet, it waits in `unresolved`
//! then         (3,7): written to (0,1); now (0,1) can be written, pointing at it
//! ```
//!
//! Only rows that somebody may still see hang in such chains: with one session, those that the own
//! transaction changed.

use super::Relation;
use super::vacuum_freeze::{self, FreezeCutoffs};
use crate::buffer::BufferTag;
use crate::err;
use crate::error::Result;
use crate::ids::{BlockNumber, ForkNumber, ItemPointer, TransactionId};
use crate::page::layout::{MAX_HEAP_TUPLE_SIZE, maxalign};
use crate::page::{self, Page};
use crate::store::Store;
use crate::tuple::header;
use crate::tuple::layout::infomask::{
    HEAP_UPDATED, HEAP_XACT_MASK, HEAP_XMAX_INVALID, HEAP2_XACT_MASK,
};
use std::collections::BTreeMap;

/// Toasts a tuple where `raw_heap_insert` does: it has pointers or is longer than 2032 bytes. The
/// header stays as it is; `None` when nothing changes.
pub type ToastRaw<'a> = &'a mut dyn FnMut(&mut Store, &[u8]) -> Result<Option<Vec<u8>>>;

/// A rewrite in progress (`RewriteStateData`).
pub struct Rewrite<'a> {
    rel: &'a Relation,
    block: u32,
    page: Option<Page>,
    oldest_xmin: TransactionId,
    cutoffs: FreezeCutoffs,
    /// Rows that wait for their successor, by its xmin and old place.
    unresolved: BTreeMap<(TransactionId, ItemPointer), (ItemPointer, Vec<u8>)>,
    /// Where successors went, by their xmin and old place.
    moved: BTreeMap<(TransactionId, ItemPointer), ItemPointer>,
}

impl<'a> Rewrite<'a> {
    /// Begins to fill `rel`, a new and empty heap (`begin_heap_rewrite`).
    pub fn begin(
        st: &Store,
        rel: &'a Relation,
        oldest_xmin: TransactionId,
        cutoffs: FreezeCutoffs,
    ) -> Rewrite<'a> {
        Rewrite {
            rel,
            block: st.pool.nblocks(rel.file, ForkNumber::Main),
            page: None,
            oldest_xmin,
            cutoffs,
            unresolved: BTreeMap::new(),
            moved: BTreeMap::new(),
        }
    }

    /// Adds a row: `old` is its tuple, `new` the tuple formed again (`rewrite_heap_tuple`).
    pub fn row(
        &mut self,
        st: &mut Store,
        old_tid: ItemPointer,
        old: &[u8],
        mut new: Vec<u8>,
        toast: ToastRaw<'_>,
    ) -> Result<()> {
        new[..12].copy_from_slice(&old[..12]);
        let mask =
            header::infomask(&new) & !HEAP_XACT_MASK | header::infomask(old) & HEAP_XACT_MASK;
        header::set_infomask(&mut new, mask);
        let mask2 = header::infomask2(&new) & !HEAP2_XACT_MASK;
        header::set_infomask2(&mut new, mask2);
        vacuum_freeze::freeze_tuple(&st.xact, &mut new, self.cutoffs)?;
        header::set_ctid(&mut new, ItemPointer::INVALID);

        let old_mask = header::infomask(old);
        let only_locked = header::xmax_locked_only(old_mask);
        let ctid = header::ctid(old);
        if old_mask & HEAP_XMAX_INVALID == 0 && !only_locked && ctid != old_tid {
            let successor = (st.xact.update_xid(old), ctid);
            match self.moved.remove(&successor) {
                Some(new_tid) => header::set_ctid(&mut new, new_tid),
                None => {
                    self.unresolved.insert(successor, (old_tid, new));
                    return Ok(());
                }
            }
        }
        let (mut old_tid, mut tuple) = (old_tid, new);
        loop {
            let new_tid = self.insert(st, &mut tuple, toast)?;
            if header::infomask(&tuple) & HEAP_UPDATED == 0
                || header::xmin(&tuple).precedes(self.oldest_xmin)
            {
                return Ok(());
            }
            let key = (header::xmin(&tuple), old_tid);
            let Some((waiting_tid, mut waiting)) = self.unresolved.remove(&key) else {
                self.moved.insert(key, new_tid);
                return Ok(());
            };
            header::set_ctid(&mut waiting, new_tid);
            (old_tid, tuple) = (waiting_tid, waiting);
        }
    }

    /// Takes note of a dead row, which is not written. Returns true if an earlier version that
    /// waited for it is dead too (`rewrite_heap_dead_tuple`).
    pub fn dead_row(&mut self, old_tid: ItemPointer, old: &[u8]) -> bool {
        self.unresolved.remove(&(header::xmin(old), old_tid)).is_some()
    }

    /// Writes the remaining rows (`end_heap_rewrite`).
    pub fn end(mut self, st: &mut Store, toast: ToastRaw<'_>) -> Result<()> {
        for (_, (_, mut tuple)) in std::mem::take(&mut self.unresolved) {
            header::set_ctid(&mut tuple, ItemPointer::INVALID);
            self.insert(st, &mut tuple, toast)?;
        }
        self.flush(st, true)
    }

    /// Appends the page to the file and logs it; `last` says that no page follows.
    fn flush(&mut self, st: &mut Store, last: bool) -> Result<()> {
        if let Some(mut page) = self.page.take() {
            let (file, fork) = (self.rel.file, ForkNumber::Main);
            let tag = BufferTag { file, fork, block: BlockNumber(self.block) };
            let batches = st.release.page_batches;
            if self.rel.needs_wal() && !batches {
                st.log_raw_page(tag, page.bytes_mut());
            }
            st.pool.extend_raw(self.rel.file, ForkNumber::Main, |new| *new = *page.bytes())?;
            if self.rel.needs_wal() && batches {
                st.log_written_page(tag, last);
            }
            self.block += 1;
        }
        Ok(())
    }

    /// Puts a tuple on the current page, or on a new one (`raw_heap_insert`).
    fn insert(
        &mut self,
        st: &mut Store,
        tuple: &mut [u8],
        toast: ToastRaw<'_>,
    ) -> Result<ItemPointer> {
        let toasted = toast(st, tuple)?;
        let stored = toasted.as_deref().unwrap_or(tuple);
        let length = maxalign(stored.len());
        if length > MAX_HEAP_TUPLE_SIZE {
            return err!(
                PROGRAM_LIMIT_EXCEEDED,
                "row is too big: size {length}, maximum size {MAX_HEAP_TUPLE_SIZE}"
            );
        }
        let keep_free = self.rel.target_free_space();
        let full = self
            .page
            .as_ref()
            .is_some_and(|p| length + keep_free > page::heap_free_space(p.bytes()));
        if full {
            self.flush(st, false)?;
        }
        let page = self.page.get_or_insert_with(|| {
            let mut page = Page::default();
            page::init(page.bytes_mut(), 0);
            page
        });
        let bytes = page.bytes_mut();
        let Some(offset) = page::add_item(bytes, stored, None, true) else {
            return err!(INTERNAL_ERROR, "failed to add tuple");
        };
        let tid = ItemPointer::new(self.block, offset.0);
        if header::ctid(tuple) == ItemPointer::INVALID {
            header::set_ctid(page::item_mut(bytes, offset), tid);
        }
        Ok(tid)
    }
}

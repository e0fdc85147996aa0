//! Posting lists: one leaf tuple for several rows with the same key (`nbtdedup.c`).
//!
//! ```text
//! 0       8      key size                        MAXALIGN
//! | header | key | TID | TID | TID | ... | padding |      at least two TIDs, ascending
//! ```

use super::layout::*;
use crate::error::Result;
use crate::ids::ItemPointer;

/// Returns a tuple with `base`'s key and these TIDs (`_bt_form_posting`); a plain tuple for one
/// TID.
pub(crate) fn form(base: &[u8], tids: &[ItemPointer]) -> Vec<u8> {
    let key = if tuple::is_posting(base) { tuple::block(base) as usize } else { tuple::size(base) };
    let size = if tids.len() > 1 { maxalign(key + tids.len() * TID_SIZE) } else { key };
    let mut t = Vec::with_capacity(size);
    t.extend_from_slice(&base[..key]);
    if tids.len() > 1 {
        for tid in tids {
            t.extend_from_slice(&tid.to_bytes());
        }
        t.resize(size, 0);
        tuple::set_size(&mut t, size);
        tuple::set_posting(&mut t, tids.len(), key);
    } else {
        tuple::set_size(&mut t, size);
        let info = tuple::info(&t) & !INDEX_ALT_TID;
        put_u16(&mut t, 6, info);
        tuple::set_t_tid(&mut t, tids[0]);
    }
    t
}

/// Returns the tuple without the TIDs at these positions, which ascend (`_bt_update_posting`).
pub(crate) fn without(posting: &[u8], deleted: &[u16]) -> Vec<u8> {
    let kept: Vec<ItemPointer> = (0..tuple::n_posting(posting))
        .filter(|&i| deleted.binary_search(&(i as u16)).is_err())
        .map(|i| tuple::posting_n(posting, i))
        .collect();
    form(posting, &kept)
}

/// Puts the TID of `new` into the posting list at position `at`, and the list's last TID into `new`
/// (`_bt_swap_posting`). Returns the new list, which is as long as before; `new` is then inserted
/// after it.
pub(crate) fn swap(new: &mut [u8], posting: &[u8], at: usize) -> Result<Vec<u8>> {
    let n = tuple::n_posting(posting);
    if !(at > 0 && at < n) {
        return crate::err!(
            INTERNAL_ERROR,
            "posting list tuple with {n} items cannot be split at offset {at}"
        );
    }
    let max = tuple::max_heap_tid(posting);
    let mut out = posting[..tuple::size(posting)].to_vec();
    let from = tuple::block(posting) as usize + at * TID_SIZE;
    let moved = (n - at - 1) * TID_SIZE;
    out.copy_within(from..from + moved, from + TID_SIZE);
    out[from..from + TID_SIZE].copy_from_slice(&tuple::t_tid(new).to_bytes());
    tuple::set_t_tid(new, max);
    Ok(out)
}

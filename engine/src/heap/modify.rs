//! UPDATE, DELETE and row locks (`heap_update`, `heap_delete`, `heap_lock_tuple`).

use super::{Relation, TupleState};
use crate::bytes::Bytes;
use crate::error::Result;
use crate::ids::{CommandId, ItemPointer};
use crate::store::Store;

/// What `update` calls where `heap_update` toasts: gets the new tuple and the old one, returns the
/// tuple to store.
pub type Toast<'a> = &'a mut dyn FnMut(&mut Store, Vec<u8>, &[u8]) -> Result<Vec<u8>>;

/// What an UPDATE or DELETE did.
#[derive(Clone, Debug)]
pub struct UpdateOutcome {
    /// `Ok` when it was done; else why not (already changed by the own command, gone).
    pub state: TupleState,
    /// Where the new version is.
    pub tid: ItemPointer,
    /// Whether it needs no new index entries (`HeapTupleIsHeapOnly`).
    pub hot: bool,
    /// The old version's bytes as they were before.
    pub old: Bytes,
}

/// Replaces the row at `otid` by `new` (a formed tuple, not toasted yet). `toast` is called for
/// tables when `heap_update` would: the old or new tuple has external values, or the new one is
/// longer than 2032 bytes.
pub fn update(
    _st: &mut Store,
    _rel: &Relation,
    _otid: ItemPointer,
    _new: Vec<u8>,
    _cid: CommandId,
    _toast: Toast<'_>,
) -> Result<UpdateOutcome> {
    todo!("update")
}

/// Deletes the row at `tid`. The caller then deletes the external values of `old`
/// (`heap_toast_delete`).
pub fn delete(
    _st: &mut Store,
    _rel: &Relation,
    _tid: ItemPointer,
    _cid: CommandId,
) -> Result<UpdateOutcome> {
    todo!("delete")
}

/// `SELECT ... FOR UPDATE` and weaker: 0 KEY SHARE, 1 SHARE, 2 NO KEY UPDATE, 3 UPDATE.
pub fn lock_tuple(
    _st: &mut Store,
    _rel: &Relation,
    _tid: ItemPointer,
    _cid: CommandId,
    _mode: u8,
) -> Result<TupleState> {
    todo!("lock_tuple")
}

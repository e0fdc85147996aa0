//! A heap tuple's header, read and written in place. All take the tuple's bytes from `t_xmin` on.

use super::layout::infomask::*;
use super::layout::*;
use crate::ids::{BlockNumber, ItemPointer, TransactionId};

/// The 16-bit number at an offset.
#[inline]
fn u16_at(t: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([t[at], t[at + 1]])
}
/// The 32-bit number at an offset.
#[inline]
fn u32_at(t: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([t[at], t[at + 1], t[at + 2], t[at + 3]])
}
/// Writes a 16-bit number at an offset.
#[inline]
fn put16(t: &mut [u8], at: usize, v: u16) {
    t[at..at + 2].copy_from_slice(&v.to_le_bytes());
}
/// Writes a 32-bit number at an offset.
#[inline]
fn put32(t: &mut [u8], at: usize, v: u32) {
    t[at..at + 4].copy_from_slice(&v.to_le_bytes());
}

/// Returns xmin as it is stored: the inserter's xid, even if the row is frozen
/// (`HeapTupleHeaderGetRawXmin`).
#[inline]
pub fn raw_xmin(t: &[u8]) -> TransactionId {
    TransactionId(u32_at(t, T_XMIN))
}
/// Returns xmin; that of frozen rows is 2 (`HeapTupleHeaderGetXmin`).
pub fn xmin(t: &[u8]) -> TransactionId {
    if infomask(t) & HEAP_XMIN_FROZEN == HEAP_XMIN_FROZEN {
        TransactionId::FROZEN
    } else {
        raw_xmin(t)
    }
}
/// Returns xmax as it is stored: the xid that deleted, updated or locked the row, or 0
/// (`HeapTupleHeaderGetRawXmax`).
#[inline]
pub fn raw_xmax(t: &[u8]) -> TransactionId {
    TransactionId(u32_at(t, T_XMAX))
}
/// Returns the command id that is stored, which may stand for two
/// (`HeapTupleHeaderGetRawCommandId`).
#[inline]
pub fn raw_command_id(t: &[u8]) -> u32 {
    u32_at(t, T_FIELD3)
}
/// Returns where the next version of the row is; the last version points at itself (`t_ctid`).
#[inline]
pub fn ctid(t: &[u8]) -> ItemPointer {
    ItemPointer::from_bytes([t[12], t[13], t[14], t[15], t[16], t[17]])
}
/// Returns the first flags (`t_infomask`).
#[inline]
pub fn infomask(t: &[u8]) -> u16 {
    u16_at(t, T_INFOMASK)
}
/// Returns the number of columns and the second flags (`t_infomask2`).
#[inline]
pub fn infomask2(t: &[u8]) -> u16 {
    u16_at(t, T_INFOMASK2)
}
/// Returns the byte offset at which the columns start (`t_hoff`).
#[inline]
pub fn hoff(t: &[u8]) -> usize {
    usize::from(t[T_HOFF])
}
/// Returns how many columns the row stores; columns that were added later are not among them
/// (`HeapTupleHeaderGetNatts`).
#[inline]
pub fn natts(t: &[u8]) -> usize {
    usize::from(infomask2(t) & HEAP_NATTS_MASK)
}
/// Whether a null bitmap is there (`HeapTupleHasNulls`).
#[inline]
pub fn has_nulls(t: &[u8]) -> bool {
    infomask(t) & HEAP_HASNULL != 0
}
/// Whether some value is out of line (`HeapTupleHasExternal`).
pub fn has_external(t: &[u8]) -> bool {
    infomask(t) & HEAP_HASEXTERNAL != 0
}
/// Whether an UPDATE put the next version on the same page, without new index entries
/// (`HeapTupleIsHotUpdated`).
pub fn is_hot_updated(t: &[u8]) -> bool {
    let mask = infomask(t);
    infomask2(t) & HEAP_HOT_UPDATED != 0
        && mask & HEAP_XMAX_INVALID == 0
        && mask & HEAP_XMIN_FROZEN != HEAP_XMIN_INVALID
}
/// Whether no index entry points at the row, because a HOT update made it (`HeapTupleIsHeapOnly`).
pub fn is_heap_only(t: &[u8]) -> bool {
    infomask2(t) & HEAP_ONLY_TUPLE != 0
}
/// Whether the row is frozen: visible to everyone, whatever xmin is (`HeapTupleHeaderXminFrozen`).
pub fn xmin_frozen(t: &[u8]) -> bool {
    infomask(t) & HEAP_XMIN_FROZEN == HEAP_XMIN_FROZEN
}
/// Whether the inserter is known to have committed, as it is for frozen rows
/// (`HeapTupleHeaderXminCommitted`).
pub fn xmin_committed(t: &[u8]) -> bool {
    infomask(t) & HEAP_XMIN_COMMITTED != 0
}
/// Whether the inserter is known to have aborted (`HeapTupleHeaderXminInvalid`).
pub fn xmin_invalid(t: &[u8]) -> bool {
    infomask(t) & HEAP_XMIN_FROZEN == HEAP_XMIN_INVALID
}
/// Whether xmax, by the bits in `mask` (`t_infomask`), only locked the row
/// (`HEAP_XMAX_IS_LOCKED_ONLY`).
pub fn xmax_locked_only(mask: u16) -> bool {
    mask & HEAP_XMAX_LOCK_ONLY != 0
        || mask & (HEAP_XMAX_IS_MULTI | HEAP_LOCK_MASK) == HEAP_XMAX_EXCL_LOCK
}

/// Sets `t_xmin`.
pub fn set_xmin(t: &mut [u8], xid: TransactionId) {
    put32(t, T_XMIN, xid.0);
}
/// Sets `t_xmax`.
pub fn set_xmax(t: &mut [u8], xid: TransactionId) {
    put32(t, T_XMAX, xid.0);
}
/// Sets `t_cid`, which holds cmin or cmax.
pub fn set_raw_command_id(t: &mut [u8], cid: u32) {
    put32(t, T_FIELD3, cid);
}
/// Sets the command that inserted the row, which is then no combo command
/// (`HeapTupleHeaderSetCmin`).
pub fn set_cmin(t: &mut [u8], cid: u32) {
    put32(t, T_FIELD3, cid);
    let mask = infomask(t) & !HEAP_COMBOCID;
    set_infomask(t, mask);
}
/// Sets the command that deleted the row; `is_combo`: `cid` stands for an inserting and a deleting
/// one (`HeapTupleHeaderSetCmax`).
pub fn set_cmax(t: &mut [u8], cid: u32, is_combo: bool) {
    put32(t, T_FIELD3, cid);
    let mask = infomask(t) & !HEAP_COMBOCID;
    set_infomask(t, if is_combo { mask | HEAP_COMBOCID } else { mask });
}
/// The `t_ctid` of a speculative insertion (`HeapTupleHeaderSetSpeculativeToken`).
pub fn speculative_ctid(token: u32) -> ItemPointer {
    ItemPointer { block: BlockNumber(token), offset: SPEC_TOKEN_OFFSET_NUMBER }
}
/// Whether `t_ctid` is a speculative token (`HeapTupleHeaderIsSpeculative`).
pub fn is_speculative(t: &[u8]) -> bool {
    ctid(t).offset == SPEC_TOKEN_OFFSET_NUMBER
}
/// Sets `t_ctid`.
pub fn set_ctid(t: &mut [u8], tid: ItemPointer) {
    t[T_CTID..T_CTID + 6].copy_from_slice(&tid.to_bytes());
}
/// Sets `t_infomask`.
pub fn set_infomask(t: &mut [u8], mask: u16) {
    put16(t, T_INFOMASK, mask);
}
/// Sets `t_infomask2`.
pub fn set_infomask2(t: &mut [u8], mask: u16) {
    put16(t, T_INFOMASK2, mask);
}

/// The names of the bits that are set, first those of single bits, then those of combinations, in
/// the order in which pageinspect's `heap_tuple_infomask_flags` lists them.
pub fn infomask_names(mask: u16, mask2: u16) -> (Vec<&'static str>, Vec<&'static str>) {
    const RAW: [(u16, &str); 15] = [
        (HEAP_HASNULL, "HEAP_HASNULL"),
        (HEAP_HASVARWIDTH, "HEAP_HASVARWIDTH"),
        (HEAP_HASEXTERNAL, "HEAP_HASEXTERNAL"),
        (HEAP_HASOID_OLD, "HEAP_HASOID_OLD"),
        (HEAP_XMAX_KEYSHR_LOCK, "HEAP_XMAX_KEYSHR_LOCK"),
        (HEAP_COMBOCID, "HEAP_COMBOCID"),
        (HEAP_XMAX_EXCL_LOCK, "HEAP_XMAX_EXCL_LOCK"),
        (HEAP_XMAX_LOCK_ONLY, "HEAP_XMAX_LOCK_ONLY"),
        (HEAP_XMIN_COMMITTED, "HEAP_XMIN_COMMITTED"),
        (HEAP_XMIN_INVALID, "HEAP_XMIN_INVALID"),
        (HEAP_XMAX_COMMITTED, "HEAP_XMAX_COMMITTED"),
        (HEAP_XMAX_INVALID, "HEAP_XMAX_INVALID"),
        (HEAP_XMAX_IS_MULTI, "HEAP_XMAX_IS_MULTI"),
        (HEAP_UPDATED, "HEAP_UPDATED"),
        (HEAP_MOVED_OFF, "HEAP_MOVED_OFF"),
    ];
    const RAW2: [(u16, &str); 3] = [
        (HEAP_KEYS_UPDATED, "HEAP_KEYS_UPDATED"),
        (HEAP_HOT_UPDATED, "HEAP_HOT_UPDATED"),
        (HEAP_ONLY_TUPLE, "HEAP_ONLY_TUPLE"),
    ];
    const COMBINED: [(u16, &str); 3] = [
        (HEAP_XMAX_SHR_LOCK, "HEAP_XMAX_SHR_LOCK"),
        (HEAP_XMIN_FROZEN, "HEAP_XMIN_FROZEN"),
        (HEAP_MOVED, "HEAP_MOVED"),
    ];
    let mut raw: Vec<_> = RAW.iter().filter(|(b, _)| mask & b != 0).map(|(_, n)| *n).collect();
    if mask & HEAP_MOVED_IN != 0 {
        raw.push("HEAP_MOVED_IN");
    }
    raw.extend(RAW2.iter().filter(|(b, _)| mask2 & b != 0).map(|(_, n)| *n));
    let combined = COMBINED.iter().filter(|(b, _)| mask & b == *b).map(|(_, n)| *n).collect();
    (raw, combined)
}

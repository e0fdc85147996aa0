//! Freezing: a row's xmin and xmax are replaced by flags that never age (`heap_prepare_freeze_tuple`,
//! `heap_execute_freeze_tuple`).
//!
//! ```text
//!            infomask before                      after
//!  inserted  0x0902 XMIN_COMMITTED|XMAX_INVALID   0x0b02 XMIN_FROZEN|XMAX_INVALID
//!  updated   0x2902 ... |UPDATED                  0x2b02      (11014 with a TOAST pointer: 0x2b06)
//! ```
//!
//! xmin stays readable in its field; an xmax that did not commit becomes 0. Simplified: nothing of the
//! VACUUM FULL before 9.0, and no multixact is replaced by another: none has a member that runs while
//! VACUUM does.

use crate::err;
use crate::error::Result;
use crate::ids::{OffsetNumber, TransactionId};
use crate::tuple::header;
use crate::tuple::layout::infomask::{
    HEAP_HOT_UPDATED, HEAP_KEYS_UPDATED, HEAP_XMAX_BITS, HEAP_XMAX_INVALID, HEAP_XMAX_IS_MULTI,
    HEAP_XMIN_FROZEN,
};
use crate::xact::{Status, TransactionManager};

/// From where on xids are kept, and what was frozen before.
#[derive(Clone, Copy, Debug)]
pub struct FreezeCutoffs {
    /// `relfrozenxid` as it is: nothing older should be there.
    pub rel_frozen_xid: TransactionId,
    /// xids before this must be frozen (`FreezeLimit`).
    pub freeze_limit: TransactionId,
    /// xids before this can be frozen, once something of the page is: `FreezeLimit` up to 15, `OldestXmin`
    /// from 16 on.
    pub may_freeze: TransactionId,
    /// Whether multixacts are removed of which a member changed the row and aborted: up to 15 only by a VACUUM that
    /// freezes all.
    pub multixacts: bool,
}

/// What freezing makes of a row's header (`xl_heap_freeze_tuple`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrozenHeader {
    xmax: TransactionId,
    infomask: u16,
    infomask2: u16,
}

impl FrozenHeader {
    /// Removes xmax, whose transaction did not change the row in the end (`FRM_INVALIDATE_XMAX`).
    fn remove_xmax(&mut self) {
        self.xmax = TransactionId::INVALID;
        self.infomask = self.infomask & !HEAP_XMAX_BITS | HEAP_XMAX_INVALID;
        self.infomask2 &= !(HEAP_HOT_UPDATED | HEAP_KEYS_UPDATED);
    }
    /// The plan's bytes in the log (`xl_heap_freeze_tuple`).
    pub(super) fn to_log(self, off: OffsetNumber) -> [u8; 12] {
        let mut b = [0; 12];
        b[..4].copy_from_slice(&self.xmax.0.to_le_bytes());
        b[4..6].copy_from_slice(&off.0.to_le_bytes());
        b[6..8].copy_from_slice(&self.infomask2.to_le_bytes());
        b[8..10].copy_from_slice(&self.infomask.to_le_bytes());
        b
    }
    /// The sort key of plans in the log (`heap_log_freeze_cmp`).
    pub(super) fn order(self) -> (u32, u16, u16) {
        (self.xmax.0, self.infomask2, self.infomask)
    }
    /// The bytes of a freeze plan for `rows` rows in the log (`xl_heap_freeze_plan`).
    pub(super) fn to_plan(self, rows: u16) -> [u8; 12] {
        let mut b = [0; 12];
        b[..4].copy_from_slice(&self.xmax.0.to_le_bytes());
        b[4..6].copy_from_slice(&self.infomask2.to_le_bytes());
        b[6..8].copy_from_slice(&self.infomask.to_le_bytes());
        b[10..].copy_from_slice(&rows.to_le_bytes());
        b
    }
}

/// What [`prepare`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreezePlan {
    /// The new header, if anything changes.
    pub header: Option<FrozenHeader>,
    /// Whether no xid that ages is left then.
    pub totally_frozen: bool,
    /// Whether an xid is so old that the page must be frozen (`freeze_required`).
    pub required: bool,
}

/// The oldest xid that stays, if the page is frozen and if it is not (`HeapPageFreeze`).
#[derive(Clone, Copy, Debug)]
pub struct Oldest {
    /// If it is.
    pub frozen: TransactionId,
    /// If it is not.
    pub not_frozen: TransactionId,
    /// The oldest multixact that stays, which it does only where pages are not frozen as a whole.
    pub multi: TransactionId,
}

/// The oldest xid and multixact that stay in a table (`NewRelfrozenXid`, `NewRelminMxid`); invalid: not known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    /// The xid.
    pub xid: TransactionId,
    /// The multixact.
    pub multi: TransactionId,
}

/// Decides what to freeze in a row; lowers `oldest` to the oldest xid that remains.
pub fn prepare(
    xact: &TransactionManager,
    tuple: &[u8],
    cutoffs: FreezeCutoffs,
    oldest: &mut Oldest,
) -> Result<FreezePlan> {
    let FreezeCutoffs { rel_frozen_xid, freeze_limit, may_freeze, multixacts } = cutoffs;
    let (mut required, mut multixact_removed) = (false, false);
    let mut stays = |xid: TransactionId, frozen: bool| {
        required |= xid.precedes(freeze_limit);
        if xid.precedes(oldest.not_frozen) {
            oldest.not_frozen = xid;
        }
        if !frozen && xid.precedes(oldest.frozen) {
            oldest.frozen = xid;
        }
    };
    let mut new = FrozenHeader {
        xmax: header::raw_xmax(tuple),
        infomask: header::infomask(tuple),
        infomask2: header::infomask2(tuple),
    };
    let before = new;
    let xmin = header::xmin(tuple);
    let mut xmin_frozen = true;
    if xmin.is_normal() {
        if xmin.precedes(rel_frozen_xid) {
            return err!(
                DATA_CORRUPTED,
                "found xmin {xmin} from before relfrozenxid {rel_frozen_xid}"
            );
        }
        xmin_frozen = xmin.precedes(may_freeze);
        stays(xmin, xmin_frozen);
        if xmin_frozen {
            if xact.status(xmin) != Status::Committed {
                return err!(
                    DATA_CORRUPTED,
                    "uncommitted xmin {xmin} from before xid cutoff {freeze_limit} needs to be frozen"
                );
            }
            new.infomask |= HEAP_XMIN_FROZEN;
        }
    }
    let xmax = new.xmax;
    let mut xmax_frozen = true;
    if new.infomask & HEAP_XMAX_IS_MULTI != 0 {
        // One that only locks has no members for those who come later (`GetMultiXactIdMembers`).
        xmax_frozen = multixacts || header::xmax_locked_only(new.infomask);
        if xmax_frozen {
            multixact_removed = true;
            new.remove_xmax();
        } else {
            // Nothing is done about it (`FRM_NOOP`).
            oldest.multi.0 = oldest.multi.0.min(xmax.0);
            xact.multixacts.members(xmax).iter().for_each(|m| stays(m.xid, false));
        }
    } else if xmax.is_normal() {
        if xmax.precedes(rel_frozen_xid) {
            return err!(
                DATA_CORRUPTED,
                "found xmax {xmax} from before relfrozenxid {rel_frozen_xid}"
            );
        }
        xmax_frozen = xmax.precedes(may_freeze);
        stays(xmax, xmax_frozen);
        if xmax_frozen {
            if !header::xmax_locked_only(new.infomask) && xact.status(xmax) == Status::Committed {
                return err!(DATA_CORRUPTED, "cannot freeze committed xmax {xmax}");
            }
            new.remove_xmax();
        }
    } else if xmax.is_valid() && new.infomask & HEAP_XMAX_INVALID == 0 {
        return err!(
            DATA_CORRUPTED,
            "found xmax {xmax} (infomask 0x{:04x}) not frozen, not multi, not normal",
            new.infomask
        );
    }
    Ok(FreezePlan {
        header: (new != before).then_some(new),
        totally_frozen: xmin_frozen && xmax_frozen,
        required: required || multixact_removed,
    })
}

/// Writes the frozen header (`heap_execute_freeze_tuple`).
pub fn execute(tuple: &mut [u8], new: &FrozenHeader) {
    header::set_xmax(tuple, new.xmax);
    header::set_infomask(tuple, new.infomask);
    header::set_infomask2(tuple, new.infomask2);
}

/// Freezes a row that is not on a page yet (`heap_freeze_tuple`).
pub fn freeze_tuple(
    xact: &TransactionManager,
    tuple: &mut [u8],
    cutoffs: FreezeCutoffs,
) -> Result<()> {
    let limit = cutoffs.freeze_limit;
    let mut oldest = Oldest { frozen: limit, not_frozen: limit, multi: limit };
    if let Some(new) = prepare(xact, tuple, cutoffs, &mut oldest)?.header {
        execute(tuple, &new);
    }
    Ok(())
}

/// Whether the row has an xid that must be frozen some day (`heap_tuple_needs_eventual_freeze`).
pub fn needs_eventual_freeze(tuple: &[u8]) -> bool {
    header::xmin(tuple).is_normal() || header::raw_xmax(tuple).is_normal()
}

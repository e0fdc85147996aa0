//! How a row is locked, and what its xmax becomes when it is locked, updated or deleted
//! (`compute_new_xmax_infomask`).

use crate::ids::{Rmgr, TransactionId};
use crate::store::Store;
use crate::tuple::header;
use crate::tuple::layout::infomask::*;
use crate::wal::info::{
    XLOG_MULTIXACT_CREATE_ID, XLOG_MULTIXACT_ZERO_MEM_PAGE, XLOG_MULTIXACT_ZERO_OFF_PAGE,
};
use crate::xact::{Member, MemberStatus, Status};

/// How strongly a row is locked, from weak to strong (`LockTupleMode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LockMode {
    /// The key must stay (FOR KEY SHARE).
    KeyShare,
    /// The row must stay as it is (FOR SHARE).
    Share,
    /// All but the key may be changed (FOR NO KEY UPDATE).
    NoKeyExclusive,
    /// All may be changed, or the row deleted (FOR UPDATE).
    Exclusive,
}

impl LockMode {
    /// What a transaction that locks so, or changes the row, is in a multixact
    /// (`get_mxact_status_for_lock`).
    fn status(self, is_update: bool) -> MemberStatus {
        match (self, is_update) {
            (LockMode::Exclusive, true) => MemberStatus::Update,
            (_, true) => MemberStatus::NoKeyUpdate,
            (LockMode::KeyShare, false) => MemberStatus::ForKeyShare,
            (LockMode::Share, false) => MemberStatus::ForShare,
            (LockMode::NoKeyExclusive, false) => MemberStatus::ForNoKeyUpdate,
            (LockMode::Exclusive, false) => MemberStatus::ForUpdate,
        }
    }
    /// The lock that a member of a multixact has (`TUPLOCK_from_mxstatus`).
    fn of(status: MemberStatus) -> LockMode {
        match status {
            MemberStatus::ForKeyShare => LockMode::KeyShare,
            MemberStatus::ForShare => LockMode::Share,
            MemberStatus::ForNoKeyUpdate | MemberStatus::NoKeyUpdate => LockMode::NoKeyExclusive,
            MemberStatus::ForUpdate | MemberStatus::Update => LockMode::Exclusive,
        }
    }
    /// The bits of a row that is locked so: of `t_infomask`, and of `t_infomask2`.
    fn bits(self) -> (u16, u16) {
        match self {
            LockMode::KeyShare => (HEAP_XMAX_KEYSHR_LOCK, 0),
            LockMode::Share => (HEAP_XMAX_SHR_LOCK, 0),
            LockMode::NoKeyExclusive => (HEAP_XMAX_EXCL_LOCK, 0),
            LockMode::Exclusive => (HEAP_XMAX_EXCL_LOCK, HEAP_KEYS_UPDATED),
        }
    }
}

/// An xmax, with its bits of `t_infomask` and `t_infomask2`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Xmax {
    pub xmax: TransactionId,
    pub bits: (u16, u16),
}

/// The xmax for updating (`is_update`), deleting or locking a row whose header is `old`'s, by the
/// subtransaction `xid` (`compute_new_xmax_infomask`). A stronger lock of `xid` stays. Where another
/// one holds the row, both are members of a multixact, which is logged if it is new.
pub(super) fn new_xmax(
    st: &mut Store,
    old: &[u8],
    xid: TransactionId,
    mode: LockMode,
    is_update: bool,
) -> Xmax {
    let mask = header::infomask(old);
    if mask & HEAP_XMAX_INVALID != 0 {
        return alone(xid, mode, is_update);
    }
    let held = header::raw_xmax(old);
    let member = Member { xid, status: mode.status(is_update) };
    if mask & HEAP_XMAX_IS_MULTI != 0 {
        return joined(st, held, member).unwrap_or_else(|| alone(xid, mode, is_update));
    }
    let locked = header::xmax_locked_only(mask);
    let other = match st.xact.status(held) {
        Status::InProgress if held == xid => {
            let stays = if locked { mode.max(held_mode(old)) } else { mode };
            return alone(xid, stays, is_update);
        }
        Status::InProgress => held_mode(old).status(!locked),
        Status::Committed if !locked => held_mode(old).status(true),
        _ => return alone(xid, mode, is_update),
    };
    of_members(st, vec![Member { xid: held, status: other }, member])
}

/// The xmax of a row that nobody else holds.
fn alone(xid: TransactionId, mode: LockMode, is_update: bool) -> Xmax {
    let (lock, keys) = mode.bits();
    Xmax { xmax: xid, bits: (if is_update { 0 } else { HEAP_XMAX_LOCK_ONLY | lock }, keys) }
}

/// The xmax when a member joins the multixact `held` (`MultiXactIdExpand`); `None` if nobody holds the row
/// any more.
#[cold]
fn joined(st: &mut Store, held: TransactionId, member: Member) -> Option<Xmax> {
    let committed = st.xact.status(st.xact.updater(held)) == Status::Committed;
    if !st.xact.multixact_runs(held) && !committed {
        return None;
    }
    st.xact.multixacts.note_read(held);
    if st.xact.multixacts.members(held).contains(&member) {
        return Some(Xmax { xmax: held, bits: multixact_bits(st, held) });
    }
    let mut members = st.xact.lasting_members(held);
    members.push(member);
    Some(of_members(st, members))
}

/// The xmax of a row that these hold together; logs the multixact if it is new
/// (`MultiXactIdCreateFromMembers`).
#[cold]
fn of_members(st: &mut Store, mut members: Vec<Member>) -> Xmax {
    members.sort();
    let (id, new) = st.xact.multixacts.create(&members);
    if let Some(new) = new {
        let pages = [
            (XLOG_MULTIXACT_ZERO_OFF_PAGE, new.offsets_page),
            (XLOG_MULTIXACT_ZERO_MEM_PAGE, new.members_page),
        ];
        for (info, page) in pages {
            let Some(page) = page else { continue };
            let number = u64::from(page).to_le_bytes();
            st.wal.begin();
            st.wal.data(&number[..st.release.slru_page_number_size]);
            st.log(Rmgr::MultiXact, info);
        }
        st.wal.begin();
        let head = [new.id.0, new.offset, members.len() as u32];
        let pairs = members.iter().flat_map(|m| [m.xid.0, m.status as u32]);
        for word in head.into_iter().chain(pairs) {
            st.wal.data(&word.to_le_bytes());
        }
        let end = st.log(Rmgr::MultiXact, XLOG_MULTIXACT_CREATE_ID);
        st.xact.multixacts.logged(end);
    }
    Xmax { xmax: id, bits: multixact_bits(st, id) }
}

/// The bits of a row whose xmax is this multixact (`GetMultiXactIdHintBits`).
#[cold]
pub(super) fn multixact_bits(st: &Store, id: TransactionId) -> (u16, u16) {
    let members = st.xact.multixacts.members(id);
    let strongest = members.iter().map(|m| LockMode::of(m.status)).max();
    let (lock, keys) = strongest.unwrap_or(LockMode::KeyShare).bits();
    let only_locked = !members.iter().any(|m| m.status.is_update());
    (HEAP_XMAX_IS_MULTI | lock | if only_locked { HEAP_XMAX_LOCK_ONLY } else { 0 }, keys)
}

/// The lock mode in the header of a row whose xmax is one transaction, which locked or changed it.
fn held_mode(t: &[u8]) -> LockMode {
    let keys = header::infomask2(t) & HEAP_KEYS_UPDATED != 0;
    match header::infomask(t) & HEAP_LOCK_MASK {
        HEAP_XMAX_KEYSHR_LOCK => LockMode::KeyShare,
        HEAP_XMAX_SHR_LOCK => LockMode::Share,
        _ if keys => LockMode::Exclusive,
        _ => LockMode::NoKeyExclusive,
    }
}

/// Whether the own transaction holds the row at least so strongly (`heap_lock_tuple`).
pub(super) fn holds(st: &Store, t: &[u8], mode: LockMode) -> bool {
    let xmax = header::raw_xmax(t);
    if header::infomask(t) & HEAP_XMAX_IS_MULTI == 0 {
        return held_mode(t) >= mode;
    }
    let members = st.xact.multixacts.members(xmax);
    members.iter().any(|m| st.xact.is_current(m.xid) && LockMode::of(m.status) >= mode)
}

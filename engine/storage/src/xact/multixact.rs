//! Multixacts: the number that a row has as its xmax when several transactions hold it
//! (`multixact.c`). With one session these are a transaction and its savepoints: one has locked the
//! row, another locks it more strongly, updates or deletes it.
//!
//! ```text
//!   SELECT ... FOR SHARE (734);  SAVEPOINT s;  DELETE (735)
//!   xmax 1, HEAP_XMAX_IS_MULTI    multixact 1: 734 (sh), 735 (upd)
//! ```

use super::{Status, TransactionManager};
use crate::ids::{Lsn, TransactionId};
use crate::tuple::header;
use crate::tuple::layout::infomask::{HEAP_XMAX_INVALID, HEAP_XMAX_IS_MULTI};

/// What a member of a multixact does with the row, from weak to strong (`MultiXactStatus`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MemberStatus {
    /// FOR KEY SHARE.
    ForKeyShare,
    /// FOR SHARE.
    ForShare,
    /// FOR NO KEY UPDATE.
    ForNoKeyUpdate,
    /// FOR UPDATE.
    ForUpdate,
    /// An UPDATE that leaves the key as it is.
    NoKeyUpdate,
    /// A DELETE, or an UPDATE of the key.
    Update,
}

impl MemberStatus {
    /// Whether the member changes or deletes the row (`ISUPDATE_from_mxstatus`).
    pub fn is_update(self) -> bool {
        self > MemberStatus::ForUpdate
    }
}

/// A transaction that holds a row (`MultiXactMember`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The transaction, or a subtransaction.
    pub xid: TransactionId,
    /// How it holds the row.
    pub status: MemberStatus,
}

/// Members in a page of `pg_multixact/members` (`MULTIXACT_MEMBERS_PER_PAGE`): 409 groups of four,
/// of 20 bytes each.
const MEMBERS_PER_PAGE: u32 = 409 * 4;
/// Multixacts in a page of `pg_multixact/offsets` (`MULTIXACT_OFFSETS_PER_PAGE`).
const OFFSETS_PER_PAGE: u32 = 2048;

/// A multixact that was just made, as the log records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewMultiXact {
    /// Its number.
    pub id: TransactionId,
    /// Where its members begin in `pg_multixact/members`.
    pub offset: u32,
    /// The page of `pg_multixact/offsets` that begins with the next multixact.
    pub offsets_page: Option<u32>,
    /// The page of `pg_multixact/members` that begins among its members.
    pub members_page: Option<u32>,
}

/// A multixact.
#[derive(Clone, Debug)]
struct MultiXact {
    members: Vec<Member>,
    /// The first place in `pg_multixact/members` that was free before it.
    place: u32,
    /// Where its record ends in the log.
    logged: Lsn,
}

/// All multixacts of the cluster (`MultiXactStateData`, `pg_multixact`).
#[derive(Clone, Debug, Default)]
pub struct MultiXacts {
    /// Each, from number 1 on.
    all: Vec<MultiXact>,
    /// Members so far; the first place is never used.
    next_offset: u32,
    /// The numbers that the transaction made or read (`MXactCache`): equal members get one of them.
    cached: Vec<TransactionId>,
}

impl MultiXacts {
    /// The next number (`nextMXact`).
    pub fn next(&self) -> TransactionId {
        TransactionId(self.all.len() as u32 + 1)
    }
    /// Where the next one's members begin (`nextOffset`).
    pub fn next_offset(&self) -> u32 {
        self.next_offset
    }
    /// The members of a multixact (`GetMultiXactIdMembers`); none of a number that was not given.
    pub fn members(&self, id: TransactionId) -> &[Member] {
        self.all.get((id.0 as usize).wrapping_sub(1)).map_or(&[], |m| &m.members)
    }
    /// The multixact of these members: one that the transaction knows already, else a new one, which
    /// is to be logged (`MultiXactIdCreateFromMembers`). `members` are sorted.
    pub fn create(&mut self, members: &[Member]) -> (TransactionId, Option<NewMultiXact>) {
        if let Some(known) = self.cached.iter().copied().find(|id| self.members(*id) == members) {
            return (known, None);
        }
        let (id, count) = (self.next(), members.len() as u32);
        // Place 0 stands for none, and is left out.
        let (first, count) = match self.next_offset {
            0 => (1, count + 1),
            next => (next, count),
        };
        let from = self.next_offset;
        self.next_offset += count;
        let page = from.next_multiple_of(MEMBERS_PER_PAGE);
        let new = NewMultiXact {
            id,
            offset: first,
            offsets_page: (id.0 + 1)
                .is_multiple_of(OFFSETS_PER_PAGE)
                .then_some((id.0 + 1) / OFFSETS_PER_PAGE),
            members_page: (page < self.next_offset).then_some(page / MEMBERS_PER_PAGE),
        };
        let members = members.to_vec();
        self.all.push(MultiXact { members, place: from, logged: Lsn::INVALID });
        self.cached.push(id);
        (id, Some(new))
    }
    /// Notes that the transaction reads a multixact's members (`mXactCachePut`).
    pub fn note_read(&mut self, id: TransactionId) {
        if !self.cached.contains(&id) {
            self.cached.push(id);
        }
    }
    /// Forgets what the transaction made and read (`AtEOXact_MultiXact`).
    pub(super) fn end_transaction(&mut self) {
        self.cached.clear();
    }
    /// Notes where the record of the newest multixact ends in the log.
    pub fn logged(&mut self, end: Lsn) {
        if let Some(last) = self.all.last_mut() {
            last.logged = end;
        }
    }
    /// Forgets the multixacts whose records a crash has lost: those after `flushed`.
    pub fn lose_after(&mut self, flushed: Lsn) {
        while let Some(last) = self.all.pop_if(|last| last.logged > flushed) {
            self.next_offset = last.place;
        }
    }
}

impl TransactionManager {
    /// The transaction that updated or deleted the row (`HeapTupleHeaderGetUpdateXid`); `INVALID` if
    /// only others hold it.
    #[inline]
    pub fn update_xid(&self, t: &[u8]) -> TransactionId {
        let mask = header::infomask(t);
        let xmax = header::raw_xmax(t);
        if mask & (HEAP_XMAX_IS_MULTI | HEAP_XMAX_INVALID) != HEAP_XMAX_IS_MULTI
            || header::xmax_locked_only(mask)
        {
            return xmax;
        }
        self.updater(xmax)
    }
    /// The member of a multixact that changes the row (`MultiXactIdGetUpdateXid`); `INVALID` if there
    /// is none.
    #[cold]
    pub fn updater(&self, id: TransactionId) -> TransactionId {
        let members = self.multixacts.members(id);
        members.iter().find(|m| m.status.is_update()).map_or(TransactionId::INVALID, |m| m.xid)
    }
    /// Whether a member of the multixact runs (`MultiXactIdIsRunning`).
    #[cold]
    pub fn multixact_runs(&self, id: TransactionId) -> bool {
        self.multixacts.members(id).iter().any(|m| self.is_current(m.xid))
    }
    /// The members of a multixact that still count when another joins it (`MultiXactIdExpand`): those
    /// that run, and an updater that committed.
    pub fn lasting_members(&self, id: TransactionId) -> Vec<Member> {
        let lasts = |m: &&Member| match self.status(m.xid) {
            Status::InProgress => true,
            Status::Committed => m.status.is_update(),
            Status::Aborted => false,
        };
        self.multixacts.members(id).iter().filter(lasts).copied().collect()
    }
}

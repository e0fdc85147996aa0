//! The end of a transaction as a record has it (`ParseCommitRecord`, `ParseAbortRecord` in `xactdesc.c`).
//!
//! ```text
//! time 8 | xinfo 4 | database 4, tablespace 4 | n, subxacts 4 each | n, files 12 each
//!        | n, dropped statistics 12 each | n, invalidation messages 16 each
//!        | prepared xid 4, its name, 0 | origin's LSN 8, time 8
//! ```
//!
//! All but the time is there only when `xinfo` has its bit, and `xinfo` itself only when `xl_info` says so.
//! The plain COMMIT is 34 bytes: a record's header, 2 bytes for "main data, short", the time.

use super::info::*;
use super::read::{FileLocator, Record};
use super::words::RecordWords;
use crate::ids::{Lsn, Oid, Rmgr, TransactionId};
use crate::versions::StatisticsIds;

/// `xl_xact_stats_item`: an object whose statistics went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DroppedStatistics {
    /// `PgStat_Kind`: 2 is a relation, 3 a function.
    pub kind: u32,
    /// Its database.
    pub database: Oid,
    /// The object.
    pub object: Oid,
}

/// A commit or an abort, taken apart (`xl_xact_parsed_commit`, `xl_xact_parsed_abort`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XactEnd<'a> {
    /// Whether it committed.
    pub committed: bool,
    /// When, µs since 2000-01-01.
    pub time: i64,
    /// `xinfo`: which parts are there, and what else the commit does.
    pub xinfo: u32,
    /// The database and its tablespace; 0 and 0 when the record does not say.
    pub database: (u32, u32),
    /// Subtransactions that ended with it.
    pub subxacts: Vec<TransactionId>,
    /// Files that went.
    pub files: Vec<FileLocator>,
    /// Objects whose statistics went.
    pub dropped_statistics: Vec<DroppedStatistics>,
    /// What caches must forget: messages of [`MESSAGE`] bytes each (`SharedInvalidationMessage`).
    pub invalidations: &'a [u8],
    /// The transaction that had been prepared.
    pub prepared: Option<TransactionId>,
    /// Where and when it committed on the server it came from.
    pub origin: Option<(Lsn, i64)>,
}

/// Bytes of a `SharedInvalidationMessage`.
pub const MESSAGE: usize = 16;

/// The part of the record that is not read yet. A damaged record may be shorter than it says: what
/// is missing is 0, and a list ends with the bytes.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    /// The next `n` bytes, or as many as there are.
    fn take(&mut self, n: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(n.min(self.0.len()));
        self.0 = rest;
        taken
    }
    /// The next 32-bit number.
    fn u32(&mut self) -> u32 {
        RecordWords(self.take(4)).u32(0)
    }
    /// The next 64-bit number.
    fn u64(&mut self) -> u64 {
        RecordWords(self.take(8)).u64(0)
    }
    /// Reads a count and that many items of `size` bytes; returns the bytes of the items.
    fn list(&mut self, size: usize) -> &'a [u8] {
        let count = (self.u32() as usize).min(self.0.len() / size);
        self.take(count * size)
    }
}

impl<'a> XactEnd<'a> {
    /// The commit or abort that a record holds; `None` for other records.
    pub fn of(record: &Record<'a>, ids: StatisticsIds) -> Option<XactEnd<'a>> {
        let ends = record.rmgr() == Some(Rmgr::Transaction);
        if ends { XactEnd::parse(record.info, record.main, ids) } else { None }
    }

    /// Parses a transaction's end from `xl_info` and the main data.
    pub fn parse(info: u8, main: &'a [u8], ids: StatisticsIds) -> Option<XactEnd<'a>> {
        let committed = match info & XACT_OPMASK {
            XACT_COMMIT | XACT_COMMIT_PREPARED => true,
            XACT_ABORT | XACT_ABORT_PREPARED => false,
            _ => return None,
        };
        let mut rest = Rest(main);
        let time = rest.u64() as i64;
        let xinfo = if info & XACT_HAS_INFO != 0 { rest.u32() } else { 0 };
        let mut end = XactEnd { committed, time, xinfo, ..XactEnd::default() };
        let has = |bit: u32| xinfo & bit != 0;
        if has(XACT_XINFO_HAS_DBINFO) {
            end.database = (rest.u32(), rest.u32());
        }
        if has(XACT_XINFO_HAS_SUBXACTS) {
            let xid = |b: &[u8]| TransactionId(RecordWords(b).u32(0));
            end.subxacts = rest.list(4).chunks(4).map(xid).collect();
        }
        if has(XACT_XINFO_HAS_RELFILENODES) {
            let file = |b: &[u8]| {
                let d = RecordWords(b);
                FileLocator { tablespace: d.u32(0), database: d.u32(4), file: d.u32(8) }
            };
            end.files = rest.list(12).chunks(12).map(file).collect();
        }
        if has(XACT_XINFO_HAS_DROPPED_STATS) {
            let item = |b: &[u8]| {
                let d = RecordWords(b);
                let (kind, database, object) = (d.u32(0), Oid(d.u32(4)), Oid(d.u32(8)));
                DroppedStatistics { kind, database, object }
            };
            let size = 8 + ids.size();
            end.dropped_statistics = rest.list(size).chunks(size).map(item).collect();
        }
        // Only commits say what to forget.
        if committed && has(XACT_XINFO_HAS_INVALS) {
            end.invalidations = rest.list(MESSAGE);
        }
        if has(XACT_XINFO_HAS_TWOPHASE) {
            end.prepared = Some(TransactionId(rest.u32()));
            if has(XACT_XINFO_HAS_GID) {
                let name = rest.0.iter().take_while(|b| **b != 0).count();
                rest.take(name + 1);
            }
        }
        if has(XACT_XINFO_HAS_ORIGIN) {
            end.origin = Some((Lsn(rest.u64()), rest.u64() as i64));
        }
        Some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(numbers: &[u32]) -> Vec<u8> {
        numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
    }

    /// Every part but the time is there: two subtransactions, a file, its statistics, one message.
    fn all_parts() -> (u32, Vec<u8>) {
        let xinfo = 0x1ff & !XACT_XINFO_HAS_AE_LOCKS;
        let mut main = words(&[7, 0, xinfo, 5, 1663]);
        main.extend(words(&[2, 731, 732]));
        main.extend(words(&[1, 1663, 5, 16384]));
        main.extend(words(&[1, 2, 5, 16390]));
        main.extend(words(&[1, 0xfe, 5, 16390, 0]));
        main.extend(words(&[730]));
        main.extend(b"gid\0");
        main.extend(words(&[0x0200_0028, 0, 9, 0]));
        (xinfo, main)
    }

    #[test]
    fn parts_stand_in_the_servers_order() {
        let (xinfo, main) = all_parts();
        let end = XactEnd::parse(XACT_COMMIT_PREPARED | XACT_HAS_INFO, &main, StatisticsIds::Oid)
            .unwrap();
        let file = FileLocator { tablespace: 1663, database: 5, file: 16384 };
        let dropped = DroppedStatistics { kind: 2, database: Oid(5), object: Oid(16390) };
        let expected = XactEnd {
            committed: true,
            time: 7,
            xinfo,
            database: (5, 1663),
            subxacts: vec![TransactionId(731), TransactionId(732)],
            files: vec![file],
            dropped_statistics: vec![dropped],
            invalidations: &main[68..84],
            prepared: Some(TransactionId(730)),
            origin: Some((Lsn(0x0200_0028), 9)),
        };
        assert_eq!(end, expected);
    }

    #[test]
    fn without_the_bit_in_info_there_is_only_the_time() {
        let (_, main) = all_parts();
        let expected = XactEnd { time: 7, ..XactEnd::default() };
        assert_eq!(XactEnd::parse(XACT_ABORT, &main, StatisticsIds::Oid), Some(expected));
        assert_eq!(XactEnd::parse(XACT_ASSIGNMENT, &main, StatisticsIds::Oid), None);
    }

    #[test]
    fn counts_that_say_more_than_there_is_end_with_the_bytes() {
        let (_, main) = all_parts();
        for length in 0..main.len() {
            let part = &main[..length];
            let end =
                XactEnd::parse(XACT_COMMIT | XACT_HAS_INFO, part, StatisticsIds::Oid).unwrap();
            assert!(end.subxacts.len() <= 2 && end.files.len() <= 1);
        }
        let endless = words(&[7, 0, XACT_XINFO_HAS_SUBXACTS, u32::MAX, 731]);
        let info = XACT_COMMIT | XACT_HAS_INFO;
        let end = XactEnd::parse(info, &endless, StatisticsIds::Oid).unwrap();
        assert_eq!(end.subxacts, [TransactionId(731)]);
    }
}

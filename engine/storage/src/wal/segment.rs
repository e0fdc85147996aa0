//! Segments: the log as files of 16 MB, as the server writes them and `pg_waldump` reads them.
//!
//! ```text
//! 10 d1  06 00  01 00 00 00  00 00 00 02 00 00 00 00  00 00 00 00  ........  sysid 8  00 00 00 01  00 20 00 00
//! magic  long   timeline     address 0/2000000        rest of the  padding            16 MB        8 kB
//!                                                     record before
//! ```
//!
//! [`parse`] reads a segment of any origin. What it meets that is not a log is the end of what it
//! returns, as it is for the server's recovery.

use super::layout::*;
use super::{Log, Lsn, Rmgr, Wal, info, read};
use crate::page::layout::maxalign;
use crate::versions::Release;

/// The system identifier of the modelled cluster; the server's is made of the time and the process
/// id of initdb.
pub const SYSTEM_IDENTIFIER: u64 = 0x746f_6173_7473_636f;

/// A segment's file name (`XLogFileName`).
pub fn file_name(segment: u64, segment_size: u64) -> String {
    let per_id = (1u64 << 32) / segment_size;
    format!("{TIMELINE:08X}{:08X}{:08X}", segment / per_id, segment % per_id)
}

const PAGE: usize = XLOG_BLCKSZ as usize;

/// Writes bytes at a place.
fn put(out: &mut [u8], at: usize, bytes: &[u8]) {
    out[at..at + bytes.len()].copy_from_slice(bytes);
}

/// Writes the header of the page at byte `at` of a segment, whose bytes are `out` and whose number is `segment`;
/// `continued` is how many bytes of a record continue on the page.
fn page_header(out: &mut [u8], magic: u16, segment: u64, at: usize, continued: usize) {
    let first = at == 0;
    let size = out.len() as u64;
    let page = &mut out[at..at + PAGE];
    let mut flags = XLP_BKP_REMOVABLE;
    if first {
        flags |= XLP_LONG_HEADER;
        put(page, 24, &SYSTEM_IDENTIFIER.to_le_bytes());
        put(page, 32, &(size as u32).to_le_bytes());
        put(page, 36, &(XLOG_BLCKSZ as u32).to_le_bytes());
    }
    if continued > 0 {
        flags |= XLP_FIRST_IS_CONTRECORD;
        put(page, 16, &(continued as u32).to_le_bytes());
    }
    put(page, 0, &magic.to_le_bytes());
    put(page, 2, &flags.to_le_bytes());
    put(page, 4, &TIMELINE.to_le_bytes());
    put(page, 8, &(segment * size + at as u64).to_le_bytes());
}

/// The numbers of the segments that have records which are still kept.
pub fn segments(log: &Log) -> std::ops::RangeInclusive<u64> {
    let g = log.geometry();
    let size = g.segment_size;
    let first = g.start(log.first_pos()).0;
    // One whose beginning was dropped is not whole any more.
    let whole = log.first_pos() == log.start_pos() || first.is_multiple_of(size);
    first / size + u64::from(!whole)..=g.end(log.end_pos()).0.saturating_sub(1) / size
}

/// The bytes of a segment, with zeros after the last record.
pub fn segment(wal: &Wal, number: u64) -> Vec<u8> {
    let (log, magic) = (&wal.log, wal.release.log_page_magic);
    let g = log.geometry();
    let size = g.segment_size;
    let mut out = vec![0u8; size as usize];
    let from = number * g.usable();
    let Some(first) = log.covering(from) else { return out };
    for (pos, record) in log.records_at(first) {
        if pos >= from + g.usable() {
            break;
        }
        let mut done = 0;
        while done < record.len() {
            let lsn = g.start(pos + done as u64).0;
            let within = (lsn % size) as usize;
            let room = PAGE - within % PAGE;
            let n = room.min(record.len() - done);
            if lsn / size == number {
                let page = within - within % PAGE;
                let header = if page == 0 { LONG_PAGE_HEADER } else { SHORT_PAGE_HEADER };
                // What stands first on a page may be the rest of a record.
                let goes_on = done > 0 && within % PAGE == header as usize;
                if goes_on || out[page] == 0 {
                    let rest = if goes_on { record.len() - done } else { 0 };
                    page_header(&mut out, magic, number, page, rest);
                }
                out[within..within + n].copy_from_slice(&record[done..done + n]);
            }
            done += n;
        }
    }
    out
}

/// A segment taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// The PostgreSQL version that wrote it.
    pub release: &'static Release,
    /// Where it begins.
    pub start: Lsn,
    /// The timeline.
    pub timeline: u32,
    /// The cluster's identifier.
    pub system_identifier: u64,
    /// Bytes of a segment (`wal_segment_size`).
    pub size: u64,
    /// Bytes of a record that began in the segment before.
    pub continued: u64,
    /// The records that begin here and are whole, with where they begin.
    pub records: Vec<(Lsn, Vec<u8>)>,
    /// Where what was understood ends.
    pub end: Lsn,
    /// The last record goes on in the next segment.
    pub cut: bool,
    /// Why it ends there, in the server's words (`XLogReaderValidatePageHeader`, `ValidXLogRecord`).
    pub why: String,
}

struct Reader<'a> {
    magic: u16,
    bytes: &'a [u8],
    start: u64,
    at: usize,
}

impl Reader<'_> {
    /// The 32-bit number at a place.
    fn u32(&self, at: usize) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes.get(at..at + 4)?.try_into().ok()?))
    }
    /// The 64-bit number at a place.
    fn u64(&self, at: usize) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes.get(at..at + 8)?.try_into().ok()?))
    }
    /// Skips a page's header. Returns how many bytes of a record it says continue on the page;
    /// `None` if the header is invalid.
    fn header(&mut self) -> Option<u32> {
        let page = self.at;
        let words = self.u32(page)?;
        let (magic, flags) = (words as u16, (words >> 16) as u16);
        let place = self.u64(page + 8)?;
        if magic != self.magic || (page > 0 && place != self.start + page as u64) {
            return None;
        }
        let long = flags & XLP_LONG_HEADER != 0;
        self.at += if long { LONG_PAGE_HEADER } else { SHORT_PAGE_HEADER } as usize;
        let goes_on = flags & XLP_FIRST_IS_CONTRECORD != 0;
        Some(if goes_on { self.u32(page + 16)? } else { 0 })
    }
    /// Appends the next `n` bytes of records, across page boundaries; `None` if the file or the log
    /// ends before.
    fn take(&mut self, mut n: usize, out: &mut Vec<u8>) -> Option<()> {
        while n > 0 {
            if self.at.is_multiple_of(PAGE) {
                if self.at >= self.bytes.len() || self.header()? as usize != n {
                    return None;
                }
                continue;
            }
            let room = (PAGE - self.at % PAGE).min(n);
            out.extend_from_slice(self.bytes.get(self.at..self.at + room)?);
            self.at += room;
            n -= room;
        }
        Some(())
    }
}

/// Parses a segment; `None` if its first page is of no known version.
pub fn parse(bytes: &[u8]) -> Option<Segment> {
    let magic = u16::from_le_bytes([*bytes.first()?, *bytes.get(1)?]);
    let release = Release::of_log_page(magic)?;
    let mut r = Reader { magic, bytes, start: 0, at: 0 };
    r.start = r.u64(8)?;
    // The first page of a segment says how large it is, others do not.
    if r.u32(0)? >> 16 & u32::from(XLP_LONG_HEADER) == 0 {
        return None;
    }
    let rest = r.header()? as usize;
    let mut s = Segment {
        start: Lsn(r.start),
        timeline: r.u32(4)?,
        system_identifier: r.u64(24)?,
        size: u64::from(r.u32(32)?),
        continued: rest as u64,
        release,
        ..Segment::default()
    };
    let mut skipped = Vec::new();
    if r.take(rest, &mut skipped).is_none() {
        s.end = Lsn(r.start + bytes.len() as u64);
        s.cut = true;
        s.why = "the record goes on in the next segment".into();
        return Some(s);
    }
    let mut prev = None;
    loop {
        r.at = maxalign(r.at);
        s.end = Lsn(r.start + r.at as u64);
        if r.at.is_multiple_of(PAGE) {
            if r.at >= bytes.len() {
                s.why = "the file ends".into();
                break;
            }
            let (page, magic) = (r.at, r.u32(r.at).unwrap_or(0) as u16);
            match r.header() {
                Some(0) => {}
                Some(_) => {
                    s.why = format!("unexpected contrecord flag at {}", s.end);
                    break;
                }
                None if magic != r.magic => {
                    s.why = format!("invalid magic number {magic:04X}, offset {page}");
                    break;
                }
                None => {
                    s.why = format!("unexpected pageaddr, offset {page}");
                    break;
                }
            }
        }
        let at = Lsn(r.start + r.at as u64);
        let length = r.u32(r.at).unwrap_or(0) as usize;
        if length < RECORD_HEADER {
            s.why = format!("invalid record length at {at}: wanted {RECORD_HEADER}, got {length}");
            break;
        }
        let mut record = Vec::with_capacity(length.min(1 << 20));
        if r.take(length, &mut record).is_none() {
            s.cut = r.at >= bytes.len();
            s.why = if s.cut {
                "the record goes on in the next segment".into()
            } else {
                format!("there is no contrecord flag at {}", Lsn(r.start + r.at as u64))
            };
            break;
        }
        let parsed = match read::Record::parse(&record, true) {
            Ok(parsed) => parsed,
            Err(read::Malformed::Checksum) => {
                s.why = format!("incorrect resource manager data checksum in record at {at}");
                break;
            }
            Err(_) => {
                s.why = format!("invalid record at {at}");
                break;
            }
        };
        if prev.is_some_and(|p| p != parsed.prev) {
            s.why = format!("record with incorrect prev-link {} at {at}", parsed.prev);
            break;
        }
        prev = Some(at);
        let switches =
            parsed.rmgr() == Some(Rmgr::Xlog) && parsed.info & !XLR_INFO_MASK == info::XLOG_SWITCH;
        s.records.push((at, record));
        if switches {
            s.end = Lsn(r.start + maxalign(r.at) as u64);
            s.why = "the segment was switched".into();
            break;
        }
    }
    Some(s)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::EventSink;
    use crate::ids::TransactionId;

    #[test]
    fn what_is_written_is_read() {
        let mut wal = Wal::new(EventSink::default(), usize::MAX);
        let body = vec![7u8; 20_000];
        for n in 0..1200usize {
            let main = &body[..n * 37 % 20_000];
            wal.insert_plain(TransactionId(730), Rmgr::Xlog, info::XLOG_NOOP, main);
        }
        let log = &wal.log;
        assert_eq!(segments(log), 2..=2);
        let bytes = segment(&wal, 2);
        let s = parse(&bytes).unwrap();
        assert_eq!((s.start, s.size, s.cut), (Lsn(0x0200_0000), 16 << 20, false));
        assert_eq!(s.records.len(), 1200);
        assert_eq!(s.end, log.end_lsn());
        let written: Vec<_> =
            log.records(Lsn(0)).map(|(p, r)| (log.geometry().start(p), r)).collect();
        assert_eq!(s.records, written);
        // Anything else is refused or cut short, never a panic.
        assert!(parse(&[]).is_none());
        for cut in [1, 39, 41, 8192, 8200, 70_001] {
            let _ = parse(&bytes[..cut]);
        }
        let mut broken = bytes.clone();
        broken[100_000] ^= 1;
        assert!(parse(&broken).unwrap().records.len() < 1200);
    }
}

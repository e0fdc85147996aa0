//! The log as a row of bytes: records one after the other, without the page headers that a file
//! has between them, so that a record is one piece. A byte's number here (`XLogBytePos`) and its
//! LSN are two names for one place.
//!
//! ```text
//! LSN        0/2000000            0/2000028                0/2002000   0/2002018
//! file       | long header 40     | records ...            | header 24 | ... records |
//! byte pos                        1 segment's worth + 0 ...              + 8152
//! ```
//!
//! Records are kept in [pieces](Piece) of 1 MB. When more is written than is to be kept, the oldest piece
//! goes, unless recovery would begin in it; counts go on.

use super::layout::*;
use super::piece::{PIECE, Piece, Pieces};
use crate::ids::Lsn;

/// How byte positions and LSNs go together for a size of segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentGeometry {
    /// Bytes of a segment (`wal_segment_size`).
    pub segment_size: u64,
}

impl SegmentGeometry {
    const IN_PAGE: u64 = XLOG_BLCKSZ - SHORT_PAGE_HEADER;
    const IN_FIRST_PAGE: u64 = XLOG_BLCKSZ - LONG_PAGE_HEADER;

    /// How many bytes of records fit into a segment (`UsableBytesInSegment`).
    pub fn usable(self) -> u64 {
        self.segment_size / XLOG_BLCKSZ * Self::IN_PAGE - (LONG_PAGE_HEADER - SHORT_PAGE_HEADER)
    }
    /// The LSN of a byte position. The end of a record lies before the header of the next page, a
    /// start after it.
    fn place(self, pos: u64, is_end: bool) -> Lsn {
        let segment = pos / self.usable();
        let left = pos % self.usable();
        let within = if left < Self::IN_FIRST_PAGE {
            if is_end && left == 0 { 0 } else { left + LONG_PAGE_HEADER }
        } else {
            let left = left - Self::IN_FIRST_PAGE;
            let (pages, left) = (left / Self::IN_PAGE, left % Self::IN_PAGE);
            let header = if is_end && left == 0 { 0 } else { SHORT_PAGE_HEADER };
            XLOG_BLCKSZ + pages * XLOG_BLCKSZ + left + header
        };
        Lsn(segment * self.segment_size + within)
    }
    /// The LSN of a record that starts at a byte position (`XLogBytePosToRecPtr`).
    pub fn start(self, pos: u64) -> Lsn {
        self.place(pos, false)
    }
    /// The LSN of a record's end, from its byte position. A record that fills its page ends at the
    /// page's end, not after the next page's header (`XLogBytePosToEndRecPtr`).
    pub fn end(self, pos: u64) -> Lsn {
        self.place(pos, true)
    }
    /// The byte position of an LSN (`XLogRecPtrToBytePos`); an LSN inside a page header becomes the
    /// position of the first byte after it.
    pub fn pos(self, lsn: Lsn) -> u64 {
        let segment = lsn.0 / self.segment_size;
        let within = lsn.0 % self.segment_size;
        let (page, offset) = (within / XLOG_BLCKSZ, within % XLOG_BLCKSZ);
        let left = if page == 0 {
            offset.saturating_sub(LONG_PAGE_HEADER)
        } else {
            Self::IN_FIRST_PAGE
                + (page - 1) * Self::IN_PAGE
                + offset.saturating_sub(SHORT_PAGE_HEADER)
        };
        segment * self.usable() + left
    }
}

/// The bytes written so far, as far as they are kept.
#[derive(Clone, Debug)]
pub struct Log {
    geometry: SegmentGeometry,
    pieces: Pieces,
    /// The byte position of the next record.
    end: u64,
    /// The last record's LSN.
    prev: Lsn,
    /// Bytes that are kept at least.
    keep: usize,
    kept: usize,
    /// The byte position that recovery would begin at: what follows is kept.
    needed: u64,
    first: u64,
}

impl Log {
    /// A log whose first record will be at `start`.
    pub fn new(segment_size: u64, start: Lsn, keep: usize) -> Log {
        let geometry = SegmentGeometry { segment_size };
        let end = geometry.pos(start);
        Log {
            geometry,
            pieces: Pieces::default(),
            end,
            prev: Lsn::INVALID,
            keep,
            kept: 0,
            needed: end,
            first: end,
        }
    }
    /// The segment size and page layout that turn byte positions into LSNs.
    pub fn geometry(&self) -> SegmentGeometry {
        self.geometry
    }
    /// The LSN at which the next record will begin (`GetXLogInsertRecPtr`).
    pub fn insert_lsn(&self) -> Lsn {
        self.geometry.start(self.end)
    }
    /// The LSN at which the last record ends.
    pub fn end_lsn(&self) -> Lsn {
        self.geometry.end(self.end)
    }
    /// The byte position at which the next record will begin.
    pub fn end_pos(&self) -> u64 {
        self.end
    }
    /// The byte position of the oldest record that is kept.
    pub fn first_pos(&self) -> u64 {
        self.pieces.first().map_or(self.end, |p| p.start)
    }
    /// The byte position at which the log began.
    pub fn start_pos(&self) -> u64 {
        self.first
    }
    /// Sets how many bytes of the log are kept at least; `usize::MAX` keeps all.
    pub fn set_keep(&mut self, keep: usize) {
        self.keep = keep;
        self.shrink();
    }

    /// How many bytes are kept at least.
    pub(super) fn keep(&self) -> usize {
        self.keep
    }
    /// Sets the byte position from which recovery would begin; later records are kept.
    pub(super) fn set_needed(&mut self, pos: u64) {
        self.needed = pos;
    }

    /// Drops the oldest pieces that are neither to be kept nor needed by recovery; returns the room that the last
    /// of them had.
    fn shrink(&mut self) -> Option<Vec<u8>> {
        let mut room = None;
        while let (Some(first), Some(next)) = (self.pieces.first(), self.pieces.get(1)) {
            if self.kept - first.length() < self.keep || next.start > self.needed {
                break;
            }
            let (length, left) = self.pieces.drop_first();
            self.kept -= length;
            room = left;
        }
        room
    }

    /// Begins a record of at most `most` bytes. The caller appends its bytes to the returned
    /// buffer, with length, `xl_prev` and checksum as 0.
    pub fn begin(&mut self, most: usize) -> &mut Vec<u8> {
        let fits = |p: &Piece| p.end() == self.end && p.length() + most + 8 <= PIECE;
        if !self.pieces.last().is_some_and(fits) {
            let room = self.shrink();
            self.pieces.begin(self.end, room);
        }
        self.pieces.last_mut().expect("one was just there or added").bytes_mut()
    }
    /// Ends the record that begins at byte `at` of the buffer that [`Log::begin`] returned. Returns
    /// its start, its end and its length.
    pub fn finish(&mut self, at: usize) -> (Lsn, Lsn, u32) {
        let start = self.geometry.start(self.end);
        let prev = self.prev;
        let bytes = self.pieces.last_mut().expect("a record was begun").bytes_mut();
        let length = bytes.len() - at;
        bytes[at..at + 4].copy_from_slice(&(length as u32).to_le_bytes());
        bytes[at + XL_PREV..at + XL_PREV + 8].copy_from_slice(&prev.0.to_le_bytes());
        let aligned = length.next_multiple_of(8);
        bytes.resize(at + aligned, 0);
        self.kept += aligned;
        self.end += aligned as u64;
        self.prev = start;
        (start, self.geometry.end(self.end), length as u32)
    }
    /// Switches to the next segment (`XLOG_SWITCH`), and returns the end of the last record.
    pub fn skip_segment(&mut self) -> Lsn {
        let usable = self.geometry.usable();
        let end = self.geometry.end(self.end);
        self.end = self.end.next_multiple_of(usable);
        end
    }

    /// Removes the log from `end` on, which was never written to disk; `end` is where a record
    /// ends.
    pub fn cut(&mut self, end: Lsn) {
        let pos = self.geometry.pos(end);
        while self.pieces.last().is_some_and(|p| p.start >= pos) {
            self.kept -= self.pieces.drop_last();
        }
        if let Some(last) = self.pieces.last()
            && last.end() > pos
        {
            self.kept -= (last.end() - pos) as usize;
            let keep = (pos - last.start) as usize;
            self.pieces.last_mut().expect("there is one").bytes_mut().truncate(keep);
        }
        if pos < self.end {
            self.end = pos;
            let last = pos.checked_sub(1).and_then(|p| self.covering(p));
            self.prev = last.map_or(Lsn::INVALID, |p| self.geometry.start(p));
        }
    }

    /// The record at a byte position, with its checksum; `None` if it is no longer kept.
    pub fn record(&self, pos: u64) -> Option<Vec<u8>> {
        let i = self.pieces.at(pos)?;
        let from = (pos - self.pieces.get(i)?.start) as usize;
        let mut record = self.pieces.read(i, |bytes| {
            let bytes = bytes.get(from..)?;
            let length = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?) as usize;
            Some(bytes.get(..length)?.to_vec())
        })?;
        let crc = super::crc::of_record(&record);
        record[XL_CRC..XL_CRC + 4].copy_from_slice(&crc.to_le_bytes());
        Some(record)
    }
    /// The byte position of the first record at or after `pos`, if there is one.
    pub fn find(&self, pos: u64) -> Option<u64> {
        (self.pieces.at(pos).unwrap_or(0)..self.pieces.count()).find_map(|i| {
            let start = self.pieces.get(i)?.start;
            self.pieces.read(i, |bytes| {
                let mut at = 0;
                while at < bytes.len() {
                    if start + at as u64 >= pos {
                        return Some(start + at as u64);
                    }
                    let length = bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
                    at += (length as usize).next_multiple_of(8);
                }
                None
            })
        })
    }
    /// The byte positions and bytes of all records from the first one at or after `from`, oldest
    /// first.
    pub fn records(&self, from: Lsn) -> impl Iterator<Item = (u64, Vec<u8>)> + '_ {
        self.records_from(self.find(self.geometry.pos(from)))
    }
    /// The byte positions and bytes of all records from this byte position on.
    pub fn records_at(&self, pos: u64) -> impl Iterator<Item = (u64, Vec<u8>)> + '_ {
        self.records_from(Some(pos))
    }
    /// The records from a byte position on, each with its position.
    fn records_from(&self, mut next: Option<u64>) -> impl Iterator<Item = (u64, Vec<u8>)> + '_ {
        std::iter::from_fn(move || {
            let pos = next?;
            let record = self.record(pos)?;
            next = self.after(pos + (record.len() as u64).next_multiple_of(8));
            Some((pos, record))
        })
    }
    /// The byte position of the record that the byte at `pos` belongs to, or of the next one.
    pub fn covering(&self, pos: u64) -> Option<u64> {
        let mut at = self.pieces.get(self.pieces.at(pos).unwrap_or(0))?.start;
        loop {
            let length = (self.record_length(at)? as u64).next_multiple_of(8);
            if at + length > pos {
                return Some(at);
            }
            at = self.after(at + length)?;
        }
    }
    /// The length of the record at a position (`xl_tot_len`).
    fn record_length(&self, pos: u64) -> Option<u32> {
        let i = self.pieces.at(pos)?;
        let at = (pos - self.pieces.get(i)?.start) as usize;
        self.pieces
            .read(i, |bytes| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?)))
    }
    /// The byte position of the record after one that ends at `end`.
    fn after(&self, end: u64) -> Option<u64> {
        let i = self.pieces.at(end)?;
        if end < self.pieces.get(i)?.end() {
            return Some(end);
        }
        self.pieces.get(i + 1).map(|p| p.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log that keeps all, with `count` records of 1,000 bytes each. Their content repeats itself, or does not.
    fn log_of(count: u64, repeats: bool) -> (Log, Vec<u64>) {
        let mut log = Log::new(SEGMENT_SIZE, Lsn(0x0200_0028), usize::MAX);
        let mut random = 1u64;
        let places = (0..count).map(|number| {
            let pos = log.end_pos();
            let buffer = log.begin(1_000);
            let at = buffer.len();
            buffer.resize(at + 24, 0);
            buffer.extend_from_slice(&number.to_le_bytes());
            for _ in 0..121 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let word = if repeats { 7 } else { random ^ random >> 29 };
                buffer.extend_from_slice(&word.to_le_bytes());
            }
            log.finish(at);
            pos
        });
        let places = places.collect();
        (log, places)
    }

    /// The numbers of the records at these byte positions.
    fn numbers(log: &Log, places: &[u64]) -> Vec<u64> {
        let number =
            |record: &[u8]| u64::from_le_bytes(record[24..32].try_into().expect("8 bytes"));
        places.iter().map(|&pos| number(&log.record(pos).expect("it is kept"))).collect()
    }

    #[test]
    fn records_of_compressed_pieces_are_read_in_any_order() {
        for repeats in [true, false] {
            let (log, places) = log_of(5_000, repeats);
            assert_eq!(log.pieces.count(), 5);
            assert_eq!(numbers(&log, &places), (0..5_000).collect::<Vec<_>>());
            let back: Vec<u64> = places.iter().rev().copied().collect();
            assert_eq!(numbers(&log, &back), (0..5_000).rev().collect::<Vec<_>>());
            assert_eq!(log.records_at(places[0]).count(), 5_000);
            assert_eq!(log.find(places[3_000] - 1), Some(places[3_000]));
            assert_eq!(log.covering(places[3_000] + 500), Some(places[3_000]));
        }
    }

    #[test]
    fn a_piece_that_repeats_itself_takes_a_fraction_of_its_bytes() {
        let memory =
            |log: &Log| (0..4).map(|i| log.pieces.get(i).map_or(0, Piece::memory)).sum::<usize>();
        assert!(memory(&log_of(5_000, true).0) < PIECE / 10);
        assert!(memory(&log_of(5_000, false).0) > 3 * PIECE);
    }

    #[test]
    fn a_log_that_was_cut_in_a_compressed_piece_goes_on_there() {
        let (mut log, places) = log_of(5_000, true);
        log.cut(log.geometry().end(places[2_500]));
        assert_eq!(log.end_pos(), places[2_500]);
        let at = log.begin(100).len();
        let buffer = log.begin(100);
        buffer.resize(at + 24, 0);
        buffer.extend_from_slice(&77u64.to_le_bytes());
        log.finish(at);
        assert_eq!(numbers(&log, &places[2_499..2_501]), [2_499, 77]);
        assert_eq!(log.find(places[2_500] + 1), None);
    }
}

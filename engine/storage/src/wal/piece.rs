//! Pieces of the log: a megabyte of records each, compressed once the next piece is begun.
//!
//! The log of a large statement is longer than the table it fills, and most of it is never read again. What
//! repeats itself in it (headers, chunks of a long document) compresses well: the log of `pg15/03` takes a
//! twentieth. A piece that is read is decompressed; the piece that was read last stays so, since records are read
//! one after the other.

use crate::codec::lz4;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Bytes of a piece.
pub(super) const PIECE: usize = 1 << 20;

/// Some of the log's records, one after the other, each at a multiple of 8 bytes.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The byte position of its first byte.
    pub(super) start: u64,
    content: Content,
}

/// A piece's bytes.
#[derive(Clone, Debug)]
enum Content {
    Plain(Vec<u8>),
    /// A stream of lz4, and how many bytes it gives.
    Compressed(Box<[u8]>, usize),
}

impl Piece {
    /// An empty piece that begins at a byte position. It keeps its bytes in `room`.
    pub(super) fn new(start: u64, mut room: Vec<u8>) -> Piece {
        room.clear();
        Piece { start, content: Content::Plain(room) }
    }

    /// How many bytes its records have.
    pub(super) fn length(&self) -> usize {
        match &self.content {
            Content::Plain(bytes) => bytes.len(),
            Content::Compressed(_, length) => *length,
        }
    }

    /// How many bytes of memory its records take.
    #[cfg(test)]
    pub(super) fn memory(&self) -> usize {
        match &self.content {
            Content::Plain(bytes) => bytes.len(),
            Content::Compressed(stream, _) => stream.len(),
        }
    }

    /// The byte position after its last record.
    pub(super) fn end(&self) -> u64 {
        self.start + self.length() as u64
    }

    /// Its bytes, to write; it is decompressed if it was compressed.
    pub(super) fn bytes_mut(&mut self) -> &mut Vec<u8> {
        if let Content::Compressed(stream, length) = &self.content {
            self.content = Content::Plain(decompressed(stream, *length));
        }
        match &mut self.content {
            Content::Plain(bytes) => bytes,
            Content::Compressed(..) => unreachable!("it was decompressed"),
        }
    }

    /// Gives up the piece, and returns its bytes if they are not compressed, for another piece's.
    pub(super) fn into_room(self) -> Option<Vec<u8>> {
        match self.content {
            Content::Plain(bytes) => Some(bytes),
            Content::Compressed(..) => None,
        }
    }

    /// Compresses the piece, if that at least halves it; its bytes are returned as room for the next piece.
    fn compress(&mut self) -> Option<Vec<u8>> {
        let Content::Plain(bytes) = &mut self.content else { return None };
        let mut stream = Vec::with_capacity(bytes.len() / 4);
        lz4::put_stream(bytes, &mut stream);
        if stream.len() > bytes.len() / 2 {
            return None;
        }
        let (length, room) = (bytes.len(), std::mem::take(bytes));
        self.content = Content::Compressed(stream.into_boxed_slice(), length);
        Some(room)
    }
}

/// The bytes of a compressed piece.
fn decompressed(stream: &[u8], length: usize) -> Vec<u8> {
    lz4_flex::block::decompress(stream, length).expect("a piece that was compressed decompresses")
}

/// The pieces of a log that are kept, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    /// Shared with the states that one can go back to.
    list: VecDeque<Rc<Piece>>,
    /// The compressed piece that was read last, by its start, decompressed.
    read_last: RefCell<Option<(u64, Rc<Vec<u8>>)>>,
}

impl Pieces {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// A piece by its number; `None` after the last.
    pub(super) fn get(&self, i: usize) -> Option<&Piece> {
        self.list.get(i).map(|piece| &**piece)
    }

    /// The oldest piece.
    pub(super) fn first(&self) -> Option<&Piece> {
        self.get(0)
    }

    /// The newest piece.
    pub(super) fn last(&self) -> Option<&Piece> {
        self.list.back().map(|piece| &**piece)
    }

    /// The newest piece, to write.
    pub(super) fn last_mut(&mut self) -> Option<&mut Piece> {
        self.list.back_mut().map(Rc::make_mut)
    }

    /// The number of the last piece that begins at or before a byte position; `None` if all begin after it.
    pub(super) fn at(&self, pos: u64) -> Option<usize> {
        self.list.partition_point(|piece| piece.start <= pos).checked_sub(1)
    }

    /// Begins a piece at a byte position, and compresses the one before it. The new piece keeps its bytes in
    /// `room`, or in what the compressed one left.
    pub(super) fn begin(&mut self, start: u64, room: Option<Vec<u8>>) {
        let left = self.list.back_mut().and_then(|piece| Rc::make_mut(piece).compress());
        let room = room.or(left).unwrap_or_else(|| Vec::with_capacity(PIECE));
        self.list.push_back(Rc::new(Piece::new(start, room)));
    }

    /// Drops the oldest piece, and returns how many bytes it had, and its bytes as room if nobody shares them.
    pub(super) fn drop_first(&mut self) -> (usize, Option<Vec<u8>>) {
        let Some(piece) = self.list.pop_front() else { return (0, None) };
        (piece.length(), Rc::try_unwrap(piece).ok().and_then(Piece::into_room))
    }

    /// Drops the newest piece, and returns how many bytes it had.
    pub(super) fn drop_last(&mut self) -> usize {
        *self.read_last.get_mut() = None;
        self.list.pop_back().map_or(0, |piece| piece.length())
    }

    /// Reads a piece's bytes; `None` if there is no piece of this number, or `read` gives nothing.
    pub(super) fn read<T>(&self, i: usize, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let piece = self.list.get(i)?;
        match &piece.content {
            Content::Plain(bytes) => read(bytes),
            Content::Compressed(stream, length) => {
                let mut last = self.read_last.borrow_mut();
                let bytes = match &*last {
                    Some((start, bytes)) if *start == piece.start => Rc::clone(bytes),
                    _ => Rc::new(decompressed(stream, *length)),
                };
                *last = Some((piece.start, Rc::clone(&bytes)));
                drop(last);
                read(&bytes)
            }
        }
    }
}

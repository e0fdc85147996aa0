//! Data blocks: the data of an entry, in pieces, which together are one compressed stream.
//!
//! ```text
//! | kind | int: the entry | int: length | bytes | int: length | bytes | ... | int: 0
//! ```

use crate::bytes::Bytes;
use crate::error::{Broken, Rule};
use crate::layout::{BLOCK_DATA, BLOCK_LARGE_OBJECTS, GZIP, LZ4, NONE};
use std::io::{self, Read};

/// The pieces of a block, read as one stream.
struct Pieces<'a> {
    bytes: Bytes<'a>,
    /// What is left of the piece.
    piece: &'a [u8],
    ended: bool,
    /// Why the pieces could not be read further.
    broken: Option<Broken>,
}

impl<'a> Pieces<'a> {
    /// The pieces that begin here.
    fn new(bytes: Bytes<'a>) -> Pieces<'a> {
        Pieces { bytes, piece: &[], ended: false, broken: None }
    }

    /// The next piece (`_CustomReadFunc` of `pg_backup_custom.c`); `None` after the last.
    fn next(&mut self) -> Result<Option<&'a [u8]>, Broken> {
        let length = self.bytes.count()?;
        if length == 0 {
            self.ended = true;
            return Ok(None);
        }
        self.bytes.take(length).map(Some)
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.piece.is_empty() && !self.ended {
            match self.next() {
                Ok(piece) => self.piece = piece.unwrap_or_default(),
                Err(broken) => {
                    let error = io::Error::new(io::ErrorKind::UnexpectedEof, broken.to_string());
                    self.broken = Some(broken);
                    return Err(error);
                }
            }
        }
        self.piece.read(buffer)
    }
}

/// Appends a block's data, decompressed, to a text. Returns where the block ends.
fn data(bytes: Bytes<'_>, compression: u8, text: &mut Vec<u8>) -> Result<usize, Broken> {
    let mut pieces = Pieces::new(bytes);
    let read = match compression {
        NONE => pieces.read_to_end(text),
        GZIP => flate2::read::ZlibDecoder::new(&mut pieces).read_to_end(text),
        LZ4 => lz4_flex::frame::FrameDecoder::new(&mut pieces).read_to_end(text),
        _ => structured_zstd::decoding::StreamingDecoder::new(&mut pieces).read_to_end(text),
    };
    if let Some(broken) = pieces.broken {
        return Err(broken);
    }
    if let Err(e) = read {
        return Bytes::broken(pieces.bytes.at, Rule::Stream(e.to_string()));
    }
    // The end of the stream may stand before the pieces' end.
    while !pieces.ended {
        pieces.next()?;
    }
    Ok(pieces.bytes.at)
}

/// Appends the data of an entry, whose block is here.
pub fn data_at(
    bytes: &Bytes<'_>,
    at: usize,
    entry: i64,
    compression: u8,
    text: &mut Vec<u8>,
) -> Result<(), Broken> {
    let mut bytes = bytes.clone();
    bytes.at = at;
    let kind = bytes.byte()?;
    if kind != BLOCK_DATA {
        return Bytes::broken(at, Rule::BlockKind(kind));
    }
    let found = bytes.int()?;
    if found != entry {
        return Bytes::broken(at, Rule::BlockOf { found, expected: entry });
    }
    data(bytes, compression, text).map(drop)
}

/// Where each block is: the entry whose data it has, and its first byte. An archive that was written to a pipe does
/// not say it (`_PrintTocData` looks through the blocks too).
pub fn places(bytes: &Bytes<'_>) -> Result<Vec<(i64, usize)>, Broken> {
    let mut bytes = bytes.clone();
    let mut places = Vec::new();
    while !bytes.is_at_end() {
        let at = bytes.at;
        let kind = bytes.byte()?;
        places.push((bytes.int()?, at));
        match kind {
            BLOCK_DATA => skip(&mut bytes)?,
            // Each large object has its number and its pieces; the number 0 ends them.
            BLOCK_LARGE_OBJECTS => {
                while bytes.int()? != 0 {
                    skip(&mut bytes)?;
                }
            }
            kind => return Bytes::broken(at, Rule::BlockKind(kind)),
        }
    }
    Ok(places)
}

/// Goes past the pieces that begin here.
fn skip(bytes: &mut Bytes<'_>) -> Result<(), Broken> {
    loop {
        match bytes.count()? {
            0 => return Ok(()),
            length => bytes.take(length).map(drop)?,
        }
    }
}

//! xz: LZMA2 by lzma-rust2, and one stream of many blocks.
//!
//! ```text
//!   fd 37 7a 58 5a 00  flags  CRC    block …   00 n (size, length)×n pad CRC   CRC size flags 59 5a
//!   └─ stream header, 12 bytes ──┘             └────────── index ─────────┘   └ footer, 12 bytes ┘
//! ```
//!
//! A block stands for itself, so that blocks made apart can follow one another; only the index has to
//! be written anew. Its sizes are multibyte integers, seven bits a byte, least significant first.

use crate::{Error, Method, read_all};
use lzma_rust2::{XzOptions, XzReader, XzWriter};
use std::io::Write;

/// Bytes of the stream's header, and of its footer.
const HEADER: usize = 12;
const FOOTER_MAGIC: &[u8] = b"YZ";

/// The error of a stream that cannot be read.
fn malformed(why: impl std::fmt::Display) -> Error {
    Error::Malformed(Method::Xz, why.to_string())
}

/// The dictionary size to use: the wanted one, but no larger than the data. That finds the same matches
/// with less memory.
pub fn window(wanted: u32, length: usize) -> u32 {
    let useful = u32::try_from(length.next_power_of_two()).unwrap_or(u32::MAX);
    wanted.min(useful.max(1 << 16))
}

/// An xz file of the data.
pub fn compress(level: u32, data: &[u8]) -> Result<Vec<u8>, Error> {
    let mut options = XzOptions::with_preset(level);
    options.lzma_options.dict_size = window(options.lzma_options.dict_size, data.len());
    let mut writer = XzWriter::new(Vec::new(), options).map_err(malformed)?;
    writer.write_all(data).map_err(malformed)?;
    writer.finish().map_err(malformed)
}

/// The data of an xz file; an error when they are longer than `limit` bytes.
pub fn decompress(packed: &[u8], limit: usize) -> Result<Vec<u8>, Error> {
    read_all(Method::Xz, XzReader::new(packed, true), limit)
}

/// Joins several xz streams into one stream with all of their blocks.
pub fn join(streams: &[Vec<u8>]) -> Result<Vec<u8>, Error> {
    let first = streams.first().ok_or_else(|| malformed("there are no blocks"))?;
    let mut whole = first.get(..HEADER).ok_or_else(|| malformed("it is cut off"))?.to_vec();
    let flags = [whole[6], whole[7]];
    let mut records = Vec::new();
    for stream in streams {
        let parts = Parts::of(stream)?;
        whole.extend(parts.blocks);
        records.extend(parts.records);
    }
    let mut index = vec![0];
    put_number(&mut index, records.len() as u64);
    for number in records.iter().flatten() {
        put_number(&mut index, *number);
    }
    index.resize(index.len().next_multiple_of(4), 0);
    index.extend(crc32fast::hash(&index).to_le_bytes());
    let mut end = ((index.len() / 4 - 1) as u32).to_le_bytes().to_vec();
    end.extend(flags);
    whole.extend(index);
    whole.extend(crc32fast::hash(&end).to_le_bytes());
    whole.extend(end);
    whole.extend(FOOTER_MAGIC);
    Ok(whole)
}

/// What lies between a stream's header and its index, and what the index says of it.
struct Parts<'a> {
    blocks: &'a [u8],
    /// For each block: its size without padding, and the length of its content.
    records: Vec<[u64; 2]>,
}

impl Parts<'_> {
    /// Finds the blocks of a stream by the index at its end.
    fn of(stream: &[u8]) -> Result<Parts<'_>, Error> {
        let cut = || malformed("it is cut off");
        let end = stream.len().checked_sub(HEADER).ok_or_else(cut)?;
        let footer = &stream[end..];
        if &footer[10..] != FOOTER_MAGIC {
            return Err(malformed("its last bytes are not YZ"));
        }
        let size = u32::from_le_bytes([footer[4], footer[5], footer[6], footer[7]]);
        let size = (size as usize + 1) * 4;
        let start = end.checked_sub(size).filter(|at| *at >= HEADER).ok_or_else(cut)?;
        let mut index = stream[start + 1..end].iter();
        let mut number = || take_number(&mut index).ok_or_else(cut);
        let count = number()?;
        let records =
            (0..count).map(|_| Ok([number()?, number()?])).collect::<Result<_, Error>>()?;
        Ok(Parts { blocks: &stream[HEADER..start], records })
    }
}

/// Appends a number, seven bits a byte, the low ones first.
fn put_number(to: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Reads a number of seven bits a byte, the low ones first.
fn take_number<'a>(from: &mut impl Iterator<Item = &'a u8>) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let byte = *from.next()?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

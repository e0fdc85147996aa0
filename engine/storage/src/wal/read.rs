//! A record's bytes taken apart (`xlogreader.c`, `DecodeXLogRecord`).
//!
//! Bytes of any origin may be given: what is not a record is an error, never a panic.

use super::layout::*;
use super::{Lsn, Rmgr, crc};
use crate::codec;
use crate::ids::{ForkNumber, TransactionId};
use crate::page::{BLCKSZ, PageBytes};
use crate::tuple::Compression;

/// A relation's file (`RelFileNode`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileLocator {
    /// The tablespace.
    pub tablespace: u32,
    /// The database; 0 for shared relations.
    pub database: u32,
    /// The file.
    pub file: u32,
}

/// The image of a page in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image<'a> {
    /// The bytes, compressed or not.
    pub bytes: &'a [u8],
    /// Where the hole begins.
    pub hole_offset: u16,
    /// How long it is.
    pub hole_length: u16,
    /// Whether it has a hole, is compressed and is applied: bits like [`BKPIMAGE_HAS_HOLE`]
    /// (`bimg_info`).
    pub info: u8,
}

impl Image<'_> {
    /// The compression method of the page image, if it is compressed.
    pub fn method(&self) -> Option<&'static str> {
        match self.info {
            i if i & BKPIMAGE_PGLZ != 0 => Some("pglz"),
            i if i & BKPIMAGE_LZ4 != 0 => Some("lz4"),
            i if i & BKPIMAGE_ZSTD != 0 => Some("zstd"),
            _ => None,
        }
    }
    /// Whether replay restores the page from this image (`BKPIMAGE_APPLY`).
    pub fn apply(&self) -> bool {
        self.info & BKPIMAGE_APPLY != 0
    }
    /// The page with its hole filled with zeros (`RestoreBlockImage`); `None` if the image is
    /// damaged.
    pub fn page(&self) -> Option<Box<PageBytes>> {
        let (offset, hole) = (usize::from(self.hole_offset), usize::from(self.hole_length));
        let length = BLCKSZ.checked_sub(hole)?;
        let plain = match self.method() {
            Some("pglz") => codec::decompress(Compression::Pglz, self.bytes, length).ok()?,
            Some("lz4") => codec::decompress(Compression::Lz4, self.bytes, length).ok()?,
            Some(_) => codec::zstd::decompress(self.bytes, length)?,
            None => self.bytes.to_vec(),
        };
        if plain.len() != length || offset > length {
            return None;
        }
        let mut page = Box::new([0u8; BLCKSZ]);
        page[..offset].copy_from_slice(&plain[..offset]);
        page[offset + hole..].copy_from_slice(&plain[offset..]);
        Some(page)
    }
}

/// A page that a record speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// Its number in the record.
    pub id: u8,
    /// The file.
    pub locator: FileLocator,
    /// The fork.
    pub fork: ForkNumber,
    /// The block.
    pub block: u32,
    /// The fork's number, and whether there are an image and data (`fork_flags`).
    pub flags: u8,
    /// The page's image.
    pub image: Option<Image<'a>>,
    /// Data that belongs to it.
    pub data: &'a [u8],
}

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// All of its bytes.
    pub bytes: &'a [u8],
    /// The transaction that wrote it, or 0 (`xl_xid`).
    pub xid: TransactionId,
    /// Where the record before it begins (`xl_prev`).
    pub prev: Lsn,
    /// The number of the resource manager (`xl_rmid`).
    pub rmid: u8,
    /// What kind of record of the manager's it is (`xl_info`).
    pub info: u8,
    /// The pages, in order.
    pub blocks: Vec<Block<'a>>,
    /// The replication origin, or 0 (`XLR_BLOCK_ID_ORIGIN`).
    pub origin: u16,
    /// The main data.
    pub main: &'a [u8],
}

/// Why bytes are no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// They end too early, or lengths do not add up.
    Length,
    /// The checksum is another.
    Checksum,
    /// A block header breaks a rule.
    Block,
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The next `n` bytes.
    fn take(&mut self, n: usize) -> Result<&'a [u8], Malformed> {
        let end = self.at.checked_add(n).ok_or(Malformed::Length)?;
        let out = self.bytes.get(self.at..end).ok_or(Malformed::Length)?;
        self.at = end;
        Ok(out)
    }
    /// The next byte.
    fn u8(&mut self) -> Result<u8, Malformed> {
        Ok(self.take(1)?[0])
    }
    /// The next 16-bit number.
    fn u16(&mut self) -> Result<u16, Malformed> {
        let b = self.take(2)?;
        Ok(u16::from_le_bytes([b[0], b[1]]))
    }
    /// The next 32-bit number.
    fn u32(&mut self) -> Result<u32, Malformed> {
        let b = self.take(4)?;
        Ok(u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
    }
    /// The next 64-bit number, which need not be aligned.
    fn u64(&mut self) -> Result<u64, Malformed> {
        Ok(u64::from(self.u32()?) | u64::from(self.u32()?) << 32)
    }
}

/// What a block's header said, until its bytes are found.
struct Header<'a> {
    block: Block<'a>,
    image: Option<(usize, Image<'a>)>,
    data: usize,
}

impl<'a> Record<'a> {
    /// The resource manager; `None` if it is a custom one.
    pub fn rmgr(&self) -> Option<Rmgr> {
        Rmgr::from_number(self.rmid)
    }
    /// The length of all page images in bytes.
    pub fn fpi_length(&self) -> usize {
        self.blocks.iter().filter_map(|b| b.image.as_ref()).map(|i| i.bytes.len()).sum()
    }
    /// The block reference with this id.
    pub fn block(&self, id: u8) -> Option<&Block<'a>> {
        self.blocks.iter().find(|b| b.id == id)
    }

    /// Parses a record from all its bytes. With `check`, a wrong CRC is an error.
    pub fn parse(bytes: &'a [u8], check: bool) -> Result<Record<'a>, Malformed> {
        let mut c = Cursor { bytes, at: 0 };
        let length = c.u32()? as usize;
        if length != bytes.len() || length < RECORD_HEADER {
            return Err(Malformed::Length);
        }
        let xid = TransactionId(c.u32()?);
        let prev = Lsn(c.u64()?);
        let (info, rmid) = (c.u8()?, c.u8()?);
        c.u16()?;
        if c.u32()? != crc::of_record(bytes) && check {
            return Err(Malformed::Checksum);
        }
        let mut headers: Vec<Header<'a>> = Vec::new();
        let mut origin = 0;
        let mut main = 0;
        // Headers come before the data they speak of: they end where only that is left.
        let mut remaining = bytes.len() - c.at;
        let mut total = 0;
        while remaining > total {
            match c.u8()? {
                ID_DATA_SHORT => {
                    main = usize::from(c.u8()?);
                    total += main;
                    remaining = bytes.len() - c.at;
                    break;
                }
                ID_DATA_LONG => {
                    main = c.u32()? as usize;
                    total += main;
                    remaining = bytes.len() - c.at;
                    break;
                }
                ID_ORIGIN => origin = c.u16()?,
                ID_TOPLEVEL_XID => {
                    c.u32()?;
                }
                id if id <= MAX_BLOCK_ID => {
                    let before = headers.last().map(|h| h.block.locator);
                    let h = block_header(&mut c, id, before)?;
                    total += h.data + h.image.as_ref().map_or(0, |(n, _)| *n);
                    headers.push(h);
                }
                _ => return Err(Malformed::Block),
            }
            remaining = bytes.len() - c.at;
        }
        if remaining != total {
            return Err(Malformed::Length);
        }
        let mut blocks = Vec::with_capacity(headers.len());
        for mut h in headers {
            if let Some((length, mut image)) = h.image {
                image.bytes = c.take(length)?;
                h.block.image = Some(image);
            }
            h.block.data = c.take(h.data)?;
            blocks.push(h.block);
        }
        let main = c.take(main)?;
        Ok(Record { bytes, xid, prev, rmid, info, blocks, origin, main })
    }
}

/// Reads the header of a block reference; `before` is the file of the one before, which it may
/// share.
fn block_header<'a>(
    c: &mut Cursor<'a>,
    id: u8,
    before: Option<FileLocator>,
) -> Result<Header<'a>, Malformed> {
    let flags = c.u8()?;
    let data = usize::from(c.u16()?);
    let fork = ForkNumber::from_number(flags & BKPBLOCK_FORK_MASK).ok_or(Malformed::Block)?;
    if (flags & BKPBLOCK_HAS_DATA != 0) != (data > 0) {
        return Err(Malformed::Block);
    }
    let mut image = None;
    if flags & BKPBLOCK_HAS_IMAGE != 0 {
        let length = usize::from(c.u16()?);
        let hole_offset = c.u16()?;
        let info = c.u8()?;
        let packed = info & (BKPIMAGE_PGLZ | BKPIMAGE_LZ4 | BKPIMAGE_ZSTD) != 0;
        let hole_length = match (packed, info & BKPIMAGE_HAS_HOLE != 0) {
            (true, true) => c.u16()?,
            (false, true) => (BLCKSZ - length.min(BLCKSZ)) as u16,
            (_, false) => 0,
        };
        if length > BLCKSZ || (!packed && length + usize::from(hole_length) != BLCKSZ) {
            return Err(Malformed::Block);
        }
        image = Some((length, Image { bytes: &[], hole_offset, hole_length, info }));
    }
    let locator = if flags & BKPBLOCK_SAME_REL != 0 {
        before.ok_or(Malformed::Block)?
    } else {
        FileLocator { tablespace: c.u32()?, database: c.u32()?, file: c.u32()? }
    };
    let block = c.u32()?;
    let block = Block { id, locator, fork, block, flags, image: None, data: &[] };
    Ok(Header { block, image, data })
}

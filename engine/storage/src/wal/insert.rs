//! Putting a record together and into the log (`xloginsert.c`).
//!
//! ```text
//! wal.begin()                        what follows belongs to one record
//! wal.data(b"..")                    main data
//! wal.buffer(0, buffer, flags)       a page it changes ...
//! wal.buffer_data(0, b"..")          ... and data that is not needed where the page is logged whole
//! store.log(rmgr, info)              header, blocks, images, data; the pages get its LSN
//! ```
//!
//! A page is logged whole the first time it changes after a checkpoint began: when its LSN is not
//! past the checkpoint's redo point. What is between `pd_lower` and `pd_upper` is left out (the
//! "hole"), and the rest may be compressed (`wal_compression`).
//!
//! What is registered is copied into buffers that are used again for the next record, so that a
//! record allocates nothing.

use super::layout::*;
use super::{Lsn, Rmgr, Wal, WalCompression};
use crate::buffer::{BufferId, BufferPool, BufferTag};
use crate::clock::{self, Kind};
use crate::codec;
use crate::event::{Event, WalBlock};
use crate::ids::{RelFileNode, TransactionId};
use crate::page::{self, BLCKSZ, PageBytes};
use crate::tuple::Compression;

/// A registered page (`registered_buffer`).
#[derive(Clone, Debug)]
pub(super) struct RegisteredBuffer {
    used: bool,
    flags: u8,
    tag: BufferTag,
    /// Where the page is pinned, unless its bytes are in `page`.
    buffer: Option<BufferId>,
    page: Vec<u8>,
    data: Vec<u8>,
    image: Image,
    /// The compressed image.
    packed: Vec<u8>,
}

/// A page of a relation that has none here, and the record's data for it.
pub(super) struct BlockHeader<'a> {
    pub file: RelFileNode,
    pub block: u32,
    pub data: &'a [u8],
}

/// `XLR_CHECK_CONSISTENCY`: the record carries its pages as they are after it.
const CHECK_CONSISTENCY: u8 = 0x02;

/// What of a page goes into the record.
#[derive(Clone, Copy, Debug, Default)]
struct Image {
    taken: bool,
    hole_offset: usize,
    hole_length: usize,
    info: u8,
    /// Bytes in the record.
    length: usize,
}

const BOX: u8 = BKPIMAGE_PGLZ | BKPIMAGE_LZ4 | BKPIMAGE_ZSTD;

impl Wal {
    /// Begins a record (`XLogBeginInsert`).
    #[inline]
    pub fn begin(&mut self) {
        self.main.clear();
        for slot in &mut self.slots[..self.slots_used] {
            slot.used = false;
        }
        self.slots_used = 0;
    }

    /// Registers a page under this number (`XLogRegisterBuffer`).
    fn slot(&mut self, id: usize, tag: BufferTag, flags: u8) -> &mut RegisteredBuffer {
        while self.slots.len() <= id {
            self.slots.push(RegisteredBuffer {
                used: false,
                flags: 0,
                tag,
                buffer: None,
                page: Vec::new(),
                data: Vec::new(),
                image: Image::default(),
                packed: Vec::new(),
            });
        }
        self.slots_used = self.slots_used.max(id + 1);
        let slot = &mut self.slots[id];
        slot.used = true;
        slot.flags = flags;
        slot.tag = tag;
        slot.data.clear();
        slot.image = Image::default();
        slot
    }

    /// Adds to the main data (`XLogRegisterData`).
    #[inline]
    pub fn data(&mut self, bytes: &[u8]) {
        self.main.extend_from_slice(bytes);
    }

    /// Registers a page that the record changes (`XLogRegisterBuffer`).
    pub fn buffer(&mut self, id: usize, pool: &BufferPool, buffer: BufferId, flags: u8) {
        let tag = pool.tag(buffer);
        self.slot(id, tag, flags).buffer = Some(buffer);
    }

    /// Registers a page that is not in the pool (`XLogRegisterBlock`).
    pub fn block(&mut self, id: usize, tag: BufferTag, page: &PageBytes, flags: u8) {
        let slot = self.slot(id, tag, flags);
        slot.buffer = None;
        slot.page.clear();
        slot.page.extend_from_slice(page);
    }

    /// Adds to a page's data (`XLogRegisterBufData`).
    #[inline]
    pub fn buffer_data(&mut self, id: usize, bytes: &[u8]) {
        self.slots[id].data.extend_from_slice(bytes);
    }

    /// Whether changing the page now would log its image (`XLogCheckBufferNeedsBackup`). A session
    /// notices a checkpoint, or a change of `full_page_writes`, only when it inserts a record; so the
    /// answer may be one checkpoint behind.
    pub fn needs_backup(&self, page: &PageBytes) -> bool {
        self.known_full_page_writes && page::lsn(page) <= self.known_redo.0
    }

    /// Learns of checkpoints made since the last record (`GetRedoRecPtr`).
    pub fn learn_redo(&mut self) {
        self.known_redo = self.redo;
    }

    /// Learns too whether pages are logged whole, as each record does when it goes into the log (`XLogInsertRecord`).
    fn learn_all(&mut self) {
        self.learn_redo();
        self.known_full_page_writes = self.full_page_writes;
    }

    /// Writes the record (`XLogInsert`), and sets the LSN of the registered pages, except one whose
    /// image was refused. Returns where the record ends.
    pub fn insert(
        &mut self,
        pool: &mut BufferPool,
        xid: TransactionId,
        rmgr: Rmgr,
        info: u8,
    ) -> Lsn {
        let mut images = 0;
        let mut image_bytes = 0;
        // A record is put together by what the session knows. When it goes into the log that turns out
        // to be old; only if more images are needed than were taken it is put together again
        // (`XLogInsertRecord`).
        if self.full_page_writes {
            self.learn_all();
        }
        let (full_page_writes, redo) = (self.known_full_page_writes, self.known_redo.0);
        let check = self.consistency_checking
            && matches!(rmgr, Rmgr::Heap | Rmgr::Heap2 | Rmgr::Btree | Rmgr::Sequence);
        let info = if check { info | CHECK_CONSISTENCY } else { info };
        for slot in self.slots[..self.slots_used].iter_mut().filter(|s| s.used) {
            let page = match slot.buffer {
                Some(b) => pool.page(b).bytes().as_slice(),
                None => &slot.page,
            };
            let Ok(page) = <&PageBytes>::try_from(page) else { continue };
            let needs_backup = if slot.flags & REGBUF_FORCE_IMAGE != 0 {
                true
            } else if slot.flags & REGBUF_NO_IMAGE != 0 {
                false
            } else {
                full_page_writes && page::lsn(page) <= redo
            };
            if needs_backup || check {
                slot.image = take_image(page, slot.flags, self.compression, &mut slot.packed);
                images += 1;
                image_bytes += slot.image.length;
            }
            if needs_backup {
                slot.data.clear();
                slot.image.info |= BKPIMAGE_APPLY;
            }
        }
        self.learn_all();
        let at = self.assemble(pool, xid, rmgr, info, image_bytes);
        self.wrote = true;
        let (start, end, length) = self.log.finish(at);
        self.usage.records += 1;
        self.usage.images += images;
        clock::add(Kind::WalRecord, 1);
        clock::add(Kind::WalImage, images);
        clock::add(Kind::WalByte, u64::from(length));
        self.usage.bytes += u64::from(length);
        for slot in self.slots[..self.slots_used].iter().filter(|s| s.used) {
            let refused = slot.flags & REGBUF_WILL_INIT == REGBUF_NO_IMAGE;
            if let Some(buffer) = slot.buffer
                && !refused
            {
                page::set_lsn(pool.page_mut(buffer).bytes_mut(), end);
            }
        }
        pool.logged_to(end);
        let slots = &self.slots[..self.slots_used];
        self.events.emit(|| Event::WalInserted {
            rmgr,
            info,
            lsn: start,
            length,
            fpi_length: image_bytes as u32,
            blocks: slots
                .iter()
                .filter(|s| s.used)
                .map(|s| WalBlock {
                    file: s.tag.file,
                    fork: s.tag.fork,
                    block: s.tag.block,
                    image: s.image.length as u16,
                })
                .collect(),
        });
        self.begin();
        end
    }

    /// Writes a record that has main data and no blocks.
    pub fn insert_plain(&mut self, xid: TransactionId, rmgr: Rmgr, info: u8, main: &[u8]) -> Lsn {
        self.learn_all();
        let bytes = self.log.begin(RECORD_HEADER + 5 + main.len());
        let at = bytes.len();
        put_header(bytes, xid, rmgr, info);
        put_main(bytes, main);
        self.finish_plain(at, rmgr, info)
    }

    /// Writes a record about one page that does not exist, so that it has no image.
    pub(super) fn insert_absent(
        &mut self,
        xid: TransactionId,
        rmgr: Rmgr,
        info: u8,
        page: BlockHeader<'_>,
        main: &[u8],
    ) -> Lsn {
        self.learn_all();
        let bytes = self.log.begin(RECORD_HEADER + 32 + page.data.len() + main.len());
        let at = bytes.len();
        put_header(bytes, xid, rmgr, info);
        let length = (page.data.len() as u16).to_le_bytes();
        bytes.extend_from_slice(&[0, BKPBLOCK_HAS_DATA, length[0], length[1]]);
        bytes.extend_from_slice(&relation_bytes(page.file.0));
        bytes.extend_from_slice(&page.block.to_le_bytes());
        put_main_header(bytes, main.len());
        bytes.extend_from_slice(page.data);
        bytes.extend_from_slice(main);
        self.finish_plain(at, rmgr, info)
    }

    /// Ends a record without images, which begins at offset `at` of its piece of the log.
    fn finish_plain(&mut self, at: usize, rmgr: Rmgr, info: u8) -> Lsn {
        self.wrote = true;
        let (start, end, length) = self.log.finish(at);
        self.usage.records += 1;
        self.usage.bytes += u64::from(length);
        clock::add(Kind::WalRecord, 1);
        clock::add(Kind::WalByte, u64::from(length));
        let fpi_length = 0;
        self.events.emit(|| Event::WalInserted {
            rmgr,
            info,
            lsn: start,
            length,
            fpi_length,
            blocks: Vec::new(),
        });
        end
    }

    /// Appends the record to the log (`XLogRecordAssemble`). Returns the offset at which it begins
    /// in its piece.
    fn assemble(
        &mut self,
        pool: &BufferPool,
        xid: TransactionId,
        rmgr: Rmgr,
        info: u8,
        image_bytes: usize,
    ) -> usize {
        let slots = &self.slots[..self.slots_used];
        let data: usize = slots.iter().filter(|s| s.used).map(|s| s.data.len()).sum();
        let most = RECORD_HEADER + slots.len() * 32 + 8 + data + image_bytes + self.main.len();
        let out = self.log.begin(most);
        let at = out.len();
        put_header(out, xid, rmgr, info);
        let mut relation = None;
        for (id, s) in slots.iter().enumerate().filter(|(_, s)| s.used) {
            let same = relation == Some(s.tag.file);
            relation = Some(s.tag.file);
            let mut flags = s.tag.fork as u8;
            if s.flags & REGBUF_WILL_INIT == REGBUF_WILL_INIT {
                flags |= BKPBLOCK_WILL_INIT;
            }
            if s.image.taken {
                flags |= BKPBLOCK_HAS_IMAGE;
            }
            if !s.data.is_empty() {
                flags |= BKPBLOCK_HAS_DATA;
            }
            if same {
                flags |= BKPBLOCK_SAME_REL;
            }
            let length = (s.data.len() as u16).to_le_bytes();
            out.extend_from_slice(&[id as u8, flags, length[0], length[1]]);
            if s.image.taken {
                out.extend_from_slice(&(s.image.length as u16).to_le_bytes());
                out.extend_from_slice(&(s.image.hole_offset as u16).to_le_bytes());
                out.push(s.image.info);
                if s.image.info & BOX != 0 && s.image.info & BKPIMAGE_HAS_HOLE != 0 {
                    out.extend_from_slice(&(s.image.hole_length as u16).to_le_bytes());
                }
            }
            if !same {
                out.extend_from_slice(&relation_bytes(s.tag.file.0));
            }
            out.extend_from_slice(&s.tag.block.0.to_le_bytes());
        }
        put_main_header(out, self.main.len());
        for s in slots.iter().filter(|s| s.used) {
            if s.image.taken {
                if s.image.info & BOX != 0 {
                    out.extend_from_slice(&s.packed);
                } else {
                    let page = match s.buffer {
                        Some(b) => pool.page(b).bytes().as_slice(),
                        None => &s.page,
                    };
                    let after = s.image.hole_offset + s.image.hole_length;
                    out.extend_from_slice(&page[..s.image.hole_offset]);
                    out.extend_from_slice(&page[after..]);
                }
            }
            out.extend_from_slice(&s.data);
        }
        out.extend_from_slice(&self.main);
        at
    }
}

/// A relation's file in a record (`RelFileNode`): tablespace, database, file.
pub fn relation_bytes(file: u32) -> [u8; 12] {
    let mut b = [0; 12];
    b[..4].copy_from_slice(&TABLESPACE.to_le_bytes());
    b[4..8].copy_from_slice(&DATABASE.to_le_bytes());
    b[8..].copy_from_slice(&file.to_le_bytes());
    b
}

/// Appends the header; its length, `xl_prev` and checksum are filled in later.
fn put_header(out: &mut Vec<u8>, xid: TransactionId, rmgr: Rmgr, info: u8) {
    let mut header = [0u8; RECORD_HEADER];
    header[XL_XID..XL_XID + 4].copy_from_slice(&xid.0.to_le_bytes());
    header[XL_INFO] = info;
    header[XL_RMID] = rmgr as u8;
    out.extend_from_slice(&header);
}

/// Appends the header of the main data, with a length of one byte or four.
fn put_main_header(out: &mut Vec<u8>, length: usize) {
    match length {
        0 => {}
        1..=255 => out.extend_from_slice(&[ID_DATA_SHORT, length as u8]),
        _ => {
            out.push(ID_DATA_LONG);
            out.extend_from_slice(&(length as u32).to_le_bytes());
        }
    }
}

/// Appends the main data with its header.
fn put_main(out: &mut Vec<u8>, main: &[u8]) {
    put_main_header(out, main.len());
    out.extend_from_slice(main);
}

/// The image of a page: without its hole, and compressed if that is asked for and saves something
/// (`XLogCompressBackupBlock`).
fn take_image(
    page: &PageBytes,
    flags: u8,
    compression: WalCompression,
    packed: &mut Vec<u8>,
) -> Image {
    let (lower, upper) = (page::lower(page), page::upper(page));
    let hole = flags & REGBUF_STANDARD != 0
        && lower >= page::layout::SIZE_OF_PAGE_HEADER
        && upper > lower
        && upper <= BLCKSZ;
    let (hole_offset, hole_length) = if hole { (lower, upper - lower) } else { (0, 0) };
    let mut image = Image {
        taken: true,
        hole_offset,
        hole_length,
        info: if hole { BKPIMAGE_HAS_HOLE } else { 0 },
        length: BLCKSZ - hole_length,
    };
    if compression == WalCompression::Off {
        return image;
    }
    let mut source = [0u8; BLCKSZ];
    source[..hole_offset].copy_from_slice(&page[..hole_offset]);
    source[hole_offset..image.length].copy_from_slice(&page[hole_offset + hole_length..]);
    let source = &source[..image.length];
    packed.clear();
    let (done, bit) = match compression {
        WalCompression::Pglz => {
            (codec::compress_into(Compression::Pglz, source, packed), BKPIMAGE_PGLZ)
        }
        WalCompression::Lz4 => {
            codec::lz4::compress_into(source, packed);
            (true, BKPIMAGE_LZ4)
        }
        WalCompression::Zstd => (codec::zstd::compress_into(source, packed), BKPIMAGE_ZSTD),
        WalCompression::Off => return image,
    };
    // The hole's length must be stored then, two bytes more.
    let extra = if hole { 2 } else { 0 };
    if done && packed.len() + extra < image.length {
        image.length = packed.len();
        image.info |= bit;
    }
    image
}

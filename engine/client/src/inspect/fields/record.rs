//! A record of the log down to its bytes (`xlogrecord.h`): header, block headers, images, data.

use super::build::{Flag, Span, flags, grouped, little_endian, plural};
use super::{Field, Fork, Part, Place};
use server::session::Backend;
use storage::ids::{ForkNumber, Lsn};
use storage::versions::Release;
use storage::wal::describe::{describe, type_name};
use storage::wal::layout::*;
use storage::wal::read::{Block, Record};

const FORK_FLAGS: [Flag; 4] = [
    Flag {
        mask: BKPBLOCK_HAS_IMAGE as u16,
        name: "BKPBLOCK_HAS_IMAGE",
        says: "the whole page follows",
    },
    Flag {
        mask: BKPBLOCK_HAS_DATA as u16,
        name: "BKPBLOCK_HAS_DATA",
        says: "data of this page follows",
    },
    Flag {
        mask: BKPBLOCK_WILL_INIT as u16,
        name: "BKPBLOCK_WILL_INIT",
        says: "replay makes the page anew",
    },
    Flag {
        mask: BKPBLOCK_SAME_REL as u16,
        name: "BKPBLOCK_SAME_REL",
        says: "of the same relation as the block before, which is not said again",
    },
];

const IMAGE_FLAGS: [Flag; 5] = [
    Flag {
        mask: BKPIMAGE_HAS_HOLE as u16,
        name: "BKPIMAGE_HAS_HOLE",
        says: "the free space was left out",
    },
    Flag {
        mask: BKPIMAGE_APPLY as u16,
        name: "BKPIMAGE_APPLY",
        says: "replay puts the image in place",
    },
    Flag {
        mask: BKPIMAGE_PGLZ as u16,
        name: "BKPIMAGE_COMPRESS_PGLZ",
        says: "compressed with pglz",
    },
    Flag { mask: BKPIMAGE_LZ4 as u16, name: "BKPIMAGE_COMPRESS_LZ4", says: "compressed with lz4" },
    Flag {
        mask: BKPIMAGE_ZSTD as u16,
        name: "BKPIMAGE_COMPRESS_ZSTD",
        says: "compressed with zstd",
    },
];

/// An LSN as the server prints it.
pub(super) fn lsn_text(lsn: u64) -> String {
    format!("{:X}/{:X}", lsn >> 32, lsn & 0xffff_ffff)
}

/// Where a block reference leads.
pub(super) type BlockLink<'a> = &'a dyn Fn(&Block) -> Option<Place>;

/// The place of the log record that contains the byte at this LSN.
pub(super) fn record_place(lsn: u64) -> Option<Place> {
    (lsn > 0).then_some(Place::Record { lsn })
}

/// Finds the record that contains the byte at an LSN. Returns the LSN where it starts and its
/// bytes; `None` if it is not kept.
pub(super) fn find(b: &Backend, lsn: u64) -> Option<(u64, Vec<u8>)> {
    let log = &b.store.wal.log;
    let pos = log.covering(log.geometry().pos(Lsn(lsn)))?;
    Some((log.geometry().start(pos).0, log.record(pos)?))
}

/// The page that a block reference names.
pub(super) fn page_of(b: &Backend, block: &Block) -> Option<Place> {
    let class = b.catalog.classes().values().find(|c| c.file.0 == block.locator.file)?;
    let fork = Fork::from(block.fork);
    Some(Place::Page { relation: class.oid.0, fork, block: block.block, item: 0 })
}

/// The record's name, `Heap/INSERT+INIT`: its resource manager and its type.
fn full_name(release: &Release, r: &Record) -> String {
    let manager = r.rmgr().map_or_else(|| format!("custom{}", r.rmid), |m| m.name().to_string());
    format!("{manager}/{}", type_name(release, r.rmid, r.info))
}

/// The fields of a log record. `leads` gives the page that a block reference opens. Bytes that are
/// no record become one field.
pub(super) fn record_fields(
    release: &Release,
    leads: BlockLink<'_>,
    lsn: u64,
    bytes: &[u8],
) -> Field {
    let span = Span::whole(bytes);
    let Ok(record) = Record::parse(bytes, false) else {
        return span.all("record", Part::Item).note("These bytes are no record.");
    };
    let mut children = vec![header(release, span, &record)];
    let mut at = RECORD_HEADER;
    let mut last_file = 0;
    for block in &record.blocks {
        let (field, next) = block_header(leads, span, block, at, last_file);
        last_file = block.locator.file;
        children.push(field);
        at = next;
    }
    if !record.main.is_empty() {
        at = main_header(span, &mut children, at);
    }
    for block in &record.blocks {
        if let Some(image) = &block.image {
            let packed = image.method();
            let part = if packed.is_some() { Part::Compressed } else { Part::Item };
            children.push(
                span.field(&format!("image of block {}", block.id), at, image.bytes.len(), part)
                    .value(plural(image.bytes.len(), "byte"))
                    .note(match packed {
                        Some(method) => format!("the page, compressed with {method}"),
                        None => format!(
                            "the page without the {} of its hole",
                            plural(image.hole_length.into(), "byte")
                        ),
                    })
                    .leads(Some(Place::Image { lsn, id: block.id })),
            );
            at += image.bytes.len();
        }
        if !block.data.is_empty() {
            children.push(
                span.field(
                    &format!("data of block {}", block.id),
                    at,
                    block.data.len(),
                    Part::Payload,
                )
                .value(plural(block.data.len(), "byte"))
                .note("left out when the image says it all"),
            );
            at += block.data.len();
        }
    }
    if !record.main.is_empty() {
        children.push(
            span.field("main data", at, record.main.len(), Part::Key)
                .value(plural(record.main.len(), "byte"))
                .note(describe(release, &record)),
        );
    }
    span.all("record", Part::Item)
        .value(full_name(release, &record))
        .note(describe(release, &record))
        .children(children)
}

/// The record's header, field by field.
fn header(release: &Release, span: Span, r: &Record) -> Field {
    let int = |name, at, length| span.int(name, at, length, Part::Header);
    span.field("record header", 0, RECORD_HEADER, Part::Header)
        .value(plural(RECORD_HEADER, "byte"))
        .note("XLogRecord: how long it is, who wrote it, and who can read it")
        .children(vec![
            int("xl_tot_len", 0, 4)
                .note("bytes of the record, this header included")
                .steps(little_endian(span, 0, 4)),
            int("xl_xid", XL_XID, 4).note("the transaction; 0 for none"),
            span.field("xl_prev", XL_PREV, 8, Part::Pointer)
                .value(lsn_text(r.prev.0))
                .note("where the record before starts")
                .steps(little_endian(span, XL_PREV, 8))
                .leads(record_place(r.prev.0)),
            int("xl_info", XL_INFO, 1).value(format!("{:#04x}", r.info)).note(format!(
                "{}: the upper four bits are the resource manager's",
                type_name(release, r.rmid, r.info)
            )),
            int("xl_rmid", XL_RMID, 1).note("the resource manager that wrote it and replays it"),
            span.field("padding", 18, 2, Part::Padding).value("2 bytes"),
            int("xl_crc", XL_CRC, 4)
                .value(format!("{:#010x}", span.u32(XL_CRC)))
                .note("CRC-32C of the data, then of the header before it"),
        ])
}

/// The field of the block header at offset `at`, and the offset after it. `last_file` is the file
/// of the block before it: a header that leaves out the file means this one.
fn block_header(
    leads: BlockLink<'_>,
    span: Span,
    block: &Block,
    at: usize,
    last_file: u32,
) -> (Field, usize) {
    let int = |name: &str, at, length| span.int(name, at, length, Part::Header);
    let word = u16::from(block.flags);
    let fork = match block.fork {
        ForkNumber::Main => "the data",
        ForkNumber::Fsm => "the free space map",
        ForkNumber::VisibilityMap => "the visibility map",
        ForkNumber::Init => "the initialisation fork",
    };
    let one_byte = |at: usize, table: &[Flag]| {
        let mut all = flags(span, at, Part::Header, table);
        all.iter_mut().for_each(|f| f.length = 1);
        all
    };
    let mut children = vec![
        int("id", at, 1).note("the block's number in the record"),
        int("fork_flags", at + 1, 1)
            .value(format!("{:#04x}", block.flags))
            .note(format!("fork {}: {fork}", word & u16::from(BKPBLOCK_FORK_MASK)))
            .children(one_byte(at + 1, &FORK_FLAGS)),
        int("data_length", at + 2, 2).note("bytes of the page's data, the image not counted"),
    ];
    let mut here = at + 4;
    if let Some(image) = &block.image {
        children.push(int("bimg length", here, 2).note("bytes of the image"));
        children.push(int("hole_offset", here + 2, 2).note("where the hole begins: pd_lower"));
        children.push(
            int("bimg_info", here + 4, 1)
                .value(format!("{:#04x}", image.info))
                .children(one_byte(here + 4, &IMAGE_FLAGS)),
        );
        here += 5;
        if image.method().is_some() && image.info & BKPIMAGE_HAS_HOLE != 0 {
            children.push(int("hole_length", here, 2).note("bytes left out"));
            here += 2;
        }
    }
    let place = leads(block);
    if block.flags & BKPBLOCK_SAME_REL == 0 {
        let relation = span
            .field("relfilenode", here, 12, Part::Pointer)
            .value(format!(
                "{}/{}/{}",
                block.locator.tablespace, block.locator.database, block.locator.file
            ))
            .note("tablespace, database, file")
            .children(vec![
                span.int("spcNode", here, 4, Part::Pointer),
                span.int("dbNode", here + 4, 4, Part::Pointer),
                span.int("relNode", here + 8, 4, Part::Pointer),
            ]);
        children.push(relation);
        here += 12;
    }
    children.push(
        span.int("blkno", here, 4, Part::Pointer)
            .note(if last_file == block.locator.file {
                "the page, of the same file"
            } else {
                "the page"
            })
            .leads(place),
    );
    here += 4;
    let field = span
        .field(&format!("block {}", block.id), at, here - at, Part::Header)
        .value(format!("page {} of file {}", grouped(block.block), block.locator.file))
        .note(if block.image.is_some() {
            "changed first since a checkpoint: logged whole"
        } else {
            "changed"
        })
        .leads(place)
        .children(children);
    (field, here)
}

/// Appends the fields between the block headers and the data: replication origin, top-level
/// transaction, and the main data's header. Returns the offset of the data.
fn main_header(span: Span, out: &mut Vec<Field>, mut at: usize) -> usize {
    loop {
        let (name, length, note) = match span.byte(at) {
            ID_DATA_SHORT => ("main header", 2, "255, then one byte: how long the main data are"),
            ID_DATA_LONG => ("main header", 5, "254, then four bytes: how long the main data are"),
            ID_ORIGIN => ("origin", 3, "253, then the replication origin"),
            ID_TOPLEVEL_XID => ("top-level transaction", 5, "252, then its number"),
            _ => return at,
        };
        let value = span.number(at + 1, length - 1);
        out.push(span.field(name, at, length, Part::Header).value(value).note(note));
        at += length;
        if name == "main header" {
            return at;
        }
    }
}

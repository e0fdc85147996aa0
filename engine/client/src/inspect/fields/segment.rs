//! A segment of the log that a user opened: its records in a list, each down to its bytes, their
//! page images as pages, and sums by resource manager as `pg_waldump --stats` has them.
//!
//! Where the file is none of PostgreSQL 15's, an error says what was found instead. Where the log ends
//! within it, [`SegmentView::why`] has the server's words for that.

use super::record::{lsn_text, record_fields};
use super::{Field, More, Opened, Place, ValueBytes, What, image};
use server::session::{Config, Session};
use storage::ids::Rmgr;
use storage::map::SortedMap;
use storage::versions::{Release, VERSIONS};
use storage::wal::describe::{block_references, describe, type_name};
use storage::wal::info::XACT_OPMASK;
use storage::wal::layout::XLR_INFO_MASK;
use storage::wal::read::Record;
use storage::wal::segment::{Segment, file_name, parse};

/// What a segment is, and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct SegmentView {
    /// The name that the server gives it.
    pub name: String,
    /// Where it begins: `0/1000000`.
    pub start: String,
    /// Where what was understood ends.
    pub end: String,
    /// Why it ends there, in the server's words.
    pub why: String,
    /// The timeline.
    pub timeline: u32,
    /// The cluster's identifier, as `pg_controldata` has it.
    pub system_identifier: String,
    /// The bytes of a segment (`wal_segment_size`).
    pub size: u32,
    /// Bytes at its beginning that belong to a record of the segment before.
    pub continued: u32,
    /// Whether the last record goes on in the next segment.
    pub cut: bool,
    /// How many records begin here and are whole.
    pub records: u32,
    /// Sums by type of record, in the order of resource managers.
    pub types: Vec<TypeStats>,
}

/// Records of one type (`XLogRecStats`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct TypeStats {
    /// The resource manager's number.
    pub rmid: u8,
    /// Its half of `xl_info`.
    pub info: u8,
    /// Its name: `Heap`.
    pub manager: String,
    /// The type's name: `INSERT+INIT`.
    pub name: String,
    /// How many.
    pub records: u32,
    /// Bytes without page images.
    pub bytes: u32,
    /// Bytes of page images.
    pub fpi_bytes: u32,
}

/// Eight words a record: LSN (low, high), type ([`SegmentView::types`] by index), bytes, bytes of
/// images among them, images, xid, pages.
pub type RecordWords = Vec<u32>;

/// A segment that was opened.
pub struct SegmentFile {
    /// Knows names and types; its database is empty.
    session: Session,
    segment: Segment,
    types: Vec<TypeStats>,
}

impl SegmentFile {
    /// Reads a WAL segment file and finds its records.
    ///
    /// # Errors
    /// A sentence, when the first page is none of PostgreSQL 15's log.
    pub fn open(bytes: &[u8]) -> Result<SegmentFile, String> {
        let magic = bytes.get(..2).map(|b| u16::from_le_bytes([b[0], b[1]]));
        let segment = match (parse(bytes), magic) {
            (Some(segment), _) if segment.size >= 1 << 20 && segment.size.is_power_of_two() => {
                segment
            }
            (_, Some(found)) if (0xD090..0xD200).contains(&found) => {
                return Err(match Release::of_log_page(found) {
                    Some(release) => format!(
                        "The file begins like a page of PostgreSQL {}’s log, but not like the first \
                         one of a segment.",
                        release.major()
                    ),
                    None => {
                        let known = VERSIONS.iter().map(|v| {
                            let magic = Release::of_server(v).log_page_magic;
                            format!("PostgreSQL {v}’s have {magic:04X}")
                        });
                        format!(
                            "This is a log of another version: its pages have the magic number \
                             {found:04X}, {}.",
                            known.collect::<Vec<_>>().join(", ")
                        )
                    }
                });
            }
            _ => return Err("This is no segment of PostgreSQL’s write-ahead log.".into()),
        };
        let mut types: SortedMap<(u8, u8), TypeStats> = SortedMap::new();
        for (_, bytes) in &segment.records {
            let Ok(r) = Record::parse(bytes, false) else { continue };
            let key = key_of(&r);
            let t = types.entry(key).or_insert_with(|| TypeStats {
                rmid: key.0,
                info: key.1,
                manager: manager(&r),
                name: type_name(segment.release, r.rmid, r.info),
                ..TypeStats::default()
            });
            t.records += 1;
            t.fpi_bytes += r.fpi_length() as u32;
            t.bytes += (bytes.len() - r.fpi_length()) as u32;
        }
        let session = Session::new(Config { memory_limit: 64 << 20, ..Config::default() });
        let types = types.into_values().collect();
        Ok(SegmentFile { session, segment, types })
    }

    /// The summary of the segment: timeline, number, version, sums over its records.
    pub fn view(&self) -> SegmentView {
        let s = &self.segment;
        SegmentView {
            name: file_name(s.start.0 / s.size, s.size),
            start: s.start.to_string(),
            end: s.end.to_string(),
            why: s.why.clone(),
            timeline: s.timeline,
            system_identifier: s.system_identifier.to_string(),
            size: s.size as u32,
            continued: s.continued as u32,
            cut: s.cut,
            records: s.records.len() as u32,
            types: self.types.clone(),
        }
    }

    /// All records of the segment as numbers, several for each.
    pub fn rows(&self) -> RecordWords {
        let mut out = Vec::with_capacity(self.segment.records.len() * 8);
        for (lsn, bytes) in &self.segment.records {
            let Ok(r) = Record::parse(bytes, false) else { continue };
            let key = key_of(&r);
            let index = self.types.iter().position(|t| (t.rmid, t.info) == key).unwrap_or(0);
            let images = r.blocks.iter().filter(|b| b.image.is_some()).count();
            out.extend([lsn.0 as u32, (lsn.0 >> 32) as u32, index as u32, bytes.len() as u32]);
            out.extend([r.fpi_length() as u32, images as u32, r.xid.0, r.blocks.len() as u32]);
        }
        out
    }

    /// The descriptions of `count` records from number `from` on, as `pg_waldump` prints them.
    pub fn words(&self, from: usize, count: usize) -> Vec<String> {
        let some = self.segment.records.iter().skip(from).take(count);
        some.map(|(_, bytes)| match Record::parse(bytes, false) {
            Ok(r) => {
                let parts = [describe(self.segment.release, &r), block_references(&r)];
                parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(", ")
            }
            Err(_) => String::new(),
        })
        .collect()
    }

    /// The record that begins at a position or holds it, with its position.
    fn record(&self, lsn: u64) -> Option<(u64, &[u8])> {
        let records = &self.segment.records;
        let i = records.partition_point(|(at, _)| at.0 <= lsn).checked_sub(1)?;
        let (at, bytes) = &records[i];
        (lsn < self.segment.end.0).then_some((at.0, bytes.as_slice()))
    }

    /// The page image number `id` of the record at a position.
    fn image(&self, lsn: u64, id: u8) -> Option<image::ImagePage> {
        image::image_of(self.record(lsn)?.1, id)
    }

    /// Opens a record, or the page of an image; none when it is not in this segment, or the image
    /// cannot be decompressed. For zstd's, a browser has to [hand in](storage::codec::zstd::hand_in) a
    /// decoder before ([`SegmentFile::method`]).
    pub fn open_place(&mut self, place: Place) -> Option<Opened> {
        match place {
            Place::Record { lsn } => {
                let (start, bytes) = self.record(lsn)?;
                let tree = record_fields(self.segment.release, &|_| None, start, bytes);
                Some(Opened {
                    place: Place::Record { lsn: start },
                    what: What::Record,
                    relation: tree.value.clone(),
                    qualified: lsn_text(start),
                    tree,
                    value: None,
                })
            }
            Place::Image { lsn, id } => {
                let image = self.image(lsn, id)?;
                let b = &mut self.session.backend;
                let class = image::unknown(b, &image);
                Some(image::open(b, &class, lsn, id, &image))
            }
            _ => None,
        }
    }

    /// The children of a field that were left out when it was opened, because there were too many.
    pub fn expand(&mut self, place: Place, more: More) -> Vec<Field> {
        let Place::Image { lsn, id } = place else { return Vec::new() };
        let Some(image) = self.image(lsn, id) else { return Vec::new() };
        let b = &mut self.session.backend;
        let class = image::unknown(b, &image);
        image::expand(b, &class, &image, more)
    }

    /// The bytes of a record, or of the page that one of its images restores.
    pub fn bytes(&self, place: Place) -> Option<ValueBytes> {
        let stored = match place {
            Place::Record { lsn } => self.record(lsn)?.1.to_vec(),
            Place::Image { lsn, id } => self.image(lsn, id)?.page.to_vec(),
            _ => return None,
        };
        Some(ValueBytes { stored, ..ValueBytes::default() })
    }

    /// The compression method of a page image: `pglz`, `lz4` or `zstd`; `None` when it is not
    /// compressed, or there is no such image.
    pub fn method(&self, lsn: u64, id: u8) -> Option<&'static str> {
        let record = Record::parse(self.record(lsn)?.1, false).ok()?;
        record.block(id)?.image.as_ref()?.method()
    }
}

/// The resource manager and type by which `pg_waldump --stats=record` groups records.
fn key_of(r: &Record<'_>) -> (u8, u8) {
    let transaction = r.rmgr() == Some(Rmgr::Transaction);
    (r.rmid, r.info & if transaction { XACT_OPMASK } else { !XLR_INFO_MASK })
}

/// The name of the record's resource manager.
fn manager(r: &Record<'_>) -> String {
    r.rmgr().map_or_else(|| format!("custom{:03}", r.rmid), |m| m.name().to_string())
}

//! The log in SQL: where it stands, arithmetic with `pg_lsn`, and pg_walinspect (`xlogfuncs.c`, `pg_lsn.c`, `contrib/pg_walinspect`).
//!
//! ```text
//! SELECT resource_manager, record_type, record_length FROM pg_get_wal_records_info(:'before', :'after');
//!  Heap        | INSERT+INIT |  59
//!  Transaction | COMMIT      |  34
//! ```
//!
//! Only as many bytes of the log as the session keeps can be read, and only what is on disk: what a
//! rollback or a VACUUM logged is there after `wal_writer_delay`, or the next commit.

use super::text_of;
use super::{Args, ServerFunction, scalar, set};
use crate::backend::Backend;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{Env, Operator, operator};
use storage::ids::{Lsn, Oid, Rmgr};
use storage::types::array::Array;
use storage::types::numeric::{Kind, Numeric};
use storage::types::oid::{
    BOOL, BYTEA, FLOAT8, INT2, INT4, INT8, NUMERIC, OID, PG_LSN, RECORD, TEXT, TEXT_ARRAY, XID,
};
use storage::versions::RecordTexts;
use storage::wal::describe::{block_references, describe, identify, type_name};
use storage::wal::layout::DATABASE;
use storage::wal::read::{Image, Record};

/// A position in the log as a `pg_lsn`.
fn lsn(l: Lsn) -> Datum {
    Datum::Word(l.0)
}

/// The SQL function `pg_current_wal_insert_lsn`.
fn insert_lsn(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    Ok(lsn(b.store.wal.log.insert_lsn()))
}

/// `pg_current_wal_lsn` and `pg_current_wal_flush_lsn`: in the model what is written is flushed.
fn flushed_lsn(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    Ok(lsn(b.store.wal.flushed()))
}

/// `pg_switch_wal`: ends the segment; the LSN after its last record.
fn switch(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    Ok(lsn(b.store.wal.switch()))
}

/// Logs a record with a time and a name, and returns its LSN (`pg_create_restore_point`,
/// `XLogRestorePoint`).
fn restore_point(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    /// Bytes of the name in the record, with its final zero (`MAXFNAMELEN`).
    const NAME: usize = 64;
    let name = text_of(b, &args[0])?;
    if name.len() >= NAME {
        return err!(
            INVALID_PARAMETER_VALUE,
            "value too long for restore point (maximum {} characters)",
            NAME - 1
        );
    }
    let xid = b.store.xact.xid_if_assigned().unwrap_or_default();
    let mut main = b.store.wal.now.to_le_bytes().to_vec();
    main.extend_from_slice(name.as_bytes());
    main.resize(8 + NAME, 0);
    let op = storage::wal::info::XLOG_RESTORE_POINT;
    Ok(lsn(b.store.wal.insert_plain(xid, Rmgr::Xlog, op, &main)))
}

/// Logs a message for logical decoding, within the transaction or not (`pg_logical_emit_message`,
/// `LogLogicalMessage`).
fn emit_message(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    /// The kind of record that holds a message (`XLOG_LOGICAL_MESSAGE`).
    const MESSAGE: u8 = 0x00;
    let transactional = args[0].as_bool();
    let prefix = text_of(b, &args[1])?;
    let message = b.detoast(&args[2])?;
    let store = &mut b.store;
    let xid = if transactional {
        store.xact.assign_xid()
    } else {
        store.xact.xid_if_assigned().unwrap_or_default()
    };
    let mut main = DATABASE.to_le_bytes().to_vec();
    main.extend_from_slice(&u32::from(transactional).to_le_bytes());
    main.extend_from_slice(&(prefix.len() as u64 + 1).to_le_bytes());
    main.extend_from_slice(&(message.len() as u64).to_le_bytes());
    main.extend_from_slice(prefix.as_bytes());
    main.push(0);
    main.extend_from_slice(&message);
    let at = store.wal.insert_plain(xid, Rmgr::LogicalMessage, MESSAGE, &main);
    if !transactional && args.get(3).is_some_and(Datum::as_bool) {
        store.wal.flush();
    }
    Ok(lsn(at))
}

/// `pg_wal_lsn_diff`: the bytes from the second position to the first.
fn difference(positions: &[Datum]) -> Datum {
    let d = i128::from(positions[0].word()) - i128::from(positions[1].word());
    Numeric::from_i128(d).to_datum()
}

/// An LSN moved by a number of bytes (`pg_lsn_pli`, `pg_lsn_mii`, `numeric_pg_lsn`). `what` is done to the number, as
/// an error says it.
#[inline(never)]
fn moved(env: &mut dyn Env, from: u64, by: &Datum, what: &str) -> Result<Datum> {
    let n = Numeric::from_payload(&env.detoast(by)?);
    if !n.is_finite() {
        let what = if n.kind == Kind::NaN { what } else { "convert infinity to" };
        return err!(INVALID_PARAMETER_VALUE, "cannot {what} pg_lsn");
    }
    let by = n.round_to(0).to_i128();
    let by = if what.starts_with('s') { by.map(|v| -v) } else { by };
    match by.and_then(|v| i128::from(from).checked_add(v)).and_then(|v| u64::try_from(v).ok()) {
        Some(v) => Ok(Datum::Word(v)),
        None => err!(NUMERIC_VALUE_OUT_OF_RANGE, "pg_lsn out of range"),
    }
}

/// The error for an LSN that was not written yet.
fn future(b: &Backend<'_>, what: &str) -> Box<PgError> {
    let (text, last) = match b.store.release.log_ranges_cut {
        true if what == "input" => ("WAL input LSN must be less than current LSN", "Current"),
        true => ("WAL start LSN must be less than current LSN", "Current"),
        false => (&*format!("cannot accept future {what} LSN"), "Last known"),
    };
    PgError::new(SqlState::INVALID_PARAMETER_VALUE, text)
        .detail(format!("{last} WAL LSN on the database system is at {}.", b.store.wal.flushed()))
}

/// The records from the first at or after `from` (`XLogFindNextRecord`) up to the last that ends at
/// or before `to`: where each begins and ends, and its bytes.
fn records(b: &Backend<'_>, from: Lsn, to: Lsn) -> Result<Vec<(Lsn, Lsn, Vec<u8>)>> {
    let log = &b.store.wal.log;
    let g = log.geometry();
    if from >= b.store.wal.flushed() {
        return err!(INTERNAL_ERROR, "could not find a valid record after {from}");
    }
    if g.pos(from) < log.first_pos() && from < g.start(log.first_pos()) {
        let first_page = from.0 - from.0 % storage::wal::layout::XLOG_BLCKSZ;
        if first_page < g.start(log.first_pos()).0 & !0x1fff {
            let segment = from.0 >> 24;
            if segment == 0 {
                return err!(INTERNAL_ERROR, "could not read WAL at LSN {from}");
            }
            // The file of the segment was never there (`wal_segment_open`).
            let (high, low) = (segment >> 8, segment & 0xff);
            let text = format!(
                "requested WAL segment pg_wal/00000001{high:08X}{low:08X} has already been removed"
            );
            return Err(PgError::new(SqlState::UNDEFINED_FILE, text));
        }
    }
    let mut out = Vec::new();
    for (pos, bytes) in log.records(from) {
        let end = g.end(pos + (bytes.len() as u64).next_multiple_of(8));
        if end > to {
            break;
        }
        out.push((g.start(pos), end, bytes));
    }
    Ok(out)
}

/// The positions of the arguments, or from the first to the log's end with `till_end`; a start that
/// is not written yet is refused.
fn range(b: &mut Backend<'_>, args: &Args<'_>, till_end: bool) -> Result<(Lsn, Lsn)> {
    let last = b.store.wal.flushed();
    let from = Lsn(args[0].word());
    let cut = b.store.release.log_ranges_cut;
    if from > last || from == last && !cut {
        return Err(future(b, "start"));
    }
    if till_end {
        return Ok((from, last));
    }
    let mut to = Lsn(args[1].word());
    if to > last && !cut {
        return Err(future(b, "end"));
    }
    if from > to || from == to && !cut {
        return err!(INVALID_PARAMETER_VALUE, "WAL start LSN must be less than end LSN");
    }
    to = to.min(last);
    Ok((from, to))
}

/// A row of `pg_get_wal_records_info` of the record at `start`.
fn info_row(b: &Backend<'_>, start: Lsn, end: Lsn, bytes: &[u8]) -> Option<Vec<Datum>> {
    let release = b.store.release;
    let r = Record::parse(bytes, false).ok()?;
    Some(vec![
        lsn(start),
        lsn(end),
        lsn(r.prev),
        Datum::u32(r.xid.0),
        Datum::text(r.rmgr().map_or("", Rmgr::name)),
        Datum::text(&type_name(release, r.rmid, r.info)),
        Datum::i32(bytes.len() as i32),
        Datum::i32(r.main.len() as i32),
        Datum::i32(r.fpi_length() as i32),
        Datum::text(&describe(release, &r)),
        match r.blocks.is_empty() && release.record_texts == RecordTexts::KeyValue {
            true => Datum::Null,
            false => Datum::text(&block_references(&r)),
        },
    ])
}

/// `pg_get_wal_record_info`: the record at or after a position.
fn record_info(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let at = Lsn(args[0].word());
    let to = b.store.wal.flushed();
    if at > to || at == to && !b.store.release.log_ranges_cut {
        return Err(future(b, "input"));
    }
    let found = records(b, at, to)?.into_iter().next();
    match found.and_then(|(start, end, bytes)| info_row(b, start, end, &bytes)) {
        Some(row) => Ok(vec![row]),
        None => err!(INTERNAL_ERROR, "could not read WAL at LSN {at}"),
    }
}

/// The rows of the records in a range.
fn info_rows(b: &mut Backend<'_>, args: &Args<'_>, till_end: bool) -> Result<Vec<Vec<Datum>>> {
    let (from, to) = range(b, args, till_end)?;
    let all = records(b, from, to)?;
    Ok(all.iter().filter_map(|(s, e, bytes)| info_row(b, *s, *e, bytes)).collect())
}

/// The SQL function `pg_get_wal_records_info`.
fn records_info(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    info_rows(b, args, false)
}

/// The SQL function `pg_get_wal_records_info_till_end_of_wal`.
fn records_info_till_end(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    info_rows(b, args, true)
}

/// `pg_get_wal_block_info`: a row for each block that a record in the range refers to (`GetWALBlockInfo`).
fn block_info(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let (from, to) = range(b, args, false)?;
    let shown = args[2].as_bool();
    let mut rows = Vec::new();
    for (start, end, bytes) in records(b, from, to)? {
        let Ok(r) = Record::parse(&bytes, false) else { continue };
        let record = info_row(b, start, end, &bytes).unwrap_or_default();
        for block in &r.blocks {
            let image = block.image.as_ref();
            let mut row = record[..3].to_vec();
            row.extend([
                Datum::i16(i16::from(block.id)),
                Datum::u32(block.locator.tablespace),
                Datum::u32(block.locator.database),
                Datum::u32(block.locator.file),
                Datum::i16(block.fork as i16),
                Datum::i64(i64::from(block.block)),
            ]);
            row.extend_from_slice(&record[3..8]);
            row.extend([
                Datum::i32(block.data.len() as i32),
                Datum::i32(image.map_or(0, |i| i.bytes.len() as i32)),
                match image {
                    Some(i) => Array::of(TEXT, image_flags(i)).to_datum()?,
                    None => Datum::Null,
                },
                match describe(b.store.release, &r).is_empty() {
                    true => Datum::Null,
                    false => record[9].clone(),
                },
                match block.data {
                    [] => Datum::Null,
                    data if shown => Datum::varlena(data),
                    _ => Datum::Null,
                },
                match image.filter(|_| shown).and_then(Image::page) {
                    Some(page) => Datum::varlena(&page[..]),
                    None => Datum::Null,
                },
            ]);
            rows.push(row);
        }
    }
    Ok(rows)
}

/// What a page image is, in words.
fn image_flags(image: &Image<'_>) -> Vec<Datum> {
    let mut words = Vec::new();
    if image.hole_length > 0 {
        words.push("HAS_HOLE".to_string());
    }
    if image.apply() {
        words.push("APPLY".to_string());
    }
    words.extend(image.method().map(|m| format!("COMPRESS_{}", m.to_ascii_uppercase())));
    words.iter().map(|w| Datum::text(w)).collect()
}

/// Counts of one kind of record (`XLogRecStats`).
#[derive(Clone, Copy, Default)]
struct Counts {
    count: u64,
    record: u64,
    images: u64,
}

impl Counts {
    /// Counts one more record of this kind: its bytes, and those of its page images.
    fn add(&mut self, record: u64, images: u64) {
        self.count += 1;
        self.record += record;
        self.images += images;
    }
    /// Returns the row of one kind of record: its counts and bytes, and their percentages of
    /// `total` (`FillXLogStatsRow`).
    fn row(&self, name: &str, total: &Counts) -> Vec<Datum> {
        let percent = |part: u64, whole: u64| {
            Datum::f64(if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 })
        };
        let n = |v: u64| Datum::i64(v as i64);
        let (both, whole) = (self.record + self.images, total.record + total.images);
        vec![
            Datum::text(name),
            n(self.count),
            percent(self.count, total.count),
            n(self.record),
            percent(self.record, total.record),
            n(self.images),
            percent(self.images, total.images),
            n(both),
            percent(both, whole),
        ]
    }
}

/// A row for each resource manager, or for each kind of record if the last argument says so.
fn stats_rows(b: &mut Backend<'_>, args: &Args<'_>, till_end: bool) -> Result<Vec<Vec<Datum>>> {
    let (from, to) = range(b, args, till_end)?;
    let per_record = args.last().is_some_and(Datum::as_bool);
    let mut total = Counts::default();
    let mut kinds = [[Counts::default(); 16]; Rmgr::ALL.len()];
    for (_, _, bytes) in records(b, from, to)? {
        let Ok(r) = Record::parse(&bytes, false) else { continue };
        let Some(rmgr) = r.rmgr() else { continue };
        let images = r.fpi_length() as u64;
        let record = bytes.len() as u64 - images;
        let kind = if rmgr == Rmgr::Transaction { r.info >> 4 & 7 } else { r.info >> 4 };
        total.add(record, images);
        kinds[rmgr as usize][usize::from(kind)].add(record, images);
    }
    let mut rows = Vec::new();
    for rmgr in Rmgr::ALL {
        let kinds = &kinds[rmgr as usize];
        if per_record {
            for (kind, counts) in (0u8..).zip(kinds).filter(|(_, c)| c.count > 0) {
                let name = match identify(b.store.release, rmgr, kind << 4) {
                    Some(name) => name.to_string(),
                    None => format!("UNKNOWN ({:x})", kind << 4),
                };
                rows.push(counts.row(&format!("{}/{name}", rmgr.name()), &total));
            }
        } else {
            let sum = kinds.iter().fold(Counts::default(), |a, c| Counts {
                count: a.count + c.count,
                record: a.record + c.record,
                images: a.images + c.images,
            });
            rows.push(sum.row(rmgr.name(), &total));
        }
    }
    Ok(rows)
}

/// The SQL function `pg_get_wal_stats`.
fn stats(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    stats_rows(b, args, false)
}

/// The SQL function `pg_get_wal_stats_till_end_of_wal`.
fn stats_till_end(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    stats_rows(b, args, true)
}

/// The SQL function `pg_get_wal_resource_managers`.
fn resource_managers(_b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let rows = Rmgr::ALL
        .iter()
        .map(|r| vec![Datum::i32(*r as i32), Datum::text(r.name()), Datum::bool(true)])
        .collect();
    Ok(rows)
}

/// Returns NULL: a server that is no standby receives and replays nothing.
fn null(_b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::Null)
}

/// The row of `pg_stat_wal`. No sync is counted, since the recorded servers have `fsync` off.
pub(crate) fn statistics(b: &Backend<'_>) -> Vec<Datum> {
    let (u, writes) = b.store.wal.statistics();
    let n = |v: u64| Datum::i64(v as i64);
    let mut row =
        vec![n(u.records), n(u.images), Numeric::from_i128(i128::from(u.bytes)).to_datum(), n(0)];
    if b.store.release.log_writes_counted {
        row.extend([n(writes), n(0), Datum::f64(0.0), Datum::f64(0.0)]);
    }
    row.push(Datum::i64(b.store.wal.started));
    row
}

const INFO: &[(&str, Oid)] = &[
    ("start_lsn", PG_LSN),
    ("end_lsn", PG_LSN),
    ("prev_lsn", PG_LSN),
    ("xid", XID),
    ("resource_manager", TEXT),
    ("record_type", TEXT),
    ("record_length", INT4),
    ("main_data_length", INT4),
    ("fpi_length", INT4),
    ("description", TEXT),
    ("block_ref", TEXT),
];

const BLOCKS: &[(&str, Oid)] = &[
    ("start_lsn", PG_LSN),
    ("end_lsn", PG_LSN),
    ("prev_lsn", PG_LSN),
    ("block_id", INT2),
    ("reltablespace", OID),
    ("reldatabase", OID),
    ("relfilenode", OID),
    ("relforknumber", INT2),
    ("relblocknumber", INT8),
    ("xid", XID),
    ("resource_manager", TEXT),
    ("record_type", TEXT),
    ("record_length", INT4),
    ("main_data_length", INT4),
    ("block_data_length", INT4),
    ("block_fpi_length", INT4),
    ("block_fpi_info", TEXT_ARRAY),
    ("description", TEXT),
    ("block_data", BYTEA),
    ("block_fpi_data", BYTEA),
];

const STATS: &[(&str, Oid)] = &[
    ("resource_manager/record_type", TEXT),
    ("count", INT8),
    ("count_percentage", FLOAT8),
    ("record_size", INT8),
    ("record_size_percentage", FLOAT8),
    ("fpi_size", INT8),
    ("fpi_size_percentage", FLOAT8),
    ("combined_size", INT8),
    ("combined_size_percentage", FLOAT8),
];

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("pg_current_wal_insert_lsn", &[], PG_LSN, insert_lsn).volatile(),
    scalar("pg_current_wal_lsn", &[], PG_LSN, flushed_lsn).volatile(),
    scalar("pg_current_wal_flush_lsn", &[], PG_LSN, flushed_lsn).volatile(),
    scalar("pg_switch_wal", &[], PG_LSN, switch).volatile(),
    scalar("pg_create_restore_point", &[TEXT], PG_LSN, restore_point).volatile(),
    scalar("pg_logical_emit_message", &[BOOL, TEXT, TEXT], PG_LSN, emit_message).volatile(),
    scalar("pg_logical_emit_message", &[BOOL, TEXT, BYTEA], PG_LSN, emit_message).volatile(),
    scalar("pg_logical_emit_message", &[BOOL, TEXT, TEXT, BOOL], PG_LSN, emit_message).volatile(),
    scalar("pg_logical_emit_message", &[BOOL, TEXT, BYTEA, BOOL], PG_LSN, emit_message).volatile(),
    scalar("pg_last_wal_receive_lsn", &[], PG_LSN, null).volatile(),
    scalar("pg_last_wal_replay_lsn", &[], PG_LSN, null).volatile(),
    scalar("pg_wal_lsn_diff", &[PG_LSN, PG_LSN], NUMERIC, |_, of| Ok(difference(of))),
    scalar("pg_lsn", &[NUMERIC], PG_LSN, |b, of| moved(&mut b.host(), 0, &of[0], "convert NaN to")),
    set(
        "pg_get_wal_resource_managers",
        &[],
        RECORD,
        &[("rm_id", INT4), ("rm_name", TEXT), ("rm_builtin", BOOL)],
        resource_managers,
    )
    .volatile(),
    set("pg_get_wal_record_info", &[PG_LSN], RECORD, INFO, record_info)
        .named(&["in_lsn"])
        .volatile()
        .one_row(),
    set("pg_get_wal_records_info", &[PG_LSN, PG_LSN], RECORD, INFO, records_info)
        .named(&["start_lsn", "end_lsn"])
        .volatile(),
    set("pg_get_wal_block_info", &[PG_LSN, PG_LSN, BOOL], RECORD, BLOCKS, block_info)
        .named(&["start_lsn", "end_lsn", "show_data"])
        .defaults(&["true"])
        .volatile(),
    set("pg_get_wal_records_info_till_end_of_wal", &[PG_LSN], RECORD, INFO, records_info_till_end)
        .named(&["start_lsn"])
        .volatile(),
    set("pg_get_wal_stats", &[PG_LSN, PG_LSN, BOOL], RECORD, STATS, stats)
        .named(&["start_lsn", "end_lsn", "per_record"])
        .defaults(&["false"])
        .volatile(),
    set("pg_get_wal_stats_till_end_of_wal", &[PG_LSN, BOOL], RECORD, STATS, stats_till_end)
        .named(&["start_lsn", "per_record"])
        .defaults(&["false"])
        .volatile(),
];

/// Arithmetic with `pg_lsn`.
pub static OPERATORS: &[Operator] = &[
    operator("-", PG_LSN, PG_LSN, NUMERIC, |_, of| Ok(difference(of))),
    operator("+", PG_LSN, NUMERIC, PG_LSN, |c, of| {
        moved(c.env, of[0].word(), &of[1], "add NaN to")
    }),
    operator("+", NUMERIC, PG_LSN, PG_LSN, |c, of| {
        moved(c.env, of[1].word(), &of[0], "add NaN to")
    }),
    operator("-", PG_LSN, NUMERIC, PG_LSN, |c, of| {
        moved(c.env, of[0].word(), &of[1], "subtract NaN from")
    }),
];

//! Records in the words of `pg_waldump` and pg_walinspect (`rmgrdesc/`).
//!
//! ```text
//! rmgr: Heap        len (rec/tot):     54/    54, tx:        731, lsn: 0/02024A48, prev 0/020249E0,
//!   desc: DELETE off 2 flags 0x00 KEYS_UPDATED , blkref #0: rel 1663/5/16384 blk 0
//! ```

mod heap;
mod heap_keyed;
mod index;
mod index_keyed;
mod server;

use super::layout::XLR_INFO_MASK;
use super::read::{FileLocator, Record};
use super::{Lsn, Rmgr};
use crate::ids::ForkNumber;
use crate::page::BLCKSZ;
use crate::types::datetime::{timestamp_out, timestamptz_out};
use crate::versions::{PruneRecords, RecordTexts, Release};
use std::fmt::Write as _;

/// Returns the path of a relation's file below the data directory (`relpathperm`).
fn path(folder: &str, file: FileLocator, fork: ForkNumber) -> String {
    let FileLocator { tablespace, database, file } = file;
    let mut out = match tablespace {
        1664 => format!("global/{file}"),
        1663 => format!("base/{database}/{file}"),
        t => format!("pg_tblspc/{t}/{folder}/{database}/{file}"),
    };
    if fork != ForkNumber::Main {
        let _ = write!(out, "_{}", fork.name());
    }
    out
}

/// The name of the record's type (`rm_identify`); `None` for an unknown one.
pub fn identify(release: &Release, rmgr: Rmgr, info: u8) -> Option<&'static str> {
    match rmgr {
        Rmgr::Heap => heap::identify(info),
        Rmgr::Heap2 if release.prune_records == PruneRecords::Unified => {
            heap_keyed::identify_prune(info).or_else(|| heap::identify2(info))
        }
        Rmgr::Heap2 => heap::identify2(info),
        Rmgr::Btree => index::btree_identify(info),
        Rmgr::Hash | Rmgr::Gin | Rmgr::Gist | Rmgr::Spgist | Rmgr::Brin => {
            index::identify(rmgr, info)
        }
        _ => server::identify(rmgr, info),
    }
}

/// The name of a record's type; for an unknown one the words that `pg_waldump` prints.
pub fn type_name(release: &Release, rmid: u8, info: u8) -> String {
    let known = Rmgr::from_number(rmid).and_then(|r| identify(release, r, info));
    known.map_or_else(|| format!("UNKNOWN ({:x})", info & !XLR_INFO_MASK), str::to_string)
}

/// How a moment is written: the server and `pg_waldump` differ.
type Time = fn(i64) -> String;

/// A time as `pg_waldump` prints it, always with microseconds.
fn waldump_time(v: i64) -> String {
    let text = timestamp_out(v);
    let text = if text.contains('.') { format!("{text:0<26}") } else { format!("{text}.000000") };
    format!("{text} UTC")
}

/// The description of the record (`rm_desc`).
pub fn describe(release: &Release, r: &Record<'_>) -> String {
    describe_with(release, r, timestamptz_out)
}

/// Describes a record; `time` prints its times.
fn describe_with(release: &Release, r: &Record<'_>, time: Time) -> String {
    let keyed = release.record_texts == RecordTexts::KeyValue;
    match r.rmgr() {
        Some(Rmgr::Heap) if keyed => heap_keyed::describe(release, r),
        Some(Rmgr::Heap2) if keyed => heap_keyed::describe2(release, r),
        Some(Rmgr::Btree) if keyed => index_keyed::describe(release, r),
        Some(Rmgr::Heap) => heap::describe(r),
        Some(Rmgr::Heap2) => heap::describe2(r),
        Some(Rmgr::Btree) => index::btree_describe(r),
        Some(Rmgr::Hash | Rmgr::Gin | Rmgr::Gist | Rmgr::Spgist | Rmgr::Brin) => String::new(),
        Some(_) => server::describe(release, r, time),
        None => String::new(),
    }
}

/// The block references of a record, as pg_walinspect shows them (`XLogRecGetBlockRefInfo`,
/// detailed).
pub fn block_references(r: &Record<'_>) -> String {
    let mut out = String::new();
    for b in &r.blocks {
        if b.id > 0 {
            out.push(' ');
        }
        let l = b.locator;
        let _ = write!(
            out,
            "blkref #{}: rel {}/{}/{} fork {} blk {}",
            b.id,
            l.tablespace,
            l.database,
            l.file,
            b.fork.name(),
            b.block
        );
        if let Some(i) = &b.image {
            let why = if i.apply() { "" } else { " for WAL verification" };
            let _ = write!(
                out,
                " (FPW{why}); hole: offset: {}, length: {}",
                i.hole_offset, i.hole_length
            );
            if let Some(method) = i.method() {
                let saved = BLCKSZ as i64 - i64::from(i.hole_length) - i.bytes.len() as i64;
                let _ = write!(out, ", compression saved: {saved}, method: {method}");
            }
        }
    }
    out
}

/// The line that `pg_waldump` prints for the record.
pub fn waldump_line(release: &Release, lsn: Lsn, r: &Record<'_>) -> String {
    let name = match r.rmgr() {
        Some(rmgr) => rmgr.name().to_string(),
        None => format!("custom{:03}", r.rmid),
    };
    let fpi = r.fpi_length();
    let mut out = format!(
        "rmgr: {name:<11} len (rec/tot): {:6}/{:6}, tx: {:10}, lsn: {:X}/{:08X}, prev {:X}/{:08X}, desc: {} {}",
        r.bytes.len() - fpi,
        r.bytes.len(),
        r.xid.0,
        lsn.0 >> 32,
        lsn.0 & 0xffff_ffff,
        r.prev.0 >> 32,
        r.prev.0 & 0xffff_ffff,
        type_name(release, r.rmid, r.info),
        describe_with(release, r, waldump_time),
    );
    for b in &r.blocks {
        let l = b.locator;
        let _ = write!(out, ", blkref #{}: rel {}/{}/{}", b.id, l.tablespace, l.database, l.file);
        if b.fork != ForkNumber::Main {
            let _ = write!(out, " fork {}", b.fork.name());
        }
        let _ = write!(out, " blk {}", b.block);
        if let Some(i) = &b.image {
            out.push_str(if i.apply() { " FPW" } else { " FPW for WAL verification" });
        }
    }
    out
}

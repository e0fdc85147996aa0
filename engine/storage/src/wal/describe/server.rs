//! Describes records about the server as a whole: XLOG, Transaction, Storage, Standby, Sequence and
//! the rest (`xlogdesc.c`, `xactdesc.c`, `smgrdesc.c`, `standbydesc.c`, `seqdesc.c` ...).

use super::{Time, path};
use crate::ids::{ForkNumber, Lsn, Rmgr};
use crate::versions::Release;
use crate::wal::info::*;
use crate::wal::layout::XLR_INFO_MASK;
use crate::wal::read::{FileLocator, Record};
use crate::wal::words::RecordWords;
use crate::wal::xact_end::{DroppedStatistics, MESSAGE, XactEnd};
use std::fmt::Write as _;

/// The name of the record's type.
pub(super) fn identify(rmgr: Rmgr, info: u8) -> Option<&'static str> {
    let op = info & !XLR_INFO_MASK;
    Some(match (rmgr, op) {
        (Rmgr::Xlog, XLOG_CHECKPOINT_SHUTDOWN) => "CHECKPOINT_SHUTDOWN",
        (Rmgr::Xlog, XLOG_CHECKPOINT_ONLINE) => "CHECKPOINT_ONLINE",
        (Rmgr::Xlog, XLOG_CHECKPOINT_REDO) => "CHECKPOINT_REDO",
        (Rmgr::Xlog, XLOG_NOOP) => "NOOP",
        (Rmgr::Xlog, XLOG_NEXTOID) => "NEXTOID",
        (Rmgr::Xlog, XLOG_SWITCH) => "SWITCH",
        (Rmgr::Xlog, XLOG_BACKUP_END) => "BACKUP_END",
        (Rmgr::Xlog, XLOG_PARAMETER_CHANGE) => "PARAMETER_CHANGE",
        (Rmgr::Xlog, XLOG_RESTORE_POINT) => "RESTORE_POINT",
        (Rmgr::Xlog, XLOG_FPW_CHANGE) => "FPW_CHANGE",
        (Rmgr::Xlog, XLOG_END_OF_RECOVERY) => "END_OF_RECOVERY",
        (Rmgr::Xlog, XLOG_OVERWRITE_CONTRECORD) => "OVERWRITE_CONTRECORD",
        (Rmgr::Xlog, XLOG_FPI) => "FPI",
        (Rmgr::Xlog, XLOG_FPI_FOR_HINT) => "FPI_FOR_HINT",
        (Rmgr::Transaction, _) => match op & XACT_OPMASK {
            XACT_COMMIT => "COMMIT",
            XACT_PREPARE => "PREPARE",
            XACT_ABORT => "ABORT",
            XACT_COMMIT_PREPARED => "COMMIT_PREPARED",
            XACT_ABORT_PREPARED => "ABORT_PREPARED",
            XACT_ASSIGNMENT => "ASSIGNMENT",
            XACT_INVALIDATIONS => "INVALIDATION",
            _ => return None,
        },
        (Rmgr::Storage, SMGR_CREATE) => "CREATE",
        (Rmgr::Storage, SMGR_TRUNCATE) => "TRUNCATE",
        (Rmgr::Clog, 0x00) => "ZEROPAGE",
        (Rmgr::Clog, 0x10) => "TRUNCATE",
        (Rmgr::Database, 0x00) => "CREATE_FILE_COPY",
        (Rmgr::Database, 0x10) => "CREATE_WAL_LOG",
        (Rmgr::Database, 0x20) => "DROP",
        (Rmgr::Tablespace, 0x00) => "CREATE",
        (Rmgr::Tablespace, 0x10) => "DROP",
        (Rmgr::MultiXact, XLOG_MULTIXACT_ZERO_OFF_PAGE) => "ZERO_OFF_PAGE",
        (Rmgr::MultiXact, XLOG_MULTIXACT_ZERO_MEM_PAGE) => "ZERO_MEM_PAGE",
        (Rmgr::MultiXact, XLOG_MULTIXACT_CREATE_ID) => "CREATE_ID",
        (Rmgr::MultiXact, 0x30) => "TRUNCATE_ID",
        (Rmgr::RelMap, 0x00) => "UPDATE",
        (Rmgr::Standby, STANDBY_LOCK) => "LOCK",
        (Rmgr::Standby, RUNNING_XACTS) => "RUNNING_XACTS",
        (Rmgr::Standby, STANDBY_INVALIDATIONS) => "INVALIDATIONS",
        (Rmgr::Sequence, SEQ_LOG) => "LOG",
        (Rmgr::CommitTs, 0x00) => "ZEROPAGE",
        (Rmgr::CommitTs, 0x10) => "TRUNCATE",
        (Rmgr::ReplicationOrigin, 0x00) => "SET",
        (Rmgr::ReplicationOrigin, 0x10) => "DROP",
        (Rmgr::Generic, _) => "Generic",
        (Rmgr::LogicalMessage, 0x00) => "MESSAGE",
        _ => return None,
    })
}

/// The tablespace, database and file that begin at byte `at`.
fn locator(d: RecordWords<'_>, at: usize) -> FileLocator {
    FileLocator { tablespace: d.u32(at), database: d.u32(at + 4), file: d.u32(at + 8) }
}

/// The description of the record; `time` prints times.
pub(super) fn describe(release: &Release, r: &Record<'_>, time: Time) -> String {
    let d = RecordWords(r.main);
    let op = r.info & !XLR_INFO_MASK;
    let relation = |at: usize| format!("{}/{}/{}", d.u32(at), d.u32(at + 4), d.u32(at + 8));
    match (r.rmgr(), op) {
        (Some(Rmgr::Xlog), _) => xlog(release, d, r.main, op, time),
        (Some(Rmgr::Transaction), _) => transaction(release, r, time),
        (Some(Rmgr::LogicalMessage), _) => message(d),
        (Some(Rmgr::Storage), SMGR_CREATE) => {
            let fork = ForkNumber::from_number(d.u8(12)).unwrap_or(ForkNumber::Main);
            path(release.tablespace_folder, locator(d, 0), fork)
        }
        (Some(Rmgr::Storage), SMGR_TRUNCATE) => {
            let path = path(release.tablespace_folder, locator(d, 4), ForkNumber::Main);
            format!("{path} to {} blocks flags {}", d.u32(0), d.u32(16))
        }
        (Some(Rmgr::Clog), 0x00) => format!("page {}", d.u32(0)),
        (Some(Rmgr::Clog), 0x10) => format!("page {}; oldestXact {}", d.u32(0), d.u32(4)),
        (Some(Rmgr::Database), 0x00) => {
            format!("copy dir {}/{} to {}/{}", d.u32(12), d.u32(8), d.u32(4), d.u32(0))
        }
        (Some(Rmgr::Database), 0x10) => format!("create dir {}/{}", d.u32(4), d.u32(0)),
        (Some(Rmgr::Database), 0x20) => {
            let mut out = "dir".to_string();
            for i in 0..d.u32(4).min(r.main.len() as u32 / 4) as usize {
                let _ = write!(out, " {}/{}", d.u32(8 + 4 * i), d.u32(0));
            }
            out
        }
        (Some(Rmgr::MultiXact), XLOG_MULTIXACT_ZERO_OFF_PAGE | XLOG_MULTIXACT_ZERO_MEM_PAGE) => {
            d.u32(0).to_string()
        }
        (Some(Rmgr::MultiXact), XLOG_MULTIXACT_CREATE_ID) => multixact(d, r.main.len()),
        (Some(Rmgr::MultiXact), 0x30) => {
            format!("offsets [{}, {}), members [{}, {})", d.u32(4), d.u32(8), d.u32(12), d.u32(16))
        }
        (Some(Rmgr::RelMap), 0x00) => {
            format!("database {} tablespace {} size {}", d.u32(0), d.u32(4), d.u32(8))
        }
        (Some(Rmgr::Standby), STANDBY_LOCK) => {
            let mut out = String::new();
            for i in 0..d.u32(0).min(r.main.len() as u32 / 12) as usize {
                let at = 4 + 12 * i;
                let (xid, db, rel) = (d.u32(at), d.u32(at + 4), d.u32(at + 8));
                let _ = write!(out, "xid {xid} db {db} rel {rel} ");
            }
            out
        }
        (Some(Rmgr::Standby), RUNNING_XACTS) => {
            let mut out = format!(
                "nextXid {} latestCompletedXid {} oldestRunningXid {}",
                d.u32(12),
                d.u32(20),
                d.u32(16)
            );
            let n = d.u32(0).min(r.main.len() as u32 / 4) as usize;
            if n > 0 {
                let _ = write!(out, "; {n} xacts:");
                (0..n).for_each(|i| out.push_str(&format!(" {}", d.u32(24 + 4 * i))));
            }
            if d.u8(8) != 0 {
                out.push_str("; subxid ovf");
            }
            out
        }
        (Some(Rmgr::Standby), STANDBY_INVALIDATIONS) => {
            let messages = r.main.get(16..).unwrap_or_default();
            invalidations(messages, d.u32(12), d.u8(8) != 0, (d.u32(0), d.u32(4)))
        }
        (Some(Rmgr::Sequence), SEQ_LOG) => format!("rel {}", relation(0)),
        _ => String::new(),
    }
}

/// Describes records of XLOG (`xlog_desc`).
fn xlog(release: &Release, d: RecordWords<'_>, main: &[u8], op: u8, time: Time) -> String {
    let level =
        |at: usize| ["minimal", "replica", "logical"].get(d.u32(at) as usize).unwrap_or(&"?");
    match op {
        XLOG_CHECKPOINT_SHUTDOWN | XLOG_CHECKPOINT_ONLINE => format!(
            "redo {}; tli {}; prev tli {}; fpw {}; {}xid {}:{}; oid {}; multi {}; offset {}; \
             oldest xid {} in DB {}; oldest multi {} in DB {}; \
             oldest/newest commit timestamp xid: {}/{}; oldest running xid {}; {}",
            Lsn(d.u64(0)),
            d.u32(8),
            d.u32(12),
            d.u8(16) != 0,
            match release.checkpoint_level {
                true => format!("wal_level {}; ", level(20)),
                false => String::new(),
            },
            d.u32(28),
            d.u32(24),
            d.u32(32),
            d.u32(36),
            d.u32(40),
            d.u32(44),
            d.u32(48),
            d.u32(52),
            d.u32(56),
            d.u32(72),
            d.u32(76),
            d.u32(80),
            if op == XLOG_CHECKPOINT_SHUTDOWN { "shutdown" } else { "online" }
        ),
        XLOG_CHECKPOINT_REDO if release.checkpoint_level => format!("wal_level {}", level(0)),
        XLOG_NEXTOID => d.u32(0).to_string(),
        XLOG_RESTORE_POINT => {
            let name = main.get(8..).unwrap_or_default();
            let end = name.iter().position(|b| *b == 0).unwrap_or(name.len());
            String::from_utf8_lossy(&name[..end]).into_owned()
        }
        XLOG_BACKUP_END => Lsn(d.u64(0)).to_string(),
        XLOG_PARAMETER_CHANGE => {
            let on = |at: usize| if d.u8(at) != 0 { "on" } else { "off" };
            format!(
                "max_connections={} max_worker_processes={} max_wal_senders={} \
                 max_prepared_xacts={} max_locks_per_xact={} wal_level={} wal_log_hints={} \
                 track_commit_timestamp={}",
                d.u32(0),
                d.u32(4),
                d.u32(8),
                d.u32(12),
                d.u32(16),
                level(20),
                on(24),
                on(25)
            )
        }
        XLOG_FPW_CHANGE => (d.u8(0) != 0).to_string(),
        XLOG_END_OF_RECOVERY => {
            format!("tli {}; prev tli {}; time {}", d.u32(8), d.u32(12), time(d.i64(0)))
        }
        XLOG_OVERWRITE_CONTRECORD => {
            format!("lsn {}; time {}", Lsn(d.u64(0)), time(d.i64(8)))
        }
        _ => String::new(),
    }
}

/// The description of a record of the transaction manager (`xact_desc`).
fn transaction(release: &Release, r: &Record<'_>, time: Time) -> String {
    let d = RecordWords(r.main);
    match r.info & XACT_OPMASK {
        XACT_ASSIGNMENT => {
            let mut out = format!("xtop {}: subxacts:", d.u32(0));
            let n = d.u32(4).min(r.main.len() as u32 / 4) as usize;
            (0..n).for_each(|i| out.push_str(&format!(" {}", d.u32(8 + 4 * i))));
            out
        }
        XACT_INVALIDATIONS => {
            invalidations(r.main.get(4..).unwrap_or_default(), d.u32(0), false, (0, 0))
        }
        _ => {
            let end = XactEnd::of(r, release.statistics_ids);
            end.map(|e| transaction_end(release, &e, r.origin, time)).unwrap_or_default()
        }
    }
}

/// Returns the description of a transaction's end (`xact_desc_commit`, `xact_desc_abort`). A commit
/// ends with its replication origin, an abort with its dropped statistics.
fn transaction_end(release: &Release, e: &XactEnd<'_>, node: u16, time: Time) -> String {
    let file = |f: &FileLocator| path(release.tablespace_folder, *f, ForkNumber::Main);
    let item = |s: &DroppedStatistics| format!("{}/{}/{}", s.kind, s.database, s.object);
    let prepared = e.prepared.map(|xid| format!("{xid}: ")).unwrap_or_default();
    let mut out = format!("{prepared}{}", time(e.time));
    listed(&mut out, "rels", e.files.iter().map(file));
    listed(&mut out, "subxacts", e.subxacts.iter().map(|x| x.to_string()));
    let mut statistics = String::new();
    listed(&mut statistics, "dropped stats", e.dropped_statistics.iter().map(item));
    let origin =
        e.origin.map(|(lsn, at)| format!("; origin: node {node}, lsn {lsn}, at {}", time(at)));
    let origin = origin.unwrap_or_default();
    if !e.committed {
        return out + &origin + &statistics;
    }
    out.push_str(&statistics);
    let count = (e.invalidations.len() / MESSAGE) as u32;
    let init_file = e.xinfo & XACT_COMPLETION_UPDATE_RELCACHE_FILE != 0;
    out.push_str(&invalidations(e.invalidations, count, init_file, e.database));
    for (bit, word) in [
        (XACT_COMPLETION_APPLY_FEEDBACK, "; apply_feedback"),
        (XACT_COMPLETION_FORCE_SYNC_COMMIT, "; sync"),
    ] {
        if e.xinfo & bit != 0 {
            out.push_str(word);
        }
    }
    out + &origin
}

/// Appends `; label: item item ...`, or nothing if there are no items.
fn listed(out: &mut String, label: &str, items: impl Iterator<Item = String>) {
    for (i, item) in items.enumerate() {
        if i == 0 {
            let _ = write!(out, "; {label}:");
        }
        let _ = write!(out, " {item}");
    }
}

/// Returns the description of a logical message (`logicalmsg_desc`).
fn message(d: RecordWords<'_>) -> String {
    let word = if d.u8(4) != 0 { "transactional" } else { "non-transactional" };
    let (prefix, payload) = (d.u32(8) as usize, d.u32(16) as usize);
    let bytes = d.0.get(24..).unwrap_or_default();
    let name = bytes.get(..prefix.saturating_sub(1)).unwrap_or_default();
    let shown: Vec<String> =
        bytes.iter().skip(prefix).take(payload).map(|b| format!("{b:02X}")).collect();
    let name = String::from_utf8_lossy(name);
    format!("{word}, prefix \"{name}\"; payload ({payload} bytes): {}", shown.join(" "))
}

/// Lists invalidation messages of 16 bytes each (`standby_desc_invalidations`); `count` is limited
/// to those that are there. `init_file`: the caches' file is to be removed too.
pub(super) fn invalidations(
    messages: &[u8],
    count: u32,
    init_file: bool,
    database: (u32, u32),
) -> String {
    let mut out = String::new();
    for (i, message) in messages.chunks_exact(MESSAGE).take(count as usize).enumerate() {
        if i == 0 {
            if init_file {
                let (db, tablespace) = database;
                let _ = write!(out, "; relcache init file inval dbid {db} tsid {tablespace}");
            }
            out.push_str("; inval msgs:");
        }
        let m = RecordWords(message);
        let _ = match m.u8(0) as i8 {
            id if id >= 0 => write!(out, " catcache {id}"),
            -1 => write!(out, " catalog {}", m.u32(8)),
            -2 => write!(out, " relcache {}", m.u32(8)),
            -3 => write!(out, " smgr"),
            -4 => write!(out, " relmap db {}", m.u32(4)),
            -5 => write!(out, " snapshot {}", m.u32(8)),
            id => write!(out, " unrecognized id {id}"),
        };
    }
    out
}

/// The description of `XLOG_MULTIXACT_CREATE_ID`.
fn multixact(d: RecordWords<'_>, length: usize) -> String {
    let n = (d.u32(8) as usize).min(length / 8);
    let mut out = format!("{} offset {} nmembers {n}: ", d.u32(0), d.u32(4));
    for i in 0..n {
        let kind = ["keysh", "sh", "fornokeyupd", "forupd", "nokeyupd", "upd"];
        let name = kind.get(d.u32(16 + 8 * i) as usize).unwrap_or(&"unk");
        let _ = write!(out, "{} ({name}) ", d.u32(12 + 8 * i));
    }
    out
}

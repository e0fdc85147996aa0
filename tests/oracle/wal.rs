//! The records that a program logs, on the server and on the engine: kind, length, length of full-page
//! images, transaction, description and pages of each.
//!
//! Left out on both sides: records of the server's own catalog (files before 16384), those that keep
//! standbys informed, checkpoints, and the ends of transactions that changed the catalog, whose
//! records carry invalidation messages.

use std::collections::BTreeSet;

/// What is put before a program: `full_page_writes` as wished, and a checkpoint that everything is
/// counted from.
pub fn before(full_page_writes: bool) -> String {
    let switch = if full_page_writes { "on" } else { "off" };
    format!(
        "ALTER SYSTEM SET full_page_writes = {switch};\nSELECT pg_reload_conf();\nCHECKPOINT;\n\
         SELECT pg_current_wal_insert_lsn() AS wal_start \\gset\n"
    )
}

/// What is asked afterwards; the checkpoint makes sure that all is flushed.
pub const RECORDS: &str = r"
ROLLBACK;
CHECKPOINT;
\pset format unaligned
\pset fieldsep '|'
SELECT 'WAL', xid, resource_manager || '/' || record_type AS kind, record_length, fpi_length, description, block_ref
  FROM pg_get_wal_records_info(:'wal_start', pg_current_wal_insert_lsn()) ORDER BY start_lsn;
";

/// One record.
#[derive(Debug, PartialEq)]
pub struct Logged {
    xid: String,
    kind: String,
    length: u64,
    images: u64,
    rest: String,
}

/// Whether a text names a file of the catalog (`rel 1663/5/1259`).
fn names_catalog(text: &str) -> bool {
    text.split("rel ").skip(1).any(|t| {
        let path = t.split([' ', ';', '|']).next().unwrap_or_default();
        let file = path.rsplit('/').next().and_then(|n| n.parse::<u32>().ok());
        file.is_some_and(|n| n < 16384)
    })
}

/// The records in a transcript.
fn records(transcript: &str) -> Vec<Logged> {
    transcript
        .lines()
        .filter_map(|line| {
            let f: Vec<&str> = line.strip_prefix("WAL|")?.split('|').collect();
            let [xid, kind, length, images, description, blocks] = f[..] else { return None };
            Some(Logged {
                xid: xid.to_string(),
                kind: kind.to_string(),
                length: length.parse().ok()?,
                images: images.parse().ok()?,
                rest: format!("{description}|{blocks}"),
            })
        })
        .collect()
}

/// The records that are compared, on both sides.
fn comparable(transcript: &str, ddl: &BTreeSet<String>) -> Vec<Logged> {
    let mut out = records(transcript);
    out.retain(|r| {
        let silent = r.kind.starts_with("Standby/")
            || r.kind.starts_with("XLOG/CHECKPOINT")
            || r.kind == "XLOG/NEXTOID"
            || r.kind == "XLOG/FPW_CHANGE"
            || r.kind == "Heap/TRUNCATE";
        !(silent
            || names_catalog(&r.rest)
            || r.kind.starts_with("Transaction/") && ddl.contains(&r.xid))
    });
    for r in &mut out {
        if r.kind.starts_with("Storage/") {
            // DDL may make a file before its transaction has an xid.
            r.xid.clear();
        }
        if r.kind.starts_with("Transaction/") {
            // Its time.
            r.rest = r.rest.split_once(';').map_or(String::new(), |(_, rest)| rest.to_string());
        }
    }
    out
}

/// Bytes logged by the server and by the engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    pub expected: u64,
    pub actual: u64,
}

/// The first records that differ, and how many bytes were logged.
pub fn difference(expected: &str, actual: &str) -> (String, Totals) {
    let ddl: BTreeSet<String> = records(expected)
        .into_iter()
        .filter(|r| r.kind.starts_with("Transaction/"))
        .filter(|r| ["inval msgs", "rels:", "stats:"].iter().any(|w| r.rest.contains(w)))
        .map(|r| r.xid)
        .collect();
    let (expected, actual) = (comparable(expected, &ddl), comparable(actual, &ddl));
    let sum = |list: &[Logged]| list.iter().map(|r| r.length).sum();
    let totals = Totals { expected: sum(&expected), actual: sum(&actual) };
    let at = expected.iter().zip(&actual).take_while(|(a, b)| a == b).count();
    let mut out = String::new();
    if at < expected.len().max(actual.len()) {
        out.push_str(&format!("record {at} of {} and {}\n", expected.len(), actual.len()));
        let show = |list: &[Logged], sign: &str| -> String {
            let from = at.saturating_sub(1);
            let shown = list.iter().skip(from).take(4);
            shown
                .map(|r| {
                    format!("{sign} {} {} {} {} {}\n", r.xid, r.kind, r.length, r.images, r.rest)
                })
                .collect()
        };
        out.push_str(&show(&expected, "-"));
        out.push_str(&show(&actual, "+"));
    }
    (out, totals)
}

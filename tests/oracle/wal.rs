//! The records that each statement of a program logs, on the server and on the engine: kind, length,
//! length of full-page images, transaction, description and pages of each.
//!
//! ```text
//! MARK|3|0/2004F28                 before statement 3
//! UPDATE t0 SET ...
//! MARK|4|0/2005010                 before statement 4
//! ...
//! WAL|0/2004F28|731|Heap/UPDATE|..  all records, at the end: this one is statement 3's
//! ```
//!
//! A mark logs nothing. In a block that has failed there is none, and what is logged from there to the
//! next one is the statement's that failed.
//!
//! What is logged of the server's own catalog (files before 16384) is compared as a whole: how many bytes
//! a statement logs there, and for how many statements record for record. So much depends on what was
//! looked up before, which prunes pages, that one difference brings others.
//!
//! Left out on both sides: the invalidation messages of commits after statements that are not modelled to
//! the row ([`with_messages`]), and which transactions run (`RUNNING_XACTS`, which the background writer logs too).
//! Rows of `pg_class` changed in place are compared by their length, and only without full-page images;
//! checkpoints by their length.

use std::collections::{BTreeMap, BTreeSet};

/// The statements before a program: they set `full_page_writes`, keep all segments, make the
/// checkpoint from which records are counted, and print markers.
pub fn before(full_page_writes: bool) -> String {
    let switch = if full_page_writes { "on" } else { "off" };
    format!(
        "\\pset format unaligned\n\\pset fieldsep '|'\n\
         ALTER SYSTEM SET full_page_writes = {switch};\nALTER SYSTEM SET wal_keep_size = '64GB';\nSELECT pg_reload_conf();\nCHECKPOINT;\n\
         SELECT pg_current_wal_insert_lsn() AS wal_start \\gset\n"
    )
}

/// The statements, each with a statement before it that prints a marker.
pub fn marked(statements: &[String]) -> Vec<String> {
    let mark = |(n, statement): (usize, &String)| {
        format!("SELECT 'MARK', {n}, pg_current_wal_insert_lsn();\n{statement}")
    };
    statements.iter().enumerate().map(mark).collect()
}

/// What is asked afterwards. The checkpoint makes sure that all is flushed; what the query itself may
/// log, by pruning a page of the catalog, is not, and cannot be asked for.
pub const RECORDS: &str = r"
ROLLBACK;
CHECKPOINT;
SELECT 'WAL', start_lsn, xid, resource_manager || '/' || record_type AS kind, record_length, fpi_length, description, block_ref
  FROM pg_get_wal_records_info(:'wal_start', pg_current_wal_flush_lsn()) ORDER BY start_lsn;
";

/// One record.
#[derive(Debug)]
struct Logged {
    lsn: u64,
    xid: String,
    kind: String,
    length: u64,
    images: u64,
    rest: String,
}

impl PartialEq for Logged {
    /// Whether all but the place is the same.
    fn eq(&self, o: &Logged) -> bool {
        (&self.xid, &self.kind, self.length) == (&o.xid, &o.kind, o.length)
            && (self.images, &self.rest) == (o.images, &o.rest)
    }
}

/// An LSN as a number.
fn number(lsn: &str) -> Option<u64> {
    let (high, low) = lsn.split_once('/')?;
    Some(u64::from_str_radix(high, 16).ok()? << 32 | u64::from_str_radix(low, 16).ok()?)
}

/// Whether a text names a file of the catalog (`rel 1663/5/1259`).
fn names_catalog(text: &str) -> bool {
    text.split("rel ").skip(1).any(|t| {
        let path = t.split([' ', ';', '|']).next().unwrap_or_default();
        let file = path.rsplit('/').next().and_then(|n| n.parse::<u32>().ok());
        file.is_some_and(|n| n < 16384)
    })
}

/// Reads the records in a transcript.
fn records(transcript: &str) -> Vec<Logged> {
    transcript
        .lines()
        .filter_map(|line| {
            let f: Vec<&str> = line.strip_prefix("WAL|")?.split('|').collect();
            let [lsn, xid, kind, length, images, description, blocks] = f[..] else { return None };
            Some(Logged {
                lsn: number(lsn)?,
                xid: xid.to_string(),
                kind: kind.to_string(),
                length: length.parse().ok()?,
                images: images.parse().ok()?,
                rest: format!("{description}|{blocks}"),
            })
        })
        .collect()
}

/// The number of each statement, by the LSN at which it began.
fn marks(transcript: &str) -> BTreeMap<u64, usize> {
    let mark = |line: &str| {
        let (n, lsn) = line.strip_prefix("MARK|")?.split_once('|')?;
        Some((number(lsn)?, n.parse().ok()?))
    };
    // Where several statements logged nothing, the mark of the last one stays.
    transcript.lines().filter_map(mark).collect()
}

/// Removes the time and the invalidation messages from a record of a transaction's end.
fn without_invalidations(r: &mut Logged) {
    /// Bytes of the record: without information, and with its flags alone.
    const PLAIN: u64 = 34;
    const FLAGS: u64 = 38;
    let parts = r.rest.trim_end_matches('|').split(';').skip(1);
    let (messages, rest): (Vec<&str>, Vec<&str>) = parts.partition(|p| p.contains(" inval"));
    if let Some(m) = messages.iter().find_map(|p| p.strip_prefix(" inval msgs:")) {
        // Each is two words and 16 bytes; before them stand their number and the database. Main data
        // over 255 bytes have a longer header.
        let header = |length: u64| if length > 255 { 29 } else { 26 };
        let data = r.length - if r.length > 26 + 255 { 29 } else { 26 };
        let data = data - 12 - 16 * (m.split_whitespace().count() as u64 / 2);
        r.length = header(data) + data;
    }
    if rest.is_empty() && r.length == FLAGS {
        // Whether the flags say anything else cannot be seen.
        r.length = PLAIN;
    }
    r.rest = rest.join(";");
}

/// Whether all invalidation messages of the statement's commit are modelled.
fn is_modelled(statement: &str) -> bool {
    let unknown = [
        // Tables that are written anew.
        "VACUUM FULL",
        "DEFAULT random()",
        "CLUSTER",
        "ANALYZE",
        " TYPE ",
        "REFERENCES",
        "TEMP ",
        "COMMENT",
        "VIEW",
        "FUNCTION",
        "CASCADE",
    ];
    !unknown.iter().any(|u| statement.contains(u))
}

/// The numbers of the statements whose commit records are compared with their messages; the commit
/// of a block has the messages of all its statements.
pub fn with_messages(statements: &[String]) -> BTreeSet<usize> {
    let (mut in_block, mut all) = (false, true);
    let mut out = BTreeSet::new();
    for (n, statement) in statements.iter().enumerate() {
        if statement == "BEGIN" {
            (in_block, all) = (true, true);
        }
        let modelled = is_modelled(statement);
        all &= modelled;
        let ends = statement == "COMMIT" || statement == "ROLLBACK";
        if if in_block { ends && all } else { modelled } {
            out.insert(n);
        }
        in_block &= !ends;
    }
    out
}

/// The records about catalog files that each statement logged: kinds and lengths.
fn of_catalog(transcript: &str) -> BTreeMap<usize, Vec<(String, u64)>> {
    let marks = marks(transcript);
    let mut out: BTreeMap<usize, Vec<(String, u64)>> = BTreeMap::new();
    for r in records(transcript).into_iter().filter(|r| names_catalog(&r.rest)) {
        let statement = marks.range(..=r.lsn).next_back().map_or(0, |(_, n)| *n);
        out.entry(statement).or_default().push((r.kind, r.length));
    }
    out
}

/// The records that are compared, by statement.
fn comparable(
    transcript: &str,
    full_page_writes: bool,
    with_messages: &BTreeSet<usize>,
) -> BTreeMap<usize, Vec<Logged>> {
    let marks = marks(transcript);
    let mut out: BTreeMap<usize, Vec<Logged>> = BTreeMap::new();
    for mut r in records(transcript) {
        let in_place = r.kind == "Heap/INPLACE" && !full_page_writes;
        let silent = ["Standby/RUNNING_XACTS", "XLOG/FPW_CHANGE"].contains(&r.kind.as_str());
        if silent || names_catalog(&r.rest) && !in_place {
            continue;
        }
        if in_place || r.kind.starts_with("XLOG/CHECKPOINT") {
            r.rest.clear();
        }
        let statement = marks.range(..=r.lsn).next_back().map_or(0, |(_, n)| *n);
        if r.kind.starts_with("Transaction/") {
            if with_messages.contains(&statement) {
                // All but the time.
                r.rest = r.rest.split_once(';').map_or(String::new(), |(_, rest)| rest.to_string());
            } else {
                without_invalidations(&mut r);
            }
        }
        out.entry(statement).or_default().push(r);
    }
    out
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Statements that logged something.
    pub statements: u64,
    /// Records and bytes logged by the server that were compared.
    pub records: u64,
    pub expected: u64,
    /// Bytes logged by the engine.
    pub actual: u64,
    /// Statements that logged something of the catalog, and of how many the records are the same.
    pub catalog: (u64, u64),
    /// Bytes logged of the catalog by the server and by the engine.
    pub catalog_bytes: (u64, u64),
    /// The largest difference in bytes of a statement.
    pub deviation: u64,
}

impl std::ops::AddAssign for Totals {
    fn add_assign(&mut self, o: Totals) {
        self.statements += o.statements;
        self.records += o.records;
        self.expected += o.expected;
        self.actual += o.actual;
        self.catalog.0 += o.catalog.0;
        self.catalog.1 += o.catalog.1;
        self.catalog_bytes.0 += o.catalog_bytes.0;
        self.catalog_bytes.1 += o.catalog_bytes.1;
        self.deviation = self.deviation.max(o.deviation);
    }
}

/// The first statement whose records differ, with the records, and the totals of what was logged.
pub fn difference(
    statements: &[String],
    expected: &str,
    actual: &str,
    full_page_writes: bool,
) -> (String, Totals) {
    let with_messages = with_messages(statements);
    let (catalog, mut ours) = (of_catalog(expected), of_catalog(actual));
    let mut totals = Totals::default();
    let mut out = String::new();
    for (who, transcript) in [("the server", &expected), ("the engine", &actual)] {
        if !transcript.contains("\nWAL|") {
            let why = transcript.lines().rfind(|l| l.contains("ERROR")).unwrap_or_default();
            out.push_str(&format!("{who} gave no records: {why}\n"));
        }
    }
    for (n, theirs) in catalog {
        let ours = ours.remove(&n).unwrap_or_default();
        let sum = |list: &[(String, u64)]| list.iter().map(|r| r.1).sum::<u64>();
        totals.catalog.0 += 1;
        totals.catalog.1 += u64::from(theirs == ours);
        totals.catalog_bytes.0 += sum(&theirs);
        totals.catalog_bytes.1 += sum(&ours);
    }
    totals.catalog_bytes.1 += ours.values().flatten().map(|r| r.1).sum::<u64>();
    let expected = comparable(expected, full_page_writes, &with_messages);
    let mut actual = comparable(actual, full_page_writes, &with_messages);
    let numbers: BTreeSet<usize> = expected.keys().chain(actual.keys()).copied().collect();
    for n in numbers {
        let theirs: &[Logged] = expected.get(&n).map_or(&[], |list| list);
        let ours = actual.remove(&n).unwrap_or_default();
        let sum = |list: &[Logged]| list.iter().map(|r| r.length).sum::<u64>();
        totals.statements += 1;
        totals.records += theirs.len() as u64;
        totals.expected += sum(theirs);
        totals.actual += sum(&ours);
        totals.deviation = totals.deviation.max(sum(theirs).abs_diff(sum(&ours)));
        if theirs != ours && out.is_empty() {
            out = explain(n, theirs, &ours);
        }
    }
    (out, totals)
}

/// The first records of a statement that differ.
fn explain(statement: usize, expected: &[Logged], actual: &[Logged]) -> String {
    let at = expected.iter().zip(actual).take_while(|(a, b)| a == b).count();
    let (theirs, ours) = (expected.len(), actual.len());
    let mut out = format!("statement {statement}: record {at} of {theirs} and {ours}\n");
    for (list, sign) in [(expected, '-'), (actual, '+')] {
        for r in list.iter().skip(at.saturating_sub(1)).take(4) {
            let Logged { xid, kind, length, images, rest, .. } = r;
            out.push_str(&format!("{sign} {xid} {kind} {length} {images} {rest}\n"));
        }
    }
    out
}

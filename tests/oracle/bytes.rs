//! Where the pages of two transcripts differ, byte by byte.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Prints every page as one line `relation|fork|block|hexadecimal`.
pub const BYTES: &str = "\
\\pset format unaligned
SELECT c.relname, f.fork, b.blk, encode(get_raw_page(c.oid::regclass::text, f.fork, b.blk), 'hex')
  FROM pg_class c, (VALUES ('main'), ('fsm'), ('vm')) f(fork),
       LATERAL generate_series(0, (pg_relation_size(c.oid, f.fork) / 8192)::int - 1) b(blk)
 WHERE c.oid >= 16384 AND c.relkind IN ('r', 't', 'i', 'S', 'm')
 ORDER BY c.oid, f.fork, b.blk;
";

/// The pages that a transcript prints, by their names.
fn pages(transcript: &str) -> BTreeMap<String, Vec<u8>> {
    let mut pages = BTreeMap::new();
    for line in transcript.lines() {
        let Some((name, hex)) = line.rsplit_once('|') else { continue };
        if hex.len() == 2 * 8192 {
            let digit = |c: u8| (c as char).to_digit(16).unwrap_or(0) as u8;
            let bytes = hex.as_bytes().chunks(2).map(|c| digit(c[0]) << 4 | digit(c[1]));
            pages.insert(name.to_owned(), bytes.collect());
        }
    }
    pages
}

/// The first byte ranges that differ, on the first pages that differ; LSN and checksum are not
/// compared.
pub fn difference(expected: &str, actual: &str) -> String {
    let (expected, actual) = (pages(expected), pages(actual));
    let mut out = String::new();
    let mut shown = 0;
    for name in expected.keys().chain(actual.keys().filter(|k| !expected.contains_key(*k))) {
        match (expected.get(name), actual.get(name)) {
            (Some(a), Some(b)) => {
                let ranges = ranges(&a[10..], &b[10..]);
                if ranges.is_empty() || shown > 5 {
                    continue;
                }
                shown += 1;
                let _ = writeln!(out, "{name}: {} ranges", ranges.len());
                for (from, to) in ranges.into_iter().take(8) {
                    let (from, to) = (from + 10, to + 10);
                    let hex = |page: &[u8]| {
                        let shown = &page[from..to.min(from + 48)];
                        shown.iter().map(|b| format!("{b:02x}")).collect::<String>()
                    };
                    let _ = writeln!(out, "  {from:4}..{to:4}  - {}", hex(a));
                    let _ = writeln!(out, "              + {}", hex(b));
                }
            }
            (Some(_), None) => {
                let _ = writeln!(out, "{name}: not there");
            }
            _ => {
                let _ = writeln!(out, "{name}: should not be there");
            }
        }
    }
    out
}

/// Ranges of bytes that differ, those less than 8 bytes apart as one.
fn ranges(a: &[u8], b: &[u8]) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for i in (0..a.len().min(b.len())).filter(|&i| a[i] != b[i]) {
        match ranges.last_mut() {
            Some((_, to)) if i < *to + 8 => *to = i + 1,
            _ => ranges.push((i, i + 1)),
        }
    }
    ranges
}

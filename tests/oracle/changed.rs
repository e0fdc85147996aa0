//! Recorded scripts with changed copies of their statements: what nobody would write, and every error
//! that comes of it. A changed statement runs in a transaction that is rolled back, so that one that
//! is refused here leaves the rest of the script as it is.

use crate::pieces;
use std::fmt::Write as _;
use toastscope_tests::compare::{comparable_versions, difference_of};
use toastscope_tests::fuzz::{changed_statement, statements};
use toastscope_tests::inputs::Rng;
use toastscope_tests::scripts::found;

/// Statements of a recorded script that are run.
const LONGEST: usize = 60;
/// Recorded scripts with more bytes are left out.
const LARGEST: usize = 8000;

/// What a script may not have: data between its lines, files, waiting, and a server that stops.
const LEFT_OUT: [&str; 11] = [
    "stdin",
    "\\copy",
    "\\o",
    "\\g ",
    "\\i",
    "\\w",
    "\\timing",
    "sleep",
    "\\crash",
    "timeout",
    "toastscope",
];

/// The recorded scripts that can be changed: those of which every line is printed as it was recorded. For a
/// server that was compiled without lz4 they use pglz in its place.
pub fn recorded(has_lz4: bool) -> Vec<String> {
    let scripts = found("transcripts").into_iter().filter(|s| s.exceptions().is_empty());
    scripts
        .map(|script| script.sql())
        .filter(|t| t.len() < LARGEST && LEFT_OUT.iter().all(|word| !t.contains(word)))
        .map(|t| if has_lz4 { t } else { t.replace("lz4", "pglz") })
        .collect()
}

/// A recorded script with its changed statements.
pub struct Script {
    pieces: Vec<Piece>,
}

/// A statement of the script.
struct Piece {
    sql: String,
    changed: bool,
}

/// How many changed statements differ, and what both sides printed for them.
#[derive(Default)]
pub struct Findings {
    pub statements: u64,
    pub different: u64,
    pub refused: u64,
    pub shown: String,
}

impl Script {
    /// The script of this seed.
    pub fn new(recorded: &[String], seed: u64) -> Script {
        let mut rng = Rng::new(seed);
        let own = statements(rng.pick::<String>(recorded));
        let others = statements(rng.pick::<String>(recorded));
        let mut pieces = Vec::new();
        for sql in own.iter().take(LONGEST) {
            pieces.push(Piece { sql: sql.trim().to_owned(), changed: false });
            for _ in 0..1 + rng.below(3) {
                let donors = if rng.below(3) == 0 { &others } else { &own };
                let donor = rng.pick::<String>(donors);
                let mut sql = changed_statement(&mut rng, sql.trim(), donor);
                if rng.below(3) == 0 {
                    let donor = rng.pick::<String>(&own);
                    sql = changed_statement(&mut rng, &sql, donor);
                }
                let whole = ["'", "\"", "$$"].iter().all(|q| sql.matches(q).count() % 2 == 0);
                if whole && LEFT_OUT.iter().all(|word| !sql.contains(word)) {
                    pieces.push(Piece { sql, changed: true });
                }
            }
        }
        Script { pieces }
    }

    /// The script from a piece on; without the changed statements before it.
    pub fn text(&self, first: usize) -> String {
        let mut script = "SET statement_timeout = '20s';\n".to_owned();
        for (n, piece) in self.pieces.iter().enumerate() {
            if piece.changed && n < first {
                continue;
            }
            let _ = writeln!(script, "-- {n}");
            if piece.changed {
                let _ = writeln!(script, "BEGIN;\n{}\n\\r\nROLLBACK;", piece.sql);
            } else {
                let _ = writeln!(script, "{}", piece.sql);
            }
        }
        script
    }

    /// What differs between the two outputs.
    pub fn compare(&self, expected: &str, actual: &str) -> Findings {
        let (expected, actual) = (pieces::taken_apart(expected), pieces::taken_apart(actual));
        let mut findings = Findings::default();
        for (n, piece) in self.pieces.iter().enumerate() {
            let of = |all: &std::collections::BTreeMap<usize, String>| {
                all.get(&n).cloned().unwrap_or_default()
            };
            let (e, a) = (of(&expected), of(&actual));
            findings.statements += u64::from(piece.changed);
            let difference = difference_of(&lines(&e), &lines(&a));
            if difference.is_empty() || e.contains("statement timeout") {
                continue;
            }
            if a.contains("not modelled") {
                findings.refused += 1;
                continue;
            }
            findings.different += 1;
            let after = if findings.refused > 0 { " (after a refusal)" } else { "" };
            let _ = writeln!(findings.shown, "Statement {n}{after}:\n{}\n{difference}", piece.sql);
        }
        findings
    }
}

/// A transcript's lines without what may differ: times, places in the log, and the script's name.
fn lines(printed: &str) -> Vec<String> {
    let lines = comparable_versions(printed).into_iter();
    let named = |line: &str| Some(line.strip_prefix("psql:")?.split_once(": ")?.1.to_owned());
    lines.map(|line| without_places(&named(&line).unwrap_or(line))).collect()
}

/// A line whose places in the log (`0/202B098`) are `0/…`, also where an error shows a part of a statement.
fn without_places(line: &str) -> String {
    let mut parts = line.split("0/");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest =
            part.trim_start_matches(|c: char| c.is_ascii_digit() || ('A'..='F').contains(&c));
        let place = part.len() - rest.len() >= 7;
        out.push_str("0/");
        out.push_str(if place { "…" } else { "" });
        out.push_str(if place { rest } else { part });
    }
    out
}

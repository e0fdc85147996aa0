//! The reasons of known differences, from `triage.txt`.

use crate::statements::Statement;

const TEXT: &str = include_str!("triage.txt");

/// A line of `triage.txt`: which differences it explains, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The suite, or `*` for all.
    suite: &'static str,
    /// A part of the statement, or of a line that only one side printed.
    part: &'static str,
    /// Why the two sides differ.
    pub text: &'static str,
}

/// All reasons, in the file's order.
///
/// # Panics
/// If a line has not its three parts.
pub fn reasons() -> Vec<Reason> {
    let lines = TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let reason = |line: &'static str| {
        let mut parts = line.splitn(3, " | ");
        let mut part = || parts.next().unwrap_or_else(|| panic!("triage.txt: {line}")).trim();
        Reason { suite: part(), part: part(), text: part() }
    };
    lines.map(reason).collect()
}

/// The first reason that explains a difference of a suite.
pub fn explains<'a>(
    reasons: &'a [Reason],
    suite: &str,
    statement: &Statement,
) -> Option<&'a Reason> {
    let differing: Vec<String> = statement.differing().collect();
    let explained = |r: &&Reason| {
        statement.sql.contains(r.part) || differing.iter().any(|line| line.contains(r.part))
    };
    reasons.iter().filter(|r| r.suite == "*" || r.suite == suite).find(explained)
}

//! Random queries over the tables of a shop: joins, sub-queries, groups, windows, set operations, CTEs and
//! changes of rows. Both sides print the plan, with its costs, rows and widths, and a digest of the rows
//! in the order in which they come.

mod expressions;
mod forms;
mod tables;
mod writer;

use crate::pieces;
use forms::Statement;
use std::fmt::Write as _;
use writer::Writer;

/// Queries in a script.
pub const BATCH: u64 = 100;

/// A batch of queries as a script.
pub struct Batch {
    first: u64,
    statements: Vec<Statement>,
}

/// How many statements of a batch differ, and what both sides printed for them.
#[derive(Default)]
pub struct Findings {
    /// With another plan, but the same rows.
    pub plans: u64,
    /// With other rows or errors.
    pub answers: u64,
    pub refused: u64,
    pub shown: String,
}

impl Batch {
    /// The statements of `size` seeds from `first` on, one a seed.
    pub fn new(first: u64, size: u64) -> Batch {
        let statements = (first..first + size).map(|s| Writer::new(s).statement()).collect();
        Batch { first, statements }
    }

    /// The script of the statements from number `first` on.
    pub fn script(&self, first: usize) -> String {
        let mut script = tables::SETUP.to_owned();
        for (n, statement) in self.statements.iter().enumerate().skip(first) {
            let _ = writeln!(script, "-- {n}\n{}", run(statement));
        }
        script
    }

    /// What differs between the two outputs.
    pub fn compare(&self, expected: &str, actual: &str) -> Findings {
        let (expected, actual) = (pieces::taken_apart(expected), pieces::taken_apart(actual));
        let mut findings = Findings::default();
        for (n, statement) in self.statements.iter().enumerate() {
            let shown = |of: Option<&String>| of.map_or_else(|| "nothing\n".into(), Clone::clone);
            let (e, a) = (shown(expected.get(&n)), shown(actual.get(&n)));
            if e == a {
                continue;
            }
            if a.contains("is not modelled") {
                findings.refused += 1;
                continue;
            }
            let ((plan, rows), (our_plan, our_rows)) = (halves(&e), halves(&a));
            let what = if rows == our_rows { "plan" } else { "answer" };
            *(if what == "plan" { &mut findings.plans } else { &mut findings.answers }) += 1;
            let sql = text(statement);
            let seed = self.first + n as u64;
            let _ = writeln!(findings.shown, "Query {seed} has another {what}:\n{sql};");
            let (theirs, ours) = if what == "plan" { (plan, our_plan) } else { (&e[..], &a[..]) };
            let _ = writeln!(findings.shown, "-- PostgreSQL\n{theirs}-- here\n{ours}");
        }
        findings
    }
}

/// The statement alone.
fn text(statement: &Statement) -> &str {
    match statement {
        Statement::Query(sql) | Statement::Change { sql, .. } => sql,
    }
}

/// A statement's line that parts the plan from the rows.
const ROWS: &str = "SELECT 'rows';";

/// What is run for a statement: its plan and then a digest of its rows.
fn run(statement: &Statement) -> String {
    match statement {
        Statement::Query(sql) => format!(
            "EXPLAIN {sql};\n{ROWS}\nSELECT count(*), md5(string_agg(r::text, ';')) FROM (SELECT * FROM ({sql}) q OFFSET 0) r;"
        ),
        Statement::Change { sql, table } => format!(
            "EXPLAIN {sql};\n{ROWS}\nBEGIN;\n{sql};\nSELECT count(*), md5(string_agg(r::text, ';')) FROM {table} r;\nROLLBACK;"
        ),
    }
}

/// The plan and the rows that were printed.
fn halves(printed: &str) -> (&str, &str) {
    let at = printed.find(ROWS).unwrap_or(printed.len());
    printed.split_at(at)
}

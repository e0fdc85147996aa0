//! Random queries over the tables of a shop: joins, sub-queries, groups, windows, set operations, CTEs and
//! changes of rows. Both sides print the plan, with its costs, rows and widths, and a digest of the rows
//! in the order in which they come.

mod aggregates;
mod changes;
mod expressions;
mod forms;
mod kinds;
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
    queries: Vec<Query>,
}

/// A random statement, and the ways that the planner may not go with it.
struct Query {
    statement: Statement,
    /// Whether EXPLAIN ANALYZE runs it, too.
    counted: bool,
    /// Parameters that are off.
    off: Vec<&'static str>,
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
        let query = |seed| {
            let mut writer = Writer::new(seed);
            let (statement, off) = (writer.statement(), writer.switched_off());
            Query { statement, off, counted: writer.chance(30) }
        };
        Batch { first, queries: (first..first + size).map(query).collect() }
    }

    /// The script of the statements from number `first` on.
    pub fn script(&self, first: usize) -> String {
        let mut script = tables::SETUP.to_owned();
        for (n, query) in self.queries.iter().enumerate().skip(first) {
            let _ = writeln!(script, "-- {n}\n{}", run(query));
        }
        script
    }

    /// What differs between the two outputs.
    pub fn compare(&self, expected: &str, actual: &str) -> Findings {
        let (expected, actual) = (pieces::taken_apart(expected), pieces::taken_apart(actual));
        let mut findings = Findings::default();
        for (n, query) in self.queries.iter().enumerate() {
            let shown = |of: Option<&String>| of.map_or_else(|| "nothing\n".into(), Clone::clone);
            let (e, a) = (shown(expected.get(&n)), shown(actual.get(&n)));
            if e == a {
                continue;
            }
            if a.contains("not modelled") {
                findings.refused += 1;
                continue;
            }
            let ((plan, rows), (our_plan, our_rows)) = (halves(&e), halves(&a));
            if (&plan, rows) == (&our_plan, our_rows) {
                continue;
            }
            let what = if rows == our_rows { "plan" } else { "answer" };
            *(if what == "plan" { &mut findings.plans } else { &mut findings.answers }) += 1;
            let sql = text(&query.statement);
            let off: Vec<String> = query.off.iter().map(|o| format!("SET {o} = off; ")).collect();
            let seed = self.first + n as u64;
            let _ = writeln!(
                findings.shown,
                "Query {seed} has another {what}:\n{}{sql};",
                off.concat()
            );
            let (theirs, ours) = if what == "plan" { (&plan, &our_plan) } else { (&e, &a) };
            let _ = writeln!(findings.shown, "-- PostgreSQL\n{theirs}-- here\n{ours}");
        }
        findings
    }
}

/// The statement alone.
fn text(statement: &Statement) -> &str {
    match statement {
        Statement::Query(sql) | Statement::Prepared { sql, .. } | Statement::Change { sql, .. } => {
            sql
        }
    }
}

/// A statement's line that parts the plan from the rows.
const ROWS: &str = "SELECT 'rows';";
/// A statement's line that parts the rows from what EXPLAIN counted.
const COUNTED: &str = "SELECT 'counted';";
const EXPLAIN: &str = "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF)";

/// The rows of a query as one row.
fn digest(sql: &str) -> String {
    format!(
        "SELECT count(*), md5(string_agg(r::text, ';')) FROM (SELECT * FROM ({sql}) q OFFSET 0) r"
    )
}

/// What is run for a query: its plan, a digest of its rows, and what EXPLAIN counts for some.
fn run(query: &Query) -> String {
    let set =
        |value: &str| query.off.iter().map(|o| format!("SET {o} = {value};\n")).collect::<String>();
    let run = match &query.statement {
        Statement::Query(sql) => {
            let counted = if query.counted {
                format!("{COUNTED}\n{EXPLAIN} {sql};\n")
            } else {
                String::new()
            };
            format!("EXPLAIN {sql};\n{ROWS}\n{};\n{counted}", digest(sql))
        }
        Statement::Prepared { sql, types, values } => format!(
            "PREPARE x({types}) AS {sql};\nSET plan_cache_mode = force_generic_plan;\nEXPLAIN EXECUTE x({values});\n{ROWS}\n\
             PREPARE y({types}) AS {};\nEXECUTE y({values});\nDEALLOCATE ALL;\n",
            digest(sql)
        ),
        Statement::Change { sql, table } => format!(
            "EXPLAIN {sql};\n{ROWS}\nBEGIN;\n{sql};\nSELECT count(*), md5(string_agg(r::text, ';')) FROM {table} r;\nROLLBACK;\n"
        ),
    };
    format!("{}{run}{}", set("off"), set("on"))
}

/// What was printed: the plan with what EXPLAIN counted, and the rows.
fn halves(printed: &str) -> (String, &str) {
    let at = printed.find(ROWS).unwrap_or(printed.len());
    let (plan, rows) = printed.split_at(at);
    let (rows, counted) = rows.split_at(rows.find(COUNTED).unwrap_or(rows.len()));
    // What planning touches depends on what the session has looked up before, and is the last.
    let nodes = counted.split("\n Planning:").next().unwrap_or_default();
    let counted = nodes.split("\n(").next().unwrap_or_default();
    (format!("{plan}{counted}"), rows)
}

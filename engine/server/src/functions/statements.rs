//! pg_stat_statements: what [`crate::backend`] keeps of statements, as rows.
//!
//! NULL stands where the server has a number that the model does not: the hash of a query, temporary
//! blocks (nothing spills), times of reading and writing, and what utility statements touch.

use super::{Args, ServerFunction, scalar, set};
use crate::backend::{Backend, StatementEntry};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::EnvSession;
use storage::ids::Oid;
use storage::types::numeric::Numeric;
use storage::types::oid::{BOOL, FLOAT8, INT8, NUMERIC, OID, RECORD, TEXT, TIMESTAMPTZ, VOID};

/// A count as a bigint.
fn n(v: u64) -> Datum {
    Datum::i64(v as i64)
}

/// `pg_stat_statements(showtext)`: a row for each statement.
fn statements(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let shown = args[0].as_bool();
    let entries = b.cluster.statements.as_ref().map(|s| s.entries.clone()).unwrap_or_default();
    entries.iter().map(|e| row(e, shown)).collect()
}

/// A row of `pg_stat_statements`; `shown` says whether it has the text.
fn row(e: &StatementEntry, shown: bool) -> Result<Vec<Datum>> {
    let usage = |counter: fn(&storage::buffer::BufferUsage) -> u64| {
        e.usage.as_ref().map_or(Datum::Null, |(b, _)| n(counter(b)))
    };
    let wal = e.usage.as_ref().map(|(_, w)| *w);
    let bytes = match wal {
        Some(w) => Numeric::from_i128(i128::from(w.bytes)).to_datum(),
        None => Datum::Null,
    };
    let [total, least, most, mean, squares] = e.time;
    let deviation = (squares / e.calls as f64).sqrt();
    let mut row = vec![
        Datum::u32(crate::catalog::POSTGRES_ROLE.0),
        Datum::u32(e.database.0),
        Datum::bool(true),
        Datum::Null,
        if shown { Datum::text(&e.text) } else { Datum::Null },
        // Planning is not tracked unless it is asked for.
        n(0),
    ];
    row.extend([0.0; 5].map(Datum::f64));
    row.push(n(e.calls));
    row.extend([total, least, most, mean, deviation].map(Datum::f64));
    row.push(n(e.rows));
    row.extend([
        usage(|u| u.hit),
        usage(|u| u.read),
        usage(|u| u.dirtied),
        usage(|u| u.written),
        usage(|u| u.local_hit),
        usage(|u| u.local_read),
        usage(|u| u.local_dirtied),
        usage(|u| u.local_written),
    ]);
    row.extend(std::iter::repeat_n(Datum::Null, 6));
    row.push(wal.map_or(Datum::Null, |w| n(w.records)));
    row.push(wal.map_or(Datum::Null, |w| n(w.images)));
    row.push(bytes);
    // Nothing is compiled.
    for i in 0..8 {
        row.push(if i % 2 == 0 { n(0) } else { Datum::f64(0.0) });
    }
    Ok(row)
}

/// `pg_stat_statements_info`: nothing was ever deallocated, and when counting began.
fn info(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let since = b.cluster.statements.as_ref().map_or(0, |s| s.since);
    Ok(vec![vec![n(0), Datum::i64(since)]])
}

/// Forgets the counts of all statements (`pg_stat_statements_reset`); to forget only some is refused.
fn reset(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    if args[0].as_u32() != 0 || args[1].as_u32() != 0 || args[2].as_i64() != 0 {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "pg_stat_statements_reset of some statements is not modelled"
        );
    }
    let since = b.clock_timestamp();
    if let Some(s) = &mut b.cluster.statements {
        s.entries.clear();
        s.since = since;
    }
    Ok(Datum::Word(0))
}

const COLUMNS: &[(&str, Oid)] = &[
    ("userid", OID),
    ("dbid", OID),
    ("toplevel", BOOL),
    ("queryid", INT8),
    ("query", TEXT),
    ("plans", INT8),
    ("total_plan_time", FLOAT8),
    ("min_plan_time", FLOAT8),
    ("max_plan_time", FLOAT8),
    ("mean_plan_time", FLOAT8),
    ("stddev_plan_time", FLOAT8),
    ("calls", INT8),
    ("total_exec_time", FLOAT8),
    ("min_exec_time", FLOAT8),
    ("max_exec_time", FLOAT8),
    ("mean_exec_time", FLOAT8),
    ("stddev_exec_time", FLOAT8),
    ("rows", INT8),
    ("shared_blks_hit", INT8),
    ("shared_blks_read", INT8),
    ("shared_blks_dirtied", INT8),
    ("shared_blks_written", INT8),
    ("local_blks_hit", INT8),
    ("local_blks_read", INT8),
    ("local_blks_dirtied", INT8),
    ("local_blks_written", INT8),
    ("temp_blks_read", INT8),
    ("temp_blks_written", INT8),
    ("blk_read_time", FLOAT8),
    ("blk_write_time", FLOAT8),
    ("temp_blk_read_time", FLOAT8),
    ("temp_blk_write_time", FLOAT8),
    ("wal_records", INT8),
    ("wal_fpi", INT8),
    ("wal_bytes", NUMERIC),
    ("jit_functions", INT8),
    ("jit_generation_time", FLOAT8),
    ("jit_inlining_count", INT8),
    ("jit_inlining_time", FLOAT8),
    ("jit_optimization_count", INT8),
    ("jit_optimization_time", FLOAT8),
    ("jit_emission_count", INT8),
    ("jit_emission_time", FLOAT8),
];
const INFO: &[(&str, Oid)] = &[("dealloc", INT8), ("stats_reset", TIMESTAMPTZ)];

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    set("pg_stat_statements", &[BOOL], RECORD, COLUMNS, statements).volatile(),
    set("pg_stat_statements_info", &[], RECORD, INFO, info).volatile().one_row(),
    scalar("pg_stat_statements_reset", &[OID, OID, INT8], VOID, reset)
        .volatile()
        .named(&["userid", "dbid", "queryid"])
        .defaults(&["0", "0", "0"]),
];

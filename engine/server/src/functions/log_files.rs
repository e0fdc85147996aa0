//! The files of the log in SQL: which file a position is in, what a file's name says, and which files there are
//! (`xlogfuncs.c`, `genfile.c`).

use super::{Args, ServerFunction, scalar, set, text_of};
use crate::backend::Backend;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::types::numeric::Numeric;
use storage::types::oid::{INT4, INT8, NUMERIC, PG_LSN, RECORD, TEXT, TIMESTAMPTZ};
use storage::wal::segment::file_name;

/// The name of the segment that holds a position, and the offset in it.
fn file_of(b: &mut Backend<'_>, at: u64) -> (String, u64) {
    let size = b.store.wal.log.geometry().segment_size;
    // Where a location names the file of the byte before it, a segment's first byte belongs to the file before.
    let byte = if b.store.release.boundary_in_next_file { at } else { at.wrapping_sub(1) };
    (file_name(byte / size, size), at % size)
}

/// The SQL function `pg_walfile_name`.
fn walfile_name(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::text(&file_of(b, args[0].word()).0))
}

/// The SQL function `pg_walfile_name_offset`.
fn walfile_name_offset(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let (name, offset) = file_of(b, args[0].word());
    Ok(vec![vec![Datum::text(&name), Datum::i32(offset as i32)]])
}

/// The SQL function `pg_split_walfile_name`: the number of a segment and its timeline.
fn split_walfile_name(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let name = text_of(b, &args[0])?;
    let upper = name.to_ascii_uppercase();
    if upper.len() != 24 || !upper.bytes().all(|c| c.is_ascii_hexdigit()) {
        return err!(INVALID_PARAMETER_VALUE, "invalid WAL file name \"{name}\"");
    }
    let part = |at: usize| u64::from_str_radix(&upper[at..at + 8], 16).unwrap_or_default();
    let of_id = (1u64 << 32) / b.store.wal.log.geometry().segment_size;
    let number = part(8).wrapping_mul(of_id).wrapping_add(part(16));
    Ok(vec![vec![Numeric::from_i128(i128::from(number)).to_datum(), Datum::i64(part(0) as i64)]])
}

/// The segments that hold records, as `pg_ls_waldir` lists them.
fn ls_waldir(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let log = &b.store.wal.log;
    let g = log.geometry();
    let size = g.segment_size;
    let now = b.store.wal.now;
    let (first, last) = (g.start(log.start_pos()).0 / size, log.insert_lsn().0 / size);
    let rows = (first..=last)
        .map(|s| vec![Datum::text(&file_name(s, size)), Datum::i64(size as i64), Datum::i64(now)])
        .collect();
    Ok(rows)
}

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("pg_walfile_name", &[PG_LSN], TEXT, walfile_name),
    set(
        "pg_walfile_name_offset",
        &[PG_LSN],
        RECORD,
        &[("file_name", TEXT), ("file_offset", INT4)],
        walfile_name_offset,
    )
    .one_row(),
    set(
        "pg_split_walfile_name",
        &[TEXT],
        RECORD,
        &[("segment_number", NUMERIC), ("timeline_id", INT8)],
        split_walfile_name,
    )
    .one_row(),
    set(
        "pg_ls_waldir",
        &[],
        RECORD,
        &[("name", TEXT), ("size", INT8), ("modification", TIMESTAMPTZ)],
        ls_waldir,
    )
    .volatile(),
];

//! The rows that a COPY FROM inserts (`copyfrom.c`): many are written at a time, and an error names
//! the line of its row.
//!
//! ```text
//! line 1 ─ checked ─┐
//! line 2 ─ checked ─┼─ up to 1000 rows or 64 kB wait ── written page by page, then their indexes
//! line 3 ─ checked ─┘
//! ERROR:  null value in column "b" ...       while a line is read and checked:
//! CONTEXT:  COPY t, line 3: "3    \N"
//! ERROR:  duplicate key value ...            while rows that waited are written:
//! CONTEXT:  COPY t, line 2
//! ```

use super::state::Exec;
use super::trigger::TriggerRun;
use crate::analyze::Trigger;
use crate::host::{CopyLine, CopyRows};
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::{PgError, Result};
use storage::heap::{BulkInsert, InsertOptions, Relation};
use storage::table;

/// How many bytes of a line or value a message shows (`MAX_COPY_DATA_DISPLAY`).
const SHOWN: usize = 100;

/// A value as it appears in an error's CONTEXT, shortened if it is long (`limit_printout_length`).
pub fn shown(text: &str) -> String {
    if text.len() <= SHOWN {
        return text.to_string();
    }
    let end = (0..=SHOWN).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    format!("{}...", &text[..end])
}

/// Adds the line number and column of COPY's data to an error's CONTEXT (`CopyFromErrorCallback`).
pub fn at_line(mut e: Box<PgError>, table: &str, number: u64, rest: &str) -> Box<PgError> {
    let place = format!("COPY {table}, line {number}{rest}");
    e.context = Some(match e.context.take() {
        Some(inner) => format!("{inner}\n{place}"),
        None => place,
    });
    e
}

/// Adds the table, the line number and the line to the CONTEXT of an error in COPY FROM.
pub fn in_line(e: Box<PgError>, table: &str, line: &CopyLine) -> Box<PgError> {
    at_line(e, table, line.number, &format!(": \"{}\"", shown(&line.text)))
}

/// Rows that wait (`CopyMultiInsertInfo`).
struct Batch {
    rows: Vec<Vec<Datum>>,
    /// Bytes of their lines.
    bytes: usize,
}

/// How many rows, and bytes of their lines, are buffered (`MAX_BUFFERED_TUPLES`,
/// `MAX_BUFFERED_BYTES`).
const BATCH_ROWS: usize = 1000;
const BATCH_BYTES: usize = 65_535;

/// What comes after rows are written: the table's triggers, and whether foreign keys concern it.
pub(super) struct After<'a> {
    pub(super) triggers: Option<&'a mut TriggerRun>,
    pub(super) watched: bool,
}

/// A COPY that runs.
pub(super) struct Copying {
    of: CopyRows,
    /// Rows read so far.
    read: usize,
    /// The line that an error of rows that waited names.
    writing: Option<u64>,
    /// Whether the end of the input is reached.
    ended: bool,
    batch: Option<Batch>,
    bulk: Option<BulkInsert>,
}

impl Copying {
    /// Begins a COPY. With triggers `before` each row, rows are written one by one.
    pub(super) fn new(ex: &mut Exec<'_, '_>, of: CopyRows, before: bool) -> Copying {
        let batch = (of.many && !before).then(|| Batch { rows: Vec::new(), bytes: 0 });
        let bulk = Some(BulkInsert::new(ex.host.store()));
        Copying { of, read: 0, writing: None, ended: false, batch, bulk }
    }

    /// The options and the bulk insertion by which rows are inserted.
    pub(super) fn insertion(&mut self) -> (InsertOptions, Option<&mut BulkInsert>) {
        (self.of.options, self.bulk.as_mut())
    }

    /// Moves to the next row, for the line in error contexts.
    pub(super) fn next_row(&mut self) {
        self.read += 1;
    }

    /// Whether rows are buffered and written together.
    pub(super) fn collects(&self) -> bool {
        self.batch.is_some()
    }

    /// Buffers a checked row, and writes the buffered rows when there are many.
    pub(super) fn keep<'p>(
        &mut self,
        ex: &mut Exec<'_, 'p>,
        rel: &Rc<Relation>,
        row: Vec<Datum>,
        after: After<'_>,
    ) -> Result<()> {
        let Some(batch) = &mut self.batch else { return Ok(()) };
        batch.bytes += self.of.lines.get(self.read - 1).map_or(0, |l| l.text.len());
        batch.rows.push(row);
        if batch.rows.len() >= BATCH_ROWS || batch.bytes >= BATCH_BYTES {
            self.flush(ex, rel, after)?;
        }
        Ok(())
    }

    /// Writes the buffered rows at the end of the input, and fails if a line could not be read.
    pub(super) fn finish<'p>(
        &mut self,
        ex: &mut Exec<'_, 'p>,
        rel: &Rc<Relation>,
        after: After<'_>,
    ) -> Result<()> {
        if let Some(e) = self.of.failure.take() {
            self.of.lines.clear();
            return Err(e);
        }
        self.ended = true;
        self.flush(ex, rel, after)?;
        if let Some(bulk) = self.bulk.take() {
            bulk.finish(ex.host.store());
        }
        Ok(())
    }

    /// Writes the rows that wait (`CopyMultiInsertBufferFlush`).
    fn flush<'p>(
        &mut self,
        ex: &mut Exec<'_, 'p>,
        rel: &Rc<Relation>,
        after: After<'_>,
    ) -> Result<()> {
        let Some(batch) = &mut self.batch else { return Ok(()) };
        let rows = std::mem::take(&mut batch.rows);
        batch.bytes = 0;
        let first = self.read - rows.len();
        let mut at = 0;
        let cid = ex.cid;
        let (st, mut exprs) = ex.host.index_exprs();
        let (options, bulk) = (self.of.options, self.bulk.as_mut());
        let written = table::insert_many(st, rel, &rows, cid, &mut exprs, options, bulk, &mut at);
        let number = |row: usize| self.of.lines.get(row).map_or(0, |line| line.number);
        let tids = written.inspect_err(|_| {
            self.writing = Some(match at < rows.len() {
                true => number(first + at),
                // Where no index entry was made, the line read last counts; the end of the input is one more.
                false => number(self.read - 1) + u64::from(self.ended),
            });
        })?;
        let After { mut triggers, watched } = after;
        for (row, tid) in rows.iter().zip(tids) {
            if let Some(t) = &mut triggers {
                t.after_row(Trigger::INSERT, None, Some(tid));
            }
            if watched {
                ex.host.row_changed(rel.oid, None, Some((row, tid)), false)?;
            }
        }
        Ok(())
    }

    /// Adds the COPY line that an error is about to its context.
    pub(super) fn explain(&self, e: Box<PgError>) -> Box<PgError> {
        let line = |i: usize| self.of.lines.get(i);
        match self.writing {
            Some(number) => at_line(e, &self.of.table, number, ""),
            // What could not be read tells its own line.
            None => match self.read.checked_sub(1).and_then(line) {
                Some(l) => in_line(e, &self.of.table, l),
                None => e,
            },
        }
    }
}

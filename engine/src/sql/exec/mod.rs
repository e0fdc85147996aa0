//! The executor (`src/backend/executor`): runs plans, row by row.

mod host;
pub mod simplehash;
pub mod sort;

use crate::datum::Datum;
use crate::error::Result;
use crate::sql::plan::PlannedStmt;
pub use host::*;

/// What running a statement gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// Rows returned, inserted, updated or deleted, as the command tag counts them.
    pub processed: u64,
}

/// Runs a planned statement to its end, handing each row to `sink` (only for statements that
/// return rows; junk columns removed). `extern_params` are the values of `$1` and on.
/// The caller has the transaction, and counts up the command afterwards.
pub fn run(
    stmt: &PlannedStmt,
    host: &mut dyn Host,
    extern_params: &[Datum],
    sink: &mut dyn FnMut(&mut dyn Host, &[Datum]) -> Result<()>,
) -> Result<Finished> {
    let _ = (stmt, host, extern_params, sink);
    todo!("the executor")
}

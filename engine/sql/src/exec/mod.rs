//! The executor (`src/backend/executor`): runs plans, row by row.
//!
//! Every node has a `next` that fills its `row`; a parent reads the child's row and asks again.
//! Rows are vectors of datums that are used again, so a row costs no allocation unless a node has
//! to keep it. `EXPLAIN ANALYZE` counts rows and buffers around every `next`.
//!
//! Simplified: sorts, hash tables and materialised rows never spill to disk.

mod agg;
mod agg_memory;
mod bitmap;
mod class_order;
pub mod copy;
mod index_quals;
mod join;
mod lock_rows;
mod memoize;
mod mergejoin;
mod modify;
pub mod node;
mod recursive;
mod scan;
mod setop;
pub mod simplehash;
pub mod sort;
pub mod sorting;
mod srf;
pub mod state;
mod subplan;
mod tid_range;
mod trigger;
pub mod tuple_shortener;
mod window_frames;
mod windows;
pub mod work_memory;

pub use agg::AggRun;
pub use join::HashRun;
pub use lock_rows::{check_read_only, refused_read_only};
pub use modify::{ModifyRun, of_table};

use crate::analyze::CommandType;
use crate::host::Host;
use crate::plan::PlannedStmt;
use node::NodeState;
use state::{Exec, Moment};
use storage::datum::Datum;
use storage::error::Result;

/// What running a statement gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExecutedStatement {
    /// Rows returned, inserted, updated or deleted, as the command tag counts them.
    pub processed: u64,
}

/// Runs a planned statement to its end, handing each row to `sink` (only for statements that
/// return rows; junk columns removed). `extern_params` are the values of `$1` and on.
/// The caller has the transaction, and counts up the command afterwards.
pub fn run(
    stmt: &PlannedStmt,
    host: &mut Host<'_>,
    extern_params: &[Datum],
    sink: &mut dyn FnMut(&mut Host<'_>, &[Datum]) -> Result<()>,
) -> Result<ExecutedStatement> {
    check_read_only(stmt, host)?;
    let now = Moment::now(stmt, host);
    run_at(stmt, host, extern_params, now, sink)
}

/// Like [`run`], as of an earlier moment: that when a cursor was opened.
pub fn run_at(
    stmt: &PlannedStmt,
    host: &mut Host<'_>,
    extern_params: &[Datum],
    at: Moment,
    sink: &mut dyn FnMut(&mut Host<'_>, &[Datum]) -> Result<()>,
) -> Result<ExecutedStatement> {
    let mut ex = Exec::at(stmt, host, extern_params, false, at)?;
    let mut node = NodeState::new(&mut ex, &stmt.plan)?;
    run_to_end(&mut ex, &mut node, sink)
}

/// Runs a prepared statement to its end.
pub fn run_to_end<'p>(
    ex: &mut Exec<'_, 'p>,
    node: &mut NodeState<'p>,
    sink: &mut dyn FnMut(&mut Host<'_>, &[Datum]) -> Result<()>,
) -> Result<ExecutedStatement> {
    let stmt = ex.stmt;
    let select = stmt.command == CommandType::Select;
    let keep: Vec<usize> = stmt
        .plan
        .target
        .iter()
        .enumerate()
        .filter(|(_, t)| !t.junk || !select)
        .map(|(i, _)| i)
        .collect();
    let whole = keep.len() == stmt.plan.target.len();
    let mut rows = 0;
    let mut out = Vec::new();
    while node.next(ex)? {
        rows += 1;
        if !stmt.returns_rows {
            continue;
        }
        if whole {
            sink(&mut ex.host, &node.row)?;
        } else {
            out.clear();
            out.extend(keep.iter().map(|&i| node.row[i].clone()));
            sink(&mut ex.host, &out)?;
        }
    }
    // WITH members that change data run to their end.
    let processed = ex.processed;
    for &id in &stmt.modifying_ctes {
        ex.with_subplan(id, |ex, n| {
            while n.next(ex)? {}
            Ok(())
        })?;
    }
    ex.processed = processed;
    // Before the scans end (`ExecutorFinish`): a check that fails leaves them open, and the dead index entries that they
    // met are not marked.
    ex.host.end_of_query()?;
    node.end(ex)?;
    for id in 0..stmt.subplans.len() {
        ex.with_subplan(id, |ex, n| n.end(ex))?;
    }
    ex.host.store().pool.release_kept();
    Ok(ExecutedStatement { processed: if select { rows } else { ex.processed } })
}

//! WITH RECURSIVE (`nodeRecursiveunion.c`).

use super::node::{NodeRun, NodeState};
use super::simplehash::SimpleHash;
use super::state::Exec;
use crate::plan::{Plan, PlanKind};
use storage::datum::Datum;
use storage::error::Result;

/// A recursive union.
pub struct RecursiveRun {
    param: usize,
    distinct: bool,
    table: SimpleHash<Vec<Datum>>,
    groups: u32,
    recursing: bool,
    next_rows: Vec<Vec<Datum>>,
}

impl RecursiveRun {
    /// Prepares a recursive union to run.
    pub fn new(plan: &Plan) -> RecursiveRun {
        let (param, distinct, groups) = match &plan.kind {
            PlanKind::RecursiveUnion { wt_param, distinct, num_groups } => {
                (*wt_param, *distinct, (*num_groups).min(1 << 16))
            }
            _ => (0, false, 0),
        };
        RecursiveRun {
            param,
            distinct,
            table: SimpleHash::new(groups),
            groups,
            recursing: false,
            next_rows: Vec::new(),
        }
    }
    /// Makes the next call start the recursion again.
    pub fn reset(&mut self) {
        self.table = SimpleHash::new(self.groups);
        self.recursing = false;
        self.next_rows.clear();
    }
}

/// The next row of a recursive union.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let (Some(left), Some(right)) = (&mut node.outer, &mut node.inner) else { return Ok(false) };
    let NodeRun::RecursiveUnion(run) = &mut node.kind else { return Ok(false) };
    loop {
        let child = if run.recursing { &mut *right } else { &mut *left };
        if child.next(ex)? {
            if run.distinct {
                let types_: Vec<_> = child.plan.target.iter().map(|t| t.expr.type_oid).collect();
                let hash = ex.hash_key(&types_, &child.row)?;
                let (_, there) = run.table.insert(
                    hash,
                    |e| ex.same_key(&types_, e, &child.row),
                    || child.row.clone(),
                )?;
                if there {
                    continue;
                }
            }
            run.next_rows.push(child.tuple());
            node.row.clone_from(&child.row);
            return Ok(true);
        }
        if run.recursing && run.next_rows.is_empty() {
            return Ok(false);
        }
        if !run.recursing && run.next_rows.is_empty() {
            return Ok(false);
        }
        run.recursing = true;
        ex.work_tables.insert(run.param, std::mem::take(&mut run.next_rows));
        right.rescan(ex)?;
    }
}

//! WITH RECURSIVE (`nodeRecursiveunion.c`).

use super::node::{NodeRun, NodeState};
use super::simplehash::SimpleHash;
use super::state::Exec;
use super::work_memory::{WorkMemory, work_mem};
use crate::plan::{Plan, PlanKind, PlannedStmt};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::ids::Oid;

/// One of the two tuplestores of a recursive union.
struct Table {
    memory: WorkMemory,
    rows: i64,
    /// The most bytes that it had before it was cleared (`maxSpace`).
    most: i64,
}

impl Table {
    /// An empty one.
    fn new(ex: &mut Exec<'_, '_>) -> Table {
        let release = ex.host.store().release;
        let memory = WorkMemory::of_store(release, work_mem(ex));
        Table { memory, rows: 0, most: 0 }
    }
    /// The most bytes that it had (`tuplestore_updatemax`).
    fn most(&self) -> i64 {
        self.most.max(self.memory.used())
    }
    /// Forgets its rows.
    fn clear(&mut self) {
        self.most = self.most();
        self.memory.clear();
        self.rows = 0;
    }
}

/// A recursive union.
pub struct RecursiveRun {
    param: usize,
    distinct: bool,
    /// The types of its columns.
    types: Vec<Oid>,
    table: SimpleHash<Vec<Datum>>,
    groups: u32,
    recursing: bool,
    next_rows: Vec<Vec<Datum>>,
    /// The working table and the intermediate one, where their memory is shown.
    tables: Option<[Table; 2]>,
}

impl RecursiveRun {
    /// Prepares a recursive union to run.
    pub fn new(ex: &mut Exec<'_, '_>, plan: &Plan) -> RecursiveRun {
        let shown = ex.instrument && ex.host.store().release.stored_rows_shown;
        let (param, distinct, groups) = match &plan.kind {
            PlanKind::RecursiveUnion { wt_param, distinct, num_groups } => {
                (*wt_param, *distinct, (*num_groups).min(1 << 16))
            }
            _ => (0, false, 0),
        };
        RecursiveRun {
            param,
            distinct,
            types: plan.target.iter().map(|t| t.expr.type_oid).collect(),
            table: SimpleHash::new(groups),
            groups,
            recursing: false,
            next_rows: Vec::new(),
            tables: shown.then(|| [Table::new(ex), Table::new(ex)]),
        }
    }
    /// How many bytes both tables took at most, and whether that was more than the memory allows
    /// (`show_recursive_union_info`).
    pub fn most_stored(&self) -> Option<(i64, bool)> {
        let tables = self.tables.as_ref()?;
        let spilled = tables.iter().any(|t| t.memory.spilled);
        Some((tables.iter().map(Table::most).sum(), spilled))
    }
    /// Makes the next call start the recursion again.
    pub fn reset(&mut self) {
        self.table = SimpleHash::new(self.groups);
        self.recursing = false;
        self.next_rows.clear();
        self.tables.iter_mut().flatten().for_each(Table::clear);
    }
}

/// Whether a plan reads the working table of this param; with `kept`, in a WITH query whose rows are kept.
fn reads(stmt: &PlannedStmt, plan: &Plan, param: usize, kept: bool) -> bool {
    let below = |p: &Plan| reads(stmt, p, param, kept);
    let here = match &plan.kind {
        PlanKind::WorkTableScan { wt_param, .. } => !kept && *wt_param == param,
        PlanKind::CteScan { plan_id, .. } => reads(stmt, &stmt.subplans[*plan_id], param, false),
        PlanKind::SubqueryScan { plan, .. } => below(plan),
        PlanKind::Append { plans: l, .. } | PlanKind::MergeAppend { plans: l, .. } => {
            l.iter().any(below)
        }
        _ => false,
    };
    here || plan.outer.as_deref().is_some_and(below) || plan.inner.as_deref().is_some_and(below)
}

/// Puts the next row of a recursive union into `node.row`; false at the end.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let (Some(left), Some(right)) = (&mut node.outer, &mut node.inner) else { return Ok(false) };
    let NodeRun::RecursiveUnion(run) = &mut node.kind else { return Ok(false) };
    loop {
        let child = if run.recursing { &mut *right } else { &mut *left };
        if child.next(ex)? {
            if run.distinct {
                let hash = ex.hash_key(&run.types, &child.row)?;
                let (_, there) = run.table.insert(
                    hash,
                    |e| ex.same_key(&run.types, e, &child.row),
                    || child.row.clone(),
                )?;
                if there {
                    continue;
                }
            }
            if let Some(tables) = &mut run.tables {
                let table = &mut tables[usize::from(run.recursing)];
                table.rows += 1;
                table.memory.put(&child.row, &run.types, table.rows);
            }
            run.next_rows.push(child.tuple());
            node.row.clone_from(&child.row);
            return Ok(true);
        }
        if run.next_rows.is_empty() {
            return Ok(false);
        }
        if let Some([working, intermediate]) = &mut run.tables
            && run.recursing
        {
            working.clear();
            std::mem::swap(working, intermediate);
        }
        if !run.recursing && reads(ex.stmt, right.plan, run.param, true) {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "a WITH query that reads the recursive query around it is not modelled"
            );
        }
        run.recursing = true;
        ex.work_tables.insert(run.param, std::mem::take(&mut run.next_rows));
        ex.param_changed(run.param);
        right.rescan(ex)?;
    }
}

//! The next row of a node (`ExecProcNode`): what is counted around it, and the kinds of nodes that
//! are too small for a file of their own.

use super::{NodeRun, NodeState, exec_qual, project};
use crate::exec::state::Exec;
use crate::expr::{Compiled, Rows};
use crate::plan::PlanKind;
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;

impl<'p> NodeState<'p> {
    /// Fetches the next row into `row` (`ExecProcNode`); false at the end.
    pub fn next(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        ex.host.check_cancel()?;
        clock::add(self.kind.work(), 1);
        if !ex.instrument {
            return self.step(ex);
        }
        if !self.instrument.running {
            self.instrument.begin_loop();
        }
        clock::add(Kind::Instrumented, 1);
        let before = ex.usage();
        let result = self.step(ex);
        let after = ex.usage();
        self.instrument.count(before, after);
        if let Ok(true) = result {
            self.instrument.tuples += 1.0;
        }
        result
    }

    /// Checks the node's conditions on the row in `source` and projects it; false if a condition
    /// removes it.
    pub fn emit(&mut self, ex: &mut Exec<'_, 'p>, rows: Rows<'_>) -> Result<bool> {
        if !exec_qual(&self.quals, ex, rows)? {
            self.instrument.filtered1 += 1.0;
            return Ok(false);
        }
        match &self.project {
            Some(p) => project(p, ex, rows, &mut self.row)?,
            None => {
                self.row.clear();
                self.row.extend_from_slice(rows.outer);
            }
        }
        Ok(true)
    }

    /// Puts the next row into `row`, by the function of the node's kind; false at the end.
    fn step(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        match &mut self.kind {
            NodeRun::Result { .. } => self.result(ex),
            NodeRun::ProjectSet(_) => crate::exec::srf::next(self, ex),
            NodeRun::Modify(_) => crate::exec::modify::next(self, ex),
            NodeRun::Append(at) => {
                while *at < self.members.len() {
                    if self.members[*at].next(ex)? {
                        std::mem::swap(&mut self.row, &mut self.members[*at].row);
                        return Ok(true);
                    }
                    *at += 1;
                }
                Ok(false)
            }
            NodeRun::MergeAppend(..) => crate::exec::sorting::merge_append_next(self, ex),
            NodeRun::RecursiveUnion(_) => crate::exec::recursive::next(self, ex),
            NodeRun::Scan(_) => crate::exec::scan::next(self, ex),
            NodeRun::Index(_) => crate::exec::scan::index_next(self, ex),
            NodeRun::Bitmap(_) => crate::exec::bitmap::next(self, ex),
            NodeRun::BitmapSource => err!(INTERNAL_ERROR, "a bitmap gives no rows"),
            NodeRun::Tid(_) => crate::exec::bitmap::tid_next(self, ex),
            NodeRun::TidRange(_) => crate::exec::tid_range::next(self, ex),
            NodeRun::Subquery => {
                let mut sub = self.members.remove(0);
                let result = (|| {
                    while sub.next(ex)? {
                        if self.emit(ex, Rows::scan(&sub.row))? {
                            return Ok(true);
                        }
                    }
                    Ok(false)
                })();
                self.members.push(sub);
                result
            }
            NodeRun::Function(_) => crate::exec::scan::function_next(self, ex),
            NodeRun::Values { .. } => self.values(ex),
            NodeRun::Cte { .. } => self.cte(ex),
            NodeRun::WorkTable { .. } => self.work_table(ex),
            NodeRun::NestLoop(_) => crate::exec::join::nest_next(self, ex),
            NodeRun::Merge(_) => crate::exec::mergejoin::merge_next(self, ex),
            NodeRun::HashJoin(_) => crate::exec::join::hash_next(self, ex),
            NodeRun::Memoize(_) => crate::exec::memoize::next(self, ex),
            NodeRun::Pass => {
                let Some(child) = &mut self.outer else { return Ok(false) };
                if !child.next(ex)? {
                    return Ok(false);
                }
                std::mem::swap(&mut self.row, &mut child.row);
                if let PlanKind::LockRows { marks } = &self.plan.kind {
                    crate::exec::lock_rows::lock_row(ex, marks, &self.row)?;
                }
                Ok(true)
            }
            NodeRun::Material { rows, done, at } => {
                if *at < rows.len() {
                    self.row.clone_from(&rows[*at]);
                    *at += 1;
                    return Ok(true);
                }
                let Some(child) = &mut self.outer else { return Ok(false) };
                if *done || !child.next(ex)? {
                    *done = true;
                    return Ok(false);
                }
                child.former.form(&mut child.row);
                rows.push(child.row.clone());
                *at += 1;
                std::mem::swap(&mut self.row, &mut child.row);
                Ok(true)
            }
            NodeRun::Sort(_) => crate::exec::sorting::next(self, ex),
            NodeRun::Agg(_) => crate::exec::agg::next(self, ex),
            NodeRun::Window(_) => crate::exec::windows::next(self, ex),
            NodeRun::Unique { .. } => self.unique(ex),
            NodeRun::SetOp(_) => crate::exec::setop::next(self, ex),
            NodeRun::Limit { .. } => self.limit(ex),
        }
    }

    /// Result: puts its one row, or the next of its child that fulfils a condition, into `row`; false at the
    /// end (`ExecResult`).
    #[inline(never)]
    fn result(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        let NodeRun::Result { constant, done, checked } = &mut self.kind else { return Ok(false) };
        if *done {
            return Ok(false);
        }
        if !*checked {
            *checked = true;
            if !exec_qual(constant, ex, Rows::default())? {
                *done = true;
                return Ok(false);
            }
        }
        if let Some(mut child) = self.outer.take() {
            let result = (|| {
                while child.next(ex)? {
                    let rows = Rows { outer: &child.row, ..Rows::default() };
                    if self.emit(ex, rows)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            })();
            self.outer = Some(child);
            return result;
        }
        *done = true;
        self.emit(ex, Rows::default())
    }

    /// Puts the next row of VALUES into `row`; false at the end (`ValuesNext`).
    #[inline(never)]
    fn values(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        loop {
            let NodeRun::Values { rows, at, current } = &mut self.kind else { return Ok(false) };
            if *at >= rows.len() {
                return Ok(false);
            }
            let mut row = std::mem::take(current);
            row.clear();
            for c in &rows[*at] {
                row.push(c.eval(ex, Rows::default())?);
            }
            *at += 1;
            let found = self.emit(ex, Rows::scan(&row))?;
            if let NodeRun::Values { current, .. } = &mut self.kind {
                *current = row;
            }
            if found {
                return Ok(true);
            }
        }
    }

    /// Puts the next row of a WITH query into `row`; false at the end. The query is run as far as some reader
    /// has come (`CteScanNext`).
    #[inline(never)]
    fn cte(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        loop {
            let NodeRun::Cte { at, plan_id } = &mut self.kind else { return Ok(false) };
            let id = *plan_id;
            let stored = ex.ctes.entry(id).or_default();
            let row = if *at < stored.rows.len() {
                stored.rows[*at].clone()
            } else if stored.done {
                return Ok(false);
            } else {
                let next = ex.with_subplan(id, |ex, n| {
                    Ok(if n.next(ex)? { Some(n.tuple()) } else { None })
                })?;
                let stored = ex.ctes.entry(id).or_default();
                match next {
                    Some(row) => {
                        stored.rows.push(row.clone());
                        row
                    }
                    None => {
                        stored.done = true;
                        return Ok(false);
                    }
                }
            };
            *at += 1;
            if self.emit(ex, Rows::scan(&row))? {
                return Ok(true);
            }
        }
    }

    /// Puts the next row of the last round of a recursive query into `row`; false at the end
    /// (`WorkTableScanNext`).
    #[inline(never)]
    fn work_table(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        loop {
            let NodeRun::WorkTable { at, param } = &mut self.kind else { return Ok(false) };
            let Some(row) = ex.work_tables.get(param).and_then(|t| t.get(*at)).cloned() else {
                return Ok(false);
            };
            *at += 1;
            if self.emit(ex, Rows::scan(&row))? {
                return Ok(true);
            }
        }
    }

    /// Puts the next row that differs from the one before into `row`; false at the end (`ExecUnique`).
    #[inline(never)]
    fn unique(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        let Some(mut child) = self.outer.take() else { return Ok(false) };
        let result = (|| {
            while child.next(ex)? {
                let NodeRun::Unique { columns, previous } = &mut self.kind else {
                    return Ok(false);
                };
                let same = match previous {
                    Some(p) => ex.same_columns(child.plan, columns, p, &child.row)?,
                    None => false,
                };
                if same {
                    continue;
                }
                // Unique keeps a tuple; Group a copy of what it gets, which from a sort is one. A sort of rows
                // has formed it already.
                let sorted = matches!(child.plan.kind, PlanKind::Sort { .. });
                let unique = matches!(self.plan.kind, PlanKind::Unique { .. });
                if (sorted || unique) && !(sorted && child.as_stored) {
                    child.former.form(&mut child.row);
                }
                *previous = Some(child.row.clone());
                let rows = Rows { outer: &child.row, ..Rows::default() };
                if self.emit(ex, rows)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })();
        self.outer = Some(child);
        result
    }

    /// Computes OFFSET and LIMIT, and tells the node below how many rows are wanted (`recompute_limits`).
    #[inline(never)]
    pub(super) fn compute_limits(&mut self, ex: &mut Exec<'_, 'p>) -> Result<()> {
        let NodeRun::Limit { offset, count, state, at, ties, last } = &mut self.kind else {
            return Ok(());
        };
        let mut value = |e: &Option<Compiled>| match e {
            Some(c) => c.eval(ex, Rows::default()),
            None => Ok(Datum::Null),
        };
        let skip = match value(offset)? {
            Datum::Null => 0,
            d => d.as_i64(),
        };
        if skip < 0 {
            return err!(INVALID_ROW_COUNT_IN_RESULT_OFFSET_CLAUSE, "OFFSET must not be negative");
        }
        let take = match value(count)? {
            Datum::Null => None,
            d => Some(d.as_i64()),
        };
        if take.is_some_and(|n| n < 0) {
            return err!(INVALID_ROW_COUNT_IN_LIMIT_CLAUSE, "LIMIT must not be negative");
        }
        let wanted = take.filter(|_| !*ties).map(|n| n.saturating_add(skip));
        if let Some(child) = &mut self.outer {
            crate::exec::sorting::set_bound(child, wanted);
        }
        *state = Some((skip, take));
        *at = 0;
        *last = None;
        Ok(())
    }

    /// The next row within OFFSET and LIMIT (`ExecLimit`).
    #[inline(never)]
    fn limit(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        if matches!(self.kind, NodeRun::Limit { state: None, .. }) {
            self.compute_limits(ex)?;
        }
        let Some(child) = &mut self.outer else { return Ok(false) };
        let NodeRun::Limit { state, at, ties, last, .. } = &mut self.kind else {
            return Ok(false);
        };
        let Some((skip, take)) = *state else { return Ok(false) };
        if *at == i64::MAX || take == Some(0) {
            return Ok(false);
        }
        while *at < skip {
            if !child.next(ex)? {
                *at = i64::MAX;
                return Ok(false);
            }
            *at += 1;
        }
        if let Some(n) = take
            && *at - skip >= n
        {
            if !*ties || !child.next(ex)? {
                return Ok(false);
            }
            let PlanKind::Limit { ties_columns, .. } = &self.plan.kind else { return Ok(false) };
            let same = match last {
                Some(l) => ex.same_columns(child.plan, ties_columns, l, &child.row)?,
                None => false,
            };
            if !same {
                *at = i64::MAX;
                return Ok(false);
            }
            self.row.clone_from(&child.row);
            return Ok(true);
        }
        if !child.next(ex)? {
            *at = i64::MAX;
            return Ok(false);
        }
        *at += 1;
        if *ties {
            *last = Some(child.row.clone());
        }
        std::mem::swap(&mut self.row, &mut child.row);
        Ok(true)
    }
}

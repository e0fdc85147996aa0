//! ANY answered from a hash table (`ExecHashSubPlan` of `nodeSubplan.c`).
//!
//! The hash of the left side finds the rows that may be equal, and the comparison itself decides: the two sides may have
//! different types. NULLs are only looked for where no row is equal:
//!
//! ```text
//! left without NULLs   a row is equal: true     a row with a NULL may be equal: unknown    else false
//! left with NULLs      a row may be equal: unknown                                         else false
//! ```
//!
//! EXISTS, which is never unknown, is false then.

use super::run::{CompiledSubPlan, EvalRun};
use crate::expr::SubPlanRow;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;

impl EvalRun<'_, '_> {
    /// Whether the left side is among the sub-query's rows; NULL for unknown.
    pub(super) fn hashed_any(&mut self, l: &CompiledSubPlan) -> Result<Datum> {
        let id = l.plan.plan_id;
        if self.env.subplan_rows(id).is_none() {
            self.hash_rows(l)?;
        }
        let Some(rows) = self.env.subplan_rows(id) else { return Ok(Datum::Null) };
        if rows.whole.is_empty() && rows.with_nulls.is_empty() {
            return Ok(Datum::bool(false));
        }
        let left = self.all(&l.left.values)?;
        let nulls = left.iter().filter(|d| d.is_null()).count();
        if nulls == left.len() && !l.plan.unknown_eq_false {
            return Ok(Datum::Null);
        }
        if nulls == 0 {
            for row in self.env.subplan_candidates(id, &l.left.types, &left)? {
                if self.compared(l, &row)? == Some(true) {
                    return Ok(Datum::bool(true));
                }
            }
        }
        if l.plan.unknown_eq_false {
            return Ok(Datum::bool(false));
        }
        let whole: &[Rc<[Datum]>] = if nulls == 0 { &[] } else { &rows.whole };
        for row in rows.with_nulls.iter().chain(whole) {
            // Only a pair of values that differ makes it false (`execTuplesUnequal`).
            if self.compared(l, row)?.is_none() {
                return Ok(Datum::Null);
            }
        }
        Ok(Datum::bool(false))
    }

    /// Runs the sub-query, and makes its hash table.
    fn hash_rows(&mut self, l: &CompiledSubPlan) -> Result<()> {
        let id = l.plan.plan_id;
        let mut rows = Vec::new();
        self.env.subplan_open(id)?;
        while let Some(columns) = self.env.subplan_next(id)? {
            self.set_columns(l, &columns);
            let right = self.all(&l.right.values)?.to_vec();
            rows.push(SubPlanRow { right, columns: columns.into() });
        }
        self.env.subplan_hash(id, &l.right.types, rows)
    }

    /// Compares the left side with a row of the sub-query; `None` is unknown.
    fn compared(&mut self, l: &CompiledSubPlan, row: &[Datum]) -> Result<Option<bool>> {
        self.set_columns(l, row);
        let Some(test) = &l.test else { return Ok(None) };
        Ok(match self.eval(test)? {
            Datum::Null => None,
            d => Some(d.as_bool()),
        })
    }

    fn set_columns(&mut self, l: &CompiledSubPlan, row: &[Datum]) {
        for (param, value) in l.plan.param_ids.iter().zip(row) {
            self.env.set_exec_param(*param, value.clone());
        }
    }
}

//! Starts a node over (`ExecReScan`). What it computed is kept if it depends on no parameter that
//! has changed.

use super::{NodeRun, NodeState};
use crate::exec::state::Exec;
use crate::expr::{Expr, Node};
use crate::plan::{Plan, PlanKind};
use storage::error::Result;

impl<'p> NodeState<'p> {
    /// Whether a plan's result may depend on parameters that change between runs.
    fn depends(plan: &Plan) -> bool {
        use crate::expr::Param;
        let has = |e: &Expr| {
            crate::plan::tree::any(e, &|e| {
                matches!(e.node, Node::Param(Param::Exec(_)) | Node::SubPlan(_))
            })
        };
        plan.target.iter().any(|t| has(&t.expr))
            || plan.qual.iter().any(has)
            || match &plan.kind {
                PlanKind::IndexScan(s)
                | PlanKind::IndexOnlyScan(s)
                | PlanKind::BitmapIndexScan(s) => s.quals.iter().any(|q| has(&q.value)),
                PlanKind::FunctionScan { functions, .. } => functions.iter().any(|f| has(&f.expr)),
                PlanKind::ValuesScan { rows, .. } => rows.iter().flatten().any(has),
                PlanKind::SubqueryScan { plan, .. } => Self::depends(plan),
                PlanKind::Append { plans: l, .. }
                | PlanKind::MergeAppend { plans: l, .. }
                | PlanKind::BitmapAnd(l)
                | PlanKind::BitmapOr(l) => l.iter().any(Self::depends),
                PlanKind::TidScan { quals, .. } | PlanKind::TidRangeScan { quals, .. } => {
                    quals.iter().any(has)
                }
                PlanKind::Result { constant_qual } => constant_qual.iter().any(has),
                PlanKind::NestLoop { join_qual, .. }
                | PlanKind::HashJoin { join_qual, .. }
                | PlanKind::MergeJoin { join_qual, .. } => join_qual.iter().any(has),
                PlanKind::WorkTableScan { .. } => true,
                PlanKind::Limit { offset, count, .. } => offset.iter().chain(count).any(has),
                _ => false,
            }
            || plan.outer.as_deref().is_some_and(Self::depends)
            || plan.inner.as_deref().is_some_and(Self::depends)
    }

    /// Restarts the node (`ExecReScan`).
    pub fn rescan(&mut self, ex: &mut Exec<'_, 'p>) -> Result<()> {
        self.instrument.running = false;
        let keep = match &self.kind {
            NodeRun::Material { .. } | NodeRun::Sort(_) => !Self::depends(self.plan),
            NodeRun::HashJoin(h) => {
                h.built() && self.inner.as_ref().is_some_and(|i| !Self::depends(i.plan))
            }
            _ => false,
        };
        // The inner side starts anew only where the cache does not know its rows.
        if let NodeRun::Memoize(m) = &mut self.kind {
            m.reset();
            return Ok(());
        }
        match &mut self.kind {
            NodeRun::Material { at, .. } if keep => {
                *at = 0;
                return Ok(());
            }
            NodeRun::Material { rows, done, at } => {
                rows.clear();
                *done = false;
                *at = 0;
            }
            NodeRun::Sort(s) if keep && s.sorted() => {
                s.rewind();
                return Ok(());
            }
            NodeRun::Sort(s) => s.reset(),
            NodeRun::Result { done, checked, .. } => {
                *done = false;
                *checked = false;
            }
            NodeRun::ProjectSet(s) => s.reset(),
            NodeRun::Append(at) => *at = 0,
            NodeRun::MergeAppend(heap) => *heap = None,
            NodeRun::RecursiveUnion(r) => r.reset(),
            NodeRun::Scan(s) => s.rescan(ex)?,
            NodeRun::Index(s) => s.rescan(ex)?,
            NodeRun::Bitmap(b) => b.rescan(ex)?,
            NodeRun::Tid(t) => t.reset(),
            NodeRun::TidRange(t) => t.end(ex),
            NodeRun::Function(f) => f.reset(),
            NodeRun::Values { at, .. }
            | NodeRun::Cte { at, .. }
            | NodeRun::WorkTable { at, .. } => *at = 0,
            NodeRun::NestLoop(n) => n.reset(),
            NodeRun::Merge(m) => m.reset(),
            NodeRun::HashJoin(h) => h.reset(keep),
            NodeRun::Agg(a) => a.reset(),
            NodeRun::Window(w) => w.reset(),
            NodeRun::Unique { previous, .. } => *previous = None,
            NodeRun::SetOp(s) => **s = Default::default(),
            NodeRun::Limit { state, at, last, .. } => {
                *state = None;
                *at = 0;
                *last = None;
            }
            NodeRun::Modify(_)
            | NodeRun::BitmapSource
            | NodeRun::Subquery
            | NodeRun::Memoize(_)
            | NodeRun::Pass => {}
        }
        // Init plans that depend on what changed run again.
        for s in &self.plan.init_plans {
            let depends = ex.stmt.subplans.get(s.plan_id).is_some_and(|p| Self::depends(p));
            if depends && s.kind != crate::expr::SubLinkKind::Cte {
                for id in &s.param_ids {
                    if let Some(e) = ex.init.get_mut(id) {
                        e.1 = false;
                    }
                }
                ex.with_subplan(s.plan_id, |ex, n| n.rescan(ex))?;
            }
        }
        for m in &mut self.members {
            m.rescan(ex)?;
        }
        if let Some(o) = &mut self.outer {
            o.rescan(ex)?;
        }
        if let Some(i) = &mut self.inner
            && !keep
        {
            i.rescan(ex)?;
        }
        Ok(())
    }
}

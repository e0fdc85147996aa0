//! Starts a node over (`ExecReScan`). What it computed is kept if it depends on no parameter that
//! has changed.

use super::{NodeRun, NodeState};
use crate::exec::state::Exec;
use crate::expr::{SubLinkKind, SubPlan};
use storage::error::Result;

impl<'p> NodeState<'p> {
    /// Restarts the node (`ExecReScan`).
    pub fn rescan(&mut self, ex: &mut Exec<'_, 'p>) -> Result<()> {
        self.instrument.running = false;
        for s in &self.plan.init_plans {
            restart_init_plan(ex, s)?;
        }
        let since = self.since;
        let same = |ex: &Exec<'_, 'p>, child: &Option<Box<NodeState<'p>>>| {
            child.as_ref().is_some_and(|c| !ex.changed_since(&c.plan.ext_params, since))
        };
        let keep = match &self.kind {
            NodeRun::Material { .. } => same(ex, &self.outer),
            NodeRun::HashJoin(h) => h.built() && same(ex, &self.inner),
            NodeRun::Limit { .. } => {
                // A sort below is kept if as many rows are wanted of it.
                self.compute_limits(ex)?;
                false
            }
            NodeRun::Sort(s) => s.keeps() && same(ex, &self.outer),
            _ => false,
        };
        if !keep {
            self.since = ex.tick;
        }
        // The inner side starts anew only where the cache does not know its rows.
        if let NodeRun::Memoize(m) = &mut self.kind {
            let more = ex.changed_since(&m.others, since);
            m.reset(more);
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
            NodeRun::Sort(s) if keep => {
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
            NodeRun::Function(f) => f.reset(&|n| match n {
                Some(n) => ex.changed_since(&[n], since),
                None => ex.changed_since(&self.plan.ext_params, since),
            }),
            NodeRun::Cte { at, plan_id } => {
                *at = 0;
                restart_cte(ex, *plan_id)?;
            }
            NodeRun::Values { at, .. } | NodeRun::WorkTable { at, .. } => *at = 0,
            NodeRun::NestLoop(n) => n.reset(),
            NodeRun::Merge(m) => m.reset(),
            NodeRun::HashJoin(h) => h.reset(keep),
            NodeRun::Agg(a) => a.reset(),
            NodeRun::Window(w) => w.reset(),
            NodeRun::Unique { previous, .. } => *previous = None,
            NodeRun::SetOp(s) => **s = Default::default(),
            NodeRun::Limit { .. }
            | NodeRun::Modify(_)
            | NodeRun::BitmapSource
            | NodeRun::Subquery
            | NodeRun::Memoize(_)
            | NodeRun::Pass => {}
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

/// Makes an init plan run again when its value is wanted, if what it reads has changed (`ExecReScanSetParamPlan`).
fn restart_init_plan(ex: &mut Exec<'_, '_>, s: &SubPlan) -> Result<()> {
    if s.kind == SubLinkKind::Cte || !ex.sub_plan_changed(s.plan_id) {
        return Ok(());
    }
    for id in &s.param_ids {
        if let Some(e) = ex.init.get_mut(id) {
            e.1 = false;
        }
        ex.param_changed(*id);
    }
    ex.with_subplan(s.plan_id, |ex, n| n.rescan(ex))
}

/// Forgets the rows of a CTE if what its query reads has changed (`ExecReScanCteScan`).
fn restart_cte(ex: &mut Exec<'_, '_>, plan_id: usize) -> Result<()> {
    if !ex.sub_plan_changed(plan_id) {
        return Ok(());
    }
    ex.ctes.remove(&plan_id);
    ex.with_subplan(plan_id, |ex, n| n.rescan(ex))
}

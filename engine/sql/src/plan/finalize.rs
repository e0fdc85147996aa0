//! Which parameters from outside each plan reads, itself or below (`SS_finalize_plan` in subselect.c). While none of them
//! changes, what its nodes have computed is still true when they start over.
//!
//! ```text
//! Nested Loop                      sets $0 for each outer row
//!   ->  Seq Scan on a              {}
//!   ->  Limit                      {$0}: its rows are counted anew
//!         ->  Sort                 {}: stays sorted
//! ```

use super::tree::walk;
use super::{Plan, PlanKind};
use crate::analyze::FrameBound;
use crate::expr::{Expr, Node, Param};
use storage::map::SortedSet;

/// The plans of sub-queries while their parameters are looked for.
struct Finder<'a> {
    plans: &'a mut [Plan],
    /// Those that are done.
    done: Vec<bool>,
}

/// Finds the parameters of a statement's plan and of the plans of its sub-queries.
pub fn find_params(plan: &mut Plan, subplans: &mut [Plan]) {
    let done = vec![false; subplans.len()];
    let mut finder = Finder { plans: subplans, done };
    finder.node(plan);
    for id in 0..finder.plans.len() {
        finder.sub_query(id);
    }
}

impl Finder<'_> {
    /// The parameters of a sub-query's plan.
    fn sub_query(&mut self, id: usize) -> Vec<usize> {
        if !std::mem::replace(&mut self.done[id], true) {
            let mut plan = std::mem::replace(&mut self.plans[id], Plan::empty());
            self.node(&mut plan);
            self.plans[id] = plan;
        }
        self.plans[id].ext_params.clone()
    }

    /// The parameters of a node and those below it (`finalize_plan`).
    fn node(&mut self, plan: &mut Plan) -> Vec<usize> {
        let mut read = SortedSet::new();
        for e in plan.expressions().into_iter().chain(keys(plan)) {
            self.expression(e, &mut read);
        }
        if let Some(outer) = &mut plan.outer {
            read.extend(self.node(outer));
        }
        if let Some(inner) = &mut plan.inner {
            let below = self.node(inner);
            let set = match &plan.kind {
                PlanKind::NestLoop { params, .. } => &params[..],
                _ => &[],
            };
            read.extend(below.into_iter().filter(|id| !set.iter().any(|(own, _)| own == id)));
        }
        match &mut plan.kind {
            PlanKind::Append { plans, .. }
            | PlanKind::MergeAppend { plans, .. }
            | PlanKind::BitmapAnd(plans)
            | PlanKind::BitmapOr(plans) => {
                plans.iter_mut().for_each(|p| read.extend(self.node(p)));
            }
            PlanKind::SubqueryScan { plan, .. } => read.extend(self.node(plan)),
            // The rows of a CTE change with what its query reads.
            PlanKind::CteScan { plan_id, .. } => read.extend(self.sub_query(*plan_id)),
            PlanKind::WorkTableScan { wt_param, .. } => {
                read.insert(*wt_param);
            }
            PlanKind::RecursiveUnion { wt_param, .. } => {
                read.remove(wt_param);
            }
            _ => {}
        }
        for s in &plan.init_plans {
            read.extend(self.sub_query(s.plan_id));
        }
        for id in plan.init_plans.iter().flat_map(|s| &s.param_ids) {
            read.remove(id);
        }
        plan.ext_params = read.into_iter().collect();
        plan.ext_params.clone()
    }

    /// Adds the parameters that an expression reads (`finalize_primnode`).
    fn expression(&mut self, e: &Expr, read: &mut SortedSet<usize>) {
        let mut sub_plans = Vec::new();
        walk(e, 0, &mut |e, _| {
            match &e.node {
                Node::Param(Param::Exec(id)) => {
                    read.insert(*id);
                }
                Node::SubPlan(s) => sub_plans.push(s.clone()),
                _ => {}
            }
            !matches!(e.node, Node::SubPlan(_))
        });
        for s in sub_plans {
            let mut own = SortedSet::new();
            for e in s.args.iter().chain(&s.test) {
                self.expression(e, &mut own);
            }
            own.extend(self.sub_query(s.plan_id));
            // The sub-plan sets these itself.
            own.retain(|id| !s.par_param.contains(id) && !s.param_ids.contains(id));
            read.extend(own);
        }
    }
}

/// The expressions of a node in which no sub-plan is.
fn keys(plan: &Plan) -> Vec<&Expr> {
    match &plan.kind {
        PlanKind::IndexScan(s) | PlanKind::IndexOnlyScan(s) | PlanKind::BitmapIndexScan(s) => {
            s.quals.iter().map(|q| &q.value).collect()
        }
        PlanKind::Memoize { keys, .. } => keys.iter().map(|k| &k.0).collect(),
        PlanKind::Limit { offset, count, .. } => offset.iter().chain(count).collect(),
        PlanKind::WindowAgg(w) => [&w.frame.start, &w.frame.end]
            .into_iter()
            .filter_map(|bound| match bound {
                FrameBound::Preceding(e) | FrameBound::Following(e) => Some(&**e),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

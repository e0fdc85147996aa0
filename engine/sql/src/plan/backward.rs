//! Whether a plan can be read backwards, so that a cursor over it scrolls without being asked to
//! (`ExecSupportsBackwardScan`).

use super::node::{Plan, PlanKind};

/// Whether rows can be fetched from the last to the first.
pub fn reads_backward(plan: &Plan) -> bool {
    let below = || plan.outer.as_deref().is_some_and(reads_backward);
    match &plan.kind {
        PlanKind::SeqScan { .. }
        | PlanKind::IndexScan(_)
        | PlanKind::IndexOnlyScan(_)
        | PlanKind::TidScan { .. }
        | PlanKind::TidRangeScan { .. }
        | PlanKind::FunctionScan { .. }
        | PlanKind::ValuesScan { .. }
        | PlanKind::CteScan { .. }
        | PlanKind::Material
        | PlanKind::Sort { .. } => true,
        PlanKind::Result { .. } | PlanKind::Limit { .. } => below(),
        PlanKind::Append { plans, .. } => plans.iter().all(reads_backward),
        PlanKind::SubqueryScan { plan, .. } => reads_backward(plan),
        _ => false,
    }
}

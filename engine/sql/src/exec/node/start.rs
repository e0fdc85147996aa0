//! A plan is made ready to run (`ExecInitNode`): children first, then what its kind keeps.

use super::{NodeRun, NodeState, Projection, compile_all, projection, upper_slot};
use crate::exec::agg::AggRun;
use crate::exec::bitmap::{BitmapRun, TidRun};
use crate::exec::join::{HashRun, NestRun};
use crate::exec::lock_rows::check_marks;
use crate::exec::mergejoin::MergeRun;
use crate::exec::modify::ModifyRun;
use crate::exec::scan::{FunctionRun, IndexRun, ScanRun};
use crate::exec::sorting::SortRun;
use crate::exec::state::{Exec, Instrument};
use crate::exec::tid_range::TidRangeRun;
use crate::exec::tuple_shortener::TupleShortener;
use crate::exec::windows::WindowRun;
use crate::expr::{self, Compiled, EvalEnv, Expr, Node, Side, Slot, SlotMap};
use crate::plan::cost::AggStrategy;
use crate::plan::{Plan, PlanKind, WindowAgg, contains_volatile};
use storage::clock::{self, Kind};
use storage::err;
use storage::error::Result;
use storage::versions::SingleSorts;

/// The numbers of the sub-plans in a node's expressions.
fn sub_plans_of(plan: &Plan) -> Vec<usize> {
    let mut out = Vec::new();
    for e in plan.expressions() {
        crate::plan::tree::walk(e, 0, &mut |e, _| {
            if let Node::SubPlan(s) = &e.node
                && !out.contains(&s.plan_id)
            {
                out.push(s.plan_id);
            }
            true
        });
    }
    out
}

impl<'p> NodeState<'p> {
    /// Prepares a plan to run (`ExecInitNode`).
    pub fn new(ex: &mut Exec<'_, 'p>, plan: &'p Plan) -> Result<NodeState<'p>> {
        clock::add(Kind::NodeStarted, 1);
        for s in &plan.init_plans {
            for id in &s.param_ids {
                ex.init.insert(*id, (s.clone(), false));
            }
        }
        let rewinds = ex.rewinds;
        ex.rewinds = rewinds && !keeps_rows(&plan.kind);
        let mut outer = match &plan.outer {
            Some(p) => Some(Box::new(NodeState::new(ex, p)?)),
            None => None,
        };
        let members = start_members(ex, plan)?;
        ex.rewinds = match &plan.kind {
            PlanKind::NestLoop { params, .. } => params.is_empty(),
            PlanKind::MergeJoin { skip_mark_restore, .. } => rewinds || !skip_mark_restore,
            _ => rewinds,
        };
        let inner = match &plan.inner {
            Some(p) => Some(Box::new(NodeState::new(ex, p)?)),
            None => None,
        };
        ex.rewinds = rewinds;
        let Prepared { run: kind, project, quals } = prepare(ex, plan, outer.as_deref_mut())?;
        let rows =
            plan.target.len() > 1 || ex.host.store().release.single_sorts == SingleSorts::Rows;
        Ok(NodeState {
            plan,
            since: ex.tick,
            outer,
            inner,
            members,
            row: Vec::new(),
            former: TupleShortener::new(ex.env(), plan.target.iter().map(|t| t.expr.type_oid)),
            project,
            quals,
            as_stored: rows && matches!(kind, NodeRun::Sort(_)),
            kind,
            instrument: Instrument::default(),
            sub_plans: sub_plans_of(plan),
        })
    }
}

/// Whether a node that is started over has all rows, so that those below it are read once
/// (`EXEC_FLAG_REWIND` is taken away).
fn keeps_rows(kind: &PlanKind) -> bool {
    matches!(
        kind,
        PlanKind::Material
            | PlanKind::Sort { .. }
            | PlanKind::SetOp { hashed: true, .. }
            | PlanKind::Agg { strategy: AggStrategy::Hashed, .. }
    )
}

/// Prepares the member plans of an Append or similar node, and the plan of a sub-query scan.
fn start_members<'p>(ex: &mut Exec<'_, 'p>, plan: &'p Plan) -> Result<Vec<NodeState<'p>>> {
    match &plan.kind {
        PlanKind::Append { plans: list, .. }
        | PlanKind::BitmapAnd(list)
        | PlanKind::BitmapOr(list)
        | PlanKind::MergeAppend { plans: list, .. } => {
            list.iter().map(|p| NodeState::new(ex, p)).collect()
        }
        PlanKind::SubqueryScan { plan: p, .. } => Ok(vec![NodeState::new(ex, p)?]),
        _ => Ok(Vec::new()),
    }
}

/// What a kind of node keeps while it runs, with its compiled target and conditions.
struct Prepared<'p> {
    run: NodeRun<'p>,
    project: Option<Vec<Projection>>,
    quals: Vec<Compiled>,
}

impl<'p> Prepared<'p> {
    /// A node that passes its child's rows on, or makes its rows without a projection.
    fn without_projection(run: NodeRun<'p>) -> Prepared<'p> {
        Prepared { run, project: None, quals: Vec::new() }
    }

    /// A node that computes its target list and conditions from the columns that `slots` finds.
    /// They are compiled first (`ExecAssignScanProjectionInfo`, `ExecInitQual`), then `start` makes
    /// the rest.
    fn projecting(
        plan: &Plan,
        slots: &mut SlotMap<'_>,
        start: impl FnOnce(&mut SlotMap<'_>) -> Result<NodeRun<'p>>,
    ) -> Result<Prepared<'p>> {
        let project = Some(projection(plan, slots)?);
        let quals = compile_all(&plan.qual, slots)?;
        Ok(Prepared { run: start(slots)?, project, quals })
    }
}

/// Prepares a node by its kind.
fn prepare<'p>(
    ex: &mut Exec<'_, 'p>,
    plan: &'p Plan,
    outer: Option<&mut NodeState<'p>>,
) -> Result<Prepared<'p>> {
    let plain = Prepared::without_projection;
    Ok(match &plan.kind {
        PlanKind::Result { constant_qual } => prepare_result(plan, constant_qual)?,
        PlanKind::ProjectSet => {
            plain(NodeRun::ProjectSet(crate::exec::srf::ProjectSetRun::new(plan)?))
        }
        PlanKind::ModifyTable(m) => {
            let mut run = Box::new(ModifyRun::new(ex, plan, m)?);
            if let Some(source) = outer {
                run.take_stored(source);
            }
            plain(NodeRun::Modify(run))
        }
        PlanKind::Append { .. } => plain(NodeRun::Append(0)),
        PlanKind::RecursiveUnion { .. } => plain(NodeRun::RecursiveUnion(Box::new(
            crate::exec::recursive::RecursiveRun::new(ex, plan),
        ))),
        PlanKind::BitmapIndexScan(_) | PlanKind::BitmapAnd(_) | PlanKind::BitmapOr(_) => {
            plain(NodeRun::BitmapSource)
        }
        PlanKind::IndexOnlyScan(_)
        | PlanKind::SeqScan { .. }
        | PlanKind::IndexScan(_)
        | PlanKind::BitmapHeapScan { .. }
        | PlanKind::TidScan { .. }
        | PlanKind::TidRangeScan { .. }
        | PlanKind::SubqueryScan { .. }
        | PlanKind::FunctionScan { .. }
        | PlanKind::ValuesScan { .. }
        | PlanKind::CteScan { .. }
        | PlanKind::WorkTableScan { .. } => prepare_scan(ex, plan)?,
        PlanKind::NestLoop { .. } | PlanKind::MergeJoin { .. } | PlanKind::HashJoin { .. } => {
            prepare_join(plan)?
        }
        PlanKind::LockRows { marks } => {
            check_marks(ex, marks)?;
            plain(NodeRun::Pass)
        }
        PlanKind::Hash { .. } => plain(NodeRun::Pass),
        PlanKind::Group { columns } => Prepared::projecting(plan, &mut upper_slot, |_| {
            Ok(NodeRun::Unique { columns: columns.clone(), previous: None })
        })?,
        PlanKind::Memoize { keys, binary, .. } => {
            let below = plan.outer.as_deref();
            let run = crate::exec::memoize::MemoizeRun::new(keys, *binary, below)?;
            plain(NodeRun::Memoize(Box::new(run)))
        }
        PlanKind::Material => plain(NodeRun::Material { rows: Vec::new(), done: false, at: 0 }),
        PlanKind::Sort { keys } | PlanKind::IncrementalSort { keys, .. } => {
            let whole = matches!(plan.kind, PlanKind::Sort { .. });
            plain(NodeRun::Sort(Box::new(SortRun::new(plan, keys, whole && ex.rewinds))))
        }
        PlanKind::Agg { .. } => prepare_agg(ex, plan)?,
        PlanKind::WindowAgg(w) => prepare_window_agg(plan, w)?,
        PlanKind::Unique { columns } => {
            plain(NodeRun::Unique { columns: columns.clone(), previous: None })
        }
        PlanKind::SetOp { .. } => plain(NodeRun::SetOp(Box::default())),
        PlanKind::Limit { offset, count, with_ties, .. } => plain(NodeRun::Limit {
            offset: offset.as_ref().map(|e| expr::compile(e, &mut |_| None)).transpose()?,
            count: count.as_ref().map(|e| expr::compile(e, &mut |_| None)).transpose()?,
            state: None,
            at: 0,
            ties: *with_ties,
            last: None,
        }),
        PlanKind::MergeAppend { .. } => plain(NodeRun::MergeAppend(None)),
    })
}

/// Prepares a Result node (`ExecInitResult`).
fn prepare_result<'p>(plan: &Plan, constant_qual: &[Expr]) -> Result<Prepared<'p>> {
    // A result that never comes may name columns of tables that are not read.
    let mut unread_column = |e: &Expr| match &e.node {
        Node::Var(_) => Some(Slot { side: Side::Scan, index: 0 }),
        _ => None,
    };
    let project = Some(match plan.outer {
        Some(_) => projection(plan, &mut upper_slot)?,
        None => projection(plan, &mut unread_column)?,
    });
    let quals = compile_all(&plan.qual, &mut upper_slot)?;
    let constant = compile_all(constant_qual, &mut upper_slot)?;
    Ok(Prepared { run: NodeRun::Result { constant, done: false, checked: false }, project, quals })
}

/// Prepares a scan, whose expressions name columns of the scanned rows (`ExecInitSeqScan` and
/// others).
fn prepare_scan<'p>(ex: &mut Exec<'_, 'p>, plan: &'p Plan) -> Result<Prepared<'p>> {
    let natts = crate::exec::scan::natts_of(ex, plan)?;
    if let PlanKind::IndexOnlyScan(s) = &plan.kind {
        let mut slots = |e: &Expr| {
            let index = s.index_target.iter().position(|c| c == e)?;
            Some(Slot { side: Side::Scan, index })
        };
        return Prepared::projecting(plan, &mut slots, |_| {
            Ok(NodeRun::Index(Box::new(IndexRun::new(ex, plan, s, true)?)))
        });
    }
    Prepared::projecting(plan, &mut |e| expr::scan_slot(e, natts), |_| {
        Ok(match &plan.kind {
            PlanKind::SeqScan { rte } => NodeRun::Scan(Box::new(ScanRun::new(ex, plan, *rte)?)),
            PlanKind::IndexScan(s) => NodeRun::Index(Box::new(IndexRun::new(ex, plan, s, false)?)),
            PlanKind::BitmapHeapScan { rte, .. } => {
                NodeRun::Bitmap(Box::new(BitmapRun::new(ex, plan, *rte)?))
            }
            PlanKind::TidScan { rte, quals } => {
                NodeRun::Tid(Box::new(TidRun::new(ex, plan, *rte, quals)?))
            }
            PlanKind::TidRangeScan { rte, quals } => {
                NodeRun::TidRange(Box::new(TidRangeRun::new(ex, plan, *rte, quals)?))
            }
            PlanKind::FunctionScan { functions, ordinality, .. } => {
                NodeRun::Function(Box::new(FunctionRun::new(ex, functions, *ordinality)?))
            }
            PlanKind::ValuesScan { rows, .. } => {
                let rows = rows.iter().map(|r| compile_all(r, &mut |_| None));
                let rows = rows.collect::<Result<Vec<_>>>()?;
                NodeRun::Values { rows, at: 0, current: Vec::new() }
            }
            PlanKind::CteScan { plan_id, .. } => NodeRun::Cte { at: 0, plan_id: *plan_id },
            PlanKind::WorkTableScan { wt_param, .. } => {
                NodeRun::WorkTable { at: 0, param: *wt_param }
            }
            _ => NodeRun::Subquery,
        })
    })
}

/// Prepares a join, whose conditions name columns of its two children (`ExecInitNestLoop`,
/// `ExecInitMergeJoin`, `ExecInitHashJoin`).
fn prepare_join<'p>(plan: &'p Plan) -> Result<Prepared<'p>> {
    Prepared::projecting(plan, &mut upper_slot, |upper| {
        Ok(match &plan.kind {
            PlanKind::NestLoop { join_qual, params, .. } => {
                NodeRun::NestLoop(Box::new(NestRun::new(compile_all(join_qual, upper)?, params)?))
            }
            PlanKind::MergeJoin { join_qual, merge, .. } => {
                NodeRun::Merge(Box::new(MergeRun::new(compile_all(join_qual, upper)?, merge)?))
            }
            PlanKind::HashJoin { join_qual, clauses, outer_keys, .. } => {
                let on = compile_all(join_qual, upper)?;
                NodeRun::HashJoin(Box::new(HashRun::new(plan, on, clauses, outer_keys)?))
            }
            _ => return err!(INTERNAL_ERROR, "not a join"),
        })
    })
}

/// Prepares an Agg, in which an aggregate's result is a column beside those of the child
/// (`ExecInitAgg`).
fn prepare_agg<'p>(ex: &mut Exec<'_, 'p>, plan: &'p Plan) -> Result<Prepared<'p>> {
    let mut aggs = Vec::new();
    crate::exec::agg::find(plan, &mut aggs);
    let mut taken = vec![false; aggs.len()];
    let mut slots = |e: &Expr| {
        upper_slot(e).or_else(|| {
            let mut free = (0..aggs.len()).filter(|&i| aggs[i] == *e && !taken[i]);
            let index = free.next()?;
            taken[index] = contains_volatile(e);
            Some(Slot { side: Side::Inner, index })
        })
    };
    let project = Some(projection(plan, &mut slots)?);
    let quals = compile_all(&plan.qual, &mut slots)?;
    Ok(Prepared { run: NodeRun::Agg(Box::new(AggRun::new(ex, plan, aggs)?)), project, quals })
}

/// Prepares a WindowAgg, in which a window function's result is a column beside those of the child
/// (`ExecInitWindowAgg`). It has no conditions.
fn prepare_window_agg<'p>(plan: &'p Plan, w: &'p WindowAgg) -> Result<Prepared<'p>> {
    let mut funcs = Vec::new();
    crate::exec::windows::find(plan, w.window, &mut funcs);
    let mut slots = |e: &Expr| {
        upper_slot(e).or_else(|| {
            let index = funcs.iter().position(|a| a == e)?;
            Some(Slot { side: Side::Inner, index })
        })
    };
    let project = Some(projection(plan, &mut slots)?);
    let until = compile_all(&w.run, &mut slots)?;
    let run = NodeRun::Window(Box::new(WindowRun::new(w, funcs, until)?));
    Ok(Prepared { run, project, quals: Vec::new() })
}

//! A plan is made ready to run (`ExecInitNode`): children first, then what its kind keeps.

use super::{NodeRun, NodeState, compile_all, projection, upper_slot};
use crate::exec::agg::AggRun;
use crate::exec::join::{HashRun, MergeRun};
use crate::exec::modify::ModifyRun;
use crate::exec::scan::{FunctionRun, IndexRun, ScanRun};
use crate::exec::sorting::SortRun;
use crate::exec::state::{Exec, Instrument};
use crate::exec::tid_range::TidRangeRun;
use crate::exec::tuple_shortener::TupleShortener;
use crate::exec::windows::WindowRun;
use crate::expr::{self, EvalEnv, Expr, Node, Side, Slot};
use crate::plan::{Plan, PlanKind, contains_volatile};
use storage::clock::{self, Kind};
use storage::err;
use storage::error::Result;

fn sub_plans_of(plan: &Plan) -> Vec<usize> {
    let mut out = Vec::new();
    let mut look = |e: &Expr| {
        crate::plan::tree::walk(e, 0, &mut |e, _| {
            if let Node::SubPlan(s) = &e.node
                && !out.contains(&s.plan_id)
            {
                out.push(s.plan_id);
            }
            true
        });
    };
    plan.target.iter().for_each(|t| look(&t.expr));
    plan.qual.iter().for_each(&mut look);
    match &plan.kind {
        PlanKind::Result { constant_qual } => constant_qual.iter().for_each(look),
        PlanKind::NestLoop { join_qual, .. }
        | PlanKind::HashJoin { join_qual, .. }
        | PlanKind::MergeJoin { join_qual, .. } => join_qual.iter().for_each(look),
        PlanKind::ValuesScan { rows, .. } => rows.iter().flatten().for_each(look),
        PlanKind::FunctionScan { functions, .. } => functions.iter().for_each(|f| look(&f.expr)),
        PlanKind::IndexScan(s) | PlanKind::IndexOnlyScan(s) | PlanKind::BitmapIndexScan(s) => {
            s.quals_orig.iter().for_each(look);
        }
        _ => {}
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
        let mut outer = match &plan.outer {
            Some(p) => Some(Box::new(NodeState::new(ex, p)?)),
            None => None,
        };
        let inner = match &plan.inner {
            Some(p) => Some(Box::new(NodeState::new(ex, p)?)),
            None => None,
        };
        let mut members = Vec::new();
        match &plan.kind {
            PlanKind::Append(list)
            | PlanKind::BitmapAnd(list)
            | PlanKind::BitmapOr(list)
            | PlanKind::MergeAppend { plans: list, .. } => {
                for p in list {
                    members.push(NodeState::new(ex, p)?);
                }
            }
            PlanKind::SubqueryScan { plan: p, .. } => members.push(NodeState::new(ex, p)?),
            _ => {}
        }
        let mut project = None;
        let mut quals = Vec::new();
        let natts = crate::exec::scan::natts_of(ex, plan)?;
        let mut scan = |e: &Expr| expr::scan_slot(e, natts);
        let mut upper = |e: &Expr| upper_slot(e);
        let kind = match &plan.kind {
            PlanKind::Result { constant_qual } => {
                // A result that never comes may name columns of tables that are not read.
                let mut of_nothing = |e: &Expr| match &e.node {
                    Node::Var(_) => Some(Slot { side: Side::Scan, index: 0 }),
                    _ => None,
                };
                project = Some(match plan.outer {
                    Some(_) => projection(plan, &mut upper)?,
                    None => projection(plan, &mut of_nothing)?,
                });
                quals = compile_all(&plan.qual, &mut upper)?;
                NodeRun::Result {
                    constant: compile_all(constant_qual, &mut upper)?,
                    done: false,
                    checked: false,
                }
            }
            PlanKind::ProjectSet => {
                NodeRun::ProjectSet(crate::exec::srf::ProjectSetRun::new(plan)?)
            }
            PlanKind::ModifyTable(m) => {
                let mut run = Box::new(ModifyRun::new(ex, plan, m)?);
                if let Some(source) = &mut outer {
                    run.take_stored(source);
                }
                NodeRun::Modify(run)
            }
            PlanKind::Append(_) => NodeRun::Append(0),
            PlanKind::RecursiveUnion { .. } => {
                NodeRun::RecursiveUnion(Box::new(crate::exec::recursive::RecursiveRun::new(plan)))
            }
            PlanKind::SeqScan { rte } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                NodeRun::Scan(Box::new(ScanRun::new(ex, plan, *rte)?))
            }
            PlanKind::IndexScan(s) => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                NodeRun::Index(Box::new(IndexRun::new(ex, plan, s, false)?))
            }
            PlanKind::IndexOnlyScan(s) => {
                let mut slots = |e: &Expr| {
                    s.index_target
                        .iter()
                        .position(|c| c == e)
                        .map(|index| Slot { side: Side::Scan, index })
                };
                project = Some(projection(plan, &mut slots)?);
                quals = compile_all(&plan.qual, &mut slots)?;
                NodeRun::Index(Box::new(IndexRun::new(ex, plan, s, true)?))
            }
            PlanKind::BitmapIndexScan(_) | PlanKind::BitmapAnd(_) | PlanKind::BitmapOr(_) => {
                NodeRun::BitmapSource
            }
            PlanKind::BitmapHeapScan { rte, recheck } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                let recheck = compile_all(recheck, &mut scan)?;
                NodeRun::Bitmap(Box::new(crate::exec::bitmap::BitmapRun::new(
                    ex, plan, *rte, recheck,
                )?))
            }
            PlanKind::TidScan { rte, quals: tids } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                NodeRun::Tid(Box::new(crate::exec::bitmap::TidRun::new(ex, plan, *rte, tids)?))
            }
            PlanKind::TidRangeScan { rte, quals: bounds } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                NodeRun::TidRange(Box::new(TidRangeRun::new(ex, plan, *rte, bounds)?))
            }
            PlanKind::SubqueryScan { .. } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                NodeRun::Subquery
            }
            PlanKind::FunctionScan { functions, ordinality, .. } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                NodeRun::Function(Box::new(FunctionRun::new(ex, functions, *ordinality)?))
            }
            PlanKind::ValuesScan { rows, .. } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                let rows = rows
                    .iter()
                    .map(|r| compile_all(r, &mut |_| None))
                    .collect::<Result<Vec<_>>>()?;
                NodeRun::Values { rows, at: 0, current: Vec::new() }
            }
            PlanKind::CteScan { plan_id, .. } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                NodeRun::Cte { at: 0, plan_id: *plan_id }
            }
            PlanKind::WorkTableScan { wt_param, .. } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                NodeRun::WorkTable { at: 0, param: *wt_param }
            }
            PlanKind::NestLoop { join_qual, params, .. } => {
                project = Some(projection(plan, &mut upper)?);
                quals = compile_all(&plan.qual, &mut upper)?;
                let on = compile_all(join_qual, &mut upper)?;
                NodeRun::NestLoop(Box::new(crate::exec::join::NestRun::new(on, params)?))
            }
            PlanKind::MergeJoin { join_qual, merge, .. } => {
                project = Some(projection(plan, &mut upper)?);
                quals = compile_all(&plan.qual, &mut upper)?;
                let on = compile_all(join_qual, &mut upper)?;
                NodeRun::Merge(Box::new(MergeRun::new(on, merge)?))
            }
            PlanKind::HashJoin { join_qual, clauses, outer_keys, .. } => {
                project = Some(projection(plan, &mut upper)?);
                quals = compile_all(&plan.qual, &mut upper)?;
                let on = compile_all(join_qual, &mut upper)?;
                NodeRun::HashJoin(Box::new(HashRun::new(plan, on, clauses, outer_keys)?))
            }
            PlanKind::Hash { .. } | PlanKind::Group { .. } | PlanKind::LockRows { .. } => {
                if let PlanKind::Group { columns } = &plan.kind {
                    project = Some(projection(plan, &mut upper)?);
                    quals = compile_all(&plan.qual, &mut upper)?;
                    NodeRun::Unique { columns: columns.clone(), previous: None }
                } else {
                    NodeRun::Pass
                }
            }
            PlanKind::Memoize { keys, .. } => {
                let keys = keys
                    .iter()
                    .map(|(e, _)| Ok((expr::compile(e, &mut |_| None)?, e.type_oid)))
                    .collect::<Result<Vec<_>>>()?;
                NodeRun::Memoize(Box::new(crate::exec::memoize::MemoizeRun::new(keys)))
            }
            PlanKind::Material => NodeRun::Material { rows: Vec::new(), done: false, at: 0 },
            PlanKind::Sort { keys } | PlanKind::IncrementalSort { keys, .. } => {
                NodeRun::Sort(Box::new(SortRun::new(plan, keys)))
            }
            PlanKind::Agg { .. } => {
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
                project = Some(projection(plan, &mut slots)?);
                quals = compile_all(&plan.qual, &mut slots)?;
                NodeRun::Agg(Box::new(AggRun::new(ex, plan, aggs)?))
            }
            PlanKind::WindowAgg(w) => {
                let mut funcs = Vec::new();
                crate::exec::windows::find(plan, w.window, &mut funcs);
                let mut slots = |e: &Expr| {
                    upper_slot(e).or_else(|| {
                        funcs
                            .iter()
                            .position(|a| a == e)
                            .map(|index| Slot { side: Side::Inner, index })
                    })
                };
                project = Some(projection(plan, &mut slots)?);
                NodeRun::Window(Box::new(WindowRun::new(w, funcs)?))
            }
            PlanKind::Unique { columns } => {
                NodeRun::Unique { columns: columns.clone(), previous: None }
            }
            PlanKind::SetOp { .. } => NodeRun::SetOp(Box::default()),
            PlanKind::Limit { offset, count, with_ties, .. } => NodeRun::Limit {
                offset: offset.as_ref().map(|e| expr::compile(e, &mut |_| None)).transpose()?,
                count: count.as_ref().map(|e| expr::compile(e, &mut |_| None)).transpose()?,
                state: None,
                at: 0,
                ties: *with_ties,
                last: None,
            },
            PlanKind::MergeAppend { .. } => {
                return err!(FEATURE_NOT_SUPPORTED, "Merge Append is not supported");
            }
        };
        Ok(NodeState {
            plan,
            kind,
            outer,
            inner,
            members,
            row: Vec::new(),
            former: TupleShortener::new(ex.env(), plan.target.iter().map(|t| t.expr.type_oid)),
            project,
            quals,
            as_stored: false,
            instrument: Instrument::default(),
            sub_plans: sub_plans_of(plan),
        })
    }
}

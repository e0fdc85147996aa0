//! The nodes of a running plan and what all of them share.

use super::agg::AggRun;
use super::join::{HashRun, MergeRun};
use super::modify::ModifyRun;
use super::scan::{FunctionRun, IndexRun, ScanRun};
use super::sorting::SortRun;
use super::state::{Exec, Instrument};
use super::windows::WindowRun;
use crate::analyze::JoinType;
use crate::expr::{self, Compiled, Expr, Node, Rows, Side, Slot, Var};
use crate::plan::{Plan, PlanKind};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;

/// A node of a running plan.
pub struct NodeState<'p> {
    pub plan: &'p Plan,
    pub kind: Run<'p>,
    pub outer: Option<Box<NodeState<'p>>>,
    pub inner: Option<Box<NodeState<'p>>>,
    /// Members of an Append, the plan of a sub-query scan.
    pub members: Vec<NodeState<'p>>,
    /// The row given last.
    pub row: Vec<Datum>,
    /// `None`: the child's row is passed on.
    pub project: Option<Vec<Proj>>,
    pub quals: Vec<Compiled>,
    /// A scan that gives tuples as they are stored: as many columns as each has.
    pub as_stored: bool,
    pub instrument: Instrument,
    /// Sub-plans whose SubPlan nodes are in this node's expressions, in order.
    pub sub_plans: Vec<usize>,
}

/// One output column.
pub enum Proj {
    /// A copy.
    Slot(Slot),
    /// Computed.
    Expr(Compiled),
}

/// What a kind of node keeps while it runs.
pub enum Run<'p> {
    Result {
        constant: Vec<Compiled>,
        done: bool,
        checked: bool,
    },
    ProjectSet(super::srf::ProjectSetRun),
    Modify(Box<ModifyRun<'p>>),
    Append(usize),
    Memoize(Box<super::memoize::MemoizeRun>),
    RecursiveUnion(Box<super::recursive::RecursiveRun>),
    Scan(Box<ScanRun>),
    Index(Box<IndexRun>),
    Bitmap(Box<super::bitmap::BitmapRun>),
    BitmapSource,
    Tid(Box<super::bitmap::TidRun>),
    Subquery,
    Function(Box<FunctionRun>),
    Values {
        rows: Vec<Vec<Compiled>>,
        at: usize,
        current: Vec<Datum>,
    },
    Cte {
        at: usize,
        plan_id: usize,
    },
    WorkTable {
        at: usize,
        param: usize,
    },
    NestLoop(Box<super::join::NestRun>),
    Merge(Box<MergeRun>),
    HashJoin(Box<HashRun>),
    Pass,
    Material {
        rows: Vec<Vec<Datum>>,
        done: bool,
        at: usize,
    },
    Sort(Box<SortRun>),
    Agg(Box<AggRun>),
    Window(Box<WindowRun>),
    Unique {
        columns: Vec<usize>,
        previous: Option<Vec<Datum>>,
    },
    SetOp(Box<super::setop::SetOpRun>),
    Limit {
        offset: Option<Compiled>,
        count: Option<Compiled>,
        state: Option<(i64, Option<i64>)>,
        at: i64,
        ties: bool,
        last: Option<Vec<Datum>>,
    },
}

/// Where a scan's columns lie: user columns, then the system columns, then the whole row.
pub fn scan_slot(e: &Expr, natts: usize) -> Option<Slot> {
    let Node::Var(v) = &e.node else { return None };
    if v.rte >= Var::INNER || v.levels_up > 0 {
        return None;
    }
    let index = if v.attno > 0 {
        v.attno as usize - 1
    } else if v.attno == 0 {
        natts + 6
    } else {
        natts + (-v.attno) as usize - 1
    };
    Some(Slot { side: Side::Scan, index })
}

/// Where a join's or upper node's columns lie.
pub fn upper_slot(e: &Expr) -> Option<Slot> {
    let Node::Var(v) = &e.node else { return None };
    let side = match v.rte {
        Var::OUTER => Side::Outer,
        Var::INNER => Side::Inner,
        _ => return None,
    };
    Some(Slot { side, index: v.attno as usize - 1 })
}

/// Compiles expressions over a slot map.
pub fn compile_all<'e>(
    list: impl IntoIterator<Item = &'e Expr>,
    slots: &mut dyn FnMut(&Expr) -> Option<Slot>,
) -> Result<Vec<Compiled>> {
    list.into_iter().map(|e| expr::compile(e, slots)).collect()
}

/// Compiles a target list.
pub fn projection(plan: &Plan, slots: &mut dyn FnMut(&Expr) -> Option<Slot>) -> Result<Vec<Proj>> {
    plan.target
        .iter()
        .map(|t| {
            Ok(match slots(&t.expr) {
                Some(s) => Proj::Slot(s),
                None => Proj::Expr(expr::compile(&t.expr, slots)?),
            })
        })
        .collect()
}

/// Computes an output row.
pub fn project(
    list: &[Proj],
    ex: &mut Exec<'_, '_>,
    rows: Rows<'_>,
    out: &mut Vec<Datum>,
) -> Result<()> {
    out.clear();
    for p in list {
        out.push(match p {
            Proj::Slot(s) => match s.side {
                Side::Scan => rows.scan.get(s.index),
                Side::Outer => rows.outer.get(s.index),
                Side::Inner => rows.inner.get(s.index),
            }
            .cloned()
            .unwrap_or(Datum::Null),
            Proj::Expr(c) => c.eval(ex, rows)?,
        });
    }
    Ok(())
}

/// Whether all conditions hold.
pub fn exec_qual(list: &[Compiled], ex: &mut Exec<'_, '_>, rows: Rows<'_>) -> Result<bool> {
    for c in list {
        if !c.is_true(ex, rows)? {
            return Ok(false);
        }
    }
    Ok(true)
}

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
        let natts = super::scan::natts_of(ex, plan)?;
        let mut scan = |e: &Expr| scan_slot(e, natts);
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
                Run::Result {
                    constant: compile_all(constant_qual, &mut upper)?,
                    done: false,
                    checked: false,
                }
            }
            PlanKind::ProjectSet => Run::ProjectSet(super::srf::ProjectSetRun::new(plan)?),
            PlanKind::ModifyTable(m) => {
                let mut run = Box::new(ModifyRun::new(ex, plan, m)?);
                if let Some(source) = &mut outer {
                    run.take_stored(source);
                }
                Run::Modify(run)
            }
            PlanKind::Append(_) => Run::Append(0),
            PlanKind::RecursiveUnion { .. } => {
                Run::RecursiveUnion(Box::new(super::recursive::RecursiveRun::new(plan)))
            }
            PlanKind::SeqScan { rte } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                Run::Scan(Box::new(ScanRun::new(ex, plan, *rte)?))
            }
            PlanKind::IndexScan(s) => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                Run::Index(Box::new(IndexRun::new(ex, plan, s, false)?))
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
                Run::Index(Box::new(IndexRun::new(ex, plan, s, true)?))
            }
            PlanKind::BitmapIndexScan(_) | PlanKind::BitmapAnd(_) | PlanKind::BitmapOr(_) => {
                Run::BitmapSource
            }
            PlanKind::BitmapHeapScan { rte, recheck } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                let recheck = compile_all(recheck, &mut scan)?;
                Run::Bitmap(Box::new(super::bitmap::BitmapRun::new(ex, plan, *rte, recheck)?))
            }
            PlanKind::TidScan { rte, quals: tids } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                Run::Tid(Box::new(super::bitmap::TidRun::new(ex, plan, *rte, tids)?))
            }
            PlanKind::SubqueryScan { .. } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                Run::Subquery
            }
            PlanKind::FunctionScan { functions, ordinality, .. } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                Run::Function(Box::new(FunctionRun::new(functions, *ordinality)?))
            }
            PlanKind::ValuesScan { rows, .. } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                let rows = rows
                    .iter()
                    .map(|r| compile_all(r, &mut |_| None))
                    .collect::<Result<Vec<_>>>()?;
                Run::Values { rows, at: 0, current: Vec::new() }
            }
            PlanKind::CteScan { plan_id, .. } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                Run::Cte { at: 0, plan_id: *plan_id }
            }
            PlanKind::WorkTableScan { wt_param, .. } => {
                project = Some(projection(plan, &mut scan)?);
                quals = compile_all(&plan.qual, &mut scan)?;
                Run::WorkTable { at: 0, param: *wt_param }
            }
            PlanKind::NestLoop { join_qual, params, .. } => {
                project = Some(projection(plan, &mut upper)?);
                quals = compile_all(&plan.qual, &mut upper)?;
                let on = compile_all(join_qual, &mut upper)?;
                Run::NestLoop(Box::new(super::join::NestRun::new(on, params)?))
            }
            PlanKind::MergeJoin { join_qual, merge, .. } => {
                project = Some(projection(plan, &mut upper)?);
                quals = compile_all(&plan.qual, &mut upper)?;
                let on = compile_all(join_qual, &mut upper)?;
                Run::Merge(Box::new(MergeRun::new(on, merge)?))
            }
            PlanKind::HashJoin { join_qual, clauses, outer_keys, .. } => {
                project = Some(projection(plan, &mut upper)?);
                quals = compile_all(&plan.qual, &mut upper)?;
                let on = compile_all(join_qual, &mut upper)?;
                Run::HashJoin(Box::new(HashRun::new(plan, on, clauses, outer_keys)?))
            }
            PlanKind::Hash { .. } | PlanKind::Group { .. } | PlanKind::LockRows { .. } => {
                if let PlanKind::Group { columns } = &plan.kind {
                    project = Some(projection(plan, &mut upper)?);
                    quals = compile_all(&plan.qual, &mut upper)?;
                    Run::Unique { columns: columns.clone(), previous: None }
                } else {
                    Run::Pass
                }
            }
            PlanKind::Memoize { keys, .. } => {
                let keys = keys
                    .iter()
                    .map(|(e, _)| Ok((expr::compile(e, &mut |_| None)?, e.type_oid)))
                    .collect::<Result<Vec<_>>>()?;
                Run::Memoize(Box::new(super::memoize::MemoizeRun::new(keys)))
            }
            PlanKind::Material => Run::Material { rows: Vec::new(), done: false, at: 0 },
            PlanKind::Sort { keys } | PlanKind::IncrementalSort { keys, .. } => {
                Run::Sort(Box::new(SortRun::new(plan, keys)))
            }
            PlanKind::Agg { .. } => {
                let mut aggs = Vec::new();
                super::agg::find(plan, &mut aggs);
                let mut slots = |e: &Expr| {
                    upper_slot(e).or_else(|| {
                        aggs.iter()
                            .position(|a| a == e)
                            .map(|index| Slot { side: Side::Inner, index })
                    })
                };
                project = Some(projection(plan, &mut slots)?);
                quals = compile_all(&plan.qual, &mut slots)?;
                Run::Agg(Box::new(AggRun::new(ex, plan, aggs)?))
            }
            PlanKind::WindowAgg(w) => {
                let mut funcs = Vec::new();
                super::windows::find(plan, w.window, &mut funcs);
                let mut slots = |e: &Expr| {
                    upper_slot(e).or_else(|| {
                        funcs
                            .iter()
                            .position(|a| a == e)
                            .map(|index| Slot { side: Side::Inner, index })
                    })
                };
                project = Some(projection(plan, &mut slots)?);
                Run::Window(Box::new(WindowRun::new(w, funcs)?))
            }
            PlanKind::Unique { columns } => {
                Run::Unique { columns: columns.clone(), previous: None }
            }
            PlanKind::SetOp { .. } => Run::SetOp(Box::default()),
            PlanKind::Limit { offset, count, with_ties, .. } => Run::Limit {
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
            project,
            quals,
            as_stored: false,
            instrument: Instrument::default(),
            sub_plans: sub_plans_of(plan),
        })
    }

    /// Has scans give their tuples as they are stored, where the server's pass them on without a
    /// projection: all columns of the table in their order, none dropped and none with a value for
    /// older rows (`tlist_matches_tupdesc`). A tuple older than some columns then stays short.
    /// Returns whether all rows are such.
    pub fn keep_stored(&mut self) -> bool {
        let rel = match &self.kind {
            Run::Scan(s) => s.heap(),
            Run::Index(s) => s.heap(),
            Run::Bitmap(s) => Some(&s.maker.rel),
            Run::Tid(s) => Some(s.heap()),
            Run::Limit { .. } | Run::Pass | Run::Sort(_) => {
                return self.outer.as_mut().is_some_and(|o| o.keep_stored());
            }
            Run::Append(_) => {
                let stored: Vec<bool> = self.members.iter_mut().map(|m| m.keep_stored()).collect();
                return stored.iter().all(|s| *s);
            }
            _ => None,
        };
        let Some(rel) = rel else { return false };
        let attrs = &rel.desc.attrs;
        let in_order = self.project.as_ref().is_some_and(|list| {
            list.len() == attrs.len()
                && list.iter().enumerate().all(
                    |(i, p)| matches!(p, Proj::Slot(s) if s.side == Side::Scan && s.index == i),
                )
        });
        self.as_stored = in_order && attrs.iter().all(|a| !a.dropped && a.missing.is_none());
        self.as_stored
    }

    /// Cuts the row just given to the columns its tuple has.
    pub fn cut_to_stored(&mut self, natts: usize) {
        if self.as_stored {
            self.row.truncate(natts);
        }
    }

    /// The next row into `row` (`ExecProcNode`); false at the end.
    pub fn next(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        ex.host.check_cancel()?;
        if !ex.instrument {
            return self.step(ex);
        }
        if !self.instrument.running {
            self.instrument.running = true;
            self.instrument.loops += 1.0;
        }
        let before = ex.usage();
        let result = self.step(ex);
        let after = ex.usage();
        self.instrument.count(before, after);
        if let Ok(true) = result {
            self.instrument.tuples += 1.0;
        }
        result
    }

    /// Filters and projects rows of `source`, which fills the scan row.
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

    fn step(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        match &mut self.kind {
            Run::Result { .. } => self.result(ex),
            Run::ProjectSet(_) => super::srf::next(self, ex),
            Run::Modify(_) => super::modify::next(self, ex),
            Run::Append(at) => {
                while *at < self.members.len() {
                    if self.members[*at].next(ex)? {
                        std::mem::swap(&mut self.row, &mut self.members[*at].row);
                        return Ok(true);
                    }
                    *at += 1;
                }
                Ok(false)
            }
            Run::RecursiveUnion(_) => super::recursive::next(self, ex),
            Run::Scan(_) => super::scan::next(self, ex),
            Run::Index(_) => super::scan::index_next(self, ex),
            Run::Bitmap(_) => super::bitmap::next(self, ex),
            Run::BitmapSource => err!(INTERNAL_ERROR, "a bitmap gives no rows"),
            Run::Tid(_) => super::bitmap::tid_next(self, ex),
            Run::Subquery => {
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
            Run::Function(_) => super::scan::function_next(self, ex),
            Run::Values { .. } => self.values(ex),
            Run::Cte { .. } => self.cte(ex),
            Run::WorkTable { .. } => self.work_table(ex),
            Run::NestLoop(_) => super::join::nest_next(self, ex),
            Run::Merge(_) => super::join::merge_next(self, ex),
            Run::HashJoin(_) => super::join::hash_next(self, ex),
            Run::Memoize(_) => super::memoize::next(self, ex),
            Run::Pass => {
                let Some(child) = &mut self.outer else { return Ok(false) };
                if !child.next(ex)? {
                    return Ok(false);
                }
                std::mem::swap(&mut self.row, &mut child.row);
                if let PlanKind::LockRows { marks } = &self.plan.kind {
                    super::modify::lock_row(ex, marks, &self.row)?;
                }
                Ok(true)
            }
            Run::Material { rows, done, at } => {
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
                rows.push(child.row.clone());
                *at += 1;
                std::mem::swap(&mut self.row, &mut child.row);
                Ok(true)
            }
            Run::Sort(_) => super::sorting::next(self, ex),
            Run::Agg(_) => super::agg::next(self, ex),
            Run::Window(_) => super::windows::next(self, ex),
            Run::Unique { .. } => self.unique(ex),
            Run::SetOp(_) => super::setop::next(self, ex),
            Run::Limit { .. } => self.limit(ex),
        }
    }

    fn result(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        let Run::Result { constant, done, checked } = &mut self.kind else { return Ok(false) };
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

    fn values(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        loop {
            let Run::Values { rows, at, current } = &mut self.kind else { return Ok(false) };
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
            if let Run::Values { current, .. } = &mut self.kind {
                *current = row;
            }
            if found {
                return Ok(true);
            }
        }
    }

    fn cte(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        loop {
            let Run::Cte { at, plan_id } = &mut self.kind else { return Ok(false) };
            let id = *plan_id;
            let stored = ex.ctes.entry(id).or_default();
            let row = if *at < stored.rows.len() {
                stored.rows[*at].clone()
            } else if stored.done {
                return Ok(false);
            } else {
                let next = ex.with_subplan(id, |ex, n| {
                    Ok(if n.next(ex)? { Some(n.row.clone()) } else { None })
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

    fn work_table(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        loop {
            let Run::WorkTable { at, param } = &mut self.kind else { return Ok(false) };
            let Some(row) = ex.work_tables.get(param).and_then(|t| t.get(*at)).cloned() else {
                return Ok(false);
            };
            *at += 1;
            if self.emit(ex, Rows::scan(&row))? {
                return Ok(true);
            }
        }
    }

    fn unique(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        let Some(mut child) = self.outer.take() else { return Ok(false) };
        let result = (|| {
            while child.next(ex)? {
                let Run::Unique { columns, previous } = &mut self.kind else { return Ok(false) };
                let mut key = Vec::with_capacity(columns.len());
                for &c in columns.iter() {
                    key.push(ex.flat(child.plan.target[c].expr.type_oid, &child.row[c])?);
                }
                let same = previous.as_ref().is_some_and(|p| {
                    p.iter().zip(&key).zip(columns.iter()).all(|((a, b), &c)| {
                        super::sorting::not_distinct(child.plan.target[c].expr.type_oid, a, b)
                    })
                });
                if same {
                    continue;
                }
                *previous = Some(key);
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

    fn limit(&mut self, ex: &mut Exec<'_, 'p>) -> Result<bool> {
        let Some(child) = &mut self.outer else { return Ok(false) };
        let Run::Limit { offset, count, state, at, ties, last } = &mut self.kind else {
            return Ok(false);
        };
        if state.is_none() {
            let skip = match offset {
                Some(c) => match c.eval(ex, Rows::default())? {
                    Datum::Null => 0,
                    d => d.as_i64(),
                },
                None => 0,
            };
            if skip < 0 {
                return err!(
                    INVALID_ROW_COUNT_IN_RESULT_OFFSET_CLAUSE,
                    "OFFSET must not be negative"
                );
            }
            let take = match count {
                Some(c) => match c.eval(ex, Rows::default())? {
                    Datum::Null => None,
                    d => Some(d.as_i64()),
                },
                None => None,
            };
            if take.is_some_and(|n| n < 0) {
                return err!(INVALID_ROW_COUNT_IN_LIMIT_CLAUSE, "LIMIT must not be negative");
            }
            if !*ties && let Some(n) = take {
                super::sorting::set_bound(child, n.saturating_add(skip));
            }
            *state = Some((skip, take));
            if take != Some(0) {
                while *at < skip {
                    if !child.next(ex)? {
                        *at = i64::MAX;
                        return Ok(false);
                    }
                    *at += 1;
                }
            }
        }
        let Some((skip, take)) = *state else { return Ok(false) };
        if *at == i64::MAX || take == Some(0) {
            return Ok(false);
        }
        if let Some(n) = take
            && *at - skip >= n
        {
            if !*ties || !child.next(ex)? {
                return Ok(false);
            }
            let PlanKind::Limit { ties_columns, .. } = &self.plan.kind else { return Ok(false) };
            let same = last.as_ref().is_some_and(|l| {
                ties_columns.iter().all(|&c| {
                    super::sorting::not_distinct(
                        child.plan.target[c].expr.type_oid,
                        &l[c],
                        &child.row[c],
                    )
                })
            });
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

    /// Whether a plan's result may depend on params that change between runs.
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
                PlanKind::Append(l) | PlanKind::BitmapAnd(l) | PlanKind::BitmapOr(l) => {
                    l.iter().any(Self::depends)
                }
                PlanKind::TidScan { quals, .. } => quals.iter().any(has),
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

    /// Starts over (`ExecReScan`).
    pub fn rescan(&mut self, ex: &mut Exec<'_, 'p>) -> Result<()> {
        self.instrument.running = false;
        let keep = match &self.kind {
            Run::Material { .. } | Run::Sort(_) => !Self::depends(self.plan),
            Run::HashJoin(h) => {
                h.built() && self.inner.as_ref().is_some_and(|i| !Self::depends(i.plan))
            }
            _ => false,
        };
        // The inner side starts anew only where the cache does not know its rows.
        if let Run::Memoize(m) = &mut self.kind {
            m.reset();
            return Ok(());
        }
        match &mut self.kind {
            Run::Material { at, .. } if keep => {
                *at = 0;
                return Ok(());
            }
            Run::Material { rows, done, at } => {
                rows.clear();
                *done = false;
                *at = 0;
            }
            Run::Sort(s) if keep && s.sorted() => {
                s.rewind();
                return Ok(());
            }
            Run::Sort(s) => s.reset(),
            Run::Result { done, checked, .. } => {
                *done = false;
                *checked = false;
            }
            Run::ProjectSet(s) => s.reset(),
            Run::Append(at) => *at = 0,
            Run::RecursiveUnion(r) => r.reset(),
            Run::Scan(s) => s.rescan(ex)?,
            Run::Index(s) => s.rescan(ex)?,
            Run::Bitmap(b) => b.rescan(ex)?,
            Run::Tid(t) => t.reset(),
            Run::Function(f) => f.reset(),
            Run::Values { at, .. } | Run::Cte { at, .. } | Run::WorkTable { at, .. } => *at = 0,
            Run::NestLoop(n) => n.reset(),
            Run::Merge(m) => m.reset(),
            Run::HashJoin(h) => h.reset(keep),
            Run::Agg(a) => a.reset(),
            Run::Window(w) => w.reset(),
            Run::Unique { previous, .. } => *previous = None,
            Run::SetOp(s) => **s = Default::default(),
            Run::Limit { state, at, last, .. } => {
                *state = None;
                *at = 0;
                *last = None;
            }
            Run::Modify(_) | Run::BitmapSource | Run::Subquery | Run::Memoize(_) | Run::Pass => {}
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

    /// Gives up what is pinned (`ExecEndNode`).
    pub fn end(&mut self, ex: &mut Exec<'_, 'p>) -> Result<()> {
        match &mut self.kind {
            Run::Scan(s) => s.end(ex),
            Run::Index(s) => s.end(ex)?,
            Run::Bitmap(b) => b.end(ex),
            _ => {}
        }
        for m in &mut self.members {
            m.end(ex)?;
        }
        for c in [&mut self.outer, &mut self.inner].into_iter().flatten() {
            c.end(ex)?;
        }
        Ok(())
    }

    /// The join type, for joins.
    pub fn join_kind(&self) -> JoinType {
        match &self.plan.kind {
            PlanKind::NestLoop { kind, .. }
            | PlanKind::MergeJoin { kind, .. }
            | PlanKind::HashJoin { kind, .. } => *kind,
            _ => JoinType::Inner,
        }
    }
}

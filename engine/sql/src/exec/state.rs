//! A running statement: params, sub-plans, counters.

use super::node::NodeState;
use super::simplehash::combine;
use crate::analyze::CreatedFunction;
use crate::expr::{EvalEnv, SubLinkKind, SubPlan, SubPlanRow, SubPlanRows, keep_domain};
use crate::host::Host;
use crate::plan::{Plan, PlanKind, PlannedStmt};
use std::rc::Rc;
use storage::buffer::BufferUsage;
use storage::clock::{self, Work};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::Env;
use storage::ids::{CommandId, Oid};
use storage::map::SortedMap;
use storage::toaster::raw_size;
use storage::types::array::{Array, ArrayStack, Element};
use storage::types::{self, oid};
use storage::varlena::{is_4b_plain, is_short};
use storage::wal::WalUsage;
use storage::xact::Snapshot;

/// What a node did (`Instrumentation`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Instrument {
    /// Whether a loop is running.
    pub running: bool,
    /// Rows given.
    pub tuples: f64,
    /// Times started.
    pub loops: f64,
    /// Rows removed by the filter, or by the join filter.
    pub filtered1: f64,
    /// Rows removed by the second filter.
    pub filtered2: f64,
    /// Heap fetches of an index-only scan; conflicts of an INSERT.
    pub tuples2: f64,
    /// How often a bitmap's index was searched.
    pub searches: u64,
    /// Buffers, children included.
    pub usage: BufferUsage,
    /// What was logged, children included.
    pub wal: WalUsage,
    /// Modelled milliseconds until each loop's first row, and all of them; children included.
    pub startup: f64,
    /// See `startup`.
    pub total: f64,
    /// Whether a loop was begun that has not given its first row.
    fresh: bool,
}

/// The counters at a moment.
#[derive(Clone, Copy, Debug)]
pub struct CountersAt {
    buffers: BufferUsage,
    wal: WalUsage,
    milliseconds: f64,
}

impl Instrument {
    /// Counts one more loop of the node (EXPLAIN's `loops`).
    pub fn begin_loop(&mut self) {
        self.running = true;
        self.loops += 1.0;
        self.fresh = true;
    }
    /// Adds the difference of two readings of the counters: buffers, log records, time.
    pub fn count(&mut self, before: CountersAt, after: CountersAt) {
        self.usage = self.usage + (after.buffers - before.buffers);
        self.wal = self.wal + (after.wal - before.wal);
        let time = after.milliseconds - before.milliseconds;
        self.total += time;
        if std::mem::take(&mut self.fresh) {
            self.startup += time;
        }
    }
}

/// A WITH member's rows so far.
#[derive(Default)]
pub struct CteRows {
    /// The rows read so far.
    pub rows: Vec<Vec<Datum>>,
    /// Whether the query has no more.
    pub done: bool,
}

/// A running statement.
pub struct Exec<'h, 'p> {
    /// The store and the session.
    pub host: Host<'h>,
    /// The plan that is run.
    pub stmt: &'p PlannedStmt,
    /// The values of exec params (`es_param_exec_vals`), by number.
    pub params: Vec<Datum>,
    /// When each of them changed last, as a tick.
    changes: Vec<u64>,
    /// Counts the changes of params.
    pub tick: u64,
    /// Whether the node above what is being prepared may start it over without a change (`EXEC_FLAG_REWIND`).
    pub rewinds: bool,
    /// Init plans by the params they set.
    pub init: SortedMap<usize, (SubPlan, bool)>,
    /// The values of `$1`, `$2` ... (`es_param_list_info`).
    pub externs: Vec<Datum>,
    /// The running sub-plans (`es_subplanstates`), by number.
    pub subplans: Vec<Option<Box<NodeState<'p>>>>,
    /// The rows of WITH queries, by the number of their plan.
    pub ctes: SortedMap<usize, CteRows>,
    /// The working tables of recursive unions, by their param.
    pub work_tables: SortedMap<usize, Vec<Vec<Datum>>>,
    /// The hash tables of hashed sub-plans, by their number.
    pub hashed: SortedMap<usize, Rc<super::subplan::HashedSubplan>>,
    /// What is visible (`es_snapshot`).
    pub snapshot: Snapshot,
    /// The command id that new rows get (`es_output_cid`).
    pub cid: CommandId,
    /// Whether nodes count rows, buffers and time (`es_instrument`).
    pub instrument: bool,
    /// Rows returned or changed so far (`es_processed`).
    pub processed: u64,
    /// What was done after the nodes: by AFTER triggers.
    apart: Instrument,
    /// The work that was done before.
    began: Work,
}

/// When a statement began: what it sees, and the command that its changes belong to.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    snapshot: Snapshot,
    cid: CommandId,
}

impl Moment {
    /// The moment at which a statement begins now.
    pub fn now(stmt: &PlannedStmt, host: &mut Host<'_>) -> Moment {
        let st = host.store();
        let snapshot = st.xact.snapshot();
        let writes = stmt.command != crate::analyze::CommandType::Select
            || !stmt.modifying_ctes.is_empty()
            || locks(&stmt.plan)
            || stmt.subplans.iter().any(|p| locks(p));
        Moment { snapshot, cid: st.xact.current_command_id(writes) }
    }
}

impl<'h, 'p> Exec<'h, 'p> {
    /// Prepares to run a planned statement. `instrument`: rows, time and buffers are counted for
    /// each node.
    pub fn new(
        stmt: &'p PlannedStmt,
        host: &'h mut Host<'_>,
        externs: &[Datum],
        instrument: bool,
    ) -> Result<Exec<'h, 'p>> {
        let at = Moment::now(stmt, host);
        Exec::at(stmt, host, externs, instrument, at)
    }

    /// Like [`Exec::new`], for a statement that sees the rows of an earlier moment.
    pub fn at(
        stmt: &'p PlannedStmt,
        host: &'h mut Host<'_>,
        externs: &[Datum],
        instrument: bool,
        Moment { snapshot, cid }: Moment,
    ) -> Result<Exec<'h, 'p>> {
        let mut host = host.reborrow();
        host.snapshot = Some(snapshot);
        let mut ex = Exec {
            host,
            stmt,
            params: vec![Datum::Null; stmt.params],
            changes: vec![0; stmt.params],
            tick: 0,
            rewinds: false,
            init: SortedMap::new(),
            externs: externs.to_vec(),
            subplans: Vec::new(),
            ctes: SortedMap::new(),
            work_tables: SortedMap::new(),
            hashed: SortedMap::new(),
            snapshot,
            cid,
            instrument,
            processed: 0,
            apart: Instrument::default(),
            began: clock::now(),
        };
        for plan in &stmt.subplans {
            let node = NodeState::new(&mut ex, plan)?;
            ex.subplans.push(Some(Box::new(node)));
        }
        Ok(ex)
    }

    /// The value detoasted, so that it can be hashed or compared.
    pub fn flat(&mut self, type_oid: Oid, d: &Datum) -> Result<Datum> {
        if let Datum::Ref(b) = d
            && types::info(type_oid).is_none_or(|t| t.len == -1)
            && !is_4b_plain(b)
            && !is_short(b)
        {
            let bytes = self.host.detoast(d)?;
            return Ok(Datum::varlena(&bytes));
        }
        Ok(d.clone())
    }

    /// Whether two values are both NULL or equal. The type's equality function detoasts its arguments
    /// each time it is called; that of text and bytea compares the lengths first.
    pub fn not_distinct(&mut self, t: Oid, a: &Datum, b: &Datum) -> Result<bool> {
        let away = |d: &Datum| {
            let varlena = types::info(t).is_none_or(|t| t.len == -1);
            matches!(d, Datum::Ref(v) if varlena && !is_4b_plain(v) && !is_short(v))
        };
        if a.is_null() || b.is_null() || !away(a) && !away(b) {
            return match (a, b) {
                (Datum::Null, Datum::Null) => Ok(true),
                (Datum::Null, _) | (_, Datum::Null) => Ok(false),
                _ => types::equal_any(&mut self.host, t, a, b),
            };
        }
        let by_length = matches!(t, oid::TEXT | oid::VARCHAR | oid::BYTEA);
        if by_length && raw_size(a) != raw_size(b) {
            return Ok(false);
        }
        let (a, b) = (self.flat(t, a)?, self.flat(t, b)?);
        types::equal_any(&mut self.host, t, &a, &b)
    }

    /// Whether two keys are equal; the last columns are compared first (`ExecBuildGroupingEqual`).
    pub fn same_key(&mut self, types: &[Oid], a: &[Datum], b: &[Datum]) -> Result<bool> {
        for (t, (a, b)) in types.iter().zip(a.iter().zip(b)).rev() {
            if !self.not_distinct(*t, a, b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two rows of a plan are equal in some columns.
    pub fn same_columns(
        &mut self,
        plan: &Plan,
        columns: &[usize],
        a: &[Datum],
        b: &[Datum],
    ) -> Result<bool> {
        for &c in columns.iter().rev() {
            if !self.not_distinct(plan.target[c].expr.type_oid, &a[c], &b[c])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The hash of a key, whose values are detoasted first (`TupleHashTableHash_internal`).
    pub fn hash_key(&mut self, types: &[Oid], key: &[Datum]) -> Result<u32> {
        let mut hashes = Vec::with_capacity(key.len());
        for (t, d) in types.iter().zip(key) {
            hashes.push(match d {
                Datum::Null => None,
                d => {
                    let d = self.flat(*t, d)?;
                    Some(types::hash_any(&mut self.host, *t, &d)?)
                }
            });
        }
        Ok(combine(hashes.into_iter()))
    }

    /// Modelled milliseconds since the statement's execution began.
    pub fn milliseconds(&mut self) -> f64 {
        let work = clock::now().since(&self.began);
        work.milliseconds(&self.host.store().prices)
    }

    /// The current counters of buffers, log and time, without the work of AFTER triggers.
    pub fn usage(&mut self) -> CountersAt {
        let milliseconds = self.milliseconds() - self.apart.total;
        let apart = self.apart;
        let st = self.host.store();
        let (buffers, wal) = (st.pool.usage() - apart.usage, st.wal.usage() - apart.wal);
        CountersAt { buffers, wal, milliseconds }
    }

    /// Runs `done`, such as AFTER triggers, and counts its work separately from that of the nodes
    /// (`ExecutorFinish`).
    pub fn after_nodes<T>(&mut self, done: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let before = self.usage();
        let result = done(self);
        let after = self.usage();
        self.apart.count(before, after);
        result
    }

    /// Says that a param has another value (`chgParam`).
    pub fn param_changed(&mut self, id: usize) {
        self.tick += 1;
        self.changes[id] = self.tick;
    }

    /// Whether one of the params changed after a tick.
    pub fn changed_since(&self, params: &[usize], tick: u64) -> bool {
        params.iter().any(|id| self.changes[*id] > tick)
    }

    /// Whether a param that a sub-plan reads changed after it was started last.
    pub fn sub_plan_changed(&self, id: usize) -> bool {
        let since = self.subplans[id].as_ref().map_or(0, |node| node.since);
        self.changed_since(&self.stmt.subplans[id].ext_params, since)
    }

    /// Takes a sub-plan out of the list while it runs.
    fn take_subplan(&mut self, id: usize) -> Result<Box<NodeState<'p>>> {
        match self.subplans.get_mut(id).and_then(Option::take) {
            Some(n) => Ok(n),
            None => err!(INTERNAL_ERROR, "sub-plan {id} is already running"),
        }
    }

    /// Calls `run` with the state of a sub-plan, which is started at the first call.
    pub fn with_subplan<T>(
        &mut self,
        id: usize,
        run: impl FnOnce(&mut Self, &mut NodeState<'p>) -> Result<T>,
    ) -> Result<T> {
        let mut node = self.take_subplan(id)?;
        let result = run(self, &mut node);
        self.subplans[id] = Some(node);
        result
    }

    /// Runs an InitPlan and keeps its result in its parameters (`ExecSetParamPlan`).
    fn run_init(&mut self, s: &SubPlan) -> Result<()> {
        let ids = s.param_ids.clone();
        match s.kind {
            SubLinkKind::Exists => {
                let found = self.with_subplan(s.plan_id, |ex, n| n.next(ex))?;
                self.params[ids[0]] = Datum::bool(found);
            }
            SubLinkKind::Array => {
                self.params[ids[0]] = self.subplan_array(s.plan_id)?;
            }
            SubLinkKind::Cte => {}
            _ => {
                let row = self.with_subplan(s.plan_id, |ex, n| {
                    if !n.next(ex)? {
                        return Ok(None);
                    }
                    let row = n.tuple();
                    if n.next(ex)? {
                        return err!(
                            CARDINALITY_VIOLATION,
                            "more than one row returned by a subquery used as an expression"
                        );
                    }
                    Ok(Some(row))
                })?;
                for (i, id) in ids.iter().enumerate() {
                    self.params[*id] =
                        row.as_ref().and_then(|r| r.get(i)).cloned().unwrap_or(Datum::Null);
                }
            }
        }
        Ok(())
    }
}

impl EvalEnv for Exec<'_, '_> {
    fn env(&mut self) -> &mut dyn Env {
        self.host.as_env()
    }
    fn exec_param(&mut self, id: usize) -> Result<Datum> {
        if let Some((s, done)) = self.init.get(&id)
            && !*done
        {
            let s = s.clone();
            for p in &s.param_ids {
                if let Some(e) = self.init.get_mut(p) {
                    e.1 = true;
                }
            }
            self.run_init(&s)?;
        }
        Ok(self.params[id].clone())
    }
    fn set_exec_param(&mut self, id: usize, value: Datum) {
        self.param_changed(id);
        self.params[id] = value;
    }
    fn extern_param(&mut self, n: usize) -> Result<Datum> {
        match self.externs.get(n.wrapping_sub(1)) {
            Some(d) => Ok(d.clone()),
            None => err!(UNDEFINED_OBJECT, "no value found for parameter {n}"),
        }
    }
    fn subplan_open(&mut self, plan_id: usize) -> Result<()> {
        self.with_subplan(plan_id, |ex, n| n.rescan(ex))
    }
    fn subplan_next(&mut self, plan_id: usize) -> Result<Option<Vec<Datum>>> {
        self.with_subplan(plan_id, |ex, n| Ok(if n.next(ex)? { Some(n.tuple()) } else { None }))
    }
    fn subplan_array(&mut self, plan_id: usize) -> Result<Datum> {
        let (mut values, mut stack) = (Vec::new(), ArrayStack::default());
        let (row_type, stacked) = self.with_subplan(plan_id, |ex, n| {
            let row_type = n.plan.target[0].expr.type_oid;
            let element = ex.host.as_env().element_type(row_type);
            let stacked = element.is_valid() && types::array::array_type(row_type).is_none();
            while n.next(ex)? {
                if stacked {
                    stack.push(ex.host.as_env(), &n.row[0])?;
                } else {
                    let value = n.row[0].clone();
                    values.push(ex.flat(row_type, &value)?);
                }
            }
            Ok((if stacked { element } else { row_type }, stacked))
        })?;
        if stacked && let Some(array) = stack.take() {
            return array.to_datum();
        }
        let mut array = Array::of(row_type, values);
        array.element = Element::known(self.host.as_env(), row_type);
        array.to_datum()
    }
    fn subplan_rows(&mut self, plan_id: usize) -> Option<Rc<SubPlanRows>> {
        if self.sub_plan_changed(plan_id) {
            self.hashed.remove(&plan_id);
        }
        super::subplan::rows(self, plan_id)
    }
    fn subplan_hash(&mut self, id: usize, types: &[Oid], rows: Vec<SubPlanRow>) -> Result<()> {
        super::subplan::build(self, id, types, rows)
    }
    fn subplan_candidates(
        &mut self,
        plan_id: usize,
        types: &[Oid],
        left: &[Datum],
    ) -> Result<Vec<Rc<[Datum]>>> {
        super::subplan::candidates(self, plan_id, types, left)
    }
    fn check_domain(&mut self, domain: Oid, named: Oid, value: &Datum) -> Result<()> {
        match self.host.user_type(domain) {
            Some(t) => keep_domain(self, &t, named, value),
            None => Ok(()),
        }
    }
    fn next_value(&mut self, sequence: Oid) -> Result<i64> {
        self.host.next_value(sequence)
    }
    fn call_created_function(
        &mut self,
        function: &CreatedFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Datum> {
        self.host.call_created_function(function, args, arg_types)
    }
}

/// Whether the plan or a node below it locks rows.
fn locks(plan: &Plan) -> bool {
    matches!(plan.kind, PlanKind::LockRows { .. }) || plan.children().any(locks)
}

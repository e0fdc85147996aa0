//! Aggregation (`nodeAgg.c`).

use super::agg_memory::{Kept, NumericRoom, transition_bytes};
use super::node::{NodeRun, NodeState, compile_all, upper_slot};
use super::simplehash::SimpleHash;
use super::sort::qsort;
use super::sorting::{Tuple, compare, has_heads, head, tuple_size};
use super::state::Exec;
use super::tuple_shortener::TupleShortener;
use crate::expr::charge::Charge;
use crate::expr::{Compiled, EvalEnv, Expr, FuncRef, Node, Rows};
use crate::plan::cost::{AggStrategy, hash_agg_entry_size};
use crate::plan::{Plan, PlanKind, SortColumn, contains_volatile, shared_input};
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{AggFn, AggState, FnCtx, Implementation};
use storage::ids::Oid;
use storage::types::oid::NUMERIC;
use storage::versions::Release;

/// One aggregate call.
struct Call {
    name: &'static str,
    make: AggFn,
    strict: bool,
    args: Vec<Compiled>,
    plain: usize,
    filter: Option<Compiled>,
    types: Vec<Oid>,
    ret: Oid,
    charge: Charge,
    order: Vec<(SortColumn, Oid, Oid)>,
    distinct: bool,
    /// Whether its rows come sorted.
    presorted: bool,
    /// How rows of several arguments are kept to be sorted; a single one is kept as it is.
    former: TupleShortener,
    /// Whether an earlier call has the state that the server computes the result from.
    shares: bool,
}

impl Call {
    /// Whether its state is a sum of numerics that no earlier call has.
    fn sums_numerics(&self) -> bool {
        !self.shares && matches!(self.name, "sum" | "avg") && self.types.first() == Some(&NUMERIC)
    }
}

/// One group's running state of one call.
struct GroupState {
    state: Box<dyn AggState>,
    rows: Vec<Vec<Datum>>,
    /// The room of a sum of numerics.
    room: NumericRoom,
}

/// A group.
struct Group {
    key: Vec<Datum>,
    first: Vec<Datum>,
    states: Vec<GroupState>,
}

/// An aggregation.
pub struct AggRun {
    calls: Vec<Call>,
    columns: Vec<usize>,
    /// The types of these columns.
    types: Vec<Oid>,
    strategy: AggStrategy,
    table: Option<(SimpleHash<Group>, Vec<u32>, usize)>,
    pending: Option<Vec<Datum>>,
    done: bool,
    buckets: u32,
    /// Into how many parts the groups are expected to be divided, since they do not fit in memory; 0 if they do.
    pub planned_partitions: u32,
    /// How sums of numerics took more room: how many groups there were, the bytes before and after.
    grown: Vec<[usize; 3]>,
    /// What EXPLAIN says of a hash table: kB; less than 0 when states grew in ways that are not modelled.
    pub memory: i64,
}

/// Collects the aggregate calls of a plan. Equal calls are collected once, unless they are volatile
/// (`find_compatible_agg`).
pub fn find(plan: &Plan, out: &mut Vec<Expr>) {
    let mut look = |e: &Expr| {
        crate::plan::tree::walk(e, 0, &mut |e, _| {
            if matches!(&e.node, Node::Aggref(_)) {
                if contains_volatile(e) || !out.contains(e) {
                    out.push(e.clone());
                }
                return false;
            }
            true
        });
    };
    plan.target.iter().for_each(|t| look(&t.expr));
    plan.qual.iter().for_each(look);
}

impl AggRun {
    /// Prepares an Agg or Group node to run.
    pub fn new(ex: &mut Exec<'_, '_>, plan: &Plan, aggs: Vec<Expr>) -> Result<AggRun> {
        let PlanKind::Agg { strategy, columns, num_groups, trans_space } = &plan.kind else {
            return err!(INTERNAL_ERROR, "an aggregation was expected");
        };
        let mut calls = Vec::new();
        for (i, e) in aggs.iter().enumerate() {
            let input = shared_input(e);
            let shares = input.is_some() && aggs[..i].iter().any(|e| shared_input(e) == input);
            let Node::Aggref(a) = &e.node else { continue };
            let FuncRef::Builtin(b) = &a.func else {
                return err!(FEATURE_NOT_SUPPORTED, "aggregates written in SQL are not supported");
            };
            let Implementation::Aggregate(make) = b.run else {
                return err!(INTERNAL_ERROR, "{} is not an aggregate", b.name);
            };
            let mut slots = |e: &Expr| upper_slot(e);
            let mut args = compile_all(a.args.iter().map(|t| &t.expr), &mut slots)?;
            args.extend(compile_all(&a.direct_args, &mut slots)?);
            let filter = match &a.filter {
                Some(f) => Some(crate::expr::compile(f, &mut slots)?),
                None => None,
            };
            let clauses = if a.order.is_empty() || a.distinct.len() > a.order.len() {
                &a.distinct
            } else {
                &a.order
            };
            let order = clauses
                .iter()
                .filter_map(|c| {
                    let i = a.args.iter().position(|t| t.sort_group_ref == c.tle_ref)?;
                    let k = SortColumn {
                        column: i,
                        descending: c.descending,
                        nulls_first: c.nulls_first,
                    };
                    Some((k, a.args[i].expr.type_oid, a.args[i].expr.collation))
                })
                .collect();
            calls.push(Call {
                name: b.name,
                make,
                strict: b.strict,
                plain: a.args.iter().filter(|t| !t.junk).count() + a.direct_args.len(),
                types: a
                    .args
                    .iter()
                    .filter(|t| !t.junk)
                    .map(|t| t.expr.type_oid)
                    .chain(a.direct_args.iter().map(|d| d.type_oid))
                    .collect(),
                args,
                filter,
                ret: e.type_oid,
                charge: Charge::of(
                    b.name,
                    &a.args.iter().map(|t| t.expr.type_oid).collect::<Vec<_>>(),
                    e.type_oid,
                ),
                order,
                distinct: !a.distinct.is_empty(),
                presorted: a.presorted,
                former: TupleShortener::new(
                    ex.env(),
                    a.args.iter().filter(|_| a.args.len() > 1).map(|t| t.expr.type_oid),
                ),
                shares,
            });
        }
        let cs = crate::plan::settings(&ex.host);
        let entry = hash_agg_entry_size(
            cs.hash_entries,
            // `ExecInitAgg` asks before it has counted the states.
            0,
            plan.outer.as_ref().map_or(0, |o| o.width),
            *trans_space,
        );
        let (memory, _, partitions) = cs.hash_agg_limits(entry, *num_groups);
        let buckets = num_groups.min((memory / entry / 2.0).floor()).max(1.0) as u32;
        let child = plan.outer.as_ref();
        Ok(AggRun {
            calls,
            columns: columns.clone(),
            types: columns
                .iter()
                .map(|&c| child.map_or(Oid::INVALID, |p| p.target[c].expr.type_oid))
                .collect(),
            strategy: *strategy,
            table: None,
            pending: None,
            done: false,
            buckets,
            planned_partitions: partitions as u32,
            grown: Vec::new(),
            memory: 0,
        })
    }
    /// Makes the next call start from the first group again.
    pub fn reset(&mut self) {
        self.table = None;
        self.pending = None;
        self.done = false;
    }
}

/// The states of all aggregates before the first row of a group.
fn start(calls: &[Call], ex: &mut Exec<'_, '_>) -> Vec<GroupState> {
    calls
        .iter()
        .map(|c| {
            let ctx = FnCtx { env: ex.env(), arg_types: &c.types, ret_type: c.ret };
            GroupState { state: (c.make)(&ctx), rows: Vec::new(), room: NumericRoom::default() }
        })
        .collect()
}

/// Hands the arguments of one row to an aggregate; a strict one skips NULL.
fn step(c: &Call, state: &mut dyn AggState, ex: &mut Exec<'_, '_>, args: &[Datum]) -> Result<()> {
    if c.strict && args.iter().any(Datum::is_null) {
        return Ok(());
    }
    let mut ctx = FnCtx { env: ex.env(), arg_types: &c.types, ret_type: c.ret };
    clock::add(Kind::AggStep, 1);
    c.charge.count(&mut ctx, args, |ctx| state.step(ctx, args).map(|()| Datum::Null)).map(drop)
}

/// Hands one row to all aggregates of its group (`advance_aggregates`).
fn advance(
    calls: &[Call],
    states: &mut [GroupState],
    ex: &mut Exec<'_, '_>,
    row: &[Datum],
) -> Result<()> {
    let rows = Rows { outer: row, ..Rows::default() };
    for (c, s) in calls.iter().zip(states) {
        if let Some(f) = &c.filter
            && !f.is_true(ex, rows)?
        {
            continue;
        }
        let mut args = Vec::with_capacity(c.args.len());
        for a in &c.args {
            args.push(a.eval(ex, rows)?);
        }
        if c.order.is_empty() || c.presorted && !c.distinct {
            args.truncate(c.plain);
            step(c, s.state.as_mut(), ex, &args)?;
            if ex.instrument && c.sums_numerics() {
                s.room.add(&args[0]);
            }
        } else {
            if c.strict && args[..c.plain].iter().any(Datum::is_null) {
                continue;
            }
            if c.presorted {
                if let Some(last) = s.rows.pop()
                    && same_arguments(ex, c, &last, &args)?
                {
                    s.rows.push(last);
                    continue;
                }
                step(c, s.state.as_mut(), ex, &args[..c.plain])?;
            }
            c.former.form(&mut args);
            s.rows.push(args);
        }
    }
    Ok(())
}

/// The results of all aggregates of a group (`finalize_aggregates`).
fn finish(calls: &[Call], states: &mut [GroupState], ex: &mut Exec<'_, '_>) -> Result<Vec<Datum>> {
    let mut out = Vec::with_capacity(calls.len());
    for (c, s) in calls.iter().zip(states) {
        if !c.order.is_empty() && !c.presorted {
            let abbreviated = has_heads(c.order[0].1);
            let mut rows = Vec::with_capacity(s.rows.len());
            for r in std::mem::take(&mut s.rows) {
                let mut key: Vec<Datum> =
                    c.order.iter().map(|(k, ..)| r[k.column].clone()).collect();
                if abbreviated {
                    key[0] = ex.flat(c.order[0].1, &key[0])?;
                }
                rows.push((key, r, 0));
            }
            qsort(&mut rows, &mut |a, b| compare(ex, &c.order, abbreviated, a, b))?;
            let mut last: Option<Tuple> = None;
            for (key, r, _) in rows {
                if c.distinct
                    && let Some(last) = &last
                    && !(abbreviated && head(&last.0[0]) != head(&key[0]))
                    && same_arguments(ex, c, &last.1, &r)?
                {
                    continue;
                }
                step(c, s.state.as_mut(), ex, &r[..c.plain])?;
                last = Some((key, r, 0));
            }
        }
        let mut ctx = FnCtx { env: ex.env(), arg_types: &c.types, ret_type: c.ret };
        out.push(s.state.finish(&mut ctx)?);
    }
    Ok(out)
}

/// Whether DISTINCT counts two rows of arguments as equal.
fn same_arguments(ex: &mut Exec<'_, '_>, c: &Call, a: &[Datum], b: &[Datum]) -> Result<bool> {
    for (k, t, _) in c.order.iter().rev() {
        if !ex.not_distinct(*t, &a[k.column], &b[k.column])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The columns of a row that it is grouped by.
fn key_of(run: &AggRun, row: &[Datum]) -> Vec<Datum> {
    run.columns.iter().map(|&c| row[c].clone()).collect()
}

/// Puts the next group of an Agg or Group node into `node.row`; false at the end.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let Some(mut child) = node.outer.take() else { return Ok(false) };
    let result = match &node.kind {
        NodeRun::Agg(r) if r.strategy == AggStrategy::Hashed => hashed(node, &mut child, ex),
        _ => sorted(node, &mut child, ex),
    };
    node.outer = Some(child);
    result
}

/// The next group, when groups are in a hash table; the first call reads all rows
/// (`agg_retrieve_hash_table`).
fn hashed<'p>(
    node: &mut NodeState<'p>,
    child: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
) -> Result<bool> {
    let NodeRun::Agg(run) = &mut node.kind else { return Ok(false) };
    if run.table.is_none() {
        let mut table: SimpleHash<Group> = SimpleHash::new(run.buckets);
        while child.next(ex)? {
            let key = key_of(run, &child.row);
            let hash = ex.hash_key(&run.types, &key)?;
            table.make_room();
            let found = table.find(hash, |g| ex.same_key(&run.types, &g.key, &key))?;
            let at = match found {
                Some(at) => at,
                None => {
                    let states = start(&run.calls, ex);
                    table.append(hash, Group { key, first: child.tuple(), states })
                }
            };
            let states = &mut table.entries[at].states;
            advance(&run.calls, states, ex, &child.row)?;
            if ex.instrument {
                let grown: Vec<_> = states.iter_mut().filter_map(|s| s.room.grown()).collect();
                let groups = table.entries.len();
                run.grown.extend(grown.into_iter().map(|[before, now]| [groups, before, now]));
            }
        }
        let order = table.order();
        if ex.instrument {
            run.memory = memory_of(run, &table, ex.host.store().release);
        }
        run.table = Some((table, order, 0));
    }
    loop {
        let NodeRun::Agg(run) = &mut node.kind else { return Ok(false) };
        let Some((table, order, at)) = &mut run.table else { return Ok(false) };
        let Some(&n) = order.get(*at) else { return Ok(false) };
        *at += 1;
        let group = &mut table.entries[n as usize];
        let values = finish(&run.calls, &mut group.states, ex)?;
        let first = std::mem::take(&mut group.first);
        if node.emit(ex, Rows { outer: &first, inner: &values, scan: &[] })? {
            return Ok(true);
        }
    }
}

/// The kilobytes that a hash table takes with its groups; -1 if that is not known.
fn memory_of(run: &AggRun, table: &SimpleHash<Group>, release: &'static Release) -> i64 {
    // What MIN and MAX replaced, and what other states have collected.
    let (mut replacing, mut collected) = (0, 0);
    let groups: Vec<(usize, Vec<usize>)> = table
        .entries
        .iter()
        .map(|g| {
            // As they are stored: TOAST pointers stay pointers.
            let row: Vec<Datum> = run.columns.iter().map(|&c| g.first[c].clone()).collect();
            let key = (tuple_size(&row, &run.types) as usize).saturating_sub(16);
            let mut states = Vec::new();
            for (call, group) in run.calls.iter().zip(&g.states).filter(|(call, _)| !call.shares) {
                let (kept, replaced) = group.state.kept();
                states.extend(transition_bytes(call.name, call.types.first().copied()));
                if !matches!(call.name, "min" | "max") {
                    collected += 2 * kept;
                } else if kept > 0 {
                    states.push(kept);
                    replacing = replacing.max(if replaced { kept } else { 0 });
                }
            }
            (key, states)
        })
        .collect();
    let bytes = |more| {
        let groups = groups.iter().cloned();
        let states = run.calls.iter().filter(|call| !call.shares).count();
        let kept = Kept { columns: run.columns.len(), states, grown: &run.grown };
        super::agg_memory::bytes(release, &kept, table.sizes(), groups, more)
    };
    match bytes(replacing) {
        known if collected == 0 || bytes(replacing + collected) == known => {
            known.div_ceil(1024) as i64
        }
        _ => -1,
    }
}

/// Puts the next group into `node.row`, when the rows come in the order of groups (`agg_retrieve_direct`);
/// false at the end.
fn sorted<'p>(
    node: &mut NodeState<'p>,
    child: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
) -> Result<bool> {
    loop {
        let NodeRun::Agg(run) = &mut node.kind else { return Ok(false) };
        if run.done {
            return Ok(false);
        }
        let plain = run.strategy == AggStrategy::Plain;
        let mut states = start(&run.calls, ex);
        let first = match run.pending.take() {
            Some(r) => Some(r),
            None => {
                if child.next(ex)? {
                    Some(child.tuple())
                } else {
                    None
                }
            }
        };
        let (first, key) = match first {
            Some(r) => {
                let key = key_of(run, &r);
                advance(&run.calls, &mut states, ex, &r)?;
                (r, key)
            }
            None if plain => {
                run.done = true;
                let values = finish(&run.calls, &mut states, ex)?;
                let empty = vec![Datum::Null; child.plan.target.len()];
                return node.emit(ex, Rows { outer: &empty, inner: &values, scan: &[] });
            }
            None => return Ok(false),
        };
        loop {
            if !child.next(ex)? {
                run.done = true;
                break;
            }
            if !plain {
                let k = key_of(run, &child.row);
                if !ex.same_key(&run.types, &k, &key)? {
                    run.pending = Some(child.tuple());
                    break;
                }
            }
            advance(&run.calls, &mut states, ex, &child.row)?;
        }
        let values = finish(&run.calls, &mut states, ex)?;
        if node.emit(ex, Rows { outer: &first, inner: &values, scan: &[] })? {
            return Ok(true);
        }
    }
}

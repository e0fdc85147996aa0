//! Window functions (`nodeWindowAgg.c`, `windowfuncs.c`): a partition at a time.

use super::node::{NodeRun, NodeState, compile_all, exec_qual, upper_slot};
use super::state::Exec;
use super::window_frames::{Peers, frames, offset};
use super::work_memory::{WorkMemory, work_mem};
use crate::analyze::{FrameBound, FrameUnits};
use crate::expr::{Compiled, EvalEnv, Expr, FuncRef, Node, Rows, WindowFunc};
use crate::plan::{Plan, WindowAgg};
use std::ops::Range;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{FnCtx, Implementation};
use storage::ids::Oid;

struct Call {
    expr: Expr,
    function: Function,
    args: Vec<Compiled>,
    filter: Option<Compiled>,
}

/// What a call computes.
#[derive(Clone, Copy, PartialEq)]
enum Function {
    Aggregate,
    RowNumber,
    Rank,
    DenseRank,
    PercentRank,
    CumeDist,
    Ntile,
    Lag,
    Lead,
    FirstValue,
    LastValue,
    NthValue,
}

impl Function {
    /// Which window function the call is of.
    fn of_call(f: &WindowFunc) -> Result<Function> {
        if f.is_aggregate {
            return Ok(Function::Aggregate);
        }
        Ok(match f.func.name().as_str() {
            "row_number" => Function::RowNumber,
            "rank" => Function::Rank,
            "dense_rank" => Function::DenseRank,
            "percent_rank" => Function::PercentRank,
            "cume_dist" => Function::CumeDist,
            "ntile" => Function::Ntile,
            "lag" => Function::Lag,
            "lead" => Function::Lead,
            "first_value" => Function::FirstValue,
            "last_value" => Function::LastValue,
            "nth_value" => Function::NthValue,
            other => {
                return err!(FEATURE_NOT_SUPPORTED, "window function {other} is not supported");
            }
        })
    }
    /// Whether the function reads the frame, and not only the partition.
    fn reads_frame(self) -> bool {
        use Function::{Aggregate, FirstValue, LastValue, NthValue};
        matches!(self, Aggregate | FirstValue | LastValue | NthValue)
    }
    /// Whether the function needs to know which rows are peers.
    fn reads_peers(self) -> bool {
        use Function::{CumeDist, DenseRank, PercentRank, Rank};
        matches!(self, Rank | DenseRank | PercentRank | CumeDist)
    }
}

/// A window aggregation.
pub struct WindowRun {
    window: WindowAgg,
    /// The columns of its ORDER BY.
    order: Vec<usize>,
    calls: Vec<Call>,
    rows: Vec<Vec<Datum>>,
    /// What the calls gave, row after row.
    results: Vec<Datum>,
    at: usize,
    ahead: Option<Vec<Datum>>,
    done: bool,
    /// The run conditions.
    until: Vec<Compiled>,
    /// Whether rows are given as they come, before the partition's end is known.
    stepwise: bool,
    /// The row before, when they are.
    previous: Option<Previous>,
    /// What the server's tuplestore took of the partition that took most.
    pub space: Option<WorkMemory>,
}

/// Collects the calls of window functions over one window, each once.
pub fn find(plan: &Plan, window: usize, out: &mut Vec<Expr>) {
    for t in &plan.target {
        crate::plan::tree::walk(&t.expr, 0, &mut |e, _| {
            if matches!(&e.node, Node::WindowFunc(w) if w.window == window) {
                if !out.contains(e) {
                    out.push(e.clone());
                }
                return false;
            }
            true
        });
    }
}

impl WindowRun {
    /// Prepares a WindowAgg node to run.
    pub fn new(w: &WindowAgg, funcs: Vec<Expr>, until: Vec<Compiled>) -> Result<WindowRun> {
        let mut calls = Vec::new();
        for e in funcs {
            let Node::WindowFunc(f) = &e.node else { continue };
            let mut slots = |e: &Expr| upper_slot(e);
            calls.push(Call {
                function: Function::of_call(f)?,
                args: compile_all(&f.args, &mut slots)?,
                filter: match &f.filter {
                    Some(f) => Some(crate::expr::compile(f, &mut slots)?),
                    None => None,
                },
                expr: e.clone(),
            });
        }
        use Function::{DenseRank, Rank, RowNumber};
        let of_order = |c: &Call| matches!(c.function, RowNumber | Rank | DenseRank);
        Ok(WindowRun {
            until,
            stepwise: w.frame.mode == FrameUnits::Rows && calls.iter().all(of_order),
            previous: None,
            window: w.clone(),
            order: w.order.iter().map(|o| o.column).collect(),
            calls,
            rows: Vec::new(),
            results: Vec::new(),
            at: 0,
            ahead: None,
            done: false,
            space: None,
        })
    }
    /// Whether some call needs all rows of a partition at once; otherwise the server discards rows
    /// that are no longer needed (`tuplestore_trim`).
    fn keeps_partition(&self) -> bool {
        use Function::{CumeDist, FirstValue, LastValue, NthValue, Ntile, PercentRank};
        let frame = &self.window.frame;
        let to_end = matches!(frame.end, FrameBound::UnboundedFollowing)
            || frame.mode != FrameUnits::Rows && self.window.order.is_empty();
        let from_start = matches!(frame.start, FrameBound::UnboundedPreceding);
        self.calls.iter().any(|c| match c.function {
            Ntile | PercentRank | CumeDist => true,
            FirstValue | LastValue | NthValue => from_start || to_end,
            f => f.reads_frame() && to_end,
        })
    }
    /// Makes the next call start from the first partition again.
    pub fn reset(&mut self) {
        self.rows.clear();
        self.results.clear();
        self.at = 0;
        self.ahead = None;
        self.done = false;
        self.previous = None;
    }
}

/// A row that was given, and its numbers: of the row in its partition, of its first peer, of its group of peers.
struct Previous {
    row: Vec<Datum>,
    numbers: [i64; 3],
    /// Whether the rest of the partition is left out.
    ended: bool,
}

/// The next row of a WindowAgg whose functions only number the rows, and its numbers: the child gives one row for each
/// (`ExecWindowAgg`).
fn next_in_steps<'p>(
    run: &mut WindowRun,
    child: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
) -> Result<Option<(Vec<Datum>, Vec<Datum>)>> {
    while !run.done {
        if !child.next(ex)? {
            break;
        }
        let row = child.tuple();
        let mut numbers = [1, 1, 1];
        let mut ended = false;
        match &run.previous {
            Some(p) if ex.same_columns(child.plan, &run.window.partition, &p.row, &row)? => {
                let mut peer = true;
                // Each function that asks for peers compares the rows itself.
                for _ in run.calls.iter().filter(|c| c.function.reads_peers()) {
                    peer = ex.same_columns(child.plan, &run.order, &p.row, &row)?;
                }
                let [row, first, group] = p.numbers;
                numbers = match peer {
                    true => [row + 1, first, group],
                    false => [row + 1, row + 1, group + 1],
                };
                ended = p.ended;
            }
            _ => run.previous = None,
        }
        if ex.instrument && !ended {
            // The row before goes when this one was computed (`tuplestore_trim`).
            let before = run.previous.take().map(|p| p.row);
            run.rows.clear();
            run.rows.extend(before.into_iter().chain([row.clone()]));
            note_space(run, child.plan, ex, &[]);
        }
        let value = |c: &Call| {
            Datum::i64(match c.function {
                Function::Rank => numbers[1],
                Function::DenseRank => numbers[2],
                _ => numbers[0],
            })
        };
        let values: Vec<Datum> = run.calls.iter().map(value).collect();
        let rows = Rows { outer: &row, inner: &values, scan: &[] };
        if !ended && !exec_qual(&run.until, ex, rows)? {
            ended = true;
            run.done = run.window.partition.is_empty();
        }
        run.previous = Some(Previous { row: row.clone(), numbers, ended });
        if !ended {
            return Ok(Some((row, values)));
        }
    }
    run.done = true;
    Ok(None)
}

/// Puts the next row of a WindowAgg node into `node.row`; false at the end.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let Some(mut child) = node.outer.take() else { return Ok(false) };
    let result = (|| {
        let NodeRun::Window(run) = &mut node.kind else { return Ok(false) };
        if run.stepwise {
            return match next_in_steps(run, &mut child, ex)? {
                Some((row, values)) => {
                    node.emit(ex, Rows { outer: &row, inner: &values, scan: &[] })
                }
                None => Ok(false),
            };
        }
        let (row, values) = loop {
            if let Some(found) = next_of_partition(run, &mut child, ex)? {
                let rows = Rows { outer: &found.0, inner: &found.1, scan: &[] };
                if exec_qual(&run.until, ex, rows)? {
                    break found;
                }
                // No later row of the partition meets it.
                run.at = run.rows.len();
                if !run.window.partition.is_empty() {
                    continue;
                }
                run.done = true;
            }
            return Ok(false);
        };
        node.emit(ex, Rows { outer: &row, inner: &values, scan: &[] })
    })();
    node.outer = Some(child);
    result
}

/// The next row, and what the calls give for it, of partitions that are read as a whole; `None` after the last.
fn next_of_partition<'p>(
    run: &mut WindowRun,
    child: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
) -> Result<Option<(Vec<Datum>, Vec<Datum>)>> {
    if run.at >= run.rows.len() {
        run.rows.clear();
        run.at = 0;
        if let Some(r) = run.ahead.take() {
            run.rows.push(r);
        }
        let partition = run.window.partition.clone();
        while !run.done {
            if !child.next(ex)? {
                run.done = true;
                break;
            }
            let row = child.tuple();
            if let Some(first) = run.rows.first()
                && !ex.same_columns(child.plan, &partition, first, &row)?
            {
                run.ahead = Some(row);
                break;
            }
            run.rows.push(row);
        }
        if run.rows.is_empty() {
            return Ok(None);
        }
        compute(run, child.plan, ex)?;
    }
    let row = std::mem::take(&mut run.rows[run.at]);
    let width = run.calls.len();
    let values = run.results[run.at * width..(run.at + 1) * width].to_vec();
    run.at += 1;
    Ok(Some((row, values)))
}

/// Notes what the server's tuplestore takes of a partition at most. `ends`: for each row the end of its peers, if the
/// frame ends with them.
fn note_space(run: &mut WindowRun, plan: &Plan, ex: &mut Exec<'_, '_>, ends: &[usize]) {
    use Function::{Aggregate, Lag, Lead};
    let n = run.rows.len();
    let (release, allowed) = (ex.host.store().release, work_mem(ex));
    let space = |rows: &[Vec<Datum>]| WorkMemory::of_rows(release, rows, plan, allowed);
    let mut most = 0..n;
    if !run.keeps_partition() {
        let reads = |f| usize::from(run.calls.iter().any(|c| c.function == f));
        let (before, after) = (1 + reads(Lag), reads(Lead).max(reads(Aggregate)));
        let mut sums = vec![0];
        for i in 0..n {
            sums.push(sums[i] + space(&run.rows[i..=i]).used());
        }
        // Rows go when the next one was computed (`tuplestore_trim`). Aggregates look one row beyond the frame.
        let kept = |i: usize| {
            let end = (i + after).max(ends.get(i).copied().unwrap_or(0)) + 1;
            i.saturating_sub(before)..end.min(n)
        };
        let used = |r: &Range<usize>| sums[r.end] - sums[r.start];
        most = (0..n).map(kept).max_by_key(used).unwrap_or_default();
    }
    let space = space(&run.rows[most]);
    if run.space.is_none_or(|most| most.used() < space.used()) {
        run.space = Some(space);
    }
}

/// For each row of the partition: the first row equal to it in the window's order, the one after
/// the last, and the number of its group.
fn find_peers(run: &WindowRun, plan: &Plan, ex: &mut Exec<'_, '_>) -> Result<Peers> {
    let n = run.rows.len();
    let mut first = vec![0usize; n];
    let mut group = vec![0usize; n];
    for i in 1..n {
        if ex.same_columns(plan, &run.order, &run.rows[i - 1], &run.rows[i])? {
            first[i] = first[i - 1];
            group[i] = group[i - 1];
        } else {
            first[i] = i;
            group[i] = group[i - 1] + 1;
        }
    }
    let mut end = vec![n; n];
    for i in (0..n.saturating_sub(1)).rev() {
        end[i] = if first[i + 1] == first[i] { end[i + 1] } else { i + 1 };
    }
    Ok(Peers { first, end, group })
}

/// The first and last peers of each row, for frames that begin or end with peers. Every row is
/// compared with the possible bound of its frame, even if no call reads it (`update_frameheadpos`,
/// `update_frametailpos`); aggregates compare each row once more when they reach it
/// (`row_is_in_frame`).
fn peers_of_frames(run: &WindowRun, plan: &Plan, ex: &mut Exec<'_, '_>) -> Result<Peers> {
    let (n, frame) = (run.rows.len(), &run.window.frame);
    let mut peers = Peers::default();
    if frame.mode == FrameUnits::Rows {
        return Ok(peers);
    }
    let mut same = |a: usize, b: usize| -> Result<bool> {
        Ok(run.order.is_empty() || ex.same_columns(plan, &run.order, &run.rows[a], &run.rows[b])?)
    };
    if matches!(frame.start, FrameBound::CurrentRow) {
        let mut head = 0;
        for i in 0..n {
            while !same(head, i)? {
                head += 1;
            }
            peers.first.push(head);
        }
    }
    if matches!(frame.end, FrameBound::CurrentRow) {
        let mut tail = 0;
        for i in 0..n {
            while tail < n && (tail <= i || same(tail, i)?) {
                tail += 1;
            }
            peers.end.push(tail);
        }
        if run.calls.iter().any(|c| c.function == Function::Aggregate) {
            let mut current = 0;
            for i in 1..n {
                if !same(i, current)? {
                    current = i;
                }
            }
        }
    }
    Ok(peers)
}

/// A partition as the calls see it.
struct Partition {
    rows: usize,
    peers: Peers,
    /// Empty unless some call reads frames.
    frames: Vec<(usize, usize)>,
}

/// Computes all calls for the rows of a partition.
fn compute(run: &mut WindowRun, plan: &Plan, ex: &mut Exec<'_, '_>) -> Result<()> {
    let n = run.rows.len();
    let frame = &run.window.frame;
    let units = frame.mode;
    let offsets =
        (offset(ex, &frame.start, units, "starting")?, offset(ex, &frame.end, units, "ending")?);
    let reads_frames = run.calls.iter().any(|c| c.function.reads_frame());
    let mut bounds = peers_of_frames(run, plan, ex)?;
    let counts_groups =
        units == FrameUnits::Groups && !(offsets.0.is_null() && offsets.1.is_null());
    if counts_groups {
        bounds = find_peers(run, plan, ex)?;
    }
    let order = run.window.order.first();
    let order_type = order.map_or(Oid(0), |o| plan.target[o.column].expr.type_oid);
    let frames = if reads_frames {
        frames(ex, &run.window, &run.rows, order_type, &bounds, &offsets)?
    } else {
        Vec::new()
    };
    let mut partition = Partition { rows: n, peers: Peers::default(), frames };
    let width = run.calls.len();
    let mut results = vec![Datum::Null; n * width];
    for (column, c) in run.calls.iter().enumerate() {
        let args = arguments(c, &run.rows, ex)?;
        if c.function.reads_peers() {
            partition.peers = find_peers(run, plan, ex)?;
        }
        if c.function == Function::CumeDist {
            // It asks twice: whether a group begins, and where it ends.
            find_peers(run, plan, ex)?;
        }
        if c.function == Function::Aggregate {
            aggregate(c, &args, &partition, ex, |i, d| results[i * width + column] = d)?;
            continue;
        }
        for i in 0..n {
            if let Some(j) = in_frame(c, &args, &partition, i) {
                check_in_frame(run, plan, ex, i, j)?;
            }
            results[i * width + column] = window_value(c, &args, &partition, i)?;
        }
    }
    if ex.instrument {
        note_space(run, plan, ex, &bounds.end);
    }
    run.results = results;
    Ok(())
}

/// The arguments of a call for each row, one after the other, and which rows its FILTER keeps.
struct Arguments {
    values: Vec<Datum>,
    width: usize,
    kept: Vec<bool>,
}

impl Arguments {
    /// The arguments of one row.
    fn of_row(&self, row: usize) -> &[Datum] {
        &self.values[row * self.width..(row + 1) * self.width]
    }
}

/// Evaluates the arguments of a call for each row of the partition.
fn arguments(c: &Call, rows: &[Vec<Datum>], ex: &mut Exec<'_, '_>) -> Result<Arguments> {
    let width = c.args.len();
    let mut args = Arguments { values: Vec::new(), width, kept: Vec::new() };
    args.values.reserve(rows.len() * width);
    for r in rows {
        let rows = Rows { outer: r, ..Rows::default() };
        for a in &c.args {
            args.values.push(a.eval(ex, rows)?);
        }
        if let Some(f) = &c.filter {
            args.kept.push(f.is_true(ex, rows)?);
        }
    }
    Ok(args)
}

/// Computes an aggregate over each row's frame; equal frames are computed once.
fn aggregate(
    c: &Call,
    args: &Arguments,
    partition: &Partition,
    ex: &mut Exec<'_, '_>,
    mut give: impl FnMut(usize, Datum),
) -> Result<()> {
    let Node::WindowFunc(w) = &c.expr.node else { return Ok(()) };
    let types: Vec<Oid> = w.args.iter().map(|a| a.type_oid).collect();
    let FuncRef::Builtin(b) = &w.func else {
        return err!(FEATURE_NOT_SUPPORTED, "aggregates written in SQL are not supported");
    };
    let Implementation::Aggregate(make) = b.run else { return Ok(()) };
    let mut known: Option<((usize, usize), Datum)> = None;
    for (i, &range) in partition.frames.iter().enumerate() {
        let value = match &known {
            Some((r, d)) if *r == range => d.clone(),
            _ => {
                let mut ctx = FnCtx { env: ex.env(), arg_types: &types, ret_type: c.expr.type_oid };
                let mut state = make(&ctx);
                for row in range.0..range.1 {
                    let v = args.of_row(row);
                    if args.kept.get(row).is_none_or(|k| *k)
                        && !(b.strict && v.iter().any(Datum::is_null))
                    {
                        state.step(&mut ctx, v)?;
                    }
                }
                state.finish(&mut ctx)?
            }
        };
        known = Some((range, value.clone()));
        give(i, value);
    }
    Ok(())
}

/// The row of the frame that a call for row `i` reads; `None` if there is none.
fn in_frame(c: &Call, args: &Arguments, partition: &Partition, i: usize) -> Option<usize> {
    let (start, end) = *partition.frames.get(i)?;
    let j = match c.function {
        Function::FirstValue => start,
        Function::LastValue => end.checked_sub(1)?,
        Function::NthValue => {
            let n = args.of_row(i).get(1).filter(|d| !d.is_null()).map_or(1, Datum::as_i64);
            start.checked_add(usize::try_from(n).ok()?.checked_sub(1)?)?
        }
        _ => return None,
    };
    (start..end).contains(&j).then_some(j)
}

/// Compares a row that was found in a frame bounded by peers with the current row once more
/// (`WinGetFuncArgInFrame`).
fn check_in_frame(
    run: &WindowRun,
    plan: &Plan,
    ex: &mut Exec<'_, '_>,
    i: usize,
    j: usize,
) -> Result<()> {
    let frame = &run.window.frame;
    let bound = if j > i { &frame.end } else { &frame.start };
    if j != i && frame.mode != FrameUnits::Rows && matches!(bound, FrameBound::CurrentRow) {
        ex.same_columns(plan, &run.order, &run.rows[j], &run.rows[i])?;
    }
    Ok(())
}

/// The value of a window function for one row (`windowfuncs.c`).
fn window_value(c: &Call, args: &Arguments, partition: &Partition, i: usize) -> Result<Datum> {
    let (n, peers) = (partition.rows, &partition.peers);
    let own = args.of_row(i);
    let inside = |j: i64| j >= 0 && (j as usize) < n;
    let at = |j: i64| match inside(j) {
        true => args.of_row(j as usize).first().cloned().unwrap_or(Datum::Null),
        false => Datum::Null,
    };
    let frame = || partition.frames[i];
    Ok(match c.function {
        Function::Aggregate => Datum::Null,
        Function::RowNumber => Datum::i64(i as i64 + 1),
        Function::Rank => Datum::i64(peers.first[i] as i64 + 1),
        Function::DenseRank => Datum::i64(peers.group[i] as i64 + 1),
        Function::PercentRank => {
            Datum::f64(if n > 1 { peers.first[i] as f64 / (n - 1) as f64 } else { 0.0 })
        }
        Function::CumeDist => Datum::f64(peers.end[i] as f64 / n as f64),
        Function::Ntile => {
            let Some(k) = args.of_row(0).first().filter(|d| !d.is_null()) else {
                return Ok(Datum::Null);
            };
            let Some(k) = usize::try_from(k.as_i64()).ok().filter(|k| *k > 0) else {
                return err!(
                    INVALID_ARGUMENT_FOR_NTILE,
                    "argument of ntile must be greater than zero"
                );
            };
            let (size, more) = (n / k, n % k);
            let big = more * (size + 1);
            let tile = if i < big { i / (size + 1) } else { more + (i - big) / size.max(1) };
            Datum::i32(tile as i32 + 1)
        }
        Function::Lag | Function::Lead => {
            let by = match own.get(1) {
                Some(d) if d.is_null() => return Ok(Datum::Null),
                Some(d) => d.as_i64(),
                None => 1,
            };
            let j = if c.function == Function::Lag { i as i64 - by } else { i as i64 + by };
            if inside(j) { at(j) } else { own.get(2).cloned().unwrap_or(Datum::Null) }
        }
        Function::FirstValue => match frame() {
            (start, end) if start < end => at(start as i64),
            _ => Datum::Null,
        },
        Function::LastValue => match frame() {
            (start, end) if start < end => at(end as i64 - 1),
            _ => Datum::Null,
        },
        Function::NthValue => {
            let (start, end) = frame();
            let Some(nth) = own.get(1).filter(|d| !d.is_null()) else { return Ok(Datum::Null) };
            let nth = nth.as_i64();
            if nth <= 0 {
                return err!(
                    INVALID_ARGUMENT_FOR_NTH_VALUE,
                    "argument of nth_value must be greater than zero"
                );
            }
            let j = start as i64 + nth - 1;
            if j < end as i64 { at(j) } else { Datum::Null }
        }
    })
}

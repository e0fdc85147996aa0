//! Window functions (`nodeWindowAgg.c`, `windowfuncs.c`): a partition at a time.

use super::node::{NodeState, Run, compile_all, upper_slot};
use super::sorting::not_distinct;
use super::state::Exec;
use crate::analyze::{FrameBound, FrameMode};
use crate::expr::{Compiled, EvalEnv, Expr, FuncRef, Node, Rows};
use crate::plan::{Plan, WindowAgg};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{FnCtx, Implementation};
use storage::ids::Oid;

struct Call {
    expr: Expr,
    name: String,
    args: Vec<Compiled>,
    filter: Option<Compiled>,
}

/// A window aggregation.
pub struct WindowRun {
    window: WindowAgg,
    calls: Vec<Call>,
    rows: Vec<Vec<Datum>>,
    results: Vec<Vec<Datum>>,
    at: usize,
    ahead: Option<Vec<Datum>>,
    done: bool,
}

/// The window functions of one window, each once.
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
    /// Compiles the arguments.
    pub fn new(w: &WindowAgg, funcs: Vec<Expr>) -> Result<WindowRun> {
        let mut calls = Vec::new();
        for e in funcs {
            let Node::WindowFunc(f) = &e.node else { continue };
            let mut slots = |e: &Expr| upper_slot(e);
            calls.push(Call {
                name: f.func.name(),
                args: compile_all(&f.args, &mut slots)?,
                filter: match &f.filter {
                    Some(f) => Some(crate::expr::compile(f, &mut slots)?),
                    None => None,
                },
                expr: e.clone(),
            });
        }
        Ok(WindowRun {
            window: w.clone(),
            calls,
            rows: Vec::new(),
            results: Vec::new(),
            at: 0,
            ahead: None,
            done: false,
        })
    }
    /// From the beginning.
    pub fn reset(&mut self) {
        self.rows.clear();
        self.results.clear();
        self.at = 0;
        self.ahead = None;
        self.done = false;
    }
}

fn same(
    ex: &mut Exec<'_, '_>,
    plan: &Plan,
    columns: &[usize],
    a: &[Datum],
    b: &[Datum],
) -> Result<bool> {
    for &c in columns {
        let t = plan.target[c].expr.type_oid;
        let (x, y) = (ex.flat(t, &a[c])?, ex.flat(t, &b[c])?);
        if !not_distinct(t, &x, &y) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The next row.
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let Some(mut child) = node.outer.take() else { return Ok(false) };
    let result = (|| {
        let Run::Window(run) = &mut node.kind else { return Ok(false) };
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
                let row = child.row.clone();
                if let Some(first) = run.rows.first()
                    && !same(ex, child.plan, &partition, first, &row)?
                {
                    run.ahead = Some(row);
                    break;
                }
                run.rows.push(row);
            }
            if run.rows.is_empty() {
                return Ok(false);
            }
            compute(run, child.plan, ex)?;
        }
        let row = run.rows[run.at].clone();
        let values = run.results[run.at].clone();
        run.at += 1;
        node.emit(ex, Rows { outer: &row, inner: &values, scan: &[] })
    })();
    node.outer = Some(child);
    result
}

fn compute(run: &mut WindowRun, plan: &Plan, ex: &mut Exec<'_, '_>) -> Result<()> {
    let n = run.rows.len();
    let order: Vec<usize> = run.window.order.iter().map(|o| o.column).collect();
    // Peer groups: where each begins and ends.
    let mut first = vec![0usize; n];
    let mut group = vec![0usize; n];
    for i in 1..n {
        if same(ex, plan, &order, &run.rows[i - 1], &run.rows[i])? {
            first[i] = first[i - 1];
            group[i] = group[i - 1];
        } else {
            first[i] = i;
            group[i] = group[i - 1] + 1;
        }
    }
    let mut last = vec![n; n];
    for i in (0..n.saturating_sub(1)).rev() {
        last[i] = if first[i + 1] == first[i] { last[i + 1] } else { i + 1 };
    }
    let frame = run.window.frame.clone();
    let bound = |ex: &mut Exec<'_, '_>, e: &Expr| -> Result<usize> {
        let d = crate::expr::compile(e, &mut |_| None)?.eval(ex, Rows::default())?;
        if d.is_null() || d.as_i64() < 0 {
            return err!(WINDOWING_ERROR, "frame starting offset must not be negative");
        }
        Ok(d.as_i64() as usize)
    };
    let mut ranges = Vec::with_capacity(n);
    for i in 0..n {
        let rows = frame.mode == FrameMode::Rows;
        let start = match &frame.start {
            FrameBound::UnboundedPreceding => 0,
            FrameBound::CurrentRow => {
                if rows {
                    i
                } else {
                    first[i]
                }
            }
            FrameBound::Preceding(e) => i.saturating_sub(bound(ex, e)?),
            FrameBound::Following(e) => (i + bound(ex, e)?).min(n),
            FrameBound::UnboundedFollowing => n,
        };
        let end = match &frame.end {
            FrameBound::UnboundedFollowing => n,
            FrameBound::CurrentRow => {
                if rows {
                    i + 1
                } else {
                    last[i]
                }
            }
            FrameBound::Preceding(e) => (i + 1).saturating_sub(bound(ex, e)?),
            FrameBound::Following(e) => (i + 1 + bound(ex, e)?).min(n),
            FrameBound::UnboundedPreceding => 0,
        };
        ranges.push((start, end.max(start)));
    }
    let mut results = vec![Vec::with_capacity(run.calls.len()); n];
    for c in &run.calls {
        let Node::WindowFunc(w) = &c.expr.node else { continue };
        let types: Vec<Oid> = w.args.iter().map(|a| a.type_oid).collect();
        let mut args = Vec::with_capacity(n);
        for r in &run.rows {
            let rows = Rows { outer: r, ..Rows::default() };
            let mut v = Vec::new();
            for a in &c.args {
                v.push(a.eval(ex, rows)?);
            }
            let keep = match &c.filter {
                Some(f) => f.holds(ex, rows)?,
                None => true,
            };
            args.push((v, keep));
        }
        if w.is_aggregate {
            let FuncRef::Builtin(b) = &w.func else {
                return err!(FEATURE_NOT_SUPPORTED, "aggregates written in SQL are not supported");
            };
            let Implementation::Aggregate(make) = b.run else { continue };
            let mut known: Option<((usize, usize), Datum)> = None;
            for i in 0..n {
                let range = ranges[i];
                let value = match &known {
                    Some((r, d)) if *r == range => d.clone(),
                    _ => {
                        let mut ctx =
                            FnCtx { env: ex.env(), arg_types: &types, ret_type: c.expr.type_oid };
                        let mut state = make(&ctx);
                        for (v, keep) in &args[range.0..range.1] {
                            if *keep && !(b.strict && v.iter().any(Datum::is_null)) {
                                state.step(&mut ctx, v)?;
                            }
                        }
                        state.finish(&mut ctx)?
                    }
                };
                known = Some((range, value.clone()));
                results[i].push(value);
            }
            continue;
        }
        for i in 0..n {
            let int = |k: usize, default: i64| match args[i].0.get(k) {
                Some(d) if !d.is_null() => d.as_i64(),
                _ => default,
            };
            let at = |j: i64, k: usize| -> Datum {
                if j >= 0 && (j as usize) < n {
                    args[j as usize].0.get(k).cloned().unwrap_or(Datum::Null)
                } else {
                    Datum::Null
                }
            };
            let (start, end) = ranges[i];
            let value = match c.name.as_str() {
                "row_number" => Datum::i64(i as i64 + 1),
                "rank" => Datum::i64(first[i] as i64 + 1),
                "dense_rank" => Datum::i64(group[i] as i64 + 1),
                "percent_rank" => {
                    Datum::f64(if n > 1 { first[i] as f64 / (n - 1) as f64 } else { 0.0 })
                }
                "cume_dist" => Datum::f64(last[i] as f64 / n as f64),
                "ntile" => {
                    let k = int(0, 1).max(1) as usize;
                    let (size, more) = (n / k, n % k);
                    let big = more * (size + 1);
                    let tile =
                        if i < big { i / (size + 1) } else { more + (i - big) / size.max(1) };
                    Datum::i32(tile as i32 + 1)
                }
                "lag" | "lead" => {
                    let by = if c.args.len() > 1 { int(1, 0) } else { 1 };
                    let j = if c.name == "lag" { i as i64 - by } else { i as i64 + by };
                    if j >= 0 && (j as usize) < n {
                        at(j, 0)
                    } else {
                        args[i].0.get(2).cloned().unwrap_or(Datum::Null)
                    }
                }
                "first_value" => {
                    if start < end {
                        at(start as i64, 0)
                    } else {
                        Datum::Null
                    }
                }
                "last_value" => {
                    if start < end {
                        at(end as i64 - 1, 0)
                    } else {
                        Datum::Null
                    }
                }
                "nth_value" => {
                    let j = start as i64 + int(1, 1) - 1;
                    if j < end as i64 { at(j, 0) } else { Datum::Null }
                }
                other => {
                    return err!(FEATURE_NOT_SUPPORTED, "window function {other} is not supported");
                }
            };
            results[i].push(value);
        }
    }
    run.results = results;
    Ok(())
}

//! Conditions on a window function that say when no later row can meet them (`find_window_run_conditions` of
//! `allpaths.c`): with them a WindowAgg ends early.
//!
//! ```text
//! SELECT * FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM t) x WHERE n <= 10
//!
//!  WindowAgg
//!    Run Condition: (row_number() OVER w1 <= 10)
//! ```
//!
//! Simplified: only for sub-queries with one window.

use crate::analyze::{FrameBound, Query};
use crate::expr::{Expr, Node, OpCall, WindowFunc};
use crate::plan::fold::commutator;
use crate::plan::prep::contains_sublink;
use crate::plan::root::Planner;
use crate::plan::tree;
use storage::versions::WindowFrames;

/// Whether a function's results only grow, or only shrink, from row to row (`SupportRequestWFuncMonotonic`).
fn monotonic(pl: &Planner<'_>, q: &Query, w: &WindowFunc) -> (bool, bool) {
    let window = &q.windows[w.window];
    match w.func.name().as_str() {
        "row_number" | "rank" | "dense_rank" => (true, false),
        "percent_rank" | "cume_dist" | "ntile" => {
            (pl.release.window_frames == WindowFrames::Rows, false)
        }
        "count" if window.order.is_empty() => (true, true),
        "count" => (
            matches!(window.frame.start, FrameBound::UnboundedPreceding),
            matches!(window.frame.end, FrameBound::UnboundedFollowing),
        ),
        _ => (false, false),
    }
}

/// Makes a condition `x op value` on a sub-query's row, which is in the range table at `rte`, a run condition of the window
/// that `x` is computed over, if that is possible. Returns whether the condition must be checked above it as well.
pub(super) fn push(pl: &Planner<'_>, rte: usize, sub: &mut Query, condition: &Expr) -> bool {
    let Node::Op(o) = &condition.node else { return true };
    let [left, right] = &o.args[..] else { return true };
    if sub.windows.len() != 1 || !o.op.strict {
        return true;
    }
    let function = |e: &Expr| {
        let Node::Var(v) = &e.node else { return None };
        let columns = sub.target.iter().filter(|t| !t.junk);
        let column = columns.clone().nth((v.attno as usize).checked_sub(1)?);
        column.filter(|_| v.rte == rte && v.levels_up == 0).map(|t| t.expr.clone())
    };
    let found =
        [(left, right, true), (right, left, false)].into_iter().find_map(|(x, value, l)| {
            let f = function(x)?;
            let fixed = |e: &Expr| matches!(e.node, Node::Const(_) | Node::Param(_));
            let columns = pl.release.run_conditions_read_columns;
            let of_window = matches!(&f.node, Node::WindowFunc(w)
            if w.args.iter().all(|a| columns || matches!(a.node, Node::Const(_)))
                && !contains_sublink(&f));
            (of_window && fixed(value)).then(|| (f, value.clone(), l))
        });
    let Some((f, value, on_left)) = found else { return true };
    let Node::WindowFunc(w) = &f.node else { return true };
    let (grows, shrinks) = monotonic(pl, sub, w);
    // As if the function were on the left.
    let Some(as_left) = (if on_left { Some(o.op) } else { commutator(o.op) }) else { return true };
    let (op, keep) = match as_left.name {
        "<" | "<=" if grows => (Some(o.op), false),
        ">" | ">=" if shrinks => (Some(o.op), false),
        "=" if grows && shrinks => (Some(o.op), false),
        "=" if grows || shrinks => {
            let name = if grows == on_left { "<=" } else { ">=" };
            (crate::catalog::operator_exact(name, o.op.left, o.op.right), true)
        }
        _ => (None, true),
    };
    let Some(op) = op else { return true };
    let args = if on_left { vec![f, value] } else { vec![value, f] };
    let node = Node::Op(OpCall { op, args });
    sub.windows[0].run.push(Expr { node, ..condition.clone() });
    keep
}

/// Whether the condition names only columns by which every window of the sub-query is partitioned: rows that do not meet it
/// make whole partitions (`targetIsInAllPartitionLists`).
pub(super) fn of_partitions(rte: usize, sub: &Query, condition: &Expr) -> bool {
    let mut vars = Vec::new();
    tree::pull_vars(condition, false, false, &mut vars);
    vars.iter().all(|v| match &v.node {
        Node::Var(v) if v.rte == rte && v.attno > 0 => {
            let column = sub.target.iter().filter(|t| !t.junk).nth(v.attno as usize - 1);
            column.is_some_and(|t| {
                let of = |c: &crate::analyze::SortGroupClause| c.tle_ref == t.sort_group_ref;
                t.sort_group_ref != 0 && sub.windows.iter().all(|w| w.partition.iter().any(of))
            })
        }
        _ => false,
    })
}

//! Merge joins (`nodeMergejoin.c`).

use super::join::{emit, nulls};
use super::node::{NodeRun, NodeState, exec_qual, upper_slot};
use super::sorting::compare_key;
use super::state::Exec;
use crate::analyze::JoinType;
use crate::expr::{Compiled, Expr, Rows};
use crate::plan::{MergeClause, PlanKind, SortColumn};
use std::cmp::Ordering;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;
use storage::types;

/// A column that both sides are sorted by.
struct MergeKey {
    outer: Compiled,
    inner: Compiled,
    sort: SortColumn,
    /// The types of the outer and of the inner side.
    types: [Oid; 2],
    collation: Oid,
}

impl MergeKey {
    /// The type that the sides' values are compared as.
    fn compared_as(&self) -> Oid {
        if self.types[0] == self.types[1] { self.types[0] } else { types::widest(self.types[0]) }
    }
}

/// A merge join. Both sides' equal groups are gathered as they come.
pub struct MergeRun {
    on: Vec<Compiled>,
    clauses: Vec<MergeKey>,
    outer: Option<(Vec<Datum>, Vec<Datum>)>,
    group: Vec<(Vec<Datum>, bool)>,
    group_key: Option<Vec<Datum>>,
    ahead: Option<(Vec<Datum>, Vec<Datum>)>,
    inner_done: bool,
    outer_done: bool,
    started: bool,
    at: usize,
    matched: bool,
    flush: usize,
}

impl MergeRun {
    /// Prepares a merge join to run.
    pub fn new(on: Vec<Compiled>, merge: &[MergeClause]) -> Result<MergeRun> {
        let mut clauses = Vec::new();
        for m in merge {
            let key =
                SortColumn { column: 0, descending: m.descending, nulls_first: m.nulls_first };
            // The inner key is computed over the inner child's own row.
            let mut as_outer = |e: &Expr| upper_slot(e);
            clauses.push(MergeKey {
                outer: crate::expr::compile(&m.outer, &mut as_outer)?,
                inner: crate::expr::compile(&m.inner, &mut as_outer)?,
                sort: key,
                types: [m.outer.type_oid, m.inner.type_oid],
                collation: m.outer.collation,
            });
        }
        Ok(MergeRun {
            on,
            clauses,
            outer: None,
            group: Vec::new(),
            group_key: None,
            ahead: None,
            inner_done: false,
            outer_done: false,
            started: false,
            at: 0,
            matched: false,
            flush: 0,
        })
    }
    /// Makes the next call start from the first rows again.
    pub fn reset(&mut self) {
        self.outer = None;
        self.group.clear();
        self.group_key = None;
        self.ahead = None;
        self.inner_done = false;
        self.outer_done = false;
        self.started = false;
        self.at = 0;
        self.flush = 0;
    }
}

/// The values of one side's expressions for a row (`MJEvalOuterValues`, `MJEvalInnerValues`).
fn merge_key(
    clauses: &[MergeKey],
    ex: &mut Exec<'_, '_>,
    row: &[Datum],
    outer: bool,
) -> Result<Vec<Datum>> {
    let mut key = Vec::with_capacity(clauses.len());
    for clause in clauses {
        let rows = if outer {
            Rows { outer: row, ..Rows::default() }
        } else {
            Rows { inner: row, ..Rows::default() }
        };
        let d = if outer { clause.outer.eval(ex, rows)? } else { clause.inner.eval(ex, rows)? };
        let own = clause.types[usize::from(!outer)];
        let d = ex.flat(own, &d)?;
        key.push(if clause.types[0] == clause.types[1] { d } else { types::widened(own, &d) });
    }
    Ok(key)
}

/// Reads the next outer row. If it sorts after all others it can match nothing, and ends the join
/// unless `fill_outer` says that it is to be filled with NULLs.
fn take_outer<'p>(
    run: &mut MergeRun,
    outer: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
    fill_outer: bool,
) -> Result<()> {
    if !outer.next(ex)? {
        run.outer_done = true;
        return Ok(());
    }
    let key = merge_key(&run.clauses, ex, &outer.row, true)?;
    if !fill_outer && ends(&run.clauses, &key) {
        run.outer_done = true;
    } else {
        run.outer = Some((outer.row.clone(), key));
        run.at = 0;
        run.matched = false;
    }
    Ok(())
}

/// Collects the next group of inner rows with equal keys. `fill_inner`: inner rows without a match
/// are kept. `first_only`: one is enough, and the others are passed over once the outer row is beyond them.
fn gather_group<'p>(
    run: &mut MergeRun,
    inner: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
    (fill_inner, first_only): (bool, bool),
) -> Result<()> {
    let first = match run.ahead.take() {
        Some(a) => Some(a),
        None => {
            if inner.next(ex)? {
                let key = merge_key(&run.clauses, ex, &inner.row, false)?;
                if !fill_inner && ends(&run.clauses, &key) {
                    run.inner_done = true;
                    None
                } else {
                    Some((inner.row.clone(), key))
                }
            } else {
                run.inner_done = true;
                None
            }
        }
    };
    if let Some((row, key)) = first {
        run.group.push((row, false));
        while !run.inner_done && !first_only {
            if !inner.next(ex)? {
                run.inner_done = true;
                break;
            }
            let k = merge_key(&run.clauses, ex, &inner.row, false)?;
            if !fill_inner && ends(&run.clauses, &k) {
                run.inner_done = true;
                break;
            }
            if order(ex, &run.clauses, &key, &k)?.is_eq() && !key.iter().any(Datum::is_null) {
                run.group.push((inner.row.clone(), false));
            } else {
                run.ahead = Some((inner.row.clone(), k));
                break;
            }
        }
        run.group_key = Some(key);
    }
    Ok(())
}

/// Puts the next row of a merge join into `node.row`; false at the end.
#[inline(never)]
pub fn merge_next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let kind = node.join_kind();
    let single = matches!(&node.plan.kind, PlanKind::MergeJoin { inner_unique: true, .. })
        || kind == JoinType::Semi;
    let fill_outer = matches!(kind, JoinType::Left | JoinType::Full | JoinType::Anti);
    let fill_inner = matches!(kind, JoinType::Right | JoinType::Full);
    let (Some(mut outer), Some(mut inner)) = (node.outer.take(), node.inner.take()) else {
        return Ok(false);
    };
    let result = (|| {
        loop {
            let NodeRun::Merge(run) = &mut node.kind else { return Ok(false) };
            // Inner rows left behind without a partner.
            if run.flush > 0 {
                run.flush -= 1;
                let i = run.group.len() - 1 - run.flush;
                let (row, matched) = run.group[i].clone();
                if run.flush == 0 {
                    run.group.clear();
                    run.group_key = None;
                }
                if !matched && fill_inner {
                    let empty = nulls(outer.plan);
                    if emit(node, ex, &empty, &row)? {
                        return Ok(true);
                    }
                }
                continue;
            }
            if run.outer.is_none() && !run.outer_done {
                take_outer(run, &mut outer, ex, fill_outer)?;
                if run.outer_done && !fill_inner {
                    return Ok(false);
                }
            }
            if run.group_key.is_none() && !(run.inner_done && run.ahead.is_none()) {
                let first_only = single && run.on.is_empty();
                gather_group(run, &mut inner, ex, (fill_inner, first_only))?;
                run.started = true;
            }
            let verdict = match (&run.outer, &run.group_key) {
                (None, None) => return Ok(false),
                (None, Some(_)) => Ordering::Greater,
                (Some(_), None) => Ordering::Less,
                (Some((_, a)), Some(b)) => {
                    if a.iter().any(Datum::is_null) && order(ex, &run.clauses, a, b)?.is_eq() {
                        Ordering::Less
                    } else {
                        order(ex, &run.clauses, a, b)?
                    }
                }
            };
            match verdict {
                Ordering::Less => {
                    let Some((row, _)) = run.outer.take() else { continue };
                    let matched = run.matched;
                    if !matched && fill_outer {
                        let empty = nulls(inner.plan);
                        if emit(node, ex, &row, &empty)? {
                            return Ok(true);
                        }
                    } else if run.group_key.is_none() && !fill_outer {
                        return Ok(false);
                    }
                }
                Ordering::Greater => {
                    if fill_inner {
                        run.flush = run.group.len();
                    } else {
                        run.group.clear();
                        run.group_key = None;
                    }
                }
                Ordering::Equal => {
                    let Some((row, key)) = run.outer.take() else { continue };
                    if run.at >= run.group.len() {
                        let matched = run.matched;
                        if !matched && fill_outer {
                            let empty = nulls(inner.plan);
                            if emit(node, ex, &row, &empty)? {
                                return Ok(true);
                            }
                        }
                        continue;
                    }
                    let i = run.at;
                    run.at += 1;
                    let inner_row = run.group[i].0.clone();
                    let rows = Rows { outer: &row, inner: &inner_row, scan: &[] };
                    if !exec_qual(&run.on, ex, rows)? {
                        run.outer = Some((row, key));
                        node.instrument.filtered1 += 1.0;
                        continue;
                    }
                    run.matched = true;
                    run.group[i].1 = true;
                    if kind == JoinType::Anti {
                        continue;
                    }
                    if !single {
                        run.outer = Some((row.clone(), key));
                    }
                    if emit(node, ex, &row, &inner_row)? {
                        return Ok(true);
                    }
                }
            }
        }
    })();
    node.outer = Some(outer);
    node.inner = Some(inner);
    result
}

/// Whether the first key is NULL and NULLs sort last, so that no later row can match
/// (`MJEVAL_ENDOFJOIN`).
fn ends(clauses: &[MergeKey], key: &[Datum]) -> bool {
    key.first().is_some_and(Datum::is_null) && clauses.first().is_some_and(|c| !c.sort.nulls_first)
}

/// How two rows compare by the merge clauses (`MJCompare`).
fn order(
    ex: &mut Exec<'_, '_>,
    clauses: &[MergeKey],
    a: &[Datum],
    b: &[Datum],
) -> Result<Ordering> {
    for (clause, (x, y)) in clauses.iter().zip(a.iter().zip(b)) {
        let o = compare_key(ex, &clause.sort, clause.compared_as(), clause.collation, x, y)?;
        if o.is_ne() {
            return Ok(o);
        }
    }
    Ok(Ordering::Equal)
}

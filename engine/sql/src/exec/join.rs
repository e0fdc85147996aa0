//! Nested loops and hash joins (`nodeNestloop.c`, `nodeHashjoin.c`, `nodeHash.c`).

use super::node::{NodeRun, NodeState, compile_all, exec_qual, upper_slot};
use super::sorting::{stored_types, tuple_size};
use super::state::Exec;
use crate::analyze::JoinType;
use crate::expr::{Compiled, Expr, Rows};
use crate::plan::{Plan, PlanKind, hash_table_size};
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;
use storage::types;

/// A nested loop.
pub struct NestRun {
    on: Vec<Compiled>,
    params: Vec<(usize, Compiled)>,
    need_outer: bool,
    matched: bool,
    outer: Vec<Datum>,
}

impl NestRun {
    /// Prepares a nested loop to run.
    pub fn new(on: Vec<Compiled>, params: &[(usize, Expr)]) -> Result<NestRun> {
        let mut list = Vec::new();
        for (id, e) in params {
            list.push((*id, crate::expr::compile(e, &mut |e| upper_slot(e))?));
        }
        Ok(NestRun { on, params: list, need_outer: true, matched: false, outer: Vec::new() })
    }
    /// Makes the next call start from the first outer row again.
    pub fn reset(&mut self) {
        self.need_outer = true;
    }
}

/// A row of NULLs with as many columns as the plan has.
pub(super) fn nulls(plan: &Plan) -> Vec<Datum> {
    vec![Datum::Null; plan.target.len()]
}

/// Puts the next row of a nested loop into `node.row`; false at the end.
#[inline(never)]
pub fn nest_next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let kind = node.join_kind();
    let single = matches!(&node.plan.kind, PlanKind::NestLoop { inner_unique: true, .. })
        || kind == JoinType::Semi;
    let (Some(mut outer), Some(mut inner)) = (node.outer.take(), node.inner.take()) else {
        return Ok(false);
    };
    let result = (|| {
        loop {
            let NodeRun::NestLoop(run) = &mut node.kind else { return Ok(false) };
            if run.need_outer {
                if !outer.next(ex)? {
                    return Ok(false);
                }
                run.outer.clone_from(&outer.row);
                run.need_outer = false;
                run.matched = false;
                for (id, c) in &run.params {
                    let v = c.eval(ex, Rows { outer: &run.outer, ..Rows::default() })?;
                    ex.params[*id] = v;
                    ex.param_changed(*id);
                }
                inner.rescan(ex)?;
            }
            if !inner.next(ex)? {
                run.need_outer = true;
                if !run.matched && matches!(kind, JoinType::Left | JoinType::Anti) {
                    let row = run.outer.clone();
                    let empty = nulls(inner.plan);
                    if emit(node, ex, &row, &empty)? {
                        return Ok(true);
                    }
                }
                continue;
            }
            let rows = Rows { outer: &run.outer, inner: &inner.row, scan: &[] };
            if exec_qual(&run.on, ex, rows)? {
                run.matched = true;
                if kind == JoinType::Anti {
                    run.need_outer = true;
                    continue;
                }
                if single {
                    run.need_outer = true;
                }
                let row = std::mem::take(&mut run.outer);
                let found = emit(node, ex, &row, &inner.row)?;
                if let NodeRun::NestLoop(run) = &mut node.kind {
                    run.outer = row;
                }
                if found {
                    return Ok(true);
                }
            } else {
                node.instrument.filtered1 += 1.0;
            }
        }
    })();
    node.outer = Some(outer);
    node.inner = Some(inner);
    result
}

/// Checks the conditions of a joined row and projects it; false if a condition removes it.
pub(super) fn emit<'p>(
    node: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
    outer: &[Datum],
    inner: &[Datum],
) -> Result<bool> {
    let before = node.instrument.filtered1;
    let found = node.emit(ex, Rows { outer, inner, scan: &[] })?;
    if !found {
        node.instrument.filtered1 = before;
        node.instrument.filtered2 += 1.0;
    }
    Ok(found)
}

struct HashedTuple {
    hash: u32,
    row: Vec<Datum>,
    next: u32,
    matched: bool,
}

const NONE: u32 = u32::MAX;

/// A hash join.
pub struct HashRun {
    on: Vec<Compiled>,
    clauses: Vec<Compiled>,
    outer_keys: Vec<Compiled>,
    inner_keys: Vec<Compiled>,
    outer_types: Vec<Oid>,
    inner_types: Vec<Oid>,
    tuples: Vec<HashedTuple>,
    buckets: Vec<u32>,
    built: bool,
    /// Whether the outer side is known to have rows: it is not asked for one before the table is built anew
    /// (`hj_OuterNotEmpty`).
    outer_has_rows: bool,
    current: Option<(Vec<Datum>, u32, u32, bool)>,
    unmatched: Option<(usize, u32)>,
    /// How many buckets the hash table had at first.
    pub original: usize,
    /// How many it had when all rows were in it.
    pub grown: usize,
    /// What the rows and the buckets take in memory, in kB.
    pub memory: i64,
}

impl HashRun {
    /// Prepares a hash join to run.
    pub fn new(
        plan: &Plan,
        on: Vec<Compiled>,
        clauses: &[Expr],
        outer_keys: &[Expr],
    ) -> Result<HashRun> {
        let hash = plan.inner.as_ref();
        let inner: Vec<Expr> = match hash.map(|h| &h.kind) {
            Some(PlanKind::Hash { keys }) => keys.clone(),
            _ => Vec::new(),
        };
        // The Hash node's keys are over its child's rows.
        Ok(HashRun {
            on,
            clauses: compile_all(clauses, &mut |e| upper_slot(e))?,
            outer_keys: compile_all(outer_keys, &mut |e| upper_slot(e))?,
            inner_keys: compile_all(&inner, &mut |e| upper_slot(e))?,
            outer_types: outer_keys.iter().map(|e| e.type_oid).collect(),
            inner_types: inner.iter().map(|e| e.type_oid).collect(),
            tuples: Vec::new(),
            buckets: Vec::new(),
            built: false,
            outer_has_rows: false,
            current: None,
            unmatched: None,
            original: 0,
            grown: 0,
            memory: 0,
        })
    }
    /// Whether the hash table is built.
    pub fn built(&self) -> bool {
        self.built
    }
    /// Makes the next call start from the first outer row again; with `keep` the hash table stays.
    pub fn reset(&mut self, keep: bool) {
        self.current = None;
        self.unmatched = None;
        if keep {
            self.outer_has_rows = false;
            for t in &mut self.tuples {
                t.matched = false;
            }
        } else {
            self.tuples.clear();
            self.built = false;
        }
    }
}

/// Returns the hash of a row's join keys, and whether one of them is NULL (`ExecHashGetHashValue`).
fn hash_value(
    ex: &mut Exec<'_, '_>,
    keys: &[Compiled],
    types_: &[Oid],
    row: &[Datum],
) -> Result<(u32, bool)> {
    let mut hash = 0u32;
    let mut null = false;
    for (k, t) in keys.iter().zip(types_) {
        hash = hash.rotate_left(1);
        let d = k.eval(ex, Rows { outer: row, ..Rows::default() })?;
        if d.is_null() {
            null = true;
            continue;
        }
        let d = ex.flat(*t, &d)?;
        clock::add(Kind::HashProbe, 1);
        hash ^= types::hash_any(&mut ex.host, *t, &d)?;
    }
    Ok((hash, null))
}

/// Reads the inner rows into the hash table (`MultiExecHash`).
fn build<'p>(
    run: &mut HashRun,
    inner: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
    keep_nulls: bool,
) -> Result<()> {
    let cs = crate::plan::settings(&ex.host);
    let (buckets, _) = hash_table_size(cs.hash_mem_bytes(), inner.plan.rows, inner.plan.width);
    run.original = run.original.max(buckets as usize);
    run.buckets = vec![NONE; buckets as usize];
    let mut bytes = 0i64;
    let columns = stored_types(ex, inner.plan);
    while inner.next(ex)? {
        let (hash, null) = hash_value(ex, &run.inner_keys, &run.inner_types, &inner.row)?;
        if null && !keep_nulls {
            continue;
        }
        let b = hash as usize & (run.buckets.len() - 1);
        let n = run.tuples.len() as u32;
        run.tuples.push(HashedTuple {
            hash,
            row: inner.tuple(),
            next: run.buckets[b],
            matched: false,
        });
        run.buckets[b] = n;
        if ex.instrument {
            bytes += 16 + tuple_size(&inner.row, &columns);
        }
    }
    // The last row is not counted before it is in the table (`ExecHashTableInsert`).
    let mut wanted = run.buckets.len();
    while run.tuples.len() > wanted + 1 && wanted < (1 << 26) {
        wanted *= 2;
    }
    if wanted > run.buckets.len() {
        increase_buckets(run, &columns, wanted);
    }
    run.grown = run.grown.max(wanted);
    // The most that a build of this table took (`ExecHashAccumInstrumentation`).
    let kb = (bytes + run.buckets.len() as i64 * 8 + 1023) / 1024;
    run.memory = run.memory.max(kb);
    run.built = true;
    Ok(())
}

/// Puts the rows into more buckets: chunk of memory by chunk, the last one first (`ExecHashIncreaseNumBuckets`). A row of
/// more than a quarter of a chunk has one of its own behind the last one (`dense_alloc`).
#[inline(never)]
fn increase_buckets(run: &mut HashRun, columns: &[Oid], wanted: usize) {
    const CHUNK: i64 = 32 * 1024;
    let (mut chunks, mut free): (Vec<Vec<u32>>, i64) = (Vec::new(), -1);
    for (n, t) in (0..).zip(&run.tuples) {
        let size = (16 + tuple_size(&t.row, columns) + 7) & !7;
        if size > CHUNK / 4 {
            chunks.insert(chunks.len().saturating_sub(1), vec![n]);
            continue;
        }
        if free < size {
            chunks.push(Vec::new());
            free = CHUNK;
        }
        free -= size;
        chunks.last_mut().expect("a chunk").push(n);
    }
    run.buckets = vec![NONE; wanted];
    for n in chunks.into_iter().rev().flatten() {
        let t = &mut run.tuples[n as usize];
        let b = t.hash as usize & (wanted - 1);
        t.next = std::mem::replace(&mut run.buckets[b], n);
    }
}

/// The next inner row that matched no outer row (`ExecScanHashTableForUnmatched`).
fn next_unmatched(
    buckets: &[u32],
    tuples: &[HashedTuple],
    bucket: &mut usize,
    at: &mut u32,
) -> Option<u32> {
    let mut found = None;
    while *bucket < buckets.len() {
        let n = if *at == NONE { buckets[*bucket] } else { tuples[*at as usize].next };
        if n == NONE {
            *bucket += 1;
            *at = NONE;
            continue;
        }
        *at = n;
        if !tuples[n as usize].matched {
            found = Some(n);
            break;
        }
    }
    found
}

/// The next row of a bucket for which the join's clauses hold, and its index; `None` at the bucket's end.
/// `at` is the row to look at next; `filtered` counts rows that the other conditions remove
/// (`ExecScanHashBucket`).
fn scan_hash_bucket(
    run: &HashRun,
    ex: &mut Exec<'_, '_>,
    (row, hash): (&[Datum], u32),
    at: &mut u32,
    filtered: &mut f64,
) -> Result<Option<(u32, Vec<Datum>)>> {
    let mut hit = None;
    while *at != NONE {
        let t = &run.tuples[*at as usize];
        let next = t.next;
        if t.hash == hash {
            let inner_row = t.row.clone();
            let rows = Rows { outer: row, inner: &inner_row, scan: &[] };
            if exec_qual(&run.clauses, ex, rows)? {
                if exec_qual(&run.on, ex, rows)? {
                    hit = Some((*at, inner_row));
                } else {
                    *filtered += 1.0;
                }
            }
        }
        *at = next;
        if hit.is_some() {
            break;
        }
    }
    Ok(hit)
}

/// Puts the next row of a hash join into `node.row`; false at the end.
#[inline(never)]
pub fn hash_next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let kind = node.join_kind();
    let single = matches!(&node.plan.kind, PlanKind::HashJoin { inner_unique: true, .. })
        || kind == JoinType::Semi;
    let fill_inner = kind.fills_right();
    let fill_outer = matches!(kind, JoinType::Left | JoinType::Full | JoinType::Anti);
    let (Some(mut outer), Some(mut hash)) = (node.outer.take(), node.inner.take()) else {
        return Ok(false);
    };
    let result = (|| {
        let mut first: Option<Vec<Datum>> = None;
        {
            let NodeRun::HashJoin(run) = &mut node.kind else { return Ok(false) };
            if !run.built {
                // The outer side is asked first when that is cheap, to skip an idle build.
                let cheap = outer.plan.startup < hash.plan.total && !run.outer_has_rows;
                if !fill_inner && (fill_outer || cheap) {
                    run.outer_has_rows = outer.next(ex)?;
                    if !run.outer_has_rows {
                        return Ok(false);
                    }
                    first = Some(outer.row.clone());
                }
                if ex.instrument {
                    hash.instrument.begin_loop();
                }
                let before = ex.usage();
                let Some(mut source) = hash.outer.take() else { return Ok(false) };
                let done = build(run, &mut source, ex, fill_inner);
                hash.outer = Some(source);
                done?;
                let after = ex.usage();
                hash.instrument.tuples += run.tuples.len() as f64;
                hash.instrument.count(before, after);
                if run.tuples.is_empty() && !fill_outer {
                    run.unmatched = Some((usize::MAX, NONE));
                    return Ok(false);
                }
                run.outer_has_rows = false;
            }
        }
        loop {
            let NodeRun::HashJoin(run) = &mut node.kind else { return Ok(false) };
            if let Some((bucket, at)) = &mut run.unmatched {
                let found = next_unmatched(&run.buckets, &run.tuples, bucket, at);
                let Some(n) = found else { return Ok(false) };
                let row = run.tuples[n as usize].row.clone();
                let empty = nulls(outer.plan);
                if emit(node, ex, &empty, &row)? {
                    return Ok(true);
                }
                continue;
            }
            if run.current.is_none() {
                let row = match first.take() {
                    Some(r) => r,
                    None => {
                        if !outer.next(ex)? {
                            if fill_inner {
                                run.unmatched = Some((0, NONE));
                                continue;
                            }
                            return Ok(false);
                        }
                        outer.row.clone()
                    }
                };
                let (hash, null) = hash_value(ex, &run.outer_keys, &run.outer_types, &row)?;
                run.outer_has_rows |= !null;
                let start = if null || run.buckets.is_empty() {
                    NONE
                } else {
                    run.buckets[hash as usize & (run.buckets.len() - 1)]
                };
                run.current = Some((row, hash, start, false));
            }
            let Some((row, hash, mut at, mut matched)) = run.current.take() else { continue };
            let hit =
                scan_hash_bucket(run, ex, (&row, hash), &mut at, &mut node.instrument.filtered1)?;
            match hit {
                Some((n, inner_row)) => {
                    matched = true;
                    let again = std::mem::replace(&mut run.tuples[n as usize].matched, true);
                    if kind == JoinType::Anti {
                        continue;
                    }
                    let found = match kind {
                        JoinType::RightAnti => false,
                        JoinType::RightSemi if again => false,
                        _ => emit(node, ex, &row, &inner_row)?,
                    };
                    if let NodeRun::HashJoin(run) = &mut node.kind
                        && !single
                    {
                        run.current = Some((row, hash, at, matched));
                    }
                    if found {
                        return Ok(true);
                    }
                }
                None => {
                    if !matched && fill_outer {
                        let empty = nulls(hash_plan(&node.plan.inner));
                        if emit(node, ex, &row, &empty)? {
                            return Ok(true);
                        }
                    }
                }
            }
        }
    })();
    node.outer = Some(outer);
    node.inner = Some(hash);
    result
}

/// The Hash node below a hash join.
fn hash_plan(p: &Option<Box<Plan>>) -> &Plan {
    match p {
        Some(p) => p,
        None => unreachable!("a hash join has an inner side"),
    }
}

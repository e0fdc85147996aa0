//! Joins (`nodeNestloop.c`, `nodeHashjoin.c`, `nodeHash.c`, `nodeMergejoin.c`).

use super::node::{NodeRun, NodeState, compile_all, exec_qual, upper_slot};
use super::sorting::{compare_key, tuple_size};
use super::state::Exec;
use crate::analyze::JoinType;
use crate::expr::{Compiled, Expr, Rows};
use crate::plan::{MergeClause, Plan, PlanKind, SortColumn, hash_table_size};
use std::cmp::Ordering;
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
    /// Compiles its params.
    pub fn new(on: Vec<Compiled>, params: &[(usize, Expr)]) -> Result<NestRun> {
        let mut list = Vec::new();
        for (id, e) in params {
            list.push((*id, crate::expr::compile(e, &mut |e| upper_slot(e))?));
        }
        Ok(NestRun { on, params: list, need_outer: true, matched: false, outer: Vec::new() })
    }
    /// From the beginning.
    pub fn reset(&mut self) {
        self.need_outer = true;
    }
}

fn nulls(plan: &Plan) -> Vec<Datum> {
    vec![Datum::Null; plan.target.len()]
}

/// The next joined row.
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

fn emit<'p>(
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
    current: Option<(Vec<Datum>, u32, u32, bool)>,
    unmatched: Option<(usize, u32)>,
    /// Buckets at first, and kB used.
    pub original: usize,
    pub memory: i64,
}

impl HashRun {
    /// Compiles its keys.
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
            current: None,
            unmatched: None,
            original: 0,
            memory: 0,
        })
    }
    /// Whether the table is there.
    pub fn built(&self) -> bool {
        self.built
    }
    /// From the beginning, with or without the table.
    pub fn reset(&mut self, keep: bool) {
        self.current = None;
        self.unmatched = None;
        if keep {
            for t in &mut self.tuples {
                t.matched = false;
            }
        } else {
            self.tuples.clear();
            self.built = false;
        }
    }
}

/// `ExecHashGetHashValue`: `None` when a key is NULL.
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

fn build<'p>(
    run: &mut HashRun,
    inner: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
    keep_nulls: bool,
) -> Result<()> {
    let cs = crate::plan::settings(&ex.host);
    let (buckets, _) = hash_table_size(cs.hash_mem_bytes(), inner.plan.rows, inner.plan.width);
    run.original = buckets as usize;
    run.buckets = vec![NONE; buckets as usize];
    let mut bytes = 0i64;
    let columns: Vec<Oid> = inner.plan.target.iter().map(|t| t.expr.type_oid).collect();
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
    let mut wanted = run.buckets.len();
    while run.tuples.len() > wanted && wanted < (1 << 26) {
        wanted *= 2;
    }
    if wanted > run.buckets.len() {
        run.buckets = vec![NONE; wanted];
        for n in 0..run.tuples.len() {
            let b = run.tuples[n].hash as usize & (wanted - 1);
            run.tuples[n].next = run.buckets[b];
            run.buckets[b] = n as u32;
        }
    }
    run.memory = (bytes + run.buckets.len() as i64 * 8 + 1023) / 1024;
    run.built = true;
    Ok(())
}

/// The next joined row.
#[inline(never)]
pub fn hash_next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let kind = node.join_kind();
    let single = matches!(&node.plan.kind, PlanKind::HashJoin { inner_unique: true, .. })
        || kind == JoinType::Semi;
    let fill_inner = matches!(kind, JoinType::Right | JoinType::Full);
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
                if !fill_inner && (fill_outer || outer.plan.startup < hash.plan.total) {
                    if !outer.next(ex)? {
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
                hash.instrument.tuples = run.tuples.len() as f64;
                hash.instrument.count(before, after);
                if run.tuples.is_empty() && !fill_outer {
                    run.unmatched = Some((usize::MAX, NONE));
                    return Ok(false);
                }
            }
        }
        loop {
            let NodeRun::HashJoin(run) = &mut node.kind else { return Ok(false) };
            if let Some((bucket, at)) = &mut run.unmatched {
                // Inner rows without a partner.
                let mut found = None;
                while *bucket < run.buckets.len() {
                    let n = if *at == NONE {
                        run.buckets[*bucket]
                    } else {
                        run.tuples[*at as usize].next
                    };
                    if n == NONE {
                        *bucket += 1;
                        *at = NONE;
                        continue;
                    }
                    *at = n;
                    if !run.tuples[n as usize].matched {
                        found = Some(n);
                        break;
                    }
                }
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
                let start = if null || run.buckets.is_empty() {
                    NONE
                } else {
                    run.buckets[hash as usize & (run.buckets.len() - 1)]
                };
                run.current = Some((row, hash, start, false));
            }
            let Some((row, hash, mut at, mut matched)) = run.current.take() else { continue };
            let mut hit = None;
            while at != NONE {
                let t = &run.tuples[at as usize];
                let next = t.next;
                if t.hash == hash {
                    let inner_row = t.row.clone();
                    let rows = Rows { outer: &row, inner: &inner_row, scan: &[] };
                    if exec_qual(&run.clauses, ex, rows)? {
                        if exec_qual(&run.on, ex, rows)? {
                            hit = Some((at, inner_row));
                        } else {
                            node.instrument.filtered1 += 1.0;
                        }
                    }
                }
                at = next;
                if hit.is_some() {
                    break;
                }
            }
            match hit {
                Some((n, inner_row)) => {
                    matched = true;
                    run.tuples[n as usize].matched = true;
                    if kind == JoinType::Anti {
                        continue;
                    }
                    let found = emit(node, ex, &row, &inner_row)?;
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

fn hash_plan(p: &Option<Box<Plan>>) -> &Plan {
    match p {
        Some(p) => p,
        None => unreachable!("a hash join has an inner side"),
    }
}

/// A merge join. Both sides' equal groups are gathered as they come.
pub struct MergeRun {
    on: Vec<Compiled>,
    clauses: Vec<(Compiled, Compiled, SortColumn, Oid, Oid)>,
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
    /// Compiles its clauses.
    pub fn new(on: Vec<Compiled>, merge: &[MergeClause]) -> Result<MergeRun> {
        let mut clauses = Vec::new();
        for m in merge {
            let key =
                SortColumn { column: 0, descending: m.descending, nulls_first: m.nulls_first };
            // The inner key is computed over the inner child's own row.
            let mut as_outer = |e: &Expr| upper_slot(e);
            clauses.push((
                crate::expr::compile(&m.outer, &mut as_outer)?,
                crate::expr::compile(&m.inner, &mut as_outer)?,
                key,
                common_type(&m.outer),
                m.outer.collation,
            ));
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
    /// From the beginning.
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

fn common_type(e: &Expr) -> Oid {
    e.type_oid
}

fn merge_key(
    clauses: &[(Compiled, Compiled, SortColumn, Oid, Oid)],
    ex: &mut Exec<'_, '_>,
    row: &[Datum],
    outer: bool,
) -> Result<Vec<Datum>> {
    let mut key = Vec::with_capacity(clauses.len());
    for (o, i, _, t, _) in clauses {
        let rows = if outer {
            Rows { outer: row, ..Rows::default() }
        } else {
            Rows { inner: row, ..Rows::default() }
        };
        let d = if outer { o.eval(ex, rows)? } else { i.eval(ex, rows)? };
        key.push(ex.flat(*t, &d)?);
    }
    Ok(key)
}

/// The next joined row.
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
                if outer.next(ex)? {
                    let key = merge_key(&run.clauses, ex, &outer.row, true)?;
                    if !fill_outer && ends(&run.clauses, &key) {
                        run.outer_done = true;
                        if !fill_inner {
                            return Ok(false);
                        }
                    } else {
                        run.outer = Some((outer.row.clone(), key));
                        run.at = 0;
                        run.matched = false;
                    }
                } else {
                    run.outer_done = true;
                    if !fill_inner {
                        return Ok(false);
                    }
                }
            }
            if run.group_key.is_none() && !(run.inner_done && run.ahead.is_none()) {
                // Gather the next group of equal inner rows.
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
                    while !run.inner_done {
                        if !inner.next(ex)? {
                            run.inner_done = true;
                            break;
                        }
                        let k = merge_key(&run.clauses, ex, &inner.row, false)?;
                        if !fill_inner && ends(&run.clauses, &k) {
                            run.inner_done = true;
                            break;
                        }
                        if order(ex, &run.clauses, &key, &k)?.is_eq()
                            && !key.iter().any(Datum::is_null)
                        {
                            run.group.push((inner.row.clone(), false));
                        } else {
                            run.ahead = Some((inner.row.clone(), k));
                            break;
                        }
                    }
                    run.group_key = Some(key);
                }
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

/// A NULL first key with NULLs last: nothing behind it can match (`MJEVAL_ENDOFJOIN`).
fn ends(clauses: &[(Compiled, Compiled, SortColumn, Oid, Oid)], key: &[Datum]) -> bool {
    key.first().is_some_and(Datum::is_null) && clauses.first().is_some_and(|c| !c.2.nulls_first)
}

fn order(
    ex: &mut Exec<'_, '_>,
    clauses: &[(Compiled, Compiled, SortColumn, Oid, Oid)],
    a: &[Datum],
    b: &[Datum],
) -> Result<Ordering> {
    for ((_, _, k, t, c), (x, y)) in clauses.iter().zip(a.iter().zip(b)) {
        let o = compare_key(ex, k, *t, *c, x, y)?;
        if o.is_ne() {
            return Ok(o);
        }
    }
    Ok(Ordering::Equal)
}

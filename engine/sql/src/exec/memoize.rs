//! Memoize: an inner side's rows kept by the params they were found with (`nodeMemoize.c`).
//!
//! ```text
//! params (5)  ->  [row, row]    complete
//! params (9)  ->  []            complete: known to have no rows
//! ```
//!
//! Simplified: the cache never grows beyond its share of `work_mem`, so nothing is evicted for want of room.

use super::node::{NodeRun, NodeState};
use super::sorting::{stored_types, tuple_size};
use super::state::Exec;
use crate::expr::{self, Compiled, Expr, Node, Param, Rows};
use crate::plan::tree::any;
use crate::plan::{Plan, PlanKind};
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;

/// `sizeof(MemoizeEntry)`, `sizeof(MemoizeKey)`, `sizeof(MemoizeTuple)`.
const ENTRY: i64 = 24 + 24;
const TUPLE: i64 = 16;

struct Entry {
    key: Vec<Datum>,
    rows: Vec<Vec<Datum>>,
    complete: bool,
}

/// The cache.
pub struct MemoizeRun {
    keys: Vec<(Compiled, Oid)>,
    /// Whether keys are told apart by their bytes (`binary_mode`).
    binary: bool,
    /// The params that the rows depend on besides the keys.
    pub others: Vec<usize>,
    entries: Vec<Entry>,
    index: std::collections::BTreeMap<u32, Vec<usize>>,
    current: Option<(usize, bool)>,
    at: usize,
    hits: u64,
    misses: u64,
    evictions: u64,
    memory: i64,
    peak: i64,
}

impl MemoizeRun {
    /// An empty cache for the rows of the plan below, by these keys, which are told apart by their bytes if `binary`, else by
    /// the equality of their types.
    pub fn new(keys: &[(Expr, usize)], binary: bool, below: Option<&Plan>) -> Result<MemoizeRun> {
        let mut others = below.map_or_else(Vec::new, |plan| plan.ext_params.clone());
        for (key, _) in keys {
            // Not those in the keys (`keyparamids`).
            others.retain(|id| {
                !any(key, &|e| matches!(e.node, Node::Param(Param::Exec(p)) if p == *id))
            });
        }
        let keys = keys.iter().map(|(e, _)| Ok((expr::compile(e, &mut |_| None)?, e.type_oid)));
        Ok(MemoizeRun {
            keys: keys.collect::<Result<Vec<_>>>()?,
            binary,
            others,
            entries: Vec::new(),
            index: std::collections::BTreeMap::new(),
            current: None,
            at: 0,
            hits: 0,
            misses: 0,
            evictions: 0,
            memory: 0,
            peak: 0,
        })
    }

    /// Notes that the parameters have changed: the next call looks them up in the cache, or in an empty one if rows depend on
    /// `more` than the keys (`ExecReScanMemoize`, `cache_purge_all`).
    pub fn reset(&mut self, more: bool) {
        self.current = None;
        self.at = 0;
        if more {
            self.evictions += self.entries.len() as u64;
            self.entries.clear();
            self.index.clear();
            self.memory = 0;
        }
    }

    /// The figures for EXPLAIN ANALYZE: hits, misses, evictions, and peak memory in kB.
    pub fn report(&self) -> (u64, u64, u64, i64) {
        (self.hits, self.misses, self.evictions, (self.peak + 1023) / 1024)
    }
}

/// Puts the next row of a Memoize node into `node.row`, from the cache or from its child; false at the end.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let (Some(mut child), NodeRun::Memoize(run)) = (node.outer.take(), &mut node.kind) else {
        return Ok(false);
    };
    let types_ = stored_types(ex, child.plan);
    let single = matches!(node.plan.kind, PlanKind::Memoize { single_row: true, .. });
    let result = (|| {
        if run.current.is_none() {
            let mut key = Vec::with_capacity(run.keys.len());
            let mut hash = 0u32;
            for (k, t) in &run.keys {
                let mut d = k.eval(ex, Rows::default())?;
                hash = hash.rotate_left(1);
                if !d.is_null() {
                    let flat = ex.flat(*t, &d)?;
                    hash ^= storage::types::hash_any(&mut ex.host, *t, &flat)?;
                    if run.binary {
                        d = flat;
                    }
                }
                key.push(d);
            }
            let mut found = None;
            for &n in run.index.get(&hash).into_iter().flatten() {
                let kept = &run.entries[n].key;
                let mut same = !run.binary || *kept == key;
                for ((_, t), (a, b)) in run.keys.iter().zip(kept.iter().zip(&key)) {
                    same = same && ex.not_distinct(*t, a, b)?;
                }
                if same {
                    found = Some(n);
                    break;
                }
            }
            match found {
                Some(n) if run.entries[n].complete => {
                    run.hits += 1;
                    run.current = Some((n, true));
                }
                other => {
                    run.misses += 1;
                    let n = match other {
                        Some(n) => {
                            run.entries[n].rows.clear();
                            n
                        }
                        None => {
                            let types: Vec<Oid> = run.keys.iter().map(|k| k.1).collect();
                            run.memory += ENTRY + tuple_size(&key, &types);
                            run.entries.push(Entry { key, rows: Vec::new(), complete: false });
                            let n = run.entries.len() - 1;
                            run.index.entry(hash).or_default().push(n);
                            n
                        }
                    };
                    child.rescan(ex)?;
                    run.current = Some((n, false));
                }
            }
            run.peak = run.peak.max(run.memory);
            run.at = 0;
        }
        let Some((n, hit)) = run.current else { return Ok(false) };
        if hit || (single && run.at > 0) {
            let Some(row) = run.entries[n].rows.get(run.at) else { return Ok(false) };
            node.row.clone_from(row);
            run.at += 1;
            return Ok(true);
        }
        if !child.next(ex)? {
            run.entries[n].complete = true;
            return Ok(false);
        }
        run.memory += TUPLE + tuple_size(&child.row, &types_);
        run.peak = run.peak.max(run.memory);
        child.former.form(&mut child.row);
        run.entries[n].rows.push(child.row.clone());
        run.at += 1;
        if single {
            run.entries[n].complete = true;
        }
        node.row.clone_from(&child.row);
        Ok(true)
    })();
    node.outer = Some(child);
    result
}

//! Sort (`nodeSort.c`, `tuplesort.c`).

use super::node::{NodeRun, NodeState};
use super::sort::{BoundedHeap, qsort};
use super::state::Exec;
use super::work_memory::{TupleOwner, WorkMemory, chunk, work_mem};
use crate::plan::{Plan, PlanKind, SortColumn};
use std::cmp::Ordering;
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::{self, oid};
use storage::versions::SingleSorts;

/// One tuple: its keys without TOAST pointers, the row, and its size in bytes where it is known.
pub(super) type Tuple = (Vec<Datum>, Vec<Datum>, i64);

/// A sort.
pub struct SortRun {
    keys: Vec<(SortColumn, Oid, Oid)>,
    sorted: Option<Vec<Tuple>>,
    at: usize,
    /// How many rows are wanted, and how many were when the rows were sorted.
    bound: Option<i64>,
    bound_done: Option<i64>,
    /// Whether the sorted rows can be read again (`randomAccess`).
    rewinds: bool,
    /// What EXPLAIN says: method and kB; the server would have gone to disk where there are none.
    pub report: Option<Option<(&'static str, i64)>>,
}

impl SortRun {
    /// Prepares a Sort node to run.
    /// `rewinds`: the node above may start it over.
    pub fn new(plan: &Plan, keys: &[SortColumn], rewinds: bool) -> SortRun {
        let keys = keys
            .iter()
            .map(|k| {
                let e = &plan.target[k.column].expr;
                (*k, e.type_oid, e.collation)
            })
            .collect();
        SortRun { keys, sorted: None, at: 0, bound: None, bound_done: None, rewinds, report: None }
    }
    /// Whether the sorted rows can be given once more, if the input is the same (`ExecReScanSort`).
    pub fn keeps(&self) -> bool {
        self.sorted.is_some() && self.rewinds && self.bound == self.bound_done
    }
    /// Makes the next call start at the first sorted row again.
    pub fn rewind(&mut self) {
        self.at = 0;
    }
    /// Makes the next call read and sort the input again.
    pub fn reset(&mut self) {
        self.sorted = None;
        self.report = None;
        self.at = 0;
    }
}

/// Compares two values of a sort key (`ApplySortComparator`).
pub fn compare_key(
    ex: &mut Exec<'_, '_>,
    k: &SortColumn,
    t: Oid,
    collation: Oid,
    a: &Datum,
    b: &Datum,
) -> Result<Ordering> {
    Ok(match (a, b) {
        (Datum::Null, Datum::Null) => Ordering::Equal,
        (Datum::Null, _) => {
            if k.nulls_first {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
        (_, Datum::Null) => {
            if k.nulls_first {
                Ordering::Greater
            } else {
                Ordering::Less
            }
        }
        _ => {
            let o = types::compare_any(&mut ex.host, t, collation, a, b)?;
            if k.descending { o.reverse() } else { o }
        }
    })
}

/// Compares two values of a sort key as they are stored: fetched and decompressed each time, but not beside NULL.
pub(super) fn compare_stored(
    ex: &mut Exec<'_, '_>,
    k: &SortColumn,
    t: Oid,
    collation: Oid,
    a: &Datum,
    b: &Datum,
) -> Result<Ordering> {
    if a.is_null() || b.is_null() {
        return compare_key(ex, k, t, collation, a, b);
    }
    let (x, y) = (plain(ex, t, a)?, plain(ex, t, b)?);
    compare_key(ex, k, t, collation, x.as_ref().unwrap_or(a), y.as_ref().unwrap_or(b))
}

/// The order of the values of two rows in these columns of a plan, detoasted each time.
pub fn compare_rows(
    ex: &mut Exec<'_, '_>,
    plan: &Plan,
    columns: &[usize],
    a: &[Datum],
    b: &[Datum],
) -> Result<Ordering> {
    for (&column, (a, b)) in columns.iter().zip(a.iter().zip(b)) {
        let e = &plan.target[column].expr;
        let k = SortColumn::ascending(column);
        let order = compare_stored(ex, &k, e.type_oid, e.collation, a, b)?;
        if order != Ordering::Equal {
            return Ok(order);
        }
    }
    Ok(Ordering::Equal)
}

/// Puts the next row of members that are each in one order into `node.row`; false at the end. Of equal rows the server's
/// heap gives the member's that is first in it (`ExecMergeAppend`, `binaryheap.c`).
pub fn merge_append_next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let PlanKind::MergeAppend { keys, .. } = &node.plan.kind else { return Ok(false) };
    let NodeRun::MergeAppend(run) = &mut node.kind else { return Ok(false) };
    let members = &mut node.members;
    let heap = match run {
        Some(heap) => {
            if let Some(&first) = heap.first() {
                if !members[first].next(ex)? {
                    heap.swap_remove(0);
                }
                sift_down(ex, members, keys, heap, 0)?;
            }
            heap
        }
        None => {
            let mut heap = Vec::new();
            for (i, m) in members.iter_mut().enumerate() {
                if m.next(ex)? {
                    heap.push(i);
                }
            }
            for at in (0..heap.len() / 2).rev() {
                sift_down(ex, members, keys, &mut heap, at)?;
            }
            run.insert(heap)
        }
    };
    let Some(&first) = heap.first() else { return Ok(false) };
    node.row.clone_from(&node.members[first].row);
    Ok(true)
}

/// Moves an entry of the heap down until none below it has a lesser row (`sift_down`).
fn sift_down<'p>(
    ex: &mut Exec<'_, 'p>,
    members: &[NodeState<'p>],
    keys: &[SortColumn],
    heap: &mut [usize],
    mut at: usize,
) -> Result<()> {
    let mut less = |a: usize, b: usize| -> Result<bool> {
        for k in keys {
            let e = &members[a].plan.target[k.column].expr;
            let value = |m: usize| &members[m].row[k.column];
            let order = compare_stored(ex, k, e.type_oid, e.collation, value(a), value(b))?;
            if order.is_ne() {
                return Ok(order.is_lt());
            }
        }
        Ok(false)
    };
    loop {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        let mut least = at;
        if left < heap.len() && less(heap[left], heap[least])? {
            least = left;
        }
        if right < heap.len() && less(heap[right], heap[least])? {
            least = right;
        }
        if least == at {
            return Ok(());
        }
        heap.swap(at, least);
        at = least;
    }
}

/// Tells a Sort node below how many rows will be read at most (`ExecSetTupleBound`).
pub fn set_bound(node: &mut NodeState<'_>, bound: Option<i64>) {
    match &mut node.kind {
        NodeRun::Sort(s) => s.bound = bound,
        NodeRun::Result { .. } => {
            if let Some(o) = &mut node.outer {
                set_bound(o, bound);
            }
        }
        NodeRun::Append(_) | NodeRun::MergeAppend(_) => {
            node.members.iter_mut().for_each(|m| set_bound(m, bound));
        }
        NodeRun::Subquery if node.plan.qual.is_empty() => {
            if let Some(m) = node.members.first_mut() {
                set_bound(m, bound);
            }
        }
        _ => {}
    }
}

/// The types by which the rows of a plan are stored: those of domains' values.
pub(super) fn stored_types(ex: &Exec<'_, '_>, plan: &Plan) -> Vec<Oid> {
    plan.target.iter().map(|t| ex.host.session.base_type(t.expr.type_oid)).collect()
}

/// The size in bytes of a row as a `MinimalTuple`.
pub fn tuple_size(row: &[Datum], types_: &[Oid]) -> i64 {
    let mut size = 0usize;
    let mut nulls = false;
    for (d, t) in row.iter().zip(types_) {
        // Enums are the only types of users that are passed by value.
        let created = if matches!(d, Datum::Word(_)) { (4, 4) } else { (-1, 8) };
        let (len, align) = types::info(*t).map_or(created, |i| (i.len, usize::from(i.align)));
        match d {
            Datum::Null => nulls = true,
            Datum::Word(_) => {
                size = size.next_multiple_of(align.max(1)) + len.max(1) as usize;
            }
            Datum::Ref(b) => {
                if len > 0 {
                    size = size.next_multiple_of(align.max(1)) + len as usize;
                } else if storage::varlena::is_short(b) || storage::varlena::is_external(b) {
                    size += b.len();
                } else if b.len() - 4 < 0x7f && storage::varlena::is_4b_plain(b) {
                    size += b.len() - 3;
                } else {
                    size = size.next_multiple_of(align.max(1)) + b.len();
                }
            }
        }
    }
    let bitmap = if nulls { row.len().div_ceil(8) } else { 0 };
    ((15 + bitmap).next_multiple_of(8) + size) as i64
}

/// Compares two rows as the server does. Keys stored out of line are fetched for each comparison;
/// with `abbreviated` the first key is first compared by its first eight bytes, which are in
/// memory.
pub(super) fn compare(
    ex: &mut Exec<'_, '_>,
    keys: &[(SortColumn, Oid, Oid)],
    abbreviated: bool,
    a: &Tuple,
    b: &Tuple,
) -> Result<Ordering> {
    ex.host.check_cancel()?;
    clock::add(Kind::SortCompare, 1);
    for (i, (k, t, c)) in keys.iter().enumerate() {
        let short = abbreviated && i == 0;
        let o = match short {
            true => compare_key(ex, k, *t, *c, &a.0[i], &b.0[i])?,
            false => compare_stored(ex, k, *t, *c, &a.0[i], &b.0[i])?,
        };
        if short && head(&a.0[i]).is_some_and(|h| Some(h) == head(&b.0[i])) {
            for tuple in [a, b] {
                if let Some(d) = tuple.1.get(k.column) {
                    plain(ex, *t, d)?;
                }
            }
        }
        if o.is_ne() {
            return Ok(o);
        }
    }
    Ok(Ordering::Equal)
}

/// Whether sorts of a type use abbreviated keys: the first eight bytes, kept with each row.
pub(super) fn has_heads(t: Oid) -> bool {
    matches!(t, oid::TEXT | oid::VARCHAR | oid::BPCHAR | oid::BYTEA)
}

/// A value fetched and decompressed; `None` if it is stored plainly.
fn plain(ex: &mut Exec<'_, '_>, t: Oid, d: &Datum) -> Result<Option<Datum>> {
    match d {
        Datum::Ref(v) if !storage::varlena::is_4b_plain(v) && !storage::varlena::is_short(v) => {
            ex.flat(t, d).map(Some)
        }
        _ => Ok(None),
    }
}

/// The abbreviated key: the first eight bytes of a value that is stored by reference.
pub(super) fn head(d: &Datum) -> Option<[u8; 8]> {
    let Datum::Ref(_) = d else { return None };
    let bytes = types::payload(d);
    let mut head = [0; 8];
    let n = bytes.len().min(8);
    head[..n].copy_from_slice(&bytes[..n]);
    Some(head)
}

/// Puts the next row of a Sort node into `node.row`; false at the end.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let NodeRun::Sort(run) = &mut node.kind else { return Ok(false) };
    if run.sorted.is_none() {
        let Some(child) = &mut node.outer else { return Ok(false) };
        run.bound_done = run.bound;
        let keys = run.keys.clone();
        let types_ = stored_types(ex, child.plan);
        // Abbreviated keys are made once a row; a bounded sort has none.
        let abbreviated = run.bound.is_none() && keys.first().is_some_and(|k| has_heads(k.1));
        let mut tuples: Vec<Tuple> = Vec::new();
        let mut heap: Option<BoundedHeap<Tuple>> = None;
        let release = ex.host.store().release;
        let single = types_.len() == 1;
        let by_value = single && types::info(types_[0]).is_some_and(|t| t.by_val);
        let values = single && release.single_sorts != SingleSorts::Rows;
        let mut space = WorkMemory::of_sort(release, work_mem(ex));
        let owner = if run.bound.is_some() { TupleOwner::BoundedSort } else { TupleOwner::Sort };
        while child.next(ex)? {
            let mut key = Vec::with_capacity(keys.len());
            for (k, t, _) in &keys {
                let d = child.row.get(k.column).unwrap_or(&Datum::Null);
                key.push(if abbreviated && key.is_empty() { ex.flat(*t, d)? } else { d.clone() });
            }
            let size = match &child.row[..] {
                _ if by_value || !ex.instrument => 0,
                [Datum::Word(_)] => 0,
                [Datum::Ref(value)] if values => chunk(release, value.len() as i64, owner),
                [_] if values => 0,
                row => chunk(release, tuple_size(row, &types_), owner),
            };
            // What is not counted is subtracted all the same when it is freed.
            if !values || release.single_sorts != SingleSorts::Uncounted {
                space.add(size);
            }
            clock::add(Kind::SortRow, 1);
            // What is sorted as a value keeps the header that it has.
            let mut row = if values { child.row.clone() } else { child.tuple() };
            if values {
                row[0].flatten();
            }
            let t = (key, row, size);
            match &mut heap {
                Some(h) => {
                    let mut cmp = |a: &Tuple, b: &Tuple| compare(ex, &keys, abbreviated, a, b);
                    let freed = h.offer(t, &mut cmp)?;
                    space.add(-freed.map_or(0, |t| t.2));
                }
                None => {
                    if space.is_full(tuples.len() as i64) {
                        space.grow();
                    }
                    tuples.push(t);
                    let count = tuples.len() as i64;
                    if let Some(b) = run.bound.filter(|b| *b > 0)
                        && (count > b.saturating_mul(2) || count > b && space.lacks(count))
                    {
                        let mut cmp = |a: &Tuple, b: &Tuple| compare(ex, &keys, abbreviated, a, b);
                        let tuples = std::mem::take(&mut tuples);
                        let made = BoundedHeap::new(tuples, b as usize, &mut cmp)?;
                        space.add(-made.1.iter().map(|t| t.2).sum::<i64>());
                        heap = Some(made.0);
                    } else if space.lacks(count) {
                        space.spilled = true;
                    }
                }
            }
        }
        let method;
        let sorted = match heap {
            Some(h) => {
                method = "top-N heapsort";
                h.finish(&mut |a, b| compare(ex, &keys, abbreviated, a, b))?
            }
            None => {
                method = "quicksort";
                qsort(&mut tuples, &mut |a, b| compare(ex, &keys, abbreviated, a, b))?;
                tuples
            }
        };
        // Memory that is not counted never exceeds what was noted before (`tuplesort_updatemax`).
        let report = match space.used() {
            used if used > 0 => (method, (used + 1023) / 1024),
            _ => ("still in progress", 0),
        };
        run.report = Some((!space.spilled).then_some(report));
        run.sorted = Some(sorted);
        run.at = 0;
    }
    let Some(sorted) = &run.sorted else { return Ok(false) };
    match sorted.get(run.at) {
        Some((_, row, _)) => {
            run.at += 1;
            node.row.clone_from(row);
            Ok(true)
        }
        None => Ok(false),
    }
}

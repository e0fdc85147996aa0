//! INTERSECT and EXCEPT (`nodeSetOp.c`).

use super::node::{NodeRun, NodeState};
use super::simplehash::SimpleHash;
use super::sorting::compare_rows;
use super::state::Exec;
use crate::plan::PlanKind;
use std::cmp::Ordering;
use storage::datum::Datum;
use storage::error::Result;

struct Entry {
    key: Vec<Datum>,
    row: Vec<Datum>,
    left: u64,
    right: u64,
}

impl Entry {
    /// A row that no side has yet.
    fn new(key: &[Datum], child: &NodeState<'_>) -> Entry {
        Entry { key: key.to_vec(), row: child.tuple(), left: 0, right: 0 }
    }
}

/// The groups counted, and which are given; or how far two sorted sides are merged.
#[derive(Default)]
pub struct SetOpRun {
    entries: Option<Vec<(Vec<Datum>, u64)>>,
    at: usize,
    merging: Option<Merging>,
}

/// Where two sorted sides are.
struct Merging {
    /// Whether the sides have a current row.
    more: bool,
    more_right: bool,
    /// The group of the right side that the next groups of the left side are compared with.
    right: Option<Entry>,
    /// A row, and how often it is still to be given.
    row: Vec<Datum>,
    left: u64,
}

impl Entry {
    /// How often a row of this group is given.
    fn times(&self, intersect: bool, all: bool) -> u64 {
        match (intersect, all) {
            (true, false) => u64::from(self.left > 0 && self.right > 0),
            (true, true) => self.left.min(self.right),
            (false, false) => u64::from(self.left > 0 && self.right == 0),
            (false, true) => self.left.saturating_sub(self.right),
        }
    }
}

/// Puts the next row of a SetOp node into `node.row`; false at the end.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let PlanKind::SetOp { hashed, intersect, all, columns, flag_column, num_groups, first_flag } =
        &node.plan.kind
    else {
        return Ok(false);
    };
    let NodeRun::SetOp(run) = &mut node.kind else { return Ok(false) };
    if let (false, Some(outer), Some(inner)) = (*hashed, &mut node.outer, &mut node.inner) {
        let m = match &mut run.merging {
            Some(m) => m,
            none => {
                let more = outer.next(ex)?;
                let more_right = more && inner.next(ex)?;
                none.insert(Merging { more, more_right, right: None, row: Vec::new(), left: 0 })
            }
        };
        while m.left == 0 {
            let Some(entry) = next_group(ex, outer, inner, columns, m)? else { return Ok(false) };
            m.left = entry.times(*intersect, *all);
            m.row = entry.row;
        }
        m.left -= 1;
        node.row.clone_from(&m.row);
        return Ok(true);
    }
    if run.entries.is_none() {
        let Some(outer) = &mut node.outer else { return Ok(false) };
        let types_: Vec<_> = columns.iter().map(|&c| outer.plan.target[c].expr.type_oid).collect();
        let mut table: SimpleHash<Entry> = SimpleHash::new(num_groups.max(1.0) as u32);
        while outer.next(ex)? {
            let flag = if node.inner.is_some() { 0 } else { outer.row[*flag_column].as_i32() };
            let key = key_of(outer, columns);
            let at = if *hashed {
                let hash = ex.hash_key(&types_, &key)?;
                if flag == *first_flag {
                    table.make_room();
                }
                match table.find(hash, |e| ex.same_key(&types_, &e.key, &key))? {
                    Some(at) => at,
                    None if flag != *first_flag => continue,
                    None => table.append(hash, Entry::new(&key, outer)),
                }
            } else {
                // The rows come in order, so that those of a group are side by side.
                let same = match table.entries.last() {
                    Some(e) => ex.same_key(&types_, &e.key, &key)?,
                    None => false,
                };
                if !same {
                    table.entries.push(Entry::new(&key, outer));
                }
                table.entries.len() - 1
            };
            let e = &mut table.entries[at];
            if flag == 0 {
                e.left += 1;
            } else {
                e.right += 1;
            }
        }
        if let Some(inner) = &mut node.inner
            && !table.entries.is_empty()
        {
            count_right(ex, &mut table, inner, columns)?;
        }
        let order: Vec<usize> = if *hashed {
            table.order().into_iter().map(|n| n as usize).collect()
        } else {
            (0..table.entries.len()).collect()
        };
        let mut out = Vec::new();
        for n in order {
            let e = &table.entries[n];
            let count = e.times(*intersect, *all);
            if count > 0 {
                out.push((e.row.clone(), count));
            }
        }
        run.entries = Some(out);
    }
    let Some(entries) = &mut run.entries else { return Ok(false) };
    while let Some((row, left)) = entries.get_mut(run.at) {
        if *left > 0 {
            *left -= 1;
            node.row.clone_from(row);
            return Ok(true);
        }
        run.at += 1;
    }
    Ok(false)
}

/// Counts for each group of the left side the rows on the right that are equal to it.
fn count_right<'p>(
    ex: &mut Exec<'_, 'p>,
    table: &mut SimpleHash<Entry>,
    inner: &mut NodeState<'p>,
    columns: &[usize],
) -> Result<()> {
    let types_: Vec<_> = columns.iter().map(|&c| inner.plan.target[c].expr.type_oid).collect();
    while inner.next(ex)? {
        let key = key_of(inner, columns);
        let hash = ex.hash_key(&types_, &key)?;
        if let Some(at) = table.find(hash, |e| ex.same_key(&types_, &e.key, &key))? {
            table.entries[at].right += 1;
        }
    }
    Ok(())
}

/// The next group of equal rows on the left of two sorted sides, with how many rows on the right are equal to it; the right
/// side is read no further than that takes (`setop_retrieve_sorted`).
fn next_group<'p>(
    ex: &mut Exec<'_, 'p>,
    outer: &mut NodeState<'p>,
    inner: &mut NodeState<'p>,
    columns: &[usize],
    m: &mut Merging,
) -> Result<Option<Entry>> {
    let Some(mut left) = group(ex, outer, columns, &mut m.more)? else { return Ok(None) };
    loop {
        if m.right.is_none() {
            m.right = group(ex, inner, columns, &mut m.more_right)?;
        }
        let Some(r) = &m.right else { break };
        match compare_rows(ex, outer.plan, columns, &left.key, &r.key)? {
            Ordering::Less => break,
            Ordering::Equal => {
                left.right = r.left;
                m.right = None;
                break;
            }
            Ordering::Greater => m.right = None,
        }
    }
    Ok(Some(left))
}

/// Counts the rows of a sorted side that are equal to its current row, and reads on to the first that differs
/// (`setop_load_group`). `more`: the side has a current row.
fn group<'p>(
    ex: &mut Exec<'_, 'p>,
    side: &mut NodeState<'p>,
    columns: &[usize],
    more: &mut bool,
) -> Result<Option<Entry>> {
    if !*more {
        return Ok(None);
    }
    let mut first = Entry::new(&key_of(side, columns), side);
    loop {
        first.left += 1;
        *more = side.next(ex)?;
        if !*more {
            break;
        }
        let key = key_of(side, columns);
        if compare_rows(ex, side.plan, columns, &first.key, &key)?.is_ne() {
            break;
        }
    }
    Ok(Some(first))
}

/// The columns by which rows are compared.
fn key_of(side: &NodeState<'_>, columns: &[usize]) -> Vec<Datum> {
    columns.iter().map(|&c| side.row[c].clone()).collect()
}

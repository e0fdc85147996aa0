//! INTERSECT and EXCEPT (`nodeSetOp.c`).

use super::node::{NodeRun, NodeState};
use super::simplehash::SimpleHash;
use super::state::Exec;
use crate::plan::PlanKind;
use storage::datum::Datum;
use storage::error::Result;

struct Entry {
    key: Vec<Datum>,
    row: Vec<Datum>,
    left: u64,
    right: u64,
}

impl Entry {
    fn new(key: &[Datum], child: &NodeState<'_>) -> Entry {
        Entry { key: key.to_vec(), row: child.tuple(), left: 0, right: 0 }
    }
}

/// The groups counted, and which are given.
#[derive(Default)]
pub struct SetOpRun {
    entries: Option<Vec<(Vec<Datum>, u64)>>,
    at: usize,
}

/// The next row of a SetOp node.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let PlanKind::SetOp { hashed, intersect, all, columns, flag_column, num_groups, first_flag } =
        &node.plan.kind
    else {
        return Ok(false);
    };
    let NodeRun::SetOp(run) = &mut node.kind else { return Ok(false) };
    if run.entries.is_none() {
        let Some(child) = &mut node.outer else { return Ok(false) };
        let types_: Vec<_> = columns.iter().map(|&c| child.plan.target[c].expr.type_oid).collect();
        let mut table: SimpleHash<Entry> = SimpleHash::new(num_groups.max(1.0) as u32);
        while child.next(ex)? {
            let flag = child.row[*flag_column].as_i32();
            let key: Vec<Datum> = columns.iter().map(|&c| child.row[c].clone()).collect();
            let at = if *hashed {
                let hash = ex.hash_key(&types_, &key)?;
                match table.find(hash, |e| ex.same_key(&types_, &e.key, &key))? {
                    Some(at) => at,
                    None if flag != *first_flag => continue,
                    None => table.append(hash, Entry::new(&key, child)),
                }
            } else {
                // The rows come in order, so that those of a group are side by side.
                let same = match table.entries.last() {
                    Some(e) => ex.same_key(&types_, &e.key, &key)?,
                    None => false,
                };
                if !same {
                    table.entries.push(Entry::new(&key, child));
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
        let order: Vec<usize> = if *hashed {
            table.order().into_iter().map(|n| n as usize).collect()
        } else {
            (0..table.entries.len()).collect()
        };
        let mut out = Vec::new();
        for n in order {
            let e = &table.entries[n];
            let count = match (*intersect, *all) {
                (true, false) => u64::from(e.left > 0 && e.right > 0),
                (true, true) => e.left.min(e.right),
                (false, false) => u64::from(e.left > 0 && e.right == 0),
                (false, true) => e.left.saturating_sub(e.right),
            };
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

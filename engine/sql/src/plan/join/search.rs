//! The order of joins (`make_rel_from_joinlist`, `standard_join_search` of `allpaths.c`).

use super::rel::{make_join_rel, relevant};
use crate::plan::path::set_cheapest;
use crate::plan::relids::Relids;
use crate::plan::root::{Planner, Root};
use storage::err;
use storage::error::Result;

/// `standard_join_search`: the relation of all joined.
pub fn search(pl: &mut Planner<'_>, root: &mut Root) -> Result<Relids> {
    let base: Vec<Relids> = (1..root.rels.len())
        .filter(|&r| root.rels[r].is_some())
        .map(|r| Relids::single(r))
        .collect();
    if base.len() == 1 {
        return Ok(base[0]);
    }
    let mut levels: Vec<Vec<Relids>> = vec![Vec::new(), base.clone()];
    for level in 2..=base.len() {
        let mut made: Vec<Relids> = Vec::new();
        let previous = levels[level - 1].clone();
        for (i, &old) in previous.iter().enumerate() {
            let start = if level == 2 { i + 1 } else { 0 };
            if has_join_clauses(root, old) {
                for &other in &base[start.min(base.len())..] {
                    if !old.overlaps(other) && relevant(root, old, other) {
                        make_join_rel(pl, root, old, other, &mut made)?;
                    }
                }
            } else {
                for &other in &base[start.min(base.len())..] {
                    if !old.overlaps(other) {
                        make_join_rel(pl, root, old, other, &mut made)?;
                    }
                }
            }
        }
        for k in 2..=level / 2 {
            let other_level = level - k;
            for (i, &a) in levels[k].clone().iter().enumerate() {
                if !has_join_clauses(root, a) {
                    continue;
                }
                let start = if k == other_level { i + 1 } else { 0 };
                for &b in &levels[other_level].clone()[start..] {
                    if !a.overlaps(b) && relevant(root, a, b) {
                        make_join_rel(pl, root, a, b, &mut made)?;
                    }
                }
            }
        }
        if made.is_empty() {
            for &old in &previous {
                for &other in &base {
                    if !old.overlaps(other) {
                        make_join_rel(pl, root, old, other, &mut made)?;
                    }
                }
            }
        }
        if made.is_empty() && root.special.is_empty() {
            return err!(INTERNAL_ERROR, "failed to build any {level}-way joins");
        }
        for &m in &made {
            if let Some(rel) = root.find_rel_mut(m) {
                set_cheapest(rel);
            }
        }
        levels.push(made);
    }
    match levels.last().and_then(|l| l.first()) {
        Some(&r) => Ok(r),
        None => err!(INTERNAL_ERROR, "failed to build any {}-way joins", base.len()),
    }
}

fn has_join_clauses(root: &Root, ids: Relids) -> bool {
    ids.iter().any(|r| {
        root.rels[r].as_ref().is_some_and(|rel| {
            rel.has_ec_joins || rel.joininfo.iter().any(|c| !c.required.is_subset(ids))
        })
    }) || root.special.iter().any(|s| {
        let all = s.min_left | s.min_right;
        all.overlaps(ids) && !all.is_subset(ids)
    })
}

//! The rows of an ANY that is answered from a hash table (`nodeSubplan.c`).

use super::simplehash::SimpleHash;
use super::state::Exec;
use crate::expr::{SubPlanRow, SubPlanRows};
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;

/// The rows of a sub-query, each once.
pub struct HashedSubplan {
    /// Those without NULLs, by the right sides of the comparisons.
    table: SimpleHash<SubPlanRow>,
    /// All of them.
    rows: Rc<SubPlanRows>,
}

/// Makes the hash table of a sub-plan from its rows; `types` are those of the right sides (`buildSubPlanHash`).
pub fn build(
    ex: &mut Exec<'_, '_>,
    plan_id: usize,
    types: &[Oid],
    rows: Vec<SubPlanRow>,
) -> Result<()> {
    let mut table = SimpleHash::new(rows.len() as u32);
    let mut kept = SubPlanRows::default();
    for row in rows {
        if row.right.iter().any(Datum::is_null) {
            // One column that is NULL says all there is to say.
            if row.right.len() > 1 || kept.with_nulls.is_empty() {
                kept.with_nulls.push(row.columns);
            }
            continue;
        }
        let hash = ex.hash_key(types, &row.right)?;
        let columns = Rc::clone(&row.columns);
        let same = |e: &SubPlanRow| ex.same_key(types, &e.right, &row.right);
        let (_, found) = table.insert(hash, same, || row.clone())?;
        if !found {
            kept.whole.push(columns);
        }
    }
    ex.hashed.insert(plan_id, Rc::new(HashedSubplan { table, rows: Rc::new(kept) }));
    Ok(())
}

/// The rows whose right sides have the hash of a left side without NULLs; `types` are the left side's.
pub fn candidates(
    ex: &mut Exec<'_, '_>,
    plan_id: usize,
    types: &[Oid],
    left: &[Datum],
) -> Result<Vec<Rc<[Datum]>>> {
    let Some(h) = ex.hashed.get(&plan_id).map(Rc::clone) else { return Ok(Vec::new()) };
    let hash = ex.hash_key(types, left)?;
    let mut found = Vec::new();
    h.table.find(hash, |e| {
        found.push(Rc::clone(&e.columns));
        Ok(false)
    })?;
    Ok(found)
}

/// The rows of a sub-plan; `None` if its table is not made yet.
pub fn rows(ex: &Exec<'_, '_>, plan_id: usize) -> Option<Rc<SubPlanRows>> {
    ex.hashed.get(&plan_id).map(|h| Rc::clone(&h.rows))
}

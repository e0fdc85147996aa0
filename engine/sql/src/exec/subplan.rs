//! ANY answered from a hash table (`nodeSubplan.c`).

use super::simplehash::SimpleHash;
use super::state::Exec;
use crate::expr::SubPlan;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;

/// The rows of a sub-query in a hash table.
pub struct HashedSubplan {
    table: SimpleHash<Vec<Datum>>,
    types: Vec<Oid>,
    nulls: bool,
    empty: bool,
}

/// Whether the left side is in the hash table of a hashed sub-plan; `None` means unknown (NULL).
pub fn probe(ex: &mut Exec<'_, '_>, plan: &SubPlan, left: &[Datum]) -> Result<Option<bool>> {
    if !ex.hashed.contains_key(&plan.plan_id) {
        let mut rows = Vec::new();
        let types = ex.with_subplan(plan.plan_id, |ex, n| {
            n.rescan(ex)?;
            while n.next(ex)? {
                rows.push(n.row.clone());
            }
            Ok(n.plan
                .target
                .iter()
                .filter(|t| !t.junk)
                .map(|t| t.expr.type_oid)
                .collect::<Vec<_>>())
        })?;
        let mut h = HashedSubplan {
            table: SimpleHash::new(rows.len() as u32),
            nulls: false,
            empty: rows.is_empty(),
            types,
        };
        for row in rows {
            if row.iter().any(Datum::is_null) {
                h.nulls = true;
                continue;
            }
            let hash = ex.hash_key(&h.types, &row)?;
            h.table.insert(hash, |e| ex.same_key(&h.types, e, &row), || row.clone())?;
        }
        ex.hashed.insert(plan.plan_id, Rc::new(h));
    }
    let Some(h) = ex.hashed.get(&plan.plan_id).map(Rc::clone) else { return Ok(None) };
    if h.empty {
        return Ok(Some(false));
    }
    if left.iter().any(Datum::is_null) {
        return Ok(None);
    }
    let hash = ex.hash_key(&h.types, left)?;
    let found = h.table.find(hash, |e| ex.same_key(&h.types, e, left))?;
    Ok(match found {
        Some(_) => Some(true),
        None if h.nulls => None,
        None => Some(false),
    })
}

//! ANY answered from a hash table (`nodeSubplan.c`).

use super::simplehash::{SimpleHash, combine};
use super::state::Exec;
use crate::expr::SubPlan;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;
use storage::types;

/// The rows of a sub-query in a hash table.
pub struct HashedSubplan {
    table: SimpleHash<Vec<Datum>>,
    types: Vec<Oid>,
    nulls: bool,
    empty: bool,
}

/// Looks the left side up: true, false, or unknown.
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
            let mut key = Vec::new();
            for (d, t) in row.iter().zip(&h.types.clone()) {
                key.push(ex.flat(*t, d)?);
            }
            if key.iter().any(Datum::is_null) {
                h.nulls = true;
                continue;
            }
            let hash = combine(key.iter().zip(&h.types).map(|(d, t)| Some(types::hash(*t, d))));
            let tt = h.types.clone();
            let k2 = key.clone();
            h.table.insert(
                hash,
                |e| Ok(e.iter().zip(&k2).zip(&tt).all(|((a, b), t)| types::equal(*t, a, b))),
                || key,
            )?;
        }
        ex.hashed.insert(plan.plan_id, h);
    }
    let empty = ex.hashed.get(&plan.plan_id).is_none_or(|h| h.empty);
    if empty {
        return Ok(Some(false));
    }
    let types: Vec<Oid> = ex.hashed.get(&plan.plan_id).map(|h| h.types.clone()).unwrap_or_default();
    let mut key = Vec::new();
    for (d, t) in left.iter().zip(&types) {
        if d.is_null() {
            return Ok(None);
        }
        key.push(ex.flat(*t, d)?);
    }
    let Some(h) = ex.hashed.get(&plan.plan_id) else { return Ok(None) };
    let hash = combine(key.iter().zip(&types).map(|(d, t)| Some(types::hash(*t, d))));
    let found = h.table.find(hash, |e| {
        Ok(e.iter().zip(&key).zip(&types).all(|((a, b), t)| types::equal(*t, a, b)))
    })?;
    Ok(if found.is_some() {
        Some(true)
    } else if h.nulls {
        None
    } else {
        Some(false)
    })
}

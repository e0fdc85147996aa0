//! The order of rows as classes of equal expressions (`pathkeys.c`).

use super::equivalence::ec_for;
use super::family;
use crate::analyze::SortGroupClause;
use crate::expr::TargetEntry;
use crate::plan::root::{PathKey, Root};

/// The pathkeys of sort clauses over a target list, without redundant ones
/// (`make_pathkeys_for_sortclauses`).
pub fn pathkeys_for(root: &mut Root, clauses: &[SortGroupClause]) -> Vec<PathKey> {
    let tlist = std::mem::take(&mut root.tlist);
    let keys = pathkeys_in(root, clauses, &tlist);
    root.tlist = tlist;
    keys
}

/// The pathkeys of a list of sort clauses (`make_pathkeys_for_sortclauses`).
pub fn pathkeys_in(
    root: &mut Root,
    clauses: &[SortGroupClause],
    list: &[TargetEntry],
) -> Vec<PathKey> {
    let mut keys: Vec<PathKey> = Vec::new();
    for c in clauses {
        let Some(e) = list.iter().find(|t| t.sort_group_ref == c.tle_ref).map(|t| t.expr.clone())
        else {
            continue;
        };
        let ty = family(e.type_oid).unwrap_or(e.type_oid);
        let ec = ec_for(root, &e, ty, c.tle_ref);
        let key = PathKey { ec, descending: c.descending, nulls_first: c.nulls_first };
        push_key(root, &mut keys, key);
    }
    keys
}

/// Adds a key unless it is redundant (`pathkey_is_redundant`).
pub fn push_key(root: &Root, keys: &mut Vec<PathKey>, key: PathKey) {
    if root.ecs[key.ec].must_be_redundant() || keys.iter().any(|k| k.ec == key.ec) {
        return;
    }
    keys.push(key);
}

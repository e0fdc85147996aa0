//! The first and the last value of a column, or of an expression that an index has, as they are now
//! (`get_actual_variable_range`).
//!
//! A histogram ends where ANALYZE saw the last row; a table that is appended to grows past it. So when a search comes to the
//! histogram's first or last bound, an index that begins with the column is asked instead: the first entry
//! whose row is not dead to everybody has the value. After a hundred pages of dead rows the server gives up.

use super::variable::{VarData, bare_operand, rel_of, strip_relabel};
use crate::expr::Expr;
use crate::plan::root::{Planner, Root};
use std::rc::Rc;
use storage::btree::{BtScan, Direction};
use storage::datum::Datum;
use storage::error::Result;
use storage::heap::{IndexFetch, Relation, visibility_map};
use storage::store::Store;
use storage::xact::Snapshot;

/// After how many pages of the table without a row to use the search gives up
/// (`VISITED_PAGES_LIMIT`).
const MOST_PAGES: u32 = 100;

/// Returns the smallest or (`largest`) largest value of a column or expression, read from an index; `None` if
/// no index has it as its first column, or no row is alive.
pub(super) fn endpoint(
    pl: &mut Planner<'_>,
    root: &Root,
    data: &VarData,
    var: &Expr,
    largest: bool,
) -> Option<Datum> {
    let rel = rel_of(root, data)?;
    let table = Rc::clone(rel.relation.as_ref()?);
    let index = rel.indexes.iter().find(|i| {
        let key = i.rel.index.as_ref().map(|x| &x.keys[0]);
        i.predicate.is_empty()
            && strip_relabel(&i.columns[0]) == bare_operand(var)
            && key.is_some_and(|k| k.collation == var.collation && !k.pattern_ops)
    })?;
    let place = (index.rel.oid, largest);
    if let Some((_, known)) = pl.endpoints.iter().find(|(p, _)| *p == place) {
        return known.clone();
    }
    let descending = index.rel.index.as_ref()?.keys[0].descending;
    let direction = if largest == descending { Direction::Forward } else { Direction::Backward };
    let mut scan = BtScan::begin(&index.rel, &Snapshot::NonVacuumable, true);
    let mut fetch = IndexFetch::new();
    let mut map = None;
    let st = pl.host.store();
    let muted = st.events.mute();
    st.statistics.scan(index.rel.oid);
    let found = first_alive(st, &table, &index.rel, (&mut scan, direction), &mut fetch, &mut map);
    fetch.reset(st);
    if let Some(map) = map {
        st.pool.release(map);
    }
    let ended = scan.end(st);
    if muted {
        st.events.unmute();
    }
    let value = ended.and(found).ok()?;
    pl.endpoints.push((place, value.clone()));
    value
}

/// Returns the first value in an index that is not NULL and whose row is not dead to everybody;
/// `None` if there is none or too many pages had to be read (`get_actual_variable_endpoint`).
fn first_alive(
    st: &mut Store,
    table: &Relation,
    index: &Relation,
    (scan, direction): (&mut BtScan, Direction),
    fetch: &mut IndexFetch,
    map: &mut Option<storage::buffer::BufferId>,
) -> Result<Option<Datum>> {
    let (mut last, mut pages) = (None, 0);
    while let Some(tid) = scan.next(st, direction)? {
        st.statistics.returned(index.oid, 1);
        let status = visibility_map::get_status(st, table, tid.block, map)?;
        if status & visibility_map::ALL_VISIBLE == 0 {
            let (row, all_dead) = fetch.locate(st, table, tid, &Snapshot::NonVacuumable)?;
            if row.is_none() {
                pages += u32::from(last.replace(tid.block) != Some(tid.block));
                if pages > MOST_PAGES {
                    return Ok(None);
                }
                // Only a scan that goes on kills the entry that it leaves.
                if all_dead {
                    scan.kill_prior();
                }
                continue;
            }
            st.statistics.fetched(index.oid, 1);
        }
        if let Some(value) = scan.tuple().into_iter().next().filter(|v| !v.is_null()) {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

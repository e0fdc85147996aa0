//! Which views a server would let be changed as if they were tables (`rewriteHandler.c`: `relation_is_updatable`). Here no
//! view takes rows; `information_schema` says of each what the server says.

use crate::catalog::{Catalog, Class};
use sql::analyze::{JoinTreeNode, Query, RteKind};
use sql::expr::Node;
use storage::heap::RelKind;

/// The commands that change a relation, as the bits of the server's mask of events.
pub(super) const UPDATE: u8 = 1 << 2;
pub(super) const INSERT: u8 = 1 << 3;
pub(super) const DELETE: u8 = 1 << 4;
const ALL: u8 = UPDATE | INSERT | DELETE;

/// The views of the system that the server lets be changed, each with its columns that are columns of a catalog.
const SYSTEM_VIEWS: &[(&str, &[i16])] =
    &[("pg_group", &[1, 2]), ("pg_stat_database_conflicts", &[1, 2])];

/// Returns which commands may change a relation, or may change these columns of it (`None`: any): bits of [`UPDATE`],
/// [`INSERT`] and [`DELETE`]. 0 for a materialized view, a sequence and an index.
pub(super) fn events(c: &Catalog, class: &Class, columns: Option<&[i16]>) -> u8 {
    match class.kind {
        RelKind::Table => ALL,
        RelKind::View => match &class.view {
            Some(view) => events_of_view(c, &view.query, columns),
            None => {
                let found = SYSTEM_VIEWS.iter().find(|(name, _)| *name == class.name);
                found.map_or(0, |(_, own)| of_columns(columns, own))
            }
        },
        _ => 0,
    }
}

/// All commands if one of the columns asked for is among those that can be changed, else DELETE alone.
fn of_columns(asked: Option<&[i16]>, changeable: &[i16]) -> u8 {
    let any = changeable.iter().any(|n| asked.is_none_or(|a| a.contains(n)));
    if any { ALL } else { DELETE }
}

/// Returns the commands that a view's query lets through to the one relation it reads.
fn events_of_view(c: &Catalog, q: &Query, asked: Option<&[i16]>) -> u8 {
    let Some((rte, base)) = base_of(c, q) else { return 0 };
    // Each column of the view that is a column of its base, with that one's number.
    let columns: Vec<(i16, i16)> = q
        .target
        .iter()
        .filter_map(|t| match &t.expr.node {
            Node::Var(v) if !t.junk && v.rte == rte && v.levels_up == 0 && v.attno > 0 => {
                Some((t.resno, v.attno))
            }
            _ => None,
        })
        .collect();
    if asked.is_some() && columns.is_empty() {
        return 0;
    }
    let kept: Vec<i16> = columns
        .iter()
        .filter(|(own, _)| asked.is_none_or(|a| a.contains(own)))
        .map(|(_, of_base)| *of_base)
        .collect();
    let here = if kept.is_empty() { DELETE } else { ALL };
    here & events(c, base, (!kept.is_empty()).then_some(&kept[..]))
}

/// Returns the one table or view that a simple query reads, with its number in the range table; `None` for a query that
/// is not simple (`view_query_is_auto_updatable`).
fn base_of<'c>(c: &'c Catalog, q: &Query) -> Option<(usize, &'c Class)> {
    let plain = q.distinct.is_empty()
        && q.group.is_empty()
        && q.grouping_sets.is_empty()
        && q.having.is_none()
        && q.set_operations.is_none()
        && q.ctes.is_empty()
        && q.offset.is_none()
        && q.limit.is_none()
        && !q.has_aggs
        && !q.has_window_funcs
        && !q.has_target_srfs;
    let [JoinTreeNode::Rte(rte)] = q.jointree.from[..] else { return None };
    if !plain {
        return None;
    }
    let oid = match &q.rtable.get(rte.checked_sub(1)?)?.kind {
        RteKind::Relation { oid, .. } | RteKind::Subquery { view: Some(oid), .. } => *oid,
        _ => return None,
    };
    let class = c.class(oid)?;
    matches!(class.kind, RelKind::Table | RelKind::View).then_some((rte, &**class))
}

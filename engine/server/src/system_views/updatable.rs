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
    let Ok((rte, base)) = base_of(c, q) else { return 0 };
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

/// Why a view of this query cannot be changed, as the hint of WITH CHECK OPTION has it; `None` if it can
/// (`view_query_is_auto_updatable`).
pub(crate) fn refusal(c: &Catalog, q: &Query) -> Option<&'static str> {
    match base_of(c, q) {
        Err(why) => Some(why),
        Ok(_) if events_of_view(c, q, None) & UPDATE == 0 => Some("that have no updatable columns"),
        Ok(_) => None,
    }
}

/// Returns the one table or view that a simple query reads, with its number in the range table; what views are like whose
/// query is not simple (`view_query_is_auto_updatable`).
fn base_of<'c>(c: &'c Catalog, q: &Query) -> Result<(usize, &'c Class), &'static str> {
    let not_simple = [
        (!q.distinct.is_empty(), "containing DISTINCT"),
        (!q.group.is_empty() || !q.grouping_sets.is_empty(), "containing GROUP BY"),
        (q.having.is_some(), "containing HAVING"),
        (q.set_operations.is_some(), "containing UNION, INTERSECT, or EXCEPT"),
        (!q.ctes.is_empty(), "containing WITH"),
        (q.offset.is_some() || q.limit.is_some(), "containing LIMIT or OFFSET"),
        (q.has_aggs, "that return aggregate functions"),
        (q.has_window_funcs, "that return window functions"),
        (q.has_target_srfs, "that return set-returning functions"),
    ];
    if let Some((_, why)) = not_simple.iter().find(|(found, _)| *found) {
        return Err(why);
    }
    let base = || {
        let [JoinTreeNode::Rte(rte)] = q.jointree.from[..] else { return None };
        let oid = match &q.rtable.get(rte.checked_sub(1)?)?.kind {
            RteKind::Relation { oid, .. } | RteKind::Subquery { view: Some(oid), .. } => *oid,
            _ => return None,
        };
        let class = c.class(oid)?;
        matches!(class.kind, RelKind::Table | RelKind::View).then_some((rte, &**class))
    };
    base().ok_or("that do not select from a single table or view")
}

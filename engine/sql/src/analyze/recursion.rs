//! Which order the members of WITH RECURSIVE are analysed in, and where one may name itself (`parse_cte.c`).

use super::state::At;
use crate::ast::{
    CommonTableExpr, Place, RangeVar, SelectStmt, SetOp, Statement, each_relation,
    each_relation_placed,
};
use storage::err;
use storage::error::Result;

/// Whether a name in a query is the name of this member.
fn names(r: &RangeVar, c: &CommonTableExpr) -> bool {
    r.schema.is_none() && r.name == c.name
}

/// The members, each after those that it names (`makeDependencyGraph`, `TopologicalSort`).
///
/// # Errors
/// Two members that name each other.
pub(super) fn in_order(ctes: &[CommonTableExpr]) -> Result<Vec<&CommonTableExpr>> {
    let mut items: Vec<(&CommonTableExpr, Vec<&str>)> = ctes
        .iter()
        .map(|c| {
            let mut needs = Vec::new();
            each_relation(&c.query, &mut |r| {
                let other = ctes.iter().find(|o| names(r, o) && o.name != c.name);
                needs.extend(other.map(|o| o.name.as_str()));
            });
            (c, needs)
        })
        .collect();
    for i in 0..items.len() {
        let Some(next) = items[i..].iter().position(|(_, needs)| needs.is_empty()) else {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "mutual recursion between WITH items is not implemented"
            )
            .at_loc(items[i].0.location as i32);
        };
        items.swap(i, i + next);
        let done = &items[i].0.name;
        items[i + 1..].iter_mut().for_each(|(_, needs)| needs.retain(|n| n != done));
    }
    Ok(items.into_iter().map(|(c, _)| c).collect())
}

/// Checks that a member that names itself is a UNION whose right side names it once, at a place where it may
/// (`checkWellFormedRecursion`).
///
/// # Errors
/// Any other form.
pub(super) fn check(c: &CommonTableExpr) -> Result<()> {
    let mut recursive = false;
    each_relation(&c.query, &mut |r| recursive |= names(r, c));
    if !recursive {
        return Ok(());
    }
    let at = c.location as i32;
    let Statement::Select(select) = &*c.query else {
        return err!(
            INVALID_RECURSION,
            "recursive query \"{}\" must not contain data-modifying statements",
            c.name
        )
        .at_loc(at);
    };
    let Some(union) = select.set_op.as_deref().filter(|o| o.op == SetOp::Union) else {
        return err!(
            INVALID_RECURSION,
            "recursive query \"{}\" does not have the form non-recursive-term UNION [ALL] \
             recursive-term",
            c.name
        )
        .at_loc(at);
    };
    for inner in select.with.iter().flat_map(|w| &w.ctes) {
        if let Statement::Select(inner) = &*inner.query {
            check_references(inner, Place::SubLink, c)?;
        }
    }
    refuse_around(select)?;
    check_references(&union.left, Place::NonRecursiveTerm, c)?;
    check_references(&union.right, Place::Plain, c)
}

/// Refuses what stands around a recursive UNION and would need all of its rows.
fn refuse_around(s: &SelectStmt) -> Result<()> {
    let around = [
        ("ORDER BY", s.order_by.first().map(|by| by.node.location())),
        ("OFFSET", s.limit_offset.as_ref().map(|e| e.location())),
        ("LIMIT", s.limit_count.as_ref().map(|e| e.location())),
        ("FOR UPDATE/SHARE", s.locking.first().map(|_| None)),
    ];
    let Some((what, at)) = around.into_iter().find_map(|(what, at)| Some((what, at?))) else {
        return Ok(());
    };
    err!(FEATURE_NOT_SUPPORTED, "{what} in a recursive query is not implemented")
        .at_loc(at.map_or(-1, |at| at as i32))
}

/// Checks each place where a part of a member, which stands at `place`, names the member.
fn check_references(part: &SelectStmt, place: Place, c: &CommonTableExpr) -> Result<()> {
    let mut result = Ok(());
    let mut found = 0;
    each_relation_placed(part, place, &mut |r, place| {
        if result.is_err() || !names(r, c) {
            return;
        }
        found += 1;
        let place = match place {
            Place::Plain if found == 1 => return,
            Place::Plain => "more than once",
            Place::NonRecursiveTerm => "within its non-recursive term",
            Place::SubLink => "within a subquery",
            Place::OuterJoin => "within an outer join",
            Place::Intersect => "within INTERSECT",
            Place::Except => "within EXCEPT",
        };
        result = err!(
            INVALID_RECURSION,
            "recursive reference to query \"{}\" must not appear {place}",
            c.name
        )
        .at_loc(r.location as i32);
    });
    result
}

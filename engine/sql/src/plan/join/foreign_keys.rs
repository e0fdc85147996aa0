//! What foreign keys say of the rows of a join: each referencing row finds exactly one row of the table it refers to, whatever
//! the statistics of the columns say (`match_foreign_keys_to_quals`, `get_foreign_key_join_selectivity`).

use crate::analyze::{ForeignKeyInfo, JoinType, RteKind};
use crate::expr::{Expr, Node};
use crate::plan::relids::Relids;
use crate::plan::root::{JoinedColumn, JoinedForeignKey, Planner, RcClause, Root};
use std::rc::Rc;
use storage::ids::Oid;

/// Notes the foreign keys by which the query's tables are joined.
#[inline(never)]
pub fn find_foreign_keys(pl: &mut Planner<'_>, root: &mut Root, leaves: &[usize]) {
    let mut tables: Vec<(usize, Oid)> = Vec::new();
    for &rte in leaves {
        if let RteKind::Relation { oid, .. } = &root.query.rtable[rte - 1].kind
            && matches!(root.rels.get(rte), Some(Some(_)))
        {
            tables.push((rte, *oid));
        }
    }
    let mut found = Vec::new();
    for &(referencing, oid) in &tables {
        let Some(info) = pl.host.relation_by_oid(oid) else { continue };
        for key in &info.foreign_keys {
            // In the order of the range table.
            for rte in 1..=root.query.rtable.len() {
                if rte != referencing && tables.contains(&(rte, key.referenced)) {
                    found.extend(joined(pl, root, (referencing, rte), key));
                }
            }
        }
    }
    root.foreign_keys = found;
}

/// What joins a foreign key's columns; `None` if one of them is not joined.
fn joined(
    pl: &Planner<'_>,
    root: &Root,
    (referencing, referenced): (usize, usize),
    key: &ForeignKeyInfo,
) -> Option<JoinedForeignKey> {
    let is = |e: &Expr, rte: usize, attno: i16| {
        let e = match &e.node {
            Node::Relabel(inner, _) => inner,
            _ => e,
        };
        matches!(&e.node, Node::Var(v) if v.rte == rte && v.attno == attno)
    };
    let column = |&(from, to): &(i16, i16)| {
        for (class, ec) in root.ecs.iter().enumerate() {
            if ec.merged.is_some() || ec.has_volatile {
                continue;
            }
            let own = ec.members.iter().find(|(e, _)| is(e, referencing, from));
            let other = ec.members.iter().find(|(e, _)| is(e, referenced, to));
            if let (Some(_), Some((other, _))) = (own, other) {
                return Some(JoinedColumn::Class(class, other.clone()));
            }
        }
        let delayed = |c: &RcClause| c.outer_delayed && !pl.release.outer_equalities_replaced;
        let joins = |c: &RcClause| {
            matches!(&c.expr.node, Node::Op(o) if o.op.name == "=" && !delayed(c)
                && (is(&o.args[0], referencing, from) && is(&o.args[1], referenced, to)
                    || is(&o.args[1], referencing, from) && is(&o.args[0], referenced, to)))
        };
        let clauses: Vec<RcClause> =
            root.rel(referencing).joininfo.iter().filter(|c| joins(c)).cloned().collect();
        (!clauses.is_empty()).then_some(JoinedColumn::Clauses(clauses))
    };
    let columns = key.columns.iter().map(column).collect::<Option<_>>()?;
    Some(JoinedForeignKey { referencing, referenced, columns })
}

/// Takes the clauses of foreign keys between the two sides of a join out of `clauses`, and returns which part of the pairs of
/// rows fulfils them. `constant` says which part of a table's rows has the constant of a class in the given column.
#[inline(never)]
pub(super) fn foreign_key_selectivity(
    root: &Root,
    (outer, inner): (Relids, Relids),
    kind: JoinType,
    clauses: &mut Vec<RcClause>,
    constant: &mut dyn FnMut(usize, &Expr) -> Option<f64>,
) -> f64 {
    let semi = matches!(kind, JoinType::Semi | JoinType::Anti);
    let mut part = 1.0;
    for key in &root.foreign_keys {
        let from_outer = outer.contains(key.referencing) && inner.contains(key.referenced);
        let to_outer = outer.contains(key.referenced) && inner.contains(key.referencing);
        if !from_outer && !to_outer || semi && (to_outer || inner.len() != 1) {
            continue;
        }
        let of_key = |c: &RcClause| {
            key.columns.iter().any(|column| match column {
                JoinedColumn::Class(class, _) => c.parent_ec == Some(*class),
                JoinedColumn::Clauses(list) => list.iter().any(|own| Rc::ptr_eq(own, c)),
            })
        };
        let (taken, rest): (Vec<_>, Vec<_>) = clauses.drain(..).partition(of_key);
        *clauses = rest;
        let expected = key.columns.iter().map(|column| match column {
            JoinedColumn::Class(class, _) => usize::from(!root.ecs[*class].has_const),
            JoinedColumn::Clauses(list) => list.len(),
        });
        if taken.is_empty() || taken.len() != expected.sum::<usize>() {
            // Another key has taken some of them.
            clauses.extend(taken);
            continue;
        }
        let referenced = root.rel(key.referenced);
        let tuples = referenced.tuples.max(1.0);
        part *= if semi { referenced.rows / tuples } else { 1.0 / tuples };
        // A constant chooses the rows of both sides: it counts once.
        for column in &key.columns {
            if let JoinedColumn::Class(class, member) = column
                && let Some(chosen) = constant(*class, member)
                && chosen > 0.0
            {
                part /= chosen;
            }
        }
    }
    part.clamp(0.0, 1.0)
}

//! The columns a node gives (`build_path_tlist`, `use_physical_tlist`), and values of outer rows as
//! parameters (`replace_nestloop_params`).

use super::{EXACT, IGNORE, LABEL, SMALL};
use crate::analyze::RteKind;
use crate::expr::{Expr, Node, Param, TargetEntry, Var};
use crate::plan::relids::Relids;
use crate::plan::root::{Path, PathKind, Root};
use crate::plan::tree::children_mut;

/// The target list of a path.
pub(super) fn tlist_of(root: &mut Root, p: &Path) -> Vec<TargetEntry> {
    let exprs = p.target.exprs.clone();
    exprs
        .into_iter()
        .enumerate()
        .map(|(i, mut e)| {
            if !p.required_outer.is_empty() {
                nest_params(root, &mut e);
            }
            TargetEntry {
                expr: e,
                resno: i as i16 + 1,
                name: None,
                sort_group_ref: p.target.sortrefs.get(i).copied().unwrap_or(0),
                origin: None,
                junk: false,
            }
        })
        .collect()
}

/// Replaces an expression's columns of the outer side by the parameters that the nested loop sets,
/// and notes them in `root` (`replace_nestloop_params`).
pub(super) fn nest_params(root: &mut Root, e: &mut Expr) {
    if root.outer_rels.is_empty() {
        return;
    }
    if let Node::Var(v) = &e.node
        && v.levels_up == 0
        && v.rte <= Relids::MAX_MEMBER
        && root.outer_rels.contains(v.rte)
    {
        let key = Expr { location: -1, ..e.clone() };
        let id = match root.outer_params.iter().find(|(x, _)| *x == key) {
            Some((_, id)) => *id,
            None => {
                let id = root.next_param;
                root.next_param += 1;
                root.outer_params.push((key, id));
                id
            }
        };
        e.node = Node::Param(Param::Exec(id));
        return;
    }
    for c in children_mut(e) {
        nest_params(root, c);
    }
}

/// Replaces the columns of outer relations in conditions by parameters.
pub(super) fn finish_quals(root: &mut Root, quals: Vec<Expr>) -> Vec<Expr> {
    let mut quals = quals;
    for q in &mut quals {
        nest_params(root, q);
    }
    quals
}

/// Whether a scan, or a projection of one, may give all columns of what it scans rather than those of `p`
/// (`use_physical_tlist`). What groups needs its columns among these: each is a column, and stands there once.
pub(super) fn may_give_whole_rows(root: &Root, p: &Path, flags: u8) -> bool {
    let Some(rte) = p.relids.singleton() else { return false };
    let whole_or_system = root.needed.range((rte, i16::MIN)..=(rte, 0)).next().is_some();
    let computes = root.needed.range((rte, Var::PLACEHOLDER)..=(rte, i16::MAX)).next().is_some();
    if flags & (EXACT | SMALL) != 0 || whole_or_system || computes {
        return false;
    }
    let mut labelled = p.target.exprs.iter().zip(&p.target.sortrefs).filter(|(_, r)| **r != 0);
    let mut seen = storage::map::SortedSet::new();
    flags & LABEL == 0
        || labelled.all(|(e, _)| matches!(&e.node, Node::Var(v) if seen.insert(v.attno)))
}

/// All columns of the scanned table, if no projection is needed (`use_physical_tlist`,
/// `build_physical_tlist`); else `None`.
fn physical(root: &Root, p: &Path, flags: u8) -> Option<Vec<TargetEntry>> {
    if !may_give_whole_rows(root, p, flags) {
        return None;
    }
    let rte = p.relids.singleton().unwrap_or(0);
    if let PathKind::Index { index, only: true, .. } = &p.kind {
        return Some(
            index.columns.iter().enumerate().map(|(i, c)| entry(c.clone(), i, None)).collect(),
        );
    }
    let entry_kind = &root.query.rtable[rte - 1];
    let column = |i: usize, type_oid, typmod, collation, name: Option<String>| {
        let e = Expr {
            node: Node::Var(Var { rte, attno: i as i16 + 1, levels_up: 0 }),
            type_oid,
            typmod,
            collation,
            location: -1,
        };
        entry(e, i, name)
    };
    match &entry_kind.kind {
        RteKind::Relation { .. } => {
            let table = root.rel(rte).relation.clone()?;
            if table.desc.attrs.iter().any(|a| a.dropped || a.missing.is_some()) {
                return None;
            }
            Some(
                table
                    .desc
                    .attrs
                    .iter()
                    .enumerate()
                    .map(|(i, a)| {
                        column(i, a.type_oid, a.typmod, a.collation, Some(a.name.clone()))
                    })
                    .collect(),
            )
        }
        RteKind::Subquery { query, .. } => {
            // With its junk columns the scan gives what the sub-query gives: it needs no node.
            let junk = root.rel(rte).restrict.is_empty() && p.param_clauses.is_empty();
            let read = query.target.iter().filter(|t| junk || !t.junk).enumerate();
            let columns = read.map(|(i, t)| TargetEntry {
                junk: t.junk,
                ..column(i, t.expr.type_oid, t.expr.typmod, t.expr.collation, t.name.clone())
            });
            Some(columns.collect())
        }
        RteKind::Values { columns, .. } | RteKind::Cte { columns, .. } => Some(
            columns
                .iter()
                .enumerate()
                .map(|(i, c)| column(i, c.type_oid, c.typmod, c.collation, Some(c.name.clone())))
                .collect(),
        ),
        RteKind::Function { functions, ordinality } => {
            let mut out: Vec<TargetEntry> = functions
                .iter()
                .flat_map(|f| f.columns.iter())
                .enumerate()
                .map(|(i, c)| column(i, c.type_oid, c.typmod, c.collation, Some(c.name.clone())))
                .collect();
            if *ordinality {
                let i = out.len();
                out.push(column(
                    i,
                    storage::types::oid::INT8,
                    -1,
                    storage::ids::Oid::INVALID,
                    Some("ordinality".into()),
                ));
            }
            Some(out)
        }
        _ => None,
    }
}

/// A target list entry with number `i` + 1.
pub(super) fn entry(expr: Expr, i: usize, name: Option<String>) -> TargetEntry {
    TargetEntry { expr, resno: i as i16 + 1, name, sort_group_ref: 0, origin: None, junk: false }
}

/// The target list of a scan: the columns above need, or the whole row.
pub(super) fn scan_target(root: &mut Root, p: &Path, flags: u8) -> Vec<TargetEntry> {
    if flags & IGNORE != 0 {
        return Vec::new();
    }
    match physical(root, p, flags) {
        Some(t) => t,
        None => tlist_of(root, p),
    }
}

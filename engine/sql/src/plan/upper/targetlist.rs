//! Which columns each step must give to the next (`preptlist.c`; `make_sort_input_target` and its kin
//! of `planner.c`).

use crate::analyze::{CommandType, FromExpr, JoinTreeNode, Query, RteKind};
use crate::expr::{Expr, Node, TargetEntry, Var, system_column};
use crate::plan::cost::QualCost;
use crate::plan::path::cost_target;
use crate::plan::prep::{contains_volatile, returns_set};
use crate::plan::root::{Planner, Root, Target};
use crate::plan::sel;
use crate::plan::sub::null_of;
use crate::plan::tree::pull_vars;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

/// The target of a target list.
pub(super) fn target_of(list: &[TargetEntry]) -> Target {
    Target {
        exprs: list.iter().map(|t| t.expr.clone()).collect(),
        sortrefs: list.iter().map(|t| t.sort_group_ref).collect(),
        ..Target::default()
    }
}

/// Completes the columns of the plan: those that INSERT leaves out, `ctid` for UPDATE and DELETE,
/// and what RETURNING needs (`preprocess_targetlist`).
#[inline(never)]
pub(super) fn preprocess_target(pl: &mut Planner<'_>, root: &mut Root) -> Result<()> {
    let q = &root.query;
    let mut tlist = q.target.clone();
    let result = q.result_relation;
    let mut updates = Vec::new();
    if result != 0
        && let RteKind::Relation { oid: rel, .. } = &q.rtable[result - 1].kind
    {
        let table = pl.host.open_relation(*rel)?;
        match q.command {
            CommandType::Insert => {
                let mut all = Vec::new();
                for (i, a) in table.desc.attrs.iter().enumerate() {
                    let resno = i as i16 + 1;
                    match tlist.iter().find(|t| t.resno == resno && !t.junk) {
                        Some(t) => all.push(t.clone()),
                        None => all.push(TargetEntry {
                            expr: if a.dropped {
                                null_of(oid::INT4, -1, Oid::INVALID)
                            } else {
                                null_of(a.type_oid, -1, a.collation)
                            },
                            resno,
                            name: Some(a.name.clone()),
                            sort_group_ref: 0,
                            origin: None,
                            junk: false,
                        }),
                    }
                }
                all.extend(tlist.iter().filter(|t| t.junk).cloned());
                tlist = all;
            }
            CommandType::Update | CommandType::Delete => {
                for (i, t) in tlist.iter_mut().enumerate() {
                    if !t.junk {
                        updates.push(t.resno);
                    }
                    t.resno = i as i16 + 1;
                }
                let n = tlist.len() + 1;
                tlist.push(junk(system(result, system_column::CTID, oid::TID), "ctid", n));
            }
            CommandType::Select => {}
        }
        if matches!(q.command, CommandType::Update | CommandType::Delete) {
            for rte in leaves_of(&q.jointree).into_iter().filter(|rte| *rte != result) {
                tlist.extend(row_mark(q, rte, tlist.len() + 1));
            }
        }
        if !q.returning.is_empty() {
            let mut vars = Vec::new();
            for t in &q.returning {
                pull_vars(&t.expr, false, false, &mut vars);
            }
            for v in vars {
                if matches!(&v.node, Node::Var(x) if x.rte == result)
                    || tlist.iter().any(|t| t.expr == v)
                {
                    continue;
                }
                let n = tlist.len() + 1;
                tlist.push(TargetEntry { name: None, ..junk(v, "", n) });
            }
        }
    } else if !q.row_marks.is_empty() {
        // The rows to lock, and then those of all other tables, which a changed row is joined with again.
        let is_relation = |rte: &usize| matches!(q.rtable[rte - 1].kind, RteKind::Relation { .. });
        let marked: Vec<usize> = q.row_marks.iter().map(|m| m.rte).filter(is_relation).collect();
        let mut others = leaves_of(&q.jointree);
        others.retain(|rte| !marked.contains(rte));
        others.sort_unstable();
        for rte in marked.into_iter().chain(others) {
            tlist.extend(row_mark(q, rte, tlist.len() + 1));
        }
    }
    root.update_columns = updates;
    root.tlist = tlist;
    Ok(())
}

/// A junk column: no column of the result.
fn junk(expr: Expr, name: &str, resno: usize) -> TargetEntry {
    TargetEntry {
        expr,
        resno: resno as i16,
        name: Some(name.into()),
        sort_group_ref: 0,
        origin: None,
        junk: true,
    }
}

/// A system column of a range table entry, or its whole row (0).
fn system(rte: usize, attno: i16, type_oid: Oid) -> Expr {
    Expr {
        node: Node::Var(Var { rte, attno, levels_up: 0 }),
        type_oid,
        typmod: -1,
        collation: Oid::INVALID,
        location: -1,
    }
}

/// The junk column, with this number, that identifies the row of a range table entry: the ctid of a table, the whole
/// row of another entry; `None` for an entry without columns (`preprocess_targetlist`).
fn row_mark(q: &Query, rte: usize, number: usize) -> Option<TargetEntry> {
    Some(match &q.rtable[rte - 1].kind {
        RteKind::Relation { .. } => {
            junk(system(rte, system_column::CTID, oid::TID), &format!("ctid{rte}"), number)
        }
        RteKind::Result => return None,
        _ => junk(system(rte, 0, oid::RECORD), &format!("wholerow{rte}"), number),
    })
}

/// The range table entries of a FROM tree, from left to right (`get_relids_in_jointree`).
pub(super) fn leaves_of(tree: &FromExpr) -> Vec<usize> {
    let mut leaves = Vec::new();
    tree.from.iter().for_each(|n| collect_leaves(n, &mut leaves));
    leaves
}

/// Collects the range table entries of a join tree.
fn collect_leaves(n: &JoinTreeNode, out: &mut Vec<usize>) {
    match n {
        JoinTreeNode::Rte(r) => out.push(*r),
        JoinTreeNode::From(f) => f.from.iter().for_each(|n| collect_leaves(n, out)),
        JoinTreeNode::Join(j) => {
            collect_leaves(&j.left, out);
            collect_leaves(&j.right, out);
        }
    }
}

/// The columns that an upper node needs from the node below: sort columns as they are, and the
/// columns in all other expressions. `stop_agg`: aggregates are passed as they are.
pub(super) fn input_target(
    target: &Target,
    keep: &[u32],
    stop_agg: bool,
    extra: &[Expr],
) -> Target {
    let mut out = Target::default();
    let mut rest = Vec::new();
    for (e, &r) in target.exprs.iter().zip(&target.sortrefs) {
        if r != 0 && keep.contains(&r) {
            out.exprs.push(e.clone());
            out.sortrefs.push(r);
        } else {
            rest.push(e.clone());
        }
    }
    rest.extend(extra.iter().cloned());
    let mut vars = Vec::new();
    for e in &rest {
        pull_vars(e, stop_agg, stop_agg, &mut vars);
    }
    for v in vars {
        if !out.exprs.contains(&v) {
            out.exprs.push(Expr { location: -1, ..v });
            out.sortrefs.push(0);
        }
    }
    out
}

/// Returns the columns computed before a sort: volatile and expensive ones are postponed until
/// after it (`make_sort_input_target`).
pub(super) fn sort_input_target(
    pl: &mut Planner<'_>,
    root: &Root,
    target: &Target,
    limit_tuples: f64,
    count_est: i64,
) -> Target {
    let q = &root.query;
    let mut postpone: Vec<bool> = vec![false; target.exprs.len()];
    let mut have_volatile = false;
    let mut have_expensive = false;
    let mut have_srf = false;
    let mut have_srf_sortcols = false;
    let mut cols_srf = vec![false; target.exprs.len()];
    for (i, (e, &r)) in target.exprs.iter().zip(&target.sortrefs).enumerate() {
        if r == 0 {
            if q.has_target_srfs && returns_set(e) {
                cols_srf[i] = true;
                have_srf = true;
            } else if contains_volatile(e) {
                postpone[i] = true;
                have_volatile = true;
            } else {
                let mut c = QualCost::default();
                sel::expr_cost(pl, e, &mut c);
                if c.per_tuple > 10.0 * pl.costs.cpu_operator_cost {
                    postpone[i] = true;
                    have_expensive = true;
                }
            }
        } else if !have_srf_sortcols && q.has_target_srfs && returns_set(e) {
            have_srf_sortcols = true;
        }
    }
    let postpone_srfs = have_srf && !have_srf_sortcols;
    let do_it = postpone_srfs
        || have_volatile
        || (have_expensive && (limit_tuples > 0.0 || count_est != 0));
    if !do_it {
        return target.clone();
    }
    let mut out = Target::default();
    let mut rest = Vec::new();
    for (i, (e, &r)) in target.exprs.iter().zip(&target.sortrefs).enumerate() {
        if postpone[i] || (postpone_srfs && cols_srf[i]) {
            rest.push(e.clone());
        } else {
            out.exprs.push(e.clone());
            out.sortrefs.push(r);
        }
    }
    let mut vars = Vec::new();
    for e in &rest {
        pull_vars(e, true, true, &mut vars);
    }
    for v in vars {
        if !out.exprs.contains(&v) {
            out.exprs.push(v);
            out.sortrefs.push(0);
        }
    }
    cost_target(pl, root, &mut out);
    out
}

//! Resolving references: every expression above a scan names columns of the child's rows
//! (`setrefs.c`).

use super::root::SubRoot;
use super::tree::{children_mut, rewrite};
use super::{Plan, PlanKind};
use crate::analyze::RangeTblEntry;
use crate::expr::{Expr, Node, TargetEntry, Var};

/// Adds a query's range table to the flat one, and resolves its plan.
pub fn resolve(plan: &mut Plan, rtable: &[RangeTblEntry], flat: &mut Vec<RangeTblEntry>) {
    let offset = flat.len();
    flat.extend(rtable.iter().cloned());
    fix(plan, offset, flat);
}

/// Resolves the references in the plan of a sub-query.
pub fn resolve_sub(plan: &mut Plan, root: &SubRoot, flat: &mut Vec<RangeTblEntry>) {
    resolve(plan, &root.rtable, flat);
}

fn offset_expr(e: &mut Expr, offset: usize) {
    rewrite(e, 0, &mut |e, _| {
        if let Node::Var(v) = &mut e.node
            && v.rte < Var::INNER
        {
            v.rte += offset;
        }
        true
    });
}

/// Replaces what a child gives by a reference to it.
fn upper(e: &mut Expr, outer: &[TargetEntry], inner: &[TargetEntry], offset: usize) {
    if !matches!(e.node, Node::Const(_)) {
        let is_var = matches!(e.node, Node::Var(_));
        for (list, side) in [(outer, Var::OUTER), (inner, Var::INNER)] {
            if let Some(i) = list
                .iter()
                .position(|t| t.expr == *e && (is_var || !matches!(t.expr.node, Node::Var(_))))
            {
                e.node = Node::Var(Var { rte: side, attno: i as i16 + 1, levels_up: 0 });
                return;
            }
        }
    }
    if let Node::Var(v) = &mut e.node {
        if v.rte < Var::INNER {
            v.rte += offset;
        }
        return;
    }
    for c in children_mut(e) {
        upper(c, outer, inner, offset);
    }
}

fn fix(plan: &mut Plan, offset: usize, flat: &mut Vec<RangeTblEntry>) {
    for s in &mut plan.init_plans {
        for a in &mut s.args {
            offset_expr(a, offset);
        }
    }
    let outer_target = plan.outer.as_ref().map(|p| p.target.clone()).unwrap_or_default();
    let inner_target = plan.inner.as_ref().map(|p| p.target.clone()).unwrap_or_default();
    let (ot, it) = (&outer_target[..], &inner_target[..]);
    macro_rules! all_upper {
        ($list:expr) => {
            for e in $list {
                upper(e, ot, it, offset);
            }
        };
    }
    macro_rules! all_offset {
        ($list:expr) => {
            for e in $list {
                offset_expr(e, offset);
            }
        };
    }
    match &mut plan.kind {
        PlanKind::SeqScan { rte }
        | PlanKind::CteScan { rte, .. }
        | PlanKind::WorkTableScan { rte, .. } => *rte += offset,
        PlanKind::IndexScan(s) | PlanKind::BitmapIndexScan(s) => {
            s.rte += offset;
            all_offset!(s.quals.iter_mut().map(|q| &mut q.value));
            all_offset!(&mut s.quals_orig);
        }
        PlanKind::IndexOnlyScan(s) => {
            s.rte += offset;
            all_offset!(s.quals.iter_mut().map(|q| &mut q.value));
            all_offset!(&mut s.quals_orig);
            all_offset!(&mut s.index_target);
        }
        PlanKind::BitmapHeapScan { rte, recheck } => {
            *rte += offset;
            all_offset!(recheck);
            all_offset!(plan.target.iter_mut().map(|t| &mut t.expr));
            all_offset!(&mut plan.qual);
            if let Some(p) = &mut plan.outer {
                fix(p, offset, flat);
            }
            return;
        }
        PlanKind::TidScan { rte, quals } | PlanKind::TidRangeScan { rte, quals } => {
            *rte += offset;
            all_offset!(quals);
        }
        PlanKind::FunctionScan { rte, functions, .. } => {
            *rte += offset;
            all_offset!(functions.iter_mut().map(|f| &mut f.expr));
        }
        PlanKind::ValuesScan { rte, rows } => {
            *rte += offset;
            all_offset!(rows.iter_mut().flatten());
        }
        PlanKind::SubqueryScan { rte, plan: inner, rtable } => {
            let own = *rte;
            let table = std::mem::take(rtable);
            resolve(inner, &table, flat);
            let trivial = plan.qual.is_empty()
                && plan.target.len() == inner.target.len()
                && plan.target.iter().zip(&inner.target).enumerate().all(|(i, (t, s))| {
                    t.junk == s.junk
                        && match &t.expr.node {
                            Node::Var(v) => v.rte == own && v.attno as usize == i + 1,
                            Node::Const(_) => t.expr == s.expr,
                            _ => false,
                        }
                });
            if trivial {
                let mut sub = std::mem::replace(&mut **inner, Plan::empty());
                for (s, t) in sub.target.iter_mut().zip(&plan.target) {
                    s.name.clone_from(&t.name);
                    s.junk = t.junk;
                    s.resno = t.resno;
                    s.sort_group_ref = t.sort_group_ref;
                }
                let mut init = std::mem::take(&mut plan.init_plans);
                init.append(&mut sub.init_plans);
                sub.init_plans = init;
                *plan = sub;
                return;
            }
            *rte += offset;
        }
        PlanKind::Result { constant_qual } => {
            if plan.outer.is_some() {
                all_upper!(constant_qual);
                all_upper!(plan.target.iter_mut().map(|t| &mut t.expr));
                all_upper!(&mut plan.qual);
            } else {
                all_offset!(constant_qual);
                all_offset!(plan.target.iter_mut().map(|t| &mut t.expr));
                all_offset!(&mut plan.qual);
            }
            if let Some(p) = &mut plan.outer {
                fix(p, offset, flat);
            }
            return;
        }
        PlanKind::ModifyTable(m) => {
            let rte = m.rte;
            let result = |e: &mut Expr| {
                returning(e, rte, ot, offset);
            };
            m.returning.iter_mut().for_each(|t| result(&mut t.expr));
            plan.target.iter_mut().for_each(|t| result(&mut t.expr));
            if let Some(c) = &mut m.on_conflict {
                let excluded = c.excluded_rte;
                let mut f = |e: &mut Expr| {
                    rewrite(e, 0, &mut |e, _| {
                        if let Node::Var(v) = &mut e.node
                            && v.rte < Var::INNER
                        {
                            if v.rte == excluded {
                                v.rte = Var::INNER;
                            } else {
                                v.rte += offset;
                            }
                        }
                        true
                    });
                };
                c.set.iter_mut().for_each(|t| f(&mut t.expr));
                c.where_clause.iter_mut().for_each(&mut f);
                c.excluded_rte += offset;
            }
            m.rte += offset;
            if let Some(p) = &mut plan.outer {
                fix(p, offset, flat);
            }
            return;
        }
        PlanKind::Append(plans) | PlanKind::MergeAppend { plans, .. } => {
            for (i, t) in plan.target.iter_mut().enumerate() {
                t.expr.node = Node::Var(Var { rte: Var::OUTER, attno: i as i16 + 1, levels_up: 0 });
            }
            for p in plans {
                fix(p, offset, flat);
            }
            return;
        }
        PlanKind::RecursiveUnion { .. } => {
            for (i, t) in plan.target.iter_mut().enumerate() {
                t.expr.node = Node::Var(Var { rte: Var::OUTER, attno: i as i16 + 1, levels_up: 0 });
            }
            for p in [&mut plan.outer, &mut plan.inner].into_iter().flatten() {
                fix(p, offset, flat);
            }
            return;
        }
        PlanKind::BitmapAnd(plans) | PlanKind::BitmapOr(plans) => {
            for p in plans {
                fix(p, offset, flat);
            }
            return;
        }
        PlanKind::NestLoop { join_qual, params, .. } => {
            all_upper!(join_qual);
            for (_, e) in params {
                upper(e, ot, &[], offset);
            }
        }
        PlanKind::MergeJoin { join_qual, merge, .. } => {
            all_upper!(join_qual);
            for m in merge {
                upper(&mut m.clause, ot, it, offset);
                upper(&mut m.outer, ot, it, offset);
                upper(&mut m.inner, ot, it, offset);
            }
        }
        PlanKind::HashJoin { join_qual, clauses, outer_keys, .. } => {
            all_upper!(join_qual);
            all_upper!(clauses);
            all_upper!(outer_keys);
        }
        PlanKind::Hash { keys } => all_upper!(keys),
        PlanKind::Memoize { keys, .. } => {
            for (k, _) in keys {
                offset_expr(k, offset);
            }
        }
        PlanKind::LockRows { marks } => {
            for (rte, ..) in marks {
                *rte += offset;
            }
        }
        PlanKind::WindowAgg(w) => {
            use crate::analyze::FrameBound;
            for b in [&mut w.frame.start, &mut w.frame.end] {
                if let FrameBound::Preceding(e) | FrameBound::Following(e) = b {
                    offset_expr(e, offset);
                }
            }
        }
        PlanKind::Limit { .. }
        | PlanKind::Material
        | PlanKind::Sort { .. }
        | PlanKind::IncrementalSort { .. }
        | PlanKind::Unique { .. }
        | PlanKind::SetOp { .. }
        | PlanKind::ProjectSet
        | PlanKind::Group { .. }
        | PlanKind::Agg { .. } => {}
    }
    let is_scan = plan.outer.is_none();
    if is_scan {
        all_offset!(plan.target.iter_mut().map(|t| &mut t.expr));
        all_offset!(&mut plan.qual);
    } else {
        all_upper!(plan.target.iter_mut().map(|t| &mut t.expr));
        all_upper!(&mut plan.qual);
    }
    for p in [&mut plan.outer, &mut plan.inner].into_iter().flatten() {
        fix(p, offset, flat);
    }
}

/// RETURNING: the target's own columns stay, others come from the child's row.
fn returning(e: &mut Expr, rte: usize, outer: &[TargetEntry], offset: usize) {
    if let Node::Var(v) = &mut e.node {
        if v.rte != rte
            && let Some(i) = outer.iter().position(
                |t| matches!(&t.expr.node, Node::Var(o) if o.rte == v.rte && o.attno == v.attno),
            )
        {
            *v = Var { rte: Var::OUTER, attno: i as i16 + 1, levels_up: 0 };
            return;
        }
        if v.rte < Var::INNER {
            v.rte += offset;
        }
        return;
    }
    for c in children_mut(e) {
        returning(c, rte, outer, offset);
    }
}

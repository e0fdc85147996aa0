//! Resolving references: every expression above a scan names columns of the child's rows
//! (`setrefs.c`).

use super::root::SubRoot;
use super::tree::{any, children_mut, put_placeholders, rewrite};
use super::{Plan, PlanKind};
use crate::analyze::{ColumnInfo, FrameBound, RangeTblEntry, RteKind};
use crate::expr::{CoercionForm, Expr, Node, RowExpr, TargetEntry, Var};
use storage::ids::Oid;
use storage::types::oid;

/// Appends a query's range table to the plan's, and adjusts the Vars of its plan
/// (`set_plan_references`).
pub fn resolve(plan: &mut Plan, rtable: &[RangeTblEntry], flat: &mut Vec<RangeTblEntry>) {
    let offset = flat.len();
    flat.extend(rtable.iter().cloned());
    fix(plan, offset, flat);
}

/// Resolves the Vars in the plan of a sub-query.
pub fn resolve_sub(plan: &mut Plan, root: &SubRoot, flat: &mut Vec<RangeTblEntry>) {
    resolve(plan, &root.rtable, flat);
}

/// Moves the relations' numbers in an expression.
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

/// Replaces parts of an expression that a child computes by references to the child's columns.
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

/// The target lists of a plan's children, which its expressions name columns of, and by how much
/// the numbers of range table entries rise.
struct Children {
    outer: Vec<TargetEntry>,
    inner: Vec<TargetEntry>,
    offset: usize,
}

impl Children {
    /// The columns of a node's children.
    fn of(plan: &Plan, offset: usize) -> Children {
        let target = |p: &Option<Box<Plan>>| p.as_ref().map(|p| p.target.clone());
        let (outer, inner) = (target(&plan.outer), target(&plan.inner));
        Children { outer: outer.unwrap_or_default(), inner: inner.unwrap_or_default(), offset }
    }

    /// Replaces what a child computes by references to its columns, in several expressions
    /// (`fix_upper_expr`).
    fn upper<'e>(&self, list: impl IntoIterator<Item = &'e mut Expr>) {
        for e in list {
            upper(e, &self.outer, &self.inner, self.offset);
        }
    }
}

/// Adds `offset` to the range table indexes in expressions (`fix_scan_list`).
fn offset_all<'e>(list: impl IntoIterator<Item = &'e mut Expr>, offset: usize) {
    for e in list {
        offset_expr(e, offset);
    }
}

/// The expressions of a target list.
fn exprs(target: &mut [TargetEntry]) -> impl Iterator<Item = &mut Expr> {
    target.iter_mut().map(|t| &mut t.expr)
}

/// Resolves a plan and those below it (`set_plan_refs`).
fn fix(plan: &mut Plan, offset: usize, flat: &mut Vec<RangeTblEntry>) {
    if plan.outer.is_none() || matches!(plan.kind, PlanKind::BitmapHeapScan { .. }) {
        for e in exprs(&mut plan.target).chain(&mut plan.qual) {
            put_placeholders(&flat[offset..], e);
        }
    }
    for s in &mut plan.init_plans {
        offset_all(&mut s.args, offset);
    }
    match &mut plan.kind {
        PlanKind::SubqueryScan { .. } => {
            if fix_subquery_scan(plan, offset, flat) {
                return;
            }
            fix_expressions(plan, &Children::of(plan, offset));
            spell_out_whole_rows(plan, flat);
        }
        PlanKind::BitmapHeapScan { rte, recheck } => {
            *rte += offset;
            offset_all(recheck, offset);
            offset_all(exprs(&mut plan.target), offset);
            offset_all(&mut plan.qual, offset);
        }
        PlanKind::ModifyTable(_) => fix_modify_table(plan, offset),
        PlanKind::Append { plans, .. } if plans.len() == 1 => {
            let only = plans.remove(0);
            take_place(plan, only);
            return fix(plan, offset, flat);
        }
        PlanKind::Append { rte, .. } | PlanKind::MergeAppend { rte, .. } => {
            if *rte != 0 {
                *rte += offset;
            }
            fix_appended_target(plan);
        }
        PlanKind::RecursiveUnion { .. } => fix_appended_target(plan),
        PlanKind::SetOp { .. } if plan.inner.is_some() => fix_appended_target(plan),
        PlanKind::BitmapAnd(_) | PlanKind::BitmapOr(_) => {}
        _ => {
            let children = Children::of(plan, offset);
            fix_kind(plan, &children);
            fix_expressions(plan, &children);
            spell_out_whole_rows(plan, flat);
        }
    }
    if let PlanKind::Append { plans, .. }
    | PlanKind::MergeAppend { plans, .. }
    | PlanKind::BitmapAnd(plans)
    | PlanKind::BitmapOr(plans) = &mut plan.kind
    {
        for p in plans {
            fix(p, offset, flat);
        }
    }
    for p in [&mut plan.outer, &mut plan.inner].into_iter().flatten() {
        fix(p, offset, flat);
    }
}

/// Resolves the target list and the conditions: in a scan they name columns of tables, in other
/// nodes columns of the children.
fn fix_expressions(plan: &mut Plan, children: &Children) {
    if plan.outer.is_none() {
        offset_all(exprs(&mut plan.target), children.offset);
        offset_all(&mut plan.qual, children.offset);
    } else {
        children.upper(exprs(&mut plan.target));
        children.upper(&mut plan.qual);
    }
}

/// Whether an expression is the whole row of the entry `rte`.
fn is_whole_row(e: &Expr, rte: usize) -> bool {
    matches!(&e.node, Node::Var(v) if v.rte == rte && v.attno == 0)
}

/// Puts the columns of what a scan reads in the place of its whole row, where that is no table: how its rows are laid
/// out is known from its columns alone (`ExecEvalWholeRowVar`).
fn spell_out_whole_rows(plan: &mut Plan, flat: &[RangeTblEntry]) {
    let rte = match &plan.kind {
        PlanKind::SubqueryScan { rte, .. }
        | PlanKind::FunctionScan { rte, .. }
        | PlanKind::ValuesScan { rte, .. }
        | PlanKind::CteScan { rte, .. }
        | PlanKind::WorkTableScan { rte, .. } => *rte,
        _ => return,
    };
    let is_row = |e: &Expr| is_whole_row(e, rte);
    if !plan.target.iter().map(|t| &t.expr).chain(&plan.qual).any(|e| any(e, &is_row)) {
        return;
    }
    put_columns(plan, &flat[rte - 1], rte);
}

/// Puts the columns of the entry `rte`, which a scan reads, in the place of its whole row.
#[inline(never)]
fn put_columns(plan: &mut Plan, entry: &RangeTblEntry, rte: usize) {
    let column = |c: &ColumnInfo| (c.type_oid, c.typmod, c.collation);
    let columns: Vec<(Oid, i32, Oid)> = match (&plan.kind, &entry.kind) {
        (PlanKind::SubqueryScan { plan, .. }, _) => {
            let shown = plan.target.iter().filter(|t| !t.junk).map(|t| &t.expr);
            shown.map(|e| (e.type_oid, e.typmod, e.collation)).collect()
        }
        (_, RteKind::Values { columns, .. } | RteKind::Cte { columns, .. }) => {
            columns.iter().map(column).collect()
        }
        (_, RteKind::Function { functions, ordinality }) => {
            let number = ordinality.then_some((oid::INT8, -1, Oid::INVALID));
            functions.iter().flat_map(|f| f.columns.iter().map(column)).chain(number).collect()
        }
        _ => return,
    };
    let vars = columns.into_iter().zip(1..).map(|((type_oid, typmod, collation), attno)| {
        let node = Node::Var(Var { rte, attno, levels_up: 0 });
        Expr { node, type_oid, typmod, collation, location: -1 }
    });
    let args: Vec<Expr> = vars.collect();
    let mut names = entry.eref.columns.clone();
    names.resize(args.len(), String::new());
    for e in plan.target.iter_mut().map(|t| &mut t.expr).chain(&mut plan.qual) {
        rewrite(e, 0, &mut |e, _| {
            let found = is_whole_row(e, rte);
            if found {
                let (args, names) = (args.clone(), names.clone());
                e.node = Node::Row(RowExpr { args, names, form: CoercionForm::Whole });
            }
            !found
        });
    }
}

/// Resolves the expressions that only this kind of node has.
fn fix_kind(plan: &mut Plan, children: &Children) {
    let offset = children.offset;
    match &mut plan.kind {
        PlanKind::SeqScan { rte }
        | PlanKind::CteScan { rte, .. }
        | PlanKind::WorkTableScan { rte, .. } => *rte += offset,
        PlanKind::IndexScan(s) | PlanKind::BitmapIndexScan(s) | PlanKind::IndexOnlyScan(s) => {
            s.rte += offset;
            for q in &mut s.quals {
                offset_all(std::iter::once(&mut q.value), offset);
                offset_all(q.rest.iter_mut().map(|(_, value)| value), offset);
            }
            offset_all(&mut s.quals_orig, offset);
            offset_all(&mut s.index_target, offset);
        }
        PlanKind::TidScan { rte, quals } | PlanKind::TidRangeScan { rte, quals } => {
            *rte += offset;
            offset_all(quals, offset);
        }
        PlanKind::FunctionScan { rte, functions, .. } => {
            *rte += offset;
            offset_all(functions.iter_mut().map(|f| &mut f.expr), offset);
        }
        PlanKind::ValuesScan { rte, rows } => {
            *rte += offset;
            offset_all(rows.iter_mut().flatten(), offset);
        }
        PlanKind::Result { constant_qual } if plan.outer.is_some() => children.upper(constant_qual),
        PlanKind::Result { constant_qual } => offset_all(constant_qual, offset),
        PlanKind::NestLoop { join_qual, params, .. } => {
            children.upper(join_qual);
            for (_, e) in params {
                upper(e, &children.outer, &[], offset);
            }
        }
        PlanKind::MergeJoin { join_qual, merge, .. } => {
            children.upper(join_qual);
            for m in merge {
                children.upper([&mut m.clause, &mut m.outer, &mut m.inner]);
            }
        }
        PlanKind::HashJoin { join_qual, clauses, outer_keys, .. } => {
            children.upper(join_qual);
            children.upper(clauses);
            children.upper(outer_keys);
        }
        PlanKind::Hash { keys } => children.upper(keys),
        PlanKind::Memoize { keys, .. } => offset_all(keys.iter_mut().map(|k| &mut k.0), offset),
        PlanKind::LockRows { marks } => {
            for (rte, ..) in marks {
                *rte += offset;
            }
        }
        PlanKind::WindowAgg(w) => {
            children.upper(&mut w.run);
            for b in [&mut w.frame.start, &mut w.frame.end] {
                if let FrameBound::Preceding(e) | FrameBound::Following(e) = b {
                    offset_expr(e, offset);
                }
            }
        }
        PlanKind::SubqueryScan { .. }
        | PlanKind::BitmapHeapScan { .. }
        | PlanKind::ModifyTable(_)
        | PlanKind::Append { .. }
        | PlanKind::MergeAppend { .. }
        | PlanKind::RecursiveUnion { .. }
        | PlanKind::BitmapAnd(_)
        | PlanKind::BitmapOr(_)
        | PlanKind::Limit { .. }
        | PlanKind::Material
        | PlanKind::Sort { .. }
        | PlanKind::IncrementalSort { .. }
        | PlanKind::Unique { .. }
        | PlanKind::SetOp { .. }
        | PlanKind::ProjectSet
        | PlanKind::Group { .. }
        | PlanKind::Agg { .. } => {}
    }
}

/// Resolves the plan of a sub-query scan. Returns true if the scan does nothing, and its plan has
/// replaced it (`set_subqueryscan_references`, `trivial_subqueryscan`).
fn fix_subquery_scan(plan: &mut Plan, offset: usize, flat: &mut Vec<RangeTblEntry>) -> bool {
    let PlanKind::SubqueryScan { rte, plan: inner, rtable } = &mut plan.kind else { return false };
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
    if !trivial {
        *rte += offset;
        return false;
    }
    let sub = std::mem::replace(&mut **inner, Plan::empty());
    take_place(plan, sub);
    true
}

/// Puts a plan's only child, which gives its columns, in its place (`clean_up_removed_plan_level`).
fn take_place(plan: &mut Plan, mut child: Plan) {
    for (s, t) in child.target.iter_mut().zip(&plan.target) {
        s.name.clone_from(&t.name);
        s.junk = t.junk;
        s.resno = t.resno;
        s.sort_group_ref = t.sort_group_ref;
    }
    let mut init = std::mem::take(&mut plan.init_plans);
    init.append(&mut child.init_plans);
    child.init_plans = init;
    *plan = child;
}

/// Resolves RETURNING and ON CONFLICT DO UPDATE (`set_returning_clause_references`,
/// `fix_join_expr`): columns of `excluded` become columns of the inner row.
fn fix_modify_table(plan: &mut Plan, offset: usize) {
    let children = Children::of(plan, offset);
    let PlanKind::ModifyTable(m) = &mut plan.kind else { return };
    let rte = m.rte;
    for e in exprs(&mut m.returning).chain(exprs(&mut plan.target)) {
        returning(e, rte, &children.outer, offset);
    }
    if let Some(c) = &mut m.on_conflict {
        let excluded = c.excluded_rte;
        for e in exprs(&mut c.set).chain(&mut c.where_clause) {
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
        }
        c.excluded_rte += offset;
    }
    m.rte += offset;
}

/// Resolves the target list of an Append or similar node, whose columns are those of its members
/// (`set_dummy_tlist_references`).
fn fix_appended_target(plan: &mut Plan) {
    for (i, t) in plan.target.iter_mut().enumerate() {
        t.expr.node = Node::Var(Var { rte: Var::OUTER, attno: i as i16 + 1, levels_up: 0 });
    }
}

/// Resolves RETURNING: the target's own columns stay, others come from the child's row.
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

//! Finds the relations that a statement names (`raw_expression_tree_walker`).

use super::*;
use std::slice::from_ref;

/// Calls `f` with each relation that a SELECT, INSERT, UPDATE or DELETE reads or writes, also in its
/// sub-queries; names defined by its WITH are not relations (`makeDependencyGraphWalker`).
pub fn each_relation(statement: &Statement, f: &mut dyn FnMut(&RangeVar)) {
    let f: &mut dyn FnMut(&RangeVar, Place) = &mut |r, _| f(r);
    Walk { own: Vec::new(), place: Place::Plain, f }.statement(statement);
}

/// Calls `f` with each relation that a SELECT reads, and with the place where its name stands; the SELECT itself stands at
/// `place` (`checkWellFormedRecursionWalker`).
pub fn each_relation_placed(
    select: &SelectStmt,
    place: Place,
    f: &mut dyn FnMut(&RangeVar, Place),
) {
    Walk { own: Vec::new(), place, f }.select(select);
}

/// The places in a query where a recursive query may not name itself, and any other (`RecursionContext`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A place where it may.
    Plain,
    /// The left side of a recursive UNION.
    NonRecursiveTerm,
    /// A sub-query of an expression.
    SubLink,
    /// The side of an outer join that gets NULLs.
    OuterJoin,
    /// A side of INTERSECT ALL.
    Intersect,
    /// The right side of EXCEPT, or a side of EXCEPT ALL.
    Except,
}

struct Walk<'a> {
    /// Names that are members of a WITH here.
    own: Vec<String>,
    place: Place,
    f: &'a mut dyn FnMut(&RangeVar, Place),
}

impl Walk<'_> {
    /// Visits a statement.
    fn statement(&mut self, s: &Statement) {
        match s {
            Statement::Select(s) => self.select(s),
            Statement::Insert(s) => self.with(s.with.as_deref(), |w| {
                w.relation(&s.relation);
                w.targets(&s.columns);
                s.select.iter().for_each(|query| w.select(query));
                if let Some(c) = &s.on_conflict {
                    w.targets(c.update.as_deref().unwrap_or_default());
                    w.exprs(&c.where_clause);
                    if let Some(infer) = &c.infer {
                        infer.elems.iter().for_each(|e| w.exprs(&e.expr));
                        w.exprs(&infer.where_clause);
                    }
                }
                w.targets(&s.returning);
            }),
            Statement::Update(s) => self.with(s.with.as_deref(), |w| {
                w.relation(&s.relation);
                w.targets(&s.targets);
                w.exprs(&s.where_clause);
                w.items(&s.from);
                w.targets(&s.returning);
            }),
            Statement::Delete(s) => self.with(s.with.as_deref(), |w| {
                w.relation(&s.relation);
                w.items(&s.using);
                w.exprs(&s.where_clause);
                w.targets(&s.returning);
            }),
            _ => {}
        }
    }

    /// Walks a statement with its WITH: each member sees the members before it, under RECURSIVE all
    /// members.
    fn with(&mut self, with: Option<&WithClause>, rest: impl FnOnce(&mut Self)) {
        let outer = self.own.len();
        if let Some(with) = with {
            if with.recursive {
                self.own.extend(with.ctes.iter().map(|c| c.name.clone()));
            }
            for c in &with.ctes {
                self.statement(&c.query);
                if !with.recursive {
                    self.own.push(c.name.clone());
                }
            }
        }
        rest(self);
        self.own.truncate(outer);
    }

    /// Visits a SELECT: its WITH first, whose names hide relations.
    fn select(&mut self, s: &SelectStmt) {
        self.with(s.with.as_deref(), |w| {
            if let Distinct::On(list) = &s.distinct {
                w.exprs(list);
            }
            w.targets(&s.target_list);
            w.items(&s.from);
            w.exprs(&s.where_clause);
            w.exprs(&s.group_by);
            w.exprs(&s.having);
            s.windows.iter().for_each(|window| w.window(window));
            s.values.iter().for_each(|row| w.exprs(row));
            w.sorted(&s.order_by);
            w.exprs(&s.limit_offset);
            w.exprs(&s.limit_count);
            if let Some(op) = &s.set_op {
                let (left, right) = match (op.op, op.all) {
                    (SetOp::Intersect, true) => (Place::Intersect, Place::Intersect),
                    (SetOp::Except, true) => (Place::Except, Place::Except),
                    (SetOp::Except, false) => (Place::Plain, Place::Except),
                    _ => (Place::Plain, Place::Plain),
                };
                w.within(left, |w| w.select(&op.left));
                w.within(right, |w| w.select(&op.right));
            }
        });
    }

    /// Visits what stands at a place, unless a place around it counts already.
    fn within(&mut self, place: Place, visit: impl FnOnce(&mut Self)) {
        let outer = self.place;
        if outer == Place::Plain {
            self.place = place;
        }
        visit(self);
        self.place = outer;
    }

    /// Passes a relation on, unless the name is one of the statement's own WITH queries.
    fn relation(&mut self, r: &RangeVar) {
        if r.schema.is_some() || !self.own.contains(&r.name) {
            (self.f)(r, self.place);
        }
    }

    /// Visits a target list.
    fn targets(&mut self, list: &[ResTarget]) {
        for t in list {
            self.steps(&t.indirection);
            self.exprs(&t.val);
        }
    }

    /// Visits the items of FROM.
    fn items(&mut self, list: &[FromItem]) {
        for item in list {
            match item {
                FromItem::Relation(r) => self.relation(r),
                FromItem::Subselect(s) => self.select(&s.subquery),
                FromItem::Function(f) => f.functions.iter().for_each(|(call, _)| self.expr(call)),
                FromItem::Join(j) => {
                    let side = |nulls| if nulls { Place::OuterJoin } else { Place::Plain };
                    let left = side(matches!(j.kind, JoinType::Right | JoinType::Full));
                    let right = side(matches!(j.kind, JoinType::Left | JoinType::Full));
                    self.within(left, |w| w.items(from_ref(&j.left)));
                    self.within(right, |w| w.items(from_ref(&j.right)));
                    self.exprs(&j.quals);
                }
                FromItem::Sample(s) => {
                    self.items(from_ref(&s.relation));
                    self.exprs(&s.args);
                    self.exprs(&s.repeatable);
                }
            }
        }
    }

    /// Visits the elements of ORDER BY.
    fn sorted(&mut self, list: &[SortBy]) {
        list.iter().for_each(|by| self.expr(&by.node));
    }

    /// Visits a window definition.
    fn window(&mut self, w: &WindowDef) {
        self.exprs(&w.partition_by);
        self.sorted(&w.order_by);
        for bound in w.frame.iter().flat_map(|frame| [&frame.start, &frame.end]) {
            if let FrameBound::Preceding(e) | FrameBound::Following(e) = bound {
                self.expr(e);
            }
        }
    }

    /// Visits subscripts.
    fn steps(&mut self, list: &[IndirectionStep]) {
        for step in list {
            match step {
                IndirectionStep::Subscript(e) => self.expr(e),
                IndirectionStep::Slice { lower, upper } => {
                    lower.iter().chain(upper).for_each(|e| self.expr(e));
                }
                IndirectionStep::Field(_) | IndirectionStep::Star => {}
            }
        }
    }

    /// Visits expressions.
    fn exprs<'e>(&mut self, list: impl IntoIterator<Item = &'e Expr>) {
        list.into_iter().for_each(|e| self.expr(e));
    }

    /// Visits an expression.
    fn expr(&mut self, e: &Expr) {
        match e {
            Expr::TypeCast(c) => self.expr(&c.arg),
            Expr::Collate(c) => self.expr(&c.arg),
            Expr::AExpr(a) => self.exprs(a.left.iter().chain(&a.right)),
            Expr::BoolExpr(b) => self.exprs(&b.args),
            Expr::NullTest(t) => self.expr(&t.arg),
            Expr::BooleanTest(t) => self.expr(&t.arg),
            Expr::FuncCall(c) => {
                self.exprs(&c.args);
                self.sorted(&c.order_by);
                self.exprs(&c.filter);
                c.over.iter().for_each(|window| self.window(window));
            }
            Expr::Indirection(i) => {
                self.expr(&i.arg);
                self.steps(&i.indirection);
            }
            Expr::Case(c) => {
                self.exprs(&c.arg);
                c.whens.iter().for_each(|when| self.exprs([&when.expr, &when.result]));
                self.exprs(&c.default);
            }
            Expr::SubLink(s) => {
                // It counts whatever is around it.
                let outer = std::mem::replace(&mut self.place, Place::SubLink);
                self.select(&s.subselect);
                self.place = outer;
                self.exprs(&s.test);
            }
            Expr::GroupingSet(g) => self.exprs(&g.content),
            Expr::Array { elements: list, .. }
            | Expr::Row { args: list, .. }
            | Expr::Coalesce { args: list, .. }
            | Expr::MinMax { args: list, .. }
            | Expr::Grouping { args: list, .. }
            | Expr::List(list) => self.exprs(list),
            Expr::MultiAssignRef { source: e, .. } | Expr::NamedArg { arg: e, .. } => self.expr(e),
            Expr::ColumnRef(_)
            | Expr::ParamRef { .. }
            | Expr::Const(_)
            | Expr::SqlValueFunction(_)
            | Expr::SetToDefault { .. }
            | Expr::CurrentOf { .. } => {}
        }
    }
}

//! Sub-queries in FROM that only select and join become part of their parent
//! (`pull_up_subqueries`).

use super::contain::{contains_nonstrict, contains_volatile, expr_has_vars_of_level, returns_set};
use super::sublink::{offset_query_vars, pull_up_sublinks, relids_around};
use super::union_all::{is_append, pull_up_union_all};
use super::{from_relids, make_rte, tree_relids};
use crate::analyze::{
    CommandType, FromExpr, JoinExpr, JoinTreeNode, JoinType, Query, RangeTblEntry, RteKind,
};
use crate::expr::{CoercionForm, Expr, Node, Var};
use crate::plan::relids::Relids;
use crate::plan::tree::{
    node_exprs_mut, relids, rewrite, rewrite_query, shift_levels, shift_query_levels,
};

// ---- pulling up sub-queries --------------------------------------------------------------------

/// Merges sub-queries in FROM that only select and join into their parent, and makes those that are a UNION ALL append
/// relations; `correlated` as for `pull_up_sublinks` (`pull_up_subqueries`).
pub fn pull_up_subqueries(q: &mut Query, correlated: bool) {
    pull_up_values(q);
    loop {
        let mut candidates = Vec::new();
        let tree = JoinTreeNode::From(Box::new(q.jointree.clone()));
        leaves(&tree, false, None, &mut candidates);
        let mut changed = false;
        for (number, nullable, around) in candidates {
            if is_append(q, number) {
                continue;
            }
            if nullable && let RteKind::Subquery { query, .. } = &mut q.rtable[number - 1].kind {
                flatten_join_aliases(query);
                if is_plain(query) {
                    pull_up_subqueries(query, correlated);
                }
            }
            changed = if is_simple_subquery(q, number, nullable, around) {
                pull_up_one(q, number, nullable, correlated);
                true
            } else {
                combines(q, number) && pull_up_union_all(q, number, correlated)
            };
            if changed {
                break;
            }
        }
        if !changed {
            let Query { jointree, rtable, .. } = q;
            jointree.from.iter_mut().for_each(|n| remove_results(n, rtable));
            return;
        }
    }
}

/// Whether an entry of FROM is a sub-query with a set operation.
fn combines(q: &Query, number: usize) -> bool {
    matches!(&q.rtable[number - 1].kind, RteKind::Subquery { query, .. } if query.set_operations.is_some())
}

/// Makes a query that reads one row of VALUES, and nothing else, one without FROM (`is_simple_values`,
/// `pull_up_simple_values`).
pub(super) fn pull_up_values(q: &mut Query) {
    let ([entry], [JoinTreeNode::Rte(1)]) = (&q.rtable[..], &q.jointree.from[..]) else { return };
    let RteKind::Values { rows, .. } = &entry.kind else { return };
    let [row] = &rows[..] else { return };
    if row.iter().any(|e| returns_set(e) || contains_volatile(e)) {
        return;
    }
    let (row, names) = (row.clone(), entry.eref.columns.clone());
    q.jointree.from.clear();
    q.rtable[0].kind = RteKind::Result;
    let columns = Columns { number: 1, targets: &row, names: &names, nullable: false };
    rewrite_query(q, 0, &mut |e, depth| columns.put(e, depth, &mut Placeholders::default()));
}

/// Makes semi-joins whose right side is one row without a relation conditions of their left side; any other side of
/// an outer join or semi-join stays, as one row (`remove_useless_results_recurse`).
fn remove_results(n: &mut JoinTreeNode, rtable: &mut Vec<RangeTblEntry>) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => f.from.iter_mut().for_each(|n| remove_results(n, rtable)),
        JoinTreeNode::Join(j) => {
            remove_results(&mut j.left, rtable);
            remove_results(&mut j.right, rtable);
            if j.kind == JoinType::Semi && tree_relids(&j.right).is_empty() {
                let left = std::mem::replace(&mut j.left, JoinTreeNode::Rte(0));
                let quals = j.quals.take();
                *n = JoinTreeNode::From(Box::new(FromExpr { from: vec![left], quals }));
                return;
            }
            for side in [&mut j.left, &mut j.right] {
                if j.kind != JoinType::Inner && tree_relids(side).is_empty() {
                    rtable.push(make_rte(RteKind::Result, "*RESULT*", Vec::new()));
                    let row = JoinTreeNode::Rte(rtable.len());
                    let from = vec![row, std::mem::replace(side, JoinTreeNode::Rte(0))];
                    *side = JoinTreeNode::From(Box::new(FromExpr { from, quals: None }));
                }
            }
        }
    }
}

/// A relation of a join tree, whether an outer join may put NULLs in its place, and the relations of the lowest outer
/// join or semi-join above it (`lowest_outer_join`), if there is one.
type Leaf = (usize, bool, Option<Relids>);

/// Collects the range table entries of a join tree.
fn leaves(n: &JoinTreeNode, nullable: bool, around: Option<Relids>, out: &mut Vec<Leaf>) {
    match n {
        JoinTreeNode::Rte(r) => out.push((*r, nullable, around)),
        JoinTreeNode::From(f) => f.from.iter().for_each(|n| leaves(n, nullable, around, out)),
        JoinTreeNode::Join(j) => {
            let (l, r) = match j.kind {
                JoinType::Inner | JoinType::Semi => (nullable, nullable),
                JoinType::Left | JoinType::Anti => (nullable, true),
                JoinType::Right => (true, nullable),
                _ => (true, true),
            };
            let around = match j.kind {
                JoinType::Inner => around,
                _ => Some(tree_relids(&j.left) | tree_relids(&j.right)),
            };
            leaves(&j.left, l, around, out);
            leaves(&j.right, r, around, out);
        }
    }
}

/// Whether a query returns the rows of its FROM unchanged: without groups, order, limits ...
fn is_plain(q: &Query) -> bool {
    q.command == CommandType::Select
        && q.set_operations.is_none()
        && !q.has_aggs
        && !q.has_window_funcs
        && !q.has_target_srfs
        && q.group.is_empty()
        && q.grouping_sets.is_empty()
        && q.having.is_none()
        && q.sort.is_empty()
        && q.distinct.is_empty()
        && q.limit.is_none()
        && q.offset.is_none()
        && !q.has_for_update
        && !q.security_barrier
        && q.ctes.is_empty()
        && !q.target.iter().any(|t| contains_volatile(&t.expr))
}

/// Whether a sub-query can be merged into its parent. One whose columns an outer join may make NULL
/// (`nullable`) is only when they are NULL as its relations' columns are, or when one of its relations can compute them;
/// and what it refers to must be inside the outer join or semi-join it is in, whose relations are `around`
/// (`is_simple_subquery`).
pub(in crate::plan) fn is_simple_subquery(
    q: &Query,
    number: usize,
    nullable: bool,
    around: Option<Relids>,
) -> bool {
    let rte = &q.rtable[number - 1];
    let RteKind::Subquery { query: sub, .. } = &rte.kind else { return false };
    if !is_plain(sub) || q.rtable.len() + sub.rtable.len() > Relids::MAX_MEMBER {
        return false;
    }
    if sub.jointree.from.is_empty() && (nullable || sub.jointree.quals.is_some()) {
        return false;
    }
    if rte.lateral && around.is_some_and(|inside| !relids_around(sub).is_subset(inside)) {
        return false;
    }
    !nullable
        || sub
            .target
            .iter()
            .all(|t| is_null_with_columns(&t.expr) || computing_relation(sub, &t.expr).is_some())
}

/// Whether an expression of a sub-query is NULL where an outer join puts NULL in the place of its relations' columns:
/// a plain column or a strict expression over columns (`pullup_replace_vars_callback`).
fn is_null_with_columns(e: &Expr) -> bool {
    match &e.node {
        Node::Var(v) => v.levels_up == 0,
        _ => expr_has_vars_of_level(e, 0) && !contains_nonstrict(e),
    }
}

/// The relation of a sub-query that can compute an expression with its rows (`ph_eval_at`); `None` also where it takes a
/// join, which is not modelled.
#[inline(never)]
fn computing_relation(sub: &Query, e: &Expr) -> Option<usize> {
    let all = from_relids(&sub.jointree);
    let own = relids(e);
    let rte = if own.is_empty() { all.singleton() } else { own.singleton() }?;
    let is_scanned = matches!(
        sub.rtable[rte - 1].kind,
        RteKind::Relation { .. }
            | RteKind::Function { .. }
            | RteKind::Values { .. }
            | RteKind::Cte { .. }
    );
    let of_inner_joins = sub.jointree.from.iter().all(has_inner_joins_only);
    (is_scanned && of_inner_joins && !sub.has_sub_links && !expr_has_vars_of_level(e, 1))
        .then_some(rte)
}

/// Whether a node of the join tree has no outer join or semi-join.
fn has_inner_joins_only(n: &JoinTreeNode) -> bool {
    match n {
        JoinTreeNode::Rte(_) => true,
        JoinTreeNode::From(f) => f.from.iter().all(has_inner_joins_only),
        JoinTreeNode::Join(j) => {
            j.kind == JoinType::Inner
                && has_inner_joins_only(&j.left)
                && has_inner_joins_only(&j.right)
        }
    }
}

/// Pulls up the sub-query with this number; `nullable`: what it reads must stay a relation if an outer join may put
/// NULLs in its place (`pull_up_simple_subquery`).
fn pull_up_one(q: &mut Query, number: usize, nullable: bool, correlated: bool) {
    let RteKind::Subquery { query, .. } =
        std::mem::replace(&mut q.rtable[number - 1].kind, RteKind::Result)
    else {
        return;
    };
    let mut sub = *query;
    flatten_join_aliases(&mut sub);
    let lateral = q.rtable[number - 1].lateral;
    let offset = q.rtable.len();
    let mut placeholders = Placeholders::default();
    if nullable {
        placeholders = Placeholders::of(&sub, offset);
    } else {
        pull_up_values(&mut sub);
    }
    pull_up_sublinks(&mut sub, correlated);
    offset_query_vars(&mut sub, offset);
    shift_query_levels(&mut sub, -1, 1);
    let targets: Vec<Expr> =
        sub.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    let names = q.rtable[number - 1].eref.columns.clone();
    if lateral {
        for rte in &mut sub.rtable {
            if !matches!(rte.kind, RteKind::Relation { .. } | RteKind::Join(_)) {
                rte.lateral = true;
            }
        }
    }
    q.rtable.append(&mut sub.rtable);
    q.row_marks.append(&mut sub.row_marks);
    q.has_sub_links |= sub.has_sub_links;
    let columns = Columns { number, targets: &targets, names: &names, nullable };
    if nullable {
        columns.put_below_nulling_join(&mut q.jointree);
        let new = q.rtable[offset..].iter_mut();
        placeholders.computed = new.map(|rte| std::mem::take(&mut rte.placeholders)).collect();
    }
    let tree = JoinTreeNode::From(Box::new(std::mem::take(&mut sub.jointree)));
    replace_leaf_in_from(&mut q.jointree, number, &mut Some(tree));
    rewrite_query(q, 0, &mut |e, depth| columns.put(e, depth, &mut placeholders));
    for (rte, computed) in q.rtable[offset..].iter_mut().zip(placeholders.computed) {
        rte.placeholders = computed;
    }
    // The emptied entry stays for its number and is never scanned.
}

/// The columns of a sub-query that relations compute for an outer join above, each as what stands for an expression
/// (`PlaceHolderVar`).
#[derive(Default)]
struct Placeholders {
    /// By column, which of the sub-query's relations computes it, from 1; `None` where the column needs none. The last is
    /// that of the whole row, `None` where it takes several relations.
    by: Vec<Option<usize>>,
    /// The number of the first expression of each relation.
    base: i16,
    /// How many relations come before those of the sub-query.
    offset: usize,
    /// What each of its relations computes.
    computed: Vec<Vec<Expr>>,
}

impl Placeholders {
    /// Those of a sub-query whose relations come behind `offset` others.
    #[inline(never)]
    fn of(sub: &Query, offset: usize) -> Placeholders {
        let of_one = from_relids(&sub.jointree).singleton().is_some();
        let base = if of_one { Var::PLACEHOLDER } else { Var::PLACEHOLDER_OF_JOIN };
        let mut by = Vec::new();
        let mut of_row = None;
        for (i, t) in sub.target.iter().filter(|t| !t.junk).enumerate() {
            let computing = computing_relation(sub, &t.expr);
            of_row = computing.filter(|_| i == 0 || of_row == computing);
            by.push(computing.filter(|_| !is_null_with_columns(&t.expr)));
        }
        by.push(of_row);
        Placeholders { by, base, offset, computed: Vec::new() }
    }

    /// What stands for a column, counted from 0, with this expression.
    fn column(&mut self, column: usize, e: &Expr) -> Expr {
        let Some(Some(rte)) = self.by.get(column).copied() else { return e.clone() };
        let known = &mut self.computed[rte - 1];
        let at = known.iter().position(|k| k == e).unwrap_or(known.len());
        if at == known.len() {
            known.push(e.clone());
        }
        let attno = self.base + at as i16;
        let node = Node::Var(Var { rte: rte + self.offset, attno, levels_up: 0 });
        Expr { node, location: -1, ..e.clone() }
    }
}

/// The columns of an entry that is replaced by expressions.
struct Columns<'a> {
    number: usize,
    targets: &'a [Expr],
    names: &'a [String],
    /// Whether an outer join may put NULL in the place of its row.
    nullable: bool,
}

impl Columns<'_> {
    /// Puts the expressions in the place of the columns in `e`, which is `depth` queries further down; says whether to go
    /// further down (`pullup_replace_vars_callback`).
    fn put(&self, e: &mut Expr, depth: u32, placeholders: &mut Placeholders) -> bool {
        let Node::Var(v) = &e.node else { return true };
        if v.levels_up != depth || v.rte != self.number {
            return true;
        }
        let is_row = v.attno <= 0;
        let mut new = if is_row {
            placeholders.column(self.targets.len(), &whole_row(e, self.targets, self.names))
        } else {
            let column = v.attno as usize - 1;
            placeholders.column(column, &self.targets[column])
        };
        if let (Node::Row(row), true) = (&mut new.node, self.nullable && is_row) {
            row.form = CoercionForm::Nullable;
            for (i, column) in row.args.iter_mut().enumerate() {
                *column = placeholders.column(i, column);
            }
        }
        shift_levels(&mut new, depth as i32, 0);
        *e = new;
        false
    }

    /// Puts the expressions themselves in the conditions at and below the lowest outer join that may put NULL in the place
    /// of the entry's row, since that join has not done it there yet. The conditions of a FULL join keep what stands for
    /// the expressions: it tells the join's sides apart (`replace_vars_in_jointree`).
    #[inline(never)]
    fn put_below_nulling_join(&self, tree: &mut FromExpr) {
        let found = tree.from.iter_mut().find_map(|n| nulling_join(n, self.number));
        let Some(join) = found else { return };
        let mut conditions = Vec::new();
        node_exprs_mut(&mut join.left, &mut conditions);
        node_exprs_mut(&mut join.right, &mut conditions);
        conditions.extend(join.quals.iter_mut().filter(|_| join.kind != JoinType::Full));
        for e in conditions {
            rewrite(e, 0, &mut |e, depth| self.put(e, depth, &mut Placeholders::default()));
        }
    }
}

/// The lowest outer join that may put NULL in the place of an entry's row (`lowest_nulling_outer_join`).
fn nulling_join(n: &mut JoinTreeNode, number: usize) -> Option<&mut JoinExpr> {
    match n {
        JoinTreeNode::Rte(_) => None,
        JoinTreeNode::From(f) => f.from.iter_mut().find_map(|n| nulling_join(n, number)),
        JoinTreeNode::Join(j) => {
            let is_nullable = |n: &JoinTreeNode| {
                let mut found = Vec::new();
                leaves(n, false, None, &mut found);
                found.into_iter().find(|l| l.0 == number).map(|l| l.1)
            };
            let on_left = is_nullable(&j.left);
            let below = on_left.or_else(|| is_nullable(&j.right))?;
            let here = match j.kind {
                JoinType::Inner | JoinType::Semi => false,
                JoinType::Left | JoinType::Anti => on_left.is_none(),
                JoinType::Right => on_left.is_some(),
                _ => true,
            };
            if here && !below {
                return Some(j);
            }
            nulling_join(if on_left.is_some() { &mut j.left } else { &mut j.right }, number)
        }
    }
}

/// A whole-row value of a sub-query that was pulled up, with its columns' names.
pub fn whole_row(like: &Expr, targets: &[Expr], names: &[String]) -> Expr {
    let mut names = names.to_vec();
    names.resize(targets.len(), String::new());
    Expr {
        node: Node::Row(crate::expr::RowExpr {
            args: targets.to_vec(),
            names,
            form: CoercionForm::ImplicitCast,
        }),
        location: -1,
        ..like.clone()
    }
}

/// Puts a tree in the place of a relation in FROM.
fn replace_leaf_in_from(f: &mut FromExpr, number: usize, by: &mut Option<JoinTreeNode>) {
    for n in &mut f.from {
        replace_leaf(n, number, by);
    }
}

/// Puts a tree in the place of a relation.
fn replace_leaf(n: &mut JoinTreeNode, number: usize, by: &mut Option<JoinTreeNode>) {
    match n {
        JoinTreeNode::Rte(r) if *r == number => {
            if let Some(tree) = by.take() {
                *n = tree;
            }
        }
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => replace_leaf_in_from(f, number, by),
        JoinTreeNode::Join(j) => {
            replace_leaf(&mut j.left, number, by);
            replace_leaf(&mut j.right, number, by);
        }
    }
}

// ---- join aliases ------------------------------------------------------------------------------

/// Replaces columns of joins by the columns they come from (`flatten_join_alias_vars`), in the whole
/// query; the joins then name none.
pub fn flatten_join_aliases(q: &mut Query) {
    let joins: Vec<Option<Vec<Expr>>> = q
        .rtable
        .iter()
        .map(|r| match &r.kind {
            RteKind::Join(j) => Some(j.alias_vars.clone()),
            _ => None,
        })
        .collect();
    if joins.iter().all(Option::is_none) {
        return;
    }
    let names: Vec<Vec<String>> = q.rtable.iter().map(|r| r.eref.columns.clone()).collect();
    let mut passes = 0;
    loop {
        let mut changed = false;
        rewrite_query(q, 0, &mut |e, depth| {
            if let Node::Var(v) = &e.node
                && v.levels_up == depth
                && let Some(Some(columns)) = joins.get(v.rte.wrapping_sub(1))
            {
                let mut new = if v.attno > 0 {
                    columns[v.attno as usize - 1].clone()
                } else {
                    whole_row(e, columns, &names[v.rte - 1])
                };
                shift_levels(&mut new, depth as i32, 0);
                *e = new;
                changed = true;
            }
            true
        });
        passes += 1;
        if !changed || passes > 64 {
            break;
        }
    }
    for rte in &mut q.rtable {
        if let RteKind::Join(j) = &mut rte.kind {
            j.alias_vars.clear();
        }
    }
}

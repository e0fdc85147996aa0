//! `IN`, `EXISTS` and their opposites in WHERE become joins (`pull_up_sublinks`, `subselect.c`).

use super::contain::{contains_volatile, expr_has_vars_of_level, query_has_vars_of_level};
use super::{bool_expr, conjuncts, from_relids, make_and, make_rte, tree_relids};
use crate::analyze::{CommandType, FromExpr, JoinExpr, JoinTreeNode, JoinType, Query, RteKind};
use crate::expr::{BoolOp, CoercionForm, Expr, Node, Param, SubLink, SubLinkKind};
use crate::plan::relids::Relids;
use crate::plan::tree::{
    relids, rewrite, rewrite_query, shift_levels, shift_query_levels, walk_query,
};

// ---- sub-links to joins ------------------------------------------------------------------------

/// Turns IN and EXISTS in WHERE and ON into semi-joins, and NOT EXISTS into anti-joins. `correlated`: also an IN whose
/// sub-query uses columns of this query (`pull_up_sublinks`).
pub fn pull_up_sublinks(q: &mut Query, correlated: bool) {
    if !q.has_sub_links {
        return;
    }
    let mut tree = std::mem::take(&mut q.jointree);
    sublinks_in_from(q, &mut tree, correlated);
    q.jointree = tree;
}

/// Pulls up the sub-queries in the conditions of a FROM tree: the joins that they become are around it, with the conditions
/// that are left inside.
fn sublinks_in_from(q: &mut Query, f: &mut FromExpr, correlated: bool) {
    for n in &mut f.from {
        sublinks_in_node(q, n, correlated);
    }
    let available = from_relids(f);
    let quals = conjuncts(f.quals.take());
    let inside = FromExpr { from: std::mem::take(&mut f.from), quals: None };
    let node = JoinTreeNode::From(Box::new(inside));
    match join_sublinks(q, node, available, quals, correlated) {
        JoinTreeNode::From(inside) => *f = *inside,
        joined => f.from = vec![joined],
    }
}

/// Joins a node with what the sub-links among its conditions become; it keeps the other conditions.
fn join_sublinks(
    q: &mut Query,
    mut node: JoinTreeNode,
    available: Relids,
    quals: Vec<Expr>,
    correlated: bool,
) -> JoinTreeNode {
    let (mut kept, mut joins) = (Vec::new(), 0);
    for qual in quals {
        let (joined, rest) = sublink_to_join(q, node, available, qual, correlated);
        node = joined;
        joins += usize::from(rest.is_none());
        kept.extend(rest);
    }
    let mut inside = &mut node;
    for _ in 0..joins {
        if let JoinTreeNode::Join(j) = inside {
            inside = &mut j.left;
        }
    }
    match inside {
        JoinTreeNode::From(f) => f.quals = make_and(kept),
        JoinTreeNode::Join(j) => j.quals = make_and(kept),
        JoinTreeNode::Rte(_) => {}
    }
    node
}

/// Pulls up the sub-queries in the conditions of a node of the join tree.
fn sublinks_in_node(q: &mut Query, n: &mut JoinTreeNode, correlated: bool) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => sublinks_in_from(q, f, correlated),
        JoinTreeNode::Join(j) => {
            sublinks_in_node(q, &mut j.left, correlated);
            sublinks_in_node(q, &mut j.right, correlated);
            let quals = conjuncts(j.quals.take());
            match j.kind {
                JoinType::Inner => {
                    let available = tree_relids(&j.left) | tree_relids(&j.right);
                    let node = std::mem::replace(n, JoinTreeNode::Rte(0));
                    *n = join_sublinks(q, node, available, quals, correlated);
                }
                // A sub-link over the inner side only is joined to it.
                JoinType::Left => {
                    let available = tree_relids(&j.right);
                    let mut kept = Vec::new();
                    for qual in quals {
                        let right = std::mem::replace(&mut j.right, JoinTreeNode::Rte(0));
                        let (node, rest) = sublink_to_join(q, right, available, qual, correlated);
                        j.right = node;
                        kept.extend(rest);
                    }
                    j.quals = make_and(kept);
                }
                _ => j.quals = make_and(quals),
            }
        }
    }
}

/// Turns a conjunct into a join with `tree`, if it is a sub-link that allows it; else returns it
/// unchanged.
fn sublink_to_join(
    q: &mut Query,
    tree: JoinTreeNode,
    available: Relids,
    qual: Expr,
    correlated: bool,
) -> (JoinTreeNode, Option<Expr>) {
    match qual.node {
        Node::SubLink(s) if s.kind == SubLinkKind::Any => {
            match any_to_join(q, *s, available, correlated) {
                Ok((quals, right)) => (semi(JoinType::Semi, tree, right, quals), None),
                Err(s) => (tree, Some(Expr { node: Node::SubLink(Box::new(s)), ..qual })),
            }
        }
        Node::SubLink(s) if s.kind == SubLinkKind::Exists => {
            match exists_to_join(q, *s, available) {
                Ok((quals, right)) => (semi(JoinType::Semi, tree, right, quals), None),
                Err(s) => (tree, Some(Expr { node: Node::SubLink(Box::new(s)), ..qual })),
            }
        }
        Node::Bool(BoolOp::Not, mut args) if matches!(&args[0].node, Node::SubLink(s) if s.kind == SubLinkKind::Exists) =>
        {
            let inner = args.pop().unwrap_or_else(|| unreachable!("NOT has an argument"));
            let Node::SubLink(s) = inner.node else { unreachable!("matched above") };
            match exists_to_join(q, *s, available) {
                Ok((quals, right)) => (semi(JoinType::Anti, tree, right, quals), None),
                Err(s) => {
                    let link = Expr {
                        node: Node::SubLink(Box::new(s)),
                        type_oid: inner.type_oid,
                        typmod: -1,
                        collation: inner.collation,
                        location: inner.location,
                    };
                    (tree, Some(bool_expr(BoolOp::Not, vec![link])))
                }
            }
        }
        node => (tree, Some(Expr { node, ..qual })),
    }
}

/// The join node that a sub-link becomes.
pub(super) fn semi(
    kind: JoinType,
    left: JoinTreeNode,
    right: JoinTreeNode,
    quals: Option<Expr>,
) -> JoinTreeNode {
    JoinTreeNode::Join(Box::new(JoinExpr { kind, left, right, quals, rte: 0 }))
}

/// Turns `x IN (SELECT ...)` into the condition and right side of a semi-join; gives the sub-link
/// back if it cannot. `available` are the relations that `x` may refer to, and if `correlated` the sub-query, too, which
/// then is LATERAL (`convert_ANY_sublink_to_join`).
#[inline(never)]
fn any_to_join(
    q: &mut Query,
    s: SubLink,
    available: Relids,
    correlated: bool,
) -> Result<(Option<Expr>, JoinTreeNode), SubLink> {
    let Some(test) = &s.test else { return Err(s) };
    let upper = relids(test);
    let lateral = query_has_vars_of_level(&s.query, 1);
    if q.rtable.len() >= Relids::MAX_MEMBER
        || lateral && !(correlated && relids_around(&s.query).is_subset(available))
        || upper.is_empty()
        || !upper.is_subset(available)
        || contains_volatile(test)
    {
        return Err(s);
    }
    let columns: Vec<String> = s
        .query
        .target
        .iter()
        .filter(|t| !t.junk)
        .map(|t| t.name.clone().unwrap_or_else(|| "?column?".into()))
        .collect();
    let targets: Vec<Expr> =
        s.query.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    q.rtable.push(make_rte(
        RteKind::Subquery { query: s.query, view: None },
        "ANY_subquery",
        columns,
    ));
    let number = q.rtable.len();
    q.rtable[number - 1].lateral = lateral;
    let mut test = s.test.unwrap_or_else(|| unreachable!("looked at above"));
    rewrite(&mut test, 0, &mut |e, _| {
        if let Node::Param(Param::SubLink(n)) = e.node {
            *e = crate::plan::tree::var(number, n as i16, &targets[n - 1]);
        }
        true
    });
    Ok((Some(test), JoinTreeNode::Rte(number)))
}

/// The relations of the query around this one whose columns it uses.
pub(super) fn relids_around(q: &Query) -> Relids {
    let mut used = Relids::EMPTY;
    walk_query(q, 1, &mut |e, depth| {
        if let Node::Var(v) = &e.node
            && v.levels_up == depth
        {
            used |= Relids::single(v.rte);
        }
        true
    });
    used
}

/// Turns EXISTS into the condition and right side of a semi-join or anti-join; gives the sub-link
/// back if it cannot. `available` are the relations that its WHERE may refer to
/// (`convert_EXISTS_sublink_to_join`).
#[inline(never)]
fn exists_to_join(
    q: &mut Query,
    mut s: SubLink,
    available: Relids,
) -> Result<(Option<Expr>, JoinTreeNode), SubLink> {
    let original = s.clone();
    let sub = &mut *s.query;
    if !simplify_exists(sub) || !sub.ctes.is_empty() || sub.jointree.from.is_empty() {
        return Err(original);
    }
    let where_clause = sub.jointree.quals.take();
    let Some(mut clause) = where_clause else { return Err(original) };
    if query_has_vars_of_level(sub, 1)
        || !expr_has_vars_of_level(&clause, 1)
        || contains_volatile(&clause)
    {
        return Err(original);
    }
    let offset = q.rtable.len();
    if offset + sub.rtable.len() > Relids::MAX_MEMBER {
        return Err(original);
    }
    offset_query_vars(sub, offset);
    offset_vars(&mut clause, offset, 0);
    shift_query_levels(sub, -1, 1);
    shift_levels(&mut clause, -1, 1);
    let upper: Relids =
        relids(&clause).iter().filter(|&r| r <= offset).map(Relids::single).collect();
    if upper.is_empty() || !upper.is_subset(available) {
        return Err(original);
    }
    q.rtable.append(&mut sub.rtable);
    q.has_sub_links |= sub.has_sub_links;
    let from = std::mem::take(&mut sub.jointree.from);
    let mut right = FromExpr { from, quals: None };
    let node = if right.from.len() == 1 {
        right.from.pop().unwrap_or(JoinTreeNode::Rte(0))
    } else {
        JoinTreeNode::From(Box::new(right))
    };
    Ok((Some(clause), node))
}

/// Removes what does not matter to EXISTS, such as the target list; returns false if the sub-query
/// cannot be a join (`simplify_EXISTS_query`).
pub fn simplify_exists(sub: &mut Query) -> bool {
    if sub.command != CommandType::Select
        || sub.set_operations.is_some()
        || sub.has_aggs
        || !sub.grouping_sets.is_empty()
        || sub.has_window_funcs
        || sub.has_target_srfs
        || sub.has_modifying_cte
        || sub.having.is_some()
        || sub.offset.is_some()
        || !sub.row_marks.is_empty()
    {
        return false;
    }
    if let Some(limit) = &sub.limit {
        // It may be a constant of another type yet.
        let count = match &limit.node {
            Node::Func(f) if matches!(f.form, CoercionForm::ImplicitCast) => &f.args[0],
            _ => limit,
        };
        match &count.node {
            Node::Const(d) if d.is_null() || d.as_i64() > 0 => {}
            _ => return false,
        }
        sub.limit = None;
    }
    sub.target.clear();
    sub.group.clear();
    sub.windows.clear();
    sub.distinct.clear();
    sub.sort.clear();
    sub.has_distinct_on = false;
    true
}

/// Adds to the RTE numbers of Vars at this level (`OffsetVarNodes`).
fn offset_vars(e: &mut Expr, offset: usize, depth: u32) {
    rewrite(e, depth, &mut |e, depth| {
        if let Node::Var(v) = &mut e.node
            && v.levels_up == depth
        {
            v.rte += offset;
        }
        true
    });
}

/// Adds `offset` to the range table indexes of a query (`OffsetVarNodes`).
pub(super) fn offset_query_vars(q: &mut Query, offset: usize) {
    rewrite_query(q, 0, &mut |e, depth| {
        if let Node::Var(v) = &mut e.node
            && v.levels_up == depth
        {
            v.rte += offset;
        }
        true
    });
    offset_from(&mut q.jointree, offset);
    for m in &mut q.row_marks {
        m.rte += offset;
    }
    for m in &mut q.append_members {
        m.parent += offset;
        m.member += offset;
    }
}

/// Moves the relations' numbers in a FROM tree.
fn offset_from(f: &mut FromExpr, offset: usize) {
    for n in &mut f.from {
        offset_node(n, offset);
    }
}

/// Moves the relations' numbers in a node of the join tree.
fn offset_node(n: &mut JoinTreeNode, offset: usize) {
    match n {
        JoinTreeNode::Rte(r) => *r += offset,
        JoinTreeNode::Join(j) => {
            offset_node(&mut j.left, offset);
            offset_node(&mut j.right, offset);
            if j.rte != 0 {
                j.rte += offset;
            }
        }
        JoinTreeNode::From(f) => offset_from(f, offset),
    }
}

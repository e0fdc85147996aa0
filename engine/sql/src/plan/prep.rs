//! Before planning: sub-links become joins, simple sub-queries are pulled up, join aliases are
//! flattened, outer joins reduced (`prepjointree.c`, `subselect.c`).

use super::relids::Relids;
use super::tree::{
    any, relids, rewrite, rewrite_query, shift_levels, shift_query_levels, walk, walk_query,
};
use crate::analyze::{
    Alias, ColumnInfo, CommandType, FromExpr, JoinExpr, JoinTreeNode, JoinType, Query,
    RangeTblEntry, RteKind,
};
use crate::expr::{BoolOp, Expr, Node, Param, SubLink, SubLinkKind, Var};
use storage::fmgr::Volatility;
use storage::ids::Oid;
use storage::types::oid;

/// Whether a function call in it may give another result each time.
pub fn contains_volatile(e: &Expr) -> bool {
    let mut found = false;
    walk(e, 0, &mut |e, _| {
        found |= volatility(e) == Some(Volatility::Volatile);
        !found
    });
    found
}

/// The volatility of the node itself, when it computes something.
pub fn volatility(e: &Expr) -> Option<Volatility> {
    match &e.node {
        Node::Func(f) => Some(f.func.volatility()),
        Node::Op(o) | Node::Distinct(o) | Node::NullIf(o) => Some(o.op.volatility),
        Node::ScalarArrayOp(s) => Some(s.op.volatility),
        Node::NextValue(_) => Some(Volatility::Volatile),
        Node::SqlValue(_) | Node::CoerceViaIO(..) => Some(Volatility::Stable),
        _ => None,
    }
}

/// Whether a set-returning function is within.
pub fn returns_set(e: &Expr) -> bool {
    any(e, &|e| matches!(&e.node, Node::Func(f) if f.returns_set))
}

/// Whether a sub-query is within.
pub fn contains_sublink(e: &Expr) -> bool {
    any(e, &|e| matches!(&e.node, Node::SubLink(_)))
}

/// Whether an aggregate of this level is within.
pub fn contains_agg(e: &Expr) -> bool {
    any(e, &|e| matches!(&e.node, Node::Aggref(a) if a.levels_up == 0))
}

/// Whether a window function is within.
pub fn contains_window(e: &Expr) -> bool {
    any(e, &|e| matches!(&e.node, Node::WindowFunc(_)))
}

/// Whether Vars of exactly this many levels up occur in a query (seen from the query itself as 0).
fn query_has_vars_of_level(q: &Query, level: u32) -> bool {
    let mut found = false;
    walk_query(q, 0, &mut |e, depth| {
        match &e.node {
            Node::Var(v) if v.levels_up == depth + level => found = true,
            Node::Aggref(a) if a.levels_up == depth + level && level > 0 => found = true,
            _ => {}
        }
        !found
    });
    found
}

fn expr_has_vars_of_level(e: &Expr, level: u32) -> bool {
    let mut found = false;
    walk(e, 0, &mut |e, depth| {
        if let Node::Var(v) = &e.node
            && v.levels_up == depth + level
        {
            found = true;
        }
        !found
    });
    found
}

/// `AND` of conditions; `None` when there are none.
pub fn make_and(mut quals: Vec<Expr>) -> Option<Expr> {
    match quals.len() {
        0 => None,
        1 => quals.pop(),
        _ => Some(bool_expr(BoolOp::And, quals)),
    }
}

/// A boolean combination.
pub fn bool_expr(op: BoolOp, args: Vec<Expr>) -> Expr {
    Expr {
        node: Node::Bool(op, args),
        type_oid: oid::BOOL,
        typmod: -1,
        collation: Oid::INVALID,
        location: -1,
    }
}

/// A condition as a list of conditions that must all hold (`make_ands_implicit`).
pub fn conjuncts(e: Option<Expr>) -> Vec<Expr> {
    match e {
        None => Vec::new(),
        Some(Expr { node: Node::Bool(BoolOp::And, args), .. }) => {
            args.into_iter().flat_map(|a| conjuncts(Some(a))).collect()
        }
        Some(Expr { node: Node::Const(d), .. }) if !d.is_null() && d.as_bool() => Vec::new(),
        Some(e) => vec![e],
    }
}

/// An RTE that the planner makes.
pub fn make_rte(kind: RteKind, name: &str, columns: Vec<String>) -> RangeTblEntry {
    RangeTblEntry {
        kind,
        alias: None,
        eref: Alias { name: name.to_string(), columns },
        lateral: false,
        inh: false,
        in_from: true,
    }
}

/// The set of RTEs in a join tree.
pub fn tree_relids(n: &JoinTreeNode) -> Relids {
    match n {
        JoinTreeNode::Rte(r) => Relids::single(*r),
        JoinTreeNode::Join(j) => tree_relids(&j.left) | tree_relids(&j.right),
        JoinTreeNode::From(f) => from_relids(f),
    }
}

/// The set of RTEs in a FROM.
pub fn from_relids(f: &FromExpr) -> Relids {
    f.from.iter().map(tree_relids).fold(Relids::EMPTY, |a, b| a | b)
}

// ---- sub-links to joins ------------------------------------------------------------------------

/// `pull_up_sublinks`: IN and EXISTS in WHERE and ON become semi-joins, NOT EXISTS anti-joins.
pub fn pull_up_sublinks(q: &mut Query) {
    if !q.has_sub_links {
        return;
    }
    let mut tree = std::mem::take(&mut q.jointree);
    sublinks_in_from(q, &mut tree);
    q.jointree = tree;
}

fn sublinks_in_from(q: &mut Query, f: &mut FromExpr) {
    for n in &mut f.from {
        sublinks_in_node(q, n);
    }
    let available = from_relids(f);
    let quals = conjuncts(f.quals.take());
    let mut kept = Vec::new();
    for qual in quals {
        let placeholder = JoinTreeNode::From(Box::new(FromExpr {
            from: std::mem::take(&mut f.from),
            quals: None,
        }));
        let (node, rest) = sublink_to_join(q, placeholder, available, qual);
        f.from = match node {
            JoinTreeNode::From(inner) if inner.quals.is_none() => inner.from,
            other => vec![other],
        };
        kept.extend(rest);
    }
    f.quals = make_and(kept);
}

fn sublinks_in_node(q: &mut Query, n: &mut JoinTreeNode) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => sublinks_in_from(q, f),
        JoinTreeNode::Join(j) => {
            sublinks_in_node(q, &mut j.left);
            sublinks_in_node(q, &mut j.right);
            if j.kind == JoinType::Left || j.kind == JoinType::Inner {
                // A sub-link over the inner side only is joined to it.
                let available = match j.kind {
                    JoinType::Left => tree_relids(&j.right),
                    _ => tree_relids(&j.left) | tree_relids(&j.right),
                };
                let mut kept = Vec::new();
                for qual in conjuncts(j.quals.take()) {
                    if j.kind == JoinType::Left {
                        let right = std::mem::replace(&mut j.right, JoinTreeNode::Rte(0));
                        let (node, rest) = sublink_to_join(q, right, available, qual);
                        j.right = node;
                        kept.extend(rest);
                    } else {
                        kept.push(qual);
                    }
                }
                j.quals = make_and(kept);
            }
        }
    }
}

/// Turns one conjunct into a join over `tree` if it is a sub-link that allows it.
fn sublink_to_join(
    q: &mut Query,
    tree: JoinTreeNode,
    available: Relids,
    qual: Expr,
) -> (JoinTreeNode, Option<Expr>) {
    match qual.node {
        Node::SubLink(s) if s.kind == SubLinkKind::Any => match any_to_join(q, *s, available) {
            Ok((quals, right)) => (semi(JoinType::Semi, tree, right, quals), None),
            Err(s) => (tree, Some(Expr { node: Node::SubLink(Box::new(s)), ..qual })),
        },
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

fn semi(
    kind: JoinType,
    left: JoinTreeNode,
    right: JoinTreeNode,
    quals: Option<Expr>,
) -> JoinTreeNode {
    JoinTreeNode::Join(Box::new(JoinExpr { kind, left, right, quals, rte: 0 }))
}

/// `convert_ANY_sublink_to_join`
fn any_to_join(
    q: &mut Query,
    s: SubLink,
    available: Relids,
) -> Result<(Option<Expr>, JoinTreeNode), SubLink> {
    let Some(test) = &s.test else { return Err(s) };
    let upper = relids(test);
    if q.rtable.len() >= Relids::MAX_MEMBER
        || query_has_vars_of_level(&s.query, 1)
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
    let mut test = s.test.unwrap_or_else(|| unreachable!("looked at above"));
    rewrite(&mut test, 0, &mut |e, _| {
        if let Node::Param(Param::SubLink(n)) = e.node {
            *e = super::tree::var(number, n as i16, &targets[n - 1]);
        }
        true
    });
    Ok((Some(test), JoinTreeNode::Rte(number)))
}

/// `convert_EXISTS_sublink_to_join`
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

/// `simplify_EXISTS_query`: what a sub-query gives does not matter to EXISTS.
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
        match &limit.node {
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

fn offset_query_vars(q: &mut Query, offset: usize) {
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
}

fn offset_from(f: &mut FromExpr, offset: usize) {
    for n in &mut f.from {
        offset_node(n, offset);
    }
}

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

// ---- pulling up sub-queries --------------------------------------------------------------------

/// `pull_up_subqueries`: sub-queries in FROM that only select and join become part of their parent.
pub fn pull_up_subqueries(q: &mut Query) {
    loop {
        let mut candidates = Vec::new();
        leaves(&JoinTreeNode::From(Box::new(q.jointree.clone())), false, false, &mut candidates);
        let Some(number) = candidates
            .into_iter()
            .find(|&(r, nullable, semi)| is_simple_subquery(q, r, nullable, semi))
            .map(|(r, ..)| r)
        else {
            return;
        };
        pull_up_one(q, number);
    }
}

/// The RTEs of the tree, whether an outer join may make them NULL, and whether they are the right
/// side of a semi- or anti-join.
fn leaves(n: &JoinTreeNode, nullable: bool, semi: bool, out: &mut Vec<(usize, bool, bool)>) {
    match n {
        JoinTreeNode::Rte(r) => out.push((*r, nullable, semi)),
        JoinTreeNode::From(f) => f.from.iter().for_each(|n| leaves(n, nullable, semi, out)),
        JoinTreeNode::Join(j) => {
            let (l, r) = match j.kind {
                JoinType::Inner | JoinType::Semi => (nullable, nullable),
                JoinType::Left | JoinType::Anti => (nullable, true),
                JoinType::Right => (true, nullable),
                JoinType::Full => (true, true),
            };
            let right_semi = matches!(j.kind, JoinType::Semi | JoinType::Anti);
            leaves(&j.left, l, semi, out);
            leaves(&j.right, r, semi || right_semi, out);
        }
    }
}

/// Whether a query gives the rows of its FROM as they are: no groups, order, limits ...
pub fn is_plain(q: &Query) -> bool {
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
        && q.ctes.is_empty()
        && !q.target.iter().any(|t| contains_volatile(&t.expr))
}

/// `is_simple_subquery`. A sub-query whose columns an outer join may make NULL is pulled up only
/// when they are plain columns (there are no PlaceHolderVars here).
fn is_simple_subquery(q: &Query, number: usize, nullable: bool, semi: bool) -> bool {
    let rte = &q.rtable[number - 1];
    let RteKind::Subquery { query: sub, .. } = &rte.kind else { return false };
    if !is_plain(sub) || q.rtable.len() + sub.rtable.len() > Relids::MAX_MEMBER {
        return false;
    }
    if sub.jointree.from.is_empty() && (nullable || semi || sub.jointree.quals.is_some()) {
        return false;
    }
    if rte.lateral && query_has_vars_of_level(sub, 1) && nullable {
        return false;
    }
    if nullable
        && !sub.target.iter().all(|t| matches!(&t.expr.node, Node::Var(v) if v.levels_up == 0))
    {
        return false;
    }
    true
}

fn pull_up_one(q: &mut Query, number: usize) {
    let RteKind::Subquery { query, .. } =
        std::mem::replace(&mut q.rtable[number - 1].kind, RteKind::Result)
    else {
        return;
    };
    let mut sub = *query;
    let lateral = q.rtable[number - 1].lateral;
    let offset = q.rtable.len();
    pull_up_sublinks(&mut sub);
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
    let tree = JoinTreeNode::From(Box::new(std::mem::take(&mut sub.jointree)));
    replace_leaf_in_from(&mut q.jointree, number, &mut Some(tree));
    rewrite_query(q, 0, &mut |e, depth| {
        if let Node::Var(v) = &e.node
            && v.levels_up == depth
            && v.rte == number
        {
            let mut new = if v.attno > 0 {
                targets[v.attno as usize - 1].clone()
            } else {
                whole_row(e, &targets, &names)
            };
            shift_levels(&mut new, depth as i32, 0);
            *e = new;
            return false;
        }
        true
    });
    // The emptied entry stays for its number and is never scanned.
}

/// A whole-row value of what was pulled up, under its columns' names.
fn whole_row(like: &Expr, targets: &[Expr], names: &[String]) -> Expr {
    let mut names = names.to_vec();
    names.resize(targets.len(), String::new());
    Expr {
        node: Node::Row(crate::expr::RowExpr {
            args: targets.to_vec(),
            names,
            form: crate::expr::CoercionForm::ImplicitCast,
        }),
        location: -1,
        ..like.clone()
    }
}

fn replace_leaf_in_from(f: &mut FromExpr, number: usize, by: &mut Option<JoinTreeNode>) {
    for n in &mut f.from {
        replace_leaf(n, number, by);
    }
}

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

/// Whole rows of sub-queries, functions, VALUES and CTEs become rows of their columns, in the whole
/// query. (The server makes them when they are evaluated, so that the absent side of an outer join is
/// NULL there and a row of NULLs here.)
pub fn spell_out_whole_rows(q: &mut Query) {
    let column = |rte: usize, i: usize, t: Oid, typmod: i32, collation: Oid| Expr {
        node: Node::Var(Var { rte, attno: i as i16 + 1, levels_up: 0 }),
        type_oid: t,
        typmod,
        collation,
        location: -1,
    };
    let of = |rte: usize, list: &[ColumnInfo]| -> Vec<Expr> {
        let each = list.iter().enumerate();
        each.map(|(i, c)| column(rte, i, c.type_oid, c.typmod, c.collation)).collect()
    };
    let rows: Vec<Option<Vec<Expr>>> = q
        .rtable
        .iter()
        .enumerate()
        .map(|(n, r)| match &r.kind {
            RteKind::Subquery { query, .. } => {
                let targets = query.target.iter().filter(|t| !t.junk).map(|t| &t.expr);
                let each = targets.enumerate();
                Some(
                    each.map(|(i, e)| column(n + 1, i, e.type_oid, e.typmod, e.collation))
                        .collect(),
                )
            }
            RteKind::Values { columns, .. } | RteKind::Cte { columns, .. } => {
                Some(of(n + 1, columns))
            }
            RteKind::Function { functions, ordinality: false } => {
                let all: Vec<ColumnInfo> =
                    functions.iter().flat_map(|f| f.columns.iter().cloned()).collect();
                Some(of(n + 1, &all))
            }
            _ => None,
        })
        .collect();
    if rows.iter().all(Option::is_none) {
        return;
    }
    let names: Vec<Vec<String>> = q.rtable.iter().map(|r| r.eref.columns.clone()).collect();
    rewrite_query(q, 0, &mut |e, depth| {
        if let Node::Var(v) = &e.node
            && v.levels_up == depth
            && v.attno == 0
            && let Some(Some(columns)) = rows.get(v.rte.wrapping_sub(1))
        {
            let mut new = whole_row(e, columns, &names[v.rte - 1]);
            shift_levels(&mut new, depth as i32, 0);
            *e = new;
            return false;
        }
        true
    });
}

/// Replaces columns of joins by what they stand for (`flatten_join_alias_vars`), in the whole query.
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
            return;
        }
    }
}

// ---- outer joins -------------------------------------------------------------------------------

/// `reduce_outer_joins`: an outer join whose NULL-extended rows a strict condition above removes
/// is an inner join; RIGHT becomes LEFT.
pub fn reduce_outer_joins(q: &mut Query) {
    let mut tree = std::mem::take(&mut q.jointree);
    let quals = tree.quals.clone();
    let mut nonnullable = Relids::EMPTY;
    if let Some(quals) = &quals {
        nonnullable = nonnullable_rels(quals, true);
    }
    for n in &mut tree.from {
        reduce(n, nonnullable, quals.as_ref());
    }
    q.jointree = tree;
}

fn reduce(n: &mut JoinTreeNode, nonnullable: Relids, upper: Option<&Expr>) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => {
            let mut nonnullable = nonnullable;
            if let Some(quals) = &f.quals {
                nonnullable |= nonnullable_rels(quals, true);
            }
            for n in &mut f.from {
                reduce(n, nonnullable, upper);
            }
        }
        JoinTreeNode::Join(j) => {
            let left = tree_relids(&j.left);
            let right = tree_relids(&j.right);
            j.kind = match j.kind {
                JoinType::Left if nonnullable.overlaps(right) => JoinType::Inner,
                JoinType::Right if nonnullable.overlaps(left) => JoinType::Inner,
                JoinType::Full => match (nonnullable.overlaps(left), nonnullable.overlaps(right)) {
                    (true, true) => JoinType::Inner,
                    (true, false) => JoinType::Left,
                    (false, true) => JoinType::Right,
                    (false, false) => JoinType::Full,
                },
                kind => kind,
            };
            if j.kind == JoinType::Right {
                j.kind = JoinType::Left;
                std::mem::swap(&mut j.left, &mut j.right);
            }
            if j.kind == JoinType::Left
                && let Some(quals) = &j.quals
                && let Some(upper) = upper
                && forced_null(upper, nonnullable_vars(quals), tree_relids(&j.right))
            {
                j.kind = JoinType::Anti;
            }
            let own = j.quals.as_ref().map_or(Relids::EMPTY, |q| nonnullable_rels(q, true));
            let (pass_left, pass_right) = match j.kind {
                JoinType::Inner | JoinType::Semi => (nonnullable | own, nonnullable | own),
                JoinType::Left | JoinType::Anti => (nonnullable, own),
                _ => (Relids::EMPTY, Relids::EMPTY),
            };
            reduce(&mut j.left, pass_left, upper);
            reduce(&mut j.right, pass_right, None);
        }
    }
}

/// Whether a condition `x IS NULL` above forces a column to NULL that the join needs not NULL.
fn forced_null(upper: &Expr, strict: Vec<Var>, right: Relids) -> bool {
    conjuncts(Some(upper.clone())).iter().any(|c| match &c.node {
        Node::NullTest(n) if n.is_null && !n.arg_is_row => match &n.arg.node {
            Node::Var(v) => v.levels_up == 0 && right.contains(v.rte) && strict.contains(v),
            _ => false,
        },
        _ => false,
    })
}

fn nonnullable_vars(quals: &Expr) -> Vec<Var> {
    let mut out = Vec::new();
    for c in conjuncts(Some(quals.clone())) {
        if let Node::Op(o) = &c.node
            && o.op.strict
        {
            for a in &o.args {
                if let Node::Var(v) = &a.node {
                    out.push(*v);
                }
            }
        }
    }
    out
}

/// RTEs that must not be NULL-extended for the condition to hold (`find_nonnullable_rels`).
pub fn nonnullable_rels(e: &Expr, top: bool) -> Relids {
    match &e.node {
        Node::Var(v) if v.levels_up == 0 => Relids::single(v.rte),
        Node::Op(o) if o.op.strict => {
            o.args.iter().fold(Relids::EMPTY, |a, e| a | nonnullable_rels(e, false))
        }
        Node::Func(f) if f.func.strict() => {
            f.args.iter().fold(Relids::EMPTY, |a, e| a | nonnullable_rels(e, false))
        }
        Node::ScalarArrayOp(s) if s.op.strict && s.use_or => nonnullable_rels(&s.args[0], false),
        Node::Bool(BoolOp::And, args) if top => {
            args.iter().fold(Relids::EMPTY, |a, e| a | nonnullable_rels(e, top))
        }
        Node::Bool(BoolOp::And | BoolOp::Or, args) => {
            args.iter().map(|e| nonnullable_rels(e, top)).reduce(|a, b| a & b).unwrap_or_default()
        }
        Node::Bool(BoolOp::Not, args) => nonnullable_rels(&args[0], false),
        Node::Relabel(e, _) | Node::CoerceViaIO(e, _) | Node::Collate(e, _) => {
            nonnullable_rels(e, top)
        }
        Node::NullTest(n) if top && !n.is_null && !n.arg_is_row => nonnullable_rels(&n.arg, false),
        _ => Relids::EMPTY,
    }
}

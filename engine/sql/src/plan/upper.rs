//! A query as a whole: scans and joins, then grouping, windows, DISTINCT, ORDER BY, LIMIT
//! (`planner.c`, `planmain.c`).

use super::clauses::{base_equalities, deconstruct, pathkeys_for};
use super::cost::{AggStrategy, Cost, QualCost, clamp_row_est};
use super::fold::evaluate;
use super::path::{
    add_path_to, apply_projection, by_fraction, cost_target, keys_contained, limit, over, project,
    set_cheapest, sort,
};
use super::prep::{
    conjuncts, contains_agg, contains_sublink, contains_volatile, contains_window,
    flatten_join_aliases, make_and, pull_up_sublinks, pull_up_subqueries, reduce_outer_joins,
    returns_set, spell_out_whole_rows,
};
use super::relids::Relids;
use super::root::{
    Level, Path, PathKey, PathKind, PlannedQuery, Planner, RcPath, Rel, Root, Target,
};
use super::scan::{need_at_top, relation_info, set_size, simple_scan, table_paths};
use super::sub::{finish, null_of, preprocess, process_ctes};
use super::tree::{pull_vars, relids};
use super::{sel, srf};
use crate::analyze::{CommandType, JoinTreeNode, Query, RteKind, SortGroupClause};
use crate::expr::{Expr, Node, TargetEntry, Var, system_column};
use std::rc::Rc;
use storage::err;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::{self, oid};

/// `subquery_planner`
pub fn plan_query(pl: &mut Planner<'_>, q: Query, tuple_fraction: f64) -> Result<PlannedQuery> {
    pl.levels.push(Level::default());
    let result = plan_inner(pl, q, tuple_fraction);
    pl.levels.pop();
    result
}

fn plan_inner(pl: &mut Planner<'_>, mut q: Query, tuple_fraction: f64) -> Result<PlannedQuery> {
    if !q.grouping_sets.is_empty() {
        return err!(FEATURE_NOT_SUPPORTED, "GROUPING SETS, ROLLUP and CUBE are not modelled");
    }
    if q.rtable.len() > Relids::MAX_MEMBER {
        let most = Relids::MAX_MEMBER;
        return err!(
            FEATURE_NOT_SUPPORTED,
            "more than {most} relations in a query are not modelled"
        );
    }
    let mut root = Root { tuple_fraction, ..Root::default() };
    process_ctes(pl, &mut root, &mut q)?;
    if q.set_operations.is_some() {
        return super::setop::plan_set_operations(pl, root, q);
    }
    pull_up_sublinks(&mut q);
    pull_up_subqueries(&mut q);
    flatten_join_aliases(&mut q);
    spell_out_whole_rows(&mut q);
    // Expressions, one by one.
    let mut target = std::mem::take(&mut q.target);
    for t in &mut target {
        preprocess(pl, &mut root, &mut t.expr, false)?;
    }
    q.target = target;
    let mut returning = std::mem::take(&mut q.returning);
    for t in &mut returning {
        preprocess(pl, &mut root, &mut t.expr, false)?;
    }
    q.returning = returning;
    let mut tree = std::mem::take(&mut q.jointree);
    preprocess_tree(pl, &mut root, &mut tree)?;
    q.jointree = tree;
    if let Some(h) = &mut q.having {
        preprocess(pl, &mut root, h, true)?;
    }
    for e in [&mut q.limit, &mut q.offset].into_iter().flatten() {
        preprocess(pl, &mut root, e, false)?;
    }
    if let Some(c) = &mut q.on_conflict {
        for t in &mut c.set {
            preprocess(pl, &mut root, &mut t.expr, false)?;
        }
        if let Some(w) = &mut c.where_clause {
            preprocess(pl, &mut root, w, true)?;
        }
    }
    for rte in &mut q.rtable {
        match &mut rte.kind {
            RteKind::Function { functions, .. } => {
                for f in functions {
                    preprocess(pl, &mut root, &mut f.expr, false)?;
                }
            }
            RteKind::Values { rows, .. } => {
                for e in rows.iter_mut().flatten() {
                    preprocess(pl, &mut root, e, false)?;
                }
            }
            _ => {}
        }
    }
    // HAVING without aggregates is WHERE.
    let mut having = Vec::new();
    for h in conjuncts(q.having.take()) {
        if contains_agg(&h)
            || contains_volatile(&h)
            || super::tree::any(&h, &|e| matches!(e.node, Node::SubPlan(_)))
        {
            having.push(h);
        } else if !q.group.is_empty() {
            q.jointree.quals =
                make_and(conjuncts(q.jointree.quals.take()).into_iter().chain([h]).collect());
        } else {
            q.jointree.quals = make_and(
                conjuncts(q.jointree.quals.take()).into_iter().chain([h.clone()]).collect(),
            );
            having.push(h);
        }
    }
    q.having = make_and(having);
    reduce_outer_joins(&mut q);
    root.query = q;
    grouping_planner(pl, root)
}

fn preprocess_tree(
    pl: &mut Planner<'_>,
    root: &mut Root,
    f: &mut crate::analyze::FromExpr,
) -> Result<()> {
    for n in &mut f.from {
        preprocess_node(pl, root, n)?;
    }
    if let Some(e) = &mut f.quals {
        preprocess(pl, root, e, true)?;
    }
    Ok(())
}

fn preprocess_node(pl: &mut Planner<'_>, root: &mut Root, n: &mut JoinTreeNode) -> Result<()> {
    match n {
        JoinTreeNode::Rte(_) => Ok(()),
        JoinTreeNode::From(f) => preprocess_tree(pl, root, f),
        JoinTreeNode::Join(j) => {
            preprocess_node(pl, root, &mut j.left)?;
            preprocess_node(pl, root, &mut j.right)?;
            match &mut j.quals {
                Some(e) => preprocess(pl, root, e, true),
                None => Ok(()),
            }
        }
    }
}

/// A constant LIMIT or OFFSET as a count: 0 none, -1 unknown.
fn limit_value(pl: &mut Planner<'_>, e: &Option<Expr>) -> i64 {
    let Some(e) = e else { return 0 };
    if !relids(e).is_empty() || super::fold::has_exec_param(e) || !matches!(e.node, Node::Const(_))
    {
        return -1;
    }
    match evaluate(pl.host, e) {
        Ok(d) if d.is_null() => 0,
        Ok(d) => {
            let n = d.as_i64();
            if n <= 0 { 1 } else { n }
        }
        Err(_) => -1,
    }
}

/// `preprocess_limit`: tuple fraction, and estimates of OFFSET and LIMIT.
fn preprocess_limit(pl: &mut Planner<'_>, root: &Root) -> (f64, i64, i64) {
    let count = limit_value(pl, &root.query.limit);
    let offset = match &root.query.offset {
        None => 0,
        Some(_) => {
            let n = limit_value(pl, &root.query.offset);
            match (&root.query.offset, n) {
                (Some(Expr { node: Node::Const(d), .. }), 1) if !d.is_null() && d.as_i64() <= 0 => {
                    0
                }
                _ => n,
            }
        }
    };
    let mut fraction = root.tuple_fraction;
    if count != 0 {
        let limit_fraction = if count < 0 || offset < 0 { 0.10 } else { (count + offset) as f64 };
        fraction = if fraction >= 1.0 {
            if limit_fraction >= 1.0 { fraction.min(limit_fraction) } else { fraction }
        } else if fraction > 0.0 {
            if limit_fraction >= 1.0 { limit_fraction } else { fraction.min(limit_fraction) }
        } else {
            limit_fraction
        };
    } else if offset != 0 && fraction > 0.0 {
        let o = if offset < 0 { 0.10 } else { offset as f64 };
        if fraction >= 1.0 {
            if o >= 1.0 {
                fraction += o;
            } else {
                fraction = o;
            }
        } else if o < 1.0 {
            fraction = (fraction + o).min(1.0);
            if fraction >= 1.0 {
                fraction = 0.0;
            }
        }
    }
    (fraction, offset, count)
}

/// What is known of an aggregate: whether it has a final function, and its state's size
/// (`pg_aggregate`; 0 for by-value states).
fn agg_facts(name: &str, arg: Option<Oid>, result: Oid) -> (bool, f64) {
    let by_val = |t: Oid| types::info(t).is_some_and(|i| i.by_val);
    let varlena = 32.0 + 2.0 * 8.0;
    match name {
        "count" => (false, 0.0),
        "sum" => match arg {
            Some(oid::INT2 | oid::INT4 | oid::FLOAT4 | oid::FLOAT8) => (false, 0.0),
            Some(oid::INT8) => (true, 48.0),
            Some(oid::NUMERIC) => (true, 128.0),
            _ => (false, 16.0),
        },
        "avg" => match arg {
            Some(oid::INT8) => (true, 48.0),
            Some(oid::NUMERIC) => (true, 128.0),
            _ => (true, varlena),
        },
        "min" | "max" | "bool_and" | "bool_or" | "every" | "bit_and" | "bit_or" | "bit_xor" => {
            if by_val(result) {
                (false, 0.0)
            } else {
                (false, f64::from(sel::type_width(result, -1)) + 16.0)
            }
        }
        n if n.starts_with("stddev") || n.starts_with("var") => match arg {
            Some(oid::INT2 | oid::INT4 | oid::INT8 | oid::NUMERIC) => (true, 128.0),
            _ => (true, varlena),
        },
        _ => (true, 8192.0),
    }
}

struct AggCosts {
    trans: QualCost,
    finals: QualCost,
    space: f64,
    count: usize,
}

fn agg_costs(pl: &mut Planner<'_>, aggs: &[Expr]) -> AggCosts {
    let op = pl.costs.cpu_operator_cost;
    let mut c =
        AggCosts { trans: QualCost::default(), finals: QualCost::default(), space: 0.0, count: 0 };
    let mut seen: Vec<&Expr> = Vec::new();
    for e in aggs {
        if seen.contains(&e) {
            continue;
        }
        seen.push(e);
        let Node::Aggref(a) = &e.node else { continue };
        let arg = a.args.iter().find(|t| !t.junk).map(|t| t.expr.type_oid);
        let (has_final, space) = agg_facts(&a.func.name(), arg, e.type_oid);
        c.count += 1;
        c.trans.per_tuple += op;
        for t in &a.args {
            sel::expr_cost(pl, &t.expr, &mut c.trans);
        }
        if let Some(f) = &a.filter {
            sel::expr_cost(pl, f, &mut c.trans);
        }
        if has_final {
            c.finals.per_tuple += op;
        }
        if space > 0.0 && space != 8192.0 && arg != Some(oid::NUMERIC) && arg != Some(oid::INT8) {
            // A by-reference state: its width plus what the allocator adds.
            c.space += super::cost::maxalign(space as usize) as f64;
        } else {
            c.space += space;
        }
    }
    c
}

fn collect_aggs(e: &Expr, out: &mut Vec<Expr>) {
    if matches!(&e.node, Node::Aggref(a) if a.levels_up == 0) {
        if !out.contains(e) {
            out.push(e.clone());
        }
        return;
    }
    for c in super::tree::children(e) {
        collect_aggs(c, out);
    }
}

fn target_of(list: &[TargetEntry]) -> Target {
    Target {
        exprs: list.iter().map(|t| t.expr.clone()).collect(),
        sortrefs: list.iter().map(|t| t.sort_group_ref).collect(),
        ..Target::default()
    }
}

/// `preprocess_targetlist`
fn preprocess_target(pl: &mut Planner<'_>, root: &mut Root) -> Result<()> {
    let q = &root.query;
    let mut tlist = q.target.clone();
    let junk = |expr: Expr, name: &str, resno: usize| TargetEntry {
        expr,
        resno: resno as i16,
        name: Some(name.into()),
        sort_group_ref: 0,
        origin: None,
        junk: true,
    };
    let system = |rte: usize, attno: i16, type_oid: Oid| Expr {
        node: Node::Var(Var { rte, attno, levels_up: 0 }),
        type_oid,
        typmod: -1,
        collation: Oid::INVALID,
        location: -1,
    };
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
            let mut marks = Vec::new();
            join_leaves(&JoinTreeNode::From(Box::new(q.jointree.clone())), &mut marks);
            for rte in marks {
                if rte == result {
                    continue;
                }
                let n = tlist.len() + 1;
                match &q.rtable[rte - 1].kind {
                    RteKind::Relation { .. } => {
                        tlist.push(junk(
                            system(rte, system_column::CTID, oid::TID),
                            &format!("ctid{rte}"),
                            n,
                        ));
                    }
                    RteKind::Result => {}
                    _ => {
                        tlist.push(junk(system(rte, 0, oid::RECORD), &format!("wholerow{rte}"), n))
                    }
                }
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
    } else {
        for m in &q.row_marks {
            if let RteKind::Relation { .. } = &q.rtable[m.rte - 1].kind {
                let n = tlist.len() + 1;
                tlist.push(junk(
                    system(m.rte, system_column::CTID, oid::TID),
                    &format!("ctid{}", m.rte),
                    n,
                ));
            }
        }
    }
    root.update_columns = updates;
    root.tlist = tlist;
    Ok(())
}

fn join_leaves(n: &JoinTreeNode, out: &mut Vec<usize>) {
    match n {
        JoinTreeNode::Rte(r) => out.push(*r),
        JoinTreeNode::From(f) => f.from.iter().for_each(|n| join_leaves(n, out)),
        JoinTreeNode::Join(j) => {
            join_leaves(&j.left, out);
            join_leaves(&j.right, out);
        }
    }
}

/// `query_planner`: the paths of scans and joins.
fn query_planner(pl: &mut Planner<'_>, root: &mut Root) -> Result<Vec<RcPath>> {
    let tree = root.query.jointree.clone();
    let mut leaves = Vec::new();
    join_leaves(&JoinTreeNode::From(Box::new(tree.clone())), &mut leaves);
    root.rels = (0..=root.query.rtable.len()).map(|_| None).collect();
    let tlist = root.tlist.clone();
    let having = root.query.having.clone();
    if leaves.is_empty() {
        make_pathkeys(root);
        let quals = conjuncts(tree.quals.clone());
        let mut t = Target::default();
        cost_target(pl, root, &mut t);
        let q = sel::exprs_cost(pl, &quals);
        let p = Path {
            kind: PathKind::GroupResult(quals),
            relids: Relids::EMPTY,
            target: Rc::new(t),
            rows: 1.0,
            startup: 0.0,
            total: pl.costs.cpu_tuple_cost,
            pathkeys: Vec::new(),
            required_outer: Relids::EMPTY,
            param_clauses: Vec::new(),
        };
        let mut p = p;
        p.startup += q.startup + q.per_tuple;
        p.total += q.startup + q.per_tuple;
        return Ok(vec![Rc::new(p)]);
    }
    for &rte in &leaves {
        let mut rel = Rel { relids: Relids::single(rte), ..Rel::default() };
        rel.consider_startup = root.tuple_fraction > 0.0;
        root.all_baserels |= Relids::single(rte);
        if let RteKind::Relation { oid, .. } = &root.query.rtable[rte - 1].kind.clone() {
            relation_info(pl, rte, *oid, &mut rel)?;
            root.total_pages += rel.pages;
        }
        root.rels[rte] = Some(rel);
    }
    for t in &tlist {
        let mut vars = Vec::new();
        pull_vars(&t.expr, false, false, &mut vars);
        for v in vars {
            need_at_top(root, &v);
        }
    }
    if let Some(h) = &having {
        let mut vars = Vec::new();
        pull_vars(h, false, false, &mut vars);
        for v in vars {
            need_at_top(root, &v);
        }
    }
    // Lateral references.
    for &rte in &leaves {
        let own = Relids::single(rte);
        let entry = root.query.rtable[rte - 1].kind.clone();
        let mut vars: Vec<Expr> = Vec::new();
        match &entry {
            RteKind::Function { functions, .. } => {
                functions.iter().for_each(|f| pull_vars(&f.expr, false, false, &mut vars));
            }
            RteKind::Values { rows, .. } => {
                rows.iter().flatten().for_each(|e| pull_vars(e, false, false, &mut vars));
            }
            RteKind::Subquery { query, .. } if root.query.rtable[rte - 1].lateral => {
                super::tree::walk_query(query, 1, &mut |e, depth| {
                    if let Node::Var(v) = &e.node
                        && v.levels_up == depth
                    {
                        let here = Node::Var(Var { levels_up: 0, ..*v });
                        vars.push(Expr { node: here, ..e.clone() });
                    }
                    true
                });
            }
            _ => {}
        }
        let mut lateral = Relids::EMPTY;
        for v in vars {
            lateral |= relids(&v);
            super::clauses::need_vars(root, &v, own | relids(&v));
        }
        if !lateral.is_subset(own) {
            root.rel_mut(rte).lateral = lateral - own;
        }
    }
    deconstruct(pl, root, &tree);
    base_equalities(pl, root);
    make_pathkeys(root);
    // Pseudoconstant conditions gate everything.
    let mut gating = Vec::new();
    for rte in 1..root.rels.len() {
        if let Some(rel) = &mut root.rels[rte] {
            rel.restrict.retain(|c| {
                if c.pseudoconstant {
                    gating.push(c.expr.clone());
                }
                !c.pseudoconstant
            });
        }
    }
    let mut top_gating = Vec::new();
    for rte in 1..root.rels.len() {
        if let Some(rel) = &mut root.rels[rte] {
            rel.joininfo.retain(|c| {
                if c.pseudoconstant && !top_gating.contains(&c.expr) {
                    top_gating.push(c.expr.clone());
                }
                !c.pseudoconstant
            });
        }
    }
    gating.extend(top_gating);
    let never =
        gating.iter().any(|g| matches!(&g.node, Node::Const(d) if d.is_null() || !d.as_bool()));
    for &rte in &leaves {
        base_rel_size(pl, root, rte)?;
    }
    super::join::reduce_unique_semijoins(pl, root);
    for &rte in &leaves {
        base_rel_paths(pl, root, rte)?;
    }
    let top = super::join::search(pl, root)?;
    let rel = root.find_rel(top).cloned().unwrap_or_default();
    let mut paths = rel.paths;
    if never {
        let first = &paths[0];
        let mut p = over(first, PathKind::Dummy, Cost::default(), 0.0);
        p.pathkeys.clear();
        paths = vec![Rc::new(p)];
        root.dummy = true;
    } else if !gating.is_empty() {
        root.gating = gating;
    }
    Ok(paths)
}

fn make_pathkeys(root: &mut Root) {
    let q = root.query.clone();
    root.group_pathkeys =
        if q.group.is_empty() { Vec::new() } else { pathkeys_for(root, &q.group) };
    root.window_pathkeys = match q.windows.first() {
        Some(w) if q.has_window_funcs => {
            let mut all = w.partition.clone();
            all.extend(w.order.iter().copied());
            pathkeys_for(root, &all)
        }
        _ => Vec::new(),
    };
    root.distinct_pathkeys =
        if q.distinct.is_empty() { Vec::new() } else { pathkeys_for(root, &q.distinct) };
    root.sort_pathkeys = pathkeys_for(root, &q.sort);
    root.query_pathkeys = if !root.group_pathkeys.is_empty() {
        root.group_pathkeys.clone()
    } else if !root.window_pathkeys.is_empty() {
        root.window_pathkeys.clone()
    } else if root.distinct_pathkeys.len() > root.sort_pathkeys.len() {
        root.distinct_pathkeys.clone()
    } else {
        root.sort_pathkeys.clone()
    };
}

fn base_rel_size(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    let kind = root.query.rtable[rte - 1].kind.clone();
    match &kind {
        RteKind::Relation { .. } => {}
        RteKind::Subquery { query, .. } => {
            let mut sub_query = (**query).clone();
            push_down_quals(root, rte, &mut sub_query);
            let here = pl.levels.len() - 1;
            let saved = std::mem::take(&mut pl.levels[here].plan_params);
            let sub = plan_query(pl, sub_query, 0.0)?;
            let params = std::mem::replace(&mut pl.levels[here].plan_params, saved);
            let rel = root.rel_mut(rte);
            rel.tuples = sub.path.rows;
            rel.sub_params = params;
            let widths: Vec<(i16, i32)> = {
                let sub_root = sub.root.borrow();
                sub.path
                    .target
                    .exprs
                    .iter()
                    .enumerate()
                    .map(|(i, e)| {
                        let w = match &e.node {
                            Node::Var(v) => sub_root
                                .rels
                                .get(v.rte)
                                .and_then(|r| r.as_ref())
                                .and_then(|r| r.widths.get(&v.attno))
                                .copied(),
                            _ => None,
                        };
                        (i as i16 + 1, w.unwrap_or_else(|| sel::type_width(e.type_oid, e.typmod)))
                    })
                    .collect()
            };
            rel.widths.extend(widths);
            rel.sub = Some(sub);
        }
        RteKind::Function { functions, .. } => {
            let mut rows = 0.0f64;
            for f in functions {
                rows = rows.max(sel::set_rows(&f.expr));
            }
            root.rel_mut(rte).tuples = rows;
        }
        RteKind::Values { rows, .. } => root.rel_mut(rte).tuples = rows.len() as f64,
        RteKind::Cte { name, levels_up, self_reference, .. } => {
            let level = pl.levels.len() - 1 - (*levels_up as usize).min(pl.levels.len() - 1);
            let rows = if *self_reference {
                pl.levels[level].recursive.as_ref().map_or(1.0, |r| clamp_row_est(10.0 * r.2))
            } else {
                pl.levels[level].ctes.iter().rev().find(|c| c.name == *name).map_or(1.0, |c| c.rows)
            };
            root.rel_mut(rte).tuples = rows;
        }
        RteKind::Result | RteKind::Join(_) => root.rel_mut(rte).tuples = 1.0,
    }
    set_size(pl, root, rte);
    Ok(())
}

/// `subquery_push_qual`: restrictions on a sub-query's rows move into it where that is safe.
fn push_down_quals(root: &mut Root, rte: usize, sub: &mut Query) {
    if sub.limit.is_some()
        || sub.offset.is_some()
        || sub.has_window_funcs
        || sub.set_operations.is_some()
        || sub.command != CommandType::Select
    {
        return;
    }
    let restrict = std::mem::take(&mut root.rel_mut(rte).restrict);
    let mut kept = Vec::new();
    for c in restrict {
        let mut vars = Vec::new();
        pull_vars(&c.expr, false, false, &mut vars);
        let safe = !vars.is_empty()
            && !contains_volatile(&c.expr)
            && !super::tree::any(&c.expr, &|e| matches!(e.node, Node::SubPlan(_) | Node::Param(_)))
            && vars.iter().all(|v| match &v.node {
                Node::Var(v) if v.attno > 0 => {
                    let t = sub.target.iter().filter(|t| !t.junk).nth(v.attno as usize - 1);
                    t.is_some_and(|t| {
                        !returns_set(&t.expr)
                            && !contains_volatile(&t.expr)
                            && !contains_sublink(&t.expr)
                            && !contains_window(&t.expr)
                            && (sub.distinct.is_empty()
                                || !sub.has_distinct_on
                                || sub.distinct.iter().any(|d| d.tle_ref == t.sort_group_ref))
                    })
                }
                _ => false,
            });
        if !safe {
            kept.push(c);
            continue;
        }
        let mut e = c.expr.clone();
        let targets: Vec<Expr> =
            sub.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
        super::tree::rewrite(&mut e, 0, &mut |e, _| {
            if let Node::Var(v) = &e.node
                && v.rte == rte
            {
                *e = targets[v.attno as usize - 1].clone();
                return false;
            }
            true
        });
        if sub.has_aggs || !sub.group.is_empty() || sub.having.is_some() {
            sub.having = make_and(conjuncts(sub.having.take()).into_iter().chain([e]).collect());
        } else {
            sub.jointree.quals =
                make_and(conjuncts(sub.jointree.quals.take()).into_iter().chain([e]).collect());
        }
    }
    root.rel_mut(rte).restrict = kept;
}

fn base_rel_paths(pl: &mut Planner<'_>, root: &mut Root, rte: usize) -> Result<()> {
    let kind = root.query.rtable[rte - 1].kind.clone();
    let costs = pl.costs.clone();
    let path = match &kind {
        RteKind::Relation { .. } => {
            table_paths(pl, root, rte)?;
            set_cheapest(root.rel_mut(rte));
            return Ok(());
        }
        RteKind::Subquery { .. } => {
            let rel = root.rel(rte);
            let Some(sub) = rel.sub.clone() else { return Ok(()) };
            let mut p =
                simple_scan(rel, PathKind::Subquery(sub.clone()), 0.0, costs.cpu_tuple_cost);
            p.startup += sub.path.startup;
            p.total += sub.path.total;
            p
        }
        RteKind::Function { functions, .. } => {
            let q = sel::exprs_cost(pl, functions.iter().map(|f| &f.expr));
            simple_scan(
                root.rel(rte),
                PathKind::Function,
                q.startup + q.per_tuple,
                costs.cpu_tuple_cost,
            )
        }
        RteKind::Values { .. } => simple_scan(
            root.rel(rte),
            PathKind::Values,
            0.0,
            costs.cpu_operator_cost + costs.cpu_tuple_cost,
        ),
        RteKind::Cte { name, levels_up, self_reference, .. } => {
            let level = pl.levels.len() - 1 - (*levels_up as usize).min(pl.levels.len() - 1);
            let kind = if *self_reference {
                let wt = pl.levels[level].recursive.as_ref().map_or(0, |r| r.1);
                PathKind::WorkTable(wt)
            } else {
                match pl.levels[level].ctes.iter().rev().find(|c| c.name == *name) {
                    Some(c) => PathKind::Cte(c.clone()),
                    None => return storage::err!(INTERNAL_ERROR, "could not find CTE \"{name}\""),
                }
            };
            simple_scan(root.rel(rte), kind, 0.0, 2.0 * costs.cpu_tuple_cost)
        }
        RteKind::Result | RteKind::Join(_) => {
            simple_scan(root.rel(rte), PathKind::ResultScan, 0.0, costs.cpu_tuple_cost)
        }
    };
    let rel = root.rel_mut(rte);
    super::path::add_path(rel, path);
    set_cheapest(rel);
    Ok(())
}

/// Adds what an upper node takes from below: sort columns as they are, the columns of the rest.
fn input_target(target: &Target, keep: &[u32], stop_agg: bool, extra: &[Expr]) -> Target {
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

/// `grouping_planner`
fn grouping_planner(pl: &mut Planner<'_>, mut root: Root) -> Result<PlannedQuery> {
    let (fraction, offset_est, count_est) =
        if root.query.limit.is_some() || root.query.offset.is_some() {
            preprocess_limit(pl, &root)
        } else {
            (root.tuple_fraction, 0, 0)
        };
    let mut limit_tuples = -1.0;
    if count_est > 0 && offset_est >= 0 {
        limit_tuples = (count_est + offset_est) as f64;
    }
    root.tuple_fraction = fraction;
    root.limit_tuples = limit_tuples;
    preprocess_group(&mut root.query);
    preprocess_target(pl, &mut root)?;
    let mut aggs = Vec::new();
    for t in &root.tlist {
        collect_aggs(&t.expr, &mut aggs);
    }
    if let Some(h) = &root.query.having {
        collect_aggs(h, &mut aggs);
    }
    root.aggs = aggs.clone();
    let has_group = !root.query.group.is_empty();
    if has_group
        || !root.query.distinct.is_empty()
        || root.query.has_aggs
        || root.query.has_window_funcs
        || root.query.has_target_srfs
        || !root.query.sort.is_empty()
    {
        let keep = root.query.group.is_empty()
            && root.query.distinct.is_empty()
            && !root.query.has_aggs
            && !root.query.has_window_funcs
            && !root.query.has_target_srfs;
        root.limit_tuples = if keep { limit_tuples } else { -1.0 };
    }
    let having = conjuncts(root.query.having.clone());
    // min/max through an index.
    let minmax = super::minmax::preprocess(pl, &root)?;
    let mut current = query_planner(pl, &mut root)?;
    let q = root.query.clone();
    let tlist = root.tlist.clone();
    let mut final_target = target_of(&tlist);
    cost_target(pl, &root, &mut final_target);
    let srfs = q.has_target_srfs;
    // make_sort_input_target
    let sort_input = if q.sort.is_empty() {
        final_target.clone()
    } else {
        sort_input_target(pl, &root, &final_target, limit_tuples, count_est)
    };
    let have_grouping = has_group || !aggs.is_empty() || q.has_aggs || q.having.is_some();
    let window_refs: Vec<u32> = q
        .windows
        .iter()
        .flat_map(|w| w.partition.iter().chain(&w.order).map(|c| c.tle_ref))
        .collect();
    let grouping_target = if q.has_window_funcs {
        let mut keep = window_refs.clone();
        keep.extend(q.group.iter().map(|g| g.tle_ref));
        let mut t = Target::default();
        let mut rest = Vec::new();
        for (e, &r) in sort_input.exprs.iter().zip(&sort_input.sortrefs) {
            if r != 0 && keep.contains(&r) {
                t.exprs.push(e.clone());
                t.sortrefs.push(r);
            } else {
                rest.push(e.clone());
            }
        }
        let mut vars = Vec::new();
        for e in &rest {
            pull_vars(e, true, false, &mut vars);
        }
        for v in vars {
            if !t.exprs.contains(&v) {
                t.exprs.push(v);
                t.sortrefs.push(0);
            }
        }
        cost_target(pl, &root, &mut t);
        t
    } else {
        sort_input.clone()
    };
    let scanjoin_target = if have_grouping {
        let keep: Vec<u32> = q.group.iter().map(|g| g.tle_ref).collect();
        let mut t = input_target(&grouping_target, &keep, false, &having);
        cost_target(pl, &root, &mut t);
        t
    } else {
        grouping_target.clone()
    };
    // Sets in the target are computed in steps, some before grouping, windows or sorting.
    let steps = srfs.then(|| {
        let of_scan = srf::split(pl, &root, &scanjoin_target, None);
        let of_groups = srf::split(pl, &root, &grouping_target, Some(&scanjoin_target));
        let of_windows = srf::split(pl, &root, &sort_input, Some(&grouping_target));
        (of_scan, of_groups, of_windows)
    });
    let first = Rc::new(steps.as_ref().map_or(&scanjoin_target, |s| s.0.first()).clone());
    let mut projected = Vec::new();
    for p in current {
        projected.push(if p.target.exprs == first.exprs {
            let mut p = (*p).clone();
            p.target = Rc::clone(&first);
            Rc::new(p)
        } else {
            Rc::new(project(pl, &p, &first))
        });
    }
    current = projected;
    if let Some((of_scan, ..)) = &steps {
        current = of_scan.put_on(pl, current);
    }
    if have_grouping {
        let target = steps.as_ref().map_or(&grouping_target, |s| s.1.first()).clone();
        current = grouping_paths(pl, &mut root, &current, &target, &having, &aggs, minmax)?;
        if let Some((_, of_groups, _)) = &steps {
            current = of_groups.put_on(pl, current);
        }
    }
    if q.has_window_funcs {
        let target = steps.as_ref().map_or(&sort_input, |s| s.2.first()).clone();
        current = window_paths(pl, &mut root, &current, &target)?;
    }
    if let Some((.., of_windows)) = &steps {
        current = of_windows.put_on(pl, current);
    }
    if !q.distinct.is_empty() {
        current = distinct_paths(pl, &mut root, &current, have_grouping)?;
    }
    if !q.sort.is_empty() {
        let after = srfs.then(|| srf::split(pl, &root, &final_target, Some(&sort_input)));
        let target = after.as_ref().map_or(&final_target, |s| s.first()).clone();
        let postponed = after.as_ref().is_some_and(|s| s.more());
        let limit_tuples = if postponed { -1.0 } else { limit_tuples };
        current = ordered_paths(pl, &root, &current, limit_tuples, &target);
        if let Some(after) = after {
            current = after.put_on(pl, current);
        }
    }
    // The rest is put on every path.
    let mut finals: Vec<RcPath> = Vec::new();
    for p in current {
        let mut p = p;
        if !q.row_marks.is_empty() {
            let cost =
                Cost { startup: p.startup, total: p.total + pl.costs.cpu_tuple_cost * p.rows };
            let rows = p.rows;
            let mut l = over(&p, PathKind::LockRows(Rc::clone(&p)), cost, rows);
            l.pathkeys.clear();
            p = Rc::new(l);
        }
        if q.limit.as_ref().is_some_and(limit_needed)
            || q.offset.as_ref().is_some_and(offset_needed)
        {
            p = Rc::new(limit(
                &p,
                q.offset.clone(),
                q.limit.clone(),
                offset_est,
                count_est,
                q.limit_with_ties,
            ));
        }
        add_path_to(&mut finals, (*p).clone(), root.tuple_fraction > 0.0 || fraction > 0.0, false);
    }
    let mut best = Rc::clone(&finals[0]);
    for p in &finals {
        if p.required_outer.is_empty()
            && by_fraction(p, &best, path_fraction(fraction, &best)).is_lt()
        {
            best = Rc::clone(p);
        }
    }
    Ok(finish(root, best))
}

fn path_fraction(fraction: f64, best: &Path) -> f64 {
    if fraction >= 1.0 && best.rows > 0.0 { fraction / best.rows } else { fraction }
}

fn limit_needed(e: &Expr) -> bool {
    !matches!(e.node, Node::Const(storage::datum::Datum::Null))
}

fn offset_needed(e: &Expr) -> bool {
    match &e.node {
        Node::Const(d) => !d.is_null() && d.as_i64() != 0,
        _ => true,
    }
}

/// `preprocess_groupclause`: GROUP BY in the order of ORDER BY where that is possible.
fn preprocess_group(q: &mut Query) {
    if q.group.is_empty() || q.sort.is_empty() {
        return;
    }
    let mut new: Vec<SortGroupClause> = Vec::new();
    for s in &q.sort {
        match q.group.iter().find(|g| g.tle_ref == s.tle_ref) {
            Some(_) => new.push(*s),
            None => break,
        }
    }
    if new.is_empty() {
        return;
    }
    for g in &q.group {
        if !new.iter().any(|n| n.tle_ref == g.tle_ref) {
            new.push(*g);
        }
    }
    q.group = new;
}

/// `make_sort_input_target`: volatile and expensive columns wait until after the sort.
fn sort_input_target(
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

fn cheapest(paths: &[RcPath]) -> RcPath {
    let mut best = Rc::clone(&paths[0]);
    for p in paths {
        if p.total < best.total || (p.total == best.total && p.startup < best.startup) {
            best = Rc::clone(p);
        }
    }
    best
}

fn grouping_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    input: &[RcPath],
    target: &Target,
    having: &[Expr],
    aggs: &[Expr],
    minmax: Option<Vec<super::minmax::MinMaxAgg>>,
) -> Result<Vec<RcPath>> {
    let q = root.query.clone();
    let best = cheapest(input);
    let costs = agg_costs(pl, aggs);
    let group_exprs: Vec<Expr> = q
        .group
        .iter()
        .filter_map(|g| root.tlist.iter().find(|t| t.sort_group_ref == g.tle_ref))
        .map(|t| t.expr.clone())
        .collect();
    let refs: Vec<u32> = q.group.iter().map(|g| g.tle_ref).collect();
    let mut out: Vec<RcPath> = Vec::new();
    let target = Rc::new(target.clone());
    let startup_matters = root.tuple_fraction > 0.0;
    let finish_path = |pl: &mut Planner<'_>, root: &Root, mut p: Path, groups: f64| {
        p.target = Rc::clone(&target);
        p.rows = groups;
        if !having.is_empty() {
            let c = sel::exprs_cost(pl, having);
            p.startup += c.startup;
            p.total += c.startup + groups * c.per_tuple;
            let s = sel::exprs(pl, root, having, sel::SelCtx::restriction());
            p.rows = clamp_row_est(groups * s);
        }
        p.startup += target.cost.startup;
        p.total += target.cost.startup + target.cost.per_tuple * p.rows;
        p
    };
    if q.group.is_empty() {
        let cost = pl.costs.agg(
            AggStrategy::Plain,
            costs.trans,
            costs.finals,
            costs.space,
            costs.count,
            0,
            1.0,
            Cost { startup: best.startup, total: best.total },
            best.rows,
            best.target.width,
        );
        let kind = if aggs.is_empty() && !q.has_aggs {
            // HAVING without aggregates or groups.
            PathKind::GroupResult(having.to_vec())
        } else {
            PathKind::Agg {
                sub: Rc::clone(&best),
                strategy: AggStrategy::Plain,
                clauses: Vec::new(),
                groups: 1.0,
                having: having.to_vec(),
                trans_space: costs.space,
            }
        };
        let mut p = over(&best, kind, cost, 1.0);
        p.pathkeys.clear();
        let p = finish_path(pl, root, p, 1.0);
        add_path_to(&mut out, p, startup_matters, false);
        if let Some(list) = minmax {
            let p = super::minmax::path(pl, list, &target, having);
            add_path_to(&mut out, p, startup_matters, false);
        }
        return Ok(out);
    }
    let groups = sel::num_groups(pl, root, &group_exprs, best.rows);
    let can_sort = q.group.iter().all(|g| g.sortable);
    let can_hash = q.group.iter().all(|g| g.hashable)
        && !aggs.iter().any(
            |a| matches!(&a.node, Node::Aggref(a) if !a.distinct.is_empty() || !a.order.is_empty()),
        );
    let group_keys = root.group_pathkeys.clone();
    if can_sort {
        for p in input {
            let sorted = keys_contained(&group_keys, &p.pathkeys);
            if !(sorted || Rc::ptr_eq(p, &best)) {
                continue;
            }
            let p = if sorted { Rc::clone(p) } else { Rc::new(sort(pl, p, &group_keys, -1.0)) };
            let input_cost = Cost { startup: p.startup, total: p.total };
            let (kind, cost) = if aggs.is_empty() {
                let total = p.total + pl.costs.cpu_operator_cost * p.rows * refs.len() as f64;
                (
                    PathKind::Group {
                        sub: Rc::clone(&p),
                        clauses: refs.clone(),
                        having: having.to_vec(),
                    },
                    Cost { startup: p.startup, total },
                )
            } else {
                let cost = pl.costs.agg(
                    AggStrategy::Sorted,
                    costs.trans,
                    costs.finals,
                    costs.space,
                    costs.count,
                    refs.len(),
                    groups,
                    input_cost,
                    p.rows,
                    p.target.width,
                );
                (
                    PathKind::Agg {
                        sub: Rc::clone(&p),
                        strategy: AggStrategy::Sorted,
                        clauses: refs.clone(),
                        groups,
                        having: having.to_vec(),
                        trans_space: costs.space,
                    },
                    cost,
                )
            };
            let g = over(&p, kind, cost, groups);
            let g = finish_path(pl, root, g, groups);
            add_path_to(&mut out, g, startup_matters, false);
        }
    }
    if can_hash {
        let cost = pl.costs.agg(
            AggStrategy::Hashed,
            costs.trans,
            costs.finals,
            costs.space,
            costs.count,
            refs.len(),
            groups,
            Cost { startup: best.startup, total: best.total },
            best.rows,
            best.target.width,
        );
        let kind = PathKind::Agg {
            sub: Rc::clone(&best),
            strategy: AggStrategy::Hashed,
            clauses: refs,
            groups,
            having: having.to_vec(),
            trans_space: costs.space,
        };
        let mut p = over(&best, kind, cost, groups);
        p.pathkeys.clear();
        let p = finish_path(pl, root, p, groups);
        add_path_to(&mut out, p, startup_matters, false);
    }
    if out.is_empty() {
        return storage::err!(FEATURE_NOT_SUPPORTED, "could not implement GROUP BY");
    }
    Ok(out)
}

fn window_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    input: &[RcPath],
    target: &Target,
) -> Result<Vec<RcPath>> {
    let q = root.query.clone();
    let mut p = cheapest(input);
    let mut used: Vec<usize> = (0..q.windows.len())
        .filter(|i| {
            root.tlist.iter().any(|t| {
                super::tree::any(
                    &t.expr,
                    &|e| matches!(&e.node, Node::WindowFunc(w) if w.window == *i),
                )
            })
        })
        .collect();
    // Windows with more columns first, so that others can use their order.
    used.sort_by_key(|&i| {
        std::cmp::Reverse(q.windows[i].partition.len() + q.windows[i].order.len())
    });
    let count = used.len();
    let mut done: Vec<usize> = Vec::new();
    for (n, i) in used.into_iter().enumerate() {
        let w = &q.windows[i];
        done.push(i);
        let mut all = w.partition.clone();
        all.extend(w.order.iter().copied());
        let keys = pathkeys_for(root, &all);
        if !keys_contained(&keys, &p.pathkeys) {
            p = Rc::new(sort(pl, &p, &keys, -1.0));
        }
        let t = if n + 1 == count {
            target.clone()
        } else {
            let mut t = (*p.target).clone();
            for tle in &root.tlist {
                let mut found = Vec::new();
                collect_windows(&tle.expr, i, &mut found);
                for f in found {
                    if !t.exprs.contains(&f) {
                        t.exprs.push(f);
                        t.sortrefs.push(0);
                    }
                }
            }
            cost_target(pl, root, &mut t);
            t
        };
        let mut total = p.total;
        let mut startup = p.startup;
        let mut funcs = Vec::new();
        for tle in &root.tlist {
            collect_windows(&tle.expr, i, &mut funcs);
        }
        for f in &funcs {
            let Node::WindowFunc(wf) = &f.node else { continue };
            let mut c = QualCost { startup: 0.0, per_tuple: pl.costs.cpu_operator_cost };
            for a in wf.args.iter().chain(&wf.filter) {
                sel::expr_cost(pl, a, &mut c);
            }
            startup += c.startup;
            total += c.per_tuple * p.rows;
        }
        total += pl.costs.cpu_operator_cost * (w.partition.len() + w.order.len()) as f64 * p.rows;
        total += pl.costs.cpu_tuple_cost * p.rows;
        let kind = PathKind::WindowAgg {
            sub: Rc::clone(&p),
            partition: w.partition.iter().map(|c| c.tle_ref).collect(),
            order: w.order.iter().map(|c| (c.tle_ref, c.descending, c.nulls_first)).collect(),
            frame: w.frame.clone(),
            window: i,
        };
        let mut path = over(&p, kind, Cost { startup, total }, p.rows);
        path.target = Rc::new(t);
        path.startup += path.target.cost.startup;
        path.total += path.target.cost.startup + path.target.cost.per_tuple * path.rows;
        p = Rc::new(path);
    }
    Ok(vec![p])
}

fn collect_windows(e: &Expr, window: usize, out: &mut Vec<Expr>) {
    if matches!(&e.node, Node::WindowFunc(w) if w.window == window) {
        if !out.contains(e) {
            out.push(e.clone());
        }
        return;
    }
    for c in super::tree::children(e) {
        collect_windows(c, window, out);
    }
}

fn distinct_paths(
    pl: &mut Planner<'_>,
    root: &mut Root,
    input: &[RcPath],
    grouped: bool,
) -> Result<Vec<RcPath>> {
    let q = root.query.clone();
    let best = cheapest(input);
    let exprs: Vec<Expr> = q
        .distinct
        .iter()
        .filter_map(|g| root.tlist.iter().find(|t| t.sort_group_ref == g.tle_ref))
        .map(|t| t.expr.clone())
        .collect();
    let rows = if grouped { best.rows } else { sel::num_groups(pl, root, &exprs, best.rows) };
    let mut out = Vec::new();
    let matters = root.tuple_fraction > 0.0;
    if q.distinct.iter().all(|d| d.sortable) {
        let needed = if q.has_distinct_on && root.distinct_pathkeys.len() < root.sort_pathkeys.len()
        {
            root.sort_pathkeys.clone()
        } else {
            root.distinct_pathkeys.clone()
        };
        let keys = root.distinct_pathkeys.len();
        let unique = |pl: &Planner<'_>, p: &RcPath| {
            let cost = Cost {
                startup: p.startup,
                total: p.total + pl.costs.cpu_operator_cost * p.rows * keys as f64,
            };
            over(p, PathKind::UpperUnique { sub: Rc::clone(p), keys }, cost, rows)
        };
        for p in input {
            if keys_contained(&needed, &p.pathkeys) {
                let u = unique(pl, p);
                add_path_to(&mut out, u, matters, false);
            }
        }
        let full = if needed.len() < root.sort_pathkeys.len() {
            root.sort_pathkeys.clone()
        } else {
            needed
        };
        if !keys_contained(&full, &best.pathkeys) {
            let s = Rc::new(sort(pl, &best, &full, -1.0));
            let u = unique(pl, &s);
            add_path_to(&mut out, u, matters, false);
        }
    }
    if !q.has_distinct_on
        && q.distinct.iter().all(|d| d.hashable)
        && (pl.costs.enable_hashagg || out.is_empty())
    {
        let cost = pl.costs.agg(
            AggStrategy::Hashed,
            QualCost::default(),
            QualCost::default(),
            0.0,
            root.aggs.len(),
            q.distinct.len(),
            rows,
            Cost { startup: best.startup, total: best.total },
            best.rows,
            best.target.width,
        );
        let kind = PathKind::Agg {
            sub: Rc::clone(&best),
            strategy: AggStrategy::Hashed,
            clauses: q.distinct.iter().map(|d| d.tle_ref).collect(),
            groups: rows,
            having: Vec::new(),
            trans_space: 0.0,
        };
        let mut p = over(&best, kind, cost, rows);
        // `create_agg_path` charges for its target, though the input has computed it.
        let t = best.target.cost;
        p.startup += t.startup;
        p.total += t.startup + t.per_tuple * rows;
        p.pathkeys.clear();
        add_path_to(&mut out, p, matters, false);
    }
    Ok(out)
}

fn ordered_paths(
    pl: &mut Planner<'_>,
    root: &Root,
    input: &[RcPath],
    limit_tuples: f64,
    target: &Target,
) -> Vec<RcPath> {
    let keys = &root.sort_pathkeys;
    let best = cheapest(input);
    let mut out: Vec<RcPath> = Vec::new();
    for p in input {
        let common = keys.iter().zip(&p.pathkeys).take_while(|(a, b)| a == b).count();
        let sorted = common == keys.len();
        let mut candidates: Vec<RcPath> = Vec::new();
        if sorted {
            candidates.push(Rc::clone(p));
        } else {
            if Rc::ptr_eq(p, &best) {
                candidates.push(Rc::new(sort(pl, p, keys, limit_tuples)));
            }
            if common > 0 && pl.costs.enable_incremental_sort {
                let s = incremental_sort(pl, root, p, keys, common, limit_tuples);
                candidates.push(Rc::new(s));
            }
        }
        for c in candidates {
            let c = if c.target.exprs != target.exprs {
                Rc::new(apply_projection(pl, &c, &Rc::new(target.clone())))
            } else {
                c
            };
            add_path_to(&mut out, (*c).clone(), root.tuple_fraction > 0.0, false);
        }
    }
    out
}

/// `create_incremental_sort_path` with `cost_incremental_sort`.
fn incremental_sort(
    pl: &mut Planner<'_>,
    root: &Root,
    p: &RcPath,
    keys: &[PathKey],
    presorted: usize,
    limit: f64,
) -> Path {
    let tuples = p.rows.max(2.0);
    let exprs: Vec<Expr> = keys[..presorted]
        .iter()
        .filter_map(|k| root.ecs[root.ec(k.ec)].members.first().map(|m| m.0.clone()))
        .collect();
    let mut groups = f64::min(tuples, 200.0);
    if !exprs.iter().any(|e| relids(e).is_empty()) {
        groups = sel::num_groups(pl, root, &exprs, tuples);
    }
    let group_tuples = tuples / groups;
    let group_run = (p.total - p.startup) / groups;
    let (gs, gr) = pl.costs.tuplesort(1.5 * group_tuples, p.target.width, limit);
    let startup = p.startup + gs + group_run;
    let mut run = gr + (gr + gs) * (groups - 1.0) + group_run * (groups - 1.0);
    run += pl.costs.cpu_tuple_cost * tuples;
    run += 2.0 * pl.costs.cpu_tuple_cost * groups;
    let mut s = over(
        p,
        PathKind::IncrementalSort(Rc::clone(p), presorted),
        Cost { startup, total: startup + run },
        p.rows,
    );
    s.pathkeys = keys.to_vec();
    s
}

/// `generate_recursion_path`
pub fn plan_recursive(pl: &mut Planner<'_>, q: &mut Query, wt: usize) -> Result<PlannedQuery> {
    super::setop::plan_recursive(pl, q, wt)
}

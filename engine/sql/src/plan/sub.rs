//! Sub-queries in expressions, and WITH (`subselect.c`).

use super::create::create_plan;
use super::fold::fold;
use super::prep::{make_rte, simplify_exists};
use super::root::{CteInfo, Path, PlannedQuery, Planner, RcPath, Root, SubRoot};
use super::tree::{children_mut, rewrite, walk_query};
use super::{Plan, PlanKind};
use crate::analyze::{CommandType, Query, RangeTblEntry, RteKind};
use crate::expr::{BoolOp, Expr, Node, Param, SubLink, SubLinkKind, SubPlan};
use std::cell::RefCell;
use std::rc::Rc;
use storage::error::Result;
use storage::ids::Oid;
use storage::types::oid;

/// The cost of a planned sub-query: what its start costs, and what each call costs (`cost_subplan`).
pub fn subplan_cost(pl: &mut Planner<'_>, s: &SubPlan) -> Option<(f64, f64)> {
    let mut test = super::cost::QualCost::default();
    if let Some(e) = &s.test {
        super::sel::expr_cost(pl, e, &mut test);
    }
    let (plan, _) = pl.subplans.get(s.plan_id)?;
    let (mut startup, mut per_call) = (test.startup, test.per_tuple);
    if s.use_hash_table {
        startup += plan.total + pl.costs.cpu_operator_cost * plan.rows;
    } else {
        let run = plan.total - plan.startup;
        match s.kind {
            SubLinkKind::Exists => per_call += run / plan.rows.max(1.0),
            SubLinkKind::All | SubLinkKind::Any => {
                per_call += 0.50 * run;
                per_call += 0.50 * plan.rows * pl.costs.cpu_operator_cost;
            }
            _ => per_call += run,
        }
        if s.par_param.is_empty() && materializes(plan) {
            startup += plan.startup;
        } else {
            per_call += plan.startup;
        }
    }
    Some((startup, per_call))
}

/// Whether the node keeps its rows, so that reading them again costs little
/// (`ExecMaterializesOutput`).
fn materializes(p: &Plan) -> bool {
    matches!(
        p.kind,
        PlanKind::Material
            | PlanKind::FunctionScan { .. }
            | PlanKind::CteScan { .. }
            | PlanKind::WorkTableScan { .. }
            | PlanKind::Sort { .. }
    )
}

/// Replaces columns of outer queries by params (`SS_replace_correlation_vars`).
pub fn replace_outer_vars(pl: &mut Planner<'_>, e: &mut Expr) {
    let here = pl.levels.len() - 1;
    let found = match &e.node {
        Node::Var(v) if v.levels_up > 0 => Some(v.levels_up),
        Node::Aggref(a) if a.levels_up > 0 => Some(a.levels_up),
        _ => None,
    };
    if let Some(up) = found {
        let level = here.saturating_sub(up as usize);
        let mut value = e.clone();
        match &mut value.node {
            Node::Var(v) => v.levels_up = 0,
            Node::Aggref(_) => super::tree::shift_levels(&mut value, -(up as i32), 0),
            _ => {}
        }
        if let Node::Aggref(a) = &mut value.node {
            a.levels_up = 0;
        }
        value.location = -1;
        let id = param_for(pl, level, value);
        e.node = Node::Param(Param::Exec(id));
        return;
    }
    for c in children_mut(e) {
        replace_outer_vars(pl, c);
    }
}

/// The parameter that hands `value` of this level down to a sub-query.
fn param_for(pl: &mut Planner<'_>, level: usize, value: Expr) -> usize {
    if let Some((_, id)) = pl.levels[level].plan_params.iter().find(|(v, _)| *v == value) {
        return *id;
    }
    let id = pl.params;
    pl.params += 1;
    pl.params_change = true;
    pl.levels[level].plan_params.push((value, id));
    id
}

/// Replaces sub-links by plans (`SS_process_sublinks`). `top_qual`: the expression is a condition,
/// for which NULL counts as false.
pub fn process(pl: &mut Planner<'_>, root: &mut Root, e: &mut Expr, top_qual: bool) -> Result<()> {
    if let Node::SubLink(_) = &e.node {
        let Node::SubLink(s) = std::mem::replace(&mut e.node, Node::CaseTest) else {
            unreachable!("matched above")
        };
        let mut s = *s;
        if let Some(t) = &mut s.test {
            process(pl, root, t, false)?;
        }
        e.node = make_subplan(pl, root, s, top_qual)?;
        return Ok(());
    }
    // What an outer query's aggregate takes is computed there.
    if matches!(&e.node, Node::Aggref(a) if a.levels_up > 0) {
        return Ok(());
    }
    let keep = matches!(e.node, Node::Bool(BoolOp::And | BoolOp::Or, _)) && top_qual;
    for c in children_mut(e) {
        process(pl, root, c, keep)?;
    }
    Ok(())
}

/// Plans a sub-query of an expression and returns what stands for it there. `top_qual`: the
/// sub-link is a condition, for which NULL counts as false (`make_subplan`, `build_subplan`).
fn make_subplan(pl: &mut Planner<'_>, root: &mut Root, s: SubLink, top_qual: bool) -> Result<Node> {
    let mut query = (*s.query).clone();
    let simple = s.kind == SubLinkKind::Exists && simplify_exists(&mut query);
    let hashable = simple.then(|| query.clone());
    let fraction = match s.kind {
        SubLinkKind::Exists => 1.0,
        SubLinkKind::All | SubLinkKind::Any => 0.5,
        _ => 0.0,
    };
    let here = pl.levels.len() - 1;
    let saved = std::mem::take(&mut pl.levels[here].plan_params);
    let columns: Vec<Expr> =
        query.target.iter().filter(|t| !t.junk).map(|t| t.expr.clone()).collect();
    let sub = super::upper::plan_query(pl, query, fraction)?;
    let mut plan = create_plan(pl, &sub)?;
    let params = std::mem::replace(&mut pl.levels[here].plan_params, saved);
    let par_param: Vec<usize> = params.iter().map(|(_, id)| *id).collect();
    let mut args: Vec<Expr> = params.into_iter().map(|(e, _)| e).collect();
    for a in &mut args {
        process(pl, root, a, false)?;
    }
    let plan_id = pl.subplans.len();
    let mut result = SubPlan {
        kind: s.kind,
        test: None,
        param_ids: Vec::new(),
        plan_id,
        plan_name: String::new(),
        use_hash_table: false,
        unknown_eq_false: top_qual,
        par_param,
        args,
        hashed: None,
    };
    let number = plan_id + 1;
    let init = result.par_param.is_empty()
        && matches!(s.kind, SubLinkKind::Exists | SubLinkKind::Expr | SubLinkKind::Array);
    if init || (result.par_param.is_empty() && matches!(s.kind, SubLinkKind::MultiExpr(_))) {
        let count = if matches!(s.kind, SubLinkKind::MultiExpr(_)) { columns.len() } else { 1 };
        for _ in 0..count {
            result.param_ids.push(pl.params);
            pl.params += 1;
        }
        result.plan_name = init_name(number, &result.param_ids);
        let first = result.param_ids[0];
        if let SubLinkKind::MultiExpr(n) = s.kind {
            root.multi_params.push((n, result.param_ids.clone()));
        }
        root.init_plans.push(result);
        pl.subplans.push((plan, Rc::clone(&sub_root(&sub))));
        return Ok(if matches!(s.kind, SubLinkKind::MultiExpr(_)) {
            Node::Const(storage::datum::Datum::Null)
        } else {
            Node::Param(Param::Exec(first))
        });
    }
    if let Some(mut test) = s.test {
        for _ in &columns {
            result.param_ids.push(pl.params);
            pl.params += 1;
        }
        let ids = result.param_ids.clone();
        rewrite(&mut test, 0, &mut |e, _| {
            if let Node::Param(Param::SubLink(n)) = e.node {
                e.node = Node::Param(Param::Exec(ids[n - 1]));
            }
            true
        });
        if s.kind == SubLinkKind::RowCompare && result.par_param.is_empty() {
            result.plan_name = init_name(number, &result.param_ids);
            root.init_plans.push(result);
            pl.subplans.push((plan, sub_root(&sub)));
            return Ok(test.node);
        }
        let hashable = s.kind == SubLinkKind::Any
            && result.par_param.is_empty()
            && super::cost::relation_byte_size(plan.rows, plan.width) <= pl.costs.hash_mem_bytes()
            && test_hashable(&test, &result.param_ids);
        result.use_hash_table = hashable;
        result.test = Some(test);
        if !hashable
            && result.par_param.is_empty()
            && pl.costs.enable_material
            && !materializes(&plan)
        {
            plan = plan.materialized(&pl.costs);
        }
    }
    if let SubLinkKind::MultiExpr(n) = s.kind {
        for _ in &columns {
            result.param_ids.push(pl.params);
            pl.params += 1;
        }
        root.multi_params.push((n, result.param_ids.clone()));
    }
    result.plan_name = match result.param_ids.as_slice() {
        ids if matches!(s.kind, SubLinkKind::MultiExpr(_)) => {
            format!("SubPlan {number} {}", returned_params(ids))
        }
        _ => format!("SubPlan {number}"),
    };
    if result.kind == SubLinkKind::MultiExpr(0) {
        result.kind = SubLinkKind::Expr;
    }
    pl.subplans.push((plan, sub_root(&sub)));
    if let Some(query) = hashable {
        result.hashed = super::alternative::hashed_exists(pl, query)?.map(Box::new);
        pl.has_two_ways |= result.hashed.is_some();
    }
    Ok(Node::SubPlan(Box::new(result)))
}

/// The name of an InitPlan in EXPLAIN.
fn init_name(number: usize, params: &[usize]) -> String {
    format!("InitPlan {number} {}", returned_params(params))
}

/// `(returns $0,$1)`.
fn returned_params(params: &[usize]) -> String {
    let list: Vec<String> = params.iter().map(|p| format!("${p}")).collect();
    format!("(returns {})", list.join(","))
}

/// The range table that a sub-query's plan refers to.
pub fn sub_root(sub: &PlannedQuery) -> Rc<SubRoot> {
    Rc::new(SubRoot { rtable: planned_range_table(&sub.root.borrow().query) })
}

/// The range table of a planned query: one without FROM got an entry for its single row
/// (`replace_empty_jointree`).
pub fn planned_range_table(query: &Query) -> Vec<RangeTblEntry> {
    let mut entries = query.rtable.clone();
    if query.jointree.from.is_empty() {
        entries.push(make_rte(RteKind::Result, "*RESULT*", Vec::new()));
    }
    entries
}

/// Whether a sub-query's comparison can be looked up in a hash table: strict equalities, one or
/// several with AND, whose left sides do not use the sub-query's results (the parameters `ids`) and
/// whose right sides use no columns (`testexpr_is_hashable`).
fn test_hashable(test: &Expr, ids: &[usize]) -> bool {
    let ok = |e: &Expr| match &e.node {
        Node::Op(o) => {
            super::clauses::is_hashable(o)
                && o.op.strict
                && !has_params(&o.args[0], ids)
                && super::tree::relids(&o.args[1]).is_empty()
        }
        _ => false,
    };
    match &test.node {
        Node::Bool(BoolOp::And, args) => args.iter().all(ok),
        _ => ok(test),
    }
}

/// Whether the expression uses one of these parameters.
fn has_params(e: &Expr, ids: &[usize]) -> bool {
    super::tree::any(e, &|e| matches!(e.node, Node::Param(Param::Exec(p)) if ids.contains(&p)))
}

/// Plans the queries of WITH, or puts them in the place where they are used (`SS_process_ctes`).
pub fn process_ctes(pl: &mut Planner<'_>, root: &mut Root, q: &mut Query) -> Result<()> {
    let ctes = std::mem::take(&mut q.ctes);
    root.has_ctes = !ctes.is_empty();
    for (i, cte) in ctes.iter().enumerate() {
        let is_select = cte.query.command == CommandType::Select;
        let refs = count_refs(q, &ctes[i + 1..], &cte.name);
        if refs == 0 && is_select {
            continue;
        }
        let mut volatile = false;
        walk_query(&cte.query, 0, &mut |e, _| {
            volatile |= super::prep::volatility(e) == Some(storage::fmgr::Volatility::Volatile);
            !volatile
        });
        let inline = match cte.materialized {
            Some(materialized) => !materialized,
            None => refs == 1,
        } && !cte.recursive
            && is_select
            && !volatile
            && !locks_rows(&cte.query)
            && !ctes[i + 1..].iter().any(|c| refers(&c.query, &cte.name, 1));
        if inline {
            inline_cte(q, &cte.name, &cte.query, 0);
            continue;
        }
        let here = pl.levels.len() - 1;
        let saved = std::mem::take(&mut pl.levels[here].plan_params);
        let mut query = (*cte.query).clone();
        let worktable = pl.params;
        if cte.recursive {
            pl.params += 1;
            pl.levels[here].recursive = Some((cte.name.clone(), worktable, 0.0, 0));
        }
        let sub = if cte.recursive && query.set_operations.is_some() {
            super::upper::plan_recursive(pl, &mut query, worktable)?
        } else {
            super::upper::plan_query(pl, query, 0.0)?
        };
        let mut plan = create_plan(pl, &sub)?;
        // The command tag counts the main query's rows.
        if let PlanKind::ModifyTable(m) = &mut plan.kind {
            m.can_set_tag = false;
        }
        pl.levels[here].plan_params = saved;
        pl.levels[here].recursive = None;
        let plan_id = pl.subplans.len();
        let planned = sub.clone();
        // A change has one before it, of rows that are checked again (`epqParam`).
        let param = pl.params + usize::from(!is_select);
        pl.params = param + 1;
        let info = CteInfo { name: cte.name.clone(), plan_id, param, rows: plan.rows, planned };
        if !is_select {
            pl.modifying_ctes.push(plan_id);
        }
        pl.subplans.push((plan, sub_root(&sub)));
        root.init_plans.push(SubPlan {
            kind: SubLinkKind::Cte,
            test: None,
            param_ids: vec![param],
            plan_id,
            plan_name: format!("CTE {}", cte.name),
            use_hash_table: false,
            unknown_eq_false: false,
            par_param: Vec::new(),
            args: Vec::new(),
            hashed: None,
        });
        pl.levels[here].ctes.push(info);
    }
    Ok(())
}

/// How often the query and the other WITH entries name this one.
fn count_refs(q: &Query, others: &[crate::analyze::CommonTableExpr], name: &str) -> usize {
    refs_in(q, name, 0) + others.iter().map(|c| refs_in(&c.query, name, 1)).sum::<usize>()
}

/// Whether the query names the WITH entry.
fn refers(q: &Query, name: &str, depth: u32) -> bool {
    refs_in(q, name, depth) > 0
}

/// Whether a query or one within it in FROM or WITH locks rows (`contain_dml`).
fn locks_rows(q: &Query) -> bool {
    q.has_for_update
        || q.ctes.iter().any(|c| locks_rows(&c.query))
        || q.rtable
            .iter()
            .any(|rte| matches!(&rte.kind, RteKind::Subquery { query, .. } if locks_rows(query)))
}

/// How often a query names the WITH entry `depth` levels above.
fn refs_in(q: &Query, name: &str, depth: u32) -> usize {
    let mut n = 0;
    for rte in &q.rtable {
        match &rte.kind {
            RteKind::Cte { name: other, levels_up, .. } if *levels_up == depth && other == name => {
                n += 1;
            }
            RteKind::Subquery { query, .. } => n += refs_in(query, name, depth + 1),
            _ => {}
        }
    }
    for c in &q.ctes {
        n += refs_in(&c.query, name, depth + 1);
    }
    for e in super::tree::query_exprs(q) {
        sublink_refs(e, name, depth, &mut n);
    }
    n
}

/// Adds the references in an expression's sub-queries to `n`.
fn sublink_refs(e: &Expr, name: &str, depth: u32, n: &mut usize) {
    if let Node::SubLink(s) = &e.node {
        *n += refs_in(&s.query, name, depth + 1);
    }
    for c in super::tree::children(e) {
        sublink_refs(c, name, depth, n);
    }
}

/// Puts the query of a WITH entry where it is named (`inline_cte_walker`).
fn inline_cte(q: &mut Query, name: &str, body: &Query, depth: u32) {
    for rte in &mut q.rtable {
        match &mut rte.kind {
            RteKind::Cte { name: other, levels_up, .. } if *levels_up == depth && other == name => {
                let mut copy = body.clone();
                super::tree::shift_query_levels(&mut copy, depth as i32, 1);
                rte.kind = RteKind::Subquery { query: Box::new(copy), view: None };
            }
            RteKind::Subquery { query, .. } => inline_cte(query, name, body, depth + 1),
            _ => {}
        }
    }
    for c in &mut q.ctes {
        inline_cte(Rc::make_mut(&mut c.query), name, body, depth + 1);
    }
    for e in super::tree::query_exprs_mut(q) {
        inline_in_expr(e, name, body, depth);
    }
}

/// [`inline_cte`] in the sub-queries of an expression.
fn inline_in_expr(e: &mut Expr, name: &str, body: &Query, depth: u32) {
    if let Node::SubLink(s) = &mut e.node {
        inline_cte(&mut s.query, name, body, depth + 1);
    }
    for c in children_mut(e) {
        inline_in_expr(c, name, body, depth);
    }
}

/// Simplifies an expression before planning; `qual`: it is a condition (`preprocess_expression`).
pub fn preprocess(pl: &mut Planner<'_>, root: &mut Root, e: &mut Expr, qual: bool) -> Result<()> {
    fold(&mut pl.host, e, false)?;
    if qual {
        let owned = std::mem::replace(e, super::fold::make_bool(None));
        *e = super::fold::canonicalize(owned);
    }
    process(pl, root, e, qual)?;
    replace_outer_vars(pl, e);
    Ok(())
}

/// Puts the columns of `SET (a, b) = (SELECT ...)` in place (`fix_param_node`), after the sub-queries
/// of the target list are planned.
pub fn resolve_multi_assignments(root: &Root, e: &mut Expr) {
    if root.multi_params.is_empty() {
        return;
    }
    rewrite(e, 0, &mut |e, _| {
        if let Node::Param(Param::MultiExpr(n, column)) = e.node
            && let Some((_, ids)) = root.multi_params.iter().find(|(m, _)| *m == n)
        {
            e.node = Node::Param(Param::Exec(ids[column - 1]));
        }
        true
    });
}

/// A NULL of a type.
pub fn null_of(type_oid: Oid, typmod: i32, collation: Oid) -> Expr {
    Expr {
        node: Node::Const(storage::datum::Datum::Null),
        type_oid,
        typmod,
        collation,
        location: -1,
    }
}

/// An int4 constant.
pub fn int4(v: i32) -> Expr {
    Expr {
        node: Node::Const(storage::datum::Datum::i32(v)),
        type_oid: oid::INT4,
        typmod: -1,
        collation: Oid::INVALID,
        location: -1,
    }
}

/// The planned query of a root, its cheapest path, and all that are worth keeping. The paths of a SELECT cost what its
/// sub-queries that run once cost, too (`SS_charge_for_initplans`).
pub fn finish(
    pl: &mut Planner<'_>,
    root: Root,
    path: RcPath,
    mut ways: Vec<RcPath>,
) -> PlannedQuery {
    let mut path = path;
    if root.query.command == CommandType::Select && !root.init_plans.is_empty() {
        let cost = init_plan_cost(pl, &root.init_plans);
        path = charged(&path, cost);
        ways = ways.iter().map(|p| charged(p, cost)).collect();
    }
    PlannedQuery { root: Rc::new(RefCell::new(root)), path, ways }
}

/// The path with this cost before its first row.
fn charged(p: &RcPath, cost: f64) -> RcPath {
    Rc::new(Path { startup: p.startup + cost, total: p.total + cost, ..(**p).clone() })
}

/// What running each of these sub-queries once costs.
pub fn init_plan_cost(pl: &mut Planner<'_>, plans: &[SubPlan]) -> f64 {
    let costs = plans.iter().filter_map(|s| subplan_cost(pl, s));
    costs.fold(0.0, |sum, (startup, per_call)| sum + (startup + per_call))
}

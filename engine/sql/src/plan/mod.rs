//! The planner (`src/backend/optimizer`): from a query to the cheapest plan the server would find.
//!
//! | file | what |
//! |---|---|
//! | `prep` `fold` `sub` | the query made simpler: sub-links and sub-queries pulled up, constants folded |
//! | `clauses` `sel` `cost` | conditions, how many rows they leave, what things cost |
//! | `scan` `join` `path` | ways to get rows, of which the cheap and the ordered are kept |
//! | `upper` `setop` `minmax` | grouping, DISTINCT, ORDER BY, LIMIT; UNION and its kin |
//! | `create` `refs` | the chosen way as a plan whose expressions name columns of child rows |
//!
//! Simplified: no parallel plans, no partitions, no extended statistics, no PlaceHolderVars (a
//! sub-query below an outer join stays a sub-query if a column that it computes may have a value for NULLs).

mod alternative;
mod arbiter;
mod backward;
mod clauses;
pub mod cost;
mod create;
mod finalize;
mod fold;
mod inline;
mod join;
mod minmax;
mod node;
mod path;
pub(crate) mod pattern;
mod predtest;
mod prep;
mod refs;
mod relids;
mod root;
mod scan;
mod sel;
mod setop;
mod setop_paths;
mod srf;
mod sub;
pub mod tree;
mod upper;

pub use backward::reads_backward;
pub use clauses::family;
pub use join::hash_table_size;
pub use node::*;
pub use prep::contains_volatile;
pub use scan::cluster_sorts;
pub(crate) use sel::bare_operand;
pub use upper::shared_input;

use crate::analyze::{CommandType, Query};
use crate::host::Host;
use cost::CostSettings;
use std::rc::Rc;
use storage::error::Result;
use storage::fmgr::Env;

/// The planner's current settings.
pub fn settings(host: &Host<'_>) -> CostSettings {
    let release = Env::release(host);
    let mut costs = CostSettings {
        hash_entries: release.hash_entries,
        disabled_counted: release.disabled_nodes_counted,
        ..CostSettings::default()
    };
    let get = |name: &str| host.setting(name);
    let real = |name: &str, to: &mut f64| {
        if let Some(v) = get(name).and_then(|v| parse_amount(name, &v)) {
            *to = v;
        }
    };
    real("seq_page_cost", &mut costs.seq_page_cost);
    real("random_page_cost", &mut costs.random_page_cost);
    real("cpu_tuple_cost", &mut costs.cpu_tuple_cost);
    real("cpu_index_tuple_cost", &mut costs.cpu_index_tuple_cost);
    real("cpu_operator_cost", &mut costs.cpu_operator_cost);
    real("effective_cache_size", &mut costs.effective_cache_size);
    real("cursor_tuple_fraction", &mut costs.cursor_tuple_fraction);
    real("work_mem", &mut costs.work_mem);
    real("hash_mem_multiplier", &mut costs.hash_mem_multiplier);
    let count = |name: &str, to: &mut usize| {
        if let Some(v) = get(name).and_then(|v| v.parse().ok()) {
            *to = v;
        }
    };
    count("from_collapse_limit", &mut costs.from_collapse_limit);
    count("join_collapse_limit", &mut costs.join_collapse_limit);
    count("geqo_threshold", &mut costs.geqo_threshold);
    let flag = |name: &str, to: &mut bool| {
        if let Some(v) = get(name) {
            *to = v == "on";
        }
    };
    flag("geqo", &mut costs.geqo);
    flag("enable_seqscan", &mut costs.enable_seqscan);
    flag("enable_indexscan", &mut costs.enable_indexscan);
    flag("enable_indexonlyscan", &mut costs.enable_indexonlyscan);
    flag("enable_bitmapscan", &mut costs.enable_bitmapscan);
    flag("enable_tidscan", &mut costs.enable_tidscan);
    flag("enable_sort", &mut costs.enable_sort);
    flag("enable_incremental_sort", &mut costs.enable_incremental_sort);
    flag("enable_hashagg", &mut costs.enable_hashagg);
    flag("enable_nestloop", &mut costs.enable_nestloop);
    flag("enable_mergejoin", &mut costs.enable_mergejoin);
    flag("enable_hashjoin", &mut costs.enable_hashjoin);
    flag("enable_material", &mut costs.enable_material);
    flag("enable_memoize", &mut costs.enable_memoize);
    flag("enable_self_join_elimination", &mut costs.enable_self_join_elimination);
    flag("enable_distinct_reordering", &mut costs.enable_distinct_reordering);
    flag("enable_group_by_reordering", &mut costs.enable_group_by_reordering);
    costs
}

/// The number of a setting's text in its base unit (pages for the cache size, kB for memory).
fn parse_amount(name: &str, text: &str) -> Option<f64> {
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-' || c == 'e'));
    let (number, unit) = split.map_or((text, ""), |i| text.split_at(i));
    let number: f64 = number.parse().ok()?;
    let kb = match unit.trim() {
        "" => return Some(number),
        "kB" => 1.0,
        "MB" => 1024.0,
        "GB" => 1024.0 * 1024.0,
        "TB" => 1024.0 * 1024.0 * 1024.0,
        _ => return None,
    };
    Some(number * kb / if name == "effective_cache_size" { 8.0 } else { 1.0 })
}

/// Evaluates the constant parts of an expression that is not part of a query.
pub fn fold_constants(host: &mut Host<'_>, e: &mut crate::expr::Expr) -> Result<()> {
    fold::fold(host, e, false)
}

/// Plans a query.
pub fn plan(query: &Query, host: &mut Host<'_>) -> Result<PlannedStmt> {
    let costs = settings(host);
    plan_fraction(query, host, costs, 0.0)
}

/// Plans a query for a cursor, for which the first rows should come fast (`CURSOR_OPT_FAST_PLAN`).
pub fn plan_cursor(query: &Query, host: &mut Host<'_>) -> Result<PlannedStmt> {
    let costs = settings(host);
    let fraction = match costs.cursor_tuple_fraction {
        all if all >= 1.0 => 0.0,
        none if none <= 0.0 => 1e-10,
        some => some,
    };
    plan_fraction(query, host, costs, fraction)
}

/// Plans a query of which `fraction` of the rows will be read (`standard_planner`).
fn plan_fraction(
    query: &Query,
    host: &mut Host<'_>,
    costs: CostSettings,
    fraction: f64,
) -> Result<PlannedStmt> {
    let mut pl = root::Planner::new(host, costs);
    let sub = upper::plan_query(&mut pl, query.clone(), fraction)?;
    if let Some(failure) = pl.failure {
        return Err(failure);
    }
    let mut plan = create::create_plan(&mut pl, &sub)?;
    let mut flat = Vec::new();
    let rtable = sub::planned_range_table(&sub.root.borrow().query);
    let cost = (plan.startup, plan.total);
    refs::resolve(&mut plan, &rtable, &mut flat);
    if pl.release.moved_init_plans_costed && !plan.init_plans.is_empty() {
        (plan.startup, plan.total) = cost;
    }
    let mut subplans = Vec::new();
    for (mut p, root) in std::mem::take(&mut pl.subplans) {
        refs::resolve_sub(&mut p, &root, &mut flat);
        subplans.push(p);
    }
    if pl.params_change {
        finalize::find_params(&mut plan, &mut subplans);
    }
    let columns = if query.command == CommandType::Select {
        plan.target.iter().filter(|t| !t.junk).cloned().collect()
    } else {
        query.returning.clone()
    };
    Ok(PlannedStmt {
        command: query.command,
        returns_rows: query.command == CommandType::Select || !query.returning.is_empty(),
        plan,
        rtable: flat,
        subplans: subplans.into_iter().map(Rc::new).collect(),
        modifying_ctes: pl.modifying_ctes,
        params: pl.params,
        columns,
    })
}

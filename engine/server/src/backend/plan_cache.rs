//! Plans that a session keeps (`plancache.c`): those of PREPARE, and those of the queries behind foreign keys.
//!
//! ```text
//! 1st to 5th time   a custom plan, for these values         cost: the plan and its planning
//! 6th               a generic plan, for all values          kept if it is not dearer than those before
//! then              the generic plan, however the table grows, until something that it reads changes
//! ```
//!
//! ANALYZE, CREATE INDEX or another change of a relation invalidates it, and a change of a function or a schema; more
//! rows alone do not.

use super::process::PlansMade;
use super::{Backend, KeptPlan, Prepared};
use sql::analyze::{self, Query};
use sql::expr::Node;
use sql::plan::{PlannedStmt, plan};
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::EnvSession;
use storage::ids::Oid;
use storage::types::{self, oid};

/// What a plan was made of: each relation with its version.
pub(crate) type Versions = Vec<(Oid, Option<u32>)>;

/// The columns that a query returns, each with its name, type and type modifier; `None` if it returns no rows
/// (`PlanCacheComputeResultDesc`).
pub(crate) fn result_columns(query: &Query) -> Option<Vec<(String, Oid, i32)>> {
    let columns = query
        .returned()
        .map(|t| (t.name.clone().unwrap_or_default(), t.expr.type_oid, t.expr.typmod));
    Some(columns.collect()).filter(|c: &Vec<_>| !c.is_empty())
}

impl Backend<'_> {
    /// The relation's version now.
    fn version(&self, oid: Oid) -> Option<u32> {
        self.catalog.class(oid).map(|c| c.state.version.get())
    }

    /// The relations with the versions that they have now.
    pub(crate) fn versions(&self, relations: impl Iterator<Item = Oid>) -> Versions {
        relations.map(|oid| (oid, self.version(oid))).collect()
    }

    /// Whether these relations are as they were (`CachedPlanIsValid`).
    pub(crate) fn are_current(&self, made_of: &Versions) -> bool {
        made_of.iter().all(|(oid, version)| self.version(*oid) == *version)
    }

    /// Whether a custom plan is made: five times, and afterwards as long as it is cheaper than the
    /// generic plan (`choose_custom_plan`).
    fn prefers_custom(&self, made: &PlansMade) -> bool {
        match self.settings.raw("plan_cache_mode") {
            Some("force_generic_plan") => return false,
            Some("force_custom_plan") => return true,
            _ => {}
        }
        made.custom < 5
            || made.generic_cost.is_some_and(|all| all >= made.custom_cost / made.custom as f64)
    }

    /// Whether SQL of a function gets a custom plan, which is counted: its function, the trigger, its place.
    pub(crate) fn is_custom(&mut self, key: (Oid, Oid, usize)) -> bool {
        let counts = &self.session.custom_plans;
        let known = counts.iter().position(|(of, _)| *of == key);
        let custom = known.map_or(0, |i| counts[i].1);
        let is = self.prefers_custom(&PlansMade { custom, ..Default::default() });
        if is {
            match known {
                Some(i) => self.session.custom_plans[i].1 += 1,
                None => self.session.custom_plans.push((key, 1)),
            }
        }
        is
    }

    /// Forgets how often SQL of a function was planned, and its parsed body.
    #[inline(never)]
    pub(crate) fn forget_plans(&mut self, function: Oid) {
        self.session.bodies.retain(|_, body| body.function != function);
        self.session.custom_plans.retain(|(key, _)| key.0 != function);
    }

    /// The value as a constant of a plan: fetched and decompressed, with a long header (`makeConst`).
    #[inline(never)]
    pub(crate) fn constant(&mut self, d: Datum, t: Oid) -> Result<Datum> {
        match d {
            Datum::Ref(_) if self.column_of("", t, -1).len == -1 => {
                Ok(Datum::varlena(&types::detoast(&mut self.host(), &d)?))
            }
            _ => Ok(d),
        }
    }

    /// The cost of planning (`cached_plan_cost`).
    fn planning_cost(&self, plan: &PlannedStmt) -> f64 {
        let operator = self.settings.raw("cpu_operator_cost").and_then(|v| v.parse().ok());
        1000.0 * operator.unwrap_or(0.0025) * (plan.rtable.len() as f64 + 1.0)
    }

    /// The plan for these values, custom or generic (`GetCachedPlan`).
    #[inline(never)]
    pub(crate) fn plan_for(&mut self, p: &mut Prepared, values: &[Datum]) -> Result<Rc<KeptPlan>> {
        let path = self.settings.raw("search_path");
        p.generic.take_if(|kept| {
            !self.are_current(&kept.made_of)
                || !self.catalog.has_names(&kept.names)
                || kept.path.as_deref() != path
        });
        let mut custom = !p.params.is_empty() && self.prefers_custom(&p.plans);
        if !custom && p.generic.is_none() {
            let generic = self.planned(p, None)?;
            p.plans.generic_cost = Some(generic.plan.plan.total);
            p.generic = Some(generic);
            custom = !p.params.is_empty() && self.prefers_custom(&p.plans);
        }
        if let Some(kept) = p.generic.as_ref().filter(|_| !custom) {
            p.plans.generic += 1;
            return Ok(Rc::clone(kept));
        }
        let made = self.planned(p, Some(values))?;
        p.plans.custom_cost += made.plan.plan.total + self.planning_cost(&made.plan);
        p.plans.custom += 1;
        Ok(made)
    }

    /// Analyzes and plans a statement, for these values or for all (`BuildCachedPlan`).
    fn planned(&mut self, p: &Prepared, values: Option<&[Datum]>) -> Result<Rc<KeptPlan>> {
        let known = self.snapshot();
        let view = known.view();
        let host = &mut self.host();
        let query = match values {
            Some(values) => {
                analyze::analyze_with_values(&view, host, &p.statement, &p.params, values)?
            }
            None => {
                let mut types = p.params.iter().map(|t| Some(*t)).collect();
                analyze::analyze_with_params(&view, host, &p.statement, &mut types, false)?
            }
        };
        let plan = plan(&query, &mut self.host())?;
        Ok(self.kept(query, plan))
    }

    /// A plan with its query, and with what it was made of.
    pub(crate) fn kept(&self, query: Query, plan: PlannedStmt) -> Rc<KeptPlan> {
        let mut read = analyze::relations(&query);
        // Constants that name relations, as nextval('s') does (`fix_expr_common`).
        analyze::visit_query(&query, 0, &mut |e, _| {
            if let (oid::REGCLASS, Node::Const(d @ Datum::Word(_))) = (e.type_oid, &e.node) {
                read.insert(Oid(d.word() as u32));
            }
        });
        let made_of = self.versions(read.into_iter());
        let names = self.catalog.names_seen();
        let path = self.settings.raw("search_path").map(str::to_string);
        Rc::new(KeptPlan { query, plan, made_of, names, path })
    }
}

//! Names within a plan: its tables, and what the columns of its nodes stand for.

use crate::analyze::RteKind;
use crate::expr::{
    DeparseNames, DeparseStyle, Expr, FuncRef, Node, Param, SubLinkKind, SubPlan, Var, deparse,
    deparse_with_casts, quote_identifier, system_column_name,
};
use crate::host::Host;
use crate::plan::tree::children;
use crate::plan::{Plan, PlanKind, PlannedStmt};
use storage::datum::Datum;
use storage::ids::Oid;
use storage::versions::{Release, SubPlanNames};

/// What an exec param stands for, in the context of the plan node that sets it
/// (`find_param_referent`).
#[derive(Clone)]
pub struct ParamReferent {
    pub id: usize,
    pub value: ParamValue,
}

/// What gives a param its value.
#[derive(Clone)]
pub enum ParamValue {
    /// An expression, in the context of this plan.
    Expr(Expr, Plan),
    /// A column of a sub-plan, by its name.
    Column(String),
}

impl ParamReferent {
    /// The expressions that params stand for which a plan node sets for a plan below it.
    pub fn set_by<'s>(
        plan: &'s Plan,
        params: impl Iterator<Item = (usize, &'s Expr)> + 's,
    ) -> impl Iterator<Item = ParamReferent> + 's {
        params.map(|(id, e)| ParamReferent { id, value: ParamValue::Expr(e.clone(), plan.clone()) })
    }
    /// Whether a nested loop sets it for its inner side.
    pub fn of_loop(&self) -> bool {
        let ParamValue::Expr(_, plan) = &self.value else { return false };
        matches!(&plan.kind, PlanKind::NestLoop { params, .. } if params.iter().any(|p| p.0 == self.id))
    }
    /// The names of a sub-plan's columns in EXPLAIN: `(SubPlan 1).col1`.
    pub fn columns<'s>(s: &'s SubPlan, name: &'s str) -> impl Iterator<Item = ParamReferent> + 's {
        let hashed = if s.use_hash_table { "hashed " } else { "" };
        s.param_ids.iter().zip(1..).map(move |(id, column)| ParamReferent {
            id: *id,
            value: ParamValue::Column(format!("({hashed}{name}).col{column}")),
        })
    }
}

/// Names of expressions in the context of one plan node.
pub struct Names<'a> {
    pub host: Host<'a>,
    pub stmt: &'a PlannedStmt,
    pub names: &'a [String],
    pub plan: &'a Plan,
    pub prefix: bool,
    pub params: &'a [ParamReferent],
    pub release: &'static Release,
}

impl Names<'_> {
    /// The plan below that a column of `INNER` or `OUTER` refers to.
    fn child(&self, inner: bool) -> Option<&Plan> {
        match &self.plan.kind {
            PlanKind::Append { plans: p, .. } | PlanKind::MergeAppend { plans: p, .. } => p.first(),
            PlanKind::SubqueryScan { plan, .. } => Some(plan),
            _ if inner => self.plan.inner.as_deref(),
            _ => self.plan.outer.as_deref(),
        }
    }
}

impl DeparseNames for Names<'_> {
    fn variable(&mut self, e: &Expr) -> String {
        let Node::Var(v) = &e.node else { return "?".into() };
        let mut v = *v;
        if let (Var::INNER, PlanKind::ModifyTable(m)) = (v.rte, &self.plan.kind)
            && let Some(c) = &m.on_conflict
        {
            v.rte = c.excluded_rte;
        }
        if v.rte == Var::OUTER || v.rte == Var::INNER {
            let Some(child) = self.child(v.rte == Var::INNER) else { return "?".into() };
            let Some(t) = child.target.get(v.attno as usize - 1) else { return "?".into() };
            let simple = t.expr.is_column();
            let (stmt, names, prefix) = (self.stmt, self.names, self.prefix);
            let release = self.release;
            let mut known = self.params.to_vec();
            if release.sub_plan_names == SubPlanNames::Columns {
                let columns = |s| ParamReferent::columns(s, s.bare_name());
                known.extend(child.init_plans.iter().flat_map(columns));
            }
            if let (Var::INNER, PlanKind::NestLoop { params, .. }) = (v.rte, &self.plan.kind) {
                known.extend(ParamReferent::set_by(
                    self.plan,
                    params.iter().map(|(id, e)| (*id, e)),
                ));
            }
            let params = &known;
            // The child lives as long as the plan this context borrows.
            let expr = t.expr.clone();
            let plan = child.clone();
            let host = self.host.reborrow();
            let mut inner = Names { host, stmt, names, plan: &plan, prefix, params, release };
            let text = deparse_with_casts(&expr, &mut inner, DeparseStyle::EXPLAIN);
            return if simple { text } else { format!("({text})") };
        }
        let Some(rte) = self.stmt.rtable.get(v.rte.wrapping_sub(1)) else { return "?".into() };
        // Columns of sub-queries without a name of their own show what they stand for.
        let name = if v.attno > 0 {
            match &rte.kind {
                RteKind::Relation { oid, .. } => self
                    .host
                    .relation_by_oid(*oid)
                    .and_then(|r| r.desc.attrs.get(v.attno as usize - 1).map(|a| a.name.clone()))
                    .filter(|_| rte.alias.as_ref().is_none_or(|a| a.columns.is_empty()))
                    .or_else(|| rte.eref.columns.get(v.attno as usize - 1).cloned()),
                _ => rte.eref.columns.get(v.attno as usize - 1).cloned(),
            }
            .unwrap_or_else(|| "?".into())
        } else if v.attno == 0 {
            "*".into()
        } else {
            system_column_name(v.attno).to_string()
        };
        let refname = self.names.get(v.rte - 1).cloned().unwrap_or_default();
        let column = if name == "*" { name.clone() } else { quote_identifier(&name) };
        if (self.prefix || name == "*") && !refname.is_empty() {
            format!("{}.{column}", quote_identifier(&refname))
        } else {
            column
        }
    }
    fn parameter(&mut self, param: &Expr) -> String {
        let Node::Param(Param::Exec(id)) = &param.node else {
            return match &param.node {
                Node::Param(Param::Extern(n)) => format!("${n}"),
                _ => "?".into(),
            };
        };
        let Some(at) = self.params.iter().rposition(|r| r.id == *id) else {
            return format!("${id}");
        };
        let (stmt, names, params) = (self.stmt, self.names, &self.params[..at]);
        let (expr, plan) = match &self.params[at].value {
            ParamValue::Expr(expr, plan) => (expr, plan),
            ParamValue::Column(name) => return name.clone(),
        };
        let (host, release) = (self.host.reborrow(), self.release);
        let mut outer = Names { host, stmt, names, plan, prefix: true, params, release };
        let text = deparse(expr, &mut outer, DeparseStyle::EXPLAIN);
        match expr.node {
            Node::Var(_) | Node::Aggref(_) | Node::Grouping(_) | Node::Param(_) => text,
            _ => format!("({text})"),
        }
    }
    fn window(&self, window: usize) -> Option<String> {
        match &self.plan.kind {
            PlanKind::WindowAgg(w) if self.release.window_shown && w.window == window => {
                Some(w.name.clone())
            }
            _ => None,
        }
    }
    fn sub_plan(&mut self, s: &SubPlan) -> Option<String> {
        if self.release.sub_plan_names == SubPlanNames::Parameters {
            return None;
        }
        let before = match s.kind {
            SubLinkKind::Exists => "EXISTS(",
            SubLinkKind::All => "(ALL ",
            SubLinkKind::Any => "(ANY ",
            SubLinkKind::MultiExpr(_) => "(rescan ",
            SubLinkKind::Array => "ARRAY(",
            _ => "(",
        };
        let Some(test) = &s.test else {
            let hashed = if s.use_hash_table { "hashed " } else { "" };
            return Some(format!("{before}{hashed}{})", s.bare_name()));
        };
        let params: Vec<ParamReferent> =
            self.params.iter().cloned().chain(ParamReferent::columns(s, &s.plan_name)).collect();
        let mut within = Names { host: self.host.reborrow(), params: &params, ..*self };
        Some(format!("{before}{})", deparse(test, &mut within, DeparseStyle::EXPLAIN)))
    }
    fn format_type(&self, type_oid: Oid, typmod: i32) -> String {
        crate::analyze::format_type(&*self.host.session, type_oid, typmod)
    }
    fn function_name(&self, func: &FuncRef) -> String {
        match func {
            FuncRef::Sql(f) => crate::analyze::function_name(&*self.host.session, f),
            _ => quote_identifier(&func.name()),
        }
    }
    fn output(&mut self, type_oid: Oid, value: &Datum) -> String {
        self.host.output(type_oid, value).unwrap_or_default()
    }
    fn field_name(&mut self, row: &Expr, field: i16) -> String {
        if let Node::Var(v) = &row.node
            && let Some(child) = self.child(v.rte == Var::INNER).cloned()
            && matches!(v.rte, Var::OUTER | Var::INNER)
            && let Some(t) = child.target.get(v.attno as usize - 1)
        {
            let mut below = Names { host: self.host.reborrow(), plan: &child, ..*self };
            return below.field_name(&t.expr, field);
        }
        crate::analyze::field_name(&*self.host.session, row, field)
    }
    fn relation_name(&self, oid: Oid) -> String {
        self.host
            .relation_by_oid(oid)
            .map_or_else(|| oid.to_string(), |r| quote_identifier(&r.name))
    }
}

/// Returns each used entry's name, made unique; all have names where none is used, since a set without members is no
/// set to the server (`select_rtable_names_for_explain`, `set_rtable_names`).
pub fn table_names(stmt: &PlannedStmt, host: &Host<'_>) -> Vec<String> {
    let mut used = Vec::new();
    let mut mark = |p: &Plan| scan_rtes(p, &mut used);
    mark(&stmt.plan);
    for s in &stmt.subplans {
        scan_rtes(s, &mut used);
    }
    let mut names: Vec<String> = Vec::new();
    for (i, rte) in stmt.rtable.iter().enumerate() {
        if !used.is_empty() && !used.contains(&(i + 1)) {
            names.push(String::new());
            continue;
        }
        let base = match (&rte.alias, &rte.kind) {
            (Some(a), _) => a.name.clone(),
            (None, RteKind::Relation { oid, .. }) => {
                host.relation_by_oid(*oid).map_or_else(|| rte.eref.name.clone(), |r| r.name.clone())
            }
            (None, _) => rte.eref.name.clone(),
        };
        let mut name = base.clone();
        let mut n = 0;
        while names.contains(&name) {
            n += 1;
            name = format!("{base}_{n}");
        }
        names.push(name);
    }
    names
}

/// Adds the relations that a plan scans.
fn scan_rtes(p: &Plan, used: &mut Vec<usize>) {
    match &p.kind {
        PlanKind::SeqScan { rte }
        | PlanKind::BitmapHeapScan { rte, .. }
        | PlanKind::TidScan { rte, .. }
        | PlanKind::TidRangeScan { rte, .. }
        | PlanKind::FunctionScan { rte, .. }
        | PlanKind::ValuesScan { rte, .. }
        | PlanKind::CteScan { rte, .. }
        | PlanKind::WorkTableScan { rte, .. } => used.push(*rte),
        PlanKind::SubqueryScan { rte, plan, .. } => {
            used.push(*rte);
            scan_rtes(plan, used);
        }
        PlanKind::IndexScan(s) | PlanKind::IndexOnlyScan(s) => used.push(s.rte),
        PlanKind::ModifyTable(m) => {
            used.push(m.rte);
            if let Some(c) = &m.on_conflict {
                used.push(c.excluded_rte);
            }
        }
        PlanKind::Append { plans, rte } | PlanKind::MergeAppend { plans, rte, .. } => {
            used.push(*rte);
            plans.iter().for_each(|p| scan_rtes(p, used));
        }
        PlanKind::BitmapAnd(l) | PlanKind::BitmapOr(l) => {
            l.iter().for_each(|p| scan_rtes(p, used));
        }
        _ => {}
    }
    for c in [&p.outer, &p.inner].into_iter().flatten() {
        scan_rtes(c, used);
    }
}

/// The references to a sub-plan in a node's expressions.
pub fn sub_plans(plan: &Plan, id: usize) -> Vec<SubPlan> {
    /// Adds the references to the sub-plan `id` in an expression.
    fn walk(e: &Expr, id: usize, out: &mut Vec<SubPlan>) {
        if let Node::SubPlan(s) = &e.node
            && s.plan_id == id
        {
            out.push((**s).clone());
        }
        for c in children(e) {
            walk(c, id, out);
        }
    }
    let mut out = Vec::new();
    plan.expressions().into_iter().for_each(|e| walk(e, id, &mut out));
    out
}

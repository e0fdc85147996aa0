//! A plan's nodes (`ExplainNode`): what each is called, its costs, and the nodes below it.
//!
//! FORMAT TEXT puts a node's kind, object and costs on one line; the other formats give each a
//! property. What else there is to say of a node is in `detail.rs`.

use super::Options;
use super::names::{Names, ParamReferent, sub_plans};
use super::writer::ExplainWriter;
use crate::analyze::{CommandType, JoinType, RteKind};
use crate::exec::node::{NodeRun, NodeState};
use crate::exec::state::Exec;
use crate::expr::{
    DeparseStyle, Expr, FuncRef, Node, SubLinkKind, SubPlan, deparse, deparse_with_casts,
    quote_identifier,
};
use crate::plan::cost::AggStrategy;
use crate::plan::{Plan, PlanKind, PlannedStmt, tree};
use std::rc::Rc;
use storage::clock::Prices;
use storage::ids::Oid;
use storage::versions::{Release, RowCounts, SubPlanNames};

/// Prints plans.
pub struct Printer<'a> {
    pub stmt: &'a PlannedStmt,
    pub options: &'a Options,
    pub names: Vec<String>,
    pub w: ExplainWriter,
    /// Params set by the nodes above.
    pub params: Vec<ParamReferent>,
    /// The sub-plans that stand below a node already (`printed_subplans`).
    pub printed: Vec<usize>,
    /// What work costs.
    pub prices: Rc<Prices>,
    /// The PostgreSQL version.
    pub release: &'static Release,
}

/// A node among those above it.
#[derive(Clone, Copy, Default)]
pub struct NodePlace<'a> {
    /// `Parent Relationship`; none for the topmost.
    pub relation: Option<&'a str>,
    /// Name of a sub-plan.
    pub name: Option<&'a str>,
    /// For a Hash node: the buckets and memory of its join.
    pub hash: Option<(usize, usize, i64)>,
}

/// The names of a node's kind: in FORMAT TEXT, in the other formats, and its strategy there.
fn kind_of(kind: &PlanKind) -> (&'static str, &'static str, &'static str) {
    let name = match kind {
        PlanKind::Result { .. } => "Result",
        PlanKind::ProjectSet => "ProjectSet",
        PlanKind::ModifyTable(m) => {
            let word = match m.command {
                CommandType::Insert => "Insert",
                CommandType::Update => "Update",
                _ => "Delete",
            };
            return (word, "ModifyTable", "");
        }
        PlanKind::Append { .. } => "Append",
        PlanKind::MergeAppend { .. } => "Merge Append",
        PlanKind::RecursiveUnion { .. } => "Recursive Union",
        PlanKind::SeqScan { .. } => "Seq Scan",
        PlanKind::IndexScan(_) => "Index Scan",
        PlanKind::IndexOnlyScan(_) => "Index Only Scan",
        PlanKind::BitmapIndexScan(_) => "Bitmap Index Scan",
        PlanKind::BitmapAnd(_) => "BitmapAnd",
        PlanKind::BitmapOr(_) => "BitmapOr",
        PlanKind::BitmapHeapScan { .. } => "Bitmap Heap Scan",
        PlanKind::TidScan { .. } => "Tid Scan",
        PlanKind::TidRangeScan { .. } => "Tid Range Scan",
        PlanKind::SubqueryScan { .. } => "Subquery Scan",
        PlanKind::FunctionScan { .. } => "Function Scan",
        PlanKind::ValuesScan { .. } => "Values Scan",
        PlanKind::CteScan { .. } => "CTE Scan",
        PlanKind::WorkTableScan { .. } => "WorkTable Scan",
        PlanKind::NestLoop { .. } => "Nested Loop",
        PlanKind::MergeJoin { .. } => return ("Merge", "Merge Join", ""),
        PlanKind::HashJoin { .. } => return ("Hash", "Hash Join", ""),
        PlanKind::Hash { .. } => "Hash",
        PlanKind::Material => "Materialize",
        PlanKind::Memoize { .. } => "Memoize",
        PlanKind::Sort { .. } => "Sort",
        PlanKind::IncrementalSort { .. } => "Incremental Sort",
        PlanKind::Group { .. } => "Group",
        PlanKind::Agg { strategy, .. } => {
            return match strategy {
                AggStrategy::Plain => ("Aggregate", "Aggregate", "Plain"),
                AggStrategy::Sorted => ("GroupAggregate", "Aggregate", "Sorted"),
                AggStrategy::Hashed => ("HashAggregate", "Aggregate", "Hashed"),
            };
        }
        PlanKind::WindowAgg(_) => "WindowAgg",
        PlanKind::Unique { .. } => "Unique",
        PlanKind::SetOp { hashed: true, .. } => return ("HashSetOp", "SetOp", "Hashed"),
        PlanKind::SetOp { .. } => return ("SetOp", "SetOp", "Sorted"),
        PlanKind::LockRows { .. } => "LockRows",
        PlanKind::Limit { .. } => "Limit",
    };
    (name, name, "")
}

/// The join type as EXPLAIN writes it.
fn join_word(kind: JoinType) -> &'static str {
    match kind {
        JoinType::Inner => "Inner",
        JoinType::Left => "Left",
        JoinType::Right => "Right",
        JoinType::Full => "Full",
        JoinType::Semi => "Semi",
        JoinType::Anti => "Anti",
        JoinType::RightSemi => "Right Semi",
        JoinType::RightAnti => "Right Anti",
    }
}

impl Printer<'_> {
    /// The text of an expression; with `pre`, columns have their table's name in front.
    pub(super) fn expr(&self, ex: &mut Exec<'_, '_>, plan: &Plan, e: &Expr, pre: bool) -> String {
        let mut names = Names {
            host: ex.host.reborrow(),
            stmt: self.stmt,
            names: &self.names,
            plan,
            prefix: pre,
            params: &self.params,
            release: self.release,
        };
        deparse(e, &mut names, DeparseStyle::EXPLAIN)
    }

    /// The text of a column of a child plan.
    pub(super) fn column(&self, ex: &mut Exec<'_, '_>, child: &Plan, column: usize) -> String {
        let e = &child.target[column].expr;
        let mut names = Names {
            host: ex.host.reborrow(),
            stmt: self.stmt,
            names: &self.names,
            plan: child,
            prefix: self.many(),
            params: &self.params,
            release: self.release,
        };
        deparse_with_casts(e, &mut names, DeparseStyle::EXPLAIN)
    }

    /// Whether columns above scans are shown with their table's name: with several tables, or
    /// VERBOSE.
    pub(super) fn many(&self) -> bool {
        self.several() || self.options.verbose
    }
    /// Whether the statement's range table has several entries.
    pub(super) fn several(&self) -> bool {
        self.stmt.rtable.len() > 1
    }

    /// Prints the relation that a node reads or changes (`ExplainTargetRel`).
    fn target(&mut self, ex: &Exec<'_, '_>, rte: usize, head: &mut String) {
        let entry = &self.stmt.rtable[rte - 1];
        let mut label = "Relation Name";
        let mut schema = None;
        let object = match &entry.kind {
            RteKind::Relation { oid, .. } => match ex.host.relation_by_oid(*oid) {
                Some(r) => {
                    schema = Some(r.schema.clone());
                    Some(r.name.clone())
                }
                None => Some(entry.eref.name.clone()),
            },
            RteKind::Function { functions, .. } if functions.len() == 1 => {
                label = "Function Name";
                match &functions[0].expr.node {
                    Node::Func(f) => {
                        schema = Some(match &f.func {
                            FuncRef::Sql(s) => s.schema.clone(),
                            other => ex.host.session.built_in_schema(&other.name()),
                        });
                        Some(f.func.name())
                    }
                    _ => None,
                }
            }
            RteKind::Cte { name, .. } => {
                label = "CTE Name";
                Some(name.clone())
            }
            _ => None,
        };
        // That of temporary tables has one name in every session (`get_namespace_name_or_temp`).
        let is_temporary = |s: &String| s.starts_with("pg_temp_");
        let schema = schema.filter(|_| self.options.verbose);
        let schema = schema.map(|s| if is_temporary(&s) { "pg_temp".into() } else { s });
        let name = self.names[rte - 1].clone();
        if !self.w.is_text() {
            if let Some(o) = &object {
                self.w.text(label, o);
            }
            if let Some(s) = &schema {
                self.w.text("Schema", s);
            }
            self.w.text("Alias", &name);
            return;
        }
        head.push_str(" on");
        if let Some(o) = &object {
            let schema = schema.map_or(String::new(), |s| quote_identifier(&s) + ".");
            head.push_str(&format!(" {schema}{}", quote_identifier(o)));
        }
        if object.as_ref() != Some(&name) && !name.is_empty() {
            head.push_str(&format!(" {}", quote_identifier(&name)));
        }
    }

    /// Prints the object of a node, such as a table or an index: as properties, or on its line.
    fn object(&mut self, ex: &Exec<'_, '_>, plan: &Plan, head: &mut String) {
        let text = self.w.is_text();
        match &plan.kind {
            PlanKind::ModifyTable(m) => self.target(ex, m.rte, head),
            PlanKind::SeqScan { rte }
            | PlanKind::BitmapHeapScan { rte, .. }
            | PlanKind::TidScan { rte, .. }
            | PlanKind::TidRangeScan { rte, .. }
            | PlanKind::SubqueryScan { rte, .. }
            | PlanKind::FunctionScan { rte, .. }
            | PlanKind::ValuesScan { rte, .. }
            | PlanKind::CteScan { rte, .. }
            | PlanKind::WorkTableScan { rte, .. } => self.target(ex, *rte, head),
            PlanKind::IndexScan(s) | PlanKind::IndexOnlyScan(s) => {
                if text {
                    let back = if s.backward { " Backward" } else { "" };
                    head.push_str(&format!("{back} using {}", quote_identifier(&s.index_name)));
                } else {
                    let direction = if s.backward { "Backward" } else { "Forward" };
                    self.w.text("Scan Direction", direction);
                    self.w.text("Index Name", &s.index_name);
                }
                self.target(ex, s.rte, head);
            }
            PlanKind::BitmapIndexScan(s) if text => {
                head.push_str(&format!(" on {}", quote_identifier(&s.index_name)));
            }
            PlanKind::BitmapIndexScan(s) => self.w.text("Index Name", &s.index_name),
            PlanKind::NestLoop { kind, .. }
            | PlanKind::MergeJoin { kind, .. }
            | PlanKind::HashJoin { kind, .. } => {
                if !text {
                    self.w.text("Join Type", join_word(*kind));
                } else if *kind != JoinType::Inner {
                    head.push_str(&format!(" {} Join", join_word(*kind)));
                } else if !matches!(plan.kind, PlanKind::NestLoop { .. }) {
                    head.push_str(" Join");
                }
            }
            PlanKind::SetOp { intersect, all, .. } => {
                let word = match (intersect, all) {
                    (true, false) => "Intersect",
                    (true, true) => "Intersect All",
                    (false, false) => "Except",
                    (false, true) => "Except All",
                };
                if text { head.push_str(&format!(" {word}")) } else { self.w.text("Command", word) }
            }
            _ => {}
        }
    }

    /// Whether the node itself is of a kind that is turned off: the count of such nodes at the node is greater than the
    /// sum of the counts at its children (`plan_is_disabled`).
    fn is_disabled(node: &NodeState<'_>) -> bool {
        let below = node.outer.iter().chain(&node.inner).map(|c| &**c).chain(&node.members);
        node.plan.disabled > below.map(|c| c.plan.disabled).sum()
    }

    /// Prints the estimated costs and rows, and the actual times, rows and loops.
    fn figures(&mut self, node: &NodeState<'_>, head: &mut String) {
        let (plan, i, o) = (node.plan, node.instrument, self.options);
        let (startup, total) = (plan.startup, plan.total);
        if o.costs && self.w.is_text() {
            head.push_str(&format!(
                "  (cost={:.2}..{:.2} rows={:.0} width={})",
                startup, total, plan.rows, plan.width
            ));
        } else if o.costs {
            self.w.float("Startup Cost", "", startup, 2);
            self.w.float("Total Cost", "", total, 2);
            self.w.number("Plan Rows", plan.rows);
            self.w.number("Plan Width", f64::from(plan.width));
        }
        if !o.analyze {
            return;
        }
        let loops = i.loops.max(1.0);
        let (start, time, rows) = (i.startup / loops, i.total / loops, i.tuples / loops);
        let digits = match self.release.row_counts {
            RowCounts::Whole => 0,
            RowCounts::Hundredths if i.loops == 0.0 => 0,
            RowCounts::Hundredths => 2,
        };
        if !self.w.is_text() {
            if o.timing {
                self.w.float("Actual Startup Time", "", start, 3);
                self.w.float("Actual Total Time", "", time, 3);
            }
            self.w.float("Actual Rows", "", rows, digits);
            self.w.number("Actual Loops", i.loops);
        } else if i.loops == 0.0 {
            head.push_str(" (never executed)");
        } else {
            let time =
                if o.timing { format!("time={start:.3}..{time:.3} ") } else { String::new() };
            head.push_str(&format!(" (actual {time}rows={rows:.digits$} loops={:.0})", i.loops));
        }
    }

    /// Prints a node and all nodes below it.
    pub fn node<'p>(&mut self, ex: &mut Exec<'_, 'p>, node: &NodeState<'p>, place: NodePlace<'_>) {
        let plan = node.plan;
        let indent = self.w.indent;
        let known = self.params.len();
        self.know_init_plans(plan);
        let label = if place.relation.is_none() { Some("Plan") } else { None };
        self.w.open("Plan", label, true);
        let (text, name, strategy) = kind_of(&plan.kind);
        let mut head = String::new();
        if self.w.is_text() {
            if let Some(n) = place.name {
                self.w.line(n);
                self.w.indent += 1;
            }
            if self.w.indent > 0 {
                head.push_str("->  ");
            }
            head.push_str(text);
        } else {
            self.w.text("Node Type", name);
            if !strategy.is_empty() {
                self.w.text("Strategy", strategy);
            }
            if matches!(plan.kind, PlanKind::Agg { .. }) {
                self.w.text("Partial Mode", "Simple");
            }
            if matches!(plan.kind, PlanKind::ModifyTable(_)) {
                self.w.text("Operation", text);
            }
            if let Some(r) = place.relation {
                self.w.text("Parent Relationship", r);
            }
            if let Some(n) = place.name {
                self.w.text("Subplan Name", n);
            }
            self.w.flag("Parallel Aware", false);
            self.w.flag("Async Capable", false);
        }
        self.object(ex, plan, &mut head);
        self.figures(node, &mut head);
        if self.w.is_text() {
            self.w.line(&head);
            // Properties stand one unit further in than the node's name.
            self.w.indent += if self.w.indent > 0 { 3 } else { 1 };
        }
        if self.release.disabled_nodes_counted {
            let disabled = Self::is_disabled(node);
            if disabled || !self.w.is_text() {
                self.w.flag("Disabled", disabled);
            }
        }
        self.details(ex, node, place.hash);
        self.usage(&node.instrument);
        let append = matches!(plan.kind, PlanKind::Append { .. } | PlanKind::MergeAppend { .. });
        if append && !self.w.is_text() {
            self.w.number("Subplans Removed", 0.0);
        }
        self.children(ex, node);
        if self.w.is_text() {
            self.w.indent = indent;
        }
        self.params.truncate(known);
        self.w.close("Plan", true);
    }

    /// Explains what is below a node: InitPlans, children, sub-plans.
    fn children<'p>(&mut self, ex: &mut Exec<'_, 'p>, node: &NodeState<'p>) {
        let plan = node.plan;
        let any = !plan.init_plans.is_empty()
            || node.outer.is_some()
            || node.inner.is_some()
            || !node.members.is_empty()
            || !node.sub_plans.is_empty();
        if !any {
            return;
        }
        self.w.open("Plans", Some("Plans"), false);
        for s in &plan.init_plans {
            let name = self.sub_plan_name(s).to_owned();
            self.plan_by_id(ex, s.plan_id, "InitPlan", &name);
        }
        if let Some(c) = &node.outer {
            self.node(ex, c, NodePlace { relation: Some("Outer"), ..NodePlace::default() });
        }
        if let Some(c) = &node.inner {
            let known = self.params.len();
            let mut place = NodePlace { relation: Some("Inner"), ..NodePlace::default() };
            if let (PlanKind::HashJoin { .. }, NodeRun::HashJoin(h)) = (&plan.kind, &node.kind) {
                place.hash = Some((h.grown, h.original, h.memory));
            }
            if let PlanKind::NestLoop { params, .. } = &plan.kind {
                let set = params.iter().map(|(id, e)| (*id, e));
                self.params.extend(ParamReferent::set_by(plan, set));
            }
            self.node(ex, c, place);
            self.params.truncate(known);
        }
        let member = match plan.kind {
            PlanKind::SubqueryScan { .. } => "Subquery",
            _ => "Member",
        };
        for m in &node.members {
            self.node(ex, m, NodePlace { relation: Some(member), ..NodePlace::default() });
        }
        for &id in &node.sub_plans {
            // A scan of a work table prepares its columns when it runs first (`ExecInitWorkTableScan`).
            let idle =
                matches!(plan.kind, PlanKind::WorkTableScan { .. }) && node.instrument.loops == 0.0;
            let here = |e: &Expr| matches!(&e.node, Node::SubPlan(s) if s.plan_id == id);
            if self.printed.contains(&id) || idle && !plan.qual.iter().any(|e| tree::any(e, &here))
            {
                continue;
            }
            self.printed.push(id);
            let known = self.params.len();
            let uses = sub_plans(plan, id);
            for s in &uses {
                let set = s.par_param.iter().copied().zip(&s.args);
                self.params.extend(ParamReferent::set_by(plan, set));
            }
            let name = uses.first().map_or("", |s| self.sub_plan_name(s)).to_owned();
            self.plan_by_id(ex, id, "SubPlan", &name);
            self.params.truncate(known);
        }
        self.w.close("Plans", false);
    }

    /// The name of a sub-plan, with the parameters that it sets if the version shows them.
    fn sub_plan_name<'s>(&self, s: &'s SubPlan) -> &'s str {
        match self.release.sub_plan_names {
            SubPlanNames::Parameters => &s.plan_name,
            SubPlanNames::Columns => s.bare_name(),
        }
    }
    /// Registers the names of the columns of init plans, and of the sub-plans that give several columns of UPDATE
    /// their values, for expressions that read them (`find_param_generator`).
    fn know_init_plans(&mut self, plan: &Plan) {
        if self.release.sub_plan_names == SubPlanNames::Parameters {
            return;
        }
        let of_several = plan.target.iter().filter_map(|t| match &t.expr.node {
            Node::SubPlan(s) if matches!(s.kind, SubLinkKind::MultiExpr(_)) => Some(&**s),
            _ => None,
        });
        for s in plan.init_plans.iter().chain(of_several) {
            let name = self.sub_plan_name(s).to_owned();
            self.params.extend(ParamReferent::columns(s, &name));
        }
    }

    /// Explains a sub-plan, with its relation to the node above and its name.
    fn plan_by_id(&mut self, ex: &mut Exec<'_, '_>, id: usize, relation: &str, name: &str) {
        if let Some(Some(node)) = ex.subplans.get_mut(id).map(Option::take) {
            let place = NodePlace { relation: Some(relation), name: Some(name), hash: None };
            if self.release.loop_parameters_seen_below {
                self.node(ex, &node, place);
            } else {
                let known = self.params.clone();
                self.params.retain(|p| !p.of_loop());
                self.node(ex, &node, place);
                self.params = known;
            }
            ex.subplans[id] = Some(node);
        }
    }

    /// An index's name.
    pub(super) fn index_name(&self, ex: &mut Exec<'_, '_>, oid: Oid) -> String {
        ex.host.open_relation(oid).map_or_else(|_| oid.to_string(), |r| r.name.clone())
    }
}

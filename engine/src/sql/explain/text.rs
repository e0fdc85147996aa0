//! The lines of a plan in FORMAT TEXT (`ExplainNode`).

use super::Options;
use crate::datum::Datum;
use crate::ids::Oid;
use crate::sql::analyze::{CommandType, JoinType, RteKind};
use crate::sql::exec::Host;
use crate::sql::exec::node::{NodeState, Run};
use crate::sql::exec::state::{Exec, Instrument};
use crate::sql::expr::{
    DeparseNames, DeparseStyle, Expr, Node, Param, SubPlan, Var, deparse, deparse_with_casts,
    quote_identifier, system_column_name,
};
use crate::sql::plan::cost::AggStrategy;
use crate::sql::plan::tree::children;
use crate::sql::plan::{Plan, PlanKind, PlannedStmt, SortColumn};
use crate::types;

/// What an exec param stands for, in the context of the plan node that sets it
/// (`find_param_referent`).
#[derive(Clone)]
pub struct Referent {
    id: usize,
    expr: Expr,
    plan: Plan,
}

/// Names of expressions in the context of one plan node.
struct Names<'a> {
    host: &'a mut dyn Host,
    stmt: &'a PlannedStmt,
    names: &'a [String],
    plan: &'a Plan,
    prefix: bool,
    params: &'a [Referent],
}

impl Names<'_> {
    fn child(&self, inner: bool) -> Option<&Plan> {
        match &self.plan.kind {
            PlanKind::Append(p) | PlanKind::MergeAppend { plans: p, .. } => p.first(),
            PlanKind::SubqueryScan { plan, .. } => Some(plan),
            _ if inner => self.plan.inner.as_deref(),
            _ => self.plan.outer.as_deref(),
        }
    }
}

impl DeparseNames for Names<'_> {
    fn variable(&mut self, e: &Expr) -> String {
        let Node::Var(v) = &e.node else { return "?".into() };
        if v.rte == Var::OUTER || v.rte == Var::INNER {
            if matches!(self.plan.kind, PlanKind::ModifyTable(_)) && v.rte == Var::INNER {
                return "excluded".into();
            }
            let Some(child) = self.child(v.rte == Var::INNER) else { return "?".into() };
            let Some(t) = child.target.get(v.attno as usize - 1) else { return "?".into() };
            let simple = matches!(t.expr.node, Node::Var(_));
            let (stmt, names, prefix, params) = (self.stmt, self.names, self.prefix, self.params);
            // The child lives as long as the plan this context borrows.
            let expr = t.expr.clone();
            let plan = child.clone();
            let mut inner = Names { host: self.host, stmt, names, plan: &plan, prefix, params };
            let text = deparse(&expr, &mut inner, DeparseStyle::EXPLAIN);
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
        let Referent { expr, plan, .. } = &self.params[at];
        let mut outer = Names { host: self.host, stmt, names, plan, prefix: true, params };
        let text = deparse(expr, &mut outer, DeparseStyle::EXPLAIN);
        match expr.node {
            Node::Var(_) | Node::Aggref(_) | Node::Grouping(_) | Node::Param(_) => text,
            _ => format!("({text})"),
        }
    }
    fn format_type(&self, type_oid: Oid, typmod: i32) -> String {
        types::format_type(type_oid, typmod)
    }
    fn output(&mut self, type_oid: Oid, value: &Datum) -> String {
        self.host.output(type_oid, value).unwrap_or_default()
    }
    fn field_name(&mut self, _: &Expr, field: i16) -> String {
        format!("f{field}")
    }
    fn relation_name(&self, oid: Oid) -> String {
        self.host
            .relation_by_oid(oid)
            .map_or_else(|| oid.to_string(), |r| quote_identifier(&r.name))
    }
}

/// Prints plans.
pub struct Printer<'a> {
    pub stmt: &'a PlannedStmt,
    pub options: &'a Options,
    pub names: Vec<String>,
    pub out: Vec<String>,
    /// Params set by the nodes above.
    pub params: Vec<Referent>,
}

/// `select_rtable_names_for_explain`: each used entry's name, made unique.
pub fn table_names(stmt: &PlannedStmt, host: &dyn Host) -> Vec<String> {
    let mut used = Vec::new();
    let mut mark = |p: &Plan| scan_rtes(p, &mut used);
    mark(&stmt.plan);
    for s in &stmt.subplans {
        scan_rtes(s, &mut used);
    }
    let mut names: Vec<String> = Vec::new();
    for (i, rte) in stmt.rtable.iter().enumerate() {
        if !used.contains(&(i + 1)) {
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

fn scan_rtes(p: &Plan, used: &mut Vec<usize>) {
    match &p.kind {
        PlanKind::SeqScan { rte }
        | PlanKind::BitmapHeapScan { rte, .. }
        | PlanKind::TidScan { rte, .. }
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
        PlanKind::Append(l) | PlanKind::BitmapAnd(l) | PlanKind::BitmapOr(l) => {
            l.iter().for_each(|p| scan_rtes(p, used));
        }
        _ => {}
    }
    for c in [&p.outer, &p.inner].into_iter().flatten() {
        scan_rtes(c, used);
    }
}

/// The uses of a sub-plan in a node's expressions.
fn sub_plans(plan: &Plan, id: usize) -> Vec<SubPlan> {
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
    plan.target.iter().for_each(|t| walk(&t.expr, id, &mut out));
    plan.qual.iter().for_each(|e| walk(e, id, &mut out));
    if let PlanKind::NestLoop { join_qual, .. }
    | PlanKind::HashJoin { join_qual, .. }
    | PlanKind::MergeJoin { join_qual, .. } = &plan.kind
    {
        join_qual.iter().for_each(|e| walk(e, id, &mut out));
    }
    out
}

fn join_name(base: &str, kind: JoinType) -> String {
    let word = match kind {
        JoinType::Inner => {
            return if base == "Nested Loop" { base.into() } else { format!("{base} Join") };
        }
        JoinType::Left => "Left",
        JoinType::Right => "Right",
        JoinType::Full => "Full",
        JoinType::Semi => "Semi",
        JoinType::Anti => "Anti",
    };
    format!("{base} {word} Join")
}

impl Printer<'_> {
    fn expr(&self, ex: &mut Exec<'_, '_>, plan: &Plan, e: &Expr, prefix: bool) -> String {
        let mut names = Names {
            host: ex.host,
            stmt: self.stmt,
            names: &self.names,
            plan,
            prefix,
            params: &self.params,
        };
        deparse(e, &mut names, DeparseStyle::EXPLAIN)
    }

    fn quals(&self, ex: &mut Exec<'_, '_>, plan: &Plan, list: &[Expr], prefix: bool) -> String {
        if list.len() == 1 {
            return self.expr(ex, plan, &list[0], prefix);
        }
        let all = Expr {
            node: Node::Bool(crate::sql::expr::BoolOp::And, list.to_vec()),
            type_oid: types::oid::BOOL,
            typmod: -1,
            collation: Oid::INVALID,
            location: -1,
        };
        self.expr(ex, plan, &all, prefix)
    }

    fn line(&mut self, indent: usize, text: String) {
        self.out.push(format!("{}{text}", "  ".repeat(indent)));
    }

    fn many(&self) -> bool {
        self.stmt.rtable.len() > 1 || self.options.verbose
    }

    fn scan_target(&self, ex: &Exec<'_, '_>, rte: usize) -> String {
        let entry = &self.stmt.rtable[rte - 1];
        let refname = &self.names[rte - 1];
        let (object, schema) = match &entry.kind {
            RteKind::Relation { oid, .. } => match ex.host.relation_by_oid(*oid) {
                Some(r) => (Some(r.name.clone()), Some(r.schema.clone())),
                None => (Some(entry.eref.name.clone()), None),
            },
            RteKind::Function { functions, .. } if functions.len() == 1 => {
                match &functions[0].expr.node {
                    Node::Func(f) => (Some(f.func.name()), Some("pg_catalog".into())),
                    _ => (None, None),
                }
            }
            RteKind::Cte { name, .. } => (Some(name.clone()), None),
            _ => (None, None),
        };
        let mut text = " on".to_string();
        if let Some(o) = &object {
            match schema.filter(|_| self.options.verbose) {
                Some(s) => {
                    text += &format!(" {}.{}", quote_identifier(&s), quote_identifier(o));
                }
                None => text += &format!(" {}", quote_identifier(o)),
            }
        }
        if object.as_deref() != Some(refname.as_str()) && !refname.is_empty() {
            text += &format!(" {}", quote_identifier(refname));
        }
        text
    }

    fn sort_keys(
        &mut self,
        ex: &mut Exec<'_, '_>,
        plan: &Plan,
        keys: &[SortColumn],
        indent: usize,
    ) {
        let Some(child) = plan.outer.as_deref() else { return };
        let parts: Vec<String> = keys
            .iter()
            .map(|k| {
                // A sort's own column stands for the child's: what is no column gets parentheses.
                let mut text = self.column(ex, child, k.column);
                if !matches!(child.target[k.column].expr.node, Node::Var(_)) {
                    text = format!("({text})");
                }
                if k.descending {
                    text += " DESC";
                    if !k.nulls_first {
                        text += " NULLS LAST";
                    }
                } else if k.nulls_first {
                    text += " NULLS FIRST";
                }
                text
            })
            .collect();
        self.line(indent, format!("Sort Key: {}", parts.join(", ")));
    }

    /// A child's column as a parent names it.
    fn column(&self, ex: &mut Exec<'_, '_>, child: &Plan, column: usize) -> String {
        let e = &child.target[column].expr;
        let prefix = self.many();
        let mut names = Names {
            host: ex.host,
            stmt: self.stmt,
            names: &self.names,
            plan: child,
            prefix,
            params: &self.params,
        };
        deparse_with_casts(e, &mut names, DeparseStyle::EXPLAIN)
    }

    fn removed(&mut self, indent: usize, what: &str, n: f64, i: &Instrument) {
        if !self.options.analyze || n <= 0.0 {
            return;
        }
        let loops = i.loops.max(1.0);
        self.line(indent, format!("Rows Removed by {what}: {:.0}", n / loops));
    }

    /// Prints a node and all below it. `indent` counts the server's units of two spaces.
    pub fn node<'p>(
        &mut self,
        ex: &mut Exec<'_, 'p>,
        node: &NodeState<'p>,
        indent: usize,
        name: Option<&str>,
    ) {
        let plan = node.plan;
        let mut indent = indent;
        if let Some(n) = name {
            self.line(indent, n.to_string());
            indent += 1;
        }
        let arrow = if indent > 0 { "->  " } else { "" };
        let mut text = match &plan.kind {
            PlanKind::Result { .. } => "Result".to_string(),
            PlanKind::ProjectSet => "ProjectSet".into(),
            PlanKind::ModifyTable(m) => {
                let word = match m.command {
                    CommandType::Insert => "Insert",
                    CommandType::Update => "Update",
                    _ => "Delete",
                };
                format!("{word}{}", self.scan_target(ex, m.rte))
            }
            PlanKind::Append(_) => "Append".into(),
            PlanKind::MergeAppend { .. } => "Merge Append".into(),
            PlanKind::RecursiveUnion { .. } => "Recursive Union".into(),
            PlanKind::SeqScan { rte } => format!("Seq Scan{}", self.scan_target(ex, *rte)),
            PlanKind::IndexScan(s) | PlanKind::IndexOnlyScan(s) => {
                let only =
                    if matches!(plan.kind, PlanKind::IndexOnlyScan(_)) { "Only " } else { "" };
                let back = if s.backward { " Backward" } else { "" };
                let index = quote_identifier(&s.index_name);
                format!("Index {only}Scan{back} using {index}{}", self.scan_target(ex, s.rte))
            }
            PlanKind::BitmapIndexScan(s) => {
                format!("Bitmap Index Scan on {}", quote_identifier(&s.index_name))
            }
            PlanKind::BitmapAnd(_) => "BitmapAnd".into(),
            PlanKind::BitmapOr(_) => "BitmapOr".into(),
            PlanKind::BitmapHeapScan { rte, .. } => {
                format!("Bitmap Heap Scan{}", self.scan_target(ex, *rte))
            }
            PlanKind::TidScan { rte, .. } => format!("Tid Scan{}", self.scan_target(ex, *rte)),
            PlanKind::SubqueryScan { rte, .. } => {
                format!("Subquery Scan{}", self.scan_target(ex, *rte))
            }
            PlanKind::FunctionScan { rte, .. } => {
                format!("Function Scan{}", self.scan_target(ex, *rte))
            }
            PlanKind::ValuesScan { rte, .. } => {
                format!("Values Scan{}", self.scan_target(ex, *rte))
            }
            PlanKind::CteScan { rte, .. } => format!("CTE Scan{}", self.scan_target(ex, *rte)),
            PlanKind::WorkTableScan { rte, .. } => {
                format!("WorkTable Scan{}", self.scan_target(ex, *rte))
            }
            PlanKind::NestLoop { kind, .. } => join_name("Nested Loop", *kind),
            PlanKind::MergeJoin { kind, .. } => join_name("Merge", *kind),
            PlanKind::HashJoin { kind, .. } => join_name("Hash", *kind),
            PlanKind::Hash { .. } => "Hash".into(),
            PlanKind::Material => "Materialize".into(),
            PlanKind::Memoize { .. } => "Memoize".into(),
            PlanKind::Sort { .. } => "Sort".into(),
            PlanKind::IncrementalSort { .. } => "Incremental Sort".into(),
            PlanKind::Group { .. } => "Group".into(),
            PlanKind::Agg { strategy, .. } => match strategy {
                AggStrategy::Plain => "Aggregate",
                AggStrategy::Sorted => "GroupAggregate",
                AggStrategy::Hashed => "HashAggregate",
            }
            .into(),
            PlanKind::WindowAgg(_) => "WindowAgg".into(),
            PlanKind::Unique { .. } => "Unique".into(),
            PlanKind::SetOp { hashed, intersect, all, .. } => format!(
                "{} {}{}",
                if *hashed { "HashSetOp" } else { "SetOp" },
                if *intersect { "Intersect" } else { "Except" },
                if *all { " All" } else { "" }
            ),
            PlanKind::LockRows { .. } => "LockRows".into(),
            PlanKind::Limit { .. } => "Limit".into(),
        };
        let o = self.options.clone();
        if o.costs {
            text += &format!(
                "  (cost={:.2}..{:.2} rows={:.0} width={})",
                plan.startup, plan.total, plan.rows, plan.width
            );
        }
        let i = node.instrument;
        if o.analyze {
            if i.loops > 0.0 {
                let rows = i.tuples / i.loops;
                if o.timing {
                    let time = super::modelled_ms(&i) / i.loops;
                    text += &format!(
                        " (actual time={:.3}..{time:.3} rows={rows:.0} loops={:.0})",
                        time.min(0.001),
                        i.loops
                    );
                } else {
                    text += &format!(" (actual rows={rows:.0} loops={:.0})", i.loops);
                }
            } else {
                text += " (never executed)";
            }
        }
        self.line(indent, format!("{arrow}{text}"));
        // Properties stand one unit further in than the node's name.
        let inner = if indent > 0 { indent + 3 } else { 1 };
        let many = self.many();
        if o.verbose && !plan.target.is_empty() {
            let show = !matches!(
                plan.kind,
                PlanKind::Append(_)
                    | PlanKind::MergeAppend { .. }
                    | PlanKind::RecursiveUnion { .. }
            );
            if show {
                let parts: Vec<String> = plan
                    .target
                    .iter()
                    .map(|t| self.expr(ex, plan, &t.expr, self.stmt.rtable.len() > 1))
                    .collect();
                self.line(inner, format!("Output: {}", parts.join(", ")));
            }
        }
        if o.verbose
            && let PlanKind::NestLoop { inner_unique: true, .. }
            | PlanKind::HashJoin { inner_unique: true, .. }
            | PlanKind::MergeJoin { inner_unique: true, .. } = &plan.kind
        {
            self.line(inner, "Inner Unique: true".into());
        }
        let scan_prefix = o.verbose || matches!(plan.kind, PlanKind::SubqueryScan { .. });
        match &plan.kind {
            PlanKind::IndexScan(s) | PlanKind::IndexOnlyScan(s) | PlanKind::BitmapIndexScan(s)
                if !s.quals_orig.is_empty() =>
            {
                let t = self.quals(ex, plan, &s.quals_orig, scan_prefix);
                self.line(inner, format!("Index Cond: {t}"));
            }
            PlanKind::BitmapHeapScan { recheck, .. } if !recheck.is_empty() => {
                let t = self.quals(ex, plan, recheck, scan_prefix);
                self.line(inner, format!("Recheck Cond: {t}"));
            }
            PlanKind::TidScan { quals, .. } => {
                let t = self.quals(ex, plan, quals, scan_prefix);
                self.line(inner, format!("TID Cond: {t}"));
            }
            PlanKind::FunctionScan { functions, .. } if o.verbose => {
                let parts: Vec<String> =
                    functions.iter().map(|f| self.expr(ex, plan, &f.expr, true)).collect();
                self.line(inner, format!("Function Call: {}", parts.join(", ")));
            }
            PlanKind::HashJoin { clauses, .. } => {
                let t = self.quals(ex, plan, clauses, many);
                self.line(inner, format!("Hash Cond: {t}"));
            }
            PlanKind::MergeJoin { merge, .. } => {
                let list: Vec<Expr> = merge.iter().map(|m| m.clause.clone()).collect();
                let t = self.quals(ex, plan, &list, many);
                self.line(inner, format!("Merge Cond: {t}"));
            }
            PlanKind::Agg { columns, .. } | PlanKind::Group { columns } if !columns.is_empty() => {
                if let Some(child) = plan.outer.as_deref() {
                    let parts: Vec<String> =
                        columns.iter().map(|&c| self.column(ex, child, c)).collect();
                    self.line(inner, format!("Group Key: {}", parts.join(", ")));
                }
            }
            PlanKind::Sort { keys } => self.sort_keys(ex, plan, keys, inner),
            PlanKind::IncrementalSort { keys, presorted } => {
                self.sort_keys(ex, plan, keys, inner);
                if let Some(child) = plan.outer.as_deref() {
                    let parts: Vec<String> = keys[..*presorted]
                        .iter()
                        .map(|k| match child.target[k.column].expr.node {
                            Node::Var(_) => self.column(ex, child, k.column),
                            _ => format!("({})", self.column(ex, child, k.column)),
                        })
                        .collect();
                    self.line(inner, format!("Presorted Key: {}", parts.join(", ")));
                }
            }
            PlanKind::Memoize { keys, binary, .. } => {
                let parts: Vec<String> =
                    keys.iter().map(|(e, _)| self.expr(ex, plan, e, many)).collect();
                self.line(inner, format!("Cache Key: {}", parts.join(", ")));
                let mode = if *binary { "binary" } else { "logical" };
                self.line(inner, format!("Cache Mode: {mode}"));
                if let (true, Run::Memoize(m)) = (o.analyze && i.loops > 0.0, &node.kind) {
                    let text = m.report();
                    self.line(inner, text);
                }
            }
            PlanKind::Result { constant_qual } if !constant_qual.is_empty() => {
                let t = self.quals(ex, plan, constant_qual, many);
                self.line(inner, format!("One-Time Filter: {t}"));
            }
            PlanKind::ModifyTable(m) => {
                if let Some(c) = &m.on_conflict {
                    let what = if c.update { "UPDATE" } else { "NOTHING" };
                    self.line(inner, format!("Conflict Resolution: {what}"));
                    if !c.arbiters.is_empty() {
                        let list: Vec<String> = c
                            .arbiters
                            .iter()
                            .map(|oid| {
                                ex.host
                                    .open_relation(*oid)
                                    .map_or_else(|_| oid.to_string(), |r| quote_identifier(&r.name))
                            })
                            .collect();
                        self.line(inner, format!("Conflict Arbiter Indexes: {}", list.join(", ")));
                    }
                    if let Run::Modify(r) = &node.kind
                        && o.analyze
                    {
                        self.line(inner, format!("Tuples Inserted: {}", r.inserted));
                        self.line(inner, format!("Conflicting Tuples: {}", r.conflicting));
                    }
                }
            }
            _ => {}
        }
        let join_qual = match &plan.kind {
            PlanKind::NestLoop { join_qual, .. }
            | PlanKind::HashJoin { join_qual, .. }
            | PlanKind::MergeJoin { join_qual, .. } => Some(join_qual),
            _ => None,
        };
        if let Some(j) = join_qual
            && !j.is_empty()
        {
            let t = self.quals(ex, plan, j, many);
            self.line(inner, format!("Join Filter: {t}"));
            self.removed(inner, "Join Filter", i.filtered1, &i);
        }
        if !plan.qual.is_empty() {
            let upper =
                plan.outer.is_some() && !matches!(plan.kind, PlanKind::BitmapHeapScan { .. });
            let t = self.quals(ex, plan, &plan.qual, if upper { many } else { scan_prefix });
            self.line(inner, format!("Filter: {t}"));
            let n = if join_qual.is_some() { i.filtered2 } else { i.filtered1 };
            if !matches!(plan.kind, PlanKind::Agg { .. }) {
                self.removed(inner, "Filter", n, &i);
            }
        }
        if o.analyze {
            match &node.kind {
                Run::Index(_) if matches!(plan.kind, PlanKind::IndexOnlyScan(_)) => {
                    self.line(inner, format!("Heap Fetches: {:.0}", i.tuples2));
                }
                Run::Bitmap(b) if b.exact > 0 => {
                    self.line(inner, format!("Heap Blocks: exact={}", b.exact));
                }
                Run::Sort(s) => {
                    if let Some((method, kb)) = s.report {
                        self.line(inner, format!("Sort Method: {method}  Memory: {kb}kB"));
                    }
                }
                Run::Agg(a)
                    if matches!(plan.kind, PlanKind::Agg { strategy: AggStrategy::Hashed, .. }) =>
                {
                    self.line(inner, format!("Batches: 1  Memory Usage: {}kB", a.memory));
                    self.removed(inner, "Filter", i.filtered1, &i);
                }
                Run::Agg(_) => self.removed(inner, "Filter", i.filtered1, &i),
                _ => {}
            }
        }
        if o.analyze && o.buffers {
            self.buffers(inner, &i);
        }
        if o.analyze && o.wal {
            self.wal(inner, &i);
        }
        for s in &plan.init_plans {
            self.sub_plan(ex, s, inner);
        }
        if let Some(c) = &node.outer {
            self.node(ex, c, inner, None);
        }
        if let Some(c) = &node.inner {
            if let (PlanKind::HashJoin { .. }, Run::HashJoin(h)) = (&plan.kind, &node.kind) {
                self.hash_node(ex, c, inner, h.original, h.memory);
            } else {
                let known = self.params.len();
                if let PlanKind::NestLoop { params, .. } = &plan.kind {
                    self.params.extend(params.iter().map(|(id, e)| Referent {
                        id: *id,
                        expr: e.clone(),
                        plan: plan.clone(),
                    }));
                }
                self.node(ex, c, inner, None);
                self.params.truncate(known);
            }
        }
        for m in &node.members {
            self.node(ex, m, inner, None);
        }
        for &id in &node.sub_plans {
            let known = self.params.len();
            for s in sub_plans(plan, id) {
                self.params.extend(s.par_param.iter().zip(&s.args).map(|(id, e)| Referent {
                    id: *id,
                    expr: e.clone(),
                    plan: plan.clone(),
                }));
            }
            self.plan_by_id(ex, id, inner, &format!("SubPlan {}", id + 1));
            self.params.truncate(known);
        }
    }

    fn hash_node<'p>(
        &mut self,
        ex: &mut Exec<'_, 'p>,
        node: &NodeState<'p>,
        indent: usize,
        buckets: usize,
        memory: i64,
    ) {
        let at = self.out.len();
        self.node(ex, node, indent, None);
        if self.options.analyze && buckets > 0 && node.instrument.loops > 0.0 {
            let inner = if indent > 0 { indent + 3 } else { 1 };
            let line = format!(
                "{}Buckets: {buckets}  Batches: 1  Memory Usage: {memory}kB",
                "  ".repeat(inner)
            );
            // After the node's line and its output list.
            let skip = 1 + usize::from(self.options.verbose);
            self.out.insert((at + skip).min(self.out.len()), line);
        }
    }

    fn sub_plan(&mut self, ex: &mut Exec<'_, '_>, s: &SubPlan, indent: usize) {
        self.plan_by_id(ex, s.plan_id, indent, &s.plan_name);
    }

    fn plan_by_id(&mut self, ex: &mut Exec<'_, '_>, id: usize, indent: usize, name: &str) {
        if let Some(Some(node)) = ex.subplans.get_mut(id).map(Option::take) {
            self.node(ex, &node, indent, Some(name));
            ex.subplans[id] = Some(node);
        }
    }

    /// `show_wal_usage`.
    fn wal(&mut self, indent: usize, i: &Instrument) {
        let u = i.wal;
        let mut text = String::new();
        for (what, n) in [("records", u.records), ("fpi", u.images), ("bytes", u.bytes)] {
            if n > 0 {
                text += &format!(" {what}={n}");
            }
        }
        if !text.is_empty() {
            self.line(indent, format!("WAL:{text}"));
        }
    }

    fn buffers(&mut self, indent: usize, i: &Instrument) {
        let u = i.usage;
        let groups = [
            ("shared", [u.hit, u.read, u.dirtied, u.written]),
            ("local", [u.local_hit, u.local_read, u.local_dirtied, u.local_written]),
        ];
        let mut parts = Vec::new();
        for (group, counts) in groups {
            if counts.iter().any(|n| *n > 0) {
                let mut text = group.to_string();
                for (what, n) in ["hit", "read", "dirtied", "written"].iter().zip(counts) {
                    if n > 0 {
                        text += &format!(" {what}={n}");
                    }
                }
                parts.push(text);
            }
        }
        if !parts.is_empty() {
            self.line(indent, format!("Buffers: {}", parts.join(", ")));
        }
    }
}

//! What EXPLAIN says of a node beside its name: output, conditions, keys, memory, buffers, WAL.

use super::node::Printer;
use crate::exec::node::{NodeRun, NodeState};
use crate::exec::state::{Exec, Instrument};
use crate::exec::work_memory::{WorkMemory, work_mem};
use crate::expr::{BoolOp, Expr, Node, quote_identifier};
use crate::plan::cost::AggStrategy;
use crate::plan::tree::children;
use crate::plan::{Plan, PlanKind, SortColumn, WindowAgg, bare_operand};
use storage::clock::{Kind, Work};
use storage::datum::Datum;
use storage::ids::Oid;
use storage::types::{self, oid};
use storage::versions::Release;

/// What is said of an incremental sort instead of its groups.
const AT_ONCE: &str = "not modelled: all rows are read and sorted at once";
/// Stands where the server would tell of batches and temporary files.
const SPILLS: &str = "exceeds work_mem: spilling is not modelled";

/// Stands for the memory of groups whose states hold all their values.
const GROWN: &str = "not modelled: aggregates hold more than their first memory";

/// The memory of a node's tuplestore; `None` if it has none, or a Material node did not run.
fn tuplestore(
    release: &'static Release,
    ex: &Exec<'_, '_>,
    node: &NodeState<'_>,
) -> Option<WorkMemory> {
    let memory_of =
        |rows: &[Vec<Datum>], plan: &Plan| WorkMemory::of_rows(release, rows, plan, work_mem(ex));
    match &node.kind {
        NodeRun::Material { rows, .. } if node.instrument.loops > 0.0 => {
            node.plan.outer.as_deref().map(|child| memory_of(rows, child))
        }
        NodeRun::Cte { plan_id, .. } => {
            let plan = ex.stmt.subplans.get(*plan_id)?;
            Some(memory_of(&ex.ctes.get(plan_id)?.rows, plan))
        }
        NodeRun::Window(w) => w.space,
        NodeRun::Function(f) => f.space,
        _ => None,
    }
}

/// Whether a node's tuplestore is larger than `work_mem`: the server would have written a file, and
/// counted its blocks.
fn spills(release: &'static Release, ex: &Exec<'_, '_>, node: &NodeState<'_>) -> bool {
    tuplestore(release, ex, node).is_some_and(|space| space.spilled)
}

impl Printer<'_> {
    /// Prints the conditions of a node, joined by AND (for TIDs by OR), and returns whether there
    /// are any. `prefix`: columns have their table's name in front (`show_qual`).
    fn condition(
        &mut self,
        ex: &mut Exec<'_, '_>,
        plan: &Plan,
        label: &str,
        list: &[Expr],
        prefix: bool,
    ) -> bool {
        let text = match list {
            [] => return false,
            [one] => self.expr(ex, plan, one, prefix),
            many => {
                let tid = matches!(plan.kind, PlanKind::TidScan { .. }) && label == "TID Cond";
                let op = if tid { BoolOp::Or } else { BoolOp::And };
                let all = Expr {
                    node: Node::Bool(op, many.to_vec()),
                    type_oid: types::oid::BOOL,
                    typmod: -1,
                    collation: Oid::INVALID,
                    location: -1,
                };
                self.expr(ex, plan, &all, prefix)
            }
        };
        self.w.text(label, &text);
        true
    }

    /// Prints how many rows a condition removed (`show_instrumentation_count`).
    fn removed(&mut self, what: &str, n: f64, i: &Instrument) {
        if self.options.analyze && (n > 0.0 || !self.w.is_text()) {
            self.w.number(&format!("Rows Removed by {what}"), n / i.loops.max(1.0));
        }
    }

    /// Prints sort keys; with `known`, how many of them the rows are sorted by already
    /// (`show_sort_group_keys`).
    fn sort_keys(
        &mut self,
        ex: &mut Exec<'_, '_>,
        child: &Plan,
        keys: &[SortColumn],
        known: usize,
    ) {
        // A sort's own column stands for the child's: what is no column gets parentheses.
        // The first column with the value is the key, in whatever collation (`find_ec_member_matching_expr`).
        let key = |d: &Self, ex: &mut Exec<'_, '_>, k: &SortColumn| {
            let bare = bare_operand(&child.target[k.column].expr);
            let first = child.target.iter().position(|t| bare_operand(&t.expr) == bare);
            let column = first.unwrap_or(k.column);
            let text = d.column(ex, child, column);
            if child.target[column].expr.is_column() { text } else { format!("({text})") }
        };
        let mut parts = Vec::new();
        for k in keys {
            let order = match (k.descending, k.nulls_first) {
                (true, true) => " DESC",
                (true, false) => " DESC NULLS LAST",
                (false, true) => " NULLS FIRST",
                (false, false) => "",
            };
            let e = &child.target[k.column].expr;
            let collation = match collation(e).0 {
                950 if e.type_oid != oid::NAME && e.type_oid != oid::NAME_ARRAY => " COLLATE \"C\"",
                951 => " COLLATE \"POSIX\"",
                _ => "",
            };
            parts.push(key(self, ex, k) + collation + order);
        }
        self.w.list("Sort Key", &parts);
        if known > 0 {
            let mut parts = Vec::new();
            for k in &keys[..known] {
                parts.push(key(self, ex, k));
            }
            self.w.list("Presorted Key", &parts);
        }
    }

    /// Prints a window's definition (`show_window_def`).
    fn window(&mut self, ex: &mut Exec<'_, '_>, plan: &Plan, w: &WindowAgg) {
        let Some(child) = plan.outer.as_deref() else { return };
        let mut parts = Vec::new();
        let order: Vec<usize> = w.order.iter().map(|c| c.column).collect();
        for (words, columns) in [("PARTITION BY", &w.partition), ("ORDER BY", &order)] {
            if !columns.is_empty() {
                let keys: Vec<String> =
                    columns.iter().map(|c| self.column(ex, child, *c)).collect();
                parts.push(format!("{words} {}", keys.join(", ")));
            }
        }
        if w.frame.written {
            let prefix = self.many();
            parts.push(w.frame.words(&mut |e| self.expr(ex, plan, e, prefix)));
        }
        let name = quote_identifier(&w.name);
        self.w.text("Window", &format!("{name} AS ({})", parts.join(" ")));
    }

    /// Prints the properties that only this kind of node has. `scan`: the node is a scan.
    #[inline]
    fn kind_details<'p>(&mut self, ex: &mut Exec<'_, 'p>, node: &NodeState<'p>, scan: bool) {
        let (plan, i, o) = (node.plan, node.instrument, self.options);
        let many = self.many();
        match &plan.kind {
            PlanKind::BitmapIndexScan(s) => {
                self.condition(ex, plan, "Index Cond", &s.quals_orig, scan);
            }
            PlanKind::IndexScan(s) | PlanKind::IndexOnlyScan(s)
                if self.condition(ex, plan, "Index Cond", &s.quals_orig, scan) =>
            {
                self.removed("Index Recheck", i.filtered2, &i);
            }
            PlanKind::BitmapHeapScan { recheck, .. }
                if self.condition(ex, plan, "Recheck Cond", recheck, scan) =>
            {
                self.removed("Index Recheck", i.filtered2, &i);
            }
            PlanKind::TidScan { quals, .. } | PlanKind::TidRangeScan { quals, .. } => {
                self.condition(ex, plan, "TID Cond", quals, scan);
            }
            PlanKind::FunctionScan { functions, .. } if o.verbose => {
                let mut parts = Vec::new();
                for f in functions {
                    parts.push(self.expr(ex, plan, &f.expr, true));
                }
                self.w.text("Function Call", &parts.join(", "));
            }
            PlanKind::HashJoin { clauses, .. } => {
                self.condition(ex, plan, "Hash Cond", clauses, many);
            }
            PlanKind::MergeJoin { merge, .. } => {
                let list: Vec<Expr> = merge.iter().map(|m| m.clause.clone()).collect();
                self.condition(ex, plan, "Merge Cond", &list, many);
            }
            PlanKind::Agg { columns, .. } | PlanKind::Group { columns } if !columns.is_empty() => {
                if let Some(child) = plan.outer.as_deref() {
                    let mut parts = Vec::new();
                    for c in columns {
                        parts.push(self.column(ex, child, *c));
                    }
                    self.w.list("Group Key", &parts);
                }
            }
            PlanKind::Sort { keys } => {
                if let Some(child) = plan.outer.as_deref() {
                    self.sort_keys(ex, child, keys, 0);
                }
            }
            PlanKind::MergeAppend { keys, .. } => self.sort_keys(ex, plan, keys, 0),
            PlanKind::IncrementalSort { keys, presorted } => {
                if let Some(child) = plan.outer.as_deref() {
                    self.sort_keys(ex, child, keys, *presorted);
                }
            }
            PlanKind::Memoize { keys, binary, .. } => {
                let mut parts = Vec::new();
                for (e, _) in keys {
                    parts.push(self.expr(ex, plan, e, many));
                }
                self.w.text("Cache Key", &parts.join(", "));
                self.w.text("Cache Mode", if *binary { "binary" } else { "logical" });
            }
            PlanKind::WindowAgg(w) => {
                if self.release.window_shown {
                    self.window(ex, plan, w);
                }
                self.condition(ex, plan, "Run Condition", &w.run, many);
            }
            PlanKind::Result { constant_qual } => {
                self.condition(ex, plan, "One-Time Filter", constant_qual, many);
            }
            PlanKind::ModifyTable(m) => {
                if let Some(c) = &m.on_conflict {
                    self.conflict(ex, node, c);
                }
            }
            _ => {}
        }
    }

    /// Prints the properties of ON CONFLICT (`show_modifytable_info`).
    #[inline]
    fn conflict<'p>(
        &mut self,
        ex: &mut Exec<'_, 'p>,
        node: &NodeState<'p>,
        c: &crate::analyze::OnConflict,
    ) {
        let (plan, i, o) = (node.plan, node.instrument, self.options);
        let many = self.many();
        let what = if c.update { "UPDATE" } else { "NOTHING" };
        self.w.text("Conflict Resolution", what);
        if !c.arbiters.is_empty() {
            let mut list = Vec::new();
            for a in &c.arbiters {
                list.push(self.index_name(ex, *a));
            }
            self.w.list("Conflict Arbiter Indexes", &list);
        }
        if let Some(w) = &c.where_clause
            && self.condition(ex, plan, "Conflict Filter", std::slice::from_ref(w), many)
        {
            self.removed("Conflict Filter", i.filtered1, &i);
        }
        if let (NodeRun::Modify(r), true) = (&node.kind, o.analyze) {
            self.w.number("Tuples Inserted", r.inserted as f64);
            self.w.number("Conflicting Tuples", r.conflicting as f64);
        }
    }

    /// Prints a node's properties between its costs and its buffers.
    pub(super) fn details<'p>(
        &mut self,
        ex: &mut Exec<'_, 'p>,
        node: &NodeState<'p>,
        hash: Option<(usize, usize, i64)>,
    ) {
        let (plan, i, o) = (node.plan, node.instrument, self.options);
        let text = self.w.is_text();
        let none = matches!(
            plan.kind,
            PlanKind::Append { .. }
                | PlanKind::MergeAppend { .. }
                | PlanKind::RecursiveUnion { .. }
        );
        if o.verbose && !plan.target.is_empty() && !none {
            let prefix = self.several();
            let mut parts = Vec::new();
            for t in &plan.target {
                parts.push(self.expr(ex, plan, &t.expr, prefix));
            }
            self.w.list("Output", &parts);
        }
        if let PlanKind::NestLoop { inner_unique, .. }
        | PlanKind::HashJoin { inner_unique, .. }
        | PlanKind::MergeJoin { inner_unique, .. } = &plan.kind
            && (!text || o.verbose && *inner_unique)
        {
            self.w.flag("Inner Unique", *inner_unique);
        }
        let many = self.many();
        let scan = o.verbose || matches!(plan.kind, PlanKind::SubqueryScan { .. });
        self.kind_details(ex, node, scan);
        let join_qual = match &plan.kind {
            PlanKind::NestLoop { join_qual, .. }
            | PlanKind::HashJoin { join_qual, .. }
            | PlanKind::MergeJoin { join_qual, .. } => Some(join_qual),
            _ => None,
        };
        if let Some(j) = join_qual
            && self.condition(ex, plan, "Join Filter", j, many)
        {
            self.removed("Join Filter", i.filtered1, &i);
        }
        let upper = plan.outer.is_some() && !matches!(plan.kind, PlanKind::BitmapHeapScan { .. });
        let prefix = if upper { many } else { scan };
        let filtered = self.condition(ex, plan, "Filter", &plan.qual, prefix);
        let allowed = crate::plan::settings(&ex.host).hash_mem_bytes() as i64 / 1024;
        self.memory(node, hash, allowed);
        if filtered {
            let n = if join_qual.is_some() { i.filtered2 } else { i.filtered1 };
            self.removed("Filter", n, &i);
        }
        if !o.analyze {
            return;
        }
        if self.release.stored_rows_shown && !matches!(node.kind, NodeRun::Function(_)) {
            self.stored(ex, node);
        } else if o.buffers && spills(self.release, ex, node) {
            self.w.text("Storage", SPILLS);
        }
        match &node.kind {
            NodeRun::Index(_) if matches!(plan.kind, PlanKind::IndexOnlyScan(_)) => {
                self.w.number("Heap Fetches", i.tuples2);
            }
            NodeRun::Bitmap(b) if !text => {
                self.w.number("Exact Heap Blocks", b.exact as f64);
                self.w.number("Lossy Heap Blocks", 0.0);
            }
            NodeRun::Bitmap(b) if b.exact > 0 => {
                self.w.line(&format!("Heap Blocks: exact={}", b.exact));
            }
            _ => {}
        }
        if self.release.index_searches_shown {
            let searches = match (&node.kind, &plan.kind) {
                (NodeRun::Index(run), _) => run.searches(),
                (_, PlanKind::BitmapIndexScan(_)) => i.searches,
                _ => return,
            };
            self.w.number("Index Searches", searches as f64);
        }
    }

    /// Prints how much memory a node's tuplestore took at most (`show_storage_info`).
    fn stored(&mut self, ex: &Exec<'_, '_>, node: &NodeState<'_>) {
        let stored = match &node.kind {
            NodeRun::RecursiveUnion(run) => run.most_stored(),
            _ => tuplestore(self.release, ex, node).map(|space| (space.used(), space.spilled)),
        };
        let Some((bytes, spilled)) = stored else { return };
        if spilled {
            self.w.text("Storage", SPILLS);
            return;
        }
        let kb = (bytes + 1023) / 1024;
        if self.w.is_text() {
            self.w.line(&format!("Storage: Memory  Maximum Storage: {kb}kB"));
        } else {
            self.w.text("Storage", "Memory");
            self.w.number("Maximum Storage", kb as f64);
        }
    }

    /// Prints the memory of a sort, hash table or cache (`show_sort_info`, `show_hash_info`,
    /// `show_hashagg_info`, `show_memoize_info`); `allowed` is the limit of a hash table in kB.
    fn memory(&mut self, node: &NodeState<'_>, hash: Option<(usize, usize, i64)>, allowed: i64) {
        let (o, text, ran) = (self.options, self.w.is_text(), node.instrument.loops > 0.0);
        let hashed = matches!(node.plan.kind, PlanKind::Agg { strategy: AggStrategy::Hashed, .. });
        let mut partitions = String::new();
        if let NodeRun::Agg(a) = &node.kind
            && hashed
            && o.costs
        {
            if !text {
                self.w.number("Planned Partitions", f64::from(a.planned_partitions));
            } else if a.planned_partitions > 0 {
                partitions = format!("Planned Partitions: {}", a.planned_partitions);
            }
        }
        let unused = matches!(&node.kind, NodeRun::Agg(a) if hashed && a.memory == 0);
        if !o.analyze || unused {
            if !partitions.is_empty() {
                self.w.line(&partitions);
            }
            return;
        }
        if !partitions.is_empty() {
            partitions.push_str("  ");
        }
        let mut numbers: Vec<(&str, i64)> = Vec::new();
        match &node.kind {
            NodeRun::Sort(_) if matches!(node.plan.kind, PlanKind::IncrementalSort { .. }) => {
                self.w.text("Full-sort Groups", AT_ONCE);
            }
            NodeRun::Sort(s) => {
                let Some(report) = s.report else { return };
                let Some((method, kb)) = report else {
                    self.w.text("Sort Method", SPILLS);
                    return;
                };
                if text {
                    self.w.line(&format!("Sort Method: {method}  Memory: {kb}kB"));
                    return;
                }
                self.w.text("Sort Method", method);
                self.w.number("Sort Space Used", kb as f64);
                self.w.text("Sort Space Type", "Memory");
            }
            NodeRun::Agg(a) if hashed && a.memory < 0 => self.w.text("Memory Usage", GROWN),
            NodeRun::Agg(a) if hashed && a.memory > allowed => self.w.text("Memory Usage", SPILLS),
            NodeRun::Agg(a) if hashed && text => {
                self.w.line(&format!("{partitions}Batches: 1  Memory Usage: {}kB", a.memory));
            }
            NodeRun::Agg(a) if hashed => {
                numbers = vec![
                    ("HashAgg Batches", 1),
                    ("Peak Memory Usage", a.memory),
                    ("Disk Usage", 0),
                ];
            }
            NodeRun::Memoize(m) if ran => {
                let (hits, misses, evictions, kb) = m.report();
                if kb > allowed {
                    self.w.text("Memory Usage", SPILLS);
                    return;
                }
                if text {
                    self.w.line(&format!(
                        "Hits: {hits}  Misses: {misses}  Evictions: {evictions}  Overflows: 0  Memory Usage: {kb}kB"
                    ));
                    return;
                }
                numbers = vec![
                    ("Cache Hits", hits as i64),
                    ("Cache Misses", misses as i64),
                    ("Cache Evictions", evictions as i64),
                    ("Cache Overflows", 0),
                    ("Peak Memory Usage", kb),
                ];
            }
            _ => {
                let Some((buckets, original, kb)) = hash.filter(|h| h.0 > 0 && ran) else { return };
                if kb > allowed {
                    self.w.text("Memory Usage", SPILLS);
                    return;
                }
                if text {
                    let (before, batches) = if buckets == original {
                        (String::new(), "")
                    } else {
                        (format!(" (originally {original})"), " (originally 1)")
                    };
                    self.w.line(&format!(
                        "Buckets: {buckets}{before}  Batches: 1{batches}  Memory Usage: {kb}kB"
                    ));
                    return;
                }
                numbers = vec![
                    ("Hash Buckets", buckets as i64),
                    ("Original Hash Buckets", original as i64),
                    ("Hash Batches", 1),
                    ("Original Hash Batches", 1),
                    ("Peak Memory Usage", kb),
                ];
            }
        }
        for (label, n) in numbers {
            self.w.number(label, n as f64);
        }
    }

    /// Prints the buffers and WAL of a node (`show_buffer_usage`, `show_wal_usage`).
    pub(super) fn usage(&mut self, i: &Instrument) {
        if self.options.buffers {
            self.buffers(i);
        }
        if self.options.wal {
            let u = i.wal;
            let counts = [("records", u.records), ("fpi", u.images), ("bytes", u.bytes)];
            if self.w.is_text() {
                let parts = some(&counts);
                if !parts.is_empty() {
                    self.w.line(&format!("WAL:{parts}"));
                }
            } else {
                for (label, (_, n)) in ["WAL Records", "WAL FPI", "WAL Bytes"].iter().zip(counts) {
                    self.w.number(label, n as f64);
                }
                if self.release.disabled_nodes_counted {
                    self.w.number("WAL Buffers Full", 0.0);
                }
            }
        }
    }

    /// Prints the buffers; temporary files are never written (`show_buffer_usage`).
    pub(super) fn buffers(&mut self, i: &Instrument) {
        let u = i.usage;
        let groups = [
            ("Shared", [u.hit, u.read, u.dirtied, u.written]),
            ("Local", [u.local_hit, u.local_read, u.local_dirtied, u.local_written]),
        ];
        let kinds = ["Hit", "Read", "Dirtied", "Written"];
        let time = |kind, pages| Work::default().with(kind, pages).milliseconds(&self.prices);
        let shared = [time(Kind::BufferRead, u.read), time(Kind::BufferWritten, u.written)];
        let local =
            [time(Kind::BufferRead, u.local_read), time(Kind::BufferWritten, u.local_written)];
        let by_kind = self.release.io_times_by_kind;
        let [read, write] = [shared[0] + local[0], shared[1] + local[1]];
        if !self.w.is_text() {
            for (group, counts) in groups {
                for (kind, n) in kinds.iter().zip(counts) {
                    self.w.number(&format!("{group} {kind} Blocks"), n as f64);
                }
            }
            self.w.number("Temp Read Blocks", 0.0);
            self.w.number("Temp Written Blocks", 0.0);
            if self.options.io_timing {
                if by_kind {
                    for (group, [read, write]) in [("Shared", shared), ("Local", local)] {
                        self.w.float(&format!("{group} I/O Read Time"), "", read, 3);
                        self.w.float(&format!("{group} I/O Write Time"), "", write, 3);
                    }
                } else {
                    self.w.float("I/O Read Time", "", read, 3);
                    self.w.float("I/O Write Time", "", write, 3);
                }
                self.w.float("Temp I/O Read Time", "", 0.0, 3);
                self.w.float("Temp I/O Write Time", "", 0.0, 3);
            }
            return;
        }
        let mut parts = Vec::new();
        for (group, [hit, read, dirtied, written]) in groups {
            let counts = [("hit", hit), ("read", read), ("dirtied", dirtied), ("written", written)];
            let text = some(&counts);
            if !text.is_empty() {
                parts.push(group.to_ascii_lowercase() + &text);
            }
        }
        if !parts.is_empty() {
            self.w.line(&format!("Buffers: {}", parts.join(", ")));
        }
        if self.options.io_timing && read + write > 0.0 {
            let parts = match by_kind {
                true => vec![("shared", shared), ("local", local)],
                false => vec![("shared/local", [read, write])],
            };
            let mut texts = Vec::new();
            for (group, times) in parts {
                let mut text = group.to_string();
                for (what, ms) in ["read", "write"].iter().zip(times) {
                    if ms > 0.0 {
                        text += &format!(" {what}={ms:.3}");
                    }
                }
                if text != group {
                    texts.push(text);
                }
            }
            self.w.line(&format!("I/O Timings: {}", texts.join(", ")));
        }
    }
}

/// The collation of an expression's value: its own, or what its arguments give it (`assign_collations_walker`).
fn collation(e: &Expr) -> Oid {
    let given = match &e.node {
        Node::Op(_)
        | Node::Func(_)
        | Node::Coalesce(_)
        | Node::MinMax(..)
        | Node::Case(_)
        | Node::Relabel(..)
        | Node::Aggref(_)
            if e.collation.0 == 100 =>
        {
            children(e).into_iter().map(collation).find(|c| c.is_valid() && c.0 != 100)
        }
        _ => None,
    };
    given.unwrap_or(e.collation)
}

/// ` hit=3 read=1`: the counts that are not zero.
fn some(counts: &[(&str, u64)]) -> String {
    counts.iter().filter(|c| c.1 > 0).map(|(what, n)| format!(" {what}={n}")).collect()
}

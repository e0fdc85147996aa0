//! Plans: trees of nodes with what they give, what they filter by and what they were expected to
//! cost (`plannodes.h`).

use super::cost::{AggStrategy, Cost, CostSettings};
use crate::analyze::{
    CommandType, JoinType, LockStrength, OnConflict, RangeTblEntry, RangeTblFunction, WindowFrame,
};
use crate::expr::{Expr, SubPlan, TargetEntry};
use std::rc::Rc;
use storage::ids::Oid;

/// A node with what is common to all.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What it does.
    pub kind: PlanKind,
    /// How many nodes, from this one down, a setting forbids, where the version counts them.
    pub disabled: u32,
    /// Cost before the first row.
    pub startup: f64,
    /// Cost of all rows.
    pub total: f64,
    /// Rows expected.
    pub rows: f64,
    /// Bytes per row expected.
    pub width: i32,
    /// What it gives. Vars are of the scanned RTE, or of [`crate::expr::Var::OUTER`] and
    /// `INNER`.
    pub target: Vec<TargetEntry>,
    /// Conditions on its rows, all of which must hold.
    pub qual: Vec<Expr>,
    /// The outer (left) child.
    pub outer: Option<Box<Plan>>,
    /// The inner (right) child.
    pub inner: Option<Box<Plan>>,
    /// PlannedQuery-plans run at most once, before they are needed here or below.
    pub init_plans: Vec<SubPlan>,
    /// Exec params of other plans which this node or its children read, sorted.
    pub ext_params: Vec<usize>,
}

impl Plan {
    /// A Result node without columns, as a placeholder for a plan that is moved.
    pub fn empty() -> Plan {
        Plan {
            kind: PlanKind::Result { constant_qual: Vec::new() },
            disabled: 0,
            startup: 0.0,
            total: 0.0,
            rows: 0.0,
            width: 0,
            target: Vec::new(),
            qual: Vec::new(),
            outer: None,
            inner: None,
            init_plans: Vec::new(),
            ext_params: Vec::new(),
        }
    }

    /// The plans right below the node: its members, and then its outer and its inner one.
    pub fn children(&self) -> impl Iterator<Item = &Plan> {
        let members = match &self.kind {
            PlanKind::Append { plans, .. }
            | PlanKind::MergeAppend { plans, .. }
            | PlanKind::BitmapAnd(plans)
            | PlanKind::BitmapOr(plans) => &plans[..],
            PlanKind::SubqueryScan { plan, .. } => std::slice::from_ref(&**plan),
            _ => &[],
        };
        members.iter().chain(self.outer.as_deref()).chain(self.inner.as_deref())
    }

    /// The expressions that the node computes itself, in the order in which the executor prepares them: the order of
    /// the sub-plans in them.
    pub fn expressions(&self) -> Vec<&Expr> {
        let mut list: Vec<&Expr> = self.target.iter().map(|t| &t.expr).collect();
        list.extend(&self.qual);
        match &self.kind {
            PlanKind::Result { constant_qual } => list.extend(constant_qual),
            PlanKind::NestLoop { join_qual, .. } => list.extend(join_qual),
            PlanKind::HashJoin { join_qual, clauses, .. } => {
                list.extend(join_qual.iter().chain(clauses));
            }
            PlanKind::MergeJoin { join_qual, merge, .. } => {
                list.extend(join_qual.iter().chain(merge.iter().map(|m| &m.clause)));
            }
            PlanKind::Hash { keys } => list.extend(keys),
            PlanKind::TidScan { quals, .. } | PlanKind::TidRangeScan { quals, .. } => {
                list.extend(quals);
            }
            PlanKind::ValuesScan { rows, .. } => list.extend(rows.iter().flatten()),
            PlanKind::FunctionScan { functions, .. } => {
                list.extend(functions.iter().map(|f| &f.expr));
            }
            PlanKind::IndexScan(s) | PlanKind::IndexOnlyScan(s) | PlanKind::BitmapIndexScan(s) => {
                list.extend(&s.quals_orig);
            }
            PlanKind::ModifyTable(m) => {
                if let Some(c) = &m.on_conflict {
                    list.extend(c.set.iter().map(|t| &t.expr).chain(&c.where_clause));
                }
            }
            _ => {}
        }
        list
    }

    /// Puts this plan below a node that passes its rows on and takes over its costs, rows, width
    /// and target list.
    pub fn below(self, kind: PlanKind) -> Plan {
        Plan {
            kind,
            disabled: self.disabled,
            startup: self.startup,
            total: self.total,
            rows: self.rows,
            width: self.width,
            target: self.target.clone(),
            qual: Vec::new(),
            outer: Some(Box::new(self)),
            inner: None,
            init_plans: Vec::new(),
            ext_params: Vec::new(),
        }
    }

    /// A Material node above this plan (`materialize_finished_plan`).
    pub fn materialized(self, costs: &CostSettings) -> Plan {
        let below = Cost { startup: self.startup, total: self.total };
        let Cost { startup, total } = costs.material(below, self.rows, self.width);
        Plan { startup, total, ..self.below(PlanKind::Material) }
    }
}

/// A column sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortColumn {
    /// Index in the child's target list, from 0.
    pub column: usize,
    /// Descending.
    pub descending: bool,
    /// NULLs first.
    pub nulls_first: bool,
}

impl SortColumn {
    /// A column in its type's order.
    pub fn ascending(column: usize) -> SortColumn {
        SortColumn { column, descending: false, nulls_first: false }
    }
}

/// A condition an index scan can use.
#[derive(Clone, Debug)]
pub struct IndexQual {
    /// Index column, from 0.
    pub column: usize,
    /// What is asked.
    pub op: IndexQualOp,
    /// The value compared with; Vars of other relations have become params.
    pub value: Expr,
    /// When rows are compared, their further members: index column from 0, and the value.
    pub rest: Vec<(usize, Expr)>,
}

/// What an index condition asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexQualOp {
    /// Less than: `<`.
    Lt,
    /// Less than or equal to: `<=`.
    Le,
    /// Equal to: `=`.
    Eq,
    /// Greater than or equal to: `>=`.
    Ge,
    /// Greater than: `>`.
    Gt,
    /// Equal to one of an array's elements: `= ANY (array)`.
    EqAny,
    /// IS NULL
    IsNull,
    /// IS NOT NULL
    IsNotNull,
}

/// An index scan's particulars.
#[derive(Clone, Debug)]
pub struct IndexScan {
    /// The RTE scanned.
    pub rte: usize,
    /// The index.
    pub index: Oid,
    /// Its name.
    pub index_name: String,
    /// Conditions for the index.
    pub quals: Vec<IndexQual>,
    /// The index conditions as they were written, for EXPLAIN and rechecks.
    pub quals_orig: Vec<Expr>,
    /// Backwards.
    pub backward: bool,
    /// For index-only scans: the index's columns in terms of the table.
    pub index_target: Vec<Expr>,
}

/// What a node does.
#[derive(Clone, Debug)]
#[allow(
    missing_docs,
    reason = "each variant is the plan node of that name in plannodes.h, where its fields are explained"
)]
pub enum PlanKind {
    Result {
        constant_qual: Vec<Expr>,
    },
    ProjectSet,
    ModifyTable(Box<ModifyTable>),
    /// `rte`: the UNION ALL in FROM that it reads; 0 for other set operations.
    Append {
        plans: Vec<Plan>,
        rte: usize,
    },
    /// `rte` as in `Append`.
    MergeAppend {
        plans: Vec<Plan>,
        keys: Vec<SortColumn>,
        rte: usize,
    },
    RecursiveUnion {
        wt_param: usize,
        distinct: bool,
        num_groups: u32,
    },
    SeqScan {
        rte: usize,
    },
    IndexScan(IndexScan),
    IndexOnlyScan(IndexScan),
    BitmapIndexScan(IndexScan),
    BitmapAnd(Vec<Plan>),
    BitmapOr(Vec<Plan>),
    BitmapHeapScan {
        rte: usize,
        recheck: Vec<Expr>,
    },
    /// The quals have OR semantics.
    TidScan {
        rte: usize,
        quals: Vec<Expr>,
    },
    /// The quals have AND semantics.
    TidRangeScan {
        rte: usize,
        quals: Vec<Expr>,
    },
    /// The range table is the sub-query's own, until references are resolved.
    SubqueryScan {
        rte: usize,
        plan: Box<Plan>,
        rtable: Vec<RangeTblEntry>,
    },
    FunctionScan {
        rte: usize,
        functions: Vec<RangeTblFunction>,
        ordinality: bool,
    },
    ValuesScan {
        rte: usize,
        rows: Vec<Vec<Expr>>,
    },
    CteScan {
        rte: usize,
        plan_id: usize,
        param: usize,
        name: String,
    },
    WorkTableScan {
        rte: usize,
        wt_param: usize,
    },
    NestLoop {
        kind: JoinType,
        join_qual: Vec<Expr>,
        params: Vec<(usize, Expr)>,
        inner_unique: bool,
    },
    MergeJoin {
        kind: JoinType,
        join_qual: Vec<Expr>,
        merge: Vec<MergeClause>,
        inner_unique: bool,
        skip_mark_restore: bool,
    },
    HashJoin {
        kind: JoinType,
        join_qual: Vec<Expr>,
        clauses: Vec<Expr>,
        outer_keys: Vec<Expr>,
        inner_unique: bool,
    },
    Hash {
        keys: Vec<Expr>,
    },
    Material,
    Memoize {
        keys: Vec<(Expr, usize)>,
        single_row: bool,
        binary: bool,
    },
    Sort {
        keys: Vec<SortColumn>,
    },
    IncrementalSort {
        keys: Vec<SortColumn>,
        presorted: usize,
    },
    Group {
        columns: Vec<usize>,
    },
    Agg {
        strategy: AggStrategy,
        columns: Vec<usize>,
        num_groups: f64,
        trans_space: f64,
    },
    WindowAgg(Box<WindowAgg>),
    Unique {
        columns: Vec<usize>,
    },
    SetOp {
        hashed: bool,
        intersect: bool,
        all: bool,
        columns: Vec<usize>,
        flag_column: usize,
        first_flag: i32,
        num_groups: f64,
    },
    LockRows {
        marks: Vec<(usize, LockStrength, usize)>,
    },
    Limit {
        offset: Option<Expr>,
        count: Option<Expr>,
        with_ties: bool,
        ties_columns: Vec<usize>,
    },
}

/// One clause of a merge join.
#[derive(Clone, Debug)]
pub struct MergeClause {
    /// As shown: `outer = inner`.
    pub clause: Expr,
    /// The outer side's key.
    pub outer: Expr,
    /// The inner side's key.
    pub inner: Expr,
    /// Sorted descending.
    pub descending: bool,
    /// NULLs first.
    pub nulls_first: bool,
}

/// A window aggregation.
#[derive(Clone, Debug)]
pub struct WindowAgg {
    /// Columns of the child partitioned by.
    pub partition: Vec<usize>,
    /// Columns of the child ordered by.
    pub order: Vec<SortColumn>,
    /// The frame.
    pub frame: WindowFrame,
    /// Conditions after which no later row can be one of the result.
    pub run: Vec<Expr>,
    /// The window's index in the query.
    pub window: usize,
    /// Its name.
    pub name: String,
}

/// INSERT, UPDATE, DELETE.
#[derive(Clone, Debug)]
pub struct ModifyTable {
    /// INSERT, UPDATE or DELETE.
    pub command: CommandType,
    /// The RTE changed.
    pub rte: usize,
    /// The relation changed.
    pub relation: Oid,
    /// UPDATE: the columns that the child's first target entries assign to.
    pub update_columns: Vec<i16>,
    /// Index of the junk `ctid` in the child's rows (UPDATE, DELETE).
    pub ctid_column: usize,
    /// RETURNING; Vars of the changed RTE are of the new row, others are `OUTER`.
    pub returning: Vec<TargetEntry>,
    /// ON CONFLICT; expressions have Vars of the target RTE and of `INNER` for `excluded`.
    pub on_conflict: Option<Box<OnConflict>>,
    /// Whether the command tag counts this node's rows.
    pub can_set_tag: bool,
}

/// A planned statement.
#[derive(Clone, Debug)]
pub struct PlannedStmt {
    /// What it does.
    pub command: CommandType,
    /// The plan.
    pub plan: Plan,
    /// All range tables, flat; `rtable[i]` is RTE `i + 1`.
    pub rtable: Vec<RangeTblEntry>,
    /// Plans of sub-queries; `SubPlan::plan_id` counts from 0 here.
    pub subplans: Vec<Rc<Plan>>,
    /// Whether a sub-plan of the same index is a WITH member that changes data, run to its end.
    pub modifying_ctes: Vec<usize>,
    /// How many exec params there are.
    pub params: usize,
    /// Whether rows come back (SELECT, RETURNING).
    pub returns_rows: bool,
    /// What the client sees: names and types.
    pub columns: Vec<TargetEntry>,
}

//! The nodes of a running plan, and what all of them share (`execProcnode.c`). The plan is read
//! only; what changes while it runs is in a tree of states of the same form. [`start`] prepares a
//! node, [`next`] gives its rows one by one, [`rescan`] starts it over, and [`slots`] finds the
//! columns of its expressions.

mod next;
mod rescan;
mod slots;
mod start;

pub use slots::{compile_all, exec_qual, project, projection, upper_slot};

use crate::analyze::JoinType;
use crate::exec::agg::AggRun;
use crate::exec::join::HashRun;
use crate::exec::mergejoin::MergeRun;
use crate::exec::modify::ModifyRun;
use crate::exec::scan::{FunctionRun, IndexRun, ScanRun};
use crate::exec::sorting::SortRun;
use crate::exec::state::{Exec, Instrument};
use crate::exec::tuple_shortener::TupleShortener;
use crate::exec::windows::WindowRun;
use crate::expr::{Compiled, Side, Slot};
use crate::plan::{Plan, PlanKind};
use storage::clock::Kind;
use storage::datum::Datum;
use storage::error::Result;

/// A node of a running plan.
pub struct NodeState<'p> {
    /// The plan node that is run.
    pub plan: &'p Plan,
    /// What this kind of node keeps while it runs.
    pub kind: NodeRun<'p>,
    /// The tick at which the node began to compute what it keeps ([`Exec::tick`]).
    pub since: u64,
    /// The first child (`outerPlanState`).
    pub outer: Option<Box<NodeState<'p>>>,
    /// The second child (`innerPlanState`).
    pub inner: Option<Box<NodeState<'p>>>,
    /// Members of an Append, the plan of a sub-query scan.
    pub members: Vec<NodeState<'p>>,
    /// The row given last.
    pub row: Vec<Datum>,
    /// How a tuple of its rows is formed.
    pub former: TupleShortener,
    /// `None`: the child's row is passed on.
    pub project: Option<Vec<Projection>>,
    /// The conditions a row must pass.
    pub quals: Vec<Compiled>,
    /// A scan that gives tuples as they are stored: as many columns as each has; a sort that gives tuples as it
    /// formed them, not single values.
    pub as_stored: bool,
    /// What EXPLAIN ANALYZE counts.
    pub instrument: Instrument,
    /// Sub-plans whose SubPlan nodes are in this node's expressions, in order.
    pub sub_plans: Vec<usize>,
}

/// One output column.
pub enum Projection {
    /// A copy.
    Slot(Slot),
    /// Computed.
    Expr(Compiled),
    /// The sub-query of `SET (a, b) = (SELECT ...)`, whose columns others are.
    MultiAssignment(Compiled),
}

/// What a kind of node keeps while it runs.
#[allow(
    missing_docs,
    reason = "each variant is what the node of that name in execnodes.h keeps: where it is in its input, and what it has read"
)]
pub enum NodeRun<'p> {
    Result {
        constant: Vec<Compiled>,
        done: bool,
        checked: bool,
    },
    ProjectSet(crate::exec::srf::ProjectSetRun),
    Modify(Box<ModifyRun<'p>>),
    Append(usize),
    Memoize(Box<crate::exec::memoize::MemoizeRun>),
    RecursiveUnion(Box<crate::exec::recursive::RecursiveRun>),
    Scan(Box<ScanRun>),
    Index(Box<IndexRun>),
    Bitmap(Box<crate::exec::bitmap::BitmapRun>),
    BitmapSource,
    Tid(Box<crate::exec::bitmap::TidRun>),
    TidRange(Box<crate::exec::tid_range::TidRangeRun>),
    Subquery,
    Function(Box<FunctionRun>),
    Values {
        rows: Vec<Vec<Compiled>>,
        at: usize,
        current: Vec<Datum>,
    },
    Cte {
        at: usize,
        plan_id: usize,
    },
    WorkTable {
        at: usize,
        param: usize,
    },
    NestLoop(Box<crate::exec::join::NestRun>),
    Merge(Box<MergeRun>),
    HashJoin(Box<HashRun>),
    Pass,
    Material {
        rows: Vec<Vec<Datum>>,
        done: bool,
        at: usize,
    },
    Sort(Box<SortRun>),
    Agg(Box<AggRun>),
    Window(Box<WindowRun>),
    Unique {
        columns: Vec<usize>,
        previous: Option<Vec<Datum>>,
    },
    SetOp(Box<crate::exec::setop::SetOpRun>),
    /// The members that have a row, as a heap whose first has the least; `None` before the first row.
    MergeAppend(Option<Vec<usize>>),
    Limit {
        offset: Option<Compiled>,
        count: Option<Compiled>,
        state: Option<(i64, Option<i64>)>,
        at: i64,
        ties: bool,
        last: Option<Vec<Datum>>,
    },
}

impl NodeRun<'_> {
    /// The kind of work that the modelled clock counts for a row of this node.
    pub fn work(&self) -> Kind {
        match self {
            NodeRun::Scan(_)
            | NodeRun::Index(_)
            | NodeRun::Bitmap(_)
            | NodeRun::BitmapSource
            | NodeRun::Tid(_) => Kind::RowScan,
            NodeRun::Modify(_) => Kind::RowModify,
            NodeRun::NestLoop(_)
            | NodeRun::Merge(_)
            | NodeRun::HashJoin(_)
            | NodeRun::Memoize(_) => Kind::RowJoin,
            NodeRun::Pass
            | NodeRun::Material { .. }
            | NodeRun::Sort(_)
            | NodeRun::Agg(_)
            | NodeRun::Window(_)
            | NodeRun::Unique { .. }
            | NodeRun::SetOp(_)
            | NodeRun::Limit { .. } => Kind::RowUpper,
            _ => Kind::RowSource,
        }
    }
}

impl<'p> NodeState<'p> {
    /// Makes scans pass on stored tuples, if PostgreSQL does so without a projection: all columns
    /// of the table in order, none dropped, none with a missing value (`tlist_matches_tupdesc`). A
    /// tuple older than some columns then has fewer values. Returns whether all rows are passed on
    /// in this form, or as the tuples that a sort or Unique formed.
    pub fn keep_stored(&mut self) -> bool {
        let rel = match &self.kind {
            NodeRun::Scan(s) => s.heap(),
            NodeRun::Index(s) => s.heap(),
            NodeRun::Bitmap(s) => Some(&s.maker.rel),
            NodeRun::Tid(s) => Some(s.heap()),
            NodeRun::TidRange(s) => Some(s.heap()),
            NodeRun::Limit { .. } | NodeRun::Pass | NodeRun::Sort(_) => {
                let stored = self.outer.as_mut().is_some_and(|o| o.keep_stored());
                return stored || self.as_stored;
            }
            NodeRun::Unique { .. } => return matches!(self.plan.kind, PlanKind::Unique { .. }),
            NodeRun::Append(_) => {
                let stored: Vec<bool> = self.members.iter_mut().map(|m| m.keep_stored()).collect();
                return stored.iter().all(|s| *s);
            }
            _ => None,
        };
        let Some(rel) = rel else { return false };
        let attrs = &rel.desc.attrs;
        let in_order = self.project.as_ref().is_some_and(|list| {
            list.len() == attrs.len()
                && list.iter().enumerate().all(
                    |(i, p)| matches!(p, Projection::Slot(s) if s.side == Side::Scan && s.index == i),
                )
        });
        self.as_stored = in_order && attrs.iter().all(|a| !a.dropped && a.missing.is_none());
        self.as_stored
    }

    /// The last row, with its values in the form that a tuple gives them.
    pub fn tuple(&self) -> Vec<Datum> {
        let mut row = self.row.clone();
        self.former.form(&mut row);
        row
    }

    /// Shortens the last row to the `natts` columns that its stored tuple has, if stored tuples are
    /// passed on ([`Self::keep_stored`]).
    pub fn cut_to_stored(&mut self, natts: usize) {
        if self.as_stored {
            self.row.truncate(natts);
        }
    }

    /// Unpins what the node and its children have pinned (`ExecEndNode`).
    pub fn end(&mut self, ex: &mut Exec<'_, 'p>) -> Result<()> {
        match &mut self.kind {
            NodeRun::Scan(s) => s.end(ex),
            NodeRun::Index(s) => s.end(ex)?,
            NodeRun::Bitmap(b) => b.end(ex),
            NodeRun::TidRange(t) => t.end(ex),
            NodeRun::Modify(m) => m.end(ex),
            _ => {}
        }
        for m in &mut self.members {
            m.end(ex)?;
        }
        for c in [&mut self.outer, &mut self.inner].into_iter().flatten() {
            c.end(ex)?;
        }
        Ok(())
    }

    /// The join type, when this is a join.
    pub fn join_kind(&self) -> JoinType {
        match &self.plan.kind {
            PlanKind::NestLoop { kind, .. }
            | PlanKind::MergeJoin { kind, .. }
            | PlanKind::HashJoin { kind, .. } => *kind,
            _ => JoinType::Inner,
        }
    }
}

//! What the planner keeps while it works on one query (`pathnodes.h`).

use super::cost::{AggStrategy, CostSettings, QualCost};
use super::relids::Relids;
use super::{Plan, SortColumn};
use crate::analyze::{JoinType, Query, RangeTblEntry, SortGroupClause, WindowFrame};
use crate::expr::{Expr, Node, SubPlan, TargetEntry};
use crate::host::Host;
use std::cell::RefCell;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::{PgError, Result};
use storage::heap::Relation;
use storage::ids::Oid;
use storage::map::SortedMap;
use storage::versions::Release;

/// The planner of a statement.
pub struct Planner<'h> {
    /// The session.
    pub host: Host<'h>,
    /// The PostgreSQL version.
    pub release: &'static Release,
    /// The settings.
    pub costs: CostSettings,
    /// One entry per query level being planned, the outermost first.
    pub levels: Vec<Level>,
    /// Plans of sub-queries, with the root they belong to, before references are resolved.
    pub subplans: Vec<(Plan, Rc<SubRoot>)>,
    /// Whether a sub-plan has two ways to choose from, and the sub-plans chosen.
    pub has_two_ways: bool,
    pub ways_chosen: Vec<usize>,
    /// Exec params given out.
    pub params: usize,
    /// Whether one of them may change while the query runs: it is set for each outer row, or each round.
    pub params_change: bool,
    /// PlannedQuery-plans that are data-modifying WITH members.
    pub modifying_ctes: Vec<usize>,
    /// The ends of indexes that were looked up, by index and whether it is the largest value: the server keeps the
    /// selectivity of a condition, and looks them up once.
    pub endpoints: Vec<((Oid, bool), Option<Datum>)>,
    /// The first error of a value that an estimate asked for: the statement fails with it, also if it would read no row.
    pub failure: Option<Box<PgError>>,
}

impl<'h> Planner<'h> {
    /// A planner for a statement of this session.
    pub fn new(host: &'h mut Host<'_>, costs: CostSettings) -> Planner<'h> {
        Planner {
            release: host.store().release,
            host: host.reborrow(),
            costs,
            levels: Vec::new(),
            subplans: Vec::new(),
            has_two_ways: false,
            ways_chosen: Vec::new(),
            params: 0,
            params_change: false,
            modifying_ctes: Vec::new(),
            endpoints: Vec::new(),
            failure: None,
        }
    }
}

impl Planner<'_> {
    /// The value that an estimate asked for; keeps the first error.
    pub fn kept<T>(&mut self, value: Result<T>) -> Option<T> {
        value.map_err(|e| self.failure.get_or_insert(e)).ok()
    }

    /// The planned WITH query of this name at a query level above the one being planned; `None` while it is not planned.
    pub fn with_query(&self, levels_up: u32, name: &str) -> Option<&CteInfo> {
        let level = self.levels.len().checked_sub(1 + levels_up as usize)?;
        self.levels[level].ctes.iter().rev().find(|c| c.name == name)
    }
}

/// What inner queries need to know of an outer one.
#[derive(Default)]
pub struct Level {
    /// Values of this level that the sub-query being planned asks for, with their params.
    pub plan_params: Vec<(Expr, usize)>,
    /// How many elements arrays of a column have by its statistics: the RTE, the column, their mean.
    pub array_lengths: Vec<(usize, i16, f64)>,
    /// WITH members planned.
    pub ctes: Vec<CteInfo>,
    /// The WITH member being planned recursively: its name, work-table param, expected rows.
    pub recursive: Option<(String, usize, f64, i32)>,
}

/// A planned WITH member.
#[derive(Clone, Debug)]
pub struct CteInfo {
    pub name: String,
    pub plan_id: usize,
    pub param: usize,
    pub rows: f64,
    /// How it is planned, for what is known of its columns.
    pub planned: PlannedQuery,
}

/// A finished sub-query: its range table and plan parts needed to resolve references.
pub struct SubRoot {
    pub rtable: Vec<RangeTblEntry>,
}

/// A condition and what is known of it (`RestrictInfo`).
#[derive(Clone, Debug)]
pub struct Clause {
    pub expr: Expr,
    pub relids: Relids,
    pub required: Relids,
    pub left: Relids,
    pub right: Relids,
    /// Not an ON condition of the outer join it is evaluated at.
    pub pushed_down: bool,
    pub outer_delayed: bool,
    /// Relations of its columns whose NULLs an outer join below it may put there (`nullable_relids`).
    pub nullable: Relids,
    pub can_join: bool,
    /// The operator is an equality that merges and hashes.
    pub equality: bool,
    pub pseudoconstant: bool,
    /// Another condition has chosen the rows already: this one keeps all of them (`norm_selec` above 1).
    pub redundant: bool,
    /// What joins without these relations check in its place.
    pub replaced_without: Option<(Relids, RcClause)>,
    pub cost: QualCost,
    /// The equivalence classes of its sides.
    pub left_ec: Option<usize>,
    pub right_ec: Option<usize>,
    /// Made from this class: its clauses are alternatives.
    pub parent_ec: Option<usize>,
}

impl Clause {
    /// Whether this condition makes the other one redundant: it is equal to it, or derived from the
    /// same equivalence class (`is_redundant_derived_clause`).
    pub fn makes_redundant(&self, other: &Clause) -> bool {
        std::ptr::eq(self, other)
            || self.expr == other.expr
            || (self.parent_ec.is_some() && self.parent_ec == other.parent_ec)
    }
    /// Whether this condition is constant and not true.
    pub fn never_holds(&self) -> bool {
        matches!(&self.expr.node, Node::Const(d) if d.is_null() || !d.as_bool())
    }
}

/// The condition that a join of these relations checks: the clause, or what replaces it there.
pub fn checked_in(clause: &RcClause, join: Relids) -> &RcClause {
    match &clause.replaced_without {
        Some((relations, other)) if !join.overlaps(*relations) => other,
        _ => clause,
    }
}

/// An equality between the two sides of an outer join (`OuterJoinClauseInfo`).
#[derive(Debug)]
pub struct OuterEquality {
    pub clause: Clause,
    /// Which operand belongs to the inner side: 0 or 1; none if it is a FULL join.
    pub inner: Option<usize>,
}

/// Clauses are shared by the paths that check them.
pub type RcClause = Rc<Clause>;

/// A foreign key between two relations of a query that are joined by all its columns.
#[derive(Clone, Debug)]
pub struct JoinedForeignKey {
    /// The relation that refers, and the one it refers to.
    pub referencing: usize,
    pub referenced: usize,
    pub columns: Vec<JoinedColumn>,
}

/// What joins a column of a foreign key with the column that it refers to.
#[derive(Clone, Debug)]
pub enum JoinedColumn {
    /// An equivalence class, and the referenced column as it has it.
    Class(usize, Expr),
    /// Clauses of no class: those of outer joins.
    Clauses(Vec<RcClause>),
}

/// Expressions known to be equal (`EquivalenceClass`).
#[derive(Clone, Debug, Default)]
pub struct EquivalenceClass {
    pub members: Vec<(Expr, Relids)>,
    /// What members that are of one append relation are in its branches (`em_is_child`).
    pub in_branches: Vec<(Expr, Relids)>,
    pub has_const: bool,
    pub has_volatile: bool,
    /// Made below an outer join, which may put NULLs in its place: above, its members are neither equal nor constant.
    pub below_outer: bool,
    pub type_oid: Oid,
    pub sources: Vec<RcClause>,
    /// Merged into another.
    pub merged: Option<usize>,
    /// `tle_ref` of the sort clause when volatile.
    pub sortref: u32,
}

impl EquivalenceClass {
    /// Its members, also those of branches of append relations.
    pub fn all_members(&self) -> impl Iterator<Item = &(Expr, Relids)> {
        self.members.iter().chain(&self.in_branches)
    }
    /// Whether sorting by it orders nothing: all its members are one constant (`EC_MUST_BE_REDUNDANT`).
    pub fn must_be_redundant(&self) -> bool {
        self.has_const && !self.below_outer
    }
}

/// One column of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathKey {
    pub ec: usize,
    pub descending: bool,
    pub nulls_first: bool,
}

/// What a path gives.
#[derive(Clone, Debug, Default)]
pub struct Target {
    pub exprs: Vec<Expr>,
    pub sortrefs: Vec<u32>,
    pub cost: QualCost,
    pub width: i32,
}

/// A join that is not inner (`SpecialJoinInfo`).
#[derive(Clone, Debug)]
pub struct SpecialJoin {
    pub min_left: Relids,
    pub min_right: Relids,
    pub syn_left: Relids,
    pub syn_right: Relids,
    pub kind: JoinType,
    pub lhs_strict: bool,
    /// For a semi-join whose right side may be made unique: its expressions.
    pub semi_rhs: Vec<Expr>,
    pub semi_can_unique: bool,
}

/// An index as the planner sees it (`IndexOptInfo`).
#[derive(Clone, Debug)]
pub struct IndexOpt {
    pub rel: Rc<Relation>,
    pub rte: usize,
    /// The key and included columns as expressions over the table.
    pub columns: Vec<Expr>,
    /// How many key columns come before one of rows, which cannot be searched here.
    pub key_columns: usize,
    pub unique: bool,
    pub immediate: bool,
    pub pages: f64,
    pub tuples: f64,
    pub tree_height: f64,
    pub predicate: Vec<Expr>,
    /// Whether the query asks for nothing that the predicate leaves out (`predOK`).
    pub usable: bool,
    /// Conditions of the query that the predicate says already, which a scan need not check.
    pub implied: Vec<Expr>,
}

/// A condition matched to an index column.
#[derive(Clone, Debug)]
pub struct IndexClause {
    pub clause: RcClause,
    pub column: usize,
    /// The conditions really given to the index (derived ones for LIKE).
    pub quals: Vec<Expr>,
    /// When rows are compared, the index columns of their further members.
    pub rest: Vec<usize>,
    pub lossy: bool,
}

/// A way to get the rows of a relation.
#[derive(Clone, Debug)]
pub struct Path {
    pub kind: PathKind,
    pub relids: Relids,
    pub target: Rc<Target>,
    pub rows: f64,
    /// How many nodes, from this one down, a setting forbids, where the version counts them (`disabled_nodes`).
    pub disabled: u32,
    pub startup: f64,
    pub total: f64,
    pub pathkeys: Vec<PathKey>,
    pub required_outer: Relids,
    /// Clauses checked here because of `required_outer`.
    pub param_clauses: Vec<RcClause>,
}

/// Paths are shared.
pub type RcPath = Rc<Path>;

/// A planned sub-query that a path scans.
#[derive(Clone)]
pub struct PlannedQuery {
    pub root: Rc<RefCell<Root>>,
    /// The cheapest way to get the rows that are wanted.
    pub path: RcPath,
    /// All ways that are worth keeping, the one that is cheapest for all rows first.
    pub ways: Vec<RcPath>,
}

impl PlannedQuery {
    /// The query read in another of its ways.
    pub fn by(&self, way: &RcPath) -> PlannedQuery {
        PlannedQuery { path: Rc::clone(way), ..self.clone() }
    }
    /// The query read in the way that is cheapest for all rows.
    pub fn whole(self) -> PlannedQuery {
        self.by(&self.ways[0])
    }
}

impl std::fmt::Debug for PlannedQuery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PlannedQuery")
    }
}

/// One aggregate answered by a LIMIT 1 sub-query (`MinMaxAggInfo`).
#[derive(Clone, Debug)]
pub struct MinMaxAgg {
    /// The sub-query.
    pub planned: PlannedQuery,
    /// The parameter that its value is put in.
    pub param: usize,
    /// The aggregate.
    pub agg: Expr,
}

/// Which way.
#[derive(Clone, Debug)]
pub enum PathKind {
    SeqScan,
    Index {
        index: Rc<IndexOpt>,
        clauses: Vec<IndexClause>,
        backward: bool,
        only: bool,
        index_total: f64,
        selectivity: f64,
    },
    BitmapHeap(RcPath),
    BitmapAnd(Vec<RcPath>, f64),
    BitmapOr(Vec<RcPath>, f64),
    Tid(Vec<RcClause>),
    TidRange(Vec<RcClause>),
    Subquery(PlannedQuery),
    Function,
    Values,
    Cte(CteInfo),
    WorkTable(usize),
    /// A scan of nothing: one row.
    ResultScan,
    /// No FROM, or a one-time filter over nothing.
    GroupResult(Vec<Expr>),
    /// Gives no rows.
    Dummy,
    Material(RcPath),
    Memoize {
        sub: RcPath,
        keys: Vec<Expr>,
        single_row: bool,
        calls: f64,
        binary: bool,
    },
    Unique {
        sub: RcPath,
        exprs: Vec<Expr>,
        hashed: bool,
        noop: bool,
    },
    NestLoop(JoinPath),
    MergeJoin {
        join: JoinPath,
        merge: Vec<RcClause>,
        outer_sort: Vec<PathKey>,
        inner_sort: Vec<PathKey>,
        skip_mark_restore: bool,
        materialize: bool,
    },
    HashJoin {
        join: JoinPath,
        clauses: Vec<RcClause>,
        batches: f64,
    },
    Projection {
        sub: RcPath,
    },
    ProjectSet(RcPath),
    Sort(RcPath),
    IncrementalSort(RcPath, usize),
    Group {
        sub: RcPath,
        clauses: Vec<u32>,
        having: Vec<Expr>,
    },
    UpperUnique {
        sub: RcPath,
        keys: usize,
    },
    Agg {
        sub: RcPath,
        strategy: AggStrategy,
        clauses: Vec<u32>,
        groups: f64,
        having: Vec<Expr>,
        trans_space: f64,
    },
    MinMax {
        list: Vec<MinMaxAgg>,
        having: Vec<Expr>,
    },
    WindowAgg {
        sub: RcPath,
        partition: Vec<u32>,
        order: Vec<(u32, bool, bool)>,
        frame: WindowFrame,
        run: Vec<Expr>,
        window: usize,
        name: String,
    },
    SetOp {
        sub: RcPath,
        right: Option<RcPath>,
        hashed: bool,
        intersect: bool,
        all: bool,
        columns: usize,
        first_flag: i32,
        groups: f64,
    },
    Append(Vec<RcPath>),
    RecursiveUnion {
        left: RcPath,
        right: RcPath,
        param: usize,
        distinct: bool,
        groups: f64,
    },
    LockRows(RcPath),
    Limit {
        sub: RcPath,
        offset: Option<Expr>,
        count: Option<Expr>,
        with_ties: bool,
    },
}

/// What all joins have.
#[derive(Clone, Debug)]
pub struct JoinPath {
    pub kind: JoinType,
    pub outer: RcPath,
    pub inner: RcPath,
    pub clauses: Vec<RcClause>,
    pub inner_unique: bool,
}

/// A relation: a base one or a join (`RelOptInfo`).
#[derive(Clone, Debug, Default)]
pub struct Rel {
    pub relids: Relids,
    pub rows: f64,
    pub tuples: f64,
    pub pages: f64,
    pub allvisfrac: f64,
    pub target: Target,
    pub restrict: Vec<RcClause>,
    pub restrict_cost: QualCost,
    pub joininfo: Vec<RcClause>,
    pub paths: Vec<RcPath>,
    pub indexes: Vec<Rc<IndexOpt>>,
    pub lateral: Relids,
    /// The columns of other relations that a LATERAL item reads (`lateral_vars`).
    pub lateral_vars: Vec<Expr>,
    pub relation: Option<Rc<Relation>>,
    /// The average width of each column in bytes, by attribute number (`attr_widths`).
    pub widths: SortedMap<i16, i32>,
    pub consider_startup: bool,
    pub consider_param_startup: bool,
    /// How many rows it has with values of these relations, for a join (`ppilist`).
    pub param_rows: Vec<(Relids, f64)>,
    pub cheapest_startup: Option<RcPath>,
    pub cheapest_total: Option<RcPath>,
    pub sub: Option<PlannedQuery>,
    pub sub_params: Vec<(Expr, usize)>,
    pub has_ec_joins: bool,
    /// For a branch of an append relation: the outermost one (`top_parent`).
    pub parent: Option<usize>,
    /// Proven to have no rows, so that its only path reads nothing (`IS_DUMMY_REL`).
    pub no_rows: bool,
}

/// The planning of one query.
#[derive(Default)]
pub struct Root {
    pub query: Query,
    pub rels: Vec<Option<Rel>>,
    pub join_rels: SortedMap<Relids, Rel>,
    pub ecs: Vec<EquivalenceClass>,
    /// The equalities that were made of their members, each with its class (`ec_derives`).
    pub derived: RefCell<Vec<(usize, RcClause)>>,
    pub special: Vec<SpecialJoin>,
    /// The foreign keys by which its relations are joined (`fkey_list`).
    pub foreign_keys: Vec<JoinedForeignKey>,
    pub all_baserels: Relids,
    pub init_plans: Vec<SubPlan>,
    pub tuple_fraction: f64,
    pub limit_tuples: f64,
    pub total_pages: f64,
    /// What each column is needed for: (rte, attno) to sets.
    pub needed: SortedMap<(usize, i16), Relids>,
    /// The columns of GROUP BY that are grouped by: from 16 on without redundant ones (`processed_groupClause`).
    pub grouped: Vec<SortGroupClause>,
    /// The columns of DISTINCT, in the same way (`processed_distinctClause`).
    pub distinct: Vec<SortGroupClause>,
    pub query_pathkeys: Vec<PathKey>,
    pub group_pathkeys: Vec<PathKey>,
    pub distinct_pathkeys: Vec<PathKey>,
    pub sort_pathkeys: Vec<PathKey>,
    pub window_pathkeys: Vec<PathKey>,
    /// The order of its columns that a set operation, of which it is a side, asks for; none if that has no use for one.
    pub setop_order: Vec<SortGroupClause>,
    pub setop_pathkeys: Vec<PathKey>,
    /// The columns of DISTINCT and of GROUP BY, each where their order is free: rows in any order of them are of use.
    pub any_order_keys: Vec<Vec<PathKey>>,
    /// The final target list, junk included.
    pub tlist: Vec<TargetEntry>,
    pub aggs: Vec<Expr>,
    /// Whether its min() and max() may each be read off an index.
    pub has_minmax: bool,
    /// These aggregates, and the parameters that they are read into.
    pub minmax_params: Vec<(Expr, usize)>,
    /// Whether the query has a WITH clause.
    pub has_ctes: bool,
    /// Whether there are conditions that are the same for all rows, checked once before the first.
    pub has_pseudoconstants: bool,
    /// The conditions of joins that were removed: scans still give the columns in them.
    pub left_behind: Vec<Expr>,
    /// Conditions of outer joins that are attached after all others, with the sides whose rows stay.
    pub postponed: Vec<(Clause, (Relids, bool))>,
    /// Equalities of outer joins that may give constants, until they are attached.
    pub outer_equalities: Vec<OuterEquality>,
    /// Nest-loop params being collected while plans are made.
    pub outer_rels: Relids,
    pub outer_params: Vec<(Expr, usize)>,
    pub ec_merging_done: bool,
    /// The next exec param while plans are made.
    pub next_param: usize,
    /// Params of sub-queries assigned to several columns.
    pub multi_params: Vec<(usize, Vec<usize>)>,
    /// Columns UPDATE assigns to, in target order.
    pub update_columns: Vec<i16>,
}

impl Root {
    /// The base relation of an RTE.
    pub fn rel(&self, rte: usize) -> &Rel {
        self.rels[rte].as_ref().expect("a base relation has been set up")
    }
    /// A base relation, to change it.
    pub fn rel_mut(&mut self, rte: usize) -> &mut Rel {
        self.rels[rte].as_mut().expect("a base relation has been set up")
    }
    /// The relation, base or join, of these RTEs.
    pub fn find_rel(&self, relids: Relids) -> Option<&Rel> {
        if relids.singleton().is_some() {
            self.rels[relids.singleton().unwrap_or(0)].as_ref()
        } else {
            self.join_rels.get(&relids)
        }
    }
    /// The relation, base or join, of these range table entries, to change it.
    pub fn find_rel_mut(&mut self, relids: Relids) -> Option<&mut Rel> {
        if relids.singleton().is_some() {
            self.rels[relids.singleton().unwrap_or(0)].as_mut()
        } else {
            self.join_rels.get_mut(&relids)
        }
    }
    /// The relations with the append relation in the place of a branch (`top_parent_relids`).
    pub fn nominal(&self, relids: Relids) -> Relids {
        let branch = relids.singleton().and_then(|rte| self.rels.get(rte)?.as_ref()?.parent);
        branch.map_or(relids, Relids::single)
    }
    /// The number of the class into which class `n` was merged; `n` itself if it was not.
    pub fn ec(&self, mut n: usize) -> usize {
        while let Some(next) = self.ecs[n].merged {
            n = next;
        }
        n
    }
}

/// The sort column for a sort key, found in a target list.
pub fn sort_column(column: usize, key: &PathKey) -> SortColumn {
    SortColumn { column, descending: key.descending, nulls_first: key.nulls_first }
}

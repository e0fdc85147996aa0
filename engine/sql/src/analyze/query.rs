//! An analysed statement (`parsenodes.h`, `Query`).

use crate::analyze::UniqueIndex;
pub use crate::ast::{FrameUnits, LockStrength, Overriding, SetOp};
use crate::expr::{Expr, TargetEntry};
use std::rc::Rc;
use storage::heap::RelKind;
use storage::ids::Oid;

/// What a query does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommandType {
    #[default]
    /// SELECT, VALUES
    Select,
    /// INSERT
    Insert,
    /// UPDATE
    Update,
    /// DELETE
    Delete,
}

/// A branch of a UNION ALL that is read as one relation of the query around it (`AppendRelInfo`).
#[derive(Clone, Debug, PartialEq)]
pub struct AppendMember {
    /// The RTE whose columns the query names.
    pub parent: usize,
    /// The RTE that is read for this branch.
    pub member: usize,
    /// What each column of the parent is in this branch, over the columns of `member`.
    pub columns: Vec<Expr>,
    /// The names of the parent's columns.
    pub names: Vec<String>,
}

/// An analysed SELECT, VALUES, INSERT, UPDATE or DELETE.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// What it does.
    pub command: CommandType,
    /// The range table: `rtable[i]` is RTE number `i + 1`.
    pub rtable: Vec<RangeTblEntry>,
    /// The join tree of FROM and the condition of WHERE.
    pub jointree: FromExpr,
    /// RTE number of the target of INSERT, UPDATE, DELETE; 0 else.
    pub result_relation: usize,
    /// The target list.
    pub target: Vec<TargetEntry>,
    /// The queries of WITH.
    pub ctes: Vec<CommonTableExpr>,
    /// `OVERRIDING` of INSERT.
    pub overriding: Overriding,
    /// What INSERT does about a conflict, if ON CONFLICT was written.
    pub on_conflict: Option<Box<OnConflict>>,
    /// The columns that RETURNING yields.
    pub returning: Vec<TargetEntry>,
    /// What GROUP BY groups by.
    pub group: Vec<SortGroupClause>,
    /// Whether DISTINCT within GROUP BY was written.
    pub group_distinct: bool,
    /// Grouping sets, empty when there are none.
    pub grouping_sets: Vec<GroupingSet>,
    /// The condition of HAVING.
    pub having: Option<Expr>,
    /// Windows.
    pub windows: Vec<WindowClause>,
    /// What DISTINCT makes unique: the columns, or the expressions of DISTINCT ON.
    pub distinct: Vec<SortGroupClause>,
    /// Whether it was DISTINCT ON.
    pub has_distinct_on: bool,
    /// What ORDER BY sorts by.
    pub sort: Vec<SortGroupClause>,
    /// How many rows OFFSET skips, a bigint.
    pub offset: Option<Expr>,
    /// How many rows LIMIT returns, a bigint; NULL for all.
    pub limit: Option<Expr>,
    /// Whether WITH TIES returns also those rows that are equal to the last one.
    pub limit_with_ties: bool,
    /// `FOR UPDATE` and its kin.
    pub row_marks: Vec<RowMark>,
    /// UNION, INTERSECT, EXCEPT. The leaves are sub-query RTEs.
    pub set_operations: Option<Box<SetOperation>>,
    /// The members of UNION ALLs that the planner made append relations; none before.
    pub append_members: Vec<AppendMember>,
    /// Functional dependence: primary keys on which ungrouped columns rest (constraint OIDs are
    /// not kept; here the relations).
    pub constraint_deps: Vec<Oid>,
    /// Whether aggregates are in the target list or HAVING.
    pub has_aggs: bool,
    /// Whether window functions are in the target list.
    pub has_window_funcs: bool,
    /// Whether set-returning functions are in the target list.
    pub has_target_srfs: bool,
    /// Whether sub-links are anywhere.
    pub has_sub_links: bool,
    /// Whether WITH RECURSIVE was written.
    pub has_recursive: bool,
    /// Whether a WITH member changes data.
    pub has_modifying_cte: bool,
    /// Whether FOR UPDATE is there.
    pub has_for_update: bool,
    /// Whether it is that of a view whose rows no condition from outside may tell of, before its own have been checked
    /// (`security_barrier`).
    pub security_barrier: bool,
    /// Byte offset of the statement in the text, -1 when unknown.
    pub location: i32,
}

impl Query {
    /// The columns that a client gets: those of a SELECT, or of RETURNING.
    pub fn returned(&self) -> impl Iterator<Item = &TargetEntry> {
        let select = self.command == CommandType::Select;
        let list = if select { &self.target } else { &self.returning };
        list.iter().filter(|t| !t.junk)
    }
}

/// An entry of the range table.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeTblEntry {
    /// Whether it is a relation, a sub-query, a function and so on.
    pub kind: RteKind,
    /// The alias as written, when one was.
    pub alias: Option<Alias>,
    /// The name by which it is known, and its columns' names (dropped ones are "").
    pub eref: Alias,
    /// Whether LATERAL was written (or implied, for functions).
    pub lateral: bool,
    /// Whether inheritance children are included (`ONLY` was not written).
    pub inh: bool,
    /// Whether it comes from the FROM clause.
    pub in_from: bool,
    /// What its scan computes besides its columns: expressions of a pulled-up sub-query ([`Var::placeholder`]).
    ///
    /// [`Var::placeholder`]: crate::expr::Var::placeholder
    pub placeholders: Vec<Expr>,
}

/// A name and the names of columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// The columns; an alias as written may name only the first few.
    pub columns: Vec<String>,
}

/// A column of a range table entry that is not a relation.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnInfo {
    /// Name.
    pub name: String,
    /// Type.
    pub type_oid: Oid,
    /// Modifier.
    pub typmod: i32,
    /// Collation.
    pub collation: Oid,
}

/// What a range table entry is.
#[derive(Clone, Debug, PartialEq)]
pub enum RteKind {
    /// A table, index-only views of the catalog included.
    Relation {
        /// Its OID.
        oid: Oid,
        /// What kind of relation it is (`relkind`).
        kind: RelKind,
    },
    /// A sub-query in FROM, a view, or a leaf of a set operation.
    Subquery {
        /// The query.
        query: Box<Query>,
        /// Whether it stands for a view, whose OID it is.
        view: Option<Oid>,
    },
    /// A join.
    Join(Box<JoinRte>),
    /// A function, or several with ROWS FROM.
    Function {
        /// The functions.
        functions: Vec<RangeTblFunction>,
        /// `WITH ORDINALITY`: one more column, int8.
        ordinality: bool,
    },
    /// The rows of VALUES.
    Values {
        /// The rows, all of one length and of the same types.
        rows: Vec<Vec<Expr>>,
        /// The columns.
        columns: Vec<ColumnInfo>,
    },
    /// A reference to a CTE.
    Cte {
        /// Its name.
        name: String,
        /// How many queries further out its WITH is.
        levels_up: u32,
        /// Whether this is the recursive reference within it.
        self_reference: bool,
        /// The columns.
        columns: Vec<ColumnInfo>,
    },
    /// A query without FROM (planners use it).
    Result,
}

/// A function in FROM.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeTblFunction {
    /// The call.
    pub expr: Expr,
    /// Its columns.
    pub columns: Vec<ColumnInfo>,
    /// Whether they came from a column definition list.
    pub column_definitions: bool,
    /// Whether it gives a row of several columns (composite or record), not one scalar.
    pub returns_row: bool,
}

/// A join's merged columns.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinRte {
    /// Which join.
    pub kind: JoinType,
    /// How many columns at the front are merged by USING or NATURAL.
    pub merged: usize,
    /// The columns in terms of the two sides.
    pub alias_vars: Vec<Expr>,
    /// Alias of USING's columns.
    pub using_alias: Option<Alias>,
}

/// Joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinType {
    /// Only rows with a partner.
    Inner,
    /// All rows of the left side.
    Left,
    /// All rows of both sides.
    Full,
    /// All rows of the right side.
    Right,
    /// For planners: EXISTS and IN.
    Semi,
    /// For planners: NOT EXISTS.
    Anti,
    /// For planners: EXISTS and IN, the rows that are kept on the right.
    RightSemi,
    /// For planners: NOT EXISTS, the rows that are kept on the right.
    RightAnti,
}

impl JoinType {
    /// Whether rows of the right side are given that have no partner.
    pub fn fills_right(self) -> bool {
        matches!(self, JoinType::Right | JoinType::Full | JoinType::RightAnti)
    }
}

/// The items of FROM (a cross product) and WHERE.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FromExpr {
    /// The items.
    pub from: Vec<JoinTreeNode>,
    /// The condition.
    pub quals: Option<Expr>,
}

/// An item of FROM.
#[derive(Clone, Debug, PartialEq)]
pub enum JoinTreeNode {
    /// An RTE, by its number.
    Rte(usize),
    /// A join.
    Join(Box<JoinExpr>),
    /// A nested FROM (planners make them when they pull up sub-queries).
    From(Box<FromExpr>),
}

/// A join in FROM.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinExpr {
    /// Which join.
    pub kind: JoinType,
    /// Left side.
    pub left: JoinTreeNode,
    /// Right side.
    pub right: JoinTreeNode,
    /// ON, or the equalities of USING.
    pub quals: Option<Expr>,
    /// The RTE of the join itself.
    pub rte: usize,
}

/// One column of ORDER BY, GROUP BY or DISTINCT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortGroupClause {
    /// The target entry with this `sort_group_ref`.
    pub tle_ref: u32,
    /// Descending.
    pub descending: bool,
    /// NULLS FIRST.
    pub nulls_first: bool,
    /// Whether the type can be sorted (else only hashed).
    pub sortable: bool,
    /// Whether the type can be hashed.
    pub hashable: bool,
}

/// One of GROUPING SETS: the references of a set, already expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupingSet {
    /// `tle_ref`s grouped by.
    pub refs: Vec<u32>,
}

/// A window.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowClause {
    /// Its name, when it has one.
    pub name: Option<String>,
    /// The window it is made from: `(w ORDER BY x)`.
    pub base: Option<String>,
    /// Whether the order is that window's.
    pub copied_order: bool,
    /// PARTITION BY.
    pub partition: Vec<SortGroupClause>,
    /// ORDER BY.
    pub order: Vec<SortGroupClause>,
    /// The frame.
    pub frame: WindowFrame,
    /// Conditions on its functions that end it early; the planner puts them here (`runCondition`).
    pub run: Vec<Expr>,
}

/// One end of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum FrameBound {
    /// UNBOUNDED PRECEDING
    #[default]
    UnboundedPreceding,
    /// n PRECEDING
    Preceding(Box<Expr>),
    /// CURRENT ROW
    CurrentRow,
    /// n FOLLOWING
    Following(Box<Expr>),
    /// UNBOUNDED FOLLOWING
    UnboundedFollowing,
}

/// A window's frame.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowFrame {
    /// Whether it was written (`FRAMEOPTION_NONDEFAULT`).
    pub written: bool,
    /// Whether with BETWEEN.
    pub between: bool,
    /// How it is counted.
    pub mode: FrameUnits,
    /// Where it begins.
    pub start: FrameBound,
    /// Where it ends.
    pub end: FrameBound,
}

impl WindowFrame {
    /// The frame clause in SQL; `offset` writes the expression of a bound.
    pub fn words(&self, offset: &mut dyn FnMut(&Expr) -> String) -> String {
        let mode = match self.mode {
            FrameUnits::Range => "RANGE",
            FrameUnits::Rows => "ROWS",
            FrameUnits::Groups => "GROUPS",
        };
        let mut bound = |b: &FrameBound| match b {
            FrameBound::UnboundedPreceding => "UNBOUNDED PRECEDING".to_string(),
            FrameBound::CurrentRow => "CURRENT ROW".to_string(),
            FrameBound::UnboundedFollowing => "UNBOUNDED FOLLOWING".to_string(),
            FrameBound::Preceding(e) => offset(e) + " PRECEDING",
            FrameBound::Following(e) => offset(e) + " FOLLOWING",
        };
        let start = bound(&self.start);
        if self.between {
            format!("{mode} BETWEEN {start} AND {}", bound(&self.end))
        } else {
            format!("{mode} {start}")
        }
    }
}

impl Default for WindowFrame {
    fn default() -> Self {
        WindowFrame {
            written: false,
            between: false,
            mode: FrameUnits::Range,
            start: FrameBound::UnboundedPreceding,
            end: FrameBound::CurrentRow,
        }
    }
}

/// A UNION, INTERSECT or EXCEPT.
#[derive(Clone, Debug, PartialEq)]
pub struct SetOperation {
    /// UNION, INTERSECT or EXCEPT.
    pub kind: SetOp,
    /// Whether ALL was written.
    pub all: bool,
    /// Left side.
    pub left: SetOpTree,
    /// Right side.
    pub right: SetOpTree,
    /// How each column of the left side becomes the operation's type: an expression over the side's
    /// column (of its RTE, or of RTE 0 when the side is an operation), `None` when it has that type.
    pub left_casts: Vec<Option<Expr>>,
    /// The right side's.
    pub right_casts: Vec<Option<Expr>>,
    /// Types of the columns.
    pub columns: Vec<ColumnInfo>,
    /// How rows are told apart (empty for UNION ALL); `tle_ref` is the column's number.
    pub group: Vec<SortGroupClause>,
}

/// A side of a set operation.
#[derive(Clone, Debug, PartialEq)]
pub enum SetOpTree {
    /// A sub-query RTE.
    Rte(usize),
    /// Another set operation.
    Op(Box<SetOperation>),
}

/// A member of WITH.
#[derive(Clone, Debug, PartialEq)]
pub struct CommonTableExpr {
    /// Its name.
    pub name: String,
    /// The columns' names written after it.
    pub aliases: Vec<String>,
    /// `MATERIALIZED` (true), `NOT MATERIALIZED` (false).
    pub materialized: Option<bool>,
    /// The query.
    pub query: Rc<Query>,
    /// Whether it refers to itself.
    pub recursive: bool,
    /// How often it is referred to.
    pub ref_count: usize,
    /// Its columns.
    pub columns: Vec<ColumnInfo>,
}

/// `FOR UPDATE` of one RTE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowMark {
    /// The RTE's number.
    pub rte: usize,
    /// How strongly.
    pub strength: LockStrength,
    /// Whether rows that others have locked are left out: SKIP LOCKED.
    pub skip_locked: bool,
}

/// The target of ON CONFLICT: `(column, expression ...) WHERE ...`. The table is RTE 1 in its expressions.
#[derive(Clone, Debug, PartialEq)]
pub struct ArbiterTarget {
    /// The columns and expressions (`arbiterElems`).
    pub elements: Vec<ArbiterElement>,
    /// Its WHERE (`arbiterWhere`).
    pub predicate: Option<Expr>,
    /// The unique indexes that the table has.
    pub indexes: Vec<UniqueIndex>,
}

/// A column or expression in the target of ON CONFLICT (`InferenceElem`).
#[derive(Clone, Debug, PartialEq)]
pub struct ArbiterElement {
    /// The column or expression.
    pub expr: Expr,
    /// The collation that the index must have, if COLLATE is written.
    pub collation: Option<Oid>,
    /// The operator class that the index must have, if one is written.
    pub opclass: Option<String>,
}

/// What INSERT does about a row whose key is there already (`ON CONFLICT`).
#[derive(Clone, Debug, PartialEq)]
pub struct OnConflict {
    /// DO UPDATE (true) or DO NOTHING.
    pub update: bool,
    /// The unique indexes that may arbitrate; empty for any (DO NOTHING without a target), and until the
    /// query is planned when a target is written.
    pub arbiters: Vec<Oid>,
    /// What the target names, from which the planner finds the indexes.
    pub target: Option<Box<ArbiterTarget>>,
    /// DO UPDATE's SET, by `resno`.
    pub set: Vec<TargetEntry>,
    /// Its WHERE.
    pub where_clause: Option<Expr>,
    /// RTE number of `excluded`.
    pub excluded_rte: usize,
    /// Name of the constraint when ON CONSTRAINT was written.
    pub constraint: Option<String>,
}

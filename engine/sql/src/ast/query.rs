//! SELECT, INSERT, UPDATE, DELETE and the clauses they share.

use super::{Alias, ColumnDef, Expr, IndirectionStep, QualifiedName, RangeVar};
use std::rc::Rc;

/// A query: a simple SELECT, VALUES, or a set operation over two of them (`SelectStmt`).
#[derive(Clone, Debug, Default)]
pub struct SelectStmt {
    /// What DISTINCT makes unique.
    pub distinct: Distinct,
    /// The table that the rows go to: `SELECT ... INTO`.
    pub into: Option<Box<IntoClause>>,
    /// The select list.
    pub target_list: Vec<ResTarget>,
    /// The items of FROM.
    pub from: Vec<FromItem>,
    /// The condition of WHERE.
    pub where_clause: Option<Expr>,
    /// What GROUP BY groups by.
    pub group_by: Vec<Expr>,
    /// Whether GROUP BY DISTINCT was written.
    pub group_distinct: bool,
    /// The condition of HAVING.
    pub having: Option<Expr>,
    /// The windows that WINDOW names.
    pub windows: Vec<WindowDef>,
    /// The rows of VALUES; then nothing above is set.
    pub values: Vec<Vec<Expr>>,
    /// Where VALUES, SELECT or the set operation stands.
    pub location: usize,
    /// What ORDER BY sorts by.
    pub order_by: Vec<SortBy>,
    /// How many rows OFFSET skips.
    pub limit_offset: Option<Expr>,
    /// LIMIT or FETCH FIRST; `LIMIT ALL` is a NULL constant.
    pub limit_count: Option<Expr>,
    /// FETCH FIRST ... WITH TIES
    pub with_ties: bool,
    /// FOR UPDATE and so on.
    pub locking: Vec<LockingClause>,
    /// The queries of WITH.
    pub with: Option<Box<WithClause>>,
    /// UNION, INTERSECT, EXCEPT; then only ORDER BY, LIMIT, locking and WITH are set beside it.
    pub set_op: Option<Box<SetOperation>>,
}

/// DISTINCT of a select.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Distinct {
    /// Not written, or ALL.
    #[default]
    All,
    /// Whole rows: `DISTINCT`.
    Distinct,
    /// These expressions: `DISTINCT ON (...)`.
    On(Vec<Expr>),
}

/// Which set operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetOp {
    /// UNION
    Union,
    /// INTERSECT
    Intersect,
    /// EXCEPT
    Except,
}

/// A set operation.
#[derive(Clone, Debug, PartialEq)]
pub struct SetOperation {
    /// UNION, INTERSECT or EXCEPT.
    pub op: SetOp,
    /// Whether ALL was written.
    pub all: bool,
    /// The left query.
    pub left: SelectStmt,
    /// The right query.
    pub right: SelectStmt,
}

/// Where CREATE TABLE AS and SELECT INTO put rows (`IntoClause`).
#[derive(Clone, Debug, PartialEq)]
pub struct IntoClause {
    /// The new table.
    pub relation: RangeVar,
    /// Its columns' names.
    pub columns: Vec<String>,
    /// The access method of USING.
    pub access_method: Option<String>,
    /// WITH (...)
    pub options: Vec<super::DefElem>,
    /// What happens to the rows at COMMIT: ON COMMIT.
    pub on_commit: super::OnCommit,
    /// The tablespace of TABLESPACE.
    pub tablespace: Option<String>,
    /// Whether WITH NO DATA was written.
    pub skip_data: bool,
}

/// An element of a select list, of a column list of INSERT, or of SET (`ResTarget`).
#[derive(Clone, Debug)]
pub struct ResTarget {
    /// `AS name`, or the column to store into.
    pub name: Option<String>,
    /// Subscripts and fields of the column to store into.
    pub indirection: Vec<IndirectionStep>,
    /// The value; none in INSERT's column list.
    pub val: Option<Expr>,
    /// Where it starts.
    pub location: usize,
}

/// An element of FROM.
#[derive(Clone, Debug, PartialEq)]
pub enum FromItem {
    /// A table.
    Relation(RangeVar),
    /// A query: `(SELECT ...) AS x`.
    Subselect(Box<RangeSubselect>),
    /// A function: `f(...) AS x`.
    Function(Box<RangeFunction>),
    /// A join.
    Join(Box<JoinExpr>),
    /// Some of a table's rows: `t TABLESAMPLE m (args)`.
    Sample(Box<RangeTableSample>),
}

/// A subquery in FROM (`RangeSubselect`).
#[derive(Clone, Debug, PartialEq)]
pub struct RangeSubselect {
    /// Whether LATERAL was written.
    pub lateral: bool,
    /// The query.
    pub subquery: SelectStmt,
    /// Its alias (the parser has refused its absence).
    pub alias: Option<Alias>,
}

/// A function in FROM (`RangeFunction`).
#[derive(Clone, Debug, PartialEq)]
pub struct RangeFunction {
    /// Whether LATERAL was written.
    pub lateral: bool,
    /// Whether WITH ORDINALITY was written.
    pub ordinality: bool,
    /// ROWS FROM (...)
    pub is_rowsfrom: bool,
    /// The calls, each with its own column definitions (`ROWS FROM (f() AS (a int))`).
    pub functions: Vec<(Expr, Rc<[ColumnDef]>)>,
    /// The alias.
    pub alias: Option<Alias>,
    /// `AS (a int, b text)` for functions that return `record`.
    pub columns: Rc<[ColumnDef]>,
}

/// TABLESAMPLE (`RangeTableSample`).
#[derive(Clone, Debug)]
pub struct RangeTableSample {
    /// What is sampled.
    pub relation: FromItem,
    /// The sampling method: `system`, `bernoulli`.
    pub method: QualifiedName,
    /// Its arguments.
    pub args: Vec<Expr>,
    /// REPEATABLE (seed)
    pub repeatable: Option<Expr>,
    /// Where the method's name stands.
    pub location: usize,
}

/// Which join (`JoinType`). CROSS JOIN is an inner join without condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinType {
    /// INNER, CROSS: only rows with a partner.
    Inner,
    /// LEFT: all rows of the left side.
    Left,
    /// FULL: all rows of both sides.
    Full,
    /// RIGHT: all rows of the right side.
    Right,
}

/// A join (`JoinExpr`).
#[derive(Clone, Debug, PartialEq)]
pub struct JoinExpr {
    /// Inner, or which side keeps rows without a partner.
    pub kind: JoinType,
    /// Whether NATURAL was written.
    pub natural: bool,
    /// Left side.
    pub left: FromItem,
    /// Right side.
    pub right: FromItem,
    /// USING (...)
    pub using: Vec<String>,
    /// The alias of USING.
    pub using_alias: Option<Alias>,
    /// The condition of ON.
    pub quals: Option<Expr>,
    /// The alias of the join in parentheses: `(a JOIN b) AS x`.
    pub alias: Option<Alias>,
}

/// ASC, DESC, USING.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortDirection {
    #[default]
    /// Not written: ascending.
    Default,
    /// ASC
    Asc,
    /// DESC
    Desc,
    /// USING operator
    Using,
}

/// NULLS FIRST, LAST.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortNulls {
    #[default]
    /// Not written: last if ascending, first if descending.
    Default,
    /// NULLS FIRST
    First,
    /// NULLS LAST
    Last,
}

/// An element of ORDER BY (`SortBy`).
#[derive(Clone, Debug)]
pub struct SortBy {
    /// What is sorted by.
    pub node: Expr,
    /// ASC, DESC, USING.
    pub direction: SortDirection,
    /// NULLS FIRST, NULLS LAST.
    pub nulls: SortNulls,
    /// The operator of USING.
    pub use_op: Option<QualifiedName>,
    /// Where the operator stands in the text.
    pub location: Option<usize>,
}

/// What a frame counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrameUnits {
    #[default]
    /// RANGE: rows whose sort key lies within a distance.
    Range,
    /// ROWS: a number of rows.
    Rows,
    /// GROUPS: a number of groups of equal sort keys.
    Groups,
}

/// An end of a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameBound {
    /// UNBOUNDED PRECEDING
    UnboundedPreceding,
    /// expression PRECEDING
    Preceding(Box<Expr>),
    /// CURRENT ROW
    CurrentRow,
    /// expression FOLLOWING
    Following(Box<Expr>),
    /// UNBOUNDED FOLLOWING
    UnboundedFollowing,
}

/// A frame clause as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// RANGE, ROWS, GROUPS.
    pub units: FrameUnits,
    /// Its start.
    pub start: FrameBound,
    /// Its end; `CurrentRow` when not written.
    pub end: FrameBound,
    /// Whether BETWEEN was written.
    pub between: bool,
}

/// A window (`WindowDef`).
#[derive(Clone, Debug)]
pub struct WindowDef {
    /// Its own name (`WINDOW w AS`), or the name of `OVER w`.
    pub name: Option<String>,
    /// The window it copies: `(w ORDER BY ...)`.
    pub refname: Option<String>,
    /// What PARTITION BY divides the rows by.
    pub partition_by: Vec<Expr>,
    /// What ORDER BY sorts by.
    pub order_by: Vec<SortBy>,
    /// The frame, when written.
    pub frame: Option<Frame>,
    /// Where it starts.
    pub location: usize,
}

/// FOR UPDATE and its kin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LockStrength {
    /// FOR KEY SHARE
    KeyShare,
    /// FOR SHARE
    Share,
    /// FOR NO KEY UPDATE
    NoKeyUpdate,
    /// FOR UPDATE
    Update,
}

impl LockStrength {
    /// The clause in SQL (`LCS_asString`).
    pub fn clause(self) -> &'static str {
        match self {
            LockStrength::KeyShare => "FOR KEY SHARE",
            LockStrength::Share => "FOR SHARE",
            LockStrength::NoKeyUpdate => "FOR NO KEY UPDATE",
            LockStrength::Update => "FOR UPDATE",
        }
    }
}

/// A locking clause (`LockingClause`).
#[derive(Clone, Debug, PartialEq)]
pub struct LockingClause {
    /// OF tables; empty: all of FROM.
    pub relations: Vec<RangeVar>,
    /// FOR UPDATE and so on.
    pub strength: LockStrength,
    /// Whether NOWAIT was written.
    pub nowait: bool,
    /// Whether SKIP LOCKED was written.
    pub skip_locked: bool,
}

/// WITH (`WithClause`).
#[derive(Clone, Debug)]
pub struct WithClause {
    /// The queries, in order.
    pub ctes: Vec<CommonTableExpr>,
    /// Whether RECURSIVE was written.
    pub recursive: bool,
    /// Where WITH stands.
    pub location: usize,
}

/// One CTE (`CommonTableExpr`).
#[derive(Clone, Debug)]
pub struct CommonTableExpr {
    /// Its name.
    pub name: String,
    /// Names of its columns.
    pub columns: Vec<String>,
    /// MATERIALIZED (true), NOT MATERIALIZED (false), neither.
    pub materialized: Option<bool>,
    /// SELECT, INSERT, UPDATE or DELETE.
    pub query: Rc<super::Statement>,
    /// Where its name stands.
    pub location: usize,
}

/// INSERT (`InsertStmt`).
#[derive(Debug)]
pub struct InsertStmt {
    /// The table, with `AS alias`.
    pub relation: RangeVar,
    /// The column list, or empty.
    pub columns: Vec<ResTarget>,
    /// The rows; none for DEFAULT VALUES.
    pub select: Option<Box<SelectStmt>>,
    /// What is done about a conflict: ON CONFLICT.
    pub on_conflict: Option<OnConflictClause>,
    /// What RETURNING yields.
    pub returning: Vec<ResTarget>,
    /// The queries of WITH.
    pub with: Option<Box<WithClause>>,
    /// Which values identity columns get: OVERRIDING.
    pub overriding: Overriding,
}

/// OVERRIDING ... VALUE
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overriding {
    #[default]
    /// Not written.
    NotSet,
    /// OVERRIDING USER VALUE: the given values of identity columns are ignored.
    User,
    /// OVERRIDING SYSTEM VALUE: they replace the generated ones.
    System,
    /// They do so since the rows are COPY's, which is not written but what COPY runs.
    Copy,
}

/// ON CONFLICT (`OnConflictClause`).
#[derive(Debug)]
pub struct OnConflictClause {
    /// The arbiter, when named.
    pub infer: Option<InferClause>,
    /// The assignments of DO UPDATE; none for DO NOTHING.
    pub update: Option<Vec<ResTarget>>,
    /// WHERE of DO UPDATE.
    pub where_clause: Option<Expr>,
    /// Where ON stands.
    pub location: usize,
}

/// The arbiter of ON CONFLICT (`InferClause`).
#[derive(Debug)]
pub struct InferClause {
    /// The columns and expressions of the index: `(a, lower(b))`.
    pub elems: Vec<super::IndexElem>,
    /// WHERE of a partial index.
    pub where_clause: Option<Expr>,
    /// ON CONSTRAINT name
    pub conname: Option<String>,
    /// Where it starts.
    pub location: usize,
}

/// UPDATE (`UpdateStmt`).
#[derive(Debug)]
pub struct UpdateStmt {
    /// The table, with `AS alias`.
    pub relation: RangeVar,
    /// `(a, b) = row` arrives as one target a column with [`Expr::MultiAssignRef`].
    pub targets: Vec<ResTarget>,
    /// The condition of WHERE.
    pub where_clause: Option<Expr>,
    /// The items of FROM.
    pub from: Vec<FromItem>,
    /// What RETURNING yields.
    pub returning: Vec<ResTarget>,
    /// The queries of WITH.
    pub with: Option<Box<WithClause>>,
}

/// DELETE (`DeleteStmt`).
#[derive(Debug)]
pub struct DeleteStmt {
    /// The table, with `AS alias`.
    pub relation: RangeVar,
    /// The items of USING.
    pub using: Vec<FromItem>,
    /// The condition of WHERE.
    pub where_clause: Option<Expr>,
    /// What RETURNING yields.
    pub returning: Vec<ResTarget>,
    /// The queries of WITH.
    pub with: Option<Box<WithClause>>,
}

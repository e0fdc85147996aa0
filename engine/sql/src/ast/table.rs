//! Tables, columns, constraints, indexes and what ALTER TABLE does to them.

use super::{
    CollateClause, DefElem, DropBehavior, Expr, ObjectType, QualifiedName, RangeVar, SelectStmt,
    SortDirection, SortNulls, Statement, TypeName,
};

/// ON COMMIT of a temporary table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnCommit {
    #[default]
    /// Not written.
    Noop,
    /// Nothing: PRESERVE ROWS.
    PreserveRows,
    /// Its rows are removed: DELETE ROWS.
    DeleteRows,
    /// It is dropped: DROP.
    Drop,
}

/// CREATE TABLE (`CreateStmt`).
#[derive(Debug)]
pub struct CreateStmt {
    /// The table; its persistence is in [`RangeVar::persistence`].
    pub relation: RangeVar,
    /// Columns, LIKE clauses and table constraints, in order.
    pub elements: Vec<TableElement>,
    /// INHERITS (...), or the parent of PARTITION OF.
    pub inherits: Vec<RangeVar>,
    /// PARTITION OF was written.
    pub partition_of: bool,
    /// PARTITION BY was written: the strategy.
    pub partition_by: Option<String>,
    /// OF type
    pub of_type: Option<TypeName>,
    /// WITH (...)
    pub options: Vec<DefElem>,
    /// What happens to the rows at COMMIT: ON COMMIT.
    pub on_commit: OnCommit,
    /// The tablespace of TABLESPACE.
    pub tablespace: Option<String>,
    /// The access method of USING.
    pub access_method: Option<String>,
    /// Whether IF NOT EXISTS was written.
    pub if_not_exists: bool,
}

/// An element between the parentheses of CREATE TABLE.
#[derive(Debug)]
pub enum TableElement {
    /// A column.
    Column(ColumnDef),
    /// LIKE table
    Like(TableLikeClause),
    /// A constraint of the table.
    Constraint(Constraint),
}

/// A column (`ColumnDef`).
#[derive(Debug)]
pub struct ColumnDef {
    /// Its name.
    pub name: String,
    /// Its type; none only in `OF type` and `PARTITION OF` tables.
    pub type_name: Option<TypeName>,
    /// COMPRESSION method, or "default".
    pub compression: Option<String>,
    /// STORAGE strategy, of the Toaster API's branch, and where it stands.
    pub storage: Option<(String, usize)>,
    /// TOASTER name, and where it stands.
    pub toaster: Option<(String, usize)>,
    /// COLLATE; its `arg` is a NULL constant.
    pub collation: Option<CollateClause>,
    /// The constraints in order, DEFAULT and NOT NULL among them.
    pub constraints: Vec<Constraint>,
    /// Where the name stands.
    pub location: usize,
}

impl ColumnDef {
    /// A column of which only the name is given.
    pub fn named(name: String, location: usize) -> ColumnDef {
        ColumnDef {
            name,
            type_name: None,
            compression: None,
            storage: None,
            toaster: None,
            collation: None,
            constraints: Vec::new(),
            location,
        }
    }
}

/// LIKE (`TableLikeClause`).
#[derive(Debug)]
pub struct TableLikeClause {
    /// The table whose columns are copied.
    pub relation: RangeVar,
    /// Or of the [`like`] bits.
    pub options: u32,
}

/// INCLUDING options (`TableLikeOption`).
pub mod like {
    /// INCLUDING COMMENTS
    pub const COMMENTS: u32 = 1 << 0;
    /// INCLUDING COMPRESSION
    pub const COMPRESSION: u32 = 1 << 1;
    /// INCLUDING CONSTRAINTS
    pub const CONSTRAINTS: u32 = 1 << 2;
    /// INCLUDING DEFAULTS
    pub const DEFAULTS: u32 = 1 << 3;
    /// INCLUDING GENERATED
    pub const GENERATED: u32 = 1 << 4;
    /// INCLUDING IDENTITY
    pub const IDENTITY: u32 = 1 << 5;
    /// INCLUDING INDEXES
    pub const INDEXES: u32 = 1 << 6;
    /// INCLUDING STATISTICS
    pub const STATISTICS: u32 = 1 << 7;
    /// INCLUDING STORAGE
    pub const STORAGE: u32 = 1 << 8;
    /// INCLUDING ALL
    pub const ALL: u32 = 0x7fff_ffff;
}

/// A constraint of a column or a table (`Constraint`).
#[derive(Debug)]
pub struct Constraint {
    /// CONSTRAINT name
    pub name: Option<String>,
    /// What it demands.
    pub kind: ConstraintKind,
    /// Whether its check can be deferred: DEFERRABLE or INITIALLY DEFERRED.
    pub deferrable: bool,
    /// Whether its check waits for COMMIT unless SET CONSTRAINTS says otherwise: INITIALLY
    /// DEFERRED.
    pub initially_deferred: bool,
    /// Whether NOT VALID was written.
    pub not_valid: bool,
    /// Whether NO INHERIT was written.
    pub no_inherit: bool,
    /// Where it starts (CONSTRAINT, or the first word).
    pub location: usize,
}

/// What a constraint demands (`ConstrType`).
#[derive(Debug)]
pub enum ConstraintKind {
    /// NULL: no constraint, only checked against NOT NULL.
    Null,
    /// NOT NULL
    NotNull,
    /// DEFAULT expression
    Default(Box<Expr>),
    /// GENERATED ALWAYS (true) or BY DEFAULT AS IDENTITY with sequence options.
    Identity {
        /// ALWAYS, else BY DEFAULT.
        always: bool,
        /// The sequence's options, named as in [`super::CreateSeqStmt`].
        options: Vec<DefElem>,
    },
    /// GENERATED ALWAYS AS (...) STORED
    Generated(Box<Expr>),
    /// CHECK (condition)
    Check(Box<Expr>),
    /// PRIMARY KEY, UNIQUE; `columns` is empty for a column constraint.
    Index(IndexConstraint),
    /// REFERENCES, FOREIGN KEY
    Foreign(ForeignKey),
}

/// PRIMARY KEY or UNIQUE.
#[derive(Debug)]
pub struct IndexConstraint {
    /// PRIMARY KEY, else UNIQUE.
    pub primary: bool,
    /// Whether UNIQUE NULLS NOT DISTINCT was written.
    pub nulls_not_distinct: bool,
    /// The key columns; empty for a column constraint.
    pub columns: Vec<String>,
    /// INCLUDE (...)
    pub including: Vec<String>,
    /// WITH (...)
    pub options: Vec<DefElem>,
    /// USING INDEX name
    pub index_name: Option<String>,
    /// The tablespace of USING INDEX TABLESPACE.
    pub tablespace: Option<String>,
}

/// A foreign key.
#[derive(Debug)]
pub struct ForeignKey {
    /// The columns; empty for a column constraint.
    pub columns: Vec<String>,
    /// The referenced table.
    pub table: RangeVar,
    /// The referenced columns; empty: its primary key.
    pub ref_columns: Vec<String>,
    /// 's' simple, 'f' full, 'p' partial.
    pub match_type: char,
    /// 'a' no action, 'r' restrict, 'c' cascade, 'n' set null, 'd' set default.
    pub on_update: char,
    /// ON DELETE, by the letters of `on_update`.
    pub on_delete: char,
    /// The columns of SET NULL (columns), SET DEFAULT (columns).
    pub set_columns: Vec<String>,
}

/// CREATE TABLE AS, CREATE MATERIALIZED VIEW (`CreateTableAsStmt`).
#[derive(Debug)]
pub struct CreateTableAsStmt {
    /// Where the rows go.
    pub into: super::IntoClause,
    /// SELECT, or EXECUTE.
    pub query: Statement,
    /// A materialized view.
    pub matview: bool,
    /// Whether IF NOT EXISTS was written.
    pub if_not_exists: bool,
}

/// ALTER TABLE, INDEX, SEQUENCE, VIEW (`AlterTableStmt`).
#[derive(Debug)]
pub struct AlterTableStmt {
    /// The relation.
    pub relation: RangeVar,
    /// ALTER TABLE, INDEX, SEQUENCE or VIEW.
    pub object_type: ObjectType,
    /// The sub-commands, in order.
    pub commands: Vec<AlterTableCmd>,
    /// Whether IF EXISTS was written.
    pub missing_ok: bool,
}

/// One sub-command (`AlterTableCmd`, `AlterTableType`).
#[derive(Debug)]
#[allow(
    missing_docs,
    reason = "the variants are the AT_* of parsenodes.h's AlterTableType, and their fields the words of the ALTER TABLE syntax in the manual"
)]
pub enum AlterTableCmd {
    AddColumn {
        column: ColumnDef,
        if_not_exists: bool,
    },
    ColumnDefault {
        column: String,
        default: Option<Expr>,
    },
    DropNotNull(String),
    SetNotNull(String),
    DropExpression {
        column: String,
        missing_ok: bool,
    },
    SetExpression {
        column: String,
        expr: Expr,
    },
    SetStatistics {
        column: ColumnOrNumber,
        value: i32,
    },
    SetOptions {
        column: String,
        options: Vec<DefElem>,
    },
    ResetOptions {
        column: String,
        options: Vec<DefElem>,
    },
    SetStorage {
        column: String,
        storage: String,
    },
    SetToaster {
        column: String,
        toaster: String,
        location: usize,
    },
    SetCompression {
        column: String,
        method: String,
    },
    DropColumn {
        column: String,
        behavior: DropBehavior,
        missing_ok: bool,
    },
    AlterColumnType {
        column: String,
        type_name: TypeName,
        collation: Option<CollateClause>,
        using: Option<Expr>,
        location: usize,
    },
    AddIdentity {
        column: String,
        always: bool,
        options: Vec<DefElem>,
        location: usize,
    },
    /// SET GENERATED, SET seqopt, RESTART.
    SetIdentity {
        column: String,
        options: Vec<DefElem>,
    },
    DropIdentity {
        column: String,
        missing_ok: bool,
    },
    AddConstraint(Constraint),
    AlterConstraint(Constraint),
    ValidateConstraint(String),
    DropConstraint {
        name: String,
        behavior: DropBehavior,
        missing_ok: bool,
    },
    ClusterOn(String),
    DropCluster,
    SetLogged,
    SetUnlogged,
    SetTablespace(String),
    SetRelOptions(Vec<DefElem>),
    ResetRelOptions(Vec<DefElem>),
    SetAccessMethod(String),
    AddInherit(RangeVar),
    DropInherit(RangeVar),
    ReplicaIdentity {
        kind: char,
        index: Option<String>,
    },
    RowSecurity,
    ChangeOwner(String),
    /// ENABLE or DISABLE TRIGGER: the words as written.
    Trigger(String, char),
    Other(String),
}

/// ALTER INDEX names a column by number.
#[derive(Debug)]
pub enum ColumnOrNumber {
    /// A column's name.
    Name(String),
    /// An index's column, from 1.
    Number(i32),
}

/// CREATE INDEX (`IndexStmt`).
#[derive(Debug)]
pub struct IndexStmt {
    /// Its name, or none to have one chosen.
    pub name: Option<String>,
    /// On which table.
    pub relation: RangeVar,
    /// USING, "btree" when not written.
    pub access_method: String,
    /// The tablespace of TABLESPACE.
    pub tablespace: Option<String>,
    /// The keys.
    pub params: Vec<IndexElem>,
    /// INCLUDE (...)
    pub including: Vec<IndexElem>,
    /// WITH (...)
    pub options: Vec<DefElem>,
    /// The condition of WHERE, which makes it a partial index.
    pub where_clause: Option<Expr>,
    /// Whether UNIQUE was written.
    pub unique: bool,
    /// Whether NULLS NOT DISTINCT was written.
    pub nulls_not_distinct: bool,
    /// Whether CONCURRENTLY was written.
    pub concurrent: bool,
    /// Whether IF NOT EXISTS was written.
    pub if_not_exists: bool,
}

/// A key of an index (`IndexElem`).
#[derive(Debug)]
pub struct IndexElem {
    /// A column,
    pub name: Option<String>,
    /// or an expression.
    pub expr: Option<Expr>,
    /// The collation of COLLATE.
    pub collation: Option<QualifiedName>,
    /// The operator class.
    pub opclass: Option<QualifiedName>,
    /// Its options.
    pub opclass_options: Vec<DefElem>,
    /// ASC, DESC
    pub ordering: SortDirection,
    /// NULLS FIRST, LAST
    pub nulls: SortNulls,
}

/// CREATE VIEW (`ViewStmt`).
#[derive(Debug)]
pub struct ViewStmt {
    /// The view's name.
    pub view: RangeVar,
    /// The column list, or empty.
    pub aliases: Vec<String>,
    /// The query.
    pub query: Box<SelectStmt>,
    /// Whether OR REPLACE was written.
    pub replace: bool,
    /// WITH (...), and `check_option` of WITH [LOCAL | CASCADED] CHECK OPTION
    pub options: Vec<DefElem>,
}

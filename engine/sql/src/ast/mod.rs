//! The raw parse tree: what a statement says before any name in it is looked up
//! (`src/include/nodes/parsenodes.h`).
//!
//! Nodes keep PostgreSQL's shapes and names, because the later phases' error messages depend on
//! them: `location` is the byte offset, from the start of the whole text handed to the parser, of
//! the token an error about the node points at. `SELECT a + 1 FROM t` is
//!
//! ```text
//! Statement::Select
//!   target_list  ResTarget { name: None, location: 7 }
//!                  Expr::AExpr Op ["+"] location 9
//!                     ColumnRef ["a"] 7      Const Integer(1) 11
//!   from         FromItem::Relation t 18
//! ```
//!
//! Simplified: one `Statement` enum instead of node tags; lists that PostgreSQL keeps untyped are
//! typed here; statements that the engine only refuses keep little more than their names.

mod equal;
mod expr;
mod name;
mod query;
mod table;
mod utility;
mod walk;

pub use expr::*;
pub use name::QualifiedName;
pub use query::*;
pub use table::*;
pub use utility::*;
pub use walk::{Place, each_relation, each_relation_placed};

use std::rc::Rc;
use storage::heap::Persistence;

/// One statement of a query string, with its place in it (`RawStmt`).
#[derive(Clone, Debug)]
pub struct RawStmt {
    /// The statement.
    pub stmt: Rc<Statement>,
    /// Byte offset of its first byte, leading white space included as in PostgreSQL.
    pub location: usize,
    /// Its length in bytes, without the semicolon.
    pub length: usize,
}

/// Any statement.
#[derive(Debug)]
#[allow(
    missing_docs,
    reason = "a variant's node has its SQL in its docstring; Checkpoint, Call and AlterSystem are the statements of these names"
)]
pub enum Statement {
    Select(Box<SelectStmt>),
    Insert(Box<InsertStmt>),
    Update(Box<UpdateStmt>),
    Delete(Box<DeleteStmt>),
    CreateTable(Box<CreateStmt>),
    CreateTableAs(Box<CreateTableAsStmt>),
    AlterTable(Box<AlterTableStmt>),
    Rename(Box<RenameStmt>),
    AlterObjectSchema(Box<AlterObjectSchemaStmt>),
    AlterOwner(Box<AlterOwnerStmt>),
    Drop(Box<DropStmt>),
    Truncate(Box<TruncateStmt>),
    Index(Box<IndexStmt>),
    Reindex(Box<ReindexStmt>),
    Cluster(Box<ClusterStmt>),
    CreateSchema(Box<CreateSchemaStmt>),
    CreateSequence(Box<CreateSeqStmt>),
    AlterSequence(Box<AlterSeqStmt>),
    View(Box<ViewStmt>),
    RefreshMatView(Box<RefreshMatViewStmt>),
    CreateFunction(Box<CreateFunctionStmt>),
    CompositeType(Box<CompositeTypeStmt>),
    CreateEnum(Box<CreateEnumStmt>),
    CreateDomain(Box<CreateDomainStmt>),
    CreateExtension(Box<CreateExtensionStmt>),
    CreateToaster(Box<CreateToasterStmt>),
    AlterExtension(Box<AlterExtensionStmt>),
    Comment(Box<CommentStmt>),
    Do(Box<DoStmt>),
    Call(Box<FuncCall>),
    /// ALTER TYPE ... ADD VALUE.
    AlterEnum(Box<AlterEnumStmt>),
    /// ALTER FUNCTION, ALTER PROCEDURE, ALTER ROUTINE
    AlterFunction(Box<AlterFunctionStmt>),
    /// CREATE DATABASE: its name and options.
    CreateDatabase(String, Vec<DatabaseOption>),
    Copy(Box<CopyStmt>),
    Vacuum(Box<VacuumStmt>),
    Checkpoint,
    Transaction(Box<TransactionStmt>),
    VariableSet(Box<VariableSetStmt>),
    VariableShow(Box<VariableShowStmt>),
    AlterSystem(Box<VariableSetStmt>),
    Explain(Box<ExplainStmt>),
    Prepare(Box<PrepareStmt>),
    Execute(Box<ExecuteStmt>),
    Deallocate(DeallocateStmt),
    DeclareCursor(Box<DeclareCursorStmt>),
    Fetch(Box<FetchStmt>),
    ClosePortal(ClosePortalStmt),
    Grant(Box<GrantStmt>),
    Lock(Box<LockStmt>),
    Discard(DiscardTarget),
    CreateTrigger(Box<CreateTriggerStmt>),
    /// A statement PostgreSQL has and the engine does not model, with its command tag; it is
    /// read up to its end without looking inside.
    Unsupported(String),
}

/// The name of a relation in a statement, with its alias where one is written (`RangeVar`).
#[derive(Clone, Debug)]
pub struct RangeVar {
    /// The database when it is named: `db.` of `db.schema.table`.
    pub catalog: Option<String>,
    /// The schema when qualified.
    pub schema: Option<String>,
    /// The relation.
    pub name: String,
    /// False after `ONLY`.
    pub inherit: bool,
    /// `relpersistence` of what is made.
    pub persistence: Persistence,
    /// Its alias: `AS x (a, b)`.
    pub alias: Option<Alias>,
    /// Where the name starts.
    pub location: usize,
}

impl RangeVar {
    /// The schema, where one is written, of a relation of the database `here`.
    ///
    /// # Errors
    /// 0A000 for a relation in another database (`RangeVarGetRelidExtended`).
    pub fn schema_in(&self, here: &str) -> storage::error::Result<Option<&str>> {
        if self.catalog.as_ref().is_some_and(|database| database != here) {
            let path = self.catalog.iter().chain(&self.schema).cloned().collect();
            QualifiedName { path, last: self.name.clone() }.relation_schema_in(here)?;
        }
        Ok(self.schema.as_deref())
    }
}

/// An alias: `AS name (columns)` (`Alias`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Alias {
    /// The new name.
    pub name: String,
    /// Names for the columns, or empty.
    pub columns: Vec<String>,
}

/// A type as written (`TypeName`). The grammar's own spellings arrive translated, as in
/// PostgreSQL: `int` is `pg_catalog.int4`, `char(3)` is `pg_catalog.bpchar` with typmod 3.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// The name, qualified or not.
    pub names: QualifiedName,
    /// Whether SETOF was written.
    pub setof: bool,
    /// Whether it is a column's type: `table.column%TYPE`.
    pub pct_type: bool,
    /// The modifiers in parentheses, unevaluated.
    pub typmods: Vec<Expr>,
    /// One entry a dimension: its size, or -1 for `[]`.
    pub array_bounds: Vec<i32>,
    /// Where the name starts.
    pub location: usize,
}

/// `name = value` in a list of options (`DefElem`).
#[derive(Clone, Debug)]
pub struct DefElem {
    /// What stands before the dot: `toast` of `toast.autovacuum_enabled`.
    pub namespace: Option<String>,
    /// The option's name, folded.
    pub name: String,
    /// Its value, if one is written.
    pub arg: Option<DefArg>,
    /// Where it starts.
    pub location: usize,
}

/// The value of a [`DefElem`].
#[derive(Clone, Debug, PartialEq)]
pub enum DefArg {
    /// A word or a quoted string.
    String(String),
    /// A number that fits 32 bits.
    Integer(i32),
    /// Any other number, as written.
    Float(String),
    /// TRUE or FALSE where the grammar sets it itself.
    Boolean(bool),
    /// A type (`def_arg` is a `func_type`: a bare word arrives so in PostgreSQL; see
    /// [`DefArg::text`]).
    Type(TypeName),
    /// A star: `*`.
    Star,
    /// A list of names.
    List(Vec<String>),
    /// A name, qualified or not.
    Name(QualifiedName),
}

impl DefArg {
    /// The value as text, as `defGetString` gives it.
    pub fn text(&self) -> String {
        match self {
            DefArg::String(s) | DefArg::Float(s) => s.clone(),
            DefArg::Integer(i) => i.to_string(),
            DefArg::Boolean(b) => if *b { "true" } else { "false" }.to_string(),
            DefArg::Type(t) => t.names.to_string(),
            DefArg::Star => "*".to_string(),
            DefArg::List(l) => l.join("."),
            DefArg::Name(name) => name.to_string(),
        }
    }
}

/// RESTRICT or CASCADE.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DropBehavior {
    #[default]
    /// RESTRICT, or no word: refuse when other objects depend on it.
    Restrict,
    /// CASCADE: drop these too.
    Cascade,
}

/// What sort of object a DROP, COMMENT, RENAME or GRANT names (`ObjectType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the variants are the OBJECT_* of parsenodes.h; words() has the SQL of each"
)]
pub enum ObjectType {
    Table,
    Index,
    Sequence,
    View,
    MatView,
    ForeignTable,
    Schema,
    Extension,
    Toaster,
    Function,
    Procedure,
    Routine,
    Aggregate,
    Operator,
    Type,
    Domain,
    Collation,
    Conversion,
    Cast,
    Column,
    Attribute,
    TableConstraint,
    Trigger,
    Rule,
    Policy,
    Role,
    Database,
    Tablespace,
    Language,
    AccessMethod,
    Statistics,
    Publication,
    EventTrigger,
    Other,
}

impl ObjectType {
    /// The object type as a command tag names it.
    pub fn words(self) -> &'static str {
        use ObjectType as T;
        match self {
            T::Table => "TABLE",
            T::Index => "INDEX",
            T::Sequence => "SEQUENCE",
            T::View => "VIEW",
            T::MatView => "MATERIALIZED VIEW",
            T::ForeignTable => "FOREIGN TABLE",
            T::Schema => "SCHEMA",
            T::Extension => "EXTENSION",
            T::Toaster => "TOASTER",
            T::Function => "FUNCTION",
            T::Procedure => "PROCEDURE",
            T::Routine => "ROUTINE",
            T::Aggregate => "AGGREGATE",
            T::Operator => "OPERATOR",
            T::Type => "TYPE",
            T::Domain => "DOMAIN",
            T::Collation => "COLLATION",
            T::Conversion => "CONVERSION",
            T::Cast => "CAST",
            T::Column => "COLUMN",
            T::Attribute => "ATTRIBUTE",
            T::TableConstraint => "CONSTRAINT",
            T::Trigger => "TRIGGER",
            T::Rule => "RULE",
            T::Policy => "POLICY",
            T::Role => "ROLE",
            T::Database => "DATABASE",
            T::Tablespace => "TABLESPACE",
            T::Language => "LANGUAGE",
            T::AccessMethod => "ACCESS METHOD",
            T::Statistics => "STATISTICS",
            T::Publication => "PUBLICATION",
            T::EventTrigger => "EVENT TRIGGER",
            T::Other => "OBJECT",
        }
    }
}

//! Everything else: names, settings, transactions, maintenance.

use super::{
    ColumnDef, Constraint, DefElem, DropBehavior, Expr, ObjectType, QualifiedName, RangeVar,
    SelectStmt, Statement, TypeName,
};
use std::rc::Rc;

/// ALTER ... RENAME (`RenameStmt`).
#[derive(Debug)]
pub struct RenameStmt {
    /// What is renamed: a relation kind, `Column`, `TableConstraint`, `Schema` ...
    pub rename_type: ObjectType,
    /// For a column or constraint: the kind of the relation named.
    pub relation_type: ObjectType,
    /// The relation, for relations and their parts.
    pub relation: Option<RangeVar>,
    /// The object, for anything else.
    pub object: QualifiedName,
    /// The column, constraint or schema.
    pub subname: Option<String>,
    /// Its new name.
    pub newname: String,
    /// CASCADE
    pub behavior: DropBehavior,
    /// IF EXISTS
    pub missing_ok: bool,
}

/// ALTER ... SET SCHEMA (`AlterObjectSchemaStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct AlterObjectSchemaStmt {
    pub object_type: ObjectType,
    pub relation: Option<RangeVar>,
    pub object: QualifiedName,
    pub new_schema: String,
    pub missing_ok: bool,
}

/// ALTER ... OWNER TO of things that are not relations (`AlterOwnerStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct AlterOwnerStmt {
    pub object_type: ObjectType,
    pub object: QualifiedName,
    pub new_owner: String,
}

/// DROP (`DropStmt`).
#[derive(Debug)]
pub struct DropStmt {
    /// The kind of the objects.
    pub remove_type: ObjectType,
    /// Their names.
    pub objects: Vec<QualifiedName>,
    /// For functions: argument types, one list an object (none: not written).
    pub args: Vec<Option<Vec<TypeName>>>,
    /// For triggers, rules and policies: the relation, in the place of the object's schema.
    pub on_relation: Option<QualifiedName>,
    /// For types and domains: the names as types.
    pub types: Vec<TypeName>,
    /// RESTRICT, CASCADE
    pub behavior: DropBehavior,
    /// IF EXISTS
    pub missing_ok: bool,
    /// CONCURRENTLY
    pub concurrent: bool,
}

/// TRUNCATE (`TruncateStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct TruncateStmt {
    pub relations: Vec<RangeVar>,
    pub restart_seqs: bool,
    pub behavior: DropBehavior,
}

/// What REINDEX rebuilds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ReindexKind {
    Index,
    Table,
    Schema,
    System,
    Database,
}

/// REINDEX (`ReindexStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct ReindexStmt {
    pub kind: ReindexKind,
    pub relation: Option<RangeVar>,
    /// The schema or database.
    pub name: Option<String>,
    /// CONCURRENTLY arrives as an option too.
    pub params: Vec<DefElem>,
}

/// CLUSTER (`ClusterStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct ClusterStmt {
    pub relation: Option<RangeVar>,
    pub index_name: Option<String>,
    pub params: Vec<DefElem>,
}

/// CREATE SCHEMA (`CreateSchemaStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct CreateSchemaStmt {
    pub name: Option<String>,
    pub authorization: Option<String>,
    pub elements: Vec<Statement>,
    pub if_not_exists: bool,
}

/// CREATE SEQUENCE (`CreateSeqStmt`). Options: `as` (Type), `cache`, `cycle` (Boolean),
/// `increment`, `maxvalue` and `minvalue` (no arg: NO MAXVALUE), `owned_by` (List), `start`,
/// `restart`.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct CreateSeqStmt {
    pub sequence: RangeVar,
    pub options: Vec<DefElem>,
    pub if_not_exists: bool,
}

/// ALTER SEQUENCE with sequence options (`AlterSeqStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct AlterSeqStmt {
    pub sequence: RangeVar,
    pub options: Vec<DefElem>,
    pub missing_ok: bool,
}

/// REFRESH MATERIALIZED VIEW (`RefreshMatViewStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct RefreshMatViewStmt {
    pub relation: RangeVar,
    pub concurrent: bool,
    pub skip_data: bool,
}

/// How a function's parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ParameterMode {
    In,
    Out,
    InOut,
    Variadic,
    Table,
}

/// A parameter of a function (`FunctionParameter`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct FunctionParameter {
    pub name: Option<String>,
    pub type_name: TypeName,
    pub mode: ParameterMode,
    pub default: Option<Expr>,
}

/// CREATE FUNCTION, CREATE PROCEDURE (`CreateFunctionStmt`).
#[derive(Debug)]
pub struct CreateFunctionStmt {
    /// CREATE PROCEDURE
    pub is_procedure: bool,
    /// OR REPLACE
    pub replace: bool,
    /// Its name.
    pub name: QualifiedName,
    /// Its parameters, the columns of RETURNS TABLE at the end.
    pub parameters: Vec<FunctionParameter>,
    /// RETURNS; none for a procedure, or when OUT parameters say it.
    pub return_type: Option<TypeName>,
    /// RETURNS TABLE
    pub returns_table: bool,
    /// LANGUAGE, folded.
    pub language: Option<String>,
    /// AS 'body', or AS 'file', 'symbol'.
    pub body: Vec<String>,
    /// RETURN expr, or BEGIN ATOMIC.
    pub sql_body: Option<SqlBody>,
    /// IMMUTABLE 'i', STABLE 's', VOLATILE 'v'.
    pub volatility: Option<char>,
    /// STRICT, RETURNS NULL ON NULL INPUT.
    pub strict: Option<bool>,
    /// COST, ROWS, PARALLEL, SECURITY, LEAKPROOF, SET ... : as options.
    pub options: Vec<DefElem>,
}

/// A body written as SQL: its statements as text, SELECT for each RETURN.
#[derive(Debug)]
pub struct SqlBody {
    /// The statements.
    pub text: String,
    /// Where they begin in the statement, which has the same places behind that.
    pub location: usize,
}

/// CREATE TYPE ... AS (...) (`CompositeTypeStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct CompositeTypeStmt {
    pub type_var: RangeVar,
    pub columns: Vec<ColumnDef>,
}

/// CREATE TYPE ... AS ENUM (`CreateEnumStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct CreateEnumStmt {
    pub name: QualifiedName,
    pub values: Vec<String>,
}

/// ALTER TYPE ... ADD VALUE, RENAME VALUE (`AlterEnumStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct AlterEnumStmt {
    pub name: QualifiedName,
    /// The label that is renamed.
    pub old: Option<String>,
    pub label: String,
    pub if_not_exists: bool,
    /// BEFORE (false) or AFTER (true) another label.
    pub neighbor: Option<(String, bool)>,
}

/// CREATE DOMAIN (`CreateDomainStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct CreateDomainStmt {
    pub name: QualifiedName,
    pub type_name: TypeName,
    pub collation: Option<super::CollateClause>,
    pub constraints: Vec<Constraint>,
}

/// CREATE EXTENSION (`CreateExtensionStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct CreateExtensionStmt {
    pub name: String,
    pub if_not_exists: bool,
    /// `schema`, `new_version`, `cascade`.
    pub options: Vec<DefElem>,
}

/// CREATE TOASTER (`CreateToasterStmt` of the Toaster API).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct CreateToasterStmt {
    pub name: String,
    pub if_not_exists: bool,
    /// The handler function's name.
    pub handler: Vec<String>,
}

/// ALTER EXTENSION ... UPDATE (`AlterExtensionStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct AlterExtensionStmt {
    pub name: String,
    pub options: Vec<DefElem>,
}

/// COMMENT ON (`CommentStmt`).
#[derive(Debug)]
pub struct CommentStmt {
    /// On what kind.
    pub object_type: ObjectType,
    /// Its name; a column's last part is the column, a constraint's the constraint.
    pub object: QualifiedName,
    /// For functions, the argument types.
    pub args: Option<Vec<TypeName>>,
    /// The text, none for NULL.
    pub comment: Option<String>,
}

/// DO (`DoStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct DoStmt {
    pub body: String,
    pub language: Option<String>,
}

/// COPY (`CopyStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct CopyStmt {
    pub relation: Option<RangeVar>,
    pub query: Option<Statement>,
    pub columns: Vec<String>,
    pub is_from: bool,
    pub is_program: bool,
    /// None: STDIN or STDOUT.
    pub filename: Option<String>,
    pub options: Vec<DefElem>,
    pub where_clause: Option<Expr>,
}

/// VACUUM, ANALYZE (`VacuumStmt`). The old syntax's words arrive as options too: `full`,
/// `freeze`, `verbose`, `analyze`.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct VacuumStmt {
    pub options: Vec<DefElem>,
    pub relations: Vec<VacuumRelation>,
    /// False for ANALYZE.
    pub is_vacuum: bool,
}

/// A table of VACUUM.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct VacuumRelation {
    pub relation: RangeVar,
    pub columns: Vec<String>,
}

/// Which transaction statement.
#[derive(Debug, PartialEq)]
#[allow(missing_docs)]
pub enum TransactionKind {
    /// BEGIN; the tag is "BEGIN".
    Begin,
    /// START TRANSACTION has a tag of its own.
    Start,
    Commit,
    Rollback,
    Savepoint(String),
    Release(String),
    RollbackTo(String),
    Prepare(String),
    CommitPrepared(String),
    RollbackPrepared(String),
}

/// A transaction statement (`TransactionStmt`). Options: `transaction_isolation`,
/// `transaction_read_only`, `transaction_deferrable`.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct TransactionStmt {
    pub kind: TransactionKind,
    pub options: Vec<DefElem>,
    /// AND CHAIN
    pub chain: bool,
}

/// Which SET (`VariableSetKind`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableSetKind {
    /// SET var = value
    Value,
    /// SET var TO DEFAULT
    Default,
    /// SET var FROM CURRENT
    Current,
    /// SET TRANSACTION, SET SESSION CHARACTERISTICS: options in `modes`
    Multi,
    /// RESET var
    Reset,
    /// RESET ALL
    ResetAll,
}

/// SET, RESET (`VariableSetStmt`).
#[derive(Debug)]
pub struct VariableSetStmt {
    /// What is asked for: a value, the default, all defaults.
    pub kind: VariableSetKind,
    /// The setting, folded; "TRANSACTION" or "SESSION CHARACTERISTICS" for `Multi`.
    pub name: String,
    /// The values: constants; an interval for `SET TIME ZONE INTERVAL` is a type cast.
    pub args: Vec<Expr>,
    /// The options of `Multi`.
    pub modes: Vec<DefElem>,
    /// SET LOCAL
    pub is_local: bool,
}

/// SHOW (`VariableShowStmt`).
#[derive(Debug)]
pub struct VariableShowStmt {
    /// The setting, or "all".
    pub name: String,
}

/// EXPLAIN (`ExplainStmt`). The old syntax's words arrive as options `analyze`, `verbose`.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct ExplainStmt {
    pub query: Statement,
    pub options: Vec<DefElem>,
}

/// PREPARE (`PrepareStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct PrepareStmt {
    pub name: String,
    pub argtypes: Vec<TypeName>,
    pub query: Rc<Statement>,
}

/// EXECUTE (`ExecuteStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct ExecuteStmt {
    pub name: String,
    pub params: Vec<Expr>,
}

/// DEALLOCATE (`DeallocateStmt`).
#[derive(Debug)]
pub struct DeallocateStmt {
    /// None: ALL.
    pub name: Option<String>,
}

/// DECLARE ... CURSOR (`DeclareCursorStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct DeclareCursorStmt {
    pub name: String,
    pub hold: bool,
    pub scroll: Option<bool>,
    pub binary: bool,
    pub query: Box<SelectStmt>,
}

/// Which way FETCH goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FetchDirection {
    Forward,
    Backward,
    Absolute,
    Relative,
}

/// FETCH, MOVE (`FetchStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct FetchStmt {
    pub direction: FetchDirection,
    /// `i64::MAX` for ALL.
    pub how_many: i64,
    pub portal: String,
    pub is_move: bool,
}

/// CLOSE (`ClosePortalStmt`).
#[derive(Debug)]
pub struct ClosePortalStmt {
    /// None: ALL.
    pub name: Option<String>,
}

/// GRANT, REVOKE (`GrantStmt`).
#[derive(Debug)]
pub struct GrantStmt {
    /// GRANT, else REVOKE.
    pub is_grant: bool,
    /// `None` for GRANT role TO role.
    pub object_type: Option<ObjectType>,
    /// ALL ... IN SCHEMA
    pub all_in_schema: bool,
    /// Privilege names, folded to lower case; empty for ALL.
    pub privileges: Vec<String>,
    /// The objects.
    pub objects: Vec<QualifiedName>,
    /// To or from whom.
    pub grantees: Vec<String>,
}

/// LOCK TABLE (`LockStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct LockStmt {
    pub relations: Vec<RangeVar>,
    /// "ACCESS EXCLUSIVE" and so on.
    pub mode: String,
    pub nowait: bool,
}

/// DISCARD
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum DiscardTarget {
    All,
    Plans,
    Sequences,
    Temp,
}

/// When a trigger fires, as `tgtype` has it (`TRIGGER_TYPE_ROW` and so on).
#[allow(missing_docs)]
pub mod trigger {
    pub const ROW: i16 = 1 << 0;
    pub const BEFORE: i16 = 1 << 1;
    pub const INSERT: i16 = 1 << 2;
    pub const DELETE: i16 = 1 << 3;
    pub const UPDATE: i16 = 1 << 4;
    pub const TRUNCATE: i16 = 1 << 5;
    pub const INSTEAD: i16 = 1 << 6;
}

/// CREATE TRIGGER (`CreateTrigStmt`).
#[derive(Debug)]
#[allow(missing_docs)]
pub struct CreateTriggerStmt {
    pub name: String,
    /// OR REPLACE
    pub replace: bool,
    /// When it fires, as `tgtype` has it: or of the [`trigger`] bits.
    pub kind: i16,
    /// UPDATE OF
    pub columns: Vec<String>,
    pub relation: RangeVar,
    pub when: Option<Expr>,
    pub function: QualifiedName,
    pub args: Vec<String>,
}

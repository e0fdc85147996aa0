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
    pub object: Option<QualifiedName>,
    /// The column, constraint or schema.
    pub subname: Option<String>,
    /// Its new name.
    pub newname: String,
    /// CASCADE
    pub behavior: DropBehavior,
    /// Whether IF EXISTS was written.
    pub missing_ok: bool,
}

/// ALTER ... SET SCHEMA (`AlterObjectSchemaStmt`).
#[derive(Debug)]
pub struct AlterObjectSchemaStmt {
    /// What is moved: a relation kind, a type, a function ...
    pub object_type: ObjectType,
    /// The relation, when it is one.
    pub relation: Option<RangeVar>,
    /// The object's name, when it is no relation.
    pub object: Option<QualifiedName>,
    /// The schema it goes to.
    pub new_schema: String,
    /// Whether IF EXISTS was written.
    pub missing_ok: bool,
}

/// ALTER ... OWNER TO of things that are not relations (`AlterOwnerStmt`).
#[derive(Debug)]
pub struct AlterOwnerStmt {
    /// What changes its owner.
    pub object_type: ObjectType,
    /// Its name.
    pub object: QualifiedName,
    /// The role, as written.
    pub new_owner: String,
}

/// ALTER FUNCTION, PROCEDURE or ROUTINE.
#[derive(Debug)]
pub struct AlterFunctionStmt {
    /// Which of the three words was written.
    pub object_type: ObjectType,
    /// The function's name.
    pub name: QualifiedName,
    /// The types of its arguments; none when no parentheses were written.
    pub args: Option<Vec<TypeName>>,
    /// What is altered.
    pub action: AlterFunctionAction,
}

/// What ALTER FUNCTION does (`RenameStmt`, `AlterObjectSchemaStmt`, `AlterOwnerStmt`, `AlterFunctionStmt`).
#[derive(Debug)]
pub enum AlterFunctionAction {
    /// RENAME TO this name.
    Rename(String),
    /// SET SCHEMA to this one.
    SetSchema(String),
    /// OWNER TO this role.
    Owner(String),
    /// Options as in CREATE FUNCTION.
    Options {
        /// `i` for IMMUTABLE, `s` for STABLE, `v` for VOLATILE, when written.
        volatility: Option<char>,
        /// Whether it is STRICT, when written.
        strict: Option<bool>,
        /// Whether it is SECURITY DEFINER, when SECURITY is written.
        definer: Option<bool>,
        /// The other options.
        options: Vec<DefElem>,
        /// As in `CreateFunctionStmt`.
        written: Vec<(&'static str, usize)>,
    },
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
    /// Whether IF EXISTS was written.
    pub missing_ok: bool,
    /// Whether CONCURRENTLY was written.
    pub concurrent: bool,
}

/// TRUNCATE (`TruncateStmt`).
#[derive(Debug)]
pub struct TruncateStmt {
    /// The tables.
    pub relations: Vec<RangeVar>,
    /// Whether RESTART IDENTITY was written.
    pub restart_seqs: bool,
    /// RESTRICT, CASCADE
    pub behavior: DropBehavior,
}

/// What REINDEX rebuilds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReindexKind {
    /// REINDEX INDEX
    Index,
    /// REINDEX TABLE
    Table,
    /// REINDEX SCHEMA
    Schema,
    /// REINDEX SYSTEM: the catalogs of the database.
    System,
    /// REINDEX DATABASE
    Database,
}

/// REINDEX (`ReindexStmt`).
#[derive(Debug)]
pub struct ReindexStmt {
    /// Which of the five forms.
    pub kind: ReindexKind,
    /// The index or table, for those two kinds.
    pub relation: Option<RangeVar>,
    /// The schema or database.
    pub name: Option<String>,
    /// CONCURRENTLY arrives as an option too.
    pub params: Vec<DefElem>,
}

/// CLUSTER (`ClusterStmt`).
#[derive(Debug, Default)]
pub struct ClusterStmt {
    /// The table; none: every table that was clustered before.
    pub relation: Option<RangeVar>,
    /// USING index
    pub index_name: Option<String>,
    /// The options in parentheses, VERBOSE among them.
    pub params: Vec<DefElem>,
    /// Where the statement ends that has options in parentheses and no table.
    pub end: Option<usize>,
}

/// CREATE SCHEMA (`CreateSchemaStmt`).
#[derive(Debug)]
pub struct CreateSchemaStmt {
    /// Its name; none: that of the role after AUTHORIZATION.
    pub name: Option<String>,
    /// AUTHORIZATION role
    pub authorization: Option<String>,
    /// The CREATE statements written within it.
    pub elements: Vec<Statement>,
    /// Whether IF NOT EXISTS was written.
    pub if_not_exists: bool,
}

/// CREATE SEQUENCE (`CreateSeqStmt`). Options: `as` (Type), `cache`, `cycle` (Boolean),
/// `increment`, `maxvalue` and `minvalue` (no arg: NO MAXVALUE), `owned_by` (List), `start`,
/// `restart`.
#[derive(Debug)]
pub struct CreateSeqStmt {
    /// The sequence's name.
    pub sequence: RangeVar,
    /// The options, by the names listed above.
    pub options: Vec<DefElem>,
    /// Whether IF NOT EXISTS was written.
    pub if_not_exists: bool,
}

/// ALTER SEQUENCE with sequence options (`AlterSeqStmt`).
#[derive(Debug)]
pub struct AlterSeqStmt {
    /// The sequence.
    pub sequence: RangeVar,
    /// The options, named as in [`CreateSeqStmt`].
    pub options: Vec<DefElem>,
    /// Whether IF EXISTS was written.
    pub missing_ok: bool,
}

/// REFRESH MATERIALIZED VIEW (`RefreshMatViewStmt`).
#[derive(Debug)]
pub struct RefreshMatViewStmt {
    /// The materialized view.
    pub relation: RangeVar,
    /// Whether CONCURRENTLY was written.
    pub concurrent: bool,
    /// Whether WITH NO DATA was written.
    pub skip_data: bool,
}

/// How a function's parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterMode {
    /// IN, or no word.
    In,
    /// OUT
    Out,
    /// INOUT
    InOut,
    /// VARIADIC
    Variadic,
    /// A column of RETURNS TABLE.
    Table,
}

/// A parameter of a function (`FunctionParameter`).
#[derive(Debug)]
pub struct FunctionParameter {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its type.
    pub type_name: TypeName,
    /// IN, OUT and so on.
    pub mode: ParameterMode,
    /// DEFAULT expression
    pub default: Option<Expr>,
    /// Where it begins.
    pub location: usize,
}

/// CREATE FUNCTION, CREATE PROCEDURE (`CreateFunctionStmt`).
#[derive(Debug)]
pub struct CreateFunctionStmt {
    /// Whether it is CREATE PROCEDURE rather than CREATE FUNCTION.
    pub is_procedure: bool,
    /// Whether OR REPLACE was written.
    pub replace: bool,
    /// Its name.
    pub name: QualifiedName,
    /// Its parameters, the columns of RETURNS TABLE at the end.
    pub parameters: Vec<FunctionParameter>,
    /// RETURNS; none for a procedure, or when OUT parameters say it.
    pub return_type: Option<TypeName>,
    /// Whether RETURNS TABLE was written.
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
    /// SECURITY DEFINER, or INVOKER.
    pub definer: Option<bool>,
    /// COST, ROWS, PARALLEL, LEAKPROOF, SET ... : as options.
    pub options: Vec<DefElem>,
    /// The name of each option that is written (`defname` in gram.y's `createfunc_opt_item`), and where.
    pub written: Vec<(&'static str, usize)>,
}

impl CreateFunctionStmt {
    /// A statement of which only the name and the parameters are read.
    pub fn without_options(
        is_procedure: bool,
        replace: bool,
        name: QualifiedName,
        parameters: Vec<FunctionParameter>,
    ) -> CreateFunctionStmt {
        CreateFunctionStmt {
            is_procedure,
            replace,
            name,
            parameters,
            return_type: None,
            returns_table: false,
            language: None,
            body: Vec::new(),
            sql_body: None,
            volatility: None,
            strict: None,
            definer: None,
            options: Vec::new(),
            written: Vec::new(),
        }
    }
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
pub struct CompositeTypeStmt {
    /// The type's name.
    pub type_var: RangeVar,
    /// Its attributes.
    pub columns: Vec<ColumnDef>,
}

/// CREATE TYPE ... AS ENUM (`CreateEnumStmt`).
#[derive(Debug)]
pub struct CreateEnumStmt {
    /// The type's name.
    pub name: QualifiedName,
    /// The labels, in order.
    pub values: Vec<String>,
}

/// ALTER TYPE ... ADD VALUE, RENAME VALUE (`AlterEnumStmt`).
#[derive(Debug)]
pub struct AlterEnumStmt {
    /// The type's name.
    pub name: QualifiedName,
    /// The label that is renamed.
    pub old: Option<String>,
    /// The new label.
    pub label: String,
    /// IF NOT EXISTS, of ADD VALUE.
    pub if_not_exists: bool,
    /// BEFORE (false) or AFTER (true) another label.
    pub neighbor: Option<(String, bool)>,
}

/// CREATE DOMAIN (`CreateDomainStmt`).
#[derive(Debug)]
pub struct CreateDomainStmt {
    /// The domain's name.
    pub name: QualifiedName,
    /// The type it restricts.
    pub type_name: TypeName,
    /// COLLATE
    pub collation: Option<super::CollateClause>,
    /// DEFAULT, NOT NULL, CHECK, in order.
    pub constraints: Vec<Constraint>,
}

/// CREATE EXTENSION (`CreateExtensionStmt`).
#[derive(Debug)]
pub struct CreateExtensionStmt {
    /// The extension's name.
    pub name: String,
    /// Whether IF NOT EXISTS was written.
    pub if_not_exists: bool,
    /// `schema`, `new_version`, `cascade`.
    pub options: Vec<DefElem>,
}

/// CREATE TOASTER (`CreateToasterStmt` of the Toaster API).
#[derive(Debug)]
pub struct CreateToasterStmt {
    /// The toaster's name.
    pub name: String,
    /// Whether IF NOT EXISTS was written.
    pub if_not_exists: bool,
    /// The handler function's name.
    pub handler: QualifiedName,
}

/// ALTER EXTENSION ... UPDATE (`AlterExtensionStmt`).
#[derive(Debug)]
pub struct AlterExtensionStmt {
    /// The extension's name.
    pub name: String,
    /// `new_version`, when TO was written.
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
pub struct DoStmt {
    /// The code block, when written.
    pub body: Option<String>,
    /// LANGUAGE, when written.
    pub language: Option<String>,
}

/// COPY (`CopyStmt`).
#[derive(Debug)]
pub struct CopyStmt {
    /// The table, or none with a query.
    pub relation: Option<RangeVar>,
    /// The query of `COPY (query) TO`.
    pub query: Option<Statement>,
    /// The column list, or empty.
    pub columns: Vec<String>,
    /// COPY FROM, else COPY TO.
    pub is_from: bool,
    /// PROGRAM: `filename` is a command.
    pub is_program: bool,
    /// None: STDIN or STDOUT.
    pub filename: Option<String>,
    /// FORMAT, DELIMITER and so on, those of the old syntax among them.
    pub options: Vec<DefElem>,
    /// WHERE of COPY FROM.
    pub where_clause: Option<Expr>,
}

/// VACUUM, ANALYZE (`VacuumStmt`). The old syntax's words arrive as options too: `full`,
/// `freeze`, `verbose`, `analyze`.
#[derive(Debug)]
pub struct VacuumStmt {
    /// VERBOSE, FULL and so on.
    pub options: Vec<DefElem>,
    /// The tables; empty: all of the database.
    pub relations: Vec<VacuumRelation>,
    /// False for ANALYZE.
    pub is_vacuum: bool,
}

/// A table of VACUUM.
#[derive(Debug)]
pub struct VacuumRelation {
    /// The table.
    pub relation: RangeVar,
    /// The columns to analyze; empty: all.
    pub columns: Vec<String>,
}

/// Which transaction statement.
#[derive(Debug, PartialEq)]
pub enum TransactionKind {
    /// BEGIN; the tag is "BEGIN".
    Begin,
    /// START TRANSACTION has a tag of its own.
    Start,
    /// COMMIT, END
    Commit,
    /// ROLLBACK, ABORT
    Rollback,
    /// SAVEPOINT name
    Savepoint(String),
    /// RELEASE SAVEPOINT name
    Release(String),
    /// ROLLBACK TO SAVEPOINT name
    RollbackTo(String),
    /// PREPARE TRANSACTION 'gid'
    Prepare(String),
    /// COMMIT PREPARED 'gid'
    CommitPrepared(String),
    /// ROLLBACK PREPARED 'gid'
    RollbackPrepared(String),
}

/// A transaction statement (`TransactionStmt`). Options: `transaction_isolation`,
/// `transaction_read_only`, `transaction_deferrable`.
#[derive(Debug)]
pub struct TransactionStmt {
    /// BEGIN, COMMIT, SAVEPOINT and so on.
    pub kind: TransactionKind,
    /// The transaction modes of BEGIN and START TRANSACTION.
    pub options: Vec<DefElem>,
    /// Whether AND CHAIN was written.
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
    /// Whether SET LOCAL was written.
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
pub struct ExplainStmt {
    /// The statement that is explained.
    pub query: Statement,
    /// ANALYZE, BUFFERS, FORMAT and so on.
    pub options: Vec<DefElem>,
}

/// PREPARE (`PrepareStmt`).
#[derive(Debug)]
pub struct PrepareStmt {
    /// The name to EXECUTE it by.
    pub name: String,
    /// The types of `$1`, `$2` ..., as far as they are written.
    pub argtypes: Vec<TypeName>,
    /// The statement.
    pub query: Rc<Statement>,
}

/// EXECUTE (`ExecuteStmt`).
#[derive(Debug)]
pub struct ExecuteStmt {
    /// The prepared statement's name.
    pub name: String,
    /// The values of `$1`, `$2` ...
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
pub struct DeclareCursorStmt {
    /// The cursor's name.
    pub name: String,
    /// Whether WITH HOLD was written.
    pub hold: bool,
    /// SCROLL (true), NO SCROLL (false), neither.
    pub scroll: Option<bool>,
    /// Whether BINARY was written.
    pub binary: bool,
    /// Whether INSENSITIVE was written.
    pub insensitive: bool,
    /// Two words that were written and contradict each other.
    pub contradicts: Option<&'static str>,
    /// What it reads.
    pub query: Box<SelectStmt>,
}

/// Which way FETCH goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FetchDirection {
    /// FORWARD, NEXT, or no word.
    Forward,
    /// BACKWARD, PRIOR
    Backward,
    /// ABSOLUTE, FIRST, LAST
    Absolute,
    /// RELATIVE
    Relative,
}

/// FETCH, MOVE (`FetchStmt`).
#[derive(Debug)]
pub struct FetchStmt {
    /// Which way, and from where it is counted.
    pub direction: FetchDirection,
    /// `i64::MAX` for ALL.
    pub how_many: i64,
    /// The cursor's name.
    pub portal: String,
    /// MOVE: no rows are returned.
    pub is_move: bool,
}

/// CLOSE (`ClosePortalStmt`).
#[derive(Debug)]
pub struct ClosePortalStmt {
    /// None: ALL.
    pub name: Option<String>,
}

/// An option of CREATE DATABASE: its name, its value and where it stands; no value is DEFAULT.
pub type DatabaseOption = (String, Option<String>, usize);

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
    /// The objects; functions with the types of their arguments, if these are written.
    pub objects: Vec<(QualifiedName, Option<Vec<TypeName>>)>,
    /// To or from whom.
    pub grantees: Vec<String>,
}

/// LOCK TABLE (`LockStmt`).
#[derive(Debug)]
pub struct LockStmt {
    /// The tables.
    pub relations: Vec<RangeVar>,
    /// "ACCESS EXCLUSIVE" and so on.
    pub mode: String,
    /// Whether NOWAIT was written.
    pub nowait: bool,
}

/// DISCARD
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscardTarget {
    /// DISCARD ALL
    All,
    /// DISCARD PLANS
    Plans,
    /// DISCARD SEQUENCES
    Sequences,
    /// DISCARD TEMP
    Temp,
}

/// When a trigger fires, as `tgtype` has it (`TRIGGER_TYPE_ROW` and so on).
pub mod trigger {
    /// FOR EACH ROW (`TRIGGER_TYPE_ROW` of `pg_trigger.h`).
    pub const ROW: i16 = 1 << 0;
    /// BEFORE; neither this nor INSTEAD: AFTER.
    pub const BEFORE: i16 = 1 << 1;
    /// On INSERT.
    pub const INSERT: i16 = 1 << 2;
    /// On DELETE.
    pub const DELETE: i16 = 1 << 3;
    /// On UPDATE.
    pub const UPDATE: i16 = 1 << 4;
    /// On TRUNCATE.
    pub const TRUNCATE: i16 = 1 << 5;
    /// INSTEAD OF, on a view.
    pub const INSTEAD: i16 = 1 << 6;
}

/// CREATE TRIGGER (`CreateTrigStmt`).
#[derive(Debug)]
pub struct CreateTriggerStmt {
    /// The trigger's name.
    pub name: String,
    /// Whether OR REPLACE was written.
    pub replace: bool,
    /// When it fires, as `tgtype` has it: or of the [`trigger`] bits.
    pub kind: i16,
    /// The columns of UPDATE OF; empty for any.
    pub columns: Vec<String>,
    /// The table or view it is on.
    pub relation: RangeVar,
    /// WHEN (condition)
    pub when: Option<Expr>,
    /// EXECUTE FUNCTION function
    pub function: QualifiedName,
    /// The function's arguments: strings, as in `TG_ARGV`.
    pub args: Vec<String>,
}

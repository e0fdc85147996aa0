//! The entries of the catalog: one struct per system table that users' objects live in.

use super::{PG_TOAST, STORED};
use sql::analyze::Query;
use sql::expr::Expr;
use std::cell::Cell;
use std::rc::Rc;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{Persistence, RelKind, RelState};
use storage::ids::{AttrNumber, Oid, RelFileNode, TransactionId};
use storage::map::SortedMap;
use storage::tuple::TupleDesc;

/// A row of `pg_namespace`.
#[derive(Clone, Debug)]
pub struct Namespace {
    /// Its OID.
    pub oid: Oid,
    /// The schema's name (`nspname`).
    pub name: String,
}

/// A row of `pg_class` with its `pg_attribute`, `pg_attrdef`, `pg_index`, `pg_sequence` rows.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its OID.
    pub oid: Oid,
    /// The relation's name (`relname`).
    pub name: String,
    /// The OID of the schema it is in (`relnamespace`).
    pub namespace: Oid,
    /// `reltype`: the row type, or 0.
    pub row_type: Oid,
    /// The row type's array type, or 0.
    pub array_type: Oid,
    /// `relam`: 2 heap, 403 btree, 0 none.
    pub access_method: Oid,
    /// `relfilenode`; 0 when there is no file.
    pub file: RelFileNode,
    /// The OID of its TOAST table, or 0 (`reltoastrelid`).
    pub toast: Oid,
    /// Whether it is a table, an index, a view or another kind (`relkind`).
    pub kind: RelKind,
    /// Whether it is permanent, unlogged or temporary (`relpersistence`).
    pub persistence: Persistence,
    /// Whether all databases share it (`relisshared`).
    pub shared: bool,
    /// `relnatts` where the columns are not kept (the system's own indexes), else 0.
    pub hidden_columns: usize,
    /// The columns.
    pub desc: Rc<TupleDesc>,
    /// `reloptions` in the order given.
    pub options: Vec<(String, String)>,
    /// The defaults by column (`pg_attrdef`).
    pub defaults: SortedMap<AttrNumber, AttrDefault>,
    /// The options by column (`attoptions`).
    pub column_options: SortedMap<AttrNumber, Vec<(String, String)>>,
    /// `reltoasterids`: the toasters that may have written values of the table, as the branch
    /// `toasterapi_reltoastrelids` keeps them.
    pub toasters: Vec<Oid>,
    /// Whether it has, or once had, triggers (`relhastriggers`).
    pub has_triggers: bool,
    /// `pg_trigger`, by name; those of foreign keys are not kept.
    pub triggers: Vec<Rc<super::Trigger>>,
    /// What a replica receives of an old row: d its primary key, n nothing, f all, i the key of an index
    /// (`relreplident`).
    pub replica_identity: char,
    /// Whether it can be read: false for a materialized view without data (`relispopulated`).
    pub populated: bool,
    /// ON COMMIT of a temporary table: `d` delete rows, `D` drop.
    pub on_commit: Option<char>,
    /// The relation whose rows a transient one takes (`relrewrite`).
    pub rewrites: Oid,
    /// For an index: its row of `pg_index`.
    pub index: Option<Rc<IndexEntry>>,
    /// For a view or materialized view: its query.
    pub view: Option<Rc<ViewEntry>>,
    /// For a sequence: its row of `pg_sequence`.
    pub sequence: Option<Rc<SequenceEntry>>,
    /// Statistics, frozen xid, and what storage caches.
    pub state: Rc<RelState>,
}

impl Class {
    /// Gives a column a toaster (0: the default one).
    pub fn use_toaster(&mut self, column: AttrNumber, toaster: Oid) {
        Rc::make_mut(&mut self.desc).attrs[column.0 as usize - 1].toaster = toaster;
        if toaster.is_valid() && !self.toasters.contains(&toaster) {
            self.toasters.push(toaster);
        }
    }
    /// Notes that the relation was opened (`relation_open`).
    pub fn opened(&self) {
        let index = self.kind == RelKind::Index;
        self.state.opened(self.persistence, index, self.desc.attrs.len());
    }
    /// Returns the xid before which all rows are frozen (`relfrozenxid`).
    pub fn frozen_xid(&self) -> TransactionId {
        self.state.relfrozenxid.get()
    }
    /// The number of the column with this name; dropped columns are not searched.
    pub fn column(&self, name: &str) -> Option<AttrNumber> {
        let i = self.desc.attrs.iter().position(|a| !a.dropped && a.name == name)?;
        Some(AttrNumber(i as i16 + 1))
    }
    /// The kind of relation in the words of error messages.
    pub fn kind_word(&self) -> &'static str {
        match self.kind {
            RelKind::Index => "index",
            RelKind::Sequence => "sequence",
            RelKind::Toast => "TOAST table",
            RelKind::View => "view",
            RelKind::MaterializedView => "materialized view",
            RelKind::Composite => "composite type",
            _ => "table",
        }
    }
    /// Whether this is a catalog without pages, whose rows are computed when they are read.
    pub fn has_no_pages(&self) -> bool {
        self.oid.0 < FIRST_NORMAL_OID && !STORED.contains(&self.oid)
    }
    /// Fails for a catalog or a TOAST table, which DDL commands refuse (`IsSystemClass`).
    pub fn refuse_system(&self) -> Result<()> {
        if self.oid.0 >= FIRST_NORMAL_OID && self.namespace != PG_TOAST {
            return Ok(());
        }
        let m = format!("permission denied: \"{}\" is a system catalog", self.name);
        Err(PgError::new(SqlState("42501"), m))
    }
    /// The DETAIL line of an error for relations of this kind.
    pub fn unsupported(&self) -> &'static str {
        sql::analyze::unsupported_kind(self.kind)
    }
}

pub use storage::ids::FIRST_NORMAL_OID;

/// A row of `pg_attrdef`.
#[derive(Clone, Debug)]
pub struct AttrDefault {
    /// Its OID.
    pub oid: Oid,
    /// The expression, with Vars of RTE 1, coerced to the column's type.
    pub expr: Rc<Expr>,
}

/// A row of `pg_index`.
#[derive(Clone, Debug)]
pub struct IndexEntry {
    /// The OID of the table it indexes (`indrelid`).
    pub heap: Oid,
    /// `indkey`, `indcollation`, `indoption`: key columns, then included ones.
    pub keys: Vec<storage::heap::IndexKey>,
    /// Names of operator classes where they are not the type's default.
    pub opclasses: Vec<Option<String>>,
    /// Whether queries may use it and commands keep it up to date (`indisvalid`, `indisready`): not after a CREATE INDEX
    /// CONCURRENTLY that failed.
    pub valid: bool,
    /// How many of the keys are key columns, the included ones not counted (`indnkeyatts`).
    pub key_count: usize,
    /// `indexprs`: one for each key whose column is 0.
    pub exprs: Vec<Expr>,
    /// The condition of a partial index (`indpred`).
    pub predicate: Option<Expr>,
    /// Whether it refuses equal keys (`indisunique`).
    pub unique: bool,
    /// Whether a primary key is made of it (`indisprimary`).
    pub primary: bool,
    /// Whether uniqueness is checked at each row; false for a deferrable constraint
    /// (`indimmediate`).
    pub immediate: bool,
    /// Whether uniqueness holds two NULLs for equal (`indnullsnotdistinct`).
    pub nulls_not_distinct: bool,
    /// Whether the table was last clustered by it (`indisclustered`).
    pub clustered: bool,
    /// Whether it is the replica identity of its table (`indisreplident`).
    pub replica_identity: bool,
    /// `indcheckxmin`, by the transaction that set it: of rows that were changed in place the index has only the last
    /// version, so that who may see others must not use it.
    pub check_xmin: Option<TransactionId>,
}

/// The definition of a view.
#[derive(Clone, Debug)]
pub struct ViewEntry {
    /// The query.
    pub query: Rc<Query>,
}

/// A row of `pg_sequence`, and the sequence's own row, which no rollback takes back.
#[derive(Clone, Debug)]
pub struct SequenceEntry {
    /// The type of its values: smallint, integer or bigint (`seqtypid`).
    pub type_oid: Oid,
    /// The value that it starts with, and restarts with (`seqstart`).
    pub start: i64,
    /// What is added for the next value; negative when it descends (`seqincrement`).
    pub increment: i64,
    /// The greatest value (`seqmax`).
    pub max: i64,
    /// The least value (`seqmin`).
    pub min: i64,
    /// How many values a session takes at once (`seqcache`).
    pub cache: i64,
    /// Whether it begins anew after its last value; otherwise `nextval` then fails (`seqcycle`).
    pub cycle: bool,
    /// The column that owns it, and how: 'a' (serial, OWNED BY) or 'i' (identity).
    pub owner: Option<(Oid, AttrNumber, char)>,
    /// The sequence's own row.
    pub state: Rc<SequenceState>,
}

/// The row of a sequence (`FormData_pg_sequence_data`).
#[derive(Clone, Debug, Default)]
pub struct SequenceState {
    /// The value that was handed out last, or will be first (`last_value`).
    pub last_value: Cell<i64>,
    /// `log_cnt`: how many values are logged ahead.
    pub log_cnt: Cell<i64>,
    /// Whether `last_value` was handed out; if not, `nextval` returns it (`is_called`).
    pub is_called: Cell<bool>,
    /// What `currval` of this session gives.
    pub current: Cell<Option<i64>>,
    /// Values this session has cached: up to which, (`elm->cached`).
    pub cached: Cell<i64>,
    /// How many checkpoints there were when its page was last logged.
    pub logged: Cell<u64>,
}

impl SequenceState {
    /// Copies the state of another sequence into this one.
    pub fn put(&self, kept: &SequenceState) {
        self.last_value.set(kept.last_value.get());
        self.log_cnt.set(kept.log_cnt.get());
        self.is_called.set(kept.is_called.get());
        self.current.set(kept.current.get());
        self.cached.set(kept.cached.get());
        self.logged.set(kept.logged.get());
    }
}

/// What kind of type a [`UserType`] is (`typtype`).
#[derive(Clone, Debug)]
pub enum UserTypeKind {
    /// The row type of a relation.
    Row(Oid),
    /// The array over a type.
    ArrayOf(Oid),
    /// An enum: (OID, sort order, label).
    Enum(Vec<(Oid, f32, String)>),
    /// A domain.
    Domain(Rc<DomainEntry>),
}

/// What a domain adds to its base type.
#[derive(Clone, Debug)]
pub struct DomainEntry {
    /// The OID of the type that it is over (`typbasetype`).
    pub base: Oid,
    /// The type modifier for the base type, or -1 (`typtypmod`).
    pub typmod: i32,
    /// The OID of its collation, or 0 (`typcollation`).
    pub collation: Oid,
    /// Whether it refuses NULL (`typnotnull`).
    pub not_null: bool,
    /// The default of columns of this type, if it has one (`typdefaultbin`).
    pub default: Option<Expr>,
    /// CHECKs: constraint OID, name, condition.
    pub checks: Vec<(Oid, String, Expr)>,
    /// OID and name of NOT NULL, where the release keeps it as a constraint.
    pub not_null_constraint: Option<(Oid, String)>,
}

/// A row of `pg_type`.
#[derive(Clone, Debug)]
pub struct UserType {
    /// Its OID.
    pub oid: Oid,
    /// The type's name (`typname`).
    pub name: String,
    /// The OID of the schema it is in (`typnamespace`).
    pub namespace: Oid,
    /// Whether it is a row type, an array, an enum or a domain.
    pub kind: UserTypeKind,
    /// The OID of the array type over it, or 0 (`typarray`).
    pub array: Oid,
}

impl UserType {
    /// The CHECKs of a domain: constraint OID, name, condition.
    pub fn checks(&self) -> &[(Oid, String, Expr)] {
        match &self.kind {
            UserTypeKind::Domain(d) => &d.checks,
            _ => &[],
        }
    }

    /// The OID of a domain's NOT NULL, where that is a constraint.
    pub fn not_null_constraint(&self) -> Option<Oid> {
        match &self.kind {
            UserTypeKind::Domain(d) => d.not_null_constraint.as_ref().map(|k| k.0),
            _ => None,
        }
    }
}

/// What kind of constraint it is (`contype`, `CONSTRAINT_...`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintType {
    /// A condition on the row (CHECK).
    Check,
    /// A key of another table that must exist (FOREIGN KEY).
    ForeignKey,
    /// NOT NULL, a row of its own since PostgreSQL 18.
    NotNull,
    /// A unique key without NULLs (PRIMARY KEY).
    PrimaryKey,
    /// A key that no two rows share (UNIQUE).
    Unique,
}

impl ConstraintType {
    /// The type of the constraint that a unique index enforces: a primary key, or else UNIQUE.
    pub fn of_index(primary: bool) -> ConstraintType {
        if primary { ConstraintType::PrimaryKey } else { ConstraintType::Unique }
    }
    /// The type's `contype`.
    pub fn as_char(self) -> char {
        match self {
            ConstraintType::Check => 'c',
            ConstraintType::ForeignKey => 'f',
            ConstraintType::NotNull => 'n',
            ConstraintType::PrimaryKey => 'p',
            ConstraintType::Unique => 'u',
        }
    }
}

/// A row of `pg_constraint`.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its OID.
    pub oid: Oid,
    /// The constraint's name (`conname`).
    pub name: String,
    /// Whether it is a check, a key or another kind (`contype`).
    pub kind: ConstraintType,
    /// The OID of the table it is on (`conrelid`).
    pub rel: Oid,
    /// The OID of its index; for a foreign key, of the index on the columns it refers to; 0 for
    /// others (`conindid`).
    pub index: Oid,
    /// The columns that it is on; for a foreign key those that refer (`conkey`).
    pub keys: Vec<AttrNumber>,
    /// Whether all rows are known to hold to it; false after NOT VALID (`convalidated`).
    pub validated: bool,
    /// Whether child tables do not inherit it (`connoinherit`).
    pub no_inherit: bool,
    /// Whether its check can be deferred, and whether it is at first (`condeferrable`,
    /// `condeferred`).
    pub deferrable: (bool, bool),
    /// `conbin`: of a CHECK, with Vars of RTE 1.
    pub check: Option<Rc<Expr>>,
    /// For a foreign key: what it refers to.
    pub foreign: Option<Rc<ForeignEntry>>,
}

/// What a foreign key refers to.
#[derive(Clone, Debug)]
pub struct ForeignEntry {
    /// The OID of the table it refers to (`confrelid`).
    pub rel: Oid,
    /// The columns it refers to, in the order of those that refer (`confkey`).
    pub keys: Vec<AttrNumber>,
    /// What ON UPDATE does: a no action, r restrict, c cascade, n set null, d set default
    /// (`confupdtype`).
    pub on_update: char,
    /// What ON DELETE does, by the same letters (`confdeltype`).
    pub on_delete: char,
    /// How NULLs are matched: s simple, f full (`confmatchtype`).
    pub match_type: char,
    /// Whether its triggers are disabled on the table that refers, and on the one referred to (`tgenabled`).
    pub off: [bool; 2],
}

/// A row of `pg_proc`: a function made with CREATE FUNCTION.
#[derive(Clone, Debug)]
pub struct UserFunction {
    /// The OID of the schema it is in (`pronamespace`).
    pub namespace: Oid,
    /// The rest, as analysis wants it.
    pub function: Rc<sql::analyze::CreatedFunction>,
}

/// A row of `pg_toaster`.
#[derive(Clone, Debug)]
pub struct ToasterEntry {
    /// Its OID.
    pub oid: Oid,
    /// The toaster's name (`tsrname`).
    pub name: String,
    /// The OID of the function that returns the toaster (`tsrhandler`).
    pub handler_oid: Oid,
    /// The handler's name.
    pub handler: String,
    /// The extension it belongs to.
    pub extension: Option<Oid>,
}

/// A row of `pg_extension`.
#[derive(Clone, Debug)]
pub struct Extension {
    /// Its OID.
    pub oid: Oid,
    /// The extension's name (`extname`).
    pub name: String,
    /// The version that is installed (`extversion`).
    pub version: String,
    /// The OID of the schema its objects are in (`extnamespace`).
    pub namespace: Oid,
    /// Whether its objects can be moved to another schema (`extrelocatable`).
    pub relocatable: bool,
    /// The OIDs it took in `pg_extension`, and its functions in `pg_proc`: new ones there go
    /// elsewhere (`GetNewOidWithIndex`).
    pub taken: (Oid, Vec<Oid>),
}

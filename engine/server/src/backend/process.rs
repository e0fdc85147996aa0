//! What a server keeps in memory beside its buffers.

use super::calls::UpwardCalls;
use super::plan_cache::Versions;
use super::query::SqlBody;
use super::ri::TriggerQueue;
use super::statements::Statements;
use super::timeout::StatementTimer;
use super::transaction::{StoppedCommit, Transaction};
use crate::catalog::{Catalog, NamesSeen, POSTGRES_DATABASE};
use crate::pl_gram::FunctionBody;
use sql::analyze::Query;
use sql::ast::Statement;
use sql::exec::state::Moment;
use sql::plan::PlannedStmt;
use sql::settings::Settings;
use std::rc::Rc;
use storage::clock::{RecentWork, Work};
use storage::datum::Datum;
use storage::error::PgError;
use storage::ids::Oid;
use storage::map::SortedMap;
use storage::tuple::TupleDesc;
use storage::types::random::Prng;

/// What a server keeps in memory beside its buffers.
pub struct Process {
    /// What the server knows of its objects.
    pub catalog: Catalog,
    /// The run-time configuration.
    pub settings: Settings,
    /// The transaction at hand.
    pub(crate) transaction: Transaction,
    /// Foreign keys that changed rows may break.
    pub(crate) ri: TriggerQueue,
    /// What was committed when the server stops in the middle of a statement, if it is to.
    pub(crate) stopping: Option<StoppedCommit>,
    /// What belongs to no session.
    pub(crate) cluster: Cluster,
    /// What is said to the client, and heard from it.
    pub client: ClientConnection,
    /// What goes with the session.
    pub(crate) session: SessionState,
    /// What stands above.
    pub(crate) calls: UpwardCalls,
}

/// What belongs to the cluster, whoever is connected.
pub(crate) struct Cluster {
    /// Its databases.
    pub databases: Databases,
    /// What ALTER SYSTEM wrote.
    pub system_file: SortedMap<String, String>,
    /// What pg_stat_statements keeps, once there is that extension.
    pub statements: Option<Statements>,
    /// Bytes that tables and values together may take.
    pub memory_limit: usize,
    /// When the first session began, in µs since 2000-01-01 UTC.
    pub started: i64,
    /// The wall clock in µs since 2000-01-01 UTC.
    pub clock: Box<dyn Fn() -> i64>,
    /// Microseconds that `pg_sleep` took: nobody waited, so the clock does not have them.
    pub slept: i64,
}

impl Cluster {
    /// When the server started: a second before its first session.
    pub fn server_started(&self) -> i64 {
        self.started - 1_000_000
    }
}

/// What a message took on the modelled clock.
#[derive(Clone, Debug, Default)]
pub struct MessageCost {
    /// What was done.
    pub work: Work,
    /// What that costs at the prices in use, in milliseconds.
    pub milliseconds: f64,
}

/// The conversation with the client.
#[derive(Default)]
pub struct ClientConnection {
    /// Notices and warnings of the running statement, in order.
    pub notices: Vec<Box<PgError>>,
    /// Asked now and then whether the running statement is to end.
    pub interrupt: Option<Box<dyn Fn() -> bool>>,
    /// When its last message came, in µs since 2000-01-01 UTC (`stmtStartTimestamp` in xact.c).
    pub(crate) asked_at: i64,
    /// The time of the running statement, if `statement_timeout` ends it.
    pub(crate) timer: Option<StatementTimer>,
    /// What the last message took.
    pub spent: MessageCost,
    /// Text of the statements being run.
    pub(crate) text: Rc<str>,
    /// The COPY that waits for its data, with its text.
    pub(crate) copy_statement: Option<(sql::ast::RawStmt, Rc<str>)>,
    /// The data, while it runs.
    pub(crate) copy_data: Option<String>,
    /// Its lines, for the INSERT that does its work.
    pub(crate) copy_rows: Option<sql::host::CopyRows>,
    /// Values for `$1` and on of a CREATE TABLE AS that is executed with some.
    pub(crate) bound: Vec<(Datum, Oid)>,
}

/// What a session makes and nobody else sees.
pub(crate) struct SessionState {
    /// Prepared statements by name.
    pub prepared: SortedMap<String, Rc<Prepared>>,
    /// The queries of foreign keys, by constraint and kind (`ri_query_cache`).
    pub key_queries: SortedMap<(Oid, &'static str), Rc<KeyQuery>>,
    /// How many cursors and loops over queries were without a name of their own.
    pub unnamed_portals: u32,
    /// Open cursors.
    pub cursors: SortedMap<String, Cursor>,
    /// What its messages had to do.
    pub recent_work: RecentWork,
    /// Statements that are still to pass before a reload of the configuration is seen.
    pub reload_in: Option<u32>,
    /// The sequence that `lastval` speaks of.
    pub last_sequence: Option<Oid>,
    /// Bodies of functions in PL/pgSQL, parsed, each for the trigger that calls it, if one does.
    pub bodies: SortedMap<Oid, Rc<FunctionBody>>,
    /// Bodies of functions in SQL that the running statement called, by argument types.
    pub sql_bodies: SortedMap<(Oid, Vec<Oid>), Rc<SqlBody>>,
    /// How often SQL of a function was planned for the values of its variables (`num_custom_plans`): by function, the
    /// trigger that calls it, and the place in the body.
    pub custom_plans: Vec<((Oid, Oid, usize), i64)>,
    /// The functions in SQL whose expressions are being put in the place of their calls (`active_fns`).
    pub inlining: Vec<Oid>,
    /// The columns that a scan expects of the function that it calls, which returns `record`.
    pub expected_columns: Option<Vec<(String, Oid, i32)>>,
    /// The table that CREATE TABLE AS is filling: the snapshot of its query is older.
    pub unseen: Option<Oid>,
    /// Whether the statement is an EXPLAIN without ANALYZE, whose query may read what is not populated.
    pub only_explained: bool,
    /// How deep functions in SQL and PL/pgSQL call each other.
    pub function_depth: usize,
    /// Whether a statement runs that must not end the transaction: EXECUTE, or one of an atomic body.
    pub atomic: bool,
    /// How many loops run over the rows of statements that are not plain SELECTs (`HoldPinnedPortals`).
    pub writing_loops: usize,
    /// Anonymous row types, by the number their values carry (`RecordCacheArray`).
    pub row_types: Vec<Rc<TupleDesc>>,
    /// Where `random()` stands.
    pub random: Prng,
}

/// The databases besides the templates.
pub(crate) struct Databases {
    /// The OID of the one the session is in; its catalog is [`Process::catalog`].
    pub here: Oid,
    /// The other databases by name, each with its OID and its catalog.
    pub others: SortedMap<String, (Oid, Catalog)>,
}

impl Databases {
    /// The templates' OIDs and names.
    pub const TEMPLATES: [(Oid, &'static str); 2] = [(Oid(1), "template1"), (Oid(4), "template0")];
}

impl Default for Databases {
    fn default() -> Databases {
        Databases { here: POSTGRES_DATABASE, others: SortedMap::new() }
    }
}

/// How a prepared statement was planned so far (`CachedPlanSource`).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlansMade {
    /// How often for all values (`num_generic_plans`).
    pub generic: i64,
    /// How often for the values of an EXECUTE (`num_custom_plans`).
    pub custom: i64,
    /// What those plans cost, each with the planning (`total_custom_cost`).
    pub custom_cost: f64,
    /// What the plan for all values costs, once there is one (`generic_cost`).
    pub generic_cost: Option<f64>,
}

/// A prepared statement.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    /// As parsed; analysed anew when it runs, so that it follows changes of its tables.
    pub statement: Rc<Statement>,
    /// Types of its parameters.
    pub params: Vec<Oid>,
    /// The columns that it returns, each with its name, type and type modifier; none if it returns no rows.
    pub results: Option<Vec<(String, Oid, i32)>>,
    /// Its text.
    pub text: String,
    /// When, µs since 2000.
    pub at: i64,
    /// Plans made for it.
    pub plans: PlansMade,
    /// The plan for all values, once there is one (`gplan`).
    pub generic: Option<Rc<KeptPlan>>,
}

impl Prepared {
    /// A statement with parameters of these types, not planned yet.
    pub(crate) fn new(statement: Rc<Statement>, params: Vec<Oid>, text: String) -> Prepared {
        let (plans, generic) = Default::default();
        Prepared { statement, params, results: None, text, at: 0, plans, generic }
    }
}

/// A foreign key's query, with its table as it was when the query was prepared.
pub(crate) type KeyQuery = (Prepared, Versions);

/// A plan with its query.
#[derive(Clone, Debug)]
pub(crate) struct KeptPlan {
    /// The query.
    pub query: Query,
    /// Its plan.
    pub plan: PlannedStmt,
    /// The relations that it reads, as they were.
    pub made_of: Versions,
    /// The functions and schemas, as they were.
    pub names: NamesSeen,
    /// `search_path` when it was made.
    pub path: Option<String>,
}

/// An open cursor.
pub(crate) struct Cursor {
    pub columns: Vec<(String, Oid, i32)>,
    pub rows: Vec<Vec<Datum>>,
    /// The query, until its rows are read.
    pub query: CursorQuery,
    /// The tables and indexes that the query reads, which stay as they are while the cursor is open.
    pub reads: Vec<Oid>,
    /// 0 before the first row, `rows.len() + 1` after the last.
    pub at: usize,
    /// WITH HOLD: outlives its transaction.
    pub hold: bool,
    /// Whether that transaction committed: the rows have no TOAST pointers any more.
    pub kept: bool,
    pub scroll: bool,
    /// How many savepoints were open when it was made: it goes when one of these is rolled back to.
    pub level: usize,
    /// The DECLARE that made it; a cursor of PL/pgSQL has none.
    pub declared: Option<Declared>,
}

/// What became of a cursor's query.
pub(crate) enum CursorQuery {
    /// Its rows are not read yet: its plan, and the moment that it sees.
    Unread(Box<PlannedStmt>, Moment),
    /// A statement that changes rows and returns them: it runs at the first FETCH, with these values
    /// (`PORTAL_ONE_RETURNING`).
    Waiting(Box<PlannedStmt>, Vec<Datum>),
    /// Its rows were read.
    Read,
    /// The rows before an error were read; the FETCH that asks for the next one gives the error.
    Broken(Box<PgError>),
    /// It ended in an error.
    Failed,
}

/// How a cursor was declared.
pub(crate) struct Declared {
    /// The statement's text.
    pub text: String,
    /// When, µs since 2000.
    pub at: i64,
    pub binary: bool,
}

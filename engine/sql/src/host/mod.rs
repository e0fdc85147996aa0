//! What planning and execution run in: the store, and beside it the session.
//!
//! The two are borrowed apart, so that storage code can be given the store while the expressions of an
//! index, which it asks for on its way, are evaluated with the session:
//!
//! ```text
//! Host { store, session } ── Env: functions reach both
//!    │       └── triggers, created functions, sequences, settings, the catalog
//!    └── table::insert(store, row, exprs) ── exprs.evaluate(store, ..) ── Host { store, session }
//! ```

mod closed_env;
mod copy_rows;
mod index_exprs;

pub use closed_env::ClosedEnv;
pub use copy_rows::{CopyLine, CopyRows};

use crate::analyze::Trigger;
use crate::analyze::{CatalogView, CreatedFunction, Query};
use crate::expr::{EvalEnv, Expr};
pub use index_exprs::SessionIndexExprs;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use storage::bytes::Bytes;
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::{Env, EnvSession, RowSource, Volatility};
use storage::heap::Relation;
use storage::heap::statistics::ColumnStats;
use storage::ids::{AttrNumber, ItemPointer, Oid};
use storage::store::Store;
use storage::toaster;
use storage::types::jsonb::{JsonbEdit, LookupResult, PathStep};
use storage::types::record;
use storage::versions::Release;
use storage::xact::Snapshot;

/// A trigger as EXPLAIN ANALYZE tells of it.
#[derive(Clone, Debug)]
pub struct TriggerCalls {
    /// Its name.
    pub name: String,
    /// The constraint it watches over.
    pub constraint: Option<String>,
    /// Its table.
    pub table: String,
    /// How often it was called.
    pub calls: u64,
    /// Modelled milliseconds that the calls took.
    pub milliseconds: f64,
}

/// The session, as plan and exec see it: implemented by the server. What reaches files is given the
/// store.
pub trait HostSession: CatalogView + EnvSession {
    /// The relation (table, index or TOAST table) with this OID.
    ///
    /// # Errors
    ///
    /// When the relation is not stored on pages.
    fn open_relation(&self, oid: Oid) -> Result<Rc<Relation>>;
    /// The rows of a virtual relation (`pg_class` and friends; the state of a sequence), in the
    /// order of its columns; `None` when the relation is stored in pages.
    fn virtual_rows(&mut self, store: &mut Store, oid: Oid) -> Result<Option<Vec<Vec<Datum>>>>;
    /// The statistics that ANALYZE computed for a column.
    fn column_stats(&self, relation: Oid, attno: AttrNumber) -> Option<Rc<ColumnStats>>;
    /// An index's key columns and expressions in SQL (`pg_get_indexdef_columns`).
    fn index_key_text(&mut self, store: &mut Store, index: Oid) -> Vec<String>;
    /// The expressions of an index's expression columns in order (Vars of RTE 1), and its predicate.
    fn index_expressions(&self, index: Oid) -> (Vec<Expr>, Option<Expr>);
    /// `nextval` of a sequence by OID.
    fn next_value(&mut self, store: &mut Store, sequence: Oid) -> Result<i64>;
    /// The CHECK constraints of a table and their names, over range table entry 1, sorted by name.
    fn check_constraints(&self, relation: Oid) -> Vec<(String, Expr)>;
    /// The stored generated columns and their expressions, over range table entry 1.
    fn generated_columns(&self, relation: Oid) -> Vec<(AttrNumber, Expr)>;
    /// The rows of the COPY that begins, and how they may be written; `None` outside of COPY.
    fn copy_rows(&mut self) -> Option<CopyRows>;
    /// Whether the table has foreign keys, or foreign keys refer to it.
    fn is_watched(&self, rel: Oid) -> bool;
    /// Whether foreign keys refer to the table.
    fn is_referenced(&self, rel: Oid) -> bool;
    /// Notes a changed row of a table with foreign keys. `own` says that its old version was
    /// written by this transaction.
    fn row_changed(
        &mut self,
        store: &mut Store,
        rel: Oid,
        old: Option<(&[Datum], ItemPointer)>,
        new: Option<(&[Datum], ItemPointer)>,
        own: bool,
    ) -> Result<()>;
    /// Runs what the rows that a statement changed have queued: checks of foreign keys, and their actions such as ON DELETE
    /// CASCADE (`AfterTriggerEndQuery`). Deferred checks stay queued.
    fn end_of_query(&mut self, store: &mut Store) -> Result<()>;
    /// A table's triggers, in the order they fire.
    fn triggers(&self, rel: Oid) -> Vec<Rc<Trigger>>;
    /// Calls a trigger's function with its rows; returns the row that the function returns, `None` for NULL.
    fn fire_trigger(
        &mut self,
        store: &mut Store,
        rel: Oid,
        trigger: &Trigger,
        event: i16,
        old: Option<&[Datum]>,
        new: Option<&[Datum]>,
    ) -> Result<Option<Vec<Datum>>>;
    /// The triggers that the last statement fired, which changed `rel`.
    fn trigger_calls(&self, rel: Oid) -> Vec<TriggerCalls>;
    /// Runs a function in SQL or PL/pgSQL that was not inlined, and returns its rows: in SQL those of its
    /// last statement.
    fn run_created_function(
        &mut self,
        store: &mut Store,
        function: &CreatedFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Vec<Vec<Datum>>>;
    /// The function as it is now, and the query that it is for arguments of these types; `None` if it is not one SELECT,
    /// or is being put in its own place. Where it is not `None`, `end_inlining` is called when the query is in its
    /// place.
    ///
    /// # Errors
    ///
    /// Those of the query's analysis.
    fn begin_inlining(
        &mut self,
        store: &mut Store,
        function: &CreatedFunction,
        arg_types: &[Oid],
    ) -> Result<Option<(Rc<CreatedFunction>, Query)>>;
    /// Says that the last function is in its place.
    fn end_inlining(&mut self);
    /// Says which columns a scan expects of the function that it calls next, and which returns `record`: their names,
    /// types and type modifiers (`ReturnSetInfo.expectedDesc`). `None`: there are no expectations any more.
    fn expect_columns(&mut self, columns: Option<Vec<(String, Oid, i32)>>);

    /// [`Env::check_alloc`]
    fn check_alloc(&self, store: &Store, bytes: usize) -> Result<()>;
    /// [`Env::output`]
    fn output(&mut self, store: &mut Store, type_oid: Oid, datum: &Datum) -> Result<String>;
    /// [`Env::input`]
    fn input(&mut self, store: &mut Store, type_oid: Oid, text: &str, typmod: i32)
    -> Result<Datum>;
    /// [`Env::call_server`]
    fn call_server(
        &mut self,
        store: &mut Store,
        number: u16,
        types: &[Oid],
        args: &[Datum],
    ) -> Result<Datum>;
    /// [`Env::open_server_set`]
    fn open_server_set(
        &mut self,
        store: &mut Store,
        number: u16,
        types: &[Oid],
        args: &[Datum],
    ) -> Result<Box<dyn RowSource>>;
}

/// Where planning and execution happen. What needs no files is asked of the session behind it.
pub struct Host<'a> {
    /// Files, buffers and transactions.
    pub store: &'a mut Store,
    /// All else.
    pub session: &'a mut (dyn HostSession + 'static),
    /// What the running query sees; `None` where expressions are computed outside of one.
    pub snapshot: Option<Snapshot>,
    /// Whether constants are folded before collations are assigned: what needs one cannot be computed.
    pub uncollated: bool,
}

impl Deref for Host<'_> {
    type Target = dyn HostSession;
    fn deref(&self) -> &Self::Target {
        self.session
    }
}

impl DerefMut for Host<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.session
    }
}

impl Host<'_> {
    /// A host over the store and session of this one, for a shorter time.
    pub fn reborrow(&mut self) -> Host<'_> {
        Host { store: self.store, session: self.session, ..*self }
    }
    /// The store.
    pub fn store(&mut self) -> &mut Store {
        self.store
    }
    /// This host as an [`Env`].
    pub fn as_env(&mut self) -> &mut dyn Env {
        self
    }
    /// The store, and the evaluator of index expressions; both borrowed from the host at once.
    pub fn index_exprs(&mut self) -> (&mut Store, SessionIndexExprs<'_>) {
        SessionIndexExprs::split(self)
    }
    /// [`HostSession::begin_inlining`]
    pub fn begin_inlining(
        &mut self,
        function: &CreatedFunction,
        arg_types: &[Oid],
    ) -> Result<Option<(Rc<CreatedFunction>, Query)>> {
        self.session.begin_inlining(self.store, function, arg_types)
    }
    /// [`HostSession::virtual_rows`]
    pub fn virtual_rows(&mut self, oid: Oid) -> Result<Option<Vec<Vec<Datum>>>> {
        self.session.virtual_rows(self.store, oid)
    }
    /// [`HostSession::index_key_text`]
    pub fn index_key_text(&mut self, index: Oid) -> Vec<String> {
        self.session.index_key_text(self.store, index)
    }
    /// [`HostSession::next_value`]
    pub fn next_value(&mut self, sequence: Oid) -> Result<i64> {
        self.session.next_value(self.store, sequence)
    }
    /// [`HostSession::row_changed`]
    pub fn row_changed(
        &mut self,
        rel: Oid,
        old: Option<(&[Datum], ItemPointer)>,
        new: Option<(&[Datum], ItemPointer)>,
        own: bool,
    ) -> Result<()> {
        self.session.row_changed(self.store, rel, old, new, own)
    }
    /// [`HostSession::end_of_query`]
    pub fn end_of_query(&mut self) -> Result<()> {
        self.session.end_of_query(self.store)
    }
    /// [`HostSession::fire_trigger`]
    pub fn fire_trigger(
        &mut self,
        rel: Oid,
        trigger: &Trigger,
        event: i16,
        old: Option<&[Datum]>,
        new: Option<&[Datum]>,
    ) -> Result<Option<Vec<Datum>>> {
        self.session.fire_trigger(self.store, rel, trigger, event, old, new)
    }
    /// [`HostSession::run_created_function`]
    pub fn run_created_function(
        &mut self,
        function: &CreatedFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Vec<Vec<Datum>>> {
        // One that is not volatile sees what the query sees that calls it (`fmgr_sql`, `_SPI_execute_plan`).
        let outer = self.store.xact.fixed_snapshot;
        let volatile = function.volatility == Volatility::Volatile;
        self.store.xact.fixed_snapshot = self.snapshot.or(outer).filter(|_| !volatile);
        let rows = self.session.run_created_function(self.store, function, args, arg_types);
        self.store.xact.fixed_snapshot = outer;
        rows
    }
    /// [`HostSession::expect_columns`]
    pub fn expect_columns(&mut self, columns: Option<Vec<(String, Oid, i32)>>) {
        self.session.expect_columns(columns);
    }
    /// Calls a function in SQL or PL/pgSQL, and returns its first row: its one column, or its columns as a
    /// row. NULL if there is no row.
    pub fn call_created_function(
        &mut self,
        function: &CreatedFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Datum> {
        let rows = self.run_created_function(function, args, arg_types)?;
        let Some(row) = rows.into_iter().next() else { return Ok(Datum::Null) };
        let unnamed = function.ret == storage::types::oid::RECORD && function.out.is_empty();
        if unnamed && (row.len() > 1 || function.language == "sql") {
            return function.refuse_record();
        }
        if row.len() > 1 {
            return record::of_function(self, function.ret, &function.out, &row);
        }
        Ok(row.into_iter().next().unwrap_or(Datum::Null))
    }
    /// [`Env::detoast`]
    pub fn detoast(&mut self, datum: &Datum) -> Result<Bytes> {
        toaster::detoast(self.store, datum)
    }
    /// [`Env::output`]
    pub fn output(&mut self, type_oid: Oid, datum: &Datum) -> Result<String> {
        self.session.output(self.store, type_oid, datum)
    }
}

impl Env for Host<'_> {
    fn session(&self) -> &(dyn EnvSession + 'static) {
        self.session
    }
    fn session_mut(&mut self) -> &mut (dyn EnvSession + 'static) {
        self.session
    }
    fn detoast(&mut self, datum: &Datum) -> Result<Bytes> {
        toaster::detoast(self.store, datum)
    }
    fn detoast_slice(&mut self, datum: &Datum, offset: usize, length: i64) -> Result<Bytes> {
        toaster::detoast_slice(self.store, datum, offset, length)
    }
    fn fetch(&mut self, datum: &Datum) -> Result<Datum> {
        toaster::detoast_external(self.store, datum)
    }
    fn append(&mut self, stored: &Datum, tail: &[u8]) -> Result<Option<Datum>> {
        toaster::append(self.store, stored, tail)
    }
    fn jsonb_get(&mut self, stored: &Datum, path: &[PathStep]) -> Result<LookupResult> {
        toaster::jsonb_get(self.store, stored, path)
    }
    fn jsonb_head(&mut self, stored: &Datum) -> Result<Option<u32>> {
        toaster::jsonb_head(self.store, stored)
    }
    fn jsonb_edit(&mut self, stored: &Datum, edit: &JsonbEdit<'_>) -> Result<Option<Datum>> {
        toaster::jsonb_edit(self.store, stored, edit)
    }
    fn release(&self) -> &'static Release {
        self.store.release
    }
    fn check_alloc(&self, bytes: usize) -> Result<()> {
        self.session.check_alloc(self.store, bytes)
    }
    fn output(&mut self, type_oid: Oid, datum: &Datum) -> Result<String> {
        self.session.output(self.store, type_oid, datum)
    }
    fn input(&mut self, type_oid: Oid, text: &str, typmod: i32) -> Result<Datum> {
        self.session.input(self.store, type_oid, text, typmod)
    }
    fn input_null(&mut self, type_oid: Oid) -> Result<Datum> {
        ClosedEnv { host: self.reborrow() }.check_domain(type_oid, type_oid, &Datum::Null)?;
        Ok(Datum::Null)
    }
    fn call_server(&mut self, number: u16, types: &[Oid], args: &[Datum]) -> Result<Datum> {
        self.store.xact.set_query_snapshot(self.snapshot);
        self.session.call_server(self.store, number, types, args)
    }
    fn open_server_set(
        &mut self,
        number: u16,
        types: &[Oid],
        args: &[Datum],
    ) -> Result<Box<dyn RowSource>> {
        self.session.open_server_set(self.store, number, types, args)
    }
}

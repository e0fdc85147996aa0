//! What planning and execution ask of the session: implemented by `session::Backend`.

use crate::analyze::Trigger;
use crate::analyze::{CatalogView, SqlFunction};
use crate::expr::Expr;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::Env;
use storage::heap::Relation;
use storage::heap::statistics::ColumnStats;
use storage::ids::{AttrNumber, ItemPointer, Oid};
use storage::store::Store;

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
}

/// The session, as plan and exec see it.
pub trait Host: Env + CatalogView {
    /// Files, buffers and transactions.
    fn store(&mut self) -> &mut Store;
    /// The relation (table, index or TOAST table) with this OID. An error for virtual ones.
    fn open_relation(&mut self, oid: Oid) -> Result<Rc<Relation>>;
    /// The rows of a virtual relation (`pg_class` and friends; the state of a sequence), in the
    /// order of its columns; `None` when the relation is stored in pages.
    fn virtual_rows(&mut self, oid: Oid) -> Result<Option<Vec<Vec<Datum>>>>;
    /// What ANALYZE learnt of a column.
    fn column_stats(&self, relation: Oid, attno: AttrNumber) -> Option<Rc<ColumnStats>>;
    /// An index's key columns and expressions in SQL (`pg_get_indexdef_columns`).
    fn index_key_text(&mut self, index: Oid) -> Vec<String>;
    /// The expressions of an index's expression columns in order (Vars of RTE 1), and its predicate.
    fn index_expressions(&self, index: Oid) -> (Vec<Expr>, Option<Expr>);
    /// `nextval` of a sequence by OID.
    fn next_value(&mut self, sequence: Oid) -> Result<i64>;
    /// CHECK constraints of a table with their names (Vars of RTE 1), sorted by name.
    fn check_constraints(&self, relation: Oid) -> Vec<(String, Expr)>;
    /// STORED generated columns with their expressions (Vars of RTE 1).
    fn generated_columns(&self, relation: Oid) -> Vec<(AttrNumber, Expr)>;
    /// Of a COPY that starts: its lines, and how they may be written.
    fn copy_rows(&mut self) -> Option<super::copy::CopyRows>;
    /// Whether foreign keys watch the table.
    fn is_watched(&self, rel: Oid) -> bool;
    /// Whether foreign keys refer to the table.
    fn is_referenced(&self, rel: Oid) -> bool;
    /// Notes a changed row of such a table. `own` says that its old version is this transaction's.
    fn row_changed(
        &mut self,
        rel: Oid,
        old: Option<&[Datum]>,
        new: Option<(&[Datum], ItemPointer)>,
        own: bool,
    ) -> Result<()>;
    /// Checks foreign keys, when a statement has done its work.
    fn end_of_query(&mut self) -> Result<()>;
    /// A table's triggers, in the order they fire.
    fn triggers(&self, rel: Oid) -> Vec<Rc<Trigger>>;
    /// Calls a trigger's function with the rows it is about: the row it returns, if it does.
    fn fire_trigger(
        &mut self,
        rel: Oid,
        trigger: &Trigger,
        event: i16,
        old: Option<&[Datum]>,
        new: Option<&[Datum]>,
    ) -> Result<Option<Vec<Datum>>>;
    /// The triggers that the last statement, which changed `rel`, fired.
    fn trigger_calls(&self, rel: Oid) -> Vec<TriggerCalls>;
    /// Runs a function written in SQL that was not inlined, and gives the first column of the
    /// first row (or all rows, each with all columns, when it returns a set).
    fn run_sql_function(
        &mut self,
        function: &SqlFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Vec<Vec<Datum>>>;
    /// The same object as an [`Env`].
    fn as_env(&mut self) -> &mut dyn Env;
    /// The same object as a [`CatalogView`].
    fn as_catalog(&self) -> &dyn CatalogView;
}

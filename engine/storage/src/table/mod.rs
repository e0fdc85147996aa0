//! One row in, one row out: where toaster, heap and indexes meet.
//!
//! PostgreSQL is circular here: the heap calls the toaster, which inserts rows into a heap. We cut
//! the circle in this module. It forms the row, has it toasted, hands it to the heap and then makes
//! the index entries; `heap` and `btree` know nothing of each other.
//!
//! ```text
//!  insert   values -> (toaster: chunks -> TOAST heap, TOAST index) -> heap -> every index
//!  update   heap finds the old version -> toaster keeps, stores, deletes values -> heap
//!           -> every index, unless the new version is heap-only
//!  delete   heap -> toaster deletes the chunks; index entries wait for VACUUM
//! ```
//!
//! Whole-table work is here too: [`index_build`], [`vacuum()`], [`copy_table_data`], [`analyze()`].

pub mod analyze;
mod array_statistics;
mod build;
mod index;
mod modify;
mod rewrite;
mod sample;
mod statistic_row;
pub mod statistics;
mod vacuum;
mod vacuum_report;
mod vacuum_scan;

#[cfg(test)]
mod tests;

use crate::datum::Datum;
use crate::error::{PgError, Result};
use crate::heap::Relation;
use crate::ids::{ItemPointer, Oid, RelFileNode};
use crate::store::Store;

pub use analyze::{AnalyzeOptions, Comparability, analyze, comparability};
pub use build::index_build;
pub use index::{check_constraints, insert_index_entries};
pub use modify::{delete, form_row, insert, insert_many, insert_on_conflict, update};
pub use rewrite::{Copied, Order, copy_table_data, truncate, truncate_in_place};
pub use vacuum::{IndexCleanup, VacuumOptions, vacuum};
pub use vacuum_scan::estimate_tuples;

/// What the table needs from the executor: index expressions, and values as text.
pub trait IndexExprs {
    /// The values of an index's expression columns (those with attribute number 0), in order.
    fn evaluate(&mut self, st: &mut Store, index: &Relation, row: &[Datum]) -> Result<Vec<Datum>>;
    /// Whether the row is in a partial index.
    fn satisfies_predicate(
        &mut self,
        st: &mut Store,
        index: &Relation,
        row: &[Datum],
    ) -> Result<bool>;
    /// An index's key in words, `(a, lower(b))=(1, x)`, for error messages
    /// (`BuildIndexValueDescription`).
    fn describe(&mut self, st: &mut Store, index: &Relation, keys: &[Datum]) -> Result<String>;
    /// Called when a relation gets another file (`RelationSetNewRelfilenode`), so that its
    /// `pg_class` row names it.
    fn new_file(&mut self, _st: &mut Store, _rel: &Relation, _file: RelFileNode) {}
}

/// What INSERT ... ON CONFLICT came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// The row was inserted here.
    Inserted(ItemPointer),
    /// This row has the key already.
    Existing(ItemPointer),
}

/// What whole-table commands ask of the server around them.
pub trait MaintenanceHost {
    /// The database's name.
    fn database(&self) -> String;
    /// A schema's name.
    fn namespace(&self, oid: Oid) -> String;
    /// Sends an INFO to the client.
    fn info(&mut self, report: Box<PgError>);
    /// Opens a table, or its indexes, which may look up their rows in the catalog.
    fn open(&mut self, _st: &mut Store, _rel: Oid, _indexes: bool) {}
}

//! The heap: rows on pages in no order (`heapam.c`), with the free space map and the visibility
//! map beside them.

pub mod class_row;
pub mod counters;
pub mod fsm;
pub(crate) mod hio;
mod insert;
mod kind;
pub(crate) mod log;
mod log_prune;
mod modify;
mod prune;
mod relation;
pub mod rewrite;
mod row_locks;
mod scan;
pub mod statistics;
#[cfg(test)]
mod tests;
pub mod vacuum;
pub mod vacuum_freeze;
mod visibility;
pub mod visibility_map;

use crate::bytes::Bytes;
use crate::ids::ItemPointer;

pub use insert::{BulkInsert, InsertOptions, insert, multi_insert};
pub use kind::{Persistence, RelKind};
pub use modify::{
    TOAST_TUPLE_THRESHOLD, Toast, UpdateOutcome, delete, lock_and_pin, lock_tuple, update,
    update_lock_mode,
};
pub(crate) use prune::advance_latest_removed;
pub use prune::{PruneResult, prune_page, prune_page_opt};
pub use relation::{IndexInfo, IndexKey, RelOptions, RelState, Relation};
pub use row_locks::LockMode;
pub use scan::{
    Fetched, HeapScan, IndexFetch, fetch, fetch_into, hot_chain, hot_search, index_fetch, peek_row,
};
pub use visibility::{
    TupleState, VacuumState, peek, satisfies_update, satisfies_vacuum, satisfies_visibility,
};

/// A row taken off its page: its place and its bytes, header included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapTuple {
    /// Where it is.
    pub tid: ItemPointer,
    /// Its bytes.
    pub bytes: Bytes,
}

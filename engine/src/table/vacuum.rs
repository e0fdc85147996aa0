//! VACUUM (`vacuumlazy.c`).

use super::MaintenanceHost;
use crate::error::Result;
use crate::heap::Relation;
use crate::store::Store;
use std::rc::Rc;

/// Whether dead rows' index entries are removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndexCleanup {
    /// Unless there are close to none.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// Options of VACUUM. `vacuum_index_cleanup` and `vacuum_truncate` of the table count where an
/// option is `None`.
#[derive(Clone, Debug)]
pub struct VacuumOptions {
    /// FREEZE: all rows that can be.
    pub freeze: bool,
    /// VERBOSE.
    pub verbose: bool,
    /// DISABLE_PAGE_SKIPPING.
    pub disable_page_skipping: bool,
    /// INDEX_CLEANUP.
    pub index_cleanup: Option<IndexCleanup>,
    /// TRUNCATE.
    pub truncate: Option<bool>,
    /// PROCESS_TOAST.
    pub process_toast: bool,
    /// `vacuum_freeze_min_age`.
    pub freeze_min_age: u32,
    /// `vacuum_freeze_table_age`.
    pub freeze_table_age: u32,
}

impl Default for VacuumOptions {
    fn default() -> Self {
        VacuumOptions {
            freeze: false,
            verbose: false,
            disable_page_skipping: false,
            index_cleanup: None,
            truncate: None,
            process_toast: true,
            freeze_min_age: 50_000_000,
            freeze_table_age: 150_000_000,
        }
    }
}

/// Vacuums a table and then its TOAST relation. Called inside a transaction; between the two it is
/// committed and the next one begun.
pub fn vacuum(
    _st: &mut Store,
    _rel: &Rc<Relation>,
    _options: &VacuumOptions,
    _host: &mut dyn MaintenanceHost,
) -> Result<()> {
    todo!("vacuum")
}

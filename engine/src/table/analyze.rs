//! ANALYZE (`analyze.c`): samples the rows, computes the columns' statistics, keeps them with the
//! relation (`RelState::columns`).

use super::MaintenanceHost;
use crate::error::Result;
use crate::heap::Relation;
use crate::ids::AttrNumber;
use crate::store::Store;
use std::rc::Rc;

/// Options of ANALYZE.
#[derive(Clone, Debug)]
pub struct AnalyzeOptions {
    /// VERBOSE.
    pub verbose: bool,
    /// The columns, or all.
    pub columns: Option<Vec<AttrNumber>>,
    /// `default_statistics_target`.
    pub target: u32,
    /// Seeds the choice of blocks and rows where not all are taken.
    pub seed: u32,
}

impl Default for AnalyzeOptions {
    fn default() -> Self {
        AnalyzeOptions { verbose: false, columns: None, target: 100, seed: 0 }
    }
}

/// Analyzes a table. Called inside a transaction, which gets an xid when statistics are stored.
pub fn analyze(
    _st: &mut Store,
    _rel: &Rc<Relation>,
    _options: &AnalyzeOptions,
    _host: &mut dyn MaintenanceHost,
) -> Result<()> {
    todo!("analyze")
}

//! EXPLAIN (`explain.c`): plans as text.

use crate::datum::Datum;
use crate::error::Result;
use crate::sql::exec::Host;
use crate::sql::plan::PlannedStmt;

/// How EXPLAIN prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Format {
    #[default]
    Text,
    Json,
    Xml,
    Yaml,
}

/// EXPLAIN's options, defaults resolved by the caller (TIMING and SUMMARY default to ANALYZE).
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Options {
    pub analyze: bool,
    pub verbose: bool,
    pub costs: bool,
    pub buffers: bool,
    pub wal: bool,
    pub timing: bool,
    pub summary: bool,
    pub settings: bool,
    pub format: Format,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            analyze: false,
            verbose: false,
            costs: true,
            buffers: false,
            wal: false,
            timing: false,
            summary: false,
            settings: false,
            format: Format::Text,
        }
    }
}

/// The lines of EXPLAIN for a planned statement; runs it when ANALYZE was asked for. In a format
/// other than text there is one "line" with line breaks in it.
pub fn explain(
    stmt: &PlannedStmt,
    host: &mut dyn Host,
    options: &Options,
    extern_params: &[Datum],
) -> Result<Vec<String>> {
    let _ = (stmt, host, options, extern_params);
    todo!("EXPLAIN")
}

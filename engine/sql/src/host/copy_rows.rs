//! The rows of a COPY FROM, as the session hands them to the INSERT that writes them.

use storage::error::PgError;
use storage::heap::InsertOptions;

/// A line of the data.
#[derive(Clone, Debug)]
pub struct CopyLine {
    /// Its number, from 1.
    pub number: u64,
    /// Its text, without the end of the line.
    pub text: String,
}

/// The rows of a COPY FROM: what the INSERT that writes them has to know.
#[derive(Clone, Debug)]
pub struct CopyRows {
    /// The table's name.
    pub table: String,
    /// By row, the line it came from.
    pub lines: Vec<CopyLine>,
    /// Why the line after them could not be read.
    pub failure: Option<Box<PgError>>,
    /// How rows are put on pages: `FREEZE`, and whether the transaction made the table's file.
    pub options: InsertOptions,
    /// Whether rows may wait to be written together (`CIM_MULTI`).
    pub many: bool,
}

//! The result of a statement.

use storage::ids::Oid;

/// A column of a result, as in RowDescription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type.
    pub type_oid: Oid,
    /// Its type modifier, -1 for none.
    pub typmod: i32,
}

/// Rows with their columns, as text.
pub(crate) struct ResultSet {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Option<String>>>,
    pub tag: String,
}

/// What one statement gave.
pub(crate) enum StatementResult {
    /// A command tag.
    Tag(String),
    /// Rows and a tag.
    Rows(ResultSet),
    /// COPY waits for its data.
    CopyIn,
    /// What COPY wrote, and a tag.
    CopyOut { data: String, tag: String },
}

impl From<&str> for StatementResult {
    fn from(tag: &str) -> StatementResult {
        StatementResult::Tag(tag.to_string())
    }
}
